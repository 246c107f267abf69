//! Proofs of positions.

use crate::run;
use grundy::check::proof::{ProofFile, check_proof, each_line};

/// What the last line of the head begins with.
const HEAD: &[u8] = b"\nhead ";
const HEAD_DIGITS: usize = 8;

/// A proof as it is, and with the sums of its head and of its blocks put right, since else hardly any input would get
/// beyond the first of them.
pub fn proof(data: &[u8]) {
    visit(data);
    if let Some(summed) = summed(data).filter(|summed| summed != data) {
        visit(&summed);
    }
}

/// What is read as a proof is written again as the same bytes, and is checked and listed without a fault.
fn visit(data: &[u8]) {
    let Ok(file) = ProofFile::read(data) else { return };
    assert_eq!(file.bytes(), data, "a proof has one form");
    let _ = check_proof(&file, &run(1_000));
    let listed: Result<(), grundy::check::proof::ProofRefusal> = each_line(&file, |line| {
        assert!(line.contains(" = "), "{line}");
        Ok(())
    });
    assert!(listed.is_ok());
}

/// The same with its sums put right; `None` where the head has no place for one.
fn summed(data: &[u8]) -> Option<Vec<u8>> {
    let place = data.windows(HEAD.len()).position(|bytes| bytes == HEAD)?;
    let mut all = data.to_vec();
    let sum = format!("{:08x}", crc32(&data[..=place]));
    let digits = place + HEAD.len();
    all.get_mut(digits..digits + HEAD_DIGITS)?.copy_from_slice(sum.as_bytes());
    // Blocks behind the line: how long each is, its sum, its bytes.
    let mut at = digits + HEAD_DIGITS + 1;
    while let Some(length) = all.get(at..at + 4) {
        let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
        let Some(payload) = all.get(at + 8..).and_then(|rest| rest.get(..length)) else { break };
        let sum = crc32(payload);
        all[at + 4..at + 8].copy_from_slice(&sum.to_le_bytes());
        at += 8 + length;
    }
    Some(all)
}

/// CRC-32 as in zip files, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let shifted = |sum: u32| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
    let byte = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), |sum, _| shifted(sum));
    !bytes.iter().fold(!0, byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_proofs_are_put_right() -> Result<(), Box<dyn std::error::Error>> {
        for path in crate::seeds(("proof", proof))? {
            let data = std::fs::read(&path)?;
            let summed = summed(&data).ok_or("a proof has a head")?;
            if ProofFile::read(&data).is_ok() {
                assert_eq!(summed, data, "{}", path.display());
            }
            let place =
                data.windows(HEAD.len()).position(|bytes| bytes == HEAD).ok_or("a proof has a head")?;
            let mut damaged = data.clone();
            damaged[place + HEAD.len()] ^= 1;
            if let Some(sum) = damaged.get_mut(place + HEAD.len() + HEAD_DIGITS + 5) {
                *sum ^= 1;
            }
            assert_eq!(super::summed(&damaged).as_ref(), Some(&summed), "{}", path.display());
        }
        Ok(())
    }
}
