//! Games that people know and ask for, and which theorems on impartial games do not answer: why not.

use grundy_core::Diagnostic;

/// A game that is not answered.
struct Unanswered {
    /// What it is called, in lower case, its words joined by dashes.
    names: &'static [&'static str],
    /// What it lacks, as a sentence without a full stop.
    why: &'static str,
    /// What to do instead.
    help: &'static str,
}

const FOUR_CONDITIONS: &str = "a nimber needs a game of two players who take turns, without chance or hidden cards, in \
                               which both have the same moves, and the last move decides; `grundy list` shows those \
                               that are answered";

const GAMES: &[Unanswered] = &[
    Unanswered {
        names: &["chess", "shogi", "xiangqi", "checkers", "draughts"],
        why: "is not impartial: each player moves pieces of their own (such games are called partizan), and it can \
              end in a draw",
        help: FOUR_CONDITIONS,
    },
    Unanswered {
        names: &["go", "weiqi", "baduk", "othello", "reversi"],
        why: "is not impartial: each player has stones of their own (such games are called partizan), and territory \
              or stones are counted at the end, so the last move does not decide",
        help: FOUR_CONDITIONS,
    },
    Unanswered {
        names: &["tic-tac-toe", "tictactoe", "noughts-and-crosses", "connect-four", "connect-4", "gomoku"],
        why: "is not impartial: each player sets marks of their own (such games are called partizan), and it can end \
              in a draw, so the last move does not decide",
        help: "tic-tac-toe on a strip in which both players write X is impartial: `grundy solve treblecross len=9`",
    },
    Unanswered {
        names: &["dots-and-boxes", "dots-&-boxes", "boxes"],
        why: "is impartial, for both players may draw any line; but who completes a box moves again, so the players \
              do not take turns, and the boxes are counted, so the last move does not decide: it is not normal play",
        help: "the number of boxes has no nimber; `grundy list` shows the games that are answered",
    },
    Unanswered {
        names: &["hex", "nine-mens-morris", "hnefatafl", "blokus"],
        why: "is not impartial: each player moves pieces or stones of their own (such games are called partizan)",
        help: FOUR_CONDITIONS,
    },
    Unanswered {
        names: &["blue-red-hackenbush", "red-blue-hackenbush", "bluered-hackenbush"],
        why: "is not impartial: each player cuts edges of one colour only (such games are called partizan)",
        help: "Green Hackenbush, in which both may cut every edge, is answered: `grundy solve hackenbush`",
    },
    Unanswered {
        names: &[
            "poker",
            "bridge",
            "go-fish",
            "backgammon",
            "monopoly",
            "ludo",
            "battleship",
            "stratego",
            "blackjack",
        ],
        why: "is no game of perfect information: there is luck in it, or a player knows what the other does not",
        help: FOUR_CONDITIONS,
    },
];

/// What to say of a term that begins with the name of such a game.
pub(crate) fn unanswered(term: &str) -> Option<Diagnostic> {
    let words: Vec<&str> = term.split_whitespace().take(3).collect();
    (1..=words.len()).rev().find_map(|count| {
        let name = words[..count].join("-").to_lowercase().replace('_', "-").replace('\'', "");
        let game = GAMES.iter().find(|game| game.names.contains(&name.as_str()))?;
        let behind = |end: usize, word: &&str| end + term[end..].find(*word).unwrap_or(0) + word.len();
        let end = words[..count].iter().fold(0, behind);
        let shown: Vec<String> = words[..count].iter().map(|word| capital(word)).collect();
        Some(Diagnostic::new(format!("{} {}", shown.join(" "), game.why), 0..end).help(game.help))
    })
}

/// The word with a capital at its start.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use crate::position::Position;

    /// "Chess, Go and Tic-tac-toe are not impartial games (they are called 'partisan games')"; "Dots and Boxes is
    /// example of a game which is not sequential"; "Poker, Backgammon, and Go Fish are examples of games without
    /// perfect information".
    #[test]
    fn games_that_have_no_nimbers_are_told_why() {
        for (text, place, why) in [
            ("chess", "chess", "partizan"),
            ("Chess e4 e5", "Chess", "draw"),
            ("go 19x19", "go", "territory"),
            ("tic-tac-toe", "tic-tac-toe", "draw"),
            ("Tic Tac Toe 3x3", "Tic Tac Toe", "not impartial"),
            ("dots-and-boxes 3x3", "dots-and-boxes", "moves again"),
            ("Dots  and Boxes", "Dots  and Boxes", "not normal play"),
            ("go fish", "go fish", "perfect information"),
            ("backgammon", "backgammon", "luck"),
            ("nim 3 + poker", "poker", "luck"),
            ("red-blue-hackenbush 0-1", "red-blue-hackenbush", "one colour"),
        ] {
            let error = text.parse::<Position>().expect_err(text);
            assert_eq!(&text[error.span.clone()], place, "{text}");
            assert!(error.message.contains(why), "{text}: {error}");
            assert!(error.help.is_some());
        }
        let error = "goo 3".parse::<Position>().expect_err("there is no such game");
        assert!(error.message.contains("no game called `goo`"), "{error}");
    }
}
