//! The closure `auto`: corrected away from singular configurations, in independent coordinates near them.

use denoc_formats::catalogue;
use denoc_mechanism::Draft;
use denoc_model::Model;
use denoc_sim::controllers::ConstantForces;
use denoc_sim::{
    Audit, Checkpoint, ClosureUse, Flow, Integrator, Limits, LoopClosure, LoopSettings, Progress, Sample, Simulation,
    Sink, Status, Summary,
};
use denoc_testkit::{four_bar_row, four_bar_row_state};

fn mechanism(name: &str) -> (Model, Vec<f64>) {
    let model = catalogue::describe(name).unwrap().build().unwrap();
    let q = model.configuration("start").unwrap().to_vec();
    (model, q)
}

fn simulation<'m>(model: &'m Model, q: &[f64], closure: Option<LoopClosure>, end: f64) -> Simulation<'m> {
    let settings = LoopSettings { closure, ..LoopSettings::default() };
    Simulation::new(model).start(q, &vec![0.0; model.nv()]).loops(settings).duration(end).output_step(0.05)
}

/// The largest difference of coordinates and of speeds between two samples, relative to the largest speed where that exceeds one.
fn difference(model: &Model, a: &Sample, b: &Sample) -> f64 {
    let mut change = vec![0.0; model.nv()];
    model.difference(&a.q, &b.q, &mut change).unwrap();
    let fastest = a.v.iter().fold(1.0_f64, |m, v| m.max(v.abs()));
    let speeds = a.v.iter().zip(&b.v).map(|(a, b)| (a - b) / fastest);
    change.iter().copied().chain(speeds).fold(0.0, |m, x| m.max(x.abs()))
}

fn run(model: &Model, q: &[f64], closure: Option<LoopClosure>, end: f64) -> (Vec<Sample>, Summary) {
    // several legs of the platform would hit their stops within 1e-10 s, in an order that rounding decides
    let free = simulation(model, q, closure, end).limits(Limits::Ignore);
    let found = { free }.tolerance(1e-11).run_collect().unwrap();
    let audit = Audit::new(model, &found.1);
    assert!(audit.passed(), "{}: {audit}", model.name());
    found
}

// oracle: the same motion in independent coordinates throughout
#[test]
fn automatic_is_projected() {
    for (name, end) in [
        ("fourbar", 1.0),
        ("slider_crank", 1.0),
        ("spatial_fourbar", 1.0),
        ("bennett", 1.0),
        ("stewart", 0.25),
        // through singular configurations
        ("delta", 0.4),
        ("odca_parallelogram", 2.0),
    ] {
        let (model, q) = mechanism(name);
        let (projected, _) = run(&model, &q, Some(LoopClosure::Projected), end);
        let (automatic, summary) = run(&model, &q, None, end);
        assert_eq!(summary.closure, Some(LoopClosure::Auto));
        let closures = summary.checkpoint.closures;
        assert_eq!(closures.corrected + closures.projected, summary.counters().steps, "{name}");
        assert!(closures.corrected > 0, "{name}: {closures}");
        let singular = matches!(name, "delta" | "odca_parallelogram");
        assert_eq!(singular, closures.projected > 0, "{name}: {closures}");
        for (a, b) in projected.iter().zip(&automatic) {
            let far = difference(&model, a, b);
            assert!(far < 1e-7, "{name}: {far:e} at {}", a.t);
        }
    }
}

// oracle: the motion at a tight tolerance, which stays away from singular configurations
#[test]
fn long_steps_are_shortened_before_independent_coordinates_are_taken() {
    let model = catalogue::describe("andrews_squeezer").unwrap().build().unwrap();
    let (q, torque) = (Draft::usual(&model).close(&model).unwrap().q, vec![0.033]);
    let run = |tolerance: f64| {
        let forces = torque.iter().copied().chain(std::iter::repeat(0.0)).take(model.nv()).collect();
        let simulation = simulation(&model, &q, None, 0.03).controller(Box::new(ConstantForces::new(forces)));
        { simulation }.tolerance(tolerance).run_collect().unwrap().1
    };
    let exact = run(1e-11);
    let largest = exact.q().iter().fold(0.0_f64, |m, q| m.max(q.abs()));
    for tolerance in [1e-2, 1e-3, 1e-5] {
        let loose = run(tolerance);
        assert_eq!(loose.checkpoint.closures.projected, 0, "{tolerance:e}");
        let error = loose.q().iter().zip(exact.q()).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / largest;
        assert!(error < 10.0 * tolerance, "{tolerance:e}: {error:.1e}");
    }
}

