//! Counterweights against the classical conditions and against cycles computed anew.

use denoc_machines::balance::{BalanceOptions, Candidate, Counterweight, Goals, balance, with_counterweights};
use denoc_machines::cycle::{Cycle, CycleOptions};
use denoc_math::{Sym3, Vec3};
use denoc_model::{Drag, MassProperties};
use denoc_testkit::close_within;

mod cycle_support;
use cycle_support::{four_bar, four_bar_q, rods};

const LENGTHS: [f64; 4] = [0.4, 0.1, 0.35, 0.3];
const MASSES: [f64; 3] = [1.0, 2.0, 1.5];

fn options(goals: Goals, max_mass: f64, radius: f64) -> BalanceOptions {
    let mut cycle = CycleOptions::new("crank_pivot", 20.0);
    cycle.start = Some(four_bar_q(LENGTHS, 0.3));
    cycle.samples = 120;
    let candidates = ["crank", "rocker"].map(|link| Candidate::around(link, max_mass, radius)).to_vec();
    BalanceOptions { cycle, candidates, goals }
}

// oracle: Berkof and Lowen's condition for full force balance: the mass centre of all links rests
#[test]
fn force_balance_of_a_four_bar() {
    let model = four_bar(LENGTHS, rods(LENGTHS, MASSES)).build().unwrap();
    let mut options = options(Goals { shaking_force: 1.0, shaking_moment: 0.0, torque_ripple: 0.0 }, 20.0, 0.2);
    let balanced = balance(&model, &options).unwrap();
    assert!(balanced.goals_after.shaking_force < 1e-6 * balanced.goals_before.shaking_force, "{balanced:?}");
    let [_, a, b, c] = LENGTHS;
    // half of the coupler sits at each of its pins
    let wanted = |m: f64, l: f64| -(0.5 * m * l + 0.5 * MASSES[1] * l);
    for (link, m, l) in [("crank", MASSES[0], a), ("rocker", MASSES[2], c)] {
        let w = balanced.counterweights.iter().find(|w| w.link == link).unwrap();
        close_within([w.mass * w.position[0], w.mass * w.position[1]], [wanted(m, l), 0.0], 1e-5 * b);
        // of all that balance, the lightest: as far out as allowed
        assert!((w.position[0] + 0.2).abs() < 1e-3, "{w:?}");
    }
    // recomputed without gravity: nothing is left
    options.cycle.gravity = false;
    let after =
        Cycle::compute(&with_counterweights(&model, &balanced.counterweights).unwrap(), &options.cycle).unwrap();
    assert!(after.summary().shaking_force.rms < 1e-6 * balanced.goals_before.shaking_force);
}

// oracle: the cycle of a mechanism described with its counterweights welded to its links
#[test]
fn predictions_are_what_the_balanced_mechanism_does() {
    predicts(None);
    // a medium acts on what moves, and through the joints on the ground
    predicts(Some(Drag { linear: 20.0, angular: 0.1, center: Some(Vec3::new(0.1, 0.02, 0.0)), axis: None }));
}

fn predicts(drag: Option<Drag>) {
    let described = |links| {
        let mut description = four_bar(LENGTHS, links);
        description.links.iter_mut().for_each(|link| link.drag = drag);
        description.build().unwrap()
    };
    let model = described(rods(LENGTHS, MASSES));
    let goals = Goals { shaking_force: 1.0, shaking_moment: 1.0, torque_ripple: 1.0 };
    let mut options = options(goals, 4.0, 0.08);
    options.candidates.push(Candidate {
        link: "coupler".into(),
        max_mass: 1.0,
        bounds: [[-0.1, 0.4], [-0.05, 0.05], [0.01; 2]],
    });
    let balanced = balance(&model, &options).unwrap();
    let (before, after) = (balanced.goals_before, balanced.goals_after);
    let value = |g: Goals| {
        [
            g.shaking_force / before.shaking_force,
            g.shaking_moment / before.shaking_moment,
            g.torque_ripple / before.torque_ripple,
        ]
    };
    let norm = |x: [f64; 3]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!(norm(value(after)) < 0.95 * 3.0_f64.sqrt(), "{after:?} {before:?}");
    let [_, a, b, c] = LENGTHS;
    let welded = |link: &str, m: f64, l: f64| {
        let own = MassProperties::rod(m, l, cycle_support::X);
        let added = balanced.counterweights.iter().find(|w| w.link == link).map(|w| {
            let [x, y, z] = w.position;
            MassProperties { mass: w.mass, center: Vec3::new(x, y, z), inertia: Sym3::zero() }
        });
        MassProperties::welded(&[Some(own), added].into_iter().flatten().collect::<Vec<_>>())
    };
    let links = [welded("crank", MASSES[0], a), welded("coupler", MASSES[1], b), welded("rocker", MASSES[2], c)];
    let heavier = described(links);
    let with_gravity = Cycle::compute(&heavier, &options.cycle).unwrap().summary();
    assert!((with_gravity.torque.ripple - after.torque_ripple).abs() < 1e-9 * before.torque_ripple);
    close_within(
        [with_gravity.torque.max, with_gravity.shaking_force.rms],
        [balanced.after.torque.max, balanced.after.shaking_force.rms],
        1e-9,
    );
    let mut free = options.cycle.clone();
    free.gravity = false;
    let inertial = Cycle::compute(&heavier, &free).unwrap().summary();
    assert!((inertial.shaking_force.rms - after.shaking_force).abs() < 1e-9 * before.shaking_force);
    assert!((inertial.shaking_moment.rms - after.shaking_moment).abs() < 1e-9 * before.shaking_moment);
    // within bounds
    for w in &balanced.counterweights {
        let c = options.candidates.iter().find(|c| c.link == w.link).unwrap();
        assert!(
            w.mass <= c.max_mass && (0..3).all(|k| w.position[k] >= c.bounds[k][0] && w.position[k] <= c.bounds[k][1])
        );
    }
    assert!((balanced.added_mass - balanced.counterweights.iter().map(|w| w.mass).sum::<f64>()).abs() < 1e-15);
}

