//! What an entry of the table of answers says, in one word.

use crate::proof_numbers::ProofNumbers;

/// The last word of an entry; those before it are the part. 0 is a free entry.
///
/// ```text
/// bits  0 ..  5   the columns of the part, 63 for more than that; 0 in a free entry
/// bits  6 .. 10   0: an answer. v + 1: proof numbers of "the part has the nimber v". 31: being written
/// bits 11 .. 22   counts the parts that the entry has been given to
/// bits 23 .. 27   the binary logarithm of the work on the part: of how many options were listed
/// bits 28 .. 63   an answer: bit 63 = 1: bits 28 .. 59 are the nimber
///                            bit 63 = 0: bit 28 + v: the nimber is not v
///                 proof numbers: two floating-point numbers of 18 bits
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Data(pub(super) u64);

/// What is known of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Its nimber.
    Known(u32),
    /// The values that it does not have, a bit each.
    Excluded(u32),
}

/// The largest value with a bit of its own, and with proof numbers of its own.
pub(super) const LARGEST_EXCLUDABLE: u32 = 28;

/// No board has a larger nimber: a move takes a cell at least.
const LARGEST_NIMBER: u64 = 128;

const KIND: u32 = 6;
const VERSION: u32 = 11;
const WORK: u32 = 23;
const PAYLOAD: u32 = 28;
const IS_KNOWN: u64 = 1 << 63;

/// The work on an answer counts for this many doublings more than that on proof numbers. Measured on six boards of Cram in
/// twelve tables that are too small for them: 1 takes 1.08 times the nodes of 3, and 5 takes 1.29 times.
const ANSWERS_COUNT_MORE: u32 = 3;

/// The kind of an entry that a thread is writing.
const WRITING: u64 = 31;

/// The bits of the fraction of a compact number.
const FRACTION: u32 = 12;

impl Data {
    pub(super) const BEING_WRITTEN: Data = Data(WRITING << KIND);

    fn new(columns: u32, kind: u64, work: u64, payload: u64) -> Data {
        let work = u64::from(work.max(1).ilog2().min(31));
        Data(u64::from(columns) | kind << KIND | work << WORK | payload << PAYLOAD)
    }

    pub(super) fn of_answer(columns: u32, answer: Answer, work: u64) -> Data {
        match answer {
            Answer::Known(nimber) => Data(Data::new(columns, 0, work, u64::from(nimber)).0 | IS_KNOWN),
            Answer::Excluded(values) => Data::new(columns, 0, work, u64::from(values)),
        }
    }

    pub(super) fn of_numbers(columns: u32, value: u32, numbers: ProofNumbers, work: u64) -> Data {
        let payload = compact(numbers.proof) << (FRACTION + 6) | compact(numbers.disproof);
        Data::new(columns, u64::from(value) + 1, work, payload)
    }

    /// The same entry of the count of `before`, or of the next one.
    pub(super) fn after(self, before: Data, is_other_part: bool) -> Data {
        let version = before.0 >> VERSION & 0xfff;
        let version = if is_other_part { (version + 1) & 0xfff } else { version };
        Data(self.0 & !(0xfff << VERSION) | version << VERSION)
    }

    /// The columns of the part, 63 for more than that.
    pub(super) fn mark(self) -> u32 {
        (self.0 & 0x3f) as u32
    }

    pub(super) fn kind(self) -> u32 {
        (self.0 >> KIND & 0x1f) as u32
    }

    pub(super) fn is_free(self) -> bool {
        self.mark() == 0
    }

    pub(super) fn is_being_written(self) -> bool {
        u64::from(self.kind()) == WRITING
    }

    /// What is lost with the entry: the binary logarithm of the work on it, raised for an answer.
    pub(super) fn worth(self) -> u32 {
        if self.kind() == 0 { self.work() + ANSWERS_COUNT_MORE } else { self.work() }
    }

    /// The binary logarithm of the work on the part.
    fn work(self) -> u32 {
        (self.0 >> WORK & 0x1f) as u32
    }

    /// The same entry as if it had taken next to no work.
    pub(super) fn without_worth(self) -> Data {
        Data(self.0 & !(0x1f << WORK))
    }

