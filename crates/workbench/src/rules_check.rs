//! A rules file looked over: what was derived from it, and its example solved in three ways.

mod naive;
mod naive_graphs;
mod told;
mod whole;

use crate::identity::Identity;
use grundy_check::rules::{NaiveGraphs, NaiveNumbers};
use grundy_core::{
    Convention, Definition, Diagnostic, Listing, Nimber, Notation, Outcome, Parameters, Playable, Reader,
    Ruleset, Run, Show, Stopped,
};
use grundy_own::{BoardFile, Derived, Field, GraphFile, HeapFile, OwnGame, Plain, RulesFile, TupleFile};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use naive::NaiveTuples;
use naive_graphs::NaiveNets;
use whole::Whole;

/// What is found out about a rules file.
///
/// ```
/// use grundy::{RulesCheck, RulesFile, Run};
/// let file = RulesFile::read("game my-cram\ngrid\nmove .. -> ##\n")?;
/// let check = RulesCheck::of(&file, &mut || Run::unlimited())?;
/// assert!(check.is_sound() && check.derived.as_ref().is_some_and(|derived| derived.is_taking));
/// assert!(check.ways.iter().all(|way| way.nimber == Ok(Some(grundy::Nimber(1)))));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[derive(Debug)]
pub struct RulesCheck {
    /// What the game is, in a phrase.
    pub kind: String,
    /// What was derived from the patterns, for a game on a board.
    pub derived: Option<Derived>,
    /// What was derived, for people: each with what it is about.
    pub facts: Vec<(&'static str, String)>,
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
        match file {
            RulesFile::Board(file) => of_board(file, run),
            RulesFile::Heap(file) => of_heap(file, run),
            RulesFile::Tuples(file) => of_tuples(file, run),
            RulesFile::Graph(file) => of_graph(file, run),
        }
    }

    /// Whether all ways that came to an end found the same.
    pub fn is_sound(&self) -> bool {
        let nimbers: Vec<_> = self.ways.iter().filter_map(|way| way.nimber.ok()).collect();
        let outcomes: Vec<_> = self.ways.iter().filter_map(|way| way.misere.ok()).collect();
        nimbers.windows(2).all(|two| two[0] == two[1]) && outcomes.windows(2).all(|two| two[0] == two[1])
    }
}

/// What is derived from a rules file, for people: each with what it is about.
///
/// ```
/// use grundy::{RulesFile, facts_of};
/// let file = RulesFile::read("game a\nheap n\nmove n -> (n-k) for k in 1..min(3,n)\n")?;
/// assert_eq!(facts_of(&file)[0].0, "code");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
pub fn facts_of(file: &RulesFile) -> Vec<(&'static str, String)> {
    let (_, facts) = match file {
        RulesFile::Board(file) => told::of_board(file, &file.game().derived()),
        RulesFile::Heap(file) => told::of_heap(file),
        RulesFile::Tuples(file) => told::of_tuples(file),
        RulesFile::Graph(file) => told::of_graph(file),
    };
    facts
}

fn of_board(file: &BoardFile, run: &mut dyn FnMut() -> Run) -> Result<RulesCheck, Diagnostic> {
    let (game, at) = board_example(file)?;
    let (whole, plain) = (Whole(&game), Plain::new(&game));
    let ways = vec![
        by_search("search", &game, &at, &run()),
        by_search("search without parts", &whole, &at, &run()),
        by_definition(&plain, &plain.board(&at), &run()),
    ];
    let derived = game.derived();
    let (kind, facts) = told::of_board(file, &derived);
    Ok(RulesCheck {
        kind,
        facts,
        derived: Some(derived),
        example: game.format(&at),
        picture: game.show(&at, 80),
        ways,
        identity: short(&Identity::of(&game, &file.example())),
    })
}

fn of_heap(file: &HeapFile, run: &mut dyn FnMut() -> Run) -> Result<RulesCheck, Diagnostic> {
    match file.as_code() {
        Some(code) => {
            let game = code.rules(&Parameters::default())?;
            looked_over(&game, file.tuples(), told::of_heap(file), run)
        }
        None => looked_over(&file.tuples().game(), file.tuples(), told::of_heap(file), run),
    }
}

