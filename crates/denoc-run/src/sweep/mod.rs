//! Sweeps: one scenario at many values of its parameters, and a few numbers from each run.
//!
//! ```
//! use denoc_run::scenario::Scenario;
//! use denoc_run::sweep::Evaluator;
//!
//! let text = r#"
//! model = "fourbar"
//! [start]
//! v = { crank_pivot = 10.0 }
//! [simulate]
//! duration = 0.05
//! [sweep]
//! method = "grid"
//! [[sweep.parameter]]
//! path = "links.crank.length"
//! from = "30 mm"
//! to = "40 mm"
//! count = 3
//! [sweep.metrics]
//! end = "final q[crank_pivot]"
//! "#;
//! let scenario = Scenario::parse(text, "sweep.toml")?;
//! let sweep = Evaluator::new(&scenario, ".".as_ref(), None)?;
//! let points = sweep.points()?;
//! assert_eq!(points, [[0.03], [0.035], [0.04]]);
//! assert!(sweep.evaluate(&points[0])?[0] > 0.0);
//! # Ok::<(), denoc_run::Error>(())
//! ```

mod design;
mod differences;
mod evaluator;
mod folder;
mod latin_hypercube;
mod manifest;
mod metric;
mod rows;
mod runner;
mod setting;
mod sobol;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::error::Kind;
use crate::scenario::Number;
pub use evaluator::{Evaluator, Heading};
pub use folder::{Finished, Folder, read};
pub use manifest::{Manifest, Points};
pub use rows::Row;
pub use runner::{Range, Settings, Summary, Watch, run};

/// Which parameters take which values, and what to keep of each run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// How points are chosen.
    pub method: Method,
    /// How many points, for Latin hypercubes and Sobol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<usize>,
    /// What a Latin hypercube begins with: the same seed gives the same points everywhere. 1 if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What varies.
    #[serde(default, rename = "parameter")]
    pub parameters: Vec<Axis>,
    /// Names and words of what is kept, such as `absmax tau[crank_pivot]`.
    #[serde(default)]
    pub metrics: BTreeMap<String, String>,
}

/// How points are chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Every value of every parameter with every value of the others; the last parameter changes fastest.
    Grid,
    /// The first values of all parameters, then the second ones, and so on.
    List,
    /// Random points, one in each of `samples` layers of every parameter.
    LatinHypercube,
    /// The sequence of Sobol: points that fill the space evenly, also their first half, quarter, …
    Sobol,
}

/// One parameter and its values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// Its path in the model ([`crate::parameters`]) or in the scenario (`start.v.elbow`, `simulate.duration`).
    pub path: String,
    /// The first value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Number>,
    /// The last value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Number>,
    /// How many values, in a grid or a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// The values one by one, in a grid or a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Number>>,
    /// How values lie between the first and the last.
    #[serde(default)]
    pub spacing: Spacing,
}

/// How values lie between the first and the last.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spacing {
    /// Equal differences.
    #[default]
    Linear,
    /// Equal ratios.
    Log,
}

fn refuse(words: impl Into<String>) -> Error {
    Kind::Scenario(words.into()).into()
}
