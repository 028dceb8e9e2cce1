//! Simulation of mechanisms with loops.

use std::f64::consts::FRAC_PI_2;

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_sim::Simulation;

fn bar() -> MassProperties {
    let mut bar = MassProperties::rod(1.0, 1.0, Vec3::unit(0));
    bar.inertia.zz = 1.0;
    bar.inertia.yy = 1.0;
    bar
}

fn at(x: f64, y: f64) -> Pose<f64> {
    Pose::translation(Vec3::new(x, y, 0.0))
}

/// Three unit bars between two pivots on the ground.
fn three_bars(second_pivot: Pose<f64>) -> Model {
    let hinge = || Joint::revolute(Vec3::unit(2));
    Description::new("three bars")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("a", bar())
        .link("b", bar())
        .link("c", bar())
        .joint("ground-a", "ground", "a", hinge(), Pose::identity())
        .joint("a-b", "a", "b", hinge(), at(1.0, 0.0))
        .joint("b-c", "b", "c", hinge(), at(1.0, 0.0))
        .joint("c-ground", "ground", "c", hinge(), second_pivot)
        .child_origin(at(1.0, 0.0))
        .cut()
        .build()
        .unwrap()
}

/// Bars a and b hang from pivots one above the other, c joins their ends.
fn parallelogram() -> Model {
    let hinge = || Joint::revolute(Vec3::unit(2));
    Description::new("parallelogram")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("a", bar())
        .link("b", bar())
        .link("c", bar())
        .joint("ground-a", "ground", "a", hinge(), Pose::identity())
        .joint("ground-b", "ground", "b", hinge(), at(0.0, -1.0))
        .joint("a-c", "a", "c", hinge(), at(1.0, 0.0))
        .joint("c-b", "c", "b", hinge(), at(1.0, 0.0))
        .child_origin(at(1.0, 0.0))
        .cut()
        .build()
        .unwrap()
}

// oracle: reference A10 (quadruple precision), three unit links on pivots 2 m apart, after 10 s
#[test]
fn unit_four_bar_follows_the_reference() {
    let model = three_bars(at(2.0, 0.0));
    let phi: [f64; 3] = [-0.5235987755982988, -0.487207680813742, 1.3177741584567944];
    let q = [phi[0], phi[1] - phi[0], phi[2] - phi[1]];
    let (samples, summary) = Simulation::new(&model)
        .start(&q, &[0.0; 3])
        .duration(10.0)
        .output_step(0.5)
        .tolerance(1e-12)
        .run_collect()
        .unwrap();
    let last = samples.last().unwrap();
    let absolute = [last.q[0], last.q[0] + last.q[1], last.q[0] + last.q[1] + last.q[2]];
    println!("{absolute:?} {:?} {}", summary.checkpoint.counters, summary.observations().relative_unexplained());
    denoc_testkit::close_within(&absolute, &[-0.5584401037792224, -0.45299522873313414, 1.315246848115134], 1e-9);
}

#[test]
fn parallelogram_through_singular_poses() {
    let model = parallelogram();
    println!("{:?}", model.joint_names());
    let angle = 0.7853981633974483;
    // joints: ground-a, a-c, ground-b
    let q = [angle - FRAC_PI_2, -angle, angle - FRAC_PI_2];
    let (samples, summary) = Simulation::new(&model)
        .start(&q, &[0.0; 3])
        .duration(20.0)
        .output_step(0.5)
        .tolerance(1e-12)
        .run_collect()
        .unwrap();
    let last = samples.last().unwrap();
    println!("{:?} {:?} {:?}", last.q, last.v, summary.checkpoint.counters);
    println!("{}", summary.observations().relative_unexplained());
    denoc_testkit::close_within(
        &[last.q[0] + FRAC_PI_2, last.v[0]],
        &[0.01624257785771516, -1.811704315628625],
        1e-9,
    );
}
