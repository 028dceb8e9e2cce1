//! Mechanisms described in code.

/// Links, joints, frames and constraints as plain data; [`Description::build`] checks and numbers them.
///
/// ```
/// use denoc::prelude::*;
///
/// let (x, y) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0));
/// let pendulum = Description::new("pendulum")
///     .link("rod", MassProperties::rod(1.0, 0.5, x)) // 1 kg, 0.5 m
///     .joint("pivot", "ground", "rod", Joint::revolute(y), Pose::identity())
///     .build()?;
/// assert_eq!(pendulum.nv(), 1);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_model::Description;

/// A joint type: revolute, prismatic, helical, universal, spherical, free and others, or one of your own.
///
/// ```
/// use denoc::prelude::*;
///
/// let axis = Vec3::new(0.0, 0.0, 1.0);
/// assert_eq!(Joint::revolute(axis).keyword(), "revolute");
/// let ball = Description::new("ball")
///     .link("rod", MassProperties::rod(1.0, 0.5, axis))
///     .joint("socket", "ground", "rod", Joint::spherical(), Pose::identity())
///     .build()?;
/// assert_eq!((ball.nq(), ball.nv()), (4, 3)); // a quaternion; angular velocity
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_model::Joint;

/// Friction, springs, rotor inertia and limits of a joint.
///
/// ```
/// use denoc::prelude::*;
///
/// let (x, y) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0));
/// let damped = Description::new("damped pendulum")
///     .link("rod", MassProperties::rod(1.0, 0.5, x))
///     .joint("pivot", "ground", "rod", Joint::revolute(y), Pose::identity())
///     .properties(JointProperties { viscous_friction: 0.1, ..JointProperties::NONE }) // N m s/rad
///     .build()?;
/// let mut tau = [0.0];
/// damped.joint_forces(&[0.0], &[2.0], &mut tau)?;
/// assert_eq!(tau, [-0.2]);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_model::JointProperties;

/// Mass, centre of mass and inertia tensor of a link.
///
/// ```
/// use denoc::prelude::*;
///
/// let wheel = MassProperties::cylinder(2.0, 0.1, 0.05); // 2 kg, radius 0.1 m, along z
/// assert!((wheel.inertia.zz - 0.01).abs() < 1e-15); // m r² / 2
/// ```
#[doc(inline)]
pub use denoc_model::MassProperties;

/// A mechanism, checked and numbered. Immutable; share it between threads.
///
/// ```
/// let arm = denoc::load("puma")?.model;
/// let elbow = arm.joint("joint3")?;
/// assert_eq!(arm.links()[elbow.0].v, 2); // its place in v, a and tau
/// assert_eq!(arm.neutral().len(), arm.nq());
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_model::Model;

/// The number of a link, and of the joint that carries it.
///
/// ```
/// let arm = denoc::load("puma")?.model;
/// assert_eq!(arm.link("link3")?, arm.joint("joint3")?);
/// assert_eq!(arm.joint_names()[arm.link("link3")?.0], "joint3");
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_model::LinkId;

/// The number of a frame. Every link has one of its name; files may add others.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("puma")?.model;
/// let tip: FrameId = arm.frame("link6")?;
/// let mut ws = Workspace::new(&arm);
/// let height = ws.position(&arm, &arm.neutral())?.frame_pose(tip).position.z;
/// assert!(height.is_finite());
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_model::FrameId;

/// A doubtful property of a model, such as an implausible inertia tensor.
///
/// ```
/// let arm = denoc::load("kuka_kr5")?;
/// assert!(!arm.model.warnings().is_empty()); // its last link is a point mass on the axis of its joint
/// assert_eq!(arm.strict().unwrap_err().code(), "model.doubtful");
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_model::Warning;
