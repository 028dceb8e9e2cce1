use denoc_dynamics::{force_at_point, wrench_in_link};
use denoc_math::{Mat3, Pose, Vec3, Wrench};
use denoc_mechanism::MechanismError;
use denoc_model::{LinkId, Model};
use serde::{Deserialize, Serialize};

use crate::SimError;

/// The axes in which a load has constant components.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoadAxes {
    /// World axes.
    #[default]
    World,
    /// Axes of the link frame: the load turns with the link.
    Link,
}

/// How the magnitude of a load changes in time: a factor of its force and moment.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum LoadProfile {
    /// One.
    #[default]
    Constant,
    /// sin(2π f t + phase).
    Sinusoid {
        /// f, Hz.
        frequency: f64,
        /// Phase at t = 0, the start of the run, rad.
        #[serde(default)]
        phase: f64,
    },
    /// Linear interpolation between points; the ends are held.
    Table {
        /// Times, s, increasing.
        times: Vec<f64>,
        /// Factors at these times.
        factors: Vec<f64>,
    },
}

/// An external force and moment at a point of a link, during an interval of time.
///
/// ```
/// use denoc_sim::{LoadAxes, Load};
///
/// let push = Load::force("hand", [0.0, 0.0, 12.0]).at([0.1, 0.0, 0.0]).during(0.5, 0.7);
/// assert_eq!(push.axes, LoadAxes::World);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The link.
    pub link: String,
    /// The point, m, in the link frame.
    #[serde(default)]
    pub point: [f64; 3],
    /// Force, N.
    #[serde(default)]
    pub force: [f64; 3],
    /// Moment, N m.
    #[serde(default)]
    pub moment: [f64; 3],
    /// The axes of force and moment.
    #[serde(default)]
    pub axes: LoadAxes,
    /// Start, s; default: the start of the run.
    #[serde(default)]
    pub from: Option<f64>,
    /// End, s; default: the end of the run.
    #[serde(default)]
    pub until: Option<f64>,
    /// Its magnitude in time.
    #[serde(default)]
    pub profile: LoadProfile,
}

impl Load {
    /// A permanent force (N, world axes) at the origin of a link frame.
    pub fn force(link: &str, force: [f64; 3]) -> Self {
        Self {
            link: link.to_owned(),
            point: [0.0; 3],
            force,
            moment: [0.0; 3],
            axes: LoadAxes::World,
            from: None,
            until: None,
            profile: LoadProfile::Constant,
        }
    }

    /// A permanent moment (N m, world axes) on a link.
    pub fn moment(link: &str, moment: [f64; 3]) -> Self {
        Self { moment, ..Self::force(link, [0.0; 3]) }
    }

    /// The same at another point of the link.
    pub fn at(self, point: [f64; 3]) -> Self {
        Self { point, ..self }
    }

    /// The same in link axes.
    pub fn in_link_axes(self) -> Self {
        Self { axes: LoadAxes::Link, ..self }
    }

    /// The same between two times.
    pub fn during(self, from: f64, until: f64) -> Self {
        Self { from: Some(from), until: Some(until), ..self }
    }

    /// The same with a magnitude that changes in time.
    pub fn profile(self, profile: LoadProfile) -> Self {
        Self { profile, ..self }
    }
}

impl Load {
    /// Force and moment in world axes at a time, for the rotation of the link frame; zero while it does not act.
    pub fn in_world(&self, t: f64, link: Mat3<f64>) -> Wrench<f64> {
        let acts = self.from.is_none_or(|from| t >= from) && self.until.is_none_or(|until| t < until);
        let factor = if acts { factor(&self.profile, t) } else { 0.0 };
        let w = Wrench::new(Vec3::from(self.moment), Vec3::from(self.force)).scale(factor);
        match self.axes {
            LoadAxes::World => w,
            LoadAxes::Link => w.rotate(link),
        }
    }
}

/// A load bound to a model.
#[derive(Clone, Debug)]
pub(super) struct BoundLoad {
    pub(super) link: LinkId,
    /// In the axes of the model's link frame, which sits at the joint.
    point: Vec3<f64>,
    wrench: Wrench<f64>,
    axes: LoadAxes,
    from: f64,
    until: f64,
    profile: LoadProfile,
}

