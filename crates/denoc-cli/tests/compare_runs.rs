//! `denoc plot` and `denoc diff`: hand-made files with known differences, and runs.

mod common;

use common::Folder;
use serde_json::json;

/// Two short runs by hand: at t = 2 s, q differs by 1 of at most 4.
fn desk(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.file("a.csv", "t [s],q[x] [m],q[arm] [rad],v[x] [m/s]\n0,1,0,0\n1,2,1,10\n2,3,2,-5\n");
    folder.file("b.csv", "t [s],q[x] [m],q[arm] [rad],v[x] [m/s]\n0,1,0,0\n1,2,1,9.9\n2,4,2,-5\n");
    folder
}

// oracle: by hand; the exit code says whether the runs are equal
#[test]
fn diff_reports_the_worst_column_first() {
    let folder = desk("diff");
    let said = folder.run(&["diff", "a.csv", "b.csv", "--tolerance", "0.02", "--json"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let found: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&found["equal"], &found["inputs"]), (&json!(false), &json!(null)));
    let worst = &found["columns"][0];
    assert_eq!((&worst["name"], &worst["max_abs"], &worst["max_rel"]), (&json!("q[x]"), &json!(1.0), &json!(0.25)));
    assert_eq!(worst["at"], json!(2.0));
    let equal = folder.run(&["diff", "a.csv", "b.csv", "--tolerance", "0.25"]);
    assert_eq!(equal.code, 0);
    assert!(equal.out.ends_with("equal: 3 columns within the tolerance\n"), "{}", equal.out);
    let text = folder.run(&["diff", "a.csv", "b.csv", "--tolerance", "0.02"]);
    assert_eq!(text.code, 1);
    let row = text.out.lines().find(|line| line.contains("q[x]")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["≠", "q[x]", "1", "m", "0.25", "2"]);
    assert!(text.out.contains("all 3 rows with equal times are compared, from 0 to 2 s"), "{}", text.out);
    assert!(text.out.ends_with("different: 1 of 3 columns differs\n"), "{}", text.out);
}

// oracle: exit code 2, and what each message must name
#[test]
fn what_cannot_be_compared_is_an_error() {
    let folder = desk("refused");
    folder.file("empty.csv", "").file("head.csv", "t [s],q [m]\n").file("notes.txt", "t\n0\n");
    for (words, message) in [
        (&["diff", "a.csv", "."][..], "the folder contains no run (no run.json)"),
        (&["diff", "a.csv", "nowhere"], "nowhere: there is no such folder or file"),
        (&["diff", "empty.csv", "a.csv"], "the file has no header"),
        (&["diff", "head.csv", "a.csv"], "the table has no rows"),
        (&["diff", "notes.txt", "a.csv"], "give a run folder, or a .csv or .npz file"),
        (&["diff", "a.csv", "b.csv", "--tolerance=-1"], "the tolerance is -1"),
        (&["diff", "a.csv", "b.csv", "--columns", "q[y]"], "there is no column \"q[y]\"; did you mean \"q[x]\"?"),
    ] {
        let said = folder.run(words);
        assert_eq!(said.code, 2, "{words:?} {}", said.err);
        assert!(said.err.contains(message), "{words:?}: {}", said.err);
    }
    let itself = folder.run(&["diff", "a.csv", "a.csv"]);
    assert_eq!((itself.code, itself.err.as_str()), (0, "note: a.csv is compared with itself\n"));
}

// oracle: the texts of the picture
#[test]
fn plot_draws_runs_over_each_other() {
    let folder = desk("plot");
    let said = folder.run(&["plot", "a.csv", "b.csv", "--columns", "q[*]", "--degrees", "--out", "both.svg"]).ok();
    assert_eq!(said, "both.svg: 4 curves in 2 panels\n");
    let svg = std::fs::read_to_string(folder.0.join("both.svg")).unwrap();
    for text in [">q[x] [m]<", ">q[arm] [°]<", ">a<", ">b<", ">time [s]<", ">a, b<"] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    // beside the first run, under a new name
    assert_eq!(folder.run(&["plot", "a.csv"]).ok(), "a_plot.svg: 3 curves in 3 panels\n");
    assert_eq!(folder.run(&["plot", "a.csv", "--title", "T"]).ok(), "a_plot-2.svg: 3 curves in 3 panels\n");
    assert!(std::fs::read_to_string(folder.0.join("a_plot-2.svg")).unwrap().contains(">T<"));
    folder.run(&["plot", "a.csv", "--against", "q[arm]", "--out", "phase.png"]).ok();
    assert_eq!(&std::fs::read(folder.0.join("phase.png")).unwrap()[..4], b"\x89PNG");
    for (words, message) in [
        (
            &["plot", "a.csv", "--columns", "force*"][..],
            "there is no column \"force*\"; the columns are t, q[…] (2), v[…]",
        ),
        (&["plot", "a.csv", "--against", "q[amr]"], "did you mean \"q[arm]\"?"),
        (&["plot", "a.csv", "a.csv"], "a.csv is given twice"),
        (&["plot", "a.csv", "--out", "plot.pdf"], "--out plot.pdf: the name must end in .svg or .png"),
        (&["plot", "a.csv", "--out", "nowhere/plot.svg"], "cannot write nowhere/plot.svg"),
        (&["plot", "."], "the folder contains no run (no run.json)"),
    ] {
        let message_said = folder.run(words).refused();
        assert!(message_said.contains(message), "{words:?}: {message_said}");
    }
}

// oracle: the inputs of the command line; a run is equal to itself written in another format
#[test]
fn runs_are_compared_with_their_inputs() {
    let folder = Folder::new("runs");
    for (name, tolerance) in [("fine", "1e-10"), ("coarse", "1e-6")] {
        let words = ["simulate", "two_r", "--duration", "0.5", "--tolerance", tolerance, "--no-report", "--out", name];
        folder.run(&words).ok();
    }
    let said = folder.run(&["diff", "fine", "coarse", "--tolerance", "1e-3", "--columns", "q[*],v[*]", "--json"]);
    let found = said.json();
    assert_eq!(found["equal"], json!(true));
    assert_eq!(found["inputs"], json!([{"key": "scenario.simulate.tolerance", "a": 1e-10, "b": 1e-6}]));
    assert!(found["columns"][0]["max_abs"].as_f64().unwrap() > 0.0);
    let same = folder.run(&["diff", "fine/results.csv", "fine/results.npz", "--tolerance", "0", "--absolute", "0"]);
    assert_eq!(same.code, 0, "{}", same.out);
    assert_eq!(
        folder.run(&["plot", "fine", "coarse", "--columns", "q[joint1]"]).ok(),
        "fine_plot.svg: 2 curves in 1 panel\n"
    );
}
