//! Time laws: how a scalar runs from 0 to 1, at rest at both ends.

mod cubic;
mod cycloidal;
mod quintic;
mod trapezoidal;

use serde::{Deserialize, Serialize};

use crate::SimError;
use crate::motion::{MotionKind, check};

/// How a scalar s runs from 0 to 1.
///
/// ```
/// use denoc_sim::motion::TimeLaw;
/// let [s, speed, _] = TimeLaw::Cycloidal.at(5.0, 10.0);
/// assert!((s - 0.5).abs() < 1e-15 && (speed - 0.2).abs() < 1e-15);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeLaw {
    /// Speed 1 − cos: the motion of the book's examples [SahaIR (9.36)].
    Cycloidal,
    /// Cubic polynomial: acceleration jumps at both ends.
    Cubic,
    /// Quintic polynomial: acceleration starts and ends at zero.
    Quintic,
    /// Constant acceleration, constant speed, constant deceleration.
    Trapezoidal {
        /// Fraction of the time spent accelerating, and again decelerating: more than 0, up to one half.
        blend: f64,
    },
}

/// The keywords of the time laws.
pub const LAWS: &[MotionKind] = &[
    MotionKind { keyword: "cycloidal", summary: "speed 1 - cos; smooth acceleration, zero at both ends" },
    MotionKind { keyword: "cubic", summary: "cubic polynomial; acceleration jumps at both ends" },
    MotionKind { keyword: "quintic", summary: "quintic polynomial; acceleration zero at both ends" },
    MotionKind { keyword: "trapezoidal", summary: "constant acceleration, constant speed, constant deceleration" },
];

impl TimeLaw {
    /// The law with this keyword; a trapezoidal law accelerates during a quarter of its time.
    pub fn from_keyword(keyword: &str) -> Result<Self, SimError> {
        match keyword {
            "cycloidal" => Ok(Self::Cycloidal),
            "cubic" => Ok(Self::Cubic),
            "quintic" => Ok(Self::Quintic),
            "trapezoidal" => Ok(Self::Trapezoidal { blend: 0.25 }),
            _ => Err(check::unknown("time law", keyword, LAWS)),
        }
    }

    /// Its keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Cycloidal => "cycloidal",
            Self::Cubic => "cubic",
            Self::Quintic => "quintic",
            Self::Trapezoidal { .. } => "trapezoidal",
        }
    }

    /// Value, speed and acceleration at time `t` of a motion that takes `duration`. Before and after it rests.
    pub fn at(self, t: f64, duration: f64) -> [f64; 3] {
        if t < 0.0 {
            return [0.0, 0.0, 0.0];
        }
        if t > duration {
            return [1.0, 0.0, 0.0];
        }
        let x = t / duration;
        let [s, speed, acceleration] = match self {
            Self::Cycloidal => cycloidal::unit(x),
            Self::Cubic => cubic::unit(x),
            Self::Quintic => quintic::unit(x),
            Self::Trapezoidal { blend } => trapezoidal::unit(blend, t, duration),
        };
        [s, speed / duration, acceleration / (duration * duration)]
    }

    /// Times where the acceleration or its rate jumps.
    pub fn breakpoints(self, duration: f64) -> Vec<f64> {
        match self {
            Self::Trapezoidal { blend } if blend < 0.5 => {
                vec![0.0, blend * duration, (1.0 - blend) * duration, duration]
            }
            Self::Trapezoidal { .. } => vec![0.0, 0.5 * duration, duration],
            _ => vec![0.0, duration],
        }
    }

    /// Largest speed and acceleration when the motion takes one second.
    fn peaks(self) -> [f64; 2] {
        match self {
            Self::Cycloidal => cycloidal::PEAKS,
            Self::Cubic => cubic::PEAKS,
            Self::Quintic => quintic::PEAKS,
            Self::Trapezoidal { blend } => trapezoidal::peaks(blend),
        }
    }

    /// The shortest duration for which s stays within a speed and an acceleration (infinite: no limit), and the law with
    /// its best shape: a trapezoidal law adapts its blend.
    pub(crate) fn fastest(self, speed: f64, acceleration: f64) -> (Self, f64) {
        if let Self::Trapezoidal { .. } = self
            && speed.is_finite()
            && acceleration.is_finite()
        {
            return trapezoidal::fastest(speed, acceleration);
        }
        let [v, a] = self.peaks();
        (self, (v / speed).max((a / acceleration).sqrt()))
    }

    pub(crate) fn check(self) -> Result<(), SimError> {
        match self {
            Self::Trapezoidal { blend } if !(blend > 0.0 && blend <= 0.5) => Err(check::number(
                "trapezoidal",
                "blend",
                blend,
                "the part of the time spent speeding up must be more than 0 and at most 0.5",
            )),
            _ => Ok(()),
        }
    }
}
