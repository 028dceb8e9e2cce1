//! What may keep a model from being used as intended: loops that do not close, missing motors, a singular inertia matrix.
//!
//! ```
//! use denoc_mechanism::diagnosis::Diagnosis;
//! # use denoc_formats::catalogue;
//!
//! let arm = catalogue::describe("kuka_kr5")?.build()?; // its last link is a point mass
//! let problem = Diagnosis::of(&arm)?.forward.unwrap();
//! assert!(problem.error.to_string().starts_with("joint \"joint6\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;

use denoc_base::number::six_beside;
use denoc_base::plural;
use denoc_dynamics::loops::{LoopMethod, Loops};
use denoc_dynamics::{DynamicsError, Loads, Workspace};
use denoc_model::joints::Unit;
use denoc_model::{ClosureId, LinkId, Model};

use crate::evaluate::LoopFacts;
use crate::mobility::Mobility;
use crate::{Draft, MechanismError, usual_start};

/// Gaps larger than this, relative to the size of the mechanism, are reported.
const GAP: f64 = 1e-6;

/// Coordinates beyond limits by less than this, rad or m, are rounding.
const OUTSIDE: f64 = 1e-9;

/// The result of examining a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// Degrees of freedom; `None` if the loops are too long for an analysis of mobility.
    pub degrees_of_freedom: Option<usize>,
    /// Why mobility was not analysed ([`MechanismError::LongLoop`]), which is no fault of the model.
    pub not_analysed: Option<MechanismError>,
    /// What may be meant otherwise.
    pub doubts: Vec<Doubt>,
    /// Why forward dynamics is not possible at rest.
    pub forward: Option<ForwardProblem>,
}

/// Something about a mechanism that may be meant otherwise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Doubt {
    /// Nothing can move.
    Immobile,
    /// Fewer motors than degrees of freedom.
    Underactuated {
        /// Degrees of freedom without a motor.
        freedoms: usize,
        /// The joints with motors.
        motors: Vec<String>,
    },
    /// More motors than degrees of freedom.
    Overactuated {
        /// Motors more than needed.
        surplus: usize,
        /// The joints with motors.
        motors: Vec<String>,
    },
    /// The configuration `start` does not close the loops; the nearest closed configuration is used.
    OpenStart {
        /// The closure with the largest gap.
        closure: String,
        /// The gap, in [`Self::OpenStart::unit`].
        gap: f64,
        /// m or rad.
        unit: &'static str,
    },
    /// The usual start is outside the limits of joints.
    OutsideLimits {
        /// The first of these joints.
        joint: String,
        /// Its coordinate, rad or m.
        value: f64,
        /// Its limits, rad or m.
        limits: [f64; 2],
        /// How many more there are.
        more: usize,
    },
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Immobile => f.write_str("the mechanism has no degree of freedom: nothing can move"),
            Self::Underactuated { freedoms: n, motors } => {
                let (s, have) = (plural(*n), if *n == 1 { "has" } else { "have" });
                write!(f, "{n} degree{s} of freedom {have} no motor: there are motors at {} only", motors.join(", "))
            }
            Self::Overactuated { surplus: n, motors } => {
                let (s, is) = (plural(*n), if *n == 1 { "is" } else { "are" });
                let motors = motors.join(", ");
                write!(f, "{n} motor{s} of those at {motors} {is} redundant: motors can work against each other")
            }
            Self::OutsideLimits { joint, value, limits: [low, high], more } => {
                let passed = if value < low { *low } else { *high };
                let [low, high] = [low, high].map(|limit| six_beside(*limit, *value));
                let value = six_beside(*value, passed);
                write!(f, "the usual start has \"{joint}\" at {value}, outside its limits {low} … {high}")?;
                if *more > 0 {
                    write!(f, " (and {more} more joint{})", plural(*more))?;
                }
                f.write_str(": motion begins there unless a run gives another start")
            }
            Self::OpenStart { closure, gap, unit } => {
                write!(
                    f,
                    "[configuration.start] leaves \"{closure}\" open by {gap:.1e} {unit}: the nearest closed configuration is used"
                )
            }
        }
    }
}

