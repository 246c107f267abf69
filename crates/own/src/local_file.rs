//! Rules files of the user's own machine.

use crate::arcs::ArcsFile;
use crate::program::ProgramFile;
use crate::rules_file::RulesFile;
use crate::spec::kinds::kind_word;
use grundy_core::{Diagnostic, Run};
use std::ops::Range;
use std::path::Path;

/// A rules file of the user's own machine: one that may come from anywhere, one that reads another file, or one that
/// runs a program. What serves strangers takes [`RulesFile`] alone.
#[derive(Clone, Debug)]
pub enum LocalFile {
    /// A file that may come from anywhere.
    Rules(RulesFile),
    /// `arcs FILE`: a list of arcs.
    Arcs(ArcsFile),
    /// `program COMMAND`: a program that is asked for options.
    Program(ProgramFile),
}

impl LocalFile {
    /// Reads the text of a rules file; files that it names are looked for in `folder`.
    ///
    /// # Errors
    /// The first mistake of the text, or of a file that it names; or where the run ends first.
    pub fn read(text: &str, folder: &Path, run: &Run) -> Result<LocalFile, Diagnostic> {
        match kind_word(text) {
            Some("arcs") => ArcsFile::read(text, folder, run).map(LocalFile::Arcs),
            Some("program") => ProgramFile::read(text, folder).map(LocalFile::Program),
            _ => RulesFile::read(text).map(LocalFile::Rules),
        }
    }

    /// The same game under another name.
    #[must_use]
    pub fn named(self, name: &str) -> LocalFile {
        match self {
            LocalFile::Rules(file) => LocalFile::Rules(file.named(name)),
            LocalFile::Arcs(file) => LocalFile::Arcs(file.named(name)),
            LocalFile::Program(file) => LocalFile::Program(file.named(name)),
        }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        match self {
            LocalFile::Rules(file) => file.name(),
            LocalFile::Arcs(file) => file.name(),
            LocalFile::Program(file) => file.name(),
        }
    }

    /// Where the name stands in the text.
    pub fn name_span(&self) -> Range<usize> {
        match self {
            LocalFile::Rules(file) => file.name_span(),
            LocalFile::Arcs(file) => file.name_span(),
            LocalFile::Program(file) => file.name_span(),
        }
    }

    /// Whether a file that comes with Grundy has this name.
    pub fn replaces_shipped(&self) -> bool {
        RulesFile::shipped().iter().any(|shipped| shipped.name() == self.name())
    }
}
