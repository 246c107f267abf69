//! Puzzles: forests whose winning bubbles spell a word.

use super::Bubbly;
use super::arrange::arrange;
use super::draw::LABEL_OF_WINNING;
use super::forest::{Bubble, Forest};
use super::place::Place;
use super::random::{nudge, uniform_forest};
use super::theorem;
use grundy_core::{Brief, Marks, Nimber, NoPuzzle, Run, Show, Target, Word};
use grundy_picture::{Layer, Picture, Point};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::ops::ControlFlow;

/// How many bubbles a puzzle has where nobody says.
const USUAL_SIZE: usize = 25;
/// Up to this size all nestings are tried, so that "there is none" is a proof: 16,796 of ten.
const MOST_TRIED: usize = 10;
/// Larger ones are searched by this many steps.
const MOST_STEPS: u64 = 2_000_000;
/// Larger forests are not placed in a picture.
const MOST_PLACED: usize = 200;
/// How far the winners of a picture are apart, at least and at most.
const NEAREST: f64 = 40.0;
const FARTHEST: f64 = 4000.0;
/// A climb that has not improved for this number of steps starts again elsewhere.
const PATIENCE: u32 = 4_000;

/// Makes a puzzle; see [`Brief`] for what can be asked.
///
/// The winning bubbles are never one inside another (between two on a path the XOR of z would be
/// 0, which it never is), and otherwise free enough that a random forest soon has as many as a
/// word has letters.
pub(super) fn compose(brief: &Brief, run: &Run) -> Result<Forest, NoPuzzle> {
    let word = letters(&brief.word)?;
    if word.is_empty() {
        return Err(NoPuzzle::Impossible("the word has no letters".into()));
    }
    let mut random = ChaCha8Rng::seed_from_u64(brief.seed);
    // Some nestings need far more room on a line than others: then another one is taken.
    let mut widest = NEAREST;
    loop {
        let forest = match &brief.text {
            Some(text) => within_text(&word, &letters(text)?, brief.size, &mut random, run),
            None => with_free_labels(&word, brief.size, &mut random, run),
        }?;
        if forest.len() > MOST_PLACED {
            return Ok(forest);
        }
        widest *= 1.6;
        if let Some(placed) = on_a_line(&forest, &word, widest, run)? {
            return Ok(placed);
        }
        if widest > FARTHEST {
            return Err(NoPuzzle::NotFound(
                "no picture was found in which the word is read on one line; try another --seed".into(),
            ));
        }
    }
}

/// The forest drawn so that its winners stand on one line and spell the word from left to right, which is read
/// off the picture; `None` where they would have to be farther apart than `widest`.
///
/// The letters stand equally far apart, as near each other as the nesting allows.
fn on_a_line(forest: &Forest, word: &[char], widest: f64, run: &Run) -> Result<Option<Forest>, NoPuzzle> {
    let (winners, word): (_, String) = (winners(forest), word.iter().collect());
    let mut step = NEAREST;
    while step < widest {
        run.check()?;
        let whole = step.round();
        let at = |index: usize| (index as f64 * whole, 0.0);
        let points: Vec<(Bubble, Point)> =
            winners.iter().enumerate().map(|(i, &winner)| (winner, at(i))).collect();
        if let Some(places) = arrange(forest, &points, whole / 2.0 - 2.0) {
            let placed = moved_into_view(vec![forest.clone().placed(places)]).remove(0);
            if read_off(std::slice::from_ref(&placed)) == word {
                return Ok(Some(placed));
            }
        }
        step *= 1.12;
    }
    Ok(None)
}

/// The letters of all winners as they are read in the pictures, laid over each other.
pub(super) fn read_off(forests: &[Forest]) -> String {
    let drawn = |forest: &Forest| {
        let picture = Bubbly.draw(forest, &Marks { winning: winners(forest), making: None });
        Layer { picture, caption: String::new() }
    };
    let over = Picture::over("all", forests.iter().map(drawn).collect(), false);
    over.read(LABEL_OF_WINNING).concat().concat()
}

/// Forests with places, all moved by the same, so that no coordinate is negative.
pub(super) fn moved_into_view(forests: Vec<Forest>) -> Vec<Forest> {
    let places = || forests.iter().flat_map(|forest| forest.places().unwrap_or_default());
    let left = places().map(|place| place.x - place.radius).min().unwrap_or(0);
    let top = places().map(|place| place.y - place.radius).min().unwrap_or(0);
    let moved = |forest: Forest| {
        let places = forest.places().unwrap_or_default().iter();
        let places = places.map(|place| Place { x: place.x - left, y: place.y - top, ..*place }).collect();
        forest.placed(places)
    };
    forests.into_iter().map(moved).collect()
}

