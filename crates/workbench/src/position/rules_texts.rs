//! The rules files of own games, carried by certificates.

use crate::position::Position;
use crate::shelf::Shelf;
use crate::typed::Typed;
use crate::workbench::Workbench;
use grundy_heaps::QuotientCertificate;
use grundy_own::{GraphGame, OwnGame, RulesFile, TupleGame};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

impl Position {
    /// The texts of the rules files of its own games, each once, under the names that the games have here.
    ///
    /// ```
    /// use grundy::Position;
    /// let texts = "clobber xo + nim 3 + clobber ox".to_uppercase().parse::<Position>()?.rules_texts();
    /// assert_eq!(texts.len(), 1);
    /// assert!(texts[0].starts_with("game clobber\n"));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    pub fn rules_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for term in self.terms() {
            let board = term.as_any().downcast_ref::<Typed<OwnGame>>().map(|typed| {
                let spec = typed.rules.rules.spec();
                (&*spec.text, spec.name.span.clone())
            });
            let tuples = || {
                let spec = term.as_any().downcast_ref::<Typed<TupleGame>>()?.rules.rules.spec();
                Some((&*spec.text, spec.preamble.name.as_ref()?.span.clone()))
            };
            let graphs = || {
                let spec = term.as_any().downcast_ref::<Typed<GraphGame>>()?.rules.rules.spec();
                Some((&*spec.text, spec.preamble.name.as_ref()?.span.clone()))
            };
            let Some((text, name)) = board.or_else(tuples).or_else(graphs) else { continue };
            let text = format!("{}{}{}", &text[..name.start], term.card().id, &text[name.end..]);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }
}

/// A workbench with the games that come with Grundy, and those of the rules.
///
/// # Errors
/// What is wrong with one of them.
pub(crate) fn workbench_with(rules: &[String]) -> Result<Workbench, String> {
    if rules.is_empty() {
        return Ok(Workbench::default());
    }
    let mut shelf = (**Shelf::builtin()).clone();
    for text in rules {
        let file = RulesFile::read(text).map_err(|error| format!("its rules are none: {error}"))?;
        shelf = shelf.with_file(file).map_err(|taken| taken.to_string())?;
    }
    Ok(Workbench::new(Arc::new(shelf)))
}

/// The certificate of a misère quotient with the rules of the own games that it is about.
///
/// The text form is that of the certificate, and behind it the lines of the rules, each behind the word `rules`:
///
/// ```text
/// rules game my-cram
/// rules grid
/// rules move .. -> ##
/// ```
///
/// ```
/// use grundy::{CertifiedQuotient, Position, Run};
/// use grundy::misere::Reach;
/// let (position, run) = ("L-CRAM ../..".parse::<Position>()?, Run::unlimited());
/// let parts = position.misere_parts(1_000, &run)?;
/// let certificate = parts.certificate(&parts.quotient(&Reach::default(), &run)).expect("a small board");
/// let certified = CertifiedQuotient { certificate, rules: position.rules_texts() };
/// let read: CertifiedQuotient = certified.to_string().parse()?;
/// assert!(read.rules[0].starts_with("game l-cram\n"));
/// assert!(read.check(&run).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedQuotient {
    /// The certificate.
    pub certificate: QuotientCertificate,
    /// The texts of rules files; nothing where no own game has a part in it.
    pub rules: Vec<String>,
}

/// What a line of rules begins with.
const RULES: &str = "rules ";
/// What the first line of a rules file begins with.
const GAME: &str = "game ";

impl fmt::Display for CertifiedQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.certificate.fmt(f)?;
        for text in &self.rules {
            let lines = text.lines().map(str::trim).skip_while(|line| !line.starts_with(GAME));
            for line in lines.filter(|line| !line.is_empty()) {
                writeln!(f, "{RULES}{line}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for CertifiedQuotient {
    type Err = <QuotientCertificate as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let at = text.find(&format!("\n{RULES}")).map_or(text.len(), |end| end + 1);
        let mut rules: Vec<String> = Vec::new();
        for (number, line) in text[at..].lines().enumerate() {
            let wrong = || Self::Err {
                line: text[..at].lines().count() + number + 1,
                expected: "the lines of a rules file, the first of them `rules game NAME`".to_owned(),
            };
            let line = line.strip_prefix(RULES).ok_or_else(wrong)?;
            if line.starts_with(GAME) {
                rules.push(String::new());
            }
            let last = rules.last_mut().ok_or_else(wrong)?;
            *last += &format!("{line}\n");
        }
        Ok(CertifiedQuotient { certificate: text[..at].parse()?, rules })
    }
}
