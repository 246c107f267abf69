//! Proofs: what is proved is checked, and is what the definition says; what is forged is refused.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod random_positions;

use grundy::check::proof::{ProofBody, ProofFile, ProofRefusal, check_proof, each_line};
use grundy::{
    Approach, Convention, Goal, Limits, Nimber, NotProved, Outcome, Position, ProofRequest, Request, Run,
    Shelf, merge, minimise,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use random_positions::{NUMBERS, games, is_read, numbers_of, position_of, term};
use std::collections::{HashMap, HashSet};
use std::fs::DirEntry;

fn read(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn prove(text: &str, convention: Convention, goal: Goal, may_use_lemmas: bool) -> ProofFile {
    let request =
        ProofRequest { convention: Some(convention), goal, may_use_lemmas, ..ProofRequest::default() };
    let proved = read(text).prove(&request).unwrap_or_else(|reason| panic!("{text}, {convention}: {reason}"));
    let bytes = proved.file.bytes();
    assert_eq!(ProofFile::read(&bytes).unwrap_or_else(|told| panic!("{text}: {told}")), proved.file);
    proved.file
}

fn check(file: &ProofFile) -> Result<(), ProofRefusal> {
    check_proof(file, &Run::unlimited()).map(drop)
}

/// Proves a position, checks the proof, and holds the claim to the plain definition.
fn is_proved(text: &str, convention: Convention, goal: Goal, may_use_lemmas: bool) -> ProofFile {
    let file = prove(text, convention, goal, may_use_lemmas);
    check(&file).unwrap_or_else(|told| panic!("{text}, {convention}: {told}"));
    let answer = read(text).solve(&Request {
        convention: Some(convention),
        approach: Approach::Definition,
        named_moves: usize::MAX,
        ..Request::default()
    });
    let claim = &file.claims[0];
    assert_eq!(Some(claim.outcome), answer.outcome, "{text}, {convention}");
    if let Some(nimber) = claim.nimber {
        assert_eq!(Some(Nimber(nimber)), answer.nimber, "{text}");
    }
    if let Some(winning) = &claim.winning {
        let (mut claimed, mut found) = (winning.clone(), answer.winning);
        claimed.sort_unstable();
        found.sort_unstable();
        assert_eq!(claimed, found, "{text}, {convention}");
    }
    file
}

#[test]
fn random_positions_of_every_game_are_proved_as_the_definition_says() {
    let mut dice = ChaCha8Rng::seed_from_u64(21);
    let mut count: HashMap<String, u32> = HashMap::new();
    for round in 0..ROUNDS {
        let text = match round % 4 {
            0 | 1 => term(&mut dice, 9),
            2 => format!("{} + {}", term(&mut dice, 6), term(&mut dice, 5)),
            _ => format!("{} + {} + *1", term(&mut dice, 5), term(&mut dice, 4)),
        };
        if !is_read(&text) {
            continue;
        }
        let goal = [Goal::Moves, Goal::Nimber, Goal::Outcome][round % 3];
        for convention in [Convention::Normal, Convention::Misere] {
            let file = is_proved(&text, convention, goal, round % 5 != 0);
            let shorter = minimise(&file, &Run::unlimited()).unwrap_or_else(|told| panic!("{text}: {told}"));
            assert!(shorter.body.len() <= file.body.len());
            check(&shorter).unwrap_or_else(|told| panic!("{text}, {convention}, shorter: {told}"));
        }
        let game = if text.starts_with('*') { "*" } else { text.split(' ').next().unwrap() };
        let is_of_numbers = NUMBERS.iter().any(|(name, _)| *name == game);
        *count.entry(if is_of_numbers { "numbers" } else { game }.to_owned()).or_default() += 1;
    }
    assert!(count.len() >= 17 && count.values().all(|&count| count > 3), "{count:?}");
}

#[test]
fn proofs_with_and_without_twin_leaves_are_joined() {
    let with = prove("cram 4x5", Convention::Normal, Goal::Moves, true);
    let without = prove("cram 4x5", Convention::Normal, Goal::Moves, false);
    assert_eq!((&with.lemmas[..], &without.lemmas[..]), (&["twin-leaves".to_owned()][..], &[][..]));
    assert!(with.body.len() < without.body.len(), "{} {}", with.body.len(), without.body.len());
    let other = prove("cram 3x5", Convention::Normal, Goal::Nimber, false);
    let joined = merge(&[other, with.clone(), without]).unwrap();
    assert_eq!(joined.claims.len(), 2);
    check(&joined).unwrap();
    assert_eq!(ProofFile::read(&joined.bytes()).unwrap(), joined);
    // Without the lemma the couples are those of other parts.
    check(&ProofFile { lemmas: Vec::new(), ..with }).unwrap_err();
    check(&ProofFile { lemmas: Vec::new(), ..joined }).unwrap_err();
}

const ROUNDS: usize = 1_000;

/// Games whose rules `scripts/check_proof.py` has, or reads.
const OF_THE_SCRIPT: [&str; 9] = [
    "cram",
    "2d-nim max=2",
    "2d-nim",
    "2d-nim max=any",
    "clobber",
    "cannibal-clobber",
    "text-cram",
    "peg-duotaire",
    "l-cram",
];

/// Holds proofs of one game to the script: their lines together, and what they claim.
fn is_shown_by_the_script(game: &str, proofs: &[ProofFile]) {
    use std::io::Write;
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut lines, mut claims) = (std::collections::BTreeSet::new(), Vec::new());
    for proof in proofs {
        let told: Result<(), ProofRefusal> = each_line(proof, |line| {
            lines.insert(line.to_owned());
            Ok(())
        });
        told.unwrap();
        let claim = &proof.claims[0];
        match (proof.convention, claim.nimber, claim.outcome) {
            (Convention::Normal, Some(nimber), _) => claims.push(format!("{} = *{nimber}", claim.position)),
            (Convention::Misere, _, Outcome::P) => claims.push(format!("misere: {} = P", claim.position)),
            _ => {}
        }
    }
    let mut command = std::process::Command::new("python3");
    command.arg(root.join("scripts/check_proof.py"));
    let file = root.join(format!("crates/own/games/{game}.game"));
    if file.exists() {
        command.arg("--game").arg(file);
    }
    command.args(&claims).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stdout));
}

