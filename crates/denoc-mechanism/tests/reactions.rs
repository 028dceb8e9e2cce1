//! Reactions with springs and friction in all joints: they balance every body, and do not depend on where loops are cut or in which
//! direction joints are traversed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use denoc_dynamics::Workspace;
use denoc_formats::catalogue;
use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::Mechanism;
use denoc_mechanism::assembly::{Metric, assemble, cut_joints, project_velocity};
use denoc_mechanism::evaluate::{Ask, JointForces, JointReaction, States, Task};
use denoc_model::{Description, FrameId, Joint, LinkId, MassProperties, Model};
use denoc_testkit::Random;
use nalgebra::{DMatrix, DVector};

/// The mechanisms with loops of the catalogue, but for ropes, which have too many joints to cut one after the other.
fn mechanisms() -> impl Iterator<Item = (&'static str, Description)> {
    let all = catalogue::ENTRIES.iter().filter(|entry| !["chain_between", "cable"].contains(&entry.name));
    let all = all.map(|entry| (entry.name, entry.describe().unwrap()));
    all.filter(|(_, d)| !d.build().unwrap().closures().is_empty())
}

/// Gives every joint a spring, and friction; media do not act.
fn with_joint_forces(mut d: Description, random: &mut Random) -> Description {
    for joint in &mut d.joints {
        let p = &mut joint.properties;
        if !joint.joint.v_units().is_empty() && joint.joint.q_units().len() == joint.joint.v_units().len() {
            (p.spring_stiffness, p.spring_rest) = (random.range(1.0, 5.0), random.signed(0.5));
        }
        if !joint.joint.v_units().is_empty() {
            (p.viscous_friction, p.dry_friction) = (random.range(0.1, 0.5), random.range(0.1, 0.5));
        }
        (p.rotor_inertia, p.rotation_spring) = (0.0, None);
    }
    d.links.iter_mut().for_each(|link| link.drag = None);
    d
}

/// A motion: coordinates, speeds and accelerations of one spanning tree.
struct Motion {
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    reactions: Vec<JointReaction>,
}

/// The free motion from coordinates and speeds.
fn fall(mechanism: &Mechanism, q: Vec<f64>, v: Vec<f64>) -> Motion {
    let tau = vec![0.0; v.len()];
    let ask = Ask { joint_forces: JointForces::Exact, reactions: true, ..Ask::forward(&tau) };
    let found = mechanism.evaluate(States { q: &q, v: &v }, &ask).unwrap();
    Motion { q, v, a: found.a, reactions: found.reactions.into_iter().next().unwrap() }
}

/// What the motion of a body requires, and the sum of what acts on it, about the world origin; with the size of the terms.
fn balance(d: &Description, model: &Model, motion: &Motion) -> Vec<(String, f64)> {
    let mut ws = Workspace::new(model);
    let stage = ws.position(model, &motion.q).unwrap().velocity(&motion.v).unwrap();
    let twists: Vec<_> = (0..model.links().len()).map(|i| stage.twist(FrameId(i))).collect();
    let stage = stage.acceleration(&motion.a, denoc_dynamics::Loads::NONE).unwrap();
    let mut rows = Vec::new();
    for i in 0..model.links().len() {
        let body = d.links.iter().find(|link| link.name == model.link_names()[i]);
        let mass = body.map_or(MassProperties::none(), |link| link.mass);
        let (pose, rate, w) = (stage.frame_pose(FrameId(i)), stage.twist_rate(FrameId(i)), twists[i].angular);
        let c = pose.rotation.apply(mass.center);
        let a = rate.linear + rate.angular.cross(c) + w.cross(w.cross(c));
        let force = (a - model.gravity()).scale(mass.mass);
        let inertia = |x: Vec3<f64>| pose.rotation.apply(mass.inertia.apply(pose.rotation.apply_transpose(x)));
        let moment = inertia(rate.angular) + w.cross(inertia(w)) + (pose.position + c).cross(force);
        let (mut sum, mut size) = ([force, moment], 0.0_f64);
        let mut act = |sign: f64, at: [f64; 3], f: [f64; 3], m: [f64; 3]| {
            let [at, f, m] = [at, f, m].map(|[x, y, z]| Vec3::new(x, y, z));
            sum[0] += f.scale(-sign);
            sum[1] += (m + at.cross(f)).scale(-sign);
            size = size.max(f.norm()).max(m.norm()).max(at.cross(f).norm());
        };
        for r in &motion.reactions {
            for (link, sign) in [(r.on, 1.0), (r.from, -1.0)] {
                if link == Some(LinkId(i)) {
                    act(sign, r.origin, r.force, r.moment);
                }
            }
        }
        for spring in model.point_springs() {
            let at = |f: &denoc_model::Frame<f64>| f.link.map_or(f.pose, |l| stage.link_pose(l) * f.pose).position;
            let speed = |f: &denoc_model::Frame<f64>| {
                let t = f.link.map_or(denoc_math::Twist::zero(), |l| twists[l.0]);
                let here = f.link.map_or(Vec3::zero(), |l| stage.frame_pose(FrameId(l.0)).position);
                t.linear + t.angular.cross(at(f) - here)
            };
            let along = at(&spring.to) - at(&spring.from);
            let direction = along.scale(1.0 / along.norm());
            let rate = direction.dot(speed(&spring.to) - speed(&spring.from));
            let tension = spring.stiffness * (along.norm() - spring.rest_length) + spring.damping * rate;
            for (end, sign) in [(&spring.from, 1.0), (&spring.to, -1.0)] {
                if end.link == Some(LinkId(i)) {
                    act(sign, at(end).to_array(), direction.scale(tension).to_array(), [0.0; 3]);
                }
            }
        }
        let size = size.max(force.norm()).max(moment.norm());
        rows.push((model.link_names()[i].clone(), (sum[0].norm() + sum[1].norm()) / size.max(f64::MIN_POSITIVE)));
    }
    rows
}

