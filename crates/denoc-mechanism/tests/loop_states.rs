//! Inverse and forward dynamics undo each other at random states of every mechanism with loops of the catalogue, and the wrenches
//! at the joints of every link explain its motion.

use denoc_dynamics::loops::{LoopForward, LoopInverse, LoopMethod, ReactionAxes};
use denoc_dynamics::{Loads, Workspace};
use denoc_formats::catalogue;
use denoc_math::Wrench;
use denoc_mechanism::assembly::{AssemblyOptions, Metric, assemble, project_acceleration, project_velocity};
use denoc_mechanism::mobility::Mobility;
use denoc_model::{ClosureId, LinkId, Model};
use denoc_testkit::Random;

/// A random closed configuration near `from`: a step along random speeds that the loops allow, closed again.
fn wander(model: &Model, from: &[f64], hold: &[LinkId], random: &mut Random) -> Option<Vec<f64>> {
    let v = project_velocity(model, from, &random.vector(model.nv(), 1.0), &[], Metric::Identity)
        .or_else(|_| project_velocity(model, from, &random.vector(model.nv(), 1.0), hold, Metric::Identity))
        .ok()?;
    let step: Vec<f64> = v.iter().map(|x| 0.1 * x).collect();
    let mut drawn = from.to_vec();
    model.integrate(from, &step, &mut drawn).ok()?;
    let options = AssemblyOptions { limits: false, ..AssemblyOptions::holding(hold) };
    assemble(model, &drawn, &options).ok().map(|closed| closed.q)
}

