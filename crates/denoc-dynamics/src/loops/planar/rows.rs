//! The conditions J a = b of the closures on the accelerations.

use super::links::{LinkState, direction, origin, point};
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
                let (at, bias) = relative_motion(a, b, links);
                for axis in [Vec2::new(scale, 0.0), Vec2::new(0.0, scale)] {
                    let mut row = next(-axis.dot(bias));
                    row.add_velocity(b, at, axis);
                    row.add_velocity(a, at, -axis);
                }
            }
            PlanarClosure::Rail([a, b], normal) => {
                let mut row = next(0.0);
                row.add_turning(b, 1.0);
                row.add_turning(a, -1.0);
                let (at, bias) = relative_motion(a, b, links);
                let normal = direction(b.link, *normal, links).scale(scale);
                let mut row = next(-normal.dot(bias));
                row.add_velocity(b, at, normal);
                row.add_velocity(a, at, -normal);
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

/// The position of the moving end of a joint, and the rate of its velocity relative to the point of the other link that is there, in axes
/// that turn with its link, where accelerations of coordinates are zero: as for cut joints in space, where loops are open, too.
fn relative_motion(fixed: &Point, moving: &Point, links: &[LinkState]) -> (Vec2, Vec2) {
    let far = point(moving, links);
    let (from, turning) = origin(fixed.link, links);
    let passing = (far.velocity - from.velocity).turned().scale(turning);
    let relative = far.velocity - from.velocity - (far.at - from.at).turned().scale(turning);
    let turned = relative.turned().scale(origin(moving.link, links).1);
    (far.at, far.acceleration - from.acceleration - passing - turned)
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
