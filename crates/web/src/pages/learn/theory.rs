//! The theorem on sums with its whole proof, and the recursion of safe and unsafe leaves.

use super::exercise::Exercise;
use super::live::Boards;
use maud::{Markup, html};

pub fn theorem(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "Write N(G) for the nimber of a game G, and A + B for two games side by side. A move in A + B is a move \
             in A or a move in B. The theorem of this chapter is what everything else rests on: "
            strong { "N(A + B) = N(A) ⊕ N(B)" } "."
        }
        p {
            "A sum has no order. Who moves in A + B moves in one of the two, wherever they stand on the table; so \
             B + A has the same moves, and after each of them, by induction, the same game is left. In the same \
             way a move in (A + B) + C is a move in A, in B or in C, as it is in A + (B + C). The sum is \
             commutative and associative, and so is ⊕: each column of a nim-sum counts ones, in any order."
        }
        h2 { "Two theorems before it" }
        p {
            "A heap of k counters has nimber k. Its moves lead to heaps of k - 1, ..., 0, which by induction have \
             the nimbers k - 1, ..., 0. The least number that is missing is k."
        }
        p {
            "A game is lost for the player to move (a P-position) exactly when its nimber is 0. A game without \
             moves has nimber mex {} = 0, and it is lost. A game with another nimber than 0 has, by the mex rule, \
             a move to a game of nimber 0, which by induction is lost for the opponent. A game of nimber 0 has no \
             move to a game of nimber 0, so by induction every move leaves the opponent a game that is won."
        }
        h2 { "The proof" }
        p {
            "Let the moves in A lead to A1, ..., An, and the moves in B to B1, ..., Bm. The moves in A + B lead to \
             A1 + B, ..., An + B and to A + B1, ..., A + Bm. These are smaller games, so by induction N(A + B) is \
             the mex of the numbers N(Ai) ⊕ N(B) and N(A) ⊕ N(Bj). Two things have to be shown of this list."
        }
        p {
            strong { "1. N(A) ⊕ N(B) is not in the list." }
            " N(A) is the mex of the N(Ai), so no N(Ai) is N(A). Two numbers that differ still differ when the same \
             N(B) is added to both: in the column in which they differ, their sums do. So N(Ai) ⊕ N(B) is never \
             N(A) ⊕ N(B); and neither is N(A) ⊕ N(Bj)."
        }
        p {
            strong { "2. Every y below N(A) ⊕ N(B) is in the list." }
            " Write both in binary and look from the left for the first column in which they differ. There \
             N(A) ⊕ N(B) has a 1 and y has a 0, for y is smaller. So one of N(A) and N(B) has a 1 in this column; \
             let it be N(B). Let b be N(B) with the digits changed in all columns in which y and N(A) ⊕ N(B) \
             differ. The leftmost digit that changes goes from 1 to 0, so b is less than N(B). N(B) is the mex of \
             the N(Bj), so every number below it is one of them: some Bj has N(Bj) = b. And N(A) ⊕ b = y."
        }
        p {
            "So the list has every number below N(A) ⊕ N(B) and not that number itself: it is the mex. The induction \
             begins where neither A nor B has a move: then the list is empty, and 0 ⊕ 0 = 0. This is the whole proof."
        }
        h2 { "The same with numbers" }
        p {
            "Here is the proof on one small sum, with every move written down: the lecture's board worth 2 beside a \
             heap of 4. For each y below 6 the table names the column that decides, and the move."
        }
        (boards.proof("boxing-match 2x2 + nim 4"))
        (boards.live("boxing-match 2x2 + nim 4", "The only move that wins takes two from the heap."))
        (boards.ask(&Exercise::nimber(
            "boxing-match 2x2 + nim 7",
            "The same board, worth 2, beside a heap of 7. What is the sum worth?",
        )))
        (boards.ask(&Exercise::winning_move(
            "boxing-match 2x2 + nim 3",
            "And beside a heap of 3: make the sum worth 0.",
        )))
        p.small { "In the terminal: " code { "grundy explain \"boxing-match 2x2 + nim 4\" --proof" } }
    }
}

pub fn safe(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "In 1985 Mitchell Marks explained Nim on the net without any theory, by one definition that leans on \
             itself. Call a position "
            em { "safe" } " when it is good to leave it to the opponent."
        }
        ol {
            li { "A position that has won is safe: nothing is left, and who has left it took the last counter." }
            li { "A position from which one move can leave a safe one is unsafe." }
            li { "A position from which every move leaves an unsafe one is safe." }
        }
        p {
            "Read from the end, that decides every position. Nothing left: safe, by the first rule. One row, of \
             whatever length: one move leaves nothing, so it is unsafe. Two rows of 1: every move leaves one row, \
             which is unsafe; so they are safe. Rows of 1 and 2: one move leaves 1 and 1, so they are unsafe. Rows \
             of 2 and 2: the moves leave 2, or 1 and 2, both unsafe; so they are safe."
        }
        (boards.ask(&Exercise::safety("nim 1 1 1", "Three rows of 1. Are they safe to leave, or unsafe?")))
        p {
            "The game of this chapter has rows of 1, 2 and 3. The table begins with what is over and goes on to the \
             positions that need it; each one looks only at its own options, which stand above it. The last line is \
             the whole game: all its six moves leave unsafe positions, so it is safe, and the player to move loses."
        }
        (boards.backwards("nim 1 2 3"))
        (boards.live("nim 1 2 3", "Whatever you take, an answer leaves a safe position."))
        p {
            "The column of values says more than safe and unsafe: it is the least number that no option has, and it \
             is 0 exactly at the safe positions. For Nim it is also the nim-sum of the rows, which needs no \
             recursion at all."
        }
        (boards.ask(&Exercise::winning_move("nim 1 2 2", "Leave a safe position.")))
        p.small { "In the terminal: " code { "grundy explain \"nim 1 2 3\" --method definition" } }
    }
}
