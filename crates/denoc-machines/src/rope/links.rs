//! Rigid links with springs between them, at rest in a vertical plane.

use denoc_mechanism::MechanismError;
use serde::Serialize;

use super::newton::{self, Problem};
use super::{Catenary, refuse};
use crate::MachineError;

/// Rigid links, one after the other, in a vertical plane: x to the side, y up. Angles are those of links against x.
///
/// ```
/// use denoc_machines::rope::Links;
///
/// let chain = Links::uniform(50, 5.0, 2.5, 9.81)?; // 5 m, 2.5 kg
/// let rest = chain.hang([3.0, -0.5])?;
/// assert!((rest.force[0] - 4.023120048303317).abs() < 1e-12); // the horizontal force
/// # Ok::<(), denoc_machines::MachineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Links {
    /// Lengths, m.
    pub lengths: Vec<f64>,
    /// Masses, kg.
    pub masses: Vec<f64>,
    /// How far the mass centres are from the ends nearer to the first point, m.
    pub centers: Vec<f64>,
    /// Stiffness against bending at the beginning of each link, N m/rad; the first holds the first link in its direction.
    pub stiffness: Vec<f64>,
    /// Where the springs are at rest: the angle from link to link; for the first link its own angle.
    pub rest: Vec<f64>,
    /// Acceleration of gravity, m/s², against y.
    pub gravity: f64,
}

/// Links at rest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Resting {
    /// Angles of the links, rad.
    pub angles: Vec<f64>,
    /// Ends of the links, m; one more than there are links, the first at the origin.
    pub points: Vec<[f64; 2]>,
    /// The force on the last end, N.
    pub force: [f64; 2],
    /// Tensions at both ends, N.
    pub tensions: [f64; 2],
    /// The largest moment, N m, that is left over at a link.
    pub residual: f64,
    /// Steps of Newton's method.
    pub steps: usize,
}

impl Links {
    /// Equal uniform links without stiffness: their number, length and mass together, gravity.
    pub fn uniform(count: usize, length: f64, mass: f64, gravity: f64) -> Result<Self, MachineError> {
        let (long, heavy) = (length / count as f64, mass / count as f64);
        let links = Self {
            lengths: vec![long; count],
            masses: vec![heavy; count],
            centers: vec![0.5 * long; count],
            stiffness: vec![0.0; count],
            rest: vec![0.0; count],
            gravity,
        };
        links.check()?;
        Ok(links)
    }

    /// The same with this stiffness, N m/rad, between all links; the ends stay hinges.
    pub fn stiffened(mut self, stiffness: f64) -> Self {
        self.stiffness.iter_mut().skip(1).for_each(|k| *k = stiffness);
        self
    }

    /// The length of all links, m.
    pub fn length(&self) -> f64 {
        self.lengths.iter().sum()
    }

    /// The weight of all links, N.
    pub fn weight(&self) -> f64 {
        self.gravity * self.masses.iter().sum::<f64>()
    }

    /// The rope of the same length and weight without stiffness, to a point.
    pub fn catenary(&self, to: [f64; 2]) -> Result<Catenary, MachineError> {
        Catenary::new(to, self.length(), self.weight() / self.length())
    }

    /// The equilibrium with the first end at the origin and the last end at a point, as a rope hangs. It is stable: the energy
    /// rises in all directions that keep the end there.
    pub fn hang(&self, to: [f64; 2]) -> Result<Resting, MachineError> {
        self.check()?;
        newton::hang(&self.problem(), to, &self.near(to)?).map(|found| self.resting(found))
    }

    /// The stable equilibrium with the first end at the origin and a force on the other, which is free.
    pub fn dangle(&self, force: [f64; 2]) -> Result<Resting, MachineError> {
        self.check()?;
        refuse(!force.iter().all(|x| x.is_finite()), "the force on the end", force[0] + force[1], "it must be finite")?;
        let start = newton::State { angles: self.problem().directions(force), force, steps: 0 };
        newton::solve(&self.problem(), None, start).map(|found| self.resting(found))
    }

    /// The ends of the links at these angles.
    pub fn points(&self, angles: &[f64]) -> Vec<[f64; 2]> {
        let mut at = [0.0; 2];
        let ends = self.lengths.iter().zip(angles).map(|(length, angle)| {
            at = [at[0] + length * angle.cos(), at[1] + length * angle.sin()];
            at
        });
        core::iter::once([0.0; 2]).chain(ends).collect()
    }

    /// Links whose ends lie on the rope without stiffness to a point.
    fn near(&self, to: [f64; 2]) -> Result<newton::State, MachineError> {
        let rope = self.catenary(to)?;
        let [_, right] = rope.tensions();
        let horizontal = rope.horizontal();
        let upward = (right * right - horizontal * horizontal).max(0.0).sqrt();
        // the last end is on the way down if the lowest point is beyond it
        let force = [horizontal, if rope.lowest > to[0] { -upward } else { upward }];
        Ok(newton::State { angles: self.along(&rope), force, steps: 0 })
    }

    /// Angles of links whose ends lie on a rope.
    fn along(&self, rope: &Catenary) -> Vec<f64> {
        let (mut way, mut before) = (0.0, [0.0; 2]);
        let angles = self.lengths.iter().map(|length| {
            way += length;
            let [x, y] = rope.at(way);
            let angle = (y - before[1]).atan2(x - before[0]);
            before = [x, y];
            angle
        });
        angles.collect()
    }

