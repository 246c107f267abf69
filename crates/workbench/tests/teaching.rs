//! What is taught is what the texts teach: mex, nim-sums, the proof of the theorem on sums, equal games.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{
    Approach, Block, Convention, Family, Nimber, Numbers, Position, Request, Run, SameGame, Step, TextTable,
};

fn read(text: &str) -> Position {
    text.parse().unwrap()
}

fn table(step: &Step) -> &TextTable {
    step.blocks
        .iter()
        .find_map(|block| if let Block::Table(table) = block { Some(table) } else { None })
        .unwrap()
}

fn text(step: &Step) -> String {
    let texts = step
        .blocks
        .iter()
        .filter_map(|block| if let Block::Text(text) = block { Some(&**text) } else { None });
    texts.collect::<Vec<_>>().join(" ")
}

/// "MEX {0,1,2,4,5,6} = 3, MEX {1,3,5,7,9} = 0, MEX {} = 0"; "the stack sizes were 3, 4, and 5".
#[test]
fn mex_and_nim_sum_are_those_of_the_texts() {
    for (numbers, mex) in [("0 1 2 4 5 6", 3), ("{1, 3, 5, 7, 9}", 0), ("{}", 0), ("", 0), ("*0,*1", 2)] {
        assert_eq!(numbers.parse::<Numbers>().unwrap().mex(), mex, "{numbers}");
    }
    let stacks: Numbers = "3 4 5".parse().unwrap();
    assert_eq!(stacks.nim_sum(), 2);
    let columns = stacks.nim_sum_step();
    let binary: Vec<&str> = table(&columns).rows.iter().map(|row| row[2].as_str()).collect();
    assert_eq!(
        (binary, table(&columns).footer.as_ref().unwrap()[2].as_str()),
        (vec!["011", "100", "101"], "010")
    );
    for (wrong, place) in
        [("3 x", 2..3), ("-3", 0..1), ("{1 2", 0..1), ("1}", 1..2), ("18446744073709551616", 0..20)]
    {
        assert_eq!(wrong.parse::<Numbers>().unwrap_err().span, place, "{wrong}");
    }
}

/// "given a Nim stack of size 3, the possible next positions are {0, 1, 2}".
#[test]
fn the_definition_of_a_heap_of_three_shows_its_set() {
    let request = Request { approach: Approach::Definition, ..Request::default() };
    let steps = read("nim 3").explain(&request, None).unwrap().steps;
    let rows: Vec<[&str; 2]> =
        table(&steps[0]).rows.iter().map(|row| [row[2].as_str(), row[3].as_str()]).collect();
    assert_eq!(rows, [["{}", "0"], ["{0}", "1"], ["{0, 1}", "2"], ["{0, 1, 2}", "3"]]);
}

/// The recursion of safe and unsafe leaves agrees with the nimbers, and under misère play with the outcomes.
#[test]
fn the_walk_from_the_end_says_what_the_search_says() {
    for text in
        ["nim 1 2 3", "bubbly (A(B)(C))(D)", "kayles 6", "2d-nim 11/11", "cram 2x3", "hackenbush (()(()))"]
    {
        for convention in [Convention::Normal, Convention::Misere] {
            let request = || Request { convention: Some(convention), ..Request::default() };
            let definition = Request { approach: Approach::Definition, ..request() };
            let steps = read(text).explain(&definition, None).unwrap().steps;
            let last = table(&steps[0]).rows.last().unwrap().clone();
            let answer = read(text).solve(&request());
            let expected = match convention {
                Convention::Normal => answer.nimber.unwrap().0.to_string(),
                Convention::Misere => answer.outcome.unwrap().to_string(),
            };
            assert_eq!(last[3], expected, "{text} {convention}");
        }
    }
}

