//! The store as a file of B-trees.

use crate::quiet::quietly;
use crate::{Error, NotedProof, Stat, VERSION, Value};
use redb::{
    Database, DatabaseError, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition,
    TableError,
};
use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Positions as terms, with their nimbers.
const NIMBERS: TableDefinition<'_, &str, u64> = TableDefinition::new("nimbers");
/// Sums under misère play, and whether the next player wins them.
const MISERE: TableDefinition<'_, &str, bool> = TableDefinition::new("misere");
/// Codes of heap games, and the certificates of their misère quotients.
const QUOTIENTS: TableDefinition<'_, &str, &str> = TableDefinition::new("quotients");
/// Positions whose value a proof has shown, under misère play behind `misere: `, and which proof.
const PROVED: TableDefinition<'_, &str, &str> = TableDefinition::new("proved");
/// Games with their parameters, and the fingerprints of their rules.
const RULES: TableDefinition<'_, &str, u64> = TableDefinition::new("rules");
/// The format's version, under the key `version`.
const FORMAT: TableDefinition<'_, &str, u64> = TableDefinition::new("format");

/// Nimbers and misère outcomes in a file.
pub struct Store {
    path: PathBuf,
    database: Database,
}

impl Store {
    /// Opens the store in a file, or makes a new one. A store of version 1 becomes one of this version, with
    /// all that it holds.
    ///
    /// # Errors
    /// When another process uses it, or the file is no store that this program knows.
    pub fn open(path: &Path) -> Result<Store, Error> {
        if !path.exists() {
            make(path)?;
        }
        let store = Store::open_existing(path)?;
        if store.version()? != Some(VERSION) {
            store.set_version()?;
        }
        Ok(store)
    }

    /// Opens a store that is there, and changes nothing of its values. The checksums of all its pages are
    /// verified first, so that a flipped bit is an error rather than a wrong value: the file is read once.
    ///
    /// # Errors
    /// As [`open`](Store::open), and when there is no file.
    pub fn open_existing(path: &Path) -> Result<Store, Error> {
        let database = open_whole(path)?;
        let store = Store { path: path.to_owned(), database };
        match store.version()? {
            Some(1..=VERSION) => Ok(store),
            Some(found) => Err(Error::Version { path: store.path, found }),
            None => Err(Error::NotAStore { path: store.path, why: "it tells no version".to_owned() }),
        }
    }

    /// The version that the file tells.
    fn version(&self) -> Result<Option<u64>, Error> {
        self.try_to(|database| {
            let format = match database.begin_read()?.open_table(FORMAT) {
                Ok(format) => format,
                Err(TableError::TableDoesNotExist(_) | TableError::TableTypeMismatch { .. }) => {
                    return Ok(None);
                }
                Err(error) => return Err(error.into()),
            };
            Ok(format.get("version")?.map(|version| version.value()))
        })
    }

    /// Makes all tables that are not there, and tells this version.
    fn set_version(&self) -> Result<(), Error> {
        self.try_to(|database| {
            let write = database.begin_write()?;
            write.open_table(NIMBERS)?;
            write.open_table(MISERE)?;
            write.open_table(RULES)?;
            write.open_table(FORMAT)?.insert("version", VERSION)?;
            write.commit()?;
            Ok(())
        })
    }

