use denoc_math::Vec3;
use denoc_testkit::{Dense, close, close_within, largest};

use crate::testing::{Rate, each, moving, moving_coordinates, stage, times};
use crate::{Dynamics, Loads, Workspace};

// oracle: dense transcription
#[test]
fn energies_and_momentum_are_those_of_the_dense_equations() {
    each(|model, s| {
        let dense = Dense::new(model, &s.q, &s.v);
        let mut ws = Workspace::new(model);
        let mut stage = stage(&mut ws, model, &s.q, &s.v);
        close(stage.kinetic_energy(), dense.kinetic, 1e-12);
        close(stage.potential_energy(), dense.potential, 1e-11);
        close(stage.center_of_mass(), dense.center_of_mass(), 1e-12);
        close(stage.momentum(), dense.momentum(), 1e-11);
        let mut g = vec![0.0; model.nv()];
        stage.gravity_forces(&mut g).unwrap();
        close(&g, &dense.gravity, 1e-12);
        let mut gim = vec![0.0; model.nv() * model.nv()];
        stage.gim(&mut gim).unwrap();
        let energy = 0.5 * times(&gim, &s.v).iter().zip(&s.v).map(|(a, b)| a * b).sum::<f64>();
        close(stage.kinetic_energy(), energy, 1e-12);
    });
}

// oracle: the sum of moving masses by hand: a pedestal fixed to the ground is part of the ground in every quantity
#[test]
fn links_fixed_to_the_ground_have_no_mass() {
    use denoc_model::{Description, Joint, MassProperties};
    let body = |mass: f64| MassProperties::rod(mass, 1.0, Vec3::unit(0));
    let model = Description::new("on a pedestal")
        .link("pedestal", body(100.0))
        .link("arm", body(2.0))
        .link("tool", body(0.5))
        .joint("bolts", "ground", "pedestal", Joint::fixed(), denoc_math::Pose::identity())
        .joint("pivot", "pedestal", "arm", Joint::revolute(Vec3::unit(2)), denoc_math::Pose::identity())
        .joint("flange", "arm", "tool", Joint::fixed(), denoc_math::Pose::identity())
        .build()
        .unwrap();
    let mut ws = Workspace::new(&model);
    let stage = stage(&mut ws, &model, &[0.0], &[2.0]);
    assert_eq!((model.total_mass(), stage.total_mass()), (2.5, 2.5));
    close(stage.center_of_mass(), Vec3::new(0.5, 0.0, 0.0), 1e-15);
    // m ω × c
    close(stage.momentum().force, Vec3::new(0.0, 2.5, 0.0), 1e-15);
}

// oracle: the potential energy differentiated along each speed by dual numbers
#[test]
fn gravity_forces_are_the_gradient_of_the_potential_energy() {
    each(|model, s| {
        let mut g = vec![0.0; model.nv()];
        model.gravity_forces(&mut Workspace::new(model), &s.q, &mut g).unwrap();
        let dual = model.cast::<Rate>();
        let mut ws = Workspace::new(&dual);
        for k in 0..model.nv() {
            let mut direction = vec![0.0; model.nv()];
            direction[k] = 1.0;
            let q = moving_coordinates(model, &s.q, &direction);
            let slope = ws.position(&dual, &q).unwrap().potential_energy().parts[0];
            assert!((slope - g[k]).abs() < 1e-12 * (1.0 + largest(&g)), "{slope} {}", g[k]);
        }
    });
}

// oracle: power of the joint forces = rate of kinetic + potential energy, by dual numbers along the motion
#[test]
fn joint_forces_work_into_the_energy() {
    each(|model, s| {
        let mut tau = vec![0.0; model.nv()];
        model.inverse_dynamics(&mut Workspace::new(model), &s.q, &s.v, &s.a, &mut tau).unwrap();
        let power: f64 = tau.iter().zip(&s.v).map(|(a, b)| a * b).sum();
        let dual = model.cast::<Rate>();
        let (q, v) = (moving_coordinates(model, &s.q, &s.v), moving(&s.v, &s.a));
        let mut ws = Workspace::new(&dual);
        let stage = stage(&mut ws, &dual, &q, &v);
        let (kinetic, potential) = (stage.kinetic_energy().parts[0], stage.potential_energy().parts[0]);
        let scale = tau.iter().zip(&s.v).map(|(a, b)| (a * b).abs()).sum::<f64>();
        close_within(kinetic + potential, power, 1e-12 * scale);
    });
}

// oracle: Newton and Euler for the whole: only gravity acts from outside on a floating system
#[test]
fn gravity_alone_changes_the_momentum_of_a_floating_system() {
    each(|model, s| {
        if model.joint_names()[0] != "floating_base" {
            return;
        }
        let mut tau = s.tau.clone();
        tau[..6].fill(0.0);
        let mut a = vec![0.0; model.nv()];
        let mut ws = Workspace::new(model);
        let mut here = stage(&mut ws, model, &s.q, &s.v);
        here.forward(&tau, Loads::NONE, &mut a).unwrap();
        let weight = model.gravity().scale(here.total_mass());
        let about_origin = here.center_of_mass().cross(weight);

        let dual = model.cast::<Rate>();
        let (q, v) = (moving_coordinates(model, &s.q, &s.v), moving(&s.v, &a));
        let mut ws = Workspace::new(&dual);
        let moving = stage(&mut ws, &dual, &q, &v);
        let rate = moving.momentum().map(|x| x.parts[0]);
        let size = largest(rate) + largest(&a) * moving.total_mass().value;
        close_within(rate.force, weight, 1e-11 * size);
        close_within(rate.moment, about_origin, 1e-11 * size);
        let central = moving.momentum_about_com().map(|x| x.parts[0]);
        close_within(central.moment, Vec3::zero(), 1e-11 * size);
    });
}
