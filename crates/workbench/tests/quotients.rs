//! Misère quotients: what the solver finds is proved again by the checker, and agrees with the published table and
//! with search.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::check::quotient::verify;
use grundy::misere::{HeapQuotient, Reach};
use grundy::store::Store;
use grundy::{Approach, Convention, Method, Outcome, Position, Reading, Request, Run, Workbench};
use std::sync::Arc;

const TABLE: &str = include_str!("../../../data/misere/quotients.csv");

fn read(text: &str) -> Position {
    text.parse().unwrap()
}

fn misere(approach: Approach) -> Request {
    Request { convention: Some(Convention::Misere), approach, named_moves: usize::MAX, ..Request::default() }
}

#[test]
fn the_published_table_is_found_again_and_every_row_is_verified() {
    let (mut proved, mut again) = (0, 0);
    for row in TABLE.lines().filter(|row| !row.starts_with('#')).skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        if cells[1] != "proved" {
            continue;
        }
        proved += 1;
        // What takes long is made again by the survey (data/README.md).
        if cells[8].parse::<f64>().unwrap() > 0.003 {
            continue;
        }
        again += 1;
        let found =
            HeapQuotient::new(&cells[0].parse().unwrap()).carried(&Reach::default(), &Run::unlimited());
        let (monoid, period) = (found.monoid(), found.period().unwrap());
        let tame = if monoid.is_tame() { "yes" } else { "no" };
        let told = format!(
            "{},proved,{},{},{},{},{tame},{}",
            cells[0],
            monoid.order(),
            monoid.p_count(),
            period.preperiod,
            period.period,
            period.proved_from
        );
        assert_eq!(told, cells[..8].join(","));
        let certificate = found.certificate().unwrap();
        let verified = verify(&certificate.to_string().parse().unwrap(), &Run::unlimited()).unwrap();
        assert_eq!(
            (verified.order, verified.p, verified.is_tame),
            (monoid.order(), monoid.p_count(), monoid.is_tame())
        );
        // What a certificate tells is the quotient itself.
        let read = HeapQuotient::read(&certificate).unwrap();
        assert!((0..500).all(|heap| read.value(heap) == found.value(heap)));
        assert_eq!(read.monoid(), monoid);
    }
    assert!(proved >= 401, "{proved}");
    assert!(again > 250, "{again}");
}

#[test]
fn look_up_and_search_agree() {
    for text in [
        "kayles 3 4 5",
        "kayles 5 6 + kayles 7",
        "dawsons-kayles 5 8 9",
        "0.75 4 5 6",
        "0.123 7 8",
        "0.72 3 3 4",
        "grundys-game 8 9",
        "kayles 5 + 0.75 4",
        "kayles 4 + dawsons-kayles 7 + 0.72 3",
        "kayles 5 6 + nim 1",
        "kayles 6 + *4",
        "nim 2 3 + kayles 5",
        "0.75 4 + kayles 6 5 + nim 3",
        "0.53 7 + 0.75 -",
        "0.53 6 4 + nim -",
        "*0 + kayles 5 7",
        "kayles 9 + 0.3 1",
        "kayles 8 + 0.31 3",
        "0.75 5 6 + 0.3 -",
        "cram 2x3 + kayles 15",
        "cram 3x3 + cram 2x3 + kayles 9 + nim 2",
        "2d-nim 2x2 + 0.53 14",
    ] {
        let looked_up = read(text).solve(&misere(Approach::Best));
        let searched = read(text).solve(&misere(Approach::Search));
        assert_eq!(looked_up.method, Method::Quotient, "{text}");
        assert_eq!(looked_up.outcome, searched.outcome, "{text}");
        assert_eq!(looked_up.winning, searched.winning, "{text}");
        assert_eq!(looked_up.winning_count, searched.winning_count, "{text}");
    }
}

