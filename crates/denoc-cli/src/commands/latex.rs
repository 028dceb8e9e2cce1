//! Matrices as LaTeX.

use denoc_mechanism::evaluate::{Matrices, MatrixKind};

use super::matrices::computed;
use crate::table::{short, without_noise};

/// One equation for each matrix of a state.
pub(crate) fn matrices(found: &Matrices, size: usize) -> String {
    let mut text = String::new();
    for kind in computed(std::slice::from_ref(found)) {
        let (symbol, columns) = match kind {
            MatrixKind::Gim => ("\\mathbf{I}", size),
            MatrixKind::Mci => ("\\mathbf{C}", size),
            MatrixKind::LoopJacobian => ("\\mathbf{J}", size),
            MatrixKind::ComJacobian => ("\\mathbf{J}_G", size),
            MatrixKind::CentroidalMomentum => ("\\mathbf{A}_G", size),
            MatrixKind::Vci => ("\\mathbf{C}\\dot{\\boldsymbol{\\theta}}", 1),
            MatrixKind::Gravity | MatrixKind::Udut => ("\\mathbf{g}", 1),
        };
        text += &equation(symbol, found.get(kind).unwrap_or_default(), columns);
    }
    if let Some(factors) = &found.factors {
        text += &equation("\\mathbf{U}", &factors.u, size);
        let entries: Vec<String> = without_noise(&factors.d).iter().map(|&x| number(x)).collect();
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
