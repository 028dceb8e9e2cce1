//! States of MuJoCo in the conventions of denoc.

#![allow(dead_code)] // not every test uses everything

use denoc_math::{Mat3, Vec3};
use denoc_model::Model;
use serde_json::Value;

/// MuJoCo's q, v, a and forces in our conventions, joint by joint.
pub(crate) struct State {
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) a: Vec<f64>,
    pub(crate) tau: Vec<f64>,
    /// For every speed of ours: the speeds of MuJoCo that it is made of.
    pub(crate) map: Vec<Vec<f64>>,
}

impl State {
    /// Coordinates, speeds, accelerations and joint forces of MuJoCo.
    pub(crate) fn new(model: &Model, [q, v, a, tau]: [Vec<f64>; 4]) -> State {
        let mut ours = State { q: vec![], v: vec![], a: vec![], tau: vec![], map: vec![vec![0.0; v.len()]; v.len()] };
        let (mut iq, mut iv) = (0, 0);
        for link in model.links() {
            match link.nq {
                7 => {
                    let [w, x, y, z] = [q[iq + 3], q[iq + 4], q[iq + 5], q[iq + 6]];
                    ours.q.extend([q[iq], q[iq + 1], q[iq + 2], x, y, z, w]);
                    let r: Mat3<f64> = denoc_math::quaternion_rotation([x, y, z, w]);
                    let vector =
                        |from: &[f64], at: usize| Vec3::new(from[iv + at], from[iv + at + 1], from[iv + at + 2]);
                    let (turning, speed) = (vector(&v, 3), r.apply_transpose(vector(&v, 0)));
                    ours.v.extend(turning.to_array());
                    ours.v.extend(speed.to_array());
                    ours.a.extend(vector(&a, 3).to_array());
                    ours.a.extend((r.apply_transpose(vector(&a, 0)) - turning.cross(speed)).to_array());
                    ours.tau.extend(vector(&tau, 3).to_array());
                    ours.tau.extend(r.apply_transpose(vector(&tau, 0)).to_array());
                    for k in 0..3 {
                        ours.map[iv + k][iv + 3 + k] = 1.0;
                        for (i, x) in r.apply(Vec3::unit(k)).to_array().into_iter().enumerate() {
                            ours.map[iv + 3 + k][iv + i] = x;
                        }
                    }
                }
                4 => {
                    ours.q.extend([q[iq + 1], q[iq + 2], q[iq + 3], q[iq]]);
                    ours.v.extend(&v[iv..iv + 3]);
                    ours.a.extend(&a[iv..iv + 3]);
                    ours.tau.extend(&tau[iv..iv + 3]);
                    (0..3).for_each(|k| ours.map[iv + k][iv + k] = 1.0);
                }
                1 => {
                    ours.q.push(q[iq]);
                    ours.v.push(v[iv]);
                    ours.a.push(a[iv]);
                    ours.tau.push(tau[iv]);
                    ours.map[iv][iv] = 1.0;
                }
                _ => {}
            }
            (iq, iv) = (iq + link.nq, iv + link.nv);
        }
        ours
    }
}

/// All numbers of a JSON value, in order.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(all) => all.iter().flat_map(numbers).collect(),
        other => vec![other.as_f64().unwrap()],
    }
}

/// Checks numbers to a tolerance relative to the largest of them.
pub(crate) fn close(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let scale = expected.iter().fold(1e-3_f64, |a, x| a.max(x.abs()));
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance * scale, "{what}: {found:?} is not {expected:?}");
    }
}
