//! The N four-bar mechanism of the IFToMM library of multibody benchmarks (A02), for any N, and its exact motion.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};

use crate::State;

const GRAVITY: f64 = 9.81;

/// `n` four-bars in a row: cranks `crank0` … `crankN` on pivots 1 m apart, their tops joined by couplers; uniform rods of 1 m and
/// 1 kg, gravity along −Y. Angles of the cranks are measured from upright, positive towards +X.
///
/// Whenever the cranks are horizontal, all loops are singular together, and the linkage gains `n` degrees of freedom.
pub fn four_bar_row(n: usize) -> Model {
    let (x, y, clockwise) = (Vec3::unit(0), Vec3::unit(1), Joint::revolute(-Vec3::unit(2)));
    let (upright, level) = (MassProperties::rod(1.0, 1.0, y), MassProperties::rod(1.0, 1.0, x));
    let (top, end) = (Pose::translation(y), Pose::translation(x));
    let mut d = Description::new(format!("{n} four-bars in a row")).gravity(y.scale(-GRAVITY));
    for i in 0..=n {
        let pivot = Pose::translation(x.scale(i as f64));
        let crank = format!("crank{i}");
        d = d.link(&crank, upright).joint(format!("pivot{i}"), "ground", crank, clockwise.clone(), pivot);
    }
    for i in 1..=n {
        let (coupler, before, after) = (format!("coupler{i}"), format!("crank{}", i - 1), format!("crank{i}"));
        d = d
            .link(&coupler, level)
            .joint(format!("pin{i}a"), before, &coupler, clockwise.clone(), top)
            .joint(format!("pin{i}b"), coupler, after, clockwise.clone(), end)
            .child_origin(top)
            .cut();
    }
    d.build().expect("a valid linkage")
}

/// The state of [`four_bar_row`] with all cranks at one angle, turning at one rate; its accelerations are exact too.
pub fn four_bar_row_state(model: &Model, angle: f64, rate: f64) -> State {
    let n = model.closures().len();
    let acceleration = four_bar_row_stiffness(n) * angle.sin();
    let all = |x: f64| {
        let mut values = vec![0.0; model.nv()];
        for (link, name) in model.links().iter().zip(model.joint_names()) {
            // couplers stay level: their pins turn back
            values[link.v] = if name.starts_with("pivot") { x } else { -x };
        }
        values
    };
    State { q: all(angle), v: all(rate), a: all(acceleration), tau: vec![0.0; model.nv()] }
}

/// K / I of the reduced equation I θ″ = K sin θ: I = (N + 1)/3 + N, K = ((N + 1)/2 + N) g.
fn four_bar_row_stiffness(n: usize) -> f64 {
    let n = n as f64;
    ((n + 1.0) / 2.0 + n) * GRAVITY / ((n + 1.0) / 3.0 + n)
}

/// The angle of the cranks of [`four_bar_row`] at time `t` after they were upright with 1 rad/s:
/// θ = 2 am(Ω t + K(m) | m) − π with Ω² = 1/4 + K/I, m = K/(I Ω²).
pub fn four_bar_row_angle(n: usize, t: f64) -> f64 {
    let stiffness = four_bar_row_stiffness(n);
    let square = 0.25 + stiffness;
    // arithmetic-geometric means; 1 − m is known without cancellation
    let (mut a, mut b) = (1.0, (0.25 / square).sqrt());
    let mut ratios = Vec::new();
    while ratios.len() < 20 && a - b > 1e-16 {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        ratios.push(c / a);
    }
    // K(m) = π/(2 a): the phase of am starts at 2ᴺ π/2
    let turns = f64::powi(2.0, ratios.len() as i32);
    let mut phase = turns * (a * square.sqrt() * t + std::f64::consts::FRAC_PI_2);
    for ratio in ratios.iter().rev() {
        phase = 0.5 * (phase + (ratio * phase.sin()).asin());
    }
    2.0 * phase - std::f64::consts::PI
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the reference of N = 2, elliptic functions with 40 digits
    #[test]
    fn the_angle_is_that_of_the_benchmark() {
        let table = crate::reference::table("B2_A02_nfourbar_N2");
        for (t, angle) in table.column("t").iter().zip(&table.column("theta")) {
            let found = four_bar_row_angle(2, *t);
            assert!((found - angle).abs() < 1e-12 * (1.0 + angle.abs()), "{t}: {found} {angle}");
        }
    }
}
