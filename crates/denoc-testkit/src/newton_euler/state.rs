//! Where bodies are and how they move.

use super::vectors::{Frame, Matrix, Vector};
use super::{Connection, NewtonEuler};

/// Configuration and velocities of all bodies and joints.
#[derive(Clone, Debug)]
pub struct BodiesState {
    /// Coordinates of all joints, also of those where loops are closed.
    pub q: Vec<Vec<f64>>,
    /// Orientations of the bodies, [x, y, z, w].
    pub(super) quaternions: Vec<[f64; 4]>,
    /// The same as matrices.
    pub(super) rotations: Vec<Matrix>,
    /// Mass centres.
    pub(super) centers: Vec<Vector>,
    /// Angular velocities and velocities of the mass centres, by body; then the speeds of the joints.
    pub(super) speeds: Vec<f64>,
}

impl NewtonEuler {
    /// The configuration with these coordinates of all joints, at rest. Bodies are placed joint by joint, from the ground.
    pub fn at_rest(&self, q: &[Vec<f64>]) -> BodiesState {
        let mut frames: Vec<Option<Frame>> = vec![None; self.bodies.len()];
        let at = |frames: &[Option<Frame>], body: Option<usize>| body.map_or(Some(Frame::IDENTITY), |b| frames[b]);
        while frames.contains(&None) {
            let placed = frames.iter().flatten().count();
            for (joint, q) in self.joints.iter().zip(q) {
                let relative = joint.law.relative(q, &vec![0.0; joint.law.freedoms()]).pose;
                let step = joint.origin * relative * joint.child_origin.inverse();
                match (at(&frames, joint.parent), at(&frames, joint.child)) {
                    (Some(parent), None) => frames[joint.child.expect("not the ground")] = Some(parent * step),
                    (None, Some(child)) => frames[joint.parent.expect("not the ground")] = Some(child * step.inverse()),
                    _ => {}
                }
            }
            assert!(frames.iter().flatten().count() > placed, "a link is not connected to the ground");
        }
        let frames: Vec<Frame> = frames.into_iter().flatten().collect();
        BodiesState {
            q: q.to_vec(),
            quaternions: frames.iter().map(|f| f.rotation.quaternion()).collect(),
            rotations: frames.iter().map(|f| f.rotation).collect(),
            centers: frames.iter().zip(&self.bodies).map(|(f, body)| f.point(body.center)).collect(),
            speeds: vec![0.0; self.unknowns],
        }
    }

    /// The link frame of a body.
    pub(super) fn link_frame(&self, state: &BodiesState, body: Option<usize>) -> Frame {
        body.map_or(Frame::IDENTITY, |b| {
            let rotation = state.rotations[b];
            Frame { rotation, origin: state.centers[b] - rotation * self.bodies[b].center }
        })
    }

    /// The position of a link frame: its origin, and its axes one after the other, in the world.
    pub fn link_pose(&self, state: &BodiesState, body: usize) -> [[f64; 3]; 4] {
        let f = self.link_frame(state, Some(body));
        [f.origin.0, f.rotation.column(0).0, f.rotation.column(1).0, f.rotation.column(2).0]
    }

    /// The largest distance (m, or rad) between where a joint holds its child and where its child is.
    pub fn gap(&self, state: &BodiesState) -> f64 {
        let gap = |(joint, q): (&Connection, &Vec<f64>)| {
            let rest = vec![0.0; joint.law.freedoms()];
            let held = self.link_frame(state, joint.parent) * joint.origin * joint.law.relative(q, &rest).pose;
            let found = self.link_frame(state, joint.child) * joint.child_origin;
            let turned = (0..3).map(|k| (held.rotation.column(k) - found.rotation.column(k)).norm());
            turned.fold((held.origin - found.origin).norm(), f64::max)
        };
        self.joints.iter().zip(&state.q).map(gap).fold(0.0, f64::max)
    }

    /// Angular velocity and velocity of the mass centre of a body; the ground rests.
    pub(super) fn motion(&self, state: &BodiesState, body: Option<usize>) -> (Vector, Vector) {
        body.map_or((Vector::ZERO, Vector::ZERO), |b| {
            let s = &state.speeds[6 * b..6 * b + 6];
            (Vector([s[0], s[1], s[2]]), Vector([s[3], s[4], s[5]]))
        })
    }

    /// The mass centre of a body; for the ground its origin.
    pub(super) fn center(&self, state: &BodiesState, body: Option<usize>) -> Vector {
        body.map_or(Vector::ZERO, |b| state.centers[b])
    }

    /// The velocity of a point of a body.
    pub(super) fn velocity(&self, state: &BodiesState, body: Option<usize>, point: Vector) -> Vector {
        let (angular, linear) = self.motion(state, body);
        linear + angular.cross(point - self.center(state, body))
    }

    /// The speeds of a joint.
    pub(super) fn joint_speeds<'s>(&self, state: &'s BodiesState, joint: usize) -> &'s [f64] {
        let j = &self.joints[joint];
        &state.speeds[j.first..j.first + j.law.freedoms()]
    }

    /// The speeds of all joints.
    pub fn speeds(&self, state: &BodiesState) -> Vec<Vec<f64>> {
        self.by_joint(&state.speeds)
    }
}
