//! Runs of the program that write a folder: simulations, scenarios, interruptions.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Folder, denoc_in};
use denoc_testkit::in_parallel;

fn scenarios() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenarios")
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

// oracle: the list of files in the documentation
#[test]
fn the_demo_writes_everything_and_passes() {
    let folder = Folder::new("demo");
    let said = folder.run(&["demo", "--out", "first"]).ok();
    assert!(said.contains("All checks of the audit passed") && said.contains("first/report.html"), "{said}");
    assert!(!said.contains('\x1b'), "colours into a pipe: {said}");
    let first = folder.0.join("first");
    for file in ["results.csv", "results.npz", "report.html", "run.json", "plots/energy.svg", "plots/energy.png"] {
        assert!(first.join(file).metadata().is_ok_and(|m| m.len() > 100), "{file}");
    }
    for file in ["results.partial.csv", "checkpoint.json"] {
        assert!(!first.join(file).exists(), "{file}");
    }
    let run: serde_json::Value = serde_json::from_str(&read(&first, "run.json")).unwrap();
    assert_eq!((&run["status"], &run["passed"]), (&"finished".into(), &true.into()));
    assert!(run["conventions"]["quaternions"].is_string());
    // a second run never overwrites the first
    let again = folder.run(&["demo", "--out", "first"]);
    assert!(again.refused().contains("the folder contains a run"));
}

// oracle: the files of a run with a report; the clock
#[test]
fn a_run_without_a_report_draws_nothing() {
    let folder = Folder::new("no-report");
    let words = ["simulate", "fourbar", "--v", "crank_pivot=5", "--duration", "0.1", "--no-report"];
    let said = folder.run(&[&words[..], &["--out", "plain"]].concat()).ok();
    assert!(said.contains("report   not drawn") && !said.contains("plots"), "{said}");
    let plain = folder.0.join("plain");
    for (file, exists) in
        [("results.csv", true), ("results.npz", true), ("run.json", true), ("plots", false), ("report.html", false)]
    {
        assert_eq!(plain.join(file).exists(), exists, "{file}");
    }
    let run: serde_json::Value = serde_json::from_str(&read(&plain, "run.json")).unwrap();
    assert!(run["audit"].as_array().is_some_and(|rows| !rows.is_empty()));
    let json = folder.run(&[&words[..], &["--out", "again", "--json"]].concat()).json();
    assert!(json["report"].is_null() && json["passed"] == true);
    // the same by a scenario
    let text = "model = \"fourbar\"\nreport = false\n[start]\nv = { crank_pivot = 5 }\n[simulate]\nduration = 0.1\n";
    std::fs::write(folder.0.join("plain.toml"), text).unwrap();
    folder.run(&["run", "plain.toml", "--out", "third"]).ok();
    let third = folder.0.join("third");
    assert_eq!(read(&plain, "results.csv"), read(&third, "results.csv"));
    assert!(!third.join("report.html").exists() && !third.join("plots").exists());
}

// oracle: the first line comes after five seconds; its numbers are those of an endless run
#[test]
fn progress_is_printed_into_a_pipe() {
    let folder = Folder::new("progress");
    let mut child = Command::new(env!("CARGO_BIN_EXE_denoc"))
        .args(["simulate", "planar_3r", "--duration", "1e6", "--output-step", "1e3", "--no-report"])
        .current_dir(&folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stderr.take().unwrap()), &mut line).unwrap();
    let waited = begun.elapsed();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(waited > Duration::from_secs(4), "{waited:?} {line}");
    assert!(line.starts_with("t = ") && line.contains(" of 1000000 s ("), "{line}");
    assert!(line.contains(" steps, ") && line.contains(" × real time, ") && line.ends_with(" left\n"), "{line}");
}

