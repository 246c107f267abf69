//! Formulas of nim arithmetic: sums, products, quotients, powers and roots of nimbers.

use grundy_core::{Diagnostic, Nimber, Reader, Step, TextTable};

/// A formula of nim arithmetic, with its value and its working.
///
/// `+` is the nim-sum, `*` the nim-product, `/` the nim-quotient, `^` the power to an ordinary number, `sqrt(x)` the
/// square root.
///
/// ```
/// use grundy::{NimFormula, Nimber};
/// let formula: NimFormula = "3*5 + 2^2".parse()?;
/// assert_eq!(formula.value, Nimber(15 ^ 3));
/// let error = "7/(4+4)".parse::<NimFormula>().unwrap_err();
/// assert_eq!((error.message.as_str(), error.span), ("a nimber is divided by 0", 2..7));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimFormula {
    /// The formula as it is written.
    pub text: String,
    /// What it comes to.
    pub value: Nimber,
    /// Each operation with its working, in the order in which they are done.
    pub steps: Vec<Step>,
}

/// Parentheses nest at most this deep.
const DEEPEST: usize = 100;
/// More operations than this are not worked out on paper.
const MOST_STEPS: usize = 50;

const HELP: &str = "write numbers below 2^64 with + * / ^ sqrt and parentheses: `3*5`, `2^5 + 7/3`";

impl std::str::FromStr for NimFormula {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<NimFormula, Diagnostic> {
        let mut work = Work { reader: Reader::new(text), steps: Vec::new(), depth: 0 };
        let value = work.sum()?;
        if !work.reader.is_at_end() {
            let span = work.reader.here();
            let found = work.reader.peek().map_or(String::new(), |sign| sign.escape_debug().to_string());
            return Err(Diagnostic::new(format!("`{found}` cannot stand here"), span).help(HELP));
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(NimFormula { text, value, steps: work.steps })
    }
}

struct Work<'t> {
    reader: Reader<'t>,
    steps: Vec<Step>,
    depth: usize,
}

impl Work<'_> {
    fn eat(&mut self, signs: &[char]) -> Option<char> {
        self.reader.skip_blanks();
        signs.iter().copied().find(|&sign| self.reader.eat(sign))
    }

    fn note(&mut self, step: impl FnOnce() -> Step) {
        if self.steps.len() < MOST_STEPS {
            self.steps.push(step());
        }
    }

    fn sum(&mut self) -> Result<Nimber, Diagnostic> {
        let mut left = self.product()?;
        // Every number is its own negative.
        while self.eat(&['+', '-', '⊕']).is_some() {
            let right = self.product()?;
            let sum = left ^ right;
            self.note(|| {
                Step::new(format!("{} + {} = {}", left.0, right.0, sum.0))
                    .text("The exclusive or of the two.")
            });
            left = sum;
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Nimber, Diagnostic> {
        let mut left = self.power()?;
        while let Some(sign) = self.eat(&['*', '/', '⊗', '×']) {
            self.reader.skip_blanks();
            let start = self.reader.position();
            let right = self.power()?;
            left = match sign {
                '/' => {
                    let quotient = left.over(right).ok_or_else(|| {
                        Diagnostic::new("a nimber is divided by 0", self.reader.since(start))
                            .help("every other nimber has an inverse")
                    })?;
                    self.note(|| quotient_step(left, right, quotient));
                    quotient
                }
                _ => {
                    self.note(|| product_step(left, right));
                    left * right
                }
            };
        }
        Ok(left)
    }

    fn power(&mut self) -> Result<Nimber, Diagnostic> {
        let base = self.primary()?;
        if self.eat(&['^']).is_none() {
            return Ok(base);
        }
        let exponent = self.reader.number("an exponent", u64::MAX)?;
        let power = base.power(exponent);
        self.note(|| {
            let told = "The exponent is an ordinary number; squares are made one after the other.";
            Step::new(format!("{}^{exponent} = {}", base.0, power.0)).text(told)
        });
        Ok(power)
    }

    fn primary(&mut self) -> Result<Nimber, Diagnostic> {
        self.reader.skip_blanks();
        let start = self.reader.position();
        let is_root = self.reader.rest().starts_with("sqrt");
        if is_root {
            self.reader.take_while(|c| c.is_ascii_alphabetic());
            self.reader.skip_blanks();
        }
        if self.reader.eat('(') {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(Diagnostic::new("these parentheses nest too deep", self.reader.since(start))
                    .help(format!("formulas nest at most {DEEPEST} deep")));
            }
            let inner = self.sum()?;
            self.depth -= 1;
            if self.eat(&[')']).is_none() {
                return Err(Diagnostic::new("this parenthesis is not closed", start..start + 1)
                    .help("every `(` needs a `)`"));
            }
            if !is_root {
                return Ok(inner);
            }
            let root = inner.square_root();
            self.note(|| {
                let told =
                    format!("{0} * {0} = {1}: every number is the square of exactly one.", root.0, inner.0);
                Step::new(format!("sqrt({}) = {}", inner.0, root.0)).text(told)
            });
            return Ok(root);
        }
        if !is_root && self.reader.peek().is_some_and(|c| c.is_ascii_digit() || c == '-') {
            return Ok(Nimber(self.reader.number("a nimber", u64::MAX)?));
        }
        let message = match self.reader.peek() {
            Some(found) => format!("expected a number, found `{}`", found.escape_debug()),
            None => "expected a number, but the text ends here".to_owned(),
        };
        Err(Diagnostic::new(message, self.reader.here()).help(HELP))
    }
}

/// A product by the powers of 2 of its factors.
fn product_step(left: Nimber, right: Nimber) -> Step {
    let product = left * right;
    let step = Step::new(format!("{} * {} = {}", left.0, right.0, product.0));
    let bits =
        |number: Nimber| (0..64).rev().filter(move |bit| number.0 >> bit & 1 == 1).map(|bit| 1_u64 << bit);
    if left.0 < 2 || right.0 < 2 {
        return step.text("A product with 0 or 1 is the ordinary one.");
    }
    let (rows, columns): (Vec<u64>, Vec<u64>) = (bits(left).collect(), bits(right).collect());
    let told = "The factors are sums of powers of 2, and products distribute over nim-sums. With F = 2, 4, 16, 256, 65536, ...: \
                F times a smaller number is the ordinary product, and F * F is F + F/2.";
    if rows.len() > 8 || columns.len() > 8 {
        return step.text(told);
    }
    let mut table = TextTable::new(std::iter::once("*".to_owned()).chain(columns.iter().map(u64::to_string)));
    for row in &rows {
        let products = columns.iter().map(|column| (Nimber(*row) * Nimber(*column)).0.to_string());
        table.row(std::iter::once(row.to_string()).chain(products));
    }
    step.text(told).table(table).text(format!("The nim-sum of them all is {}.", product.0))
}

fn quotient_step(left: Nimber, right: Nimber, quotient: Nimber) -> Step {
    let inverse = right.inverse().map_or(0, |inverse| inverse.0);
    Step::new(format!("{} / {} = {}", left.0, right.0, quotient.0)).text(format!(
        "1 / {0} is {inverse}, for {0} * {inverse} = 1; and {1} * {inverse} = {2}.",
        right.0, left.0, quotient.0
    ))
}
