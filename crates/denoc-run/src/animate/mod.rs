//! Pictures and films of mechanisms: PNG, animated GIF, binary glTF.
//!
//! ```
//! use denoc_run::animate::{FileFormat, FilmOptions, Film};
//!
//! let arm = denoc_run::load("planar_3r")?;
//! let film = Film::of_model(&arm, &arm.model.neutral())?;
//! let options = FilmOptions { size: Some([64, 48]), ..FilmOptions::default() };
//! let picture = film.encode(FileFormat::Png, &options)?;
//! assert_eq!((&picture.bytes[1..4], picture.frames), (&b"PNG"[..], 1));
//! # Ok::<(), denoc_run::Error>(())
//! ```

#[cfg(test)]
mod gallery_reference_tests;
mod options;
#[cfg(test)]
mod tests;

pub use options::{FileFormat, FilmOptions};

use std::path::Path;

use denoc_base::number::six;
use denoc_results::{Animated, Pace, ResultsError, Scene, Table};

use crate::Error;
use crate::compare::Results;
use crate::error::{folder_error, scenario_error};
use crate::load::Loaded;
use crate::run::{Motion, RunFolder, Simulated, model, rows, scene};
use crate::scenario::Scenario;

/// The longest film in real time, s; longer motions are shown faster unless a speed is given.
const LONGEST: f64 = 60.0;

/// A mechanism and its motion, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Film {
    /// Bodies and their motion.
    pub scene: Scene,
    /// Name of the model.
    pub model: String,
    /// Remarks, such as meshes that cannot be read.
    pub notes: Vec<String>,
}

/// A part of a motion, s.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Span {
    /// The start; the first row by default.
    pub from: Option<f64>,
    /// The end; the last row by default.
    pub to: Option<f64>,
}

impl Span {
    /// Whether a time is in it; times are compared up to rounding.
    fn contains(self, time: f64) -> bool {
        let slack = 1e-9 * time.abs();
        self.from.is_none_or(|from| time >= from - slack) && self.to.is_none_or(|to| time <= to + slack)
    }

    /// Refuses a part of the motion without a row.
    fn check(self, table: &Table) -> Result<(), Error> {
        let Some(times) = ["time", "t"].iter().find_map(|name| table.column(name)) else { return Ok(()) };
        if times.values.iter().any(|&t| self.contains(t)) {
            return Ok(());
        }
        let [first, last] = [times.values.first(), times.values.last()].map(|t| six(t.copied().unwrap_or_default()));
        let rule = match (self.from, self.to) {
            (Some(from), Some(to)) => format!("there are no results from {} to {} s", six(from), six(to)),
            (Some(from), None) => format!("there are no results after {} s", six(from)),
            (_, to) => format!("there are no results before {} s", six(to.unwrap_or_default())),
        };
        Err(scenario_error("", rule, format!("choose a part of the motion, which is from {first} to {last} s")))
    }
}

impl Film {
    /// The motion of a finished run: its model is loaded again, the coordinates are read from `results.csv`.
    ///
    /// # Errors
    /// If the folder contains no finished run, its model has changed since, or the part of the motion is empty.
    pub fn of_run(folder: impl AsRef<Path>, span: Span) -> Result<Self, Error> {
        let path = folder.as_ref();
        let results = Results::read(path)?;
        let folder = RunFolder::open(path)?;
        let (scenario, base) = folder.scenario_of(&folder.read_record()?)?;
        let loaded = model(&scenario, &base)?;
        folder.check_model(&loaded)?;
        Self::of_rows(&loaded, &results.table, scenario.trace.as_deref(), span)
    }

    /// The motion in a table with the columns `t` and `q[…]`: results of a run, or those of a cycle.
    pub fn of_table(loaded: &Loaded, table: &Table, span: Span) -> Result<Self, Error> {
        Self::of_rows(loaded, table, None, span)
    }

    /// The motion of a simulation in memory.
    pub fn of_simulation(loaded: &Loaded, scenario: &Scenario, done: &Simulated, span: Span) -> Result<Self, Error> {
        Self::of_rows(loaded, &done.table, scenario.trace.as_deref(), span)
    }

