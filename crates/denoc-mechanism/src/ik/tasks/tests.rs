//! Jacobians of tasks. Oracle: central differences of the errors along `Model::integrate`.

use denoc_dynamics::Workspace;
use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{FrameId, LinkId, Model};
use denoc_testkit::{Options, Random, Shape, random_model, random_state};
use nalgebra::DVector;

use super::rows::{count, rows};
use super::{FrameTarget, Task, TaskTarget};

fn targets(model: &Model, random: &mut Random) -> Vec<TaskTarget> {
    let mut vector = || Vec3::new(random.signed(1.0), random.signed(1.0), random.signed(1.0));
    let (place, axis, direction) = (vector(), vector().normalized(), vector().normalized());
    let goal = Mat3::from_rpy(vector().to_array());
    let last = FrameId(model.links().len() - 1);
    let middle = FrameId(model.links().len() / 2);
    let other = random_state(model, 99).q;
    let joints = model.links().iter().enumerate().filter(|(_, l)| l.nv > 0);
    let posture = joints.map(|(i, l)| (LinkId(i), other[l.q..l.q + l.nq].to_vec())).collect();
    let mut all = vec![
        TaskTarget::MassCenter { position: [Some(0.3), None, Some(-0.2)] },
        TaskTarget::MassCenter { position: place.to_array().map(Some) },
        TaskTarget::Posture(posture),
    ];
    for base in [None, Some(middle)] {
        for target in [
            FrameTarget::Pose(Pose::new(goal, place)),
            FrameTarget::Position(place),
            FrameTarget::Orientation(goal),
            FrameTarget::Pointing { axis, direction },
            FrameTarget::LookAt { axis, point: place.scale(3.0) },
        ] {
            all.push(TaskTarget::Frame { frame: last, base, target });
        }
    }
    all
}

#[test]
fn jacobians_are_the_slopes_of_the_errors() {
    for seed in 0..12 {
        let kinds = Options { joints: 7, shape: Shape::Tree, ..Default::default() };
        let model = random_model(seed, &if seed % 2 == 0 { kinds.floating() } else { kinds });
        let mut ws = Workspace::new(&model);
        let q = random_state(&model, seed).q;
        for target in targets(&model, &mut Random::new(seed)) {
            let task = Task { weight: 2.5, ..Task::new(target) };
            let j = rows(&mut ws.position(&model, &q).unwrap(), &[&task], true).unwrap().1;
            assert_eq!(j.nrows(), count(&model, &task.target));
            for s in 0..model.nv() {
                let mut at = |h: f64| -> DVector<f64> {
                    let (mut step, mut moved) = (vec![0.0; model.nv()], q.clone());
                    step[s] = h;
                    model.integrate(&q, &step, &mut moved).unwrap();
                    rows(&mut ws.position(&model, &moved).unwrap(), &[&task], false).unwrap().0
                };
                // the error of a difference of order four is about h⁴, that of rounding 1e-16/h
                let h = 1e-3;
                let slope = ((at(h) - at(-h)) * 8.0 - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
                let off = (slope - j.column(s)).norm();
                assert!(off < 1e-8 * (1.0 + j.norm()), "{seed}, speed {s}, {:?}: off by {off:.1e}", task.target);
            }
        }
    }
}
