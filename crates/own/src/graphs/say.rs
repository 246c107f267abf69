//! Moves as a person would say them.

use super::net::Net;
use super::rules::{GraphGame, NetMove};
use super::spec::{Along, Thing};
use grundy_core::Word;

/// So many names are told one by one.
const MOST_NAMES: usize = 8;

impl GraphGame {
    /// The words of the file's `say` line for the move, or plain ones.
    pub(super) fn said(&self, at: &Net, mv: &NetMove) -> String {
        let rule = self.spec().rules.iter().find(|rule| (rule.thing, rule.along) == (mv.thing, mv.along));
        match rule.and_then(|rule| rule.say.as_ref()) {
            Some(say) => self.filled(&say.text, at, mv),
            None => self.plain_words(at, mv),
        }
    }

    /// The words of a `say` line with what stands in braces.
    fn filled(&self, words: &str, at: &Net, mv: &NetMove) -> String {
        let gone = self.gone(at, mv);
        let count = |gone: &[bool]| gone.iter().filter(|&&gone| gone).count().to_string();
        words
            .replace("{vertex}", &thing(at, mv))
            .replace("{edge}", &thing(at, mv))
            .replace("{number}", &(mv.index + 1).to_string())
            .replace("{vertices}", &count(&gone.vertices))
            .replace("{edges}", &count(&gone.edges))
    }

    fn plain_words(&self, at: &Net, mv: &NetMove) -> String {
        let what = match mv.thing {
            Thing::Vertex => format!("take vertex {}", thing(at, mv)),
            Thing::Edge => format!("take edge {}, {}", mv.index + 1, thing(at, mv)),
        };
        let gone = self.gone(at, mv);
        let others = (0..at.count()).filter(|&vertex| gone.vertices[vertex as usize]);
        let others = others.filter(|&vertex| mv.thing == Thing::Edge || vertex != mv.index);
        let names: Vec<String> = others.map(|vertex| at.name(vertex).to_string()).collect();
        match (mv.along, names.len()) {
            (Along::Nothing, _) | (_, 0) => what,
            (Along::Ends, _) => format!("{what}, with its ends"),
            (Along::Neighbours, 1..=MOST_NAMES) => format!("{what}, and with it {}", Word::list(&names)),
            (Along::Neighbours, many) => format!("{what}, and with it {many} vertices"),
        }
    }
}

/// The name of the vertex, or the ends of the edge.
fn thing(at: &Net, mv: &NetMove) -> String {
    match mv.thing {
        Thing::Vertex => at.name(mv.index).to_string(),
        Thing::Edge => {
            let [one, other] = at.edges()[mv.index as usize];
            format!("{}-{}", at.name(one), at.name(other))
        }
    }
}
