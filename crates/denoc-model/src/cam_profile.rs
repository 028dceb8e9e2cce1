//! Cam profiles: smooth curves through points.

use denoc_math::Real;

/// The profile y(x) of a cam: a cubic spline through points, periodic or with straight ends.
///
/// ```
/// use denoc_model::CamProfile;
///
/// let lift = CamProfile::new(&[[0.0, 0.0], [1.0, 0.5], [2.0, 0.0]], true).unwrap();
/// let [y, slope, _] = lift.at(1.0_f64);
/// assert_eq!((y, slope), (0.5, 0.0));
/// assert_eq!(lift.at(3.0_f64)[0], 0.5); // one period on
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CamProfile {
    points: Vec<[f64; 2]>,
    /// Second derivatives at the points.
    curvatures: Vec<f64>,
    periodic: bool,
}

/// The rule that the points of a profile break.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CamProfileError {
    /// Fewer than three points.
    TooFew,
    /// A number that is not finite.
    NotFinite,
    /// A point whose x does not exceed that of the point before; its index.
    NotIncreasing(usize),
    /// A periodic curve whose last value is not its first.
    NotClosed,
}

impl CamProfileError {
    /// The rule and a remedy.
    pub fn rule(self) -> String {
        match self {
            Self::TooFew => "it needs at least three points".into(),
            Self::NotFinite => "its numbers must be finite".into(),
            Self::NotIncreasing(point) => {
                format!("its first column must increase, and does not at point {}: sort the points", point + 1)
            }
            Self::NotClosed => "a periodic profile must end with the value it begins with: repeat the first value at \
                                the end of the period"
                .into(),
        }
    }
}

impl CamProfile {
    /// The curve through points [x, y], sorted by x. The last point of a periodic curve is one period after the first and has
    /// the same value.
    pub fn new(points: &[[f64; 2]], periodic: bool) -> Result<Self, CamProfileError> {
        if points.len() < 3 {
            return Err(CamProfileError::TooFew);
        }
        if points.iter().flatten().any(|x| !x.is_finite()) {
            return Err(CamProfileError::NotFinite);
        }
        if let Some(i) = points.windows(2).position(|w| w[1][0] <= w[0][0]) {
            return Err(CamProfileError::NotIncreasing(i + 1));
        }
        let (first, last) = (points[0][1], points[points.len() - 1][1]);
        let range = points.iter().map(|p| p[1].abs()).fold(0.0, f64::max);
        if periodic && (first - last).abs() > 1e-12 * range {
            return Err(CamProfileError::NotClosed);
        }
        let curvatures = if periodic { periodic_curvatures(points) } else { natural_curvatures(points) };
        Ok(Self { points: points.to_vec(), curvatures, periodic })
    }

    /// The points.
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// Whether it is periodic.
    pub fn is_periodic(&self) -> bool {
        self.periodic
    }

    /// Value, first and second derivative at x. A curve that is not periodic is continued by straight lines.
    pub fn at<T: Real>(&self, x: T) -> [T; 3] {
        let (first, last) = (self.points[0][0], self.points[self.points.len() - 1][0]);
        let turns = if self.periodic { ((x.value() - first) / (last - first)).floor() } else { 0.0 };
        let x = x - T::lift(turns * (last - first));
        let value = x.value();
        if !self.periodic && !(first..=last).contains(&value) {
            let end = if value < first { 0 } else { self.points.len() - 1 };
            let [y, slope, _] = self.inside(end.min(self.points.len() - 2), T::lift(self.points[end][0]));
            return [slope.mul_add(x - T::lift(self.points[end][0]), y), slope, T::zero()];
        }
        let i = self.points.partition_point(|p| p[0] <= value).clamp(1, self.points.len() - 1) - 1;
        self.inside(i, x)
    }

    fn inside<T: Real>(&self, i: usize, x: T) -> [T; 3] {
        let ([x0, y0], [x1, y1]) = (self.points[i], self.points[i + 1]);
        let (m0, m1, h) = (self.curvatures[i], self.curvatures[i + 1], x1 - x0);
        let lift = T::lift;
        let s = x - lift(x0);
        // y = y₀ + b s + m₀ s²/2 + (m₁ − m₀) s³/(6h)
        let b = (y1 - y0) / h - h * (2.0 * m0 + m1) / 6.0;
        let c = (m1 - m0) / h;
        let curvature = s.mul_add(lift(c), lift(m0));
        let slope = s.mul_add(s.mul_add(lift(0.5 * c), lift(m0)), lift(b));
        let y = s.mul_add(s.mul_add(s.mul_add(lift(c / 6.0), lift(0.5 * m0)), lift(b)), lift(y0));
        [y, slope, curvature]
    }
}

/// The conditions of continuous slope at the inner points: h₋ m₋ + 2 (h₋ + h₊) m + h₊ m₊ = 6 (d₊ − d₋).
fn row(points: &[[f64; 2]], before: usize, at: usize, at_next: (usize, usize)) -> (f64, f64, f64, f64) {
    let (from, after) = at_next;
    let (h0, h1) = (points[at][0] - points[before][0], points[after][0] - points[from][0]);
    let (d0, d1) = ((points[at][1] - points[before][1]) / h0, (points[after][1] - points[from][1]) / h1);
    (h0, 2.0 * (h0 + h1), h1, 6.0 * (d1 - d0))
}

