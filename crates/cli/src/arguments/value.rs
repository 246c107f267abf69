//! Readers of single values: a time, a size, a number of threads, the name of a game.

use bytesize::ByteSize;
use grundy::GAMES;
use std::time::Duration;

/// How many moves to name: a number or `all`.
pub fn named_moves(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        number => number.parse().map_err(|_| "write a number or `all`".to_owned()),
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

/// A number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    let most = 1024;
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("write a number of threads from 1 to {most}"))
}

/// The id of a game, from its name or an alias.
pub fn game(name: &str) -> Result<String, String> {
    match grundy::find_game(name) {
        Ok(game) => Ok(game.card().id.to_owned()),
        Err(error) => Err(format!("{error}; {}", error.help.as_deref().unwrap_or_default())),
    }
}

/// The ids of all games, for messages.
pub fn game_ids() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.card().id).collect()
}
