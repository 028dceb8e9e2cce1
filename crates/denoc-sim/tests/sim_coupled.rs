//! Simulations of trees in which joints follow others.
//!
//! oracle: the algorithms for loops, which treat every coupling as a constraint with a multiplier; the same mechanism with the follower's
//! inertia, friction and weight moved to the leader.

use denoc_dynamics::loops::LoopMethod;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_sim::{DryFriction, Integrator, LoopClosure, LoopSettings, Sample, Simulation, Summary};
use denoc_testkit::close;

/// A swinging arm with three fingers, of which two follow the first, one of them over the other; all joints have friction.
fn hand(dry: f64) -> Model {
    let body = |m| MassProperties::cuboid(m, Vec3::new(0.05, 0.04, 0.03), Vec3::new(0.01, -0.02, 0.03));
    let slide = |x, z| Joint::prismatic(Vec3::new(x, 0.2, z));
    let at = Pose::translation(Vec3::new(0.4, 0.0, 0.1));
    let mut d = Description::new("hand")
        .link("arm", body(2.0))
        .link("palm", body(1.0))
        .link("left", body(0.3))
        .link("right", body(0.2))
        .link("third", body(0.4))
        .joint("shoulder", "ground", "arm", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .joint("wrist", "arm", "palm", Joint::revolute(Vec3::unit(2)), at)
        .joint("left_slide", "palm", "left", slide(1.0, 0.3), at)
        .joint("right_slide", "palm", "right", slide(-1.0, 0.1), at)
        .joint("third_turn", "palm", "third", Joint::revolute(Vec3::unit(0)), at)
        .coupling("right_slide", "left_slide", -0.5, 0.1)
        .coupling("third_turn", "right_slide", 20.0, 0.0);
    for (i, joint) in d.joints.iter_mut().enumerate() {
        joint.properties.viscous_friction = 0.2;
        joint.properties.dry_friction = if i == 1 { 0.1 * dry } else { dry };
        joint.properties.spring_stiffness = 8.0 * i as f64;
    }
    d.build().unwrap()
}

fn run(model: &Model, loops: LoopSettings, integrator: Integrator, friction: DryFriction) -> (Vec<Sample>, Summary) {
    let (mut q, mut v) = (vec![0.3, -0.2, 0.1, 0.0, 0.0], vec![0.5, -1.0, 0.4, 0.0, 0.0]);
    model.couplings().close(model, &mut q);
    model.couplings().close_speeds(model, &mut v);
    let simulation = Simulation::new(model).start(&q, &v).loops(loops).integrator(integrator);
    simulation.dry_friction(friction).duration(1.5).output_step(0.05).run_collect().unwrap()
}

fn compare(dry: f64, friction: DryFriction, integrator: Integrator, tolerance: f64) {
    let model = hand(dry);
    let (fast, summary) = run(&model, LoopSettings::default(), integrator, friction);
    let general = LoopSettings {
        closure: Some(LoopClosure::Projected),
        method: Some(LoopMethod::Multipliers),
        ..LoopSettings::default()
    };
    let (slow, _) = run(&model, general, Integrator::default(), friction);
    assert_eq!(summary.closure, Some(LoopClosure::Corrected));
    assert_eq!(fast.len(), slow.len());
    for (fast, slow) in fast.iter().zip(&slow) {
        close(&*fast.q, &*slow.q, tolerance);
        close(&*fast.v, &*slow.v, 10.0 * tolerance);
        for f in model.couplings().followers() {
            let [follower, leader] = [f.joint, f.leader].map(|link| &model.links()[link.0]);
            assert_eq!(fast.v[follower.v], f.ratio * fast.v[leader.v]);
            assert_eq!(fast.q[follower.q], f.ratio * fast.q[leader.q] + f.offset);
        }
    }
    assert!(summary.observations().relative_unexplained() < 1e-6);
}

#[test]
fn couplings_move_as_constraints_do() {
    compare(0.0, DryFriction::Exact, Integrator::default(), 1e-7);
    compare(0.0, DryFriction::Exact, Integrator::Radau5, 1e-6);
}

#[test]
fn coupled_joints_stick_together() {
    compare(0.6, DryFriction::Exact, Integrator::default(), 1e-6);
    compare(0.6, DryFriction::Smooth, Integrator::default(), 1e-6);
}

// oracle: statics: friction of the group, moved to the leader, holds the weight of all its links, or does not
#[test]
fn a_group_at_rest_is_held_by_the_friction_of_all_its_joints() {
    let finger = |mass| MassProperties::sphere(mass, 0.01);
    let up = || Joint::prismatic(Vec3::unit(2));
    for moves in [false, true] {
        let mut d = Description::new("lift")
            .link("a", finger(1.0))
            .link("b", finger(0.5))
            .joint("leader", "ground", "a", up(), Pose::identity())
            .joint("follower", "ground", "b", up(), Pose::translation(Vec3::unit(0)))
            .coupling("follower", "leader", 2.0, 0.0);
        // weight 9.81 · (1 + 2 · 0.5) N at the leader, friction c + 2 c
        let c = 9.81 * 2.0 / 3.0 * if moves { 0.99 } else { 1.01 };
        d.joints.iter_mut().for_each(|joint| joint.properties.dry_friction = c);
        let model = d.build().unwrap();
        let (samples, _) = Simulation::new(&model).duration(1.0).run_collect().unwrap();
        let end = samples.last().unwrap();
        assert_eq!(end.q[0] != 0.0, moves, "{:?}", end.q);
        if moves {
            // a = 0.01 · 19.62 N / (1 + 4 · 0.5) kg
            close(end.q[0], -0.5 * 0.01 * 19.62 / 3.0, 1e-8);
        }
        assert_eq!(end.q[1], 2.0 * end.q[0]);
    }
}
