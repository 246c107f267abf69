//! `grundy same`: whether two positions, or two families of them, are the same game.

use crate::arguments::SameArguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::error::refuse;
use crate::interrupt::Interrupt;
use crate::{Ending, report};
use grundy::{Convention, Diagnostic, Family, Likeness, NotRead, Outcome, Position, Run, SameGame, Shelf};
use serde_json::{Value, json};
use std::io::{BufWriter, Write};
use std::ops::RangeInclusive;

/// What was found for one n.
struct Compared {
    n: u64,
    positions: [Position; 2],
    likeness: Likeness,
}

/// What was found for all n.
struct Comparison {
    compared: Vec<Compared>,
    has_number: bool,
    /// Those at the end that were not looked at.
    missed: Option<RangeInclusive<u64>>,
    convention: Convention,
    /// Why the first that differ do.
    reasons: [Option<String>; 2],
    /// Why the first that was not looked at cannot be compared, where its text or its rules are wrong: on which side, and what.
    mistake: Option<(usize, Diagnostic)>,
}

pub fn run(arguments: &SameArguments) -> anyhow::Result<Ending> {
    let texts = [&arguments.left, &arguments.right];
    let complain = |side: usize, error: &Diagnostic| {
        tell(render(Gravity::Error, ["first", "second"][side], 1, texts[side], error));
        Ok(Ending::Mistaken)
    };
    let mut families = Vec::new();
    for (side, text) in texts.iter().enumerate() {
        match text.parse::<Family>() {
            Ok(family) => families.push(family),
            Err(error) => return complain(side, &error),
        }
    }
    let has_number = families.iter().any(Family::has_number);
    let values = match (&arguments.values, has_number) {
        (Some(values), true) => values.clone(),
        (None, false) => 0..=0,
        (None, true) => refuse!("which n are meant?", "write --for 0..40"),
        (Some(_), false) => {
            refuse!("there is no n in these positions", "write {n} for it, or leave --for out")
        }
    };
    let mut comparison = Comparison {
        compared: Vec::new(),
        has_number,
        missed: None,
        convention: Convention::Normal,
        reasons: [None, None],
        mistake: None,
    };
    let of_first =
        |family: &Family| family.position(*values.start()).ok().map(|first| first.usual_convention());
    let usual = [of_first(&families[0]), of_first(&families[1])];
    comparison.convention = match (arguments.play.convention(), usual) {
        (Some(asked), _) => asked,
        (None, [Some(left), Some(right)]) if left != right => {
            tell(
                "note: one of them is told with misère play; they are compared under normal play, or with --misere",
            );
            Convention::Normal
        }
        (None, [usual, _]) => usual.unwrap_or_default(),
    };
    let interrupt = Interrupt::listen()?;
    let run = Run::new(arguments.limits.limits()).with_cancel(interrupt.button());
    let last = *values.end();
    let mut same = SameGame::new(comparison.convention, run.clone());
    for n in values {
        comparison.missed = Some(n..=last);
        if !comparison.compared.is_empty() && run.check().is_err() {
            break;
        }
        match interrupt.during(|_| compare(&mut same, &families, n, &run)) {
            Ok(compared) => comparison.compared.push(compared),
            Err(mistake) => {
                comparison.mistake = Some(mistake);
                break;
            }
        }
        comparison.missed = None;
    }
    if let (Some((side, error)), []) = (&comparison.mistake, &comparison.compared[..]) {
        return complain(*side, error);
    }
    comparison.reasons = [comparison.first(is_other_value), comparison.first(is_other_tree)].map(|first| {
        let [left, right] = &first?.positions;
        same.difference(left, right)
    });
    let mut out = BufWriter::new(std::io::stdout().lock());
    match arguments.json {
        true => writeln!(out, "{}", comparison.as_json(texts))?,
        false => comparison.write(&mut out, texts)?,
    }
    out.flush()?;
    // The report of what was compared comes first, and then the mistake that ended the comparison.
    if let Some((side, error)) = &comparison.mistake {
        complain(*side, error)?;
    }
    Ok(comparison.ending())
}

