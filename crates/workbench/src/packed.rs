//! Certificates of packings as files: what `grundy pack --json` writes and `grundy check` reads.

use crate::exact::Exact;
use grundy_packing::{Decimal, Packing, PackingCertificate, PlacedDisk, Problem, Slack};
use serde_json::{Map, Value, json};

/// What a search has found, as `grundy pack --json` writes it. `claim` is the placement that is claimed
/// and its slack; without one the disks are shown in the smallest cavity found, and `fits` is false.
pub fn packing_json(
    packing: &Packing,
    claim: Option<&(PackingCertificate, Slack)>,
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
/// use grundy::packing::{PackingCertificate, PlacedDisk, verify};
/// let disk = |x: &str| PlacedDisk { diameter: "1.0".into(), x: x.into(), y: "0".into() };
/// let claim = PackingCertificate { cavity: "2.1".into(), disks: vec![disk("-0.51"), disk("0.51")] };
/// let file = grundy::certificate_json(&claim, &verify(&claim).unwrap()).to_string();
/// assert_eq!(verify(&grundy::read_certificate(&file).unwrap()), verify(&claim));
/// ```
pub fn certificate_json(certificate: &PackingCertificate, slack: &Slack) -> Value {
    Value::Object(claimed(certificate, Some(slack)))
}

fn claimed(certificate: &PackingCertificate, slack: Option<&Slack>) -> Map<String, Value> {
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

/// Reads what `grundy pack --json` writes; numbers may also stand as text, and keep all their digits. It is a
/// claim: [`verify`](grundy_packing::verify) says whether it is true.
///
/// ```
/// let claim = grundy::read_certificate(r#"{"cavity": 2, "disks": [{"diameter": "1.5", "x": 0, "y": 0}]}"#);
/// assert_eq!(claim.unwrap().disks[0].diameter, "1.5");
/// assert_eq!(grundy::read_certificate(r#"{"cavity": 2}"#).unwrap_err(), "it has no list `disks`");
/// ```
///
/// # Errors
/// What is missing, of another kind, or there twice, by name, as the end of a sentence.
pub fn read_certificate(text: &str) -> Result<PackingCertificate, String> {
    let object = Exact::parse(text)?;
    if object.switch("fits")? == Some(false) {
        return Err("it says itself that the disks were not made to fit".to_owned());
    }
    let disks = object.objects("disks", "disk")?.ok_or("it has no list `disks`")?;
    let disks = disks.iter().map(placed_disk).collect::<Result<_, _>>()?;
    Ok(PackingCertificate { cavity: object.decimal("cavity")?, disks })
}

/// A disk of a certificate.
///
/// # Errors
/// What is missing or of another kind, by name.
pub fn placed_disk(disk: &Exact<'_>) -> Result<PlacedDisk, String> {
    let decimal = |key| disk.decimal(key);
    Ok(PlacedDisk { diameter: decimal("diameter")?, x: decimal("x")?, y: decimal("y")? })
}

#[cfg(test)]
mod tests {
    use super::read_certificate;
    use grundy_packing::verify;

    #[test]
    fn digits_beyond_floating_point_decide() {
        // As double-precision numbers the cavity and the diameter are both 1.0 and 1.0000000000000002.
        let file = |cavity: &str, diameter: &str| {
            format!(r#"{{"cavity":{cavity},"disks":[{{"diameter":{diameter},"x":0,"y":0}}]}}"#)
        };
        for (cavity, diameter, fits) in [
            (r#""1.00000000000000000001""#, "1.0000000000000001", false),
            ("1.00000000000000000001", "1.0000000000000001", false),
            ("1.0000000000000001", "1.00000000000000000001", true),
            ("100000000000000000000001e-23", "1", true),
            ("1", "100000000000000000000001e-23", false),
            ("9007199254740993", "9007199254740992", true),
            ("9007199254740992", "9007199254740993", false),
        ] {
            let claim = read_certificate(&file(cavity, diameter)).expect("it can be read");
            assert_eq!(verify(&claim).is_ok(), fits, "{cavity} {diameter}");
        }
    }

    #[test]
    fn repeated_keys_and_wrong_types_are_refused_by_name() {
        let disk = r#"{"diameter": 1, "x": 0, "y": 0}"#;
        for (file, told) in [
            (format!(r#"{{"cavity": 2, "cavity": 1, "disks": [{disk}]}}"#), "the key `cavity` stands twice"),
            (
                r#"{"cavity": 2, "disks": [{"diameter": 1, "x": 0, "y": 0, "x": 9}]}"#.into(),
                "disk 1: the key `x` stands twice",
            ),
            (
                format!(r#"{{"cavity": " 2 ", "disks": [{disk}]}}"#),
                "`cavity` is `\" 2 \"`: write it without blanks",
            ),
            (format!(r#"{{"cavity": true, "disks": [{disk}]}}"#), "`cavity` is `true`, and must be a number"),
            (
                r#"{"cavity": 2, "disks": [{"diameter": [1], "x": 0, "y": 0}]}"#.into(),
                "disk 1: `diameter` is a list",
            ),
            (format!(r#"{{"cavity": 2, "disks": [{disk}, 3]}}"#), "disk 2: invalid type"),
            (r#"{"cavity": 2, "disks": {"diameter": 1}}"#.into(), "it has no list `disks`"),
            (
                format!(r#"{{"cavity": 2, "fits": "no", "disks": [{disk}]}}"#),
                "`fits` is text, and must be true or false",
            ),
            (format!(r#"{{"cavity": 1e999, "disks": [{disk}]}}"#), "exponents go to 400"),
        ] {
            let error = read_certificate(&file).expect_err(&file);
            assert!(error.contains(told), "{file}: {error}");
        }
    }
}
