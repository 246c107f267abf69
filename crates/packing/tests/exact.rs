//! The exact check, held against definitions that share nothing with it.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_packing::{
    Cavity, CavityError, Decimal, DecimalError, MAX_DISKS, Meeting, PackingCertificate, PlacedDisk, Refusal,
    verify,
};
use num_rational::BigRational;
use proptest::prelude::*;

fn disk(diameter: &str, x: &str, y: &str) -> PlacedDisk {
    PlacedDisk { diameter: diameter.into(), x: x.into(), y: y.into() }
}

fn claim(cavity: &str, disks: &[(&str, &str, &str)]) -> PackingCertificate {
    PackingCertificate { cavity: cavity.into(), disks: disks.iter().map(|(d, x, y)| disk(d, x, y)).collect() }
}

fn missing(certificate: &PackingCertificate) -> (Meeting, String) {
    match verify(certificate).expect_err("no room") {
        Refusal::NoRoom { at, missing } => (at, missing.to_string()),
        other => panic!("refused for another reason: {other}"),
    }
}

/// The value of a decimal text as a ratio, read without the code under test.
fn ratio(text: &str) -> BigRational {
    let places = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let digits: num_bigint::BigInt = text.replace('.', "").parse().expect("digits");
    BigRational::new(digits, num_bigint::BigInt::from(10).pow(places as u32))
}

/// The definition of a packing with slack above `slack`, in ratios.
fn packed_with(certificate: &PackingCertificate, slack: &BigRational) -> bool {
    let zero = ratio("0");
    let two = ratio("2");
    let disks: Vec<[BigRational; 3]> =
        certificate.disks.iter().map(|d| [ratio(&d.x), ratio(&d.y), ratio(&d.diameter) / &two]).collect();
    let squared = |x: &BigRational, y: &BigRational| x * x + y * y;
    let inside = |[x, y, r]: &[BigRational; 3]| match certificate.cavity.split_once('x') {
        None => {
            let room = ratio(&certificate.cavity) / &two - r - slack;
            room > zero && squared(x, y) < &room * &room
        }
        Some((width, height)) => [(width, x), (height, y)].iter().all(|(side, c)| {
            let far = if **c < zero { -*c } else { (*c).clone() };
            far < ratio(side) / &two - r - slack
        }),
    };
    disks.iter().enumerate().all(|(i, a)| {
        inside(a)
            && disks[..i].iter().all(|b| {
                let reach = &a[2] + &b[2] + slack;
                reach < zero || squared(&(&a[0] - &b[0]), &(&a[1] - &b[1])) > &reach * &reach
            })
    })
}

#[test]
fn touching_by_a_whole_distance_is_refused_with_nothing_missing() {
    // 3-4-5: the distance is exactly the sum of the radii.
    let touching = claim("100", &[("4", "0", "0"), ("6", "3", "4")]);
    assert_eq!(missing(&touching), (Meeting::Disks(0, 1), "0".into()));
    let wall = claim("10", &[("2", "4", "0")]);
    assert_eq!(missing(&wall), (Meeting::Wall(0), "0".into()));
    let side = claim("10x4", &[("2", "4", "0")]);
    assert_eq!(missing(&side), (Meeting::Wall(0), "0".into()));
}

#[test]
fn a_hair_from_touching_is_told_exactly() {
    let apart = claim("100", &[("4", "0", "0"), ("6", "3", "4.000000000000000000000001")]);
    let slack = verify(&apart).expect("apart");
    // The gap opens with 4/5 of the move; the rest of that is rounded down.
    assert!(slack.amount <= "0.0000000000000000000000008".parse().expect("a decimal"));
    assert!(slack.amount >= "0.0000000000000000000000007".parse().expect("a decimal"));
    let over = claim("100", &[("4", "0", "0"), ("6", "3", "3.999999999999999999999999")]);
    let (at, short) = missing(&over);
    assert_eq!(at, Meeting::Disks(0, 1));
    assert_eq!(short, "0.0000000000000000000000008");
}

#[test]
fn seven_coins_touch_in_a_cavity_of_three_diameters() {
    // sqrt 3 rounded down squeezes the ring of six, rounded up parts it.
    let ring = |half_root: &str, cavity: &str| {
        let minus = format!("-{half_root}");
        claim(
            cavity,
            &[
                ("1", "0", "0"),
                ("1", "1", "0"),
                ("1", "-1", "0"),
                ("1", "0.5", half_root),
                ("1", "-0.5", half_root),
                ("1", "0.5", &minus),
                ("1", "-0.5", &minus),
            ],
        )
    };
    // Rounded up, the ring sticks out of a cavity of 3 by 4e-17; in a wider one the coin at (1, 0) still
    // touches the middle one exactly.
    assert_eq!(missing(&ring("0.8660254037844387", "3")).1, "0.00000000000000004611");
    assert_eq!(missing(&ring("0.8660254037844387", "3.1")).1, "0");
    // Rounded down, it presses on the middle coin.
    let (_, pressed) = missing(&ring("0.8660254037844386", "3.1"));
    assert_eq!(pressed, "0.0000000000000000405");
}

#[test]
fn the_worst_place_is_named() {
    let certificate = claim("10", &[("2", "0", "0"), ("2", "1.9", "0"), ("2", "4.5", "0")]);
    assert_eq!(missing(&certificate), (Meeting::Wall(2), "0.5".into()));
    let message = verify(&certificate).expect_err("outside").to_string();
    assert_eq!(message, "disk 3 and the wall overlap: 0.5 is missing");
}

