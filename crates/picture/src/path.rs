//! Lines and curves.

use crate::{Bounds, Point};

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Piece {
    /// Start anew there.
    Move(Point),
    /// A straight line to there.
    Line(Point),
    /// A cubic curve by two control points.
    Curve(Point, Point, Point),
    /// Back to where it started.
    Close,
}

/// A line, straight or curved, open or closed.
///
/// ```
/// use grundy_picture::Path;
/// let triangle = Path::from((0.0, 0.0)).line_to((4.0, 0.0)).line_to((2.0, 3.0)).closed();
/// assert_eq!(triangle.bounds().height(), 3.0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    pub(crate) pieces: Vec<Piece>,
}

impl Path {
    /// A path that starts there.
    pub fn from(start: Point) -> Path {
        Path { pieces: vec![Piece::Move(start)] }
    }

    /// Straight lines through these points.
    pub fn through(points: impl IntoIterator<Item = Point>) -> Path {
        let mut pieces = Vec::new();
        for point in points {
            pieces.push(if pieces.is_empty() { Piece::Move(point) } else { Piece::Line(point) });
        }
        Path { pieces }
    }

    /// Goes on elsewhere without a line.
    #[must_use]
    pub fn move_to(mut self, to: Point) -> Path {
        self.pieces.push(Piece::Move(to));
        self
    }

    /// A straight line.
    #[must_use]
    pub fn line_to(mut self, to: Point) -> Path {
        self.pieces.push(Piece::Line(to));
        self
    }

    /// A curve that leaves towards the first point and arrives from the second (a cubic Bézier curve).
    #[must_use]
    pub fn curve_to(mut self, leave: Point, arrive: Point, to: Point) -> Path {
        self.pieces.push(Piece::Curve(leave, arrive, to));
        self
    }

    /// A line back to where it started.
    #[must_use]
    pub fn closed(mut self) -> Path {
        self.pieces.push(Piece::Close);
        self
    }

    /// How far it reaches; for curves, how far their control points do, which is never less.
    pub fn bounds(&self) -> Bounds {
        let points = self.pieces.iter().flat_map(|piece| match *piece {
            Piece::Move(to) | Piece::Line(to) => [Some(to), None, None],
            Piece::Curve(leave, arrive, to) => [Some(leave), Some(arrive), Some(to)],
            Piece::Close => [None; 3],
        });
        points.flatten().fold(Bounds::EMPTY, |bounds, point| bounds.with(Bounds::of(point)))
    }
}
