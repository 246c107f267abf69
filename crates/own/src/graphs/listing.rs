//! A file of graphs on a shelf.

use super::net::Net;
use super::rules::{GraphGame, Shared};
use super::spec::{Along, GraphSpec, TakeRule, Thing};
use crate::origin::Origin;
use crate::spec::Phrase;
use crate::tuples::condition_text;
use grundy_core::{Card, Convention, Diagnostic, Listing, Notation, Parameters, Playable, Reader};
use std::sync::Arc;

/// A rules file of the kind `graph` as a listing.
///
/// ```
/// use grundy_core::Listing;
/// use grundy_own::GraphFile;
/// let file = GraphFile::read("game a\ngraph\ntake vertex if degree % 2 = 1\nexample star(3)\n")?;
/// assert_eq!((&*file.card().id, &*file.card().example), ("a", "star(3)"));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone)]
pub struct GraphFile {
    shared: Arc<Shared>,
    name: String,
}

/// Where files have no example.
const EXAMPLE: &str = "path(5)";

impl GraphFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first mistake of the text, with its place.
    pub fn read(text: &str) -> Result<GraphFile, Diagnostic> {
        GraphFile::read_from(text, Origin::Local)
    }

    /// Reads the text of a file that may come from somebody else.
    ///
    /// # Errors
    /// As [`read`](GraphFile::read), and where a file of that origin is too long.
    pub fn read_from(text: &str, origin: Origin) -> Result<GraphFile, Diagnostic> {
        let spec = GraphSpec::read_from(text, origin)?;
        let file = GraphFile { name: spec.name().to_owned(), shared: Arc::new(Shared::new(spec)) };
        file.check_example()?;
        Ok(file)
    }

    /// The same game under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> GraphFile {
        name.clone_into(&mut self.name);
        self
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file as it was read.
    pub fn spec(&self) -> &GraphSpec {
        &self.shared.spec
    }

    /// The rules.
    pub fn game(&self) -> GraphGame {
        GraphGame::new(Arc::clone(&self.shared))
    }

    /// What does not matter for the moves, for people.
    pub fn alike(&self) -> Vec<&'static str> {
        self.shared.alike.told()
    }

    /// The example of the file, or a path.
    pub fn example(&self) -> String {
        self.spec().preamble.example.as_ref().map_or(EXAMPLE, |example| &example.text).to_owned()
    }

    fn check_example(&self) -> Result<(), Diagnostic> {
        let Some(example) = &self.spec().preamble.example else { return Ok(()) };
        let mut reader = Reader::new(&example.text);
        let read: Result<Net, _> = self.game().parse(&mut reader);
        read.and_then(|_| reader.expect_end()).map_err(|error| Diagnostic {
            message: format!("this example is no position: {error}"),
            ..error.shifted(example.span.start)
        })
    }
}

impl std::fmt::Debug for GraphFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GraphFile").field("name", &self.name).field("spec", self.spec()).finish()
    }
}

impl Listing for GraphFile {
    type Rules = GraphGame;

    fn card(&self) -> Card {
        let preamble = &self.spec().preamble;
        let text = |phrase: &Option<Phrase>| phrase.as_ref().map(|phrase| phrase.text.clone());
        let title = text(&preamble.title).unwrap_or_else(|| self.name.clone());
        let takes = || {
            let rule = |rule: &TakeRule| format!("take {}", &self.spec().text[rule.span.clone()]);
            self.spec().rules.iter().map(rule).collect::<Vec<_>>().join(", or ")
        };
        let says = text(&preamble.says).unwrap_or_else(takes);
        let play = preamble.play.unwrap_or(Convention::Normal);
        Card::new(self.name.clone(), title, says, self.example()).with_convention(play)
    }

    fn rules(&self, _: &Parameters) -> Result<GraphGame, Diagnostic> {
        Ok(self.game())
    }
}

impl Playable for GraphGame {
    /// The lines of moves, sorted: two orders of them are the same game.
    fn signature(&self, _: &str, write: &mut dyn FnMut(&str)) {
        let rule = |rule: &TakeRule| {
            let thing = if rule.thing == Thing::Edge { "edge" } else { "vertex" };
            let along = match rule.along {
                Along::Nothing => "alone",
                Along::Ends => "ends",
                Along::Neighbours => "neighbours",
            };
            let condition = rule.condition.as_ref().map_or_else(String::new, condition_text);
            format!("{thing} {along} {condition}")
        };
        let mut rules: Vec<String> = self.spec().rules.iter().map(rule).collect();
        rules.sort_unstable();
        rules.dedup();
        write("own graph 1");
        rules.iter().for_each(|rule| write(rule));
    }
}
