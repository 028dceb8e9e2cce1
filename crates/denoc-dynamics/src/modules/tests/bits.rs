//! Oracle: the recursion over links ([`Velocity::inverse`](crate::Velocity::inverse) and `forward`), bit for bit.

use denoc_formats::catalogue;
use denoc_math::{Pose, RigidMass, Vec3, Wrench};
use denoc_model::{Joint, Model};
use denoc_testkit::{Options, Shape, State, random_model, random_state, random_wrenches};

use super::{pool, rods};
use crate::compiled::Threads;
use crate::modules::ModularDynamics;
use crate::{DynamicsError, Loads, Workspace};

fn flat(model: &Model, s: &State, loads: Loads<'_, f64>) -> [Vec<u64>; 2] {
    let mut ws = Workspace::new(model);
    let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
    let (mut tau, mut a) = (vec![0.0; model.nv()], vec![0.0; model.nv()]);
    stage.inverse(&s.a, loads, &mut tau).unwrap();
    stage.forward(&s.tau, loads, &mut a).unwrap();
    [bits(&tau), bits(&a)]
}

fn modular(by: &mut ModularDynamics<f64>, s: &State, loads: Loads<'_, f64>) -> [Vec<u64>; 2] {
    let (mut tau, mut a) = (vec![0.0; s.v.len()], vec![0.0; s.v.len()]);
    by.inverse_dynamics(&s.q, &s.v, &s.a, loads, &mut tau).unwrap();
    by.forward_dynamics(&s.q, &s.v, &s.tau, loads, &mut a).unwrap();
    [bits(&tau), bits(&a)]
}

fn bits(x: &[f64]) -> Vec<u64> {
    x.iter().map(|x| x.to_bits()).collect()
}

/// With and without loads, on one thread, two and three, in pieces of several sizes; how many branches there were at most.
fn compare(model: &Model, seed: u64) -> usize {
    let s = random_state(model, seed);
    let wrenches: Vec<Wrench<f64>> = random_wrenches(model, seed);
    let mut most = 0;
    for loads in [Loads::NONE, Loads::per_link(&wrenches)] {
        let expected = flat(model, &s, loads);
        let mut one = ModularDynamics::new(model).with_threads(Threads::One);
        assert_eq!(one.branches(), 0);
        assert_eq!(modular(&mut one, &s, loads), expected);
        for (threads, grain) in [(2, 1), (2, 7), (3, 1), (3, 30)] {
            pool(threads).install(|| {
                let mut by = ModularDynamics::new(model).with_grain(grain);
                most = most.max(by.branches());
                assert_eq!(modular(&mut by, &s, loads), expected, "{threads} threads, grain {grain}");
                // nothing is left over from the evaluation before
                assert_eq!(modular(&mut by, &s, loads), expected);
            });
        }
    }
    most
}

#[test]
fn walking_robots() {
    for name in ["quadruped", "biped", "hexapod"] {
        let model = catalogue::describe(name).unwrap().build().unwrap();
        assert!(compare(&model, 3) >= 2, "{name}");
    }
}

#[test]
fn random_trees_of_all_joints() {
    for seed in 0..4 {
        let options = Options { joints: 300, ..Options::default() };
        assert!(compare(&random_model(seed, &options), seed) >= 2);
        assert!(compare(&random_model(seed, &options.floating()), seed) >= 2);
        let star = Options { joints: 41, shape: Shape::Star, ..Options::default() };
        assert!(compare(&random_model(seed, &star), seed) >= 2);
        compare(&random_model(seed, &Options { joints: 30, shape: Shape::Chain, ..Options::default() }), seed);
    }
}

// oracle: the recursion over links, in single precision
#[test]
fn other_numbers() {
    let model = random_model(5, &Options { joints: 40, ..Options::default() });
    let s = random_state(&model, 5);
    let single = |x: &[f64]| x.iter().map(|&x| x as f32).collect::<Vec<f32>>();
    let (model, v, tau) = (model.cast::<f32>(), single(&s.v), single(&s.tau));
    let q = single(&s.q);
    let (mut flat, mut modular) = (vec![0.0; v.len()], vec![0.0; v.len()]);
    let mut ws = Workspace::new(&model);
    ws.position(&model, &q).unwrap().velocity(&v).unwrap().forward(&tau, Loads::NONE, &mut flat).unwrap();
    pool(2).install(|| {
        let mut by = ModularDynamics::new(&model).with_grain(1);
        by.forward_dynamics(&q, &v, &tau, Loads::NONE, &mut modular).unwrap();
    });
    assert_eq!(flat, modular);
}

