//! Newton's method for links at rest: as many angles as links, a matrix of three diagonals, and two forces that bring the last
//! end to its place.

use super::bordered::{Bordered, solve_two};
use super::descent::{descend, force, is_stable, reach};
use crate::MachineError;
use denoc_mechanism::MechanismError;

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
pub(super) const MOST_STEPS: usize = 60;

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

    /// What a link opposes to being turned by forces: its tension times its length, N m/rad.
    pub(super) fn tensions(&self, state: &State, out: &mut [f64]) {
        let [fx, fy] = state.force;
        for (i, out) in out.iter_mut().enumerate() {
            let (sin, cos) = state.angles[i].sin_cos();
            *out = (fy * self.lengths[i] - self.weights[i]) * sin + fx * self.lengths[i] * cos;
        }
    }

    /// The largest of these, pulls and pushes.
    pub(super) fn pull(&self, state: &State) -> f64 {
        let mut all = vec![0.0; self.lengths.len()];
        self.tensions(state, &mut all);
        largest(&all)
    }

    /// The energy of weights, springs and the force on the last end, J.
    pub(super) fn energy(&self, angles: &[f64], [fx, fy]: [f64; 2], share: f64) -> f64 {
        let (mut before, mut energy) = (0.0, 0.0);
        for (i, &angle) in angles.iter().enumerate() {
            let (sin, cos) = angle.sin_cos();
            energy += (self.weights[i] - fy * self.lengths[i]) * sin - fx * self.lengths[i] * cos;
            energy += 0.5 * share * self.stiffness[i] * (angle - before - self.rest[i]).powi(2);
            before = angle;
        }
        energy
    }

    fn is_slack(&self) -> bool {
        self.stiffness.iter().all(|k| *k == 0.0)
    }

    /// From the last end to where it should be.
    pub(super) fn gap(&self, angles: &[f64], to: [f64; 2]) -> [f64; 2] {
        let (mut x, mut y) = (0.0, 0.0);
        for (length, angle) in self.lengths.iter().zip(angles) {
            let (sin, cos) = angle.sin_cos();
            (x, y) = (x + length * cos, y + length * sin);
        }
        [to[0] - x, to[1] - y]
    }
}

/// The stable equilibrium with the last end at a place, from another shape.
pub(super) fn hang(p: &Problem<'_>, to: [f64; 2], start: &State) -> Result<State, MachineError> {
    // a few long links between near ends may push
    let mut steps = 0;
    let below = |steps: &mut usize| descend(p, Some(to), 0.0, start, steps);
    let slack = all_pull(p, to, start.force).or_else(|| below(&mut steps).map(|found| State { steps, ..found }));
    match slack {
        Some(slack) => solve(p, Some(to), slack),
        None if p.is_slack() => Err(lost(p)),
        None => solve(p, Some(to), start.clone()),
    }
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

/// The stable equilibrium with springs, from the one without. Without a place for the last end, the force on it is known.
pub(super) fn solve(p: &Problem<'_>, to: Option<[f64; 2]>, start: State) -> Result<State, MachineError> {
    if p.is_slack() {
        return Ok(start);
    }
    let mut steps = start.steps;
    let found = settle(p, to, 1.0, &start, &mut steps).or_else(|| stiffen(p, to, &start, &mut steps));
    let found = match found {
        Some(found) if is_stable(p, to.is_some(), 1.0, &found) => Some(found),
        found => descend(p, to, 1.0, found.as_ref().unwrap_or(&start), &mut steps),
    };
    let stiffest = p.stiffness.iter().copied().fold(0.0, f64::max);
    let found = found.ok_or(MechanismError::Setting { what: WHAT, value: stiffest, rule: RULE })?;
    Ok(State { steps, ..found })
}

/// The equilibrium with springs, from the one without: their stiffness grows step by step.
fn stiffen(p: &Problem<'_>, to: Option<[f64; 2]>, start: &State, steps: &mut usize) -> Option<State> {
    // a share at which springs are felt as little as the softest pull
    let stiffest = p.stiffness.iter().copied().fold(0.0, f64::max);
    let mut pull = vec![0.0; p.lengths.len()];
    p.tensions(start, &mut pull);
    let softest = pull.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut state, mut reached) = (start.clone(), (0.1 * softest / stiffest).clamp(1e-12, 0.1).ln());
    let mut stride = 10.0_f64.ln();
    let mut begun = false;
    while reached < 0.0 || !begun {
        let next = if begun { (reached + stride).min(0.0) } else { reached };
        match settle(p, to, next.exp(), &state, steps) {
            Some(found) => {
                (state, reached, stride) = (found, next, stride * 1.5);
                begun = true;
            }
            None if begun => stride *= 0.5,
            None => reached -= 2.0,
        }
        if stride < 1e-6 || reached < -80.0 {
            return None;
        }
    }
    Some(state)
}

const WHAT: &str = "the largest stiffness against bending";
const RULE: &str = "no stable equilibrium was found with it: check masses, lengths and the two ends";

fn lost(p: &Problem<'_>) -> MachineError {
    let rule = "no stable equilibrium was found: the links cannot reach the second end, or are folded there; change their lengths";
    MechanismError::Setting { what: "the number of links", value: p.lengths.len() as f64, rule }.into()
}

/// Newton's method at one share of the stiffness; steps are shortened until the next one would be shorter too.
pub(super) fn settle(
    p: &Problem<'_>,
    to: Option<[f64; 2]>,
    share: f64,
    start: &State,
    steps: &mut usize,
) -> Option<State> {
    let n = p.lengths.len();
    let mut state = start.clone();
    let mut left = vec![0.0; n];
    let mut matrix = Bordered::new(n);
    for _ in 0..MOST_STEPS {
        *steps += 1;
        matrix.fill(p, &state, (share, 0.0), to.is_some());
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
                // where links hardly pull the matrix loses digits that these do not
                trial.angles = reach(p, to, &trial.angles)?;
                trial.force = force(p, to, share, &trial);
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

pub(super) fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m: f64, x| if x.is_nan() { f64::NAN } else { m.max(x.abs()) })
}
