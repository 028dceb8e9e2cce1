//! Section 4: the closure of the four-bar and its Jacobian.

use std::f64::consts::PI;

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_math::Vec3;
use denoc_model::{Closure, CutJoint};
use denoc_run::Loaded;

use super::four_bar::{self, LENGTHS};
use crate::ValidationError;
use crate::reproduce::finding::Oracle;
use crate::reproduce::linkage::largest;
use crate::reproduce::{Case, Finding, Work, reference};

pub(super) const CASE: Case = Case {
    id: "Saha13 section 4, (51)-(53)",
    title: "four-bar: the closure and its Jacobian",
    work: Work::Arm("fourbar", run),
};

/// Two rows, x and y; three columns.
type Jacobian = [[f64; 3]; 2];

/// (52b) as printed.
fn printed(a: [f64; 3], theta: [f64; 3]) -> Jacobian {
    let [[s1, c1], [s12, c12], [s123, c123]] = sines(theta);
    let [a1, a2, a3] = a;
    [
        [-a1 * s1 - a2 * s12 + a3 * s123, -a2 * s12 + a3 * s123, -a3 * s123],
        [a1 * c1 + a2 * c12 - a3 * c123, a2 * c12 + a3 * c123, a3 * c123],
    ]
}

/// The derivative of (51) in the same angles: a1 e(θ1) + a2 e(θ1 + θ2) − a3 e(θ1 + θ2 + θ3) = a0.
fn corrected(a: [f64; 3], theta: [f64; 3]) -> Jacobian {
    let [[s1, c1], [s12, c12], [s123, c123]] = sines(theta);
    let [a1, a2, a3] = a;
    [
        [-a1 * s1 - a2 * s12 + a3 * s123, -a2 * s12 + a3 * s123, a3 * s123],
        [a1 * c1 + a2 * c12 - a3 * c123, a2 * c12 - a3 * c123, -a3 * c123],
    ]
}

fn sines([one, two, three]: [f64; 3]) -> [[f64; 2]; 3] {
    [one, one + two, one + two + three].map(|angle| [angle.sin(), angle.cos()])
}

fn times(j: Jacobian, rates: [f64; 3]) -> f64 {
    largest(&j.map(|row| row.iter().zip(rates).map(|(x, rate)| x * rate).sum::<f64>()))
}

fn apart(a: Jacobian, b: Jacobian) -> f64 {
    largest(&a.concat().iter().zip(b.concat()).map(|(x, y)| x - y).collect::<Vec<f64>>())
}

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "The loop is cut at the pin between coupler and output link. That leaves two open chains as in Fig. 16b, crank \
         and coupler, and the output link (the text leaves the coupler with the output link). The rows of the cut \
         joint are unit wrenches on the links; the recursion makes the Jacobian of them. At 101 poses of a turn of the \
         crank, in angles (θ1, θ1 + θ2, θ1 + θ2 + θ3) of crank, coupler and output link.",
    );
    let motion = four_bar::reference_motion(reference::FOUR_BAR_TORQUE)?;
    let [mut differences, mut sides, mut formula, mut closed] = [0.0_f64; 4];
    let mut misprint = [0.0_f64; 2];
    for [phi, w] in &motion {
        let q = four_bar::coordinates(arm, phi)?;
        let ours = jacobian(arm, &q)?;
        differences = differences.max(apart(ours, by_differences(arm, &q)?));
        sides = sides.max(apart(ours, of_the_sides(arm, &q)?));
        // in angles relative to the bar before: each turns all that follow
        let relative = ours.map(|[crank, coupler, output]| [crank + output, coupler + output, output]);
        let theta = [phi[0], phi[1] - phi[0], phi[2] + PI - phi[1]];
        let rates = [w[0], w[1] - w[0], w[2] - w[1]];
        formula = formula.max(apart(relative, corrected(LENGTHS, theta)));
        let speed = LENGTHS[0] * w[0];
        closed = closed.max(times(relative, rates) / speed);
        // a3 may point from the pivot to the pin, or back
        for (misprint, turn) in misprint.iter_mut().zip([0.0, PI]) {
            let theta = [theta[0], theta[1], theta[2] + turn];
            *misprint = misprint.max(times(printed(LENGTHS, theta), rates) / speed);
        }
    }
    finding.check("J of the closure (51)", Oracle::Law, differences, 1e-10, "m, by differences");
    finding.check("(52b), signs as (51) has them", Oracle::ClosedForm, formula, 1e-15, "m");
    finding.check("J θ̇ = 0 (52a) for speeds of other engines", Oracle::Engines, closed, 1e-13, "of the crank pin");
    finding.check("(53): J = [J_I, −J_II], each A N of a chain", Oracle::ClosedForm, sides, 1e-15, "m");
    let least = misprint[0].min(misprint[1]);
    finding.sentence("\"J θ̇ = 0\" with (52b) as printed", least < 1e-9, false);
    finding.remark(format!(
        "Erratum E51: in (52b) the signs of a3 differ between the columns. As printed, J θ̇ of a motion of the closed \
         linkage is up to {:.2} times the speed of the crank pin, and {:.2} times if a3 is taken to point from the pin \
         to the pivot: no reading closes the loop. With the signs of (51) it is zero.",
        misprint[0], misprint[1]
    ));
    finding.remark(
        "Erratum E52: (53) writes J_I above J_II. They have one and two columns for the same two conditions: they \
         stand side by side, with opposite signs.",
    );
    Ok(finding)
}

