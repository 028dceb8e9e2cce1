//! Section 4.1: crank torque and reactions of the four-bar.

use std::f64::consts::TAU;

use denoc_dynamics::Loads;
use denoc_dynamics::Workspace;
use denoc_dynamics::loops::{LoopInverse, ReactionAxes, Reactions, Strategy};
use denoc_mechanism::assembly::{AssemblyOptions, Metric, assemble, project_acceleration, project_velocity};
use denoc_model::Model;
use denoc_run::Loaded;

use super::four_bar::BARS;
use crate::ValidationError;
use crate::reproduce::curves::{Curves, Labels, instants};
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::linkage::{Bar, largest};
use crate::reproduce::{Case, Finding, Work, picture, reference};

pub(super) const CASE: Case = Case {
    id: "Saha13 section 4.1, Fig. 17",
    title: "four-bar: crank torque and reactions at constant speed",
    work: Work::Arm("fourbar", run),
};

/// Joints and the link each reaction of the reference acts on.
const REACTIONS: [(&str, &str); 4] =
    [("crank_pivot", "crank"), ("coupler_pin", "coupler"), ("output_pin", "output"), ("output_pivot", "ground")];

/// What inverse dynamics gives along the motion.
#[derive(Default)]
struct Found {
    q: Curves,
    torque: Curves,
    reactions: Curves,
    lambda: Curves,
    /// By how much (54) is not met: I a + h − τ − Jᵀ λ.
    unmet: f64,
    /// The subsystems, in the order of solution.
    order: Vec<String>,
}

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "The crank turns once with 2π rad/s; the motion of Fig. 17 is not printed. Poses, speeds and accelerations of \
         the other bars follow from the closure. Unknown are the torque and the two multipliers of the cut joint, in \
         the equations (54) of the two open chains: solved one after the other (subsystems), and all at once (system); \
         and with the loop cut elsewhere.",
    );
    let (ours, system) = (along(arm, Strategy::Subsystems)?, along(arm, Strategy::Multipliers)?);
    let other_cut = along(&cut_at_the_crank(arm)?, Strategy::Subsystems)?;
    let angles = angles(&arm.model, &ours.q)?;
    let file = reference::FOUR_BAR_TORQUE;
    let phi = reference::named(file, &["phi1", "phi2", "phi3"])?;
    let torque = reference::named(file, &["tau_crank"])?;
    let reactions = reference::named(file, &["Rx1", "Ry1", "Rx2", "Ry2", "Rx3", "Ry3", "Rx4", "Ry4"])?;
    finding.compare("angles of the bars", Oracle::Engines, &[&angles], &phi, Bound::Number(1e-12));
    let all = [&ours.torque, &system.torque, &other_cut.torque];
    finding.compare("crank torque, all ways", Oracle::Engines, &all, &torque, Bound::Largest(1e-11));
    let all = [&ours.reactions, &system.reactions, &other_cut.reactions];
    finding.compare("reactions of all joints, all ways", Oracle::Engines, &all, &reactions, Bound::Largest(1e-11));
    let largest_torque = torque.largest();
    let apart = ours.torque.deviation(&system.torque).largest() / largest_torque;
    finding.check("subsystems = system: torque", Oracle::Law, apart, 1e-13, "of the largest");
    let apart = ours.lambda.deviation(&system.lambda).largest() / system.lambda.largest();
    finding.check("subsystems = system: multipliers", Oracle::Law, apart, 1e-13, "of the largest");
    let unmet = ours.unmet.max(system.unmet).max(other_cut.unmet) / largest_torque;
    finding.check("equations (54) of both chains", Oracle::Law, unmet, 1e-13, "of the largest torque");
    finding.remark(format!(
        "Subsystem recursion takes the equations of these joints, one after the other: {}. With the loop cut at the \
         crank pin, which leaves the coupler with the output link: {}. The first two give the two multipliers, the \
         last the torque.",
        ours.order.join("; "),
        other_cut.order.join("; ")
    ));
    finding.remark(
        "The engines' numbers are Newton's and Euler's equations of three free bodies in 40 digits, and Pinocchio. \
         Inertias are not printed: slender rods, m a²/12.",
    );
    show(&mut finding, (&ours, &angles), [&phi, &torque, &reactions]);
    Ok(finding)
}

