//! Matrices for papers.

use super::matrices::{Matrices, Part};
use crate::table::{short, without_noise};

/// One equation for each matrix of a state.
pub(crate) fn matrices(found: &Matrices, size: usize) -> String {
    let mut text = String::new();
    for (part, numbers) in &found.parts {
        let (symbol, columns) = match part {
            Part::Gim => ("\\mathbf{I}", size),
            Part::Mci => ("\\mathbf{C}", size),
            Part::LoopJacobian => ("\\mathbf{J}", size),
            Part::Vci => ("\\mathbf{C}\\dot{\\boldsymbol{\\theta}}", 1),
            _ => ("\\mathbf{g}", 1),
        };
        text += &equation(symbol, numbers, columns);
    }
    if let Some((u, d)) = found.factors() {
        text += &equation("\\mathbf{U}", u, size);
        let entries: Vec<String> = without_noise(d).iter().map(|&x| number(x)).collect();
        text += &format!("\\[ \\mathbf{{D}} = \\operatorname{{diag}}({}) \\]\n", entries.join(",\\ "));
    }
    text
}

fn equation(symbol: &str, numbers: &[f64], columns: usize) -> String {
    let rows = without_noise(numbers);
    let row = |row: &[f64]| format!("  {}", row.iter().map(|&x| number(x)).collect::<Vec<_>>().join(" & "));
    let rows: Vec<String> = rows.chunks(columns.max(1)).map(row).collect();
    format!("\\[ {symbol} = \\begin{{bmatrix}}\n{} \n\\end{{bmatrix}} \\]\n", rows.join(" \\\\\n"))
}

/// `1.5 \times 10^{-7}` instead of `1.5e-7`.
fn number(x: f64) -> String {
    let text = short(x);
    match text.split_once('e') {
        None => text,
        Some((digits, exponent)) => {
            let digits = digits.trim_end_matches('0').trim_end_matches('.');
            format!("{digits} \\times 10^{{{exponent}}}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_as_in_print() {
        assert_eq!(number(1.5e-7), "1.5 \\times 10^{-7}");
        assert_eq!(number(0.25), "0.25");
        assert_eq!(
            equation("A", &[1.0, 2.0, 3.0, 4.0], 2),
            "\\[ A = \\begin{bmatrix}\n  1 & 2 \\\\\n  3 & 4 \n\\end{bmatrix} \\]\n"
        );
    }
}
