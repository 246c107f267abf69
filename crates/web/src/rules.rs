//! The rules of games in two sentences, with two moves shown.

use crate::address::Address;
use crate::layout;
use grundy::{Card, Convention, Position};
use maud::{Markup, html};

/// So many games of a sum have their rules told.
const MOST: usize = 4;

/// The two sentences: what a move is, and how the game ends.
pub fn sentences(card: &Card, convention: Convention) -> (String, &'static str) {
    let (first, rest) = card.summary.split_at(card.summary.chars().next().map_or(0, char::len_utf8));
    let end = match convention {
        Convention::Normal => "Whoever makes the last move wins.",
        Convention::Misere => "Whoever makes the last move loses.",
    };
    (format!("You take turns: {}{rest}.", first.to_lowercase()), end)
}

/// The rules of the games of a position, each with its moves shown.
pub fn panel(position: &Position, convention: Convention, is_open: bool) -> Markup {
    let mut cards: Vec<&Card> = Vec::new();
    for board in position.terms() {
        if cards.iter().all(|card| card.id != board.card().id) {
            cards.push(board.card());
        }
    }
    html! {
        @if !cards.is_empty() {
            details.rules open[is_open] {
                summary { h2 { "How it is played" } }
                @if position.terms().len() > 1 { p { "In a sum, a move is a move in one of its games." } }
                @for card in cards.iter().take(MOST) {
                    @let (first, end) = sentences(card, convention);
                    p { strong { (card.title) ". " } (first) " " (end) }
                    img.demo src=(demo(card)) alt={ "Two moves of " (card.title) ", shown" } loading="lazy" decoding="async";
                }
                @if cards.len() > MOST { p.small { "And " (cards.len() - MOST) " more games." } }
            }
        }
    }
}

/// The address of the moving picture of a game.
pub fn demo(card: &Card) -> Address {
    Address::of("/demo.svg").with("position", card.example_term())
}

/// The rules as one line, for a card.
pub fn line(card: &Card) -> String {
    layout::shortened(&layout::sentence(&card.summary), 300)
}
