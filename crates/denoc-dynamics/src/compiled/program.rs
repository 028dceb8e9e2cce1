//! The compiled program: constants in the order of use by the kernels.

use denoc_math::{Mat3, Sym3, Vec3};
use denoc_model::{Joint, Model};

use super::class::Class;
use super::frames::{Framed, Screws, frame};
use super::lower::lower;

/// Constants of a revolute body in screw frames. `K` is `f64`, `f32`, or one number per lane.
#[derive(Copy, Clone, Debug, Default)]
#[repr(C)]
pub(super) struct Link<K> {
    pub(super) sin_alpha: K,
    pub(super) cos_alpha: K,
    pub(super) a: K,
    pub(super) d: K,
    /// First moments; the third one was moved to the parent.
    pub(super) mx: K,
    pub(super) my: K,
    /// Euler tensor; its zz entry was moved to the parent.
    pub(super) exx: K,
    pub(super) exy: K,
    pub(super) exz: K,
    pub(super) eyy: K,
    pub(super) eyz: K,
    /// exx + eyy, the moment of inertia about the joint axis.
    pub(super) izz: K,
    /// 2 cos α.
    pub(super) two_cos_alpha: K,
    /// A pivot must exceed this.
    pub(super) threshold: K,
}

/// A constant screw about z in front of a joint.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Screw<K> {
    pub(super) sin: K,
    pub(super) cos: K,
    pub(super) shift: K,
}

/// Constants of a body with general placement.
#[derive(Copy, Clone, Debug)]
pub(super) struct General<K> {
    pub(super) rotation: Mat3<K>,
    pub(super) position: Vec3<K>,
    pub(super) mass: K,
    pub(super) first_moment: Vec3<K>,
    pub(super) euler: Sym3<K>,
    pub(super) rotor: K,
    /// A pivot must exceed |ω|² times the first plus |v|² times the second, ω and v of its column.
    pub(super) threshold: [K; 2],
}

/// A body as the kernels see it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node<K> {
    pub(super) link: Link<K>,
    pub(super) meta: Meta,
}

/// How a run begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// A revolute body on the ground; index into `gravities`.
    Root(u32),
    /// A revolute body somewhere on the tree: slot of the parent, index into `screws`.
    Branch { parent: u32, screw: u32 },
    /// A floating base on the ground; index into `generals`.
    Free(u32),
    /// A body with general placement: slot of the parent (or the ground), index into `generals`.
    General { parent: Option<u32>, general: u32 },
}

/// A serial run of bodies; after a general start, only that one body.
#[derive(Copy, Clone, Debug)]
pub(super) struct Run {
    pub(super) start: Start,
    pub(super) first: u32,
    pub(super) end: u32,
}

/// Indices and class of a body, besides its constants.
#[derive(Copy, Clone, Debug)]
pub(super) struct Meta {
    pub(super) class: Class,
    /// Where its state is kept for children that branch off; `NO_SLOT` if there are none.
    pub(super) slot: u32,
    pub(super) q: u32,
    pub(super) v: u32,
}

pub(super) const NO_SLOT: u32 = u32::MAX;

/// A compiled model.
#[derive(Clone, Debug)]
pub(super) struct Program<K> {
    pub(super) nv: usize,
    pub(super) slots: usize,
    pub(super) runs: Vec<Run>,
    pub(super) nodes: Vec<Node<K>>,
    pub(super) screws: Vec<Screw<K>>,
    pub(super) generals: Vec<General<K>>,
    pub(super) joints: Vec<Joint<f64>>,
    /// −g in the frame in front of the joint angle, for every run on the ground.
    pub(super) gravities: Vec<Vec3<K>>,
    /// −g in ground axes.
    pub(super) gravity: Vec3<K>,
    /// Constant parts of the joint angles, by body, padded to complete groups of four.
    pub(super) offsets: Vec<K>,
    /// Entries of v with reflected rotor inertia.
    pub(super) rotors: Vec<(u32, K)>,
}

impl Program<f64> {
    pub(super) fn new(model: &Model<f64>) -> Self {
        Self::assemble(model, &frame(lower(model)), |_| true).0
    }

    /// The program of the bodies that `keep` names (a set closed towards the ground), and the slot of every body that
    /// others, kept or not, branch off.
    pub(super) fn assemble(model: &Model<f64>, framed: &[Framed], keep: impl Fn(usize) -> bool) -> (Self, Vec<u32>) {
        let continues_kept = |i: usize| framed[i].chained && keep(i);
        let mut slot = vec![NO_SLOT; framed.len()];
        let mut slots = 0;
        for (i, f) in framed.iter().enumerate() {
            if let Some(p) = f.body.parent
                && !continues_kept(i)
                && keep(p)
                && slot[p] == NO_SLOT
            {
                slot[p] = slots;
                slots += 1;
            }
        }
        let up = -model.gravity();
        let kept = || framed.iter().enumerate().filter(|(i, _)| keep(*i)).map(|(_, f)| f);
        let mut p = Self {
            nv: model.nv(),
            slots: slots as usize,
            runs: Vec::new(),
            nodes: Vec::new(),
            screws: Vec::new(),
            generals: Vec::new(),
            joints: Vec::new(),
            gravities: Vec::new(),
            gravity: up,
            offsets: kept().map(|f| f.screws.map_or(0.0, |s| s.offset)).collect(),
            rotors: kept()
                .filter(|f| f.body.rotor != 0.0)
                .flat_map(|f| (f.body.v..f.body.v + f.body.nv).map(|v| (v as u32, f.body.rotor)))
                .collect(),
        };
        p.offsets.resize(p.offsets.len().next_multiple_of(4), 0.0);
        for (i, f) in framed.iter().enumerate() {
            if keep(i) {
                p.add(p.nodes.len() as u32, f, slot[i], &slot, up);
            }
        }
        (p, slot)
    }

