//! Interrupted and resumed runs carry the bits of uninterrupted ones.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::controllers::{Pid, Reference};
use denoc_sim::{
    Checkpoint, Event, Flow, Integrator, Load, LoadProfile, LoopClosure, LoopSettings, Passage, Sample, SimError,
    Simulation, Sink, Status,
};

/// Stops after a number of samples, and keeps checkpoints.
#[derive(Default)]
struct Recorder {
    samples: Vec<Sample>,
    stop_after: Option<usize>,
    interval: Option<f64>,
    checkpoints: Vec<Checkpoint>,
}

impl Sink for Recorder {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.samples.push(sample.clone());
        if Some(self.samples.len()) == self.stop_after { Flow::Stop } else { Flow::Continue }
    }
    fn checkpoint_interval(&self) -> Option<f64> {
        self.interval
    }
    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        self.checkpoints.push(checkpoint.clone());
    }
}

fn model() -> Model {
    let rod = MassProperties::cuboid(1.0, Vec3::new(0.4, 0.1, 0.06), Vec3::new(0.2, 0.0, 0.0));
    let mut all = Description::new("arm with a ball joint")
        .link("upper", rod)
        .link("lower", rod)
        .joint("shoulder", "ground", "upper", Joint::spherical(), Pose::identity())
        .joint("elbow", "upper", "lower", Joint::revolute(Vec3::unit(1)), Pose::translation(Vec3::new(0.4, 0.0, 0.0)));
    all.joints[1].properties = JointProperties {
        viscous_friction: 0.05,
        dry_friction: 0.01,
        spring_stiffness: 0.5,
        limits: Some([-0.3, 0.3]),
        effort_limit: Some(1.5),
        ..Default::default()
    };
    all.build().unwrap()
}

fn simulation(model: &Model, method: Integrator) -> Simulation<'_> {
    let target = Reference::Hold(vec![0.0, 0.0, 0.1_f64.sin(), 0.1_f64.cos(), 0.5]);
    let pid = Pid::new(model, target, &[6.0], &[2.0], &[1.0]).unwrap();
    let push = Load::force("lower", [0.0, 1.0, 0.5]).at([0.2, 0.0, 0.0]).during(0.11, 0.33);
    let table = LoadProfile::Table { times: vec![0.2, 0.37, 0.5], factors: vec![0.0, 1.0, -1.0] };
    Simulation::new(model)
        .start(&model.neutral(), &[0.1, 0.2, -0.3, 0.5])
        .duration(0.6)
        .output_step(0.013)
        .integrator(method)
        .tolerance(1e-8)
        .step(0.002)
        .controller(Box::new(pid))
        .saturate(true)
        .load(push)
        .load(Load::moment("upper", [0.2, 0.1, 0.0]).in_link_axes().profile(table))
        .event(Event::frame("lower", 2, -0.05))
}

fn through_json(checkpoint: &Checkpoint) -> Checkpoint {
    let text = serde_json::to_string(checkpoint).unwrap();
    let back: Checkpoint = serde_json::from_str(&text).unwrap();
    assert_eq!(&back, checkpoint);
    back
}

// oracle: the uninterrupted run, bit by bit, for every method; a step of 2 ms has a thousand samples
#[test]
fn a_run_is_interrupted_among_the_samples_of_a_step() {
    let model = model();
    for &method in Integrator::ALL {
        let dense = || simulation(&model, method).duration(0.008).output_step(2e-6);
        let mut whole = Recorder::default();
        let reference = dense().run(&mut whole).unwrap();
        for stop_after in [700, 3900] {
            let mut parts = Recorder { stop_after: Some(stop_after), ..Default::default() };
            let first = dense().run(&mut parts).unwrap();
            assert_eq!((first.status, parts.samples.len()), (Status::Interrupted, stop_after), "{method:?}");
            let kept = first.checkpoint.next_sample as usize;
            assert!(kept <= stop_after);
            parts.samples.truncate(kept);
            parts.stop_after = None;
            let end = dense().resume(&through_json(&first.checkpoint), &mut parts).unwrap();
            assert!(parts.samples == whole.samples, "{method:?} stopped after {stop_after} samples");
            assert_eq!(end.checkpoint, reference.checkpoint, "{method:?} stopped after {stop_after} samples");
        }
    }
}

