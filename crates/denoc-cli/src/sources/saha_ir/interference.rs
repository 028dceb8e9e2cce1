//! Fig. 9.20: links of the falling KUKA that run into each other, and into what it stands on.

use denoc::dynamics::Workspace;
use denoc::model::{FrameId, Model};
use denoc::results::{Panel, Plot, Style, TextTable, XAxis};

use super::super::dense::{DenseArm, Place, V3, add, dot, scale, sub};
use super::super::motions::Rows;
use super::super::{Check, Findings, Oracle};

/// Thickness: every link is a capsule of this radius around its DH skeleton, about that of the slender links as drawn, m.
const RADIUS: f64 = 0.06;
/// The column below joint 1: radius and height as drawn, m.
const BASE: (f64, f64) = (0.15, 0.2);
/// A point nearer to axis 1 than the column is thick, and below joint 2, is in the base or under it, m.
const BELOW: f64 = 0.4;

/// Points of the robot: the elbow O3, the wrist O5, the flange O7, as numbers of links whose frames they are.
const POINTS: [(&str, usize); 3] = [("elbow", 1), ("wrist", 3), ("flange", 5)];

/// What is said about the sentence at the figure.
pub(super) fn judge(
    model: &Model,
    dense: &DenseArm,
    rows: &Rows,
    other: &[Vec<f64>],
) -> Result<Findings, denoc::Error> {
    let ours = points(model, rows)?;
    let theirs: Vec<[V3; 3]> = other.iter().map(|row| landmarks(&dense.places(row))).collect();
    let [ours, theirs] = [ours, theirs].map(|points| first_times(&rows.t, &points));
    let mut deviation = 0.0_f64;
    let mut table = Vec::new();
    for ((name, found), (_, expected)) in ours.iter().zip(&theirs) {
        let gap = (found - expected).abs();
        deviation = if gap <= deviation { deviation } else { gap };
        table.push(vec![name.clone(), format!("{found:.3} s"), format!("{expected:.3} s")]);
    }
    let check = Check {
        what: "when the links reach the base".into(),
        oracle: Oracle::Dense,
        deviation,
        tolerance: 0.01,
        unit: "s",
    };
    let points = TextTable {
        title: "Joints that fall under the base".into(),
        columns: ["what", "first", "dense integration"].map(str::to_owned).to_vec(),
        rows: table,
        note: format!(
            "Axis 1 is that of the base, a column of {} m radius; heights are those over the mounting plane z = 0. The wrist hangs \
             below that plane at the start: the robot needs a pedestal.",
            BASE.0
        ),
    };
    let pairs = pairs(dense, rows);
    let meet = pairs.iter().filter(|pair| pair.first(&rows.t).is_some()).count();
    let sentence = Check {
        what: "links interfere".into(),
        oracle: Oracle::Printed,
        deviation: if meet > 0 { 0.0 } else { 1.0 },
        tolerance: 0.0,
        unit: "",
    };
    let text = "Sentence at Fig. 9.20: the links interfere during the motion, which a real robot would not allow. Reproduced: the arm \
                swings through the plane it stands on and through its own base; the tables say when. The equations know nothing of \
                contact, so the motion after that is that of the equations only."
        .into();
    Ok(Findings {
        text,
        checks: vec![check, sentence],
        plots: vec![plot(&rows.t, &pairs)],
        tables: vec![points, pair_table(&rows.t, &pairs)],
    })
}

/// Where the points are along the run, by the library's kinematics.
fn points(model: &Model, rows: &Rows) -> Result<Vec<[V3; 3]>, denoc::Error> {
    let mut ws = Workspace::new(model);
    let mut all = Vec::with_capacity(rows.q.len());
    for q in &rows.q {
        let stage = ws.position(model, q)?;
        // the first frames are those of the links
        all.push(POINTS.map(|(_, link)| stage.frame_pose(FrameId(link)).position.to_array()));
    }
    Ok(all)
}

