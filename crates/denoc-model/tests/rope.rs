//! Ropes, chains and cables: mass, configuration, names, stiffness.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::joints::{JointSpace, Unit};
use denoc_model::{
    Description, Joint, JointProperties, LinkId, MassProperties, Model, ModelError, PointSpec, Rope, RopeJoint,
    RopeKind, RopeMass, RotationSpring,
};

const GROUND: &str = "ground";

fn point(link: &str, x: f64, y: f64, z: f64) -> PointSpec {
    PointSpec { link: link.into(), position: Vec3::new(x, y, z) }
}

fn plain(links: usize) -> Rope {
    Rope::new("rope", links, 2.0, RopeMass::Total(3.0), 0.02)
}

fn built(rope: &Rope) -> Model {
    Description::new("test").rope(rope).unwrap().build().unwrap()
}

/// Poses of the links, joint after joint.
fn poses(model: &Model, q: &[f64]) -> Vec<Pose<f64>> {
    let mut poses: Vec<Pose<f64>> = Vec::new();
    for l in model.links() {
        let base = l.parent.map_or(Pose::identity(), |LinkId(p)| poses[p]);
        poses.push(base * l.placement * l.joint.pose(&q[l.q..l.q + l.nq]));
    }
    poses
}

fn frame(model: &Model, q: &[f64], name: &str) -> Vec3<f64> {
    let f = &model.frames()[model.frame(name).unwrap().0];
    f.link.map_or(f.pose, |l| poses(model, q)[l.0] * f.pose).position
}

fn near(a: Vec3<f64>, b: Vec3<f64>, bound: f64) {
    assert!((a - b).norm() <= bound, "{a:?} and {b:?}");
}

// oracle: one cylinder of the length of the rope
#[test]
fn a_straight_rope_is_one_cylinder() {
    for links in [1, 7, 40] {
        for mass in [
            RopeMass::Total(3.0),
            RopeMass::PerLength(1.5),
            RopeMass::Density(3.0 / (2.0 * 1e-4 * std::f64::consts::PI)),
        ] {
            let rope = Rope { mass, ..plain(links) };
            let d = Description::new("test").rope(&rope).unwrap();
            let model = d.build_strict().unwrap();
            let poses = poses(&model, model.configuration("straight").unwrap());
            let bodies: Vec<MassProperties> = d.links.iter().zip(&poses).map(|(l, p)| l.mass.moved(*p)).collect();
            let welded = MassProperties::welded(&bodies);
            let cylinder = MassProperties::cylinder(3.0, 0.01, 2.0);
            assert!((welded.mass - 3.0).abs() < 1e-13);
            near(welded.center, Vec3::new(0.0, 0.0, -1.0), 1e-13);
            let (a, b) = (welded.inertia, cylinder.inertia);
            for (a, b) in [(a.xx, b.xx), (a.yy, b.yy), (a.zz, b.zz), (a.xy, 0.0), (a.xz, 0.0), (a.yz, 0.0)] {
                assert!((a - b).abs() < 1e-13, "{links}: {a} and {b}");
            }
        }
    }
}

// oracle: a ball welded to the end of the last link
#[test]
fn the_ball_at_its_end_is_part_of_the_last_link() {
    let with = Description::new("test").rope(&Rope { end_mass: 5.0, ..plain(4) }).unwrap();
    let without = Description::new("test").rope(&plain(4)).unwrap();
    assert_eq!(with.links[..3], without.links[..3]);
    let ball = MassProperties::sphere(5.0, 0.02).moved(Pose::translation(Vec3::new(0.0, 0.0, 0.5)));
    assert_eq!(with.links[3].mass, MassProperties::welded(&[without.links[3].mass, ball]));
    assert_eq!(with.links[3].shapes.len(), 2);
}

// oracle: the specification
#[test]
fn names_of_parts() {
    let d = Description::new("test").rope(&Rope { to: Some(point(GROUND, 1.0, 0.0, 0.0)), ..plain(3) }).unwrap();
    let names = |all: Vec<&String>| all.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    assert_eq!(names(d.links.iter().map(|x| &x.name).collect()), "rope_1 rope_2 rope_3");
    assert_eq!(names(d.joints.iter().map(|x| &x.name).collect()), "rope_joint_1 rope_joint_2 rope_joint_3 rope_tie");
    assert_eq!(names(d.frames.iter().map(|x| &x.name).collect()), "rope_start rope_middle rope_end");
    assert_eq!(names(d.configurations.iter().map(|x| &x.name).collect()), "start hung");
    let d = Description::new("test").rope(&plain(3)).unwrap();
    assert_eq!(names(d.configurations.iter().map(|x| &x.name).collect()), "straight hung");
    let hanging = Description::new("two").rope(&plain(2)).unwrap().rope(&Rope { name: "other".into(), ..plain(3) });
    let model = hanging.unwrap().build().unwrap();
    assert_eq!(model.configuration("hung").unwrap().len(), 5 * 4);
}

