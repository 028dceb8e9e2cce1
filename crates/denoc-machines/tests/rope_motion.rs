//! Ropes in motion against closed forms, and at rest against their own statics.

use denoc_dynamics::loops::{LoopForward, LoopMethod};
use denoc_dynamics::{Loads, Workspace};
use denoc_machines::rope::{Hanging, waves};
use denoc_math::Vec3;
use denoc_model::{Description, LinkId, Model, PointSpec, Rope, RopeMass};
use denoc_sim::{Integrator, Load, Simulation};

fn build(description: Description, rope: &Rope) -> Model {
    description.rope(rope).unwrap().build().unwrap()
}

fn to(x: f64, y: f64, z: f64) -> Option<PointSpec> {
    Some(PointSpec { link: "ground".into(), position: Vec3::new(x, y, z) })
}

/// Coordinates of a rope of ball joints whose links are turned by these angles against the zero configuration, about the y-axis.
fn bent(model: &Model, angles: &[f64]) -> Vec<f64> {
    let mut q = model.neutral();
    let mut before = 0.0;
    for (i, angle) in angles.iter().enumerate() {
        let half = 0.5 * (angle - before);
        q[4 * i..4 * i + 4].copy_from_slice(&[0.0, half.sin(), 0.0, half.cos()]);
        before = *angle;
    }
    q
}

fn speeds(angular: &[f64]) -> Vec<f64> {
    let mut before = 0.0;
    angular.iter().flat_map(|w| [0.0, w - core::mem::replace(&mut before, *w), 0.0]).collect()
}

/// Where a curve through samples is highest: the vertex of the parabola through the largest three.
fn peak(values: &[f64], step: f64) -> f64 {
    let k = (1..values.len() - 1).max_by(|&i, &j| values[i].total_cmp(&values[j])).unwrap();
    let (a, b, c) = (values[k - 1], values[k], values[k + 1]);
    (k as f64 + 0.5 * (a - c) / (a - 2.0 * b + c)) * step
}

const TENSION: f64 = 50.0;
const MASS: f64 = 0.2;
const LENGTH: f64 = 4.0;
/// Where the hump begins, how wide it is, and between which places it is timed.
const HUMP: [f64; 2] = [0.3 * LENGTH, 0.12 * LENGTH];
const TIMED: [f64; 2] = [0.4 * LENGTH, 0.65 * LENGTH];

/// The speed of a small hump along a taut rope: simulated, and by the sum of its waves on links.
fn wave_speeds(links: usize) -> [f64; 2] {
    let direction = Some(Vec3::unit(0));
    let rope = Rope { direction, ..Rope::new("string", links, LENGTH, RopeMass::PerLength(MASS), 1e-3) };
    let model = build(Description::new("string").gravity(Vec3::zero()), &rope);
    let (c, l) = (waves::speed(TENSION, MASS), LENGTH / links as f64);
    // it runs to the end: y = f(x − c t)
    let hump = |x: f64| 1e-5 * (-((x - HUMP[0]) / HUMP[1]).powi(2)).exp();
    let slope = |x: f64| -2.0 * (x - HUMP[0]) / (HUMP[1] * HUMP[1]) * hump(x);
    let turn = |f: &dyn Fn(f64) -> f64, i: usize| (f((i + 1) as f64 * l) - f(i as f64 * l)) / l;
    // a link that rises turns about −y
    let angles: Vec<f64> = (0..links).map(|i| -turn(&hump, i)).collect();
    let rates: Vec<f64> = (0..links).map(|i| c * turn(&slope, i)).collect();
    let step = 0.005 * LENGTH / c;
    let mut simulation = Simulation::new(&model)
        .start(&bent(&model, &angles), &speeds(&rates))
        .duration(0.5 * LENGTH / c)
        .output_step(step)
        .integrator(Integrator::Dop853)
        .tolerance(1e-7)
        .absolute_tolerance(1e-9)
        .load(Load::force(&format!("string_{links}"), [TENSION, 0.0, 0.0]).at([0.0, 0.0, l]));
    let (samples, _) = simulation.run_collect().unwrap();
    let joints = TIMED.map(|x| (x / l).round() as usize);
    let mut ws = Workspace::new(&model);
    let simulated = joints.map(|i| {
        let height = |q: &[f64]| height_of(&mut ws, &model, q, i);
        peak(&samples.iter().map(|s| s.q.as_slice()).map(height).collect::<Vec<f64>>(), step)
    });
    let summed = joints.map(|i| {
        let waves = (0..600).map(|j| f64::from(j) * 0.015 / HUMP[1]).collect::<Vec<f64>>();
        let height = |t: f64| -> f64 {
            let one = |k: &f64| {
                let frequency = waves::frequency_of_links(TENSION, MASS, 0.0, l, *k);
                (-(0.5 * k * HUMP[1]).powi(2)).exp() * (k * (i as f64 * l - HUMP[0]) - frequency * t).cos()
            };
            waves.iter().map(one).sum()
        };
        peak(&(0..samples.len()).map(|j| height(j as f64 * step)).collect::<Vec<f64>>(), step)
    });
    [simulated, summed].map(|times| (joints[1] - joints[0]) as f64 * l / (times[1] - times[0]))
}

