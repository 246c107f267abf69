//! Two arguments that name the winner without a nimber: copying, and stealing.

use super::exercise::Exercise;
use super::live::Boards;
use maud::{Markup, html};

pub fn strategies(boards: &mut Boards<'_>) -> Markup {
    html! {
        p {
            "Some positions can be won without a single number. In Cram a move puts a domino on two free squares that \
             share a side, and who cannot move loses."
        }
        h2 { "Copying" }
        p {
            "Turn a board of 4 by 4 squares half round: every square comes to lie on another one, and every domino on \
             another domino. So whoever moves second copies: after each domino he puts his own where the turned board \
             would have it. These two squares are free, for the board looked the same before the first of the two \
             dominoes. They are not those just taken: a domino that were its own copy would lie on the middle of the board, \
             and there four squares meet. So the second player always has a reply, and wins."
        }
        (boards.live("cram 4x4", "Put a domino, then copy it on the turned board."))
        p {
            "With 4 rows and 5 columns one domino is its own copy: the one in the middle. Whoever moves first puts that one \
             down, and copies from then on. With 3 rows and 5 columns the middle is one square, no domino can take it \
             alone, and the argument says nothing: such boards have to be searched."
        }
        (boards.ask(&Exercise::winner("cram 2x4", "A board of 2 by 4 squares. Who wins?")))
        (boards.ask(&Exercise::winning_move("cram 2x5", "And 2 by 5: put down a domino that wins.")))
        h2 { "Stealing" }
        p {
            "In Chomp a move bites a square off a bar of chocolate, with all squares below it and to its right. The \
             square at the top left is poisoned: who is left with it alone has lost. Who wins from a whole bar? Suppose \
             that it were the second player, whatever the first one does: then also after a bite of the single square at the \
             bottom right. His winning reply leaves some position. But a first bite could have left that same position, for the \
             reply takes the square at the bottom right anyway. So the first player could have made that winning move himself: \
             he steals it. Therefore the first player wins from every bar of more than one square."
        }
        p {
            "This proof shows that a winning move exists, and not which it is. For a square bar one is known: bite off all but the \
             left column and the top row, and copy from then on. For most others, it has to be searched."
        }
        (boards.ask(&Exercise::winning_move(
            "chomp 4x4",
            "A square bar. Bite off all but the left column and the top row.",
        )))
        (boards.ask(&Exercise::winning_move(
            "chomp 3x4",
            "One first bite wins here. The proof does not say which: find it.",
        )))
    }
}
