//! Metrics: numbers that a sweep records of each run.

use denoc_model::names;
use denoc_results::Table;

use crate::Error;
use crate::error::scenario_error;
use crate::run::Simulated;

/// One number of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Metric {
    /// A column reduced to a number.
    Column { reducer: Reducer, column: String },
    /// Simulated time, s: shorter than requested if an event ends the run.
    Duration,
    /// Number of events.
    Events,
    /// 1 if every audit row is within its bound, else 0.
    Passed,
}

/// How a column is reduced to a number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reducer {
    Max,
    Min,
    AbsMax,
    Range,
    Mean,
    Rms,
    Integral,
    Initial,
    Final,
}

const REDUCERS: [(&str, Reducer); 9] = [
    ("max", Reducer::Max),
    ("min", Reducer::Min),
    ("absmax", Reducer::AbsMax),
    ("range", Reducer::Range),
    ("mean", Reducer::Mean),
    ("rms", Reducer::Rms),
    ("integral", Reducer::Integral),
    ("initial", Reducer::Initial),
    ("final", Reducer::Final),
];

const SPECIALS: [&str; 3] = ["duration", "events", "passed"];

impl Metric {
    /// Reads `absmax tau[crank_pivot]`; `columns` are names and units. The metric and its unit.
    pub(super) fn parse(text: &str, columns: &[(String, String)]) -> Result<(Self, String), Error> {
        let text = text.trim();
        match text {
            "duration" => return Ok((Self::Duration, "s".into())),
            "events" => return Ok((Self::Events, String::new())),
            "passed" => return Ok((Self::Passed, String::new())),
            _ => {}
        }
        let (keyword, column) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Some((_, reducer)) = REDUCERS.iter().find(|(name, _)| *name == keyword) else {
            let known = || REDUCERS.iter().map(|(name, _)| *name).chain(SPECIALS);
            let nearest = names::nearest(keyword, known()).map_or(String::new(), |n| format!("did you mean \"{n}\"? "));
            let known: Vec<&str> = known().collect();
            let remedy =
                format!("{nearest}write one of {}, then the column, as in \"absmax tau[joint1]\"", known.join(", "));
            return Err(scenario_error("", format!("there is no reducer \"{keyword}\""), remedy));
        };
        let column = column.trim();
        let Some((_, unit)) = columns.iter().find(|(name, _)| name == column) else {
            let nearest =
                names::nearest(column, columns.iter().map(|(name, _)| name.as_str())).filter(|_| !column.is_empty());
            let nearest = nearest.map_or(String::new(), |n| format!("did you mean \"{n}\"? "));
            let known: Vec<&str> = columns.iter().take(40).map(|(name, _)| name.as_str()).collect();
            let remedy = format!("{nearest}the columns are {}", known.join(", "));
            return Err(scenario_error("", format!("there is no column \"{column}\""), remedy));
        };
        let unit = if *reducer == Reducer::Integral { over_time(unit) } else { unit.clone() };
        Ok((Self::Column { reducer: *reducer, column: column.to_owned() }, unit))
    }

    /// Its value.
    pub(super) fn of(&self, run: &Simulated) -> f64 {
        match self {
            Self::Duration => values(&run.table, "t").last().copied().unwrap_or(f64::NAN),
            Self::Events => run.events.len() as f64,
            Self::Passed => f64::from(u8::from(run.passed())),
            Self::Column { reducer, column } => reducer.of(values(&run.table, "t"), values(&run.table, column)),
        }
    }
}

fn values<'a>(table: &'a Table, name: &str) -> &'a [f64] {
    table.column(name).map_or(&[], |column| &column.values)
}

/// The unit of an integral over time.
fn over_time(unit: &str) -> String {
    match (unit.strip_suffix("/s^2"), unit.strip_suffix("/s")) {
        (Some(rest), _) => format!("{rest}/s"),
        (None, Some(rest)) => rest.to_owned(),
        _ => format!("{unit} s").trim_start().to_owned(),
    }
}

