//! Any mechanism at a state: closed loops, friction, external wrenches, reactions.

/// A mechanism ready to be evaluated. What is found once (compiled program, ranks of its loops, motors) is kept.
///
/// ```
/// use denoc::prelude::*;
///
/// let linkage = denoc::load("fourbar")?.mechanism();
/// let start = Draft::usual(linkage.model()).close(linkage.model())?; // initial guess, loops closed
/// let rest = [0.0; 3];
/// let holding = linkage.evaluate(States { q: &start.q, v: &rest }, &Ask::inverse(&rest))?;
/// assert_eq!(holding.tau.iter().filter(|tau| **tau != 0.0).count(), 1); // one motor holds it
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::Mechanism;

/// One or many states, one after the other.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?.mechanism();
/// let (q, v) = (vec![0.1; 3 * 100], vec![0.0; 3 * 100]); // a hundred states
/// let found = arm.evaluate(States { q: &q, v: &v }, &Ask::inverse(&v))?;
/// assert_eq!(found.tau.len(), 300);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::evaluate::States;

/// What to compute at a state: task, algorithm, external wrenches, joint forces, reactions.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?.mechanism();
/// let zero = [0.0; 3];
/// let ask = Ask { algorithm: Some(Algorithm::ODCA), reactions: true, ..Ask::forward(&zero) };
/// let fall = arm.evaluate(States { q: &zero, v: &zero }, &ask)?;
/// assert_eq!(fall.reactions[0].len(), 3); // one wrench per joint
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::evaluate::Ask;

/// How dynamics is computed.
///
/// ```
/// use denoc::prelude::*;
///
/// assert_eq!(Algorithm::usual(&denoc::load("puma")?.model), Algorithm::Compiled);
/// assert_eq!(Algorithm::usual(&denoc::load("fourbar")?.model), Algorithm::RECURSIVE);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::evaluate::Algorithm;

/// Whether joint friction, springs and drag act.
///
/// ```
/// use denoc::prelude::*;
///
/// let zero = [0.0; 3];
/// let ask = Ask { joint_forces: JointForces::Exact, ..Ask::inverse(&zero) };
/// assert_ne!(ask.joint_forces, JointForces::default()); // ignored at a state unless requested
/// ```
#[doc(inline)]
pub use denoc_mechanism::evaluate::JointForces;

/// A wrench that acts on a link at the origin of a frame, in world axes.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("puma")?.mechanism();
/// let load = ExternalWrench { frame: arm.model().frame("link6")?, wrench: [0.0, 0.0, 0.0, 0.0, 0.0, -50.0] };
/// let zero = [0.0; 6];
/// let ask = Ask { external: ExternalWrenches::Same(&[load]), ..Ask::inverse(&zero) };
/// let torques = arm.evaluate(States { q: &zero, v: &zero }, &ask)?.tau; // hold the arm and 50 N at its tip
/// # assert!(torques[1].abs() > 1.0);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::evaluate::ExternalWrench;

/// The external wrenches of one or many states.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("puma")?.model;
/// let pull = |force: f64| ExternalWrench { frame: FrameId(5), wrench: [0.0, 0.0, 0.0, force, 0.0, 0.0] };
/// let lists = [vec![pull(10.0)], vec![pull(20.0)]];
/// let zero = vec![0.0; 12];
/// let ask = Ask { external: ExternalWrenches::PerState(&lists), ..Ask::inverse(&zero) };
/// let both = Mechanism::new(arm).evaluate(States { q: &zero, v: &zero }, &ask)?;
/// assert_ne!(both.tau[..6], both.tau[6..]);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::evaluate::ExternalWrenches;

/// The answer to an [`Ask`]: joint forces, accelerations, reactions, motors.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?.mechanism();
/// let zero = [0.0; 3];
/// let fall: Evaluation = arm.evaluate(States { q: &zero, v: &zero }, &Ask::forward(&zero))?;
/// assert_eq!((fall.a.len(), fall.tau.len()), (3, 3));
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::evaluate::Evaluation;

/// A state whose loops need not be closed yet: an initial guess, and which joints keep their values.
///
/// ```
/// use denoc::prelude::*;
///
/// let linkage = denoc::load("fourbar")?.model;
/// let crank = linkage.joint("crank_pivot")?;
/// let mut draft = Draft::usual(&linkage);
/// draft.q[linkage.links()[crank.0].q] = 1.0; // rad
/// draft.held = vec![crank];
/// let closed: ClosedState = draft.close(&linkage)?;
/// assert_eq!(closed.q[linkage.links()[crank.0].q], 1.0);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::Draft;

