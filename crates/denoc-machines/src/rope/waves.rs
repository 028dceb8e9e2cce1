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
pub fn frequency_of_links(tension: f64, mass_per_length: f64, stiffness: f64, length: f64, wave_number: f64) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    const TENSION: f64 = 50.0;
    const MASS: f64 = 0.2;
    const STIFFNESS: f64 = 3.0;
    const WAVE: f64 = 4.0;

    // oracle: a beam without tension, k² √(E I/μ); a string without stiffness, k √(T/μ); both squares add up
    #[test]
    fn beams_and_strings() {
        let (beam, string) = (WAVE * WAVE * (STIFFNESS / MASS).sqrt(), WAVE * speed(TENSION, MASS));
        assert!((frequency(0.0, MASS, STIFFNESS, WAVE) - beam).abs() < 1e-12);
        assert!((frequency(TENSION, MASS, 0.0, WAVE) - string).abs() < 1e-12);
        assert!((frequency(TENSION, MASS, STIFFNESS, WAVE) - beam.hypot(string)).abs() < 1e-12);
    }

    // oracle: the rope without links, which differs by the square of their length
    #[test]
    fn short_links_are_a_rope() {
        for (tension, stiffness) in [(TENSION, 0.0), (0.0, STIFFNESS), (TENSION, STIFFNESS)] {
            let length = 1e-4;
            let links = frequency_of_links(tension, MASS, stiffness, length, WAVE);
            let ratio = links / frequency(tension, MASS, stiffness, WAVE);
            assert!((ratio - 1.0).abs() < (WAVE * length).powi(2), "{tension} {stiffness}: {ratio}");
        }
    }

    // oracle: the shortest wave, of two links: they turn against each other, ½ μ l³/12 ω² = ½ T l each
    #[test]
    fn the_shortest_wave() {
        let length = 0.3;
        let found = frequency_of_links(TENSION, MASS, 0.0, length, core::f64::consts::PI / length);
        assert!((found - (12.0 * TENSION / MASS).sqrt() / length).abs() < 1e-10, "{found}");
    }

    // oracle: J₀ by its series, which is zero there
    #[test]
    fn swings_are_zeros_of_bessel() {
        let (length, gravity) = (2.0_f64, 9.81);
        let mut before = 0.0;
        for swing in swings(length, gravity) {
            let x = 2.0 * swing * (length / gravity).sqrt();
            let mut term = 1.0;
            let terms = (1..60).map(|k| {
                term *= -0.25 * x * x / f64::from(k * k);
                term
            });
            let bessel = 1.0 + terms.sum::<f64>();
            assert!(bessel.abs() < 1e-12 && swing > before, "{x}: {bessel}");
            before = swing;
        }
    }
}
