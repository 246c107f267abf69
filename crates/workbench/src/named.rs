//! Rules with the name that they go by.

use crate::identity::Identity;
use grundy_core::{Card, Playable, Stones};
use grundy_tables::TableGame;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The identity of rules, worked out when it is first asked for, and then known to all who share this. Most runs ask
/// for none, and to work it out takes longer than to solve a small position.
#[derive(Clone, Default, Debug)]
pub(crate) struct LateIdentity(Arc<OnceLock<Identity>>);

impl LateIdentity {
    /// Whether both are one, which is seen without working it out.
    fn is_shared_with(&self, other: &LateIdentity) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    #[cfg(test)]
    pub(crate) fn is_known(&self) -> bool {
        self.0.get().is_some()
    }
}

/// Rules of any type that have an identity.
pub(crate) trait Identified {
    /// Where their identity is kept.
    fn late_identity(&self) -> &LateIdentity;

    /// What the rules are.
    fn identity(&self) -> Identity;

    /// Whether these are the same rules.
    fn is_same_as(&self, other: &dyn Identified) -> bool {
        self.late_identity().is_shared_with(other.late_identity()) || self.identity() == other.identity()
    }
}

/// Rules with the name that they go by.
pub(crate) struct Named<R> {
    pub(crate) rules: R,
    pub(crate) card: Arc<Card>,
    /// What stands before the notation in a term.
    pub(crate) heading: Box<str>,
    pub(crate) identity: LateIdentity,
    /// The parameters as they were given: some are read as part of a position, such as the length of a strip,
    /// and stand in no heading.
    pub(crate) given: Box<str>,
}

impl<R> Deref for Named<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.rules
    }
}

impl<R: Playable> Named<R> {
    /// The game as tables know it, for a game of taking.
    pub(crate) fn table_game(self: &Arc<Self>) -> Option<TableGame> {
        let taking = self.rules.taking()?;
        let (parameters, marks) = (taking.parameters_in_full(), taking.marks());
        let named = Arc::clone(self);
        let shapes = move |rows, columns| {
            let taking = named.rules.taking().expect("it is a game of taking");
            taking.position(Stones { rows, columns, cells: 0 })?;
            taking.shapes(rows, columns)
        };
        Some(TableGame::new(self.card.id.to_string(), parameters, marks, self.card.convention, shapes))
    }

    /// The position as a term of a sum.
    pub(crate) fn term(&self, at: &R::Position) -> String {
        let notation = self.rules.format(at);
        if self.heading.is_empty() { notation } else { format!("{} {notation}", self.heading) }
    }
}

impl<R: Playable> Identified for Named<R> {
    fn late_identity(&self) -> &LateIdentity {
        &self.identity
    }

    fn identity(&self) -> Identity {
        *self.identity.0.get_or_init(|| Identity::of(&self.rules, example(&self.card)))
    }
}

/// The example of a card without its parameters.
fn example(card: &Card) -> &str {
    let words = card.example.split(' ').take_while(|word| word.contains('='));
    let parameters: usize = words.map(|word| word.len() + 1).sum();
    card.example.get(parameters..).unwrap_or("")
}
