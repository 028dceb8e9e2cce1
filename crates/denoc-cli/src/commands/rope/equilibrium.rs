//! `denoc rope equilibrium`.

use std::path::{Path, PathBuf};

use denoc_machines::rope::{Catenary, Equilibrium};
use denoc_model::Model;
use denoc_run::machine_files::{rope_plot, rope_table};
use denoc_run::run::RunFolder;
use serde_json::{Value, json};

use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output, write_file};
use crate::table::{Side, Table, number, plural};

/// Compute the equilibrium of a rope, link by link, and compare it with the catenary
///
/// The rope is a chain of links with spherical, universal or revolute joints from a point of the ground to another one, or to a free
/// end. Its equilibrium follows from the forces on its links alone, independently of the equations of motion.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// Rope to analyse if the model has several: its name, or that of its first link
    #[arg(long, value_name = "NAME")]
    rope: Option<String>,

    /// Report how far the last state of this run of the model is from equilibrium
    #[arg(long, value_name = "FOLDER")]
    run: Option<PathBuf>,

    /// Write shape.svg and shape.csv to this folder
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let found = Equilibrium::find(model, args.rope.as_deref())?;
    let last = args.run.as_ref().map(|folder| RunFolder::open(folder)?.last_coordinates(&loaded)).transpose()?;
    let distance = last.map(|q| found.distance(model, &q)).transpose()?;
    let mut output = Output::text(match args.json {
        true => format!("{}\n", object(model, &found, distance)),
        false => text(model, &found, distance),
    });
    if let Some(folder) = &args.out {
        write(model, &found, folder)?;
        output.note(format!("wrote {} and {}", folder.join("shape.svg").display(), folder.join("shape.csv").display()));
    }
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

/// The table and the remarks; `distance` is that of the last state of a run from equilibrium, m.
fn text(model: &Model, found: &Equilibrium, distance: Option<f64>) -> String {
    let Equilibrium { hanging, rest, catenary, size } = found;
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
        Some([x, y]) => format!(", to a point {} m sideways and {} m up\n\n", number(x), number(y)),
        None => ", with a free end\n\n".into(),
    };
    let mut table = Table::new([("", Side::Left), ("links", Side::Right), ("catenary", Side::Right)]);
    let of = |f: &dyn Fn(&Catenary) -> f64| catenary.as_ref().map_or_else(|| "-".into(), |rope| number(f(rope)));
    table.row(["sag [m]".into(), number(rest.sag()), of(&|r| r.sag())]);
    table.row(["horizontal force [N]".into(), number(rest.force[0]), of(&|r| r.horizontal())]);
    let pull = if found.is_compressed() { "thrust" } else { "tension" };
    table.row([format!("{pull} at the start [N]"), number(rest.tensions[0]), of(&|r| r.tensions()[0])]);
    match found.tension_in_last_joint() {
        // a mass at a free end is part of the last link
        Some(tension) => table.row(["tension in the last joint [N]".into(), number(tension), "-".into()]),
        None => table.row([format!("{pull} at the end [N]"), number(rest.tensions[1]), of(&|r| r.tensions()[1])]),
    }
    text += &table.text();
    if let Some(catenary) = catenary {
        let deviation = rest.distance(catenary);
        text += &format!(
            "\nlargest distance of the joints from the catenary: {} m, {:.3e} of the span\n",
            number(deviation),
            deviation / size
        );
        text += &match found.relative_bending_length() {
            _ if !found.is_stiff() => String::new(),
            Some(length) => format!("bending length √(E I/H): {length:.3e} of the span\n"),
            None => "the rope is in compression (H < 0): it pushes its ends apart\n".into(),
        };
    }
    let (steps, s) = (rest.steps, plural(rest.steps));
    text += &format!("{steps} step{s} of Newton's method; largest residual moment {:.1e} N m\n", rest.residual);
    if let Some(away) = distance {
        text +=
            &format!("the last state of the run is {away:.3e} m from equilibrium, {:.3e} of the span\n", away / size);
    }
    text
}

fn object(model: &Model, found: &Equilibrium, distance: Option<f64>) -> Value {
    let Equilibrium { hanging, rest, catenary, size } = found;
    let catenary = catenary.as_ref().map(|rope| {
        json!({
            "parameter": rope.parameter,
            "sag": rope.sag(),
            "horizontal_force": rope.horizontal(),
            "tensions": rope.tensions(),
            "distance": rest.distance(rope),
            "relative_distance": rest.distance(rope) / size,
            "bending_length": found.relative_bending_length(),
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
        "tension_in_last_joint": found.tension_in_last_joint(),
        "residual": rest.residual,
        "angles": rest.angles,
        "points": rest.points,
        "catenary": catenary,
        "run": distance.map(|away| json!({"distance": away, "relative_distance": away / size})),
    })
}

/// Links and catenary as a plot and as numbers.
fn write(model: &Model, found: &Equilibrium, folder: &Path) -> Result<(), Failure> {
    denoc_base::files::create_folder(folder)
        .map_err(|e| Failure::new(format!("{}: the folder cannot be created ({})", folder.display(), e.kind())))?;
    rope_plot(&format!("{} at rest", model.name()), found).write_svg(folder.join("shape.svg"))?;
    write_file(&folder.join("shape.csv"), &rope_table(found)?.to_csv())
}
