//! Against multipliers, with links as bodies in space.

use denoc_math::random::Random;
use denoc_math::{Pose, Sym3, Vec3, Wrench};
use denoc_model::closures::DistanceSpec;
use denoc_model::{Description, Frame, Joint, JointProperties, LinkId, MassProperties, Model, PointSpec, SpringSpec};
use denoc_testkit::{allocations, close};

use super::PlanarForward;
use crate::loops::tests::mechanisms::consistent;
use crate::loops::{LoopForward, LoopMethod, Loops};
use crate::{Loads, Workspace, force_at_point};

/// A mechanism that moves in a tilted plane somewhere in space, in axes of links that are tilted at random, and coordinates at which
/// its loops are closed. It has two to four loops.
struct Tilted {
    description: Description,
    /// The normal of the plane in axes of each link, the ground first.
    normals: Vec<Vec3<f64>>,
    q: Vec<f64>,
    random: Random,
}

impl Tilted {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let normals = vec![random.direction()];
        let gravity = random.point(10.0);
        let mut all = Self { description: Description::new("tilted").gravity(gravity), normals, q: Vec::new(), random };
        for i in 0..8 {
            all.add_link(i);
        }
        all
    }

    /// A direction in the plane, in axes of a link.
    fn direction(&mut self, at: usize) -> Vec3<f64> {
        self.random.direction().cross(self.normals[at]).normalized()
    }

    /// A joint about or normal to the normal of a link.
    fn joint(&mut self, at: usize, slides: bool) -> Joint<f64> {
        if slides {
            return Joint::prismatic(self.direction(at));
        }
        Joint::revolute(self.normals[at].scale(self.random.sign()))
    }

    /// Links 0 and 3 are on the ground, link 6 is fixed.
    fn add_link(&mut self, i: usize) {
        let parent = [0, 1, 2, 0, 4, 5, 2, 7][i];
        let name = |at: usize| if at == 0 { "ground".to_owned() } else { format!("link{}", at - 1) };
        let place = Pose::new(self.random.rotation(), self.random.point(0.5));
        self.normals.push(place.rotation.apply_transpose(self.normals[parent]));
        let slides = i == 2 || (i == 4 && self.random.chance(0.5));
        let joint = if i == 6 { Joint::fixed() } else { self.joint(i + 1, slides) };
        let sides = Vec3::new(self.random.range(0.1, 0.4), self.random.range(0.1, 0.4), 0.1);
        let mass = MassProperties::cuboid(self.random.range(0.5, 3.0), sides, self.random.point(0.3));
        let properties = JointProperties { rotor_inertia: if i == 1 { 0.2 } else { 0.0 }, ..Default::default() };
        let d = std::mem::replace(&mut self.description, Description::new(""));
        let d = d.link(name(i + 1), mass).joint(format!("joint{i}"), name(parent), name(i + 1), joint, place);
        self.description = if i == 1 { d.properties(properties) } else { d };
        if i != 6 {
            self.q.push(self.random.signed(1.5));
        }
    }

    /// The coordinates as a model numbers them.
    fn coordinates(&self, model: &Model) -> Vec<f64> {
        let mut q = vec![0.0; model.nq()];
        let joints = (0..8).filter(|&i| i != 6).map(|i| format!("joint{i}"));
        for (joint, &value) in joints.zip(&self.q) {
            q[model.links()[model.joint(&joint).unwrap().0].q] = value;
        }
        q
    }

    /// World poses of the ground and of all links.
    fn poses(&self) -> Vec<Pose<f64>> {
        let tree = Description { joints: self.description.joints[..8].to_vec(), ..self.description.clone() };
        let tree = Description { springs: Vec::new(), constraints: Vec::new(), couplings: Vec::new(), ..tree }
            .build()
            .unwrap();
        let mut ws = Workspace::new(&tree);
        let q = self.coordinates(&tree);
        let stage = ws.position(&tree, &q).unwrap();
        let pose = |i: usize| stage.link_pose(tree.link(&format!("link{i}")).unwrap());
        std::iter::once(Pose::identity()).chain((0..8).map(pose)).collect()
    }

    /// A joint from `from` to `to` (0: the ground) that is closed here.
    fn close(mut self, from: usize, to: usize, joint: impl FnOnce(&mut Self, Vec3<f64>) -> Joint<f64>) -> Self {
        let poses = self.poses();
        let end = Pose::new(self.random.rotation(), self.random.point(0.4));
        let normal = end.rotation.apply_transpose(self.normals[to]);
        let joint = joint(&mut self, normal);
        let place = poses[from].inverse() * poses[to] * end;
        let name = |at: usize| if at == 0 { "ground".to_owned() } else { format!("link{}", at - 1) };
        let count = self.description.joints.len();
        let d =
            self.description.joint(format!("cut{count}"), name(from), name(to), joint, place).child_origin(end).cut();
        self.description = d;
        self
    }

    fn point(&mut self, at: usize) -> PointSpec {
        let link = if at == 0 { "ground".to_owned() } else { format!("link{}", at - 1) };
        PointSpec { link, position: self.random.point(0.5) }
    }

    /// A rod between two links, as long as their points are apart.
    fn rod(mut self, from: usize, to: usize) -> Self {
        let (poses, [a, b]) = (self.poses(), [from, to].map(|at| self.point(at)));
        let length = (poses[to].point(b.position) - poses[from].point(a.position)).norm();
        self.description = self.description.constraint("rod", DistanceSpec { from: a, to: b, length });
        self
    }

    fn spring(mut self, from: usize, to: usize) -> Self {
        let (a, b) = (self.point(from), self.point(to));
        let (name, place) = (format!("spring{from}{to}"), None);
        let rest_length = 0.3;
        self.description.springs.push(SpringSpec {
            name,
            from: a,
            to: b,
            stiffness: 40.0,
            rest_length,
            damping: 3.0,
            place,
        });
        self
    }

    /// The model, its coordinates, and speeds and forces.
    fn finish(mut self) -> (Model, [Vec<f64>; 3]) {
        let model = self.description.build().unwrap();
        let q = self.coordinates(&model);
        // nearly dependent rows make one projection inexact
        let v = (0..4).fold(self.random.vector(model.nv(), 2.0), |v, _| consistent(&model, &q, &v));
        let tau = self.random.vector(model.nv(), 5.0);
        (model, [q, v, tau])
    }
}

