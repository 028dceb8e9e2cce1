//! The shape of a rope that resists no bending.

use serde::Serialize;

use super::refuse;
use crate::MachineError;

/// A heavy rope without stiffness that hangs between two points, in closed form: y = a cosh((x − x₀)/a) + const, with x to the
/// other point and y up, from the first point.
///
/// ```
/// use denoc_machines::rope::Catenary;
///
/// let rope = Catenary::new([3.0, 0.5], 4.0, 9.81 * 0.2)?; // 3 m away, 0.5 m higher, 4 m long, 0.2 kg/m
/// let [x, y] = rope.at(4.0); // its end
/// assert!((x - 3.0).abs() < 1e-14 && (y - 0.5).abs() < 1e-14);
/// let [left, right] = rope.tensions();
/// assert!((right - left - 9.81 * 0.2 * 0.5).abs() < 1e-13); // the higher end carries more
/// # Ok::<(), denoc_machines::MachineError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Catenary {
    /// From the first point to the second: how far, and how much higher, m.
    pub span: [f64; 2],
    /// Length of the rope, m.
    pub length: f64,
    /// Weight per length, N/m.
    pub weight: f64,
    /// The parameter a, m: horizontal force over weight per length.
    pub parameter: f64,
    /// Where its lowest point is, or would be, m from the first point.
    pub lowest: f64,
}

impl Catenary {
    /// The rope between [0, 0] and [distance, rise], with weight per length in N/m.
    pub fn new([distance, rise]: [f64; 2], length: f64, weight: f64) -> Result<Self, MachineError> {
        let positive = |what, value: f64, rule| refuse(!(value > 0.0 && value.is_finite()), what, value, rule);
        positive(
            "the horizontal distance of the two ends",
            distance,
            "it must be positive: below itself a rope folds",
        )?;
        refuse(!rise.is_finite(), "the difference of heights", rise, "it must be finite")?;
        positive("the weight per length", weight, "it must be positive: without weight every shape is one of rest")?;
        let chord = distance.hypot(rise);
        let rule = "it must be longer than the distance of its ends: lengthen it, or move them together";
        refuse(!(length > chord && length.is_finite()), "the length of the rope", length, rule)?;
        // length² − rise² = (2 a sinh(u))² with u = distance / 2a: solve sinh(u)/u = 1 + excess
        let ratio = ((length - rise) * (length + rise)).sqrt() / distance;
        let excess = (length - chord) * (length + chord) / (distance * distance * (ratio + 1.0));
        let u = half_argument(excess);
        let parameter = 0.5 * distance / u;
        let middle = parameter * (rise / (2.0 * parameter * u.sinh())).asinh();
        let rope = Self { span: [distance, rise], length, weight, parameter, lowest: 0.5 * distance - middle };
        let rule = "it is too long for numbers of this size: choose a shorter one";
        refuse(!(rope.tensions()[0].is_finite() && u > 0.0), "the length of the rope", length, rule)?;
        Ok(rope)
    }

    /// The point at a way along the rope from the first point, m.
    pub fn at(&self, way: f64) -> [f64; 2] {
        let (a, before) = (self.parameter, self.lowest / self.parameter);
        let argument = (way / a - before.sinh()).asinh();
        // cosh p − cosh q = 2 sinh((p + q)/2) sinh((p − q)/2) keeps its digits
        [a * (argument + before), 2.0 * a * (0.5 * (argument - before)).sinh() * (0.5 * (argument + before)).sinh()]
    }

    /// The horizontal force everywhere in the rope, N.
    pub fn horizontal(&self) -> f64 {
        self.weight * self.parameter
    }

    /// Tensions at the first and at the second point, N.
    pub fn tensions(&self) -> [f64; 2] {
        [0.0, self.span[0]].map(|x| self.horizontal() * ((x - self.lowest) / self.parameter).cosh())
    }

    /// How far the rope hangs below the straight line between its ends, at most, m.
    pub fn sag(&self) -> f64 {
        let slope = self.span[1] / self.span[0];
        // there the rope runs along that line
        let way = self.parameter * (slope + (self.lowest / self.parameter).sinh());
        let [x, y] = self.at(way);
        slope * x - y
    }
}

/// The root of ln(sinh(u)/u) = ln(1 + excess): Newton's method from the right, which on a convex function cannot overshoot.
fn half_argument(excess: f64) -> f64 {
    // sinh(u)/u > 1 + u²/6
    let mut u = (6.0 * excess).sqrt();
    for _ in 0..100 {
        let (value, slope) = logarithm(u);
        let next = u - (value - excess.ln_1p()) / slope;
        if next.is_nan() || next >= u || next <= 0.0 {
            break;
        }
        u = next;
    }
    u
}

