//! The working of a misère sum that was looked up in a quotient.

use crate::position::Position;
use crate::position::answer::Answer;
use crate::position::quotient::heap_term;
use crate::question::Request;
use grundy_core::{Nimber, Outcome, Run, Step, Tame, TextTable, Word};
use grundy_misere::{BipartiteMonoid, Element, HeapGroup, HeapQuotient, HeapSum, Presentation};
use std::time::Duration;

/// The nimbers of tame heaps are looked for so long.
const PATIENCE: Duration = Duration::from_secs(1);
/// Tables show this many rows before they are cut.
const MOST_ROWS: usize = 30;
/// So many relations are all told; of more, the first ones.
const MOST_RELATIONS: usize = 60;
const FIRST_RELATIONS: usize = 12;

impl Position {
    /// The working of an answer that was looked up in the misère quotient of a code.
    pub(crate) fn quotient_steps(&self, answer: &Answer, request: &Request) -> Option<Vec<Step>> {
        if self.heaps().is_none() {
            return self.joint_steps(answer, request);
        }
        let (quotient, heaps) = self.heap_quotient(&request.run)?;
        let sum = HeapSum::new(&quotient, &heaps)?;
        let told = quotient.presentation();
        let mut steps = vec![about(&quotient, &told), values(&quotient, &told, &heaps)?];
        steps.push(product(&quotient, &told, &heaps)?);
        if answer.outcome == Some(Outcome::N) {
            steps.push(self.what_wins(&quotient, &told, &sum, answer));
        }
        steps.extend(self.like_nim(&quotient, &heaps, &request.run));
        Some(steps)
    }

    /// The winning moves that were named, with the product that each leaves.
    fn what_wins(
        &self,
        quotient: &HeapQuotient,
        told: &Presentation,
        sum: &HeapSum<'_>,
        answer: &Answer,
    ) -> Step {
        let mut table = TextTable::new(["move", "leaves", "product"]);
        for label in answer.winning.iter().take(MOST_ROWS) {
            let Ok(left) = self.play(label) else { continue };
            let product = left.heaps().and_then(|(_, heaps)| value_of(quotient, &heaps));
            let product = product.map_or(String::new(), |product| told.word(product));
            table.row([label.clone(), left.in_table(), product]);
        }
        let groups =
            sum.groups().into_iter().filter(|group| !group.wanted.is_empty()).map(|group: HeapGroup| {
                let wanted: Vec<String> =
                    group.wanted.iter().take(12).map(|&option| told.word(option)).collect();
                let more = if group.wanted.len() > 12 { ", ..." } else { "" };
                format!(
                    "Beside a heap of value {} the rest is worth {}: an option of value {}{more} wins.",
                    told.word(group.value),
                    told.word(group.rest),
                    wanted.join(" or "),
                )
            });
        let step = Step::new("A winning move leaves a product in P").table(table);
        groups.take(12).fold(step, Step::text)
    }

    /// Where the quotient is tame: the heaps of Nim that the heaps play like.
    fn like_nim(&self, quotient: &HeapQuotient, heaps: &[u64], run: &Run) -> Option<Step> {
        if !quotient.monoid().is_tame() || heaps.len() > MOST_ROWS {
            return None;
        }
        let nimbers = self.heap_nimbers(&run.for_at_most(PATIENCE))?;
        let like = heaps.iter().zip(nimbers).map(|(&heap, nimber)| {
            let value = quotient.value(heap)?;
            let is_firm = quotient.monoid().is_in_kernel(value) && quotient.monoid().order() > 2;
            Some(if is_firm { Tame::firm(nimber) } else { Tame::fickle(nimber) })
        });
        let like: Vec<Tame> = like.collect::<Option<_>>()?;
        let heap = |tame: &Tame| match (tame.is_firm, tame.nimber.0) {
            // A firm heap of 0 or 1 is a pair of heaps.
            (true, 0) => "2, 2".to_owned(),
            (true, 1) => "2, 3".to_owned(),
            (_, size) => size.to_string(),
        };
        let heaps: Vec<String> = like.iter().map(heap).collect();
        let total = like.iter().fold(Tame::ZERO, |total, &term| total ^ term);
        let who = match total.misere_outcome() {
            Outcome::P => "the second player",
            Outcome::N => "the next player",
        };
        Some(
            Step::new("It is tame: it plays like misère Nim").text(format!(
                "The heaps play like misère Nim with heaps {}: won by {who}.",
                heaps.join(", ")
            )),
        )
    }

