//! Thousands of damaged tables with fixed seeds: each gives a result or an error, never a panic.

mod common;

use common::damage;
use denoc_formats::dh::{Convention, parse_dh_csv, write_dh};
use denoc_testkit::Random;

const TABLE: &str = "\u{feff}# convention: dh
# name: größer
# gravity: 0 0.1 -9.81
# base: 0.1 0 0 0 1.57 0
joint,type,d,theta [deg],a (mm),alpha [deg],mass,rx,ry,rz,ixx,ixy,ixz,iyy,iyz,izz,link
j1,revolute,0.4,0,180,90,26.98,0.091,0.067,0.006,0.322,-0.018,-0.145,0.467,-0.014,0.478,
j2,P,0.135,-90,600,180,15.92,0.333,0.002,0.039,0.541,0.000435,-0.005,0.552,0.017,0.044,漢字
\"j3\",r,0.135,0,120,-90,25.852,0.032,-0.008,-0.034,0.775,-0.009,0.025,0.75,0.007,0.208,tip
";

/// Reads it, shows every error, builds the model, writes it again; returns the number of stages passed.
fn survives(text: &str) -> usize {
    match parse_dh_csv(text, "m.csv", None) {
        Err(error) => {
            let shown = error.to_string();
            assert!(shown.starts_with("m.csv:"), "{shown}");
            assert_eq!(shown.lines().count(), 3, "{shown}");
            0
        }
        Ok(table) => {
            let written = write_dh(&table.description, Convention::Modified);
            match table.description.build() {
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    1
                }
                Ok(_) => {
                    assert!(parse_dh_csv(&written.unwrap().text, "again.csv", None).is_ok(), "{text}");
                    2
                }
            }
        }
    }
}

#[test]
fn damaged_tables_never_panic() {
    let mut reached = [0; 3];
    for seed in 1..=3000u64 {
        let mut random = Random::new(seed);
        let mut bytes = TABLE.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            damage(&mut bytes, &mut random);
        }
        reached[survives(&String::from_utf8_lossy(&bytes))] += 1;
    }
    assert!(reached[0] > 500 && reached[2] > 100, "{reached:?}");
}

#[test]
fn tables_with_other_cells_never_panic() {
    let values = [
        "",
        "0",
        "-1",
        "1e308",
        "1e-308",
        "1e999",
        "nan",
        "inf",
        "joint",
        "alpha [deg]",
        "r",
        "p",
        "x",
        "180",
        "\"",
        "[",
        "m²",
    ];
    let mut reached = [0; 3];
    for seed in 1..=3000u64 {
        let mut random = Random::new(1_000_000 + seed);
        let mut text = TABLE.to_owned();
        for _ in 0..=random.below(3) {
            let commas: Vec<usize> = text.match_indices(',').map(|(i, _)| i).collect();
            let k = random.below(commas.len() - 1);
            text.replace_range(commas[k] + 1..commas[k + 1], values[random.below(values.len())]);
        }
        reached[survives(&text)] += 1;
    }
    assert!(reached.iter().all(|&n| n > 10), "{reached:?}");
}

#[test]
fn the_undamaged_table_is_read() {
    assert_eq!(survives(TABLE), 2);
}
