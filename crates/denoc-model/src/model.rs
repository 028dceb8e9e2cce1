//! The numbered, immutable model that all computations use.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use denoc_math::{Pose, Real, RigidMass, Vec3};

use crate::checks::Warning;
use crate::closures::{Closure, ClosureId};
use crate::description::JointProperties;
use crate::details::Configuration;
use crate::drag::Drag;
use crate::joints::Joint;
use crate::point_spring::PointSpring;
use crate::topology::{Cluster, Loop};
use crate::{ModelError, names};

/// The number of a moving link and of the joint that moves it. Links are numbered outward: parents before children.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkId(pub usize);

/// The number of a named frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameId(pub usize);

/// A moving link with its joint. The link frame is at the joint origin O and moves with the link.
#[derive(Clone, Debug, PartialEq)]
pub struct Link<T> {
    /// Parent link; `None` is the ground.
    pub parent: Option<LinkId>,
    /// The joint's fixed frame in the parent's link frame.
    pub placement: Pose<T>,
    /// The joint.
    pub joint: Joint<T>,
    /// Mass, first moment and inertia about the link frame's origin, in link axes: kg, kg m, kg m².
    pub mass: RigidMass<T>,
    /// Reflected rotor inertia, added to the diagonal of the generalised inertia matrix: kg m² (kg for translations).
    pub rotor_inertia: T,
    /// Whether it can move: a link with only fixed joints between it and the ground is part of the ground.
    pub moves: bool,
    /// Index of its first entry in q.
    pub q: usize,
    /// Index of its first entry in v.
    pub v: usize,
    /// Number of entries in q.
    pub nq: usize,
    /// Number of entries in v.
    pub nv: usize,
}

/// A frame fixed in a link (or in the ground).
#[derive(Clone, Debug, PartialEq)]
pub struct Frame<T> {
    /// The link; `None` is the ground.
    pub link: Option<LinkId>,
    /// Pose in the link frame.
    pub pose: Pose<T>,
}

impl<T: Real> Frame<T> {
    pub(crate) fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Frame<U> {
        Frame { link: self.link, pose: self.pose.map(number) }
    }
}

/// A serial run of links, without branches inside [Saha13 section 3].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// First link.
    pub first: usize,
    /// One past the last link.
    pub end: usize,
    /// Parent module; `None` is the ground.
    pub parent: Option<usize>,
}

/// What is independent of the number type: names, sizes, structure.
#[derive(Debug)]
pub(crate) struct Structure {
    pub(crate) name: String,
    pub(crate) ground: String,
    pub(crate) link_names: Vec<String>,
    pub(crate) joint_names: Vec<String>,
    pub(crate) frame_names: Vec<String>,
    pub(crate) link_index: HashMap<String, usize>,
    pub(crate) joint_index: HashMap<String, usize>,
    /// The ground's frame and those of the description; frames of links have the names of the links.
    pub(crate) frame_index: HashMap<String, usize>,
    /// Empty if no joint has any, to save memory in long chains.
    pub(crate) properties: Vec<JointProperties>,
    /// Links that are the parents of their joints in the description.
    pub(crate) reversed: HashSet<usize>,
    /// Up to the last link that has any.
    pub(crate) drag: Vec<Option<Drag>>,
    pub(crate) modules: Vec<Module>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) configurations: Vec<(String, Vec<f64>)>,
    pub(crate) closure_names: Vec<String>,
    /// Properties of the cut joints.
    pub(crate) closure_properties: Vec<Option<JointProperties>>,
    pub(crate) loops: Vec<Loop>,
    pub(crate) clusters: Vec<Cluster>,
    /// Links whose joints have motors, with their limits; empty if no motors are listed.
    pub(crate) motors: HashMap<usize, Option<f64>>,
    /// Cut joints with motors, with their limits.
    pub(crate) closure_motors: HashMap<usize, Option<f64>>,
    pub(crate) nq: usize,
    pub(crate) nv: usize,
}

/// A mechanism ready for computation: immutable, shareable between threads, and generic over the number type, so that
/// results can be differentiated with respect to its parameters.
#[derive(Clone, Debug)]
pub struct Model<T = f64> {
    pub(crate) structure: Arc<Structure>,
    pub(crate) gravity: Vec3<T>,
    pub(crate) links: Vec<Link<T>>,
    pub(crate) frames: Vec<Frame<T>>,
    pub(crate) closures: Vec<Closure<T>>,
    pub(crate) springs: Vec<PointSpring<T>>,
}

