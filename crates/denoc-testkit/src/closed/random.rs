//! Random mechanisms with everything that a description can contain, on fixed, moving and floating bases.

use denoc_math::Pose;
use denoc_model::joints::{KINDS, KindInfo};
use denoc_model::{Description, Joint, JointProperties, JointSpec, PointSpec, SpringSpec};

use super::{Closed, Maker, planar_loops};
use crate::newton_euler::NewtonEuler;
use crate::{Options, Random, Shape};

/// Constraints whose pivots are smaller than this fraction of the largest are nearly dependent: such closures are left out.
const WEAKEST_PIVOT: f64 = 1e-3;
/// Redundant constraints depend on each other up to rounding.
const ROUNDING: f64 = 1e-12;

/// A random mechanism with up to three closures, redundant ones among them; with rotors, springs between links and in joints, friction
/// and drag. Every third one has a carrier: its loops do not touch the ground, and the motion of its first joint can be prescribed.
/// The named configuration `start` is closed.
pub fn random_closed(seed: u64) -> Closed {
    let mut random = Random::stream(seed, 0xC105ED);
    let carried = seed % 3 == 1;
    if seed % 12 == 11 {
        return planar_loops(seed).with_start();
    }
    let shape = match (random.below(3), carried) {
        (0, _) => Shape::Chain,
        (1, false) => Shape::Tree,
        _ => Shape::Star,
    };
    let options = Options {
        joints: 3 + random.below(6),
        floating: seed % 3 == 2 || (carried && random.chance(0.5)),
        shape,
        passive: if random.chance(0.7) { 0.4 } else { 0.0 },
        special: 0.2,
        ..Options::default()
    };
    let mut maker = Maker::new(seed, &options);
    maker.on_ground = !carried;
    let carrier = carried.then(|| maker.description.joints[0].name.clone());
    let closures = random.below(4);
    for i in 0..closures {
        let sort = (seed as usize / 3 + 7 * i) % (KINDS.len() + 6);
        maker = maker.attempt(carrier.as_deref(), |maker| maker.closure(sort));
    }
    if options.passive > 0.0 {
        (0..random.below(3)).for_each(|i| maker.add_spring(format!("spring{i}")));
        maker.add_joint_forces(options.passive);
    }
    if random.chance(0.2) {
        maker.rest_but(carrier.as_deref());
    }
    if random.chance(0.3) {
        maker.add_motors();
    }
    if random.chance(0.5) {
        maker.cut_anywhere();
    }
    Closed { carrier, ..maker.finish(format!("random {seed}")).with_start() }
}

impl Closed {
    /// The same with its configuration as a named one.
    fn with_start(mut self) -> Self {
        let joints: Vec<(String, Vec<f64>)> =
            self.description.joints.iter().zip(&self.q).map(|(joint, q)| (joint.name.clone(), q.clone())).collect();
        let start: Vec<(&str, &[f64])> = joints.iter().map(|(name, q)| (name.as_str(), q.as_slice())).collect();
        self.description = self.description.configuration("start", &start);
        self.model = self.description.build().expect("a configuration changes nothing else");
        self
    }
}

impl Maker {
    /// A closure is kept if something besides the carrier can still move and constraints are either clearly independent or
    /// exactly redundant.
    fn attempt(self, carrier: Option<&str>, add: impl FnOnce(Self) -> Self) -> Self {
        let before = self.clone();
        let after = add(self);
        let equations = NewtonEuler::new(&after.description);
        let allowed = equations.allowed(&equations.at_rest(&after.q));
        let carried = carrier.map_or(0, |joint| equations.freedoms(equations.joint(joint)));
        let kept = allowed.freedoms > carried && allowed.weakest > WEAKEST_PIVOT && allowed.rejected < ROUNDING;
        if kept { after } else { Self { random: after.random, ..before } }
    }

    /// A closure of one of the sorts: joints of all types, then constraints.
    fn closure(mut self, sort: usize) -> Self {
        if let Some(KindInfo { example, .. }) = KINDS.get(sort) {
            let joint = example(&mut || self.random.signed(1.0));
            return self.joint(joint);
        }
        match sort - KINDS.len() {
            0 => self.distance(),
            1 => self.coupling(),
            2 => self.cam(),
            3 | 4 if !self.on_ground => self.distance(),
            3 => self.rolling(true),
            4 => self.rolling(false),
            _ => self.second_hinge(),
        }
    }

