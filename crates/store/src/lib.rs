//! Nimbers that were found, kept in a file between runs.
//!
//! A [`Store`] is one file: a B-tree of positions and their nimbers ([redb]). A position is kept by
//! its whole text, as terms of sums are written, so what is read is the value of that position and of
//! no other, and the file can be read without knowing any game. It may be killed at any moment: a
//! batch is in the file as a whole or not at all. One process uses it at a time.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("nimbers.store");
//! use grundy_store::Store;
//! let store = Store::open(&path).unwrap();
//! store.add("boxing-match", 7, &[("boxing-match 2x2".to_owned(), 2)]).unwrap();
//! assert_eq!(store.get("boxing-match 2x2").unwrap(), Some(2));
//! // Other rules under the same name are refused.
//! assert!(store.add("boxing-match", 8, &[]).is_err());
//! ```

use redb::{
    Database, DatabaseError, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Positions as terms, with their nimbers.
const NIMBERS: TableDefinition<'_, &str, u64> = TableDefinition::new("nimbers");
/// Games with their parameters, and the fingerprints of their rules.
const RULES: TableDefinition<'_, &str, u64> = TableDefinition::new("rules");
/// The format's version, under the key `version`.
const FORMAT: TableDefinition<'_, &str, u64> = TableDefinition::new("format");

/// The version of the format that this program reads and writes.
pub const VERSION: u64 = 1;

/// What goes wrong with a store.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another process has it open.
    #[error("{} is in use by another process: wait until it has ended, or name another file", .0.display())]
    InUse(PathBuf),
    /// Written by a program with another format.
    #[error("{} has version {found} of the format, and this program reads version {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
    /// Not a store, damaged, or the disk does not let it be read or written.
    #[error("{}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the storage says.
        message: String,
    },
    /// The values were found with other rules.
    #[error(
        "{} has values of {game} with other rules than this program's: name another file",
        path.display()
    )]
    Rules {
        /// The file.
        path: PathBuf,
        /// The game, with its parameters.
        game: String,
    },
}

/// What a store holds, game by game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// The bytes of the file.
    pub bytes: u64,
    /// The number of positions, by the first word of each.
    pub games: BTreeMap<String, u64>,
    /// The largest nimber, by the first word of the positions.
    pub largest: BTreeMap<String, u64>,
}

/// Nimbers in a file.
pub struct Store {
    path: PathBuf,
    database: Database,
}

impl Store {
    /// Opens the store in a file, or makes a new one.
    ///
    /// # Errors
    /// When another process uses it, or the file is no store of this version.
    pub fn open(path: &Path) -> Result<Store, Error> {
        Store::with(path, Database::create(path))
    }

    /// Opens a store that is there.
    ///
    /// # Errors
    /// As [`open`](Store::open), and when there is no file.
    pub fn open_existing(path: &Path) -> Result<Store, Error> {
        Store::with(path, Database::open(path))
    }

    fn with(path: &Path, database: Result<Database, DatabaseError>) -> Result<Store, Error> {
        let path = path.to_owned();
        let database = match database {
            Ok(database) => database,
            Err(DatabaseError::DatabaseAlreadyOpen) => return Err(Error::InUse(path)),
            Err(error) => return Err(Error::File { path, message: told(&error) }),
        };
        let store = Store { path, database };
        let version = store.try_to(|database| {
            let write = database.begin_write()?;
            write.open_table(NIMBERS)?;
            write.open_table(RULES)?;
            let version = {
                let mut format = write.open_table(FORMAT)?;
                let found = format.get("version")?.map(|version| version.value());
                if found.is_none() {
                    format.insert("version", VERSION)?;
                }
                found.unwrap_or(VERSION)
            };
            write.commit()?;
            Ok(version)
        })?;
        if version != VERSION {
            return Err(Error::Version { path: store.path, found: version });
        }
        Ok(store)
    }

