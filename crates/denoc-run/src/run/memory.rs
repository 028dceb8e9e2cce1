//! Simulations with results in memory.

use std::path::Path;

use denoc_results::Table;
use denoc_sim::controllers::Controller;
use denoc_sim::{Audit, Flow, Impact, Progress, Sample, Sink, Status, Verification};

use super::bearings::bearings;
use super::finish::{Page, html, subtitle};
use super::freedom::Freedom;
use super::plots::Along;
use super::recorded::Recorded;
use super::simulation::{Ready, about, audit_rows, events, impacts, ready, verify};
use super::size::{self, Destination};
use super::{AuditOutcome, AuditRow, Watch, picture, plots};
use crate::Error;
use crate::error::scenario_error;
use crate::load::Loaded;
use crate::scenario::Scenario;

/// Results of a simulation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Simulated {
    /// The columns of `results.csv`.
    pub table: Table,
    /// Checks with their bounds.
    pub audit: Vec<AuditRow>,
    /// What settings `auto` have chosen and why, one line each.
    pub choices: Vec<String>,
    /// Times, s, and names of events.
    pub events: Vec<(f64, String)>,
    /// Impacts of joints on the stops at their limits, with their times, s.
    pub impacts: Vec<(f64, Impact)>,
    /// The estimated global error, if the scenario requires it.
    pub verification: Option<Verification>,
    /// How it ended.
    pub status: Status,
    /// Remarks on the run.
    pub notes: Vec<String>,
    /// Simulated time and integrator, or why the simulation ended early.
    about: String,
    /// The mobility in the initial configuration.
    start: Freedom,
}

impl Simulated {
    /// Whether every check was made and is within its bound.
    pub fn passed(&self) -> bool {
        matches!(AuditOutcome::of(&self.audit), None | Some(AuditOutcome::Passed))
    }

    /// The report page, as `report.html` of a run folder; it quotes `command` as the way to reproduce it.
    pub fn report(&self, loaded: &Loaded, scenario: &Scenario, command: &str) -> Result<String, Error> {
        let reactions = bearings(loaded, scenario, &self.table);
        let along = Along {
            indeterminate: reactions.is_some() && self.start.has_redundant_constraints(&loaded.model),
            reactions: reactions.as_ref(),
            ..Along::default()
        };
        let page = Page {
            loaded,
            scenario,
            kind: "simulation",
            subtitle: subtitle(&self.about, &self.start.summary(&loaded.model), &self.choices),
            command,
            results: &self.table,
            plots: plots::plots(&loaded.model, &self.table, along, false),
            reactions: reactions.as_ref(),
            start: &self.start,
            files: false,
            audit: &self.audit,
            events: &self.events,
            verification: self.verification.as_ref(),
        };
        html(page, &mut self.notes.clone())
    }
}

/// Simulates a scenario of a loaded mechanism, which replaces its `model`, `base`, `rotor_inertia` and `gravity`. Relative paths
/// start at `base`; `controller`, if given, replaces that of the scenario.
///
/// ```
/// use denoc_run::run::{Silent, simulate};
/// use denoc_run::scenario::{Scenario, Simulate};
///
/// let arm = denoc_run::load("planar_3r")?;
/// let mut scenario = Scenario::new("planar_3r");
/// scenario.simulate = Some(Simulate::new(0.1));
/// let done = simulate(&arm, &scenario, ".", None, &mut Silent)?;
/// assert!(done.passed() && done.table.column("q[joint1]").is_some());
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn simulate<'m>(
    loaded: &'m Loaded,
    scenario: &Scenario,
    base: impl AsRef<Path>,
    controller: Option<Box<dyn Controller + 'm>>,
    watch: &mut dyn Watch,
) -> Result<Simulated, Error> {
    match attempt(loaded, scenario, base, controller, watch)? {
        (done, None) => Ok(done),
        (_, Some(error)) => Err(error),
    }
}

/// As [`simulate`]; a simulation that fails also returns the results up to then.
pub fn attempt<'m>(
    loaded: &'m Loaded,
    scenario: &Scenario,
    base: impl AsRef<Path>,
    controller: Option<Box<dyn Controller + 'm>>,
    watch: &mut dyn Watch,
) -> Result<(Simulated, Option<Error>), Error> {
    let Some(settings) = &scenario.simulate else {
        return Err(scenario_error("simulate", "the section is missing", "add [simulate] with a duration"));
    };
    scenario.check_keys(controller.is_some())?;
    let model = &loaded.model;
    let ready = ready(scenario, settings, loaded, base.as_ref(), controller)?;
    let trace = picture::traced(model, scenario.trace.as_deref())?;
    let recorded = Recorded::new(model, settings.limits, trace, ready.motion.clone());
    size::check(scenario, ready.rows(settings), recorded.header().len(), Destination::Memory)?;
    let Ready { mut simulation, start, notes, .. } = ready;
    let mut sink = Memory { recorded, watch, trouble: None };
    let done = simulation.run(&mut sink);
    if let Some(error) = sink.trouble {
        return Err(error);
    }
    let verification = match &done {
        Ok(summary) if summary.status != Status::Interrupted => {
            verify(settings, &mut simulation, &sink.recorded, sink.watch)?
        }
        _ => None,
    };
    drop(simulation);
    let table = sink.recorded.into_table()?;
    let remarks = done.as_ref().map_or_else(|_| Vec::new(), |s| super::prepare::remarks(settings, model, s));
    let notes = notes.into_iter().chain(remarks).collect();
    let simulated = match &done {
        Ok(summary) => Simulated {
            table,
            audit: audit_rows(Audit::new(model, summary), verification.as_ref()),
            choices: summary.choices(),
            events: events(summary.events()),
            impacts: impacts(summary.events()),
            verification,
            status: summary.status,
            notes,
            about: about(summary),
            start,
        },
        Err(error) => Simulated {
            table,
            audit: Vec::new(),
            choices: Vec::new(),
            events: Vec::new(),
            impacts: Vec::new(),
            verification: None,
            status: Status::Interrupted,
            notes,
            about: format!("ended early: {error}"),
            start,
        },
    };
    Ok((simulated, done.err().map(Error::from)))
}

/// Collects the columns.
struct Memory<'a> {
    recorded: Recorded<'a>,
    watch: &'a mut dyn Watch,
    trouble: Option<Error>,
}

impl Sink for Memory<'_> {
    fn sample(&mut self, sample: &Sample) -> Flow {
        match self.recorded.record(sample) {
            Ok(_) => Flow::Continue,
            Err(error) => {
                self.trouble.get_or_insert(error);
                Flow::Stop
            }
        }
    }

    fn progress(&mut self, progress: &Progress) -> Flow {
        self.watch.progress(progress)
    }
}
