//! The Nimber theorem on one small sum: the proof of the lecture, with the moves of this sum in it.

use crate::position::Position;
use crate::position::answer::Explanation;
use crate::question::{Approach, Request};
use grundy_core::{Convention, Diagnostic, Nimber, Step, TextTable, Word, mex};

/// A sum with more options is not written down.
const MOST_OPTIONS: u128 = 300;

/// A term of the sum: its letter, its nimber, and its options that have one.
struct Proved {
    letter: String,
    text: String,
    nimber: u64,
    options: Vec<Reached>,
    /// Moves after which the opponent wins the whole game at once.
    passed_over: usize,
}

/// An option of a term.
struct Reached {
    /// `A1`, `B3`.
    name: String,
    /// The move, as a label of the whole sum.
    label: String,
    text: String,
    nimber: u64,
}

impl Reached {
    /// The move `2:1:5>3` in a sum of heaps as one of the heaps together, `2:5>3`.
    fn of_heap(&mut self) {
        if let Some((term, (_, change))) =
            self.label.split_once(':').and_then(|(term, inner)| Some((term, inner.split_once(':')?)))
        {
            self.label = format!("{term}:{change}");
        }
    }
}

impl Position {
    /// The proof that the nimber of this sum is the nim-sum of its terms, with all its moves written down: that
    /// no option has that nimber, and that for every smaller one some move reaches it.
    ///
    /// # Errors
    /// When the sum has more than 300 options, is played by the misère convention, or has a term that can be won
    /// at once; the span is that of the position as it is printed.
    ///
    /// ```
    /// use grundy::{Block, Position, Request};
    /// let sum: Position = "boxing-match 2x2 + nim 4".parse().unwrap();
    /// let proof = sum.explain_proof(&Request::default()).unwrap();
    /// assert_eq!(proof.answer.nimber, Some(grundy::Nimber(6)));
    /// let Block::Table(table) = &proof.steps[4].blocks[0] else { panic!("a table of all y") };
    /// assert_eq!(table.rows.len(), 6, "0 to 5 are reached");
    /// assert_eq!(table.rows[0].last().unwrap(), "2:1:4>2");
    /// ```
    pub fn explain_proof(&self, request: &Request) -> Result<Explanation, Diagnostic> {
        let refused = |message: &str, help: &str| {
            Diagnostic::new(message.to_owned(), 0..self.to_string().len()).help(help.to_owned())
        };
        if request.convention.unwrap_or_else(|| self.usual_convention()) == Convention::Misere {
            let help = "ask for normal play by --normal; misère sums have no nimbers";
            return Err(refused("the Nimber theorem is one of normal play", help));
        }
        if self.is_over() || self.terms().iter().any(|term| term.winning_at_once(1).is_some()) {
            let help = "write a sum in which nobody has won yet, and nobody can win at once";
            return Err(refused("there is nothing to prove: the game is over, or can be won at once", help));
        }
        let count = self.count_moves();
        if count > MOST_OPTIONS {
            let help = format!("a proof that can be read has at most {MOST_OPTIONS} options");
            return Err(refused(&format!("this position has {count} options, which is too many"), &help));
        }
        let heaps = self.as_sum_of_heaps();
        if let [term] = self.terms()
            && term.card().id != "nim"
        {
            let help =
                "write a sum, `A + B`; without --proof the parts are told that this position falls into";
            return Err(refused("the Nimber theorem is on sums, and this is one term", help));
        }
        let answer = self.solve(request);
        let proved = heaps.as_ref().unwrap_or(self).proved_terms(request);
        let mut steps = match proved {
            Some(mut terms) if heaps.is_some() => {
                terms.iter_mut().flat_map(|term| &mut term.options).for_each(Reached::of_heap);
                steps_of(&terms)
            }
            Some(terms) => steps_of(&terms),
            None => vec![
                Step::new("Not finished")
                    .text("A limit came first; give more with --nodes, --time or --memory."),
            ],
        };
        if heaps.is_some() {
            let told =
                "A move takes from one heap and leaves the others as they are: that is a move in a sum.";
            steps.insert(0, Step::new("Nim is the sum of its heaps").text(told));
        }
        Ok(Explanation { answer, steps })
    }

    /// Heaps of Nim, where they are all of the position, as a term each.
    fn as_sum_of_heaps(&self) -> Option<Position> {
        let [term] = self.terms() else { return None };
        let text = term.notation();
        let heaps: Vec<String> = text.split(' ').map(|heap| format!("nim {heap}")).collect();
        let is_many = term.card().id == "nim" && heaps.len() > 1;
        heaps.join(" + ").parse().ok().filter(|_| is_many)
    }

