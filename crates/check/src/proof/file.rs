//! A proof as a file: lines of text, then blocks of bytes. docs/formats.md tells it to the byte.

use super::bytes::{Cursor, crc32, put};
use super::games::{ProofGame, ProofGames};
use super::part::{PackedCells, ProofPart};
use super::refusal::ProofRefusal;
use grundy_core::{Convention, Outcome};
use std::fmt::Write;

/// The first line of the file.
pub const PROOF_TITLE: &str = "grundy proof 1";

/// What is said of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofClaim {
    /// The position, as the program writes it.
    pub position: String,
    /// Who wins.
    pub outcome: Outcome,
    /// Its nimber, under normal play, where it is claimed.
    pub nimber: Option<u64>,
    /// All moves that win, in reading order, where they are claimed.
    pub winning: Option<Vec<String>>,
}

/// The positions that a proof stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofBody {
    /// Normal play: parts with their nimbers, in the order of parts.
    Couples(Vec<(ProofPart, u64)>),
    /// Misère play: parts in order, and sums that are P-positions. A sum is a sorted list of numbers of parts: 0 is a
    /// single move, written `*1`, and the first part has number 1.
    Sums {
        /// The parts.
        parts: Vec<ProofPart>,
        /// The sums, in lexicographical order.
        sums: Vec<Box<[u32]>>,
    },
}

/// A proof as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    /// How the games are played.
    pub convention: Convention,
    /// The games of all parts and claims.
    pub games: Vec<ProofGame>,
    /// What is claimed.
    pub claims: Vec<ProofClaim>,
    /// The lemmas that it may use, sorted.
    pub lemmas: Vec<String>,
    /// What proves the claims.
    pub body: ProofBody,
}

/// A block has at most this many members.
const MEMBERS_A_BLOCK: usize = 4096;
const PARTS: u8 = 0;
const SUMS: u8 = 1;