// oracle: the uninterrupted run, bit by bit, for every method
#[test]
fn a_resumed_run_continues_bit_by_bit() {
    let model = model();
    for &method in Integrator::ALL {
        let mut whole = Recorder::default();
        let reference = simulation(&model, method).run(&mut whole).unwrap();
        assert!(reference.counters().events > 0 && reference.observations().saturated > 0.0);
        for stop_after in [1, 2, 9, 17, 30, 40] {
            let mut parts = Recorder { stop_after: Some(stop_after), ..Default::default() };
            let mut simulation = simulation(&model, method);
            let first = simulation.run(&mut parts).unwrap();
            assert_eq!(first.status, Status::Interrupted);
            let end = simulation.resume(&through_json(&first.checkpoint), &mut parts).unwrap();
            assert_eq!(end.status, Status::Finished);
            assert_eq!(parts.samples, whole.samples, "{method:?} stopped after {stop_after} samples");
            assert_eq!(end.checkpoint, reference.checkpoint, "{method:?} stopped after {stop_after} samples");
        }
    }
}

// oracle: the uninterrupted run, bit by bit
#[test]
fn checkpoints_on_the_way_are_as_good() {
    let model = model();
    let mut whole = Recorder { interval: Some(0.1), ..Default::default() };
    let reference = simulation(&model, Integrator::Dop853).run(&mut whole).unwrap();
    assert!((4..=6).contains(&whole.checkpoints.len()), "{}", whole.checkpoints.len());
    for checkpoint in &whole.checkpoints {
        let mut rest = Recorder::default();
        let end = simulation(&model, Integrator::Dop853).resume(&through_json(checkpoint), &mut rest).unwrap();
        assert_eq!(end.checkpoint, reference.checkpoint);
        assert_eq!(rest.samples, whole.samples[whole.samples.len() - rest.samples.len()..]);
    }
}

// oracle: the words
#[test]
fn a_checkpoint_of_another_simulation_is_refused() {
    let model = model();
    let mut sink = Vec::new();
    let end = simulation(&model, Integrator::Rk4).run(&mut sink).unwrap();
    let error = simulation(&model, Integrator::Dopri5).resume(&end.checkpoint, &mut sink).unwrap_err();
    let message =
        "the checkpoint has the integrator rk4, this simulation has dopri5: resume with the settings it was made with";
    assert_eq!(error.to_string(), message);
    let mut short = end.checkpoint.clone();
    short.state.pop();
    let error = simulation(&model, Integrator::Rk4).resume(&short, &mut sink).unwrap_err();
    assert!(matches!(error, SimError::Checkpoint { .. }), "{error}");
}

// oracle: the bits of the run without interruption, of loops on both sides of singular configurations
#[test]
fn loops_resume_bit_by_bit() {
    for name in ["odca_parallelogram", "bricard", "wheeled_robot"] {
        let model = denoc_formats::catalogue::describe(name).unwrap().build().unwrap();
        let q = model.configuration("start").unwrap().to_vec();
        let make = || Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).duration(0.8).output_step(0.05);
        let mut whole = Recorder { interval: Some(0.02), ..Default::default() };
        make().run(&mut whole).unwrap();
        assert!(!whole.checkpoints.is_empty(), "{name}");
        // one before, one after the first singular configuration of the parallelogram
        let all = whole.checkpoints.len();
        for checkpoint in [&whole.checkpoints[all / 4], &whole.checkpoints[all - 1]] {
            let mut rest = Recorder::default();
            make().resume(&through_json(checkpoint), &mut rest).unwrap();
            let begin = whole.samples.len() - rest.samples.len();
            assert_eq!(rest.samples, whole.samples[begin..], "{name} from {}", checkpoint.t);
        }
    }
}

