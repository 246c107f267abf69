//! What cuts leave, and why they win.

use super::{MOST_NAMED, Working, capital, shortened};
use crate::hackenbush::graph::{Edge, Graph};
use crate::hackenbush::theorem::{self, EdgeSet, heaps};
use grundy_core::{ExplainRequest, Nimber, Step, Target};

/// So many winning cuts are told one by one.
const MOST_CUTS: usize = 6;

impl Working<'_> {
    /// The numbers that the edges had before the cut that left them. What is left is in the old order,
    /// and edges that look alike fall together or not at all.
    fn numbers_after(&self, cut: Edge, left: &Graph) -> Vec<u32> {
        let mut old = (0..self.graph.len()).filter(|&index| index != cut.index());
        let number = |ends: &[u32; 2]| {
            let index = old.by_ref().find(|&index| self.graph.edges()[index] == *ends);
            self.numbers[index.expect("what is left was there before")]
        };
        left.edges().iter().map(number).collect()
    }

    /// What a cut leaves, at the ground.
    pub(super) fn focus(&self, edge: Edge) -> Step {
        let left = self.graph.without(edge);
        let working = Working::new(&left, self.numbers_after(edge, &left));
        let fell = match self.graph.len() - 1 - left.len() {
            0 => "nothing falls".to_owned(),
            1 => "1 edge falls".to_owned(),
            many => format!("{many} edges fall"),
        };
        let ground = capital(&working.name(0));
        Step::new(format!("Cut edge {}", self.edge(edge)))
            .text(format!("With it {fell}. {ground}: {}.", working.sum(0)))
    }

    pub(super) fn winning_cuts(&self, question: &ExplainRequest<'_, Edge>) -> Step {
        let wanted = question.target.firm;
        let value = Nimber(self.value(0));
        if value == wanted {
            let told = "Every cut changes the value, so it leaves something else than";
            return Step::new("No cut wins").text(match question.in_a_sum {
                false => format!("{told} 0, and the opponent has a winning answer."),
                true => format!("{told} {}.", wanted.0),
            });
        }
        let step = Step::new(match question.in_a_sum {
            false => "The cuts that win: those that leave 0".to_owned(),
            true => format!("The cuts that win in the sum: those that leave {} here", wanted.0),
        });
        let cuts = theorem::cuts_to(self.graph, wanted);
        self.with_cuts(step, &cuts, |edge| self.cut_text(edge, wanted.0))
    }

    /// A step with some of the cuts told one by one, the others by number.
    fn with_cuts(&self, mut step: Step, cuts: &EdgeSet, tell: impl Fn(Edge) -> String) -> Step {
        let all: Vec<Edge> = cuts.iter().collect();
        if all.is_empty() {
            return step.text("No cut does that.");
        }
        for &edge in all.iter().take(MOST_CUTS) {
            step = step.text(tell(edge));
        }
        match all.get(MOST_CUTS..) {
            None | Some([]) => step,
            Some(more) => step.text(format!(
                "In the same way: {} {}.",
                if more.len() == 1 { "edge" } else { "edges" },
                shortened(more.iter().map(|&edge| self.edge(edge)))
            )),
        }
    }

    /// How a winning cut brings the ground to the wanted value: from the ground up to the edge, what each
    /// place has to become.
    fn cut_text(&self, edge: Edge, wanted: u64) -> String {
        let way = self.fused.way_to(self.fused.component_of(edge));
        let is_bridge = self.fused.is_bridge(edge);
        let places = if is_bridge { &way[..way.len() - 1] } else { &way[..] };
        let mut told = format!("Cut edge {}.", self.edge(edge));
        let mut becomes = wanted;
        for (step, &place) in places.iter().enumerate() {
            let worth = self.value(place);
            let name = self.name(place);
            let Some((below, under)) = self.fused.components[place].below else {
                told += &format!(" {} has to go from {worth} to {becomes}", capital(&name));
                continue;
            };
            let stalk = self.value(under) ^ becomes ^ (1 + worth);
            becomes = stalk.wrapping_sub(1);
            if step < MOST_NAMED || step + 1 == places.len() {
                told += &format!(
                    "; so edge {} with what it holds has to go from {} to {stalk}, and {name} from {worth} to \
                     {becomes}",
                    self.number(below),
                    1 + worth,
                );
            } else if step == MOST_NAMED {
                told += "; and so on upwards";
            }
        }
        let place = way[places.len() - 1];
        if is_bridge {
            let worth = 1 + self.value(way[way.len() - 1]);
            let left = self.value(place) ^ worth;
            return told
                + &format!(". Without edge {}, worth {worth}, it comes to {left}.", self.number(edge));
        }
        let left = self.graph.without(edge);
        let after = Working::new(&left, self.numbers_after(edge, &left));
        let base = self.fused.components[place].vertices[0];
        let opened = after.fused.components.iter().position(|component| component.vertices.contains(&base));
        match opened {
            Some(opened) => {
                told + &format!(". Without the edge, {} comes to {}.", after.name(opened), after.sum(opened))
            }
            None => told + ". Without the edge nothing is left there, 0.",
        }
    }

    pub(super) fn misere_cuts(&self, target: Target) -> Step {
        let step = Step::new("Misère play: the one who makes the last cut loses");
        let Some(heaps) = heaps(self.graph) else {
            return step.text(
                "Some piece stands on the ground by two edges or more, and is no Nim heap in misère play: such \
                 positions are searched.",
            );
        };
        let sizes = shortened(heaps.sizes().iter().map(u64::to_string));
        let step = step.text(format!(
            "Every piece stands on the ground by one edge. It is then exactly a Nim heap, in misère play too: \
             its cuts lead to nothing and to such heaps. Here the heaps are {sizes}. As long as one of 2 or more \
             is left after the cut, play for {} as in normal play; once there are only heaps of 1, for {}.",
            target.firm.0, target.fickle.0
        ));
        let cuts = heaps.cuts_to(target);
        self.with_cuts(step, &cuts, |edge| {
            let left = self.graph.without(edge);
            let sizes = theorem::heaps(&left).map_or(String::new(), |heaps| match heaps.sizes() {
                [] => "nothing".to_owned(),
                sizes => format!("heaps of {}", shortened(sizes.iter().map(u64::to_string))),
            });
            format!("Cut edge {}: it leaves {sizes}.", self.edge(edge))
        })
    }
}
