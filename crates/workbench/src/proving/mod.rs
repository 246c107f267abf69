//! Proofs of positions: what a search has found, written down so that the rules alone show it.
//!
//! A search knows far more than a proof needs. From the claim down, largest parts first, only what shows something that
//! is needed is taken up (`couples`, `sums`); what was not known, because it was evicted or never looked at, is asked
//! of the search again, and counted. The rules are those of the checker (`grundy_check::proof`): what falls apart, and
//! what is the same, is its business.

mod board_sums;
mod claimed;
mod couples;
mod fewer;
mod local_search;
mod merge;
mod minimise;
mod recent;
mod same_rules;
mod shown;
mod sources;
mod sums;
mod uses;

pub use merge::merge;
pub use minimise::minimise;
use minimise::without_superfluous;
pub use same_rules::games_of_other_rules;

use crate::board::Board;
use crate::position::Position;
use crate::question::{Approach, Goal, Request};
use crate::term::shortened;
use board_sums::{BoardSums, smallest_board};
use claimed::{Claimed, Left, MoveOfClaim};
use couples::{Couples, Job, job_of};
use fewer::{Effort, fewer};
use grundy_check::proof::{
    NIMBER_HEADING, ProofBody, ProofClaim, ProofFile, ProofGame, ProofGames, ProofPart, ProofRefusal,
    SINGLE_PAIRS, TWIN_LEAVES, is_single_move, lemma_of,
};
use grundy_core::{Convention, Outcome, Run, Stones, StopReason, Stopped};
use sources::{OneGame, Searches, SeveralGames, Source, SumSource};
use std::collections::BTreeSet;
use std::sync::Arc;
use sums::Sums;
use thiserror::Error;

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotProved {
    /// A limit or a signal came first.
    #[error("stopped ({0}) before the proof was whole")]
    Stopped(StopReason),
    /// The game, or the position, is none of which there are proofs.
    #[error("{0}")]
    OutOfReach(String),
    /// The search and the rules of the checker disagree.
    #[error("{0}; this is a fault of the program")]
    Fault(String),
}

impl From<Stopped> for NotProved {
    fn from(stopped: Stopped) -> Self {
        NotProved::Stopped(stopped.reason)
    }
}

impl From<ProofRefusal> for NotProved {
    fn from(refusal: ProofRefusal) -> Self {
        match refusal {
            ProofRefusal::Stopped(stopped) => stopped.into(),
            other => NotProved::OutOfReach(other.to_string()),
        }
    }
}

/// What is to be proved, and how.
#[derive(Debug)]
pub struct ProofRequest {
    /// The convention, where it is not the usual one of the games.
    pub convention: Option<Convention>,
    /// What is claimed: with the winning moves the proof is up to three times as long.
    pub goal: Goal,
    /// Where values come from. [`Approach::Best`] asks theorems and tables too; what they know is then searched all the
    /// same where the proof needs what stands below it.
    pub approach: Approach,
    /// Whether the proof may use the lemmas of the checker.
    pub may_use_lemmas: bool,
    /// Limits, cancellation and threads.
    pub run: Run,
}

impl Default for ProofRequest {
    /// All winning moves, from a search, with lemmas, without limits.
    fn default() -> Self {
        ProofRequest {
            convention: None,
            goal: Goal::Moves,
            approach: Approach::Search,
            may_use_lemmas: true,
            run: Run::unlimited(),
        }
    }
}

/// A proof, and what it took.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The proof.
    pub file: ProofFile,
    /// How often something was asked of the search that it no longer knew.
    pub asked: u64,
}

