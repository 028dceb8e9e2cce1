//! Several tasks at once. Oracles are named at each test.

mod ik_support;

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::ik::tasks::{FrameTarget, Task, TaskOptions, TaskSolution, solve_task_path, solve_tasks};
use denoc_mechanism::{Draft, Svd};
use denoc_model::{FrameId, LinkId, Model};
use denoc_testkit::Random;
use ik_support::{arm, described, dh, limited, pose, pose_error, random_q, tip};
use nalgebra::{DMatrix, DVector};

fn solved(model: &Model, tasks: &[Task]) -> TaskSolution {
    solve_tasks(model, tasks, &TaskOptions::default()).unwrap()
}

fn gap(model: &Model, q: &[f64]) -> f64 {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let stage = ws.position(model, q).unwrap();
    loops.place(&stage);
    let mut gaps = vec![0.0; loops.count()];
    loops.residuals(&stage, &mut gaps).unwrap();
    gaps.iter().fold(0.0, |m, x| m.max(x.abs()))
}

fn within_limits(model: &Model, q: &[f64]) -> bool {
    model.links().iter().enumerate().all(|(i, link)| match model.properties(LinkId(i)).limits {
        Some([low, high]) if link.nq == link.nv => q[link.q..link.q + link.nq].iter().all(|x| (low..=high).contains(x)),
        _ => true,
    })
}

// oracle: residuals of the closures, and forward kinematics of the tree
#[test]
fn loops_stay_closed_while_their_frames_reach_targets() {
    let stewart = arm("stewart");
    let tool = stewart.frame("tool").unwrap();
    let start = Draft::usual(&stewart).close(&stewart).unwrap().q;
    let home = pose(&stewart, tool, &start);
    for (turn, shift) in [([0.1, -0.05, 0.2], [0.03, -0.02, 0.04]), ([-0.15, 0.1, 0.0], [0.0, 0.05, -0.03])] {
        let goal = Pose::new(Mat3::from_rpy(turn), home.position + Vec3::from(shift));
        let found = solved(&stewart, &[Task::frame(tool, FrameTarget::Pose(goal))]);
        assert!(found.reached && found.starts == 1, "{found}");
        assert!(gap(&stewart, &found.q) < 1e-13 && within_limits(&stewart, &found.q), "{found}");
        assert!(pose_error(pose(&stewart, tool, &found.q), goal) < 1e-12);
    }
    let far = Pose::new(Mat3::identity(), home.position + Vec3::new(0.0, 0.0, 1.0));
    let found = solved(&stewart, &[Task::frame(tool, FrameTarget::Pose(far))]);
    assert!(!found.reached && gap(&stewart, &found.q) < 1e-13 && within_limits(&stewart, &found.q), "{found}");
    assert!(!found.active_limits.is_empty() && found.reason.as_ref().unwrap().contains("limits"), "{found}");

    let delta = arm("delta");
    let tool = delta.frame("tool").unwrap();
    let home = pose(&delta, tool, &Draft::usual(&delta).close(&delta).unwrap().q);
    let goal = home.position + Vec3::new(0.05, -0.04, 0.06);
    let found = solved(&delta, &[Task::frame(tool, FrameTarget::Position(goal))]);
    assert!(found.reached && gap(&delta, &found.q) < 1e-13, "{found}");
    assert!((pose(&delta, tool, &found.q).position - goal).norm() < 1e-12);

    // a point that the coupler curve passes through: taken from another configuration of the crank
    let fourbar = arm("fourbar");
    let end = fourbar.frame("coupler_end").unwrap();
    let mut draft = Draft::usual(&fourbar);
    draft.q[0] += 0.7;
    draft.held = vec![LinkId(0)];
    let there = draft.close(&fourbar).unwrap().q;
    let goal = pose(&fourbar, end, &there).position;
    let found = solved(&fourbar, &[Task::frame(end, FrameTarget::Position(goal))]);
    assert!(found.reached && gap(&fourbar, &found.q) < 1e-13, "{found}");
    // off the curve: the nearest point of it
    let off = goal + Vec3::new(0.01, 0.02, 0.0);
    let found = solved(&fourbar, &[Task::frame(end, FrameTarget::Position(off))]);
    let nearest = (pose(&fourbar, end, &found.q).position - off).norm();
    let mut least = f64::INFINITY;
    for k in 0..2000 {
        let mut draft = Draft { q: there.clone(), ..Draft::usual(&fourbar) };
        draft.q[0] = there[0] + f64::from(k - 1000) * 1e-3;
        draft.held = vec![LinkId(0)];
        if let Ok(closed) = draft.close(&fourbar) {
            least = least.min((pose(&fourbar, end, &closed.q).position - off).norm());
        }
    }
    assert!(!found.reached && (nearest - least).abs() < 1e-6, "{nearest} {least}");
}

