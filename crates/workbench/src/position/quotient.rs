//! Misère theory of positions: answers by quotients of codes; the parts of any position, their genera, forms and
//! quotient.

use crate::answer::{Method, Winning};
use crate::board::Board;
use crate::mixture::Mixture;
use crate::part::Part;
use crate::position::Position;
use crate::position::found::{Found, Places, ReportOutcome};
use crate::question::{Goal, Request};
use crate::typed::Typed;
use crate::workbench::Workbench;
use grundy_check::quotient::{QuotientRefusal, VerifiedQuotient, verify, verify_parts};
use grundy_core::{Notation, Outcome, Reading, Ruleset, Run, Stopped, Tame};
use grundy_games::heaps::{HeapGame, HeapMove};
use grundy_heaps::{Code, QuotientCertificate, Valued};
use grundy_misere::{
    FormId, Forms, Genus, HeapQuotient, HeapSum, NoForm, PartQuotient, PositionParts, Reach,
};
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// The rules and the heaps of a term, where it is of a heap game.
fn heaps_of(term: &Arc<dyn Board>) -> Option<(&Typed<HeapGame>, &[u64])> {
    let typed = term.as_any().downcast_ref::<Typed<HeapGame>>()?;
    Some((typed, &typed.position.0))
}

impl Position {
    /// The code and the heaps of all terms, where they are of one heap game.
    pub(crate) fn heaps(&self) -> Option<(Code, Vec<u64>)> {
        let mut code: Option<Code> = None;
        let mut all = Vec::new();
        for term in self.terms() {
            let (typed, heaps) = heaps_of(term)?;
            let own = typed.rules.rules.code();
            if code.get_or_insert_with(|| own.clone()) != own {
                return None;
            }
            all.extend_from_slice(heaps);
        }
        Some((code?, all))
    }

    /// The misère quotient in which all heaps have values, where all terms are of one code that has one.
    pub(crate) fn heap_quotient(&self, run: &Run) -> Option<(Arc<HeapQuotient>, Vec<u64>)> {
        let (code, heaps) = self.heaps()?;
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let quotient = self.memos().quotients().of(&code, largest, run)?;
        Some((quotient, heaps))
    }

    /// The answer by look-up, where all terms are heaps of one code with a quotient.
    pub(crate) fn by_quotient(
        &self,
        request: &Request,
        report: &mut ReportOutcome<'_>,
    ) -> Option<Result<Found, Stopped>> {
        let Some((quotient, heaps)) = self.heap_quotient(&request.run) else {
            return self.by_mixed_quotient(request, report);
        };
        let sum = HeapSum::new(&quotient, &heaps)?;
        let outcome = if sum.is_p() { Outcome::P } else { Outcome::N };
        if outcome == Outcome::P {
            return Some(Ok(Found::full(outcome, None, Winning::default(), Method::Quotient)));
        }
        let head = Found::head(outcome, None, Method::Quotient);
        if request.goal < Goal::Moves {
            return Some(Ok(head));
        }
        report(outcome, None, Method::Quotient);
        let labels = self.labels_by_quotient(&sum, request.named_moves);
        let (count, stopped) = match sum.count_winning(&heaps, &request.run) {
            Ok(count) => (count, None),
            Err(stopped) => (labels.len() as u128, Some(stopped)),
        };
        let winning = Winning { labels, count };
        Some(Ok(Found { winning, is_complete: stopped.is_none(), stopped, ..head }))
    }