/// Why forward dynamics is not possible at rest by the usual algorithm.
#[derive(Clone, Debug, PartialEq)]
pub struct ForwardProblem {
    /// The error of the usual algorithm.
    pub error: DynamicsError,
    /// An algorithm for loops that works in spite of it.
    pub alternative: Option<LoopMethod>,
}

impl Diagnosis {
    /// Examines a model: trees at a general configuration, mechanisms with loops at the usual start.
    ///
    /// # Errors
    /// If the loops cannot be closed.
    pub fn of(model: &Model) -> Result<Self, MechanismError> {
        if model.closures().is_empty() {
            let degrees_of_freedom = Some(model.nv());
            let doubts = outside_limits(model).into_iter().collect();
            return Ok(Self { degrees_of_freedom, not_analysed: None, doubts, forward: tree(model) });
        }
        match Mobility::analyse(model, &usual_start(model)) {
            Ok(mobility) => {
                let facts = LoopFacts { ranks: Some(mobility.cluster_ranks.clone()), ..LoopFacts::default() };
                Ok(Self {
                    degrees_of_freedom: Some(mobility.degrees_of_freedom),
                    not_analysed: None,
                    doubts: doubts(model, &mobility),
                    forward: forward(model, &mobility.q, LoopMethod::default(), &facts),
                })
            }
            Err(error @ MechanismError::LongLoop { .. }) => {
                let q = Draft::usual(model).close(model)?.q;
                Ok(Self {
                    degrees_of_freedom: None,
                    not_analysed: Some(error),
                    doubts: open_start(model).into_iter().chain(outside_limits(model)).collect(),
                    // the algorithm of simulations with long loops
                    forward: forward(model, &q, LoopMethod::Multipliers, &LoopFacts::default()),
                })
            }
            Err(error) => Err(error),
        }
    }
}

/// Why forward dynamics of a tree is not possible.
fn tree(model: &Model) -> Option<ForwardProblem> {
    // at the neutral configuration, whose sines vanish, some singular configurations hide: a general one is safer
    let step: Vec<f64> = (0..model.nv()).map(|i| 0.3 + 0.1 * i as f64).collect();
    let neutral = model.neutral();
    let mut q = neutral.clone();
    model.integrate(&neutral, &step, &mut q).ok()?;
    let mut ws = Workspace::new(model);
    let factored = ws.position(model, &q).and_then(|mut position| position.udut().map(|_| ()));
    factored.err().map(|error| ForwardProblem { error, alternative: None })
}

/// Why forward dynamics at rest is not possible by a method.
fn forward(model: &Model, q: &[f64], usual: LoopMethod, facts: &LoopFacts) -> Option<ForwardProblem> {
    let (mut ws, mut a) = (Workspace::new(model), vec![0.0; model.nv()]);
    let rest = vec![0.0; model.nv()];
    let mut solve = |method: LoopMethod| {
        let mut solver = facts.forward_solver(model, method);
        let mut stage = ws.position(model, q)?.velocity(&rest)?;
        solver.forward(&mut stage, &rest, Loads::NONE, &mut a)
    };
    let error = solve(usual).err()?;
    // each method divides by something else: one that works is enough
    let alternative = LoopMethod::ALL.iter().copied().find(|&method| solve(method).is_ok());
    Some(ForwardProblem { error, alternative })
}

fn doubts(model: &Model, mobility: &Mobility) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    if mobility.degrees_of_freedom == 0 {
        doubts.push(Doubt::Immobile);
    }
    if let Some(actuation) = &mobility.actuation {
        let motors = || actuation.joints.clone();
        if actuation.uncontrolled > 0 {
            doubts.push(Doubt::Underactuated { freedoms: actuation.uncontrolled, motors: motors() });
        }
        if actuation.surplus > 0 {
            doubts.push(Doubt::Overactuated { surplus: actuation.surplus, motors: motors() });
        }
    }
    doubts.extend(open_start(model));
    doubts.extend(outside_limits(model));
    doubts
}

/// Joints of the tree that the usual start has outside their limits.
fn outside_limits(model: &Model) -> Option<Doubt> {
    let q = usual_start(model);
    let single = model.links().iter().enumerate().filter(|(_, link)| link.nq == 1);
    let mut outside = single.filter_map(|(i, link)| {
        let (value, limits) = (q[link.q], model.properties(LinkId(i)).limits?);
        let [low, high] = limits;
        (value < low - OUTSIDE || value > high + OUTSIDE).then_some((i, value, limits))
    });
    let (i, value, limits) = outside.next()?;
    Some(Doubt::OutsideLimits { joint: model.joint_names()[i].clone(), value, limits, more: outside.count() })
}