// oracle: forward kinematics and the mass centre
#[test]
fn a_biped_stands_on_both_feet_with_its_mass_over_them() {
    let biped = arm("biped");
    let frame = |name: &str| biped.frame(name).unwrap();
    let home = Draft::usual(&biped).q;
    let soles = ["left_sole", "right_sole"].map(|name| (frame(name), pose(&biped, frame(name), &home)));
    let mut tasks: Vec<Task> = soles.iter().map(|(f, p)| Task::frame(*f, FrameTarget::Pose(*p))).collect();
    let center = Workspace::new(&biped).position(&biped, &home).unwrap().center_of_mass();
    tasks.push(Task::mass_center([Some(center.x + 0.02), Some(center.y - 0.03), Some(center.z - 0.08)]));
    let (axis, point) = (Vec3::unit(0), Vec3::new(2.0, 0.5, 1.0));
    tasks.push(Task { priority: 2, ..Task::frame(frame("head"), FrameTarget::LookAt { axis, point }) });
    let joints: Vec<(LinkId, &[f64])> = biped
        .links()
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, l)| l.nv > 0)
        .map(|(i, l)| (LinkId(i), &home[l.q..l.q + l.nq]))
        .collect();
    tasks.push(Task { priority: 3, ..Task::posture(&joints) });
    let found = solved(&biped, &tasks);
    for (sole, goal) in soles {
        assert!(pose_error(pose(&biped, sole, &found.q), goal) < 1e-11, "{found}");
    }
    let moved = Workspace::new(&biped).position(&biped, &found.q).unwrap().center_of_mass();
    assert!((moved - center - Vec3::new(0.02, -0.03, -0.08)).norm() < 1e-11, "{found}");
    assert!(within_limits(&biped, &found.q));
    biped.check_coordinates(&found.q).unwrap();
}

/// Six Jacobian rows of a frame.
fn jacobian(model: &Model, frame: FrameId, q: &[f64]) -> DMatrix<f64> {
    let mut rows = vec![0.0; 6 * model.nv()];
    Workspace::new(model).position(model, q).unwrap().jacobian(frame, &mut rows).unwrap();
    DMatrix::from_row_slice(6, model.nv(), &rows)
}

fn seven() -> Model {
    let q = std::f64::consts::FRAC_PI_2;
    let row = |b: f64, alpha: f64| denoc_model::DhRow::revolute(b, 0.0, 0.0, alpha);
    let rows = [row(0.3, -q), row(0.0, q), row(0.4, q), row(0.0, -q), row(0.4, -q), row(0.0, q), row(0.1, 0.0)];
    dh("seven", &rows)
}

// oracle: the first-order conditions, with a null space from singular values: in it, the slope of the lower priority vanishes
#[test]
fn lower_priorities_use_only_the_null_space() {
    let model = seven();
    let mut random = Random::new(8);
    for _ in 0..6 {
        let (there, wanted) = (random_q(&model, &mut random), random_q(&model, &mut random));
        let goal = pose(&model, tip(&model), &there);
        let joints: Vec<(LinkId, [f64; 1])> = wanted.iter().enumerate().map(|(i, x)| (LinkId(i), [*x])).collect();
        let joints: Vec<(LinkId, &[f64])> = joints.iter().map(|(l, x)| (*l, &x[..])).collect();
        let rest = Task { priority: 2, ..Task::posture(&joints) };
        let options = TaskOptions { seed: Some(there.clone()), ..TaskOptions::default() };
        let found = solve_tasks(&model, &[rest, Task::frame(tip(&model), FrameTarget::Pose(goal))], &options).unwrap();
        assert!(found.reached && pose_error(pose(&model, tip(&model), &found.q), goal) < 1e-11, "{found}");
        let j = jacobian(&model, tip(&model), &found.q);
        let null = Svd::new(&j).unwrap().null(6);
        let slope = DVector::from_iterator(7, found.q.iter().zip(&wanted).map(|(a, b)| a - b));
        let left = (null.transpose() * &slope).norm();
        assert!(left < 1e-6 * slope.norm(), "{left}: {found}");
        let before: f64 = there.iter().zip(&wanted).map(|(a, b)| (a - b).powi(2)).sum();
        assert!(slope.norm_squared() < before);
    }
}