/// Holds waiting proofs to the script, where that has the rules, and says how many they were.
fn by_the_script(game: &str, waiting: &mut Vec<ProofFile>) -> usize {
    let proofs = std::mem::take(waiting);
    if proofs.is_empty() || !OF_THE_SCRIPT.contains(&game) {
        return 0;
    }
    is_shown_by_the_script(game, &proofs);
    proofs.len()
}

/// 465 edges of 16 bits are more than 7,168 bits.
#[test]
fn a_part_that_no_file_can_hold_is_refused() {
    let request = ProofRequest { goal: Goal::Nimber, ..ProofRequest::default() };
    let told = read("node-kayles complete(31)").prove(&request).unwrap_err().to_string();
    assert_eq!(told, "its part `node-kayles 1-2 1-3 1-4 ...` is too large for the file of a proof");
    let proved = read("node-kayles complete(30)").prove(&request).unwrap();
    check(&ProofFile::read(&proved.file.bytes()).unwrap()).unwrap();
}

#[test]
fn every_game_that_comes_with_grundy_has_random_positions() {
    let made: Vec<&str> = games().chain(NUMBERS.map(|(game, _)| game)).collect();
    for card in Shelf::builtin().cards() {
        let name = if card.id == "nimber" { "*" } else { &*card.id };
        assert!(made.contains(&name), "{name}");
    }
}

/// A small position whose value by definition takes many gigabytes: it was stopped after 20 minutes.
const BEYOND_THE_DEFINITION: &str = "turning-corners 3 3";

