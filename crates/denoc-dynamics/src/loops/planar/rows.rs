//! The conditions J a = b of the closures on the accelerations.

use super::links::{LinkState, PointState, direction, point};
use super::plan::{Plan, PlanarClosure, Point};
use super::vec2::Vec2;

/// J by rows and b: lengths as parts of the size of the mechanism, speeds multiplied by their units. J must be zero before.
pub(super) fn fill(plan: &Plan, links: &[LinkState], jacobian: &mut [f64], right: &mut [f64]) {
    let n = plan.units.len();
    let scale = plan.size.recip();
    let (mut rows, mut right) = (jacobian.chunks_exact_mut(n), right.iter_mut());
    let mut next = |b: f64| {
        // there are as many rows as conditions
        let (row, right) = (rows.next().unwrap_or_default(), right.next());
        right.into_iter().for_each(|right| *right = b);
        Row { plan, links, row }
    };
    for closure in &plan.closures {
        match closure {
            PlanarClosure::Pin([a, b]) => {
                let [from, to] = [a, b].map(|end| point(end, links));
                let bias = (to.acceleration - from.acceleration).scale(scale);
                for (axis, bias) in [(Vec2::new(scale, 0.0), bias.x), (Vec2::new(0.0, scale), bias.y)] {
                    let mut row = next(-bias);
                    row.add_velocity(b, to.at, axis);
                    row.add_velocity(a, from.at, -axis);
                }
            }
            PlanarClosure::Rail([a, b], normal) => {
                let [from, to] = [a, b].map(|end| point(end, links));
                let mut row = next(0.0);
                row.add_turning(b, 1.0);
                row.add_turning(a, -1.0);
                let normal = direction(a.link, *normal, links).scale(scale);
                let bias = rail_bias(from, to, normal, a.link.map_or(0.0, |link| links[link].turning));
                let mut row = next(-bias);
                row.add_velocity(b, to.at, normal);
                row.add_velocity(a, to.at, -normal);
            }
            PlanarClosure::Rod([a, b]) => {
                let [from, to] = [a, b].map(|end| point(end, links));
                let (d, v) = (to.at - from.at, to.velocity - from.velocity);
                let bias = d.dot(to.acceleration - from.acceleration) + v.dot(v);
                let along = d.scale(scale * scale);
                let mut row = next(-bias * scale * scale);
                row.add_velocity(b, to.at, along);
                row.add_velocity(a, from.at, -along);
            }
            PlanarClosure::Gear([follower, leader], ratio) => {
                let unit = plan.units[*follower].recip();
                let row = next(0.0).row;
                row[*follower] += unit * plan.units[*follower];
                row[*leader] -= unit * ratio * plan.units[*leader];
            }
        }
    }
}

/// The second derivative of e·(b − a) for the normal e of a rail that turns with speed ω, where accelerations of coordinates are zero:
/// ë·d + 2 ė·ḋ + e·d̈ with ė = ω × e.
fn rail_bias(a: PointState, b: PointState, e: Vec2, turning: f64) -> f64 {
    let (d, rate) = (b.at - a.at, b.velocity - a.velocity);
    let twice = e.turned().scale(2.0 * turning).dot(rate);
    e.dot(b.acceleration - a.acceleration) + twice - turning * turning * e.dot(d)
}

/// A row of J.
struct Row<'a> {
    plan: &'a Plan,
    links: &'a [LinkState],
    row: &'a mut [f64],
}

impl Row<'_> {
    /// Adds the velocity along a direction of the point of a link that is at `at`.
    #[inline]
    fn add_velocity(&mut self, point: &Point, at: Vec2, along: Vec2) {
        for &i in &point.path {
            let (turn, move_) = self.links[i].column;
            self.add(i, along.dot(move_) + turn * at.cross(along));
        }
    }

    /// Adds a multiple of the angular speed of a link.
    fn add_turning(&mut self, point: &Point, factor: f64) {
        for &i in &point.path {
            self.add(i, factor * self.links[i].column.0);
        }
    }

    #[inline]
    fn add(&mut self, link: usize, x: f64) {
        let v = self.plan.links[link].v;
        self.row[v] += x * self.plan.units[v];
    }
}
