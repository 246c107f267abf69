//! Misère theory of positions: answers by quotients of codes; the parts of any position, their genera, forms and
//! quotient.

use crate::answer::{Method, Winning};
use crate::board::Board;
use crate::mixture::Mixture;
use crate::part::Part;
use crate::position::Position;
use crate::position::answer::Answer;
use crate::position::found::{Found, ReportOutcome};
use crate::position::rules_texts::{CertifiedQuotient, workbench_with};
use crate::question::{Goal, Request};
use crate::quotients::KnownQuotient;
use crate::typed::Typed;
use grundy_check::quotient::{QuotientRefusal, VerifiedQuotient, verify, verify_parts};
use grundy_check::rules::{NaiveGraphs, NaiveNumbers, NaiveRules};
use grundy_core::{Knowledge, Nimber, Notation, Outcome, Reading, Run, Stopped};
use grundy_games::BareNimber;
use grundy_games::heaps::{HeapGame, HeapMove};
use grundy_games::nim::{Heaps, Nim};
use grundy_heaps::{Code, QuotientCertificate, Valued};
use grundy_misere::{
    FormId, Forms, HeapQuotient, HeapSum, NoForm, PartQuotient, PositionParts, Reach, WinningGroup,
};
use grundy_own::RulesFile;
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// A term of a heap game.
pub(crate) struct HeapTerm<'a> {
    rules: &'a Typed<HeapGame>,
    pub(crate) heaps: &'a [u64],
}

/// The rules and the heaps of a term, where it is of a heap game.
pub(crate) fn heap_term(term: &Arc<dyn Board>) -> Option<HeapTerm<'_>> {
    let rules = term.as_any().downcast_ref::<Typed<HeapGame>>()?;
    Some(HeapTerm { rules, heaps: &rules.position.0 })
}

/// The code of a term of heaps.
pub(crate) fn code_of(term: &Arc<dyn Board>) -> Option<&Code> {
    heap_term(term).map(|term| term.code())
}

