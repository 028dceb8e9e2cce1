//! Colours for terminals.

use std::io::IsTerminal;

#[derive(Copy, Clone, Debug)]
pub(crate) enum Color {
    Green = 32,
    Red = 31,
    Yellow = 33,
    Grey = 90,
}

/// The text in a colour, if standard output is a terminal and `NO_COLOR` is not set.
pub(crate) fn paint(text: &str, color: Color) -> String {
    let colored = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if colored { format!("\x1b[{}m{text}\x1b[0m", color as u8) } else { text.to_owned() }
}
