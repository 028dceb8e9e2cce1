//! Closures: what the spanning tree leaves out. Joints where loops are cut, and constraints, one file each and one line each in
//! the registry below.
//!
//! A closure supplies rows: scalar conditions ([`Row`]) with their residuals and rates (the contract, [`ClosureKind`]). The
//! recursions see these rows and nothing else. What files contain about a constraint is in [`ConstraintDescription`].

use denoc_math::{Real, Wrench};

mod couplings;
mod cut_joint;
mod kind;
mod mesh;
mod numbering;
mod part;
mod row;
mod spec;
mod teeth;
mod wheel_axis;

pub use couplings::{Couplings, Follower};
pub use cut_joint::CutJoint;
pub use kind::{Attachment, ClosureKind, ConstraintDescription, ExampleState};
pub use numbering::Numbering;
pub(crate) use numbering::number;
pub use part::Part;
pub use row::{Condition, Configured, Moving, Row};
pub(crate) use spec::check;
pub use spec::{ConstraintSpec, PointSpec};
pub use teeth::{Hub, Wheel, clashing_teeth, meshed, wheels};

use crate::ModelError;
use crate::description::Description;
use crate::joints::Joint;
use crate::model::{Frame, LinkId, Model};
use crate::parameters::{Parameter, Values};

/// The number of a closure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClosureId(pub usize);

/// One entry of the registry.
#[derive(Copy, Clone, Debug)]
pub struct ConstraintInfo {
    /// The name of its tables in model files.
    pub keyword: &'static str,
    /// One sentence for tables and help, without a full stop.
    pub summary: &'static str,
    /// Other names of it, which messages recognise.
    pub synonyms: &'static [&'static str],
    /// Its keys in a model file, besides `name`.
    pub parameters: &'static [Parameter],
    /// The constraint with these values of its parameters; `None` if one is missing.
    pub from_values: fn(&Values) -> Option<ConstraintKind>,
    /// A random constraint that a mechanism meets in this state; `None` if the state is not suitable.
    pub example: fn(&mut ExampleState<'_>) -> Option<ConstraintKind>,
}

macro_rules! registry {
    (
        numbered { $($plain_module:ident :: $plain:ident),* $(,)? }
        described { $($module:ident :: $kind:ident from $spec:ident),* $(,)? }
    ) => {
        $(mod $plain_module; pub use $plain_module::$plain;)*
        $(mod $module; pub use $module::{$kind, $spec};)*

        /// A numbered constraint of any kind.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs)] // each variant carries the documented type of the same name
        pub enum Constraint<T> {
            $($plain($plain<T>),)*
            $($kind($kind<T>),)*
        }

        /// A constraint of any kind as a description has it, with links and joints by name.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs)] // each variant carries the documented type of the same name
        pub enum ConstraintKind {
            $($kind($spec),)*
        }

        /// Every kind of constraint that a description can list.
        pub const CONSTRAINTS: &[ConstraintInfo] = &[$(ConstraintInfo {
            keyword: <$kind<f64> as ClosureKind<f64>>::KEYWORD,
            summary: <$spec as ConstraintDescription>::SUMMARY,
            synonyms: <$spec as ConstraintDescription>::SYNONYMS,
            parameters: <$spec as ConstraintDescription>::PARAMETERS,
            from_values: |values| $spec::from_values(values).map(ConstraintKind::$kind),
            example: |state| $spec::example(state).map(ConstraintKind::$kind),
        },)*];

        $(impl From<$spec> for ConstraintKind {
            fn from(spec: $spec) -> Self {
                Self::$kind(spec)
            }
        })*

        /// Runs an expression with the closure of any kind.
        macro_rules! with_kind {
            ($constraint:expr, $closure:ident => $run:expr) => {
                match $constraint {
                    $(Constraint::$plain($closure) => $run,)*
                    $(Constraint::$kind($closure) => $run,)*
                }
            };
        }

        /// Runs an expression with the description of any kind.
        macro_rules! with_spec {
            ($constraint:expr, $spec_name:ident => $run:expr) => {
                match $constraint { $(ConstraintKind::$kind($spec_name) => $run,)* }
            };
        }

        impl<T: Real> Constraint<T> {
            fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Constraint<U> {
                match self {
                    $(Self::$plain(c) => Constraint::$plain(c.map(number)),)*
                    $(Self::$kind(c) => Constraint::$kind(c.map(number)),)*
                }
            }
            /// Its keyword.
            pub fn keyword(&self) -> &'static str {
                match self {
                    $(Self::$plain(_) => <$plain<T> as ClosureKind<T>>::KEYWORD,)*
                    $(Self::$kind(_) => <$kind<T> as ClosureKind<T>>::KEYWORD,)*
                }
            }
            fn is_nonholonomic(&self) -> bool {
                match self {
                    $(Self::$plain(_) => <$plain<T> as ClosureKind<T>>::NONHOLONOMIC,)*
                    $(Self::$kind(_) => <$kind<T> as ClosureKind<T>>::NONHOLONOMIC,)*
                }
            }
            /// Whether it acts by forces through the origin of its moving frame, without a moment about it.
            pub fn is_force_only(&self) -> bool {
                match self {
                    $(Self::$plain(_) => <$plain<T> as ClosureKind<T>>::FORCE_ONLY,)*
                    $(Self::$kind(_) => <$kind<T> as ClosureKind<T>>::FORCE_ONLY,)*
                }
            }
        }

        impl ConstraintKind {
            /// Its keyword: the name of its tables in model files.
            pub fn keyword(&self) -> &'static str {
                match self { $(Self::$kind(_) => <$kind<f64> as ClosureKind<f64>>::KEYWORD,)* }
            }
            /// Whether a part of it is fixed to the ground.
            pub(crate) fn is_on_ground(&self) -> bool {
                match self { $(Self::$kind(_) => <$spec as ConstraintDescription>::ON_GROUND,)* }
            }
            pub(crate) fn number(&self, numbering: &Numbering<'_>) -> Result<Constraint<f64>, ModelError> {
                match self { $(Self::$kind(spec) => spec.number(numbering).map(Constraint::$kind),)* }
            }
        }
    };
}

