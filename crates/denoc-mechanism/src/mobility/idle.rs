//! Idle freedoms: links that turn as one body about a line through the joints at their ends while everything else rests.

use denoc_math::random::Random;
use denoc_math::{Twist, Vec3};
use denoc_model::LinkId;
use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use crate::MechanismError;
use crate::assembly::Kinematics;
use crate::svd::{RANK_TOLERANCE, Svd};

/// A freedom that moves only the named links, such as the spin of a rod between two ball joints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IdleFreedom {
    /// The links that turn.
    pub links: Vec<String>,
    /// Links outside the loops that they carry along.
    pub carried: Vec<String>,
    /// The joints that move.
    pub joints: Vec<String>,
}

/// The most links that are tried as one body.
const MOST: usize = 3;

/// The motions of a cluster, with the twists of its links.
pub(super) struct Motions {
    /// For each link of the cluster: its twist for each motion.
    twists: Vec<DMatrix<f64>>,
    /// The sum of the squares of all twists.
    total: DMatrix<f64>,
}

impl Motions {
    /// The motions `t` where the kinematics are placed.
    fn new(k: &Kinematics<'_>, cluster: usize, t: &DMatrix<f64>) -> Self {
        let (d, twists) = (t.ncols(), twists(k, cluster, t));
        let total = twists.iter().fold(DMatrix::zeros(d, d), |sum, m| sum + m.transpose() * m);
        Self { twists, total }
    }

    /// The motions that the constraints of every cluster allow beside `q`, with loops that are not closed.
    pub(super) fn beside(k: &mut Kinematics<'_>, q: &[f64]) -> Result<Vec<Self>, MechanismError> {
        let (model, mut random) = (k.model, Random::new(11));
        let step: Vec<f64> = k.speed_units.iter().map(|unit| unit * random.range(0.1, 0.3)).collect();
        let mut beside = q.to_vec();
        model.integrate(q, &step, &mut beside)?;
        k.place(&beside)?;
        let one = |cluster: usize| {
            let n = k.speeds[cluster].len();
            let null = |svd: Svd| svd.null(svd.rank(RANK_TOLERANCE));
            Self::new(k, cluster, &Svd::new(&k.block(cluster)).map_or_else(|| DMatrix::zeros(n, 0), null))
        };
        Ok((0..model.clusters().len()).map(one).collect())
    }
}

/// The idle freedoms of a cluster among its motions `t`, and the combinations of motions that they are. Those that do not exist in the
/// configuration `beside` are no idle freedoms: they exist only while two axes coincide, such as those of a folded linkage.
pub(super) fn find(
    k: &Kinematics<'_>,
    cluster: usize,
    t: &DMatrix<f64>,
    beside: Option<&Motions>,
) -> (Vec<IdleFreedom>, DMatrix<f64>) {
    let d = t.ncols();
    let mut found: Vec<DVector<f64>> = Vec::new();
    let mut named = Vec::new();
    let here = Motions::new(k, cluster, t);
    let neighbours = neighbours(k, cluster);
    let mut groups: Vec<Vec<usize>> = (0..here.twists.len()).map(|i| vec![i]).collect();
    for size in 1..=MOST {
        // something must be left that rests
        if size >= here.twists.len() || d == 0 {
            break;
        }
        for group in &groups {
            let all = as_one(&here, group);
            if all.is_empty() || beside.is_some_and(|beside| as_one(beside, group).len() < all.len()) {
                continue;
            }
            for x in all {
                let mut new = x.clone();
                for old in &found {
                    let along = old.dot(&new);
                    new.axpy(-along, old, 1.0);
                }
                if new.norm() > 1e-3 && (&here.twists[group[0]] * &x).norm() > 1e-6 {
                    // only the span counts for motors; the name is that of the motion itself, not of what is new in it
                    named.push(name(k, cluster, group, &(t * &x)));
                    found.push(new.normalize());
                }
            }
        }
        groups = grown(&groups, &neighbours);
    }
    let basis = if found.is_empty() { DMatrix::zeros(d, 0) } else { DMatrix::from_columns(&found) };
    (named, basis)
}

/// The motions of a group of links as one body while all others rest; none if its links can also move against each other
/// then: two links of a rope swing about a line, but that is its motion, not an idle one.
fn as_one(Motions { twists, total }: &Motions, group: &[usize]) -> Vec<DVector<f64>> {
    let mut rest = total.clone();
    for &i in group {
        rest -= twists[i].transpose() * &twists[i];
    }
    let alone = vanishing(&rest);
    let together = |x: &DVector<f64>| group.iter().all(|&i| ((&twists[i] - &twists[group[0]]) * x).norm() < 1e-6);
    if alone.iter().all(together) { alone } else { Vec::new() }
}

