//! Hand-made results with known differences.

use denoc_results::{Column, Table};
use serde_json::json;

use super::*;

fn results(name: &str, columns: &[(&str, &str, &[f64])]) -> Results {
    let columns = columns.iter().map(|(name, unit, values)| Column::new(*name, *unit, values.to_vec()));
    Results::from_table(name, Table::from_columns(columns).unwrap())
}

fn tolerance(tolerance: f64) -> DiffOptions {
    DiffOptions { tolerance, ..DiffOptions::default() }
}

const T: (&str, &str, &[f64]) = ("t", "s", &[0.0, 1.0, 2.0]);

// oracle: by hand; the largest absolute value of q is 4, of v 10
#[test]
fn differences_are_relative_to_the_largest_value_of_each_column() {
    let a = results("a", &[T, ("q[x]", "m", &[1.0, 2.0, 3.0]), ("v[x]", "m/s", &[0.0, 10.0, -5.0])]);
    let b = results("b", &[T, ("q[x]", "m", &[1.0, 2.0, 4.0]), ("v[x]", "m/s", &[0.0, 9.9, -5.0])]);
    let found = diff(&a, &b, &tolerance(0.02)).unwrap();
    let rows: Vec<_> = found.columns.iter().map(|c| (c.name.as_str(), c.at, c.equal)).collect();
    // the worst first
    assert_eq!(rows, [("q[x]", Some(2.0), false), ("v[x]", Some(1.0), true)]);
    assert_eq!((found.columns[0].max_abs, found.columns[0].max_rel), (1.0, 0.25));
    assert!((found.columns[1].max_rel - 0.01).abs() < 1e-15);
    assert_eq!((found.equal, found.summary().as_str()), (false, "different: 1 of 2 columns differs"));
    let found = diff(&a, &b, &tolerance(0.25)).unwrap();
    assert_eq!((found.equal, found.summary().as_str()), (true, "equal: 2 columns within the tolerance"));
    // a column that is not compared does not count
    let only = DiffOptions { columns: vec!["v[*]".into()], ..tolerance(0.02) };
    let found = diff(&a, &b, &only).unwrap();
    assert!(found.equal && found.columns.len() == 1);
    assert_eq!(found.inputs, None);
}

// oracle: by hand
#[test]
fn missing_columns_lengths_units_and_nan_are_named() {
    let nan = f64::NAN;
    let a = results("a", &[T, ("q[x]", "m", &[nan, 1.0, nan]), ("w", "rad", &[0.0; 3]), ("left", "", &[1.0; 3])]);
    let b = results("b", &[T, ("q[x]", "m", &[nan, 1.0, 2.0]), ("w", "°", &[0.0; 3]), ("right", "", &[1.0; 3])]);
    let found = diff(&a, &b, &tolerance(1.0)).unwrap();
    assert!(!found.equal);
    assert_eq!((found.columns[0].not_finite, found.columns[0].max_abs), (1, 0.0));
    assert_eq!((found.only_in_a.as_slice(), found.only_in_b.as_slice()), (&["left".into()][..], &["right".into()][..]));
    assert_eq!(found.others, ["the unit of w is \"rad\" in a, \"°\" in b"]);
    assert!(
        found.summary().contains("1 of 1 column differs; 2 columns are in one of them only"),
        "{}",
        found.summary()
    );
    // equal where both are not a number
    let same = diff(&a, &a, &tolerance(0.0)).unwrap();
    assert!(same.equal, "{}", same.summary());
    // one run is longer
    let long = results("long", &[("t", "s", &[0.0, 1.0, 2.0, 3.0]), ("x", "m", &[0.0; 4])]);
    let short = results("short", &[T, ("x", "m", &[0.0; 3])]);
    let found = diff(&short, &long, &tolerance(0.0)).unwrap();
    assert_eq!(found.others, ["short ends at 2 s, long at 3 s"]);
    assert!(!found.equal && found.grid.rows == 3 && found.columns[0].equal);
    // no times: by row
    let rows = |n: usize| results(&format!("{n} rows"), &[("x", "m", &vec![1.0; n])]);
    let found = diff(&rows(2), &rows(3), &tolerance(0.0)).unwrap();
    assert_eq!(found.others, ["2 rows has 2 rows, 3 rows has 3"]);
}

