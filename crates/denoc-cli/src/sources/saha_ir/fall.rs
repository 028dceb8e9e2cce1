//! Examples 9.8 to 9.11: four arms that fall freely.

use std::f64::consts::{FRAC_PI_2, PI};
use std::slice::from_ref;

use denoc::Loaded;
use denoc::dynamics::compiled::Compile;
use denoc::results::{Panel, Plot, XAxis};

use super::super::data::Reference;
use super::super::dense::DenseArm;
use super::super::motions::{Fall, free_fall, free_fall_rk4};
use super::super::{Check, Findings, Oracle, compare};
use super::interference;

const SIX: &[&str] = &["θ1", "θ2", "θ3", "θ4", "θ5", "θ6"];
/// Time between rows, s: that of the reference files.
const ROW: f64 = 0.05;

/// The KUKA is compared up to here, s; later the motion is chaotic.
const KUKA_END: f64 = 5.0;
/// Its rows, s: close enough to say when links meet.
const KUKA_ROW: f64 = 0.01;

/// The energy must stay what it was.
fn energy(fall: &Fall) -> Check {
    Check {
        what: "energy".into(),
        oracle: Oracle::Identity,
        deviation: fall.energy_drift,
        tolerance: 1e-10,
        unit: "of the largest kinetic energy",
    }
}

/// The accelerations at the start against the dense equations.
fn first_accelerations(fall: &Fall, dense: &DenseArm, q0: &[f64]) -> Check {
    let rest = vec![0.0; q0.len()];
    let expected = [dense.accelerations(q0, &rest, &rest)];
    Check {
        what: "accelerations at the start".into(),
        oracle: Oracle::Dense,
        deviation: compare::relative(&fall.rows.a[..1], &expected),
        tolerance: 1e-11,
        unit: "of the largest",
    }
}

/// Rows of coordinates and speeds together.
fn states(fall: &Fall) -> Vec<Vec<f64>> {
    fall.rows.q.iter().zip(&fall.rows.v).map(|(q, v)| [&q[..], v].concat()).collect()
}

/// The coordinates against those of other engines: the largest part of the tolerance of a row, max(1e-10, 100 · spread), up to a
/// time.
fn against_engines(fall: &Fall, reference: &Reference, until: f64) -> Check {
    let expected = reference.numbered("q", fall.rows.q.first().map_or(0, Vec::len));
    let rows = fall.rows.q.iter().zip(&expected).zip(reference.column("spread")).zip(&fall.rows.t);
    let parts = rows.filter(|(_, t)| **t <= until + 1e-9).map(|(((found, expected), spread), _)| {
        let tolerance = f64::max(1e-10, 100.0 * spread);
        vec![compare::absolute(from_ref(found), from_ref(expected)) / tolerance]
    });
    let parts: Vec<Vec<f64>> = parts.collect();
    let fits = fall.rows.q.len() == expected.len();
    Check {
        what: format!("coordinates to {until} s"),
        oracle: Oracle::Engines,
        deviation: if fits { compare::absolute(&parts, &vec![vec![0.0]; parts.len()]) } else { f64::NAN },
        tolerance: 1.0,
        unit: "of the tolerance",
    }
}

/// When two motions are further apart than a limit for the first time; words.
fn leaves(t: &[f64], found: &[Vec<f64>], expected: &[Vec<f64>], limit: f64) -> String {
    let near = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= limit);
    let first = found.iter().zip(expected).position(|pair| !near(pair));
    first.and_then(|k| t.get(k)).map_or("at no time".into(), |t| format!("at {t:.2} s"))
}