    /// The answer by the quotient of all parts, where the terms are heaps of different codes and the parts are few.
    fn by_mixed_quotient(
        &self,
        request: &Request,
        report: &mut ReportOutcome<'_>,
    ) -> Option<Result<Found, Stopped>> {
        let are_heaps = self.terms().iter().all(|term| heaps_of(term).is_some());
        let sum = self.mixture();
        if !are_heaps || self.heaps().is_some() || sum.iter().map(Part::moves_left).sum::<u128>() > FEW_MOVES
        {
            return None;
        }
        let run = request.run.half_of_the_rest().for_at_most(PATIENCE);
        let parts = self.misere_parts(FEW_PARTS, &run).ok()?;
        let reach = Reach { order: LARGEST, ..Reach::default() };
        let quotient = parts.quotient(&reach, &run);
        let monoid = quotient.is_whole().then(|| quotient.monoid())?;
        let is_p = |sum: &[Part]| {
            let parts_of = sum.iter().flat_map(Part::split).filter(|part| part.count_moves() > 0);
            let places: Option<Vec<usize>> = parts_of.map(|part| parts.parts.place(&vec![part])).collect();
            let places = places.expect("what is reached is among the parts");
            let times = |value: u16, place: &usize| monoid.times(value, quotient.values()[*place]);
            monoid.is_p(places.iter().fold(0, times))
        };
        if is_p(&sum) {
            return Some(Ok(Found::full(Outcome::P, None, Winning::default(), Method::Quotient)));
        }
        let head = Found::head(Outcome::N, None, Method::Quotient);
        if request.goal < Goal::Moves {
            return Some(Ok(head));
        }
        report(Outcome::N, None, Method::Quotient);
        let mut places = Places::new(self, request.named_moves);
        let _ = Mixture.moves(&sum, |mv| {
            if is_p(&Mixture.play(&sum, &mv)) {
                places.add(mv.part, mv.place);
            }
            ControlFlow::<()>::Continue(())
        });
        Some(Ok(Found { winning: places.winning(), is_complete: true, ..head }))
    }

