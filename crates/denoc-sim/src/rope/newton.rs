//! Newton's method for links at rest: as many angles as links, a matrix of three diagonals, and two forces that bring the last
//! end to its place.

use super::refuse;
use crate::SimError;

/// Links reduced to what their angles see.
pub(super) struct Problem<'a> {
    pub(super) lengths: &'a [f64],
    /// Moment of its own weight, and of the weights of all links behind, about the beginning of each link where it lies flat, N m.
    pub(super) weights: Vec<f64>,
    pub(super) stiffness: &'a [f64],
    pub(super) rest: &'a [f64],
}

/// Angles, and the force on the last end.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) angles: Vec<f64>,
    pub(super) force: [f64; 2],
    pub(super) steps: usize,
}

/// Angles are found to this, rad.
const CLOSE: f64 = 1e-14;
/// Where rounding ends the convergence, smaller changes than this are accepted, rad.
const ROUNDING: f64 = 1e-8;
const MOST_STEPS: usize = 60;

impl Problem<'_> {
    /// Where links without stiffness point under a force on the last end.
    pub(super) fn directions(&self, force: [f64; 2]) -> Vec<f64> {
        let pull = |(length, weight): (&f64, &f64)| (length * force[1] - weight).atan2(length * force[0]);
        self.lengths.iter().zip(&self.weights).map(pull).collect()
    }

    /// What is missing to equilibrium: the slope of the energy, with springs of a part `share` of their stiffness.
    pub(super) fn moments(&self, angles: &[f64], [fx, fy]: [f64; 2], share: f64, out: &mut [f64]) {
        let mut before = 0.0;
        for (i, &angle) in angles.iter().enumerate() {
            let (sin, cos) = angle.sin_cos();
            out[i] = (self.weights[i] - fy * self.lengths[i]) * cos + fx * self.lengths[i] * sin;
            let moment = share * self.stiffness[i] * (angle - before - self.rest[i]);
            out[i] += moment;
            if i > 0 {
                out[i - 1] -= moment;
            }
            before = angle;
        }
    }

    /// From the last end to where it should be.
    fn gap(&self, angles: &[f64], to: [f64; 2]) -> [f64; 2] {
        let (mut x, mut y) = (0.0, 0.0);
        for (length, angle) in self.lengths.iter().zip(angles) {
            let (sin, cos) = angle.sin_cos();
            (x, y) = (x + length * cos, y + length * sin);
        }
        [to[0] - x, to[1] - y]
    }
}

/// The equilibrium without springs, from another shape.
pub(super) fn without_stiffness(p: &Problem<'_>, to: [f64; 2], start: State) -> Result<State, SimError> {
    // a few long links between near ends may push
    all_pull(p, to, start.force).or_else(|| settle(p, Some(to), 0.0, &start, &mut 0)).ok_or_else(|| lost(p))
}

/// The equilibrium in which all links pull. The force maximises the concave function F·to − Σ |l F − w y|: Newton's method with
/// shorter steps where the full one does not help.
fn all_pull(p: &Problem<'_>, to: [f64; 2], start: [f64; 2]) -> Option<State> {
    let pulls = |f: [f64; 2]| p.lengths.iter().zip(&p.weights).map(move |(l, w)| (*l, [l * f[0], l * f[1] - w]));
    let value = |f: [f64; 2]| f[0] * to[0] + f[1] * to[1] - pulls(f).map(|(_, [x, y])| x.hypot(y)).sum::<f64>();
    let mut force = start;
    for steps in 1..=MOST_STEPS {
        let (mut gap, mut matrix) = (to, [0.0; 3]);
        for (length, [x, y]) in pulls(force) {
            let size = x.hypot(y).max(f64::MIN_POSITIVE);
            let (cos, sin, ease) = (x / size, y / size, length * length / size);
            gap = [gap[0] - length * cos, gap[1] - length * sin];
            matrix = [matrix[0] + ease * sin * sin, matrix[1] - ease * sin * cos, matrix[2] + ease * cos * cos];
        }
        let step = solve_two(matrix, gap);
        let (rise, here) = (step[0] * gap[0] + step[1] * gap[1], value(force));
        let mut part = 1.0;
        let mut next = force;
        while part > 1e-12 {
            next = [force[0] + part * step[0], force[1] + part * step[1]];
            // where the function is flat to rounding the slope decides, and the full step is right
            if value(next) >= here + 1e-4 * part * rise || rise <= 1e-13 * here.abs() {
                break;
            }
            part *= 0.5;
        }
        let moved = (next[0] - force[0]).hypot(next[1] - force[1]);
        force = next;
        if moved <= 1e-14 * force[0].hypot(force[1]) || steps == MOST_STEPS {
            let angles = p.directions(force);
            let [x, y] = p.gap(&angles, to);
            let size: f64 = p.lengths.iter().sum();
            return (x.hypot(y) < 1e-9 * size).then_some(State { angles, force, steps });
        }
    }
    None
}