/// ln(sinh(u)/u) and its slope, with series where differences lose digits.
fn logarithm(u: f64) -> (f64, f64) {
    if u < 0.05 {
        let s = u * u;
        let more = s / 6.0 * (1.0 + s / 20.0 * (1.0 + s / 42.0 * (1.0 + s / 72.0)));
        return (more.ln_1p(), u / 3.0 * (1.0 - s / 15.0 * (1.0 - s * 2.0 / 21.0 * (1.0 - s / 10.0))));
    }
    // sinh would overflow before its logarithm does
    let logarithm = u + (-(-2.0 * u).exp()).ln_1p() - (2.0 * u).ln();
    (logarithm, 1.0 / u.tanh() - 1.0 / u)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the conditions that define the rope: its ends, its length (summed), forces in balance, its own equation
    #[test]
    fn ends_length_and_balance() {
        let cases = [
            ([1.0, 0.0], 1.0 + 1e-12),
            ([1.0, 0.0], 1.0001),
            ([3.0, -0.5], 5.0),
            ([2.0, 1.9], 10.0),
            ([1e-3, 0.2], 5.0),
            ([100.0, 30.0], 105.0),
        ];
        for ([distance, rise], length) in cases {
            let rope = Catenary::new([distance, rise], length, 2.0).unwrap();
            let end = rope.at(length);
            assert!((end[0] - distance).abs() < 1e-8 * length && (end[1] - rise).abs() < 1e-8 * length, "{end:?}");
            let n = 4000;
            let points: Vec<[f64; 2]> = (0..=n).map(|i| rope.at(length * f64::from(i) / f64::from(n))).collect();
            let summed: f64 = points.windows(2).map(|w| (w[1][0] - w[0][0]).hypot(w[1][1] - w[0][1])).sum();
            // chords are shorter than the arc where it bends sharply
            assert!((summed - length).abs() < 2e-3 * length, "{summed} {length}");
            let [left, right] = rope.tensions();
            let vertical = |x: f64| rope.horizontal() * ((x - rope.lowest) / rope.parameter).sinh();
            let carried = vertical(distance) - vertical(0.0);
            assert!((carried - 2.0 * length).abs() < 1e-7 * (left + right), "{carried}");
            let below = points.iter().map(|p| rise / distance * p[0] - p[1]).fold(0.0, f64::max);
            assert!((below - rope.sag()).abs() < 1e-5 * length, "{below} {}", rope.sag());
        }
    }

    // oracle: a parabola of the same length, where the rope is almost straight: sag² = 3/8 span (length − span)
    #[test]
    fn taut_ropes_are_parabolas() {
        for excess in [1e-4, 1e-8, 1e-12] {
            let rope = Catenary::new([1.0, 0.0], 1.0 + excess, 1.0).unwrap();
            let sag = (0.375 * ((1.0 + excess) - 1.0)).sqrt();
            assert!((rope.sag() / sag - 1.0).abs() < 2.0 * excess + 1e-12, "{} {sag}", rope.sag());
            assert!((rope.horizontal() * 8.0 * sag - 1.0).abs() < 3.0 * excess + 1e-12);
        }
    }

    // oracle: the second point, on both sides of where the series ends
    #[test]
    fn almost_straight_ropes_end_where_they_should() {
        for excess in [1e-6, 1e-5, 1e-4, 3e-4, 4.1e-4, 4.2e-4, 1e-3] {
            let [x, y] = Catenary::new([1.0, 0.0], 1.0 + excess, 1.0).unwrap().at(1.0 + excess);
            assert!((x - 1.0).abs() < 1e-13 && y.abs() < 1e-12, "{excess}: {x} {y}");
        }
    }

    // oracle: the text of the rule
    #[test]
    fn ropes_that_cannot_hang_are_refused() {
        let message = |span, length, weight| Catenary::new(span, length, weight).unwrap_err().to_string();
        assert!(message([3.0, 4.0], 5.0, 1.0).contains("the length of the rope is 5: it must be longer"));
        assert!(message([0.0, 1.0], 5.0, 1.0).contains("horizontal distance"));
        assert!(message([1.0, 0.0], 5.0, 0.0).contains("weight per length"));
        assert!(message([1.0, f64::NAN], 5.0, 1.0).contains("heights"));
    }
}
