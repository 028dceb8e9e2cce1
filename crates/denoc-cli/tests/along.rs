//! Forces along a motion without a scenario file, sinusoidal forces, tables with columns for some joints, angles of many turns.

mod common;

use common::Folder;

fn read(folder: &Folder, path: &str) -> String {
    std::fs::read_to_string(folder.0.join(path)).expect("a file")
}

// oracle: the run of the scenario with the same motion, byte by byte; the peak read from its table
#[test]
fn forces_along_a_motion_are_those_of_a_scenario() {
    let folder = Folder::new("along");
    folder.file(
        "s.toml",
        "model = \"puma\"\n[start]\nq = { joint2 = \"-30 deg\" }\n[motion]\nprofile = \"cycloidal\"\nduration = 2\nsamples = 51\n\
         joint_forces = false\nto = { joint1 = 1, joint3 = \"20 deg\" }\n",
    );
    folder.run(&["run", "s.toml", "--out", "a", "--no-report"]).ok();
    let command = "inverse puma --q joint2=-30?deg --to joint1=1,joint3=20?deg --duration 2 --profile cycloidal --samples 51 \
                   --out b --no-report --json";
    let words: Vec<String> = command.split_whitespace().map(|word| word.replace('?', " ")).collect();
    let said = folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>()).json();
    for file in ["results.csv", "reactions.csv"] {
        assert_eq!(read(&folder, &format!("a/{file}")), read(&folder, &format!("b/{file}")), "{file}");
    }
    let text = read(&folder, "b/results.csv");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let column = lines.next().unwrap().iter().position(|name| name.starts_with("tau[joint2]")).unwrap();
    let peak = lines
        .map(|row| row[column].parse::<f64>().unwrap())
        .fold(0.0_f64, |a, x| if x.abs() > a.abs() { x } else { a });
    let found = said["peaks"].as_array().unwrap().iter().find(|peak| peak["actuator"] == "joint2").unwrap();
    assert_eq!((found["force"].as_f64(), &found["unit"]), (Some(peak), &"N m".into()));
    assert_eq!(said["peaks"].as_array().unwrap().len(), 6);
}

// oracle: the mechanism has one motor
#[test]
fn loops_are_driven_by_the_joints_that_are_named() {
    let folder = Folder::new("along_loop");
    let words =
        ["inverse", "fourbar", "--to", "crank_pivot=90 deg", "--duration", "1", "--samples", "21", "--no-report"];
    let said = folder.run(&words).ok();
    assert!(said.contains("crank_pivot") && said.contains("peak power [W]"), "{said}");
    assert!(read(&folder, "runs/fourbar/results.csv").lines().count() == 22);
    let refused = folder.run(&["inverse", "fourbar", "--to", "crank_pivt=1", "--duration", "1"]).refused();
    assert!(refused.contains("did you mean \"crank_pivot\"?"), "{refused}");
}

// oracle: the start; a run with the missing columns written down
#[test]
fn tables_may_leave_joints_out() {
    let folder = Folder::new("along_tables");
    let scenario = |file: &str| {
        format!(
            "model = \"planar_3r\"\n[start]\nq = [0.3, 0, -0.2]\n[motion]\nprofile = \"table\"\nfile = \"{file}\"\nsamples = 21\n"
        )
    };
    folder.file("some.csv", "t,q[joint2]\n0,0\n0.5,0.4\n1,0.1\n").file("some.toml", &scenario("some.csv"));
    let all = "t,q[joint1],q[joint2],q[joint3]\n0,0.3,0,-0.2\n0.5,0.3,0.4,-0.2\n1,0.3,0.1,-0.2\n";
    folder.file("all.csv", all).file("all.toml", &scenario("all.csv"));
    let said = folder.run(&["run", "some.toml", "--no-report"]);
    assert!(said.err.contains("joints without a column q[…] keep their start value: joint1, joint3"), "{}", said.err);
    let said = folder.run(&["run", "all.toml", "--no-report"]);
    assert!(!said.err.contains("without a column"), "{}", said.err);
    assert_eq!(read(&folder, "runs/some/results.csv"), read(&folder, "runs/all/results.csv"));
    for (text, message) in [
        (
            "t,q[joint2],q[jont3]\n0,0,0\n1,1,0\n",
            "column \"q[jont3]\" belongs to no joint; did you mean \"q[joint3]\"?",
        ),
        (
            "t,q[joint2],v[joint3]\n0,0,0\n1,1,0\n",
            "there is a column \"q[joint2]\", but no column \"v[joint2]\"; give both",
        ),
    ] {
        let refused = folder.file("some.csv", text).run(&["run", "some.toml"]);
        assert!(refused.err.contains(message), "{}", refused.err);
    }
    folder.file("tau.csv", "t,tau[joint1]\n0,1\n1,2\n");
    let words =
        ["simulate", "planar_3r", "--controller", "table", "--forces", "tau.csv", "--duration", "0.1", "--no-report"];
    let said = folder.run(&words);
    assert!(said.err.contains("joints without a column tau[…] have no force: joint2, joint3"), "{}", said.err);
}

