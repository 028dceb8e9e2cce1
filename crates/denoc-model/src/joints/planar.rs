use denoc_math::{Mat3, Pose, Real, Twist, Vec3};

use super::{
    ColumnChange, Form, Joint, JointDescription, JointKind, JointSpace, Parameter, SimpleMotion, SimpleMotions, Unit, Value,
    Values, random_axis,
};

/// Motion in a plane: q = (x, y, angle), two translations along axes fixed in the parent, then a rotation about the normal.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Planar<T> {
    axes: Mat3<T>,
}

impl Planar<f64> {
    /// The plane with this normal. Its first axis is x of the joint frame, rotated by the shortest rotation that takes z to
    /// the normal (x itself for a normal along ±z).
    pub fn new(normal: Vec3<f64>) -> Self {
        let n = normal.normalized();
        let z = Vec3::unit(2);
        let axis = z.cross(n);
        let axes = if axis.norm() > 1e-12 {
            Mat3::rotation(axis.normalized(), axis.norm(), n.z)
        } else if n.z > 0.0 {
            Mat3::identity()
        } else if n.z < 0.0 {
            Mat3::from_columns(Vec3::unit(0), -Vec3::unit(1), -Vec3::unit(2))
        } else {
            Mat3::from_columns(n, n, n) // no direction: NaN, which the checks of the model find
        };
        Self { axes }
    }

}

impl<T: Real> Planar<T> {
    /// Normal of the plane.
    pub fn normal(&self) -> Vec3<T> {
        self.axes.z
    }

    /// The link turned by the angle whose sine and cosine are given.
    #[inline(always)]
    fn rotation(&self, q: &[T]) -> Mat3<T> {
        let (s, c) = q[2].sin_cos();
        Mat3::rotation(self.axes.z, s, c)
    }
}

impl Joint<f64> {
    /// Motion in the plane with this normal.
    pub fn planar(normal: Vec3<f64>) -> Self {
        Self::Planar(Planar::new(normal))
    }
}

impl<T: Real> JointKind<T> for Planar<T> {
    const KEYWORD: &'static str = "planar";
    const SUMMARY: &'static str = "motion in a plane; q = (x, y, angle)";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::Successive;
    const CONSTANT_SPAN: bool = true;
    type Over<U: Real> = Planar<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Planar<U> {
        Planar { axes: self.axes.map(number) }
    }
    fn q_units(&self) -> &'static [Unit] {
        &[Unit::Length, Unit::Length, Unit::Angle]
    }
    #[inline(always)]
    fn pose(&self, q: &[T]) -> Pose<T> {
        Pose::new(self.rotation(q), self.axes.x.scale(q[0]) + self.axes.y.scale(q[1]))
    }
    #[inline(always)]
    fn columns(&self, q: &[T], columns: &mut [Twist<T>]) {
        let r = self.rotation(q);
        columns[0] = Twist::new(Vec3::zero(), r.apply_transpose(self.axes.x));
        columns[1] = Twist::new(Vec3::zero(), r.apply_transpose(self.axes.y));
        columns[2] = Twist::new(self.axes.z, Vec3::zero());
    }
    #[inline(always)]
    fn bias(&self, q: &[T], v: &[T]) -> Twist<T> {
        // directions fixed in the parent rotate backwards in link axes
        let along = self.axes.x.scale(v[0]) + self.axes.y.scale(v[1]);
        let seen = self.rotation(q).apply_transpose(along);
        Twist::new(Vec3::zero(), seen.cross(self.axes.z.scale(v[2])))
    }
}

impl JointSpace for Planar<f64> {}

impl JointDescription for Planar<f64> {
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        key: "normal",
        alternatives: &["axis"],
        form: Form::Direction,
        meaning: "Normal of the plane, of any length",
        example: "[0, 0, 1]",
    }];
    fn from_values(values: &Values) -> Option<Self> {
        Some(Self::new(values.direction("normal")?))
    }
    fn values(&self) -> Values {
        Values::default().with("normal", Value::Direction(self.normal()))
    }
    fn simple_motions(&self) -> Option<SimpleMotions> {
        let Mat3 { x, y, z } = self.axes;
        Some(SimpleMotions::new([SimpleMotion::Slide(x), SimpleMotion::Slide(y), SimpleMotion::Turn(z)]))
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        Self::new(random_axis(random))
    }
}