    /// The labels of the first winning moves, in reading order.
    fn labels_by_quotient(&self, sum: &HeapSum<'_>, limit: usize) -> Vec<String> {
        let mut labels = Vec::new();
        for (term, board) in self.terms().iter().enumerate() {
            let Some((typed, heaps)) = heaps_of(board) else { continue };
            let mut moves = Vec::new();
            for (heap, &beans) in heaps.iter().enumerate() {
                if labels.len() + moves.len() >= limit {
                    break;
                }
                let _ = sum.winning_moves(beans, |split| {
                    moves.push(HeapMove { heap, split });
                    let is_enough = labels.len() + moves.len() >= limit;
                    if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            }
            let own = typed.rules.rules.labels(&typed.position, &moves);
            labels.extend(own.iter().map(|label| self.label_in_sum(term, label)));
        }
        labels
    }

    /// The parts that the position can fall into, for its genus, its canonical form and its misère quotient.
    ///
    /// # Errors
    /// When there are more than `most`, or the run stops; or when a move can win the whole game at once, so that
    /// no theory of sums holds.
    ///
    /// ```
    /// use grundy::{Position, Run};
    /// use grundy::misere::Reach;
    /// let run = Run::unlimited();
    /// let parts = "cram 2x3".parse::<Position>()?.misere_parts(1_000, &run)?;
    /// let quotient = parts.quotient(&Reach::default(), &run);
    /// assert_eq!((quotient.monoid().order(), quotient.monoid().is_tame()), (6, true));
    /// let (forms, ids) = parts.forms(10_000, &run).expect("a small board");
    /// assert_eq!(forms.genus_text(parts.form_of_all(&ids).expect("one part")), "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn misere_parts(&self, most: usize, run: &Run) -> Result<MisereParts, NoMisereParts> {
        let mixture = self.mixture();
        let parts =
            PositionParts::of(&Mixture, mixture.clone(), most, run).map_err(NoMisereParts::Stopped)?;
        let ends_all = |part: &Vec<Part>| part.iter().any(|part| part.is_sunny() || part.is_won());
        if parts.parts().iter().any(ends_all) || mixture.iter().any(Part::is_won) {
            return Err(NoMisereParts::WinsAtOnce);
        }
        let terms = mixture.into_iter().map(|part| {
            let own = part.split().into_iter().filter(|part| part.count_moves() > 0);
            own.filter_map(|part| parts.place(&vec![part])).collect()
        });
        let terms = terms.collect();
        Ok(MisereParts { parts, terms })
    }
}

impl Position {
    /// The genus, where the position is tame or its parts and their forms are few.
    pub(crate) fn short_genus(&self, run: &Run) -> Option<String> {
        if let Some(tame) = self.tame() {
            let tame = tame.into_iter().fold(Tame::ZERO, |total, term| total ^ term);
            let nimber = tame.nimber.0;
            let digits = if tame.is_firm {
                vec![nimber, nimber ^ 2]
            } else {
                Genus::of_heap(nimber).digits().to_vec()
            };
            return Some(Genus::new(nimber, digits).to_string());
        }
        // A large heap is not looked into at all.
        if self.count_moves() > FEW_MOVES
            || self.mixture().iter().map(Part::moves_left).sum::<u128>() > FEW_MOVES
        {
            return None;
        }
        let run = run.for_at_most(SHORT);
        let parts = self.misere_parts(FEW_PARTS, &run).ok()?;
        let (forms, ids) = parts.forms(FEW_FORMS, &run).ok()?;
        Some(forms.genus(parts.form_of_all(&ids)?).to_string())
    }
}

/// A genus beside an answer is told where it is quickly found.
const FEW_MOVES: u128 = 400;
const FEW_PARTS: usize = 400;
const FEW_FORMS: usize = 20_000;
/// A quotient of several codes is looked for so long, up to so many elements.
const PATIENCE: Duration = Duration::from_millis(500);
const LARGEST: usize = 600;
const SHORT: Duration = Duration::from_millis(100);

/// Has a certificate of the parts of a position checked: the moves of each part are made again by the rules of
/// its game.
///
/// # Errors
/// With the first thing that is wrong, or when the run stops.
///
/// ```
/// use grundy::{Position, Run, check_parts};
/// use grundy::misere::Reach;
/// let run = Run::unlimited();
/// let parts = "cram 2x3 + nim 2".parse::<Position>()?.misere_parts(1_000, &run)?;
/// let mut certificate = parts.certificate(&parts.quotient(&Reach::default(), &run)).expect("small boards");
/// assert_eq!(check_parts(&certificate, &run)?.order, 6);
/// certificate.p.pop();
/// assert!(check_parts(&certificate, &run).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_parts(
    certificate: &QuotientCertificate,
    run: &Run,
) -> Result<VerifiedQuotient, QuotientRefusal> {
    let wrong = |told: String| QuotientRefusal::Wrong(told);
    let Valued::Parts(texts) = &certificate.of else { return verify(certificate, run) };
    let workbench = Workbench::default();
    let mut places: HashMap<Part, usize> = HashMap::new();
    let mut all = Vec::new();
    for text in texts {
        let read = Position::parse_on(&workbench, text, Reading::default(), run);
        let read = read.map_err(|error| wrong(format!("`{text}` is no position: {error}")))?;
        let mut parts = read.mixture().iter().flat_map(Part::split).collect::<Vec<_>>();
        let part = parts.pop().filter(|_| parts.is_empty());
        let part = part.ok_or_else(|| wrong(format!("`{text}` is not one part")))?;
        if part.is_sunny() || part.is_won() {
            return Err(wrong(format!("`{text}`: a move can end the whole game at once")));
        }
        if places.insert(part.clone(), all.len()).is_some() {
            return Err(wrong(format!("`{text}` is there twice")));
        }
        all.push(part);
    }
    let mut options = Vec::new();
    for (part, text) in all.iter().zip(texts) {
        let (mut own, mut done) = (Vec::new(), Ok(()));
        part.options(&mut |left| {
            let parts = left.split().into_iter().filter(|part| part.count_moves() > 0);
            match parts.map(|part| places.get(&part).copied()).collect::<Option<Vec<usize>>>() {
                Some(option) => own.push(option),
                None => done = Err(wrong(format!("a move in `{text}` leaves a part that is not told"))),
            }
            done = std::mem::replace(&mut done, Ok(())).and_then(|()| Ok(run.check()?));
            if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        done?;
        options.push(own);
    }
    verify_parts(certificate, &options, run)
}

/// Why the parts of a position are not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMisereParts {
    /// There are too many, or the run met a limit.
    Stopped(Stopped),
    /// Some move wins or ends the whole game at once, whatever else there is.
    WinsAtOnce,
}

impl fmt::Display for NoMisereParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMisereParts::Stopped(stopped) => stopped.fmt(f),
            NoMisereParts::WinsAtOnce => f.write_str(
                "a move can end the whole game at once, whatever else there is: the theory of sums does not hold",
            ),
        }
    }
}

