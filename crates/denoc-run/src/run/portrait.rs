//! A page that shows a mechanism in one configuration.

use denoc_model::Model;
use denoc_results::{Column, Table};

use super::finish::{Page, html};
use super::freedom::Freedom;
use crate::Error;
use crate::load::Loaded;
use crate::scenario::Scenario;
use denoc_mechanism::quantity::{Entries, Quantity};

/// A page with a 3D view of the mechanism at `q`, and its tables.
pub fn portrait(loaded: &Loaded, q: &[f64]) -> Result<String, Error> {
    let model: &Model = &loaded.model;
    model.check_coordinates(q)?;
    let entries = Entries::new(model, Quantity::Q);
    let time = Column::new("t", "s", vec![0.0]);
    let coordinates = (0..entries.len()).map(|i| Column::new(entries.column(i), entries.units[i], vec![q[i]]));
    let results = Table::from_columns(std::iter::once(time).chain(coordinates))?;
    let start = Freedom::at(q);
    let page = Page {
        loaded,
        scenario: &Scenario::new(model.name()),
        kind: "mechanism",
        subtitle: start.summary(model),
        command: "",
        results: &results,
        plots: Vec::new(),
        reactions: None,
        start: &start,
        files: false,
        audit: &[],
        events: &[],
        verification: None,
    };
    html(page, &mut Vec::new())
}
