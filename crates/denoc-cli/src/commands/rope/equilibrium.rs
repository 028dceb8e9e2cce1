//! `denoc rope equilibrium`.

use std::path::{Path, PathBuf};

use denoc_machines::rope::{Catenary, Hanging, Resting};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;
use denoc_results::{Panel, Plot, Style, XAxis};
use denoc_run::Loaded;
use denoc_run::run::RunFolder;
use serde_json::{Value, json};

use super::taut;
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output, write_file};
use crate::record::Record;
use crate::table::{Side, Table, number, plural};

/// How a rope hangs at rest, link by link, beside the catenary
///
/// A run of links with ball, universal or revolute joints from one point of the ground to another, or to a free end. Its
/// equilibrium is found from the forces on its links alone, without the equations of motion.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// The rope, where there are several: its name, or that of its first link
    #[arg(long, value_name = "NAME")]
    rope: Option<String>,

    /// A run of this model: how far its last state is from rest
    #[arg(long, value_name = "FOLDER")]
    run: Option<PathBuf>,

    /// Write shape.svg and shape.csv into this folder
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What came out.
struct Found {
    hanging: Hanging,
    rest: Resting,
    rope: Option<Catenary>,
    /// The size that distances are compared with, m: between the ends, or the length of a rope with a free end.
    size: f64,
    /// Distance of the last state of a run, m.
    run: Option<f64>,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let hanging = Hanging::of(model, args.rope.as_deref())?;
    refuse_taut(model, &hanging)?;
    let rest = hanging.rest()?;
    let rope = hanging.catenary().transpose()?;
    let size = hanging.to.map_or_else(|| hanging.links.length(), |[x, y]| x.hypot(y));
    let run = args.run.as_deref().map(|folder| last_state(&loaded, folder)).transpose()?;
    let run = run.map(|q| hanging.distance(model, &q, &rest)).transpose()?;
    let found = Found { hanging, rest, rope, size, run };
    let mut output = Output::text(match args.json {
        true => format!("{}\n", object(model, &found)),
        false => text(model, &found),
    });
    if let Some(folder) = &args.out {
        write(model, &found, folder)?;
        output.note(format!("wrote {} and {}", folder.join("shape.svg").display(), folder.join("shape.csv").display()));
    }
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

/// A rope without slack has no equilibrium with finite forces.
fn refuse_taut(model: &Model, hanging: &Hanging) -> Result<(), Failure> {
    let Some([x, y]) = hanging.to else { return Ok(()) };
    let (length, distance) = (hanging.links.length(), x.hypot(y));
    if !taut(length, distance) {
        return Ok(());
    }
    Err(Failure::new(format!(
        "\"{}\" is taut: it is {length} m long and its ends are {distance} m apart, so that its weight would need a tension without \
         bound; make it longer, or move its ends together",
        model.name()
    )))
}

/// The coordinates in the last row of a run.
fn last_state(loaded: &Loaded, folder: &Path) -> Result<Vec<f64>, Failure> {
    let (model, run) = (&loaded.model, RunFolder::open(folder)?);
    let path = run.file("results.csv");
    if !run.is_of(&loaded.description)? {
        return Err(Failure::new(format!(
            "{}: it is a run of another model than this \"{}\", or of this one before it was changed (model_sha256 in run.json): name the \
             model of the run, or run it anew",
            folder.display(),
            model.name()
        )));
    }
    if !path.exists() {
        return Err(Failure::new(format!(
            "{}: the run was stopped before its end, or is still going on: it has no results yet; go on with: denoc simulate --resume \
             {0}",
            folder.display()
        )));
    }
    let results = denoc_results::Table::read_csv(&path).map_err(|e| Failure::new(e.to_string()))?;
    let entries = Entries::new(model, Quantity::Q);
    let one = |i: usize| {
        let name = entries.column(i);
        let last = results.column(&name).and_then(|column| column.values.last());
        last.copied().ok_or_else(|| {
            Failure::new(format!(
                "{}: there is no value of {name}: the run has no rows or is of another model",
                path.display()
            ))
        })
    };
    (0..entries.len()).map(one).collect()
}

fn text(model: &Model, found: &Found) -> String {
    let Found { hanging, rest, rope, size, run } = found;
    let links = &hanging.links;
    let mut text = format!(
        "{}: {} link{}, {} m, {} N",
        model.name(),
        links.lengths.len(),
        plural(links.lengths.len()),
        number(links.length()),
        number(links.weight())
    );
    text += &match hanging.to {
        Some([x, y]) => format!(", to a point {} m aside and {} m up\n\n", number(x), number(y)),
        None => ", with a free end\n\n".into(),
    };
    let mut table = Table::new([("", Side::Left), ("links", Side::Right), ("catenary", Side::Right)]);
    let of = |f: &dyn Fn(&Catenary) -> f64| rope.as_ref().map_or_else(|| "-".into(), |rope| number(f(rope)));
    table.row(["sag [m]".into(), number(rest.sag()), of(&|r| r.sag())]);
    table.row(["horizontal force [N]".into(), number(rest.force[0]), of(&|r| r.horizontal())]);
    let pull = if rest.force[0] < 0.0 { "thrust" } else { "tension" };
    table.row([format!("{pull} at the start [N]"), number(rest.tensions[0]), of(&|r| r.tensions()[0])]);
    match last_joint(hanging) {
        // what hangs at a free end is part of the last link
        Some(tension) => table.row(["tension in the last joint [N]".into(), number(tension), "-".into()]),
        None => table.row([format!("{pull} at the end [N]"), number(rest.tensions[1]), of(&|r| r.tensions()[1])]),
    }
    text += &table.text();
    if let Some(rope) = rope {
        let away = rest.distance(rope);
        text += &format!(
            "\nlargest distance of the links from the catenary: {} m, {:.3e} of the span\n",
            number(away),
            away / size
        );
        text += &match bending_length(found, rope) {
            _ if !is_stiff(hanging) => String::new(),
            Some(way) => format!("bending is felt over √(E I/H) = {way:.3e} of the span\n"),
            None => "it is in compression (H < 0): bent as it is, it pushes its ends apart\n".into(),
        };
    }
    let (steps, s) = (rest.steps, plural(rest.steps));
    text += &format!("{steps} step{s} of Newton's method; largest moment left over: {:.1e} N m\n", rest.residual);
    if let Some(away) = run {
        text += &format!("the last state of the run is {away:.3e} m from rest, {:.3e} of the span\n", away / size);
    }
    text
}

/// The tension in the last joint above a free end, N: the weight of the last link, with all that is welded to it.
fn last_joint(hanging: &Hanging) -> Option<f64> {
    let mass = hanging.links.masses.last().filter(|_| hanging.to.is_none())?;
    Some(hanging.links.gravity * mass)
}

fn is_stiff(hanging: &Hanging) -> bool {
    hanging.links.stiffness.iter().any(|k| *k > 0.0)
}

/// √(E I/H) in units of the span; none where the links push instead of pulling.
fn bending_length(found: &Found, rope: &Catenary) -> Option<f64> {
    let pulls = found.rest.force[0] > 0.0;
    pulls.then(|| found.hanging.bending_length(rope.horizontal()) / found.size)
}

fn object(model: &Model, found: &Found) -> Value {
    let Found { hanging, rest, rope, size, run } = found;
    let catenary = rope.as_ref().map(|rope| {
        json!({
            "parameter": rope.parameter,
            "sag": rope.sag(),
            "horizontal_force": rope.horizontal(),
            "tensions": rope.tensions(),
            "distance": rest.distance(rope),
            "relative_distance": rest.distance(rope) / size,
            "bending_length": bending_length(found, rope),
        })
    });
    json!({
        "model": model.name(),
        "links": hanging.links.lengths.len(),
        "length": hanging.links.length(),
        "weight": hanging.links.weight(),
        "span": hanging.to,
        "sag": rest.sag(),
        "force": rest.force,
        "tensions": rest.tensions,
        "tension_in_last_joint": last_joint(hanging),
        "residual": rest.residual,
        "angles": rest.angles,
        "points": rest.points,
        "catenary": catenary,
        "run": run.map(|away| json!({"distance": away, "relative_distance": away / size})),
    })
}

/// The two shapes as a picture and as numbers.
fn write(model: &Model, found: &Found, folder: &Path) -> Result<(), Failure> {
    let Found { rest, rope, .. } = found;
    std::fs::create_dir_all(folder)
        .map_err(|e| Failure::new(format!("{}: the folder cannot be made ({})", folder.display(), e.kind())))?;
    let coordinate = |k: usize| rest.points.iter().map(|p| p[k]).collect::<Vec<f64>>();
    let mut way = 0.0;
    let ways: Vec<f64> = core::iter::once(0.0)
        .chain(found.hanging.links.lengths.iter().map(|length| {
            way += length;
            way
        }))
        .collect();
    let mut record = Record::default();
    record.column("way".into(), "m", ways.clone());
    record.column("x".into(), "m", coordinate(0));
    record.column("z".into(), "m", coordinate(1));
    let mut panel = Panel::new("up", "m");
    if let Some(rope) = rope {
        let at = |k: usize| ways.iter().map(|way| rope.at(*way)[k]).collect::<Vec<f64>>();
        record.column("catenary x".into(), "m", at(0));
        record.column("catenary z".into(), "m", at(1));
        let fine: Vec<[f64; 2]> = (0..=1000).map(|i| rope.at(rope.length * f64::from(i) / 1000.0)).collect();
        let fine = |k: usize| fine.iter().map(|p| p[k]).collect::<Vec<f64>>();
        panel = panel.over("catenary", fine(0), fine(1), Style::Dashed);
    }
    panel = panel.over("links at rest", coordinate(0), coordinate(1), Style::Line);
    if rest.points.len() <= 100 {
        panel = panel.over("joints", coordinate(0), coordinate(1), Style::Dots);
    }
    let plot = Plot::new(format!("{} at rest", model.name()), XAxis::new("aside", "m", coordinate(0)));
    plot.panel(panel).equal_axes().write_svg(folder.join("shape.svg"))?;
    write_file(&folder.join("shape.csv"), &record.csv()?)
}
