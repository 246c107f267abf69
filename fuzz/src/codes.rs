//! Codes of heap games.

use crate::{is_told, text_of};
use grundy::Run;
use grundy::heaps::{Code, Sequence, plain};
use grundy::read_code;

/// So many nimbers are held to the definition.
const TERMS: usize = 40;

/// A code that is read is written so that it reads back to the same, and its nimbers are those of the definition.
pub fn code(data: &[u8]) {
    let text = text_of(&data[..data.len().min(200)]);
    match read_code(&text) {
        Ok(code) => visit(&code),
        Err(error) => is_told(&text, &error),
    }
}

fn visit(code: &Code) {
    let text = code.to_string();
    let again = read_code(&text).unwrap_or_else(|error| panic!("{text:?} is not read back: {error}"));
    assert_eq!(&again, code, "{text:?} is another code");
    let mut sequence = Sequence::new(code);
    // More heaps than a nimber has bits are an error, and no fault.
    if sequence.extend_to(TERMS as u64, &Run::unlimited()).is_ok() {
        assert_eq!(sequence.nimbers(TERMS as u64), Some(plain(code, TERMS)), "{text}");
    }
}
