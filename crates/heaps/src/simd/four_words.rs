//! Four words side by side, as one register holds them.

/// Four words: four planes of one word of heaps, or four words of one plane.
pub(crate) type Four = [u64; 4];

/// Four words written out: the compiler may leave a call where a closure goes over an array.
macro_rules! each {
    ($at:ident => $word:expr) => {
        [
            {
                let $at = 0;
                $word
            },
            {
                let $at = 1;
                $word
            },
            {
                let $at = 2;
                $word
            },
            {
                let $at = 3;
                $word
            },
        ]
    };
}

#[inline(always)]
pub(crate) fn or(a: Four, b: Four) -> Four {
    each!(at => a[at] | b[at])
}

#[inline(always)]
pub(crate) fn halved(a: Four) -> Four {
    each!(at => a[at] >> 1)
}

/// `high` moved up, with `low` moved down below it.
#[inline(always)]
pub(crate) fn shifted(low: Four, high: Four, up: u32, down: u32) -> Four {
    each!(at => high[at] << up | low[at] >> down)
}

/// The words that 32 bytes hold.
#[inline(always)]
pub(crate) fn from_bytes(bytes: &[u8]) -> Four {
    [word(&bytes[..8]), word(&bytes[8..16]), word(&bytes[16..24]), word(&bytes[24..])]
}

/// The word that eight bytes hold.
#[inline(always)]
pub(crate) fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("the bytes of a word"))
}