    /// The nimbers of all heaps, where a theorem tells them.
    fn heap_nimbers(&self, run: &Run) -> Option<Vec<Nimber>> {
        let mut nimbers = Vec::new();
        for term in self.terms().iter().filter(|term| term.has_moves()) {
            term.prepare(run).ok()?;
            nimbers.extend(heap_term(term)?.nimbers()?);
        }
        Some(nimbers)
    }
}

/// The value of a sum of heaps.
fn value_of(quotient: &HeapQuotient, heaps: &[u64]) -> Option<Element> {
    let times = |value: Element, &heap: &u64| Some(quotient.monoid().times(value, quotient.value(heap)?));
    heaps.iter().try_fold(0, times)
}

/// What the quotient is.
fn about(quotient: &HeapQuotient, told: &Presentation) -> Step {
    let monoid = quotient.monoid();
    let of = match quotient.period() {
        Some(period) => format!(
            "all heaps of {}: their values have period {} from heap {} on",
            quotient.code(),
            period.period,
            period.preperiod
        ),
        None => format!("the heaps of {} up to {}", quotient.code(), quotient.known() - 1),
    };
    let p = Word::count(monoid.p_count() as u128, "element");
    let step = Step::new("The misère quotient").text(format!(
        "Sums that behave the same beside every other sum are one element. There are {} of them for {of}. The \
         player who has just moved wins when the product of the heaps' elements is one of {p}, called P.",
        monoid.order()
    ));
    presented(step, told, monoid, |heap| format!("heap {heap}"))
}

/// A step with generators, relations and the P-portion. What makes the letters and what P is stands there always.
pub(super) fn presented(
    step: Step,
    told: &Presentation,
    monoid: &BipartiteMonoid,
    generator: impl Fn(usize) -> String,
) -> Step {
    let generators = told.generators().iter().enumerate();
    let generators: Vec<String> = generators
        .map(|(place, &component)| format!("{} = {}", Presentation::letter(place), generator(component)))
        .collect();
    let step = match generators.is_empty() {
        true => step,
        false => step.text(format!("They are words in {}.", generators.join(", "))),
    };
    let relations: Vec<String> = told.relations().take(MOST_RELATIONS + 1).collect();
    let step = match relations.len() {
        0 => step,
        1..=MOST_RELATIONS => step.text(format!("Relations: {}.", relations.join(", "))),
        _ => step.text(format!(
            "The first relations: {}; `grundy misere` tells all.",
            relations[..FIRST_RELATIONS].join(", ")
        )),
    };
    let p: Vec<String> = monoid.p_portion().map(|element| told.word(element)).collect();
    step.text(format!("P = {{{}}}.", p.join(", ")))
}

/// The heaps and their elements.
fn values(quotient: &HeapQuotient, told: &Presentation, heaps: &[u64]) -> Option<Step> {
    let mut sorted = heaps.to_vec();
    sorted.sort_unstable();
    let mut table = TextTable::new(["heap", "how many", "like heap", "element"]);
    let kinds: Vec<&[u64]> = sorted.chunk_by(|one, other| one == other).collect();
    for kind in kinds.iter().take(MOST_ROWS) {
        let like = match quotient.period() {
            Some(period) if kind[0] >= period.preperiod + period.period => {
                (period.preperiod + (kind[0] - period.preperiod) % period.period).to_string()
            }
            _ => String::new(),
        };
        table.row([kind[0].to_string(), kind.len().to_string(), like, told.word(quotient.value(kind[0])?)]);
    }
    let step = Step::new("Each heap has an element").table(table);
    let more = kinds.len().saturating_sub(MOST_ROWS);
    Some(if more > 0 { step.text(format!("... and {}.", Word::count(more as u128, "size"))) } else { step })
}

/// The product, one heap after the other.
fn product(quotient: &HeapQuotient, told: &Presentation, heaps: &[u64]) -> Option<Step> {
    let monoid = quotient.monoid();
    let mut table = TextTable::new(["with heap", "times", "product"]);
    let mut product = 0;
    for &heap in heaps.iter().take(MOST_ROWS) {
        let value = quotient.value(heap)?;
        product = monoid.times(product, value);
        table.row([heap.to_string(), told.word(value), told.word(product)]);
    }
    let whole = value_of(quotient, heaps)?;
    let verdict = match monoid.is_p(whole) {
        true => "It is in P: the player who moves loses.",
        false => "It is not in P: the player who moves wins.",
    };
    Some(
        Step::new("The product of the elements")
            .table(table)
            .text(format!("All heaps together are worth {}. {verdict}", told.word(whole))),
    )
}
