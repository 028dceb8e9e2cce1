//! Random mechanisms whose loops really close: a random tree in a random pose gets closures that this pose satisfies.

mod random;

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::closures::{ConstraintInfo, ExampleState};
use denoc_model::{
    CamProfile, CamSpec, ConstraintKind, Description, DistanceSpec, Joint, MassProperties, Model, PointSpec,
    RollingSpec,
};

use crate::newton_euler::{BodiesState, NewtonEuler};
use crate::{Options, Random, State, random_description, random_state};

pub(crate) use random::add_passive;
pub use random::random_closed;

/// A mechanism in a state in which its loops are closed and stay so.
#[derive(Clone, Debug)]
pub struct Closed {
    /// What it is, for messages.
    pub name: String,
    /// The mechanism.
    pub description: Description,
    /// Its model.
    pub model: Model,
    /// The state, in the order of the model.
    pub state: State,
    /// Coordinates of all joints of the description, also of those where loops are cut.
    pub q: Vec<Vec<f64>>,
    /// Their speeds.
    pub v: Vec<Vec<f64>>,
    /// The joint of a carrier, whose motion can be prescribed.
    pub carrier: Option<String>,
}

impl Closed {
    /// The state of all bodies.
    pub fn bodies(&self) -> (NewtonEuler, BodiesState) {
        let equations = NewtonEuler::new(&self.description);
        let state = equations.with_speeds(&equations.at_rest(&self.q), &self.v);
        (equations, state)
    }
}

/// Numbers by joint of the description, such as speeds or forces, in the order of a model; cut joints are left out.
pub fn in_model_order(description: &Description, model: &Model, by_joint: &[Vec<f64>]) -> Vec<f64> {
    let joint = |name: &String| description.joints.iter().position(|j| j.name == *name).expect("a joint of the model");
    model.joint_names().iter().flat_map(|name| by_joint[joint(name)].clone()).collect()
}

/// A random tree in a random pose, to which closures are added.
#[derive(Clone, Debug)]
pub struct Maker {
    description: Description,
    tree: Model,
    state: State,
    /// Of the link frames.
    poses: Vec<Pose<f64>>,
    /// Coordinates of all joints.
    q: Vec<Vec<f64>>,
    random: Random,
    count: usize,
    /// Whether closures may be attached to the ground.
    on_ground: bool,
}

impl Maker {
    /// The tree of [`random_description`] in the configuration of [`random_state`].
    pub fn new(seed: u64, options: &Options) -> Self {
        let description = random_description(seed, options);
        let tree = description.build().expect("random mechanisms are valid");
        let state = random_state(&tree, seed);
        Self::of_tree(description, tree, state, Random::new(seed ^ 0xC105E))
    }

    /// A given tree.
    fn of_tree(description: Description, tree: Model, state: State, random: Random) -> Self {
        let coordinates = |name: &str| {
            let link = &tree.links()[tree.joint(name).expect("a joint of the tree").0];
            state.q[link.q..link.q + link.nq].to_vec()
        };
        let q: Vec<Vec<f64>> = description.joints.iter().map(|joint| coordinates(&joint.name)).collect();
        let equations = NewtonEuler::new(&description);
        let bodies = equations.at_rest(&q);
        let pose = |body: usize| {
            let [origin, x, y, z] = equations.link_pose(&bodies, body).map(Vec3::from);
            Pose::new(Mat3::from_columns(x, y, z), origin)
        };
        let poses = (0..description.links.len()).map(pose).collect();
        Self { tree, state, poses, q, random, count: 0, on_ground: true, description }
    }

