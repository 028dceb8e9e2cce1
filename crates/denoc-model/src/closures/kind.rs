//! What every kind of closure supplies: two traits, implemented in the file of the kind.

use core::fmt;

use denoc_math::{Pose, Real, Vec3, Wrench};

use super::numbering::Numbering;
use super::part::Part;
use super::row::{Condition, Configured, Moving, Row};
use super::spec::PointSpec;
use crate::ModelError;
use crate::description::Description;
use crate::model::{Frame, LinkId, Model};
use crate::parameters::{Parameter, Values};

/// The contract between a closure and the recursions: links and joints are numbers, parameters may be any numbers.
pub trait ClosureKind<T: Real>: Sized {
    /// Its keyword: the name of its tables in model files.
    const KEYWORD: &'static str;
    /// Whether some of its conditions constrain speeds alone.
    const NONHOLONOMIC: bool = false;
    /// Whether it acts by forces through the origin of [`moving_frame`](Self::moving_frame), without a moment about it.
    const FORCE_ONLY: bool = false;

    /// The same kind of closure over other numbers.
    type Over<U: Real>: ClosureKind<U>;

    /// The same closure with every parameter converted.
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Self::Over<U>;

    /// The links it connects; `None` is the ground.
    fn links(&self) -> [Option<LinkId>; 2];

    /// The joints whose coordinates it relates, the follower first. `None` if it acts on links, by wrenches.
    fn bound_joints(&self) -> Option<[LinkId; 2]> {
        None
    }

    /// The two frames, or points, that it holds against each other.
    fn ends(&self) -> Option<[&Frame<T>; 2]> {
        None
    }

    /// A length that it keeps: that of a rod, the radius of a wheel.
    fn length(&self) -> Option<&T> {
        None
    }

    /// The frame in which its wrench on the second link is given; `None` if it has no wrench.
    fn moving_frame(&self) -> Option<Frame<T>> {
        None
    }

    /// What it exerts on its second link besides its rows, for these multipliers, in its moving frame. It must do no work in any motion of
    /// the joints of the tree: it changes reactions alone.
    fn idle(&self, _lambda: &[T]) -> Option<Wrench<T>> {
        None
    }

    /// How many degrees of freedom it removes from a mechanism that moves in one plane; `None` if that is not known.
    fn planar_conditions(&self) -> Option<i64> {
        None
    }

    /// The joints with factors whose sum of factor · coordinate it keeps constant; empty if it is not linear in coordinates.
    fn relation(&self) -> Vec<(LinkId, T)> {
        Vec::new()
    }

    /// What it connects, for tables.
    fn between(&self, model: &Model<T>) -> String {
        let [a, b] = self.links().map(|link| link_name(model, link));
        format!("{a} - {b}")
    }

    /// Its rows: how many, and what they measure.
    fn conditions(&self, model: &Model<T>) -> Vec<Condition>;

    /// Writes the wrenches of unit multipliers, or the factors of speeds.
    fn place(&self, at: Configured<'_, T>, rows: &mut [Row<T>]);

    /// Writes by how much each condition is violated, rad or m; zero for conditions on speeds alone.
    fn residuals(&self, at: Configured<'_, T>, out: &mut [T]);

    /// Writes d(J v)/dt; `rows` are placed.
    fn rates(&self, at: Configured<'_, T>, motion: Moving<'_, T>, rows: &[Row<T>], out: &mut [T]);
}

/// The name of a link; `None` is the ground.
pub(super) fn link_name<T: Real>(model: &Model<T>, link: Option<LinkId>) -> &str {
    link.map_or(model.ground_name(), |link| &model.link_names()[link.0])
}

/// A constraint as a description and model files have it: links and joints are names.
pub trait ConstraintDescription: Clone + fmt::Debug + PartialEq + Sized {
    /// The closure that it becomes.
    type Closure: ClosureKind<f64>;

    /// One sentence for tables and help, without a full stop.
    const SUMMARY: &'static str;
    /// Other names of it, which messages recognise.
    const SYNONYMS: &'static [&'static str] = &[];
    /// Its keys in a model file, besides `name`.
    const PARAMETERS: &'static [Parameter];
    /// Whether a part of it is fixed to the ground, so that no other link can become the base.
    const ON_GROUND: bool = false;

    /// The constraint with these values of [`PARAMETERS`](Self::PARAMETERS); `None` if one is missing.
    fn from_values(values: &Values) -> Option<Self>;

    /// The values that [`from_values`](Self::from_values) makes it from.
    fn values(&self) -> Values;

    /// Checks it against the description it is part of.
    fn check(&self, part: &Part<'_>) -> Result<(), ModelError>;

    /// Replaces names by numbers.
    fn number(&self, numbering: &Numbering<'_>) -> Result<Self::Closure, ModelError>;

    /// Everything of it that is fixed in links.
    fn attachments(&mut self) -> Vec<Attachment<'_>> {
        Vec::new()
    }

    /// Its two ends, if it holds two links like a rod.
    fn ends(&self) -> Option<[&PointSpec; 2]> {
        None
    }

    /// Whether nothing is left to constrain, after links became part of each other.
    fn is_void(&self, _ground: &str) -> bool {
        false
    }

    /// The joints whose coordinates it relates, the follower first.
    fn bound_joints(&self) -> Option<[&String; 2]> {
        None
    }

    /// The joints whose coordinates it needs, so that loops are cut elsewhere.
    fn tree_joints<'d>(&'d self, _d: &'d Description) -> Vec<&'d str> {
        self.bound_joints().into_iter().flatten().map(String::as_str).collect()
    }

    /// The coordinate of the follower for that of the other joint.
    fn follower(&self, _leader: f64) -> Option<f64> {
        None
    }

    /// A random constraint that a mechanism meets in this state; `None` if the state is not suitable.
    fn example(state: &mut ExampleState<'_>) -> Option<Self>;
}

/// What a constraint has fixed in one link.
#[derive(Debug)]
pub struct Attachment<'a> {
    /// The link.
    pub link: &'a mut String,
    /// Points in the link frame.
    pub points: Vec<&'a mut Vec3<f64>>,
    /// Directions in the link frame.
    pub directions: Vec<&'a mut Vec3<f64>>,
}

/// A state of a mechanism for which [`ConstraintDescription::example`] makes a constraint.
pub struct ExampleState<'a> {
    /// Two links with their poses; one may be the ground.
    pub links: [(String, Pose<f64>); 2],
    /// A moving link with its pose.
    pub moving: (String, Pose<f64>),
    /// Two joints of one coordinate with their coordinates, if there are two.
    pub joints: Option<[(String, f64); 2]>,
    /// Random numbers between −1 and 1.
    pub random: &'a mut dyn FnMut() -> f64,
}

impl ExampleState<'_> {
    /// A point within a distance of 0.3 m from the origin along every axis.
    pub fn point(&mut self) -> Vec3<f64> {
        let random = &mut *self.random;
        Vec3::new(random(), random(), random()).scale(0.3)
    }

    /// A random unit vector.
    pub fn direction(&mut self) -> Vec3<f64> {
        crate::joints::random_axis(self.random)
    }
}
