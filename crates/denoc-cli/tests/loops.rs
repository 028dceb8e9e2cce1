//! Commands on mechanisms with loops. Oracles: the shared references A9; geometry and statics by hand; textbooks; words.

mod common;

use std::f64::consts::{PI, TAU};

use common::{Folder, denoc};
use denoc_dynamics::Workspace;
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_run::load;
use denoc_testkit::{in_parallel, reference};
use serde_json::Value;

/// Mechanisms of the catalogue with loops, and their degrees of freedom by the textbooks that the files name.
const FREEDOMS: [(&str, u64); 31] = [
    ("fourbar", 1),
    ("odca_fourbar", 1),
    ("odca_toggle", 1),
    ("odca_parallelogram", 1),
    ("sevenbar", 2),
    ("nfourbar_2", 1),
    ("andrews_squeezer", 1),
    ("slider_crank", 1),
    ("quick_return", 1),
    ("hoeken", 1),
    ("watt_straight_line", 1),
    ("peaucellier", 1),
    ("watt_sixbar", 1),
    ("stephenson_sixbar", 1),
    ("carpet_scraper", 1),
    ("gripper_loop", 1),
    ("multiloop_leg", 1),
    ("robot_3rrr", 3),
    ("delta", 3),
    ("delta_rods", 3),
    ("stewart", 6),
    ("spatial_fourbar", 1),
    ("car_steering", 1),
    ("bennett", 1),
    ("bricard", 1),
    ("sarrus", 1),
    ("gear_train", 1),
    ("cam_pump", 1),
    ("wheeled_robot", 2),
    ("chain_between", 37),
    ("cable", 33),
];

