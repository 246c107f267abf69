//! A monoid by generators and relations.

use crate::monoid::{BipartiteMonoid, Element};
use std::collections::BTreeSet;

/// A monoid by generators and relations: each element as its least word, and the rules that make words least.
///
/// Words are ordered by weight, and then by exponents; what is least stays least without any of its letters.
/// The relations are the shortest words that are not least, each with its least word: they rewrite every
/// word.
///
/// ```
/// use grundy_core::Run;
/// use grundy_misere::{HeapQuotient, Reach};
/// let tame = HeapQuotient::new(&"0.31".parse()?).carried(&Reach::default(), &Run::unlimited());
/// let told = tame.presentation();
/// assert_eq!(told.generators(), [1, 2]);
/// assert_eq!(told.relations().collect::<Vec<_>>(), ["a^2 = 1", "b^3 = b"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The components that generate it, each by its number.
    generators: Vec<usize>,
    /// The exponents of the least word of each element.
    words: Vec<Vec<u32>>,
    /// A word that is not least, and the least one.
    relations: Vec<(Vec<u32>, Element)>,
}

impl Presentation {
    /// Of components that generate a monoid, with their values and weights.
    pub(crate) fn of(monoid: &BipartiteMonoid, generators: &[(usize, Element, u64)]) -> Presentation {
        let letters = generators.len();
        let mut words: Vec<Option<Vec<u32>>> = vec![None; monoid.order()];
        let mut queue = BTreeSet::from([(0_u64, vec![0_u32; letters], 0 as Element)]);
        while let Some((weight, word, element)) = queue.pop_first() {
            if words[usize::from(element)].is_some() {
                continue;
            }
            for (letter, &(_, value, heavier)) in generators.iter().enumerate() {
                let next = monoid.times(element, value);
                if words[usize::from(next)].is_none() {
                    let mut longer = word.clone();
                    longer[letter] += 1;
                    queue.insert((weight.saturating_add(heavier), longer, next));
                }
            }
            words[usize::from(element)] = Some(word);
        }
        let words: Vec<Vec<u32>> = words.into_iter().flatten().collect();
        let mut told = Presentation {
            generators: generators.iter().map(|(component, ..)| *component).collect(),
            words,
            relations: Vec::new(),
        };
        told.relations = told.rules(monoid, generators);
        told
    }

    /// The words that are not least, though all their parts are.
    fn rules(
        &self,
        monoid: &BipartiteMonoid,
        generators: &[(usize, Element, u64)],
    ) -> Vec<(Vec<u32>, Element)> {
        let least: BTreeSet<&Vec<u32>> = self.words.iter().collect();
        let mut rules = BTreeSet::new();
        for (element, word) in self.words.iter().enumerate() {
            for (letter, &(_, value, _)) in generators.iter().enumerate() {
                let mut longer = word.clone();
                longer[letter] += 1;
                let is_shortest = !least.contains(&longer)
                    && (0..longer.len()).filter(|&other| longer[other] > 0).all(|other| {
                        let mut shorter = longer.clone();
                        shorter[other] -= 1;
                        least.contains(&shorter)
                    });
                if is_shortest {
                    rules.insert((longer, monoid.times(element as Element, value)));
                }
            }
        }
        let mut rules: Vec<_> = rules.into_iter().collect();
        rules.sort_by_key(|(word, _)| (word.iter().sum::<u32>(), std::cmp::Reverse(word.clone())));
        rules
    }

    /// The components that generate it, by their numbers: `a`, `b`, ... in words.
    pub fn generators(&self) -> &[usize] {
        &self.generators
    }

    /// The least word of an element: `1`, `ab^2`.
    pub fn word(&self, element: Element) -> String {
        written(&self.words[usize::from(element)])
    }

    /// The relations, shorter ones first: `b^3 = b`.
    pub fn relations(&self) -> impl Iterator<Item = String> + '_ {
        self.relations.iter().map(|(word, least)| format!("{} = {}", written(word), self.word(*least)))
    }

    /// The letter of a generator, by its place among them.
    pub fn letter(place: usize) -> String {
        let letter = char::from(b'a' + (place % 26) as u8);
        if place < 26 { letter.to_string() } else { format!("{letter}{}", place / 26) }
    }
}

/// A word by its exponents.
fn written(word: &[u32]) -> String {
    let mut text = String::new();
    for (place, &exponent) in word.iter().enumerate() {
        match exponent {
            0 => {}
            1 => text.push_str(&Presentation::letter(place)),
            more => text.push_str(&format!("{}^{more}", Presentation::letter(place))),
        }
    }
    if text.is_empty() { "1".to_owned() } else { text }
}
