//! Descent to a shape of minimum energy; Newton's method alone could stop at unstable equilibria.

use super::bordered::{Bordered, dot};
use super::newton::{MOST_STEPS, Problem, State, largest, settle};

/// Newton's method takes over where its steps are as small as this, rad.
const NEAR: f64 = 1e-5;
/// The second end is in its place to this part of the length.
const PLACED: f64 = 1e-13;

/// Whether the energy rises in all directions that keep the last end in its place; or at least does not fall, but for rounding.
pub(super) fn is_stable(p: &Problem<'_>, tied: bool, share: f64, state: &State) -> bool {
    let mut matrix = Bordered::new(p.lengths.len());
    matrix.fill(p, state, (share, 1e-12 * p.pull(state)), tied);
    matrix.is_convex()
}

/// A stable equilibrium below a shape. Every step lowers the energy: one of Newton's method where the energy is convex, else of
/// the same with so much on the diagonal that it becomes so, and where that stands still on a saddle, one that leads down from it.
pub(super) fn descend(
    p: &Problem<'_>,
    to: Option<[f64; 2]>,
    share: f64,
    start: &State,
    steps: &mut usize,
) -> Option<State> {
    let n = p.lengths.len();
    let mut state = State { angles: reach(p, to, &start.angles)?, ..start.clone() };
    let mut matrix = Bordered::new(n);
    let mut slope = vec![0.0; n];
    for _ in 0..3 * MOST_STEPS {
        *steps += 1;
        state.force = force(p, to, share, &state);
        let shift = make_convex(&mut matrix, p, to, share, &state)?;
        p.moments(&state.angles, state.force, share, &mut slope);
        let down = matrix.solve(&slope, to.map(|_| [0.0; 2])).0;
        let standing = largest(&down) < NEAR;
        if standing && shift == 0.0 {
            break;
        }
        let direction = if standing { softest(&mut matrix, p, to, (share, shift), &state) } else { down };
        match step(p, to, share, &state, &matrix, (&slope, &direction)) {
            Some(angles) => state.angles = angles,
            None if shift == 0.0 => break,
            None => return None,
        }
    }
    settle(p, to, share, &state, steps).filter(|found| is_stable(p, to.is_some(), share, found))
}

/// The nearest angles that bring the last end to its place.
pub(super) fn reach(p: &Problem<'_>, to: Option<[f64; 2]>, start: &[f64]) -> Option<Vec<f64>> {
    let Some(to) = to else { return Some(start.to_vec()) };
    let none = vec![0.0; start.len()];
    let mut matrix = Bordered::new(start.len());
    let (mut angles, mut before) = (start.to_vec(), f64::INFINITY);
    for _ in 0..MOST_STEPS {
        let gap = p.gap(&angles, to);
        if is_placed(p, gap, before) {
            return Some(angles);
        }
        before = gap[0].hypot(gap[1]);
        matrix.fill_unit(p, &angles, true);
        let change = matrix.solve(&none, Some(gap)).0;
        let part = (0.5 / largest(&change)).min(1.0);
        angles.iter_mut().zip(&change).for_each(|(angle, change)| *angle += part * change);
    }
    None
}

/// Brings the last end to its place with a matrix that belongs to angles near by.
fn place(p: &Problem<'_>, to: Option<[f64; 2]>, matrix: &Bordered, mut angles: Vec<f64>) -> Option<Vec<f64>> {
    let Some(to) = to else { return Some(angles) };
    let none = vec![0.0; angles.len()];
    let mut before = f64::INFINITY;
    loop {
        let gap = p.gap(&angles, to);
        if is_placed(p, gap, before) {
            return Some(angles);
        }
        let open = gap[0].hypot(gap[1]);
        if open.is_nan() || open > 0.7 * before {
            return None;
        }
        before = open;
        let change = matrix.solve(&none, Some(gap)).0;
        angles.iter_mut().zip(&change).for_each(|(angle, change)| *angle += change);
    }
}

/// Whether the last end is in its place, or as near as rounding lets it come.
fn is_placed(p: &Problem<'_>, [x, y]: [f64; 2], before: f64) -> bool {
    let (open, size) = (x.hypot(y), p.lengths.iter().sum::<f64>());
    open <= PLACED * size || (open <= 1e3 * PLACED * size && open > 0.5 * before)
}

/// The force on the last end that leaves the least moments over.
pub(super) fn force(p: &Problem<'_>, to: Option<[f64; 2]>, share: f64, state: &State) -> [f64; 2] {
    if to.is_none() {
        return state.force;
    }
    let mut matrix = Bordered::new(state.angles.len());
    matrix.fill_unit(p, &state.angles, true);
    let mut slope = vec![0.0; state.angles.len()];
    p.moments(&state.angles, state.force, share, &mut slope);
    let more = matrix.solve(&slope, Some([0.0; 2])).1;
    [0, 1].map(|k| state.force[k] + more[k])
}

/// Fills the matrix with as little as needed on its diagonal that it is convex, to a factor of four; what that was.
fn make_convex(matrix: &mut Bordered, p: &Problem<'_>, to: Option<[f64; 2]>, share: f64, state: &State) -> Option<f64> {
    let pull = p.pull(state);
    let mut shift = 0.0;
    while shift <= 8.0 * pull {
        matrix.fill(p, state, (share, shift), to.is_some());
        if matrix.is_convex() {
            return Some(shift);
        }
        shift = (4.0 * shift).max(1e-6 * pull);
    }
    None
}

/// The direction in which the energy curves down most: powers of the inverse of the matrix, almost as soft as it may be.
fn softest(
    matrix: &mut Bordered,
    p: &Problem<'_>,
    to: Option<[f64; 2]>,
    (share, mut high): (f64, f64),
    state: &State,
) -> Vec<f64> {
    let mut low = 0.0;
    for _ in 0..10 {
        let middle = 0.5 * (low + high);
        matrix.fill(p, state, (share, middle), to.is_some());
        *(if matrix.is_convex() { &mut high } else { &mut low }) = middle;
    }
    matrix.fill(p, state, (share, high), to.is_some());
    // no shape that a rope would have by itself: it has a part along all of them
    let mut x: Vec<f64> = (0..state.angles.len()).map(|i| (1.0 + 1.7 * i as f64).sin() + 0.3).collect();
    for _ in 0..6 {
        x = matrix.solve(&x, to.map(|_| [0.0; 2])).0;
        let size = largest(&x);
        x.iter_mut().for_each(|x| *x /= size);
    }
    x
}

/// Angles along a direction, with the last end in its place, where the energy is lower.
fn step(
    p: &Problem<'_>,
    to: Option<[f64; 2]>,
    share: f64,
    state: &State,
    matrix: &Bordered,
    (slope, direction): (&[f64], &[f64]),
) -> Option<Vec<f64>> {
    let rate = dot(slope, direction);
    let sign = if rate > 0.0 { -1.0 } else { 1.0 };
    let here = p.energy(&state.angles, state.force, share);
    let mut part = (0.5 / largest(direction)).min(1.0);
    while part * largest(direction) > 1e-9 {
        let moved: Vec<f64> = state.angles.iter().zip(direction).map(|(a, d)| a + sign * part * d).collect();
        if let Some(angles) = place(p, to, matrix, moved)
            && p.energy(&angles, state.force, share) < here - 1e-4 * part * rate.abs()
        {
            return Some(angles);
        }
        part *= 0.5;
    }
    None
}
