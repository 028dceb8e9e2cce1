//! Stops at joint limits in mechanisms with loops and couplings, and in the catalogue.

use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_mechanism::Draft;
use denoc_model::{Description, Joint, JointProperties, LinkId, MassProperties, Model};
use denoc_sim::{Audit, Integrator, LoopClosure, LoopSettings, Simulation};

const G: f64 = 9.81;
/// Crank and rod.
const LENGTHS: [f64; 2] = [0.3, 0.8];
const MASSES: [f64; 3] = [1.0, 1.4, 2.0];

/// A slider-crank whose slide moves along x; cut at the slide or at the pin of the rod.
fn slider_crank(lower: f64, restitution: f64, cut_slide: bool) -> Model {
    let [r, l] = LENGTHS;
    let bar = |mass, length: f64| {
        MassProperties::cuboid(mass, Vec3::new(length, 0.05, 0.05), Vec3::new(0.5 * length, 0.0, 0.0))
    };
    let turns = || Joint::revolute(Vec3::unit(1));
    let limits = Some([lower, f64::INFINITY]);
    let mut all = Description::new("slider-crank")
        .link("crank", bar(MASSES[0], r))
        .link("rod", bar(MASSES[1], l))
        .link("slide", MassProperties::cuboid(MASSES[2], Vec3::new(0.1, 0.1, 0.1), Vec3::zero()))
        .joint("crank_pivot", "ground", "crank", turns(), Pose::identity())
        .joint("crank_pin", "crank", "rod", turns(), Pose::translation(Vec3::new(r, 0.0, 0.0)))
        .joint("rod_pin", "rod", "slide", turns(), Pose::translation(Vec3::new(l, 0.0, 0.0)));
    if !cut_slide {
        all = all.cut();
    }
    all = all
        .joint("rail", "ground", "slide", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .properties(JointProperties { limits, restitution, ..JointProperties::default() });
    if cut_slide {
        all = all.cut();
    }
    all.build().unwrap()
}

/// Place of the slide, its slope, inertia along the crank angle, and height times weight, at a crank angle.
fn reduced(q: f64) -> [f64; 4] {
    let [r, l] = LENGTHS;
    let [m1, m2, m3] = MASSES;
    // rotation about y: a crank along x at 0 points down for small positive angles
    let (c, s) = (q.cos(), q.sin());
    let across = (l * l - r * r * s * s).sqrt();
    let (x, dx) = (r * c + across, -r * s - r * r * s * c / across);
    let inertia = |m: f64, length: f64| m * (length * length + 0.05 * 0.05) / 12.0;
    let rod_turn = r * c / across; // slope of the angle of the rod
    let middle = [0.5 * (-r * s + dx), -0.5 * r * c];
    let along = m1 * r * r / 4.0
        + inertia(m1, r)
        + m2 * (middle[0] * middle[0] + middle[1] * middle[1])
        + inertia(m2, l) * rod_turn * rod_turn
        + m3 * dx * dx;
    [x, dx, along, -0.5 * G * (m1 + m2) * r * s]
}

/// Crank angle and speed after small steps of the reduced equation M q̈ + ½ M′ q̇² + V′ = 0 with a stop of the slide, and impacts.
fn transcription(q: f64, lower: f64, e: f64, until: f64, h: f64) -> ([f64; 2], usize) {
    let slope = |q: f64, k: usize| (reduced(q + 1e-5)[k] - reduced(q - 1e-5)[k]) / 2e-5;
    let rate = |[q, v]: [f64; 2]| [v, -(0.5 * slope(q, 2) * v * v + slope(q, 3)) / reduced(q)[2]];
    let plus = |y: [f64; 2], s: f64, d: [f64; 2]| [y[0] + s * d[0], y[1] + s * d[1]];
    let step = |y: [f64; 2], h: f64| {
        let a = rate(y);
        let b = rate(plus(y, 0.5 * h, a));
        let c = rate(plus(y, 0.5 * h, b));
        let d = rate(plus(y, h, c));
        plus(y, h / 6.0, [a[0] + 2.0 * b[0] + 2.0 * c[0] + d[0], a[1] + 2.0 * b[1] + 2.0 * c[1] + d[1]])
    };
    let (mut y, mut t, mut impacts) = ([q, 0.0], 0.0, 0);
    while t < until {
        let h = h.min(until - t);
        let after = step(y, h);
        if reduced(after[0])[0] >= lower {
            (y, t) = (after, t + h);
            continue;
        }
        let (mut low, mut high) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if reduced(step(y, middle)[0])[0] < lower { high = middle } else { low = middle }
        }
        (y, t) = (step(y, low), t + low);
        y[1] *= -e;
        impacts += 1;
        if e == 0.0 {
            return (y, impacts); // gravity presses it against the stop
        }
    }
    (y, impacts)
}

