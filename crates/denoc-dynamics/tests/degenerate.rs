//! Degenerate geometry and masses. Oracle, unless a test says otherwise: the equations of the seeds as dense matrices.

mod support;

use denoc_dynamics::compiled::{Compile, Layout, Threads};
use denoc_dynamics::{DynamicsError, Workspace};
use denoc_math::{Mat3, Pose, Sym3, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_testkit::{Dense, Kinds, Options, Random, Shape, close, random_model, random_state};

use support::{Layer, Worst, against_dense};

fn x() -> Vec3<f64> {
    Vec3::unit(0)
}
fn y() -> Vec3<f64> {
    Vec3::unit(1)
}
fn z() -> Vec3<f64> {
    Vec3::unit(2)
}

fn body(k: usize) -> MassProperties {
    let mut random = Random::new(k as u64);
    let sides = Vec3::new(0.3, 0.2, 0.1);
    let mut body = MassProperties::cuboid(random.range(0.5, 3.0), sides, random.point(0.2));
    body.inertia = body.inertia.rotate(random.rotation());
    body
}

fn at(p: [f64; 3]) -> Pose<f64> {
    Pose::translation(Vec3::from(p))
}

/// A serial chain of these joints in these places, each with a body of its own.
fn chain(name: &str, joints: &[(Joint<f64>, Pose<f64>)]) -> Description {
    with_bodies(name, joints, body)
}

fn with_bodies(name: &str, joints: &[(Joint<f64>, Pose<f64>)], body: impl Fn(usize) -> MassProperties) -> Description {
    let mut d = Description::new(name);
    for (i, (joint, place)) in joints.iter().enumerate() {
        let parent = if i == 0 { d.ground.clone() } else { format!("link{}", i - 1) };
        d = d.link(format!("link{i}"), body(i)).joint(
            format!("joint{i}"),
            parent,
            format!("link{i}"),
            joint.clone(),
            *place,
        );
    }
    d
}

/// Several states, as it is and on a floating base.
#[track_caller]
fn check(d: &Description) {
    check_as_it_is(&d.build().unwrap());
    let mut d = d.clone().floating();
    d.links[0].mass = body(99);
    check_as_it_is(&d.build().unwrap());
}

#[track_caller]
fn check_as_it_is(model: &Model) {
    for seed in 0..5 {
        against_dense(model, &random_state(model, seed), 1e-12, &mut Worst::default());
    }
}

fn hinge(axis: Vec3<f64>) -> Joint<f64> {
    Joint::revolute(axis)
}

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

// axes that make angles around the limits at which the compiled layer changes its mind about frames
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

// nothing that can be told from zero is taken for zero
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
                    let axis = if special { random.quarter_turns().z } else { random.direction() };
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

// the compiled layer adds the constant part of an angle to q before it takes the sine: ulp(q)/2 is lost
#[test]
fn very_many_turns() {
    turned_often(&[1e4, -1e5, 3e6, -1e9]);
}

/// Every layer and every batch refuses forward dynamics, naming the joint.
#[track_caller]
fn refused(model: &Model, q: &[f64], joint: &str) {
    let (nv, words) = (model.nv(), |e: &DynamicsError| format!("{}: {e}", model.name()));
    let zero = vec![0.0; nv];
    for mut layer in Layer::all(model) {
        let name = layer.name();
        let answer = layer.forward(q, &zero, &zero);
        let error = answer.expect_err(&format!("{}, {name}, joint {joint} is singular", model.name()));
        assert!(matches!(&error, DynamicsError::Singular { joint: named, .. } if named == joint), "{}", words(&error));
    }
    let rows = |x: &[f64]| [x, x, x, x, x].concat();
    for layout in [Layout::Rows, Layout::Blocks] {
        let states = if layout == Layout::Rows { 5 } else { 8 };
        let blocks = |x: &[f64]| match layout {
            Layout::Rows => rows(x),
            Layout::Blocks => x.iter().flat_map(|&x| [x; 4]).collect::<Vec<_>>().repeat(2),
        };
        let (q, zero) = (blocks(q), blocks(&zero));
        let mut out = vec![0.0; states * nv];
        let error = model.compile().forward_dynamics_batch((&q, &zero, &zero), &mut out, layout, Threads::One);
        let error = error.expect_err(&format!("{}: batch, {layout:?}, joint {joint} is singular", model.name()));
        assert!(matches!(error, DynamicsError::InBatch { index: 0, .. }), "{}", words(&error));
    }
}

/// A tool without inertia about its own axis, which lies askew in its frame, so that rounding leaves something of it.
fn thin_tool(rpy: [f64; 3], offset: [f64; 3]) -> Model {
    let turn = Mat3::from_rpy(rpy);
    let axis = turn.apply(z());
    let thin = Sym3::diagonal(0.02, 0.02, 0.0).rotate(turn);
    let tool = MassProperties { mass: 20.0, center: axis.scale(0.3), inertia: thin };
    Description::new(format!("thin tool {rpy:?} {offset:?}"))
        .link("upper", body(3))
        .link("tool", tool)
        .joint("shoulder", "ground", "upper", hinge(x()), Pose::identity())
        .joint("flange", "upper", "tool", hinge(axis), Pose::new(turn, Vec3::from(offset)))
        .build()
        .unwrap()
}

// oracle: mechanics: nothing resists a thin tool that turns about itself
#[test]
fn no_inertia_about_the_axis() {
    let mut random = Random::new(11);
    refused(&thin_tool([0.0; 3], [0.0; 3]), &[0.3, 0.4], "flange");
    for _ in 0..40 {
        let rpy = std::array::from_fn(|_| random.signed(3.0));
        let offset = std::array::from_fn(|_| random.signed(0.5));
        refused(&thin_tool(rpy, offset), &[0.3, 0.4], "flange");
    }
}

// oracle: mechanics, in single precision: refused, or at least nothing absurd
#[test]
fn no_inertia_about_the_axis_in_single_precision() {
    let mut random = Random::new(12);
    for _ in 0..20 {
        let model = thin_tool(std::array::from_fn(|_| random.signed(3.0)), [0.1, 0.7, 0.3]);
        let (q, zero, mut out) = ([0.3f32, 0.4].repeat(8), vec![0.0f32; 16], vec![0.0f32; 16]);
        let answer =
            model.compile().forward_dynamics_batch_f32((&q, &zero, &zero), &mut out, Layout::Rows, Threads::One);
        assert!(answer.is_err(), "accepted: {out:?}");
    }
}

// oracle: mechanics: a second joint about the same line moves nothing new
#[test]
fn the_same_motion_twice_is_refused() {
    let mut random = Random::new(5);
    for k in 0..20 {
        let axis = if k == 0 { z() } else { random.direction() };
        let list = [
            (hinge(x()), at([0.1, 0.0, 0.2])),
            (hinge(axis), at([0.3, 0.1, 0.0])),
            (hinge(axis), Pose::translation(axis.scale(0.2))),
        ];
        let d = with_bodies("twice", &list, |k| if k == 1 { MassProperties::none() } else { body(k) });
        refused(&d.build().unwrap(), &[0.2, 0.3, 0.4], "joint1");
        let sliders = list.map(|(joint, place)| match joint {
            Joint::Revolute(r) if k > 0 => (Joint::prismatic(r.axis), place),
            other => (other, place),
        });
        let d = with_bodies("twice slid", &sliders, |k| if k == 1 { MassProperties::none() } else { body(k) });
        refused(&d.build().unwrap(), &[0.2, 0.3, 0.4], "joint1");
    }
}

// oracle: mechanics: at half a turn of the middle joint the third axis falls on the first one, with no mass between
#[test]
fn singular_positions_are_refused() {
    let mut random = Random::new(8);
    for tilt in [0.0305f64, 0.04, 0.3, 1.0, std::f64::consts::FRAC_PI_2] {
        for _ in 0..8 {
            let (s, c) = tilt.sin_cos();
            let second = Pose::new(Mat3::rotation(x(), s, c), random.point(0.5));
            let half_turn = Joint::revolute(z()).pose(&[std::f64::consts::PI]);
            let third = (second * half_turn).inverse() * at([0.0, 0.0, random.signed(0.5)]);
            let list = [
                (hinge(x()), at([0.1, 0.2, 0.3])),
                (hinge(z()), at([0.3, 0.0, 0.1])),
                (hinge(z()), second),
                (hinge(z()), third),
            ];
            let d =
                with_bodies(
                    &format!("tilt {tilt}"),
                    &list,
                    |k| if k % 3 == 0 { body(k) } else { MassProperties::none() },
                );
            let model = d.build().unwrap();
            refused(&model, &[0.2, 0.3, std::f64::consts::PI, 0.4], "joint1");
            check_as_it_is(&model); // elsewhere it is fine
        }
    }
}

// oracle: mechanics: a base and everything on it without mass; a point mass on a free joint
#[test]
fn a_base_without_inertia_is_refused() {
    let point = MassProperties { mass: 2.0, center: Vec3::zero(), inertia: Sym3::zero() };
    for (name, mass) in
        [("nothing", MassProperties::none()), ("point", point), ("rod", MassProperties::rod(1.0, 1.0, z()))]
    {
        let model = with_bodies(name, &[(Joint::free(), Pose::identity())], |_| mass).build().unwrap();
        let q = random_state(&model, 3).q;
        refused(&model, &q, "joint0");
    }
}

/// Every layer refuses a state, naming the joint.
#[track_caller]
fn state_refused(model: &Model, q: &[f64], part: &str) {
    let zero = vec![0.0; model.nv()];
    for mut layer in Layer::all(model) {
        let name = layer.name();
        let answers = [
            layer.inverse(q, &zero, &zero).map(drop),
            layer.forward(q, &zero, &zero).map(drop),
            layer.gim(q).map(drop),
        ];
        for (answer, what) in answers.into_iter().zip(["inverse", "forward", "gim"]) {
            let error = answer.expect_err(&format!("{name}: {what} accepts {q:?}")).to_string();
            assert!(error.contains(part), "{name}, {what}: {error}");
        }
    }
}

// oracle: the words; also for numbers that the result does not depend on
#[test]
fn coordinates_that_are_no_numbers_are_refused_everywhere() {
    let turned = at([0.1, 0.2, 0.3]);
    let roots = [
        Joint::free(),
        hinge(z()),
        Joint::prismatic(x()),
        Joint::translational(),
        Joint::planar(z()),
        Joint::cylindrical(z()),
        Joint::spherical(),
    ];
    let hinges = || vec![(hinge(x()), turned), (hinge(z()), turned)];
    for (at, joint) in roots.into_iter().flat_map(|joint| [0, 1, 2].map(|at| (at, joint.clone()))) {
        let mut list = hinges();
        list.insert(at, (joint, turned));
        let model = chain("no number", &list).build().unwrap();
        let good = random_state(&model, 1).q;
        for k in 0..model.nq() {
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let mut q = good.clone();
                q[k] = bad;
                state_refused(&model, &q, &format!("q[{k}]"));
            }
        }
    }
}

