//! Ropes at rest.

use denoc_sim::rope::Links;
use denoc_testkit::reference;

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
