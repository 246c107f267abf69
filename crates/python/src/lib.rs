//! Grundy for Python: the compiled half of the package `grundy`.
//!
//! What people import is `python/grundy`, which is written and typed in Python; it stands on the classes here, which
//! are private to it. Two things are done here and nowhere else: work is done without the interpreter's lock and can be
//! interrupted (`work`), and games whose rules are Python code become rulesets of the library (`own`).

mod answer;
mod batch;
mod certificates;
mod core_position;
mod errors;
mod misere;
mod own;
mod packing;
mod position;
mod proofs;
mod sequence;
mod session;
mod shelf;
mod store;
mod tables;
mod work;

/// The compiled half of the package `grundy`.
#[pyo3::pymodule]
mod _grundy {
    #[pymodule_export]
    use crate::answer::CoreAnswer;
    #[pymodule_export]
    use crate::batch::solve_lines;
    #[pymodule_export]
    use crate::certificates::check;
    #[pymodule_export]
    use crate::core_position::CorePosition;
    #[pymodule_export]
    use crate::misere::{misere_of_code, misere_of_position};
    #[pymodule_export]
    use crate::own::CoreGame;
    #[pymodule_export]
    use crate::packing::pack;
    #[pymodule_export]
    use crate::position::read;
    #[pymodule_export]
    use crate::proofs::{CoreProof, prove};
    #[pymodule_export]
    use crate::sequence::{CoreSequence, read_code, sequence};
    #[pymodule_export]
    use crate::session::{forget, keep_at_most, put_rules};
    #[pymodule_export]
    use crate::shelf::{check_rules, list_games};
    #[pymodule_export]
    use crate::store::CoreStore;
    #[pymodule_export]
    use crate::tables::{CoreBlocks, CoreTable, begin_table, build_table};
}
