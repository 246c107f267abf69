//! Nimbers of long sequences, held to checksums that other programs printed.

use grundy_core::Run;
use grundy_heaps::Sequence;

/// Two running sums of 16 bits, as the program `ogsolve` prints them.
fn checksum(values: &[u32]) -> u32 {
    let (mut low, mut high) = (0_u16, 0_u16);
    for &value in values {
        low = low.wrapping_add(value as u16);
        high = high.wrapping_add(low);
    }
    u32::from(high) << 16 | u32::from(low)
}

/// In every form that the processor has: far beyond what the engines hold of past heaps, plane by plane.
#[test]
fn long_sequences_have_the_checksums_of_another_program() {
    let million = 1_000_000;
    for (text, last, expected) in [
        ("0.16", million, 0x5DD3_EF50),
        ("0.56", million, 0xE273_4240),
        ("0.127", million, 0xFCB2_D557),
        // Rare and common nimbers in another order than their indices.
        ("0.376", million, 0xD858_772F),
        ("0.054", million, 0x420C_0677),
        ("0.104", million, 0xCC99_A917),
        ("0.106", million, 0xF21F_01B0),
        ("0.454", million, 0x159E_E8E3),
        ("0.354", million, 0xA533_B6BE),
        ("0.156", million, 0x021B_E844),
        ("0.644", million, 0x58FA_AAC0),
        // The widest sets.
        ("0.6", 100_000, 0x0D84_8C92),
    ] {
        let code = text.parse().expect("a code");
        for form in Sequence::forms() {
            let mut sequence = Sequence::new(&code).in_form(form).expect("the processor has the form");
            sequence.extend_to(last + 1, &Run::unlimited()).expect("no limit is met");
            let nimbers = sequence.nimbers(last + 1).expect("nothing was dropped");
            assert_eq!(checksum(&nimbers), expected, "{text} to {last} by {form}");
        }
    }
}
