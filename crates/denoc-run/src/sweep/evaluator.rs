//! Computes points of a sweep.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::Value;

use super::metric::Metric;
use super::target::{self, ParameterTarget};
use super::{Sweep, SweepParameter};
use crate::error::scenario_error;
use crate::parameters::with_parameters;
use crate::run::{Silent, Simulated, Status, Watch, column_names, model, simulate};
use crate::scenario::Scenario;
use crate::{Error, Loaded};

/// Name and SI unit of a parameter or a metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The path of a parameter, the name of a metric.
    pub name: String,
    /// SI unit; empty for plain numbers.
    pub unit: String,
}

/// Computes points of a sweep. The mechanism is loaded once; points may be computed in any order and in several threads.
#[derive(Debug)]
pub struct SweepEvaluator {
    loaded: Loaded,
    base: PathBuf,
    sweep: Sweep,
    scenario: Scenario,
    /// The scenario, where parameters change it.
    tree: Option<Value>,
    targets: Vec<ParameterTarget>,
    metrics: Vec<Metric>,
    parameter_headings: Vec<Heading>,
    metric_headings: Vec<Heading>,
}

impl SweepEvaluator {
    /// Loads the mechanism of a scenario with a `[sweep]` and checks paths, units and metrics. `loaded`, if given, replaces
    /// `model`, `base`, `rotor_inertia` and `gravity` of the scenario. Relative paths start at `base`.
    pub fn new(scenario: &Scenario, base: &Path, loaded: Option<Loaded>) -> Result<Self, Error> {
        let mut scenario = scenario.clone();
        let Some(sweep) = scenario.sweep.take() else {
            let remedy = "add [sweep] with its parameters, or use `denoc run`";
            return Err(scenario_error("sweep", "the section is missing", remedy));
        };
        let Some(settings) = &scenario.simulate else {
            return Err(scenario_error(
                "simulate",
                "the section is missing: sweeps run simulations",
                "add [simulate] with a duration; to track a [motion], also [controller] with law = \"computed-torque\"",
            ));
        };
        if settings.verify {
            let (rule, remedy) = ("a sweep does not report it", "remove it, and verify single points with `denoc run`");
            return Err(scenario_error("simulate.verify", rule, remedy));
        }
        scenario.check_keys(false)?;
        let loaded = match loaded {
            Some(loaded) => loaded,
            None => model(&scenario, base)?,
        };
        let target = |parameter: &SweepParameter| ParameterTarget::new(&parameter.path, &loaded);
        let targets = sweep.parameters.iter().map(target).collect::<Result<Vec<_>, _>>()?;
        if sweep.metrics.is_empty() {
            let remedy = "add lines such as peak = \"absmax tau[joint1]\"";
            return Err(scenario_error("sweep.metrics", "the sweep records no metric", remedy));
        }
        let columns = column_names(&scenario, &loaded.model)?;
        let (mut metrics, mut metric_headings) = (Vec::new(), Vec::new());
        for (name, definition) in &sweep.metrics {
            let key = format!("sweep.metrics.{name}");
            let (metric, unit) = Metric::parse(definition, &columns).map_err(|e| e.at_key(&key))?;
            if name == "point" || name == "error" || targets.iter().any(|t| t.path == *name) {
                return Err(scenario_error(&key, "another column has this name", "choose another one"));
            }
            metrics.push(metric);
            metric_headings.push(Heading { name: name.clone(), unit });
        }
        let heading = |t: &ParameterTarget| Heading { name: t.path.clone(), unit: t.unit.replace('²', "^2") };
        let parameter_headings = targets.iter().map(heading).collect();
        let tree = if targets.iter().any(ParameterTarget::is_of_scenario) { Some(tree(&scenario)?) } else { None };
        let base = base.to_owned();
        let evaluator =
            Self { loaded, base, sweep, scenario, tree, targets, metrics, parameter_headings, metric_headings };
        // a path that does not fit the scenario fails at every point: refuse it now
        if let Some(point) = evaluator.points()?.first() {
            evaluator.scenario(point)?;
        }
        Ok(evaluator)
    }

