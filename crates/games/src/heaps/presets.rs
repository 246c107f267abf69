//! The heap games that are known by a name.

use grundy_core::{Diagnostic, Parameters};
use grundy_heaps::{Code, LARGEST_TAKE};

/// What a game of heaps is called, and how its parameters make a code.
#[derive(Debug)]
pub struct Preset {
    /// The name before the heaps.
    pub id: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The name as a title.
    pub title: &'static str,
    /// One sentence: what a move is.
    pub summary: &'static str,
    /// The parameter, where there is one: its key, what it sets, its usual value.
    pub parameter: Option<[&'static str; 3]>,
    /// Heaps worth looking at.
    pub example: &'static str,
    /// What is taken: a bean, a pin.
    pub noun: &'static str,
    /// Makes the code of the parameters; the error is the mistake in one, with its place.
    pub code: fn(&Parameters) -> Result<Code, Diagnostic>,
    /// Writes the parameters of a code as they stand before the heaps; empty where all are usual.
    pub parameters: fn(&Code) -> String,
}

/// The key of the code of [`OCTAL`].
pub const CODE: &str = "code";

/// Codes by the names of their games, for lists and for sequences.
pub const NAMED_CODES: &[(&str, &str)] = &[
    ("kayles", "0.77"),
    ("dawsons-kayles", "0.07"),
    ("dawsons-chess", "0.137"),
    ("treblecross", "0.007"),
    ("officers", "0.6"),
    ("grundys-game", "4!.0"),
];

/// The games of heaps that are known by a name.
pub const PRESETS: &[&Preset] =
    &[&KAYLES, &DAWSONS_KAYLES, &DAWSONS_CHESS, &GRUNDYS_GAME, &OFFICERS, &SUBTRACTION, &OCTAL];

/// The defaults of a preset.
const PLAIN: Preset = Preset {
    id: "",
    aliases: &[],
    title: "",
    summary: "",
    parameter: None,
    example: "",
    noun: "bean",
    code: |_| "".parse(),
    parameters: |_| String::new(),
};

/// Heaps under a name that somebody else gives, such as that of a rules file.
pub static UNNAMED: Preset = PLAIN;

/// The code of a name that is among the [named codes](NAMED_CODES).
fn named(name: &str) -> Result<Code, Diagnostic> {
    let found = NAMED_CODES.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, code)| code).parse()
}

/// Any code: `octal code=0.137 20`, or `0.137 20`.
pub static OCTAL: Preset = Preset {
    id: "octal",
    aliases: &["code", "hexadecimal", "taking-and-breaking"],
    title: "Taking and breaking",
    summary: "take beans from a heap and leave as many heaps as the code's digit allows",
    parameter: Some([
        CODE,
        "the code: 0.07, 0.3F, 4!.0, allbut(2,3); it may also stand alone before the heaps",
        "0.07",
    ]),
    example: "code=0.137 20 7",
    noun: "bean",
    code: code_of_octal,
    parameters: parameters_of_octal,
};

fn code_of_octal(parameters: &Parameters) -> Result<Code, Diagnostic> {
    let code = parameters.get(CODE).unwrap_or("0.07");
    code.parse().map_err(|mistake| parameters.inside(CODE, mistake))
}

fn parameters_of_octal(code: &Code) -> String {
    format!("{CODE}={code}")
}

/// Kayles, 0.77: bowl over one pin of a row, or two that stand side by side (Dudeney, Loyd).
pub static KAYLES: Preset = Preset {
    id: "kayles",
    aliases: &["rip-van-winkle"],
    title: "Kayles",
    summary: "knock down one pin, or two neighbours",
    example: "5 8",
    noun: "pin",
    code: |_| named("kayles"),
    ..PLAIN
};

/// Dawson's Kayles, 0.07: knock down two neighbouring pins; or exactly `take` of them.
pub static DAWSONS_KAYLES: Preset = Preset {
    id: "dawsons-kayles",
    aliases: &["dawson", "dawsons", "dawson-kayles"],
    title: "Dawson's Kayles",
    summary: "knock down exactly two neighbouring pins",
    parameter: Some(["take", "how many neighbours a move knocks down", "2"]),
    example: "12",
    noun: "pin",
    code: code_of_dawsons_kayles,
    parameters: parameters_of_dawsons_kayles,
};

fn code_of_dawsons_kayles(parameters: &Parameters) -> Result<Code, Diagnostic> {
    let refusal = "a move has to knock down at least one pin, by a whole number";
    let take = parameters.number("take", LARGEST_TAKE, refusal).map_err(|mistake| {
        let range = mistake.help.clone().unwrap_or_default();
        mistake.help(format!("{range}; without it, two are taken"))
    })?;
    format!("0.{}7", "0".repeat(take.unwrap_or(2) as usize - 1)).parse()
}

fn parameters_of_dawsons_kayles(code: &Code) -> String {
    match code.largest_take() {
        Some(2) | None => String::new(),
        Some(take) => format!("take={take}"),
    }
}

/// Dawson's Chess, 0.137: pawns face each other on three ranks, and captures are forced.
pub static DAWSONS_CHESS: Preset = Preset {
    id: "dawsons-chess",
    aliases: &["dawson-chess"],
    title: "Dawson's Chess",
    summary: "take a bean and its neighbours: a lone one, a pair at an end, or three in a row",
    example: "20",
    code: |_| named("dawsons-chess"),
    ..PLAIN
};

/// Officers, 0.6: take one bean and leave one heap or two; nobody knows its period.
pub static OFFICERS: Preset = Preset {
    id: "officers",
    title: "Officers",
    summary: "take one bean from a heap, and leave the rest as one heap or two",
    example: "7 10",
    code: |_| named("officers"),
    ..PLAIN
};

/// Grundy's game: part a heap in two that differ (P. M. Grundy, *Mathematics and games*, 1939).
pub static GRUNDYS_GAME: Preset = Preset {
    id: "grundys-game",
    aliases: &["grundy", "grundy-game"],
    title: "Grundy's game",
    summary: "part a heap into two heaps of different sizes",
    example: "9 10",
    code: |_| named("grundys-game"),
    ..PLAIN
};

/// Take a number of beans that is in the set.
pub static SUBTRACTION: Preset = Preset {
    id: "subtraction",
    aliases: &["subtraction-game", "take-away"],
    title: "Subtraction game",
    summary: "take a number of beans that is in the set",
    parameter: Some(["set", "the numbers that may be taken, by commas", "1,2,3"]),
    example: "set=1,2,5 10 8",
    code: code_of_subtraction,
    parameters: parameters_of_subtraction,
    ..PLAIN
};

fn code_of_subtraction(parameters: &Parameters) -> Result<Code, Diagnostic> {
    let set = parameters.get("set").unwrap_or("1,2,3");
    let before = "subtraction(";
    format!("{before}{set})").parse().map_err(|mut mistake: Diagnostic| {
        let place = |at: usize| at.saturating_sub(before.len()).min(set.len());
        mistake.span = place(mistake.span.start)..place(mistake.span.end);
        parameters.inside("set", mistake)
    })
}

fn parameters_of_subtraction(code: &Code) -> String {
    let most = code.largest_take().unwrap_or(0);
    let set: Vec<String> =
        (1..=most).filter(|&take| code.may_leave(take, 1)).map(|take| take.to_string()).collect();
    // What may be taken is never left to be guessed.
    format!("set={}", set.join(","))
}
