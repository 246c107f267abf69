//! The same code compiled for several kinds of registers, of which one is chosen at run time.

#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::simd::look_up::{self, Looked};
use crate::simd::transpose;

/// Registers that this processor has: made only after it has been asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registers(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// What every processor of the architecture has.
    Portable,
    /// 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits, twice as many, and three-way logic.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Work to be compiled for every kind of registers. All that matters in it is to be `#[inline(always)]`: what
/// is left as a call, such as a closure given to an iterator, is compiled for the portable ones only.
pub(crate) trait Work {
    type Output;
    fn run(self, form: impl Form) -> Self::Output;
}

/// What is not the same code for all registers: the turning of 64 bytes into planes and of planes into bytes, the
/// look-up of exclusions in tables, and the question which words have a bit that is not set.
pub(crate) trait Form: Copy {
    /// Whether the compiler would scatter words by one instruction, which costs more than to store them one
    /// by one.
    const SCATTERS: bool;

    /// Plane b, bit p is bit b of byte p.
    fn bits_of(self, bytes: &[u8; 64]) -> [u64; 8];

    /// What entries, the nearest first, exclude of `N` heaps, 16, 32 or 64, from place `at` of the bytes on:
    /// byte g of the set of heap p is `[g][p]`. The sets hold `8 * G` indices. A byte is one of these, or the
    /// number of indices or that of a rare heap, which exclude nothing; what others exclude is not told. An entry
    /// excludes nothing of any of the heaps if the partner of the first of them is before the bytes.
    fn strike<const G: usize, const N: usize>(
        self,
        bytes: &[u8],
        at: usize,
        entries: &[Looked],
    ) -> [[u8; N]; G];

    /// Those of eight words that have a bit that is not set, the first as the lowest bit.
    fn not_full(self, words: &[u64; 8]) -> u8;

    /// Turns `8 * G` planes into 64 numbers of `G` bytes, those of one weight side by side: `[g][p]` is byte
    /// g of number p.
    fn numbers_of<const G: usize>(self, planes: &[u64]) -> [[u8; 64]; G];
}

/// No other code than what every processor understands.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Form for Plain {
    const SCATTERS: bool = false;

    #[inline(always)]
    fn bits_of(self, bytes: &[u8; 64]) -> [u64; 8] {
        transpose::bits_of(bytes)
    }

    #[inline(always)]
    fn strike<const G: usize, const N: usize>(
        self,
        bytes: &[u8],
        at: usize,
        entries: &[Looked],
    ) -> [[u8; N]; G] {
        look_up::strike(bytes, at, entries)
    }

    #[inline(always)]
    fn not_full(self, words: &[u64; 8]) -> u8 {
        words.iter().rev().fold(0, |open, &word| open << 1 | u8::from(word != u64::MAX))
    }

    #[inline(always)]
    fn numbers_of<const G: usize>(self, planes: &[u64]) -> [[u8; 64]; G] {
        transpose::numbers_of(planes)
    }
}

/// A form with instructions of its own, made only where they are known to be there.
#[cfg(target_arch = "x86_64")]
macro_rules! form {
    ($form:ident, $instructions:ident, scatters: $scatters:literal) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $form(());

        #[allow(unsafe_code)]
        impl Form for $form {
            const SCATTERS: bool = $scatters;

            #[inline(always)]
            fn bits_of(self, bytes: &[u8; 64]) -> [u64; 8] {
                // SAFETY: `self` exists only where the processor has the features.
                unsafe { $instructions::bits_of(bytes) }
            }

            #[inline(always)]
            fn strike<const G: usize, const N: usize>(
                self,
                bytes: &[u8],
                at: usize,
                entries: &[Looked],
            ) -> [[u8; N]; G] {
                // SAFETY: as above.
                unsafe { $instructions::strike(bytes, at, entries) }
            }

            #[inline(always)]
            fn not_full(self, words: &[u64; 8]) -> u8 {
                // SAFETY: as above.
                unsafe { $instructions::not_full(words) }
            }

            #[inline(always)]
            fn numbers_of<const G: usize>(self, planes: &[u64]) -> [[u8; 64]; G] {
                let mut numbers = [[0; 64]; G];
                for (bytes, planes) in numbers.iter_mut().zip(planes.as_chunks().0) {
                    // SAFETY: as above.
                    let mut squares = unsafe { $instructions::turn_bytes(planes) };
                    transpose::turn_bits(&mut squares);
                    for (bytes, square) in bytes.as_chunks_mut().0.iter_mut().zip(squares) {
                        *bytes = square.to_le_bytes();
                    }
                }
                numbers
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
form!(Avx2, avx2, scatters: false);
#[cfg(target_arch = "x86_64")]
form!(Avx512, avx512, scatters: true);

impl Registers {
    pub(crate) const PORTABLE: Registers = Registers(Kind::Portable);

    /// All that this processor has, the best last.
    pub(crate) fn all() -> impl Iterator<Item = Registers> {
        [
            (Kind::Portable, true),
            #[cfg(target_arch = "x86_64")]
            (Kind::Avx2, has_avx2()),
            #[cfg(target_arch = "x86_64")]
            (Kind::Avx512, has_avx512()),
        ]
        .into_iter()
        .filter(|&(_, has)| has)
        .map(|(kind, _)| Registers(kind))
    }

    /// The name of the form.
    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
        }
    }

    pub(crate) fn best() -> Registers {
        Registers::all().last().unwrap_or(Registers::PORTABLE)
    }

    /// Whether bytes are looked up in tables, many at once.
    pub(crate) fn look_up(self) -> bool {
        self.0 != Kind::Portable
    }

    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            Kind::Portable => work.run(Plain),
            // SAFETY: a kind is made only where the processor reports every feature that its function is
            // compiled for.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Kind::Avx2 => unsafe { run_avx2(work, Avx2(())) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Kind::Avx512 => unsafe { run_avx512(work, Avx512(())) },
        }
    }
}

