//! Tables of answers as bytes: what a search has found, for one that goes on with it another day.

use super::answers::{AnswerTable, bytes, entry_words, mark};
use super::entry::Data;
use super::growing::{Answers, Memory, Tables};
use super::zeroed::PIECE;
use grundy_core::{BoardWord, Packed, Run, Stopped};
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use twox_hash::XxHash3_64;

/// Why bytes are not taken for what a search has found.
#[derive(Debug)]
pub enum NotTaken {
    /// They cannot be read.
    Io(io::Error),
    /// They are not as they were written, or nothing that was written; with what is wrong.
    Damaged(&'static str),
    /// They need a table of this number of bytes, and the limit of memory, or the system, does not allow one so large.
    TooLarge(u64),
    /// The run stopped first. What was read by then is in the table.
    Stopped(Stopped),
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTaken::Io(error) => error.fmt(f),
            NotTaken::Damaged(why) => f.write_str(why),
            NotTaken::TooLarge(bytes) => {
                write!(
                    f,
                    "its table takes {bytes} bytes, more than the limit of memory or the system leaves to a table"
                )
            }
            NotTaken::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for NotTaken {}

impl From<io::Error> for NotTaken {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => NotTaken::Damaged("it ends too early"),
            _ => NotTaken::Io(error),
        }
    }
}

/// The bytes before the entries of a block: the bits of the boards, 0 in a block of numbers, and the number of bytes.
const HEADER: usize = 8;
/// The bytes behind them: their checksum, with that of the header.
const CHECKSUM: usize = 8;

/// A table may grow after this number of entries that are read.
const ENTRIES_A_LOOK: usize = 512;

impl<W: BoardWord> AnswerTable<W> {
    /// Writes all entries that no thread is writing, in blocks, and returns their number.
    fn write_to(&self, out: &mut dyn Write) -> io::Result<u64> {
        let (mut block, mut entries) = (Vec::new(), 0);
        for words in self.pieces() {
            block.clear();
            block.extend([0; HEADER]);
            Self::each_entry_of(words, |part, data| {
                entries += 1;
                let (low, high) = part.cells.halves();
                let data = data.after(Data(0), false).0;
                let words = [low, high, part.columns.into(), data];
                let words = if entry_words::<W>() == 2 { &[low, data] } else { &words[..] };
                words.iter().for_each(|word| block.extend(word.to_le_bytes()));
            });
            if block.len() > HEADER {
                write_block(out, W::BITS, &mut block)?;
            }
        }
        Ok(entries)
    }

    /// Adds an entry that was written, and says whether it can be one. Proof numbers that are none are left out: they
    /// are a guess at the work that is left.
    fn add_written(&self, part: Packed<W>, data: Data, has_rules_for: &HasRules<'_>) -> bool {
        let is_board = part.cells != W::default()
            && (1..W::BITS).contains(&part.columns)
            && part.rows() * part.columns <= W::BITS
            && mark(part.columns) == data.mark()
            && has_rules_for(part.rows(), part.columns);
        if is_board && data.is_sound() {
            self.put(part, data.after(Data(0), false));
        }
        is_board && (data.is_sound() || data.kind() != 0)
    }
}

/// Writes a block whose header is still to be filled in.
fn write_block(out: &mut dyn Write, bits: u32, block: &mut Vec<u8>) -> io::Result<()> {
    let bytes = (block.len() - HEADER) as u32;
    block[..4].copy_from_slice(&bits.to_le_bytes());
    block[4..HEADER].copy_from_slice(&bytes.to_le_bytes());
    block.extend(XxHash3_64::oneshot(block).to_le_bytes());
    out.write_all(block)
}

/// Writes a block of numbers: at the beginning the buckets of the two tables, at the end the number of all entries.
fn write_numbers(out: &mut dyn Write, numbers: &[u64]) -> io::Result<()> {
    let mut block = vec![0; HEADER];
    numbers.iter().for_each(|number| block.extend(number.to_le_bytes()));
    write_block(out, 0, &mut block)
}

