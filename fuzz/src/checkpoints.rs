//! Checkpoints of sequences.

use grundy::Run;
use grundy::heaps::{Code, Sequence};

const CODES: [&str; 6] = ["0.07", "0.16", "0.106", "0.3F", "subtraction(1,3,4)", "allbut(2,3)"];
const SUM_BYTES: usize = 8;

/// A code by the first byte, and a checkpoint of it. The checkpoint is tried as it is and with its sum put right,
/// since else hardly any input would get beyond the sum.
pub fn checkpoint(data: &[u8]) {
    let [which, bytes @ ..] = data else { return };
    let code: Code = CODES[usize::from(*which) % CODES.len()].parse().expect("a code");
    visit(&code, bytes);
    if let Some((body, _)) = bytes.split_last_chunk::<SUM_BYTES>() {
        let mut summed = body.to_vec();
        summed.extend(fnv(body).to_le_bytes());
        visit(&code, &summed);
    }
}

/// FNV-1a of 64 bits (G. Fowler, L. C. Noll, P. Vo), as `docs/formats.md` says.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

fn visit(code: &Code, bytes: &[u8]) {
    let Ok(mut sequence) = Sequence::resume(code, bytes) else { return };
    let again = Sequence::resume(code, &sequence.checkpoint());
    assert!(again.is_ok_and(|again| again.known() == sequence.known()), "it is not read back");
    let until = sequence.known().saturating_add(64);
    // It may refuse to go on: what it needs may not be there.
    let _ = sequence.extend_to(until, &Run::unlimited());
    let _ = (sequence.proved(), sequence.largest(), sequence.nimber(0));
}
