use denoc_math::{Dual, Mat3, Pose, Real, Vec3, Wrench};
use denoc_model::joints::{KINDS, Unit};
use denoc_model::{Description, Joint, JointLaw, JointProperties, MassProperties, Model};
use denoc_testkit::{
    Options, Random, State, chain, close, close_within, four_bars, largest, random_model, random_state, random_wrenches,
};

use crate::testing::{Rate, each, moving, stage, times};
use crate::{Dynamics, DynamicsError, Loads, Workspace};

/// Directions at once.
const N: usize = 8;
type D = Dual<f64, N>;

fn constant(x: &[f64]) -> Vec<D> {
    x.iter().map(|&x| D::constant(x)).collect()
}

/// What is differentiated: the result for coordinates and speeds.
type Function<'a> = dyn FnMut(&Model<D>, &[D], &[D], &mut [D]) + 'a;

/// ∂/∂q along the directions of speeds and ∂/∂v, by rows, by dual numbers through the recursions.
fn by_dual_numbers(model: &Model, s: &State, function: &mut Function<'_>) -> [Vec<f64>; 2] {
    let (dual, nv) = (model.cast::<D>(), model.nv());
    let mut both = [vec![0.0; nv * nv], vec![0.0; nv * nv]];
    for first in (0..nv).step_by(N) {
        let block = first..nv.min(first + N);
        let (mut q, mut v) = (constant(&s.q), constant(&s.v));
        for m in block.clone() {
            v[m].parts[m - first] = 1.0;
            let mut unit = vec![0.0; nv];
            unit[m] = 1.0;
            for l in model.links() {
                let mut rate = vec![0.0; l.nq];
                l.joint.rate(&s.q[l.q..l.q + l.nq], &unit[l.v..l.v + l.nv], &mut rate);
                for (q, rate) in q[l.q..].iter_mut().zip(rate) {
                    q.parts[m - first] = rate;
                }
            }
        }
        let mut result = vec![D::constant(0.0); nv];
        for (out, q, v) in [(0, q, constant(&s.v)), (1, constant(&s.q), v)] {
            function(&dual, &q, &v, &mut result);
            for m in block.clone() {
                for (k, result) in result.iter().enumerate() {
                    both[out][k * nv + m] = result.parts[m - first];
                }
            }
        }
    }
    both
}

fn inverse_by_dual_numbers(model: &Model, s: &State, loads: &[Wrench<f64>]) -> [Vec<f64>; 2] {
    let loads: Vec<_> = loads.iter().map(|w| w.map(D::lift)).collect();
    let a = constant(&s.a);
    by_dual_numbers(model, s, &mut |dual, q, v, tau| {
        let mut ws = Workspace::new(dual);
        stage(&mut ws, dual, q, v).inverse(&a, Loads::per_link(&loads), tau).unwrap();
    })
}

fn inverse(model: &Model, s: &State, loads: &[Wrench<f64>]) -> [Vec<f64>; 2] {
    let square = model.nv() * model.nv();
    // previous contents are overwritten
    let (mut dq, mut dv) = (vec![7.0; square], vec![7.0; square]);
    let mut ws = Workspace::new(model);
    let mut stage = stage(&mut ws, model, &s.q, &s.v);
    stage.inverse_derivatives(&s.a, Loads::per_link(loads), &mut dq, &mut dv).unwrap();
    [dq, dv]
}

// oracle: dual numbers through the recursion of inverse dynamics
#[test]
fn forces_by_coordinates_and_speeds() {
    each(|model, s| {
        let loads = random_wrenches(model, 5);
        let [dq, dv] = inverse_by_dual_numbers(model, s, &loads);
        let [found_dq, found_dv] = inverse(model, s, &loads);
        close(found_dq, dq, 1e-12);
        close(found_dv, dv, 1e-12);
    });
}

/// A joint whose columns all depend on all coordinates.
struct Wobble;
impl JointLaw for Wobble {
    fn units(&self) -> &'static [Unit] {
        &[Unit::Angle, Unit::Length, Unit::Angle]
    }
    fn pose<T: Real>(&self, q: &[T]) -> Pose<T> {
        let (s0, c0) = (q[0] + q[1]).sin_cos();
        let (s2, c2) = (q[2] * q[1]).sin_cos();
        let turn = Mat3::rotation(Vec3::unit(0), s0, c0) * Mat3::rotation(Vec3::unit(2), s2, c2);
        Pose::new(turn, Vec3::new(q[1] * q[1], s0, q[0] * c2 + q[2]))
    }
}

