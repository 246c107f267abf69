//! The figures the packer is held to. Every answer is asserted with the exact
//! check. Searches are timed by the core they use, as the scheduler tells it;
//! layouts and checks by the clock on the wall.
//!
//! `cargo bench --bench packing` runs all; a word after `--` picks the parts
//! whose names contain it.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use grundy_core::{Limits, Run};
use grundy_packing::{
    Decimal, Packing, PackingCertificate, PackingGoal, PackingOptions, PlacedDisk, Problem, Refusal, layout,
    pack, verify,
};

/// The smallest known radius around disks of radii 1 to N, from N = 5.
const KNOWN: [f64; 18] = [
    9.001397746,
    11.057040399,
    13.462110678,
    16.221746677,
    19.233193908,
    22.000193013,
    24.960634289,
    28.371389436,
    31.545867018,
    35.095647144,
    38.837995508,
    42.458116436,
    46.291342117,
    50.119762623,
    54.240293591,
    58.400567479,
    62.558877094,
    66.760286241,
];

fn main() {
    let parts: [(&str, fn()); 5] = [
        ("fourteen", fourteen),
        ("radii", radii),
        ("layout", layouts),
        ("refusals", refusals),
        ("check", check_speed),
    ];
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    for (name, part) in parts {
        if wanted.as_ref().is_none_or(|word| name.contains(word.as_str())) {
            part();
        }
    }
}

/// The Formidable Fourteen from 100 seeds.
fn fourteen() {
    let problem = Problem::formidable_fourteen();
    let mut times = Vec::new();
    let (mut best, mut hops) = (f64::INFINITY, 0);
    for seed in 1..=100 {
        let start = core_seconds();
        let packing = smallest(&problem, seed, 11.99604);
        times.push(core_seconds() - start);
        assert!(packing.fits, "seed {seed}");
        let (certificate, slack) = packing.certificate.as_ref().expect("it fits");
        assert_eq!(certificate.cavity, "12.000");
        assert_eq!(verify(certificate).as_ref(), Ok(slack), "seed {seed}");
        hops += packing.hops;
        best = best.min(proven_cavity(&packing));
    }
    assert!(best <= 11.99604);
    let median = report("formidable fourteen, 100 seeds", &mut times);
    println!("    mean hops {}, best cavity proven {best:.12}", hops / 100);
    assert!(median <= 0.1, "median {median}");
}

/// Radii 1 to N: the best known cavity within 1e-8.
fn radii() {
    for (n, seeds, bar) in (5..=18).map(|n| (n, 15, 2.0)).chain([(20, 7, 20.0), (22, 7, 60.0)]) {
        let known = KNOWN[n - 5];
        let list = (1..=n).map(|r| Decimal::new(r, 0)).collect();
        let cavity = "1000".parse().expect("a cavity");
        let problem = Problem::from_radii(list, cavity).expect("a problem");
        let (mut times, mut hops) = (Vec::new(), 0);
        for seed in 1..=seeds {
            let start = core_seconds();
            let packing = smallest(&problem, seed, 2.0 * (known + 0.9e-8));
            times.push(core_seconds() - start);
            hops += packing.hops;
            let proven = proven_cavity(&packing) / 2.0;
            assert!(proven <= known + 1e-8, "N = {n}, seed {seed}: {proven}");
        }
        let median = report(&format!("radii 1 to {n}, {seeds} seeds"), &mut times);
        println!("    mean hops {}", hops / seeds);
        assert!(median <= bar, "N = {n}: median {median}");
    }
}

/// Five hundred circles for a picture.
fn layouts() {
    let mut state = 1u64;
    let random: Vec<f64> = (0..500).map(|_| 1.0 + 9.0 * chance(&mut state)).collect();
    let skewed: Vec<f64> = (0..500).map(|_| 0.3 / (0.02 + chance(&mut state))).collect();
    for (name, radii, bar) in [
        ("500 equal circles", vec![1.0; 500], 0.70),
        ("500 random circles, 1 to 10", random.clone(), 0.70),
        ("500 skewed circles, 0.3 to 15", skewed, 0.0),
        ("40 random circles", random[..40].to_vec(), 0.70),
        ("10 random circles", random[..10].to_vec(), 0.60),
    ] {
        let mut times = Vec::new();
        let mut density = 0.0;
        for _ in 0..15 {
            let start = wall_seconds();
            let found = layout(black_box(&radii)).expect("a layout");
            times.push(wall_seconds() - start);
            let area: f64 = radii.iter().map(|r| r * r).sum();
            density = area / (found.radius * found.radius);
            if times.len() == 1 {
                let exact = |x: f64| Decimal::from_f64(x).expect("finite").to_string();
                let claim = PackingCertificate {
                    cavity: exact(2.0 * found.radius),
                    disks: radii
                        .iter()
                        .zip(&found.centres)
                        .map(|(&r, &(x, y))| PlacedDisk {
                            diameter: exact(2.0 * r),
                            x: exact(x),
                            y: exact(y),
                        })
                        .collect(),
                };
                verify(&claim).expect("no overlap");
            }
        }
        let median = report(name, &mut times);
        println!("    density {density:.4}");
        assert!(median < 0.05, "median {median}");
        assert!(density >= bar, "density {density}");
    }
}

