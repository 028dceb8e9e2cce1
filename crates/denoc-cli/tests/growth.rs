//! `denoc growth`: numbers, files, and what it refuses.

mod common;

use common::{Folder, denoc};

#[test]
fn what_it_cannot_do() {
    let refused = |words: &[&str]| denoc(words).refused();
    assert_eq!(
        refused(&["growth", "puma"]),
        "puma: model \"puma\" has no loops; choose a mechanism with loops, such as fourbar or sevenbar"
    );
    assert_eq!(
        refused(&["growth", "fourbar", "--schemes", "magic"]),
        "--schemes magic: there is no closure scheme \"magic\"; choose one of odca, multipliers, speeds, odca-projected, projected, \
         corrected"
    );
    assert_eq!(
        refused(&["growth", "fourbar", "--duration", "-3"]),
        "--duration -3: must be positive, such as 10 (seconds)"
    );
    assert_eq!(
        refused(&["growth", "fourbar", "--duration", "1"]),
        "--from 2: the run ends at 1 s, before the fit begins; choose an earlier one"
    );
    assert_eq!(
        refused(&["growth", "fourbar", "--from", "20"]),
        "--from 20: the run ends at 10 s, before the fit begins; choose an earlier one, or a longer --duration"
    );
    assert_eq!(
        refused(&["growth", "fourbar", "--schemes", "odca,odca"]),
        "--schemes odca,odca: the closure scheme \"odca\" is listed twice; name each scheme once"
    );
    assert_eq!(refused(&["growth", "fourbar", "--tolerance", "0"]), "--tolerance 0: choose one between 1e-14 and 1e-2");
}

// oracle: two methods that find the same accelerations drift alike; projected loops do not drift
#[test]
fn numbers_and_files() {
    let folder = Folder::new("growth");
    let methods = "odca,multipliers,speeds,projected";
    let words =
        ["growth", "odca_fourbar", "--duration", "4", "--from", "1", "--schemes", methods, "--json", "-o", "study"];
    let all = folder.run(&words).json();
    let methods = all["mechanisms"][0]["methods"].as_array().unwrap();
    let largest = |k: usize| methods[k]["largest_error"].as_f64().unwrap();
    assert!((largest(0) / largest(1) - 1.0).abs() < 0.01, "{all}");
    assert!(largest(2) < largest(1) && largest(3) < 1e-13, "{all}");
    assert!(methods[1]["exponent"].as_f64().unwrap() > methods[2]["exponent"].as_f64().unwrap(), "{all}");
    assert!(methods[3]["exponent"].is_null());
    for ending in ["csv", "svg", "png"] {
        assert!(folder.0.join(format!("study/odca_fourbar.{ending}")).exists(), "{ending}");
    }
    assert!(folder.0.join("study/growth.json").exists());
    assert_eq!((&all["complete"], &methods[1]["printed"]), (&true.into(), &"t^2".into()));
    assert!(all["remarks"].as_str().unwrap().contains("The paper reports"), "{all}");
}

// oracle: the paper says nothing about other mechanisms; five samples tell no power
#[test]
fn what_the_paper_says_is_said_of_its_mechanisms_only() {
    let folder = Folder::new("growth-other");
    let words = ["growth", "fourbar", "--duration", "0.5", "--from", "0.41", "--schemes", "multipliers", "-o", "study"];
    let text = folder.run(&words).ok();
    assert!(text.contains("too few samples") && !text.contains("t^2"), "{text}");
    assert!(!text.contains("printed") && !text.contains("The paper reports"), "{text}");
    let plot = std::fs::read_to_string(folder.0.join("study/fourbar.svg")).unwrap();
    assert!(!plot.contains("as printed"));
    let words = ["growth", "odca_fourbar", "--duration", "0.5", "--from", "0.1", "--schemes", "multipliers"];
    let text = folder.run(&words).ok();
    assert!(text.contains("single loop (Fig. 3)") && text.contains("printed"), "{text}");
}

// oracle: words; exit code 130
#[cfg(unix)]
#[test]
fn an_interrupted_study_says_so() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("growth-stopped");
    let words = ["growth", "odca_fourbar", "--duration", "100000", "--schemes", "multipliers", "-o", "study"];
    let mut output = None;
    // a busy machine may take its time to begin: a signal before that ends the program without a word
    for seconds in [1, 4, 16] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_denoc"));
        command.args(words).current_dir(&folder.0).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let ended = child.wait_with_output().unwrap();
        let begun = ended.status.code().is_some();
        output = Some(ended);
        if begun {
            break;
        }
    }
    let output = output.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("stopped: no mechanism was complete, so nothing is kept"), "{said}");
    assert!(folder.files().is_empty());
}
