//! Misère quotients of codes, kept in memory and in a store.

use crate::part::Part;
use grundy_check::quotient::{QuotientRefusal, verify};
use grundy_core::Run;
use grundy_heaps::{Code, QuotientCertificate};
use grundy_misere::{Element, HeapQuotient, JointQuotient, PositionParts, QuotientEnd, Reach};
#[cfg(feature = "store")]
use grundy_store::Error;
use grundy_store::Store;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// Codes, and the largest heap of Nim beside them.
type CodesWithNim = (Vec<Code>, u64);

/// The quotients that were asked for.
#[derive(Default)]
pub(crate) struct Quotients {
    by_code: Mutex<HashMap<Code, Tried>>,
    joint: Mutex<Vec<Arc<Joint>>>,
    failed: Mutex<Vec<Attempt>>,
    with_nim: Mutex<HashMap<CodesWithNim, Arc<Joint>>>,
    store: OnceLock<Arc<Store>>,
}

/// The quotient of a code, and how long it was looked for.
#[derive(Clone)]
struct Tried {
    quotient: Arc<HeapQuotient>,
    time: Duration,
}

/// The quotient of several games together, with the parts of boards that it has.
pub(crate) struct Joint {
    pub(crate) quotient: JointQuotient,
    pub(crate) parts: Option<PositionParts<Vec<Part>>>,
}

/// A misère quotient of a code that was verified, for positions to be answered by.
///
/// ```
/// use grundy::{Convention, KnownQuotient, Method, Position, Request, Run};
/// use grundy::misere::{HeapQuotient, Reach};
/// let run = Run::unlimited();
/// let found = HeapQuotient::new(&"0.77".parse()?).carried(&Reach::default(), &run);
/// let known = KnownQuotient::verified(&found.certificate().expect("it is proved"), &run)?;
/// let position: Position = "kayles 1000000 999999".parse()?;
/// position.attach_quotient(&known);
/// let request = Request { convention: Some(Convention::Misere), ..Request::default() };
/// assert_eq!(position.solve(&request).method, Method::Quotient);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct KnownQuotient(Arc<HeapQuotient>);

impl KnownQuotient {
    /// The quotient that a certificate tells, once it is verified.
    ///
    /// # Errors
    /// When it is wrong, or of the parts of a position, or when the run stops.
    pub fn verified(certificate: &QuotientCertificate, run: &Run) -> Result<KnownQuotient, QuotientRefusal> {
        verify(certificate, run)?;
        let read = HeapQuotient::read(certificate);
        let read = read.ok_or_else(|| QuotientRefusal::Wrong("it is of no code".to_owned()))?;
        Ok(KnownQuotient(Arc::new(read)))
    }
}

impl fmt::Debug for KnownQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KnownQuotient").field(self.0.code()).finish()
    }
}

/// A joint quotient that was looked for in vain.
pub(crate) struct Attempt {
    /// The games of the sum.
    pub(crate) games: Vec<String>,
    /// How long a play of it can be.
    pub(crate) moves_left: u128,
    /// How long it was looked for.
    pub(crate) time: Duration,
}

impl Attempt {
    /// Whether another attempt promises more than this one: a much smaller sum, or much more time.
    fn lets(&self, other: &Attempt) -> bool {
        let is_smaller = other.moves_left.saturating_mul(2) < self.moves_left;
        self.games != other.games || is_smaller || other.time / 2 > self.time
    }
}

/// So many quotients of several games are kept.
const KEPT: usize = 4;
/// The most quotients of codes with heaps of Nim that are kept. Beyond it all are dropped.
const KEPT_WITH_NIM: usize = 64;
/// The most elements of a quotient that is looked for before a search.
const LARGEST: usize = 1_500;

impl Quotients {
    /// The quotient of a code, in which heaps up to this one have values; `None` where none is found within the run.
    /// A code whose quotient was not found is tried again with more time only.
    pub(crate) fn of(&self, code: &Code, heap: u64, run: &Run) -> Option<Arc<HeapQuotient>> {
        let time = run.limits().time.map_or(Duration::MAX, |most| most.saturating_sub(run.elapsed()));
        let usable = |quotient: &Arc<HeapQuotient>| quotient.value(heap).is_some();
        if let Some(Tried { quotient, time: before }) = self.all().get(code).cloned() {
            if usable(&quotient) {
                return Some(quotient);
            }
            let was_stopped = matches!(quotient.end(), QuotientEnd::Stopped(_));
            if *quotient.end() != QuotientEnd::Asked && !(was_stopped && time / 2 > before) {
                return None;
            }
        }
        let quotient = Arc::new(self.stored(code, run).unwrap_or_else(|| built(code, heap, run)));
        self.all().insert(code.clone(), Tried { quotient: Arc::clone(&quotient), time });
        usable(&quotient).then_some(quotient)
    }