/// Compares the positions for this number. Or tells which of them is none, and why: the text is wrong, or the rules of a file
/// break down below it, which is found out where its value was not found.
fn compare(
    same: &mut SameGame,
    families: &[Family],
    n: u64,
    run: &Run,
) -> Result<Compared, (usize, Diagnostic)> {
    let mut positions = Vec::new();
    for (side, family) in families.iter().enumerate() {
        positions.push(family.position(n).map_err(|mistake| (side, mistake))?);
    }
    let likeness = same.compare(&positions[0], &positions[1]);
    for (side, family) in families.iter().enumerate() {
        if likeness.same_value.is_none()
            && !positions[side].rules_texts().is_empty()
            && let Err(NotRead::Mistake(mistake)) = family.position_within(n, run)
        {
            return Err((side, mistake));
        }
    }
    let positions = positions.try_into().expect("there are two of them");
    Ok(Compared { n, positions, likeness })
}

fn is_other_value(likeness: &Likeness) -> bool {
    likeness.same_value == Some(false)
}

/// Other trees of the same value.
fn is_other_tree(likeness: &Likeness) -> bool {
    likeness.same_tree == Some(false) && !is_other_value(likeness)
}

/// A run of numbers, `3 to 40`.
fn runs_of(rest: &RangeInclusive<u64>) -> String {
    match rest.start() == rest.end() {
        true => rest.start().to_string(),
        false => format!("{} to {}", rest.start(), rest.end()),
    }
}

/// Numbers as runs: `0, 1, 3 to 40`.
fn runs(numbers: &[u64]) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |(first, last): (u64, u64)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    runs.into_iter().map(run).collect::<Vec<_>>().join(", ")
}

impl Comparison {
    fn first(&self, is_meant: fn(&Likeness) -> bool) -> Option<&Compared> {
        self.compared.iter().find(|compared| is_meant(&compared.likeness))
    }

    fn numbers(&self, is_meant: impl Fn(&Likeness) -> bool) -> Vec<u64> {
        self.compared.iter().filter(|one| is_meant(&one.likeness)).map(|one| one.n).collect()
    }

    fn ending(&self) -> Ending {
        let differs = self.first(is_other_value).is_some() || self.first(is_other_tree).is_some();
        let is_open = |likeness: &Likeness| likeness.same_value.is_none();
        match (differs, self.first(is_open).is_some() || self.missed.is_some()) {
            (true, _) => Ending::Failed,
            (false, _) if self.mistake.is_some() => Ending::Mistaken,
            (false, true) => Ending::Stopped,
            (false, false) => Ending::Answered,
        }
    }

    /// For which n something holds, as a sentence without a full stop.
    fn holds_for(&self, which: &[u64], what: &str) -> Option<String> {
        match (which.len(), self.has_number) {
            (0, _) => None,
            (_, false) => Some(what.to_owned()),
            (count, true) if count > 1 && count == self.compared.len() => {
                Some(format!("{what} for every n = {}", runs(which)))
            }
            _ => Some(format!("{what} for n = {}", runs(which))),
        }
    }

