//! Sampling, parameters, metrics of points, and the folder.

use std::path::{Path, PathBuf};

use super::*;
use crate::run::{Flow, Silent, Watch};
use crate::scenario::Scenario;

const BASE: &str = r#"
model = "fourbar"
[start]
v = { crank_pivot = 2.0 }
[simulate]
duration = 0.02
output_step = 0.002
"#;

fn scenario(sweep: &str) -> Scenario {
    Scenario::parse(&format!("{BASE}{sweep}"), "sweep.toml").unwrap_or_else(|e| panic!("{e}"))
}

fn axis(path: &str, keys: &str) -> String {
    format!("[[sweep.parameter]]\npath = '{path}'\n{keys}\n")
}

fn points(text: &str) -> Result<Vec<Vec<f64>>, String> {
    let text = format!("[sweep]\n{text}");
    scenario(&text).sweep.unwrap().points().map_err(|e| e.to_string())
}

// oracle: by hand
#[test]
fn grids_and_lists_in_order() {
    let two = axis("links.crank.length", "from = '30 mm'\nto = '40 mm'\ncount = 3")
        + &axis("links.crank.mass", "values = [1, '2 kg']");
    let grid = points(&format!("sampling = 'grid'\n{two}")).unwrap();
    assert_eq!(grid, [[0.03, 1.0], [0.03, 2.0], [0.035, 1.0], [0.035, 2.0], [0.04, 1.0], [0.04, 2.0]]);
    let list = axis("a.b", "values = [1, 2]") + &axis("c.d", "values = ['90 deg', '1e-1 turn']");
    let list = points(&format!("sampling = 'list'\n{list}")).unwrap();
    assert_eq!(list, [[1.0, std::f64::consts::FRAC_PI_2], [2.0, 0.1 * std::f64::consts::TAU]]);
    let log = points(&format!("sampling = 'grid'\n{}", axis("a.b", "from = 1\nto = 1000\ncount = 4\nspacing = 'log'")))
        .unwrap();
    for (x, y) in log.iter().zip([1.0, 10.0, 100.0, 1000.0]) {
        assert!((x[0] / y - 1.0).abs() < 1e-14, "{x:?}");
    }
}

// oracle: the bits that the recipe gives in another language; Sobol points by hand
#[test]
fn random_points_are_the_same_everywhere() {
    let two = axis("a.b", "from = 0\nto = 1") + &axis("c.d", "from = 10\nto = 1000\nspacing = 'log'");
    let sobol = points(&format!("sampling = 'sobol'\nsamples = 4\n{two}")).unwrap();
    assert_eq!(sobol[..2], [[0.0, 10.0], [0.5, 100.0]]);
    assert_eq!(sobol[2][0], 0.75);
    let latin = |seed: &str| points(&format!("sampling = 'latin-hypercube'\nsamples = 5\n{seed}{two}")).unwrap();
    assert_eq!(latin(""), latin("seed = 1\n"));
    assert_ne!(latin(""), latin("seed = 2\n"));
    let bits: Vec<u64> = latin("seed = 7\n").iter().map(|p| p[0].to_bits()).collect();
    assert_eq!(bits, BITS, "{bits:?}");
}

/// Of the same recipe in another language (Python's complete numbers of any size).
const BITS: [u64; 5] =
    [4604618365687135403, 4605879290980474178, 4601335049155662869, 4595697819759326382, 4597856850865020070];