/// The letters of a word or text, as capitals; blanks and punctuation left out.
pub(super) fn letters(text: &str) -> Result<Vec<char>, NoPuzzle> {
    if let Some(other) = text.chars().find(|c| c.is_control() || c.is_numeric()) {
        let shown = other.escape_debug();
        return Err(NoPuzzle::Impossible(format!("`{shown}` is not a letter; words are made of letters")));
    }
    Ok(text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_uppercase).collect())
}

/// The letters may go anywhere: find a nesting with as many winners as the word has letters.
fn with_free_labels(
    word: &[char],
    size: Option<usize>,
    random: &mut ChaCha8Rng,
    run: &Run,
) -> Result<Forest, NoPuzzle> {
    only_plain(word)?;
    if let Some(asked) = size.filter(|&size| size < word.len()) {
        let spelled: String = word.iter().collect();
        return Err(NoPuzzle::Impossible(format!(
            "{spelled} has {}, so it needs at least as many bubbles, not {asked}",
            Word::count(word.len() as u128, "letter")
        )));
    }
    // Where no number is asked for, any will do: the usual one first.
    let sizes = match size {
        Some(size) => vec![size],
        None => {
            let usual = USUAL_SIZE.max(2 * word.len());
            let others = (word.len()..=usual).rev().filter(|&size| size != usual);
            std::iter::once(usual).chain(others).collect()
        }
    };
    let mut found = Err(NoPuzzle::Impossible("no number of bubbles will do".into()));
    for size in sizes {
        found = with_winners(word.len(), size, random, run);
        if matches!(found, Ok(_) | Err(NoPuzzle::Stopped(_))) {
            break;
        }
    }
    Ok(with_winning_letters(&found?, word, random))
}

/// Asks for the letters A to Z alone.
pub(super) fn only_plain(word: &[char]) -> Result<(), NoPuzzle> {
    match word.iter().find(|letter| !letter.is_ascii_uppercase()) {
        Some(odd) => Err(NoPuzzle::Impossible(format!("`{odd}` is not one of the letters A to Z"))),
        None => Ok(()),
    }
}

/// The forest with these letters on its winners, and others on the rest: as long as there are any, letters that
/// are on no other bubble.
pub(super) fn with_winning_letters(forest: &Forest, word: &[char], random: &mut ChaCha8Rng) -> Forest {
    let unused: Vec<char> = ('A'..='Z').filter(|letter| !word.contains(letter)).collect();
    let mut spare: Vec<char> = Vec::new();
    while spare.len() < forest.len() {
        let mut more = if unused.is_empty() { ('A'..='Z').collect() } else { unused.clone() };
        more.shuffle(random);
        spare.append(&mut more);
    }
    let winners = winners(forest);
    let (mut next_of_word, mut next_spare) = (word.iter(), spare.iter());
    let labels: Vec<String> = forest
        .bubbles()
        .filter_map(|bubble| match winners.binary_search(&bubble) {
            Ok(_) => next_of_word.next(),
            Err(_) => next_spare.next(),
        })
        .map(char::to_string)
        .collect();
    forest.labelled(labels.iter().map(String::as_str))
}

/// A forest of `size` bubbles of which exactly `count` win.
pub(super) fn with_winners(
    count: usize,
    size: usize,
    random: &mut ChaCha8Rng,
    run: &Run,
) -> Result<Forest, NoPuzzle> {
    let impossible = || {
        NoPuzzle::Impossible(format!(
            "no forest of {} has exactly {}; try another number of bubbles",
            Word::count(size as u128, "bubble"),
            Word::count(count as u128, "winning bubble"),
        ))
    };
    // No winner is inside another, so if all win all are single: then their value is their parity.
    if count == size && size.is_multiple_of(2) {
        return Err(impossible());
    }
    let found = find(size, |winners: &[Bubble]| winners.len().abs_diff(count), random, run);
    found.map_err(|missing| if let NoPuzzle::Impossible(_) = missing { impossible() } else { missing })
}

