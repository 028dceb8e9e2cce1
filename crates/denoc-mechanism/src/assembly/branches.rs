//! All assemblies of a single planar loop for given coordinates of its driven joints.

use core::f64::consts::{PI, TAU};

use denoc_math::Vec3;
use denoc_model::joints::Unit;
use denoc_model::{ClosureId, LinkId, Model};
use nalgebra::Matrix3;
use serde::Serialize;

use super::descent::{Goal, copy};
use super::planar::{Pivot, Which, around_loop, plane};
use super::{AssemblyOptions, Closing, Kinematics, assemble_with};
use crate::MechanismError;

/// Starts along each unknown coordinate. A loop with three passive joints has at most two assemblies.
const STARTS: usize = 9;

/// The label of a branch if others were not sought.
const NEAREST: &str = "nearest";

/// One assembly of a mechanism, computed by [`branches`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AssemblyBranch {
    /// Coordinates of the tree, nq: rad, m, unit quaternions.
    pub q: Vec<f64>,
    /// Name: "open (+)", "crossed (-)", "(+)"; "nearest" if other branches were not searched.
    pub label: String,
    /// The determinant of the motions of the three passive joints of a planar loop, about the first of them, with the size of
    /// the mechanism as the unit of length. Its sign distinguishes the branches, which meet at zero.
    pub determinant: Option<f64>,
    /// Whether sides of the polygon of a four-bar linkage cross.
    pub crossed: Option<bool>,
}

impl AssemblyBranch {
    /// A remark if other branches were not sought.
    pub fn remark(&self) -> Option<&'static str> {
        let only = "all assembly modes are found for mechanisms with one planar loop only; this is the nearest one";
        (self.label == NEAREST).then_some(only)
    }
}

