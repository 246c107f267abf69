//! A rules file looked over: what was derived from it, and its example solved in three ways.

use grundy_core::{
    Convention, Definition, Diagnostic, Knowledge, Listing, Nimber, Outcome, Parameters, Reader, Ruleset,
    Run, Show, Stopped, WinsAtOnce,
};
use grundy_own::{Change, Derived, Field, OwnGame, Plain, RulesFile};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use std::ops::ControlFlow;

/// What is found out about a rules file.
///
/// ```
/// use grundy::{RulesCheck, RulesFile, Run};
/// let file = RulesFile::read("game my-cram\ngrid\nmove .. -> ##\n")?;
/// let check = RulesCheck::of(&file, &mut || Run::unlimited())?;
/// assert!(check.is_sound() && check.derived.is_taking);
/// assert!(check.ways.iter().all(|way| way.nimber == Ok(Some(grundy::Nimber(1)))));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[derive(Debug)]
pub struct RulesCheck {
    /// What was derived from the patterns.
    pub derived: Derived,
    /// The example, as it is written.
    pub example: String,
    /// The example, drawn for a terminal.
    pub picture: String,
    /// The example by search, by search without parts and symmetries, and by the plain definition.
    pub ways: Vec<WaySolved>,
    /// The first digits of the identity of the rules.
    pub identity: String,
}

/// A way to the values of a position, and what it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaySolved {
    /// What the way is called.
    pub name: &'static str,
    /// The nimber; `None` where a move wins at once.
    pub nimber: Result<Option<Nimber>, Stopped>,
    /// Who wins under misère play.
    pub misere: Result<Outcome, Stopped>,
    /// How many positions were looked into.
    pub nodes: u64,
}

impl RulesCheck {
    /// Looks a file over; each way has a run of its own.
    ///
    /// # Errors
    /// When the file has no example and needs one.
    pub fn of(file: &RulesFile, run: &mut dyn FnMut() -> Run) -> Result<RulesCheck, Diagnostic> {
        let (game, at) = example(file)?;
        let identity = crate::Identity::of(&game, &file.example());
        let whole = Whole(&game);
        let plain = Plain::new(&game);
        let ways = vec![
            by_search("search", &game, &at, &run()),
            by_search("search without parts", &whole, &at, &run()),
            by_definition(&plain, &at, &run()),
        ];
        Ok(RulesCheck {
            derived: game.derived(),
            example: grundy_core::Notation::format(&game, &at),
            picture: game.show(&at, 80),
            ways,
            identity: identity.to_string()[..6].to_owned(),
        })
    }

    /// Whether all ways that came to an end found the same.
    pub fn is_sound(&self) -> bool {
        let nimbers: Vec<_> = self.ways.iter().filter_map(|way| way.nimber.ok()).collect();
        let outcomes: Vec<_> = self.ways.iter().filter_map(|way| way.misere.ok()).collect();
        nimbers.windows(2).all(|two| two[0] == two[1]) && outcomes.windows(2).all(|two| two[0] == two[1])
    }
}

/// The rules, and the example of a file as a position.
fn example(file: &RulesFile) -> Result<(OwnGame, Field), Diagnostic> {
    let text = file.example();
    if text.is_empty() {
        let end = file.spec().text.trim_end().len();
        return Err(Diagnostic::new("the example to be looked over is missing", end..end)
            .help("no move fits a board full of one symbol: write a line `example` with a position"));
    }
    let mut parameters = Parameters::default();
    let notation = match text.strip_prefix("len=") {
        Some(length) => {
            parameters.insert("len", length.trim(), 0..text.len());
            ""
        }
        None => &text,
    };
    let game = file.rules(&parameters)?;
    let at = grundy_core::Notation::parse(&game, &mut Reader::new(notation))?;
    Ok((file.game().clone(), at))
}

fn by_search<R: Ruleset>(name: &'static str, rules: &R, at: &R::Position, run: &Run) -> WaySolved {
    let (table, sums, theorems) = (TranspositionTable::default(), MisereTable::default(), Theorems(rules));
    let nimber = match rules.wins_at_once().is_sunny(at) {
        true => Ok(None),
        false => MexSolver::new(rules, &theorems, &table).nimber(at, run).map(Some),
    };
    let misere = MisereSolver::new(rules, &theorems, &sums).outcome(at, run);
    WaySolved { name, nimber, misere, nodes: run.nodes() }
}

fn by_definition(plain: &Plain, at: &Field, run: &Run) -> WaySolved {
    let board = plain.board(at);
    let mut definition = Definition::new(plain);
    let nimber = definition.nimber(&board, run);
    let misere = definition.outcome(&board, Convention::Misere, run);
    WaySolved { name: "definition", nimber, misere, nodes: run.nodes() }
}

/// The rules without parts, symmetries and theorems.
struct Whole<'g>(&'g OwnGame);

impl Ruleset for Whole<'_> {
    type Position = Field;
    type Move = Change;

    fn moves<B>(&self, at: &Field, visit: impl FnMut(Change) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.moves(at, visit)
    }

    fn play(&self, at: &Field, mv: &Change) -> Field {
        self.0.play(at, mv)
    }

    fn moves_left(&self, at: &Field) -> u128 {
        self.0.moves_left(at)
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &()
    }

    fn wins_at_once(&self) -> &dyn WinsAtOnce<Self> {
        self
    }
}

impl WinsAtOnce<Whole<'_>> for Whole<'_> {
    fn is_won(&self, at: &Field) -> bool {
        self.0.wins_at_once().is_won(at)
    }

    fn moves_that_win(
        &self,
        at: &Field,
        visit: &mut dyn FnMut(Change) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.wins_at_once().moves_that_win(at, visit)
    }
}
