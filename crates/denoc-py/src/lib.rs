//! The compiled part of the Python package `denoc`.
//!
//! | File | What is in it |
//! |---|---|
//! | `model.rs`, `inner.rs`, `source.rs` | the class `Model`; what is behind it; what a pickle holds |
//! | `arrays.rs`, `states.rs`, `threads.rs`, `external.rs` | NumPy arguments and results; batches |
//! | `dynamics.rs`, `terms.rs`, `derivatives.rs` | inverse and forward dynamics, their terms and derivatives |
//! | `kinematics.rs`, `frames.rs` | poses, twists, accelerations, Jacobians and their derivatives |
//! | `energies.rs`, `centroidal.rs`, `reactions.rs`, `regressor.rs` | energies, momentum, wrenches in joints, inertial parameters |
//! | `stepping.rs`, `step.rs`, `rollout.rs`, `simulate.rs` | motion over time |
//! | `solve.rs`, `mobility.rs` | inverse kinematics, assembly; mobility |
//! | `sweep.rs` | designs and points of sweeps |
//! | `sweep_folder.rs` | folders of sweeps |
//! | `objects.rs`, `results.rs` | dictionaries as Rust values; results as objects of Python's data classes |
//! | `compare.rs` | differences between runs |
//! | `files.rs` | writing of files, suggestions for misspelt words |
//! | `settings.rs` | the keys of scenarios, for checks of keywords |
//! | `errors.rs` | exceptions |
//!
//! The public interface is in `python/denoc`: thin classes over these. No text crosses the border except text: settings are
//! dictionaries, results are arrays and objects with typed fields.

mod animate;
mod arrays;
mod centroidal;
mod compare;
mod derivatives;
mod dynamics;
mod energies;
mod errors;
mod external;
mod failures;
mod files;
mod frames;
mod inner;
mod kinematics;
mod mobility;
mod model;
mod objects;
mod reactions;
mod regressor;
mod results;
mod rollout;
mod rows;
mod settings;
mod simulate;
mod solve;
mod source;
mod states;
mod step;
mod stepping;
mod sweep;
mod sweep_folder;
mod tasks;
mod terms;
mod threads;

use pyo3::prelude::*;

/// The compiled part of denoc.
#[pymodule]
mod _denoc {
    #[pymodule_export]
    use crate::compare::_diff;
    #[pymodule_export]
    use crate::files::{_did_you_mean, _write_file};
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::settings::settings;
    #[pymodule_export]
    use crate::simulate::Run;
    #[pymodule_export]
    use crate::sweep::{SweepEvaluator, read_scenario, sweep_points};
    #[pymodule_export]
    use crate::sweep_folder::{SweepFolder, SweepManifest, read_sweep};

    use super::*;

    /// Names of the models in the catalogue.
    ///
    /// >>> import denoc
    /// >>> "fourbar" in denoc.models()
    /// True
    #[pyfunction]
    fn models() -> Vec<&'static str> {
        denoc_formats::catalogue::ENTRIES.iter().map(|entry| entry.name).collect()
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("CONVENTIONS", denoc_run::CONVENTIONS.to_vec())
    }
}