// oracle: points on a straight line
#[test]
fn frames_are_at_both_ends_and_in_the_middle() {
    for links in [1, 2, 5, 8] {
        let rope = Rope {
            direction: Some(Vec3::new(1.0, 2.0, -2.0)),
            from: Some(point(GROUND, 0.1, 0.2, 0.3)),
            ..plain(links)
        };
        let model = built(&rope);
        let q = model.configuration("straight").unwrap();
        let (start, e) = (Vec3::new(0.1, 0.2, 0.3), Vec3::new(1.0, 2.0, -2.0).scale(1.0 / 3.0));
        near(frame(&model, q, "rope_start"), start, 1e-15);
        near(frame(&model, q, "rope_middle"), start + e, 1e-15);
        near(frame(&model, q, "rope_end"), start + e.scale(2.0), 1e-14);
        let hung = model.configuration("hung").unwrap();
        near(frame(&model, hung, "rope_end"), start - Vec3::new(0.0, 0.0, 2.0), 1e-14);
    }
}

// oracle: the place where the end is tied, found by passing all joints
#[test]
fn a_hung_rope_closes() {
    let spans = [
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::new(0.0, 1.3, -0.9),
        Vec3::new(0.0, 0.0, 1.2),
        Vec3::new(0.0, 0.0, -1.9),
        Vec3::new(2.0, 0.0, 0.0),
        Vec3::zero(),
    ];
    for links in [2, 3, 30, 1000] {
        for kind in [RopeKind::Rope, RopeKind::Chain] {
            for span in spans {
                for direction in [None, Some(Vec3::unit(0)), Some(Vec3::new(-1.0, 0.5, 0.2)), Some(Vec3::unit(1))] {
                    for gravity in [Vec3::new(0.0, 0.0, -9.81), Vec3::zero()] {
                        let from = point(GROUND, 0.3, -0.1, 0.5);
                        let end = from.position + span;
                        let to = Some(PointSpec { link: GROUND.into(), position: end });
                        let rope = Rope { kind, from: Some(from), to, direction, ..plain(links) };
                        let model = Description::new("test").gravity(gravity).rope(&rope).unwrap().build().unwrap();
                        let q = model.configuration("hung").unwrap();
                        near(frame(&model, q, "rope_end"), end, 1e-12);
                        if links == 30 && gravity.z < 0.0 {
                            let slack = end - span.scale(0.5) - frame(&model, q, "rope_middle");
                            assert!(slack.z > -1e-9, "{span:?}: it hangs above its ends");
                        }
                    }
                }
            }
        }
    }
}

// oracle: the poses of the links it is tied to
#[test]
fn a_rope_between_moving_links_closes() {
    let turned = Pose::new(Mat3::from_rpy([0.4, -0.3, 1.0]), Vec3::new(0.2, 0.1, 0.0));
    let body = MassProperties::sphere(1.0, 0.1);
    for kind in [RopeKind::Rope, RopeKind::Chain] {
        let rope =
            Rope { kind, from: Some(point("a", 0.1, 0.0, 0.0)), to: Some(point("c", 0.0, 0.1, 0.3)), ..plain(9) };
        let model = Description::new("test")
            .link("a", body)
            .link("b", body)
            .link("c", body)
            .joint("ja", "ground", "a", Joint::spherical(), turned)
            // listed from child to parent
            .joint("jb", "b", "ground", Joint::revolute(Vec3::unit(0)), turned)
            .joint("jc", "b", "c", Joint::free(), turned)
            .child_origin(turned)
            .rope(&rope)
            .unwrap()
            .build()
            .unwrap();
        let q = model.configuration("hung").unwrap();
        let c = model.frames()[model.frame("c").unwrap().0].clone();
        let tied = (poses(&model, q)[c.link.unwrap().0] * c.pose).point(Vec3::new(0.0, 0.1, 0.3));
        near(frame(&model, q, "rope_end"), tied, 1e-12);
    }
}