// oracle: an uninterrupted run, byte by byte
#[cfg(unix)]
#[test]
fn a_killed_run_is_readable_and_resumes_to_the_same_end() {
    let folder = Folder::new("killed");
    let words = ["simulate", "one_r", "--q", "joint1=2.0", "--duration", "3600", "--output-step", "0.2"];
    let whole = [&words[..], &["--out", "whole"]].concat();
    folder.run(&whole).ok();

    let killed = [&words[..], &["--out", "killed"]].concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_denoc"))
        .args(&killed)
        .current_dir(&folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let place = folder.0.join("killed");
    let begun = Instant::now();
    while !place.join("checkpoint.json").exists() && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let other = folder.run(&["simulate", "--resume", "killed"]).refused();
    assert!(other.contains("another process is writing this run"), "{other}");
    child.kill().unwrap(); // SIGKILL: nothing can be tidied up
    child.wait().unwrap();
    assert!(!place.join("results.csv").exists(), "the run ended before it was killed: make it longer");

    let (partial, all) = (read(&place, "results.partial.csv"), read(&folder.0.join("whole"), "results.csv"));
    let complete: Vec<&str> = partial.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
    assert!(complete.len() > 10, "{} rows", complete.len());
    assert!(all.starts_with(&complete.concat()), "the rows up to the kill are those of the whole run");

    // files of other versions and models are refused, and say what to do
    for (file, from, to, words) in [
        (
            "run.json",
            "\"version\": 4",
            "\"version\": 3",
            "format version 3, and this program reads version 4; results.csv",
        ),
        (
            "run.json",
            "\"format\": \"denoc run\",",
            "",
            "an earlier version of denoc wrote it, or another program; results.csv",
        ),
        (
            "run.json",
            "\"model_sha256\": \"",
            "\"model_sha256\": \"0",
            "the run began with other inputs:\n  the model one_r has changed since (its numbers)\nrestore them",
        ),
        ("run.json", "\"duration\": 3600.0", "\"duration\": 3601.0", "the scenario in run.json has been altered"),
        (
            "run.json",
            "\"program\": \"denoc 0",
            "\"program\": \"denoc 7",
            "denoc 7.1.0 began this run, and this is denoc 0.1.0: their results may differ; resume it with that version, or add \
             --any-version",
        ),
    ] {
        let kept = read(&place, file);
        assert!(kept.contains(from), "{file}: {kept}");
        std::fs::write(place.join(file), kept.replacen(from, to, 1)).unwrap();
        let said = folder.run(&["simulate", "--resume", "killed"]).refused();
        assert!(said.contains(words), "{file}: {said}");
        std::fs::write(place.join(file), kept).unwrap();
    }

    let said = folder.run(&["simulate", "--resume", "killed"]).ok();
    assert!(said.contains("audit passed"), "{said}");
    assert!(read(&place, "results.csv") == all, "the resumed run differs from the whole one");
    let again = folder.run(&["simulate", "--resume", "killed"]).refused();
    assert!(again.contains("the run is complete"), "{again}");
    let none = folder.run(&["simulate", "--resume", "nowhere"]).refused();
    assert!(none.contains("the folder contains no run"), "{none}");
}

#[test]
fn every_scenario_of_the_examples_runs() {
    let folder = Folder::new("scenarios");
    let paths: Vec<_> = std::fs::read_dir(scenarios()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(paths.len() >= 5);
    in_parallel(paths, |path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let said = folder.run(&["run", path.to_str().unwrap(), "--out", &name, "--json"]).json();
        assert_eq!(said["passed"], true, "{name}: {said}");
        assert!(folder.0.join(&name).join("report.html").exists());
    });
}

#[test]
fn a_missed_tolerance_is_an_exit_code_in_strict_mode_only() {
    let folder = Folder::new("strict");
    let words = ["simulate", "ur5_like", "--integrator", "rk4", "--step", "0.01", "--duration", "1"];
    let loose = folder.run(&[&words[..], &["--out", "loose"]].concat());
    assert_eq!(loose.code, 0);
    assert!(loose.out.contains("MISSED"), "{}", loose.out);
    assert!(loose.out.contains("audit MISSED a tolerance"), "{}", loose.out);
    let strict = folder.run(&[&words[..], &["--out", "strict", "--strict"]].concat());
    assert_eq!(strict.code, 3, "{}", strict.err);
    // a doubtful model is refused before anything is written
    let doubtful = folder.run(&["simulate", "kuka_kr5", "--strict", "--out", "doubtful"]);
    assert_eq!(doubtful.code, 2);
    assert!(!folder.0.join("doubtful").exists());
}

#[test]
fn a_singular_arm_is_refused_with_its_joint_and_runs_with_rotor_inertia() {
    let folder = Folder::new("singular");
    let words = ["simulate", "kuka_kr5", "--duration", "0.05", "--out"];
    let refused = folder.run(&[&words[..], &["a"]].concat()).refused();
    assert!(refused.contains("joint \"joint6\"") && refused.contains("--rotor-inertia joint6=VALUE"), "{refused}");
    let said = folder.run(&[&words[..], &["b", "--rotor-inertia", "joint6=1e-6"]].concat()).ok();
    assert!(said.contains("audit passed"), "{said}");
}

#[test]
fn options_of_earlier_versions_are_refused_with_the_present_name() {
    let folder = Folder::new("renamed");
    for (options, present) in [
        (&["--method", "rk4"][..], "--integrator"),
        (&["--loop-method", "odca"], "--algorithm"),
        (&["--no-joint-forces"], "--joint-forces=false"),
    ] {
        let message = folder.run(&[&["simulate", "one_r"], options].concat()).refused();
        assert!(message.contains(&format!("this option is now called {present}")), "{message}");
    }
    let message = folder.run(&["simulate", "puma", "--base", "prescribed", "--out", "a"]).refused();
    assert!(message.contains("a simulation does not support the base \"prescribed\"; use \"floating\""), "{message}");
}

// oracle: the same times in seconds
#[test]
fn times_may_have_units() {
    let folder = Folder::new("times");
    folder.file("s.toml", "model = \"one_r\"\n[simulate]\nduration = \"200 ms\"\noutput_step = \"10 ms\"\n");
    for words in [
        &["run", "s.toml", "--out", "a", "--no-report"][..],
        &["simulate", "one_r", "--duration", "200ms", "--output-step", "0.01 s", "--out", "b", "--no-report"],
        &["simulate", "one_r", "--duration", "0.2", "--output-step", "0.01", "--out", "c", "--no-report"],
    ] {
        folder.run(words).ok();
    }
    let [a, b, c] = ["a", "b", "c"].map(|run| std::fs::read(folder.0.join(run).join("results.csv")).unwrap());
    assert!(a == c && b == c);
    let message = folder.run(&["simulate", "one_r", "--duration", "5kg"]).refused();
    assert!(message.contains("\"5kg\" is a mass, but a time is required"), "{message}");
    let message = folder.run(&["diff", "a", "b", "--tolerance", "abc"]).refused();
    assert!(message.starts_with("invalid value 'abc' for '--tolerance <NUMBER>': this is not a number"), "{message}");
    let message = folder.run(&["diff", "a", "b", "--tolerance", "-1"]).refused();
    assert_eq!(message, "tolerance: the tolerance is -1; give a number from 0");
}

// oracle: the speed limit of the catalogue, 400°/s
#[test]
fn a_start_beyond_a_limit_that_ends_the_run_is_a_note() {
    let folder = Folder::new("beyond");
    let words = ["simulate", "scara", "--v", "shoulder=20", "--limits", "end", "--out", "a", "--no-report"];
    let said = folder.run(&words);
    let note = "note: nothing was simulated, because limits end the run: joint \"shoulder\" passes its speed limit 6.98132 rad/s";
    assert!(said.err.contains(note) && !said.out.contains("integrator auto"), "{} {}", said.err, said.out);
}

#[test]
fn wrong_scenarios_say_where_and_what_to_do() {
    let folder = Folder::new("wrong");
    let cases = [
        (
            "model = \"puma\"\n[simulat]\nduration = 1\n",
            "there is no key \"simulat\" here",
            "did you mean \"simulate\"?",
        ),
        ("model = \"puma\"\n", "neither [simulate] nor [motion]", "add [simulate] with a duration"),
        (
            "model = \"pumma\"\n[simulate]\nduration = 1\n",
            "there is no model called \"pumma\"",
            "did you mean \"puma\"?",
        ),
        ("model = \"puma\"\n[simulate]\n", "the key \"duration\" is missing", "write duration"),
        ("model = \"puma\"\n[simulate]\nduration = -1\n", "the duration is -1", "positive"),
        ("model = \"puma\"\n[simulate]\nduration = 1e300\n", "beyond 4.5e9 s", "choose a shorter one"),
        ("model = \"puma\"\n[simulate]\nduration = \"5 kg\"\n", "3:12: \"5 kg\" is a mass", "a time is required"),
        ("model = \"puma\"\n[simulate]\nduration = 1\nintegrator = \"euler\"\n", "called \"euler\"", "dop853"),
        (
            "model = \"puma\"\n[start]\nq = { joint9 = 1 }\n[simulate]\nduration = 1\n",
            "no joint called \"joint9\"",
            "did you mean",
        ),
        (
            "model = \"puma\"\n[start]\nq = { joint1 = \"3 mm\" }\n[simulate]\nduration = 1\n",
            "\"3 mm\" is a length",
            "an angle",
        ),
        (
            "model = \"puma\"\n[start]\nq = [1, 2]\n[simulate]\nduration = 1\n",
            "q: 2 numbers, but the model has 6",
            "name the joints",
        ),
        (
            "model = \"puma\"\n[simulate]\nduration = 1\n[controller]\nlaw = \"pd\"\n",
            "controller has no \"kp\"",
            "give a number",
        ),
        (
            "model = \"puma\"\n[motion]\nprofile = \"cubic\"\nduration = 1\n",
            "motion.to: the key is missing",
            "give the goal",
        ),
        (
            "model = \"puma\"\n[simulate]\nduration = 1\n[[load]]\nlink = \"hand\"\nforce = [0, 0, 1]\n",
            "no link called \"hand\"",
            "",
        ),
        (
            "model = \"puma\"\n[simulate]\nduration = 1\n[[event]]\nvalue = 1\n",
            "an event needs exactly one of",
            "give one of them",
        ),
        (
            "model = \"puma\"\n[simulate]\nduration = 1\n[[load]]\nlink = \"link6\"\nforse = [0, 0, 1]\n",
            "\"forse\"",
            "did you mean",
        ),
        (
            "model = \"puma\"\n[motion]\nprofile = \"cubic\"\nduration = 1\nto = { joint1 = 1 }\nblend = 0.2\n",
            "s.toml:6: motion.blend: the profile \"cubic\" does not use this key",
            "remove it",
        ),
        (
            "model = \"puma\"\n[simulate]\nduration = 1\n[controller]\nlaw = \"gravity\"\n[motion]\nprofile = \"cubic\"\nduration = 1\nto = { joint1 = 1 }\n",
            "controller.law: the law \"gravity\" without gains kp and kd tracks no trajectory",
            "pd, pid, computed-torque",
        ),
    ];
    for (k, (text, rule, remedy)) in cases.into_iter().enumerate() {
        folder.file("s.toml", text);
        let out = format!("out{k}");
        let said = denoc_in(&folder.0, &["run", "s.toml", "--out", &out], "");
        assert!(matches!(said.code, 1 | 2) && said.out.is_empty(), "{text}: {} {}", said.code, said.out);
        assert!(said.err.contains(rule) && said.err.contains(remedy), "{text}\n{}", said.err);
        assert!(!folder.0.join(&out).join("results.csv").exists(), "{text}");
    }
}

// oracle: each broken file has its message beside it; here: exit code 2 and that message
#[test]
fn broken_model_files_give_their_message_and_exit_code_2() {
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("../denoc-formats/tests");
    let mut count = 0;
    for folder in ["broken", "broken_native", "broken_mjcf", "broken_sdf", "broken_dh"] {
        for entry in std::fs::read_dir(formats.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            // a single body cannot be built as it is; the program fixes it to the world, or lets it float
            if name.ends_with(".txt") || name == "tree_single_link.urdf" || !path.with_extension("txt").exists() {
                continue;
            }
            let said = denoc_in(path.parent().unwrap(), &["info", name], "");
            assert_eq!((said.code, said.out.as_str()), (2, ""), "{name}: {}", said.err);
            let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap();
            // where a mesh was looked for depends on the folder
            let found = said.err.replace("tried ./", "tried ").replace("error: ./", "error: ");
            assert_eq!(found.trim_end(), format!("error: {}", expected.trim_end()), "{name}");
            count += 1;
        }
    }
    assert!(count >= 60, "only {count} files");
}

// oracle: by hand: a massless-gravity slider of 2 kg on a spring of 50 N/m with friction of 3 N s/m, led by a table in mm
#[test]
fn motors_supply_what_springs_and_friction_do_not() {
    let folder = Folder::new("spring");
    folder.file(
        "slider.toml",
        "[model]\nname = \"slider\"\ngravity = [0, 0, 0]\n[[link]]\nname = \"sled\"\nmass = 2\ninertia = { xx = 1, yy = 1, zz = 1 }\n\
         [[joint]]\nname = \"rail\"\ntype = \"prismatic\"\nparent = \"ground\"\nchild = \"sled\"\naxis = [1, 0, 0]\n\
         viscous_friction = 3\nspring = { stiffness = 50 }\n",
    );
    // x = t² in millimetres
    let rows: String = (0..=10).map(|k| f64::from(k) * 0.1).map(|t| format!("{t},{}\n", 1000.0 * t * t)).collect();
    folder.file("way.csv", &format!("t [s],q[rail] [mm]\n{rows}"));
    for (key, expected) in [("true", 2.0 * 2.0 + 50.0 + 3.0 * 2.0), ("false", 2.0 * 2.0)] {
        let text = format!(
            "model = \"slider.toml\"\n[motion]\nprofile = \"table\"\nfile = \"way.csv\"\nsamples = 11\njoint_forces = {key}\n"
        );
        folder.file("s.toml", &text).run(&["run", "s.toml", "--out", key]).ok();
        let csv = read(&folder.0.join(key), "results.csv");
        let column = csv.lines().next().unwrap().split(',').position(|h| h == "tau[rail] [N]").unwrap();
        let last: f64 = csv.lines().last().unwrap().split(',').nth(column).unwrap().parse().unwrap();
        assert!((last - expected).abs() < 1e-9, "{key}: {last} is not {expected}");
    }
}
