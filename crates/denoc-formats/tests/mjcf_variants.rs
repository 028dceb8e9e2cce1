//! MJCF feature by feature. Oracle: MuJoCo's accelerations and constraint rows for small models, one feature each
//! (`tests/data/mjcf_variants.json`, written by the script beside it).

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use denoc_dynamics::{Loads, Position, Workspace};
use denoc_formats::{Mjcf, NoteKind, read_mjcf};
use denoc_math::{Vec3, quaternion_from_rotation, quaternion_multiply};
use denoc_model::{Description, JointSpec, LinkId, Model};
use mujoco::{State, close, numbers};
use serde_json::Value;

#[path = "common/mujoco.rs"]
mod mujoco;

fn variants() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mjcf_variants.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    all["variants"].as_array().unwrap().clone()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap()
}

/// Reads a variant from a folder with its files.
fn read(variant: &Value) -> Mjcf {
    static FOLDERS: AtomicUsize = AtomicUsize::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("denoc-mjcf-variant-{number}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, content) in variant["files"].as_object().unwrap() {
        std::fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.join(name), content.as_str().unwrap()).unwrap();
    }
    std::fs::write(folder.join("model.xml"), text(variant, "xml")).unwrap();
    let read = read_mjcf(folder.join("model.xml"));
    std::fs::remove_dir_all(folder).unwrap();
    read.unwrap_or_else(|e| panic!("{}: {e}", text(variant, "name")))
}

/// The tree, without what closes loops; frames `first0`, `second0`, … are at the ends of the joints that did.
fn tree(description: &Description) -> (Model, Vec<JointSpec>) {
    let mut tree = description.clone();
    tree.couplings.clear();
    let (cut, joints) = tree.joints.into_iter().partition(|joint| joint.cut);
    tree.joints = joints;
    let cut: Vec<JointSpec> = cut;
    for (i, joint) in cut.iter().enumerate() {
        tree = tree.frame(format!("first{i}"), &joint.parent, joint.origin);
        tree = tree.frame(format!("second{i}"), &joint.child, joint.child_origin);
    }
    (tree.build().unwrap(), cut)
}

/// Forces of springs and friction in the joints, by their definition.
fn joint_forces(model: &Model, q: &[f64], v: &[f64]) -> Vec<f64> {
    let mut forces = vec![0.0; model.nv()];
    for (i, link) in model.links().iter().enumerate() {
        let p = model.properties(LinkId(i));
        for (k, force) in forces.iter_mut().enumerate().skip(link.v).take(link.nv) {
            *force -= p.viscous_friction * v[k] + p.dry_friction * v[k].signum();
            if link.nq == 1 {
                *force -= p.spring_stiffness * (q[link.q] - p.spring_rest);
            }
        }
        if let Some(spring) = p.rotation_spring {
            let turn = [0, 1, 2, 3].map(|k| q[link.q + k]);
            let moment = spring.moment(turn).to_array();
            forces[link.v..link.v + 3].iter_mut().zip(moment).for_each(|(force, m)| *force += m);
        }
    }
    forces
}

#[test]
fn accelerations_are_those_of_mujoco() {
    for variant in &variants() {
        let (model, _) = tree(&read(variant).description);
        let mut ws = Workspace::new(&model);
        for state in variant["states"].as_array().unwrap() {
            let s = State::new(&model, ["q", "v", "qacc", "force"].map(|key| numbers(&state[key])));
            let passive = joint_forces(&model, &s.q, &s.v);
            let tau: Vec<f64> = s.tau.iter().zip(passive).map(|(a, b)| a + b).collect();
            let mut a = vec![0.0; model.nv()];
            let mut stage = ws.position(&model, &s.q).unwrap().velocity(&s.v).unwrap();
            stage.forward(&tau, Loads::NONE, &mut a).unwrap();
            close(text(variant, "name"), &a, &s.a, variant["bound"].as_f64().unwrap());
        }
    }
}

// oracle: what the script says is left out
#[test]
fn what_is_left_out_is_noted_and_nothing_else() {
    for variant in &variants() {
        let (name, notes) = (text(variant, "name"), read(variant).notes);
        let Some(expected) = variant["note"].as_str() else {
            let left_out: Vec<_> = notes.iter().filter(|note| note.kind == NoteKind::LeftOut).collect();
            assert!(left_out.is_empty(), "{name}: {left_out:?}");
            continue;
        };
        assert!(notes.iter().any(|note| note.message.contains(expected)), "{name}: {notes:?}");
    }
}

