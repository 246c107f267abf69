//! Nimbers by the sparse rule, and the conditions of a sparse window.
//!
//! The rare heaps are those that the certificate lists. Each of them is worked out by the mex over all its
//! options; every other heap gets the least common nimber that no take and no rare part excludes, and must
//! have an option for every smaller rare one. These nimbers are worked out heap by heap (`chain`), or guessed and
//! verified, a block at once (`guessed`). A list with a heap too many, too few or wrong fails at that
//! heap, so what passes are the nimbers themselves.
//!
//! # The window theorem
//!
//! A move takes k beans, at most t of them, and leaves one heap, or two heaps, which may have to differ. A
//! nimber v is *common* at heap n if the parity of v & mask is odd, exchanged where n and kappa differ in
//! parity if by-heap is yes; else it is *rare*. A heap is what its own nimber is. If the class is by heap,
//! all k after which a heap may be broken have the parity of kappa. So a split has a common nimber exactly
//! when one of its parts is rare.
//!
//! Let R be the reach, A the anchor, W = R + t + 1, p the period. If
//!
//! 1. G(i) = G(i + p) for A - W < i <= A;
//! 2. every heap n in A + 1..=A + p is common, and every rare nimber below
//!    G(n) is the nimber of a take, or of a split with a part of at most R;
//! 3. no heap in R + 1..=A + p is rare;
//! 4. A > 2R + 2t, and p is even if the class is by heap,
//!
//! then G(n) = G(n - p) for every n > A - W + p. Proof, by induction on n > A + p, with 2 for every heap from
//! A + 1 to n - 1; write n' = n - p. A common nimber of an option of n is that of a take or of a split (r,
//! n - k - r), r <= R rare. Since n - k - r > A - W + p, it is G(n' - k - r) that stands beside r, in an
//! option of n', and the other way round; and n' - k - r > R, so the parts differ, and only one of them is
//! rare. So the options of n and of n' miss the same common nimbers. The least of these is G(n').
//! Every rare nimber below G(n') has a witness at n' by 2. Its larger part lies behind A - W as well, and p
//! more make a witness at n, of the same nimber and with the same smaller part. So G(n) = G(n'), and 2 holds
//! for n.
//!
//! | hypothesis | checked by |
//! |---|---|
//! | finitely many digits, at most two heaps left, saltus 0 | [`conditions`] |
//! | kappa is the parity of all k after which a heap may be broken | [`conditions`] |
//! | p is even where the class is by heap | [`conditions`] |
//! | the listed rare heaps are in order, from 1 on, and at most R | [`conditions`] |
//! | A > 2R + 2t | [`conditions`] |
//! | the preperiod is at most A - W + 1 | [`conditions`] |
//! | the terms reach A + p | [`conditions`] |
//! | 1, from the preperiod on | [`Repeat::judge`] |
//! | 2 for heaps by the plain rule | [`Checker::check_window`] |
//! | 2 for heaps by the sparse rule | `Witnesses::missing`, with R for the heaps of the window |
//! | 3 for heaps by the plain rule | [`Checker::check_plain`] |
//! | 3 for heaps by the sparse rule: those listed are rare, those not listed are common | [`Checker::check_rares`], `Witnesses::missing` |

mod chain;
mod conditions;
mod exclude;
mod guessed;
mod near;
mod planes;
mod repeat;
mod set;
mod space;
mod values;
mod witness;

use super::Refused;
use super::clock::{Clock, Halt};
use super::guess::{Guesser, Guesses};
use super::state::CheckState;
use chain::Chain;
use conditions::conditions;
use grundy_core::Run;
use grundy_heaps::{Code, Period, PeriodCertificate, SparseSpace};
use guessed::Guessed;
use planes::{BLOCK, Planes};
use repeat::Repeat;
use set::Set;
use space::Space;
use values::Values;
use witness::{LARGEST, SMALL, Witnesses};

/// Heaps worked out by the plain rule, beside twice the most beans taken.
const PLAIN: usize = 2 * SMALL;

/// The most indices of a set with which guesses are taken: with more, few of them occur within a block, and the chain,
/// which looks at those alone, is as fast.
const MOST_GUESSED: usize = 64;

/// Witnesses are chosen anew when the known heaps have doubled, up to here.
const CHOSEN: usize = 1 << 22;

