//! Reports of kinematics and Denavit-Hartenberg tables. Oracles: products of 4×4 matrices, differences, closed forms.

mod ik_support;

use std::f64::consts::FRAC_PI_2;

use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::fk::{DhConvention, dh_table, jacobian, kinematics};
use denoc_model::{Description, DhJoint, Joint, LinkId, MassProperties, Model};
use denoc_testkit::{Kinds, Random, Shape, close_within, random_model, random_state};
use ik_support::{arm, pose, pose_error, random_q, scara, tip, ur5, wrist_arm};
use nalgebra::Matrix4;

fn matrix(rows: [[f64; 4]; 4]) -> Matrix4<f64> {
    Matrix4::from_fn(|i, j| rows[i][j])
}

// oracle: products of 4×4 matrices; the rotation again from quaternion and angles
#[test]
fn poses_of_links_are_products_of_the_matrices_of_their_joints() {
    let model = random_model(11, &denoc_testkit::Options { joints: 14, ..Default::default() }.floating());
    let state = random_state(&model, 2);
    let all = kinematics(&model, &state.q).unwrap();
    assert_eq!(all.links.len(), model.links().len());
    for (i, link) in all.links.iter().enumerate() {
        let base = model.links()[i].parent.map_or(Matrix4::identity(), |LinkId(p)| matrix(all.links[p].to_base));
        close_within((base * matrix(link.relative)).as_slice(), matrix(link.to_base).as_slice(), 1e-12);
        let rotation = Mat3::from_rows(link.pose.rotation);
        let again = Mat3::from_rpy(link.pose.rpy);
        let quaternion = denoc_math::quaternion_rotation(link.pose.quaternion);
        assert!(pose_error(Pose::new(rotation, Vec3::zero()), Pose::new(again, Vec3::zero())) < 1e-12);
        assert!(pose_error(Pose::new(rotation, Vec3::zero()), Pose::new(quaternion, Vec3::zero())) < 1e-12);
        assert_eq!(link.to_base[0][3], link.pose.position[0]);
    }
    assert_eq!(all.frames[0].name, "ground");
    assert!(serde_json::to_string(&all).unwrap().contains("\"quaternion\""));
}

// oracle: the elementary matrices of the table, by hand
#[test]
fn relative_matrices_of_a_table_are_its_rows() {
    let puma = arm("puma");
    let q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
    let second = matrix(kinematics(&puma, &q).unwrap().links[1].relative);
    let (s, c) = 0.2f64.sin_cos();
    let expected = Matrix4::new(c, -s, 0.0, 0.432 * c, s, c, 0.0, 0.432 * s, 0.0, 0.0, 1.0, 0.149, 0.0, 0.0, 0.0, 1.0);
    close_within(second.as_slice(), expected.as_slice(), 1e-15);
    // gimbal lock keeps the rotation
    let lock = Pose::new(Mat3::from_rpy([0.3, FRAC_PI_2, 0.7]), Vec3::zero());
    let report = denoc_mechanism::fk::PoseReport::new("lock", lock);
    let again = Pose::new(Mat3::from_rpy(report.rpy), Vec3::zero());
    assert!(report.rpy[0] == 0.0 && pose_error(lock, again) < 1e-12);
}

// oracles: det(J Jᵀ) by nalgebra; a₁ a₂ |sin q₂| of the planar arm of two joints
#[test]
fn measures_of_jacobians() {
    let puma = arm("puma");
    let q = [0.4, -0.7, 0.5, 0.3, 0.8, -0.6];
    let report = jacobian(&puma, tip(&puma), &q).unwrap();
    let j = nalgebra::DMatrix::from_fn(6, 6, |i, k| report.rows[i][k]);
    let volume = (&j * j.transpose()).determinant().sqrt();
    assert!((report.full.manipulability / volume - 1.0).abs() < 1e-9);
    assert_eq!((report.full.rank, report.full.generic_rank), (6, 6));
    let values = &report.full.singular_values;
    assert!((report.full.condition - values[0] / values[5]).abs() < 1e-9 * report.full.condition);
    let straight = jacobian(&puma, tip(&puma), &[0.4, -0.7, 0.5, 0.3, 0.0, -0.6]).unwrap();
    assert_eq!((straight.full.rank, straight.full.generic_rank), (5, 6));
    assert!(straight.full.condition.is_infinite() && straight.full.manipulability < 1e-12);

    let row = |a: f64| denoc_model::DhRow::revolute(0.0, 0.0, a, 0.0);
    let two = ik_support::dh("two", &[row(0.5), row(0.3)]);
    for bend in [0.3, 1.2, -2.0] {
        let report = jacobian(&two, tip(&two), &[0.7, bend]).unwrap();
        let area: f64 = 0.5 * 0.3 * f64::sin(bend).abs();
        assert!((report.translation.manipulability - area).abs() < 1e-12);
        assert_eq!((report.translation.rank, report.rotation.rank, report.full.rank), (2, 1, 2));
    }
}

