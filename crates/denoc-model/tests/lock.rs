//! Locked joints that are coupled with others. Oracle, unless a test says otherwise: the dense equations of the unlocked
//! mechanism with the same joints held where the couplings put them.

mod common;

use std::collections::HashMap;

use common::{body, carry, pivot, pose, poses, same_pose, tree};
use denoc_math::{Pose, Vec3};
use denoc_model::{
    CamProfile, CamSpec, ConstraintKind, Description, Joint, JointProperties, LinkId, Model, ModelError, RollingSpec,
};
use denoc_testkit::{Dense, Kinds, Options, close, random_description, random_state};

/// The structure of the Panda: seven revolute joints, a hand welded on, two fingers that slide against each other; the
/// second follows the first.
fn panda() -> Description {
    let mut d = Description::new("panda");
    let mut last = "ground".to_owned();
    for i in 1..=7 {
        let (link, axis) = (format!("link{i}"), if i % 2 == 1 { Vec3::unit(2) } else { Vec3::unit(1) });
        let place = Pose::translation(Vec3::new(0.08 * f64::from(i % 3), 0.0, 0.3));
        d = d.link(&link, body()).joint(format!("joint{i}"), last, &link, Joint::revolute(axis), place);
        last = link;
    }
    let above = |z| Pose::translation(Vec3::new(0.0, 0.0, z));
    d = d.link("hand", body()).joint("weld", "link7", "hand", Joint::fixed(), above(0.1));
    for (i, y) in [(1, 1.0), (2, -1.0)] {
        let (link, joint) = (format!("finger{i}"), format!("finger_joint{i}"));
        d = d.link(&link, body()).joint(joint, "hand", &link, Joint::prismatic(Vec3::new(0.0, y, 0.0)), above(0.06));
        d = d.properties(JointProperties { limits: Some([0.0, 0.04]), rotor_inertia: 0.2, ..JointProperties::NONE });
    }
    let home: &[(&str, &[f64])] = &[("joint2", &[-0.5]), ("finger_joint1", &[0.02]), ("finger_joint2", &[0.02])];
    d.coupling("finger_joint2", "finger_joint1", 1.0, 0.0).configuration("home", home)
}

/// Checks that `locked` moves and needs forces as `free` does with `held` joints at these coordinates and at rest.
#[track_caller]
fn moves_alike(free: &Model, locked: &Model, held: &HashMap<&str, f64>, seed: u64) {
    let mut s = random_state(free, seed);
    for (name, value) in held {
        let link = &free.links()[free.joint(name).unwrap().0];
        (s.q[link.q], s.v[link.v], s.a[link.v]) = (*value, 0.0, 0.0);
    }
    let q = carry(free, &s.q, locked);
    for (name, place) in poses(free, &s.q) {
        same_pose(pose(locked, &q, &name), place);
    }
    let rest: Vec<usize> =
        (0..free.nv()).filter(|&i| !held.contains_key(free.joint_names()[free.joint_of_speed(i).0].as_str())).collect();
    assert_eq!(locked.nv(), rest.len());
    let pick = |x: &[f64]| rest.iter().map(|&i| x[i]).collect::<Vec<_>>();
    let expected = Dense::new(free, &s.q, &s.v).inverse(&s.a, &[]);
    let found = Dense::new(locked, &q, &pick(&s.v)).inverse(&pick(&s.a), &[]);
    close(found, pick(expected.as_slice()), 1e-11);
}

