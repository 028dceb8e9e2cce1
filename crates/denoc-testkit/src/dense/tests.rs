use denoc_math::{Twist, Wrench};
use denoc_model::Model;
use nalgebra::{DMatrix, DVector};

use crate::{Dense, Options, Shape, State, close, close_within, largest, random_model, random_state, random_wrenches};

/// Random mechanisms of every shape, on ground and floating, with all joint types.
fn each(mut check: impl FnMut(&Model, &State, u64)) {
    for seed in 0..30 {
        let shape = [Shape::Tree, Shape::Chain, Shape::Star][seed as usize % 3];
        let options = Options { joints: 15, floating: seed % 2 == 0, shape, ..Options::default() };
        let model = random_model(seed, &options);
        check(&model, &random_state(&model, seed), seed);
    }
}

/// Central difference along the motion of a quantity that depends on the state.
fn along<R>(model: &Model, state: &State, quantity: impl Fn(Dense) -> R) -> R
where
    R: std::ops::Sub<Output = R> + std::ops::Div<f64, Output = R>,
{
    let h = 1e-5;
    let at = |sign: f64| {
        let mut q = state.q.clone();
        for l in model.links() {
            let range = l.q..l.q + l.nq;
            let mut rate = vec![0.0; l.nq];
            l.joint.rate(&state.q[range.clone()], &state.v[l.v..l.v + l.nv], &mut rate);
            q[range].iter_mut().zip(&rate).for_each(|(q, r)| *q += sign * h * r);
        }
        quantity(Dense::new(model, &q, &state.v))
    };
    (at(1.0) - at(-1.0)) / (2.0 * h)
}

// oracle: central differences
#[test]
fn the_rate_of_the_noc_is_right_at_both_points() {
    each(|model, s, _| {
        let dense = Dense::new(model, &s.q, &s.v);
        close(&dense.at_center.noc_rate, along(model, s, |d| d.at_center.noc), 1e-7);
        close(&dense.at_origin.noc_rate, along(model, s, |d| d.at_origin.noc), 1e-7);
    });
}

// oracle: the velocity of each link frame, by central differences of its position
#[test]
fn twists_are_rates_of_poses() {
    each(|model, s, _| {
        let dense = Dense::new(model, &s.q, &s.v);
        let positions =
            |d: Dense| DVector::from_vec(d.bodies.iter().flat_map(|b| b.pose.position.to_array()).collect::<Vec<_>>());
        let velocities: Vec<f64> = dense.bodies.iter().flat_map(|b| b.velocity.to_array()).collect();
        close(&velocities, along(model, s, positions), 1e-7);
        let twists: Vec<f64> = dense.bodies.iter().flat_map(|b| Twist::new(b.angular, b.velocity).to_array()).collect();
        close(dense.twists(), &twists, 1e-13);
    });
}

// oracle: each other
#[test]
fn mass_centre_and_joint_origin_give_the_same_equations() {
    each(|model, s, _| {
        let dense = Dense::new(model, &s.q, &s.v);
        let v = DVector::from_column_slice(&s.v);
        close(dense.at_origin.gim(), dense.at_center.gim(), 1e-13);
        close(dense.at_origin.mci() * &v, dense.at_center.mci() * &v, 1e-13);
    });
}

fn symmetric_part(m: &DMatrix<f64>) -> DMatrix<f64> {
    (m + m.transpose()) * 0.5
}

// oracle: skewness; İ by central differences
#[test]
fn gim_rate_minus_twice_the_mci_is_skew_in_mass_centre_form_only() {
    each(|model, s, _| {
        let dense = Dense::new(model, &s.q, &s.v);
        let rate = along(model, s, |d| d.gim);
        let scale = largest(&rate);
        close_within(symmetric_part(&(&rate - &dense.mci * 2.0)), DMatrix::zeros(model.nv(), model.nv()), 1e-7 * scale);
        let other = symmetric_part(&(&rate - dense.at_origin.mci() * 2.0));
        assert!(largest(&other) > 1e-3 * scale, "{:e} of {scale:e}", largest(&other));
    });
}

