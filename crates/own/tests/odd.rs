//! Odd rules files, as people and their editors write them: each is a game with the right value, or is refused at the
//! right place with a remedy.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{Definition, Nimber, Notation, Reader, Run, WinsAtOnce};
use grundy_own::{BoardFile, Plain, RulesFile};
use grundy_solve::{MexSolver, Theorems, TranspositionTable};

/// The nimber of a board by search and by the definition; none where a move wins at once.
fn value(text: &str, board: &str) -> Option<u64> {
    let file = BoardFile::read(text).unwrap_or_else(|error| panic!("{error}\n{text:?}"));
    let game = file.game();
    let mut reader = Reader::new(board);
    let at = game.parse(&mut reader).unwrap_or_else(|error| panic!("{board}: {error}\n{text:?}"));
    reader.expect_end().unwrap();
    let chart = Plain::new(game).board(&at);
    let defined = Definition::new(&Plain::new(game)).nimber(&chart, &Run::unlimited()).unwrap();
    if game.is_sunny(&at) {
        assert_eq!(defined, None, "{text:?}");
        return None;
    }
    let (theorems, table) = (Theorems(game), TranspositionTable::default());
    let found = MexSolver::new(game, &theorems, &table).nimber(&at, &Run::unlimited()).unwrap();
    assert_eq!(defined, Some(found), "{text:?}");
    let Nimber(nimber) = found;
    Some(nimber)
}

#[test]
fn odd_files_that_are_games_have_the_right_values() {
    for (text, board, nimber) in [
        ("\u{feff}game a\ngrid\nmove .. -> #\n", "2x2", Some(0)),
        ("game a\r\ngrid\r\nmove .. -> #\r\n", "2x3", Some(1)),
        ("game a\rgrid\rmove .. -> #\r", "2x3", Some(1)),
        ("game\ta\n\tgrid\n  move\t..\t->\t#", "2x3", Some(1)),
        ("game a\ngrid\nmove\u{a0}..\u{a0}->\u{a0}#", "2x3", Some(1)),
        ("\n\n-- a comment\n\ngame a -- b\n\ngrid--\n".replace("grid--", "grid --").as_str(), "1x1", None),
        ("game a\ngrid\nmove . -> #", ".", Some(1)),
        ("game a\ngrid\nmove . -> #", "-", Some(0)),
        ("game a\ngrid\nmove . -> #", "_", Some(0)),
        ("game a\ngrid\nmove . -> #", ",", Some(0)),
        ("game a\ngrid\nmove ... -> #", ".", Some(0)),
        ("game a\ngrid\nmove .{20} -> #", "...", Some(0)),
        ("game a\nstrip\nmove .{5..any} -> #", "....", Some(0)),
        ("game a\nstrip\nmove !< -> ^^ | %$ -> ~~ | &o -> oo", "!<%$&o", Some(1)),
        ("game a\ngrid\nmove xx -> o", "2x2", Some(0)),
        ("game a\ngrid\nmove [.] -> #", "..", Some(0)),
        ("game a\ngrid\nmove .{2}. -> #", "...", Some(1)),
        // Beside a run of no cells, and in longer runs than the board, `?` is no part of the pattern either.
        ("game a\nstrip\nfixed .{0..any}?{8}x -> o", "x", Some(1)),
        ("game a\nstrip\nfixed .{0..any}?{8}x -> o", "xoooooooo", Some(1)),
        ("game a\nstrip\nfixed ?{9..any}x -> o", "xx", Some(0)),
        ("game a\nstrip\nfixed ?{a:9..any}x?{b:10..20} -> o", "xoooooooo", Some(1)),
        ("game a\nstrip\nfixed .{0..1}??x -> o", "x", Some(1)),
        ("game a\nstrip\nmove x -> o\nend .{0..any}?{8}o", "xx", Some(1)),
        ("game a\nstrip\nmove x -> o\nnever .{0..any}?{9}o", "xx", Some(0)),
        ("game a\ngrid\nmove .{0..any}?{8}. -> #", "1x3", Some(1)),
        ("game a\ngrid\nmove .{0..any}?{8}. -> #", "2x4", Some(0)),
        // There are too many images of this pattern for a strip of 17 cells.
        ("game a\ngrid\nmove .{a}?{b}.{c} -> #{a}?{b}#{c}", "1x5", Some(2)),
        ("game a\ngrid\nmove .{a}?{b}.{c} -> #{a}?{b}#{c}", "3x4", Some(2)),
        ("game a\nstrip\nmove .{n}x{n} -> o", ".x..xx", Some(0)),
        ("game a\ngrid\nmove . -> X\nnever X", ".../.../...", Some(0)),
        ("game a\ngrid\nmove . -> X\nnever XX | X?X | X/X", "1x3", Some(1)),
        ("game a\ngrid\nmove . -> X\nwin X", "..", None),
        ("game a\ngrid\nmove . -> X\nwin .", "..", Some(0)),
        ("game a\ngrid\nmove . -> X\nend .", "..", Some(0)),
        ("game a\nstrip\nmove . -> X\nwin XX\nend XX", "...", Some(0)),
        ("game a\nstrip\nmove . -> X\nend XX\nwin X?X", "....", Some(0)),
        ("game a\nstrip\nmove . -> X\nend X@\nnever fixed @X", "...", Some(2)),
        ("game a\nstrip\nmove @. -> X | .@ -> X", ".", Some(1)),
        ("game a\nstrip\nmove [.@].[.@] -> ?X?".replace("?X?", "X").as_str(), ".", Some(1)),
        ("game a\ngrid\nupdown ./. -> #", "2x2", Some(0)),
        ("game a\ngrid\nplay misère\ntitle \u{1f40c} <b>&\nmove . -> #", "1x3", Some(1)),
        ("game a\nstrip\nfixed .{0..any}o -> x", "..o", Some(1)),
        ("game a\nstrip\nmove a -> b | b -> c | c -> d | d -> e | e -> f | f -> g | g -> h", "a", Some(1)),
        ("game a\ngrid\nfixed k?/??/?. -> .?/??/?k | k??/??. -> .??/??k", "k../.../...", Some(1)),
    ] {
        // A file without moves is no game: the comment's.
        if !text.contains("move") && !text.contains("fixed") && !text.contains("updown") {
            assert!(RulesFile::read(text).unwrap_err().message.contains("no moves"), "{text:?}");
            continue;
        }
        assert_eq!(value(text, board), nimber, "{board} of {text:?}");
    }
}

