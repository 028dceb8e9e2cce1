//! Reference values of other engines.

/// Columns of a reference file.
pub(crate) struct Reference {
    head: Vec<String>,
    rows: Vec<Vec<f64>>,
}

macro_rules! files {
    ($($name:literal)*) => {
        /// The text of a file.
        fn text(name: &str) -> &'static str {
            match name {
                $($name => include_str!(concat!("../../data/", $name, ".csv")),)*
                _ => "",
            }
        }
    };
}

files! {
    "A1_planar3R_id_table"
    "A1_planar3R_id_formula"
    "A2_puma_id_R"
    "A3_stanford_id_R"
    "A4_kuka_id_R"
    "A5_planar3R_freefall_table"
    "A6_puma_freefall_R"
}

impl Reference {
    /// The file of this name.
    pub(crate) fn read(name: &str) -> Self {
        let mut lines = text(name).lines();
        let head = lines.next().unwrap_or_default().split(',').map(str::to_owned).collect();
        let number = |cell: &str| cell.trim().parse().unwrap_or(f64::NAN);
        let rows = lines.map(|line| line.split(',').map(number).collect()).collect();
        Self { head, rows }
    }

    /// A column; NaN where it is missing, which no comparison passes.
    pub(crate) fn column(&self, name: &str) -> Vec<f64> {
        let at = self.head.iter().position(|h| h == name);
        self.rows.iter().map(|row| at.and_then(|i| row.get(i).copied()).unwrap_or(f64::NAN)).collect()
    }

    /// The columns `tau1`, `tau2`, … as rows.
    pub(crate) fn numbered(&self, name: &str, count: usize) -> Vec<Vec<f64>> {
        let columns: Vec<Vec<f64>> = (1..=count).map(|k| self.column(&format!("{name}{k}"))).collect();
        (0..self.rows.len()).map(|i| columns.iter().map(|c| c[i]).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the first row of the file, by eye
    #[test]
    fn files_are_read_whole() {
        let torques = Reference::read("A1_planar3R_id_table");
        assert_eq!(torques.column("t").len(), 101);
        assert!((torques.numbered("tau", 3)[0][0] - 4.34583).abs() < 1e-10);
        assert!(Reference::read("nothing").column("t").is_empty());
    }
}
