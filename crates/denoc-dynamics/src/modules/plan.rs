//! Which modules are evaluated in parallel.

use core::ops::Range;
use std::collections::BinaryHeap;

use denoc_math::Real;
use denoc_model::{Model, Module};

use super::tree::speeds_of;

/// How modules are distributed. Pieces are in the order of their numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    pub(super) pieces: Vec<PlanPiece>,
}

/// Modules with consecutive numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PlanPiece {
    /// Evaluated by the caller, before (outward) or after (inward) the branches.
    Trunk(Range<usize>),
    /// Evaluated by one thread while others evaluate other branches.
    Branch(Branch),
}

/// Modules attached to one link (or to the ground), with everything outward of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Branch {
    pub(super) modules: Range<usize>,
    pub(super) links: Range<usize>,
    pub(super) speeds: Range<usize>,
    /// The link outside the branch to which they are attached.
    pub(super) on: Option<usize>,
    /// The links of the branch attached to it.
    pub(super) roots: Vec<usize>,
}

/// A plan must need at most this fraction of the sequential time.
const WORTH_IT: f64 = 0.9;

impl Plan {
    /// Everything sequentially.
    pub(super) fn serial<T: Real>(model: &Model<T>) -> Self {
        Self { pieces: vec![PlanPiece::Trunk(0..model.modules().len())] }
    }

    /// The plan for this many threads, with branches of at least `grain` links.
    ///
    /// Time is counted in links: those of the trunk, and the longer of the largest branch and the share of one thread. At first
    /// everything attached to the ground is a branch and the trunk is empty. Then the largest branch is opened repeatedly: its
    /// first module joins the trunk, and what is attached to it become branches. The best of these plans is used. Nothing here
    /// recurses on the call stack, so combs of any length are possible.
    pub(super) fn new<T: Real>(model: &Model<T>, threads: usize, grain: usize) -> Self {
        let shape = Shape::new(model.modules(), grain.max(1));
        let mut best = (WORTH_IT * model.links().len() as f64, None);
        let (mut count, mut opened) = (Count::default(), Vec::new());
        count.add(&shape, None);
        loop {
            let time = count.time(threads.max(1));
            if time < best.0 {
                best = (time, Some(opened.len()));
            }
            let Some((size, module)) = count.heavy.pop() else { break };
            // a module without others outward cannot be opened; the trunk only grows
            if shape.outward[module] == module + 1 || count.trunk as f64 >= best.0 {
                break;
            }
            count.side -= size;
            count.trunk += shape.size(module..module + 1);
            count.add(&shape, Some(module));
            opened.push(module);
        }
        match best.1 {
            Some(count) if threads > 1 => shape.plan(model, &opened[..count]),
            _ => Self::serial(model),
        }
    }

    /// A plan without branches uses no threads.
    pub(super) fn is_serial(&self) -> bool {
        self.branches().next().is_none()
    }

    pub(super) fn branches(&self) -> impl Iterator<Item = &Branch> {
        self.pieces.iter().filter_map(|piece| match piece {
            PlanPiece::Branch(branch) => Some(branch),
            PlanPiece::Trunk(_) => None,
        })
    }
}

/// Links of a plan.
#[derive(Default)]
struct Count {
    trunk: usize,
    /// In branches.
    side: usize,
    /// In the largest bundle.
    bundle: usize,
    /// Branches of one module with all outward of it: their links, and the module.
    heavy: BinaryHeap<(usize, usize)>,
}

impl Count {
    /// What is attached to a module of the trunk.
    fn add(&mut self, shape: &Shape<'_>, on: Option<usize>) {
        shape.split(on, |modules, kind| {
            let size = shape.size(modules.clone());
            match kind {
                Kind::Light => self.trunk += size,
                Kind::Bundle => {
                    self.side += size;
                    self.bundle = self.bundle.max(size);
                }
                Kind::Heavy => {
                    self.side += size;
                    self.heavy.push((size, modules.start));
                }
            }
        });
    }