fn height_of(ws: &mut Workspace<f64>, model: &Model, q: &[f64], link: usize) -> f64 {
    ws.position(model, q).unwrap().link_pose(LinkId(link)).position.z
}

// oracle: √(T/μ), which holds for waves that are long beside the links; the sum of waves on links
#[test]
fn a_hump_runs_along_a_taut_rope() {
    let ([simulated, summed], c) = (wave_speeds(40), waves::speed(TENSION, MASS));
    assert!((simulated / c - 1.0).abs() < 0.02, "{simulated} {c}");
    assert!((simulated / summed - 1.0).abs() < 2e-3, "{simulated} {summed}");
}

// oracle: as above, with less dispersion. Takes minutes without optimisation:
// cargo test --release -p denoc-sim --test rope_motion -- --ignored
#[test]
#[ignore = "minutes"]
fn a_hump_runs_along_a_taut_rope_of_many_links() {
    let ([simulated, summed], c) = (wave_speeds(200), waves::speed(TENSION, MASS));
    assert!((simulated / c - 1.0).abs() < 2e-3, "{simulated} {c}");
    assert!((simulated / summed - 1.0).abs() < 5e-4, "{simulated} {summed}");
}

// oracle: the first zero of the Bessel function J₀, which belongs to the rope without links: 1e-3 for 20 of them
#[test]
fn a_hanging_rope_swings_with_the_period_of_bessel() {
    let (links, length) = (20, 2.0);
    let model = build(Description::new("rope"), &Rope::new("rope", links, length, RopeMass::Total(0.4), 1e-3));
    let shape = |s: f64| 1e-4 * bessel(2.404_825_557_695_773 * (s / length).sqrt());
    // s from the free end
    let l = length / links as f64;
    let at = |i: usize| shape(length - i as f64 * l);
    let angles: Vec<f64> = (0..links).map(|i| (at(i + 1) - at(i)) / l).collect();
    let frequency = waves::swings(length, 9.81)[0];
    let step = 0.02 / frequency;
    let mut simulation = Simulation::new(&model)
        .start(&bent(&model, &angles), &vec![0.0; model.nv()])
        .duration(4.0 / frequency)
        .output_step(step)
        .tolerance(1e-8)
        .absolute_tolerance(1e-10);
    let (samples, _) = simulation.run_collect().unwrap();
    // half a period on it is back on the other side
    let turns: Vec<f64> = samples.iter().map(|s| s.q[1]).collect();
    let side = turns[0].signum();
    let half = peak(&turns.iter().map(|x| -side * x).collect::<Vec<_>>(), step);
    let found = core::f64::consts::PI / half;
    assert!((found / frequency - 1.0).abs() < 2e-3, "{found} {frequency}");
}

