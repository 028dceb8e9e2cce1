//! Limbs of one tree in the lanes of one state.
//!
//! The legs of a quadruped or the arms and legs of a humanoid are serial runs of revolute joints that are independent of each
//! other once the motion of the body they are attached to is known. Up to four of them pass through the same kernels as four states
//! would, with constants that differ from lane to lane. Shorter limbs are padded at their outer end with links without
//! mass and with a pivot of one.

use denoc_math::simd::Isa;
use denoc_math::{Constant, Lane, Real, Twist, Vec3, Wrench};
use denoc_model::Model;

use super::class::{Class, by_class};
use super::forward::{eliminate, solve};
use super::frames::{Framed, frame};
use super::inverse::back;
use super::lower::lower;
use super::outward::{self, Rates, link_acc, link_bias};
use super::program::{Link, NO_SLOT, Program, Screw};
use super::work::{Articulated, LinkWork, Motion, Work};
use super::{forward, inverse};

const WIDTH: usize = 4;
/// Marks a lane without a joint.
const NONE: u32 = u32::MAX;

/// One joint of every limb of a group.
#[derive(Clone, Debug)]
struct Step<V> {
    link: Link<V>,
    class: Class,
    offset: V,
    q: [u32; WIDTH],
    v: [u32; WIDTH],
}

/// Up to four limbs.
#[derive(Clone, Debug)]
struct Group<V> {
    /// Slot of the body that each limb is attached to.
    parent: [u32; WIDTH],
    /// All limbs are attached to the same body.
    together: bool,
    limbs: usize,
    screw: Screw<V>,
    steps: Vec<Step<V>>,
}

/// A tree split into a trunk and groups of limbs.
#[derive(Clone, Debug)]
pub(super) struct Packed<V> {
    pub(super) trunk: Program<f64>,
    groups: Vec<Group<V>>,
}

/// Buffers of the groups, one row of links per group.
#[derive(Clone, Debug)]
pub(super) struct PackedWork<T: Lane, V> {
    pub(super) trunk: Work<T>,
    groups: Vec<Vec<LimbWork<V>>>,
}

/// Of one joint of every limb.
#[derive(Copy, Clone, Debug)]
struct LimbWork<V> {
    turn: (V, V),
    link: LinkWork<V>,
}

/// The limbs worth packing, as lists of bodies; each inner list is one group.
fn plan(framed: &[Framed]) -> Vec<Vec<Vec<usize>>> {
    let mut children = vec![0usize; framed.len()];
    for f in framed {
        if let Some(p) = f.body.parent {
            children[p] += 1;
        }
    }
    let mut limbs: Vec<Vec<usize>> = (0..framed.len())
        .filter(|&leaf| children[leaf] == 0)
        .filter_map(|leaf| {
            let mut limb = Vec::new();
            let mut at = leaf;
            // outward to inward, as long as nothing branches off; joints with rotor inertia stay in the trunk
            while children[at] <= 1 && framed[at].screws.is_some() && framed[at].body.rotor == 0.0 {
                limb.push(at);
                at = framed[at].body.parent?;
            }
            limb.reverse();
            (!limb.is_empty()).then_some(limb)
        })
        .collect();
    // longest first, so that groups hold limbs of similar length
    limbs.sort_by_key(|l| core::cmp::Reverse(l.len()));
    let mut groups: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut rest = limbs.into_iter().peekable();
    while rest.peek().is_some() {
        let group: Vec<_> = rest.by_ref().take(WIDTH).collect();
        let total: usize = group.iter().map(Vec::len).sum();
        // a step of four lanes costs little more than one of a single lane, but gathering costs extra
        if group.len() >= 2 && 2 * total >= 3 * group[0].len() {
            groups.push(group);
        }
    }
    groups
}