/// All assemblies of a mechanism with one planar loop for which the held joints stay as given, the nearest to `q_guess` first.
/// For other mechanisms only the nearest.
///
/// # Errors
/// [`MechanismError::NotClosed`] if the loop cannot be closed; [`MechanismError::LoopMoves`] if a planar loop can still move with those joints held.
pub fn branches(
    model: &Model,
    q_guess: &[f64],
    options: &AssemblyOptions,
) -> Result<Vec<AssemblyBranch>, MechanismError> {
    model.check_coordinates(q_guess)?;
    let mut k = Kinematics::new(model);
    let nearest = assemble_with(&mut k, q_guess, options)?.q;
    let only = |q: Vec<f64>| AssemblyBranch { q, label: NEAREST.into(), determinant: None, crossed: None };
    let mut closed = (0..model.clusters().len()).filter(|&c| !model.clusters()[c].closures.is_empty());
    let (Some(cluster), None) = (closed.next(), closed.next()) else { return Ok(vec![only(nearest)]) };
    let [closure] = model.clusters()[cluster].closures[..] else { return Ok(vec![only(nearest)]) };
    let Some(around) = loop_joints(&k, closure).filter(|around| plane(around.iter()).is_some()) else {
        return Ok(vec![only(nearest)]);
    };
    refuse_motion(model, &around, &options.hold)?;
    let mut closing = Closing::new(&mut k, options, &nearest)?;
    let free: Vec<usize> = closing.k.speeds[cluster].iter().copied().filter(|&s| closing.freedom.free[s]).collect();
    let mut found: Vec<Vec<f64>> = vec![nearest];
    let mut start = q_guess.to_vec();
    // a loop of three passive joints has at most two unknowns in the tree
    for i in 0..STARTS.pow(free.len().min(3) as u32) {
        let (mut rest, mut step) = (i, vec![0.0; model.nv()]);
        for &s in &free {
            let x = (rest % STARTS) as f64 / STARTS as f64 * 2.0 - 1.0;
            // lengths: anywhere up to three times the longest link
            step[s] = if closing.k.speed_units[s] == 1.0 { x * PI } else { x * 3.0 * closing.k.size };
            rest /= STARTS;
        }
        model.integrate(q_guess, &step, &mut start)?;
        closing.freedom.clamp(&mut start);
        let d = closing.descend(&start, &[cluster], &Goal::Closed, options.iterations)?;
        if d.errors[cluster] > closing.tolerance {
            continue;
        }
        let mut q = found[0].clone();
        copy(model, cluster, &d.q, &mut q);
        unwind(model, cluster, &options.hold, q_guess, &mut q);
        let mut new = true;
        for old in &found {
            new &= !same(model, old, &q, closing.k.size);
        }
        if new {
            found.push(q);
        }
    }
    let mut sorted: Vec<(f64, Vec<f64>)> =
        found.into_iter().map(|q| (closing.distance(q_guess, &q, cluster), q)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    sorted.into_iter().map(|(_, q)| labelled(&mut k, closure, &options.hold, q)).collect()
}

fn loop_joints(k: &Kinematics<'_>, closure: ClosureId) -> Option<Vec<Pivot>> {
    Some(around_loop(k, closure)?.into_iter().map(|(pivot, _)| pivot).collect())
}

/// An error if the loop moves with the held joints at rest: three constraints bind a planar loop.
fn refuse_motion(model: &Model, around: &[Pivot], hold: &[LinkId]) -> Result<(), MechanismError> {
    let passive: usize = around.iter().filter(|p| is_passive(p, hold)).map(|p| p.columns.len()).sum();
    if passive <= 3 {
        return Ok(());
    }
    let held: Vec<&str> = hold.iter().map(|l| model.joint_names()[l.0].as_str()).collect();
    Err(MechanismError::LoopMoves {
        model: model.name().to_owned(),
        freedoms: passive - 3,
        held: if held.is_empty() { "nothing".to_owned() } else { held.join(", ") },
    })
}

fn is_passive(pivot: &Pivot, hold: &[LinkId]) -> bool {
    !matches!(pivot.which, Which::Tree(link) if hold.contains(&link))
}

/// Takes full turns out of angles, towards those of the initial guess, where limits allow it.
fn unwind(model: &Model, cluster: usize, hold: &[LinkId], drawn: &[f64], q: &mut [f64]) {
    for &LinkId(i) in model.clusters()[cluster].links.iter().filter(|link| !hold.contains(link)) {
        let link = &model.links()[i];
        let limits = model.properties(LinkId(i)).limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        for (at, unit) in (link.q..link.q + link.nq).zip(link.joint.q_units()) {
            let near = q[at] - TAU * ((q[at] - drawn[at]) / TAU).round();
            if *unit == Unit::Angle && near >= limits[0] && near <= limits[1] {
                q[at] = near;
            }
        }
    }
}

fn same(model: &Model, a: &[f64], b: &[f64], size: f64) -> bool {
    let close = |i: usize, unit: &Unit| match unit {
        Unit::Angle => ((a[i] - b[i]) / TAU - ((a[i] - b[i]) / TAU).round()).abs() * TAU < 1e-5,
        Unit::Length => (a[i] - b[i]).abs() < 1e-5 * size,
        Unit::Quaternion => (a[i] - b[i]).abs() < 1e-5,
    };
    model.links().iter().all(|l| (l.q..l.q + l.nq).zip(l.joint.q_units()).all(|(i, unit)| close(i, unit)))
}

fn labelled(
    k: &mut Kinematics<'_>,
    closure: ClosureId,
    hold: &[LinkId],
    q: Vec<f64>,
) -> Result<AssemblyBranch, MechanismError> {
    k.place(&q)?;
    let around = loop_joints(k, closure).unwrap_or_default();
    let normal = plane(around.iter()).unwrap_or(Vec3::unit(2));
    let axes = in_plane(normal);
    let determinant = determinant(&around, hold, normal, axes, k.size);
    let crossed = (around.len() == 4 && around.iter().all(|p| p.hinge().is_some())).then(|| {
        let at = |i: usize| [axes[0].dot(around[i].pose.position), axes[1].dot(around[i].pose.position)];
        cross([at(0), at(1)], [at(2), at(3)]) || cross([at(1), at(2)], [at(3), at(0)])
    });
    let sign = match determinant {
        Some(x) if x > 1e-9 => "(+)",
        Some(x) if x < -1e-9 => "(-)",
        _ => "(0)",
    };
    let label = match crossed {
        Some(true) => format!("crossed {sign}"),
        Some(false) => format!("open {sign}"),
        None => sign.to_owned(),
    };
    Ok(AssemblyBranch { q, label, determinant, crossed })
}

/// Two directions that make a right-handed frame with a normal.
fn in_plane(normal: Vec3<f64>) -> [Vec3<f64>; 2] {
    let helper = if normal.x.abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
    let first = normal.cross(helper).normalized();
    [first, normal.cross(first)]
}

fn determinant(around: &[Pivot], hold: &[LinkId], normal: Vec3<f64>, axes: [Vec3<f64>; 2], size: f64) -> Option<f64> {
    let passive = |p: &&Pivot| is_passive(p, hold);
    let about = around.iter().find(passive)?.pose.position;
    let motions = around.iter().filter(passive).flat_map(|p| {
        p.columns.iter().map(move |t| {
            let v = t.linear + t.angular.cross(about - p.pose.position);
            // slides are directions already
            let scale = if t.angular.norm() > 0.5 { size } else { 1.0 };
            [t.angular.dot(normal), axes[0].dot(v) / scale, axes[1].dot(v) / scale]
        })
    });
    let motions: Vec<[f64; 3]> = motions.collect();
    let [a, b, c] = motions[..] else { return None };
    Some(Matrix3::from_columns(&[a.into(), b.into(), c.into()]).determinant())
}

/// Whether two segments cross inside.
fn cross([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> bool {
    let side = |a: [f64; 2], b: [f64; 2], p: [f64; 2]| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}
