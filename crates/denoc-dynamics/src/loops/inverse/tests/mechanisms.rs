//! Closed mechanisms in closed states.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::joints::{JointSpace, KINDS};
use denoc_model::{ConstraintKind, Description, DistanceSpec, Joint, MassProperties, Model, PointSpec, RollingSpec};
use denoc_testkit::{Kinds, Options, Random, Shape, random_description, random_state};
use nalgebra::DMatrix;

use crate::Workspace;
use crate::loops::Loops;

/// A mechanism with a state that fits its closures.
pub(crate) struct Closed {
    pub(crate) model: Model,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    /// Degrees of freedom.
    pub(crate) freedoms: usize,
}

/// J as a matrix.
pub(crate) fn jacobian(model: &Model, q: &[f64]) -> DMatrix<f64> {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let position = ws.position(model, q).unwrap();
    loops.place(&position);
    let mut j = vec![0.0; loops.count() * model.nv()];
    loops.jacobian(&position, &mut j).unwrap();
    DMatrix::from_row_slice(loops.count(), model.nv(), &j)
}

/// The speeds nearest to `v` that the closures allow; `None` near singular poses, and where nothing moves.
pub(crate) fn consistent(model: Model, q: Vec<f64>, v: &[f64]) -> Option<Closed> {
    let j = jacobian(&model, &q);
    let squares = (&j * j.transpose()).symmetric_eigen();
    let largest = squares.eigenvalues.max();
    let (mut inverse, mut rank) = (DMatrix::zeros(j.nrows(), j.nrows()), 0);
    for (i, &x) in squares.eigenvalues.iter().enumerate() {
        if x > 1e-4 * largest {
            inverse += squares.eigenvectors.column(i) * squares.eigenvectors.column(i).transpose() / x;
            rank += 1;
        } else if x > 1e-14 * largest {
            return None;
        }
    }
    let freedoms = model.nv() - rank;
    if freedoms == 0 {
        return None;
    }
    let mut v = DMatrix::from_column_slice(v.len(), 1, v);
    for _ in 0..2 {
        v -= j.transpose() * (&inverse * (&j * &v));
    }
    Some(Closed { model, q, v: v.as_slice().to_vec(), freedoms })
}

/// Adds a joint that is closed in the pose `q` of the tree made so far: its frame is at `origin` of the parent.
pub(crate) fn close(
    d: Description,
    q: &[f64],
    name: &str,
    ends: [&str; 2],
    joint: Joint<f64>,
    origin: Pose<f64>,
) -> Description {
    let model = d.build().unwrap();
    let mut ws = Workspace::new(&model);
    let position = ws.position(&model, q).unwrap();
    let [parent, child] = ends.map(|link| match model.frame(link) {
        Ok(frame) => position.frame_pose(frame),
        Err(_) => Pose::identity(),
    });
    let mut zero = vec![0.0; joint.q_units().len()];
    joint.neutral(&mut zero);
    let moved = parent * origin * joint.pose(&zero);
    d.joint(name, ends[0], ends[1], joint, origin).child_origin(child.inverse() * moved).cut()
}

/// A random tree with random closures of several kinds.
pub(crate) fn random(seed: u64) -> Option<Closed> {
    let mut random = Random::new(seed);
    let keywords = vec!["revolute", "prismatic", "universal", "spherical", "helical", "cylindrical"];
    let options = Options {
        joints: 5 + random.below(5),
        kinds: if random.chance(0.5) { Kinds::Revolute } else { Kinds::Only(keywords) },
        shape: if random.chance(0.5) { Shape::Chain } else { Shape::Tree },
        rotors: 0.0,
        ..Options::default()
    };
    let options = if random.chance(0.2) { options.floating() } else { options };
    let mut d = random_description(seed, &options);
    let tree = d.build().unwrap();
    let state = random_state(&tree, seed);
    let closers =
        ["revolute", "prismatic", "spherical", "cylindrical", "universal", "planar", "helical", "translational"];
    let link = |random: &mut Random| format!("link{}", random.below(options.joints));
    for i in 0..1 + random.below(2) {
        let (child, other) = (link(&mut random), link(&mut random));
        let parent = if child == other { "ground".to_owned() } else { other };
        let single: Vec<usize> = (0..tree.links().len()).filter(|&i| tree.links()[i].nq == 1).collect();
        match random.below(6) {
            2 if single.len() > 1 => {
                let at = random.below(single.len() - 1);
                let (joint, follows) = (single[at + 1], single[at]);
                let (name, ratio) = (|i: usize| tree.joint_names()[i].clone(), random.signed(2.0));
                let offset = state.q[tree.links()[joint].q] - ratio * state.q[tree.links()[follows].q];
                // one coupling for a joint is enough
                if d.couplings.is_empty() {
                    d = d.coupling(name(joint), name(follows), ratio, offset);
                }
            }
            0 => {
                let (from, to) = (random.point(0.3), random.point(0.3));
                let length = {
                    let mut ws = Workspace::new(&tree);
                    let position = ws.position(&tree, &state.q).unwrap();
                    let at = |name: &str, p| tree.frame(name).map_or(p, |frame| position.frame_pose(frame).point(p));
                    (at(&parent, from) - at(&child, to)).norm()
                };
                let (from, to) = (PointSpec { link: parent, position: from }, PointSpec { link: child, position: to });
                let (from, to) = if random.chance(0.5) { (from, to) } else { (to, from) };
                d = d.constraint(format!("rod{i}"), ConstraintKind::Distance(DistanceSpec { from, to, length }));
            }
            1 => {
                let wheel = RollingSpec {
                    link: child,
                    center: random.point(0.2),
                    axis: random.direction(),
                    radius: 0.1,
                    plane_point: Vec3::zero(),
                    plane_normal: random.direction(),
                    keep_height: false,
                };
                d = d.constraint(format!("wheel{i}"), ConstraintKind::Rolling(wheel));
            }
            _ => {
                let keyword = closers[random.below(closers.len())];
                let kind = KINDS.iter().find(|k| k.keyword == keyword).unwrap();
                let joint = (kind.example)(&mut || random.signed(1.0));
                let origin = Pose::new(random.rotation(), random.point(0.4));
                d = close(d, &state.q, &format!("closer{i}"), [&parent, &child], joint, origin);
            }
        }
    }
    consistent(d.build().unwrap(), state.q, &state.v)
}