/// The equilibrium with springs, from the one without: their stiffness grows step by step. Without a place for the last end, the
/// force on it is known.
pub(super) fn solve(p: &Problem<'_>, to: Option<[f64; 2]>, start: State) -> Result<State, SimError> {
    if p.stiffness.iter().all(|k| *k == 0.0) {
        return Ok(start);
    }
    let mut steps = start.steps;
    if let Some(found) = settle(p, to, 1.0, &start, &mut steps) {
        return Ok(State { steps, ..found });
    }
    // a share at which springs are felt as little as the softest pull
    let stiffest = p.stiffness.iter().copied().fold(0.0, f64::max);
    let mut pull = vec![0.0; p.lengths.len()];
    p.tensions(&start, &mut pull);
    let softest = pull.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut state, mut reached) = (start, (0.1 * softest / stiffest).clamp(1e-12, 0.1).ln());
    let mut stride = 10.0_f64.ln();
    let mut begun = false;
    while reached < 0.0 || !begun {
        let next = if begun { (reached + stride).min(0.0) } else { reached };
        match settle(p, to, next.exp(), &state, &mut steps) {
            Some(found) => {
                (state, reached, stride) = (found, next, stride * 1.5);
                begun = true;
            }
            None if begun => stride *= 0.5,
            None => reached -= 2.0,
        }
        refuse(stride < 1e-6 || reached < -80.0, WHAT, stiffest, RULE)?;
    }
    Ok(State { steps, ..state })
}

const WHAT: &str = "the largest stiffness against bending";
const RULE: &str = "no equilibrium was found with it: check masses, lengths and the two ends";

fn lost(p: &Problem<'_>) -> SimError {
    let rule =
        "no equilibrium was found: the links cannot reach the second end, or are folded there; change their lengths";
    SimError::Setting { what: "the number of links", value: p.lengths.len() as f64, rule }
}

impl Problem<'_> {
    /// What a link opposes to being turned by forces: its tension times its length, N m/rad.
    fn tensions(&self, state: &State, out: &mut [f64]) {
        let [fx, fy] = state.force;
        for (i, out) in out.iter_mut().enumerate() {
            let (sin, cos) = state.angles[i].sin_cos();
            *out = (fy * self.lengths[i] - self.weights[i]) * sin + fx * self.lengths[i] * cos;
        }
    }
}

/// Newton's method at one share of the stiffness; steps are shortened until the next one would be shorter too.
fn settle(p: &Problem<'_>, to: Option<[f64; 2]>, share: f64, start: &State, steps: &mut usize) -> Option<State> {
    let n = p.lengths.len();
    let mut state = start.clone();
    let mut left = vec![0.0; n];
    let mut matrix = Bordered::new(n);
    for _ in 0..MOST_STEPS {
        *steps += 1;
        matrix.fill(p, &state, share, to.is_some());
        p.moments(&state.angles, state.force, share, &mut left);
        let step = matrix.solve(&left, to.map(|to| p.gap(&state.angles, to)));
        let size = largest(&step.0);
        if !size.is_finite() {
            return None;
        }
        let mut part = (1.0 / size).min(1.0);
        loop {
            let mut trial = state.clone();
            trial.angles.iter_mut().zip(&step.0).for_each(|(angle, step)| *angle += part * step);
            trial.force = [0, 1].map(|k| state.force[k] + part * step.1[k]);
            p.moments(&trial.angles, trial.force, share, &mut left);
            let next = largest(&matrix.solve(&left, to.map(|to| p.gap(&trial.angles, to))).0);
            if next <= CLOSE || (size < ROUNDING && next >= 0.25 * size) {
                return Some(trial);
            }
            if next <= (1.0 - 0.25 * part) * size {
                state = trial;
                break;
            }
            part *= 0.5;
            if part < 1e-4 {
                return None;
            }
        }
    }
    None
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m: f64, x| if x.is_nan() { f64::NAN } else { m.max(x.abs()) })
}

