//! Runs inputs of a target by plain cargo, or changes its seeds at random for a while.
//!
//! ```text
//! replay TARGET FILE...       these inputs
//! replay TARGET --for 60      seeds changed at random for 60 s; a fault tells the input that led to it
//! ```

use grundy_fuzz::{TARGETS, Target, seeds};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        [target, "--for", seconds] => find(target).and_then(|target| shake(target, seconds)),
        [target, files @ ..] if !files.is_empty() => {
            find(target).and_then(|target| files.iter().try_for_each(|file| replay(target, Path::new(file))))
        }
        _ => Err("usage: replay TARGET FILE... | replay TARGET --for SECONDS".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(told) => {
            eprintln!("{told}");
            ExitCode::FAILURE
        }
    }
}

fn find(name: &str) -> Result<Target, String> {
    let known = || TARGETS.map(|(name, _)| name).join(", ");
    TARGETS.into_iter().find(|target| target.0 == name).ok_or_else(|| format!("targets are {}", known()))
}

fn replay((name, body): Target, file: &Path) -> Result<(), String> {
    let data = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let done = catch_unwind(AssertUnwindSafe(|| body(&data)));
    done.map_err(|_| format!("{name}: {} leads to a fault", file.display()))
}

/// Runs a target on changed seeds. The fault is kept where cargo-fuzz keeps its own.
fn shake(target: Target, seconds: &str) -> Result<(), String> {
    let (name, body) = target;
    let time =
        seconds.parse().map(Duration::from_secs).map_err(|_| "--for takes whole seconds".to_owned())?;
    let read = |seed: PathBuf| fs::read(&seed).map_err(|error| format!("{}: {error}", seed.display()));
    let seeds: Vec<Vec<u8>> = seeds(target)?.into_iter().map(read).collect::<Result<_, _>>()?;
    let begun = Instant::now();
    let mut dice = Dice::new();
    let mut runs = 0_u64;
    while begun.elapsed() < time {
        let data = dice.changed(&seeds);
        if catch_unwind(AssertUnwindSafe(|| body(&data))).is_err() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(name);
            let kept = folder.join(format!("shake-{runs}"));
            let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&kept, &data));
            let told = format!("{name}: fault after {runs} runs on {:?}", String::from_utf8_lossy(&data));
            return Err(match written {
                Ok(()) => format!("{told}\nkept as {}", kept.display()),
                Err(error) => format!("{told}\nit could not be kept: {error}"),
            });
        }
        runs += 1;
    }
    println!("{name}: {runs} runs without a fault");
    Ok(())
}

/// Numbers that look as if drawn at random (SplitMix64, G. Steele, D. Lea and C. Flood, 2014).
struct Dice(u64);

impl Dice {
    /// Another course every time.
    fn new() -> Dice {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Dice(now.map_or(1, |time| time.as_nanos() as u64))
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % most.max(1) as u64) as usize
    }

    /// A seed with some changes: bytes altered, removed, repeated, or taken from another seed.
    fn changed(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut data = seeds[self.below(seeds.len())].clone();
        for _ in 0..=self.below(6) {
            let from = self.below(data.len() + 1);
            let length = self.below(12).min(data.len() - from);
            match self.below(6) {
                0 if from < data.len() => data[from] = self.below(256) as u8,
                1 => drop(data.drain(from..from + length)),
                2 => {
                    let piece = data[from..from + length].to_vec();
                    let at = self.below(data.len() + 1);
                    data.splice(at..at, piece);
                }
                3 => {
                    let other = &seeds[self.below(seeds.len())];
                    let start = self.below(other.len() + 1);
                    let end = (start + self.below(30)).min(other.len());
                    data.splice(from..from + length, other[start..end].iter().copied());
                }
                4 => {
                    const WORDS: [&str; 10] =
                        ["0", "9", "99999999999999999999", "-1", "#", " + ", "=", "(", ")", "\n"];
                    data.splice(from..from, WORDS[self.below(WORDS.len())].bytes());
                }
                _ if from < data.len() => data[from] ^= 1 << self.below(8),
                _ => {}
            }
        }
        data
    }
}
