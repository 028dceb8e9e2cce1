//! Oracles: coordinates in the results, by hand; exact messages.

use std::path::{Path, PathBuf};

use super::*;
use crate::run::{Silent, run};
use crate::scenario::{Simulate, Values};

/// A folder that is removed at the end of a test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("denoc-film-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A four-bar that turns for 0.5 s, in the folder `run`; its model is a file beside it.
fn turning(at: &Path) -> PathBuf {
    let text = denoc_formats::catalogue::entry("fourbar").unwrap().text;
    std::fs::write(at.join("linkage.toml"), text).unwrap();
    let mut scenario = Scenario::new("linkage.toml");
    let mut settings = Simulate::new(0.5);
    settings.output_step = Some(0.01);
    scenario.simulate = Some(settings);
    scenario.report = false;
    let speed: Values = serde_json::from_str("{\"crank_pivot\": 10}").unwrap();
    scenario.start.v = Some(speed);
    let folder = at.join("run");
    run(&scenario, at, RunFolder::create(&folder).unwrap(), "", &mut Silent).unwrap();
    folder
}

// oracle: the crank turns about z by its coordinate in the results
#[test]
fn a_film_shows_the_coordinates_of_the_results() {
    let place = Temporary::new("angles");
    let folder = turning(&place.0);
    let table = Results::read(&folder).unwrap().table;
    let (times, angles) = ["t", "q[crank_pivot]"].map(|name| table.column(name).unwrap().values.clone()).into();
    let whole = Film::of_run(&folder, Span::default()).unwrap();
    assert_eq!((whole.scene.times.len(), whole.duration(), whole.model.as_str()), (51, 0.5, "fourbar"));
    let crank = whole.scene.bodies.iter().find(|body| body.name == "crank").unwrap();
    for (pose, angle) in crank.poses.iter().zip(&angles) {
        let [x, y, z, w] = pose.rotation;
        let turned = 2.0 * (z * w);
        assert!(x.abs() + y.abs() < 1e-12 && (turned - angle.sin()).abs() < 1e-12, "{pose:?} {angle}");
    }
    // a part of it
    let part = Film::of_run(&folder, Span { from: Some(0.1), to: Some(0.2) }).unwrap();
    let rows = (0..times.len()).filter(|&k| times[k] > 0.095 && times[k] < 0.205).count();
    assert_eq!((part.scene.times.len(), rows), (11, 11));
    assert!((part.scene.times[0] - 0.1).abs() < 1e-12 && (part.duration() - 0.1).abs() < 1e-12);
    let error = Film::of_run(&folder, Span { from: Some(2.0), to: None }).unwrap_err().to_string();
    assert_eq!(error, "there are no results after 2 s; choose a part of the motion, which is from 0 to 0.5 s");
    // the same from the table
    let loaded = crate::load("fourbar").unwrap();
    let read = Film::of_table(&loaded, &table, Span::default()).unwrap();
    assert_eq!(read.scene.bodies, whole.scene.bodies);
    let other = Film::of_table(&crate::load("puma").unwrap(), &table, Span::default()).unwrap_err().to_string();
    assert!(other.contains("the results of \"puma\" have no column q[joint1]"), "{other}");
}

// oracle: none needed; a film of another mechanism would be wrong without a sign of it
#[test]
fn a_model_that_has_changed_since_is_refused() {
    let place = Temporary::new("changed");
    let folder = turning(&place.0);
    let file = place.0.join("linkage.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("mass = 1.5", "mass = 1.6", 1)).unwrap();
    assert_ne!(text, std::fs::read_to_string(&file).unwrap());
    let error = Film::of_run(&folder, Span::default()).unwrap_err().to_string();
    assert!(error.contains("before it was changed"), "{error}");
}

fn still(times: Vec<f64>) -> Film {
    let mut film = Film::of_model(&crate::load("one_r").unwrap(), &[0.3]).unwrap();
    film.scene.times = times;
    for body in &mut film.scene.bodies {
        body.poses = vec![body.poses[0]; film.scene.times.len()];
    }
    film
}

// oracle: by hand
#[test]
fn long_motions_are_shown_faster() {
    let speed = |end: f64| still(vec![0.0, end]).pace(&FilmOptions::default()).speed;
    assert_eq!([1e-3, 59.0, 61.0, 150.0, 3600.0, 36_000.0].map(speed), [1.0, 1.0, 2.0, 5.0, 100.0, 1000.0]);
    let options = FilmOptions { speed: Some(0.5), ..FilmOptions::default() };
    assert_eq!(still(vec![0.0, 3600.0]).pace(&options).speed, 0.5);
}

#[test]
fn settings_that_do_not_fit_are_refused() {
    let size = Some([32, 32]);
    let usual = FilmOptions { size, ..FilmOptions::default() };
    let refused = |times: &[f64], format, options: FilmOptions| {
        still(times.to_vec()).encode(format, &options).unwrap_err().to_string()
    };
    let motion = [0.0, 1.0];
    for (format, options, message) in [
        (
            FileFormat::Gif,
            FilmOptions { at: Some(0.5), ..usual.clone() },
            "at: a .gif file has no such setting; leave it out; it is for .png",
        ),
        (
            FileFormat::Png,
            FilmOptions { fps: Some(5.0), ..usual.clone() },
            "fps: a .png file has no such setting; leave it out; it is for .gif",
        ),
        (
            FileFormat::Glb,
            usual.clone(),
            "size: a .glb file has no such setting; leave it out; it is for .gif and .png",
        ),
        (
            FileFormat::Png,
            FilmOptions { at: Some(2.0), ..usual.clone() },
            "there are no results at 2 s; choose a time from 0 to 1 s",
        ),
        (
            FileFormat::Gif,
            FilmOptions { speed: Some(1e-6), ..usual.clone() },
            "animation: it would have 25000000 frames, but the limit is 3000; choose a higher speed, fewer frames per second, or a part of the motion",
        ),
        (
            FileFormat::Png,
            FilmOptions { size: Some([5, 5]), ..usual.clone() },
            "size: the picture would have 5 × 5 pixels; choose a width and a height from 16 to 4096 pixels",
        ),
    ] {
        assert_eq!(refused(&motion, format, options), message);
    }
    assert_eq!(
        refused(&[0.0], FileFormat::Gif, usual),
        "a GIF shows a motion, and there is none; animate a run (denoc simulate, denoc run), or choose .png or .glb"
    );
    let texts = [FilmOptions::parse_size("640").map(|_| ()), FilmOptions::parse_view("tpo").map(|_| ())];
    assert_eq!(
        texts.map(|found| found.unwrap_err().to_string()),
        [
            "size: \"640\" is not a size; give width and height in pixels, such as 640x480",
            "view: \"tpo\" is not known; did you mean \"top\"? choose one of iso, front, side, top, or give azimuth and elevation (-90 to 90) in \
             degrees, such as -60,30",
        ]
    );
}
