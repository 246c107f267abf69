//! A misère quotient and what it is claimed of, as text, for a checker that trusts nobody.
//!
//! ```text
//! grundy misere quotient 1
//! code 0.77
//! order 40
//! p 1 3 ...                   the elements for the second player, in order; 0 is the identity
//! preperiod 71
//! period 12
//! values 0 1 2 ...            of heaps 0, 1, 2, ... up to the end of the first period
//! times 1 : 1 0 3 ...         the products of value 1 with every element, in order
//! times 2 : 2 3 ...           and so on, for each value of a heap but the identity, in order
//! ```
//!
//! For the parts that a position can fall into, `code`, `preperiod` and `period` are left out, and each part
//! stands in a line of its own before `values`: `part kayles 5`, `part kayles 3`, ...

use crate::Code;
use std::fmt;
use std::str::FromStr;

const TITLE: &str = "grundy misere quotient";
const FORMAT: u64 = 1;

/// What the values of a quotient are the values of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Valued {
    /// All heaps of a code: the values repeat from a heap on.
    Heaps {
        /// The game.
        code: Code,
        /// From this heap on.
        preperiod: u64,
        /// After so many heaps.
        period: u64,
    },
    /// The parts that a position can fall into, each as one line of notation.
    Parts(Vec<String>),
}

/// A misère quotient with the value of every component: what a checker needs to prove it again.
///
/// The text form ([`Display`](fmt::Display), [`FromStr`]) has one fact a line, in a fixed order; the
/// checker is `grundy-check`.
///
/// ```
/// use grundy_heaps::QuotientCertificate;
///
/// let text = "grundy misere quotient 1\ncode 0.3\norder 2\np 1\npreperiod 0\nperiod 2\n\
///             values 0 1\ntimes 1 : 1 0\n";
/// let certificate: QuotientCertificate = text.parse()?;
/// assert_eq!((certificate.order, certificate.values.as_slice()), (2, &[0, 1][..]));
/// assert_eq!(certificate.to_string(), text);
/// # Ok::<(), grundy_heaps::QuotientTextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientCertificate {
    /// What has values.
    pub of: Valued,
    /// How many elements the quotient has.
    pub order: usize,
    /// The elements for the second player, in order.
    pub p: Vec<u16>,
    /// The values of the components.
    pub values: Vec<u16>,
    /// For each value but the identity, in order: the value, and its products with every element.
    pub times: Vec<(u16, Vec<u16>)>,
}

impl QuotientCertificate {
    /// Whether a text begins as a certificate of a quotient does.
    pub fn is_title(text: &str) -> bool {
        text.starts_with(TITLE)
    }
}

/// Numbers with blanks between.
fn list(f: &mut fmt::Formatter<'_>, numbers: &[u16]) -> fmt::Result {
    numbers.iter().try_for_each(|number| write!(f, " {number}"))?;
    f.write_str("\n")
}

impl fmt::Display for QuotientCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE} {FORMAT}")?;
        if let Valued::Heaps { code, .. } = &self.of {
            writeln!(f, "code {code}")?;
        }
        write!(f, "order {}\np", self.order)?;
        list(f, &self.p)?;
        match &self.of {
            Valued::Heaps { preperiod, period, .. } => writeln!(f, "preperiod {preperiod}\nperiod {period}")?,
            Valued::Parts(parts) => parts.iter().try_for_each(|part| writeln!(f, "part {part}"))?,
        }
        f.write_str("values")?;
        list(f, &self.values)?;
        for (value, products) in &self.times {
            write!(f, "times {value} :")?;
            list(f, products)?;
        }
        Ok(())
    }
}

/// A line of the text of a quotient that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientTextError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: String,
}

impl fmt::Display for QuotientTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the certificate: expected {}", self.line, self.expected)
    }
}

impl std::error::Error for QuotientTextError {}

/// The lines that are still to be read.
struct Lines<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
    line: usize,
}

impl<'a> Lines<'a> {
    fn fail<T>(&self, expected: impl Into<String>) -> Result<T, QuotientTextError> {
        Err(QuotientTextError { line: self.line, expected: expected.into() })
    }

    /// What stands behind a keyword in the next line, if that begins with it.
    fn optional(&mut self, keyword: &str) -> Option<&'a str> {
        let value = self.lines.peek()?.strip_prefix(keyword)?;
        let value = if value.is_empty() { value } else { value.strip_prefix(' ')? };
        self.lines.next();
        self.line += 1;
        Some(value.trim())
    }

    fn value(&mut self, keyword: &str) -> Result<&'a str, QuotientTextError> {
        self.optional(keyword).ok_or_else(|| QuotientTextError {
            line: self.line + 1,
            expected: format!("`{keyword}` and its value"),
        })
    }

    fn number<N: FromStr>(&mut self, keyword: &str) -> Result<N, QuotientTextError> {
        let value = self.value(keyword)?;
        value.parse().or_else(|_| self.fail(format!("a whole number after `{keyword}`")))
    }

    fn elements(&self, text: &str) -> Result<Vec<u16>, QuotientTextError> {
        let number =
            |word: &str| word.parse().or_else(|_| self.fail(format!("a number below 65536, not `{word}`")));
        text.split_ascii_whitespace().map(number).collect()
    }
}

impl FromStr for QuotientCertificate {
    type Err = QuotientTextError;

    fn from_str(text: &str) -> Result<Self, QuotientTextError> {
        let mut lines = Lines { lines: text.lines().peekable(), line: 0 };
        if lines.number::<u64>(TITLE).ok() != Some(FORMAT) {
            lines.line = 1;
            return lines.fail(format!("`{TITLE} {FORMAT}`"));
        }
        let code: Option<Code> = match lines.optional("code") {
            Some(code) => Some(code.parse().or_else(|error| lines.fail(format!("a code ({error})")))?),
            None => None,
        };
        let order = lines.number("order")?;
        let p = lines.value("p")?;
        let p = lines.elements(p)?;
        let of = match code {
            Some(code) => {
                let (preperiod, period) = (lines.number("preperiod")?, lines.number("period")?);
                Valued::Heaps { code, preperiod, period }
            }
            None => {
                let mut parts = Vec::new();
                while let Some(part) = lines.optional("part") {
                    parts.push(part.to_owned());
                }
                Valued::Parts(parts)
            }
        };
        let values = lines.value("values")?;
        let values = lines.elements(values)?;
        let mut times = Vec::new();
        while let Some(products) = lines.optional("times") {
            let Some((value, products)) = products.split_once(':') else {
                return lines.fail("`times VALUE : PRODUCTS`");
            };
            let value = value.trim().parse().or_else(|_| lines.fail("a value after `times`"))?;
            times.push((value, lines.elements(products)?));
        }
        match lines.lines.next() {
            Some(_) => {
                lines.line += 1;
                lines.fail("the end, or `times` and its value")
            }
            None => Ok(QuotientCertificate { of, order, p, values, times }),
        }
    }
}