#[test]
fn the_fingers_of_the_panda_lock_together() {
    let free = panda().build().unwrap();
    for (joint, value) in [("finger_joint1", 0.03), ("finger_joint2", 0.01)] {
        let d = panda().lock(joint, &[value]).unwrap();
        let locked = d.build().unwrap();
        assert_eq!((locked.nv(), locked.closures().len()), (7, 0));
        moves_alike(&free, &locked, &HashMap::from([("finger_joint1", value), ("finger_joint2", value)]), 3);
        // the configuration is that of the other joints; what fixed joints had is gone
        assert_eq!(locked.configuration("home").unwrap(), [0.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert!(
            d.joints.iter().filter(|j| j.name.starts_with("finger")).all(|j| j.properties == JointProperties::NONE)
        );
        let again = d.lock("finger_joint2", &[value]).unwrap_err().to_string();
        assert!(again.contains("was locked before, alone or with a joint it is coupled with"), "{again}");
    }
}

// as the URDF reader describes a mimic joint unless coupling is requested
#[test]
fn couplings_that_are_not_enforced_lock_nothing_else() {
    let mut d = panda();
    d.couplings[0].enforced = false;
    let free = d.build().unwrap();
    for (joint, other) in [("finger_joint1", "finger_joint2"), ("finger_joint2", "finger_joint1")] {
        let one = d.clone().lock(joint, &[0.01]).unwrap();
        assert!(one.couplings.is_empty());
        moves_alike(&free, &one.build().unwrap(), &HashMap::from([(joint, 0.01)]), 4);
        let both = one.lock(other, &[0.03]).unwrap().build().unwrap();
        moves_alike(&free, &both, &HashMap::from([(joint, 0.01), (other, 0.03)]), 5);
    }
}

// oracle: as above; ratios and offsets composed by hand, from the leader outward
#[test]
fn random_trees_of_couplings_lock_as_one() {
    let kinds = Kinds::Only(vec!["revolute", "prismatic", "helical", "spherical"]);
    let options = Options { joints: 12, kinds, ..Options::default() };
    for seed in 0..40 {
        let mut d = random_description(seed, &options);
        let single = d.joints.iter().filter(|j| j.joint.q_units().len() == 1);
        let names: Vec<String> = single.map(|j| j.name.clone()).collect();
        // two groups: 0 leads 1 and 2, 2 leads 3; 4 leads 5
        let ties = [(1, 0, 2.0, 0.1), (2, 0, -0.5, 0.3), (3, 2, 3.0, -0.2), (5, 4, 1.5, 0.0)];
        for (joint, follows, ratio, offset) in ties {
            d = d.coupling(&names[joint], &names[follows], ratio, offset);
        }
        let free = d.build().unwrap();
        let lead = 0.4;
        let second = -0.5 * lead + 0.3;
        let values = [lead, 2.0 * lead + 0.1, second, 3.0 * second - 0.2];
        let held: HashMap<&str, f64> = names[..4].iter().map(String::as_str).zip(values).collect();
        for name in &names[..4] {
            let locked = d.clone().lock(name, &[held[name.as_str()]]).unwrap();
            assert_eq!(locked.couplings, d.couplings[3..]);
            moves_alike(&free, &locked.build().unwrap(), &held, seed);
        }
    }
}

/// A shaft that drives a lift by a cam, and a door that follows the lift.
fn cam() -> Description {
    let profile = CamProfile::new(&[[0.0, 0.1], [2.0, 0.4], [4.0, 0.2], [6.0, 0.1]], true).unwrap();
    let (joint, follows) = ("ground-lift".into(), "ground-shaft".into());
    tree(&[("ground", "shaft"), ("ground", "lift"), ("ground", "door"), ("lift", "arm")])
        .constraint("cam", ConstraintKind::Cam(CamSpec { joint, follows, profile }))
        .coupling("ground-door", "ground-lift", -2.0, 0.1)
}

#[test]
fn cams_lock_their_followers() {
    let ConstraintKind::Cam(CamSpec { profile, .. }) = &cam().constraints[0].kind else { panic!() };
    let lift = profile.at(2.7_f64)[0];
    let locked = cam().lock("ground-shaft", &[2.7]).unwrap();
    assert!(locked.constraints.is_empty() && locked.couplings.is_empty());
    let held = HashMap::from([("ground-shaft", 2.7), ("ground-lift", lift), ("ground-door", 0.1 - 2.0 * lift)]);
    moves_alike(&cam().build().unwrap(), &locked.build().unwrap(), &held, 1);
}

// oracle: the message text
#[test]
fn locks_that_make_no_sense_are_refused() {
    let message = |d: Description, joint: &str, q: f64| d.lock(joint, &[q]).unwrap_err().to_string();
    let expected = "joint \"ground-lift\" cannot be locked: a cam moves it, and its position does not determine that of \
                    joint \"ground-shaft\", which drives the cam; lock \"ground-shaft\" instead";
    assert_eq!(message(cam(), "ground-lift", 0.2), expected);
    assert_eq!(message(cam(), "ground-door", 0.2), expected);
    let stuck = tree(&[("ground", "a"), ("ground", "b")]).coupling("ground-b", "ground-a", 0.0, 0.5);
    assert_eq!(
        message(stuck.clone(), "ground-b", 0.4),
        "joint \"ground-b\" cannot be locked at 0.4: it follows joint \"ground-a\", which puts it at 0.5; lock it there, or \
         remove the coupling first"
    );
    // a follower that does not move does not determine the joint it follows
    let held = stuck.lock("ground-b", &[0.5]).unwrap().build().unwrap();
    assert_eq!((held.nv(), held.closures().len()), (1, 0));
    // two couplings of the lift to the shaft that contradict each other
    let both = cam().coupling("ground-lift", "ground-shaft", 0.01, 0.0);
    let error = message(both, "ground-shaft", 1.0);
    assert!(error.starts_with("joint \"ground-lift\" cannot be locked at ") && error.contains("puts it at"), "{error}");
}

// oracle: joints without a listed motor are passive
#[test]
fn passive_joints_stay_passive_without_the_last_motor() {
    let d = tree(&[("ground", "a"), ("a", "b"), ("b", "c")]).actuator("first", "ground-a").actuator("second", "a-b");
    let actuated = |model: &Model, joint: &str| model.is_actuated(model.joint(joint).unwrap());
    let one = d.lock("ground-a", &[0.3]).unwrap();
    assert_eq!(one.actuators.iter().map(|a| a.name.as_str()).collect::<Vec<_>>(), ["second"]);
    let none = one.lock("a-b", &[0.1]).unwrap();
    for d in [none.clone(), none.merge_fixed()] {
        let model = d.build().unwrap();
        assert_eq!((model.nv(), model.lists_motors(), actuated(&model, "b-c")), (1, true, false));
    }
    // with a motor left, nothing keeps fixed joints apart
    let d = tree(&[("ground", "a"), ("a", "b"), ("b", "c")]).actuator("first", "ground-a").actuator("last", "b-c");
    assert_eq!(d.lock("ground-a", &[0.3]).unwrap().merge_fixed().joints.len(), 2);
}

// oracle: a closure of a locked joint has no coordinate that its rotor could turn with
#[test]
fn a_locked_joint_may_be_where_a_loop_is_cut() {
    let mut d = tree(&[("ground", "a"), ("a", "b"), ("b", "c")]);
    d = d.joint("closing", "c", "ground", pivot(), Pose::identity());
    d = d.properties(JointProperties { rotor_inertia: 0.1, ..JointProperties::NONE });
    for joint in ["closing", "a-b"] {
        let mut locked = d.clone().lock(joint, &[0.2]).unwrap();
        locked.joints.iter_mut().filter(|j| j.name == joint).for_each(|j| j.cut = true);
        assert_eq!(locked.build().map(|model| (model.nv(), model.closures().len())), Ok((3, 1)));
    }
}

// oracle: the same coordinates and couplings before and after
#[test]
fn other_bases_keep_couplings() {
    let free = panda();
    for d in [free.clone().change_base("link4").unwrap(), free.clone().floating(), free.clone().merge_fixed()] {
        assert_eq!((&d.couplings, &d.configurations), (&free.couplings, &free.configurations));
        let (old, new) = (free.build().unwrap(), d.build().unwrap());
        let q = random_state(&old, 2).q;
        let new_q = carry(&old, &q, &new);
        let between = |model: &Model, q: &[f64]| pose(model, q, "finger1").inverse() * pose(model, q, "finger2");
        same_pose(between(&old, &q), between(&new, &new_q));
        let locked = d.lock("finger_joint1", &[0.03]).unwrap().build().unwrap();
        assert_eq!((locked.nv(), locked.closures().len()), (new.nv() - 2, 0));
    }
}

// oracle: the plane is part of the old base
#[test]
fn a_base_with_wheels_on_it_stays() {
    let wheel = RollingSpec {
        link: "wheel".into(),
        center: Vec3::zero(),
        axis: Vec3::unit(1),
        radius: 0.1,
        plane_point: Vec3::zero(),
        plane_normal: Vec3::unit(2),
        keep_height: true,
    };
    let d = Description::new("cart")
        .link("wheel", body())
        .joint("free", "ground", "wheel", Joint::free(), Pose::identity())
        .constraint("rolls", ConstraintKind::Rolling(wheel));
    assert!(d.clone().change_base("ground").is_ok());
    let error: ModelError = d.change_base("wheel").unwrap_err();
    assert_eq!(
        error.to_string(),
        "rolling constraint \"rolls\" is fixed to the ground \"ground\": link \"wheel\" cannot become the base, because what \
         the constraint is fixed to would move; remove the constraint first"
    );
}

// oracle: a chain of couplings is followed without recursion
#[test]
fn long_chains_of_couplings_lock() {
    let mut d = Description::new("gears");
    for i in 0..2000 {
        d = d.link(format!("wheel{i}"), body());
        d = d.joint(format!("axle{i}"), "ground", format!("wheel{i}"), pivot(), Pose::identity());
        if i > 0 {
            d = d.coupling(format!("axle{i}"), format!("axle{}", i - 1), -1.0, 0.0);
        }
    }
    let model = d.lock("axle1000", &[0.5]).unwrap().build().unwrap();
    assert_eq!((model.nv(), model.closures().len()), (0, 0));
    assert_eq!(model.joint("axle7"), Ok(LinkId(7)));
}
