//! Files and errors.

/// Loads a robot file or a model of the catalogue.
///
/// ```
/// let arm = denoc::load("puma")?; // or "robot.urdf", "robot.xml", "arm.csv", "linkage.toml"
/// assert_eq!((arm.model.name(), arm.model.nv()), ("puma", 6));
/// assert!(denoc::load("pumma").unwrap_err().to_string().contains("did you mean \"puma\"?"));
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::load;

/// Loads a robot file like [`load()`], with a fixed, floating or prescribed base.
///
/// ```
/// let satellite = denoc::load_on("puma", denoc::Base::Floating)?.model;
/// assert_eq!((satellite.nq(), satellite.nv()), (13, 12)); // position, quaternion and six angles
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::load_on;

/// How the base link of a mechanism is supported.
///
/// ```
/// assert_eq!(denoc::Base::ALL.map(denoc::Base::keyword), ["fixed", "floating", "prescribed"]);
/// ```
#[doc(inline)]
pub use denoc_run::Base;

/// Whether joints that follow others are held to that.
///
/// ```
/// assert_eq!(denoc::Mimic::ALL.map(denoc::Mimic::keyword), ["enforced", "free"]);
/// ```
#[doc(inline)]
pub use denoc_run::Mimic;

/// How a mechanism is loaded.
///
/// ```
/// let options = denoc::LoadOptions { mimic: denoc::Mimic::Free, ..denoc::Base::Floating.into() };
/// assert_eq!(denoc::load_on("puma", options)?.model.nv(), 12);
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::LoadOptions;

/// Loads the text of a robot file.
///
/// ```
/// let table = "# convention: dh\njoint,a,mass\nshoulder,0.5,1\nelbow,0.4,1\n";
/// let arm = denoc::load_text(table.to_owned(), "arm.csv", denoc::Base::Fixed)?;
/// assert_eq!(arm.model.joint_names(), ["shoulder", "elbow"]);
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::load_text;

/// A loaded mechanism: its description, its model, and the remarks of the reader.
///
/// ```
/// let linkage = denoc::load("fourbar")?;
/// assert_eq!(linkage.description.joints.len(), 4); // a graph of links and joints
/// assert_eq!(linkage.model.nv(), 3); // numbered: three joints of the tree, one closes the loop
/// assert!(linkage.mechanism().has_loops()); // ready to be evaluated
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_run::Loaded;

/// Any error of the library. Its message names the part, the value, the violated rule and a remedy.
///
/// ```
/// let error = denoc::load("robots/arm.urdf").unwrap_err();
/// assert_eq!(error.to_string(), "robots/arm.urdf: there is no such file; check the path");
/// assert!(error.is_bad_file());
/// ```
#[doc(inline)]
pub use denoc_run::Error;

/// The models that come with denoc.
///
/// ```
/// let arms = denoc::catalogue::ENTRIES.iter().map(|entry| entry.name);
/// assert!(arms.into_iter().any(|name| name == "stewart"));
/// let description = denoc::catalogue::describe("stewart")?;
/// assert_eq!(description.build()?.loops().len(), 5);
/// # Ok::<(), denoc::Error>(())
/// ```
#[doc(inline)]
pub use denoc_formats::catalogue;

/// The conventions of all numbers, as title and text. Results and `denoc info` print them.
///
/// ```
/// let (title, text) = denoc::CONVENTIONS[2];
/// assert_eq!((title, text), ("quaternions", "x, y, z, w; of unit length"));
/// ```
#[doc(inline)]
pub use denoc_run::CONVENTIONS;