/// A basis of the null space of a sum of squares.
fn vanishing(squares: &DMatrix<f64>) -> Vec<DVector<f64>> {
    let Some(svd) = Svd::new(squares) else { return Vec::new() };
    let none = svd.values.iter().enumerate().filter(|(_, x)| **x < 1e-12);
    none.map(|(column, _)| svd.v.column(column).into()).collect()
}

/// For each link of the cluster: its twist for each motion, about one point of the mechanism, dimensionless.
fn twists(k: &Kinematics<'_>, cluster: usize, t: &DMatrix<f64>) -> Vec<DMatrix<f64>> {
    let (model, c) = (k.model, &k.model.clusters()[cluster]);
    let about: Vec3<f64> = c.links.first().map_or(Vec3::zero(), |l| k.world[l.0].position);
    let speeds = &k.speeds[cluster];
    let mut all: Vec<DMatrix<f64>> = Vec::with_capacity(c.links.len());
    for &LinkId(i) in &c.links {
        let link = &model.links()[i];
        let inside = link.parent.and_then(|parent| c.links.binary_search(&parent).ok());
        let mut twist = inside.map_or_else(|| DMatrix::zeros(6, t.ncols()), |p| all[p].clone());
        for s in link.v..link.v + link.nv {
            let Ok(row) = speeds.binary_search(&s) else { continue };
            let here: Twist<f64> = k.columns[s].rotate(k.world[i].rotation);
            let linear = here.linear + here.angular.cross(about - k.world[i].position);
            let [a, b, c] = here.angular.to_array();
            let [d, e, f] = linear.scale(1.0 / k.size).to_array();
            let column = DVector::from_row_slice(&[a, b, c, d, e, f]) * k.speed_units[s];
            twist += column * t.row(row);
        }
        all.push(twist);
    }
    all
}

/// Links of a cluster that a joint of it ties together, by their places in it.
fn neighbours(k: &Kinematics<'_>, cluster: usize) -> Vec<[usize; 2]> {
    let (model, c) = (k.model, &k.model.clusters()[cluster]);
    let place = |link: Option<LinkId>| link.and_then(|link| c.links.binary_search(&link).ok());
    let tree = c.links.iter().map(|&link| [Some(link), model.links()[link.0].parent]);
    let cuts = c.closures.iter().map(|closure| model.closures()[closure.0].links());
    tree.chain(cuts).filter_map(|[a, b]| Some([place(a)?, place(b)?])).filter(|[a, b]| a != b).collect()
}

/// The groups with one more neighbour each, without repetitions.
fn grown(groups: &[Vec<usize>], neighbours: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let mut all = std::collections::BTreeSet::new();
    for group in groups {
        for &[a, b] in neighbours {
            let new = match (group.contains(&a), group.contains(&b)) {
                (true, false) => b,
                (false, true) => a,
                _ => continue,
            };
            let mut larger = group.clone();
            larger.push(new);
            larger.sort_unstable();
            all.insert(larger);
        }
    }
    all.into_iter().collect()
}

fn name(k: &Kinematics<'_>, cluster: usize, group: &[usize], motion: &DVector<f64>) -> IdleFreedom {
    let (model, c) = (k.model, &k.model.clusters()[cluster]);
    let mut joints: Vec<String> = Vec::new();
    for (&s, x) in k.speeds[cluster].iter().zip(motion.iter()) {
        let joint = &model.joint_names()[model.joint_of_speed(s).0];
        if x.abs() > 1e-6 && !joints.contains(joint) {
            joints.push(joint.clone());
        }
    }
    let inside = |link: Option<LinkId>| link.is_some_and(|link| group.iter().any(|&i| c.links[i] == link));
    for &closure in &c.closures {
        let [a, b] = model.closures()[closure.0].links();
        if inside(a) != inside(b) {
            joints.push(model.closure_names()[closure.0].clone());
        }
    }
    let links = group.iter().map(|&i| model.link_names()[c.links[i].0].clone()).collect();
    IdleFreedom { links, carried: carried(k, cluster, group), joints }
}

/// The links outside a cluster that hang on a group of its links, directly or through other links.
fn carried(k: &Kinematics<'_>, cluster: usize, group: &[usize]) -> Vec<String> {
    let (model, c) = (k.model, &k.model.clusters()[cluster]);
    let mut moves = vec![false; model.links().len()];
    let mut names = Vec::new();
    for (i, link) in model.links().iter().enumerate() {
        let inside = c.links.binary_search(&LinkId(i)).ok();
        moves[i] = inside.map_or_else(|| link.parent.is_some_and(|parent| moves[parent.0]), |k| group.contains(&k));
        if moves[i] && inside.is_none() {
            names.push(model.link_names()[i].clone());
        }
    }
    names
}
