//! The search: what is wanted, how much effort it may take, and what came of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use grundy_core::{Run, Stopped};
use thiserror::Error;

use crate::board::{Board, Orders, Placement, pairs};
use crate::certify;
use crate::dice::Dice;
use crate::exact::{PackingCertificate, Slack};
use crate::overlap::Landscape;
use crate::polish::{self, Settled};
use crate::possible::Impossible;
use crate::problem::Problem;
use crate::walk::Walker;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackingGoal {
    /// A certified placement in the problem's cavity; the search stops at the first.
    Fit,
    /// The smallest cavity of the problem's shape; the search goes on until a limit. Only the shape of the
    /// problem's cavity matters, not its size.
    Minimise,
}

/// What makes a search repeatable, and when it is content.
///
/// ```
/// use grundy_packing::PackingOptions;
///
/// let options = PackingOptions { seed: 7, ..PackingOptions::default() };
/// assert_eq!(options.good_enough, None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PackingOptions {
    /// The seed of chance. One thread with the same seed and problem makes the same hops and finds the same
    /// placements in the same order. Default 1.
    pub seed: u64,
    /// When minimising, stop at a cavity whose longest measure (a diameter, or the longer side) is at most
    /// this. Default none.
    pub good_enough: Option<f64>,
}

impl PackingOptions {
    /// The most threads that are started.
    pub const MAX_THREADS: usize = 256;
}

impl Default for PackingOptions {
    fn default() -> Self {
        PackingOptions { seed: 1, good_enough: None }
    }
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Packing {
    /// Whether the disks fit the problem's cavity, with a proof in `certificate`.
    pub fits: bool,
    /// The proof for the problem's cavity, and its least slack.
    pub certificate: Option<(PackingCertificate, Slack)>,
    /// The proof for the smallest cavity found, and its least slack. The cavity's measures are rounded up to
    /// decimals, by about one part in `10^14`.
    pub smallest: (PackingCertificate, Slack),
    /// The longest measure of the smallest cavity found, as floating point: a figure to show, not a claim.
    pub cavity: f64,
    /// The centres in the smallest cavity, x and y, in the order of the problem.
    pub centres: Vec<(f64, f64)>,
    /// What stopped the search; none when it found what was asked for.
    pub stopped: Option<Stopped>,
    /// How many hops were made.
    pub hops: u64,
    /// How long the search took, without the certificates.
    pub elapsed: Duration,
}

/// Why nothing was searched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PackError {
    /// The disks cannot fit the cavity.
    #[error("they cannot fit: {0}")]
    Impossible(#[from] Impossible),
    /// There are more threads than [`PackingOptions::MAX_THREADS`].
    #[error("{0} threads are not possible: the limits are 1 and {max}", max = PackingOptions::MAX_THREADS)]
    Threads(usize),
}

/// Searches for a placement of a problem's disks.
///
/// Basin hopping over valleys of the squared overlaps; the best placements are polished by solving their
/// contacts, and proven with [`verify`](crate::verify). The search uses the threads of the run, each from a
/// start of its own, and counts hops as nodes; it looks at the run at every hop. A limit of nodes, unlike one
/// of time, makes even a stopped search repeatable. Without a limit, a search for the smallest cavity goes on
/// until it is cancelled. `better` is called at each new best, by the thread that found it. Whatever stops
/// it, a search has a placement to show.
///
/// The Formidable Fourteen take some hundredths of a second, radii 1 to 18 about half a second, radii 1 to 22
/// about twenty seconds; beyond that no end is in sight, only better cavities. A hop costs some microseconds
/// a disk.
///
/// # Errors
///
/// Under [`PackingGoal::Fit`], disks that obviously cannot fit, as found by [`Problem::possible`]; and a
/// number of threads out of bounds.
///
/// ```
/// use std::time::Duration;
/// use grundy_core::{Limits, Run};
/// use grundy_packing::{PackingGoal, PackingOptions, Problem, pack, verify};
///
/// let problem = Problem::from_text("2, 2, 2, 2, 2, 2, 2", "6.0001")?;
/// let run = Run::new(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() });
/// let packing = pack(&problem, PackingGoal::Fit, &PackingOptions::default(), &run, &|_| {})?;
/// let (certificate, slack) = packing.certificate.expect("seven coins fit");
/// assert_eq!(verify(&certificate)?, slack);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pack(
    problem: &Problem,
    goal: PackingGoal,
    options: &PackingOptions,
    run: &Run,
    better: &(dyn Fn(&Placement) + Sync),
) -> Result<Packing, PackError> {
    if run.threads() > PackingOptions::MAX_THREADS {
        return Err(PackError::Threads(run.threads()));
    }
    if goal == PackingGoal::Fit {
        problem.possible()?;
    }
    let enough = |settled: &Settled| match goal {
        PackingGoal::Fit => settled.size < problem.size() && certify::in_cavity(problem, settled).is_ok(),
        PackingGoal::Minimise => options.good_enough.is_some_and(|good| 2.0 * settled.size <= good),
    };
    // The best placement of one or two disks is known, and there is nothing to search for.
    let known = polish::best_of_two(&problem.radii(), problem.walls());
    let board = Board::new(Orders { run, hops: known.is_some().then_some(0), better, enough: &enough });
    if let Some(known) = known {
        board.offer(&known);
    }
    let walker = Walker::new(Landscape::new(&problem.radii(), problem.walls()));
    let next = AtomicU64::new(0);
    // A number a walk, so that one thread's walks do not depend on how long each takes.
    let work = || {
        let mut walker = walker.clone();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            walker.walk(&board, &mut Dice::new(options.seed, number));
            if board.stopped() {
                return;
            }
        }
    };
    if run.threads() == 1 {
        work();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..run.threads() {
                scope.spawn(work);
            }
        });
    }
    let (best, hops, elapsed, stopped) = board.close();
    let best = best.expect("the first walk offers a placement before any hop");
    let certificate = certify::in_cavity(problem, &best).ok();
    Ok(Packing {
        fits: certificate.is_some(),
        certificate,
        smallest: certify::tightest(problem, &best),
        cavity: 2.0 * best.size,
        centres: pairs(&best.at),
        stopped,
        hops,
        elapsed,
    })
}
