//! Shared test utilities.

use denoc_math::{Dual, Real};
use denoc_model::Model;
use denoc_testkit::{Options, Shape, State, random_model, random_state};

use crate::{Velocity, Workspace};

/// A number with its time derivative.
pub(crate) type Rate = Dual<f64, 1>;

/// Random mechanisms with every joint type, on fixed and floating bases, serial and branched, in a random state.
pub(crate) fn each(mut check: impl FnMut(&Model, &State)) {
    let all = Options { joints: 16, ..Options::default() };
    let chain = Options { joints: 9, shape: Shape::Chain, rotors: 0.0, ..Options::default() };
    let star = Options { joints: 13, shape: Shape::Star, special: 0.8, ..Options::default() };
    for seed in 0..25 {
        for options in [all.clone(), all.clone().floating(), chain.clone(), star.clone().floating()] {
            let model = random_model(seed, &options);
            check(&model, &random_state(&model, seed));
        }
    }
}

/// The velocity stage of a state.
pub(crate) fn stage<'a, T: Real>(
    ws: &'a mut Workspace<T>,
    model: &'a Model<T>,
    q: &'a [T],
    v: &'a [T],
) -> Velocity<'a, T> {
    ws.position(model, q).unwrap().velocity(v).unwrap()
}

/// `x` moving with rate `rate`.
pub(crate) fn moving(x: &[f64], rate: &[f64]) -> Vec<Rate> {
    x.iter().zip(rate).map(|(&value, &rate)| Dual { value, parts: [rate] }).collect()
}

/// Coordinates moving with speeds `v`.
pub(crate) fn moving_coordinates(model: &Model, q: &[f64], v: &[f64]) -> Vec<Rate> {
    let mut rates = vec![0.0; model.nq()];
    for l in model.links() {
        l.joint.rate(&q[l.q..l.q + l.nq], &v[l.v..l.v + l.nv], &mut rates[l.q..l.q + l.nq]);
    }
    moving(q, &rates)
}

/// The rates of numbers that move.
pub(crate) fn rates(x: &[Rate]) -> Vec<f64> {
    x.iter().map(|x| x.parts[0]).collect()
}

/// The product of a matrix by rows and a vector.
pub(crate) fn times(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    matrix.chunks_exact(x.len()).map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
}

/// The entries of a column-by-column matrix, by rows.
pub(crate) fn by_rows(rows: usize, column_major: &[f64]) -> Vec<f64> {
    let columns = column_major.len() / rows.max(1);
    (0..rows * columns).map(|k| column_major[(k % columns) * rows + k / columns]).collect()
}

/// The planar arm of [SahaIR Example 9.3]: slender links along x, turning about z.
pub(crate) fn planar_arm(masses: &[f64], lengths: &[f64]) -> Model {
    use denoc_math::{Pose, Vec3};
    use denoc_model::{Description, Joint, MassProperties};
    let x = Vec3::new(1.0, 0.0, 0.0);
    let mut d = Description::new("planar arm").gravity(Vec3::new(0.0, -9.81, 0.0));
    for (i, (&m, &a)) in masses.iter().zip(lengths).enumerate() {
        let parent = if i == 0 { "ground".into() } else { format!("link{}", i - 1) };
        let origin = if i == 0 { Pose::identity() } else { Pose::translation(x.scale(lengths[i - 1])) };
        let joint = Joint::revolute(Vec3::new(0.0, 0.0, 1.0));
        d = d.link(format!("link{i}"), MassProperties::rod(m, a, x)).joint(
            format!("joint{i}"),
            parent,
            format!("link{i}"),
            joint,
            origin,
        );
    }
    d.build().unwrap()
}

/// Counts the allocations of every test thread.
#[global_allocator]
static COUNTING: denoc_testkit::CountingAllocator = denoc_testkit::CountingAllocator;

// oracle: the counter of the allocator
#[test]
fn nothing_is_allocated_after_the_workspace() {
    use denoc_model::{FrameId, LinkId};
    // joints defined outside the engine allocate if their recorded law is long
    let kinds = denoc_model::joints::KINDS.iter().map(|k| k.keyword).filter(|&k| k != "custom").collect();
    let options = Options { kinds: denoc_testkit::Kinds::Only(kinds), ..Options::default() }.floating();
    for seed in 0..10 {
        let model = random_model(seed, &options);
        let s = random_state(&model, seed);
        let nv = model.nv();
        let loads = denoc_testkit::random_wrenches(&model, seed);
        let loads = crate::Loads::per_link(&loads);
        let (mut square, mut six, mut x) = (vec![0.0; nv * nv], vec![0.0; 6 * nv], vec![0.0; nv]);
        let mut ws = Workspace::new(&model);
        let count = denoc_testkit::allocations(|| {
            let mut position = ws.position(&model, &s.q).unwrap();
            position.gim(&mut square).unwrap();
            position.gravity_forces(&mut x).unwrap();
            position.jacobian(FrameId(3), &mut six).unwrap();
            let mut udut = position.udut().unwrap();
            udut.u_matrix(&mut square).unwrap();
            udut.inverse(&mut square).unwrap();
            udut.solve(&s.tau, &mut x).unwrap();
            let mut velocity = position.velocity(&s.v).unwrap();
            velocity.mci(&mut square).unwrap();
            velocity.vci(&mut x).unwrap();
            velocity.bias(&mut x).unwrap();
            velocity.jacobian_rate(FrameId(3), &mut six).unwrap();
            velocity.inverse(&s.a, loads, &mut x).unwrap();
            velocity.forward(&s.tau, loads, &mut x).unwrap();
            let sum = velocity.kinetic_energy() + velocity.momentum_about_com().force.x;
            let acceleration = velocity.acceleration(&s.a, loads).unwrap();
            acceleration.tau(&mut x).unwrap();
            sum + acceleration.reaction_constraint(LinkId(2)).force.x + acceleration.twist_rate(FrameId(3)).linear.x
        });
        assert_eq!(count, 0, "seed {seed}");
    }
}
