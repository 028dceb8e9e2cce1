//! Loops at rest on links that move: locked subassemblies, doors on two hinges, brackets bolted twice.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::assembly::{Metric, project_acceleration, project_velocity};
use denoc_mechanism::evaluate::{Ask, States};
use denoc_mechanism::{Draft, Mechanism, MechanismError};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_sim::{Audit, LoopClosure, LoopSettings, SimError, Simulation};
use denoc_testkit::{add_four_bar, close_within, four_bar_motion};

/// An arm that turns about a vertical axis, or a body that flies, with a subassembly on it.
fn carrier(floating: bool) -> Description {
    let arm = MassProperties::cuboid(2.0, Vec3::new(0.6, 0.1, 0.07), Vec3::new(0.3, 0.02, 0.01));
    let joint = if floating { Joint::free() } else { Joint::revolute(Vec3::new(0.2, -0.1, 1.0).normalized()) };
    Description::new("carrier").gravity(Vec3::zero()).link("arm", arm).joint("swing", "ground", "arm", joint, seat(0.1))
}

fn seat(x: f64) -> Pose<f64> {
    Pose::new(Mat3::from_rpy([0.3, -0.2, 0.7]), Vec3::new(x, 0.13, 0.21))
}

fn body(mass: f64) -> MassProperties {
    MassProperties::cuboid(mass, Vec3::new(0.3, 0.2, 0.1), Vec3::new(0.1, 0.07, -0.03))
}

/// Subassemblies whose loops can rest relative to the arm.
fn with_subassembly(d: Description, which: &str) -> Description {
    let hinge = || Joint::revolute(Vec3::unit(2));
    match which {
        "four-bar" => add_four_bar(d, 0, "arm", seat(0.5)),
        "bracket" => {
            let other = Pose::translation(Vec3::new(0.1, 0.2, 0.05));
            d.link("bracket", body(1.0))
                .joint("bolt", "arm", "bracket", Joint::fixed(), seat(0.5))
                .joint("second_bolt", "arm", "bracket", Joint::fixed(), seat(0.5) * other)
                .child_origin(other)
                .cut()
        }
        "door" => {
            let up = Pose::translation(Vec3::new(0.0, 0.0, 0.8));
            d.link("door", body(1.5))
                .joint("hinge", "arm", "door", hinge(), seat(0.5))
                .joint("upper_hinge", "arm", "door", hinge(), seat(0.5) * up)
                .child_origin(up)
                .cut()
        }
        other => unreachable!("{other}"),
    }
}

fn start(model: &Model) -> Vec<f64> {
    let mut draft = Draft::usual(model);
    if let Ok(rocker) = model.joint("rocker0") {
        let first = model.links()[rocker.0].q;
        draft.q[first..first + 3].copy_from_slice(&four_bar_motion(0.4, 0.0).0);
    }
    draft.close(model).unwrap().q
}

fn closures() -> [LoopSettings; 2] {
    [LoopClosure::Projected, LoopClosure::Corrected]
        .map(|closure| LoopSettings { closure: Some(closure), ..LoopSettings::default() })
}

// oracle: the same bodies without the loop: bolted once, hinged once; for the four-bar the energy, with nothing acting
#[test]
fn loops_at_rest_on_a_moving_carrier_move_on() {
    for which in ["four-bar", "bracket", "door"] {
        for floating in [false, true] {
            for speed in [0.3, 7.0, 400.0] {
                let model = with_subassembly(carrier(floating), which).build().unwrap();
                let q = start(&model);
                let mut v = vec![0.0; model.nv()];
                let swing = &model.links()[model.joint("swing").unwrap().0];
                for (i, v) in v[swing.v..swing.v + swing.nv].iter_mut().enumerate() {
                    *v = speed * (1.0 - 0.37 * i as f64);
                }
                for loops in closures() {
                    let name = format!("{which}, floating {floating}, {speed} rad/s, {:?}", loops.closure);
                    let mut simulation = Simulation::new(&model).start(&q, &v).loops(loops).tolerance(1e-9);
                    simulation = simulation.duration(3.0 / speed).output_step(1.0 / speed);
                    let (samples, summary) = simulation.run_collect().unwrap_or_else(|e| panic!("{name}: {e}"));
                    let audit = Audit::new(&model, &summary);
                    assert!(audit.passed(), "{name}: {audit}");
                    if which == "four-bar" {
                        continue;
                    }
                    let mut single = with_subassembly(carrier(floating), which);
                    single.joints.pop();
                    let single = single.build().unwrap();
                    let mut once = Simulation::new(&single).start(&q, &v).tolerance(1e-9);
                    once = once.duration(3.0 / speed).output_step(1.0 / speed);
                    let (wanted, _) = once.run_collect().unwrap();
                    close_within(&samples.last().unwrap().q, &wanted.last().unwrap().q, 1e-6);
                }
            }
        }
    }
}