/// A state that satisfies all loop closures.
///
/// ```
/// use denoc::prelude::*;
///
/// let stewart = denoc::load("stewart")?.model;
/// let start = Draft::usual(&stewart).close(&stewart)?;
/// assert_eq!((start.q.len(), start.v.len()), (stewart.nq(), stewart.nv()));
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::ClosedState;

/// Finds the closed configuration nearest to an initial guess.
///
/// ```
/// use denoc::{AssemblyOptions, assemble};
///
/// let linkage = denoc::load("fourbar")?.model;
/// let crank = linkage.joint("crank_pivot")?;
/// let guess = linkage.neutral();
/// let closed = assemble(&linkage, &guess, &AssemblyOptions::holding(&[crank]))?;
/// assert!(closed.closure_error_length < 1e-12); // m
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::assembly::assemble;

/// Which joints assembly holds, whether it respects limits, and how long it searches.
///
/// ```
/// use denoc::AssemblyOptions;
///
/// let linkage = denoc::load("fourbar")?.model;
/// let options = AssemblyOptions { limits: false, ..AssemblyOptions::holding(&[linkage.joint("crank_pivot")?]) };
/// assert_eq!(options.hold.len(), 1);
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::assembly::AssemblyOptions;

/// Finds the speeds nearest to the given ones that satisfy the loop closures.
///
/// ```
/// use denoc::prelude::*;
///
/// let linkage = denoc::load("fourbar")?.model;
/// let start = Draft::usual(&linkage).close(&linkage)?;
/// let crank = linkage.joint("crank_pivot")?;
/// let v = denoc::project_velocity(&linkage, &start.q, &[10.0, 0.0, 0.0], &[crank], Metric::default())?;
/// assert!(v[0] == 10.0 && v[1] != 0.0); // the crank turns at 10 rad/s, the coupler follows
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::assembly::project_velocity;

/// The distance that [`project_velocity`] minimises.
///
/// ```
/// use denoc::prelude::*;
///
/// let linkage = denoc::load("fourbar")?.model;
/// let start = Draft::usual(&linkage).close(&linkage)?;
/// // the speeds after an impact: the kinetic energy of the change is least
/// let v = denoc::project_velocity(&linkage, &start.q, &[1.0, 0.0, 0.0], &[], Metric::Inertia)?;
/// assert_eq!(v.len(), 3);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::assembly::Metric;

/// Degrees of freedom, redundant constraints, actuation and singular configurations.
///
/// ```
/// use denoc::prelude::*;
///
/// let linkage = denoc::load("fourbar")?.model;
/// let start = Draft::usual(&linkage).close(&linkage)?;
/// let mobility = Mobility::analyse(&linkage, &start.q)?;
/// assert_eq!((mobility.degrees_of_freedom, mobility.redundant), (1, 3));
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::mobility::Mobility;

/// Finds the coordinates that bring a frame to a target: all solutions where a closed form exists.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("puma")?.model;
/// let tip = arm.frame("link6")?;
/// let mut ws = Workspace::new(&arm);
/// let pose = ws.position(&arm, arm.configuration("ready")?)?.frame_pose(tip);
/// let found = denoc::inverse_kinematics(&arm, tip, Target::Pose(pose), &IkOptions::default())?;
/// assert!(found.reached && found.branches.len() > 1);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::ik::solve as inverse_kinematics;

/// The target of inverse kinematics: a position or a pose.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?.model;
/// let target = Target::Position(Vec3::new(0.3, 0.2, 0.0)); // m, world axes
/// let found = denoc::inverse_kinematics(&arm, arm.frame("link3")?, target, &IkOptions::default())?;
/// assert!(found.reached);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::ik::Target;

/// Tolerance, limits and random starts of inverse kinematics.
///
/// ```
/// use denoc::prelude::*;
///
/// let options = IkOptions { limits: false, ..IkOptions::default() };
/// # assert!(!options.limits);
/// ```
#[doc(inline)]
pub use denoc_mechanism::ik::IkOptions;

/// Inverse kinematics of several tasks at once, with weights and priorities, for trees and loops.
///
/// ```
/// use denoc::ik_tasks::{FrameTarget, Task, TaskOptions, solve_tasks};
/// use denoc::prelude::*;
///
/// let arm = denoc::load("puma")?.model;
/// let place = Task::frame(arm.frame("tool")?, FrameTarget::Position(Vec3::new(0.5, 0.2, 0.1)));
/// let rest = Task { priority: 2, ..Task::posture(&[(arm.joint("joint4")?, &[0.5])]) };
/// assert!(solve_tasks(&arm, &[place, rest], &TaskOptions::default())?.reached);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_mechanism::ik::tasks as ik_tasks;
