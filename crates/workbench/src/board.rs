//! A position of any game, its type erased.

use crate::answer::Method;
use crate::memos::Memo;
use crate::part::Part;
use crate::solve::Approach;
use grundy_core::{
    Card, Convention, Diagnostic, Marks, Nimber, Outcome, Playable, Question, Run, Step, Stopped, Tame,
    Target,
};
use grundy_picture::Picture;
use grundy_solve::Bound;
use grundy_store::{Error, Store};
use grundy_tables::Oracle;
use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The winning moves that were asked for, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winning {
    /// Labels in reading order, as many as were asked for.
    pub labels: Vec<String>,
    /// How many moves win.
    pub count: u128,
}

/// What a term is asked to explain of itself.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// How the game is played.
    pub convention: Convention,
    /// What a winning move leaves in this term.
    pub target: Target,
    /// Whether there are other terms.
    pub in_a_sum: bool,
    /// The label of a move to look into.
    pub focus: Option<&'a str>,
    /// Of a misère position that stands alone: what answers the loser's moves, where that is short.
    pub answers: Option<&'a Step>,
}

/// A position of one game. All that a program needs of it, and nothing of its type.
pub trait Board: Send + Sync {
    /// The game's card.
    fn card(&self) -> &'static Card;

    /// The position in its own notation, parameters before it, without the game's name.
    fn text(&self) -> String;

    /// The position in its own notation alone.
    fn notation(&self) -> String;

    /// The position without what has been taken whole, heaps of 0: as tables show what a move leaves.
    fn in_play(&self) -> Box<dyn Board>;

    /// The position as a term of a sum, with the game's name.
    ///
    /// ```
    /// use grundy::Position;
    /// let sum: Position = "NIM 3,5 + *2".parse().unwrap();
    /// assert_eq!(sum.terms()[0].term(), "nim 3 5");
    /// assert_eq!(sum.terms()[1].term(), "*2");
    /// ```
    fn term(&self) -> String;

    /// How many moves there are.
    fn count_moves(&self) -> u128;

    /// Whether the last move has won the whole game, three in a row for one.
    fn is_won(&self) -> bool;

    /// The moves that win the whole game at once, where there are any; `limit` of their labels.
    fn winning_at_once(&self, limit: usize) -> Option<Winning>;

    /// Works out what the game's theorem needs to know of this position.
    ///
    /// # Errors
    /// When the run stops first; what was found by then is kept.
    fn prepare(&self, run: &Run) -> Result<(), Stopped>;

    /// The labels of the first moves in reading order, at most `limit`.
    fn moves(&self, limit: usize) -> Vec<String>;

    /// The labels of the moves at these places in reading order, from 0, in increasing order.
    fn labels_at(&self, places: &[u64]) -> Vec<String>;

    /// The position after the move of this label.
    ///
    /// # Errors
    /// When no move has it; the span is within the label.
    fn play(&self, label: &str) -> Result<Box<dyn Board>, Diagnostic>;

    /// The move of this label as a person would say it.
    ///
    /// # Errors
    /// When no move has it; the span is within the label.
    fn say(&self, label: &str) -> Result<String, Diagnostic>;

    /// The board as text of about this width.
    fn show(&self, width: usize) -> String;

    /// The board as a picture. Shapes that stand for moves have their labels.
    ///
    /// # Errors
    /// When a mark is no move; the span is within its label.
    fn draw(&self, marks: &Marks<String>) -> Result<Picture, Diagnostic>;

    /// The nimber, and how it was found.
    ///
    /// # Errors
    /// When the run stops first. What was found stays with the board.
    fn nimber(&self, approach: Approach, run: &Run) -> Result<(Nimber, Method), Stopped>;

    /// Whether this is the nimber, which can be found far sooner than the nimber, and how.
    ///
    /// # Errors
    /// When the run stops first. What was found stays with the board.
    fn is_worth(&self, nimber: Nimber, approach: Approach, run: &Run) -> Result<(bool, Method), Stopped>;

    /// The least nimber that the position may have, by what has been found so far.
    fn at_least(&self, approach: Approach) -> Nimber;

    /// How much work a search is thought to be.
    fn effort(&self) -> u64;

    /// How the position behaves in misère sums, where it is known to be tame.
    fn tame(&self) -> Option<Tame>;

    /// The moves that leave this target; `limit` of their labels. When the run stops first, those
    /// that are proven by then, and the stop.
    fn winning(
        &self,
        target: Target,
        limit: usize,
        approach: Approach,
        run: &Run,
    ) -> (Winning, Result<(), Stopped>);

    /// Finds who wins a misère sum, when all terms are of this game with the same parameters; `None` when
    /// not.
    ///
    /// # Errors
    /// When the run stops before the outcome is proven.
    fn misere(
        &self,
        terms: &[Arc<dyn Board>],
        approach: Approach,
        run: &Run,
    ) -> Option<Result<Outcome, Stopped>>;

    /// The winning moves of such a sum that the next player wins, term by term, `limit` of their labels; when
    /// the run stops first, those proven by then, and the stop.
    fn winning_misere(
        &self,
        terms: &[Arc<dyn Board>],
        limit: usize,
        approach: Approach,
        run: &Run,
    ) -> Option<(Vec<Winning>, Result<(), Stopped>)>;

    /// Lets searches use what is in a store.
    ///
    /// # Errors
    /// When the store has values of other rules, or cannot be read.
    fn attach(&self, store: &Arc<Store>) -> Result<(), Error>;