    fn problem(&self) -> Problem<'_> {
        let mut carried = 0.0;
        let mut weights = vec![0.0; self.lengths.len()];
        for i in (0..weights.len()).rev() {
            weights[i] = self.gravity * (self.masses[i] * self.centers[i] + self.lengths[i] * carried);
            carried += self.masses[i];
        }
        Problem { lengths: &self.lengths, weights, stiffness: &self.stiffness, rest: &self.rest }
    }

    fn resting(&self, found: newton::State) -> Resting {
        let problem = self.problem();
        let mut left = vec![0.0; self.lengths.len()];
        problem.moments(&found.angles, found.force, 1.0, &mut left);
        let [x, y] = found.force;
        Resting {
            points: self.points(&found.angles),
            tensions: [x.hypot(self.weight() - y), x.hypot(y)],
            residual: left.iter().fold(0.0, |m: f64, x| m.max(x.abs())),
            angles: found.angles,
            force: found.force,
            steps: found.steps,
        }
    }

    fn check(&self) -> Result<(), MachineError> {
        let n = self.lengths.len();
        refuse(n == 0, "the number of links", 0.0, "there must be one at least")?;
        for (what, list) in [
            ("the list of masses", &self.masses),
            ("the list of mass centres", &self.centers),
            ("the list of stiffnesses", &self.stiffness),
            ("the list of angles at rest", &self.rest),
        ] {
            if list.len() != n {
                let rule = "it has one entry for each link";
                return Err(MechanismError::Count { what, found: list.len(), expected: n, rule }.into());
            }
        }
        let each = |what, list: &[f64], wrong: fn(f64) -> bool, rule| {
            list.iter().find(|&&x| !x.is_finite() || wrong(x)).map_or(Ok(()), |&x| refuse(true, what, x, rule))
        };
        each("the length of a link", &self.lengths, |x| x <= 0.0, "it must be positive and finite")?;
        each("the mass of a link", &self.masses, |x| x < 0.0, "it must be finite and at least 0")?;
        each("the place of a mass centre", &self.centers, |_| false, "it must be finite")?;
        each("a stiffness against bending", &self.stiffness, |x| x < 0.0, "it must be finite and at least 0")?;
        each("an angle at rest", &self.rest, |_| false, "it must be finite")?;
        refuse(!(self.gravity > 0.0 && self.gravity.is_finite()), "gravity", self.gravity, "it must be positive")
    }
}

impl Resting {
    /// How far it hangs below the straight line between its ends, at most, m. Zero for ends above each other.
    pub fn sag(&self) -> f64 {
        let Some(&[x, y]) = self.points.last() else { return 0.0 };
        // but for rounding
        let slope = if x.abs() <= 1e-12 * y.abs() { return 0.0 } else { y / x };
        self.points.iter().map(|p| slope * p[0] - p[1]).fold(0.0, f64::max)
    }

    /// The largest distance of its joints from the points of a rope at the same ways along it, m.
    pub fn distance(&self, rope: &Catenary) -> f64 {
        let mut way = 0.0;
        let mut largest = 0.0_f64;
        for pair in self.points.windows(2) {
            way += (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]);
            let [x, y] = rope.at(way);
            largest = largest.max((pair[1][0] - x).hypot(pair[1][1] - y));
        }
        largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rope::descent::{descend, is_stable};

    // oracle: the energy of the saddle, found by passing the one angle that is free; what is stable lies lower
    #[test]
    fn a_saddle_is_known_and_left() {
        let (links, to) = (Links::uniform(3, 2.0, 1.5, 9.81).unwrap(), [0.1487, -1.8803]);
        let problem = links.problem();
        let energy = |state: &newton::State| problem.energy(&state.angles, [0.0; 2], 0.0);
        // Newton's method alone
        let saddle = newton::settle(&problem, Some(to), 0.0, &links.near(to).unwrap(), &mut 0).unwrap();
        assert!((energy(&saddle) + 13.648).abs() < 1e-3 && !is_stable(&problem, true, 0.0, &saddle));
        let found = descend(&problem, Some(to), 0.0, &saddle, &mut 0).unwrap();
        assert!(energy(&found) < energy(&saddle) - 1e-3, "{}", energy(&found));
        assert!(is_stable(&problem, true, 0.0, &found));
    }

    // oracle: Euler's column under its own weight, q L³ = 7.837 E I; upright no force leads away from there
    #[test]
    fn a_heavy_column_leaves_the_upright() {
        let n = 20;
        for (part, stays) in [(1.05, true), (0.95, false)] {
            let each = part * 9.81 * 1.5 * 4.0 / 7.837 * n as f64 / 2.0;
            let mut links = Links::uniform(n, 2.0, 1.5, 9.81).unwrap().stiffened(each);
            let upright = core::f64::consts::FRAC_PI_2;
            (links.stiffness[0], links.rest[0]) = (2.0 * each, upright);
            let start = newton::State { angles: vec![upright; n], force: [0.0; 2], steps: 0 };
            assert_eq!(is_stable(&links.problem(), false, 1.0, &start), stays, "{part}");
            let found = descend(&links.problem(), None, 1.0, &start, &mut 0).unwrap();
            let away = found.angles.iter().fold(0.0_f64, |m, angle| m.max((angle - upright).abs()));
            assert_eq!(away < 1e-9, stays, "{part}: {away}");
        }
    }
}
