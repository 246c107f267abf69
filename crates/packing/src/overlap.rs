//! The overlap energy: the sum of squared overlaps of disks with each other and with the walls, and its
//! slope.
//!
//! Zero energy means that nothing overlaps. The energy is the usual elastic one of the packing literature;
//! every term is quadratic in the depth of a contact, so the slope is continuous and quasi-Newton descent
//! works.

use crate::walls::Walls;

/// The result of one evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// The sum of squared overlaps.
    pub(crate) energy: f64,
    /// The sum of wall overlaps, each weighted by the wall's speed as the cavity grows: minus half the
    /// derivative of the energy by the size.
    pub(crate) press: f64,
}

impl Reading {
    /// The size at which this heap of disks would just stop overlapping.
    ///
    /// Near jamming the least energy is `c * (s0 - s)^2` for some `s0`, whose derivative by `s` is `-2 *
    /// press`; hence `s0 - s = energy / press`.
    pub(crate) fn jamming_size(&self, size: f64) -> f64 {
        if self.press > 0.0 { size + self.energy / self.press } else { size }
    }
}

/// The energy landscape of some disks between some walls, with the list of pairs near enough to matter.
///
/// The list holds every pair that can touch before some disk has moved half the `skin` from where it was when
/// the list was made; it is remade only then.
#[derive(Clone, Debug)]
pub(crate) struct Landscape {
    radii: Vec<f64>,
    walls: Walls,
    skin: f64,
    near: Vec<(u32, u32, f64)>,
    anchor: Vec<f64>,
}

impl Landscape {
    /// The landscape of disks of these radii.
    pub(crate) fn new(radii: &[f64], walls: Walls) -> Self {
        let mean = radii.iter().sum::<f64>() / radii.len().max(1) as f64;
        Landscape { radii: radii.to_vec(), walls, skin: 0.6 * mean, near: Vec::new(), anchor: Vec::new() }
    }

    /// The radii, in the caller's order.
    pub(crate) fn radii(&self) -> &[f64] {
        &self.radii
    }

    /// The walls.
    pub(crate) fn walls(&self) -> Walls {
        self.walls
    }

    /// The energy at `at` (x and y alternating) in a cavity of `size`; its slope is written to `slope`.
    pub(crate) fn measure(&mut self, size: f64, at: &[f64], slope: &mut [f64]) -> Reading {
        self.refresh(at);
        slope.fill(0.0);
        let mut energy = 0.0;
        for &(i, j, reach) in &self.near {
            let (i, j) = (2 * i as usize, 2 * j as usize);
            let (dx, dy) = (at[i] - at[j], at[i + 1] - at[j + 1]);
            let square = dx * dx + dy * dy;
            if square >= reach * reach {
                continue;
            }
            let distance = square.sqrt();
            let depth = reach - distance;
            energy += depth * depth;
            // Concentric disks have no direction of their own: part them sideways.
            let (ux, uy) = if distance > 0.0 { (dx / distance, dy / distance) } else { (1.0, 0.0) };
            let (px, py) = (2.0 * depth * ux, 2.0 * depth * uy);
            slope[i] -= px;
            slope[i + 1] -= py;
            slope[j] += px;
            slope[j + 1] += py;
        }
        let mut press = 0.0;
        match self.walls {
            Walls::Round => {
                for (i, radius) in self.radii.iter().enumerate() {
                    let (x, y) = (at[2 * i], at[2 * i + 1]);
                    let square = x * x + y * y;
                    let room = size - radius;
                    if room >= 0.0 && square <= room * room {
                        continue;
                    }
                    let distance = square.sqrt();
                    let depth = distance - room;
                    energy += depth * depth;
                    press += depth;
                    if distance > 0.0 {
                        slope[2 * i] += 2.0 * depth * x / distance;
                        slope[2 * i + 1] += 2.0 * depth * y / distance;
                    }
                }
            }
            Walls::Box { half_width, half_height } => {
                for (i, radius) in self.radii.iter().enumerate() {
                    for (axis, half) in [(2 * i, half_width), (2 * i + 1, half_height)] {
                        let depth = at[axis].abs() + radius - size * half;
                        if depth > 0.0 {
                            energy += depth * depth;
                            press += depth * half;
                            slope[axis] += 2.0 * depth.copysign(at[axis]);
                        }
                    }
                }
            }
        }
        Reading { energy, press }
    }

    fn refresh(&mut self, at: &[f64]) {
        let limit = 0.25 * self.skin * self.skin;
        let fresh = self.anchor.len() == at.len()
            && at.chunks_exact(2).zip(self.anchor.chunks_exact(2)).all(|(now, then)| {
                let (dx, dy) = (now[0] - then[0], now[1] - then[1]);
                dx * dx + dy * dy <= limit
            });
        if fresh {
            return;
        }
        self.anchor.clear();
        self.anchor.extend_from_slice(at);
        self.near.clear();
        for i in 1..self.radii.len() {
            let (x, y, radius) = (at[2 * i], at[2 * i + 1], self.radii[i]);
            for j in 0..i {
                let (dx, dy) = (x - at[2 * j], y - at[2 * j + 1]);
                let reach = radius + self.radii[j];
                let far = reach + self.skin;
                if dx * dx + dy * dy < far * far {
                    self.near.push((i as u32, j as u32, reach));
                }
            }
        }
    }
}
