//! Misère play: the P-positions that a claim needs, from the largest sums down.
//!
//! Each option of a P-position needs a reply that is a P-position: one that is there already, else the smallest that is
//! known. A pass may count of each sum how many options it is a reply to; the next pass then takes the reply with the
//! highest count.

use super::sources::SumSource;
use super::{NotProved, SumsOfProof};
use grundy_check::proof::{ProofBody, ProofGames, ProofPart, SINGLE, is_single_move};
use grundy_core::{Held, Run, Stones};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};
use std::mem::take;
use std::rc::Rc;

/// A sum: the numbers of its parts, in order.
type Sum = Box<[u32]>;

/// The sums that are needed so far.
pub(super) struct Sums<'a> {
    games: &'a ProofGames,
    source: &'a mut dyn SumSource,
    pairs_cancel: bool,
    numbers: HashMap<ProofPart, u32>,
    /// The part that stands for a single move comes first, and is never written.
    parts: Vec<Listed>,
    needed: HashSet<Sum>,
    known: HashMap<Sum, (bool, u64)>,
    waiting: BinaryHeap<(u64, Reverse<Sum>)>,
    /// What the options of parts take that are listed.
    held_by_lists: Held,
    /// Room for the replies to an option, and for their places in the order of preference.
    replies: ListOfSums,
    preferred: Vec<Preference>,
    /// To how many options each sum is a reply, where that is counted or was counted.
    uses: HashMap<Sum, u32>,
    is_counting: bool,
    /// How often something was asked that was not known.
    pub(super) asked: u64,
    /// What the parts take.
    held: Held,
    run: &'a Run,
}

struct Listed {
    part: Option<ProofPart>,
    size: u64,
    options: Option<Rc<ListOfSums>>,
}

/// How many options a sum is a reply to, its size, and its place among the replies to an option.
type Preference = (Reverse<u32>, u64, usize);

/// Sums one after the other in one list of numbers.
#[derive(Default)]
struct ListOfSums {
    numbers: Vec<u32>,
    /// Where each of them ends.
    ends: Vec<usize>,
}

impl ListOfSums {
    fn get(&self, place: usize) -> &[u32] {
        &self.numbers[self.start(place)..self.ends[place]]
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.ends.len()).map(|place| self.get(place))
    }

    /// Where the sum at a place starts, or will start.
    fn start(&self, place: usize) -> usize {
        place.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.ends.clear();
    }
}

impl<'a> Sums<'a> {
    /// `single` is some part that is a single move, where one was met: it stands for all of them.
    pub(super) fn new(
        games: &'a ProofGames,
        source: &'a mut dyn SumSource,
        single: Option<&ProofPart>,
        run: &'a Run,
    ) -> Result<Self, NotProved> {
        if let Some(single) = single {
            source.add(single)?;
        }
        let options = Some(Rc::new(ListOfSums { numbers: Vec::new(), ends: vec![0] }));
        Ok(Sums {
            games,
            source,
            pairs_cancel: single.is_some(),
            numbers: HashMap::new(),
            parts: vec![Listed { part: None, size: 1, options }],
            needed: HashSet::new(),
            known: HashMap::new(),
            waiting: BinaryHeap::new(),
            held_by_lists: Held::of(run),
            replies: ListOfSums::default(),
            preferred: Vec::new(),
            uses: HashMap::new(),
            is_counting: false,
            asked: 0,
            held: Held::of(run),
            run,
        })
    }

    /// The parts and sums in the order of a proof.
    pub(super) fn finish(self) -> ProofBody {
        let used: BTreeSet<u32> =
            self.needed.iter().flatten().copied().filter(|&part| part != SINGLE).collect();
        let part = |&number: &u32| {
            (self.parts[number as usize].part.clone().expect("only a single move is no part"), number)
        };
        body_of(used.iter().map(part).collect(), self.needed.into_iter().collect())
    }

    /// Parts as a sum.
    pub(super) fn sum(&mut self, parts: &[ProofPart]) -> Result<Sum, NotProved> {
        let mut numbers = parts.iter().map(|part| self.number(part)).collect::<Result<Vec<u32>, _>>()?;
        self.put_in_order(&mut numbers, 0);
        Ok(numbers.into())
    }

    /// Needs a sum that is a P-position.
    pub(super) fn need(&mut self, sum: &[u32]) {
        if !self.needed.contains(sum) {
            self.needed.insert(sum.into());
            self.waiting.push((self.size(sum), Reverse(sum.into())));
        }
    }