fn vector(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// Lengths of the four-bar linkage of the survey: crank, coupler, output, frame.
const BARS: [f64; 4] = [0.038, 0.1152, 0.1152, 0.0895];

/// How far the four-bar linkage is from closed, with the coordinates of the model.
fn gap(q: &[f64]) -> f64 {
    let [crank, coupler, output, frame] = BARS;
    let x = crank * q[0].cos() + coupler * (q[0] + q[1]).cos() - frame - output * q[2].cos();
    let y = crank * q[0].sin() + coupler * (q[0] + q[1]).sin() - output * q[2].sin();
    x.hypot(y)
}

// oracle: the shared reference A9, computed elsewhere from Lagrange's equations
#[test]
fn the_torque_of_the_four_bar_is_that_of_the_reference() {
    let words = ["inverse", "fourbar", "--q", "crank_pivot=0", "--v", "crank_pivot=6.283185307179586"];
    let one = denoc(&[&words[..], &["--a", "crank_pivot=0", "--json"]].concat()).json();
    close(vector(&one["tau"])[0], 1.4644774786236447, 1e-13);
    assert_eq!(one["motors"], serde_json::json!(["crank_pivot"]));
    // the speed of the crank is kept where no acceleration is given
    assert_eq!(denoc(&[&words[..], &["--json"]].concat()).json()["tau"], one["tau"]);
    let text = denoc(&words).ok();
    assert!(text.contains("1.464477 N m") && text.matches("passive").count() == 2, "{text}");

    // a file of drawings with the speed of the crank
    let table = reference::table("A9_fourbar_id_constant_speed");
    let phi = table.columns(&["phi1", "phi2", "phi3"]);
    let folder = Folder::new("loops-a9");
    let mut csv = String::from("t,q[crank_pivot],q[coupler_pin],q[output_pivot],v[crank_pivot],a[crank_pivot]\n");
    for (t, phi) in table.column("t").iter().zip(&phi) {
        // the angles of the reference are those of the bars from X, the last one from the coupler to the ground
        csv += &format!("{t},{},{},{},6.283185307179586,0\n", phi[0], phi[1] - phi[0], phi[2] + PI);
    }
    folder.file("motion.csv", &csv);
    let many = folder.run(&["inverse", "fourbar", "--state", "motion.csv", "--json"]).json();
    let torques = table.column("tau_crank");
    for (tau, expected) in many["tau"].as_array().unwrap().iter().zip(&torques) {
        close(vector(tau)[0], *expected, 1e-9);
    }
    assert_eq!(many["tau"].as_array().unwrap().len(), torques.len());
}

// oracle: the shared reference A9; across the plane no motion tells the reactions of hinges
#[test]
fn reactions_are_those_of_the_reference_and_unknowable_ones_are_marked() {
    let words = ["inverse", "fourbar", "--q", "crank_pivot=0", "--v", "crank_pivot=6.283185307179586", "--reactions"];
    let found = denoc(&[&words[..], &["--json"]].concat()).json();
    let table = reference::table("A9_fourbar_id_constant_speed");
    // the reference counts the last one on the ground
    let expected =
        [("crank_pivot", "1", 1.0), ("coupler_pin", "2", 1.0), ("output_pin", "3", 1.0), ("output_pivot", "4", -1.0)];
    for (joint, number, sign) in expected {
        let all = found["reactions"].as_array().unwrap();
        let reaction = all.iter().find(|r| r["joint"] == joint).unwrap();
        assert_eq!((&reaction["axes"], &reaction["about"]), (&"world".into(), &"origin".into()));
        let force = vector(&reaction["force"]);
        close(force[0], sign * table.column(&format!("Rx{number}"))[0], 1e-11);
        close(force[1], sign * table.column(&format!("Ry{number}"))[0], 1e-11);
        assert_eq!(reaction["indeterminate"]["force"], serde_json::json!([false, false, true]), "{joint}");
        assert_eq!(reaction["indeterminate"]["moment"], serde_json::json!([true, true, false]), "{joint}");
    }
    let csv = denoc(&[&words[..], &["--csv", "-"]].concat()).ok();
    assert!(
        csv.contains("mz[crank_pivot on crank in world axes] [N m]") && csv.contains("fx[output_pin on output"),
        "{csv}"
    );
    let text = denoc(&words).ok();
    assert!(text.contains("output_pin (cut)  coupler  output    4.545135  -11.087688      ~0"), "{text}");
    assert!(text.contains("~ indeterminate: redundant constraints allow internal stress"), "{text}");
}

// oracle: the weight of a hanging arm
#[test]
fn reactions_of_a_tree_carry_its_weight() {
    let found = denoc(&["forward", "puma", "--reactions", "--json"]).json();
    let held = denoc(&["inverse", "puma", "--reactions", "--json"]).json();
    let mass = denoc(&["info", "puma", "--json"]).json()["mass"].as_f64().unwrap();
    close(vector(&held["reactions"][0]["force"])[2], 9.81 * mass, 1e-9);
    assert!(vector(&found["reactions"][0]["force"])[2] < 9.81 * mass);
    assert!(!denoc(&["inverse", "puma", "--reactions"]).ok().contains('~'));
}

// oracle: inverse dynamics of the same motion
#[test]
fn forward_dynamics_by_every_method_undoes_inverse_dynamics() {
    let state = ["--q", "crank_pivot=0.7", "--v", "crank_pivot=3"];
    let inverse = denoc(&[&["inverse", "fourbar"][..], &state, &["--a", "crank_pivot=-11", "--json"]].concat()).json();
    let tau = format!("crank_pivot={}", vector(&inverse["tau"])[0]);
    for method in ["multipliers", "reduced", "proximal", "recursive", "uncut"] {
        let words = [&["forward", "fourbar"][..], &state, &["--tau", &tau, "--algorithm", method, "--json"]].concat();
        let forward = denoc(&words).json();
        for (found, expected) in vector(&forward["a"]).iter().zip(vector(&inverse["a"])) {
            close(*found, expected, 1e-9);
        }
        assert_eq!((forward["rank"].as_u64(), forward["freedoms"].as_u64()), (Some(2), Some(1)), "{method}");
        assert_eq!(forward["algorithm"], method);
    }
}

// oracle: textbooks
#[test]
fn freedoms_are_the_true_ones() {
    let list = denoc(&["models", "--json"]).json();
    let closed: Vec<(&str, u64)> = list
        .as_array()
        .unwrap()
        .iter()
        .filter(|m| m["loops"].as_u64() > Some(0))
        .map(|m| (m["name"].as_str().unwrap(), m["freedoms"].as_u64().unwrap()))
        .collect();
    assert_eq!(closed, FREEDOMS);
    let text = denoc(&["mobility", "bennett"]).ok();
    assert!(
        text.starts_with("bennett: 1 degree of freedom\n  counted by Grübler and Kutzbach: -2 in space\n"),
        "{text}"
    );
    assert_eq!(denoc(&["mobility", "delta", "--json"]).json()["degrees_of_freedom"], 3);
    let info = denoc(&["info", "fourbar"]).ok();
    let line = "  output_pin  revolute (cut)  coupler - output           5  ground - crank - coupler - output";
    assert!(info.contains(line), "{info}");
    let info = denoc(&["info", "fourbar", "--json"]).json();
    assert_eq!((info["freedoms"].as_u64(), info["nv"].as_u64()), (Some(1), Some(3)));
    assert_eq!(info["closures"][0]["name"], "output_pin");
}

// oracle: no command may fail, and methods agree
#[test]
fn every_mechanism_of_the_catalogue_goes_through_every_command() {
    let folder = Folder::new("loops-all");
    in_parallel(FREEDOMS, |(name, freedoms)| {
        assert_eq!(folder.run(&["mobility", name, "--json"]).json()["degrees_of_freedom"], freedoms);
        let assembled = folder.run(&["assemble", name, "--json"]).json();
        assert!(assembled["assembled"]["closure_error_length"].as_f64() < Some(1e-11), "{name}");
        let compared = folder.run(&["compare", name, "--states", "2", "--json"]).json();
        assert_eq!((compared["alike"].as_bool(), compared["singular"].as_u64()), (Some(true), Some(0)), "{compared}");
        assert!(compared["methods"].as_array().unwrap().iter().all(|m| m["error"].is_null()), "{compared}");
        for command in ["info", "forward", "inverse", "fk", "matrices"] {
            folder.run(&[command, name]).ok();
        }
        let check = folder.run(&["check", name]).ok();
        let freedom = format!("{freedoms} degree{} of freedom", if freedoms == 1 { "" } else { "s" });
        assert!(check.contains(&freedom) && !check.contains("not possible"), "{check}");
        let converted = folder.run(&["convert", name, &format!("{name}.urdf")]);
        assert!(converted.code == 0 && converted.err.contains("lost:"), "{name}: {}", converted.err);
    });
}

// oracle: the loop equation of the linkage by hand
#[test]
fn assembled_coordinates_close_the_loop() {
    for crank in [0.3, 1.0, 2.5] {
        let q = format!("crank_pivot={crank}");
        let found = denoc(&["assemble", "fourbar", "--q", &q, "--json"]).json();
        let q = vector(&found["q"]);
        assert_eq!(q[0], crank);
        assert!(gap(&q) < 1e-15, "{q:?}");
        // the cut joint turns by what is left of a full turn around the loop
        let cut = vector(&found["cut"][0]["q"])[0];
        close(
            (q[2] - q[0] - q[1] - cut).rem_euclid(TAU).min(TAU - (q[2] - q[0] - q[1] - cut).rem_euclid(TAU)),
            0.0,
            1e-12,
        );
    }
    let branches = denoc(&["assemble", "fourbar", "--q", "crank_pivot=60 deg", "--branches", "--json"]).json();
    let branches = branches["branches"].as_array().unwrap();
    assert_eq!(branches.len(), 2);
    assert!(branches.iter().all(|b| gap(&vector(&b["q"])) < 1e-15));
    assert_eq!((branches[0]["crossed"].as_bool(), branches[1]["crossed"].as_bool()), (Some(false), Some(true)));
}

// oracle: differences of two assemblies
#[test]
fn speeds_follow_from_that_of_the_crank() {
    let at = |crank: f64| {
        let q = format!("crank_pivot={crank}");
        denoc(&["assemble", "fourbar", "--q", &q, "--v", "crank_pivot=2", "--json"]).json()
    };
    let (before, now, after) = (at(0.5 - 1e-5), at(0.5), at(0.5 + 1e-5));
    let (low, high) = (vector(&before["q"]), vector(&after["q"]));
    for (i, v) in vector(&now["v"]).iter().enumerate() {
        close(*v, (high[i] - low[i]) / 1e-5, 1e-7);
    }
}

// oracle: the file is read again, and closed as it stands
#[test]
fn a_printed_configuration_can_be_pasted_into_the_model() {
    let folder = Folder::new("loops-paste");
    folder.run(&["convert", "stewart", "stewart.toml"]).ok();
    let drawn = ["--q", "leg1=0.7,leg4=0.68"];
    let block = folder.run(&[&["assemble", "stewart.toml", "--toml", "raised"][..], &drawn].concat()).ok();
    assert!(block.starts_with("[configuration.raised]\n"), "{block}");
    let file = std::fs::read_to_string(folder.0.join("stewart.toml")).unwrap();
    folder.file("stewart.toml", &format!("{file}\n{block}"));
    let again = folder.run(&["assemble", "stewart.toml", "--configuration", "raised", "--json"]).json();
    assert_eq!(again["assembled"]["path"], "drawn");
    let entries = Entries::new(&load("stewart").unwrap().model, Quantity::Q);
    close(vector(&again["q"])[entries.find("leg1").unwrap().start], 0.7, 1e-15);
}

// oracle: virtual work: the torque that a spring saves is the rate of its energy
#[test]
fn springs_between_points_act_with_joint_forces() {
    let model = load("andrews_squeezer").unwrap().model;
    let entries = Entries::new(&model, Quantity::Q);
    let energy = |beta: f64| {
        let found = denoc(&["assemble", "andrews_squeezer", "--q", &format!("beta={beta}"), "--json"]).json();
        let q = vector(&found["q"]);
        let mut ws = Workspace::new(&model);
        let position = ws.position(&model, &q).unwrap();
        let spring = &model.point_springs()[0];
        let at = |f: &denoc_model::Frame<f64>| {
            f.link.map_or(f.pose.position, |link| position.link_pose(link).point(f.pose.position))
        };
        0.5 * spring.stiffness * ((at(&spring.to) - at(&spring.from)).norm() - spring.rest_length).powi(2)
    };
    let beta = entries.find("beta").unwrap().start;
    let torque = |more: &[&str]| {
        let words = [&["inverse", "andrews_squeezer", "--q", "beta=-0.1", "--json"][..], more].concat();
        vector(&denoc(&words).json()["tau"])[beta]
    };
    let rate = (energy(-0.1 + 1e-5) - energy(-0.1 - 1e-5)) / 2e-5;
    assert!(rate.abs() > 1e-3);
    close(torque(&["--joint-forces"]) - torque(&[]), rate, 1e-6 * rate.abs());
    let remark = denoc(&["inverse", "andrews_squeezer"]).err;
    assert!(remark.contains("1 spring between points is ignored"), "{remark}");
}

// oracle: numbers of the four-bar linkage by hand; differences of closed poses
#[test]
fn the_loop_jacobian_annihilates_speeds() {
    let words =
        ["matrices", "fourbar", "--q", "crank_pivot=0.5", "--v", "crank_pivot=1", "--only", "loop-jacobian", "--json"];
    let found = denoc(&words).json();
    let (rows, v) = (found["loop_jacobian"].as_array().unwrap(), vector(&found["v"]));
    assert_eq!(rows.len(), 5);
    assert_eq!(found["conditions"][0], "output_pin 1");
    let mut largest = 0.0_f64;
    for row in rows {
        let row = vector(row);
        close(row.iter().zip(&v).map(|(j, v)| j * v).sum(), 0.0, 1e-15);
        largest = row.iter().fold(largest, |most, x| most.max(x.abs()));
    }
    assert!(largest > 0.03);
    let text = denoc(&["matrices", "fourbar"]);
    assert!(
        text.err.contains("the matrices of the spanning tree") && text.out.contains("output_pin 5"),
        "{}",
        text.out
    );
}

// oracle: A9 for the torque; twice the crank for the stroke of a slide; the reference of closed cycles is zero mean torque
#[test]
fn a_cycle_has_a_table_a_file_and_pictures() {
    let folder = Folder::new("loops-cycle");
    let words = ["cycle", "fourbar", "--input", "crank_pivot", "--speed", "60 rpm", "--samples", "90"];
    let more = ["--output", "output_pivot", "--trace", "coupler_end", "--csv", "c.csv", "--plot", "c.svg"];
    let text = folder.run(&[&words[..], &more].concat()).ok();
    assert!(text.contains("the cycle is closed") && text.contains("path of coupler_end"), "{text}");
    assert_eq!(folder.files(), ["c.csv", "c.svg", "c_path.svg"]);
    let csv = std::fs::read_to_string(folder.0.join("c.csv")).unwrap();
    assert_eq!(csv.lines().count(), 92);
    let column = csv.lines().next().unwrap().split(',').position(|head| head == "tau[crank_pivot] [N m]").unwrap();
    let first: f64 = csv.lines().nth(1).unwrap().split(',').nth(column).unwrap().parse().unwrap();
    close(first, 1.4644774786236447, 1e-12);
    // its states can be used again
    let again = folder.run(&["inverse", "fourbar", "--state", "c.csv", "--json"]).json();
    close(vector(&again["tau"][0])[0], first, 1e-9);

    let slide =
        denoc(&["cycle", "slider_crank", "--input", "crank_pivot", "--output", "slide", "--samples", "60", "--json"]);
    let slide = slide.json();
    close(slide["summary"]["outputs"][0]["stroke"].as_f64().unwrap(), 0.3, 1e-12);
    close(slide["summary"]["torque"]["mean"].as_f64().unwrap(), 0.0, 1e-9);
}

// oracle: Berkof and Lowen: two counterweights balance the forces of a four-bar linkage with pins
#[test]
fn counterweights_balance_the_shaking_force() {
    let folder = Folder::new("loops-balance");
    let words = ["balance", "fourbar", "--input", "crank_pivot", "--samples", "60", "--on", "crank,output"];
    let found = folder.run(&[&words[..], &["--out", "balanced.toml", "--json"]].concat()).json();
    let force = |when: &str| found["balanced"][when]["shaking_force"].as_f64().unwrap();
    assert!(force("goals_before") > 1.0 && force("goals_after") < 1e-9 * force("goals_before"));
    let after = folder.run(&["cycle", "balanced.toml", "--input", "crank_pivot", "--samples", "60", "--json"]).json();
    let ripple = after["summary"]["shaking_force"]["ripple"].as_f64().unwrap();
    assert!(ripple < 1e-9, "{ripple}");
    assert!(folder.run(&words).ok().contains("shaking force without weight, rms [N]"));
}

// oracle: the weight of the linkage; the torque of the crank on a fixed base
#[test]
fn a_prescribed_base_carries_a_linkage() {
    let state = ["--q", "crank_pivot=1", "--json"];
    let fixed = denoc(&[&["inverse", "fourbar"][..], &state].concat()).json();
    let carried = denoc(&[&["inverse", "fourbar", "--base", "prescribed"][..], &state].concat()).json();
    let (fixed, carried) = (vector(&fixed["tau"]), vector(&carried["tau"]));
    carried[6..].iter().zip(&fixed).for_each(|(carried, fixed)| close(*carried, *fixed, 1e-9));
    let weight = 9.81 * load("fourbar").unwrap().model.total_mass();
    close(carried[3..6].iter().map(|f| f * f).sum::<f64>().sqrt(), weight, 1e-9 * weight);
}
