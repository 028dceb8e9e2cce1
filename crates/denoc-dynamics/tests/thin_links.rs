//! Warnings about thin links. Oracle: forward dynamics at random configurations, which fails where the inertia matrix is singular.

use denoc_dynamics::{Dynamics, Workspace};
use denoc_math::random::Random;
use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::checks::Rule;
use denoc_model::{Description, Joint, MassProperties};

fn below(random: &mut Random, n: usize) -> usize {
    (random.range(0.0, n as f64) as usize).min(n - 1)
}

/// A tree of thin rods, massless links and blocks on joints along the same few directions.
fn tree(seed: u64) -> Description {
    let mut random = Random::new(seed);
    let mut d = Description::new("thin");
    for i in 0..5 {
        let axis = Vec3::unit(below(&mut random, 3));
        let mass = match below(&mut random, 4) {
            0 => MassProperties::cuboid(1.0, Vec3::new(0.1, 0.2, 0.3), Vec3::zero()),
            1 => MassProperties::none(),
            _ => MassProperties::rod(1.0, 0.5, Vec3::unit(below(&mut random, 3))),
        };
        let joint = match below(&mut random, 5) {
            0 => Joint::fixed(),
            1 => Joint::prismatic(axis),
            2 => Joint::universal(axis, Vec3::unit(below(&mut random, 3)) + Vec3::new(0.1, 0.2, 0.3)),
            _ => Joint::revolute(axis),
        };
        let origin = match below(&mut random, 3) {
            0 => Pose::identity(),
            1 => Pose::translation(Vec3::unit(below(&mut random, 3)).scale(0.4)),
            _ => Pose::new(Mat3::from_rpy(random.point(1.0).to_array()), random.point(0.3)),
        };
        let parent = if i == 0 { "ground".to_owned() } else { format!("l{}", below(&mut random, i)) };
        d = d.link(format!("l{i}"), mass).joint(format!("j{i}"), parent, format!("l{i}"), joint, origin);
    }
    d
}

#[test]
fn thin_links_are_reported_where_forward_dynamics_fails() {
    let mut counts = [0; 3];
    for seed in 0..3000 {
        let d = tree(seed);
        let model = d.build().unwrap();
        let thin = model.warnings().iter().any(|w| w.rule == Rule::ZeroMoment);
        let mut random = Random::new(1000 + seed);
        let n = model.nv();
        let (q, v, tau) = (random.vector(n, 1.0), vec![0.0; n], vec![0.0; n]);
        let (mut ws, mut a) = (Workspace::new(&model), vec![0.0; n]);
        let singular = model.forward_dynamics(&mut ws, &q, &v, &tau, &mut a).is_err();
        assert!(singular || !thin, "seed {seed}: a warning, but forward dynamics is possible");
        // links without any mass are singular too, and have no warning
        let rods = d.links.iter().all(|link| link.mass.mass > 0.0);
        assert!(thin || !singular || !rods, "seed {seed}: forward dynamics fails without a warning");
        counts[usize::from(singular) + usize::from(thin)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}
