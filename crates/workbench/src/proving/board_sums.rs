//! Misère play on a board all of whose states are known: the P-positions that a claim needs, as states.
//!
//! A state is a sum, whose parts are the stones that moves join. States that are the same sum have one key, so that
//! parts are named only when the proof is written. As where [parts are numbered](super::sums), each option of a
//! P-position needs a reply that is a P-position: one that is there already, else the one that was a reply to the most
//! options in the pass before, else the smallest.

use super::recent::Recent;
use super::sums::body_of;
use super::uses::Uses;
use super::{MOST_PASSES, NotProved, SumsOfProof};
use crate::late_board::LateBoard;
use grundy_check::proof::{PackedCells, ProofBody, ProofGames, ProofPart, ProofTerm, SINGLE, is_single_move};
use grundy_core::{Held, Outcome, Packed, Run, Stones, StopReason};
use grundy_games::grid::{canonical, cropped};
use grundy_tables::SmallBoard;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::take;

/// A state as a sum.
#[derive(Clone, Copy, Default)]
struct StateSum {
    /// The stones of its parts. Single moves are left out in pairs.
    state: u64,
    /// The same for all states that are the same sum.
    key: u128,
}

impl StateSum {
    fn size(self) -> u32 {
        self.state.count_ones()
    }
}

/// The states that are needed so far.
pub(super) struct BoardSums<'a> {
    games: &'a ProofGames,
    board: &'a SmallBoard,
    /// The stones that each move takes from a full board.
    moves: Vec<u64>,
    pairs_cancel: bool,
    needed: HashSet<u128>,
    /// One state of each that is needed.
    states: Vec<u64>,
    /// Those that are not shown yet, by their size.
    waiting: Vec<Vec<u64>>,
    /// States as sums.
    sums: Recent<StateSum>,
    /// The keys of parts, and whether they are single moves.
    parts: Recent<(u128, bool)>,
    /// The keys of sums that have a reply, each in the place of its lower half.
    refuted: Recent<u128>,
    /// To how many options each sum that is met is a reply; `None` where that has no room.
    uses: Option<Uses>,
    /// The same as the pass before counted it.
    uses_before: Uses,
    /// What the sums take that are needed.
    held_by_sums: Held,
    /// What is remembered of states takes this.
    _held: Held,
    run: &'a Run,
}

impl<'a> BoardSums<'a> {
    /// `None` where the position of the claim has no place on the board, or what is found has no room in the memory that is
    /// left.
    pub(super) fn new(
        games: &'a ProofGames,
        whole: &'a LateBoard,
        claimed: Stones,
        pairs_cancel: bool,
        run: &'a Run,
    ) -> Option<Self> {
        let board = whole.largest()?;
        state(claimed, board)?;
        let mut held = Held::of(run);
        held.hold(BYTES_OF_CACHES).ok()?;
        Some(BoardSums {
            games,
            board,
            moves: board.rules().moves().masks().to_vec(),
            pairs_cancel,
            needed: HashSet::new(),
            states: Vec::new(),
            waiting: vec![Vec::new(); board.rules().cells() as usize + 1],
            sums: Recent::new(),
            parts: Recent::new(),
            refuted: Recent::new(),
            uses: Some(Uses::new(run)),
            uses_before: Uses::new(run),
            held_by_sums: Held::of(run),
            _held: held,
            run,
        })
    }

    /// The proof of what `show` needs and refutes. Each pass gathers its sums anew and prefers those that the pass before it
    /// found to be replies to many options. The fewest sums of a pass are taken.
    pub(super) fn proof(
        mut self,
        mut show: impl FnMut(&mut Self) -> Result<(), NotProved>,
    ) -> Result<ProofBody, NotProved> {
        show(&mut self)?;
        self.close()?;
        let mut fewest = take(&mut self.states);
        for _ in 1..MOST_PASSES {
            let Some(uses) = self.uses.take() else { break };
            self.begin_again(uses);
            match show(&mut self).and_then(|()| self.close()) {
                Err(NotProved::Stopped(StopReason::Memory)) => break,
                other => other?,
            }
            let spared = fewest.len().saturating_sub(self.states.len());
            if spared > 0 {
                fewest = take(&mut self.states);
            }
            if spared < fewest.len() / LEAST_SPARED {
                break;
            }
        }
        self.body(&fewest)
    }