/// Closed mechanisms with random closures in random states.
pub(crate) fn each(count: usize, mut check: impl FnMut(&Closed)) {
    (0..).filter_map(random).take(count).for_each(|closed| check(&closed));
}

/// A plane platform on three legs of two links each: three freedoms, six joints at hips and knees.
pub(crate) fn three_legs() -> Closed {
    let z = Vec3::unit(2);
    let rod = |mass| MassProperties::rod(mass, 0.5, Vec3::unit(0));
    let along = |x: f64| Pose::translation(Vec3::new(x, 0.0, 0.0));
    let mut d = Description::new("3-RRR").gravity(Vec3::new(0.0, -9.81, 0.0));
    let hips = [(0.0, 0.0), (1.2, 0.1), (0.5, 1.1)];
    for (i, (x, y)) in hips.into_iter().enumerate() {
        let (upper, lower) = (format!("upper{i}"), format!("lower{i}"));
        d = d
            .link(&upper, rod(1.0 + i as f64))
            .link(&lower, rod(0.7))
            .joint(format!("hip{i}"), "ground", &upper, Joint::revolute(z), Pose::translation(Vec3::new(x, y, 0.0)))
            .joint(format!("knee{i}"), &upper, &lower, Joint::revolute(z), along(0.5));
    }
    let platform = MassProperties::cuboid(3.0, Vec3::new(0.4, 0.3, 0.1), Vec3::new(0.1, 0.05, 0.0));
    d = d.link("platform", platform).joint("ankle0", "lower0", "platform", Joint::revolute(z), along(0.5));
    // hip, knee of each leg in the order of the tree: leg 0, ankle, leg 1, leg 2
    let q = vec![0.9, -0.8, 0.2, 2.4, 0.9, -2.0, 1.1];
    for leg in [1, 2] {
        let (joint, lower) = (Joint::revolute(z), format!("lower{leg}"));
        d = close(d, &q, &format!("ankle{leg}"), [&lower, "platform"], joint, along(0.5));
    }
    consistent(d.build().unwrap(), q, &[1.0, 0.4, -0.7, 0.3, 0.8, -0.2, 0.5]).unwrap()
}

/// A crank, a rod and a slider without gravity: [the crank's length, the rod's], masses of crank, rod and slider.
pub(crate) fn slider_crank([crank, rod]: [f64; 2], masses: [f64; 3]) -> Model {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    Description::new("slider-crank")
        .gravity(Vec3::zero())
        .link("crank", MassProperties::rod(masses[0], crank, x))
        .link("rod", MassProperties::rod(masses[1], rod, x))
        .link("slider", MassProperties::cuboid(masses[2], Vec3::new(0.02, 0.02, 0.02), Vec3::zero()))
        .joint("pivot", "ground", "crank", Joint::revolute(z), Pose::identity())
        .joint("pin", "crank", "rod", Joint::revolute(z), Pose::translation(x.scale(crank)))
        .joint("guide", "ground", "slider", Joint::prismatic(x), Pose::identity())
        .joint("wrist", "rod", "slider", Joint::revolute(z), Pose::translation(x.scale(rod)))
        .cut()
        .build()
        .unwrap()
}

/// The four-bar linkage of the survey, cut as there: crank alone, and output with coupler; its plane is turned by `turn`.
pub(crate) fn four_bar_cut_at_the_crank(turn: Mat3<f64>, motors: &[&str]) -> Model {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let along = |length: f64| Pose::translation(x.scale(length));
    let ground = |length: f64| Pose::new(turn, Vec3::zero()) * along(length);
    let mut d = Description::new("four-bar of the survey")
        .gravity(turn.apply(Vec3::new(0.0, -9.81, 0.0)))
        .link("crank", MassProperties::rod(1.5, 0.038, x))
        .link("output", MassProperties::rod(3.0, 0.1152, x))
        .link("coupler", MassProperties::rod(5.0, 0.1152, x))
        .joint("crank_pivot", "ground", "crank", Joint::revolute(z), ground(0.0))
        .joint("output_pivot", "ground", "output", Joint::revolute(z), ground(0.0895))
        .joint("output_pin", "output", "coupler", Joint::revolute(z), along(0.1152))
        .joint("crank_pin", "crank", "coupler", Joint::revolute(z), along(0.038))
        .child_origin(along(0.1152))
        .cut();
    for joint in motors {
        d = d.actuator(format!("{joint}_motor"), *joint);
    }
    d.build().unwrap()
}
