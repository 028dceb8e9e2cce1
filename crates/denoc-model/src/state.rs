//! Validation and integration of states.

use denoc_math::{Real, Vec3};

use crate::joints::JointSpace;
use crate::{LinkId, Model, StateError};

/// Largest deviation of the length of a quaternion from 1.
pub const QUATERNION_TOLERANCE: f64 = 1e-6;

impl<T: Real> Model<T> {
    /// Checks the length of an argument.
    #[inline]
    pub fn check_length(&self, what: &'static str, found: usize, expected: usize) -> Result<(), StateError> {
        if found == expected { Ok(()) } else { self.wrong_length(what, found, expected) }
    }

    #[cold]
    fn wrong_length(&self, what: &'static str, found: usize, expected: usize) -> Result<(), StateError> {
        Err(StateError::Length { what, model: self.name().to_owned(), expected, found })
    }

    /// Checks that the entries of a speed-like argument (v, accelerations, forces) are finite.
    pub fn check_speeds(&self, what: &'static str, v: &[T]) -> Result<(), StateError> {
        self.check_length(what, v.len(), self.nv())?;
        match v.iter().position(|x| !x.value().is_finite()) {
            None => Ok(()),
            Some(index) => Err(StateError::NotFinite {
                what,
                index,
                joint: self.joint_names()[self.joint_of_speed(index).0].clone(),
                value: v[index].value(),
            }),
        }
    }

    /// Checks coordinates: length, finite entries, unit quaternions.
    pub fn check_coordinates(&self, q: &[T]) -> Result<(), StateError> {
        self.check_length("q", q.len(), self.nq())?;
        for (i, link) in self.links().iter().enumerate() {
            let coordinates = &q[link.q..link.q + link.nq];
            if let Some(k) = coordinates.iter().position(|x| !x.value().is_finite()) {
                return Err(StateError::NotFinite {
                    what: "q",
                    index: link.q + k,
                    joint: self.joint_names()[i].clone(),
                    value: coordinates[k].value(),
                });
            }
            // joints with more coordinates than speeds end in a quaternion
            if link.nq != link.nv {
                let square = coordinates[link.nq - 4..].iter().fold(T::zero(), |sum, &x| x.mul_add(x, sum));
                // with several lanes: the lane farthest from 1, since `value` is the smallest lane
                let deviation = square - T::one();
                let worst = -(-(deviation * deviation)).value();
                // |n² − 1| = |n − 1| (n + 1)
                // false for NaN, which an overflow leaves
                let unit = worst <= (2.0 * QUATERNION_TOLERANCE).powi(2);
                if !unit {
                    let norm = square.value().sqrt();
                    let joint = self.joint_names()[i].clone();
                    return Err(StateError::Quaternion { joint, index: link.q + link.nq - 4, norm });
                }
            }
        }
        Ok(())
    }
}

impl Model<f64> {
    /// The coordinates of the zero pose.
    pub fn neutral(&self) -> Vec<f64> {
        let mut q = vec![0.0; self.nq()];
        for link in self.links() {
            link.joint.neutral(&mut q[link.q..link.q + link.nq]);
        }
        q
    }

    /// `q` moved along `step`, a vector of speeds times time.
    pub fn integrate(&self, q: &[f64], step: &[f64], out: &mut [f64]) -> Result<(), StateError> {
        self.check_coordinates(q)?;
        self.check_speeds("step", step)?;
        self.check_length("out", out.len(), self.nq())?;
        for l in self.links() {
            l.joint.integrate(&q[l.q..l.q + l.nq], &step[l.v..l.v + l.nv], &mut out[l.q..l.q + l.nq]);
        }
        Ok(())
    }

    /// The step (speeds times time) that leads from `from` to `to`.
    pub fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) -> Result<(), StateError> {
        self.check_coordinates(from)?;
        self.check_coordinates(to)?;
        self.check_length("step", step.len(), self.nv())?;
        for l in self.links() {
            let range = l.q..l.q + l.nq;
            l.joint.difference(&from[range.clone()], &to[range], &mut step[l.v..l.v + l.nv]);
        }
        Ok(())
    }

    /// The forces of joint springs and friction at this state, N m or N: −k (q − q₀) − b v − c sign(v), and the moments of
    /// [`crate::RotationSpring`]. Inverse and forward dynamics do not include them: add them to the motor forces.
    pub fn joint_forces(&self, q: &[f64], v: &[f64], forces: &mut [f64]) -> Result<(), StateError> {
        self.check_coordinates(q)?;
        self.check_speeds("v", v)?;
        self.check_length("forces", forces.len(), self.nv())?;
        // speeds that follow from those of other joints around a loop are rounded
        let sum: f64 = v.iter().map(|v| v.abs()).sum();
        let rest = if self.closures().is_empty() { 0.0 } else { 1e-13 * sum };
        for (i, link) in self.links().iter().enumerate() {
            let p = self.properties(LinkId(i));
            for k in 0..link.nv {
                let speed = v[link.v + k];
                // at rest dry friction balances the applied force up to its limit: taken as zero here
                let sign = if speed.abs() <= rest { 0.0 } else { speed.signum() };
                let mut force = -p.viscous_friction * speed - p.dry_friction * sign;
                if link.nq == link.nv {
                    force -= p.spring_stiffness * (q[link.q + k] - p.spring_rest);
                }
                forces[link.v + k] = force;
            }
            if let (Some(spring), [x, y, z, w], [a, b, c]) =
                (&p.rotation_spring, &q[link.q..link.q + link.nq], &v[link.v..link.v + link.nv])
            {
                let moment = spring.moment([*x, *y, *z, *w]) + spring.damping_moment(Vec3::new(*a, *b, *c));
                for (force, more) in forces[link.v..link.v + link.nv].iter_mut().zip(moment.to_array()) {
                    *force += more;
                }
            }
        }
        Ok(())
    }
}
