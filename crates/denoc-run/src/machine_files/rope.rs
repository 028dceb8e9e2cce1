//! The shape of a rope at rest as a table and a plot.

use denoc_machines::rope::Equilibrium;
use denoc_results::{Panel, Plot, Style, Table, XAxis};

use crate::{Error, Record};

/// Joints are marked in plots of ropes of up to this number of points.
const MARKED: usize = 100;
/// Points of the catenary in a plot.
const FINE: usize = 1000;

/// Positions of joints and ends at rest, in the plane of the rope, m: the arc length `way` from the first end, `x` sideways, `z` up;
/// with a second held end also the point of the catenary at the same arc length.
///
/// # Errors
/// None for an equilibrium that was found.
pub fn rope_table(equilibrium: &Equilibrium) -> Result<Table, Error> {
    let along = equilibrium.arc_lengths();
    let mut record = Record::default();
    record.column("way", "m", along.clone());
    record.column("x", "m", coordinate(equilibrium, 0));
    record.column("z", "m", coordinate(equilibrium, 1));
    if let Some(catenary) = &equilibrium.catenary {
        let at = |k: usize| along.iter().map(|way| catenary.at(*way)[k]).collect::<Vec<f64>>();
        record.column("catenary x", "m", at(0));
        record.column("catenary z", "m", at(1));
    }
    record.table()
}

/// The links at rest and the catenary.
pub fn rope_plot(title: &str, equilibrium: &Equilibrium) -> Plot {
    let [x, z] = [0, 1].map(|k| coordinate(equilibrium, k));
    let mut panel = Panel::new("up", "m");
    if let Some(catenary) = &equilibrium.catenary {
        let points = (0..=FINE).map(|i| catenary.at(catenary.length * i as f64 / FINE as f64));
        let (fine_x, fine_z) = points.map(|[x, z]| (x, z)).unzip();
        panel = panel.over("catenary", fine_x, fine_z, Style::Dashed);
    }
    panel = panel.over("links at rest", x.clone(), z.clone(), Style::Line);
    if x.len() <= MARKED {
        panel = panel.over("joints", x.clone(), z, Style::Dots);
    }
    Plot::new(title, XAxis::new("sideways", "m", x)).panel(panel).equal_axes()
}

fn coordinate(equilibrium: &Equilibrium, k: usize) -> Vec<f64> {
    equilibrium.rest.points.iter().map(|point| point[k]).collect()
}
