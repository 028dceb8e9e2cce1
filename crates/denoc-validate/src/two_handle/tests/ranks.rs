//! Ranks of the closure of the unit parallelogram, bars of length 1 m, mass 1 kg and inertia 1 kg m², by both its pivots.

use denoc_math::{Real, RigidMass, Sym3, Vec3, Wrench};
use denoc_model::Model;
use denoc_testkit::close_within;

use super::super::ends::Ends;
use super::super::semidefinite::Semidefinite;
use super::super::{HandleJoint, OnGround, PlanarMass, TwoHandle, assemble, close_on_ground};
use super::fraction::Fraction;
use super::planar;
use denoc_dynamics::loops::{LoopForward, LoopMethod};
use denoc_dynamics::{Loads, Workspace};

/// From pivot A along bar A to bar C, down along it, and back along bar B to pivot B, 1 m below pivot A.
fn bars<T: Real>(direction: [T; 2]) -> [[T; 2]; 3] {
    [direction, [T::zero(), -T::one()], direction.map(|x| -x)]
}

/// The three bars as one piece.
fn chain<T: Real, const N: usize>(bars: [TwoHandle<T, N>; 3], pin: &HandleJoint<T, N>) -> TwoHandle<T, N> {
    let two = assemble(&bars[0], &bars[1], pin).unwrap().handles;
    assemble(&two, &bars[2], pin).unwrap().handles
}

fn in_plane<T: Real>(direction: [T; 2]) -> Semidefinite<T> {
    let pin = HandleJoint::new(&[[T::one(), T::zero(), T::zero()]]).unwrap();
    let half = T::lift(0.5);
    let bars = bars(direction).map(|r| {
        let mass = PlanarMass { mass: T::one(), first_moment: r.map(|x| x * half), inertia: T::lift(1.25) };
        TwoHandle::planar(mass, r, T::zero(), [T::zero(); 3]).unwrap()
    });
    Ends([&pin, &pin]).matrix(&chain(bars, &pin))
}

fn in_space<T: Real>(direction: [T; 2]) -> Semidefinite<T> {
    let (o, i) = (T::zero(), T::one());
    let pin = HandleJoint::new(&[[o, o, i, o, o, o]]).unwrap();
    let bars = bars(direction).map(|[x, y]| {
        let r = Vec3::new(x, y, o);
        let mass = RigidMass::from_center(i, r.scale(T::lift(0.5)), Sym3::diagonal(i, i, i));
        TwoHandle::rigid(mass, r, Vec3::zero(), Wrench::zero()).unwrap()
    });
    Ends([&pin, &pin]).matrix(&chain(bars, &pin))
}

/// The determinant of the leading `n` rows and columns, by elimination of columns in any order.
fn determinant(m: &Semidefinite<Fraction>, n: usize) -> Fraction {
    let mut m: Vec<Vec<Fraction>> = m.matrix[..n].iter().map(|row| row[..n].to_vec()).collect();
    let (zero, mut product) = (Fraction::zero(), Fraction::one());
    for k in 0..n {
        let Some(p) = (k..n).find(|&i| m[i][k] != zero) else { return zero };
        if p != k {
            m.swap(k, p);
            product = -product;
        }
        product = product * m[k][k];
        for i in k + 1..n {
            let factor = m[i][k] * m[k][k].recip();
            let pivot = m[k].clone();
            m[i].iter_mut().zip(&pivot).for_each(|(x, &p)| *x -= factor * p);
        }
    }
    product
}

// oracle: fractions without rounding; ranks of J I⁻¹ Jᵀ as erratum E53 gives them
#[test]
fn the_closure_of_the_paper_is_singular_where_the_bars_are_in_line() {
    let fraction = Fraction::new;
    let (general, toggle) = ([fraction(1, 1), fraction(0, 1)], [fraction(0, 1), fraction(-1, 1)]);
    let ranks = |m: Semidefinite<Fraction>| (m.rank(), m.size());
    assert_eq!(ranks(in_plane(general)), (4, 4));
    assert_eq!(ranks(in_plane(toggle)), (3, 4));
    assert_ne!(determinant(&in_plane(general), 4), Fraction::zero());
    assert_eq!(determinant(&in_plane(toggle), 4), Fraction::zero());
    assert_eq!(ranks(in_space(general)), (7, 10));
    assert_eq!(ranks(in_space(toggle)), (6, 10));
    // with rounding, in a pose whose numbers are not exact
    let angle = 0.25 * std::f64::consts::PI;
    for (direction, plane, space) in [([angle.sin(), -angle.cos()], 4, 7), ([0.0, -1.0], 3, 6)] {
        assert_eq!((in_plane(direction).rank(), in_space(direction).rank()), (plane, space));
    }
}

