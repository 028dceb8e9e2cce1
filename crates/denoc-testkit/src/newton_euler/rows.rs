//! Constraints as rows of J x + b = 0.

use denoc_model::{ConstraintKind, Description, RollingSpec};

use super::linear::{Dense, dot};
use super::vectors::{Vector, body, vector};
use super::{BodiesState, Connection, NewtonEuler, spline};

/// All constraints in one state.
pub(super) struct Rows {
    /// Jᵀ: one column per constraint.
    pub(super) transposed: Dense,
    /// b.
    pub(super) bias: Vec<f64>,
    /// What the constraints are, in order.
    pub(super) blocks: Vec<Block>,
}

impl Rows {
    /// Some of the constraints.
    pub(super) fn only(&self, chosen: &[usize]) -> Self {
        let columns: Vec<Vec<f64>> = chosen.iter().map(|&k| self.transposed.column(k).to_vec()).collect();
        let bias = chosen.iter().map(|&k| self.bias[k]).collect();
        Self { transposed: Dense::from_columns(self.transposed.rows(), &columns), bias, blocks: Vec::new() }
    }
}

/// The constraints of one joint, closure or prescribed acceleration.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) name: String,
    pub(super) kind: BlockKind,
    /// Its first row.
    pub(super) first: usize,
}

/// How the multipliers of a block act.
#[derive(Clone, Debug)]
pub(super) enum BlockKind {
    /// As a wrench [moment; force] or a force along each direction, at a point, from one body on another.
    Wrench { from: Option<usize>, on: Option<usize>, point: Vector, directions: Vec<[Vector; 2]> },
    /// Between joint coordinates.
    Joints,
    /// In one speed of a joint: the force that a prescribed acceleration needs.
    Prescribed,
}

/// A row under construction.
pub(super) struct Row {
    pub(super) entries: Vec<f64>,
    pub(super) bias: f64,
}

impl Row {
    /// Adds the acceleration, or velocity, of a point of a body along a direction.
    pub(super) fn add_point(&mut self, body: Option<usize>, arm: Vector, direction: Vector) {
        self.add_rotation(body, arm.cross(direction));
        if let Some(b) = body {
            (0..3).for_each(|i| self.entries[6 * b + 3 + i] += direction.0[i]);
        }
    }

    fn add_rotation(&mut self, body: Option<usize>, direction: Vector) {
        if let Some(b) = body {
            (0..3).for_each(|i| self.entries[6 * b + i] += direction.0[i]);
        }
    }
}

impl NewtonEuler {
    /// Whether the rows of all constraints of a mechanism are written down here; not those of kinds that are added to the registry.
    pub fn knows(description: &Description) -> bool {
        let known = |kind: &ConstraintKind| ["distance", "rolling", "cam", "gear"].contains(&kind.keyword());
        description.constraints.iter().all(|spec| known(&spec.kind))
    }