#[test]
fn designs_that_make_no_sense_are_refused() {
    let one = axis("a.b", "from = 0\nto = 1\ncount = 3");
    let wide =
        |n: usize| (0..n).map(|i| axis(&format!("a.b{i}"), "from = 0\nto = 1\ncount = 1000")).collect::<String>();
    for (text, expected) in [
        ("sampling = 'grid'".to_owned(), "sweep: the sweep has no parameter; add [[sweep.parameter]]"),
        (
            format!("sampling = 'grid'\n{}", axis("a.b", "values = []")),
            "sweep: the sweep has no points; give samples, count or values",
        ),
        (
            format!("sampling = 'grid'\n{}", wide(3)),
            "the sweep has 1000000000 points, and the maximum is 1000000; use fewer values",
        ),
        (format!("sampling = 'grid'\n{}", wide(30)), "the sweep has too many points"),
        (
            format!("sampling = 'grid'\nsamples = 3\n{one}"),
            "sweep.samples: the sampling \"grid\" does not use this key; remove it",
        ),
        (
            format!("sampling = 'grid'\nseed = 3\n{one}"),
            "sweep.seed: the sampling \"grid\" does not use this key; remove it",
        ),
        (format!("sampling = 'grid'\n{one}{one}"), "a.b: the parameter is listed twice"),
        (
            format!("sampling = 'sobol'\n{one}"),
            "sweep.samples: the sampling \"sobol\" needs this key; give the number of points",
        ),
        (
            format!("sampling = 'sobol'\nsamples = 4\n{one}"),
            "a.b: the sampling \"sobol\" does not use \"count\"; give from and to",
        ),
        (
            format!("sampling = 'sobol'\nsamples = 0\n{}", axis("a.b", "from = 0\nto = 1")),
            "sweep: the sweep has no points; give samples, count or values",
        ),
        (
            format!("sampling = 'grid'\n{}", axis("a.b", "from = 0")),
            "a.b: the values are missing; give from and to, or values",
        ),
        (
            format!("sampling = 'grid'\n{}", axis("a.b", "from = 1\nto = 1\ncount = 3")),
            "a.b: the range from 1 to 1 is empty",
        ),
        (
            format!("sampling = 'grid'\n{}", axis("a.b", "from = 0\nto = 1\ncount = 1")),
            "a.b: the count is 1; give 2 or more",
        ),
        (
            format!("sampling = 'grid'\n{}", axis("a.b", "from = 0\nto = 1\ncount = 3\nspacing = 'log'")),
            "the spacing \"log\" needs positive numbers, not 0",
        ),
        (
            format!("sampling = 'grid'\n{}", axis("a.b", "from = 0\nvalues = [1]")),
            "a.b: \"values\" cannot be combined with other keys; remove from, to, count and spacing",
        ),
        (format!("sampling = 'list'\n{one}{}", axis("c.d", "values = [1]")), "c.d: 1 values, but a.b has 3"),
        (format!("sampling = 'grid'\n{}", axis("a.b", "values = ['3 furlong']")), "a.b: in \"3 furlong\""),
    ] {
        let message = points(&text).unwrap_err();
        assert!(message.contains(expected), "{text}\n{message}");
    }
}

const METRICS: &str =
    "[sweep.metrics]\nenergy = 'max kinetic energy'\nspeed = 'initial v[crank_pivot]'\nend = 'duration'\n";

fn evaluator(parameters: &str) -> Result<SweepEvaluator, String> {
    let text = format!("[sweep]\nsampling = 'list'\n{parameters}{METRICS}");
    SweepEvaluator::new(&scenario(&text), Path::new(""), None).map_err(|e| e.to_string())
}

// oracle: the same scenario written with these numbers, simulated on its own
#[test]
fn settings_reach_model_and_scenario() {
    let made = evaluator(
        &(axis("links.crank.mass", "values = ['2 kg']")
            + &axis("start.v.crank_pivot", "values = ['3 rad/s']")
            + &axis("simulate.duration", "values = ['30 ms']")
            + &axis("gravity.1", "values = [-1.5]")
            + &axis("rotor_inertia.crank_pivot", "values = [1e-3]")),
    )
    .unwrap();
    let point = &made.points().unwrap()[0];
    assert_eq!(point[..], [2.0, 3.0, 0.03, -1.5, 1e-3]);
    let names: Vec<(&str, &str)> = made.metrics().iter().map(|h| (h.name.as_str(), h.unit.as_str())).collect();
    assert_eq!(names, [("end", "s"), ("energy", "J"), ("speed", "rad/s")]);
    assert_eq!(made.parameters()[3].unit, "m/s^2");
    let found = made.evaluate(point).unwrap();
    assert!((found[0] - 0.03).abs() < 1e-15 && (found[2] - 3.0).abs() < 1e-12, "{found:?}");

    let text = BASE.replace("2.0", "3.0").replace("0.02\n", "0.03\n").replace(
        "model = \"fourbar\"",
        "model = \"fourbar\"\ngravity = [0, -1.5, 0]\nrotor_inertia = { crank_pivot = 1e-3 }",
    );
    let alone = Scenario::parse(&text, "alone.toml").unwrap();
    let mut loaded = crate::run::model(&alone, Path::new("")).unwrap();
    loaded.description.links[1].mass.mass = 2.0;
    let run = crate::run::simulate(&loaded.rebuild().unwrap(), &alone, "", None, &mut Silent).unwrap();
    let kinetic = &run.table.column("kinetic energy").unwrap().values;
    assert_eq!(found[1], kinetic.iter().copied().fold(0.0, f64::max));
    assert!(
        made.evaluate(&[1.0]).unwrap_err().to_string().contains("the point has 1 numbers, the sweep has 5 parameters")
    );
}

