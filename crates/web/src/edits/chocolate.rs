//! A bar of chocolate: a click on a square makes it the last one of its row.

use super::Editor;
use grundy::picture::{Picture, Shape};

const STEP: f64 = 38.0;
const MOST: usize = 16;

/// The editor of a bar, by the lengths of its rows or as `3x4`.
pub fn editor(head: &str, notation: &str) -> Option<Editor> {
    let lengths: Vec<usize> = match notation.split_once('x') {
        Some((rows, columns)) => vec![columns.parse().ok()?; rows.parse().ok()?],
        None => notation.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?,
    };
    if lengths.is_empty() || lengths.len() > MOST || lengths[0] > MOST {
        return None;
    }
    let mut picture = Picture::new("a bar of chocolate to be changed");
    let (rows, columns) = ((lengths.len() + 1).min(MOST), (lengths[0] + 1).min(MOST));
    for row in 0..rows {
        for column in 0..columns {
            let is_there = lengths.get(row).is_some_and(|&length| column < length);
            let corner = (STEP * column as f64, STEP * row as f64);
            let square = Shape::rectangle(corner, (STEP, STEP)).class(if is_there { "cell" } else { "gap" });
            let words = format!("row {} ends at column {}", row + 1, column + 1);
            picture.add(square.stands_for(format!("{head}{}", to(&lengths, row, column))).title(words));
        }
    }
    picture.add(Shape::text((STEP / 2.0, STEP / 2.0), "☠", 22.0).class("label"));
    let told = "Click a square, or one beside the bar, to make it the last of its row.".to_owned();
    Some(Editor { picture, told, buttons: Vec::new(), numbers: Vec::new(), name: None })
}

/// The lengths when a row ends at a column: rows above are as long at least, rows below at most.
fn to(lengths: &[usize], row: usize, column: usize) -> String {
    let mut lengths = lengths.to_vec();
    lengths.resize(lengths.len().max(row + 1), 0);
    for (index, length) in lengths.iter_mut().enumerate() {
        *length = match index.cmp(&row) {
            std::cmp::Ordering::Less => (*length).max(column + 1),
            std::cmp::Ordering::Equal => column + 1,
            std::cmp::Ordering::Greater => (*length).min(column + 1),
        };
    }
    let words: Vec<String> = lengths.iter().filter(|&&length| length > 0).map(usize::to_string).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_in_order() {
        assert_eq!(to(&[4, 4, 4], 1, 1), "4 2 2");
        assert_eq!(to(&[4, 2, 2], 2, 3), "4 4 4");
        assert_eq!(to(&[3], 1, 0), "3 1");
    }
}
