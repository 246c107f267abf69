//! `grundy store`, and what `--store` does for a search.

use crate::Ending;
use crate::arguments::{ExportForm, Solving, StoreAction, StoreExport, StoreFile, StoreVerify};
use crate::diagnostics::tell;
use grundy::store::Store;
use grundy::{Approach, Limits, Position, Request, Run};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a search saves what it has found.
const SAVED_EVERY: Duration = Duration::from_secs(10);

/// The store that is asked for, open.
pub fn of(solving: &Solving) -> anyhow::Result<Option<Arc<Store>>> {
    Ok(solving.store.as_deref().map(Store::open).transpose()?.map(Arc::new))
}

/// Searches with a store: what is found is saved every few seconds and at the end.
pub fn keep<T>(
    store: Option<&Arc<Store>>,
    position: &Position,
    search: impl FnOnce() -> T,
) -> anyhow::Result<T> {
    let Some(store) = store else { return Ok(search()) };
    position.attach(store)?;
    let (is_over, over) = (Mutex::new(false), Condvar::new());
    let found = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut guard = is_over.lock().unwrap_or_else(PoisonError::into_inner);
            while !*guard {
                let waited = over.wait_timeout(guard, SAVED_EVERY).unwrap_or_else(PoisonError::into_inner);
                guard = waited.0;
                // A failure now is told at the end, when it is tried again.
                if waited.1.timed_out() && !*guard {
                    let _ = position.save();
                }
            }
        });
        let found = search();
        *is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        over.notify_all();
        found
    });
    position.save()?;
    Ok(found)
}

pub fn run(action: &StoreAction) -> anyhow::Result<Ending> {
    match action {
        StoreAction::Stat(file) => stat(file),
        StoreAction::Verify(verify) => verified(verify),
        StoreAction::Export(export) => exported(export),
    }
}

fn stat(arguments: &StoreFile) -> anyhow::Result<Ending> {
    let stat = Store::open_existing(&arguments.file)?.stat()?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let object = json!({
            "bytes": stat.bytes,
            "positions": stat.games.values().sum::<u64>(),
            "games": stat.games,
            "largest": stat.largest,
        });
        writeln!(out, "{object}")?;
        return Ok(Ending::Answered);
    }
    writeln!(out, "{} positions, {}", stat.games.values().sum::<u64>(), bytesize::ByteSize(stat.bytes))?;
    for (game, positions) in &stat.games {
        writeln!(out, "  {game}: {positions}, the largest nimber *{}", stat.largest[game])?;
    }
    Ok(Ending::Answered)
}

/// Solves positions from all over the file without it, until the time is over.
fn verified(arguments: &StoreVerify) -> anyhow::Result<Ending> {
    let store = Store::open_existing(&arguments.store.file)?;
    let begin = Instant::now();
    let total = store.len()?;
    // A step that has no factor in common with the number goes through all positions, once each.
    let mut entries: Vec<(String, u64)> = Vec::new();
    store.each(|term, nimber| {
        entries.push((term.to_owned(), nimber));
        true
    })?;
    let mut step = (total as f64 * 0.618) as u64 | 1;
    while greatest_common_divisor(step, total.max(1)) > 1 {
        step += 2;
    }
    let (mut checked, mut wrong, mut unreached) = (0_u64, 0_u64, 0_u64);
    for index in 0..total {
        let left = arguments.time.saturating_sub(begin.elapsed());
        if left.is_zero() {
            break;
        }
        let (term, nimber) = &entries[(index * step % total) as usize];
        let position = match term.parse::<Position>() {
            Ok(position) => position,
            Err(error) => {
                tell(format_args!("error: `{term}` is no position: {error}"));
                wrong += 1;
                continue;
            }
        };
        let limits = Limits { time: Some(left), ..Limits::default() };
        let request = Request { approach: Approach::Search, run: Run::new(limits), ..Request::default() };
        match position.is_worth(grundy::Nimber(*nimber), &request) {
            Ok(true) => checked += 1,
            Ok(false) => {
                tell(format_args!("error: `{term}` is not worth *{nimber}"));
                wrong += 1;
            }
            Err(_) => unreached += 1,
        }
    }
    let mut out = std::io::stdout().lock();
    if arguments.store.json {
        let object = json!({"positions": total, "verified": checked, "wrong": wrong, "unreached": unreached});
        writeln!(out, "{object}")?;
    } else if wrong > 0 {
        writeln!(out, "{wrong} of {} positions are wrong.", checked + wrong)?;
    } else {
        writeln!(out, "Verified: {checked} of {total} positions, solved anew without the store.")?;
    }
    Ok(if wrong == 0 { Ending::Answered } else { Ending::Failed })
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn exported(arguments: &StoreExport) -> anyhow::Result<Ending> {
    let store = Store::open_existing(&arguments.file)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut written = Ok(());
    if arguments.form == ExportForm::Csv {
        writeln!(out, "position,nimber")?;
    }
    store.each(|position, nimber| {
        written = match arguments.form {
            // No notation has commas or quotation marks in its canonical form but labels of bubbles.
            ExportForm::Csv if position.contains([',', '"']) => {
                writeln!(out, "\"{}\",{nimber}", position.replace('"', "\"\""))
            }
            ExportForm::Csv => writeln!(out, "{position},{nimber}"),
            ExportForm::Jsonl => writeln!(out, "{}", json!({"position": position, "nimber": nimber})),
        };
        written.is_ok()
    })?;
    written?;
    out.flush()?;
    Ok(Ending::Answered)
}
