//! Errors and CPU times of all settings of a library, and the cheapest setting for an error.

use super::library::{Library, Method};

/// The final errors of the study.
pub(super) const TARGETS: [f64; 3] = [1e-3, 1e-6, 1e-9];
/// Longest run of one setting, s.
const PATIENCE: f64 = 4.0;
/// Runs that are shorter than this, s, are repeated.
const SHORT: f64 = 0.02;
/// Longest time for all settings of one method, s.
const LADDER: f64 = 12.0;

/// One setting.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) method: String,
    pub(super) kind: String,
    pub(super) setting: f64,
    /// CPU time of one run, s; the smallest so far.
    pub(super) cpu: f64,
    pub(super) error: f64,
}

/// Runs the settings of every method from coarse to fine, until two in a row are below the smallest target, or runs take too long.
/// `error` is that of coordinates at the end.
pub(super) fn climb(library: &mut dyn Library, error: impl Fn(&[f64]) -> f64) -> Vec<Point> {
    let mut points = Vec::new();
    for method in library.methods().to_vec() {
        points.extend(climb_one(library, &method, &error));
    }
    points
}

fn climb_one(library: &mut dyn Library, method: &Method, error: &dyn Fn(&[f64]) -> f64) -> Vec<Point> {
    let (mut points, mut total): (Vec<Point>, f64) = (Vec::new(), 0.0);
    for &setting in &method.settings {
        let run = match library.run(&method.name, setting, 1) {
            Ok(run) => run,
            Err(reason) => {
                eprintln!("    {} {} {setting:.1e} failed: {reason}", library.name(), method.name);
                continue;
            }
        };
        total += run.cpu;
        // the first run is slower, and settings are chosen by these times
        let again = (SHORT / run.cpu).min(50.0) as usize;
        let warm = if again > 0 { library.run(&method.name, setting, again).ok() } else { None };
        let cpu = warm.map_or(run.cpu, |warm| run.cpu.min(warm.cpu));
        let (name, kind) = (method.name.clone(), method.kind.clone());
        points.push(Point { method: name, kind, setting, cpu, error: error(&run.q) });
        let reached = points.iter().rev().take(2).filter(|point| point.error <= TARGETS[2]).count() == 2;
        if reached || run.cpu > PATIENCE || total > LADDER {
            break;
        }
    }
    points
}

/// The cheapest setting that reaches an error, as all finer settings of its method do: a single one may be lucky.
pub(super) fn cheapest(points: &[Point], target: f64) -> Option<usize> {
    let finer_reach =
        |i: &usize| points[*i..].iter().filter(|p| p.method == points[*i].method).all(|p| p.error <= target);
    (0..points.len()).filter(finer_reach).min_by(|&a, &b| points[a].cpu.total_cmp(&points[b].cpu))
}

/// The smallest error.
pub(super) fn best(points: &[Point]) -> Option<&Point> {
    points.iter().min_by(|a, b| a.error.total_cmp(&b.error))
}

#[cfg(test)]
mod tests {
    use super::{Point, cheapest};

    // oracle: read off the list
    #[test]
    fn a_lucky_setting_does_not_count() {
        let point =
            |method: &str, cpu, error| Point { method: method.into(), kind: "steps".into(), setting: 1.0, cpu, error };
        let points = [
            point("a", 1.0, 1e-4),
            point("a", 2.0, 1e-2),
            point("a", 3.0, 1e-4),
            point("a", 4.0, 1e-7),
            point("b", 3.5, 1e-7),
        ];
        assert_eq!(cheapest(&points, 1e-3), Some(2));
        assert_eq!(cheapest(&points, 1e-6), Some(4));
        assert_eq!(cheapest(&points, 1e-9), None);
    }
}
