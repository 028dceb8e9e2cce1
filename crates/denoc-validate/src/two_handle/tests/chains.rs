//! Open chains with all kinds of joints.

use denoc_math::{Twist, Vec3, Wrench};
use denoc_model::{LinkId, Model};
use denoc_testkit::dense::Dense;
use denoc_testkit::{Options, Shape, State, close, random_model, random_state, random_wrenches};

use super::super::{Assembly, HandleJoint, TwoHandle, assemble, close_on_ground};
use super::{handles, in_world};
use denoc_dynamics::{Loads, Velocity, Workspace};

/// A piece and what it was assembled of: a binary tree of links `first..last`.
enum Piece {
    Body(Box<TwoHandle<f64, 6>>),
    Both { parts: Box<[Piece; 2]>, joint: usize, assembly: Box<Assembly<f64, 6>> },
}

impl Piece {
    fn handles(&self) -> &TwoHandle<f64, 6> {
        match self {
            Self::Body(body) => body,
            Self::Both { assembly, .. } => &assembly.handles,
        }
    }

    fn new(bodies: &[TwoHandle<f64, 6>], joints: &[HandleJoint<f64, 6>], first: usize) -> Self {
        let &[body] = bodies else {
            let (a, b) = bodies.split_at(bodies.len() / 2);
            let joint = first + a.len();
            let parts = Box::new([Self::new(a, joints, first), Self::new(b, joints, joint)]);
            let assembly = assemble(parts[0].handles(), parts[1].handles(), &joints[joint]).unwrap();
            return Self::Both { parts, joint, assembly: Box::new(assembly) };
        };
        Self::Body(Box::new(body))
    }

    /// Accelerations and constraint forces of all joints inside.
    fn disassemble(&self, forces: [[f64; 6]; 2], out: &mut impl FnMut(usize, [f64; 6], [f64; 6])) {
        let Self::Both { parts, joint, assembly } = self else { return };
        let [a, b] = &**parts;
        let motion = assembly.disassemble(a.handles(), b.handles(), &forces[0], &forces[1]);
        out(*joint, motion.acceleration, motion.constraint);
        a.disassemble([forces[0], motion.force.map(|f| -f)], out);
        b.disassemble([motion.force, forces[1]], out);
    }
}

/// The joints of a chain, in world axes about the origins of the links.
fn joints(stage: &Velocity<'_, f64>, dense: &Dense, state: &State) -> Vec<HandleJoint<f64, 6>> {
    let model = stage.model();
    // accelerations at zero rates of the speeds: what is left between neighbours is the bias
    let rates = dense.twist_rates(&vec![0.0; model.nv()]);
    let rate = |i: usize| Twist::from_array(std::array::from_fn(|k| rates[6 * i + k]));
    let joint = |i: usize| {
        let link = &model.links()[i];
        let carried = link.parent.map_or(Twist::zero(), |LinkId(p)| {
            let (from, body) = (rate(p), &dense.bodies[p]);
            let (r, w) = (dense.bodies[i].pose.position - body.pose.position, body.angular);
            Twist::new(from.angular, from.linear + from.angular.cross(r) + w.cross(w.cross(r)))
        });
        let mut columns = vec![Twist::zero(); link.nv];
        link.joint.columns(&state.q[link.q..link.q + link.nq], &mut columns);
        let columns: Vec<_> = columns.iter().map(|&c| in_world(stage, LinkId(i), c)).collect();
        let joint = HandleJoint::new(&columns).unwrap();
        joint.with_bias((rate(i) - carried).to_array()).with_drive(&state.tau[link.v..link.v + link.nv])
    };
    (0..model.links().len()).map(joint).collect()
}

/// Accelerations by divide and conquer, and the constraint forces on all links in world axes.
fn solve(stage: &Velocity<'_, f64>, dense: &Dense, state: &State, loads: &[Wrench<f64>]) -> (Vec<f64>, Vec<[f64; 6]>) {
    let model = stage.model();
    let n = model.links().len();
    let origin = |i: usize| stage.link_pose(LinkId(i)).position;
    let body = |i: usize| {
        let tip = if i + 1 < n { origin(i + 1) } else { origin(i) + Vec3::unit(1) };
        handles(stage, LinkId(i), [origin(i), tip], loads[i])
    };
    let bodies: Vec<_> = (0..n).map(body).collect();
    let joints = joints(stage, dense, state);
    let piece = Piece::new(&bodies, &joints, 0);
    let (mut a, mut constraints) = (vec![0.0; model.nv()], vec![[0.0; 6]; n]);
    let mut store = |i: usize, acceleration: [f64; 6], constraint| {
        let link = &model.links()[i];
        a[link.v..link.v + link.nv].copy_from_slice(&acceleration[..link.nv]);
        constraints[i] = constraint;
    };
    let ends = close_on_ground(piece.handles(), &joints[0], &HandleJoint::free());
    assert_eq!(ends.rank.rank(), ends.rank.rows());
    assert!(ends.rank.dropped().is_empty() && !ends.rank.contradicts());
    store(0, ends.accelerations[0], ends.constraints[0]);
    piece.disassemble(ends.forces, &mut store);
    (a, constraints)
}

fn each_chain(mut check: impl FnMut(&Model, &State, &[Wrench<f64>])) {
    // rotor inertia is not part of this form
    let chain = Options { joints: 14, shape: Shape::Chain, rotors: 0.0, ..Options::default() };
    for seed in 0..12 {
        for options in [chain.clone(), chain.clone().floating()] {
            let model = random_model(seed, &options);
            check(&model, &random_state(&model, seed), &random_wrenches(&model, seed));
        }
    }
}

// oracle: the dense equations of the testkit, and the recursion; reactions of inverse dynamics
#[test]
fn chains_move_and_bear_as_the_dense_equations_say() {
    each_chain(|model, s, loads| {
        let dense = Dense::new(model, &s.q, &s.v);
        let mut ws = Workspace::new(model);
        let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
        let (ours, constraints) = solve(&stage, &dense, s, loads);
        let expected = dense.forward(&s.tau, loads).unwrap();
        // ζ and forces of many bodies: the condition of masses from 0.2 to 10 kg
        close(&ours, &expected, 1e-8);
        let mut a = vec![0.0; model.nv()];
        stage.forward(&s.tau, Loads::per_link(loads), &mut a).unwrap();
        close(&ours, &a, 1e-8);
        let stage = stage.acceleration(&a, Loads::per_link(loads)).unwrap();
        let wrench =
            |i: usize| stage.reaction_constraint(LinkId(i)).rotate(stage.link_pose(LinkId(i)).rotation).to_array();
        let expected: Vec<f64> = (0..constraints.len()).flat_map(wrench).collect();
        close(constraints.concat(), expected, 1e-8);
    });
}