/// Torque, multipliers and reactions over one turn.
fn along(arm: &Loaded, strategy: Strategy) -> Result<Found, ValidationError> {
    let model = &arm.model;
    let crank = model.joint("crank_pivot")?;
    let driven = model.links()[crank.0].v;
    let (mut ws, mut inverse) = (Workspace::new(model), LoopInverse::new(model).strategy(strategy));
    let mut q = model.configuration("start")?.to_vec();
    let mut found = Found::default();
    for t in instants(1.0, 100) {
        q[model.links()[crank.0].q] = TAU * t;
        q = assemble(model, &q, &AssemblyOptions::holding(&[crank]))?.q;
        let mut speeds = vec![0.0; model.nv()];
        speeds[driven] = TAU;
        let v = project_velocity(model, &q, &speeds, &[crank], Metric::Identity)?;
        let a = project_acceleration(model, &q, &v, &vec![0.0; model.nv()], &[crank])?;

        let (mut needed, mut tau) = (vec![0.0; model.nv()], vec![0.0; model.nv()]);
        let mut stage = ws.position(model, &q)?.velocity(&v)?;
        stage.inverse(&a, Loads::NONE, &mut needed)?;
        inverse.inverse(&mut stage, &a, Loads::NONE, &mut tau)?.complete(model)?;
        for (row, lambda) in inverse.lambda().iter().enumerate() {
            inverse.loops().jacobian_row(&stage, row, |s, x| needed[s] -= x * lambda);
        }
        let rest: Vec<f64> = needed.iter().zip(&tau).map(|(x, tau)| x - tau).collect();
        found.unmet = found.unmet.max(largest(&rest));
        push(&mut found.torque, t, vec![tau[driven]]);
        push(&mut found.lambda, t, inverse.lambda().to_vec());
        push(&mut found.q, t, q.clone());
        let reactions = inverse.reactions(&mut stage, &a, Loads::NONE)?;
        push(&mut found.reactions, t, forces(model, reactions)?);
    }
    found.order = inverse.subsystems().iter().map(|subsystem| subsystem.names(model).join(", ")).collect();
    Ok(found)
}

fn push(curves: &mut Curves, t: f64, row: Vec<f64>) {
    curves.times.push(t);
    curves.rows.push(row);
}

/// Angles of the bars.
fn angles(model: &Model, q: &Curves) -> Result<Curves, ValidationError> {
    let mut all = Curves::default();
    for (t, q) in q.times.iter().zip(&q.rows) {
        let angle = |joint: &&str| Ok::<f64, ValidationError>(q[model.links()[model.joint(joint)?.0].q]);
        let bar =
            |(joints, turn): &Bar| Ok::<f64, ValidationError>(joints.iter().map(angle).sum::<Result<f64, _>>()? + turn);
        push(&mut all, *t, BARS.iter().map(bar).collect::<Result<_, _>>()?);
    }
    Ok(all)
}

/// The same linkage, with the crank as one chain and output link and coupler as the other, as in the text.
fn cut_at_the_crank(arm: &Loaded) -> Result<Loaded, ValidationError> {
    let mut arm = arm.clone();
    for joint in &mut arm.description.joints {
        joint.cut = joint.name == "coupler_pin";
    }
    Ok(arm.rebuild()?)
}

/// The forces of all joints along X and Y, on the links that the reference names.
fn forces(model: &Model, reactions: &Reactions<f64>) -> Result<Vec<f64>, ValidationError> {
    let mut all = Vec::new();
    for (joint, on) in REACTIONS {
        let reaction = match model.joint(joint) {
            Ok(link) => Some(reactions.joint(link)),
            Err(_) => reactions.closure(model.closure(joint)?),
        };
        let reaction = reaction.ok_or_else(|| ValidationError::case(format!("{joint} transmits nothing")))?;
        let acts = reaction.on.map_or("ground", |link| &model.link_names()[link.0]);
        let sign = if acts == on { 1.0 } else { -1.0 };
        let force = reaction.along(ReactionAxes::World).force;
        all.extend([sign * force.x, sign * force.y]);
    }
    Ok(all)
}

fn show(finding: &mut Finding, (ours, angles): (&Found, &Curves), [phi, torque, reactions]: [&Curves; 3]) {
    let name = "other engines";
    let labels = |symbols: &[&str], unit: &'static str| Labels {
        symbols: symbols.iter().map(|symbol| (*symbol).to_owned()).collect(),
        units: vec![unit; symbols.len()],
    };
    let (crank, drive) = (labels(&["θ1"], "rad"), labels(&["τ1"], "N m"));
    let first = |curves: &Curves| curves.columns(0..1);
    finding.plots.extend(picture::curves("Crank angle (Fig. 17)", &crank, &first(angles), &first(phi), name));
    finding.plots.extend(picture::curves("Crank torque (Fig. 17)", &drive, &ours.torque, torque, name));
    let pins = labels(&["R1x", "R1y", "R2x", "R2y", "R3x", "R3y", "R4x", "R4y"], "N");
    finding.plots.extend(picture::curves("Reactions", &pins, &ours.reactions, reactions, name));
    finding.tables.push(picture::numbers(&drive, &ours.torque, torque, name, &[0.0, 0.25, 0.5, 0.75, 1.0]));
}
