//! Proofs of searched answers: who wins, by which nimber, and exactly which moves win.
//!
//! A proof is a set of couples (a part and its nimber; normal play) or of sums that are P-positions (misère play), and
//! claims about positions. Each member is shown by smaller ones and the rules alone; what that takes is told in
//! `normal` and `misere`. The rules are played here once more, cell by cell, with what falls apart and what is the same
//! board turned or mirrored: nothing is shared with a search but the way in which moves are written.
//!
//! ```
//! use grundy_check::proof::{ProofBody, ProofClaim, ProofFile, ProofGame, check_proof};
//! use grundy_core::{Convention, Outcome, Run};
//! let game = ProofGame { heading: "cram".to_owned(), rules: None };
//! let claim = ProofClaim {
//!     position: "cram ../..".to_owned(),
//!     outcome: Outcome::P,
//!     nimber: Some(0),
//!     winning: Some(Vec::new()),
//! };
//! let mut proof = ProofFile {
//!     convention: Convention::Normal,
//!     games: vec![game],
//!     claims: vec![claim],
//!     lemmas: Vec::new(),
//!     body: ProofBody::Couples(Vec::new()),
//! };
//! assert!(check_proof(&proof, &Run::unlimited()).is_err());
//! let rules = proof.rules()?;
//! let part = |text: &str| rules.parts(&rules.position(text).unwrap()).unwrap().remove(0);
//! proof.body = ProofBody::Couples(vec![(part("cram .."), 1), (part("cram ../.."), 0)]);
//! assert_eq!(check_proof(&proof, &Run::unlimited())?.members, 2);
//! assert_eq!(ProofFile::read(&proof.bytes())?, proof);
//! # Ok::<(), grundy_check::proof::ProofRefusal>(())
//! ```

mod bubbles;
mod bytes;
mod chomp;
mod circle;
mod colours;
mod edges;
mod file;
mod games;
mod graphs;
mod heaps;
mod misere;
mod normal;
mod part;
mod patterns;
mod refusal;
mod remembered;
mod rules;
mod strip;
mod taking;
mod tuples;
mod verified;

pub use file::{PROOF_TITLE, ProofBody, ProofClaim, ProofFile};
pub use games::{NIMBER_HEADING, ProofGame, ProofGames, ProofMove, ProofTerm};
pub use misere::{SINGLE, SINGLE_PAIRS};
pub use part::{PackedCells, ProofPart};
pub use refusal::ProofRefusal;
pub use verified::{ProofVerified, ShownMove, ShownPosition};

use grundy_core::Run;
use misere::Sums;
use normal::Couples;

/// The lemma that a heap of n of Nim, and the bare nimber \*n, is worth n.
pub const NIM_HEAP: &str = heaps::NIM_HEAP;

/// The lemma that of several leaves with the same neighbour all but one may go, in Cram under normal play.
pub const TWIN_LEAVES: &str = taking::TWIN_LEAVES;

/// The lemmas that a proof may use: under normal play those by which a part has a nimber without a search, and
/// [`TWIN_LEAVES`]; under misère play [`SINGLE_PAIRS`].
pub const LEMMAS: [&str; 5] = [bubbles::BUBBLE_LEVELS, edges::FUSION, NIM_HEAP, SINGLE_PAIRS, TWIN_LEAVES];

/// The lemma that tells the nimbers of a game under normal play.
///
/// ```
/// use grundy_check::proof::lemma_of;
/// assert_eq!(lemma_of("hackenbush"), Some("fusion"));
/// assert_eq!(lemma_of("cram"), None);
/// ```
pub fn lemma_of(heading: &str) -> Option<&'static str> {
    match heading {
        "nim" | NIMBER_HEADING => Some(NIM_HEAP),
        "bubbly" => Some(bubbles::BUBBLE_LEVELS),
        "hackenbush" => Some(edges::FUSION),
        _ => None,
    }
}

/// Verifies a proof, from the rules alone.
///
/// The cost is, for every member, its options and those of one part of each that is no member. The memory is that of
/// the members. What is found of options and of replies is remembered beside them: each kind takes at most a quarter of the
/// memory that the run has left, and at most 256 MiB.
///
/// # Errors
/// The first thing that is not shown, or that the run stopped.
pub fn check_proof(file: &ProofFile, run: &Run) -> Result<ProofVerified, ProofRefusal> {
    if let Some(lemma) = file.lemmas.iter().find(|lemma| !LEMMAS.contains(&lemma.as_str())) {
        return Err(ProofRefusal::Unproved(format!("there is no lemma `{lemma}`")));
    }
    let games = file.rules()?;
    match &file.body {
        ProofBody::Couples(couples) => Couples::new(file, couples, &games, run)?.check(&file.claims, run),
        ProofBody::Sums { parts, sums } => {
            Sums::new(file, (parts, sums), &games, run)?.check(&file.claims, run)
        }
    }
}

