//! Oracle: the equations of the sources as dense matrices. Faithful and compiled layer, packed and unpacked limbs, portable
//! and best instructions, on 1,000 random trees with every joint type.

mod support;

use denoc_dynamics::{DynamicsError, SingularCause};
use denoc_math::{Pose, Vec3};
use denoc_model::joints::EULER_SEQUENCES;
use denoc_model::{Description, Joint, MassProperties};
use denoc_testkit::{Dense, Kinds, Options, Shape, close, random_model, random_state};

use support::{Layer, Worst, against_dense};

const TOLERANCE: f64 = 1e-12;

/// 3 to 25 joints.
fn joints(seed: u64) -> usize {
    3 + seed as usize * 7 % 23
}

fn shape(seed: u64) -> Shape {
    [Shape::Tree, Shape::Chain, Shape::Tree, Shape::Star][seed as usize % 4]
}

fn run(name: &str, seeds: std::ops::Range<u64>, options: impl Fn(u64) -> Options) {
    let (mut worst, count) = (Worst::default(), seeds.clone().count());
    for seed in seeds {
        let model = random_model(seed, &options(seed));
        against_dense(&model, &random_state(&model, seed), TOLERANCE, &mut worst);
    }
    let Worst { tau, gim, residual } = worst;
    eprintln!("{name}: {count} trees, worst tau {tau:.1e}, gim {gim:.1e}, residual {residual:.1e}");
}

#[test]
fn trees_of_all_kinds_on_the_ground() {
    run("all kinds, fixed", 0..300, |seed| Options {
        joints: joints(seed),
        shape: shape(seed),
        special: [0.0, 0.3, 0.9][seed as usize % 3],
        ..Options::default()
    });
}

#[test]
fn trees_of_all_kinds_on_a_floating_base() {
    run("all kinds, floating", 300..600, |seed| Options {
        joints: joints(seed),
        shape: shape(seed),
        floating: true,
        generic_masses: seed % 5 != 0,
        special: [0.0, 0.3, 0.9][seed as usize % 3],
        ..Options::default()
    });
}

#[test]
fn revolute_trees_of_every_class() {
    run("revolute", 600..850, |seed| Options {
        special: [0.0, 0.5, 1.0][seed as usize % 3],
        rotors: if seed % 4 == 0 { 0.4 } else { 0.0 },
        floating: seed % 2 == 0,
        ..Options::revolute(joints(seed), shape(seed / 3))
    });
}

#[test]
fn nearly_parallel_axes() {
    run("nearly parallel", 850..1000, |seed| Options {
        nearly_parallel: 0.6,
        floating: seed % 3 == 0,
        kinds: if seed % 2 == 0 { Kinds::Revolute } else { Kinds::All },
        joints: joints(seed),
        shape: shape(seed),
        special: 0.2,
        ..Options::default()
    });
}

// oracle: the geometry of the twelve sequences, and the words
#[test]
fn near_gimbal_lock_the_error_says_so() {
    let body = |m| MassProperties::cuboid(m, Vec3::new(0.3, 0.2, 0.1), Vec3::new(0.1, -0.05, 0.05));
    let at = Pose::translation(Vec3::new(0.2, 0.1, -0.3));
    for sequence in EULER_SEQUENCES {
        let letters: String = sequence.iter().map(|&axis| ['x', 'y', 'z'][usize::from(axis)]).collect();
        let locked = if letters[..1] == letters[2..] { 0.0 } else { std::f64::consts::FRAC_PI_2 };
        let model = Description::new(&letters)
            .link("upper", body(2.0))
            .link("body", body(1.0))
            .link("tip", body(0.5))
            .joint("hinge", "ground", "upper", Joint::revolute(Vec3::unit(1)), Pose::identity())
            .joint("ball", "upper", "body", Joint::euler(&letters).unwrap(), at)
            .joint("wrist", "body", "tip", Joint::revolute(Vec3::unit(0)), at)
            .build()
            .unwrap();
        for off in [0.0, 1e-9, -3e-8] {
            let q = [0.4, 0.3, locked + off, -0.7, 0.2];
            let (v, a) = ([0.1, -0.2, 0.3, 0.4, -0.5], [1.0, 2.0, 3.0, 4.0, 5.0]);
            for mut layer in Layer::all(&model) {
                let name = layer.name();
                let error = layer.forward(&q, &v, &a).expect_err(&format!("{letters} {off}, {name}"));
                let DynamicsError::Singular { joint, cause, .. } = &error else { panic!("{error}") };
                assert_eq!(joint, "ball", "{error}");
                assert!(matches!(cause, SingularCause::GimbalLock { .. }), "{error}");
                assert!(error.to_string().contains("gimbal lock") && error.to_string().contains(&letters), "{error}");
                // inverse dynamics is not affected
                close(layer.inverse(&q, &v, &a).unwrap(), Dense::new(&model, &q, &v).inverse(&a, &[]), TOLERANCE);
            }
        }
    }
}
