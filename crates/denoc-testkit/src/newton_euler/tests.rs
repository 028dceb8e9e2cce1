use std::fs;
use std::path::Path;

use denoc_model::joints::KINDS;

use super::joint::Law;
use super::vectors::{Frame, Matrix, Vector, frame};
use super::{Actions, linear, spline};
use crate::{Dense, Options, Random, close, close_within, in_model_order, random_closed, random_model};

// oracle: the sources: plain data of descriptions, and the pose of custom joints, which have no other data
#[test]
fn nothing_of_the_engine_is_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/newton_euler");
    let data = [
        "CamProfile",
        "ConstraintKind",
        "Description",
        "GearSpec",
        "Joint",
        "JointSpec",
        "Pose",
        "RollingSpec",
        "Sym3",
        "Vec3",
    ];
    let mut seen = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for part in line.split("denoc_").skip(1) {
                let (_, names) = part.split_once("::").expect("a path");
                let names =
                    names.trim_start_matches('{').split(|c: char| !(c.is_alphanumeric() || c == ',' || c == ' '));
                for name in names.take(1).flat_map(|list| list.split(',')) {
                    assert!(data.contains(&name.trim()), "{}: {line}", path.display());
                    seen += 1;
                }
            }
            let poses = line.matches(".pose(").count();
            assert!(poses == 0 || path.ends_with("joint.rs"), "{}: {line}", path.display());
        }
    }
    assert!(seen > 8);
}

/// A pose as its numbers.
fn numbers(f: Frame) -> Vec<f64> {
    f.rotation.0.iter().flatten().chain(&f.origin.0).copied().collect()
}

// oracle: for poses the model's joints; for velocities and accelerations central differences of the pose, of order 16: three
// angles together turn fast enough for an error of 1e-9
#[test]
fn laws_of_joints_are_their_poses_and_derivatives() {
    for kind in KINDS.iter().filter(|kind| kind.keyword != "custom") {
        for seed in 0..5 {
            let mut random = Random::new(seed);
            let joint = (kind.example)(&mut || random.signed(1.0));
            let law = Law::new(&joint);
            let (q, v) = if law.has_rates_as_speeds() {
                (random.vector(law.freedoms(), 1.0), random.vector(law.freedoms(), 1.0))
            } else {
                let mut q = random.vector(law.freedoms() - 3, 1.0);
                q.extend(random.quaternion());
                (q, random.vector(law.freedoms(), 1.0))
            };
            let found = law.relative(&q, &v);
            close_within(numbers(found.pose), numbers(frame(joint.pose(&q))), 1e-14);
            if law.has_rates_as_speeds() {
                let differences = Law::Function(joint).relative(&q, &v);
                for (a, b) in [
                    (found.angular, differences.angular),
                    (found.linear, differences.linear),
                    (found.angular_rate, differences.angular_rate),
                    (found.linear_rate, differences.linear_rate),
                ] {
                    close_within(a.0, b.0, 1e-8);
                }
            }
        }
    }
}

// oracle: the dense matrices of the tree
#[test]
fn trees_accelerate_as_their_dense_matrices_say() {
    for seed in 0..10 {
        let options = Options { joints: 6, floating: seed % 2 == 0, ..Options::default() };
        let model = random_model(seed, &options);
        let closed = crate::Maker::new(seed, &options).finish("tree");
        let (equations, bodies) = closed.bodies();
        let state = &closed.state;
        let mut motors: Vec<Vec<f64>> = closed.v.clone();
        for (joint, spec) in motors.iter_mut().zip(&closed.description.joints) {
            let link = &model.links()[model.joint(&spec.name).unwrap().0];
            joint.copy_from_slice(&state.tau[link.v..link.v + link.nv]);
        }
        let solution = equations.forward(&bodies, &Actions { motors, ..Actions::default() });
        let a = in_model_order(&closed.description, &model, &equations.joint_accelerations(&solution));
        close(a, Dense::new(&model, &state.q, &state.v).forward(&state.tau, &[]).unwrap(), 1e-10);
    }
}

// oracle: the energy of mechanisms without friction; constraints stay satisfied
#[test]
fn motion_conserves_energy() {
    for seed in [3, 12, 23] {
        let mut closed = random_closed(seed);
        closed.description.springs.clear();
        let (equations, start) = closed.bodies();
        let end = equations.integrate(&start, 0.03, 1e-12, &|_| Actions::default());
        let [before, after] = [&start, &end].map(|state| equations.energy(state));
        assert!((before - after).abs() < 1e-10 * before.abs().max(1.0), "{seed}: {before} {after}");
        assert!(equations.gap(&end) < 1e-10 && equations.violation(&end) < 1e-9, "{seed}: {}", equations.gap(&end));
    }
}

// oracle: the profile of the model
#[test]
fn splines_are_those_of_cam_profiles() {
    let points = [[-1.0, 0.3], [0.2, -0.5], [1.0, 0.8], [2.5, 0.1], [3.0, 0.3]];
    for periodic in [false, true] {
        let profile = denoc_model::CamProfile::new(&points, periodic).unwrap();
        for i in 0..60 {
            let x = 0.11 * f64::from(i) - 2.0;
            close_within(spline::at(&profile, x), profile.at(x), 1e-13);
        }
    }
}

// oracle: multiplication
#[test]
fn factors_reveal_ranks() {
    let mut random = Random::new(5);
    for (rows, columns, rank) in [(6, 4, 4), (5, 8, 3), (7, 7, 6)] {
        let (left, right) = (random.vector(rows * rank, 1.0), random.vector(rank * columns, 1.0));
        let entry = |i: usize, k: usize| (0..rank).map(|j| left[i * rank + j] * right[j * columns + k]).sum();
        let list: Vec<Vec<f64>> = (0..columns).map(|k| (0..rows).map(|i| entry(i, k)).collect()).collect();
        let matrix = linear::Dense::from_columns(rows, &list);
        let factors = linear::Orthogonal::new(matrix.clone());
        assert_eq!(factors.rank, rank);
        let x = random.vector(columns, 1.0);
        let g = matrix.times(&x);
        for solution in [factors.basic(&g), factors.shortest_factors(&g)] {
            close_within(matrix.times(&solution), &g, 1e-13);
        }
        let b = matrix.transposed_times(&random.vector(rows, 1.0));
        let (y, gap) = factors.shortest(&b);
        close_within(matrix.transposed_times(&y), &b, 1e-13);
        assert!(gap < 1e-13 && factors.null_factors().len() == columns - rank);
        factors.null_factors().iter().for_each(|null| close_within(matrix.times(null), vec![0.0; rows], 1e-13));
        let complement = factors.complement();
        (0..complement.columns()).for_each(|k| {
            close_within(matrix.transposed_times(complement.column(k)), vec![0.0; columns], 1e-13);
        });
    }
}

// oracle: by definition
#[test]
fn quaternions_are_rotations() {
    let mut random = Random::new(8);
    for _ in 0..50 {
        let axis = Vector(random.direction().to_array());
        let turned = Matrix::about(axis, random.signed(6.0));
        let back = Matrix::from_quaternion(turned.quaternion());
        close_within(back.0.as_flattened(), turned.0.as_flattened(), 1e-15);
    }
}
