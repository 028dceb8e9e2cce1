//! Numbers, vectors and six-vectors.

/// A vector with three components.
///
/// ```
/// use denoc::Vec3;
///
/// let (x, y) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0));
/// assert_eq!(x.cross(y).to_array(), [0.0, 0.0, 1.0]);
/// ```
#[doc(inline)]
pub use denoc_math::Vec3;

/// A 3 × 3 matrix; as a rotation it maps link axes to world axes.
///
/// ```
/// use denoc::{Mat3, Vec3};
///
/// let quarter_turn = Mat3::rotation(Vec3::new(0.0, 0.0, 1.0), 1.0, 0.0); // axis, sine, cosine
/// assert_eq!(quarter_turn.apply(Vec3::new(1.0, 0.0, 0.0)).to_array(), [0.0, 1.0, 0.0]);
/// ```
#[doc(inline)]
pub use denoc_math::Mat3;

/// A symmetric 3 × 3 matrix, such as an inertia tensor.
///
/// ```
/// use denoc::{Sym3, Vec3};
///
/// let inertia = Sym3::diagonal(1.0, 2.0, 3.0);
/// assert_eq!(inertia.apply(Vec3::new(1.0, 1.0, 1.0)).to_array(), [1.0, 2.0, 3.0]);
/// ```
#[doc(inline)]
pub use denoc_math::Sym3;

/// Position and orientation.
///
/// ```
/// use denoc::{Mat3, Pose, Vec3};
///
/// let quarter_turn = Mat3::from_rpy([0.0, 0.0, std::f64::consts::FRAC_PI_2]);
/// let flange = Pose::new(quarter_turn, Vec3::new(0.0, 0.0, 0.5));
/// let tip = flange.point(Vec3::new(0.1, 0.0, 0.0));
/// assert!((tip.y - 0.1).abs() < 1e-15 && tip.z == 0.5);
/// ```
#[doc(inline)]
pub use denoc_math::Pose;

/// Angular and linear velocity, [ω; v].
///
/// ```
/// use denoc::{Twist, Vec3, Wrench};
///
/// let turning = Twist::new(Vec3::new(0.0, 0.0, 2.0), Vec3::zero());
/// let moment = Wrench::new(Vec3::new(0.0, 0.0, 3.0), Vec3::zero());
/// assert_eq!(turning.dot(moment), 6.0); // power, W
/// ```
#[doc(inline)]
pub use denoc_math::Twist;

/// Moment and force, [moment; force].
///
/// ```
/// use denoc::Wrench;
///
/// let weight = Wrench::from_array([0.0, 0.0, 0.0, 0.0, 0.0, -9.81]);
/// assert_eq!(weight.force.z, -9.81);
/// ```
#[doc(inline)]
pub use denoc_math::Wrench;

/// The numbers that models, workspaces and vectors can be made of: `f64`, `f32`, dual numbers and others.
///
/// ```
/// use denoc::{Real, Vec3};
///
/// fn length<T: Real>(v: Vec3<T>) -> T {
///     v.dot(v).sqrt()
/// }
/// assert_eq!(length(Vec3::new(3.0, 4.0, 0.0)), 5.0);
/// assert_eq!(length(Vec3::new(3.0_f32, 4.0, 0.0)), 5.0);
/// ```
#[doc(inline)]
pub use denoc_math::Real;

/// A number with exact derivatives.
///
/// ```
/// use denoc::prelude::*;
///
/// // gravity torque of a pendulum, and its derivative with respect to the angle
/// let pendulum = denoc::load("one_r")?.model.cast::<Dual<f64, 1>>();
/// let (q, zero) = ([Dual::variable(0.3, 0)], [Dual::constant(0.0)]);
/// let mut tau = zero;
/// pendulum.inverse_dynamics(&mut Workspace::new(&pendulum), &q, &zero, &zero, &mut tau)?;
/// assert!((tau[0].parts[0] - tau[0].value / 0.3_f64.tan()).abs() < 1e-12); // the torque is proportional to sin q
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_math::Dual;
