//! The misère theory of one position: genus, canonical form, and the quotient of the parts that it can fall into.

use super::{Arguments, ending, stopped, summary, why_not, write};
use crate::Ending;
use crate::commands::draw;
use crate::commands::sequence::genera::by_quotient;
use crate::diagnostics::tell as notice;
use crate::report::{filled, shown};
use grundy::misere::{Genus, PartQuotient, Presentation};
use grundy::{CertifiedQuotient, MisereParts, NoMisereParts, Position, Run};
use serde_json::json;
use std::io::{BufWriter, Write};

/// The most parts of a position.
const MOST_PARTS: usize = 100_000;
/// The most options of canonical forms.
const MOST_FORMS: usize = 2_000_000;
/// The longest canonical form that is printed.
const LONGEST_FORM: usize = 200;
/// People are shown the presentation of quotients up to this order.
const PRESENTED: usize = 300;

/// What was found of a position.
pub struct Found {
    parts: MisereParts,
    quotient: PartQuotient,
    /// The genus, the misère value, how it behaves, and the form where it is short: of the whole, and of each term.
    whole: Option<Nature>,
    terms: Vec<Nature>,
    /// The genus of a heap whose canonical form is too large, where a quotient tells it.
    genus: Option<Genus>,
}

/// What a canonical form tells.
struct Nature {
    genus: String,
    misere_value: u64,
    temper: &'static str,
    form: Option<String>,
}

pub fn find(position: &Position, arguments: &Arguments, run: &Run) -> Result<Found, NoMisereParts> {
    let parts = position.misere_parts(MOST_PARTS, run)?;
    // Forms may grow beyond all bounds where the quotient is small.
    let forms = parts.forms(MOST_FORMS, &run.half_of_the_rest()).ok();
    let nature = |forms: &grundy::misere::Forms, id: u32| Nature {
        genus: forms.genus(id).to_string(),
        misere_value: forms.genus(id).misere_value(),
        temper: forms.temper(id).name(),
        form: forms.text(id, LONGEST_FORM),
    };
    let whole = forms.as_ref().and_then(|(forms, ids)| Some(nature(forms, parts.form_of_all(ids)?)));
    let terms = forms.as_ref().map_or(Vec::new(), |(forms, ids)| {
        parts.forms_of_terms(ids).iter().map(|&id| nature(forms, id)).collect()
    });
    let quotient = parts.quotient(&arguments.reach(), run);
    let genus = match (position.heaps(), &whole) {
        (Some((code, heaps)), None) if heaps.len() == 1 => {
            by_quotient(&code, heaps[0]..heaps[0] + 1, run).into_iter().next()
        }
        _ => None,
    };
    Ok(Found { parts, quotient, whole, terms, genus })
}

