//! Codes of heap games by their digits or by the games' names.

use crate::game::Game;
use crate::shelf::Shelf;
use crate::term::{bare_code, game_name, parameters};
use grundy_core::{Diagnostic, Parameters};
use grundy_games::heaps::{NAMED_CODES, PRESETS};
use grundy_heaps::Code;

/// Reads a code, `0.07`, or a heap game of the [usual shelf](Shelf::usual) by its name or an alias, in any case, with its
/// parameters: `kayles`, `dawson`, `subtraction set=1,2`, `octal code=0.137`. A rules file of heaps is such a game where
/// its rules are a code: `guiles`.
///
/// # Errors
/// With the place in `text`.
///
/// ```
/// use grundy::read_code;
/// assert_eq!(read_code("Kayles").unwrap().to_string(), "0.77");
/// assert_eq!(read_code("subtraction set=1,2").unwrap().to_string(), "subtraction(1,2)");
/// assert_eq!(read_code("C.0").unwrap().to_string(), "C.0");
/// assert_eq!(read_code("guiles").unwrap().to_string(), "0.15");
/// assert_eq!(read_code("0.8Z").unwrap_err().span, 3..4);
/// ```
pub fn read_code(text: &str) -> Result<Code, Diagnostic> {
    let trimmed = text.trim();
    let shelf = Shelf::usual();
    let before = text.len() - text.trim_start().len();
    // A game's name may begin with a digit.
    let is_named =
        !trimmed.is_empty() && game_name(trimmed, shelf).is_ok_and(|(name, _)| shelf.find(name).is_ok());
    let begins_with_letter = trimmed.starts_with(|c: char| c.is_alphabetic());
    let read = if (is_named || begins_with_letter) && bare_code(trimmed).is_none() {
        of_game(trimmed)
    } else {
        of_digits(trimmed)
    };
    read.map_err(|error| error.shifted(before))
}

/// Reads a code for misère play, as [`read_code`] does. A game that has a code under normal play only is refused: of
/// Treblecross the heaps of 0.007 are what is left when moves that lose at once are struck out; under misère play
/// a move can end the whole game, and the theory of sums does not hold.
///
/// # Errors
/// With the place in `text`.
///
/// ```
/// use grundy::read_misere_code;
/// assert_eq!(read_misere_code("kayles").unwrap().to_string(), "0.77");
/// assert!(read_misere_code("treblecross len=7").unwrap_err().message.contains("the whole game"));
/// ```
pub fn read_misere_code(text: &str) -> Result<Code, Diagnostic> {
    let trimmed = text.trim();
    if let Ok((name, _)) = game_name(trimmed, Shelf::usual())
        && let Ok(game) = Shelf::usual().find(name)
        && bare_code(trimmed).is_none()
        && is_coded_normally_only(&game.card().id)
    {
        let before = text.len() - text.trim_start().len();
        let title = &game.card().title;
        let told = format!(
            "{title} has no misère quotient: a move can end the whole game at once, whatever else there is, so the \
             theory of sums does not hold"
        );
        let help = format!(
            "a position is searched: `grundy solve --misere \"{} ...\"`; its code is of normal play",
            game.card().id
        );
        return Err(Diagnostic::new(told, before..before + name.len()).help(help));
    }
    read_code(text)
}

/// Whether the code of a game tells its normal play only: it has one, and is no game of heaps.
pub(crate) fn is_coded_normally_only(id: &str) -> bool {
    PRESETS.iter().all(|preset| preset.id != id) && NAMED_CODES.iter().any(|(known, _)| *known == id)
}

/// A code by itself: heaps behind it are one mistake, not many.
fn of_digits(text: &str) -> Result<Code, Diagnostic> {
    text.parse().map_err(|mistake| {
        let Some((code, heaps)) = text.split_once(char::is_whitespace) else { return mistake };
        let are_heaps = heaps.chars().all(|c| c.is_ascii_digit() || c == ',' || c.is_whitespace());
        match code.parse::<Code>() {
            Ok(_) if are_heaps => no_heaps(code.len() + 1..text.len()),
            _ => mistake,
        }
    })
}

fn no_heaps(span: std::ops::Range<usize>) -> Diagnostic {
    Diagnostic::new("a sequence is of all heaps: none is named", span)
        .help("leave this out; --terms says how many heaps")
}

/// The code of a heap game, named with its parameters.
fn of_game(text: &str) -> Result<Code, Diagnostic> {
    let shelf = Shelf::usual();
    let (name, after) = game_name(text, shelf)?;
    let game = shelf.find(name).map_err(|unknown| {
        Diagnostic::new("there is no heap game of this name", unknown.span).help(what_to_write())
    })?;
    let card = game.card();
    // Said first: what stands behind the name may be right for the game, and wrong only here.
    let Some(coding) = coding(&**game) else {
        let told = format!("{} is not a game of heaps with a code, so it has no sequence", card.title);
        let help =
            format!("{}; for positions that grow write n in braces, as in `cram 3x{{n}}`", what_to_write());
        return Err(Diagnostic::new(told, 0..name.len()).help(help));
    };
    let (mut given, end) = parameters(text, after, &card.parameters)?;
    given.call(name);
    if end < text.len() {
        return Err(no_heaps(end..text.len()));
    }
    coding(&given)
}