#[test]
fn paths_that_do_not_fit_fail_at_once() {
    for (path, value, expected) in [
        ("links.crnk.mass", "1", "there is no link called \"crnk\"; did you mean \"crank\"?"),
        ("links.crank.mass", "'1 m'", "\"1 m\" is a length, but a mass is required"),
        (
            "start.v.crank_pivt",
            "1",
            "start.v.crank_pivt: there is no joint called \"crank_pivt\"; did you mean \"crank_pivot\"?",
        ),
        ("start.v", "1", "start.v: the joint is missing; name it"),
        ("simulate.duratio", "1", "there is no key \"duratio\" here; did you mean \"duration\"?"),
        ("load.0.forc.1", "1", "there is no key \"forc\" here; did you mean \"force\"?"),
        ("simulate.duration.x", "1", "simulate.duration is a single value; remove \"x\""),
        ("load.0.force.1", "1", "the parameters do not fit the scenario"),
        ("controler.kp", "1", "there is no section \"controler\"; did you mean \"controller\"?"),
        ("wheels.left.mass", "1", "a model has no section \"wheels\""),
    ] {
        let message = evaluator(&axis(path, &format!("values = [{value}]"))).unwrap_err();
        assert!(message.contains(expected), "{path}: {message}");
    }
    let plain = Scenario::parse(BASE, "x.toml").unwrap();
    let message = |s: &Scenario| SweepEvaluator::new(s, Path::new(""), None).unwrap_err().to_string();
    assert!(message(&plain).contains("sweep: the section is missing"));
    let mut still = scenario(&format!("[sweep]\nsampling = 'list'\n{METRICS}"));
    still.simulate = None;
    assert!(message(&still).contains("simulate: the section is missing: sweeps run simulations"));
    let one = axis("links.crank.mass", "values = [1]");
    assert!(
        message(&scenario(&format!("[sweep]\nsampling = 'list'\n{one}")))
            .contains("sweep.metrics: the sweep records no metric")
    );
    let wrong = format!("[sweep]\nsampling = 'list'\n{one}[sweep.metrics]\nx = 'max tau[crank]'");
    assert!(message(&scenario(&wrong)).contains("sweep.metrics.x: there is no column \"tau[crank]\""));
    let swept = scenario(&format!("[sweep]\nsampling = 'list'\n{one}{METRICS}"));
    let message = swept.check_keys(false).unwrap_err().to_string();
    assert!(message.contains("run it with `denoc sweep`"), "{message}");
}

/// A folder for one test; removed at the end.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new(test: &str) -> Self {
        Self(std::env::temp_dir().join(format!("denoc-sweep-{test}-{}", std::process::id())))
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The crank turns all the way round up to 63.8 mm; a crank of 0.4 m cannot be assembled.
fn lengths() -> Scenario {
    let parameters = axis("links.crank.length", "values = ['30 mm', 0.4, '38 mm', '40 mm', -1]");
    scenario(&format!("[sweep]\nsampling = 'grid'\n{parameters}{METRICS}"))
}

struct StopAfter(usize);

