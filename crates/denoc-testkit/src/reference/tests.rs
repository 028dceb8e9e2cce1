use denoc_formats::catalogue::describe;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use nalgebra::DVector;

use super::{intermediate_axis, robot, space_robot, space_robot_forces, states, table};
use crate::{Dense, close, close_within, cycloidal, distance, largest};

// oracle: A0
#[test]
fn the_transcription_reproduces_the_reference_states() {
    for (case, arm) in [("A0_states_planar3R", "planar_3r"), ("A0_states_puma_R", "puma")] {
        let model = describe(arm).unwrap().build().unwrap();
        for s in states(case) {
            let dense = Dense::new(&model, &s.q, &s.v);
            close(dense.inverse(&s.a, &[]), &s.tau_inverse, 1e-11);
            close(&dense.gim, &s.gim, 1e-11);
            close(&dense.vci + &dense.gravity, &s.bias, 1e-11);
            close(dense.forward(&s.tau_forward, &[]).unwrap(), &s.a_forward, 1e-11);
            close(dense.kinetic, s.kinetic, 1e-11);
            close(dense.potential, s.potential, 1e-11);
            let frame = &model.frames()[model.frame(model.link_names().last().unwrap()).unwrap().0];
            let last = dense.bodies.last().unwrap();
            let pose = last.pose * frame.pose;
            close_within(pose.position, s.frame.position, 1e-14);
            close_within(pose.rotation.to_rows().as_flattened(), s.frame.rotation.to_rows().as_flattened(), 1e-14);
            // the Jacobian at O, moved to the frame's origin
            let n = dense.at_origin.noc.rows(6 * (model.links().len() - 1), 6).into_owned();
            let arm = (pose.position - last.pose.position).skew();
            let mut jacobian = n.clone();
            for j in 0..model.nv() {
                for i in 0..3 {
                    jacobian[(3 + i, j)] -= (0..3).map(|k| arm.get(i, k) * n[(k, j)]).sum::<f64>();
                }
            }
            close(jacobian, s.jacobian, 1e-13);
        }
    }
}

// oracle: A1 to A4
#[test]
fn the_transcription_reproduces_the_torques_of_the_book() {
    for (case, arm) in [
        ("A1_planar3R_id_table", "planar_3r"),
        ("A1_planar3R_id_formula", "planar_3r_rods"),
        ("A2_puma_id_R", "puma"),
        ("A3_stanford_id_R", "stanford"),
        ("A4_kuka_id_R", "kuka_kr5"),
    ] {
        let model = describe(arm).unwrap().build().unwrap();
        let table = table(case);
        let (start, end) = (table.parameter("s0"), table.parameter("sT"));
        let (all_q, all_tau) = (table.numbered("q"), table.numbered("tau"));
        let scale = all_tau.iter().map(largest).fold(0.0, f64::max);
        for (i, t) in table.column("t").into_iter().enumerate() {
            let motion: Vec<[f64; 3]> = start.iter().zip(&end).map(|(&a, &b)| cycloidal(a, b, 10.0, t)).collect();
            let [q, v, a] = [0, 1, 2].map(|k| motion.iter().map(|m| m[k]).collect::<Vec<_>>());
            close_within(&q, &all_q[i], 1e-14);
            close_within(Dense::new(&model, &q, &v).inverse(&a, &[]), &all_tau[i], 1e-12 * scale);
        }
    }
}

// oracle: the known trouble of the printed table
#[test]
fn the_kuka_is_singular_until_joint_6_gets_a_rotor() {
    let mut arm = describe("kuka_kr5").unwrap();
    let q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
    let singular = Dense::new(&arm.build().unwrap(), &q, &[0.0; 6]).udut();
    assert!(singular.d[5].abs() < 1e-15, "{}", singular.d[5]);
    arm.joints[5].properties = JointProperties { rotor_inertia: 1e-6, ..Default::default() };
    assert!(Dense::new(&arm.build().unwrap(), &q, &[0.0; 6]).forward(&[0.0; 6], &[]).is_some());
}

/// Rates of coordinates and speeds, one after the other.
fn rates(model: &Model, state: &DVector<f64>, forces: &[f64]) -> DVector<f64> {
    let (q, v) = state.as_slice().split_at(model.nq());
    let mut rates = vec![0.0; q.len()];
    for l in model.links() {
        let range = l.q..l.q + l.nq;
        l.joint.rate(&q[range.clone()], &v[l.v..l.v + l.nv], &mut rates[range]);
    }
    rates.extend(Dense::new(model, q, v).forward(forces, &[]).unwrap().as_slice());
    DVector::from_vec(rates)
}

