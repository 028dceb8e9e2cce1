//! What the plots of a run are drawn over: time, or the angle of a crank that turns fully.

use std::f64::consts::TAU;

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{LinkId, Model};
use denoc_results::{Plot, Table, XAxis};

use crate::display_unit::{Shown, degrees};

/// A turn that rounding or the last sample cut short counts as full.
const NEARLY: f64 = 1.0 - 1e-9;

/// The abscissa of a run, and how instants are named in tables.
pub(super) struct Abscissa {
    axis: XAxis,
    /// The rows are drawn in reverse, because the crank turns backwards.
    reversed: bool,
    times: Vec<f64>,
    /// Name and angles of the crank, in degrees, in the order of the rows.
    crank: Option<(String, Vec<f64>)>,
}

impl Abscissa {
    /// Time; or the angle of `input`, if it is a hinge that turns fully and never back. `None` if there are less than two rows: one
    /// instant makes no curve.
    pub(super) fn of(model: &Model, results: &Table, input: Option<LinkId>) -> Option<Self> {
        let times = results.column("t").map(|column| column.values.clone()).filter(|times| times.len() > 1)?;
        let crank = input.and_then(|input| angles(model, results, input));
        let Some((name, angles)) = crank else {
            return Some(Self { axis: XAxis::time(times.clone()), reversed: false, times, crank: None });
        };
        let reversed = angles.first() > angles.last();
        let ordered = |values: &[f64]| -> Vec<f64> {
            if reversed { values.iter().rev().copied().collect() } else { values.to_vec() }
        };
        let axis = XAxis::new(name.clone(), "°", ordered(&angles)).at_times(ordered(&times));
        Some(Self { axis, reversed, times, crank: Some((name, angles)) })
    }

    /// A plot without panels.
    pub(super) fn plot(&self, title: &str) -> Plot {
        Plot::new(title, self.axis.clone())
    }

    /// The values of a column in the order of the abscissa, in the unit in which they are shown.
    pub(super) fn curve(&self, column: &[f64], shown: Shown<'_>) -> Vec<f64> {
        let mut values = shown.all(column);
        if self.reversed {
            values.reverse();
        }
        values
    }

    /// Headings of the cells that name an instant.
    pub(super) fn heads(&self) -> Vec<String> {
        let crank = self.crank.as_ref().map(|(name, _)| format!("at {name} [°]"));
        std::iter::once("at t [s]".to_owned()).chain(crank).collect()
    }

    /// The cells that name the instant of a row.
    pub(super) fn cells(&self, row: usize) -> Vec<String> {
        let crank = self.crank.as_ref().map(|(_, angles)| format!("{:.1}", angles[row]));
        std::iter::once(format!("{:.4}", self.times[row])).chain(crank).collect()
    }
}

/// Name and angles, in degrees, of a hinge that turns fully without turning back.
fn angles(model: &Model, results: &Table, input: LinkId) -> Option<(String, Vec<f64>)> {
    let entries = Entries::new(model, Quantity::Q);
    let place = model.links()[input.0].q;
    let single = model.links()[input.0].nq == 1 && entries.units[place] == "rad";
    let values = &results.column(&entries.column(place)).filter(|_| single)?.values;
    let turned = values.last()? - values.first()?;
    let onwards = values.windows(2).all(|pair| (pair[1] - pair[0]) * turned >= 0.0);
    (onwards && turned.abs() >= NEARLY * TAU)
        .then(|| (model.joint_names()[input.0].clone(), degrees("rad").all(values)))
}