#[test]
fn odd_files_that_are_none_are_refused_with_a_place_and_a_remedy() {
    let of_moves = |rest: &str| format!("game a\ngrid\n{rest}");
    let mut refused: Vec<(String, &str, &str)> = vec![
        (String::new(), "begins with the name", ""),
        ("-- nothing\n\n".to_owned(), "begins with the name", ""),
        ("\u{feff}".to_owned(), "begins with the name", ""),
        ("grid\ngame a\nmove .. -> #".to_owned(), "begins with the name", "grid"),
        ("game A\ngrid\nmove .. -> #".to_owned(), "no name of a game", "A"),
        ("game a b\ngrid\nmove .. -> #".to_owned(), "no name of a game", "a b"),
        ("game 1a\ngrid\nmove .. -> #".to_owned(), "no name of a game", "1a"),
        ("game a\u{200b}\ngrid\nmove .. -> #".to_owned(), "no name of a game", "a\u{200b}"),
        (format!("game {}\ngrid\nmove .. -> #", "a".repeat(33)), "no name of a game", "a"),
        ("game a\ngrid\nstrip\nmove .. -> #".to_owned(), "one kind", "strip"),
        ("game a\nmove .. -> #".to_owned(), "kind of the game is missing", ""),
        ("game a\ngrid".to_owned(), "no moves", ""),
    ];
    for (rest, told, place) in [
        ("move .. \u{2192} #", "no arrow", ".. \u{2192} #"),
        ("move .. \u{2212}> #", "no arrow", ".. \u{2212}> #"),
        ("move \u{25cf}\u{25cf} -> #", "no symbol of a cell", "\u{25cf}"),
        ("move .\u{0} -> #", "no symbol of a cell", "\u{0}"),
        ("move .\u{301} -> #", "no symbol of a cell", "\u{301}"),
        ("move . . -> #", "a blank stands within", " "),
        ("move..->#", "begins no line", "move..->#"),
        ("Move .. -> #", "begins no line", "Move"),
        ("move .. -> #--wide", "an arrow is", "-"),
        ("move .. -> ## | -> #", "a pattern is missing", ""),
        ("move .. -> ## |", "a rule is missing", ""),
        ("move ? -> x", "changes nothing", "? -> x"),
        ("move @ -> x", "changes nothing", "@ -> x"),
        ("move @. -> x.", "left side has the edge", "x"),
        ("move .@. -> x@x", "outermost", "@"),
        ("move [] -> x", "hold no symbol", "[]"),
        ("move [..] -> x", "stands twice", "."),
        ("move .{0} -> x", "no cells", "0"),
        ("move .{n:3..2} -> x", "is empty", "n:3..2"),
        ("move .{n}o -> o.{n:1..3}", "range", ".{n:1..3}"),
        ("move .. -> #\nnever", "pattern is missing", ""),
        ("move .. -> #\nwin ?", "reads no symbol", "?"),
        ("say put it\nmove .. -> #", "no move stands", "say"),
        ("cells .\nmove .. -> #", "name of `.` is missing", "."),
        ("move .. -> #\nexample ..x", "no cell of this game", "x"),
        ("move .. -> #\nexample ../.", "row 2 has", "."),
        ("move .. -> #\nmove xo -> ox", "for ever", "move xo -> ox"),
        ("title\nmove .. -> #", "nothing stands behind", "title"),
        ("play backwards\nmove .. -> #", "neither normal", "backwards"),
    ] {
        refused.push((of_moves(rest), told, place));
    }
    for (text, told, place) in &refused {
        let error = RulesFile::read(text).err().unwrap_or_else(|| panic!("{text:?} is read"));
        assert!(error.message.contains(told), "{text:?}: {error:?}");
        let marked = text.get(error.span.clone()).unwrap_or_else(|| panic!("{text:?}: {error:?}"));
        assert!(marked.starts_with(place), "{text:?}: {marked:?} {error:?}");
        assert!(error.help.is_some(), "{text:?}: {error:?}");
    }
    assert!(refused.len() > 40);
}

