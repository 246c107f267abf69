//! The check of a packing.

use super::refused::refused;
use crate::Ending;
use crate::arguments::CheckArguments;
use crate::interrupt::Interrupt;
use anyhow::Context;
use grundy::packing::{Refusal, verify_within};
use grundy::{Limits, Run};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// A packing, as `grundy pack --json` writes it.
pub fn check_packing(text: &str, path: &Path, arguments: &CheckArguments) -> anyhow::Result<Ending> {
    let origin = path.display();
    let certificate = grundy::read_certificate(text).map_err(anyhow::Error::msg).with_context(|| {
        format!("{origin} is no certificate of a packing (`grundy pack --json` writes one)")
    })?;
    let mut out = std::io::stdout().lock();
    let (disks, cavity) = (certificate.disks.len(), &certificate.cavity);
    let limits = Limits { time: arguments.time, ..Limits::default() };
    let verified = Interrupt::listen()?
        .during(|pressed| verify_within(&certificate, &Run::new(limits).with_cancel(pressed)));
    match verified {
        Ok(slack) if arguments.json => {
            let slack = json!({"amount": slack.amount.to_string(), "at": slack.at.to_string()});
            writeln!(
                out,
                "{}",
                json!({"valid": true, "cavity": cavity, "disks": disks, "least_slack": slack})
            )?;
            Ok(Ending::Answered)
        }
        Ok(slack) => {
            let fit = if disks == 1 { "1 disk fits".to_owned() } else { format!("{disks} disks fit") };
            writeln!(out, "Verified: {fit} a cavity of {cavity}, in exact arithmetic.")?;
            writeln!(out, "The least slack is {}, at {}.", slack.amount, slack.at)?;
            Ok(Ending::Answered)
        }
        Err(refusal) => {
            let is_part = matches!(refusal, Refusal::Stopped(_));
            refused(&mut out, arguments.json, ("cavity", json!(cavity)), &refusal, is_part)
        }
    }
}
