//! The embedded curves of other engines; `data/README.md` says where they come from.

use denoc_results::{Column, Table};

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
    let table = table(text)?;
    let column = |name: &str| {
        let found = table.column(name);
        found.ok_or_else(|| ValidationError::case(format!("an embedded reference has no column {name}")))
    };
    let columns = names.iter().map(|name| column(name.as_ref())).collect::<Result<Vec<_>, _>>()?;
    Ok(curves(&table, &columns))
}

/// All columns after the time.
fn read(text: &str) -> Result<Curves, ValidationError> {
    let table = table(text)?;
    let columns: Vec<&Column> = table.columns().iter().skip(1).collect();
    Ok(curves(&table, &columns))
}

fn table(text: &str) -> Result<Table, ValidationError> {
    Table::parse_csv(text, "embedded reference")
        .map_err(|e| ValidationError::case(format!("an embedded reference cannot be read: {e}")))
}

/// Columns of a table over its first one, the time.
fn curves(table: &Table, columns: &[&Column]) -> Curves {
    let times = table.columns().first().map_or(Vec::new(), |time| time.values.clone());
    let row = |i: usize| columns.iter().map(|column| column.values[i]).collect();
    Curves { rows: (0..times.len()).map(row).collect(), times }
}
