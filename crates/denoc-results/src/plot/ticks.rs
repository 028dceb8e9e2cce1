//! Scales of the axes: round tick values and their labels.

/// The scale of one axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) log: bool,
    /// Values of the ticks and their labels.
    pub(super) ticks: Vec<(f64, String)>,
    /// The value that labels are relative to, if the numbers differ only in their last digits.
    pub(super) offset: Option<String>,
}

impl Scale {
    /// Position of a value on the axis, from 0 to 1.
    pub(super) fn place(&self, value: f64) -> f64 {
        let (low, high, value) = match self.log {
            true => (self.low.log10(), self.high.log10(), value.log10()),
            false => (self.low, self.high, value),
        };
        (value - low) / (high - low)
    }

    /// A linear scale with about `count` steps for numbers from `low` to `high`, with `margin` (a fraction of the range)
    /// on both sides.
    pub(super) fn linear(low: f64, high: f64, count: f64, margin: f64) -> Scale {
        Self::with_steps(low, high, count, margin, round_step)
    }

    /// As [`Self::linear`], for angles in degrees: with steps such as 30°, 45° and 90°.
    pub(super) fn degrees(low: f64, high: f64, count: f64, margin: f64) -> Scale {
        Self::with_steps(low, high, count, margin, |raw| {
            let natural = [15.0, 30.0, 45.0, 90.0, 180.0, 360.0, 720.0];
            let near = |step: &&f64| raw <= std::f64::consts::SQRT_2 * **step;
            natural.iter().find(near).copied().filter(|_| raw > 7.5).unwrap_or_else(|| round_step(raw))
        })
    }

    fn with_steps(low: f64, high: f64, count: f64, margin: f64, round: impl Fn(f64) -> f64) -> Scale {
        let (mut low, mut high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let size = low.abs().max(high.abs());
        if high - low <= 1e-14 * size || high == low {
            let half = if size == 0.0 { 1.0 } else { 0.05 * size };
            (low, high) = (low - half, high + half);
        }
        let room = margin * (high - low);
        (low, high) = (low - room, high + room);
        let step = round((high - low) / count);
        let (first, last) = ((low / step).ceil(), (high / step).floor());
        let places = (0..=(last - first).max(0.0) as usize).map(|i| first + i as f64);
        let tight = step < 1e-5 * size;
        let unit = 10f64.powf((high - low).log10().ceil());
        let base = if tight { ((low + high) / (2.0 * unit)).round() * unit } else { 0.0 };
        let ticks = places.map(|i| (i * step, label(i * step - base, step))).collect();
        Scale { low, high, log: false, ticks, offset: tight.then(|| label(base, unit)) }
    }

    /// A logarithmic scale from `low` to `high`, extended to full decades.
    pub(super) fn logarithmic(low: f64, high: f64) -> Scale {
        let (low, high) = if 0.0 < low && low <= high { (low, high) } else { (0.1, 1.0) };
        let first = low.log10().floor() as i32;
        let last = (high.log10().ceil() as i32).max(first + 1);
        let every = 1 + (last - first) / 6;
        let ticks = (first..=last).filter(|power| (last - power) % every == 0);
        let ticks = ticks.map(|power| (10f64.powi(power), format!("10{}", raised(power)))).collect();
        Scale { low: 10f64.powi(first), high: 10f64.powi(last), log: true, ticks, offset: None }
    }

    /// A logarithmic scale exactly from `low` to `high`, with labels at 1, 2 and 5 in every decade.
    pub(super) fn between(low: f64, high: f64) -> Scale {
        let (low, high) = if 0.0 < low && low < high { (low, high) } else { (0.1, 1.0) };
        let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
        let places = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|factor| factor * 10f64.powi(power)));
        let ticks = places.filter(|x| (low..=high).contains(x)).map(|x| (x, label(x, x))).collect();
        Scale { low, high, log: true, ticks, offset: None }
    }
}

