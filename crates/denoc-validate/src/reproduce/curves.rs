//! Numbers over time.

use denoc_model::Description;

/// One row of numbers per instant.
#[derive(Clone, Debug, Default)]
pub(super) struct Curves {
    pub(super) times: Vec<f64>,
    pub(super) rows: Vec<Vec<f64>>,
}

impl Curves {
    pub(super) fn new(rows: impl IntoIterator<Item = (f64, Vec<f64>)>) -> Self {
        let (times, rows) = rows.into_iter().unzip();
        Self { times, rows }
    }

    /// A few rows of numbers that are kept in the code.
    pub(super) fn kept<const N: usize>(rows: &[(f64, [f64; N])]) -> Self {
        Self::new(rows.iter().map(|(t, row)| (*t, row.to_vec())))
    }

    /// The row at this time, if there is one.
    pub(super) fn at(&self, t: f64) -> Option<&[f64]> {
        let k = self.times.partition_point(|x| *x < t - 1e-9);
        self.times.get(k).filter(|x| (*x - t).abs() < 1e-9)?;
        self.rows.get(k).map(Vec::as_slice)
    }

    /// One curve.
    pub(super) fn column(&self, i: usize) -> Vec<f64> {
        self.rows.iter().map(|row| row.get(i).copied().unwrap_or(f64::NAN)).collect()
    }

    /// The largest size of a number.
    pub(super) fn largest(&self) -> f64 {
        self.rows.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()))
    }

    /// The part up to a time.
    pub(super) fn until(&self, end: f64) -> Self {
        let rows = self.times.iter().copied().zip(self.rows.iter().cloned());
        Self::new(rows.take_while(|(t, _)| *t < end + 1e-9))
    }

    /// Some of the columns.
    pub(super) fn columns(&self, range: core::ops::Range<usize>) -> Self {
        let cut = |row: &Vec<f64>| row.get(range.clone()).map_or(Vec::new(), <[f64]>::to_vec);
        Self { times: self.times.clone(), rows: self.rows.iter().map(cut).collect() }
    }

    /// Sizes of the differences at the instants of `reference`; NaN where there is nothing to compare.
    pub(super) fn deviation(&self, reference: &Self) -> Self {
        let difference = |(t, row): (&f64, &Vec<f64>)| {
            let found = self.at(*t).filter(|found| found.len() == row.len());
            let at = |i: usize, x: f64| found.map_or(f64::NAN, |found| (found[i] - x).abs());
            (*t, row.iter().enumerate().map(|(i, x)| at(i, *x)).collect())
        };
        Self::new(reference.times.iter().zip(&reference.rows).map(difference))
    }
}

/// Instants from zero to `end`, both included.
pub(super) fn instants(end: f64, intervals: u32) -> Vec<f64> {
    (0..=intervals).map(|k| end * f64::from(k) / f64::from(intervals)).collect()
}

/// What the columns of curves are.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    pub(super) symbols: Vec<String>,
    pub(super) units: Vec<&'static str>,
}

impl Labels {
    /// Joint forces: τ₁ or f₁.
    pub(super) fn forces(arm: &Description) -> Self {
        Self::of(arm, ("τ", "N m"), ("f", "N"))
    }

    /// Joint coordinates: θ₁ or b₁.
    pub(super) fn coordinates(arm: &Description) -> Self {
        Self::of(arm, ("θ", "rad"), ("b", "m"))
    }

    fn of(arm: &Description, turning: (&str, &'static str), sliding: (&str, &'static str)) -> Self {
        let label = |(i, joint): (usize, &denoc_model::JointSpec)| {
            let (symbol, unit) = if joint.joint.slide_axis().is_some() { sliding } else { turning };
            (format!("{symbol}{}", i + 1), unit)
        };
        let (symbols, units) = arm.joints.iter().enumerate().map(label).unzip();
        Self { symbols, units }
    }
}
