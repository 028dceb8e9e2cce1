//! Mobility of mechanisms whose mobility is known from the literature, singular configurations found by hand, and reactions.

mod loop_mechanisms;

use core::f64::consts::PI;

use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::assembly::{AssemblyOptions, assemble};
use denoc_mechanism::mobility::{Balance, Grashof, Mobility, Release, Released};
use denoc_model::{ConstraintKind, Description, Joint, JointSpec, MassProperties, Model, RollingSpec};
use loop_mechanisms::*;

fn analyse(model: &Model, q: &[f64]) -> Mobility {
    let m = Mobility::analyse(model, q).unwrap_or_else(|e| panic!("{e}"));
    // the rank must be clear
    assert!(m.rank_gap[0] > 1e-4 && m.rank_gap[1] < 1e-11, "{}: {:?}", m.model, m.rank_gap);
    assert_eq!(m.cluster_ranks.iter().sum::<usize>(), m.rank);
    m
}

// oracle: the survey's four-bar linkage: a plane needs 2 of 5 conditions
#[test]
fn survey_four_bar() {
    let m = analyse(&four_bar(SURVEY), &[0.0, 1.3453675552809108, -2.0 * 1.3453675552809108]);
    assert_eq!((m.degrees_of_freedom, m.degrees_of_freedom_at_pose, m.reachable_coordinates, m.shaky), (1, 1, 1, 0));
    assert_eq!((m.grubler_spatial, m.grubler_planar), (-2, Some(1)));
    assert_eq!((m.conditions, m.rank, m.redundant), (5, 2, 3));
    assert_eq!(m.cluster_ranks, [2]);
    // out of the plane, at all four joints
    let joints: Vec<&str> = m.indeterminate.iter().map(|x| x.joint.as_str()).collect();
    assert_eq!(joints, ["crank_pivot", "crank_pin", "output_pin", "output_pivot"]);
    assert!(m.indeterminate.iter().all(|x| x.moments == ["x", "y"] && x.forces == ["z"]));
    assert_eq!(m.releases.len(), 3);
    assert!(m.idle.is_empty() && m.actuation.is_none() && !m.singularities.any());
    assert_eq!(m.four_bars.len(), 1);
    assert_eq!(m.four_bars[0].class, Grashof::CrankRocker);
    assert_eq!(m.four_bars[0].shortest, "crank");
    for (found, expected) in m.four_bars[0].lengths.iter().zip([SURVEY[1], SURVEY[2], SURVEY[3], SURVEY[0]]) {
        assert!((found - expected).abs() < 1e-14);
    }
}

// oracle: by hand: both hinges are on one axis
#[test]
fn door_on_two_hinges() {
    for seed in 0..20 {
        let mut random = denoc_testkit::Random::new(seed);
        let (axis, at) = (random.direction(), Pose::new(random.rotation(), random.point(1.0)));
        let (up, on_leaf) = (Pose::translation(axis), Pose::translation(random.point(1.0)));
        let door = Description::new("door")
            .link("leaf", MassProperties::sphere(1.0, 0.1))
            .joint("lower", "ground", "leaf", Joint::revolute(axis), at)
            .child_origin(on_leaf)
            .joint("upper", "ground", "leaf", Joint::revolute(axis), at * up)
            .child_origin(on_leaf * up);
        let m = Mobility::analyse(&door.build().unwrap(), &[random.signed(3.0)]).unwrap();
        assert_eq!((m.degrees_of_freedom, m.degrees_of_freedom_at_pose, m.shaky), (1, 1, 0), "{seed}");
        assert_eq!((m.conditions, m.rank, m.redundant), (5, 0, 5), "{seed}");
    }
}

/// The four-bar linkage with the releases made: each hinge gets the additional joints in series, on massless links.
fn released(lengths: [f64; 4], releases: &[Release]) -> Model {
    let mut d = four_bar_description(lengths);
    for (i, release) in releases.iter().enumerate() {
        let axis = |name: &str| ["x", "y", "z"].iter().position(|x| *x == name).map(Vec3::unit).unwrap();
        let kind = match release.motion {
            Released::Rotation(name) => Joint::revolute(axis(name)),
            Released::Translation(name) => Joint::prismatic(axis(name)),
            Released::Condition(_) => panic!("a joint"),
        };
        let at = d.joints.iter().position(|j| j.name == release.joint).unwrap();
        let middle = format!("middle{i}");
        // the new joint sits in the moving frame of the old one
        let old: JointSpec = d.joints[at].clone();
        d.joints[at].child = middle.clone();
        d.joints[at].child_origin = Pose::identity();
        d = d
            .link(&middle, MassProperties::sphere(0.1, 0.01))
            .joint(format!("release{i}"), &middle, &old.child, kind, Pose::identity())
            .child_origin(old.child_origin);
    }
    d.build().unwrap()
}

