//! Random mechanisms whose loops really close.

use denoc_math::{Pose, Vec3};
use denoc_model::closures::{CONSTRAINTS, ConstraintInfo, ExampleState};
use denoc_model::joints::KINDS;
use denoc_model::{
    CamProfile, CamSpec, ConstraintKind, Description, DistanceSpec, FrameId, Joint, MassProperties, Model, PointSpec,
    RollingSpec,
};
use denoc_testkit::{Options, Random, Shape, State, random_description, random_state};
use nalgebra::{DMatrix, DVector};

use crate::Workspace;
use crate::loops::Loops;

/// A mechanism in a state in which its loops are closed and stay so.
pub(crate) struct Closed {
    pub(crate) name: String,
    pub(crate) model: Model,
    pub(crate) state: State,
}

/// A random tree in a random pose that gets closures which that pose meets.
pub(crate) struct Maker {
    description: Description,
    tree: Model,
    state: State,
    poses: Vec<Pose<f64>>,
    random: Random,
    count: usize,
}

impl Maker {
    pub(crate) fn new(seed: u64, options: &Options) -> Self {
        let mut description = random_description(seed, options);
        for i in 0..description.links.len() {
            let link = description.links[i].name.clone();
            description = description.frame(format!("frame of {link}"), link, Pose::identity());
        }
        let tree = description.build().unwrap();
        let state = random_state(&tree, seed);
        let mut ws = Workspace::new(&tree);
        let position = ws.position(&tree, &state.q).unwrap();
        let frame = |name: &str| tree.frame(&format!("frame of {name}")).unwrap();
        let poses = description.links.iter().map(|l| position.frame_pose(frame(&l.name))).collect();
        Self { tree, state, poses, random: Random::new(seed ^ 0xC105E), count: 0, description }
    }

    fn name(&mut self) -> String {
        self.count += 1;
        format!("closure{}", self.count)
    }

    /// Two links, one of them sometimes the ground; the pose of their frames.
    fn pair(&mut self) -> [(String, Pose<f64>); 2] {
        let n = self.poses.len();
        let a = self.random.below(n);
        let b = (a + 1 + self.random.below(n - 1)) % n;
        let named = |i: usize| (self.description.links[i].name.clone(), self.poses[i]);
        let mut pair = [named(a), named(b)];
        if self.random.chance(0.2) {
            let which = self.random.below(2);
            pair[which] = (self.description.ground.clone(), Pose::identity());
        }
        pair
    }

    fn joint(mut self, joint: Joint<f64>) -> Self {
        let [(parent, in_world), (child, target)] = self.pair();
        let origin = Pose::new(self.random.rotation(), self.random.point(0.3));
        let q = coordinates(&joint, self.random.bits());
        let child_origin = target.inverse() * (in_world * origin * joint.pose(&q));
        let name = self.name();
        self.description = self.description.joint(name, parent, child, joint, origin).child_origin(child_origin).cut();
        self
    }

    fn distance(mut self) -> Self {
        let [(from, a), (to, b)] = self.pair();
        let (p, r) = (self.random.point(0.3), self.random.point(0.3));
        let length = (a.point(p) - b.point(r)).norm();
        let (from, to) = (PointSpec { link: from, position: p }, PointSpec { link: to, position: r });
        let name = self.name();
        self.description =
            self.description.constraint(name, ConstraintKind::Distance(DistanceSpec { from, to, length }));
        self
    }

    /// Two joints of one coordinate that have no other closure of this kind yet.
    fn simple_pair(&mut self) -> Option<[(String, f64); 2]> {
        let links = self.tree.links().iter().zip(self.tree.joint_names());
        let simple: Vec<_> =
            links.filter(|(l, _)| l.nq == 1).map(|(l, name)| (name.clone(), self.state.q[l.q])).collect();
        let first = 2 * self.count;
        (simple.len() > first + 1).then(|| [simple[first].clone(), simple[first + 1].clone()])
    }

    fn coupling(mut self) -> Self {
        if let Some([(joint, q), (follows, other)]) = self.simple_pair() {
            let ratio = self.random.signed(2.0);
            self.count += 1;
            self.description = self.description.coupling(joint, follows, ratio, q - ratio * other);
        }
        self
    }

    fn cam(mut self) -> Self {
        if let Some([(joint, q), (follows, other)]) = self.simple_pair() {
            let mut points: Vec<[f64; 2]> = (0..7).map(|i| [f64::from(i) - 3.5, self.random.signed(1.0)]).collect();
            let off = q - CamProfile::new(&points, false).unwrap().at(other)[0];
            points.iter_mut().for_each(|p| p[1] += off);
            let profile = CamProfile::new(&points, false).unwrap();
            let name = self.name();
            self.description =
                self.description.constraint(name, ConstraintKind::Cam(CamSpec { joint, follows, profile }));
        }
        self
    }

    fn rolling(mut self, keep_height: bool) -> Self {
        let i = self.random.below(self.poses.len());
        let (link, pose) = (self.description.links[i].name.clone(), self.poses[i]);
        let (center, axis, radius) = (self.random.point(0.2), self.random.direction(), self.random.range(0.1, 0.4));
        let normal = self.random.direction();
        let e = pose.rotation.apply(axis);
        let lowest = pose.point(center) - (normal - e.scale(normal.dot(e))).normalized().scale(radius);
        let plane_point = lowest + normal.cross(self.random.direction()).scale(0.7);
        let spec = RollingSpec { link, center, axis, radius, plane_point, plane_normal: normal, keep_height };
        let name = self.name();
        self.description = self.description.constraint(name, ConstraintKind::Rolling(spec));
        self
    }