    /// Needs a reply that shows that a sum is an N-position.
    pub(super) fn refute(&mut self, sum: &[u32]) -> Result<(), NotProved> {
        if sum.is_empty() {
            return Ok(());
        }
        let (mut replies, mut preferred) = (take(&mut self.replies), take(&mut self.preferred));
        self.list_options(sum, &mut replies)?;
        self.count_uses(&replies)?;
        let found = self.reply(&replies, &mut preferred)?;
        if let Some(reply) = found {
            self.need(reply);
        }
        let is_refuted = found.is_some();
        (self.replies, self.preferred) = (replies, preferred);
        match is_refuted {
            true => Ok(()),
            false => Err(NotProved::Fault("a sum that was found to be won has no winning move".to_owned())),
        }
    }

    /// Counts of these replies those that are known to be P-positions, where uses are counted.
    fn count_uses(&mut self, replies: &ListOfSums) -> Result<(), NotProved> {
        if self.is_counting {
            for reply in replies.iter() {
                if self.is_known(reply)? == Some(true) {
                    *self.uses.entry(reply.into()).or_default() += 1;
                }
            }
        }
        Ok(())
    }

    /// One of these sums that is a P-position: one that is needed already, else the most preferred that is known, else
    /// the most preferred.
    fn reply<'r>(
        &mut self,
        replies: &'r ListOfSums,
        preferred: &mut Vec<Preference>,
    ) -> Result<Option<&'r [u32]>, NotProved> {
        if let Some(needed) = replies.iter().find(|reply| self.needed.contains(*reply)) {
            return Ok(Some(needed));
        }
        let uses =
            |reply: &[u32]| if self.is_counting { 0 } else { self.uses.get(reply).map_or(0, |uses| *uses) };
        preferred.clear();
        preferred.extend(
            (0..).zip(replies.iter()).map(|(place, reply)| (Reverse(uses(reply)), self.size(reply), place)),
        );
        preferred.sort_unstable();
        let in_order = || preferred.iter().map(|&(_, _, place)| replies.get(place));
        for reply in in_order() {
            if self.is_known(reply)? == Some(true) {
                return Ok(Some(reply));
            }
        }
        for reply in in_order() {
            if self.ask(reply)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Counts from now on to how many options each sum is a reply.
    pub(super) fn count_replies(&mut self) {
        self.is_counting = true;
    }

    /// Needs nothing, and prefers from now on the sums with the highest counts.
    pub(super) fn begin_again(&mut self) {
        self.is_counting = false;
        self.needed.clear();
        self.waiting.clear();
    }

    /// Shows all sums that are needed.
    pub(super) fn close(&mut self) -> Result<(), NotProved> {
        let mut options = ListOfSums::default();
        while let Some((_, Reverse(sum))) = self.waiting.pop() {
            self.run.check()?;
            self.list_options(&sum, &mut options)?;
            for option in options.iter() {
                self.refute(option)?;
            }
        }
        Ok(())
    }

    fn size(&self, sum: &[u32]) -> u64 {
        sum.iter().map(|&part| self.parts[part as usize].size).fold(0, u64::saturating_add)
    }

    /// Puts the numbers from `start` on in order, as a sum.
    fn put_in_order(&self, numbers: &mut Vec<u32>, start: usize) {
        numbers[start..].sort_unstable();
        if self.pairs_cancel {
            let singles = numbers[start..].iter().take_while(|&&number| number == SINGLE).count();
            numbers.drain(start..start + singles - singles % 2);
        }
    }

    fn number(&mut self, part: &ProofPart) -> Result<u32, NotProved> {
        if let Some(&number) = self.numbers.get(part) {
            return Ok(number);
        }
        let number = match self.pairs_cancel && is_single_move(self.games, part).map_err(NotProved::Fault)? {
            true => SINGLE,
            false => {
                // Places in the source have no single move where none stands for the others.
                self.source.add(part)?;
                self.held.hold(2 * size_of::<(ProofPart, Listed)>())?;
                let size = self.games.size(part);
                self.parts.push(Listed { part: Some(part.clone()), size, options: None });
                self.parts.len() as u32 - 1
            }
        };
        self.numbers.insert(part.clone(), number);
        Ok(number)
    }

    fn options_of_part(&mut self, number: u32) -> Result<Rc<ListOfSums>, NotProved> {
        let listed = &self.parts[number as usize];
        if let Some(options) = &listed.options {
            return Ok(Rc::clone(options));
        }
        let part = listed.part.clone().expect("the options of a single move are there");
        let listed = self.games.options(&part).map_err(NotProved::Fault)?;
        let mut sums = listed.iter().map(|option| self.sum(option)).collect::<Result<Vec<_>, _>>()?;
        sums.sort_unstable();
        sums.dedup();
        let ends = sums.iter().scan(0, |end, sum| {
            *end += sum.len();
            Some(*end)
        });
        let options = ListOfSums { ends: ends.collect(), numbers: sums.concat() };
        let bytes = size_of_val(&*options.numbers) + size_of_val(&*options.ends);
        if self.held_by_lists.bytes() + bytes > MOST_LISTED_BYTES {
            self.forget_options();
        }
        self.held_by_lists.hold(bytes)?;
        let options = Rc::new(options);
        self.parts[number as usize].options = Some(Rc::clone(&options));
        Ok(options)
    }

    /// Lists the options of parts anew when they are asked for again.
    fn forget_options(&mut self) {
        // Those of a single move cannot be listed anew.
        for listed in self.parts.iter_mut().filter(|listed| listed.part.is_some()) {
            listed.options = None;
        }
        self.held_by_lists = Held::of(self.run);
    }

    /// Lists the options of a sum in place of what `all` holds.
    fn list_options(&mut self, sum: &[u32], all: &mut ListOfSums) -> Result<(), NotProved> {
        all.clear();
        for (place, &number) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == number {
                continue;
            }
            let options = self.options_of_part(number)?;
            for option in options.iter() {
                let start = all.start(all.ends.len());
                all.numbers.extend_from_slice(&sum[..place]);
                all.numbers.extend_from_slice(&sum[place + 1..]);
                all.numbers.extend_from_slice(option);
                self.put_in_order(&mut all.numbers, start);
                all.ends.push(all.numbers.len());
            }
        }
        Ok(())
    }

    /// The numbers that the source has for a sum.
    fn told(&self, sum: &[u32]) -> Sum {
        let shift = u32::from(!self.pairs_cancel);
        sum.iter().map(|&number| number - shift).collect()
    }

    /// Whether a sum is a P-position, where it is known.
    fn is_known(&mut self, sum: &[u32]) -> Result<Option<bool>, NotProved> {
        if sum.is_empty() {
            return Ok(Some(false)); // whoever is to move has won
        }
        match self.known.get(sum) {
            Some(&(is_p, u64::MAX)) => return Ok(Some(is_p)),
            Some(&(_, asked)) if asked == self.asked => return Ok(None),
            _ => {}
        }
        let found = self.source.is_p_at_hand(&self.told(sum))?;
        if self.known.len() == MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(sum.into(), found.map_or((false, self.asked), |is_p| (is_p, u64::MAX)));
        Ok(found)
    }

    /// Whether a sum is a P-position, asked where it is not known.
    fn ask(&mut self, sum: &[u32]) -> Result<bool, NotProved> {
        if let Some(is_p) = self.is_known(sum)? {
            return Ok(is_p);
        }
        self.asked += 1;
        let is_p = self.source.is_p(&self.told(sum))?;
        self.known.insert(sum.into(), (is_p, u64::MAX));
        Ok(is_p)
    }
}