/// Coordinates against the dense integration, relative to max(1, |q|), up to a time.
fn against_dense(fall: &Fall, dense: &[Vec<f64>], until: f64) -> Check {
    let rows = fall.rows.q.iter().zip(dense).zip(&fall.rows.t).filter(|(_, t)| **t <= until + 1e-9);
    let scaled = |(found, expected): (&Vec<f64>, &Vec<f64>)| {
        let pairs = found.iter().zip(expected).map(|(a, b)| (a - b) / b.abs().max(1.0));
        pairs.collect::<Vec<_>>()
    };
    let gaps: Vec<Vec<f64>> = rows.map(|(pair, _)| scaled(pair)).collect();
    let zeros: Vec<Vec<f64>> = gaps.iter().map(|row| vec![0.0; row.len()]).collect();
    Check {
        what: format!("coordinates to {until} s"),
        oracle: Oracle::Dense,
        deviation: compare::absolute(&gaps, &zeros),
        tolerance: 1e-8,
        unit: "of max(1, |q|)",
    }
}

/// A sentence of the text: right or not.
pub(super) fn sentence(what: &str, holds: bool) -> Check {
    let deviation = if holds { 0.0 } else { 1.0 };
    Check { what: what.into(), oracle: Oracle::Printed, deviation, tolerance: 0.0, unit: "" }
}

/// Example 9.8: the planar arm.
pub(super) fn planar() -> Result<Findings, denoc::Error> {
    let Loaded { description, model, .. } = denoc::load("planar_3r")?;
    let start = [0.0; 3];
    let fall = free_fall(&model, &start, 10.0, ROW)?;
    let reference = Reference::read("A5_planar3R_freefall_table");
    let expected = reference.numbered("q", 3);
    let t = &fall.rows.t;
    let simple = free_fall_rk4(&model, &start, 10.0, ROW, 0.01)?;
    let when = |rows: &[Vec<f64>], limit| leaves(t, rows, &expected, limit);
    let below = highest_mass_center(&model, &fall)?;
    let text = format!(
        "Three rods start level and at rest and fall without torques; the text integrates with a step of 0.01 s (Fig. 9.16). Model \
         `planar_3r`, method DOP853 with tolerance 1e-13. Compared are the coordinates with an integration in quadruple precision \
         by other tools, up to 5 s; later the motion is chaotic.\n\nHorizon: our run is further than 1e-9 rad from the reference \
         {} for the first time, 1e-6 rad {}, 1e-3 rad {}. With RK4 and a step of 0.01 s, as in the text, 1e-3 rad is passed {} and \
         0.1 rad {}: curves with this step are of no meaning later than that.\n\nSentences: θ1 goes in the negative direction at \
         first: reproduced. \"Behaves as a three-link pendulum\": the energy stays, and the mass centre never rises above \
         the pivot, where it starts.",
        when(&fall.rows.q, 1e-9),
        when(&fall.rows.q, 1e-6),
        when(&fall.rows.q, 1e-3),
        when(&simple.rows.q, 1e-3),
        when(&simple.rows.q, 0.1),
    );
    let mut plot =
        compare::plot("Joint angles (Fig. 9.16)", &["θ1", "θ2", "θ3"], "rad", t, &fall.rows.q, ("others", &expected));
    plot = plot.panel((0..3).fold(Panel::new("with RK4, 0.01 s", "rad"), |panel, k| {
        panel.series(SIX[k], simple.rows.q.iter().map(|q| q[k]).collect())
    }));
    Ok(Findings {
        text,
        checks: vec![
            against_engines(&fall, &reference, 5.0),
            first_accelerations(&fall, &DenseArm::from_description(&description), &start),
            energy(&fall),
            sentence("θ1 is negative at first", fall.rows.q[1..4].iter().all(|q| q[0] < 0.0)),
            sentence("a pendulum: below the pivot", below <= 1e-9),
        ],
        plots: vec![plot],
        ..Findings::default()
    })
}

/// The greatest height of the mass centre, against gravity, over a fall.
fn highest_mass_center(model: &denoc::model::Model, fall: &Fall) -> Result<f64, denoc::Error> {
    let mut ws = denoc::dynamics::Workspace::new(model);
    let up = -model.gravity().normalized();
    let mut highest = f64::NEG_INFINITY;
    for q in &fall.rows.q {
        highest = highest.max(ws.position(model, q)?.center_of_mass().dot(up));
    }
    Ok(highest)
}

