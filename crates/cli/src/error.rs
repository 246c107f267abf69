//! What went wrong, with what to do about it.

use std::fmt;

/// An error that says what to do about it.
#[derive(Debug)]
pub struct CliError {
    message: String,
    help: String,
}

impl CliError {
    /// An error with what to do about it.
    pub fn new(message: impl fmt::Display, help: impl fmt::Display) -> CliError {
        CliError { message: message.to_string(), help: help.to_string() }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CliError { message, help } = self;
        if help.is_empty() { f.write_str(message) } else { write!(f, "{message}\nhelp: {help}") }
    }
}

impl std::error::Error for CliError {}

/// Ends with an error and what to do about it.
macro_rules! refuse {
    ($message:expr, $help:expr $(,)?) => {
        return Err($crate::error::CliError::new($message, $help).into())
    };
}
pub(crate) use refuse;
