//! Passes from module to module [Saha13 (40)-(41)]: the trunk sequentially, branches in parallel.

use denoc_math::{Real, Twist};
use denoc_model::{Model, Module};
use rayon::prelude::*;

use super::intra::{Chain, Given, Stop, Task};
use super::memory::{Carrier, LinkMemory, Piece, SpeedMemory};
use super::plan::{Branch, Plan, PlanPiece};
use super::tree::speeds;
use crate::DynamicsError;

/// The buffers of a model.
#[derive(Clone, Debug)]
pub(super) struct Memory<T> {
    links: Vec<LinkMemory<T>>,
    speeds: Vec<SpeedMemory<T>>,
}

/// A branch with its section of the buffers, and data of the link it is attached to.
struct Work<'a, T, X> {
    branch: &'a Branch,
    piece: Piece<'a, T>,
    base: Option<X>,
}

impl<T: Real> Memory<T> {
    pub(super) fn new(model: &Model<T>) -> Self {
        Self { links: vec![LinkMemory::new(); model.links().len()], speeds: vec![SpeedMemory::new(); model.nv()] }
    }

    /// Inverse or forward dynamics.
    pub(super) fn evaluate(
        &mut self,
        model: &Model<T>,
        plan: &Plan,
        given: &Given<'_, T>,
        out: &mut [T],
    ) -> Result<(), DynamicsError> {
        for piece in &plan.pieces {
            if let PlanPiece::Trunk(modules) = piece {
                modules.clone().for_each(|m| self.all().outward(model, m, None, given));
            }
        }
        let stop = self.out_and_back(model, plan, given);
        self.inward(model, plan, given, stop).map_err(|stop| *stop.error)?;
        if let Task::Forward(_) = given.task {
            self.accelerate(model, plan);
        }
        for (out, speed) in out.iter_mut().zip(&self.speeds) {
            *out = speed.x;
        }
        Ok(())
    }

    /// Outward and inward over the branches; of several errors, the one that the recursion over links would report.
    fn out_and_back(&mut self, model: &Model<T>, plan: &Plan, given: &Given<'_, T>) -> Option<Stop> {
        if plan.is_serial() {
            return None;
        }
        let stops = self.branches(plan, |links, on| links[on].carrier()).into_par_iter().filter_map(|work| {
            let Work { branch, mut piece, base } = work;
            branch.modules.clone().for_each(|m| piece.outward(model, m, base, given));
            branch.modules.clone().rev().find_map(|m| piece.inward(model, m, given).err())
        });
        stops.max_by_key(|stop| stop.link)
    }

    /// Inward over the trunk, adding the contributions of the branches, from the last link to the first.
    fn inward(
        &mut self,
        model: &Model<T>,
        plan: &Plan,
        given: &Given<'_, T>,
        mut stop: Option<Stop>,
    ) -> Result<(), Stop> {
        for piece in plan.pieces.iter().rev() {
            match piece {
                PlanPiece::Trunk(modules) => {
                    for m in modules.clone().rev() {
                        self.all().inward(model, m, given)?;
                    }
                }
                PlanPiece::Branch(branch) => {
                    // modules with larger numbers had no error
                    if let Some(stop) = stop.take_if(|stop| stop.link >= branch.links.start) {
                        return Err(stop);
                    }
                    if let Some(on) = branch.on {
                        branch.roots.iter().rev().for_each(|&root| self.all().hand(model, root, on, given));
                    }
                }
            }
        }
        Ok(())
    }

    /// The last pass outward.
    fn accelerate(&mut self, model: &Model<T>, plan: &Plan) {
        for piece in &plan.pieces {
            if let PlanPiece::Trunk(modules) = piece {
                modules.clone().for_each(|m| self.all().accelerate(model, m, None));
            }
        }
        if plan.is_serial() {
            return;
        }
        self.branches(plan, |links, on| links[on].mu).into_par_iter().for_each(|work| {
            let Work { branch, mut piece, base: mu } = work;
            branch.modules.clone().for_each(|m| piece.accelerate(model, m, mu));
        });
    }

