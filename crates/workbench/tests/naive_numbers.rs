//! Random files of numbers and heaps: the options, the nimbers and the misère outcomes are those of the rules as the
//! checker reads them from the text, and all that ship are read alike.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_check::rules::NaiveNumbers;
use grundy_core::{Convention, Definition, Knowledge, Limits, Notation, Reader, Ruleset, Run, laws};
use grundy_own::{HeapFile, RulesFile, TupleFile, TupleGame};
use grundy_solve::{MisereSolver, MisereTable, Theorems};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// So many random files; more with `GRUNDY_RANDOM_FILES`.
const FILES: u64 = 60;

/// Seeds from `GRUNDY_FIRST_FILE` on.
fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let first = number("GRUNDY_FIRST_FILE").unwrap_or(0);
    first..first + number("GRUNDY_RANDOM_FILES").unwrap_or(FILES)
}

/// A random formula of the names.
fn formula(dice: &mut ChaCha8Rng, names: &[&str], depth: u32) -> String {
    let name = |dice: &mut ChaCha8Rng| names[dice.random_range(0..names.len())].to_owned();
    match dice.random_range(0..10) {
        0..=2 => name(dice),
        3 => dice.random_range(0..4).to_string(),
        4..=7 if depth > 0 => {
            let sign = ["+", "-", "-", "-", "/", "%"][dice.random_range(0..6)];
            let (left, right) = (formula(dice, names, depth - 1), formula(dice, names, depth - 1));
            format!("({left} {sign} {right})")
        }
        8 if depth > 0 => {
            let function = ["min", "max", "xor"][dice.random_range(0..3)];
            format!("{function}({}, {})", formula(dice, names, depth - 1), formula(dice, names, depth - 1))
        }
        _ => format!("({}-{})", name(dice), dice.random_range(1..4)),
    }
}

fn condition(dice: &mut ChaCha8Rng, names: &[&str], depth: u32) -> String {
    let compare = |dice: &mut ChaCha8Rng| {
        let sign = ["=", "!=", "<", "<=", ">", ">="][dice.random_range(0..6)];
        format!("{} {sign} {}", formula(dice, names, 1), formula(dice, names, 1))
    };
    match dice.random_range(0..6) {
        0 if depth > 0 => format!("{} and {}", condition(dice, names, depth - 1), compare(dice)),
        1 if depth > 0 => format!("({} or {})", condition(dice, names, depth - 1), compare(dice)),
        2 => format!("not {}", compare(dice)),
        _ => compare(dice),
    }
}

/// A range and a condition, with the names that are bound.
fn clauses(dice: &mut ChaCha8Rng, names: &mut Vec<&str>) -> String {
    let mut text = String::new();
    for name in ["k", "m"].into_iter().take(dice.random_range(0..3)) {
        let from = dice.random_range(0..3);
        // The checker tries every number, and numbers may grow.
        text += &format!(" for {name} in {from}..min(9, {})", formula(dice, names, 1));
        names.push(name);
    }
    if dice.random_range(0..3) == 0 {
        text += &format!(" if {}", condition(dice, names, 1));
    }
    text
}

fn file(dice: &mut ChaCha8Rng) -> String {
    let is_heap = dice.random_range(0..2) == 0;
    let arity = if is_heap { 1 } else { dice.random_range(1..4) };
    let states: Vec<&str> = if is_heap { vec!["n"] } else { ["a", "b", "c"][..arity].to_vec() };
    let kind = if is_heap { "heap" } else { "numbers" };
    let mut text = format!("game a\n{kind} {}\n", states.join(" "));
    if !is_heap && dice.random_range(0..3) == 0 {
        text += &format!("measure {}\n", states.join(" + "));
    }
    for _ in 0..dice.random_range(1..4) {
        let mut names = states.clone();
        let clauses = clauses(dice, &mut names);
        let less = |dice: &mut ChaCha8Rng, names: &[&str], place: usize| match dice.random_range(0..3) {
            0 => format!("{}-{}", states[place], dice.random_range(1..3)),
            1 => format!("{}-{}", states[place], names[names.len() - 1]),
            _ => formula(dice, names, 2),
        };
        let tuple = |dice: &mut ChaCha8Rng, names: &[&str]| {
            let all: Vec<String> = (0..arity).map(|place| less(dice, names, place)).collect();
            all.join(", ")
        };
        let count = dice.random_range(1..3);
        let terms: Vec<String> = (0..count)
            .map(|_| match dice.random_range(0..8) {
                0 => {
                    names.push("i");
                    let inner = format!("sum(({}) for i in 0..{})", tuple(dice, &names), states[0]);
                    names.pop();
                    inner
                }
                _ => format!("({})", tuple(dice, &names)),
            })
            .collect();
        let arrow = if is_heap { "n -> " } else { "" };
        text += &format!("move {arrow}{}{clauses}\n", terms.join(" + "));
    }
    text
}

