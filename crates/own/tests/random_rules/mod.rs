//! Random rules files, each held to the plain definition on random boards.

#![allow(clippy::unwrap_used, dead_code)] // in a test, a panic is the report; not all users ask everything

mod files;

pub use files::{board, file, file_of_runs};

use grundy_core::{
    Convention, Definition, Knowledge, Limits, Nimber, Notation, Outcome, Reader, Ruleset, Run, StopReason,
    WinsAtOnce, laws,
};
use grundy_own::{BoardFile, Meaning, OwnGame, Plain, PlainBoard};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// What was met, to say that the test tests.
#[derive(Clone, Debug, Default)]
pub struct Met {
    pub files: u64,
    pub refused: u64,
    pub positions: u64,
    pub in_parts: u64,
    pub mirrored: u64,
    pub sunny: u64,
    pub with_never: u64,
    pub with_end: u64,
    pub with_win: u64,
    pub with_edge: u64,
    pub too_large: u64,
    /// Boards of games with `never` whose representative is not that of all boards that are the same game.
    pub unsettled: u64,
}

impl Met {
    pub fn add(&mut self, other: &Met) {
        self.files += other.files;
        self.refused += other.refused;
        self.positions += other.positions;
        self.in_parts += other.in_parts;
        self.mirrored += other.mirrored;
        self.sunny += other.sunny;
        self.with_never += other.with_never;
        self.with_end += other.with_end;
        self.with_win += other.with_win;
        self.with_edge += other.with_edge;
        self.too_large += other.too_large;
        self.unsettled += other.unsettled;
    }
}

impl Met {
    /// What was met, with its shares of the positions.
    pub fn told(&self) -> String {
        let share =
            |count: u64| format!("{count} ({:.1} %)", 100.0 * count as f64 / self.positions.max(1) as f64);
        format!(
            "{} files, {} refused as endless, {} positions ({} more were too large); in parts {}, by the mirror theorem {}, \
             with `never` {}, `end` {}, `win` {}, `@` {}; {} sunny; {} representatives are not the only ones",
            self.files,
            self.refused,
            self.positions,
            self.too_large,
            share(self.in_parts),
            share(self.mirrored),
            share(self.with_never),
            share(self.with_end),
            share(self.with_win),
            share(self.with_edge),
            self.sunny,
            self.unsettled,
        )
    }

    /// Whether everything is met as often as the comparison is meant to meet it.
    pub fn is_enough(&self) -> bool {
        let is_share = |count: u64, percent: u64| 100 * count >= percent * self.positions;
        is_share(self.in_parts, 30)
            && is_share(self.mirrored, 10)
            && [self.with_never, self.with_end, self.with_win, self.with_edge]
                .iter()
                .all(|&count| is_share(count, 5))
            && self.refused > 0
            && 1000 * self.unsettled <= self.positions
    }
}

/// Makes the rules file of a seed, and holds it to the plain definition on a few boards.
pub fn check(seed: u64) -> Met {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let text = file(&mut dice);
    check_file(seed, &text, &mut dice)
}

/// The same with patterns of many runs, some of no cells and some longer than boards are.
pub fn check_runs(seed: u64) -> Met {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let text = file_of_runs(&mut dice);
    check_file(seed, &text, &mut dice)
}

fn check_file(seed: u64, text: &str, dice: &mut ChaCha8Rng) -> Met {
    let mut met = Met::default();
    let file = match BoardFile::read(text) {
        Ok(file) => file,
        Err(error) => {
            met.refused += u64::from(error.message.contains("may go on for ever"));
            let is_known = [
                "for ever",
                "changes nothing",
                "reads no symbol",
                "moves past this cell",
                "images of patterns",
                "have too many images for so many moves",
            ];
            assert!(
                is_known.iter().any(|known| error.message.contains(known)),
                "seed {seed}: {error}\n{text}"
            );
            return met;
        }
    };
    met.files = 1;
    let is_strip = text.contains("\nstrip\n");
    for _ in 0..5 {
        let board = board(dice, is_strip, text);
        let of_board = check_board(file.game(), &board)
            .unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}\non {board} of\n{text}"));
        met.add(&of_board);
        if of_board.positions > 0 {
            met.with_never += u64::from(text.contains("\nnever"));
            met.with_end += u64::from(text.contains("\nend"));
            met.with_win += u64::from(text.contains("\nwin"));
            met.with_edge += u64::from(text.contains('@'));
        }
    }
    met
}

/// The laws that a game with `never` may break where cells that forbid moves are chosen anew within a small room.
const ONLY_REPRESENTATIVE: [&str; 2] =
    ["canon is settled after once", "canon keeps the tree of options: the canonical options are the same"];

fn has_never(game: &OwnGame) -> bool {
    game.spec().bans.iter().any(|ban| ban.meaning == Meaning::Never)
}