/// What a check keeps to go on from.
pub(super) enum Keep {
    Nothing,
    /// From here, if it does not begin at heap 0; and at the end this is where it has come to.
    State(Option<CheckState>),
}

/// What works out the nimbers of the next block.
enum Rule<'a, S> {
    /// Guesses, each of which is verified.
    Guessed(Box<Guessed<'a, S>>),
    /// The sparse rule, heap by heap.
    Chain(Box<Chain<'a, S>>),
}

impl<S> Rule<'_, S> {
    /// The planes of what is known.
    fn planes(&self) -> &Planes<S> {
        match self {
            Rule::Guessed(guessed) => &guessed.planes,
            Rule::Chain(chain) => &chain.planes,
        }
    }
}

/// What is checked, and the heaps that the plain rule gave.
struct Checker<'a> {
    certificate: &'a PeriodCertificate,
    code: &'a Code,
    period: &'a Period,
    space: &'a SparseSpace,
    longest: u64,
    rares: Vec<(usize, u16)>,
    plain: Vec<u16>,
    terms: usize,
    guesser: Option<&'a dyn Guesser>,
}

/// Recomputes the nimbers of heaps `0..terms`, of at most `period.proof_terms`, and checks every condition of
/// the window theorem on them. The clock knows how many were. What is kept must have been found
/// [sound](is_sound).
pub(super) fn check(
    certificate: &PeriodCertificate,
    space: &SparseSpace,
    terms: u64,
    (keep, guesser): (&mut Keep, Option<&dyn Guesser>),
    clock: &mut Clock<'_>,
) -> Result<(), Halt> {
    let mut checker = Checker { guesser, ..Checker::new(certificate, space, terms)? };
    let (code, period, terms) = (checker.code, checker.period, checker.terms);
    let mut plain = Vec::new();
    let worked_out = super::plain::extend(code, checker.by_the_plain_rule().min(terms), &mut plain, clock);
    checker.plain = plain.into_iter().map(narrow).collect::<Result<_, Refused>>()?;
    // What is kept may serve a whole check another day.
    let is_whole = terms as u64 == period.proof_terms || matches!(keep, Keep::State(_));
    let mut repeat = Repeat::new(period, space.anchor, is_whole, clock)?;
    let checked = worked_out.and_then(|()| checker.check_all(&mut repeat, keep, clock));
    if checker.plain.len() > repeat.known() {
        repeat.extend(0, &checker.plain);
    }
    match checked {
        Ok(()) => Ok(repeat.judge(clock.known() == period.proof_terms)?),
        Err(Halt::Cut(cut)) => {
            checker.check_plain()?;
            repeat.judge(false)?;
            Err(Halt::Cut(cut))
        }
        Err(other) => Err(other),
    }
}

/// Whether a check of this certificate may go on from a state, as far as it relies on it: its lists are as long
/// as they must be, and no index is beyond the sets. Its nimbers are believed.
pub(super) fn is_sound(state: &CheckState, certificate: &PeriodCertificate, space: &SparseSpace) -> bool {
    let run = Run::unlimited();
    let checker = Checker::new(certificate, space, u64::MAX);
    let repeat = Repeat::new(&certificate.period, space.anchor, true, &mut Clock::new(&run));
    let (Ok(checker), Ok(repeat), Ok(known)) = (checker, repeat, usize::try_from(state.known)) else {
        return false;
    };
    let class = Space::new(space);
    let values = checker.no_values(checker.terms);
    let start = known.saturating_sub(state.latest.len());
    let fits = |(heap, &value): (usize, &u16)| {
        !class.is_common(heap, value) || (class.index(value) as u64) < state.indices
    };
    let least = checker.least_indices(&state.first[..state.first.len().min(checker.by_the_plain_rule())]);
    known.is_multiple_of(BLOCK)
        && known >= checker.by_the_plain_rule()
        && known < checker.terms.next_multiple_of(BLOCK) + BLOCK
        && [state.first.len(), state.latest.len()] == values.lengths(known)
        && repeat.may_be(known, &state.stretches)
        && sizes_of_sets(least).any(|size| size as u64 == state.indices)
        && (0..).zip(&state.first).chain((start..).zip(&state.latest)).all(fits)
}

/// The sizes of sets that are tried: powers of two, and halfway between.
fn sizes_of_sets(least: usize) -> impl Iterator<Item = usize> {
    let first = least.next_power_of_two().max(16);
    let next = |&size: &usize| Some(if size.is_power_of_two() { size / 2 * 3 } else { size / 3 * 4 });
    std::iter::successors(Some(first), next).take_while(|&size| size <= 256)
}