// oracle: the equation of motion of one coordinate, the crank angle, in small steps; a rebound multiplies its speed by −e
#[test]
fn a_slide_with_a_stop_moves_as_its_reduced_equation() {
    // the crank falls from 30° above the horizontal to straight down, where the slide is at 0.742
    let (start, until) = (-0.5, 1.5);
    for (lower, e) in [(0.85, 0.0), (0.85, 0.6)] {
        let ([q, v], impacts) = transcription(start, lower, e, until, 2e-4);
        for cut_slide in [true, false] {
            let model = slider_crank(lower, e, cut_slide);
            let crank = &model.links()[model.joint("crank_pivot").unwrap().0];
            let mut draft = Draft::usual(&model);
            draft.q[crank.q] = start;
            draft.held = vec![model.joint("crank_pivot").unwrap()];
            let closed = draft.close(&model).unwrap();
            for closure in [LoopClosure::Auto, LoopClosure::Projected, LoopClosure::Corrected] {
                let loops = LoopSettings { closure: Some(closure), ..LoopSettings::default() };
                let run = Simulation::new(&model).start(&closed.q, &closed.v).loops(loops).duration(until);
                let (_, summary) = { run }.run_collect().unwrap();
                let at = format!("{lower} {e} {cut_slide} {closure:?}");
                assert_eq!(summary.counters().impacts, impacts as u64, "{at} {:?}", summary.events());
                let [dq, dv] = [summary.q()[crank.q] - q, summary.v()[crank.v] - v];
                assert!(dq.abs() < 1e-6 && dv.abs() < 1e-5, "{at}: {dq:e} {dv:e}");
                let audit = Audit::new(&model, &summary);
                assert!(impacts > 0 && audit.passed(), "{at}\n{audit}");
            }
        }
    }
}

// oracle: the limits themselves, and the audit
#[test]
fn all_mechanisms_of_the_catalogue_respect_their_limits() {
    let mut hit = 0;
    for catalogue::Entry { name: entry, .. } in catalogue::ENTRIES {
        let model = catalogue::describe(entry).unwrap().build().unwrap();
        let limited = (0..model.links().len()).any(|i| model.properties(LinkId(i)).limits.is_some());
        if !limited {
            continue;
        }
        let closed = Draft::usual(&model).close(&model).unwrap();
        let (samples, summary) =
            Simulation::new(&model).start(&closed.q, &closed.v).duration(1.0).tolerance(1e-9).run_collect().unwrap();
        for (i, link) in model.links().iter().enumerate() {
            let Some([low, high]) = model.properties(LinkId(i)).limits else { continue };
            for k in link.q..link.q + link.nq {
                let (low, high) = (low.min(closed.q[k]), high.max(closed.q[k]));
                let beyond = samples.iter().fold(0.0_f64, |most, s| most.max(low - s.q[k]).max(s.q[k] - high));
                assert!(beyond < 1e-9, "{entry} {}: {beyond:e}", model.joint_names()[i]);
            }
        }
        let audit = Audit::new(&model, &summary);
        assert!(audit.passed(), "{entry}\n{audit}");
        hit += summary.counters().impacts;
        println!("{entry}: {:?}", summary.counters());
    }
    assert!(hit > 5, "{hit}");
}

/// Two masses that slide along z, the second twice as far as the first; both have a stop, where both arrive at once.
fn fingers(restitution: f64) -> Model {
    let part = |mass| MassProperties::cuboid(mass, Vec3::new(0.1, 0.1, 0.1), Vec3::zero());
    let limits = |lower| JointProperties { limits: Some([lower, 1.0]), restitution, ..JointProperties::default() };
    Description::new("fingers")
        .link("near", part(1.0))
        .link("far", part(0.5))
        .joint("first", "ground", "near", Joint::prismatic(Vec3::unit(2)), Pose::identity())
        .properties(limits(-0.1))
        .joint("second", "ground", "far", Joint::prismatic(Vec3::unit(2)), Pose::translation(Vec3::unit(0)))
        .properties(limits(-0.2))
        .coupling("second", "first", 2.0, 0.0)
        .build()
        .unwrap()
}

// oracle: closed form: the pair falls with (m₁ + 2 m₂) g / (m₁ + 4 m₂) and bounces off redundant stops
#[test]
fn coupled_joints_stop_together() {
    let a = (1.0 + 2.0 * 0.5) * G / (1.0 + 4.0 * 0.5);
    let fall = (0.2 / a).sqrt();
    for e in [0.0, 0.4] {
        let model = fingers(e);
        for integrator in [Integrator::Auto, Integrator::Radau5, Integrator::Rk4] {
            let run = Simulation::new(&model).duration(1.0).integrator(integrator).output_step(0.01);
            let (samples, summary) = { run }.run_collect().unwrap();
            let flight = 2.0 * e * fall;
            for s in &samples {
                let expected = match s.t - fall {
                    d if d < 0.0 => -0.5 * a * s.t * s.t,
                    d if d < flight => -0.1 + e * a * fall * d - 0.5 * a * d * d,
                    _ if e == 0.0 => -0.1,
                    _ => continue,
                };
                assert!((s.q[0] - expected).abs() < 1e-9, "{integrator:?} {e} {}: {:e}", s.t, s.q[0] - expected);
                assert!((s.q[1] - 2.0 * s.q[0]).abs() < 1e-12);
            }
            let end = samples.last().unwrap();
            assert!((end.q[0] + 0.1).abs() < 1e-9 && end.v[0].abs() < 1e-12, "{integrator:?} {e} {:?}", end.q);
            let lost = summary.observations().works.stops;
            assert!((lost + 0.1 * 2.0 * G).abs() < 1e-8, "{integrator:?} {e} {lost}");
            let audit = Audit::new(&model, &summary);
            assert!(audit.passed(), "{integrator:?}\n{audit}");
        }
    }
}
