//! The two operations of the theory by themselves: mex and nim-sum.

use grundy_core::{Diagnostic, Nimber, Reader, Step, TextTable, Word};

/// Numbers that somebody wrote down: apart by blanks or commas, as nimbers (`*3`) or plain, perhaps in braces.
///
/// ```
/// use grundy::Numbers;
/// let set: Numbers = "{0, 1, 2, 4, 5, 6}".parse().unwrap();
/// assert_eq!((set.mex(), set.nim_sum()), (3, 4));
/// assert_eq!("{}".parse::<Numbers>().unwrap().mex(), 0);
/// assert_eq!("3 *4 5".parse::<Numbers>().unwrap().nim_sum(), 2);
/// let error = "3 4 x".parse::<Numbers>().unwrap_err();
/// assert_eq!(error.span, 4..5);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    numbers: Vec<u64>,
}

impl Numbers {
    /// The numbers in the order in which they were written.
    pub fn as_slice(&self) -> &[u64] {
        &self.numbers
    }

    /// The least number 0, 1, 2, ... that is not among them.
    pub fn mex(&self) -> u64 {
        grundy_core::mex(self.numbers.iter().copied().map(Nimber)).0
    }

    /// Their exclusive or.
    pub fn nim_sum(&self) -> u64 {
        self.numbers.iter().fold(0, |total, number| total ^ number)
    }

    /// Why the mex is what it is.
    pub fn mex_step(&self) -> Step {
        let (set, mex) = (Word::set(self.numbers.iter().copied()), self.mex());
        let told = match mex {
            0 if self.numbers.is_empty() => "Nothing is in the set, so 0 is not.".to_owned(),
            0 => "0 is not in the set.".to_owned(),
            1 => "0 is in the set, and 1 is not.".to_owned(),
            2 => "0 and 1 are in the set, and 2 is not.".to_owned(),
            _ => format!("0 to {} are in the set, and {mex} is not.", mex - 1),
        };
        let larger = self.numbers.iter().any(|&number| number > mex);
        let rest = if larger { " What is larger does not matter." } else { "" };
        Step::new(format!("mex {set} = {mex}")).text(format!("{told}{rest}"))
    }

    /// The nim-sum in columns, with those that are odd.
    pub fn nim_sum_step(&self) -> Step {
        let total = self.nim_sum();
        let widest = self.numbers.iter().copied().max().unwrap_or(0);
        let columns = (64 - widest.leading_zeros()).max(1) as usize;
        let mut table = TextTable::new(["", "number", "binary"]);
        for number in &self.numbers {
            table.row([String::new(), number.to_string(), format!("{number:0columns$b}")]);
        }
        table.foot(["⊕".to_owned(), total.to_string(), format!("{total:0columns$b}")]);
        let odd: Vec<String> = (0..64)
            .rev()
            .filter(|bit| total >> bit & 1 == 1)
            .map(|bit| format!("{}s", 1_u64 << bit))
            .collect();
        let told = match odd.as_slice() {
            [] => "Every column has an even number of ones.".to_owned(),
            [column] => format!("Only the column of {column} has an odd number of ones."),
            columns => format!("The columns of {} have an odd number of ones.", Word::list(columns)),
        };
        let sum = Word::nim_sum(self.numbers.iter().copied());
        let heading = if self.numbers.is_empty() { "The nim-sum of no numbers is 0".to_owned() } else { sum };
        Step::new(heading).table(table).text(format!(
            "In binary, without carrying: a column of the nim-sum is 1 where an odd number of the numbers have a \
             1. {told}"
        ))
    }
}

/// What may stand between numbers, beside blanks.
const BETWEEN: &str = ",+⊕^";

impl std::str::FromStr for Numbers {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Numbers, Diagnostic> {
        let mut reader = Reader::new(text);
        reader.skip_blanks();
        let brace = reader.eat('{').then(|| reader.position() - 1);
        let (mut numbers, mut is_closed) = (Vec::new(), false);
        loop {
            reader.take_while(|c| c.is_whitespace() || BETWEEN.contains(c));
            if reader.is_at_end() {
                break;
            }
            if brace.is_some() && reader.eat('}') {
                is_closed = true;
                break;
            }
            reader.eat('*');
            numbers.push(reader.number("a number", u64::MAX)?);
        }
        if let Some(at) = brace.filter(|_| !is_closed) {
            let message = "this brace is not closed";
            return Err(Diagnostic::new(message, at..at + 1).help("write `}` behind the last number"));
        }
        reader.expect_end()?;
        Ok(Numbers { numbers })
    }
}