/// Each position is proved, checked, held to the definition, and checked by the script where that has the rules. One that
/// is met again is counted, and not proved again: some games have few small positions.
/// `GRUNDY_PROOFS` says how many positions of each game, 10,000 where it says nothing; `GRUNDY_PROOFS_FROM` names the
/// game to begin with:
///
/// ```text
/// cargo test --release -p grundy --test proofs -- --ignored --nocapture both_checkers
/// ```
#[test]
#[ignore = "twenty minutes: run by hand"]
fn many_positions_of_every_game_are_shown_by_both_checkers() {
    let most: usize =
        std::env::var("GRUNDY_PROOFS").ok().and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let first = std::env::var("GRUNDY_PROOFS_FROM").ok();
    let games = games().map(|game| (game, 0)).chain(NUMBERS).enumerate();
    let games = games.skip_while(|(_, (game, _))| first.as_ref().is_some_and(|first| first != game));
    for (place, (game, count)) in games {
        let mut dice = ChaCha8Rng::seed_from_u64(place as u64);
        let (mut drawn, mut made, mut by_script) = (0, 0, 0);
        let mut met = HashSet::new();
        let mut waiting: [Vec<ProofFile>; 2] = Default::default();
        for round in 0..most {
            let text = match count {
                0 => position_of(game, &mut dice, 9),
                _ => numbers_of((game, count), &mut dice, 9),
            };
            if !is_read(&text) || text == BEYOND_THE_DEFINITION {
                continue;
            }
            drawn += 1;
            let may_use_lemmas = round % 5 != 0 || OF_THE_SCRIPT.contains(&game);
            if !met.insert((text.clone(), may_use_lemmas)) {
                continue;
            }
            for (convention, waiting) in
                [Convention::Normal, Convention::Misere].into_iter().zip(&mut waiting)
            {
                waiting.push(is_proved(&text, convention, Goal::Moves, may_use_lemmas));
                made += 1;
            }
            for waiting in waiting.iter_mut().filter(|waiting| waiting.len() >= 500) {
                by_script += by_the_script(game, waiting);
            }
        }
        by_script += waiting.iter_mut().map(|waiting| by_the_script(game, waiting)).sum::<usize>();
        println!(
            "{game}: {drawn} positions, {made} proofs, {by_script} shown by the script too, 0 differences"
        );
    }
}

