//! Heap sequences against the clock, and against `ogsolve` where it is found.
//!
//! `cargo bench --bench sequences [-- all] [FILTER]` prints a line a task;
//! every value is asserted. The rival is the program named by `OGSOLVE` (or
//! `ogsolve` on the path); it runs in turn with our own, which is measured in
//! process. `all` adds the tasks that take minutes.

use std::process::Command;
use std::time::Instant;

use grundy_core::Run;
use grundy_heaps::{Code, PeriodCertificate, Sequence, plain};

/// Checksum as printed by the rival: two 16-bit running sums.
fn checksum(values: &[u32]) -> u32 {
    let (mut low, mut high) = (0u16, 0u16);
    for &value in values {
        low = low.wrapping_add(value as u16);
        high = high.wrapping_add(low);
    }
    u32::from(high) << 16 | u32::from(low)
}

fn code(text: &str) -> Code {
    text.parse().expect("the table holds codes")
}

/// Seconds the rival reports, and its checksum.
fn rival(text: &str, method: &str, last: u64) -> Option<(f64, u32)> {
    let program = std::env::var("OGSOLVE").unwrap_or_else(|_| "ogsolve".into());
    let output = Command::new(program).args([text, "-m", method, "-n", &last.to_string()]).output().ok()?;
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let word = |after: &str| shown.split(after).nth(1)?.split_whitespace().next().map(str::to_string);
    let time = word("calculation time:")?;
    let (number, scale) = [("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9), ("s", 1.0)]
        .into_iter()
        .find_map(|(unit, scale)| Some((time.strip_suffix(unit)?.parse::<f64>().ok()?, scale)))?;
    Some((number * scale, u32::from_str_radix(&word("checksum:")?, 16).ok()?))
}

/// One run of a sequence: seconds, and the checksum of heaps `0..=last`.
fn run(text: &str, last: u64, threads: usize, form: Option<&str>) -> (f64, u32) {
    let start = Instant::now();
    let mut sequence = Sequence::new(&code(text)).with_threads(threads);
    if let Some(form) = form {
        sequence = sequence.in_form(form).expect("only forms of this processor are asked for");
    }
    sequence.extend_to(last + 1, &Run::unlimited()).expect("no limit is met");
    let seconds = start.elapsed().as_secs_f64();
    (seconds, checksum(&sequence.nimbers(last + 1).expect("full memory")))
}

struct Values {
    code: &'static str,
    last: u64,
    checksum: u32,
    /// The rival's best method, and the ratio aimed at (with wide registers
    /// of 512 bits; the portable form aims at a third).
    method: &'static str,
    ratio: f64,
    long: bool,
}

const fn values(code: &'static str, last: u64, checksum: u32, method: &'static str, ratio: f64) -> Values {
    Values { code, last, checksum, method, ratio, long: false }
}

const VALUES: &[Values] = &[
    values("0.106", 10_000_000, 0x326A_D1DB, "rc2", 40.0),
    values("0.104", 10_000_000, 0x2A63_2856, "rc2", 40.0),
    values("0.16", 10_000_000, 0x4951_72CA, "rc", 30.0),
    values("0.454", 10_000_000, 0x124A_F3AA, "rc", 25.0),
    values("0.054", 10_000_000, 0x2461_860F, "rc", 25.0),
    values("0.56", 10_000_000, 0xDECF_4874, "rc", 15.0),
    values("0.376", 1_000_000, 0xD858_772F, "rc", 12.0),
    values("0.6", 1_000_000, 0x2830_9550, "rc", 6.0),
    values("0.007", 100_000, 0xC3F8_7E57, "naive", 3.0),
    values("4!.0", 1_000_000, 0xD834_93C2, "", 0.0),
    Values { long: true, ..values("0.106", 100_000_000, 0x424E_8840, "", 0.0) },
    Values { long: true, ..values("0.104", 100_000_000, 0x5485_DCCF, "", 0.0) },
    Values { long: true, ..values("0.16", 100_000_000, 0x7CDA_8F73, "", 0.0) },
    Values { long: true, ..values("0.56", 100_000_000, 0x7567_867C, "", 0.0) },
];

fn sequences(all: bool, filter: &str) {
    println!("by {}, unless told", Sequence::forms().last().unwrap_or("no form"));
    println!(
        "{:>6} {:>11} {:>9} {:>7} {:>8} {:>8} {:>8} {:>8}  {:>7} {:>7} {:>8} {:>6}",
        "", "", "one", "ns a", "two", "one,", "one,", "", "ratio", "ratio", "ratio", ""
    );
    println!(
        "{:>6} {:>11} {:>9} {:>7} {:>8} {:>8} {:>8} {:>8}  {:>7} {:>7} {:>8} {:>6}",
        "code",
        "heaps",
        "thread",
        "heap",
        "threads",
        "AVX2",
        "portable",
        "ogsolve",
        "of one",
        "of two",
        "portable",
        "aim"
    );
    for task in VALUES.iter().filter(|task| (all || !task.long) && task.code.contains(filter)) {
        let time = |threads, form| {
            let (seconds, sum) = run(task.code, task.last, threads, form);
            assert_eq!(sum, task.checksum, "{} to {}", task.code, task.last);
            seconds
        };
        let [one, two] = [time(1, None), time(2, None)];
        print!(
            "{:>6} {:>11} {one:>9.3} {:>7.1} {two:>8.3}",
            task.code,
            task.last,
            one * 1e9 / task.last as f64
        );
        let avx2 = Sequence::forms().any(|form| form == "AVX2").then(|| time(1, Some("AVX2")));
        let portable = time(1, Some("portable"));
        print!(" {:>8.3} {portable:>8.3}", avx2.unwrap_or(f64::NAN));
        if task.long {
            println!();
            continue;
        }
        match rival(task.code, task.method, task.last).filter(|_| !task.method.is_empty()) {
            Some((other, sum)) => {
                assert_eq!(sum, task.checksum, "the rival's {}", task.code);
                let [one, two, portable] = [one, two, portable].map(|seconds| other / seconds);
                println!(" {other:>8.3}  {one:>7.1} {two:>7.1} {portable:>8.1} {:>6}", task.ratio);
            }
            None => println!("        -"),
        }
    }
}

/// Sparse games without a known period: code, heaps, rare ones, the last.
const RARES: &[(&str, u64, usize, u64, f64)] =
    &[("0.6", 10_000_000, 1_583, 20_627, 12.0), ("4!.0", 100_000_000, 1_286, 48_399_022, 120.0)];

fn rares(filter: &str) {
    println!(
        "\n{:>6} {:>11} {:>6} {:>11} {:>9} {:>6}  (two threads)",
        "code", "heaps", "rares", "last", "seconds", "aim"
    );
    for &(text, terms, count, last, aim) in RARES.iter().filter(|task| task.0.contains(filter)) {
        let start = Instant::now();
        let mut sequence = Sequence::new(&code(text)).with_threads(2);
        sequence.extend_to(terms, &Run::unlimited()).expect("no limit is met");
        let seconds = start.elapsed().as_secs_f64();
        let rares = sequence.rare_heaps().expect("sparse");
        println!(
            "{text:>6} {terms:>11} {:>6} {:>11?} {seconds:>9.1} {aim:>6}",
            rares.len(),
            rares.last().map(|rare| rare.0)
        );
        assert_eq!((rares.len(), rares.last().map(|rare| rare.0)), (count, Some(last)), "{text}");
    }
}

/// Proofs from nothing: code, preperiod, period, seconds aimed at, whether
/// it takes long.
const PROOFS: &[(&str, u64, u64, f64, bool)] = &[
    ("0.07", 53, 34, 0.001, false),
    ("0.77", 71, 12, 0.001, false),
    ("0.16", 105_351, 149_459, 0.1, false),
    ("0.56", 326_640, 144, 0.1, false),
    ("0.127", 46_578, 4, 0.1, false),
    ("0.376", 2_268_248, 4, 3.0, false),
    ("0.354", 10_061_916, 1_180, 2.0, false),
    ("0.104", 197_769_598, 11_770_282, 2.0, true),
    ("0.454", 160_949_019, 60_620_715, 4.0, true),
    ("0.054", 193_235_616, 10_015_179, 4.0, true),
];

fn proofs(all: bool, filter: &str) {
    println!(
        "\n{:>6} {:>11} {:>11} {:>9} {:>9} {:>6} {:>9}  theorem",
        "code", "preperiod", "period", "terms", "seconds", "aim", "check"
    );
    for &(text, preperiod, length, aim, long) in PROOFS {
        if long && !all || !text.contains(filter) {
            continue;
        }
        let start = Instant::now();
        let mut sequence = Sequence::new(&code(text));
        let period = sequence.prove(1 << 30, &Run::unlimited()).expect("no limit is met").expect("periodic");
        let certificate = PeriodCertificate { code: sequence.code().clone(), period };
        let written = certificate.to_string();
        let seconds = start.elapsed().as_secs_f64();
        drop(sequence);
        let period = &certificate.period;
        assert_eq!((period.preperiod, period.period), (preperiod, length), "{text}");
        let start = Instant::now();
        let verified = grundy_check::period::verify(&written.parse().expect("our own text"))
            .expect("a true certificate");
        println!(
            "{text:>6} {preperiod:>11} {length:>11} {:>9} {seconds:>9.4} {aim:>6} {:>9.3}  {} ({:?})",
            period.proof_terms,
            start.elapsed().as_secs_f64(),
            period.theorem.name(),
            verified.by,
        );
    }
}

/// All codes 0.abc and 4.abc: how many are proved from 16,001 nimbers.
fn small_codes() {
    let start = Instant::now();
    let mut proved = 0;
    for leading in [0, 4] {
        for digits in 0..512 {
            let text = format!("{leading}.{digits:03o}");
            if text == "0.000" || text == "4.000" {
                continue;
            }
            let mut sequence = Sequence::new(&code(&text));
            proved +=
                u32::from(sequence.prove(16_001, &Run::unlimited()).expect("no limit is met").is_some());
        }
    }
    println!(
        "\n1,022 codes of three digits: {proved} proved from 16,001 nimbers in {:.1} s (aim 40)",
        start.elapsed().as_secs_f64()
    );
    assert!(proved >= 693);
}

/// 300 random codes against the definition: 2,000 values, 250 where a move may
/// leave three heaps.
fn definition() {
    let start = Instant::now();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % limit
    };
    for number in 0..300 {
        let leading = if below(5) == 0 { "4." } else { "0." };
        let text = match number % 3 {
            0 => format!("{leading}{:03o}{:o}", below(512), below(8)),
            1 => format!("{leading}{:X}{:X}", below(16), below(16)),
            _ => format!("subtraction({},{},{})", 1 + below(20), 1 + below(40), 1 + below(60)),
        };
        let code = code(&text);
        let terms = if code.most_parts() == Some(3) { 250 } else { 2_000 };
        let mut sequence = Sequence::new(&code);
        sequence.extend_to(terms, &Run::unlimited()).expect("no limit is met");
        assert_eq!(sequence.nimbers(terms), Some(plain(&code, terms as usize)), "{text}");
    }
    println!("\nthe definition agrees on 300 random codes ({:.1} s)", start.elapsed().as_secs_f64());
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let all = words.iter().any(|word| word == "all");
    let filter = words.iter().find(|word| *word != "all").map_or("", String::as_str);
    sequences(all, filter);
    if all {
        rares(filter);
    }
    proofs(all, filter);
    if filter.is_empty() || filter == "definition" {
        definition();
    }
    if filter.is_empty() {
        small_codes();
    }
}
