//! Forward dynamics where some accelerations are given and their forces sought: bases that are moved as prescribed, driven joints.

use denoc::dynamics::DynamicsError;
use denoc::dynamics::loops::{Loops, Reactions};
use denoc::dynamics::odca::Odca;
use denoc::prelude::*;
use denoc::quantity::{Entries, Quantity};

use super::motion::in_state;
use super::reactions::{self, JointReaction};
use super::tree_motion::passive;
use crate::output::{Failure, Output};
use crate::state::States;
use crate::table::short;

/// The results of all states.
pub(crate) struct Solution {
    /// Accelerations, state after state.
    pub(crate) a: Vec<f64>,
    /// Forces in the joints, those that were sought among them.
    pub(crate) tau: Vec<f64>,
    pub(crate) reactions: Vec<Vec<JointReaction>>,
    /// What is given.
    pub(crate) labels: Vec<String>,
    /// By how much closures are missed, of each state.
    contradictions: Vec<f64>,
}

/// Solves all states; those of mechanisms with loops are closed.
pub(crate) fn solve(
    model: &Model,
    states: &States,
    given: &[Option<f64>],
    joint_forces: bool,
    reactions: bool,
) -> Result<Solution, Failure> {
    let labels = Entries::new(model, Quantity::A).labels;
    let labels = labels.into_iter().zip(given).filter(|x| x.1.is_some()).map(|x| x.0).collect();
    let mut out = Solution { a: vec![], tau: vec![], reactions: vec![], labels, contradictions: vec![] };
    let (mut ws, mut odca, mut loops) = (Workspace::new(model), Odca::new(model), Loops::new(model));
    let (nq, nv) = (model.nq(), model.nv());
    let mut one = |k: usize| -> Result<(), DynamicsError> {
        let at = |quantity, n: usize| &states.of(quantity)[k * n..][..n];
        let (q, v) = (at(Quantity::Q, nq), at(Quantity::V, nv));
        let (forces, wrenches) = if joint_forces {
            passive(model, &mut ws, (q, v))?
        } else {
            (vec![0.0; nv], vec![Wrench::zero(); model.links().len()])
        };
        let mut tau: Vec<f64> = at(Quantity::Tau, nv).iter().zip(&forces).map(|(tau, force)| tau + force).collect();
        let (mut a, loads) = (vec![0.0; nv], Loads::per_link(&wrenches));
        let outcome = odca.hybrid(model, (q, v), given, (&mut tau, &mut a), loads, Threads::Pool)?;
        if reactions {
            let (mut found, mut stage) = (Reactions::new(model), ws.position(model, q)?.velocity(v)?);
            loops.place(&stage);
            found.compute(&mut stage, (&loops, odca.lambda()), &a, loads)?;
            out.reactions.push(reactions::of(&stage, &mut loops, &found));
        }
        out.contradictions.push(outcome.contradiction);
        out.tau.extend(tau.iter().zip(&forces).map(|(tau, force)| tau - force));
        out.a.extend(a);
        Ok(())
    };
    (0..states.count).try_for_each(|k| one(k).map_err(|e| states.explain(in_state(k, e))))?;
    Ok(out)
}

impl Solution {
    /// How it was solved, for the heading.
    pub(crate) fn words(&self) -> String {
        format!("method odca; given: a of {}", self.labels.join(", "))
    }

    pub(crate) fn remarks(&self, output: &mut Output) {
        let scale = self.a.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        if let Some(k) = self.contradictions.iter().position(|&missed| missed > 1e-6 * scale) {
            let place = if self.contradictions.len() > 1 { format!("state {k}: ") } else { String::new() };
            output.note(format!(
                "note: {place}the loops do not allow the given accelerations: they are missed by {} rad/s² or m/s²; give as many as \
                 the mechanism has freedoms, see denoc mobility",
                short(self.contradictions[k])
            ));
        }
    }
}
