//! The tables of a game, among those of a folder.

use crate::{Content, Oracle, Rules, StateTable, TableError};
use grundy_core::{Convention, Diagnostic, Nimber, Outcome, Stones};
use std::collections::HashSet;
use std::sync::Arc;

/// The tables of an [`Oracle`] that hold positions of one game. They are found by the shapes that moves take, whatever
/// the game is called: another spelling of the same rules has the same tables, and rules that were changed have none
/// of the old ones but on boards on which nothing has changed.
#[derive(Clone, Debug)]
pub struct GameTables {
    oracle: Arc<Oracle>,
    agreements: Vec<Agreement>,
    /// How many empty rows between boards make them independent, and how many empty columns.
    between: (u32, u32),
}

/// On which boards the moves of a game are those of a table.
#[derive(Clone, Debug)]
struct Agreement {
    /// The place of the table in the oracle.
    table: usize,
    /// The sides of shapes that only one of the two has: the two agree on boards that hold none of these.
    upright: Vec<(u32, u32)>,
    /// The same where rows of the game are columns of the table; sides are those of the game.
    turned: Vec<(u32, u32)>,
}

impl GameTables {
    /// The tables of the game whose moves take these shapes, on a board with these rows and columns.
    pub fn new(
        oracle: &Arc<Oracle>,
        shapes: impl Fn(u32, u32) -> Result<Vec<Stones>, Diagnostic>,
    ) -> GameTables {
        let of_table = |(table, held): (usize, &StateTable)| {
            let rules = held.shape().rules();
            let upright = shapes(rules.rows(), rules.columns()).ok();
            let turned = shapes(rules.columns(), rules.rows()).ok();
            Agreement::new(table, rules, upright, turned)
        };
        let agreements = oracle.tables().iter().enumerate().map(of_table).collect();
        let all = oracle.tables().iter().map(|table| table.shape().rules());
        let all = all.flat_map(|rules| [(rules.rows(), rules.columns()), (rules.columns(), rules.rows())]);
        let own = all.filter_map(|(rows, columns)| shapes(rows, columns).ok()).flatten();
        GameTables { oracle: Arc::clone(oracle), agreements, between: room_between(own) }
    }

    /// All tables, those of other games too.
    pub fn oracle(&self) -> &Arc<Oracle> {
        &self.oracle
    }

    /// The tables on whose whole boards the moves are those of the game.
    pub fn tables(&self) -> impl Iterator<Item = &StateTable> {
        let whole = |agreement: &&Agreement| agreement.upright.is_empty();
        self.agreements.iter().filter(whole).map(|agreement| &self.oracle.tables()[agreement.table])
    }

    /// Who wins a state; `None` where no table has it, or where its block is missing or damaged.
    pub fn outcome(&self, convention: Convention, stones: Stones) -> Option<Outcome> {
        self.find(convention, stones, |_| true, StateTable::outcome)
    }

    /// The nimber of a state, as [`outcome`](GameTables::outcome).
    pub fn nimber(&self, stones: Stones) -> Option<Nimber> {
        let has_nimbers = |table: &StateTable| table.shape().content() == Content::Nimbers;
        self.find(Convention::Normal, stones, has_nimbers, StateTable::nimber)
    }

    /// Who wins the sum of boards under misère play, which is one state when they are laid out on a larger board: one
    /// below the other, or, where each is one row, one beside the other. `None` where one of them has no stones to
    /// tell.
    pub fn misere_outcome(&self, boards: impl Iterator<Item = Option<Stones>>) -> Option<Outcome> {
        let boards: Vec<Stones> = boards.collect::<Option<_>>()?;
        let below = || laid_out(boards.iter().copied(), self.between.0);
        let beside = || {
            let is_row = boards.iter().all(|board| board.rows == 1);
            let columns = is_row.then(|| boards.iter().map(|board| board.turned_over()))?;
            laid_out(columns, self.between.1).map(Stones::turned_over)
        };
        let outcome = |board: Stones| self.outcome(Convention::Misere, board);
        below().and_then(outcome).or_else(|| beside().and_then(outcome))
    }

