//! The games that can be asked for by name.

use crate::game::{Game, Listed};
use crate::grid_game::GridGame;
use crate::heap_file_game::HeapFileGame;
use grundy_core::{Card, Diagnostic, Listing};
use grundy_games::heaps::{
    DAWSONS_CHESS, DAWSONS_KAYLES, GRUNDYS_GAME, KAYLES, OCTAL, OFFICERS, SUBTRACTION,
};
use grundy_games::{
    Amazons, BareNimber, BoxingMatch, Bubbly, Chomp, Cram, Hackenbush, Nim, NoGo, Treblecross, TwoDNim,
};
use grundy_own::{LocalFile, RulesFile, nearest_name, shown_name};
use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

/// Games by their names, in the order in which lists show them: those of Grundy, and others that a program
/// puts beside them. All that knows games by name asks a shelf: readers of positions, lists, help, the page.
///
/// ```
/// use grundy::Shelf;
/// let shelf = Shelf::builtin();
/// assert_eq!(shelf.find("Green-Hackenbush").unwrap().card().id, "hackenbush");
/// let error = shelf.find("bubly").err().unwrap();
/// assert!(error.help.unwrap().contains("`bubbly`"));
/// ```
#[derive(Clone)]
pub struct Shelf {
    /// All games, or those of the built-in shelf that are no rules files.
    games: Vec<Arc<dyn Game>>,
    /// All games of the built-in shelf. To read the rules files takes longer than to solve a small position, so they
    /// are read when a name is asked for that none of `games` has.
    builtin: Option<&'static LazyLock<Vec<Arc<dyn Game>>>>,
}

/// A game that has a name which another game of the shelf has already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameTaken {
    /// The name or alias.
    pub name: String,
    /// The id of the game that has it.
    pub by: String,
}

impl fmt::Display for NameTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name `{}` is taken by the game `{}`", self.name, self.by)
    }
}

impl std::error::Error for NameTaken {}

/// The games of Grundy that are no rules files, one line each.
static COMPILED: LazyLock<Vec<Arc<dyn Game>>> = LazyLock::new(|| {
    vec![
        Arc::new(Listed::new(Nim)),
        Arc::new(Listed::new(Bubbly)),
        Arc::new(Listed::new(Hackenbush)),
        Arc::new(Listed::new(&KAYLES)),
        Arc::new(Listed::new(&DAWSONS_KAYLES)),
        Arc::new(Listed::new(Treblecross::default())),
        Arc::new(Listed::new(&DAWSONS_CHESS)),
        Arc::new(Listed::new(&GRUNDYS_GAME)),
        Arc::new(Listed::new(&OFFICERS)),
        Arc::new(Listed::new(&SUBTRACTION)),
        Arc::new(Listed::new(&OCTAL)),
        Arc::new(GridGame::new(TwoDNim::default())),
        Arc::new(GridGame::new(BoxingMatch)),
        Arc::new(GridGame::new(Cram)),
        Arc::new(Listed::new(Chomp::default())),
        Arc::new(Listed::new(Amazons)),
        Arc::new(Listed::new(NoGo)),
        Arc::new(Listed::new(BareNimber)),
    ]
});

/// All games of Grundy.
static ALL: LazyLock<Vec<Arc<dyn Game>>> = LazyLock::new(|| {
    let shipped = RulesFile::shipped().into_iter().map(game_of);
    COMPILED.iter().cloned().chain(shipped).collect()
});

/// The shelf of all games of Grundy.
static BUILTIN: LazyLock<Arc<Shelf>> =
    LazyLock::new(|| Arc::new(Shelf { games: COMPILED.clone(), builtin: Some(&ALL) }));

/// The game of a rules file.
fn game_of(file: RulesFile) -> Arc<dyn Game> {
    match file {
        RulesFile::Board(file) => Arc::new(Listed::new(file)),
        RulesFile::Heap(file) => Arc::new(HeapFileGame::new(file)),
        RulesFile::Tuples(file) => Arc::new(Listed::new(file)),
        RulesFile::Graph(file) => Arc::new(Listed::new(file)),
    }
}

/// What a program puts in the place of the built-in shelf.
static USUAL: OnceLock<Arc<Shelf>> = OnceLock::new();

