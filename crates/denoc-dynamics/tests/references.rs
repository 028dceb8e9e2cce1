//! Oracles: external references A0 to A4, B9, B12 (`crates/denoc-testkit/data`), computed by other engines.

mod support;

use denoc_dynamics::{DynamicsError, SingularCause, Workspace};
use denoc_formats::catalogue::describe;
use denoc_model::{JointProperties, Model};
use denoc_testkit::reference::{Motion, intermediate_axis, json, space_robot, space_robot_forces, states, table};
use denoc_testkit::{close, close_within, cycloidal, largest};
use nalgebra::{DMatrix, DVector};

use support::Layer;

/// "1e-11 relative to the largest entry", "absolute 1e-12 * max|tau|", 1e-9: the first number.
fn tolerance(case: &str) -> f64 {
    let stated = &json(case)["tolerance"];
    let text = stated.as_str().map_or_else(|| stated.to_string(), str::to_owned);
    let number = text.split(' ').find_map(|part| part.parse().ok());
    number.unwrap_or_else(|| panic!("{case}: no number in \"{text}\""))
}

// oracle: A0 (Pinocchio, roboticstoolbox, MuJoCo)
#[test]
fn random_states_of_the_arms() {
    for (case, arm) in [("A0_states_planar3R", "planar_3r"), ("A0_states_puma_R", "puma")] {
        let model = describe(arm).unwrap().build().unwrap();
        let (tolerance, states) = (tolerance(case), states(case));
        assert_eq!((tolerance, states.len()), (1e-11, 10));
        for s in &states {
            for mut layer in Layer::all(&model) {
                close(layer.inverse(&s.q, &s.v, &s.a).unwrap(), &s.tau_inverse, tolerance);
                close(layer.inverse(&s.q, &s.v, &vec![0.0; model.nv()]).unwrap(), &s.bias, tolerance);
                close(layer.gim(&s.q).unwrap(), &s.gim, tolerance);
                close(layer.forward(&s.q, &s.v, &s.tau_forward).unwrap(), &s.a_forward, tolerance);
            }
            let frame = model.frame(model.link_names().last().unwrap()).unwrap();
            let nv = model.nv();
            let mut ws = Workspace::new(&model);
            let mut stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
            let mut bias = vec![0.0; nv];
            stage.bias(&mut bias).unwrap();
            close(bias, &s.bias, tolerance);
            let pose = stage.frame_pose(frame);
            close(pose.position, s.frame.position, tolerance);
            close(pose.rotation.to_rows().as_flattened(), s.frame.rotation.to_rows().as_flattened(), tolerance);
            let mut jacobian = vec![0.0; 6 * nv];
            stage.jacobian(frame, &mut jacobian).unwrap();
            close(DMatrix::from_row_slice(6, nv, &jacobian), &s.jacobian, tolerance);
            close(stage.kinetic_energy(), s.kinetic, tolerance);
            close(stage.potential_energy(), s.potential, tolerance);
        }
    }
}

// oracle: A1 to A4 (Pinocchio, roboticstoolbox, Newton-Euler with 40 digits)
#[test]
fn torques_of_the_examples_of_the_book() {
    for (case, arm) in [
        ("A1_planar3R_id_table", "planar_3r"),
        ("A1_planar3R_id_formula", "planar_3r_rods"),
        ("A2_puma_id_R", "puma"),
        ("A3_stanford_id_R", "stanford"),
        ("A4_kuka_id_R", "kuka_kr5"),
    ] {
        let model = describe(arm).unwrap().build().unwrap();
        let table = table(case);
        let (start, end) = (table.parameter("s0"), table.parameter("sT"));
        let (all_q, all_tau) = (table.numbered("q"), table.numbered("tau"));
        let scale = all_tau.iter().map(largest).fold(0.0, f64::max);
        let bound = tolerance(case) * scale;
        assert_eq!(tolerance(case), 1e-12);
        let mut layers = Layer::all(&model);
        let mut worst = 0.0f64;
        for (i, t) in table.column("t").into_iter().enumerate() {
            let motion: Vec<[f64; 3]> = start.iter().zip(&end).map(|(&a, &b)| cycloidal(a, b, 10.0, t)).collect();
            let [q, v, a] = [0, 1, 2].map(|k| motion.iter().map(|m| m[k]).collect::<Vec<_>>());
            close_within(&q, &all_q[i], 1e-14);
            for layer in &mut layers {
                let tau = layer.inverse(&q, &v, &a).unwrap();
                close_within(&tau, &all_tau[i], bound);
                let difference: Vec<f64> = tau.iter().zip(&all_tau[i]).map(|(x, y)| x - y).collect();
                worst = worst.max(largest(&difference) / scale);
            }
        }
        eprintln!("{case}: worst {worst:.1e}");
    }
}

