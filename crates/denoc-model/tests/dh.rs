//! Denavit-Hartenberg tables. Oracle: explicit 4×4 products.

mod common;

use common::{body, pose};
use denoc_formats::catalogue;
use denoc_model::{Description, DhJoint, DhRow};
use denoc_testkit::{Random, close_within};

type M = [[f64; 4]; 4];

fn product(a: M, b: M) -> M {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..4).map(|k| a[i][k] * b[k][j]).sum()))
}

fn about_z(theta: f64, b: f64) -> M {
    let (s, c) = theta.sin_cos();
    [[c, -s, 0.0, 0.0], [s, c, 0.0, 0.0], [0.0, 0.0, 1.0, b], [0.0, 0.0, 0.0, 1.0]]
}

fn about_x(alpha: f64, a: f64) -> M {
    let (s, c) = alpha.sin_cos();
    [[1.0, 0.0, 0.0, a], [0.0, c, -s, 0.0], [0.0, s, c, 0.0], [0.0, 0.0, 0.0, 1.0]]
}

fn rows(random: &mut Random) -> Vec<DhRow> {
    let number = |random: &mut Random| random.signed(1.5);
    (0..6)
        .map(|i| {
            let [b, theta, a, alpha] = [number(random), number(random), number(random), number(random)];
            if i % 3 == 1 { DhRow::prismatic(b, theta, a, alpha) } else { DhRow::revolute(b, theta, a, alpha) }
        })
        .collect()
}

/// θ and b of a row with its coordinate added.
fn moved(row: &DhRow, q: f64) -> (f64, f64) {
    match row.joint {
        DhJoint::Revolute => (row.theta + q, row.b),
        DhJoint::Prismatic => (row.theta, row.b + q),
    }
}

#[test]
fn tables_give_products_of_four_by_four_matrices() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let rows = rows(&mut random);
        let q = random.vector(rows.len(), 2.0);
        let table: Vec<_> = rows.iter().map(|&row| (row, body())).collect();
        let (classic, modified) = (Description::from_dh("dh", &table), Description::from_modified_dh("mdh", &table));
        let (classic, modified) = (classic.build().unwrap(), modified.build().unwrap());
        let mut chains = [about_z(0.0, 0.0); 2];
        for (i, row) in rows.iter().enumerate() {
            let (theta, b) = moved(row, q[i]);
            let (z, x) = (about_z(theta, b), about_x(row.alpha, row.a));
            chains[0] = product(chains[0], product(z, x));
            chains[1] = product(chains[1], product(x, z));
            for (model, chain) in [&classic, &modified].into_iter().zip(chains) {
                let found = pose(model, &q, &format!("link{}", i + 1)).to_matrix();
                close_within(found.as_flattened(), chain.as_flattened(), 1e-13);
            }
        }
    }
}

// oracle: the printed tables have right angles only
#[test]
fn right_angles_are_exact() {
    for name in ["planar_3r", "planar_3r_rods", "puma", "stanford", "kuka_kr5"] {
        let model = catalogue::describe(name).unwrap().build().unwrap();
        for link in model.links() {
            for x in link.placement.rotation.to_rows().as_flattened() {
                assert!([0.0, 1.0, -1.0].contains(x), "{name}: {x:e}");
            }
        }
    }
}