/// `joint` between two revolute ones, and another branch, with motors.
fn between(joint: Joint<f64>, seed: u64) -> Model {
    let mut r = Random::new(seed);
    let mut d = Description::new("between");
    let turn = Joint::revolute(Vec3::unit(0));
    let tree = [
        ("a", "ground", turn.clone()),
        ("b", "a", joint.clone()),
        ("c", "b", turn.clone()),
        ("d", "b", joint),
        ("e", "a", turn),
    ];
    for (i, (name, parent, joint)) in tree.into_iter().enumerate() {
        let sides = Vec3::new(r.range(0.1, 0.2), r.range(0.2, 0.3), r.range(0.3, 0.4));
        let mass = MassProperties::cuboid(r.range(1.0, 3.0), sides, r.point(0.3));
        let origin = Pose::new(r.rotation(), r.point(0.5));
        d = d.link(name, mass).joint(format!("j{i}"), parent, name, joint, origin);
        d.joints[i].properties = JointProperties { rotor_inertia: 0.1, ..Default::default() };
    }
    d.build().unwrap()
}

// oracle: dual numbers through the recursion of inverse dynamics
#[test]
fn every_joint_from_both_sides() {
    for (seed, kind) in KINDS.iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let joint = (kind.example)(&mut || random.signed(1.0));
        for joint in [joint.reversed(), joint] {
            every_direction(&between(joint, seed as u64), kind.keyword);
        }
    }
    for joint in [Joint::custom(&Wobble), Joint::custom(&Wobble).reversed()] {
        every_direction(&between(joint, 3), "wobble");
    }
}

fn every_direction(model: &Model, name: &str) {
    for seed in 0..3 {
        let s = random_state(model, seed);
        let loads = random_wrenches(model, seed);
        let expected = inverse_by_dual_numbers(model, &s, &loads);
        for (found, expected) in inverse(model, &s, &loads).iter().zip(&expected) {
            let error = denoc_testkit::distance(found, expected);
            assert!(error < 1e-12, "{name}: {error:e}");
        }
    }
}

// oracles: forces are quadratic in the speeds, so ∂τ/∂v is zero at rest and ∂τ/∂v v = 2 C v; and linear in the accelerations
#[test]
fn identities_of_the_derivatives_of_forces() {
    each(|model, s| {
        let mut twice = vec![0.0; model.nv()];
        stage(&mut Workspace::new(model), model, &s.q, &s.v).vci(&mut twice).unwrap();
        twice.iter_mut().for_each(|x| *x *= 2.0);
        let [_, dv] = inverse(model, s, &random_wrenches(model, 1));
        close_within(times(&dv, &s.v), &twice, 1e-12 * largest(&dv));
        let rest = State { v: vec![0.0; model.nv()], ..s.clone() };
        assert_eq!(largest(&inverse(model, &rest, &random_wrenches(model, 1))[1]), 0.0);
    });
}

// oracle: linear in the accelerations: the derivative along a direction is the difference of two values
#[test]
fn they_can_be_differentiated_again() {
    for seed in 0..4 {
        let model = random_model(seed, &Options { joints: 14, ..Options::default() });
        let s = random_state(&model, seed);
        let (dual, square) = (model.cast::<Rate>(), model.nv() * model.nv());
        let mut ws = Workspace::new(&dual);
        let still = vec![0.0; model.nv()];
        let (q, v) = (moving(&s.q, &vec![0.0; model.nq()]), moving(&s.v, &still));
        let (mut dq, mut dv) = (vec![Rate::zero(); square], vec![Rate::zero(); square]);
        let mut stage = stage(&mut ws, &dual, &q, &v);
        stage.inverse_derivatives(&moving(&s.a, &s.tau), Loads::NONE, &mut dq, &mut dv).unwrap();
        let later = State { a: s.a.iter().zip(&s.tau).map(|(a, b)| a + b).collect(), ..s.clone() };
        let none = vec![Wrench::zero(); model.links().len()];
        let ([before, slow], [after, _]) = (inverse(&model, &s, &none), inverse(&model, &later, &none));
        let difference: Vec<f64> = after.iter().zip(&before).map(|(a, b)| a - b).collect();
        close(crate::testing::rates(&dq), difference, 1e-11);
        close(dq.iter().map(|x| x.value).collect::<Vec<_>>(), before, 1e-15);
        close(dv.iter().map(|x| x.value).collect::<Vec<_>>(), slow, 1e-15);
        assert_eq!(largest(crate::testing::rates(&dv)), 0.0);
    }
}

