//! The cavity in floating point: its shape at size one, and how far a disk is from its walls.

/// The shape of a cavity whose largest half extent is its *size*: the radius of a round cavity, half the
/// longer side of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Walls {
    /// A circle; at size `s` its radius is `s`.
    Round,
    /// A box; at size `s` its half sides are `s * half_width` and `s * half_height`.
    Box { half_width: f64, half_height: f64 },
}

impl Walls {
    /// The area enclosed at size one.
    pub(crate) fn area(self) -> f64 {
        match self {
            Walls::Round => std::f64::consts::PI,
            Walls::Box { half_width, half_height } => 4.0 * half_width * half_height,
        }
    }

    /// The smallest size at which a disk of `radius` centred on `(x, y)` is inside.
    pub(crate) fn size_around(self, x: f64, y: f64, radius: f64) -> f64 {
        match self {
            Walls::Round => (x * x + y * y).sqrt() + radius,
            Walls::Box { half_width, half_height } => {
                ((x.abs() + radius) / half_width).max((y.abs() + radius) / half_height)
            }
        }
    }

    /// The largest factor by which the centre `(x, y)` of a disk of `radius` may be moved away from the middle of a
    /// cavity of `size` without leaving it; infinite for the middle itself.
    pub(crate) fn spread(self, size: f64, x: f64, y: f64, radius: f64) -> f64 {
        let along = |half: f64, distance: f64| {
            if distance > 0.0 { (half - radius) / distance } else { f64::INFINITY }
        };
        match self {
            Walls::Round => along(size, (x * x + y * y).sqrt()),
            Walls::Box { half_width, half_height } => {
                along(size * half_width, x.abs()).min(along(size * half_height, y.abs()))
            }
        }
    }

    /// How much room a point has to the nearest wall of a cavity of `size`; negative outside.
    pub(crate) fn room(self, size: f64, x: f64, y: f64) -> f64 {
        match self {
            Walls::Round => size - (x * x + y * y).sqrt(),
            Walls::Box { half_width, half_height } => {
                (size * half_width - x.abs()).min(size * half_height - y.abs())
            }
        }
    }

    /// Half of the box that bounds the cavity of size one.
    pub(crate) fn half_extents(self) -> (f64, f64) {
        match self {
            Walls::Round => (1.0, 1.0),
            Walls::Box { half_width, half_height } => (half_width, half_height),
        }
    }
}