// oracle: README of the references, "known trouble"
#[test]
fn the_kuka_of_the_book_is_refused_until_joint_6_gets_a_rotor() {
    let mut arm = describe("kuka_kr5").unwrap();
    let singular = arm.build().unwrap();
    for seed in 0..20 {
        let q = denoc_testkit::random_state(&singular, seed).q;
        for mut layer in Layer::all(&singular) {
            let name = layer.name();
            let error = layer.forward(&q, &[0.1; 6], &[1.0; 6]).expect_err(&name);
            let DynamicsError::Singular { joint, cause, .. } = &error else { panic!("{name}: {error}") };
            assert_eq!((joint.as_str(), cause), ("joint6", &SingularCause::NoInertia), "{name}");
            assert!(error.to_string().contains("add rotor inertia"), "{error}");
        }
    }
    arm.joints[5].properties = JointProperties { rotor_inertia: 1e-6, ..Default::default() };
    let model = arm.build().unwrap();
    for seed in 0..20 {
        let s = denoc_testkit::random_state(&model, seed);
        support::against_dense(&model, &s, 1e-12, &mut support::Worst::default());
    }
}

/// How many samples on either side a difference needs.
const REACH: usize = 4;

/// Rates of the columns of a sampled motion by central differences of eighth order.
fn difference(samples: &[Vec<f64>], i: usize, h: f64) -> Vec<f64> {
    let d = |k: usize, j: usize| samples[i + j][k] - samples[i - j][k];
    let rate = |k| (672.0 * d(k, 1) - 168.0 * d(k, 2) + 32.0 * d(k, 3) - 3.0 * d(k, 4)) / (840.0 * h);
    (0..samples[i].len()).map(rate).collect()
}

/// Forward dynamics of every layer against differences of the sampled speeds.
fn accelerations_follow_the_samples(motion: &Motion, forces: impl Fn(f64) -> Vec<f64>, tolerance: f64) {
    let n = motion.times.len();
    let h = motion.times[1] - motion.times[0];
    let scale = (REACH..n - REACH).map(|i| largest(difference(&motion.v, i, h))).fold(0.0, f64::max);
    for mut layer in Layer::all(&motion.model) {
        for i in REACH..n - REACH {
            let a = layer.forward(&motion.q[i], &motion.v[i], &forces(motion.times[i])).unwrap();
            close_within(&a, difference(&motion.v, i, h), tolerance * scale);
            // and back
            let tau = layer.inverse(&motion.q[i], &motion.v[i], &a).unwrap();
            close_within(&tau, forces(motion.times[i]), 1e-12 * (1.0 + scale));
        }
    }
}

fn kinetic_energy(model: &Model, q: &[f64], v: &[f64]) -> f64 {
    Workspace::new(model).position(model, q).unwrap().velocity(v).unwrap().kinetic_energy()
}

