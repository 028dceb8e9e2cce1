//! The numbered, immutable model that the recursions work on.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use denoc_math::{Pose, Real, RigidMass, Vec3};

use crate::checks::{self, Warning};
use crate::closure::{Closure, ClosureId, PointSpring};
use crate::constraints;
use crate::description::{Description, JointProperties};
use crate::details::Configuration;
use crate::drag::Drag;
use crate::joints::Joint;
use crate::places::{Places, motors};
use crate::topology::{self, Cluster, Loop};
use crate::{ModelError, details, names, size};

/// The number of a moving link, and of the joint that moves it. Links are numbered outward: a parent comes before its
/// children.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkId(pub usize);

/// The number of a named frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameId(pub usize);

/// A moving link with its joint. The link frame sits at the joint origin O and moves with the link.
#[derive(Clone, Debug, PartialEq)]
pub struct Link<T> {
    /// The link it hangs on; `None` is the ground.
    pub parent: Option<LinkId>,
    /// The joint's fixed frame in the parent's link frame.
    pub placement: Pose<T>,
    /// The joint.
    pub joint: Joint<T>,
    /// Mass about the link frame's origin, in link axes.
    pub mass: RigidMass<T>,
    /// Reflected inertia of the motor, added to the diagonal of the generalised inertia matrix.
    pub rotor_inertia: T,
    /// Whether it can move: fixed joints all the way to the ground make a link part of the ground.
    pub moves: bool,
    /// First entry in q.
    pub q: usize,
    /// First entry in v.
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

/// A serial run of links, without branches inside [Saha13 section 3].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// First link.
    pub first: usize,
    /// One past the last link.
    pub end: usize,
    /// The module it hangs on.
    pub parent: Option<usize>,
}

/// What does not depend on the number type: names, sizes, structure.
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
    /// Empty if no joint has any: a long chain need not carry them.
    pub(crate) properties: Vec<JointProperties>,
    /// Up to the last link that has any.
    pub(crate) drag: Vec<Option<Drag>>,
    pub(crate) modules: Vec<Module>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) configurations: Vec<(String, Vec<f64>)>,
    pub(crate) closure_names: Vec<String>,
    /// Properties of the joints where loops are cut.
    pub(crate) closure_properties: Vec<Option<JointProperties>>,
    pub(crate) loops: Vec<Loop>,
    pub(crate) clusters: Vec<Cluster>,
    /// Links whose joints have motors, with their limits; empty where none are listed.
    pub(crate) motors: HashMap<usize, Option<f64>>,
    /// Joints where loops are cut that have motors, with their limits.
    pub(crate) closure_motors: HashMap<usize, Option<f64>>,
    pub(crate) nq: usize,
    pub(crate) nv: usize,
}

/// A mechanism ready for computation: immutable, shareable between threads, generic over its numbers so that its
/// parameters can be differentiated.
#[derive(Clone, Debug)]
pub struct Model<T = f64> {
    pub(crate) structure: Arc<Structure>,
    pub(crate) gravity: Vec3<T>,
    pub(crate) links: Vec<Link<T>>,
    pub(crate) frames: Vec<Frame<T>>,
    pub(crate) closures: Vec<Closure<T>>,
    pub(crate) springs: Vec<PointSpring<T>>,
}

