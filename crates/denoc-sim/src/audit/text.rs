//! An audit as a table of aligned columns.

use core::fmt;

use denoc_base::number::brief;
use denoc_base::{AuditRow, Verdict};

use super::Audit;

fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "ok",
        Verdict::Missed => "MISSED",
        Verdict::Unjudged => "",
        Verdict::Unchecked => "open",
    }
}

fn cells(row: &AuditRow) -> [String; 5] {
    let tolerance = row.tolerance.map_or(String::new(), |t| format!("≤ {}", brief(t)));
    [row.name.clone(), brief(row.value), row.unit.clone(), tolerance, mark(row.verdict).to_owned()]
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<[String; 5]> = self.rows.iter().map(cells).collect();
        let width = |k: usize| cells.iter().map(|row| row[k].chars().count()).max().unwrap_or(0);
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(width);
        for (row, [name, value, unit, tolerance, verdict]) in self.rows.iter().zip(&cells) {
            let meaning = &row.meaning;
            writeln!(f, "{name:a$}  {value:>b$} {unit:c$}  {tolerance:d$}  {verdict:e$}  {meaning}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the text as printed
    #[test]
    fn the_table_is_aligned() {
        let audit = Audit {
            rows: vec![
                AuditRow::unjudged("steps", 1200.0, "", "why"),
                AuditRow::bounded("unexplained energy", 2.5e-9, "J", 1e-8, "why"),
                AuditRow::bounded("drift", 0.25, "J", 0.001, "why"),
            ],
        };
        let expected = "\
steps                   1200                         why
unexplained energy  2.500e-9 J  ≤ 1.000e-8  ok      why
drift                   0.25 J  ≤ 0.001     MISSED  why
";
        let text = audit.to_string();
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), expected.lines().skip(1).collect::<Vec<_>>());
        assert!(text.lines().all(|line| line.chars().count() == text.lines().next().unwrap().chars().count()));
        assert!(!audit.passed());
        let json = serde_json::to_string(&audit).unwrap();
        assert_eq!(serde_json::from_str::<Audit>(&json).unwrap(), audit);
    }
}
