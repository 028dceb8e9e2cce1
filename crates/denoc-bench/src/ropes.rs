//! Simulation of ropes, compared with MuJoCo: wall-clock time per simulated second, and accuracy.

mod mujoco;
mod rope;

use comfy_table::{CellAlignment, Table, presets};
use denoc_dynamics::Workspace;
use denoc_dynamics::loops::LoopMethod;
use denoc_model::Model;
use denoc_sim::{Flow, Integrator, LoopClosure, LoopSettings, Progress, Sample, Simulation, Sink};
use serde_json::json;

use crate::check::Check;
use crate::options::Options;
use rope::Subject;

/// Of our methods, per step.
const TOLERANCE: f64 = 1e-6;

const METHODS: [Integrator; 2] = [Integrator::Linimp, Integrator::Dop853];

/// One motion of a rope.
struct Line {
    rope: &'static str,
    links: usize,
    library: &'static str,
    steps: u64,
    /// Simulated time, s.
    reached: f64,
    /// Wall-clock time, s.
    wall: f64,
    /// The unexplained change of energy, relative to the energy exchanged.
    energy: f64,
    /// The largest distance of the end from where it is tied, m.
    gap: Option<f64>,
    /// Final positions of the middle and the end of the rope, m.
    points: [[f64; 3]; 2],
    exchanged: f64,
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let (mut lines, mut check): (Vec<Line>, _) = (Vec::new(), Check::default());
    for make in [rope::falling, rope::tied] {
        for &links in &options.links {
            let subject = make(links)?;
            eprintln!("{}, {links} links", subject.kind);
            let new = time(&subject, options);
            if options.json {
                new.iter().for_each(|line| println!("{}", line.json(&new)));
            }
            new.iter().for_each(|line| line.judge(&new, &mut check));
            lines.extend(new);
        }
    }
    let text = text(&lines, options);
    if options.json {
        eprintln!("{text}")
    } else {
        println!("{text}")
    }
    check.end(options)
}

fn time(subject: &Subject, options: &Options) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut add = |library: &str, line: Result<Line, String>| match line {
        Ok(line) => lines.push(line),
        Err(reason) => eprintln!("  {library} skipped: {reason}"),
    };
    let mut exchanged = 0.0_f64;
    for method in METHODS {
        let line = ours(subject, method, options);
        exchanged = exchanged.max(line.as_ref().map_or(0.0, |line| line.exchanged));
        add(method.info().keyword, line);
    }
    if let Some(python) = &options.mujoco {
        add("mujoco", mujoco::run(python, subject, options, exchanged));
    }
    lines
}

/// The motion by one of our methods.
fn ours(subject: &Subject, method: Integrator, options: &Options) -> Result<Line, String> {
    let model = &subject.model;
    // linear in the number of links, even for ropes so short that another closure is the default
    let tied = !model.closures().is_empty();
    let loops = LoopSettings {
        closure: tied.then_some(LoopClosure::Corrected),
        method: tied.then_some(LoopMethod::Multipliers),
        ..LoopSettings::default()
    };
    let mut simulation = Simulation::new(model)
        .start(&subject.start, &vec![0.0; model.nv()])
        .duration(options.duration)
        .output_step(options.duration)
        .integrator(method)
        .tolerance(TOLERANCE)
        .loops(loops);
    let summary = simulation.run(&mut Patience(options.patience)).map_err(|error| error.to_string())?;
    let seen = summary.observations();
    Ok(Line {
        rope: subject.kind,
        links: subject.rope.links,
        library: method.info().keyword,
        steps: summary.counters().steps,
        reached: summary.t(),
        wall: summary.wall_seconds,
        energy: seen.relative_unexplained(),
        gap: seen.closure.map(|[length, _]| length),
        points: points(model, summary.q())?,
        exchanged: seen.exchanged,
    })
}

/// The middle and the end of a rope.
fn points(model: &Model, q: &[f64]) -> Result<[[f64; 3]; 2], String> {
    let mut ws = Workspace::new(model);
    let stage = ws.position(model, q).map_err(|error| error.to_string())?;
    let mut points = [[0.0; 3]; 2];
    for (point, name) in points.iter_mut().zip(["rope_middle", "rope_end"]) {
        let frame = model.frame(name).map_err(|error| error.to_string())?;
        *point = stage.frame_pose(frame).position.to_array();
    }
    Ok(points)
}

