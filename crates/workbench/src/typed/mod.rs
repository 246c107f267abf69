//! A position with its type: what a [`Board`] does, for every ruleset at once.

use crate::answer::{Method, Winning};
use crate::board::{Board, Searched};
use crate::memos::Memo;
use crate::named::Named;
use crate::not_resumed::NotResumed;
use crate::part::Part;
use crate::part_values::PartValues;
use crate::question::{Approach, TermRequest};
use grundy_core::{
    Card, Convention, Diagnostic, DrawnStep, ExplainRequest, Marks, Nimber, Outcome, Playable, Reader, Run,
    Step, Stones, Stopped, Tame, Target, Tuned,
};
use grundy_picture::Picture;
use grundy_solve::Bound;
use grundy_store::{Error, Store, Value};
use grundy_tables::{GameTables, Oracle, TableError, TableGame};
use std::any::Any;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

mod backwards;
mod known;
mod misere;
mod resumed;
mod save;
mod tables;
mod trial;
mod values;
mod working;

#[cfg(feature = "store")]
pub(crate) use known::outcome_of;

/// A position together with its rules, and what has been found out about positions under them.
pub(crate) struct Typed<R: Playable> {
    pub(crate) rules: Arc<Named<R>>,
    pub(crate) memo: Arc<Memo<R>>,
    pub(crate) position: R::Position,
}

impl<R: Playable> Typed<R> {
    pub(crate) fn new(memo: Arc<Memo<R>>, position: R::Position) -> Self {
        Typed { rules: Arc::clone(&memo.rules), memo, position }
    }

    /// Visits all moves until the visitor breaks.
    pub(crate) fn each_move<B>(&self, visit: impl FnMut(R::Move) -> ControlFlow<B>) -> Option<B> {
        self.rules.moves(&self.position, visit).break_value()
    }

    /// The nimber of some position under these rules, by search.
    pub(crate) fn search(&self, at: &R::Position, approach: Approach, run: &Run) -> Result<Nimber, Stopped> {
        self.all_known(approach).solver().nimber(at, run)
    }

    fn bound(&self, at: &R::Position, approach: Approach) -> Option<Bound> {
        self.all_known(approach).solver().known(at, &Run::unlimited()).ok().flatten()
    }

    /// The nimber of some position, where it is known without a search.
    pub(crate) fn known(&self, at: &R::Position, approach: Approach) -> Option<Nimber> {
        self.bound(at, approach).filter(|bound| bound.is_exact).map(|bound| bound.at_least)
    }

    /// Whether some position has this nimber, where that is known without a search.
    pub(crate) fn has_worth_for_sure(
        &self,
        at: &R::Position,
        nimber: Nimber,
        approach: Approach,
    ) -> Option<bool> {
        let bound = self.bound(at, approach)?;
        let is_decided = bound.is_exact || bound.at_least > nimber;
        is_decided.then(|| bound.is_exact && bound.at_least == nimber)
    }

