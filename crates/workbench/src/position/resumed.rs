//! Searches that are left for another day: what they have found, in a file, with the proof numbers by which they go on.

use crate::board::Board;
use crate::not_resumed::{MAGIC, NotResumed, VERSION, read_number};
use crate::position::Position;
use grundy_core::Run;
use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::Arc;

impl Position {
    /// Whether searches of this position for nimbers can be left and taken up again: all its games are searched as boards
    /// of at most 128 cells, and their rules are the same in the next run.
    ///
    /// ```
    /// let can_be_left = |text: &str| text.parse::<grundy::Position>().unwrap().can_be_left();
    /// assert_eq!(["cram 5x9", "cram 4x4 + 2d-nim 3x3", "kayles 20"].map(can_be_left), [true, true, false]);
    /// ```
    pub fn can_be_left(&self) -> bool {
        self.terms().iter().all(|term| term.can_be_left())
    }

    /// Writes what the searches of this position for nimbers have found, with the proof numbers by which they go on, and
    /// returns the number of entries. It may be called while a search goes on in another thread; it takes about as long
    /// as to copy the table, 16 bytes for most entries, and a search that is to make its table larger waits for it. Of games
    /// that [cannot be left](Position::can_be_left) nothing is written.
    ///
    /// # Errors
    /// Those of the writer.
    ///
    /// ```
    /// use grundy::{Limits, Position, Request, Run};
    /// let within = |nodes| {
    ///     let run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() });
    ///     Request { run, ..Request::default() }
    /// };
    /// let first: Position = "cram 4x7".parse()?;
    /// assert_eq!(first.solve(&within(3000)).nimber, None);
    /// let mut left = Vec::new();
    /// first.leave_search(&mut left).unwrap();
    /// // Another process, another day.
    /// let again: Position = "cram 4x7".parse()?;
    /// let request = within(100_000);
    /// again.resume_search(&mut left.as_slice(), &request.run).unwrap();
    /// assert_eq!(again.solve(&request).nimber, Some(grundy::Nimber(3)));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    pub fn leave_search(&self, out: &mut dyn Write) -> io::Result<u64> {
        let games = self.games();
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&(games.len() as u32).to_le_bytes())?;
        games.iter().try_fold(0, |entries, game| Ok(entries + game.write_search(out)?))
    }

    /// Adds what [`leave_search`](Position::leave_search) wrote of a search of the same games, of this position or another
    /// one, and returns the number of entries. It is believed, as the values of a store are: checksums guard against
    /// damage, not against whoever alters the bytes.
    ///
    /// # Errors
    /// When it cannot be read, is damaged or of other games, when its table would be larger than the limit of memory
    /// allows, and when the run stops. What was read by then is known.
    pub fn resume_search(&self, input: &mut dyn Read, run: &Run) -> Result<u64, NotResumed> {
        let mut magic = [0; MAGIC.len()];
        input.read_exact(&mut magic)?;
        if magic != MAGIC {
            return Err(NotResumed::Damaged("it begins as none does"));
        }
        let version = read_number(input)?;
        if version != VERSION {
            return Err(NotResumed::Version(version));
        }
        let games = self.games();
        let number = read_number(input)?;
        if number as usize != games.len() {
            return Err(NotResumed::NumberOfGames(number));
        }
        let mut entries = 0;
        for game in games {
            entries += game.read_search(input, run)?;
        }
        match input.read(&mut [0])? {
            0 => Ok(entries),
            _ => Err(NotResumed::Damaged("it goes on after its end")),
        }
    }

    /// A term of each game, in the order of what stands before their notations.
    fn games(&self) -> Vec<&Arc<dyn Board>> {
        let mut seen = HashSet::new();
        let mut games: Vec<_> = self.terms().iter().filter(|term| seen.insert(term.memo_number())).collect();
        games.sort_by_key(|game| game.heading());
        games
    }
}