impl ProofBody {
    /// How many couples there are, or sums.
    pub fn len(&self) -> usize {
        match self {
            ProofBody::Couples(couples) => couples.len(),
            ProofBody::Sums { sums, .. } => sums.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl ProofFile {
    /// Some part that is larger than a file may hold, by the rules of its games: [`read`](ProofFile::read) would refuse
    /// it. Parts that a lemma tells are in no file.
    pub fn too_large(&self, games: &ProofGames) -> Option<&ProofPart> {
        let mut parts: Box<dyn Iterator<Item = &ProofPart>> = match &self.body {
            ProofBody::Couples(couples) => Box::new(couples.iter().map(|(part, _)| part)),
            ProofBody::Sums { parts, .. } => Box::new(parts.iter()),
        };
        parts.find(|part| part.bits(games.rules(part.game).width()) > MOST_BITS)
    }

    /// Whether bytes begin as a proof does.
    pub fn is_title(bytes: &[u8]) -> bool {
        bytes.starts_with(b"grundy proof ")
    }

    /// The rules of its games.
    ///
    /// # Errors
    /// When there are none of one of them.
    pub fn rules(&self) -> Result<ProofGames, ProofRefusal> {
        let positions: Vec<&str> = self.claims.iter().map(|claim| claim.position.as_str()).collect();
        Ok(ProofGames::new(&self.games, &positions, self.convention, &self.lemmas)?)
    }

    /// The bytes of the file: the same proof has the same bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = self.head().into_bytes();
        let sum = crc32(&out);
        out.extend(format!("head {sum:08x}\n").bytes());
        match &self.body {
            ProofBody::Couples(couples) => put_parts(&mut out, couples, |couple| (&couple.0, Some(couple.1))),
            ProofBody::Sums { parts, sums } => {
                put_parts(&mut out, parts, |part| (part, None));
                put_sums(&mut out, sums);
            }
        }
        out
    }

    fn head(&self) -> String {
        let mut head = format!("{PROOF_TITLE}\nconvention {}\n", self.convention);
        for game in &self.games {
            let _ = writeln!(head, "game {}", game.heading);
            for line in game.rules.iter().flat_map(|text| text.lines()) {
                let _ = writeln!(head, "rules {line}");
            }
        }
        for claim in &self.claims {
            let _ = writeln!(head, "position {}\noutcome {}", claim.position, letter(claim.outcome));
            if let Some(nimber) = claim.nimber {
                let _ = writeln!(head, "nimber {nimber}");
            }
            if let Some(winning) = &claim.winning {
                let _ = writeln!(
                    head,
                    "{}",
                    ["winning"]
                        .into_iter()
                        .chain(winning.iter().map(String::as_str))
                        .collect::<Vec<_>>()
                        .join(" ")
                );
            }
        }
        let lemmas = if self.lemmas.is_empty() { "none".to_owned() } else { self.lemmas.join(" ") };
        let _ = writeln!(head, "lemmas {lemmas}");
        let _ = match &self.body {
            ProofBody::Couples(couples) => writeln!(head, "couples {}", couples.len()),
            ProofBody::Sums { parts, sums } => writeln!(head, "parts {}\nsums {}", parts.len(), sums.len()),
        };
        head
    }

    /// Reads a file. Nothing is taken on trust: no count is used to make room, and what is not written as
    /// [`bytes`](ProofFile::bytes) writes it is refused.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and where.
    pub fn read(bytes: &[u8]) -> Result<ProofFile, ProofRefusal> {
        let mut head = Head { bytes, at: 0, line: 0 };
        let (mut file, counts) = head.read()?;
        let start = head.at;
        let games = file.rules()?;
        let mut cursor = Cursor::new(&bytes[start..], start);
        let mut couples: Vec<(ProofPart, u64)> = Vec::new();
        let mut sums: Vec<Box<[u32]>> = Vec::new();
        while !cursor.is_at_end() {
            let (length, sum) = (cursor.word()?, cursor.word()?);
            let from = cursor.offset();
            let payload = cursor.take(length as usize)?;
            if crc32(payload) != sum {
                return Err(ProofRefusal::byte(
                    from,
                    "the bytes of a block are damaged: its sum is another one",
                ));
            }
            let mut block = Cursor::new(payload, from);
            match block.take(1)?[0] {
                PARTS => take_parts(&mut block, &games, counts.is_misere(), &mut couples)?,
                SUMS => take_sums(&mut block, &mut sums)?,
                _ => return Err(ProofRefusal::byte(from, "there is no such sort of block")),
            }
        }
        file.body = match file.convention {
            Convention::Normal => ProofBody::Couples(couples),
            Convention::Misere => {
                ProofBody::Sums { parts: couples.into_iter().map(|(part, _)| part).collect(), sums }
            }
        };
        if let Some(told) = absent_part(&file.body) {
            return Err(ProofRefusal::byte(bytes.len(), &told));
        }
        if !counts.are_those_of(&file.body) {
            return Err(ProofRefusal::byte(bytes.len(), "there are not as many members as the head says"));
        }
        let written = file.bytes();
        if written != bytes {
            let equal = written.iter().zip(bytes).take_while(|(one, other)| one == other).count();
            return Err(ProofRefusal::byte(
                equal,
                "this is not how a proof is written: the same proof has the same bytes",
            ));
        }
        Ok(file)
    }
}

/// What is wrong where a sum names a part that is not there.
fn absent_part(body: &ProofBody) -> Option<String> {
    let ProofBody::Sums { parts, sums } = body else { return None };
    let absent = |&&number: &&u32| number as usize > parts.len();
    let number = sums.iter().flat_map(|sum| sum.iter()).find(absent)?;
    Some(format!("a sum names part {number} of {}", parts.len()))
}

fn letter(outcome: Outcome) -> &'static str {
    if outcome == Outcome::P { "P" } else { "N" }
}

/// The numbers of members that the head tells.
enum Counts {
    Couples(u64),
    Sums { parts: u64, sums: u64 },
}

impl Counts {
    fn is_misere(&self) -> bool {
        matches!(self, Counts::Sums { .. })
    }

    fn are_those_of(&self, body: &ProofBody) -> bool {
        match (self, body) {
            (Counts::Couples(told), ProofBody::Couples(couples)) => *told == couples.len() as u64,
            (Counts::Sums { parts: told, sums: told_sums }, ProofBody::Sums { parts, sums }) => {
                (*told, *told_sums) == (parts.len() as u64, sums.len() as u64)
            }
            _ => false,
        }
    }
}

/// The head of a file, read line by line.
struct Head<'b> {
    bytes: &'b [u8],
    at: usize,
    line: usize,
}