// oracle: a straight line is interpolated exactly; a difference of 0.5 put on it by hand
#[test]
fn other_times_are_interpolated() {
    let fine: Vec<f64> = (0..=30).map(|i| f64::from(i) * 0.1).collect();
    let coarse = [0.05, 1.05, 2.05];
    let line = |times: &[f64], more: f64| times.iter().map(|t| 2.0 * t + more).collect::<Vec<f64>>();
    let a = results("a", &[("t", "s", &fine), ("x", "m", &line(&fine, 0.0))]);
    let b = results("b", &[("t", "s", &coarse), ("x", "m", &line(&coarse, 0.5))]);
    let found = diff(&a, &b, &tolerance(1e-9)).unwrap();
    assert!(found.grid.interpolated && found.grid.meaning.starts_with("a is interpolated linearly"));
    assert!((found.columns[0].max_abs - 0.5).abs() < 1e-14, "{}", found.columns[0].max_abs);
}

// oracle: by hand; rounding is not a difference, and the error of the energy balance is relative to the energies
#[test]
fn rounding_is_no_difference() {
    let run = |noise: f64, error: f64| {
        results(
            "run",
            &[
                T,
                ("z", "m", &[noise, 0.0, 0.0]),
                ("total energy", "J", &[100.0; 3]),
                ("unexplained energy", "J", &[error; 3]),
            ],
        )
    };
    assert!(diff(&run(0.0, 1e-9), &run(3e-17, 5e-9), &tolerance(1e-9)).unwrap().equal);
    let found = diff(&run(0.0, 0.0), &run(0.0, 1e-3), &tolerance(1e-9)).unwrap();
    assert!(!found.equal && (found.columns[0].max_rel - 1e-5).abs() < 1e-18);
    let exactly = DiffOptions { absolute: 0.0, ..tolerance(1e-9) };
    assert!(!diff(&run(0.0, 0.0), &run(3e-17, 0.0), &exactly).unwrap().equal);
}

// oracle: by hand
#[test]
fn what_cannot_be_compared_is_refused() {
    let a = results("a", &[T, ("q[joint1]", "rad", &[0.0; 3])]);
    let late = results("late", &[("t", "s", &[5.0, 6.0]), ("q[joint1]", "rad", &[0.0; 2])]);
    let mixed = results("mixed", &[("t", "s", &[1.0, 0.0]), ("q[joint1]", "rad", &[0.0; 2])]);
    let message = |b: &Results, options: &DiffOptions| diff(&a, b, options).unwrap_err().to_string();
    assert_eq!(
        message(&late, &tolerance(0.1)),
        "the times do not overlap: 0 to 2 s and 5 to 6 s; compare runs that cover the same time"
    );
    assert_eq!(message(&mixed, &tolerance(0.1)), "mixed: the column t is not ascending; sort the rows by time");
    assert_eq!(message(&a, &tolerance(f64::NAN)), "tolerance: the tolerance is NaN; give a number from 0");
    let columns = DiffOptions { columns: vec!["q[jont1]".into()], ..tolerance(0.1) };
    assert_eq!(
        message(&a, &columns),
        "there is no column \"q[jont1]\"; did you mean \"q[joint1]\"? the columns are t, q[…]"
    );
}

