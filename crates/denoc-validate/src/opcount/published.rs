//! Counts from the literature.

use super::{Formula, OperationFormulas};

/// OperationFormulas of an algorithm of the literature.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Published {
    /// Authors or name, and year; a superscript refers to a misprint that is corrected here.
    pub algorithm: &'static str,
    /// Coefficients of n³, n², n and 1.
    pub operations: OperationFormulas<4>,
}

/// Inverse dynamics [SahaIR table 9.1].
pub const INVERSE: &[Published] = &[
    linear("Balafoutis et al. (1991) ¹", [93.0, -69.0], [81.0, -65.0]),
    linear("ReDySim (Shah et al., 2013)", [94.0, -81.0], [82.0, -75.0]),
    linear("Angeles et al. (1989)", [105.0, -109.0], [90.0, -105.0]),
    linear("Khalil et al. (1986)", [105.0, -92.0], [94.0, -86.0]),
    linear("RIDIM (Saha, 1999)", [120.0, -44.0], [97.0, -55.0]),
    linear("Walker and Orin (1982)", [137.0, -22.0], [101.0, -11.0]),
    linear("Luh et al. (1980)", [150.0, -48.0], [131.0, 48.0]),
    linear("Hollerbach (1980)", [412.0, -277.0], [320.0, -201.0]),
];

/// Forward dynamics [SahaIR table 9.6].
pub const FORWARD: &[Published] = &[
    linear("ReDySim (Shah et al., 2013)", [135.0, -116.0], [131.0, -123.0]),
    linear("Saha (2003)", [191.0, -284.0], [187.0, -325.0]),
    linear("Featherstone (1983) ²", [199.0, -198.0], [174.0, -173.0]),
    linear("Stejskal and Valasek (1996)", [226.0, -343.0], [206.0, -345.0]),
    linear("Brandl et al. (1988)", [250.0, -222.0], [220.0, -198.0]),
    Published {
        algorithm: "Walker and Orin (1982) ³",
        operations: OperationFormulas {
            multiplications: Formula([1.0 / 6.0, 11.5, 115.0 / 3.0, -47.0]),
            additions: Formula([1.0 / 6.0, 7.0, 233.0 / 6.0, -46.0]),
        },
    },
];

/// A count that grows linearly with n.
pub(crate) const fn linear(algorithm: &'static str, multiplications: [f64; 2], additions: [f64; 2]) -> Published {
    let [m, a] = [multiplications, additions];
    let operations = OperationFormulas {
        multiplications: Formula([0.0, 0.0, m[0], m[1]]),
        additions: Formula([0.0, 0.0, a[0], a[1]]),
    };
    Published { algorithm, operations }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the totals printed in the tables, where they follow from the formulas
    #[test]
    fn the_tables_add_up() {
        let total = |rows: &[Published], k: usize, n| {
            let OperationFormulas { multiplications, additions } = rows[k].operations;
            [multiplications.at(n).round(), additions.at(n).round()]
        };
        assert_eq!(total(INVERSE, 1, 6), [483.0, 417.0]);
        assert_eq!(total(INVERSE, 6, 6), [852.0, 834.0]);
        assert_eq!(total(FORWARD, 0, 10), [1234.0, 1187.0]);
        assert_eq!(total(FORWARD, 2, 10), [1792.0, 1567.0]);
        assert_eq!(total(FORWARD, 5, 6), [633.0, 475.0]);
        assert_eq!(total(FORWARD, 5, 7), [842.0, 626.0]);
        assert_eq!(total(FORWARD, 5, 10), [1653.0, 1209.0]);
    }
}