impl<'b> Head<'b> {
    fn peek(&self) -> Result<&'b str, ProofRefusal> {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|&byte| byte == b'\n');
        let end =
            end.ok_or_else(|| ProofRefusal::line(self.line + 1, "the head of the proof does not end"))?;
        std::str::from_utf8(&rest[..end])
            .map_err(|_| ProofRefusal::line(self.line + 1, "this line is no text"))
    }

    fn next(&mut self) -> Result<&'b str, ProofRefusal> {
        let line = self.peek()?;
        self.at += line.len() + 1;
        self.line += 1;
        Ok(line)
    }

    fn wrong(&self, message: &str) -> ProofRefusal {
        ProofRefusal::line(self.line, message)
    }

    /// The rest of the next line, which begins with a word.
    fn after(&mut self, word: &str) -> Result<&'b str, ProofRefusal> {
        let expected = format!("a line `{word} ...` is expected here");
        let line = self.next()?;
        line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')).ok_or_else(|| self.wrong(&expected))
    }

    /// Whether the next line begins with a word.
    fn has(&self, word: &str) -> Result<bool, ProofRefusal> {
        Ok(self.peek()?.split(' ').next() == Some(word))
    }

    fn number(&mut self, word: &str) -> Result<u64, ProofRefusal> {
        let number = self.after(word)?.parse();
        number.map_err(|_| self.wrong("this is no number, or too large"))
    }

    fn read(&mut self) -> Result<(ProofFile, Counts), ProofRefusal> {
        if self.next()? != PROOF_TITLE {
            return Err(self.wrong(&format!("a proof begins with `{PROOF_TITLE}`")));
        }
        let convention = match self.after("convention")? {
            "normal" => Convention::Normal,
            "misere" => Convention::Misere,
            _ => return Err(self.wrong("the convention is `normal` or `misere`")),
        };
        let mut games: Vec<ProofGame> = Vec::new();
        while self.has("game")? {
            let heading = self.after("game")?.to_owned();
            let mut rules: Option<String> = None;
            while self.has("rules")? {
                let text = rules.get_or_insert_default();
                *text += self.after("rules")?;
                text.push('\n');
            }
            games.push(ProofGame { heading, rules });
        }
        let mut claims = Vec::new();
        while self.has("position")? {
            claims.push(self.claim()?);
        }
        let lemmas = match self.after("lemmas")? {
            "none" => Vec::new(),
            "" => return Err(self.wrong("`lemmas` is followed by their names, or by `none`")),
            names => names.split(' ').map(str::to_owned).collect(),
        };
        let counts = match convention {
            Convention::Normal => Counts::Couples(self.number("couples")?),
            Convention::Misere => Counts::Sums { parts: self.number("parts")?, sums: self.number("sums")? },
        };
        let sum = crc32(&self.bytes[..self.at]);
        if self.after("head")? != format!("{sum:08x}") {
            return Err(self.wrong("the head is damaged: its sum is another one"));
        }
        let body = ProofBody::Couples(Vec::new());
        Ok((ProofFile { convention, games, claims, lemmas, body }, counts))
    }

    fn claim(&mut self) -> Result<ProofClaim, ProofRefusal> {
        let position = self.after("position")?.to_owned();
        let outcome = match self.after("outcome")? {
            "N" => Outcome::N,
            "P" => Outcome::P,
            _ => return Err(self.wrong("the outcome is `N` or `P`")),
        };
        let nimber = if self.has("nimber")? { Some(self.number("nimber")?) } else { None };
        let winning = match self.has("winning")? {
            true => Some(self.next()?.split(' ').skip(1).map(str::to_owned).collect()),
            false => None,
        };
        Ok(ProofClaim { position, outcome, nimber, winning })
    }
}

fn put_block(out: &mut Vec<u8>, payload: &[u8]) {
    out.extend((payload.len() as u32).to_le_bytes());
    out.extend(crc32(payload).to_le_bytes());
    out.extend(payload);
}

/// Writes parts, a block for those of the same game and sides, at most [`MEMBERS_A_BLOCK`].
fn put_parts<T>(out: &mut Vec<u8>, members: &[T], of: impl Fn(&T) -> (&ProofPart, Option<u64>)) {
    let sides = |member: &T| {
        let (part, _) = of(member);
        (part.game, part.rows, part.columns)
    };
    for alike in members.chunk_by(|one, other| sides(one) == sides(other)) {
        for chunk in alike.chunks(MEMBERS_A_BLOCK) {
            let (game, rows, columns) = sides(&chunk[0]);
            let mut payload = vec![PARTS];
            [game, rows, columns].into_iter().for_each(|number| put(&mut payload, number.into()));
            put(&mut payload, chunk.len() as u128);
            let (mut least, mut last): (u128, &[u8]) = (0, &[]);
            for (part, nimber) in chunk.iter().map(&of) {
                match &part.cells {
                    PackedCells::Few(cells) => {
                        // What is not in order is written all the same, and refused by whoever reads it.
                        put(&mut payload, cells.wrapping_sub(least));
                        least = cells.wrapping_add(1);
                    }
                    PackedCells::Many(cells) => {
                        let shared = cells.iter().zip(last).take_while(|(one, other)| one == other).count();
                        put(&mut payload, shared as u128);
                        payload.extend(&cells[shared..]);
                        last = cells;
                    }
                }
                nimber.iter().for_each(|&nimber| put(&mut payload, nimber.into()));
            }
            put_block(out, &payload);
        }
    }
}

