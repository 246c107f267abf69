//! Shapes: what a picture is made of.

use crate::{Bounds, Path, Point, text_width};
use std::borrow::Cow;

/// A shape, with words for what it is, and the move that it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    form: Geometry,
    classes: Cow<'static, str>,
    stands_for: Option<String>,
    title: Option<String>,
}

/// What a shape looks like.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Geometry {
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
    },
    /// A rectangle.
    Rectangle {
        /// Its top left corner.
        corner: Point,
        /// Its width and height.
        size: (f64, f64),
        /// The radius of its corners.
        rounding: f64,
    },
    /// Lines and curves.
    Path(Path),
    /// A line of text.
    Text {
        /// Where it stands: on the height of its middle.
        at: Point,
        /// What it says.
        text: String,
        /// The size of the font.
        size: f64,
        /// Which end of it `at` is.
        anchor: Anchor,
    },
    /// Shapes that belong together, all moved by the same.
    Group {
        /// By how much.
        by: Point,
        /// The shapes, from the back to the front.
        shapes: Vec<Shape>,
    },
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    #[default]
    Middle,
    /// Its end.
    End,
}

impl Shape {
    fn new(form: Geometry) -> Shape {
        Shape { form, classes: Cow::Borrowed(""), stands_for: None, title: None }
    }

    /// A circle.
    pub fn circle(centre: Point, radius: f64) -> Shape {
        Shape::new(Geometry::Circle { centre, radius })
    }

    /// A rectangle by its top left corner, width and height.
    pub fn rectangle(corner: Point, size: (f64, f64)) -> Shape {
        Shape::new(Geometry::Rectangle { corner, size, rounding: 0.0 })
    }

    /// A straight line.
    pub fn line(from: Point, to: Point) -> Shape {
        Shape::path(Path::from(from).line_to(to))
    }

    /// Lines and curves.
    pub fn path(path: Path) -> Shape {
        Shape::new(Geometry::Path(path))
    }

    /// A text in the middle of a place.
    pub fn text(at: Point, text: impl Into<String>, size: f64) -> Shape {
        Shape::new(Geometry::Text { at, text: text.into(), size, anchor: Anchor::Middle })
    }

    /// Shapes that belong together, from the back to the front.
    pub fn group(shapes: Vec<Shape>) -> Shape {
        Shape::new(Geometry::Group { by: (0.0, 0.0), shapes })
    }

    /// The same with these words for what it is; more words are added to those it has.
    #[must_use]
    pub fn class(mut self, classes: impl Into<Cow<'static, str>>) -> Shape {
        let classes = classes.into();
        if self.classes.is_empty() {
            self.classes = classes;
        } else if !classes.is_empty() {
            self.classes = Cow::Owned(format!("{} {classes}", self.classes));
        }
        self
    }

    /// The same with a word more where a condition holds.
    #[must_use]
    pub fn class_if(self, holds: bool, class: &'static str) -> Shape {
        if holds { self.class(class) } else { self }
    }

    /// The same, standing for the move of this label.
    #[must_use]
    pub fn stands_for(mut self, label: impl Into<String>) -> Shape {
        self.stands_for = Some(label.into());
        self
    }

    /// The same with a title, told when somebody points at it, and by screen readers.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Shape {
        self.title = Some(title.into());
        self
    }

    /// The same rectangle with round corners; other shapes stay as they are.
    #[must_use]
    pub fn rounded(mut self, radius: f64) -> Shape {
        if let Geometry::Rectangle { rounding, .. } = &mut self.form {
            *rounding = radius;
        }
        self
    }

    /// The same text with another part of it at its place; other shapes stay as they are.
    #[must_use]
    pub fn anchor(mut self, which: Anchor) -> Shape {
        if let Geometry::Text { anchor, .. } = &mut self.form {
            *anchor = which;
        }
        self
    }

    /// The same, moved. A group is moved as a whole, anything else becomes one.
    #[must_use]
    pub fn moved(mut self, way: Point) -> Shape {
        match &mut self.form {
            Geometry::Group { by, .. } => {
                *by = (by.0 + way.0, by.1 + way.1);
                self
            }
            _ => Shape::new(Geometry::Group { by: way, shapes: vec![self] }),
        }
    }

    /// What it looks like.
    pub fn form(&self) -> &Geometry {
        &self.form
    }

    /// The words for what it is, with blanks between.
    pub fn classes(&self) -> &str {
        &self.classes
    }

    /// Whether one of its words is this.
    pub fn is(&self, class: &str) -> bool {
        self.classes.split(' ').any(|word| word == class)
    }

    /// The label of the move that it stands for.
    pub fn label(&self) -> Option<&str> {
        self.stands_for.as_deref()
    }

    /// Its title, which pages show as a tooltip.
    pub fn tooltip(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// How far it reaches, without the width of its line.
    pub fn bounds(&self) -> Bounds {
        match &self.form {
            Geometry::Circle { centre, radius } => Bounds::around(*centre, *radius),
            Geometry::Rectangle { corner, size, .. } => {
                Bounds::of(*corner).with(Bounds::of((corner.0 + size.0, corner.1 + size.1)))
            }
            Geometry::Path(path) => path.bounds(),
            Geometry::Text { at, text, size, anchor } => {
                let width = if self.is("board") {
                    0.61 * size * text.chars().count() as f64
                } else {
                    text_width(text, *size)
                };
                let left = match anchor {
                    Anchor::Start => at.0,
                    Anchor::Middle => at.0 - width / 2.0,
                    Anchor::End => at.0 - width,
                };
                Bounds { left, top: at.1 - size * 0.6, right: left + width, bottom: at.1 + size * 0.6 }
            }
            Geometry::Group { by, shapes } => {
                shapes.iter().fold(Bounds::EMPTY, |all, shape| all.with(shape.bounds())).moved(*by)
            }
        }
    }

    /// The same without the move that it stands for, and without a title.
    pub(crate) fn bare(&self) -> Shape {
        let form = match &self.form {
            Geometry::Group { by, shapes } => {
                Geometry::Group { by: *by, shapes: shapes.iter().map(Shape::bare).collect() }
            }
            other => other.clone(),
        };
        Shape { form, classes: self.classes.clone(), stands_for: None, title: None }
    }

    /// Names the moves anew: what a label within a term of a sum is in the whole.
    pub(crate) fn relabel(&mut self, rename: &dyn Fn(&str) -> String) {
        if let Some(label) = &mut self.stands_for {
            *label = rename(label);
        }
        if let Geometry::Group { shapes, .. } = &mut self.form {
            shapes.iter_mut().for_each(|shape| shape.relabel(rename));
        }
    }

    /// Gives those that stand for moves new titles.
    pub(crate) fn retitle(&mut self, title: &dyn Fn(&str, Option<&str>) -> Option<String>) {
        if let Some(label) = &self.stands_for {
            self.title = title(label, self.title.as_deref());
        }
        if let Geometry::Group { shapes, .. } = &mut self.form {
            shapes.iter_mut().for_each(|shape| shape.retitle(title));
        }
    }
}
