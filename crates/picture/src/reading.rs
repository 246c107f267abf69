//! What stands in a picture, read as one reads a page.

use crate::{Geometry, Picture, Point};

/// Texts whose middles differ in height by less than this share of their size stand on one line.
const SHARE: f64 = 0.5;

impl Picture {
    /// The texts of this class in the order in which a person reads them: line by line from top to bottom,
    /// each line from left to right. Texts stand on one line where their middles differ in height by less than
    /// half the size of the first.
    ///
    /// ```
    /// use grundy_picture::{Picture, Shape};
    /// let mut page = Picture::new("two lines");
    /// for (at, text) in [((20.0, 1.0), "O"), ((0.0, 30.0), "OK"), ((0.0, 0.0), "G")] {
    ///     page.add(Shape::text(at, text, 12.0).class("label"));
    /// }
    /// assert_eq!(page.read("label"), [vec!["G", "O"], vec!["OK"]]);
    /// ```
    pub fn read(&self, class: &str) -> Vec<Vec<String>> {
        let mut texts: Vec<(Point, f64, String)> = Vec::new();
        self.each_shape(&mut |shape, by| {
            if let Geometry::Text { at, text, size, .. } = shape.form()
                && shape.is(class)
            {
                texts.push(((at.0 + by.0, at.1 + by.1), *size, text.clone()));
            }
        });
        texts.sort_by(|(one, ..), (other, ..)| one.1.total_cmp(&other.1).then(one.0.total_cmp(&other.0)));
        let mut lines: Vec<Vec<(Point, f64, String)>> = Vec::new();
        for text in texts {
            match lines.last_mut() {
                Some(line) if text.0.1 - line[0].0.1 < SHARE * line[0].1 => line.push(text),
                _ => lines.push(vec![text]),
            }
        }
        let in_order = |mut line: Vec<(Point, f64, String)>| {
            line.sort_by(|(one, ..), (other, ..)| one.0.total_cmp(&other.0));
            line.into_iter().map(|(_, _, text)| text).collect()
        };
        lines.into_iter().map(in_order).collect()
    }
}