// oracle: fractions; forces without effect solve the homogeneous equations, solutions of least norm are orthogonal to them
#[test]
fn solutions_of_least_norm_are_exact() {
    let toggle = [Fraction::new(0, 1), Fraction::new(-1, 1)];
    let m = in_plane(toggle);
    let null = m.null(0);
    let times =
        |x: &[Fraction; 12]| m.matrix.map(|row| row.iter().zip(x).fold(Fraction::zero(), |s, (a, x)| s + *a * *x));
    assert_eq!(times(&null), [Fraction::zero(); 12]);
    assert_ne!(null, [Fraction::zero(); 12]);
    let mut x = [Fraction::zero(); 12];
    x[..4].copy_from_slice(&[Fraction::new(1, 2), Fraction::new(-1, 3), Fraction::new(2, 1), Fraction::new(3, 1)]);
    let right = times(&x);
    let least = m.solve(&right);
    assert_eq!(times(&least), right);
    assert_eq!(least.iter().zip(&null).fold(Fraction::zero(), |s, (a, b)| s + *a * *b), Fraction::zero());
    assert_eq!(m.unmet(&right, &least), 0.0);
}

/// The closed parallelogram of the catalogue.
fn close(model: &Model, q: [f64; 3], v: [f64; 3]) -> (OnGround<f64, 3>, [f64; 3]) {
    let names = ["bar_a", "bar_c", "bar_b"];
    let mut ws = Workspace::new(model);
    let speed = |name: &str| model.links()[model.joint(name).unwrap().0].v;
    // pivot_a, pivot_b, pin_ac in the order of the model
    let order = ["pivot_a", "pivot_b", "pin_ac"].map(speed);
    let (mut own_q, mut own_v) = ([0.0; 3], [0.0; 3]);
    for (k, &i) in order.iter().enumerate() {
        (own_q[i], own_v[i]) = (q[k], v[k]);
    }
    let mut stage = ws.position(model, &own_q).unwrap().velocity(&own_v).unwrap();
    let pin = HandleJoint::new(&[[1.0, 0.0, 0.0]]).unwrap();
    let bars = names.map(|name| {
        let link = model.link(name).unwrap();
        let pose = stage.link_pose(link);
        let mut at = [pose.position, pose.point(Vec3::unit(0))];
        if name == "bar_b" {
            at.reverse();
        }
        planar(&stage, link, at)
    });
    let found = close_on_ground(&chain(bars, &pin), &pin, &pin);
    let mut a = [0.0; 3];
    let mut forward = LoopForward::new(model, LoopMethod::Multipliers);
    forward.forward(&mut stage, &[0.0; 3], Loads::NONE, &mut a).unwrap();
    (found, order.map(|i| a[i]))
}

// oracle: multipliers on one cut joint; which speeds belong to a branch: ωA ωC = 0, by the second derivative of the closure
#[test]
fn singular_poses_move_along_branches_and_tell_other_speeds() {
    let model = denoc_formats::catalogue::describe("odca_parallelogram").unwrap().build().unwrap();
    // turning about pivot A with bar C upright, and standing A
    for (q, v, rank) in
        [([0.7, 0.7, -0.7], [1.5, 1.5, -1.5], 4), ([0.0; 3], [1.5, 1.5, -1.5], 3), ([0.0; 3], [0.0, 2.0, 2.0], 3)]
    {
        let (found, expected) = close(&model, q, v);
        assert_eq!((found.rank.rank(), found.rank.rows()), (rank, 4));
        assert!(!found.rank.contradicts() && found.rank.unmet() < 1e-12, "{:e}", found.rank.unmet());
        close_within([found.accelerations[0][0], found.accelerations[1][0]], [expected[0], expected[1]], 1e-11);
    }
    let (found, _) = close(&model, [0.0; 3], [1.0, 2.0, 0.0]);
    assert!(found.rank.contradicts(), "{:e}", found.rank.unmet());
    // the force without effect in the singular pose: all bars are pulled along themselves
    let [at_a, at_b] = found.rank.dropped()[0];
    assert!(at_a[1].abs() < 1e-12 && at_b[1].abs() < 1e-12 && (at_a[2] + at_b[2]).abs() < 1e-12 && at_a[2] != 0.0);
}
