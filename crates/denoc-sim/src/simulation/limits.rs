//! Joint limits: what happens there, and which coordinates have some.

use core::fmt;

use denoc_base::number::six;
use denoc_dynamics::Velocity;
use denoc_dynamics::loops::Loops;
use denoc_mechanism::CutAngle;
use denoc_model::joints::Unit;
use denoc_model::{ClosureId, FrameId, JointProperties, LinkId, Model};
use serde::{Deserialize, Serialize};

use super::equations::Placed;
use crate::SimError;

/// What happens at limits of joints. Limits of speeds are reported with [`Limits::Act`] as well.
///
/// ```
/// use denoc_sim::Limits;
///
/// assert_eq!(Limits::default(), Limits::Act);
/// assert_eq!(Limits::from_keyword("end")?, Limits::End);
/// # Ok::<(), denoc_sim::SimError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limits {
    /// Stops keep joints between them.
    #[default]
    Act,
    /// Report joints that pass them; they move on freely.
    Report,
    /// End the run when a joint passes one, of its coordinate or of its speed.
    End,
    /// Nothing: limits are not checked.
    Ignore,
}

impl Limits {
    /// Every choice.
    pub const ALL: [Self; 4] = [Self::Act, Self::Report, Self::End, Self::Ignore];

    /// Its keyword in files and on command lines.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Act => "act",
            Self::Report => "report",
            Self::End => "end",
            Self::Ignore => "ignore",
        }
    }

    /// One line for tables and help.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Act => "stops keep joints between them (speed limits are recorded)",
            Self::Report => "record the event and continue: joints pass limits of coordinates and speeds freely",
            Self::End => "end the simulation when a joint passes a limit of its coordinate or of its speed",
            Self::Ignore => "do not check",
        }
    }

    /// The choice with this keyword.
    pub fn from_keyword(keyword: &str) -> Result<Self, SimError> {
        let known = || Self::ALL.map(Self::keyword).to_vec();
        let found = Self::ALL.into_iter().find(|limits| limits.keyword() == keyword);
        found.ok_or_else(|| SimError::Keyword { what: "action at limits", word: keyword.to_owned(), known: known() })
    }
}

/// A limit of a coordinate.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The lower one.
    Lower,
    /// The upper one.
    Upper,
}

impl Side {
    /// Both, in the order of `limits` in model files.
    pub(super) const BOTH: [Self; 2] = [Self::Lower, Self::Upper];

    /// Its name in texts and files.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }

    /// Its place in `limits`.
    pub(super) fn index(self) -> usize {
        self as usize
    }

    /// The direction of motion away from it, into the range.
    pub(super) fn inward(self) -> f64 {
        match self {
            Self::Lower => 1.0,
            Self::Upper => -1.0,
        }
    }
}

/// A joint hit the stop at its limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Impact {
    /// The joint.
    pub joint: String,
    /// The limit.
    pub limit: Side,
    /// Its value, rad or m.
    pub at: f64,
    /// The speed before, rad/s or m/s.
    pub before: f64,
    /// The speed after it, rad/s or m/s.
    pub after: f64,
    /// The impulse along the coordinate, N m s or N s.
    pub impulse: f64,
    /// Whether the joint slides: the units are m, m/s and N s.
    #[serde(default)]
    pub slides: bool,
}

impl Impact {
    /// The units of coordinate, speed and impulse.
    pub fn units(&self) -> [&'static str; 3] {
        if self.slides { ["m", "m/s", "N s"] } else { ["rad", "rad/s", "N m s"] }
    }
}

impl fmt::Display for Impact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { joint, limit, at, before, after, impulse, .. } = self;
        let [length, speed, push] = self.units();
        let [at, before, after, impulse] = [*at, before.abs(), after.abs(), impulse.abs()].map(six);
        write!(f, "joint \"{joint}\" hits its {} limit {at} {length} with speed {before} {speed}", limit.keyword())?;
        match after.as_str() {
            "0" => write!(f, " and stays, impulse {impulse} {push}"),
            _ => write!(f, " and leaves with {after} {speed}, impulse {impulse} {push}"),
        }
    }
}

/// What can be measured of a state.
#[derive(Clone, Debug)]
pub(super) enum Gauge {
    Coordinate(usize),
    Speed(usize),
    Frame(FrameId, usize),
    CutAngle(CutAngle),
    CutRate(CutAngle),
    /// A length among the coordinates of a cut joint.
    CutLength(ClosureId, usize),
}

