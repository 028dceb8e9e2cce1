//! Oracles: C_ur5 and C_solo12 (Pinocchio, MuJoCo, Drake), models from the URDF files of `example-robot-data`, which
//! `cargo xtask test` fetches; where it could not, these tests say so and do nothing.

mod support;

use std::io::Write;
use std::path::PathBuf;

use denoc_dynamics::{Dynamics, Loads, Workspace};
use denoc_formats::read_urdf;
use denoc_math::Dual;
use denoc_model::Model;
use denoc_testkit::reference::{Robot, RobotState, robot};
use denoc_testkit::{close, distance, largest};
use nalgebra::{DMatrix, DVector};

use support::{Layer, residual};

/// The files state no tolerance: their tools agree to 13 to 15 digits, the derivatives (against differences) to 1e-9.
const TOLERANCE: f64 = 1e-12;

/// The folder with the robots: `DENOC_ROBOTS`, or where xtask puts them.
fn folder() -> Option<PathBuf> {
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let fetched = "target/robots/example-robot-data-6.0.0/cmeel.prefix/share/example-robot-data/robots";
    let folder = std::env::var_os("DENOC_ROBOTS").map_or(workspace.join(fetched), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    // directly to the stream, because the test harness captures `eprintln`
    let (line, mut stream) = ("!".repeat(100), std::io::stderr());
    let missing = format!("!!! {} DOES NOT EXIST: TESTS AGAINST URDF ROBOTS ARE SKIPPED.", folder.display());
    let remedy =
        "!!! `cargo xtask test` fetches them; or set DENOC_ROBOTS to the folder `robots` of example-robot-data.";
    let _ = writeln!(stream, "{line}\n{missing}\n{remedy}\n{line}");
    None
}

fn load(case: &str) -> Option<(Robot, Model, Vec<RobotState>)> {
    let robot = robot(case);
    let file = folder()?.join(&robot.urdf);
    let read = read_urdf(&file).unwrap_or_else(|e| panic!("{e}"));
    let description = if robot.floating_base { read.description.floating() } else { read.description };
    let model = description.build().unwrap_or_else(|e| panic!("{case}: {e}"));
    let states = robot.states(&model);
    assert_eq!(states.len(), 20);
    Some((robot, model, states))
}

fn check(case: &str) {
    let Some((robot, model, states)) = load(case) else { return };
    let nv = model.nv();
    let mut worst = [0.0f64; 4];
    for s in &states {
        for mut layer in Layer::all(&model) {
            let name = layer.name();
            let mut near = |k: usize, what: &str, error: f64| {
                assert!(error <= TOLERANCE, "{case}, {name}: {what} differs by {error:.2e}");
                worst[k] = worst[k].max(error);
            };
            near(0, "tau", distance(layer.inverse(&s.q, &s.v, &s.a).unwrap(), &s.tau_inverse));
            let rest = vec![0.0; nv];
            near(0, "gravity", distance(layer.inverse(&s.q, &rest, &rest).unwrap(), &s.gravity));
            near(1, "gim", distance(layer.gim(&s.q).unwrap(), &s.gim));
            let a = layer.forward(&s.q, &s.v, &s.tau_forward).unwrap();
            near(3, "residual", residual(&denoc_testkit::Dense::new(&model, &s.q, &s.v), &a, &s.tau_forward));
            // accelerations themselves carry the condition of the inertia matrix
            let error = distance(&a, &s.a_forward);
            assert!(error <= 1e-10, "{case}, {name}: accelerations differ by {error:.2e}");
            worst[2] = worst[2].max(error);
        }
        kinematics(&robot, &model, s);
    }
    eprintln!(
        "{case}: worst tau {:.1e}, gim {:.1e}, accelerations {:.1e}, residual {:.1e}",
        worst[0], worst[1], worst[2], worst[3]
    );
}

fn kinematics(robot: &Robot, model: &Model, s: &RobotState) {
    let nv = model.nv();
    let mut ws = Workspace::new(model);
    let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
    let mut gravity = vec![0.0; nv];
    stage.gravity_forces(&mut gravity).unwrap();
    close(gravity, &s.gravity, TOLERANCE);
    for (name, expected) in &s.poses {
        let pose = stage.frame_pose(model.frame(name).unwrap());
        close(pose.position, expected.position, TOLERANCE);
        close(pose.rotation.to_rows().as_flattened(), expected.rotation.to_rows().as_flattened(), TOLERANCE);
    }
    let mut jacobian = vec![0.0; 6 * nv];
    let frame = model.frame(&robot.jacobian_frame).unwrap();
    stage.jacobian(frame, &mut jacobian).unwrap();
    let jacobian = DMatrix::from_row_slice(6, nv, &jacobian);
    close(&jacobian, &s.jacobian, TOLERANCE);
    close(stage.twist(frame), &s.jacobian * DVector::from_column_slice(&s.v), TOLERANCE);
    close(stage.kinetic_energy(), s.kinetic, TOLERANCE);
    // links fixed to the world are left out, and the energy is a sum of terms that may cancel
    let height = s.center_of_mass.norm().max(1.0);
    assert!((stage.potential_energy() - s.potential).abs() <= TOLERANCE * robot.moving_mass * 9.81 * height);
    close(stage.total_mass(), robot.moving_mass, TOLERANCE);
    close(stage.center_of_mass(), s.center_of_mass, TOLERANCE);
    let momentum = stage.momentum_about_com();
    close(momentum, s.momentum, TOLERANCE);
    close(momentum.force.scale(1.0 / robot.moving_mass), s.center_of_mass_velocity, TOLERANCE);
}

/// ∂τ/∂q along tangent directions and ∂τ/∂v, column by column, by dual numbers through the faithful layer.
fn derivatives(model: &Model, s: &RobotState) -> [DMatrix<f64>; 2] {
    type D = Dual<f64, 1>;
    let nv = model.nv();
    let dual = model.cast::<D>();
    let mut ws = Workspace::new(&dual);
    let constant = |x: &[f64]| x.iter().map(|&x| D::constant(x)).collect::<Vec<_>>();
    let a = constant(&s.a);
    let mut tau = vec![D::constant(0.0); nv];
    let mut both = [DMatrix::zeros(nv, nv), DMatrix::zeros(nv, nv)];
    for k in 0..nv {
        let mut unit = vec![0.0; nv];
        unit[k] = 1.0;
        let mut rates = vec![0.0; model.nq()];
        for l in model.links() {
            let coordinates = l.q..l.q + l.nq;
            l.joint.rate(&s.q[coordinates.clone()], &unit[l.v..l.v + l.nv], &mut rates[coordinates]);
        }
        let along =
            |x: &[f64], d: &[f64]| x.iter().zip(d).map(|(&value, &d)| D { value, parts: [d] }).collect::<Vec<_>>();
        for (which, q, v) in [(0, along(&s.q, &rates), constant(&s.v)), (1, constant(&s.q), along(&s.v, &unit))] {
            dual.inverse_dynamics(&mut ws, &q, &v, &a, &mut tau).unwrap();
            both[which].set_column(k, &DVector::from_iterator(nv, tau.iter().map(|t| t.parts[0])));
        }
    }
    both
}

/// The same by recursion.
fn recursive_derivatives(model: &Model, s: &RobotState) -> [DMatrix<f64>; 2] {
    let nv = model.nv();
    let (mut dq, mut dv) = (vec![0.0; nv * nv], vec![0.0; nv * nv]);
    let mut ws = Workspace::new(model);
    let mut stage = ws.position(model, &s.q).unwrap().velocity(&s.v).unwrap();
    stage.inverse_derivatives(&s.a, Loads::NONE, &mut dq, &mut dv).unwrap();
    [dq, dv].map(|x| DMatrix::from_row_slice(nv, nv, &x))
}

fn check_derivatives(case: &str) {
    let Some((_, model, states)) = load(case) else { return };
    let with: Vec<_> = states.iter().filter(|s| s.derivatives.is_some()).collect();
    assert_eq!(with.len(), 5);
    let mut worst = 0.0f64;
    for s in with {
        let expected = s.derivatives.as_ref().unwrap();
        assert!(largest(&expected[0]) > 0.1);
        for found in [derivatives(&model, s), recursive_derivatives(&model, s)] {
            for (found, expected) in found.iter().zip(expected) {
                let error = distance(found, expected);
                assert!(error <= 1e-11, "{case}: derivatives differ by {error:.2e}");
                worst = worst.max(error);
            }
        }
    }
    eprintln!("{case}: worst derivative {worst:.1e}");
}

#[test]
fn the_ur5() {
    check("C_ur5");
}

#[test]
fn the_solo12() {
    check("C_solo12");
}

// oracle: the analytic derivatives of Pinocchio
#[test]
fn derivatives_of_the_ur5() {
    check_derivatives("C_ur5");
}

// oracle: the analytic derivatives of Pinocchio
#[test]
fn derivatives_of_the_solo12() {
    check_derivatives("C_solo12");
}