impl<V: Lane<Element = f64>> Packed<V> {
    /// `None` if the model has no limbs to pack.
    pub(super) fn new(model: &Model<f64>) -> Option<Self> {
        let framed = frame(lower(model));
        let mut plan = plan(&framed);
        if plan.is_empty() {
            return None;
        }
        let mut packed = vec![false; framed.len()];
        for &body in plan.iter().flatten().flatten() {
            packed[body] = true;
        }
        let (trunk, slot) = Program::assemble(model, &framed, |i| !packed[i]);
        for group in &mut plan {
            group.sort_by_key(|limb| limb[0]);
        }
        let groups = plan.iter().map(|limbs| Group::new(&framed, limbs, &slot)).collect();
        Some(Self { trunk, groups })
    }

    pub(super) fn work<T: Lane>(&self) -> PackedWork<T, V> {
        let empty = LimbWork { turn: (V::zero(), V::zero()), link: LinkWork::empty() };
        let groups = self.groups.iter().map(|g| vec![empty; g.steps.len()]).collect();
        PackedWork { trunk: Work::new(&self.trunk), groups }
    }
}

impl<V: Lane<Element = f64>> Group<V> {
    fn new(framed: &[Framed], limbs: &[Vec<usize>], slot: &[u32]) -> Self {
        let parent: [u32; WIDTH] = core::array::from_fn(|l| {
            let limb = &limbs[l.min(limbs.len() - 1)];
            framed[limb[0]].body.parent.map_or(NO_SLOT, |p| slot[p])
        });
        let top = |l: usize| {
            let first = limbs.get(l).map(|limb| &framed[limb[0]]);
            let screws = first.and_then(|f| f.screws.filter(|_| !f.chained));
            screws.map_or((0.0, 1.0, 0.0), |s| (s.gamma.sin(), s.gamma.cos(), s.b))
        };
        let longest = limbs.iter().map(Vec::len).max().unwrap_or(0);
        let steps = (0..longest)
            .map(|k| {
                let body = |l: usize| limbs.get(l).and_then(|limb| limb.get(k)).map(|&i| &framed[i]);
                let links: [Link<f64>; WIDTH] = core::array::from_fn(|l| match body(l) {
                    Some(f) => f.screws.map_or(filler(), |s| Link::of(f, &s)),
                    None => filler(),
                });
                let class = (0..WIDTH)
                    .filter(|&l| body(l).is_some())
                    .map(|l| Class::of(&links[l], 0.0))
                    .reduce(Class::join)
                    .unwrap_or(Class::General);
                let lanes = |pick: fn(&Link<f64>) -> f64| V::from_lanes(|l| pick(&links[l]));
                let index =
                    |pick: fn(&Framed) -> usize| core::array::from_fn(|l| body(l).map_or(NONE, |f| pick(f) as u32));
                Step {
                    link: Link {
                        sin_alpha: lanes(|l| l.sin_alpha),
                        cos_alpha: lanes(|l| l.cos_alpha),
                        a: lanes(|l| l.a),
                        d: lanes(|l| l.d),
                        mx: lanes(|l| l.mx),
                        my: lanes(|l| l.my),
                        exx: lanes(|l| l.exx),
                        exy: lanes(|l| l.exy),
                        exz: lanes(|l| l.exz),
                        eyy: lanes(|l| l.eyy),
                        eyz: lanes(|l| l.eyz),
                        izz: lanes(|l| l.izz),
                        two_cos_alpha: lanes(|l| l.two_cos_alpha),
                        threshold: lanes(|l| l.threshold),
                    },
                    class,
                    offset: V::from_lanes(|l| body(l).and_then(|f| f.screws).map_or(0.0, |s| s.offset)),
                    q: index(|f| f.body.q),
                    v: index(|f| f.body.v),
                }
            })
            .collect();
        Self {
            parent,
            together: parent.iter().all(|p| *p == parent[0]),
            limbs: limbs.len(),
            screw: Screw {
                sin: V::from_lanes(|l| top(l).0),
                cos: V::from_lanes(|l| top(l).1),
                shift: V::from_lanes(|l| top(l).2),
            },
            steps,
        }
    }

    /// One number per limb, from the body that it is attached to.
    #[inline(always)]
    fn spread(&self, number: impl Fn(usize) -> f64) -> V {
        if self.together {
            V::lift(number(self.parent[0] as usize))
        } else {
            V::from_lanes(|l| number(self.parent[l] as usize))
        }
    }

