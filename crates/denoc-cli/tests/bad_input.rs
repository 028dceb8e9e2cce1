//! What the program says when something is wrong: exact messages, exit codes, no file left behind.

mod common;

use std::io::Read;
use std::process::{Command, Stdio};

use common::{Folder, denoc};

#[track_caller]
fn refused(words: &[&str], message: &str) {
    assert_eq!(denoc(words).refused(), message);
}

#[test]
fn models_that_cannot_be_loaded() {
    refused(&["info", "no/robot.urdf"], "no/robot.urdf: there is no such file; check the path");
    refused(&["info", "pendulom.urdf"], "pendulom.urdf: there is no such file; did you mean \"pendulum.urdf\"?");
    let start = denoc(&["inverse", "pumma"]).refused();
    assert!(
        start.starts_with("there is no model called \"pumma\" in the catalogue; did you mean \"puma\"?\n"),
        "{start}"
    );
    assert!(start.lines().last().unwrap().starts_with("the catalogue has one_r, two_r, cart_pole,"), "{start}");
    assert!(start.ends_with("a file needs its ending (.toml, .urdf, .sdf, .xml, .csv)"), "{start}");
    refused(
        &["info", "broken.urdf"],
        "broken.urdf:6:20: \"one\" in attribute \"value\" of <mass> is not a number
    6 |       <mass value=\"one\"/>
      |                    ^ write a number such as 0.25",
    );
    let negative = denoc(&["info", "negative.urdf"]).refused();
    assert!(negative.contains("must not be negative") && negative.contains("^"), "{negative}");
    let strict = denoc(&["inverse", "kuka_kr5", "--strict"]).refused();
    assert!(strict.starts_with("link \"link6\"") && strict.ends_with("(an error in strict mode)"), "{strict}");
}

#[test]
fn states_that_do_not_fit() {
    let puma = |option: &str, value: &str, message: &str| refused(&["inverse", "puma", option, value], message);
    puma(
        "--q",
        "0.1,0.2",
        "--q: q has 2 entries, but model \"puma\" needs 6; in order: joint1, joint2, joint3, joint4, joint5, joint6; \
         to give some of them only, name them",
    );
    puma("--v", "0,0,nan,0,0,0", "--v: v[2] (joint \"joint3\") is NaN: states must be finite numbers");
    puma("--a", "joint1=inf", "--a: a[0] (joint \"joint1\") is inf: states must be finite numbers");
    puma("--q", "1,x,3,4,5,6", "--q: \"x\" is not a number; write one such as 0.25 or \"1.5 rad\"");
    puma(
        "--q",
        "joint1=30mm",
        "--q: \"30mm\" is a length, but an angle is required: use rad or another unit of the same quantity",
    );
    puma("--q", "jiont4=1", "--q: there is no joint called \"jiont4\"; did you mean \"joint4\"?");
    puma(
        "--q",
        "elbow=1",
        "--q: there is no joint called \"elbow\"; joints are joint1, joint2, joint3, joint4, joint5, joint6",
    );
    puma("--q", "joint1=1,joint1=2", "--q: q of \"joint1\" is given twice; keep one of them");
    puma(
        "--q",
        "joint1=1,q[0]=2",
        "--q: q of \"joint1\" is given twice, as \"joint1\" and as \"q[0]\"; keep one of them",
    );
    puma("--q", "1=0.5", "--q: \"1\" is not a name; write a joint's name or q[1]");
    refused(
        &["inverse", "pendulum.urdf", "--base", "floating", "--v", "floating_base.z=1"],
        "--v: there is no joint called \"floating_base.z\"; did you mean \"floating_base.vz\"?",
    );
    puma("--q", "joint1=1,2", "--q: \"joint1=1,2\" mixes plain numbers with name=value; write one kind only");
    let floating = ["forward", "pendulum.urdf", "--base", "floating", "--q"];
    refused(
        &[&floating[..], &["floating_base.qx=1"]].concat(),
        "--q: the quaternion of joint \"floating_base\" (q[3..7], stored x, y, z, w) has length 1.41421: it must be \
         1; normalise it",
    );
    refused(
        &[&floating[..], &["floating_base=1"]].concat(),
        "--q: joint \"floating_base\" has 7 numbers q, not 1: floating_base.x, floating_base.y, floating_base.z, \
         floating_base.qx, floating_base.qy, floating_base.qz, floating_base.qw",
    );
}

// oracle: 30° in radians
#[test]
fn a_unit_needs_no_space() {
    let said = |q: &str| denoc(&["inverse", "puma", "--q", q, "--json"]).json()["tau"].clone();
    let radians = format!("joint2={}", std::f64::consts::FRAC_PI_6);
    for q in ["joint2=30deg", "joint2=30 deg"] {
        assert_eq!(said(q), said(&radians));
    }
}

