//! Changes of descriptions: other bases, locked joints, floating bases.

mod common;

use common::{body, carry, pivot, pose, poses, same_pose, tree};
use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, LinkId, ModelError};
use denoc_testkit::{Dense, Options, close, random_description, random_state};
use nalgebra::DVector;

// oracle: the same coordinates put the links into the same places relative to each other
#[test]
fn changing_the_base_keeps_relative_poses_and_masses() {
    for seed in 0..30 {
        let d = random_description(seed, &Options { joints: 15, ..Options::default() });
        let old = d.build().unwrap();
        let base = format!("link{}", seed % 15);
        let new = d.clone().change_base(&base).unwrap().build().unwrap();
        assert_eq!((new.ground_name(), new.nq(), new.nv()), (base.as_str(), old.nq(), old.nv()));
        let q = random_state(&old, seed).q;
        let new_q = carry(&old, &q, &new);
        let old_ground = pose(&new, &new_q, "ground");
        for (name, place) in poses(&old, &q) {
            same_pose(old_ground * place, pose(&new, &new_q, &name));
            // masses are the same in the frame of the description
            let mass_of = |model: &denoc_model::Model| {
                let LinkId(i) = model.link(&name).ok()?;
                let frame = model.frames()[model.frame(&name).unwrap().0].pose;
                let m = model.links()[i].mass.to_parent(frame.inverse());
                Some([vec![m.mass], m.first_moment.to_array().to_vec(), [m.inertia.xx, m.inertia.yz].to_vec()].concat())
            };
            if let (Some(a), Some(b)) = (mass_of(&new), mass_of(&old)) {
                close(a, b, 1e-12);
            }
        }
    }
}

// oracle: back and forth
#[test]
fn changing_the_base_back_restores_the_numbers() {
    let d = tree(&[("ground", "a"), ("a", "b"), ("b", "c")]);
    let back = d.clone().change_base("c").unwrap().change_base("ground").unwrap().build().unwrap();
    let model = d.build().unwrap();
    assert_eq!(back.link_names(), model.link_names());
    assert_eq!(back.links(), model.links());
}

// oracle: the unlocked model at the same coordinates, its inertia without the locked rows
#[test]
fn locking_a_joint_fixes_it_where_it_is() {
    for seed in 0..30 {
        let d = random_description(seed, &Options { joints: 8, ..Options::default() });
        let model = d.build().unwrap();
        let s = random_state(&model, seed);
        let LinkId(k) = model.joint(&format!("joint{}", seed % 8)).unwrap();
        let link = &model.links()[k];
        let name = &model.joint_names()[k];
        let locked = d.clone().lock(name, &s.q[link.q..link.q + link.nq]).unwrap().build().unwrap();
        assert_eq!((locked.nq(), locked.nv()), (model.nq() - link.nq, model.nv() - link.nv));
        let q = [&s.q[..link.q], &s.q[link.q + link.nq..]].concat();
        for (name, place) in poses(&model, &s.q) {
            same_pose(pose(&locked, &q, &name), place);
        }
        let full = Dense::new(&model, &s.q, &vec![0.0; model.nv()]).gim;
        let rest = full.remove_rows(link.v, link.nv).remove_columns(link.v, link.nv);
        close(Dense::new(&locked, &q, &vec![0.0; locked.nv()]).gim, rest, 1e-12);
    }
}

#[test]
fn locking_says_what_is_missing() {
    let d = tree(&[("ground", "a")]);
    let message = |e: ModelError| e.to_string();
    assert_eq!(
        d.clone().lock("ground-b", &[0.0]).map_err(message),
        Err("there is no joint called \"ground-b\"; did you mean \"ground-a\"?".into())
    );
    assert_eq!(
        d.lock("ground-a", &[0.0, 1.0]).map_err(message),
        Err("joint \"ground-a\": number of coordinates to lock at is 2; it must equal the number of coordinates of the \
             joint"
            .into())
    );
}

// oracle: the fixed-base model; the total mass
#[test]
fn a_floating_base_carries_the_mechanism() {
    let mut d = catalogue::describe("puma").unwrap();
    d.links.retain(|link| link.name != "ground");
    d.links.push(denoc_model::LinkSpec::new("ground", body()));
    let fixed = d.build().unwrap();
    let model = d.floating().build().unwrap();
    assert_eq!((model.ground_name(), model.nq(), model.nv()), ("world", 13, 12));
    assert_eq!((model.link("ground"), model.joint("floating_base")), (Ok(LinkId(0)), Ok(LinkId(0))));
    let s = random_state(&model, 7);
    let base = pose(&model, &s.q, "ground");
    for (name, place) in poses(&fixed, &s.q[7..]) {
        same_pose(pose(&model, &s.q, &name), base * place);
    }
    let dense = Dense::new(&model, &s.q, &s.v);
    let mass: f64 = model.links().iter().map(|l| l.mass.mass).sum();
    close(dense.gim.view((3, 3), (3, 3)).into_owned(), nalgebra::DMatrix::identity(3, 3) * mass, 1e-13);
    close(dense.gim.view((6, 6), (6, 6)).into_owned(), Dense::new(&fixed, &s.q[7..], &s.v[6..]).gim, 1e-13);
    // weight in base axes
    let weight = base.rotation.apply_transpose(model.gravity().scale(-mass));
    close(DVector::from_column_slice(&dense.gravity.as_slice()[3..6]), weight.to_array().as_slice(), 1e-13);
}

#[test]
fn changing_to_an_unknown_base_is_an_error() {
    let error = tree(&[("ground", "hand")]).change_base("hands").unwrap_err();
    assert_eq!(error.to_string(), "there is no link called \"hands\"; did you mean \"hand\"?");
}

// oracle: the definition in `joint_forces`
#[test]
fn springs_and_friction() {
    let properties = denoc_model::JointProperties {
        viscous_friction: 0.5,
        dry_friction: 2.0,
        spring_stiffness: 10.0,
        spring_rest: 0.1,
        ..Default::default()
    };
    let model = Description::new("spring")
        .link("a", body())
        .link("b", body())
        .joint("j", "ground", "a", pivot(), Pose::identity())
        .properties(properties)
        .joint("k", "a", "b", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .properties(properties)
        .build()
        .unwrap();
    let mut forces = [0.0; 2];
    model.joint_forces(&[0.3, 0.1], &[-4.0, 0.0], &mut forces).unwrap();
    close(forces, [-2.0 + 2.0 + 2.0, 0.0], 1e-15);
}