/// Reads a block: the bits of its boards, and its entries as words.
fn read_block(input: &mut dyn Read, block: &mut Vec<u8>) -> Result<(u32, Vec<u64>), NotTaken> {
    block.resize(HEADER, 0);
    input.read_exact(block)?;
    let number = |at: usize| u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]]);
    let (bits, bytes) = (number(0), number(4) as usize);
    if bytes > size_of::<u64>() * PIECE || !bytes.is_multiple_of(size_of::<u64>()) {
        return Err(NotTaken::Damaged("a block has a length that none has"));
    }
    block.resize(HEADER + bytes + CHECKSUM, 0);
    input.read_exact(&mut block[HEADER..])?;
    let (content, checksum) = block.split_at(HEADER + bytes);
    if XxHash3_64::oneshot(content).to_le_bytes() != checksum {
        return Err(NotTaken::Damaged("some of its bytes are not as they were written"));
    }
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    Ok((bits, content[HEADER..].chunks_exact(size_of::<u64>()).map(word).collect()))
}

/// Says of a number of rows and one of columns whether the game has rules for such a board.
type HasRules<'a> = dyn Fn(u32, u32) -> bool + 'a;

/// Adds the entries of a block to a table that may grow.
fn add_block<W: BoardWord>(
    memory: Memory<'_, W>,
    add: impl Fn(Tables<'_, W>, Packed<W>, Data) -> bool,
    words: &[u64],
    run: &Run,
) -> Result<(), NotTaken> {
    let one = entry_words::<W>();
    if !words.len().is_multiple_of(one) {
        return Err(NotTaken::Damaged("a block ends within an entry"));
    }
    for some in words.chunks(ENTRIES_A_LOOK * one) {
        run.check().map_err(NotTaken::Stopped)?;
        let all_are_sound = memory.with(run, |tables| {
            some.chunks_exact(one).all(|words| {
                let data = Data(words[one - 1]);
                let (high, columns) = if one == 2 {
                    (0, data.mark())
                } else {
                    (words[1], u32::try_from(words[2]).unwrap_or(0))
                };
                let part = Packed { cells: W::of_halves(words[0], high), columns };
                add(tables, part, data)
            })
        });
        if !all_are_sound {
            return Err(NotTaken::Damaged("an entry is about no board"));
        }
    }
    Ok(())
}

impl Answers {
    /// Writes all that is known, with proof numbers, and returns the number of entries. Searches may go on meanwhile, but
    /// one that is to make its table larger waits until all is written.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> io::Result<u64> {
        let entries = self.visit(|narrow, wide| {
            let buckets = |buckets: Option<usize>| buckets.unwrap_or(0) as u64;
            let (small, large) = (narrow.map(AnswerTable::buckets), wide.map(AnswerTable::buckets));
            write_numbers(out, &[buckets(small), buckets(large)])?;
            let narrow = narrow.map_or(Ok(0), |table| table.write_to(out))?;
            Ok::<_, io::Error>(narrow + wide.map_or(Ok(0), |table| table.write_to(out))?)
        })?;
        write_numbers(out, &[entries])?;
        Ok(entries)
    }

    /// Adds what was written to what is known, and returns the number of entries. Boards of more than 64 cells are
    /// taken where the game `has_wide` ones, and boards at all where it has rules for them.
    pub(crate) fn read_from(
        &self,
        input: &mut dyn Read,
        has_wide: bool,
        has_rules_for: &HasRules<'_>,
        run: &Run,
    ) -> Result<u64, NotTaken> {
        let (mut block, mut entries) = (Vec::new(), 0);
        match read_block(input, &mut block)? {
            (0, words) if words.len() == 2 && (has_wide || words[1] == 0) => {
                let buckets = |buckets: u64| usize::try_from(buckets).unwrap_or(usize::MAX);
                let too_large = |buckets: u64, bytes_of_one: usize| {
                    let bytes = buckets.saturating_mul(bytes_of_one as u64);
                    run.check().map_or_else(NotTaken::Stopped, |()| NotTaken::TooLarge(bytes))
                };
                if !self.reserve_narrow(buckets(words[0]), run) {
                    return Err(too_large(words[0], bytes::<u64>(1)));
                }
                if words[1] > 0 && !self.reserve_wide(buckets(words[1]), run) {
                    return Err(too_large(words[1], bytes::<u128>(1)));
                }
            }
            _ => return Err(NotTaken::Damaged("it does not begin with the sizes of its tables")),
        }
        loop {
            let (bits, words) = read_block(input, &mut block)?;
            match bits {
                0 if words[..] == [entries] => return Ok(entries),
                64 => {
                    add_block(
                        self.small(),
                        |tables, part, data| tables.narrow.add_written(part, data, has_rules_for),
                        &words,
                        run,
                    )?;
                    entries += (words.len() / entry_words::<u64>()) as u64;
                }
                128 if has_wide => {
                    add_block(
                        self.large(),
                        |tables, part, data| tables.wide().add_written(part, data, has_rules_for),
                        &words,
                        run,
                    )?;
                    entries += (words.len() / entry_words::<u128>()) as u64;
                }
                _ => return Err(NotTaken::Damaged("a block is of no such boards")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // in a test, a panic is the report

    use super::super::entry::Answer;
    use super::*;
    use crate::proof_numbers::ProofNumbers;
    use grundy_core::Limits;
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Boards of both words, with answers and proof numbers.
    fn filled(boards: u64) -> Answers {
        let (answers, run) = (Answers::default(), Run::unlimited());
        for cells in 1..=boards {
            let part = Packed { cells, columns: 5 };
            answers.small().with(&run, |tables| {
                tables.narrow.settle(part, (cells % 7) as u32, cells);
                tables.narrow.exclude(Packed { columns: 6, ..part }, 1 << (cells % 20), cells);
                tables.narrow.note(part, 3, ProofNumbers { proof: cells, disproof: 2 }, 1);
            });
            let large = Packed { cells: u128::from(cells) << 60 | 1, columns: 10 };
            answers.large().with(&run, |tables| tables.wide().settle(large, 2, cells));
        }
        answers
    }

    fn written(answers: &Answers) -> Vec<u8> {
        let mut bytes = Vec::new();
        answers.write_to(&mut bytes).unwrap();
        bytes
    }

    fn entries(answers: &Answers) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        answers.visit(|narrow, wide| {
            let mut add = |part: String, data: Data| {
                all.insert(format!("{part} {:?} {:?}", data.answer(), data.numbers()));
            };
            narrow.unwrap().pieces().for_each(|words| {
                AnswerTable::<u64>::each_entry_of(words, |part, data| add(format!("{part:?}"), data));
            });
            wide.unwrap().pieces().for_each(|words| {
                AnswerTable::<u128>::each_entry_of(words, |part, data| add(format!("{part:?}"), data));
            });
        });
        all
    }

    /// A game that has rules for all boards.
    const ALL: fn(u32, u32) -> bool = |_, _| true;

    fn why_not(bytes: &[u8]) -> &'static str {
        match Answers::default().read_from(&mut &*bytes, true, &ALL, &Run::unlimited()) {
            Err(NotTaken::Damaged(why)) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_written_is_read_and_written_as_it_was() {
        let first = filled(5_000);
        let bytes = written(&first);
        let again = Answers::default();
        let count = again.read_from(&mut bytes.as_slice(), true, &ALL, &Run::unlimited()).unwrap();
        assert_eq!((count, again.len()), (first.len() as u64, first.len()));
        assert_eq!(entries(&again), entries(&first));
        assert_eq!(written(&again), bytes);
        assert_eq!(again.small().with(&Run::unlimited(), |tables| tables.narrow.buckets()), 1 << 13);
    }

    #[test]
    fn what_memory_has_no_room_for_and_what_is_stopped_is_not_taken() {
        let first = filled(20_000);
        let run = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() });
        let read = Answers::default().read_from(&mut written(&first).as_slice(), true, &ALL, &run);
        assert!(matches!(read, Err(NotTaken::TooLarge(bytes)) if bytes > 1 << 20), "{read:?}");
        assert_eq!(run.memory_left(), Some(1 << 20));
        let stopped = Run::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
        let read = Answers::default().read_from(&mut written(&first).as_slice(), true, &ALL, &stopped);
        assert!(matches!(read, Err(NotTaken::Stopped(_))), "{read:?}");
    }

    #[test]
    fn damage_is_told() {
        let bytes = written(&filled(40));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            why_not(&damaged);
            assert_eq!(why_not(&bytes[..at]), "it ends too early");
        }
        let narrow_only = Answers::default().read_from(&mut bytes.as_slice(), false, &ALL, &Run::unlimited());
        assert!(matches!(narrow_only, Err(NotTaken::Damaged(_))), "{narrow_only:?}");
    }

    /// Bytes whose checksums are right, with one entry.
    fn forged(bits: u32, words: &[u64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_numbers(&mut bytes, &[1 << 10, 1 << 10]).unwrap();
        let mut block = vec![0; HEADER];
        words.iter().for_each(|word| block.extend(word.to_le_bytes()));
        write_block(&mut bytes, bits, &mut block).unwrap();
        write_numbers(&mut bytes, &[1]).unwrap();
        bytes
    }

    #[test]
    fn forged_entries_are_about_boards_or_refused() {
        let run = || Run::new(Limits { memory: Some(1 << 26), ..Limits::default() });
        let read = |bytes: &[u8]| {
            let answers = Answers::default();
            answers.read_from(&mut &*bytes, true, &ALL, &run()).map(|_| answers.len())
        };
        let known =
            |columns: u32, nimber: u64| Data::of_answer(columns, Answer::Known(0), 1).0 | nimber << 28;
        assert_eq!(read(&forged(64, &[0b111, known(5, 3)])).unwrap(), 1);
        assert_eq!(read(&forged(128, &[1, 1 << 63, 16, known(16, 3)])).unwrap(), 1);
        let no_boards = [
            forged(64, &[0, known(5, 3)]),
            forged(64, &[0b111, known(0, 3)]),
            forged(64, &[1 << 63, known(60, 3)]),
            forged(64, &[0b111, known(5, 200)]),
            forged(64, &[0b111, 5]),
            forged(128, &[1, 1 << 63, 0, known(1, 3)]),
            forged(128, &[1, 1 << 63, 16 | 1 << 32, known(16, 3)]),
            forged(128, &[1, 1 << 63, 1 << 31, known(63, 3)]),
        ];
        for bytes in no_boards {
            assert!(
                matches!(read(&bytes), Err(NotTaken::Damaged("an entry is about no board"))),
                "{bytes:?}"
            );
        }
        let of_two_rows = forged(64, &[0b10_0001, known(5, 3)]);
        let by_a_game_of_rows = |most: u32| {
            let answers = Answers::default();
            answers.read_from(&mut of_two_rows.as_slice(), true, &|rows, _| rows <= most, &run())
        };
        assert!(by_a_game_of_rows(2).is_ok());
        assert!(matches!(by_a_game_of_rows(1), Err(NotTaken::Damaged("an entry is about no board"))));
        // Proof numbers of 0 would say that the work is done; the other entry is one that a thread was writing.
        for data in [5 | 3 << 6, 5 | 31 << 6] {
            assert_eq!(read(&forged(64, &[0b111, data])).unwrap(), 0);
        }
        let mut huge = Vec::new();
        write_numbers(&mut huge, &[1 << 60, 0]).unwrap();
        assert!(matches!(read(&huge), Err(NotTaken::TooLarge(u64::MAX))));
        assert_eq!(why_not(&forged(64, &[0b111])), "a block ends within an entry");
        assert_eq!(why_not(&forged(32, &[0b111, known(5, 3)])), "a block is of no such boards");
    }
}
