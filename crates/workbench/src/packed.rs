//! Certificates of packings as files: what `grundy pack --json` writes and `grundy check` reads.

use grundy_packing::{Certificate, Decimal, Packing, PlacedDisk, Problem, Slack};
use serde_json::{Map, Value, json};

/// What a search has found, as `grundy pack --json` writes it. `claim` is the placement that is claimed
/// and its slack; without one the disks are shown in the smallest cavity found, and `fits` is false.
pub fn packing_json(
    packing: &Packing,
    claim: Option<&(Certificate, Slack)>,
    problem: &Problem,
    seed: u64,
) -> Value {
    let mut object = match claim {
        Some((certificate, slack)) => claimed(certificate, Some(slack)),
        None => claimed(&packing.smallest.0, None),
    };
    if claim.is_none() {
        object.insert("cavity".to_owned(), number(&problem.cavity().to_string()));
    }
    object.insert("smallest_cavity_found".to_owned(), json!(packing.cavity));
    object.insert("seconds".to_owned(), json!(packing.elapsed.as_secs_f64()));
    object.insert("seed".to_owned(), json!(seed));
    Value::Object(object)
}

/// A placement that was verified, as a file that `grundy check` takes.
///
/// ```
/// use grundy::packing::{Certificate, PlacedDisk, verify};
/// let disk = |x: &str| PlacedDisk { diameter: "1.0".into(), x: x.into(), y: "0".into() };
/// let claim = Certificate { cavity: "2.1".into(), disks: vec![disk("-0.51"), disk("0.51")] };
/// let file = grundy::certificate_json(&claim, &verify(&claim).unwrap()).to_string();
/// assert_eq!(verify(&grundy::read_certificate(&file).unwrap()), verify(&claim));
/// ```
pub fn certificate_json(certificate: &Certificate, slack: &Slack) -> Value {
    Value::Object(claimed(certificate, Some(slack)))
}

fn claimed(certificate: &Certificate, slack: Option<&Slack>) -> Map<String, Value> {
    let disk = |disk: &PlacedDisk| json!({"diameter": number(&disk.diameter), "x": disk.x, "y": disk.y});
    let entries = [
        ("cavity", number(&certificate.cavity)),
        ("disks", certificate.disks.iter().map(disk).collect()),
        ("fits", json!(slack.is_some())),
        ("certificate", json!(slack.map(|_| "exact"))),
        ("least_slack", json!(slack.map(|slack| slack.amount.to_string()))),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A decimal as a JSON number where that says the same, else as its text.
fn number(decimal: &str) -> Value {
    let exact = decimal.parse::<Decimal>();
    let written = decimal.parse::<f64>().map(|number| json!(number));
    match written {
        Ok(number) if exact.is_ok() && number.to_string().parse() == exact => number,
        _ => json!(decimal),
    }
}

/// Reads what `grundy pack --json` writes; numbers may also stand as text. It is a claim:
/// [`verify`](grundy_packing::verify) says whether it is true.
///
/// ```
/// let claim = grundy::read_certificate(r#"{"cavity": 2, "disks": [{"diameter": "1.5", "x": 0, "y": 0}]}"#);
/// assert_eq!(claim.unwrap().disks[0].diameter, "1.5");
/// assert_eq!(grundy::read_certificate(r#"{"cavity": 2}"#).unwrap_err(), "it has no list `disks`");
/// ```
///
/// # Errors
/// What is missing, by name, as the end of a sentence.
pub fn read_certificate(text: &str) -> Result<Certificate, String> {
    let object: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let decimal = |value: &Value, key: &str| match &value[key] {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(format!("it has no number `{key}`")),
    };
    if object["fits"] == json!(false) {
        return Err("it says itself that the disks were not made to fit".to_owned());
    }
    let disks = object["disks"].as_array().ok_or("it has no list `disks`")?;
    let placed = |disk: &Value| {
        Ok(PlacedDisk {
            diameter: decimal(disk, "diameter")?,
            x: decimal(disk, "x")?,
            y: decimal(disk, "y")?,
        })
    };
    Ok(Certificate {
        cavity: decimal(&object, "cavity")?,
        disks: disks.iter().map(placed).collect::<Result<_, String>>()?,
    })
}