impl Description {
    /// Checks the description and numbers its links. Doubtful mass properties become [`Model::warnings`].
    pub fn build(&self) -> Result<Model, ModelError> {
        let mut warnings = Vec::new();
        for link in &self.links {
            // the ground's own mass never moves
            if link.name != self.ground {
                warnings.extend(checks::link(link)?);
            }
        }
        for joint in &self.joints {
            checks::joint(joint)?;
        }
        checks::frames_and_gravity(self)?;
        details::check(self)?;
        constraints::check(self)?;
        let tree = topology::walk(self)?;
        let steps = &tree.steps;
        // thin bodies welded to others are no reason to worry: only the whole moves
        let welded: HashSet<&str> = steps
            .iter()
            .filter(|s| self.joints[s.joint].joint.v_units().is_empty())
            .map(|s| if s.reversed { &self.joints[s.joint].parent } else { &self.joints[s.joint].child })
            .map(String::as_str)
            .collect();
        warnings.retain(|w: &Warning| w.rule != checks::Rule::ZeroMoment || !welded.contains(w.link.as_str()));
        let said: HashSet<String> = warnings.iter().map(|w| w.link.clone()).collect();
        let welded_or_said = |w: &Warning| welded.contains(w.link.as_str()) || said.contains(&w.link);
        warnings.extend(size::warnings(self).into_iter().filter(|w| !welded_or_said(w)));
        number(self, &tree, warnings)
    }

    /// Like [`Description::build`], with warnings as errors.
    pub fn build_strict(&self) -> Result<Model, ModelError> {
        let model = self.build()?;
        match model.warnings().first() {
            None => Ok(model),
            Some(warning) => Err(ModelError::Doubtful(warning.clone())),
        }
    }
}

fn number(d: &Description, tree: &topology::Tree, warnings: Vec<Warning>) -> Result<Model, ModelError> {
    let spec_of: HashMap<&str, usize> = d.links.iter().enumerate().map(|(i, l)| (l.name.as_str(), i)).collect();
    let mut links: Vec<Link<f64>> = Vec::with_capacity(tree.steps.len());
    // pose of the user's link frame in our link frame (at the joint)
    let mut own_frame: Vec<Pose<f64>> = Vec::with_capacity(tree.steps.len());
    let (mut link_names, mut joint_names, mut properties, mut drag) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut q, mut v) = (0, 0);
    for step in &tree.steps {
        let spec = &d.joints[step.joint];
        let (near, far, joint, child) = if step.reversed {
            (spec.child_origin, spec.origin, spec.joint.reversed(), &spec.parent)
        } else {
            (spec.origin, spec.child_origin, spec.joint.clone(), &spec.child)
        };
        let base = step.parent.map_or(Pose::identity(), |p| own_frame[p]);
        let own = far.inverse();
        let mass = spec_of.get(child.as_str()).map_or(RigidMass::zero(), |&i| {
            let m = &d.links[i].mass;
            RigidMass::from_center(m.mass, m.center, m.inertia).to_parent(own)
        });
        let (nq, nv) = (joint.q_units().len(), joint.v_units().len());
        links.push(Link {
            parent: step.parent.map(LinkId),
            placement: base * near,
            joint,
            mass,
            rotor_inertia: spec.properties.reflected_inertia(),
            moves: nv > 0 || step.parent.is_some_and(|p| links[p].moves),
            q,
            v,
            nq,
            nv,
        });
        own_frame.push(own);
        (q, v) = (q + nq, v + nv);
        link_names.push(child.clone());
        joint_names.push(spec.name.clone());
        if let Some(own_drag) = spec_of.get(child.as_str()).and_then(|&i| d.links[i].drag) {
            drag.resize(link_names.len(), None);
            drag[link_names.len() - 1] = Some(own_drag.to_parent(own));
        }
        if spec.properties != JointProperties::NONE || !properties.is_empty() {
            properties.resize(link_names.len(), JointProperties::NONE);
            properties[link_names.len() - 1] = spec.properties;
        }
    }

    let index = |names: &[String]| names.iter().cloned().enumerate().map(|(i, n)| (n, i)).collect::<HashMap<_, _>>();
    let link_index = index(&link_names);
    let mut frames: Vec<Frame<f64>> =
        own_frame.iter().enumerate().map(|(i, &pose)| Frame { link: Some(LinkId(i)), pose }).collect();
    let mut frame_names = link_names.clone();
    frames.push(Frame { link: None, pose: Pose::identity() });
    frame_names.push(d.ground.clone());
    for frame in &d.frames {
        let link = link_index.get(&frame.link).map(|&i| LinkId(i));
        let base = link.map_or(Pose::identity(), |l| own_frame[l.0]);
        frames.push(Frame { link, pose: base * frame.pose });
        frame_names.push(frame.name.clone());
    }

    let modules = modules(&links);
    let joint_index = index(&joint_names);
    let places = Places { d, links: &link_index, joints: &joint_index, own_frame: &own_frame };
    let (closure_names, closures) = places.closures(&tree.cuts)?;
    let springs = places.springs();
    // of long chains these are large
    drop((own_frame, spec_of));
    let cut_of = |name: &String| d.joints.iter().find(|j| j.name == *name).map(|j| j.properties);
    let closure_properties = closure_names.iter().map(cut_of).collect();
    let loops = topology::loops(&links, &closures);
    let clusters = topology::clusters(&links, &loops);
    let (motors, closure_motors) = (motors(d, &joint_names), motors(d, &closure_names));
    let structure = Structure {
        name: d.name.clone(),
        ground: d.ground.clone(),
        link_index,
        joint_index,
        frame_index: frame_names[links.len()..].iter().cloned().zip(links.len()..).collect(),
        link_names,
        joint_names,
        frame_names,
        properties,
        drag,
        modules,
        warnings,
        configurations: Vec::new(),
        closure_names,
        closure_properties,
        loops,
        clusters,
        motors,
        closure_motors,
        nq: q,
        nv: v,
    };
    let mut model = Model { structure: Arc::new(structure), gravity: d.gravity, links, frames, closures, springs };
    let configurations = d.configurations.iter().map(|c| (c.name.clone(), model.coordinates_of(c))).collect();
    if let Some(structure) = Arc::get_mut(&mut model.structure) {
        structure.configurations = configurations;
    }
    Ok(model)
}

