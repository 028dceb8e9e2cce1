//! The best counterweights within their bounds.

use std::collections::VecDeque;

use denoc_math::Vec3;
use nalgebra::{DMatrix, DVector};

use super::bound::steepest;
use super::cone::{Bounds, minimise};
use super::maps::{ADDED, Maps, PAIRS, Weight};
use super::search::best_places;
use super::{BalanceOptions, Candidate, Round};
use crate::MachineError;

/// What full masses on all candidates cost, relative to all goals without counterweights: of equal solutions the lightest is
/// taken.
const MASS: f64 = 1e-7;
/// Most rounds from one start.
const ROUNDS: usize = 60;
/// Regions of trust smaller than this end the search.
const FINEST: f64 = 1e-6;

/// Starts from places found by trying.
const TRIED: usize = 6;
/// Differences of the value smaller than this do not count.
const LEVEL: f64 = 1e-9;

/// Counterweights, a lower bound of the value of any within the limits, and the rounds that led to them.
pub(super) struct Solution {
    pub(super) weights: Vec<Weight>,
    /// Square root of the objective, relative to that without counterweights.
    pub(super) value: f64,
    pub(super) lower_bound: f64,
    pub(super) history: Vec<Round>,
}

pub(super) fn solve(maps: &Maps, options: &BalanceOptions) -> Result<Solution, MachineError> {
    let problem = Problem::new(maps, options);
    let none: Vec<Weight> = Vec::new();
    let (mut best, mut history) = (none.clone(), Vec::new());
    if problem.matrix.amax() == 0.0 || problem.cost(&none) == 0.0 {
        return Ok(Solution { value: problem.value(&none), weights: none, lower_bound: 0.0, history });
    }
    let mut failure = None;
    let mut starts = problem.starts().into_iter().enumerate().collect::<VecDeque<_>>();
    let mut count = starts.len();
    while let Some((start, weights)) = starts.pop_front() {
        match problem.improve(weights, start, &mut history) {
            Ok(found) if problem.cost(&found) < problem.cost(&best) => best = found,
            Ok(_) => {}
            Err(status) => failure = Some(status),
        }
        if !problem.curved || problem.value(&best) - problem.lower_bound(&best) < LEVEL {
            break;
        }
        // if a mass at the best place of an empty candidate makes it better, go on from there
        if starts.is_empty()
            && count < 4 * TRIED
            && let Some(more) = problem.with_more(&best)
        {
            starts.push_back((count, more));
            count += 1;
        }
    }
    // weights that change nothing, such as small ones on an axis of rotation
    for k in (0..best.len()).rev() {
        let mut fewer = best.clone();
        fewer.remove(k);
        if problem.cost(&fewer) < problem.cost(&best) + LEVEL {
            best = fewer;
        }
    }
    match failure {
        Some(status) if best.is_empty() => Err(MachineError::Balancing { status }),
        _ => Ok(Solution {
            value: problem.value(&best),
            lower_bound: problem.lower_bound(&best),
            weights: best,
            history,
        }),
    }
}

struct Problem<'a> {
    maps: &'a Maps,
    candidates: &'a [Candidate],
    /// All goals with their weights.
    matrix: DMatrix<f64>,
    /// Whether second moments count.
    curved: bool,
}

impl<'a> Problem<'a> {
    fn new(maps: &'a Maps, options: &'a BalanceOptions) -> Self {
        let goals = options.goals;
        let before = maps.goals(&[]);
        let relative = |weight: f64, before: f64| if before > 0.0 { weight / before } else { weight };
        let factors = [
            relative(goals.shaking_force, before.shaking_force),
            relative(goals.shaking_moment, before.shaking_moment),
            relative(goals.torque_ripple, before.torque_ripple),
        ];
        let columns = ADDED * options.candidates.len() + 1;
        let rows = maps.goals.iter().map(|g| g.nrows()).sum();
        let mut matrix = DMatrix::zeros(rows, columns);
        let mut first = 0;
        for (goal, factor) in maps.goals.iter().zip(factors) {
            matrix.rows_mut(first, goal.nrows()).copy_from(&(goal * factor));
            first += goal.nrows();
        }
        let size = matrix.column(columns - 1).norm();
        if size > 0.0 {
            matrix /= size;
        }
        let curved = goals.shaking_moment > 0.0 || goals.torque_ripple > 0.0;
        Self { maps, candidates: &options.candidates, matrix, curved }
    }

    fn value(&self, weights: &[Weight]) -> f64 {
        (&self.matrix * self.maps.added(weights)).norm()
    }

    fn cost(&self, weights: &[Weight]) -> f64 {
        let filled: f64 = weights.iter().map(|w| w.mass / self.candidates[w.candidate].max_mass).sum();
        self.value(weights) + MASS * filled / self.candidates.len() as f64
    }

