use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::joints::{KINDS, KindInfo, Value};
use denoc_model::{Description, DhRow, Joint, JointProperties, MassProperties, Model};

use crate::Random;
use crate::closed::add_passive;

/// The joint types of a random mechanism.
#[derive(Clone, Debug, PartialEq)]
pub enum Kinds {
    /// All types of the registry in turn, in random order; a tenth of the joints is reversed.
    All,
    /// Revolute joints only.
    Revolute,
    /// These keywords in turn, in random order.
    Only(Vec<&'static str>),
}

/// The shape of a random mechanism.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One serial run.
    Chain,
    /// Random branches.
    Tree,
    /// Four limbs of equal length (as far as the number of joints allows) on the first link.
    Star,
}

/// The properties of a random mechanism.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Number of joints, without the one of a floating base.
    pub joints: usize,
    /// Whether it has a floating base.
    pub floating: bool,
    /// The joint types.
    pub kinds: Kinds,
    /// The shape.
    pub shape: Shape,
    /// Whether mass centres and principal axes are arbitrary; otherwise they are on the axes of the link frames.
    pub generic_masses: bool,
    /// Whether leaves are without mass and inertia, which makes the generalised inertia matrix singular.
    pub massless_leaves: bool,
    /// Probability that a joint has a motor with rotor inertia.
    pub rotors: f64,
    /// Probability of special joint geometry: axis exactly parallel or perpendicular to coordinate axes, some or all components
    /// of the offset zero.
    pub special: f64,
    /// Probability that the axis of a joint is nearly parallel, to 1e-3 … 1e-7 rad, to the axis of the joint before.
    pub nearly_parallel: f64,
    /// Probability that a joint has springs, that it has friction, and that a link has drag.
    pub passive: f64,
}

impl Default for Options {
    /// Twenty joints of all kinds, a tree on fixed ground, some rotors, some special geometry.
    fn default() -> Self {
        Self {
            joints: 20,
            floating: false,
            kinds: Kinds::All,
            shape: Shape::Tree,
            generic_masses: true,
            massless_leaves: false,
            rotors: 0.3,
            special: 0.3,
            nearly_parallel: 0.0,
            passive: 0.0,
        }
    }
}

impl Options {
    /// Revolute joints only, with generic geometry and no rotors.
    pub fn revolute(joints: usize, shape: Shape) -> Self {
        Self { joints, kinds: Kinds::Revolute, shape, rotors: 0.0, special: 0.0, ..Self::default() }
    }

    /// The same on a floating base.
    pub fn floating(self) -> Self {
        Self { floating: true, ..self }
    }
}

/// A random mechanism; the same seed and options always give the same one.
pub fn random_model(seed: u64, options: &Options) -> Model {
    random_description(seed, options).build().expect("random mechanisms are valid")
}

/// The description of [`random_model`]: links `link0` …, joints `joint0` … (`base` and `floating_base` if it floats).
pub fn random_description(seed: u64, options: &Options) -> Description {
    let mut random = Random::new(seed);
    let mut d = Description::new(format!("random {seed}"));
    let mut root = d.ground.clone();
    if options.floating {
        let base = body(&mut random, options);
        d = d.link("base", base).joint("floating_base", &root, "base", Joint::free(), Pose::identity());
        root = "base".into();
    }
    let parents: Vec<Option<usize>> = (0..options.joints).map(|i| parent(i, options, &mut random)).collect();
    let mut joints = kinds(options, &mut random);
    for i in 0..options.joints {
        let special = random.chance(options.special);
        let nearly = random.chance(options.nearly_parallel);
        if special {
            joints[i] = squared(&joints[i], &mut random);
        }
        let before = parents[i].and_then(|p| axis(&joints[p]));
        let rotation = match (before, axis(&joints[i])) {
            (Some(before), Some(axis)) if nearly => nearly_parallel(before, axis, &mut random),
            _ if special => quarter_turns(&mut random),
            _ => random.rotation(),
        };
        let is_leaf = !parents.contains(&Some(i));
        let mass = if is_leaf && options.massless_leaves { MassProperties::none() } else { body(&mut random, options) };
        let parent = parents[i].map_or(root.clone(), |p| format!("link{p}"));
        let (link, joint) = (format!("link{i}"), format!("joint{i}"));
        let origin = Pose::new(rotation, offset(special, &mut random));
        d = d.link(&link, mass).joint(joint, parent, link, joints[i].clone(), origin);
        let spec = d.joints.last_mut().expect("just added");
        if random.chance(options.rotors) {
            let (rotor_inertia, gear_ratio) = (random.range(1e-5, 1e-4), random.sign() * random.range(1.0, 100.0));
            spec.properties = JointProperties { rotor_inertia, gear_ratio, ..Default::default() };
        }
        if !special && !nearly && random.chance(0.3) {
            spec.child_origin = Pose::new(random.rotation(), random.point(0.2));
        }
        if options.kinds == Kinds::All && random.chance(0.1) {
            std::mem::swap(&mut spec.parent, &mut spec.child);
            std::mem::swap(&mut spec.origin, &mut spec.child_origin);
        }
    }
    // numbers of their own: a seed gives the same mechanism without them
    add_passive(&mut d, options.passive, &mut Random::stream(seed, 0xF0CE));
    d
}