impl Position {
    /// Solves a position and writes down a proof of the answer.
    ///
    /// ```
    /// use grundy::{Position, ProofRequest, Run, check::proof::check_proof};
    /// let proved = "cram 3x4 + nim 1".parse::<Position>()?.prove(&ProofRequest::default())?;
    /// let claim = &proved.file.claims[0];
    /// assert_eq!(claim.nimber, Some(0));
    /// assert_eq!(claim.winning.as_deref(), Some(&[][..]));
    /// assert!(check_proof(&proved.file, &Run::unlimited()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the run stops first, or the checker has no rules of one of the games.
    pub fn prove(&self, request: &ProofRequest) -> Result<Proved, NotProved> {
        let convention = request.convention.unwrap_or_else(|| self.usual_convention());
        let (text, listed) = self.headings();
        let has_cram = listed.iter().any(|(game, _)| game.heading == "cram");
        let drops_twins = request.may_use_lemmas && convention == Convention::Normal && has_cram;
        let parts_by: Vec<String> = drops_twins.then(|| TWIN_LEAVES.to_owned()).into_iter().collect();
        let games = ProofGames::new(
            &listed.iter().map(|(game, _)| game.clone()).collect::<Vec<_>>(),
            &[&text],
            convention,
            &parts_by,
        )
        .map_err(NotProved::OutOfReach)?;
        // Where a lemma tells every nimber, no search is needed to know what is to be proved.
        let is_by_lemmas = request.may_use_lemmas
            && convention == Convention::Normal
            && listed.iter().all(|(game, _)| lemma_of(&game.heading).is_some());
        let _searches = SearchesOfAProof::begin(self);
        let answer = self.solve(&Request {
            convention: Some(convention),
            approach: if is_by_lemmas { Approach::Best } else { request.approach },
            goal: request.goal,
            named_moves: usize::MAX,
            run: request.run.clone(),
            ..Request::default()
        });
        if let Some(reason) = answer.stopped {
            return Err(NotProved::Stopped(reason));
        }
        let outcome =
            answer.outcome.ok_or_else(|| NotProved::OutOfReach("no answer was found".to_owned()))?;
        let asks_nimber = convention == Convention::Normal && request.goal != Goal::Outcome;
        let mut claim = ProofClaim {
            position: text,
            outcome,
            nimber: if asks_nimber { answer.nimber.map(|nimber| nimber.0) } else { None },
            winning: (request.goal == Goal::Moves).then(Vec::new),
        };
        let boards: Vec<&Arc<dyn Board>> = listed.iter().map(|(_, board)| *board).collect();
        let mut lemmas: Vec<String> = Vec::new();
        let (body, asked, is_taken_as_it_is) = match convention {
            Convention::Normal => {
                let mut searches = Searches::new(&games, &boards, request.approach, &request.run);
                if request.may_use_lemmas {
                    let of_games = listed.iter().filter_map(|(game, _)| lemma_of(&game.heading));
                    let all = of_games.map(str::to_owned).chain(parts_by);
                    lemmas = all.collect::<BTreeSet<_>>().into_iter().collect();
                }
                let (body, asked) = normal(&games, &mut claim, &mut searches, &lemmas, &request.run)?;
                (body, asked, true) // couples that are superfluous were looked for
            }
            Convention::Misere => {
                let single = if request.may_use_lemmas {
                    single_move(&games, &claim.position, &request.run)?
                } else {
                    None
                };
                lemmas.extend(single.is_some().then(|| SINGLE_PAIRS.to_owned()));
                let shown = match &boards[..] {
                    [board] => {
                        let mut source = OneGame::new(&games, board, request.approach, &request.run);
                        misere(&games, &mut claim, &mut source, single.as_ref(), &request.run)?
                    }
                    _ => {
                        let mut source = SeveralGames::new(&games, self, &request.run);
                        misere(&games, &mut claim, &mut source, single.as_ref(), &request.run)?
                    }
                };
                (shown.body, shown.asked, shown.is_taken_as_it_is)
            }
        };
        let listed = listed.into_iter().map(|(game, _)| game).collect();
        let file = ProofFile { convention, games: listed, claims: vec![claim], lemmas, body };
        if let Some(part) = file.too_large(&games) {
            let part = shortened(&games.text(part)).to_owned();
            return Err(NotProved::OutOfReach(format!(
                "its part `{part}` is too large for the file of a proof"
            )));
        }
        let file = if is_taken_as_it_is { file } else { without_superfluous(&file, &request.run)? };
        Ok(Proved { file, asked })
    }

    /// The position as proofs write it: heaps by their code.
    ///
    /// ```
    /// let heaps: grundy::Position = "kayles 5 + cram 2x2".parse().unwrap();
    /// assert_eq!(heaps.in_proofs(), "0.77 5 + cram 2x2");
    /// ```
    pub fn in_proofs(&self) -> String {
        self.headings().0
    }

    /// The position as the checker reads it, and its games, each once, with a position of it.
    fn headings(&self) -> (String, Vec<Listed<'_>>) {
        let mut games: Vec<Listed<'_>> = Vec::new();
        let mut terms: Vec<String> = Vec::new();
        let rules = self.rules_texts();
        for term in self.terms() {
            let (notation, full) = (term.notation(), term.term());
            let heading = match crate::position::code_of(term) {
                Some(code) => code.to_string(),
                None if full.starts_with('*') => NIMBER_HEADING.to_owned(),
                None => full.strip_suffix(notation.as_str()).unwrap_or(&full).trim_end().to_owned(),
            };
            terms.push(match heading == NIMBER_HEADING {
                true => full,
                false => format!("{heading} {notation}"),
            });
            if games.iter().all(|(game, _)| game.heading != heading) {
                let names =
                    |text: &&String| text.lines().any(|line| line.trim() == format!("game {heading}"));
                let rules = rules.iter().find(names).map(|text| lines_of(text));
                games.push((ProofGame { heading, rules }, term));
            }
        }
        games.sort_by(|(one, _), (other, _)| one.heading.cmp(&other.heading));
        (terms.join(" + "), games)
    }
}