#[test]
fn singular_forward_dynamics_names_the_joint_and_the_remedy() {
    for words in [
        &["forward", "kuka_kr5"][..],
        &["forward", "kuka_kr5", "--algorithm", "recursive"],
        &["matrices", "kuka_kr5", "--only", "udut"],
    ] {
        let message = denoc(words).refused();
        assert!(
            message.starts_with("joint \"joint6\" (link \"link6\") can accelerate without resistance"),
            "{message}"
        );
        assert!(message.ends_with("on the command line, add --rotor-inertia joint6=VALUE, such as 1e-6"), "{message}");
    }
    refused(
        &["forward", "kuka_kr5", "--rotor-inertia", "joint7=1"],
        "there is no joint called \"joint7\"; did you mean \"joint1\"?",
    );
    refused(
        &["forward", "kuka_kr5", "--rotor-inertia", "1e-6"],
        "--rotor-inertia: \"1e-6\" is not of the form joint=value",
    );
}

#[test]
fn files_with_states_that_cannot_be_read() {
    let folder = Folder::new("bad-files");
    let try_text = |text: &str, message: &str| {
        folder.file("s", text);
        assert_eq!(folder.run(&["inverse", "planar_3r", "--state", "s"]).refused(), message);
    };
    // JSON
    let remedy = "write a state such as {\"q\": [0.1, 0.2]}, or a list of them";
    try_text("{\"q\": [0, 1,\n  oops]}", &format!("s:2:3: this is not JSON: expected value; {remedy}"));
    try_text("{\"q\": {\"joint1\": 1, \"joint1\": 2}}", "s:1:28: \"joint1\" is given twice; keep one of them");
    try_text(
        "{\"q\": [0, 1]}",
        "s: \"q\": q has 2 entries, but model \"planar_3r\" needs 3; in order: joint1, joint2, joint3; to give some of them \
         only, name them",
    );
    try_text("{\"q\": {\"joint4\": 1}}", "s: \"q\": there is no joint called \"joint4\"; did you mean \"joint1\"?");
    try_text(
        "{\"q\": {\"joint1\": 1, \"q[0]\": 2}}",
        "s: \"q\": q of \"joint1\" is given twice, as \"joint1\" and as \"q[0]\"; keep one of them",
    );
    try_text(
        "{\"q\": \"home\"}",
        "s: \"q\": a list of numbers or names with numbers is needed, not text; write [0.1, 0.2]",
    );
    try_text("{\"p\": [1]}", "s: \"p\": a state has q, v, a, tau and t (a number), nothing else");
    try_text("[{\"q\": [0, 0, 0]}, 7]", "s: state 1: a state is an object such as {\"q\": [0.1, 0.2]}, not a number");
    try_text("[]", &format!("s: the list has no states; {remedy}"));
    // CSV
    try_text("q[0],q[1]\n1,2\n3\n", "s:3: 1 cells, but the header has 2; give every line one cell per column");
    try_text("q[0],q[1]\n1,2\n3,x\n", "s:3: cell 2: \"x\" is not a number; write one such as 0.25 or -1e-3");
    try_text("q[0],q[3]\n1,2\n", "s:1: column \"q[3]\": the model has 3 numbers q, the last is q[2]");
    try_text(
        "q[0],joint9\n1,2\n",
        "s:1: column \"joint9\": there is no joint called \"joint9\"; did you mean \"joint1\"?",
    );
    try_text(
        "joint1,q[0]\n1,2\n",
        "s:1: column \"q[0]\": q of \"joint1\" is given twice, as \"joint1\" and as \"q[0]\"; keep one of them",
    );
    try_text(
        "joint1 (deg)\n1\n",
        "s:1: column \"joint1 (deg)\": the unit is \"deg\", but q of \"joint1\" is read in rad; convert the numbers",
    );
    try_text("0.1,0.2,0.3\n", "s:1: column \"0.1\": the first line must name the columns, such as q[0],q[1],v[0],v[1]");
    try_text("joint1\n", "s: there is a header but no state below it; write one line of numbers for each state");
    try_text("joint1\n1\n2\nNaN\n", "s:4: q[0] (joint \"joint1\") is NaN: states must be finite numbers");
    try_text("", "s: there is nothing in it; give a state such as {\"q\": [0.1, 0.2]}");

    try_text("q[0];q[1]\n1;2\n", "s:1: columns must be separated by commas");
    try_text("q[0]\tq[1]\n1\t2\n", "s:1: columns must be separated by commas");
    folder.file("empty.csv", "");
    assert_eq!(
        folder.run(&["inverse", "planar_3r", "--state", "empty.csv"]).refused(),
        "empty.csv: there is nothing in it; give a header such as q[0],q[1] and a state per line"
    );

    folder.file("kuka.csv", "joint1\n1\n2\n");
    let singular = folder.run(&["forward", "kuka_kr5", "--state", "kuka.csv"]).refused();
    assert!(singular.starts_with("kuka.csv:2: joint \"joint6\""), "{singular}");
    folder.file("q.json", "{\"q\": [0, 0, 0]}");
    assert_eq!(
        folder.run(&["inverse", "planar_3r", "--state", "q.json", "--q", "1,2,3"]).refused(),
        "q.json: q is given twice: by --q and in the file; keep one of them"
    );
    assert_eq!(
        folder.run(&["inverse", "planar_3r", "--state", "none.json"]).refused(),
        "none.json: there is no such file; check the path"
    );
}