/// Every kind of closure, on both sides of a branch too.
fn mechanisms(seed: u64) -> Vec<(Model, [Vec<f64>; 3])> {
    let turn = |_: &mut Tilted, normal: Vec3<f64>| Joint::revolute(normal);
    let slide =
        |all: &mut Tilted, normal: Vec3<f64>| Joint::prismatic(all.random.direction().cross(normal).normalized());
    let ball = |_: &mut Tilted, _: Vec3<f64>| Joint::spherical();
    let gear = |all: Tilted| {
        let offset = all.q[5] - 0.7 * all.q[3];
        Tilted { description: all.description.clone().coupling("joint5", "joint3", 0.7, offset), ..all }
    };
    vec![
        Tilted::new(seed).close(3, 6, turn).finish(),
        Tilted::new(seed).close(0, 8, turn).spring(0, 2).spring(4, 6).finish(),
        Tilted::new(seed).close(6, 3, slide).spring(3, 8).finish(),
        Tilted::new(seed).close(0, 6, slide).close(8, 3, ball).finish(),
        Tilted::new(seed).close(5, 8, ball).rod(3, 6).finish(),
        gear(Tilted::new(seed)).rod(0, 8).close(6, 3, turn).spring(0, 5).finish(),
        Tilted::new(seed).close(3, 8, slide).rod(0, 6).finish(),
    ]
}

