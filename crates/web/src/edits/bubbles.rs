//! Bubbles: a click picks one; then bubbles are put into it or around it, or it is taken away.

use super::{Editor, PICK};
use grundy::picture::{Picture, Shape};
use grundy::{Board, Marks};

/// More bubbles are changed as text.
const MOST: usize = 400;

/// A bubble of a text: where it opens, where its label ends, where it closes.
#[derive(Clone, Copy)]
struct Span {
    open: usize,
    label_end: usize,
    close: usize,
}

/// The bubbles of a notation, in reading order.
fn spans(notation: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, c) in notation.char_indices() {
        match c {
            '(' => {
                let rest = &notation[at + 1..];
                let label_end = at + 1 + rest.find(['(', ')', ' ']).unwrap_or(rest.len());
                open.push(spans.len());
                spans.push(Span { open: at, label_end, close: notation.len() });
            }
            ')' => {
                if let Some(index) = open.pop() {
                    spans[index].close = at + 1;
                }
            }
            _ => {}
        }
    }
    spans
}

/// The editor of a forest, with the number of the bubble that is picked.
pub fn editor(board: &dyn Board, head: &str, notation: &str, picked: Option<&str>) -> Editor {
    let bare = if notation.trim() == "-" { "" } else { notation };
    let spans = spans(bare);
    let picked = picked.and_then(|picked| picked.parse::<usize>().ok()).filter(|&index| index < spans.len());
    let labels = board.moves(MOST);
    let mut picture = Picture::new("bubbles to be changed");
    let marks = Marks { winning: Vec::new(), making: None };
    let drawn = board.draw(&marks).unwrap_or_else(|_| Picture::new(""));
    drawn.each_shape(&mut |shape, by| {
        let index = shape.label().and_then(|label| labels.iter().position(|known| known == label));
        let shape = match index {
            Some(index) => shape
                .clone()
                .class_if(picked == Some(index), "winning")
                .stands_for(format!("{PICK}{index}"))
                .title(format!("pick the bubble {}", labels[index])),
            None if matches!(shape.form(), grundy::picture::Geometry::Group { .. }) => return,
            None => shape.clone(),
        };
        picture.add(if by == (0.0, 0.0) { shape } else { Shape::group(vec![shape]).moved(by) });
    });
    let whole =
        |text: String| if text.trim().is_empty() { format!("{head}-") } else { format!("{head}{text}") };
    let fresh = fresh(bare);
    let mut buttons = vec![("A bubble outside".to_owned(), whole(format!("{bare}({fresh})")))];
    let mut name = None;
    if let Some(Span { open, label_end, close }) = picked.map(|index| spans[index]) {
        let (before, after) = (&bare[..open], &bare[close..]);
        let (label, inside) = (&bare[open + 1..label_end], &bare[label_end..close - 1]);
        buttons
            .push(("A bubble in it".to_owned(), whole(format!("{before}({label}{inside}({fresh})){after}"))));
        buttons.push((
            "A bubble around it".to_owned(),
            whole(format!("{before}({fresh}{}){after}", &bare[open..close])),
        ));
        buttons
            .push(("Take it away, not what it holds".to_owned(), whole(format!("{before}{inside}{after}"))));
        buttons.push(("Take it away with all that it holds".to_owned(), whole(format!("{before}{after}"))));
        let around = (whole(format!("{before}(")), format!("{inside}){after}"));
        name = Some((label.to_owned(), around.0, around.1));
    }
    let told = match picked {
        None => "Click a bubble to put others into it or around it.".to_owned(),
        Some(index) => format!("Bubble {} is picked.", labels.get(index).map_or("?", String::as_str)),
    };
    Editor { picture, told, buttons, numbers: Vec::new(), name }
}

/// A letter that no bubble has yet.
fn fresh(notation: &str) -> String {
    let letter = ('A'..='Z').find(|letter| !notation.contains(&format!("({letter}")));
    letter.map(String::from).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bubbles_are_changed_where_they_stand() {
        let position: grundy::Position = "bubbly (A(B)(C))(D)".parse().expect("it is one");
        let board = &*position.terms()[0];
        let editor = editor(board, "bubbly ", "(A(B)(C))(D)", Some("1"));
        let texts: Vec<&str> = editor.buttons.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "bubbly (A(B)(C))(D)(E)",
                "bubbly (A(B(E))(C))(D)",
                "bubbly (A(E(B))(C))(D)",
                "bubbly (A(C))(D)",
                "bubbly (A(C))(D)",
            ]
        );
        for text in texts {
            assert!(text.parse::<grundy::Position>().is_ok(), "{text}");
        }
    }
}
