//! Forged certificates of packings: one distance is too small by a hair and all others are right, or one
//! number is no length; each is refused by the name of the place. The true one beside them is accepted.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::Run;
use grundy_packing::{Decimal, Meeting, PackingCertificate, PlacedDisk, Refusal, verify, verify_within};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A hair is 10^-19 here: floating point does not see it.
const HAIR: &str = "0000000000000000001";

fn disk(x: &str, y: &str) -> PlacedDisk {
    PlacedDisk { diameter: "1".into(), x: x.into(), y: y.into() }
}

/// A row of eight disks with a hair between neighbours, in a box with as much at its ends.
fn row() -> PackingCertificate {
    let apart: Decimal = format!("1.{HAIR}").parse().unwrap();
    let place = |place: i32| (&(&Decimal::new(2 * place - 7, 0) * &Decimal::new(5, 1)) * &apart).to_string();
    PackingCertificate {
        cavity: "8.1x1.2".into(),
        disks: (0..8).map(|number| disk(&place(number), "0")).collect(),
    }
}

fn refused(certificate: &PackingCertificate) -> Refusal {
    verify(certificate).expect_err("it is forged")
}

#[test]
fn one_pair_that_touches_or_overlaps_by_a_hair() {
    let good = row();
    let slack = verify(&good).unwrap();
    assert!(slack.amount.to_string().starts_with("0.000000000000000000"), "{}", slack.amount);
    for place in 0..8 {
        for (other, moves) in [(place + 1, 1), (place - 1, -1_i32)] {
            if !(0..8).contains(&other) {
                continue;
            }
            for (hairs, told) in [(1, "touch exactly"), (2, "overlap")] {
                let mut bad = good.clone();
                let x: Decimal = bad.disks[place as usize].x.parse().unwrap();
                let step = Decimal::new(i64::from(moves * hairs), 19);
                bad.disks[place as usize].x = (&x + &step).to_string();
                let refusal = refused(&bad);
                let (low, high) = (place.min(other) as usize, place.max(other) as usize);
                assert!(
                    matches!(&refusal, Refusal::NoRoom { at: Meeting::Disks(a, b), .. } if (*a, *b) == (low, high)),
                    "{refusal:?}"
                );
                assert!(refusal.to_string().contains(told), "{refusal}");
            }
        }
    }
}

#[test]
fn one_disk_that_touches_or_leaves_the_wall_by_a_hair() {
    let round = |cavity: &str, x: &str, y: &str| PackingCertificate {
        cavity: cavity.into(),
        disks: vec![disk(x, y)],
    };
    let over = format!("1.{HAIR}");
    // 0.3, 0.4 lies 0.5 from the middle: the disk reaches 1.
    for (cavity, x, y) in [
        ("2", "0.3", "0.4"),
        ("2", "0.5", "0"),
        ("2", "-0.4", "0.3"),
        ("2x9", "0.5", "1"),
        ("9x2", "1", "-0.5"),
    ] {
        let touching = refused(&round(cavity, x, y));
        assert!(matches!(touching, Refusal::NoRoom { at: Meeting::Wall(0), .. }), "{touching:?}");
        let wide = cavity.replacen('2', &format!("2.{HAIR}"), 1);
        verify(&round(&wide, x, y)).unwrap();
        let narrow = cavity.replacen('2', "1.9999999999999999999", 1);
        assert!(refused(&round(&narrow, x, y)).to_string().contains("overlap"));
    }
    // A disk as large as its cavity, larger by a hair, and inside by a hair.
    let alone = |cavity: &str, diameter: &str| PackingCertificate {
        cavity: cavity.into(),
        disks: vec![PlacedDisk { diameter: diameter.into(), x: "0".into(), y: "0".into() }],
    };
    assert!(refused(&alone("1", "1")).to_string().contains("touch exactly"));
    assert!(refused(&alone("1", &over)).to_string().contains("overlap"));
    verify(&alone(&over, "1")).unwrap();
}

#[test]
fn one_number_that_is_no_length() {
    let good = row();
    for bad in ["", "NaN", "inf", "1e0", "1,0", "0x1", "1.0.0", "--1", "1/2"] {
        for field in ["diameter", "x", "y"] {
            let mut forged = good.clone();
            let place = match field {
                "diameter" => &mut forged.disks[3].diameter,
                "x" => &mut forged.disks[3].x,
                _ => &mut forged.disks[3].y,
            };
            *place = bad.into();
            let told = refused(&forged).to_string();
            assert!(told.starts_with(&format!("disk 4: the {field} cannot be read")), "{told}");
        }
        let told = refused(&PackingCertificate { cavity: bad.into(), ..good.clone() });
        assert!(matches!(told, Refusal::Cavity(_)), "{told:?}");
    }
    for diameter in ["0", "-1", "-0.0000000000000000001"] {
        let mut forged = good.clone();
        forged.disks[5].diameter = diameter.into();
        assert_eq!(refused(&forged), Refusal::NotPositive(5));
    }
}

#[test]
fn the_clock_is_looked_at_for_every_disk() {
    // Numbers as long as they may be, and every pair nearer than the one before.
    let long = "7".repeat(390);
    let disks = (0..500_u32).map(|place| PlacedDisk {
        diameter: format!("0.{long}"),
        x: format!("{}.{long}", 1_000 - place - place * place / 600),
        y: format!("0.{long}"),
    });
    let certificate = PackingCertificate { cavity: "9999999".into(), disks: disks.collect() };
    let started = Instant::now();
    let looks = Arc::new(Mutex::new((started, Duration::ZERO)));
    let noted = Arc::clone(&looks);
    let run = Run::unlimited().with_sink(move |_| {
        let (latest, longest) = &mut *noted.lock().unwrap();
        *longest = latest.elapsed().max(*longest);
        *latest = Instant::now();
    });
    let checked = verify_within(&certificate, &run);
    let longest = looks.lock().unwrap().1;
    println!("{:?} in all, {longest:?} between two looks, {:?}", started.elapsed(), checked.is_ok());
    let cancelled = Run::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    assert!(matches!(verify_within(&certificate, &cancelled), Err(Refusal::Stopped(_))));
}