/// A game of a proof, and a position of it.
type Listed<'p> = (ProofGame, &'p Arc<dyn Board>);

/// A rules file as a proof carries it: without blank lines, and what stands before its first line.
fn lines_of(text: &str) -> String {
    let lines = text.lines().map(str::trim).skip_while(|line| !line.starts_with("game "));
    lines.filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

/// How many passes are made over a proof to find what is superfluous.
const MOST_PASSES: usize = 4;

/// The couples that show a claim, whose winning moves are filled in; and how often something was asked.
fn normal(
    games: &ProofGames,
    claim: &mut ProofClaim,
    source: &mut dyn Source,
    lemmas: &[String],
    run: &Run,
) -> Result<(ProofBody, u64), NotProved> {
    let mut couples = Couples::new(games, source, lemmas, run);
    let claimed = Claimed::read(games, &claim.position, Convention::Normal, run)?;
    claim.nimber = claim.nimber.filter(|_| claimed.is_open);
    show(&mut couples, claim, &claimed)?;
    let asked = couples.asked;
    let mut least = couples.needed();
    if least.len() > MOST_GONE_THROUGH {
        return Ok((ProofBody::Couples(couples.listed(&least)), asked));
    }
    let mut met: BTreeSet<u32> = least.iter().copied().collect();
    // What much can stand on is known only when it is known what has to stand. A pass may be worse than the one before
    // it, and the next one better than both.
    for _ in 0..MOST_PASSES {
        couples.begin_again()?;
        show(&mut couples, claim, &claimed)?;
        let needed = couples.needed();
        met.extend(&needed);
        if needed.len() < least.len() {
            least = needed;
        }
    }
    couples.need_nothing();
    let jobs = jobs_of_claim(&mut couples, claim, &claimed)?;
    let least = fewer(&mut couples, &jobs, least, &met, &AROUND, run)?;
    Ok((ProofBody::Couples(couples.listed(&least)), asked))
}

/// How far the search for a smaller proof looks beyond the first one.
const AROUND: Effort = Effort { gathered: 40, questions: 200_000 };

/// What a claim needs whose winning moves are filled in. Nothing may be needed yet.
fn jobs_of_claim(
    couples: &mut Couples<'_>,
    claim: &ProofClaim,
    claimed: &Claimed,
) -> Result<Vec<Job>, NotProved> {
    let mut jobs = Vec::new();
    if claimed.is_open && (claim.nimber.is_some() || claim.outcome == Outcome::P) {
        jobs.push(vec![couples.all_of(&claimed.parts)?]);
    }
    if let Some(winning) = &claim.winning {
        for (label, after) in claimed.moves_to_parts() {
            jobs.push(match winning.contains(label) {
                true => vec![couples.all_of(after)?],
                false => couples.ways_to_refute(after, 0)?,
            });
        }
    } else if claim.nimber.is_none() && claim.outcome == Outcome::N && !claimed.is_won_at_once() {
        let mut ways = Vec::new();
        for after in claimed.left() {
            if couples.known_sum(after)? == Some(0) {
                ways.push(couples.all_of(after)?);
            }
        }
        jobs.push(ways);
    }
    Ok(jobs.into_iter().filter_map(job_of).collect())
}

/// Proofs of more couples are taken as they come.
const MOST_GONE_THROUGH: usize = 100_000;

/// Needs what shows a claim, fills its winning moves in, and shows all that is needed.
fn show(couples: &mut Couples<'_>, claim: &mut ProofClaim, claimed: &Claimed) -> Result<(), NotProved> {
    if claimed.is_open && (claim.nimber.is_some() || claim.outcome == Outcome::P) {
        let found = couples.need_all(&claimed.parts)?;
        if claim.nimber.is_some_and(|claimed| claimed != found)
            || (found == 0) != (claim.outcome == Outcome::P)
        {
            return Err(NotProved::Fault(format!("`{}` has two nimbers", claim.position)));
        }
    }
    if claim.winning.is_some() {
        let mut winning = Vec::new();
        let mut losing = Vec::new();
        for MoveOfClaim { label, left, .. } in &claimed.moves {
            match left {
                Left::Decided(true) => winning.push(label.clone()),
                Left::Decided(false) => {}
                Left::Parts(after) if couples.is_zero(after)? => {
                    couples.need_all(after)?;
                    winning.push(label.clone());
                }
                Left::Parts(after) => losing.push(after),
            }
        }
        claim.winning = Some(winning);
        losing.iter().try_for_each(|after| couples.refute(after, 0))?;
    } else if claim.nimber.is_none() && claim.outcome == Outcome::N && !claimed.is_won_at_once() {
        let mut won = None;
        for after in claimed.left() {
            if couples.known_sum(after)? == Some(0) {
                won = Some(after);
                break;
            }
        }
        for after in claimed.left() {
            if won.is_none() && couples.is_zero(after)? {
                won = Some(after);
            }
        }
        let won = won.ok_or_else(|| NotProved::Fault("no move wins".to_owned()))?;
        couples.need_all(won)?;
    }
    couples.close()
}

/// While it lives, searches of a position keep what they find.
struct SearchesOfAProof<'p>(&'p Position);

