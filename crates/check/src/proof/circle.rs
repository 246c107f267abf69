//! Whether members of a proof stand on each other in a circle: only rules that may be endless can lead to that.

use super::refusal::ProofRefusal;
use grundy_core::Run;

/// Which member stands on which.
pub(super) struct Circle {
    /// Of each member, how many members stand on it.
    above: Vec<u32>,
    below: Vec<Vec<u32>>,
    is_finite: bool,
}

impl Circle {
    /// No member stands on another one yet. Where the game is finite, nothing is kept.
    pub(super) fn new(members: usize, is_finite: bool) -> Circle {
        let members = if is_finite { 0 } else { members };
        Circle { above: vec![0; members], below: vec![Vec::new(); members], is_finite }
    }

    /// Notes what a member stands on.
    pub(super) fn stands_on(&mut self, member: u32, others: &[u32], run: &Run) -> Result<(), ProofRefusal> {
        if self.is_finite {
            return Ok(());
        }
        let mut others = others.to_vec();
        others.sort_unstable();
        others.dedup();
        run.hold(others.len() * size_of::<u32>())?;
        others.iter().for_each(|&other| self.above[other as usize] += 1);
        self.below[member as usize] = others;
        Ok(())
    }

    /// A member of a circle, or below which one stands.
    pub(super) fn find(mut self) -> Option<u32> {
        let mut free: Vec<u32> =
            (0..).zip(&self.above).filter(|(_, above)| **above == 0).map(|(member, _)| member).collect();
        let mut gone = 0;
        while let Some(member) = free.pop() {
            gone += 1;
            for other in std::mem::take(&mut self.below[member as usize]) {
                self.above[other as usize] -= 1;
                if self.above[other as usize] == 0 {
                    free.push(other);
                }
            }
        }
        if gone == self.above.len() {
            None
        } else {
            self.above.iter().position(|&above| above > 0).map(|member| member as u32)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_found_and_a_lattice_is_none() {
        let run = Run::unlimited();
        let circle = |arrows: &[(u32, &[u32])]| {
            let mut circle = Circle::new(4, false);
            arrows.iter().for_each(|(member, others)| circle.stands_on(*member, others, &run).unwrap());
            circle.find().is_some()
        };
        assert!(!circle(&[(0, &[1, 2]), (1, &[3]), (2, &[3, 3])]));
        assert!(circle(&[(0, &[1]), (1, &[2]), (2, &[1])]));
        assert!(circle(&[(3, &[3])]));
    }
}