impl BoundLoad {
    pub(super) fn new(model: &Model, load: &Load) -> Result<Self, SimError> {
        let link = model.link(&load.link)?;
        let all = [load.point, load.force, load.moment];
        if let Some(value) = [load.from, load.until].into_iter().flatten().find(|t| t.is_nan()) {
            return Err(
                MechanismError::Setting { what: "the time of a load", value, rule: "it must be a number" }.into()
            );
        }
        if let Some(&value) = all.as_flattened().iter().find(|x| !x.is_finite()) {
            return Err(MechanismError::Setting { what: "a load", value, rule: "its numbers must be finite" }.into());
        }
        check_profile(&load.profile)?;
        if let (Some(from), Some(until)) = (load.from, load.until)
            && from >= until
        {
            let rule = "it must be after the time at which the load starts; otherwise it never acts";
            return Err(MechanismError::Setting { what: "the time at which a load ends", value: until, rule }.into());
        }
        let frame = model.frames()[link.0].pose;
        let [point, force, moment] = all.map(|[x, y, z]| Vec3::new(x, y, z));
        let mut wrench = Wrench::new(moment, force);
        if load.axes == LoadAxes::Link {
            wrench = wrench.rotate(frame.rotation);
        }
        Ok(Self {
            link,
            point: frame.point(point),
            wrench,
            axes: load.axes,
            from: load.from.unwrap_or(f64::NEG_INFINITY),
            until: load.until.unwrap_or(f64::INFINITY),
            profile: load.profile.clone(),
        })
    }

    pub(super) fn acts_at(&self, t: f64) -> bool {
        (self.from..self.until).contains(&t)
    }

    /// The wrench on its link in link axes about the link's origin.
    pub(super) fn wrench(&self, t: f64, pose: Pose<f64>) -> Wrench<f64> {
        let w = self.wrench.scale(factor(&self.profile, t));
        match self.axes {
            LoadAxes::World => {
                let moment = wrench_in_link(pose, Wrench::new(w.moment, Vec3::zero()));
                force_at_point(pose, pose.point(self.point), w.force) + moment
            }
            LoadAxes::Link => Wrench::new(w.moment + self.point.cross(w.force), w.force),
        }
    }

    /// Times at which it jumps or has a kink.
    pub(super) fn breakpoints(&self, out: &mut Vec<f64>) {
        out.extend([self.from, self.until]);
        if let LoadProfile::Table { times, .. } = &self.profile {
            out.extend(times);
        }
    }
}

fn check_profile(profile: &LoadProfile) -> Result<(), SimError> {
    let finite = |what, x: &[f64]| match x.iter().find(|x| !x.is_finite()) {
        Some(&value) => Err(MechanismError::Setting { what, value, rule: "it must be finite" }.into()),
        None => Ok(()),
    };
    match profile {
        LoadProfile::Constant => Ok(()),
        LoadProfile::Sinusoid { frequency, phase } => finite("frequency or phase of a load", &[*frequency, *phase]),
        LoadProfile::Table { times, factors } => {
            check_times(["the table of a load", "a time in the table of a load"], times, factors.len())?;
            finite("a factor in the table of a load", factors)
        }
    }
}

/// Times of a table, which has a name, as its times have: at least one, finite, increasing, as many as rows.
pub(crate) fn check_times([table, time]: [&'static str; 2], times: &[f64], rows: usize) -> Result<(), SimError> {
    if times.is_empty() || times.len() != rows {
        let rule = "one row for every time, at least one";
        return Err(MechanismError::Count { what: table, found: rows, expected: times.len().max(1), rule }.into());
    }
    let not_finite = times.iter().copied().find(|t| !t.is_finite());
    let not_later = times.windows(2).find(|pair| pair[1] <= pair[0]).map(|pair| pair[1]);
    match not_finite.or(not_later) {
        Some(value) => {
            Err(MechanismError::Setting { what: time, value, rule: "times must be finite and increase" }.into())
        }
        None => Ok(()),
    }
}

fn factor(profile: &LoadProfile, t: f64) -> f64 {
    match profile {
        LoadProfile::Constant => 1.0,
        LoadProfile::Sinusoid { frequency, phase } => (core::f64::consts::TAU * frequency * t + phase).sin(),
        LoadProfile::Table { times, factors } => {
            let next = times.partition_point(|&x| x <= t);
            match (next.checked_sub(1), times.get(next)) {
                (None, _) => factors[0],
                (Some(i), None) => factors[i],
                (Some(i), Some(end)) => {
                    let s = (t - times[i]) / (end - times[i]);
                    factors[i] + s * (factors[next] - factors[i])
                }
            }
        }
    }
}