fn narrow(nimber: u32) -> Result<u16, Refused> {
    u16::try_from(nimber).or_else(|_| Refused::because("a nimber too large to check"))
}

impl<'a> Checker<'a> {
    /// What is to be checked, if the conditions hold that need no nimbers.
    fn new(
        certificate: &'a PeriodCertificate,
        space: &'a SparseSpace,
        terms: u64,
    ) -> Result<Checker<'a>, Refused> {
        let PeriodCertificate { code, period } = certificate;
        let longest = conditions(code, period, space)?;
        let terms = terms.min(period.proof_terms) as usize;
        let rares = space.rares.iter().map(|&(heap, nimber)| Ok((heap as usize, narrow(nimber)?)));
        let rares = rares.collect::<Result<_, Refused>>()?;
        Ok(Checker {
            certificate,
            code,
            period,
            space,
            longest,
            rares,
            plain: Vec::new(),
            terms,
            guesser: None,
        })
    }

    /// How many heaps the plain rule gives, if so many are asked for.
    fn by_the_plain_rule(&self) -> usize {
        (PLAIN + 2 * self.longest as usize).next_multiple_of(BLOCK)
    }

    /// No nimbers yet, of `terms` at most.
    fn no_values(&self, terms: usize) -> Values {
        Values::new(self.code, self.longest, (self.space.reach as usize).min(terms))
    }

    /// The indices of the nimbers of the plain rule and of all rare heaps. Rare nimbers below the pivot may all
    /// lie below the least common one.
    fn least_indices(&self, plain: &[u16]) -> usize {
        let class = Space::new(self.space);
        let nimbers = plain.iter().copied().chain(self.rares.iter().map(|rare| rare.1));
        let largest = nimbers.map(|nimber| class.index(nimber)).max().unwrap_or(0);
        (largest + 1).max(1 << self.space.mask.trailing_zeros())
    }

    /// Checks the heaps of the plain rule, then all others.
    fn check_all(&self, repeat: &mut Repeat, keep: &mut Keep, clock: &mut Clock<'_>) -> Result<(), Halt> {
        self.check_plain()?;
        self.check_window(clock)?;
        if self.plain.len() == self.terms {
            return Ok(());
        }
        for indices in sizes_of_sets(self.least_indices(&self.plain)) {
            if matches!(keep, Keep::State(Some(state)) if state.indices != indices as u64) {
                continue;
            }
            repeat.forget();
            clock.knows(self.plain.len());
            let checked = match indices {
                ..=32 => self.run_here::<u32>(indices, repeat, keep, clock),
                33..=64 => self.run_here::<[u64; 1]>(indices, repeat, keep, clock),
                65..=128 => self.run_here::<[u64; 2]>(indices, repeat, keep, clock),
                _ => self.run_here::<[u64; 4]>(indices, repeat, keep, clock),
            };
            match (checked, &mut *keep) {
                (Err(Halt::Full), Keep::State(state)) => *state = None,
                (Err(Halt::Full), Keep::Nothing) => {}
                (other, _) => return other,
            }
        }
        Err(Refused("a nimber too large to check".to_owned()).into())
    }

    /// Whether the rare heaps among those of the plain rule are those listed.
    fn check_plain(&self) -> Result<(), Refused> {
        let class = Space::new(self.space);
        let rares = self.plain.iter().copied().enumerate().skip(1);
        let mut rares = rares.filter(|&(heap, value)| !class.is_common(heap, value));
        let mut listed = self.rares.iter().copied().take_while(|rare| rare.0 < self.plain.len());
        loop {
            match (listed.next(), rares.next()) {
                (None, None) => return Ok(()),
                (one, other) if one == other => {}
                (Some((heap, nimber)), found) if found.is_none_or(|found| heap <= found.0) => {
                    return Refused::because(format!(
                        "heap {heap} is not rare with nimber {nimber} as listed"
                    ));
                }
                (_, found) => {
                    let heap = found.map_or(0, |found| found.0);
                    return Refused::because(format!("heap {heap} is rare, and is not listed"));
                }
            }
        }
    }

    /// Whether the heaps of the window that the plain rule gave have their options within the reach. That
    /// they are common, `check_plain` and the reach say.
    fn check_window(&self, clock: &mut Clock<'_>) -> Result<(), Halt> {
        let (anchor, end) = (self.space.anchor as usize, self.end());
        if anchor + 1 >= self.plain.len() {
            return Ok(());
        }
        let reach = self.space.reach as usize;
        let class = Space::new(self.space);
        let mut values = Values::new(self.code, self.longest, reach.min(self.plain.len()));
        values.extend(&self.plain);
        for heap in anchor + 1..self.plain.len().min(end + 1) {
            let rare = |value: &u16| !class.is_common(heap, *value);
            for value in (0..self.plain[heap]).filter(rare) {
                if !values.has_option(heap, value, reach, clock)? {
                    return Err(lacks(heap, value));
                }
            }
        }
        Ok(())
    }

    /// The last heap of the window one period later.
    fn end(&self) -> usize {
        (self.space.anchor + self.period.period) as usize
    }

    /// About the bytes that a run of `terms` heaps holds, with `in_a_set` indices in a set.
    fn bytes(&self, in_a_set: usize, terms: usize, values: &Values, repeat: &Repeat) -> u64 {
        let farthest = self.rares.last().map_or(0, |rare| rare.0) + 2 * self.longest as usize + LARGEST;
        let entries = self.rares.len() * (values.breaks().len() + values.takes().len());
        let all = [
            Planes::<u32>::bytes(in_a_set, farthest),
            values.bytes(terms),
            repeat.bytes(terms),
            48 * entries as u64,
            Witnesses::bytes(in_a_set),
        ];
        all.iter().fold(0, |sum, &bytes| sum.saturating_add(bytes))
    }

    /// Goes through all heaps with sets of `indices` indices, in the widest registers that the processor has.
    fn run_here<S: Set>(
        &self,
        indices: usize,
        repeat: &mut Repeat,
        keep: &mut Keep,
        clock: &mut Clock<'_>,
    ) -> Result<(), Halt> {
        /// Calls the run compiled for some features, where the processor has them.
        #[cfg(target_arch = "x86_64")]
        macro_rules! run_with {
            ($($feature:tt)+) => {
                if $(is_x86_feature_detected!($feature))&&+ {
                    $(#[target_feature(enable = $feature)])+
                    fn run_wide<S: Set>(
                        checker: &Checker<'_>,
                        indices: usize,
                        repeat: &mut Repeat,
                        keep: &mut Keep,
                        clock: &mut Clock<'_>,
                    ) -> Result<(), Halt> {
                        checker.run::<S>(indices, repeat, keep, clock)
                    }
                    // SAFETY: the processor has just been asked for every feature that the function is compiled for.
                    #[allow(unsafe_code)]
                    return unsafe { run_wide::<S>(self, indices, repeat, keep, clock) };
                }
            };
        }
        #[cfg(target_arch = "x86_64")]
        {
            run_with!("avx512f" "avx512bw" "avx512dq" "avx512vl" "bmi1" "bmi2" "popcnt");
            run_with!("avx2" "bmi1" "bmi2" "popcnt");
        }
        self.run::<S>(indices, repeat, keep, clock)
    }

    /// Goes through all heaps with sets of `indices` indices.
    #[inline(always)]
    fn run<S: Set>(
        &self,
        indices: usize,
        repeat: &mut Repeat,
        keep: &mut Keep,
        clock: &mut Clock<'_>,
    ) -> Result<(), Halt> {
        // What is kept serves the whole check, and all heaps of its blocks are looked at.
        let end = if let Keep::State(_) = keep { self.period.proof_terms as usize } else { self.terms };
        let mut values = self.no_values(end);
        clock.holds(self.bytes(S::INDICES, end, &values, repeat))?;
        match keep {
            Keep::State(Some(state)) => {
                let known = state.known as usize;
                values.restore(known, [&state.first, &state.latest]);
                repeat.restore(known, &state.stretches);
                clock.knows(known.min(self.terms));
            }
            _ => {
                values.extend(&self.plain);
                repeat.extend(0, &self.plain);
            }
        }
        let ended = self.go_on::<S>(indices, end, &mut values, repeat, clock);
        if let (Ok(()) | Err(Halt::Cut(_)), Keep::State(state)) = (&ended, keep) {
            *state = Some(self.state(indices, &values, repeat));
        }
        ended
    }

    /// What is known at the end of the last block that was checked.
    fn state(&self, indices: usize, values: &Values, repeat: &Repeat) -> CheckState {
        let known = repeat.known();
        let [first, latest] = values.kept(known).map(<[u16]>::to_vec);
        let stretches = repeat.kept();
        let state = CheckState::new(self.certificate, known as u64, indices as u64);
        CheckState { first, latest, stretches, ..state }
    }

    /// Goes on from what is known, and looks for options of the heaps before `end`.
    #[inline(always)]
    fn go_on<S: Set>(
        &self,
        indices: usize,
        end: usize,
        values: &mut Values,
        repeat: &mut Repeat,
        clock: &mut Clock<'_>,
    ) -> Result<(), Halt> {
        let reach = self.space.reach as usize;
        let class = Space::new(self.space);
        let back = LARGEST + self.longest as usize;
        let from_known = |values: &Values| {
            let known = values.latest_blocks();
            Rule::Chain(Box::new(Chain::<S>::new(class, &self.rares, known, values, indices, back)))
        };
        let guesses = self.guesses::<S>(end, values, repeat, clock);
        let guessed = guesses.and_then(|guesses| {
            Guessed::new(class, &self.rares, values.latest_blocks(), values, (indices, back), guesses)
        });
        let mut rule = guessed.map_or_else(|| from_known(values), |guessed| Rule::Guessed(Box::new(guessed)));
        let mut witnesses = Witnesses::new(class, values, rule.planes(), indices, reach);
        let mut choose = 2 * values.known();
        // Inside the window, smaller parts beyond the reach prove nothing.
        let (anchor, last) = (self.space.anchor as usize, self.end());
        let most = |heap: usize| if heap > anchor && heap <= last { reach } else { usize::MAX };
        let mut block = [0; BLOCK];
        while values.known() < self.terms {
            let heap = values.known();
            let is_there = match &mut rule {
                Rule::Guessed(guessed) => guessed.block(&mut block, clock)?,
                Rule::Chain(chain) => chain.block(&mut block, clock).map(|()| true)?,
            };
            if !is_there {
                rule = from_known(values);
                continue;
            }
            values.extend(&block);
            self.check_rares(values, heap, clock)?;
            let missing = witnesses.missing(class, values, rule.planes(), most, end, clock)?;
            if let Some((heap, value)) = missing {
                return Err(lacks(heap, value));
            }
            repeat.extend(heap, &block);
            clock.knows(values.known().min(self.terms));
            if values.known() >= choose && choose <= CHOSEN {
                witnesses = Witnesses::new(class, values, rule.planes(), indices, reach);
                choose *= 2;
            }
            clock.worked(WORK_A_BLOCK)?;
        }
        Ok(())
    }

    /// Guesses for what comes after the known heaps, where they make the check faster and there is room for them.
    fn guesses<S: Set>(
        &self,
        end: usize,
        values: &Values,
        repeat: &Repeat,
        clock: &mut Clock<'_>,
    ) -> Option<Box<dyn Guesses>> {
        let guesser = self.guesser.filter(|_| S::INDICES <= MOST_GUESSED)?;
        let bytes = guesser.bytes(self.code, self.space);
        clock.holds(self.bytes(S::INDICES, end, values, repeat).saturating_add(bytes)).ok()?;
        let (start, known) = values.latest_blocks();
        guesser.guesses(self.code, self.space, start as u64, known)
    }

    /// Whether the rare heaps of the block from `heap` on are worth what is listed, and are rare.
    fn check_rares(&self, values: &Values, heap: usize, clock: &mut Clock<'_>) -> Result<(), Halt> {
        let class = Space::new(self.space);
        let from = self.rares.partition_point(|rare| rare.0 < heap);
        for &(rare, nimber) in self.rares[from..].iter().take_while(|rare| rare.0 < heap + BLOCK) {
            if class.is_common(rare, nimber) || values.mex(rare, clock)? != nimber {
                let reason = format!("heap {rare} is not rare with nimber {nimber} as listed");
                return Err(Refused(reason).into());
            }
        }
        Ok(())
    }
}

/// The options of the plain rule that take about as long as a block.
const WORK_A_BLOCK: usize = 1 << 14;

fn lacks(heap: usize, value: u16) -> Halt {
    let reason = format!("heap {heap} has no option of nimber {value} in reach, and is not listed as rare");
    Halt::Refused(Refused(reason))
}