// oracle: two scenarios by hand
#[test]
fn inputs_that_differ_are_listed() {
    let run = |tolerance: f64, sum: &str| {
        let mut run = results("run", &[T]);
        run.record = Some(json!({
            "program": "denoc 0.1.0", "model": "puma", "model_sha256": sum, "command": tolerance,
            "scenario": {"simulate": {"duration": 1.0, "tolerance": tolerance}}, "files": {"arm.stl": sum},
        }));
        run
    };
    let found = diff(&run(1e-10, "a"), &run(1e-8, "b"), &tolerance(0.0)).unwrap();
    let inputs = found.inputs.unwrap();
    let keys: Vec<&str> = inputs.iter().map(|input| input.key.as_str()).collect();
    assert_eq!(keys, ["model_sha256", "scenario.simulate.tolerance", "files.arm.stl"]);
    let texts: Vec<String> = inputs.iter().map(InputDifference::text).collect();
    assert_eq!(texts[0], "model: its numbers differ");
    assert_eq!(texts[1], "scenario.simulate.tolerance: 1e-10, 1e-8");
    assert_eq!(texts[2], "file arm.stl: its contents differ");
    assert_eq!((&inputs[1].a, &inputs[1].b), (&json!(1e-10), &json!(1e-8)));
    // inputs alone do not make a difference
    assert!(found.equal);
}

/// The legends of each panel.
fn legends(plotted: &Plotted) -> Vec<(String, Vec<String>)> {
    let panel = |panel: &denoc_results::Panel| {
        let names = panel.series.iter().map(|series| series.name.clone()).collect();
        (format!("{} {}", panel.label, panel.unit).trim().to_owned(), names)
    };
    plotted.plot.panels.iter().map(panel).collect()
}

// oracle: by hand
#[test]
fn a_panel_for_each_quantity_and_names_that_tell_runs_apart() {
    let run = |name: &str, k: f64| {
        results(
            name,
            &[
                T,
                ("q[a]", "rad", &[0.0, k, 2.0 * k]),
                ("q[b]", "rad", &[0.0, 1.0, 0.0]),
                ("q[rail]", "m", &[0.0, 1.0, 0.0]),
                ("tau[a]", "N m", &[0.0; 3]),
                ("kinetic energy", "J", &[0.0, k, k]),
                ("total energy", "J", &[k, k, k]),
            ],
        )
    };
    let (slow, fast) = (run("slow", 1.0), run("fast", 3.0));
    let one = plot(std::slice::from_ref(&slow), &PlotOptions::default()).unwrap();
    let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    // forces that are zero are left out
    assert_eq!(legends(&one), [("q rad".into(), names(&["a", "b"])), ("q[rail] m".into(), names(&["rail"]))]);
    assert_eq!((one.plot.title.as_str(), one.plot.x.label.as_str()), ("slow", "time"));
    let options =
        PlotOptions { columns: vec!["q[a]".into(), "*energy".into()], degrees: true, ..PlotOptions::default() };
    let both = plot(&[slow.clone(), fast.clone()], &options).unwrap();
    let energies = names(&["kinetic energy, slow", "kinetic energy, fast", "total energy, slow", "total energy, fast"]);
    assert_eq!(legends(&both), [("q[a] °".into(), names(&["slow", "fast"])), ("energy J".into(), energies)]);
    let angle = &both.plot.panels[0].series[1];
    assert!((angle.values[2] - 6.0_f64.to_degrees()).abs() < 1e-12);
    // one colour for a column, one style for a run
    let looks: Vec<_> = both.plot.panels[1].series.iter().map(|series| (series.color, series.style)).collect();
    use denoc_results::Style::{Dashed, Line};
    assert_eq!(looks, [(Some(0), Line), (Some(0), Dashed), (Some(1), Line), (Some(1), Dashed)]);
    // against a coordinate
    let options =
        PlotOptions { against: Some("q[a]".into()), columns: vec!["q[rail]".into()], degrees: true, ..options };
    let curve = plot(std::slice::from_ref(&slow), &options).unwrap();
    assert_eq!((curve.plot.x.label.as_str(), curve.plot.x.unit.as_str()), ("q[a]", "°"));
    let x = curve.plot.panels[0].series[0].x.as_ref().unwrap();
    assert!((x[1] - 1.0_f64.to_degrees()).abs() < 1e-12);
    let refused = |options: &PlotOptions| plot(&[slow.clone(), fast.clone()], options).unwrap_err().to_string();
    let message = refused(&PlotOptions { against: Some("q[c]".into()), ..PlotOptions::default() });
    assert!(message.starts_with("slow: there is no column \"q[c]\"; "), "{message}");
    let message = refused(&PlotOptions { columns: vec!["tua[*]".into()], ..PlotOptions::default() });
    assert!(message.contains("did you mean \"tau[*]\"? "), "{message}");
    assert!(message.contains("the columns are t, q[…] (3), tau[…], kinetic energy, total energy"), "{message}");
}