/// Holds one board to the plain definition.
pub fn check_board(game: &OwnGame, board: &str) -> Result<Met, String> {
    let mut met = Met::default();
    let at = match game.parse(&mut Reader::new(board)) {
        Ok(at) => at,
        // On larger boards there are more moves, which may go on for ever.
        Err(error) if error.message.contains("this board is too large for these rules") => {
            met.too_large = 1;
            return Ok(met);
        }
        Err(error) => return Err(format!("no position: {error}")),
    };
    let chart = PlainBoard::read(board);
    let run = || Run::new(Limits { nodes: Some(30_000), ..Limits::default() });
    let plain = Plain::new(game);
    let mut definition = Definition::new(&plain);
    let limit = run();
    let (Ok(nimber), Ok(misere)) =
        (definition.nimber(&chart, &limit), definition.outcome(&chart, Convention::Misere, &limit))
    else {
        met.too_large = 1;
        return Ok(met);
    };
    met.positions = 1;
    if let Err(broken) = laws::check(game, &at) {
        expect(ONLY_REPRESENTATIVE.contains(&broken.law) && has_never(game), || broken.to_string())?;
        met.unsettled = 1;
        // Another representative than elsewhere loses a look-up; it must not lose the value.
        let chosen = plain.board(&game.canon(at.clone()));
        let (Ok(same), Ok(same_misere)) =
            (definition.nimber(&chosen, &limit), definition.outcome(&chosen, Convention::Misere, &limit))
        else {
            return Err(format!("the representative of {board} is larger than the board"));
        };
        expect((same, same_misere) == (nimber, misere), || "the representative is another game".to_owned())?;
    }
    // Moves and their labels.
    let labels: BTreeSet<String> = plain.labelled_moves(&chart).into_keys().collect();
    let found = moves(game, &at);
    let found_labels: BTreeSet<String> = game.labels(&at, &found).into_iter().collect();
    expect(found_labels == labels, || format!("moves {found_labels:?}, defined {labels:?}"))?;
    for (label, mv) in plain.labelled_moves(&chart) {
        let own = game.parse_move(&at, &label).map_err(|error| error.to_string())?;
        let left = plain.play(&chart, &mv).text();
        let after = game.play(&at, &own);
        let wanted = game.parse(&mut Reader::new(&left)).map_err(|error| error.to_string())?;
        expect(after == wanted, || format!("{label} leaves {after:?}, defined {left}"))?;
        let again = game.parse(&mut Reader::new(&game.format(&after))).map_err(|error| error.to_string())?;
        expect(again == after, || format!("{} is not read back", game.format(&after)))?;
    }
    // Values.
    let (table, misere_table) = (TranspositionTable::default(), MisereTable::default());
    let theorems = Theorems(game);
    let own = nimber_of(game, &at, &MexSolver::new(game, &theorems, &table));
    expect(own == nimber, || format!("nimber {own:?}, defined {nimber:?}"))?;
    let bare_table = TranspositionTable::default();
    let bare = nimber_of(game, &at, &MexSolver::new(game, &(), &bare_table));
    expect(bare == nimber, || format!("nimber without theorems {bare:?}, defined {nimber:?}"))?;
    let solver = MisereSolver::new(game, &theorems, &misere_table);
    let own = solver.outcome(&at, &Run::unlimited()).unwrap();
    expect(own == misere, || format!("misère outcome {own}, defined {misere}"))?;
    // Winning moves.
    let wins = |mv: &<OwnGame as Ruleset>::Move| {
        let after = game.play(&at, mv);
        game.wins_at_once().is_won(&after)
            || nimber_of(game, &after, &MexSolver::new(game, &theorems, &table)) == Some(Nimber::ZERO)
    };
    let own: BTreeSet<String> = found.iter().filter(|mv| wins(mv)).map(|mv| game.label(&at, mv)).collect();
    let defined: BTreeSet<String> = winning(&plain, &mut definition, &chart, Convention::Normal);
    expect(own == defined, || format!("winning moves {own:?}, defined {defined:?}"))?;
    let loses = |mv: &&<OwnGame as Ruleset>::Move| {
        solver.outcome(&game.play(&at, mv), &Run::unlimited()).unwrap() == Outcome::P
    };
    let own: BTreeSet<String> = found.iter().filter(loses).map(|mv| game.label(&at, mv)).collect();
    let defined = winning(&plain, &mut definition, &chart, Convention::Misere);
    expect(own == defined, || format!("misère winning moves {own:?}, defined {defined:?}"))?;
    let parts = game.split(at.clone());
    met.in_parts = u64::from(parts.len() > 1);
    met.mirrored = u64::from(
        !found.is_empty() && parts.iter().any(|part| game.theorem(&game.canon(part.clone())).is_some())
            || game.theorem(&at).is_some(),
    );
    met.sunny = u64::from(nimber.is_none());
    Ok(met)
}

fn expect(holds: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong()) }
}

fn moves(game: &OwnGame, at: &<OwnGame as Ruleset>::Position) -> Vec<<OwnGame as Ruleset>::Move> {
    let mut moves = Vec::new();
    let _ = game.moves(at, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

/// The nimber by search; none of a sunny position.
fn nimber_of(
    game: &OwnGame,
    at: &<OwnGame as Ruleset>::Position,
    solver: &MexSolver<'_, OwnGame>,
) -> Option<Nimber> {
    if game.wins_at_once().is_sunny(at) {
        return None;
    }
    let found = solver.nimber(at, &Run::unlimited());
    Some(found.unwrap_or_else(|stopped| panic!("{:?}", (stopped.reason, StopReason::Nodes))))
}

/// The labels of the moves that win, by the definition.
fn winning(
    plain: &Plain,
    definition: &mut Definition<'_, Plain>,
    at: &PlainBoard,
    convention: Convention,
) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (label, mv) in plain.labelled_moves(at) {
        let after = plain.play(at, &mv);
        let wins = match convention {
            Convention::Normal => {
                plain.is_won(&after)
                    || definition.nimber(&after, &Run::unlimited()).unwrap() == Some(Nimber::ZERO)
            }
            Convention::Misere => {
                definition.outcome(&after, convention, &Run::unlimited()).unwrap() == Outcome::P
            }
        };
        if wins {
            all.insert(label);
        }
    }
    all
}
