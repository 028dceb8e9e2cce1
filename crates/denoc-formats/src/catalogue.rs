//! The catalogue: example mechanisms, as model files in the folder `models` of the project.
//!
//! It contains the arms of the book, from its printed tables [SahaIR tables 9.2-9.5], where r points from the mass centre to the
//! next joint [SahaIR (9.4b)]; mechanisms that the sources describe without numbers; and approximations of well-known robots.
//! Each file states the source of its numbers. Trees have the configurations `home` and `ready`; mechanisms with closed loops have
//! `start`, in which they are assembled. To add a model, add a file to that folder and a line to [`ENTRIES`].
//!
//! ```
//! use denoc_formats::catalogue;
//!
//! let puma = catalogue::describe("puma")?.build()?;
//! assert_eq!(puma.nv(), 6);
//!
//! let error = catalogue::describe("pumma").unwrap_err();
//! assert_eq!(error.to_string(), "models/pumma.toml: there is no such file; did you mean \"puma\"?");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use denoc_model::{Description, names};

use crate::{FormatError, Native, parse_native};

/// A mechanism of the catalogue.
#[derive(Copy, Clone, Debug)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its model file.
    pub text: &'static str,
}

/// A summary of a mechanism, for tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// One-line description.
    pub one_line: String,
    /// Source of the numbers.
    pub source: String,
}

macro_rules! models {
    ($($name:literal)*) => {
        &[$(Entry { name: $name, text: include_str!(concat!("../../../models/", $name, ".toml")) }),*]
    };
}

/// All mechanisms of the catalogue.
pub const ENTRIES: &[Entry] = models![
    "one_r"
    "two_r"
    "cart_pole"
    "planar_3r" // [SahaIR table 9.2]
    "planar_3r_rods" // [SahaIR table 9.2] with the inertias of rods, as in [SahaIR (9.42)]
    "puma" // [SahaIR table 9.3]
    "stanford" // [SahaIR table 9.4]
    "stanford_1999" // [Saha99 table 3]
    "kuka_kr5" // [SahaIR table 9.5]
    "ur5_like"
    "panda_like"
    "iiwa_like"
    "scara"
    "gripper"
    "biped"
    "quadruped"
    "hexapod"
    "chain_20"
    "space_3link"
    "dual_arm"
    "rope"
    // with closed loops
    "fourbar"
    "odca_fourbar"
    "odca_toggle"
    "odca_parallelogram"
    "sevenbar"
    "nfourbar_2"
    "andrews_squeezer"
    "slider_crank"
    "quick_return"
    "hoeken"
    "watt_straight_line"
    "peaucellier"
    "watt_sixbar"
    "stephenson_sixbar"
    "carpet_scraper"
    "gripper_loop"
    "multiloop_leg"
    "robot_3rrr"
    "delta"
    "delta_rods"
    "stewart"
    "spatial_fourbar"
    "car_steering"
    "bennett"
    "bricard"
    "sarrus"
    "gear_train"
    "cam_pump"
    "wheeled_robot"
    "chain_between"
    "cable"
];

impl Entry {
    /// Reads the model file.
    pub fn read(&self) -> Result<Native, FormatError> {
        parse_native(self.text, &file(self.name))
    }

    /// The description of the mechanism.
    pub fn describe(&self) -> Result<Description, FormatError> {
        self.read().map(|native| native.description)
    }

    /// A one-line description, and the source of the numbers.
    ///
    /// ```
    /// let summary = denoc_formats::catalogue::entry("kuka_kr5").unwrap().summary()?;
    /// assert_eq!(summary.one_line, "industrial robot KUKA KR5");
    /// assert_eq!(summary.source, "SahaIR table 9.5");
    /// # Ok::<(), denoc_formats::FormatError>(())
    /// ```
    pub fn summary(&self) -> Result<Summary, FormatError> {
        let native = self.read()?;
        Ok(Summary { one_line: native.one_line.unwrap_or_default(), source: native.source.unwrap_or_default() })
    }
}

/// The entry with this name.
pub fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

/// The description of the mechanism with this name.
pub fn describe(name: &str) -> Result<Description, FormatError> {
    match entry(name) {
        Some(entry) => entry.describe(),
        None => {
            let nearest = names::nearest(name, ENTRIES.iter().map(|entry| entry.name));
            Err(FormatError::NotFound { file: file(name), nearest })
        }
    }
}

/// The path of a model file in the project.
fn file(name: &str) -> String {
    format!("models/{name}.toml")
}