    /// Adds what was found so far to the store, and says how much was new.
    ///
    /// # Errors
    /// When the store cannot be written.
    fn save(&self) -> Result<u64, Error>;

    /// Which memo the board uses: boards of one memo have the same number.
    fn memo_number(&self) -> usize;

    /// Lets searches look states up in tables.
    fn attach_tables(&self, oracle: &Arc<Oracle>);

    /// The tables that were attached, where there are any of this game.
    fn oracle(&self) -> Option<&Arc<Oracle>>;

    /// The board as what it is.
    fn as_any(&self) -> &dyn Any;

    /// The working from the position to its value and its winning moves.
    ///
    /// # Errors
    /// When the focus is no move.
    fn steps(&self, asked: &Asked<'_>, run: &Run) -> Result<Vec<Step>, Diagnostic>;

    /// The position as a part of a [`Mixture`](crate::Mixture).
    fn part(&self) -> Part;
}

/// A position together with its rules, and what has been found out about positions under them.
pub(crate) struct Typed<R: Playable> {
    pub(crate) rules: Arc<R>,
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
        self.solver(approach).nimber(at, run)
    }

    fn bound(&self, at: &R::Position, approach: Approach) -> Option<Bound> {
        self.solver(approach).known(at, &Run::unlimited()).ok().flatten()
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
        let counted = self.rules.count_moves_to(&self.position, target);
        let most = counted.map_or(limit, |count| limit.min(usize::try_from(count).unwrap_or(limit)));
        let (mut labels, mut first, mut count) = (Vec::new(), Vec::new(), 0);
        let mut end = Ok(());
        if counted.is_none() || most > 0 {
            let _ = self.rules.moves_to(&self.position, target, |mv| {
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

/// So many labels are made at once: for some games that is a walk through the whole position.
const LABELS_AT_ONCE: usize = 1 << 15;

/// What a label takes, about.
const LABEL_BYTES: usize = 64;

impl<R: Playable> Board for Typed<R> {
    fn card(&self) -> &'static Card {
        &const { R::CARD }
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

    fn in_play(&self) -> Box<dyn Board> {
        Box::new(self.elsewhere(self.rules.in_play(&self.position)))
    }

    fn term(&self) -> String {
        self.rules.term(&self.position)
    }

    fn count_moves(&self) -> u128 {
        self.rules.count_moves(&self.position)
    }

    fn is_won(&self) -> bool {
        self.rules.is_won(&self.position)
    }

    fn winning_at_once(&self, limit: usize) -> Option<Winning> {
        let (mut first, mut count) = (Vec::new(), 0);
        let _ = self.rules.moves_that_win(&self.position, |mv| {
            count += 1;
            if first.len() < limit {
                first.push(mv);
            }
            ControlFlow::<()>::Continue(())
        });
        (count > 0).then(|| Winning { labels: self.rules.labels(&self.position, &first), count })
    }

    fn prepare(&self, run: &Run) -> Result<(), Stopped> {
        self.rules.prepare(&self.position, run)
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

    fn nimber(&self, approach: Approach, run: &Run) -> Result<(Nimber, Method), Stopped> {
        let known = if approach == Approach::Best { self.rules.theorem(&self.position) } else { None };
        match known {
            Some(nimber) => Ok((nimber, Method::Theorem)),
            None => match self.tables(approach).and_then(|tables| tables.nimber(&self.position)) {
                Some(nimber) => Ok((nimber, Method::Table)),
                None => Ok((self.search(&self.position, approach, run)?, Method::Search)),
            },
        }
    }

    fn is_worth(&self, nimber: Nimber, approach: Approach, run: &Run) -> Result<(bool, Method), Stopped> {
        let known = if approach == Approach::Best { self.rules.theorem(&self.position) } else { None };
        match known {
            Some(known) => Ok((known == nimber, Method::Theorem)),
            None => self.has_worth(&self.position, nimber, approach, run),
        }
    }

    fn at_least(&self, approach: Approach) -> Nimber {
        self.bound(&self.position, approach).map_or(Nimber::ZERO, |bound| bound.at_least)
    }

    fn effort(&self) -> u64 {
        self.rules.effort(&self.position)
    }

    fn tame(&self) -> Option<Tame> {
        self.rules.tame(&self.position)
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

    fn save(&self) -> Result<u64, Error> {
        self.memo.save_to_store()
    }

    fn memo_number(&self) -> usize {
        Arc::as_ptr(&self.memo).addr()
    }

    fn attach_tables(&self, oracle: &Arc<Oracle>) {
        self.memo.oracle.get_or_init(|| Arc::clone(oracle));
    }

    fn oracle(&self) -> Option<&Arc<Oracle>> {
        self.tables(Approach::Best).and(self.memo.oracle.get())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn steps(&self, asked: &Asked<'_>, run: &Run) -> Result<Vec<Step>, Diagnostic> {
        let focus = asked.focus.map(|label| self.rules.parse_move(&self.position, label)).transpose()?;
        let question = Question {
            convention: asked.convention,
            target: asked.target,
            in_a_sum: asked.in_a_sum,
            focus: focus.as_ref(),
        };
        let own = self.rules.explain(&self.position, &question);
        if own.is_empty() { Ok(self.searched_steps(asked, run)) } else { Ok(own) }
    }

    fn part(&self) -> Part {
        Part::new(Arc::clone(&self.rules), self.position.clone())
    }
}