/// Splits the tree into serial runs.
fn modules(links: &[Link<f64>]) -> Vec<Module> {
    let mut children = vec![0usize; links.len()];
    for link in links {
        if let Some(LinkId(p)) = link.parent {
            children[p] += 1;
        }
    }
    let mut modules: Vec<Module> = Vec::new();
    let mut of_link: Vec<usize> = Vec::with_capacity(links.len());
    for (i, link) in links.iter().enumerate() {
        match link.parent {
            Some(LinkId(p)) if children[p] == 1 => modules[of_link[p]].end = i + 1,
            parent => modules.push(Module { first: i, end: i + 1, parent: parent.map(|LinkId(p)| of_link[p]) }),
        }
        of_link.push(match link.parent {
            Some(LinkId(p)) if children[p] == 1 => of_link[p],
            _ => modules.len() - 1,
        });
    }
    modules
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
    /// The links, to change their numbers (to differentiate with respect to a mass, say); the structure stays.
    pub fn links_mut(&mut self) -> &mut [Link<T>] {
        &mut self.links
    }
    /// The frames: one of every link (its own link frame), the ground's, then those of the description.
    pub fn frames(&self) -> &[Frame<T>] {
        &self.frames
    }
    /// Acceleration of gravity in ground axes.
    pub fn gravity(&self) -> Vec3<T> {
        self.gravity
    }
    /// The same model in another field of gravity.
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
    /// How a still medium resists the motion of a link, its centre and axis (a unit vector) in the frame of [`Link`]. Like friction
    /// it is no part of inverse and forward dynamics; a simulation adds it.
    pub fn drag(&self, link: LinkId) -> Option<Drag> {
        self.structure.drag.get(link.0).copied().flatten()
    }
    /// The serial runs of links.
    pub fn modules(&self) -> &[Module] {
        &self.structure.modules
    }
    /// What the spanning tree leaves out: joints where loops are cut, couplings, and all other constraints. Computations on the
    /// tree (everything but the `loops` of `denoc-dynamics`) do not see them.
    pub fn closures(&self) -> &[Closure<T>] {
        &self.closures
    }
    /// The closures, to change their numbers.
    pub fn closures_mut(&mut self) -> &mut [Closure<T>] {
        &mut self.closures
    }
    /// Names of the closures: of the joint that is cut, or of the constraint.
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
    /// Motor, friction, spring and limits of a joint where a loop is cut; `None` for other closures.
    pub fn closure_properties(&self, closure: ClosureId) -> Option<&JointProperties> {
        self.structure.closure_properties[closure.0].as_ref()
    }
    /// Whether a joint where a loop is cut has a motor: only if one is listed.
    pub fn is_closure_actuated(&self, closure: ClosureId) -> bool {
        self.structure.closure_motors.contains_key(&closure.0)
    }
    /// Springs between points, in the order of the description. Like the springs of joints they are no part of inverse and
    /// forward dynamics; a simulation adds their forces.
    pub fn point_springs(&self) -> &[PointSpring<T>] {
        &self.springs
    }
    /// The independent loops, one per closure.
    pub fn loops(&self) -> &[Loop] {
        &self.structure.loops
    }
    /// Groups of links that loops tie together, parents first.
    pub fn clusters(&self) -> &[Cluster] {
        &self.structure.clusters
    }
    /// What is doubtful about the description.
    pub fn warnings(&self) -> &[Warning] {
        &self.structure.warnings
    }
    /// Whether the joint that moves a link has a motor. Where the description lists none, all joints have one but free ones:
    /// nothing holds a floating base.
    pub fn is_actuated(&self, link: LinkId) -> bool {
        match self.lists_motors() {
            true => self.structure.motors.contains_key(&link.0),
            false => !matches!(self.links[link.0].joint, Joint::Free(_)),
        }
    }
    /// Whether the description lists motors.
    pub fn lists_motors(&self) -> bool {
        !(self.structure.motors.is_empty() && self.structure.closure_motors.is_empty())
    }
    /// The largest force of the joint that moves a link: that of its motors together, else of the joint itself.
    pub fn effort_limit(&self, link: LinkId) -> Option<f64> {
        self.structure.motors.get(&link.0).copied().flatten().or(self.properties(link).effort_limit)
    }
    /// Named coordinates, complete.
    pub fn configurations(&self) -> &[(String, Vec<f64>)] {
        &self.structure.configurations
    }
    /// The coordinates of this name.
    pub fn configuration(&self, name: &str) -> Result<&[f64], ModelError> {
        let all = &self.structure.configurations;
        all.iter().find(|(n, _)| n == name).map(|(_, q)| q.as_slice()).ok_or_else(|| ModelError::UnknownName {
            what: "configuration",
            name: name.to_owned(),
            nearest: names::nearest(name, all.iter().map(|(n, _)| n.as_str())),
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
    /// The frame of this name (a link's name is its link frame).
    pub fn frame(&self, name: &str) -> Result<FrameId, ModelError> {
        let Structure { link_index, frame_index, .. } = &*self.structure;
        let found = frame_index.get(name).or(link_index.get(name)).copied();
        found.map(FrameId).ok_or_else(|| ModelError::UnknownName {
            what: "frame",
            name: name.to_owned(),
            nearest: names::nearest(name, frame_index.keys().chain(link_index.keys()).map(String::as_str)),
        })
    }
    /// The number of the joint that v-entry `index` belongs to.
    pub fn joint_of_speed(&self, index: usize) -> LinkId {
        LinkId(self.links.partition_point(|l| l.v <= index).saturating_sub(1))
    }
}

impl Model<f64> {
    /// The same model with parameters as numbers of another computation.
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
        let frames = self.frames.iter().map(|f| Frame { link: f.link, pose: Pose::lift(f.pose) }).collect();
        let closures = self.closures.iter().map(Closure::lift).collect();
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
    fn coordinates_of(&self, configuration: &Configuration) -> Vec<f64> {
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
