//! Puzzles as pictures: the word is read from the drawing alone.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::picture::{Layer, Picture};
use grundy::{Brief, Marks, Position, Request, Run, Series, Shelf};

/// An element of a picture: its attributes and its text.
struct Element<'s> {
    tag: &'s str,
    text: &'s str,
}

impl<'s> Element<'s> {
    fn attribute(&self, name: &str) -> &'s str {
        let (_, rest) = self.tag.split_once(&format!(" {name}=\"")).unwrap_or(("", "\""));
        rest.split('"').next().unwrap()
    }

    fn number(&self, name: &str) -> f64 {
        self.attribute(name).parse().unwrap()
    }
}

fn elements<'s>(svg: &'s str, name: &str) -> Vec<Element<'s>> {
    let opening = format!("<{name} ");
    svg.split(&opening)
        .skip(1)
        .map(|rest| {
            let (tag, after) = rest.split_once('>').unwrap();
            Element {
                tag: &svg[offset(svg, tag) - 1..offset(svg, tag) + tag.len()],
                text: after.split('<').next().unwrap(),
            }
        })
        .collect()
}

fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// The letters of the bubbles that are marked as winning, each with its place: a letter belongs to the smallest
/// circle around it.
fn winning_letters(svg: &str) -> Vec<(f64, f64, String)> {
    let body = &svg[svg.find("</style>").unwrap_or(0)..];
    let circles = elements(body, "circle");
    let holds = |circle: &Element<'_>, x: f64, y: f64| {
        (circle.number("cx") - x).hypot(circle.number("cy") - y) <= circle.number("r")
    };
    let mut letters = Vec::new();
    for text in elements(body, "text") {
        let (x, y) = (text.number("x"), text.number("y") - 0.35 * text.number("font-size"));
        let around = circles.iter().filter(|circle| holds(circle, x, y));
        let own = around.min_by(|one, other| one.number("r").total_cmp(&other.number("r")));
        if own.is_some_and(|own| own.attribute("class").split(' ').any(|class| class == "winning")) {
            letters.push((x, y, text.text.to_owned()));
        }
    }
    letters
}

fn drawn(position: &Position) -> String {
    let winning = position.solve(&Request { named_moves: 1000, ..Request::default() }).winning;
    position.draw(&Marks { winning, making: None }).unwrap().svg()
}

/// Seed 001, line 10: "If you read the letters assigned to each bubble from left to right, top to bottom, they
/// spell" the answer.
#[test]
fn two_hundred_puzzles_of_8_to_30_bubbles_spell_their_word_in_the_picture() {
    let words = ["RUST", "NIM", "PLANET", "MEX", "EI", "CSH", "BOOK", "A"];
    let shelf = Shelf::builtin();
    let bubbly = shelf.find("bubbly").unwrap();
    for index in 0..200 {
        let size = 8 + index % 23;
        let word = words[index % if size < 14 { 2 } else { words.len() }];
        let brief = Brief { word: word.into(), size: Some(size), seed: index as u64, text: None };
        let puzzle = Position::of(bubbly.compose(&brief, &Run::unlimited()).unwrap().unwrap());
        // What is printed is what is drawn.
        let printed: Position = puzzle.to_string().parse().unwrap();
        let mut letters = winning_letters(&drawn(&printed));
        let read = |letters: &[(f64, f64, String)]| {
            letters.iter().map(|(.., text)| text.as_str()).collect::<String>()
        };
        letters.sort_by(|one, other| one.0.total_cmp(&other.0));
        assert_eq!(read(&letters), word, "from left to right: {puzzle}");
        letters.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.total_cmp(&other.0)));
        assert_eq!(read(&letters), word, "line by line: {puzzle}");
        let apart = letters.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::INFINITY, f64::min);
        assert!(apart > 20.0, "letters stand apart: {puzzle}");
    }
}

/// Seed 001, lines 8 to 10: "In the final image, all winning first moves for all games are shown superimposed
/// together", and "they spell ANSWER RELIEF PITCHER".
#[test]
fn hunts_spell_their_text_when_they_are_superimposed() {
    let shelf = Shelf::builtin();
    let bubbly = shelf.find("bubbly").unwrap();
    for (text, count) in [("ANSWER RELIEF PITCHER", 7), ("MEX", 3), ("IN THE FINAL IMAGE", 4), ("GRUNDY", 2)]
    {
        for seed in 0..3 {
            let series = Series { text: text.into(), count, size: None, seed };
            let boards = bubbly.compose_series(&series, &Run::unlimited()).unwrap().unwrap();
            assert_eq!(boards.len(), count);
            let mut letters = Vec::new();
            let mut layers = Vec::new();
            let mut last = 0;
            for board in boards {
                let position: Position = Position::of(board).to_string().parse().unwrap();
                assert!(position.count_moves() >= last, "they grow");
                last = position.count_moves();
                letters.extend(winning_letters(&drawn(&position)));
                let winning = position.solve(&Request::default()).winning;
                let picture = position.draw(&Marks { winning, making: None }).unwrap();
                layers.push(Layer { picture, caption: String::new() });
            }
            letters.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.total_cmp(&other.0)));
            let read: String = letters.iter().map(|(.., text)| text.as_str()).collect();
            assert_eq!(read, text.replace(' ', ""), "seed {seed}");
            let lines: Vec<String> =
                Picture::over("", layers, true).read("wins").iter().map(|line| line.concat()).collect();
            assert_eq!(lines.join(" "), text);
        }
    }
}
