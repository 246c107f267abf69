//! What has been found out about positions, one memo for the positions of a ruleset.

use crate::late_board::LateBoards;
use crate::named::{Identified, Named};
use crate::part::Part;
use crate::question::Approach;
use crate::quotients::Quotients;
use grundy_core::{Playable, Run, Stopped};
use grundy_solve::{MisereTable, TranspositionTable};
#[cfg(feature = "store")]
use grundy_store::Error;
use grundy_store::Store;
use grundy_tables::GameTables;
use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// The memos of some positions: what a search has found of one of them is known to the others. Terms of one
/// sum share memos, and so do positions that are [read on one workbench](crate::Position::parse_on).
/// Values are exact, so sharing changes no answer.
///
/// A memo is made when it is first asked, and lives as long as the memos or a position that uses it.
#[derive(Clone, Default)]
pub struct Memos(Arc<All>);

#[derive(Default)]
struct All {
    by_heading: RwLock<ByHeading>,
    mixtures: OnceLock<Box<[MisereTable<Vec<Part>>; 2]>>,
    quotients: Quotients,
}

/// By what stands before the notation. Rules from files may change and keep their name.
type ByHeading = HashMap<Box<str>, Vec<Arc<dyn Kept>>>;

/// Rules, with what has been found out about positions under them. Values that were found with the help of
/// theorems are kept apart from those that were found without.
pub(crate) struct Memo<R: Playable> {
    pub(crate) rules: Arc<Named<R>>,
    values: OnceLock<Box<[TranspositionTable<R::Position>; 2]>>,
    sums: OnceLock<Box<[MisereTable<R::Position>; 2]>>,
    pub(crate) store: OnceLock<Arc<Store>>,
    pub(crate) tables: OnceLock<GameTables>,
    /// All states of small boards, once a misère search has been long.
    small_boards: OnceLock<Box<LateBoards>>,
}

/// What rules and their memo take before anything is found, about: there are endlessly many codes.
const BYTES_A_MEMO: usize = 4096;

/// A memo whose rules are not known.
trait Kept: Any + Send + Sync {
    fn as_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
    fn rules(&self) -> &dyn Identified;
    #[cfg(feature = "store")]
    fn save(&self) -> Result<u64, Error>;
}

impl<R: Playable> Kept for Memo<R> {
    fn as_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }

    fn rules(&self) -> &dyn Identified {
        &*self.rules
    }

    #[cfg(feature = "store")]
    fn save(&self) -> Result<u64, Error> {
        self.save_to_store()
    }
}

/// Where what was found in this way is kept.
fn place(approach: Approach) -> usize {
    usize::from(approach != Approach::Best)
}

impl<R: Playable> Memo<R> {
    pub(crate) fn new(rules: Arc<Named<R>>) -> Arc<Memo<R>> {
        Arc::new(Memo {
            rules,
            values: OnceLock::new(),
            sums: OnceLock::new(),
            store: OnceLock::new(),
            tables: OnceLock::new(),
            small_boards: OnceLock::new(),
        })
    }

    /// The small boards of misère searches.
    pub(crate) fn small_boards(&self) -> &LateBoards {
        self.small_boards.get_or_init(Box::default)
    }

    /// Nimbers, and values that are excluded.
    pub(crate) fn values(&self, approach: Approach) -> &TranspositionTable<R::Position> {
        &self.values.get_or_init(Box::default)[place(approach)]
    }

    /// Misère outcomes.
    pub(crate) fn sums(&self, approach: Approach) -> &MisereTable<R::Position> {
        &self.sums.get_or_init(Box::default)[place(approach)]
    }

    /// All nimbers that have been asked for so far, with and without theorems.
    pub(crate) fn all_values(&self) -> impl Iterator<Item = &TranspositionTable<R::Position>> {
        self.values.get().into_iter().flat_map(|values| values.iter())
    }

    /// All misère outcomes that have been asked for so far, with and without theorems.
    pub(crate) fn all_sums(&self) -> impl Iterator<Item = &MisereTable<R::Position>> {
        self.sums.get().into_iter().flat_map(|sums| sums.iter())
    }
}

