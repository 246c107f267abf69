//! Points, and how far things reach.

/// A point: x to the right, y downwards.
pub type Point = (f64, f64);

/// A rectangle around things; nothing yet where it is [`Bounds::EMPTY`].
///
/// ```
/// use grundy_picture::Bounds;
/// let both = Bounds::around((0.0, 0.0), 2.0).with(Bounds::around((5.0, 0.0), 1.0));
/// assert_eq!((both.width(), both.height()), (8.0, 4.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least x.
    pub left: f64,
    /// The least y.
    pub top: f64,
    /// The greatest x.
    pub right: f64,
    /// The greatest y.
    pub bottom: f64,
}

impl Bounds {
    /// Around nothing.
    pub const EMPTY: Bounds = Bounds {
        left: f64::INFINITY,
        top: f64::INFINITY,
        right: f64::NEG_INFINITY,
        bottom: f64::NEG_INFINITY,
    };

    /// Around one point.
    pub fn of(point: Point) -> Bounds {
        Bounds { left: point.0, top: point.1, right: point.0, bottom: point.1 }
    }

    /// The square around a circle.
    pub fn around(centre: Point, radius: f64) -> Bounds {
        Bounds::of(centre).grown(radius)
    }

    /// Whether there is nothing in them.
    pub fn is_empty(&self) -> bool {
        self.left > self.right || self.top > self.bottom
    }

    /// From left to right; 0 around nothing.
    pub fn width(&self) -> f64 {
        (self.right - self.left).max(0.0)
    }

    /// From top to bottom; 0 around nothing.
    pub fn height(&self) -> f64 {
        (self.bottom - self.top).max(0.0)
    }

    /// Around both.
    #[must_use]
    pub fn with(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Wider by this on all four sides.
    #[must_use]
    pub fn grown(self, by: f64) -> Bounds {
        Bounds { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// Moved.
    #[must_use]
    pub fn moved(self, by: Point) -> Bounds {
        Bounds {
            left: self.left + by.0,
            top: self.top + by.1,
            right: self.right + by.0,
            bottom: self.bottom + by.1,
        }
    }
}
