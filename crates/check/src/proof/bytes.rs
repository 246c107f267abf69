//! Numbers in bytes: seven bits a byte, the low ones first; and the sum that shows damage.

use super::refusal::ProofRefusal;

/// Adds a number: seven bits a byte, the lowest first; the high bit says that more follow.
pub(super) fn put(out: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Bytes that are read one after the other.
pub(super) struct Cursor<'b> {
    bytes: &'b [u8],
    /// Where the bytes begin in the file.
    start: usize,
    at: usize,
}

impl<'b> Cursor<'b> {
    pub(super) fn new(bytes: &'b [u8], start: usize) -> Cursor<'b> {
        Cursor { bytes, start, at: 0 }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The place in the file.
    pub(super) fn offset(&self) -> usize {
        self.start + self.at
    }

    pub(super) fn wrong(&self, message: &str) -> ProofRefusal {
        ProofRefusal::byte(self.offset(), message)
    }

    /// The next bytes.
    pub(super) fn take(&mut self, count: usize) -> Result<&'b [u8], ProofRefusal> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(|| self.wrong("the file ends too early"))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// Four bytes, the lowest first.
    pub(super) fn word(&mut self) -> Result<u32, ProofRefusal> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes were taken")))
    }

    /// A number of [`put`].
    pub(super) fn number(&mut self) -> Result<u128, ProofRefusal> {
        let mut number: u128 = 0;
        for shift in (0..).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u128::from(byte & 0x7f);
            if shift > 127 || bits << shift >> shift != bits {
                return Err(self.wrong("a number is too large"));
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        unreachable!("a number that goes on is too large at some byte")
    }

    /// A number of a smaller type.
    pub(super) fn small<T: TryFrom<u128>>(&mut self) -> Result<T, ProofRefusal> {
        let number = self.number()?;
        T::try_from(number).map_err(|_| self.wrong("a number is too large"))
    }
}

/// The CRC-32 of gzip and PNG.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| TABLE[((crc ^ u32::from(byte)) & 0xff) as usize] ^ crc >> 8)
}

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xedb8_8320 ^ crc >> 1 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_crc_32() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for number in [0, 1, 127, 128, 300, u128::from(u64::MAX), u128::MAX] {
            let mut out = Vec::new();
            put(&mut out, number);
            let mut cursor = Cursor::new(&out, 0);
            assert_eq!(cursor.number(), Ok(number));
            assert!(cursor.is_at_end());
        }
        assert!(Cursor::new(&[0x80; 30], 0).number().is_err());
        assert!(Cursor::new(&[0xff; 18], 0).number().is_err(), "the file ends");
        let mut large = vec![0xff; 18];
        large.push(0x7f);
        assert!(Cursor::new(&large, 0).number().is_err(), "129 bits and more");
    }
}
