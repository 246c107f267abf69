//! Bubbly and Hackenbush.

use super::exercise::Exercise;
use super::live::Boards;
use maud::{Markup, html};

pub fn bubbly(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "Bubbles float within bubbles. A move pops one, and with it every bubble around it; what was beside \
             it or inside it stays. Who pops the last one wins. The puzzle was made for the MIT Mystery Hunt \
             of 2019."
        }
        (boards.live("bubbly (A(B))(C)", "Popping B takes A along. Popping A leaves B."))
        p {
            "Popping a bubble on the outside cuts the forest into pieces, and the pieces are a sum. So each \
             bubble with what it holds has a nimber, found from the set of nimbers that its moves leave. Call \
             that the bubble's set."
        }
        p {
            "Work from the inside out. A bubble that holds some others has these moves. Pop it: what it holds \
             remains, worth the nim-sum t of all its children. Or pop deeper, within one child: that child's \
             option is v, the bubble itself is gone, and the other children remain, so the whole is worth \
             v ⊕ (the other children). The bubble's set is therefore t, together with each child's set \
             shifted by the nim-sum of the other children. Its nimber is the mex of that."
        }
        (boards.live("bubbly (A(B)(C))", "Two equal bubbles within one: 1 ⊕ 1 = 0, so popping A leaves 0."))
        (boards.ask(&Exercise::nimber(
            "bubbly (A(B)(C)(D))",
            "Three equal bubbles within one. Popping A leaves 1 ⊕ 1 ⊕ 1. What does popping B leave? What is the whole \
             worth?",
        )))
        p {
            "Shifting a set by ⊕ costs nothing if only a note of it is kept, and sets can be poured one into \
             another, the smaller into the larger. Done with care, a forest with a million bubbles takes a few \
             thousandths of a second."
        }
        p { "This was the second of the seven forests of the hunt. Its winning bubbles spell a part of the answer." }
        (boards.ask(&Exercise::winning_move(
            "bubbly (I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))",
            "Three of its bubbles win. Pop one of them.",
        )))
    }
}

pub fn hackenbush(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "A drawing of lines stands on the ground. A move cuts a line, and whatever is no longer joined to \
             the ground falls off. Who cuts the last line wins. A single stalk of n lines is a heap of n: \
             cutting it somewhere leaves a shorter stalk."
        }
        (boards.ask(&Exercise::winning_move(
            "hackenbush (((()))) (())",
            "Stalks are heaps. Cut one line so that the other side loses.",
        )))
        h2 { "The colon principle" }
        p {
            "Where branches meet, they can be replaced by one stalk as long as their nim-sum. For the lines below \
             the fork are there for all of them alike: what is done on top changes only what the top is worth. \
             So a tree is read from the leaves down: add up the branches without carries, add one for the line \
             below, go on."
        }
        (boards.live("hackenbush ((()(()))(()))", "1 ⊕ 2 on a line is 4, with the 2 beside it 6, and the line below makes it 7."))
        (boards.ask(&Exercise::nimber(
            "hackenbush ((())(())())",
            "On one line stand branches of 2, 2 and 1 lines. What is the tree worth?",
        )))
        h2 { "The fusion principle" }
        p {
            "Rings of lines are no trees. But the points of a ring may be pulled together into one point, \
             and its lines become loops: nobody's chances change. A loop is a stalk of one, and so a ring \
             with an even number of lines vanishes, and one with an odd number is worth one line."
        }
        (boards.live("hackenbush 0-1 1-2 2-3 3-1", "A triangle on a stalk: the three lines together count as one."))
        (boards.ask(&Exercise::nimber(
            "hackenbush 0-1 1-2 2-3 3-4 4-1",
            "A ring of four lines on a stalk. What is it worth?",
        )))
        p {
            "With both principles any drawing becomes a tree, and the tree a number. That the second one holds \
             takes a real proof; Elwyn Berlekamp, John Conway and Richard Guy give it in "
            em { "Winning Ways" } "."
        }
    }
}
