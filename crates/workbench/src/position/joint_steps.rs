//! The working of a misère sum that was looked up in the quotient of several games together.

use crate::position::Position;
use crate::position::answer::Answer;
use crate::position::joint::JointSum;
use crate::question::Request;
use crate::quotients::Joint;
use grundy_core::{Outcome, Step, TextTable, Word};
use grundy_misere::{Element, JointGenerator, Presentation};
use std::time::Duration;

/// A quotient that is known already takes no time.
const SHORT: Duration = Duration::from_millis(200);
/// Tables show this many rows before they are cut.
const MOST_ROWS: usize = 30;

impl Joint {
    /// What a generator is, as it is written in a sum.
    fn generator_text(&self, component: usize) -> String {
        match self.quotient.generator(component) {
            JointGenerator::Heap(code, heap) => format!("heap {heap} of {code}"),
            JointGenerator::Nim(heap) => format!("*{heap}"),
            JointGenerator::Part(place) => {
                let part = self.parts.as_ref().and_then(|parts| parts.parts().get(place));
                part.map_or(String::new(), |part| {
                    part.iter().map(|part| format!("{part:?}")).collect::<Vec<_>>().join(" + ")
                })
            }
        }
    }
}

impl Position {
    /// The working of an answer that was looked up in a joint quotient.
    pub(crate) fn joint_steps(&self, answer: &Answer, request: &Request) -> Option<Vec<Step>> {
        // It is known from the answer, or was looked for in vain.
        let Some(sum) = self.joint_sum(&request.run.for_at_most(SHORT)) else {
            return self.one_nim_steps(answer);
        };
        let told = sum.joint.quotient.presentation();
        let mut steps = vec![about(&sum.joint, &told), self.product(&sum, &told)];
        if answer.outcome == Some(Outcome::N) {
            steps.push(self.what_wins_jointly(&sum, &told, answer));
        }
        Some(steps)
    }

    /// Why the next player wins beside one large heap of Nim.
    fn one_nim_steps(&self, answer: &Answer) -> Option<Vec<Step>> {
        let (_, heap) = self.one_nim_heap()?;
        let label = answer.winning.first()?;
        Some(vec![Step::new("One large heap of Nim").text(format!(
            "Beside any sum a heap of n counters makes a position of the second player for exactly one n: the misère \
             value of the sum. The other terms together have a misère value below {heap}, by their misère quotient with \
             heaps of Nim up to 3. So the next player wins, and leaves just so much of the heap: {label}."
        ))])
    }

    /// The elements of the terms, multiplied one after the other.
    fn product(&self, sum: &JointSum<'_>, told: &Presentation) -> Step {
        let monoid = sum.joint.quotient.monoid();
        let mut table = TextTable::new(["term", "element", "product"]);
        let mut product: Element = 0;
        for (term, &value) in self.terms().iter().zip(&sum.values).take(MOST_ROWS) {
            product = monoid.times(product, value);
            table.row([term.term(), told.word(value), told.word(product)]);
        }
        let verdict = match sum.is_p() {
            true => "It is in P: the player who moves loses.",
            false => "It is not in P: the player who moves wins.",
        };
        Step::new("The product of the elements")
            .table(table)
            .text(format!("All terms together are worth {}. {verdict}", told.word(sum.value())))
    }

    /// The winning moves that were named, with the product that each leaves.
    fn what_wins_jointly(&self, sum: &JointSum<'_>, told: &Presentation, answer: &Answer) -> Step {
        let mut table = TextTable::new(["move", "leaves", "product"]);
        for label in answer.winning.iter().take(MOST_ROWS) {
            let Ok(left) = self.play(label) else { continue };
            let product = left.value_in(&sum.joint).map(|value| told.word(value));
            table.row([label.clone(), left.in_table(), product.unwrap_or_default()]);
        }
        Step::new("A winning move leaves a product in P").table(table)
    }
}

/// What the quotient is.
fn about(joint: &Joint, told: &Presentation) -> Step {
    let monoid = joint.quotient.monoid();
    let periods: Vec<String> = (0..joint.quotient.codes().count())
        .filter_map(|place| {
            let heaps = joint.quotient.heaps(place);
            let period = heaps.period()?;
            let code = heaps.code();
            Some(format!(
                "The values of heaps of {code} have period {} from heap {} on here.",
                period.period, period.preperiod
            ))
        })
        .collect();
    let p = Word::count(monoid.p_count() as u128, "element");
    let step = Step::new("The misère quotient of these games together").text(format!(
        "Sums that behave the same beside every other sum of these games are one element. There are {}. The player \
         who has just moved wins when the product of the terms' elements is one of {p}, called P.",
        monoid.order()
    ));
    let step = periods.into_iter().fold(step, Step::text);
    let text = |component: usize| joint.generator_text(component);
    crate::position::quotient_steps::presented(step, told, monoid, text)
}
