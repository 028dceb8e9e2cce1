//! Stops at joint limits: trees with closed forms and independent equations.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::{Audit, FrictionMode, Integrator, Limits, Load, LoadProfile, Side, Simulation};

const G: f64 = 9.81;

const EVERY: [Integrator; 8] = [
    Integrator::Auto,
    Integrator::Rk4,
    Integrator::Rkf45,
    Integrator::Dopri5,
    Integrator::Dop853,
    Integrator::Radau5,
    Integrator::Linimp,
    Integrator::Gauss4,
];

/// A mass of 2 kg that slides along an axis.
fn slider(axis: usize, properties: JointProperties) -> Model {
    Description::new("slider")
        .link("mass", MassProperties::cuboid(2.0, Vec3::new(0.2, 0.2, 0.2), Vec3::zero()))
        .joint("guide", "ground", "mass", Joint::prismatic(Vec3::unit(axis)), Pose::identity())
        .properties(properties)
        .build()
        .unwrap()
}

/// One that falls along z onto a stop at z = 0.
fn hammer(restitution: f64) -> Model {
    let limits = Some([0.0, f64::INFINITY]);
    slider(2, JointProperties { limits, restitution, ..JointProperties::default() })
}

/// Height and speed at a time of a mass that falls from `height` and bounces: impacts at t₀ (1 + 2e + 2e² + …).
fn bounce(height: f64, e: f64, t: f64) -> [f64; 2] {
    let (mut start, mut speed) = (0.0, 0.0);
    let mut fall = (2.0 * height / G).sqrt();
    let mut at = height;
    while t >= start + fall {
        start += fall;
        speed = e * (if at > 0.0 { (2.0 * G * height).sqrt() } else { speed });
        (at, fall) = (0.0, 2.0 * speed / G);
        if speed < 1e-9 {
            return [0.0, 0.0];
        }
    }
    let s = t - start;
    [at + speed * s - 0.5 * G * s * s, speed - G * s]
}

// oracle: closed form: free falls between impacts at known times, at which the speed is multiplied by −e; at rest after their sum
#[test]
fn a_mass_bounces_as_the_closed_form_says() {
    for (e, rest) in [(0.0, 0.45), (0.5, 1.36), (0.8, f64::INFINITY)] {
        let model = hammer(e);
        for integrator in EVERY {
            let mut run =
                Simulation::new(&model).start(&[1.0], &[0.0]).duration(2.0).step(0.004).integrator(integrator);
            let (samples, summary) = run.run_collect().unwrap();
            for s in &samples {
                let [z, v] = bounce(1.0, e, s.t);
                let bound = 1e-8;
                assert!((s.q[0] - z).abs() < bound, "{integrator:?} {e} {}: {:e}", s.t, s.q[0] - z);
                if s.t > rest {
                    assert_eq!([s.q[0], s.v[0], s.a[0]], [0.0; 3], "{integrator:?} {e} {}", s.t);
                } else if z > 1e-3 {
                    assert!((s.v[0] - v).abs() < bound, "{integrator:?} {e} {}: {:e}", s.t, s.v[0] - v);
                }
                assert!(s.q[0] > -2e-10, "{integrator:?} {e} {}: {:e}", s.t, s.q[0]);
            }
            let impacts: Vec<_> = summary.events().iter().filter_map(|e| e.impact.as_ref().map(|i| (e.t, i))).collect();
            assert_eq!(summary.counters().impacts, impacts.len() as u64);
            let (mut t, mut speed) = ((2.0 / G).sqrt(), (2.0 * G).sqrt());
            for (k, (at, impact)) in impacts.iter().enumerate().take(8) {
                assert!((at - t).abs() < 1e-9, "{integrator:?} {e} {k}: {:e}", at - t);
                assert_eq!((impact.joint.as_str(), impact.limit, impact.at), ("guide", Side::Lower, 0.0));
                assert!((impact.before + speed).abs() < 1e-7, "{integrator:?} {e} {k}");
                assert!(
                    (impact.after - e * speed).abs() < 1e-7 && (impact.impulse - 2.0 * (1.0 + e) * speed).abs() < 1e-6
                );
                (t, speed) = (t + 2.0 * e * speed / G, e * speed);
            }
            // every impact takes (1 − e²) of the kinetic energy
            let lost = summary.observations().works.stops;
            if rest < 2.0 {
                assert!((lost + 2.0 * G).abs() < 1e-7, "{integrator:?} {e} {lost}");
            }
            let audit = Audit::new(&model, &summary);
            assert!(audit.passed(), "{integrator:?} {e}\n{audit}");
        }
    }
}