// oracle: a workspace of its own
#[test]
fn a_workspace_serves_other_models_of_the_same_size() {
    let constant = between(Joint::cylindrical(Vec3::unit(2)), 1);
    let changing = between(Joint::universal(Vec3::unit(0), Vec3::unit(1)), 2);
    let mut ws = Workspace::new(&constant);
    let s = random_state(&changing, 1);
    let loads = random_wrenches(&changing, 1);
    let [mut dq, mut dv] = [(); 2].map(|()| vec![0.0; changing.nv() * changing.nv()]);
    let mut velocity = stage(&mut ws, &changing, &s.q, &s.v);
    velocity.inverse_derivatives(&s.a, Loads::per_link(&loads), &mut dq, &mut dv).unwrap();
    assert_eq!([dq, dv], inverse(&changing, &s, &loads));
}

// oracle: uniform gravity: results do not depend on the position of the base, however far away
#[test]
fn a_floating_base_may_be_far_away() {
    let model = random_model(2, &Options::default().floating());
    let mut s = random_state(&model, 2);
    let loads = random_wrenches(&model, 2);
    let near = inverse(&model, &s, &loads);
    for x in &mut s.q[..3] {
        *x += 1e5;
    }
    let far = inverse(&model, &s, &loads);
    for (near, far) in near.iter().zip(&far) {
        close(far, near, 1e-9);
    }
    for row in far[0].chunks_exact(model.nv()) {
        assert!(largest(&row[3..6]) < 1e-9 * largest(&far[0]));
    }
}

// oracles: dual numbers through the recursion of forward dynamics; Udut::inverse; Velocity::forward
#[test]
fn accelerations_by_coordinates_speeds_and_forces() {
    let mut turn = 0;
    each(|model, s| {
        turn += 1;
        if turn % 3 != 0 {
            return; // dual numbers through forward dynamics are slow
        }
        let nv = model.nv();
        let loads = random_wrenches(model, 5);
        let dual_loads: Vec<_> = loads.iter().map(|w| w.map(D::lift)).collect();
        let tau = constant(&s.tau);
        let [dq, dv] = by_dual_numbers(model, s, &mut |dual, q, v, a| {
            let mut ws = Workspace::new(dual);
            stage(&mut ws, dual, q, v).forward(&tau, Loads::per_link(&dual_loads), a).unwrap();
        });
        let mut ws = Workspace::new(model);
        let mut stage = stage(&mut ws, model, &s.q, &s.v);
        let (mut a, mut expected, mut inverse) = (vec![0.0; nv], vec![0.0; nv], vec![0.0; nv * nv]);
        stage.forward(&s.tau, Loads::per_link(&loads), &mut expected).unwrap();
        stage.udut().unwrap().inverse(&mut inverse).unwrap();
        let [mut found_dq, mut found_dv, mut dtau] = [(); 3].map(|()| vec![7.0; nv * nv]);
        let loads = Loads::per_link(&loads);
        stage.forward_derivatives(&s.tau, loads, &mut a, &mut found_dq, &mut found_dv, &mut dtau).unwrap();
        assert_eq!(a, expected);
        // the condition number of the inertia matrix costs digits
        close(found_dq, dq, 1e-9);
        close(found_dv, dv, 1e-9);
        close(&dtau, inverse, 1e-10);
        for k in 0..nv * nv {
            assert!((dtau[k] - dtau[k % nv * nv + k / nv]).abs() <= 1e-10 * largest(&dtau));
        }
    });
}

