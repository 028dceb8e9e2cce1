//! Trees in which joints follow others: forces and accelerations of the compiled layer.
//!
//! oracle: the dense equations of the tree (`denoc_testkit::Dense`), reduced to the independent speeds by v = E u; and the algorithms for
//! loops, which treat every coupling as a constraint with a multiplier.

use denoc_dynamics::compiled::{Compile, Compiled, Layout, Threads, supports};
use denoc_dynamics::loops::{LoopForward, LoopInverse, LoopMethod};
use denoc_dynamics::{CouplingForces, DynamicsError, Loads, States, Workspace};
use denoc_math::simd::Level;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_testkit::{Dense, Options, Shape, State, close, random_description, random_state};
use nalgebra::{DMatrix, DVector};

/// A random tree of which most of the joints with one coordinate follow another, some of them over others.
fn coupled(seed: u64) -> Model {
    let shape = [Shape::Tree, Shape::Chain, Shape::Star][seed as usize % 3];
    let rotors = if seed.is_multiple_of(4) { 0.4 } else { 0.0 };
    let joints = 3 + seed as usize * 7 % 17;
    let options = Options { joints, shape, floating: seed.is_multiple_of(2), rotors, ..Options::default() };
    let mut d = random_description(seed, &options);
    let single: Vec<String> =
        d.joints.iter().filter(|j| j.joint.q_units().len() == 1).map(|j| j.name.clone()).collect();
    let mut random = denoc_math::random::Random::new(seed);
    // a joint follows one that comes later in the list or, in every second mechanism, earlier: never a cycle
    for i in 1..single.len() {
        if random.chance(0.8) {
            let other = random.below(i);
            let (joint, follows) =
                if seed % 4 < 2 { (i, other) } else { (single.len() - 1 - i, single.len() - 1 - other) };
            let (ratio, offset) = (random.range(-2.0, 2.0), random.range(-1.0, 1.0));
            d = d.coupling(&single[joint], &single[follows], ratio, offset);
        }
    }
    d.build().unwrap()
}

fn closed_state(model: &Model, seed: u64) -> State {
    let mut state = random_state(model, seed);
    let couplings = model.couplings();
    couplings.close(model, &mut state.q);
    [&mut state.v, &mut state.a].into_iter().for_each(|x| couplings.close_speeds(model, x));
    state
}

/// E: the motions of all speeds with each independent one.
fn motions(model: &Model) -> DMatrix<f64> {
    let nv = model.nv();
    let mut all = DMatrix::identity(nv, nv);
    let mut dependent = Vec::new();
    for f in model.couplings().followers() {
        let (follower, leader) = (model.links()[f.joint.0].v, model.links()[f.leader.0].v);
        all[(follower, leader)] = f.ratio;
        dependent.push(follower);
    }
    all.remove_columns_at(&{
        dependent.sort_unstable();
        dependent
    })
}

fn every_program(model: &Model) -> Vec<Compiled> {
    let levels = [Level::Best, Level::Portable];
    levels.into_iter().flat_map(|level| [true, false].map(|packing| model.compile_for(level, packing))).collect()
}

#[test]
fn forward_dynamics_is_that_of_the_dense_equations() {
    let mut followers = 0;
    for seed in 0..200 {
        let model = coupled(seed);
        if model.closures().is_empty() {
            continue;
        }
        followers += model.couplings().followers().len();
        let State { q, v, tau, .. } = closed_state(&model, seed);
        let (dense, e) = (Dense::new(&model, &q, &v), motions(&model));
        let forces = DVector::from_column_slice(&tau) - &dense.vci - &dense.gravity;
        let inertia = e.tr_mul(&(&dense.gim * &e));
        let expected = &e * inertia.clone().cholesky().unwrap().solve(&e.tr_mul(&forces));
        let terms =
            e.tr_mul(&forces.abs()) + inertia.abs() * e.clone().pseudo_inverse(1e-12).unwrap().abs() * expected.abs();
        for mut fast in every_program(&model) {
            let mut a = vec![0.0; model.nv()];
            fast.forward_dynamics(&q, &v, &tau, &mut a).unwrap();
            let residual = e.tr_mul(&(&dense.gim * DVector::from_column_slice(&a) - &forces));
            assert!(residual.amax() < 5e-13 * terms.amax(), "seed {seed}: {:e}", residual.amax() / terms.amax());
            for f in model.couplings().followers() {
                let [follower, leader] = [f.joint, f.leader].map(|link| model.links()[link.0].v);
                assert_eq!(a[follower], f.ratio * a[leader]);
            }
            let (mut rows, mut narrow) = ([a.clone(), a.clone()].concat(), vec![0.0_f32; 2 * a.len()]);
            let twice = |x: &[f64]| [x, x].concat();
            let states = States { q: &twice(&q), v: &twice(&v) };
            fast.forward_dynamics_batch(states, &twice(&tau), &mut rows, Layout::Rows, Threads::One).unwrap();
            close(&rows[a.len()..], &*a, 1e-9);
            let f32s = |x: &[f64]| -> Vec<f32> { x.iter().map(|&x| x as f32).collect() };
            let (q, v) = (f32s(states.q), f32s(states.v));
            let states = States { q: &q, v: &v };
            fast.forward_dynamics_batch_f32(states, &f32s(&twice(&tau)), &mut narrow, Layout::Rows, Threads::Pool)
                .unwrap();
            let narrow: Vec<f64> = narrow[..a.len()].iter().map(|&x| f64::from(x)).collect();
            let residual = e.tr_mul(&(&dense.gim * DVector::from_column_slice(&narrow) - &forces));
            assert!(residual.amax() < 1e-3 * terms.amax(), "seed {seed}: {:e}", residual.amax() / terms.amax());
        }
    }
    assert!(followers > 200, "{followers}");
}

