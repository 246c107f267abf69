//! Several heaps in one register: sets of nimber indices, planes of bits, and the forms of registers that a
//! processor may have.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod four_words;
pub(crate) mod lanes;
pub(crate) mod look_up;
pub(crate) mod registers;
pub(crate) mod transpose;
