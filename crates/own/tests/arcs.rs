//! Games as lists of arcs: every form of file, random graphs against the definition, and cycles.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    Definition, Diagnostic, Knowledge, Limits, Listing, Notation, Parameters, Playable, Reader, Ruleset, Run,
    laws,
};
use grundy_own::{ArcsFile, ArcsGame, LocalFile, RulesFile};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn read(&self, arcs: &[u8]) -> Result<ArcsFile, Diagnostic> {
        self.read_within(arcs, &Run::unlimited())
    }

    fn read_within(&self, arcs: &[u8], run: &Run) -> Result<ArcsFile, Diagnostic> {
        std::fs::write(self.0.join("arcs"), arcs).unwrap();
        ArcsFile::read("game a\narcs arcs\n", &self.0, run)
    }

    fn game(&self, arcs: &[u8]) -> ArcsGame {
        let file = self.read(arcs).unwrap_or_else(|error| panic!("{error}"));
        file.rules(&Parameters::default()).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn nimber(game: &ArcsGame, node: &str) -> u64 {
    game.theorem(&game.parse(&mut Reader::new(node)).unwrap()).unwrap().0
}

#[test]
fn every_form_of_file_is_read() {
    let folder = Folder::new("forms");
    let binary: Vec<u8> =
        [1_u32, 2, 1, 3, 2, 3, 1, 3].iter().flat_map(|number| number.to_le_bytes()).collect();
    for arcs in [
        "1 2\n1 3\n2 3\n".as_bytes(),
        b"# a comment\n1\t2 # more\r\n1,3\n\n2 3",
        b"c a graph\np edge 3 3\na 1 2 7\na 1 3 1\na 2 3 5\n",
        b"p edge 3 3\ne 1 2\ne 1 3\ne 2 3\n",
        b"digraph mine {\n  1 -> 2 -> 3; 1 -> 3 [color=red]\n}\n",
        &binary,
    ] {
        let game = folder.game(arcs);
        assert_eq!(
            ["1", "2", "3"].map(|node| nimber(&game, node)),
            [2, 1, 0],
            "{}",
            String::from_utf8_lossy(arcs)
        );
    }
    let named = folder.game(b"top left\ntop right\n\"left right\n3 top");
    assert_eq!(nimber(&named, "top"), 1);
    assert_eq!(nimber(&named, "3"), 0);
}

#[test]
fn arcs_of_one_signature_have_the_same_nodes_by_the_same_names() {
    let folder = Folder::new("signatures");
    let signature = |arcs: &str| {
        let mut all = String::new();
        Playable::signature(&folder.game(arcs.as_bytes()), "", &mut |piece| {
            all += piece;
            all.push('\0');
        });
        all
    };
    for (one, other) in [
        ("a b\na c\nb c\n", "# a comment\na b\na c\nb c\n"),
        ("a b\na c\nb c\n", "digraph g {\n  a -> b; a -> c; b -> c\n}\n"),
        ("0 1\n0 2\n1 2\n", "0,1\n0,2\n1,2\n"),
    ] {
        assert_eq!(signature(one), signature(other), "{one}");
    }
    for (one, other) in [
        // Names in each other's place: `b` has another nimber in each.
        ("a b\na c\nb c\n", "a c\na b\nc b\n"),
        ("a b\na c\nb c\n", "a b\na c\nb d\n"),
        ("a b\n", "x y\n"),
        ("0 1\n0 2\n", "0 1\n1 2\n"),
        // All are names here.
        ("0 1\n", "0 1\n0 a\n"),
        ("a b\nc d\n", "a b\nc b\n"),
    ] {
        assert_ne!(signature(one), signature(other), "{one}");
    }
}

#[test]
fn a_cycle_is_told_with_its_nodes_and_mistakes_with_their_lines() {
    let folder = Folder::new("cycles");
    let told = |arcs: &str| folder.read(arcs.as_bytes()).unwrap_err().message;
    assert_eq!(told("1 2\n2 3\n3 4\n4 2\n"), "this game may go on for ever: 2 -> 3 -> 4 -> 2");
    assert_eq!(told("a a\n"), "this game may go on for ever: a -> a");
    assert!(told("1 2\n3\n").ends_with("line 2: the second node of the arc is missing"));
    assert!(told("1 2\n1 2 3\n").ends_with("line 2: an arc is two nodes, `from to`"));
    assert!(told("1 99999999999\n").contains("line 1: `99999999999` is no node"));
    let read = |text: &str| LocalFile::read(text, &folder.0, &Run::unlimited()).unwrap_err();
    assert!(read("game a\narcs gone\n").message.contains("cannot be read"));
    assert_eq!(read("game a\narcs\n").message, "nothing stands behind `arcs`");
    assert_eq!(read("game a\n").help.map(|help| help.contains("strip")), Some(true));
    assert_eq!(
        RulesFile::read("game a\narcs arcs\n").unwrap_err().message,
        "`arcs` is for rules files of your own machine"
    );
}

#[test]
fn arcs_take_no_more_memory_than_they_may() {
    let folder = Folder::new("memory");
    let read = |arcs: &str, most: u64| {
        let run = Run::new(Limits { memory: Some(most), ..Limits::default() });
        folder.read_within(arcs.as_bytes(), &run).map(|_| ()).map_err(|error| error.message)
    };
    let stopped = |told: Result<(), String>| told.unwrap_err().contains("stopped by the limit of memory");
    // A large number of a node, many arcs, and long names.
    assert!(stopped(read("0 268435456\n", 1 << 20)));
    assert!(stopped(read(&"1 0\n".repeat(300_000), 1 << 20)));
    assert!(stopped(read(&format!("a {}\n", "b".repeat(1 << 20)), 1 << 20)));
    // What is read as numbers first and then as names holds memory once.
    assert_eq!(read("0 100000\nb c\n", 1 << 20), Ok(()));
    assert_eq!(read("0 1\n0 2\n1 2\n", 1 << 20), Ok(()));
}

/// A graph as its definition has it: moves and nothing else.
struct Arcs<'a>(&'a [Vec<u32>]);

impl Ruleset for Arcs<'_> {
    type Position = u32;
    type Move = u32;

    fn moves<B>(&self, at: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0[*at as usize].iter().copied().try_for_each(visit)
    }

    fn play(&self, _: &u32, to: &u32) -> u32 {
        *to
    }

    fn moves_left(&self, at: &u32) -> u128 {
        u128::from(*at)
    }
}

#[test]
fn random_graphs_have_the_nimbers_of_the_definition() {
    let folder = Folder::new("random");
    for seed in 0..300 {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let count = dice.random_range(2..40_u32);
        let mut arcs = vec![Vec::new(); count as usize];
        for _ in 0..dice.random_range(1..120) {
            let (one, other) = (dice.random_range(0..count), dice.random_range(0..count));
            if one != other {
                arcs[one.max(other) as usize].push(one.min(other));
            }
        }
        let pairs =
            arcs.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |to| format!("{from} {to}\n")));
        let text: String = pairs.collect();
        if text.is_empty() {
            continue;
        }
        let game = folder.game(text.as_bytes());
        let plain = Arcs(&arcs);
        let mut definition = Definition::new(&plain);
        for node in 0..count {
            let Ok(at) = game.parse(&mut Reader::new(&node.to_string())) else { continue };
            let wanted = definition.nimber(&node, &Run::unlimited()).unwrap();
            assert_eq!(game.theorem(&at), wanted, "node {node} of\n{text}");
            laws::check(&game, &at).unwrap_or_else(|broken| panic!("{broken}\n{text}"));
        }
    }
}