/// The proofs of data/proofs, each with its claim. The one that is compressed takes too long for a test.
#[test]
fn published_proofs_are_verified() {
    let published = [
        ("cram-5x7", "cram 5x7", Outcome::N, Some(1)),
        ("cram-5x8", "cram 5x8", Outcome::N, Some(1)),
        ("cram-4x11", "cram 4x11", Outcome::N, Some(1)),
        ("2d-nim-4x6-misere", "2d-nim 4x6", Outcome::P, None),
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/proofs");
    let is_short = |entry: &DirEntry| entry.path().extension().is_some_and(|extension| extension == "proof");
    let short = std::fs::read_dir(folder).unwrap().map(Result::unwrap).filter(is_short).count();
    assert_eq!(short, published.len());
    for (name, position, outcome, nimber) in published {
        let file = ProofFile::read(&std::fs::read(format!("{folder}/{name}.proof")).unwrap()).unwrap();
        let [claim] = &file.claims[..] else { panic!("{name} claims one position") };
        assert_eq!((&*claim.position, claim.outcome, claim.nimber), (position, outcome, nimber), "{name}");
        check(&file).unwrap_or_else(|told| panic!("{name}: {told}"));
    }
}

/// What a line of a proof says, by a search.
fn is_true(line: &str, known: &mut HashMap<String, bool>) -> bool {
    *known.entry(line.to_owned()).or_insert_with(|| {
        let (text, value) = line.rsplit_once(" = ").unwrap();
        let convention = if value == "P" { Convention::Misere } else { Convention::Normal };
        let request = Request { convention: Some(convention), goal: Goal::Nimber, ..Request::default() };
        let answer = read(text.trim_start_matches("misere: ")).solve(&request);
        match value.strip_prefix('*') {
            Some(nimber) => answer.nimber == Some(Nimber(nimber.parse().unwrap())),
            None => answer.outcome == Some(Outcome::P),
        }
    })
}

/// One change of a proof: a value, a board, an order, a member that is dropped, doubled or said of another, a claim.
fn change(file: &mut ProofFile, dice: &mut ChaCha8Rng) {
    let kind = dice.random_range(0..12);
    let claim = &mut file.claims[0];
    match kind {
        0 => claim.outcome = if claim.outcome == Outcome::N { Outcome::P } else { Outcome::N },
        1 if claim.nimber.is_some() => {
            claim.nimber = claim.nimber.map(|nimber| nimber ^ dice.random_range(1..8))
        }
        1 | 2 => match &mut claim.winning {
            Some(winning) if !winning.is_empty() => _ = winning.remove(dice.random_range(0..winning.len())),
            Some(winning) => winning.push("r1c1".to_owned()),
            None => claim.outcome = if claim.outcome == Outcome::N { Outcome::P } else { Outcome::N },
        },
        _ => match &mut file.body {
            ProofBody::Couples(couples) => {
                let at = dice.random_range(0..couples.len());
                match kind {
                    3..6 => couples[at].1 ^= dice.random_range(1..4),
                    6 | 7 => _ = couples.remove(at),
                    8 => {
                        let nimber = couples[at].1;
                        let (other, _) = couples[dice.random_range(0..couples.len())].clone();
                        couples[at] = (other, nimber);
                    }
                    9 => couples.swap(at, (at * 7 + 1) % 5),
                    10 => couples[at].1 += 1,
                    _ => couples[at].0.columns += 1,
                }
            }
            ProofBody::Sums { parts, sums } => {
                let at = dice.random_range(0..sums.len());
                match kind {
                    3 => _ = sums.remove(at),
                    4 => _ = parts.remove(dice.random_range(0..parts.len())),
                    5 => sums.swap(at, (at * 7 + 1) % 5),
                    6 => {
                        let (one, other) =
                            (dice.random_range(0..parts.len()), dice.random_range(0..parts.len()));
                        parts.swap(one, other);
                    }
                    7 => sums[at] = sums[at][..sums[at].len() - 1].into(),
                    _ => {
                        let mut sum = sums[at].to_vec();
                        let place = dice.random_range(0..sum.len());
                        sum[place] = dice.random_range(0..=parts.len() as u32);
                        sum.sort_unstable();
                        sums[at] = sum.into();
                        // Without this most would be refused for their order alone.
                        sums.sort_unstable();
                        sums.dedup();
                    }
                }
            }
        },
    }
}

#[test]
fn single_changes_of_a_proof_are_refused_or_are_true() {
    let proofs = [
        ("cram 4x4", Convention::Normal, true),
        ("cram 2x5 + nim 2 + boxing-match 3x3", Convention::Normal, true),
        ("boxing-match 4x4", Convention::Normal, false),
        ("2d-nim 3x3", Convention::Misere, true),
        ("2d-nim max=any 2x3 + cram 2x3", Convention::Misere, false),
        ("clobber XOXO/OXOX", Convention::Normal, true),
        ("clobber XOX/OXO", Convention::Misere, true),
    ];
    let mut dice = ChaCha8Rng::seed_from_u64(1_000);
    let (mut refused, mut accepted) = (0, 0);
    let mut known = HashMap::new();
    for (text, convention, may_use_lemmas) in proofs {
        let whole = is_proved(text, convention, Goal::Moves, may_use_lemmas);
        let whole = minimise(&whole, &Run::unlimited()).unwrap();
        let name = whole.claims[0].clone();
        for _ in 0..CHANGES / proofs.len() {
            let mut forged = whole.clone();
            change(&mut forged, &mut dice);
            if forged == whole {
                continue;
            }
            // Written again with right sums, and read.
            let read = ProofFile::read(&forged.bytes());
            if let Ok(read) = &read {
                are_met_without_fault(&whole, read);
            }
            if read.as_ref().is_err() || check(read.as_ref().unwrap()).is_err() {
                refused += 1;
                continue;
            }
            accepted += 1;
            let read = read.unwrap();
            assert_eq!(read.claims[0], name, "what is claimed was true, and only that is");
            let told: Result<(), ProofRefusal> = each_line(&read, |line| {
                assert!(is_true(line, &mut known), "{text}: {line}");
                Ok(())
            });
            told.unwrap();
        }
    }
    assert!(refused > CHANGES * 8 / 10 && accepted < CHANGES / 5, "{refused} refused, {accepted} accepted");
}

/// Whoever joins or shortens a changed proof hears what is wrong with it.
fn are_met_without_fault(whole: &ProofFile, changed: &ProofFile) {
    let joined = merge(&[whole.clone(), changed.clone()]);
    assert!(!matches!(joined, Err(NotProved::Fault(_))), "{joined:?}");
    let shorter = minimise(changed, &Run::unlimited());
    assert_eq!(shorter.is_ok(), check(changed).is_ok(), "{shorter:?}");
    assert!(!matches!(shorter, Err(NotProved::Fault(_))), "{shorter:?}");
}

const CHANGES: usize = 1_400;

#[test]
fn numbers_beyond_all_measure_are_refused() {
    let mut couples = prove("cram 3x4", Convention::Normal, Goal::Moves, true);
    let ProofBody::Couples(list) = &mut couples.body else { panic!("couples under normal play") };
    for (place, huge) in [u64::MAX, 1 << 32, 1 << 16].into_iter().enumerate() {
        list[place].1 = huge;
    }
    let couples = ProofFile::read(&couples.bytes()).unwrap();
    let told = minimise(&couples, &Run::unlimited()).unwrap_err().to_string();
    assert!(told.contains("too few options for *18446744073709551615"), "{told}");
    let mut sums = prove("2d-nim 2x3", Convention::Misere, Goal::Moves, true);
    let ProofBody::Sums { sums: list, .. } = &mut sums.body else { panic!("sums under misère play") };
    let last = list.last_mut().unwrap();
    *last = [90].into();
    let told = ProofFile::read(&sums.bytes()).unwrap_err().to_string();
    assert!(told.contains("a sum names part 90 of 2"), "{told}");
}

/// A name stands for the same rules where these have the same lines, but for comments and what only people read.
#[test]
fn rules_are_compared_and_not_what_is_told_beside_them() {
    let workbench = |rules: &str| {
        let shelf = Shelf::builtin().with_file(grundy::RulesFile::read(rules).unwrap()).unwrap();
        grundy::Workbench::new(std::sync::Arc::new(shelf))
    };
    let read = |rules: &str| {
        Position::parse_on(&workbench(rules), "duel ..", Default::default(), &Run::unlimited()).unwrap()
    };
    let rules = "game duel\ngrid\ncells . empty X black O white\nmove . -> X\nmove .. -> OO\n";
    let proof = read(rules).prove(&ProofRequest::default()).unwrap().file;
    let alike = [
        rules.to_owned(),
        rules.replace("grid", "title A duel\ngrid -- a board"),
        rules.replace("move . -> X", "  move  .  -> X -- a stone\n\n"),
    ];
    for text in alike {
        assert_eq!(read(&text).other_game_than_in(&proof.games), None, "{text}");
    }
    let others = [
        rules.replace("OO", "XO"),
        rules.replace("grid", "strip"),
        // The symbols are exchanged: a label would be another move.
        rules.replace("-> X", "-> x").replace("OO", "XX").replace("-> x", "-> O"),
        "game duel\nheap n\nmove n -> (n-k) for k in 1..n\n".to_owned(),
    ];
    for text in &others[..3] {
        assert_eq!(read(text).other_game_than_in(&proof.games).as_deref(), Some("duel"), "{text}");
    }
    let heap = Position::parse_on(&workbench(&others[3]), "duel 2", Default::default(), &Run::unlimited());
    // Proofs write it by its code.
    assert_eq!(heap.unwrap().other_game_than_in(&proof.games).as_deref(), Some("0.[3]"));
}

#[test]
fn a_strip_that_its_length_tells_is_proved() {
    let rules = "game row\nstrip\nmove .. -> ##\n";
    let shelf = (**Shelf::builtin()).clone().with_file(grundy::own::RulesFile::read(rules).unwrap()).unwrap();
    let workbench = grundy::Workbench::new(std::sync::Arc::new(shelf));
    for text in ["treblecross len=9", "row len=9", "row len=7 + treblecross len=5"] {
        let position = Position::parse_on(&workbench, text, Default::default(), &Run::unlimited()).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let request = ProofRequest { convention: Some(convention), ..ProofRequest::default() };
            let file = position.prove(&request).unwrap_or_else(|told| panic!("{text}: {told}")).file;
            check(&file).unwrap();
            let answer = position.solve(&Request { convention: Some(convention), ..Request::default() });
            assert_eq!(Some(file.claims[0].outcome), answer.outcome, "{text}");
        }
    }
}

