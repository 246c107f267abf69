//! Depth-first search with a memo, on an explicit stack.
//!
//! Entry function: [`search`]. The misère search uses it; `mex_search` has a loop of its own, because its
//! frames are kept and asked again.

use crate::memo::Memo;
use crate::threads::Worker;
use grundy_core::{Run, Stopped};
use std::hash::Hash;

/// A value of a position that is determined by the values of its options.
pub(crate) trait DepthFirst {
    /// A position, as the memo keeps it.
    type Key: Clone + Eq + Hash + Send + 'static;
    /// An option that has not been looked at.
    type Option;
    /// What is known from the options that have been looked at.
    type Seen;
    /// The value.
    type Value: Copy + Send + 'static;

    /// Expands a position: lists its options and holds their memory.
    fn expand(&self, key: Self::Key, run: &Run) -> Result<Expanded<Self>, Stopped>;

    /// Looks at options until the value is determined, or until an option is met whose value is missing.
    fn next_missing(&self, at: &mut Expanded<Self>) -> Option<Self::Key>;

    /// The value of a position when no option is missing any more.
    fn value(&self, seen: &Self::Seen) -> Self::Value;

    /// The memory of a stored position besides its own size.
    fn bytes(&self, key: &Self::Key) -> usize;
}

/// An expanded position on the stack.
pub(crate) struct Expanded<S: DepthFirst + ?Sized> {
    pub(crate) key: S::Key,
    /// The options that have not been looked at, the next one last.
    pub(crate) options: Vec<S::Option>,
    pub(crate) seen: S::Seen,
    /// The memory of the options, as held by the run.
    pub(crate) bytes: usize,
}

/// Finds the value of `root`; `None` if another thread was first.
pub(crate) fn search<S: DepthFirst>(
    game: &S,
    memo: &Memo<S::Key, S::Value>,
    root: &S::Key,
    run: &Run,
    worker: &Worker<'_>,
) -> Result<Option<S::Value>, Stopped> {
    let mut stack = Vec::new();
    let found = search_on(game, memo, root, &mut stack, run, worker);
    run.release(stack.iter().map(|at| at.bytes).sum());
    found
}

/// The loop of [`search`]. When the run stops, the expanded positions stay on the stack.
fn search_on<S: DepthFirst>(
    game: &S,
    memo: &Memo<S::Key, S::Value>,
    root: &S::Key,
    stack: &mut Vec<Expanded<S>>,
    run: &Run,
    worker: &Worker<'_>,
) -> Result<Option<S::Value>, Stopped> {
    let expand = |key| {
        let mut at = game.expand(key, run)?;
        worker.shuffle(&mut at.options);
        Ok(at)
    };
    stack.push(expand(root.clone())?);
    while let Some(top) = stack.last_mut() {
        // Cut-off: another thread has the answer to the whole search.
        if worker.is_over() {
            return Ok(None);
        }
        // Cut-off: another thread has found the value of this position in the meantime.
        let is_settled = memo.get(&top.key).is_some();
        if !is_settled && let Some(missing) = game.next_missing(top) {
            stack.push(expand(missing)?);
            continue;
        }
        let done = stack.pop().expect("the loop has just seen it");
        run.release(done.bytes);
        if !is_settled {
            let bytes = game.bytes(&done.key);
            memo.insert(done.key, game.value(&done.seen), bytes, run)?;
        }
    }
    Ok(memo.get(root))
}