/// All labels stand in reading order: find a nesting whose winners spell the word.
fn within_text(
    word: &[char],
    text: &[char],
    size: Option<usize>,
    random: &mut ChaCha8Rng,
    run: &Run,
) -> Result<Forest, NoPuzzle> {
    if size.is_some_and(|size| size != text.len()) {
        return Err(NoPuzzle::Impossible(format!(
            "the text has {}, one for each bubble; leave --bubbles out",
            Word::count(text.len() as u128, "letter")
        )));
    }
    let mut left = text.iter();
    let mut found = String::new();
    for letter in word {
        if !left.any(|label| label == letter) {
            return Err(NoPuzzle::Impossible(match found.is_empty() {
                true => format!("the text has no {letter}"),
                false => {
                    format!("the text has no {letter} after {found}: the word must stand in it in order")
                }
            }));
        }
        found.push(*letter);
    }
    let miss = |winners: &[Bubble]| {
        let spelled = winners.iter().map(|winner| text[winner.index()]);
        winners.len() + word.len() - 2 * common(spelled, word)
    };
    let forest = find(text.len(), miss, random, run)?;
    let labels: Vec<String> = text.iter().map(char::to_string).collect();
    Ok(forest.labelled(labels.iter().map(String::as_str)))
}

/// The length of the longest common subsequence.
fn common(spelled: impl Iterator<Item = char>, word: &[char]) -> usize {
    let mut best = vec![0; word.len() + 1];
    for letter in spelled {
        let mut diagonal = 0;
        for (place, wanted) in word.iter().enumerate() {
            let here = if letter == *wanted { diagonal + 1 } else { best[place].max(best[place + 1]) };
            diagonal = std::mem::replace(&mut best[place + 1], here);
        }
    }
    best[word.len()]
}

pub(super) fn winners(forest: &Forest) -> Vec<Bubble> {
    let mut winners = Vec::new();
    let _ = theorem::pops_to(forest, Target::exactly(Nimber::ZERO), |bubble| {
        winners.push(bubble);
        ControlFlow::<()>::Continue(())
    });
    winners
}

/// A nesting of `size` bubbles whose winners miss nothing.
fn find(
    size: usize,
    miss: impl Fn(&[Bubble]) -> usize,
    random: &mut ChaCha8Rng,
    run: &Run,
) -> Result<Forest, NoPuzzle> {
    if size <= MOST_TRIED {
        let mut fitting = Vec::new();
        for depths in all_depths(size) {
            run.step()?;
            let forest = Forest::from_depths(depths);
            if miss(&winners(&forest)) == 0 {
                fitting.push(forest);
            }
        }
        return fitting.choose(random).cloned().ok_or_else(|| {
            NoPuzzle::Impossible(format!("all nestings of {size} bubbles were tried: none has these winners"))
        });
    }
    climb(size, miss, random, run)
}

/// Begins at a random forest and moves single bubbles as long as that does not make it worse, or
/// now and then even so; after long standstill it begins anew.
fn climb(
    size: usize,
    miss: impl Fn(&[Bubble]) -> usize,
    random: &mut ChaCha8Rng,
    run: &Run,
) -> Result<Forest, NoPuzzle> {
    let mut steps = 0;
    while steps < MOST_STEPS {
        let mut forest = uniform_forest(size, random);
        let mut missing = miss(&winners(&forest));
        let (mut least, mut idle) = (missing, 0);
        while idle < PATIENCE && steps < MOST_STEPS {
            if missing == 0 {
                return Ok(forest);
            }
            run.step()?;
            steps += 1;
            idle += 1;
            let mut depths = forest.depths().to_vec();
            for _ in 0..random.random_range(1..=3) {
                nudge(&mut depths, random);
            }
            let next = Forest::from_depths(depths);
            let next_missing = miss(&winners(&next));
            if next_missing <= missing || random.random_ratio(1, 50) {
                (forest, missing) = (next, next_missing);
            }
            if missing < least {
                (least, idle) = (missing, 0);
            }
        }
    }
    Err(NoPuzzle::NotFound(format!(
        "no such forest was found in {MOST_STEPS} tries; there may be one: try another --seed or number of bubbles"
    )))
}

