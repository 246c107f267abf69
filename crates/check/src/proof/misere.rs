//! Misère play: sums that are P-positions, each shown by others that are smaller.
//!
//! A sum is a P-position when it has a move and every option is an N-position: the option has no moves, so that whoever
//! is to move has won, or it has an option that is a sum of the proof. Options have fewer moves left, so by induction
//! all sums are P-positions once each is shown.
//!
//! A move that loses the whole game at once needs no reply: whoever can make such a move has a move, and that is all
//! there is to say of it.
//!
//! One lemma may be used, `single-pairs`: a part after whose every move nothing is left is a single move, whatever it
//! looks like, and two single moves may be left out of a sum. For let G be any sum and G + 1 + 1 the sum with them.
//! Where G has moves, by induction the options G' + 1 + 1 have the outcomes of G', and G + 1 has the option G: so it is
//! N where G is P. Hence G + 1 + 1 is P where G is; and N where G is, by the option G' + 1 + 1 for a G' that is P.
//! Where G has none, G is N, 1 is P, and 1 + 1 is N.

use super::circle::Circle;
use super::file::{ProofClaim, ProofFile};
use super::games::{ProofGames, ProofTerm};
use super::part::ProofPart;
use super::refusal::ProofRefusal;
use super::verified::{ProofVerified, judge};
use grundy_core::{Outcome, Run};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The lemma about single moves.
pub const SINGLE_PAIRS: &str = "single-pairs";
/// The number of a single move.
pub const SINGLE: u32 = 0;

/// The sums of a proof, and all that is asked of them.
pub(super) struct Sums<'p> {
    games: &'p ProofGames,
    parts: &'p [ProofPart],
    sums: &'p [Box<[u32]>],
    numbers: HashMap<&'p ProofPart, u32>,
    places: HashMap<&'p [u32], u32>,
    pairs_cancel: bool,
    met: RefCell<HashMap<ProofPart, Rc<Met>>>,
    of_numbers: RefCell<HashMap<u32, Rc<Met>>>,
    refuted: RefCell<HashSet<Sum>>,
    looked_at: Cell<u64>,
    used: Cell<bool>,
    is_finite: bool,
}

/// What is known of a part: its options.
#[derive(Debug)]
struct Met {
    options: Vec<Sum>,
    /// Whether other moves lose the whole game at once: nobody needs a reply to them.
    has_losing_moves: bool,
}

/// A sum: the numbers of the parts that are in the list, in order, and the others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Sum {
    numbers: Vec<u32>,
    others: Vec<ProofPart>,
}

/// So many parts, and so many refuted sums, are remembered at most.
const MOST_MET: usize = 1 << 16;
const MOST_REFUTED: usize = 1 << 20;

