//! The command that computes the sources again.

mod common;

use common::Folder;
use serde_json::Value;

/// Everything that is called `passed` in an answer, at any depth.
fn passed(answer: &Value) -> Vec<bool> {
    match answer {
        Value::Array(list) => list.iter().flat_map(passed).collect(),
        Value::Object(fields) => {
            let own = fields.get("passed").and_then(Value::as_bool);
            own.into_iter().chain(fields.values().flat_map(passed)).collect()
        }
        _ => Vec::new(),
    }
}

// oracle: the names of the cases; what each compares has oracles of its own
#[test]
fn cases_are_chosen_by_word_and_pass() {
    let folder = Folder::new("reproduce-cases");
    for (word, comparisons) in [("Example 9.4", 4), ("Example 9.7", 4), ("Example 9.11", 6)] {
        let out = word.replace([' ', '.'], "-");
        let answer = folder.run(&["reproduce", "--only", word, "--out", &out, "--json"]).json();
        let all = passed(&answer);
        assert!(all.len() >= comparisons && all.iter().all(|passed| *passed), "{word}: {answer}");
        let page = std::fs::read_to_string(folder.0.join(out).join("report.html")).unwrap();
        assert!(page.contains(word), "{word}");
    }
}

// oracle: the message of the library for a robot whose last link has no inertia
#[test]
fn the_report_of_the_kuka_names_the_joint_without_inertia() {
    let folder = Folder::new("reproduce-kuka");
    let text = folder.run(&["reproduce", "--only", "example 9.11", "--out", "kuka"]).ok();
    assert!(text.contains("Example 9.11") && text.contains("kuka") && !text.contains("MISSED"), "{text}");
    let page = std::fs::read_to_string(folder.0.join("kuka/report.html")).unwrap();
    assert!(page.contains("joint6"), "the refusal");
    assert!(page.contains("elbow") && page.contains("wrist"), "the times of interference");
}

// oracle: the list of cases
#[test]
fn an_unknown_word_lists_the_cases_and_writes_nothing() {
    let folder = Folder::new("reproduce-unknown");
    let said = folder.run(&["reproduce", "--only", "Example 7.1"]).refused();
    assert!(said.contains("Example 9.4") && said.contains("Example 9.11"), "{said}");
    assert!(folder.files().is_empty());
}

// oracle: what the cases compare with; the names of documents as in docs/theory/equations.toml
#[test]
fn every_case_passes_and_runs_do_not_overwrite_each_other() {
    let folder = Folder::new("reproduce-all");
    let answer = folder.run(&["reproduce", "--json"]).json();
    assert!(passed(&answer).len() > 100 && passed(&answer).iter().all(|passed| *passed), "{answer}");
    let cases = answer["cases"].as_array().unwrap();
    for document in ["SahaIR", "Saha99", "Saha13", "MukAnd06"] {
        assert!(cases.iter().any(|case| case["document"] == document), "{document}");
    }
    let record = std::fs::read_to_string(folder.0.join("runs/reproduce/cases.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&record).unwrap(), answer);
    let page = std::fs::read_to_string(folder.0.join("runs/reproduce/report.html")).unwrap();
    assert!(cases.iter().all(|case| page.contains(case["id"].as_str().unwrap())));

    let again = folder.run(&["reproduce", "--only", "table 9.6"]).ok();
    assert!(again.contains("SahaIR Table 9.6") && again.contains("reproduce-2"), "{again}");
}
