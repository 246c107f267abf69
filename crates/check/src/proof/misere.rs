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
use super::remembered::{Allocates, Remembered};
use super::verified::{ProofVerified, judge};
use grundy_core::{Held, Outcome, Run};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::Hash;
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
    met: RefCell<Remembered<ProofPart, Rc<Met>>>,
    of_numbers: RefCell<Remembered<u32, Rc<Met>>>,
    refuted: RefCell<Remembered<Sum, ()>>,
    looked_at: Cell<u64>,
    used: Cell<bool>,
    is_finite: bool,
    /// What finds parts and sums by what they are.
    _held: Held,
}

/// What is known of a part: its options.
#[derive(Debug)]
struct Met {
    /// The options all of whose parts are in the list: only they can be replies. Their numbers, one option after the
    /// other, and where each option ends.
    numbers: Vec<u32>,
    ends: Vec<usize>,
    /// The others, where they were asked for.
    others: Vec<Sum>,
    /// Whether other moves lose the whole game at once: nobody needs a reply to them.
    has_losing_moves: bool,
}

impl Met {
    fn new(mut listed: Vec<Vec<u32>>, mut others: Vec<Sum>, has_losing_moves: bool) -> Met {
        listed.sort_unstable();
        listed.dedup();
        others.sort_unstable();
        others.dedup();
        let ends = listed.iter().scan(0, |end, numbers| {
            *end += numbers.len();
            Some(*end)
        });
        Met { ends: ends.collect(), numbers: listed.concat(), others, has_losing_moves }
    }

    /// The options all of whose parts are in the list.
    fn listed(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.numbers[start..end])
    }
}

/// A sum: the numbers of the parts that are in the list, in order, and the others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Sum {
    numbers: Vec<u32>,
    others: Vec<ProofPart>,
}

impl Allocates for Met {
    fn allocated(&self) -> usize {
        self.numbers.allocated() + self.ends.allocated() + self.others.allocated()
    }
}

impl Allocates for Sum {
    fn allocated(&self) -> usize {
        self.numbers.allocated() + self.others.allocated()
    }
}

