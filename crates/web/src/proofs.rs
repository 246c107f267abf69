//! Proofs that pages play by: those of Grundy, and those that strangers sent, which are kept for a while.

use grundy::check::proof::{ProofFile, ProofGame};
use grundy::own::Origin;
use grundy::{RulesFile, Shelf, Workbench, games_of_other_rules};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The proofs that come with Grundy, by their names.
pub const SHIPPED: [(&str, &[u8]); 2] = [
    ("cram-5x7", include_bytes!("../../../data/proofs/cram-5x7.proof")),
    ("2d-nim-4x6-misere", include_bytes!("../../../data/proofs/2d-nim-4x6-misere.proof")),
];

/// At most so many proofs are kept; the one that was longest not asked for goes first.
const MOST: usize = 24;

/// Proofs that have been verified, the one that was last asked for at the end.
static KEPT: Mutex<Vec<(String, Arc<ProofFile>)>> = Mutex::new(Vec::new());

/// The name of a proof that somebody sent: the beginning of its hash.
pub fn name_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..10].iter().fold(String::new(), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}

/// Keeps a proof that has been verified.
pub fn keep(name: &str, proof: Arc<ProofFile>) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.retain(|(other, _)| other != name);
    if kept.len() == MOST {
        kept.remove(0);
    }
    kept.push((name.to_owned(), proof));
}

/// A proof that has been verified, where it is kept. Those that come with Grundy are verified by its tests.
pub fn kept(name: &str) -> Option<Arc<ProofFile>> {
    find_kept(name).or_else(|| {
        let (_, bytes) = SHIPPED.iter().find(|(shipped, _)| *shipped == name)?;
        let proof = Arc::new(ProofFile::read(bytes).ok()?);
        keep(name, Arc::clone(&proof));
        Some(proof)
    })
}

fn find_kept(name: &str) -> Option<Arc<ProofFile>> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let place = kept.iter().position(|(other, _)| other == name)?;
    let found = kept.remove(place);
    let proof = Arc::clone(&found.1);
    kept.push(found);
    Some(proof)
}

/// The games of a proof, with the rules that it carries.
///
/// # Errors
/// When a game's rules are refused, or its name is that of another game.
pub fn workbench(proof: &ProofFile) -> Result<Workbench, String> {
    let mut shelf = Shelf::clone(Shelf::builtin());
    for ProofGame { heading, rules } in &proof.games {
        let Some(text) = rules else { continue };
        let file = RulesFile::read_from(text, Origin::Remote)
            .map_err(|error| format!("the rules of {heading}: {}", error.message))?;
        shelf = shelf.with_file(file).map_err(|taken| taken.to_string())?;
    }
    Ok(Workbench::new(Arc::new(shelf)))
}

/// Whether all games of a proof are known here by their names, with the same rules.
pub fn is_of_known_games(proof: &ProofFile) -> bool {
    let known = |game: &ProofGame| game.rules.is_none() || Shelf::builtin().find(&game.heading).is_ok();
    proof.games.iter().all(known) && games_of_other_rules(proof).is_empty()
}

/// The file in the body of a form that sends one: what stands behind the first empty line, to the boundary.
pub fn file_in_form<'b>(kind: &str, body: &'b [u8]) -> Option<&'b [u8]> {
    let boundary = kind.split(';').find_map(|word| word.trim().strip_prefix("boundary="))?;
    let boundary = format!("\r\n--{}", boundary.trim_matches('"'));
    let start = find(body, b"\r\n\r\n")? + 4;
    let length = find(&body[start..], boundary.as_bytes())?;
    Some(&body[start..start + length])
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Run;
    use grundy::check::proof::check_proof;

    #[test]
    fn a_file_is_found_in_a_form() {
        let body = b"--x1\r\nContent-Disposition: form-data; name=\"proof\"; filename=\"a\"\r\n\r\n\x00\r\n--\r\n--x1--\r\n";
        assert_eq!(file_in_form("multipart/form-data; boundary=x1", body), Some(&b"\x00\r\n--"[..]));
        assert_eq!(file_in_form("multipart/form-data; boundary=x2", body), None);
        assert_eq!(file_in_form("text/plain", body), None);
        assert_eq!(file_in_form("multipart/form-data; boundary=x", b""), None);
    }

    #[test]
    fn the_proofs_of_grundy_are_proofs() {
        for (name, bytes) in SHIPPED {
            let proof = ProofFile::read(bytes).expect(name);
            check_proof(&proof, &Run::unlimited()).expect(name);
            assert!(workbench(&proof).is_ok() && is_of_known_games(&proof), "{name}");
        }
    }
}
