//! A file of heaps, and the code that it is, where it is one.

use super::recognise::recognise;
use crate::origin::Origin;
use crate::tuples::TupleFile;
use grundy_core::{Card, Diagnostic, Listing, Parameters};
use grundy_games::heaps::{HeapGame, UNNAMED};
use grundy_heaps::Code;
use std::sync::{Arc, OnceLock};

/// A rules file of the kind `heap`. Where its rules are those of an octal or hexadecimal code, a subtraction set or of
/// Grundy's kind, it has a [code](HeapFile::code).
///
/// ```
/// use grundy_own::HeapFile;
/// let kayles = HeapFile::read("game my-kayles\nheap n\nmove n -> a + (n-k-a) for k in 1..min(2,n) for a in 0..n-k\n")?;
/// assert_eq!(kayles.code().unwrap().to_string(), "0.77");
/// let ruler = HeapFile::read("game my-ruler\nheap n\nmove n -> sum(i for i in k..n-1) for k in 1..n\n")?;
/// assert!(ruler.code().is_none());
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct HeapFile {
    tuples: TupleFile,
    /// Looked for when it is first asked for: that takes up to some milliseconds.
    code: Arc<OnceLock<Option<Code>>>,
}

impl HeapFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first mistake of the text, with its place.
    pub fn read(text: &str) -> Result<HeapFile, Diagnostic> {
        TupleFile::read(text).map(HeapFile::of)
    }

    /// Reads the text of a file that may come from somebody else.
    ///
    /// # Errors
    /// As [`read`](HeapFile::read), and where a file of that origin is too long.
    pub fn read_from(text: &str, origin: Origin) -> Result<HeapFile, Diagnostic> {
        TupleFile::read_from(text, origin).map(HeapFile::of)
    }

    /// The file of rules that were read.
    pub(crate) fn of(tuples: TupleFile) -> HeapFile {
        HeapFile { tuples, code: Arc::default() }
    }

    /// The file as one of tuples of one number.
    pub fn tuples(&self) -> &TupleFile {
        &self.tuples
    }

    /// The same game under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> HeapFile {
        self.tuples = self.tuples.named(name);
        self
    }

    /// The code of the rules, where they are those of one.
    pub fn code(&self) -> Option<&Code> {
        self.code.get_or_init(|| recognise(&self.tuples)).as_ref()
    }

    /// The file as one of a code, where it is one.
    pub fn as_code(&self) -> Option<CodeFile> {
        Some(CodeFile { tuples: self.tuples.clone(), code: self.code()?.clone() })
    }
}

/// A rules file of heaps whose rules are those of a code.
#[derive(Clone, Debug)]
pub struct CodeFile {
    tuples: TupleFile,
    code: Code,
}

impl Listing for CodeFile {
    type Rules = HeapGame;

    fn card(&self) -> Card {
        self.tuples.card()
    }

    fn rules(&self, _: &Parameters) -> Result<HeapGame, Diagnostic> {
        Ok(HeapGame::new(&UNNAMED, self.code.clone()))
    }
}
