//! Scenario files, run folders and sweeps.

/// What to compute: mechanism, initial state, forces, trajectory, duration. A TOML file, or built in code.
///
/// ```
/// use denoc::Scenario;
///
/// let text = "model = \"planar_3r\"\n[start]\nq = { joint1 = \"90 deg\" }\n[simulate]\nduration = 2\n";
/// let scenario = Scenario::parse(text, "fall.toml")?; // or Scenario::read("fall.toml")
/// assert_eq!(scenario.model, "planar_3r");
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::scenario::Scenario;

/// The settings of a simulation in a [`Scenario`].
///
/// ```
/// use denoc::prelude::*;
///
/// let mut scenario = Scenario::new("planar_3r");
/// scenario.simulate = Some(Simulate { tolerance: Some(1e-10), ..Simulate::new(2.0) });
/// assert!(scenario.to_toml().contains("tolerance"));
/// ```
#[doc(inline)]
pub use denoc_run::scenario::Simulate;

/// Runs a scenario and writes its folder: numbers, plots, report page, audit.
///
/// ```
/// use denoc::prelude::*;
///
/// let folder = std::env::temp_dir().join(format!("denoc-facade-{}", std::process::id()));
/// let mut scenario = Scenario::new("planar_3r");
/// scenario.simulate = Some(Simulate::new(0.1));
/// let outcome = denoc::run(&scenario, ".", RunFolder::create(&folder)?, "", &mut Silent)?;
/// assert!(outcome.passed() && folder.join("report.html").exists());
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::run::run;

/// Continues an interrupted simulation, bit for bit as if it had not been interrupted.
///
/// ```no_run
/// use denoc::prelude::*;
///
/// let outcome = denoc::resume(RunFolder::open("runs/puma")?, &mut Silent)?;
/// assert!(outcome.passed());
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::run::resume;

/// Simulates a scenario in memory, without a folder.
///
/// ```
/// use denoc::prelude::*;
///
/// let arm = denoc::load("planar_3r")?;
/// let mut scenario = Scenario::new("planar_3r");
/// scenario.simulate = Some(Simulate::new(0.1));
/// let fall = denoc::simulate(&arm, &scenario, ".", None, &mut Silent)?;
/// assert!(fall.passed() && fall.table.column("q[joint1]").is_some());
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::run::simulate;

/// The folder of a run.
///
/// ```
/// use denoc::RunFolder;
///
/// let path = std::env::temp_dir().join(format!("denoc-folder-{}", std::process::id()));
/// let folder = RunFolder::create(&path)?; // refused if it holds other files
/// assert_eq!(folder.file("report.html"), path.join("report.html"));
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::run::RunFolder;

/// Receives the progress of a run or a sweep and may stop it.
///
/// ```
/// use denoc::{Flow, Progress, Watch};
///
/// /// Stops after one second of simulated time.
/// struct OneSecond;
///
/// impl Watch for OneSecond {
///     fn progress(&mut self, progress: &Progress) -> Flow {
///         if progress.t < 1.0 { Flow::Continue } else { Flow::Stop }
///     }
/// }
/// ```
#[doc(inline)]
pub use denoc_run::run::Watch;

/// Whether a run continues or stops. See [`Watch`].
///
/// ```
/// assert_ne!(denoc::Flow::Continue, denoc::Flow::Stop);
/// ```
#[doc(inline)]
pub use denoc_run::run::Flow;

/// How far a run is. See [`Watch`].
///
/// ```
/// fn share(progress: &denoc::Progress) -> f64 {
///     progress.t / progress.end
/// }
/// ```
#[doc(inline)]
pub use denoc_run::run::Progress;

/// A [`Watch`] that does nothing.
///
/// ```
/// use denoc::prelude::*;
///
/// let mut scenario = Scenario::new("one_r");
/// scenario.simulate = Some(Simulate::new(0.1));
/// denoc::simulate(&denoc::load("one_r")?, &scenario, ".", None, &mut Silent)?;
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::run::Silent;

/// Runs the `[sweep]` of a scenario: the same simulation at many values of its parameters, resumable.
///
/// ```
/// use denoc::prelude::*;
///
/// let text = r#"
/// model = "one_r"
/// [simulate]
/// duration = 0.1
/// [sweep]
/// sampling = "grid"
/// [[sweep.parameter]]
/// path = "links.link1.mass"
/// values = [1.0, 2.0]
/// [sweep.metrics]
/// fastest = "absmax v[joint1]"
/// "#;
/// let folder = std::env::temp_dir().join(format!("denoc-sweep-{}", std::process::id()));
/// let scenario = Scenario::parse(text, "sweep.toml")?;
/// let summary = denoc::sweep(&scenario, ".".as_ref(), &folder, &Default::default(), &mut Silent)?;
/// assert_eq!((summary.points, summary.failed), (2, 0));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::sweep::run as sweep;
