//! Motion over time.

/// A simulation with error control, events and an audit.
///
/// ```
/// use denoc::prelude::*;
///
/// let pendulum = denoc::load("one_r")?.model;
/// let (samples, summary) =
///     Simulation::new(&pendulum).start(&[0.5], &[0.0]).duration(1.0).output_step(0.1).run_collect()?;
/// assert_eq!((samples.len(), summary.t()), (11, 1.0));
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::Simulation;

/// The integrators.
///
/// ```
/// use denoc::prelude::*;
///
/// let pendulum = denoc::load("one_r")?.model;
/// let mut simulation = Simulation::new(&pendulum).start(&[0.5], &[0.0]).duration(1.0).integrator(Integrator::Radau5);
/// let (_, summary) = simulation.run_collect()?;
/// assert_eq!(summary.t(), 1.0);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::Integrator;

/// The law of dry friction in simulations.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?.model; // without dry friction: both laws are the same
/// Simulation::new(&arm).duration(0.1).dry_friction(DryFriction::Smooth).run_collect()?;
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::DryFriction;

/// A force or moment on a link during a simulation.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("puma")?.model;
/// let push = Load::force("link3", [0.0, 20.0, 0.0]).during(0.1, 0.2); // N, world axes; s
/// Simulation::new(&arm).duration(0.3).load(push).run_collect()?;
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::Load;

/// A condition to detect during a simulation.
///
/// ```
/// use denoc::prelude::*;
///
/// let pendulum = denoc::load("one_r")?.model;
/// let bottom = Event::coordinate("joint1", 0, 0.0).falling().stop();
/// let mut swing = Simulation::new(&pendulum).start(&[0.5], &[0.0]).duration(10.0).event(bottom);
/// assert!(swing.run_collect()?.1.t() < 10.0); // it passed q = 0
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::Event;

/// A control law: joint forces from time, coordinates and speeds.
///
/// ```
/// use denoc::prelude::*;
///
/// /// Brakes every joint.
/// struct Damper;
///
/// impl Controller for Damper {
///     fn keyword(&self) -> &'static str {
///         "damper"
///     }
///     fn torques(&mut self, now: Moment, _: &mut Plant, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
///         tau.iter_mut().zip(now.v).for_each(|(tau, v)| *tau = -0.5 * v);
///         Ok(())
///     }
/// }
///
/// let pendulum = denoc::load("one_r")?.model;
/// let mut swing = Simulation::new(&pendulum).start(&[0.5], &[0.0]).duration(60.0).controller(Box::new(Damper));
/// let (_, summary) = swing.run_collect()?;
/// assert!(summary.v()[0].abs() < 1e-3); // it comes to rest
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::controllers::Controller;

/// What a controller sees: time, coordinates, speeds and the states it integrates. See [`Controller`].
///
/// ```
/// use denoc::Moment;
///
/// let now = Moment { t: 0.5, q: &[0.1], v: &[2.0], states: &[] };
/// assert_eq!(now.v[0] * now.t, 1.0);
/// ```
#[doc(inline)]
pub use denoc_sim::controllers::Moment;

/// The dynamics of the mechanism, for controllers: inverse dynamics, gravity forces.
///
/// ```
/// use denoc::prelude::*;
///
/// /// Carries the weight of the arm.
/// struct Weightless;
///
/// impl Controller for Weightless {
///     fn keyword(&self) -> &'static str {
///         "weightless"
///     }
///     fn torques(&mut self, now: Moment, plant: &mut Plant, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
///         plant.gravity_forces(now.q, tau)
///     }
/// }
///
/// let arm = denoc::load("planar_3r")?.model;
/// let mut floating = Simulation::new(&arm).duration(1.0).controller(Box::new(Weightless));
/// assert!(floating.run_collect()?.1.v().iter().all(|v| v.abs() < 1e-9));
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::Plant;

/// An error of a simulation, which controllers and motions may return too.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?.model;
/// let error: SimError = Simulation::new(&arm).duration(-1.0).run_collect().unwrap_err();
/// assert!(error.to_string().contains("duration"));
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::SimError;

/// A trajectory: coordinates, speeds and accelerations as functions of time.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?.model;
/// let motion = PointToPoint::new(&arm, &[0.0; 3], &[1.0, 0.5, 0.0], 2.0, TimeLaw::Quintic)?;
/// let (mut q, mut v, mut a) = ([0.0; 3], [0.0; 3], [0.0; 3]);
/// motion.sample(1.0, &mut q, &mut v, &mut a)?; // half-way
/// assert!((q[0] - 0.5).abs() < 1e-12);
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::motion::Motion;

/// A trajectory from one configuration to another.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("puma")?.model;
/// let goal = arm.configuration("ready")?;
/// let motion = PointToPoint::new(&arm, &arm.neutral(), goal, 2.0, TimeLaw::Cycloidal)?;
/// assert_eq!(motion.duration(), 2.0); // s
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::motion::PointToPoint;

/// How time passes along a trajectory: cubic, quintic, cycloidal, trapezoidal.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("one_r")?.model;
/// let motion = PointToPoint::new(&arm, &[0.0], &[1.0], 1.0, TimeLaw::Trapezoidal { blend: 0.25 })?;
/// let (mut q, mut v, mut a) = ([0.0], [0.0], [0.0]);
/// motion.sample(0.5, &mut q, &mut v, &mut a)?;
/// assert_eq!(a[0], 0.0); // constant speed between the blends
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_sim::motion::TimeLaw;