fn of_tuples(file: &TupleFile, run: &mut dyn FnMut() -> Run) -> Result<RulesCheck, Diagnostic> {
    looked_over(&file.game(), file, told::of_tuples(file), run)
}

/// The example of a file of numbers by its game, by search, and by the rules as the checker reads them.
fn looked_over<R: Playable>(
    game: &R,
    file: &TupleFile,
    (kind, facts): (String, Vec<(&'static str, String)>),
    run: &mut dyn FnMut() -> Run,
) -> Result<RulesCheck, Diagnostic> {
    let text = file.example();
    let at = match file.breakdown() {
        Some(breakdown) => return Err(breakdown),
        None => {
            let (limits, span) = (run(), file.spec().alternatives[0].span.clone());
            let read = game.parse(&mut Reader::new(&text).within(&limits));
            read.map_err(|error| Diagnostic { span, ..error })?
        }
    };
    let end = file.spec().text.trim_end().len();
    let naive = NaiveNumbers::read(&file.spec().text).map_err(|told| {
        Diagnostic::new(format!("the checker does not read these rules: {told}"), end..end)
    })?;
    let tuples: Vec<Vec<i64>> =
        file.game().parse(&mut Reader::new(&text))?.tuples().map(<[i64]>::to_vec).collect();
    let ways = vec![
        by_search("nimbers of all", game, &at, &run()),
        by_search("search", &Whole(game), &at, &run()),
        by_definition(&NaiveTuples(&naive), &tuples, &run()),
    ];
    Ok(RulesCheck {
        kind,
        facts,
        derived: None,
        example: game.format(&at),
        picture: game.show(&at, 80),
        ways,
        identity: short(&Identity::of(game, &text)),
    })
}

/// The example of a file of graphs by search, whole, and by the rules as the checker reads them.
fn of_graph(file: &GraphFile, run: &mut dyn FnMut() -> Run) -> Result<RulesCheck, Diagnostic> {
    let (game, text) = (file.game(), file.example());
    let at = game.parse(&mut Reader::new(&text))?;
    let end = file.spec().text.trim_end().len();
    let unread =
        |told: String| Diagnostic::new(format!("the checker does not read these rules: {told}"), end..end);
    let naive = NaiveGraphs::read(&file.spec().text).map_err(unread)?;
    let ways = vec![
        by_search("search", &game, &at, &run()),
        by_search("search without parts", &Whole(&game), &at, &run()),
        by_definition(&NaiveNets(&naive), &game.format(&at).parse().map_err(unread)?, &run()),
    ];
    let (kind, facts) = told::of_graph(file);
    Ok(RulesCheck {
        kind,
        facts,
        derived: None,
        example: game.format(&at),
        picture: game.show(&at, 80),
        ways,
        identity: short(&Identity::of(&game, &text)),
    })
}

/// The first digits of an identity.
fn short(identity: &Identity) -> String {
    identity.to_string()[..6].to_owned()
}

/// The rules, and the example of a file as a position.
fn board_example(file: &BoardFile) -> Result<(OwnGame, Field), Diagnostic> {
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
    let at = game.parse(&mut Reader::new(notation))?;
    Ok((file.game().clone(), at))
}

fn by_search<R: Ruleset>(name: &'static str, rules: &R, at: &R::Position, run: &Run) -> WaySolved {
    let (table, sums, theorems) = (TranspositionTable::default(), MisereTable::default(), Theorems(rules));
    let prepared = rules.knowledge().prepare(at, run);
    let nimber = match rules.wins_at_once().is_sunny(at) {
        true => Ok(None),
        false => prepared.and_then(|()| MexSolver::new(rules, &theorems, &table).nimber(at, run)).map(Some),
    };
    let misere = MisereSolver::new(rules, &theorems, &sums).outcome(at, run);
    WaySolved { name, nimber, misere, nodes: run.nodes() }
}

fn by_definition<R: Ruleset>(plain: &R, at: &R::Position, run: &Run) -> WaySolved {
    let mut definition = Definition::new(plain);
    let nimber = definition.nimber(at, run);
    let misere = definition.outcome(at, Convention::Misere, run);
    WaySolved { name: "definition", nimber, misere, nodes: run.nodes() }
}