impl Memos {
    /// The memo of these rules. A new one is held of the run.
    ///
    /// # Errors
    /// When the run has no room for it.
    pub(crate) fn of<R: Playable>(
        &self,
        rules: Arc<Named<R>>,
        run: Option<&Run>,
    ) -> Result<Arc<Memo<R>>, Stopped> {
        let is_of = |memo: &&Arc<dyn Kept>| rules.is_same_as(memo.rules());
        let find = |all: &ByHeading| all.get(&rules.heading)?.iter().find(is_of).cloned();
        // Two types may write down the same rules: they do not share.
        let typed =
            |memo: Arc<dyn Kept>| memo.as_any().downcast().unwrap_or_else(|_| Memo::new(Arc::clone(&rules)));
        let known = find(&self.0.by_heading.read().unwrap_or_else(PoisonError::into_inner));
        if let Some(memo) = known {
            return Ok(typed(memo));
        }
        run.map_or(Ok(()), |run| run.hold(BYTES_A_MEMO))?;
        let mut all = self.0.by_heading.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(memo) = find(&all) {
            return Ok(typed(memo));
        }
        let memo = Memo::new(Arc::clone(&rules));
        all.entry(rules.heading.clone()).or_default().push(Arc::clone(&memo) as Arc<dyn Kept>);
        Ok(memo)
    }

    /// Adds what was found so far, of millions of values the hardest, to the stores that positions were
    /// [attached](crate::Position::attach) to, and says how much was new. It may be called while searches go on.
    ///
    /// # Errors
    /// When a store cannot be written.
    #[cfg(feature = "store")]
    pub fn save(&self) -> Result<u64, Error> {
        let kept: Vec<Arc<dyn Kept>> = self
            .0
            .by_heading
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .flatten()
            .cloned()
            .collect();
        kept.iter().try_fold(self.quotients().save()?, |total, memo| Ok(total + memo.save()?))
    }

    /// The misère quotients of codes.
    pub(crate) fn quotients(&self) -> &Quotients {
        &self.0.quotients
    }

    /// Misère outcomes of sums of different games.
    pub(crate) fn mixtures(&self, approach: Approach) -> &MisereTable<Vec<Part>> {
        &self.0.mixtures.get_or_init(Box::default)[place(approach)]
    }
}

impl fmt::Debug for Memos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules: usize =
            self.0.by_heading.read().unwrap_or_else(PoisonError::into_inner).values().map(Vec::len).sum();
        f.debug_struct("Memos").field("rules", &rules).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::LateIdentity;
    use grundy_core::Listing;
    use grundy_games::{BareNimber, TwoDNim};

    fn named<R: Playable>(rules: R, listing: &impl Listing<Rules = R>) -> Named<R> {
        let card = listing.card();
        let heading = rules.heading(&card.id).into();
        let identity = LateIdentity::default();
        Named { rules, card: Arc::new(card), heading, identity, given: "".into() }
    }

    fn of_two_d_nim(max: u16) -> Named<TwoDNim> {
        named(TwoDNim::at_most(max), &TwoDNim::default())
    }

    #[test]
    fn rules_with_the_same_parameters_share_a_memo_and_others_do_not() {
        let memos = Memos::default();
        let of = |max: u16| memos.of(Arc::new(of_two_d_nim(max)), None).unwrap();
        assert!(Arc::ptr_eq(&of(3), &of(3)));
        assert!(!Arc::ptr_eq(&of(3), &of(2)));
    }

    #[test]
    fn other_rules_of_the_same_heading_do_not_share_a_memo() {
        let memos = Memos::default();
        let of = |max: u16| {
            let rules = Named { heading: "2dnim".into(), ..of_two_d_nim(max) };
            memos.of(Arc::new(rules), None).unwrap()
        };
        let (three, two) = (of(3), of(2));
        assert!(!Arc::ptr_eq(&three, &two));
        assert!(Arc::ptr_eq(&of(3), &three) && Arc::ptr_eq(&of(2), &two));
    }

    #[test]
    fn no_identity_is_worked_out_for_rules_that_are_alone_or_share_it() {
        let memos = Memos::default();
        let first = Arc::new(of_two_d_nim(3));
        let second = Arc::new(Named { identity: first.identity.clone(), ..of_two_d_nim(3) });
        let [first_memo, second_memo] =
            [&first, &second].map(|rules| memos.of(Arc::clone(rules), None).unwrap());
        assert!(Arc::ptr_eq(&first_memo, &second_memo));
        assert!(!first.identity.is_known());
        memos.of(Arc::new(of_two_d_nim(3)), None).unwrap();
        assert!(second.identity.is_known());
    }

    #[test]
    fn a_memo_that_is_not_asked_takes_next_to_nothing() {
        assert!(size_of::<Memo<BareNimber>>() < 128);
        let memo = Memo::new(Arc::new(named(BareNimber, &BareNimber)));
        assert!(memo.all_values().next().is_none() && memo.all_sums().next().is_none());
    }
}