    fn find<T>(
        &self,
        convention: Convention,
        stones: Stones,
        is_apt: impl Fn(&StateTable) -> bool,
        ask: impl Fn(&StateTable, u64) -> Result<T, TableError>,
    ) -> Option<T> {
        let tables =
            self.agreements.iter().map(|agreement| (agreement, &self.oracle.tables()[agreement.table]));
        let apt =
            tables.filter(|(_, table)| table.shape().rules().convention() == convention && is_apt(table));
        let mut states = apt.filter_map(|(agreement, table)| {
            Some((agreement.table, agreement.place(table.shape().rules(), stones)?))
        });
        states.find_map(|(table, state)| self.oracle.ask(table, state, &ask))
    }
}

/// How many empty rows, or empty columns, between boards make them independent where these are the shapes of moves.
pub(crate) fn room_between(shapes: impl Iterator<Item = Stones>) -> (u32, u32) {
    shapes.fold((1, 1), |(rows, columns), shape| {
        (rows.max(shape.widest_gap() + 1), columns.max(shape.turned_over().widest_gap() + 1))
    })
}

/// Boards one below the other, with this number of empty rows between.
fn laid_out(mut boards: impl Iterator<Item = Stones>, between: u32) -> Option<Stones> {
    let first = boards.next()?;
    boards.try_fold(first, |all, board| all.above(board, between))
}

impl Agreement {
    /// The shapes of a game on the board of a table, and on that board turned over, against those of the table; nothing
    /// where the game has no such board.
    fn new(
        table: usize,
        rules: &Rules,
        upright: Option<Vec<Stones>>,
        turned: Option<Vec<Stones>>,
    ) -> Agreement {
        let differences = |own: Option<Vec<Stones>>, theirs: HashSet<Stones>| {
            // A difference of one cell is one on all boards.
            let Some(own) = own else { return vec![(1, 1)] };
            let own: HashSet<Stones> = own.into_iter().collect();
            let mut sides: Vec<(u32, u32)> =
                own.symmetric_difference(&theirs).map(|shape| (shape.rows, shape.columns)).collect();
            sides.sort_unstable();
            sides.dedup();
            sides
        };
        let theirs = rules.shapes();
        let fits = |shape: &Stones, rows: u32, columns: u32| shape.rows <= rows && shape.columns <= columns;
        let (rows, columns) = (rules.rows(), rules.columns());
        let upright = upright.map(|own| own.into_iter().filter(|shape| fits(shape, rows, columns)).collect());
        let turned = turned.map(|own| own.into_iter().filter(|shape| fits(shape, columns, rows)).collect());
        Agreement {
            table,
            upright: differences(upright, theirs.iter().copied().collect()),
            turned: differences(turned, theirs.iter().map(|shape| shape.turned_over()).collect()),
        }
    }