fn natural_curvatures(points: &[[f64; 2]]) -> Vec<f64> {
    let n = points.len();
    let rows: Vec<_> = (1..n - 1).map(|i| row(points, i - 1, i, (i, i + 1))).collect();
    let inner = tridiagonal(&rows, &rows.iter().map(|r| r.3).collect::<Vec<_>>());
    core::iter::once(0.0).chain(inner).chain(core::iter::once(0.0)).collect()
}

fn periodic_curvatures(points: &[[f64; 2]]) -> Vec<f64> {
    // unknowns m₀ … m₋₂; the last equals the first. The corners of the cyclic matrix are a rank-one change
    // (Sherman-Morrison)
    let n = points.len() - 1;
    let mut rows: Vec<_> = (0..n)
        .map(|i| row(points, if i == 0 { n - 1 } else { i - 1 }, if i == 0 { n } else { i }, (i, i + 1)))
        .collect();
    let corner = rows[0].0; // m₀ row: coefficient of m₋₂; equals the corner below by symmetry
    let gamma = -rows[0].1;
    let right: Vec<f64> = rows.iter().map(|r| r.3).collect();
    rows[0].1 -= gamma;
    rows[n - 1].1 -= corner * corner / gamma;
    let mut u = vec![0.0; n];
    (u[0], u[n - 1]) = (gamma, corner);
    if n == 2 {
        // both neighbours of a point are the same point: a full 2×2 system
        let (a, b) = (points[1][0] - points[0][0], points[2][0] - points[1][0]);
        let (diagonal, beside) = (2.0 * (a + b), a + b);
        let determinant = diagonal * diagonal - beside * beside;
        let m0 = (right[0] * diagonal - right[1] * beside) / determinant;
        let m1 = (right[1] * diagonal - right[0] * beside) / determinant;
        return vec![m0, m1, m0];
    }
    let (y, z) = (tridiagonal(&rows, &right), tridiagonal(&rows, &u));
    let along = |x: &[f64]| x[0] + corner / gamma * x[n - 1];
    let factor = along(&y) / (1.0 + along(&z));
    let mut m: Vec<f64> = y.iter().zip(&z).map(|(y, z)| y - factor * z).collect();
    m.push(m[0]);
    m
}

/// Solves a tridiagonal system of rows (below, diagonal, above, _); diagonally dominant, so no pivoting.
fn tridiagonal(rows: &[(f64, f64, f64, f64)], right: &[f64]) -> Vec<f64> {
    let n = rows.len();
    let (mut above, mut x) = (vec![0.0; n], right.to_vec());
    for i in 0..n {
        let (below, diagonal, next, _) = rows[i];
        let (before, known) = if i == 0 { (0.0, 0.0) } else { (above[i - 1], x[i - 1]) };
        let below = if i == 0 { 0.0 } else { below };
        let pivot = diagonal - below * before;
        above[i] = next / pivot;
        x[i] = (x[i] - below * known) / pivot;
    }
    for i in (0..n.saturating_sub(1)).rev() {
        x[i] -= above[i] * x[i + 1];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: a spline reproduces its points, has continuous slope and curvature, and approaches the sine it samples
    #[test]
    fn periodic_profile_of_a_sine() {
        let n = 40;
        let mut points: Vec<[f64; 2]> = (0..n)
            .map(|i| core::f64::consts::TAU * (i as f64 + 0.3 * ((i * i) as f64).sin()) / n as f64)
            .map(|x| [x, x.sin()])
            .collect();
        points.push([points[0][0] + core::f64::consts::TAU, points[0][1]]);
        let profile = CamProfile::new(&points, true).unwrap();
        for &[x, y] in &points {
            let (before, after) = (profile.at(x - 1e-9), profile.at(x + 1e-9));
            for k in 0..3 {
                assert!((before[k] - after[k]).abs() < 1e-7, "{x} {k}");
            }
            assert!((profile.at(x)[0] - y).abs() < 1e-15);
        }
        for i in 0..200 {
            let x = 0.1 * f64::from(i) - 7.0;
            let [y, slope, curvature] = profile.at(x);
            assert!((y - x.sin()).abs() < 1e-4 && (slope - x.cos()).abs() < 2e-3 && (curvature + x.sin()).abs() < 3e-2);
        }
    }

    // oracle: the closed forms of a straight line and of straight ends
    #[test]
    fn open_profile_goes_on_straight() {
        let line = CamProfile::new(&[[0.0, 1.0], [1.0, 3.0], [3.0, 7.0]], false).unwrap();
        for x in [-2.0_f64, 0.5, 2.0, 9.0] {
            let [y, slope, curvature] = line.at(x);
            assert!((y - 1.0 - 2.0 * x).abs() < 1e-14 && (slope - 2.0).abs() < 1e-14 && curvature.abs() < 1e-14);
        }
        let bump = CamProfile::new(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]], false).unwrap();
        let [y, slope, _] = bump.at(3.0_f64);
        assert!((slope + 1.5).abs() < 1e-14 && (y + 1.5).abs() < 1e-14);
    }

    // oracle: the rules themselves
    #[test]
    fn bad_points_are_refused() {
        assert_eq!(CamProfile::new(&[[0.0, 0.0], [1.0, 1.0]], false), Err(CamProfileError::TooFew));
        assert_eq!(
            CamProfile::new(&[[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]], false),
            Err(CamProfileError::NotIncreasing(1))
        );
        assert_eq!(CamProfile::new(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.5]], true), Err(CamProfileError::NotClosed));
        assert_eq!(CamProfile::new(&[[0.0, f64::NAN], [1.0, 1.0], [2.0, 0.0]], true), Err(CamProfileError::NotFinite));
    }
}
