//! Closed loops against the methods for loops, which know nothing of handles.

use denoc_formats::catalogue::describe;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, LinkId, MassProperties, Model};
use denoc_testkit::{Random, close, four_bars, four_bars_state};
use nalgebra::{DMatrix, DVector};

use super::super::{HandleJoint, TwoHandle, TwoHandleError, assemble, close_on_body, close_on_ground};
use super::{handles, planar};
use denoc_dynamics::loops::{LoopForward, LoopMethod, Loops};
use denoc_dynamics::{Loads, Velocity, Workspace};

/// A mechanism in a state that closes its loops.
struct Case {
    model: Model,
    q: Vec<f64>,
    v: Vec<f64>,
    tau: Vec<f64>,
}

impl Case {
    /// Random speeds, the nearest that keep the loops closed.
    fn new(model: Model, q: &[f64], seed: u64) -> Self {
        let mut random = Random::new(seed);
        let nv = model.nv();
        let mut loops = Loops::new(&model);
        let mut jacobian = vec![0.0; loops.count() * nv];
        let mut ws = Workspace::new(&model);
        let stage = ws.position(&model, q).unwrap();
        loops.place(&stage);
        loops.jacobian(&stage, &mut jacobian).unwrap();
        let j = DMatrix::from_row_slice(loops.count(), nv, &jacobian);
        let any = DVector::from_vec(random.vector(nv, 2.0));
        let v = &any - j.clone().pseudo_inverse(1e-9).unwrap() * (&j * &any);
        Self { q: q.to_vec(), v: v.as_slice().to_vec(), tau: random.vector(nv, 3.0), model }
    }

    fn sevenbar(seed: u64) -> Self {
        let model = describe("sevenbar").unwrap().build().unwrap();
        let q = model.configuration("start").unwrap()[..model.nq()].to_vec();
        Self::new(model, &q, seed)
    }