// oracle: the mechanism rebuilt with the releases made has no redundant conditions and moves as before
#[test]
fn releases_make_it_determinate() {
    let lengths = [0.5, 0.15, 0.4, 0.35];
    let q = [1.0, -0.3, -1.5];
    let m = analyse(&four_bar(lengths), &q);
    let model = released(lengths, &m.releases);
    let mut drawn = model.neutral();
    for (name, x) in [("crank_pivot", m.q[0]), ("crank_pin", m.q[1]), ("output_pin", m.q[2])] {
        drawn[model.links()[model.joint(name).unwrap().0].q] = x;
    }
    let after = analyse(&model, &drawn);
    assert_eq!((after.degrees_of_freedom, after.redundant), (1, 0), "{after}");
    assert!(after.indeterminate.is_empty() && after.releases.is_empty());
    assert_eq!(after.grubler_spatial, 1);
}

// oracle: Bennett 1903, Bricard 1897, Sarrus 1853: all move with one degree of freedom
#[test]
fn paradoxical_linkages_move() {
    let (model, q) = bennett(1.1);
    let m = analyse(&model, &q);
    assert_eq!((m.degrees_of_freedom, m.grubler_spatial, m.grubler_planar, m.redundant), (1, -2, None, 3));
    let (model, q) = bricard(0.9);
    let m = analyse(&model, &q);
    assert_eq!((m.degrees_of_freedom, m.grubler_spatial, m.redundant), (1, 0, 1));
    let model = sarrus();
    let m = analyse(&model, &model.neutral());
    assert_eq!((m.degrees_of_freedom, m.grubler_spatial, m.redundant), (1, 0, 1));
    // the two legs twist each other about the axis that neither of them turns about
    assert_eq!(m.releases.len(), 1);
}

// oracle: hexapods have six degrees of freedom, delta robots three
#[test]
fn parallel_robots() {
    let model = stewart();
    let m = analyse(&model, &model.neutral());
    assert_eq!((m.degrees_of_freedom, m.grubler_spatial, m.redundant), (6, 6, 0));
    let a = m.actuation.as_ref().unwrap();
    assert_eq!((a.motors, a.controlled, a.uncontrolled, a.balance), (6, 6, 0, Balance::Exact));
    assert!(m.idle.is_empty() && m.indeterminate.is_empty() && !m.singularities.any(), "{m}");
    let model = delta();
    let m = analyse(&model, &model.neutral());
    assert_eq!((m.degrees_of_freedom, m.grubler_spatial, m.redundant), (3, 3, 0));
    assert_eq!(m.actuation.as_ref().unwrap().balance, Balance::Exact);
    assert!(!m.singularities.any(), "{m}");
}

// oracle: the rod of an RSSR mechanism spins about itself
#[test]
fn idle_spin_of_a_rod() {
    let model = rssr();
    let mut q = model.neutral();
    q[0] = 1.0;
    let m = analyse(&model, &q);
    assert_eq!((m.degrees_of_freedom, m.grubler_spatial, m.redundant), (2, 2, 0));
    assert_eq!(m.idle.len(), 1);
    assert_eq!(m.idle[0].links, ["rod"]);
    assert_eq!(m.idle[0].joints, ["first_ball", "second_ball"]);
    let a = m.actuation.as_ref().unwrap();
    assert_eq!((a.motors, a.controlled, a.uncontrolled, a.balance), (1, 1, 0, Balance::Exact));
    let elsewhere = rssr_cut_at_the_rocker();
    let mut q = elsewhere.neutral();
    q[0] = 1.0;
    let other = analyse(&elsewhere, &q);
    assert_eq!((other.degrees_of_freedom, other.grubler_spatial, &other.idle), (2, 2, &m.idle));
    let text = m.to_string();
    assert!(
        text.contains("one of them is idle: rod can turn while all other links rest (joints first_ball, second_ball)"),
        "{text}"
    );
}

