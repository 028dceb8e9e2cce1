//! `denoc convert`.

use std::path::{Path, PathBuf};

use denoc_formats::{Format, convert, mesh};
use denoc_model::names;

use crate::args::ModelArgs;
use crate::output::{Code, Failure, Output, write_file};

/// Convert a model between formats (TOML, URDF, MJCF, DH table; from SDF) and report what the target format cannot express
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// File to write; its extension selects the format (.toml, .urdf, .xml, .csv) ["-": standard output, with --to]
    output: PathBuf,

    #[arg(long, value_name = "FORMAT", value_parser = format, help = format_help())]
    to: Option<Format>,

    /// Overwrite an existing file
    #[arg(long)]
    force: bool,

    /// Merge links connected by fixed joints
    #[arg(long)]
    merge_fixed: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc convert puma puma.urdf
  denoc convert robot.urdf robot.toml
  denoc convert robot.sdf from_sdf.toml
  denoc convert robot.urdf robot.xml --merge-fixed
  denoc convert ur5_like table.csv --to modified_dh
Mesh paths are written relative to the output.
Exit code 2 if the target format cannot represent the model at all.";

fn formats() -> String {
    Format::WRITTEN.map(Format::keyword).join(", ")
}

fn format_help() -> String {
    format!("Format, if the extension does not determine it: {}", formats())
}

fn format(keyword: &str) -> Result<Format, String> {
    let found = Format::WRITTEN.into_iter().find(|f| f.keyword() == keyword);
    found.ok_or_else(|| names::choose(keyword, &Format::WRITTEN.map(Format::keyword)))
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let format = args.to.or_else(|| Format::detect(&args.output, ""));
    let Some(format) = format else {
        let ending = args.output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let near = names::nearest(ending, ["toml", "urdf", "xml", "csv"].into_iter()).filter(|_| !ending.is_empty());
        let near = near.map_or(String::new(), |near| format!("did you mean .{near}? "));
        let message = format!(
            "the extension of the output does not determine the format: {near}use .toml, .urdf, .xml or .csv, or add --to FORMAT"
        );
        return Err(Failure::new(message).with_code(Code::BadInput));
    };
    let description = loaded.description;
    let mut description = if args.merge_fixed { description.merge_fixed() } else { description };
    let to_file = args.output.as_os_str() != "-";
    // MuJoCo has no packages
    let addresses = format != Format::Mjcf;
    let place = if to_file { args.output.as_path() } else { Path::new("model") };
    let missing = mesh::relocate(&mut description, &loaded.folder, place, addresses);
    let written = convert(&description, format)?;
    let mut output = Output::default();
    for note in &loaded.notes {
        output.note(format!("note: {note}"));
    }
    if !to_file {
        output.text = written.text;
    } else {
        if args.output.exists() && !args.force {
            let message = format!("{}: the file exists; add --force to overwrite it", args.output.display());
            return Err(Failure::new(message));
        }
        write_file(&args.output, &written.text)?;
        output.note(format!("wrote {}", args.output.display()));
    }
    for error in missing {
        output.note(format!("note: {error}; its path is kept as it is"));
    }
    for loss in &written.lost {
        output.note(format!("lost: {loss}"));
    }
    Ok(output)
}