impl Shelf {
    /// The shelf of the games that come with Grundy.
    pub fn builtin() -> &'static Arc<Shelf> {
        &BUILTIN
    }

    /// The shelf of this process: that of the games that come with Grundy, unless a program has put
    /// [another](Shelf::make_usual) in its place. Positions that are read without a workbench are of its games.
    pub fn usual() -> &'static Arc<Shelf> {
        USUAL.get().unwrap_or_else(|| Shelf::builtin())
    }

    /// Makes this the [usual](Shelf::usual) shelf of the process. It can be done once, before positions are read;
    /// says whether it was done.
    pub fn make_usual(self) -> bool {
        USUAL.set(Arc::new(self)).is_ok()
    }

    /// The same with the game of a rules file, in the place of a file of that name that comes with Grundy.
    ///
    /// # Errors
    /// When a game of the shelf that is no such file has the name.
    ///
    /// ```
    /// use grundy::{Position, Reading, Request, RulesFile, Run, Shelf, Workbench};
    /// let file = RulesFile::read("game my-cram\ngrid\nmove .. -> ##\n")?;
    /// let workbench = Workbench::new(std::sync::Arc::new(Shelf::builtin().with_file(file)?));
    /// let sum = Position::parse_on(&workbench, "my-cram 4x5 + nim 2", Reading::default(), &Run::unlimited())?;
    /// assert_eq!(sum.solve(&Request::default()).nimber, Some(grundy::Nimber(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_file(&self, file: RulesFile) -> Result<Shelf, NameTaken> {
        self.without_shipped(file.name()).with_game(game_of(file))
    }

    /// The same with the game of a rules file of the user's own machine. What serves strangers has no use for it.
    ///
    /// # Errors
    /// As [`with_file`](Shelf::with_file).
    pub fn with_local_file(&self, file: LocalFile) -> Result<Shelf, NameTaken> {
        match file {
            LocalFile::Rules(file) => self.with_file(file),
            LocalFile::Arcs(arcs) => self.without_shipped(arcs.name()).with(arcs),
            LocalFile::Program(program) => self.without_shipped(program.name()).with(program),
        }
    }

    /// The same without the file of this name that comes with Grundy.
    fn without_shipped(&self, name: &str) -> Shelf {
        if RulesFile::shipped().iter().all(|shipped| shipped.name() != name) {
            return self.clone();
        }
        let games = self.all().iter().filter(|game| game.card().id != name);
        Shelf { games: games.cloned().collect(), builtin: None }
    }

    /// The same with one more game at its end.
    ///
    /// # Errors
    /// When a game of the shelf has the id or an alias of the new one.
    pub fn with(&self, listing: impl Listing) -> Result<Shelf, NameTaken> {
        self.with_game(Arc::new(Listed::new(listing)))
    }

    fn with_game(&self, game: Arc<dyn Game>) -> Result<Shelf, NameTaken> {
        for name in game.card().names() {
            if let Some(holder) = self.all().iter().find(|game| game.card().is_called(name)) {
                return Err(NameTaken { name: name.to_owned(), by: holder.card().id.to_string() });
            }
        }
        let mut games = self.all().to_vec();
        games.push(game);
        Ok(Shelf { games, builtin: None })
    }

    /// All games; those of the built-in shelf with the rules files, which are read when this is first asked.
    fn all(&self) -> &[Arc<dyn Game>] {
        self.builtin.map_or(&self.games, |all| all)
    }

    /// The games, in order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &dyn Game> + Clone {
        self.all().iter().map(|game| &**game)
    }

    /// The cards of the games, in order.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = &Card> + Clone {
        self.all().iter().map(|game| game.card())
    }

    /// The game of this name or alias, in any case.
    ///
    /// # Errors
    /// With the nearest name as help, when there is none; the span is that of the name alone.
    pub fn find(&self, name: &str) -> Result<&Arc<dyn Game>, Diagnostic> {
        let called = |game: &&Arc<dyn Game>| game.card().is_called(name);
        let found = self.games.iter().find(called).or_else(|| self.all().iter().find(called));
        found.ok_or_else(|| self.no_game(name))
    }

    fn no_game(&self, name: &str) -> Diagnostic {
        let shown = shown_name(name);
        let help = match nearest_name(self.cards().flat_map(Card::names), name) {
            Some(known) => format!("did you mean `{known}`? `grundy list` shows all games"),
            None => "`grundy list` shows all games".to_owned(),
        };
        Diagnostic::new(format!("there is no game called `{shown}`"), 0..name.len()).help(help)
    }
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards().map(|card| &card.id)).finish()
    }
}
