//! Checks that the libraries compute the same numbers, before their times are compared.

use denoc_dynamics::compiled::Compile;
use denoc_math::Vec3;
use denoc_testkit::distance;

use crate::cases;
use crate::check::Check;
use crate::dynibo_peer::{Dynibo, GRAVITY};
use crate::models::Subject;
use crate::pinocchio::{ALGORITHMS, Pinocchio};

/// Largest difference, relative to the largest number of a result.
const TOLERANCE: f64 = 1e-9;
/// States compared.
const STATES: usize = 4;

/// The largest difference of each algorithm from each peer.
#[derive(Default)]
pub(crate) struct Agreement {
    found: Vec<(&'static str, &'static str, Result<f64, String>)>,
}

impl Agreement {
    /// Whether a peer agrees in an algorithm and may be compared.
    pub(crate) fn with(&self, library: &str, algorithm: &str) -> bool {
        let mut found = self.found.iter().filter(|(l, a, _)| *l == library && *a == algorithm).peekable();
        found.peek().is_some() && found.all(|(_, _, d)| matches!(d, Ok(d) if *d <= TOLERANCE))
    }

    pub(crate) fn with_pinocchio(&mut self, subject: &Subject, peer: &mut Pinocchio) {
        for (ours, theirs) in ALGORITHMS {
            let worst = worst(subject, ours, |i| peer.evaluate(&subject.model, theirs, i), |result, _| result);
            self.found.push(("pinocchio", ours, worst));
        }
    }

    pub(crate) fn with_dynibo(&mut self, subject: &Subject, peer: &Dynibo) {
        let gravity = Vec3::new(0.0, 0.0, -GRAVITY);
        let here = Subject {
            name: subject.name.clone(),
            model: subject.model.clone().with_gravity(gravity),
            states: subject.states.clone(),
        };
        for algorithm in ["inverse", "forward", "gim"] {
            let theirs = |i: usize| peer.evaluate(algorithm, i, &here.states[i]);
            let times_a = |result: Vec<f64>, i: usize| match algorithm {
                "gim" => product(&result, &here.states[i].a),
                _ => result,
            };
            self.found.push(("dynibo", algorithm, worst(&here, algorithm, theirs, times_a)));
        }
    }

    /// Adds every difference to a check.
    pub(crate) fn judge(&self, model: &str, check: &mut Check) {
        for (library, algorithm, found) in &self.found {
            let what = format!("{algorithm} of {model}: difference from {library}");
            check.add(what, *found.as_ref().unwrap_or(&f64::NAN), TOLERANCE);
        }
    }

    /// Prints one line per peer, and one for every disagreement.
    pub(crate) fn print(&self) {
        for library in ["pinocchio", "dynibo"] {
            let of = || self.found.iter().filter(|(l, _, _)| *l == library);
            let largest = of().filter_map(|(_, _, d)| d.as_ref().ok()).copied().fold(0.0, f64::max);
            if of().count() > 0 && of().all(|(l, a, _)| self.with(l, a)) {
                eprintln!("  agrees with {library} to {largest:.0e}");
            }
        }
        for (library, algorithm, found) in &self.found {
            match found {
                Ok(d) if *d > TOLERANCE => eprintln!(
                    "  NO RATIO: {algorithm} differs from {library} by {d:.1e} of its largest number (limit {TOLERANCE:.0e})"
                ),
                Err(reason) => eprintln!("  NO RATIO: {algorithm} cannot be compared with {library}: {reason}"),
                Ok(_) => {}
            }
        }
    }
}

/// The largest difference over a few states; `reduce` is applied to our result before.
fn worst(
    subject: &Subject,
    algorithm: &str,
    mut theirs: impl FnMut(usize) -> Result<Vec<f64>, String>,
    reduce: impl Fn(Vec<f64>, usize) -> Vec<f64>,
) -> Result<f64, String> {
    let (_, evaluate, size) = cases::algorithms(&subject.model)
        .into_iter()
        .find(|(name, ..)| *name == algorithm)
        .ok_or("the matrix is too large")?;
    let mut compiled = subject.model.compile();
    let mut worst: f64 = 0.0;
    for (i, state) in subject.states.iter().enumerate().take(STATES) {
        let mut out = vec![0.0; size];
        evaluate(&mut compiled, state, &mut out).map_err(|error| error.to_string())?;
        let (ours, theirs) = (reduce(out, i), theirs(i)?);
        if ours.len() != theirs.len() {
            return Err(format!("{} numbers against {}", ours.len(), theirs.len()));
        }
        let d = distance(ours, theirs);
        worst = if d.is_nan() { f64::INFINITY } else { worst.max(d) };
    }
    Ok(worst)
}

fn product(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    matrix.chunks_exact(x.len()).map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
}