// oracle: kinetic and potential energy by central differences along the motion of forward dynamics
#[test]
fn power_of_the_forces_is_the_rate_of_energy() {
    each(|model, s, seed| {
        let external = random_wrenches(model, seed);
        let dense = Dense::new(model, &s.q, &s.v);
        let a = dense.forward(&s.tau, &external).unwrap();
        let v = DVector::from_column_slice(&s.v);
        // d/dt of ½ vᵀ I v + V
        let rate = v.dot(&(&dense.gim * &a)) + 0.5 * v.dot(&(along(model, s, |d| d.gim) * &v));
        let potential = along(model, s, |d| d.potential);
        let power = v.dot(&(DVector::from_column_slice(&s.tau) + dense.applied(&external)));
        let scale = rate.abs().max(potential.abs()).max(power.abs()).max((v.transpose() * &dense.vci)[0].abs());
        assert!((rate + potential - power).abs() < 1e-6 * scale.max(1.0), "{rate} {potential} {power}");
        close(dense.kinetic, 0.5 * v.dot(&(&dense.gim * &v)), 1e-13);
        close_within(potential, v.dot(&dense.gravity), 1e-6 * scale.max(1.0));
    });
}

// oracles: the residual; the terms one by one
#[test]
fn inverse_and_forward_dynamics_agree() {
    each(|model, s, seed| {
        let external = random_wrenches(model, seed);
        let dense = Dense::new(model, &s.q, &s.v);
        let a = dense.forward(&s.tau, &external).unwrap();
        let tau = dense.inverse(a.as_slice(), &external);
        close_within(&tau, &s.tau, 1e-11 * largest(&dense.gim) * largest(&a));
        let terms = &dense.gim * DVector::from_column_slice(&s.a) + &dense.vci + &dense.gravity;
        close(dense.inverse(&s.a, &[]), &terms, 1e-12);
        let at_rest = Dense::new(model, &s.q, &vec![0.0; model.nv()]);
        close(at_rest.inverse(&vec![0.0; model.nv()], &[]), &dense.gravity, 1e-14);
    });
}

// oracle: a wrench given at the mass centre
#[test]
fn external_wrenches_act_at_the_link_origin() {
    each(|model, s, seed| {
        let external = random_wrenches(model, seed);
        let dense = Dense::new(model, &s.q, &s.v);
        let at_center = super::stack(dense.bodies.iter().zip(&external).map(|(b, w)| {
            let w = w.rotate(b.pose.rotation);
            Wrench::new(w.moment - (b.center - b.pose.position).cross(w.force), w.force)
        }));
        close(dense.applied(&external), dense.at_center.noc.tr_mul(&at_center), 1e-12);
    });
}

// oracle: pᵀ w = τ
#[test]
fn joint_wrenches_project_to_joint_forces() {
    each(|model, s, seed| {
        let external = random_wrenches(model, seed);
        let dense = Dense::new(model, &s.q, &s.v);
        let wrenches = dense.joint_wrenches(model, &s.a, &external);
        let motors = dense.rotors.component_mul(&DVector::from_column_slice(&s.a));
        close(dense.at_origin.noc_diag.tr_mul(&wrenches) + motors, dense.inverse(&s.a, &external), 1e-12);
    });
}

// oracle: the product; the determinant
#[test]
fn udut_multiplies_to_the_gim() {
    each(|model, s, _| {
        let dense = Dense::new(model, &s.q, &s.v);
        let f = dense.udut();
        close(&f.u * DMatrix::from_diagonal(&f.d) * f.u.transpose(), &dense.gim, 1e-14);
        assert!(f.d.iter().all(|&m| m > 0.0));
        let log: f64 = f.d.iter().map(|m| m.ln()).sum();
        close(
            log,
            dense.gim.clone().cholesky().unwrap().l().diagonal().iter().map(|x| 2.0 * x.ln()).sum::<f64>(),
            1e-9,
        );
        assert!(f.u.lower_triangle() == DMatrix::identity(model.nv(), model.nv()));
    });
}
