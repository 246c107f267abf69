//! What is said of own games where no search was needed.

use super::rules::OwnGame;
use grundy_core::Explain;

impl Explain for OwnGame {
    fn zero_without_search(&self) -> &'static str {
        match self.knows_strips() {
            false => {
                "by symmetry: a symmetry of the rules does not change it, and every move is answered by its image"
            }
            true => "by the nimbers of all strips that can be left, or by symmetry",
        }
    }
}
