//! Readers of single values: a number, a time, a size, the name of a game.

use crate::files::ends_in;
use bytesize::ByteSize;
use clap::builder::{PathBufValueParser, TypedValueParser};
#[cfg(feature = "web")]
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// A whole number from 0 up, as people write large ones: `1000000`, `1_000_000`, `1e6`, `10^6`.
pub fn number<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let Some(number) = whole(text) else {
        return Err("not a whole number from 0 up; write one such as `1000000`, `1e6` or `10^6`".to_owned());
    };
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let largest = u64::MAX >> (64 - 8 * size_of::<T>());
        format!("this number is too large: write one from 0 to {largest}")
    })
}

/// The whole number that a text writes, if it writes one; none inside for one of more than 64 bits.
fn whole(text: &str) -> Option<Option<u64>> {
    let digits = |text: &str| {
        let ends = |end: Option<char>| end.is_some_and(|c| c.is_ascii_digit());
        let is_number = ends(text.chars().next())
            && ends(text.chars().next_back())
            && text.chars().all(|c| c.is_ascii_digit() || c == '_');
        is_number.then(|| text.replace('_', "").parse::<u64>().ok())
    };
    let power = |base: u64, exponent: u64| base.checked_pow(u32::try_from(exponent).ok()?);
    if let Some((base, exponent)) = text.split_once('^') {
        Some(digits(base)?.zip(digits(exponent)?).and_then(|(base, exponent)| power(base, exponent)))
    } else if let Some((first, exponent)) = text.split_once(['e', 'E']) {
        let both = digits(first)?.zip(digits(exponent)?);
        Some(both.and_then(|(first, exponent)| first.checked_mul(power(10, exponent)?)))
    } else {
        digits(text)
    }
}

/// The path of a file that is written. `-` names none: what the options write has a place of its own beside what the
/// command prints.
pub fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("`-` names no file; name one, or `./-` for a file of this name"),
        false => Ok(path),
    })
}

/// The endings of pictures in other forms than SVG and PNG.
const OTHER_PICTURES: [&str; 10] = ["jpg", "jpeg", "gif", "webp", "avif", "bmp", "tif", "tiff", "pdf", "eps"];

/// The path of what may be a picture, whose name tells its form. `-` may name standard output.
pub fn picture_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(told_form)
}

/// The same where `-` names nothing.
pub fn picture_output_file() -> impl TypedValueParser<Value = PathBuf> {
    output_file().try_map(told_form)
}

/// Refuses the name of a picture that would be written in another form than its name tells.
fn told_form(path: PathBuf) -> Result<PathBuf, &'static str> {
    let is_other = OTHER_PICTURES.iter().any(|other| ends_in(&path, other));
    if is_other { Err("pictures are SVG or PNG; end the name in `.svg` or `.png`") } else { Ok(path) }
}

/// How many moves to name: a number or `all`.
pub fn named_moves(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        text => number(text).map_err(|error| format!("{error}; or write `all`")),
    }
}

/// A time: `10s`, `2m`, `500ms`, or a number of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    match seconds {
        Some(time) => Ok(time),
        None => humantime::parse_duration(text)
            .map_err(|_| "write a time such as `10s`, `2m` or `500ms`".to_owned()),
    }
}

/// A size: `4G`, `500M`, `1GiB`.
pub fn bytes(text: &str) -> Result<u64, String> {
    match text.parse::<ByteSize>() {
        Ok(size) => Ok(size.as_u64()),
        Err(_) => Err("write a size such as `4G`, `500M` or `1GiB`".to_owned()),
    }
}

/// An address and a port to listen at.
#[cfg(feature = "web")]
pub fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "write an address and a port up to 65535, such as `127.0.0.1:7878`".to_owned())
}

/// A number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    let most = 1024;
    let threads = number(text).ok().filter(|threads| (1..=most).contains(threads));
    threads.ok_or_else(|| format!("write a number of threads from 1 to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_as_people_write_them() {
        for (text, expected) in [
            ("0", 0),
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("25E3", 25_000),
            ("10^6", 1_000_000),
            ("2^20", 1 << 20),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(number(text), Ok(expected), "{text}");
        }
        for text in [
            "", "x", "-5", "+5", "1.5", "1,000", "_1", "1_", "1e", "e6", "1e-6", "^", "10^x", "1 0",
            "\u{0663}",
        ] {
            assert!(number::<u64>(text).is_err_and(|error| error.contains("not a whole number")), "{text}");
        }
        for text in ["18446744073709551616", "1e20", "10^20", "2^64", "10^99999999999"] {
            assert!(number::<u64>(text).is_err_and(|error| error.contains("too large")), "{text}");
        }
        assert_eq!(number::<u32>("4294967295"), Ok(u32::MAX));
        assert!(number::<u32>("2^32").is_err_and(|error| error.ends_with("to 4294967295")));
    }
}
