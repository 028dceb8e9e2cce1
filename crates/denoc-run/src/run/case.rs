use std::path::Path;

use super::{RunFolder, RunOutcome, Watch, inverse, model, simulation};
use crate::Error;
use crate::error::scenario_error;
use crate::inputs::Inputs;
use crate::load::Loaded;
use crate::scenario::Scenario;

/// A scenario with its mechanism, loaded once and ready to run.
///
/// ```
/// use denoc_run::run::Case;
/// use denoc_run::scenario::{Scenario, Simulate};
///
/// let mut scenario = Scenario::new("kuka_kr5");
/// scenario.simulate = Some(Simulate::new(0.1));
/// let case = Case::load(&scenario, ".".as_ref())?;
/// assert_eq!(case.loaded().model.nv(), 6);
/// // the mass properties of this textbook arm are doubtful
/// assert_eq!(case.strict().unwrap_err().code(), "model.doubtful");
/// # Ok::<(), denoc_run::Error>(())
/// ```
#[derive(Debug)]
pub struct Case<'a> {
    scenario: &'a Scenario,
    base: &'a Path,
    /// The file of the scenario.
    file: Option<&'a Path>,
    loaded: Loaded,
}

impl<'a> Case<'a> {
    /// Checks the keys of a scenario and loads its mechanism. Relative paths of the scenario start at `base`.
    pub fn load(scenario: &'a Scenario, base: &'a Path) -> Result<Self, Error> {
        scenario.check_keys(false)?;
        Ok(Self { scenario, base, file: None, loaded: model(scenario, base)? })
    }

    /// Names the file of the scenario: if it changes, an interrupted run is not resumed.
    pub fn from_file(self, file: &'a Path) -> Self {
        Self { file: Some(file), ..self }
    }

    /// Refuses a mechanism with warnings.
    pub fn strict(self) -> Result<Self, Error> {
        Ok(Self { loaded: self.loaded.strict()?, ..self })
    }

    /// The mechanism.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// Computes the scenario and writes its folder. The report quotes `command` as the way to reproduce it.
    pub fn run(&self, folder: RunFolder, command: &str, watch: &mut dyn Watch) -> Result<RunOutcome, Error> {
        let Self { scenario, base, file, loaded } = self;
        let inputs = Inputs { scenario, base, file: *file, loaded };
        match (&scenario.simulate, &scenario.motion) {
            (Some(settings), _) => simulation::run(simulation::Job { inputs, settings, command }, folder, None, watch),
            (None, Some(motion)) => inverse::run(inputs, motion, folder, None, command),
            (None, None) => Err(scenario_error(
                "",
                "the scenario has neither [simulate] nor [motion]",
                "add [simulate] with a duration, or [motion] with the trajectory along which forces are computed",
            )),
        }
    }
}
