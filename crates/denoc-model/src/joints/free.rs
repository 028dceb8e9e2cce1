use denoc_math::{Pose, Real, Twist, Vec3, quaternion_rotation};

use super::{
    Chart, ColumnChange, Guess, Joint, JointDescription, JointKind, JointSpace, SimpleMotion, SimpleMotions, Unit, Values,
    spherical,
};

/// Six degrees of freedom: a floating base. q = position in the parent, quaternion `[x, y, z, w]`; v = twist of the link
/// in link axes, angular part first.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct Free<T>(core::marker::PhantomData<T>);

impl<T> Free<T> {
    /// The free joint.
    pub fn new() -> Self {
        Self(core::marker::PhantomData)
    }
}

const Q_UNITS: [Unit; 7] = [
    Unit::Length,
    Unit::Length,
    Unit::Length,
    Unit::Quaternion,
    Unit::Quaternion,
    Unit::Quaternion,
    Unit::Quaternion,
];
const V_UNITS: [Unit; 6] = [Unit::Angle, Unit::Angle, Unit::Angle, Unit::Length, Unit::Length, Unit::Length];

impl Joint<f64> {
    /// Six degrees of freedom.
    pub fn free() -> Self {
        Self::Free(Free::new())
    }
}

impl<T> Joint<T> {
    /// Whether it is a free joint, as of a floating base.
    pub fn is_free(&self) -> bool {
        matches!(self, Self::Free(_))
    }
}

impl<T: Real> JointKind<T> for Free<T> {
    const KEYWORD: &'static str = "free";
    const SUMMARY: &'static str = "six degrees of freedom; q = position, quaternion [x, y, z, w]; v = twist in link axes";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Constant;
    type Over<U: Real> = Free<U>;
    fn map<U: Real>(&self, _: impl Fn(T) -> U + Copy) -> Free<U> {
        Free::new()
    }
    fn q_units(&self) -> &'static [Unit] {
        &Q_UNITS
    }
    fn v_units(&self) -> &'static [Unit] {
        &V_UNITS
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        Pose::new(quaternion_rotation([q[3], q[4], q[5], q[6]]), Vec3::new(q[0], q[1], q[2]))
    }
    #[inline(always)]
    fn columns(&self, _: &[T], columns: &mut [Twist<T>]) {
        for k in 0..3 {
            columns[k] = Twist::new(Vec3::unit(k), Vec3::zero());
            columns[k + 3] = Twist::new(Vec3::zero(), Vec3::unit(k));
        }
    }
    fn rate(&self, q: &[T], v: &[T], out: &mut [T]) {
        let velocity = self.pose(q).rotation.apply(Vec3::new(v[3], v[4], v[5]));
        out[..3].copy_from_slice(&velocity.to_array());
        let turning = Vec3::new(v[0], v[1], v[2]);
        out[3..].copy_from_slice(&spherical::rate([q[3], q[4], q[5], q[6]], turning));
    }
    fn coordinates(&self, target: Pose<T>, q: &mut [T]) -> Guess {
        q[..3].copy_from_slice(&target.position.to_array());
        q[3..].copy_from_slice(&spherical::quaternion(target.rotation));
        Guess::Exact
    }
}

impl JointSpace for Free<f64> {
    fn neutral(&self, q: &mut [f64]) {
        q.copy_from_slice(&[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }
    // position and orientation move separately: along the linear part in link axes, and by the rotation vector
    fn integrate(&self, q: &[f64], step: &[f64], out: &mut [f64]) {
        let moved = self.pose(q).point(Vec3::new(step[3], step[4], step[5]));
        out[..3].copy_from_slice(&moved.to_array());
        spherical::turned(&q[3..], Vec3::new(step[0], step[1], step[2]), &mut out[3..]);
    }
    fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) {
        step[..3].copy_from_slice(&spherical::turn(&from[3..], &to[3..]).to_array());
        let target = Vec3::new(to[0], to[1], to[2]);
        step[3..].copy_from_slice(&self.pose(from).inverse().point(target).to_array());
    }
    fn quaternion_norm(&self, q: &[f64]) -> Option<f64> {
        Some(spherical::norm(&q[3..]))
    }
    fn chart(&self) -> Chart {
        Chart::Free
    }
}

impl JointDescription for Free<f64> {
    const SYNONYMS: &'static [&'static str] = &["floating"];
    fn from_values(_: &Values) -> Option<Self> {
        Some(Self::new())
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        Some(SimpleMotions::new([SimpleMotion::Free]))
    }
    fn example(_: &mut dyn FnMut() -> f64) -> Self {
        Self::new()
    }
}