// oracle: statics: the load lifts the mass when it exceeds the weight; with dry friction in the guide when it exceeds both
#[test]
fn a_mass_leaves_its_stop_when_the_load_exceeds_what_holds_it() {
    for dry_friction in [0.0, 5.0] {
        let limits = Some([0.0, f64::INFINITY]);
        let model = slider(2, JointProperties { limits, dry_friction, ..JointProperties::default() });
        let (amplitude, omega) = (40.0, std::f64::consts::TAU * 0.5);
        let profile = LoadProfile::Sinusoid { frequency: 0.5, phase: 0.0 };
        let released = ((2.0 * G + dry_friction) / amplitude).asin() / omega;
        for integrator in EVERY {
            let load = Load::force("mass", [0.0, 0.0, amplitude]).profile(profile.clone());
            let run = Simulation::new(&model).load(load).duration(released + 0.1).step(0.003).integrator(integrator);
            let (samples, summary) = { run }.output_step(0.01).run_collect().unwrap();
            for s in &samples {
                // m a = A (sin ωt − sin ωt₀), while it rises
                let (t, t0) = (s.t, released);
                let d = t - t0;
                let rise = (omega * t0).sin() - (omega * t).sin() + omega * d * (omega * t0).cos();
                let expected = amplitude / 2.0 * (rise / (omega * omega) - (omega * t0).sin() * d * d / 2.0);
                let expected = if t < t0 { 0.0 } else { expected };
                assert!((s.q[0] - expected).abs() < 1e-9, "{integrator:?} {dry_friction} {t}: {:e}", s.q[0] - expected);
            }
            assert!(summary.events().is_empty(), "nothing hits: {:?}", summary.events());
        }
    }
}

// oracle: closed form: dry friction holds the rider until the impact stops the mass below it; then it slides on, slowed by friction. The stop takes
// the energy of the mass alone
#[test]
fn an_impact_lets_joints_slide_that_friction_held() {
    let rider = MassProperties::cuboid(1.0, Vec3::new(0.1, 0.1, 0.1), Vec3::zero());
    let limits = Some([0.0, f64::INFINITY]);
    let model = Description::new("hammer with a rider")
        .link("mass", MassProperties::cuboid(2.0, Vec3::new(0.2, 0.2, 0.2), Vec3::zero()))
        .link("rider", rider)
        .joint("guide", "ground", "mass", Joint::prismatic(Vec3::unit(2)), Pose::identity())
        .properties(JointProperties { limits, ..JointProperties::default() })
        .joint("post", "mass", "rider", Joint::prismatic(Vec3::unit(2)), Pose::identity())
        .properties(JointProperties { dry_friction: 20.0, ..JointProperties::default() })
        .build()
        .unwrap();
    let speed = (2.0 * G).sqrt();
    for integrator in EVERY {
        let run =
            Simulation::new(&model).start(&[1.0, 0.0], &[0.0; 2]).duration(1.5).step(0.004).integrator(integrator);
        let (_, summary) = { run }.run_collect().unwrap();
        let slid = -speed * speed / (2.0 * (20.0 - G));
        assert!((summary.q()[1] - slid).abs() < 1e-8, "{integrator:?} {} {slid}", summary.q()[1]);
        let works = summary.observations().works;
        assert!((works.stops + 2.0 * G).abs() < 1e-7 && (works.friction - 20.0 * slid).abs() < 1e-7, "{works:?}");
        let audit = Audit::new(&model, &summary);
        assert!(audit.passed(), "{integrator:?}\n{audit}");
    }
}