impl std::error::Error for NoMisereParts {}

/// The parts that a position can fall into, each after all that it leads to.
pub struct MisereParts {
    parts: PositionParts<Vec<Part>>,
    /// For each term of the position its parts.
    terms: Vec<Vec<usize>>,
}

impl fmt::Debug for MisereParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MisereParts").field("parts", &self.count()).finish_non_exhaustive()
    }
}

impl MisereParts {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.parts.parts().len()
    }

    /// For each term of the position its parts.
    pub fn terms(&self) -> &[Vec<usize>] {
        &self.terms
    }

    /// A part as one line of text.
    pub fn text(&self, part: usize) -> String {
        self.parts.parts()[part].iter().map(|part| format!("{part:?}")).collect::<Vec<_>>().join(" + ")
    }

    /// The options of each part, as lists of parts.
    pub fn options(&self) -> &[Vec<Vec<usize>>] {
        self.parts.options()
    }

    /// The misère quotient of all sums of the parts.
    pub fn quotient(&self, reach: &Reach, run: &Run) -> PartQuotient {
        PartQuotient::of(&self.parts, reach, run)
    }

    /// What a checker needs to prove the quotient again; `None` where it is not whole.
    pub fn certificate(&self, quotient: &PartQuotient) -> Option<QuotientCertificate> {
        let of = Valued::Parts((0..self.count()).map(|part| self.text(part)).collect());
        quotient.certificate(of)
    }

    /// The canonical forms of the parts; at most so many options of forms are kept.
    ///
    /// # Errors
    /// When they take more, or the run stops.
    pub fn forms(&self, room: usize, run: &Run) -> Result<(Forms, Vec<FormId>), NoForm> {
        let mut forms = Forms::new(room);
        let mut ids: Vec<FormId> = Vec::with_capacity(self.count());
        for options in self.options() {
            let mut own = Vec::with_capacity(options.len());
            for option in options {
                own.push(sum_of(&mut forms, option, &ids, run)?);
            }
            ids.push(forms.of_options(own, run)?);
        }
        let terms = self
            .terms
            .iter()
            .map(|term| sum_of(&mut forms, term, &ids, run))
            .collect::<Result<Vec<_>, _>>()?;
        let mut whole = 0;
        for &term in &terms {
            whole = forms.sum(whole, term, run)?;
        }
        ids.extend(terms);
        ids.push(whole);
        Ok((forms, ids))
    }

    /// The form of each term, of the list that came with the forms.
    pub fn forms_of_terms<'a>(&self, ids: &'a [FormId]) -> &'a [FormId] {
        &ids[self.count()..ids.len() - 1]
    }

    /// The form of the whole position, of the list that came with the forms.
    pub fn form_of_all(&self, ids: &[FormId]) -> Option<FormId> {
        ids.last().copied()
    }
}

/// The form of a sum of parts.
fn sum_of(forms: &mut Forms, parts: &[usize], ids: &[FormId], run: &Run) -> Result<FormId, NoForm> {
    parts.iter().try_fold(0, |sum, &part| forms.sum(sum, ids[part], run))
}