    /// The stones in a corner of a table's board, where their board fits into it and has the table's moves.
    fn place(&self, rules: &Rules, stones: Stones) -> Option<u64> {
        let holds = |sides: &(u32, u32)| sides.0 <= stones.rows && sides.1 <= stones.columns;
        let in_corner = |board: Stones| {
            let fits = board.rows <= rules.rows() && board.columns <= rules.columns();
            fits.then(|| board.places(rules.rows(), rules.columns()).next()).flatten()
        };
        let upright = if self.upright.iter().any(holds) { None } else { in_corner(stones) };
        upright.or_else(|| if self.turned.iter().any(holds) { None } else { in_corner(stones.turned_over()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Build, TableGame, TableShape};
    use grundy_core::{BoardMarks, Run};
    use std::path::Path;

    fn build(folder: &Path, game: &TableGame, rows: u32, columns: u32) -> Arc<Oracle> {
        let rules = Rules::new(game, rows, columns, Convention::Misere).unwrap();
        let shape = TableShape::new(rules, Content::Outcomes).unwrap();
        Build::new(shape).in_folder(&folder.join("T"), &Run::unlimited()).unwrap();
        Arc::new(Oracle::open(folder).unwrap())
    }

    fn game(shapes: &[Stones]) -> TableGame {
        let shapes = shapes.to_vec();
        TableGame::new("game", "", BoardMarks::STONES, Convention::Normal, move |_, _| Ok(shapes.clone()))
    }

    fn tables(oracle: &Arc<Oracle>, game: &TableGame) -> GameTables {
        GameTables::new(oracle, |rows, columns| game.shapes(rows, columns))
    }

    #[test]
    fn rules_that_differ_agree_on_boards_too_small_for_the_difference() {
        let folder = tempfile::tempdir().unwrap();
        let oracle = build(folder.path(), &TableGame::two_d_nim(Some(3)), 3, 4);
        let outcome = |game: &TableGame, rows, columns| {
            tables(&oracle, game).outcome(Convention::Misere, Stones::full(rows, columns))
        };
        let tactix = TableGame::two_d_nim(None);
        assert!(outcome(&tactix, 3, 3).is_some());
        assert_eq!(outcome(&tactix, 1, 4), None, "four in a row go at once");
        assert_eq!(outcome(&tactix, 4, 1), None);
        assert_eq!(outcome(&TableGame::two_d_nim(Some(2)), 3, 1), None);
        assert!(outcome(&TableGame::two_d_nim(Some(2)), 2, 2).is_some());
        assert_eq!(outcome(&TableGame::BOXING_MATCH, 2, 1), None);
        assert!(outcome(&TableGame::BOXING_MATCH, 1, 1).is_some());
        assert_eq!(tables(&oracle, &tactix).tables().count(), 0);
        assert_eq!(tables(&oracle, &TableGame::two_d_nim(Some(3))).tables().count(), 1);
    }

    #[test]
    fn a_board_is_turned_over_only_where_the_rules_are_turned_too() {
        let folder = tempfile::tempdir().unwrap();
        // Along the rows only.
        let along = game(&[Stones::full(1, 2)]);
        let oracle = build(folder.path(), &along, 2, 4);
        let tables = tables(&oracle, &along);
        let outcome = |stones| tables.outcome(Convention::Misere, stones);
        assert_eq!(outcome(Stones::full(1, 2)), Some(Outcome::P));
        // In a column nothing can be taken.
        assert_eq!(outcome(Stones::full(2, 1)), Some(Outcome::N));
        assert_eq!(outcome(Stones::full(4, 1)), None);
        let down = game(&[Stones::full(2, 1)]);
        let tables = GameTables::new(&oracle, |rows, columns| down.shapes(rows, columns));
        let outcome = |stones| tables.outcome(Convention::Misere, stones);
        assert_eq!(
            outcome(Stones::full(2, 1)),
            Some(Outcome::P),
            "rows of the table are columns of the game"
        );
        assert_eq!(outcome(Stones::full(4, 2)), oracle.tables()[0].outcome(0b1111_1111).ok());
        assert_eq!(outcome(Stones::full(1, 2)), Some(Outcome::N), "along a row nothing can be taken");
    }

    #[test]
    fn boards_of_a_sum_are_laid_out_as_far_apart_as_a_move_can_reach() {
        let folder = tempfile::tempdir().unwrap();
        // Single stones, and two with a place between them.
        let apart = Stones { rows: 1, columns: 3, cells: 0b101 };
        let game = game(&[Stones::full(1, 1), apart, apart.turned_over()]);
        let oracle = build(folder.path(), &game, 2, 8);
        let tables = tables(&oracle, &game);
        let sum = |boards: &[Stones]| tables.misere_outcome(boards.iter().map(|board| Some(*board)));
        let single = Stones::full(1, 1);
        // Two single stones that are apart are two moves: the second player takes the last one.
        assert_eq!(sum(&[single, single]), Some(Outcome::N));
        assert_eq!(sum(&[single, single, single]), Some(Outcome::P));
        assert_eq!(sum(&[apart]), Some(Outcome::N), "one is taken, the other is left");
        assert_eq!(sum(&[single; 4]), None, "no room");
        assert_eq!(tables.misere_outcome([Some(single), None].into_iter()), None);
    }
}
