//! What `denoc modules` says. Oracle of numbers: the library, called directly.

mod common;

use common::denoc;
use denoc_dynamics::modules::ModuleInfo;
use denoc_dynamics::{Loads, Workspace};
use denoc_run::load;
use serde_json::{Value, json};

fn rows(value: &Value) -> Vec<Vec<f64>> {
    serde_json::from_value(value.clone()).expect("rows of numbers")
}

#[test]
fn modules_are_listed() {
    let model = load("quadruped").unwrap().model;
    let modules = ModuleInfo::all(&model);
    let text = denoc(&["modules", "quadruped"]).ok();
    assert_eq!(text.lines().count(), modules.len() + 3, "{text}");
    assert!(text.contains(&format!("{} modules (serial chains of links)", modules.len())), "{text}");
    let list = denoc(&["modules", "quadruped", "--json"]).json();
    for (module, told) in modules.iter().zip(list["modules"].as_array().unwrap()) {
        assert_eq!(told["links"], json!(model.link_names()[module.links.clone()]));
        assert_eq!(told["parent"], json!(module.parent.map(|p| p.0)));
        assert_eq!(told["dof"], json!(module.speeds.len()));
        assert_eq!((&told["depth"], &told["siblings"]), (&json!(module.depth), &json!(module.siblings)));
    }
}

#[test]
fn a_module_alone() {
    let model = load("quadruped").unwrap().model;
    let modules = ModuleInfo::all(&model);
    let leg = &modules[2];
    let (nv, speed) = (model.nv(), leg.speeds.start);
    let mut v = vec![0.0; nv];
    (v[speed], v[1]) = (1.5, 0.5);
    let mut ws = Workspace::new(&model);
    let q = denoc_run::scenario::usual_start(&model);
    let (mut gim, mut tau) = (vec![0.0; nv * nv], vec![0.0; nv]);
    let mut state = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
    state.gim(&mut gim).unwrap();
    state.inverse(&vec![0.0; nv], Loads::NONE, &mut tau).unwrap();
    let words = ["modules", "quadruped", "--module", "2", "--v", &format!("v[{speed}]=1.5,v[1]=0.5")];
    let told = denoc(&[&words[..], &["--json"]].concat()).json();
    assert_eq!(told["tau"], json!(tau[leg.speeds.clone()]));
    for (i, row) in rows(&told["gim"]).iter().enumerate() {
        for (j, x) in row.iter().enumerate() {
            assert!((x - gim[(speed + i) * nv + speed + j]).abs() < 1e-12);
        }
    }
    assert_eq!(rows(&told["joint_motion"]).len(), 6 * leg.links.len());
    assert_eq!(rows(&told["felt_by_parent"]).len(), 6);
    assert_eq!(told["place"]["parent"], json!(0));
    // the same by the name of a link, as tables
    let foot = &model.link_names()[leg.links.end - 1];
    let text = denoc(&["modules", "quadruped", "--module", foot, "--v", words[5]]).ok();
    assert_eq!(text, denoc(&words).ok());
    for part in [
        "module 2",
        "(base)",
        "block of the GIM",
        "coupling block with module 0",
        "felt by the parent",
        "joint forces",
        "N m",
        "Ā: twist",
        "mass of ",
    ] {
        assert!(text.contains(part), "no \"{part}\" in\n{text}");
    }
}

#[test]
fn unknown_modules_are_refused() {
    let model = load("quadruped").unwrap().model;
    let name = &model.link_names()[3];
    let wrong = format!("{name}x");
    let message = denoc(&["modules", "quadruped", "--module", &wrong]).refused();
    assert_eq!(message, format!("--module: there is no link called \"{wrong}\"; did you mean \"{name}\"?"));
    let last = model.modules().len() - 1;
    for number in ["77", "-1"] {
        let message = denoc(&["modules", "quadruped", "--module", number]).refused();
        let has = format!("\"quadruped\" has {} (0 to {last})", last + 1);
        assert_eq!(message, format!("--module: there is no module {number}; {has}; see denoc modules"));
    }
}

#[test]
fn singular_models_and_loops_are_shown_with_a_note() {
    let said = denoc(&["modules", "kuka_kr5", "--module", "0"]);
    assert!(said.err.contains("no articulated masses at this state: joint \"joint6\""), "{}", said.err);
    assert!(!said.ok().contains("felt by the parent"));
    let said = denoc(&["modules", "fourbar", "--module", "0"]);
    assert!(said.err.contains("modules of the spanning tree"), "{}", said.err);
    said.ok();
}

#[test]
fn help_has_an_example() {
    assert!(denoc(&["modules", "--help"]).ok().contains("Examples:\n  denoc modules"));
}
