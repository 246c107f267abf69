//! A picture: shapes, and how far they reach.

use crate::{Anchor, Bounds, Geometry, Point, Shape};

/// The room around a picture's shapes.
const MARGIN: f64 = 12.0;
/// The size of text as in a terminal, and the height of its lines.
const BOARD_SIZE: f64 = 14.0;
const BOARD_LINE: f64 = 17.0;

/// Shapes from the back to the front, with a title for those who do not see them.
///
/// ```
/// use grundy_picture::{Picture, Shape};
/// let mut row = Picture::new("a row of three counters");
/// for place in 0..3 {
///     row.add(Shape::circle((30.0 * f64::from(place), 0.0), 10.0).class("counter"));
/// }
/// assert_eq!(row.bounds().width(), 80.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    title: String,
    shapes: Vec<Shape>,
    bounds: Bounds,
}

impl Picture {
    /// A picture without shapes yet.
    pub fn new(title: impl Into<String>) -> Picture {
        Picture { title: title.into(), shapes: Vec::new(), bounds: Bounds::EMPTY }
    }

    /// Lines of text as they stand in a terminal.
    pub fn of_text(title: impl Into<String>, text: &str) -> Picture {
        let mut picture = Picture::new(title);
        for (row, line) in text.lines().enumerate() {
            let at = (0.0, row as f64 * BOARD_LINE);
            picture.add(Shape::text(at, line, BOARD_SIZE).anchor(Anchor::Start).class("board"));
        }
        picture
    }

    /// Adds a shape in front of the others.
    pub fn add(&mut self, shape: Shape) {
        self.bounds = self.bounds.with(shape.bounds());
        self.shapes.push(shape);
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The same with another title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Picture {
        self.title = title.into();
        self
    }

    /// The shapes from the back to the front.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Every shape with its place in the whole: groups, then what is in them. The place is what a
    /// shape's own coordinates are moved by.
    pub fn each_shape(&self, visit: &mut dyn FnMut(&Shape, Point)) {
        fn walk(shapes: &[Shape], by: Point, visit: &mut dyn FnMut(&Shape, Point)) {
            for shape in shapes {
                visit(shape, by);
                if let Geometry::Group { by: more, shapes } = shape.form() {
                    walk(shapes, (by.0 + more.0, by.1 + more.1), visit);
                }
            }
        }
        walk(&self.shapes, (0.0, 0.0), visit);
    }

    /// How far the shapes reach, without the margin.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The part of the plane that is shown: the shapes and a margin.
    pub fn view(&self) -> Bounds {
        let bounds = if self.bounds.is_empty() { Bounds::of((0.0, 0.0)) } else { self.bounds };
        bounds.grown(MARGIN)
    }

    /// The same with every move's label changed: what a label within a term is in the whole sum.
    #[must_use]
    pub fn relabelled(mut self, rename: &dyn Fn(&str) -> String) -> Picture {
        self.shapes.iter_mut().for_each(|shape| shape.relabel(rename));
        self
    }

    /// The same with new titles for the shapes that stand for moves, made of the label and the title
    /// that there is.
    ///
    /// ```
    /// use grundy_picture::{Picture, Shape};
    /// let mut heap = Picture::new("a heap");
    /// heap.add(Shape::circle((0.0, 0.0), 9.0).stands_for("1:1>0").title("take it"));
    /// let titled = heap.with_titles(&|label, title| Some(format!("{label}, {}", title.unwrap_or_default())));
    /// assert_eq!(titled.shapes()[0].tooltip(), Some("1:1>0, take it"));
    /// ```
    #[must_use]
    pub fn with_titles(mut self, title: &dyn Fn(&str, Option<&str>) -> Option<String>) -> Picture {
        self.shapes.iter_mut().for_each(|shape| shape.retitle(title));
        self
    }

    /// Adds another picture's shapes, its top left corner there.
    pub fn place(&mut self, other: Picture, corner: Point) {
        if !other.bounds.is_empty() {
            let by = (corner.0 - other.bounds.left, corner.1 - other.bounds.top);
            self.add(Shape::group(other.shapes).moved(by));
        }
    }
}
