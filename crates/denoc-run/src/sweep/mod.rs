//! Parameter sweeps: runs a scenario at many parameter values and records metrics of each run.
//!
//! ```
//! use denoc_run::scenario::Scenario;
//! use denoc_run::sweep::SweepEvaluator;
//!
//! let text = r#"
//! model = "fourbar"
//! [start]
//! v = { crank_pivot = 10.0 }
//! [simulate]
//! duration = 0.05
//! [sweep]
//! sampling = "grid"
//! [[sweep.parameter]]
//! path = "links.crank.length"
//! from = "30 mm"
//! to = "40 mm"
//! count = 3
//! [sweep.metrics]
//! end = "final q[crank_pivot]"
//! "#;
//! let scenario = Scenario::parse(text, "sweep.toml")?;
//! let sweep = SweepEvaluator::new(&scenario, ".".as_ref(), None)?;
//! let points = sweep.points()?;
//! assert_eq!(points, [[0.03], [0.035], [0.04]]);
//! assert!(sweep.evaluate(&points[0])?[0] > 0.0);
//! # Ok::<(), denoc_run::Error>(())
//! ```

mod design;
mod evaluator;
mod folder;
mod latin_hypercube;
mod manifest;
mod metric;
mod rows;
mod runner;
mod sobol;
mod target;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::scenario::Number;
pub use evaluator::{Heading, SweepEvaluator};
pub use folder::{Finished, Folder, read};
pub use manifest::{Manifest, Points};
pub use rows::Row;
pub use runner::{MetricRange, SweepOptions, SweepProgress, SweepSummary, run};

/// Parameters with their values, and the metrics of each run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// How points are chosen.
    pub sampling: Sampling,
    /// Number of points, for Latin hypercubes and Sobol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<usize>,
    /// Seed of a Latin hypercube: the same seed gives the same points on every machine. Default: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The parameters.
    #[serde(default, rename = "parameter")]
    pub parameters: Vec<SweepParameter>,
    /// Metrics by name, such as `absmax tau[crank_pivot]`.
    #[serde(default)]
    pub metrics: BTreeMap<String, String>,
}

/// How the points of a sweep are chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sampling {
    /// All combinations of values; the last parameter varies fastest.
    Grid,
    /// The first values of all parameters, then the second ones, and so on.
    List,
    /// Random points, one in each of `samples` strata of every parameter.
    LatinHypercube,
    /// The Sobol sequence, which covers the space evenly; so do its first half, quarter, …
    Sobol,
}

impl Sampling {
    /// Every sampling plan.
    pub const ALL: [Self; 4] = [Self::Grid, Self::List, Self::LatinHypercube, Self::Sobol];

    /// Its keyword in files.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::List => "list",
            Self::LatinHypercube => "latin-hypercube",
            Self::Sobol => "sobol",
        }
    }
}

/// One parameter and its values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepParameter {
    /// Its path in the model ([`crate::parameters`]) or in the scenario (`start.v.elbow`, `simulate.duration`).
    pub path: String,
    /// The first value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Number>,
    /// The last value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Number>,
    /// Number of values, in a grid or a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// The values one by one, in a grid or a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Number>>,
    /// How values are spaced between the first and the last.
    #[serde(default)]
    pub spacing: Spacing,
}

/// How values are spaced.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spacing {
    /// Equal differences.
    #[default]
    Linear,
    /// Equal ratios.
    Log,
}