#[test]
fn every_byte_of_a_file_matters() {
    let file = prove("cram 3x4", Convention::Normal, Goal::Moves, true);
    let bytes = file.bytes();
    for place in 0..bytes.len() {
        for bit in [1, 0x80] {
            let mut damaged = bytes.clone();
            damaged[place] ^= bit;
            assert!(ProofFile::read(&damaged).is_err(), "byte {place}");
        }
        assert!(ProofFile::read(&bytes[..place]).is_err(), "cut at {place}");
    }
    assert!(ProofFile::read(&[&bytes[..], &[0]].concat()).is_err());
}

/// Rules under which a stone goes back and forth: P-positions that stand on each other.
#[test]
fn a_proof_in_a_circle_is_refused() {
    use grundy::check::proof::{ProofClaim, ProofGame};
    let rules = "game shuttle\nstrip\nmove o. -> .o\n".to_owned();
    let game = ProofGame { heading: "shuttle".to_owned(), rules: Some(rules) };
    let claim = ProofClaim {
        position: "shuttle o..".to_owned(),
        outcome: Outcome::P,
        nimber: Some(0),
        winning: None,
    };
    let mut file = ProofFile {
        convention: Convention::Normal,
        games: vec![game],
        claims: vec![claim],
        lemmas: Vec::new(),
        body: ProofBody::Couples(Vec::new()),
    };
    let rules = file.rules().unwrap();
    let part = rules.parts(&rules.position("shuttle o..").unwrap()).unwrap().remove(0);
    file.body = ProofBody::Couples(vec![(part, 0)]);
    let told = check(&ProofFile::read(&file.bytes()).unwrap()).unwrap_err().to_string();
    assert!(told.contains("stands on it"), "{told}");
}

