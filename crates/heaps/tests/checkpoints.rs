//! Stopping, and going on another day.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_core::{Progress, Run, StopReason, Stopped};
use grundy_heaps::{CheckpointError, Code, EngineError, Memory, Sequence, SequenceError};

/// A run that stops once more heaps than these are known.
fn until(most: u64) -> Run {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    let stop = move |progress: &Progress| flag.store(progress.done > most, Ordering::Relaxed);
    Run::unlimited().with_cancel(cancel).with_sink(stop)
}

fn known(code: &str, terms: u64, memory: Memory) -> Sequence {
    let mut sequence = Sequence::with_memory(&code.parse().unwrap(), memory);
    sequence.extend_to(terms, &Run::unlimited()).unwrap();
    sequence
}

#[test]
fn a_resumed_sequence_goes_on_as_if_never_stopped() {
    for code in ["0.16", "0.007", "subtraction(2,5)", "allbut(1,4)", "0.106", "0.8", "0.127"] {
        let mut whole = known(code, 9_000.min(if code == "0.8" { 300 } else { 9_000 }), Memory::Full);
        let mut again = Sequence::resume(whole.code(), &whole.checkpoint()).unwrap();
        assert_eq!(again.known(), whole.known());
        let end = whole.known() + 3_000.min(whole.known());
        whole.extend_to(end, &Run::unlimited()).unwrap();
        again.extend_to(end, &Run::unlimited()).unwrap();
        assert_eq!(again.nimbers(end), whole.nimbers(end), "{code}");
    }
}

#[test]
fn a_resumed_sequence_proves_what_the_whole_one_does() {
    let code: Code = "0.16".parse().unwrap();
    let stopped = known("0.16", 60_000, Memory::Full);
    let mut again = Sequence::resume(&code, &stopped.checkpoint()).unwrap();
    let period = again.prove(1_000_000, &Run::unlimited()).unwrap().unwrap();
    assert_eq!((period.preperiod, period.period), (105_351, 149_459));
}

#[test]
fn every_damage_is_noticed() {
    let sequence = known("0.156", 3_000, Memory::Full);
    let good = sequence.checkpoint();
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        assert!(Sequence::resume(sequence.code(), &bad).is_err(), "byte {place}");
    }
    for length in 0..good.len() {
        assert!(Sequence::resume(sequence.code(), &good[..length]).is_err(), "{length} bytes");
    }
    assert_eq!(Sequence::resume(sequence.code(), b"hello").err(), Some(CheckpointError::NotACheckpoint));
}

#[test]
fn damage_under_a_right_checksum_never_panics() {
    let sequence = known("0.156", 3_000, Memory::Full);
    let good = sequence.checkpoint();
    let mut state = 0x1234_5678_9abc_def1_u64;
    for _ in 0..300 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let mut bad = good[..good.len() - 8].to_vec();
        let place = 24 + state as usize % (bad.len() - 24).min(400);
        bad[place] = (state >> 32) as u8;
        let hash = bad.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        bad.extend(hash.to_le_bytes());
        // Changed nimbers cannot be told from right ones; structure can.
        let _ = Sequence::resume(sequence.code(), &bad);
    }
}

#[test]
fn a_checkpoint_of_another_code_is_named() {
    let sequence = known("0.07", 100, Memory::Full);
    let other: Code = "0.77".parse().unwrap();
    assert_eq!(
        Sequence::resume(&other, &sequence.checkpoint()).err(),
        Some(CheckpointError::OtherCode("0.07".to_string()))
    );
}