    /// The rows of all joints, constraints and couplings, then of prescribed accelerations.
    pub(super) fn rows(&self, state: &BodiesState, prescribed: &[(usize, usize, f64)]) -> Rows {
        let (mut rows, mut blocks) = (Vec::new(), Vec::new());
        let d = &self.description;
        for (i, spec) in d.joints.iter().enumerate() {
            blocks.push(self.joint_rows(state, i, spec.name.clone(), &mut rows));
        }
        for spec in &d.constraints {
            let first = rows.len();
            let kind = if let ConstraintKind::Distance(rod) = &spec.kind {
                let ends = [&rod.from, &rod.to].map(|end| (body(d, &end.link), vector(end.position)));
                self.rod_rows(state, ends, rod.length, &mut rows)
            } else if let ConstraintKind::Rolling(wheel) = &spec.kind {
                self.rolling_rows(state, wheel, &mut rows)
            } else if let ConstraintKind::Gear(gear) = &spec.kind {
                self.gear_rows(state, gear, &mut rows)
            } else if let ConstraintKind::Cam(cam) = &spec.kind {
                let [joint, leader] = [&cam.joint, &cam.follows].map(|name| self.joint(name));
                let [_, slope, bend] = spline::at(&cam.profile, state.q[leader][0]);
                let speed = self.joint_speeds(state, leader)[0];
                self.coordinate_rows(joint, leader, slope, -bend * speed * speed, &mut rows)
            } else {
                unreachable!("constraints of kind {} are not known: see `knows`", spec.kind.keyword());
            };
            blocks.push(Block { name: spec.name.clone(), kind, first });
        }
        for coupling in d.couplings.iter().filter(|coupling| coupling.enforced) {
            let first = rows.len();
            let [joint, leader] = [&coupling.joint, &coupling.follows].map(|name| self.joint(name));
            let kind = self.coordinate_rows(joint, leader, coupling.ratio, 0.0, &mut rows);
            blocks.push(Block { name: format!("coupling of {}", coupling.joint), kind, first });
        }
        for &(joint, speed, value) in prescribed {
            let mut row = self.row();
            row.entries[self.joints[joint].first + speed] = 1.0;
            let name = d.joints[joint].name.clone();
            blocks.push(Block { name, kind: BlockKind::Prescribed, first: rows.len() });
            rows.push(Row { bias: -value, ..row });
        }
        let bias = rows.iter().map(|row| row.bias).collect();
        let columns: Vec<Vec<f64>> = rows.into_iter().map(|row| row.entries).collect();
        Rows { transposed: Dense::from_columns(self.unknowns, &columns), bias, blocks }
    }

    pub(super) fn row(&self) -> Row {
        Row { entries: vec![0.0; self.unknowns], bias: 0.0 }
    }

    /// The child's motion less that of the parent and that along the joint's speeds: three rotations, then the velocity of the
    /// origin of the moving frame, in world axes.
    fn joint_rows(&self, state: &BodiesState, index: usize, name: String, rows: &mut Vec<Row>) -> Block {
        let Connection { parent, child, origin, child_origin, law, first } = &self.joints[index];
        let (q, v) = (&state.q[index], self.joint_speeds(state, index));
        let fixed = self.link_frame(state, *parent) * *origin;
        let relative = law.relative(q, v);
        let columns: Vec<[Vector; 2]> = (0..v.len())
            .map(|k| {
                let unit: Vec<f64> = (0..v.len()).map(|i| f64::from(u8::from(i == k))).collect();
                let along = law.relative(q, &unit);
                [fixed.rotation * along.angular, fixed.rotation * along.linear]
            })
            .collect();
        let ((w_parent, _), (w_child, _)) = (self.motion(state, *parent), self.motion(state, *child));
        let at = (self.link_frame(state, *child) * *child_origin).origin;
        let arm_parent = fixed.point(relative.pose.origin) - self.center(state, *parent);
        let arm_child = at - self.center(state, *child);
        let [w, u, rw, ru] = [relative.angular, relative.linear, relative.angular_rate, relative.linear_rate]
            .map(|x| fixed.rotation * x);
        let turning = -(rw + w_parent.cross(w));
        let moving = w_child.cross(w_child.cross(arm_child))
            - w_parent.cross(w_parent.cross(arm_parent))
            - w_parent.cross(u) * 2.0
            - ru;
        let start = rows.len();
        for part in 0..2 {
            for axis in [0, 1, 2].map(Vector::unit) {
                let mut row = self.row();
                if part == 0 {
                    row.add_rotation(*child, axis);
                    row.add_rotation(*parent, -axis);
                } else {
                    row.add_point(*child, arm_child, axis);
                    row.add_point(*parent, arm_parent, -axis);
                }
                columns.iter().enumerate().for_each(|(k, column)| row.entries[first + k] = -column[part].dot(axis));
                row.bias = [turning, moving][part].dot(axis);
                rows.push(row);
            }
        }
        let unit = |axis| [Vector::unit(axis), Vector::ZERO];
        let directions = (0..3).map(unit).chain((0..3).map(|axis| [Vector::ZERO, Vector::unit(axis)])).collect();
        Block { name, kind: BlockKind::Wrench { from: *parent, on: *child, point: at, directions }, first: start }
    }

