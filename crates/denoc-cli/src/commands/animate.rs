//! `denoc animate`.

use std::path::{Path, PathBuf};

use denoc_base::number::{brief, six};
use denoc_results::{Animated, Follow};
use denoc_run::animate::{FileFormat, Film, FilmOptions, Span, write};
use denoc_run::compare::Results;
use denoc_run::{Base, load_on, settings};
use serde_json::json;

use super::drawing::DrawingArgs;
use crate::args::{base, seconds};
use crate::output::{Failure, Output};
use crate::table::plural;

/// Make a film or a picture of a run: animated GIF, glTF for 3D viewers, PNG
///
/// A GIF shows the motion in real time, or faster if that would last more than a minute; the camera stands where it sees the whole motion. A
/// .glb file (binary glTF) contains the bodies, named as the links, with their motion, and opens in Blender, three.js and other 3D viewers. A PNG
/// shows one instant. For a model instead of a run, .png and .glb show its start configuration.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A run folder, a CSV or npz file with coordinates (with --model), a model file or a catalogue name
    source: PathBuf,

    /// File to write (.gif, .glb or .png)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Model of a CSV or npz file with the columns t and q[…]
    #[arg(long, value_name = "MODEL")]
    model: Option<PathBuf>,

    #[arg(long, value_name = "BASE", default_value = "fixed", value_parser = base, help = settings::summary("", "base"))]
    base: Base,

    #[command(flatten)]
    drawing: DrawingArgs,

    /// Direction of the view: iso, front, side, top, or azimuth and elevation of the camera in degrees, such as -60,30
    #[arg(long, value_name = "VIEW", default_value = "iso", allow_hyphen_values = true)]
    view: String,

    /// Width and height in pixels [default: 640x480, .png: 1280x960]
    #[arg(long, value_name = "WxH")]
    size: Option<String>,

    /// Background: light, dark or white
    #[arg(long, value_name = "NAME", default_value = "light")]
    background: String,

    /// Let the camera follow a link [default without a name: the middle of all links]
    #[arg(long, value_name = "LINK", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    follow: Option<String>,

    /// Leave out the path of the traced frame
    #[arg(long)]
    no_path: bool,

    /// Give a PNG at most 255 colours, which makes it smaller
    #[arg(long)]
    few_colors: bool,

    /// Frames per second of a GIF, 1 to 50 [default: 25]
    #[arg(long, value_name = "NUMBER")]
    fps: Option<f64>,

    /// Seconds of the motion per second of the film: 0.1 is slow motion [default: 1, or as many as give at most a minute]
    #[arg(long, value_name = "NUMBER")]
    speed: Option<f64>,

    /// Start of the film, s
    #[arg(long, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    from: Option<f64>,

    /// End of the film, s
    #[arg(long, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    to: Option<f64>,

    /// Time of a PNG, s [default: the start]
    #[arg(long, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    at: Option<f64>,

    /// Print one JSON object with file, frames and duration
    #[arg(long)]
    json: bool,
}

/// Whether a CSV file contains coordinates over time, rather than a DH table.
fn is_motion(path: &Path) -> bool {
    Results::read(path).is_ok_and(|results| {
        let has = |begin: &str| results.table.columns().iter().any(|column| column.name.starts_with(begin));
        results.table.column("t").is_some() && has("q[")
    })
}

const EXAMPLES: &str = "\
Examples:
  denoc simulate fourbar --v crank_pivot=10 --duration 0.4 --out runs/fourbar
  denoc animate runs/fourbar --out fourbar.gif --size 320x240 --fps 10
  denoc animate runs/fourbar --out slow.gif --speed 0.2 --to 0.1 --view front --background white --size 320x240
  denoc animate runs/fourbar --out fourbar.glb
  denoc animate runs/fourbar --out end.png --at 0.4 --size 640x480
  denoc animate panda_like --q joint4=-1.5 --out panda.png --view -30,20 --size 640x480
  denoc cycle hoeken --input crank_pivot --speed \"30 rpm\" --csv turn.csv
  denoc animate turn.csv --model hoeken --out hoeken.gif --follow --size 160x120 --fps 5";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let format = FileFormat::of(&args.out)?;
    let options = args.options()?;
    let film = args.film(format)?;
    let animated = film.encode(format, &options)?;
    write(&args.out, &animated)?;
    let mut output = Output::text(match args.json {
        true => format!("{}\n", args.object(format, &film, &options, &animated)),
        false => args.text(format, &film, &options, &animated),
    });
    let speed = film.pace(&options).speed;
    if format != FileFormat::Png && options.speed.is_none() && speed != 1.0 {
        output.note(format!("note: {} times as fast as the motion (--speed 1 for real time)", brief(speed)));
    }
    if format == FileFormat::Gif && animated.frames < 10 {
        let few = animated.frames;
        let remedy = match options.speed {
            None => "--speed 0.1 would show slow motion",
            Some(_) => "a larger --fps (at most 50) or a smaller --speed would show more",
        };
        output.note(format!("note: only {few} frame{}; {remedy}", plural(few)));
    }
    film.notes.iter().for_each(|note| output.note(format!("note: {note}")));
    Ok(output)
}

