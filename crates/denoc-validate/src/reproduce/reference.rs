//! The embedded curves of other engines; `data/README.md` says where they come from.

use super::curves::Curves;
use crate::ValidationError;

pub(super) const PLANAR_TORQUES: &str = include_str!("../../data/A1_planar3R_id_table.csv");
pub(super) const ROD_TORQUES: &str = include_str!("../../data/A1_planar3R_id_formula.csv");
pub(super) const PUMA_TORQUES: &str = include_str!("../../data/A2_puma_id_R.csv");
pub(super) const STANFORD_FORCES: &str = include_str!("../../data/A3_stanford_id_R.csv");
pub(super) const KUKA_TORQUES: &str = include_str!("../../data/A4_kuka_id_R.csv");
pub(super) const PLANAR_FALL: &str = include_str!("../../data/A5_planar3R_freefall_table.csv");
pub(super) const PUMA_FALL: &str = include_str!("../../data/A6_puma_freefall_R.csv");
pub(super) const FOUR_BAR_TORQUE: &str = include_str!("../../data/A9_fourbar_id_constant_speed.csv");
pub(super) const FOUR_BAR_FALL: &str = include_str!("../../data/A9_fourbar_freefall_phi0_0.csv");
pub(super) const SINGLE_LOOP_FALL: &str = include_str!("../../data/A10_odca_fourbar.csv");
pub(super) const TOGGLE_FALL: &str = include_str!("../../data/A10_odca_toggle.csv");
pub(super) const PARALLELOGRAM_FALL: &str = include_str!("../../data/A10_odca_parallelogram_released_45deg.csv");

/// Coordinates and joint forces along a motion.
pub(super) struct Forces {
    pub(super) q: Curves,
    pub(super) tau: Curves,
}

/// A free fall, and how far each row can be trusted.
pub(super) struct Fall {
    pub(super) q: Curves,
    pub(super) v: Curves,
    pub(super) tolerance: Vec<f64>,
}

/// Columns t, q1…, tau1….
pub(super) fn forces(text: &str) -> Result<Forces, ValidationError> {
    let all = read(text)?;
    let n = all.rows.first().map_or(0, Vec::len) / 2;
    Ok(Forces { q: all.columns(0..n), tau: all.columns(n..2 * n) })
}

/// Columns t, q1…, qd1…, spread.
pub(super) fn fall(text: &str) -> Result<Fall, ValidationError> {
    let all = read(text)?;
    let n = all.rows.first().map_or(0, Vec::len) / 2;
    let tolerance = all.column(2 * n).iter().map(|spread| (100.0 * spread).max(1e-10)).collect();
    Ok(Fall { q: all.columns(0..n), v: all.columns(n..2 * n), tolerance })
}

/// The columns of these names.
pub(super) fn named(text: &str, names: &[impl AsRef<str>]) -> Result<Curves, ValidationError> {
    let all = read(text)?;
    // the first column is the time
    let heads: Vec<&str> = text.lines().next().unwrap_or_default().split(',').skip(1).collect();
    let place = |name: &str| {
        let found = heads.iter().position(|head| *head == name);
        found.ok_or_else(|| ValidationError::case(format!("an embedded reference has no column {name}")))
    };
    let places: Vec<usize> = names.iter().map(|name| place(name.as_ref())).collect::<Result<_, _>>()?;
    let pick = |row: &Vec<f64>| places.iter().map(|&i| row.get(i).copied().unwrap_or(f64::NAN)).collect();
    Ok(Curves { rows: all.rows.iter().map(pick).collect(), times: all.times })
}

fn read(text: &str) -> Result<Curves, ValidationError> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut curves = Curves::default();
    for row in reader.deserialize::<Vec<f64>>() {
        let mut row = row.map_err(|e| ValidationError::case(format!("an embedded reference cannot be read: {e}")))?;
        if row.is_empty() {
            continue;
        }
        curves.times.push(row.remove(0));
        curves.rows.push(row);
    }
    Ok(curves)
}