/// A function compiled for some features, and another that asks the processor for the same.
#[cfg(target_arch = "x86_64")]
macro_rules! compile {
    ($run:ident, $has:ident, $($feature:tt)+) => {
        $(#[target_feature(enable = $feature)])+
        fn $run<W: Work>(work: W, form: impl Form) -> W::Output {
            work.run(form)
        }

        fn $has() -> bool {
            $(is_x86_feature_detected!($feature))&&+
        }
    };
}

#[cfg(target_arch = "x86_64")]
compile!(run_avx2, has_avx2, "avx2" "bmi1" "bmi2" "lzcnt" "popcnt");

#[cfg(target_arch = "x86_64")]
compile!(
    run_avx512, has_avx512,
    "avx2" "bmi1" "bmi2" "lzcnt" "popcnt" "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi"
);

#[cfg(test)]
mod tests {
    use super::{Form, Looked, Plain, Registers, Work};

    /// What some entries exclude, by a form.
    struct Strike<'a>(&'a [u8], &'a [Looked]);

    impl Work for Strike<'_> {
        type Output = ([[u8; 64]; 2], [[u8; 32]; 4], [[u8; 16]; 8], [[u8; 64]; 8]);

        #[inline(always)]
        fn run(self, form: impl Form) -> Self::Output {
            let Strike(bytes, entries) = self;
            let within = |most: u8| {
                bytes.iter().map(move |&byte| match byte {
                    255 => byte,
                    64 => most,
                    _ => byte % most,
                })
            };
            let (small, middle): (Vec<u8>, Vec<u8>) = (within(16).collect(), within(32).collect());
            let index = |most: u32| {
                move |entry: &Looked| Looked::new(entry.distance.into(), entry.index % 256 % most)
            };
            let of = |most: u32| entries.iter().map(index(most)).collect::<Vec<_>>();
            (
                form.strike(&small, 200, &of(16)),
                form.strike(&middle, 200, &of(32)),
                form.strike(bytes, 200, &of(64)),
                form.strike(bytes, 200, &of(64)),
            )
        }
    }

    #[test]
    fn entries_exclude_the_same_in_all_registers() {
        let byte = |place: usize| match place % 11 {
            3 => 255,
            5 => 64,
            _ => (place * place * 5 + place * 3) as u8 % 64,
        };
        let bytes: Vec<u8> = (0..300).map(byte).collect();
        let entries: Vec<Looked> = [(64, 5), (65, 63), (71, 0), (128, 33), (200, 18), (201, 7), (260, 9)]
            .map(|(d, j)| Looked::new(d, j))
            .into();
        let plain = Plain.run_strike(&bytes, &entries);
        assert!(plain.3.iter().flatten().any(|&byte| byte != 0), "something is excluded");
        for registers in Registers::all() {
            assert_eq!(registers.run(Strike(&bytes, &entries)), plain, "{registers:?}");
        }
    }

    impl Plain {
        fn run_strike(self, bytes: &[u8], entries: &[Looked]) -> <Strike<'static> as Work>::Output {
            Strike(bytes, entries).run(self)
        }
    }

    struct NotFull([u64; 8]);

    impl Work for NotFull {
        type Output = u8;

        #[inline(always)]
        fn run(self, form: impl Form) -> u8 {
            form.not_full(&self.0)
        }
    }

    #[test]
    fn words_that_are_not_full_are_told_in_all_registers() {
        let mut words = [u64::MAX; 8];
        for (place, bit) in [(0, 0), (3, 63), (4, 31), (7, 8)] {
            words[place] &= !(1 << bit);
        }
        for registers in Registers::all() {
            assert_eq!(registers.run(NotFull([u64::MAX; 8])), 0, "{registers:?}");
            assert_eq!(registers.run(NotFull([0; 8])), 255, "{registers:?}");
            assert_eq!(registers.run(NotFull(words)), 0b1001_1001, "{registers:?}");
        }
    }

    /// Bytes to planes and back, by a form.
    struct Turn([u8; 64]);

    impl Work for Turn {
        type Output = ([u64; 8], [[u8; 64]; 1]);

        #[inline(always)]
        fn run(self, form: impl Form) -> Self::Output {
            let planes = form.bits_of(&self.0);
            (planes, form.numbers_of(&planes))
        }
    }

    #[test]
    fn bytes_become_planes_and_bytes_again_in_all_registers() {
        let bytes: [u8; 64] = std::array::from_fn(|place| (place * place * 7 + place * 31 + 5) as u8);
        let planes = Plain.bits_of(&bytes);
        for (place, &byte) in bytes.iter().enumerate() {
            for (bit, plane) in planes.iter().enumerate() {
                assert_eq!(plane >> place & 1, u64::from(byte >> bit & 1), "bit {bit} of byte {place}");
            }
        }
        for registers in Registers::all() {
            assert_eq!(registers.run(Turn(bytes)), (planes, [bytes]), "{registers:?}");
        }
    }
}
