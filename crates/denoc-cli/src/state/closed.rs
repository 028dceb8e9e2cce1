//! States of mechanisms with loops: given values are kept, the others follow from closure.

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_mechanism::{ClosedState, Draft};
use denoc_model::{LinkId, Model};

use super::{Entered, States};
use crate::output::Failure;

/// The message about the name of a cut joint.
pub(crate) fn cut(model: &Model, name: &str) -> Option<String> {
    model.closure_names().iter().any(|known| known == name).then(|| {
        format!(
            "\"{name}\" is a cut joint of a loop (see denoc info): it has no coordinates, it follows from the other joints"
        )
    })
}

/// The joints whose entries were given; `None` if they are only an initial guess, or if nothing was given.
fn kept(model: &Model, entries: &Entries, entered: &Entered) -> Option<Vec<LinkId>> {
    let owners = |entries_given: &mut dyn Iterator<Item = usize>| {
        let mut links: Vec<LinkId> = entries_given.filter_map(|i| entries.owner(model, i)).collect();
        links.sort();
        links.dedup();
        links
    };
    match entered {
        Entered::Named(named) => Some(owners(&mut named.iter().copied())),
        // coordinates of all joints are an initial guess; speeds and accelerations of all joints are exact
        Entered::All if entries.quantity != Quantity::Q => Some(owners(&mut (0..entries.len()))),
        _ => None,
    }
}

impl States {
    /// Closes the loops of all states: named coordinates, speeds and accelerations are kept, the others follow; a list of all
    /// coordinates is an initial guess. Joints with named speeds have zero acceleration if no acceleration is given.
    pub(crate) fn close(&mut self, model: &Model) -> Result<(), Failure> {
        if model.closures().is_empty() {
            return Ok(());
        }
        for k in 0..self.count {
            self.close_one(model, k).map_err(|e| Failure::from(e).at(&self.places[k]))?;
        }
        Ok(())
    }

    fn close_one(&mut self, model: &Model, k: usize) -> Result<(), denoc_run::Error> {
        let entries = [Quantity::Q, Quantity::V, Quantity::A].map(|quantity| Entries::new(model, quantity));
        let [q, v, a] = entries.each_ref().map(|entries| {
            let entered = self.entered[entries.quantity as usize].get(k).cloned().unwrap_or_default();
            (self.one(entries, k), kept(model, entries, &entered))
        });
        let driven = v.1.clone();
        let draft = Draft { q: q.0, held: q.1.unwrap_or_default(), v: v.0, driven: v.1 };
        let closed = draft.close(model)?;
        self.set(Quantity::Q, k, &closed.q);
        self.set(Quantity::V, k, &closed.v);
        if !self.values[Quantity::A as usize].is_empty() {
            let a = accelerations(model, &closed, a, driven)?;
            self.set(Quantity::A, k, &a);
        }
        Ok(())
    }

    /// A quantity of one state; zeros if it was not requested.
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

/// Accelerations that keep the loops closed; where none were given, those of joints with given speeds stay zero if they can.
fn accelerations(
    model: &Model,
    state: &ClosedState,
    (given, kept): (Vec<f64>, Option<Vec<LinkId>>),
    driven: Option<Vec<LinkId>>,
) -> Result<Vec<f64>, denoc_run::Error> {
    Ok(match (kept, driven) {
        (None, Some(driven)) => {
            state.accelerations(model, given.clone(), &driven).or_else(|_| state.accelerations(model, given, &[]))?
        }
        (kept, _) => state.accelerations(model, given, &kept.unwrap_or_default())?,
    })
}
