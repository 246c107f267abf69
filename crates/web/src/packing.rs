//! Disks that a person or a search has put into a cavity.

use crate::address::Address;
use crate::jobs::{Budget, Difficulty};
use grundy::packing::{
    self, Meeting, PackError, Packing, PackingCertificate, PackingGoal, PackingOptions, PlacedDisk,
    Placement, Problem, ProblemError, Refusal, Slack,
};
use grundy::{Limits, Run};
use serde_json::json;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What stands for a disk that is not in the cavity.
const BESIDE: &str = "-";
/// Where the budget sets no limit to the time, a search has this long.
const LONGEST_SEARCH: Duration = Duration::from_secs(10);
/// Up to this number of disks a first, small budget may be enough.
const FEW: usize = 20;
/// An improvement smaller than this share of the cavity cannot be seen.
const VISIBLE: f64 = 2e-5;
/// The most improvements of one search that are reported.
const MOST_TOLD: usize = 500;

/// A problem, and where each of its disks was put.
#[derive(Clone)]
pub struct Arrangement {
    /// The disks and the cavity.
    pub problem: Problem,
    /// The centres as exact decimals, x and y; none for a disk that lies beside the cavity.
    pub centres: Vec<Option<(String, String)>>,
}

/// Why a text cannot be read as the places of disks.
#[derive(Debug)]
pub enum PlaceError {
    /// There are more or fewer places than disks.
    Count {
        /// How many disks there are.
        disks: usize,
        /// How many places.
        places: usize,
    },
    /// A place, counted from zero, is neither two numbers nor a dash.
    Unreadable(usize),
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceError::Count { disks, places } => {
                write!(
                    f,
                    "there are {disks} disks and {places} places: write one `x,y` a disk, or `{BESIDE}`"
                )
            }
            PlaceError::Unreadable(disk) => {
                write!(f, "the place of disk {} is not `x,y` or `{BESIDE}`", disk + 1)
            }
        }
    }
}

/// What the exact check says of an arrangement.
pub enum Verdict {
    /// All disks are in the cavity and apart, which is proven.
    Fits(PackingCertificate, Slack),
    /// Those that are in the cavity are apart and inside; others lie beside it.
    SoFar(Slack),
    /// No disk is in the cavity.
    Empty,
    /// Disks overlap, touch, stick out, or have a place that cannot be read.
    Refused(Refusal),
}

impl Arrangement {
    /// The disks of a problem, none of them in the cavity.
    pub fn beside(problem: Problem) -> Arrangement {
        let centres = vec![None; problem.diameters().len()];
        Arrangement { problem, centres }
    }

    /// Reads where the disks are: for each `x,y`, or `-` for one beside the cavity, with blanks between.
    /// Without any text all are beside it.
    pub fn read(problem: Problem, places: &str) -> Result<Arrangement, PlaceError> {
        let disks = problem.diameters().len();
        let words: Vec<&str> = places.split_whitespace().collect();
        if words.is_empty() {
            return Ok(Arrangement::beside(problem));
        }
        if words.len() != disks {
            return Err(PlaceError::Count { disks, places: words.len() });
        }
        let place = |(disk, word): (usize, &&str)| match word.split_once(',') {
            Some((x, y)) => Ok(Some((x.to_owned(), y.to_owned()))),
            None if *word == BESIDE => Ok(None),
            None => Err(PlaceError::Unreadable(disk)),
        };
        let centres = words.iter().enumerate().map(place).collect::<Result<_, _>>()?;
        Ok(Arrangement { problem, centres })
    }

    /// What a certificate claims for a problem of the same disks.
    pub fn of(problem: Problem, claim: &PackingCertificate) -> Arrangement {
        let centres = claim.disks.iter().map(|disk| Some((disk.x.clone(), disk.y.clone()))).collect();
        Arrangement { problem, centres }
    }

    /// How many disks are in the cavity, or on its edge.
    pub fn placed(&self) -> usize {
        self.centres.iter().flatten().count()
    }

    /// The exact check of all that is in the cavity.
    pub fn verdict(&self) -> Verdict {
        let diameters = self.problem.diameters().iter();
        // Which disk of the problem each disk of the claim is.
        let mut numbers = Vec::new();
        let mut claim = PackingCertificate { cavity: self.problem.cavity().to_string(), disks: Vec::new() };
        for (number, (diameter, centre)) in diameters.zip(&self.centres).enumerate() {
            if let Some((x, y)) = centre {
                numbers.push(number);
                let placed = PlacedDisk { diameter: diameter.to_string(), x: x.clone(), y: y.clone() };
                claim.disks.push(placed);
            }
        }
        if numbers.is_empty() {
            return Verdict::Empty;
        }
        let named = |at| match at {
            Meeting::Disks(one, other) => Meeting::Disks(numbers[one], numbers[other]),
            Meeting::Wall(one) => Meeting::Wall(numbers[one]),
        };
        match packing::verify(&claim) {
            Ok(slack) if numbers.len() == self.centres.len() => Verdict::Fits(claim, slack),
            Ok(Slack { amount, at }) => Verdict::SoFar(Slack { amount, at: named(at) }),
            Err(Refusal::NoRoom { at, missing }) => {
                Verdict::Refused(Refusal::NoRoom { at: named(at), missing })
            }
            Err(Refusal::Unreadable { disk, field, error }) => {
                Verdict::Refused(Refusal::Unreadable { disk: numbers[disk], field, error })
            }
            Err(refusal) => Verdict::Refused(refusal),
        }
    }