/// A chain of `n` revolute joints with general twists, lengths, offsets and masses, for operation counts; no parameter is
/// zero or special.
pub fn chain(n: usize) -> Model {
    let mut random = Random::new(0xC4A1);
    let options = Options::default();
    let rows: Vec<_> = (0..n)
        .map(|_| {
            let (b, a) = (random.range(0.05, 0.3), random.range(0.1, 0.4));
            let (theta, alpha) = (random.range(0.3, 1.2), random.sign() * random.range(0.3, 1.2));
            (DhRow::revolute(b, theta, a, alpha), body(&mut random, &options))
        })
        .collect();
    Description::from_modified_dh(format!("chain of {n}"), &rows).build().expect("chains are valid")
}

fn parent(i: usize, options: &Options, random: &mut Random) -> Option<usize> {
    match options.shape {
        _ if i == 0 => None,
        Shape::Chain => Some(i - 1),
        Shape::Tree if random.chance(0.5) => Some(i - 1),
        Shape::Tree => Some(random.below(i + 1)).filter(|&p| p < i),
        Shape::Star => {
            // limbs are attached to the floating base, or otherwise to the first link
            let (first, hub) = if options.floating { (0, None) } else { (1, Some(0)) };
            let limb = (options.joints - first).div_ceil(4);
            if (i - first).is_multiple_of(limb) { hub } else { Some(i - 1) }
        }
    }
}

fn kinds(options: &Options, random: &mut Random) -> Vec<Joint<f64>> {
    let mut pool: Vec<&KindInfo> = match &options.kinds {
        Kinds::All => KINDS.iter().collect(),
        Kinds::Revolute => KINDS.iter().filter(|k| k.keyword == "revolute").collect(),
        Kinds::Only(keywords) => KINDS.iter().filter(|k| keywords.contains(&k.keyword)).collect(),
    };
    assert!(!pool.is_empty(), "no such kind of joint: {:?}", options.kinds);
    let mut joints: Vec<Joint<f64>> = Vec::with_capacity(options.joints);
    while joints.len() < options.joints {
        random.shuffle(&mut pool);
        let missing = options.joints - joints.len();
        joints.extend(pool.iter().take(missing).map(|kind| (kind.example)(&mut || random.signed(1.0))));
    }
    // at least one joint must move
    if !options.floating && joints.iter().all(|j| j.v_units().is_empty()) {
        joints[0] = Joint::revolute(random.direction());
    }
    joints
}

/// A body of 0.2 to 10 kg with the inertia of a box, so that its tensor is valid.
fn body(random: &mut Random, options: &Options) -> MassProperties {
    let mass = 0.2 * 50f64.powf(random.unit());
    let sides = Vec3::new(random.range(0.05, 0.4), random.range(0.05, 0.4), random.range(0.05, 0.4));
    let mut body = MassProperties::cuboid(mass, sides, random.point(0.3));
    if options.generic_masses {
        body.inertia = body.inertia.rotate(random.rotation());
    } else {
        body.center = Vec3::unit(random.below(3)).scale(body.center.x);
    }
    body
}

fn offset(special: bool, random: &mut Random) -> Vec3<f64> {
    let p = random.point(0.5);
    let keep = if special { 0.4 } else { 1.0 };
    Vec3::from(p.to_array().map(|x| if random.chance(keep) { x } else { 0.0 }))
}

/// The direction of a joint that has one.
fn axis(joint: &Joint<f64>) -> Option<Vec3<f64>> {
    joint
        .values()
        .iter()
        .find_map(|(_, value)| if let Value::Direction(direction) = value { Some(*direction) } else { None })
}

/// The same kind of joint along coordinate axes.
fn squared(joint: &Joint<f64>, random: &mut Random) -> Joint<f64> {
    let turned = quarter_turns(random);
    let mut values = joint.values();
    let mut single = [turned.z, turned.x, turned.y].into_iter().cycle();
    for (_, value) in values.values_mut() {
        if let Value::Direction(direction) = value {
            *direction = single.next().unwrap_or(turned.z);
        } else if let Value::Directions(all) = value {
            all.iter_mut().zip([turned.x, turned.y, turned.z]).for_each(|(old, new)| *old = new);
        }
    }
    // kinds without parameters in files stay as they are
    (joint.kind().from_values)(&values).unwrap_or_else(|| joint.clone())
}