/// The points of the curves in an SVG picture, pixels; a path with relative steps.
fn paths(svg: &str) -> Vec<Vec<[f64; 2]>> {
    let data = svg.split("<path d=\"").skip(1).filter_map(|rest| rest.split('"').next());
    data.map(|data| {
        let (mut points, mut number, mut numbers) = (Vec::new(), String::new(), Vec::new());
        for c in data.chars().chain(['M']) {
            let ends = !(c.is_ascii_digit() || c == '.' && !number.contains('.'));
            if ends && !number.is_empty() && number != "-" {
                numbers.push(number.parse::<f64>().unwrap());
                number.clear();
            }
            if c.is_ascii_digit() || c == '.' || c == '-' {
                number.push(c);
            }
        }
        let mut at = [0.0, 0.0];
        for pair in numbers.chunks_exact(2) {
            at = [at[0] + pair[0], at[1] + pair[1]];
            points.push(at);
        }
        points
    })
    .collect()
}

// oracle: the values; a linear scale keeps ratios of differences
#[test]
fn the_picture_shows_the_values() {
    let values = [0.0, 3.0, 1.0, 4.0];
    let times = [0.0, 1.0, 2.0, 4.0];
    let run = results("run", &[("t", "s", &times), ("x", "m", &values)]);
    let svg = plot(&[run], &PlotOptions::default()).unwrap().plot.to_svg().unwrap();
    let curve = paths(&svg).into_iter().find(|path| path.len() == values.len()).expect("a curve of four points");
    let (width, height) = (curve[3][0] - curve[0][0], curve[3][1] - curve[0][1]);
    assert!(width > 300.0 && height < -100.0);
    for (point, (t, x)) in curve.iter().zip(times.iter().zip(values)) {
        assert!(((point[0] - curve[0][0]) / width - t / 4.0).abs() < 1e-3, "{curve:?}");
        assert!(((point[1] - curve[0][1]) / height - x / 4.0).abs() < 1e-3, "{curve:?}");
    }
}

// oracle: files written by hand
#[test]
fn folders_and_files_that_hold_no_results_are_refused() {
    let folder = std::env::temp_dir().join(format!("denoc-compare-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("half")).unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    let message = |path: &std::path::Path| Results::read(path).unwrap_err().to_string();
    assert!(
        message(&folder).ends_with(
            "the folder contains no run (no run.json); give a run folder, or a CSV or npz file with results"
        )
    );
    assert!(message(&folder.join("nowhere")).ends_with("there is no such folder or file; check the path"));
    assert!(message(&file("notes.txt", "t\n1\n")).ends_with("give a run folder, or a .csv or .npz file"));
    assert!(message(&file("empty.csv", "")).contains("the file has no header"));
    assert!(message(&file("head.csv", "t [s],q [rad]\n")).contains("the table has no rows"));
    let record = json!({"format": "denoc run", "version": 4, "program": "denoc", "status": "running"});
    std::fs::write(folder.join("half/run.json"), record.to_string()).unwrap();
    let text = message(&folder.join("half"));
    assert!(text.contains("the run is not finished; resume it with denoc simulate --resume"), "{text}");
    let good = Results::read(file("good.csv", "t [s],q [rad]\n0,1\n")).unwrap();
    assert_eq!((good.name.as_str(), good.table.rows()), ("good", 1));
    let twice = plot(&[good.clone(), good], &PlotOptions::default()).unwrap_err().to_string();
    assert!(twice.ends_with("good.csv is given twice; give each run once"), "{twice}");
    std::fs::remove_dir_all(&folder).unwrap();
}