// oracle: B9 and B12; small Runge-Kutta steps lead from one sample to the next
#[test]
fn motions_satisfy_the_equations() {
    for (motion, forces) in [
        (intermediate_axis(), (|_| vec![0.0; 3]) as fn(f64) -> Vec<f64>),
        (space_robot(), space_robot_forces as fn(f64) -> Vec<f64>),
    ] {
        let sample = |i: usize| DVector::from_vec([&motion.q[i][..], &motion.v[i][..]].concat());
        for i in (0..motion.times.len() - 1).step_by(3) {
            let steps = 20;
            let h = (motion.times[i + 1] - motion.times[i]) / f64::from(steps);
            let mut x = sample(i);
            for k in 0..steps {
                let t = motion.times[i] + h * f64::from(k);
                let f = |x: &DVector<f64>, t: f64| rates(&motion.model, x, &forces(t));
                let k1 = f(&x, t);
                let k2 = f(&(&x + &k1 * (h / 2.0)), t + h / 2.0);
                let k3 = f(&(&x + &k2 * (h / 2.0)), t + h / 2.0);
                let k4 = f(&(&x + &k3 * h), t + h);
                x += (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0);
            }
            close(x, sample(i + 1), 1e-8);
        }
    }
}

// oracle: B12; no momentum, and a mass centre that does not move
#[test]
fn the_space_robot_stays_at_rest_as_a_whole() {
    let (motion, table) = (space_robot(), table("B12_space_robot_at_rest"));
    let centers = table.columns(&["comx", "comy", "comz"]);
    for ((q, v), center) in motion.q.iter().zip(&motion.v).zip(&centers) {
        let dense = Dense::new(&motion.model, q, v);
        close_within(dense.momentum(), [0.0; 6], 1e-11);
        close_within(dense.center_of_mass(), center, 1e-13);
    }
}

/// A serial arm whose joints have the given names, with the base in front if it floats.
fn with_joints(names: &[&str], floating: bool) -> Description {
    let rod = MassProperties::cuboid(1.0, Vec3::new(0.1, 0.2, 0.3), Vec3::zero());
    let mut d = Description::new("names");
    for (i, name) in names.iter().enumerate() {
        let parent = if i == 0 { d.ground.clone() } else { format!("link{}", i - 1) };
        d = d.link(format!("link{i}"), rod).joint(
            *name,
            parent,
            format!("link{i}"),
            Joint::revolute(Vec3::unit(2)),
            Pose::identity(),
        );
    }
    if floating { d.floating() } else { d }
}

// oracle: entries looked up by hand
#[test]
fn robot_states_follow_the_names_of_the_joints() {
    let ur5 = robot("C_ur5");
    assert_eq!(ur5.urdf, "ur_description/urdf/ur5_robot.urdf");
    let names = ["elbow_joint", "wrist_2_joint", "shoulder_pan_joint"];
    let rest = ["shoulder_lift_joint", "wrist_1_joint", "wrist_3_joint"];
    let model = with_joints(&[names, rest].concat(), false).build().unwrap();
    let s = &ur5.states(&model)[0];
    close(&s.q[..3], [-1.178248456012533, -1.194639095053255, 1.2775667428441597], 1e-15);
    assert_eq!(s.gim[(0, 2)], -0.07287663269979039);
    assert_eq!(s.gim, s.gim.transpose());
    assert_eq!(s.jacobian[(2, 2)], 1.0); // shoulder pan turns about z
    assert!(s.derivatives.is_some() && ur5.states(&model)[5].derivatives.is_none());
}

// oracles: momentum against the inertia matrix, mass, and each other
#[test]
fn the_floating_base_is_converted() {
    let solo = robot("C_solo12");
    assert!(solo.floating_base);
    let names: Vec<String> = ["HR", "FL", "HL", "FR"]
        .iter()
        .flat_map(|leg| ["HFE", "HAA", "KFE"].map(|joint| format!("{leg}_{joint}")))
        .collect();
    let model = with_joints(&names.iter().map(String::as_str).collect::<Vec<_>>(), true).build().unwrap();
    for s in solo.states(&model) {
        let (v, a) = (DVector::from_column_slice(&s.v), DVector::from_column_slice(&s.a));
        close(0.5 * v.dot(&(&s.gim * &v)), s.kinetic, 1e-12);
        close(s.momentum.force, s.center_of_mass_velocity.scale(solo.moving_mass), 1e-12);
        // the base rows of I v are the momentum about the base, in base axes
        let base = model.links()[0].joint.pose(&s.q[..7]);
        let rows = (&s.gim * &v).rows(0, 6).into_owned();
        let (moment, force) = (Vec3::new(rows[0], rows[1], rows[2]), Vec3::new(rows[3], rows[4], rows[5]));
        close_within(base.rotation.apply(force), s.momentum.force, 1e-13);
        let arm = s.center_of_mass - base.position;
        close_within(base.rotation.apply(moment) - arm.cross(s.momentum.force), s.momentum.moment, 1e-13);
        // inverse and forward dynamics of the file fit together
        let forward = &s.gim * (DVector::from_column_slice(&s.a_forward) - &a);
        let torque: Vec<f64> = s.tau_forward.iter().zip(&s.tau_inverse).map(|(x, y)| x - y).collect();
        close(forward, &torque, 1e-10);
        let (name, pose) = s.poses.iter().find(|(name, _)| name == "base_link").unwrap();
        assert!(distance(pose.position, base.position) < 1e-15, "{name}");
        close_within(pose.rotation.to_rows().as_flattened(), base.rotation.to_rows().as_flattened(), 1e-14);
    }
}

#[test]
#[should_panic(expected = "joint elbow is not among")]
fn an_unknown_joint_is_named() {
    robot("C_ur5").states(&with_joints(&["elbow"], false).build().unwrap());
}
