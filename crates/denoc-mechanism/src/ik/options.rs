use denoc_model::Model;

use super::tasks::TOLERANCE;
use crate::MechanismError;
use crate::closing::usual_start;

/// IkOptions of [`solve`](super::solve).
///
/// ```
/// use denoc_mechanism::ik::IkOptions;
///
/// let options = IkOptions { seed: Some(vec![0.1; 6]), starts: 50, ..IkOptions::default() };
/// assert!(options.limits);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct IkOptions {
    /// Initial guess, nq: numeric searches start here, angles are returned near it, joints that do not move the frame keep it.
    /// `None`: the usual start of the model, for most trees the neutral configuration. Loops may be open.
    pub seed: Option<Vec<f64>>,
    /// Whether solutions must respect joint limits.
    pub limits: bool,
    /// Number of random starts of numeric searches, in addition to the seed.
    pub starts: usize,
    /// Seed of the random starts: equal seeds give equal results.
    pub random_seed: u64,
    /// Position error up to which a target counts as reached, m. Solutions are computed to the limit of rounding whatever it is: it
    /// decides about targets that an arm cannot reach exactly, such as π with eight decimals with fewer than six joints.
    pub position_tolerance: f64,
    /// Orientation error up to which a target counts as reached, rad.
    pub orientation_tolerance: f64,
    /// Weight of position errors, 1/m, if the target cannot be reached.
    pub position_weight: f64,
    /// Weight of orientation errors, 1/rad, if the target cannot be reached.
    pub orientation_weight: f64,
    /// Largest number of iterations per start.
    pub iterations: usize,
}

impl Default for IkOptions {
    fn default() -> Self {
        Self {
            seed: None,
            limits: true,
            starts: 24,
            random_seed: 1,
            position_tolerance: TOLERANCE,
            orientation_tolerance: TOLERANCE,
            position_weight: 1.0,
            orientation_weight: 1.0,
            iterations: 200,
        }
    }
}

impl IkOptions {
    /// Checks the options and returns the seed.
    pub(super) fn checked_seed(&self, model: &Model, frame: &str) -> Result<Vec<f64>, MechanismError> {
        let positive = [
            ("position_tolerance", self.position_tolerance),
            ("orientation_tolerance", self.orientation_tolerance),
            ("position_weight", self.position_weight),
            ("orientation_weight", self.orientation_weight),
        ];
        if let Some((what, value)) = positive.into_iter().find(|(_, x)| !(x.is_finite() && *x > 0.0)) {
            let rule = "it must be a positive number";
            return Err(MechanismError::Target { frame: frame.to_owned(), what, value, rule });
        }
        match &self.seed {
            None => Ok(usual_start(model)),
            Some(q) => {
                model.check_coordinates(q)?;
                Ok(q.clone())
            }
        }
    }
}
