//! Normal play: couples of a part and its nimber, each shown by others that are smaller.
//!
//! A couple (G, v) says that the nimber of G is v. It is shown when
//!
//! * for every u below v some option of G has the nimber u, by the couples of its parts, and
//! * no option of G has the nimber v. An option is refuted by the couples of its parts, where they add up to something
//!   else; or by a reply: of one of its parts there is no couple, the others come to r, and that part has an option of
//!   nimber r ^ v, by couples. Then the part has not that nimber, and the option not v. Or the part has fewer than r ^
//!   v options, so that its nimber is less.
//!
//! Options have fewer moves left, so by induction all couples are true once each is shown. Equal parts of an option are
//! worth 0 together, whatever they are.

use super::circle::Circle;
use super::file::{ProofClaim, ProofFile};
use super::games::{ProofGames, ProofTerm};
use super::part::ProofPart;
use super::refusal::ProofRefusal;
use super::remembered::{Allocates, Remembered};
use super::rules::Standing;
use super::verified::{ProofVerified, judge};
use grundy_core::{Held, Outcome, Run};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The couples that stand on nothing more, and all that is asked of them.
pub(super) struct Couples<'p> {
    games: &'p ProofGames,
    couples: &'p [(ProofPart, u64)],
    places: HashMap<&'p ProofPart, u32>,
    lemmas: BTreeSet<&'p str>,
    used: RefCell<BTreeSet<&'static str>>,
    visited: RefCell<Remembered<ProofPart, Visited>>,
    looked_at: Cell<u64>,
    is_finite: bool,
    /// What finds couples by their parts.
    _held: Held,
}

/// What is known of the options of a part that has no couple. They are visited in a fixed order, and only as far as some
/// question needed.
#[derive(Default)]
struct Visited {
    /// How many options were looked at.
    count: usize,
    /// Whether these are all.
    has_all: bool,
    /// The nimbers that they are shown to have, each with the places of the couples that show it.
    shown: Vec<(u64, Rc<[u32]>)>,
    /// How many different options there are, where that was asked.
    different: Option<u64>,
}

impl Allocates for Visited {
    fn allocated(&self) -> usize {
        self.shown.allocated()
    }
}

impl Allocates for (u64, Rc<[u32]>) {
    fn allocated(&self) -> usize {
        self.1.allocated()
    }
}

/// What is known of some parts together: the nim-sum of the known ones, the places of their couples, and the others.
struct Known<'a> {
    nimber: u64,
    by: Vec<u32>,
    others: Vec<&'a ProofPart>,
}

