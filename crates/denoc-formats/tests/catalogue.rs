//! The catalogue: every file is valid, and the arms of the book have the printed numbers.

use std::f64::consts::{FRAC_PI_2, PI};

use denoc_dynamics::{Dynamics, DynamicsError, Workspace};
use denoc_formats::catalogue::{ENTRIES, Summary, describe};
use denoc_math::{Sym3, Vec3};
use denoc_model::{Description, DhRow, MassProperties, Model};

/// A row of a printed table: b, θ, a, α (p: b slides), then mass, r, and xx, xy, xz, yy, yz, zz of the inertia.
type Row = (char, [f64; 4], f64, [f64; 3], [f64; 6]);

const RIGHT: f64 = FRAC_PI_2;
const DOWN: [f64; 3] = [0.0, 0.0, -9.81];

/// The tables as printed [SahaIR tables 9.2-9.5], [Saha99 table 3] with the readings its file states; gravity.
#[rustfmt::skip]
fn printed() -> Vec<(&'static str, [f64; 3], Vec<Row>)> {
    let planar = |i: [f64; 3]| vec![
        ('r', [0.0, 0.0, 0.3, 0.0], 0.5, [0.15, 0.0, 0.0], [0.0, 0.0, 0.0, i[0], 0.0, i[0]]),
        ('r', [0.0, 0.0, 0.25, 0.0], 0.4, [0.125, 0.0, 0.0], [0.0, 0.0, 0.0, i[1], 0.0, i[1]]),
        ('r', [0.0, 0.0, 0.22, 0.0], 0.3, [0.11, 0.0, 0.0], [0.0, 0.0, 0.0, i[2], 0.0, i[2]]),
    ];
    let rods = [0.5 * 0.3 * 0.3, 0.4 * 0.25 * 0.25, 0.3 * 0.22 * 0.22].map(|x: f64| x / 12.0);
    let sideways = [0.0, -9.81, 0.0];
    vec![
        ("planar_3r", sideways, planar([0.00375, 0.00208, 0.00121])),
        ("planar_3r_rods", sideways, planar(rods)),
        ("puma", DOWN, vec![
            ('r', [0.0, 0.0, 0.0, -RIGHT], 10.521, [0.0, 0.0, 0.054], [1.612, 0.0, 0.0, 1.612, 0.0, 0.5091]),
            ('r', [0.149, 0.0, 0.432, 0.0], 15.761, [0.292, 0.0, 0.0], [0.4898, 0.0, 0.0, 8.0783, 0.0, 8.2672]),
            ('r', [0.0, 0.0, 0.02, -RIGHT], 8.767, [0.02, 0.0, -0.197], [3.3768, 0.0, 0.0, 3.3768, 0.0, 0.3009]),
            ('r', [0.432, 0.0, 0.0, -RIGHT], 1.052, [0.0, -0.057, 0.0], [0.181, 0.0, 0.0, 0.1273, 0.0, 0.181]),
            ('r', [0.0, 0.0, 0.0, -RIGHT], 1.052, [0.0, 0.0, -0.007], [0.0735, 0.0, 0.0, 0.1273, 0.0, 0.0735]),
            ('r', [0.05, 0.0, 0.0, 0.0], 0.351, [0.0, 0.0, 0.019], [0.0071, 0.0, 0.0, 0.0071, 0.0, 0.0141]),
        ]),
        ("stanford", DOWN, vec![
            ('r', [0.762, 0.0, 0.0, -RIGHT], 9.0, [0.0, -0.1, 0.0], [0.01, 0.0, 0.0, 0.02, 0.0, 0.01]),
            ('r', [0.393, 0.0, 0.0, RIGHT], 6.0, [0.0, 0.0, 0.0], [0.05, 0.0, 0.0, 0.06, 0.0, 0.01]),
            ('p', [0.0, 0.0, 0.0, 0.0], 4.0, [0.0, 0.0, 0.0], [0.4, 0.0, 0.0, 0.4, 0.0, 0.01]),
            ('r', [0.227, 0.0, 0.0, -RIGHT], 1.0, [0.0, -0.1, 0.0], [0.001, 0.0, 0.0, 0.001, 0.0, 0.0005]),
            ('r', [0.0, 0.0, 0.0, -RIGHT], 0.6, [0.0, 0.0, -0.06], [0.0005, 0.0, 0.0, 0.0005, 0.0, 0.0002]),
            ('r', [0.432, 0.0, 0.0, 0.0], 0.5, [0.0, 0.0, -0.2], [0.003, 0.0, 0.0, 0.001, 0.0, 0.002]),
        ]),
        ("stanford_1999", DOWN, vec![
            ('r', [0.2, 0.0, 0.0, -RIGHT], 9.0, [0.0, -0.1, 0.0], [0.01, 0.0, 0.0, 0.02, 0.0, 0.01]),
            ('r', [0.1, 0.0, 0.0, RIGHT], 6.0, [0.0, 0.0, 0.0], [0.05, 0.0, 0.0, 0.06, 0.0, 0.01]),
            ('p', [0.0, 0.0, 0.0, 0.0], 4.0, [0.0, 0.0, 0.0], [0.4, 0.0, 0.0, 0.4, 0.0, 0.01]),
            ('r', [0.6, 0.0, 0.0, RIGHT], 1.0, [0.0, 0.1, 0.0], [0.001, 0.0, 0.0, 0.001, 0.0, 0.0005]),
            ('r', [0.0, 0.0, 0.0, -RIGHT], 0.6, [0.0, 0.0, 0.0], [0.0005, 0.0, 0.0, 0.0005, 0.0, 0.0002]),
            ('r', [0.0, 0.0, 0.0, 0.0], 0.5, [0.0, 0.0, 0.0], [0.003, 0.0, 0.0, 0.001, 0.0, 0.002]),
        ]),
        ("kuka_kr5", DOWN, vec![
            ('r', [0.4, 0.0, 0.18, RIGHT], 26.98, [0.091, 0.067, 0.006], [0.322, -0.018, -0.145, 0.467, -0.014, 0.478]),
            ('r', [0.135, 0.0, 0.6, PI], 15.92, [0.333, 0.002, 0.039], [0.541, 0.000435, -0.005, 0.552, 0.017, 0.044]),
            ('r', [0.135, 0.0, 0.12, -RIGHT], 25.852, [0.032, -0.008, -0.034], [0.775, -0.009, 0.025, 0.75, 0.007, 0.208]),
            ('r', [0.62, 0.0, 0.0, RIGHT], 4.008, [0.0, 0.109, -0.008], [0.01, 0.002, 0.0, 0.02, 0.0, 0.024]),
            ('r', [0.0, 0.0, 0.0, -RIGHT], 1.615, [0.0, -0.01, -0.033], [0.002, 0.0, 0.0, 0.004, 0.0, 0.004]),
            ('r', [0.115, 0.0, 0.0, 0.0], 0.016, [0.0, 0.0, -0.111], [0.0; 6]),
        ]),
    ]
}

