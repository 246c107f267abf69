//! Lines of a file of any size, with a bound on the memory that one of them takes.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// The most bytes of a line. A position of 10^7 bubbles is far shorter; a file with a longer line is
/// taken to be no text.
pub const LONGEST_LINE: usize = 256 << 20;

/// The most bytes of a line that is too long which are skipped to find its end.
const MOST_SKIPPED: u64 = 4 << 30;

/// What the next line of a file is.
#[derive(Debug, PartialEq, Eq)]
pub enum FileLine {
    /// A line without its end, `\n` or `\r\n`.
    Whole(Vec<u8>),
    /// A line that is longer than the bound. It was passed over, and the next one can be read.
    TooLong,
    /// As [`FileLine::TooLong`], and its end was not found in the next 4 GiB either, as in `/dev/zero`:
    /// nothing more is read.
    Endless,
}

/// Reads lines one by one. A line that is longer than a bound is passed over without being held: the
/// memory taken is that of the longest line within the bound.
pub struct Lines<R> {
    reader: R,
    longest: usize,
    most_skipped: u64,
    is_over: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines of at most `longest` bytes.
    pub fn new(reader: R, longest: usize) -> Self {
        Lines { reader, longest, most_skipped: MOST_SKIPPED, is_over: false }
    }

    /// The next line, or none at the end.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&mut self) -> io::Result<Option<FileLine>> {
        let mut line = Vec::new();
        while !self.is_over {
            let bytes = available(&mut self.reader)?;
            let end = memchr::memchr(b'\n', bytes);
            let piece = &bytes[..end.unwrap_or(bytes.len())];
            if piece.len() > self.longest - line.len() {
                drop(line);
                return self.skip().map(Some);
            }
            line.extend_from_slice(piece);
            self.is_over = bytes.is_empty();
            let taken = piece.len() + usize::from(end.is_some());
            self.reader.consume(taken);
            if end.is_some() {
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(Some(FileLine::Whole(line)));
            }
        }
        // The last line may have no end.
        Ok((!line.is_empty()).then_some(FileLine::Whole(line)))
    }

    /// Passes over the rest of a line, up to a bound.
    fn skip(&mut self) -> io::Result<FileLine> {
        let mut skipped = 0;
        while skipped <= self.most_skipped {
            let bytes = available(&mut self.reader)?;
            let end = memchr::memchr(b'\n', bytes);
            let taken = end.map_or(bytes.len(), |end| end + 1);
            self.is_over = bytes.is_empty();
            self.reader.consume(taken);
            skipped += taken as u64;
            if end.is_some() || self.is_over {
                return Ok(FileLine::TooLong);
            }
        }
        self.is_over = true;
        Ok(FileLine::Endless)
    }
}

impl<R: Read> Lines<BufReader<R>> {
    /// Whether the next line can be had without a read that may have to wait.
    pub fn has_line(&self) -> bool {
        self.is_over || memchr::memchr(b'\n', self.reader.buffer()).is_some()
    }
}

/// The bytes that can be had without another read, or those of the next one; none at the end.
fn available(reader: &mut impl BufRead) -> io::Result<&[u8]> {
    // A signal that was handled is no reason to give up; asking twice is what the borrow checker wants.
    while let Err(error) = reader.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
    reader.fill_buf()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines of a text, as a reader with so small a buffer yields them.
    fn lines(text: &[u8], longest: usize, buffer: usize) -> Vec<FileLine> {
        let mut lines = Lines::new(BufReader::with_capacity(buffer, text), longest);
        std::iter::from_fn(|| lines.read().expect("it is in memory")).collect()
    }

    fn whole(text: &str) -> FileLine {
        FileLine::Whole(text.into())
    }

    #[test]
    fn lines_are_read_whole_whatever_the_buffer() {
        for buffer in 1..12 {
            assert_eq!(
                lines(b"nim 3\r\n\n# no end", 9, buffer),
                [whole("nim 3"), whole(""), whole("# no end")]
            );
            assert_eq!(lines(b"", 9, buffer), []);
            assert_eq!(lines(b"\n", 9, buffer), [whole("")]);
            assert_eq!(lines(b"a\r\r\n", 9, buffer), [whole("a\r")]);
        }
    }

    #[test]
    fn a_line_of_the_bound_is_read_and_a_longer_one_is_passed_over() {
        for buffer in 1..12 {
            let read = lines(b"12345\n123456\n12\n1234567\n", 5, buffer);
            assert_eq!(read, [whole("12345"), FileLine::TooLong, whole("12"), FileLine::TooLong], "{buffer}");
            assert_eq!(lines(b"123456", 5, buffer), [FileLine::TooLong], "{buffer}");
        }
    }

    #[test]
    fn a_line_without_end_is_given_up_and_what_is_held_is_little() {
        let mut lines = Lines::new(BufReader::new(io::repeat(0)), 1 << 16);
        lines.most_skipped = 1 << 24;
        assert_eq!(lines.read().expect("it never fails"), Some(FileLine::Endless));
        assert_eq!(lines.read().expect("it never fails"), None);
        let mut long = Lines::new(BufReader::new(io::repeat(b'1').take(1 << 20).chain(&b"\nnim 1"[..])), 100);
        assert_eq!(long.read().expect("it never fails"), Some(FileLine::TooLong));
        assert_eq!(long.read().expect("it never fails"), Some(whole("nim 1")));
    }

    #[test]
    fn a_handled_signal_does_not_end_the_reading() {
        struct Disturbed(bool);
        impl Read for Disturbed {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                self.0 = !self.0;
                if self.0 {
                    return Err(ErrorKind::Interrupted.into());
                }
                into[0] = b'\n';
                Ok(1)
            }
        }
        let mut lines = Lines::new(BufReader::new(Disturbed(false)), 5);
        assert_eq!(lines.read().expect("signals are passed over"), Some(whole("")));
    }
}
