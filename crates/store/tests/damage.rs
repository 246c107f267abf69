//! Damaged copies of a store: each is an error or reads as it was, and nothing is printed. Alone in its
//! process, since it listens to all panics.

use grundy_store::{Store, Value};
use std::collections::BTreeMap;
use std::fs;
use std::panic;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A page of the database.
const PAGE: usize = 4096;

/// Panics that would have been printed.
static PRINTED: AtomicUsize = AtomicUsize::new(0);

/// Numbers that look as if drawn at random (xorshift, G. Marsaglia, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }
}

/// One of several sorts of damage.
fn damage(bytes: &mut Vec<u8>, trial: usize, dice: &mut Dice) {
    let place = dice.below(bytes.len());
    let page = place / PAGE * PAGE;
    match trial % 7 {
        0 => bytes[place] ^= 1 << dice.below(8),
        1 => bytes[dice.below(PAGE)] ^= 1 << dice.below(8),
        2 => bytes.truncate(place),
        3 => bytes[page..page + PAGE].fill(0),
        4 => bytes[page..page + PAGE].fill(0xff),
        5 => (0..40).for_each(|_| {
            let place = dice.below(bytes.len());
            bytes[place] = dice.below(256) as u8;
        }),
        _ => {
            let other = dice.below(bytes.len()) / PAGE * PAGE;
            bytes.copy_within(page..page + PAGE, other);
        }
    }
}

fn all(store: &Store) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    let read = store.each(|position, value| all.insert(position.to_owned(), value).is_none());
    read.expect("a store that was opened can be read");
    all
}

fn fill(path: &Path) {
    let store = Store::open(path).expect("a new store");
    for batch in 0..4 {
        let values = (0..700).map(|number| (format!("cram {batch}/{number}"), Value::Nimber(number % 7)));
        store.add("cram", 1, &values.collect::<Vec<_>>()).expect("room");
        let lost =
            (0..100).map(|number| (format!("nim {batch} {number}"), Value::Misere { next_wins: false }));
        store.add("nim", 2, &lost.collect::<Vec<_>>()).expect("room");
    }
}

#[test]
fn a_damaged_store_is_an_error_without_a_word_of_the_database() {
    panic::set_hook(Box::new(|_| {
        PRINTED.fetch_add(1, Ordering::Relaxed);
    }));
    let folder = tempfile::tempdir().expect("a folder");
    let (path, copy) = (folder.path().join("store"), folder.path().join("copy"));
    fill(&path);
    let whole = fs::read(&path).expect("it is there");
    let expected = all(&Store::open(&path).expect("it is whole"));
    let (mut dice, mut told) = (Dice(0x9e37_79b9_7f4a_7c15), 0);
    for trial in 0..420 {
        let mut bytes = whole.clone();
        damage(&mut bytes, trial, &mut dice);
        fs::write(&copy, bytes).expect("room");
        match Store::open(&copy) {
            Ok(store) => {
                assert_eq!(all(&store), expected, "copy {trial}");
                let one = [("kayles 5".to_owned(), Value::Nimber(4))];
                assert!(store.add("kayles", 3, &one).is_ok_and(|new| new == 1), "copy {trial}");
            }
            Err(error) => {
                told += 1;
                assert!(error.to_string().contains("copy"), "the message names the file: {error}");
            }
        }
        assert_eq!(PRINTED.load(Ordering::Relaxed), 0, "copy {trial}");
    }
    assert!(told > 120, "only {told} copies were refused");
}
