//! Misère quotients of codes, kept in memory and in a store.

use grundy_check::quotient::verify;
use grundy_core::Run;
use grundy_heaps::{Code, QuotientCertificate};
use grundy_misere::{HeapQuotient, QuotientEnd, Reach};
#[cfg(feature = "store")]
use grundy_store::Error;
use grundy_store::Store;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The quotients that were asked for.
#[derive(Default)]
pub(crate) struct Quotients {
    by_code: Mutex<HashMap<Code, Arc<HeapQuotient>>>,
    store: OnceLock<Arc<Store>>,
}

/// A quotient is looked for this long before a search.
const PATIENCE: Duration = Duration::from_secs(1);
/// The most elements of a quotient that is looked for before a search.
const LARGEST: usize = 1_500;

impl Quotients {
    /// The quotient of a code, in which heaps up to this one have values; `None` where none is found soon.
    /// A code whose quotient was not found is not tried again.
    pub(crate) fn of(&self, code: &Code, heap: u64, run: &Run) -> Option<Arc<HeapQuotient>> {
        let known = self.all().get(code).cloned();
        let usable = |quotient: &Arc<HeapQuotient>| quotient.value(heap).is_some();
        match known {
            Some(known) if usable(&known) => return Some(known),
            Some(known) if *known.end() != QuotientEnd::Asked => return None,
            _ => {}
        }
        let found = Arc::new(self.stored(code, run).unwrap_or_else(|| built(code, heap, run)));
        self.all().insert(code.clone(), Arc::clone(&found));
        usable(&found).then_some(found)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Code, Arc<HeapQuotient>>> {
        self.by_code.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The quotient that the store has a certificate of, once that is checked. What cannot be read or is wrong is
    /// worked out anew.
    fn stored(&self, code: &Code, run: &Run) -> Option<HeapQuotient> {
        let text = self.store.get()?.quotient(&code.to_string()).ok()??;
        let certificate: QuotientCertificate = text.parse().ok()?;
        verify(&certificate, &run.for_at_most(PATIENCE)).ok()?;
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
        let all: Vec<Arc<HeapQuotient>> = self.all().values().cloned().collect();
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

/// The quotient of the heaps up to this one, as far as it is found soon.
fn built(code: &Code, heap: u64, run: &Run) -> HeapQuotient {
    let run = run.half_of_the_rest().for_at_most(PATIENCE);
    let reach = Reach { heaps: Some(heap), order: LARGEST, ..Reach::default() };
    HeapQuotient::new(code).carried(&reach, &run)
}

impl fmt::Debug for Quotients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quotients").field("codes", &self.all().len()).finish_non_exhaustive()
    }
}