impl Watch for StopAfter {
    fn sweep_progress(&mut self, progress: SweepProgress) -> Flow {
        if progress.finished >= self.0 { Flow::Stop } else { Flow::Continue }
    }
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

// oracle: the uninterrupted sweep, byte by byte
#[test]
fn failing_points_are_recorded_and_interrupted_sweeps_go_on() {
    let (complete, broken) = (TestFolder::new("complete"), TestFolder::new("broken"));
    let options = SweepOptions { threads: Some(1), part_rows: 1, ..SweepOptions::default() };
    let run = |folder: &TestFolder, watch: &mut dyn Watch| {
        super::run(&lengths(), Path::new(""), &folder.0, &options, watch).unwrap()
    };
    let summary = run(&complete, &mut Silent);
    assert_eq!((summary.points, summary.before, summary.finished, summary.failed), (5, 0, 5, 2));
    let (point, message) = summary.first_error.clone().unwrap();
    assert!(point == 1 && message.contains("clos"), "{message}");
    let (least, greatest) = (summary.ranges[1].least.unwrap(), summary.ranges[1].greatest.unwrap());
    assert!(
        (least.0, greatest.0) == (0, 3) && least.1 < greatest.1,
        "a longer crank moves faster: {:?}",
        summary.ranges
    );
    let text = read(&complete.0, "results.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "point,links.crank.length [m],end [s],energy [J],speed [rad/s],error");
    assert!(lines[2].starts_with("1,0.4,NaN,NaN,NaN,") && lines[3].starts_with("2,0.038,0.02,"), "{text}");
    assert!(lines[5].starts_with("4,-1,NaN,NaN,NaN,links.crank.length: a length of -1 m"), "{text}");

    let first = run(&broken, &mut StopAfter(2));
    assert!(first.results.is_none() && first.finished >= 2 && first.finished < 5, "{first:?}");
    // a part that a power cut left: its last line does not count, nor does a part without a complete first line
    let part = broken.0.join("parts/part-000001.csv");
    let cut = read(&broken.0, "parts/part-000001.csv");
    std::fs::write(&part, &cut[..cut.len() - 3]).unwrap();
    std::fs::write(broken.0.join("parts/part-000009.csv"), "point,links").unwrap();
    let second = run(&broken, &mut Silent);
    assert_eq!((second.before, second.finished), (first.finished - 1, 5));
    assert_eq!(read(&broken.0, "results.csv"), text);
    let third = run(&broken, &mut Silent);
    assert_eq!((third.before, third.ranges), (5, summary.ranges));
    assert!(broken.0.join("parts/part-000010.csv").exists(), "parts of another process are not written again");
}

#[test]
fn another_sweep_in_the_folder_is_refused() {
    let folder = TestFolder::new("other");
    let manifest = |scenario: &Scenario| {
        let evaluator = SweepEvaluator::new(scenario, Path::new(""), None).unwrap();
        Manifest::of(&evaluator, &evaluator.points().unwrap()).unwrap()
    };
    let open = |scenario: &Scenario, force| {
        Folder::open(&folder.0, &manifest(scenario), &SweepOptions { force, ..SweepOptions::default() })
    };
    let make = |scenario: &Scenario, force| open(scenario, force).map(drop).map_err(|e| e.to_string());
    let (one, mut other) = (lengths(), lengths());
    make(&one, false).unwrap();
    make(&one, false).unwrap();
    other.simulate.as_mut().unwrap().duration = 0.5;
    let message = make(&other, false).unwrap_err();
    assert!(
        message.contains("the folder contains another sweep:\n  scenario.simulate.duration: 0.02 there, 0.5 here"),
        "{message}"
    );
    make(&other, true).unwrap();
    make(&other, false).unwrap();
    let held = open(&other, false).unwrap();
    assert!(make(&other, false).unwrap_err().contains("another process is writing this sweep"));
    drop(held);
    // models and points count by their checksums, the version of the format by itself
    let file = folder.0.join("sweep.json");
    let text = read(&folder.0, "sweep.json");
    let sha = manifest(&other).subject["model"]["sha256"].as_str().unwrap().to_owned();
    for (from, to, expected) in [
        (sha.as_str(), "abc", "the model fourbar has changed since (its numbers)"),
        ("0.5", "0.75", "scenario.simulate.duration: 0.75 there, 0.5 here"),
        ("\"count\": 5", "\"count\": 6", "the points differ"),
        ("denoc 0", "denoc 7", "denoc 7.1.0 there, denoc 0.1.0 here"),
        ("\"version\": 4", "\"version\": 3", "format version 3, and this program reads version 4; its CSV"),
        ("\"format\"", "\"former\"", "an earlier version of denoc wrote it, or another program; its CSV"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        std::fs::write(&file, text.replace(from, to)).unwrap();
        let message = make(&other, false).unwrap_err();
        assert!(message.contains(expected), "{message}");
    }
    std::fs::write(&file, text.replace("denoc 0", "denoc 7")).unwrap();
    let any_version = SweepOptions { any_version: true, ..SweepOptions::default() };
    Folder::open(&folder.0, &manifest(&other), &any_version).unwrap();
    std::fs::remove_file(&file).unwrap();
    std::fs::write(folder.0.join("letter.txt"), "dear").unwrap();
    assert!(make(&other, true).unwrap_err().contains("is not empty and contains no sweep"));
    assert!(folder.0.join("letter.txt").exists());
}

// oracle: one thread
#[test]
fn threads_change_nothing() {
    let (one, three) = (TestFolder::new("one"), TestFolder::new("three"));
    for (folder, threads) in [(&one, 1), (&three, 3)] {
        let options = SweepOptions { threads: Some(threads), ..SweepOptions::default() };
        super::run(&lengths(), Path::new(""), &folder.0, &options, &mut Silent).unwrap();
    }
    assert_eq!(read(&one.0, "results.csv"), read(&three.0, "results.csv"));
}
