//! Which of the speeds at rest stick, and which begin to move.
//!
//! With accelerations a = a₀ + G λ of the speeds at rest, forces lₖ ≤ λₖ ≤ uₖ, and the matrix G = (J I⁻¹ Jᵀ) of the mechanism along
//! these speeds, dry friction and stops require
//!
//! ```text
//! aₖ > 0 → λₖ = lₖ,      aₖ < 0 → λₖ = uₖ,      aₖ = 0 otherwise
//! ```
//!
//! the conditions of the minimum of ½ λᵀGλ + a₀ᵀλ in the box: of friction, |λₖ| ≤ cₖ; of a stop at a lower limit, λₖ ≥ 0; of both, λₖ ≥ −cₖ.
//! A minimum exists where a motion can stop, and a is unique; λ is not where G is singular. An active-set
//! method finds it exactly: forces move to the minimum of those that are free, stop at their bounds, and leave them again if that
//! reduces the function (J. Nocedal, S. J. Wright, *Numerical Optimization*, 16.5). With speeds in place of accelerations and impulses in
//! place of forces it is the problem of impacts.

/// Pivots of G, scaled to a unit diagonal, below this count as zero.
const DEPENDENT: f64 = 1e-9;

/// Accelerations of speeds that others hold, relative to those without friction, are below this.
const HELD: f64 = 1e-6;

/// What a speed at rest does.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Verdict {
    /// It begins to slide, in the direction of this sign.
    Slides(f64),
    /// It sticks, with a force that follows from the others'.
    Sticks,
    /// It rests because others stick, with this force.
    Held(f64),
}

/// The problem, of n speeds.
pub(super) struct Rest<'a> {
    /// n×n.
    pub(super) g: &'a [f64],
    /// Accelerations without friction in these speeds.
    pub(super) a: &'a [f64],
    /// The least and the greatest force; zero is between them.
    pub(super) bounds: &'a [[f64; 2]],
    /// Accelerations below these count as zero.
    pub(super) zero: &'a [f64],
}

