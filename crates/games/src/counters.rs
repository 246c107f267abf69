//! Heaps drawn as rows: what Nim, bare nimbers and heap games share.

use grundy_core::Word;
use grundy_picture::{Anchor, Picture, Point, Shape};

/// From one counter to the next, and from one row to the next.
pub(crate) const STEP: f64 = 30.0;
pub(crate) const ROW: f64 = 36.0;
pub(crate) const RADIUS: f64 = 12.0;
pub(crate) const TEXT: f64 = 15.0;
/// A heap of more things is drawn as a bar.
pub(crate) const MOST_COUNTERS: u64 = 32;
pub(crate) const BAR: f64 = STEP * MOST_COUNTERS as f64;

/// A heap with the marks on it.
pub(crate) struct Heap<'h> {
    /// How many counters it has.
    pub(crate) size: u64,
    /// What winning moves leave of it, the least first.
    pub(crate) winning: &'h [u64],
    /// What the move at hand leaves of it.
    pub(crate) making: Option<u64>,
}

impl Heap<'_> {
    /// How wide the row of counters is; none for a bar, which tells its size itself.
    pub(crate) fn width(&self) -> Option<f64> {
        (self.size <= MOST_COUNTERS).then_some(STEP * self.size as f64)
    }

    /// Draws the row from `at`, the left end of its middle line. Each counter stands for the move that
    /// takes it and all to its right; `label` and `say` tell that move by what it leaves.
    pub(crate) fn draw(
        &self,
        picture: &mut Picture,
        at: Point,
        label: impl Fn(u64) -> String,
        say: impl Fn(u64) -> String,
    ) {
        if self.size > MOST_COUNTERS {
            return self.draw_bar(picture, at, label, say);
        }
        if self.size == 0 {
            picture.add(Shape::circle((at.0 + STEP / 2.0, at.1), RADIUS / 2.0).class("gap"));
        }
        for leave in 0..self.size {
            let centre = (at.0 + STEP * (leave as f64 + 0.5), at.1);
            let counter = Shape::circle(centre, RADIUS).class(self.classes("counter", leave));
            picture.add(counter.stands_for(label(leave)).title(say(leave)));
        }
    }

    /// A long heap: a bar, on which only marked moves can be pointed at.
    fn draw_bar(
        &self,
        picture: &mut Picture,
        at: Point,
        label: impl Fn(u64) -> String,
        say: impl Fn(u64) -> String,
    ) {
        let part = |leave: u64, end: f64| {
            let from = BAR * (leave as f64 / self.size as f64);
            Shape::rectangle((at.0 + from, at.1 - RADIUS), (end - from, 2.0 * RADIUS))
        };
        picture.add(part(0, BAR).rounded(6.0).class("bar"));
        if let Some(leave) = self.making {
            picture.add(part(leave, BAR).rounded(6.0).class("bar taken").title(say(leave)));
        }
        for &leave in self.winning {
            let from = BAR * (leave as f64 / self.size as f64);
            let mark = part(leave, from + 6.0).class("bar winning");
            picture.add(mark.stands_for(label(leave)).title(say(leave)));
        }
        let told = match self.winning {
            [] => Word::count(self.size.into(), "counter"),
            leaves => {
                let leaves: Vec<String> = leaves.iter().map(u64::to_string).collect();
                format!("{} → {}", Word::count(self.size.into(), "counter"), leaves.join(" or "))
            }
        };
        picture.add(Shape::text((at.0 + BAR / 2.0, at.1), told, TEXT).class("label"));
    }

    fn classes(&self, thing: &str, leave: u64) -> String {
        let mut classes = thing.to_owned();
        if self.making.is_some_and(|left| leave >= left) {
            classes += " taken";
        } else if self.winning.contains(&leave) {
            classes += " winning";
        } else if self.winning.iter().any(|&left| leave > left) {
            classes += " swept";
        }
        classes
    }
}

/// A number or a sign beside a row.
pub(crate) fn beside_row(at: Point, text: String, anchor: Anchor) -> Shape {
    Shape::text(at, text, TEXT).anchor(anchor).class("number")
}
