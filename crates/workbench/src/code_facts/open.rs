//! What is not known of a code.

use super::CodeFacts;
use grundy_core::Word;

impl CodeFacts {
    /// What is open about the code, a sentence each: what was not proved here, and what is known elsewhere.
    pub fn open(&self) -> Vec<String> {
        let mut open = Vec::new();
        if self.found.period.is_none() {
            open.push(self.no_period());
        }
        match self.misere {
            Some(found) if found.is_solved => {}
            Some(found) => open.push(format!(
                "Its misère quotient was not found for all heaps: that of heaps 0 to {} has order {}.",
                found.heaps.saturating_sub(1),
                found.order
            )),
            None => open.push("Nothing was found of its misère quotient.".to_owned()),
        }
        open
    }

    fn no_period(&self) -> String {
        let known = Word::count(self.found.sequence.known().into(), "nimber");
        match (&self.published, &self.search) {
            (Some(known_period), _) => format!(
                "{known} do not prove its period. Published is period {} from heap {} on ({}): `grundy sequence {} \
                 --claim {},{}` proves it.",
                known_period.period,
                known_period.preperiod,
                known_period.source,
                self.found.sequence.code(),
                known_period.preperiod,
                known_period.period
            ),
            (None, Some(search)) => format!(
                "Whether it is periodic is not known: {known} prove no period here, and {} heaps proved none \
                 elsewhere ({}).",
                search.heaps, search.source
            ),
            (None, None) => format!("Whether it is periodic is not known here: {known} prove no period."),
        }
    }
}