/// A configuration `start` that does not close the loops.
fn open_start(model: &Model) -> Option<Doubt> {
    let q = model.configuration("start").ok()?;
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let position = ws.position(model, q).ok()?;
    loops.place(&position);
    let mut gaps = vec![0.0; loops.count()];
    loops.residuals(&position, &mut gaps).ok()?;
    let relative = |r: &usize| gaps[*r].abs() / loops.units()[*r];
    let worst = (0..gaps.len()).max_by(|a, b| relative(a).total_cmp(&relative(b))).filter(|r| relative(r) > GAP)?;
    let closure = (0..model.closures().len()).find(|&i| loops.rows_of(ClosureId(i)).contains(&worst))?;
    let unit = if loops.rows()[worst].unit == Unit::Length { "m" } else { "rad" };
    Some(Doubt::OpenStart { closure: model.closure_names()[closure].clone(), gap: gaps[worst].abs(), unit })
}

#[cfg(test)]
mod tests {
    use denoc_model::ActuatorSpec;

    use super::*;

    fn diagnose(name: &str) -> Diagnosis {
        Diagnosis::of(&denoc_formats::catalogue::describe(name).unwrap().build().unwrap()).unwrap()
    }

    // oracle: limits that leave zero out
    #[test]
    fn a_start_outside_limits_is_doubtful() {
        let mut description = denoc_formats::catalogue::describe("puma").unwrap();
        description.joints[1].properties.limits = Some([0.5, 1.0]);
        let doubts = Diagnosis::of(&description.build().unwrap()).unwrap().doubts;
        let text: Vec<String> = doubts.iter().map(ToString::to_string).collect();
        assert!(text.len() == 1 && text[0].contains("at 0, outside its limits 0.5 … 1: motion begins"), "{text:?}");
    }

    // oracle: models that the rest of the tests simulate
    #[test]
    fn sound_models_have_no_problems() {
        for (name, freedoms) in [("puma", 6), ("fourbar", 1), ("stewart", 6)] {
            let found = diagnose(name);
            assert_eq!(found.degrees_of_freedom, Some(freedoms), "{name}");
            assert!(found.doubts.is_empty() && found.forward.is_none(), "{name}: {found:?}");
        }
    }

    // oracle: by hand: a second motor, and a rocker turned away from where the linkage closes
    #[test]
    fn open_loops_and_redundant_motors_are_doubtful() {
        let mut description = denoc_formats::catalogue::describe("fourbar").unwrap();
        let second = description.actuators[0].clone();
        description.actuators.push(ActuatorSpec { name: "second".into(), joint: "output_pivot".into(), ..second });
        for (joint, q) in description.configurations.iter_mut().flat_map(|configuration| &mut configuration.joints) {
            if joint == "output_pivot" {
                q[0] += 0.01;
            }
        }
        let doubts = Diagnosis::of(&description.build().unwrap()).unwrap().doubts;
        let text: Vec<String> = doubts.iter().map(ToString::to_string).collect();
        assert!(text[0].starts_with("1 motor of those at ") && text[0].contains("is redundant"), "{text:?}");
        assert!(text[1].starts_with("[configuration.start] leaves \"output_pin\" open by "), "{text:?}");
    }

    // oracle: the limit of the analysis of mobility
    #[test]
    fn long_loops_are_not_analysed() {
        let text = "[model]\nname = \"line\"\n\n[[rope]]\nname = \"line\"\ntype = \"rope\"\nlinks = 30\nlength = 2.5\n\
                    mass_per_length = 0.1\ndiameter = 0.01\nto = { point = [2.0, 0.0, 0.0] }\n";
        let model = denoc_formats::parse_native(text, "line.toml").unwrap().description.build().unwrap();
        let found = Diagnosis::of(&model).unwrap();
        assert!(matches!(found.not_analysed, Some(MechanismError::LongLoop { speeds: 90, .. })), "{found:?}");
        assert!(found.degrees_of_freedom.is_none() && found.forward.is_none(), "{found:?}");
    }
}