    fn write(&self, out: &mut dyn Write, texts: [&String; 2]) -> anyhow::Result<()> {
        writeln!(out, "{}\n{}", texts[0], texts[1])?;
        let what = if self.convention == Convention::Misere { "outcomes, misère play" } else { "values" };
        let values = [
            self.holds_for(&self.numbers(|one| one.same_value == Some(true)), "the same"),
            self.holds_for(&self.numbers(is_other_value), "they differ"),
            self.holds_for(&self.numbers(|one| one.same_value.is_none()), "not found within the limits"),
        ];
        let missed = self.missed.as_ref().map(|rest| format!("not looked at for n = {}", runs_of(rest)));
        let values = values.into_iter().chain([missed]).flatten().collect::<Vec<_>>().join("; ");
        report::paragraph(out, &format!("By their {what}: {values}."))?;
        let trees = [
            self.holds_for(&self.numbers(|one| one.same_tree == Some(true)), "the same"),
            self.holds_for(&self.numbers(|one| one.same_tree == Some(false)), "they differ"),
            self.holds_for(
                &self.numbers(|one| one.same_tree.is_none()),
                "not compared, for a move can end the whole game, or a limit came first",
            ),
        ];
        let trees = trees.into_iter().flatten().collect::<Vec<_>>().join("; ");
        report::paragraph(out, &format!("By their trees of options: {trees}."))?;
        for (first, reason, what) in self.differences() {
            let n = if self.has_number { format!(", n = {}", first.n) } else { String::new() };
            writeln!(out, "\nThe first with other {what}{n}:")?;
            for (side, position) in first.positions.iter().enumerate() {
                let value = value(&first.likeness, side).unwrap_or_else(|| "not known".to_owned());
                writeln!(out, "  {position}: {value}")?;
            }
            let remark = first.positions.iter().find_map(remark).map(|remark| format!("{remark}."));
            let reason = reason.as_ref().map(|reason| format!("{}.", capital(reason)));
            for sentence in reason.into_iter().chain(remark.map(|remark| capital(&remark))) {
                writeln!(out, "{}", report::filled(&sentence, "  ", "  "))?;
            }
        }
        Ok(())
    }

    fn differences(&self) -> impl Iterator<Item = (&Compared, &Option<String>, &'static str)> {
        let both =
            [(is_other_value as fn(&Likeness) -> bool, "values"), (is_other_tree, "trees of the same value")];
        both.into_iter()
            .zip(&self.reasons)
            .filter_map(|((is_meant, what), reason)| Some((self.first(is_meant)?, reason, what)))
    }

    fn as_json(&self, texts: [&String; 2]) -> Value {
        let first = self.differences().next().map(|(first, reason, _)| {
            json!({
                "n": self.has_number.then_some(first.n),
                "positions": first.positions.each_ref().map(Position::to_string),
                "nimbers": first.likeness.nimbers.map(|nimber| nimber.map(|nimber| nimber.0)),
                "outcomes": first.likeness.outcomes.map(|outcome| outcome.map(|outcome| outcome.to_string())),
                "reason": reason,
                "remark": first.positions.iter().find_map(remark),
            })
        });
        let range = self.compared.first().zip(self.compared.last());
        let mut object = json!({
            "positions": texts,
            "convention": self.convention.to_string(),
            "for": range.filter(|_| self.has_number).map(|(first, last)| [first.n, last.n]),
            // Where no difference was found and not all was compared, nobody knows.
            "same": match self.ending() {
                Ending::Answered => Some(true),
                Ending::Failed => Some(false),
                _ => None,
            },
            "values": {
                "same": self.numbers(|one| one.same_value == Some(true)).len(),
                "differ": self.numbers(is_other_value),
                "not_found": self.numbers(|one| one.same_value.is_none()),
            },
            "not_looked_at": self.missed.as_ref().map(|rest| [rest.start(), rest.end()]),
            "trees": {
                "same": self.numbers(|one| one.same_tree == Some(true)).len(),
                "differ": self.numbers(|one| one.same_tree == Some(false)),
                "not_compared": self.numbers(|one| one.same_tree.is_none()),
            },
            "first_difference": first,
        });
        if let Some((_, mistake)) = &self.mistake {
            object["mistake"] = json!(mistake.message);
        }
        object
    }
}

/// A nimber, or who wins.
fn value(likeness: &Likeness, side: usize) -> Option<String> {
    let outcome = |outcome: Outcome| outcome.to_string();
    likeness.nimbers[side].map(|nimber| nimber.to_string()).or(likeness.outcomes[side].map(outcome))
}

/// What is known of a position that has a name.
fn remark(position: &Position) -> Option<String> {
    let [term] = position.terms() else { return None };
    let card = Shelf::builtin().find(&term.card().id).ok()?.card();
    let is_it = |text: &str| text.parse::<Position>().is_ok_and(|named| named == *position);
    let with_remark = card.positions.iter().filter(|named| named.remark.is_some());
    let named = with_remark.into_iter().find(|named| is_it(&card.term_of(named)))?;
    named.remark.as_ref().map(|remark| remark.to_string())
}

/// The sentence with a capital at its start, where that is a letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