impl<T: Real> Model<T> {
    /// Name of the mechanism.
    pub fn name(&self) -> &str {
        &self.structure.name
    }
    /// Name of the link that does not move.
    pub fn ground_name(&self) -> &str {
        &self.structure.ground
    }
    /// Number of coordinates q.
    pub fn nq(&self) -> usize {
        self.structure.nq
    }
    /// Number of speeds v: the degrees of freedom.
    pub fn nv(&self) -> usize {
        self.structure.nv
    }
    /// The moving links, parents first.
    pub fn links(&self) -> &[Link<T>] {
        &self.links
    }
    /// The links, to change their parameters (for example to differentiate with respect to a mass); the structure is fixed.
    pub fn links_mut(&mut self) -> &mut [Link<T>] {
        &mut self.links
    }
    /// The frames: the link frame of every link, that of the ground, then those of the description.
    pub fn frames(&self) -> &[Frame<T>] {
        &self.frames
    }
    /// The mass of all moving links, kg. Links fixed to the ground are part of the ground, here as in mass centre, momentum and energies.
    pub fn total_mass(&self) -> T {
        self.links.iter().filter(|link| link.moves).fold(T::zero(), |sum, link| sum + link.mass.mass)
    }
    /// Acceleration of gravity in ground axes, m/s².
    pub fn gravity(&self) -> Vec3<T> {
        self.gravity
    }
    /// The same model with another acceleration of gravity, m/s² in ground axes.
    pub fn with_gravity(mut self, gravity: Vec3<T>) -> Self {
        self.gravity = gravity;
        self
    }
    /// Names of the links, by number.
    pub fn link_names(&self) -> &[String] {
        &self.structure.link_names
    }
    /// Names of the joints, by the number of the link they move.
    pub fn joint_names(&self) -> &[String] {
        &self.structure.joint_names
    }
    /// Names of the frames.
    pub fn frame_names(&self) -> &[String] {
        &self.structure.frame_names
    }
    /// Motor, friction, spring and limits of the joint that moves a link.
    pub fn properties(&self, link: LinkId) -> &JointProperties {
        self.structure.properties.get(link.0).unwrap_or(&JointProperties::NONE)
    }
    /// Drag of a still medium on a link; centre and axis (a unit vector) are in the frame of [`Link`]. Like friction, drag is not
    /// part of inverse and forward dynamics; simulations add it.
    pub fn drag(&self, link: LinkId) -> Option<Drag> {
        self.structure.drag.get(link.0).copied().flatten()
    }
    /// The serial runs of links.
    pub fn modules(&self) -> &[Module] {
        &self.structure.modules
    }
    /// The closures: cut joints, couplings and all other constraints, which are not part of the spanning tree. Computations on
    /// the tree (all except `loops` of `denoc-dynamics`) ignore them.
    pub fn closures(&self) -> &[Closure<T>] {
        &self.closures
    }
    /// The closures, to change their parameters.
    pub fn closures_mut(&mut self) -> &mut [Closure<T>] {
        &mut self.closures
    }
    /// Whether the joint that moves a link leads from it, the parent in the description, to the link before it.
    pub fn is_reversed(&self, link: LinkId) -> bool {
        self.structure.reversed.contains(&link.0)
    }
    /// Names of the closures: of the cut joint, or of the constraint.
    pub fn closure_names(&self) -> &[String] {
        &self.structure.closure_names
    }
    /// The closure of this name.
    pub fn closure(&self, name: &str) -> Result<ClosureId, ModelError> {
        let names = &self.structure.closure_names;
        names.iter().position(|n| n == name).map(ClosureId).ok_or_else(|| ModelError::UnknownName {
            what: "closure",
            name: name.to_owned(),
            nearest: names::nearest(name, names.iter().map(String::as_str)),
        })
    }
    /// Motor, friction, spring and limits of a cut joint; `None` for other closures.
    pub fn closure_properties(&self, closure: ClosureId) -> Option<&JointProperties> {
        self.structure.closure_properties[closure.0].as_ref()
    }
    /// Whether a cut joint has a motor: only if one is listed.
    pub fn is_closure_actuated(&self, closure: ClosureId) -> bool {
        self.structure.closure_motors.contains_key(&closure.0)
    }
    /// Springs between points, in the order of the description. Like joint springs, they are not part of inverse and forward
    /// dynamics; simulations add their forces.
    pub fn point_springs(&self) -> &[PointSpring<T>] {
        &self.springs
    }
    /// The independent loops, one per closure.
    pub fn loops(&self) -> &[Loop] {
        &self.structure.loops
    }
    /// Groups of links that are connected by loops, parents first.
    pub fn clusters(&self) -> &[Cluster] {
        &self.structure.clusters
    }
    /// Implausible mass properties of the description.
    pub fn warnings(&self) -> &[Warning] {
        &self.structure.warnings
    }

