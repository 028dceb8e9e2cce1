//! `denoc convert`.

use std::path::PathBuf;

use denoc_formats::{Format, convert};

use crate::args::ModelArgs;
use crate::output::{Code, Failure, Output, write_file};

/// A model in another format: our TOML, URDF, MJCF or a DH table; says what the other format cannot express
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// The file to write; its ending says the format (.toml, .urdf, .xml, .csv) ["-": to standard output, with --to]
    output: PathBuf,

    /// The format, where the ending does not say it: toml, urdf, mjcf, dh, modified_dh
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<Format>,

    /// Replace the output if it exists
    #[arg(long)]
    force: bool,

    /// Links joined by fixed joints become one
    #[arg(long)]
    merge_fixed: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc convert puma puma.urdf
  denoc convert robot.urdf robot.toml
  denoc convert robot.urdf robot.xml --merge-fixed
  denoc convert ur5_like table.csv --to modified_dh
Exit code 2 if the other format cannot hold the model at all.";

fn format(word: &str) -> Result<Format, String> {
    let known = || Format::ALL.map(Format::keyword).join(", ");
    Format::ALL.into_iter().find(|f| f.keyword() == word).ok_or_else(|| format!("choose one of {}", known()))
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let format = args.to.or_else(|| Format::detect(&args.output, ""));
    let Some(format) = format else {
        let words = "the ending of the output does not say the format: end it in .toml, .urdf, .xml or .csv, or add --to FORMAT";
        return Err(Failure::new(words).with_code(Code::BadInput));
    };
    let description = loaded.description;
    let description = if args.merge_fixed { description.merge_fixed() } else { description };
    let written = convert(&description, format)?;
    let mut output = Output::default();
    for note in &loaded.notes {
        output.note(format!("note: {note}"));
    }
    if args.output.as_os_str() == "-" {
        output.text = written.text;
    } else {
        if args.output.exists() && !args.force {
            let words = format!("{}: the file exists; add --force to replace it", args.output.display());
            return Err(Failure::new(words));
        }
        write_file(&args.output, &written.text)?;
        output.note(format!("wrote {}", args.output.display()));
    }
    if format == Format::Native {
        let folder = args.output.parent().unwrap_or(std::path::Path::new(""));
        for missing in denoc_formats::mesh::check_meshes(&description, folder) {
            output.note(format!("note: the file cannot be used before its meshes are there: {missing}"));
        }
    }
    for words in &written.lost {
        output.note(format!("lost: {words}"));
    }
    Ok(output)
}
