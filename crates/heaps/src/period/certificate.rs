//! A period and its proof as text, for a checker that trusts nobody.
//!
//! ```text
//! grundy heap period 1        2 where the code has modifiers
//! code 0.356
//! theorem sparse-window
//! preperiod 7315
//! period 142
//! saltus 0
//! terms 7588
//! mask fffffffb      only for sparse-window, with the lines below; in hexadecimal
//! by-heap no
//! kappa 0
//! reach 127
//! anchor 7445
//! rares 3:0 7:4 11:7 23:7 24:9 43:14      heap:nimber, in order
//! ```

use std::fmt;
use std::str::FromStr;

use crate::{Code, Period, SparseSpace, Theorem};

const TITLE: &str = "grundy heap period";

/// The format in which `!` or `?` at the end of a code was a rule for all its digits. It is read so, and
/// written where the code has no modifiers.
const WHOLE_CODES: u64 = 1;
/// The format in which a modifier belongs to the digit before it.
const DIGITS: u64 = 2;

/// A code, its period, and what a checker needs to prove it again.
///
/// The text form ([`Display`](fmt::Display), [`FromStr`]) has one fact a line, in a fixed order: a title,
/// then a keyword and its value.
///
/// ```
/// use grundy_core::Run;
/// use grundy_heaps::{PeriodCertificate, Sequence};
///
/// let mut kayles = Sequence::new(&"0.77".parse()?);
/// let period = kayles.prove(10_000, &Run::unlimited())?.expect("Kayles is periodic");
/// let certificate = PeriodCertificate { code: kayles.code().clone(), period };
/// let text = certificate.to_string();
/// assert!(text.starts_with("grundy heap period 1\ncode 0.77\ntheorem guy-smith\n"));
/// assert_eq!(text.parse::<PeriodCertificate>()?, certificate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodCertificate {
    /// The game.
    pub code: Code,
    /// What is claimed of it, and why.
    pub period: Period,
}

/// A line of a certificate's text that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: String,
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the certificate: expected {}", self.line, self.expected)
    }
}

impl std::error::Error for CertificateError {}

impl fmt::Display for PeriodCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let period = &self.period;
        let format = if self.code.has_modifiers() { DIGITS } else { WHOLE_CODES };
        writeln!(f, "{TITLE} {format}\ncode {}\ntheorem {}", self.code, period.theorem.name())?;
        writeln!(f, "preperiod {}\nperiod {}", period.preperiod, period.period)?;
        writeln!(f, "saltus {}\nterms {}", period.saltus, period.proof_terms)?;
        if let Theorem::SparseWindow(space) = &period.theorem {
            let by_heap = if space.by_heap { "yes" } else { "no" };
            writeln!(f, "mask {:x}\nby-heap {by_heap}\nkappa {}", space.mask, space.kappa)?;
            writeln!(f, "reach {}\nanchor {}", space.reach, space.anchor)?;
            f.write_str("rares")?;
            for (heap, nimber) in &space.rares {
                write!(f, " {heap}:{nimber}")?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// The lines of a certificate, taken one after the other.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    line: usize,
}

impl<'a> Lines<'a> {
    fn fail<T>(&self, expected: impl Into<String>) -> Result<T, CertificateError> {
        Err(CertificateError { line: self.line, expected: expected.into() })
    }

    fn value(&mut self, keyword: &str) -> Result<&'a str, CertificateError> {
        self.line += 1;
        let value = self.lines.next().and_then(|line| line.strip_prefix(keyword));
        match value.map(|value| (value.is_empty(), value.strip_prefix(' '))) {
            Some((true, _)) => Ok(""),
            Some((false, Some(value))) => Ok(value.trim()),
            _ => self.fail(format!("`{keyword}` and its value")),
        }
    }

    fn number(&mut self, keyword: &str) -> Result<u64, CertificateError> {
        let value = self.value(keyword)?;
        value.parse().or_else(|_| self.fail(format!("a whole number after `{keyword}`")))
    }
}

impl FromStr for PeriodCertificate {
    type Err = CertificateError;

    fn from_str(text: &str) -> Result<Self, CertificateError> {
        let mut lines = Lines { lines: text.lines(), line: 0 };
        let title = format!("`{TITLE} {WHOLE_CODES}` or `{TITLE} {DIGITS}`");
        let format = lines.number(TITLE).or_else(|_| lines.fail(title.clone()))?;
        let code = lines.value("code")?;
        let code = match format {
            WHOLE_CODES => crate::checkpoint::version1::parse(code),
            DIGITS => code.parse(),
            _ => {
                lines.line = 1;
                return lines.fail(title);
            }
        };
        let code: Code = code.or_else(|error| lines.fail(format!("a code ({error})")))?;
        if format == DIGITS && !code.has_modifiers() {
            lines.line = 1;
            return lines.fail(format!("`{TITLE} {WHOLE_CODES}`, for the code has no modifiers"));
        }
        let name = lines.value("theorem")?;
        let (preperiod, period) = (lines.number("preperiod")?, lines.number("period")?);
        let (saltus, proof_terms) = (lines.number("saltus")?, lines.number("terms")?);
        let theorem = match name {
            "guy-smith" => Theorem::GuySmith,
            "all-but-state" => Theorem::AllButState,
            "three-heaps" => Theorem::ThreeHeaps,
            "sparse-window" => Theorem::SparseWindow(sparse(&mut lines)?),
            _ => {
                lines.line = 3;
                return lines.fail("guy-smith, sparse-window, all-but-state or three-heaps");
            }
        };
        lines.line += 1;
        if lines.lines.any(|line| !line.trim().is_empty()) {
            return lines.fail("the end");
        }
        Ok(PeriodCertificate { code, period: Period { preperiod, period, saltus, proof_terms, theorem } })
    }
}

fn sparse(lines: &mut Lines<'_>) -> Result<SparseSpace, CertificateError> {
    let mask =
        u32::from_str_radix(lines.value("mask")?, 16).or_else(|_| lines.fail("the mask in hexadecimal"))?;
    let by_heap = match lines.value("by-heap")? {
        "yes" => true,
        "no" => false,
        _ => return lines.fail("yes or no"),
    };
    let (kappa, reach, anchor) = (lines.number("kappa")?, lines.number("reach")?, lines.number("anchor")?);
    let mut rares = Vec::new();
    for rare in lines.value("rares")?.split_ascii_whitespace() {
        let pair =
            rare.split_once(':').and_then(|(heap, nimber)| Some((heap.parse().ok()?, nimber.parse().ok()?)));
        rares.push(pair.map_or_else(|| lines.fail("heap:nimber pairs"), Ok)?);
    }
    Ok(SparseSpace { mask, by_heap, kappa, rares, reach, anchor })
}
