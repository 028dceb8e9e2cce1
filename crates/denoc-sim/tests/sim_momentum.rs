//! The audit judges momentum exactly where nothing acts from outside.

use denoc_math::{Pose, Vec3};
use denoc_mechanism::Draft;
use denoc_model::{
    Description, DistanceSpec, Drag, Joint, LinkId, MassProperties, Model, PointSpec, RollingSpec, SpringSpec,
};
use denoc_sim::controllers::{ConstantForces, Controller, Interpolation, TorqueTable};
use denoc_sim::{Audit, Load, Simulation};

const ROWS: [&str; 2] = ["linear momentum, largest change", "angular momentum about the mass centre, largest change"];

/// A satellite with two arms, without gravity.
fn satellite() -> Description {
    let arm = MassProperties::cuboid(2.0, Vec3::new(0.6, 0.1, 0.05), Vec3::new(0.3, 0.0, 0.0));
    let hinge = || Joint::revolute(Vec3::unit(2));
    Description::new("satellite")
        .gravity(Vec3::zero())
        .link("base", MassProperties::cuboid(5.0, Vec3::new(0.3, 0.4, 0.5), Vec3::zero()))
        .link("left", arm)
        .link("right", arm)
        .joint("float", "ground", "base", Joint::free(), Pose::identity())
        .joint("elbow1", "base", "left", hinge(), Pose::translation(Vec3::new(0.2, 0.0, 0.0)))
        .joint("elbow2", "base", "right", hinge(), Pose::translation(Vec3::new(-0.2, 0.1, 0.2)))
}

fn point(link: &str, position: [f64; 3]) -> PointSpec {
    PointSpec { link: link.into(), position: Vec3::from(position) }
}

fn spring(mut all: Description, from: PointSpec, to: PointSpec) -> Description {
    let name = "spring".into();
    all.springs.push(SpringSpec { name, from, to, stiffness: 50.0, rest_length: 0.1, damping: 1.0, place: None });
    all
}

/// A rod of the length that fits the neutral configuration.
fn rod(all: Description, from: PointSpec, to: PointSpec, length: f64) -> Description {
    all.constraint("rod", DistanceSpec { from, to, length })
}

/// The audit of a run from a state in which the first elbow moves; whether it judges momentum.
fn judged(model: &Model, adapt: impl Fn(Simulation<'_>) -> Simulation<'_>) -> bool {
    let elbow = model.joint("elbow1").unwrap();
    let mut start = Draft::usual(model);
    start.q = model.neutral();
    start.v[model.links()[elbow.0].v] = 3.0;
    start.v[3] = 0.2;
    let moving: Vec<LinkId> = vec![elbow];
    start.driven = (!model.closures().is_empty()).then_some(moving);
    let start = start.close(model).unwrap();
    let simulation = adapt(Simulation::new(model).start(&start.q, &start.v).duration(0.5).output_step(0.1));
    let (_, summary) = { simulation }.run_collect().unwrap();
    let audit = Audit::new(model, &summary);
    assert!(audit.passed(), "{}:\n{audit}", model.name());
    let rows = ROWS.map(|row| audit.row(row).is_some());
    assert_eq!(rows[0], rows[1]);
    rows[0]
}

// oracle: Newton's third law: what acts between links conserves momentum, what connects them with the ground does not
#[test]
fn momentum_is_judged_where_nothing_acts_from_outside() {
    let inside = |all: Description| assert!(judged(&all.build().unwrap(), |run| run));
    let outside = |all: Description| assert!(!judged(&all.build().unwrap(), |run| run));
    inside(satellite());
    inside(spring(satellite(), point("left", [0.3, 0.0, 0.0]), point("right", [0.3, 0.0, 0.0])));
    inside(rod(satellite(), point("left", [0.3, 0.0, 0.0]), point("right", [0.7, 0.0, 0.0]), 0.05_f64.sqrt()));
    inside(satellite().coupling("elbow2", "elbow1", -1.0, 0.0));
    outside(spring(satellite(), point("left", [0.3, 0.0, 0.0]), point("ground", [0.3, 0.0, 1.0])));
    outside(spring(satellite(), point("ground", [0.0, 0.0, 1.0]), point("base", [0.0, 0.1, 0.0])));
    outside(rod(satellite(), point("ground", [0.0, 1.0, 0.0]), point("base", [0.0, 0.0, 0.0]), 1.0));
    outside(
        satellite()
            .joint("pin", "ground", "right", Joint::spherical(), Pose::translation(Vec3::new(0.3, 0.1, 0.2)))
            .child_origin(Pose::translation(Vec3::new(0.5, 0.0, 0.0)))
            .cut(),
    );
    let wheel = RollingSpec {
        link: "base".into(),
        center: Vec3::zero(),
        axis: Vec3::unit(1),
        radius: 0.5,
        plane_point: Vec3::new(0.0, 0.0, -0.5),
        plane_normal: Vec3::unit(2),
        keep_height: true,
    };
    outside(satellite().constraint("wheel", wheel));
    outside(satellite().gravity(Vec3::new(0.0, 0.0, -9.81)));
    let mut slowed = satellite();
    slowed.links[2].drag = Some(Drag { linear: 0.5, angular: 0.1, center: None, axis: None });
    outside(slowed);
    let on_ground = satellite().link("lamp", MassProperties::sphere(1.0, 0.1));
    outside(on_ground.joint("stand", "ground", "lamp", Joint::revolute(Vec3::unit(2)), Pose::identity()));
}

// oracle: Newton's third law, for what is not part of the model
#[test]
fn loads_and_motors_on_the_ground_act_from_outside() {
    let model = satellite().build().unwrap();
    let (base, elbow) = (3, 6);
    let force = |k: usize| {
        let mut tau = vec![0.0; model.nv()];
        tau[k] = 2.0;
        tau
    };
    let controlled = |controller: Box<dyn Controller>| {
        let controller = std::cell::Cell::new(Some(controller));
        judged(&model, |run| run.controller(controller.take().unwrap()))
    };
    assert!(!judged(&model, |run| run.load(Load::force("left", [1.0, 0.0, 0.0]))));
    assert!(controlled(Box::new(ConstantForces::new(force(elbow)))));
    assert!(!controlled(Box::new(ConstantForces::new(force(base)))));
    // a push that is over before the first sample
    let rest = vec![0.0; model.nv()];
    let rows = vec![rest.clone(), force(base), rest.clone(), rest];
    let push = TorqueTable::new(vec![0.0, 0.02, 0.04, 0.5], rows, Interpolation::Linear).unwrap();
    assert!(!controlled(Box::new(push)));
    // springs and dampers that are switched off do not act
    let tied = spring(satellite(), point("left", [0.3, 0.0, 0.0]), point("ground", [0.3, 0.0, 1.0])).build().unwrap();
    assert!(judged(&tied, |run| run.joint_forces(false)));
}
