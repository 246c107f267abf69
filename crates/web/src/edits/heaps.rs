//! Heaps: each a row of counters, one more to make it larger.

use super::{Editor, NumberField, is_position};
use grundy::Board;
use grundy::picture::{Anchor, Picture, Shape};

const STEP: f64 = 30.0;
const ROW: f64 = 38.0;
/// Larger heaps are set by their number only.
const MOST_SHOWN: u64 = 32;
const MOST_HEAPS: usize = 24;

/// The editor of a term whose notation is heaps; `None` where it is something else.
pub fn editor(board: &dyn Board, head: &str, notation: &str) -> Option<Editor> {
    let heaps: Option<Vec<u64>> = notation.split_whitespace().map(|heap| heap.parse().ok()).collect();
    let heaps = if notation.trim() == "-" { Vec::new() } else { heaps? };
    // One number may be a row of a board: `1111`.
    if heaps.len() < 2 && !is_position(&format!("{head}1 2")) {
        return None;
    }
    let text = |heaps: &[u64]| match heaps {
        [] => format!("{head}-"),
        heaps => format!("{head}{}", heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")),
    };
    let with = |index: usize, size: u64| {
        let mut heaps = heaps.clone();
        heaps[index] = size;
        text(&heaps)
    };
    let without = |index: usize| {
        let mut heaps = heaps.clone();
        heaps.remove(index);
        text(&heaps)
    };
    let more = |size: u64| text(&[&heaps[..], &[size]].concat());
    let mut picture = Picture::new(format!("heaps of {} to be changed", board.card().title));
    for (index, &size) in heaps.iter().take(MOST_HEAPS).enumerate() {
        let middle = ROW * index as f64;
        // Some games are of a fixed number of heaps, or of heaps in order.
        if is_position(&without(index)) {
            let away = Shape::text((-22.0, middle), "✕", 17.0).class("label");
            let words = format!("take heap {} away", index + 1);
            picture.add(target((-22.0, middle)).stands_for(without(index)).title(words));
            picture.add(away);
        }
        for place in 0..size.min(MOST_SHOWN) {
            let at = (STEP * (place as f64 + 0.5), middle);
            let words = format!("make heap {} a heap of {}", index + 1, place + 1);
            let (counter, changed) = (Shape::circle(at, 12.0).class("counter"), with(index, place + 1));
            let is_offered = is_position(&changed);
            picture.add(if is_offered { counter.stands_for(changed).title(words) } else { counter });
        }
        let end = STEP * (size.min(MOST_SHOWN) as f64 + 0.5);
        let larger = with(index, size.saturating_add(1));
        if is_position(&larger) {
            plus(&mut picture, (end, middle), larger, &format!("one more in heap {}", index + 1));
        }
        picture.add(
            Shape::text((end + 26.0, middle), size.to_string(), 15.0).anchor(Anchor::Start).class("number"),
        );
    }
    let below = ROW * heaps.len().min(MOST_HEAPS) as f64;
    if is_position(&more(1)) {
        plus(&mut picture, (STEP * 0.5, below), more(1), "a new heap");
    }
    let number = |(index, &value): (usize, &u64)| NumberField {
        words: format!("Heap {}", index + 1),
        value,
        around: around(head, &heaps, index),
    };
    Some(Editor {
        picture,
        told: "Click a counter to make that heap so large; + adds one, ✕ takes a heap away.".to_owned(),
        buttons: Some(("A heap of 5 more".to_owned(), more(5)))
            .into_iter()
            .filter(|(_, text)| is_position(text))
            .collect(),
        numbers: heaps.iter().take(MOST_HEAPS).enumerate().map(number).collect(),
        name: None,
    })
}

/// The text before a heap, and after it.
fn around(head: &str, heaps: &[u64], index: usize) -> (String, String) {
    let part = |heaps: &[u64]| heaps.iter().map(u64::to_string).collect::<Vec<_>>();
    let before: String = part(&heaps[..index]).iter().map(|heap| format!("{heap} ")).collect();
    let after: String = part(&heaps[index + 1..]).iter().map(|heap| format!(" {heap}")).collect();
    (format!("{head}{before}"), after)
}

/// The editor of a bare nimber.
pub fn nimber(term: &str) -> Option<Editor> {
    let value: u64 = term.strip_prefix('*')?.parse().ok()?;
    let mut picture = Picture::new("a bare nimber to be changed");
    for place in 0..=value.min(MOST_SHOWN) {
        let text = Shape::text((STEP * place as f64, 0.0), format!("*{place}"), 13.0).class("label");
        let box_at = (STEP * place as f64 - 14.0, -14.0);
        let cell = Shape::rectangle(box_at, (28.0, 28.0)).rounded(5.0).class(if place == value {
            "counter"
        } else {
            "free"
        });
        picture.add(cell.stands_for(format!("*{place}")).title(format!("make it *{place}")));
        picture.add(text);
    }
    let end = STEP * (value.min(MOST_SHOWN) as f64 + 1.0);
    plus(&mut picture, (end, 0.0), format!("*{}", value.saturating_add(1)), "one more");
    let number = NumberField { words: "Nimber".to_owned(), value, around: ("*".to_owned(), String::new()) };
    let told = "Click a nimber, or + for the next.".to_owned();
    Some(Editor { picture, told, buttons: Vec::new(), numbers: vec![number], name: None })
}

/// A sign that adds something.
pub fn plus(picture: &mut Picture, at: (f64, f64), text: String, words: &str) {
    picture.add(Shape::circle(at, 12.0).class("gap add").stands_for(text).title(words));
    picture.add(Shape::text(at, "+", 18.0).class("number"));
}

fn target(at: (f64, f64)) -> Shape {
    Shape::circle(at, 12.0).class("hit")
}