    /// Paths and units of the parameters.
    pub fn parameters(&self) -> &[Heading] {
        &self.parameter_headings
    }

    /// Names and units of the metrics.
    pub fn metrics(&self) -> &[Heading] {
        &self.metric_headings
    }

    /// The points of the sweep in order, in SI units; numbers with a unit must have that of their parameter.
    pub fn points(&self) -> Result<Vec<Vec<f64>>, Error> {
        self.sweep.points_by(|i, number| number.in_si(self.targets[i].unit_of_texts()))
    }

    /// The metrics of one point: one number for each parameter.
    pub fn evaluate(&self, point: &[f64]) -> Result<Vec<f64>, Error> {
        let done = self.evaluate_watched(point, &mut Silent)?;
        done.ok_or_else(|| scenario_error("sweep", "the point was interrupted", ""))
    }

    /// The simulation of one point, with its mechanism and scenario: for metrics computed by functions.
    pub fn simulate(&self, point: &[f64]) -> Result<(Loaded, Scenario, Simulated), Error> {
        let (changed, scenario) = self.changed(point)?;
        let loaded = changed.unwrap_or_else(|| self.loaded.clone());
        let scenario = scenario.unwrap_or_else(|| self.scenario.clone());
        let run = simulate(&loaded, &scenario, &self.base, None, &mut Silent)?;
        Ok((loaded, scenario, run))
    }

    /// The metrics of a simulation.
    pub fn measure(&self, run: &Simulated) -> Vec<f64> {
        self.metrics.iter().map(|metric| metric.of(run)).collect()
    }

    /// As [`SweepEvaluator::evaluate`]; nothing if `watch` ended it.
    pub fn evaluate_watched(&self, point: &[f64], watch: &mut dyn Watch) -> Result<Option<Vec<f64>>, Error> {
        let (changed, scenario) = self.changed(point)?;
        let scenario = scenario.as_ref().unwrap_or(&self.scenario);
        let run = simulate(changed.as_ref().unwrap_or(&self.loaded), scenario, &self.base, None, watch)?;
        Ok((run.status != Status::Interrupted).then(|| self.measure(&run)))
    }

    /// The mechanism and the scenario of a point, where they differ.
    fn changed(&self, point: &[f64]) -> Result<(Option<Loaded>, Option<Scenario>), Error> {
        let (needed, found) = (self.targets.len(), point.len());
        if found != needed {
            let rule = format!("the point has {found} numbers, the sweep has {needed} parameters");
            return Err(scenario_error("sweep", rule, ""));
        }
        let changes: Vec<_> = self.targets.iter().zip(point).flat_map(|(target, &x)| target.model(x)).collect();
        let changed = if changes.is_empty() { None } else { Some(with_parameters(&self.loaded, &changes)?) };
        Ok((changed, self.scenario(point)?))
    }

    /// The mechanism without changes.
    pub(super) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The scenario without changes and without its `[sweep]`.
    pub(super) fn plain_scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Sampling and metrics.
    pub(super) fn design(&self) -> &Sweep {
        &self.sweep
    }

    /// Where relative paths of the scenario start.
    pub(super) fn base(&self) -> &Path {
        &self.base
    }

    /// The scenario of a point, where it differs.
    fn scenario(&self, point: &[f64]) -> Result<Option<Scenario>, Error> {
        let Some(tree) = &self.tree else { return Ok(None) };
        let mut tree = tree.clone();
        for (target, &x) in self.targets.iter().zip(point) {
            target.set(&mut tree, x)?;
        }
        target::scenario(tree).map(Some)
    }
}

fn tree(scenario: &Scenario) -> Result<Value, Error> {
    Value::try_from(scenario).map_err(|e| scenario_error("", format!("the scenario cannot be changed ({e})"), ""))
}