// oracle: no counterweight nearby is better, by trying
#[test]
fn small_changes_make_it_worse() {
    let model = four_bar(LENGTHS, rods(LENGTHS, MASSES)).build().unwrap();
    let goals = Goals { shaking_force: 1.0, shaking_moment: 0.5, torque_ripple: 0.5 };
    let options = options(goals, 4.0, 0.1);
    let balanced = balance(&model, &options).unwrap();
    let mut free = options.cycle.clone();
    free.gravity = false;
    let value = |weights: &[Counterweight]| {
        let model = with_counterweights(&model, weights).unwrap();
        let (all, inertial) = (Cycle::compute(&model, &options.cycle).unwrap(), Cycle::compute(&model, &free).unwrap());
        let (all, inertial, b) = (all.summary(), inertial.summary(), balanced.goals_before);
        let parts = [
            goals.shaking_force * inertial.shaking_force.rms / b.shaking_force,
            goals.shaking_moment * inertial.shaking_moment.rms / b.shaking_moment,
            goals.torque_ripple * all.torque.ripple / b.torque_ripple,
        ];
        parts.iter().map(|x| x * x).sum::<f64>().sqrt()
    };
    let best = value(&balanced.counterweights);
    assert!(best < value(&[]));
    for i in 0..balanced.counterweights.len() {
        for (k, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0)] {
            let mut other = balanced.counterweights.clone();
            match k {
                0 => other[i].mass = (other[i].mass + sign * 0.01).min(4.0),
                k => other[i].position[k - 1] = (other[i].position[k - 1] + sign * 0.002).clamp(-0.1, 0.1),
            }
            assert!(value(&other) > best - 1e-6, "{i} {k} {sign}: {} {best}", value(&other));
        }
    }
}

// oracle: random counterweights within the limits, each with its cycle computed anew, and the lower bound, which is reached
#[test]
fn a_moment_is_reduced_although_nothing_helps_at_first() {
    let model = cycle_support::catalogued("fourbar");
    let goals = Goals { shaking_force: 0.0, shaking_moment: 1.0, torque_ripple: 0.0 };
    let mut cycle = cycle_support::from_start(&model, "crank_pivot", std::f64::consts::TAU);
    (cycle.samples, cycle.gravity) = (72, false);
    let candidates = ["crank", "output"].map(|link| Candidate::around(link, 3.0, 0.1)).to_vec();
    let balanced = balance(&model, &BalanceOptions { cycle: cycle.clone(), candidates, goals }).unwrap();
    let moment = |weights: &[Counterweight]| {
        let model = with_counterweights(&model, weights).unwrap();
        Cycle::compute(&model, &cycle).unwrap().summary().shaking_moment.rms
    };
    let reached = moment(&balanced.counterweights) / moment(&[]);
    assert!((reached - 0.829).abs() < 1e-3 && (reached - balanced.value).abs() < 1e-9, "{reached} {balanced:?}");
    assert!((balanced.value - balanced.lower_bound).abs() < 1e-7, "{balanced:?}");
    let mut random = denoc_testkit::Random::new(3);
    for _ in 0..25 {
        let mut weight = |link: &str| {
            let position = [random.signed(0.1), random.signed(0.1), 0.0];
            Counterweight { link: link.into(), mass: random.range(0.0, 3.0), position }
        };
        assert!(moment(&[weight("crank"), weight("output")]) > reached * moment(&[]));
    }
}