    /// Weights to begin with: none in the middle of all bounds and in their corners, then the best of many places.
    fn starts(&self) -> Vec<Vec<Weight>> {
        let at = |share: [f64; 3]| {
            let place = |(candidate, c): (usize, &Candidate)| {
                let [x, y, z] = [0, 1, 2].map(|k| c.bounds[k][0] + share[k] * (c.bounds[k][1] - c.bounds[k][0]));
                Weight { candidate, mass: 0.0, position: Vec3::new(x, y, z) }
            };
            self.candidates.iter().enumerate().map(place).collect::<Vec<_>>()
        };
        let mut all = vec![at([0.5; 3])];
        if !self.curved {
            return all;
        }
        for corner in (0..8_u8).map(|i| [i & 1, (i >> 1) & 1, (i >> 2) & 1].map(f64::from)) {
            let weights = at(corner);
            if all.iter().all(|other| other.iter().zip(&weights).any(|(a, b)| a.position != b.position)) {
                all.push(weights);
            }
        }
        let column = |candidate: usize, position: Vec3<f64>| {
            let mut added =
                self.maps.added(&[Weight { candidate, mass: self.candidates[candidate].max_mass, position }]);
            added[self.matrix.ncols() - 1] = 0.0;
            &self.matrix * added
        };
        let constant = self.matrix.column(self.matrix.ncols() - 1).into_owned();
        for trial in best_places(self.candidates, column, &constant, TRIED) {
            let weight = |(candidate, (&position, mass)): (usize, (&Vec3<f64>, &f64))| Weight {
                candidate,
                mass: mass * self.candidates[candidate].max_mass,
                position,
            };
            all.push(trial.places.iter().zip(&trial.masses).enumerate().map(weight).collect());
        }
        all
    }

    /// Slopes of the value by what every candidate adds.
    fn slopes(&self, weights: &[Weight]) -> DVector<f64> {
        let residual = &self.matrix * self.maps.added(weights);
        let size = residual.norm();
        if size == 0.0 { DVector::zeros(self.matrix.ncols()) } else { self.matrix.tr_mul(&residual) / size }
    }

    /// Each candidate's best place for more mass, and the slope of the value by it as a part of its largest.
    fn steepest(&self, weights: &[Weight]) -> Vec<(Vec3<f64>, f64)> {
        let slopes = self.slopes(weights);
        let one = |(c, candidate): (usize, &Candidate)| {
            let (place, slope) = steepest(candidate, &slopes.as_slice()[ADDED * c..ADDED * (c + 1)]);
            (place, slope * candidate.max_mass)
        };
        self.candidates.iter().enumerate().map(one).collect()
    }

    /// The same weights, with those without mass where mass reduces the cost the most; `None` if it does nowhere.
    fn with_more(&self, weights: &[Weight]) -> Option<Vec<Weight>> {
        let mass = |c: usize| weights.iter().find(|w| w.candidate == c).map_or(0.0, |w| w.mass);
        let price = MASS / self.candidates.len() as f64;
        let mut better = false;
        let place = |(candidate, (position, slope)): (usize, (Vec3<f64>, f64))| {
            let empty = mass(candidate) == 0.0;
            better |= empty && slope + price < -LEVEL * self.value(weights);
            let now = weights.iter().find(|w| w.candidate == candidate && w.mass > 0.0);
            now.copied().unwrap_or(Weight { candidate, mass: 0.0, position })
        };
        let more = self.steepest(weights).into_iter().enumerate().map(place).collect();
        better.then_some(more)
    }

    /// No counterweights within the bounds have a smaller value, also if several on a link share its largest mass: the value is convex in
    /// what they add, so that it is nowhere below its tangent at `weights`.
    fn lower_bound(&self, weights: &[Weight]) -> f64 {
        let (slopes, mut added) = (self.slopes(weights), self.maps.added(weights));
        added[self.matrix.ncols() - 1] = 0.0;
        let most: f64 = self.steepest(weights).iter().map(|(_, slope)| slope.min(0.0)).sum();
        (self.value(weights) - slopes.dot(&added) + most).max(0.0)
    }

    /// Rounds of linearisation, each within a region of trust for the positions. (At a fixed position everything is linear in the mass.)
    fn improve(&self, mut now: Vec<Weight>, start: usize, history: &mut Vec<Round>) -> Result<Vec<Weight>, String> {
        let mut trust = f64::INFINITY;
        for _ in 0..ROUNDS {
            let new = self.round(&now, trust)?;
            let (before, after) = (self.cost(&now), self.cost(&new));
            let accepted = after < before;
            history.push(Round { start, value: self.value(&new), accepted });
            if accepted {
                now = new;
                trust *= 2.0;
                if before - after < 1e-10 * before {
                    break;
                }
            } else {
                trust = if trust.is_finite() { 0.25 * trust } else { 0.5 };
            }
            if !self.curved || trust < FINEST {
                break;
            }
        }
        Ok(now)
    }