    /// A second joint beside one of the tree that allows the same motion: its constraints are redundant.
    fn second_hinge(mut self) -> Self {
        let shift = |joint: &Joint<f64>, random: &mut Random| match joint.keyword() {
            "revolute" | "helical" | "cylindrical" => {
                joint.values().direction("axis").map(|axis| axis.normalized().scale(random.range(0.1, 0.3)))
            }
            "prismatic" | "fixed" | "translational" => Some(random.point(0.3)),
            _ => None,
        };
        let count = self.poses.len();
        let first = self.random.below(count);
        for i in (0..count).map(|i| (first + i) % count) {
            let spec = self.description.joints[i].clone();
            if let Some(shift) = shift(&spec.joint, &mut self.random) {
                let beside = Pose::translation(shift);
                let name = self.name();
                self.description =
                    self.description.joint(name, spec.parent, spec.child, spec.joint, spec.origin * beside);
                self.description = self.description.child_origin(spec.child_origin * beside).cut();
                self.q.push(self.q[i].clone());
                break;
            }
        }
        self
    }

    fn add_spring(&mut self, name: String) {
        let [(from, a), (to, b)] = self.pair();
        let ends = [self.random.point(0.3), self.random.point(0.3)];
        let length = (a.point(ends[0]) - b.point(ends[1])).norm();
        let [from, to] = [(from, ends[0]), (to, ends[1])].map(|(link, position)| PointSpec { link, position });
        let (stiffness, damping) = (self.random.range(1.0, 100.0), self.random.range(0.0, 5.0));
        let rest_length = length * self.random.range(0.5, 1.5);
        self.description.springs.push(SpringSpec { name, from, to, stiffness, rest_length, damping, place: None });
    }

    /// Springs and friction in joints that close loops. Coordinates of some types are ambiguous: they have no spring.
    fn add_joint_forces(&mut self, probability: f64) {
        for spec in &mut self.description.joints[self.poses.len()..] {
            if self.random.chance(probability) {
                let springless = is_ambiguous(&spec.joint) || has_quaternion(&spec.joint);
                let spring_stiffness = if springless { 0.0 } else { self.random.range(0.0, 50.0) };
                let (viscous_friction, dry_friction) = (self.random.range(0.0, 2.0), self.random.range(0.0, 2.0));
                let spring_rest = self.random.signed(1.0);
                spec.properties = JointProperties {
                    viscous_friction,
                    dry_friction,
                    spring_stiffness,
                    spring_rest,
                    ..Default::default()
                };
            }
        }
    }

    /// Only the carrier moves.
    fn rest_but(&mut self, carrier: Option<&str>) {
        let moving = carrier.map_or(0..0, |joint| {
            let link = &self.tree.links()[self.tree.joint(joint).expect("a joint of the tree").0];
            link.v..link.v + link.nv
        });
        (0..self.state.v.len()).filter(|i| !moving.contains(i)).for_each(|i| self.state.v[i] = 0.0);
    }

    /// Motors in some joints.
    fn add_motors(&mut self) {
        let names: Vec<String> = self.description.joints.iter().map(|joint| joint.name.clone()).collect();
        for name in names {
            let spec = self.description.joints.iter().find(|joint| joint.name == name);
            let possible = spec.is_some_and(|spec| !spec.cut || !is_ambiguous(&spec.joint));
            if self.random.chance(0.6) && possible {
                self.description.actuators.push(denoc_model::ActuatorSpec {
                    name: format!("motor of {name}"),
                    joint: name,
                    effort_limit: None,
                    place: None,
                });
            }
        }
    }

    /// Leaves the choice of the tree to the model, if it can cut the loops elsewhere without losing anything.
    fn cut_anywhere(&mut self) {
        let mut free = self.description.clone();
        free.joints.iter_mut().for_each(|joint| joint.cut = false);
        let Ok(model) = free.build() else { return };
        let named = |name: &str| free.joints.iter().find(|joint| joint.name == name);
        let mut cuts = model.closure_names().iter().filter_map(|name| named(name));
        let depends_on_coordinates = |joint: &JointSpec| {
            joint.properties.spring_stiffness != 0.0 || free.actuators.iter().any(|motor| motor.joint == joint.name)
        };
        if cuts.all(|cut| !is_ambiguous(&cut.joint) || !depends_on_coordinates(cut)) {
            self.description = free;
        }
    }
}

/// Types whose coordinates follow from the pose, up to full turns.
const UNIQUE: [&str; 9] =
    ["fixed", "revolute", "prismatic", "helical", "cylindrical", "spherical", "planar", "translational", "free"];

