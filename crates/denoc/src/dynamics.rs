//! Trees: the compiled layer for speed, the faithful layer for everything else.

/// Compiles a model: joint forces, accelerations and inertia matrices of trees, fast.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("puma")?.model;
/// let mut fast: Compiled = arm.compile();
/// let mut tau = [0.0; 6];
/// fast.inverse_dynamics(&[0.1; 6], &[0.0; 6], &[0.0; 6], &mut tau)?; // torques that hold the arm, N m
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_dynamics::compiled::Compile;

/// A compiled model with its memory. Evaluations do not allocate.
///
/// ```
/// use denoc::prelude::*;
///
/// let mut fast = denoc::load("puma")?.model.compile();
/// let (mut gim, mut a) = ([0.0; 36], [0.0; 6]);
/// fast.gim(&[0.1; 6], &mut gim)?; // inertia matrix, row-major
/// assert!((gim[1] - gim[6]).abs() < 1e-12); // symmetric
/// fast.forward_dynamics(&[0.1; 6], &[0.0; 6], &[0.0; 6], &mut a)?; // free fall, rad/s²
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_dynamics::compiled::Compiled;

/// The memory order of a batch of states.
///
/// ```
/// use denoc::prelude::*;
///
/// let mut fast = denoc::load("puma")?.model.compile();
/// let (q, zero) = (vec![0.1; 6 * 1000], vec![0.0; 6 * 1000]); // a thousand states, one after the other
/// let mut tau = vec![0.0; 6 * 1000];
/// fast.inverse_dynamics_batch(States { q: &q, v: &zero }, &zero, &mut tau, Layout::Rows, Threads::Pool)?;
/// assert_eq!(tau[0..6], tau[5994..6000]);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_dynamics::compiled::Layout;

/// Whether a batch uses the calling thread or all of them; results are the same, bit for bit.
///
/// ```
/// use denoc::prelude::*;
///
/// let mut fast = denoc::load("puma")?.model.compile();
/// let (q, mut one, mut all) = (vec![0.1; 6000], vec![0.0; 36_000], vec![0.0; 36_000]);
/// fast.gim_batch(&q, &mut one, Layout::Rows, Threads::One)?;
/// fast.gim_batch(&q, &mut all, Layout::Rows, Threads::Pool)?;
/// assert_eq!(one, all);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_dynamics::compiled::Threads;

/// The memory of the faithful layer, which computes every physical quantity of every link, in stages.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("puma")?.model;
/// let mut ws = Workspace::new(&arm);
/// let position = ws.position(&arm, &[0.1; 6])?;
/// let tip = position.frame_pose(arm.frame("link6")?);
/// let moving = position.velocity(&[1.0; 6])?;
/// assert!(moving.kinetic_energy() > 0.0 && tip.position.norm() > 0.1);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_dynamics::Workspace;

/// Single calls for the quantities most often needed of trees.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?.model;
/// let mut ws = Workspace::new(&arm);
/// let (q, v, a) = ([0.1, 0.2, 0.3], [0.0; 3], [0.0; 3]);
/// let mut tau = [0.0; 3];
/// arm.inverse_dynamics(&mut ws, &q, &v, &a, &mut tau)?;
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_dynamics::Dynamics;

/// External wrenches on the links, for the faithful layer.
///
/// ```
/// use denoc::prelude::*;
///
/// let pendulum = denoc::load("one_r")?.model;
/// let mut ws = Workspace::new(&pendulum);
/// let mut wrenches = vec![Wrench::zero(); pendulum.links().len()];
/// wrenches[0].moment.z = 2.0; // N m, link axes, about the joint
/// let mut state = ws.position(&pendulum, &[0.0])?.velocity(&[0.0])?;
/// let (mut without, mut with) = ([0.0], [0.0]);
/// state.inverse(&[0.0], Loads::NONE, &mut without)?;
/// state.inverse(&[0.0], Loads::per_link(&wrenches), &mut with)?;
/// assert!((without[0] - with[0] - 2.0).abs() < 1e-12);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_dynamics::Loads;

/// The factors U D Uᵀ of the inertia matrix.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?.model;
/// let mut ws = Workspace::new(&arm);
/// let mut position = ws.position(&arm, &[0.1, 0.2, 0.3])?;
/// let mut factors: Udut<f64> = position.udut()?;
/// let mut x = [0.0; 3];
/// factors.solve(&[1.0, 0.0, 0.0], &mut x)?; // first column of the inverse inertia matrix
/// assert!(x[0] > 0.0 && factors.determinant() > 0.0);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_dynamics::Udut;
