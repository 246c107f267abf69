//! Misère answers by the quotient of several games together.

use crate::answer::{Method, Winning};
use crate::board::Board;
use crate::mixture::Mixture;
use crate::part::Part;
use crate::position::Position;
use crate::position::found::{Found, ReportOutcome};
use crate::position::quotient::{HeapTerm, heap_term, quotient_time};
use crate::question::{Goal, Request};
use crate::quotients::{Attempt, Joint};
use crate::typed::Typed;
use grundy_core::{Outcome, Run, Stopped};
use grundy_games::BareNimber;
use grundy_games::nim::Nim;
use grundy_heaps::Code;
use grundy_misere::{Element, HeapSum, JointQuotient, JointSources, PositionParts, Reach};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// The most elements of a quotient of several games.
const LARGEST: usize = 1_500;
/// The largest heap of Nim beside other games: the quotient has more elements than that.
const LARGEST_NIM: u64 = 511;
/// Heaps of Nim up to this one are heaps of most games too, and make no quotient larger.
const SMALL_NIM: u64 = 3;
/// A quotient with a larger heap of Nim is looked for so long.
const PATIENCE: Duration = Duration::from_secs(4);
/// A play of at most this number of moves is searched at once, and every answer in it can be shown.
const SHORT_PLAY: u128 = 16;
/// The most parts of boards, and the most moves in one of them.
const FEW_PARTS: usize = 400;
const FEW_MOVES: u128 = 1_000;

/// A term of a sum as the quotient of several games sees it.
pub(super) enum JointTerm<'a> {
    /// No move is left in it.
    Over,
    Heaps(HeapTerm<'a>),
    Nim(Vec<u64>),
    /// Any other game.
    Board(Part),
}

impl JointTerm<'_> {
    pub(super) fn of(term: &Arc<dyn Board>) -> JointTerm<'_> {
        if !term.has_moves() {
            return JointTerm::Over;
        }
        if let Some(heaps) = heap_term(term) {
            return JointTerm::Heaps(heaps);
        }
        if let Some(nim) = term.as_any().downcast_ref::<Typed<Nim>>() {
            return JointTerm::Nim(nim.position.0.clone());
        }
        if let Some(nimber) = term.as_any().downcast_ref::<Typed<BareNimber>>() {
            return JointTerm::Nim(vec![nimber.position.0]);
        }
        JointTerm::Board(term.part())
    }

    /// The code, of heaps.
    pub(super) fn code(&self) -> Option<&Code> {
        if let JointTerm::Heaps(term) = self { Some(term.code()) } else { None }
    }

    /// The largest heap of Nim; none where the term is neither of Nim nor of heaps of a code.
    pub(super) fn largest_nim(&self) -> Option<u64> {
        match self {
            JointTerm::Over | JointTerm::Heaps(_) => Some(0),
            JointTerm::Nim(heaps) => Some(heaps.iter().copied().max().unwrap_or(0)),
            JointTerm::Board(_) => None,
        }
    }
}

/// The parts of a board that have moves.
fn parts_of(board: &Part) -> impl Iterator<Item = Part> {
    board.split().into_iter().filter(|part| part.has_moves())
}

impl Joint {
    /// The value of a term; `None` where the quotient does not know it.
    pub(super) fn value(&self, term: &JointTerm<'_>) -> Option<Element> {
        let monoid = self.quotient.monoid();
        let product = |value: Element, next: Option<Element>| Some(monoid.times(value, next?));
        match term {
            JointTerm::Over => Some(0),
            JointTerm::Heaps(term) => {
                let heaps = self.quotient.heaps(self.code_place(term)?);
                term.heaps.iter().map(|&heap| heaps.value(heap)).try_fold(0, product)
            }
            JointTerm::Nim(heaps) => heaps.iter().map(|&heap| self.quotient.nim(heap)).try_fold(0, product),
            JointTerm::Board(board) => self.board(board),
        }
    }

    fn code_place(&self, term: &HeapTerm<'_>) -> Option<usize> {
        self.quotient.codes().position(|code| code == term.code())
    }

    fn board(&self, board: &Part) -> Option<Element> {
        let value = |part: Part| self.quotient.part(self.parts.as_ref()?.place(&vec![part])?);
        let product = |all: Element, next: Option<Element>| Some(self.quotient.monoid().times(all, next?));
        parts_of(board).map(value).try_fold(0, product)
    }
}

