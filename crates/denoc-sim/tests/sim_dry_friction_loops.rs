//! Dry friction in mechanisms with loops, in joints of the tree and in cut joints.

use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_mechanism::{ClosedState, Draft};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::controllers::{Controller, Moment};
use denoc_sim::{
    Checkpoint, Flow, Integrator, Limits, LoopClosure, LoopSettings, Plant, Sample, SimError, Simulation, Sink, Status,
};

/// The four-bar of the catalogue with dry friction in all four joints, N m.
fn fourbar(friction: [f64; 4]) -> Model {
    let mut description = catalogue::describe("fourbar").unwrap();
    assert_eq!(description.joints.len(), 4);
    for (joint, dry_friction) in description.joints.iter_mut().zip(friction) {
        joint.properties.dry_friction = dry_friction;
    }
    description.joints[3].cut = true;
    description.build().unwrap()
}

/// The usual start, with a speed of the crank.
fn turning(model: &Model, speed: f64) -> ClosedState {
    let crank = model.joint("crank_pivot").unwrap();
    let mut draft = Draft::usual(model);
    draft.q[model.links()[crank.0].q] = 0.7;
    draft.held = vec![crank];
    draft.v[model.links()[crank.0].v] = speed;
    draft.driven = Some(vec![crank]);
    draft.close(model).unwrap()
}

const CLOSURES: [LoopClosure; 3] = [LoopClosure::Projected, LoopClosure::Corrected, LoopClosure::Speeds];

// oracle: it stops and stays; energy lost = work of friction, which no joint can return
#[test]
fn a_fourbar_with_friction_in_all_joints_stops_and_stays() {
    let model = fourbar([0.3, 0.2, 0.25, 0.15]);
    let mut stops = Vec::new();
    for closure in CLOSURES {
        let start = turning(&model, 12.0);
        let loops = LoopSettings { closure: Some(closure), ..LoopSettings::default() };
        let mut run = Simulation::new(&model).start(&start.q, &start.v).loops(loops).duration(20.0).output_step(0.05);
        let (samples, summary) = run.run_collect().unwrap();
        let seen = summary.observations();
        assert!(seen.relative_unexplained() < 1e-7, "{closure:?} {:e}", seen.relative_unexplained());
        assert!(seen.round_trip() < 1e-9, "{closure:?} {:e}", seen.round_trip());
        let lost = seen.end.total() - seen.start.total();
        assert!(lost < -0.5 && (seen.works.friction - lost).abs() < 1e-7 * lost.abs(), "{closure:?}");
        let last = samples.last().unwrap();
        let rest: Vec<_> = samples.iter().rev().take_while(|s| s.v.iter().all(|v| v.abs() < 1e-12)).collect();
        assert!(rest.len() > 100, "{closure:?} {} {:?}", rest.len(), last.v);
        for s in rest {
            for (q, end) in s.q.iter().zip(&last.q) {
                let drift = (q - end).abs();
                assert!(
                    if closure == LoopClosure::Projected { drift < 1e-15 } else { drift < 1e-11 },
                    "{closure:?} {drift:e}"
                );
            }
        }
        assert!(summary.counters().sticks >= 4, "{:?}", summary.counters());
        stops.push(last.q.clone());
    }
    for (a, b) in stops[0].iter().zip(&stops[1]).chain(stops[0].iter().zip(&stops[2])) {
        assert!((a - b).abs() < 1e-6, "{stops:?}");
    }
}

// oracle: virtual work: at rest, all joints together hold what Σ cₖ |∂qₖ/∂q₁| of them does, whichever is weak
#[test]
fn joints_of_a_loop_hold_together() {
    let still = fourbar([0.0; 4]);
    let start = turning(&still, 0.0);
    let mut ws = denoc_dynamics::Workspace::new(&still);
    // rates of all joints, the cut one included, for a crank speed of 1
    let v = turning(&still, 1.0).v;
    let mut cut = denoc_mechanism::passive::CutFriction::new(&fourbar([1.0; 4]));
    let stage = ws.position(&still, &start.q).unwrap().velocity(&v).unwrap();
    let mut fourth = [0.0];
    cut.speeds(&stage, &mut fourth);
    let mut weight = vec![0.0; 3];
    ws.position(&still, &start.q).unwrap().gravity_forces(&mut weight).unwrap();
    let load: f64 = weight.iter().zip(&v).map(|(w, v)| w * v).sum::<f64>().abs();
    // in the order of the description: crank, output, coupler, cut joint
    let ratios = [v[0].abs(), v[2].abs(), v[1].abs(), fourth[0].abs()];
    assert!(load > 0.1 && ratios.iter().all(|r| *r > 0.1), "{load} {ratios:?}");
    for shares in [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.1, 0.2, 0.3, 0.4], [0.7, 0.0, 0.2, 0.1]] {
        for (factor, holds) in [(1.0 + 1e-8, true), (1.0 - 1e-8, false)] {
            let c: [f64; 4] = core::array::from_fn(|k| factor * shares[k] * load / ratios[k]);
            let model = fourbar(c);
            let mut run = Simulation::new(&model).start(&start.q, &start.v).duration(0.2);
            let (samples, summary) = run.run_collect().unwrap();
            // a motion this slow may stop soon, where friction has a better lever
            let moves = samples[0].a.iter().any(|a| *a != 0.0);
            assert_eq!(moves, !holds, "{shares:?} {factor} {:?}", summary.counters());
            assert!(!holds || samples.iter().all(|s| s.q == samples[0].q), "{shares:?}");
        }
    }
}

