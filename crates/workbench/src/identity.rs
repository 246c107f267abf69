//! What rules are, as a hash.

use grundy_core::Playable;
use sha2::{Digest, Sha256};
use std::fmt;

/// What rules are, as a hash of 128 bits: half of the SHA-256 of their [signature](Playable::signature). It does
/// not depend on a game's name, nor on a type of the program: values of the same rules are shared, and values of
/// changed rules are not. Part of the format of stores.
///
/// ```
/// use grundy::{Identity, Listing, Parameters};
/// use grundy_games::heaps::{KAYLES, OCTAL};
/// let mut parameters = Parameters::default();
/// parameters.insert("code", "0.77", 0..4);
/// let kayles = Identity::of(&(&KAYLES).rules(&Parameters::default())?, "5 8");
/// assert_eq!(kayles, Identity::of(&(&OCTAL).rules(&parameters)?, "20 7"));
/// assert_ne!(kayles, Identity::of(&(&OCTAL).rules(&Parameters::default())?, "20 7"));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity(u128);

impl Identity {
    /// The identity of rules; `example` is a position in their notation.
    pub fn of<R: Playable>(rules: &R, example: &str) -> Identity {
        let mut hash = Sha256::new();
        rules.signature(example, &mut |text| {
            hash.update(text);
            hash.update([0]);
        });
        let mut half = [0; 16];
        half.copy_from_slice(&hash.finalize()[..16]);
        Identity(u128::from_be_bytes(half))
    }

    /// The whole, the first byte of the hash first.
    pub(crate) fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The first 64 bits, for formats that keep no more.
    pub fn short(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
