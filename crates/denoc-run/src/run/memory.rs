//! Simulations whose results stay in memory.

use std::path::Path;

use denoc_results::Table;
use denoc_sim::controllers::Controller;
use denoc_sim::{Audit, Flow, Progress, Sample, Sink, Status};

use super::finish::{Page, html};
use super::freedom::Freedom;
use super::recorded::Recorded;
use super::simulation::{Ready, about, audit_rows, events, ready};
use super::{AuditRow, Watch, picture, plots};
use crate::Error;
use crate::error::Kind;
use crate::load::Loaded;
use crate::scenario::Scenario;

/// What a simulation gave.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Simulated {
    /// The columns of `results.csv`.
    pub table: Table,
    /// The checks.
    pub audit: Vec<AuditRow>,
    /// Times and words of events.
    pub events: Vec<(f64, String)>,
    /// How it ended.
    pub status: Status,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// Seconds simulated and the word for the method, or why it was broken off.
    about: String,
    /// How it could move where it began.
    start: Freedom,
}

impl Simulated {
    /// Whether no check missed its tolerance.
    pub fn passed(&self) -> bool {
        !self.audit.iter().any(AuditRow::missed)
    }

    /// The report page, as `report.html` of a run folder; `command` is what it says about how to make it again.
    pub fn report(&self, loaded: &Loaded, scenario: &Scenario, command: &str) -> Result<String, Error> {
        let page = Page {
            loaded,
            scenario,
            kind: "simulation",
            subtitle: format!("{}, {}", self.about, self.start.summary(&loaded.model)),
            command,
            results: &self.table,
            plots: plots::plots(&loaded.model, &self.table, false),
            start: &self.start,
            files: false,
        };
        html(page, (&self.audit, &self.events), &mut self.notes.clone())
    }
}

/// Simulates a mechanism as the scenario says (its `model`, `floating`, `rotor_inertia` and `gravity` are those of `loaded`);
/// relative paths start at `base`; `controller`, if given, takes the place of the scenario's.
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

/// As [`simulate`]; a simulation that cannot go on gives what was computed up to there besides its error.
pub fn attempt<'m>(
    loaded: &'m Loaded,
    scenario: &Scenario,
    base: impl AsRef<Path>,
    controller: Option<Box<dyn Controller + 'm>>,
    watch: &mut dyn Watch,
) -> Result<(Simulated, Option<Error>), Error> {
    let Some(settings) = &scenario.simulate else {
        return Err(Kind::Scenario("the scenario has no [simulate]: say for how long to simulate".into()).into());
    };
    scenario.check_keys(controller.is_some())?;
    let model = &loaded.model;
    let Ready { mut simulation, closed, start, motion, .. } =
        ready(scenario, settings, loaded, base.as_ref(), controller)?;
    let trace = picture::traced(model, scenario.trace.as_deref())?;
    let mut sink = Memory { recorded: Recorded::new(model, trace, motion), watch, trouble: None };
    let done = simulation.run(&mut sink);
    drop(simulation);
    if let Some(error) = sink.trouble {
        return Err(error);
    }
    let table = sink.recorded.into_table()?;
    let long = done.as_ref().ok().and_then(|summary| super::prepare::long_loop(settings, summary));
    let notes = closed.note(model).into_iter().chain(long).collect();
    let simulated = match &done {
        Ok(summary) => Simulated {
            table,
            audit: audit_rows(Audit::new(model, summary)),
            events: events(summary.events()),
            status: summary.status,
            notes,
            about: about(summary),
            start,
        },
        Err(error) => Simulated {
            table,
            audit: Vec::new(),
            events: Vec::new(),
            status: Status::Interrupted,
            notes,
            about: format!("broken off: {error}"),
            start,
        },
    };
    Ok((simulated, done.err().map(Error::from)))
}

/// Keeps the columns.
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
