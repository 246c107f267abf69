//! The heap games that are known by a name.

use super::Preset;
use grundy_core::{Card, Convention, Diagnostic, Parameter, Parameters};
use grundy_heaps::{Code, LARGEST_TAKE};

/// The key of the code of [`CodeGame`].
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

/// How a game of heaps makes a code of its parameters.
pub type ToCode = fn(&Parameters) -> Result<Code, Diagnostic>;

/// The games of heaps by their ids, each with how its parameters make a code.
pub const PRESETS: &[(&str, ToCode)] = &[
    (Kayles::CARD.id, Kayles::code),
    (DawsonsKayles::CARD.id, DawsonsKayles::code),
    (DawsonsChess::CARD.id, DawsonsChess::code),
    (GrundysGame::CARD.id, GrundysGame::code),
    (Officers::CARD.id, Officers::code),
    (Subtraction::CARD.id, Subtraction::code),
    (CodeGame::CARD.id, CodeGame::code),
];

/// The code of a name that is among the [named codes](NAMED_CODES).
fn named(name: &str) -> Result<Code, Diagnostic> {
    let found = NAMED_CODES.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, code)| code).parse()
}

/// A card with the fields that all games of heaps share.
const fn card(
    id: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    summary: &'static str,
    parameters: &'static [Parameter],
    example: &'static str,
) -> Card {
    Card { id, aliases, title, summary, convention: Convention::Normal, parameters, example }
}

/// Any code: `octal code=0.137 20`, or `0.137 20`.
#[derive(Debug)]
pub struct CodeGame;

impl Preset for CodeGame {
    const CARD: Card = card(
        "octal",
        &["code", "hexadecimal", "taking-and-breaking"],
        "Taking and breaking",
        "take beans from a heap and leave as many heaps as the code's digit allows",
        &[Parameter {
            key: CODE,
            help: "the code: 0.07, 0.3F, 4!.0, allbut(2,3); it may also stand alone before the heaps",
            default: "0.07",
        }],
        "code=0.137 20 7",
    );

    fn code(parameters: &Parameters) -> Result<Code, Diagnostic> {
        let code = parameters.get(CODE).unwrap_or("0.07");
        code.parse().map_err(|mistake| parameters.inside(CODE, mistake))
    }

    fn parameters(code: &Code) -> String {
        format!("{CODE}={code}")
    }
}

/// Kayles, 0.77: bowl over one pin of a row, or two that stand side by side (Dudeney, Loyd).
#[derive(Debug)]
pub struct Kayles;

impl Preset for Kayles {
    const CARD: Card =
        card("kayles", &["rip-van-winkle"], "Kayles", "knock down one pin, or two neighbours", &[], "5 8");
    const NOUN: &'static str = "pin";

    fn code(_: &Parameters) -> Result<Code, Diagnostic> {
        named("kayles")
    }
}

/// Dawson's Kayles, 0.07: knock down two neighbouring pins; or exactly `take` of them.
#[derive(Debug)]
pub struct DawsonsKayles;

impl Preset for DawsonsKayles {
    const CARD: Card = card(
        "dawsons-kayles",
        &["dawson", "dawsons", "dawson-kayles"],
        "Dawson's Kayles",
        "knock down exactly two neighbouring pins",
        &[Parameter { key: "take", help: "how many neighbours a move knocks down", default: "2" }],
        "12",
    );
    const NOUN: &'static str = "pin";

    fn code(parameters: &Parameters) -> Result<Code, Diagnostic> {
        let refusal = "a move has to knock down at least one pin, by a whole number";
        let take = parameters.number("take", LARGEST_TAKE, refusal).map_err(|mistake| {
            let range = mistake.help.clone().unwrap_or_default();
            mistake.help(format!("{range}; without it, two are taken"))
        })?;
        format!("0.{}7", "0".repeat(take.unwrap_or(2) as usize - 1)).parse()
    }

    fn parameters(code: &Code) -> String {
        match code.largest_take() {
            Some(2) | None => String::new(),
            Some(take) => format!("take={take}"),
        }
    }
}

/// Dawson's Chess, 0.137: pawns face each other on three ranks, and captures are forced.
#[derive(Debug)]
pub struct DawsonsChess;

impl Preset for DawsonsChess {
    const CARD: Card = card(
        "dawsons-chess",
        &["dawson-chess"],
        "Dawson's Chess",
        "take a bean and its neighbours: a lone one, a pair at an end, or three in a row",
        &[],
        "20",
    );

    fn code(_: &Parameters) -> Result<Code, Diagnostic> {
        named("dawsons-chess")
    }
}

/// Officers, 0.6: take one bean and leave one heap or two; nobody knows its period.
#[derive(Debug)]
pub struct Officers;

impl Preset for Officers {
    const CARD: Card = card(
        "officers",
        &[],
        "Officers",
        "take one bean from a heap, and leave the rest as one heap or two",
        &[],
        "7 10",
    );

    fn code(_: &Parameters) -> Result<Code, Diagnostic> {
        named("officers")
    }
}

/// Grundy's game: part a heap in two that differ (P. M. Grundy, *Mathematics and games*, 1939).
#[derive(Debug)]
pub struct GrundysGame;

impl Preset for GrundysGame {
    const CARD: Card = card(
        "grundys-game",
        &["grundy", "grundy-game"],
        "Grundy's game",
        "part a heap into two heaps of different sizes",
        &[],
        "9 10",
    );

    fn code(_: &Parameters) -> Result<Code, Diagnostic> {
        named("grundys-game")
    }
}

/// Take a number of beans that is in the set.
#[derive(Debug)]
pub struct Subtraction;

impl Preset for Subtraction {
    const CARD: Card = card(
        "subtraction",
        &["subtraction-game", "take-away"],
        "Subtraction game",
        "take a number of beans that is in the set",
        &[Parameter { key: "set", help: "the numbers that may be taken, by commas", default: "1,2,3" }],
        "set=1,2,5 10 8",
    );

    fn code(parameters: &Parameters) -> Result<Code, Diagnostic> {
        let set = parameters.get("set").unwrap_or("1,2,3");
        let before = "subtraction(";
        format!("{before}{set})").parse().map_err(|mut mistake: Diagnostic| {
            let place = |at: usize| at.saturating_sub(before.len()).min(set.len());
            mistake.span = place(mistake.span.start)..place(mistake.span.end);
            parameters.inside("set", mistake)
        })
    }

    fn parameters(code: &Code) -> String {
        let most = code.largest_take().unwrap_or(0);
        let set: Vec<String> =
            (1..=most).filter(|&take| code.may_leave(take, 1)).map(|take| take.to_string()).collect();
        // What may be taken is never left to be guessed.
        format!("set={}", set.join(","))
    }
}
