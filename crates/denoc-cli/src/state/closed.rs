//! States of mechanisms with loops: what is given is kept, the rest follows.

use denoc::loops::{self, ClosedState};
use denoc::model::Model;
use denoc::quantity::{Entries, Quantity};
use denoc::scenario::Values;

use super::{Said, States};
use crate::output::Failure;

/// Words about a name that belongs to a joint where a loop is cut.
pub(crate) fn cut(model: &Model, name: &str) -> Option<String> {
    model.closure_names().iter().any(|known| known == name).then(|| {
        format!(
            "\"{name}\" is where a loop is cut (see denoc info): it has no coordinate of its own, it follows from the other joints"
        )
    })
}

/// The entries that were given, as names; `None` for those that only are a drawing.
fn kept(entries: &Entries, said: &Said) -> Option<Values> {
    let names = |entries: Vec<String>| Values::Named(entries.into_iter().map(|label| (label, Vec::new())).collect());
    match said {
        Said::Named(named) => Some(names(named.iter().map(|&i| entries.labels[i].clone()).collect())),
        // coordinates of all joints are a drawing; speeds and accelerations of all joints are meant
        Said::All if entries.quantity != Quantity::Q => Some(names(entries.labels.clone())),
        _ => None,
    }
}

impl States {
    /// Closes the loops of all states: coordinates, speeds and accelerations that were named are kept, the others follow; a
    /// list of all coordinates is a drawing. Accelerations that nobody gives are zero where speeds are named.
    pub(crate) fn close(&mut self, model: &Model) -> Result<(), Failure> {
        if model.closures().is_empty() {
            return Ok(());
        }
        for k in 0..self.count {
            self.close_one(model, k).map_err(|e| Failure::from(e).at(&self.places[k]))?;
        }
        Ok(())
    }

    fn close_one(&mut self, model: &Model, k: usize) -> Result<(), denoc::Error> {
        let entries = [Quantity::Q, Quantity::V, Quantity::A].map(|quantity| Entries::new(model, quantity));
        let [q, v, a] = entries.each_ref().map(|entries| {
            let symbol = entries.quantity as usize;
            let said = self.said[symbol].get(k).cloned().unwrap_or_default();
            (self.one(entries, k), kept(entries, &said))
        });
        let closed = loops::close(model, (q.0, q.1.as_ref()), (v.0, v.1.as_ref()))?;
        self.set(Quantity::Q, k, &closed.q);
        self.set(Quantity::V, k, &closed.v);
        if !self.values[Quantity::A as usize].is_empty() {
            let a = accelerations(model, &closed, a, v.1.as_ref())?;
            self.set(Quantity::A, k, &a);
        }
        Ok(())
    }

    /// A quantity of one state; zeros if it was not asked for.
    fn one(&self, entries: &Entries, k: usize) -> Vec<f64> {
        let n = entries.len();
        self.of(entries.quantity).get(k * n..(k + 1) * n).map_or_else(|| vec![0.0; n], <[f64]>::to_vec)
    }

    fn set(&mut self, quantity: Quantity, k: usize, new: &[f64]) {
        if let Some(place) = self.values[quantity as usize].get_mut(k * new.len()..(k + 1) * new.len()) {
            place.copy_from_slice(new);
        }
    }
}

/// Accelerations that keep the loops closed.
fn accelerations(
    model: &Model,
    state: &ClosedState,
    (given, kept): (Vec<f64>, Option<Values>),
    speeds: Option<&Values>,
) -> Result<Vec<f64>, denoc::Error> {
    match (kept, speeds) {
        (None, Some(speeds)) => loops::accelerations(model, state, (given.clone(), Some(speeds)))
            .or_else(|_| loops::accelerations(model, state, (given, None))),
        (kept, _) => loops::accelerations(model, state, (given, kept.as_ref())),
    }
}
