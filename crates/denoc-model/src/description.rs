//! A mechanism as plain data: a graph whose nodes are links and whose edges are joints.

use core::fmt;

use denoc_math::{Pose, Vec3};

use crate::closures::{ConstraintKind, ConstraintSpec};
use crate::details::{ActuatorSpec, Configuration, ContactPoint, Coupling};
use crate::drag::Drag;
use crate::joints::Joint;
use crate::mass_properties::MassProperties;
use crate::point_spring::SpringSpec;
use crate::rotation_spring::RotationSpring;
use crate::shape::Shape;

/// A location in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// File name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkSpec {
    /// Unique name.
    pub name: String,
    /// Mass properties.
    pub mass: MassProperties,
    /// Shapes for display and collision. They do not affect dynamics.
    pub shapes: Vec<Shape>,
    /// Drag of a still medium.
    pub drag: Option<Drag>,
    /// Location in the source file; `None` if built in code.
    pub place: Option<Place>,
}

impl LinkSpec {
    /// A link without shapes.
    pub fn new(name: impl Into<String>, mass: MassProperties) -> Self {
        Self { name: name.into(), mass, shapes: Vec::new(), drag: None, place: None }
    }
}

/// Properties of a joint besides its geometry. In joints with several degrees of freedom they apply to each of them.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct JointProperties {
    /// Inertia of the motor's rotor, kg m² (kg for sliding joints). Its reflected value, ratio² · inertia, is part of the
    /// generalised inertia; gyroscopic effects of the spinning rotor are neglected.
    pub rotor_inertia: f64,
    /// Turns of the motor per turn of the joint.
    pub gear_ratio: f64,
    /// Viscous friction, N m s/rad (N s/m).
    pub viscous_friction: f64,
    /// Dry (Coulomb) friction, N m (N).
    pub dry_friction: f64,
    /// Stiffness of a spring towards `spring_rest`, N m/rad (N/m).
    pub spring_stiffness: f64,
    /// Coordinate at which the spring exerts no force, rad (m).
    pub spring_rest: f64,
    /// A rotation spring towards zero; spherical joints only.
    pub rotation_spring: Option<RotationSpring>,
    /// Lower and upper limit of the coordinate, rad (m).
    pub limits: Option<[f64; 2]>,
    /// Speed at which the joint leaves a stop at its limits over the speed at which it hit it, 0 to 1.
    pub restitution: f64,
    /// Largest speed, rad/s (m/s).
    pub velocity_limit: Option<f64>,
    /// Largest force or torque, N m (N).
    pub effort_limit: Option<f64>,
}

impl Default for JointProperties {
    fn default() -> Self {
        Self::NONE
    }
}

impl JointProperties {
    /// No motor, friction, spring or limit.
    pub const NONE: Self = Self {
        rotor_inertia: 0.0,
        gear_ratio: 1.0,
        viscous_friction: 0.0,
        dry_friction: 0.0,
        spring_stiffness: 0.0,
        spring_rest: 0.0,
        rotation_spring: None,
        limits: None,
        restitution: 0.0,
        velocity_limit: None,
        effort_limit: None,
    };

    /// Inertia of the rotor reflected to the joint: ratio² · inertia, kg m² (kg).
    pub fn reflected_inertia(&self) -> f64 {
        self.gear_ratio * self.gear_ratio * self.rotor_inertia
    }
}

/// A joint between two links.
#[derive(Clone, Debug, PartialEq)]
pub struct JointSpec {
    /// Unique name.
    pub name: String,
    /// The link on the side of the joint's fixed frame.
    pub parent: String,
    /// The link on the side of the moving frame.
    pub child: String,
    /// Joint type with its parameters, such as the axis.
    pub joint: Joint<f64>,
    /// The joint's fixed frame in the parent's link frame.
    pub origin: Pose<f64>,
    /// The joint's moving frame in the child's link frame.
    pub child_origin: Pose<f64>,
    /// Motor, friction, spring, limits.
    pub properties: JointProperties,
    /// Whether to cut a loop at this joint; the spanning tree is chosen among the other joints.
    pub cut: bool,
    /// Location in the source file; `None` if built in code.
    pub place: Option<Place>,
}

/// A named frame fixed in a link (a tool, a sensor, a point of interest).
#[derive(Clone, Debug, PartialEq)]
pub struct FrameSpec {
    /// Unique name.
    pub name: String,
    /// The link it is fixed in.
    pub link: String,
    /// Its pose in the link frame.
    pub pose: Pose<f64>,
    /// Location in the source file; `None` if built in code.
    pub place: Option<Place>,
}

