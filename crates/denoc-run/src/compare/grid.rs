//! The rows at which two tables are compared.

use serde::Serialize;

/// Times that differ by less, relative to the largest, are the same instant.
const SAME: f64 = 1e-12;

/// The rows at which two tables are compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grid {
    /// How values at the same instant are obtained, in a sentence.
    pub meaning: String,
    /// Whether one of the tables is interpolated linearly.
    pub interpolated: bool,
    /// Number of rows.
    pub rows: usize,
    /// First and last time, s; `None` where rows are compared by number.
    pub span: Option<[f64; 2]>,
    #[serde(skip)]
    pub(super) places: Vec<[Place; 2]>,
    /// Times of the rows, or their numbers.
    #[serde(skip)]
    pub(super) at: Vec<f64>,
}

/// A row of a table, or a point between this row and the next one.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Place {
    row: usize,
    part: f64,
}

impl Place {
    fn row(row: usize) -> Self {
        Self { row, part: 0.0 }
    }

    /// The value of a column there.
    pub(super) fn of(self, values: &[f64]) -> f64 {
        match self.part {
            0.0 => values[self.row],
            part => values[self.row] + part * (values[self.row + 1] - values[self.row]),
        }
    }
}

impl Grid {
    /// Rows with equal numbers, as far as both tables have them.
    pub(super) fn by_number(rows: [usize; 2]) -> Self {
        let count = rows[0].min(rows[1]);
        Self {
            meaning: format!("there is no column of times: the first {count} rows of both are compared in order"),
            interpolated: false,
            rows: count,
            span: None,
            places: (0..count).map(|row| [Place::row(row); 2]).collect(),
            at: (0..count).map(|row| row as f64).collect(),
        }
    }

    /// Rows at equal times; if less than half of the times of the coarser table are also in the other one, this is interpolated
    /// linearly there. `names`: what the tables are called. `None` if the times of both do not overlap.
    pub(super) fn by_time(times: [&[f64]; 2], names: [&str; 2]) -> Option<Self> {
        let [a, b] = times;
        let start = a.first()?.max(*b.first()?);
        let end = a.last()?.min(*b.last()?);
        let slack = SAME * a.last()?.abs().max(b.last()?.abs());
        if start > end + slack {
            return None;
        }
        let inside = |times: &[f64]| times.iter().filter(|&&t| t >= start - slack && t <= end + slack).count();
        let common = common(times, slack);
        let fewer = inside(a).min(inside(b));
        let (meaning, interpolated, places, at) = if 2 * common.len() >= fewer {
            let all = common.len() == a.len() && common.len() == b.len();
            let what = if all { "all" } else { "the" };
            let meaning = format!("{what} {} rows with equal times are compared", common.len());
            let at = common.iter().map(|[i, _]| a[*i]).collect();
            (meaning, false, common.into_iter().map(|rows| rows.map(Place::row)).collect(), at)
        } else {
            // the error of interpolation is smaller in the finer table
            let coarse = usize::from(inside(b) < inside(a));
            let fine = 1 - coarse;
            let rows = (0..times[coarse].len()).filter_map(|row| {
                let t = times[coarse][row];
                let place =
                    between(times[fine], t.clamp(start, end)).filter(|_| t >= start - slack && t <= end + slack)?;
                let mut places = [place; 2];
                places[coarse] = Place::row(row);
                Some((places, t))
            });
            let (places, at): (Vec<_>, Vec<_>) = rows.unzip();
            let meaning =
                format!("{} is interpolated linearly at the {} times of {}", names[fine], places.len(), names[coarse]);
            (meaning, true, places, at)
        };
        Some(Self { meaning, interpolated, rows: at.len(), span: Some([start, end]), places, at })
    }
}

/// Pairs of rows with equal times; of several rows at one time, the first with the first.
fn common([a, b]: [&[f64]; 2], slack: f64) -> Vec<[usize; 2]> {
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if (a[i] - b[j]).abs() <= slack {
            pairs.push([i, j]);
            (i, j) = (i + 1, j + 1);
        } else if a[i] < b[j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// The place of a time in ascending times.
fn between(times: &[f64], t: f64) -> Option<Place> {
    let after = times.partition_point(|&x| x <= t);
    let row = after.checked_sub(1)?;
    match times.get(row + 1) {
        Some(&next) if next > times[row] => Some(Place { row, part: (t - times[row]) / (next - times[row]) }),
        _ => Some(Place::row(row)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(a: &[f64], b: &[f64]) -> Grid {
        Grid::by_time([a, b], ["a", "b"]).unwrap()
    }

    // oracle: by hand
    #[test]
    fn equal_times_are_compared_and_others_interpolated() {
        let same = grid(&[0.0, 0.1, 0.2], &[0.0, 0.1, 0.2]);
        assert_eq!((same.rows, same.interpolated), (3, false));
        assert_eq!(same.meaning, "all 3 rows with equal times are compared");
        // an additional row at an event, and rounding of a sum
        let more = grid(&[0.0, 0.1, 0.15, 0.2, 0.1 + 0.2], &[0.0, 0.1, 0.2, 0.3]);
        assert_eq!((more.rows, more.interpolated, more.at[3]), (4, false, 0.1 + 0.2));
        assert_eq!(more.meaning, "the 4 rows with equal times are compared");
        // the finer one is interpolated
        let fine = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0];
        let other = grid(&fine, &[0.2, 1.2, 2.2, 9.0]);
        assert_eq!((other.at.as_slice(), other.interpolated), (&[0.2, 1.2, 2.2][..], true));
        assert_eq!(other.meaning, "a is interpolated linearly at the 3 times of b");
        assert_eq!(other.span, Some([0.2, 4.0]));
        let line: Vec<f64> = fine.iter().map(|t| 3.0 * t + 1.0).collect();
        for ([a, b], t) in other.places.iter().zip(&other.at) {
            assert!((a.of(&line) - (3.0 * t + 1.0)).abs() < 1e-14 && b.part == 0.0);
        }
        assert_eq!(Grid::by_time([&[0.0, 1.0], &[2.0, 3.0]], ["a", "b"]), None);
    }

    // oracle: by hand; two rows at one time, before and after an impact
    #[test]
    fn two_rows_at_one_time_stay_two() {
        let grid = grid(&[0.0, 1.0, 1.0, 2.0], &[0.0, 1.0, 1.0, 2.0]);
        assert_eq!(grid.places, [0, 1, 2, 3].map(|row| [Place::row(row); 2]));
    }
}