// oracle: closed form: a spring pulls the mass from beyond its limit into its range, out of which it cannot come again; or holds it
#[test]
fn a_joint_that_starts_beyond_its_limit_returns_or_stays() {
    let properties = |spring_rest| {
        let limits = Some([0.0, 5.0]);
        JointProperties { limits, spring_stiffness: 50.0, spring_rest, ..JointProperties::default() }
    };
    let (start, rest, omega) = (-0.2, 0.3, 5.0);
    let model = slider(0, properties(rest));
    for integrator in EVERY {
        let run = Simulation::new(&model).start(&[start], &[0.0]).duration(2.0).step(0.005).integrator(integrator);
        let (_, summary) = { run }.run_collect().unwrap();
        let names: Vec<&str> = summary.events().iter().map(|event| event.name.as_str()).collect();
        assert!(
            names[0].starts_with("joint \"guide\" starts at -0.2, beyond its lower limit 0: it may return"),
            "{names:?}"
        );
        let bounds = if integrator.adapts() { 1e-8 } else { 1e-6 };
        // x = 0.3 − 0.5 cos ωt comes back to 0 where the cosine is 0.6 again; it stays there, without the energy of its speed
        let back = (std::f64::consts::TAU - (0.6_f64).acos()) / omega;
        assert!((summary.events()[1].t - back).abs() < bounds, "{integrator:?} {}", summary.events()[1].t - back);
        let impact = summary.events()[1].impact.as_ref().unwrap();
        assert!(impact.at == 0.0 && (impact.before + 0.5 * omega * 0.8).abs() < bounds * 10.0, "{impact:?}");
        // pulled away from the stop again by the spring: half an oscillation about 0.3, from rest
        let d = summary.t() - back;
        assert!((summary.q()[0] - (rest - rest * (omega * d).cos())).abs() < 1e-5, "{integrator:?}");
    }
    // out of reach: held where it started, bit by bit
    let model = slider(0, properties(-1.0));
    let (samples, summary) = Simulation::new(&model).start(&[start], &[0.0]).duration(1.0).run_collect().unwrap();
    assert!(samples.iter().all(|s| s.q[0] == start && s.v[0] == 0.0));
    let audit = Audit::new(&model, &summary);
    assert!(audit.passed());
    // no stop can bring it back: that is not a check that passed
    let row = audit.row("joints between their limits").unwrap();
    let outcome = denoc_base::AuditOutcome::of(&audit.rows);
    assert_eq!(outcome, Some(denoc_base::AuditOutcome::Incomplete));
    assert!(row.meaning.contains("\"guide\" started outside its limits and was up to 0.2 outside"), "{}", row.meaning);
}

// oracle: the definition of the modes; a joint without room between its limits is fixed
#[test]
fn a_joint_without_room_does_not_move() {
    let limits = Some([0.25, 0.25]);
    let model = slider(2, JointProperties { limits, ..JointProperties::default() });
    let run = Simulation::new(&model).start(&[0.25], &[0.0]).duration(1.0);
    let (samples, summary) = { run }.run_collect().unwrap();
    assert!(samples.iter().all(|s| s.q[0] == 0.25));
    assert!(matches!(summary.checkpoint.friction.modes[..], [FrictionMode::Sticks(_)]));
    // from above it falls onto it
    let (samples, _) = Simulation::new(&model).start(&[0.5], &[0.0]).duration(1.0).run_collect().unwrap();
    assert_eq!(samples.last().unwrap().q[0], 0.25);
}

