//! Springs in ball joints, and drag, while time passes.

use denoc_math::{Pose, Sym3, Vec3};
use denoc_model::{Description, Drag, Joint, JointProperties, MassProperties, Model, Rope, RopeMass, RotationSpring};
use denoc_sim::{Method, Simulation};

const BALL: MassProperties = MassProperties {
    mass: 2.0,
    center: Vec3 { x: 0.0, y: 0.0, z: 0.0 },
    inertia: Sym3 { xx: 0.3, xy: 0.0, xz: 0.0, yy: 0.3, yz: 0.0, zz: 0.3 },
};

fn held(spring: RotationSpring) -> Model {
    let properties = JointProperties { rotation_spring: Some(spring), ..JointProperties::default() };
    let ball = Description::new("ball").link("ball", BALL);
    ball.joint("joint", "ground", "ball", Joint::spherical(), Pose::identity()).properties(properties).build().unwrap()
}

// oracle: J φ'' + c φ' + k φ = 0 about an axis of the spring, in closed form; the work of the damper is what is missing
#[test]
fn a_damped_ball_joint_swings_as_the_closed_form_says() {
    let (k, c, inertia, angle) = (5.0, 0.4, 0.3, 0.7_f64);
    let spring = RotationSpring::new(Vec3::unit(2), k, 9.0).with_damping(c, 0.1);
    let model = held(spring);
    // about an axis across that of twist
    let axis = Vec3::new(0.6, 0.8, 0.0);
    let start = axis.scale((0.5 * angle).sin());
    let q = [start.x, start.y, start.z, (0.5 * angle).cos()];
    let mut simulation = Simulation::new(&model).start(&q, &[0.0; 3]).duration(3.0).output_step(0.25).tolerance(1e-12);
    let (samples, summary) = simulation.run_collect().unwrap();
    let (rate, natural) = (0.5 * c / inertia, (k / inertia).sqrt());
    let damped = (natural * natural - rate * rate).sqrt();
    for sample in &samples {
        let (sin, cos) = (damped * sample.t).sin_cos();
        let expected = angle * (-rate * sample.t).exp() * (cos + rate / damped * sin);
        let found = 2.0 * Vec3::new(sample.q[0], sample.q[1], sample.q[2]).dot(axis).atan2(sample.q[3]);
        assert!((found - expected).abs() < 1e-10, "{}: {found} {expected}", sample.t);
        assert!((sample.energies.springs - 0.5 * k * expected * expected).abs() < 1e-9);
    }
    assert!(summary.observations().relative_unexplained() < 1e-10);
    let stored = 0.5 * k * angle * angle;
    assert!(summary.observations().works.friction < -0.9 * stored);
}

// oracle: m v' = −m g − c v and J ω' = −b ω, in closed form
#[test]
fn a_sphere_falls_through_a_medium() {
    let (linear, angular) = (1.7, 0.2);
    let sphere = Description::new("sphere").link("sphere", BALL).drag(Drag { linear, angular });
    let model = sphere.joint("joint", "ground", "sphere", Joint::free(), Pose::identity()).build().unwrap();
    let (mut q, spin) = (model.neutral(), 3.0);
    q[0] = 0.3;
    let v = [0.0, spin, 0.0, 0.5, 0.0, 0.0];
    let mut simulation = Simulation::new(&model).start(&q, &v).duration(4.0).output_step(0.5).tolerance(1e-12);
    let (samples, summary) = simulation.run_collect().unwrap();
    for s in &samples {
        let fade = (-linear * s.t / BALL.mass).exp();
        let last = BALL.mass * 9.81 / linear;
        let height = -last * s.t + last * BALL.mass / linear * (1.0 - fade);
        let aside = 0.3 + 0.5 * BALL.mass / linear * (1.0 - fade);
        assert!((s.q[2] - height).abs() < 1e-9 && (s.q[0] - aside).abs() < 1e-9, "{}: {} {height}", s.t, s.q[2]);
        let speed = Vec3::new(s.v[3], s.v[4], s.v[5]).norm();
        assert!((speed - (last * (1.0 - fade)).hypot(0.5 * fade)).abs() < 1e-9);
        assert!((s.v[1] - spin * (-angular * s.t / 0.3).exp()).abs() < 1e-10);
    }
    assert!(summary.observations().relative_unexplained() < 1e-11);
    // without joint forces it falls freely
    let mut free = Simulation::new(&model).start(&q, &v).duration(1.0).joint_forces(false);
    let (samples, _) = free.run_collect().unwrap();
    assert!((samples.last().unwrap().q[2] + 0.5 * 9.81).abs() < 1e-9);
}

// oracle: the balance of energy, with every part that takes or stores some
#[test]
fn a_clamped_cable_in_a_medium_keeps_its_books() {
    let rope = Rope {
        bending_damping: 2e-4,
        torsional_damping: 1e-5,
        clamped: true,
        direction: Some(Vec3::new(1.0, 0.0, 0.2)),
        drag: 0.3,
        end_mass: 0.05,
        ..Rope::new("cable", 5, 0.5, RopeMass::PerLength(0.2), 0.03).cable(0.05, 0.04)
    };
    let model = Description::new("cable").rope(&rope).unwrap().build().unwrap();
    let mut v = vec![0.0; model.nv()];
    (v[1], v[2], v[3], v[11]) = (0.8, 2.0, -1.5, 3.0);
    let q = model.neutral();
    for method in [Method::Dop853, Method::Radau5] {
        let mut simulation =
            Simulation::new(&model).start(&q, &v).duration(0.3).output_step(0.05).tolerance(1e-11).method(method);
        let summary = simulation.run(&mut Vec::new()).unwrap();
        let found = summary.observations();
        assert!(found.end.springs > 1e-3 && found.works.friction < -1e-3, "{found:?}");
        assert!(found.relative_unexplained() < 1e-9, "{}", found.relative_unexplained());
    }
}