/// The wrenches of the springs as bodies in space, and the power of their dampers.
fn springs(model: &Model, q: &[f64], v: &[f64]) -> (Vec<Wrench<f64>>, f64) {
    let mut ws = Workspace::new(model);
    let stage = ws.position(model, q).unwrap().velocity(v).unwrap();
    let (mut wrenches, mut power) = (vec![Wrench::zero(); model.links().len()], 0.0);
    let pose = |frame: &Frame<f64>| frame.link.map_or(Pose::identity(), |link| stage.link_pose(link));
    let velocity = |frame: &Frame<f64>| {
        let twist = frame.link.map(|link| stage.link_twist(link));
        let local = twist.map_or(Vec3::zero(), |t| t.linear + t.angular.cross(frame.pose.position));
        pose(frame).rotation.apply(local)
    };
    for s in model.point_springs() {
        let [a, b] = [&s.from, &s.to].map(|frame| pose(frame).point(frame.pose.position));
        let (d, length) = (b - a, (b - a).norm());
        let rate = d.dot(velocity(&s.to) - velocity(&s.from)) / length;
        let force = d.scale((s.stiffness * (length - s.rest_length) + s.damping * rate) / length);
        for (frame, at, force) in [(&s.from, a, force), (&s.to, b, -force)] {
            if let Some(LinkId(i)) = frame.link {
                wrenches[i] += force_at_point(pose(frame), at, force);
            }
        }
        power -= s.damping * rate * rate;
    }
    (wrenches, power)
}

fn by_multipliers(model: &Model, [q, v, tau]: &[Vec<f64>; 3], wrenches: &[Wrench<f64>]) -> Vec<f64> {
    let (mut ws, mut a) = (Workspace::new(model), vec![0.0; model.nv()]);
    let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
    let mut forward = LoopForward::new(model, LoopMethod::Multipliers);
    forward.forward(&mut stage, tau, Loads::per_link(wrenches), &mut a).unwrap();
    a
}

fn planar(model: &Model, [q, v, tau]: &[Vec<f64>; 3], springs: bool) -> (Vec<f64>, f64) {
    let (mut forward, mut a) = (PlanarForward::new(model).unwrap(), vec![f64::NAN; model.nv()]);
    let power = forward.forward(model, [q, v, tau], springs, &mut a).unwrap();
    (a, power)
}

// oracle: multipliers, spatial bodies in a tilted plane; springs by their law in space
#[test]
fn agrees_with_multipliers() {
    let mut sprung = 0;
    for seed in 0..40 {
        for (model, state) in mechanisms(seed) {
            let (wrenches, expected_power) = springs(&model, &state[0], &state[1]);
            let (a, power) = planar(&model, &state, true);
            close(&a, by_multipliers(&model, &state, &wrenches), 1e-9);
            assert!((power - expected_power).abs() <= 1e-12 * expected_power.abs(), "{power} {expected_power}");
            let nothing = vec![Wrench::zero(); wrenches.len()];
            let (a, power) = planar(&model, &state, false);
            close(&a, by_multipliers(&model, &state, &nothing), 1e-9);
            assert_eq!(power, 0.0);
            sprung += usize::from(expected_power < 0.0);
        }
    }
    assert!(sprung > 100);
}

// oracle: multipliers, where loops are open and speeds open them further
#[test]
fn open_loops_agree_too() {
    for seed in 0..20 {
        for (model, [mut q, mut v, tau]) in mechanisms(seed) {
            let mut random = Random::new(seed + 1000);
            q.iter_mut().for_each(|q| *q += random.signed(0.05));
            v.iter_mut().for_each(|v| *v += random.signed(1.0));
            let (nothing, state) = (vec![Wrench::zero(); model.links().len()], [q, v, tau]);
            close(&planar(&model, &state, false).0, by_multipliers(&model, &state, &nothing), 1e-9);
        }
    }
}