#[test]
fn no_file_is_left_half_written() {
    let folder = Folder::new("half");
    folder.file("old.csv", "old");
    folder.run(&["forward", "kuka_kr5", "--csv", "old.csv"]).refused();
    assert_eq!(std::fs::read_to_string(folder.0.join("old.csv")).unwrap(), "old");
    assert_eq!(
        folder.run(&["inverse", "puma", "--csv", "no/new.csv"]).refused(),
        "no/new.csv: cannot be written (there is no such folder)"
    );
    let file = folder.run(&["demo", "--out", "old.csv"]).refused();
    assert_eq!(file, "old.csv: this is a file; give a folder for the results");
    assert_eq!(folder.files(), ["old.csv"]);
    folder.run(&["inverse", "puma", "--csv", "old.csv"]).ok();
    assert!(std::fs::read_to_string(folder.0.join("old.csv")).unwrap().starts_with("q[joint1] [rad]"));
    assert_eq!(folder.files(), ["old.csv"]);
}

#[test]
fn misunderstood_command_lines_have_exit_code_two() {
    for words in
        [&["invers", "puma"][..], &["inverse"], &["inverse", "puma", "--tau", "1"], &["info", "puma", "--base", "ship"]]
    {
        let said = denoc(words);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.err.starts_with("error: "), "{said:?}");
    }
    for (command, option, words) in [
        ("inverse", "--tau", "tau is the result of inverse dynamics; did you mean `denoc forward`?"),
        ("forward", "--a", "a is the result of forward dynamics; did you mean `denoc inverse`?"),
    ] {
        let said = denoc(&[command, "puma", option, "1"]);
        assert!(said.code == 2 && said.err.starts_with(&format!("error: {words}\n")), "{said:?}");
        assert!(!denoc(&[command, "--help"]).ok().contains(&format!("      {option} ")));
    }
    refused(&["bench", "puma", "--seconds", "nan"], "--seconds NaN: choose a positive measuring time, such as 2");
    refused(
        &["matrices", "puma", "--csv", "-", "--json"],
        "--csv - and --json both write to standard output; keep one of them",
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new("pipe");
    let states: String = (0..5000).map(|i| format!("{}\n", i % 3)).collect();
    folder.file("many.csv", &format!("elbow\n{states}"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_denoc"))
        .args(["inverse", "scara", "--state", "many.csv"])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

// oracle: the rules; the lines by eye
#[test]
fn scenarios_that_make_no_sense() {
    let folder = Folder::new("scenarios");
    let write = |model: &str, simulate: &str| {
        let text = format!("model = \"{model}\"\n\n[simulate]\nduration = 0.1\n{simulate}\n");
        std::fs::write(folder.0.join("s.toml"), text).unwrap();
    };
    for (model, simulate, message) in [
        ("rope", "integrator = \"odca\"", "s.toml:5: there is no integrator called \"odca\": choose one of"),
        ("rope", "step = -1", "s.toml:5: the step is -1: it must be positive and finite"),
        ("rope", "tolerance = 0.5", "s.toml:5: the tolerance is 0.5: choose one between"),
        (
            "rope",
            "closure = \"corrected\"",
            "s.toml:5: model \"rope\" has no loops: leave out how loops are kept closed (closure)",
        ),
        (
            "rope",
            "algorithm = \"odca\"",
            "s.toml:5: simulate.algorithm: model \"rope\" has no loops: simulations of it do not use the algorithm \"odca\"; choose \
             one of compiled",
        ),
        (
            "cable",
            "integrator = \"linimp\"\nalgorithm = \"odca\"",
            "s.toml:6: there is no algorithm for loops with the integrator linimp called \"odca\": choose multipliers",
        ),
        (
            "puma",
            "[[load]]\nlink = \"link6\"\nforce = [0, 0, 0, 0, 0, -10]",
            "s.toml:7:1: force has 6 entries\n    7 | force = [0, 0, 0, 0, 0, -10]\n      | ^ write 3 numbers",
        ),
        ("rope", "method = \"rk4\"", "s.toml:5:1: the key \"method\" is now called \"integrator\""),
        ("fourbar", "algorithm = \"compiled\"", "s.toml:5: simulate.algorithm: model \"fourbar\" has loops"),
    ] {
        write(model, simulate);
        let said = folder.run(&["run", "s.toml", "--out", "out"]).refused();
        assert!(said.starts_with(message), "{said}");
        assert!(!folder.0.join("out").exists());
    }
}
