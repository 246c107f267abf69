//! The misère quotients of many codes, as a table: `survey CPU-SECONDS [CERTIFICATES-FOLDER] [CODE...]`; without
//! codes, all codes 0.abc and 4.abc.
//!
//! The time is that of the processor, so that a busy machine proves as much as an idle one. Where a folder is
//! named, the certificate of each proved row is written there.

#![allow(clippy::unwrap_used)] // a program for the table of this project: a panic says what is wrong

use grundy_core::Run;
use grundy_heaps::Code;
use grundy_misere::{HeapQuotient, QuotientEnd, Reach};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The processor time of this process in seconds, where the system tells.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn codes() -> Vec<String> {
    let digits = (1..512).map(|number| format!("{number:03o}"));
    let both = digits.flat_map(|digits| [format!("0.{digits}"), format!("4.{digits}")]);
    both.map(|code| code.trim_end_matches('0').to_owned()).collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let limit: f64 = arguments.next().unwrap_or("1".into()).parse().unwrap();
    let folder = arguments.next().filter(|folder| folder != "-");
    let mut asked: Vec<String> = arguments.collect();
    if asked.is_empty() {
        asked = codes();
    }
    println!("code,status,order,p,preperiod,period,tame,heaps,seconds");
    for text in asked {
        let code: Code = text.parse().unwrap();
        let row = row(&code, limit, folder.as_deref());
        println!("{text},{row}");
    }
}

fn row(code: &Code, limit: f64, folder: Option<&str>) -> String {
    let (pressed, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let began = processor_seconds();
    // The watcher sleeps: the time is that of the work. The main thread's file is read by its own number.
    let main = std::fs::read_link("/proc/thread-self").unwrap();
    let watcher = std::thread::spawn({
        let (pressed, done) = (Arc::clone(&pressed), Arc::clone(&done));
        move || {
            while !done.load(Ordering::Relaxed) {
                let stat = std::fs::read_to_string(format!("/proc/{}/schedstat", main.display())).unwrap();
                let now: f64 = stat.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9;
                pressed.store(now - began > limit, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    });
    let run = Run::unlimited().with_cancel(pressed);
    let found = HeapQuotient::new(code).carried(&Reach::default(), &run);
    let seconds = processor_seconds() - began;
    done.store(true, Ordering::Relaxed);
    watcher.join().unwrap();
    if let (Some(folder), Some(certificate)) = (folder, found.certificate()) {
        std::fs::write(format!("{folder}/{code}.txt"), certificate.to_string()).unwrap();
    }
    let monoid = found.monoid();
    let (order, p, tame) = (monoid.order(), monoid.p_count(), if monoid.is_tame() { "yes" } else { "no" });
    match (found.period(), found.end()) {
        (Some(period), _) => format!(
            "proved,{order},{p},{},{},{tame},{},{seconds:.3}",
            period.preperiod, period.period, period.proved_from
        ),
        (None, QuotientEnd::Family(_)) => {
            format!("seems infinite,{order},{p},,,{tame},{},{seconds:.3}", found.known() - 1)
        }
        (None, _) => format!("partial,{order},{p},,,{tame},{},{seconds:.3}", found.known() - 1),
    }
}