#[test]
fn forward_dynamics_is_that_of_every_algorithm_for_loops() {
    for seed in 0..60 {
        let model = coupled(seed);
        let State { q, v, tau, .. } = closed_state(&model, seed);
        if model.closures().is_empty() {
            continue;
        }
        let (mut ws, mut expected, mut a) = (Workspace::new(&model), vec![0.0; model.nv()], vec![0.0; model.nv()]);
        model.compile().forward_dynamics(&q, &v, &tau, &mut a).unwrap();
        for method in LoopMethod::ALL {
            let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
            LoopForward::new(&model, *method).forward(&mut stage, &tau, Loads::NONE, &mut expected).unwrap();
            close(&*a, &*expected, 1e-8);
        }
    }
}

/// The forces of [`LoopInverse`] with motors at all speeds that [`CouplingForces`] names, or at those of the model.
fn by_loops(model: &Model, State { q, v, a, .. }: &State, listed: bool) -> Vec<f64> {
    let (mut ws, mut tau) = (Workspace::new(model), vec![0.0; model.nv()]);
    let mut inverse = LoopInverse::new(model);
    if !listed {
        inverse = inverse.actuated(&CouplingForces::new(model).speeds(model.nv())).unwrap();
    }
    let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
    inverse.inverse(&mut stage, a, Loads::NONE, &mut tau).unwrap().complete(model).unwrap();
    tau
}

#[test]
fn drive_forces_are_those_of_the_dense_equations_and_of_the_algorithm_for_loops() {
    for seed in 0..200 {
        let model = coupled(seed);
        let state = closed_state(&model, seed);
        let State { q, v, a, .. } = &state;
        let e = motions(&model);
        let independent = e.tr_mul(&Dense::new(&model, q, v).inverse(a, &[]));
        let mut expected = vec![0.0; model.nv()];
        CouplingForces::new(&model).speeds(model.nv()).iter().zip(&independent).for_each(|(&s, x)| expected[s] = *x);
        for mut fast in every_program(&model) {
            let mut tau = vec![0.0; model.nv()];
            fast.drive_forces(q, v, a, &mut tau).unwrap();
            close(&*tau, &*expected, 1e-12);
            // eight states, of which the blocks of one layout and the rows of the other hold the same
            let repeat = |x: &[f64]| x.repeat(8);
            let (mut rows, mut blocks) = (repeat(&tau), repeat(&tau));
            let states = States { q: &repeat(q), v: &repeat(v) };
            fast.drive_forces_batch(states, &repeat(a), &mut rows, Layout::Rows, Threads::Pool).unwrap();
            close(&rows[7 * tau.len()..], &*expected, 1e-12);
            let lanes = |x: &[f64]| -> Vec<f64> { [x, x].concat().iter().flat_map(|&x| [x; 4]).collect() };
            let states = States { q: &lanes(q), v: &lanes(v) };
            fast.drive_forces_batch(states, &lanes(a), &mut blocks, Layout::Blocks, Threads::One).unwrap();
            close(&*blocks, &*lanes(&rows[..tau.len()]), 1e-12);
            let f32s = |x: &[f64]| -> Vec<f32> { x.iter().map(|&x| x as f32).collect() };
            let (q, v, mut narrow) = (f32s(q), f32s(v), vec![0.0_f32; tau.len()]);
            let states = States { q: &q, v: &v };
            fast.drive_forces_batch_f32(states, &f32s(a), &mut narrow, Layout::Rows, Threads::One).unwrap();
            close(&*narrow.into_iter().map(f64::from).collect::<Vec<_>>(), &*expected, 1e-4);
        }
        if !model.closures().is_empty() {
            close(&*by_loops(&model, &state, false), &*expected, 1e-10);
        }
    }
}