// oracle: the geometry
#[test]
fn other_mechanisms_are_left_to_others() {
    let z = Vec3::unit(2);
    let rod = MassProperties::rod(1.0, 1.0, Vec3::unit(0));
    let pair = |second: Joint<f64>| {
        Description::new("pair")
            .link("a", rod)
            .link("b", rod)
            .joint("first", "ground", "a", Joint::revolute(z), Pose::identity())
            .joint("second", "ground", "b", second, Pose::identity())
    };
    let geared = |joint: Joint<f64>| pair(joint).coupling("second", "first", 2.0, 0.0).build().unwrap();
    assert!(PlanarForward::new(&geared(Joint::revolute(z))).is_some());
    assert!(PlanarForward::new(&geared(Joint::prismatic(Vec3::unit(1)))).is_some());
    let tilted = Vec3::new(0.0, 1e-9, 1.0);
    assert!(PlanarForward::new(&geared(Joint::revolute(tilted))).is_none());
    assert!(PlanarForward::new(&geared(Joint::prismatic(z))).is_none());
    assert!(PlanarForward::new(&pair(Joint::revolute(z)).build().unwrap()).is_none()); // no loop
    // no freedom
    let d = pair(Joint::revolute(z)).coupling("second", "first", 2.0, 0.0);
    let d = d.joint("pin", "a", "b", Joint::spherical(), Pose::identity()).cut();
    assert!(PlanarForward::new(&d.build().unwrap()).is_none());
}

// oracle: none is computed where rods are in line, nothing has mass, or a speed is not finite
#[test]
fn doubtful_states_are_left_to_others() {
    let model = crate::loops::tests::four_bar();
    let mut forward = PlanarForward::new(&model).unwrap();
    assert_eq!(forward.count(), 2);
    let (phi, zero, mut a) = (1.3453675552809108, [0.0; 3], [0.0; 3]);
    let q = [0.0, phi, -2.0 * phi];
    assert!(forward.forward(&model, [&q, &zero, &zero], false, &mut a).is_some());
    assert!(forward.forward(&model, [&q, &[f64::NAN, 0.0, 0.0], &zero], false, &mut a).is_none());
    assert!(forward.forward(&model, [&[0.0; 3], &zero, &zero], false, &mut a).is_none());
    let mut light = model.clone();
    for link in light.links_mut() {
        link.mass = denoc_math::RigidMass::zero();
    }
    let mut forward = PlanarForward::new(&light).unwrap();
    assert!(forward.forward(&light, [&q, &zero, &zero], false, &mut a).is_none());
    // a mass at rest at the end of two moving links, which leaves the inertia of the first one
    let (z, x, along) = (Vec3::unit(2), Vec3::unit(0), |length: f64| Pose::translation(Vec3::unit(0).scale(length)));
    let stretched = |inertia: f64| {
        let mut first = MassProperties::none();
        first.inertia = Sym3 { xx: inertia, yy: inertia, zz: inertia, ..Sym3::zero() };
        Description::new("stretched")
            .link("first", first)
            .link("second", MassProperties { mass: 1.0, center: x, ..MassProperties::none() })
            .joint("a", "ground", "first", Joint::revolute(z), Pose::identity())
            .joint("b", "first", "second", Joint::revolute(z), along(1.0))
            .coupling("b", "a", -2.0, 0.0)
            .build()
            .unwrap()
    };
    for (inertia, certain) in [(1e-6, true), (1e-10, false)] {
        let (model, two) = (stretched(inertia), [0.0; 2]);
        let found = PlanarForward::new(&model).unwrap().forward(&model, [&two, &two, &two], false, &mut a[..2]);
        assert_eq!(found.is_some(), certain);
    }
}

// oracle: the allocator; the count of rows
#[test]
fn nothing_is_allocated() {
    for (model, [q, v, tau]) in mechanisms(3) {
        let (mut forward, mut a) = (PlanarForward::new(&model).unwrap(), vec![0.0; model.nv()]);
        assert!(
            forward.count() < Loops::new(&model).count() || model.closures().iter().all(|c| c.cut_joint().is_none())
        );
        let count = allocations(|| assert!(forward.forward(&model, [&q, &v, &tau], true, &mut a).is_some()));
        assert_eq!(count, 0);
    }
}
