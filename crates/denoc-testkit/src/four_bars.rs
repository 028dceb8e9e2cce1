use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};

use crate::{Random, State};

/// Distance of the two pivots, lengths of crank, coupler and output.
const LENGTHS: [f64; 4] = [0.4, 0.15, 0.35, 0.3];

/// A chain of `k` four-bar linkages, each in a different plane on the coupler of the previous one, the first on the ground.
pub fn four_bars(k: usize) -> Model {
    let mut d = Description::new(format!("{k} four-bars"));
    for i in 0..k {
        let mount = if i == 0 { "ground".into() } else { format!("coupler{}", i - 1) };
        d = add_four_bar(d, i, &mount, four_bar_mount(i));
    }
    d.build().expect("a valid chain")
}

/// The four-bar of number `i` on any link: links `output`, `crank`, `coupler` with joints `rocker`, `pivot`, `pin`, in this
/// order, and the cut joint `closure`; the number is appended to each name.
pub fn add_four_bar(d: Description, i: usize, mount: &str, at: Pose<f64>) -> Description {
    let z = Vec3::unit(2);
    let along = |length: f64| Pose::translation(Vec3::new(length, 0.0, 0.0));
    let [ground, crank, coupler, output] = LENGTHS;
    let body = |length: f64, mass: f64| {
        let size = Vec3::new(length, 0.05, 0.03);
        MassProperties::cuboid(mass, size, Vec3::new(0.5 * length, 0.01, -0.02))
    };
    let [a, b, c] = ["crank", "coupler", "output"].map(|name| format!("{name}{i}"));
    d.link(&a, body(crank, 0.4))
        .link(&b, body(coupler, 1.1))
        .link(&c, body(output, 0.7))
        .joint(format!("rocker{i}"), mount, &c, Joint::revolute(z), at * along(ground))
        .joint(format!("pivot{i}"), mount, &a, Joint::revolute(z), at)
        .joint(format!("pin{i}"), &a, &b, Joint::revolute(z), along(crank))
        .joint(format!("closure{i}"), &b, &c, Joint::revolute(z), along(coupler))
        .child_origin(along(output))
        .cut()
}

/// Pose of the next four-bar on a coupler: in another plane.
pub fn four_bar_mount(i: usize) -> Pose<f64> {
    let tilt = 0.3 + 0.2 * (i as f64).sin();
    Pose::new(Mat3::from_rpy([tilt, -0.5 * tilt, 0.4]), Vec3::new(0.2, 0.05, 0.1))
}

/// The coordinates of a four-bar for an angle of its crank, and its speeds for the crank's: rocker, pivot, pin.
pub fn four_bar_motion(angle: f64, rate: f64) -> ([f64; 3], [f64; 3]) {
    let [ground, crank, coupler, output] = LENGTHS;
    let (b, d) = ([crank * angle.cos(), crank * angle.sin()], [ground, 0.0]);
    // the triangle of pin, closure and rocker
    let [dx, dy] = [d[0] - b[0], d[1] - b[1]];
    let diagonal = dx.hypot(dy);
    let along = (diagonal * diagonal + coupler * coupler - output * output) / (2.0 * diagonal);
    let across = (coupler * coupler - along * along).sqrt();
    let c = [b[0] + (along * dx - across * dy) / diagonal, b[1] + (along * dy + across * dx) / diagonal];
    let third = (c[1] - b[1]).atan2(c[0] - b[0]);
    let fourth = (c[1] - d[1]).atan2(c[0] - d[0]);
    // velocity of the closure along coupler and output
    let third_rate = rate * crank * (fourth - angle).sin() / (coupler * (third - fourth).sin());
    let fourth_rate = rate * crank * (third - angle).sin() / (output * (third - fourth).sin());
    ([fourth, angle, third - angle], [fourth_rate, rate, third_rate - rate])
}

/// A random motion of [`four_bars`]; its accelerations are zero.
pub fn four_bars_state(k: usize, seed: u64) -> State {
    let mut random = Random::new(seed ^ 0x4BA2);
    let (mut q, mut v) = (Vec::new(), Vec::new());
    for _ in 0..k {
        let (angles, rates) = four_bar_motion(random.signed(3.0), random.signed(1.0));
        q.extend(angles);
        v.extend(rates);
    }
    State { q, v, a: vec![0.0; 3 * k], tau: random.vector(3 * k, 2.0) }
}