/// "If we remove two chips from the nim pile, then the nimber is 0": the proof on the lecture's sum.
#[test]
fn the_proof_names_for_every_smaller_number_a_move_that_leaves_it() {
    for sum in [
        "boxing-match 2x2 + nim 4",
        "nim 3 + nim 5",
        "kayles 5 + bubbly (E(G)) + *3",
        "nim 6",
        "nim 4 + nim 4",
    ] {
        let position = read(sum);
        let proof = position.explain_proof(&Request::default()).unwrap();
        let total = proof.answer.nimber.unwrap().0;
        if total == 0 {
            assert!(text(&proof.steps[4]).contains("whole proof"), "{sum}");
            continue;
        }
        let rows = &table(&proof.steps[4]).rows;
        assert_eq!(rows.len() as u64, total, "{sum}");
        for (y, row) in rows.iter().enumerate() {
            let left = position.play(row.last().unwrap()).unwrap().solve(&Request::default());
            assert_eq!(left.nimber, Some(Nimber(y as u64)), "{sum}: {row:?}");
        }
        assert!(proof.steps.iter().any(|step| text(step).contains("commutative")));
    }
    // "How do we know that there is always a way to remove coins from only one stack": the heaps are terms.
    let stacks = read("nim@stacks").explain_proof(&Request::default()).unwrap();
    assert_eq!(stacks.steps[0].heading, "Nim is the sum of its heaps");
    let rows = &table(&stacks.steps[5]).rows;
    assert_eq!(rows.iter().map(|row| row[5].as_str()).collect::<Vec<_>>(), ["1:3>1", "1:3>0"]);
    let request = Request::default();
    for (refused, why) in [
        ("2d-nim 4x4 + nim 3", "too many"),
        ("nim 500 + nim 2", "too many"),
        ("treblecross X.X + nim 2", "at once"),
        ("kayles 5", "this is one term"),
    ] {
        let request = Request { convention: Some(Convention::Normal), ..Request::default() };
        match read(refused).explain_proof(&request) {
            Err(error) => assert!(error.message.contains(why), "{error}"),
            Ok(proof) => assert!(read(refused).count_moves() <= 300, "{}", proof.steps.len()),
        }
    }
    assert!(read("marienbad").explain_proof(&request).is_err(), "misère play has no such theorem");
}

/// "nim(V+) = 3", "nim(F+) = 4", "{0, 4, 5, 6, 7} and thus the MEX rule evaluates nim(I+) = 1".
#[test]
fn every_bubble_is_worked_out_and_the_rule_agrees_with_the_mex() {
    let hunts = (1..=7).map(|number| format!("bubbly@hunt-{number}"));
    for forest in hunts.chain(["bubbly (A)".to_owned(), "bubbly (A(B(C(D(E(F(G(H))))))))".to_owned()]) {
        let request = Request { in_full: true, ..Request::default() };
        let position = read(&forest);
        let steps = position.explain(&request, None).unwrap().steps;
        let step = steps.iter().find(|step| step.heading.starts_with("Every bubble")).unwrap();
        let rows = &table(step).rows;
        assert_eq!(rows.len() as u128, position.count_moves(), "{forest}: every bubble has a line");
        for row in rows {
            assert_eq!(row[3], row[6], "{forest}: the rule and the mex of {}", row[0]);
        }
        if forest == "bubbly@hunt-2" {
            let row = |name: &str| rows.iter().find(|row| row[0] == name).unwrap();
            assert_eq!([&row("V+")[3], &row("F+")[3], &row("I+")[3]], ["3", "4", "1"]);
            assert_eq!([&*row("F+")[2], &*row("I+")[2]], ["{0, 1, 2, 3}", "{0, 4, 5, 6, 7}"]);
            assert_eq!(row("F+")[1], "F 3, N 0, U 1, S 2");
        }
    }
}

/// "Claim: Treblecross of length n is equivalent to Dawson's Kayles[3] of length n+2": not for n = 2.
#[test]
fn treblecross_is_the_heap_of_the_lecture_but_for_two_cells() {
    let (strips, heaps): (Family, Family) =
        ("treblecross len={n}".parse().unwrap(), "0.007 {n+2}".parse().unwrap());
    let mut same = SameGame::new(Convention::Normal, Run::unlimited());
    for n in 0..=20 {
        let (left, right) = (strips.position(n).unwrap(), heaps.position(n).unwrap());
        let found = same.compare(&left, &right);
        assert_eq!((found.same_value, found.same_tree), (Some(n != 2), Some(n != 2)), "n = {n}");
    }
    let told = same.difference(&read("treblecross .."), &read("0.007 4")).unwrap();
    assert!(
        told.contains("`treblecross ..` are worth {1}") && told.contains("`0.007 4` are worth {0}"),
        "{told}"
    );
}