    /// The nimber of a position, where it is known.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn nimber(&self, position: &str) -> Result<Option<u64>, Error> {
        self.try_to(|database| {
            let nimbers = database.begin_read()?.open_table(NIMBERS)?;
            Ok(nimbers.get(position)?.map(|nimber| nimber.value()))
        })
    }

    /// Whether the next player wins a position under misère play, where it is known.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn misere(&self, position: &str) -> Result<Option<bool>, Error> {
        self.try_to(|database| {
            let Some(misere) = misere_of(database)? else { return Ok(None) };
            Ok(misere.get(position)?.map(|next_wins| next_wins.value()))
        })
    }

    /// The certificate of the misère quotient of a code, where one is kept. It is a text that somebody may have
    /// changed: have it checked.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn quotient(&self, code: &str) -> Result<Option<String>, Error> {
        self.try_to(|database| {
            let quotients = match database.begin_read()?.open_table(QUOTIENTS) {
                Ok(quotients) => quotients,
                Err(TableError::TableDoesNotExist(_)) => return Ok(None),
                Err(error) => return Err(error.into()),
            };
            Ok(quotients.get(code)?.map(|certificate| certificate.value().to_owned()))
        })
    }

    /// Keeps the certificate of the misère quotient of a code, and says whether it is another than before.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_quotient(&self, code: &str, certificate: &str) -> Result<bool, Error> {
        self.try_to(|database| {
            let write = database.begin_write()?;
            let is_new = {
                let mut quotients = write.open_table(QUOTIENTS)?;
                let before = quotients.insert(code, certificate)?;
                before.is_none_or(|before| before.value() != certificate)
            };
            write.commit()?;
            Ok(is_new)
        })
    }

    /// Notes by which proof values that are kept have been shown, all or none. What is not kept stays so.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn note_proof(&self, shown: &[(String, Value)], proof: &str) -> Result<NotedProof, Error> {
        self.try_to(|database| {
            let write = database.begin_write()?;
            let mut noted = NotedProof::default();
            {
                let (nimbers, misere) = (write.open_table(NIMBERS)?, write.open_table(MISERE)?);
                let mut proved = write.open_table(PROVED)?;
                for (position, value) in shown {
                    let is_kept = match *value {
                        Value::Nimber(nimber) => {
                            nimbers.get(position.as_str())?.map(|kept| kept.value() == nimber)
                        }
                        Value::Misere { next_wins } => {
                            misere.get(position.as_str())?.map(|kept| kept.value() == next_wins)
                        }
                    };
                    match is_kept {
                        None => {}
                        Some(false) => noted.contradicted.push(position.clone()),
                        Some(true) => {
                            proved.insert(proved_key(position, *value).as_str(), proof)?;
                            noted.count += 1;
                        }
                    }
                }
            }
            write.commit()?;
            Ok(noted)
        })
    }

    /// The proof that has shown a value that is kept.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn proved_by(&self, position: &str, value: Value) -> Result<Option<String>, Error> {
        self.try_to(|database| {
            let Some(proved) = proved_of(database)? else { return Ok(None) };
            Ok(proved.get(proved_key(position, value).as_str())?.map(|proof| proof.value().to_owned()))
        })
    }

    /// Whether anything of a game has been added.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn has_game(&self, game: &str) -> Result<bool, Error> {
        self.try_to(|database| Ok(database.begin_read()?.open_table(RULES)?.get(game)?.is_some()))
    }

    /// Says that a game's rules have this fingerprint.
    ///
    /// # Errors
    /// When the store has values of other rules, or cannot be read.
    pub fn check(&self, game: &str, fingerprint: u64) -> Result<(), Error> {
        let known = self.try_to(|database| {
            let rules = database.begin_read()?.open_table(RULES)?;
            Ok(rules.get(game)?.map(|known| known.value()))
        })?;
        match known.is_none_or(|known| known == fingerprint) {
            true => Ok(()),
            false => Err(Error::Rules { path: self.path.clone(), game: game.to_owned() }),
        }
    }

    /// Replaces the fingerprint `from` of a game by `to`, for a program that hashes the same rules in a new
    /// way, and says whether the game had it.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn renew(&self, game: &str, from: u64, to: u64) -> Result<bool, Error> {
        self.try_to(|database| {
            let write = database.begin_write()?;
            let has = write.open_table(RULES)?.get(game)?.is_some_and(|known| known.value() == from);
            match has {
                false => write.abort()?,
                true => {
                    write.open_table(RULES)?.insert(game, to)?;
                    write.commit()?;
                }
            }
            Ok(has)
        })
    }

    /// Adds positions of a game in one batch, all or none, and says how many were new; sorted, they go in
    /// faster.
    ///
    /// # Errors
    /// As [`check`](Store::check), and when the file cannot be written.
    pub fn add(&self, game: &str, fingerprint: u64, found: &[(String, Value)]) -> Result<u64, Error> {
        self.check(game, fingerprint)?;
        self.try_to(|database| {
            let mut new = 0;
            let write = database.begin_write()?;
            {
                write.open_table(RULES)?.insert(game, fingerprint)?;
                let (mut nimbers, mut misere) = (write.open_table(NIMBERS)?, write.open_table(MISERE)?);
                for (position, value) in found {
                    let position = position.as_str();
                    // What is there is not written again: that would copy its page.
                    match *value {
                        Value::Nimber(nimber) if nimbers.get(position)?.is_none() => {
                            nimbers.insert(position, nimber)?;
                        }
                        Value::Misere { next_wins } if misere.get(position)?.is_none() => {
                            misere.insert(position, next_wins)?;
                        }
                        _ => continue,
                    }
                    new += 1;
                }
            }
            match new {
                0 => write.abort()?,
                _ => write.commit()?,
            }
            Ok(new)
        })
    }

    /// Visits all nimbers, then all misère outcomes, each in the order of the positions' texts, until the
    /// visitor says to stop by `false`.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn each(&self, mut visit: impl FnMut(&str, Value) -> bool) -> Result<(), Error> {
        self.try_to(|database| {
            for entry in database.begin_read()?.open_table(NIMBERS)?.iter()? {
                let (position, nimber) = entry?;
                if !visit(position.value(), Value::Nimber(nimber.value())) {
                    return Ok(());
                }
            }
            let Some(misere) = misere_of(database)? else { return Ok(()) };
            for entry in misere.iter()? {
                let (position, next_wins) = entry?;
                if !visit(position.value(), Value::Misere { next_wins: next_wins.value() }) {
                    break;
                }
            }
            Ok(())
        })
    }

    /// How many values there are.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn len(&self) -> Result<u64, Error> {
        self.try_to(|database| {
            let nimbers = database.begin_read()?.open_table(NIMBERS)?.len()?;
            let misere = misere_of(database)?.map_or(Ok(0), |misere| misere.len())?;
            Ok(nimbers + misere)
        })
    }

    /// Whether it holds nothing.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, Error> {
        Ok(self.len()? == 0)
    }

    /// What it holds.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn stat(&self) -> Result<Stat, Error> {
        let mut stat = Stat::default();
        self.each(|position, value| {
            let game = position.split(' ').next().unwrap_or_default().to_owned();
            match value {
                Value::Nimber(nimber) => {
                    let largest = stat.largest.entry(game.clone()).or_default();
                    *largest = nimber.max(*largest);
                    *stat.games.entry(game).or_default() += 1;
                }
                Value::Misere { .. } => *stat.misere.entry(game).or_default() += 1,
            }
            true
        })?;
        stat.proved =
            self.try_to(|database| proved_of(database)?.map_or(Ok(0), |proved| Ok(proved.len()?)))?;
        stat.bytes = fs::metadata(&self.path).map_or(0, |metadata| metadata.len());
        Ok(stat)
    }

    fn try_to<T>(&self, act: impl FnOnce(&Database) -> Result<T, redb::Error>) -> Result<T, Error> {
        act(&self.database).map_err(|error| Error::using(&self.path, error))
    }
}