    /// The rate of (d·d)/2, over the length, is zero.
    fn rod_rows(
        &self,
        state: &BodiesState,
        ends: [(Option<usize>, Vector); 2],
        length: f64,
        rows: &mut Vec<Row>,
    ) -> BlockKind {
        let points = ends.map(|(body, point)| self.link_frame(state, body).point(point));
        let along = (points[1] - points[0]) * (1.0 / length);
        let mut row = self.row();
        let apart = self.velocity(state, ends[1].0, points[1]) - self.velocity(state, ends[0].0, points[0]);
        row.bias = apart.dot(apart) / length;
        for (((body, _), point), sign) in ends.into_iter().zip(points).zip([-1.0, 1.0]) {
            let (angular, _) = self.motion(state, body);
            let arm = point - self.center(state, body);
            row.add_point(body, arm, along * sign);
            row.bias += angular.cross(angular.cross(arm)).dot(along) * sign;
        }
        rows.push(row);
        let directions = vec![[Vector::ZERO, along]];
        BlockKind::Wrench { from: ends[0].0, on: ends[1].0, point: points[1], directions }
    }

    /// The velocity of the lowest point of the disk, along two directions of the plane and, if it is kept there, its normal.
    fn rolling_rows(&self, state: &BodiesState, wheel: &RollingSpec, rows: &mut Vec<Row>) -> BlockKind {
        let link = body(&self.description, &wheel.link);
        let (n, radius) = (vector(wheel.plane_normal).normalized(), wheel.radius);
        let frame = self.link_frame(state, link);
        let (center, axis) = (frame.point(vector(wheel.center)), frame.rotation * vector(wheel.axis).normalized());
        let (w, _) = self.motion(state, link);
        let (flat, axis_rate) = (n - axis * n.dot(axis), w.cross(axis));
        let up = flat.normalized();
        let flat_rate = -(axis * n.dot(axis_rate) + axis_rate * n.dot(axis));
        let up_rate = (flat_rate - up * up.dot(flat_rate)) * (1.0 / flat.norm());
        let to_center = center - self.center(state, link);
        let arm = to_center - up * radius;
        // d/dt (v + ω × (c − up r)): the centre turns with the disk, `up` does not
        let bias = w.cross(w.cross(to_center)) - w.cross(up_rate) * radius;
        let level = if n.0[0].abs() < 0.7 { Vector::unit(0) } else { Vector::unit(1) };
        let first = n.cross(level).normalized();
        let mut directions = vec![[Vector::ZERO, first], [Vector::ZERO, n.cross(first)]];
        if wheel.keep_height {
            directions.push([Vector::ZERO, n]);
        }
        for [_, direction] in &directions {
            let mut row = self.row();
            row.add_point(link, arm, *direction);
            row.bias = bias.dot(*direction);
            rows.push(row);
        }
        BlockKind::Wrench { from: None, on: link, point: center - up * radius, directions }
    }

    fn coordinate_rows(&self, joint: usize, leader: usize, ratio: f64, bias: f64, rows: &mut Vec<Row>) -> BlockKind {
        let mut row = self.row();
        row.entries[self.joints[joint].first] += 1.0;
        row.entries[self.joints[leader].first] -= ratio;
        rows.push(Row { bias, ..row });
        BlockKind::Joints
    }

    /// The largest velocity by which speeds violate constraints.
    pub fn violation(&self, state: &BodiesState) -> f64 {
        let rows = self.rows(state, &[]);
        let products = (0..rows.transposed.columns()).map(|k| dot(rows.transposed.column(k), &state.speeds).abs());
        products.fold(0.0, f64::max)
    }
}