/// The same of the dense equations.
fn landmarks(places: &[Place]) -> [V3; 3] {
    POINTS.map(|(_, link)| places.get(link).map_or([f64::NAN; 3], |place| place.origin))
}

/// When the points are below the plane, and near axis 1 below joint 2, for the first time; NaN if never.
fn first_times(t: &[f64], points: &[[V3; 3]]) -> Vec<(String, f64)> {
    let height: Vec<f64> = points.iter().map(|p| p[0][2]).collect();
    let mut times = vec![("the elbow passes below the mounting plane".to_owned(), crossing(t, &height))];
    for (k, (name, _)) in POINTS.iter().enumerate() {
        let far = |p: &[V3; 3]| (p[k][0].hypot(p[k][1]) - BASE.0).max(p[k][2] - BELOW);
        let gaps: Vec<f64> = points.iter().map(far).collect();
        times.push((format!("the {name} is within {} m of axis 1", BASE.0), crossing(t, &gaps)));
    }
    times
}

/// When a curve falls through zero for the first time, on the straight line between two rows.
fn crossing(t: &[f64], values: &[f64]) -> f64 {
    let pairs = t.windows(2).zip(values.windows(2));
    let mut falling = pairs.filter(|(_, y)| y[0] >= 0.0 && y[1] < 0.0);
    falling.next().map_or(f64::NAN, |(t, y)| t[0] + (t[1] - t[0]) * y[0] / (y[0] - y[1]))
}

/// A straight piece between two points.
type Segment = [V3; 2];

/// Two bodies that are not neighbours.
struct Pair {
    name: String,
    /// Between their surfaces at every row, m; negative where they interfere.
    gaps: Vec<f64>,
}

impl Pair {
    fn first(&self, t: &[f64]) -> Option<f64> {
        self.gaps.iter().position(|gap| *gap < 0.0).and_then(|k| t.get(k).copied())
    }