    /// The same entry with the work of another one, if that is more.
    fn with_work_of(self, other: Data) -> Data {
        Data(self.without_worth().0 | u64::from(self.work().max(other.work())) << WORK)
    }

    /// What this entry says together with an older one of the same part and kind.
    pub(super) fn joined_to(self, old: Data) -> Data {
        let joined = match (old.answer(), self.answer()) {
            (Some(Answer::Known(_)), _) => old,
            (Some(Answer::Excluded(before)), Some(Answer::Excluded(values))) => {
                Data(self.0 | u64::from(before | values) << PAYLOAD)
            }
            _ => self,
        };
        joined.with_work_of(old).with_work_of(self)
    }

    /// Whether this answer decides the statement that an older entry of the same part has the proof numbers of.
    pub(super) fn decides(self, old: Data) -> bool {
        match (old.numbers(), self.answer()) {
            (Some(_), Some(Answer::Known(_))) => true,
            (Some((value, _)), Some(Answer::Excluded(values))) => values >> value & 1 == 1,
            _ => false,
        }
    }

    pub(super) fn answer(self) -> Option<Answer> {
        let payload = (self.0 & !IS_KNOWN) >> PAYLOAD;
        (self.kind() == 0).then_some(match self.0 & IS_KNOWN {
            0 => Answer::Excluded(payload as u32),
            _ => Answer::Known(payload as u32),
        })
    }

    /// Whether an entry can have this data, by its kind.
    pub(super) fn is_sound(self) -> bool {
        let payload = (self.0 & !IS_KNOWN) >> PAYLOAD;
        match (self.answer(), self.numbers()) {
            (Some(Answer::Known(_)), _) => payload <= LARGEST_NIMBER,
            (Some(Answer::Excluded(_)), _) => (1..2 << LARGEST_EXCLUDABLE).contains(&payload),
            (_, Some((_, numbers))) => numbers.are_open(),
            (None, None) => false,
        }
    }

    /// The value and the proof numbers of an entry that is no answer.
    pub(super) fn numbers(self) -> Option<(u32, ProofNumbers)> {
        let (kind, payload) = (self.kind(), self.0 >> PAYLOAD);
        (1..=LARGEST_EXCLUDABLE + 1).contains(&kind).then(|| {
            let proof = expanded(payload >> (FRACTION + 6));
            (kind - 1, ProofNumbers { proof, disproof: expanded(payload & ((1 << (FRACTION + 6)) - 1)) })
        })
    }
}

/// A number as an exponent and a fraction, rounded down; numbers below 2^12 stay as they are.
fn compact(number: u64) -> u64 {
    let exponent = (64 - number.leading_zeros()).saturating_sub(FRACTION);
    match exponent {
        0 => number,
        _ => u64::from(exponent) << FRACTION | number >> exponent & ((1 << FRACTION) - 1),
    }
}

fn expanded(compact: u64) -> u64 {
    let (exponent, fraction) = (compact >> FRACTION, compact & ((1 << FRACTION) - 1));
    fraction << exponent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_numbers_are_near_and_never_larger() {
        for number in (0..5000).chain((12..61).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) * 3 / 2]))
        {
            let back = expanded(compact(number));
            assert!(back <= number && number - back <= number >> 11, "{number} {back}");
            assert!(compact(number) < 1 << 18);
        }
    }

    #[test]
    fn entries_are_read_as_they_were_written() {
        for answer in
            [Answer::Known(0), Answer::Known(300), Answer::Excluded(0), Answer::Excluded(0x1fff_ffff)]
        {
            let data = Data::of_answer(63, answer, 1 << 20);
            assert_eq!((data.answer(), data.mark(), data.worth()), (Some(answer), 63, 23));
            assert_eq!(data.numbers(), None);
        }
        let numbers = ProofNumbers { proof: 4000, disproof: 17 };
        let data = Data::of_numbers(5, LARGEST_EXCLUDABLE, numbers, 1);
        assert_eq!((data.answer(), data.numbers()), (None, Some((LARGEST_EXCLUDABLE, numbers))));
        assert!(Data(0).is_free() && Data::BEING_WRITTEN.is_being_written());
        assert_eq!(data.after(Data(u64::MAX), true).0 >> VERSION & 0xfff, 0);
    }
}