// oracle: of two targets for one point, the weighted mean; with priorities, the first alone
#[test]
fn weights_share_and_priorities_do_not() {
    let model = arm("planar_3r");
    let hand = tip(&model);
    let at = |x: f64, weight: f64, priority: usize| {
        let place = Task::frame(hand, FrameTarget::Position(Vec3::new(x, 0.3, 0.0)));
        Task { weight, priority, ..place }
    };
    let found = solved(&model, &[at(0.3, 3.0, 1), at(0.5, 1.0, 1)]);
    assert!((pose(&model, hand, &found.q).position - Vec3::new(0.35, 0.3, 0.0)).norm() < 1e-9, "{found}");
    assert!(found.reason.unwrap().contains("task 1 (position of \"link3\") misses by 50 mm: it conflicts with task 2"));
    let found = solved(&model, &[at(0.3, 1.0, 1), at(0.5, 1000.0, 2)]);
    assert!((pose(&model, hand, &found.q).position - Vec3::new(0.3, 0.3, 0.0)).norm() < 1e-9, "{found}");
    assert!(found.tasks[0].reached && !found.tasks[1].reached);
    let words = found.to_string();
    assert!(words.contains("1 of 2 tasks performed") && words.contains("it conflicts with task 1"), "{words}");
}

// oracle: a search over a grid within the limits
#[test]
fn limits_are_kept_exactly_and_the_nearest_configuration_is_the_nearest() {
    let model = limited(described("planar_3r"), [-0.6, 0.5]);
    let hand = tip(&model);
    for goal in [Vec3::new(0.1, 0.5, 0.0), Vec3::new(0.3, -0.6, 0.0), Vec3::new(-0.2, 0.1, 0.0)] {
        let found = solved(&model, &[Task::frame(hand, FrameTarget::Position(goal))]);
        assert!(within_limits(&model, &found.q) && !found.reached);
        let miss = (pose(&model, hand, &found.q).position - goal).norm();
        let (mut least, count) = (f64::INFINITY, 45);
        let grid = |k: i32| -0.6 + 1.1 * f64::from(k) / f64::from(count - 1);
        for a in 0..count {
            for b in 0..count {
                for c in 0..count {
                    let q = [grid(a), grid(b), grid(c)];
                    least = least.min((pose(&model, hand, &q).position - goal).norm());
                }
            }
        }
        assert!(miss < least + 1e-9 && miss > least - 0.01, "{miss} {least}: {found}");
        assert!(found.reason.as_ref().unwrap().contains("joint limits"), "{found}");
        assert!(found.active_limits.iter().all(|l| l.limit == -0.6 || l.limit == 0.5));
    }
}

// oracle: the frame in the other frame, by hand
#[test]
fn frames_are_held_in_frames() {
    let model = arm("dual_arm");
    let (left, right) = (model.frame("left_tool").unwrap(), model.frame("right_tool").unwrap());
    let grip = Pose::new(Mat3::from_rpy([0.1, 0.2, -0.4]), Vec3::new(0.0, -0.2, 0.05));
    let hold = Task {
        target: denoc_mechanism::ik::tasks::TaskTarget::Frame {
            frame: right,
            base: Some(left),
            target: FrameTarget::Pose(grip),
        },
        ..Task::frame(right, FrameTarget::Pose(grip))
    };
    let found = solved(&model, &[hold]);
    assert!(found.reached, "{found}");
    let seen = pose(&model, left, &found.q).inverse() * pose(&model, right, &found.q);
    assert!(pose_error(seen, grip) < 1e-11);
}

// oracle: single solutions; coordinates of neighbours are near each other
#[test]
fn paths_are_followed_without_jumps() {
    let model = seven();
    let hand = tip(&model);
    let place = |k: usize| {
        let t = k as f64 * 0.02;
        Pose::new(Mat3::from_rpy([0.3 * t.sin(), 2.5, 0.2]), Vec3::new(0.4 + 0.1 * t.cos(), 0.1 * t.sin(), 0.5))
    };
    let rest: [(LinkId, &[f64]); 1] = [(LinkId(2), &[0.1])];
    let tasks =
        |k: usize| vec![Task::frame(hand, FrameTarget::Pose(place(k))), Task { priority: 2, ..Task::posture(&rest) }];
    let path = solve_task_path(&model, 150, tasks, &TaskOptions::default()).unwrap();
    assert!(path.reached.iter().all(|r| *r));
    for (k, q) in path.q.iter().enumerate() {
        assert!(pose_error(pose(&model, hand, q), place(k)) < 1e-11);
    }
    for pair in path.q.windows(2) {
        assert!(pair[0].iter().zip(&pair[1]).all(|(a, b)| (a - b).abs() < 0.2));
    }
    assert!(path.iterations < 150 * 12, "{}", path.iterations);
}

// oracle: the same call again
#[test]
fn results_repeat() {
    let model = seven();
    let tasks = [Task::frame(tip(&model), FrameTarget::Position(Vec3::new(2.0, 0.0, 0.0)))];
    assert_eq!(solved(&model, &tasks), solved(&model, &tasks));
}