// oracle: an undisturbed run; the audit itself
#[test]
fn reported_limits_that_are_passed_are_not_green() {
    let model = hammer(0.0);
    let audit = |limits| {
        let (_, summary) =
            Simulation::new(&model).start(&[0.1], &[0.0]).duration(0.5).limits(limits).run_collect().unwrap();
        Audit::new(&model, &summary)
    };
    let report = audit(Limits::Report);
    assert!(!report.passed() && report.row("joint limits of coordinates passed").unwrap().value == 1.0, "{report}");
    assert!(audit(Limits::Act).passed() && audit(Limits::Ignore).passed() && audit(Limits::End).passed());
}

/// A double pendulum of bars about y, hanging down at zero, whose elbow cannot bend beyond `limits`.
fn double_pendulum(limits: [f64; 2], restitution: f64) -> Model {
    let bar = |mass, length: f64| {
        MassProperties::cuboid(mass, Vec3::new(0.1, 0.1, length), Vec3::new(0.0, 0.0, -0.5 * length))
    };
    let elbow = Pose::translation(Vec3::new(0.0, 0.0, -BARS[0][1]));
    Description::new("double pendulum")
        .link("upper", bar(BARS[0][0], BARS[0][1]))
        .link("lower", bar(BARS[1][0], BARS[1][1]))
        .joint("shoulder", "ground", "upper", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .joint("elbow", "upper", "lower", Joint::revolute(Vec3::unit(1)), elbow)
        .properties(JointProperties { limits: Some(limits), restitution, ..JointProperties::default() })
        .build()
        .unwrap()
}

/// Mass and length of the bars.
const BARS: [[f64; 2]; 2] = [[1.5, 0.6], [0.8, 0.5]];

/// The equations of the double pendulum in absolute angles, written down independently.
struct Transcription {
    limits: [f64; 2],
    e: f64,
}

impl Transcription {
    /// The inertia matrix [a, c; c, b] and the forces.
    fn terms([x, y]: [f64; 2], [u, w]: [f64; 2]) -> ([f64; 3], [f64; 2]) {
        let [[m1, l1], [m2, l2]] = BARS;
        let about_end = |m: f64, l: f64| m * (l * l + 0.01) / 12.0 + m * l * l / 4.0;
        let d = 0.5 * m2 * l1 * l2;
        let inertia = [about_end(m1, l1) + m2 * l1 * l1, about_end(m2, l2), d * (x - y).cos()];
        let s = d * (x - y).sin();
        let weight = [(0.5 * m1 + m2) * l1 * G * x.sin(), 0.5 * m2 * l2 * G * y.sin()];
        (inertia, [-s * w * w - weight[0], s * u * u - weight[1]])
    }

    fn solve([a, b, c]: [f64; 3], [f, g]: [f64; 2]) -> [f64; 2] {
        let det = a * b - c * c;
        [(b * f - c * g) / det, (a * g - c * f) / det]
    }

    /// Accelerations; with the elbow held, and the moment that this takes.
    fn rates(x: [f64; 2], v: [f64; 2], held: bool) -> ([f64; 2], f64) {
        let (m, f) = Self::terms(x, v);
        let free = Self::solve(m, f);
        if !held {
            return (free, 0.0);
        }
        // the moment λ acts on the elbow: (−λ, λ)
        let unit = Self::solve(m, [-1.0, 1.0]);
        let moment = -(free[1] - free[0]) / (unit[1] - unit[0]);
        ([0, 1].map(|k| free[k] + moment * unit[k]), moment)
    }

    fn step(x: [f64; 2], v: [f64; 2], h: f64, held: bool) -> ([f64; 2], [f64; 2]) {
        let plus = |a: [f64; 2], s: f64, b: [f64; 2]| [a[0] + s * b[0], a[1] + s * b[1]];
        let a1 = Self::rates(x, v, held).0;
        let v2 = plus(v, 0.5 * h, a1);
        let a2 = Self::rates(plus(x, 0.5 * h, v), v2, held).0;
        let v3 = plus(v, 0.5 * h, a2);
        let a3 = Self::rates(plus(x, 0.5 * h, v2), v3, held).0;
        let v4 = plus(v, h, a3);
        let a4 = Self::rates(plus(x, h, v3), v4, held).0;
        let sum = |p: [f64; 2], q: [f64; 2], r: [f64; 2], s: [f64; 2]| {
            [0, 1].map(|k| (p[k] + 2.0 * q[k] + 2.0 * r[k] + s[k]) / 6.0)
        };
        (plus(x, h, sum(v, v2, v3, v4)), plus(v, h, sum(a1, a2, a3, a4)))
    }

    /// Steps of `h` up to a time; changes are located by bisection. Relative angles and speeds, and the number of impacts.
    fn run(&self, q: [f64; 2], until: f64, h: f64) -> ([f64; 2], [f64; 2], usize) {
        let (mut x, mut v) = ([q[0], q[0] + q[1]], [0.0; 2]);
        let (mut t, mut side, mut impacts) = (0.0, None::<usize>, 0);
        while t < until {
            let h = h.min(until - t);
            // negative after a change
            let left = |x: [f64; 2], v: [f64; 2]| match side {
                Some(0) => Self::rates(x, v, true).1,
                Some(_) => -Self::rates(x, v, true).1,
                None => (x[1] - x[0] - self.limits[0]).min(self.limits[1] - (x[1] - x[0])),
            };
            let after = Self::step(x, v, h, side.is_some());
            if left(after.0, after.1) >= 0.0 {
                (x, v) = after;
                t += h;
                continue;
            }
            let (mut low, mut high) = (0.0, h);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                let there = Self::step(x, v, middle, side.is_some());
                if left(there.0, there.1) < 0.0 { high = middle } else { low = middle }
            }
            (x, v) = Self::step(x, v, low, side.is_some());
            t += low;
            if side.take().is_some() {
                // a little further, past the change of sign
                (x, v) = Self::step(x, v, 1e-9, false);
                t += 1e-9;
                continue;
            }
            impacts += 1;
            let (m, _) = Self::terms(x, v);
            let unit = Self::solve(m, [-1.0, 1.0]);
            let speed = v[1] - v[0];
            let impulse = -(1.0 + self.e) * speed / (unit[1] - unit[0]);
            v = [0, 1].map(|k| v[k] + impulse * unit[k]);
            let at = usize::from(x[1] - x[0] > 0.5 * (self.limits[0] + self.limits[1]));
            if self.e == 0.0 {
                let moment = Self::rates(x, v, true).1;
                side = ((at == 0) == (moment > 0.0)).then_some(at);
            } else {
                (x, v) = Self::step(x, v, 1e-9, false);
                t += 1e-9;
            }
        }
        ([x[0], x[1] - x[0]], [v[0], v[1] - v[0]], impacts)
    }
}

