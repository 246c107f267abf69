//! The rules of proofs: what the boards of sets of cells fall apart into is what patterns tell, and files are refused
//! for what is wrong with them.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_check::proof::{
    ProofBody, ProofClaim, ProofFile, ProofGame, ProofGames, ProofPart, TWIN_LEAVES, check_proof, each_line,
    move_by_proof,
};
use grundy_core::{Convention, Outcome, Run};
use std::collections::BTreeMap;

/// A game of sets of cells, rules of the same game as patterns, and the signs of both: of what is taken, and of a gap.
const PATTERNS: [(&str, &str, [char; 2], [char; 2]); 4] = [
    ("cram", "game p-cram\ngrid\nmove .. -> #\n", ['.', '#'], ['.', '#']),
    ("2d-nim", "game p-nim\ngrid\nmove o{1..3} -> .\n", ['1', '0'], ['o', '.']),
    ("2d-nim max=2", "game p-nim-two\ngrid\nmove o{1..2} -> .\n", ['1', '0'], ['o', '.']),
    ("boxing-match", "game p-boxing\ngrid\nmove o{n x n} -> .\n", ['1', '0'], ['o', '.']),
];

fn game(heading: &str, rules: Option<&str>) -> ProofGame {
    ProofGame { heading: heading.to_owned(), rules: rules.map(str::to_owned) }
}

/// Boards of some sides, by a walk through all numbers.
fn boards(signs: [char; 2]) -> impl Iterator<Item = String> {
    let sides = [(1, 7), (2, 4), (3, 3), (3, 4)];
    sides.into_iter().flat_map(move |(rows, columns)| {
        (0..150_u64).map(move |number| {
            let bits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
            let sign = |cell: usize| signs[usize::from(bits >> (2 * cell) & 3 == 0)];
            let row =
                |row: usize| (0..columns).map(|column| sign(row * columns + column)).collect::<String>();
            (0..rows).map(row).collect::<Vec<_>>().join("/")
        })
    })
}

#[test]
fn sets_of_cells_and_patterns_fall_apart_into_the_same_parts() {
    for (heading, rules, signs, own_signs) in PATTERNS {
        let own = rules.lines().next().unwrap().strip_prefix("game ").unwrap();
        let longest = format!("{own} {}", [own_signs[0]; 7].iter().collect::<String>());
        let games = ProofGames::new(
            &[game(heading, None), game(own, Some(rules))],
            &[&longest],
            Convention::Normal,
            &[],
        )
        .unwrap();
        let parts = |text: String| games.parts(&games.position(&text).unwrap()).unwrap();
        // A part of patterns as one of sets: what is left out of it is as good as gone.
        let as_set = |part: &ProofPart| {
            let sign = |sign: char| signs[usize::from(sign != own_signs[0])];
            let text: String =
                games.notation(part).chars().map(|of| if of == '/' { of } else { sign(of) }).collect();
            let mut as_sets = parts(format!("{heading} {text}"));
            assert_eq!(as_sets.len(), 1, "{heading} {text}");
            as_sets.remove(0)
        };
        let sorted = |parts: &[ProofPart]| {
            let mut parts: Vec<ProofPart> = parts.iter().map(as_set).collect();
            parts.sort_unstable();
            parts
        };
        for board in boards(signs) {
            let of_sets = parts(format!("{heading} {board}"));
            let in_patterns: String = board
                .chars()
                .map(|of| if of == '/' { of } else { own_signs[usize::from(of == signs[1])] })
                .collect();
            let of_patterns = parts(format!("{own} {in_patterns}"));
            assert_eq!(of_sets, sorted(&of_patterns), "{heading} {board}");
            for part in &of_patterns {
                let mut options: Vec<Vec<ProofPart>> =
                    games.options(part).unwrap().iter().map(|option| sorted(option)).collect();
                options.sort_unstable();
                options.dedup();
                assert_eq!(
                    games.options(&as_set(part)).unwrap(),
                    options,
                    "{heading} {}",
                    games.notation(part)
                );
            }
        }
    }
}

/// The nimber by mex, of all that can be reached.
fn nimber(part: &ProofPart, games: &ProofGames, known: &mut BTreeMap<ProofPart, u64>) -> u64 {
    if let Some(&nimber) = known.get(part) {
        return nimber;
    }
    let options = games.options(part).unwrap();
    let reached: Vec<u64> = options
        .iter()
        .map(|option| option.iter().fold(0, |sum, part| sum ^ nimber(part, games, known)))
        .collect();
    let mex = (0..).find(|value| !reached.contains(value)).unwrap();
    known.insert(part.clone(), mex);
    mex
}

