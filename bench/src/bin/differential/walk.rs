//! One part of the run: positions of one game, alone and in sums, by every road.

use crate::reference::{Graph, NoGraph, Worth, sum};
use crate::roads::{self, CONVENTIONS, Expected, Road, Tables};
use crate::sketch;
use crate::tally::{DEPTHS, Difference, Tally};
use grundy::store::Store;
use grundy::{Answer, Card, Convention, Position, Shelf};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The number of positions in a part. Every part has a store of its own.
const CHUNK: u64 = 1000;
/// Two in this many positions are sums.
const SUMS: u32 = 5;
/// The most positions that can be reached from a position that is not a sum: the first number, and the second in
/// one part of [`DEEP`].
const LARGE: [usize; 2] = [3_000, 20_000];
/// See [`LARGE`].
const DEEP: u64 = 8;
/// The most positions that can be reached from a term of a sum.
const SMALL: usize = 400;
/// The most positions that can be reached from a sum.
const PAIRS: usize = 20_000;
/// `--method definition` is asked only where at most this many positions can be reached.
const DEFINITION: usize = 120;
/// The number of sums of one depth that are tried before the next depth.
const TRIES: usize = 5;
/// The store is asked only for positions whose terms take at least this effort.
const LEAST_EFFORT: u64 = 16;

/// All parts of a run.
pub struct Chunks;

impl Chunks {
    /// The parts of a run of `positions` positions, shared evenly by all games, or of one game.
    pub fn of(positions: u64, seed: u64, only: Option<&str>) -> Vec<Chunk> {
        let is_meant = |id: &str| only.is_none_or(|only| only == id);
        let games: Vec<usize> =
            (0..Shelf::builtin().games().len()).filter(|&game| is_meant(&card(game).id)).collect();
        let share = positions.div_ceil(games.len().max(1) as u64);
        let mut chunks = Vec::new();
        for number in 0..share.div_ceil(CHUNK) {
            let positions = CHUNK.min(share - number * CHUNK);
            let terms: Arc<OnceLock<Vec<Terms>>> = Arc::default();
            chunks.extend(games.iter().map(|&game| Chunk {
                game,
                number,
                positions,
                seed,
                terms: Arc::clone(&terms),
            }));
        }
        chunks
    }
}

/// A part of a run.
pub struct Chunk {
    /// The game's place in the list.
    pub game: usize,
    number: u64,
    positions: u64,
    seed: u64,
    /// Terms of all games: the parts with the same number share them.
    terms: Arc<OnceLock<Vec<Terms>>>,
}

/// What a game gives to the sums of others.
struct Terms {
    graphs: Vec<Graph>,
    /// What was found when the graphs were made.
    tally: Tally,
}

/// A position and what the definition says of it.
struct Case {
    text: String,
    worth: Worth,
    options: Vec<Worth>,
    /// How many positions can be reached from it.
    reach: usize,
    is_sum: bool,
}

impl Chunk {
    /// Compares all its positions.
    pub fn compare(&self, tables: &Tables, folder: &Path) -> Tally {
        let mut tally = Tally::default();
        let cases = self.draw(&mut tally);
        for (place, case) in cases.iter().enumerate() {
            tally.note(&case.text, case.worth.depth, case.is_sum, case.worth.nimber.is_none());
            Comparison { case, tally: &mut tally }.all_roads(tables, place % 2 == 0);
        }
        let file = folder.join(format!("store-{}-{}", self.game, self.number));
        self.by_store(&cases, &file, &mut tally);
        let _ = std::fs::remove_file(file);
        tally
    }

    /// For one of several purposes, of a game.
    fn dice(&self, purpose: u64, game: usize) -> ChaCha8Rng {
        let mixed =
            self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ purpose << 56 ^ self.number << 16 ^ game as u64;
        ChaCha8Rng::seed_from_u64(mixed)
    }

    /// The graphs of every game that stand in sums with others.
    fn terms(&self) -> &[Terms] {
        self.terms.get_or_init(|| {
            let of_game = |game| {
                let (mut dice, mut tally) = (self.dice(1, game), Tally::default());
                let graphs = several(game, 3, &mut dice, &mut tally);
                Terms { graphs, tally }
            };
            (0..Shelf::builtin().games().len()).map(of_game).collect()
        })
    }