    /// The warnings as text, one line for each rule ([`checks::fold`](crate::checks::fold)).
    pub fn warning_lines(&self) -> Vec<String> {
        crate::checks::fold(&self.structure.warnings)
    }
    /// Whether the joint that moves a link is actuated. If the description lists no motors, all joints are, except free ones:
    /// nothing drives a floating base.
    pub fn is_actuated(&self, link: LinkId) -> bool {
        match self.lists_motors() {
            true => self.structure.motors.contains_key(&link.0),
            false => !self.links[link.0].joint.is_free(),
        }
    }
    /// Whether the description lists motors.
    pub fn lists_motors(&self) -> bool {
        !(self.structure.motors.is_empty() && self.structure.closure_motors.is_empty())
    }
    /// The effort limit of the joint that moves a link, N m or N: the sum over its motors, or else that of the joint.
    pub fn effort_limit(&self, link: LinkId) -> Option<f64> {
        self.structure.motors.get(&link.0).copied().flatten().or(self.properties(link).effort_limit)
    }
    /// Named configurations, with all coordinates.
    pub fn configurations(&self) -> &[(String, Vec<f64>)] {
        &self.structure.configurations
    }
    /// The coordinates of the configuration of this name.
    pub fn configuration(&self, name: &str) -> Result<&[f64], ModelError> {
        let all = &self.structure.configurations;
        let found = all.iter().find(|(n, _)| n == name).map(|(_, q)| q.as_slice());
        found.ok_or_else(|| ModelError::UnknownConfiguration {
            name: name.to_owned(),
            hint: names::suggest("configuration", name, all.iter().map(|(n, _)| n.as_str())),
        })
    }
    /// The link of this name.
    pub fn link(&self, name: &str) -> Result<LinkId, ModelError> {
        lookup("link", name, &self.structure.link_index).map(LinkId)
    }
    /// The link moved by the joint of this name.
    pub fn joint(&self, name: &str) -> Result<LinkId, ModelError> {
        lookup("joint", name, &self.structure.joint_index).map(LinkId)
    }
    /// The frame of this name; the name of a link refers to its link frame.
    pub fn frame(&self, name: &str) -> Result<FrameId, ModelError> {
        let Structure { link_index, frame_index, .. } = &*self.structure;
        let found = frame_index.get(name).or(link_index.get(name)).copied();
        found.map(FrameId).ok_or_else(|| ModelError::UnknownName {
            what: "frame",
            name: name.to_owned(),
            nearest: names::nearest(name, frame_index.keys().chain(link_index.keys()).map(String::as_str)),
        })
    }
    /// The joint to which entry `index` of v belongs.
    pub fn joint_of_speed(&self, index: usize) -> LinkId {
        LinkId(self.links.partition_point(|l| l.v <= index).saturating_sub(1))
    }
}

impl Model<f64> {
    /// The same model with parameters of another number type.
    ///
    /// ```
    /// use denoc_math::{Dual, Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    /// let x = Vec3::new(1.0, 0.0, 0.0);
    /// let model = Description::new("pendulum")
    ///     .link("rod", MassProperties::rod(1.0, 0.5, x))
    ///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 1.0, 0.0)), Pose::identity())
    ///     .build()?;
    /// let mut dual = model.cast::<Dual<f64, 1>>();
    /// dual.links_mut()[0].mass.mass = Dual::variable(1.0, 0);
    /// # Ok::<(), denoc_model::ModelError>(())
    /// ```
    pub fn cast<U: Real>(&self) -> Model<U> {
        let links = self
            .links
            .iter()
            .map(|l| Link {
                parent: l.parent,
                placement: Pose::lift(l.placement),
                joint: l.joint.lift(),
                mass: l.mass.map(U::lift),
                rotor_inertia: U::lift(l.rotor_inertia),
                moves: l.moves,
                q: l.q,
                v: l.v,
                nq: l.nq,
                nv: l.nv,
            })
            .collect();
        let frames = self.frames.iter().map(|f| f.map(U::lift)).collect();
        let closures = self.closures.iter().map(|c| c.map(U::lift)).collect();
        let springs = self.springs.iter().map(PointSpring::lift).collect();
        Model {
            structure: Arc::clone(&self.structure),
            gravity: Vec3::lift(self.gravity),
            links,
            frames,
            closures,
            springs,
        }
    }
}

impl Model<f64> {
    pub(crate) fn coordinates_of(&self, configuration: &Configuration) -> Vec<f64> {
        let mut q = self.neutral();
        for (joint, values) in &configuration.joints {
            if let Some(&i) = self.structure.joint_index.get(joint) {
                let link = &self.links[i];
                q[link.q..link.q + link.nq].copy_from_slice(values);
            }
        }
        q
    }
}

fn lookup(what: &'static str, name: &str, index: &HashMap<String, usize>) -> Result<usize, ModelError> {
    index.get(name).copied().ok_or_else(|| ModelError::UnknownName {
        what,
        name: name.to_owned(),
        nearest: names::nearest(name, index.keys().map(String::as_str)),
    })
}
