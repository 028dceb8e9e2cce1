//! How the state changes between the coordinates of the tree and independent ones.

use super::{Equations, WORKS};
use crate::SimError;
use crate::simulation::loops::{Closing, LoopClosure};

impl Equations<'_, '_> {
    /// Prepares the elimination of the closures around the base, where states are in the coordinates of the tree.
    pub(super) fn order_loops(&mut self) -> Result<(), SimError> {
        let Self { closing, plant, base, .. } = self;
        // the rows of couplings are the same everywhere
        if let Some(closing) = closing.as_mut().filter(|closing| !closing.is_coupled()) {
            closing.loops_mut().order_at(&mut plant.ws, base)?;
            closing.adopt_order();
        }
        Ok(())
    }

    /// Distance of the base from a singular configuration; infinite for trees, also with couplings.
    pub(in crate::simulation) fn base_regularity(&mut self) -> f64 {
        let closing = self.closing.as_mut().filter(|closing| !closing.is_coupled());
        closing.map_or(f64::INFINITY, |closing| closing.loops_mut().base_regularity())
    }

    /// The closure in force if it changes with the distance from singular configurations.
    pub(in crate::simulation) fn automatic_closure(&self) -> Option<LoopClosure> {
        self.closing.as_ref().filter(|closing| closing.is_automatic()).map(Closing::present)
    }

    /// Chooses the closure to which a state of this length belongs, where both are possible.
    pub(in crate::simulation) fn choose_closure_of(&mut self, length: usize) {
        let beside = self.controller.states() + WORKS;
        if let Some(closing) = self.closing.as_mut().filter(|closing| closing.is_automatic()) {
            let independent = length == closing.independent() + beside;
            closing.choose(if independent { LoopClosure::Projected } else { LoopClosure::Corrected });
        }
    }

    /// Writes a state at the base for another closure.
    pub(in crate::simulation) fn change_closure(
        &mut self,
        closure: LoopClosure,
        y: &mut Vec<f64>,
    ) -> Result<(), SimError> {
        self.place(y)?;
        let (positions, speeds) = self.sizes();
        let beside = y.split_off(positions + speeds);
        let Self { closing, plant, base, v, .. } = self;
        let Some(closing) = closing else { return Ok(()) };
        closing.choose(closure);
        if let Some(space) = closing.space_mut() {
            space.set_base(&mut plant.ws, base, v)?;
        }
        closing.adopt_order();
        let (positions, speeds) = self.sizes();
        y.clear();
        y.resize(positions + speeds, 0.0);
        match self.closing.as_ref().and_then(|c| c.space()) {
            Some(space) => space.reduce_speeds(&self.v, &mut y[positions..]),
            None => y[positions..].copy_from_slice(&self.v),
        }
        y.extend(beside);
        self.order_loops_if_corrected()
    }

    fn order_loops_if_corrected(&mut self) -> Result<(), SimError> {
        if self.closing.as_ref().is_some_and(Closing::corrects) { self.order_loops() } else { Ok(()) }
    }
}