    /// The terms with the nimbers of all their options; none where a limit came first.
    fn proved_terms(&self, request: &Request) -> Option<Vec<Proved>> {
        let approach =
            if request.approach == Approach::Definition { Approach::Best } else { request.approach };
        let terms = self.terms().iter().enumerate().map(|(index, term)| {
            let letter = letter(index);
            let (mut options, mut passed_over) = (Vec::new(), 0);
            for label in term.moves(MOST_OPTIONS as usize) {
                let left = term.play(&label).expect("a label that was listed is a move");
                if left.is_won() || left.winning_at_once(1).is_some() {
                    passed_over += 1;
                    continue;
                }
                let _ = left.prepare(&request.run);
                let nimber = left.nimber(approach, &request.run).ok()?.0.0;
                options.push(Reached {
                    name: format!("{letter}{}", options.len() + 1),
                    label: self.label_in_sum(index, &label),
                    text: left.in_play().term(),
                    nimber,
                });
            }
            let _ = term.prepare(&request.run);
            let nimber = term.nimber(approach, &request.run).ok()?.0.0;
            Some(Proved { letter, text: term.term(), nimber, options, passed_over })
        });
        terms.collect()
    }
}

/// `A`, `B`, ... and `T27` after `Z`.
fn letter(index: usize) -> String {
    match u8::try_from(index).ok().filter(|&index| index < 26) {
        Some(index) => char::from(b'A' + index).to_string(),
        None => format!("T{}", index + 1),
    }
}

fn steps_of(terms: &[Proved]) -> Vec<Step> {
    let total = terms.iter().fold(0, |total, term| total ^ term.nimber);
    let columns = bits(terms.iter().map(|term| term.nimber).max().unwrap_or(0));
    let mut steps = vec![claim(terms, total, columns), options_of_terms(terms), options_of_sum(terms, total)];
    steps.push(not_reached(terms, total));
    steps.push(all_smaller(terms, total, columns));
    steps.push(Step::new(format!("So the mex is {total}, which was to be shown")).text(format!(
        "The options have every nimber below {total}, and not {total}. {}",
        if total == 0 {
            "No option is worth 0, so no move wins: a P-position."
        } else {
            "One of them is worth 0: the move to it wins, an N-position."
        }
    )));
    steps.push(order_of_terms(terms));
    steps
}

fn bits(number: u64) -> usize {
    (64 - number.leading_zeros()).max(1) as usize
}

fn names(terms: &[Proved], joint: &str) -> String {
    terms.iter().map(|term| term.letter.as_str()).collect::<Vec<_>>().join(joint)
}

fn claim(terms: &[Proved], total: u64, columns: usize) -> Step {
    let mut table = TextTable::new(["", "position", "nimber", "binary"]);
    for term in terms {
        table.row([
            term.letter.clone(),
            term.text.clone(),
            term.nimber.to_string(),
            format!("{:0columns$b}", term.nimber),
        ]);
    }
    table.foot(["⊕".to_owned(), String::new(), total.to_string(), format!("{total:0columns$b}")]);
    let claimed = Word::nim_sum(terms.iter().map(|term| term.nimber));
    let of_terms: Vec<String> = terms.iter().map(|term| format!("N({})", term.letter)).collect();
    Step::new(format!("What is to be shown: N({}) = {}", names(terms, " + "), of_terms.join(" ⊕ ")))
        .table(table)
        .text(format!(
            "That is, N({}) = {claimed}. By induction the theorem holds for every option of the sum, which is \
             a smaller game.",
            names(terms, " + ")
        ))
}

fn options_of_terms(terms: &[Proved]) -> Step {
    let mut table = TextTable::new(["option", "move", "position", "nimber"]);
    for option in terms.iter().flat_map(|term| &term.options) {
        let Reached { name, label, text, nimber } = option;
        table.row([name.clone(), label.clone(), text.clone(), nimber.to_string()]);
    }
    let mut step = Step::new("The moves in each term, and its nimber by the mex rule").table(table);
    for term in terms {
        let set = Word::set(term.options.iter().map(|option| option.nimber));
        let passed = match term.passed_over {
            0 => String::new(),
            moves => format!(
                " ({} of it let the opponent win at once: mex passes over them)",
                Word::count(moves as u128, "move")
            ),
        };
        step = step.text(format!("N({}) = mex {set} = {}{passed}.", term.letter, term.nimber));
    }
    step
}

