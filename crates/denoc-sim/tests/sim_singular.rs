//! Motion through singular configurations: many loops singular together, energy, every algorithm, closures that cannot pass.

use std::time::Instant;

use denoc_dynamics::loops::LoopMethod;
use denoc_formats::catalogue;
use denoc_model::Model;
use denoc_sim::{Action, Audit, LoopClosure, LoopSettings, Sample, SimError, Simulation, Status, Summary};
use denoc_testkit::{four_bar_row, four_bar_row_angle, four_bar_row_state};

fn parallelogram() -> (Model, Vec<f64>) {
    let model = catalogue::describe("odca_parallelogram").unwrap().build().unwrap();
    let q = model.configuration("start").unwrap().to_vec();
    (model, q)
}

/// The parallelogram released from 45°, which is singular twice per period.
fn swing(settings: LoopSettings, end: f64, tolerance: f64) -> Result<(Vec<Sample>, Summary), SimError> {
    let (model, q) = parallelogram();
    let simulation = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).loops(settings);
    simulation.duration(end).output_step(0.1).tolerance(tolerance).run_collect()
}

/// Four-bars in a row, started upright with 1 rad/s: the largest error of the angle of the first crank, and the summary.
fn row(n: usize, method: LoopMethod, end: f64, tolerance: f64) -> (f64, Summary) {
    let model = four_bar_row(n);
    let start = four_bar_row_state(&model, 0.0, 1.0);
    let settings = LoopSettings { method: Some(method), ..LoopSettings::default() };
    let simulation = Simulation::new(&model).start(&start.q, &start.v).loops(settings).duration(end).output_step(0.05);
    let (samples, summary) = simulation.tolerance(tolerance).run_collect().unwrap();
    assert_eq!(summary.closure, Some(LoopClosure::Auto));
    assert!(summary.checkpoint.closures.projected > 0);
    let audit = Audit::new(&model, &summary);
    assert!(audit.passed(), "{audit}");
    let error = |sample: &Sample| (sample.q[0] - four_bar_row_angle(n, sample.t)).abs();
    (samples.iter().map(error).fold(0.0, f64::max), summary)
}

// oracle: elliptic functions; all loops of the row are singular together four times
#[test]
fn four_bars_in_a_row_pass_their_singular_poses() {
    for (n, tolerance, most) in [(5, 1e-6, 1e-4), (5, 1e-9, 1e-7), (5, 1e-12, 1e-9), (25, 1e-8, 1e-5)] {
        let end = if n == 25 { 1.5 } else { 3.5 };
        let (error, summary) = row(n, LoopMethod::default(), end, tolerance);
        assert!(error < most, "{n}, {tolerance:e}: {error:e}");
        let counters = summary.counters();
        assert!(counters.rejected * 5 < counters.steps.max(50), "{n}, {tolerance:e}: {counters:?}");
        assert_eq!(summary.events().len(), if n == 25 { 2 } else { 4 }, "{:?}", summary.events());
    }
}

/// The table of docs/theory/loops.md: `cargo test --release -p denoc-sim --test sim_singular -- --ignored --nocapture`.
#[test]
#[ignore = "a study of minutes"]
fn table_of_four_bars_in_a_row() {
    println!("| N | tolerance | time, s | error, rad | steps |\n|---|---|---|---|---|");
    for n in [2, 5, 10, 20, 40] {
        for tolerance in [1e-6, 1e-8, 1e-10, 1e-12] {
            let clock = Instant::now();
            let (error, summary) = row(n, LoopMethod::default(), 10.0, tolerance);
            let (seconds, steps) = (clock.elapsed().as_secs_f64(), summary.counters().steps);
            println!("| {n} | {tolerance:e} | {seconds:.2} | {error:.1e} | {steps} |");
            assert!(tolerance > 1e-12 || error < 1e-8, "{error:e}");
        }
    }
}

// oracle: conservation of energy over more than 50 passages
#[test]
fn energy_is_kept_through_singular_poses() {
    let (_, summary) = swing(LoopSettings::default(), 70.0, 1e-12).unwrap();
    assert!(summary.events().len() > 50, "{}", summary.events().len());
    let seen = summary.observations();
    let largest = seen.largest_unexplained / seen.exchanged;
    assert!(seen.relative_unexplained() < 1e-11 && largest < 1e-11, "{:e} {largest:e}", seen.relative_unexplained());
}

// oracle: on this branch the bars a and b of the parallelogram stay parallel; elliptic functions for the row
#[test]
fn every_algorithm_keeps_the_branch() {
    let (model, _) = parallelogram();
    let [a, b] = ["pivot_a", "pivot_b"].map(|joint| model.links()[model.joint(joint).unwrap().0].q);
    for &method in LoopMethod::ALL {
        let settings = LoopSettings { method: Some(method), ..LoopSettings::default() };
        let (samples, summary) = swing(settings, 5.0, 1e-10).unwrap();
        let apart = samples.iter().map(|sample| (sample.q[a] - sample.q[b]).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-9, "{method:?}: {apart:e}");
        assert!(summary.events().len() > 2 && Audit::new(&model, &summary).passed(), "{method:?}");
        let (error, summary) = row(5, method, 1.5, 1e-9);
        assert!(error < 1e-7 && summary.events().len() == 2, "{method:?}: {error:e}");
    }
}

// oracle: the run in independent coordinates meets its first singular configuration at the same time
#[test]
fn corrected_runs_end_at_singular_configurations() {
    let (_, projected) = swing(LoopSettings::default(), 1.0, 1e-10).unwrap();
    let first = projected.events()[0].t;
    let corrected = LoopSettings { closure: Some(LoopClosure::Corrected), ..LoopSettings::default() };
    match swing(corrected, 5.0, 1e-10) {
        Err(SimError::SingularClosure { time, closure }) => {
            assert!((time - first).abs() < 1e-6 && closure == "pin_bc", "{time} {first} {closure}");
        }
        other => panic!("{:?}", other.map(|(_, summary)| summary.events().to_vec())),
    }
    let (_, stopped) = swing(LoopSettings { singular: Action::Stop, ..corrected }, 5.0, 1e-10).unwrap();
    assert_eq!(stopped.status, Status::Event);
    assert!((stopped.t() - first).abs() < 1e-6 && stopped.events().len() == 1, "{:?}", stopped.events());
}

// oracle: on its branch the bars a and b stay parallel, in the other they do not
#[test]
fn the_audit_sees_a_change_of_branch() {
    let (model, _) = parallelogram();
    let [a, b] = ["pivot_a", "pivot_b"].map(|joint| model.links()[model.joint(joint).unwrap().0].q);
    let mut changed = 0;
    for closure in [LoopClosure::Speeds, LoopClosure::Accelerations, LoopClosure::Baumgarte(20.0)] {
        let settings = LoopSettings { closure: Some(closure), ..LoopSettings::default() };
        let (samples, summary) = swing(settings, 5.0, 1e-8).unwrap();
        let apart = samples.iter().map(|sample| (sample.q[a] - sample.q[b]).abs()).fold(0.0, f64::max);
        let audit = Audit::new(&model, &summary);
        let branches = audit.row("changes of branch").unwrap();
        assert_eq!(branches.missed(), apart > 0.1, "{closure:?}: {apart} {branches:?}");
        changed += u64::from(branches.missed());
    }
    assert!(changed > 0, "no run left its branch");
}