    /// The winning moves by the theorem, where it lists them. When the run stops first, those that were
    /// named by then.
    fn winning_by_theorem(
        &self,
        target: Target,
        limit: usize,
        run: &Run,
    ) -> Option<(Winning, Result<(), Stopped>)> {
        let counted = self.rules.knowledge().count_moves_to(&self.position, target);
        let most = counted.map_or(limit, |count| limit.min(usize::try_from(count).unwrap_or(limit)));
        let (mut labels, mut first, mut count) = (Vec::new(), Vec::new(), 0);
        let mut end = Ok(());
        if counted.is_none() || most > 0 {
            let _ = self.rules.knowledge().moves_to(&self.position, target, &mut |mv| {
                count += 1;
                if labels.len() + first.len() < most {
                    // The move, its label, and the label's place in lists.
                    end = run.hold(size_of::<R::Move>() + LABEL_BYTES);
                    first.push(mv);
                }
                // Labels take longer than moves: a run that stops shall not have many of them to make.
                if first.len() == LABELS_AT_ONCE {
                    labels.append(&mut self.rules.labels(&self.position, &first));
                    first.clear();
                    end = end.and_then(|()| run.check());
                }
                // Counted beforehand, the rest need not be visited.
                let is_enough = counted.is_some() && labels.len() + first.len() == most;
                if is_enough || end.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
        }
        labels.append(&mut self.rules.labels(&self.position, &first));
        Some((Winning { labels, count: counted.unwrap_or(count) }, end))
    }

    /// Another position of the same game, which shares what is known.
    fn elsewhere(&self, position: R::Position) -> Typed<R> {
        Typed::new(Arc::clone(&self.memo), position)
    }
}

/// At most this many labels are made at once: for some games that is a walk through the whole position.
const LABELS_AT_ONCE: usize = 1 << 15;

/// What a label takes, about, with its copy in the sum.
const LABEL_BYTES: usize = 96;

impl<R: Playable> Board for Typed<R> {
    fn card(&self) -> &Card {
        &self.rules.card
    }

    fn text(&self) -> String {
        let notation = self.notation();
        match self.rules.parameters() {
            none if none.is_empty() => notation,
            parameters => format!("{parameters} {notation}"),
        }
    }

    fn notation(&self) -> String {
        self.rules.format(&self.position)
    }

    fn term(&self) -> String {
        self.rules.term(&self.position)
    }

    fn by_number(&self) -> Option<String> {
        let stones = self.rules.taking()?.stones(&self.position)?;
        let number = format!("{}x{}#{}", stones.rows, stones.columns, stones.number());
        // Not every game of taking reads numbers: in some of them `#` is a cell.
        let mut reader = Reader::new(&number);
        let read = self.rules.parse(&mut reader).ok().filter(|_| reader.expect_end().is_ok());
        (read.as_ref() == Some(&self.position)).then(|| format!("{} {number}", self.rules.heading))
    }

    fn pieces(&self) -> Vec<Option<Nimber>> {
        let parts = self.rules.split(self.rules.in_play(&self.position));
        parts.iter().map(|part| self.rules.knowledge().theorem(part)).collect()
    }

    fn has_moves(&self) -> bool {
        self.rules.has_moves(&self.position)
    }

    fn count_moves(&self) -> u128 {
        self.rules.count_moves(&self.position)
    }

    fn shape(&self) -> Vec<String> {
        let parts = self.rules.split(self.position.clone()).into_iter();
        let canonical = parts.map(|part| self.rules.canon(part));
        let with_moves = canonical.filter(|part| self.rules.count_moves(part) > 0);
        with_moves.map(|part| self.rules.term(&part)).collect()
    }

    fn is_won(&self) -> bool {
        self.rules.wins_at_once().is_won(&self.position)
    }

    fn moves(&self, limit: usize) -> Vec<String> {
        let mut first = Vec::new();
        self.each_move(|mv| {
            if first.len() == limit {
                return ControlFlow::Break(());
            }
            first.push(mv);
            ControlFlow::Continue(())
        });
        self.rules.labels(&self.position, &first)
    }

    fn play(&self, label: &str) -> Result<Box<dyn Board>, Diagnostic> {
        let mv = self.rules.parse_move(&self.position, label)?;
        Ok(Box::new(self.elsewhere(self.rules.play(&self.position, &mv))))
    }

    fn say(&self, label: &str) -> Result<String, Diagnostic> {
        let mv = self.rules.parse_move(&self.position, label)?;
        Ok(self.rules.say(&self.position, &mv))
    }

    fn show(&self, width: usize) -> String {
        self.rules.show(&self.position, width)
    }

    fn draw(&self, marks: &Marks<String>) -> Result<Picture, Diagnostic> {
        let read = |label: &String| self.rules.parse_move(&self.position, label);
        let marks = Marks {
            winning: marks.winning.iter().map(read).collect::<Result<_, _>>()?,
            making: marks.making.as_ref().map(read).transpose()?,
        };
        Ok(self.rules.draw(&self.position, &marks))
    }
}

impl<R: Playable> Searched for Typed<R> {
    fn in_play(&self) -> Box<dyn Board> {
        Box::new(self.elsewhere(self.rules.in_play(&self.position)))
    }

    fn winning_at_once(&self, limit: usize) -> Option<Winning> {
        let (mut first, mut count) = (Vec::new(), 0);
        let _ = self.rules.wins_at_once().moves_that_win(&self.position, &mut |mv| {
            count += 1;
            if first.len() < limit {
                first.push(mv);
            }
            ControlFlow::<()>::Continue(())
        });
        (count > 0).then(|| Winning { labels: self.rules.labels(&self.position, &first), count })
    }

    fn stays_sunny(&self) -> bool {
        self.rules.wins_at_once().stays_sunny()
    }

    fn prepare(&self, run: &Run) -> Result<(), Stopped> {
        self.rules.knowledge().prepare(&self.position, run)
    }

    fn labels_at(&self, places: &[u64]) -> Vec<String> {
        let mut wanted = places.iter().copied().peekable();
        let (mut found, mut place) = (Vec::new(), 0);
        self.each_move(|mv| {
            if wanted.next_if_eq(&place).is_some() {
                found.push(mv);
            }
            place += 1;
            if wanted.peek().is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.rules.labels(&self.position, &found)
    }

    fn drawn_steps(&self) -> Vec<DrawnStep> {
        self.rules.drawn_steps(&self.position)
    }

    fn nimber(&self, approach: Approach, run: &Run) -> Result<(Nimber, Method), Stopped> {
        let known =
            if approach == Approach::Best { self.rules.knowledge().theorem(&self.position) } else { None };
        match known {
            Some(nimber) => Ok((nimber, Method::Theorem)),
            None => match Typed::tables(self, approach).and_then(|tables| tables.nimber(&self.position)) {
                Some(nimber) => Ok((nimber, Method::Table)),
                None => Ok((self.search(&self.position, approach, run)?, Method::Search)),
            },
        }
    }

    fn is_worth(&self, nimber: Nimber, approach: Approach, run: &Run) -> Result<(bool, Method), Stopped> {
        let known =
            if approach == Approach::Best { self.rules.knowledge().theorem(&self.position) } else { None };
        match known {
            Some(known) => Ok((known == nimber, Method::Theorem)),
            None => self.has_worth(&self.position, nimber, approach, run),
        }
    }

    fn at_least(&self, approach: Approach) -> Nimber {
        self.bound(&self.position, approach).map_or(Nimber::ZERO, |bound| bound.at_least)
    }

    fn at_most(&self) -> u128 {
        self.rules.count_moves(&self.position).min(self.rules.moves_left(&self.position))
    }

    fn effort(&self) -> u64 {
        Tuned(&self.rules.rules).effort(&self.position)
    }

    fn tame(&self) -> Option<Tame> {
        self.rules.knowledge().tame(&self.position)
    }

    fn winning(
        &self,
        target: Target,
        limit: usize,
        approach: Approach,
        run: &Run,
    ) -> (Winning, Result<(), Stopped>) {
        let by_theorem =
            if approach == Approach::Best { self.winning_by_theorem(target, limit, run) } else { None };
        by_theorem.unwrap_or_else(|| match target.nimber() {
            Some(nimber) => self.winning_by_trial(nimber, limit, approach, run),
            None => self.winning_by_tameness(target, limit, run),
        })
    }

    fn misere(
        &self,
        terms: &[Arc<dyn Board>],
        approach: Approach,
        run: &Run,
    ) -> Option<Result<Outcome, Stopped>> {
        Some(self.misere_outcome(&self.positions_of(terms)?, approach, run))
    }

    fn winning_misere(
        &self,
        terms: &[Arc<dyn Board>],
        limit: usize,
        approach: Approach,
        run: &Run,
    ) -> Option<(Vec<Winning>, Result<(), Stopped>)> {
        Some(self.winning_in_misere_sum(self.positions_of(terms)?, limit, approach, run))
    }

    fn attach(&self, store: &Arc<Store>) -> Result<(), Error> {
        self.attach_store(store)
    }

    fn check_store(&self, store: &Store) -> Result<(), Error> {
        self.check_store_of_game(store)
    }

    fn is_kept(&self) -> bool {
        self.rules.is_kept()
    }

    fn save(&self) -> Result<u64, Error> {
        self.memo.save_to_store()
    }

    fn keep(&self, value: Value, store: &Store) -> Result<bool, Error> {
        self.keep_in(value, store)
    }

    fn heading(&self) -> &str {
        &self.rules.heading
    }

    fn can_be_left(&self) -> bool {
        self.is_searched_as_words()
    }

    fn write_search(&self, out: &mut dyn Write) -> io::Result<u64> {
        self.write_findings(out)
    }

    fn read_search(&self, input: &mut dyn Read, run: &Run) -> Result<u64, NotResumed> {
        self.read_findings(input, run)
    }

    fn memo_number(&self) -> usize {
        Arc::as_ptr(&self.memo).addr()
    }

    fn attach_tables(&self, oracle: &Arc<Oracle>) {
        if let Some(taking) = self.rules.taking() {
            self.memo
                .tables
                .get_or_init(|| GameTables::new(oracle, |rows, columns| taking.shapes(rows, columns)));
        }
    }

    fn tables(&self) -> Option<&GameTables> {
        self.memo.tables.get()
    }

    fn stones(&self) -> Option<Stones> {
        self.rules.taking()?.stones(&self.position)
    }

    fn table_game(&self) -> Option<TableGame> {
        self.rules.table_game()
    }

    fn winning_states(
        &self,
        limit: usize,
        is_lost: &mut dyn FnMut(Stones) -> Result<bool, TableError>,
    ) -> Result<Winning, TableError> {
        let (mut first, mut count) = (Vec::new(), 0);
        let failed = self.each_move(|mv| {
            let left =
                self.rules.taking().and_then(|taking| taking.stones(&self.rules.play(&self.position, &mv)));
            match left.map_or(Ok(false), &mut *is_lost) {
                Ok(true) => {
                    count += 1;
                    if first.len() < limit {
                        first.push(mv);
                    }
                    ControlFlow::Continue(())
                }
                Ok(false) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(Winning { labels: self.rules.labels(&self.position, &first), count }),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn steps(&self, asked: &TermRequest<'_>, run: &Run) -> Result<Vec<Step>, Diagnostic> {
        let focus = asked.focus.map(|label| self.rules.parse_move(&self.position, label)).transpose()?;
        let question = ExplainRequest {
            convention: asked.convention,
            target: asked.target,
            in_a_sum: asked.in_a_sum,
            focus: focus.as_ref(),
            in_full: asked.in_full,
        };
        let is_short = asked.convention == Convention::Normal || !asked.in_a_sum;
        if asked.approach == Approach::Definition
            && is_short
            && let Some(step) = self.backwards(asked.convention, run)
        {
            return Ok(vec![step]);
        }
        let own = self.rules.explain(&self.position, &question);
        if own.is_empty() { Ok(self.searched_steps(asked, run)) } else { Ok(own) }
    }

    fn part(&self) -> Part {
        Part::new(Arc::clone(&self.rules), self.position.clone())
    }

    fn search_for_a_proof(&self, is_for_a_proof: bool) {
        self.memo.small_boards().search_for_a_proof(is_for_a_proof);
    }

    fn values(&self, approach: Approach) -> Box<dyn PartValues + '_> {
        Box::new(values::TypedValues::new(self, approach))
    }
}
