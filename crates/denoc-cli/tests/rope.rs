//! `denoc rope`. Oracle of numbers: the library, called directly; the closed form of the catenary.

mod common;

use common::{Folder, denoc};
use denoc::sim::rope::{Catenary, Hanging};

#[test]
fn a_new_rope_hangs_as_the_library_says() {
    let folder = Folder::new("rope-new");
    let words = ["rope", "new", "line.toml", "--links", "30", "--length", "2.5", "--to", "2,0,0.2", "--scenario"];
    let said = folder.run(&words).ok();
    assert!(said.contains("wrote line.toml: 30 links, 90 speeds") && said.contains("line_run.toml"), "{said}");
    let found = folder.run(&["rope", "equilibrium", "line.toml", "--json", "-o", "shape"]).json();
    let model = denoc::load(folder.0.join("line.toml")).unwrap().model;
    let rest = Hanging::of(&model, None).unwrap().rest().unwrap();
    assert_eq!(found["sag"].as_f64(), Some(rest.sag()));
    let rope = Catenary::new([2.0, 0.2], 2.5, 9.81 * 0.1).unwrap();
    let number = |key: &str| found["catenary"][key].as_f64().unwrap();
    assert!((number("sag") - rope.sag()).abs() < 1e-12 && number("relative_distance") < 1e-3, "{found}");
    assert_eq!(number("bending_length"), 0.0);
    let csv = std::fs::read_to_string(folder.0.join("shape/shape.csv")).unwrap();
    assert!(csv.starts_with("way [m],x [m],z [m],catenary x [m],catenary z [m]") && csv.lines().count() == 32);
    assert!(folder.0.join("shape/shape.svg").exists());
    let text = folder.run(&["rope", "equilibrium", "line.toml"]).ok();
    assert!(text.contains("sag [m]") && text.contains("from the catenary"), "{text}");
}

// oracle: a rope that starts at rest stays there
#[test]
fn the_last_state_of_a_run_is_compared() {
    let folder = Folder::new("rope-run");
    folder.run(&["rope", "new", "rope.toml", "--links", "3"]).ok();
    folder.run(&["simulate", "rope.toml", "--duration", "0.1", "--out", "still"]).ok();
    let found = folder.run(&["rope", "equilibrium", "rope.toml", "--run", "still", "--json"]).json();
    assert!(found["run"]["distance"].as_f64().unwrap() < 1e-12 && found["catenary"].is_null(), "{found}");
    let other = folder.run(&["rope", "equilibrium", "chain_between", "--run", "still"]).refused();
    assert!(other.contains("a run of another model"), "{other}");
}

#[test]
fn what_is_no_rope_is_refused() {
    for (words, rule) in [
        (&["rope", "equilibrium", "fourbar"][..], "several runs of links hang on the ground"),
        (&["rope", "equilibrium", "stanford"], "use spherical joints"),
        (&["rope", "equilibrium", "rope", "--rope", "line"], "no run of links on the ground has this name"),
    ] {
        let said = denoc(words).refused();
        assert!(said.contains(rule), "{said}");
    }
    let folder = Folder::new("rope-bad");
    let said = folder.run(&["rope", "new", "short.toml", "--length", "1", "--to", "2,0,0"]);
    assert!(said.err.contains("is 1 m long, but its ends are 2 m apart") && !folder.0.join("short.toml").exists());
    let said = folder.run(&["rope", "new", "soft.toml", "--bending-stiffness", "1"]);
    assert!(said.err.contains("only a cable has it"), "{}", said.err);
}