/// Example 9.9: the PUMA.
pub(super) fn puma() -> Result<Findings, denoc::Error> {
    let Loaded { description, model, .. } = denoc::load("puma")?;
    let start = [0.0; 6];
    let fall = free_fall(&model, &start, 10.0, ROW)?;
    let reference = Reference::read("A6_puma_freefall_R");
    let expected = reference.numbered("q", 6);
    let dense = DenseArm::from_description(&description);
    let accelerations = first_accelerations(&fall, &dense, &start);
    let torques = dense.torques(&start, &start, &start);
    let text = format!(
        "The arm of Table 9.3 falls from its zero position (Fig. 9.17); model `puma`. Compared are the coordinates over the whole 10 s \
         with an integration in quadruple precision by other tools, and the accelerations at the start with the dense equations. The \
         motion is regular: the engines agree to 1e-11.\n\nSentence: \"due to the length a3 = 0.02, joint 2 will rotate in the positive \
         direction\". The direction is reproduced: θ2 = {:+.4} rad after 0.05 s. The reason is doubtful: the weights turn joint 2 with \
         {:.2} N m, of which a3 (m4 + m5 + m6) g = {:.2} N m is the part of a3.",
        fall.rows.q[1][1],
        -torques[1],
        9.81 * 0.02 * (1.052 + 1.052 + 0.351),
    );
    let plot = compare::plot("Joint angles (Fig. 9.17)", SIX, "rad", &fall.rows.t, &fall.rows.q, ("others", &expected));
    Ok(Findings {
        text,
        checks: vec![
            against_engines(&fall, &reference, 10.0),
            accelerations,
            energy(&fall),
            sentence("θ2 is positive at first", fall.rows.q[1..4].iter().all(|q| q[1] > 0.0)),
        ],
        plots: vec![plot],
        ..Findings::default()
    })
}

/// Example 9.10: the Stanford arm.
pub(super) fn stanford() -> Result<Findings, denoc::Error> {
    let Loaded { description, model, .. } = denoc::load("stanford")?;
    let start = [0.0, -FRAC_PI_2, 0.635, 0.0, PI, PI];
    let fall = free_fall(&model, &start, 10.0, ROW)?;
    let dense = DenseArm::from_description(&description);
    let expected: Vec<Vec<f64>> = dense.integrate(&start, &[0.0; 6], &fall.rows.t);
    let at = |t: f64| &fall.rows.q[(t / ROW).round() as usize];
    let turned = |t: f64| (at(t)[1] + FRAC_PI_2).abs().to_degrees();
    let right_angle =
        fall.rows.t.iter().find(|t| turned(**t) >= 90.0).map_or("never".into(), |t| format!("at {t:.2} s"));
    let text = format!(
        "The arm of Table 9.4 falls from the start of Example 9.6 (Fig. 9.18); model `stanford`. No other engine has computed it for us: \
         compared are the coordinates over 10 s with an integration of the dense equations, which share nothing with the recursions but \
         the description.\n\nSentence: \"the motion of Joint 3 should increase sharply after one second when Joint 2 turns more than \
         90°\". Joint 2 turns by {:.0}° in 0.5 s and {:.0}° in 1 s and creeps on: it has turned by 90° {right_angle}. The sharp \
         increase is there: b3 is {:.2} m, {:.2} m and {:.1} m after 0.5 s, 1 s and 2 s, with an acceleration towards g, because the boom \
         slides straight down without any stop. \"More than 90°\" at one second is not reproduced with these tables. After 10 s b3 = \
         {:.0} m: what the equations say, not an arm with stops.",
        turned(0.5),
        turned(1.0),
        at(0.5)[2],
        at(1.0)[2],
        at(2.0)[2],
        at(10.0)[2],
    );
    let names = ["θ1", "θ2", "b3", "θ4", "θ5", "θ6"];
    let plot = six_panels("Joint coordinates (Fig. 9.18)", &names, &fall.rows.t, &fall.rows.q, &expected);
    Ok(Findings {
        text,
        checks: vec![
            against_dense(&fall, &expected, 10.0),
            first_accelerations(&fall, &dense, &start),
            energy(&fall),
            sentence(
                "b3 increases sharply from one second on",
                at(2.0)[2] > 4.0 * at(1.0)[2] && at(1.0)[2] > 3.0 * at(0.5)[2],
            ),
        ],
        plots: vec![plot],
        ..Findings::default()
    })
}

