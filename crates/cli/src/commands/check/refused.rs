//! What is said of a certificate that was not verified.

use crate::Ending;
use crate::diagnostics::tell;
use serde_json::json;
use std::fmt::Display;
use std::io::Write;

/// Says that a certificate was not verified: it is wrong, or, where `is_part`, a limit came first. `of` is the key
/// and the value that name what was certified.
pub fn refused(
    out: &mut dyn Write,
    json: bool,
    (key, value): (&str, serde_json::Value),
    refusal: &dyn Display,
    is_part: bool,
) -> anyhow::Result<Ending> {
    if json {
        let mut object = json!({"valid": false});
        object[key] = value;
        object["reason"] = json!(refusal.to_string());
        if is_part {
            object["partial"] = json!(true);
        }
        writeln!(out, "{object}")?;
    } else if is_part {
        writeln!(out, "NOT verified: {refusal}.")?;
    } else {
        tell(format_args!("error: {refusal}"));
    }
    Ok(if is_part { Ending::Stopped } else { Ending::Failed })
}
