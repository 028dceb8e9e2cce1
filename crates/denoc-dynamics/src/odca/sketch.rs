//! The partition of a tree into pieces, and the order in which they are assembled.
//!
//! The tree is cut into paths, each of which follows the largest subtree outward. A path is cut into pieces of about `grain`
//! links; small branches belong to the piece of their link, large ones form separate paths attached to it. The pieces of a path are
//! assembled pairwise, balanced by the number of links they carry. A branch has at most half of the links of the subtree it leaves,
//! so the depth is logarithmic for chains, stars and combs alike.

use denoc_math::{ArticulatedMass, Real, Twist};
use denoc_model::{LinkId, Model};

use super::piece::{BASE, FIRM};

/// A piece or a pair, as a plan.
pub(super) enum Sketch {
    Piece(PieceSketch),
    Join(Box<[Sketch; 2]>),
}

#[derive(Default)]
pub(super) struct PieceSketch {
    /// Numbers of the links in the model, and of their parents in the piece ([`BASE`] for those attached to the base).
    pub(super) links: Vec<(u32, u32)>,
    /// The link with the outer handle.
    pub(super) outer: Option<u32>,
    /// What is attached to a link of the piece, or to its base.
    pub(super) attachments: Vec<(u32, Sketch)>,
    /// Whether its base is the ground.
    pub(super) on_ground: bool,
}

impl Sketch {
    /// Number of links.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Piece(piece) => piece.weight(),
            Self::Join(pair) => pair[0].weight() + pair[1].weight(),
        }
    }

    /// Whether its base is the ground.
    pub(super) fn on_ground(&self) -> bool {
        match self {
            Self::Piece(piece) => piece.on_ground,
            Self::Join(pair) => pair[0].on_ground(),
        }
    }
}

impl PieceSketch {
    fn weight(&self) -> usize {
        self.links.len() + self.attachments.iter().map(|(_, sketch)| sketch.weight()).sum::<usize>()
    }
}

/// The complete tree: a piece without links whose base is the ground, or all links in one piece.
pub(super) fn sketch<T: Real>(model: &Model<T>, grain: usize) -> PieceSketch {
    let shape = Shape::new(model);
    let planner = Planner { model, shape: &shape, grain: grain.max(1) };
    let mut ground = PieceSketch { on_ground: true, ..PieceSketch::default() };
    planner.hang(shape.children(model.links().len()), BASE, &mut ground);
    ground
}

/// Children and sizes of subtrees; the ground is the last.
struct Shape {
    first: Vec<u32>,
    children: Vec<u32>,
    size: Vec<u32>,
}

impl Shape {
    fn new<T: Real>(model: &Model<T>) -> Self {
        let n = model.links().len();
        let parent = |i: usize| model.links()[i].parent.map_or(n, |LinkId(p)| p);
        let mut first = vec![0_u32; n + 2];
        for i in 0..n {
            first[parent(i) + 1] += 1;
        }
        for i in 0..=n {
            first[i + 1] += first[i];
        }
        let (mut next, mut children) = (first.clone(), vec![0; n]);
        for i in 0..n {
            let slot = &mut next[parent(i)];
            children[*slot as usize] = i as u32;
            *slot += 1;
        }
        let mut size = vec![1_u32; n + 1];
        for i in (0..n).rev() {
            size[parent(i)] += size[i];
        }
        Self { first, children, size }
    }

    fn children(&self, link: usize) -> &[u32] {
        &self.children[self.first[link] as usize..self.first[link + 1] as usize]
    }

    fn size(&self, link: u32) -> usize {
        self.size[link as usize] as usize
    }
}

struct Planner<'a, T> {
    model: &'a Model<T>,
    shape: &'a Shape,
    grain: usize,
}