// oracle: what is mounted on the rod turns with it
#[test]
fn an_idle_rod_carries_what_is_mounted_on_it() {
    let model = rssr_description()
        .link("bracket", rod(0.1))
        .link("flag", rod(0.1))
        .joint("mount", "rod", "bracket", Joint::revolute(X), Pose::identity())
        .joint("hinge", "bracket", "flag", Joint::revolute(Z), along(0.1))
        .build()
        .unwrap();
    let mut q = model.neutral();
    q[0] = 1.0;
    let m = analyse(&model, &q);
    assert_eq!(m.idle.len(), 1, "{m}");
    assert_eq!(
        (&m.idle[0].links[..], &m.idle[0].carried[..]),
        (&["rod".into()][..], &["bracket".into(), "flag".into()][..])
    );
    let text = m.to_string();
    assert!(text.contains("rod can turn, carrying bracket, flag, while all other links rest"), "{text}");
}

// oracle: a rhombus is folded where two of its axes coincide. Two bars turn about them while the third rests, but only as long as it
// is folded
#[test]
fn a_folded_linkage_has_no_idle_freedom() {
    for (name, joint) in [("odca_parallelogram", "pin_ac"), ("sevenbar", "pin24"), ("sarrus", "x_lower")] {
        let model = denoc_formats::catalogue::describe(name).unwrap().build().unwrap();
        let hold = model.joint(joint).unwrap();
        let mut q = model.configuration("start").map_or_else(|_| model.neutral(), <[f64]>::to_vec);
        q[model.links()[hold.0].q] = core::f64::consts::FRAC_PI_2;
        let q = assemble(&model, &q, &AssemblyOptions::holding(&[hold])).unwrap().q;
        let m = Mobility::analyse(&model, &q).unwrap();
        assert!(m.idle.is_empty(), "{m}");
    }
}

// oracle: a cable between two points: 12 links with ball joints have 36 speeds, the tied end takes 3; each link spins about the
// line between the joints at its ends, which no other joint feels; that some links swing together is the motion of the cable
#[test]
fn each_link_of_a_rope_spins_about_itself() {
    let model = denoc_formats::catalogue::describe("cable").unwrap().build().unwrap();
    let m = analyse(&model, model.configuration("start").unwrap());
    assert_eq!((m.degrees_of_freedom, m.grubler_spatial, m.redundant), (33, 33, 0));
    assert_eq!(m.idle.len(), 12, "{m}");
    let after = |i: usize| if i < 12 { format!("cable_joint_{}", i + 1) } else { model.closure_names()[0].clone() };
    for (i, idle) in (1..).zip(&m.idle) {
        assert_eq!(idle.links, [format!("cable_{i}")]);
        assert_eq!(idle.joints, [format!("cable_joint_{i}"), after(i)]);
    }
    let words = "  12 of them are idle: each of the 12 links cable_1 … cable_12 can spin about its axis while all other links rest\n";
    let text = m.to_string();
    assert!(text.contains(words) && text.matches("idle").count() == 1, "{text}");
}

// oracle: a rod of two tubes between ball joints lengthens only with what it holds, but both tubes spin as one
#[test]
fn idle_spin_of_a_telescope() {
    let model = Description::new("telescope")
        .link("crank", rod(0.2))
        .link("outer", rod(0.6))
        .link("inner", rod(0.6))
        .link("rocker", rod(0.6))
        .joint("crank_pivot", "ground", "crank", Joint::revolute(Z), Pose::identity())
        .joint("first_ball", "crank", "outer", Joint::spherical(), along(0.2))
        .joint("slide", "outer", "inner", Joint::prismatic(X), along(0.4))
        .joint("rocker_pivot", "ground", "rocker", Joint::revolute(X), Pose::translation(Vec3::new(0.9, 0.1, -0.5)))
        .joint("second_ball", "inner", "rocker", Joint::spherical(), along(0.6))
        .child_origin(Pose::translation(Vec3::new(0.0, 0.0, 0.6)))
        .cut()
        .build()
        .unwrap();
    let mut q = model.neutral();
    q[0] = 1.0;
    let m = analyse(&model, &q);
    assert_eq!((m.degrees_of_freedom, m.idle.len()), (3, 1), "{m}");
    assert_eq!(m.idle[0].links, ["outer", "inner"]);
    assert_eq!(m.idle[0].joints, ["first_ball", "second_ball"]);
}

