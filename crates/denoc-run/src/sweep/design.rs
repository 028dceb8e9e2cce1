//! The points of a sweep.

use denoc_base::number::six;

use super::{Sampling, Spacing, Sweep, SweepParameter, latin_hypercube, sobol};
use crate::Error;
use crate::error::scenario_error;
use crate::scenario::Number;

/// A sweep with more points is refused as a probable mistake.
const MOST_POINTS: usize = 1_000_000;

impl Sweep {
    /// The points in order, in SI units: one number for each parameter. The same on every machine, bit for bit.
    ///
    /// Numbers with units are converted from the unit given; [`super::SweepEvaluator::points`] also checks that it fits the
    /// parameter.
    pub fn points(&self) -> Result<Vec<Vec<f64>>, Error> {
        self.points_by(|_, number| si_of_any_unit(number))
    }

    /// The points, with numbers converted by a function of the index of their parameter.
    pub(super) fn points_by(
        &self,
        number: impl Fn(usize, &Number) -> Result<f64, Error>,
    ) -> Result<Vec<Vec<f64>>, Error> {
        if self.parameters.is_empty() {
            let remedy = "add [[sweep.parameter]] with a path and its values";
            return Err(scenario_error("sweep", "the sweep has no parameter", remedy));
        }
        self.check_keys()?;
        let read = |(i, parameter): (usize, &SweepParameter)| {
            ParameterValues::new(parameter, |n| number(i, n)).map_err(|e| e.at_key(&parameter.path))
        };
        let ranges = self.parameters.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        let count = self.count(&ranges)?;
        let place = |x: &Vec<f64>| ranges.iter().zip(x).map(|(range, &x)| range.at(x)).collect();
        Ok(match self.sampling {
            Sampling::Grid => grid(&ranges, count),
            Sampling::List => (0..count).map(|i| ranges.iter().map(|range| range.values()[i]).collect()).collect(),
            Sampling::LatinHypercube => {
                latin_hypercube::points(count, ranges.len(), self.seed.unwrap_or(1)).iter().map(place).collect()
            }
            Sampling::Sobol => sobol::points(count, ranges.len())?.iter().map(place).collect(),
        })
    }

    /// Refuses keys that would have no effect.
    fn check_keys(&self) -> Result<(), Error> {
        let keyword = self.sampling.keyword();
        let listed = matches!(self.sampling, Sampling::Grid | Sampling::List);
        let unused = || format!("the sampling \"{keyword}\" does not use this key");
        if listed && self.samples.is_some() {
            let remedy = "remove it: the values of the parameters determine the number of points";
            return Err(scenario_error("sweep.samples", unused(), remedy));
        }
        if !listed && self.samples.is_none() {
            let rule = format!("the sampling \"{keyword}\" needs this key");
            return Err(scenario_error("sweep.samples", rule, "give the number of points"));
        }
        if self.seed.is_some() && self.sampling != Sampling::LatinHypercube {
            return Err(scenario_error("sweep.seed", unused(), "remove it: nothing is random"));
        }
        for parameter in &self.parameters {
            let path = &parameter.path;
            if self.parameters.iter().filter(|other| other.path == *path).count() > 1 {
                return Err(scenario_error(path, "the parameter is listed twice", "keep one of them"));
            }
            if !listed && (parameter.values.is_some() || parameter.count.is_some()) {
                let key = if parameter.values.is_some() { "values" } else { "count" };
                let rule = format!("the sampling \"{keyword}\" does not use \"{key}\"");
                return Err(scenario_error(path, rule, "give from and to"));
            }
        }
        Ok(())
    }

    fn count(&self, ranges: &[ParameterValues]) -> Result<usize, Error> {
        let lengths = || ranges.iter().map(|range| range.values().len());
        let count = match self.sampling {
            Sampling::Grid => lengths().try_fold(1_usize, usize::checked_mul).unwrap_or(usize::MAX),
            Sampling::List => {
                let first = lengths().next().unwrap_or(0);
                if let Some((parameter, n)) = self.parameters.iter().zip(lengths()).find(|(_, n)| *n != first) {
                    let rule = format!("{n} values, but {} has {first}", self.parameters[0].path);
                    let remedy = "give all parameters of a list the same number of values";
                    return Err(scenario_error(&parameter.path, rule, remedy));
                }
                first
            }
            _ => self.samples.unwrap_or(0),
        };
        match count {
            0 => Err(scenario_error("sweep", "the sweep has no points", "give samples, count or values")),
            1..=MOST_POINTS => Ok(count),
            _ => {
                let count = if count == usize::MAX { "too many".to_owned() } else { count.to_string() };
                let rule = format!("the sweep has {count} points, and the maximum is {MOST_POINTS}");
                let remedy = "use fewer values, or the sampling latin-hypercube or sobol";
                Err(scenario_error("sweep", rule, remedy))
            }
        }
    }
}