// oracle: a mass beside the crank's own adds to the force that it should balance; the lower bound is a proof
#[test]
fn that_nothing_helps_is_proven() {
    let model = four_bar(LENGTHS, rods(LENGTHS, MASSES)).build().unwrap();
    for goals in [[1.0, 0.0, 0.0], [1.0, 0.01, 0.0]] {
        let [shaking_force, shaking_moment, torque_ripple] = goals;
        let mut options = options(Goals { shaking_force, shaking_moment, torque_ripple }, 20.0, 0.2);
        options.candidates.truncate(1);
        options.candidates[0].bounds = [[0.05, 0.2], [-0.01, 0.01], [0.0, 0.0]];
        let balanced = balance(&model, &options).unwrap();
        assert!(balanced.counterweights.is_empty() && balanced.lower_bound > 1.0 - 1e-9, "{balanced:?}");
    }
}

// oracle: random counterweights within the limits, several on each link, with cycles computed anew
#[test]
fn nothing_is_below_the_lower_bound() {
    let mut random = denoc_testkit::Random::new(11);
    for case in 0..3 {
        let masses = [0, 1, 2].map(|_| random.range(0.2, 3.0));
        let model = four_bar(LENGTHS, rods(LENGTHS, masses)).build().unwrap();
        let [shaking_force, shaking_moment, torque_ripple] = [0, 1, 2].map(|k| match (case + k) % 3 {
            0 => 0.0,
            _ => random.range(0.1, 2.0),
        });
        let goals = Goals { shaking_force, shaking_moment, torque_ripple };
        let mut options = options(goals, random.range(0.5, 10.0), random.range(0.02, 0.2));
        (options.cycle.samples, options.cycle.gravity) = (12, case % 2 == 0);
        if case % 3 > 0 {
            let bounds = [[-0.1, 0.4], [0.01, random.range(0.02, 0.1)], [-0.05, 0.02]];
            options.candidates.push(Candidate { link: "coupler".into(), max_mass: random.range(0.1, 3.0), bounds });
        }
        let found = balance(&model, &options).unwrap();
        let mut free = options.cycle.clone();
        free.gravity = false;
        let b = found.goals_before;
        let norm = |parts: [f64; 3]| parts.iter().map(|x| x * x).sum::<f64>().sqrt();
        let value = |weights: &[Counterweight]| {
            let model = with_counterweights(&model, weights).unwrap();
            let [all, inertial] = [&options.cycle, &free].map(|cycle| Cycle::compute(&model, cycle).unwrap().summary());
            norm([
                shaking_force * inertial.shaking_force.rms / b.shaking_force,
                shaking_moment * inertial.shaking_moment.rms / b.shaking_moment,
                torque_ripple * all.torque.ripple / b.torque_ripple,
            ]) / norm([shaking_force, shaking_moment, torque_ripple])
        };
        let reached = value(&found.counterweights);
        assert!((reached - found.value).abs() < 1e-9, "{case}: {reached} {found:?}");
        assert!(found.lower_bound <= reached + 1e-9 && reached <= 1.0 + 1e-12, "{case}: {found:?}");
        for trial in 0..10 {
            let mut weights = Vec::new();
            for c in &options.candidates {
                // two on each link, which share its largest mass; half of the trials are near the best
                let best = found.counterweights.iter().find(|w| w.link == c.link).filter(|_| trial % 2 == 0);
                let total = best.map_or(random.range(0.0, c.max_mass), |w| w.mass);
                let share = random.range(0.0, 1.0);
                for mass in [share * total, (1.0 - share) * total] {
                    let position = [0, 1, 2].map(|k| {
                        let [low, high] = c.bounds[k];
                        let anywhere = low + (high - low) * random.range(0.0, 1.0);
                        best.map_or(anywhere, |w| (w.position[k] + 0.1 * (anywhere - w.position[k])).clamp(low, high))
                    });
                    weights.push(Counterweight { link: c.link.clone(), mass, position });
                }
            }
            let tried = value(&weights);
            assert!(tried >= found.lower_bound - 1e-9, "{case} {trial}: {tried} {found:?}");
        }
    }
}

// oracle: the words themselves
#[test]
fn senseless_bounds_are_refused() {
    let model = four_bar(LENGTHS, rods(LENGTHS, MASSES)).build().unwrap();
    let goals = Goals { shaking_force: 1.0, shaking_moment: 0.0, torque_ripple: 0.0 };
    let fail = |change: &dyn Fn(&mut BalanceOptions)| {
        let mut options = options(goals, 1.0, 0.1);
        change(&mut options);
        balance(&model, &options).unwrap_err().to_string()
    };
    assert_eq!(
        fail(&|o| o.candidates[0].max_mass = -1.0),
        "counterweight on link \"crank\": the largest mass is -1; it must be positive"
    );
    assert!(fail(&|o| o.candidates[1].bounds[0] = [0.2, 0.1]).contains("must not be larger than the upper one"));
    assert!(fail(&|o| o.candidates[1].link = "crank".into()).contains("list each link once"));
    assert!(fail(&|o| o.candidates.clear()).contains("name a link"));
    assert!(fail(&|o| o.goals.shaking_force = f64::NAN).contains("must not be negative"));
}