fn expected(name: &str, rows: &[Row]) -> Description {
    let rows: Vec<_> = rows
        .iter()
        .map(|&(kind, [b, theta, a, alpha], mass, r, [xx, xy, xz, yy, yz, zz])| {
            let row = if kind == 'p' { DhRow::prismatic } else { DhRow::revolute }(b, theta, a, alpha);
            let center = Vec3::from(r.map(|x| -x));
            (row, MassProperties { mass, center, inertia: Sym3 { xx, xy, xz, yy, yz, zz } })
        })
        .collect();
    Description::from_dh(name, &rows)
}

// oracle: the printed tables, bit by bit
#[test]
fn arms_of_the_book_have_the_printed_numbers() {
    for (name, gravity, rows) in printed() {
        let (found, expected) = (describe(name).unwrap(), expected(name, &rows));
        assert_eq!(found.name, name);
        assert_eq!(found.gravity, Vec3::from(gravity), "{name}");
        let moving = found.links.iter().filter(|link| link.name != found.ground);
        assert!(
            moving.map(|link| (&link.name, link.mass)).eq(expected.links.iter().map(|l| (&l.name, l.mass))),
            "{name}"
        );
        assert_eq!(found.joints.len(), expected.joints.len(), "{name}");
        for (found, expected) in found.joints.iter().zip(expected.joints) {
            assert_eq!(denoc_model::JointSpec { place: None, ..found.clone() }, expected, "{name}");
        }
    }
}

