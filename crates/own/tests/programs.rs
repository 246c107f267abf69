//! Games that a program knows: what it answers, and what goes wrong with it.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report
#![cfg(unix)]

use grundy_core::{Knowledge, Limits, Listing, Notation, Parameters, Reader, Ruleset, Run, StopReason, laws};
use grundy_own::{LocalFile, ProgramFile, ProgramGame, RulesFile};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A folder with a shell script of these lines, and the game that runs it.
fn game(name: &str, script: &str) -> ProgramGame {
    let folder = std::env::temp_dir().join(format!("grundy-programs-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("game.sh"), script).unwrap();
    let text = format!("game {name}\nprogram sh ./game.sh\n");
    ProgramFile::read(&text, &folder).unwrap().rules(&Parameters::default()).unwrap()
}

/// Grundy's game: heaps by `+`.
const GRUNDYS_GAME: &str = r#"while read n; do
  out=""; k=1
  while [ $((2 * k)) -lt $n ]; do out="$out $k+$((n - k))"; k=$((k + 1)); done
  echo "$out"
done
"#;

fn refused(game: &ProgramGame, text: &str) -> (String, String) {
    let error = game.parse(&mut Reader::new(text)).unwrap_err();
    (error.message, error.help.unwrap_or_default())
}

#[test]
fn a_program_is_played_like_any_game() {
    let game = game("grundys", GRUNDYS_GAME);
    // OEIS A002188.
    for (heap, nimber) in [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1].into_iter().enumerate().skip(1) {
        let at = game.parse(&mut Reader::new(&heap.to_string())).unwrap();
        assert_eq!(game.theorem(&at).unwrap().0, nimber, "{heap}");
        laws::check(&game, &at).unwrap_or_else(|broken| panic!("{heap}: {broken}"));
    }
    let sum = game.parse(&mut Reader::new("7+3+5")).unwrap();
    assert_eq!(game.format(&sum), "7+3+5");
    assert_eq!(game.count_moves(&sum), 3 + 1 + 2);
    laws::check(&game, &sum).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(game.format(&game.play(&sum, &game.parse_move(&sum, "1:2+5").unwrap())), "2+5+3+5");
    assert_eq!(game.parse(&mut Reader::new("a\u{7}")).unwrap_err().message, "`a\\u{7}` is no state");
}

#[test]
fn what_goes_wrong_is_told_in_the_words_of_the_program() {
    let dies = "read n; echo 'cannot think of it' >&2; exit 3\n";
    let (told, _) = refused(&game("dies", dies), "5");
    assert_eq!(
        told,
        "the program has ended (exit status: 3) when it was asked for the options of `5`; its last words: cannot think of it"
    );
    let (told, _) = refused(&game("complains", "while read n; do echo '! no such board'; done\n"), "x");
    assert_eq!(told, "the program says: no such board, when it was asked for the options of `x`");
    let (told, help) = refused(&game("nonsense", "while read n; do echo '1++2'; done\n"), "5");
    assert_eq!(
        told,
        "the program gives an option that is no state: `1++2`, when it was asked for the options of `5`"
    );
    assert!(help.contains("by blanks"));
    let (told, _) = refused(&game("circles", "while read n; do echo $(( (n + 1) % 3 )); done\n"), "0");
    assert_eq!(told, "this game may go on for ever: 0 -> 1 -> 2 -> 0");
    let (told, _) = refused(&game("bytes", "read n; printf '\\377\\n'\n"), "5");
    assert_eq!(
        told,
        "the program writes a line that is no UTF-8 text, when it was asked for the options of `5`"
    );
    let missing = ProgramFile::read("game a\nprogram ./nowhere\n", &std::env::temp_dir()).unwrap();
    let (told, _) = refused(&missing.rules(&Parameters::default()).unwrap(), "5");
    assert!(told.contains("cannot be started: No such file"), "{told}");
}

#[test]
fn limits_hold_while_a_program_thinks() {
    let run = Run::new(Limits { time: Some(Duration::from_millis(150)), ..Limits::default() });
    let silent = game("silent", "read n; sleep 60\n");
    let began = Instant::now();
    // Without an answer, its moves are not known.
    let mut text = Reader::new("5").within(&run);
    let told = silent.parse(&mut text).unwrap_err();
    assert_eq!(text.stopped().map(|stopped| stopped.reason), Some(StopReason::Time));
    assert_eq!(told.message, "the options of `5` are not known: stopped by the limit of time after 0 nodes");
    // Who asks for the nimber hears of the limit, and nothing waits for the program then.
    let slow = game("slow", "while read n; do [ $n = 5 ] || sleep 60; echo $((n - 1)) $((n - 2)); done\n");
    let run = Run::new(Limits { time: Some(Duration::from_millis(1500)), ..Limits::default() });
    let at = slow.parse(&mut Reader::new("5").within(&run)).unwrap();
    assert_eq!(slow.prepare(&at, &run).unwrap_err().reason, StopReason::Time);
    let mut left = Vec::new();
    let _ = slow.moves(&at, |mv| {
        left.push(slow.format(&slow.canon(slow.play(&at, &mv))));
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(left, ["3", "4"]);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    // So does who asks for more states than are allowed.
    let endless = game("endless", "while read n; do echo $((n + 1)); done\n");
    let few = Run::new(Limits { nodes: Some(100), ..Limits::default() });
    let at = endless.parse(&mut Reader::new("0").within(&few)).unwrap();
    assert_eq!(endless.prepare(&at, &few).unwrap_err().reason, StopReason::Nodes);
    assert_eq!(endless.theorem(&at), None);
}

#[test]
fn programs_are_of_this_machine_alone() {
    let text = "game a\nprogram ./mine.py\nexample 3\n";
    assert_eq!(
        RulesFile::read(text).unwrap_err().message,
        "`program` is for rules files of your own machine"
    );
    let file = LocalFile::read(text, &PathBuf::new(), &Run::unlimited()).unwrap();
    assert_eq!(file.name(), "a");
    for (text, message) in [
        ("game a\nprogram\n", "nothing stands behind `program`"),
        ("game a\nprogram x\nprogram y\n", "there is a line `program` already"),
        ("game a\nprogram x\nmove 1\n", "`move` begins no line of a rules file with a program"),
        ("program x\n", "a rules file begins with the name of its game"),
    ] {
        assert_eq!(ProgramFile::read(text, &PathBuf::new()).unwrap_err().message, message);
    }
}
