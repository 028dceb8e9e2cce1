//! Springs in ball joints, and drag, while time passes.

use denoc_dynamics::Workspace;
use denoc_math::{Mat3, Pose, Sym3, Vec3, Wrench};
use denoc_mechanism::passive::PassiveWrenches;
use denoc_model::{
    Description, Drag, Joint, JointProperties, LinkId, MassProperties, Model, Rope, RopeMass, RotationSpring,
};
use denoc_sim::{Integrator, Simulation};

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
    let sphere = Description::new("sphere").link("sphere", BALL).drag(Drag::new(linear, angular));
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

// oracle: J ω' = −b ω, in closed form, where nothing else acts
#[test]
fn a_medium_may_resist_turning_alone() {
    let sphere = Description::new("sphere").link("sphere", BALL).drag(Drag::new(0.0, 0.2));
    let model = sphere.joint("joint", "ground", "sphere", Joint::free(), Pose::identity()).build().unwrap();
    let simulation = Simulation::new(&model).start(&model.neutral(), &[0.0, 3.0, 0.0, 0.0, 0.0, 0.0]);
    let (samples, _) = simulation.duration(1.0).run_collect().unwrap();
    assert!((samples.last().unwrap().v[1] - 3.0 * (-0.2_f64 / 0.3).exp()).abs() < 1e-6);
}

/// Compares drag with −c v ds of every part of lines, given in the link frames of the description.
fn compare_with_lines(model: &Model, c: f64, line: impl Fn(usize) -> [Vec3<f64>; 2]) {
    let mut random = denoc_testkit::Random::new(7);
    let v: Vec<f64> = (0..model.nv()).map(|_| random.range(-2.0, 2.0)).collect();
    let (mut ws, q) = (Workspace::new(model), model.neutral());
    let stage = ws.position(model, &q).unwrap().velocity(&v).unwrap();
    let mut found = vec![Wrench::zero(); model.links().len()];
    let power = PassiveWrenches::new(model).add(&stage, denoc_mechanism::evaluate::JointForces::Smooth, &mut found);
    let mut lost = 0.0;
    for (i, found) in found.iter().enumerate() {
        let ends = line(i).map(|point| model.frames()[i].pose.point(point));
        let (twist, length) = (stage.link_twist(LinkId(i)), (ends[1] - ends[0]).norm());
        let mut expected = Wrench::zero();
        // Simpson's rule: moments and powers are polynomials of the second degree
        for (s, weight) in [(0.0, 1.0 / 6.0), (0.5, 4.0 / 6.0), (1.0, 1.0 / 6.0)] {
            let point = ends[0].scale(1.0 - s) + ends[1].scale(s);
            let velocity = twist.linear + twist.angular.cross(point);
            let force = velocity.scale(-c * length * weight);
            expected += Wrench::new(point.cross(force), force);
            lost += c * length * weight * velocity.dot(velocity);
        }
        denoc_testkit::close(found.to_array(), expected.to_array(), 1e-14);
    }
    assert!((power + lost).abs() < 1e-13 * lost, "{power} {lost}");
}

// oracle: the integral of −c v ds along the rope, of its moment, and of −c v² ds
#[test]
fn drag_of_ropes_is_that_of_lines() {
    let c = 0.7;
    let rope = Rope {
        drag: c,
        end_mass: 5.0,
        direction: Some(Vec3::new(1.0, 0.4, 0.2)),
        ..Rope::new("rope", 4, 2.0, RopeMass::Total(1.5), 0.01)
    };
    let model = Description::new("rope").rope(&rope).unwrap().build().unwrap();
    compare_with_lines(&model, c, |_| [Vec3::zero(), Vec3::new(0.0, 0.0, 0.5)]);
}

// oracle: as above, with a line beside the mass centre and a joint away from the link frame
#[test]
fn drag_of_a_line_anywhere_in_a_link() {
    let (c, ends) = (0.7, [Vec3::new(0.3, -0.2, 0.5), Vec3::new(-0.4, 0.6, 0.1)]);
    let at = Pose::new(Mat3::from_rpy([0.5, -1.1, 0.3]), Vec3::new(0.2, 0.9, -0.4));
    let body = Description::new("body").link("body", MassProperties { center: Vec3::new(0.1, 0.0, 0.3), ..BALL });
    let body = body.drag(Drag::of_line(c, ends)).joint("joint", "ground", "body", Joint::free(), Pose::identity());
    compare_with_lines(&body.child_origin(at).build().unwrap(), c, |_| ends);
}

// oracle: the same rope without drag; the medium is slow (3 s) beside its swings, and nothing resists its spin
#[test]
fn drag_does_not_make_ropes_stiff() {
    let evaluations = |drag: f64| {
        let rope = Rope { drag, direction: Some(Vec3::unit(0)), ..Rope::new("r", 3, 2.0, RopeMass::Total(1.5), 0.01) };
        let model = Description::new("r").rope(&rope).unwrap().build().unwrap();
        let v: Vec<f64> = (0..model.nv()).map(|i| 0.5 * (i as f64).sin()).collect();
        let simulation = Simulation::new(&model).start(&model.neutral(), &v).duration(0.5).tolerance(1e-6);
        { simulation }.most_steps(500).run_collect().unwrap().1.counters().evaluations
    };
    let (still, free) = (evaluations(0.5), evaluations(0.0));
    assert!(still < free + free / 2, "{still} {free}");
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
    for method in [Integrator::Dop853, Integrator::Radau5] {
        let mut simulation =
            Simulation::new(&model).start(&q, &v).duration(0.3).output_step(0.05).tolerance(1e-11).integrator(method);
        let summary = simulation.run(&mut Vec::new()).unwrap();
        let found = summary.observations();
        assert!(found.end.springs > 1e-3 && found.works.friction < -1e-3, "{found:?}");
        assert!(found.relative_unexplained() < 1e-9, "{}", found.relative_unexplained());
    }
}
