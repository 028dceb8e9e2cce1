//! Prescribed accelerations: moving bases and driven joints.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties};
use denoc_testkit::Random;

use super::*;
use crate::State;
use crate::loops::{LoopForward, LoopMethod};

/// Which accelerations are given: all of the first joint, none, all, every other one.
fn choices(model: &Model) -> [Vec<bool>; 4] {
    let nv = model.nv();
    let first = model.links().iter().find(|link| link.nv > 0).map_or(0, |link| link.v + link.nv);
    [
        (0..nv).map(|i| i < first).collect(),
        vec![false; nv],
        vec![true; nv],
        (0..nv).map(|i| (i * 7 + nv) % 3 != 0).collect(),
    ]
}

fn given(which: &[bool], a: &[f64]) -> Vec<Option<f64>> {
    which.iter().zip(a).map(|(&yes, &a)| yes.then_some(a)).collect()
}

/// Forces where they are known; arbitrary values elsewhere.
fn known(which: &[bool], tau: &[f64]) -> Vec<f64> {
    which.iter().zip(tau).map(|(&yes, &tau)| if yes { f64::NAN } else { tau }).collect()
}

// oracle: inverse dynamics with all accelerations gives all forces
#[test]
fn bases_and_joints_that_move_as_prescribed() {
    crate::testing::each(|model, s| {
        let wrenches = random_wrenches(model, 8);
        let loads = Loads::per_link(&wrenches);
        for which in choices(model) {
            for (grain, threads) in [(1, Threads::One), (3, Threads::Pool), (1000, Threads::One)] {
                let (mut tau, mut a) = (known(&which, &s.tau), vec![0.0; model.nv()]);
                let given = given(&which, &s.a);
                let mut odca = Odca::with_grain(model, grain);
                let hybrid = Hybrid { prescribed: &given, tau: &mut tau, a: &mut a };
                odca.hybrid(model, State { q: &s.q, v: &s.v }, hybrid, loads, threads).unwrap();
                for (i, given) in given.iter().enumerate() {
                    match given {
                        Some(given) => assert_eq!(a[i].to_bits(), given.to_bits()),
                        None => assert_eq!(tau[i].to_bits(), s.tau[i].to_bits()),
                    }
                }
                let (nv, mut ws) = (model.nv(), Workspace::new(model));
                let (mut expected, mut gim) = (vec![0.0; nv], vec![0.0; nv * nv]);
                let mut stage = stage(&mut ws, model, &s.q, &s.v);
                stage.inverse(&a, loads, &mut expected).unwrap();
                stage.gim(&mut gim).unwrap();
                // forces are sums of the terms of M a, which may be much larger than they are
                let terms = gim.iter().zip(a.iter().cycle()).fold(1.0_f64, |m, (gim, a)| m.max((gim * a).abs()));
                let apart = tau.iter().zip(&expected).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
                assert!(apart < 1e-10 * terms, "{}: {apart:e} of {terms:e}", model.name());
            }
        }
    });
}

// oracle: the motion by multipliers, of which parts are given; Newton and Euler's equations of the tree with the closures' forces
#[test]
fn mechanisms_with_loops_whose_joints_are_driven() {
    for entry in denoc_formats::catalogue::ENTRIES {
        let model = entry.describe().unwrap().build().unwrap();
        if model.closures().is_empty() {
            continue;
        }
        let (_, q) = &model.configurations()[0];
        let (v, tau) = (allowed_speeds(&model, q, 4), Random::new(3).vector(model.nv(), 1.0));
        let (mut ws, mut forward) = (Workspace::new(&model), LoopForward::new(&model, LoopMethod::Multipliers));
        let mut expected = vec![0.0; model.nv()];
        forward.forward(&mut stage(&mut ws, &model, q, &v), &tau, Loads::NONE, &mut expected).unwrap();
        let scale = largest(&expected).max(1.0);
        for which in choices(&model) {
            let mut odca = Odca::with_grain(&model, 3);
            let (mut all, mut a) = (known(&which, &tau), vec![0.0; model.nv()]);
            let given = given(&which, &expected);
            let hybrid = Hybrid { prescribed: &given, tau: &mut all, a: &mut a };
            let found = odca.hybrid(&model, State { q, v: &v }, hybrid, Loads::NONE, Threads::One).unwrap();
            let apart = a.iter().zip(&expected).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / scale;
            assert!(apart < 1e-8, "{}: {apart:e}", model.name());
            assert!(found.contradiction < 1e-6 * scale, "{}: {:e}", model.name(), found.contradiction);
            let (mut wrenches, mut pushes) = (vec![Wrench::zero(); model.links().len()], all.clone());
            odca.closed.as_ref().unwrap().1.add_forces(odca.lambda(), &mut wrenches, &mut pushes);
            let mut needed = vec![0.0; model.nv()];
            let stage = stage(&mut ws, &model, q, &v);
            stage.acceleration(&a, Loads::per_link(&wrenches)).unwrap().tau(&mut needed).unwrap();
            let off = pushes.iter().zip(&needed).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
            assert!(off < 1e-8 * largest(&needed).max(1.0), "{}: {off:e}", model.name());
        }
    }
}

