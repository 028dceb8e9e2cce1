//! The same arm through every format. Oracle: the arm as built in code; torques, inertia matrix and poses of the links agree
//! on 100 random states.

mod common;

use std::f64::consts::FRAC_PI_2;

use common::sdf::{Dialect, write_sdf};

use denoc_dynamics::{Dynamics, Workspace};
use denoc_formats::catalogue;
use denoc_formats::{Format, convert, parse_dh_csv, parse_mjcf, parse_native, parse_sdf, parse_urdf};
use denoc_math::random::Random;
use denoc_math::{Mat3, Pose, Sym3, Vec3};
use denoc_model::{Description, Joint, LinkId, MassProperties, Model};

/// A body of 1 to 3 kg, turned and moved away from its frame.
fn mass(random: &mut Random) -> MassProperties {
    let sides = random.point(1.0).map(|x| 0.1 + x * x);
    let turn = Mat3::from_rpy(random.point(1.0).to_array());
    let body = MassProperties::cuboid(random.range(1.0, 3.0), sides, Vec3::zero());
    body.moved(Pose::new(turn, random.point(0.2)))
}

/// Seven joints with parallel, crossing and skew axes, one sliding, in no particular frames.
fn seven() -> Description {
    let mut random = Random::new(7);
    let (x, y, z) = (Vec3::unit(0), Vec3::unit(1), Vec3::unit(2));
    let at = |x, y, z| Pose::translation(Vec3::new(x, y, z));
    let turned = |rpy, x, y, z| Pose::new(Mat3::from_rpy(rpy), Vec3::new(x, y, z));
    let joints = [
        (Joint::revolute(z), turned([0.0, 0.3, 0.1], 0.2, -0.1, 0.4)),
        (Joint::revolute(y), at(0.0, 0.1, 0.3)),
        (Joint::revolute(-y), at(0.4, 0.0, 0.1)),
        (Joint::revolute(Vec3::new(1.0, 2.0, -0.5)), turned([0.4, -0.2, 0.9], 0.1, 0.2, 0.3)),
        (Joint::prismatic(x), turned([FRAC_PI_2, 0.0, 0.0], 0.2, 0.0, 0.0)),
        (Joint::revolute(x), at(0.1, 0.0, 0.0)),
        (Joint::revolute(Vec3::new(0.3, 0.1, 1.0)), turned([-1.0, 0.5, 0.2], 0.0, 0.05, 0.1)),
    ];
    let mut d = Description::new("seven").gravity(Vec3::new(0.5, -0.7, -9.7));
    let mut parent = d.ground.clone();
    for (i, (joint, origin)) in joints.into_iter().enumerate() {
        let link = format!("link{}", i + 1);
        d = d.link(&link, mass(&mut random)).joint(format!("joint{}", i + 1), &parent, &link, joint, origin);
        parent = link;
    }
    // some joints away from the link frame, and one listed from child to parent
    for i in [1, 3, 6] {
        d.joints[i].child_origin = Pose::new(Mat3::from_rpy(random.point(1.0).to_array()), random.point(0.1));
    }
    let j = &mut d.joints[4];
    std::mem::swap(&mut j.parent, &mut j.child);
    std::mem::swap(&mut j.origin, &mut j.child_origin);
    d
}

fn read(text: &str, format: Format) -> Description {
    let file = "same";
    match format {
        Format::Native => parse_native(text, file).map(|r| r.description),
        Format::Urdf => parse_urdf(text, file).map(|r| r.description),
        Format::Mjcf => parse_mjcf(text, file).map(|r| r.description),
        Format::Sdf => parse_sdf(text, file).map(|r| r.description),
        Format::Dh | Format::ModifiedDh => parse_dh_csv(text, file, None).map(|r| r.description),
    }
    .unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn close(what: &str, found: &[f64], expected: &[f64]) {
    let scale = expected.iter().fold(1.0_f64, |a, x| a.max(x.abs()));
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= 1e-12 * scale, "{what}: {found:?} is not {expected:?}");
    }
}

/// Motion of a link as it is felt: the pose relative to that at zero, so that other link frames make no difference.
fn motion(model: &Model, ws: &mut Workspace<f64>, link: LinkId, q: &[f64]) -> Pose<f64> {
    let at = ws.position(model, q).unwrap().link_pose(link);
    let zero = ws.position(model, &vec![0.0; q.len()]).unwrap().link_pose(link);
    at * zero.inverse()
}

fn same(original: &Description, format: Format) {
    let written = convert(original, format).unwrap();
    let again = read(&written.text, format);
    compare(original, again, format);
}

