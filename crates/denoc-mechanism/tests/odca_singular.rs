//! Divide and conquer near singular configurations, with and without known ranks: the accelerations of the other algorithms, or an
//! error.

use core::f64::consts::{FRAC_PI_2, PI};

use denoc_dynamics::compiled::Threads;
use denoc_dynamics::loops::{LoopForward, LoopMethod, LoopOutcome};
use denoc_dynamics::odca::{Hybrid, Odca};
use denoc_dynamics::{DynamicsError, Loads, State, Workspace};
use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_mechanism::Mechanism;
use denoc_mechanism::evaluate::{Algorithm, Ask, States, Task};
use denoc_mechanism::mobility::Mobility;
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_testkit::newton_euler::{Actions, NewtonEuler};
use denoc_testkit::{Random, four_bar_row, four_bar_row_state, in_model_order};

/// Distances from a singular configuration, rad.
const DISTANCES: [f64; 14] = [0.1, 1e-2, 1e-3, 1e-4, 1e-5, 3e-6, 1e-6, 3e-7, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12, 0.0];
/// An error of accelerations, relative to the largest, is at most this over the smallest pivot of J I⁻¹ Jᵀ: some units of the last
/// place of its entries.
const ROUNDING: f64 = 1e-14;
/// Errors of the algorithms compared, where no pivot is small. Beside a singular configuration they also depend a little on which
/// rows count as dependent.
const FLOOR: f64 = 1e-10;

/// A mechanism with a path into a singular configuration, along which joint angles grow in proportion to the distance.
struct Case {
    description: Description,
    model: Model,
    /// By joint of the description.
    singular: Vec<f64>,
    rates: Vec<f64>,
    ranks: Vec<usize>,
}

/// A state in the order of the model and of the description.
struct At {
    q: Vec<f64>,
    v: Vec<f64>,
    tau: Vec<f64>,
    joints: [Vec<Vec<f64>>; 3],
}

impl Case {
    fn new(description: Description, singular: &[f64], rates: &[f64]) -> Self {
        let model = description.clone().build().unwrap();
        let mut case =
            Self { description, model, singular: singular.to_vec(), rates: rates.to_vec(), ranks: Vec::new() };
        case.ranks = Mobility::analyse(&case.model, &case.at(0.3).q).unwrap().cluster_ranks;
        case
    }

    fn at(&self, away: f64) -> At {
        let mut random = Random::new(7);
        let joints = || self.singular.iter().zip(&self.rates);
        let q: Vec<_> = joints().map(|(q, rate)| vec![rate.mul_add(away, *q)]).collect();
        let v: Vec<_> = joints().map(|(_, rate)| vec![0.7 * rate]).collect();
        let in_tree = |name: &String| self.model.joint(name).is_ok();
        let mut force = |in_tree: bool| vec![if in_tree { random.signed(3.0) } else { 0.0 }];
        let tau: Vec<_> = self.description.joints.iter().map(|joint| force(in_tree(&joint.name))).collect();
        let order = |x: &Vec<Vec<f64>>| in_model_order(&self.description, &self.model, x);
        At { q: order(&q), v: order(&v), tau: order(&tau), joints: [q, v, tau] }
    }

    /// Accelerations and rank by an algorithm, with known ranks or without.
    fn forward(&self, method: LoopMethod, at: &At, known: bool) -> Result<(Vec<f64>, LoopOutcome), DynamicsError> {
        let mut forward = LoopForward::new(&self.model, method);
        if known {
            forward.limit_ranks(&self.ranks);
        }
        let (mut ws, mut a) = (Workspace::new(&self.model), vec![0.0; self.model.nv()]);
        let mut stage = ws.position(&self.model, &at.q)?.velocity(&at.v)?;
        let outcome = forward.forward(&mut stage, &at.tau, Loads::NONE, &mut a)?;
        Ok((a, outcome))
    }

    /// The same by [`Odca`], with the acceleration of the first joint prescribed or free.
    fn divide(&self, at: &At, known: bool, first: Option<f64>) -> Result<(Vec<f64>, LoopOutcome), DynamicsError> {
        let mut odca = Odca::with_grain(&self.model, 1);
        if known {
            odca.limit_ranks(&self.ranks);
        }
        let (mut tau, mut a) = (at.tau.clone(), vec![0.0; self.model.nv()]);
        let mut prescribed = vec![None; self.model.nv()];
        prescribed[0] = first;
        let hybrid = Hybrid { prescribed: &prescribed, tau: &mut tau, a: &mut a };
        let state = State { q: &at.q, v: &at.v };
        let outcome = odca.hybrid(&self.model, state, hybrid, Loads::NONE, Threads::One)?;
        Ok((a, outcome))
    }