    /// The nimber of a position, where it is known.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn get(&self, position: &str) -> Result<Option<u64>, Error> {
        self.try_to(|database| {
            let nimbers = database.begin_read()?.open_table(NIMBERS)?;
            Ok(nimbers.get(position)?.map(|nimber| nimber.value()))
        })
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

    /// Adds positions of a game in one batch, all or none; sorted, they go in faster.
    ///
    /// # Errors
    /// As [`check`](Store::check), and when the file cannot be written.
    pub fn add(&self, game: &str, fingerprint: u64, found: &[(String, u64)]) -> Result<(), Error> {
        self.check(game, fingerprint)?;
        self.try_to(|database| {
            let write = database.begin_write()?;
            {
                write.open_table(RULES)?.insert(game, fingerprint)?;
                let mut nimbers = write.open_table(NIMBERS)?;
                for (position, nimber) in found {
                    nimbers.insert(position.as_str(), nimber)?;
                }
            }
            write.commit()?;
            Ok(())
        })
    }

    /// Visits all positions in the order of their texts, until the visitor says to stop by `false`.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn each(&self, mut visit: impl FnMut(&str, u64) -> bool) -> Result<(), Error> {
        self.try_to(|database| {
            let nimbers = database.begin_read()?.open_table(NIMBERS)?;
            for entry in nimbers.iter()? {
                let (position, nimber) = entry?;
                if !visit(position.value(), nimber.value()) {
                    break;
                }
            }
            Ok(())
        })
    }

    /// How many positions there are.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn len(&self) -> Result<u64, Error> {
        self.try_to(|database| Ok(database.begin_read()?.open_table(NIMBERS)?.len()?))
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
        self.each(|position, nimber| {
            let game = position.split(' ').next().unwrap_or_default();
            *stat.games.entry(game.to_owned()).or_default() += 1;
            let largest = stat.largest.entry(game.to_owned()).or_default();
            *largest = nimber.max(*largest);
            true
        })?;
        stat.bytes = std::fs::metadata(&self.path).map_or(0, |metadata| metadata.len());
        Ok(stat)
    }

    fn try_to<T>(&self, act: impl FnOnce(&Database) -> Result<T, redb::Error>) -> Result<T, Error> {
        act(&self.database).map_err(|error| Error::File { path: self.path.clone(), message: told(&error) })
    }
}

fn told(error: &dyn std::error::Error) -> String {
    format!("it cannot be used as a store ({error})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_user_is_told_and_what_was_added_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store");
        let store = Store::open(&path).expect("a new store");
        let found: Vec<(String, u64)> = (0..1000).map(|size| (format!("nim {size:04}"), size)).collect();
        store.add("nim", 1, &found).expect("it can be written");
        assert!(matches!(Store::open(&path), Err(Error::InUse(_))));
        drop(store);
        let store = Store::open_existing(&path).expect("it is there");
        assert_eq!(store.len().expect("it can be read"), 1000);
        assert_eq!(store.get("nim 0999").expect("it can be read"), Some(999));
        assert_eq!(store.get("nim 1000").expect("it can be read"), None);
        assert!(matches!(store.check("nim", 2), Err(Error::Rules { .. })));
        let stat = store.stat().expect("it can be read");
        assert_eq!((stat.games["nim"], stat.largest["nim"]), (1000, 999));
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("text");
        std::fs::write(&path, "no store at all").expect("it can be written");
        let error = Store::open(&path).err().expect("it is refused");
        assert!(matches!(error, Error::File { .. }), "{error}");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "no store at all", "untouched");
        assert!(Store::open_existing(&folder.path().join("none")).is_err());
    }

    #[test]
    fn another_version_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store");
        let store = Store::open(&path).expect("a new store");
        let set = |database: &Database| {
            let write = database.begin_write()?;
            write.open_table(FORMAT)?.insert("version", VERSION + 1)?;
            write.commit()?;
            Ok(())
        };
        store.try_to(set).expect("it can be written");
        drop(store);
        assert!(matches!(Store::open(&path), Err(Error::Version { found: 2, .. })));
    }
}