/// The misère outcomes; a store of version 1 has none.
fn misere_of(database: &Database) -> Result<Option<redb::ReadOnlyTable<&'static str, bool>>, redb::Error> {
    match database.begin_read()?.open_table(MISERE) {
        Ok(misere) => Ok(Some(misere)),
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What proofs have shown; older stores have no such table.
fn proved_of(
    database: &Database,
) -> Result<Option<redb::ReadOnlyTable<&'static str, &'static str>>, redb::Error> {
    match database.begin_read()?.open_table(PROVED) {
        Ok(proved) => Ok(Some(proved)),
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The key of a value that is proved.
fn proved_key(position: &str, value: Value) -> String {
    match value {
        Value::Nimber(_) => position.to_owned(),
        Value::Misere { .. } => format!("misere: {position}"),
    }
}

/// Opens a database whose pages all have their checksums.
fn open_whole(path: &Path) -> Result<Database, Error> {
    let open = || -> Result<(Database, bool), DatabaseError> {
        let mut database = Database::open(path)?;
        let is_whole = database.check_integrity()?;
        Ok((database, is_whole))
    };
    let damaged = |why: &str| Error::NotAStore { path: path.to_owned(), why: why.to_owned() };
    // Of some damage the database does not say so, but gives up.
    match quietly(open) {
        Some(Ok((database, true))) => Ok(database),
        Some(Ok((_, false))) => Err(damaged("some of its pages are not as they were written")),
        Some(Err(error)) => Err(Error::opening(path, error)),
        None => Err(damaged("its pages cannot be read")),
    }
}

/// Makes an empty store where there is no file. It gets its name when it is whole, so that a process that
/// is killed meanwhile leaves no half of one; of several processes, one does.
fn make(path: &Path) -> Result<(), Error> {
    let own = own_name(path)?;
    let made = Database::create(&own).map_err(|error| Error::opening(&own, error)).and_then(|database| {
        Store { path: own.clone(), database }.set_version()?;
        match fs::hard_link(&own, path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            // A file system without links.
            Err(_) => fs::rename(&own, path).map_err(|error| Error::io(path, &error)),
        }
    });
    // It may have been renamed.
    let _ = fs::remove_file(&own);
    made
}

/// An empty file that nobody else has, next to another: its name with `.new-1` or so.
fn own_name(path: &Path) -> Result<PathBuf, Error> {
    let mut number = 1;
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".new-{number}"));
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(_) => return Ok(name.into()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(Error::File { path: path.to_owned(), message: error.to_string() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store");
        (folder, path)
    }

    #[test]
    fn a_flipped_bit_is_told_or_does_not_matter() {
        let (folder, path) = folder();
        let values: Vec<(String, Value)> = (0..3_000)
            .map(|number| (format!("cram {number}"), Value::Nimber(number % 7)))
            .chain(
                (0..500)
                    .map(|number| (format!("nim {number}"), Value::Misere { next_wins: number % 3 == 0 })),
            )
            .collect();
        Store::open(&path).expect("a new store").add("cram", 1, &values).expect("room");
        let read = |store: &Store| {
            let mut all = BTreeMap::new();
            store.each(|position, value| all.insert(position.to_owned(), value).is_none()).expect("readable");
            all
        };
        let expected = read(&Store::open(&path).expect("a store"));
        let whole = fs::read(&path).expect("a file");
        let flipped = folder.path().join("flipped");
        let mut told = 0;
        for trial in 0..400_usize {
            let mut bytes = whole.clone();
            let place = trial.wrapping_mul(2_654_435_761) % (8 * bytes.len());
            bytes[place / 8] ^= 1 << (place % 8);
            fs::write(&flipped, bytes).expect("room");
            match Store::open(&flipped) {
                Ok(store) => assert_eq!(read(&store), expected, "bit {place}"),
                Err(_) => told += 1,
            }
        }
        assert!(told > 10, "only {told} flips were in pages that are used");
    }

    #[test]
    fn values_are_proved_by_what_shows_them_and_by_nothing_else() {
        let (_folder, path) = folder();
        let store = Store::open(&path).expect("a new store");
        let won = Value::Misere { next_wins: true };
        let kept = [("cram 4x5".to_owned(), Value::Nimber(2)), ("cram 3x3".to_owned(), won)];
        store.add("cram", 1, &kept).expect("room");
        assert_eq!(store.proved_by("cram 4x5", Value::Nimber(2)).expect("readable"), None);
        let shown = [
            ("cram 4x5".to_owned(), Value::Nimber(2)),
            ("cram 3x3".to_owned(), Value::Misere { next_wins: false }),
            ("cram 2x2".to_owned(), Value::Nimber(0)),
        ];
        let noted = store.note_proof(&shown, "a.proof").expect("room");
        assert_eq!((noted.count, &noted.contradicted[..]), (1, &["cram 3x3".to_owned()][..]));
        assert_eq!(
            store.proved_by("cram 4x5", Value::Nimber(2)).expect("readable").as_deref(),
            Some("a.proof")
        );
        assert_eq!(store.proved_by("cram 3x3", won).expect("readable"), None);
        assert_eq!(store.stat().expect("readable").proved, 1);
    }

    /// Writes what a program of version 1 would.
    fn of_version(path: &Path, version: u64) {
        let act = |database: &Database| {
            let write = database.begin_write()?;
            write.open_table(NIMBERS)?.insert("nim 3", 3)?;
            write.open_table(RULES)?.insert("nim", 7)?;
            write.open_table(FORMAT)?.insert("version", version)?;
            write.commit()?;
            Ok::<(), redb::Error>(())
        };
        act(&Database::create(path).expect("a new file")).expect("it can be written");
    }

    #[test]
    fn a_second_user_is_told_and_what_was_added_stays() {
        let (folder, path) = folder();
        let store = Store::open(&path).expect("a new store");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
        let mut found: Vec<(String, Value)> =
            (0..1000).map(|size| (format!("nim {size:04}"), Value::Nimber(size))).collect();
        found.push(("nim 0001".to_owned(), Value::Misere { next_wins: false }));
        assert_eq!(store.add("nim", 1, &found).expect("it can be written"), 1001);
        assert_eq!(store.add("nim", 1, &found[500..]).expect("it can be written"), 0, "nothing is new");
        assert!(matches!(Store::open(&path), Err(Error::InUse(_))));
        drop(store);
        let store = Store::open_existing(&path).expect("it is there");
        assert_eq!(store.len().expect("it can be read"), 1001);
        assert_eq!(store.nimber("nim 0999").expect("it can be read"), Some(999));
        assert_eq!(store.nimber("nim 1000").expect("it can be read"), None);
        assert_eq!(store.misere("nim 0001").expect("it can be read"), Some(false));
        assert_eq!(store.misere("nim 0002").expect("it can be read"), None);
        assert!(matches!(store.check("nim", 2), Err(Error::Rules { .. })));
        assert!(!store.renew("nim", 2, 3).expect("it can be read"), "it has another");
        assert!(store.renew("nim", 1, 2).expect("it can be written"));
        assert!(store.check("nim", 2).is_ok() && store.check("nim", 1).is_err());
        let stat = store.stat().expect("it can be read");
        assert_eq!((stat.games["nim"], stat.largest["nim"], stat.misere["nim"]), (1000, 999, 1));
    }

    #[test]
    fn other_files_are_refused() {
        let (folder, path) = folder();
        for bytes in [&b"no store at all"[..], b"", &[0; 5000], b"redb\x1a\x0a\xa9\x0d\x0a and no more"] {
            fs::write(&path, bytes).expect("it can be written");
            let error = Store::open(&path).err().expect("it is refused");
            assert!(matches!(error, Error::NotAStore { .. }), "{error}");
            assert_eq!(fs::read(&path).expect("it is there"), bytes, "untouched");
        }
        fs::remove_file(&path).expect("it is there");
        drop(Database::create(&path).expect("a new file"));
        assert!(matches!(Store::open(&path), Err(Error::NotAStore { .. })), "a database, but no store");
        assert!(matches!(Store::open_existing(&folder.path().join("none")), Err(Error::Missing(_))));
        assert!(matches!(Store::open(&folder.path().join("none/store")), Err(Error::File { .. })));
        assert!(matches!(Store::open(folder.path()), Err(Error::File { .. })), "a folder");
    }

    #[test]
    fn a_store_of_version_1_is_read_and_goes_on_as_one_of_this_version() {
        let (_folder, path) = folder();
        of_version(&path, 1);
        let store = Store::open_existing(&path).expect("it can be read");
        assert_eq!(store.version().expect("it can be read"), Some(1), "looking changes nothing");
        assert_eq!((store.len().ok(), store.misere("nim 3").ok()), (Some(1), Some(None)));
        let mut seen = Vec::new();
        let all = store.each(|position, value| {
            seen.push((position.to_owned(), value));
            true
        });
        assert_eq!((all.is_ok(), seen), (true, vec![("nim 3".to_owned(), Value::Nimber(3))]));
        drop(store);
        let store = Store::open(&path).expect("it can be written");
        assert_eq!((store.version().ok(), store.nimber("nim 3").ok()), (Some(Some(VERSION)), Some(Some(3))));
        let lost = [("nim 1".to_owned(), Value::Misere { next_wins: false })];
        assert_eq!(store.add("nim", 7, &lost).expect("it can be written"), 1);
    }

    #[test]
    fn a_newer_version_is_refused() {
        let (_folder, path) = folder();
        of_version(&path, VERSION + 1);
        for opened in [Store::open(&path), Store::open_existing(&path)] {
            assert!(matches!(opened, Err(Error::Version { found: 3, .. })));
        }
    }
}