impl<'p> Sums<'p> {
    pub(super) fn new(
        file: &'p ProofFile,
        (parts, sums): (&'p [ProofPart], &'p [Box<[u32]>]),
        games: &'p ProofGames,
        run: &Run,
    ) -> Result<Sums<'p>, ProofRefusal> {
        run.hold((parts.len() + sums.len()) * 2 * size_of::<(usize, usize, u32)>())?;
        Ok(Sums {
            games,
            parts,
            sums,
            numbers: parts.iter().zip(1..).collect(),
            places: sums.iter().map(|sum| &**sum).zip(0..).collect(),
            pairs_cancel: file.lemmas.iter().any(|lemma| lemma == SINGLE_PAIRS),
            met: RefCell::default(),
            of_numbers: RefCell::default(),
            refuted: RefCell::default(),
            looked_at: Cell::new(0),
            used: Cell::new(false),
            is_finite: !games.may_be_endless(),
        })
    }

    /// Shows every sum, and then what is claimed.
    pub(super) fn check(&self, claims: &[ProofClaim], run: &Run) -> Result<ProofVerified, ProofRefusal> {
        for part in self.parts.iter().filter(|_| self.pairs_cancel) {
            if is_single(self.games, part)? {
                return Err(unproved(format!(
                    "`{}` is a single move, which is written *1",
                    self.games.text(part)
                )));
            }
        }
        let mut circle = Circle::new(self.sums.len(), self.is_finite);
        for (place, sum) in self.sums.iter().enumerate() {
            run.reached(place as u64)?;
            let by = self.show(sum, run)?;
            circle.stands_on(place as u32, &by, run)?;
        }
        if let Some(place) = circle.find() {
            let text = self.text(&self.sums[place as usize]);
            return Err(unproved(format!("`{text}` is shown by what stands on it")));
        }
        claims.iter().try_for_each(|claim| self.check_claim(claim, run))?;
        let lemmas = if self.used.get() { vec![SINGLE_PAIRS.to_owned()] } else { Vec::new() };
        Ok(ProofVerified { members: self.sums.len() as u64, looked_at: self.looked_at.get(), lemmas })
    }

    /// A sum of the proof as a position.
    pub(super) fn text(&self, sum: &[u32]) -> String {
        sum_text(self.games, self.parts, sum)
    }

    fn check_form(&self, sum: &[u32]) -> Result<(), ProofRefusal> {
        let is_listed = sum.last().is_some_and(|&last| last as usize <= self.parts.len());
        let singles = sum.iter().take_while(|&&part| part == SINGLE).count();
        if !is_listed {
            return Err(unproved("a sum has no parts, or one that is not in the list".to_owned()));
        }
        if singles > usize::from(self.pairs_cancel) {
            return Err(unproved(format!("`{}` is not how sums are written", self.text(sum))));
        }
        Ok(())
    }

    fn show(&self, sum: &[u32], run: &Run) -> Result<Vec<u32>, ProofRefusal> {
        self.check_form(sum)?;
        let mut by = Vec::new();
        let at = Sum { numbers: sum.to_vec(), others: Vec::new() };
        let (options, mut has_moves) = self.options(&at)?;
        for option in options {
            has_moves = true;
            run.check()?;
            match self.refuted(&option)? {
                Some(reply) => by.extend(reply),
                None => {
                    let (text, option) = (self.text(sum), self.text_of(&option));
                    return Err(unproved(format!("`{text}` = P: its option `{option}` has no reply")));
                }
            }
        }
        if has_moves { Ok(by) } else { Err(unproved(format!("`{}` has no moves", self.text(sum)))) }
    }

    fn text_of(&self, sum: &Sum) -> String {
        let others = sum.others.iter().map(|part| self.games.text(part));
        let numbers = if sum.numbers.is_empty() { None } else { Some(self.text(&sum.numbers)) };
        let terms: Vec<String> = numbers.into_iter().chain(others).collect();
        if terms.is_empty() { "-".to_owned() } else { terms.join(" + ") }
    }

    /// What shows that a sum is an N-position: nothing where it has no moves, else a reply that is a sum of the proof.
    /// `None` where that is not shown.
    fn refuted(&self, sum: &Sum) -> Result<Option<Vec<u32>>, ProofRefusal> {
        if sum.numbers.is_empty() && sum.others.is_empty() {
            return Ok(Some(Vec::new()));
        }
        // Which reply it was matters only where games may be endless.
        if self.is_finite && self.refuted.borrow().contains(sum) {
            return Ok(Some(Vec::new()));
        }
        let Some(reply) = self.reply(sum)? else { return Ok(None) };
        let mut refuted = self.refuted.borrow_mut();
        if refuted.len() == MOST_REFUTED {
            refuted.clear();
        }
        refuted.insert(sum.clone());
        Ok(Some(vec![reply]))
    }

    fn reply(&self, sum: &Sum) -> Result<Option<u32>, ProofRefusal> {
        let moved: Vec<(Rc<Met>, Sum)> = match &sum.others[..] {
            [] => self.with_rests(sum)?,
            [other] => vec![(self.met(other)?, Sum { numbers: sum.numbers.clone(), others: Vec::new() })],
            _ => return Ok(None),
        };
        let mut numbers = Vec::new();
        for (met, rest) in moved {
            for option in met.options.iter().filter(|option| option.others.is_empty()) {
                self.looked_at.set(self.looked_at.get() + 1);
                self.join(&rest.numbers, &option.numbers, &mut numbers);
                if let Some(&place) = self.places.get(numbers.as_slice()) {
                    return Ok(Some(place));
                }
            }
        }
        Ok(None)
    }

    /// The different parts of a sum that are in the list, each with the others.
    fn with_rests(&self, sum: &Sum) -> Result<Vec<(Rc<Met>, Sum)>, ProofRefusal> {
        let mut all = Vec::new();
        for (place, &number) in sum.numbers.iter().enumerate() {
            if place == 0 || sum.numbers[place - 1] != number {
                let mut rest = sum.clone();
                rest.numbers.remove(place);
                all.push((self.met_number(number)?, rest));
            }
        }
        Ok(all)
    }

    /// All options of a sum, each once or more often; and whether there are moves that lose the whole game.
    fn options(&self, at: &Sum) -> Result<(Vec<Sum>, bool), ProofRefusal> {
        let (mut options, mut has_losing_moves) = (Vec::new(), false);
        let mut moved = self.with_rests(at)?;
        for (place, other) in at.others.iter().enumerate() {
            let mut rest = at.clone();
            rest.others.remove(place);
            moved.push((self.met(other)?, rest));
        }
        for (met, rest) in moved {
            has_losing_moves |= met.has_losing_moves;
            for option in &met.options {
                let mut numbers = Vec::new();
                self.join(&rest.numbers, &option.numbers, &mut numbers);
                let mut others = [&*rest.others, &option.others].concat();
                others.sort_unstable();
                options.push(Sum { numbers, others });
            }
        }
        self.looked_at.set(self.looked_at.get() + options.len() as u64);
        Ok((options, has_losing_moves))
    }

    /// The numbers of two sums together.
    fn join(&self, one: &[u32], other: &[u32], numbers: &mut Vec<u32>) {
        numbers.clear();
        numbers.extend_from_slice(one);
        numbers.extend_from_slice(other);
        numbers.sort_unstable();
        if self.pairs_cancel {
            let singles = numbers.iter().take_while(|&&number| number == SINGLE).count();
            numbers.drain(..singles - singles % 2);
            self.used.set(self.used.get() || singles > 1);
        }
    }

    fn met_number(&self, number: u32) -> Result<Rc<Met>, ProofRefusal> {
        if let Some(met) = self.of_numbers.borrow().get(&number) {
            return Ok(Rc::clone(met));
        }
        let met = match number {
            SINGLE => {
                let nothing = Sum { numbers: Vec::new(), others: Vec::new() };
                Rc::new(Met { options: vec![nothing], has_losing_moves: false })
            }
            _ => Rc::new(self.look_at(&self.parts[number as usize - 1])?),
        };
        self.of_numbers.borrow_mut().insert(number, Rc::clone(&met));
        Ok(met)
    }

    fn met(&self, part: &ProofPart) -> Result<Rc<Met>, ProofRefusal> {
        if let Some(met) = self.met.borrow().get(part) {
            return Ok(Rc::clone(met));
        }
        let found = Rc::new(self.look_at(part)?);
        let mut met = self.met.borrow_mut();
        if met.len() == MOST_MET {
            met.clear();
        }
        met.insert(part.clone(), Rc::clone(&found));
        Ok(found)
    }

    fn look_at(&self, part: &ProofPart) -> Result<Met, ProofRefusal> {
        let listed = self.games.options(part)?;
        let mut options: Vec<Sum> = listed.iter().map(|option| self.sum(option)).collect::<Result<_, _>>()?;
        options.sort_unstable();
        options.dedup();
        Ok(Met { options, has_losing_moves: self.games.has_losing_moves(part) })
    }

    /// Parts as a sum.
    fn sum(&self, parts: &[ProofPart]) -> Result<Sum, ProofRefusal> {
        let mut sum = Sum { numbers: Vec::new(), others: Vec::new() };
        for part in parts {
            if let Some(&number) = self.numbers.get(part) {
                sum.numbers.push(number);
            } else if self.pairs_cancel && is_single(self.games, part)? {
                sum.numbers.push(SINGLE);
                self.used.set(true);
            } else {
                sum.others.push(part.clone());
            }
        }
        let mut numbers = Vec::new();
        self.join(&sum.numbers, &[], &mut numbers);
        sum.numbers = numbers;
        sum.others.sort_unstable();
        Ok(sum)
    }

    fn check_claim(&self, claim: &ProofClaim, run: &Run) -> Result<(), ProofRefusal> {
        let at = self.games.position(&claim.position)?;
        let of = |told: &str| unproved(format!("`{}`: {told}", claim.position));
        if claim.nimber.is_some() {
            return Err(of("under misère play it has no nimber"));
        }
        if self.games.is_over(&at)? {
            return judge(self.games, claim, &at, Some(Outcome::N), |after| self.wins(after));
        }
        let sum = self.sum(&self.games.parts(&at)?)?;
        // Where no move is left, or nothing but pairs of single moves, whoever is to move wins.
        let is_nothing = sum.numbers.is_empty() && sum.others.is_empty();
        let known =
            if is_nothing { Some(Outcome::N) } else { self.is_in_the_proof(&sum).then_some(Outcome::P) };
        judge(self.games, claim, &at, known, |after| {
            run.check()?;
            self.wins(after)
        })
    }

    fn is_in_the_proof(&self, sum: &Sum) -> bool {
        sum.others.is_empty() && self.places.contains_key(sum.numbers.as_slice())
    }

    fn wins(&self, after: &[ProofTerm]) -> Result<Option<bool>, ProofRefusal> {
        if self.games.is_over(after)? {
            return Ok(Some(false));
        }
        let sum = self.sum(&self.games.parts(after)?)?;
        if self.is_in_the_proof(&sum) {
            return Ok(Some(true));
        }
        Ok(self.refuted(&sum)?.map(|_| false))
    }

    /// The sum by which a position is lost for whoever is to move; `None` where that is not shown.
    pub(super) fn lost(&self, at: &[ProofTerm]) -> Result<Option<Vec<String>>, ProofRefusal> {
        if self.games.is_over(at)? {
            return Ok(None);
        }
        let sum = self.sum(&self.games.parts(at)?)?;
        Ok(self.is_in_the_proof(&sum).then(|| vec![format!("{} = P", self.text(&sum.numbers))]))
    }
}

/// Whether a part is a single move: after each of its moves nothing is left.
///
/// # Errors
/// When the rules cannot tell its options.
pub(super) fn is_single(games: &ProofGames, part: &ProofPart) -> Result<bool, String> {
    // Every move of a part of several cells leaves something, or there are few.
    if games.size(part) > LARGEST_SINGLE {
        return Ok(false);
    }
    let options = games.options(part)?;
    Ok(!options.is_empty() && options.iter().all(Vec::is_empty) && !games.has_losing_moves(part))
}

/// A single move is looked for among parts of at most this size. What is larger is written as what it is.
const LARGEST_SINGLE: u64 = 8;

/// A sum of numbered parts as a position.
pub(super) fn sum_text(games: &ProofGames, parts: &[ProofPart], sum: &[u32]) -> String {
    let term = |&number: &u32| match number {
        SINGLE => "*1".to_owned(),
        _ => parts.get(number as usize - 1).map_or("?".to_owned(), |part| games.text(part)),
    };
    sum.iter().map(term).collect::<Vec<_>>().join(" + ")
}

fn unproved(told: String) -> ProofRefusal {
    ProofRefusal::Unproved(told)
}
