//! Nim against the definition, and the game of the 1985 article.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    Block, Convention, Definition, Explain, ExplainRequest, Knowledge, Nimber, Notation, Outcome, Reader,
    Ruleset, Run, Step, Tame, Target,
};
use grundy_games::Nim;
use grundy_games::nim::{Heaps, Take};
use proptest::collection::vec;
use proptest::prelude::*;
use std::ops::ControlFlow;

fn heaps(text: &str) -> Heaps {
    Nim.parse(&mut Reader::new(text)).unwrap()
}

fn winners(at: &Heaps, convention: Convention) -> Vec<Take> {
    let target = match convention {
        Convention::Normal => Target::exactly(Nimber::ZERO),
        Convention::Misere => Target::misere(Tame::ZERO),
    };
    let mut winners = Vec::new();
    let found = Nim.moves_to(at, target, &mut |take| {
        winners.push(take);
        ControlFlow::<()>::Continue(())
    });
    assert!(found.is_some(), "Bouton lists all moves");
    winners
}

fn labels(text: &str, convention: Convention) -> Vec<String> {
    let at = heaps(text);
    Nim.labels(&at, &winners(&at, convention))
}

/// All text of a working in one string.
fn working(text: &str, convention: Convention) -> String {
    let target = match convention {
        Convention::Normal => Target::exactly(Nimber::ZERO),
        Convention::Misere => Target::misere(Tame::ZERO),
    };
    let question = ExplainRequest { convention, target, in_a_sum: false, focus: None, in_full: false };
    let told = |step: Step| {
        let blocks = step.blocks.into_iter().map(|block| match block {
            Block::Text(text) => text,
            Block::Table(table) => {
                table.rows.iter().chain(&table.footer).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
            }
        });
        format!("{}\n{}\n", step.heading, blocks.collect::<Vec<_>>().join("\n"))
    };
    Nim.explain(&heaps(text), &question).into_iter().map(told).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_definition_agrees_with_bouton(sizes in vec(0u64..7, 0..5)) {
        let at = Heaps(sizes);
        let run = Run::unlimited();
        let mut definition = Definition::new(&Nim);
        prop_assert_eq!(definition.nimber(&at, &run).unwrap(), Nim.theorem(&at));
        let misere = definition.outcome(&at, Convention::Misere, &run).unwrap();
        prop_assert_eq!(misere, Nim.tame(&at).unwrap().misere_outcome());
        for convention in [Convention::Normal, Convention::Misere] {
            let all = definition.winning_moves(&at, convention, &run).unwrap();
            prop_assert_eq!(winners(&at, convention), all);
        }
    }
}

/// The example game of the article, from the board of the film: what is safe, and each answer.
#[test]
fn the_article_s_example_game_is_played_as_told() {
    assert_eq!(labels("1 3 5 7", Convention::Normal), [""; 0], "the Marienbad layout is safe");
    assert_eq!(labels("1 5 7", Convention::Normal), ["3:7>4"], "take 3 from the row of 7");
    assert_eq!(Nim.theorem(&heaps("1 5 4")), Some(Nimber(0)));
    assert_eq!(labels("1 5 3", Convention::Normal), ["2:5>2"], "take 3 and leave 2");
    assert_eq!(Nim.theorem(&heaps("1 2 3")), Some(Nimber(0)));
}

#[test]
fn the_article_s_working_is_shown() {
    let told = working("1 3 5 7", Convention::Normal);
    assert!(told.contains("1 1 1\n2 3 11\n3 5 101\n4 7 111\n⊕ 0 000"), "{told}");
    assert!(told.contains("a safe leave, today called a P-position"), "{told}");

    let told = working("1 5 3", Convention::Normal);
    assert!(told.contains("Row 2, 5 (101): take 4 + 1 - 2 = 3, leaving 2 (10)."), "{told}");

    // A row of 26 with the XOR 9: take 8 - 1 = 7, leaving 19.
    let told = working("26 19", Convention::Normal);
    assert!(told.contains("Row 1, 26 (11010): take 8 - 1 = 7, leaving 19 (10011)."), "{told}");

    // A row of 22 with the XOR 18: take 18, leaving 4.
    let told = working("22 4", Convention::Normal);
    assert!(told.contains("Row 1, 22 (10110): take 16 + 2 = 18, leaving 4 (100)."), "{told}");
}

#[test]
fn the_article_s_heuristics_are_told_where_they_apply() {
    let told = working("1 4 5 6 6", Convention::Normal);
    assert!(told.contains("Equal rows cancel: 6 and 6."), "{told}");
    assert!(told.contains("cancel: 1, 4, 5."), "{told}");
    assert!(told.contains("Nothing else is left"), "{told}");
    assert!(!working("2 4 9", Convention::Normal).contains("cancel"));
}

#[test]
fn misere_play_changes_only_at_the_end() {
    assert_eq!(labels("1 3 5 7", Convention::Misere), [""; 0]);
    assert_eq!(labels("1 1 2", Convention::Misere), ["3:2>1"], "an odd number of ones is left");
    assert_eq!(labels("1 1 2", Convention::Normal), ["3:2>0"]);
    assert_eq!(Nim.tame(&heaps("1 1 1")).unwrap().misere_outcome(), Outcome::P);
    assert_eq!(labels("1 1", Convention::Misere), ["1:1>0", "2:1>0"]);
    assert!(working("1 1 2", Convention::Misere).contains("Winning: row 3 from 2 to 1."));
    // With rows of 1 only, the verdict of normal play would be wrong: it is not given.
    let told = working("1 1", Convention::Misere);
    assert!(told.contains("This is an unsafe leave, a misère N-position."), "{told}");
    assert!(!told.contains("today called") && !told.contains("Nothing else is left"), "{told}");
}

#[test]
fn the_largest_heaps_are_no_danger() {
    let at = heaps("9223372036854775807 9223372036854775806 5");
    assert_eq!(Nim.theorem(&at), Some(Nimber(4)));
    assert_eq!(Nim.count_moves(&at), 2 * u128::from(u64::MAX >> 1) + 4);
    assert_eq!(
        labels("9223372036854775807 9223372036854775806 5", Convention::Normal),
        ["1:9223372036854775807>9223372036854775803", "2:9223372036854775806>9223372036854775802", "3:5>1"]
    );
    let error = Nim.parse(&mut Reader::new("5 9223372036854775808")).unwrap_err();
    assert_eq!(error.span, 2..21);
    assert!(error.message.contains("at most 9223372036854775807"));
}

#[test]
fn mistakes_are_told_with_their_place_and_a_remedy() {
    let told = |text: &str| {
        let error = Nim.parse(&mut Reader::new(text)).unwrap_err();
        (error.message, error.span, error.help.unwrap())
    };
    assert_eq!(told("3 -5").0, "a heap cannot be negative");
    assert_eq!(told("3 -5").1, 2..3);
    assert_eq!(told("1-3-5-7").2, "write blanks or commas between heaps: `1 3 5 7`");
    assert_eq!(told("3,,5").1, 2..3);
    assert_eq!(told("3,").0, "expected a number, but the text ends here");
    assert_eq!(told("3 five").0, "expected a number, found `f`");
    assert_eq!(heaps(" 3,5 ,\t7 "), Heaps(vec![3, 5, 7]));
    let error = Nim.parse_move(&heaps("3 5"), "2:4>1").unwrap_err();
    assert_eq!(error.message, "heap 2 has 5 counters");
    assert_eq!(Nim.parse_move(&heaps("3 5"), "2>1"), Ok(Take { heap: 1, leave: 1 }));
}
