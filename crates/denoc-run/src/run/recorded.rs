//! Samples of a simulation as rows of the results, and the rows so far as columns.

use std::path::Path;

use denoc_dynamics::Workspace;
use denoc_model::{FrameId, Model};
use denoc_results::{Column, Table};
use denoc_sim::motion::Motion;
use denoc_sim::{Limits, Recording, Sample};

use super::columns;
use super::prepare::SharedMotion;
use crate::Error;
use crate::error::folder_error;

/// Names and units of the columns; `stops` act at joint limits; `reference`: a controller tracks a trajectory.
pub(super) fn header(model: &Model, stops: bool, trace: Option<FrameId>, reference: bool) -> Vec<(String, String)> {
    let mut heads = columns::state(model);
    let stops = stops.then_some(columns::STOPS);
    heads.extend(columns::LEDGER.into_iter().chain(stops).map(|(name, unit)| (name.to_owned(), unit.to_owned())));
    heads.extend(trace.map_or(Vec::new(), |frame| columns::position(model, frame)));
    heads.extend(if reference { columns::reference(model) } else { Vec::new() });
    heads
}

/// Converts samples to rows, in the order of [`header`], and collects them.
pub(super) struct Recorded<'m> {
    model: &'m Model,
    ws: Workspace<f64>,
    stops: bool,
    trace: Option<FrameId>,
    reference: Option<Following<'m>>,
    row: Vec<f64>,
    header: Vec<(String, String)>,
    columns: Vec<Vec<f64>>,
}

/// The trajectory that a controller tracks, with buffers for a sample.
struct Following<'m> {
    motion: SharedMotion<'m>,
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
}

impl<'m> Recorded<'m> {
    pub(super) fn new(
        model: &'m Model,
        limits: Limits,
        trace: Option<FrameId>,
        motion: Option<SharedMotion<'m>>,
    ) -> Self {
        let stops = columns::stops_act(model, limits);
        let header = header(model, stops, trace, motion.is_some());
        let speeds = || vec![0.0; model.nv()];
        let reference = motion.map(|motion| Following { motion, q: model.neutral(), v: speeds(), a: speeds() });
        let columns = vec![Vec::new(); header.len()];
        Self { model, ws: Workspace::new(model), stops, trace, reference, row: Vec::new(), header, columns }
    }

    /// Names and units of the columns.
    pub(super) fn header(&self) -> &[(String, String)] {
        &self.header
    }

    /// Adds the first rows of an interrupted run from their file; they are nowhere else.
    pub(super) fn take_over(&mut self, file: &Path, rows: usize) -> Result<(), Error> {
        let earlier = Table::read_csv(file)?;
        let same = |(column, (name, unit)): (&Column, &(String, String))| column.name == *name && column.unit == *unit;
        if earlier.columns().len() != self.header.len() || !earlier.columns().iter().zip(&self.header).all(same) {
            let rule = "the columns are not those of this run";
            return Err(folder_error(file, rule, "start the run again in another folder"));
        }
        for (column, known) in self.columns.iter_mut().zip(earlier.columns()) {
            column.extend_from_slice(&known.values[..rows.min(known.values.len())]);
        }
        Ok(())
    }

    /// The row of a sample, which is added to the columns.
    pub(super) fn record(&mut self, sample: &Sample) -> Result<&[f64], Error> {
        self.row.clear();
        self.row.push(sample.t);
        for part in [&sample.q, &sample.v, &sample.a, &sample.tau] {
            self.row.extend_from_slice(part);
        }
        let (e, w) = (sample.energies, sample.works);
        self.row.extend([e.kinetic, e.gravity, e.springs, e.total()]);
        self.row.extend([w.actuators, w.friction, w.external, sample.unexplained]);
        self.row.extend(self.stops.then_some(w.stops));
        if let Some(frame) = self.trace {
            let position = self.ws.position(self.model, &sample.q)?.frame_pose(frame).position;
            self.row.extend(position.to_array());
        }
        if let Some(Following { motion, q, v, a }) = &mut self.reference {
            motion.sample(sample.t.min(motion.duration()), q, v, a)?;
            self.row.extend_from_slice(q);
        }
        self.columns.iter_mut().zip(&self.row).for_each(|(column, &x)| column.push(x));
        Ok(&self.row)
    }

    /// All rows as a table.
    pub(super) fn into_table(self) -> Result<Table, Error> {
        let columns = self.header.into_iter().zip(self.columns);
        Ok(Table::from_columns(columns.map(|((name, unit), values)| Column::new(name, unit, values)))?)
    }
}

impl Recording for Recorded<'_> {
    fn count(&self) -> usize {
        self.columns[0].len()
    }

    fn read(&self, index: usize, q: &mut [f64], v: &mut [f64]) -> f64 {
        let (first_speed, first_acceleration) = (1 + q.len(), 1 + q.len() + v.len());
        let copy = |columns: &[Vec<f64>], out: &mut [f64]| {
            columns.iter().zip(out).for_each(|(column, x)| *x = column[index]);
        };
        copy(&self.columns[1..first_speed], q);
        copy(&self.columns[first_speed..first_acceleration], v);
        self.columns[0][index]
    }
}