/// A whole proof by hand: every part that can be reached, with its nimber by mex.
fn full_proof(position: &str, heading: &str) -> ProofFile {
    let claim =
        |outcome, nimber| ProofClaim { position: position.to_owned(), outcome, nimber, winning: None };
    let mut file = ProofFile {
        convention: Convention::Normal,
        games: vec![game(heading, None)],
        claims: vec![claim(Outcome::P, Some(0))],
        lemmas: Vec::new(),
        body: ProofBody::Couples(Vec::new()),
    };
    let games = file.rules().unwrap();
    let mut known: BTreeMap<ProofPart, u64> = BTreeMap::new();
    let parts = games.parts(&games.position(position).unwrap()).unwrap();
    let total = parts.iter().fold(0, |sum, part| sum ^ nimber(part, &games, &mut known));
    file.claims = vec![claim(if total == 0 { Outcome::P } else { Outcome::N }, Some(total))];
    file.body = ProofBody::Couples(known.into_iter().collect());
    file
}

#[test]
fn twin_leaves_change_no_nimber() {
    let games =
        |lemmas: &[String]| ProofGames::new(&[game("cram", None)], &[], Convention::Normal, lemmas).unwrap();
    let (plain, without) = (games(&[]), games(&[TWIN_LEAVES.to_owned()]));
    let (mut of_plain, mut of_without) = (BTreeMap::new(), BTreeMap::new());
    let cells = |part: &ProofPart| plain.size(part);
    let mut dropped = 0;
    for board in boards(['.', '#']) {
        let at = plain.position(&format!("cram {board}")).unwrap();
        let (all, fewer) = (plain.parts(&at).unwrap(), without.parts(&at).unwrap());
        assert_eq!(all.len(), fewer.len(), "{board}");
        let total = all.iter().fold(0, |sum, part| sum ^ nimber(part, &plain, &mut of_plain));
        assert_eq!(
            fewer.iter().fold(0, |sum, part| sum ^ nimber(part, &without, &mut of_without)),
            total,
            "{board}"
        );
        dropped += all.iter().map(cells).sum::<u64>() - fewer.iter().map(cells).sum::<u64>();
    }
    assert!(dropped > 100 && of_without.len() < of_plain.len(), "{dropped} cells were dropped");
}

#[test]
fn all_parts_with_their_nimbers_are_a_proof_and_no_nimber_can_be_another() {
    for (position, heading) in [
        ("cram 3x4", "cram"),
        ("boxing-match 3x3", "boxing-match"),
        ("chomp 3x4", "chomp"),
        ("0.77 12", "0.77"),
    ] {
        let file = full_proof(position, heading);
        check_proof(&file, &Run::unlimited()).unwrap_or_else(|told| panic!("{position}: {told}"));
        assert_eq!(ProofFile::read(&file.bytes()).unwrap(), file);
        let ProofBody::Couples(couples) = &file.body else { panic!("couples") };
        for place in 0..couples.len() {
            for change in [1, 2] {
                let mut forged = couples.clone();
                forged[place].1 ^= change;
                let forged = ProofFile { body: ProofBody::Couples(forged), ..file.clone() };
                assert!(check_proof(&forged, &Run::unlimited()).is_err(), "{position}: couple {place}");
            }
        }
    }
}

#[test]
fn one_plays_by_a_proof() {
    let file = full_proof("cram 2x3", "cram");
    let shown = move_by_proof(&file, "cram 2x3", &Run::unlimited()).unwrap().unwrap();
    assert_eq!(shown.reaches, ["cram ../.. = *0"]);
    assert_eq!(move_by_proof(&file, "cram ../..", &Run::unlimited()).unwrap(), None);
    assert!(move_by_proof(&file, "nim 3", &Run::unlimited()).is_err());
}

#[test]
fn members_are_listed_as_lines() {
    let mut lines = Vec::new();
    let told: Result<(), grundy_check::proof::ProofRefusal> =
        each_line(&full_proof("cram 2x2", "cram"), |line| {
            lines.push(line.to_owned());
            Ok(())
        });
    told.unwrap();
    assert_eq!(lines, ["cram .. = *1", "cram ../.. = *0"]);
}

#[test]
fn a_head_is_refused_for_what_is_wrong_with_it() {
    let good = full_proof("cram 2x2", "cram").bytes();
    let end = good.windows(5).position(|window| window == b"head ").unwrap();
    let head = std::str::from_utf8(&good[..end]).unwrap();
    for (from, to) in [
        ("grundy proof 1", "grundy proof 2"),
        ("normal", "reversed"),
        ("game cram", "game kram"),
        ("game cram", "game cram\nrules game"),
        ("outcome P", "outcome Q"),
        ("nimber 0", "nimber none"),
        ("couples 2", "couples 3"),
        ("lemmas none", "lemmas "),
    ] {
        let mut forged = head.replace(from, to).into_bytes();
        assert_ne!(forged, head.as_bytes());
        let sum = crc32(&forged);
        forged.extend(format!("head {sum:08x}\n").bytes());
        forged.extend(&good[end + 14..]);
        assert!(ProofFile::read(&forged).is_err(), "{from} as {to}");
    }
}

/// CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let byte = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    };
    !bytes.iter().fold(!0, byte)
}
