//! What is read, what is refused, and what is printed, for every game.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{
    Card, Convention, Diagnostic, Game, Limits, Listed, Memos, Nimber, NotOpened, NotRead, Outcome,
    Parameters, Position, Reader, Reading, Request, Run, Shelf, StopReason, Workbench,
};
use grundy_core::{Explain, Listing, Notation, Playable, Ruleset, Show};
use std::ops::ControlFlow;

/// A heap of which one may be taken; its reader stops at the first character that is no digit.
struct Hasty;

impl Ruleset for Hasty {
    type Position = u64;
    type Move = ();

    fn moves<B>(&self, at: &u64, mut visit: impl FnMut(()) -> ControlFlow<B>) -> ControlFlow<B> {
        if *at > 0 { visit(()) } else { ControlFlow::Continue(()) }
    }

    fn play(&self, at: &u64, (): &()) -> u64 {
        at - 1
    }

    fn moves_left(&self, at: &u64) -> u128 {
        u128::from(*at)
    }
}

impl Notation for Hasty {
    fn parse(&self, text: &mut Reader<'_>) -> Result<u64, Diagnostic> {
        text.skip_blanks();
        text.number("a heap", 100)
    }

    fn format(&self, at: &u64) -> String {
        at.to_string()
    }

    fn label(&self, _: &u64, (): &()) -> String {
        "1".to_owned()
    }

    fn parse_move(&self, _: &u64, _: &str) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn say(&self, _: &u64, (): &()) -> String {
        "take one".to_owned()
    }
}

impl Show for Hasty {
    fn show(&self, at: &u64, _: usize) -> String {
        at.to_string()
    }
}

impl Explain for Hasty {}

impl Listing for Hasty {
    type Rules = Hasty;

    fn card(&self) -> Card {
        Card::new("hasty", "Hasty", "take one", "3")
    }

    fn rules(&self, _: &Parameters) -> Result<Hasty, Diagnostic> {
        Ok(Hasty)
    }
}

impl Playable for Hasty {}

#[test]
fn a_sum_that_does_not_fit_into_memory_is_refused_and_one_that_does_gives_its_room_back() {
    let held = std::sync::Arc::default();
    let run = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    let run = run.with_held(std::sync::Arc::clone(&held));
    let read =
        |terms: usize| Position::parse_within(&["*1"; 1].repeat(terms).join(" + "), Reading::default(), &run);
    let error = read(5000).unwrap_err();
    assert!(error.to_string().contains("does not fit into the memory"), "{error:?}");
    let fits = read(4000).unwrap();
    let again = fits.clone();
    drop(fits);
    assert!(read(4000).is_err(), "the clone holds it");
    drop(again);
    // What is left is that of a memo, once a reading.
    assert!(held.load(std::sync::atomic::Ordering::Relaxed) <= 4 * 4096);
    assert!(read(4000).is_ok());
}

#[test]
fn a_long_sum_is_read_within_its_run() {
    let late = Run::new(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    let pressed = Run::unlimited().with_cancel(std::sync::Arc::new(true.into()));
    for (run, reason) in [(late, StopReason::Time), (pressed, StopReason::Cancelled)] {
        let read = |terms: usize| {
            Position::parse_within(&["*1"; 1].repeat(terms).join(" + "), Reading::default(), &run)
        };
        assert!(read(10).is_ok(), "who asks for the answer will hear of it");
        let stopped = read(500).unwrap_err();
        assert!(matches!(stopped, NotRead::Stopped(stopped) if stopped.reason == reason), "{stopped:?}");
    }
}

#[test]
fn a_new_ruleset_is_held_of_the_run_and_a_known_one_is_not() {
    let held = std::sync::Arc::default();
    let run = Run::new(Limits { memory: Some(1 << 16), ..Limits::default() });
    let run = run.with_held(std::sync::Arc::clone(&held));
    let bytes = || held.load(std::sync::atomic::Ordering::Relaxed);
    let workbench = Workbench::default();
    let read = |text: &str| Position::parse_on(&workbench, text, Reading::default(), &run);
    read("cram 2x2").unwrap();
    let one = bytes();
    read("cram 3x3 + cram 2x4").unwrap();
    assert_eq!((one > 0, bytes()), (true, one));
    let stopped = (1..100).find_map(|take| read(&format!("dawsons-kayles take={take} 0")).err());
    assert!(matches!(stopped, Some(NotRead::Stopped(stopped)) if stopped.reason == StopReason::Memory));
}

#[test]
fn a_game_whose_reader_stops_early_answers_for_nothing_that_it_left_over() {
    let open = |text: &'static str| {
        Listed::new(Hasty).open(&Parameters::default(), Reader::new(text), &Memos::default())
    };
    for text in ["3", " 3 ", "3\n"] {
        assert_eq!(open(text).unwrap().board.text(), "3");
    }
    for (text, span) in [("3 5", 2..3), ("3x", 1..2), ("3 \u{e9}t\u{e9} ", 2..7), ("3-", 1..2)] {
        let NotOpened::Text(error) = open(text).unwrap_err() else { panic!("{text}") };
        assert!(error.message.contains("left over"), "{text}: {error}");
        assert_eq!(error.span, span, "{text}");
    }
    assert!(grundy_core::laws::check_notation(&Hasty, &3).is_err(), "the laws see it as well");
}

