//! `denoc mobility`.

use denoc_mechanism::mobility::Mobility;
use serde_json::json;

use super::drawing::DrawingArgs;
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output};

/// Analyse mobility: degrees of freedom, redundant constraints, indeterminate reactions, actuation, singular configurations
///
/// Degrees of freedom follow from the rank of the closure conditions at a generic configuration, found by small random motions. The
/// Grübler-Kutzbach counts are printed for comparison.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    drawing: DrawingArgs,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc mobility fourbar
  denoc mobility bennett                               moves although the Grübler-Kutzbach count is negative
  denoc mobility slider_crank --q crank_pivot=0        at a dead centre of the slider
  denoc mobility stewart --json";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let closed = args.drawing.close(&loaded.model, None)?;
    let mobility = Mobility::analyse(&loaded.model, &closed.q)?;
    let mut output = Output::text(if args.json { format!("{}\n", json!(mobility)) } else { mobility.to_string() });
    args.drawing.remarks(&loaded.model, &mut output)?;
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}
