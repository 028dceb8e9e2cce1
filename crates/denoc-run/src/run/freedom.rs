//! Mobility in the initial configuration of a run: analysed at most once.

use std::sync::OnceLock;

use denoc_base::plural;
use denoc_mechanism::MechanismError;
use denoc_mechanism::mobility::Mobility;
use denoc_model::Model;

/// The initial coordinates of a run, and the mobility there once requested.
#[derive(Clone, Debug)]
pub(super) struct Freedom {
    q: Vec<f64>,
    mobility: OnceLock<Result<Mobility, MechanismError>>,
}

impl Freedom {
    pub(super) fn at(q: &[f64]) -> Self {
        Self { q: q.to_vec(), mobility: OnceLock::new() }
    }

    /// The same at `q`; keeps the mobility if the coordinates are equal.
    pub(super) fn moved_to(self, q: &[f64]) -> Self {
        if self.q == q { self } else { Self::at(q) }
    }

    pub(super) fn q(&self) -> &[f64] {
        &self.q
    }

    /// The mobility of a mechanism with loops.
    pub(super) fn mobility(&self, model: &Model) -> Result<&Mobility, MechanismError> {
        self.mobility.get_or_init(|| Mobility::analyse(model, &self.q)).as_ref().map_err(Clone::clone)
    }

    /// Whether redundant constraints leave reactions indeterminate.
    pub(super) fn has_redundant_constraints(&self, model: &Model) -> bool {
        !model.closures().is_empty() && self.mobility(model).is_ok_and(|found| !found.indeterminate.is_empty())
    }

    /// `3 degrees of freedom`.
    pub(super) fn summary(&self, model: &Model) -> String {
        let n = if model.closures().is_empty() {
            model.nv()
        } else {
            match self.mobility(model) {
                Ok(mobility) => mobility.degrees_of_freedom,
                Err(_) => return format!("{} speeds in joints with loops", model.nv()),
            }
        };
        format!("{n} degree{} of freedom", plural(n))
    }
}