#[test]
fn large_sums_of_kayles_are_answered_without_search() {
    let answer = read("kayles 20 21 22").solve(&misere(Approach::Best));
    assert_eq!((answer.outcome, answer.method, answer.nodes), (Some(Outcome::N), Method::Quotient, 0));
    let answer = read("kayles 1000000000 999999937 123456789")
        .solve(&Request { named_moves: 5, ..misere(Approach::Best) });
    assert_eq!(answer.winning.len() as u128, answer.winning_count.unwrap().min(5));
    for label in &answer.winning {
        let left = read("kayles 1000000000 999999937 123456789").play(label).unwrap();
        assert_eq!(left.solve(&misere(Approach::Best)).outcome, Some(Outcome::P), "{label}");
    }
}

#[test]
fn sums_of_several_games_are_answered_without_search() {
    for (text, outcome) in [
        ("kayles 60 + nim 1", None),
        ("kayles 60 + *4", None),
        ("0.75 40 + kayles 60 50 + nim 3", None),
        ("kayles 1000000 + nim 1", None),
        ("0.53 1000 + 0.75 -", None),
        ("0.53 1000 + nim -", None),
        ("kayles 1999 + 0.3 1", None),
        ("kayles 2000 + 0.31 3", None),
        ("0.31 2000 + 0.147 2000", None),
        ("cram 3x4 + cram 3x4 + kayles 1000000", None),
        // What is twice there beside itself, in play after play: the heaps cancel in pairs of 1.
        ("kayles 1 + nim 1", Some(Outcome::N)),
        ("kayles 1 + nim 1 + *1", Some(Outcome::P)),
    ] {
        let position = read(text);
        let answer = position.solve(&Request { named_moves: 4, ..misere(Approach::Best) });
        assert!(answer.nodes < 100, "{text}: {} nodes", answer.nodes);
        let of_nim = text.starts_with("kayles 1 ");
        assert!(of_nim || answer.method == Method::Quotient, "{text}: {:?}", answer.method);
        assert!(outcome.is_none() || outcome == answer.outcome, "{text}");
        assert_eq!(answer.outcome == Some(Outcome::P), answer.winning_count == Some(0), "{text}");
        for label in &answer.winning {
            let left = position.play(label).unwrap().solve(&misere(Approach::Best));
            assert_eq!(left.outcome, Some(Outcome::P), "{text}: {label}");
        }
    }
}

#[test]
fn one_large_heap_of_nim_is_left_as_the_misere_value_of_the_others() {
    for text in ["kayles 100000 + *4", "0.75 1000 + nim 2 9"] {
        let position = read(text);
        let answer = position.solve(&Request { named_moves: 1, ..misere(Approach::Best) });
        assert_eq!((answer.outcome, answer.nodes), (Some(Outcome::N), 0), "{text}");
        let left = position.play(&answer.winning[0]).unwrap();
        assert_eq!(
            left.solve(&Request { named_moves: 1, ..misere(Approach::Best) }).outcome,
            Some(Outcome::P),
            "{text}"
        );
    }
}

#[test]
fn a_sum_is_explained_by_the_quotient_of_its_games() {
    let explained = |text: &str| {
        let explained = read(text).explain(&misere(Approach::Best), None).unwrap();
        format!("{:?}", explained.steps)
    };
    let told = explained("kayles 60 + nim 1");
    assert!(told.contains("P = {") && told.contains("a = heap 1 of 0.77"), "{told}");
    // Letters are defined and P is told in quotients of any order.
    let told = explained("0.31 5 7 9 2");
    assert!(told.contains("play like misère Nim with heaps"), "{told}");
    let told = explained("0.644 500 1000");
    assert!(told.contains("P = {") && told.contains("a = heap 2"), "{told}");
}

