//! How well some joints determine the motion of a mechanism.

use denoc_model::{LinkId, Model};
use nalgebra::DMatrix;

use super::{Kinematics, Svd};
use crate::MechanismError;

/// Singular values of the closures below this part of the largest count as zero. Assembling a singular configuration leaves an error
/// of the square root of rounding.
const NEAR: f64 = 1e-6;

/// How well driving joints determine the motion at a closed configuration, computed by [`hold_on_motion`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct HoldOnMotion {
    /// Instantaneous degrees of freedom; more than usual where branches of motion cross.
    pub freedoms: usize,
    /// The smallest speed of the driving joints in any motion of unit length (lengths relative to the size of the mechanism): zero at
    /// dead points, where they stand still while other joints move.
    pub least: f64,
}

/// How well the speeds of `driving` determine those of all other joints at the closed configuration `q`.
///
/// ```
/// use denoc_mechanism::Draft;
/// use denoc_mechanism::assembly::hold_on_motion;
/// # use denoc_formats::catalogue;
///
/// let fourbar = catalogue::describe("fourbar")?.build()?;
/// let q = Draft::usual(&fourbar).close(&fourbar)?.q;
/// let hold = hold_on_motion(&fourbar, &q, &[fourbar.joint("crank_pivot")?])?;
/// assert!(hold.freedoms == 1 && hold.least > 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If `q` does not fit the model.
pub fn hold_on_motion(model: &Model, q: &[f64], driving: &[LinkId]) -> Result<HoldOnMotion, MechanismError> {
    model.check_coordinates(q)?;
    let mut k = Kinematics::new(model);
    k.place(q)?;
    let is_driving =
        |s: usize| driving.iter().any(|l| (model.links()[l.0].v..).take(model.links()[l.0].nv).any(|v| v == s));
    let mut hold = HoldOnMotion { freedoms: 0, least: f64::INFINITY };
    for cluster in 0..model.clusters().len() {
        let Some(svd) = Svd::new(&k.block(cluster)) else { continue };
        let motions = svd.null(svd.rank(NEAR));
        let rows: Vec<_> = (k.speeds[cluster].iter().enumerate())
            .filter(|(_, s)| is_driving(**s))
            .map(|(row, _)| motions.row(row).into_owned())
            .collect();
        hold.freedoms += motions.ncols();
        if motions.ncols() == 0 {
            continue;
        }
        let speeds = if rows.is_empty() { DMatrix::zeros(0, motions.ncols()) } else { DMatrix::from_rows(&rows) };
        // fewer driving speeds than freedoms leave some motion free
        let values = Svd::new(&speeds).map_or_else(Vec::new, |svd| svd.values);
        hold.least = hold.least.min(values.get(motions.ncols() - 1).copied().unwrap_or(0.0));
    }
    Ok(hold)
}