/// A winning move of a position by a proof that has been verified: the first one in reading order that the proof shows.
/// `None` where it shows none.
///
/// # Errors
/// When the position is of none of its games.
pub fn move_by_proof(file: &ProofFile, position: &str, run: &Run) -> Result<Option<ShownMove>, ProofRefusal> {
    let shown = by_proof(file, &[position], run)?.remove(0);
    Ok(match shown {
        Some(ShownPosition::Won(shown)) => Some(shown),
        _ => None,
    })
}

/// What a proof that has been verified shows of positions, one after the other: that they are lost, or the first move
/// in reading order that wins. `None` where it shows neither.
///
/// ```
/// use grundy_check::proof::{ProofBody, ProofFile, ProofGame, ShownPosition, by_proof};
/// use grundy_core::{Convention, Run};
/// let game = ProofGame { heading: "nim".to_owned(), rules: None };
/// let lemmas = vec!["nim-heap".to_owned()];
/// let body = ProofBody::Couples(Vec::new());
/// let proof = ProofFile { convention: Convention::Normal, games: vec![game], claims: Vec::new(), lemmas, body };
/// let shown = by_proof(&proof, &["nim 1 5 7", "nim 2 2"], &Run::unlimited())?;
/// assert!(matches!(&shown[0], Some(ShownPosition::Won(shown)) if shown.label == "3:7>4"));
/// assert_eq!(shown[1], Some(ShownPosition::Lost(Vec::new())));
/// # Ok::<(), grundy_check::proof::ProofRefusal>(())
/// ```
///
/// # Errors
/// When a position is of none of its games, or the run stopped.
pub fn by_proof(
    file: &ProofFile,
    positions: &[&str],
    run: &Run,
) -> Result<Vec<Option<ShownPosition>>, ProofRefusal> {
    let games = file.rules()?;
    let (couples, sums);
    /// Where a position is shown to be lost, the members that show it.
    type Lost<'a> = &'a dyn Fn(&[ProofTerm]) -> Result<Option<Vec<String>>, ProofRefusal>;
    let lost: Lost<'_> = match &file.body {
        ProofBody::Couples(members) => {
            couples = Couples::new(file, members, &games, run)?;
            &|at| couples.lost(at)
        }
        ProofBody::Sums { parts, sums: members } => {
            sums = Sums::new(file, (parts, members), &games, run)?;
            &|at| sums.lost(at)
        }
    };
    let shown = |position: &&str| -> Result<Option<ShownPosition>, ProofRefusal> {
        let at = games.position(position)?;
        if let Some(members) = lost(&at)? {
            return Ok(Some(ShownPosition::Lost(members)));
        }
        for (label, after) in games.moves(&at)? {
            run.check()?;
            if let Some(reaches) = lost(&after)? {
                return Ok(Some(ShownPosition::Won(ShownMove { label, reaches })));
            }
        }
        Ok(None)
    };
    positions.iter().map(shown).collect()
}

/// Whether a part is a single move, which misère proofs may write as `*1`.
///
/// # Errors
/// When its rules cannot tell its options.
pub fn is_single_move(games: &ProofGames, part: &ProofPart) -> Result<bool, String> {
    misere::is_single(games, part)
}

/// Visits the members of a proof as lines of text, `cram ../.. = *0` or `misere: 2d-nim 111 + *1 = P`, which anybody's
/// program can check.
///
/// # Errors
/// When there are no rules of one of its games, or the visitor's.
pub fn each_line<E: From<ProofRefusal>>(
    file: &ProofFile,
    mut visit: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let games = file.rules()?;
    match &file.body {
        ProofBody::Couples(couples) => {
            couples.iter().try_for_each(|(part, nimber)| visit(&format!("{} = *{nimber}", games.text(part))))
        }
        ProofBody::Sums { parts, sums } => sums
            .iter()
            .try_for_each(|sum| visit(&format!("misere: {} = P", misere::sum_text(&games, parts, sum)))),
    }
}
