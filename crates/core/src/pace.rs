//! How often a loop looks at the clock.

use std::time::Duration;

/// The clock is read once in this many turns, or more often where they take long.
pub(crate) const MOST_TURNS: u64 = 64;
/// Looks at the clock after less time than this become rarer.
const LEAST_BETWEEN: Duration = Duration::from_millis(1);
/// Looks at the clock after more time than this become more frequent.
const MOST_BETWEEN: Duration = Duration::from_millis(10);

/// How often a loop looks at the clock: at every turn at first, once in many turns where they are quick, and at every
/// turn again where they take long. Turns of one loop may take nanoseconds for one game and a second for another.
///
/// ```
/// use grundy_core::{Limits, Pace, Run};
/// use std::time::Duration;
/// let run = Run::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
/// let mut pace = Pace::default();
/// assert!(run.turn(&mut pace).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Pace {
    /// A look at the clock is due after this many turns.
    turns: u64,
    /// How many there are from one look to the next.
    every: u64,
    /// When the clock was looked at, since the run began.
    looked: Option<Duration>,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { turns: 1, every: 1, looked: None }
    }
}

impl Pace {
    /// Counts a turn, and says whether to look at the clock.
    #[inline]
    pub(crate) fn is_due(&mut self) -> bool {
        self.turns -= 1;
        self.turns == 0
    }

    /// Notes what the clock has shown.
    pub(crate) fn looked(&mut self, now: Duration) {
        if let Some(before) = self.looked.replace(now) {
            self.every = next(self.every, now.saturating_sub(before));
        }
        self.turns = self.every;
    }
}

/// The number of turns before the next look at the clock, a power of two. The last `every` turns took the time `took`.
pub(crate) fn next(every: u64, took: Duration) -> u64 {
    if took < LEAST_BETWEEN {
        (2 * every).min(MOST_TURNS)
    } else if took > MOST_BETWEEN {
        (every / 2).max(1)
    } else {
        every
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_turns_make_looks_rare_and_slow_ones_make_them_frequent() {
        let mut now = Duration::ZERO;
        let mut pace = Pace::default();
        let mut turns_to_look = |took: u64| {
            now += Duration::from_millis(took);
            let turns = (1..).find(|_| pace.is_due()).expect("a look is due at some time");
            pace.looked(now);
            turns
        };
        assert_eq!([0; 9].map(&mut turns_to_look), [1, 1, 2, 4, 8, 16, 32, 64, 64]);
        assert_eq!([5, 1000, 11, 5].map(&mut turns_to_look), [64, 64, 32, 16]);
        assert_eq!([100; 6].map(&mut turns_to_look), [16, 8, 4, 2, 1, 1]);
    }
}