/// A mechanism as plain data, built in code with the methods below or by a reader. [`Description::build`] turns it into a
/// [`crate::Model`].
///
/// ```
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// let z = Vec3::new(0.0, 0.0, 1.0);
/// let rod = MassProperties::rod(1.0, 0.5, Vec3::new(1.0, 0.0, 0.0));
/// let elbow = Pose::translation(Vec3::new(0.5, 0.0, 0.0));
/// let arm = Description::new("two rods")
///     .link("upper", rod)
///     .link("lower", rod)
///     .joint("shoulder", "ground", "upper", Joint::revolute(z), Pose::identity())
///     .joint("elbow", "upper", "lower", Joint::revolute(z), elbow)
///     .build()?;
/// assert_eq!(arm.nv(), 2);
/// # Ok::<(), denoc_model::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// Name of the mechanism.
    pub name: String,
    /// The link that does not move. It need not be listed in `links`.
    pub ground: String,
    /// Acceleration of gravity, m/s², in ground axes.
    pub gravity: Vec3<f64>,
    /// The links.
    pub links: Vec<LinkSpec>,
    /// The joints.
    pub joints: Vec<JointSpec>,
    /// The frames.
    pub frames: Vec<FrameSpec>,
    /// Named configurations, such as `home`.
    pub configurations: Vec<Configuration>,
    /// Couplings: joints that follow others.
    pub couplings: Vec<Coupling>,
    /// Rods, cams, rolling wheels.
    pub constraints: Vec<ConstraintSpec>,
    /// Springs between points.
    pub springs: Vec<SpringSpec>,
    /// Motors; if none is listed, every joint is actuated.
    pub actuators: Vec<ActuatorSpec>,
    /// Points that may contact the surroundings.
    pub contacts: Vec<ContactPoint>,
}