impl<'a> HeapTerm<'a> {
    pub(crate) fn code(&self) -> &'a Code {
        self.rules.rules.rules.code()
    }

    /// The nimbers of the heaps, where they are worked out.
    pub(crate) fn nimbers(&self) -> Option<Vec<Nimber>> {
        let nimber = |&heap: &u64| self.rules.rules.rules.theorem(&Heaps(vec![heap]));
        self.heaps.iter().map(nimber).collect()
    }

    /// The labels of the first moves in this term that win in a sum; fewer where the run stops.
    pub(crate) fn labels(&self, sum: &HeapSum<'_>, room: usize, run: &Run) -> Vec<String> {
        let mut moves = Vec::new();
        for (heap, &beans) in self.heaps.iter().enumerate() {
            if moves.len() >= room {
                break;
            }
            let found = sum.winning_moves(beans, run, |split| {
                moves.push(HeapMove { heap, split });
                if moves.len() >= room { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if found.is_err() {
                break;
            }
        }
        self.rules.rules.rules.labels(&self.rules.position, &moves)
    }
}

/// A sum with more winning moves than this has no groups where they would be about as long as the list of its moves.
const MOST_GROUPED: u128 = 1_000;

/// The part of a run that a quotient is looked for in, before a search begins. Where plays are so long that a search
/// has no hope, that is most of it.
pub(crate) fn quotient_time(position: &Position, run: &Run) -> Run {
    let plays = position.terms().iter().map(|term| term.part().moves_left());
    let (most, share) = match plays.fold(0, u128::saturating_add) {
        ..80 => (Duration::from_secs(1), 0.5),
        80..2_000 => (Duration::from_secs(10), 0.5),
        _ => (Duration::from_secs(60), 0.9),
    };
    // Who allows few positions wants little work.
    let by_nodes = run.limits().nodes.map(|nodes| {
        Duration::from_millis(50).saturating_add(Duration::from_micros(nodes.saturating_mul(10)))
    });
    let most = by_nodes.map_or(most, |by_nodes| by_nodes.min(most));
    let left = run.limits().time.map(|time| time.saturating_sub(run.elapsed()).mul_f64(share));
    run.for_at_most(left.map_or(most, |left| left.min(most)))
}

impl Position {
    /// The code and the heaps of all terms that have moves, where they are of one heap game.
    ///
    /// ```
    /// use grundy::Position;
    /// let (code, heaps) = "kayles 3 + 0.77 5 + nim -".parse::<Position>()?.heaps().expect("Kayles only");
    /// assert_eq!((code.to_string(), heaps), ("0.77".to_owned(), vec![3, 5]));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    pub fn heaps(&self) -> Option<(Code, Vec<u64>)> {
        let mut code: Option<Code> = None;
        let mut all = Vec::new();
        for term in self.terms().iter().filter(|term| term.has_moves() || term.is_won()) {
            let term = heap_term(term)?;
            if code.get_or_insert_with(|| term.code().clone()) != term.code() {
                return None;
            }
            all.extend_from_slice(term.heaps);
        }
        Some((code?, all))
    }

    /// Lets sums of heaps of a code, here and after moves, be answered by its misère quotient.
    pub fn attach_quotient(&self, known: &KnownQuotient) {
        self.memos().quotients().keep(known);
    }

    /// The heaps of Nim that the terms are, where all are of Nim or bare nimbers.
    pub fn heaps_of_nim(&self) -> Option<Vec<u64>> {
        let mut heaps = Vec::new();
        for term in self.terms().iter().filter(|term| term.has_moves()) {
            if let Some(nim) = term.as_any().downcast_ref::<Typed<Nim>>() {
                heaps.extend(nim.position.0.iter().filter(|&&heap| heap > 0));
            } else {
                heaps.push(term.as_any().downcast_ref::<Typed<BareNimber>>()?.position.0);
            }
        }
        Some(heaps)
    }

    /// The code whose misère quotient would tell a sum of heaps: the first, where there are several.
    pub fn heap_code(&self) -> Option<&Code> {
        let terms = self.terms().iter().filter(|term| term.has_moves());
        terms.filter_map(heap_term).map(|term| term.code()).next()
    }

    /// The misère quotient in which all heaps have values, where all terms are of one code that has one.
    pub(crate) fn heap_quotient(&self, run: &Run) -> Option<(Arc<HeapQuotient>, Vec<u64>)> {
        let (code, heaps) = self.heaps()?;
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let quotient = self.memos().quotients().of(&code, largest, &quotient_time(self, run))?;
        Some((quotient, heaps))
    }

    /// The answer by look-up, where the terms have values in a quotient.
    pub(crate) fn by_quotient(
        &self,
        request: &Request,
        report: &mut ReportOutcome<'_>,
    ) -> Option<Result<Found, Stopped>> {
        if self.heaps().is_none() {
            return self.by_joint_quotient(request, report);
        }
        let (quotient, heaps) = self.heap_quotient(&request.run)?;
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
        let labels = self.labels_by_quotient(&sum, request.named_moves, &request.run);
        let (count, stopped) = match sum.count_winning(&heaps, &request.run) {
            Ok(count) => (count, None),
            Err(stopped) => (labels.len() as u128, Some(stopped)),
        };
        let winning = Winning { labels, count };
        Some(Ok(Found { winning, is_complete: stopped.is_none(), stopped, ..head }))
    }

    /// The winning moves by heaps in which the same moves win, where there are more than were named. None
    /// where these are more than [`MOST_GROUPED`] and groups would not be shorter.
    pub(crate) fn winning_groups(&self, answer: &Answer, run: &Run) -> Option<Vec<WinningGroup>> {
        let named = answer.winning.len() as u128;
        if answer.method != Method::Quotient || named == 0 || answer.winning_count? <= named {
            return None;
        }
        let (quotient, heaps) = self.heap_quotient(run)?;
        let sum = HeapSum::new(&quotient, &heaps)?;
        if !sum.is_short() && answer.winning_count? > MOST_GROUPED {
            return None;
        }
        sum.winning_groups(&heaps, run).ok()
    }

    /// The labels of the first winning moves, in reading order.
    fn labels_by_quotient(&self, sum: &HeapSum<'_>, limit: usize, run: &Run) -> Vec<String> {
        let mut labels = Vec::new();
        for (term, board) in self.terms().iter().enumerate().filter(|(_, board)| board.has_moves()) {
            let Some(own) = heap_term(board) else { continue };
            let own = own.labels(sum, limit - labels.len(), run);
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
            let own = part.split().into_iter().filter(|part| part.has_moves());
            own.filter_map(|part| parts.place(&vec![part])).collect()
        });
        let terms = terms.collect();
        Ok(MisereParts { parts, terms })
    }
}

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
    check_parts_with(certificate, &[], run)
}

