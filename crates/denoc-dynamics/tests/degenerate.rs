//! Degenerate geometry and masses. Oracle, unless a test says otherwise: the equations of the sources as dense matrices.

mod support;

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties};
use denoc_testkit::{Kinds, Options, Random, Shape, quarter_turns, random_model, random_state};

use support::parts::{at, body, chain, check, check_as_it_is, hinge, with_bodies, x, y, z};
use support::{Layer, Worst, against_dense};

#[test]
fn coaxial_joints() {
    for axis in [x(), y(), z(), Vec3::new(0.6, 0.0, 0.8), Vec3::new(1.0, 2.0, -2.0).normalized()] {
        for place in [Pose::identity(), Pose::translation(axis.scale(0.3)), Pose::translation(axis.scale(-1e-9))] {
            check(&chain("coaxial", &[(hinge(axis), Pose::identity()), (hinge(axis), place), (hinge(axis), place)]));
            check(&chain(
                "coaxial at last",
                &[(hinge(x()), at([0.1, 0.2, 0.3])), (hinge(axis), at([0.3, 0.0, 0.1])), (hinge(axis), place)],
            ));
        }
    }
}

#[test]
fn antiparallel_axes() {
    for axis in [x(), y(), z(), Vec3::new(0.6, 0.0, 0.8)] {
        for place in [Pose::identity(), at([0.3, 0.0, 0.0]), at([0.1, -0.2, 0.4]), Pose::translation(axis)] {
            let list = [
                (hinge(axis), at([0.0, 0.1, 0.0])),
                (hinge(-axis), place),
                (hinge(axis), place),
                (hinge(-axis), place),
            ];
            check(&chain("antiparallel", &list));
        }
    }
}

#[test]
fn parallel_axes_with_and_without_offsets() {
    for place in
        [at([0.3, 0.0, 0.0]), at([0.0, 0.3, 0.0]), at([0.3, 0.1, 0.0]), at([0.3, 0.1, 0.2]), at([0.0, 0.0, 0.2])]
    {
        check(&chain("parallel", &vec![(hinge(z()), place); 4]));
        check(&chain("parallel about y", &vec![(hinge(y()), place); 4]));
    }
}

#[test]
fn axes_that_meet_and_right_angles() {
    let quarter = |axis, sign: f64| Pose::new(Mat3::rotation(axis, sign, 0.0), Vec3::zero());
    for (a, b, c) in [(x(), y(), z()), (z(), x(), z()), (z(), y(), x()), (z(), -x(), y())] {
        check(&chain(
            "wrist",
            &[(hinge(a), Pose::identity()), (hinge(b), Pose::identity()), (hinge(c), Pose::identity())],
        ));
    }
    for (axis, sign) in [(x(), 1.0), (x(), -1.0), (y(), 1.0), (y(), -1.0)] {
        let place = quarter(axis, sign);
        let lifted = Pose::new(place.rotation, Vec3::new(0.0, 0.0, 0.4));
        check(&chain(
            "right angles",
            &[(hinge(z()), place), (hinge(z()), lifted), (hinge(z()), place), (hinge(z()), lifted)],
        ));
    }
}

// angles around the limits at which the compiled layer changes its choice of frames
#[test]
fn axes_at_the_thresholds_of_compilation() {
    let mut random = Random::new(7);
    for angle in
        [1e-16, 1e-15, 3.9e-15, 4.1e-15, 1e-14, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 0.0299, 0.0301, 0.031, 0.04, 0.06]
    {
        for opposite in [0.0, std::f64::consts::PI] {
            let mut list = vec![(hinge(x()), at([0.2, 0.1, 0.0]))];
            for _ in 0..4 {
                let (s, c) = f64::sin_cos(angle + opposite);
                let axis = Vec3::new(0.0, random.sign() * s, c);
                list.push((hinge(axis), Pose::translation(random.point(0.5))));
            }
            check(&chain(&format!("{angle:e} off"), &list));
        }
    }
}

// values that differ from zero are not treated as zero
#[test]
fn tiny_offsets_and_angles_count() {
    for small in [1e-6, 1e-9, 1e-10, 1e-11, 1e-13, 1e-15] {
        let places = [[small, 0.0, 0.3], [0.3, 0.0, small], [0.0, small, 0.3], [small, 0.3, small], [small; 3]];
        for p in places.map(Vec3::from) {
            for angle in [0.0, std::f64::consts::FRAC_PI_2, std::f64::consts::PI] {
                for angle in [angle, angle + small, angle - small] {
                    let (s, c) = angle.sin_cos();
                    check(&chain(
                        &format!("{small:e}"),
                        &vec![(hinge(z()), Pose::new(Mat3::rotation(x(), s, c), p)); 3],
                    ));
                }
            }
        }
    }
}

