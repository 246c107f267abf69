//! The games of a proof, and positions read as their boards.

use super::bubbles::Bubbles;
use super::chomp::Bars;
use super::colours::{Colours, Stones as Coloured};
use super::edges::Edges;
use super::graphs::Graphs;
use super::heaps::{HeapRules, Kind};
use super::part::ProofPart;
use super::patterns::Patterns;
use super::rules::{Listed, PartRules, Standing, bytes_of};
use super::strip::Strips;
use super::taking::{Shapes, TWIN_LEAVES, Taking};
use super::tuples::Tuples;
use crate::rules::{NaiveGraphs, NaiveNumbers, NaiveRules};
use grundy_core::{Convention, Stones};
use grundy_heaps::Code;
use std::ops::ControlFlow;

/// A game of a proof: what stands before a notation, and for an own game the text of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofGame {
    /// `cram`, `2d-nim max=any`, `0.77`, the name of an own game, or `nimber` for bare nimbers.
    pub heading: String,
    /// The lines of a rules file.
    pub rules: Option<String>,
}

/// The heading of bare nimbers, which are written without one.
pub const NIMBER_HEADING: &str = "nimber";

/// The games of a proof with their rules.
#[derive(Debug)]
pub struct ProofGames {
    list: Vec<(String, Box<dyn PartRules>)>,
}

/// A term of a position: its game, and its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofTerm {
    /// The game by its place.
    pub game: u16,
    /// The pieces: one for a board of cells, one a heap.
    pub pieces: Vec<ProofPart>,
}

/// A move of a position: its label, and the position after it.
pub type ProofMove = (String, Vec<ProofTerm>);

/// At most this number of games can stand in one proof.
const MOST_GAMES: usize = 1000;

impl ProofGames {
    /// The rules of these games, for the positions of some claims. Where a move can win the whole game at once, parts
    /// differ by the convention. Of the lemmas, `twin-leaves` changes the parts of Cram under normal play.
    ///
    /// # Errors
    /// When there is a game that the checker has no rules for.
    pub fn new(
        games: &[ProofGame],
        positions: &[&str],
        convention: Convention,
        lemmas: &[String],
    ) -> Result<ProofGames, String> {
        if games.len() > MOST_GAMES {
            return Err(format!("there are more than {MOST_GAMES} games"));
        }
        let drops_twins = convention == Convention::Normal && lemmas.iter().any(|lemma| lemma == TWIN_LEAVES);
        let mut list: Vec<(String, Box<dyn PartRules>)> = Vec::new();
        for (number, game) in games.iter().enumerate() {
            if list.iter().any(|(heading, _)| *heading == game.heading) {
                return Err(format!("the game `{}` is there twice", game.heading));
            }
            let rules = match &game.rules {
                Some(text) => own(number as u16, &game.heading, text, positions, convention)?,
                None if game.heading == "cram" && drops_twins => {
                    Box::new(Taking::without_twins(number as u16))
                }
                None => built_in(number as u16, &game.heading, convention)?,
            };
            list.push((game.heading.clone(), rules));
        }
        Ok(ProofGames { list })
    }

    pub(super) fn rules(&self, game: u16) -> &dyn PartRules {
        &*self.list[usize::from(game)].1
    }

    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Reads a position as the program writes it: terms joined by ` + `, each of a game of the list.
    ///
    /// # Errors
    /// When a term is of none of the games, or no board of its game.
    pub fn position(&self, text: &str) -> Result<Vec<ProofTerm>, String> {
        text.split(" + ").map(|term| self.term(term)).collect()
    }

    fn term(&self, text: &str) -> Result<ProofTerm, String> {
        let (game, notation) = self.find(text).ok_or_else(|| format!("`{text}` is of none of the games"))?;
        Ok(ProofTerm { game, pieces: self.rules(game).board(notation)? })
    }