/// A link without mass on a cart.
fn cart() -> Model {
    let x = Vec3::unit(0);
    Description::new("cart")
        .link("cart", MassProperties::cuboid(2.0, Vec3::new(0.2, 0.1, 0.1), Vec3::zero()))
        .link(
            "arm",
            MassProperties { mass: 0.0, center: Vec3::zero(), inertia: denoc_math::Sym3::diagonal(0.0, 0.0, 0.0) },
        )
        .joint("rail", "ground", "cart", Joint::prismatic(x), Pose::identity())
        .joint("turn", "cart", "arm", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .build()
        .unwrap()
}

// oracle: Newton's law
#[test]
fn a_link_without_mass_can_be_driven() {
    let model = cart();
    let (mut tau, mut a) = ([6.0, 0.0], [0.0; 2]);
    let mut odca = Odca::new(&model);
    let rest = State { q: &[0.0; 2], v: &[0.0; 2] };
    assert!(odca.forward(&model, rest, &tau, Loads::NONE, Threads::One, &mut a).is_err());
    let hybrid = Hybrid { prescribed: &[None, Some(5.0)], tau: &mut tau, a: &mut a };
    odca.hybrid(&model, rest, hybrid, Loads::NONE, Threads::One).unwrap();
    close_within(a, [3.0, 5.0], 1e-12);
    close_within(tau, [6.0, 0.0], 1e-12);
}

// oracle: a four-bar moves in one way: its crank at rest and its follower not contradict each other
#[test]
fn prescribed_accelerations_that_loops_do_not_allow_are_reported() {
    let model = crate::loops::tests::four_bar();
    let phi = 1.3453675552809108;
    let q = [0.0, phi, -2.0 * phi];
    let (mut tau, mut a) = (vec![0.0; model.nv()], vec![0.0; model.nv()]);
    let given: Vec<_> = (0..model.nv()).map(|i| Some(if i == 0 { 0.0 } else { 1.0 })).collect();
    let v = vec![0.0; model.nv()];
    let hybrid = Hybrid { prescribed: &given, tau: &mut tau, a: &mut a };
    let found = Odca::new(&model).hybrid(&model, State { q: &q, v: &v }, hybrid, Loads::NONE, Threads::One);
    assert!(found.unwrap().contradiction > 0.1);
}

// oracle: the rule
#[test]
fn given_accelerations_are_checked() {
    let model = cart();
    let (mut tau, mut a) = ([0.0; 2], [0.0; 2]);
    let mut error = |prescribed: &[Option<f64>]| {
        let state = State { q: &[0.0; 2], v: &[0.0; 2] };
        let hybrid = Hybrid { prescribed, tau: &mut tau, a: &mut a };
        Odca::new(&model).hybrid(&model, state, hybrid, Loads::NONE, Threads::One).unwrap_err().to_string()
    };
    assert!(error(&[None]).contains("prescribed"), "{}", error(&[None]));
    assert!(error(&[Some(f64::NAN), None]).contains("rail"), "{}", error(&[Some(f64::NAN), None]));
}
