//! Large heaps of Nim: all is known of them.

use super::{Arguments, LARGE_HEAP};
use crate::Ending;
use crate::error::refuse;
use grundy::Position;
use serde_json::json;
use std::io::Write;

/// The order of the quotient of the heaps of Nim up to this one: 2^k + 2 where the heap has k binary digits.
fn order(largest: u64) -> u128 {
    match largest {
        0 => 1,
        1 => 2,
        _ => (1 << (64 - largest.leading_zeros())) + 2,
    }
}

pub fn tell(position: &Position, heaps: &[u64], arguments: &Arguments) -> anyhow::Result<Ending> {
    if arguments.certificate.is_some() || arguments.csv.is_some() || arguments.plot.is_some() {
        refuse!(
            "the quotient of such large heaps of Nim is told by a theorem, and not written to files",
            format!("leave --certificate, --csv and --plot out, or write heaps of at most {LARGE_HEAP}")
        );
    }
    let genus = position.tame_genus().expect("Nim is tame");
    let order = order(heaps.iter().copied().max().unwrap_or(0));
    let outcome = if genus.misere_value() == 0 { "P" } else { "N" };
    let form = if let [heap] = heaps { Some(format!("*{heap}")) } else { None };
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let object = json!({
            "position": position.to_string(), "genus": genus.to_string(), "misere_value": genus.misere_value(),
            "form": form, "outcome": outcome, "solved": true, "order": order.to_string(), "p": 2, "tame": true,
        });
        writeln!(out, "{object}")?;
        return Ok(Ending::Answered);
    }
    writeln!(out, "{position}, misère play")?;
    let nature = if heaps.len() == 1 { "a Nim heap" } else { "tame" };
    writeln!(out, "Genus {genus}, misère value {}, {nature}.", genus.misere_value())?;
    if let Some(form) = form {
        writeln!(out, "Canonical form {form}.")?;
    }
    writeln!(
        out,
        "The quotient of all heaps of Nim up to the largest has order {order}, 2 elements for the second player, tame \
         (C. L. Bouton's rule)."
    )?;
    let won = if outcome == "P" { "P, the previous player wins" } else { "N, the next player wins" };
    writeln!(out, "{won}.")?;
    Ok(Ending::Answered)
}
