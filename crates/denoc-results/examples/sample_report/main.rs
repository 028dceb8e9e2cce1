//! Writes sample results into a folder: `cargo run -p denoc-results --example sample_report -- FOLDER`.
//! `motion.html` has an animation, `chapters.html` is a long report without one, `shapes.html`
//! shows every kind of shape, with y up and an audit that fails.

mod chapters;
mod pendulum;
mod shapes;

use denoc_results::*;
use pendulum::{GRAVITY, LENGTH, MASS, State, energies, simulate};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "sample-report".into()));
    std::fs::create_dir_all(&folder)?;
    let step = 2e-3;
    let states = simulate([2.0, 2.6, 0.0, 0.0], step, 6001);
    let times: Vec<f64> = (0..states.len()).map(|i| i as f64 * step).collect();
    motion(&folder, times, &states)?;
    chapters::report().write(folder.join("chapters.html"))?;
    shapes::report().write(folder.join("shapes.html"))?;
    println!("{}", folder.display());
    Ok(())
}

fn motion(folder: &Path, times: Vec<f64>, states: &[State]) -> Result<(), ResultsError> {
    let pick = |i: usize| -> Vec<f64> { states.iter().map(|state| state[i]).collect() };
    let table = Table::from_columns([
        Column::new("time", "s", times.clone()),
        Column::new("upper.angle", "rad", pick(0)).describe("from the downward vertical"),
        Column::new("lower.angle", "rad", pick(1)).describe("from the downward vertical"),
        Column::new("upper.rate", "rad/s", pick(2)),
        Column::new("lower.rate", "rad/s", pick(3)),
    ])?;
    table.write_csv(folder.join("states.csv"))?;
    table.write_npz(folder.join("states.npz"))?;

    let plots = plots(&times, states);
    for (plot, name) in plots.iter().zip(["motion", "energy", "phase"]) {
        plot.write_svg(folder.join(name).with_extension("svg"))?;
        plot.write_png(folder.join(name).with_extension("png"))?;
    }
    let all: Vec<f64> = states.iter().map(|state| energies(state).iter().sum()).collect();
    let drift = all.iter().map(|energy| (energy - all[0]).abs()).fold(0.0, f64::max);
    let [motion, energy, phase] = plots;
    let angles = times.iter().map(|t| 30.0 * t).collect();
    let hand = Plot::new("", XAxis::new("hand", "°", angles).at_times(times.clone()))
        .panel(Panel::new("angle", "rad").series("upper", pick(0)).styled("lower", pick(1), Style::Dotted).colored(0));
    let row = |cells: [&str; 5]| cells.map(String::from).to_vec();
    let report = Report {
        title: "Double pendulum".into(),
        subtitle: "Two slender rods released from rest; 12 s, fourth-order Runge-Kutta method, time step 2 ms".into(),
        kind: "simulation".into(),
        scene: Some(scene(times, states)),
        plots: vec![
            PlotGroup { title: "Curves".into(), plots: vec![motion, energy], ..PlotGroup::default() },
            PlotGroup {
                title: "Angles over the hand of a clock that turns once in twelve seconds".into(),
                short: "Clock hand".into(),
                plots: vec![hand],
                ..PlotGroup::default()
            },
            PlotGroup {
                title: "Phase".into(),
                text: "A curve whose abscissa is not ascending is drawn as a static image.".into(),
                plots: vec![phase],
                ..PlotGroup::default()
            },
        ],
        // more sections than fit into the navigation bar
        tables: ["Model", "Rods", "Bearings", "Materials", "Surroundings", "Measurements", "Instruments", "Literature"]
            .map(|title| TextTable {
                title: title.into(),
                columns: ["link", "joint", "mass [kg]", "length [m]", "inertia [kg m²]"].map(String::from).to_vec(),
                rows: vec![
                    row(["upper", "revolute y", "1.400", "0.800", "0.0747"]),
                    row(["lower", "revolute y", "0.900", "0.600", "0.0270"]),
                ],
                note: "Moment of inertia about the centre of mass, perpendicular to the rod.".into(),
            })
            .to_vec(),
        audit: audit(drift),
        warnings: vec!["Link `lower` has no visual shape in the file; it is shown as a box.".into()],
        notes: vec![
            "The motion is chaotic: after a few seconds it depends on the last digits of the initial state.".into(),
        ],
        conventions: [
            ("axes", "world z up, x to the right; right-handed"),
            ("units", "SI, angles in radians"),
            ("quaternions", "`[x, y, z, w]`"),
        ]
        .map(|(name, value)| (name.into(), value.into()))
        .to_vec(),
        provenance: [("program", "denoc 0.1.0"), ("input", "pendulum.toml, sha256 `9f2c…e1`"), ("steps", "6000")]
            .map(|(name, value)| (name.into(), value.into()))
            .to_vec(),
        command: "denoc simulate pendulum.toml --time 12 --step 0.002 --report motion.html".into(),
        downloads: ["states.csv", "states.npz", "motion.svg", "energy.png"]
            .map(|file| Download { label: file.into(), file: file.into() })
            .to_vec(),
        sections: Vec::new(),
    };
    report.write(folder.join("motion.html"))
}

