//! What commands say about mechanisms with loops that are impossible, doubtful or special. Oracles: words, as each test says.

mod common;

use common::{Folder, denoc};

#[track_caller]
fn refused(words: &[&str], message: &str) {
    assert_eq!(denoc(words).refused(), message);
}

// oracle: words
#[test]
fn what_does_not_fit_loops_is_said() {
    let cut = "\"output_pin\" is a cut joint of a loop (see denoc info): it has no coordinates, it follows from the other joints";
    refused(&["inverse", "fourbar", "--q", "output_pin=1"], &format!("--q: {cut}"));
    refused(&["assemble", "fourbar", "--q", "output_pin=1"], &format!("--q: {cut}"));
    refused(
        &["assemble", "fourbar", "--q", "crank=1"],
        "q: there is no joint called \"crank\"; the joints are crank_pivot, coupler_pin, output_pivot",
    );
    let speeds = "the speeds held at crank_pivot, output_pivot break \"output_pin\" by 7.8518e-2 m/s: hold fewer joints, or give \
                  speeds that the loop allows";
    refused(&["forward", "fourbar", "--v", "crank_pivot=1,output_pivot=1"], speeds);
    refused(&["assemble", "fourbar", "--v", "crank_pivot=1,output_pivot=1"], speeds);
    let all = denoc(&["forward", "fourbar", "--v", "1,1,1"]).refused();
    assert!(all.starts_with("the speeds held at crank_pivot, coupler_pin, output_pivot break \"output_pin\""), "{all}");
    refused(
        &["inverse", "fourbar", "--a", "crank_pivot=1,output_pivot=5"],
        "the accelerations given contradict each other in the loop at \"output_pin\": give those of independent joints only",
    );
    let held = denoc(&["assemble", "fourbar", "--q", "crank_pivot=1,output_pivot=1"]).refused();
    assert!(
        held.starts_with("the loops of \"fourbar\" cannot be closed: at best \"output_pin\" stays open by"),
        "{held}"
    );
    assert!(held.ends_with("or do not hold crank_pivot, output_pivot"), "{held}");
    refused(
        &["forward", "fourbar", "--algorithm", "compiled"],
        "algorithm compiled cannot be used for model \"fourbar\": the compiled layer is for trees and couplings, and the model has loops; choose \
         multipliers, recursive, reduced, proximal, uncut, odca",
    );
    refused(
        &["forward", "puma", "--algorithm", "uncut"],
        "algorithm uncut cannot be used for model \"puma\": it is for mechanisms with loops; choose compiled, multipliers, recursive, odca",
    );
    refused(&["assemble", "puma"], "\"puma\" has no loops: its coordinates are independent; see denoc fk");
    refused(
        &["compare", "puma"],
        "\"puma\" has no loops: this command compares algorithms for loops; denoc forward puma --algorithm recursive (or odca, \
         multipliers, compiled) computes a tree by one of them, and denoc bench puma times it",
    );
    refused(&["matrices", "puma", "--only", "loop-jacobian"], "--only loop-jacobian: \"puma\" has no loops");
    refused(
        &["bench", "fourbar"],
        "\"fourbar\" has loops, and denoc bench times algorithms for trees; denoc compare fourbar times those for loops",
    );
}

// oracle: words
#[test]
fn cycles_that_cannot_be_are_refused() {
    refused(
        &["cycle", "fourbar", "--input", "crank_pivot", "--speed", "3 kg"],
        "--speed: \"3 kg\" is a mass, but an angular speed is required: use rad/s or another unit of the same quantity",
    );
    refused(
        &["cycle", "fourbar", "--input", "crank_pivot", "--plot", "c.pdf"],
        "--plot c.pdf: the name must end in .svg or .png",
    );
    refused(
        &["cycle", "fourbar", "--input", "crank_pivot", "--output", "coupler_end:w"],
        "--output: \"w\" in \"coupler_end:w\" is not a world axis; write :x, :y or :z",
    );
    let dead = denoc(&["cycle", "fourbar", "--input", "output_pivot"]).refused();
    assert!(dead.contains("the mechanism closes only while it is between 1.4644"), "{dead}");
    assert!(dead.ends_with("(--at-dead-point restrict, --at-dead-point back-and-forth)"), "{dead}");
    let balance = |more: [&str; 2], message: &str| {
        refused(&[&["balance", "fourbar", "--input", "crank_pivot", "--on", "crank"][..], &more].concat(), message);
    };
    balance(["--goal", "noise=1"], "--goal: there is no goal \"noise\"; choose one of force, moment, torque");
    balance(["--goal", "force=0"], "--goal: all weights are zero; give at least one goal a weight, such as force=1");
    balance(["--mass-limit", "-1"], "--mass-limit is -1: it must be positive");
}

