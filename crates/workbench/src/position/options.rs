//! The options of a position, each with what it is worth.

use crate::part::Part;
use crate::position::answer::{Answer, OptionAnswer};
use crate::question::{Goal, Request};
use grundy_core::{Outcome, Stopped};

/// After a stop options are listed while their positions take this many bytes together: the options of a large position are
/// large too, and making them takes long.
const MOST_AFTER_STOP: usize = 16 << 20;

/// What the label and the text of an option take besides what the position takes.
const OPTION_BYTES: usize = 512;

impl Answer {
    /// Lists the options with their nimbers, as many as the request names moves. A stop leaves those without a
    /// value that are not known by then, and leaves out some where positions are large.
    pub(crate) fn list_options(&mut self, request: &Request) {
        let mut options = Vec::new();
        if let Err(stopped) = self.each_option(request, &mut options) {
            self.stopped = self.stopped.or(Some(stopped.reason));
        }
        self.options = Some(options);
    }

    fn each_option(&self, request: &Request, options: &mut Vec<OptionAnswer>) -> Result<(), Stopped> {
        if self.position.is_over() {
            return Ok(());
        }
        let asked = Request {
            convention: Some(self.convention),
            approach: request.approach,
            goal: Goal::Nimber,
            named_moves: 0,
            lists_options: false,
            in_full: false,
            run: request.run.clone(),
        };
        let count = usize::try_from(self.moves).unwrap_or(usize::MAX).min(request.named_moves);
        // All labels are listed at once.
        request.run.hold(count.saturating_mul(OPTION_BYTES))?;
        let (mut end, mut after_stop) = (Ok(()), 0);
        for label in self.position.moves(count) {
            let left = self.position.play(&label).expect("a label that was listed is a move");
            let bytes = left.mixture().iter().map(Part::bytes).sum();
            end = end.and(request.run.hold(bytes));
            if end.is_err() {
                after_stop += bytes;
                if after_stop > MOST_AFTER_STOP {
                    break;
                }
            }
            let found = left.find(self.convention, &asked, &mut left.parts());
            let (nimber, outcome) = match found {
                Ok(found) => {
                    end = end.and(found.stopped.map_or(Ok(()), Err));
                    (found.nimber, Some(found.outcome))
                }
                Err(stopped) => {
                    end = end.and(Err(stopped));
                    (None, None)
                }
            };
            options.push(OptionAnswer { label, left, nimber, outcome });
        }
        end
    }

    /// The options as people compare them: by nimber, then by outcome, unknown ones last; in reading order
    /// where these are equal.
    ///
    /// ```
    /// use grundy::{Position, Request};
    /// let position: Position = "kayles 5".parse().unwrap();
    /// let answer = position.solve(&Request { lists_options: true, ..Request::default() });
    /// let sorted: Vec<_> =
    ///     answer.options_by_value().map(|option| (option.nimber.unwrap().0, &*option.label)).collect();
    /// assert_eq!(sorted[..3], [(0, "1:5>2,2"), (1, "1:5>4"), (2, "1:5>1,3")]);
    /// ```
    pub fn options_by_value(&self) -> impl Iterator<Item = &OptionAnswer> {
        let mut sorted: Vec<&OptionAnswer> = self.options.iter().flatten().collect();
        let nimber = |option: &OptionAnswer| option.nimber.map_or(u64::MAX, |nimber| nimber.0);
        let rank = |outcome: Option<Outcome>| match outcome {
            Some(Outcome::P) => 0,
            Some(Outcome::N) => 1,
            None => 2,
        };
        sorted.sort_by_key(|option| (nimber(option), rank(option.outcome)));
        sorted.into_iter()
    }
}
