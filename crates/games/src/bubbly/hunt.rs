//! A hunt: forests of growing size that spell a text together. Their pictures are laid over each other, and the
//! winning bubbles are read from left to right and from top to bottom, as in the puzzle of 2019.

use super::arrange::arrange;
use super::forest::{Bubble, Forest};
use super::place::Place;
use super::puzzle::{
    letters, moved_into_view, only_plain, read_off, winners, with_winners, with_winning_letters,
};
use grundy_core::{NoPuzzle, Run, Series, Word};
use grundy_picture::Point;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// How many bubbles the largest forest has where nobody says.
const USUAL_LARGEST: usize = 24;
/// The most forests, and the most letters.
const MOST_FORESTS: usize = 100;
const MOST_LETTERS: usize = 400;
/// How far letters are apart: at first, by how much more at every new attempt, and how many attempts there are.
const NEAREST: f64 = 48.0;
const FARTHER: f64 = 1.04;
/// How far letters of given forests are apart at most.
const FARTHEST: f64 = 500.0;
const ATTEMPTS: u32 = 120;
/// How many forests are tried for the points of one.
const TRIES: u32 = 12;
/// The most ways that are tried for a forest.
const MOST_WAYS: usize = 500;
/// How many ways to deal the letters are tried for one without repeats.
const DEALS: u32 = 100;

/// A letter of the text with its line and its place there.
#[derive(Clone, Copy, Debug)]
struct Slot {
    line: usize,
    column: usize,
    letter: char,
}

impl Slot {
    fn point(self, step: f64) -> Point {
        (self.column as f64 * step, self.line as f64 * step)
    }
}

/// Makes a hunt; see [`Series`] for what can be asked.
pub(super) fn compose(series: &Series, run: &Run) -> Result<Vec<Forest>, NoPuzzle> {
    let slots = slots(&series.text)?;
    let mut random = ChaCha8Rng::seed_from_u64(series.seed);
    let sizes = sizes(series, slots.len())?;
    let mut step = NEAREST;
    for _ in 0..ATTEMPTS {
        run.check()?;
        let deal = deal(&slots, series.count, &mut random);
        if let Some(forests) = placed(&deal, &sizes, step.round(), &mut random, run)? {
            let forests = moved_into_view(forests);
            if read_off(&forests) == slots.iter().map(|slot| slot.letter).collect::<String>() {
                return Ok(forests);
            }
        }
        step *= FARTHER;
    }
    Err(NoPuzzle::NotFound(format!(
        "no such pictures were found in {ATTEMPTS} attempts; try another --seed, or larger forests with --bubbles"
    )))
}

/// The letters of a text, a word a line.
fn slots(text: &str) -> Result<Vec<Slot>, NoPuzzle> {
    let mut slots = Vec::new();
    for (line, word) in text.split_whitespace().enumerate() {
        let word = letters(word)?;
        only_plain(&word)?;
        slots.extend(word.iter().enumerate().map(|(column, &letter)| Slot { line, column, letter }));
    }
    match slots.len() {
        0 => Err(NoPuzzle::Impossible("the text has no letters".into())),
        many if many > MOST_LETTERS => Err(NoPuzzle::Impossible(format!(
            "the text has {many} letters, and a hunt has at most {MOST_LETTERS}"
        ))),
        _ => Ok(slots),
    }
}

/// How many bubbles each forest has: they grow evenly.
fn sizes(series: &Series, letters: usize) -> Result<Vec<usize>, NoPuzzle> {
    let impossible = |reason: String| Err(NoPuzzle::Impossible(reason));
    let count = series.count;
    if count == 0 || count > MOST_FORESTS {
        return impossible(format!("a hunt has from 1 to {MOST_FORESTS} forests, not {count}"));
    }
    if letters < count {
        return impossible(format!(
            "the text has {}, and each of {count} forests wins by one at least: write a longer text \
             or ask for fewer forests",
            Word::count(letters as u128, "letter")
        ));
    }
    let most_winners = letters.div_ceil(count);
    let least = 2 * most_winners + 2;
    let largest = series.size.unwrap_or(USUAL_LARGEST.max(least + 4));
    if largest < least {
        return impossible(format!(
            "a forest with {most_winners} winning bubbles has {least} at least here, not {largest}: ask for more \
             with --bubbles"
        ));
    }
    let smallest = least.max(largest / 2);
    let grown = |index: usize| smallest + (largest - smallest) * index / (count - 1).max(1);
    Ok((0..count).map(grown).collect())
}

/// Deals the letters to forests, as evenly as it goes, and no letter twice to one forest where that can be.
fn deal(slots: &[Slot], count: usize, random: &mut ChaCha8Rng) -> Vec<Vec<Slot>> {
    let mut best: Option<(usize, Vec<Vec<Slot>>)> = None;
    for _ in 0..DEALS {
        let mut cards = slots.to_vec();
        cards.shuffle(random);
        let mut hands = vec![Vec::new(); count];
        cards.into_iter().enumerate().for_each(|(index, card)| hands[index % count].push(card));
        hands.shuffle(random);
        let repeats = hands.iter().map(|hand| repeats(hand)).sum();
        if best.as_ref().is_none_or(|(least, _)| repeats < *least) {
            best = Some((repeats, hands));
        }
        if repeats == 0 {
            break;
        }
    }
    let (_, mut hands) = best.expect("there is a deal");
    hands.iter_mut().for_each(|hand| hand.sort_by_key(|slot| (slot.column, slot.line)));
    hands
}

