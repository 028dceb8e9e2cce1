//! Where loops are cut: the rules of the choice, one by one.

mod common;

use common::{body, pivot, tree};
use denoc_math::{Pose, Vec3};
use denoc_model::{CamProfile, CamSpec, ConstraintKind, Description, Joint, JointProperties, LinkId};

/// A ring of joints from the ground through `n` links and back; joints are called 0 to n.
fn ring(n: usize) -> Description {
    let name = |i: usize| if i == 0 || i == n + 1 { "ground".to_owned() } else { format!("link{i}") };
    let mut d = Description::new("ring");
    for i in 1..=n {
        d = d.link(name(i), body());
    }
    (0..=n).fold(d, |d, i| d.joint(i.to_string(), name(i), name(i + 1), pivot(), Pose::identity()))
}

fn cuts(d: &Description) -> Vec<String> {
    d.build().unwrap_or_else(|e| panic!("{e}")).closure_names().to_vec()
}

// oracle: a four-bar linkage has three moving links and one loop around all of them
#[test]
fn a_four_bar_linkage_is_one_loop() {
    let d = tree(&[("ground", "crank"), ("crank", "coupler"), ("coupler", "rocker"), ("rocker", "ground")]);
    let model = d.build().unwrap();
    assert_eq!((model.nv(), model.closures().len(), model.clusters().len()), (3, 1, 1));
    assert_eq!(model.closures()[0].keyword(), "revolute");
    let l = &model.loops()[0];
    assert_eq!((l.first.len() + l.second.len(), l.root), (3, None));
    // only the links around a loop belong to it, not the path to it
    let d = tree(&[("ground", "body"), ("body", "a"), ("a", "b"), ("body", "c"), ("c", "b")]);
    let model = d.build().unwrap();
    let l = &model.loops()[0];
    assert_eq!((l.first.len() + l.second.len(), l.root), (3, model.link("body").ok()));
    assert_eq!(model.clusters().len(), 2);
    // two joints between the same links are a loop, too
    assert_eq!(cuts(&tree(&[("ground", "a"), ("a", "ground")])), ["a-ground"]);
}

// oracle: the mark
#[test]
fn a_loop_is_cut_where_it_is_marked() {
    for marked in 0..=5 {
        let mut d = ring(5);
        d.joints[marked].cut = true;
        let model = d.build().unwrap();
        assert_eq!(model.closure_names(), [marked.to_string()]);
        // links keep the joints on their path to the ground
        assert_eq!(model.links().len(), 5);
        assert!(model.joint(&marked.to_string()).is_err());
    }
}

// oracle: both paths to the cut have the same number of links, or differ by one
#[test]
fn a_ring_of_hinges_is_cut_in_its_middle() {
    for n in 1..40 {
        let model = ring(n).build().unwrap();
        let l = &model.loops()[0];
        assert_eq!(model.closures().len(), 1);
        assert_eq!(l.first.len() + l.second.len(), n);
        assert!(l.first.len().abs_diff(l.second.len()) <= 1, "{n}: {} and {}", l.first.len(), l.second.len());
    }
}

// oracle: the rule itself, for every place in the ring
#[test]
fn joints_whose_coordinates_are_needed_stay_in_the_tree() {
    let middle = "3";
    assert_eq!(cuts(&ring(6)), [middle]);
    let with_motor = ring(6).actuator("motor", middle);
    assert_ne!(cuts(&with_motor), [middle]);
    let coupled = ring(6).coupling(middle, "0", 2.0, 0.0);
    assert_ne!(cuts(&coupled)[0], middle);
    assert_eq!(cuts(&coupled)[1], "3 follows 0");
    // where all are driven but one, that one is cut
    for free in 0..=6 {
        let names = (0..=6).filter(|j| *j != free).map(|j| j.to_string());
        let d = names.fold(ring(6), |d, j| d.actuator(format!("motor {j}"), j));
        assert_eq!(cuts(&d), [free.to_string()]);
    }
    let profile = CamProfile::new(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]], true).unwrap();
    let (joint, follows) = (middle.into(), "6".into());
    let with_cam = ring(6).constraint("cam", ConstraintKind::Cam(CamSpec { joint, follows, profile }));
    assert_ne!(cuts(&with_cam)[0], middle);
    // a coupling that is not enforced needs no coordinate
    let mut loose = coupled;
    loose.couplings[0].enforced = false;
    assert_eq!(cuts(&loose), [middle]);
    // a joint with friction, a spring, a rotor or limits is not cut where another can be
    for properties in [
        JointProperties { viscous_friction: 0.1, ..JointProperties::default() },
        JointProperties { spring_stiffness: 0.1, ..JointProperties::default() },
        JointProperties { rotor_inertia: 0.1, ..JointProperties::default() },
        JointProperties { limits: Some([-1.0, 1.0]), ..JointProperties::default() },
    ] {
        let mut d = ring(6);
        d.joints[3].properties = properties;
        assert_ne!(cuts(&d), [middle]);
    }
}

// oracle: the number of degrees of freedom; what is cut has the most
#[test]
fn joints_with_more_degrees_of_freedom_are_cut_first() {
    let z = Vec3::unit(2);
    let kinds =
        [Joint::fixed(), Joint::revolute(z), Joint::universal(Vec3::unit(0), z), Joint::spherical(), Joint::free()];
    for (i, more) in kinds.iter().enumerate() {
        for fewer in &kinds[..i] {
            for place in 0..=4 {
                let mut d = ring(4);
                for (j, joint) in d.joints.iter_mut().enumerate() {
                    joint.joint = if j == place { more.clone() } else { fewer.clone() };
                }
                assert_eq!(cuts(&d), [place.to_string()], "{} among {}", more.keyword(), fewer.keyword());
            }
        }
    }
}

// oracle: Euler's count: loops = joints − links
#[test]
fn every_link_is_reached_once() {
    // a ladder: two rails with rungs
    let mut pairs: Vec<(String, String)> = Vec::new();
    let name = |side: &str, i: usize| if i == 0 { "ground".to_owned() } else { format!("{side}{i}") };
    for i in 1..=20 {
        for side in ["left", "right"] {
            pairs.push((name(side, i - 1), name(side, i)));
        }
        pairs.push((name("left", i), name("right", i)));
    }
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let model = tree(&pairs).build().unwrap();
    assert_eq!((model.links().len(), model.closures().len(), model.loops().len()), (40, 20, 20));
    for (i, link) in model.links().iter().enumerate() {
        assert!(link.parent.is_none_or(|LinkId(p)| p < i));
    }
    let mut names: Vec<&String> = model.joint_names().iter().chain(model.closure_names()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 60);
}
