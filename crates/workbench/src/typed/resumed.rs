//! What the searches of one game have found, written down and read.

use crate::named::Identified;
use crate::not_resumed::{NotResumed, read_number};
use crate::question::Approach;
use crate::typed::Typed;
use grundy_core::{Playable, Run};
use std::io::{self, Read, Write};

/// With theorems, and without.
const APPROACHES: [Approach; 2] = [Approach::Best, Approach::Search];

/// The longest heading of another game that is told.
const LONGEST_HEADING: u32 = 1 << 12;

impl<R: Playable> Typed<R> {
    /// Whether all parts are boards that are searched as words, under rules that stay.
    pub(super) fn is_searched_as_words(&self) -> bool {
        let (small, large) = (self.rules.tuning().packed(), self.rules.tuning().packed_wide());
        let is_word = |part: &R::Position| {
            small.is_some_and(|small| small.pack(part).is_some())
                || large.is_some_and(|large| large.pack(part).is_some())
        };
        self.rules.is_kept() && self.rules.split(self.position.clone()).iter().all(is_word)
    }

    pub(super) fn write_findings(&self, out: &mut dyn Write) -> io::Result<u64> {
        let heading = self.rules.heading.as_bytes();
        out.write_all(&(heading.len() as u32).to_le_bytes())?;
        out.write_all(heading)?;
        out.write_all(&self.rules.identity().bytes())?;
        APPROACHES
            .iter()
            .try_fold(0, |entries, &approach| Ok(entries + self.memo.values(approach).write_boards(out)?))
    }

    pub(super) fn read_findings(&self, input: &mut dyn Read, run: &Run) -> Result<u64, NotResumed> {
        let length = read_number(input)?;
        if length > LONGEST_HEADING {
            return Err(NotResumed::Damaged("a game has too long a name"));
        }
        let mut heading = vec![0; length as usize];
        input.read_exact(&mut heading)?;
        let mut identity = [0; 16];
        input.read_exact(&mut identity)?;
        let is_text = |heading: &String| !heading.contains(char::is_control);
        let Some(heading) = String::from_utf8(heading).ok().filter(is_text) else {
            return Err(NotResumed::Damaged("a game has a name that none has"));
        };
        if *heading != *self.rules.heading {
            return Err(NotResumed::OtherGames(heading));
        }
        if identity != self.rules.identity().bytes() {
            return Err(NotResumed::OtherRules(heading));
        }
        APPROACHES.iter().try_fold(0, |entries, &approach| {
            Ok(entries + self.memo.values(approach).read_boards(&self.rules.rules, input, run)?)
        })
    }
}