impl<'p> Sums<'p> {
    pub(super) fn new(
        file: &'p ProofFile,
        (parts, sums): (&'p [ProofPart], &'p [Box<[u32]>]),
        games: &'p ProofGames,
        run: &Run,
    ) -> Result<Sums<'p>, ProofRefusal> {
        let mut held = Held::of(run);
        held.hold((parts.len() + sums.len()) * 2 * size_of::<(usize, usize, u32)>())?;
        Ok(Sums {
            games,
            parts,
            sums,
            numbers: parts.iter().zip(1..).collect(),
            places: sums.iter().map(|sum| &**sum).zip(0..).collect(),
            pairs_cancel: file.lemmas.iter().any(|lemma| lemma == SINGLE_PAIRS),
            met: Remembered::new(run).into(),
            of_numbers: Remembered::new(run).into(),
            refuted: Remembered::new(run).into(),
            looked_at: Cell::new(0),
            used: Cell::new(false),
            is_finite: !games.may_be_endless(),
            _held: held,
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
        // Sums with the same last part, which is often the largest, one after the other: what is known of it is at hand
        // then.
        let mut in_order: Vec<u32> = (0..self.sums.len() as u32).collect();
        in_order.sort_unstable_by(|&one, &other| {
            let [one, other] = [one, other].map(|place| self.sums[place as usize].iter().rev());
            one.cmp(other)
        });
        for (done, place) in in_order.into_iter().enumerate() {
            run.reached(done as u64)?;
            let by = self.show(&self.sums[place as usize], run)?;
            circle.stands_on(place, &by, run)?;
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
        if self.is_finite && self.refuted.borrow().get(sum).is_some() {
            return Ok(Some(Vec::new()));
        }
        let Some(reply) = self.reply(sum)? else { return Ok(None) };
        self.refuted.borrow_mut().keep(sum.clone(), ());
        Ok(Some(vec![reply]))
    }

    fn reply(&self, sum: &Sum) -> Result<Option<u32>, ProofRefusal> {
        let moved: Vec<(Rc<Met>, Sum)> = match &sum.others[..] {
            [] => self.with_rests(sum)?,
            [other] => {
                vec![(self.met_other(other)?, Sum { numbers: sum.numbers.clone(), others: Vec::new() })]
            }
            _ => return Ok(None),
        };
        let mut numbers = Vec::new();
        for (met, rest) in moved {
            for option in met.listed() {
                self.looked_at.set(self.looked_at.get() + 1);
                self.join(&rest.numbers, option, &mut numbers);
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

    /// All options of a sum of the proof, each once or more often; and whether there are moves that lose the whole game.
    fn options(&self, at: &Sum) -> Result<(Vec<Sum>, bool), ProofRefusal> {
        let (mut options, mut has_losing_moves) = (Vec::new(), false);
        for (met, rest) in self.with_rests(at)? {
            has_losing_moves |= met.has_losing_moves;
            let listed = met.listed().map(|numbers| (numbers, &[][..]));
            let others = met.others.iter().map(|option| (&*option.numbers, &*option.others));
            for (of_option, others) in listed.chain(others) {
                let mut numbers = Vec::new();
                self.join(&rest.numbers, of_option, &mut numbers);
                options.push(Sum { numbers, others: others.to_vec() });
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

    /// What is known of a part of the list: all of its options.
    fn met_number(&self, number: u32) -> Result<Rc<Met>, ProofRefusal> {
        remembered(&self.of_numbers, &number, || {
            if number == SINGLE {
                return Ok(Met::new(vec![Vec::new()], Vec::new(), false));
            }
            let part = &self.parts[number as usize - 1];
            let options = self.games.options(part)?;
            let options: Vec<Sum> =
                options.iter().map(|option| self.sum(option)).collect::<Result<_, _>>()?;
            let (listed, others): (Vec<_>, _) = options.into_iter().partition(|sum| sum.others.is_empty());
            let listed = listed.into_iter().map(|sum| sum.numbers).collect();
            Ok(Met::new(listed, others, self.games.has_losing_moves(part)))
        })
    }

    /// What is known of another part: its options all of whose parts are in the list.
    fn met_other(&self, part: &ProofPart) -> Result<Rc<Met>, ProofRefusal> {
        remembered(&self.met, part, || {
            let mut listed = Vec::new();
            let failed = self.games.find_option(part, 0, |option| match self.sum_of_listed(option) {
                Ok(numbers) => {
                    listed.extend(numbers);
                    None
                }
                Err(refusal) => Some(refusal),
            })?;
            failed.map_or_else(|| Ok(Met::new(listed, Vec::new(), false)), Err)
        })
    }

    /// Parts as a sum.
    fn sum(&self, parts: &[ProofPart]) -> Result<Sum, ProofRefusal> {
        let mut sum = Sum { numbers: Vec::new(), others: Vec::new() };
        for part in parts {
            match self.number(part)? {
                Some(number) => sum.numbers.push(number),
                None => sum.others.push(part.clone()),
            }
        }
        sum.numbers = self.in_order(&sum.numbers);
        sum.others.sort_unstable();
        Ok(sum)
    }

    /// Parts as a sum; `None` where one of them is not in the list.
    fn sum_of_listed(&self, parts: &[ProofPart]) -> Result<Option<Vec<u32>>, ProofRefusal> {
        let mut sum = Vec::new();
        for part in parts {
            let Some(number) = self.number(part)? else { return Ok(None) };
            sum.push(number);
        }
        Ok(Some(self.in_order(&sum)))
    }

    /// The number of a part in the list.
    fn number(&self, part: &ProofPart) -> Result<Option<u32>, ProofRefusal> {
        if let Some(&number) = self.numbers.get(part) {
            return Ok(Some(number));
        }
        let is_single = self.pairs_cancel && is_single(self.games, part)?;
        self.used.set(self.used.get() || is_single);
        Ok(is_single.then_some(SINGLE))
    }

    /// Numbers as a sum.
    fn in_order(&self, numbers: &[u32]) -> Vec<u32> {
        let mut sum = Vec::new();
        self.join(numbers, &[], &mut sum);
        sum
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

/// What is known of a part, worked out where it is not remembered.
fn remembered<K: Clone + Eq + Hash + Allocates>(
    all: &RefCell<Remembered<K, Rc<Met>>>,
    key: &K,
    work_out: impl FnOnce() -> Result<Met, ProofRefusal>,
) -> Result<Rc<Met>, ProofRefusal> {
    if let Some(met) = all.borrow().get(key) {
        return Ok(Rc::clone(met));
    }
    let met = Rc::new(work_out()?);
    all.borrow_mut().keep(key.clone(), Rc::clone(&met));
    Ok(met)
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