/// The same configuration and speeds for another spanning tree of the same joints.
fn carry_over(from: &Model, to: &Model, motion: &Motion) -> Option<(Vec<f64>, Vec<f64>)> {
    let mut coordinates: HashMap<String, Vec<f64>> =
        cut_joints(from, &motion.q).unwrap().into_iter().map(|cut| (cut.name, cut.q)).collect();
    for (name, link) in from.joint_names().iter().zip(from.links()) {
        coordinates.insert(name.clone(), motion.q[link.q..link.q + link.nq].to_vec());
    }
    let q: Vec<f64> = to.joint_names().iter().flat_map(|name| coordinates[name].clone()).collect();
    let twists = |model: &Model, q: &[f64], v: &[f64]| -> Vec<f64> {
        let mut ws = Workspace::new(model);
        let stage = ws.position(model, q).unwrap().velocity(v).unwrap();
        let of = |name: &String| stage.twist(FrameId(model.link(name).unwrap().0)).to_array();
        from.link_names().iter().flat_map(of).collect()
    };
    let columns: Vec<f64> = (0..to.nv())
        .flat_map(|k| {
            let unit: Vec<f64> = (0..to.nv()).map(|i| f64::from(u8::from(i == k))).collect();
            twists(to, &q, &unit)
        })
        .collect();
    let matrix = DMatrix::from_column_slice(6 * from.links().len(), to.nv(), &columns);
    let right = DVector::from_vec(twists(from, &motion.q, &motion.v));
    let (gram, mut v) = (matrix.transpose() * &matrix, DVector::zeros(to.nv()));
    let gram = gram.lu();
    for _ in 0..3 {
        v += gram.solve(&(matrix.transpose() * (&right - &matrix * &v)))?;
    }
    assert!((&matrix * &v - &right).amax() < 1e-10 * right.amax().max(1.0), "{}: not the same motion", from.name());
    Some((q, v.as_slice().to_vec()))
}

fn largest(reactions: &[JointReaction]) -> f64 {
    reactions.iter().flat_map(|r| r.force.into_iter().chain(r.moment)).fold(0.0, |m, x| m.max(x.abs()))
}

