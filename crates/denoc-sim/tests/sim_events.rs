//! Events and joint limits.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::{Checkpoint, Event, Flow, Integrator, Limits, Sample, Simulation, Sink, Status};

const G: f64 = 9.81;

/// A mass on a vertical slider: free fall.
fn slider(properties: JointProperties) -> Model {
    let body = MassProperties::cuboid(2.0, Vec3::new(0.1, 0.1, 0.1), Vec3::zero());
    let mut all = Description::new("slider").link("mass", body).joint(
        "rail",
        "ground",
        "mass",
        Joint::prismatic(Vec3::unit(2)),
        Pose::identity(),
    );
    all.joints[0].properties = properties;
    all.build().unwrap()
}

// oracle: z = h − g t²/2, for every method
#[test]
fn the_time_of_an_impact_is_found() {
    let model = slider(JointProperties::default());
    let height: f64 = 1.7;
    let exact = (2.0 * height / G).sqrt();
    for &method in Integrator::ALL {
        let landing = Event::frame("mass", 2, 0.0).named("landing").falling().stop();
        let simulation = Simulation::new(&model).start(&[height], &[0.0]).event(landing).integrator(method).step(0.01);
        let (samples, summary) = { simulation }.run_collect().unwrap();
        assert_eq!(summary.status, Status::Event);
        assert_eq!(summary.events().len(), 1);
        assert_eq!(summary.events()[0].name, "landing");
        assert!((summary.t() - exact).abs() < 1e-10, "{method:?}: {} {exact}", summary.t());
        assert!(summary.q()[0].abs() < 1e-9 && (summary.v()[0] + G * exact).abs() < 1e-9);
        let last = samples.last().unwrap();
        assert_eq!((last.t, &last.q[..]), (summary.t(), summary.q()));
    }
}

// oracle: z = v₀ t − g t²/2 crosses a height twice; directions
#[test]
fn directions_select_crossings() {
    let model = slider(JointProperties::default());
    let (v0, height) = (6.0, 1.0);
    let root = (v0 * v0 - 2.0 * G * height).sqrt();
    let (up, down) = ((v0 - root) / G, (v0 + root) / G);
    let at = |event: Event| {
        let simulation = Simulation::new(&model).start(&[0.0], &[v0]).duration(1.2).event(event);
        let (_, summary) = { simulation }.run_collect().unwrap();
        summary.events().iter().map(|e| e.t).collect::<Vec<_>>()
    };
    let close = |found: Vec<f64>, expected: &[f64]| {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-10), "{found:?} {expected:?}");
    };
    close(at(Event::coordinate("rail", 0, height)), &[up, down]);
    close(at(Event::coordinate("rail", 0, height).rising()), &[up]);
    close(at(Event::coordinate("rail", 0, height).falling()), &[down]);
    close(at(Event::speed("rail", 0, 0.0)), &[v0 / G]);
    // leaving the value at the start is no crossing, coming back is one at 2 v₀/g = 1.223 s, after the end
    close(at(Event::coordinate("rail", 0, 0.0)), &[]);
}

// oracle: by hand; limits are reported, end the run, or are ignored
#[test]
fn limits_are_reported_end_the_run_or_are_ignored() {
    let p = JointProperties { limits: Some([-0.5, 0.1]), velocity_limit: Some(3.0), ..Default::default() };
    let model = slider(p);
    let simulation = |limits| Simulation::new(&model).duration(0.5).limits(limits);
    let (_, summary) = simulation(Limits::Report).run_collect().unwrap();
    assert_eq!((summary.status, summary.counters().limits, summary.counters().events), (Status::Finished, 2, 2));
    let words: Vec<&str> = summary.events().iter().map(|e| e.name.as_str()).collect();
    assert_eq!(words, ["joint \"rail\" passes its speed limit -3 m/s", "joint \"rail\" passes its lower limit -0.5 m"]);
    assert!((summary.events()[0].t - 3.0 / G).abs() < 1e-10);
    assert!((summary.events()[1].t - (1.0 / G).sqrt()).abs() < 1e-10);
    let (_, summary) = simulation(Limits::End).run_collect().unwrap();
    assert_eq!(summary.status, Status::Event);
    assert!((summary.t() - 3.0 / G).abs() < 1e-10);
    let (_, summary) = simulation(Limits::Ignore).run_collect().unwrap();
    assert_eq!(summary.counters().events, 0);
}

// oracle: the run that was not stopped
#[test]
fn a_run_stopped_by_an_event_can_go_on() {
    let model = slider(JointProperties::default());
    let simulation = || Simulation::new(&model).start(&[1.0], &[0.0]).duration(0.8);
    let mut samples = Vec::new();
    let mut stopping = simulation().event(Event::coordinate("rail", 0, 0.0).stop());
    let first = stopping.run(&mut samples).unwrap();
    assert_eq!(first.status, Status::Event);
    let end = stopping.resume(&first.checkpoint, &mut samples).unwrap();
    assert_eq!((end.status, end.t(), end.counters().events), (Status::Finished, 0.8, 1));
    assert!((end.q()[0] - (1.0 - 0.5 * G * 0.64)).abs() < 1e-10);
}

/// Keeps the last checkpoint.
#[derive(Default)]
struct Last(Option<Checkpoint>);

impl Sink for Last {
    fn sample(&mut self, _: &Sample) -> Flow {
        Flow::Continue
    }

    fn checkpoint_interval(&self) -> Option<f64> {
        Some(1e-6)
    }

    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        self.0 = Some(checkpoint.clone());
    }
}

// oracle: the run itself: one that is killed after it stopped meets the event again when it is resumed, and stops there
#[test]
fn the_last_checkpoint_is_before_the_event() {
    let model = slider(JointProperties::default());
    let mut stopping = Simulation::new(&model).start(&[1.0], &[0.0]).event(Event::coordinate("rail", 0, 0.0).stop());
    let mut last = Last::default();
    let first = stopping.run(&mut last).unwrap();
    let checkpoint = last.0.unwrap();
    assert!(checkpoint.t < first.t());
    let again = stopping.resume(&checkpoint, &mut Vec::new()).unwrap();
    assert_eq!((again.status, again.t(), again.q()), (Status::Event, first.t(), first.q()));
}
