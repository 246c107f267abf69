//! Files from before modifiers belonged to digits: `!` at the end of a code was for all of it.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::Run;
use grundy_heaps::{CheckpointError, Code, PeriodCertificate, Sequence};

/// Written by the program of commit 5eb5dd0: `sequence "4.0!" --terms 2000 --checkpoint`, and the same of
/// `0.77!`, whose rule was for both digits.
const GRUNDYS_GAME: &[u8] = include_bytes!("data/grundys-game.checkpoint");
const WHOLE_CODE: &[u8] = include_bytes!("data/whole-code-0.77.checkpoint");

/// The same bytes as format 1 wrote them: without the claim.
fn of_format_1(bytes: &[u8]) -> Vec<u8> {
    let claim = 12 + 4 + 8 + 4 + bytes[24] as usize + 1;
    assert_eq!(bytes[claim], 0, "no claim");
    let mut old =
        [&bytes[..12], &1_u32.to_le_bytes(), &bytes[16..claim], &bytes[claim + 1..bytes.len() - 8]].concat();
    let hash = old.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    old.extend(hash.to_le_bytes());
    old
}

#[test]
fn old_checkpoints_go_on_with_the_rules_they_had() {
    for (bytes, same, others) in
        [(GRUNDYS_GAME, "4!.0", ["4.0", "4=.0"]), (WHOLE_CODE, "0.7!7!", ["0.77!", "0.77"])]
    {
        for bytes in [bytes.to_vec(), of_format_1(bytes)] {
            let code: Code = same.parse().unwrap();
            let mut resumed = Sequence::resume(&code, &bytes).unwrap();
            assert!(resumed.known() >= 1_500, "{same}");
            resumed.extend_to(3_000, &Run::unlimited()).unwrap();
            let mut fresh = Sequence::new(&code);
            fresh.extend_to(3_000, &Run::unlimited()).unwrap();
            assert_eq!(resumed.nimbers(3_000), fresh.nimbers(3_000), "{same}");
            for other in others {
                let refused = Sequence::resume(&other.parse().unwrap(), &bytes).err();
                assert!(matches!(refused, Some(CheckpointError::OtherCode(_))), "{other}");
            }
        }
    }
}

#[test]
fn a_certificate_of_format_1_has_its_modifier_in_every_digit() {
    let text = |format: u32, code: &str| {
        format!(
            "grundy heap period {format}\ncode {code}\ntheorem guy-smith\npreperiod 5\nperiod 2\nsaltus 0\nterms 9\n"
        )
    };
    let read = |format, code| text(format, code).parse::<PeriodCertificate>();
    for (old, new) in [("4.0!", "4!.0"), ("0.77!", "0.7!7!"), ("C.F3?", "C?.F?3"), ("0.1[47]!", "0.1[4!7!]")]
    {
        let code: Code = new.parse().unwrap();
        let certificate = read(1, old).unwrap();
        assert_eq!(certificate.code, code, "{old}");
        // Written anew, it says so by its format.
        assert!(certificate.to_string().starts_with(&format!("grundy heap period 2\ncode {new}\n")));
        assert_eq!(certificate.to_string().parse::<PeriodCertificate>().unwrap(), certificate);
        assert_eq!(read(2, new).unwrap().code, code);
    }
    assert_eq!(read(2, "0.77!").unwrap().code, "0.77!".parse().unwrap());
    assert!(read(1, "0.77").unwrap().to_string().starts_with("grundy heap period 1\n"));
    for (format, code) in [(2, "4.0!"), (2, "0.77"), (1, "0.3!"), (3, "0.77"), (0, "0.77")] {
        assert!(read(format, code).is_err(), "{format} {code}");
    }
}
