//! Controllers of mechanisms in which motors do not drive all joints.
//!
//! oracle: the error equation ë + K_d ė + K_p e = 0 of the driven joints in closed form; momentum of a mechanism on which nothing acts
//! from outside; bodies that fall freely.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_sim::controllers::{ComputedTorque, GravityCompensation, Pd, Reference};
use denoc_sim::motion::{PointToPoint, TimeLaw};
use denoc_sim::{Sample, Simulation, Summary};

const GAINS: [f64; 2] = [100.0, 20.0];

/// A trunk with a shoulder, a slide beyond it and, if `coupled`, a second slide that follows the first.
fn walker(coupled: bool) -> Description {
    let body = |m| MassProperties::cuboid(m, Vec3::new(0.3, 0.2, 0.1), Vec3::new(0.1, -0.05, 0.02));
    let at = Pose::translation(Vec3::new(0.2, 0.1, 0.0));
    let d = Description::new("walker")
        .link("trunk", body(4.0))
        .link("leg", body(1.0))
        .link("foot", body(0.5))
        .joint("root", "ground", "trunk", Joint::free(), Pose::identity())
        .joint("hip", "trunk", "leg", Joint::revolute(Vec3::new(0.0, 1.0, 0.2).normalized()), at)
        .joint("slide", "leg", "foot", Joint::prismatic(Vec3::unit(2)), at);
    match coupled {
        false => d,
        true => d
            .link("tail", body(0.7))
            .joint("swing", "trunk", "tail", Joint::revolute(Vec3::unit(0)), at)
            .coupling("swing", "hip", -1.5, 0.2),
    }
}

fn build(coupled: bool) -> (Model, Vec<f64>) {
    let model = walker(coupled).build().unwrap();
    let mut q = model.neutral();
    model.couplings().close(&model, &mut q);
    (model, q)
}

fn last(found: (Vec<Sample>, Summary)) -> Sample {
    found.0.into_iter().next_back().unwrap()
}

#[test]
fn joints_are_tracked_on_a_free_base_that_nothing_drives() {
    for coupled in [false, true] {
        let (model, start) = build(coupled);
        let [hip, slide] = [1, 2].map(|i: usize| model.links()[i].q);
        let mut goal = start.clone();
        (goal[hip], goal[slide]) = (0.8, -0.1);
        model.couplings().close(&model, &mut goal);
        let motion = PointToPoint::new(&model, &start, &goal, 1.0, TimeLaw::Quintic).unwrap();
        let law = ComputedTorque::new(&model, Reference::Motion(Box::new(motion)), &GAINS[..1], &GAINS[1..]).unwrap();
        let (samples, summary) = Simulation::new(&model)
            .start(&start, &vec![0.0; model.nv()])
            .controller(Box::new(law))
            .duration(1.0)
            .run_collect()
            .unwrap();
        let end = samples.last().unwrap();
        assert!((end.q[hip] - 0.8).abs() < 1e-6 && (end.q[slide] + 0.1).abs() < 1e-6, "{:?}", end.q);
        assert!(end.tau[..6].iter().all(|tau| *tau == 0.0));
        // the mass centre falls freely: the reactions of the motors act on the base
        let momentum = denoc_dynamics::Workspace::new(&model)
            .position(&model, &end.q)
            .unwrap()
            .velocity(&end.v)
            .unwrap()
            .momentum_about_com()
            .force;
        let weight = model.gravity().scale(model.total_mass());
        assert!((momentum - weight).norm() < 1e-6 * weight.norm());
        assert_eq!(summary.observations().tracking_note(&model), None);
    }
}

#[test]
fn errors_of_driven_joints_obey_their_equation_whatever_the_others_do() {
    let (model, start) = build(false);
    let (hip, mut hold) = (model.links()[1].q, start.clone());
    hold[hip] = 0.3;
    let law = ComputedTorque::new(&model, Reference::Hold(hold), &GAINS[..1], &GAINS[1..]).unwrap();
    // the base turns and moves at the start
    let mut v = vec![0.0; model.nv()];
    v[..6].copy_from_slice(&[0.5, -1.0, 0.7, 0.2, 0.1, -0.3]);
    let end =
        last(Simulation::new(&model).start(&start, &v).controller(Box::new(law)).duration(0.4).run_collect().unwrap());
    // critically damped: e = 0.3 (1 + 10 t) exp(−10 t)
    let error = 0.3 * 5.0 * (-4.0_f64).exp();
    assert!((0.3 - end.q[hip] - error).abs() < 1e-7, "{} {error}", 0.3 - end.q[hip]);
}

#[test]
fn joints_held_against_gravity_do_not_move_while_the_base_falls() {
    for coupled in [false, true] {
        let (model, start) = build(coupled);
        let end = last(
            Simulation::new(&model)
                .start(&start, &vec![0.0; model.nv()])
                .controller(Box::new(GravityCompensation::new()))
                .duration(0.5)
                .run_collect()
                .unwrap(),
        );
        // nothing resists the fall, and nothing moves relative to the base
        assert!(end.q[7..].iter().zip(&start[7..]).all(|(q, start)| (q - start).abs() < 1e-9));
        assert!(end.tau.iter().all(|tau| tau.abs() < 1e-9), "{:?}", end.tau);
    }
}

#[test]
fn errors_at_the_end_that_are_large_are_told_with_the_joint() {
    let (model, start) = build(false);
    let (hip, mut hold) = (model.links()[1].q, start.clone());
    hold[hip] = 0.3;
    let law = Pd::new(&model, Reference::Hold(hold), &[0.01], &[0.1]).unwrap();
    let (_, summary) = Simulation::new(&model)
        .start(&start, &vec![0.0; model.nv()])
        .controller(Box::new(law))
        .duration(0.2)
        .run_collect()
        .unwrap();
    let note = summary.observations().tracking_note(&model).unwrap();
    assert!(note.contains("joint \"hip\" is 0.29") && !note.contains("root"), "{note}");
}