impl Reducer {
    /// The number for values at these times. Averages are over time, with linear interpolation between rows.
    fn of(self, t: &[f64], x: &[f64]) -> f64 {
        let (Some(&first), Some(&last)) = (x.first(), x.last()) else { return f64::NAN };
        let fold = |f: fn(f64, f64) -> f64| x.iter().copied().fold(first, f);
        match self {
            Self::Max => fold(f64::max),
            Self::Min => fold(f64::min),
            Self::AbsMax => x.iter().fold(0.0, |most, x| x.abs().max(most)),
            Self::Range => fold(f64::max) - fold(f64::min),
            Self::Initial => first,
            Self::Final => last,
            Self::Integral => integral(t, |i| 0.5 * (x[i] + x[i + 1])),
            Self::Mean => average(t, first, |i| 0.5 * (x[i] + x[i + 1])),
            // the square of a straight line
            Self::Rms => {
                average(t, first * first, |i| (x[i] * x[i] + x[i] * x[i + 1] + x[i + 1] * x[i + 1]) / 3.0).sqrt()
            }
        }
    }
}

/// Integral over time, from the averages between consecutive rows.
fn integral(t: &[f64], between: impl Fn(usize) -> f64) -> f64 {
    t.windows(2).enumerate().map(|(i, ends)| (ends[1] - ends[0]) * between(i)).sum()
}

/// Average over time; `alone` if there is only one row.
fn average(t: &[f64], alone: f64, between: impl Fn(usize) -> f64) -> f64 {
    match (t.first(), t.last()) {
        (Some(begin), Some(end)) if end > begin => integral(t, between) / (end - begin),
        _ => alone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: by hand, of the line 0 → 2 → -3 at the times 0, 1, 3
    #[test]
    fn reducers_by_hand() {
        let (t, x) = ([0.0, 1.0, 3.0], [0.0, 2.0, -3.0]);
        let of = |word: &str| REDUCERS.iter().find(|(name, _)| *name == word).unwrap().1.of(&t, &x);
        assert_eq!([of("max"), of("min"), of("absmax"), of("range")], [2.0, -3.0, 3.0, 5.0]);
        assert_eq!([of("initial"), of("final")], [0.0, -3.0]);
        assert_eq!(of("integral"), 1.0 + 2.0 * -0.5);
        assert_eq!(of("mean"), 0.0);
        // squares: 4/3 over the first second, (4 - 6 + 9)/3 over the other two
        assert!((of("rms") - ((4.0 / 3.0 + 2.0 * 7.0 / 3.0) / 3.0_f64).sqrt()).abs() < 1e-15);
        for (_, reducer) in REDUCERS {
            let alone = reducer.of(&[0.0], &[2.0]);
            assert_eq!(alone, if matches!(reducer, Reducer::Range | Reducer::Integral) { 0.0 } else { 2.0 });
            assert!(reducer.of(&[], &[]).is_nan());
        }
    }

    #[test]
    fn reducers_columns_and_units() {
        let columns = [("t", "s"), ("q[a]", "rad"), ("v[a]", "rad/s"), ("a[a]", "rad/s^2"), ("kinetic energy", "J")];
        let columns = columns.map(|(name, unit)| (name.to_owned(), unit.to_owned()));
        let unit = |text: &str| Metric::parse(text, &columns).unwrap().1;
        assert_eq!(unit("max  kinetic energy "), "J");
        assert_eq!(unit("integral kinetic energy"), "J s");
        assert_eq!([unit("integral v[a]"), unit("integral a[a]"), unit("integral q[a]")], ["rad", "rad/s", "rad s"]);
        assert_eq!([unit("duration"), unit("passed")], ["s", ""]);
        let refused = |text: &str| Metric::parse(text, &columns).unwrap_err().to_string();
        for (text, message) in [
            ("absmx q[a]", "there is no reducer \"absmx\"; did you mean \"absmax\"?"),
            ("max q[b]", "there is no column \"q[b]\"; did you mean \"q[a]\"?"),
            ("max", "there is no column \"\"; the columns are t, q[a]"),
        ] {
            assert!(refused(text).contains(message), "{}", refused(text));
        }
    }
}