// oracle: the rules of the catalogue
#[test]
fn every_file_is_good() {
    for entry in ENTRIES {
        let name = entry.name;
        let native = entry.read().unwrap_or_else(|e| panic!("{e}"));
        assert!(native.notes.is_empty(), "{name}: {}", native.notes[0]);
        assert_eq!(native.description.name, name);
        let Summary { one_line: line, source } = entry.summary().unwrap();
        assert!((10..=70).contains(&line.len()) && source.len() > 10, "{name}: {line}; {source}");
        let d = &native.description;
        let moving = || d.links.iter().filter(|link| link.name != d.ground);
        assert!(moving().all(|link| link.mass.mass > 0.0), "{name}");
        assert!(moving().all(|link| !link.shapes.is_empty()), "{name}");
        assert!(!d.frames.is_empty(), "{name} has no frame at its end");
        let model = d.build().unwrap_or_else(|e| panic!("{name}: {e}"));
        let of_the_book = ["one_r", "two_r"].contains(&name) || printed().iter().any(|table| table.0 == name);
        assert!(of_the_book || model.warnings().is_empty(), "{}", model.warnings()[0]);
        let poses: &[&str] = if model.closures().is_empty() { &["home", "ready"] } else { &["start"] };
        for pose in poses {
            let q = model.configuration(pose).unwrap_or_else(|e| panic!("{name}: {e}"));
            model.check_coordinates(q).unwrap();
            for (joint, q) in model.links().iter().zip(model.joint_names()).filter_map(|(l, joint)| {
                let limits = d.joints.iter().find(|j| &j.name == joint)?.properties.limits?;
                Some((joint, (limits, q[l.q])))
            }) {
                let ([lower, upper], q) = q;
                assert!(lower <= q && q <= upper, "{name}: {joint} is at {q} in {pose}, outside {lower} to {upper}");
            }
        }
    }
}

// oracle: the folder
#[test]
fn every_file_of_the_folder_is_in_the_catalogue() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|file| file.unwrap().file_name().to_str()?.strip_suffix(".toml").map(str::to_owned))
        .collect();
    let mut names: Vec<&str> = ENTRIES.iter().map(|entry| entry.name).collect();
    files.sort();
    names.sort_unstable();
    assert_eq!(files, names);
}

/// The pivots of Gaussian elimination of the generalised inertia matrix (of the tree, where there are loops).
fn pivots(model: &Model) -> Vec<f64> {
    let n = model.nv();
    let pose = if model.closures().is_empty() { "ready" } else { "start" };
    let mut gim = vec![0.0; n * n];
    model.gim(&mut Workspace::new(model), model.configuration(pose).unwrap(), &mut gim).unwrap();
    for k in 0..n {
        for i in k + 1..n {
            let factor = gim[i * n + k] / gim[k * n + k];
            for j in k..n {
                gim[i * n + j] -= factor * gim[k * n + j];
            }
        }
    }
    (0..n).map(|k| gim[k * n + k]).collect()
}

// oracle: Sylvester's criterion; link 6 of the KUKA as printed has no inertia about its axis
#[test]
fn inertia_matrices_are_positive_definite() {
    for entry in ENTRIES.iter().filter(|entry| entry.name != "kuka_kr5") {
        let pivots = pivots(&entry.describe().unwrap().build().unwrap());
        assert!(pivots.iter().all(|&x| x > 1e-9), "{}: {pivots:?}", entry.name);
    }
    let kuka = describe("kuka_kr5").unwrap().build().unwrap();
    let (q, zero, mut a) = (kuka.neutral(), [0.0; 6], [0.0; 6]);
    let refused = kuka.forward_dynamics(&mut Workspace::new(&kuka), &q, &zero, &zero, &mut a);
    assert!(matches!(refused, Err(DynamicsError::Singular { .. })), "{refused:?}");
}