/// The depths of every ordered forest of `size` bubbles, in lexical order.
fn all_depths(size: usize) -> impl Iterator<Item = Vec<u32>> {
    let mut next = Some(vec![0; size]);
    std::iter::from_fn(move || {
        let current = next.take()?;
        // Count up: the last bubble that can go deeper does, those after it start again at 0.
        let deeper = (1..size).rev().find(|&index| current[index] <= current[index - 1]);
        next = deeper.map(|index| {
            let mut depths = current.clone();
            depths[index] += 1;
            depths[index + 1..].fill(0);
            depths
        });
        Some(current)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Notation;

    #[test]
    fn all_nestings_are_counted_by_catalan() {
        let counts: Vec<usize> = (1..=9).map(|size| all_depths(size).count()).collect();
        assert_eq!(counts, [1, 2, 5, 14, 42, 132, 429, 1430, 4862]);
    }

    #[test]
    fn the_longest_common_subsequence_is_found() {
        let word: Vec<char> = "RUST".chars().collect();
        assert_eq!(common("TRUSTY".chars(), &word), 4);
        assert_eq!(common("TSUR".chars(), &word), 1);
        assert_eq!(common("".chars(), &word), 0);
    }

    fn winning_word(forest: &Forest) -> String {
        winners(forest).into_iter().map(|bubble| forest.label(bubble)).collect()
    }

    fn make(word: &str, size: Option<usize>, seed: u64) -> Result<Forest, NoPuzzle> {
        compose(&Brief { word: word.into(), size, seed, text: None }, &Run::unlimited())
    }

    #[test]
    fn puzzles_spell_their_word_and_repeat_by_seed() {
        for (word, size) in [("RUST", 25), ("NIM", 9), ("A", 1), ("WORDPUZLE", 26), ("EI", 8), ("BOOK", 30)] {
            for seed in 0..10 {
                let forest = make(word, Some(size), seed).expect(word);
                assert_eq!(winning_word(&forest), word);
                assert_eq!(forest.len(), size);
                assert_eq!(read_off(std::slice::from_ref(&forest)), word, "{}", Bubbly.format(&forest));
                let mut labels: Vec<&str> = forest.bubbles().map(|bubble| forest.label(bubble)).collect();
                labels.sort_unstable();
                labels.dedup();
                assert!(labels.len() == size || word == "BOOK", "no label is repeated that need not be");
                assert_eq!(make(word, Some(size), seed).expect(word), forest);
            }
        }
    }

    #[test]
    fn the_picture_of_a_puzzle_is_read_back() {
        // In the first picture that is tried for seed 44, a circle is moved across the one around it.
        for seed in [44, 1, 2, 3, 4, 5] {
            let forest = make("C", None, seed).expect("there is one");
            let text = Bubbly.format(&forest);
            let read = Bubbly.parse(&mut grundy_core::Reader::new(&text)).map_err(|error| error.message);
            assert_eq!(read.as_ref().map(|read| Bubbly.format(read)), Ok(text), "{seed}");
        }
    }

    #[test]
    fn a_fixed_text_gets_its_nesting() {
        let brief = Brief {
            word: "RUST".into(),
            text: Some("THE FIRST PLAYER USUALLY WINS THIS".into()),
            ..Brief::default()
        };
        let forest = compose(&brief, &Run::unlimited()).expect("the text holds the word");
        assert_eq!(winning_word(&forest), "RUST");
        let labels: String = forest.bubbles().map(|bubble| forest.label(bubble)).collect();
        assert_eq!(labels, "THEFIRSTPLAYERUSUALLYWINSTHIS");
    }

    #[test]
    fn what_cannot_be_had_is_told() {
        let reason = |word: &str, size: Option<usize>| match make(word, size, 1) {
            Err(NoPuzzle::Impossible(reason)) => reason,
            other => panic!("{other:?}"),
        };
        assert!(reason("RUST", Some(3)).contains("4 letters"));
        assert!(reason("RUST", Some(4)).contains("no forest of 4 bubbles has exactly 4 winning bubbles"));
        assert!(reason("", None).contains("no letters"));
        assert!(reason("R2D2", None).contains("`2` is not a letter"));
        assert!(reason("ABCDEFGHIJKLMNOPQRSTUVWXYZ", Some(26)).contains("exactly 26 winning bubbles"));
        let brief = Brief { word: "RUST".into(), text: Some("TSUR".into()), ..Brief::default() };
        let found = compose(&brief, &Run::unlimited());
        assert_eq!(
            found,
            Err(NoPuzzle::Impossible("the text has no U after R: the word must stand in it in order".into()))
        );
    }
}