// oracle: the equations of motion in absolute angles with small Runge-Kutta steps, the impact as a scalar equation, contact as a
// constraint whose moment decides when it ends
#[test]
fn a_double_pendulum_with_an_elbow_stop_moves_as_its_transcription() {
    for (limits, e, start, until) in
        [([-0.2, 2.5], 0.0, [2.0, 0.8], 2.5), ([-0.3, 0.4], 0.0, [1.2, 0.1], 2.0), ([-0.2, 1.0], 0.6, [1.5, 0.3], 1.4)]
    {
        let model = double_pendulum(limits, e);
        let (q, v, impacts) = Transcription { limits, e }.run(start, until, 2e-4);
        for integrator in [Integrator::Auto, Integrator::Radau5, Integrator::Gauss4, Integrator::Dopri5] {
            let run =
                Simulation::new(&model).start(&start, &[0.0; 2]).duration(until).step(2e-4).integrator(integrator);
            let (_, summary) = { run }.run_collect().unwrap();
            assert_eq!(summary.counters().impacts, impacts as u64, "{integrator:?} {limits:?} {:?}", summary.events());
            for k in 0..2 {
                let [dq, dv] = [summary.q()[k] - q[k], summary.v()[k] - v[k]];
                assert!(dq.abs() < 1e-6 && dv.abs() < 1e-5, "{integrator:?} {limits:?} {e} {k}: {dq:e} {dv:e}");
            }
            let audit = Audit::new(&model, &summary);
            assert!(impacts > 0 && audit.passed(), "{integrator:?} {limits:?} {e}\n{audit}");
        }
    }
}