    #[inline(always)]
    fn spread_vector<T: Real>(&self, vector: impl Fn(usize) -> Vec3<T>) -> Vec3<V> {
        Vec3::new(
            self.spread(|p| vector(p).x.value()),
            self.spread(|p| vector(p).y.value()),
            self.spread(|p| vector(p).z.value()),
        )
    }

    /// Adds one number per limb to the body that it is attached to, last limb first, as the unpacked sweep does.
    #[inline(always)]
    fn gather(&self, x: V, mut add: impl FnMut(usize, f64)) {
        let mut lanes = [0.0; WIDTH];
        x.store(&mut lanes);
        for l in (0..self.limbs).rev() {
            add(self.parent[l] as usize, lanes[l]);
        }
    }
}

/// A link without mass and with a pivot of one.
fn filler() -> Link<f64> {
    Link { cos_alpha: 1.0, two_cos_alpha: 2.0, izz: 1.0, ..Link::default() }
}

#[inline(always)]
fn pick<V: Lane<Element = f64>>(x: &[f64], index: &[u32; WIDTH]) -> V {
    V::from_lanes(|l| x.get(index[l] as usize).copied().unwrap_or(0.0))
}

#[inline(always)]
fn put<V: Lane<Element = f64>>(value: V, x: &mut [f64], index: &[u32; WIDTH]) {
    let mut lanes = [0.0; WIDTH];
    value.store(&mut lanes);
    for (&i, lane) in index.iter().zip(lanes) {
        if let Some(x) = x.get_mut(i as usize) {
            *x = lane;
        }
    }
}

