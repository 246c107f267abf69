//! Writing the fields of a checkpoint, with the sum of their bytes.

use std::io::{self, Write};

use crate::checkpoint::bytes::Fnv;
use crate::sparse::sliced::Machine;

/// A writer that sums up what it is given.
pub(super) struct Summed<'a> {
    pub(super) to: &'a mut dyn Write,
    pub(super) hash: Fnv,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hash.write(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Summed<'_> {
    pub(super) fn numbers<const N: usize>(
        &mut self,
        numbers: impl IntoIterator<Item = [u8; N]>,
    ) -> io::Result<()> {
        numbers.into_iter().try_for_each(|bytes| self.write_all(&bytes))
    }

    /// Writes a list of numbers, its length first.
    pub(super) fn list<T: Copy, const N: usize>(
        &mut self,
        items: &[T],
        bytes: fn(T) -> [u8; N],
    ) -> io::Result<()> {
        self.write_all(&(items.len() as u64).to_le_bytes())?;
        for some in items.chunks(AT_ONCE) {
            let some: Vec<u8> = some.iter().flat_map(|&item| bytes(item)).collect();
            self.write_all(&some)?;
        }
        Ok(())
    }

    /// The nimbers of a game that breaks heaps.
    pub(super) fn plain(&mut self, values: &[u16]) -> io::Result<()> {
        self.write_all(&[1])?;
        self.list(values, u16::to_le_bytes)
    }

    pub(super) fn machine(&mut self, machine: &dyn Machine) -> io::Result<()> {
        let history = machine.history();
        self.write_all(&[2])?;
        self.write_all(&history.space.mask.to_le_bytes())?;
        self.write_all(&[u8::from(history.space.by_heap), history.space.kappa as u8])?;
        let rares = history.rares.len() as u64;
        self.numbers([machine.since(), machine.witnesses().widest, rares].map(u64::to_le_bytes))?;
        for (heap, value) in &history.rares {
            self.write_all(&heap.to_le_bytes())?;
            self.write_all(&value.to_le_bytes())?;
        }
        self.write_all(&(history.prefix.len() as u64).to_le_bytes())?;
        self.write_all(&history.prefix)?;
        self.numbers([history.base, history.recent.len() as u64].map(u64::to_le_bytes))?;
        self.write_all(&history.recent)
    }
}

/// Numbers that are turned into bytes at once.
const AT_ONCE: usize = 4_096;