    /// The game of a term, and its notation.
    fn find<'t>(&self, text: &'t str) -> Option<(u16, &'t str)> {
        let after = |heading: &str| match heading {
            NIMBER_HEADING => text.strip_prefix('*'),
            _ => text.strip_prefix(heading)?.strip_prefix(' '),
        };
        let games = self.list.iter().zip(0..);
        let found = games.filter_map(|((heading, _), game)| Some((heading.len(), game, after(heading)?)));
        found.max_by_key(|(length, ..)| *length).map(|(_, game, notation)| (game, notation))
    }

    /// A part in the notation of its game.
    pub fn notation(&self, part: &ProofPart) -> String {
        self.rules(part.game).text(part)
    }

    /// A part as a term of a position.
    pub fn text(&self, part: &ProofPart) -> String {
        let (heading, rules) = &self.list[usize::from(part.game)];
        match heading.as_str() {
            NIMBER_HEADING => format!("*{}", rules.text(part)),
            _ => format!("{heading} {}", rules.text(part)),
        }
    }

    /// The parts of a position that have moves, each the least of its images.
    ///
    /// # Errors
    /// When the rules cannot tell them.
    pub fn parts(&self, terms: &[ProofTerm]) -> Result<Vec<ProofPart>, String> {
        let mut parts = Vec::new();
        for term in terms {
            parts.extend(self.rules(term.game).parts(&term.pieces)?);
        }
        parts.sort_unstable();
        Ok(parts)
    }

    /// The board of a position as stones; `None` where it is not one board of at most 64 cells of a game in which a move
    /// takes stones, and no more is to be said of them. Such games have the same moves on each of the images of a board.
    pub fn stones(&self, terms: &[ProofTerm]) -> Option<Stones> {
        let [term] = terms else { return None };
        self.rules(term.game).stones(&term.pieces)
    }

    /// All moves of a position, in reading order. In a sum of several terms a label begins with the number of its term.
    ///
    /// # Errors
    /// When the rules cannot tell them.
    pub fn moves(&self, terms: &[ProofTerm]) -> Result<Vec<ProofMove>, String> {
        let mut moves = Listed::new();
        if self.standing(terms)? == Standing::Over {
            return Ok(moves.all());
        }
        let bytes = |term: &ProofTerm| size_of::<ProofTerm>() + bytes_of(&term.pieces);
        let all_terms: usize = terms.iter().map(bytes).sum();
        for (place, term) in terms.iter().enumerate() {
            for (label, pieces) in self.rules(term.game).moves(&term.pieces)? {
                let label = if terms.len() == 1 { label } else { format!("{}:{label}", place + 1) };
                moves.add(label, all_terms, || {
                    let mut after = terms.to_vec();
                    after[place].pieces = pieces;
                    Ok(after)
                })?;
            }
        }
        Ok(moves.all())
    }

    /// How a position stands.
    pub(super) fn standing(&self, terms: &[ProofTerm]) -> Result<Standing, String> {
        let of = |term: &ProofTerm| self.rules(term.game).standing(&term.pieces);
        terms.iter().try_fold(Standing::Open, |most, term| Ok(most.max(of(term)?)))
    }

    /// Whether the last move has decided the whole game: it is over, whatever other terms there are.
    ///
    /// # Errors
    /// When the rules cannot tell.
    pub fn is_over(&self, terms: &[ProofTerm]) -> Result<bool, String> {
        Ok(self.standing(terms)? == Standing::Over)
    }

    /// Whether some move wins the whole game at once, under normal play.
    ///
    /// # Errors
    /// When the rules cannot tell.
    pub fn is_sunny(&self, terms: &[ProofTerm]) -> Result<bool, String> {
        Ok(self.standing(terms)? == Standing::Sunny)
    }

    /// Whether some move of a part decides the whole game against whoever makes it: it is none of the
    /// [options](ProofGames::options).
    pub(super) fn has_losing_moves(&self, part: &ProofPart) -> bool {
        self.rules(part.game).has_losing_moves(part)
    }

    /// The options of a part, each as its parts in order, each option once. Moves that lose the whole game are left
    /// out.
    ///
    /// # Errors
    /// When the rules cannot tell them.
    pub fn options(&self, part: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        let mut options = self.rules(part.game).options(part)?;
        options.iter_mut().for_each(|option| option.sort_unstable());
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Calls `find` with one option of a part after the other, but the first `skipped`, always in the same order, and
    /// returns its first answer that is not `None`. An option is given as its parts, equal parts side by side.
    pub(super) fn find_option<T>(
        &self,
        part: &ProofPart,
        skipped: usize,
        mut find: impl FnMut(&[ProofPart]) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let mut found = None;
        self.rules(part.game).each_option(part, skipped, &mut |mut option| {
            option.sort_unstable();
            found = find(&option);
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(found)
    }

    /// A number that every move of the part lowers, or its cells where no such number is known.
    pub fn size(&self, part: &ProofPart) -> u64 {
        self.rules(part.game).size(part)
    }

    /// Whether nothing in the rules of a game shows that it ends.
    pub fn may_be_endless(&self) -> bool {
        self.list.iter().any(|(_, rules)| rules.may_be_endless())
    }

    /// The lemmas on which parts stand that were told so far.
    pub(super) fn lemmas_of_parts(&self) -> impl Iterator<Item = &'static str> {
        self.list.iter().filter_map(|(_, rules)| rules.lemma_of_parts())
    }

    /// The nimber of a part by a lemma, and its name.
    pub fn by_lemma(&self, part: &ProofPart) -> Option<(u64, &'static str)> {
        self.rules(part.game).by_lemma(part)
    }
}

fn own(
    game: u16,
    heading: &str,
    text: &str,
    positions: &[&str],
    convention: Convention,
) -> Result<Box<dyn PartRules>, String> {
    let unread = |told: String| format!("the rules of `{heading}`: {told}");
    let check_name = |name: &str| match name == heading {
        true => Ok(()),
        false => Err(format!("the rules of `{heading}` are those of `{name}`")),
    };
    if text.lines().any(|line| line.starts_with("numbers ") || line.starts_with("heap ")) {
        let rules = NaiveNumbers::read(text).map_err(unread)?;
        check_name(rules.name())?;
        return Ok(Box::new(Tuples { game, rules }));
    }
    if text.lines().any(|line| line.split_whitespace().next() == Some("graph")) {
        let rules = NaiveGraphs::read(text).map_err(unread)?;
        check_name(rules.name())?;
        return Ok(Box::new(Graphs { game, rules }));
    }
    let rules = NaiveRules::read(text).map_err(unread)?;
    check_name(rules.name())?;
    let terms = positions.iter().flat_map(|text| text.split(" + "));
    let notations = terms.filter_map(|term| term.strip_prefix(heading)?.strip_prefix(' '));
    let longest =
        notations.filter_map(|notation| rules.board(notation).ok()).map(|board| board.longest()).max();
    Ok(Box::new(Patterns::new(game, rules, longest.unwrap_or(1), convention)?))
}

fn built_in(game: u16, heading: &str, convention: Convention) -> Result<Box<dyn PartRules>, String> {
    let taking = |shapes| -> Result<Box<dyn PartRules>, String> { Ok(Box::new(Taking::new(game, shapes))) };
    let heaps = |kind| -> Result<Box<dyn PartRules>, String> { Ok(Box::new(HeapRules { game, kind })) };
    match heading {
        "cram" => taking(Shapes::Cram),
        "2d-nim" => taking(Shapes::Lines(3)),
        "2d-nim max=any" => taking(Shapes::Lines(usize::MAX)),
        "boxing-match" => taking(Shapes::Squares),
        "chomp" => Ok(Box::new(Bars { game })),
        "bubbly" => Ok(Box::new(Bubbles { game })),
        "hackenbush" => Ok(Box::new(Edges { game })),
        "treblecross" => Ok(Box::new(Strips { game, convention })),
        "nogo" => Ok(Box::new(Colours { game, stones: Coloured::NoGo })),
        "amazons" => Ok(Box::new(Colours { game, stones: Coloured::Amazons })),
        "nim" => heaps(Kind::Nim),
        NIMBER_HEADING => heaps(Kind::Nimber),
        _ => {
            let most = heading.strip_prefix("2d-nim max=").and_then(|most| most.parse().ok());
            match (most, heading.parse::<Code>()) {
                (Some(most), _) if most > 0 => taking(Shapes::Lines(most)),
                (_, Ok(code)) if code.to_string() == heading => heaps(Kind::Code(Box::new(code))),
                _ => Err(format!("there are no rules of `{heading}` in the checker")),
            }
        }
    }
}
