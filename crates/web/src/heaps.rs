//! Heaps of a position, of any size, and the forms that take from those that are too large to be drawn.

use crate::address::Address;
use grundy::Position;
use maud::{Markup, html};

/// A heap of more things is drawn as a bar, on which one cannot point at a counter.
const MOST_COUNTERS: u64 = 32;
/// So many large heaps have a form.
const MOST_FORMS: usize = 24;

/// A heap of a position.
pub struct HeapOfTerm {
    /// Its place in its term, from 1.
    pub number: u64,
    /// How many things it has.
    pub size: u64,
    /// How the labels of its moves begin: `3:1000>`.
    pub label: String,
    /// The term that it is of, and whether there are several.
    term: Option<usize>,
    /// Whether some move leaves two heaps of it.
    parts: bool,
}

/// The heaps of all terms that are made of heaps.
pub fn of(position: &Position) -> Vec<HeapOfTerm> {
    let several = position.terms().len() > 1;
    let mut heaps = Vec::new();
    for (term, board) in position.terms().iter().enumerate() {
        // Labels of heap games begin with the heap, its size, and what it becomes.
        let Some(first) = board.moves(1).into_iter().next() else { continue };
        let is_heap = |label: &str| {
            let (heap, rest) = label.split_once(':')?;
            let (size, _) = rest.split_once('>')?;
            Some((heap.parse::<u64>().ok()?, size.parse::<u64>().ok()?))
        };
        if is_heap(&first).is_none() {
            continue;
        }
        for (index, size) in board.notation().split_whitespace().enumerate() {
            let Ok(size) = size.parse::<u64>() else { continue };
            let number = index as u64 + 1;
            let label = position.label_in_sum(term, &format!("{number}:{size}>"));
            let parts = board.play(&format!("{number}:{size}>0")).is_err() || parts(&**board, number, size);
            heaps.push(HeapOfTerm { number, size, label, term: several.then_some(term + 1), parts });
        }
    }
    heaps
}

/// Whether taking one, two or three things can leave two heaps, or nothing taken can.
fn parts(board: &dyn grundy::Board, number: u64, size: u64) -> bool {
    (0..=3).any(|taken| {
        let left = size.saturating_sub(taken);
        left >= 3 && board.play(&format!("{number}:{size}>1,{}", left - 1)).is_ok()
    })
}

/// A larger number needs a long field: a part of a number looks like another number.
const MOST_OF_SHORT: u64 = 9_999_999;

/// A form for each heap that is drawn as a bar: what the move leaves of it, by a slider and as a number.
pub fn forms(position: &Position, here: &Address) -> Markup {
    let large: Vec<HeapOfTerm> = of(position).into_iter().filter(|heap| heap.size > MOST_COUNTERS).collect();
    html! {
        @for (index, heap) in large.iter().take(MOST_FORMS).enumerate() {
            @let name = name(heap);
            form.heap action=(here.path()) method="get" data-heap=(heap.size) {
                @for (key, value) in here.fields() { input type="hidden" name=(key) value=(value); }
                input type="hidden" name="heap" value=(heap.label);
                label for={ "leave-" (index) } { (name) " of " (heap.size) ": leave" }
                input .slide type="range" min="0" max=(heap.size) value=(heap.size - 1) aria-label={ (name) ": leave" } data-slide="" hidden;
                input #{ "leave-" (index) } .long[heap.size > MOST_OF_SHORT] name="leave" type="number" inputmode="numeric" min="0" max=(heap.size) value=(heap.size - 1) required;
                @if heap.parts {
                    label for={ "beside-" (index) } { "and beside it" }
                    input #{ "beside-" (index) } .long[heap.size > MOST_OF_SHORT] name="beside" type="number" inputmode="numeric" min="0" max=(heap.size);
                }
                button type="submit" { "Take " span data-taken="" {} }
            }
        }
        @if large.len() > MOST_FORMS {
            p.small { (large.len() - MOST_FORMS) " more large heaps: write the move into the field below." }
        }
    }
}

fn name(heap: &HeapOfTerm) -> String {
    match heap.term {
        Some(term) => format!("Heap {} of term {term}", heap.number),
        None => format!("Heap {}", heap.number),
    }
}

/// The label that a form for a heap means.
pub fn label(heap: &str, leave: &str, beside: &str) -> String {
    match beside.trim() {
        "" | "0" => format!("{heap}{}", leave.trim()),
        beside => {
            let (one, other) = (leave.trim().parse::<u64>(), beside.parse::<u64>());
            match (one, other) {
                (Ok(0), Ok(other)) => format!("{heap}{other}"),
                (Ok(one), Ok(other)) => format!("{heap}{},{}", one.min(other), one.max(other)),
                _ => format!("{heap}{leave},{beside}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_of_any_size_have_labels_that_can_be_played() {
        let position: Position = "nim 40 100 1000 + kayles 50 + cram 2x2".parse().expect("it is one");
        let heaps = of(&position);
        assert_eq!(heaps.iter().map(|heap| heap.size).collect::<Vec<_>>(), [40, 100, 1000, 50]);
        assert!(position.play(&label(&heaps[2].label, "76", "")).is_ok());
        assert!(position.play(&label(&heaps[3].label, "30", "18")).is_ok());
        assert!(!heaps[0].parts && heaps[3].parts);
        let game: Position = "octal code=0.137 40".parse().expect("it is one");
        assert!(of(&game)[0].parts);
    }
}
