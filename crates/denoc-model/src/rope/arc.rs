//! Equal links on a circle between two points.

use denoc_math::Vec3;

use crate::ModelError;

use super::Rope;

/// Directions of the links of a rope that hangs between two points as a circular arc, with equal angles between links.
pub(super) struct Arc {
    along: Vec3<f64>,
    aside: Vec3<f64>,
    /// Angle between neighbouring links, rad.
    bend: f64,
    links: usize,
}

impl Arc {
    /// The arc below the line between the ends, or beside it if that line is vertical.
    pub(super) fn between(rope: &Rope, span: Vec3<f64>, gravity: Vec3<f64>) -> Result<Self, ModelError> {
        let distance = span.norm();
        let share = distance / rope.length;
        // taut up to rounding
        if share > 1.0 + 1e-12 {
            let (name, length, place) = (rope.name.clone(), rope.length, rope.place.clone());
            return Err(ModelError::RopeTooShort { rope: name, length, distance, place });
        }
        let (x, z) = (Vec3::unit(0), Vec3::unit(2));
        let (along, aside) = if share > 1e-12 {
            let along = span.normalized();
            (along, across(along, [gravity, x, -z]))
        } else {
            // both ends at the same point: a circle below it
            let aside = if gravity.norm() > 0.0 { gravity.normalized() } else { -z };
            (across(aside, [x, z, x]), aside)
        };
        Ok(Self { along, aside, bend: bend(share, rope.links), links: rope.links })
    }

    /// Direction of link `i`, from 0.
    pub(super) fn direction(&self, i: usize) -> Vec3<f64> {
        let (sin, cos) = ((0.5 * (self.links as f64 - 1.0) - i as f64) * self.bend).sin_cos();
        self.along.scale(cos) + self.aside.scale(sin)
    }

    /// The normal of its plane.
    pub(super) fn normal(&self) -> Vec3<f64> {
        self.along.cross(self.aside)
    }
}

/// The first of the vectors that is not along the unit vector `e`, made perpendicular to it.
pub(super) fn across(e: Vec3<f64>, vectors: [Vec3<f64>; 3]) -> Vec3<f64> {
    let parts = vectors.map(|v| (v - e.scale(e.dot(v)), v.norm()));
    let found = parts.into_iter().find(|(part, norm)| part.norm() > 1e-9 * norm && *norm > 0.0);
    // again: the remainder of nearly parallel vectors is not quite perpendicular
    let part = found.map_or(Vec3::zero(), |(part, _)| part.normalized());
    (part - e.scale(e.dot(part))).normalized()
}

/// The angle δ from link to link for which n links reach the given share of their length:
/// sin(n δ/2) / (n sin(δ/2)) = share. Found by bisection down to neighbouring numbers.
fn bend(share: f64, links: usize) -> f64 {
    if share >= 1.0 {
        return 0.0;
    }
    let n = links as f64;
    // falls from 1 to 0 as half of the total angle, n δ/2, goes from 0 to π
    let reach = |half: f64| half.sin() / (n * (half / n).sin());
    let (mut low, mut high) = (0.0, std::f64::consts::PI);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return 2.0 * high / n;
        }
        if reach(middle) > share {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RopeMass;

    // oracle: the sum of the links, whose rounding grows with their number
    #[test]
    fn the_links_reach_from_end_to_end() {
        for links in [2, 3, 10, 101, 5_000] {
            for span in [
                Vec3::new(1.0, 0.3, -0.2),
                Vec3::new(0.0, 0.0, 1.9),
                Vec3::new(0.0, 0.0, -1e-3),
                Vec3::new(2.0, 0.0, 0.0),
                Vec3::new(1.99999999, 0.0, 0.0),
                Vec3::zero(),
            ] {
                for gravity in [Vec3::new(0.0, 0.0, -9.81), Vec3::zero(), Vec3::new(3.0, 0.0, 0.0)] {
                    let rope = Rope::new("rope", links, 2.0, RopeMass::Total(1.0), 0.01);
                    let arc = Arc::between(&rope, span, gravity).unwrap();
                    let step = 2.0 / links as f64;
                    let sum = (0..links).fold(Vec3::zero(), |sum, i| sum + arc.direction(i).scale(step));
                    assert!((sum - span).norm() < 1e-12, "{links} {span:?} {gravity:?}: {sum:?}");
                    // it hangs below its ends; an odd number of links has no joint in the middle
                    let half = (0..links / 2).fold(Vec3::zero(), |sum, i| sum + arc.direction(i).scale(step));
                    assert!(links % 2 == 1 || (half - span.scale(0.5)).dot(gravity) > -1e-12);
                }
            }
        }
    }

    #[test]
    fn a_rope_that_is_too_short_says_both_lengths() {
        let rope = Rope::new("line", 4, 2.0, RopeMass::Total(1.0), 0.01);
        let error = Arc::between(&rope, Vec3::new(2.5, 0.0, 0.0), Vec3::zero()).err().unwrap();
        assert_eq!(
            error.to_string(),
            "rope \"line\" is 2 m long, but its ends are 2.5 m apart: make it longer, or move one of its ends"
        );
    }
}
