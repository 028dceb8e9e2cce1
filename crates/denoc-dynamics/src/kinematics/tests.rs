use denoc_math::{Twist, Vec3};
use denoc_model::joints::KINDS;
use denoc_model::{FrameId, Joint, LinkId};
use denoc_testkit::{Dense, Random, close, close_within, largest, random_model, random_state};

use super::{AccelerationKind, MAX_COLUMNS, Reference, column_rates};
use crate::testing::{Rate, each, moving, moving_coordinates, rates, stage, times};
use crate::{Loads, Workspace};

// oracle: dense transcription, N v and N a + Ṅ v at the joint origins
#[test]
fn link_twists_and_twist_rates_are_those_of_the_dense_equations() {
    each(|model, s| {
        let dense = Dense::new(model, &s.q, &s.v);
        let mut ws = Workspace::new(model);
        let stage = stage(&mut ws, model, &s.q, &s.v).acceleration(&s.a, Loads::NONE).unwrap();
        let world = |i: usize, t: Twist<f64>| t.rotate(stage.link_pose(LinkId(i)).rotation).to_array();
        let n = model.links().len();
        let twists: Vec<f64> = (0..n).flat_map(|i| world(i, stage.link_twist(LinkId(i)))).collect();
        close(&twists, dense.twists(), 1e-12);
        let rates: Vec<f64> = (0..n)
            .flat_map(|i| {
                let pose = stage.link_pose(LinkId(i));
                assert!((pose.position - dense.bodies[i].pose.position).norm() < 1e-12);
                let mut rate = stage.ws.inverse.rates[i].rotate(pose.rotation);
                rate.linear += model.gravity();
                rate.to_array()
            })
            .collect();
        close(&rates, dense.twist_rates(&s.a), 1e-12);
    });
}

// oracle: the pose of the frame, differentiated along the motion by dual numbers
#[test]
fn frame_twists_are_the_rates_of_frame_poses() {
    each(|model, s| {
        let dual = model.cast::<Rate>();
        let q = moving_coordinates(model, &s.q, &s.v);
        let (mut ws, mut dual_ws) = (Workspace::new(model), Workspace::new(&dual));
        let stage = stage(&mut ws, model, &s.q, &s.v);
        let moving = dual_ws.position(&dual, &q).unwrap();
        for f in (0..model.frames().len()).map(FrameId) {
            let pose = moving.frame_pose(f);
            let (r, dr) = (pose.rotation.map(|x| x.value), pose.rotation.map(|x| x.parts[0]));
            let w = dr * r.transpose(); // ω×
            let expected = Twist::new(Vec3::new(w.y.z, w.z.x, w.x.y), pose.position.map(|x| x.parts[0]));
            close(stage.twist(f), expected, 1e-12);
        }
    });
}

// oracles: twist = J v; the rate of J by dual numbers; twist-rate = J a + J̇ v
#[test]
fn jacobians_map_speeds_to_twists() {
    each(|model, s| {
        let nv = model.nv();
        let dual = model.cast::<Rate>();
        let q = moving_coordinates(model, &s.q, &s.v);
        let (mut ws, mut dual_ws) = (Workspace::new(model), Workspace::new(&dual));
        let stage = stage(&mut ws, model, &s.q, &s.v).acceleration(&s.a, Loads::NONE).unwrap();
        let along = dual_ws.position(&dual, &q).unwrap();
        for f in (0..model.frames().len()).map(FrameId) {
            let (mut j, mut rate) = (vec![1.0; 6 * nv], vec![1.0; 6 * nv]);
            let mut dual_j = vec![Rate::constant(1.0); 6 * nv];
            stage.jacobian(f, &mut j).unwrap();
            stage.jacobian_rate(f, &mut rate).unwrap();
            along.jacobian(f, &mut dual_j).unwrap();
            close_within(&rate, rates(&dual_j), 1e-12 * (1.0 + largest(&rate)));
            close(times(&j, &s.v), stage.twist(f), 1e-12);
            let sum: Vec<f64> = times(&j, &s.a).iter().zip(times(&rate, &s.v)).map(|(a, b)| a + b).collect();
            close_within(sum, stage.twist_rate(f), 1e-12 * (10.0 + largest(stage.twist_rate(f))));
            // a point given in the link is the frame there
            if let Some(link) = model.frames()[f.0].link {
                let (mut at_point, point) = (vec![0.0; 6 * nv], model.frames()[f.0].pose.position);
                stage.point_jacobian(link, point, &mut at_point).unwrap();
                assert_eq!(at_point, j);
                stage.point_jacobian_rate(link, point, &mut at_point).unwrap();
                assert_eq!(at_point, rate);
            } else {
                assert!(j.iter().chain(&rate).all(|&x| x == 0.0));
            }
        }
    });
}

