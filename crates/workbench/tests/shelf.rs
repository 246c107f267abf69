//! What holds for every game of the shelf, of which nothing is known here but that it stands there.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy::{Parameters, Position, Shelf};

/// Numbers that look as if drawn at random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % bound
    }
}

/// Positions that random games from the example on its card come to, that one first.
fn positions(example: &str, dice: &mut Dice) -> Vec<Position> {
    let start: Position = example.parse().unwrap();
    let mut met = vec![start.clone()];
    for _ in 0..4 {
        let mut at = start.clone();
        while !at.is_over() {
            let moves = at.moves(200);
            at = at.play(&moves[dice.below(moves.len())]).unwrap();
            met.push(at.clone());
        }
    }
    met
}

#[test]
fn every_game_obeys_the_laws_in_positions_that_are_played_to() {
    let mut dice = Dice(7);
    for game in Shelf::builtin().games() {
        let card = game.card();
        let mut held = 0;
        for position in positions(&card.example_term(), &mut dice) {
            // Parameters stand before the notation, on the card's example too.
            let text = position.terms()[0].text();
            let words = text.split(' ').take_while(|word| word.contains('=')).map(str::to_owned);
            let mut parameters = Parameters::default();
            let mut notation = text.as_str();
            for word in words {
                let (key, value) = word.split_once('=').unwrap();
                parameters.insert(key, value, 0..0);
                notation = notation[word.len()..].trim_start();
            }
            game.check_laws(&parameters, notation).unwrap_or_else(|broken| panic!("{}: {broken}", card.id));
            held += 1;
        }
        assert!(held > 4, "{}: only {held} positions", card.id);
    }
}

#[test]
fn names_and_aliases_lead_to_one_game_each() {
    let shelf = Shelf::builtin();
    for card in shelf.cards() {
        for name in card.names() {
            assert_eq!(shelf.find(name).unwrap().card().id, card.id);
            assert_eq!(shelf.cards().filter(|other| other.is_called(name)).count(), 1, "{name}");
        }
    }
}

#[test]
fn every_position_with_a_name_is_read_by_it_and_told_where_it_stands() {
    let mut met = 0;
    for card in Shelf::builtin().cards() {
        for position in &card.positions {
            let name = format!("{}@{}", card.id, position.name);
            let named: Position = name.parse().unwrap_or_else(|error| panic!("{name}: {error:?}"));
            let written: Position = card.term_of(position).parse().unwrap();
            assert_eq!(named, written, "{name}");
            let convention = position.convention.unwrap_or(card.convention);
            assert_eq!(named.usual_convention(), convention, "{name}");
            let [note] = named.notes() else { panic!("{name} has notes {:?}", named.notes()) };
            assert_eq!(note.span, 0..name.len());
            assert!(note.help.as_ref().unwrap().contains(&*position.source), "{name}");
            assert!(position.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
            assert_eq!(
                card.positions.iter().filter(|other| other.name == position.name).count(),
                1,
                "{name}"
            );
            met += 1;
        }
    }
    assert!(met > 40, "{met}");
}

#[test]
fn positions_with_names_stand_in_sums_and_under_aliases_and_bring_their_convention() {
    let read = |text: &str| text.parse::<Position>().unwrap();
    assert_eq!(read("NIM@Marienbad").usual_convention(), grundy::Convention::Misere);
    assert_eq!(read("nim@marienbad-standard").usual_convention(), grundy::Convention::Normal);
    assert_eq!(read("hackendot@hunt-2 + *7").to_string(), format!("{} + *7", read("bubbly@hunt-2")));
    let note = &read("*2 + 2d-nim@article-3").notes()[0].clone();
    assert_eq!(
        (note.message.as_str(), note.span.clone()),
        ("`2d-nim@article-3` is `2d-nim 0000/0000/0010/0000`", 5..21)
    );
    assert!(read("bubbly@hunt-1").notes()[0].help.as_ref().unwrap().contains("37th character"));
    assert_eq!(read("tactix@article-1").to_string(), "2d-nim max=any 4x4");
}

#[test]
fn a_name_that_no_position_has_is_refused_with_the_nearest() {
    for (text, place, help) in [
        ("bubbly@hunt-22", "@hunt-22", "`bubbly@hunt-2`"),
        ("*3 + nim@marienbat", "@marienbat", "`nim@marienbad`"),
        ("nim@", "@", "those of nim are marienbad, "),
        ("nim@what-is-this + *3", "@what-is-this", "those of nim are marienbad, "),
        ("chomp@hunt-2", "@hunt-2", "chomp has no positions with names"),
        ("nim@marienbad 3 5", "3 5", "`nim 1 3 5 7`"),
        ("nym@marienbad", "nym", "`nim`"),
        ("2d-nim@x/y\u{e9}\u{0}", "@x/y\u{e9}\u{0}", "those of 2d-nim"),
    ] {
        let error = text.parse::<Position>().unwrap_err();
        assert_eq!(&text[error.span.clone()], place, "{text}: {error:?}");
        assert!(error.help.as_ref().unwrap().contains(help), "{text}: {error:?}");
    }
}
