//! The store of a program that was built without the feature `file`: there is none, and what would use it is
//! compiled all the same.

use crate::{Error, Value};
use std::path::Path;

/// A store, of which there is none: this program was built without the feature `file`.
#[derive(Debug)]
pub enum Store {}

impl Store {
    /// Opens no store.
    ///
    /// # Errors
    /// Always.
    pub fn open(path: &Path) -> Result<Store, Error> {
        Err(Error::NotBuilt(path.to_owned()))
    }

    /// The nimber of a position.
    ///
    /// # Errors
    /// None, since there is no store.
    pub fn nimber(&self, _: &str) -> Result<Option<u64>, Error> {
        match *self {}
    }

    /// Whether the next player wins a position under misère play.
    ///
    /// # Errors
    /// None, since there is no store.
    pub fn misere(&self, _: &str) -> Result<Option<bool>, Error> {
        match *self {}
    }

    /// The certificate of the misère quotient of a code.
    ///
    /// # Errors
    /// None, since there is no store.
    pub fn quotient(&self, _: &str) -> Result<Option<String>, Error> {
        match *self {}
    }

    /// Keeps the certificate of the misère quotient of a code.
    ///
    /// # Errors
    /// None, since there is no store.
    pub fn keep_quotient(&self, _: &str, _: &str) -> Result<bool, Error> {
        match *self {}
    }

    /// Whether anything of a game has been added.
    ///
    /// # Errors
    /// None, since there is no store.
    pub fn has_game(&self, _: &str) -> Result<bool, Error> {
        match *self {}
    }

    /// Says that a game's rules have this fingerprint.
    ///
    /// # Errors
    /// None, since there is no store.
    pub fn check(&self, _: &str, _: u64) -> Result<(), Error> {
        match *self {}
    }

    /// Replaces the fingerprint of a game.
    ///
    /// # Errors
    /// None, since there is no store.
    pub fn renew(&self, _: &str, _: u64, _: u64) -> Result<bool, Error> {
        match *self {}
    }

    /// Adds positions of a game.
    ///
    /// # Errors
    /// None, since there is no store.
    pub fn add(&self, _: &str, _: u64, _: &[(String, Value)]) -> Result<u64, Error> {
        match *self {}
    }

    /// Notes by which proof values have been shown.
    ///
    /// # Errors
    /// None, since there is no store.
    pub fn note_proof(&self, _: &[(String, Value)], _: &str) -> Result<crate::NotedProof, Error> {
        match *self {}
    }
}
