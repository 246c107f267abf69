//! Rules with the name that they go by.

use crate::identity::Identity;
use grundy_core::{Card, Playable, Stones};
use grundy_tables::TableGame;
use std::ops::Deref;
use std::sync::Arc;

/// Rules with the name that they go by.
pub(crate) struct Named<R> {
    pub(crate) rules: R,
    pub(crate) card: Arc<Card>,
    /// What stands before the notation in a term.
    pub(crate) heading: Box<str>,
    pub(crate) identity: Identity,
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