// oracle: down and towards the end in the world, found by passing all joints; the arc lies in a plane across one axis of every joint
#[test]
fn a_rope_on_a_turned_link_hangs_as_on_the_ground() {
    let turned = Pose::new(Mat3::from_rpy([0.4, -0.3, 1.0]), Vec3::new(0.1, 0.2, 0.3));
    let on = |rope: &Rope| {
        let d = Description::new("test").link("w", MassProperties::sphere(1.0, 0.1));
        d.joint("turn", "ground", "w", Joint::revolute(Vec3::unit(0)), turned).rope(rope).unwrap().build().unwrap()
    };
    let from = Some(point("w", 0.05, 0.0, 0.0));
    let along = |model: &Model| poses(model, &model.neutral())[4].rotation.apply(Vec3::unit(2));
    near(along(&on(&Rope { from: from.clone(), ..plain(4) })), -Vec3::unit(2), 1e-14);

    let end = Vec3::new(0.8, 0.1, 0.2);
    let model = on(&Rope { from, to: Some(point(GROUND, end.x, end.y, end.z)), ..plain(4).chain() });
    let start = turned.point(Vec3::new(0.05, 0.0, 0.0));
    near(along(&model), (end - start).normalized(), 1e-14);
    let q = model.configuration("hung").unwrap();
    for link in &model.links()[1..] {
        let coordinates = &q[link.q..link.q + link.nq];
        assert_eq!(coordinates.iter().filter(|x| x.abs() < 1e-12).count(), 1, "{coordinates:?}");
    }
}

// oracle: columns of a rotation are perpendicular unit vectors, also where the direction is almost the normal of the plane
#[test]
fn the_first_frame_is_orthonormal() {
    for off in [3e-9, 1e-8, 1e-7, 1e-5] {
        let direction = Some(Vec3::new(0.3 * off, 1.0, off));
        let model = built(&Rope { to: Some(point(GROUND, 0.6, 0.0, 0.0)), direction, ..plain(5) });
        let rotation = model.links()[0].placement.rotation;
        let unit = rotation.transpose() * rotation;
        (0..3).map(Vec3::unit).for_each(|e| near(unit.apply(e), e, 1e-14));
    }
}

// oracle: the length; no rope stretches by a two-thousandth
#[test]
fn a_rope_that_is_a_little_too_short_is_refused() {
    for (length, fits) in [(2.0 / 1.0005, false), (2.0 * (1.0 - 1e-9), false), (2.0, true)] {
        let rope = Rope { to: Some(point(GROUND, 2.0, 0.0, 0.0)), length, ..plain(5) };
        let found = Description::new("test").rope(&rope);
        assert_eq!(found.is_ok(), fits, "{length}");
        assert!(fits || matches!(found, Err(ModelError::RopeTooShort { .. })));
    }
}

// oracle: springs of bent bars: moment = E I · curvature, and curvature = angle / length
#[test]
fn a_cable_resists_as_a_bar_does() {
    let cable = Rope { bending_damping: 0.02, torsional_damping: 0.01, clamped: true, ..plain(10).cable(0.4, 0.3) };
    let d = Description::new("test").rope(&cable).unwrap();
    let spring = |i: usize| d.joints[i].properties.rotation_spring.unwrap();
    let (bend, twist) = (0.4 / 0.2, 0.3 / 0.2);
    assert_eq!(spring(4), RotationSpring::new(Vec3::unit(2), bend, twist).with_damping(0.02 / 0.2, 0.01 / 0.2));
    let clamp = spring(0);
    let doubled = [
        (clamp.bend_stiffness, bend),
        (clamp.twist_stiffness, twist),
        (clamp.bend_damping, 0.1),
        (clamp.twist_damping, 0.05),
    ];
    assert!(doubled.iter().all(|(found, one)| (found - 2.0 * one).abs() < 1e-15), "{clamp:?}");
    let pinned = Description::new("test").rope(&Rope { clamped: false, ..cable.clone() }).unwrap();
    assert_eq!(pinned.joints[0].properties.rotation_spring, None);
    assert_eq!(pinned.joints[1], d.joints[1]);

    let rope = Rope { joints: Some(RopeJoint::Universal), torsional_stiffness: 0.0, torsional_damping: 0.0, ..cable };
    let d = Description::new("test").rope(&rope).unwrap();
    assert_eq!((d.joints[3].properties.spring_stiffness, d.joints[3].properties.viscous_friction), (bend, 0.02 / 0.2));
}