#[test]
fn massless_links_in_the_middle() {
    let joints = [hinge(z()), hinge(x()), hinge(y()), Joint::prismatic(x()), hinge(z()), hinge(y())];
    let places = [
        at([0.0, 0.0, 0.3]),
        Pose::identity(),
        Pose::identity(),
        at([0.1, 0.0, 0.2]),
        at([0.3, 0.0, 0.0]),
        at([0.1; 3]),
    ];
    let list: Vec<_> = joints.into_iter().zip(places).collect();
    check(&with_bodies("gimbals", &list, |k| if k % 3 == 2 { body(k) } else { MassProperties::none() }));
    check(&with_bodies("only the last", &list[..3], |k| if k == 2 { body(k) } else { MassProperties::none() }));
    // on a tree, with a branch that leaves a massless link
    let d = with_bodies("branch", &list, |k| if k % 2 == 1 { body(k) } else { MassProperties::none() });
    let d = d.link("side", body(9)).joint("side", "link2", "side", hinge(x()), at([0.0, 0.2, 0.0]));
    check(&d);
}

#[test]
fn single_links() {
    let axis = Vec3::new(1.0, 2.0, 3.0).normalized();
    let turned = Pose::new(Mat3::from_rpy([0.3, -0.4, 0.5]), Vec3::new(0.1, 0.2, 0.3));
    let all = [
        hinge(z()),
        hinge(-z()),
        hinge(axis),
        Joint::prismatic(axis),
        Joint::helical(axis, 0.2),
        Joint::spherical(),
        Joint::free(),
    ];
    for joint in all {
        for place in [Pose::identity(), turned] {
            check_as_it_is(&chain("single", &[(joint.clone(), place)]).build().unwrap());
        }
    }
}

#[test]
fn only_general_joints() {
    let place = Pose::new(Mat3::from_rpy([0.3, -0.4, 0.5]), Vec3::new(0.1, 0.2, 0.3));
    let kinds = [
        Joint::cylindrical(x()),
        Joint::universal(x(), y()),
        Joint::spherical(),
        Joint::planar(z()),
        Joint::translational(),
        Joint::free(),
    ];
    let list: Vec<_> = kinds.into_iter().map(|joint| (joint, place)).collect();
    check(&chain("general", &list));
    for seed in 0..10 {
        let kinds = Kinds::Only(vec!["spherical", "universal", "cylindrical", "planar", "euler", "custom", "reversed"]);
        let options = Options { joints: 7, kinds, floating: seed % 2 == 0, ..Options::default() };
        check_as_it_is(&random_model(seed, &options));
    }
}

#[test]
fn prismatic_chains() {
    let list = [
        (Joint::prismatic(x()), at([0.0, 0.1, 0.0])),
        (Joint::prismatic(y()), at([0.3, 0.0, 0.0])),
        (Joint::prismatic(z()), at([0.1; 3])),
    ];
    check_as_it_is(&chain("portal", &list).build().unwrap());
    // three sliders and a hand: planar and spatial directions that repeat, with mass in between
    let list = [list[0].clone(), list[0].clone(), list[1].clone(), (hinge(z()), at([0.1; 3])), list[2].clone()];
    check(&chain("telescope", &list));
    let inclined = Joint::prismatic(Vec3::new(1.0, 1.0, 1.0).normalized());
    check_as_it_is(&chain("inclined", &vec![(inclined, at([0.1, 0.0, 0.0])); 5]).build().unwrap());
}

#[test]
fn the_first_joint_is_fixed() {
    let turned = Pose::new(Mat3::from_rpy([0.3, -0.4, 0.5]), Vec3::new(0.1, 0.2, 0.3));
    let fixed = (Joint::fixed(), turned);
    check(&chain("pedestal", &[fixed.clone(), (hinge(z()), turned), (hinge(x()), turned)]));
    check(&chain(
        "welds",
        &[fixed.clone(), fixed.clone(), (hinge(z()), turned), fixed.clone(), (hinge(z()), turned), fixed.clone()],
    ));
    check(&chain(
        "weld before a slider",
        &[fixed.clone(), (Joint::prismatic(y()), turned), fixed, (Joint::spherical(), turned)],
    ));
    // branches that leave a welded link
    let d = chain("fork", &[(hinge(z()), turned), (Joint::fixed(), turned), (hinge(x()), turned)]);
    let d = d.link("left", body(7)).joint("left", "link1", "left", hinge(y()), at([0.0, 0.1, 0.0]));
    check(&d.link("right", body(8)).joint("right", "link1", "right", hinge(x()), at([0.0, -0.1, 0.0])));
}

#[test]
fn nothing_moves() {
    let model = chain("rock", &[(Joint::fixed(), at([0.1; 3])), (Joint::fixed(), at([0.1; 3]))]).build().unwrap();
    assert_eq!(model.nv(), 0);
    for mut layer in Layer::all(&model) {
        assert!(layer.inverse(&[], &[], &[]).unwrap().is_empty());
        assert!(layer.forward(&[], &[], &[]).unwrap().is_empty());
        assert_eq!(layer.gim(&[]).unwrap().len(), 0);
    }
}

