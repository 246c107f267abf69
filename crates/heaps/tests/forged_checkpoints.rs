//! Altered checkpoints whose sum is right again: they prove nothing false, and ask for no more memory than
//! true ones.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{Limits, Progress, Run, StopReason};
use grundy_heaps::{
    CheckpointError, ClaimVerdict, Code, EngineError, Memory, Period, Sequence, SequenceError,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Counts the bytes that are held, and the most that ever were.
struct Counted;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed to the system's allocator as it is.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

fn within(memory: u64) -> Run {
    Run::new(Limits { memory: Some(memory), ..Limits::default() })
}

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

fn known(text: &str, terms: u64) -> Sequence {
    let mut sequence = Sequence::new(&code(text));
    sequence.extend_to(terms, &Run::unlimited()).unwrap();
    sequence
}

/// The sum of a checkpoint, worked out again.
fn summed(mut body: Vec<u8>) -> Vec<u8> {
    let hash = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    body.extend(hash.to_le_bytes());
    body
}

/// A checkpoint without its sum, and where its fields are, with their bytes: all but the nimbers themselves.
struct Fields {
    body: Vec<u8>,
    places: Vec<(usize, usize)>,
    /// Where nimbers stand, and their bytes each.
    nimbers: Vec<(usize, usize, usize)>,
}

impl Fields {
    fn of(sequence: &Sequence) -> Fields {
        let bytes = sequence.checkpoint();
        let mut fields =
            Fields { body: bytes[..bytes.len() - 8].to_vec(), places: Vec::new(), nimbers: Vec::new() };
        fields.walk();
        fields
    }

    fn number(&self, place: usize, bytes: usize) -> usize {
        self.body[place..place + bytes].iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    }

    fn walk(&mut self) {
        let mut at = 12;
        let mut field = |fields: &mut Fields, bytes: usize| {
            fields.places.push((at, bytes));
            let number = fields.number(at, bytes);
            at += bytes;
            number
        };
        field(self, 4);
        field(self, 8);
        let length = field(self, 4);
        for _ in 0..length {
            field(self, 1);
        }
        field(self, 1);
        if field(self, 1) == 1 {
            field(self, 8);
            field(self, 8);
        }
        let kind = field(self, 1);
        if kind < 2 {
            at = self.list(at, [4, 2][kind]);
        } else {
            for bytes in [4, 1, 1, 8, 8] {
                self.places.push((at, bytes));
                at += bytes;
            }
            let rares = self.number(at, 8);
            self.places.push((at, 8));
            at += 8;
            for _ in 0..rares {
                self.places.extend([(at, 8), (at + 8, 4)]);
                at += 12;
            }
            at = self.list(at, 1);
            self.places.push((at, 8));
            at = self.list(at + 8, 1);
        }
        self.places.push((at, 1));
        if self.number(at, 1) == 1 {
            self.places.push((at + 1, 8));
            at = self.list(at + 9, 2);
            self.places.push((at, 8));
            at += 8 + 8 * self.number(at, 8);
        } else {
            at += 1;
        }
        assert_eq!(at, self.body.len(), "every field is met");
    }

    /// A count and its items.
    fn list(&mut self, at: usize, bytes: usize) -> usize {
        let count = self.number(at, 8);
        self.places.push((at, 8));
        self.nimbers.push((at + 8, bytes, count));
        at + 8 + count * bytes
    }

    fn altered(&self, place: usize, bytes: &[u8]) -> Vec<u8> {
        let mut body = self.body.clone();
        body[place..place + bytes.len()].copy_from_slice(bytes);
        summed(body)
    }

    /// All items of a list replaced.
    fn with_nimbers(&self, list: usize, nimber: impl Fn(usize) -> u64) -> Vec<u8> {
        let (place, bytes, count) = self.nimbers[list];
        let items = (0..count).flat_map(|heap| nimber(heap).to_le_bytes()[..bytes].to_vec());
        self.altered(place, &items.collect::<Vec<u8>>())
    }
}

/// A run that stops once more heaps than these are known.
fn until(most: u64) -> Run {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    let stop = move |progress: &Progress| flag.store(progress.done > most, Ordering::Relaxed);
    Run::unlimited().with_cancel(cancel).with_sink(stop)
}

/// Proves as far as some hundred looks go.
fn prove(sequence: &mut Sequence, limit: u64, claim: Option<(u64, u64)>) -> Option<Period> {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    let mut looks = 0;
    let look = move |_: &Progress| {
        looks += 1;
        flag.store(looks > 300, Ordering::Relaxed);
    };
    let run = Run::unlimited().with_cancel(cancel).with_sink(look);
    match claim {
        None => sequence.prove(limit, &run).ok().flatten(),
        Some((preperiod, period)) => match sequence.prove_claimed(preperiod, period, &run) {
            Ok(ClaimVerdict::Proved(period) | ClaimVerdict::Other(period)) => Some(period),
            _ => None,
        },
    }
}

#[test]
fn altered_nimbers_prove_nothing() {
    // Nimbers of a sequence that has no known period, or a late one, made to repeat.
    for (text, terms, list) in
        [("0.007", 2_000, 0), ("0.04", 1_500, 0), ("0.3F", 300, 0), ("subtraction(2,7,30)", 2_000, 0)]
    {
        let fields = Fields::of(&known(text, terms));
        for (period, offset) in [(1, 0), (2, 0), (3, 1), (7, 0)] {
            let forged = fields.with_nimbers(list, |heap| ((heap + offset) % period).min(heap) as u64);
            let mut sequence = Sequence::resume(&code(text), &forged).unwrap();
            assert_eq!((sequence.proved(), sequence.believed()), (None, sequence.known()));
            let proved = sequence.prove(sequence.known(), &Run::unlimited());
            assert!(
                matches!(proved, Err(SequenceError::Engine(EngineError::Checkpoint { .. })))
                    || proved == Ok(None),
                "{text}: {proved:?}"
            );
            let told = sequence.prove_claimed(5, period as u64, &Run::unlimited());
            assert!(!matches!(told, Ok(ClaimVerdict::Proved(_))), "{text}: {told:?}");
        }
    }
    // The bytes of a sparse space: common indices that repeat.
    let fields = Fields::of(&known("0.16", 30_000));
    let (place, _, count) = *fields.nimbers.last().unwrap();
    for period in [1, 4, 60] {
        let mut bytes = fields.body[place..place + count].to_vec();
        for (heap, byte) in bytes.iter_mut().enumerate().skip(14_000) {
            *byte = (heap % period) as u8 % 8;
        }
        let mut sequence = Sequence::resume(&code("0.16"), &fields.altered(place, &bytes)).unwrap();
        let proved = sequence.prove(sequence.known(), &Run::unlimited());
        assert!(
            matches!(proved, Err(SequenceError::Engine(EngineError::Checkpoint { heap: 14_000.. }))),
            "{proved:?}"
        );
    }
    // True ones beside them.
    for (text, terms, period) in
        [("0.07", 1_000, 34), ("0.16", 300_000, 149_459), ("subtraction(1,2)", 100, 3), ("0.8", 200, 3)]
    {
        let mut sequence = Sequence::resume(&code(text), &known(text, terms).checkpoint()).unwrap();
        let proved = sequence.prove(1_000_000, &Run::unlimited()).unwrap().unwrap();
        assert_eq!((proved.period, sequence.believed()), (period, 0), "{text}");
    }
}

#[test]
fn what_is_kept_for_a_claim_is_not_believed() {
    let (text, claim) = ("0.16", (2_100_000, 149_460));
    let mut sequence = Sequence::claiming(&code(text), claim.0, claim.1);
    assert!(sequence.prove_claimed(claim.0, claim.1, &until(2_180_000)).is_err());
    let fields = Fields::of(&sequence);
    // All that is kept and all common heaps are worth the same, so the false claim seems true.
    let lists = fields.nimbers.len();
    assert_eq!((sequence.memory(), lists), (Memory::Bounded, 3));
    let mut body = fields.body.clone();
    let (place, _, count) = fields.nimbers[1];
    body[place + 14_000..place + count].fill(0);
    let value = sequence.nimber(0).unwrap(); // 0
    let (place, _, count) = fields.nimbers[2];
    body[place..place + 2 * count].fill(value as u8);
    for bytes in [summed(body), fields.with_nimbers(2, |_| 7), fields.with_nimbers(2, |heap| heap as u64 % 5)]
    {
        let Ok(mut forged) = Sequence::resume(&code(text), &bytes) else { continue };
        let verdict = forged.prove_claimed(claim.0, claim.1, &Run::unlimited());
        assert!(!matches!(verdict, Ok(ClaimVerdict::Proved(_))), "{verdict:?}");
    }
}

#[test]
fn every_field_altered_to_any_size_is_refused_or_harmless() {
    let bounded = || {
        let mut sequence = Sequence::with_memory(&code("0.16"), Memory::Bounded);
        assert!(sequence.prove_claimed(105_351, 149_459, &until(200_000)).is_err());
        sequence
    };
    let bases = [
        (known("0.07", 60), None),
        (known("allbut(1,4)", 200), None),
        (known("subtraction(2,5)", 200), None),
        (known("0.3F", 100), None),
        (known("0.156", 2_500), None),
        (known("0.127", 9_000), None),
        (bounded(), Some((105_351, 149_459))),
    ];
    let (mut resumed, mut refused) = (0, 0);
    for (sequence, claim) in &bases {
        let fields = Fields::of(sequence);
        let truth = match claim {
            None => Sequence::new(sequence.code())
                .prove(20_000.min(10 * sequence.known()), &Run::unlimited())
                .unwrap(),
            Some(_) => None,
        };
        let many = fields.places.len() > 120;
        for (number, &(place, bytes)) in fields.places.iter().enumerate() {
            // Of a long list of rare heaps, some.
            if many && number > 40 && number + 12 < fields.places.len() && number % 97 > 1 {
                continue;
            }
            let old = fields.number(place, bytes) as u64;
            let values = [
                0,
                1,
                2,
                old ^ 1,
                old.wrapping_add(64),
                old.wrapping_sub(64),
                255,
                u64::MAX,
                1 << 40,
                (1 << 55) + 64,
                1 << 62,
            ];
            for value in values {
                let forged = fields.altered(place, &value.to_le_bytes()[..bytes]);
                let before = HELD.load(Ordering::Relaxed);
                MOST.store(before, Ordering::Relaxed);
                match Sequence::resume_within(sequence.code(), &forged, &within(100_000_000)) {
                    Ok(mut again) => {
                        let proved = prove(&mut again, 20_000.min(10 * sequence.known()), *claim);
                        let is_true = proved.is_none()
                            || proved.as_ref().map(|period| period.period)
                                == truth.as_ref().map(|period| period.period)
                            || claim.is_some_and(|claim| {
                                proved.as_ref().is_some_and(|period| period.period == claim.1)
                            });
                        assert!(is_true, "field {number} of {}: {value}: {proved:?}", sequence.code());
                        resumed += 1;
                    }
                    Err(_) => refused += 1,
                }
                let held = MOST.load(Ordering::Relaxed).saturating_sub(before);
                // Other tests run beside this one.
                assert!(held < 400_000_000, "field {number} of {}: {value}: {held} bytes", sequence.code());
            }
        }
    }
    assert!(resumed > 50 && refused > 500, "{resumed} {refused}");
}

#[test]
fn the_reproducer_of_the_fault_asks_for_no_memory() {
    // The nimber of the last heap of an all-but set: one count for each nimber below it was made, 24 GB.
    let fields = Fields::of(&known("allbut(2,3,7)", 1_000));
    let (place, bytes, count) = fields.nimbers[0];
    let forged = fields.altered(place + (count - 1) * bytes, &3_000_000_000_u32.to_le_bytes());
    assert_eq!(Sequence::resume(&code("allbut(2,3,7)"), &forged).err(), Some(CheckpointError::Damaged));
    // What is true but does not fit is told by its size.
    let true_one = known("0.16", 20_000).checkpoint();
    let error = Sequence::resume_within(&code("0.16"), &true_one, &within(1_000)).err();
    assert!(matches!(error, Some(CheckpointError::Memory { needed: 1_001.. })), "{error:?}");
}

#[test]
fn a_checkpoint_is_read_within_the_limits_of_its_run() {
    let code = code("0.16");
    let mut sequence = Sequence::new(&code);
    sequence.extend_to(20_000, &Run::unlimited()).unwrap();
    let bytes = sequence.checkpoint();
    let late = Run::new(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    let pressed = Run::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    for (run, reason) in [(late, StopReason::Time), (pressed, StopReason::Cancelled)] {
        let Err(CheckpointError::Stopped(stopped)) = Sequence::resume_within(&code, &bytes, &run) else {
            panic!("it is not stopped by {reason}")
        };
        assert_eq!(stopped.reason, reason);
    }
}