/// Parts with some numbers, and sums of them, in the order of a proof and numbered as there.
pub(super) fn body_of(mut parts: Vec<(ProofPart, u32)>, mut sums: Vec<Sum>) -> ProofBody {
    parts.sort_unstable();
    let mut places: HashMap<u32, u32> = parts.iter().map(|(_, number)| *number).zip(1..).collect();
    places.insert(SINGLE, SINGLE);
    for sum in &mut sums {
        sum.iter_mut().for_each(|number| *number = places[number]);
        sum.sort_unstable();
    }
    sums.sort_unstable();
    ProofBody::Sums { parts: parts.into_iter().map(|(part, _)| part).collect(), sums }
}

impl SumsOfProof for Sums<'_> {
    type Sum = Sum;

    fn sum(&mut self, parts: &[ProofPart], _: Option<Stones>) -> Result<Sum, NotProved> {
        self.sum(parts)
    }

    fn is_p(&mut self, sum: &Sum) -> Result<bool, NotProved> {
        self.ask(sum)
    }

    fn need(&mut self, sum: &Sum) -> Result<(), NotProved> {
        self.need(sum);
        Ok(())
    }

    fn refute(&mut self, sum: &Sum) -> Result<(), NotProved> {
        self.refute(sum)
    }
}

/// The lists of options take at most this many bytes together. A part whose list was dropped is listed again when it is met
/// again, and most parts are met once or twice.
const MOST_LISTED_BYTES: usize = 1 << 28;

/// So many sums are remembered at most.
const MOST_KNOWN: usize = 1 << 20;
