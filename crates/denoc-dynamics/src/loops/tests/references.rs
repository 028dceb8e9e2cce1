//! Outside references: accelerations and reactions at the states of the samples.

use denoc_math::{Pose, Sym3, Vec3};
use denoc_model::{ClosureId, Description, Joint, MassProperties, Model};
use denoc_testkit::{close, reference};

use crate::loops::{LoopForward, LoopMethod};
use crate::{Loads, Workspace};

/// Three rods between two pivots on the ground, `inertia` of each about its mass centre.
pub(super) fn three_rods(rods: [(f64, f64, f64); 3], pivot: [f64; 2]) -> Model {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let mut d = Description::new("three rods").gravity(Vec3::new(0.0, -9.81, 0.0));
    let (mut parent, mut length) = ("ground".to_owned(), 0.0);
    for (i, (m, l, inertia)) in rods.into_iter().enumerate() {
        let inertia = Sym3::diagonal(inertia / 10.0, inertia, inertia);
        let link = format!("rod{i}");
        d = d.link(&link, MassProperties { mass: m, center: x.scale(l / 2.0), inertia });
        d = d.joint(format!("pin{i}"), parent, &link, Joint::revolute(z), Pose::translation(x.scale(length)));
        (parent, length) = (link, l);
    }
    d.joint("pivot", "ground", "rod2", Joint::revolute(z), Pose::translation(Vec3::new(pivot[0], pivot[1], 0.0)))
        .child_origin(Pose::translation(x.scale(length)))
        .cut()
        .build()
        .unwrap()
}

/// Absolute accelerations and the force of the ground on the last rod, for absolute angles and rates.
fn solve(model: &Model, method: LoopMethod, phi: &[f64], w: &[f64]) -> ([f64; 3], [f64; 2]) {
    let relative = |x: &[f64]| [x[0], x[1] - x[0], x[2] - x[1]];
    let (q, v) = (relative(phi), relative(w));
    let (mut ws, mut forward) = (Workspace::new(model), LoopForward::new(model, method));
    let mut a = [0.0; 3];
    let mut stage = ws.position(model, &q).unwrap().velocity(&v).unwrap();
    let outcome = forward.forward(&mut stage, &[0.0; 3], Loads::NONE, &mut a).unwrap();
    assert_eq!(outcome.rank, 2, "{method:?}: {outcome:?}");
    let (link, wrench) = forward.loops().wrench(ClosureId(0), forward.lambda()).unwrap();
    let force = stage.link_pose(link).rotation.apply(wrench.force);
    ([a[0], a[0] + a[1], a[0] + a[1] + a[2]], [force.x, force.y])
}

// oracle: references A9 and A10, rods in absolute coordinates in quadruple precision
#[test]
fn four_bars() {
    let rod = |m: f64, l: f64| (m, l, m * l * l / 12.0);
    let survey = three_rods([rod(1.5, 0.038), rod(5.0, 0.1152), rod(3.0, 0.1152)], [0.0895, 0.0]);
    let unit = [(1.0, 1.0, 1.0); 3];
    for (case, model, step) in [
        ("A9_fourbar_freefall_phi0_0", survey, 3),
        ("A10_odca_fourbar", three_rods(unit, [2.0, 0.0]), 7),
        ("A10_odca_toggle", three_rods(unit, [1.0, -2.0]), 13),
    ] {
        let table = reference::table(case);
        let (phi, w, alpha) = (table.numbered("phi"), table.numbered("w"), table.numbered("alpha"));
        let reaction = table.columns(&["Rx4", "Ry4"]);
        let scale = |all: &[Vec<f64>]| all.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
        for &method in LoopMethod::ALL {
            for i in (0..phi.len()).step_by(step) {
                let (a, force) = solve(&model, method, &phi[i], &w[i]);
                denoc_testkit::close_within(a, &alpha[i], 1e-9 * scale(&alpha));
                denoc_testkit::close_within(force.map(|x| -x), &reaction[i], 1e-9 * scale(&reaction));
            }
        }
    }
}

