//! Ropes, chains and cables: series of equal links, added to a description.

mod arc;
mod check;
mod generate;
mod turn;
mod zero_pose;

use denoc_math::Vec3;

use crate::closures::PointSpec;
use crate::description::{Description, FrameSpec, Place};
use crate::{Joint, ModelError};

/// The type of a rope.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RopeKind {
    /// Ball joints, without resistance to bending and twisting.
    Rope,
    /// Universal joints: no resistance to bending, no relative twist of links. The pins at both ends of a link are parallel, and
    /// perpendicular to those of the next link, as in a real chain.
    Chain,
    /// Ball joints with springs against bending and twisting.
    Cable,
}

/// The joints between the links of a rope.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RopeJoint {
    /// Ball joints.
    Spherical,
    /// Universal joints with axes perpendicular to the links: no relative twist.
    Universal,
}

/// The mass of a rope.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum RopeMass {
    /// Total mass, kg.
    Total(f64),
    /// Mass per length, kg/m.
    PerLength(f64),
    /// Density of the material, kg/m³.
    Density(f64),
}

/// A rope, chain or cable of equal links, which [`Description::rope`] adds to a mechanism.
///
/// Links are solid cylinders along the z-axes of their link frames, `NAME_1` at its start to `NAME_n`; the joint `NAME_joint_i`
/// is at the near end of link i. Frames are `NAME_start`, `NAME_middle` and `NAME_end`. If it is tied at both ends, the joint
/// `NAME_tie` closes the loop. In the configuration `hung` it is an arc below both ends, or hangs down from one. A rope tied at one
/// end also has `straight`, with all its joints at zero; one tied at both has the arc also as `start`, the usual name of
/// a configuration in which loops are closed. Several ropes share these configurations.
///
/// ```
/// use denoc_math::Vec3;
/// use denoc_model::{Description, PointSpec, Rope, RopeMass};
///
/// let far = PointSpec { link: "ground".into(), position: Vec3::new(1.0, 0.0, 0.0) };
/// let rope = Rope { to: Some(far), ..Rope::new("rope", 10, 1.2, RopeMass::PerLength(0.05), 0.008) };
/// let model = Description::new("clothes line").rope(&rope)?.build()?;
/// assert_eq!((model.links().len(), model.nv(), model.closures().len()), (10, 30, 1));
/// assert_eq!(model.configuration("hung")?.len(), 40);
/// # Ok::<(), denoc_model::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rope {
    /// Name, the prefix of the names of its parts.
    pub name: String,
    /// Type.
    pub kind: RopeKind,
    /// Joints, if other than those of its type.
    pub joints: Option<RopeJoint>,
    /// Number of links, from 1 to 1,000,000.
    pub links: usize,
    /// Length from end to end, m.
    pub length: f64,
    /// Mass, without `end_mass`.
    pub mass: RopeMass,
    /// Diameter of the links, m.
    pub diameter: f64,
    /// E I of a cable, N m²: moment per curvature. Every joint gets E I / length of a link.
    pub bending_stiffness: f64,
    /// G J of a cable, N m²: moment per twist along its length.
    pub torsional_stiffness: f64,
    /// Moment per rate of curvature, N m² s.
    pub bending_damping: f64,
    /// Moment per rate of twist along its length, N m² s.
    pub torsional_damping: f64,
    /// Where it starts; `None` is the origin of the ground.
    pub from: Option<PointSpec>,
    /// Whether a cable is clamped at its start, pointing along `direction`: half a link bends there, so the first joint has the
    /// stiffness 2 E I / length of a link. Otherwise it is pinned there.
    pub clamped: bool,
    /// Where its end is tied, by a ball joint.
    pub to: Option<PointSpec>,
    /// Direction in which it lies with all joints at zero, in the axes of the link where it starts. `None`: towards its other end,
    /// or along gravity.
    pub direction: Option<Vec3<f64>>,
    /// Mass of a ball at its end, part of the last link, with twice the diameter of the rope, kg.
    pub end_mass: f64,
    /// Drag of a still medium per length, N s/m².
    pub drag: f64,
    /// Location in the source file.
    pub place: Option<Place>,
}