/// 1, 2 or 5 times a power of ten, close to `raw`.
fn round_step(raw: f64) -> f64 {
    let power = 10f64.powf(raw.log10().floor());
    let limits = [(1.5, 1.0), (3.5, 2.0), (7.5, 5.0)];
    let factor = limits.into_iter().find(|(limit, _)| raw < limit * power).map_or(10.0, |(_, factor)| factor);
    factor * power
}

/// A multiple of `step`, with just enough digits to distinguish it from its neighbours.
fn label(value: f64, step: f64) -> String {
    if value.abs() < 1e-9 * step {
        return "0".into();
    }
    let size = value.abs().max(step);
    // Long numbers with a small step (an offset) are easier to read without a power of ten.
    let text = if size >= 1e5 || size < 1e-2 && step < 1e-3 {
        let power = (value.abs().log10() + 1e-9).floor() as i32;
        let digits = (power - (step.log10() + 1e-9).floor() as i32).max(0) as usize;
        format!("{:.*}×10{}", digits, value / 10f64.powi(power), raised(power))
    } else {
        let digits = (-(step.log10() + 1e-9).floor()).max(0.0) as usize;
        format!("{value:.digits$}")
    };
    text.replace('-', "−")
}

/// An exponent in superscript digits.
pub(crate) fn raised(power: i32) -> String {
    let raise = |character| match character {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32(0x2070 + digit as u32 - '0' as u32).unwrap_or(digit),
    };
    power.to_string().chars().map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale) -> Vec<&str> {
        scale.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    // oracle: ticks as a person would write them
    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(&Scale::linear(-1.0, 1.0, 4.0, 0.0)), ["−1.0", "−0.5", "0", "0.5", "1.0"]);
        assert_eq!(labels(&Scale::linear(0.0, 3e-6, 4.0, 0.0)), ["0", "1×10⁻⁶", "2×10⁻⁶", "3×10⁻⁶"]);
        assert_eq!(labels(&Scale::linear(0.0, 2.4e5, 3.0, 0.0)), ["0", "1×10⁵", "2×10⁵"]);
        assert_eq!(labels(&Scale::logarithmic(2e-16, 3e-12)), ["10⁻¹⁶", "10⁻¹⁵", "10⁻¹⁴", "10⁻¹³", "10⁻¹²", "10⁻¹¹"]);
        assert_eq!(labels(&Scale::between(0.4, 20.0)), ["0.5", "1", "2", "5", "10", "20"]);
        assert_eq!(Scale::between(0.0, 0.0).ticks.len(), 4);
    }

    // oracle: ticks as a person would write them
    #[test]
    fn ticks_of_angles_divide_the_turn() {
        assert_eq!(
            labels(&Scale::degrees(0.0, 360.0, 6.0, 0.0)),
            ["0", "45", "90", "135", "180", "225", "270", "315", "360"]
        );
        assert_eq!(labels(&Scale::degrees(-90.0, 90.0, 4.0, 0.0)), ["−90", "−45", "0", "45", "90"]);
        assert_eq!(labels(&Scale::degrees(0.0, 0.4, 4.0, 0.0)), ["0", "0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(labels(&Scale::degrees(0.0, 20_000.0, 4.0, 0.0)), ["0", "5000", "10000", "15000", "20000"]);
    }

    // oracle: a constant and a drift far below the value must still have distinct labels
    #[test]
    fn numbers_that_hardly_differ_get_an_offset() {
        let scale = Scale::linear(-12.345_678_901, -12.345_678_899, 4.0, 0.0);
        assert!(scale.offset.is_some());
        let mut seen = labels(&scale);
        seen.dedup();
        assert!(seen.len() >= 3 && seen.len() == scale.ticks.len(), "{scale:?}");
        assert!(Scale::linear(5.0, 5.0, 4.0, 0.1).ticks.len() >= 3);
        assert!(Scale::linear(f64::INFINITY, f64::NEG_INFINITY, 4.0, 0.1).ticks.len() >= 3);
    }
}
