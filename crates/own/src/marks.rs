//! The least number that is missing among many, found again and again without clearing memory.

/// Which nimbers the options of a state have.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// The number of the state that was last at work when a nimber was met.
    met: Vec<u32>,
    now: u32,
}

impl Marks {
    /// Begins with another state.
    pub(crate) fn begin(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.met.fill(0);
            self.now = 1;
        }
    }

    /// An option has this nimber.
    #[inline]
    pub(crate) fn mark(&mut self, nimber: u32) {
        let place = nimber as usize;
        if place >= self.met.len() {
            self.met.resize((place + 1).next_power_of_two().max(64), 0);
        }
        self.met[place] = self.now;
    }

    /// The least number that no option has.
    pub(crate) fn mex(&self) -> u32 {
        self.met.iter().position(|&met| met != self.now).unwrap_or(self.met.len()) as u32
    }
}