fn what_to_write() -> String {
    let names: Vec<&str> = NAMED_CODES.iter().map(|(known, _)| *known).collect();
    format!("write a code, 0.07, subtraction(1,2) or allbut(2,3), or one of {}", names.join(", "))
}

/// How a game of heaps makes its code of its parameters.
type Coding = Box<dyn Fn(&Parameters) -> Result<Code, Diagnostic>>;

/// How a game makes its code; none if it has no code.
fn coding(game: &dyn Game) -> Option<Coding> {
    let id = &game.card().id;
    if let Some(preset) = PRESETS.iter().find(|preset| preset.id == id) {
        return Some(Box::new(preset.code));
    }
    if let Some((_, code)) = NAMED_CODES.iter().find(|(known, _)| known == id) {
        return Some(Box::new(|_| code.parse()));
    }
    let code = game.code_of_rules()?.clone();
    Some(Box::new(move |_| Ok(code.clone())))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // in a test, a panic is the report

    use super::*;
    use crate::shelf::Shelf;

    #[test]
    fn misere_theory_is_not_told_of_a_game_that_a_move_can_end() {
        for text in ["treblecross", "treblecross len=7", " Treblecross", "treblecross ..X...."] {
            let refused = read_misere_code(text).unwrap_err();
            assert!(refused.message.contains("end the whole game at once"), "{text}: {refused:?}");
        }
        for text in ["kayles", "0.007", "dawsons-chess", "officers", "grundy", "0.77"] {
            assert_eq!(read_misere_code(text).unwrap(), read_code(text).unwrap(), "{text}");
        }
    }

    #[test]
    fn heap_games_are_found_as_positions_find_them() {
        for (text, code) in [
            ("dawson", "0.07"),
            (" GRUNDY ", "4!.0"),
            ("rip-van-winkle", "0.77"),
            ("treblecross", "0.007"),
            ("dawsons-kayles take=3", "0.007"),
            ("take-away set=1,2", "subtraction(1,2)"),
            ("subtraction", "subtraction(1,2,3)"),
            ("subtraction(1,2)", "subtraction(1,2)"),
            ("AllBut(2,3)", "allbut(2,3)"),
            ("octal code=0.137", "0.137"),
            ("dawsons-heap", "0.07"),
            ("laskers-nim", "4.[3]"),
            ("Guiles", "0.15"),
            ("C.0", "C.0"),
            ("c.0", "C.0"),
            ("4u.0", "4!.0"),
            ("{2+}=.0", "{2+}=.0"),
            ("04.30", "4.3"),
            ("octal code=0.77!", "0.77!"),
            (".07", "0.07"),
        ] {
            let expected: Code = code.parse().unwrap();
            assert_eq!(read_code(text).unwrap(), expected, "{text}");
        }
        // Every name in the list of codes is that of a game, and says what the game does.
        for (name, code) in NAMED_CODES {
            assert!(Shelf::builtin().cards().any(|card| card.id == *name), "{name}");
            assert_eq!(read_code(name).unwrap(), code.parse().unwrap(), "{name}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, span, words) in [
            ("nim", 0..3, "subtraction(1,2) or allbut(2,3)"),
            ("kayls", 0..5, "subtraction(1,2) or allbut(2,3)"),
            ("cram 3xN", 0..4, "cram 3x{n}"),
            (" hackenbush take=3 0-1", 1..11, "cram 3x{n}"),
            ("2d-nim max=any", 0..6, "cram 3x{n}"),
            (" kayles 5", 8..9, "--terms"),
            ("0.07 5", 5..6, "--terms"),
            (" 4!.0 5, 7", 6..10, "--terms"),
            ("0.07 five", 4..5, "digits"),
            ("kayles take=3", 7..13, "leave this out"),
            ("dawsons-kayles take=0", 15..21, "take=1"),
            ("octal code=0.8Z", 14..15, "digits"),
            ("subtraction set=1,x", 18..19, ""),
            ("C.0Z", 3..4, "digits"),
            ("4.0!", 3..4, "did you mean `4!.0`, Grundy's game?"),
            ("20.017", 0..1, "80.0"),
            ("octal code=4.0!", 14..15, "Grundy's game"),
        ] {
            let error = read_code(text).unwrap_err();
            assert_eq!(error.span, span, "{text}: {error}");
            assert!(error.help.unwrap_or_default().contains(words), "{text}");
        }
    }
}