    fn all(&mut self) -> Piece<'_, T> {
        Piece { first_link: 0, first_speed: 0, links: &mut self.links, speeds: &mut self.speeds }
    }

    /// Every branch with its section of the buffers, and the value of `of` for the link it is attached to.
    fn branches<'a, X>(&'a mut self, plan: &'a Plan, of: impl Fn(&[LinkMemory<T>], usize) -> X) -> Vec<Work<'a, T, X>> {
        let bases: Vec<Option<X>> = plan.branches().map(|b| b.on.map(|on| of(&self.links, on))).collect();
        let (mut links, mut speeds) = (&mut self.links[..], &mut self.speeds[..]);
        let (mut at, mut at_speed) = (0, 0);
        let mut cut = |branch: &'a Branch| {
            let rest = core::mem::take(&mut links).split_at_mut(branch.links.start - at).1;
            let rest_speeds = core::mem::take(&mut speeds).split_at_mut(branch.speeds.start - at_speed).1;
            let (branch_links, after) = rest.split_at_mut(branch.links.len());
            let (branch_speeds, speeds_after) = rest_speeds.split_at_mut(branch.speeds.len());
            (links, speeds, at, at_speed) = (after, speeds_after, branch.links.end, branch.speeds.end);
            let (first_link, first_speed) = (branch.links.start, branch.speeds.start);
            Piece { first_link, first_speed, links: branch_links, speeds: branch_speeds }
        };
        plan.branches().zip(bases).map(|(branch, base)| Work { branch, piece: cut(branch), base }).collect()
    }
}

impl<T: Real> Piece<'_, T> {
    fn chain<'b>(&'b mut self, model: &'b Model<T>, module: &Module) -> Chain<'b, T> {
        let range = speeds(model, module);
        Chain {
            first: module.first,
            links: &model.links()[module.first..module.end],
            memory: &mut self.links[module.first - self.first_link..module.end - self.first_link],
            speeds: &mut self.speeds[range.start - self.first_speed..range.end - self.first_speed],
        }
    }

    /// Index in this section of the link that a module is attached to, if it is in this section.
    fn on(&self, model: &Model<T>, module: &Module) -> Option<usize> {
        let on = model.modules()[module.parent?].end - 1;
        on.checked_sub(self.first_link)
    }

    /// `base`: the motion of what a branch is attached to.
    fn outward(&mut self, model: &Model<T>, m: usize, base: Option<Carrier<T>>, given: &Given<'_, T>) {
        let module = &model.modules()[m];
        let base = self.on(model, module).map(|on| self.links[on].carrier()).or(base);
        self.chain(model, module).outward(base, model.gravity(), given);
    }

    fn inward(&mut self, model: &Model<T>, m: usize, given: &Given<'_, T>) -> Result<(), Stop> {
        let module = &model.modules()[m];
        let mut chain = self.chain(model, module);
        match given.task {
            Task::Inverse(a) => chain.forces(a),
            Task::Forward(tau) => chain.eliminate(model, given.q, tau)?,
        }
        if let Some(on) = self.on(model, module) {
            self.hand(model, module.first, on + self.first_link, given);
        }
        Ok(())
    }

    /// Adds the contribution of the first link of a module to the link that it is attached to.
    fn hand(&mut self, model: &Model<T>, root: usize, on: usize, given: &Given<'_, T>) {
        let (before, [child, ..]) = self.links.split_at_mut(root - self.first_link) else { return };
        let parent = &mut before[on - self.first_link];
        match given.task {
            Task::Inverse(_) => child.hand_wrench(parent),
            Task::Forward(_) => child.hand_on(&model.links()[root], parent),
        }
    }

    fn accelerate(&mut self, model: &Model<T>, m: usize, mu: Option<Twist<T>>) {
        let module = &model.modules()[m];
        let mu = self.on(model, module).map(|on| self.links[on].mu).or(mu);
        self.chain(model, module).accelerate(mu);
    }
}