    /// Shows all that is needed, the largest first.
    fn close(&mut self) -> Result<(), NotProved> {
        for size in (0..self.waiting.len()).rev() {
            // A reply is smaller than the sum that it helps to show.
            for state in take(&mut self.waiting[size]) {
                self.run.check()?;
                for place in 0..self.moves.len() {
                    let taken = self.moves[place];
                    if state & taken == taken {
                        self.reply_to(state & !taken)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Needs nothing, and prefers from now on the sums that are replies to many options by this count.
    fn begin_again(&mut self, uses: Uses) {
        self.needed.clear();
        self.states.clear();
        self.waiting.iter_mut().for_each(Vec::clear);
        self.held_by_sums = Held::of(self.run);
        self.refuted = Recent::new();
        self.uses_before = uses;
        self.uses = Some(Uses::new(self.run));
    }

    fn need_sum(&mut self, sum: StateSum) -> Result<(), NotProved> {
        if self.needed.insert(sum.key) {
            if self.held_by_sums.hold(BYTES_OF_SUM).is_err() {
                // The counts give their room to the sums.
                self.uses = None;
                self.held_by_sums.hold(BYTES_OF_SUM)?;
            }
            self.states.push(sum.state);
            self.waiting[sum.size() as usize].push(sum.state);
        }
        Ok(())
    }

    /// Needs a reply to a state, unless it has no moves.
    fn reply_to(&mut self, state: u64) -> Result<(), NotProved> {
        let StateSum { state, key } = self.sum_of(state);
        if state == 0 || self.refuted.get(key as u64) == Some(key) {
            return Ok(());
        }
        // Among all replies to it: one that is needed already, else the one with the most uses, else the smallest.
        let mut is_refuted = false;
        let mut best: Option<(Preference, StateSum)> = None;
        for place in 0..self.moves.len() {
            let taken = self.moves[place];
            if state & taken != taken || self.board.outcome(state & !taken) != Outcome::P {
                continue;
            }
            let reply = self.sum_of(state & !taken);
            is_refuted |= self.needed.contains(&reply.key);
            if is_refuted && self.uses.is_none() {
                break;
            }
            if self.uses.as_mut().is_some_and(|uses| !uses.count(reply.key)) {
                self.uses = None;
            }
            let preference = (Reverse(self.uses_before.of(reply.key)), reply.size());
            if best.is_none_or(|(best, _)| preference < best) {
                best = Some((preference, reply));
            }
        }
        self.refuted.put(key as u64, key);
        if is_refuted {
            return Ok(());
        }
        let no_reply = || NotProved::Fault("a sum that was found to be won has no winning move".to_owned());
        self.need_sum(best.ok_or_else(no_reply)?.1)
    }

    /// A state as a sum.
    fn sum_of(&mut self, state: u64) -> StateSum {
        if let Some(known) = self.sums.get(state) {
            return known;
        }
        let mut sum = StateSum { state: 0, key: 0 };
        let mut single = None;
        let (parts, count) = self.parts_of(state);
        for &part in &parts[..count] {
            let (key, is_single) = self.key_of_part(part);
            if is_single && self.pairs_cancel {
                single = if single.is_none() { Some(part) } else { None };
            } else {
                sum.key = sum.key.wrapping_add(key);
                sum.state |= part;
            }
        }
        if let Some(part) = single {
            sum.key = sum.key.wrapping_add(KEY_OF_SINGLE);
            sum.state |= part;
        }
        self.sums.put(state, sum);
        sum
    }

    /// The sets of stones that are joined by moves, and how many they are. Stones that no move takes are in none.
    fn parts_of(&self, state: u64) -> ([u64; 64], usize) {
        let (mut parts, mut count) = ([0; 64], 0);
        for &taken in self.moves.iter().filter(|&&taken| state & taken == taken) {
            let (mut part, mut place) = (taken, 0);
            while place < count {
                if parts[place] & taken == 0 {
                    place += 1;
                } else {
                    part |= parts[place];
                    count -= 1;
                    parts[place] = parts[count];
                }
            }
            parts[count] = part;
            count += 1;
        }
        (parts, count)
    }

    /// The key of a part, the same for all its images, and whether it is a single move.
    fn key_of_part(&mut self, part: u64) -> (u128, bool) {
        if let Some(known) = self.parts.get(part) {
            return known;
        }
        let least = canonical(cropped(Packed { cells: part, columns: self.board.rules().columns() }));
        let half = |number: u8| {
            let mut hasher = DefaultHasher::new();
            (number, least.columns, least.cells).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        let moves_in = |cells: u64| self.moves.iter().filter(move |&&taken| cells & taken == taken);
        let is_single = moves_in(part).all(|taken| moves_in(part & !taken).next().is_none());
        let known = (half(0) << 64 | half(1), is_single);
        self.parts.put(part, known);
        known
    }

    /// States as the parts and sums of a proof.
    fn body(self, states: &[u64]) -> Result<ProofBody, NotProved> {
        let BoardSums { games, board, pairs_cancel, run, .. } = self;
        drop(self);
        let (rows, columns) = (board.rules().rows() as u16, board.rules().columns() as u16);
        let mut held = Held::of(run);
        let mut numbers: HashMap<ProofPart, u32> = HashMap::new();
        let mut sums: Vec<Box<[u32]>> = Vec::with_capacity(states.len());
        for &state in states {
            run.check()?;
            let piece = ProofPart { game: 0, rows, columns, cells: PackedCells::Few(state.into()) };
            let parts = games.parts(&[ProofTerm { game: 0, pieces: vec![piece] }]);
            let (mut sum, mut singles) = (Vec::new(), 0);
            for part in parts.map_err(NotProved::Fault)? {
                if pairs_cancel && is_single_move(games, &part).map_err(NotProved::Fault)? {
                    singles += 1;
                    continue;
                }
                let next = numbers.len() as u32 + 1;
                sum.push(*numbers.entry(part).or_insert(next));
            }
            sum.extend((singles % 2 == 1).then_some(SINGLE));
            // An allocator keeps about as much beside a box as the box itself is.
            held.hold(2 * size_of::<Box<[u32]>>() + size_of_val(&*sum))?;
            sums.push(sum.into());
        }
        Ok(body_of(numbers.into_iter().collect(), sums))
    }
}

impl SumsOfProof for BoardSums<'_> {
    type Sum = u64;

    fn sum(&mut self, _: &[ProofPart], stones: Option<Stones>) -> Result<u64, NotProved> {
        let state = stones.and_then(|stones| state(stones, self.board));
        state.ok_or_else(|| NotProved::Fault("a move leaves a board of other sides".to_owned()))
    }

    fn is_p(&mut self, state: &u64) -> Result<bool, NotProved> {
        Ok(self.board.outcome(*state) == Outcome::P)
    }

    fn need(&mut self, state: &u64) -> Result<(), NotProved> {
        let sum = self.sum_of(*state);
        self.need_sum(sum)
    }

    fn refute(&mut self, state: &u64) -> Result<(), NotProved> {
        self.reply_to(*state)
    }
}

/// The key of the single move that is left where others have gone in pairs, whatever it looks like.
const KEY_OF_SINGLE: u128 = 1;

/// What a reply is preferred by: the most uses that the pass before counted, then the fewest stones.
type Preference = (Reverse<u32>, u32);

/// The last pass is the one that spares less than one sum in this many.
const LEAST_SPARED: usize = 50;

/// The bytes of what is remembered of states.
const BYTES_OF_CACHES: usize =
    Recent::<StateSum>::BYTES + Recent::<(u128, bool)>::BYTES + Recent::<u128>::BYTES;

/// About the bytes that a sum takes that is needed: its key in a set, its state in three lists.
const BYTES_OF_SUM: usize = 2 * size_of::<u128>() + 6 * size_of::<u64>();

/// The smallest board that holds some stones; `None` where there are none.
pub(super) fn smallest_board(stones: Stones) -> Option<Stones> {
    let Stones { columns, cells, .. } = stones;
    let board = (cells != 0).then(|| cropped(Packed { cells, columns }))?;
    Some(Stones { rows: board.rows(), columns: board.columns, cells: board.cells })
}

/// Stones as a state of a board, in its first rows and columns, and turned over where they have no room otherwise; `None`
/// where they have none.
fn state(stones: Stones, board: &SmallBoard) -> Option<u64> {
    let Some(stones) = smallest_board(stones) else { return Some(0) };
    let (rows, columns) = (board.rules().rows(), board.rules().columns());
    let has_room = |stones: &Stones| stones.rows <= rows && stones.columns <= columns;
    let lying = [stones, stones.turned_over()].into_iter().find(has_room)?;
    Some(lying.on_board(columns))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;
    use crate::proving::claimed::Claimed;
    use crate::proving::{show_sums, single_move};
    use crate::{Approach, Position, Request, Shelf};
    use grundy_check::proof::{ProofClaim, ProofFile, ProofGame, SINGLE_PAIRS, check_proof};
    use grundy_core::{Convention, Limits};
    use grundy_tables::TableGame;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// All states of a board of a game.
    fn whole(game: &TableGame, sides: (u32, u32)) -> LateBoard {
        let late = LateBoard::new(sides, 0);
        while late.largest().is_none() {
            late.open(|| Some(game.clone()), &Run::unlimited());
        }
        assert!(late.is_whole());
        late
    }

    /// A proof of all winning moves of a position, or of its outcome.
    fn proved(whole: &LateBoard, heading: &str, board: &str, may_use_lemmas: bool, moves: bool) -> ProofFile {
        let games = vec![ProofGame { heading: heading.to_owned(), rules: None }];
        let position = format!("{heading} {board}");
        let rules = ProofGames::new(&games, &[&position], Convention::Misere, &[]).unwrap();
        let answer = position.parse::<Position>().unwrap().solve(&Request {
            convention: Some(Convention::Misere),
            approach: Approach::Definition,
            named_moves: usize::MAX,
            ..Request::default()
        });
        let outcome = answer.outcome.unwrap();
        let mut claim = ProofClaim { position, outcome, nimber: None, winning: moves.then(Vec::new) };
        let claimed = Claimed::read(&rules, &claim.position, Convention::Misere, &Run::unlimited()).unwrap();
        let single = if may_use_lemmas {
            single_move(&rules, &claim.position, &Run::unlimited()).unwrap()
        } else {
            None
        };
        let run = Run::unlimited();
        let sums = BoardSums::new(&rules, whole, claimed.stones.unwrap(), single.is_some(), &run).unwrap();
        let body = sums.proof(|sums| show_sums(sums, &mut claim, &claimed)).unwrap();
        if let Some(winning) = &claim.winning {
            let (mut shown, mut found) = (winning.clone(), answer.winning);
            shown.sort_unstable();
            found.sort_unstable();
            assert_eq!(shown, found, "{}", claim.position);
        }
        let lemmas = single.map(|_| SINGLE_PAIRS.to_owned()).into_iter().collect();
        ProofFile { convention: Convention::Misere, games, claims: vec![claim], lemmas, body }
    }

    #[test]
    fn what_a_board_proves_is_shown_by_the_rules() {
        let games = [
            ("2d-nim", (4, 4)),
            ("2d-nim max=2", (3, 5)),
            ("2d-nim max=any", (5, 3)),
            ("boxing-match", (4, 4)),
            ("cram", (4, 5)),
        ];
        let mut dice = ChaCha8Rng::seed_from_u64(66);
        for (heading, (rows, columns)) in games {
            let game = Shelf::builtin().table_game(heading).unwrap();
            let whole = whole(&game, (rows, columns));
            let mut most = 0;
            for round in 0..30 {
                // Boards of other sides lie in a corner, or turned over.
                let (high, wide) = if round % 3 == 0 { (columns, rows) } else { (rows, columns - round % 2) };
                let cells = dice.random::<u64>() | dice.random::<u64>();
                let full = Stones::full(high, wide);
                let board = game.marks().write(Stones { cells: full.cells & cells, ..full });
                for may_use_lemmas in [true, false] {
                    let file = proved(&whole, heading, &board, may_use_lemmas, round % 4 != 0);
                    check_proof(&file, &Run::unlimited())
                        .unwrap_or_else(|told| panic!("{heading} {board}: {told}"));
                    assert_eq!(ProofFile::read(&file.bytes()).unwrap(), file);
                    most = most.max(file.body.len());
                }
            }
            assert!(most >= 10, "{heading}: {most}");
        }
    }

    #[test]
    fn later_passes_spare_sums_where_counts_have_room() {
        let whole = whole(&TableGame::two_d_nim(Some(3)), (4, 5));
        let games = [ProofGame { heading: "2d-nim".to_owned(), rules: None }];
        let games = ProofGames::new(&games, &[], Convention::Misere, &[]).unwrap();
        let claimed = Claimed::read(&games, "2d-nim 4x5", Convention::Misere, &Run::unlimited()).unwrap();
        let length = |passes: bool, memory: usize| {
            let run = Run::new(Limits { memory: Some(memory as u64), ..Limits::default() });
            let mut sums = BoardSums::new(&games, &whole, claimed.stones.unwrap(), true, &run).unwrap();
            sums.uses = sums.uses.filter(|_| passes);
            let mut claim = ProofClaim {
                position: "2d-nim 4x5".to_owned(),
                outcome: Outcome::N,
                nimber: None,
                winning: Some(Vec::new()),
            };
            let body = sums.proof(|sums| show_sums(sums, &mut claim, &claimed));
            assert_eq!(run.memory_left(), Some(memory as u64), "all of it is given back");
            body.map(|body| body.len())
        };
        let one_pass = length(false, 1 << 30).unwrap();
        assert!(length(true, 1 << 30).unwrap() < one_pass * 19 / 20);
        // Without room for counts there is one pass, and without room for sums there is no proof.
        let sums = one_pass * BYTES_OF_SUM;
        assert_eq!(length(true, BYTES_OF_CACHES + sums), Ok(one_pass));
        let stopped = Err(NotProved::Stopped(StopReason::Memory));
        assert_eq!(length(true, BYTES_OF_CACHES + sums - 1), stopped);
    }

    #[test]
    fn a_position_without_a_place_on_the_board_is_left_to_others() {
        let whole = whole(&TableGame::two_d_nim(Some(3)), (3, 4));
        let games = [ProofGame { heading: "2d-nim".to_owned(), rules: None }];
        let games = ProofGames::new(&games, &[], Convention::Misere, &[]).unwrap();
        let run = Run::unlimited();
        let of = |stones| BoardSums::new(&games, &whole, stones, true, &run);
        assert!(of(Stones::full(4, 3)).is_some());
        assert!(of(Stones::full(4, 4)).is_none());
        assert!(of(Stones { rows: 5, columns: 4, cells: 0xfff << 4 }).is_some(), "with empty rows around");
        let small = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() });
        assert!(BoardSums::new(&games, &whole, Stones::full(3, 4), true, &small).is_none());
    }
}