    /// The address of a page or a question about it.
    pub fn address(&self, path: &str) -> Address {
        let address = problem_address(&self.problem, path);
        if self.placed() == 0 { address } else { address.with("at", self.places()) }
    }

    /// Where the disks are, as [`Arrangement::read`] reads it.
    pub fn places(&self) -> String {
        let place = |centre: &Option<(String, String)>| match centre {
            Some((x, y)) => format!("{x},{y}"),
            None => BESIDE.to_owned(),
        };
        self.centres.iter().map(place).collect::<Vec<_>>().join(" ")
    }
}

/// The diameters as they are written in addresses and forms.
pub fn disks_text(problem: &Problem) -> String {
    problem.diameters().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The address of a page or a question about a problem.
pub fn problem_address(problem: &Problem, path: &str) -> Address {
    Address::of(path).with("disks", disks_text(problem)).with("cavity", problem.cavity())
}

/// A search that is asked for.
#[derive(Clone)]
pub struct Search {
    /// The disks and the cavity.
    pub problem: Problem,
    /// What for.
    pub goal: PackingGoal,
    /// Another seed, another search.
    pub seed: u64,
    /// How long, if less than the server would give it.
    pub time: Option<Duration>,
}

impl Search {
    /// Reads what is to be searched for.
    ///
    /// # Errors
    /// When that is no problem, or one that obviously cannot be solved.
    pub fn read(disks: &str, cavity: &str, minimise: bool, seed: u64) -> Result<Search, String> {
        let problem = Problem::from_text(disks, cavity).map_err(|error: ProblemError| error.to_string())?;
        let goal = if minimise { PackingGoal::Minimise } else { PackingGoal::Fit };
        if goal == PackingGoal::Fit {
            problem.possible().map_err(|reason| PackError::Impossible(reason).to_string())?;
        }
        Ok(Search { problem, goal, seed, time: None })
    }

    /// Which tries it gets. The smallest cavity is looked for until the time is up.
    pub fn difficulty(&self) -> Difficulty {
        let is_small = self.goal == PackingGoal::Fit && self.problem.diameters().len() <= FEW;
        if is_small { Difficulty::Usual } else { Difficulty::Hard }
    }

    /// Searches within a budget, and reports every improvement that can be seen, as JSON with the `cavity`
    /// and the places of the disks, `at`.
    ///
    /// # Errors
    /// As [`packing::pack`].
    pub fn run(&self, budget: &Budget) -> Result<Packing, PackError> {
        let most = budget.limits(1.0).time.unwrap_or(LONGEST_SEARCH);
        let time = Some(self.time.map_or(most, |time| time.min(most)));
        let run = Run::new(Limits { time, ..Limits::default() }).with_cancel(Arc::clone(budget.cancel()));
        let options = PackingOptions { seed: self.seed, ..PackingOptions::default() };
        let reporter = budget.reporter();
        let told = Mutex::new((f64::INFINITY, 0));
        packing::pack(&self.problem, self.goal, &options, &run, &|best: &Placement<'_>| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            if best.cavity < told.0 * (1.0 - VISIBLE) && told.1 < MOST_TOLD {
                *told = (best.cavity, told.1 + 1);
                reporter.report_more(json!({"cavity": best.cavity, "at": best.centres}).to_string());
            }
        })
    }

    /// What of a packing is claimed: the cavity that was asked for, or the smallest that was found.
    pub fn claim<'p>(&self, packing: &'p Packing) -> Option<&'p (PackingCertificate, Slack)> {
        match self.goal {
            PackingGoal::Minimise => Some(&packing.smallest),
            PackingGoal::Fit => packing.certificate.as_ref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem() -> Problem {
        Problem::from_text("1 2 3", "6").expect("a problem")
    }

    #[test]
    fn disks_in_the_cavity_keep_their_numbers() {
        let arrangement = Arrangement::read(problem(), "- 1,0 -1,0").expect("places");
        let Verdict::Refused(Refusal::NoRoom { at, missing }) = arrangement.verdict() else {
            panic!("they overlap")
        };
        assert_eq!((at, missing.to_string().as_str()), (Meeting::Disks(1, 2), "0.5"));
        assert_eq!(
            arrangement.address("/packing").to_string(),
            "/packing?disks=1+2+3&cavity=6&at=-+1,0+-1,0"
        );
    }

    #[test]
    fn places_are_read_or_refused() {
        assert!(matches!(Arrangement::read(problem(), " ").map(|all| all.placed()), Ok(0)));
        let refused = |text| Arrangement::read(problem(), text).err().expect("it is wrong").to_string();
        assert!(refused("1,1 -").starts_with("there are 3 disks and 2 places"));
        assert!(refused("1,1 - 7").starts_with("the place of disk 3"));
        let unread = Arrangement::read(problem(), "- - x,1").expect("a place").verdict();
        assert!(matches!(unread, Verdict::Refused(Refusal::Unreadable { disk: 2, field: "x", .. })));
    }
}