// oracle: Newton and Euler for every body; other spanning trees of the same mechanism
#[test]
fn every_cut_balances_every_body() {
    let (compared, backwards) = (AtomicUsize::new(0), AtomicUsize::new(0));
    denoc_testkit::in_parallel(mechanisms().enumerate().collect::<Vec<_>>(), |(k, (name, d))| {
        let mut random = Random::new(7 + k as u64);
        let d = with_joint_forces(d, &mut random);
        let base = Mechanism::new(d.build().unwrap());
        let model = base.model();
        let start = assemble(model, model.configuration("start").unwrap(), &Default::default()).unwrap().q;
        let v = project_velocity(model, &start, &random.vector(model.nv(), 2.0), &[], Metric::Identity).unwrap();
        let reference = fall(&base, start, v);
        for cut in 0..d.joints.len() {
            let mut other = d.clone();
            other.joints.iter_mut().enumerate().for_each(|(j, joint)| joint.cut = j == cut);
            // bridges cannot be cut, nor joints that couplings and cams bind
            let Ok(model_cut) = other.build() else { continue };
            let other_mechanism = Mechanism::new(model_cut);
            let model_cut = other_mechanism.model();
            let Some((q, v)) = carry_over(model, model_cut, &reference) else { continue };
            let motion = fall(&other_mechanism, q, v);
            for (body, error) in balance(&other, model_cut, &motion) {
                assert!(error < 1e-10, "{name} cut at {}: {body} misses balance by {error:e}", d.joints[cut].name);
            }
            let size = largest(&reference.reactions);
            let reversed = (0..model_cut.links().len()).filter(|&i| model_cut.is_reversed(LinkId(i))).count();
            backwards.fetch_add(reversed, Ordering::Relaxed);
            for r in &reference.reactions {
                let same = motion.reactions.iter().find(|other| other.joint == r.joint).unwrap();
                let ends = |m: &Model, r: &JointReaction| {
                    [r.from, r.on].map(|l| l.map_or(String::new(), |l| m.link_names()[l.0].clone()))
                };
                assert_eq!(ends(model, r), ends(model_cut, same), "{name}: {}", r.joint);
                let open = r.indeterminate_force.into_iter().chain(r.indeterminate_moment);
                let pairs = r.force.iter().chain(&r.moment).zip(same.force.iter().chain(&same.moment));
                for ((x, y), _) in pairs.zip(open).filter(|(_, open)| !open) {
                    let joint = &d.joints[cut].name;
                    assert!((x - y).abs() < 1e-8 * size, "{name} cut at {joint}: {} {x} {y}", r.joint);
                    compared.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    });
    let counts = (compared.into_inner(), backwards.into_inner());
    assert!(counts.0 > 1000 && counts.1 > 20, "{counts:?}");
}

// oracle: reactions with the motors of inverse dynamics, where one of them is in a cut joint
#[test]
fn motors_in_cut_joints_balance_every_body() {
    let mut d = with_joint_forces(catalogue::describe("fourbar").unwrap(), &mut Random::new(3));
    d.joints.iter_mut().for_each(|joint| joint.cut = joint.name == "crank_pivot");
    let mechanism = Mechanism::new(d.build().unwrap());
    let model = mechanism.model();
    let q = assemble(model, model.configuration("start").unwrap(), &Default::default()).unwrap().q;
    let v = project_velocity(model, &q, &[3.0, -1.0, 2.0], &[], Metric::Identity).unwrap();
    let a = fall(&mechanism, q.clone(), v.clone()).a.iter().map(|a| 0.5 * a).collect::<Vec<_>>();
    let a = denoc_mechanism::assembly::project_acceleration(model, &q, &v, &a, &[]).unwrap();
    let ask = Ask { joint_forces: JointForces::Exact, reactions: true, ..Ask::inverse(&a) };
    let found = mechanism.evaluate(States { q: &q, v: &v }, &ask).unwrap();
    assert!(found.cut_forces[0].abs() > 1e-3);
    let motion = Motion { q, v, a, reactions: found.reactions.into_iter().next().unwrap() };
    for (body, error) in balance(&d, model, &motion) {
        assert!(error < 1e-10, "{body}: {error:e}");
    }
}

// oracle: a fresh mechanism: results do not depend on what was computed before
#[test]
fn reactions_of_prescribed_accelerations_are_their_own() {
    let model = catalogue::describe("fourbar").unwrap().build().unwrap();
    let q = assemble(&model, model.configuration("start").unwrap(), &Default::default()).unwrap().q;
    let rest = vec![0.0; model.nv()];
    let prescribed = [Some(20.0), None, None];
    let ask = Ask { reactions: true, ..Ask::new(Task::Forward { tau: &rest, prescribed: Some(&prescribed) }) };
    let states = States { q: &q, v: &rest };
    let fresh = Mechanism::new(model.clone()).evaluate(states, &ask).unwrap();
    let used = Mechanism::new(model);
    let tau = [5.0, 0.0, 0.0];
    used.evaluate(states, &Ask::forward(&tau)).unwrap();
    assert_eq!(used.evaluate(states, &ask).unwrap().reactions, fresh.reactions);
}

// oracle: by hand: a slider drawn from the carriage to the rail: the rail carries the weight, at the frame on the carriage
#[test]
fn a_joint_drawn_backwards_is_reported_on_its_child() {
    let cube = MassProperties::cuboid(2.0, Vec3::new(0.1, 0.1, 0.1), Vec3::zero());
    let aside = Pose::new(Mat3::identity(), Vec3::new(0.0, 0.0, 0.5));
    let model = Description::new("carriage")
        .link("carriage", cube)
        .joint("rail", "carriage", "ground", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .child_origin(aside)
        .build()
        .unwrap();
    let mechanism = Mechanism::new(model);
    let ask = Ask { reactions: true, ..Ask::inverse(&[0.0]) };
    let found = mechanism.evaluate(States { q: &[0.3], v: &[0.0] }, &ask).unwrap();
    let r = &found.reactions[0][0];
    // the ground is 0.3 m further along x than the carriage: the weight turns about the frame on the ground
    assert_eq!((r.from, r.on, r.origin), (Some(LinkId(0)), None, [0.0, 0.0, 0.5]));
    denoc_testkit::close(r.force, [0.0, 0.0, -2.0 * 9.81], 1e-14);
    denoc_testkit::close(r.moment, [0.0, -0.3 * 2.0 * 9.81, 0.0], 1e-14);
}