// oracle: 90/(2π)
#[test]
fn angles_of_many_turns_are_noted() {
    let note = "note: joint1 = 90 rad is 14.3239 turns: did you mean \"90 deg\"?";
    let folder = Folder::new("along_turns");
    folder
        .file("state.json", "{\"q\": {\"joint1\": 90}}")
        .file("deg.toml", "model = \"one_r\"\n[start]\nq = [90]\n[simulate]\nduration = 0.1\n");
    for words in [
        &["fk", "one_r", "--q", "joint1=90"][..],
        &["fk", "one_r", "--state", "state.json"],
        &["simulate", "one_r", "--q", "90", "--duration", "0.1", "--no-report"],
        &["inverse", "one_r", "--to", "joint1=90", "--duration", "1", "--no-report"],
        &["run", "deg.toml", "--no-report"],
    ] {
        let said = folder.run(words);
        assert!(said.code == 0 && said.err.contains(note), "{words:?}: {}", said.err);
    }
    for words in [&["fk", "one_r", "--q", "joint1=720 deg"][..], &["fk", "one_r", "--q", "6"]] {
        let said = folder.run(words);
        assert!(said.code == 0 && !said.err.contains("turns"), "{}", said.err);
    }
}

// oracle: a frequency of 2 Hz is 120 rpm; sin(2π · 2 · 0.1 + π/2) · 3 N m at t = 0.1 s
#[test]
fn joint_forces_may_be_sinusoidal() {
    let folder = Folder::new("along_sinusoid");
    let words = |frequency: &'static str, out: &'static str| {
        vec![
            "simulate",
            "one_r",
            "--controller",
            "sinusoid",
            "--tau",
            "3",
            "--frequency",
            frequency,
            "--phase",
            "90 deg",
            "--duration",
            "0.2",
            "--output-step",
            "0.1",
            "--out",
            out,
            "--no-report",
        ]
    };
    for (frequency, out) in [("2", "a"), ("2 Hz", "b"), ("120 rpm", "c")] {
        folder.run(&words(frequency, out)).ok();
    }
    let text = read(&folder, "a/results.csv");
    assert_eq!((&text, &text), (&read(&folder, "b/results.csv"), &read(&folder, "c/results.csv")));
    let column = text.lines().next().unwrap().split(',').position(|name| name.starts_with("tau[joint1]")).unwrap();
    let tau: Vec<f64> =
        text.lines().skip(1).map(|line| line.split(',').nth(column).unwrap().parse().unwrap()).collect();
    let expected = |t: f64| 3.0 * (std::f64::consts::TAU * 2.0 * t + std::f64::consts::FRAC_PI_2).sin();
    for (k, tau) in tau.iter().enumerate() {
        assert!((tau - expected(0.1 * k as f64)).abs() < 1e-12, "{k}: {tau}");
    }
    let refused = folder.run(&words("2 mm", "d"));
    assert!(refused.err.contains("controller.frequency: \"2 mm\" is a length"), "{}", refused.err);
}
