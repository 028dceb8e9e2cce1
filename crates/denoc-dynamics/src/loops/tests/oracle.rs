//! Every method against the dense equations.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties};
use denoc_testkit::{close, close_within, largest, random_wrenches};
use nalgebra::{DMatrix, DVector};

use super::mechanisms::{Closed, consistent, each_kind, jacobian, mixed, registered};
use crate::loops::{LoopForward, LoopMethod, Loops};
use crate::{DynamicsError, Loads, Workspace};

/// Accelerations, Jᵀ λ and the multipliers of least norm (times their units) from
/// [I −Jᵀ; J 0] [a; λ] = [τ + loads − h; target − J̇ v].
fn dense(c: &Closed, target: &[f64]) -> [DVector<f64>; 3] {
    let (model, s) = (&c.model, &c.state);
    let (nv, mut ws, mut loops) = (model.nv(), Workspace::new(model), Loops::new(model));
    let m = loops.count();
    let loads = random_wrenches(model, 1);
    let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
    loops.place(&stage);
    let (mut gim, mut h, mut bias) = (vec![0.0; nv * nv], vec![0.0; nv], vec![0.0; m]);
    loops.bias(&stage, &mut bias).unwrap();
    stage.gim(&mut gim).unwrap();
    stage.inverse(&vec![0.0; nv], Loads::per_link(&loads), &mut h).unwrap();
    let (j, gim) = (jacobian(model, &s.q), DMatrix::from_row_slice(nv, nv, &gim));
    let unit = |i: usize| loops.units[i];
    let kkt = DMatrix::from_fn(nv + m, nv + m, |r, k| match (r < nv, k < nv) {
        (true, true) => gim[(r, k)],
        (true, false) => -j[(k - nv, r)] / unit(k - nv),
        (false, true) => j[(r - nv, k)] / unit(r - nv),
        (false, false) => 0.0,
    });
    let right = DVector::from_fn(nv + m, |r, _| match r < nv {
        true => s.tau[r] - h[r],
        false => (target[r - nv] - bias[r - nv]) / unit(r - nv),
    });
    let svd = kkt.clone().svd(true, true);
    let mut x = svd.solve(&right, 1e-11).unwrap();
    // nalgebra's decomposition is sometimes good to 1e-7 only
    for _ in 0..2 {
        x += svd.solve(&(&right - &kkt * &x), 1e-11).unwrap();
    }
    let lambda = x.rows(nv, m).into_owned();
    let force = (j.transpose()) * DVector::from_fn(m, |i, _| lambda[i] / unit(i));
    [x.rows(0, nv).into_owned(), force, lambda]
}

/// Checks all methods; false if the conditions contradict each other in this state.
fn check(c: &Closed, tolerance: f64) -> bool {
    let (model, s) = (&c.model, &c.state);
    let j = jacobian(model, &s.q);
    for grain in [1, 2, 4] {
        crate::odca::tests::check_loops(model, s, grain, tolerance);
    }
    // a target that can be met
    let some = DVector::from_column_slice(&s.a);
    for target in [&j * &some * 0.0, &j * &some] {
        let [a0, force0, lambda0] = dense(c, target.as_slice());
        let loads = random_wrenches(model, 1);
        for &method in LoopMethod::ALL {
            let (mut ws, mut forward) = (Workspace::new(model), LoopForward::new(model, method));
            forward.set_target(target.as_slice());
            let mut a = vec![0.0; model.nv()];
            let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
            let outcome = forward.forward(&mut stage, &s.tau, Loads::per_link(&loads), &mut a).unwrap();
            if outcome.contradiction > 1e-8 * (1.0 + a0.amax()) {
                return false;
            }
            let context = |what: &str| format!("{}, {method:?}, {what}, {outcome:?}", c.name);
            let off = |x: &DVector<f64>, y: &DVector<f64>| (x - y).amax() / y.amax().max(1e-9);
            let acceleration = DVector::from_column_slice(&a);
            assert!(off(&acceleration, &a0) < tolerance, "{}: {:e}", context("a"), off(&acceleration, &a0));
            let lambda = DVector::from_column_slice(forward.lambda());
            let force = j.transpose() * &lambda;
            let scale = force0.amax().max(1.0);
            assert!((&force - &force0).amax() < tolerance * scale, "{}", context("forces"));
            let scaled = DVector::from_fn(lambda.len(), |i, _| lambda[i] * forward.loops().units[i]);
            let lambda_off = if lambda.is_empty() { 0.0 } else { (scaled - &lambda0).amax() };
            // divide and conquer takes the least norm at every place where loops are closed, not of all together
            let unique = outcome.rank == lambda.len() || method != LoopMethod::Odca;
            let allowed = 100.0 * tolerance * lambda0.amax().max(1.0);
            assert!(!unique || lambda_off < allowed, "{}: {lambda_off:e}", context("λ"));
            // d(J v)/dt equals the target
            let mut rates = vec![0.0; lambda.len()];
            forward.loops.rates(&stage, Some(&a), &mut rates);
            close_within(&rates, &target, 1e-9 * (1.0 + acceleration.amax()));
            // no power in motions that keep the loops closed
            let power = force.dot(&DVector::from_column_slice(&s.v));
            assert!(power.abs() < 1e-10 * (1.0 + force.norm() * largest(&s.v)), "{}: {power:e}", context("power"));
        }
    }
    true
}