// oracles: 4×4 products of the pose and its rates (dual numbers), which define body and spatial twists; J v; J a + J̇ v; dual numbers
#[test]
fn references_are_those_of_the_pose() {
    each(|model, s| {
        let nv = model.nv();
        let dual = model.cast::<Rate>();
        let (q, v) = (moving_coordinates(model, &s.q, &s.v), moving(&s.v, &s.a));
        let (mut ws, mut dual_ws) = (Workspace::new(model), Workspace::new(&dual));
        let stage = stage(&mut ws, model, &s.q, &s.v).acceleration(&s.a, Loads::NONE).unwrap();
        let along = crate::testing::stage(&mut dual_ws, &dual, &q, &v);
        for f in (0..model.frames().len()).step_by(3).map(FrameId) {
            let pose = along.frame_pose(f);
            let at = pose.map(|x| x.value);
            let (dr, dp) = (pose.rotation.map(|x| x.parts[0]), pose.position.map(|x| x.parts[0]));
            let axial = |w: denoc_math::Mat3<f64>| Vec3::new(w.y.z, w.z.x, w.x.y);
            // T⁻¹ Ṫ and Ṫ T⁻¹
            let body = Twist::new(axial(at.rotation.transpose() * dr), at.rotation.apply_transpose(dp));
            let turning = dr * at.rotation.transpose();
            let spatial = Twist::new(axial(turning), dp - turning.apply(at.position));
            for (reference, expected) in [(Reference::Local, body), (Reference::World, spatial)] {
                close_within(stage.twist_in(f, reference), expected, 1e-12 * (1.0 + 10.0 * largest(expected)));
            }
            for reference in Reference::ALL {
                let (mut j, mut rate, mut dual_j) =
                    (vec![1.0; 6 * nv], vec![1.0; 6 * nv], vec![Rate::constant(1.0); 6 * nv]);
                stage.jacobian_in(f, reference, &mut j).unwrap();
                stage.jacobian_rate_in(f, reference, &mut rate).unwrap();
                along.jacobian_in(f, reference, &mut dual_j).unwrap();
                let size = 1e-11 * (1.0 + largest(&rate));
                close_within(&rate, rates(&dual_j), size);
                let twist = stage.twist_in(f, reference);
                close_within(times(&j, &s.v), twist, 1e-12 * (10.0 + largest(twist) + largest(&j)));
                let expected = along.twist_in(f, reference).map(|x| x.parts[0]);
                let spatial = stage.frame_acceleration(f, reference, AccelerationKind::Spatial);
                let moved = Twist::new(Vec3::zero(), twist.angular.cross(twist.linear));
                let classical = stage.frame_acceleration(f, reference, AccelerationKind::Classical);
                let size = 1e-11 * (1.0 + largest(expected) + largest(classical) + largest(moved));
                // with axes that move or a point that moves, the rate of the components has more terms
                let expected = if reference == Reference::Aligned { expected - moved } else { expected };
                close_within(spatial, expected, size);
                close_within(classical, spatial + moved, size);
            }
        }
    });
}

