//! An audit as a table of aligned columns.

use core::fmt;

use super::{Audit, Row, Verdict};

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ok => "ok",
            Self::Missed => "MISSED",
            Self::Info => "",
        })
    }
}

fn number(x: f64) -> String {
    let whole = x.fract() == 0.0 && x.abs() < 1e15;
    let plain = whole || (1e-3..1e6).contains(&x.abs());
    if whole {
        format!("{x:.0}")
    } else if plain {
        format!("{x:.6}")
    } else {
        format!("{x:.3e}")
    }
}

fn cells(row: &Row) -> [String; 5] {
    let tolerance = row.tolerance.map_or(String::new(), |t| format!("≤ {}", number(t)));
    [row.name.clone(), number(row.value), row.unit.clone(), tolerance, row.verdict.to_string()]
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<[String; 5]> = self.rows.iter().map(cells).collect();
        let width = |k: usize| cells.iter().map(|row| row[k].chars().count()).max().unwrap_or(0);
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(width);
        for (row, [name, value, unit, tolerance, verdict]) in self.rows.iter().zip(&cells) {
            let words = &row.words;
            writeln!(f, "{name:a$}  {value:>b$} {unit:c$}  {tolerance:d$}  {verdict:e$}  {words}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the words
    #[test]
    fn the_table_is_aligned() {
        let row = |name: &str, value, unit: &str, tolerance, verdict| Row {
            name: name.into(),
            value,
            unit: unit.into(),
            tolerance,
            verdict,
            words: "why".into(),
        };
        let audit = Audit {
            rows: vec![
                row("steps", 1200.0, "", None, Verdict::Info),
                row("unexplained energy", 2.5e-9, "J", Some(1e-8), Verdict::Ok),
                row("drift", 0.25, "J", Some(0.001), Verdict::Missed),
            ],
        };
        let expected = "\
steps                    1200                         why
unexplained energy  2.500e-9 J  ≤ 1.000e-8  ok      why
drift               0.250000 J  ≤ 0.001000  MISSED  why
";
        let text = audit.to_string();
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), expected.lines().skip(1).collect::<Vec<_>>());
        assert!(text.lines().all(|line| line.chars().count() == text.lines().next().unwrap().chars().count()));
        assert!(!audit.passed());
        let json = serde_json::to_string(&audit).unwrap();
        assert_eq!(serde_json::from_str::<Audit>(&json).unwrap(), audit);
    }
}
