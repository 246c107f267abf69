//! What a game is, what is known of it, how a search best goes through it, and what wins at once.

use crate::{BoardWord, Left, Nimber, Packed, Run, Stopped, Tame, Target};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The rules of an impartial game: from a position, its moves; from a move, the next position.
///
/// The three required methods *are* the game. `split` and `canon` say which positions are sums, and which are
/// the same; they are correct as they stand, only slow. What else is known of a game, how a search best goes
/// through it, and whether a move can win at once are in [`Knowledge`], [`Tuning`] and [`WinsAtOnce`],
/// which know nothing unless the rules implement them. All are held to the rules by [`laws`](crate::laws).
///
/// Rules hold the parameters of a game, positions are plain data, and moves are names: enough to show, to say
/// and to replay.
pub trait Ruleset: Sync + Sized {
    /// A position.
    type Position: Clone + Eq + Ord + Hash + Debug + Send + Sync;
    /// A move's name; together with the position it determines the option.
    type Move: Clone + Eq + Debug + Send + Sync;

    /// Visits every move, in reading order of the notation, until the visitor breaks. A visitor
    /// and not a list, because a heap of 10^9 has 10^9 moves.
    fn moves<B>(
        &self,
        at: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The position after a move of [`moves`](Ruleset::moves).
    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// A bound on how many more moves can be made. Every option has a smaller one: that is why
    /// games end.
    fn moves_left(&self, at: &Self::Position) -> u128;

    /// Whether there is a move. It looks for one, where counting may go through all.
    fn has_moves(&self, at: &Self::Position) -> bool {
        self.moves(at, |_| ControlFlow::Break(())).is_break()
    }

    /// How many moves there are.
    fn count_moves(&self, at: &Self::Position) -> u128 {
        let mut count = 0;
        let _ = self.moves(at, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// The independent parts of a position: a move in the whole is a move in exactly one part.
    fn split(&self, at: Self::Position) -> Vec<Self::Position> {
        vec![at]
    }

    /// A representative with the same tree of options: safe in every convention. Never confuse it with
    /// [`reduce`](Knowledge::reduce), which keeps no more than the nimber. The representative of an option
    /// must not depend on how the option was reached: write one only where it is a true canonical form, or
    /// keeps the order of moves.
    fn canon(&self, at: Self::Position) -> Self::Position {
        at
    }

    /// What is known of the game beyond its rules. Rules that know something return `self`, and implement
    /// [`Knowledge`].
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &()
    }

    /// How a search best goes through the positions. Rules with a tuning return `self`, and
    /// implement [`Tuning`].
    fn tuning(&self) -> &dyn Tuning<Self> {
        &()
    }

    /// Which moves win the whole game at once. Rules with such moves return `self`, and implement
    /// [`WinsAtOnce`].
    fn wins_at_once(&self) -> &dyn WinsAtOnce<Self> {
        &()
    }
}

/// What is known of positions by theorems, without a search. Every method knows nothing as it stands, and
/// `()` knows nothing of any game.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Ruleset, laws};
/// use std::ops::ControlFlow;
///
/// /// One heap; a move takes one or two beans.
/// struct OneOrTwo;
/// impl Ruleset for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
///         (1..=2.min(*at)).try_for_each(visit)
///     }
///     fn play(&self, at: &u64, taken: &u64) -> u64 { at - taken }
///     fn moves_left(&self, at: &u64) -> u128 { u128::from(*at) }
///     fn knowledge(&self) -> &dyn Knowledge<Self> { self }
/// }
/// impl Knowledge<OneOrTwo> for OneOrTwo {
///     fn theorem(&self, at: &u64) -> Option<Nimber> { Some(Nimber(at % 3)) }
/// }
/// assert!((0..30).all(|heap| laws::check_rules(&OneOrTwo, &heap).is_ok()));
/// ```
pub trait Knowledge<R: Ruleset>: Sync {
    /// Works out what [`theorem`](Knowledge::theorem) and the like need to know of the position and of
    /// all that can be reached from it, for games that keep tables. Asked once before them; what was
    /// not prepared is unknown to them.
    ///
    /// # Errors
    /// When the run stops first; what was found by then is kept.
    fn prepare(&self, at: &R::Position, run: &Run) -> Result<(), Stopped> {
        let _ = (at, run);
        Ok(())
    }

    /// The nimber by a closed form or a polynomial algorithm, where there is one.
    fn theorem(&self, at: &R::Position) -> Option<Nimber> {
        let _ = at;
        None
    }

    /// Whether and how the position is tame: the closed form of misère play. With it, misère sums
    /// are answered without search.
    fn tame(&self, at: &R::Position) -> Option<Tame> {
        let _ = at;
        None
    }

    /// Visits, in reading order, all moves whose option meets the target, when the theorem lists
    /// them faster than trying each; `None` when it does not (and then nothing was visited).
    ///
    /// A target that asks different nimbers of firm and fickle options belongs to misère play, and
    /// only rules with [`tame`](Knowledge::tame) positions can meet it.
    fn moves_to(
        &self,
        at: &R::Position,
        target: Target,
        visit: &mut dyn FnMut(R::Move) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let _ = (at, target, visit);
        None
    }

    /// How many moves [`moves_to`](Knowledge::moves_to) visits, when that is known without visiting them
    /// all: a heap of 10^15 may have 10^14 winning moves.
    fn count_moves_to(&self, at: &R::Position, target: Target) -> Option<u128> {
        let _ = (at, target);
        None
    }

    /// A position of the same nimber: for normal play only. Never confuse it with
    /// [`canon`](Ruleset::canon), which keeps the whole tree of options.
    fn reduce(&self, at: R::Position) -> R::Position {
        at
    }
}

impl<R: Ruleset> Knowledge<R> for () {}

/// What makes a search faster. None of it changes an answer. Every method returns `None` as it stands, and
/// `()` has no tuning for any game: a search then goes by the rules alone (see [`Tuned`](crate::Tuned)).
pub trait Tuning<R: Ruleset>: Sync {
    /// Visits the options, for solvers, where that is faster than playing each move: in any order, and
    /// perhaps more than once. `None` where it is not, and then nothing was visited.
    fn options(
        &self,
        at: &R::Position,
        visit: &mut dyn FnMut(R::Position) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let _ = (at, visit);
        None
    }

    /// Visits the parts of [`split`](Ruleset::split) without a list, where that is faster. `None` where it
    /// is not, and then nothing was visited.
    fn each_part(&self, at: &R::Position, visit: &mut dyn FnMut(R::Position)) -> Option<()> {
        let _ = (at, visit);
        None
    }

    /// A number that no other position has, where it is cheap to compute: solvers then keep and compare
    /// it in place of the position. Asked of canonical parts.
    fn word(&self, at: &R::Position) -> Option<u64> {
        let _ = at;
        None
    }

    /// The rules told in words, for games that take cells away from boards: solvers of normal play then search
    /// boards of at most 64 cells without making positions.
    fn packed(&self) -> Option<&dyn PackedRules<R>> {
        None
    }

    /// The same rules for boards of 65 to 128 cells. Asked only where there are [packed](Tuning::packed) rules too: parts
    /// of at most 64 cells are searched by those.
    fn packed_wide(&self) -> Option<&dyn PackedRules<R, u128>> {
        None
    }

    /// How much work a part is expected to be, on any scale on which sums make sense: solvers try easy
    /// options first. Where it is `None`, the number of moves is used.
    fn effort(&self, at: &R::Position) -> Option<u64> {
        let _ = at;
        None
    }

    /// The increase of [effort](Tuning::effort) that doubles the expected work of a search; at least 1. If it
    /// is given, depth-first proof-number search is used in place of the order by effort. Good where the
    /// efforts of options hardly differ; where they do, easy options first is less work. A search of boards that are words
    /// takes 12 where there is none, and searches parts of less than about four doublings depth first.
    fn work_doubles_with(&self) -> Option<u64> {
        None
    }

    /// An estimate of the bytes that a stored position takes, for the limit of memory. The size of the type
    /// is used where it is `None`, which is right for positions without allocations of their own.
    fn bytes(&self, at: &R::Position) -> Option<usize> {
        let _ = at;
        None
    }
}

impl<R: Ruleset> Tuning<R> for () {}

/// Which moves win the whole game at once, whatever other terms there are: three in a row. No move does as
/// the methods stand, and `()` knows of none.
///
/// A position in which such a move can be made has no nimber. *Winning Ways*, chapter 12, calls the move
/// sunny, and a move to such a position loony.
pub trait WinsAtOnce<R: Ruleset>: Sync {
    /// Whether the last move has won the whole game. Such a position has no moves. Under misère play that
    /// move has lost the whole game.
    fn is_won(&self, at: &R::Position) -> bool {
        let _ = at;
        false
    }

    /// Visits, in reading order, the moves that [win the whole game](WinsAtOnce::is_won) at once.
    fn moves_that_win(
        &self,
        at: &R::Position,
        visit: &mut dyn FnMut(R::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let _ = (at, visit);
        ControlFlow::Continue(())
    }

    /// Whether some move wins the whole game at once. Such a position has no nimber, and a move to it
    /// loses the whole game: mex leaves it out.
    fn is_sunny(&self, at: &R::Position) -> bool {
        self.moves_that_win(at, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether a [sunny](WinsAtOnce::is_sunny) position stays one after every move that does not win at once. Then all
    /// moves but those that win at once lose, and need not be tried.
    fn stays_sunny(&self) -> bool {
        false
    }

    /// The independent parts of a position where no move is left out but those to [sunny](WinsAtOnce::is_sunny)
    /// positions. `None` where a move wins at once now, or such parts are not known.
    fn calm_parts(&self, at: &R::Position) -> Option<Vec<R::Position>> {
        let _ = at;
        None
    }
}

impl<R: Ruleset> WinsAtOnce<R> for () {}

/// The rules of a game that takes cells away from boards, told in words: what a solver needs to search without
/// making positions. Every move takes at least one full cell, and nothing else changes. `W` is the word: a game tells
/// its rules for boards of at most 64 cells (`u64`), and perhaps for larger ones (`u128`).
///
/// Held to the rules by [`laws`](crate::laws).
pub trait PackedRules<R: Ruleset, W: BoardWord = u64>: Sync {
    /// A canonical part as a word; `None` where it is too large.
    fn pack(&self, part: &R::Position) -> Option<Packed<W>>;

    /// The part that a word stands for.
    fn unpack(&self, part: Packed<W>) -> R::Position;

    /// Visits the cells that each move leaves of a part: first what should be looked at first. A solver keeps this
    /// order among options that look alike. Options in the middle of a board fall apart more often.
    fn left_by_moves(
        &self,
        at: Packed<W>,
        visit: &mut dyn FnMut(Left<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Visits the parts of what a move leaves of a board with this number of columns, each moved into the corner of the
    /// smallest board that holds it. Parts without moves may be left out. At least one cell is left.
    fn parts_of(&self, left: Left<W>, columns: u32, visit: &mut dyn FnMut(Packed<W>));

    /// A part's canonical form, reduced to a smaller part of the same nimber: for normal play only. Asked of
    /// parts as [`parts_of`](PackedRules::parts_of) visits them.
    fn representative(&self, part: Packed<W>) -> Packed<W>;

    /// How much work a part is expected to be, as [`Tuning::effort`](crate::Tuning::effort).
    fn effort_of(&self, part: Packed<W>) -> u32;

    /// Whether there are rules for boards of these sides. Rules that are worked out for the boards that are read may end
    /// below. A solver asks for a board that is no part of one that was read: a window, or what a file holds.
    fn has_rules_for(&self, rows: u32, columns: u32) -> bool {
        let _ = (rows, columns);
        true
    }

    /// The sets of cells that the moves of a board of full cells take. Its other positions have those moves
    /// whose cells are full. Asked only where it [has rules](PackedRules::has_rules_for) for such a board.
    fn taken_by_moves(&self, rows: u32, columns: u32) -> Vec<W>;

    /// Whether a [theorem](Knowledge::theorem) may know the nimber of a representative. A solver asks the theorems of
    /// the parts of options only then.
    fn may_be_known(&self, part: Packed<W>) -> bool {
        let _ = part;
        true
    }

    /// Parts of at most this number of cells are valued at once by the mex rule, option by option.
    fn at_once(&self) -> u32 {
        2
    }
}