/// The options of a tuple by the rules, or none where they break down.
fn options(game: &TupleGame, tuple: &[i64]) -> Option<BTreeSet<Vec<Vec<i64>>>> {
    let text = tuple.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let at = game.parse(&mut Reader::new(&text)).ok()?;
    let mut found = BTreeSet::new();
    let _ = game.moves(&at, |mv| {
        assert!(
            found.insert(mv.left.chunks_exact(tuple.len()).map(<[i64]>::to_vec).collect()),
            "a move twice"
        );
        ControlFlow::<()>::Continue(())
    });
    Some(found)
}

/// The nimbers of tuples by the definition; `None` where the rules break down at something that can be reached.
fn naive(
    rules: &NaiveNumbers,
    tuple: &[i64],
    known: &mut BTreeMap<Vec<i64>, Option<u64>>,
    left: &mut u32,
) -> Option<u64> {
    if let Some(found) = known.get(tuple) {
        return *found;
    }
    *left = left.checked_sub(1)?;
    let mut reached = BTreeSet::new();
    let mut value = rules.options(tuple).ok().map(|_| 0);
    for option in rules.options(tuple).unwrap_or_default() {
        let nimbers: Option<Vec<u64>> = option.iter().map(|tuple| naive(rules, tuple, known, left)).collect();
        match nimbers {
            Some(nimbers) => _ = reached.insert(nimbers.into_iter().fold(0, |sum, nimber| sum ^ nimber)),
            None => value = None,
        }
    }
    let value = value.map(|_| (0..).find(|nimber| !reached.contains(nimber)).unwrap());
    known.insert(tuple.to_vec(), value);
    value
}

/// The options of a tuple.
type Options = Arc<Vec<Vec<Vec<i64>>>>;

/// The rules as the checker reads them. Sums have the same tuples again and again: the options of each are listed once,
/// since the checker tries every number of every range.
struct Naive<'n> {
    rules: &'n NaiveNumbers,
    known: Mutex<BTreeMap<Vec<i64>, Options>>,
}

impl<'n> Naive<'n> {
    fn new(rules: &'n NaiveNumbers) -> Naive<'n> {
        Naive { rules, known: Mutex::default() }
    }

    fn options(&self, tuple: &[i64]) -> Options {
        let mut known = self.known.lock().unwrap();
        let listed = || Arc::new(self.rules.options(tuple).unwrap_or_default().into_iter().collect());
        Arc::clone(known.entry(tuple.to_vec()).or_insert_with(listed))
    }
}

impl Ruleset for Naive<'_> {
    type Position = Vec<Vec<i64>>;
    type Move = (usize, Vec<Vec<i64>>);

    fn moves<B>(
        &self,
        at: &Self::Position,
        mut visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, tuple) in at.iter().enumerate() {
            // Equal tuples stand side by side, and a move in the second is one in the first.
            if index > 0 && at[index - 1] == *tuple {
                continue;
            }
            self.options(tuple).iter().try_for_each(|left| visit((index, left.clone())))?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Self::Position, (index, left): &Self::Move) -> Self::Position {
        let mut after = at.clone();
        after.splice(*index..=*index, left.iter().cloned());
        after.sort();
        after
    }

    fn moves_left(&self, _: &Self::Position) -> u128 {
        u128::MAX
    }
}

