//! The check of a period with guesses of the engine comes to the same end as without.

use grundy::check::period::{CheckState, PeriodCheck, Refused, resume, verify_from, verify_within};
use grundy::heaps::{PeriodCertificate, Sequence, SparseSpace, Theorem};
use grundy::{EngineGuesses, Run};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn proved(code: &str) -> PeriodCertificate {
    let mut sequence = Sequence::new(&code.parse().expect("a code"));
    let period = sequence.prove(4_000_000, &Run::unlimited()).expect("no limit").expect("a solved code");
    PeriodCertificate { code: sequence.code().clone(), period }
}

/// A check of this many nimbers with guesses, after it was seen to be the same without.
fn checked(certificate: &PeriodCertificate, terms: u64) -> Result<PeriodCheck, Refused> {
    let run = Run::unlimited();
    let alone = verify_within(certificate, terms, None, &run);
    assert_eq!(verify_within(certificate, terms, Some(&EngineGuesses), &run), alone, "{certificate}");
    alone
}

fn space(certificate: &mut PeriodCertificate) -> &mut SparseSpace {
    match &mut certificate.period.theorem {
        Theorem::SparseWindow(space) => space,
        other => panic!("{} has no sparse space", other.name()),
    }
}

#[test]
fn certificates_are_verified_with_guesses_as_without() {
    for code in ["0.16", "0.56", "0.356", "0.644", "0.156", "0.376"] {
        let certificate = proved(code);
        if !matches!(certificate.period.theorem, Theorem::SparseWindow(_)) {
            continue;
        }
        assert!(matches!(checked(&certificate, u64::MAX), Ok(PeriodCheck::Whole(_))), "{code}");
        assert!(checked(&certificate, 9_999).is_ok(), "{code}");
    }
}

#[test]
fn false_certificates_are_refused_for_the_same_reason() {
    for code in ["0.16", "0.56"] {
        let certificate = proved(code);
        let mut forged = Vec::new();
        let mut forge = |change: &dyn Fn(&mut PeriodCertificate)| {
            let mut certificate = certificate.clone();
            change(&mut certificate);
            forged.push(certificate);
        };
        forge(&|certificate| certificate.period.preperiod -= 1);
        forge(&|certificate| certificate.period.period += 1);
        let rares = space(&mut certificate.clone()).rares.len();
        for place in [0, rares / 2, rares - 1] {
            forge(&|certificate| {
                space(certificate).rares.remove(place);
            });
            forge(&|certificate| space(certificate).rares[place].1 ^= 3);
            forge(&|certificate| space(certificate).rares[place].1 += 1 << 9);
            forge(&|certificate| space(certificate).rares[place].0 += 1);
        }
        // Heaps that the plain rule does not give.
        for heap in [5_000, 6_143, 6_144, 9_001] {
            forge(&|certificate| {
                let space = space(certificate);
                space.rares.push((heap, 4));
                space.rares.sort_unstable();
                space.rares.dedup_by_key(|rare| rare.0);
            });
        }
        forge(&|certificate| space(certificate).mask ^= 1 << 2);
        for certificate in &forged {
            assert!(checked(certificate, u64::MAX).is_err(), "{certificate}");
        }
    }
}

#[test]
fn certificates_changed_at_random_come_to_the_same_end() {
    let mut random = ChaCha8Rng::seed_from_u64(23);
    let (mut refused, mut reached) = (0, 0);
    for code in ["0.16", "0.56", "0.127"] {
        let certificate = proved(code);
        for _ in 0..100 {
            let mut changed = certificate.clone();
            for _ in 0..random.random_range(1..4) {
                change(space(&mut changed), &mut random);
            }
            let check = checked(&changed, 20_000);
            refused += usize::from(check.is_err());
            reached += usize::from(check.is_err_and(|refused| heap_of(&refused) > 6_144));
        }
    }
    assert!(refused > 200 && reached > 20, "{refused} {reached}");
}

/// The first number of more than two digits in what a check says: the heap, where it names one.
fn heap_of(refused: &Refused) -> u64 {
    let text = refused.to_string();
    let mut numbers =
        text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    numbers.find(|&number| number > 99).unwrap_or(0)
}

/// Changes the rare heaps, mostly beyond those that the plain rule gives, or the space.
fn change(space: &mut SparseSpace, random: &mut ChaCha8Rng) {
    let place = random.random_range(0..space.rares.len());
    let heap = random.random_range(5_000..20_000);
    match random.random_range(0..10) {
        0 => drop(space.rares.remove(place)),
        1 => space.rares[place].1 ^= 1 << random.random_range(0..10),
        2 => space.rares[place].0 = heap,
        3 => space.kappa ^= 1,
        4 => space.mask ^= 1 << random.random_range(0..9),
        5 => space.reach = random.random_range(0..20_000),
        6 => space.by_heap ^= true,
        _ => space.rares.push((heap, random.random_range(0..300))),
    }
    space.rares.sort_unstable();
    space.rares.dedup_by_key(|rare| rare.0);
}

#[test]
fn a_check_in_pieces_takes_guesses_too() {
    let certificate = proved("0.16");
    let run = Run::unlimited();
    let alone = verify_within(&certificate, u64::MAX, None, &run);
    let mut state: Option<CheckState> = None;
    for terms in [7_000, 20_000, 20_500, 200_000, u64::MAX] {
        // Every second piece without guesses.
        let guesser = (terms % 1_000 == 0).then_some(&EngineGuesses as &dyn grundy::check::period::Guesser);
        let (check, reached) =
            verify_from(&certificate, state, terms, guesser, &run).expect("a true certificate");
        let reached = reached.expect("a sparse window");
        state = Some(resume(&certificate, &reached.to_bytes()).expect("its own bytes"));
        if terms == u64::MAX {
            assert_eq!(Ok(check), alone);
        }
    }
}