    /// The mechanism at rest.
    pub fn of_model(loaded: &Loaded, q: &[f64]) -> Result<Self, Error> {
        loaded.model.check_coordinates(q)?;
        let mut notes = Vec::new();
        let scene = scene(loaded, &Motion { times: &[0.0], q, ..Motion::default() }, &mut notes)?;
        Ok(Self { scene, model: loaded.model.name().to_owned(), notes })
    }

    fn of_rows(loaded: &Loaded, table: &Table, trace: Option<&str>, span: Span) -> Result<Self, Error> {
        span.check(table)?;
        let mut notes = Vec::new();
        let (times, q) = rows(loaded, table, |t| span.contains(t))?;
        let scene = scene(loaded, &Motion { times: &times, q: &q, trace, ..Motion::default() }, &mut notes)?;
        Ok(Self { scene, model: loaded.model.name().to_owned(), notes })
    }

    /// The contents of a file.
    ///
    /// # Errors
    /// If the options are out of range, do not fit the format, or would give too many frames.
    pub fn encode(&self, format: FileFormat, options: &FilmOptions) -> Result<Animated, Error> {
        options.check(format)?;
        let render = options.render(format);
        Ok(match format {
            FileFormat::Png => {
                let bytes = self.scene.to_png(&render, self.instant(options.at)?).map_err(setting)?;
                Animated { bytes, frames: 1, duration: 0.0 }
            }
            FileFormat::Gif if self.duration() == 0.0 => {
                let rule = "a GIF shows a motion, and there is none";
                return Err(scenario_error(
                    "",
                    rule,
                    "animate a run (denoc simulate, denoc run), or choose .png or .glb",
                ));
            }
            FileFormat::Gif => self.scene.to_gif(&render, self.pace(options)).map_err(setting)?,
            FileFormat::Glb => self.scene.to_glb(self.pace(options).speed).map_err(setting)?,
        })
    }

    /// The duration of the motion, s.
    pub fn duration(&self) -> f64 {
        self.scene.times.last().zip(self.scene.times.first()).map_or(0.0, |(last, first)| last - first)
    }

    /// Frames per second, and seconds of the motion per second: if no speed is given, real time, or so fast that the film does not last longer than
    /// a minute.
    pub fn pace(&self, options: &FilmOptions) -> Pace {
        let fps = options.fps.unwrap_or(Pace::default().fps);
        let speed = options.speed.unwrap_or_else(|| {
            let needed = self.duration() / LONGEST;
            if needed <= 1.0 { 1.0 } else { round_up(needed) }
        });
        Pace { fps, speed }
    }

    /// The time of a picture: the given one, or the first.
    fn instant(&self, at: Option<f64>) -> Result<f64, Error> {
        let times = &self.scene.times;
        let (first, last) = (times.first().copied().unwrap_or_default(), times.last().copied().unwrap_or_default());
        match at {
            None => Ok(first),
            Some(at) if Span { from: Some(first), to: Some(last) }.contains(at) => Ok(at),
            Some(at) => {
                let rule = format!("there are no results at {} s", six(at));
                Err(scenario_error("", rule, format!("choose a time from {} to {} s", six(first), six(last))))
            }
        }
    }
}

/// An error of the options, which are those of the caller.
fn setting(error: ResultsError) -> Error {
    match error {
        ResultsError::Scene { part, problem, remedy } => scenario_error(&part, problem, remedy),
        other => other.into(),
    }
}

/// 1, 2 or 5 times a power of ten, at least `x`.
fn round_up(x: f64) -> f64 {
    let power = 10_f64.powf(x.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|m| m * power).find(|m| *m >= x).unwrap_or(10.0 * power)
}

/// Writes the contents of a file completely or not at all.
pub fn write(path: &Path, animated: &Animated) -> Result<(), Error> {
    if path.is_dir() {
        return Err(folder_error(path, "this is a folder", "give the name of a file"));
    }
    Ok(denoc_results::write_atomically(path, &animated.bytes)?)
}
