//! JSON whose numbers keep their digits: no number goes through floating point.

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// An object of JSON: its values as they are written, and no key twice.
///
/// ```
/// let object = grundy::Exact::parse(r#"{"cavity": 1.00000000000000000001, "fits": true}"#)?;
/// assert_eq!(object.decimal("cavity")?, "1.00000000000000000001");
/// assert_eq!(object.switch("fits")?, Some(true));
/// assert_eq!(object.decimal("fits").unwrap_err(), "`fits` is `true`, and must be a number");
/// assert!(grundy::Exact::parse(r#"{"x": 1, "x": 2}"#).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Exact<'a> {
    entries: Vec<(String, &'a RawValue)>,
    /// What messages have before the name of a key, such as `disk 3: `.
    place: String,
}

/// A number with an exponent beyond this is refused: no length is so large or so small.
const LARGEST_EXPONENT: i32 = 400;

impl<'a> Exact<'a> {
    /// Reads an object.
    ///
    /// # Errors
    /// What is wrong and where, for what is no JSON, no object, or has a key twice.
    pub fn parse(text: &'a str) -> Result<Exact<'a>, String> {
        Exact::within(text, String::new())
    }

    fn within(text: &'a str, place: String) -> Result<Exact<'a>, String> {
        let Entries(entries) = serde_json::from_str(text).map_err(|error| format!("{place}{error}"))?;
        Ok(Exact { entries, place })
    }

    fn raw(&self, key: &str) -> Option<&'a str> {
        self.entries.iter().find(|entry| entry.0 == key).map(|entry| entry.1.get())
    }

    /// A number, or text in its place, as exact decimal text; an exponent is written out.
    ///
    /// # Errors
    /// When there is none, or something else.
    pub fn decimal(&self, key: &str) -> Result<String, String> {
        let Some(written) = self.raw(key) else {
            return Err(format!("{}it has no number `{key}`", self.place));
        };
        match written.as_bytes().first() {
            Some(b'"') => match self.text(key)?.unwrap_or_default() {
                text if text.contains(char::is_whitespace) => {
                    Err(format!("{}`{key}` is `{written}`: write it without blanks", self.place))
                }
                text => Ok(text),
            },
            Some(b'-' | b'0'..=b'9') => without_exponent(written).ok_or_else(|| {
                format!("{}`{key}` is {written}: exponents go to {LARGEST_EXPONENT}", self.place)
            }),
            _ => Err(self.wrong(key, written, "a number")),
        }
    }

    /// A text, if the key is there; null is none.
    ///
    /// # Errors
    /// When it is something else.
    pub fn text(&self, key: &str) -> Result<Option<String>, String> {
        self.read(key, "text")
    }

    /// `true` or `false`, if the key is there; null is neither.
    ///
    /// # Errors
    /// When it is something else.
    pub fn switch(&self, key: &str) -> Result<Option<bool>, String> {
        self.read(key, "true or false")
    }

    fn read<T: Deserialize<'a>>(&self, key: &str, wanted: &str) -> Result<Option<T>, String> {
        let Some(written) = self.raw(key) else { return Ok(None) };
        serde_json::from_str(written).map_err(|_| self.wrong(key, written, wanted))
    }

    /// A list of objects, if the key is there and has a list. In what is said of them, each is called `name` and
    /// its number, from 1.
    ///
    /// # Errors
    /// When one of them is no object, or has a key twice.
    pub fn objects(&self, key: &str, name: &str) -> Result<Option<Vec<Exact<'a>>>, String> {
        let Some(written) = self.raw(key).filter(|written| written.starts_with('[')) else { return Ok(None) };
        let items: Vec<&'a RawValue> =
            serde_json::from_str(written).map_err(|_| self.wrong(key, written, "a list"))?;
        let place = |number| format!("{}{name} {number}: ", self.place);
        items
            .iter()
            .zip(1_u64..)
            .map(|(item, number)| Exact::within(item.get(), place(number)))
            .collect::<Result<_, _>>()
            .map(Some)
    }

    fn wrong(&self, key: &str, written: &str, wanted: &str) -> String {
        let kind = match written.as_bytes().first() {
            Some(b'{') => "an object".to_owned(),
            Some(b'[') => "a list".to_owned(),
            Some(b'"') => "text".to_owned(),
            _ => format!("`{written}`"),
        };
        format!("{}`{key}` is {kind}, and must be {wanted}", self.place)
    }
}