/// One coordinate moved by 1e-9 into another disk, 100 times.
fn refusals() {
    let problem = Problem::formidable_fourteen();
    let packing = smallest(&problem, 1, 11.99604);
    let (certificate, _) = &packing.smallest;
    let mut state = 2u64;
    let (mut refused, mut tried) = (0, 0);
    while refused < 100 {
        tried += 1;
        assert!(tried < 10_000, "few disks have a neighbour to be moved into");
        let mut moved = certificate.clone();
        let disk = (chance(&mut state) * 14.0) as usize;
        let along_x = chance(&mut state) < 0.5;
        let step = if chance(&mut state) < 0.5 { -1 } else { 1 };
        let step = Decimal::new(step, 9);
        let place = &mut moved.disks[disk];
        let text = if along_x { &mut place.x } else { &mut place.y };
        *text = (&text.parse().expect("a decimal") + &step).to_string();
        // Only moves into another disk count: those that bring near what touched.
        if !overlaps(&moved, disk) {
            verify(&moved).map(drop).unwrap_or_else(|refusal| {
                assert!(refusal.to_string().contains("wall"), "{refusal}");
            });
            continue;
        }
        let refusal = verify(&moved).expect_err("an overlap");
        assert!(matches!(refusal, Refusal::NoRoom { .. }));
        refused += 1;
    }
    println!("{:44} {refused} of {refused} refused", "certificates moved by 1e-9 into a disk");
}

/// Whether a disk overlaps another, by floating-point distances: rounding is
/// a millionth of the move that makes the overlap.
fn overlaps(certificate: &PackingCertificate, disk: usize) -> bool {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let read = |d: &PlacedDisk| (number(&d.x), number(&d.y), number(&d.diameter) / 2.0);
    let (x, y, r) = read(&certificate.disks[disk]);
    certificate.disks.iter().enumerate().any(|(other, d)| {
        let (u, v, s) = read(d);
        other != disk && (x - u).hypot(y - v) < r + s - 1e-12
    })
}

/// The exact check itself.
fn check_speed() {
    let found = layout(&[1.0; 500]).expect("a layout");
    let text = |x: f64| Decimal::from_f64(x).expect("finite").nearest(15).to_string();
    let claim = PackingCertificate {
        cavity: text(2.0 * found.radius),
        disks: found
            .centres
            .iter()
            .map(|&(x, y)| PlacedDisk { diameter: "2".into(), x: text(x), y: text(y) })
            .collect(),
    };
    let mut times = Vec::new();
    for _ in 0..5 {
        let start = wall_seconds();
        verify(black_box(&claim)).expect("no overlap");
        times.push(wall_seconds() - start);
    }
    report("exact check of 500 disks, 15 places", &mut times);
}

fn smallest(problem: &Problem, seed: u64, good_enough: f64) -> Packing {
    let options = PackingOptions { seed, good_enough: Some(good_enough) };
    let run = Run::new(Limits { time: Some(Duration::from_secs(300)), ..Limits::default() });
    pack(problem, PackingGoal::Minimise, &options, &run, &|_| {}).expect("a packing")
}

/// The smallest cavity's diameter, after proving it once more.
fn proven_cavity(packing: &Packing) -> f64 {
    let (certificate, slack) = &packing.smallest;
    assert_eq!(verify(certificate).as_ref(), Ok(slack));
    certificate.cavity.parse().expect("a diameter")
}

fn report(name: &str, times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let most = times[times.len() - 1];
    println!("{name:44} median {median:.4} s  mean {mean:.4} s  most {most:.4} s");
    median
}

/// Seconds this thread has spent on a core, in steps of some milliseconds;
/// wall time where the system does not tell.
fn core_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(wall_seconds, |ns| ns * 1e-9)
}

/// Seconds on the wall's clock, for what is too short for the scheduler's steps.
fn wall_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// A number in 0..1 from a small linear congruential generator (Knuth's MMIX).
fn chance(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 11) as f64 / (1u64 << 53) as f64
}
