//! Nim, mex, sums.

use super::exercise::Exercise;
use super::live::Boards;
use maud::{Markup, html};

pub fn nim(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "Some heaps of counters lie on the table. A move takes any number of counters from one heap. \
             Whoever takes the last counter wins. That is all of Nim."
        }
        p {
            "Two equal heaps are easy for the one who moves second: whatever the other takes from one heap, \
             take the same from the other. The copycat is never without an answer, so the copycat wins."
        }
        p {
            "A position that is lost for the player to move is called a "
            em { "P-position" } ", for the previous player wins: the one who has just moved. Any other is an "
            em { "N-position" } ": the next player wins. Behind the question who wins, above a board to be tried, stands \
             which of the two it is, and a number with a star. *3 means: worth as much as a heap of 3 in Nim. The P-positions are those worth *0, like \
             an empty table; the chapter on the least that is missing tells why."
        }
        (boards.live("nim 4 4", "Take something, then be the copycat."))
        (boards.ask(&Exercise::winning_move(
            "nim 4 7",
            "Here you move first. Click the counters that you take, so that you are the copycat from then on.",
        )))
        p {
            "With three heaps there is no other heap to copy. But a heap can be thought of as several smaller \
             ones: 5 is 4 and 1, 6 is 4 and 2, 3 is 2 and 1. Cut every heap into the powers of two that its \
             binary digits name. In 3, 5 and 6 each power of two comes up twice: everything is paired, and \
             the player to move must break a pair."
        }
        (boards.live("nim 3 5 6", "Fours: two. Twos: two. Ones: two. Whoever moves loses."))
        (boards.ask(&Exercise::winner("nim 1 6 7", "Cut 1, 6 and 7 into powers of two. Who wins?")))
        p {
            "So write the sizes in binary, one below the other, and mark the columns with an odd number of ones: \
             3, 5 and 6 have none, 3, 5 and 7 have one."
        }
        div.pair { (boards.working("nim 3 5 6", 1)) (boards.working("nim 3 5 7", 1)) }
        p {
            "No column: the player to move loses. Some column: a move makes all columns even. Look at the \
             leftmost odd column, choose a heap that has a one there, and flip its digits in all the odd \
             columns. The digit on the left goes from one to nothing, so the heap becomes smaller: it is a \
             move. And from an even table every move makes some column odd, since it changes one row only. That \
             is the whole proof; Charles Bouton gave it in 1901."
        }
        (boards.ask(&Exercise::winning_move("nim 3 4 5", "One move makes all the columns even. Make it.")))
        p {
            "Adding up binary digits without carrying is called the " em { "nim-sum" } ", written ⊕. Here is the \
             table of the film "
            em { "Last Year at Marienbad" } ": 1 ⊕ 3 ⊕ 5 ⊕ 7 = 0."
        }
        (boards.live("nim 1 3 5 7", "Point at a counter: what would the move leave?"))
        (boards.ask(&Exercise::nimber(
            "nim 5 6",
            "Two heaps, 5 and 6, are together worth as much as one heap. Of how many? Add 5 and 6 in binary, \
             without carrying.",
        )))
    }
}

pub fn mex(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "Take a single heap of Nim with 3 counters. From it one can reach heaps of 0, 1 and 2: everything \
             smaller, and nothing else. Now suppose that a position of some other game had moves to \
             positions that behave like heaps of 0, 1, 2, and perhaps 7. Does it behave like a heap of 3?"
        }
        p {
            "It does. The moves to 0, 1 and 2 are those of the heap. The move to 7 is new, but useless: the \
             opponent can at once go from 7 back to 3. So the position is worth the least number that "
            em { "none" } " of its options is worth. That number is the "
            em { "minimum excluded value" } ", the mex, and the position is said to have that nimber."
        }
        ul {
            li { "mex {0, 1, 2, 7} = 3" }
            li { "mex {1, 2} = 0" }
            li { "mex {} = 0: no option, so even 0 is missing" }
        }
        p {
            "A position worth 0 is lost for the player to move: no option is worth 0, and from every option \
             there is a way back to 0. Any other position is won, by moving to an option worth 0."
        }
        p {
            "A row of skittles: knock down one pin, or two that stand side by side. A row of three has options \
             2, 1 and two single pins apart. Their nimbers are 2, 1 and 1 ⊕ 1 = 0. So a row of three is worth 3."
        }
        (boards.live("kayles 3", "Point at the pins: each move tells what it leaves."))
        (boards.ask(&Exercise::nimber(
            "kayles 4",
            "Rows of one, two and three pins are worth 1, 2 and 3. What is a row of four worth?",
        )))
        p {
            "Worked out for every position from the small ones up, this finds the winner of any impartial game. \
             Roland Sprague and Patrick Grundy discovered it, each for himself, in 1935 and 1939. What is left \
             to do in a new game is to be quicker than that."
        }
        (boards.ask(&Exercise::winning_move(
            "kayles 7",
            "A row of seven. Leave a position worth 0. The middle is not the only good place.",
        )))
    }
}

pub fn sums(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "Put two games on one table. A move is a move in one of them; who cannot move in either loses. The \
             nimber of the whole is the nim-sum of the nimbers, whatever the games are: each may be replaced by \
             its heap, and then it is Nim."
        }
        (boards.live("bubbly (E(G)) + nim 4", "A nest worth 2 beside a heap of 4: 2 ⊕ 4 = 6."))
        p {
            "To find a winning move, ask of each part: what would it have to be worth so that the whole is 0? \
             That is the nim-sum of the others. If the part has a move to that value, the move wins. Above, \
             the heap would have to become 2, which it can; the nest would have to become 4, which it cannot."
        }
        p {
            "That is why parts matter so much. Twenty small games side by side have more positions than \
             can be counted, and yet twenty nimbers decide it. Whenever a position falls into pieces that have \
             nothing to do with each other any more, it has become a sum."
        }
        (boards.ask(&Exercise::nimber(
            "kayles 3 + nim 5",
            "A row of three pins is worth 3. What is it worth beside a heap of 5?",
        )))
        (boards.ask(&Exercise::winning_move(
            "kayles 5 4 + nim 2",
            "Rows of five and of four pins are worth 4 and 1. Make the sum worth 0.",
        )))
    }
}
