//! `denoc completions`.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::output::{Failure, Output};

/// Print a completion script for a shell
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  denoc completions bash > ~/.local/share/bash-completion/completions/denoc
  denoc completions zsh > ~/.zfunc/_denoc
  denoc completions fish > ~/.config/fish/completions/denoc.fish";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "denoc", &mut script);
    String::from_utf8(script).map(Output::text).map_err(|e| Failure::new(format!("the script is not text: {e}")))
}