fn rebuilt(model: &Model, seed: u64) {
    let frame = tip(model);
    let mut random = Random::new(seed);
    let standard = dh_table(model, frame, DhConvention::Standard).unwrap();
    let modified = dh_table(model, frame, DhConvention::Modified).unwrap();
    let rows = |t: &denoc_mechanism::fk::DhParameters| -> Vec<_> {
        t.rows.iter().map(|r| (*r, MassProperties::none())).collect()
    };
    let again = Description::from_dh("again", &rows(&standard)).build().unwrap();
    let other = Description::from_modified_dh("other", &rows(&modified)).build().unwrap();
    for _ in 0..5 {
        let q = random_q(model, &mut random);
        let expected = pose(model, frame, &q);
        for found in [
            standard.base * pose(&again, tip(&again), &q) * standard.tool,
            modified.base * pose(&other, tip(&other), &q) * modified.tool,
            standard.pose(&q).unwrap(),
            modified.pose(&q).unwrap(),
        ] {
            assert!(pose_error(found, expected) < 1e-12, "{}: {}", model.name(), pose_error(found, expected));
        }
    }
}

// oracle: the chain itself, rebuilt from its table by `from_dh` and `from_modified_dh`
#[test]
fn tables_rebuild_their_chains() {
    for name in ["planar_3r", "puma", "kuka_kr5", "stanford"] {
        rebuilt(&arm(name), 1);
    }
    for model in [ur5(), scara(), wrist_arm(4, [true, false, true])] {
        rebuilt(&model, 2);
    }
    for seed in 0..10 {
        let kinds = Kinds::Only(vec!["revolute", "prismatic", "fixed"]);
        let options =
            denoc_testkit::Options { joints: 7, shape: Shape::Chain, kinds, special: 0.5, ..Default::default() };
        rebuilt(&random_model(seed, &options), seed);
    }
}

// oracle: the printed table
#[test]
fn the_table_of_an_arm_made_from_a_table_comes_back() {
    let puma = arm("puma");
    let table = dh_table(&puma, tip(&puma), DhConvention::Standard).unwrap();
    assert_eq!(table.base, Pose::identity());
    assert!(pose_error(table.tool, Pose::identity()) < 1e-12);
    let q = FRAC_PI_2;
    let printed = [
        [0.0, 0.0, 0.0, -q],
        [0.0, 0.0, 0.432, 0.0], // 0.149 along parallel axes moves to the next row
        [0.149, 0.0, 0.02, -q],
        [0.432, 0.0, 0.0, -q],
        [0.0, 0.0, 0.0, -q],
        [0.05, 0.0, 0.0, 0.0],
    ];
    for (row, expected) in table.rows.iter().zip(printed) {
        close_within([row.b, row.theta, row.a, row.alpha], expected, 1e-12);
        assert_eq!(row.joint, DhJoint::Revolute);
    }
    assert_eq!(table.joints[2], "joint3");
}

// oracle: the words
#[test]
fn chains_without_a_table_are_refused() {
    let model = Description::new("ball")
        .link("a", MassProperties::none())
        .joint("ball", "ground", "a", Joint::spherical(), Pose::identity())
        .build()
        .unwrap();
    let words = dh_table(&model, tip(&model), DhConvention::Standard).unwrap_err().to_string();
    assert!(words.contains("joint \"ball\" between the ground and frame \"a\" is spherical"), "{words}");
    let puma = arm("puma");
    let words = dh_table(&puma, puma.frame("ground").unwrap(), DhConvention::Standard).unwrap_err().to_string();
    assert!(words.contains("fixed to the ground"), "{words}");
    let table = dh_table(&puma, tip(&puma), DhConvention::Standard).unwrap();
    assert!(table.pose(&[0.0]).unwrap_err().to_string().contains("q has 1 entry"));
}