    fn stage<R>(&self, work: impl FnOnce(Velocity<'_, f64>) -> R) -> R {
        let mut ws = Workspace::new(&self.model);
        work(ws.position(&self.model, &self.q).unwrap().velocity(&self.v).unwrap())
    }

    /// The accelerations by multipliers.
    fn expected(&self) -> Vec<f64> {
        let mut a = vec![0.0; self.model.nv()];
        self.stage(|mut stage| {
            let mut forward = LoopForward::new(&self.model, LoopMethod::Multipliers);
            forward.forward(&mut stage, &self.tau, Loads::NONE, &mut a).unwrap();
        });
        a
    }

    /// The speed of a joint of the tree; none of one that was cut.
    fn speed(&self, joint: &str) -> Option<usize> {
        self.model.joint(joint).ok().map(|LinkId(i)| self.model.links()[i].v)
    }

    /// A joint that turns about `axis`, with the force of its speed.
    fn turning<const N: usize>(&self, joint: &str, axis: [f64; N]) -> HandleJoint<f64, N> {
        let tau = self.speed(joint).map_or(0.0, |i| self.tau[i]);
        HandleJoint::new(&[axis]).unwrap().with_drive(&[tau])
    }

    /// Compares the accelerations of the joints of the tree that are named.
    fn compare(&self, found: &[(&str, f64)], tolerance: f64) -> Result<(), f64> {
        let a = self.expected();
        let pairs = found.iter().filter_map(|&(joint, x)| Some((x, a[self.speed(joint)?])));
        let (ours, expected): (Vec<f64>, Vec<f64>) = pairs.unzip();
        let distance = denoc_testkit::distance(&ours, &expected);
        if distance < tolerance { Ok(()) } else { Err(distance) }
    }
}

/// Where a point of a link is in the world.
fn at(stage: &Velocity<'_, f64>, link: &str, x: f64) -> Vec3<f64> {
    stage.link_pose(stage.model().link(link).unwrap()).point(Vec3::new(x, 0.0, 0.0))
}

/// A chain of three bodies between two pivots on the ground: joints from pivot to pivot, with their accelerations, and rank.
fn single<const N: usize>([a, b, c]: [TwoHandle<f64, N>; 3], joints: [HandleJoint<f64, N>; 4]) -> ([f64; 4], usize) {
    let two = assemble(&a, &b, &joints[1]).unwrap();
    let all = assemble(&two.handles, &c, &joints[2]).unwrap();
    let ends = close_on_ground(&all.handles, &joints[0], &joints[3]);
    assert!(!ends.rank.contradicts(), "{:e}", ends.rank.unmet());
    let last = all.disassemble(&two.handles, &c, &ends.forces[0], &ends.forces[1]);
    let first = two.disassemble(&a, &b, &ends.forces[0], &last.force.map(|f| -f));
    let accelerations =
        [ends.accelerations[0][0], first.acceleration[0], last.acceleration[0], ends.accelerations[1][0]];
    (accelerations, ends.rank.rank())
}

// oracle: the method of multipliers
#[test]
fn a_four_bar_in_space_is_closed_by_both_its_pivots() {
    for seed in 0..6 {
        let state = four_bars_state(1, seed);
        let case = Case { model: four_bars(1), q: state.q, v: state.v, tau: state.tau };
        let (found, rank) = case.stage(|stage| {
            let [pivot, pin, closure, rocker] =
                [("crank0", 0.0), ("coupler0", 0.0), ("coupler0", 0.35), ("output0", 0.0)]
                    .map(|(l, x)| at(&stage, l, x));
            let body = |name: &str, at| {
                let link = case.model.link(name).unwrap();
                handles(&stage, link, at, denoc_math::Wrench::zero())
            };
            let bodies =
                [body("crank0", [pivot, pin]), body("coupler0", [pin, closure]), body("output0", [closure, rocker])];
            let z = stage.link_pose(case.model.link("crank0").unwrap()).rotation.z;
            let axis = [z.x, z.y, z.z, 0.0, 0.0, 0.0];
            single(bodies, ["pivot0", "pin0", "closure0", "rocker0"].map(|name| case.turning(name, axis)))
        });
        // three of ten conditions repeat others: the axes are parallel
        assert_eq!(rank, 7);
        case.compare(&[("pivot0", found[0]), ("pin0", found[1]), ("rocker0", found[3])], 1e-9).unwrap();
    }
}

/// The four-bar of the DeNOC survey, of rods without thickness.
fn slender_four_bar() -> Model {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let along = |length: f64| Pose::translation(x.scale(length));
    Description::new("four-bar")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("crank", MassProperties::rod(1.5, 0.038, x))
        .link("coupler", MassProperties::rod(5.0, 0.1152, x))
        .link("output", MassProperties::rod(3.0, 0.1152, x))
        .joint("crank_pivot", "ground", "crank", Joint::revolute(z), Pose::identity())
        .joint("crank_pin", "crank", "coupler", Joint::revolute(z), along(0.038))
        .joint("output_pin", "coupler", "output", Joint::revolute(z), along(0.1152))
        .joint("output_pivot", "ground", "output", Joint::revolute(z), along(0.0895))
        .child_origin(along(0.1152))
        .cut()
        .build()
        .unwrap()
}

// oracle: the method of multipliers; slender rods have no mass matrix in space
#[test]
fn a_four_bar_of_slender_rods_is_closed_in_the_plane() {
    let phi = 1.3453675552809108;
    for seed in 0..4 {
        let case = Case::new(slender_four_bar(), &[0.0, phi, -2.0 * phi], seed);
        let (found, rank) = case.stage(|stage| {
            let link = |name: &str| case.model.link(name).unwrap();
            let points = [("crank", 0.0), ("coupler", 0.0), ("output", 0.0), ("output", 0.1152)];
            let [a, b, c, d] = points.map(|(l, x)| at(&stage, l, x));
            let rod =
                TwoHandle::rigid(case.model.links()[0].mass, Vec3::zero(), Vec3::zero(), denoc_math::Wrench::zero());
            assert!(matches!(rod, Err(TwoHandleError::SingularMass { .. })));
            let bodies = [("crank", [a, b]), ("coupler", [b, c]), ("output", [c, d])];
            let bodies = bodies.map(|(name, at)| planar(&stage, link(name), at));
            let names = ["crank_pivot", "crank_pin", "output_pin", "output_pivot"];
            single(bodies, names.map(|name| case.turning(name, [1.0, 0.0, 0.0])))
        });
        assert_eq!(rank, 4);
        case.compare(&[("crank_pivot", found[0]), ("crank_pin", found[1]), ("output_pin", found[2])], 1e-9).unwrap();
    }
}

/// The coupled loops of the paper: links 4, 5, 6 on link 2, then links 1, 2, 3 on the ground. `misprinted`: with the bias of the
/// assembled loop as in print. Also the ranks of both closures.
fn coupled<const N: usize>(
    case: &Case,
    body: impl Fn(&str, [f64; 2]) -> TwoHandle<f64, N>,
    axis: [f64; N],
    misprinted: bool,
) -> (Vec<(&'static str, f64)>, [usize; 2]) {
    let [b1, b2, b4, b5] = ["link1", "link2", "link4", "link5"].map(|name| body(name, [0.0, 1.0]));
    let [b3, b6] = ["link3", "link6"].map(|name| body(name, [1.0, 0.0]));
    let turning = |name: &str| case.turning(name, axis);

    let p45 = assemble(&b4, &b5, &turning("pin45")).unwrap();
    let p456 = assemble(&p45.handles, &b6, &turning("pin56")).unwrap();
    let lower = close_on_body(&b2, &p456.handles, &turning("pin24"), &turning("pin26"));
    let mut two = lower.handles;
    if misprinted {
        let alone = lower.disassemble(&b2, &p456.handles, &[0.0; N], &[0.0; N]).constraints;
        two.zeta_13 = std::array::from_fn(|i| b2.zeta_13[i] - alone[0][i]);
        two.zeta_23 = std::array::from_fn(|i| b2.zeta_23[i] - alone[1][i]);
    }
    let p12 = assemble(&b1, &two, &turning("pin12")).unwrap();
    let p123 = assemble(&p12.handles, &b3, &turning("pin23")).unwrap();
    let upper = close_on_ground(&p123.handles, &turning("pivot1"), &turning("pivot3"));

    let at23 = p123.disassemble(&p12.handles, &b3, &upper.forces[0], &upper.forces[1]);
    let back = at23.force.map(|f| -f);
    let at12 = p12.disassemble(&b1, &two, &upper.forces[0], &back);
    let inside = lower.disassemble(&b2, &p456.handles, &at12.force, &back);
    let at56 = p456.disassemble(&p45.handles, &b6, &inside.forces[0], &inside.forces[1]);
    let at45 = p45.disassemble(&b4, &b5, &inside.forces[0], &at56.force.map(|f| -f));
    let found = vec![
        ("pivot1", upper.accelerations[0][0]),
        ("pivot3", upper.accelerations[1][0]),
        ("pin12", at12.acceleration[0]),
        ("pin23", at23.acceleration[0]),
        ("pin24", inside.accelerations[0][0]),
        ("pin26", inside.accelerations[1][0]),
        ("pin45", at45.acceleration[0]),
        ("pin56", at56.acceleration[0]),
    ];
    (found, [lower.rank.rank(), upper.rank.rank()])
}

fn coupled_in_plane(case: &Case, misprinted: bool) -> (Vec<(&'static str, f64)>, [usize; 2]) {
    case.stage(|stage| {
        let body =
            |name: &str, x: [f64; 2]| planar(&stage, case.model.link(name).unwrap(), x.map(|x| at(&stage, name, x)));
        coupled(case, body, [1.0, 0.0, 0.0], misprinted)
    })
}

// oracle: the method of multipliers
#[test]
fn coupled_loops_move_as_multipliers_say() {
    for seed in 0..5 {
        let case = Case::sevenbar(seed);
        let (found, ranks) = coupled_in_plane(&case, false);
        assert_eq!(ranks, [4, 4]);
        case.compare(&found, 1e-10).unwrap();
        let (found, ranks) = case.stage(|stage| {
            let body = |name: &str, x: [f64; 2]| {
                let points = x.map(|x| at(&stage, name, x));
                handles(&stage, case.model.link(name).unwrap(), points, denoc_math::Wrench::zero())
            };
            coupled(&case, body, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0], false)
        });
        assert_eq!(ranks, [7, 7]);
        case.compare(&found, 1e-9).unwrap();
    }
}

// oracle: the method of multipliers; erratum E55
#[test]
fn the_bias_of_the_assembled_loop_is_wrong_in_print() {
    let mut case = Case::sevenbar(2);
    case.tau.fill(0.0);
    case.compare(&coupled_in_plane(&case, false).0, 1e-10).unwrap();
    let wrong = case.compare(&coupled_in_plane(&case, true).0, 1e-10).unwrap_err();
    assert!(wrong > 1e-3, "{wrong:e}");
}

// oracle: bodies on handles of their own, without any joint: nothing changes
#[test]
fn a_piece_that_is_not_held_leaves_the_body_alone() {
    let case = Case::sevenbar(0);
    case.stage(|stage| {
        let body = |name: &str| planar(&stage, case.model.link(name).unwrap(), [0.0, 1.0].map(|x| at(&stage, name, x)));
        let (a, b) = (body("link1"), body("link2"));
        let free = HandleJoint::free();
        let both = close_on_body(&a, &b, &free, &free);
        assert_eq!((both.rank.rank(), both.rank.rows()), (0, 0));
        assert_eq!(both.handles, a);
        close(assemble(&a, &b, &free).unwrap().handles.zeta_12.concat(), [0.0; 9], 0.0);
    });
}