/// Every motor gets a random speed and acceleration; the other joints follow.
fn check(name: &str, states: usize) {
    let model = catalogue::describe(name).unwrap().build().unwrap();
    // where no motors are listed every joint may be driven, and none is held
    let driven = |&link: &LinkId| model.lists_motors() && model.is_actuated(link);
    let motors: Vec<LinkId> = (0..model.links().len()).map(LinkId).filter(driven).collect();
    // links of ropes have so little inertia about themselves beside that of the whole that rounding of forces turns them: of
    // mechanisms whose every joint is driven the forces for both accelerations are compared
    let by_forces = !model.lists_motors();
    let start = assemble(&model, model.configuration("start").unwrap(), &Default::default()).unwrap().q;
    let ranks = Mobility::analyse(&model, &start).unwrap().cluster_ranks;
    let (mut inverse, mut forward) = (LoopInverse::new(&model), LoopForward::new(&model, LoopMethod::default()));
    inverse.limit_ranks(&ranks);
    forward.limit_ranks(&ranks);
    let (mut ws, nv) = (Workspace::new(&model), model.nv());
    let mut random = Random::new(name.len() as u64);
    let (mut q, mut done, mut tried) = (start.clone(), 0, 0);
    while done < states {
        tried += 1;
        assert!(tried < 20 * states, "{name}: only {done} of {tried} states can be used");
        // mechanisms with limits of reach turn back to the start
        q = match wander(&model, &q, &motors, &mut random) {
            Some(next) if tried % 25 != 0 => next,
            _ => start.clone(),
        };
        let Ok(v) = project_velocity(&model, &q, &random.vector(nv, 2.0), &motors, Metric::Identity) else { continue };
        let Ok(a) = project_acceleration(&model, &q, &v, &random.vector(nv, 5.0), &motors) else { continue };
        let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
        let (mut tau, mut back) = (vec![0.0; nv], vec![0.0; nv]);
        let outcome = inverse.inverse(&mut stage, &a, Loads::NONE, &mut tau).unwrap();
        let solved = forward.forward(&mut stage, &tau, Loads::NONE, &mut back).unwrap();
        // nearly singular configurations multiply rounding
        if outcome.smallest_pivot < 1e-2 || solved.smallest_pivot < 1e-3 || outcome.complete(&model).is_err() {
            continue;
        }
        let size = largest(&a).max(1.0);
        let apart: Vec<f64> = a.iter().zip(&back).map(|(x, y)| x - y).collect();
        let (error, size) =
            if by_forces { (forces(&mut stage, &apart), forces(&mut stage, &a)) } else { (largest(&apart), size) };
        assert!(error < 1e-10 * size, "{name}, state {done}: {error:e} of {size:e}");
        balance(name, &model, &mut stage, &mut inverse, (&v, &a));
        done += 1;
    }
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// The largest of the inertia forces of these accelerations.
fn forces(stage: &mut denoc_dynamics::Velocity<'_, f64>, a: &[f64]) -> f64 {
    let nv = a.len();
    let mut gim = vec![0.0; nv * nv];
    stage.gim(&mut gim).unwrap();
    let rows = gim.chunks_exact(nv).map(|row| row.iter().zip(a).map(|(m, a)| m * a).sum::<f64>());
    largest(&rows.collect::<Vec<_>>())
}

/// The wrenches on every link, about the world origin, sum to its inertia forces.
fn balance(
    name: &str,
    model: &Model,
    stage: &mut denoc_dynamics::Velocity<'_, f64>,
    inverse: &mut LoopInverse<f64>,
    (v, a): (&[f64], &[f64]),
) {
    let reactions = inverse.reactions(stage, a, Loads::NONE).unwrap().clone();
    let mut sums = vec![Wrench::zero(); model.links().len()];
    let mut size = 1e-3_f64;
    let all = (0..model.links().len()).map(|i| Some(reactions.joint(LinkId(i))));
    for reaction in all.chain((0..model.closures().len()).map(|i| reactions.closure(ClosureId(i)))).flatten() {
        let w = reaction.along(ReactionAxes::World);
        let at_origin = Wrench::new(w.moment + reaction.pose.position.cross(w.force), w.force);
        size = at_origin.to_array().iter().fold(size, |m, x| m.max(x.abs()));
        if let Some(LinkId(i)) = reaction.on {
            sums[i] += at_origin;
        }
        if let Some(LinkId(i)) = reaction.from {
            sums[i] += -at_origin;
        }
    }
    let mut ws = Workspace::new(model);
    let q = stage.q().to_vec();
    let moving = ws.position(model, &q).unwrap().velocity(v).unwrap().acceleration(a, Loads::NONE).unwrap();
    for (i, link) in model.links().iter().enumerate() {
        // rotors turn with their joints, not with links
        if link.rotor_inertia != 0.0 || link.mass.mass == 0.0 {
            continue;
        }
        let pose = moving.link_pose(LinkId(i));
        let frame = denoc_model::FrameId(i);
        // twist-rate of the link's own frame, less gravity, at our link frame
        let (own, rate) = (model.frames()[i].pose, moving.twist_rate(frame));
        let w = moving.twist(frame).angular;
        let arm = pose.rotation.apply(-own.position);
        let linear = rate.linear + rate.angular.cross(arm) + w.cross(w.cross(arm)) - model.gravity();
        let local = denoc_math::Twist::new(rate.angular, linear).rotate(pose.rotation.transpose());
        let needed = link.mass.wrench(pose.rotation.apply_transpose(w), local).rotate(pose.rotation);
        let needed = Wrench::new(needed.moment + pose.position.cross(needed.force), needed.force);
        let off = (sums[i] - needed).to_array().iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        assert!(off < 1e-10 * size, "{name}: link {} is off by {off:e} of {size:e}", model.link_names()[i]);
    }
}

fn closed() -> impl Iterator<Item = &'static str> {
    let loops = |entry: &&catalogue::Entry| !entry.describe().unwrap().build().unwrap().closures().is_empty();
    catalogue::ENTRIES.iter().filter(loops).map(|entry| entry.name)
}

// oracle: the accelerations that inverse dynamics was given; Newton and Euler for every link
#[test]
fn inverse_and_forward_undo_each_other() {
    for name in closed() {
        check(name, 15);
    }
}

// oracle: as above, at a thousand states of each; takes minutes without optimisation
#[test]
#[ignore = "long: run it with --release"]
fn inverse_and_forward_undo_each_other_at_a_thousand_states() {
    for name in closed() {
        check(name, 1000);
    }
}