// oracle: the state after a refused one is computed as if nothing had happened
#[test]
fn a_refused_state_leaves_no_trace() {
    let model = random_model(6, &Options { joints: 9, ..Options::default() }.floating());
    let s = random_state(&model, 6);
    let tau = Dense::new(&model, &s.q, &s.v).inverse(&s.a, &[]);
    for mut layer in Layer::all(&model) {
        let mut bad = s.q.clone();
        bad[4] = f64::NAN;
        let fresh = layer.forward(&s.q, &s.v, &s.tau).unwrap();
        assert!(layer.inverse(&bad, &s.v, &s.a).is_err() && layer.forward(&bad, &s.v, &s.a).is_err());
        close(layer.inverse(&s.q, &s.v, &s.a).unwrap(), &tau, 1e-12);
        assert_eq!(layer.forward(&s.q, &s.v, &s.tau).unwrap(), fresh);
    }
    let mut ws = Workspace::new(&model);
    assert!(ws.position(&model, &s.q[1..]).is_err());
}

fn far_away() -> Model {
    let list = [(hinge(z()), at([0.1; 3])), (Joint::prismatic(x()), at([0.1; 3]))];
    chain("far", &list).build().unwrap()
}

// oracle: the words; a result beyond the range of numbers is an error, not an infinity
#[test]
fn overflow_of_forces_is_an_error() {
    let model = far_away();
    for mut layer in Layer::all(&model) {
        let error = layer.inverse(&[0.1, 1e200], &[0.0; 2], &[1.0, 0.0]).expect_err(&layer.name());
        assert!(matches!(error, DynamicsError::NotFinite { .. }), "{}: {error}", layer.name());
    }
}

// oracle: the words
#[test]
fn overflow_of_the_inertia_matrix_is_an_error() {
    let model = far_away();
    for mut layer in Layer::all(&model) {
        let error = layer.gim(&[0.1, 1e200]).expect_err(&layer.name());
        assert!(matches!(error, DynamicsError::NotFinite { .. }), "{}: {error}", layer.name());
    }
}
