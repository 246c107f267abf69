//! Recorded games.

use crate::{is_told, limits, text_of};
use grundy::Record;

/// A record that is read is written so that it reads back to the same, and can be reviewed; another is told with
/// its place.
pub fn record(data: &[u8]) {
    let text = text_of(&data[..data.len().min(2048)]);
    match Record::parse(&text) {
        Ok(record) => visit(&record),
        Err(error) => is_told(&text, &error),
    }
}

fn visit(record: &Record) {
    let text = record.to_string();
    let again = Record::parse(&text).unwrap_or_else(|error| panic!("{text:?} is not read back: {error}"));
    assert_eq!(again.to_string(), text);
    let turns = record.review(limits(100));
    assert!(turns.len() <= record.moves().len());
    let _ = (record.to_move(), record.winner());
}