// oracle: two speeds (ahead, turn); x, y, heading and one wheel are free, the other wheel follows from heading and that one
#[test]
fn cart_on_wheels() {
    let model = cart();
    let m = analyse(&model, &[0.3, -0.2, 0.5, 0.1, 0.4]);
    assert_eq!((m.degrees_of_freedom, m.reachable_coordinates), (2, 4));
    assert_eq!((m.conditions, m.rank, m.redundant), (4, 3, 1));
    assert_eq!(m.actuation.as_ref().unwrap().balance, Balance::Exact);
}

// oracle: a disk that rolls on a plane has three speeds and five coordinates (Neimark and Fufaev)
#[test]
fn rolling_disk() {
    let rolling = RollingSpec {
        link: "disk".into(),
        center: Vec3::zero(),
        axis: Y,
        radius: 0.5,
        plane_point: Vec3::zero(),
        plane_normal: Z,
        keep_height: true,
    };
    let model = Description::new("disk")
        .link("disk", MassProperties::cylinder(1.0, 0.5, 0.01))
        .joint("pose", "ground", "disk", Joint::free(), Pose::identity())
        .constraint("rolls", ConstraintKind::Rolling(rolling))
        .build()
        .unwrap();
    let m = analyse(&model, &[0.0, 0.0, 0.49, 0.05, 0.0, 0.0, (1.0_f64 - 0.0025).sqrt()]);
    assert_eq!((m.degrees_of_freedom, m.reachable_coordinates, m.redundant), (3, 5, 0));
}

// oracle: Grashof's rule by hand for each inversion
#[test]
fn classes_of_four_bars() {
    let class = |lengths: [f64; 4]| {
        let model = four_bar(lengths);
        let closed = assemble(&model, &[1.0, -0.6, -1.4], &AssemblyOptions::default()).unwrap();
        let m = analyse(&model, &closed.q);
        (m.four_bars[0].class, m.four_bars[0].shortest.clone())
    };
    assert_eq!(class([0.5, 0.15, 0.4, 0.35]), (Grashof::CrankRocker, "crank".into()));
    assert_eq!(class([0.35, 0.4, 0.5, 0.15]), (Grashof::CrankRocker, "output".into()));
    assert_eq!(class([0.15, 0.4, 0.35, 0.5]), (Grashof::DoubleCrank, "ground".into()));
    assert_eq!(class([0.5, 0.4, 0.15, 0.35]), (Grashof::DoubleRocker, "coupler".into()));
    assert_eq!(class([0.5, 0.25, 0.3, 0.35]), (Grashof::TripleRocker, "crank".into()));
    assert_eq!(class([0.5, 0.2, 0.5, 0.2]).0, Grashof::ChangePoint);
}

// oracle: at the dead centre the slider is at rest; driven by the slider it is a dead point, driven by the crank it is not
#[test]
fn dead_centre_of_a_slider_crank() {
    let driven = |joint: &str| {
        let mut d = Description::new("engine")
            .link("crank", rod(0.1))
            .link("rod", rod(0.3))
            .link("slider", rod(0.1))
            .joint("pivot", "ground", "crank", Joint::revolute(Z), Pose::identity())
            .joint("crank_pin", "crank", "rod", Joint::revolute(Z), along(0.1))
            .joint("guide", "ground", "slider", Joint::prismatic(X), Pose::identity())
            .joint("wrist_pin", "rod", "slider", Joint::revolute(Z), along(0.3));
        d = d.cut().actuator("motor", joint);
        let model = d.build().unwrap();
        let mut q = model.neutral();
        q[model.links()[model.joint("guide").unwrap().0].q] = 0.4;
        analyse(&model, &q)
    };
    let m = driven("guide");
    assert_eq!((m.degrees_of_freedom, m.degrees_of_freedom_at_pose), (1, 1));
    assert_eq!((m.singularities.constraint, m.singularities.actuation), (0, 1));
    assert_eq!(
        (&m.singularities.dead_points[..], &m.singularities.at_rest[..]),
        (&["guide".to_owned()][..], &["guide".to_owned()][..])
    );
    assert_eq!(m.singularities.loose, ["pivot", "crank_pin", "wrist_pin"]);
    assert!(m.singularities.smallest_actuation.unwrap() < 1e-12);
    assert_eq!(m.actuation.as_ref().unwrap().balance, Balance::Exact);
    let m = driven("pivot");
    assert!(!m.singularities.any());
    assert_eq!(m.singularities.at_rest, ["guide"]);
    // a motor at the joint where the loop is cut
    let m = driven("wrist_pin");
    assert!(!m.singularities.any(), "{m}");
    assert_eq!(m.actuation.as_ref().unwrap().joints, ["wrist_pin"]);
}