/// Where a move can decide the whole game at once, no other term matters to it.
#[test]
fn moves_that_win_at_once_are_proved_in_sums_too() {
    for text in
        ["treblecross X.X.. + nim 2", "treblecross XXX + nim 1", "text-treblecross .X.X.... + cram 2x3"]
    {
        for convention in [Convention::Normal, Convention::Misere] {
            for goal in [Goal::Moves, Goal::Outcome] {
                let file = is_proved(text, convention, goal, true);
                assert_eq!(file.claims[0].nimber, None, "{text}");
            }
        }
    }
    // A nimber of what has none is refused.
    let mut forged = prove("treblecross X.X..", Convention::Normal, Goal::Moves, true);
    forged.claims[0].nimber = Some(1);
    assert!(check(&forged).unwrap_err().to_string().contains("no nimber"));
    // The winning move of a strip is one that completes the three.
    let mut forged = prove("treblecross X.X..", Convention::Normal, Goal::Moves, true);
    assert_eq!(forged.claims[0].winning.as_deref(), Some(&["2".to_owned()][..]));
    forged.claims[0].winning = Some(vec!["4".to_owned()]);
    assert!(check(&forged).is_err());
}

/// A proof whose values are those of a lemma has no couples, whatever the size.
#[test]
fn a_lemma_stands_for_all_that_a_theorem_tells() {
    let path = (0..500).map(|number| format!("{number}-{}", number + 1)).collect::<Vec<_>>().join(" ");
    let nest = format!("{}{}", "(".repeat(120), ")".repeat(120));
    for (text, lemma) in
        [(format!("hackenbush {path}"), "fusion"), (format!("bubbly {nest}"), "bubble-levels")]
    {
        let file = prove(&text, Convention::Normal, Goal::Moves, true);
        assert!(file.body.is_empty());
        assert_eq!(check_proof(&file, &Run::unlimited()).unwrap().lemmas, [lemma]);
        let mut forged = file.clone();
        forged.lemmas.clear();
        assert!(check(&forged).is_err(), "without the lemma nothing is shown");
    }
    // Small ones are shown without it.
    for text in
        ["hackenbush 0-1 1-2 2-3 3-1 2-4", "bubbly (I(T(C))(F))(H)", "bubbly (A(B)) + hackenbush 0-1 0-0"]
    {
        let file = is_proved(text, Convention::Normal, Goal::Moves, false);
        assert!(!file.body.is_empty() && check_proof(&file, &Run::unlimited()).unwrap().lemmas.is_empty());
    }
}