impl Gauge {
    /// Whether it needs poses of links.
    pub(super) fn needs_poses(&self) -> bool {
        matches!(self, Self::Frame(..) | Self::CutLength(..))
    }

    /// The value at a state.
    pub(super) fn measure(&self, at: &Placed<'_>) -> f64 {
        let posed = |measure: &dyn Fn(&Velocity<'_, f64>) -> f64| at.poses.as_ref().map_or(f64::NAN, measure);
        match self {
            Self::Coordinate(k) => at.q[*k],
            Self::Speed(k) => at.v[*k],
            Self::Frame(frame, axis) => posed(&|stage| stage.frame_pose(*frame).position.to_array()[*axis]),
            Self::CutAngle(angle) => angle.value(at.q),
            Self::CutRate(angle) => angle.rate(at.v),
            Self::CutLength(closure, k) => posed(&|stage| cut_coordinate(stage, *closure, *k)),
        }
    }
}

/// A coordinate of a cut joint, from the poses of its links. Few mechanisms need it: joints with limits belong to the tree if they can.
fn cut_coordinate(stage: &Velocity<'_, f64>, closure: ClosureId, k: usize) -> f64 {
    let mut loops = Loops::new(stage.model());
    loops.place(stage);
    loops.cut_coordinates(stage.model(), closure)[k]
}

/// Where a speed is found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Entry of v.
    Tree(usize),
    /// The speed of a cut joint.
    Cut(ClosureId, usize),
}

/// A speed whose joint has limits, of coordinates or of speeds.
#[derive(Clone, Debug)]
pub(super) struct Limited<'m> {
    pub(super) joint: &'m str,
    pub(super) properties: &'m JointProperties,
    pub(super) place: Place,
    /// That of the coordinate.
    pub(super) unit: Unit,
    /// What measures its coordinate; `None` if it has no limits or cannot be measured.
    pub(super) coordinate: Option<Gauge>,
    /// What measures the speed, if it has limits.
    pub(super) speed: Option<Gauge>,
}

impl<'m> Limited<'m> {
    /// Those of a model, including joints where loops are cut; and the names of cut joints with limits that cannot be measured: of
    /// rotations in loops whose axes are not parallel, and of the speeds of sliding joints.
    pub(super) fn all(model: &'m Model) -> (Vec<Self>, Vec<String>) {
        let mut all = Vec::new();
        for (i, link) in model.links().iter().enumerate() {
            let (joint, properties) = (&*model.joint_names()[i], model.properties(LinkId(i)));
            for k in 0..link.nv {
                let measurable = properties.limits.is_some() && link.nq == link.nv;
                let coordinate = measurable.then_some(Gauge::Coordinate(link.q + k));
                let speed = properties.velocity_limit.map(|_| Gauge::Speed(link.v + k));
                let unit = link.joint.v_units()[k];
                all.push(Self { joint, properties, place: Place::Tree(link.v + k), unit, coordinate, speed });
            }
        }
        let mut unmeasured = Vec::new();
        for (i, closure) in model.closures().iter().enumerate() {
            let (id, joint) = (ClosureId(i), &*model.closure_names()[i]);
            let (Some(cut), Some(properties)) = (closure.cut_joint(), model.closure_properties(id)) else { continue };
            if (properties.limits, properties.velocity_limit) == (None, None) {
                continue;
            }
            let angle = CutAngle::new(model, id);
            for (k, unit) in cut.q_units().iter().enumerate() {
                let angle = angle.as_ref().filter(|angle| angle.coordinate == k);
                let length = (*unit == Unit::Length).then_some(Gauge::CutLength(id, k));
                let coordinate = angle.map(|angle| Gauge::CutAngle(angle.clone())).or(length);
                let speed = angle.map(|angle| Gauge::CutRate(angle.clone()));
                if coordinate.is_none() || (speed.is_none() && properties.velocity_limit.is_some()) {
                    unmeasured.push(joint.to_owned());
                }
                let coordinate = coordinate.filter(|_| properties.limits.is_some());
                let speed = speed.filter(|_| properties.velocity_limit.is_some());
                all.push(Self { joint, properties, place: Place::Cut(id, k), unit: *unit, coordinate, speed });
            }
        }
        unmeasured.dedup();
        all.retain(|limited| limited.coordinate.is_some() || limited.speed.is_some());
        (all, unmeasured)
    }
}
