//! Waves on ropes, and their small oscillations.

/// The speed of waves on a taut string of tension T and mass per length μ, √(T/μ), m/s.
pub fn speed(tension: f64, mass_per_length: f64) -> f64 {
    (tension / mass_per_length).sqrt()
}

/// The circular frequency of waves of a wave number (rad/m) on a taut string that resists bending with `stiffness` E I (N m²):
/// ω² = (T k² + E I k⁴)/μ.
pub fn frequency(tension: f64, mass_per_length: f64, stiffness: f64, wave_number: f64) -> f64 {
    let square = wave_number * wave_number;
    ((tension + stiffness * square) * square / mass_per_length).sqrt()
}

/// The same on equal uniform rigid links of a length, each with mass μ · length, tension T, with springs E I / length between
/// them. Without stiffness ω² = 4 T s²/(μ l² (1 − 2 s²/3)) with s = sin(k l/2): waves of a few links run ahead of long ones, by
/// (k l)²/24.
pub fn frequency_of_links(
    (tension, stiffness): (f64, f64),
    mass_per_length: f64,
    length: f64,
    wave_number: f64,
) -> f64 {
    let s = (0.5 * wave_number * length).sin().powi(2);
    // a rod of mass m weighs m/3 at each of its ends, and m/6 between them
    let pull = 4.0 * tension * s / length + 16.0 * stiffness * s * s / length.powi(3);
    (pull / (mass_per_length * length * (1.0 - 2.0 * s / 3.0))).sqrt()
}

/// Circular frequencies of small swings of a rope that hangs from one end: ω = (j/2) √(g/L) with the zeros j of the Bessel
/// function J₀; the first three.
pub fn swings(length: f64, gravity: f64) -> [f64; 3] {
    [2.404_825_557_695_773, 5.520_078_110_286_311, 8.653_727_912_911_013]
        .map(|zero| 0.5 * zero * (gravity / length).sqrt())
}
