//! Periods, and misère play.

use super::exercise::Exercise;
use super::live::Boards;
use crate::address::Address;
use maud::{Markup, html};

pub fn dawson(boards: &mut Boards<'_>) -> Markup {
    let sequence = |code: &str, terms: u64| Address::of("/sequences").with("code", code).with("terms", terms);
    html! {
        p {
            "A row of pins, close together. A throw knocks down exactly two neighbours. What is left on \
             either side goes on as a row of its own, and single pins are safe for ever. Who cannot throw loses."
        }
        (boards.live("dawsons-kayles 9", "A throw in the middle leaves two rows: a sum."))
        p {
            "Let G(n) be the nimber of a row of n. A throw leaves rows of a and b with a + b = n - 2, so G(n) is \
             the mex of all G(a) ⊕ G(b). With pencil and paper: 0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, … \
             That goes on without any order that the eye can see, and then, from the 53rd on, the same 34 numbers \
             come again and again."
        }
        (boards.ask(&Exercise::nimber(
            "dawsons-kayles 4 6",
            "Two rows, of 4 and of 6 pins. Count in the list above from G(0) = 0 on. What are they worth together?",
        )))
        (boards.ask(&Exercise::winner(
            "dawsons-kayles 9",
            "A row of 9 has no middle, and so no throw leaves two equal rows. Who wins?",
        )))
        p {
            a href=(sequence("0.07", 300)) { "See the sequence" } ", with its period marked. How can finitely many \
             numbers prove something of all?"
        }
        p {
            "Suppose that the repeat has been seen long enough: for every n up to twice the sum of the preperiod \
             and the period, and a bit more. Take a longer row. Each of its options is a pair of rows, and the \
             larger one is at least half of it, which is beyond the preperiod and a period. Replace it by a row \
             that is one period shorter: it has the same nimber, and the pair is an option of the row that is \
             one period shorter. So both rows have options of the same values, and the same mex. Richard Guy and \
             Cedric Smith found this in 1956. For this game 176 numbers are enough."
        }
        p {
            "Not all games of this kind are so kind. A game named " code { "0.16" } " repeats only after 105 351 \
             numbers, with period 149 459. And of " a href=(sequence("0.007", 20_000)) { code { "0.007" } }
            ", which is noughts-and-crosses on a strip with crosses alone, nobody knows after billions of numbers \
             whether it ever does."
        }
        (boards.ask(&Exercise::winning_move(
            "dawsons-kayles 12",
            "A longer row. Where would you throw? Two equal rows together are worth 0.",
        )))
    }
}

pub fn misere(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "Let us turn the rule round: whoever makes the last move " em { "loses" } ". One would think that \
             everything has to be thought anew. For Nim it has not. Look at heaps that have one counter each. There \
             is nothing to choose; an odd number of them is lost now for the player to move, an even number won. \
             It is just the other way round."
        }
        (boards.misere("nim 1 1 1", "Three single counters. Whoever begins has to take the last one."))
        p {
            "As long as there is a heap of two or more, play as if the last move won. There will come the moment \
             when only one such heap is left, and it is your turn, if you are the one who wins: with two or more \
             large heaps left over, the nim-sum cannot tell you to do otherwise; with one, the nim-sum is not zero. \
             Then take that heap down to one or to nothing, whichever leaves an odd number of single counters."
        }
        (boards.ask(
            &Exercise::winning_move(
                "nim 1 1 2",
                "The last move loses. One large heap, two small ones: leave an odd number of ones.",
            )
            .misere(),
        ))
        (boards.ask(&Exercise::winner("nim 2 2", "The last move loses. Two heaps of 2: who wins?").misere()))
        p {
            "That trick needs a certain tameness. It works for Nim, and for every game that behaves like it, Bubbly \
             among them. In other games misère play is wild: two positions may have the same nimber and \
             behave differently beside a third. For those there is no arithmetic as simple as nimbers, and the \
             search has to look at the moves."
        }
        (boards.misere("nim 1 3 5 7", "The table of Marienbad was played so: the last to take a match loses."))
        (boards.ask(
            &Exercise::winning_move(
                "nim 1 3 5 6",
                "And if a match is gone from the longest row? The last move loses.",
            )
            .misere(),
        ))
    }
}