impl Rope {
    /// A rope that hangs from the origin of the ground.
    pub fn new(name: impl Into<String>, links: usize, length: f64, mass: RopeMass, diameter: f64) -> Self {
        Self {
            name: name.into(),
            kind: RopeKind::Rope,
            joints: None,
            links,
            length,
            mass,
            diameter,
            bending_stiffness: 0.0,
            torsional_stiffness: 0.0,
            bending_damping: 0.0,
            torsional_damping: 0.0,
            from: None,
            clamped: false,
            to: None,
            direction: None,
            end_mass: 0.0,
            drag: 0.0,
            place: None,
        }
    }

    /// A cable of this stiffness against bending (E I) and twisting (G J), N m².
    pub fn cable(mut self, bending_stiffness: f64, torsional_stiffness: f64) -> Self {
        self.kind = RopeKind::Cable;
        (self.bending_stiffness, self.torsional_stiffness) = (bending_stiffness, torsional_stiffness);
        self
    }

    /// A chain.
    pub fn chain(mut self) -> Self {
        self.kind = RopeKind::Chain;
        self
    }

    /// Its mass without `end_mass`, kg.
    pub fn total_mass(&self) -> f64 {
        let area = 0.25 * std::f64::consts::PI * self.diameter * self.diameter;
        match self.mass {
            RopeMass::Total(mass) => mass,
            RopeMass::PerLength(mass) => mass * self.length,
            RopeMass::Density(density) => density * area * self.length,
        }
    }

    /// The length of a link, m.
    pub fn link_length(&self) -> f64 {
        self.length / self.links as f64
    }

    /// The name of link `i`, from 0.
    pub fn link_name(&self, i: usize) -> String {
        format!("{}_{}", self.name, i + 1)
    }

    /// The name of the joint in front of link `i`, from 0.
    pub fn joint_name(&self, i: usize) -> String {
        format!("{}_joint_{}", self.name, i + 1)
    }

    /// The name of the joint that ties its end.
    pub fn tie_name(&self) -> String {
        format!("{}_tie", self.name)
    }

    /// Its frames: at its start, in its middle, at its end.
    pub fn frames(&self) -> [FrameSpec; 3] {
        let (n, length) = (self.links, self.link_length());
        let middle = if n.is_multiple_of(2) { 0.0 } else { 0.5 * length };
        [("start", 0, 0.0), ("middle", n / 2, middle), ("end", n.saturating_sub(1), length)].map(|(suffix, i, z)| {
            FrameSpec {
                name: format!("{}_{suffix}", self.name),
                link: self.link_name(i),
                pose: generate::along(z),
                place: self.place.clone(),
            }
        })
    }

    /// The joints between its links: `joints`, or those of its type.
    fn joint_kind(&self) -> RopeJoint {
        self.joints.unwrap_or(match self.kind {
            RopeKind::Rope | RopeKind::Cable => RopeJoint::Spherical,
            RopeKind::Chain => RopeJoint::Universal,
        })
    }

    /// The joint in front of link `i`, from 0.
    pub fn joint(&self, i: usize) -> Joint<f64> {
        let (x, y) = (Vec3::unit(0), Vec3::unit(1));
        match self.joint_kind() {
            RopeJoint::Spherical => Joint::spherical(),
            // the pins of a link are parallel: its second axis here is its first axis at the next joint
            RopeJoint::Universal if i.is_multiple_of(2) => Joint::universal(x, y),
            RopeJoint::Universal => Joint::universal(y, x),
        }
    }
}

impl Description {
    /// Adds a rope: its links, joints, frames and configurations. The links it is tied to, and the joints that carry them, must
    /// have been added before. Work and memory grow with the number of links.
    pub fn rope(mut self, rope: &Rope) -> Result<Self, ModelError> {
        generate::add(&mut self, rope)?;
        Ok(self)
    }
}
