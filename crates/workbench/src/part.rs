//! A position whose type is erased, as a solver needs it.

use crate::identity::Identity;
use crate::named::{Identified, Named};
use grundy_core::{Nimber, Playable, Stones, Tame, Tuned};
use grundy_tables::{GameTables, Oracle};
use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A position of any game, as one part of a [`Mixture`](crate::Mixture): it can be compared,
/// hashed, split and played on, and nothing else.
#[derive(Clone)]
pub struct Part(Arc<dyn AnyPart>);

/// What the erased position can do.
trait AnyPart: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    /// What the rules are.
    fn identity(&self) -> Identity;
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// The order among positions of the same rules.
    fn order(&self, other: &dyn AnyPart) -> Ordering;
    fn hash_into(&self, state: &mut dyn Hasher);
    fn options(&self, visit: &mut dyn FnMut(Part) -> ControlFlow<()>);
    fn split(&self) -> Vec<Part>;
    fn calm_parts(&self) -> Option<Vec<Part>>;
    fn theorem(&self) -> Option<Nimber>;
    fn tame(&self) -> Option<Tame>;
    fn is_won(&self) -> bool;
    fn is_sunny(&self) -> bool;
    fn stones(&self) -> Option<Stones>;
    fn tables(&self, oracle: &Arc<Oracle>) -> Option<GameTables>;
    fn moves_left(&self) -> u128;
    fn has_moves(&self) -> bool;
    fn count_moves(&self) -> u128;
    fn effort(&self) -> u64;
    fn bytes(&self) -> usize;
}

struct TypedPart<R: Playable> {
    rules: Arc<Named<R>>,
    position: R::Position,
}

impl<R: Playable> TypedPart<R> {
    fn of(&self, position: R::Position) -> Part {
        Part(Arc::new(TypedPart { rules: Arc::clone(&self.rules), position }))
    }
}

impl<R: Playable> AnyPart for TypedPart<R> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn identity(&self) -> Identity {
        self.rules.identity()
    }

    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.term(&self.position))
    }

    fn order(&self, other: &dyn AnyPart) -> Ordering {
        match other.as_any().downcast_ref::<Self>() {
            Some(other) => self.position.cmp(&other.position),
            // The same rules as two types: their positions cannot be compared, and are not the same.
            None => self.as_any().type_id().cmp(&other.as_any().type_id()),
        }
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.position.hash(&mut state);
    }

    fn options(&self, visit: &mut dyn FnMut(Part) -> ControlFlow<()>) {
        let _ = self.rules.moves(&self.position, |mv| visit(self.of(self.rules.play(&self.position, &mv))));
    }

    fn split(&self) -> Vec<Part> {
        let parts = self.rules.split(self.position.clone());
        parts.into_iter().map(|part| self.of(self.rules.canon(part))).collect()
    }

    fn calm_parts(&self) -> Option<Vec<Part>> {
        let parts = self.rules.wins_at_once().calm_parts(&self.position)?;
        Some(parts.into_iter().map(|part| self.of(part)).collect())
    }

    fn theorem(&self) -> Option<Nimber> {
        self.rules.knowledge().theorem(&self.position)
    }

    fn tame(&self) -> Option<Tame> {
        self.rules.knowledge().tame(&self.position)
    }

    fn is_won(&self) -> bool {
        self.rules.wins_at_once().is_won(&self.position)
    }

    fn is_sunny(&self) -> bool {
        self.rules.wins_at_once().is_sunny(&self.position)
    }

    fn stones(&self) -> Option<Stones> {
        self.rules.taking()?.stones(&self.rules.canon(self.position.clone()))
    }

    fn tables(&self, oracle: &Arc<Oracle>) -> Option<GameTables> {
        let taking = self.rules.taking()?;
        Some(GameTables::new(oracle, |rows, columns| taking.shapes(rows, columns)))
    }

    fn moves_left(&self) -> u128 {
        self.rules.moves_left(&self.position)
    }

    fn has_moves(&self) -> bool {
        self.rules.has_moves(&self.position)
    }

    fn count_moves(&self) -> u128 {
        self.rules.count_moves(&self.position)
    }

    fn effort(&self) -> u64 {
        Tuned(&self.rules.rules).effort(&self.position)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + Tuned(&self.rules.rules).bytes(&self.position)
    }
}

impl Part {
    pub(crate) fn new<R: Playable>(rules: Arc<Named<R>>, position: R::Position) -> Part {
        Part(Arc::new(TypedPart { rules, position }))
    }

    /// The tables of the part's game, for a game of taking.
    pub(crate) fn tables(&self, oracle: &Arc<Oracle>) -> Option<GameTables> {
        self.0.tables(oracle)
    }

    /// What the rules are.
    pub(crate) fn identity(&self) -> Identity {
        self.0.identity()
    }

    /// The position in canonical form as stones on a board.
    pub(crate) fn stones(&self) -> Option<Stones> {
        self.0.stones()
    }

    /// Visits the options in the order of the game's moves.
    pub(crate) fn options(&self, visit: &mut dyn FnMut(Part) -> ControlFlow<()>) {
        self.0.options(visit);
    }

    /// The independent parts, each in canonical form.
    pub(crate) fn split(&self) -> Vec<Part> {
        self.0.split()
    }

    /// The independent parts where moves are left out after which the opponent wins at once
    /// ([`calm_parts`](grundy_core::WinsAtOnce::calm_parts)); all moves stay where such parts are not known.
    pub(crate) fn calm_parts(&self) -> Vec<Part> {
        self.0.calm_parts().unwrap_or_else(|| self.split())
    }

    pub(crate) fn theorem(&self) -> Option<Nimber> {
        self.0.theorem()
    }

    pub(crate) fn tame(&self) -> Option<Tame> {
        self.0.tame()
    }

    pub(crate) fn is_won(&self) -> bool {
        self.0.is_won()
    }

    pub(crate) fn is_sunny(&self) -> bool {
        self.0.is_sunny()
    }

    pub(crate) fn moves_left(&self) -> u128 {
        self.0.moves_left()
    }

    pub(crate) fn has_moves(&self) -> bool {
        self.0.has_moves()
    }

    pub(crate) fn count_moves(&self) -> u128 {
        self.0.count_moves()
    }

    /// The estimated work of a search.
    pub(crate) fn effort(&self) -> u64 {
        self.0.effort()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Part) -> Ordering {
        self.0.identity().cmp(&other.0.identity()).then_with(|| self.0.order(other.0.as_ref()))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Part) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Part {}

impl Hash for Part {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.identity().hash(state);
        self.0.hash_into(state);
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}