    /// The accelerations by Newton and Euler, and how much they amplify rounding.
    fn oracle(&self, at: &At, first: Option<f64>) -> (Vec<f64>, f64) {
        let mut description = self.description.clone();
        description.links.retain(|link| link.name != self.description.ground);
        let equations = NewtonEuler::new(&description);
        let [q, v, motors] = at.joints.clone();
        let bodies = equations.with_speeds(&equations.at_rest(&q), &v);
        let joint = self.description.joints.iter().position(|j| j.name == self.model.joint_names()[0]).unwrap();
        let prescribed = first.map(|a| (joint, 0, a)).into_iter().collect();
        let actions = Actions { motors, external: Vec::new(), passive: false, prescribed };
        let solution = equations.forward(&bodies, &actions);
        let a = equations.joint_accelerations(&solution);
        (in_model_order(&self.description, &self.model, &a), equations.condition(&bodies, &actions))
    }
}

/// Bars of 1 m, of which four move: flat if three point along X and one back.
fn five_bar() -> Description {
    let (x, turn) = (Vec3::unit(0), Joint::revolute(Vec3::unit(2)));
    let (bar, end) = (MassProperties::rod(1.0, 1.0, x), Pose::translation(x));
    let mut d = Description::new("five-bar").gravity(Vec3::new(0.0, -9.81, 0.0));
    for (i, parent) in ["ground", "bar0", "bar1", "bar2"].into_iter().enumerate() {
        let origin = if i == 0 { Pose::identity() } else { end };
        d = d.link(format!("bar{i}"), bar).joint(format!("pin{i}"), parent, format!("bar{i}"), turn.clone(), origin);
    }
    d.joint("closing", "bar3", "ground", turn, end).child_origin(Pose::translation(x.scale(2.0))).cut()
}

/// Mechanisms that become singular, at distance zero.
fn singular_cases() -> Vec<Case> {
    let catalogue = |name: &str| catalogue::describe(name).unwrap();
    let names = ["x_lower", "y_lower", "x_middle", "y_middle", "x_upper", "y_upper"];
    let sarrus = catalogue("sarrus");
    assert!(sarrus.joints.iter().map(|joint| joint.name.as_str()).eq(names));
    vec![
        // collinear when it hangs down
        Case::new(catalogue("odca_parallelogram"), &[0.0; 4], &[1.0, 1.0, -1.0, 1.0]),
        // the outer bars stay antiparallel, the inner two level
        Case::new(five_bar(), &[0.0, 0.0, 0.0, PI, -PI], &[1.0, -1.0, 0.0, 1.0, -1.0]),
        // stretched
        Case::new(sarrus, &[0.0; 6], &[1.0, 1.0, -2.0, -2.0, 1.0, 1.0]),
    ]
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| m.max(x.abs()))
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()))
}

/// Compares accelerations with those of another algorithm; whether they were refused.
fn compare(
    what: &str,
    found: Result<(Vec<f64>, LoopOutcome), DynamicsError>,
    (expected, rank): (&[f64], Option<usize>),
    away: f64,
) -> bool {
    match found {
        Ok((a, outcome)) => {
            let (error, size) = (apart(&a, expected), largest(expected).max(1.0));
            let bound = FLOOR + ROUNDING / outcome.smallest_pivot;
            assert!(error < bound * size, "{what}: {error:e} of {size:e}, pivot {:e}", outcome.smallest_pivot);
            assert!(rank.is_none_or(|rank| rank == outcome.rank), "{what}: rank {} of {rank:?}", outcome.rank);
            false
        }
        Err(DynamicsError::Unresolved { closure, pivot, .. }) => {
            assert!(away > 0.0 && away < 3e-5, "{what}: refused");
            assert!(!closure.is_empty() && pivot < 30.0 * away && pivot > 0.01 * away, "{what}: pivot {pivot:e}");
            true
        }
        Err(other) => panic!("{what}: {other}"),
    }
}