registry! {
    // made from `Description::couplings`
    numbered {
        coupling::LinearCoupling,
    }
    described {
        distance::Distance from DistanceSpec,
        cam::Cam from CamSpec,
        rolling::Rolling from RollingSpec,
        gear::Gear from GearSpec,
    }
}

impl<T: Real> Constraint<T> {
    /// What each of its rows measures.
    pub fn conditions(&self, model: &Model<T>) -> Vec<Condition> {
        with_kind!(self, c => c.conditions(model))
    }

    /// Writes the wrenches of unit multipliers, or the factors of speeds.
    #[inline]
    pub fn place(&self, at: Configured<'_, T>, rows: &mut [Row<T>]) {
        with_kind!(self, c => c.place(at, rows));
    }

    /// Writes by how much each condition is violated, rad or m; zero for conditions on speeds alone.
    pub fn residuals(&self, at: Configured<'_, T>, out: &mut [T]) {
        with_kind!(self, c => c.residuals(at, out));
    }

    /// Writes d(J v)/dt; `rows` are placed.
    #[inline]
    pub fn rates(&self, at: Configured<'_, T>, motion: Moving<'_, T>, rows: &[Row<T>], out: &mut [T]) {
        with_kind!(self, c => c.rates(at, motion, rows, out));
    }

    /// The joints with factors whose sum of factor · coordinate it keeps constant; empty if it is not linear in coordinates.
    pub fn relation(&self) -> Vec<(LinkId, T)> {
        with_kind!(self, c => c.relation())
    }

    /// What it exerts on its second link besides its rows, for these multipliers, in its moving frame; it does no work.
    pub fn idle(&self, lambda: &[T]) -> Option<Wrench<T>> {
        with_kind!(self, c => c.idle(lambda))
    }
}

