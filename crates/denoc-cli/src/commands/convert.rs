//! `denoc convert`.
use crate::output::{Failure, Output};
/// later
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}
pub(crate) fn run(_: &Args) -> Result<Output, Failure> {
    Ok(Output::default())
}
