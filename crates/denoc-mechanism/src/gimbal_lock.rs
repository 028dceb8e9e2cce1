//! Gimbal lock of Euler-angle joints: how near it is, and what precision it leaves.

use core::fmt;

use denoc_base::number::brief;
use denoc_model::Model;

/// Rounding of the equations of motion at a distance of one from gimbal lock, relative to the forces at work. It grows with the
/// inverse square of the distance, as the smallest pivot shrinks with the square (measured by `tests/gimbal_lock.rs`).
const ROUNDING: f64 = 2e-15;

/// Results less precise than this are worth a remark.
const REMARKABLE: f64 = 1e-10;

/// The Euler-angle joint that is nearest to gimbal lock in one or many states.
///
/// Near gimbal lock the rates of two angles are large and nearly cancel, so forward dynamics loses precision; at a
/// [`precision`](Self::precision) of about 0.1 it is refused. Inverse dynamics and spherical joints (quaternions) are not affected.
///
/// ```
/// use denoc_mechanism::GimbalLockDistance;
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// let top = Description::new("top")
///     .link("body", MassProperties::cuboid(1.0, Vec3::new(0.1, 0.2, 0.3), Vec3::zero()))
///     .joint("ball", "ground", "body", Joint::euler("zxz").expect("a sequence"), Pose::identity())
///     .build()?;
/// let near = GimbalLockDistance::nearest(&top, &[0.4, 1e-4, 0.2]).expect("an Euler-angle joint");
/// assert!((near.distance - 1e-4).abs() < 1e-12 && near.is_remarkable());
/// assert!(!GimbalLockDistance::nearest(&top, &[0.4, 1.0, 0.2]).expect("an Euler-angle joint").is_remarkable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GimbalLockDistance {
    /// Index of the state.
    pub state: usize,
    /// Index of the link that the joint moves.
    pub link: usize,
    /// Name of the joint.
    pub joint: String,
    /// The sequence of axes in letters, such as `zyx`.
    pub sequence: &'static str,
    /// The sine of the angle between the second angle and the nearest value with gimbal lock: 0 in gimbal lock, 1 farthest from it.
    pub distance: f64,
}

impl GimbalLockDistance {
    /// The nearest of all joints in one or many states, stored one after the other; `None` without Euler-angle joints.
    pub fn nearest(model: &Model, q: &[f64]) -> Option<Self> {
        let locks = |(i, link): (usize, &denoc_model::Link<f64>)| Some((i, link.q, link.joint.gimbal_lock()?));
        let locks: Vec<_> = model.links().iter().enumerate().filter_map(locks).collect();
        let mut nearest: Option<(usize, usize, f64)> = None;
        for (state, q) in q.chunks_exact(model.nq().max(1)).enumerate().filter(|_| !locks.is_empty()) {
            for (k, (_, at, lock)) in locks.iter().enumerate() {
                let distance = (q[at + lock.coordinate] - lock.angle).sin().abs();
                if nearest.is_none_or(|(_, _, least)| distance < least) {
                    nearest = Some((state, k, distance));
                }
            }
        }
        let (state, k, distance) = nearest?;
        let (link, _, lock) = locks[k];
        let joint = model.joint_names()[link].clone();
        Some(Self { state, link, joint, sequence: lock.sequence, distance })
    }

    /// About how accurately accelerations near gimbal lock satisfy the equations of motion, relative to the forces at work.
    pub fn precision(&self) -> f64 {
        precision(self.distance)
    }

    /// The joint, its distance in rad and its sequence, as a part of a sentence.
    pub fn place(&self) -> String {
        format!(
            "joint \"{}\" is {} rad from gimbal lock (sequence {})",
            self.joint,
            brief(self.distance.asin()),
            self.sequence
        )
    }

    /// Whether the loss of precision deserves a remark.
    pub fn is_remarkable(&self) -> bool {
        self.precision() > REMARKABLE
    }
}

/// [`GimbalLockDistance::precision`] at a distance.
pub fn precision(distance: f64) -> f64 {
    (ROUNDING / (distance * distance)).min(1.0)
}

impl fmt::Display for GimbalLockDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: accelerations satisfy the equations of motion to about {} of the forces at work only; use a spherical joint \
             (quaternion) or another sequence for more",
            self.place(),
            brief(self.precision())
        )
    }
}