fn fingers(motors: &[&str]) -> Model {
    let finger = |mass| MassProperties::sphere(mass, 0.01);
    let slide = |x| Joint::prismatic(Vec3::new(x, 0.0, -1.0));
    let mut d = Description::new("gripper")
        .link("hand", finger(2.0))
        .link("left", finger(0.3))
        .link("right", finger(0.2))
        .link("third", finger(0.1))
        .joint("arm", "ground", "hand", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .joint("left_slide", "hand", "left", slide(1.0), Pose::translation(Vec3::unit(0)))
        .joint("right_slide", "hand", "right", slide(-1.0), Pose::translation(Vec3::unit(0)))
        .joint("third_slide", "hand", "third", slide(0.5), Pose::translation(Vec3::unit(2)))
        .coupling("right_slide", "left_slide", -0.5, 0.1)
        .coupling("third_slide", "right_slide", 3.0, 0.0);
    for motor in motors {
        d = d.actuator(format!("{motor}_motor"), *motor);
    }
    d.build().unwrap()
}

// oracle: the algorithm for loops, which minimises the sum of squares of the forces of listed motors
#[test]
fn motors_of_the_model_bear_the_forces_of_their_group() {
    for motors in [&["arm", "left_slide"][..], &["arm", "third_slide"], &["arm", "right_slide", "third_slide"]] {
        let model = fingers(motors);
        let state = closed_state(&model, 3);
        let mut tau = vec![0.0; 4];
        model.compile().drive_forces(&state.q, &state.v, &state.a, &mut tau).unwrap();
        close(&*tau, &*by_loops(&model, &state, true), 1e-12);
    }
}

#[test]
fn states_that_violate_a_coupling_are_refused() {
    let model = fingers(&[]);
    let State { q, v, a, .. } = closed_state(&model, 5);
    let mut fast = model.compile();
    let changed = |x: &[f64], change: f64| [&x[..3], &[x[3] + change]].concat();
    let message = |result: Result<(), DynamicsError>| result.unwrap_err().to_string();
    let mut out = vec![0.0; 4];
    for (what, [q, v, a]) in [
        ("q", [&*changed(&q, 1e-3), &*v, &*a]),
        ("v", [&*q, &*changed(&v, 1e-3), &*a]),
        ("a", [&*q, &*v, &*changed(&a, 1e-3)]),
    ] {
        let text = message(fast.drive_forces(q, v, a, &mut out));
        assert!(text.starts_with(what) && text.contains("\"third_slide follows right_slide\""), "{text}");
        if what != "a" {
            assert_eq!(message(fast.forward_dynamics(q, v, a, &mut out)), text);
            let states = States { q, v };
            let batch = fast.forward_dynamics_batch(states, a, &mut out, Layout::Rows, Threads::One);
            assert_eq!(message(batch), format!("state 0 of the batch: {text}"));
        }
    }
    fast.drive_forces(&changed(&q, 1e-12), &v, &a, &mut out).unwrap();
}

// oracle: the inertia that is missing, by construction
#[test]
fn a_coupled_motion_without_inertia_is_reported() {
    let massless = MassProperties::none();
    let slide = |x| Joint::prismatic(Vec3::new(x, 0.0, 0.0));
    let model = Description::new("gripper")
        .link("left", massless)
        .link("right", massless)
        .joint("left_slide", "ground", "left", slide(1.0), Pose::identity())
        .joint("right_slide", "ground", "right", slide(-1.0), Pose::identity())
        .coupling("right_slide", "left_slide", 1.0, 0.0)
        .build()
        .unwrap();
    let error = model.compile().forward_dynamics(&[0.0; 2], &[0.0; 2], &[0.0; 2], &mut [0.0; 2]).unwrap_err();
    assert!(matches!(error, DynamicsError::Singular { .. }), "{error}");
}

#[test]
fn many_joints_and_other_closures_are_left_to_the_algorithms_for_loops() {
    let mut d = denoc_testkit::random_description(1, &Options::revolute(130, Shape::Chain));
    assert!(supports(&d.clone().build().unwrap()));
    let names: Vec<String> = d.joints.iter().take(2).map(|j| j.name.clone()).collect();
    d = d.coupling(&names[1], &names[0], 1.0, 0.0);
    let model = d.build().unwrap();
    assert!(model.is_coupled_tree() && !supports(&model));
    let rest = vec![0.0; model.nv()];
    let refused = model.compile().forward_dynamics(&rest, &rest, &rest, &mut rest.clone());
    assert!(matches!(refused, Err(DynamicsError::HasLoops { .. })));
}