/// Residual and rows of a joint that closes a loop, as MuJoCo defines them: the distance of the ends, and the vector part of the
/// quaternion between their orientations.
fn closure(stage: &Position<'_, f64>, model: &Model, i: usize, weld: bool) -> (Vec<f64>, Vec<Vec<f64>>) {
    let nv = model.nv();
    let frames = [format!("first{i}"), format!("second{i}")].map(|name| model.frame(&name).unwrap());
    let [first, second] = frames.map(|frame| stage.frame_pose(frame));
    let [of_first, of_second] = frames.map(|frame| {
        let mut jacobian = vec![0.0; 6 * nv];
        stage.jacobian(frame, &mut jacobian).unwrap();
        jacobian
    });
    let column = |k: usize, row: usize| of_first[row * nv + k] - of_second[row * nv + k];
    let mut residual = (first.position - second.position).to_array().to_vec();
    let mut rows: Vec<Vec<f64>> = (3..6).map(|row| (0..nv).map(|k| column(k, row)).collect()).collect();
    if weld {
        let q = quaternion_from_rotation(first.rotation);
        let [x, y, z, w] = quaternion_from_rotation(second.rotation);
        let back = [-x, -y, -z, w];
        residual.extend(&quaternion_multiply(back, q)[..3]);
        let turned: Vec<[f64; 4]> = (0..nv)
            .map(|k| {
                let Vec3 { x, y, z } = Vec3::new(column(k, 0), column(k, 1), column(k, 2)).scale(0.5);
                quaternion_multiply(quaternion_multiply(back, [x, y, z, 0.0]), q)
            })
            .collect();
        rows.extend((0..3).map(|axis| turned.iter().map(|column| column[axis]).collect()));
    }
    (residual, rows)
}

#[test]
fn closures_and_couplings_are_those_of_mujoco() {
    let mut compared = 0;
    for variant in &variants() {
        let (name, description) = (text(variant, "name"), read(variant).description);
        let (model, cut) = tree(&description);
        let mut ws = Workspace::new(&model);
        for state in variant["states"].as_array().unwrap() {
            let s = State::new(&model, ["q", "v", "qacc", "force"].map(|key| numbers(&state[key])));
            let mut found = Vec::new();
            let stage = ws.position(&model, &s.q).unwrap();
            for (i, joint) in cut.iter().enumerate() {
                found.push(closure(&stage, &model, i, joint.joint.keyword() == "fixed"));
            }
            for coupling in description.couplings.iter().filter(|coupling| coupling.enforced) {
                let [this, other] = [&coupling.joint, &coupling.follows].map(|joint| model.joint(joint).unwrap());
                let link = |id: LinkId| &model.links()[id.0];
                let mut row = vec![0.0; model.nv()];
                (row[link(this).v], row[link(other).v]) = (1.0, -coupling.ratio);
                let residual = s.q[link(this).q] - coupling.ratio * s.q[link(other).q] - coupling.offset;
                found.push((vec![residual], vec![row]));
            }
            let expected = state["equality"].as_array().unwrap();
            assert_eq!(found.len(), expected.len(), "{name}");
            for ((residual, rows), theirs) in found.into_iter().zip(expected) {
                compared += 1;
                // a quaternion and its opposite are the same rotation
                let pairs = residual.iter().zip(numbers(&theirs["residual"])).skip(3);
                let sign: f64 = pairs.map(|(a, b)| a * b).sum();
                let sign = if sign < 0.0 { -1.0 } else { 1.0 };
                let signed = |k: usize, x: f64| if k < 3 { x } else { sign * x };
                let residual: Vec<f64> = residual.into_iter().enumerate().map(|(k, x)| signed(k, x)).collect();
                close(name, &residual, &numbers(&theirs["residual"]), 1e-12);
                // MuJoCo's speeds are ours times the map
                let rows: Vec<f64> = rows
                    .iter()
                    .enumerate()
                    .flat_map(|(k, row)| {
                        let theirs = |j: usize| row.iter().zip(&s.map).map(|(x, m)| x * m[j]).sum::<f64>();
                        (0..row.len()).map(|j| signed(k, theirs(j))).collect::<Vec<_>>()
                    })
                    .collect();
                close(name, &rows, &numbers(&theirs["jacobian"]), 1e-12);
            }
        }
    }
    assert!(compared >= 40, "{compared}");
}
