//! Merging of links with fixed joints, also in loops and with constraints between them.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{ConstraintKind, Description, DistanceSpec, Joint, PointSpec, RollingSpec, SpringSpec};

/// A ring of four links, one of them in two parts, with a wheel, a rod and springs.
fn ring() -> Description {
    let y = || Joint::revolute(Vec3::unit(1));
    let at = |x, z| Pose::translation(Vec3::new(x, 0.0, z));
    let turned = Pose::new(Mat3::from_rpy([0.3, -0.2, 0.5]), Vec3::new(0.1, 0.2, 0.3));
    let mut d = Description::new("ring");
    for name in ["a", "b", "c", "half"] {
        d = d.link(name, denoc_model::MassProperties::sphere(1.0, 0.1));
    }
    d = d
        .joint("one", "ground", "a", y(), Pose::identity())
        .joint("two", "a", "b", y(), at(0.0, 0.5))
        .joint("three", "half", "c", y(), at(0.4, 0.0))
        .joint("four", "ground", "c", y(), at(1.0, 0.0))
        .joint("weld", "b", "half", Joint::fixed(), turned);
    let end = |link: &str, x| PointSpec { link: link.into(), position: Vec3::new(x, 0.1, 0.2) };
    d = d.constraint(
        "rod",
        ConstraintKind::Distance(DistanceSpec { from: end("half", 0.3), to: end("ground", 2.0), length: 1.5 }),
    );
    let length = (turned.point(end("half", 0.3).position) - end("b", 0.0).position).norm();
    let inner = ConstraintKind::Distance(DistanceSpec { from: end("half", 0.3), to: end("b", 0.0), length });
    let wheel = RollingSpec {
        link: "half".into(),
        center: Vec3::new(0.1, 0.0, 0.0),
        axis: Vec3::unit(1),
        radius: 0.1,
        plane_point: Vec3::zero(),
        plane_normal: Vec3::unit(2),
        keep_height: false,
    };
    d = d.constraint("inner", inner).constraint("wheel", ConstraintKind::Rolling(wheel));
    for (name, other) in [("spring", "a"), ("inner spring", "b")] {
        let (name, from, to) = (name.into(), end(other, 0.0), end("half", 0.7));
        d.springs.push(SpringSpec { name, from, to, stiffness: 1.0, rest_length: 0.0, damping: 0.0, place: None });
    }
    d
}

// oracle: the ends of constraints and springs as the unmerged model has them, moved by hand
#[test]
fn ends_of_constraints_and_springs_move_along_around_a_loop() {
    let (apart, merged) = (ring(), ring().merge_fixed());
    assert_eq!(merged.joints.iter().map(|j| j.name.as_str()).collect::<Vec<_>>(), ["one", "two", "three", "four"]);
    let home = merged.frames.iter().find(|f| f.name == "half").unwrap();
    assert_eq!(home.link, "b");
    // what connects a link with itself is removed
    assert_eq!(merged.constraints.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["rod", "wheel"]);
    assert_eq!(merged.springs.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["spring"]);
    let weld = apart.joints[4].origin;
    let ConstraintKind::Distance(DistanceSpec { from, to, length }) = &merged.constraints[0].kind else { panic!() };
    assert_eq!((from.link.as_str(), to.link.as_str(), *length), ("b", "ground", 1.5));
    assert_eq!(from.position, weld.point(Vec3::new(0.3, 0.1, 0.2)));
    let ConstraintKind::Rolling(wheel) = &merged.constraints[1].kind else { panic!() };
    assert_eq!((wheel.link.as_str(), wheel.center), ("b", weld.point(Vec3::new(0.1, 0.0, 0.0))));
    assert_eq!(wheel.axis, weld.rotation.apply(Vec3::unit(1)));
    assert_eq!(
        (merged.springs[0].to.link.as_str(), merged.springs[0].to.position),
        ("b", weld.point(Vec3::new(0.7, 0.1, 0.2)))
    );
    assert_eq!(merged.joints[2].parent, "b");
    let model = merged.build().unwrap();
    assert_eq!((model.nv(), model.closures().len()), (3, 3));
}

// oracle: a link cannot move against itself
#[test]
fn links_that_a_moving_joint_also_joins_stay_two() {
    let d = ring().joint("beside", "b", "half", Joint::revolute(Vec3::unit(1)), Pose::identity());
    let merged = d.clone().merge_fixed();
    assert_eq!(merged, d);
    assert!(merged.build().is_ok());
}