/// The entries of an object.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Deserialize<'a> for Entries<'a> {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'a> Visitor<'a> for EntriesVisitor {
    type Value = Entries<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Entries<'a>, A::Error> {
        let mut entries: Vec<(String, &'a RawValue)> = Vec::new();
        let mut known = std::collections::HashSet::new();
        while let Some((key, value)) = map.next_entry::<String, &'a RawValue>()? {
            if !known.insert(key.clone()) {
                return Err(A::Error::custom(format_args!("the key `{key}` stands twice")));
            }
            entries.push((key, value));
        }
        Ok(Entries(entries))
    }
}

/// A number of JSON without an exponent, of exactly the same value.
fn without_exponent(written: &str) -> Option<String> {
    let Some((mantissa, exponent)) = written.split_once(['e', 'E']) else { return Some(written.to_owned()) };
    let exponent: i32 =
        exponent.parse().ok().filter(|exponent| (-LARGEST_EXPONENT..=LARGEST_EXPONENT).contains(exponent))?;
    let (sign, size) = mantissa.strip_prefix('-').map_or(("", mantissa), |size| ("-", size));
    let (whole, fraction) = size.split_once('.').unwrap_or((size, ""));
    let digits = format!("{whole}{fraction}");
    let point = whole.len() as i32 + exponent;
    let places = usize::try_from(point).unwrap_or(0);
    let digits = format!("{}{digits}", "0".repeat(usize::try_from(1 - point).unwrap_or(0)));
    let digits = format!("{digits:0<places$}");
    let (whole, fraction) = digits.split_at(places.max(1));
    Some(if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_are_written_out_exactly() {
        for (written, plain) in [
            ("12", "12"),
            ("-1.50", "-1.50"),
            ("1e0", "1"),
            ("1.5e3", "1500"),
            ("1.2345E2", "123.45"),
            ("12e-1", "1.2"),
            ("12e-2", "0.12"),
            ("-12.5e-4", "-0.00125"),
            ("1.00000000000000000001e+1", "10.0000000000000000001"),
            ("0e5", "000000"),
        ] {
            assert_eq!(without_exponent(written).as_deref(), Some(plain), "{written}");
        }
        for written in ["1e401", "1e-401", "1e99999999999999999999"] {
            assert_eq!(without_exponent(written), None, "{written}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_by_name() {
        let object =
            Exact::parse(r#"{"a": [1], "b": {}, "c": null, "d": "x", "e": [{"x": 1}, {"x": 2, "x": 3}]}"#)
                .expect("an object");
        assert_eq!(object.decimal("a").unwrap_err(), "`a` is a list, and must be a number");
        assert_eq!(object.decimal("b").unwrap_err(), "`b` is an object, and must be a number");
        assert_eq!(object.decimal("c").unwrap_err(), "`c` is `null`, and must be a number");
        assert_eq!(object.decimal("z").unwrap_err(), "it has no number `z`");
        assert_eq!(object.decimal("d").as_deref(), Ok("x"));
        assert_eq!(object.switch("d").unwrap_err(), "`d` is text, and must be true or false");
        assert_eq!(object.text("c"), Ok(None));
        let twice = object.objects("e", "disk").unwrap_err();
        assert!(twice.starts_with("disk 2: the key `x` stands twice"), "{twice}");
        assert!(Exact::parse("[1]").unwrap_err().contains("expected an object"));
        assert!(Exact::parse(r#"{"x": 1} more"#).is_err());
    }
}