    /// Positions of the game, about two in five of them sums with every game of the list.
    fn draw(&self, tally: &mut Tally) -> Vec<Case> {
        let mut dice = self.dice(0, self.game);
        let sums = self.positions * 2 / u64::from(SUMS);
        let mut cases = self.alone((self.positions - sums) as usize, &mut dice, tally);
        // Where a game has few positions alone, more sums stand for them.
        let missing = self.positions as usize - cases.len();
        self.in_sums(missing, &mut cases, &mut dice, tally);
        cases
    }

    fn alone(&self, wanted: usize, dice: &mut ChaCha8Rng, tally: &mut Tally) -> Vec<Case> {
        let large = LARGE[usize::from(self.number % DEEP == DEEP - 1)];
        let (mut cases, mut seen) = (Vec::new(), HashSet::new());
        for _ in 0..wanted {
            if cases.len() >= wanted {
                break;
            }
            let Some(graph) = graph(self.game, 8..=16, large, dice, tally) else { continue };
            let take = (graph.len() / 12).clamp(4, 2_000).min(wanted - cases.len());
            for _ in 0..2 * take {
                let Some(number) = at_some_depth(&graph, &DEPTHS, dice) else { break };
                let text = graph.text(number).to_owned();
                if seen.insert(text.clone()) {
                    let (worth, options) = (graph.worth(number), graph.options(number));
                    let reach = graph.reach_of(number);
                    cases.push(Case { text, worth, options, reach, is_sum: false });
                }
                if cases.len() >= wanted {
                    break;
                }
            }
        }
        cases
    }

    fn in_sums(&self, wanted: usize, cases: &mut Vec<Case>, dice: &mut ChaCha8Rng, tally: &mut Tally) {
        let own = several(self.game, 12, dice, tally);
        let terms = self.terms();
        tally.add(terms[self.game].tally.clone());
        let mut seen = HashSet::new();
        for attempt in 0..40 * wanted {
            let others = &terms[attempt % terms.len()].graphs;
            if seen.len() == wanted || own.is_empty() {
                break;
            }
            if others.is_empty() {
                continue;
            }
            let (one, other) =
                (&own[dice.random_range(0..own.len())], &others[dice.random_range(0..others.len())]);
            // Every depth has its turn, whether or not small positions are more common.
            let depth = DEPTHS.start() + (attempt / TRIES) as u32 % (DEPTHS.end() - DEPTHS.start() + 1);
            let first = dice.random_range(1..depth);
            let terms = at_some_depth(one, &(first..=first), dice).zip(at_some_depth(
                other,
                &(depth - first..=depth - first),
                dice,
            ));
            let Some((first, second)) = terms else { continue };
            let (mut terms, mut texts) =
                ([(one, first), (other, second)], [one.text(first), other.text(second)]);
            if dice.random() {
                terms.reverse();
                texts.reverse();
            }
            let text = texts.join(" + ");
            if seen.contains(&text) {
                continue;
            }
            let Some((worth, options)) = sum(terms[0], terms[1], PAIRS) else { continue };
            let reach = one.reach_of(first) * other.reach_of(second);
            seen.insert(text.clone());
            cases.push(Case { text, worth, options, reach, is_sum: true });
        }
    }

    /// A first search fills a store; a second one reads what it has, by another handle of the file.
    fn by_store(&self, cases: &[Case], file: &Path, tally: &mut Tally) {
        let is_asked = |case: &&Case| {
            let Ok(position) = roads::anew(&case.text) else { return false };
            position.terms().iter().any(|term| term.effort() >= LEAST_EFFORT)
        };
        let cases: Vec<&Case> = cases.iter().filter(is_asked).collect();
        for round in 0..2 {
            let store = Arc::new(Store::open(file).expect("a store in a temporary folder can be opened"));
            for case in &cases {
                let Some(position) = roads::with_store(&case.text, &store) else { continue };
                let mut comparison = Comparison { case, tally };
                let nodes = comparison.hold(&position, Road::Store);
                tally.nodes[round] += nodes;
                if round == 0 {
                    position.save().expect("a store in a temporary folder can be written");
                } else {
                    tally.roads[Road::Store as usize] += 1;
                }
            }
        }
    }
}

/// Small graphs of a game.
fn several(game: usize, count: usize, dice: &mut ChaCha8Rng, tally: &mut Tally) -> Vec<Graph> {
    (0..count).filter_map(|_| graph(game, 2..=9, SMALL, dice, tally)).collect()
}

