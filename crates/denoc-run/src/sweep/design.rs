//! The points of a sweep.

use super::{Axis, Method, Spacing, Sweep, latin_hypercube, refuse, sobol};
use crate::Error;
use crate::scenario::Number;

/// More points than this are a slip of the pen.
const MOST_POINTS: usize = 1_000_000;

impl Sweep {
    /// The points in order, in SI units: one number for each parameter. The same on every machine, bit by bit.
    ///
    /// Numbers with units are taken by their own unit; [`super::Evaluator::points`] also checks that it is that of the parameter.
    pub fn points(&self) -> Result<Vec<Vec<f64>>, Error> {
        self.points_by(|_, number| own_unit(number))
    }

    /// The points, with numbers understood by a function of the place of their parameter.
    pub(super) fn points_by(
        &self,
        number: impl Fn(usize, &Number) -> Result<f64, Error>,
    ) -> Result<Vec<Vec<f64>>, Error> {
        if self.parameters.is_empty() {
            return Err(refuse("the sweep has no parameter: add a [[sweep.parameter]] with a path and its values"));
        }
        self.check_keys()?;
        let read = |i: usize, axis: &Axis| {
            Range::new(axis, |n| number(i, n)).map_err(|e| refuse(format!("{}: {e}", axis.path)))
        };
        let ranges =
            self.parameters.iter().enumerate().map(|(i, axis)| read(i, axis)).collect::<Result<Vec<_>, _>>()?;
        let count = self.count(&ranges)?;
        let place = |x: &Vec<f64>| ranges.iter().zip(x).map(|(range, &x)| range.at(x)).collect();
        Ok(match self.method {
            Method::Grid => grid(&ranges, count),
            Method::List => (0..count).map(|i| ranges.iter().map(|range| range.values()[i]).collect()).collect(),
            Method::LatinHypercube => {
                latin_hypercube::points(count, ranges.len(), self.seed.unwrap_or(1)).iter().map(place).collect()
            }
            Method::Sobol => sobol::points(count, ranges.len())?.iter().map(place).collect(),
        })
    }

    /// Refuses keys that would have no effect.
    fn check_keys(&self) -> Result<(), Error> {
        let word = self.method.word();
        let listed = matches!(self.method, Method::Grid | Method::List);
        if listed && self.samples.is_some() {
            return Err(refuse(format!(
                "sweep: \"samples\" has no meaning for the method \"{word}\": its parameters say how many"
            )));
        }
        if !listed && self.samples.is_none() {
            return Err(refuse(format!("sweep: the method \"{word}\" needs samples = …, the number of points")));
        }
        if self.seed.is_some() && self.method != Method::LatinHypercube {
            return Err(refuse(format!(
                "sweep: \"seed\" has no meaning for the method \"{word}\": nothing is random there"
            )));
        }
        for axis in &self.parameters {
            if let Some(twin) = self.parameters.iter().filter(|other| other.path == axis.path).nth(1) {
                return Err(refuse(format!("sweep: the parameter {} is listed twice", twin.path)));
            }
            if !listed && (axis.values.is_some() || axis.count.is_some()) {
                let key = if axis.values.is_some() { "values" } else { "count" };
                return Err(refuse(format!(
                    "{}: \"{key}\" has no meaning for the method \"{word}\": give from and to",
                    axis.path
                )));
            }
        }
        Ok(())
    }

    fn count(&self, ranges: &[Range]) -> Result<usize, Error> {
        let lengths = || ranges.iter().map(|range| range.values().len());
        let count = match self.method {
            Method::Grid => lengths().try_fold(1_usize, usize::checked_mul).unwrap_or(usize::MAX),
            Method::List => {
                let first = lengths().next().unwrap_or(0);
                if let Some((axis, n)) = self.parameters.iter().zip(lengths()).find(|(_, n)| *n != first) {
                    return Err(refuse(format!(
                        "{} has {n} values, {} has {first}: in a list all parameters have equally many",
                        axis.path, self.parameters[0].path
                    )));
                }
                first
            }
            _ => self.samples.unwrap_or(0),
        };
        match count {
            0 => Err(refuse("the sweep has no point: samples, count and values must not be 0 or empty")),
            1..=MOST_POINTS => Ok(count),
            usize::MAX => Err(refuse(format!("the sweep has too many points to count: {MOST_POINTS} are the most"))),
            _ => Err(refuse(format!(
                "the sweep has {count} points, {MOST_POINTS} are the most: take fewer values, or a Latin hypercube or Sobol points"
            ))),
        }
    }
}

impl Method {
    /// The word for it.
    fn word(self) -> &'static str {
        ["grid", "list", "latin-hypercube", "sobol"][self as usize]
    }
}

/// The values of one parameter.
enum Range {
    Values(Vec<f64>),
    Between { from: f64, to: f64, spacing: Spacing },
}

impl Range {
    fn new(axis: &Axis, number: impl Fn(&Number) -> Result<f64, Error>) -> Result<Self, Error> {
        let (from, to) = match (&axis.values, &axis.from, &axis.to) {
            (Some(values), None, None) if axis.count.is_none() && axis.spacing == Spacing::Linear => {
                return values.iter().map(number).collect::<Result<_, _>>().map(Self::Values);
            }
            (Some(_), ..) => return Err(refuse("\"values\" says it all: remove from, to, count and spacing")),
            (None, Some(from), Some(to)) => (number(from)?, number(to)?),
            (None, ..) => return Err(refuse("say from and to, or values = [...]")),
        };
        if from == to || !(to - from).is_finite() {
            return Err(refuse(format!("from {from} to {to} is no range: they must differ")));
        }
        if axis.spacing == Spacing::Log && from.min(to) <= 0.0 {
            return Err(refuse(format!("spacing = \"log\" needs numbers above 0, not {}", from.min(to))));
        }
        let between = Self::Between { from, to, spacing: axis.spacing };
        match axis.count {
            None => Ok(between),
            Some(0 | 1) => Err(refuse("count must be 2 or more; for one value write values = [...]")),
            Some(n) if n > MOST_POINTS => Err(refuse(format!("count is {n}, {MOST_POINTS} are the most"))),
            Some(n) => Ok(Self::Values((0..n).map(|i| between.at(i as f64 / (n - 1) as f64)).collect())),
        }
    }

    /// The values of a grid or a list.
    fn values(&self) -> &[f64] {
        match self {
            Self::Values(values) => values,
            Self::Between { .. } => &[],
        }
    }

    /// The value at a share of the way.
    fn at(&self, share: f64) -> f64 {
        match *self {
            Self::Values(_) => f64::NAN,
            Self::Between { to, .. } if share == 1.0 => to,
            Self::Between { from, to, spacing: Spacing::Linear } => from + (to - from) * share,
            // not of the standard library, whose last digit depends on the machine
            Self::Between { from, to, spacing: Spacing::Log } => from * libm::pow(to / from, share),
        }
    }
}

/// The last parameter changes fastest.
fn grid(ranges: &[Range], count: usize) -> Vec<Vec<f64>> {
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
fn own_unit(number: &Number) -> Result<f64, Error> {
    let Number::WithUnit(text) = number else { return number.in_si("1") };
    let unit = text.trim().trim_start_matches(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    // the exponent of the number: a unit has no digit behind its first letter
    let exponent =
        unit.strip_prefix(['e', 'E']).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c)));
    let unit = exponent.map_or(unit, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || "+-".contains(c)));
    number.in_si(if unit.trim().is_empty() { "1" } else { unit.trim() })
}