impl Rest<'_> {
    fn n(&self) -> usize {
        self.a.len()
    }

    fn g(&self, i: usize, j: usize) -> f64 {
        self.g[i * self.n() + j]
    }

    fn accelerations(&self, forces: &[f64]) -> Vec<f64> {
        (0..self.n()).map(|i| self.a[i] + (0..self.n()).map(|j| self.g(i, j) * forces[j]).sum::<f64>()).collect()
    }

    /// Decides.
    pub(super) fn decide(&self) -> Vec<Verdict> {
        let (forces, stuck) = self.minimum();
        self.verdicts(&forces, &stuck)
    }

    /// The forces.
    pub(super) fn forces(&self) -> Vec<f64> {
        self.minimum().0
    }

    /// The forces, and for those at a bound its sign.
    fn minimum(&self) -> (Vec<f64>, Vec<Option<f64>>) {
        let n = self.n();
        let (mut forces, mut stuck) = (vec![0.0_f64; n], vec![None; n]);
        let has_room = |i: usize| self.bounds[i][0] < self.bounds[i][1];
        // the function decreases between two minima of free forces, so none occurs twice; rounding could
        for _ in 0..20 * (n + 1) {
            let basis = self.independent((0..n).filter(|&i| stuck[i].is_none() && has_room(i)), &[]);
            let a = self.accelerations(&forces);
            let change = self.solve(&basis, &a);
            let bound = |i: usize, change: f64| self.bounds[i][usize::from(change > 0.0)];
            let room = |(&i, &change): (&usize, &f64)| match change {
                0.0 => f64::INFINITY,
                _ => (bound(i, change) - forces[i]) / change,
            };
            let steps: Vec<f64> = basis.iter().zip(&change).map(room).collect();
            let blocking = (0..basis.len()).filter(|&b| steps[b] < 1.0).min_by(|&b, &c| steps[b].total_cmp(&steps[c]));
            let step = blocking.map_or(1.0, |b| steps[b].max(0.0));
            basis.iter().zip(&change).for_each(|(&i, change)| forces[i] += step * change);
            if let Some(b) = blocking {
                (forces[basis[b]], stuck[basis[b]]) = (bound(basis[b], change[b]), Some(change[b].signum()));
                continue;
            }
            let a = self.accelerations(&forces);
            // a force at its bound that acts along the acceleration is too large
            let excess = |i: usize, sign: f64| a[i] * sign / self.zero[i].max(f64::MIN_POSITIVE);
            let worst = (0..n)
                .filter_map(|i| Some((i, excess(i, stuck[i]?))))
                .filter(|(_, excess)| *excess > 1.0)
                .max_by(|x, y| x.1.total_cmp(&y.1));
            match worst {
                Some((i, _)) => stuck[i] = None,
                None => break,
            }
        }
        (forces, stuck)
    }

    fn verdicts(&self, forces: &[f64], stuck: &[Option<f64>]) -> Vec<Verdict> {
        let a = self.accelerations(forces);
        // a speed at a dead point, which no force along it affects, accelerates as without friction
        let slides = |i: usize| match stuck[i] {
            None => a[i].abs() > self.zero[i] + HELD * self.a[i].abs(),
            Some(_) => a[i].abs() > self.zero[i],
        };
        let basis = self.independent((0..self.n()).filter(|&i| stuck[i].is_none()), &[]);
        // at its bound, but not moved yet
        let more = self.independent((0..self.n()).filter(|&i| stuck[i].is_some() && !slides(i)), &basis);
        let verdict = |i: usize| match !slides(i) && (basis.contains(&i) || more.contains(&i)) {
            true => Verdict::Sticks,
            false if slides(i) => Verdict::Slides(a[i].signum()),
            false => Verdict::Held(forces[i]),
        };
        (0..self.n()).map(verdict).collect()
    }

    /// A largest set of speeds among some that move independently of each other and of those `before`: pivoted elimination.
    fn independent(&self, among: impl Iterator<Item = usize>, before: &[usize]) -> Vec<usize> {
        let mut rest: Vec<usize> = among.filter(|&i| self.g(i, i) > 0.0).collect();
        let mut chosen: Vec<usize> = Vec::new();
        let mut columns: Vec<Vec<f64>> = Vec::new();
        let mut given = before.iter().copied();
        loop {
            let left = |i: usize, j: usize| self.g(i, j) - columns.iter().map(|c| c[i] * c[j]).sum::<f64>();
            let relative = |i: &usize| left(*i, *i) / self.g(*i, *i);
            let next = given.next();
            let best =
                next.or_else(|| rest.iter().copied().max_by(|i, j| relative(i).total_cmp(&relative(j)).then(j.cmp(i))));
            let Some(best) = best else { return chosen };
            if relative(&best) <= DEPENDENT {
                if next.is_some() {
                    continue;
                }
                return chosen;
            }
            let root = left(best, best).sqrt();
            let column = (0..self.n()).map(|i| left(i, best) / root).collect();
            columns.push(column);
            if next.is_none() {
                rest.retain(|&i| i != best);
                chosen.push(best);
            }
        }
    }

    /// The change of forces of independent speeds that makes their accelerations zero.
    fn solve(&self, basis: &[usize], a: &[f64]) -> Vec<f64> {
        let mut lu = denoc_math::dense::Lu::new(basis.len());
        let mut x: Vec<f64> = basis.iter().map(|&i| -a[i]).collect();
        if lu.factor(|i, j| self.g(basis[i], basis[j])) {
            lu.solve(&mut x);
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::{Rest, Verdict};

    fn decide(g: &[f64], a: &[f64], limits: &[f64]) -> Vec<Verdict> {
        let bounds: Vec<[f64; 2]> = limits.iter().map(|&limit| [-limit, limit]).collect();
        decide_between(g, a, &bounds)
    }

    fn decide_between(g: &[f64], a: &[f64], bounds: &[[f64; 2]]) -> Vec<Verdict> {
        let zero: Vec<f64> = a.iter().map(|_| 1e-13).collect();
        Rest { g, a, bounds, zero: &zero }.decide()
    }

    // oracle: by hand: a stop pushes up without bound and does not pull; with friction it pulls a little
    #[test]
    fn stops_push_one_way() {
        let (stop, with_friction) = ([0.0, f64::INFINITY], [-0.5, f64::INFINITY]);
        assert_eq!(decide_between(&[2.0], &[-1e6], &[stop]), [Verdict::Sticks]);
        assert_eq!(decide_between(&[2.0], &[0.9], &[stop]), [Verdict::Slides(1.0)]);
        assert_eq!(decide_between(&[2.0], &[0.9], &[with_friction]), [Verdict::Sticks]);
        assert_eq!(decide_between(&[2.0], &[1.1], &[with_friction]), [Verdict::Slides(1.0)]);
        // two stops of one motion: one carries the load; against each other, the one that the load pushes against
        let g = [1.0, 1.0, 1.0, 1.0];
        let found = decide_between(&g, &[-3.0, -3.0], &[stop, stop]);
        assert!(found.iter().all(|verdict| !matches!(verdict, Verdict::Slides(_))), "{found:?}");
        let against = [1.0, -1.0, -1.0, 1.0];
        for load in [3.0, -3.0] {
            let found = decide_between(&against, &[load, -load], &[stop, stop]);
            assert!(found.iter().all(|verdict| !matches!(verdict, Verdict::Slides(_))), "{load} {found:?}");
        }
    }

    // oracle: by hand, a = a₀ + g λ
    #[test]
    fn one_speed_sticks_up_to_its_limit() {
        assert_eq!(decide(&[2.0], &[6.0], &[3.1]), [Verdict::Sticks]);
        assert_eq!(decide(&[2.0], &[6.0], &[2.9]), [Verdict::Slides(1.0)]);
        assert_eq!(decide(&[2.0], &[-6.0], &[2.9]), [Verdict::Slides(-1.0)]);
        assert_eq!(decide(&[2.0], &[6.0], &[3.0]), [Verdict::Sticks]);
    }

    // oracle: by hand; two speeds of one motion share the load
    #[test]
    fn redundant_speeds_hold_together() {
        let g = [1.0, 2.0, 2.0, 4.0];
        for (load, holds) in [(2.9, true), (3.1, false), (-2.9, true), (-3.1, false)] {
            let found = decide(&g, &[load, 2.0 * load], &[1.0, 1.0]);
            let rests = found.iter().filter(|verdict| !matches!(verdict, Verdict::Slides(_))).count();
            assert_eq!(rests, if holds { 2 } else { 0 }, "{load} {found:?}");
            let sticking = found.iter().filter(|verdict| **verdict == Verdict::Sticks).count();
            assert_eq!(sticking, usize::from(holds), "{load} {found:?}");
        }
    }

    // oracle: by hand: the second speed moves with the first but for 1e-5 of another motion, too little to be independent
    #[test]
    fn speeds_that_depend_on_others_within_rounding_are_held() {
        let apart = 1e-5;
        let g = [1.0, 1.0, 1.0, 1.0 + apart * apart];
        let found = decide(&g, &[1.0, 1.0 + 0.05 * apart], &[10.0, 10.0]);
        assert!(matches!(found[..], [Verdict::Sticks, Verdict::Held(_)]), "{found:?}");
    }

    // oracle: the conditions of friction and stops themselves, for random problems with G of full and of lower rank
    #[test]
    fn verdicts_satisfy_the_conditions_of_friction_and_stops() {
        let mut random = denoc_math::random::Random::new(7);
        let mut number = || 2.0 * random.unit() - 1.0;
        let mut seen = [0; 3];
        for case in 0..3000 {
            let (n, rank) = (1 + case % 6, 1 + case % 4);
            let b: Vec<f64> = (0..n * rank).map(|_| number()).collect();
            let g: Vec<f64> =
                (0..n * n).map(|x| (0..rank).map(|k| b[x / n * rank + k] * b[x % n * rank + k]).sum()).collect();
            let push: Vec<f64> = (0..rank).map(|_| 2.0 * number()).collect();
            let a: Vec<f64> = (0..n).map(|i| (0..rank).map(|k| b[i * rank + k] * push[k]).sum()).collect();
            // friction, and stops at lower or upper limits beside it
            let bounds: Vec<[f64; 2]> = (0..n)
                .map(|_| {
                    let friction = 0.1 + number().abs();
                    match number() {
                        x if x < -0.6 => [-friction, f64::INFINITY],
                        x if x > 0.6 => [f64::NEG_INFINITY, friction],
                        _ => [-friction, friction],
                    }
                })
                .collect();
            let verdicts = decide_between(&g, &a, &bounds);
            // the forces of those that stick make their accelerations zero
            let sticking: Vec<usize> = (0..n).filter(|&i| verdicts[i] == Verdict::Sticks).collect();
            let mut forces: Vec<f64> = (0..n)
                .map(|i| match verdicts[i] {
                    Verdict::Slides(sign) => bounds[i][usize::from(sign < 0.0)],
                    Verdict::Held(force) => force,
                    Verdict::Sticks => 0.0,
                })
                .collect();
            let problem = Rest { g: &g, a: &a, bounds: &bounds, zero: &[] };
            let change = problem.solve(&sticking, &problem.accelerations(&forces));
            sticking.iter().zip(change).for_each(|(&i, change)| forces[i] += change);
            for (i, (a, verdict)) in problem.accelerations(&forces).iter().zip(&verdicts).enumerate() {
                match verdict {
                    Verdict::Slides(sign) => assert!(a * sign > 0.0, "{case}: {verdicts:?}"),
                    _ => assert!(a.abs() < 1e-9, "{case}: {a} {verdicts:?}"),
                }
                let [low, high] = bounds[i];
                assert!(forces[i] >= low - 1e-9 && forces[i] <= high + 1e-9, "{case}: {forces:?} {bounds:?}");
                seen[usize::from(*verdict == Verdict::Sticks)
                    + 2 * usize::from(matches!(verdict, Verdict::Held(_)))] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
    }
}
