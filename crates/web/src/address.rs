//! Addresses within the site: every position, game and sequence has one.

use grundy::{Convention, Level, Position, Side};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt;

/// What stands for itself in a query, besides letters and digits. Blanks become plus signs.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b' ')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b'-')
    .remove(b'.')
    .remove(b'/')
    .remove(b':')
    .remove(b'_')
    .remove(b'!');

/// A path with a query that grows.
///
/// ```text
/// /analyse?position=nim+3+5&winning=1
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// A path without a query yet.
    pub fn of(path: &str) -> Address {
        Address(path.to_owned())
    }

    /// The same with a key and its value.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Address {
        self.0.push(if self.0.contains('?') { '&' } else { '?' });
        self.0 += key;
        self.0.push('=');
        let value = value.to_string();
        self.0.extend(utf8_percent_encode(&value, PLAIN).map(|piece| piece.replace(' ', "+")));
        self
    }

    /// The same with a key, where there is a value.
    #[must_use]
    pub fn with_some(self, key: &str, value: Option<impl fmt::Display>) -> Address {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// The path alone.
    pub fn path(&self) -> &str {
        self.0.split('?').next().unwrap_or("/")
    }

    /// The keys and their values, for a form that asks the same and more.
    pub fn fields(&self) -> Vec<(String, String)> {
        let query = self.0.split_once('?').map_or("", |(_, query)| query);
        let plain = |text: &str| {
            percent_encoding::percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
        };
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.map(|(key, value)| (plain(key), plain(value))).collect()
    }

    /// The same with a switch, where it is on.
    #[must_use]
    pub fn with_if(self, key: &str, is_on: bool) -> Address {
        if is_on { self.with(key, 1) } else { self }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The analysis of a position.
pub fn analysis(position: &str) -> Address {
    Address::of("/analyse").with("position", position)
}

/// A new game from a position.
pub fn game(position: &Position, convention: Option<Convention>, first: Side, level: Level) -> Address {
    let address = Address::of("/play").with("position", position).with_some("convention", convention);
    with_players(address, first, level)
}

/// The same with who begins and how strong the computer is, where that is not as usual.
pub fn with_players(address: Address, first: Side, level: Level) -> Address {
    address
        .with_some("first", Some(first).filter(|&first| first != Side::Me))
        .with_some("level", Some(level).filter(|&level| level != Level::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_short_and_read_back() {
        let address =
            analysis("bubbly (E(G)) + nim 4 & é").with_if("winning", true).with_if("lenient", false);
        assert_eq!(address.to_string(), "/analyse?position=bubbly+(E(G))+%2B+nim+4+%26+%C3%A9&winning=1");
        assert_eq!(Address::of("/play").with("moves", "1:3>1 a=b").to_string(), "/play?moves=1:3%3E1+a%3Db");
        let fields = address.fields();
        assert_eq!(fields[0], ("position".to_owned(), "bubbly (E(G)) + nim 4 & é".to_owned()));
        assert_eq!((address.path(), fields.len()), ("/analyse", 2));
    }
}
