//! Residuals, Jacobian and bias against each other.

use denoc_model::Model;
use denoc_testkit::{Random, close_within, largest};
use nalgebra::DVector;

use super::mechanisms::{Closed, consistent, each_kind, jacobian, mixed, registered};
use crate::Workspace;
use crate::loops::Loops;

fn moved(model: &Model, q: &[f64], v: &[f64], time: f64) -> Vec<f64> {
    let step: Vec<f64> = v.iter().map(|v| v * time).collect();
    let mut out = vec![0.0; q.len()];
    model.integrate(q, &step, &mut out).unwrap();
    out
}

fn residuals(model: &Model, q: &[f64]) -> DVector<f64> {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let position = ws.position(model, q).unwrap();
    loops.place(&position);
    let mut out = vec![0.0; loops.count()];
    loops.residuals(&position, &mut out).unwrap();
    DVector::from_vec(out)
}

/// The difference between the rates of the residuals and J v, conditions on coordinates only.
fn disagreement(c: &Closed, q: &[f64], v: &[f64]) -> f64 {
    let h = 1e-6;
    let difference =
        (residuals(&c.model, &moved(&c.model, q, v, h)) - residuals(&c.model, &moved(&c.model, q, v, -h))) / (2.0 * h);
    let speeds = jacobian(&c.model, q) * DVector::from_column_slice(v);
    let loops = Loops::new(&c.model);
    let rows = loops.rows().iter().zip(difference.iter().zip(speeds.iter()));
    let off: Vec<f64> = rows.filter(|(row, _)| row.holonomic).map(|(_, (a, b))| a - b).collect();
    largest(off)
}

// oracle: central differences of the residuals along arbitrary speeds, closed and nearly closed
#[test]
fn jacobian_is_the_derivative_of_the_residuals() {
    let check = |c: &Closed| {
        let mut random = Random::new(3);
        let v = random.vector(c.model.nv(), 1.0);
        let on = disagreement(c, &c.state.q, &v);
        assert!(on < 1e-8, "{}: {on:e}", c.name);
        let away = random.vector(c.model.nv(), 1.0);
        let off = disagreement(c, &moved(&c.model, &c.state.q, &away, 1e-4), &v);
        assert!(off < 3e-3, "{}: {off:e}", c.name);
    };
    each_kind(6, check);
    registered(6, check);
    mixed(3, check);
}

// oracle: central differences of J v along speeds that keep the loops closed
#[test]
fn bias_is_the_rate_of_the_jacobian() {
    let check = |c: &Closed| {
        let (model, q, v) = (&c.model, &c.state.q, &c.state.v);
        let h = 1e-5;
        let speeds = |time: f64| jacobian(model, &moved(model, q, v, time)) * DVector::from_column_slice(v);
        let difference = (speeds(h) - speeds(-h)) / (2.0 * h);
        let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
        let stage = ws.position(model, q).unwrap().velocity(v).unwrap();
        loops.place(&stage);
        let mut bias = vec![0.0; loops.count()];
        loops.bias(&stage, &mut bias).unwrap();
        let scale = largest(&bias).max(1.0);
        let off = (DVector::from_column_slice(&bias) - difference).amax();
        assert!(off < 1e-7 * scale, "{}: {off:e} of {scale:e}", c.name);
    };
    each_kind(6, check);
    registered(6, check);
    mixed(3, check);
}

// oracle: the definition of J by the twists of the links: the work of unit multipliers
#[test]
fn jacobian_is_the_power_of_unit_multipliers() {
    mixed(2, |c| {
        let (model, v) = (&c.model, Random::new(1).vector(c.model.nv(), 1.0));
        let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
        let stage = ws.position(model, &c.state.q).unwrap().velocity(&v).unwrap();
        loops.place(&stage);
        let expected = jacobian(model, &c.state.q) * DVector::from_column_slice(&v);
        let power: Vec<f64> = (0..loops.count())
            .map(|i| {
                let mut lambda = vec![0.0; loops.count()];
                lambda[i] = 1.0;
                let mut wrenches = vec![denoc_math::Wrench::zero(); model.links().len()];
                let mut tau = vec![0.0; model.nv()];
                loops.add_forces(&lambda, &mut wrenches, &mut tau);
                let links = wrenches.iter().enumerate();
                let on_links: f64 = links.map(|(i, w)| stage.link_twist(denoc_model::LinkId(i)).dot(*w)).sum();
                on_links + tau.iter().zip(&v).map(|(a, b)| a * b).sum::<f64>()
            })
            .collect();
        close_within(power, expected, 1e-11);
        assert!((jacobian(model, &c.state.q) * DVector::from_vec(consistent(model, &c.state.q, &v))).amax() < 1e-11);
    });
}