// oracle: the error of the recursion over links, verbatim, whichever joints vanish
#[test]
fn the_joint_that_stops_the_recursion_over_links_is_named() {
    // a hub, five limbs of three links, and a twig on the second link of every limb
    let mut parents = vec![None];
    for _ in 0..5 {
        let first = parents.len();
        parents.extend([Some(0), Some(first), Some(first + 1), Some(first + 1)]);
    }
    let sound = rods(&parents);
    let n = sound.links().len();
    let leaves: Vec<usize> =
        (0..n).filter(|&i| sound.links().iter().all(|l| l.parent.map(|p| p.0) != Some(i))).collect();
    let mut several = 0;
    for choice in 1..1u32 << leaves.len().min(6) {
        let mut model = sound.clone();
        for (k, &leaf) in leaves.iter().enumerate().filter(|(k, _)| choice & (1 << (k % 6)) != 0) {
            model.links_mut()[leaf].mass = RigidMass::zero();
            several += k;
        }
        let s = random_state(&model, 7);
        let mut a = vec![0.0; n];
        let mut ws = Workspace::new(&model);
        let mut stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
        let expected = stage.forward(&s.tau, Loads::NONE, &mut a).unwrap_err();
        assert!(matches!(expected, DynamicsError::Singular { .. }));
        for (threads, grain) in [(2, 1), (2, 4), (3, 2)] {
            pool(threads).install(|| {
                let mut by = ModularDynamics::new(&model).with_grain(grain);
                assert!(by.branches() > 1);
                let found = by.forward_dynamics(&s.q, &s.v, &s.tau, Loads::NONE, &mut a).unwrap_err();
                assert_eq!(found, expected, "{threads} threads, grain {grain}");
            });
        }
    }
    assert!(several > 0);
}

/// Compares the errors of forward dynamics verbatim; the joint that is named.
fn compare_errors(model: &Model, grain: usize) -> String {
    let s = random_state(model, 1);
    let mut a = vec![0.0; model.nv()];
    let mut ws = Workspace::new(model);
    let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
    let expected = stage.forward(&s.tau, Loads::NONE, &mut a).unwrap_err();
    pool(2).install(|| {
        let mut by = ModularDynamics::new(model).with_grain(grain);
        assert!(by.branches() > 1);
        assert_eq!(by.forward_dynamics(&s.q, &s.v, &s.tau, Loads::NONE, &mut a).unwrap_err(), expected);
    });
    let DynamicsError::Singular { joint, .. } = expected else { panic!("{expected}") };
    joint
}

// oracle: as above; some of the joints that vanish belong to the trunk
#[test]
fn a_trunk_can_stop_too() {
    // a hub with a twig, two limbs, and a twig: twigs are too small for a thread
    let sound = rods(&[None, Some(0), Some(0), Some(2), Some(3), Some(0), Some(5), Some(6), Some(0)]);
    for (massless, joint) in
        [(vec![8], "joint8"), (vec![1], "joint1"), (vec![4], "joint4"), (vec![1, 4], "joint4"), (vec![4, 8], "joint8")]
    {
        let mut model = sound.clone();
        massless.iter().for_each(|&i| model.links_mut()[i].mass = RigidMass::zero());
        assert_eq!(compare_errors(&model, 2), joint, "{massless:?}");
    }
}

// oracle: as above. A carriage without mass under another one that slides the same way: the pivot is judged against the masses
// outward, whose sizes pass through two modules
#[test]
fn pivots_are_judged_against_the_same_masses() {
    let mut model = rods(&[None, Some(0), Some(1), Some(2), Some(2), Some(0), Some(5)]);
    for i in [1, 2] {
        let link = &mut model.links_mut()[i];
        (link.joint, link.placement) = (Joint::prismatic(Vec3::unit(0)), Pose::identity());
    }
    model.links_mut()[1].mass = RigidMass::zero();
    for grain in [1, 2] {
        assert_eq!(compare_errors(&model, grain), "joint1");
    }
}

// oracle: the message text of the recursion over links
#[test]
fn bad_input_is_refused_in_the_same_words() {
    let model = rods(&[None, Some(0), Some(0)]);
    let (mut ws, mut by) = (Workspace::new(&model), ModularDynamics::new(&model));
    let (x, bad, mut out) = ([0.1; 3], [0.1, f64::NAN, 0.0], [0.0; 3]);
    let mut both = |q: &[f64], v: &[f64], u: &[f64]| {
        let flat = ws.position(&model, q).and_then(|p| p.velocity(v)?.forward(u, Loads::NONE, &mut out)).unwrap_err();
        assert_eq!(by.forward_dynamics(q, v, u, Loads::NONE, &mut out).unwrap_err().to_string(), flat.to_string());
        let flat = ws.position(&model, q).and_then(|p| p.velocity(v)?.inverse(u, Loads::NONE, &mut out)).unwrap_err();
        assert_eq!(by.inverse_dynamics(q, v, u, Loads::NONE, &mut out).unwrap_err().to_string(), flat.to_string());
    };
    both(&bad, &x, &x);
    both(&x, &bad, &x);
    both(&x, &x, &bad);
    both(&x[..2], &x, &x);
    both(&x, &[1e200; 3], &x); // it overflows
    assert!(by.forward_dynamics(&x, &x, &x, Loads::NONE, &mut [0.0; 2]).is_err());
    let fourbar = catalogue::describe("fourbar").unwrap().build().unwrap();
    let (q, n) = (vec![0.0; fourbar.nq()], fourbar.nv());
    let refused = ModularDynamics::new(&fourbar).forward_dynamics(
        &q,
        &vec![0.0; n],
        &vec![0.0; n],
        Loads::NONE,
        &mut vec![0.0; n],
    );
    assert!(matches!(refused, Err(DynamicsError::HasLoops { .. })));
}