#[test]
fn equal_games_have_equal_trees_and_equal_values_alone_do_not() {
    let mut same = SameGame::new(Convention::Normal, Run::unlimited());
    for (left, right, value, tree) in [
        ("nim 1 3 5 7", "hackenbush@marienbad", true, true),
        ("bubbly (E(G))", "nim 2", true, true),
        ("nim 1 2", "nim 2 + *1", true, true),
        ("nim 1 1", "nim -", true, false),
        ("kayles 5", "*4", true, false),
        ("kayles 3", "*4", false, false),
        ("treblecross len=5", "dawsons-kayles take=3 7", true, true),
        ("treblecross@lecture", "0.007 7 7", true, true),
    ] {
        let found = same.compare(&read(left), &read(right));
        assert_eq!((found.same_value, found.same_tree), (Some(value), Some(tree)), "{left}, {right}");
    }
    let told = same.difference(&read("kayles 5"), &read("*4")).unwrap();
    let (label, _) = told.split_once(" of `kayles 5`").unwrap();
    assert!(read("kayles 5").play(label.strip_prefix("the move ").unwrap()).is_ok(), "{told}");
    // Heaps whose options nobody could list are compared by their values alone.
    let found = same.compare(&read("nim 1000000000000"), &read("*1000000000000"));
    assert_eq!((found.same_value, found.same_tree), (Some(true), None));
    let mut misere = SameGame::new(Convention::Misere, Run::unlimited());
    assert_eq!(misere.compare(&read("nim 1"), &read("nim 2")).same_value, Some(false));
    // Who completes three loses: that move is not left out, and no tree without it is compared.
    let found = misere.compare(&read("treblecross len=6"), &read("0.007 8"));
    assert_eq!((found.same_value, found.same_tree), (Some(false), None));
    // The values that are told are those that were compared.
    let told = same.difference(&read("2d-nim 1x5"), &read("nim 5")).unwrap();
    assert!(!told.contains("{}"), "{told}");
}

#[test]
fn families_are_texts_with_a_number() {
    for (family, n, text) in [
        ("0.007 {n+2}", 3, "0.007 5"),
        ("nim {n} { 2 n } {3*n-1}", 2, "nim 2 4 5"),
        ("0.{0,2} {n}", 4, "0.{0,2} 4"),
        ("nim {10-n}", 4, "nim 6"),
        ("nim {n*2+1}", 4, "nim 9"),
        ("nim 3", 4, "nim 3"),
    ] {
        assert_eq!(family.parse::<Family>().unwrap().text(n).unwrap(), text);
    }
    for (wrong, place) in
        [("nim {n", 4..5), ("nim {n*n}", 4..9), ("nim {m}", 4..7), ("nim {n-}", 4..8), ("nim {x+1}", 4..9)]
    {
        assert_eq!(wrong.parse::<Family>().unwrap_err().span, place, "{wrong}");
    }
    assert!("nim {2-n}".parse::<Family>().unwrap().text(3).is_err());
    let error = "chomp {n}x{n}".parse::<Family>().unwrap().position(0).unwrap_err();
    assert!(error.message.starts_with("for n = 0 this is `chomp 0x0`"), "{error}");
}

#[test]
fn positions_become_heaps_stalks_and_nests() {
    let request = Request::default();
    for (from, to, text) in [
        ("nim 1 3 5 7", "hackenbush", "hackenbush ()((()))((((()))))((((((()))))))"),
        ("nim 3 0 1", "bubbly", "bubbly (#1(#2(#3)))(#4)"),
        ("bubbly (H(V(P(R))))(E(G))", "nim", "nim 4 2"),
        ("hackenbush@marienbad", "nim", "nim 1 3 5 7"),
        ("kayles 5 + *3", "nim", "nim 4 3"),
        ("nim 2 3", "nimber", "*2 + *3"),
        ("nim -", "hackenbush", "hackenbush -"),
        ("2d-nim 110/011", "nim", "nim 0"),
    ] {
        let converted = read(from).convert(to, &request).unwrap_or_else(|error| panic!("{from}: {error:?}"));
        let both = [read(from), converted.clone()].map(|position| {
            position.solve(&Request { convention: Some(Convention::Normal), ..Request::default() }).nimber
        });
        assert_eq!(both[0], both[1], "{from}");
        if from != "2d-nim 110/011" && from != "nim 3 0 1" {
            assert_eq!(converted.to_string(), text.parse::<Position>().unwrap().to_string(), "{from}");
        }
    }
    assert!(read("nim 3").convert("chess", &request).is_err());
    assert!(read("nim 3").convert("chomp", &request).is_err());
    assert!(read("nim 9000000").convert("hackenbush", &request).is_err());
}
