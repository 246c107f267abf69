//! `Sequence::with_limit` is kept, whatever the engine: held to what the allocator was asked for.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{Limits, Run, StopReason};
use grundy_heaps::{CheckpointError, Code, EngineError, Sequence, SequenceError};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

fn within(memory: u64) -> Run {
    Run::new(Limits { memory: Some(memory), ..Limits::default() })
}

/// Counts the bytes that are held, and the most that ever were.
struct Counted;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn more(bytes: usize) {
    MOST.fetch_max(HELD.fetch_add(bytes, Ordering::Relaxed) + bytes, Ordering::Relaxed);
}

// SAFETY: every call is handed to the system's allocator as it is.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        more(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    // Large blocks move by their pages, so that the old and the new one are never held together.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        more(size);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// The counts are of the whole process, so one test is at work at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// The most bytes that were held while this was done, beside those before.
fn most_during<T>(act: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let done = act();
    (done, MOST.load(Ordering::Relaxed) - before)
}

/// What every engine takes beside, and what vectors have room for and do not use.
const BESIDE: usize = 8_000_000;

fn is_limit(stopped: &SequenceError) -> bool {
    matches!(stopped, SequenceError::Engine(EngineError::Limit { .. }))
}

/// Everything that can be asked of a sequence; how many heaps it knows, and the most bytes that were held.
fn asked(code: &str, limit: u64, proves: bool) -> (u64, usize) {
    let code: Code = code.parse().unwrap();
    most_during(|| {
        let mut sequence = Sequence::new(&code).with_limit(limit);
        let run = &Run::unlimited();
        let terms = u64::MAX >> 8;
        let end = if proves { sequence.prove(terms, run).map(drop) } else { sequence.extend_to(terms, run) };
        assert!(is_limit(&end.unwrap_err()), "{code}");
        let _ = (sequence.observed(), sequence.proved(), sequence.largest());
        sequence.write_checkpoint(&mut std::io::sink()).unwrap();
        sequence.known()
    })
}

#[test]
fn no_engine_holds_more_than_its_limit() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // (code, limit, whether a look for a period belongs to it, at least so many heaps)
    let cases = [
        ("0.03003", 40_000_000, false, 4_900_000),
        ("0.003333[3]", 40_000_000, false, 1_600_000),
        ("0.003333[3]", 3_000_000, false, 120_000),
        ("0.054", 12_000_000, false, 2_000_000),
        ("0.054", 12_000_000, true, 2_000_000),
        ("0.0A2F", 100_000, false, 1_000),
        ("0.**", 2_000_000, false, 100),
    ];
    for (code, limit, proves, least) in cases {
        let (known, most) = asked(code, limit, proves);
        // A vector of twice the size is asked for before half of it is used; pages that are not touched are
        // not resident.
        assert!(most <= 2 * limit as usize + BESIDE, "{code}: {most} bytes of {limit}, {known} heaps");
        assert!(known >= least, "{code}: {known} heaps in {limit}");
    }
}

#[test]
fn a_repeat_is_observed_only_where_memory_allows() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // Its period of 149,459 begins at heap 105,351.
    let code: Code = "0.16".parse().unwrap();
    let mut sequence = Sequence::new(&code);
    sequence.extend_to(600_000, &Run::unlimited()).unwrap();
    assert_eq!(sequence.observed().map(|observed| observed.period), Some(149_459));
    assert_eq!(sequence.with_limit(3_000_000).observed(), None);
}

#[test]
fn a_checkpoint_is_resumed_within_the_limit_or_refused() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let code: Code = "0.03003".parse().unwrap();
    let mut sequence = Sequence::new(&code);
    sequence.extend_to(2_000_000, &Run::unlimited()).unwrap();
    let bytes = sequence.checkpoint();
    drop(sequence);
    let (refused, most) =
        most_during(|| Sequence::resume_within(&code, &bytes, &within(10_000_000)).map(drop));
    assert!(matches!(refused, Err(CheckpointError::Memory { .. })) && most < 10_000_000, "{most}");
    let (known, most) = most_during(|| {
        let mut sequence = Sequence::resume_within(&code, &bytes, &within(40_000_000)).unwrap();
        assert!(is_limit(&sequence.extend_to(u64::MAX >> 8, &Run::unlimited()).unwrap_err()));
        sequence.known()
    });
    assert!(known > 4_900_000 && most <= 80_000_000 + BESIDE, "{known} heaps, {most} bytes");
}

#[test]
fn a_run_counts_what_a_sequence_takes_and_stops_it() {
    let run = Run::new(Limits { memory: Some(100_000), ..Limits::default() });
    let mut sequence = Sequence::new(&"0.03".parse().unwrap());
    let stopped = sequence.extend_to(1_000_000, &run).unwrap_err();
    let SequenceError::Stopped(stopped) = stopped else { panic!("{stopped}") };
    assert_eq!(stopped.reason, StopReason::Memory);
    // Four bytes a heap, in the dense engine.
    assert!((24_000..27_000).contains(&sequence.known()), "{}", sequence.known());
    // What it held before is not the next run's.
    let next = Run::new(Limits { memory: Some(20_000), ..Limits::default() });
    assert!(sequence.extend_to(sequence.known() + 1_000, &next).is_ok());
}