/// Whether several sets of coordinates may give the same pose, as Euler angles do.
fn is_ambiguous(joint: &Joint<f64>) -> bool {
    !UNIQUE.contains(&joint.keyword())
}

/// Whether orientations are coordinates: such joints have no springs along coordinates.
fn has_quaternion(joint: &Joint<f64>) -> bool {
    joint.q_units().len() != joint.v_units().len()
}

/// Rotation springs, springs and friction in the joints of a tree; drag on its links.
pub(crate) fn add_passive(d: &mut Description, probability: f64, random: &mut Random) {
    for spec in &mut d.joints {
        let p = &mut spec.properties;
        if random.chance(probability) && !has_quaternion(&spec.joint) {
            (p.spring_stiffness, p.spring_rest) = (random.range(0.0, 50.0), random.signed(1.0));
        }
        if random.chance(probability) {
            (p.viscous_friction, p.dry_friction) = (random.range(0.0, 2.0), random.range(0.0, 2.0));
        }
        if spec.joint.innermost().kind().rotation_spring && random.chance(probability) {
            let spring =
                denoc_model::RotationSpring::new(random.direction(), random.range(1.0, 50.0), random.range(1.0, 50.0));
            p.rotation_spring = Some(spring.with_damping(random.range(0.0, 1.0), random.range(0.0, 1.0)));
        }
    }
    for link in &mut d.links {
        if random.chance(0.5 * probability) {
            let (linear, angular) = (random.range(0.0, 2.0), random.range(0.0, 0.5));
            let axis = random.chance(0.5).then(|| random.direction());
            let center = random.chance(0.5).then(|| random.point(0.3));
            link.drag = Some(denoc_model::Drag { linear, angular, center, axis });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use denoc_model::{ClosureId, ConstraintKind};

    use super::{KINDS, random_closed};
    use crate::newton_euler::NewtonEuler;

    // oracle: the registries, and the list of what a description can contain
    #[test]
    fn everything_occurs() {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for seed in 0..150 {
            let closed = random_closed(seed);
            let (d, model) = (&closed.description, &closed.model);
            let mut note = |present: bool, what: &str| {
                if present {
                    seen.insert(what.to_owned());
                }
            };
            for joint in &d.joints {
                let (p, cut) = (&joint.properties, model.joint(&joint.name).is_err());
                note(true, &format!("{} {}", if cut { "cut" } else { "tree" }, joint.joint.keyword()));
                note(cut && !joint.cut, "cut by choice");
                note(!cut && p.rotor_inertia > 0.0, "rotor");
                note(p.rotation_spring.is_some(), "rotation spring");
                note(p.spring_stiffness > 0.0, if cut { "spring in a cut joint" } else { "spring" });
                note(p.dry_friction > 0.0, if cut { "friction in a cut joint" } else { "friction" });
            }
            for constraint in &d.constraints {
                note(true, constraint.kind.keyword());
                note(matches!(&constraint.kind, ConstraintKind::Rolling(wheel) if !wheel.keep_height), "free height");
            }
            note(!d.couplings.is_empty(), "coupling");
            note(!d.springs.is_empty(), "point spring");
            note(d.links.iter().any(|link| link.drag.is_some()), "drag");
            note(model.closures().is_empty(), "tree");
            note((0..model.closures().len()).any(|i| model.is_closure_actuated(ClosureId(i))), "motor in a cut joint");
            note(d.joints[0].joint.is_free(), "floating base");
            note(closed.carrier.is_some() && !model.closures().is_empty(), "carrier with loops");
            note(closed.state.v.iter().all(|v| *v == 0.0), "rest");
            let equations = NewtonEuler::new(d);
            note(equations.allowed(&equations.at_rest(&closed.q)).redundant > 0, "redundant");
        }
        let places = ["tree", "cut"].into_iter();
        let joints = places.flat_map(|place| KINDS.iter().map(move |kind| format!("{place} {}", kind.keyword)));
        let others = [
            "cut by choice",
            "rotor",
            "rotation spring",
            "spring",
            "spring in a cut joint",
            "friction",
            "friction in a cut joint",
            "distance",
            "rolling",
            "free height",
            "cam",
            "coupling",
            "point spring",
            "drag",
            "tree",
            "motor in a cut joint",
            "floating base",
            "carrier with loops",
            "rest",
            "redundant",
        ];
        let missing: Vec<String> = joints.chain(others.map(String::from)).filter(|what| !seen.contains(what)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
