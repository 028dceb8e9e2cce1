//! The initial guess from which the loops of a mechanism are closed: options that several commands share.

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_mechanism::{ClosedState, Draft};
use denoc_model::{LinkId, Model};
use denoc_run::scenario::{Values, usual_start};

use super::unknown::unknown;
use super::values;
use crate::output::{Failure, Output};
use crate::state::cut;

/// The initial guess.
#[derive(clap::Args, Debug)]
pub(crate) struct DrawingArgs {
    /// Coordinates of some joints by name, which are held while the others close the loops (crank=0.5,arm=30 deg), or of all joints in
    /// order, as an initial guess
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    q: Option<String>,

    /// Named configuration of the model to start from [default: start, if defined]
    #[arg(long, value_name = "NAME")]
    configuration: Option<String>,
}

/// The values that an option gives.
fn given(model: &Model, quantity: Quantity, text: Option<&str>) -> Result<Option<Values>, Failure> {
    let flag = format!("--{}", quantity.symbol());
    let Some(values) = text.map(|text| values::parse(&flag, text)).transpose()? else { return Ok(None) };
    if let Values::Named(named) = &values
        && let Some(reason) = named.keys().find_map(|name| cut(model, name))
    {
        return Err(Failure::new(reason).at(&flag));
    }
    Ok(Some(values))
}

impl DrawingArgs {
    /// Whether any of the options is given.
    pub(crate) fn is_given(&self) -> bool {
        self.q.is_some() || self.configuration.is_some()
    }

    /// The initial guess, and the values given for it.
    pub(crate) fn drawn(&self, model: &Model) -> Result<(Vec<f64>, Option<Values>), Failure> {
        let base = match &self.configuration {
            Some(name) => {
                let known = model.configurations().iter().map(|(name, _)| name.as_str());
                let found = model.configuration(name);
                found.map_err(|_| unknown("--configuration", "configuration", name, known))?.to_vec()
            }
            None => usual_start(model),
        };
        let q = given(model, Quantity::Q, self.q.as_deref())?;
        let entries = Entries::new(model, Quantity::Q);
        let drawn = q.as_ref().map_or(Ok(base.clone()), |q| q.resolve(&entries, base))?;
        model.check_coordinates(&drawn)?;
        Ok((drawn, q))
    }

    /// A note on plain numbers for angles that may be meant in degrees.
    pub(crate) fn many_turns(&self, model: &Model) -> Result<Option<String>, Failure> {
        Ok(given(model, Quantity::Q, self.q.as_deref())?.and_then(|q| q.many_turns(model)))
    }

    /// Notes on the values given.
    pub(crate) fn remarks(&self, model: &Model, output: &mut Output) -> Result<(), Failure> {
        if let Some(note) = self.many_turns(model)? {
            output.note(format!("note: {note}"));
        }
        Ok(())
    }

    /// Closes the loops; named speeds are kept, and the others follow.
    pub(crate) fn close(&self, model: &Model, speeds: Option<&str>) -> Result<ClosedState, Failure> {
        let (drawn, q) = self.drawn(model)?;
        let v = given(model, Quantity::V, speeds)?;
        let entries = Entries::new(model, Quantity::V);
        let rest = vec![0.0; model.nv()];
        let speeds = v.as_ref().map_or(Ok(rest.clone()), |v| v.resolve(&entries, rest))?;
        model.check_speeds("v", &speeds)?;
        let held = q.map_or_else(Vec::new, |q| q.named_joints(model, &Entries::new(model, Quantity::Q)));
        let driven = v.map(|v| match v {
            // speeds of all joints are meant too
            Values::All(_) => (0..model.links().len()).map(LinkId).filter(|l| model.links()[l.0].nv > 0).collect(),
            named => named.named_joints(model, &entries),
        });
        Ok(Draft { q: drawn, held, v: speeds, driven }.close(model)?)
    }
}

/// An error for commands that need loops.
pub(crate) fn need_loops(model: &Model, instead: &str) -> Result<(), Failure> {
    if model.closures().is_empty() {
        return Err(Failure::new(format!("\"{}\" has no loops: {instead}", model.name())));
    }
    Ok(())
}