    /// Random numbers for further choices.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
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
            if self.on_ground {
                pair[which] = (self.description.ground.clone(), Pose::identity());
            }
        }
        pair
    }

    /// Closes a loop by a joint, where it is cut.
    pub fn joint(mut self, joint: Joint<f64>) -> Self {
        let [(parent, in_world), (child, target)] = self.pair();
        let origin = Pose::new(self.random.rotation(), self.random.point(0.3));
        let q = coordinates(&joint, self.random.bits());
        let child_origin = target.inverse() * (in_world * origin * joint.pose(&q));
        let name = self.name();
        self.description = self.description.joint(name, parent, child, joint, origin).child_origin(child_origin).cut();
        self.q.push(q);
        self
    }

    /// Adds a rod.
    pub fn distance(mut self) -> Self {
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
        let links = links.filter(|(link, _)| link.nq == 1 && (self.on_ground || link.parent.is_some()));
        let simple: Vec<_> = links.map(|(l, name)| (name.clone(), self.state.q[l.q])).collect();
        let first = 2 * self.count;
        (simple.len() > first + 1).then(|| [simple[first].clone(), simple[first + 1].clone()])
    }

    /// Couples two joints, if there are two left.
    pub fn coupling(mut self) -> Self {
        if let Some([(joint, q), (follows, other)]) = self.simple_pair() {
            let ratio = self.random.signed(2.0);
            self.count += 1;
            self.description = self.description.coupling(joint, follows, ratio, q - ratio * other);
        }
        self
    }

    /// Adds a cam between two joints, if there are two left.
    pub fn cam(mut self) -> Self {
        if let Some([(joint, q), (follows, other)]) = self.simple_pair() {
            let mut points: Vec<[f64; 2]> = (0..7).map(|i| [f64::from(i) - 3.5, self.random.signed(1.0)]).collect();
            let off = q - CamProfile::new(&points, false).expect("sorted points").at(other)[0];
            points.iter_mut().for_each(|p| p[1] += off);
            let profile = CamProfile::new(&points, false).expect("sorted points");
            let name = self.name();
            self.description =
                self.description.constraint(name, ConstraintKind::Cam(CamSpec { joint, follows, profile }));
        }
        self
    }

    /// Adds a wheel that rolls.
    pub fn rolling(mut self, keep_height: bool) -> Self {
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
    pub fn example(mut self, kind: &ConstraintInfo) -> Self {
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
    pub fn all(mut self) -> Self {
        let keep_height = self.random.chance(0.5);
        let universal = Joint::universal(Vec3::unit(0), Vec3::unit(1));
        self.coupling().cam().distance().rolling(keep_height).joint(Joint::spherical()).joint(universal)
    }

    /// The mechanism with its model and speeds that keep the loops closed, as near as possible to those of [`random_state`]; these
    /// themselves if it has constraints that [`NewtonEuler`] does not know.
    pub fn finish(self, name: impl Into<String>) -> Closed {
        let model = self.description.build().expect("closures are valid");
        let mut v: Vec<Vec<f64>> = self.description.joints.iter().map(|joint| self.speeds(&joint.name)).collect();
        if NewtonEuler::knows(&self.description) {
            let equations = NewtonEuler::new(&self.description);
            v = equations.speeds(&equations.with_speeds(&equations.at_rest(&self.q), &v));
        }
        let state = State {
            q: in_model_order(&self.description, &model, &self.q),
            v: in_model_order(&self.description, &model, &v),
            ..self.state
        };
        Closed { name: name.into(), model, state, q: self.q, v, carrier: None, description: self.description }
    }

    /// The random speeds of a joint; none for one that closes a loop.
    fn speeds(&self, joint: &str) -> Vec<f64> {
        self.tree.joint(joint).map_or(Vec::new(), |id| {
            let link = &self.tree.links()[id.0];
            self.state.v[link.v..link.v + link.nv].to_vec()
        })
    }
}

/// Random coordinates of one joint, away from gimbal lock.
fn coordinates(joint: &Joint<f64>, seed: u64) -> Vec<f64> {
    let d = Description::new("one").link("a", MassProperties::sphere(1.0, 1.0));
    let one = d.joint("j", "ground", "a", joint.clone(), Pose::identity()).build().expect("one joint");
    random_state(&one, seed).q
}

/// Bars in a plane: two random loops of revolute joints, as bodies in space, so that most of their conditions are redundant.
pub fn planar_loops(seed: u64) -> Closed {
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
    let tree = d.build().expect("a chain of bars");
    let state = random_state(&tree, seed);
    let mut maker = Maker::of_tree(d, tree, state, random);
    for (name, link) in [("first", 3), ("second", 5)] {
        let end = flat(&mut maker.random);
        let (child, at) = (format!("link{link}"), maker.poses[link] * end);
        maker.description = maker.description.joint(name, "ground", child, z.clone(), at).child_origin(end).cut();
        // its fixed frame is where the moving one is
        maker.q.push(vec![0.0]);
    }
    maker.finish(format!("planar {seed}"))
}
