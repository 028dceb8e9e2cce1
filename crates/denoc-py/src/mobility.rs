//! How a mechanism can move.

use denoc_mechanism::mobility::{
    ActuationReport, Balance, FourBar, Grashof, IdleFreedom, IndeterminateReaction, Mobility, Release, Released,
    Singularities,
};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::arrays::vector;
use crate::errors::OrRaise;
use crate::model::Model;
use crate::results::result;

type Object<'py> = PyResult<Bound<'py, PyAny>>;

#[pymethods]
impl Model {
    /// Mobility at the closed configuration nearest to q.
    fn _mobility<'py>(&self, py: Python<'py>, q: PyReadonlyArray1<'py, f64>) -> Object<'py> {
        let q = vector(&q);
        let found = py.detach(|| Mobility::analyse(self.inner.model(), &q)).or_raise(py)?;
        mobility(py, &found)
    }
}

fn mobility<'py>(py: Python<'py>, found: &Mobility) -> Object<'py> {
    result!(
        py,
        Mobility {
            model: &found.model,
            q: PyArray1::from_slice(py, &found.q),
            degrees_of_freedom: found.degrees_of_freedom,
            reachable_coordinates: found.reachable_coordinates,
            degrees_of_freedom_at_pose: found.degrees_of_freedom_at_pose,
            shaky: found.shaky,
            grubler_spatial: found.grubler_spatial,
            grubler_planar: found.grubler_planar,
            speeds: found.speeds,
            coupled: found.coupled,
            conditions: found.conditions,
            rank: found.rank,
            redundant: found.redundant,
            idle: list(py, &found.idle, idle_freedom)?,
            indeterminate: list(py, &found.indeterminate, indeterminate_reaction)?,
            releases: list(py, &found.releases, release)?,
            actuation: found.actuation.as_ref().map(|motors| actuation(py, motors)).transpose()?,
            singularities: singularities(py, &found.singularities)?,
            four_bars: list(py, &found.four_bars, four_bar)?,
            cluster_ranks: &found.cluster_ranks,
            rank_gap: <(f64, f64)>::from(found.rank_gap),
            text: found.to_string(),
        }
    )
}

fn list<'py, T>(
    py: Python<'py>,
    parts: &[T],
    convert: impl Fn(Python<'py>, &T) -> Object<'py>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    parts.iter().map(|part| convert(py, part)).collect()
}

fn idle_freedom<'py>(py: Python<'py>, freedom: &IdleFreedom) -> Object<'py> {
    result!(py, IdleFreedom { links: &freedom.links, carried: &freedom.carried, joints: &freedom.joints })
}

fn indeterminate_reaction<'py>(py: Python<'py>, reaction: &IndeterminateReaction) -> Object<'py> {
    result!(py, IndeterminateReaction { joint: &reaction.joint, moments: &reaction.moments, forces: &reaction.forces })
}

fn release<'py>(py: Python<'py>, release: &Release) -> Object<'py> {
    let (motion, axis, condition) = match release.motion {
        Released::Rotation(axis) => ("rotation", Some(axis), None),
        Released::Translation(axis) => ("translation", Some(axis), None),
        Released::Condition(number) => ("condition", None, Some(number)),
    };
    result!(py, Release { joint: &release.joint, motion: motion, axis: axis, condition: condition })
}

fn actuation<'py>(py: Python<'py>, motors: &ActuationReport) -> Object<'py> {
    let balance = match motors.balance {
        Balance::Exact => "exact",
        Balance::Under => "under",
        Balance::Over => "over",
        Balance::Both => "both",
    };
    result!(
        py,
        Actuation {
            joints: &motors.joints,
            motors: motors.motors,
            controlled: motors.controlled,
            uncontrolled: motors.uncontrolled,
            surplus: motors.surplus,
            powerless: &motors.powerless,
            balance: balance,
        }
    )
}

fn singularities<'py>(py: Python<'py>, found: &Singularities) -> Object<'py> {
    result!(
        py,
        Singularities {
            any: found.any(),
            constraint: found.constraint,
            actuation: found.actuation,
            loose: &found.loose,
            dead_points: &found.dead_points,
            at_rest: &found.at_rest,
            smallest_constraint: found.smallest_constraint,
            smallest_actuation: found.smallest_actuation,
        }
    )
}

fn four_bar<'py>(py: Python<'py>, linkage: &FourBar) -> Object<'py> {
    let class = match linkage.class {
        Grashof::CrankRocker => "crank-rocker",
        Grashof::DoubleCrank => "double-crank",
        Grashof::DoubleRocker => "double-rocker",
        Grashof::TripleRocker => "triple-rocker",
        Grashof::ChangePoint => "change-point",
    };
    let [input, coupler, output, frame] = &linkage.links;
    result!(
        py,
        FourBar {
            closure: &linkage.closure,
            links: (input, coupler, output, frame),
            lengths: <(f64, f64, f64, f64)>::from(linkage.lengths),
            grashof: class,
            shortest: &linkage.shortest,
        }
    )
}