// oracle: the triangle inequality: the frame is longer than all other bars together; words
#[test]
fn a_loop_that_cannot_be_closed_is_told_everywhere() {
    let folder = Folder::new("loops-open");
    folder.run(&["convert", "fourbar", "long.toml"]).ok();
    let file = std::fs::read_to_string(folder.0.join("long.toml")).unwrap();
    folder.file("long.toml", &file.replace("0.0895", "0.5"));
    for command in ["mobility", "assemble", "forward", "inverse", "fk", "matrices", "compare"] {
        let message = folder.run(&[command, "long.toml"]).refused();
        assert!(
            message.starts_with("the loops of \"fourbar\" cannot be closed: at best \"output_pin\" stays open"),
            "{message}"
        );
    }
    let check = folder.run(&["check", "long.toml"]);
    assert!(check.code == 2 && check.out.contains("cannot be closed"), "{}", check.out);
    assert!(folder.run(&["info", "long.toml"]).ok().contains("cannot be closed"));
}

// oracle: three freedoms, two motors; words
#[test]
fn motors_that_are_too_few_are_told() {
    let folder = Folder::new("loops-under");
    folder.run(&["convert", "robot_3rrr", "robot.toml"]).ok();
    let file = std::fs::read_to_string(folder.0.join("robot.toml")).unwrap();
    let last = file.rfind("[[actuator]]").unwrap();
    let after = file[last + 2..].find("\n[").map_or(file.len(), |at| last + 2 + at);
    folder.file("robot.toml", &format!("{}{}", &file[..last], &file[after..]));
    let message =
        folder.run(&["inverse", "robot.toml", "--a", "motor_joint1=1,motor_joint2=1,motor_joint3=-1"]).refused();
    assert!(message.starts_with("no motor supplies the force"), "{message}");
    assert!(
        message.contains("motors control 2 of 3 degrees of freedom in this configuration; add a motor"),
        "{message}"
    );
}

// oracle: all bars in one line: the two conditions of the plane are one
#[test]
fn a_singular_pose_is_remarked() {
    let said = denoc(&["forward", "odca_parallelogram", "--q", "0,0,0", "--v", "pivot_a=1"]);
    assert_eq!(said.code, 0);
    assert!(said.err.contains("this pose is singular: 1 independent constraint here, 2 elsewhere"), "{}", said.err);
}

// oracle: the conditions of the wheels are far from dependent (denoc mobility: 0.96); teeth press on bearings, which couplings
// do not know
#[test]
fn poses_that_are_not_singular_are_not_remarked() {
    let said = denoc(&["inverse", "wheeled_robot", "--reactions", "--json"]);
    assert!(!said.err.contains("singular"), "{}", said.err);
    assert!(said.json()["smallest_pivot"].as_f64().unwrap() > 0.01);
    let bearings = "bearing loads due to teeth or rollers are not modelled";
    assert!(denoc(&["inverse", "gear_train", "--reactions"]).ok().contains(bearings));
    assert!(!denoc(&["inverse", "fourbar", "--reactions"]).ok().contains(bearings));
}

