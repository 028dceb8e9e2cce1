//! The Jacobian of a frame and how well it is conditioned.

use denoc_dynamics::Workspace;
use denoc_math::random::Random;
use denoc_model::{FrameId, Model};
use nalgebra::DMatrix;
use serde::Serialize;

use crate::MechanismError;
use crate::ik::random_coordinates;

/// Singular values of a matrix and what follows from them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measures {
    /// Singular values, largest first.
    pub singular_values: Vec<f64>,
    /// How many are not zero here.
    pub rank: usize,
    /// How many are not zero in a general pose.
    pub generic_rank: usize,
    /// Largest over smallest of the first `generic_rank` singular values; infinite in a singular configuration (`null` in JSON).
    pub condition: f64,
    /// Product of the first `generic_rank` singular values: √det(J Jᵀ) where J has full row rank.
    pub manipulability: f64,
}

/// The Jacobian of a frame with its measures. Rotations (rad) and translations (m) together depend on the unit of length.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JacobianReport {
    /// The frame.
    pub frame: String,
    /// Six rows of nv entries: angular velocity, velocity of the origin, in world axes.
    pub rows: Vec<Vec<f64>>,
    /// Measures of the complete Jacobian.
    pub full: Measures,
    /// Measures of the last three rows.
    pub translation: Measures,
    /// Measures of the first three rows.
    pub rotation: Measures,
}

/// The Jacobian of `frame` at `q`.
///
/// # Panics
/// If the model has no such frame.
pub fn jacobian(model: &Model, frame: FrameId, q: &[f64]) -> Result<JacobianReport, MechanismError> {
    let here = matrix(model, frame, q)?;
    let mut generic = [0; 3];
    let mut random = Random::new(1);
    for _ in 0..3 {
        let other = matrix(model, frame, &random_coordinates(&mut random, model, None))?;
        for (most, rows) in generic.iter_mut().zip([0..6, 3..6, 0..3]) {
            *most = (*most).max(rank_of(&part(&other, rows)).1);
        }
    }
    let [full, translation, rotation] = generic;
    Ok(JacobianReport {
        frame: model.frame_names()[frame.0].clone(),
        rows: (0..6).map(|i| here.row(i).iter().copied().collect()).collect(),
        full: measures(&here, full),
        translation: measures(&part(&here, 3..6), translation),
        rotation: measures(&part(&here, 0..3), rotation),
    })
}

fn matrix(model: &Model, frame: FrameId, q: &[f64]) -> Result<DMatrix<f64>, MechanismError> {
    let mut ws = Workspace::new(model);
    let mut rows = vec![0.0; 6 * model.nv()];
    ws.position(model, q)?.jacobian(frame, &mut rows)?;
    Ok(DMatrix::from_row_slice(6, model.nv(), &rows))
}

fn part(m: &DMatrix<f64>, rows: core::ops::Range<usize>) -> DMatrix<f64> {
    m.rows(rows.start, rows.len()).into_owned()
}

/// Singular values, largest first, and how many of them are not zero.
pub(crate) fn rank_of(m: &DMatrix<f64>) -> (Vec<f64>, usize) {
    if m.is_empty() {
        return (Vec::new(), 0);
    }
    let mut values: Vec<f64> = m.singular_values().iter().copied().collect();
    values.sort_by(|a, b| b.total_cmp(a));
    let smallest = 1e-10 * values[0];
    let rank = values.iter().filter(|&&s| s > smallest).count();
    (values, rank)
}

fn measures(m: &DMatrix<f64>, generic_rank: usize) -> Measures {
    let (singular_values, rank) = rank_of(m);
    let generic_rank = generic_rank.max(rank);
    let used = &singular_values[..generic_rank];
    let condition = match (used.first(), used.last()) {
        (Some(first), Some(last)) if rank == generic_rank => first / last,
        _ => f64::INFINITY,
    };
    let manipulability = if used.is_empty() { 0.0 } else { used.iter().product() };
    Measures { rank, generic_rank, condition, manipulability, singular_values }
}