// oracle: the recursive algorithm, which works with J; Newton and Euler where rounding leaves them digits
#[test]
fn the_same_rank_or_an_error_at_every_distance() {
    for case in singular_cases() {
        let mut refused = 0;
        for away in DISTANCES {
            let at = case.at(away);
            for known in [true, false] {
                let what = format!("{} at {away:e}, ranks known: {known}", case.model.name());
                let (recursive, outcome) = case.forward(LoopMethod::Modular, &at, known).unwrap();
                let expected = (recursive.as_slice(), Some(outcome.rank));
                refused += usize::from(compare(&what, case.forward(LoopMethod::Odca, &at, known), expected, away));
                compare(&format!("{what}, Odca"), case.divide(&at, known, None), expected, away);
                let prescribed = case.divide(&at, known, Some(0.3));
                if away == 0.0 {
                    for &method in LoopMethod::ALL {
                        let what = format!("{what}, {}", method.info().keyword);
                        let found = case.forward(method, &at, known);
                        compare(&what, found, expected, away);
                    }
                }
                if away > 3e-6 {
                    let (oracle, condition) = case.oracle(&at, None);
                    let error = apart(&recursive, &oracle) / largest(&oracle);
                    assert!(error < 1e-14 * condition, "{what}: {error:e}, condition {condition:e}");
                    let (oracle, _) = case.oracle(&at, Some(0.3));
                    // what the joint forces alone would cause, and the driven joint holds back
                    let size = largest(&recursive);
                    let shrink = |x: &[f64]| x.iter().map(|x| x / size).collect::<Vec<f64>>();
                    let prescribed = prescribed.map(|(a, outcome)| (shrink(&a), outcome));
                    compare(&format!("{what}, prescribed"), prescribed, (&shrink(&oracle), None), away);
                }
            }
        }
        assert!(refused > 0, "{}: no distance is refused", case.model.name());
    }
}

// oracle: Newton and Euler; at a dead centre only the choice of the crank as the independent coordinate is singular, J is not
#[test]
fn dead_centres_are_not_singular() {
    let [crank, coupler, output, base] = [0.038_f64, 0.1152, 0.1152, 0.0895];
    // crank and coupler in one line: a triangle with the output link and the base
    let reach = crank + coupler;
    let start = ((reach * reach + base * base - output * output) / (2.0 * reach * base)).acos();
    let other = ((output * output + base * base - reach * reach) / (2.0 * output * base)).acos();
    for away in DISTANCES {
        // the crank at `start` + away: the coupler's end is where the circles meet
        let angle = start + away;
        let (x, y) = (crank * angle.cos() - base, crank * angle.sin());
        let (far, toward) = (x.hypot(y), y.atan2(x));
        let from_output = ((output * output + far * far - coupler * coupler) / (2.0 * output * far)).min(1.0).acos();
        let swing = toward - from_output;
        let (tip_x, tip_y) = (base + output * swing.cos(), output * swing.sin());
        let direction = (tip_y - crank * angle.sin()).atan2(tip_x - crank * angle.cos());
        if away == 0.0 {
            assert!((swing - (PI - other)).abs() < 1e-7 && (direction - start).abs() < 1e-7);
        }
        let pose = [angle, swing, direction - angle, swing - direction];
        let case = Case::new(catalogue::describe("fourbar").unwrap(), &pose, &[0.0; 4]);
        let at = case.at(0.0);
        let (oracle, _) = case.oracle(&at, None);
        for known in [true, false] {
            let what = format!("fourbar at {away:e}, ranks known: {known}");
            assert!(!compare(&what, case.forward(LoopMethod::Odca, &at, known), (&oracle, Some(2)), 0.0));
        }
    }
}

// oracle: the recursive algorithm; loops this long are not analysed, so that no ranks are known
#[test]
fn long_loops_near_a_singular_configuration() {
    let n = 25;
    let mechanism = Mechanism::new(four_bar_row(n));
    let model = mechanism.model();
    for away in [1e-1, 1e-3, 1e-6, 1e-7, 1e-8, 0.0] {
        let state = four_bar_row_state(model, FRAC_PI_2 + away, 1.0);
        let solve = |algorithm| {
            let states = States { q: &state.q, v: &state.v };
            let task = Task::Forward { tau: &state.tau, prescribed: None };
            mechanism.evaluate(states, &Ask { algorithm: Some(algorithm), ..Ask::new(task) })
        };
        let recursive = solve(Algorithm::RECURSIVE).unwrap();
        match solve(Algorithm::ODCA) {
            Ok(found) => {
                let size = largest(&recursive.a);
                assert!(apart(&found.a, &recursive.a) < 1e-6 * size, "{away:e}");
            }
            Err(error) => {
                let words = error.to_string();
                assert!(away > 0.0 && away < 1e-4, "{away:e}: {words}");
                assert!(words.contains("the loop at \"pin1b\"") && words.contains("such as recursive"), "{words}");
            }
        }
    }
}