/// The rows of the cut joint along X and Y of the world, end of the coupler less end of the output link; columns crank,
/// coupler, output link.
fn jacobian(arm: &Loaded, q: &[f64]) -> Result<Jacobian, ValidationError> {
    let model = &arm.model;
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let stage = ws.position(model, q)?;
    loops.place(&stage);
    let closure = model.closure("output_pin")?;
    let Closure::Joint(CutJoint { child, .. }) = &model.closures()[closure.0] else {
        return Err(ValidationError::case("output_pin is not a joint where the loop is cut"));
    };
    let turn = child.link.map_or(child.pose, |link| stage.link_pose(link) * child.pose).rotation;
    let columns = four_bar::speeds(arm)?;
    let mut out = [[0.0; 3]; 2];
    for (row, direction) in loops.rows_of(closure).zip(loops.directions(closure)) {
        let along = turn.apply(direction.force);
        loops.jacobian_row(&stage, row, |s, x| {
            if let Some(column) = columns.iter().position(|c| *c == s) {
                out[0][column] -= along.x * x;
                out[1][column] -= along.y * x;
            }
        });
    }
    Ok(out)
}

/// The gap [Saha13 (51)]: where the coupler ends, less where the output link ends.
fn gap(arm: &Loaded, q: &[f64]) -> Result<Vec3<f64>, ValidationError> {
    let mut ws = Workspace::new(&arm.model);
    let stage = ws.position(&arm.model, q)?;
    let end = |link: &str, length: f64| {
        let joint = arm.model.joint(link)?;
        Ok::<_, ValidationError>(stage.link_pose(joint).point(Vec3::new(length, 0.0, 0.0)))
    };
    Ok(end("coupler_pin", LENGTHS[1])? - end("output_pivot", LENGTHS[2])?)
}

/// The Jacobian by central differences of the gap.
fn by_differences(arm: &Loaded, q: &[f64]) -> Result<Jacobian, ValidationError> {
    const STEP: f64 = 1e-4;
    let mut out = [[0.0; 3]; 2];
    for (column, place) in four_bar::coordinate_places(arm)?.into_iter().enumerate() {
        let at = |by: f64| {
            let mut q = q.to_vec();
            q[place] += by;
            gap(arm, &q)
        };
        // two steps, extrapolated: of fourth order
        let slope = |h: f64| Ok::<_, ValidationError>((at(h)? - at(-h)?).scale(0.5 / h));
        let best = slope(STEP)?.scale(4.0 / 3.0) - slope(2.0 * STEP)?.scale(1.0 / 3.0);
        (out[0][column], out[1][column]) = (best.x, best.y);
    }
    Ok(out)
}

/// The Jacobians of the two chains at their ends side by side, the second with the opposite sign [Saha13 (53)].
fn of_the_sides(arm: &Loaded, q: &[f64]) -> Result<Jacobian, ValidationError> {
    let model = &arm.model;
    let mut ws = Workspace::new(model);
    let stage = ws.position(model, q)?;
    let columns = four_bar::speeds(arm)?;
    let mut out = [[0.0; 3]; 2];
    for (joint, length, sign) in [("coupler_pin", LENGTHS[1], 1.0), ("output_pivot", LENGTHS[2], -1.0)] {
        let mut whole = vec![0.0; 6 * model.nv()];
        stage.point_jacobian(model.joint(joint)?, Vec3::new(length, 0.0, 0.0), &mut whole)?;
        for (row, out) in out.iter_mut().enumerate() {
            for (out, &s) in out.iter_mut().zip(&columns) {
                *out += sign * whole[(3 + row) * model.nv() + s];
            }
        }
    }
    Ok(out)
}
