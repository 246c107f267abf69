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