fn options_of_sum(terms: &[Proved], total: u64) -> Step {
    let mut table = TextTable::new(["option of the sum", "by induction", "nimber"]);
    let mut reached = Vec::new();
    for (index, term) in terms.iter().enumerate() {
        for option in &term.options {
            let of_term = |place: usize, other: &Proved| {
                let is_moved = place == index;
                let name = if is_moved { option.name.clone() } else { other.letter.clone() };
                (name, if is_moved { option.nimber } else { other.nimber })
            };
            let after: Vec<(String, u64)> =
                terms.iter().enumerate().map(|(place, other)| of_term(place, other)).collect();
            let names: Vec<&str> = after.iter().map(|(name, _)| name.as_str()).collect();
            let values: Vec<String> = after.iter().map(|(_, value)| value.to_string()).collect();
            let value = total ^ term.nimber ^ option.nimber;
            reached.push(value);
            table.row([names.join(" + "), values.join(" ⊕ "), value.to_string()]);
        }
    }
    let set = Word::set(reached.iter().copied());
    let found = mex(reached.into_iter().map(Nimber));
    Step::new("The options of the sum: a move in one term, the others as they are").table(table).text(
        format!(
            "N({}) = mex {set} = {}. Why it has to be {total}, in two parts:",
            names(terms, " + "),
            found.0
        ),
    )
}

fn not_reached(terms: &[Proved], total: u64) -> Step {
    let step = Step::new(format!("(1) {total} is not in the list"));
    let told = terms.iter().filter(|term| !term.options.is_empty()).map(|term| {
        let Proved { letter, nimber, .. } = term;
        format!("no {letter}i has the nimber {nimber} of {letter}, which is the mex of them")
    });
    let told: Vec<String> = told.collect();
    step.text(format!(
        "A move changes the nimber of one term: {}. Where one number of a nim-sum changes and the others do \
         not, the nim-sum changes; so it is not {total} any more.",
        told.join("; ")
    ))
}

fn all_smaller(terms: &[Proved], total: u64, columns: usize) -> Step {
    let step = Step::new(match total {
        0 => "(2) There is no smaller number to reach".to_owned(),
        1 => "(2) The smaller number, 0, is in the list".to_owned(),
        _ => format!("(2) Every y below {total} is in the list"),
    });
    if total == 0 {
        return step.text("The nim-sum is 0, so the first part was the whole proof.");
    }
    let mut table = TextTable::new(["y", "binary", "column", "term with a 1 there", "has to become", "move"]);
    for y in 0..total {
        let switch = total ^ y;
        let column = 1_u64 << (63 - switch.leading_zeros());
        let term = terms.iter().find(|term| term.nimber & column != 0);
        let term = term.expect("the nim-sum has a 1 in the column, so some number has");
        let wanted = term.nimber ^ switch;
        let option = term.options.iter().find(|option| option.nimber == wanted);
        table.row([
            y.to_string(),
            marked(y, column, columns),
            column.to_string(),
            format!("{} = {}", term.letter, marked(term.nimber, column, columns)),
            format!("{} ⊕ {switch} = {wanted}", term.nimber),
            option.map_or(String::new(), |option| option.label.clone()),
        ]);
    }
    step.table(table).text(format!("The nim-sum {total} is {total:0columns$b}.")).text(
        "The column is the first, from the left, in which y differs from the nim-sum; it stands in \
             brackets. There the nim-sum has a 1 and y a 0, so some term has a 1 there. In that term the 1 \
             becomes 0 and the columns to the right of it what they have to be: a smaller number than the \
             term's nimber. That is the mex of its options, so one of them has it.",
    )
}

/// A number in binary with one column in brackets: `1[0]1`.
fn marked(number: u64, column: u64, columns: usize) -> String {
    let width = columns.max(bits(column));
    (0..width)
        .rev()
        .map(|bit| {
            let digit = number >> bit & 1;
            if 1 << bit == column { format!("[{digit}]") } else { digit.to_string() }
        })
        .collect()
}

fn order_of_terms(terms: &[Proved]) -> Step {
    let step = Step::new("Why the order of the terms does not matter");
    let told = "A move in a sum is a move in one of its terms, wherever that stands. So A + B and B + A have the \
                same moves, and after each of them, by induction, the same game is left: + is commutative. In \
                (A + B) + C and A + (B + C) a move is one in A, in B or in C, and leaves, by induction, the same \
                game again: + is associative.";
    let step = step.text(told);
    match terms {
        [_] => step.text("Here there is one term only: the theorem says no more than the mex rule."),
        _ => step,
    }
}