// oracle: a coupling of both cranks takes the one freedom of a four-bar linkage; words
#[test]
fn what_is_doubtful_about_a_mechanism_is_warned_of() {
    let folder = Folder::new("loops-doubts");
    folder.run(&["convert", "fourbar", "good.toml"]).ok();
    let good = std::fs::read_to_string(folder.0.join("good.toml")).unwrap();
    let warnings = |file: String| {
        folder.file("doubtful.toml", &file);
        let found = folder.run(&["check", "doubtful.toml", "--json"]).json();
        assert_eq!(found[0]["usable"], true, "{found}");
        let all: Vec<String> = serde_json::from_value(found[0]["warnings"].clone()).unwrap();
        all.into_iter().filter(|words| !words.contains("principal moments")).collect::<Vec<_>>()
    };
    assert!(warnings(good.clone()).is_empty());
    let locked = "\n[[coupling]]\njoint = \"output_pivot\"\nfollows = \"crank_pivot\"\nratio = 1\n";
    let (start, rest) =
        (good.find("[configuration.start]").unwrap(), "the mechanism has no degree of freedom: nothing can move");
    let found = warnings(format!("{}{locked}", &good[..start]));
    assert!(found.len() == 2 && found[0].starts_with(rest) && found[1].starts_with("1 motor of those"), "{found:?}");
    let more = "[[actuator]]\nname = \"other\"\njoint = \"output_pivot\"\n\n";
    let found = warnings(good.replace("[[actuator]]", &format!("{more}[[actuator]]")));
    assert!(found.len() == 1 && found[0].starts_with("1 motor of those at "), "{found:?}");
    let found = warnings(good.replace("output_pivot = 1.79", "output_pivot = 1.78"));
    assert!(found.len() == 1 && found[0].starts_with("[configuration.start] leaves \"output_pin\" open"), "{found:?}");

    folder.run(&["convert", "sevenbar", "sevenbar.toml"]).ok();
    let file = std::fs::read_to_string(folder.0.join("sevenbar.toml")).unwrap();
    let first = file.find("[[actuator]]").unwrap();
    let next = first + 2 + file[first + 2..].find("\n[").unwrap();
    let found = warnings(format!("{}{}", &file[..first], &file[next..]));
    assert!(found.len() == 1 && found[0].starts_with("1 degree of freedom has no motor"), "{found:?}");
}

// oracle: from 120° to 180° the cam lets its follower rest, elsewhere it does not
#[test]
fn the_dwell_of_a_cam_is_no_idle_freedom() {
    let found = denoc(&["mobility", "cam_pump", "--q", "camshaft=150 deg", "--json"]).json();
    assert_eq!(found["idle"], serde_json::json!([]));
    assert_eq!(found["degrees_of_freedom"], 1);
    assert_eq!(found["singularities"]["at_rest"], serde_json::json!(["plunger"]));
}

// oracle: words
#[test]
fn unknown_names_are_told_with_the_known_ones() {
    let cycle = |more: [&str; 2], message: &str| {
        refused(&[&["cycle", "fourbar", "--input", "crank_pivot"][..], &more].concat(), message);
    };
    let joints = "joints are crank_pivot, coupler_pin, output_pivot";
    refused(&["cycle", "fourbar", "--input", "x"], &format!("--input: there is no joint called \"x\"; {joints}"));
    cycle(["--follow", "x=1"], &format!("--follow: there is no joint called \"x\"; {joints}"));
    cycle(["--output", "x"], &format!("--output: there is no joint called \"x\"; {joints}, output_pin"));
    cycle(["--trace", "coupler_en"], "--trace: there is no frame called \"coupler_en\"; did you mean \"coupler_end\"?");
    cycle(
        ["--output", "nib:x"],
        "--output: there is no frame called \"nib\"; frames are crank, coupler, output, ground, coupler_end",
    );
    refused(
        &["mobility", "fourbar", "--configuration", "x"],
        "--configuration: there is no configuration called \"x\"; configurations are start",
    );
    refused(
        &["balance", "fourbar", "--input", "crank_pivot", "--on", "wheel"],
        "--on: there is no link called \"wheel\"; links are crank, coupler, output",
    );
    refused(
        &["assemble", "fourbar", "--branches"],
        "the loop of \"fourbar\" still has 1 degree of freedom with nothing held, so it has no finite number of assembly modes: \
         hold as many joints with --q as it has degrees of freedom",
    );
}
