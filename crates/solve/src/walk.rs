//! The walk of [`OutcomeSolver`](crate::OutcomeSolver) through a game: depth first, on a stack of its own.

use crate::memo::Memo;
use crate::race::Runner;
use grundy_core::{Run, Stopped};
use std::hash::Hash;

/// What is looked for: a value of a position that its options' values determine.
pub(crate) trait Walk {
    /// A position as the memo knows it.
    type Key: Clone + Eq + Hash;
    /// An option as it waits to be looked at.
    type Option;
    /// What the options that were looked at tell so far.
    type Seen;
    /// The value.
    type Value: Copy;

    /// Looks into a position: lists its options and tells the run what they take.
    fn open(&self, key: Self::Key, run: &Run) -> Result<Open<Self>, Stopped>;

    /// Looks at options until all is known, or until a position is needed that has no value yet.
    fn look(&self, open: &mut Open<Self>) -> Option<Self::Key>;

    /// The value of a position whose options have all been looked at, as far as need be.
    fn value(&self, seen: &Self::Seen) -> Self::Value;

    /// What a stored position takes besides its own size.
    fn bytes(&self, key: &Self::Key) -> usize;
}

/// A position on the way to its value.
pub(crate) struct Open<W: Walk + ?Sized> {
    pub(crate) key: W::Key,
    /// The options still to be looked at, the next one last.
    pub(crate) options: Vec<W::Option>,
    pub(crate) seen: W::Seen,
    /// What the options take, as told to the run.
    pub(crate) bytes: usize,
}

/// Finds the value of `root`; `None` when another runner has found it first.
pub(crate) fn walk<W: Walk>(
    walk: &W,
    memo: &Memo<W::Key, W::Value>,
    root: &W::Key,
    run: &Run,
    runner: &Runner<'_>,
) -> Result<Option<W::Value>, Stopped> {
    let mut stack = Vec::new();
    let found = walk_on(walk, memo, root, &mut stack, run, runner);
    run.release(stack.iter().map(|open| open.bytes).sum());
    found
}

/// The same; what is open at a stop stays on the stack.
fn walk_on<W: Walk>(
    walk: &W,
    memo: &Memo<W::Key, W::Value>,
    root: &W::Key,
    stack: &mut Vec<Open<W>>,
    run: &Run,
    runner: &Runner<'_>,
) -> Result<Option<W::Value>, Stopped> {
    let open = |key| {
        let mut open = walk.open(key, run)?;
        runner.order(&mut open.options);
        Ok(open)
    };
    stack.push(open(root.clone())?);
    while let Some(top) = stack.last_mut() {
        if runner.is_late() {
            return Ok(None);
        }
        // Another runner may have come to this position meanwhile.
        let is_settled = memo.get(&top.key).is_some();
        if !is_settled && let Some(missing) = walk.look(top) {
            stack.push(open(missing)?);
            continue;
        }
        let done = stack.pop().expect("the loop has just seen it");
        run.release(done.bytes);
        if !is_settled {
            let bytes = walk.bytes(&done.key);
            memo.insert(done.key, walk.value(&done.seen), bytes, run)?;
        }
    }
    Ok(memo.get(root))
}
