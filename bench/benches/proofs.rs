//! Proofs: how many members they have, how many bytes, and what it takes to verify them. LONG=1 adds the longer ones.

use grundy::check::proof::{ProofFile, check_proof};
use grundy::{Convention, Goal, Position, ProofRequest, Run};
use grundy_bench::report;
use std::time::Instant;

/// Proves a position and verifies the proof; the members are held to the bar.
fn prove(text: &str, convention: Convention, goal: Goal, most: usize) -> ProofFile {
    let position: Position = text.parse().expect("a position");
    let started = Instant::now();
    let request = ProofRequest { convention: Some(convention), goal, ..ProofRequest::default() };
    let proved = position.prove(&request).expect("nothing limits the search");
    let proving = started.elapsed();
    let bytes = proved.file.bytes();
    let started = Instant::now();
    let read = ProofFile::read(&bytes).expect("what was written is read");
    let verified = check_proof(&read, &Run::unlimited()).expect("what was proved is true");
    let checking = started.elapsed().as_secs_f64();
    let count = proved.file.body.len();
    let name = format!("{text}, {convention}, {goal:?}");
    println!(
        "{name}: solved and proved in {:.2} s, {} bytes, {} asked again, verified in {checking:.3} s",
        proving.as_secs_f64(),
        bytes.len(),
        proved.asked
    );
    report(&format!("{name}, members"), count as f64, "", &format!("<= {most}"), count <= most);
    if convention == Convention::Normal {
        let each = bytes.len() as f64 / count as f64;
        report(&format!("{name}, bytes a couple"), each, "", "<= 4", each <= 4.0);
        let looked_at = verified.looked_at as f64 / count as f64;
        report(&format!("{name}, options looked at a couple"), looked_at, "", "<= 100", looked_at <= 100.0);
    }
    proved.file
}

fn main() {
    let (normal, misere) = (Convention::Normal, Convention::Misere);
    prove("cram 5x6", normal, Goal::Nimber, 1_000);
    prove("cram 5x6", normal, Goal::Moves, 3_000);
    prove("boxing-match 7x7", normal, Goal::Nimber, 1_750);
    prove("boxing-match 7x7", normal, Goal::Moves, 5_250);
    let file = prove("cram 5x7", normal, Goal::Nimber, 3_000);
    let started = Instant::now();
    check_proof(&file, &Run::unlimited()).expect("it has been verified");
    let seconds = started.elapsed().as_secs_f64();
    report("cram 5x7, verified", seconds, "s", "<= 0.3", seconds <= 0.3);
    prove("cram 5x7", normal, Goal::Moves, 9_000);
    prove("2d-nim 4x6", misere, Goal::Outcome, 3_500);
    if std::env::var_os("LONG").is_some() {
        prove("2d-nim 4x6", misere, Goal::Moves, 10_500);
        prove("2d-nim max=any 5x7", misere, Goal::Outcome, 12_000);
        prove("2d-nim max=any 5x7", misere, Goal::Moves, 36_000);
    }
}