impl<'p> SearchesOfAProof<'p> {
    fn begin(position: &'p Position) -> Self {
        position.terms().iter().for_each(|term| term.search_for_a_proof(true));
        SearchesOfAProof(position)
    }
}

impl Drop for SearchesOfAProof<'_> {
    fn drop(&mut self) {
        self.0.terms().iter().for_each(|term| term.search_for_a_proof(false));
    }
}

/// The sums that show a claim under misère play.
struct ShownBySums {
    body: ProofBody,
    /// How often something was asked.
    asked: u64,
    /// Whether the proof is written without a look for sums that are superfluous: that would name all parts that are met.
    is_taken_as_it_is: bool,
}

/// The sums that show a claim, whose winning moves are filled in.
fn misere(
    games: &ProofGames,
    claim: &mut ProofClaim,
    source: &mut dyn SumSource,
    single: Option<&ProofPart>,
    run: &Run,
) -> Result<ShownBySums, NotProved> {
    let claimed = Claimed::read(games, &claim.position, Convention::Misere, run)?;
    if let Some(stones) = claimed.stones.and_then(smallest_board)
        && let Some(whole) = source.whole_board((stones.rows, stones.columns))
        && let Some(sums) = BoardSums::new(games, &whole, stones, single.is_some(), run)
    {
        let body = sums.proof(|sums| show_sums(sums, claim, &claimed))?;
        return Ok(ShownBySums { body, asked: 0, is_taken_as_it_is: true });
    }
    let mut sums = Sums::new(games, source, single, run)?;
    show_sums(&mut sums, claim, &claimed)?;
    sums.close()?;
    let asked = sums.asked;
    Ok(ShownBySums { body: sums.finish(), asked, is_taken_as_it_is: false })
}

/// The sums of a proof under misère play, as they are gathered.
trait SumsOfProof {
    /// A position.
    type Sum;

    /// A position as its parts, and as [stones](ProofGames::stones).
    fn sum(&mut self, parts: &[ProofPart], stones: Option<Stones>) -> Result<Self::Sum, NotProved>;

    /// Whether a sum is a P-position.
    fn is_p(&mut self, sum: &Self::Sum) -> Result<bool, NotProved>;

    /// Needs a sum that is a P-position.
    fn need(&mut self, sum: &Self::Sum) -> Result<(), NotProved>;

    /// Needs a reply that shows that a sum is an N-position.
    fn refute(&mut self, sum: &Self::Sum) -> Result<(), NotProved>;
}

/// Needs what shows a claim, and fills its winning moves in.
fn show_sums(
    sums: &mut impl SumsOfProof,
    claim: &mut ProofClaim,
    claimed: &Claimed,
) -> Result<(), NotProved> {
    if claim.outcome == Outcome::P {
        let sum = sums.sum(&claimed.parts, claimed.stones)?;
        sums.need(&sum)?;
    }
    if claim.winning.is_some() {
        let (mut winning, mut losing) = (Vec::new(), Vec::new());
        for MoveOfClaim { label, left, stones } in &claimed.moves {
            let Left::Parts(after) = left else { continue };
            let sum = sums.sum(after, *stones)?;
            match sums.is_p(&sum)? {
                true => {
                    sums.need(&sum)?;
                    winning.push(label.clone());
                }
                false => losing.push(sum),
            }
        }
        claim.winning = Some(winning);
        losing.iter().try_for_each(|sum| sums.refute(sum))?;
    } else if claim.outcome == Outcome::N && !claimed.parts.is_empty() {
        let sum = sums.sum(&claimed.parts, claimed.stones)?;
        sums.refute(&sum)?;
    }
    Ok(())
}

/// So many moves are made to find a single move.
const MOST_STEPS: usize = 10_000;

/// Some single move of a game of a position, which stands for all of them: looked for among what can be reached by
/// always making the first move.
fn single_move(games: &ProofGames, position: &str, run: &Run) -> Result<Option<ProofPart>, NotProved> {
    let mut open = Claimed::read(games, position, Convention::Misere, run)?.parts;
    let out = NotProved::OutOfReach;
    for _ in 0..MOST_STEPS {
        let Some(part) = open.pop() else { break };
        if is_single_move(games, &part).map_err(out)? {
            return Ok(Some(part));
        }
        let options = games.options(&part).map_err(out)?;
        open.extend(options.into_iter().flatten().min_by_key(|part| games.size(part)));
    }
    Ok(None)
}