impl Description {
    /// An empty description: a ground link called "ground", and gravity 9.81 m/s² along −z.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ground: "ground".into(),
            gravity: Vec3::new(0.0, 0.0, -9.81),
            links: Vec::new(),
            joints: Vec::new(),
            frames: Vec::new(),
            configurations: Vec::new(),
            couplings: Vec::new(),
            constraints: Vec::new(),
            springs: Vec::new(),
            actuators: Vec::new(),
            contacts: Vec::new(),
        }
    }

    /// Sets gravity.
    pub fn gravity(mut self, gravity: Vec3<f64>) -> Self {
        self.gravity = gravity;
        self
    }

    /// Names the ground link.
    pub fn ground(mut self, name: impl Into<String>) -> Self {
        self.ground = name.into();
        self
    }

    /// Adds a link.
    pub fn link(mut self, name: impl Into<String>, mass: MassProperties) -> Self {
        self.links.push(LinkSpec::new(name, mass));
        self
    }

    /// Adds a shape to the link added last.
    pub fn shape(mut self, shape: Shape) -> Self {
        if let Some(link) = self.links.last_mut() {
            link.shapes.push(shape);
        }
        self
    }

    /// Sets the drag of the link added last.
    pub fn drag(mut self, drag: Drag) -> Self {
        if let Some(link) = self.links.last_mut() {
            link.drag = Some(drag);
        }
        self
    }

    /// Adds a joint whose moving frame is the child's link frame; `origin` is its pose in the parent at zero.
    pub fn joint(
        mut self,
        name: impl Into<String>,
        parent: impl Into<String>,
        child: impl Into<String>,
        joint: Joint<f64>,
        origin: Pose<f64>,
    ) -> Self {
        self.joints.push(JointSpec {
            name: name.into(),
            parent: parent.into(),
            child: child.into(),
            joint,
            origin,
            child_origin: Pose::identity(),
            properties: JointProperties::default(),
            cut: false,
            place: None,
        });
        self
    }

    /// Sets the properties of the joint added last.
    pub fn properties(mut self, properties: JointProperties) -> Self {
        if let Some(joint) = self.joints.last_mut() {
            joint.properties = properties;
        }
        self
    }

    /// Sets the moving frame of the joint added last, in the child's link frame (default: the link frame itself).
    pub fn child_origin(mut self, origin: Pose<f64>) -> Self {
        if let Some(joint) = self.joints.last_mut() {
            joint.child_origin = origin;
        }
        self
    }

    /// Cuts the loop at the joint added last.
    pub fn cut(mut self) -> Self {
        if let Some(joint) = self.joints.last_mut() {
            joint.cut = true;
        }
        self
    }

    /// Adds a constraint.
    pub fn constraint(mut self, name: impl Into<String>, kind: impl Into<ConstraintKind>) -> Self {
        self.constraints.push(ConstraintSpec { name: name.into(), kind: kind.into(), place: None });
        self
    }

    /// Couples a joint to another: its coordinate is ratio · other + offset.
    pub fn coupling(mut self, joint: impl Into<String>, follows: impl Into<String>, ratio: f64, offset: f64) -> Self {
        let (joint, follows) = (joint.into(), follows.into());
        self.couplings.push(Coupling { joint, follows, ratio, offset, enforced: true, place: None });
        self
    }

    /// Adds a motor to a joint. If motors are listed, joints without one are passive.
    pub fn actuator(mut self, name: impl Into<String>, joint: impl Into<String>) -> Self {
        let (name, joint) = (name.into(), joint.into());
        self.actuators.push(ActuatorSpec { name, joint, effort_limit: None, place: None });
        self
    }

    /// Adds a frame fixed in a link.
    pub fn frame(mut self, name: impl Into<String>, link: impl Into<String>, pose: Pose<f64>) -> Self {
        self.frames.push(FrameSpec { name: name.into(), link: link.into(), pose, place: None });
        self
    }

    /// Adds a named configuration; joints that are not listed are at zero.
    pub fn configuration(mut self, name: impl Into<String>, joints: &[(&str, &[f64])]) -> Self {
        let joints = joints.iter().map(|&(joint, q)| (joint.to_owned(), q.to_vec())).collect();
        self.configurations.push(Configuration { name: name.into(), joints, place: None });
        self
    }

    /// Makes the ground link a floating base: a free joint called `floating_base` connects it to a new ground called "world"
    /// (underscores are appended if a link of that name, or a joint of that name that is not free, exists). Everything fixed to
    /// the old ground moves with it; planes on which wheels roll stay in the world.
    pub fn floating(self) -> Self {
        self.on_base("floating_base", Joint::free(), Joint::is_free)
    }

    /// Fixes the ground link to a new ground called "world": a single body, which has no joint, becomes a mechanism that stands still.
    ///
    /// ```
    /// use denoc_model::{Description, MassProperties};
    /// let stone = Description::new("stone").ground("stone").link("stone", MassProperties::sphere(1.0, 0.1));
    /// assert!(stone.build().is_err());
    /// let model = stone.held().build()?;
    /// assert_eq!((model.ground_name(), model.links().len(), model.nv()), ("world", 1, 0));
    /// # Ok::<(), denoc_model::ModelError>(())
    /// ```
    pub fn held(self) -> Self {
        self.on_base("fixed_base", Joint::fixed(), Joint::is_fixed)
    }

    /// Connects the ground link to a new ground. Another joint may have the name only if it is `alike`.
    fn on_base(mut self, name: &str, joint: Joint<f64>, alike: fn(&Joint<f64>) -> bool) -> Self {
        let mut name = name.to_owned();
        while self.joints.iter().any(|j| j.name == name && !alike(&j.joint)) {
            name.push('_');
        }
        let mut world = String::from("world");
        while world == self.ground || self.links.iter().any(|l| l.name == world) {
            world.push('_');
        }
        let base = core::mem::replace(&mut self.ground, world.clone());
        if !self.links.iter().any(|l| l.name == base) {
            self.links.insert(0, LinkSpec::new(base.clone(), MassProperties::none()));
        }
        let first = JointSpec {
            name,
            parent: world,
            child: base,
            joint,
            origin: Pose::identity(),
            child_origin: Pose::identity(),
            properties: JointProperties::default(),
            cut: false,
            place: None,
        };
        self.joints.insert(0, first);
        self
    }

    /// Makes another link the base. Joints on the path to it are traversed in the other direction; their coordinates keep their
    /// meaning, as do couplings, cams, motors and configurations. Gravity is then given in the axes of the new base.
    /// A mechanism with constraints that are fixed to the old base, such as wheels that roll on it, is refused.
    pub fn change_base(mut self, link: &str) -> Result<Self, crate::ModelError> {
        self.find_link(link)?;
        let on_ground = self.constraints.iter().find(|c| c.kind.is_on_ground());
        if let Some(constraint) = on_ground.filter(|_| link != self.ground) {
            return Err(crate::ModelError::FixedToGround {
                kind: constraint.kind.keyword(),
                name: constraint.name.clone(),
                ground: self.ground.clone(),
                link: link.to_owned(),
                place: constraint.place.clone(),
            });
        }
        let old = core::mem::replace(&mut self.ground, link.to_owned());
        if !self.links.iter().any(|l| l.name == old) {
            self.links.push(LinkSpec::new(old, MassProperties::none()));
        }
        Ok(self)
    }

    /// A copy without source locations: equal for equal mechanisms, wherever their files are.
    pub fn without_places(mut self) -> Self {
        self.links.iter_mut().for_each(|x| x.place = None);
        self.joints.iter_mut().for_each(|x| x.place = None);
        self.frames.iter_mut().for_each(|x| x.place = None);
        self.configurations.iter_mut().for_each(|x| x.place = None);
        self.couplings.iter_mut().for_each(|x| x.place = None);
        self.constraints.iter_mut().for_each(|x| x.place = None);
        self.springs.iter_mut().for_each(|x| x.place = None);
        self.actuators.iter_mut().for_each(|x| x.place = None);
        self.contacts.iter_mut().for_each(|x| x.place = None);
        self
    }

    fn find_link(&self, name: &str) -> Result<(), crate::ModelError> {
        if name == self.ground || self.links.iter().any(|l| l.name == name) {
            return Ok(());
        }
        Err(crate::ModelError::UnknownName {
            what: "link",
            name: name.to_owned(),
            nearest: crate::names::nearest(name, self.links.iter().map(|l| l.name.as_str())),
        })
    }
}
