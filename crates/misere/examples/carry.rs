//! `carry CODE [seconds [heaps [order [model]]]]`
#![allow(clippy::unwrap_used)]
use grundy_core::{Limits, Run};
use grundy_misere::*;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let num = |i: usize, d: u64| a.get(i).and_then(|t| t.parse().ok()).unwrap_or(d);
    let time = std::time::Duration::from_millis(
        a.get(1).and_then(|t| t.parse::<f64>().ok()).map_or(5000, |s| (s * 1000.0) as u64),
    );
    for code in a[0].split(',') {
        let reach = Reach {
            heaps: Some(num(2, u64::MAX)),
            order: num(3, 3000) as usize,
            model: num(4, 400_000) as usize,
        };
        let t = std::time::Instant::now();
        let q = HeapQuotient::new(&code.parse().unwrap())
            .carried(&reach, &Run::new(Limits { time: Some(time), ..Limits::default() }));
        let m = q.monoid();
        println!(
            "{code} {}/{} |K|={} tame={} known={} {:?} {:?} {:?}",
            m.order(),
            m.p_count(),
            m.kernel_order(),
            m.is_tame(),
            q.known(),
            q.period(),
            q.end(),
            t.elapsed()
        );
        if let (Ok(d), Some(c)) = (std::env::var("CERTS"), q.certificate()) {
            std::fs::write(format!("{d}/{code}.txt"), c.to_string()).unwrap();
        }
        println!("   {:?}", q.partial().collect::<Vec<_>>());
        for f in q.failures() {
            println!("   {f:?}");
        }
    }
}
