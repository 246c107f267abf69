//! Canonical forms and genera of the heaps of a code.

use crate::forms::{FormId, Forms, NoForm};
use grundy_core::Run;
use grundy_heaps::Code;
use std::ops::ControlFlow;

/// The canonical forms of heaps 0, 1, 2, ... of a code, one after the other.
///
/// ```
/// use grundy_core::Run;
/// use grundy_misere::HeapForms;
/// let mut kayles = HeapForms::new(&"0.77".parse()?, 100_000);
/// for _ in 0..=5 {
///     kayles.next(&Run::unlimited()).expect("small heaps");
/// }
/// assert_eq!(kayles.genus_text(5), "4^146");
/// assert_eq!(kayles.forms().text(kayles.ids()[5], 80).as_deref(), Some("*[2[2]321]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HeapForms {
    code: Code,
    forms: Forms,
    ids: Vec<FormId>,
}

impl HeapForms {
    /// No heap is known yet; at most so many options of forms are kept.
    pub fn new(code: &Code, room: usize) -> HeapForms {
        HeapForms { code: code.clone(), forms: Forms::new(room), ids: Vec::new() }
    }

    /// Finds the form of the next heap.
    ///
    /// # Errors
    /// When there is no room, or the run stops.
    pub fn next(&mut self, run: &Run) -> Result<FormId, NoForm> {
        let mut options = Vec::new();
        let mut done = Ok(());
        let (forms, ids) = (&mut self.forms, &self.ids);
        let _ = self.code.options(ids.len() as u64, |split| {
            let parts = split.heaps().iter().map(|&part| ids[part as usize]);
            let sum = parts.into_iter().try_fold(0, |sum, part| forms.sum(sum, part, run));
            match sum {
                Ok(option) => {
                    options.push(option);
                    ControlFlow::Continue(())
                }
                Err(no) => {
                    done = Err(no);
                    ControlFlow::Break(())
                }
            }
        });
        done?;
        let id = self.forms.of_options(options, run)?;
        self.ids.push(id);
        Ok(id)
    }

    /// The forms of the heaps that are known, from heap 0.
    pub fn ids(&self) -> &[FormId] {
        &self.ids
    }

    /// The table that they are in.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The genus of a known heap, as the field writes it.
    pub fn genus_text(&self, heap: usize) -> String {
        self.forms.genus_text(self.ids[heap])
    }
}