/// Where there are more winning moves than were named, the answer has all of them by heaps that are alike.
#[test]
fn many_winning_moves_are_told_by_groups() {
    let request =
        |named_moves| Request { convention: Some(Convention::Misere), named_moves, ..Request::default() };
    let position: Position = format!("kayles 1000000 999988 {}", "20 ".repeat(41)).parse().unwrap();
    let answer = position.solve(&request(3));
    let groups = answer.winning_groups.as_ref().expect("three moves are not all");
    assert_eq!(groups.iter().map(|group| group.count).sum::<u128>(), answer.winning_count.unwrap());
    assert!(groups.iter().map(|group| group.heaps).sum::<u64>() <= 43);
    for group in groups {
        // Each move of a group wins, in the smallest of its heaps.
        let place = position.heaps().unwrap().1.iter().position(|&heap| heap == group.least).unwrap() + 1;
        for split in group.moves_in(group.least).take(50) {
            let left: Vec<String> = split.heaps().iter().map(u64::to_string).collect();
            let left = position.play(&format!("{place}:{}>{}", group.least, left.join(","))).unwrap();
            assert_eq!(left.solve(&request(0)).outcome, Some(Outcome::P), "{left}");
        }
    }
    let json = serde_json::to_value(&answer).unwrap();
    assert_eq!(json["winning_groups"].as_array().unwrap().len(), groups.len());
    assert!(json["winning_groups"][0]["moves"][0]["take"].is_number(), "{json}");
    let all = "kayles 20 21 22".parse::<Position>().unwrap().solve(&request(100));
    assert!(all.winning_groups.is_none() && all.winning_count == Some(9));
}

/// The genus of a sum that is too large for canonical forms, where the quotient with small heaps of Nim tells it.
#[test]
fn genera_of_large_sums_are_told_where_they_are_known() {
    let request = Request { convention: Some(Convention::Misere), ..Request::default() };
    let genus = |text: &str| text.parse::<Position>().unwrap().solve(&request).genus;
    // Three rows of 2 are like one, and two of 1 like none.
    let beside = |text: &str| genus(&format!("kayles 1000000 2 2 {text}"));
    assert!(beside("").is_some());
    assert_eq!(beside(""), beside("2 2"));
    assert_eq!(beside("1 1 7 7"), beside("2 2"));
    assert_eq!(genus("kayles 1000000 9 9 9 11").as_deref(), Some("3^31"));
    // Its misère value is larger than 3, and the quotient with larger heaps of Nim is not small.
    assert_eq!(genus("kayles 1000000 11"), None);
}

#[test]
fn quotients_are_kept_in_a_store_and_checked_when_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::open(&folder.path().join("s")).unwrap());
    let ask = || {
        let workbench = Workbench::default();
        let position =
            Position::parse_on(&workbench, "kayles 20 21 1000", Reading::default(), &Run::unlimited())
                .unwrap();
        position.attach(&store).unwrap();
        let answer = position.solve(&misere(Approach::Best));
        position.save().unwrap();
        (answer.outcome, answer.winning_count)
    };
    let first = ask();
    let kept = store.quotient("0.77").unwrap().expect("it was proved");
    assert_eq!(ask(), first);
    // A certificate that was changed is worked out anew, and replaced.
    let forged = kept.replacen("p 1", "p 2", 1);
    assert_ne!(forged, kept);
    store.keep_quotient("0.77", &forged).unwrap();
    assert_eq!(ask(), first);
    assert_eq!(store.quotient("0.77").unwrap(), Some(kept));
}

#[test]
fn boards_have_the_quotients_that_are_published() {
    let of = |text: &str| {
        let run = Run::unlimited();
        let parts = read(text).misere_parts(10_000, &run).unwrap();
        let quotient = parts.quotient(&Reach::default(), &run);
        assert!(quotient.is_whole(), "{text}");
        let certificate = parts.certificate(&quotient).unwrap();
        let verified = grundy::check_parts(&certificate, &run).unwrap();
        assert_eq!(verified.order, quotient.monoid().order(), "{text}");
        (quotient.monoid().order(), quotient.monoid().p_count())
    };
    assert_eq!(of("cram 2x3"), (6, 2));
    assert_eq!(of("cram 3x3"), (6, 2));
    assert_eq!(of("cram 2x5"), (6, 2));
    assert_eq!(of("cram 3x4"), (12, 3));
    assert_eq!(of("2d-nim 2x2"), (6, 2));
    assert_eq!(of("kayles 27"), (40, 9));
}

#[test]
fn games_that_end_at_once_have_no_quotient() {
    assert!(read("treblecross ...X...").misere_parts(1_000, &Run::unlimited()).is_err());
}