// oracle: the pins of a chain link are parallel, and across those of the next; links do not twist
#[test]
fn a_chain_has_universal_joints() {
    let model = built(&plain(6).chain());
    assert_eq!(model.nv(), 12);
    let axes: Vec<_> = model
        .links()
        .iter()
        .map(|l| match &l.joint {
            Joint::Universal(j) => (j.first, j.second),
            other => panic!("{}", other.keyword()),
        })
        .collect();
    for pair in axes.windows(2) {
        assert_eq!(pair[0].1, pair[1].0);
        assert_eq!(pair[0].0.dot(pair[0].1), 0.0);
        assert_eq!(pair[0].0.z, 0.0);
    }
    let free = built(&Rope { joints: Some(RopeJoint::Spherical), ..plain(6).chain() });
    assert_eq!(free.nv(), 18);
}

// oracle: the drag of a long bar that moves across and turns about its middle, cut into links
#[test]
fn drag_is_shared_by_the_links() {
    let model = built(&Rope { drag: 1.2, ..plain(5) });
    let drag = model.drag(LinkId(2)).unwrap();
    assert!((drag.linear * 5.0 - 1.2 * 2.0).abs() < 1e-15);
    let turning: f64 = (0..5).map(|i| drag.angular + drag.linear * (0.4 * (f64::from(i) - 2.0)).powi(2)).sum();
    assert!((turning - 1.2 * 2.0_f64.powi(3) / 12.0).abs() < 1e-14);
    assert_eq!(built(&plain(5)).drag(LinkId(0)), None);
}

#[test]
fn long_ropes_are_built_in_one_go() {
    let rope = Rope { to: Some(point(GROUND, 1.0, 0.0, 0.0)), drag: 0.1, ..plain(100_000).cable(1e-3, 1e-3) };
    let model = built(&rope);
    let q = model.configuration("hung").unwrap();
    near(frame(&model, q, "rope_end"), Vec3::unit(0), 1e-10);
    assert_eq!(model.clusters().len(), 1);
}

#[test]
fn bad_ropes_are_refused() {
    let far = Some(point(GROUND, 5.0, 0.0, 0.0));
    let cable = plain(4).cable(1.0, 1.0);
    let cases = [
        (plain(0), "rope \"rope\": number of links is 0; it must be from 1 to 1000000"),
        (plain(1_000_001), "rope \"rope\": number of links is 1000001; it must be from 1 to 1000000"),
        (
            Rope { to: far.clone(), ..plain(1) },
            "rope \"rope\": number of links is 1; a rope between two points needs at least 2",
        ),
        (
            Rope { to: far, ..plain(4) },
            "rope \"rope\" is 2 m long, but its ends are 5 m apart: make it longer, or move one of its ends",
        ),
        (Rope { length: 0.0, ..plain(4) }, "rope \"rope\": length is 0; it must be a finite number above 0"),
        (
            Rope { mass: RopeMass::Total(-1.0), ..plain(4) },
            "rope \"rope\": mass is -1; it must be a finite number above 0",
        ),
        (
            Rope { mass: RopeMass::Density(f64::NAN), ..plain(4) },
            "rope \"rope\": density is NaN; it must be a finite number above 0",
        ),
        (Rope { diameter: 0.0, ..plain(4) }, "rope \"rope\": diameter is 0; it must be a finite number above 0"),
        (
            Rope { end_mass: -1.0, ..plain(4) },
            "rope \"rope\": end mass is -1; it must be a finite number of at least 0",
        ),
        (
            Rope { drag: f64::INFINITY, ..plain(4) },
            "rope \"rope\": drag is inf; it must be a finite number of at least 0",
        ),
        (
            Rope { bending_stiffness: 1.0, ..plain(4) },
            "rope \"rope\": bending stiffness is 1; only a cable has it: choose that kind, or leave it out",
        ),
        (
            Rope { clamped: true, ..plain(4).chain() },
            "rope \"rope\": stiffness at the clamped start is 0; only a cable can be clamped: ropes and chains are pinned",
        ),
        (
            Rope { bending_stiffness: 0.0, ..cable.clone() },
            "rope \"rope\": bending stiffness is 0; a cable needs a value above 0; a rope has no bending stiffness",
        ),
        (
            Rope { joints: Some(RopeJoint::Universal), ..cable },
            "rope \"rope\": torsional stiffness is 1; universal joints do not twist: leave it out, or use spherical joints",
        ),
        (
            Rope { direction: Some(Vec3::zero()), ..plain(4) },
            "rope \"rope\": length of its direction is 0; give a direction such as (0, 0, -1)",
        ),
        (
            Rope { from: Some(point("grund", 0.0, 0.0, 0.0)), ..plain(4) },
            "rope \"rope\" refers to link \"grund\", which does not exist; did you mean \"ground\"?",
        ),
        (
            Rope { from: Some(point(GROUND, f64::NAN, 0.0, 0.0)), ..plain(4) },
            "rope \"rope\": position of an end is NaN; it must be a finite number",
        ),
    ];
    for (rope, message) in cases {
        assert_eq!(Description::new("test").rope(&rope).unwrap_err().to_string(), message);
    }
    let apart = Description::new("test")
        .link("a", MassProperties::none())
        .rope(&Rope { from: Some(point("a", 0.0, 0.0, 0.0)), ..plain(4) });
    assert!(apart.unwrap_err().to_string().contains("not connected to the ground"));
    let twice = Description::new("test").rope(&plain(2)).unwrap().rope(&plain(2)).unwrap().build();
    assert_eq!(
        twice.unwrap_err().to_string(),
        "two frames are called \"rope_start\": names must be unique; rename one of them"
    );
}

