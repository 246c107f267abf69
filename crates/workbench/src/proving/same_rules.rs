//! Whether the name of a game stands for the same rules in a proof and here: a proof of an own game carries its rules.

use super::Listed;
use crate::position::Position;
use crate::workbench::Workbench;
use grundy_check::proof::{ProofFile, ProofGame};
use grundy_core::{Reading, Run};

impl Position {
    /// The first game of the position that is not among these games of a proof, or has other rules there: what the proof
    /// claims is then of another game, whatever the name. Comments, blanks, titles and other lines for people make no
    /// other rules.
    ///
    /// ```
    /// use grundy::{Position, ProofRequest};
    /// let cram: Position = "cram 2x2".parse()?;
    /// let proof = cram.prove(&ProofRequest::default())?.file;
    /// assert_eq!(cram.other_game_than_in(&proof.games), None);
    /// let sum: Position = "cram 2x2 + 2d-nim 2x2".parse()?;
    /// assert_eq!(sum.other_game_than_in(&proof.games).as_deref(), Some("2d-nim"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn other_game_than_in(&self, games: &[ProofGame]) -> Option<String> {
        let is_there = |listed: &Listed<'_>| {
            let same_name = games.iter().find(|other| other.heading == listed.0.heading);
            same_name.is_some_and(|of_proof| are_same(of_proof, &listed.0))
        };
        self.headings().1.into_iter().find(|listed| !is_there(listed)).map(|(game, _)| game.heading)
    }
}

/// Whether a game of a proof and one that is known here, of the same name, have the same rules: the same lines but for
/// comments, blanks, and what only people read. The symbols have to be the same too, for claims are written in them.
fn are_same(one: &ProofGame, other: &ProofGame) -> bool {
    one == other
        || matches!((&one.rules, &other.rules), (Some(one), Some(other)) if statements(one).eq(statements(other)))
}

/// The lines of a rules file that say what the rules are.
fn statements(rules: &str) -> impl Iterator<Item = String> {
    let words =
        |line: &str| line.split_whitespace().take_while(|&word| word != "--").collect::<Vec<_>>().join(" ");
    let is_for_people = |line: &str| line.split(' ').next().is_some_and(|word| FOR_PEOPLE.contains(&word));
    rules.lines().map(words).filter(move |line| !line.is_empty() && !is_for_people(line))
}

/// How lines begin that say nothing about the rules.
const FOR_PEOPLE: [&str; 5] = ["title", "says", "by", "say", "example"];

/// The games of a proof whose names stand for other rules among the games that come with Grundy or were loaded.
///
/// ```
/// use grundy::{Position, ProofRequest, games_of_other_rules};
/// let mut proof = "clobber XO".parse::<Position>()?.prove(&ProofRequest::default())?.file;
/// assert!(games_of_other_rules(&proof).is_empty());
/// proof.games[0].rules = Some("game clobber\ngrid\ncells . empty X black O white\nmove XO -> ..\n".to_owned());
/// assert_eq!(games_of_other_rules(&proof), ["clobber"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn games_of_other_rules(proof: &ProofFile) -> Vec<String> {
    let here = Workbench::default();
    let is_known = |game: &&ProofGame| game.rules.is_some() && here.shelf().find(&game.heading).is_ok();
    let has_other_rules = |game: &&ProofGame| {
        let is_of_game = |term: &&str| {
            term.strip_prefix(game.heading.as_str()).is_some_and(|notation| notation.starts_with(' '))
        };
        let mut terms = proof.claims.iter().flat_map(|claim| claim.position.split(" + "));
        let Some(term) = terms.find(is_of_game) else { return false };
        let read = Position::parse_on(&here, term, Reading::default(), &Run::unlimited());
        !read.is_ok_and(|read| read.headings().1.iter().any(|(known, _)| are_same(game, known)))
    };
    let others = proof.games.iter().filter(is_known).filter(has_other_rules);
    others.map(|game| game.heading.clone()).collect()
}