#[test]
fn certificates_that_say_nothing_are_refused() {
    assert_eq!(verify(&claim("10", &[])), Err(Refusal::NoDisks));
    let many = vec![("1", "0", "0"); MAX_DISKS + 1];
    assert_eq!(verify(&claim("10", &many)), Err(Refusal::TooManyDisks(MAX_DISKS + 1)));
    assert_eq!(verify(&claim("10", &[("0", "0", "0")])), Err(Refusal::NotPositive(0)));
    assert_eq!(verify(&claim("10", &[("-1", "0", "0")])), Err(Refusal::NotPositive(0)));
    assert!(matches!(verify(&claim("0", &[("1", "0", "0")])), Err(Refusal::Cavity(_))));
    let unreadable = verify(&claim("10", &[("1", "0", "0"), ("1", "NaN", "0")]));
    let message = unreadable.expect_err("not a number").to_string();
    assert!(message.starts_with("disk 2: the x cannot be read: `NaN`"), "{message}");
}

#[test]
fn numbers_that_are_no_decimals_are_refused() {
    let read = |text: &str| text.parse::<Decimal>();
    assert_eq!(read(" "), Err(DecimalError::Missing));
    for text in ["NaN", "inf", "-", ".", "1.2.3", "x", "--1", "١"] {
        assert!(matches!(read(text), Err(DecimalError::NotANumber(_))), "{text}");
    }
    for (text, unit) in [("2in", "in"), ("2.5 cm", "cm"), ("1e5", "e5"), ("1,5", ",5"), ("3\"", "\"")] {
        assert_eq!(read(text), Err(DecimalError::Unit(unit.into())), "{text}");
    }
    assert_eq!(read(&"1".repeat(401)), Err(DecimalError::TooLong(401)));
    assert_eq!(read("+.5").expect("a half").to_string(), "0.5");
    assert_eq!(read("-2.").expect("minus two").to_string(), "-2");
}

#[test]
fn cavities_are_read_by_their_measures() {
    let read = |text: &str| text.parse::<Cavity>();
    assert_eq!(read("10 x 12").expect("a tray").to_string(), "10x12");
    assert_eq!(read("10×10"), read("10x10"));
    assert_eq!(read("0"), Err(CavityError::NotPositive("0".into())));
    assert_eq!(read("10x-1"), Err(CavityError::NotPositive("10x-1".into())));
    assert_eq!(read("10x"), Err(CavityError::Measure(DecimalError::Missing)));
    assert!(read("12in").expect_err("a unit").to_string().contains("units are not known"));
}

fn decimal_text() -> impl Strategy<Value = String> {
    (-3000i64..3000).prop_map(|n| Decimal::new(n, 3).to_string())
}

fn certificates() -> impl Strategy<Value = PackingCertificate> {
    let disk = (1i64..1500, decimal_text(), decimal_text()).prop_map(|(d, x, y)| PlacedDisk {
        diameter: Decimal::new(d, 3).to_string(),
        x,
        y,
    });
    let cavity = prop_oneof![
        (4000i64..12_000).prop_map(|d| Decimal::new(d, 3).to_string()),
        (4000i64..9000, 4000i64..9000).prop_map(|(w, h)| format!(
            "{}x{}",
            Decimal::new(w, 3),
            Decimal::new(h, 3)
        )),
    ];
    (cavity, prop::collection::vec(disk, 1..5))
        .prop_map(|(cavity, disks)| PackingCertificate { cavity, disks })
}

proptest! {
    #[test]
    fn the_check_agrees_with_the_definition(certificate in certificates()) {
        match verify(&certificate) {
            Ok(slack) => {
                let told = ratio(&slack.amount.to_string());
                prop_assert!(packed_with(&certificate, &ratio("0")));
                prop_assert!(packed_with(&certificate, &(&told * ratio("0.999999"))));
                prop_assert!(!packed_with(&certificate, &(&told * ratio("1.0011"))));
            }
            Err(Refusal::NoRoom { missing, .. }) => {
                let told = ratio(&missing.to_string());
                prop_assert!(!packed_with(&certificate, &ratio("0")));
                prop_assert!(packed_with(&certificate, &(-&told * ratio("1.000001") - ratio("0.000000001"))));
                prop_assert!(!packed_with(&certificate, &(-&told * ratio("0.9989"))));
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn floating_point_numbers_are_kept_exactly(value in -1e12f64..1e12) {
        let exact = Decimal::from_f64(value).expect("finite");
        prop_assert_eq!(exact.to_f64(), value);
        prop_assert_eq!(BigRational::from_float(value), Some(ratio(&exact.to_string())));
    }

    #[test]
    fn decimals_read_back(digits in any::<i64>(), places in 0u32..30) {
        let number = Decimal::new(digits, places);
        let read: Decimal = number.to_string().parse().expect("a decimal");
        prop_assert_eq!(read.places(), places);
        prop_assert_eq!(read, number);
    }

    #[test]
    fn rounding_keeps_to_its_side(digits in any::<i32>(), places in 0u32..8, to in 0u32..8) {
        let number = Decimal::new(digits, places);
        let unit = Decimal::new(1, to);
        let (floor, nearest, ceil) = (number.floor(to), number.nearest(to), number.ceil(to));
        prop_assert!(floor <= number && number <= ceil);
        prop_assert!(&number - &floor < unit && &ceil - &number < unit);
        prop_assert!(nearest == floor || nearest == ceil);
    }
}