/// What a store holds of a proof is what the proof shows of it.
#[test]
fn values_of_a_store_are_those_that_a_proof_shows() {
    use grundy::store::Value;
    let position = read("cram 4x5 + cram 3x3");
    let file = prove("cram 4x5 + cram 3x3", Convention::Normal, Goal::Nimber, true);
    let shown = position.shown_by(&file).unwrap();
    assert!(shown.contains(&("cram 4x5".to_owned(), Value::Nimber(2))), "{shown:?}");
    for (text, value) in &shown {
        let Value::Nimber(nimber) = value else { panic!("{text}") };
        assert_eq!(read(text).solve(&Request::default()).nimber, Some(Nimber(*nimber)), "{text}");
    }
    let file = prove("2d-nim 3x3", Convention::Misere, Goal::Moves, true);
    let shown = read("2d-nim 3x3").shown_by(&file).unwrap();
    assert!(!shown.is_empty());
    for (text, value) in &shown {
        assert_eq!(*value, Value::Misere { next_wins: false });
        assert_eq!(read(text).solve(&Request::default()).outcome, Some(Outcome::P), "{text}");
    }
}

/// Where there is no memory to look for a shorter proof, a longer one is given.
#[test]
fn a_proof_within_little_memory_is_whole() {
    let position: Position = "cram 4x6".parse().unwrap();
    let mut lengths = Vec::new();
    for memory in [3_000_000, 6_000_000, 12_000_000, 400_000_000] {
        let run = Run::new(Limits { memory: Some(memory), ..Limits::default() });
        let Ok(proved) = position.prove(&ProofRequest { goal: Goal::Nimber, run, ..ProofRequest::default() })
        else {
            continue;
        };
        check(&proved.file).unwrap();
        lengths.push(proved.file.body.len());
    }
    assert!(lengths.len() > 1 && lengths.first() > lengths.last(), "{lengths:?}");
}

#[test]
fn proofs_are_as_short_as_they_were_measured() {
    for (text, convention, goal, most) in [
        ("cram 4x5", Convention::Normal, Goal::Nimber, 85),
        ("cram 5x5", Convention::Normal, Goal::Nimber, 120),
        ("boxing-match 5x5", Convention::Normal, Goal::Nimber, 60),
        ("2d-nim 4x4", Convention::Misere, Goal::Outcome, 75),
        ("2d-nim max=any 4x4", Convention::Misere, Goal::Outcome, 70),
    ] {
        let file = prove(text, convention, goal, true);
        check(&file).unwrap();
        assert!(file.body.len() <= most, "{text}: {}", file.body.len());
        let each = (file.bytes().len() - 200) / file.body.len();
        assert!(convention == Convention::Misere || each <= 4, "{text}: {each} bytes a couple");
    }
}