impl ConstraintKind {
    /// Its entry in the registry.
    pub fn info(&self) -> &'static ConstraintInfo {
        // every variant has one
        ConstraintInfo::find(self.keyword()).unwrap_or(&CONSTRAINTS[0])
    }

    /// The values of its parameters.
    pub fn values(&self) -> Values {
        with_spec!(self, c => c.values())
    }

    /// Everything of it that is fixed in links.
    pub fn attachments(&mut self) -> Vec<Attachment<'_>> {
        with_spec!(self, c => c.attachments())
    }

    /// Its two ends, if it holds two links like a rod.
    pub fn ends(&self) -> Option<[&PointSpec; 2]> {
        with_spec!(self, c => c.ends())
    }

    /// The joints whose coordinates it relates, the follower first.
    pub fn bound_joints(&self) -> Option<[&String; 2]> {
        with_spec!(self, c => c.bound_joints())
    }

    /// The joints whose coordinates it needs.
    pub(crate) fn tree_joints<'d>(&'d self, d: &'d Description) -> Vec<&'d str> {
        with_spec!(self, c => c.tree_joints(d))
    }

    /// The coordinate of the follower for that of the other joint.
    pub(crate) fn follower(&self, leader: f64) -> Option<f64> {
        with_spec!(self, c => c.follower(leader))
    }

    /// Whether nothing is left to constrain, after links became part of each other.
    pub(crate) fn is_void(&self, ground: &str) -> bool {
        with_spec!(self, c => c.is_void(ground))
    }

    pub(crate) fn check(&self, part: &Part<'_>) -> Result<(), ModelError> {
        with_spec!(self, c => c.check(part))
    }
}

/// What the spanning tree leaves out.
#[derive(Clone, Debug, PartialEq)]
pub enum Closure<T> {
    /// A joint where a loop is cut.
    Joint(CutJoint<T>),
    /// A constraint of a registered kind.
    Constraint(Constraint<T>),
}

impl<T: Real> Closure<T> {
    pub(crate) fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Closure<U> {
        match self {
            Self::Joint(cut) => Closure::Joint(cut.map(number)),
            Self::Constraint(c) => Closure::Constraint(c.map(number)),
        }
    }

    /// Its keyword: that of the joint, or of the constraint.
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::Joint(cut) => cut.joint.keyword(),
            Self::Constraint(c) => c.keyword(),
        }
    }

    /// The links it connects; `None` is the ground.
    pub fn links(&self) -> [Option<LinkId>; 2] {
        match self {
            Self::Joint(cut) => cut.links(),
            Self::Constraint(c) => with_kind!(c, c => c.links()),
        }
    }

    /// The joint, if it is one where a loop is cut.
    pub fn cut_joint(&self) -> Option<&Joint<T>> {
        match self {
            Self::Joint(cut) => Some(&cut.joint),
            Self::Constraint(_) => None,
        }
    }

    /// The joints whose coordinates it relates, the follower first. `None` if it acts on links, by wrenches.
    pub fn bound_joints(&self) -> Option<[LinkId; 2]> {
        match self {
            Self::Joint(_) => None,
            Self::Constraint(c) => with_kind!(c, c => c.bound_joints()),
        }
    }

    /// The two frames, or points, that it holds against each other.
    pub fn ends(&self) -> Option<[&Frame<T>; 2]> {
        match self {
            Self::Joint(cut) => Some([&cut.parent, &cut.child]),
            Self::Constraint(c) => with_kind!(c, c => c.ends()),
        }
    }

    /// A length that it keeps: that of a rod, the radius of a wheel.
    pub fn length(&self) -> Option<&T> {
        match self {
            Self::Joint(_) => None,
            Self::Constraint(c) => with_kind!(c, c => c.length()),
        }
    }

    /// Whether some of its conditions constrain speeds alone.
    pub fn is_nonholonomic(&self) -> bool {
        match self {
            Self::Joint(_) => false,
            Self::Constraint(c) => c.is_nonholonomic(),
        }
    }

    /// The frame in which its wrench on the second link is given; `None` if it has no wrench.
    pub fn moving_frame(&self) -> Option<Frame<T>> {
        match self {
            Self::Joint(cut) => Some(cut.child.clone()),
            Self::Constraint(c) => with_kind!(c, c => c.moving_frame()),
        }
    }

    /// How many degrees of freedom it removes from a mechanism that moves in one plane; `None` if that is not known.
    pub fn planar_conditions(&self) -> Option<i64> {
        match self {
            Self::Joint(cut) => Some(cut.planar_conditions()),
            Self::Constraint(c) => with_kind!(c, c => c.planar_conditions()),
        }
    }

    /// What it connects, for tables.
    pub fn between(&self, model: &Model<T>) -> String {
        match self {
            Self::Joint(cut) => cut.links().map(|link| kind::link_name(model, link)).join(" - "),
            Self::Constraint(c) => with_kind!(c, c => c.between(model)),
        }
    }
}