    /// A random constraint of a registered kind.
    fn example(mut self, kind: &ConstraintInfo) -> Self {
        let links = self.pair();
        let i = self.random.below(self.poses.len());
        let moving = (self.description.links[i].name.clone(), self.poses[i]);
        let joints = self.simple_pair();
        let random = &mut || self.random.signed(1.0);
        if let Some(constraint) = (kind.example)(&mut ExampleState { links, moving, joints, random }) {
            let name = self.name();
            self.description = self.description.constraint(name, constraint);
        }
        self
    }

    /// One closure of every sort, and a second loop.
    pub(crate) fn all(mut self) -> Self {
        let keep_height = self.random.chance(0.5);
        let universal = Joint::universal(Vec3::unit(0), Vec3::unit(1));
        self.coupling().cam().distance().rolling(keep_height).joint(Joint::spherical()).joint(universal)
    }

    pub(crate) fn finish(self, name: impl Into<String>) -> Closed {
        let model = self.description.build().unwrap();
        assert_eq!(model.joint_names(), self.tree.joint_names());
        let v = consistent(&model, &self.state.q, &self.state.v);
        Closed { name: name.into(), model, state: State { v, ..self.state } }
    }
}

/// Random coordinates of one joint, away from gimbal lock.
fn coordinates(joint: &Joint<f64>, seed: u64) -> Vec<f64> {
    let d = Description::new("one").link("a", MassProperties::sphere(1.0, 1.0));
    random_state(&d.joint("j", "ground", "a", joint.clone(), Pose::identity()).build().unwrap(), seed).q
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
            let joint = (kind.example)(&mut || maker.random.signed(1.0));
            check(&maker.joint(joint.clone()).finish(kind.keyword));
            if kind.keyword == "spherical" || kind.keyword == "planar" {
                let maker = Maker::new(100 * seed + 50 + i as u64, &options);
                check(&maker.joint(joint.reversed()).finish(format!("{} reversed", kind.keyword)));
            }
        }
        check(&maker(20).distance().finish("distance"));
        check(&maker(21).coupling().finish("coupling"));
        check(&maker(22).cam().finish("cam"));
        check(&maker(23).rolling(true).finish("rolling"));
        check(&maker(24).rolling(false).finish("rolling, free height"));
    }
}

/// Random constraints of every registered kind, on random trees of all kinds of joints.
pub(crate) fn registered(seeds: u64, mut check: impl FnMut(&Closed)) {
    let options = Options { joints: 9, special: 0.0, ..Options::default() };
    for seed in 0..seeds {
        let options = if seed % 2 == 0 { options.clone() } else { options.clone().floating() };
        for (i, kind) in CONSTRAINTS.iter().enumerate() {
            let maker = Maker::new(100 * seed + 30 + i as u64, &options);
            check(&maker.example(kind).finish(format!("example of {}", kind.keyword)));
        }
    }
}

/// Several closures at once.
pub(crate) fn mixed(seeds: u64, mut check: impl FnMut(&Closed)) {
    for seed in 0..seeds {
        for shape in [Shape::Chain, Shape::Tree, Shape::Star] {
            let options = Options { joints: 13, shape, ..Options::default() };
            let options = if seed % 2 == 0 { options } else { options.floating() };
            check(&Maker::new(seed, &options).all().finish(format!("{shape:?} {seed}")));
        }
        check(&planar(seed));
    }
}

/// Bars in a plane: two random loops of revolute joints, as bodies in space, so that most of their conditions are redundant.
pub(crate) fn planar(seed: u64) -> Closed {
    let mut random = Random::new(seed);
    let z = Joint::revolute(Vec3::unit(2));
    let flat = |random: &mut Random| Pose::translation(Vec3::new(random.signed(0.5), random.signed(0.5), 0.0));
    let mut d = Description::new("planar").gravity(Vec3::new(0.3, -9.81, 0.0));
    for i in 0..6 {
        let parent = ["ground", "link0", "link1", "link2", "link1", "link4"][i];
        let center = flat(&mut random).position;
        let sides = Vec3::new(random.range(0.1, 0.4), random.range(0.1, 0.4), 0.05);
        let link = format!("link{i}");
        d = d.link(&link, MassProperties::cuboid(random.range(0.5, 3.0), sides, center));
        d = d.joint(format!("joint{i}"), parent, link, z.clone(), flat(&mut random));
    }
    let tree = d.build().unwrap();
    let state = random_state(&tree, seed);
    let mut ws = Workspace::new(&tree);
    let position = ws.position(&tree, &state.q).unwrap();
    for (name, link) in [("first", "link3"), ("second", "link5")] {
        let world = position.link_pose(tree.link(link).unwrap());
        let end = flat(&mut random);
        d = d.joint(name, "ground", link, z.clone(), world * end).child_origin(end).cut();
    }
    let model = d.build().unwrap();
    let v = consistent(&model, &state.q, &state.v);
    Closed { name: format!("planar {seed}"), model, state: State { v, ..state } }
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
