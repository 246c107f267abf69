//! `quotients FILE...`: checks certificates of misère quotients, with the time of each.
#![allow(clippy::unwrap_used)]
use grundy_core::Run;
fn main() {
    for path in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        let c = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let v = grundy_check::quotient::verify(&c, &Run::unlimited());
        println!("{path} {v:?} {:?}", t.elapsed());
    }
}