// oracle: with the crank along the frame the angle between coupler and output is least: a motor there is at a dead point
#[test]
fn dead_point_of_a_motor_where_the_loop_is_cut() {
    let (crank, coupler, output, ground) = (0.15, 0.4, 0.35, 0.5);
    let model = Description::new("four-bar")
        .link("crank", rod(crank))
        .link("coupler", rod(coupler))
        .link("output", rod(output))
        .joint("crank_pivot", "ground", "crank", Joint::revolute(Z), Pose::identity())
        .joint("crank_pin", "crank", "coupler", Joint::revolute(Z), along(crank))
        .joint("output_pivot", "ground", "output", Joint::revolute(Z), along(ground))
        .joint("output_pin", "coupler", "output", Joint::revolute(Z), along(coupler))
        .child_origin(along(output))
        .cut()
        .actuator("motor", "output_pin")
        .build()
        .unwrap();
    let hold = [model.joint("crank_pivot").unwrap()];
    for (angle, dead) in [(0.0, true), (PI, true), (1.0, false)] {
        let mut drawn = model.neutral();
        drawn[model.links()[hold[0].0].q] = angle;
        drawn[model.links()[model.joint("crank_pin").unwrap().0].q] = 1.0 - angle;
        drawn[model.links()[model.joint("output_pivot").unwrap().0].q] = 2.0;
        let q = assemble(&model, &drawn, &AssemblyOptions::holding(&hold)).unwrap().q;
        let s = analyse(&model, &q).singularities;
        assert_eq!((s.actuation, s.dead_points.len()), if dead { (1, 1) } else { (0, 0) }, "{angle}");
    }
}

// oracle: a parallelogram in one line can go on as one or turn inside out: two freedoms for a moment
#[test]
fn flat_parallelogram_is_singular() {
    let model = four_bar([0.5, 0.2, 0.5, 0.2]);
    // output seen from the coupler: it points back to its pivot
    let m = analyse(&model, &[0.0, 0.0, PI]);
    assert_eq!((m.degrees_of_freedom, m.degrees_of_freedom_at_pose, m.singularities.constraint), (1, 2, 1));
    assert!(m.singularities.smallest_constraint.unwrap() < 1e-12);
    assert!(m.to_string().contains("this configuration is singular: 1 more freedom for a moment"), "{m}");
}

// oracle: three links stretched to the full distance of their pivots can tremble, but not move
#[test]
fn stretched_links_only_tremble() {
    let m = Mobility::analyse(&four_bar([0.9, 0.3, 0.3, 0.3]), &[0.0, 0.0, 0.0]).unwrap();
    assert_eq!((m.degrees_of_freedom, m.degrees_of_freedom_at_pose, m.shaky), (0, 2, 2), "{m}");
}