/// One of the 24 rotations that map coordinate axes to coordinate axes, exactly.
pub fn quarter_turns(random: &mut Random) -> Mat3<f64> {
    let (first, turn) = (random.below(3), 1 + random.below(2));
    let x = Vec3::unit(first).scale(random.sign());
    let y = Vec3::unit((first + turn) % 3).scale(random.sign());
    Mat3::from_columns(x, y, x.cross(y))
}

/// A rotation that takes `axis` to within 1e-3 … 1e-7 rad of `before`.
fn nearly_parallel(before: Vec3<f64>, axis: Vec3<f64>, random: &mut Random) -> Mat3<f64> {
    let about = |axis: Vec3<f64>, angle: f64| Mat3::rotation(axis, angle.sin(), angle.cos());
    let across = |e: Vec3<f64>, random: &mut Random| e.cross(random.direction()).normalized();
    // a rotation by 180° about the bisector takes one direction to the other
    let sum = axis + before;
    let bisector = if sum.norm() > 1e-3 { sum.normalized() } else { across(axis, random) };
    let tilt = about(across(before, random), 10f64.powf(random.range(-7.0, -3.0)));
    tilt * about(bisector, std::f64::consts::PI) * about(axis, random.signed(3.0))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use denoc_model::joints::KINDS;

    use super::{Kinds, Options, Shape, axis, chain, random_description, random_model};
    use crate::{Dense, random_state};

    #[test]
    fn every_kind_occurs_and_seeds_repeat() {
        for seed in 0..20 {
            let options = Options { joints: KINDS.len(), floating: seed % 2 == 0, ..Options::default() };
            let d = random_description(seed, &options);
            let found: BTreeSet<&str> = d.joints.iter().map(|j| j.joint.keyword()).collect();
            assert_eq!(found, KINDS.iter().map(|k| k.keyword).collect());
            let again = random_description(seed, &options);
            assert_eq!(format!("{:?}", d.links), format!("{:?}", again.links));
            // tensors are valid; joints that meet by chance imply too small a link
            let model = d.build().unwrap();
            assert!(model.warnings().iter().all(|w| w.to_string().contains("radius of gyration")), "{seed}");
        }
    }

    #[test]
    fn shapes_are_what_they_say() {
        let children = |model: &denoc_model::Model| {
            let mut count = vec![0; model.links().len()];
            model.links().iter().filter_map(|l| l.parent).for_each(|p| count[p.0] += 1);
            count
        };
        let model =
            |shape, floating| random_model(3, &Options { joints: 13, shape, floating, ..Options::revolute(13, shape) });
        assert!(children(&model(Shape::Chain, false)).iter().all(|&n| n <= 1));
        assert_eq!(model(Shape::Chain, false).modules().len(), 1);
        assert_eq!(children(&model(Shape::Star, false))[0], 4);
        assert_eq!(model(Shape::Star, false).modules().len(), 5);
        assert_eq!(children(&model(Shape::Star, true))[0], 4);
        assert!(model(Shape::Tree, false).modules().len() > 2);
    }

    #[test]
    fn axes_can_be_nearly_parallel() {
        let options = Options { nearly_parallel: 1.0, ..Options::revolute(8, Shape::Chain) };
        for seed in 0..10 {
            let model = random_model(seed, &options);
            for pair in model.links().windows(2) {
                let (before, after) = (axis(&pair[0].joint).unwrap(), axis(&pair[1].joint).unwrap());
                let sine = before.cross(pair[1].placement.rotation.apply(after)).norm();
                assert!((0.9e-7..1.1e-3).contains(&sine), "{sine}");
            }
        }
    }

    #[test]
    fn only_massless_leaves_make_the_inertia_singular() {
        for seed in 0..10 {
            for (massless_leaves, kinds) in [(false, Kinds::All), (true, Kinds::Revolute)] {
                let options = Options { joints: 9, massless_leaves, kinds, rotors: 0.0, ..Options::default() };
                let model = random_model(seed, &options);
                let s = random_state(&model, seed);
                let pivots = Dense::new(&model, &s.q, &s.v).udut().d;
                assert_eq!(pivots.iter().any(|&m| m < 1e-12), massless_leaves, "{pivots:?}");
            }
        }
    }

    #[test]
    fn the_chain_is_general() {
        let model = chain(5);
        assert_eq!((model.nv(), model.modules().len()), (5, 1));
        for link in &model.links()[1..] {
            let p = link.placement;
            assert!(
                p.position.to_array().iter().chain(p.rotation.to_rows().as_flattened()).filter(|x| **x == 0.0).count()
                    <= 1
            );
        }
    }
}
