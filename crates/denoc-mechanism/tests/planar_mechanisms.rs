//! Accelerations of the mechanisms of the catalogue that move in a plane.

use denoc_dynamics::loops::{LoopForward, LoopMethod, PlanarForward};
use denoc_dynamics::{Loads, Workspace};
use denoc_formats::catalogue;
use denoc_math::Wrench;
use denoc_mechanism::assembly::{AssemblyOptions, Metric, assemble, project_velocity};
use denoc_mechanism::closed::ClosedSpace;
use denoc_mechanism::evaluate::JointForces;
use denoc_mechanism::passive::PassiveWrenches;
use denoc_model::Model;
use denoc_testkit::{Random, close};

/// The solver that a simulation uses, if it is one for mechanisms in a plane.
fn planar(model: &Model) -> Option<PlanarForward> {
    let (mut q, mut v) = (model.configuration("start").ok()?.to_vec(), vec![0.0; model.nv()]);
    let rank: usize =
        ClosedSpace::new(model, &mut Workspace::new(model), &mut q, &mut v).ok()?.cluster_ranks().iter().sum();
    PlanarForward::new(model).filter(|planar| planar.count() == rank)
}

/// Compares at random closed states; the number of states.
fn compare(model: &Model, planar: &mut PlanarForward) -> usize {
    let (nv, mut random) = (model.nv(), Random::new(model.name().len() as u64));
    let options = AssemblyOptions { limits: false, ..AssemblyOptions::default() };
    let (mut ws, mut passive) = (Workspace::new(model), PassiveWrenches::new(model));
    let mut forward = LoopForward::new(model, LoopMethod::Multipliers);
    let (mut compared, mut a, mut expected) = (0, vec![0.0; nv], vec![0.0; nv]);
    for _ in 0..20 {
        let mut drawn = vec![0.0; nv];
        model.integrate(model.configuration("start").unwrap(), &random.vector(nv, 0.5), &mut drawn).unwrap();
        let Ok(closed) = assemble(model, &drawn, &options) else { continue };
        let v = project_velocity(model, &closed.q, &random.vector(nv, 3.0), &[], Metric::Identity).unwrap();
        let tau = random.vector(nv, 1.0);
        let mut wrenches = vec![Wrench::zero(); model.links().len()];
        let mut stage = ws.position(model, &closed.q).unwrap().velocity(&v).unwrap();
        let expected_power = passive.add(&stage, JointForces::Smooth, &mut wrenches);
        forward.forward(&mut stage, &tau, Loads::per_link(&wrenches), &mut expected).unwrap();
        let power = planar.forward(model, [&closed.q, &v, &tau], true, &mut a).unwrap();
        close(&a, &expected, 1e-10);
        assert!((power - expected_power).abs() <= 1e-12 * expected_power.abs(), "{power} {expected_power}");
        compared += 1;
    }
    compared
}

// oracle: multipliers, with links as bodies in space; which mechanisms of the catalogue are planar is read off their drawings
#[test]
fn planar_mechanisms_of_the_catalogue_agree_with_multipliers() {
    let mut names = Vec::new();
    for entry in catalogue::ENTRIES {
        let model = entry.describe().unwrap().build().unwrap();
        if let Some(mut planar) = planar(&model) {
            let compared = compare(&model, &mut planar);
            assert!(compared >= 5, "{}: {compared} states", entry.name);
            names.push(entry.name);
        }
    }
    let expected = "fourbar odca_fourbar odca_toggle odca_parallelogram sevenbar nfourbar_2 andrews_squeezer slider_crank quick_return \
                    hoeken watt_straight_line peaucellier watt_sixbar stephenson_sixbar carpet_scraper gripper_loop multiloop_leg \
                    robot_3rrr gear_train";
    assert_eq!(names.join(" "), expected);
}