/// J₀ by its series.
fn bessel(x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..30 {
        term *= -0.25 * x * x / f64::from(k * k);
        sum += term;
    }
    sum
}

fn still(model: &Model, q: &[f64]) -> f64 {
    let mut ws = Workspace::new(model);
    let rest = vec![0.0; model.nv()];
    let (mut a, mut forces) = (rest.clone(), rest.clone());
    model.joint_forces(q, &rest, &mut forces).unwrap();
    let mut stage = ws.position(model, q).unwrap().velocity(&rest).unwrap();
    if model.closures().is_empty() {
        stage.forward(&forces, Loads::NONE, &mut a).unwrap();
    } else {
        LoopForward::new(model, LoopMethod::default()).forward(&mut stage, &forces, Loads::NONE, &mut a).unwrap();
    }
    a.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

// oracle: the dynamics: what the statics call rest does not accelerate. Ends out of the axes, links with a clamp and a weight
#[test]
fn rest_is_without_acceleration() {
    let rope = || Rope::new("r", 12, 2.0, RopeMass::PerLength(0.3), 0.01);
    let mass = |end_mass| Rope { end_mass, ..rope() };
    let cases = [
        Rope { to: to(1.1, 0.7, -0.4), ..rope() },
        Rope { to: to(1.1, 0.7, 0.4), end_mass: 0.1, ..rope() }.cable(0.02, 0.01),
        Rope { to: to(0.9, 0.0, 0.3), ..rope() }.chain(),
        mass(0.2).cable(0.3, 0.1),
        Rope { clamped: true, direction: Some(Vec3::new(0.3, 1.0, 0.5)), ..mass(0.05) }.cable(0.3, 0.1),
        Rope { clamped: true, direction: Some(Vec3::new(1.0, -1.0, 0.5)), to: to(0.9, -0.9, 0.0), ..rope() }
            .cable(0.1, 0.1),
    ];
    for (k, rope) in cases.iter().enumerate() {
        let model = build(Description::new("rope"), rope);
        let hanging = Hanging::of(&model, Some("r")).unwrap();
        let rest = hanging.rest().unwrap();
        let q = hanging.coordinates(&model, &rest);
        assert!(hanging.distance(&model, &q, &rest).unwrap() < 1e-13, "{k}");
        let a = still(&model, &q);
        // links of 17 cm under gravity would turn with 60 rad/s² and more
        assert!(a < 1e-8, "{k}: {a}");
        assert!(still(&model, model.configuration("hung").unwrap()) > 1e-3 || k == 3, "{k}");
    }
}

// oracle: the statics: rest is where drag and damping bring it
#[test]
fn a_cable_settles_where_its_statics_say() {
    let rope = Rope {
        to: to(1.5, 0.0, 0.2),
        bending_damping: 0.02,
        torsional_damping: 0.02,
        drag: 4.0,
        ..Rope::new("cable", 6, 2.0, RopeMass::PerLength(0.5), 0.01).cable(0.05, 0.05)
    };
    let model = build(Description::new("cable"), &rope);
    let hanging = Hanging::of(&model, None).unwrap();
    let rest = hanging.rest().unwrap();
    let q = model.configuration("hung").unwrap().to_vec();
    assert!(hanging.distance(&model, &q, &rest).unwrap() > 1e-3);
    let mut simulation = Simulation::new(&model)
        .start(&q, &vec![0.0; model.nv()])
        .duration(12.0)
        .output_step(1.0)
        .integrator(Integrator::Radau5)
        .tolerance(3e-10)
        .absolute_tolerance(1e-11);
    let (samples, summary) = simulation.run_collect().unwrap();
    let away = hanging.distance(&model, &samples.last().unwrap().q, &rest).unwrap();
    assert!(away < 1e-8 * 1.5, "{away}");
    assert!(summary.observations().relative_unexplained() < 1e-8, "{}", summary.observations().relative_unexplained());
}