// oracle: the derivative of I a + … = τ at constant τ: I ∂a/∂q + ∂τ/∂q = 0, and so by v
#[test]
fn forward_and_inverse_derivatives_belong_together() {
    each(|model, s| {
        let nv = model.nv();
        let mut ws = Workspace::new(model);
        let mut stage = stage(&mut ws, model, &s.q, &s.v);
        let mut a = vec![0.0; nv];
        let [mut dq, mut dv, mut dtau, mut gim] = [(); 4].map(|()| vec![0.0; nv * nv]);
        stage.forward_derivatives(&s.tau, Loads::NONE, &mut a, &mut dq, &mut dv, &mut dtau).unwrap();
        stage.gim(&mut gim).unwrap();
        let (mut by_q, mut by_v) = (vec![0.0; nv * nv], vec![0.0; nv * nv]);
        stage.inverse_derivatives(&a, Loads::NONE, &mut by_q, &mut by_v).unwrap();
        for (accelerations, forces) in [(&dq, &by_q), (&dv, &by_v)] {
            for m in 0..nv {
                let column = |x: &[f64]| x.iter().skip(m).step_by(nv).map(|x| -x).collect::<Vec<f64>>();
                let bound = 1e-11 * largest(&gim) * largest(accelerations);
                close_within(
                    times(&gim, &column(accelerations)),
                    column(forces).iter().map(|x| -x).collect::<Vec<_>>(),
                    bound,
                );
            }
        }
    });
}

// oracle: the message text of the errors
#[test]
fn what_is_refused() {
    let closed = four_bars(1);
    let nv = closed.nv();
    let square = || vec![0.0; nv * nv];
    let mut ws = Workspace::new(&closed);
    let zero = vec![0.0; nv];
    let mut velocity = stage(&mut ws, &closed, &zero, &zero);
    let refused = velocity.inverse_derivatives(&zero, Loads::NONE, &mut square(), &mut square());
    assert!(matches!(refused, Err(DynamicsError::HasLoops { .. })));
    let mut a = zero.clone();
    let refused = velocity.forward_derivatives(&zero, Loads::NONE, &mut a, &mut square(), &mut square(), &mut square());
    assert!(matches!(refused, Err(DynamicsError::HasLoops { .. })));

    let arm = chain(2);
    let mut ws = Workspace::new(&arm);
    let mut velocity = stage(&mut ws, &arm, &[0.0; 2], &[0.0; 2]);
    let (mut a, mut three, mut four) = ([0.0; 2], [0.0; 3], [0.0; 4]);
    let short = velocity.inverse_derivatives(&[0.0; 2], Loads::NONE, &mut four, &mut three).unwrap_err();
    assert!(short.to_string().contains("dv") && short.to_string().contains('4'), "{short}");
    let short = velocity.forward_derivatives(&[0.0; 2], Loads::NONE, &mut a, &mut four.clone(), &mut four, &mut three);
    assert!(short.unwrap_err().to_string().contains("dtau"));

    let massless = random_model(1, &Options { massless_leaves: true, rotors: 0.0, ..Options::default() });
    let (s, n) = (random_state(&massless, 1), massless.nv() * massless.nv());
    let [mut dq, mut dv, mut dtau] = [(); 3].map(|()| vec![0.0; n]);
    let mut a = s.a.clone();
    let mut ws = Workspace::new(&massless);
    let mut velocity = stage(&mut ws, &massless, &s.q, &s.v);
    velocity.inverse_derivatives(&s.a, Loads::NONE, &mut dq, &mut dv).unwrap();
    let singular = velocity.forward_derivatives(&s.tau, Loads::NONE, &mut a, &mut dq, &mut dv, &mut dtau);
    assert!(matches!(singular, Err(DynamicsError::Singular { .. })));
}

// oracle: symmetry: without gravity the forces do not depend on the orientation of the mechanism
#[test]
fn without_gravity_the_first_angle_does_not_matter() {
    let model = chain(5).with_gravity(Vec3::zero());
    let s = random_state(&model, 4);
    let [dq, _] = inverse(&model, &s, &vec![Wrench::zero(); 5]);
    for row in dq.chunks_exact(5) {
        assert!(row[0].abs() < 1e-12 * largest(&dq));
    }
    let mut tau = vec![0.0; 5];
    model.inverse_dynamics(&mut Workspace::new(&model), &s.q, &s.v, &s.a, &mut tau).unwrap();
    assert!(largest(&tau) > 0.1);
}