#[test]
fn random_files_have_the_options_and_values_of_their_text() {
    let (mut read, mut broken, mut valued, mut moves, mut codes, mut misere) = (0, 0, 0, 0, 0, 0);
    for seed in seeds() {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let text = file(&mut dice);
        let naive_rules = NaiveNumbers::read(&text).unwrap_or_else(|told| panic!("{told}\n{text}"));
        let file = TupleFile::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        read += 1;
        let mut known = BTreeMap::new();
        for _ in 0..4 {
            let tuple: Vec<i64> = (0..naive_rules.arity()).map(|_| dice.random_range(0..6)).collect();
            let mut left = 400;
            let wanted = naive(&naive_rules, &tuple, &mut known, &mut left);
            if left == 0 {
                break;
            }
            // Each time anew, so that both ways to find values are taken.
            let game = file.game();
            let at = || format!("at {tuple:?} of\n{text}");
            let found = options(&game, &tuple);
            assert_eq!(found.is_some(), wanted.is_some(), "{}", at());
            let (Some(found), Some(wanted)) = (found, wanted) else {
                broken += 1;
                continue;
            };
            assert_eq!(found, naive_rules.options(&tuple).unwrap(), "{}", at());
            moves += found.len();
            let words = tuple.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
            let position = game.parse(&mut Reader::new(&words)).unwrap();
            assert_eq!(game.theorem(&position).map(|nimber| nimber.0), Some(wanted), "{}", at());
            laws::check(&game, &position).unwrap_or_else(|broken| panic!("{broken}\n{}", at()));
            if known.len() < 60 {
                // Sums of many tuples have too many positions for the definition.
                let few = || Run::new(Limits { nodes: Some(5_000), ..Limits::default() });
                let (table, theorems) = (MisereTable::default(), Theorems(&game));
                let outcome = MisereSolver::new(&game, &theorems, &table).outcome(&position, &few());
                let rules = Naive::new(&naive_rules);
                let mut definition = Definition::new(&rules);
                let plain = definition.outcome(&vec![tuple.clone()], Convention::Misere, &few());
                if let (Ok(outcome), Ok(plain)) = (outcome, plain) {
                    assert_eq!(outcome, plain, "{}", at());
                    misere += 1;
                }
            }
            valued += 1;
        }
        // Where rules are a code, the code has the options of the text for heaps of any size.
        if text.contains("\nheap ")
            && let Some(code) = HeapFile::read(&text).unwrap().code()
        {
            codes += 1;
            for heap in [1, 2, 3, 17, 40, 77] {
                let wanted = naive_rules.options(&[heap]).unwrap();
                let mut found = BTreeSet::new();
                let _ = code.options(heap as u64, |split| {
                    let heaps = split.heaps().iter().map(|&heap| vec![heap as i64]);
                    found.insert(heaps.collect::<Vec<_>>());
                    ControlFlow::<()>::Continue(())
                });
                assert_eq!(found, wanted, "heap {heap} of {code} for\n{text}");
            }
        }
    }
    println!(
        "{read} files, {broken} broken and {valued} valued positions, {moves} moves, {codes} codes, {misere} misère"
    );
    assert!(valued > read && broken > 0 && moves > 0 && misere > read / 2 && codes > 0);
}

#[test]
fn the_files_that_ship_have_the_same_options() {
    for shipped in RulesFile::shipped() {
        let file = match &shipped {
            RulesFile::Heap(file) => file.tuples().clone(),
            RulesFile::Tuples(file) => file.clone(),
            RulesFile::Board(_) | RulesFile::Graph(_) => continue,
        };
        let naive =
            NaiveNumbers::read(shipped.text()).unwrap_or_else(|told| panic!("{}: {told}", file.name()));
        assert_eq!((naive.name(), naive.is_misere()), (file.name(), false));
        let game = file.game();
        for total in 0..7_i64 {
            let tuple: Vec<i64> = (0..naive.arity() as i64).map(|place| (total + 2 * place) % 7).collect();
            match options(&game, &tuple) {
                Some(found) => assert_eq!(Ok(found), naive.options(&tuple), "{} {tuple:?}", file.name()),
                None => assert!(naive.options(&tuple).is_err(), "{} {tuple:?}", file.name()),
            }
        }
    }
}