/// A torque at the crank that grows and changes its sign.
struct Crank;

impl Controller for Crank {
    fn keyword(&self) -> &'static str {
        "crank"
    }

    fn explicit(&self) -> bool {
        true
    }

    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau[0] = 1.6 * (5.0 * now.t).sin();
        Ok(())
    }
}

// oracle: the same linkage cut at another joint, where friction acts in other joints of the tree
#[test]
fn friction_does_not_depend_on_where_a_loop_is_cut() {
    let mut ends = Vec::new();
    for cut in 1..4 {
        let mut description = catalogue::describe("fourbar").unwrap();
        for (k, joint) in description.joints.iter_mut().enumerate() {
            joint.properties.dry_friction = [0.3, 0.2, 0.25, 0.15][k];
            joint.cut = k == cut;
        }
        let model = description.build().unwrap();
        let start = turning(&model, 0.0);
        let mut run = Simulation::new(&model)
            .start(&start.q, &start.v)
            .controller(Box::new(Crank))
            .duration(1.2)
            .limits(Limits::Ignore)
            .output_step(0.1);
        let (samples, summary) = run.run_collect().unwrap();
        let crank = model.links()[model.joint("crank_pivot").unwrap().0].q;
        let seen = summary.observations();
        assert!(seen.relative_unexplained() < 1e-7, "{cut} {:e}", seen.relative_unexplained());
        assert!(summary.counters().slips > 1 && summary.counters().sticks > 1, "{:?}", summary.counters());
        ends.push(samples.iter().map(|s| (s.q[crank], s.works.friction)).collect::<Vec<_>>());
    }
    for other in &ends[1..] {
        for ((q, w), (other_q, other_w)) in ends[0].iter().zip(other) {
            assert!((q - other_q).abs() < 1e-6 && (w - other_w).abs() < 1e-6, "{q} {other_q} {w} {other_w}");
        }
    }
}