impl Args {
    fn options(&self) -> Result<FilmOptions, Failure> {
        let size = self.size.as_deref().map(FilmOptions::parse_size).transpose()?;
        Ok(FilmOptions {
            view: FilmOptions::parse_view(&self.view)?,
            size,
            background: FilmOptions::parse_background(&self.background)?,
            follow: self.follow.as_deref().map_or(Follow::Nothing, FilmOptions::parse_follow),
            no_path: self.no_path,
            few_colors: self.few_colors,
            fps: self.fps,
            speed: self.speed,
            at: self.at,
        })
    }

    /// The run, the table or the model.
    fn film(&self, format: FileFormat) -> Result<Film, Failure> {
        let span = Span { from: self.from, to: self.to };
        let (source, shown) = (&self.source, self.source.display());
        let is = |extension: &str| source.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension));
        if let Some(model) = &self.model {
            if source.is_dir() {
                let rule = format!("--model {}: a run folder names its model", model.display());
                return Err(Failure::new(format!("{rule}; leave the option out, or give {shown}/results.csv")));
            }
            self.refuse_configuration("a table")?;
            return Ok(Film::of_table(&load_on(model, self.base)?, &Results::read(source)?.table, span)?);
        }
        if source.is_dir() {
            self.refuse_configuration("a run")?;
            return Ok(Film::of_run(source, span)?);
        }
        if is("npz") || is("csv") && is_motion(source) {
            return Err(Failure::new(format!(
                "{shown}: add --model MODEL, the model whose coordinates the file contains"
            )));
        }
        let loaded = load_on(source, self.base)?;
        if format == FileFormat::Gif || span != Span::default() || self.at.is_some() {
            let csv = if is("csv") { " If this is a table with coordinates, add --model MODEL." } else { "" };
            return Err(Failure::new(format!(
                "{shown} is a model, which has no motion: simulate it first (denoc simulate {shown} --out runs/film), then animate runs/film; \
                 or choose .png or .glb without times.{csv}"
            )));
        }
        let q = self.drawing.close(&loaded.model, None)?.q;
        let mut film = Film::of_model(&loaded, &q)?;
        film.notes.extend(self.drawing.many_turns(&loaded.model)?);
        Ok(film)
    }

    /// Refuses options for a model at rest.
    fn refuse_configuration(&self, what: &str) -> Result<(), Failure> {
        match self.drawing.is_given() {
            true => Err(Failure::new(format!("--q and --configuration are for models; {what} has a motion"))),
            false => Ok(()),
        }
    }

    fn text(&self, format: FileFormat, film: &Film, options: &FilmOptions, animated: &Animated) -> String {
        let mut parts = Vec::new();
        if format != FileFormat::Png {
            parts.push(format!("{} frame{}, {} s", animated.frames, plural(animated.frames), six(animated.duration)));
        }
        if format == FileFormat::Gif {
            parts.push(format!("{} frames per second", six(film.pace(options).fps)));
        }
        if let Some([width, height]) = options.pixels(format) {
            parts.push(format!("{width} × {height} pixels"));
        }
        parts.push(format!("{} kB", animated.bytes.len().div_ceil(1000)));
        format!("{}: {}\n", self.out.display(), parts.join(", "))
    }

    fn object(&self, format: FileFormat, film: &Film, options: &FilmOptions, animated: &Animated) -> serde_json::Value {
        let pace = film.pace(options);
        let moving = format != FileFormat::Png;
        json!({
            "file": self.out, "format": format.extension(), "model": film.model, "bytes": animated.bytes.len(),
            "frames": animated.frames, "duration": animated.duration,
            "fps": (format == FileFormat::Gif).then_some(pace.fps), "speed": moving.then_some(pace.speed),
            "size": options.pixels(format), "bodies": film.scene.bodies.len(), "notes": film.notes,
        })
    }
}