// oracle: reference A10, the parallelogram in closed form; all its bars are in line at q = 0
#[test]
fn parallelogram() {
    let model = three_rods([(1.0, 1.0, 1.0); 3], [0.0, -1.0]);
    let table = reference::table("A10_odca_parallelogram_released_45deg");
    let quarter = std::f64::consts::FRAC_PI_2;
    for &method in LoopMethod::ALL {
        for s in table.columns(&["q", "qd", "qdd"]).iter().step_by(19) {
            let (a, _) = solve(&model, method, &[s[0] - quarter, -quarter, s[0] + quarter], &[s[1], 0.0, s[1]]);
            denoc_testkit::close_within(a, [s[2], 0.0, s[2]], 1e-9);
        }
    }
}

/// The slider-crank, cut at the guide or at the pin of the slider.
fn slider_crank(cut_guide: bool) -> Model {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let slider = MassProperties { mass: 0.075552, ..MassProperties::sphere(1.0, 0.01) };
    let d = Description::new("slider-crank")
        .gravity(Vec3::zero())
        .link("crank", MassProperties::rod(0.36, 0.15, x))
        .link("rod", MassProperties::rod(0.151104, 0.3, x))
        .link("slider", slider)
        .joint("pivot", "ground", "crank", Joint::revolute(z), Pose::identity())
        .joint("crank_pin", "crank", "rod", Joint::revolute(z), Pose::translation(x.scale(0.15)));
    let tip = Pose::translation(x.scale(0.3));
    let d = if cut_guide {
        d.joint("slider_pin", "rod", "slider", Joint::revolute(z), tip)
            .joint("guide", "ground", "slider", Joint::prismatic(x), Pose::identity())
            .cut()
    } else {
        d.joint("guide", "ground", "slider", Joint::prismatic(x), Pose::identity())
            .joint("slider_pin", "rod", "slider", Joint::revolute(z), tip)
            .cut()
    };
    d.build().unwrap()
}

// oracle: reference B7, rods in absolute coordinates in quadruple precision; the slider's acceleration from its reactions
#[test]
fn slider_cranks() {
    let table = reference::table("B7_slider_crank_coasting_150rad_s");
    let names = ["phi1", "phi2", "x_slider", "w1", "w2", "v_slider", "R3x", "R3y", "N"];
    for (&method, cut_guide) in LoopMethod::ALL.iter().flat_map(|method| [(method, true), (method, false)]) {
        let model = slider_crank(cut_guide);
        for s in table.columns(&names).iter().step_by(9) {
            let ([phi1, phi2, x, w1, w2, speed], [r3x, r3y, guide]) =
                (std::array::from_fn(|i| s[i]), std::array::from_fn(|i| s[6 + i]));
            let (q, v) = match cut_guide {
                true => ([phi1, phi2 - phi1, -phi2], [w1, w2 - w1, -w2]),
                false => ([phi1, phi2 - phi1, x], [w1, w2 - w1, speed]),
            };
            let (mut ws, mut forward) = (Workspace::new(&model), LoopForward::new(&model, method));
            let mut a = [0.0; 3];
            let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
            forward.forward(&mut stage, &[0.0; 3], Loads::NONE, &mut a).unwrap();
            let (link, wrench) = forward.loops().wrench(ClosureId(0), forward.lambda()).unwrap();
            assert_eq!(model.link_names()[link.0], "slider");
            let force = stage.link_pose(link).rotation.apply(wrench.force);
            if cut_guide {
                close([force.x, force.y + 1e3], [0.0, guide + 1e3], 1e-9);
            } else {
                close([force.x + 1e3, force.y + 1e3], [r3x + 1e3, r3y + 1e3], 1e-9);
                close([a[2] * 0.075552 + 1e3], [r3x + 1e3], 1e-9);
            }
        }
    }
}