    fn least(&self) -> f64 {
        self.gaps.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// The base and the links as axes of capsules with their radius; links without length have none.
fn bodies(places: &[Place]) -> Vec<(String, Vec<Segment>, f64)> {
    let mut all = vec![("base".to_owned(), vec![[[0.0; 3], [0.0, 0.0, BASE.1]]], BASE.0)];
    for (k, place) in places.iter().enumerate() {
        // along the joint axis by b, then along the link by a
        let corner = add(place.joint, scale(place.axis, dot(sub(place.origin, place.joint), place.axis)));
        let long = |s: &Segment| dot(sub(s[1], s[0]), sub(s[1], s[0])) > 1e-12;
        let segments: Vec<Segment> = [[place.joint, corner], [corner, place.origin]].into_iter().filter(long).collect();
        if !segments.is_empty() {
            all.push((format!("link{}", k + 1), segments, RADIUS));
        }
    }
    all
}

/// The gaps between bodies that are not neighbours, along the run.
fn pairs(dense: &DenseArm, rows: &Rows) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for q in &rows.q {
        let bodies = bodies(&dense.places(q));
        let others = |i: usize| (i + 2..bodies.len()).map(move |j| (i, j));
        for (k, (i, j)) in (0..bodies.len()).flat_map(others).enumerate() {
            let ((first, own, r), (second, other, s)) = (&bodies[i], &bodies[j]);
            let all = own.iter().flat_map(|a| other.iter().map(|b| distance(*a, *b)));
            let gap = all.fold(f64::INFINITY, f64::min) - r - s;
            match pairs.get_mut(k) {
                Some(pair) => pair.gaps.push(gap),
                None => pairs.push(Pair { name: format!("{first} and {second}"), gaps: vec![gap] }),
            }
        }
    }
    pairs
}

fn pair_table(t: &[f64], pairs: &[Pair]) -> TextTable {
    let row = |pair: &Pair| {
        let first = pair.first(t).map_or("never".to_owned(), |t| format!("{t:.2} s"));
        vec![pair.name.clone(), first, format!("{:.3} m", pair.least())]
    };
    TextTable {
        title: "Parts that are not neighbours".into(),
        columns: ["parts", "first interference", "least gap"].map(str::to_owned).to_vec(),
        rows: pairs.iter().map(row).collect(),
        note: format!(
            "Links are capsules of {RADIUS} m radius around their DH skeleton (by b along the joint axis, then by a along the link), the \
             base is one of {} m radius around axis 1 from z = 0 to {} m, with round ends. A negative gap is the depth of interference.",
            BASE.0, BASE.1
        ),
    }
}

/// The gaps that close at some time.
fn plot(t: &[f64], pairs: &[Pair]) -> Plot {
    let closing = pairs.iter().filter(|pair| pair.first(t).is_some());
    let panel = closing.fold(Panel::new("gap", "m"), |panel, pair| panel.series(pair.name.clone(), pair.gaps.clone()));
    let panel = panel.styled("contact", vec![0.0; t.len()], Style::Dashed);
    Plot::new("Gaps between parts that interfere (Fig. 9.20)", XAxis::time(t.to_vec())).panel(panel)
}

/// The least distance of two segments. Its square is convex in the two parameters, so it is least inside the square of parameters or
/// where one of them is at an end; there the other follows by projection.
fn distance([a, b]: Segment, [c, d]: Segment) -> f64 {
    let (u, w, r) = (sub(b, a), sub(d, c), sub(c, a));
    let (uu, ww, uw, ur, wr) = (dot(u, u), dot(w, w), dot(u, w), dot(u, r), dot(w, r));
    let apart = |s: f64, t: f64| {
        let gap = sub(add(r, scale(w, t)), scale(u, s));
        dot(gap, gap).sqrt()
    };
    let kept = |x: f64| if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) };
    let ends = [0.0, 1.0].map(|e| apart(kept((ur + uw * e) / uu), e).min(apart(e, kept((uw * e - wr) / ww))));
    let least = ends[0].min(ends[1]);
    let determinant = uu * ww - uw * uw;
    let (s, t) = ((ur * ww - wr * uw) / determinant, (ur * uw - wr * uu) / determinant);
    let inside = determinant > 1e-12 * uu * ww && (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
    if inside { least.min(apart(s, t)) } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: drawn by hand
    #[test]
    fn distances_by_hand() {
        let x = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
        let cases = [
            ([[0.5, -1.0, 0.3], [0.5, 1.0, 0.3]], 0.3),
            ([[0.0, 2.0, 0.0], [1.0, 2.0, 0.0]], 2.0),
            ([[4.0, 4.0, 0.0], [5.0, 4.0, 0.0]], 5.0),
            ([[0.5, 0.0, 0.0], [0.5, 3.0, 0.0]], 0.0),
            ([[0.2, 0.0, 0.0], [0.9, 0.0, 0.0]], 0.0),
            ([[2.0, 0.0, 1.0], [2.0, 0.0, 1.0]], 2.0_f64.sqrt()),
        ];
        for (other, expected) in cases {
            assert!((distance(x, other) - expected).abs() < 1e-15, "{other:?}");
            assert!((distance(other, x) - expected).abs() < 1e-15, "{other:?}");
        }
    }

    // oracle: times of another transcription of the equations, to the hundredth of a second
    #[test]
    fn the_kuka_reaches_its_base() {
        let loaded = denoc::load("kuka_kr5").unwrap().rotor_inertia([("joint6", 1e-6)]).unwrap();
        let dense = DenseArm::from_description(&loaded.description);
        let t: Vec<f64> = (0..=60).map(|k| f64::from(k) * 0.01).collect();
        let rows = dense.integrate(&[0.0; 6], &[0.0; 6], &t);
        let points: Vec<[V3; 3]> = rows.iter().map(|row| landmarks(&dense.places(row))).collect();
        for ((name, found), expected) in first_times(&t, &points).iter().zip([0.28, 0.47, 0.50, 0.51]) {
            assert!((found - expected).abs() < 0.01, "{name}: {found}");
        }
    }
}
