//! What was derived from a rules file, for people.

use grundy_core::Convention;
use grundy_own::{BoardFile, Derived, GraphFile, HeapFile, Kind, TakeRule, TupleFacts, TupleFile};

/// More patterns that join cells are not listed.
const MOST_JOINTS: usize = 8;

/// So many first nimbers are told.
const FIRST: usize = 24;

type Told = (String, Vec<(&'static str, String)>);

fn convention(play: Option<Convention>) -> &'static str {
    if play == Some(Convention::Misere) { ", misère play" } else { "" }
}

/// What patterns are, their images, symmetries and parts.
pub(super) fn of_board(file: &BoardFile, derived: &Derived) -> Told {
    let Derived { images, symmetries, joints, is_taking, mirror, ends } = derived;
    let kind = if file.spec().kind == Kind::Strip { "strip" } else { "grid" };
    let path =
        if *is_taking { "a game of taking: one set of cells" } else { "one set of cells for each symbol" };
    let kind = format!("a {kind}{}; {path}", convention(Some(file.spec().play)));
    let image = |(rule, count): &(String, usize)| {
        ("images", format!("`{rule}` has {count} on boards of at most 8 by 8 cells"))
    };
    let shown: Vec<String> = joints.iter().take(MOST_JOINTS).map(|joint| format!("`{joint}`")).collect();
    let more = joints.len().saturating_sub(MOST_JOINTS);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let mut facts: Vec<(&'static str, String)> = images.iter().map(image).collect();
    facts.push(("symmetries", format!("{}: {}", symmetries.len(), symmetries.join("; "))));
    facts.push(("parts", format!("joined by {}{more}", shown.join(", "))));
    facts.push(("mirror", mirror.clone()));
    facts.push(("it ends", ends.clone()));
    (kind, facts)
}

/// What a game of numbers is.
pub(super) fn of_tuples(file: &TupleFile) -> Told {
    let spec = file.spec();
    let names: Vec<&str> = spec.names.iter().map(|name| &*name.text).collect();
    let kind = format!("numbers {}{}", names.join(" "), convention(spec.preamble.play));
    (kind, facts(&file.facts()))
}

/// What a game of heaps is: a code where it is one.
pub(super) fn of_heap(file: &HeapFile) -> Told {
    let play = convention(file.tuples().spec().preamble.play);
    let mut all = facts(&file.tuples().facts());
    match file.code() {
        Some(code) => {
            all.retain(|(about, _)| *about != "repeat");
            let known = format!("{code}: nimbers, periods and proofs are those of the code");
            all.insert(0, ("code", known));
            (format!("heaps{play}; its rules are a code"), all)
        }
        None => (format!("heaps{play}; valued heap by heap"), all),
    }
}

/// What a game on graphs is.
pub(super) fn of_graph(file: &GraphFile) -> Told {
    let spec = file.spec();
    let take = |rule: &TakeRule| {
        let words: Vec<&str> = spec.text[rule.span.clone()].split_whitespace().collect();
        ("take", format!("`{}`", words.join(" ")))
    };
    let mut all: Vec<(&'static str, String)> = spec.rules.iter().map(take).collect();
    all.push(("parts", "the components that have moves".to_owned()));
    all.push(("the same", "graphs that differ in the names of their vertices alone".to_owned()));
    all.extend(file.alike().into_iter().map(|told| ("the same", told.to_owned())));
    all.push(("it ends", "every move takes a vertex or an edge, and none comes back".to_owned()));
    (format!("a graph{}", convention(spec.preamble.play)), all)
}

fn facts(of: &TupleFacts) -> Vec<(&'static str, String)> {
    let mut all: Vec<(&'static str, String)> = of
        .ways
        .iter()
        .map(|way| ("move", format!("`{}`", way.split_whitespace().collect::<Vec<_>>().join(" "))))
        .collect();
    all.push(("it ends", of.ends.clone()));
    if of.values.is_empty() {
        return all;
    }
    let first: Vec<String> = of.values.iter().take(FIRST).map(u64::to_string).collect();
    all.push(("nimbers", format!("{} ... (from 0)", first.join(" "))));
    let last = of.values.len() - 1;
    all.push((
        "repeat",
        match of.observed() {
            Some((from, period)) => {
                format!("with period {period} from {from} on, as observed up to {last}; this is not proved")
            }
            None => format!("none is observed up to {last}"),
        },
    ));
    all
}
