//! `denoc growth`: numbers, files, and what it refuses.

mod common;

use common::{Folder, denoc};

#[test]
fn what_it_cannot_do() {
    let refused = |words: &[&str]| denoc(words).refused();
    assert_eq!(
        refused(&["growth", "puma"]),
        "puma: \"puma\" has no loops, so that nothing can open; give mechanisms with loops, such as fourbar or sevenbar"
    );
    assert_eq!(
        refused(&["growth", "fourbar", "--methods", "magic"]),
        "--methods magic: there is no such way to keep loops closed; known are odca, multipliers, speeds, odca-projected, \
         projected, corrected"
    );
    assert_eq!(
        refused(&["growth", "fourbar", "--time", "-3"]),
        "--time -3: a run takes a positive time, such as 10 (seconds)"
    );
    assert_eq!(
        refused(&["growth", "fourbar", "--time", "1"]),
        "--from 2: the run ends at 1 s, before the fit begins; choose a smaller one"
    );
    assert_eq!(refused(&["growth", "fourbar", "--tolerance", "0"]), "--tolerance 0: choose one between 1e-14 and 1e-2");
}

// oracle: two methods that find the same accelerations drift alike; projected loops do not drift
#[test]
fn numbers_and_files() {
    let folder = Folder::new("growth");
    let methods = "odca,multipliers,speeds,projected";
    let words = ["growth", "odca_fourbar", "--time", "4", "--from", "1", "--methods", methods, "--json", "-o", "study"];
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
}
