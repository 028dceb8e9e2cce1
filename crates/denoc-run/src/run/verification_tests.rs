//! Runs with an estimate of the global error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use super::*;
use crate::scenario::{Simulate, Values};
use crate::sweep::SweepEvaluator;

/// A pendulum that falls from near its top.
fn fall(tolerance: f64) -> Scenario {
    let mut scenario = Scenario::new("one_r");
    scenario.start.q = Some(Values::All(vec![crate::scenario::Number::from(3.1)]));
    scenario.simulate = Some(Simulate { tolerance: Some(tolerance), verify: true, ..Simulate::new(60.0) });
    scenario
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("denoc-verify-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    fn run(&self, scenario: &Scenario, watch: &mut dyn Watch) -> Result<RunOutcome, Error> {
        run(scenario, ".", RunFolder::create(&self.0)?, "", watch)
    }

    fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Acts at the start of one of the two runs.
struct AtStart<F: FnMut() -> Flow> {
    run: usize,
    begun: usize,
    act: F,
}

impl<F: FnMut() -> Flow> Watch for AtStart<F> {
    fn progress(&mut self, progress: &Progress) -> Flow {
        self.begun += usize::from(progress.t == 0.0);
        if progress.t == 0.0 && self.begun == self.run { (self.act)() } else { Flow::Continue }
    }
}

// oracle: the same scenario in memory; issue of a run that ends with the wrong phase
#[test]
fn a_lost_phase_is_red_in_the_folder_and_on_the_page() {
    let folder = Folder::new("phase");
    let outcome = folder.run(&fall(1e-5), &mut Silent).unwrap();
    let found = outcome.verification.clone().unwrap();
    assert!(!outcome.passed() && found.relative > 0.1 && found.parted.is_some(), "{found:?}");
    let row = &outcome.audit.iter().find(|row| row.name == "estimated global error").unwrap();
    assert!(row.missed() && row.meaning.contains("the runs part at t = "), "{row:?}");
    let record: serde_json::Value = serde_json::from_str(&folder.text("run.json")).unwrap();
    assert_eq!(serde_json::from_value::<Verification>(record["verification"].clone()).unwrap(), found);
    assert!(folder.text("report.html").contains("Estimated global error"));
    let loaded = crate::load("one_r").unwrap();
    let in_memory = simulate(&loaded, &fall(1e-5), ".", None, &mut Silent).unwrap();
    assert_eq!(in_memory.verification.unwrap(), found);
    assert!(in_memory.audit.iter().any(AuditRow::missed));
    let good = simulate(&loaded, &fall(1e-11), ".", None, &mut Silent).unwrap();
    assert!(good.passed() && good.verification.unwrap().relative < 1e-4);
}

// oracle: the run that was not interrupted
#[test]
fn an_interrupted_run_is_verified_after_it_is_resumed() {
    let expected = Folder::new("whole").run(&fall(1e-7), &mut Silent).unwrap().verification;
    // interrupted by Ctrl-C in the first run
    let folder = Folder::new("interrupted");
    let outcome = folder.run(&fall(1e-7), &mut AtStart { run: 1, begun: 0, act: || Flow::Stop }).unwrap();
    assert_eq!((outcome.status, outcome.verification), (Status::Interrupted, None));
    let outcome = resume(RunFolder::open(&folder.0).unwrap(), &mut Silent).unwrap();
    assert_eq!((outcome.status, outcome.verification), (Status::Finished, expected.clone()));
    // killed in the second one
    let folder = Folder::new("killed");
    let mut killer = AtStart { run: 2, begun: 0, act: || panic!("killed") };
    catch_unwind(AssertUnwindSafe(|| folder.run(&fall(1e-7), &mut killer))).unwrap_err();
    let outcome = resume(RunFolder::open(&folder.0).unwrap(), &mut Silent).unwrap();
    assert_eq!((outcome.status, outcome.verification), (Status::Finished, expected));
}

// oracle: by hand
#[test]
fn an_interrupted_verification_keeps_the_results() {
    let folder = Folder::new("partial");
    let outcome = folder.run(&fall(1e-7), &mut AtStart { run: 2, begun: 0, act: || Flow::Stop }).unwrap();
    assert_eq!(outcome.status, Status::Finished);
    assert_eq!(outcome.verification.as_ref().unwrap().incomplete.as_deref(), Some("interrupted"));
    assert!(!outcome.passed() && folder.0.join("report.html").exists());
}

#[test]
fn what_cannot_be_verified_is_refused() {
    let folder = Folder::new("refused");
    let message = folder.run(&fall(1e-14), &mut Silent).unwrap_err().to_string();
    assert!(message.contains("a verification runs again at a tenth of it: choose at least 1e-13"), "{message}");
    let text = "model = \"one_r\"\n[simulate]\nduration = 1\nverify = true\n[sweep]\nsampling = \"grid\"\n\
                [sweep.metrics]\nend = \"last q[joint1]\"\n[[sweep.parameter]]\npath = \"gravity\"\nvalues = [1, 2]\n";
    let scenario = Scenario::parse(text, "s.toml").unwrap();
    let message = SweepEvaluator::new(&scenario, ".".as_ref(), None).unwrap_err().to_string();
    assert!(message.starts_with("simulate.verify: a sweep does not report it"), "{message}");
}