#[test]
fn a_floating_base_without_mass() {
    // several limbs give it inertia; on one hinge alone it would turn without resistance
    for seed in 0..12 {
        let mut model = random_model(seed, &Options { special: 0.5, ..Options::revolute(9, Shape::Star) }.floating());
        assert_eq!(model.link_names()[0], "base");
        model.links_mut()[0].mass = denoc_math::RigidMass::zero();
        check_as_it_is(&model);
    }
}

#[test]
fn a_floating_base_in_a_turned_place() {
    let turned = Pose::new(Mat3::from_rpy([0.3, -0.4, 0.5]), Vec3::new(0.1, 0.2, 0.3));
    let mut d = chain("base", &[(Joint::free(), turned), (hinge(z()), turned), (hinge(y()), turned)]);
    check_as_it_is(&d.build().unwrap());
    d.joints[0].child_origin = turned;
    d.joints[0].properties = JointProperties { rotor_inertia: 0.3, gear_ratio: 2.0, ..Default::default() };
    check_as_it_is(&d.build().unwrap());
    // a free joint that is not the base, and two free bodies on the ground
    check_as_it_is(
        &chain("thrown", &[(hinge(z()), turned), (Joint::free(), turned), (hinge(y()), turned)]).build().unwrap(),
    );
    let d = chain("two", &[(Joint::free(), turned), (hinge(z()), turned)]);
    check_as_it_is(&d.link("other", body(5)).joint("other", "ground", "other", Joint::free(), turned).build().unwrap());
}

#[test]
fn several_roots_on_the_ground() {
    let turned = Pose::new(Mat3::from_rpy([0.3, -0.4, 0.5]), Vec3::new(0.1, 0.2, 0.3));
    let mut d = chain("roots", &[(hinge(z()), turned), (hinge(x()), at([0.2, 0.0, 0.0]))]);
    for (k, joint) in [hinge(z()), hinge(y()), Joint::prismatic(x()), Joint::spherical(), hinge(-z()), Joint::fixed()]
        .into_iter()
        .enumerate()
    {
        let (root, tip) = (format!("root{k}"), format!("tip{k}"));
        d = d.link(&root, body(10 + k)).joint(&root, "ground", &root, joint, turned);
        d = d.link(&tip, body(20 + k)).joint(&tip, &root, &tip, hinge(y()), at([0.1, 0.0, 0.2]));
    }
    check(&d);
}

#[test]
fn limbs_of_different_lengths_and_classes_share_lanes() {
    let mut random = Random::new(3);
    for lengths in
        [vec![1, 1], vec![3, 3, 3, 3], vec![4, 1, 3, 2], vec![2, 2, 2], vec![1, 2, 2, 3, 3, 4, 4], vec![5, 5, 1, 1, 1]]
    {
        for special in [true, false] {
            let mut d = Description::new(format!("limbs {lengths:?}"));
            for (l, &n) in lengths.iter().enumerate() {
                for k in 0..n {
                    let (name, place) = (format!("limb{l}_{k}"), Pose::translation(random.point(0.4)));
                    let parent = if k == 0 { d.ground.clone() } else { format!("limb{l}_{}", k - 1) };
                    let axis = if special { quarter_turns(&mut random).z } else { random.direction() };
                    let place = if special && random.chance(0.5) { Pose::identity() } else { place };
                    d = d.link(&name, body(10 * l + k)).joint(&name, parent, &name, hinge(axis), place);
                }
            }
            check(&d);
            // the same limbs on a turning trunk, two of them on another link
            let ground = d.ground.clone();
            d = d.link("trunk", body(1)).link("neck", body(2));
            for joint in &mut d.joints {
                if joint.parent == ground {
                    joint.parent = if joint.child.starts_with("limb0") || joint.child.starts_with("limb2") {
                        "neck"
                    } else {
                        "trunk"
                    }
                    .into();
                }
            }
            d = d.joint("trunk", &ground, "trunk", hinge(y()), Pose::identity());
            check(&d.joint("neck", "trunk", "neck", hinge(x()), at([0.0, 0.2, 0.5])));
        }
    }
}

#[test]
fn rotors_on_every_joint() {
    for seed in 0..12 {
        let shape = [Shape::Star, Shape::Tree, Shape::Chain][seed as usize % 3];
        let options = Options { rotors: 1.0, special: 0.6, joints: 9, shape, ..Options::default() };
        check_as_it_is(&random_model(seed, &options));
        check_as_it_is(&random_model(seed, &Options { kinds: Kinds::Revolute, ..options }.floating()));
    }
}

fn turned_often(angles: &[f64]) {
    for seed in 0..5 {
        let model = random_model(seed, &Options { floating: true, ..Options::revolute(8, Shape::Tree) });
        let mut s = random_state(&model, seed);
        for (k, q) in s.q[7..].iter_mut().enumerate() {
            *q += angles[k % angles.len()];
        }
        against_dense(&model, &s, 1e-12, &mut Worst::default());
    }
}

#[test]
fn many_turns() {
    turned_often(&[100.0, -300.0, 1000.0]);
}

// the compiled layer adds a constant part to every angle: what the sum loses must come back
#[test]
fn very_many_turns() {
    turned_often(&[1e4, -1e5, 3e6, -1e9]);
}