    /// Keeps a quotient that was verified.
    pub(crate) fn keep(&self, known: &KnownQuotient) {
        let (code, quotient) = (known.0.code().clone(), Arc::clone(&known.0));
        self.all().entry(code).or_insert(Tried { quotient, time: Duration::MAX });
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Code, Tried>> {
        self.by_code.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first joint quotient in which all terms have values.
    pub(crate) fn known_joint(
        &self,
        values: impl Fn(&Arc<Joint>) -> Option<Vec<Element>>,
    ) -> Option<(Arc<Joint>, Vec<Element>)> {
        let known = self.joint.lock().unwrap_or_else(PoisonError::into_inner).clone();
        known.into_iter().find_map(|joint| values(&joint).map(|values| (joint, values)))
    }

    /// Whether no attempt of the kind has failed.
    pub(crate) fn may_try(&self, attempt: &Attempt) -> bool {
        self.attempts().iter().all(|failed| failed.lets(attempt))
    }

    /// Notes an attempt that failed.
    pub(crate) fn failed(&self, attempt: Attempt) {
        self.attempts().push(attempt);
    }

    fn attempts(&self) -> MutexGuard<'_, Vec<Attempt>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a joint quotient for the next question, in place of the oldest.
    pub(crate) fn keep_joint(&self, joint: &Arc<Joint>) {
        let mut known = self.joint.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(0, Arc::clone(joint));
        known.truncate(KEPT);
    }

    /// The quotient of some codes with heaps of Nim up to this one, as far as it was found when it was first asked for.
    pub(crate) fn with_nim(
        &self,
        codes: &[Code],
        nim: u64,
        find: impl FnOnce() -> JointQuotient,
    ) -> Arc<Joint> {
        let all = || self.with_nim.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (codes.to_vec(), nim);
        if let Some(known) = all().get(&key) {
            return Arc::clone(known);
        }
        let joint = Arc::new(Joint { quotient: find(), parts: None });
        if !matches!(joint.quotient.end(), QuotientEnd::Stopped(_)) {
            let mut all = all();
            if all.len() == KEPT_WITH_NIM {
                all.clear();
            }
            all.insert(key, Arc::clone(&joint));
        }
        joint
    }

    /// The quotient that the store has a certificate of, once that is checked. What cannot be read or is wrong is
    /// worked out anew.
    fn stored(&self, code: &Code, run: &Run) -> Option<HeapQuotient> {
        let text = self.store.get()?.quotient(&code.to_string()).ok()??;
        let certificate: QuotientCertificate = text.parse().ok()?;
        verify(&certificate, &run.half_of_the_rest()).ok()?;
        HeapQuotient::read(&certificate).filter(|quotient| quotient.code() == code)
    }

    /// Lets quotients be read from a store, and kept there.
    #[cfg(feature = "store")]
    pub(crate) fn attach(&self, store: &Arc<Store>) {
        self.store.get_or_init(|| Arc::clone(store));
    }

    /// Writes certificates of the quotients that are proved to the store; says how many were new.
    ///
    /// # Errors
    /// When the store cannot be written.
    #[cfg(feature = "store")]
    pub(crate) fn save(&self) -> Result<u64, Error> {
        let Some(store) = self.store.get() else { return Ok(0) };
        let all: Vec<Arc<HeapQuotient>> =
            self.all().values().map(|tried| Arc::clone(&tried.quotient)).collect();
        let certificates = all.iter().filter_map(|quotient| quotient.certificate());
        let mut new = 0;
        for certificate in certificates {
            let grundy_heaps::Valued::Heaps { code, .. } = &certificate.of else { continue };
            let (code, text) = (code.to_string(), certificate.to_string());
            if store.quotient(&code)?.as_deref() != Some(&*text) {
                new += u64::from(store.keep_quotient(&code, &text)?);
            }
        }
        Ok(new)
    }
}

/// The quotient of the heaps up to this one, as far as it is found within the run.
fn built(code: &Code, heap: u64, run: &Run) -> HeapQuotient {
    let reach = Reach { heaps: Some(heap), order: LARGEST, ..Reach::default() };
    HeapQuotient::new(code).carried(&reach, run)
}

impl fmt::Debug for Quotients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quotients").field("codes", &self.all().len()).finish_non_exhaustive()
    }
}
