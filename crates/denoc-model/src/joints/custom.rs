use std::sync::Arc;

use denoc_math::{Dual, Mat3, Pose, Real, Twist, Vec3, tape::Tape};

use super::{ColumnChange, Joint, JointDescription, JointKind, JointSpace, Unit, Values};

/// A custom joint, defined by its pose as a function of its coordinates.
///
/// Columns and bias are derived by automatic differentiation. Speeds are the rates of the coordinates.
///
/// ```
/// use denoc_math::{Mat3, Pose, Real, Vec3};
/// use denoc_model::{Joint, JointLaw, joints::Unit};
///
/// /// A wheel of given radius rolling along x: it turns about y as it advances.
/// struct Rolling {
///     radius: f64,
/// }
/// impl JointLaw for Rolling {
///     fn units(&self) -> &'static [Unit] {
///         &[Unit::Angle]
///     }
///     fn pose<T: Real>(&self, q: &[T]) -> Pose<T> {
///         let (s, c) = q[0].sin_cos();
///         let advance = q[0] * T::lift(self.radius);
///         Pose::new(Mat3::rotation(Vec3::unit(1), s, c), Vec3::new(advance, T::zero(), T::zero()))
///     }
/// }
/// let joint = Joint::custom(&Rolling { radius: 0.3 });
/// assert_eq!(joint.q_units().len(), 1);
/// ```
pub trait JointLaw {
    /// The unit of each coordinate: angles or lengths, at most six.
    fn units(&self) -> &'static [Unit];
    /// Pose of the link frame in the joint's fixed frame.
    fn pose<T: Real>(&self, q: &[T]) -> Pose<T>;
}

/// A recorded [`JointLaw`].
#[derive(Clone, Debug)]
pub struct Custom<T> {
    recorded: Arc<Recorded>,
    number: core::marker::PhantomData<T>,
}

#[derive(Debug)]
struct Recorded {
    units: &'static [Unit],
    /// q → rotation by columns, position.
    pose: Tape,
    /// q → columns.
    columns: Tape,
    /// q, v → bias.
    bias: Tape,
}

impl<T> PartialEq for Custom<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.recorded, &other.recorded)
    }
}

/// Relative twist of a pose that moves: [vee(Rᵀ Ṙ); Rᵀ ṗ], from a pose whose numbers carry their rate along one direction.
fn twist_of<T: Real>(pose: Pose<Dual<T, 1>>) -> Twist<T> {
    let value = pose.map(|x| x.value);
    let rate = pose.map(|x| x.parts[0]);
    let w: Mat3<T> = value.rotation.transpose() * rate.rotation;
    Twist::new(Vec3::new(w.y.z, w.z.x, w.x.y), value.rotation.apply_transpose(rate.position))
}

fn along<T: Real>(q: &[T], v: &[T]) -> Vec<Dual<T, 1>> {
    q.iter().zip(v).map(|(&value, &part)| Dual { value, parts: [part] }).collect()
}

impl Joint<f64> {
    /// A custom joint, defined by its pose alone.
    pub fn custom<L: JointLaw>(law: &L) -> Self {
        Joint::Custom(Custom::new(law))
    }
}

impl Custom<f64> {
    fn new<L: JointLaw>(law: &L) -> Self {
        let n = law.units().len();
        let sample = vec![0.1; 2 * n];
        let pose = Tape::record(&sample[..n], |q| {
            let pose = law.pose(q);
            [pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.position].iter().flat_map(|v| v.to_array()).collect()
        });
        let columns = Tape::record(&sample[..n], |q| {
            (0..n)
                .flat_map(|k| {
                    let unit: Vec<_> = (0..n).map(|j| Real::lift(if j == k { 1.0 } else { 0.0 })).collect();
                    twist_of(law.pose(&along(q, &unit))).to_array()
                })
                .collect()
        });
        let bias = Tape::record(&sample, |qv| {
            let (q, v) = qv.split_at(n);
            // the twist along v, differentiated once more along v
            let moving = along(q, v);
            let speeds: Vec<_> = v.iter().map(|&v| Dual::constant(v)).collect();
            twist_of(law.pose(&along(&moving, &speeds))).to_array().map(|x| x.parts[0]).to_vec()
        });
        let recorded = Recorded { units: law.units(), pose, columns, bias };
        Self { recorded: Arc::new(recorded), number: core::marker::PhantomData }
    }
}

impl<T: Real> JointKind<T> for Custom<T> {
    const KEYWORD: &'static str = "custom";
    const SUMMARY: &'static str = "defined by its pose as a function of q";
    const COLUMN_CHANGE: ColumnChange = ColumnChange::General;
    type Over<U: Real> = Custom<U>;
    /// Unchanged: it has no parameters that could carry derivatives.
    fn map<U: Real>(&self, _: impl Fn(T) -> U + Copy) -> Custom<U> {
        Custom { recorded: Arc::clone(&self.recorded), number: core::marker::PhantomData }
    }
    fn q_units(&self) -> &'static [Unit] {
        self.recorded.units
    }
    fn pose(&self, q: &[T]) -> Pose<T> {
        let mut x = [T::zero(); 12];
        self.recorded.pose.replay(q, &mut x);
        let column = |i: usize| Vec3::new(x[i], x[i + 1], x[i + 2]);
        Pose::new(Mat3::from_columns(column(0), column(3), column(6)), column(9))
    }
    fn columns(&self, q: &[T], columns: &mut [Twist<T>]) {
        let mut x = [T::zero(); 36];
        self.recorded.columns.replay(q, &mut x);
        for (column, x) in columns.iter_mut().zip(x.chunks_exact(6)) {
            *column = Twist::from_array([x[0], x[1], x[2], x[3], x[4], x[5]]);
        }
    }
    fn bias(&self, q: &[T], v: &[T]) -> Twist<T> {
        let n = q.len();
        let mut inputs = [T::zero(); 12];
        inputs[..n].copy_from_slice(q);
        inputs[n..2 * n].copy_from_slice(v);
        let mut x = [T::zero(); 6];
        self.recorded.bias.replay(&inputs[..2 * n], &mut x);
        Twist::from_array(x)
    }
    fn full_turns_repeat(&self) -> bool {
        false // unknown
    }
}

impl JointSpace for Custom<f64> {}

impl JointDescription for Custom<f64> {
    const IN_FILES: bool = false;
    fn from_values(_: &Values) -> Option<Self> {
        None
    }
    fn example(random: &mut dyn FnMut() -> f64) -> Self {
        struct Cam([f64; 3]);
        impl JointLaw for Cam {
            fn units(&self) -> &'static [Unit] {
                &[Unit::Angle, Unit::Length]
            }
            fn pose<T: Real>(&self, q: &[T]) -> Pose<T> {
                let [a, b, c] = self.0.map(T::lift);
                let (s, k) = q[0].sin_cos();
                let lift = a.mul_add(s, b * q[1]);
                let turn = Mat3::rotation(Vec3::unit(1), s, k);
                Pose::new(turn, Vec3::new(q[1], lift, c * q[0] * q[1]))
            }
        }
        Self::new(&Cam([random(), 0.5 * random(), random()]))
    }
}