/// The values of one parameter.
enum ParameterValues {
    Listed(Vec<f64>),
    Between { from: f64, to: f64, spacing: Spacing },
}

impl ParameterValues {
    fn new(parameter: &SweepParameter, number: impl Fn(&Number) -> Result<f64, Error>) -> Result<Self, Error> {
        let (from, to) = match (&parameter.values, &parameter.from, &parameter.to) {
            (Some(values), None, None) if parameter.count.is_none() && parameter.spacing == Spacing::Linear => {
                return values.iter().map(number).collect::<Result<_, _>>().map(Self::Listed);
            }
            (Some(_), ..) => {
                let rule = "\"values\" cannot be combined with other keys";
                return Err(scenario_error("", rule, "remove from, to, count and spacing"));
            }
            (None, Some(from), Some(to)) => (number(from)?, number(to)?),
            (None, ..) => {
                return Err(scenario_error("", "the values are missing", "give from and to, or values = […]"));
            }
        };
        if from == to || !(to - from).is_finite() {
            return Err(scenario_error(
                "",
                format!("the range from {} to {} is empty", six(from), six(to)),
                "give two numbers that differ",
            ));
        }
        if parameter.spacing == Spacing::Log && from.min(to) <= 0.0 {
            let rule = format!("the spacing \"log\" needs positive numbers, not {}", six(from.min(to)));
            return Err(scenario_error("", rule, "change from and to, or use the spacing \"linear\""));
        }
        let between = Self::Between { from, to, spacing: parameter.spacing };
        match parameter.count {
            None => Ok(between),
            Some(n @ (0 | 1)) => {
                let remedy = "give 2 or more; for a single value write values = […]";
                Err(scenario_error("", format!("the count is {n}"), remedy))
            }
            Some(n) if n > MOST_POINTS => {
                Err(scenario_error("", format!("the count is {n}"), format!("give at most {MOST_POINTS}")))
            }
            Some(n) => Ok(Self::Listed((0..n).map(|i| between.at(i as f64 / (n - 1) as f64)).collect())),
        }
    }

    /// The values of a grid or a list.
    fn values(&self) -> &[f64] {
        match self {
            Self::Listed(values) => values,
            Self::Between { .. } => &[],
        }
    }

    /// The value at a fraction of the range.
    fn at(&self, fraction: f64) -> f64 {
        match *self {
            Self::Listed(_) => f64::NAN,
            Self::Between { to, .. } if fraction == 1.0 => to,
            Self::Between { from, to, spacing: Spacing::Linear } => from + (to - from) * fraction,
            // not from the standard library, whose last digit depends on the machine
            Self::Between { from, to, spacing: Spacing::Log } => from * libm::pow(to / from, fraction),
        }
    }
}

/// All combinations; the last parameter varies fastest.
fn grid(ranges: &[ParameterValues], count: usize) -> Vec<Vec<f64>> {
    let point = |mut i: usize| {
        let mut x = vec![0.0; ranges.len()];
        for (x, range) in x.iter_mut().zip(ranges).rev() {
            *x = range.values()[i % range.values().len()];
            i /= range.values().len();
        }
        x
    };
    (0..count).map(point).collect()
}

/// A number in SI units, whatever its unit measures.
fn si_of_any_unit(number: &Number) -> Result<f64, Error> {
    let Number::WithUnit(text) = number else { return number.in_si("1") };
    let unit = text.trim().trim_start_matches(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    // the exponent of the number: no unit has a digit after its first letter
    let exponent =
        unit.strip_prefix(['e', 'E']).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c)));
    let unit = exponent.map_or(unit, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || "+-".contains(c)));
    number.in_si(if unit.trim().is_empty() { "1" } else { unit.trim() })
}
