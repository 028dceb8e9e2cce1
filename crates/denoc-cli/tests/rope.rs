//! `denoc rope`. Oracle of numbers: the library, called directly; the closed form of the catenary.

mod common;

use common::{Folder, denoc};
use denoc_machines::rope::{Catenary, Hanging};

#[test]
fn a_new_rope_hangs_as_the_library_says() {
    let folder = Folder::new("rope-new");
    let words = ["rope", "new", "line.toml", "--links", "30", "--length", "2.5", "--to", "2,0,0.2", "--scenario"];
    let said = folder.run(&words).ok();
    assert!(said.contains("wrote line.toml: 30 links, 90 speeds") && said.contains("line_run.toml"), "{said}");
    let found = folder.run(&["rope", "equilibrium", "line.toml", "--json", "-o", "shape"]).json();
    let model = denoc_run::load(folder.0.join("line.toml")).unwrap().model;
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
    // the same columns, but not the same rope
    folder.run(&["rope", "new", "longer.toml", "--links", "3", "--length", "3"]).ok();
    let longer = folder.run(&["rope", "equilibrium", "longer.toml", "--run", "still"]).refused();
    assert!(longer.contains("a run of another model"), "{longer}");
    // as an interrupted run leaves it
    std::fs::rename(folder.0.join("still/results.csv"), folder.0.join("still/results.partial.csv")).unwrap();
    let stopped = folder.run(&["rope", "equilibrium", "rope.toml", "--run", "still"]).refused();
    assert!(stopped.contains("the run was stopped before its end") && stopped.contains("--resume still"), "{stopped}");
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

// oracle: words; nothing is written
#[test]
fn numbers_that_cannot_be_are_refused_by_flag() {
    let folder = Folder::new("rope-flags");
    let above = "it must be a finite number above 0";
    for (flag, value, message) in [
        ("--length", "0", format!("--length 0: {above}")),
        ("--length", "-1", format!("--length -1: {above}")),
        ("--length", "nan", format!("--length NaN: {above}")),
        ("--diameter", "-0.1", format!("--diameter -0.1: {above}")),
        ("--links", "-3", "--links -3: a rope has from 1 to 1000000 links".into()),
        ("--drag", "-1", "--drag -1: it must be a finite number of at least 0".into()),
        ("--to", "nan,0,0", "--to NaN,0,0: all three must be finite numbers".into()),
        ("--to", "1,0", "--to 1,0: 2 numbers, but there are three axes: write x,y,z".into()),
        ("--direction", "0,0,0", "--direction 0,0,0: a direction is not zero: give one such as 0,0,-1".into()),
        ("--name", "", "--name: a rope needs a name, such as rope".into()),
        (
            "--kind",
            "cable",
            "--kind cable: a cable resists bending: add --bending-stiffness, such as 0.05 (N m²)".into(),
        ),
    ] {
        assert_eq!(folder.run(&["rope", "new", "bad.toml", flag, value]).refused(), message);
    }
    let single = folder.run(&["rope", "new", "bad.toml", "--links", "1", "--to", "1,0,0"]).refused();
    assert_eq!(single, "--links 1: a rope between two points has from 2 to 1000000 links");
    assert!(folder.files().is_empty());
}

// oracle: the files as they were
#[test]
fn files_are_not_replaced_unasked() {
    let folder = Folder::new("rope-files");
    folder.file("mine.toml", "mine").file("other_run.toml", "mine");
    let said = folder.run(&["rope", "new", "mine.toml"]).refused();
    assert_eq!(said, "mine.toml: the file exists; add --force to overwrite it");
    let said = folder.run(&["rope", "new", "other.toml", "--scenario"]).refused();
    assert_eq!(said, "other_run.toml: the file exists; add --force to overwrite it");
    std::fs::create_dir(folder.0.join("third_run.toml")).unwrap();
    let said = folder.run(&["rope", "new", "third.toml", "--scenario", "--force"]).refused();
    assert_eq!(said, "third_run.toml: this is a folder; choose another name");
    assert_eq!(folder.files(), ["mine.toml", "other_run.toml", "third_run.toml"]);
    assert_eq!(std::fs::read_to_string(folder.0.join("mine.toml")).unwrap(), "mine");
    folder.run(&["rope", "new", "mine.toml", "--force"]).ok();
    assert!(std::fs::read_to_string(folder.0.join("mine.toml")).unwrap().contains("[[rope]]"));
}

// oracle: the advice of docs/ropes.md; a rope without damping does not come to rest
#[test]
fn scenarios_say_what_happens() {
    let folder = Folder::new("rope-scenarios");
    let scenario = |words: &[&str]| {
        folder.run(&[&["rope", "new", "line.toml", "--scenario", "--force"], words].concat()).ok();
        std::fs::read_to_string(folder.0.join("line_run.toml")).unwrap()
    };
    let between = ["--length", "2.5", "--to", "2,0,0"];
    let swings = scenario(&between);
    assert!(swings.contains("title = \"rope swings\"") && !swings.contains("tolerance"), "{swings}");
    assert!(scenario(&[&between[..], &["--drag", "0.5"]].concat()).contains("title = \"rope settles\""));
    let long = scenario(&[&between[..], &["--links", "300"]].concat());
    assert!(long.contains("tolerance = 1e-7\n"), "{long}");
    assert!(scenario(&["--links", "3"]).contains("title = \"rope falls\""));
    let cable = ["--kind", "cable", "--bending-stiffness", "1", "--damping", "1", "--links", "300"];
    let cable = scenario(&[&between[..], &cable].concat());
    assert!(cable.contains("settles") && !cable.contains("tolerance"), "{cable}");
}

// oracle: the weight below the last joint; a rope without slack pulls without bound; a stiff arch pushes
#[test]
fn forces_at_the_ends() {
    let folder = Folder::new("rope-forces");
    folder.run(&["rope", "new", "one.toml", "--links", "1", "--end-mass", "0.2"]).ok();
    let text = folder.run(&["rope", "equilibrium", "one.toml"]).ok();
    assert!(text.starts_with("rope: 1 link, ") && !text.contains("tension at the end"), "{text}");
    let found = folder.run(&["rope", "equilibrium", "one.toml", "--json"]).json();
    // 2 m of 0.1 kg/m and the ball
    assert!((found["tension_in_last_joint"].as_f64().unwrap() - 9.81 * 0.4).abs() < 1e-12, "{found}");

    let said = folder.run(&["rope", "new", "taut.toml", "--to", "2,0,0"]).refused();
    assert!(said.contains("taut") && !folder.0.join("taut.toml").exists(), "{said}");
    folder.run(&["rope", "new", "taut.toml", "--links", "4", "--to", "1.5,0,0"]).ok();
    let file = std::fs::read_to_string(folder.0.join("taut.toml")).unwrap();
    folder.file("taut.toml", &file.replace("point = [1.5", "point = [2.0"));
    let said = folder.run(&["rope", "equilibrium", "taut.toml"]).refused();
    assert!(said.contains("is taut: it is 2 m long and its ends are 2 m apart"), "{said}");

    folder.run(&["rope", "new", "slack.toml", "--links", "4", "--to", "1.5,0,0"]).ok();
    let text = folder.run(&["rope", "equilibrium", "slack.toml"]).ok();
    assert!(text.contains("tension at the end [N]") && !text.contains("√(E I/H)"), "{text}");
    let stiff = ["--kind", "cable", "--bending-stiffness", "100", "--links", "8", "--to", "1.5,0,0"];
    folder.run(&[&["rope", "new", "arch.toml"][..], &stiff].concat()).ok();
    let text = folder.run(&["rope", "equilibrium", "arch.toml"]).ok();
    assert!(text.contains("the rope is in compression") && !text.contains("√(E I/H)"), "{text}");
}

// oracle: three coordinates more than conditions for each ball joint; what the analysis refuses is no fault of the model
#[test]
fn long_loops_can_be_used() {
    let folder = Folder::new("rope-long");
    folder.run(&["rope", "new", "line.toml", "--links", "20", "--length", "2.5", "--to", "2,0,0"]).ok();
    let text = folder.run(&["check", "line.toml"]).ok();
    assert!(text.starts_with("line.toml: usable; 20 links, 60 speeds of the spanning tree, 1 closure"), "{text}");
    assert!(text.contains("note: mobility was not analysed") && !text.contains("not possible"), "{text}");
    let found = folder.run(&["assemble", "line.toml", "--json"]).json();
    assert_eq!(found["assembled"]["path"], "drawn");
    assert!(found["assembled"]["closure_error_length"].as_f64().unwrap() < 1e-12, "{found}");
    assert_eq!(found["q"].as_array().unwrap().len(), 80);
    let compared = folder.run(&["compare", "line.toml", "--states", "1", "--json"]);
    assert!(compared.err.contains("note: mobility was not analysed"), "{}", compared.err);
    let compared = compared.json();
    assert_eq!((&compared["alike"], &compared["freedoms"]), (&true.into(), &serde_json::Value::Null), "{compared}");
    assert!(compared["methods"].as_array().unwrap().iter().all(|m| m["error"].is_null()), "{compared}");
}