// oracle: closed form: the striker moves as an oscillator until it hits the carriage, and rests with it: dry friction stops the carriage within
// 1e-11 m, in which fingers that springs press onto both ends of their ranges cannot leave them
#[test]
fn a_light_impact_does_not_shake_joints_off_their_stops() {
    let cube = |mass| MassProperties::cuboid(mass, Vec3::new(0.1, 0.1, 0.1), Vec3::zero());
    let guide = || Joint::prismatic(Vec3::unit(0));
    let pressed = |limits: [f64; 2], spring_rest| {
        let limits = Some(limits);
        JointProperties { limits, spring_stiffness: 1.0, spring_rest, ..JointProperties::default() }
    };
    let (mass, rest, start) = (0.01, -1e-3, 2e-5);
    let mut builder = Description::new("carriage with fingers")
        .link("carriage", cube(2.0))
        .joint("rail", "ground", "carriage", guide(), Pose::identity())
        .properties(JointProperties { dry_friction: 20.0, ..JointProperties::default() })
        .link("striker", cube(mass))
        .joint("hammer", "carriage", "striker", guide(), Pose::identity())
        .properties(pressed([0.0, 1.0], rest));
    for k in 0..3 {
        let [right, left] = [format!("right {k}"), format!("left {k}")];
        let push = 0.01 * (1.0 + f64::from(k));
        builder = builder
            .link(&right, cube(mass))
            .joint(format!("{right} joint"), "carriage", &right, guide(), Pose::identity())
            .properties(pressed([-1.0, 0.0], push))
            .link(&left, cube(mass))
            .joint(format!("{left} joint"), "carriage", &left, guide(), Pose::identity())
            .properties(pressed([0.0, 1.0], -push));
    }
    let model = builder.build().unwrap();
    let mut q = vec![0.0; 8];
    q[1] = start;
    let omega = (1.0 / mass).sqrt();
    let phase = (rest / (rest - start)).acos();
    let speed = -(start - rest) * omega * phase.sin();
    for integrator in EVERY {
        let run = Simulation::new(&model).start(&q, &[0.0; 8]).duration(0.1).step(1e-3).integrator(integrator);
        let (_, summary) = { run.most_steps(2000) }.run_collect().unwrap();
        let impacts: Vec<_> = summary.events().iter().filter_map(|e| e.impact.as_ref().map(|i| (e.t, i))).collect();
        assert_eq!(impacts.len(), 1, "{integrator:?} {impacts:?}");
        let (t, impact) = impacts[0];
        assert!((t - phase / omega).abs() < 1e-7, "{integrator:?} {t} {}", phase / omega);
        assert!((impact.before - speed).abs() < 1e-8 && impact.joint == "hammer", "{integrator:?} {impact:?} {speed}");
        assert!(summary.v().iter().all(|v| *v == 0.0), "{integrator:?} {:?}", summary.v());
        assert!(summary.q()[0].abs() < 1e-10 && summary.q()[1..].iter().all(|q| *q == 0.0), "{integrator:?}");
        let lost = summary.observations().works.stops;
        assert!((lost + 0.5 * mass * speed * speed).abs() < 1e-12, "{integrator:?} {lost}");
        assert!(Audit::new(&model, &summary).passed(), "{integrator:?}");
    }
}