/// Words for a move that hold a name of nothing.
#[test]
fn words_for_moves_hold_names_of_the_move_alone() {
    for (text, place, message) in [
        ("game a\nstrip\nmove .. -> #\nsay put {cell}\n", "{cell}", "is nothing of this move"),
        ("game a\nstrip\nmove .. -> #\nsay put {cells\n", "{", "not closed"),
        ("game a\nstrip\nmove .. -> #\nsay put {n}\n", "{n}", "is nothing of this move"),
        ("game a\nstrip\nmove .{k}x -> #\nsay put {n}\n", "{n}", "is nothing of this move"),
        ("game a\nnumbers a\nmove a-k for k in 1..a\nsay take {x}\n", "{x}", "is nothing of this move"),
        ("game a\nheap n\nmove n -> (n-1)\nsay take {}\n", "{}", "is nothing of this move"),
    ] {
        let error = RulesFile::read(text).unwrap_err();
        assert!(error.message.contains(message), "{error}: {text}");
        assert_eq!(&text[error.span.clone()], place, "{text}");
        assert!(error.help.is_some(), "{text}");
    }
    for text in [
        "game a\nstrip\nmove .{1..3}x -> #\nsay put {n}, {count} of them, at {cells}\n",
        "game a\ngrid\nmove .{k x m} -> #\nsay put {k} by {m}\n",
        "game a\nnumbers a b\nmove a-k, b for k in 1..a\nsay take {k} of {a} and not of {b}: {from} to {to}\n",
    ] {
        RulesFile::read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
}
