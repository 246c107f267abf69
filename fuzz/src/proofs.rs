//! Proofs of positions.

use crate::run;
use grundy::check::proof::{ProofFile, check_proof, each_line};

/// What is read as a proof is written again as the same bytes, and is checked and listed without a fault.
pub fn proof(data: &[u8]) {
    let Ok(file) = ProofFile::read(data) else { return };
    assert_eq!(file.bytes(), data, "a proof has one form");
    let _ = check_proof(&file, &run(1_000));
    let listed: Result<(), grundy::check::proof::ProofRefusal> = each_line(&file, |line| {
        assert!(line.contains(" = "), "{line}");
        Ok(())
    });
    assert!(listed.is_ok());
}
