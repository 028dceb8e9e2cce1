//! Meshing wheels: the velocities of both at the pitch point, which moves with the axes, agree along the tangent.

use denoc_model::GearSpec;

use super::rows::{BlockKind, Row};
use super::vectors::{Vector, body, vector};
use super::{BodiesState, NewtonEuler};

/// A point or a direction with its rate.
type Moving = [Vector; 2];

/// An axis of a wheel: the origin of its joint, and the direction of the axis.
struct Axis {
    center: Moving,
    direction: Moving,
}

/// Pitch point and tangent.
struct Pitch {
    point: Moving,
    tangent: Moving,
}

impl NewtonEuler {
    pub(super) fn gear_rows(&self, state: &BodiesState, gear: &GearSpec, rows: &mut Vec<Row>) -> BlockKind {
        let [first, second] = [&gear.parent, &gear.child].map(|link| body(&self.description, link));
        let radii = gear.teeth.map(|teeth| 0.5 * gear.module * teeth);
        let axes = [first, second].map(|wheel| self.axes(state, wheel));
        let pairs = axes[0].iter().flat_map(|a| axes[1].iter().map(move |b| [a, b]));
        let found = pairs.clone().find_map(|pair| parallel(gear, radii, pair));
        let Pitch { point: [point, along], tangent: [tangent, turning] } =
            found.or_else(|| pairs.clone().find_map(|pair| bevel(radii, pair))).expect("wheels that mesh");
        let mut row = self.row();
        for (wheel, sign) in [(first, -1.0), (second, 1.0)] {
            let center = self.center(state, wheel);
            let (w, v) = self.motion(state, wheel);
            row.add_point(wheel, point - center, tangent * sign);
            row.bias += sign * (tangent.dot(w.cross(along - v)) + turning.dot(v + w.cross(point - center)));
        }
        rows.push(row);
        BlockKind::Wrench { from: first, on: second, point, directions: vec![[Vector::ZERO, tangent]] }
    }

    /// The axes of the revolute joints of a body; those of the ground rest.
    fn axes(&self, state: &BodiesState, wheel: Option<usize>) -> Vec<Axis> {
        let turning =
            self.description.joints.iter().zip(&self.joints).filter(|(spec, joint)| {
                spec.joint.keyword() == "revolute" && [joint.parent, joint.child].contains(&wheel)
            });
        let (w, _) = self.motion(state, wheel);
        let axis = |(spec, joint): (&_, &super::Connection)| {
            let spec: &denoc_model::JointSpec = spec;
            let frame = self.link_frame(state, joint.child) * joint.child_origin;
            let direction =
                frame.rotation * vector(spec.joint.values().direction("axis").expect("an axis")).normalized();
            Axis {
                center: [frame.origin, self.velocity(state, wheel, frame.origin)],
                direction: [direction, w.cross(direction)],
            }
        };
        turning.map(axis).collect()
    }
}

fn parallel(gear: &GearSpec, [r, s]: [f64; 2], [a, b]: [&Axis; 2]) -> Option<Pitch> {
    let ([e, turning], [f, _]) = (a.direction, b.direction);
    let ([p, v], [q, w]) = (a.center, b.center);
    let (d, rate) = (q - p, w - v);
    let level = [e * e.dot(d), turning * e.dot(d) + e * (turning.dot(d) + e.dot(rate))];
    let [between, apart] = [d - level[0], rate - level[1]];
    let distance = between.norm();
    let needed = if gear.internal { (s - r).abs() } else { r + s };
    if e.cross(f).norm() > 1e-9 || (distance - needed).abs() > 1e-9 {
        return None;
    }
    let u = between * (1.0 / distance);
    let swing = (apart - u * u.dot(apart)) * (1.0 / distance);
    // the wheel inside a ring touches it beyond its centre
    let offset = if gear.internal && r < s { -r } else { r };
    Some(Pitch {
        point: [p + u * offset + level[0] * 0.5, v + swing * offset + level[1] * 0.5],
        tangent: [e.cross(u), turning.cross(u) + e.cross(swing)],
    })
}

/// Cones that touch each other: the pitch point is at distance r from the first axis and s from the second.
fn bevel([r, s]: [f64; 2], [a, b]: [&Axis; 2]) -> Option<Pitch> {
    let normal = a.direction[0].cross(b.direction[0]);
    let between = b.center[0] - a.center[0];
    if normal.norm() < 1e-3 || normal.normalized().dot(between).abs() > 1e-9 {
        return None;
    }
    // both centres are ahead of the point where the axes intersect
    let ahead =
        |from: Vector, along: Vector, other: Vector| from.cross(other).dot(along.cross(other)) / normal.dot(normal);
    let s_a = ahead(between, a.direction[0], b.direction[0]);
    let s_b = ahead(-between, b.direction[0], a.direction[0]);
    let [a_out, b_out] = [(a, s_a), (b, s_b)].map(|(axis, s)| axis.direction.map(|x| x * -s.signum()));
    let apex: Moving = std::array::from_fn(|i| a.center[i] + a.direction[i] * s_a);
    let sin = normal.norm();
    // P = O + x a + y b at distances r and s from a and b: |y| sin = r, |x| sin = s
    let (x, y) = (s / sin, r / sin);
    let tangent = a_out[0].cross(b_out[0]) * (1.0 / sin);
    let turning = (a_out[1].cross(b_out[0]) + a_out[0].cross(b_out[1])) * (1.0 / sin);
    Some(Pitch { point: std::array::from_fn(|i| apex[i] + a_out[i] * x + b_out[i] * y), tangent: [tangent, turning] })
}
