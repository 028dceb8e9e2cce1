//! Dry friction in several joints at once: against a small event-driven integrator of its own, conserved momentum, resumed runs.

use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::controllers::{ComputedTorque, Pd, Reference};
use denoc_sim::{Checkpoint, Flow, Integrator, Load, Sample, Simulation, Sink};

const L: f64 = 0.5;
const G: f64 = 9.81;

/// Two rods of 1 kg and 0.5 m, about y.
fn pendulum(friction: [f64; 2]) -> Model {
    let rod = MassProperties::rod(1.0, L, Vec3::unit(0));
    let dry = |dry_friction| JointProperties { dry_friction, ..JointProperties::default() };
    Description::new("double pendulum")
        .link("upper", rod)
        .link("lower", rod)
        .joint("shoulder", "ground", "upper", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .properties(dry(friction[0]))
        .joint("elbow", "upper", "lower", Joint::revolute(Vec3::unit(1)), Pose::translation(Vec3::new(L, 0.0, 0.0)))
        .properties(dry(friction[1]))
        .build()
        .unwrap()
}

/// What a joint does: slides with a sign, or sticks (zero).
type Modes = [f64; 2];

/// The double pendulum with its equations written out, integrated with small steps between changes of friction.
struct Written {
    c: [f64; 2],
    modes: Modes,
    x: [f64; 4],
    t: f64,
}

impl Written {
    /// Accelerations and friction forces for given modes.
    fn motion(&self, x: [f64; 4], modes: Modes) -> ([f64; 2], [f64; 2]) {
        let [q1, q2, v1, v2] = x;
        let (l2, b) = (L * L, 0.5 * L * L * q2.sin());
        let m = [5.0 / 3.0 * l2 + l2 * q2.cos(), l2 / 3.0 + 0.5 * l2 * q2.cos(), l2 / 3.0];
        let far = G * 0.5 * L * (q1 + q2).cos();
        let free = [b * (2.0 * v1 * v2 + v2 * v2) + 1.5 * G * L * q1.cos() + far, -b * v1 * v1 + far];
        let f = [free[0] - modes[0] * self.c[0], free[1] - modes[1] * self.c[1]];
        match modes.map(|mode| mode == 0.0) {
            [true, true] => ([0.0, 0.0], [-free[0], -free[1]]),
            [true, false] => ([0.0, f[1] / m[2]], [m[1] * f[1] / m[2] - free[0], 0.0]),
            [false, true] => ([f[0] / m[0], 0.0], [0.0, m[1] * f[0] / m[0] - free[1]]),
            [false, false] => {
                let d = m[0] * m[2] - m[1] * m[1];
                ([(m[2] * f[0] - m[1] * f[1]) / d, (m[0] * f[1] - m[1] * f[0]) / d], [0.0, 0.0])
            }
        }
    }

    /// The only modes of the joints at rest that satisfy the law of friction: all combinations are tried.
    fn decide(&mut self, rest: [bool; 2]) {
        let choices = |k: usize| if rest[k] { vec![0.0, 1.0, -1.0] } else { vec![self.modes[k]] };
        let mut found = Vec::new();
        for first in choices(0) {
            for second in choices(1) {
                let modes = [first, second];
                let (a, forces) = self.motion(self.x, modes);
                let fits = |k: usize| {
                    !rest[k] || (if modes[k] == 0.0 { forces[k].abs() <= self.c[k] } else { a[k] * modes[k] > 0.0 })
                };
                if fits(0) && fits(1) {
                    found.push(modes);
                }
            }
        }
        assert_eq!(found.len(), 1, "{found:?}");
        self.modes = found[0];
    }

    fn rk4(&self, h: f64) -> [f64; 4] {
        let rates = |x: [f64; 4]| {
            let (a, _) = self.motion(x, self.modes);
            [x[2], x[3], a[0], a[1]]
        };
        let add = |x: [f64; 4], k: [f64; 4], h: f64| core::array::from_fn(|i| x[i] + h * k[i]);
        let k1 = rates(self.x);
        let k2 = rates(add(self.x, k1, 0.5 * h));
        let k3 = rates(add(self.x, k2, 0.5 * h));
        let k4 = rates(add(self.x, k3, h));
        core::array::from_fn(|i| self.x[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
    }

    /// Which joints have changed at a state: stopped, or overloaded.
    fn changed(&self, x: [f64; 4]) -> [bool; 2] {
        let (_, forces) = self.motion(x, self.modes);
        core::array::from_fn(|k| match self.modes[k] {
            0.0 => forces[k].abs() > self.c[k],
            sign => sign * x[2 + k] < 0.0,
        })
    }

    fn advance(&mut self, h: f64) {
        let mut left = h;
        while left > 0.0 {
            if !self.changed(self.rk4(left)).contains(&true) {
                self.x = self.rk4(left);
                break;
            }
            let (mut low, mut high) = (0.0, left);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if self.changed(self.rk4(middle)).contains(&true) { high = middle } else { low = middle }
            }
            let after = self.rk4(high);
            let changed = self.changed(after);
            self.x = after;
            let mut rest: [bool; 2] = core::array::from_fn(|k| changed[k] || self.modes[k] == 0.0);
            (0..2).filter(|&k| rest[k]).for_each(|k| self.x[2 + k] = 0.0);
            // what is overloaded by rounding only slides all the same
            let (_, forces) = self.motion(after, self.modes);
            for k in [0, 1] {
                if !changed[k] || self.modes[k] != 0.0 {
                    continue;
                }
                (self.modes[k], rest[k]) = (-forces[k].signum(), false);
            }
            self.decide(rest);
            left -= high;
        }
        self.t += h;
    }
}

// oracle: the equations written out, with small steps and all combinations of modes tried at every change
#[test]
fn a_double_pendulum_with_friction_agrees_with_its_written_equations() {
    for (c, q) in
        [([0.4, 0.1], [0.2, 0.5]), ([0.2, 0.6], [-0.7, 1.2]), ([0.9, 0.05], [0.4, -0.3]), ([5.0, 0.3], [1.3, -0.9])]
    {
        let model = pendulum(c);
        let mut written = Written { c, modes: [1.0; 2], x: [q[0], q[1], 0.0, 0.0], t: 0.0 };
        written.decide([true, true]);
        let mut run = Simulation::new(&model).start(&q, &[0.0; 2]).duration(8.0).output_step(0.1).tolerance(1e-12);
        let (samples, summary) = run.run_collect().unwrap();
        for sample in &samples[1..] {
            (0..400).for_each(|_| written.advance(0.1 / 400.0));
            let found = [sample.q[0], sample.q[1], sample.v[0], sample.v[1]];
            for (found, expected) in found.iter().zip(written.x) {
                assert!((found - expected).abs() < 1e-8, "{c:?} {}: {found} {expected}", sample.t);
            }
        }
        let counters = summary.counters();
        assert!(counters.sticks > 1, "{counters:?}");
        assert!(summary.observations().relative_unexplained() < 1e-9);
        assert!(summary.observations().round_trip() < 1e-12);
    }
}

// oracle: the same, at rest, for many limits: which joints are released together
#[test]
fn joints_at_rest_are_released_together() {
    let mut seen = [0; 4];
    for i in 0..40 {
        for j in 0..40 {
            let c = [0.3 * f64::from(i) + 0.013, 0.1 * f64::from(j) + 0.007];
            let mut written = Written { c, modes: [1.0; 2], x: [0.3, -0.4, 0.0, 0.0], t: 0.0 };
            written.decide([true, true]);
            let (a, _) = written.motion(written.x, written.modes);
            let model = pendulum(c);
            let mut run = Simulation::new(&model).start(&[0.3, -0.4], &[0.0; 2]).duration(1e-3).output_step(1e-3);
            let (samples, _) = run.run_collect().unwrap();
            for (found, expected) in samples[0].a.iter().zip(a) {
                assert!((found - expected).abs() < 1e-11 * 60.0, "{c:?} {found} {expected}");
            }
            seen[usize::from(a[0] != 0.0) + 2 * usize::from(a[1] != 0.0)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

// oracle: conservation of momentum; in the end the robot turns like one body
#[test]
fn friction_inside_a_floating_robot_conserves_its_momentum() {
    let mut description = catalogue::describe("quadruped").unwrap();
    description.gravity = Vec3::zero();
    for joint in &mut description.joints {
        if joint.joint.keyword() != "free" {
            joint.properties = JointProperties { dry_friction: 0.4, ..JointProperties::default() };
        }
    }
    let model = description.build().unwrap();
    let v: Vec<f64> = (0..model.nv()).map(|k| if k < 6 { 0.1 } else { 3.0 * (k as f64).sin() }).collect();
    let mut run = Simulation::new(&model).start(&model.neutral(), &v).duration(3.0).limits(denoc_sim::Limits::Ignore);
    let (_, summary) = run.run_collect().unwrap();
    let seen = summary.observations();
    let momentum = seen.momentum.as_ref().unwrap();
    let size = momentum.start.iter().map(|x| x.abs()).fold(1.0, f64::max);
    assert!(momentum.angular_change < 1e-9 * size && momentum.linear_change < 1e-9 * size, "{momentum:?}");
    assert!(summary.v()[6..].iter().all(|v| *v == 0.0), "{:?}", summary.v());
    assert!(summary.counters().sticks as usize >= model.nv() - 6, "{:?}", summary.counters());
    assert!(seen.relative_unexplained() < 1e-9 && seen.round_trip() < 1e-12, "{seen:?}");
    assert!(seen.works.friction < -0.1);
}

// oracle: the motion to be tracked: the controller compensates friction, from rest and at turning points
#[test]
fn computed_torque_tracks_from_rest_against_friction() {
    let model = pendulum([0.8, 0.4]);
    let target = Reference::Hold(vec![0.6, -0.9]);
    let law = ComputedTorque::new(&model, target, &[25.0], &[10.0]).unwrap();
    let start = [0.1, 0.3];
    let mut run = Simulation::new(&model).start(&start, &[0.0; 2]).controller(Box::new(law)).duration(1.5);
    let (samples, summary) = run.run_collect().unwrap();
    for s in &samples {
        // critically damped: e = e₀ (1 + 5t) exp(−5t)
        let fade = (1.0 + 5.0 * s.t) * (-5.0 * s.t).exp();
        for (k, (q, target)) in s.q.iter().zip([0.6, -0.9]).enumerate() {
            assert!((q - target - (start[k] - target) * fade).abs() < 1e-8, "{} {k}", s.t);
        }
    }
    assert!(summary.counters().steps < 2000, "{:?}", summary.counters());
}

#[derive(Default)]
struct Recorder {
    samples: Vec<Sample>,
    checkpoints: Vec<Checkpoint>,
}

impl Sink for Recorder {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.samples.push(sample.clone());
        Flow::Continue
    }
    fn checkpoint_interval(&self) -> Option<f64> {
        Some(0.05)
    }
    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        self.checkpoints.push(checkpoint.clone());
    }
}

// oracle: the uninterrupted run, bit by bit; a load that begins and ends releases what sticks
#[test]
fn runs_resumed_between_changes_of_friction_carry_the_same_bits() {
    let model = pendulum([0.5, 0.2]);
    for integrator in [Integrator::Dop853, Integrator::Rk4, Integrator::Radau5] {
        let make = || {
            let law = Pd::new(&model, Reference::Hold(vec![0.9, 0.4]), &[8.0], &[0.4]).unwrap();
            let push = Load::force("lower", [0.0, 0.0, 4.0]).at([L, 0.0, 0.0]).during(1.21, 1.63);
            let run = Simulation::new(&model).start(&[0.2, 0.5], &[0.0; 2]).duration(3.0).output_step(0.03);
            run.controller(Box::new(law)).load(push).integrator(integrator).step(3e-3).tolerance(1e-8)
        };
        let mut whole = Recorder::default();
        let summary = make().run(&mut whole).unwrap();
        assert!(summary.counters().sticks > 2 && summary.counters().slips > 1, "{:?}", summary.counters());
        assert!(whole.checkpoints.len() > 20);
        for checkpoint in &whole.checkpoints {
            let mut rest = Recorder::default();
            let end = make().resume(checkpoint, &mut rest).unwrap();
            let first = whole.samples.len() - rest.samples.len();
            assert_eq!(rest.samples[..], whole.samples[first..], "{integrator:?} {}", checkpoint.t);
            assert_eq!(end.checkpoint, summary.checkpoint, "{integrator:?} {}", checkpoint.t);
        }
    }
}