fn repeats(hand: &[Slot]) -> usize {
    let mut letters: Vec<char> = hand.iter().map(|slot| slot.letter).collect();
    letters.sort_unstable();
    letters.dedup();
    hand.len() - letters.len()
}

/// A forest for each hand, its winners on the points of their letters; `None` where some hand has none.
fn placed(
    hands: &[Vec<Slot>],
    sizes: &[usize],
    step: f64,
    random: &mut ChaCha8Rng,
    run: &Run,
) -> Result<Option<Vec<Forest>>, NoPuzzle> {
    let mut forests = Vec::new();
    for (hand, &size) in hands.iter().zip(sizes) {
        let mut found = None;
        for _ in 0..TRIES {
            let word: Vec<char> = hand.iter().map(|slot| slot.letter).collect();
            let forest = with_winning_letters(&with_winners(hand.len(), size, random, run)?, &word, random);
            let on_points: Vec<(Bubble, Point)> = winners(&forest)
                .into_iter()
                .zip(hand)
                .map(|(winner, slot)| (winner, slot.point(step)))
                .collect();
            if let Some(places) = arrange(&forest, &on_points, step / 2.0 - 2.0) {
                found = Some(forest.placed(places));
                break;
            }
        }
        match found {
            Some(forest) => forests.push(forest),
            None => return Ok(None),
        }
    }
    Ok(Some(forests))
}

/// Places for forests whose labels are given, so that their winners, laid over each other, spell a text; `None`
/// where no such places were found.
///
/// The forests of the puzzle of 2019 are published without their pictures. This is how they get new ones.
///
/// ```
/// use grundy_core::{Notation, Reader};
/// use grundy_games::{Bubbly, bubbly};
/// let read = |text| Bubbly.parse(&mut Reader::new(text)).unwrap();
/// // The winners are C, S, H and E, R.
/// let forests = ["(I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))", "(F(H(E(C(I(T(S))(G))(V))(A(Y(M))(N)))(R))(L(U))(P))"];
/// let placed = bubbly::placed_to_spell(&forests.map(read), "CSHER").unwrap();
/// assert!(Bubbly.format(&placed[0]).contains(" / "));
/// assert!(bubbly::placed_to_spell(&forests.map(read), "CSHEE").is_none());
/// ```
pub fn placed_to_spell(forests: &[Forest], text: &str) -> Option<Vec<Forest>> {
    let slots = slots(text).ok()?;
    let mut step = NEAREST;
    while step < FARTHEST {
        // A forest that has no way at all makes the others vain.
        let ways_of = |forest| Some(ways(forest, &slots, step.round())).filter(|ways| !ways.is_empty());
        let ways: Option<Vec<Vec<Way>>> = forests.iter().map(ways_of).collect();
        let mut chosen = Vec::new();
        if let Some(ways) = ways
            && choose(&ways, &mut vec![false; slots.len()], &mut chosen)
        {
            let placed = forests.iter().zip(chosen);
            let placed =
                moved_into_view(placed.map(|(forest, way)| forest.clone().placed(way.places)).collect());
            let wanted: String = slots.iter().map(|slot| slot.letter).collect();
            if read_off(&placed) == wanted {
                return Some(placed);
            }
        }
        step *= 1.1;
    }
    None
}

/// Places for the bubbles of a forest, and the letters of the text that its winners then lie on.
#[derive(Clone)]
struct Way {
    slots: Vec<usize>,
    places: Vec<Place>,
}

/// Every way to put the winners of a forest on letters like their own for which there are places.
fn ways(forest: &Forest, slots: &[Slot], step: f64) -> Vec<Way> {
    let winners = winners(forest);
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for &winner in &winners {
        let like = |slot: &usize| forest.label(winner) == slots[*slot].letter.to_string();
        let longer = |taken: Vec<usize>| {
            let free = (0..slots.len()).filter(like).filter(|slot| !taken.contains(slot));
            free.map(|slot| [taken.as_slice(), &[slot]].concat()).collect::<Vec<_>>()
        };
        found = found.into_iter().flat_map(longer).take(MOST_WAYS).collect();
    }
    let way = |slots_of: Vec<usize>| {
        let points: Vec<(Bubble, Point)> =
            winners.iter().zip(&slots_of).map(|(&winner, &slot)| (winner, slots[slot].point(step))).collect();
        Some(Way { places: arrange(forest, &points, f64::INFINITY)?, slots: slots_of })
    };
    found.into_iter().filter_map(way).collect()
}

/// Chooses a way for each forest so that every letter is taken once; forests are at most [`MOST_FORESTS`].
fn choose(ways: &[Vec<Way>], is_taken: &mut [bool], chosen: &mut Vec<Way>) -> bool {
    let Some(next) = ways.get(chosen.len()) else { return is_taken.iter().all(|&taken| taken) };
    for way in next {
        if way.slots.iter().any(|&slot| is_taken[slot]) {
            continue;
        }
        way.slots.iter().for_each(|&slot| is_taken[slot] = true);
        chosen.push(way.clone());
        if choose(ways, is_taken, chosen) {
            return true;
        }
        chosen.pop();
        way.slots.iter().for_each(|&slot| is_taken[slot] = false);
    }
    false
}