impl<T: Real> Planner<'_, T> {
    /// Hangs subtrees on a link of a piece, or on its base.
    #[inline(never)]
    fn hang(&self, roots: &[u32], site: u32, piece: &mut PieceSketch) {
        let on_ground = piece.on_ground && site == BASE;
        let small = |link: &&u32| self.shape.size(**link) <= self.grain;
        let total: usize = roots.iter().filter(small).map(|&link| self.shape.size(link)).sum();
        let mut group = PieceSketch { on_ground, ..PieceSketch::default() };
        for link in roots.iter().filter(small) {
            if total <= self.grain {
                self.include(*link, site, piece);
                continue;
            }
            self.include(*link, BASE, &mut group);
            if group.links.len() >= self.grain {
                let full = core::mem::replace(&mut group, PieceSketch { on_ground, ..PieceSketch::default() });
                piece.attachments.push((site, Sketch::Piece(full)));
            }
        }
        if !group.links.is_empty() {
            piece.attachments.push((site, Sketch::Piece(group)));
        }
        for &link in roots.iter().filter(|link| !small(link)) {
            piece.attachments.push((site, self.path(link, on_ground)));
        }
    }

    /// A whole subtree becomes part of a piece.
    fn include(&self, root: u32, site: u32, piece: &mut PieceSketch) {
        let mut pending = vec![(root, site)];
        while let Some((link, parent)) = pending.pop() {
            let here = piece.links.len() as u32;
            piece.links.push((link, parent));
            pending.extend(self.shape.children(link as usize).iter().rev().map(|&child| (child, here)));
        }
    }

    /// The path from a link outward along the largest subtrees.
    fn path(&self, start: u32, on_ground: bool) -> Sketch {
        let mut pieces = Vec::new();
        let mut piece = PieceSketch { on_ground, ..PieceSketch::default() };
        let (mut link, mut inward) = (start, BASE);
        loop {
            let here = piece.links.len() as u32;
            piece.links.push((link, inward));
            let children = self.shape.children(link as usize);
            let heavy =
                children.iter().copied().max_by_key(|&child| (self.shape.size(child), core::cmp::Reverse(child)));
            let light: Vec<u32> = children.iter().copied().filter(|&child| Some(child) != heavy).collect();
            self.hang(&light, here, &mut piece);
            let Some(next) = heavy else { break };
            (link, inward) = (next, here);
            let enough = piece.links.len() >= self.grain && 2 * self.shape.size(next) > self.grain;
            if enough && self.firm(piece.links[here as usize].0) {
                piece.outer = Some(here);
                pieces.push(Some(Sketch::Piece(core::mem::take(&mut piece))));
                inward = BASE;
            }
        }
        pieces.push(Some(Sketch::Piece(piece)));
        balance(&mut pieces)
    }

    /// Whether a link by itself has inertia in every motion of its joint, so that a piece may end at it.
    fn firm(&self, link: u32) -> bool {
        let link = &self.model.links()[link as usize];
        let mut q = vec![T::zero(); link.nq];
        if let Some(w) = q.last_mut().filter(|_| link.nq > link.nv) {
            *w = T::one(); // a quaternion
        }
        let mut columns = vec![Twist::zero(); link.nv];
        link.joint.columns(&q, &mut columns);
        let mut mass = ArticulatedMass::from(link.mass);
        let size = [mass.angular.trace().value(), mass.linear.trace().value()];
        columns.iter().rev().all(|&p| {
            let psi_hat = mass.apply(p);
            let m_hat = p.dot(psi_hat) + link.rotor_inertia;
            mass = mass.deflate(psi_hat, psi_hat.scale(m_hat.recip()));
            let scale = p.angular.dot(p.angular).value() * size[0] + p.linear.dot(p.linear).value() * size[1];
            m_hat.value() > 10.0 * FIRM * scale
        })
    }
}

/// Pairs of neighbours, each as near to half of the links as possible.
fn balance(pieces: &mut [Option<Sketch>]) -> Sketch {
    if let [only] = pieces {
        return only.take().unwrap_or(Sketch::Piece(PieceSketch::default()));
    }
    let weights: Vec<usize> = pieces.iter().flatten().map(Sketch::weight).collect();
    let total: usize = weights.iter().sum();
    let mut inner = 0;
    let uneven = |at: usize| {
        inner += weights[at];
        (total.abs_diff(2 * inner), at + 1)
    };
    let cut = (0..pieces.len() - 1).map(uneven).min().map_or(1, |(_, cut)| cut);
    let (inner, outer) = pieces.split_at_mut(cut);
    Sketch::Join(Box::new([balance(inner), balance(outer)]))
}
