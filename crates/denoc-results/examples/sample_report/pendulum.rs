//! A double pendulum of two slender rods in the x-z plane, integrated by Runge-Kutta.

pub(crate) const LENGTH: [f64; 2] = [0.8, 0.6];
pub(crate) const MASS: [f64; 2] = [1.4, 0.9];
pub(crate) const GRAVITY: f64 = 9.81;

/// Angles from the downward vertical and their rates, absolute.
pub(crate) type State = [f64; 4];

/// States at every step, the first included.
pub(crate) fn simulate(start: State, step: f64, count: usize) -> Vec<State> {
    std::iter::successors(Some(start), |state| Some(runge_kutta(state, step))).take(count).collect()
}

fn runge_kutta(s: &State, h: f64) -> State {
    let add = |d: &State, f: f64| std::array::from_fn(|i| s[i] + f * d[i]);
    let k1 = rate(s);
    let k2 = rate(&add(&k1, h / 2.0));
    let k3 = rate(&add(&k2, h / 2.0));
    let k4 = rate(&add(&k3, h));
    std::array::from_fn(|i| s[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}

/// Inertia: diagonal entries, and the factor of the cosine beside it.
fn inertia() -> [f64; 3] {
    let [l1, l2] = LENGTH;
    let [m1, m2] = MASS;
    [m1 * l1 * l1 / 3.0 + m2 * l1 * l1, m2 * l2 * l2 / 3.0, m2 * l1 * l2 / 2.0]
}

fn rate(&[a, b, u, v]: &State) -> State {
    let [m11, m22, c] = inertia();
    let (sine, m12) = ((a - b).sin(), c * (a - b).cos());
    let f1 = -c * sine * v * v - (MASS[0] / 2.0 + MASS[1]) * GRAVITY * LENGTH[0] * a.sin();
    let f2 = c * sine * u * u - MASS[1] * GRAVITY * LENGTH[1] / 2.0 * b.sin();
    let det = m11 * m22 - m12 * m12;
    [u, v, (m22 * f1 - m12 * f2) / det, (m11 * f2 - m12 * f1) / det]
}

/// Kinetic and potential energy.
pub(crate) fn energies(&[a, b, u, v]: &State) -> [f64; 2] {
    let [m11, m22, c] = inertia();
    let kinetic = 0.5 * m11 * u * u + 0.5 * m22 * v * v + c * (a - b).cos() * u * v;
    let heights = (MASS[0] / 2.0 + MASS[1]) * LENGTH[0] * a.cos() + MASS[1] * LENGTH[1] / 2.0 * b.cos();
    [kinetic, -GRAVITY * heights]
}