/// One panel for each coordinate, and how far the dense integration is away.
fn six_panels(title: &str, names: &[&str], t: &[f64], rows: &[Vec<f64>], dense: &[Vec<f64>]) -> Plot {
    let mut plot = Plot::new(title, XAxis::time(t.to_vec()));
    let mut deviation = Panel::new("deviation", "rad").log();
    for (k, name) in names.iter().enumerate() {
        let unit = if name.starts_with('b') { "m" } else { "rad" };
        plot = plot.panel(Panel::new(*name, unit).series(*name, rows.iter().map(|row| row[k]).collect()));
        let gaps = rows.iter().zip(dense).map(|(a, b)| (a[k] - b[k]).abs().max(1e-17)).collect();
        deviation = deviation.series(*name, gaps);
    }
    plot.panel(deviation)
}

/// Example 9.11: the KUKA.
pub(super) fn kuka() -> Result<Findings, denoc::Error> {
    let start = [0.0; 6];
    let plain = denoc::load("kuka_kr5")?;
    let mut nothing = [0.0; 6];
    let refused =
        plain.model.compile().forward_dynamics(&start, &start, &start, &mut nothing).map_err(denoc::Error::from);
    let (message, named) = match refused {
        Err(error) => (error.to_string(), error.is_singular() && error.joint() == Some("joint6")),
        Ok(()) => ("nothing was refused".into(), false),
    };
    let with = |rotor: f64| plain.clone().rotor_inertia([("joint6", rotor)]);
    let (Loaded { description, model, .. }, heavy) = (with(1e-6)?, with(1e-4)?);
    let fall = free_fall(&model, &start, KUKA_END, KUKA_ROW)?;
    let other = free_fall(&heavy.model, &start, KUKA_END, KUKA_ROW)?;
    let dense = DenseArm::from_description(&description);
    let expected = dense.integrate(&start, &start, &fall.rows.t);
    let still: Vec<Vec<f64>> = fall.rows.q.iter().map(|q| vec![q[5]]).collect();
    let meeting = interference::judge(&model, &dense, &fall.rows, &expected)?;
    let text = format!(
        "The robot of Table 9.5 falls from its zero position (Fig. 9.19); model `kuka_kr5`. Link 6 has no inertia about its axis, so the \
         table alone gives no acceleration for joint 6 and the engine refuses: \"{message}\". With a rotor of 1e-6 kg m² at joint6 the rest \
         is defined. No other engine has computed it for us: compared are the coordinates up to 5 s with an integration of the dense \
         equations; the motion is chaotic later.\n\nLink 6 couples with nothing: θ6 stays at zero, and a rotor of 1e-4 kg m² gives the same \
         motion.\n\n{}",
        meeting.text,
    );
    let mut all = vec![
        sentence("no inertia at joint6 in the table: refused by name", named),
        against_dense(&fall, &expected, KUKA_END),
        first_accelerations(&fall, &dense, &start),
        energy(&fall),
        Check {
            what: "θ6 stays at zero".into(),
            oracle: Oracle::Identity,
            deviation: compare::absolute(&still, &vec![vec![0.0]; still.len()]),
            tolerance: 1e-12,
            unit: "rad",
        },
        Check {
            what: "no influence of the rotor".into(),
            oracle: Oracle::Identity,
            deviation: compare::absolute(&states(&fall), &states(&other)),
            tolerance: 1e-8,
            unit: "rad, rad/s",
        },
    ];
    all.extend(meeting.checks);
    let falling = six_panels("Joint angles (Fig. 9.19)", SIX, &fall.rows.t, &fall.rows.q, &expected);
    Ok(Findings { text, checks: all, plots: [vec![falling], meeting.plots].concat(), tables: meeting.tables })
}