fn ball(spring: RotationSpring) -> Description {
    let body = MassProperties::sphere(1.0, 0.1);
    let tilt = Pose::new(Mat3::from_rpy([0.4, -0.3, 1.0]), Vec3::new(0.2, 0.1, 0.0));
    Description::new("ball")
        .link("a", body)
        .link("b", body)
        .joint("ja", "ground", "a", Joint::revolute(Vec3::unit(0)), Pose::identity())
        .joint("jb", "a", "b", Joint::spherical(), tilt)
        .child_origin(tilt)
        .properties(JointProperties { rotation_spring: Some(spring), ..JointProperties::default() })
}

// oracle: differences of the energy, which depends on the relative pose of the links only; the joint is passed both ways
#[test]
fn rotation_springs_act_on_joints_passed_either_way() {
    let spring = RotationSpring::new(Vec3::new(1.0, -2.0, 0.5), 3.0, 8.0);
    let forward = ball(spring).build().unwrap();
    let backward = ball(spring).change_base("b").unwrap().build().unwrap();
    for model in [forward, backward] {
        let l = model.links()[model.joint("jb").unwrap().0].clone();
        let mut q = model.neutral();
        l.joint.integrate(&[0.0, 0.0, 0.0, 1.0], &[0.9, -0.4, 1.3], &mut q[l.q..l.q + 4]);
        // the energy of the pose itself: of the rotation from the fixed to the moving frame of the joint
        let energy = |q: &[f64]| {
            let pose = l.joint.pose(&q[l.q..l.q + 4]).rotation;
            let reversed = matches!(l.joint, Joint::Reversed(_));
            spring.energy(denoc_math::quaternion_from_rotation(if reversed { pose.transpose() } else { pose }))
        };
        let mut forces = vec![0.0; model.nv()];
        let mut v = vec![0.0; model.nv()];
        model.joint_forces(&q, &v, &mut forces).unwrap();
        assert!(forces[l.v..l.v + 3].iter().all(|f| f.abs() > 0.1));
        for k in 0..model.nv() {
            let at = |h: f64| {
                let (mut step, mut out) = (vec![0.0; model.nv()], q.clone());
                step[k] = h;
                model.integrate(&q, &step, &mut out).unwrap();
                energy(&out)
            };
            let gradient = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!((forces[k] + gradient).abs() < 1e-8, "{k}: {} and {gradient}", forces[k]);
        }
        v[l.v..l.v + 3].copy_from_slice(&[1.0, 2.0, 3.0]);
        let mut moving = forces.clone();
        model.joint_forces(&q, &v, &mut moving).unwrap();
        assert_eq!(moving, forces);
    }
}

// oracle: C ω
#[test]
fn rotation_dampers_resist_speeds() {
    let model = ball(RotationSpring::new(Vec3::unit(1), 0.0, 0.0).with_damping(0.5, 0.2)).build().unwrap();
    let mut forces = [0.0; 4];
    model.joint_forces(&model.neutral(), &[7.0, 1.0, 2.0, 3.0], &mut forces).unwrap();
    assert_eq!(forces, [0.0, -0.5, -0.4, -1.5]);
}

