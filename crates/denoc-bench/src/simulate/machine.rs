//! The simulated machines: models of the catalogue, where they start, and what drives them.

use denoc_formats::catalogue;
use denoc_mechanism::Draft;
use denoc_model::Model;
use denoc_model::joints::SimpleMotion;

/// A machine and its motion.
pub(super) struct Machine {
    pub(super) name: &'static str,
    pub(super) model: Model,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    /// Constant joint forces, N m and N.
    pub(super) tau: Vec<f64>,
    /// Simulated time, s.
    pub(super) duration: f64,
}

/// Name in the tables; model of the catalogue; configuration at the start, `None` for the closed one of a mechanism with loops;
/// speeds and constant forces that are not zero, by their place in v; simulated time, s.
struct Case {
    name: &'static str,
    model: &'static str,
    start: Option<&'static str>,
    speeds: &'static [(usize, f64)],
    forces: &'static [(usize, f64)],
    duration: f64,
}

/// Durations are short enough for every library to reach 1e-9, since errors of the first step do not grow beyond it, and for joints to
/// stay within their limits, whose passing only denoc would report.
const CASES: [Case; 8] = [
    Case { name: "puma", model: "puma", start: Some("home"), speeds: &[], forces: &[], duration: 1.0 },
    Case { name: "planar arm", model: "planar_3r", start: Some("home"), speeds: &[], forces: &[], duration: 1.0 },
    Case { name: "chain", model: "chain_20", start: Some("ready"), speeds: &[], forces: &[], duration: 1.0 },
    Case { name: "four-bar", model: "fourbar", start: None, speeds: &[], forces: &[], duration: 1.0 },
    // time and torque of the Test Set for IVP Solvers
    Case {
        name: "andrews",
        model: "andrews_squeezer",
        start: None,
        speeds: &[],
        forces: &[(0, 0.033)],
        duration: 0.03,
    },
    // forces of the legs that carry most of the weight, unequal, so that the platform sinks and tilts
    Case {
        name: "stewart",
        model: "stewart",
        start: None,
        speeds: &[],
        forces: &[(2, 30.0), (8, 16.0), (11, 26.0), (14, 20.0), (17, 18.0), (20, 25.0)],
        duration: 0.4,
    },
    // torques of the motors, unequal
    Case {
        name: "delta",
        model: "delta",
        start: None,
        speeds: &[],
        forces: &[(0, -0.7), (8, -0.8), (13, -0.75)],
        duration: 0.3,
    },
    // jumping and tumbling, legs swinging
    Case {
        name: "quadruped",
        model: "quadruped",
        start: Some("ready"),
        speeds: &[(0, 1.0), (1, -2.0), (2, 1.5), (3, 0.5), (5, 2.5), (7, 2.0), (8, -3.0), (13, -1.0), (17, 2.0)],
        forces: &[],
        duration: 0.35,
    },
];

/// All machines, or those that are named.
pub(super) fn all(names: &[String]) -> Result<Vec<Machine>, String> {
    if let Some(unknown) = names.iter().find(|name| CASES.iter().all(|case| case.name != *name)) {
        let known: Vec<&str> = CASES.iter().map(|case| case.name).collect();
        return Err(format!("no machine \"{unknown}\": choose from {}", known.join(", ")));
    }
    CASES.iter().filter(|case| names.is_empty() || names.iter().any(|name| name == case.name)).map(Case::make).collect()
}

impl Case {
    fn make(&self) -> Result<Machine, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", self.name);
        let model = catalogue::describe(self.model).map_err(|e| failed(&e))?.build().map_err(|e| failed(&e))?;
        let q = match self.start {
            Some(name) => model.configuration(name).map_err(|e| failed(&e))?.to_vec(),
            None => Draft::usual(&model).close(&model).map_err(|e| failed(&e))?.q,
        };
        let filled = |entries: &[(usize, f64)]| {
            let mut all = vec![0.0; model.nv()];
            entries.iter().for_each(|&(place, value)| all[place] = value);
            all
        };
        let (v, tau) = (filled(self.speeds), filled(self.forces));
        Ok(Machine { name: self.name, model, q, v, tau, duration: self.duration })
    }
}

impl Machine {
    /// Whether it has loops.
    pub(super) fn has_loops(&self) -> bool {
        !self.model.closures().is_empty()
    }

    /// The largest difference of coordinates, relative to the largest coordinate. Of the two quaternions of an orientation, the
    /// nearer one counts.
    pub(super) fn error(&self, q: &[f64], reference: &[f64]) -> f64 {
        if q.len() != reference.len() || q.iter().any(|x| !x.is_finite()) {
            return f64::INFINITY;
        }
        let mut nearer = q.to_vec();
        for link in self.model.links() {
            let offset = match link.joint.simple_motions().as_deref() {
                Some([SimpleMotion::Ball]) => 0,
                Some([SimpleMotion::Free]) => 3,
                _ => continue,
            };
            let place = link.q + offset..link.q + offset + 4;
            let product: f64 = q[place.clone()].iter().zip(&reference[place.clone()]).map(|(a, b)| a * b).sum();
            if product < 0.0 {
                nearer[place].iter_mut().for_each(|x| *x = -*x);
            }
        }
        let size = reference.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        nearer.iter().zip(reference).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / size
    }
}

#[cfg(test)]
mod tests {
    use super::all;

    // oracle: a change of one coordinate, and the two signs of a quaternion
    #[test]
    fn errors_are_relative_and_know_both_quaternions() {
        let machines = all(&["quadruped".into(), "planar arm".into()]).unwrap();
        let [arm, quadruped] = &machines[..] else { panic!("two machines") };
        assert_eq!(arm.error(&[0.0, 2.0, 0.5], &[0.0, 2.0, 1.0]), 0.25);
        assert_eq!(arm.error(&[f64::NAN, 2.0, 0.5], &[0.0, 2.0, 1.0]), f64::INFINITY);
        let mut turned = quadruped.q.clone();
        turned[3..7].iter_mut().for_each(|x| *x = -*x);
        assert_eq!(quadruped.error(&turned, &quadruped.q), 0.0);
        turned[2] = -turned[2];
        assert!(quadruped.error(&turned, &quadruped.q) > 0.1);
    }

    #[test]
    fn an_unknown_machine_is_an_error() {
        assert!(all(&["pumma".into()]).err().unwrap().contains("\"pumma\": choose from puma,"));
    }
}
