//! The expansion of a part: its options are listed, looked up, numbered and sorted.
//!
//! Entry function: [`Parts::expand`].

use crate::frame::Frame;
use crate::options::{ListedOptions, ListedPart, Options, RankedPart};
use crate::parts::Parts;
use crate::question::{Goal, Question};
use crate::scratch::Scratch;
use crate::transposition_table::LookupResult;
use grundy_core::{MexSet, Nimber, Pace, Ruleset, Run, Stopped, Tuned};
use std::ops::ControlFlow;

/// While options are listed, the limits of the run are checked after each of this number of options.
const OPTIONS_PER_CHECK: u32 = 64;

impl<R: Ruleset> Parts<'_, R> {
    /// The frame of a part; `None` if an option that is known already answers the question.
    pub(crate) fn expand(
        &self,
        question: Question,
        scratch: &mut Scratch<R::Position>,
        run: &Run,
    ) -> Result<Option<Frame>, Stopped> {
        let mut seen = MexSet::default();
        let listed = self.list_options(question, scratch, &mut seen, run);
        // Its parts go to the table, which holds them.
        scratch.listed.release(run);
        if listed?.is_break() {
            return Ok(None);
        }
        self.frame_of_listed(question, &mut scratch.listed, seen, run)
    }

    /// The frame of a part whose options have been listed; `None` as for [`expand`](Parts::expand).
    fn frame_of_listed(
        &self,
        question: Question,
        listed: &mut ListedOptions<R::Position>,
        mut seen: MexSet,
        run: &Run,
    ) -> Result<Option<Frame>, Stopped> {
        let room = Options::with_room(listed);
        // Twice a frame: one on the stack or in the cache, and room that these two keep in advance.
        let bytes = room.bytes() + 2 * size_of::<Frame>();
        run.hold(bytes)?;
        match self.numbered(question, room, listed, &mut seen, run) {
            Ok(Some(options)) => Ok(Some(Frame::new(question.id, seen, options, bytes))),
            answered => {
                run.release(bytes);
                answered.map(|_| None)
            }
        }
    }

    /// The listed options as a frame keeps them, put in `room`; `None` if one of them answers the question.
    fn numbered(
        &self,
        question: Question,
        room: Options,
        listed: &mut ListedOptions<R::Position>,
        seen: &mut MexSet,
        run: &Run,
    ) -> Result<Option<Options>, Stopped> {
        let mut options = self.number_options(room, listed, seen, run)?;
        // Cut-off: an option has the value, so the nimber is not this value.
        if let Goal::Test(nimber) = question.goal
            && seen.contains(nimber)
        {
            self.table.exclude(question.id, nimber);
            return Ok(None);
        }
        options.sort_and_dedup();
        // The mex of n values is at most n.
        self.table.set_bound(question.id, seen.len() as u64 + options.list.len() as u64);
        Ok(Some(options))
    }

    /// Lists the options, the values of known ones in `seen`. Breaks when one of them answers the question.
    fn list_options(
        &self,
        question: Question,
        scratch: &mut Scratch<R::Position>,
        seen: &mut MexSet,
        run: &Run,
    ) -> Result<ControlFlow<()>, Stopped> {
        scratch.listed.clear();
        scratch.batch.clear();
        let mut count = 0_u32;
        let listing = Tuned(self.rules).options(self.table.part(question.id), |option| {
            // The limit of nodes does not count options, and a list may be long.
            count = count.wrapping_add(1);
            if count.is_multiple_of(OPTIONS_PER_CHECK)
                && let Err(stopped) = run.check().and_then(|()| scratch.listed.hold(run))
            {
                return ControlFlow::Break(Err(stopped));
            }
            // Cut-off: the opponent would win the whole game at once, so nobody moves there; the mex
            // passes over such an option.
            if self.rules.wins_at_once().is_sunny(&option) {
                return ControlFlow::Continue(());
            }
            Tuned(self.rules).each_part(option, |part| scratch.batch.add(self.key(part)));
            match scratch.batch.end_option() {
                true => self.look_up_batch(question, scratch, seen).map_break(Ok),
                false => ControlFlow::Continue(()),
            }
        });
        let listing = match listing {
            ControlFlow::Continue(()) => self.look_up_batch(question, scratch, seen).map_break(Ok),
            broken => broken,
        };
        match listing {
            ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
            ControlFlow::Break(answered) => answered.map(ControlFlow::Break),
        }
    }

    /// Looks the options of the batch up. An option goes to the list, or its value to `seen` if all its
    /// parts are known. Breaks when that answers the question.
    fn look_up_batch(
        &self,
        question: Question,
        scratch: &mut Scratch<R::Position>,
        seen: &mut MexSet,
    ) -> ControlFlow<()> {
        let Scratch { batch, recent, listed, .. } = scratch;
        batch.look_up(self.table, recent, |parts| {
            let from = listed.parts.len();
            let mut known = Nimber::ZERO;
            for part in parts {
                match part {
                    LookupResult::Known(nimber) => known ^= nimber,
                    LookupResult::Unknown(id) => listed.add(ListedPart::Met(id), from),
                    LookupResult::New(part) => {
                        let bytes = Tuned(self.rules).bytes(part.part());
                        listed.bytes_of_new += bytes.saturating_sub(size_of::<R::Position>());
                        listed.add(ListedPart::New(part), from);
                    }
                }
            }
            if listed.parts.len() > from {
                listed.options.push((known, listed.parts.len()));
            } else if question.goal == Goal::Test(known) {
                // Cut-off: this option has the value under test; the others need not be listed.
                self.table.exclude(question.id, known);
                return ControlFlow::Break(());
            } else {
                seen.insert(known);
            }
            ControlFlow::Continue(())
        })
    }

    /// Gives numbers to the parts of listed options and adds these to `options`. The values of options whose parts turn
    /// out to be known go to `seen`.
    fn number_options(
        &self,
        mut options: Options,
        listed: &mut ListedOptions<R::Position>,
        seen: &mut MexSet,
        run: &Run,
    ) -> Result<Options, Stopped> {
        let mut unknown: Vec<RankedPart> = Vec::new();
        let mut parts = listed.parts.drain(..);
        let mut from = 0;
        let mut pace = Pace::default();
        for (mut known, to) in listed.options.drain(..) {
            unknown.clear();
            for part in parts.by_ref().take(to - from) {
                let id = match part {
                    ListedPart::Met(id) => id,
                    ListedPart::New(key) => {
                        // Some games count the moves of a part one by one to tell how much effort it takes.
                        run.turn(&mut pace)?;
                        self.insert(key, run)?
                    }
                };
                match self.table.known(id) {
                    Some(nimber) => known ^= nimber,
                    None => unknown.push(RankedPart {
                        effort: self.table.effort(id),
                        id,
                        candidates: self.table.small_candidates(id),
                    }),
                }
            }
            from = to;
            match unknown.is_empty() {
                true => seen.insert(known),
                false => options.push(known, &mut unknown),
            }
        }
        Ok(options)
    }
}
