use denoc_math::{Mat3, Pose, Real, Twist, Vec3, quaternion_multiply, quaternion_rotation};

use super::{
    Chart, ColumnChange, Guess, Joint, JointDescription, JointKind, JointSpace, SimpleMotion, SimpleMotions, Unit, Values,
};

/// A ball joint without singular poses: q is a unit quaternion `[x, y, z, w]`, v the angular velocity in link axes.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct Spherical<T>(core::marker::PhantomData<T>);

impl<T> Spherical<T> {
    /// The ball joint.
    pub fn new() -> Self {
        Self(core::marker::PhantomData)
    }
}

/// Rate of a quaternion: ½ q ω.
#[inline(always)]
pub(super) fn rate<T: Real>(q: [T; 4], v: Vec3<T>) -> [T; 4] {
    let half = v.scale(T::lift(0.5));
    quaternion_multiply(q, [half.x, half.y, half.z, T::zero()])
}

/// The quaternion [x, y, z, w] of a rotation, by the largest of its components.
pub(super) fn quaternion<T: Real>(r: Mat3<T>) -> [T; 4] {
    let one = T::one();
    let squares = [
        one + r.x.x - r.y.y - r.z.z,
        one - r.x.x + r.y.y - r.z.z,
        one - r.x.x - r.y.y + r.z.z,
        one + r.x.x + r.y.y + r.z.z,
    ];
    let (xy, xz, yz) = (r.x.y + r.y.x, r.x.z + r.z.x, r.y.z + r.z.y);
    let (wx, wy, wz) = (r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x);
    let largest = (0..4).max_by(|&a, &b| squares[a].value().total_cmp(&squares[b].value())).unwrap_or(3);
    let scaled = match largest {
        0 => [squares[0], xy, xz, wx],
        1 => [xy, squares[1], yz, wy],
        2 => [xz, yz, squares[2], wz],
        _ => [wx, wy, wz, squares[3]],
    };
    let factor = T::lift(0.5) * squares[largest].sqrt().recip();
    scaled.map(|x| x * factor)
}

/// The quaternion of a rotation vector.
pub(super) fn exponential(v: Vec3<f64>) -> [f64; 4] {
    let angle = v.norm();
    let half = 0.5 * angle;
    // sin(θ/2)/θ, with its series where the quotient loses digits
    let scale = if angle < 1e-4 { 0.5 - angle * angle / 48.0 } else { half.sin() / angle };
    [v.x * scale, v.y * scale, v.z * scale, half.cos()]
}

/// The rotation vector of a quaternion, of length at most π.
pub(crate) fn logarithm(q: [f64; 4]) -> Vec3<f64> {
    let sign = if q[3] < 0.0 { -1.0 } else { 1.0 };
    let v = Vec3::new(q[0], q[1], q[2]).scale(sign);
    let (s, c) = (v.norm(), q[3] * sign);
    let scale = if s < 1e-5 { 2.0 / c - s * s * 2.0 / (3.0 * c * c * c) } else { 2.0 * s.atan2(c) / s };
    v.scale(scale)
}

/// `q` turned by a rotation vector in link axes, normalised.
pub(super) fn turned(q: &[f64], by: Vec3<f64>, out: &mut [f64]) {
    let new = quaternion_multiply([q[0], q[1], q[2], q[3]], exponential(by));
    let norm = new.iter().map(|x| x * x).sum::<f64>().sqrt();
    out.copy_from_slice(&new.map(|x| x / norm));
}

/// The rotation vector in link axes that leads from `a` to `b`.
pub(super) fn turn(a: &[f64], b: &[f64]) -> Vec3<f64> {
    logarithm(quaternion_multiply([-a[0], -a[1], -a[2], a[3]], [b[0], b[1], b[2], b[3]]))
}

/// Length of a quaternion.
pub(super) fn norm(q: &[f64]) -> f64 {
    q.iter().map(|x| x * x).sum::<f64>().sqrt()
}

impl Joint<f64> {
    /// A ball joint (quaternion).
    pub fn spherical() -> Self {
        Self::Spherical(Spherical::new())
    }
}

impl<T: Real> JointKind<T> for Spherical<T> {
    const KEYWORD: &'static str = "spherical";
    const SUMMARY: &'static str = "ball joint; q = quaternion [x, y, z, w], v = angular velocity in link axes";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Constant;
    type Over<U: Real> = Spherical<U>;
    fn map<U: Real>(&self, _: impl Fn(T) -> U + Copy) -> Spherical<U> {
        Spherical::new()
    }
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Quaternion; 4]
    }
    fn v_units(&self) -> &'static [Unit] {
        &[Unit::Angle; 3]
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        Pose::new(quaternion_rotation([q[0], q[1], q[2], q[3]]), Vec3::zero())
    }
    #[inline(always)]
    fn columns(&self, _: &[T], columns: &mut [Twist<T>]) {
        for (k, column) in columns[..3].iter_mut().enumerate() {
            *column = Twist::new(Vec3::unit(k), Vec3::zero());
        }
    }
    fn rate(&self, q: &[T], v: &[T], out: &mut [T]) {
        out.copy_from_slice(&rate([q[0], q[1], q[2], q[3]], Vec3::new(v[0], v[1], v[2])));
    }
    fn coordinates(&self, target: Pose<T>, q: &mut [T]) -> Guess {
        q.copy_from_slice(&quaternion(target.rotation));
        Guess::Exact
    }
}

impl JointSpace for Spherical<f64> {
    fn neutral(&self, q: &mut [f64]) {
        q.copy_from_slice(&[0.0, 0.0, 0.0, 1.0]);
    }
    fn integrate(&self, q: &[f64], step: &[f64], out: &mut [f64]) {
        turned(q, Vec3::new(step[0], step[1], step[2]), out);
    }
    fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) {
        step.copy_from_slice(&turn(from, to).to_array());
    }
    fn quaternion_norm(&self, q: &[f64]) -> Option<f64> {
        Some(norm(q))
    }
    fn chart(&self) -> Chart {
        Chart::Ball
    }
}

impl JointDescription for Spherical<f64> {
    const SYNONYMS: &'static [&'static str] = &["ball"];
    const ROTATION_SPRING: bool = true;
    fn from_values(_: &Values) -> Option<Self> {
        Some(Self::new())
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        Some(SimpleMotions::new([SimpleMotion::Ball]))
    }
    fn example(_: &mut dyn FnMut() -> f64) -> Self {
        Self::new()
    }
}