fn compare(original: &Description, mut again: Description, format: Format) {
    if format == Format::Urdf {
        // reported as lost
        assert_eq!(again.gravity, Vec3::new(0.0, 0.0, -9.81));
        again.gravity = original.gravity;
    }
    let (ours, theirs) = (original.build().unwrap(), again.build().unwrap());
    let n = ours.nv();
    assert_eq!(theirs.nv(), n);
    let (mut one, mut other) = (Workspace::new(&ours), Workspace::new(&theirs));
    let mut random = Random::new(99);
    for _ in 0..100 {
        let [q, v, a] = [2.0, 1.0, 1.0].map(|size| random.vector(n, size));
        let (mut tau, mut expected) = (vec![0.0; n], vec![0.0; n]);
        ours.inverse_dynamics(&mut one, &q, &v, &a, &mut expected).unwrap();
        theirs.inverse_dynamics(&mut other, &q, &v, &a, &mut tau).unwrap();
        let what = format!("{} through {format:?}", original.name);
        close(&what, &tau, &expected);
        let (mut gim, mut expected) = (vec![0.0; n * n], vec![0.0; n * n]);
        ours.gim(&mut one, &q, &mut expected).unwrap();
        theirs.gim(&mut other, &q, &mut gim).unwrap();
        close(&what, &gim, &expected);
        for name in ours.link_names() {
            let expected = motion(&ours, &mut one, ours.link(name).unwrap(), &q);
            let found = motion(&theirs, &mut other, theirs.link(name).unwrap(), &q);
            close(&what, &found.position.to_array(), &expected.position.to_array());
            close(&what, found.rotation.to_rows().as_flattened(), expected.rotation.to_rows().as_flattened());
        }
    }
    // the link frames themselves, where the format can keep them or marks where they were
    if !matches!(format, Format::Dh | Format::ModifiedDh) {
        let q = random.vector(n, 1.0);
        for name in ours.link_names() {
            let expected = one.position(&ours, &q).unwrap().frame_pose(ours.frame(name).unwrap());
            let frame = theirs.frame(&format!("{name}_frame")).or(theirs.frame(name)).unwrap();
            let found = other.position(&theirs, &q).unwrap().frame_pose(frame);
            close(name, &found.position.to_array(), &expected.position.to_array());
            close(name, found.rotation.to_rows().as_flattened(), expected.rotation.to_rows().as_flattened());
        }
    }
}

#[test]
fn the_puma_is_the_same_in_every_format() {
    Format::WRITTEN.into_iter().for_each(|format| same(&catalogue::describe("puma").unwrap(), format));
}

#[test]
fn the_stanford_arm_is_the_same_in_every_format() {
    Format::WRITTEN.into_iter().for_each(|format| same(&catalogue::describe("stanford").unwrap(), format));
}

#[test]
fn an_arm_with_seven_joints_is_the_same_in_every_format() {
    Format::WRITTEN.into_iter().for_each(|format| same(&seven(), format));
}

#[test]
fn an_arm_with_seven_joints_is_the_same_in_every_dialect_of_sdf() {
    for dialect in Dialect::ALL {
        let text = write_sdf(&seven(), dialect);
        let again = read(&text, Format::Sdf);
        assert_eq!(again.ground, "world", "{dialect:?}");
        compare(&seven(), again, Format::Sdf);
    }
}

// oracle: the table that was written before
#[test]
fn tables_read_back_as_they_were() {
    for arm in [
        catalogue::describe("puma").unwrap(),
        catalogue::describe("stanford").unwrap(),
        catalogue::describe("kuka_kr5").unwrap(),
    ] {
        let again = read(&convert(&arm, Format::Dh).unwrap().text, Format::Dh);
        for (one, other) in arm.joints.iter().zip(&again.joints) {
            let [one, other] = [one, other].map(|j| j.child_origin);
            close(&arm.name, &other.position.to_array(), &one.position.to_array());
            close(&arm.name, other.rotation.to_rows().as_flattened(), one.rotation.to_rows().as_flattened());
        }
        for (one, other) in arm.links.iter().zip(&again.links) {
            let entries = |m: &MassProperties| {
                let Sym3 { xx, xy, xz, yy, yz, zz } = m.inertia;
                [m.mass, m.center.x, m.center.y, m.center.z, xx, xy, xz, yy, yz, zz]
            };
            close(&arm.name, &entries(&other.mass), &entries(&one.mass));
        }
    }
}