fn read(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Games of the library on graphs.
const GRAPHS: [&str; 4] = ["node-kayles", "arc-kayles", "graph-kayles", "grim"];

#[test]
fn no_game_leaves_anything_over() {
    for card in Shelf::builtin().cards() {
        let text = read(&card.id).to_string();
        // On a graph a word is a vertex without edges.
        let words = if GRAPHS.contains(&card.id.as_ref()) { &[][..] } else { &[" x1", " nim"] };
        for more in [" =", " ]", " 1.5", " \u{1}", " *3"].iter().chain(words) {
            let longer = format!("{text}{more}");
            assert!(longer.parse::<Position>().is_err(), "{longer} is read as {}", read(&longer));
        }
    }
}

/// Nothing but the name: the example, and a note that says so, in a sum as well.
#[test]
fn a_name_alone_is_the_example_and_says_so() {
    for card in Shelf::builtin().cards() {
        for name in card.aliases.iter().chain([&card.id]) {
            let position = read(name);
            assert!(position.count_moves() > 0, "{name}");
            assert_eq!(position.notes().len(), 1, "{name}");
            assert_eq!(position.notes()[0].span, 0..name.len());
            let printed = position.to_string();
            assert!(read(&printed).notes().is_empty() && read(&printed).to_string() == printed, "{printed}");
            assert!(position.notes()[0].message.contains(&printed), "{:?}", position.notes());
        }
    }
    assert_eq!(read("kayles").to_string(), "kayles 5 8");
    assert_eq!(read("tactix").to_string(), "2d-nim max=any 4x4");
    let sum = read("kayles 5 + Nim");
    assert_eq!((sum.to_string().as_str(), sum.notes()[0].span.clone()), ("kayles 5 + nim 1 3 5 7", 11..14));
    for text in ["2d-nim max=3", "octal code=0.137", "0.07", "subtraction set=1,2"] {
        assert!(text.parse::<Position>().is_err(), "parameters alone: {text}");
    }
}

#[test]
fn marienbad_is_told_with_misere_play_through_all_its_moves() {
    let mut position = read("marienbad");
    assert_eq!(position.to_string(), "nim 1 3 5 7");
    assert_eq!(position.convention_by_name(), Some(Convention::Misere));
    let answer = position.solve(&Request::default());
    assert_eq!((answer.convention, answer.outcome), (Convention::Misere, Some(Outcome::P)));
    assert_eq!(answer.notes, ["`marienbad` alone is the example `nim 1 3 5 7`, misère play"]);
    while let Some(label) = position.moves(1).pop() {
        position = position.play(&label).unwrap();
        assert_eq!(position.usual_convention(), Convention::Misere);
    }
    assert_eq!(position.to_string(), "nim -");
    assert_eq!(read("marienbad 1 1").usual_convention(), Convention::Misere);
    assert_eq!(read("marienbad + kayles 5").usual_convention(), Convention::Normal);
    assert!(
        read("marienbad 3 + kayles 5").mixed_conventions().unwrap().starts_with("Nim is told with misère")
    );
    assert_eq!(read("nim").convention_by_name(), None);
}

/// A game that is over, and the position in which nothing is left, are read back from what they print.
#[test]
fn every_game_prints_its_end_and_reads_it_back() {
    for card in Shelf::builtin().cards() {
        let empty = read(&format!("{} -", card.id));
        assert_eq!((empty.count_moves(), empty.is_over()), (0, true), "{}", card.id);
        let printed = empty.to_string();
        assert!(printed == "*0" || printed.ends_with(" -"), "{printed}");
        assert_eq!(read(&printed).to_string(), printed);
        let normal = Request { convention: Some(Convention::Normal), ..Request::default() };
        assert_eq!(empty.solve(&normal).nimber, Some(Nimber(0)), "{printed}");
        let shown = empty.show(80);
        assert!(!shown.trim().is_empty(), "{printed} is shown");
        assert!(empty.draw(&grundy::Marks::default()).unwrap().svg().contains("<svg"), "{printed}");
        assert!(empty.explain(&normal, None).is_ok(), "{printed}");

        let mut position = read(&card.id);
        loop {
            let again = read(&position.to_string());
            assert_eq!(again.to_string(), position.to_string());
            assert_eq!(again.moves(1000), position.moves(1000), "{position}");
            let Some(label) = position.moves(1000).pop().filter(|_| !position.is_over()) else { break };
            position = position.play(&label).unwrap();
        }
        assert!(read(&position.to_string()).is_over(), "{position}");
    }
    for (text, printed) in [
        ("nim 0", "nim -"),
        ("nim 0 0", "nim -"),
        ("nim 0 3", "nim 0 3"),
        ("nimber 5", "*5"),
        ("* 5", "*5"),
        ("nimber -", "*0"),
        ("*0", "*0"),
        ("0.07 -", "0.07 -"),
        ("2d-nim max=any 00/00", "2d-nim max=any -"),
        ("cram ##/#.", "cram ##/#."),
        ("chomp 1x1", "chomp 1x1"),
        ("treblecross .", "treblecross ."),
    ] {
        assert_eq!(read(text).to_string(), printed, "{text}");
    }
    for text in ["nim", "nim -", "bubbly ()", "hackenbush 0-1", "kayles 2"] {
        let mut position = read(text);
        while let Some(label) = position.moves(1).pop() {
            position = position.play(&label).unwrap();
        }
        let id = &position.terms()[0].card().id;
        assert_eq!(position.to_string(), format!("{id} -"), "{text} at its end");
    }
}

/// Labels are those of the list that was given, also where edges of it were dropped, and in a sum.
#[test]
fn edges_keep_their_numbers_where_others_are_dropped() {
    let reading = Reading { drop_floating: true, ..Reading::default() };
    for (text, printed, winning) in [
        ("hackenbush 1-1 0-0", "hackenbush 2:0-0", vec!["2"]),
        ("hackenbush 5-6 0-1 6-6 1-2", "hackenbush 2:0-1 4:1-2", vec!["2"]),
        ("hackenbush 0-1 1-2 7-8", "hackenbush 0-1 1-2", vec!["1"]),
        ("*2 + hackenbush 9-9 0-1 1-2 2-3", "*2 + hackenbush 2:0-1 1-2 2-3", vec!["2:4"]),
        ("hackenbush 1-1", "hackenbush -", vec![]),
        ("hackenbush 3:4-4 5:0-1", "hackenbush 5:0-1", vec!["5"]),
    ] {
        let position = Position::parse(text, reading).unwrap();
        assert_eq!(position.to_string(), printed, "{text}");
        assert_eq!(position.notes().len(), 1);
        let answer = position.solve(&Request::default());
        assert_eq!(answer.winning, winning, "{text}");
        // What is printed has the same edges under the same numbers, without any option.
        let again = read(printed);
        assert_eq!(again.to_string(), printed);
        assert_eq!(again.solve(&Request::default()).winning, winning, "{printed}");
        for label in position.moves(10) {
            assert_eq!(again.say(&label), position.say(&label));
            assert_eq!(again.play(&label).unwrap().to_string(), position.play(&label).unwrap().to_string());
            let said = again.say(&label).unwrap();
            let number = label.rsplit(':').next().unwrap();
            assert!(
                label.starts_with('*')
                    || said.contains(&format!("cut edge {number},"))
                    || said.contains("leave")
            );
        }
    }
    let numbered = read("hackenbush 2:0-1 4:1-2");
    assert!(numbered.show(80).contains("─4─ 2"), "{}", numbered.show(80));
    let drawn = numbered.draw(&grundy::Marks { winning: vec!["4".into()], making: None }).unwrap().svg();
    assert!(drawn.contains(">4</text>") && !drawn.contains(">1</text>"), "{drawn}");
    assert_eq!(read("hackenbush 2:0-1 0-2").play("2").unwrap().to_string(), "hackenbush 3:0-2");
}

/// What docs/notation.md says is written so is printed so, and what it says is read is read.
#[test]
fn the_tables_of_the_page_on_notation_are_true() {
    let page = include_str!("../../../docs/notation.md").replace("\\|", "\u{b6}");
    let rows = page.lines().skip_while(|line| !line.starts_with("| game | here |")).skip(2);
    let mut tried = 0;
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<String> = row.split('|').map(|cell| cell.replace('\u{b6}', "|")).collect();
        let quoted = |cell: usize| {
            let words: Vec<String> = cells[cell].split('`').skip(1).step_by(2).map(str::to_owned).collect();
            words.into_iter().filter(|word| !word.ends_with("..."))
        };
        for text in quoted(2) {
            tried += 1;
            assert_eq!(read(&text).to_string(), text);
        }
        for text in quoted(3) {
            tried += 1;
            assert!(read(&text).count_moves() > 0, "{text}");
        }
    }
    assert!(tried > 30, "{tried}");
}