// oracle: by inspection: crank and output driven is one too many, nothing driven of a five-bar's second freedom is one too few
#[test]
fn too_many_motors_and_too_few() {
    let model = four_bar_description([0.5, 0.15, 0.4, 0.35])
        .actuator("one", "crank_pivot")
        .actuator("two", "output_pivot")
        .build()
        .unwrap();
    let a = analyse(&model, &[1.0, -0.6, -1.4]).actuation.unwrap();
    assert_eq!((a.motors, a.controlled, a.surplus, a.balance), (2, 1, 1, Balance::Over));
    assert_eq!(a.joints, ["crank_pivot", "output_pivot"]);
    let five = Description::new("five-bar")
        .link("a", rod(0.3))
        .link("b", rod(0.4))
        .link("c", rod(0.4))
        .link("d", rod(0.3))
        .joint("j1", "ground", "a", Joint::revolute(Z), Pose::identity())
        .joint("j2", "a", "b", Joint::revolute(Z), along(0.3))
        .joint("j3", "b", "c", Joint::revolute(Z), along(0.4))
        .joint("j4", "c", "d", Joint::revolute(Z), along(0.4))
        .joint("j5", "ground", "d", Joint::revolute(Z), along(0.3))
        .child_origin(along(0.3))
        .cut()
        .actuator("motor", "j1")
        .build()
        .unwrap();
    let m = analyse(&five, &[1.8, -1.0, -1.2, -1.0]);
    let a = m.actuation.as_ref().unwrap();
    assert_eq!((m.degrees_of_freedom, m.idle.len()), (2, 0));
    assert_eq!((a.motors, a.controlled, a.uncontrolled, a.balance), (1, 1, 1, Balance::Under));
    assert!(m.to_string().contains("1 motor (j1): under-actuated: 1 freedom without control"), "{m}");
}

// oracle: a tree has as many degrees of freedom as its joints; JSON has the same numbers
#[test]
fn trees_and_json() {
    let model = Description::new("arm")
        .link("rod", rod(1.0))
        .link("hand", rod(0.2))
        .joint("shoulder", "ground", "rod", Joint::spherical(), Pose::identity())
        .joint("wrist", "rod", "hand", Joint::revolute(Y), Pose::new(Mat3::identity(), X))
        .build()
        .unwrap();
    let m = analyse(&model, &model.neutral());
    assert_eq!((m.degrees_of_freedom, m.conditions, m.grubler_spatial, m.redundant), (4, 0, 4, 0));
    let json = serde_json::to_value(analyse(&four_bar(SURVEY), &[0.0, 1.3, -2.6])).unwrap();
    assert_eq!((&json["degrees_of_freedom"], &json["redundant"]), (&1.into(), &3.into()));
    assert_eq!(json["four_bars"][0]["class"], "crank-rocker");
}

// oracle: each of the linkages alone
#[test]
fn clusters_are_independent() {
    let model = chain(4);
    let m = analyse(&model, &[0.8, -0.3, -1.6].repeat(4));
    assert_eq!((m.degrees_of_freedom, m.rank, m.redundant, m.releases.len()), (4, 8, 12, 12));
    assert_eq!(m.cluster_ranks, [2; 4]);
}

// oracle: what the models say about themselves, from the literature; Grübler's count by hand
#[test]
fn mechanisms_of_the_catalogue() {
    for (name, freedoms, reachable, spatial, planar) in [
        ("fourbar", 1, 1, -2, Some(1)),
        ("slider_crank", 1, 1, -2, Some(1)),
        ("andrews_squeezer", 1, 1, -8, Some(1)),
        ("peaucellier", 1, 1, -8, Some(1)),
        ("sevenbar", 2, 2, -4, Some(2)),
        ("robot_3rrr", 3, 3, -3, Some(3)),
        ("bennett", 1, 1, -2, None),
        ("bricard", 1, 1, 0, None),
        ("sarrus", 1, 1, 0, None),
        ("spatial_fourbar", 1, 1, 1, None),
        ("stewart", 6, 6, 6, None),
        ("delta", 3, 3, 3, None),
        ("delta_rods", 3, 3, 3, None),
        ("wheeled_robot", 2, 4, 1, None),
    ] {
        let model = denoc_formats::catalogue::describe(name).unwrap().build().unwrap();
        let start = model.configuration("start").unwrap();
        let m = analyse(&model, start);
        assert_eq!((m.degrees_of_freedom, m.reachable_coordinates, m.shaky), (freedoms, reachable, 0), "{m}");
        assert_eq!((m.grubler_spatial, m.grubler_planar), (spatial, planar), "{m}");
        // the count is right where nothing is redundant, and wrong by what is
        assert_eq!(m.degrees_of_freedom as i64, m.grubler_spatial + m.redundant as i64, "{m}");
        assert_eq!(m.releases.len(), m.redundant, "{m}");
        assert_eq!(m.actuation.as_ref().unwrap().balance, Balance::Exact, "{m}");
    }
}