    fn add(&mut self, i: u32, f: &Framed, own_slot: u32, slot: &[u32], up: Vec3<f64>) {
        let body = &f.body;
        let meta = |class| Meta { class, slot: own_slot, q: body.q as u32, v: body.v as u32 };
        let Some(s) = f.screws else {
            let general = self.generals.len() as u32;
            let start = match (&body.motion, body.parent) {
                (super::lower::Motion::General(joint), None) if joint.is_free() => Start::Free(general),
                (_, parent) => Start::General { parent: parent.map(|p| slot[p]), general },
            };
            self.runs.push(Run { start, first: i, end: i + 1 });
            self.nodes.push(Node { link: Link::default(), meta: meta(Class::General) });
            self.generals.push(General {
                rotation: body.placement.rotation,
                position: body.placement.position,
                mass: body.mass.mass,
                first_moment: body.mass.first_moment,
                euler: body.mass.euler,
                rotor: body.rotor,
                threshold: [f.scale.angular, f.scale.linear].map(|s| s * super::PIVOT_TOLERANCE),
            });
            self.joints.push(match &body.motion {
                super::lower::Motion::Revolute => Joint::revolute(Vec3::unit(2)),
                super::lower::Motion::General(joint) => joint.clone(),
            });
            return;
        };
        match body.parent {
            None => {
                let start = Start::Root(self.gravities.len() as u32);
                self.gravities.push(s.fixed_rotation().apply_transpose(up));
                self.runs.push(Run { start, first: i, end: i + 1 });
            }
            Some(_) if f.chained => {
                if let Some(run) = self.runs.last_mut() {
                    run.end = i + 1;
                }
            }
            Some(p) => {
                let start = Start::Branch { parent: slot[p], screw: self.screws.len() as u32 };
                let (sin, cos) = s.gamma.sin_cos();
                self.screws.push(Screw { sin, cos, shift: s.b });
                self.runs.push(Run { start, first: i, end: i + 1 });
            }
        }
        let link = Link::of(f, &s);
        self.nodes.push(Node { link, meta: meta(Class::of(&link, body.rotor)) });
    }

    /// The same program in single precision.
    pub(super) fn narrow(&self) -> Program<f32> {
        let k = |x: f64| x as f32;
        Program {
            nv: self.nv,
            slots: self.slots,
            runs: self.runs.clone(),
            nodes: self
                .nodes
                .iter()
                .map(|n| {
                    let mut link = n.link.map(k);
                    link.threshold = narrow_threshold(n.link.threshold);
                    Node { link, meta: n.meta }
                })
                .collect(),
            screws: self.screws.iter().map(|s| Screw { sin: k(s.sin), cos: k(s.cos), shift: k(s.shift) }).collect(),
            generals: self
                .generals
                .iter()
                .map(|g| General {
                    rotation: g.rotation.map(k),
                    position: g.position.map(k),
                    mass: k(g.mass),
                    first_moment: g.first_moment.map(k),
                    euler: g.euler.map(k),
                    rotor: k(g.rotor),
                    threshold: g.threshold.map(narrow_threshold),
                })
                .collect(),
            joints: self.joints.clone(),
            gravities: self.gravities.iter().map(|g| g.map(k)).collect(),
            gravity: self.gravity.map(k),
            offsets: self.offsets.iter().copied().map(k).collect(),
            rotors: self.rotors.iter().map(|&(v, x)| (v, k(x))).collect(),
        }
    }
}

/// The threshold for single precision: the same number of rounding units of the scale.
fn narrow_threshold(x: f64) -> f32 {
    (x * f64::from(f32::EPSILON) / f64::EPSILON) as f32
}

impl Link<f64> {
    /// The constants of a revolute body.
    pub(super) fn of(f: &Framed, s: &Screws) -> Self {
        let m = &f.body.mass;
        let e = m.euler;
        Self {
            sin_alpha: s.sin_alpha,
            cos_alpha: s.cos_alpha,
            a: s.a,
            d: s.d,
            mx: m.first_moment.x,
            my: m.first_moment.y,
            exx: e.xx,
            exy: e.xy,
            exz: e.xz,
            eyy: e.yy,
            eyz: e.yz,
            izz: e.xx + e.yy,
            two_cos_alpha: 2.0 * s.cos_alpha,
            threshold: f.scale.angular * super::PIVOT_TOLERANCE,
        }
    }
}

impl<K: Copy> Link<K> {
    /// Applies a function to every number.
    pub(super) fn map<U>(&self, f: impl Fn(K) -> U) -> Link<U> {
        Link {
            sin_alpha: f(self.sin_alpha),
            cos_alpha: f(self.cos_alpha),
            a: f(self.a),
            d: f(self.d),
            mx: f(self.mx),
            my: f(self.my),
            exx: f(self.exx),
            exy: f(self.exy),
            exz: f(self.exz),
            eyy: f(self.eyy),
            eyz: f(self.eyz),
            izz: f(self.izz),
            two_cos_alpha: f(self.two_cos_alpha),
            threshold: f(self.threshold),
        }
    }
}