fn plots(times: &[f64], states: &[State]) -> [Plot; 3] {
    let pick = |i: usize| -> Vec<f64> { states.iter().map(|state| state[i]).collect() };
    let part = |i: usize| -> Vec<f64> { states.iter().map(|state| energies(state)[i]).collect() };
    let all: Vec<f64> = states.iter().map(|state| energies(state).iter().sum()).collect();
    let drift = all.iter().map(|energy| (energy - all[0]).abs()).collect();
    let x = XAxis::time(times.to_vec());
    [
        Plot::new("Angles and rates", x.clone())
            .panel(Panel::new("angle", "rad").series("upper", pick(0)).series("lower", pick(1)))
            .panel(Panel::new("rate", "rad/s").series("upper", pick(2)).series("lower", pick(3))),
        Plot::new("Energy", x)
            .panel(Panel::new("energy", "J").series("kinetic", part(0)).series("potential", part(1)).styled(
                "sum",
                all,
                Style::Dashed,
            ))
            .panel(Panel::new("drift of the sum", "J").log().series("|E − E₀|", drift)),
        Plot::new("Lower rod: rate over angle", XAxis::new("angle", "rad", pick(1)))
            .panel(Panel::new("rate", "rad/s").series("lower", pick(3))),
    ]
}

fn audit(drift: f64) -> Vec<AuditRow> {
    vec![
        AuditRow::bounded(
            "energy drift",
            drift,
            "J",
            1e-3,
            "Largest change of the energy; the system is conservative.",
        ),
        AuditRow::bounded("step error", 3.2e-9, "rad", 1e-7, "Difference from the same run with half the time step."),
        AuditRow::unjudged("smallest pivot", 0.0231, "kg m²", "Smallest pivot of the inertia matrix during the run."),
    ]
}

fn scene(times: Vec<f64>, states: &[State]) -> Scene {
    // Rods hang along −z of their bodies; a rotation about y by −angle moves them towards +x.
    let pose = |position: [f64; 3], angle: f64| ScenePose {
        position,
        rotation: [0.0, (-angle / 2.0).sin(), 0.0, (-angle / 2.0).cos()],
    };
    let tip = |angle: f64| [LENGTH[0] * angle.sin(), 0.0, -LENGTH[0] * angle.cos()];
    let rod = |length: f64, mass: f64| {
        let width = 0.05 + 0.02 * mass;
        let size = [width, 0.6 * width, length];
        vec![
            SceneShape::new(ShapeKind::Box { size }, ScenePose::at([0.0, 0.0, -length / 2.0])),
            SceneShape::new(
                ShapeKind::Cylinder { radius: 0.7 * width, length: 1.1 * width },
                ScenePose {
                    rotation: [std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2],
                    ..ScenePose::IDENTITY
                },
            ),
        ]
    };
    let stand = vec![SceneShape::new(ShapeKind::Box { size: [0.3, 0.16, 0.08] }, ScenePose::at([0.0, 0.0, 0.12]))];
    Scene {
        bodies: vec![
            Body::new("ground", stand, vec![ScenePose::IDENTITY]),
            Body::new("upper", rod(LENGTH[0], MASS[0]), states.iter().map(|state| pose([0.0; 3], state[0])).collect()),
            Body::new(
                "lower",
                rod(LENGTH[1], MASS[1]),
                states.iter().map(|state| pose(tip(state[0]), state[1])).collect(),
            ),
        ],
        times,
        trails: vec![Trail { name: "tip of lower".into(), body: 2, point: [0.0, 0.0, -LENGTH[1]] }],
        gravity: Some([0.0, 0.0, -GRAVITY]),
        ..Scene::default()
    }
}
