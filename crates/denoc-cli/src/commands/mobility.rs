//! `denoc mobility`.

use denoc_mechanism::mobility::Mobility;
use serde_json::json;

use super::drawing::DrawingArgs;
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output};

/// How a mechanism can move: degrees of freedom, redundant conditions, unknowable reactions, motors, singular poses
///
/// Degrees of freedom come from the rank of the loops' conditions at a pose that is not special, found by small random motions;
/// the counts of Grübler and Kutzbach stand beside them.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    drawing: DrawingArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc mobility fourbar
  denoc mobility bennett                               it moves although counting says it cannot
  denoc mobility slider_crank --q crank_pivot=0        at a dead centre of the slide
  denoc mobility stewart --json";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let closed = args.drawing.close(&loaded.model, None)?;
    let mobility = Mobility::analyse(&loaded.model, &closed.q)?;
    let mut output = Output::text(if args.json { format!("{}\n", json!(mobility)) } else { mobility.to_string() });
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}