/// All that can be reached from a random position of a game, of the largest size drawn that is allowed.
fn graph(
    game: usize,
    sizes: std::ops::RangeInclusive<usize>,
    most: usize,
    dice: &mut ChaCha8Rng,
    tally: &mut Tally,
) -> Option<Graph> {
    let card = card(game);
    let mut size = dice.random_range(sizes);
    for _ in 0..20 {
        let text = sketch::draw(&card.id, &card.example, size, dice);
        match Graph::of(&text, most) {
            Ok(mut graph) => {
                for (position, what) in std::mem::take(&mut graph.faults) {
                    let command = format!("grundy solve --method definition --moves all \"{position}\"");
                    tally.differences.push(Difference { position, what, command });
                }
                tally.moves_checked += graph.moves_checked;
                return Some(graph);
            }
            Err(NoGraph::TooLarge) => size = (size - 1).max(2),
            Err(NoGraph::Refused) => _ = tally.refused.insert(text),
        }
    }
    None
}

/// A position of the graph whose depth is in the range. Three depths are drawn and the largest is taken: most
/// graphs have small depths and few have large ones.
fn at_some_depth(
    graph: &Graph,
    depths: &std::ops::RangeInclusive<u32>,
    dice: &mut ChaCha8Rng,
) -> Option<u32> {
    let there: Vec<&Vec<u32>> = graph
        .by_depth()
        .iter()
        .enumerate()
        .filter_map(|(depth, positions)| {
            (depths.contains(&(depth as u32)) && !positions.is_empty()).then_some(positions)
        })
        .collect();
    if there.is_empty() {
        return None;
    }
    let drawn = (0..3).map(|_| dice.random_range(0..there.len())).max().unwrap_or(0);
    let positions = there[drawn];
    Some(positions[dice.random_range(0..positions.len())])
}

/// A position on its roads.
struct Comparison<'c> {
    case: &'c Case,
    tally: &'c mut Tally,
}

impl Comparison<'_> {
    fn all_roads(&mut self, tables: &Tables, takes_nimbers: bool) {
        for road in [Road::Best, Road::Search, Road::Threads, Road::Definition] {
            if road == Road::Definition && self.case.reach > DEFINITION {
                continue;
            }
            match roads::anew(&self.case.text) {
                Ok(position) => {
                    self.hold(&position, road);
                    self.tally.roads[road as usize] += 1;
                }
                Err(error) => self.differ(format!("refused: {error:?}"), road, Convention::Normal),
            }
        }
        self.by_tables(tables, takes_nimbers);
    }

    fn by_tables(&mut self, tables: &Tables, takes_nimbers: bool) {
        let Some(position) = tables.attach(&self.case.text, takes_nimbers) else { return };
        if !Tables::may_tell(&position) {
            return;
        }
        self.hold(&position, Road::Table);
        self.tally.roads[Road::Table as usize] += 1;
        if self.case.is_sum {
            return;
        }
        for answer in tables.answers(&self.case.text) {
            let has_nimber = answer.nimber.is_some();
            self.judge(&position, &answer, has_nimber, Road::Table);
        }
    }

    /// Solves under both conventions, and says how many positions were looked into.
    fn hold(&mut self, position: &Position, road: Road) -> u64 {
        let mut nodes = 0;
        for convention in CONVENTIONS {
            let answer = roads::solve(position, road, convention);
            nodes += answer.nodes;
            let is_theorem = road == Road::Best && answer.method == grundy::Method::Theorem;
            self.tally.theorems += u64::from(is_theorem && convention == Convention::Normal);
            self.judge(position, &answer, true, road);
        }
        nodes
    }

    fn judge(&mut self, position: &Position, answer: &Answer, has_nimber: bool, road: Road) {
        let what = match Expected::new(position, self.case.worth, &self.case.options) {
            Some(expected) => expected.differs(answer, has_nimber),
            None => Some("another number of moves than the terms have".to_owned()),
        };
        if let Some(what) = what {
            self.differ(what, road, answer.convention);
        }
    }

    fn differ(&mut self, what: String, road: Road, convention: Convention) {
        let position = self.case.text.clone();
        let command = road.command(&position, convention);
        let what = format!("{}, {convention} play: {what}", road.name());
        self.tally.differences.push(Difference { position, what, command });
    }
}

/// The card of a game by its place on the shelf.
fn card(game: usize) -> &'static Card {
    Shelf::builtin().cards().nth(game).expect("a place on the shelf")
}