    fn time(&self, threads: usize) -> f64 {
        let longest = self.heavy.peek().map_or(0, |&(size, _)| size).max(self.bundle);
        self.trunk as f64 + (longest as f64).max(self.side as f64 / threads as f64)
    }
}

/// How modules attached to the same link are evaluated.
enum Kind {
    /// Large enough for a thread: one module with all outward of it.
    Heavy,
    /// Small neighbours that are large enough together.
    Bundle,
    /// Too small: part of the trunk.
    Light,
}

struct Shape<'a> {
    modules: &'a [Module],
    /// One past the last module outward of each.
    outward: Vec<usize>,
    grain: usize,
}

impl<'a> Shape<'a> {
    fn new(modules: &'a [Module], grain: usize) -> Self {
        let mut outward: Vec<usize> = (1..=modules.len()).collect();
        for (m, module) in modules.iter().enumerate().rev() {
            if let Some(parent) = module.parent {
                outward[parent] = outward[parent].max(outward[m]);
            }
        }
        Self { modules, outward, grain }
    }

    /// Links of consecutive modules.
    fn size(&self, modules: Range<usize>) -> usize {
        match &self.modules[modules] {
            [first, .., last] => last.end - first.first,
            [only] => only.end - only.first,
            [] => 0,
        }
    }

    /// Classifies what is attached to a module (`None`: to the ground), in the order of numbers.
    fn split(&self, on: Option<usize>, mut found: impl FnMut(Range<usize>, Kind)) {
        let (mut next, end) = on.map_or((0, self.modules.len()), |m| (m + 1, self.outward[m]));
        while next < end {
            let start = next;
            next = self.outward[next];
            if self.size(start..next) >= self.grain {
                found(start..next, Kind::Heavy);
                continue;
            }
            while next < end && self.size(next..self.outward[next]) < self.grain && self.size(start..next) < self.grain
            {
                next = self.outward[next];
            }
            let large = self.size(start..next) >= self.grain;
            found(start..next, if large { Kind::Bundle } else { Kind::Light });
        }
    }

    /// The plan whose trunk has these modules, and the light ones.
    fn plan<T: Real>(&self, model: &Model<T>, opened: &[usize]) -> Plan {
        let mut pieces: Vec<(Range<usize>, bool)> = Vec::new();
        for on in core::iter::once(None).chain(opened.iter().copied().map(Some)) {
            pieces.extend(on.map(|m| (m..m + 1, true)));
            self.split(on, |modules, kind| pieces.push((modules, matches!(kind, Kind::Light))));
        }
        // a large branch that was opened occurs twice: complete, and in parts
        let mut is_open = vec![false; self.modules.len()];
        opened.iter().for_each(|&m| is_open[m] = true);
        pieces.retain(|(modules, trunk)| *trunk || !is_open[modules.start]);
        pieces.sort_by_key(|(modules, _)| modules.start);
        let mut plan = Plan { pieces: Vec::new() };
        for (modules, trunk) in pieces {
            match (trunk, plan.pieces.last_mut()) {
                (false, _) => plan.pieces.push(PlanPiece::Branch(self.branch(model, modules))),
                (true, Some(PlanPiece::Trunk(before))) => before.end = modules.end,
                (true, _) => plan.pieces.push(PlanPiece::Trunk(modules)),
            }
        }
        plan
    }

    fn branch<T: Real>(&self, model: &Model<T>, modules: Range<usize>) -> Branch {
        let mut roots = Vec::new();
        let mut next = modules.start;
        while next < modules.end {
            roots.push(self.modules[next].first);
            next = self.outward[next];
        }
        let links = self.modules[modules.start].first..self.modules[modules.end - 1].end;
        let on = self.modules[modules.start].parent.map(|parent| self.modules[parent].end - 1);
        Branch { speeds: speeds_of(model, links.clone()), modules, links, on, roots }
    }
}