/// The parallelogram released from 45°: it passes singular configurations, and leaves its branch there if only accelerations satisfy the closure.
fn swing(model: &Model) -> Simulation<'_> {
    let settings = LoopSettings { closure: Some(LoopClosure::Accelerations), ..LoopSettings::default() };
    let q = model.configuration("start").unwrap();
    Simulation::new(model)
        .start(q, &vec![0.0; model.nv()])
        .loops(settings)
        .duration(3.0)
        .output_step(0.1)
        .tolerance(1e-8)
}

// oracle: the uninterrupted run, its count of changes of branch included, from every checkpoint around the passages
#[test]
fn branches_are_checked_after_a_resume() {
    let model = denoc_formats::catalogue::describe("odca_parallelogram").unwrap().build().unwrap();
    let mut whole = Recorder { interval: Some(1e-9), ..Default::default() }; // after every step
    let reference = swing(&model).run(&mut whole).unwrap();
    assert!(reference.observations().branch_changes > 0);
    let all = &whole.checkpoints;
    let is_near = |i: usize| all[i.saturating_sub(2)..all.len().min(i + 3)].iter().any(|c| !c.passages.is_empty());
    let (mut inside, mut decided) = (0, 0);
    for checkpoint in (0..all.len()).filter(|&i| is_near(i)).map(|i| &all[i]) {
        inside += usize::from(!checkpoint.passages.is_empty());
        // the singular configuration lies inside the step that began the passage
        for Passage { distance, beyond, .. } in &checkpoint.passages {
            assert!(0.0 < *beyond && beyond < distance, "{beyond} of {distance}");
        }
        let mut rest = Recorder::default();
        let end = swing(&model).resume(&through_json(checkpoint), &mut rest).unwrap();
        decided += end.observations().branch_changes - checkpoint.observations.branch_changes;
        assert_eq!(end.checkpoint, reference.checkpoint, "from {}", checkpoint.t);
        assert_eq!(rest.samples, whole.samples[whole.samples.len() - rest.samples.len()..], "from {}", checkpoint.t);
    }
    assert!(inside > 2 && decided > 0, "{inside} checkpoints inside a passage, {decided} changes after them");
}

// oracle: the uninterrupted run; the step through the singular configuration has hundreds of samples
#[test]
fn a_run_is_interrupted_in_the_step_through_a_singular_configuration() {
    let model = denoc_formats::catalogue::describe("odca_parallelogram").unwrap().build().unwrap();
    let dense = || swing(&model).duration(0.8).output_step(1e-5);
    let mut whole = Recorder { interval: Some(1e-9), ..Default::default() };
    let reference = dense().run(&mut whole).unwrap();
    let first = reference.events()[0].t;
    let stop_after = (first / 1e-5) as usize + 20;
    let mut parts = Recorder { stop_after: Some(stop_after), ..Default::default() };
    let stopped = dense().run(&mut parts).unwrap();
    assert!(stopped.status == Status::Interrupted && stopped.t() < first, "{} {first}", stopped.t());
    assert!(stopped.checkpoint.passages.is_empty());
    parts.samples.truncate(stopped.checkpoint.next_sample as usize);
    parts.stop_after = None;
    let end = dense().resume(&through_json(&stopped.checkpoint), &mut parts).unwrap();
    assert_eq!(end.checkpoint, reference.checkpoint);
    assert!(parts.samples == whole.samples);
}

// oracle: the words
#[test]
fn passages_of_other_loops_are_refused() {
    let model = denoc_formats::catalogue::describe("odca_parallelogram").unwrap().build().unwrap();
    let mut whole = Recorder { interval: Some(0.1), ..Default::default() };
    swing(&model).run(&mut whole).unwrap();
    for (cluster, speeds) in [(7, 3), (0, 2)] {
        let mut checkpoint = whole.checkpoints[1].clone();
        checkpoint.passages = vec![Passage { cluster, before: vec![0.1; speeds], distance: 0.0, beyond: 0.0 }];
        let error = swing(&model).resume(&checkpoint, &mut Recorder::default()).unwrap_err().to_string();
        let words = format!("a motion through a singular configuration of cluster {cluster} with {speeds} speeds");
        assert!(error.contains(&words), "{error}");
    }
}