#[test]
fn bounded_memory_gives_the_same_nimbers() {
    let terms = 9_500_000;
    let mut full = known("0.106", terms, Memory::Full);
    let mut bounded = known("0.106", terms - 300_000, Memory::Bounded);
    assert!(bounded.nimbers(terms).is_none());
    assert!(bounded.checkpoint().len() < 9_000_000);
    bounded = Sequence::resume(&"0.106".parse().unwrap(), &bounded.checkpoint()).unwrap();
    bounded.extend_to(terms, &Run::unlimited()).unwrap();
    let mut expected = Vec::new();
    full.visit(terms - 100_000, terms, &Run::unlimited(), |block| {
        expected.extend_from_slice(block.values);
        ControlFlow::Continue(())
    })
    .unwrap();
    let mut got = Vec::new();
    bounded
        .visit(terms - 100_000, terms, &Run::unlimited(), |block| {
            got.extend_from_slice(block.values);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(got, expected);
    let early = bounded.visit(0, 10, &Run::unlimited(), |_| ControlFlow::Continue(()));
    assert_eq!(early, Err(SequenceError::Engine(EngineError::Memory { heap: 0 })));
}

#[test]
fn a_cancelled_sequence_keeps_what_it_knows() {
    let mut sequence = Sequence::new(&"0.16".parse().unwrap());
    let stopped = sequence.extend_to(u64::MAX, &until(50_000));
    assert_eq!(stopped, Err(SequenceError::Stopped(Stopped { reason: StopReason::Cancelled, nodes: 0 })));
    assert!(sequence.known() > 50_000);
    sequence.extend_to(60_000, &Run::unlimited()).unwrap();
}

#[test]
fn a_visitor_may_stop() {
    let mut sequence = Sequence::new(&"0.07".parse().unwrap());
    let mut seen = Vec::new();
    let stopped = sequence.visit(5, 1_000_000, &Run::unlimited(), |block| {
        seen.push((block.first, block.values.len()));
        ControlFlow::Break(())
    });
    assert_eq!(stopped, Err(SequenceError::Visitor));
    assert_eq!(seen[0].0, 5);
}

/// The same checkpoint as format 1 would have written it.
fn without_claim(bytes: &[u8]) -> Vec<u8> {
    let bounded = 12 + 4 + 8 + 4 + bytes[24] as usize;
    let after = bounded + 1 + if bytes[bounded + 1] == 1 { 17 } else { 1 };
    let mut old = [&bytes[..12], &1_u32.to_le_bytes(), &bytes[16..=bounded]].concat();
    old.extend(&bytes[after..bytes.len() - 8]);
    let hash = old.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    old.extend(hash.to_le_bytes());
    old
}

#[test]
fn a_claim_is_bound_from_the_start_and_old_formats_are_read() {
    let code: Code = "0.16".parse().unwrap();
    let mut sequence = Sequence::claiming(&code, 5_000_000, 7_000);
    let cancelled = Run::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    assert_eq!((sequence.memory(), sequence.known()), (Memory::Bounded, 0));
    let first = Sequence::resume(&code, &sequence.checkpoint()).unwrap();
    assert_eq!(first.claim(), Some((5_000_000, 7_000)));
    assert!(first.may_prove(5_000_000, 7_000) && !first.may_prove(5_000_000, 7_001));
    assert!(sequence.prove_claimed(5_000_000, 7_000, &cancelled).is_err());
    let old = Sequence::resume(&code, &without_claim(&sequence.checkpoint())).unwrap();
    assert_eq!((old.claim(), old.may_prove(1, 2)), (None, true));

    // With a stretch kept, format 1 tells the preperiod and the divisors that were refuted.
    let mut sequence = Sequence::with_memory(&code, Memory::Bounded);
    assert!(sequence.prove_claimed(105_351, 1_700_000, &until(1_010_000)).is_err());
    let mut old = Sequence::resume(&code, &without_claim(&sequence.checkpoint())).unwrap();
    assert!(old.may_prove(105_351, 1_700_000));
    assert!(!old.may_prove(105_350, 1_700_000) && !old.may_prove(105_351, 1_699_999));
    assert!(old.prove_claimed(105_351, 1_700_000, &Run::unlimited()).is_ok());

    let full = known("0.16", 100, Memory::Full);
    let old = Sequence::resume(&code, &without_claim(&full.checkpoint())).unwrap();
    assert_eq!((old.memory(), old.nimbers(100)), (Memory::Full, full.nimbers(100)));
    assert!(old.may_prove(1, 2), "nothing is forgotten");
}
