//! Blocks of the generalised inertia matrix that belong to one module.

use core::ops::Range;

use denoc_math::{Real, RigidMass, Wrench};
use denoc_model::LinkId;

use super::tree::speeds;
use super::{ModuleId, ModuleInfo};
use crate::{Matrix, Position};

/// The contribution of one module to the matrix.
pub(super) struct Blocks<T> {
    /// M̃ of its first link, link axes.
    pub(super) composite: RigidMass<T>,
    /// Ī_ii.
    pub(super) gim: Matrix<T>,
    /// Ī_ij of the modules on its path to the ground and of those outward of it; others are zero.
    pub(super) coupling: Vec<(ModuleId, Matrix<T>)>,
}

/// Entries by composite bodies: the momentum M̃ p of the outer joint, moved inward.
pub(super) fn blocks<T: Real>(state: &Position<'_, T>, info: &ModuleInfo) -> Blocks<T> {
    let (model, module_speeds) = (state.model(), &info.speeds);
    let end = outward_end(state, info);
    let composite = composites(state, info.links.start..end);
    let nv = model.nv();
    // the rows of the module
    let mut strip = vec![T::zero(); module_speeds.len() * nv];
    for i in info.links.start..end {
        let link = &model.links()[i];
        for a in link.v..link.v + link.nv {
            let momentum = composite[i - info.links.start].apply(state.ws.kinematics.columns[a]);
            // of links outward of the module only the rows of the module count
            let until = if module_speeds.contains(&a) { 0 } else { info.links.start };
            each_inward(state, i, until, momentum, |b, entry| {
                if module_speeds.contains(&a) {
                    strip[(a - module_speeds.start) * nv + b] = entry;
                }
                if module_speeds.contains(&b) {
                    strip[(b - module_speeds.start) * nv + a] = entry;
                }
            });
            if module_speeds.contains(&a) {
                strip[(a - module_speeds.start) * nv + a] += link.rotor_inertia;
            }
        }
    }
    let cut = |columns: Range<usize>| {
        let rows = strip.chunks_exact(nv.max(1)).map(|row| &row[columns.clone()]);
        Matrix { rows: module_speeds.len(), columns: columns.len(), data: rows.flatten().copied().collect() }
    };
    let others = others(state, info, end);
    Blocks {
        composite: composite[0],
        gim: cut(module_speeds.clone()),
        coupling: others.map(|m| (ModuleId(m), cut(speeds(model, &model.modules()[m])))).collect(),
    }
}

/// One past the last link outward of the module.
fn outward_end<T: Real>(state: &Position<'_, T>, info: &ModuleInfo) -> usize {
    let after = &state.model().links()[info.links.end..];
    // numbers are depth first: the first link that hangs further inward ends the branch
    let inside = |parent: Option<LinkId>| parent.is_some_and(|LinkId(p)| p >= info.links.start);
    info.links.end + after.iter().take_while(|link| inside(link.parent)).count()
}

/// M̃ of links that end a branch of the tree.
fn composites<T: Real>(state: &Position<'_, T>, links: Range<usize>) -> Vec<RigidMass<T>> {
    let all = &state.model().links()[links.clone()];
    let mut composite: Vec<RigidMass<T>> = all.iter().map(|link| link.mass).collect();
    for k in (1..all.len()).rev() {
        if let Some(LinkId(parent)) = all[k].parent {
            let moved = composite[k].to_parent(state.relative_pose(LinkId(links.start + k)));
            composite[parent - links.start] += moved;
        }
    }
    composite
}

/// Calls `visit` with p_b · momentum for every speed b from link `i` inward, as far as link `until`.
fn each_inward<T: Real>(
    state: &Position<'_, T>,
    i: usize,
    until: usize,
    mut momentum: Wrench<T>,
    mut visit: impl FnMut(usize, T),
) {
    let links = state.model().links();
    let mut at = i;
    loop {
        for b in links[at].v..links[at].v + links[at].nv {
            visit(b, state.ws.kinematics.columns[b].dot(momentum));
        }
        match links[at].parent {
            Some(LinkId(parent)) if parent >= until => {
                momentum = state.relative_pose(LinkId(at)).propagate_back(momentum);
                at = parent;
            }
            _ => return,
        }
    }
}

/// The modules that have a block with this one, by number.
fn others<T: Real>(state: &Position<'_, T>, info: &ModuleInfo, end: usize) -> impl Iterator<Item = usize> {
    let modules = state.model().modules();
    let mut inward: Vec<usize> =
        core::iter::successors(info.parent.map(|ModuleId(p)| p), |&m| modules[m].parent).collect();
    inward.reverse();
    let outward = (info.id.0 + 1..modules.len()).take_while(|&m| modules[m].first < end).count();
    inward.into_iter().chain(info.id.0 + 1..info.id.0 + 1 + outward)
}