// oracle: the words
#[test]
fn senseless_tasks_are_refused_with_words() {
    let puma = arm("puma");
    let hand = tip(&puma);
    let place = Task::frame(hand, FrameTarget::Position(Vec3::new(0.3, 0.0, 0.0)));
    let go = |tasks: &[Task]| solve_tasks(&puma, tasks, &TaskOptions::default()).unwrap_err().to_string();
    let nan = Task::frame(hand, FrameTarget::Position(Vec3::new(0.0, f64::NAN, 0.0)));
    let flat = Task::frame(hand, FrameTarget::Pointing { axis: Vec3::unit(2), direction: Vec3::zero() });
    let ground = Task::frame(puma.frame("ground").unwrap(), FrameTarget::Position(Vec3::zero()));
    for (tasks, message) in [
        (vec![], "the number of tasks is 0: give at least one task"),
        (
            vec![place.clone(), nan],
            "task 2 (position of \"link6\"): the target position is NaN; positions must be finite numbers, in metres",
        ),
        (
            vec![flat],
            "task 1 (direction of \"link6\"): the length of the direction is 0; give a direction with a finite length \
             that is not zero",
        ),
        (
            vec![Task { weight: -1.0, ..place.clone() }],
            "task 1 (position of \"link6\"): the weight is -1; it must be a positive number; leave the task out to ignore it",
        ),
        (
            vec![Task { priority: 0, ..place.clone() }],
            "task 1 (position of \"link6\"): the priority is 0; 1 is the highest, 2 the next",
        ),
        (
            vec![Task { tolerance: Some(0.0), ..place.clone() }],
            "task 1 (position of \"link6\"): the tolerance is 0; it must be positive, in m and rad",
        ),
        (vec![ground], "frame \"ground\" is fixed to the ground, no joint moves it: choose a frame of a moving link"),
        (
            vec![Task::mass_center([None; 3])],
            "task 1 (centre of mass): the number of its conditions is 0; name at least one coordinate or joint",
        ),
    ] {
        assert_eq!(go(&tasks), message);
    }
    let far = solved(&puma, &[Task::frame(hand, FrameTarget::Position(Vec3::new(5.0, 0.0, 0.0)))]);
    assert!(far.reason.unwrap().contains("out of reach, even as the only task"));
}

// oracle: words, and arithmetic by hand: 200° − 150°
#[test]
fn a_preference_beyond_limits_is_not_called_performed() {
    let biped = arm("biped");
    let knee = biped.joint("left_knee").unwrap();
    let found = solved(&biped, &[Task::posture(&[(knee, &[200f64.to_radians()])])]);
    let words = found.to_string();
    assert!(words.starts_with("1 preference approached"), "{words}");
    assert!(words.contains("off by 50°, as near as the limits allow") && !words.contains("performed"), "{words}");
    let all: Vec<_> = biped.links().iter().enumerate().map(|(i, l)| (LinkId(i), vec![0.1; l.nq])).collect();
    let rest: Vec<(LinkId, &[f64])> =
        all.iter().filter(|(i, _)| biped.links()[i.0].nq == 1).map(|(i, q)| (*i, &q[..])).collect();
    let base = biped.neutral();
    let mut with_base = vec![(LinkId(0), &base[..7])];
    with_base.extend(&rest);
    assert!(
        solved(&biped, &[Task::posture(&with_base)])
            .to_string()
            .contains(&format!("posture of base and {} joints", rest.len()))
    );
}

// oracle: the same places solved one by one to the limit of rounding, and the least distance by geometry
#[test]
fn a_path_out_of_reach_takes_few_steps_a_place() {
    let model = seven();
    let hand = tip(&model);
    let place = |k: usize| Vec3::new(0.3 + 0.001 * k as f64, 0.2, 0.4);
    let tasks = |k: usize| {
        let far = FrameTarget::Position(Vec3::new(2.0 + 0.002 * k as f64, -1.0, 0.0));
        vec![Task::frame(hand, FrameTarget::Position(place(k))), Task { priority: 2, ..Task::frame(FrameId(3), far) }]
    };
    let path = solve_task_path(&model, 100, tasks, &TaskOptions::default()).unwrap();
    assert!(path.iterations < 100 * 20, "{}", path.iterations);
    for k in [0, 50, 99] {
        assert!(path.errors[k][0].length < 1e-11 && !path.reached[k]);
        let seed = Some(path.q[k].clone());
        let best = solve_tasks(&model, &tasks(k), &TaskOptions { seed, starts: 0, ..TaskOptions::default() }).unwrap();
        let gap = path.errors[k][1].length - best.tasks[1].error.length;
        assert!(gap.abs() < 1e-4 * best.tasks[1].error.length, "{k}: {gap}");
    }
}