/// Stops a run after this many wall-clock seconds.
struct Patience(f64);

impl Sink for Patience {
    fn sample(&mut self, _: &Sample) -> Flow {
        Flow::Continue
    }

    fn progress(&mut self, progress: &Progress) -> Flow {
        if progress.wall_seconds > self.0 { Flow::Stop } else { Flow::Continue }
    }
}

impl Line {
    /// Wall-clock seconds per simulated second.
    fn pace(&self) -> f64 {
        self.wall / self.reached
    }

    /// The lines among these that it is compared with: of the same rope, by our methods.
    fn ours<'a>(&self, lines: &'a [Line]) -> impl Iterator<Item = &'a Line> {
        let same = (self.rope, self.links);
        let by_us = |line: &Line| METHODS.iter().any(|method| method.info().keyword == line.library);
        lines.iter().filter(move |line| (line.rope, line.links) == same && by_us(line))
    }

    /// Ratio to the pace of our faster method.
    fn ratio(&self, lines: &[Line]) -> Option<f64> {
        self.ours(lines).map(Line::pace).reduce(f64::min).map(|pace| self.pace() / pace)
    }

    /// How far middle and end are from those of the first of ours that got to the same time, if that is another one.
    fn distance(&self, lines: &[Line]) -> Option<f64> {
        let other = self.ours(lines).find(|other| (other.reached - self.reached).abs() < 1e-9)?;
        if std::ptr::eq(other, self) {
            return None;
        }
        let pairs = self.points.as_flattened().iter().zip(other.points.as_flattened());
        Some(pairs.fold(0.0, |m, (a, b)| m.max((a - b).abs())))
    }

    /// Energy, gap and place, with the bounds of `--check`: MuJoCo has soft constraints and a method of order one.
    fn judge(&self, lines: &[Line], check: &mut Check) {
        let (energy, gap, distance) = if self.library == "mujoco" { (0.2, 1e-3, 1e-2) } else { (1e-5, 1e-12, 1e-4) };
        let mut add = |what: &str, value: Option<f64>, bound| {
            let what = format!("{} rope by {}: {what}", self.rope, self.library);
            value.into_iter().for_each(|value| check.add(what.clone(), value, bound));
        };
        add("unexplained energy", Some(self.energy), energy);
        add("gap of the tie in m", self.gap, gap);
        add("distance from ours in m", self.distance(lines), distance);
    }

    fn json(&self, lines: &[Line]) -> serde_json::Value {
        json!({
            "model": self.rope, "links": self.links, "library": self.library, "steps": self.steps,
            "simulated": self.reached, "wall": self.wall, "pace": self.pace(), "ratio": self.ratio(lines),
            "energy": self.energy, "gap": self.gap, "distance": self.distance(lines),
        })
    }
}

fn text(lines: &[Line], options: &Options) -> String {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    let header =
        ["rope", "links", "method", "simulated s", "mean step s", "s per s", "ratio", "energy", "gap m", "distance m"];
    table.set_header(header);
    let small = |x: Option<f64>| x.map_or(String::new(), |x| format!("{x:.0e}"));
    for line in lines {
        table.add_row([
            line.rope.to_owned(),
            line.links.to_string(),
            line.library.to_owned(),
            format!("{:.3}", line.reached),
            format!("{:.1e}", line.reached / line.steps.max(1) as f64),
            format!("{:.3}", line.pace()),
            line.ratio(lines).map_or(String::new(), |ratio| format!("{ratio:.2}")),
            small(Some(line.energy)),
            small(line.gap),
            small(line.distance(lines)),
        ]);
    }
    for column in table.column_iter_mut().skip(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!(
        "Two metres of rope for {} s: falling from the horizontal, held at one end; a cable tied at both ends, falling from an arc\n\n\
         {table}\n\n\
         s per s: seconds of the clock per simulated second (a run ends after {} s of the clock); ratio: of it, to the faster of \
         ours; energy: change that\nnothing explains, relative to what is exchanged; gap: of the tie, the largest; distance: of middle \
         and end from those by the first of ours that got\nto the same time. Tolerance of ours {TOLERANCE:e}.",
        options.duration, options.patience,
    )
}
