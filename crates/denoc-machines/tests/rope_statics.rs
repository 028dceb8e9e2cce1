//! Ropes at rest.

use denoc_machines::rope::{Links, Resting};
use denoc_testkit::reference;
use nalgebra::DMatrix;

fn numbers(value: &serde_json::Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

// oracle: angles and forces of B15, solved elsewhere with 40 digits
#[test]
fn rods_hang_as_the_reference_says() {
    let all = reference::json("B15_hanging_chain_statics");
    for case in all["cases"].as_array().unwrap() {
        let number = |key: &str| case[key].as_f64().unwrap();
        let n = case["N"].as_u64().unwrap() as usize;
        let links = Links::uniform(n, n as f64 * number("L"), n as f64 * number("m_per_link"), 9.81).unwrap();
        let rest = links.hang([number("span"), number("rise")]).unwrap();
        for (found, expected) in rest.angles.iter().zip(numbers(&case["link_angles"])) {
            assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        }
        let end = numbers(&case["right_end_force_on_chain"]);
        assert!((rest.force[0] - end[0]).abs() < 1e-12 && (rest.force[1] - end[1]).abs() < 1e-12);
        let left = number("horizontal_force").hypot(number("left_vertical_force_on_chain"));
        assert!((rest.tensions[0] - left).abs() < 1e-12);
        let lowest = rest.points.iter().map(|p| p[1]).fold(0.0, f64::min);
        assert!((lowest - number("lowest_joint_y")).abs() < 1e-13);
    }
}

// oracle: the closed form; rigid links differ from it by the square of their length
#[test]
fn many_links_hang_like_a_catenary() {
    let mut before = f64::INFINITY;
    for n in [20, 200, 2_000, 100_000] {
        let links = Links::uniform(n, 4.0, 1.5, 9.81).unwrap();
        let (rest, rope) = (links.hang([3.0, 0.5]).unwrap(), links.catenary([3.0, 0.5]).unwrap());
        let away = rest.distance(&rope) / 3.0;
        let expected = 0.5 / (n * n) as f64;
        assert!(away < expected.max(1e-9) && away < before, "{n}: {away}");
        before = away;
        let [left, right] = rope.tensions();
        let bound = 20.0 / (n * n) as f64 + 1e-8;
        assert!((rest.tensions[0] - left).abs() < bound && (rest.tensions[1] - right).abs() < bound, "{n}");
    }
}

// oracle: the cantilever, F L³/(3 E I) + q L⁴/(8 E I)
#[test]
fn stiff_links_bend_like_a_beam() {
    let (n, length, mass, rigid) = (400, 2.0, 0.3, 5e3);
    let mut links = Links::uniform(n, length, mass, 9.81).unwrap();
    let each = rigid * n as f64 / length;
    links = links.stiffened(each);
    // the clamp is half a link long
    links.stiffness[0] = 2.0 * each;
    let rest = links.dangle([0.0, -2.0]).unwrap();
    let load = mass * 9.81 / length;
    let expected = 2.0 * length.powi(3) / (3.0 * rigid) + load * length.powi(4) / (8.0 * rigid);
    let found = -rest.points[n][1];
    assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
}

// oracle: forces and moments in balance link by link, from the points alone; the ends
#[test]
fn every_stiffness_finds_its_rest() {
    for n in [2, 3, 10, 1_000, 100_000] {
        for (to, length) in [([3.0, 0.5], 4.0), ([1.0, -0.2], 6.0), ([2.0, 0.0], 2.002)] {
            let all = [0.0, 1e-6, 1e-3, 0.1, 10.0, 1e4];
            for rigid in if n == 100_000 && to[0] < 3.0 { &all[3..4] } else { &all[..] }.iter().copied() {
                let links = Links::uniform(n, length, 1.5, 9.81).unwrap().stiffened(rigid * n as f64 / length);
                let rest = links.hang(to).unwrap_or_else(|e| panic!("{n} {to:?} {length} {rigid}: {e}"));
                let end = rest.points[n];
                assert!((end[0] - to[0]).hypot(end[1] - to[1]) < 1e-9, "{n} {rigid} {end:?}");
                let largest = links.stiffness.iter().copied().fold(1.0, f64::max);
                assert!(rest.residual < 1e-13 * largest * 10.0, "{n} {to:?} {length} {rigid}: {}", rest.residual);
            }
        }
    }
}

/// The energy of weights and springs, from the points.
fn energy(links: &Links, angles: &[f64]) -> f64 {
    let points = links.points(angles);
    let mut before = 0.0;
    let one = |(i, angle): (usize, &f64)| {
        let height = points[i][1] + links.centers[i] * angle.sin();
        let bend = angle - core::mem::replace(&mut before, *angle) - links.rest[i];
        links.gravity * links.masses[i] * height + 0.5 * links.stiffness[i] * bend * bend
    };
    angles.iter().enumerate().map(one).sum()
}

/// The least second derivative of the energy in directions that keep the last end, if it is tied: the curvature of the energy
/// and of the two conditions by differences, with the force as their multipliers.
fn softest(links: &Links, rest: &Resting, tied: bool) -> f64 {
    let (n, h) = (rest.angles.len(), 1e-3);
    let value = |angles: &[f64]| {
        let end = links.points(angles)[n];
        energy(links, angles) - if tied { rest.force[0] * end[0] + rest.force[1] * end[1] } else { 0.0 }
    };
    let at = |i: usize, a: f64, j: usize, b: f64| {
        let mut angles = rest.angles.clone();
        angles[i] += a;
        angles[j] += b;
        value(&angles)
    };
    let curvature = |i, j| (at(i, h, j, h) - at(i, h, j, -h) - at(i, -h, j, h) + at(i, -h, j, -h)) / (4.0 * h * h);
    let all = DMatrix::from_fn(n, n, curvature);
    if !tied {
        return all.symmetric_eigenvalues().min();
    }
    let turns = DMatrix::from_fn(n, 2, |i, k| {
        let (sin, cos) = rest.angles[i].sin_cos();
        links.lengths[i] * if k == 0 { -sin } else { cos }
    });
    // the last columns of a complete orthogonal basis are those that keep the end
    let mut padded = DMatrix::from_fn(n, n + 2, |i, k| f64::from(u8::from(i + 2 == k)));
    padded.columns_mut(0, 2).copy_from(&turns);
    let basis = padded.qr().q();
    let keep = basis.columns(2, n - 2);
    (keep.transpose() * all * keep).symmetric_eigenvalues().min()
}

// oracle: a shape of lower energy that was found by brute force over the one angle that is free, and the curvature of the energy
#[test]
fn links_that_push_do_not_stand_on_a_saddle() {
    let (links, to) = (Links::uniform(3, 2.0, 1.5, 9.81).unwrap(), [0.1487, -1.8803]);
    let rest = links.hang(to).unwrap();
    let third: f64 = 2.0 / 3.0;
    let mut lowest = f64::INFINITY;
    for k in 0..20_000 {
        let first = f64::from(k) * core::f64::consts::TAU / 20_000.0;
        let left = [to[0] - third * first.cos(), to[1] - third * first.sin()];
        let (middle, half) = (left[1].atan2(left[0]), (0.5 * left[0].hypot(left[1]) / third).acos());
        // out of reach it is not a number, and not the least
        lowest = lowest.min(energy(&links, &[first, middle + half, middle - half]));
        lowest = lowest.min(energy(&links, &[first, middle - half, middle + half]));
    }
    let found = energy(&links, &rest.angles);
    assert!((found - lowest).abs() < 1e-6 && found < -14.31, "{found} {lowest}");
    assert!(softest(&links, &rest, true) > 0.1);
}

// oracle: the curvature of the energy, by differences
#[test]
fn what_hangs_stays() {
    for n in [3, 8] {
        for rigid in [0.0, 0.05] {
            for i in 0..5 {
                for j in 0..9 {
                    let to = [0.05 + 0.39 * f64::from(i), -1.95 + 0.48 * f64::from(j)];
                    if to[0].hypot(to[1]) > 1.999 {
                        continue;
                    }
                    let links = Links::uniform(n, 2.0, 1.5, 9.81).unwrap().stiffened(rigid * n as f64 / 2.0);
                    let rest = links.hang(to).unwrap_or_else(|e| panic!("{n} {rigid} {to:?}: {e}"));
                    let soft = softest(&links, &rest, true);
                    assert!(soft > 1e-4, "{n} {rigid} {to:?}: {soft}");
                    let end = rest.points[n];
                    assert!((end[0] - to[0]).hypot(end[1] - to[1]) < 1e-12 && rest.residual < 1e-12, "{n} {to:?}");
                }
            }
        }
    }
}

// oracle: as above; the ends are less than a link apart, so that one link has to push whatever their number
#[test]
fn long_ropes_below_near_ends_stay() {
    for (n, rigid, to) in [(60, 0.0, [1e-3, -0.5]), (60, 0.05, [0.02, 1.95]), (60, 1.0, [1e-4, 0.3])] {
        let links = Links::uniform(n, 2.0, 1.5, 9.81).unwrap().stiffened(rigid * n as f64 / 2.0);
        let soft = softest(&links, &links.hang(to).unwrap(), true);
        assert!(soft > 1e-3, "{n} {rigid} {to:?}: {soft}");
    }
    for rigid in [0.0, 1e-6, 0.05] {
        let links = Links::uniform(1_000, 2.0, 1.5, 9.81).unwrap().stiffened(rigid * 500.0);
        let rest = links.hang([1e-4, -1.9999]).unwrap();
        assert!(rest.residual < 1e-13 && rest.steps < 100, "{rigid}: {} {}", rest.residual, rest.steps);
    }
}

// oracle: Euler's column: upright it stays below its critical load only. Above, it bends to one side
#[test]
fn an_upright_cable_falls_over_if_it_is_heavy() {
    let n = 20;
    // q L³ < 7.837 E I for a clamped column under its own weight
    let critical = 9.81 * 1.5 / 2.0 * 8.0 / 7.837;
    for (part, stays) in [(1.2, true), (0.8, false)] {
        let each = part * critical * n as f64 / 2.0;
        let mut links = Links::uniform(n, 2.0, 1.5, 9.81).unwrap().stiffened(each);
        (links.stiffness[0], links.rest[0]) = (2.0 * each, core::f64::consts::FRAC_PI_2);
        let rest = links.dangle([0.0; 2]).unwrap();
        assert!(softest(&links, &rest, false) > 1e-2);
        assert_eq!((rest.points[n][1] - 2.0).abs() < 1e-9, stays, "{part}: {:?}", rest.points[n]);
    }
}
