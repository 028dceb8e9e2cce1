//! Links that run into each other: the skeleton of an arm as capsules, and the distances between them along a motion.

use denoc_results::{Panel, Plot, Style, TextTable, XAxis};
use denoc_run::Loaded;

use super::curves::Curves;
use super::dense::Arm;
use super::dense::vector::{V3, add, dot, scale, sub};
use super::distance::{Segment, distance};
use crate::ValidationError;

/// Radius of all capsules, m: that of the slender links of the arms as drawn.
pub(super) const RADIUS: f64 = 0.06;

/// Two things that must not touch, and how near they come.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// As in "link1 and link4".
    pub(super) name: String,
    /// Between the surfaces of the capsules, at every instant; negative where they interfere.
    pub(super) gaps: Vec<f64>,
}

impl Pair {
    /// The first instant at which they interfere.
    pub(super) fn first(&self, times: &[f64]) -> Option<f64> {
        self.gaps.iter().position(|gap| *gap < 0.0).and_then(|k| times.get(k).copied())
    }

    /// The least gap.
    pub(super) fn least(&self) -> f64 {
        self.gaps.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// The capsules' axes of a link: along the joint's axis by b, then along the link by a.
fn skeleton(joint: V3, axis: V3, origin: V3) -> Vec<Segment> {
    let corner = add(joint, scale(axis, dot(sub(origin, joint), axis)));
    let long = |[from, to]: &Segment| {
        let length = sub(*to, *from);
        dot(length, length) > 1e-12
    };
    [[joint, corner], [corner, origin]].into_iter().filter(long).collect()
}

/// The gaps between all links that are not neighbours. Links without length join their neighbours and are left out.
pub(super) fn gaps(arm: &Loaded, q: &Curves) -> Result<Vec<Pair>, ValidationError> {
    let dense = Arm::new(&arm.description)?;
    let mut pairs: Vec<Pair> = Vec::new();
    for (k, row) in q.rows.iter().enumerate() {
        let places = dense.places(row);
        let links = places.iter().enumerate().map(|(i, p)| (i, skeleton(p.joint, p.axis, p.origin)));
        let long: Vec<(usize, Vec<Segment>)> = links.filter(|(_, segments)| !segments.is_empty()).collect();
        for (i, (first, points)) in long.iter().enumerate() {
            for (second, other) in long.iter().skip(i + 2) {
                let all = points.iter().flat_map(|a| other.iter().map(|b| distance(*a, *b)));
                let gap = all.fold(f64::INFINITY, f64::min) - 2.0 * RADIUS;
                note(&mut pairs, format!("link{} and link{}", first + 1, second + 1), k, gap);
            }
        }
    }
    Ok(pairs)
}

/// The gaps between links and the plane z = 0 that the arm is mounted on; the first link stands on it.
pub(super) fn gaps_to_plane(arm: &Loaded, q: &Curves) -> Result<Vec<Pair>, ValidationError> {
    let dense = Arm::new(&arm.description)?;
    let mut pairs: Vec<Pair> = Vec::new();
    for (k, row) in q.rows.iter().enumerate() {
        for (i, place) in dense.places(row).iter().enumerate().skip(1) {
            let ends = skeleton(place.joint, place.axis, place.origin);
            if let Some(lowest) = ends.iter().flatten().map(|point| point[2]).min_by(f64::total_cmp) {
                note(&mut pairs, format!("link{} and the mounting plane", i + 1), k, lowest - RADIUS);
            }
        }
    }
    Ok(pairs)
}

/// Adds the gap of instant `k`. A link that slides may have no length before.
fn note(pairs: &mut Vec<Pair>, name: String, k: usize, gap: f64) {
    let known = pairs.iter().position(|pair| pair.name == name);
    let place = known.unwrap_or_else(|| {
        pairs.push(Pair { name, gaps: Vec::new() });
        pairs.len() - 1
    });
    if let Some(pair) = pairs.get_mut(place) {
        pair.gaps.resize(k, f64::INFINITY);
        pair.gaps.push(gap);
    }
}

/// The gaps over time.
pub(super) fn plot(times: &[f64], pairs: &[Pair]) -> Plot {
    let mut panel = Panel::new("gap", "m");
    for pair in pairs {
        panel = panel.series(&pair.name, padded(&pair.gaps, times.len()));
    }
    panel = panel.styled("contact", vec![0.0; times.len()], Style::Dashed);
    Plot::new("Gaps between links that are not neighbours", XAxis::time(times.to_vec())).panel(panel)
}

fn padded(gaps: &[f64], length: usize) -> Vec<f64> {
    let mut gaps = gaps.to_vec();
    gaps.resize(length, f64::INFINITY);
    gaps
}

/// The pairs with the first instant of interference.
pub(super) fn table(times: &[f64], pairs: &[Pair]) -> TextTable {
    let row = |pair: &Pair| {
        let first = pair.first(times).map_or("never".to_owned(), |t| format!("{t:.2} s"));
        vec![pair.name.clone(), first, format!("{:.3}", pair.least())]
    };
    TextTable {
        title: "Interference".into(),
        columns: ["between", "first interference", "least gap [m]"].map(str::to_owned).to_vec(),
        rows: pairs.iter().map(row).collect(),
        note: format!(
            "Links are taken as capsules of radius {RADIUS} m around their DH skeleton: along the joint axis by b, then along \
             the link by a. A negative gap is the depth of interference."
        ),
    }
}