impl<'p> Couples<'p> {
    pub(super) fn new(
        file: &'p ProofFile,
        couples: &'p [(ProofPart, u64)],
        games: &'p ProofGames,
        run: &Run,
    ) -> Result<Couples<'p>, ProofRefusal> {
        let mut held = Held::of(run);
        held.hold(couples.len() * 2 * size_of::<(usize, u32)>())?;
        Ok(Couples {
            games,
            couples,
            places: couples.iter().map(|(part, _)| part).zip(0..).collect(),
            lemmas: file.lemmas.iter().map(String::as_str).collect(),
            used: RefCell::default(),
            visited: Remembered::new(run).into(),
            looked_at: Cell::new(0),
            is_finite: !games.may_be_endless(),
            _held: held,
        })
    }

    /// Shows every couple, and then what is claimed.
    pub(super) fn check(&self, claims: &[ProofClaim], run: &Run) -> Result<ProofVerified, ProofRefusal> {
        let mut circle = Circle::new(self.couples.len(), self.is_finite);
        for (place, couple) in self.couples.iter().enumerate() {
            run.reached(place as u64)?;
            let by = self.show(couple)?;
            circle.stands_on(place as u32, &by, run)?;
        }
        if let Some(place) = circle.find() {
            let (part, _) = &self.couples[place as usize];
            return Err(unproved(format!("`{}` is shown by what stands on it", self.games.text(part))));
        }
        claims.iter().try_for_each(|claim| self.check_claim(claim, run))?;
        let used: BTreeSet<&str> =
            self.used.borrow().iter().copied().chain(self.games.lemmas_of_parts()).collect();
        let lemmas = used.into_iter().map(str::to_owned).collect();
        Ok(ProofVerified { members: self.couples.len() as u64, looked_at: self.looked_at.get(), lemmas })
    }

    /// Shows a couple, and says by which others.
    fn show(&self, (part, nimber): &(ProofPart, u64)) -> Result<Vec<u32>, ProofRefusal> {
        let options = self.options(part)?;
        let text = || self.games.text(part);
        let mut by: Vec<u32> = Vec::new();
        let known: Vec<Known<'_>> = options.iter().map(|option| self.known(option)).collect();
        if options.len() < usize::try_from(*nimber).unwrap_or(usize::MAX) {
            return Err(unproved(format!("`{}` has too few options for *{nimber}", text())));
        }
        for smaller in 0..*nimber {
            let witness = known.iter().find(|known| known.others.is_empty() && known.nimber == smaller);
            let missing =
                || unproved(format!("`{}` = *{nimber}: no option is shown to be *{smaller}", text()));
            by.extend(&witness.ok_or_else(missing)?.by);
        }
        for (option, known) in options.iter().zip(&known) {
            match self.refuted(known, *nimber)? {
                Some(refuted_by) => by.extend(&*refuted_by),
                None => {
                    let option = self.sum_text(option);
                    return Err(unproved(format!(
                        "`{}` = *{nimber}: its option `{option}` is not refuted",
                        text()
                    )));
                }
            }
        }
        Ok(by)
    }

    fn sum_text(&self, parts: &[ProofPart]) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.games.text(part)).collect();
        if parts.is_empty() { "-".to_owned() } else { parts.join(" + ") }
    }

    fn options(&self, part: &ProofPart) -> Result<Vec<Vec<ProofPart>>, ProofRefusal> {
        let options = self.games.options(part)?;
        self.looked_at.set(self.looked_at.get() + options.len() as u64);
        Ok(options)
    }

    fn known<'a>(&self, parts: &'a [ProofPart]) -> Known<'a> {
        let mut known = Known { nimber: 0, by: Vec::new(), others: Vec::new() };
        // Equal parts stand together: pairs of them are worth 0.
        for part in parts
            .chunk_by(|one, other| one == other)
            .filter(|equal| equal.len() % 2 == 1)
            .map(|equal| &equal[0])
        {
            let by_lemma = || self.games.by_lemma(part).filter(|(_, lemma)| self.lemmas.contains(lemma));
            if let Some(&place) = self.places.get(part) {
                known.nimber ^= self.couples[place as usize].1;
                known.by.push(place);
            } else if let Some((nimber, lemma)) = by_lemma() {
                known.nimber ^= nimber;
                self.used.borrow_mut().insert(lemma);
            } else {
                known.others.push(part);
            }
        }
        known
    }

    /// By which couples some parts together have not this nimber; `None` where that is not shown.
    fn refuted(&self, known: &Known<'_>, nimber: u64) -> Result<Option<Rc<[u32]>>, ProofRefusal> {
        match known.others[..] {
            [] => Ok((known.nimber != nimber).then(|| known.by.as_slice().into())),
            [part] => {
                let reply = self.reply(part, known.nimber ^ nimber)?;
                Ok(reply.map(|reply| known.by.iter().chain(&*reply).copied().collect()))
            }
            _ => Ok(None),
        }
    }

    /// By which couples a part has an option of this nimber, or too few options for it.
    fn reply(&self, part: &ProofPart, nimber: u64) -> Result<Option<Rc<[u32]>>, ProofRefusal> {
        let mut visited = self.visited.borrow_mut().take(part).unwrap_or_default();
        let before = visited.count;
        let mut reply = visited.shown.iter().find(|(shown, _)| *shown == nimber).map(|(_, by)| Rc::clone(by));
        if reply.is_none() && !visited.has_all {
            reply = self.games.find_option(part, visited.count, |option| {
                visited.count += 1;
                let known = self.known(option);
                if !known.others.is_empty() || visited.shown.iter().any(|(shown, _)| *shown == known.nimber) {
                    return None;
                }
                let by = Rc::from(known.by);
                visited.shown.push((known.nimber, Rc::clone(&by)));
                (known.nimber == nimber).then_some(by)
            })?;
            visited.has_all = reply.is_none();
        }
        self.looked_at.set(self.looked_at.get() + (visited.count - before) as u64);
        if reply.is_none() && self.is_finite && self.has_fewer_options(part, &mut visited, nimber)? {
            reply = Some(Rc::default());
        }
        self.visited.borrow_mut().keep(part.clone(), visited);
        Ok(reply)
    }

    /// Whether a part all of whose options were visited has fewer than `than` different ones. Equal options may be among
    /// those that were visited, and then they are counted again.
    fn has_fewer_options(
        &self,
        part: &ProofPart,
        visited: &mut Visited,
        than: u64,
    ) -> Result<bool, ProofRefusal> {
        if (visited.count as u64) < than {
            return Ok(true);
        }
        let different = match visited.different {
            Some(different) => different,
            None => self.games.options(part)?.len() as u64,
        };
        visited.different = Some(different);
        Ok(different < than)
    }

    fn check_claim(&self, claim: &ProofClaim, run: &Run) -> Result<(), ProofRefusal> {
        let at = self.games.position(&claim.position)?;
        let of = |told: String| unproved(format!("`{}`: {told}", claim.position));
        let standing = self.games.standing(&at)?;
        if standing != Standing::Open {
            if claim.nimber.is_some() {
                return Err(of("where a move decides the whole game it has no nimber".to_owned()));
            }
            let known = (standing == Standing::Over).then_some(Outcome::P);
            return judge(self.games, claim, &at, known, |after| self.wins(after));
        }
        let parts = self.games.parts(&at)?;
        let known = self.known(&parts);
        let nimber = known.others.is_empty().then_some(known.nimber);
        if let Some(claimed) = claim.nimber {
            match nimber {
                Some(nimber) if nimber == claimed => {}
                Some(nimber) => return Err(of(format!("its nimber is *{nimber}, not *{claimed}"))),
                None => return Err(of(format!("that its nimber is *{claimed} is not shown"))),
            }
        }
        let by_nimber = nimber.map(|nimber| if nimber == 0 { Outcome::P } else { Outcome::N });
        judge(self.games, claim, &at, by_nimber, |after| {
            run.check()?;
            self.wins(after)
        })
    }

    /// Whether the move to this position wins; `None` where neither is shown.
    fn wins(&self, after: &[ProofTerm]) -> Result<Option<bool>, ProofRefusal> {
        match self.games.standing(after)? {
            Standing::Over => return Ok(Some(true)),
            Standing::Sunny => return Ok(Some(false)),
            Standing::Open => {}
        }
        let parts = self.games.parts(after)?;
        let known = self.known(&parts);
        if known.others.is_empty() {
            return Ok(Some(known.nimber == 0));
        }
        Ok(self.refuted(&known, 0)?.map(|_| false))
    }

    /// The couples by which a position is lost for whoever is to move; `None` where that is not shown.
    pub(super) fn lost(&self, at: &[ProofTerm]) -> Result<Option<Vec<String>>, ProofRefusal> {
        match self.games.standing(at)? {
            Standing::Over => return Ok(Some(Vec::new())),
            Standing::Sunny => return Ok(None),
            Standing::Open => {}
        }
        let parts = self.games.parts(at)?;
        let known = self.known(&parts);
        let couple = |&place: &u32| {
            let (part, nimber) = &self.couples[place as usize];
            format!("{} = *{nimber}", self.games.text(part))
        };
        let is_lost = known.others.is_empty() && known.nimber == 0;
        Ok(is_lost.then(|| known.by.iter().map(couple).collect()))
    }
}

fn unproved(told: String) -> ProofRefusal {
    ProofRefusal::Unproved(told)
}