/// The symmetric system of two equations with matrix [a b; b c], after scaling.
fn solve_two([a, b, c]: [f64; 3], [x, y]: [f64; 2]) -> [f64; 2] {
    let determinant = a * c - b * b;
    [(c * x - b * y) / determinant, (a * y - b * x) / determinant]
}

/// The matrix of three diagonals with two borders, factored with row exchanges: links in compression make it indefinite.
struct Bordered {
    below: Vec<f64>,
    diagonal: Vec<f64>,
    above: Vec<f64>,
    /// Fill of row exchanges.
    second: Vec<f64>,
    exchanged: Vec<bool>,
    /// How the last end moves with each angle; these, solved.
    borders: Option<[Vec<f64>; 2]>,
    solved: [Vec<f64>; 2],
}

impl Bordered {
    fn new(n: usize) -> Self {
        let zero = vec![0.0; n];
        Self {
            below: zero.clone(),
            diagonal: zero.clone(),
            above: zero.clone(),
            second: zero.clone(),
            exchanged: vec![false; n],
            borders: None,
            solved: [zero.clone(), zero],
        }
    }

    fn fill(&mut self, p: &Problem<'_>, state: &State, share: f64, bordered: bool) {
        let n = p.lengths.len();
        p.tensions(state, &mut self.diagonal);
        for i in 0..n {
            let stiffness = share * p.stiffness[i];
            self.diagonal[i] += stiffness;
            if i > 0 {
                self.diagonal[i - 1] += stiffness;
                (self.below[i - 1], self.above[i - 1]) = (-stiffness, -stiffness);
            }
        }
        self.factor();
        self.borders = bordered.then(|| {
            let turns = |f: fn(f64) -> f64| p.lengths.iter().zip(&state.angles).map(move |(l, a)| l * f(*a)).collect();
            [turns(|a| -a.sin()), turns(f64::cos)]
        });
        if let Some(borders) = &self.borders {
            let solved = [0, 1].map(|k| {
                let mut x = borders[k].clone();
                self.solve_inner(&mut x);
                x
            });
            self.solved = solved;
        }
    }

    fn factor(&mut self) {
        let n = self.diagonal.len();
        self.second.fill(0.0);
        for i in 0..n.saturating_sub(1) {
            self.exchanged[i] = self.below[i].abs() > self.diagonal[i].abs();
            if self.exchanged[i] {
                let (lower, next, after) = (self.below[i], self.diagonal[i + 1], self.above[i + 1]);
                let factor = self.diagonal[i] / lower;
                (self.diagonal[i], self.diagonal[i + 1]) = (lower, self.above[i] - factor * next);
                self.above[i] = next;
                if i + 2 < n {
                    (self.second[i], self.above[i + 1]) = (after, -factor * after);
                }
                self.below[i] = factor;
            } else if self.diagonal[i] != 0.0 {
                self.below[i] /= self.diagonal[i];
                self.diagonal[i + 1] -= self.below[i] * self.above[i];
            }
        }
    }

    fn solve_inner(&self, x: &mut [f64]) {
        let n = x.len();
        for i in 0..n.saturating_sub(1) {
            if self.exchanged[i] {
                x.swap(i, i + 1);
            }
            x[i + 1] -= self.below[i] * x[i];
        }
        for i in (0..n).rev() {
            if i + 1 < n {
                x[i] -= self.above[i] * x[i + 1];
            }
            if i + 2 < n {
                x[i] -= self.second[i] * x[i + 2];
            }
            x[i] /= self.diagonal[i];
        }
    }

    /// The changes of angles and force that remove these moments and close this gap.
    fn solve(&self, moments: &[f64], gap: Option<[f64; 2]>) -> (Vec<f64>, [f64; 2]) {
        let mut angles: Vec<f64> = moments.iter().map(|m| -m).collect();
        self.solve_inner(&mut angles);
        let (Some(borders), Some(gap)) = (&self.borders, gap) else { return (angles, [0.0; 2]) };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let matrix = [(0, 0), (0, 1), (1, 1)].map(|(i, j)| dot(&borders[i], &self.solved[j]));
        let force = solve_two(matrix, [0, 1].map(|k| gap[k] - dot(&borders[k], &angles)));
        for (i, angle) in angles.iter_mut().enumerate() {
            *angle += self.solved[0][i] * force[0] + self.solved[1][i] * force[1];
        }
        (angles, force)
    }
}