/// A sum whose terms have values in one quotient.
pub(crate) struct JointSum<'a> {
    pub(crate) joint: Arc<Joint>,
    terms: Vec<JointTerm<'a>>,
    pub(crate) values: Vec<Element>,
    /// For each term the value of all others.
    others: Vec<Element>,
}

impl JointSum<'_> {
    /// The value of the whole.
    pub(crate) fn value(&self) -> Element {
        match (self.values.first(), self.others.first()) {
            (Some(&value), Some(&others)) => self.joint.quotient.monoid().times(value, others),
            _ => 0,
        }
    }

    pub(crate) fn is_p(&self) -> bool {
        self.joint.quotient.monoid().is_p(self.value())
    }
}

impl Position {
    /// The sum with its values in a joint quotient, where one is found soon. It is kept for the next question.
    pub(crate) fn joint_sum(&self, run: &Run) -> Option<JointSum<'_>> {
        if self.terms().iter().any(|term| term.is_won()) {
            return None;
        }
        let terms: Vec<JointTerm<'_>> = self.terms().iter().map(JointTerm::of).collect();
        if !self.is_for_a_quotient(&terms) {
            return None;
        }
        let values = |joint: &Arc<Joint>| terms.iter().map(|term| joint.value(term)).collect();
        let (joint, values): (Arc<Joint>, Vec<Element>) =
            match self.memos().quotients().known_joint(|joint| values(joint)) {
                Some(known) => known,
                None => {
                    let joint = self.new_joint(&terms, run)?;
                    let values = values(&joint)?;
                    (joint, values)
                }
            };
        let monoid = joint.quotient.monoid();
        // Products of all values before a term and behind it: nothing is ever divided.
        let mut others = vec![0; values.len()];
        let mut behind = 0;
        for place in (0..values.len()).rev() {
            others[place] = behind;
            behind = monoid.times(behind, values[place]);
        }
        let mut before = 0;
        for place in 0..values.len() {
            others[place] = monoid.times(others[place], before);
            before = monoid.times(before, values[place]);
        }
        Some(JointSum { joint, terms, values, others })
    }

    /// Whether a quotient tells more than a search: not of boards alone, nor of a short play with a board in it.
    fn is_for_a_quotient(&self, terms: &[JointTerm<'_>]) -> bool {
        let open = terms.iter().filter(|term| !matches!(term, JointTerm::Over));
        let boards = terms.iter().filter(|term| matches!(term, JointTerm::Board(_))).count();
        let count = open.count();
        let moves_left =
            self.terms().iter().map(|term| term.part().moves_left()).fold(0, u128::saturating_add);
        count > 1 && boards < count && (boards == 0 || moves_left > SHORT_PLAY)
    }

    /// The value in a joint quotient; `None` where it does not know some term.
    pub(crate) fn value_in(&self, joint: &Joint) -> Option<Element> {
        let monoid = joint.quotient.monoid();
        let mut values = self.terms().iter().map(|term| joint.value(&JointTerm::of(term)));
        values.try_fold(0, |product, value| Some(monoid.times(product, value?)))
    }

    /// A joint quotient that is not known yet. Where none was found for a sum like this one, none is looked for.
    fn new_joint(&self, terms: &[JointTerm<'_>], run: &Run) -> Option<Arc<Joint>> {
        let run = quotient_time(self, run);
        let mut games: Vec<String> = self.terms().iter().map(|term| term.card().id.to_string()).collect();
        games.sort_unstable();
        games.dedup();
        let moves_left =
            self.terms().iter().map(|term| term.part().moves_left()).fold(0, u128::saturating_add);
        let time = run.limits().time.map_or(Duration::MAX, |most| most.saturating_sub(run.elapsed()));
        let attempt = Attempt { games, moves_left, time };
        let quotients = self.memos().quotients();
        if !quotients.may_try(&attempt) {
            return None;
        }
        match found(terms, &run) {
            Some(joint) => {
                let joint = Arc::new(joint);
                quotients.keep_joint(&joint);
                Some(joint)
            }
            None => {
                quotients.failed(attempt);
                None
            }
        }
    }

    /// The answer by the quotient of all games of the sum together.
    pub(crate) fn by_joint_quotient(
        &self,
        request: &Request,
        report: &mut ReportOutcome<'_>,
    ) -> Option<Result<Found, Stopped>> {
        let one = self.one_nim_heap();
        // Beside a large heap of Nim the quotient may be without end, and there is another way.
        let patient = if one.is_some() { request.run.for_at_most(PATIENCE) } else { request.run.clone() };
        let Some(sum) = self.joint_sum(&patient) else {
            return self.beside_one_nim_heap(one?, request, report);
        };
        if sum.is_p() {
            return Some(Ok(Found::full(Outcome::P, None, Winning::default(), Method::Quotient)));
        }
        let head = Found::head(Outcome::N, None, Method::Quotient);
        if request.goal < Goal::Moves {
            return Some(Ok(head));
        }
        report(Outcome::N, None, Method::Quotient);
        let (mut winning, mut stopped) = (Winning::default(), None);
        for term in 0..sum.terms.len() {
            let room = request.named_moves - winning.labels.len();
            let (own, end) = self.winning_in_joint(&sum, term, room, &request.run);
            self.add_winning(&mut winning, term, own, request.named_moves);
            if end.is_err() {
                stopped = end.err();
                break;
            }
        }
        Some(Ok(Found { winning, is_complete: stopped.is_none(), stopped, ..head }))
    }

    /// The term and the size of the only heap of Nim that is larger than three, where there is one.
    pub(crate) fn one_nim_heap(&self) -> Option<(usize, u64)> {
        let mut large = Vec::new();
        for (place, term) in self.terms().iter().enumerate() {
            if let JointTerm::Nim(heaps) = JointTerm::of(term) {
                large.extend(heaps.into_iter().filter(|&heap| heap > SMALL_NIM).map(|heap| (place, heap)));
            }
        }
        if let [one] = large[..] { Some(one) } else { None }
    }

    /// The answer where the others have a misère value of at most three: *n beside them is the second player's for
    /// that one n only. So with a larger heap of Nim the next player wins, by leaving just so much of it. Whether other
    /// moves win too is not always known.
    fn beside_one_nim_heap(
        &self,
        (term, heap): (usize, u64),
        request: &Request,
        report: &mut ReportOutcome<'_>,
    ) -> Option<Result<Found, Stopped>> {
        let mut terms: Vec<JointTerm<'_>> = self.terms().iter().map(JointTerm::of).collect();
        if terms.iter().any(|term| matches!(term, JointTerm::Board(_)))
            || self.terms().iter().any(|term| term.is_won())
        {
            return None;
        }
        if let JointTerm::Nim(heaps) = &mut terms[term] {
            heaps.retain(|&other| other != heap);
            heaps.push(SMALL_NIM);
        }
        let joint = found(&terms, &quotient_time(self, &request.run))?;
        if let JointTerm::Nim(heaps) = &mut terms[term] {
            heaps.pop();
        }
        let monoid = joint.quotient.monoid();
        let values: Option<Vec<Element>> = terms.iter().map(|term| joint.value(term)).collect();
        let others = values?.into_iter().fold(0, |product, value| monoid.times(product, value));
        let misere_value = |value: Element| {
            let is_p =
                |&nim: &u64| joint.quotient.nim(nim).is_some_and(|nim| monoid.is_p(monoid.times(value, nim)));
            (0..=SMALL_NIM).find(is_p)
        };
        let left = misere_value(others)?;
        let head = Found::head(Outcome::N, None, Method::Quotient);
        if request.goal < Goal::Moves {
            return Some(Ok(head));
        }
        report(Outcome::N, None, Method::Quotient);
        let is_complete = (0..monoid.order()).all(|value| misere_value(value as Element).is_some());
        // The moves of Nim go heap by heap, from the one that leaves nothing up.
        let before = match JointTerm::of(&self.terms()[term]) {
            JointTerm::Nim(heaps) => heaps.into_iter().take_while(|&other| other != heap).sum::<u64>(),
            _ => 0,
        };
        let places = [before + left];
        let mut winning = Winning::default();
        let labels = self.terms()[term].labels_at(&places);
        let own = Winning { count: labels.len() as u128, labels };
        self.add_winning(&mut winning, term, own, request.named_moves);
        Some(Ok(Found { winning, is_complete, ..head }))
    }

    /// The moves in one term that win, and how many there are.
    fn winning_in_joint(
        &self,
        sum: &JointSum<'_>,
        term: usize,
        room: usize,
        run: &Run,
    ) -> (Winning, Result<(), Stopped>) {
        let (quotient, others) = (&sum.joint.quotient, sum.others[term]);
        let monoid = quotient.monoid();
        match &sum.terms[term] {
            JointTerm::Over => (Winning::default(), Ok(())),
            JointTerm::Heaps(own) => {
                let heaps = sum.joint.code_place(own).map(|place| quotient.heaps(place));
                let Some(of) = heaps.and_then(|heaps| HeapSum::beside(heaps, own.heaps, others)) else {
                    return (Winning::default(), Ok(()));
                };
                let labels = own.labels(&of, room, run);
                match of.count_winning(own.heaps, run) {
                    Ok(count) => (Winning { labels, count }, Ok(())),
                    Err(stopped) => (Winning { count: labels.len() as u128, labels }, Err(stopped)),
                }
            }
            JointTerm::Nim(_) | JointTerm::Board(_) => {
                let (mut places, mut count, mut place, mut end) = (Vec::new(), 0, 0, Ok(()));
                let mut tried = |value: Option<Element>| {
                    if value.is_some_and(|value| monoid.is_p(monoid.times(others, value))) {
                        count += 1;
                        if places.len() < room {
                            places.push(place);
                        }
                    }
                    place += 1;
                    end = run.check();
                    if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                };
                match &sum.terms[term] {
                    JointTerm::Board(board) => board.options(&mut |left| tried(sum.joint.board(&left))),
                    // The moves of Nim in their order, each by its value alone.
                    _ => self.terms()[term].part().options(&mut |left| tried(sum.joint.nim_value(&left))),
                }
                (Winning { labels: self.terms()[term].labels_at(&places), count }, end)
            }
        }
    }
}

impl Joint {
    /// The value of a position of Nim or of a bare nimber.
    fn nim_value(&self, left: &Part) -> Option<Element> {
        let product = |all: Element, next: Option<Element>| Some(self.quotient.monoid().times(all, next?));
        let heaps = left.split();
        heaps.iter().map(|heap| self.quotient.nim(heap.theorem()?.0)).try_fold(0, product)
    }
}

/// The quotient of everything that these terms can become, where it is found within a run.
fn found(terms: &[JointTerm<'_>], run: &Run) -> Option<Joint> {
    let mut sources = JointSources::default();
    let mut boards: Vec<Part> = Vec::new();
    for term in terms {
        match term {
            JointTerm::Over => {}
            JointTerm::Heaps(term) => {
                let largest = term.heaps.iter().copied().max().unwrap_or(0);
                sources = sources.with_heaps(term.code(), largest);
            }
            JointTerm::Nim(heaps) => {
                let largest = heaps.iter().copied().max().unwrap_or(0);
                if largest > LARGEST_NIM {
                    return None;
                }
                sources = sources.with_nim(largest);
            }
            JointTerm::Board(board) if board.count_moves() > FEW_MOVES => return None,
            JointTerm::Board(board) => boards.push(board.clone()),
        }
    }
    let parts = if boards.is_empty() { None } else { Some(closure(boards, run)?) };
    if let Some(parts) = &parts {
        sources = sources.with_parts(parts);
    }
    let reach = Reach { order: LARGEST, ..Reach::default() };
    let quotient = JointQuotient::of(&sources, &reach, run);
    quotient.is_whole().then_some(Joint { quotient, parts })
}

/// All parts that boards can fall into, where no move ends the whole game at once.
fn closure(boards: Vec<Part>, run: &Run) -> Option<PositionParts<Vec<Part>>> {
    let can_end_all = |part: &Part| part.is_sunny() || part.is_won();
    if boards.iter().any(can_end_all) {
        return None;
    }
    let parts = PositionParts::of(&Mixture, boards, FEW_PARTS, run).ok()?;
    (!parts.parts().iter().flatten().any(can_end_all)).then_some(parts)
}
