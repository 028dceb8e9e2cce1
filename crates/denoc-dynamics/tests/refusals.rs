//! States and mechanisms that every layer must refuse with an error that names the joint.

mod support;

use denoc_dynamics::compiled::{Compile, Layout, Threads};
use denoc_dynamics::{DynamicsError, States, Workspace};
use denoc_math::{Mat3, Pose, Sym3, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_testkit::{Dense, Options, Random, close, random_model, random_state};

use support::Layer;
use support::parts::{at, body, chain, check_as_it_is, hinge, with_bodies, x, z};

/// Every layer and every batch refuses forward dynamics, naming the joint.
#[track_caller]
fn refused(model: &Model, q: &[f64], joint: &str) {
    let (nv, text) = (model.nv(), |e: &DynamicsError| format!("{}: {e}", model.name()));
    let zero = vec![0.0; nv];
    for mut layer in Layer::all(model) {
        let name = layer.name();
        let answer = layer.forward(q, &zero, &zero);
        let error = answer.expect_err(&format!("{}, {name}, joint {joint} is singular", model.name()));
        assert!(matches!(&error, DynamicsError::Singular { joint: named, .. } if named == joint), "{}", text(&error));
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
        let error =
            model.compile().forward_dynamics_batch(States { q: &q, v: &zero }, &zero, &mut out, layout, Threads::One);
        let error = error.expect_err(&format!("{}: batch, {layout:?}, joint {joint} is singular", model.name()));
        assert!(matches!(error, DynamicsError::InBatch { index: 0, .. }), "{}", text(&error));
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
        let answer = model.compile().forward_dynamics_batch_f32(
            States { q: &q, v: &zero },
            &zero,
            &mut out,
            Layout::Rows,
            Threads::One,
        );
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

// oracle: the message text; also for numbers that the result does not depend on
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

// oracle: the message text; a result beyond the range of numbers is an error, not an infinity
#[test]
fn overflow_of_forces_is_an_error() {
    let model = far_away();
    for mut layer in Layer::all(&model) {
        let error = layer.inverse(&[0.1, 1e200], &[0.0; 2], &[1.0, 0.0]).expect_err(&layer.name());
        assert!(matches!(error, DynamicsError::NotFinite { .. }), "{}: {error}", layer.name());
    }
}

// oracle: the message text
#[test]
fn overflow_of_the_inertia_matrix_is_an_error() {
    let model = far_away();
    for mut layer in Layer::all(&model) {
        let error = layer.gim(&[0.1, 1e200]).expect_err(&layer.name());
        assert!(matches!(error, DynamicsError::NotFinite { .. }), "{}: {error}", layer.name());
    }
}

// oracle: the mass is far away, not missing, and its acceleration is not zero
#[test]
fn overflow_of_accelerations_is_not_a_lack_of_inertia() {
    let model = far_away();
    let overflows = |error: &DynamicsError| matches!(error, DynamicsError::NotFinite { .. });
    for (q, tau) in [(1e155, 1.0), (1e200, 0.0), (1e300, 1.0)] {
        for mut layer in Layer::all(&model) {
            let error = layer.forward(&[0.1, q], &[0.0; 2], &[tau, 0.0]).expect_err(&layer.name());
            assert!(overflows(&error), "{} at {q}: {error}", layer.name());
        }
        let mut ws = Workspace::new(&model);
        let error = ws.position(&model, &[0.1, q]).unwrap().udut().map(|_| ()).unwrap_err();
        assert!(overflows(&error), "at {q}: {error}");
    }
}