/// Two carriages on rails, joined by a rod: two degrees of freedom less one, and a free pendulum on the second.
fn carriages(friction: f64) -> Model {
    let body = MassProperties::cuboid(1.0, Vec3::new(0.2, 0.1, 0.1), Vec3::zero());
    let rod = MassProperties::rod(0.5, 0.6, Vec3::unit(0));
    let dry = JointProperties { dry_friction: friction, ..JointProperties::default() };
    let down = Vec3::new(0.0, 0.0, -1.0);
    Description::new("carriages")
        .link("a", body)
        .link("b", body)
        .link("rod", rod)
        .link("bob", rod)
        .joint("rail_a", "ground", "a", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .properties(dry)
        .joint("rail_b", "ground", "b", Joint::prismatic(down), Pose::identity())
        .properties(dry)
        .joint("pin_a", "a", "rod", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .joint("pin_b", "rod", "b", Joint::revolute(Vec3::unit(1)), Pose::translation(Vec3::new(0.6, 0.0, 0.0)))
        .properties(dry)
        .joint("swing", "b", "bob", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .build()
        .unwrap()
}

// oracle: the ledger of energy, and coordinates of what sticks, which move within the tolerance only, while a pendulum swings on
#[test]
fn a_part_of_a_mechanism_sticks_while_another_moves() {
    let model = carriages(60.0);
    let start = {
        let mut draft = Draft::usual(&model);
        let place = |name: &str| model.links()[model.joint(name).unwrap().0].q;
        draft.q[place("rail_a")] = -0.4;
        draft.held = vec![model.joint("rail_a").unwrap()];
        draft.close(&model).unwrap()
    };
    for integrator in [Integrator::Dop853, Integrator::Radau5, Integrator::Linimp, Integrator::Rk4] {
        let mut run = Simulation::new(&model).start(&start.q, &start.v).duration(3.0).integrator(integrator);
        let (samples, summary) = run.run_collect().unwrap();
        let seen = summary.observations();
        let swing = model.links()[model.joint("swing").unwrap().0].q;
        let rail = model.links()[model.joint("rail_a").unwrap().0].q;
        let moved = samples.iter().map(|s| (s.q[rail] - start.q[rail]).abs()).fold(0.0, f64::max);
        assert!(moved < 1e-9, "{integrator:?} {moved:e}");
        assert!(samples.iter().any(|s| (s.q[swing] - start.q[swing]).abs() > 0.3), "{integrator:?}");
        assert!(seen.relative_unexplained() < 1e-6, "{integrator:?} {:e}", seen.relative_unexplained());
        assert!(seen.round_trip() < 1e-9, "{integrator:?} {:e}", seen.round_trip());
    }
}

/// Keeps samples, and a checkpoint after every step; stops after a number of samples.
#[derive(Default)]
struct Recorder {
    samples: Vec<Sample>,
    checkpoints: Vec<Checkpoint>,
    stop_after: Option<usize>,
}

impl Sink for Recorder {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.samples.push(sample.clone());
        if Some(self.samples.len()) == self.stop_after { Flow::Stop } else { Flow::Continue }
    }
    fn checkpoint_interval(&self) -> Option<f64> {
        Some(1e-9)
    }
    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        let mut kept = checkpoint.clone();
        // the balance at the end of a run, which an interruption brings forward
        (kept.observations.end, kept.observations.works) = Default::default();
        self.checkpoints.push(kept);
    }
}

fn through_json(checkpoint: &Checkpoint) -> Checkpoint {
    serde_json::from_str(&serde_json::to_string(checkpoint).unwrap()).unwrap()
}

/// Closures and integrators of runs that are interrupted: each closure, and each kind of integrator.
const INTERRUPTED: [(LoopClosure, Integrator); 6] = [
    (LoopClosure::Auto, Integrator::Auto),
    (LoopClosure::Projected, Integrator::Radau5),
    (LoopClosure::Projected, Integrator::Linimp),
    (LoopClosure::Corrected, Integrator::Radau5),
    (LoopClosure::Corrected, Integrator::Rk4),
    (LoopClosure::Speeds, Integrator::Dopri5),
];

// oracle: the uninterrupted run: the bits of its samples and of its state after every step, around every change between sticking and
// sliding
#[test]
fn runs_resume_bit_by_bit_around_changes_of_friction() {
    let model = fourbar([0.3, 0.2, 0.25, 0.15]);
    let start = turning(&model, 0.0);
    denoc_testkit::in_parallel(&INTERRUPTED, |&(closure, integrator)| {
        let make = || {
            Simulation::new(&model)
                .start(&start.q, &start.v)
                .loops(LoopSettings { closure: Some(closure), ..LoopSettings::default() })
                .integrator(integrator)
                .tolerance(1e-5)
                .step(5e-3)
                .controller(Box::new(Crank))
                .duration(1.2)
                .limits(Limits::Ignore)
                .output_step(0.007)
        };
        let mut whole = Recorder::default();
        let counters = make().run(&mut whole).unwrap().counters();
        assert!(counters.sticks >= 4 && counters.slips >= 4, "{closure:?} {integrator:?} {counters:?}");
        let all = &whole.checkpoints;
        let does = |c: &Checkpoint| c.friction.modes.iter().map(core::mem::discriminant).collect::<Vec<_>>();
        let changes = |i: usize| i > 0 && does(&all[i]) != does(&all[i - 1]);
        // two steps before a change, just before it, just after it
        let near = |i: &usize| (*i..i + 3).any(|j| j < all.len() && changes(j));
        let around: Vec<usize> = (0..all.len()).filter(near).collect();
        assert!(around.len() >= 6, "{closure:?} {integrator:?} {around:?}");
        for i in around {
            // as far as the sample after the next change
            let mut rest = Recorder { stop_after: Some(3), ..Recorder::default() };
            make().resume(&through_json(&all[i]), &mut rest).unwrap();
            let (from, begin) = (all[i].t, all[i].next_sample as usize);
            let end = begin + rest.samples.len();
            assert!(
                rest.samples == whole.samples[begin..end] && end >= begin + 3,
                "{closure:?} {integrator:?} from {from} s"
            );
            let steps = rest.checkpoints.len();
            assert!(steps > 0 || integrator != Integrator::Rk4, "from {from} s");
            assert!(rest.checkpoints == all[i + 1..=i + steps], "{closure:?} {integrator:?} from {from} s");
        }
        // stopped by the sink, in the step that the first change cuts short and after it
        for change in (0..all.len()).filter(|&i| changes(i)).take(1) {
            for stop_after in [all[change].next_sample, all[change].next_sample + 1].map(|n| n as usize) {
                let mut parts = Recorder { stop_after: Some(stop_after), ..Recorder::default() };
                let first = make().run(&mut parts).unwrap();
                assert_eq!(first.status, Status::Interrupted);
                parts.samples.truncate(first.checkpoint.next_sample as usize);
                parts.stop_after = Some(stop_after + 3);
                make().resume(&through_json(&first.checkpoint), &mut parts).unwrap();
                let after = format!("{closure:?} {integrator:?} after {stop_after} samples");
                assert!(parts.samples == whole.samples[..parts.samples.len()], "{after}");
                assert!(parts.checkpoints == all[..parts.checkpoints.len()], "{after}");
            }
        }
    });
}