    /// The best with second moments linearised about `now`; positions change by at most `trust` (of their ranges).
    fn round(&self, now: &[Weight], trust: f64) -> Result<Vec<Weight>, String> {
        let layout: Vec<Variables> = self.candidates.iter().map(Variables::new).collect();
        let count: usize = layout.iter().map(|v| v.free.len() + 1).sum();
        // what is added, by the variables
        let mut linear = DMatrix::zeros(ADDED * layout.len() + 1, count);
        let (mut bounds, mut price) = (Bounds::default(), vec![0.0; count]);
        let mut first = 0;
        for (c, (v, w)) in layout.iter().zip(now).enumerate() {
            linear
                .view_mut((ADDED * c, first), (ADDED, v.free.len() + 1))
                .copy_from(&(second(w.position) * &v.moments));
            price[first] = MASS / layout.len() as f64;
            v.bound(first, &mut bounds);
            if trust.is_finite() {
                v.trust(w, first, trust, &mut bounds);
            }
            first += v.free.len() + 1;
        }
        let last = self.matrix.ncols() - 1;
        let x = minimise(&(&self.matrix * linear), &self.matrix.column(last).into_owned(), &price, &bounds)?;
        let mut first = 0;
        let mut new = Vec::with_capacity(now.len());
        for (c, (v, w)) in layout.iter().zip(now).enumerate() {
            let variables = DVector::from_column_slice(&x[first..first + v.free.len() + 1]);
            new.push(self.weight(c, &(&v.moments * variables), w));
            first += v.free.len() + 1;
        }
        Ok(new)
    }

    /// The counterweight with mass and first moments; without mass it keeps its place.
    fn weight(&self, candidate: usize, moments: &DVector<f64>, before: &Weight) -> Weight {
        let c = &self.candidates[candidate];
        let mass = moments[0].min(c.max_mass);
        if mass < 1e-9 * c.max_mass {
            return Weight { mass: 0.0, ..*before };
        }
        let [x, y, z] = [0, 1, 2].map(|k| (moments[1 + k] / mass).max(c.bounds[k][0]).min(c.bounds[k][1]));
        Weight { candidate, mass, position: Vec3::new(x, y, z) }
    }
}

/// The variables of a candidate: its mass as part of the largest, and first moments along the axes where it can move.
struct Variables {
    free: Vec<usize>,
    /// Mass and first moments by the variables.
    moments: DMatrix<f64>,
}

impl Variables {
    fn new(c: &Candidate) -> Self {
        let free: Vec<usize> = (0..3).filter(|&k| c.bounds[k][0] < c.bounds[k][1]).collect();
        let mut moments = DMatrix::zeros(4, free.len() + 1);
        moments[(0, 0)] = c.max_mass;
        for k in 0..3 {
            match free.iter().position(|&f| f == k) {
                // relative to the lower bound, in parts of the range
                Some(at) => {
                    moments[(1 + k, 0)] = c.max_mass * c.bounds[k][0];
                    moments[(1 + k, at + 1)] = c.max_mass * (c.bounds[k][1] - c.bounds[k][0]);
                }
                None => moments[(1 + k, 0)] = c.max_mass * c.bounds[k][0],
            }
        }
        Self { free, moments }
    }

    /// 0 ≤ mass ≤ 1, and 0 ≤ moment ≤ mass; `first` is the number of the first variable.
    fn bound(&self, first: usize, bounds: &mut Bounds) {
        bounds.rows.push((vec![(first, -1.0)], 0.0));
        bounds.rows.push((vec![(first, 1.0)], 1.0));
        for k in 1..=self.free.len() {
            bounds.rows.push((vec![(first + k, -1.0)], 0.0));
            bounds.rows.push((vec![(first + k, 1.0), (first, -1.0)], 0.0));
        }
    }

    /// All positions within a distance of that of a counterweight: a bound of the first moments that is proportional to the mass.
    fn trust(&self, now: &Weight, first: usize, trust: f64, bounds: &mut Bounds) {
        let r = now.position.to_array();
        for (k, &axis) in self.free.iter().enumerate() {
            let share =
                (r[axis] * self.moments[(0, 0)] - self.moments[(1 + axis, 0)]) / self.moments[(1 + axis, k + 1)];
            bounds.rows.push((vec![(first + k + 1, 1.0), (first, -(share + trust))], 0.0));
            bounds.rows.push((vec![(first + k + 1, -1.0), (first, share - trust)], 0.0));
        }
    }
}

/// What a body adds for its mass and first moments, linearised about a place: m r rᵀ is homogeneous in (m, m r), so that its
/// gradient times them is exact there.
fn second(place: Vec3<f64>) -> DMatrix<f64> {
    let r = place.to_array();
    let mut all = DMatrix::zeros(ADDED, 4);
    for k in 0..4 {
        all[(k, k)] = 1.0;
    }
    for (i, [a, b]) in PAIRS.into_iter().enumerate() {
        all[(4 + i, 0)] = -r[a] * r[b];
        all[(4 + i, 1 + a)] += r[b];
        all[(4 + i, 1 + b)] += r[a];
    }
    all
}
