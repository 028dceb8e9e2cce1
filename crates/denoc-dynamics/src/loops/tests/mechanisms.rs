//! Random mechanisms whose loops really close.

use denoc_model::closures::CONSTRAINTS;
use denoc_model::joints::KINDS;
use denoc_model::{FrameId, Model};
pub(crate) use denoc_testkit::Maker;
use denoc_testkit::{Options, Shape, State, planar_loops};
use nalgebra::{DMatrix, DVector};

use crate::Workspace;
use crate::loops::Loops;

/// A mechanism in a state in which its loops are closed and stay so.
pub(crate) struct Closed {
    pub(crate) name: String,
    pub(crate) model: Model,
    pub(crate) state: State,
}

impl From<denoc_testkit::Closed> for Closed {
    fn from(closed: denoc_testkit::Closed) -> Self {
        // constraints that the test kit does not know need this
        let v = consistent(&closed.model, &closed.state.q, &closed.state.v);
        Self { name: closed.name, model: closed.model, state: State { v, ..closed.state } }
    }
}

/// The closures' Jacobian.
pub(crate) fn jacobian(model: &Model, q: &[f64]) -> DMatrix<f64> {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let position = ws.position(model, q).unwrap();
    loops.place(&position);
    let mut out = vec![0.0; loops.count() * model.nv()];
    loops.jacobian(&position, &mut out).unwrap();
    DMatrix::from_row_slice(loops.count(), model.nv(), &out)
}

/// The speeds nearest to `v` that keep loops closed.
pub(crate) fn consistent(model: &Model, q: &[f64], v: &[f64]) -> Vec<f64> {
    let j = jacobian(model, q);
    let v = DVector::from_column_slice(v);
    if j.is_empty() {
        return v.as_slice().to_vec();
    }
    let step = j.clone().pseudo_inverse(1e-10).unwrap() * (&j * &v);
    (v - step).as_slice().to_vec()
}

/// Every kind of closure alone, on random trees of all joint types.
pub(crate) fn each_kind(seeds: u64, mut check: impl FnMut(&Closed)) {
    let options = Options { joints: 9, special: 0.0, ..Options::default() };
    for seed in 0..seeds {
        let options = if seed % 2 == 0 { options.clone() } else { options.clone().floating() };
        let maker = |shift: u64| Maker::new(100 * seed + shift, &options);
        for (i, kind) in KINDS.iter().enumerate() {
            let mut maker = maker(i as u64);
            let joint = (kind.example)(&mut || maker.random().signed(1.0));
            check(&maker.joint(joint.clone()).finish(kind.keyword).into());
            if kind.keyword == "spherical" || kind.keyword == "planar" {
                let maker = Maker::new(100 * seed + 50 + i as u64, &options);
                check(&maker.joint(joint.reversed()).finish(format!("{} reversed", kind.keyword)).into());
            }
        }
        check(&maker(20).distance().finish("distance").into());
        check(&maker(21).coupling().finish("coupling").into());
        check(&maker(22).cam().finish("cam").into());
        check(&maker(23).rolling(true).finish("rolling").into());
        check(&maker(24).rolling(false).finish("rolling, free height").into());
    }
}

/// Random constraints of every registered kind, on random trees of all kinds of joints.
pub(crate) fn registered(seeds: u64, mut check: impl FnMut(&Closed)) {
    let options = Options { joints: 9, special: 0.0, ..Options::default() };
    for seed in 0..seeds {
        let options = if seed % 2 == 0 { options.clone() } else { options.clone().floating() };
        for (i, kind) in CONSTRAINTS.iter().enumerate() {
            let maker = Maker::new(100 * seed + 30 + i as u64, &options);
            check(&maker.example(kind).finish(format!("example of {}", kind.keyword)).into());
        }
    }
}

/// Several closures at once.
pub(crate) fn mixed(seeds: u64, mut check: impl FnMut(&Closed)) {
    for seed in 0..seeds {
        for shape in [Shape::Chain, Shape::Tree, Shape::Star] {
            let options = Options { joints: 13, shape, ..Options::default() };
            let options = if seed % 2 == 0 { options } else { options.floating() };
            check(&Maker::new(seed, &options).all().finish(format!("{shape:?} {seed}")).into());
        }
        check(&planar_loops(seed).into());
    }
}

// oracle: the construction
#[test]
fn loops_are_closed() {
    let mut joints = 0;
    let mut check = |c: &Closed| {
        let (mut ws, mut loops) = (Workspace::new(&c.model), Loops::new(&c.model));
        let position = ws.position(&c.model, &c.state.q).unwrap();
        loops.place(&position);
        let mut residuals = vec![1.0; loops.count()];
        loops.residuals(&position, &mut residuals).unwrap();
        denoc_testkit::close_within(&residuals, vec![0.0; loops.count()], 1e-13);
        joints += loops.count();
        assert!(position.frame_pose(FrameId(0)).position.norm() < 1e3, "{}", c.name);
    };
    each_kind(4, &mut check);
    registered(4, &mut check);
    mixed(2, &mut check);
    assert!(joints > 200);
}