// oracle: Jacobians by dual numbers along a unit step of every speed
#[test]
fn hessians_are_the_derivatives_of_jacobians() {
    each(|model, s| {
        let nv = model.nv();
        let dual = model.cast::<Rate>();
        let (mut ws, mut dual_ws) = (Workspace::new(model), Workspace::new(&dual));
        let stage = ws.position(model, &s.q).unwrap();
        let frames = [0, model.frames().len() / 2, model.frames().len() - 1].map(FrameId);
        for (f, reference) in frames.into_iter().zip(Reference::ALL) {
            let mut hessian = vec![1.0; 6 * nv * nv];
            stage.kinematic_hessian(f, reference, &mut hessian).unwrap();
            let size = 1e-12 * (1.0 + largest(&hessian));
            for j in 0..nv {
                let mut direction = vec![0.0; nv];
                direction[j] = 1.0;
                let q = moving_coordinates(model, &s.q, &direction);
                let mut expected = vec![Rate::constant(0.0); 6 * nv];
                dual_ws.position(&dual, &q).unwrap().jacobian_in(f, reference, &mut expected).unwrap();
                let found: Vec<f64> = hessian[j..].iter().step_by(nv).copied().collect();
                close_within(&found, rates(&expected), size);
            }
        }
    });
}

// oracle: dual numbers through the columns of every joint type, also reversed
#[test]
fn column_rates_follow_from_the_bias() {
    for kind in KINDS {
        for seed in 0..30 {
            let mut random = Random::new(seed);
            let joint = (kind.example)(&mut || random.signed(1.0));
            for joint in [joint.reversed(), joint] {
                check_column_rates(&joint, &mut random);
            }
        }
    }
}

fn check_column_rates(joint: &Joint<f64>, random: &mut Random) {
    use denoc_model::joints::JointSpace;
    let (nq, nv) = (joint.q_units().len(), joint.v_units().len());
    let (mut zero, mut q, mut rate) = (vec![0.0; nq], vec![0.0; nq], vec![0.0; nq]);
    joint.neutral(&mut zero);
    joint.integrate(&zero, &random.vector(nv, 2.0), &mut q);
    let v = random.vector(nv, 3.0);
    joint.rate(&q, &v, &mut rate);
    let mut dual = [Twist::zero(); MAX_COLUMNS];
    joint.lift::<Rate>().columns(&moving(&q, &rate), &mut dual[..nv]);
    let (mut columns, mut found) = ([Twist::zero(); MAX_COLUMNS], [Twist::zero(); MAX_COLUMNS]);
    joint.columns(&q, &mut columns[..nv]);
    column_rates(joint, &q, &v, &columns[..nv], &mut found[..nv]);
    for (found, dual) in found[..nv].iter().zip(dual) {
        let expected = dual.map(|x| x.parts[0]);
        let error = (*found - expected).to_array().iter().fold(0.0f64, |m, x| m.max(x.abs()));
        assert!(error < 1e-12, "{}: {found:?} {expected:?}", joint.keyword());
    }
}

// oracle: the message text
#[test]
fn bad_states_are_refused_with_words() {
    let model = random_model(3, &denoc_testkit::Options::default().floating());
    let other = random_model(4, &denoc_testkit::Options { joints: 3, ..Default::default() });
    let s = random_state(&model, 3);
    let mut ws = Workspace::new(&model);
    let mut error = |q: &[f64]| ws.position(&model, q).unwrap_err().to_string();
    assert!(error(&s.q[1..]).contains("q has"), "{}", error(&s.q[1..]));
    let mut bad = s.q.clone();
    bad[1] = f64::NAN;
    assert!(error(&bad).contains("q[1] (joint \"floating_base\") is NaN"), "{}", error(&bad));
    let mut bad = s.q.clone();
    bad[3] += 0.1;
    assert!(error(&bad).contains("quaternion"), "{}", error(&bad));
    let small = random_state(&other, 1).q;
    let error = ws.position(&other, &small).unwrap_err().to_string();
    assert!(error.contains("Workspace::new(&model)"), "{error}");
    let mut v = s.v.clone();
    v[2] = f64::INFINITY;
    let error = ws.position(&model, &s.q).unwrap().velocity(&v).unwrap_err().to_string();
    assert!(error.contains("v[2] (joint \"floating_base\") is inf"), "{error}");
    let error = ws.position(&model, &s.q).unwrap().jacobian(FrameId(0), &mut [0.0; 5]).unwrap_err().to_string();
    assert!(error.contains("jacobian has 5 entries"), "{error}");
}
