//! The trapezoidal speed profile.

use super::TimeLaw;

/// Largest speed and acceleration in unit time.
pub(super) fn peaks(blend: f64) -> [f64; 2] {
    let speed = 1.0 / (1.0 - blend);
    [speed, speed / blend]
}

/// Value and derivatives at time `t`; corners belong to what follows, and are the same numbers as the breakpoints.
pub(super) fn unit(blend: f64, t: f64, duration: f64) -> [f64; 3] {
    let [speed, acceleration] = peaks(blend);
    let x = t / duration;
    if t < blend * duration {
        [0.5 * acceleration * x * x, acceleration * x, acceleration]
    } else if t < (1.0 - blend) * duration {
        [speed * (x - 0.5 * blend), speed, 0.0]
    } else {
        let rest = 1.0 - x;
        [1.0 - 0.5 * acceleration * rest * rest, acceleration * rest, -acceleration]
    }
}

/// The fastest profile within a speed and an acceleration: a triangle if the speed is never reached.
pub(super) fn fastest(speed: f64, acceleration: f64) -> (TimeLaw, f64) {
    let rise = speed / acceleration;
    // the way covered while speeding up and slowing down
    if speed * rise >= 1.0 {
        return (TimeLaw::Trapezoidal { blend: 0.5 }, 2.0 / acceleration.sqrt());
    }
    let duration = 1.0 / speed + rise;
    (TimeLaw::Trapezoidal { blend: rise / duration }, duration)
}