// oracle: double precision: 1e-16 rad/s beside 1 rad/s is rounding; 1e-5 rad/s is not
#[test]
fn speeds_are_judged_beside_those_of_the_whole_mechanism() {
    let model = with_subassembly(carrier(false), "four-bar").build().unwrap();
    let q = start(&model);
    let mut v = vec![0.0; model.nv()];
    let speed = |joint: &str| model.links()[model.joint(joint).unwrap().0].v;
    v[speed("swing")] = 1.0;
    v[speed("pin0")] = 1e-16;
    for loops in closures() {
        Simulation::new(&model).start(&q, &v).loops(loops).duration(0.1).run_collect().unwrap();
        let mut open = v.clone();
        open[speed("pin0")] = 1e-5;
        let refused = Simulation::new(&model).start(&q, &open).loops(loops).run_collect().unwrap_err();
        assert!(matches!(refused, SimError::Mechanism(MechanismError::OpeningSpeeds { .. })), "{refused}");
    }
}

// oracle: by hand: the bars of a parallelogram in line, whose coupler would have to leave the crank
#[test]
fn a_fast_carrier_hides_no_wrong_branch() {
    let z = Vec3::unit(2);
    let along = |x: f64| Pose::translation(Vec3::new(x, 0.0, 0.0));
    let bar = MassProperties::rod(1.0, 1.0, Vec3::unit(0));
    let model = carrier(false)
        .link("a", bar)
        .link("b", bar)
        .link("c", bar)
        .joint("pivot_a", "arm", "a", Joint::revolute(z), seat(0.5))
        .joint("pin", "a", "b", Joint::revolute(z), along(1.0))
        .joint("pivot_c", "arm", "c", Joint::revolute(z), seat(0.5) * along(1.0))
        .joint("close", "b", "c", Joint::revolute(z), along(1.0))
        .child_origin(along(1.0))
        .cut()
        .build()
        .unwrap();
    let q = vec![0.0; model.nq()];
    let mut v = vec![0.0; model.nv()];
    for (joint, value) in [("swing", 1000.0), ("pivot_a", 1.0), ("pin", 0.0), ("pivot_c", 2.0)] {
        v[model.links()[model.joint(joint).unwrap().0].v] = value;
    }
    for loops in closures() {
        let refused = Simulation::new(&model).start(&q, &v).loops(loops).run_collect().unwrap_err();
        assert!(matches!(refused, SimError::Mechanism(MechanismError::NoBranch { .. })), "{refused}");
    }
}

// oracle: nothing acts: a carrier that turns steadily about a principal axis through its fixed pivot keeps all accelerations zero
#[test]
fn speeds_accelerations_and_forces_are_found_on_a_fast_carrier() {
    for which in ["four-bar", "bracket", "door"] {
        let model = with_subassembly(carrier(false), which).build().unwrap();
        let (q, swing) = (start(&model), model.joint("swing").unwrap());
        let mut v = vec![0.0; model.nv()];
        v[model.links()[swing.0].v] = 1e6;
        let zero = vec![0.0; model.nv()];
        let held: Vec<_> = (0..model.links().len()).map(denoc_model::LinkId).collect();
        let speeds = project_velocity(&model, &q, &v, &held, Metric::Identity).unwrap();
        close_within(&speeds, &v, 1e-9);
        project_acceleration(&model, &q, &v, &zero, &held).unwrap_or_else(|e| panic!("{which}: {e}"));
        let mechanism = Mechanism::new(model);
        mechanism.evaluate(States { q: &q, v: &v }, &Ask::inverse(&zero)).unwrap_or_else(|e| panic!("{which}: {e}"));
    }
}
