//! Pictures of sums.

use crate::position::Position;
use grundy_core::{Diagnostic, Marks, Word};
use grundy_picture::{Anchor, Picture, Shape, shortened};

/// Terms stand side by side up to this width, then in the next row.
const WIDEST_ROW: f64 = 1000.0;
/// The most terms of a sum that are drawn; the others are counted.
const MOST_TERMS: usize = 40;
/// Between terms.
const GAP: f64 = 60.0;

impl Position {
    /// The position as a picture: its terms side by side with a plus between. The shapes that stand
    /// for moves have the labels of the whole.
    ///
    /// ```
    /// use grundy::{Marks, Position};
    /// let sum: Position = "nim 2 + *1".parse().unwrap();
    /// let marks = Marks { winning: vec!["1:1:2>1".to_owned()], making: None };
    /// let svg = sum.draw(&marks).unwrap().svg();
    /// assert!(svg.contains(r#"class="counter winning" data-move="1:1:2&gt;1""#));
    /// ```
    ///
    /// # Errors
    /// When a mark is no move; the span is within its label.
    pub fn draw(&self, marks: &Marks<String>) -> Result<Picture, Diagnostic> {
        let text = self.to_string();
        let title = if text.is_empty() { "the empty sum".to_owned() } else { shortened(&text, 200) };
        let mut of_terms: Vec<Marks<String>> = vec![Marks::default(); self.terms().len()];
        for label in &marks.winning {
            let (term, label) = self.locate(label)?;
            of_terms[term].winning.push(label.to_owned());
        }
        if let Some(label) = &marks.making {
            let (term, label) = self.locate(label)?;
            of_terms[term].making = Some(label.to_owned());
        }
        let mut pictures = Vec::new();
        for (index, (term, marks)) in self.terms().iter().zip(&of_terms).enumerate().take(MOST_TERMS) {
            let prefix = self.label_in_sum(index, "").len();
            let drawn = term
                .draw(marks)
                .map_err(|error| error.shifted(prefix))?
                .relabelled(&|label| self.label_in_sum(index, label));
            pictures.push(match drawn.bounds().is_empty() {
                true => Picture::of_text("", &term.term()),
                false => drawn,
            });
        }
        if let ([_], Some(alone)) = (self.terms(), pictures.pop_if(|_| self.terms().len() == 1)) {
            return Ok(alone.titled(title));
        }
        let mut sum = beside(pictures, title);
        let hidden = self.terms().len().saturating_sub(MOST_TERMS);
        if self.terms().is_empty() || hidden > 0 {
            let note = match hidden {
                0 => "the empty sum".to_owned(),
                _ => format!("+ {}", Word::count(hidden as u128, "more term")),
            };
            let (left, below) =
                if hidden > 0 { (sum.bounds().left, sum.bounds().bottom + 30.0) } else { (0.0, 0.0) };
            sum.add(Shape::text((left, below), note, 15.0).anchor(Anchor::Start).class("note"));
        }
        Ok(sum)
    }
}

/// Pictures in rows, a plus before each but the first, those of a row on one middle line.
fn beside(pictures: Vec<Picture>, title: String) -> Picture {
    let mut sum = Picture::new(title);
    let mut rows: Vec<(Vec<Picture>, f64)> = Vec::new();
    for picture in pictures {
        let width = picture.bounds().width() + GAP;
        match rows.last_mut() {
            Some((row, taken)) if *taken + width <= WIDEST_ROW + GAP => {
                row.push(picture);
                *taken += width;
            }
            _ => rows.push((vec![picture], width)),
        }
    }
    let mut top = 0.0;
    let mut is_first = true;
    for (row, _) in rows {
        let height = row.iter().map(|picture| picture.bounds().height()).fold(0.0, f64::max);
        let mut left = 0.0;
        for picture in row {
            if !is_first {
                let at = (left - GAP / 2.0, top + height / 2.0);
                sum.add(Shape::text(at, "+", 30.0).class("plus"));
            }
            is_first = false;
            let (width, own) = (picture.bounds().width(), picture.bounds().height());
            sum.place(picture, (left, top + (height - own) / 2.0));
            left += width + GAP;
        }
        top += height + GAP / 2.0;
    }
    sum
}