// oracle: singular value decomposition of the dense equations
#[test]
fn every_kind_of_closure() {
    let (mut all, mut met) = (0, 0);
    let mut judge = |c: &Closed| {
        all += 1;
        met += usize::from(check(c, 1e-9));
    };
    each_kind(6, &mut judge);
    registered(6, &mut judge);
    assert!(met * 20 >= all * 19, "{met} of {all}");
}

// oracle: singular value decomposition of the dense equations
#[test]
fn several_closures_at_once() {
    let (mut all, mut met) = (0, 0);
    mixed(6, |c| {
        all += 1;
        met += usize::from(check(c, 1e-9));
    });
    assert!(met * 20 >= all * 19, "{met} of {all}");
}

/// A four-bar whose coupler and output are without mass, as bars in space; its tree's inertia matrix is singular.
fn light_four_bar(output: MassProperties, rotor: f64) -> Closed {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let along = |length: f64| Pose::translation(x.scale(length));
    let rotor = JointProperties { rotor_inertia: rotor, ..Default::default() };
    let model = Description::new("light four-bar")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("crank", MassProperties::none())
        .link("coupler", MassProperties::none())
        .link("output", output)
        .joint("crank_pivot", "ground", "crank", Joint::revolute(z), Pose::identity())
        .properties(rotor)
        .joint("crank_pin", "crank", "coupler", Joint::revolute(z), along(0.038))
        .joint("output_pivot", "ground", "output", Joint::revolute(z), along(0.0895))
        .joint("output_pin", "coupler", "output", Joint::revolute(z), along(0.1152))
        .child_origin(along(0.1152))
        .cut()
        .build()
        .unwrap();
    let phi = 1.3453675552809108;
    let mut q = vec![0.0; 3];
    for (joint, angle) in [("crank_pin", phi), ("output_pivot", std::f64::consts::PI - phi)] {
        q[model.links()[model.joint(joint).unwrap().0].q] = angle;
    }
    let v = consistent(&model, &q, &[1.0, 0.5, -0.7]);
    let state = denoc_testkit::State { q, v, a: vec![0.0; 3], tau: vec![0.2, 0.0, 0.0] };
    Closed { name: "light four-bar".into(), model, state }
}

// oracle: the balance of power of a mechanism with one moving mass; and the dense equations
#[test]
fn links_may_be_without_mass_where_the_closed_mechanism_is_not() {
    let c = light_four_bar(MassProperties::rod(3.0, 0.1152, Vec3::unit(0)), 0.0);
    let (model, s) = (&c.model, &c.state);
    let [expected, force, _] = dense(&c, &[0.0; 5]);
    let loads = random_wrenches(model, 1);
    for method in [LoopMethod::Reduced, LoopMethod::Uncut, LoopMethod::Multipliers] {
        let (mut ws, mut forward) = (Workspace::new(model), LoopForward::new(model, method));
        let mut a = [0.0; 3];
        let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
        let solved = forward.forward(&mut stage, &s.tau, Loads::per_link(&loads), &mut a);
        if method == LoopMethod::Multipliers {
            // needs the inverse of the tree's inertia matrix
            assert!(matches!(solved, Err(DynamicsError::Singular { .. })), "{solved:?}");
            continue;
        }
        assert_eq!(solved.unwrap().rank, 2);
        close(a, &expected, 1e-9);
        let lambda = DVector::from_column_slice(forward.lambda());
        close(jacobian(model, &s.q).transpose() * lambda, &force, 1e-9);
        // vᵀ τ + power of gravity and loads = rate of the kinetic energy of the output, ω α I about its pivot
        let output = model.link("output").unwrap();
        let (link, inertia) = (&model.links()[output.0], 3.0 * 0.1152_f64.powi(2) / 3.0);
        let centre = 0.0576 * s.q[link.q].cos();
        let twist: Vec<_> = (0..3).map(|i| stage.link_twist(denoc_model::LinkId(i))).collect();
        let from_loads: f64 = twist.iter().zip(&loads).map(|(t, w)| t.dot(*w)).sum();
        let from_motor: f64 = s.v.iter().zip(&s.tau).map(|(a, b)| a * b).sum();
        let from_gravity = -3.0 * 9.81 * centre * s.v[link.v];
        let kinetic = inertia * s.v[link.v] * a[link.v];
        assert!((from_loads + from_motor + from_gravity - kinetic).abs() < 1e-10 * from_loads.abs().max(1.0));
    }
}

// oracle: nothing has mass, or only the rotor of the motor does
#[test]
fn motion_that_nothing_resists_is_refused_by_name() {
    for method in [LoopMethod::Reduced, LoopMethod::Uncut] {
        for (rotor, works) in [(0.0, false), (0.01, true)] {
            let c = light_four_bar(MassProperties::none(), rotor);
            let (mut ws, mut forward) = (Workspace::new(&c.model), LoopForward::new(&c.model, method));
            let mut a = [0.0; 3];
            let mut stage = ws.position(&c.model, &c.state.q).unwrap().velocity(&c.state.v).unwrap();
            let solved = forward.forward(&mut stage, &c.state.tau, Loads::NONE, &mut a);
            if works {
                solved.unwrap();
                assert!((a[0] - 0.2 / 0.01).abs() < 1e-9);
            } else {
                let text = solved.unwrap_err().to_string();
                assert!(text.contains("can accelerate without resistance") && text.contains("has mass"), "{text}");
            }
        }
    }
}
