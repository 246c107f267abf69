//! `grundy store`, and what `--store` does for a search.

use crate::Ending;
use crate::arguments::{ExportForm, Solving, StoreAction, StoreExport, StoreFile, StoreVerify};
use crate::batch::Shared;
use crate::diagnostics::tell;
use crate::error::CliError;
use crate::input::UNSAVED;
use crate::meanwhile::meanwhile;
use grundy::check::proof::{ProofFile, check_proof};
use grundy::store::{Error, Store, Value};
use grundy::{Approach, Limits, Position, Request, Run, Word, Workbench};
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A search saves what it has found after this time, then after twice as long, ...
const FIRST_SAVED: Duration = Duration::from_secs(1);
/// ... and at last as often as this.
const SAVED_EVERY: Duration = Duration::from_secs(10);

/// The store that is asked for, open.
pub fn of(solving: &Solving) -> anyhow::Result<Option<Arc<Store>>> {
    Ok(solving.store.as_deref().map(Store::open).transpose().map_err(with_help)?.map(Arc::new))
}

/// The error with what to do about it.
fn with_help(error: Error) -> anyhow::Error {
    CliError::new(&error, error.help()).into()
}

fn existing(path: &Path) -> anyhow::Result<Store> {
    Store::open_existing(path).map_err(with_help)
}

/// Saves what searches find to a store, every few seconds and at the end.
pub struct Keeper {
    store: Option<Arc<Store>>,
    /// What the searches of the moment have found.
    memos: Mutex<Option<Workbench>>,
    /// Games whose values are not kept in stores, where the user has been told so.
    told: Mutex<BTreeSet<String>>,
}

impl Keeper {
    /// A keeper of what is found, where there is a store.
    pub fn new(store: Option<Arc<Store>>) -> Keeper {
        Keeper { store, memos: Mutex::new(None), told: Mutex::default() }
    }

    /// Lets the searches of a position use the store. Says once of each game that nothing of it is kept, where that is so.
    pub fn attach(&self, position: &Position, shared: &Shared) -> anyhow::Result<()> {
        let Some(store) = &self.store else { return Ok(()) };
        for game in position.games_not_kept() {
            if self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(game.to_owned()) {
                tell(format_args!(
                    "note: --store keeps nothing of `{game}`: its rules may be others in the next run"
                ));
            }
        }
        position.attach(store).map_err(with_help)?;
        self.memos.lock().unwrap_or_else(PoisonError::into_inner).replace(shared.workbench.clone());
        Ok(())
    }

    /// Notes in the store which of its values a proof shows that will stand in this file.
    pub fn note_proof(&self, position: &Position, proof: &ProofFile, path: &Path) -> anyhow::Result<()> {
        let Some(store) = &self.store else { return Ok(()) };
        position.save().map_err(with_help)?;
        // What the search and the extraction agree on is true only when the checker says so.
        if let Err(refusal) = check_proof(proof, &Run::unlimited()) {
            return Err(CliError::new(refusal.to_string(), "this is a fault of the program").into());
        }
        let shown = position.shown_by(proof)?;
        let name = path.file_name().map_or(Cow::Borrowed("proof"), |name| name.to_string_lossy());
        let noted = store.note_proof(&shown, &name).map_err(with_help)?;
        if let Some(text) = noted.contradicted.first() {
            let told = format!("the store has another value for `{text}` than the proof shows");
            return Err(CliError::new(told, "`grundy store verify` solves what it holds anew").into());
        }
        Ok(())
    }

    /// What saves memos before they are given up.
    pub fn save(&self) -> &(dyn Fn(&Workbench) -> anyhow::Result<()> + Sync) {
        match &self.store {
            None => UNSAVED,
            Some(_) => &|memos| memos.save().map(|_| ()).map_err(with_help),
        }
    }

    /// Saves now and then while searches go on.
    pub fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        if self.store.is_none() {
            return search();
        }
        let save = || {
            let memos = self.memos.lock().unwrap_or_else(PoisonError::into_inner).clone();
            memos.map_or(Ok(()), |memos| memos.save().map(|_| ()).map_err(anyhow::Error::from))
        };
        meanwhile(FIRST_SAVED, SAVED_EVERY, save, search)
    }
}

pub fn run(action: &StoreAction) -> anyhow::Result<Ending> {
    match action {
        StoreAction::Stat(file) => stat(file),
        StoreAction::Verify(verify) => verified(verify),
        StoreAction::Export(export) => exported(export),
    }
}