#[test]
fn bad_rotation_springs_are_refused() {
    let message = |d: Description| d.build().unwrap_err().to_string();
    let mut hinge = ball(RotationSpring::new(Vec3::unit(1), 2.0, 0.0));
    hinge.joints[1].joint = Joint::revolute(Vec3::unit(0));
    assert_eq!(
        message(hinge),
        "joint \"jb\": bend stiffness of the rotation spring is 2; a rotation spring requires a spherical joint: use one, or \
         `spring_stiffness`"
    );
    assert_eq!(
        message(ball(RotationSpring::new(Vec3::zero(), 2.0, 0.0))),
        "joint \"jb\": length of the axis of the rotation spring is NaN; it must be 1: give a direction"
    );
    assert_eq!(
        message(ball(RotationSpring::new(Vec3::unit(1), 2.0, -1.0))),
        "joint \"jb\": twist stiffness of the rotation spring is -1; it must be a finite number of at least 0"
    );
    let mut cut = ball(RotationSpring::new(Vec3::unit(1), 2.0, 0.0)).cut();
    cut = cut.joint("weld", "a", "b", Joint::fixed(), Pose::identity());
    assert_eq!(
        message(cut),
        "\"rotation spring\" needs the coordinate of joint \"jb\", which is where a loop is cut: mark another joint of that \
         loop with `cut`"
    );
    let mut drag = ball(RotationSpring::new(Vec3::unit(1), 2.0, 0.0));
    drag.links[0].drag = Some(denoc_model::Drag::new(1.0, -2.0));
    assert_eq!(message(drag), "link \"a\": angular drag is -2; it must be a finite number of at least 0");
}

// oracle: a link in a medium keeps its own mass centre; the same masses move otherwise
#[test]
fn links_with_drag_are_not_merged() {
    let body = MassProperties::sphere(1.0, 0.1);
    let at = Pose::translation(Vec3::unit(0));
    let arm = |drag: &[usize]| {
        let mut d = Description::new("arm")
            .link("a", body)
            .link("b", body)
            .link("c", body)
            .joint("j", "ground", "a", Joint::revolute(Vec3::unit(2)), Pose::identity())
            .joint("ab", "a", "b", Joint::fixed(), at)
            .joint("bc", "b", "c", Joint::fixed(), at);
        for &i in drag {
            d.links[i].drag = Some(denoc_model::Drag::new(1.0, 0.0));
        }
        d.merge_fixed()
    };
    assert_eq!(arm(&[]).links.len(), 1);
    assert_eq!(arm(&[0]).links.len(), 2, "b and c become one, a keeps its drag");
    assert_eq!(arm(&[1]).links.len(), 3);
    assert_eq!(arm(&[2]).links.len(), 2);
    let model = arm(&[2]).build().unwrap();
    assert_eq!(model.drag(model.link("c").unwrap()).unwrap().linear, 1.0);
    assert_eq!(model.drag(model.link("a").unwrap()), None);
    // a part of the ground never moves
    let mut fixed = Description::new("post").link("a", body).link("b", body);
    fixed.links[0].drag = Some(denoc_model::Drag::new(1.0, 0.0));
    let fixed = fixed
        .joint("weld", "ground", "a", Joint::fixed(), at)
        .joint("j", "a", "b", Joint::revolute(Vec3::unit(2)), at)
        .merge_fixed();
    assert_eq!((fixed.links.len(), fixed.joints.len()), (2, 1));
}

// oracle: what the changes are for
#[test]
fn drag_and_springs_survive_changes() {
    let spring = RotationSpring::new(Vec3::unit(1), 2.0, 3.0);
    let mut d = ball(spring);
    d.links[1].drag = Some(denoc_model::Drag::new(1.0, 2.0));
    let floating = d.clone().floating().build().unwrap();
    let b = floating.link("b").unwrap();
    assert_eq!((floating.drag(b), floating.properties(b).rotation_spring), (d.links[1].drag, Some(spring)));
    // held at an angle it does no work
    let locked = d.lock("jb", &[0.0, 0.6, 0.0, 0.8]).unwrap().build().unwrap();
    let b = locked.link("b").unwrap();
    assert_eq!((locked.drag(b).is_some(), locked.properties(b).rotation_spring), (true, None));
    assert!(locked.links()[b.0].joint.q_units().iter().all(|u| *u == Unit::Angle));
}