impl CertifiedQuotient {
    /// Has the certificate checked. The moves of own games are made by the rules that it carries, cell by cell, as
    /// [`grundy_check::rules`] reads them.
    ///
    /// # Errors
    /// With the first thing that is wrong, or when the run stops.
    pub fn check(&self, run: &Run) -> Result<VerifiedQuotient, QuotientRefusal> {
        check_parts_with(&self.certificate, &self.rules, run)
    }
}

/// The rules of an own game, as the checker reads them.
enum NaiveGame {
    Board(NaiveRules),
    Numbers(NaiveNumbers),
    Graphs(NaiveGraphs),
}

/// The rules of own games by name, as the checker reads them.
fn naive_rules(rules: &[String]) -> Result<HashMap<String, NaiveGame>, String> {
    let read = |text: &String| match RulesFile::read(text).map(|file| file.kind()) {
        Ok("heap" | "numbers") => {
            NaiveNumbers::read(text).map(|rules| (rules.name().to_owned(), NaiveGame::Numbers(rules)))
        }
        Ok("graph") => {
            NaiveGraphs::read(text).map(|rules| (rules.name().to_owned(), NaiveGame::Graphs(rules)))
        }
        _ => NaiveRules::read(text).map(|rules| (rules.name().to_owned(), NaiveGame::Board(rules))),
    };
    rules.iter().map(read).collect()
}

/// What each move in a part leaves, as a text, where the part is of one of these games.
fn left_naively(text: &str, rules: &HashMap<String, NaiveGame>) -> Result<Option<Vec<String>>, String> {
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    match rules.get(name) {
        None => Ok(None),
        Some(NaiveGame::Board(rules)) => {
            let board = rest.split_whitespace().find(|word| !word.contains('=')).unwrap_or("-");
            let board = rules.board(board)?;
            let moves = rules.moves(&board)?;
            Ok(Some(moves.values().map(|mv| format!("{name} {}", board.after(mv))).collect()))
        }
        Some(NaiveGame::Numbers(rules)) => {
            let number = |word: &str| word.parse::<i64>().map_err(|_| format!("`{text}` is no tuple"));
            let tuple: Vec<i64> = rest.split([' ', ',']).map(number).collect::<Result<_, _>>()?;
            if tuple.len() != rules.arity() {
                return Err(format!("`{text}` is not one tuple"));
            }
            let options = rules.options(&tuple)?;
            Ok(Some(options.iter().map(|left| format!("{name} {}", tuples_text(left))).collect()))
        }
        Some(NaiveGame::Graphs(rules)) => {
            let moves = rules.moves(&rest.parse()?);
            Ok(Some(moves.values().map(|left| format!("{name} {left}")).collect()))
        }
    }
}

/// Tuples as a position has them.
fn tuples_text(tuples: &[Vec<i64>]) -> String {
    let tuple = |tuple: &Vec<i64>| tuple.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    match tuples {
        [] => "-".to_owned(),
        [one] => tuple(one).replace(',', " "),
        several => several.iter().map(tuple).collect::<Vec<_>>().join(" "),
    }
}

fn check_parts_with(
    certificate: &QuotientCertificate,
    rules: &[String],
    run: &Run,
) -> Result<VerifiedQuotient, QuotientRefusal> {
    let wrong = |told: String| QuotientRefusal::Wrong(told);
    let Valued::Parts(texts) = &certificate.of else { return verify(certificate, run) };
    let workbench = workbench_with(rules).map_err(wrong)?;
    let naive = naive_rules(rules).map_err(wrong)?;
    let read = |text: &str| {
        let read = Position::parse_on(&workbench, text, Reading::default(), run);
        read.map_err(|error| wrong(format!("`{text}` is no position: {error}")))
    };
    let mut places: HashMap<Part, usize> = HashMap::new();
    let mut all = Vec::new();
    for text in texts {
        let read = read(text)?;
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
        let placed = |parts: Vec<Part>| {
            let parts = parts.into_iter().filter(|part| part.has_moves());
            let parts = parts.map(|part| places.get(&part).copied()).collect::<Option<Vec<usize>>>();
            parts.ok_or_else(|| wrong(format!("a move in `{text}` leaves a part that is not told")))
        };
        if let Some(left) = left_naively(text, &naive).map_err(wrong)? {
            for left in left {
                run.check()?;
                own.push(placed(read(&left)?.mixture().iter().flat_map(Part::split).collect())?);
            }
            options.push(own);
            continue;
        }
        part.options(&mut |left| {
            match placed(left.split()) {
                Ok(option) => own.push(option),
                Err(error) => done = Err(error),
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