fn stat(arguments: &StoreFile) -> anyhow::Result<Ending> {
    let stat = existing(&arguments.file)?.stat().map_err(with_help)?;
    let mut out = std::io::stdout().lock();
    let positions = stat.games.values().chain(stat.misere.values()).sum::<u64>();
    if arguments.json {
        let object = json!({
            "bytes": stat.bytes,
            "positions": positions,
            "games": stat.games,
            "largest": stat.largest,
            "misere": stat.misere,
            "proved": stat.proved,
        });
        writeln!(out, "{object}")?;
        return Ok(Ending::Answered);
    }
    writeln!(out, "{}, {}", Word::count(positions.into(), "position"), bytesize::ByteSize(stat.bytes))?;
    for (game, positions) in &stat.games {
        writeln!(
            out,
            "  {game}: {}, the largest *{}",
            Word::count((*positions).into(), "nimber"),
            stat.largest[game]
        )?;
    }
    for (game, positions) in &stat.misere {
        writeln!(out, "  {game}, misère play: {}", Word::count((*positions).into(), "outcome"))?;
    }
    if stat.proved > 0 {
        writeln!(out, "  proved: {}", Word::count(stat.proved.into(), "value"))?;
    }
    Ok(Ending::Answered)
}

/// Solves positions from all over the file without it, until the time is over.
fn verified(arguments: &StoreVerify) -> anyhow::Result<Ending> {
    let store = existing(&arguments.store.file)?;
    let begin = Instant::now();
    let total = store.len().map_err(with_help)?;
    // A step that has no factor in common with the number goes through all positions, once each.
    let mut entries: Vec<(String, Value)> = Vec::new();
    let read = store.each(|position, value| {
        entries.push((position.to_owned(), value));
        true
    });
    read.map_err(with_help)?;
    let mut step = (total as f64 * 0.618) as u64 | 1;
    while greatest_common_divisor(step, total.max(1)) > 1 {
        step += 2;
    }
    let (mut checked, mut wrong) = (0_u64, 0_u64);
    for index in 0..total {
        let left = arguments.time.saturating_sub(begin.elapsed());
        if left.is_zero() {
            break;
        }
        let (text, value) = &entries[(index * step % total) as usize];
        let position = match text.parse::<Position>() {
            Ok(position) => position,
            Err(error) => {
                tell(format_args!("error: `{text}` is no position: {error}"));
                wrong += 1;
                continue;
            }
        };
        let limits = Limits { time: Some(left), ..Limits::default() };
        let request = Request { approach: Approach::Search, run: Run::new(limits), ..Request::default() };
        match position.agrees(*value, &request) {
            Ok(true) => checked += 1,
            Ok(false) => {
                match value {
                    Value::Nimber(nimber) => tell(format_args!("error: `{text}` is not worth *{nimber}")),
                    Value::Misere { next_wins } => {
                        let who = if *next_wins { "next" } else { "previous" };
                        tell(format_args!("error: the {who} player does not win `{text}`, misère play"));
                    }
                }
                wrong += 1;
            }
            Err(_) => {}
        }
    }
    // Those that the time was too short for.
    let unreached = total - checked - wrong;
    let mut out = std::io::stdout().lock();
    if arguments.store.json {
        let object = json!({"positions": total, "verified": checked, "wrong": wrong, "unreached": unreached});
        writeln!(out, "{object}")?;
    } else if wrong > 0 {
        let are = if wrong == 1 { "is" } else { "are" };
        writeln!(out, "{wrong} of {} {are} wrong.", Word::count((checked + wrong).into(), "position"))?;
    } else {
        let verified = if checked == 0 && total > 0 { "Stopped (time)" } else { "Verified" };
        writeln!(
            out,
            "{verified}: {checked} of {}, solved anew without the store.",
            Word::count(total as u128, "position")
        )?;
    }
    // In a large store a part is looked at, as long as there is time.
    Ok(match (wrong, checked) {
        (0, 0) if total > 0 => Ending::Stopped,
        (0, _) => Ending::Answered,
        _ => Ending::Failed,
    })
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn exported(arguments: &StoreExport) -> anyhow::Result<Ending> {
    let store = existing(&arguments.file)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut written = Ok(());
    if arguments.form == ExportForm::Csv {
        writeln!(out, "position,nimber,misere")?;
    }
    let read = store.each(|position, value| {
        let outcome = |next_wins| if next_wins { "N" } else { "P" };
        written = match arguments.form {
            ExportForm::Csv => {
                // No notation has commas or quotation marks in its canonical form but labels of bubbles.
                let quoted = match position.contains([',', '"']) {
                    true => format!("\"{}\"", position.replace('"', "\"\"")).into(),
                    false => Cow::Borrowed(position),
                };
                match value {
                    Value::Nimber(nimber) => writeln!(out, "{quoted},{nimber},"),
                    Value::Misere { next_wins } => writeln!(out, "{quoted},,{}", outcome(next_wins)),
                }
            }
            ExportForm::Jsonl => {
                let mut object = match value {
                    Value::Nimber(nimber) => json!({"position": position, "nimber": nimber}),
                    Value::Misere { next_wins } => {
                        json!({"position": position, "misere": outcome(next_wins)})
                    }
                };
                if let Ok(Some(proof)) = store.proved_by(position, value) {
                    object["proved_by"] = json!(proof);
                }
                writeln!(out, "{object}")
            }
        };
        written.is_ok()
    });
    read.map_err(with_help)?;
    written?;
    out.flush()?;
    Ok(Ending::Answered)
}
