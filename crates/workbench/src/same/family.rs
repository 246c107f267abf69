//! Families of positions: a text with a number in it, `treblecross len={n}`.

use crate::not_read::NotRead;
use crate::position::Position;
use grundy_core::{Diagnostic, Reading, Run};
use std::ops::Range;

/// A text of a position in which expressions in braces stand for numbers: `0.007 {n+2}`, `nim {n} {2n} {3*n-1}`.
///
/// ```
/// use grundy::Family;
/// let heaps: Family = "nim {n} {2n+1} {3*n-1}".parse().unwrap();
/// assert_eq!(heaps.text(2).unwrap(), "nim 2 5 5");
/// assert_eq!(heaps.position(2).unwrap().to_string(), "nim 2 5 5");
/// assert_eq!(heaps.text(0).unwrap_err().span, 15..22, "3 * 0 - 1 is no number of counters");
/// assert!(!"nim 3".parse::<Family>().unwrap().has_number());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    text: String,
    /// The braces, from their opening to behind their closing, each with what is in it.
    holes: Vec<(Range<usize>, Expression)>,
}

/// A sum of a multiple of n and a number, as large expressions of one variable are mostly meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expression {
    factor: i128,
    constant: i128,
}

impl Expression {
    /// For which n it is not less than 0, as a hint; it is less for some n.
    fn where_it_is_a_number(self) -> String {
        let (factor, constant) = (self.factor.unsigned_abs(), self.constant.unsigned_abs());
        if self.factor > 0 {
            let least = constant.div_ceil(factor);
            let later = least.saturating_add(40);
            return format!("let n begin later: --for {least}..{later}, or --from {least} for a sequence");
        }
        match self.constant < 0 {
            true => "it is less than 0 for every n: write another expression".to_owned(),
            false => {
                let most = constant / factor;
                format!("let n end earlier: --for 0..{most}, or fewer --terms for a sequence")
            }
        }
    }
}

impl Family {
    /// Whether a number stands in it.
    pub fn has_number(&self) -> bool {
        !self.holes.is_empty()
    }

    /// The text for this number.
    ///
    /// # Errors
    /// With the place in the family's text, when an expression comes to less than 0.
    pub fn text(&self, n: u64) -> Result<String, Diagnostic> {
        let (mut text, mut end) = (String::new(), 0);
        for (span, expression) in &self.holes {
            let value = expression.factor.saturating_mul(n.into()).saturating_add(expression.constant);
            if value < 0 {
                let message = format!("for n = {n} this is {value}, less than 0");
                return Err(Diagnostic::new(message, span.clone()).help(expression.where_it_is_a_number()));
            }
            text += &self.text[end..span.start];
            text += &value.to_string();
            end = span.end;
        }
        Ok(text + &self.text[end..])
    }

    /// The position for this number.
    ///
    /// # Errors
    /// With the place in the family's text; where the position itself is wrong, that is all of it.
    pub fn position(&self, n: u64) -> Result<Position, Diagnostic> {
        let text = self.text(n)?;
        Position::parse(&text, Reading::default()).map_err(|mistake| self.mistake(n, &text, mistake))
    }

    /// The same, but refuses positions that cannot be solved, as [`Position::parse_within`] does.
    ///
    /// # Errors
    /// [`NotRead`]: a mistake, or that the run ended first.
    ///
    /// ```
    /// use grundy::{Family, NotRead, Run};
    /// let heaps: Family = "0.007 {1000000*n}".parse().unwrap();
    /// assert!(heaps.position(5).is_ok());
    /// let refused = heaps.position_within(5, &Run::unlimited()).unwrap_err();
    /// assert!(matches!(refused, NotRead::Mistake(mistake) if mistake.span == (0..17)));
    /// ```
    pub fn position_within(&self, n: u64, run: &Run) -> Result<Position, NotRead> {
        let text = self.text(n)?;
        Position::parse_within(&text, Reading::default(), run).map_err(|error| match error {
            NotRead::Mistake(mistake) => NotRead::Mistake(self.mistake(n, &text, mistake)),
            stopped => stopped,
        })
    }

    /// A mistake in the text for this number, as one of the family.
    fn mistake(&self, n: u64, text: &str, mistake: Diagnostic) -> Diagnostic {
        match self.has_number() {
            false => mistake,
            true => {
                let message = format!("for n = {n} this is `{text}`: {}", mistake.message);
                Diagnostic { message, span: 0..self.text.len(), ..mistake }
            }
        }
    }
}

impl std::str::FromStr for Family {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Family, Diagnostic> {
        let (mut holes, mut at) = (Vec::new(), 0);
        while let Some(start) = text[at..].find('{').map(|found| at + found) {
            let Some(end) = text[start..].find('}').map(|found| start + found) else {
                return Err(Diagnostic::new("this brace is not closed", start..start + 1)
                    .help("write an expression such as `{n+2}`"));
            };
            let inner = &text[start + 1..end];
            // Codes have braces too, `0.{0,2}`: those hold no letter.
            if inner.chars().any(|c| c.is_ascii_alphabetic()) {
                let expression = expression(inner).ok_or_else(|| {
                    let message = format!("`{}` is no number that depends on n", inner.trim());
                    Diagnostic::new(message, start..end + 1)
                        .help("write a sum with n, such as `{n}`, `{n+2}`, `{2n-1}` or `{3*n}`")
                })?;
                holes.push((start..end + 1, expression));
            }
            at = end + 1;
        }
        Ok(Family { text: text.to_owned(), holes })
    }
}

/// Reads a sum of terms such as `2n`, `n`, `3*n` and `5`.
fn expression(text: &str) -> Option<Expression> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace() && *c != '*').collect();
    let mut total = Expression { factor: 0, constant: 0 };
    let mut rest = plain.as_str();
    let mut is_first = true;
    while !rest.is_empty() {
        let sign = match rest.as_bytes()[0] {
            b'+' if !is_first => 1,
            b'-' => -1,
            _ if is_first => 0,
            _ => return None,
        };
        rest = if sign == 0 { rest } else { &rest[1..] };
        let sign = if sign == 0 { 1 } else { sign };
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let (term, after) = rest.split_at(end);
        let (digits, has_n) = match term.strip_suffix(['n', 'N']).or_else(|| term.strip_prefix(['n', 'N'])) {
            Some(digits) => (digits, true),
            None => (term, false),
        };
        let number: i128 = match (digits, has_n) {
            ("", true) => 1,
            (digits, _) => {
                digits.parse::<u64>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))?.into()
            }
        };
        let part = if has_n { &mut total.factor } else { &mut total.constant };
        *part += sign * number;
        (rest, is_first) = (after, false);
    }
    (total.factor != 0).then_some(total)
}
