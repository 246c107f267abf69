//! Rules files of every kind.

use crate::game::BoardFile;
use crate::graphs::GraphFile;
use crate::heap::HeapFile;
use crate::origin::Origin;
use crate::shipped::SHIPPED;
use crate::spec::kinds::kind_word;
use crate::spec::{Kind, Phrase};
use crate::tuples::TupleFile;
use grundy_core::{Card, Convention, Diagnostic, Listing};
use std::ops::Range;

/// A rules file that may come from anywhere: all that it says is in its text, and its moves are bounded. Kinds that
/// read another file or run a program are none of it.
///
/// ```
/// use grundy_own::{Origin, RulesFile};
/// let file = RulesFile::read("game nim-two\nnumbers a b\nmove a-k, b for k in 1..a | a, b-k for k in 1..b\n")?;
/// assert_eq!((file.name(), file.kind()), ("nim-two", "numbers"));
/// let error = RulesFile::read("game mine\nprogram ./mine.py\n").unwrap_err();
/// assert_eq!(error.message, "`program` is for rules files of your own machine");
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub enum RulesFile {
    /// `strip` and `grid`: patterns.
    Board(BoardFile),
    /// `heap`: what moves leave of a heap.
    Heap(HeapFile),
    /// `numbers`: what moves leave of numbers.
    Tuples(TupleFile),
    /// `graph`: what moves take of a graph.
    Graph(GraphFile),
}

impl RulesFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first mistake of the text, with its place, or why the game may go on for ever.
    pub fn read(text: &str) -> Result<RulesFile, Diagnostic> {
        RulesFile::read_from(text, Origin::Local)
    }

    /// Reads the text of a file that may come from somebody else.
    ///
    /// # Errors
    /// As [`read`](RulesFile::read), and where a file of that origin is too long.
    pub fn read_from(text: &str, origin: Origin) -> Result<RulesFile, Diagnostic> {
        match kind_word(text) {
            Some("heap") => HeapFile::read_from(text, origin).map(RulesFile::Heap),
            Some("numbers") => TupleFile::read_from(text, origin).map(RulesFile::Tuples),
            Some(local @ ("arcs" | "program")) => Err(for_one_machine(text, local)),
            Some("graph") => GraphFile::read_from(text, origin).map(RulesFile::Graph),
            _ => BoardFile::read_from(text, origin).map(RulesFile::Board),
        }
    }

    /// Reads the text of a file that is known to be good, and leaves what takes time to later.
    fn read_known(text: &str) -> Result<RulesFile, Diagnostic> {
        match kind_word(text) {
            Some("heap") => {
                let file = TupleFile::read_only(text, Origin::Local)?;
                Ok(RulesFile::Heap(HeapFile::of(file)))
            }
            Some("numbers") => TupleFile::read_only(text, Origin::Local).map(RulesFile::Tuples),
            Some("graph") => GraphFile::read(text).map(RulesFile::Graph),
            _ => BoardFile::read_only(text, Origin::Local).map(RulesFile::Board),
        }
    }

    /// The files that come with Grundy, in alphabetical order.
    ///
    /// ```
    /// use grundy_own::RulesFile;
    /// let shipped = RulesFile::shipped();
    /// assert!(shipped.iter().any(|file| file.name() == "clobber"));
    /// assert!(shipped.iter().any(|file| file.name() == "wythoff"));
    /// ```
    pub fn shipped() -> Vec<RulesFile> {
        let read = |text: &&str| RulesFile::read_known(text).expect("a test reads every file that ships");
        SHIPPED.iter().map(read).collect()
    }

    /// Whether a file that comes with Grundy has this name.
    pub fn replaces_shipped(&self) -> bool {
        RulesFile::shipped().iter().any(|shipped| shipped.name() == self.name())
    }

    /// The same game under another name.
    #[must_use]
    pub fn named(self, name: &str) -> RulesFile {
        match self {
            RulesFile::Board(file) => RulesFile::Board(file.named(name)),
            RulesFile::Heap(file) => RulesFile::Heap(file.named(name)),
            RulesFile::Tuples(file) => RulesFile::Tuples(file.named(name)),
            RulesFile::Graph(file) => RulesFile::Graph(file.named(name)),
        }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        match self {
            RulesFile::Board(file) => file.name(),
            RulesFile::Heap(file) => file.tuples().name(),
            RulesFile::Tuples(file) => file.name(),
            RulesFile::Graph(file) => file.name(),
        }
    }

    /// The word that names its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            RulesFile::Board(file) if file.spec().kind == Kind::Strip => "strip",
            RulesFile::Board(_) => "grid",
            RulesFile::Heap(_) => "heap",
            RulesFile::Tuples(_) => "numbers",
            RulesFile::Graph(_) => "graph",
        }
    }

    /// The whole text of the file.
    pub fn text(&self) -> &str {
        match self {
            RulesFile::Board(file) => &file.spec().text,
            RulesFile::Heap(file) => &file.tuples().spec().text,
            RulesFile::Tuples(file) => &file.spec().text,
            RulesFile::Graph(file) => &file.spec().text,
        }
    }

    /// Where the name stands in the text.
    pub fn name_span(&self) -> Range<usize> {
        let of = |name: &Option<Phrase>| name.as_ref().map_or(0..0, |name| name.span.clone());
        match self {
            RulesFile::Board(file) => file.spec().name.span.clone(),
            RulesFile::Heap(file) => of(&file.tuples().spec().preamble.name),
            RulesFile::Tuples(file) => of(&file.spec().preamble.name),
            RulesFile::Graph(file) => of(&file.spec().preamble.name),
        }
    }

    /// What is worth knowing of the file, though nothing is wrong.
    pub fn notes(&self) -> &[Diagnostic] {
        match self {
            RulesFile::Board(file) => &file.spec().notes,
            RulesFile::Heap(_) | RulesFile::Tuples(_) | RulesFile::Graph(_) => &[],
        }
    }

    /// The usual convention of the game.
    pub fn convention(&self) -> Convention {
        match self {
            RulesFile::Board(file) => file.spec().play,
            RulesFile::Heap(file) => file.tuples().spec().preamble.play.unwrap_or(Convention::Normal),
            RulesFile::Tuples(file) => file.spec().preamble.play.unwrap_or(Convention::Normal),
            RulesFile::Graph(file) => file.spec().preamble.play.unwrap_or(Convention::Normal),
        }
    }

    /// A position of the game, in its own notation; empty where the file has none and none can be made.
    pub fn example(&self) -> String {
        match self {
            RulesFile::Board(file) => file.example(),
            RulesFile::Heap(file) => file.tuples().example(),
            RulesFile::Tuples(file) => file.example(),
            RulesFile::Graph(file) => file.example(),
        }
    }

    /// What lists show of the game.
    pub fn card(&self) -> Card {
        match self {
            RulesFile::Board(file) => file.card(),
            RulesFile::Heap(file) => file.tuples().card(),
            RulesFile::Tuples(file) => file.card(),
            RulesFile::Graph(file) => file.card(),
        }
    }
}

/// Where the kind stands.
fn place(text: &str, kind: &str) -> Range<usize> {
    let statement = crate::spec::statement::statements(text).find(|statement| statement.word == kind);
    statement.map_or(0..0, |statement| statement.word_span())
}

/// That a kind is for rules files of the user's own machine.
fn for_one_machine(text: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(format!("`{kind}` is for rules files of your own machine"), place(text, kind))
        .help("rules that may come over a network are of the kinds strip, grid, heap, numbers and graph")
}