fn take_parts(
    block: &mut Cursor<'_>,
    games: &ProofGames,
    is_misere: bool,
    members: &mut Vec<(ProofPart, u64)>,
) -> Result<(), ProofRefusal> {
    let (game, rows, columns) = (block.small::<u16>()?, block.small::<u16>()?, block.small::<u16>()?);
    if usize::from(game) >= games.count() {
        return Err(block.wrong("there is no such game"));
    }
    let empty = ProofPart { game, rows, columns, cells: PackedCells::Few(0) };
    let bits = empty.bits(games.rules(game).width());
    if bits > MOST_BITS {
        return Err(block.wrong("a board is too large"));
    }
    let mut count: usize = block.small()?;
    let (mut least, mut last): (u128, Box<[u8]>) = (0, Box::default());
    while !block.is_at_end() {
        let cells = if bits <= 128 {
            let cells =
                least.checked_add(block.number()?).ok_or_else(|| block.wrong("a number is too large"))?;
            least = cells.wrapping_add(1);
            PackedCells::Few(cells)
        } else {
            let shared: usize = block.small()?;
            let shared = last.get(..shared).ok_or_else(|| block.wrong("more is shared than there is"))?;
            last = [shared, block.take(bits.div_ceil(8) - shared.len())?].concat().into();
            PackedCells::Many(last.clone())
        };
        let part = ProofPart { cells, ..empty.clone() };
        games.rules(game).check_part(&part).map_err(|told| block.wrong(&told))?;
        if members.last().is_some_and(|(before, _)| *before >= part) {
            return Err(block.wrong("the parts are not in order"));
        }
        let nimber = if is_misere { 0 } else { block.small()? };
        members.push((part, nimber));
        count = count.checked_sub(1).ok_or_else(|| block.wrong("the block has more members than it says"))?;
    }
    if count == 0 { Ok(()) } else { Err(block.wrong("the block has fewer members than it says")) }
}

/// A part has at most this many bits: a board of 1,024 cells with 128 signs.
const MOST_BITS: usize = 1024 * 7;

fn put_sums(out: &mut Vec<u8>, sums: &[Box<[u32]>]) {
    for chunk in sums.chunks(MEMBERS_A_BLOCK) {
        let mut payload = vec![SUMS];
        put(&mut payload, chunk.len() as u128);
        let mut last: &[u32] = &[];
        for sum in chunk {
            let shared = sum.iter().zip(last).take_while(|(one, other)| one == other).count();
            put(&mut payload, shared as u128);
            put(&mut payload, (sum.len() - shared) as u128);
            let mut before = sum[..shared].last().copied().unwrap_or(0);
            for &part in &sum[shared..] {
                put(&mut payload, part.wrapping_sub(before).into());
                before = part;
            }
            last = sum;
        }
        put_block(out, &payload);
    }
}

fn take_sums(block: &mut Cursor<'_>, sums: &mut Vec<Box<[u32]>>) -> Result<(), ProofRefusal> {
    let mut count: usize = block.small()?;
    let mut last: Vec<u32> = Vec::new();
    while !block.is_at_end() {
        let shared: usize = block.small()?;
        if shared > last.len() {
            return Err(block.wrong("more is shared than there is"));
        }
        last.truncate(shared);
        let more: usize = block.small()?;
        for _ in 0..more {
            let step: u32 = block.small()?;
            let part = last.last().copied().unwrap_or(0).checked_add(step);
            last.push(part.ok_or_else(|| block.wrong("a number is too large"))?);
        }
        if sums.last().is_some_and(|before| **before >= *last) {
            return Err(block.wrong("the sums are not in order"));
        }
        sums.push(last.clone().into());
        count = count.checked_sub(1).ok_or_else(|| block.wrong("the block has more members than it says"))?;
    }
    if count == 0 { Ok(()) } else { Err(block.wrong("the block has fewer members than it says")) }
}