// oracle: the run in independent coordinates meets the same singular configurations; on this branch the bars a and b stay parallel
#[test]
fn long_steps_do_not_jump_over_singular_configurations() {
    let (model, q) = mechanism("odca_parallelogram");
    for tolerance in [1e-3, 1e-5, 1e-8] {
        let times = [Some(LoopClosure::Projected), None].map(|closure| {
            let (_, summary) = simulation(&model, &q, closure, 3.0).tolerance(tolerance).run_collect().unwrap();
            assert_eq!(summary.observations().branch_changes, 0);
            summary.events().iter().map(|event| event.t).collect::<Vec<f64>>()
        });
        assert!(times[0].len() > 1);
        assert_eq!(times[0].len(), times[1].len(), "{tolerance:e}: {times:?}");
        let most = 100.0 * tolerance;
        assert!(times[0].iter().zip(&times[1]).all(|(a, b)| (a - b).abs() < most), "{tolerance:e}: {times:?}");
    }
}

// oracle: the two linkages meet three singular configurations, at 0.71, 1.23 and 2.66 s. Short steps return to the coordinates of the
// tree between the first two, long ones do not: after each of them a singular configuration may be one step away. A step that comes
// near one in coordinates of the tree is repeated; fixed steps are not repeated for other reasons
#[test]
fn the_closure_does_not_return_where_the_next_step_would_be_repeated() {
    let model = four_bar_row(2);
    let start = four_bar_row_state(&model, 0.0, 1.0);
    for (step, repeated) in [(0.02, 3), (0.05, 2), (0.1, 2), (0.15, 2)] {
        let run = Simulation::new(&model).start(&start.q, &start.v).integrator(Integrator::Rk4).step(step);
        let (_, summary) = { run }.duration(3.0).run_collect().unwrap();
        assert_eq!((summary.events().len(), summary.observations().branch_changes), (3, 0), "{step}");
        assert_eq!(summary.counters().rejected, repeated, "{step}: {}", summary.checkpoint.closures);
    }
}

#[derive(Default)]
struct Recorder {
    samples: Vec<Sample>,
    stop_after: Option<usize>,
}

impl Sink for Recorder {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.samples.push(sample.clone());
        if self.stop_after == Some(self.samples.len()) { Flow::Stop } else { Flow::Continue }
    }

    fn progress(&mut self, _: &Progress) -> Flow {
        Flow::Continue
    }
}

// oracle: the uninterrupted run, bit by bit; interruptions lie on both sides of every change of the closure
#[test]
fn a_resumed_run_changes_its_closure_as_the_whole_one() {
    let (model, q) = mechanism("odca_parallelogram");
    for method in [Integrator::Dop853, Integrator::Radau5, Integrator::Rk4] {
        let make = || simulation(&model, &q, None, 1.2).tolerance(1e-7).step(0.01).integrator(method).output_step(0.01);
        let mut whole = Recorder::default();
        let reference = make().run(&mut whole).unwrap();
        let closures = reference.checkpoint.closures;
        assert!(closures.corrected > 0 && closures.projected > 0, "{method:?}: {closures}");
        let mut resumed = 0;
        for stop_after in (1..whole.samples.len()).step_by(7) {
            let mut parts = Recorder { stop_after: Some(stop_after), ..Recorder::default() };
            let first = make().run(&mut parts).unwrap();
            if first.status == Status::Finished {
                break; // in the last step
            }
            resumed += 1;
            let text = serde_json::to_string(&first.checkpoint).unwrap();
            let checkpoint: Checkpoint = serde_json::from_str(&text).unwrap();
            parts.samples.truncate(checkpoint.next_sample as usize);
            parts.stop_after = None;
            let end = make().resume(&checkpoint, &mut parts).unwrap();
            assert!(parts.samples == whole.samples, "{method:?} stopped after {stop_after} samples");
            assert_eq!(end.checkpoint, reference.checkpoint, "{method:?} stopped after {stop_after} samples");
        }
        assert!(resumed > 5, "{method:?}: {resumed}");
    }
}

// oracle: by hand
#[test]
fn the_choice_is_one_line() {
    let never = ClosureUse { corrected: 12, ..ClosureUse::default() };
    assert_eq!(never.to_string(), "corrected after every step, no singular configuration was near");
    let both = ClosureUse { corrected: 12, projected: 1, first_projected: Some(0.25) };
    assert_eq!(
        both.to_string(),
        "corrected in 12 steps, projected in 1 step near singular configurations, first at 0.25 s"
    );
}