/// Runge-Kutta steps, small enough for the tolerance, from one sample to the next; energy grows by the work of the forces.
fn steps_lead_from_sample_to_sample(motion: &Motion, forces: impl Fn(f64) -> Vec<f64>, tolerance: f64) {
    let (model, steps) = (&motion.model, 80);
    for mut layer in Layer::all(model) {
        // coordinates, speeds, work
        let mut rates = |t: f64, x: &DVector<f64>| {
            let (q, v) = (&x.as_slice()[..model.nq()], &x.as_slice()[model.nq()..model.nq() + model.nv()]);
            let (mut rates, tau) = (vec![0.0; q.len()], forces(t));
            for l in model.links() {
                let coordinates = l.q..l.q + l.nq;
                l.joint.rate(&q[coordinates.clone()], &v[l.v..l.v + l.nv], &mut rates[coordinates]);
            }
            rates.extend(layer.forward(q, v, &tau).unwrap());
            rates.push(tau.iter().zip(v).map(|(tau, v)| tau * v).sum());
            DVector::from_vec(rates)
        };
        let energy = |i: usize| kinetic_energy(model, &motion.q[i], &motion.v[i]);
        let sample = |i: usize, work: f64| DVector::from_vec([&motion.q[i][..], &motion.v[i][..], &[work]].concat());
        for i in (0..motion.times.len() - 1).step_by(5) {
            let (mut t, mut x) = (motion.times[i], sample(i, 0.0));
            let h = (motion.times[i + 1] - t) / f64::from(steps);
            for _ in 0..steps {
                let k1 = rates(t, &x);
                let k2 = rates(t + h / 2.0, &(&x + &k1 * (h / 2.0)));
                let k3 = rates(t + h / 2.0, &(&x + &k2 * (h / 2.0)));
                let k4 = rates(t + h, &(&x + &k3 * h));
                x += (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0);
                t += h;
            }
            close(x, sample(i + 1, energy(i + 1) - energy(i)), tolerance);
        }
    }
}

// oracle: B9 (elliptic functions); its own conserved quantities and Euler's equations in closed form
#[test]
fn the_intermediate_axis() {
    let motion = intermediate_axis();
    let tolerance = tolerance("B9_intermediate_axis");
    accelerations_follow_the_samples(&motion, |_| vec![0.0; 3], 1e-5);
    steps_lead_from_sample_to_sample(&motion, |_| vec![0.0; 3], tolerance);
    let quantities = |i: usize| {
        let mut ws = Workspace::new(&motion.model);
        let stage = ws.position(&motion.model, &motion.q[i]).unwrap().velocity(&motion.v[i]).unwrap();
        (stage.momentum(), stage.kinetic_energy())
    };
    let (momentum, energy) = quantities(0);
    close(momentum.moment, [0.02, 10.0, 0.09], 1e-15);
    for i in 0..motion.times.len() {
        let now = quantities(i);
        close(now.0, momentum, tolerance);
        close(now.1, energy, tolerance);
        let [x, y, z] = [motion.v[i][0], motion.v[i][1], motion.v[i][2]];
        let euler = [(2.0 - 3.0) * y * z, (3.0 - 1.0) / 2.0 * z * x, (1.0 - 2.0) / 3.0 * x * y];
        for mut layer in Layer::all(&motion.model) {
            close_within(layer.forward(&motion.q[i], &motion.v[i], &[0.0; 3]).unwrap(), euler, 1e-13);
        }
    }
}

// oracle: B12 (Pinocchio, MuJoCo): no momentum, a mass centre at rest, energy that grows by the work of the motors
#[test]
fn the_space_robot() {
    let motion = space_robot();
    let tolerance = tolerance("B12_space_robot_at_rest");
    steps_lead_from_sample_to_sample(&motion, space_robot_forces, tolerance);
    let centers = table("B12_space_robot_at_rest").columns(&["comx", "comy", "comz"]);
    for (i, center) in centers.iter().enumerate() {
        let mut ws = Workspace::new(&motion.model);
        let stage = ws.position(&motion.model, &motion.q[i]).unwrap().velocity(&motion.v[i]).unwrap();
        close_within(stage.momentum(), [0.0; 6], tolerance);
        close_within(stage.center_of_mass(), center, tolerance);
    }
}