pub fn tell(
    position: &Position,
    found: Result<Found, NoMisereParts>,
    arguments: &Arguments,
    run: &Run,
) -> anyhow::Result<Ending> {
    let found = match found {
        Ok(found) => found,
        Err(no) => {
            notice(format_args!("error: {}: {no}", shown(position)));
            return Ok(match no {
                NoMisereParts::Stopped(stopped) => {
                    if arguments.json {
                        let object = json!({
                            "position": position.to_string(),
                            "solved": false,
                            "stopped": stopped.reason.to_string(),
                            "seconds": run.elapsed().as_secs_f64(),
                        });
                        writeln!(std::io::stdout(), "{object}")?;
                    }
                    Ending::Stopped
                }
                NoMisereParts::WinsAtOnce => Ending::Mistaken,
            });
        }
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let presentation = found.quotient.presentation();
    if arguments.json {
        writeln!(out, "{}", as_json(position, &found, &presentation, run))?;
    } else {
        as_text(&mut out, position, &found, &presentation, arguments)?;
    }
    out.flush()?;
    if let Some(path) = &arguments.csv {
        write(path, &as_csv(&found, &presentation))?;
    }
    if let Some(path) = &arguments.plot {
        draw::write(path, &super::picture(found.quotient.monoid(), &position.to_string()))?;
    }
    if let Some(path) = &arguments.certificate {
        match found.parts.certificate(&found.quotient) {
            Some(certificate) => {
                let certified = CertifiedQuotient { certificate, rules: position.rules_texts() };
                write(path, &certified.to_string())?;
            }
            None => notice(format_args!("note: {} was not written: not all parts are known", path.display())),
        }
    }
    Ok(ending(found.quotient.end()))
}

/// The value of a term, where all its parts are known.
fn value(found: &Found, term: usize) -> Option<u16> {
    let (monoid, values) = (found.quotient.monoid(), found.quotient.values());
    found.parts.terms()[term].iter().try_fold(0, |value, &part| Some(monoid.times(value, *values.get(part)?)))
}

fn as_json(position: &Position, found: &Found, presentation: &Presentation, run: &Run) -> serde_json::Value {
    let monoid = found.quotient.monoid();
    let nature = |nature: &Nature| {
        json!({"genus": nature.genus, "misere_value": nature.misere_value, "temper": nature.temper,
               "form": nature.form})
    };
    let terms = position.terms().iter().enumerate().map(|(place, term)| {
        let mut object = json!({"term": term.term()});
        if let Some(own) = found.terms.get(place) {
            object["nature"] = nature(own);
        }
        object["element"] = json!(value(found, place).map(|value| presentation.word(value)));
        object
    });
    let mut object = json!({
        "position": position.to_string(),
        "nature": found.whole.as_ref().map(nature),
        "genus": found.whole.as_ref().map(|whole| whole.genus.clone())
            .or_else(|| found.genus.as_ref().map(ToString::to_string)),
        "terms": terms.collect::<Vec<_>>(),
        "parts": found.parts.count(),
        "solved": found.quotient.is_whole(),
        "order": monoid.order(),
        "p": monoid.p_count(),
        "tame": monoid.is_tame(),
        "partial": found.quotient.partial(),
        "phi": found.quotient.values(),
        "seconds": run.elapsed().as_secs_f64(),
    });
    if let Some(reason) = stopped(found.quotient.end()) {
        object["stopped"] = json!(reason);
    }
    object
}

fn as_text(
    out: &mut dyn Write,
    position: &Position,
    found: &Found,
    presentation: &Presentation,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let monoid = found.quotient.monoid();
    writeln!(out, "{position}, misère play")?;
    match &found.whole {
        Some(nature) => {
            writeln!(
                out,
                "Genus {}, misère value {}, {}.",
                nature.genus, nature.misere_value, nature.temper
            )?;
            match &nature.form {
                Some(form) => writeln!(out, "Canonical form {form}.")?,
                None => writeln!(out, "The canonical form has more than {LONGEST_FORM} characters.")?,
            }
        }
        None => {
            writeln!(out, "Its canonical form is too large to be worked out.")?;
            match &found.genus {
                Some(genus) => {
                    writeln!(out, "Genus {genus}, misère value {}, by a quotient.", genus.misere_value())?;
                }
                None => {
                    writeln!(out, "Its genus is not known: no quotient with enough heaps of Nim tells it.")?
                }
            }
        }
    }
    let (known, all) = (found.quotient.values().len(), found.parts.count());
    let of = if known == all { format!("all {all}") } else { format!("{known} of {all}") };
    writeln!(out, "The quotient of {of} parts that it can fall into has {}.", summary(monoid))?;
    if let Some(why) = why_not(found.quotient.end(), "The next part", arguments) {
        writeln!(out, "{}", filled(&why, "", "  "))?;
    }
    if monoid.order() > PRESENTED || monoid.order() == 1 {
        return Ok(());
    }
    for (place, &part) in presentation.generators().iter().enumerate() {
        writeln!(out, "  {} = {}", Presentation::letter(place), found.parts.text(part))?;
    }
    let relations: Vec<String> = presentation.relations().collect();
    writeln!(out, "{}", filled(&format!("Relations: {}.", relations.join(", ")), "", "  "))?;
    let p: Vec<String> = monoid.p_portion().map(|element| presentation.word(element)).collect();
    writeln!(out, "{}", filled(&format!("For the second player: {}.", p.join(", ")), "", "  "))?;
    for (place, term) in position.terms().iter().enumerate() {
        if let Some(value) = value(found, place) {
            writeln!(out, "The value of {} is {}.", term.term(), presentation.word(value))?;
        }
    }
    Ok(())
}

fn as_csv(found: &Found, presentation: &Presentation) -> String {
    let mut text = String::from("part,value,word\n");
    for (part, &value) in found.quotient.values().iter().enumerate() {
        text.push_str(&format!("\"{}\",{value},{}\n", found.parts.text(part), presentation.word(value)));
    }
    text
}