#[inline(always)]
fn limbs_outward<T, V, const ACC: bool>(p: &Packed<V>, work: &mut PackedWork<T, V>, rates: Rates<'_, f64>)
where
    T: Lane<Element = f64>,
    V: Lane<Element = f64> + Constant<V>,
{
    for (group, links) in p.groups.iter().zip(&mut work.groups) {
        let at = &work.trunk.motion;
        let mut m = Motion {
            w: group.spread_vector(|p| at[p].w),
            wd: group.spread_vector(|p| at[p].wd),
            // the screw computes Ω itself
            omega_x: Vec3::zero(),
            acc: group.spread_vector(|p| at[p].acc),
        };
        outward::screw(&group.screw, &mut m);
        for (step, done) in group.steps.iter().zip(links) {
            let (s, c) = pick::<V>(rates.q, &step.q).sin_cos_of_sum(step.offset);
            let v = pick(rates.v, &step.v);
            let a = if ACC { pick(rates.a, &step.v) } else { V::zero() };
            done.link.set_wrench(if ACC {
                by_class!(step.class, link_acc::<V, V>, (&step.link, (s, c), (v, a), &mut m))
            } else {
                by_class!(step.class, link_bias::<V, V>, (&step.link, (s, c), (v, a), &mut m))
            });
            done.turn = (s, c);
        }
    }
}

/// Adds `w` of every limb to the wrench of the body it is attached to.
#[inline(always)]
fn gather_wrench<T: Lane<Element = f64>, V: Lane<Element = f64>>(
    group: &Group<V>,
    w: &Wrench<V>,
    to: &mut [Articulated<T>],
) {
    group.gather(w.moment.x, |p, x| to[p].wrench.moment.x += T::lift(x));
    group.gather(w.moment.y, |p, x| to[p].wrench.moment.y += T::lift(x));
    group.gather(w.moment.z, |p, x| to[p].wrench.moment.z += T::lift(x));
    group.gather(w.force.x, |p, x| to[p].wrench.force.x += T::lift(x));
    group.gather(w.force.y, |p, x| to[p].wrench.force.y += T::lift(x));
    group.gather(w.force.z, |p, x| to[p].wrench.force.z += T::lift(x));
}

/// Inverse dynamics of a packed tree.
#[inline(always)]
pub(super) fn inverse<I: Isa>(
    p: &Packed<I::F64x4>,
    work: &mut PackedWork<I::F64, I::F64x4>,
    rates: Rates<'_, f64>,
    tau: &mut [f64],
) {
    outward::sines_together::<I>(&p.trunk, &mut work.trunk, rates.q);
    outward::sweep::<I::F64, f64, true>(&p.trunk, &mut work.trunk, rates);
    limbs_outward::<I::F64, I::F64x4, true>(p, work, rates);
    inverse::clear(&mut work.trunk);
    for (group, links) in p.groups.iter().zip(&work.groups) {
        let mut w = Wrench::zero();
        for (step, done) in group.steps.iter().zip(links).rev() {
            w += done.link.wrench();
            put(w.moment.z, tau, &step.v);
            by_class!(step.class, back::<I::F64x4, I::F64x4>, (&step.link, done.turn, &mut w));
        }
        inverse::screw_back(&group.screw, &mut w);
        gather_wrench(group, &w, &mut work.trunk.articulated);
    }
    inverse::inward(&p.trunk, &mut work.trunk, tau);
    inverse::rotors::<I::F64, f64>(&p.trunk, rates.a, tau);
}

/// Forward dynamics of a packed tree.
#[inline(always)]
pub(super) fn forward<I: Isa>(
    p: &Packed<I::F64x4>,
    work: &mut PackedWork<I::F64, I::F64x4>,
    rates: Rates<'_, f64>,
    tau: &[f64],
    acc: &mut [f64],
) {
    outward::sines_together::<I>(&p.trunk, &mut work.trunk, rates.q);
    outward::sweep::<I::F64, f64, false>(&p.trunk, &mut work.trunk, rates);
    limbs_outward::<I::F64, I::F64x4, false>(p, work, rates);
    forward::clear(&mut work.trunk);
    let mut safe = true;
    for (group, links) in p.groups.iter().zip(&mut work.groups) {
        let mut art = Articulated::zero();
        for (step, done) in group.steps.iter().zip(links).rev() {
            art.wrench += done.link.wrench();
            let (turn, done) = (done.turn, &mut done.link);
            forward::add_body(&step.link, &mut art.mass);
            let force = pick(tau, &step.v);
            by_class!(
                step.class,
                eliminate::<I::F64x4, I::F64x4>,
                (&step.link, turn, force, &mut art, done, &mut safe)
            );
        }
        forward::screw_mass_back(&group.screw, &mut art);
        gather_articulated(group, &art, &mut work.trunk.articulated);
    }
    work.trunk.safe = safe;
    forward::inward(&p.trunk, &mut work.trunk, tau);
    forward::outward(&p.trunk, &mut work.trunk, acc);
    for (group, links) in p.groups.iter().zip(&work.groups) {
        let at = &work.trunk.mu;
        let mut mu = Twist::new(group.spread_vector(|p| at[p].angular), group.spread_vector(|p| at[p].linear));
        forward::screw_out(&group.screw, &mut mu);
        for (step, done) in group.steps.iter().zip(links) {
            let x = by_class!(step.class, solve::<I::F64x4, I::F64x4>, (&step.link, done.turn, &done.link, &mut mu));
            put(x, acc, &step.v);
        }
    }
}

#[inline(always)]
fn gather_articulated<T: Lane<Element = f64>, V: Lane<Element = f64>>(
    group: &Group<V>,
    art: &Articulated<V>,
    to: &mut [Articulated<T>],
) {
    gather_wrench(group, &art.wrench, to);
    macro_rules! gather {
        ($($path:ident).+) => {
            group.gather(art.mass.$($path).+, |p, x| to[p].mass.$($path).+ += T::lift(x))
        };
    }
    gather!(angular.xx);
    gather!(angular.xy);
    gather!(angular.xz);
    gather!(angular.yy);
    gather!(angular.yz);
    gather!(angular.zz);
    gather!(linear.xx);
    gather!(linear.xy);
    gather!(linear.xz);
    gather!(linear.yy);
    gather!(linear.yz);
    gather!(linear.zz);
    gather!(coupling.x.x);
    gather!(coupling.x.y);
    gather!(coupling.x.z);
    gather!(coupling.y.x);
    gather!(coupling.y.y);
    gather!(coupling.y.z);
    gather!(coupling.z.x);
    gather!(coupling.z.y);
    gather!(coupling.z.z);
}
