//! The report page of a run.

use denoc_model::{LinkId, Model};
use denoc_results::{AuditRow, Download, Panel, Plot, PlotGroup, Report, Scene, Table, TextTable, XAxis};

use crate::load::Loaded;
use crate::quantity::{Entries, Quantity};
use crate::scenario::Scenario;

/// What a run of inverse dynamics calls itself.
pub(crate) const INVERSE: &str = "inverse dynamics";
/// More curves than this in one panel cannot be told apart.
const MOST_CURVES: usize = 8;

/// What a page is made of.
pub(crate) struct Contents<'a> {
    pub(crate) loaded: &'a Loaded,
    pub(crate) scenario: &'a Scenario,
    pub(crate) kind: &'a str,
    pub(crate) subtitle: String,
    pub(crate) results: &'a Table,
    pub(crate) scene: Scene,
    pub(crate) audit: Vec<AuditRow>,
    pub(crate) events: Vec<(f64, String)>,
    pub(crate) notes: Vec<String>,
    pub(crate) command: String,
    /// Whether the files of a run folder are beside it.
    pub(crate) files: bool,
}

/// The plots of a run: a file name and the picture.
pub(crate) fn plots(model: &Model, results: &Table) -> Vec<(String, Plot)> {
    let mut plots = Vec::new();
    let values = |name: &str| results.column(name).map(|c| c.values.clone());
    // one instant makes no curve
    let Some(t) = values("t").filter(|t| t.len() > 1) else { return plots };
    for (quantity, file, title) in [
        (Quantity::Q, "coordinates", "Joint coordinates"),
        (Quantity::V, "speeds", "Joint speeds"),
        (Quantity::Tau, "forces", "Forces and torques of the actuators"),
    ] {
        let mut plot = Plot::new(title, XAxis::time(t.clone()));
        for panel in panels(&Entries::new(model, quantity), results) {
            plot = plot.panel(panel);
        }
        // a mechanism that moves freely has no forces to show
        let silent = plot.panels.iter().flat_map(|p| &p.series).all(|s| s.values.iter().all(|&x| x == 0.0));
        let nothing = plot.panels.is_empty() || (quantity == Quantity::Tau && silent);
        if !nothing {
            plots.push((file.to_owned(), plot));
        }
    }
    if values("total energy").is_some() {
        let mut energies = Panel::new("energy", "J");
        for (name, column) in [
            ("kinetic", "kinetic energy"),
            ("gravity", "gravity energy"),
            ("springs", "spring energy"),
            ("total", "total energy"),
        ] {
            let series = values(column).unwrap_or_default();
            if series.iter().any(|&x| x != 0.0) {
                energies = energies.series(name, series);
            }
        }
        let mut plot = Plot::new("Energy", XAxis::time(t.clone())).panel(energies);
        let works: Vec<_> =
            [("actuators", "work of actuators"), ("friction", "work of friction"), ("external", "external work")]
                .into_iter()
                .filter_map(|(name, column)| Some((name, values(column)?)))
                .filter(|(_, series)| series.iter().any(|&x| x != 0.0))
                .collect();
        if !works.is_empty() {
            let panel = works.into_iter().fold(Panel::new("work", "J"), |panel, (name, w)| panel.series(name, w));
            plot = plot.panel(panel);
        }
        if let Some(unexplained) = values("unexplained energy") {
            let size: Vec<f64> = unexplained.iter().map(|x| x.abs().max(1e-18)).collect();
            plot = plot.panel(Panel::new("unexplained", "J").log().series("unexplained", size));
        }
        plots.push(("energy".to_owned(), plot));
    }
    plots
}

/// One panel for each unit, at most [`MOST_CURVES`] curves each.
fn panels(entries: &Entries, results: &Table) -> Vec<Panel> {
    let mut units: Vec<&str> = Vec::new();
    for unit in &entries.units {
        if !units.contains(unit) {
            units.push(unit);
        }
    }
    let mut panels = Vec::new();
    for unit in units {
        let own: Vec<usize> = (0..entries.len()).filter(|&i| entries.units[i] == unit).collect();
        for some in own.chunks(MOST_CURVES) {
            let mut panel = Panel::new(entries.quantity.symbol(), unit);
            let mut errors = Panel::new("wanted less actual", unit);
            for &i in some {
                if let Some(column) = results.column(&entries.column(i)) {
                    // rounding drawn to full height looks like motion
                    let values = column.values.iter().map(|&x| if x.abs() < 1e-12 { 0.0 } else { x }).collect();
                    panel = panel.series(entries.labels[i].clone(), values);
                    if let Some(wanted) = results.column(&format!("wanted {}", entries.column(i))) {
                        let error = wanted.values.iter().zip(&column.values).map(|(w, x)| w - x).collect();
                        errors = errors.series(entries.labels[i].clone(), error);
                    }
                }
            }
            panels.extend([panel, errors].into_iter().filter(|panel| !panel.series.is_empty()));
        }
    }
    panels
}

pub(crate) fn report(contents: Contents<'_>) -> Report {
    let provenance = provenance(&contents);
    let model = &contents.loaded.model;
    let groups = plots(model, contents.results)
        .into_iter()
        .map(|(_, plot)| PlotGroup {
            title: plot.title.clone(),
            text: String::new(),
            plots: vec![Plot { title: String::new(), ..plot }],
        })
        .collect();
    let mut tables = vec![links(model), joints(model)];
    if !model.closures().is_empty() {
        tables.push(closures(model));
        tables.extend(mobility(model, contents.results));
    }
    if !contents.events.is_empty() {
        tables.insert(0, events(&contents.events));
    }
    let title = contents.scenario.name.clone().unwrap_or_else(|| model.name().to_owned());
    let warnings = model.warnings().iter().map(ToString::to_string).collect();
    let mut notes: Vec<String> = contents.loaded.notes.iter().map(ToString::to_string).collect();
    notes.extend(contents.notes);
    let pairs =
        |list: &[(&str, &str)]| list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>();
    let mut conventions = pairs(crate::CONVENTIONS);
    let gravity = model.gravity().to_array().map(|x| format!("{}", x + 0.0)).join(", ");
    conventions.push(("gravity here".into(), format!("{gravity} m/s²")));
    Report {
        title,
        subtitle: contents.subtitle,
        kind: contents.kind.to_owned(),
        scene: Some(contents.scene),
        plots: groups,
        tables,
        audit: contents.audit,
        warnings,
        notes,
        conventions,
        provenance,
        command: contents.command,
        downloads: ["results.csv", "results.npz", "run.json"]
            .into_iter()
            .chain((contents.kind == INVERSE && !model.closures().is_empty()).then_some("reactions.csv"))
            .filter(|_| contents.files)
            .map(|file| Download { label: file.into(), file: file.into() })
            .collect(),
        sections: Vec::new(),
    }
}

/// The program, and everything that the scenario says.
fn provenance(contents: &Contents<'_>) -> Vec<(String, String)> {
    let mut pairs = vec![("program".to_owned(), format!("denoc {}", env!("CARGO_PKG_VERSION")))];
    if let serde_json::Value::Object(said) = serde_json::json!(contents.scenario) {
        for (key, value) in said {
            let words = match &value {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Object(table) if table.is_empty() => continue,
                other => other.to_string(),
            };
            pairs.push((key, words));
        }
    }
    pairs.push(("rows of results".into(), contents.results.rows().to_string()));
    pairs
}

fn links(model: &Model) -> TextTable {
    let head = ["link", "mass [kg]", "mass centre [m]", "principal moments about it [kg m²]"];
    let rows = model.links().iter().enumerate().map(|(i, link)| {
        let m = link.mass.mass;
        if m <= 0.0 {
            return vec![model.link_names()[i].clone(), "0".into(), String::new(), String::new()];
        }
        // the user's own link frame
        let own = model.frames()[i].pose.inverse();
        let about_own = link.mass.to_parent(own);
        let center = about_own.first_moment.scale(1.0 / m);
        let shift = denoc_math::Sym3::parallel_axis(center).scale(m);
        let moments = denoc_model::checks::principal_moments(about_own.inertia - shift);
        let list = |x: [f64; 3]| x.map(number).join(", ");
        vec![model.link_names()[i].clone(), number(m), list(center.to_array()), list(moments)]
    });
    TextTable {
        title: "Links".into(),
        columns: head.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        note: "Mass centre in the axes of the link frame.".into(),
    }
}

fn joints(model: &Model) -> TextTable {
    let head = [
        "joint",
        "kind",
        "between",
        "limits",
        "speed, effort limits",
        "motor inertia",
        "friction: viscous, dry",
        "spring",
    ];
    let rows = model.links().iter().enumerate().map(|(i, link)| {
        let p = model.properties(LinkId(i));
        let parent = link.parent.map_or(model.ground_name(), |LinkId(p)| &model.link_names()[p]);
        let or = |x: f64| if x == 0.0 { "–".to_owned() } else { number(x) };
        vec![
            model.joint_names()[i].clone(),
            link.joint.keyword().to_owned(),
            format!("{parent} → {}", model.link_names()[i]),
            p.limits.map_or("–".into(), |[low, high]| format!("{} … {}", number(low), number(high))),
            match (p.velocity_limit, model.effort_limit(LinkId(i))) {
                (None, None) => "–".into(),
                (speed, effort) => [speed, effort].map(|x| x.map_or("–".into(), number)).join(", "),
            },
            or(p.reflected_inertia()),
            match (p.viscous_friction, p.dry_friction) {
                (0.0, 0.0) => "–".into(),
                (viscous, dry) => format!("{}, {}", number(viscous), number(dry)),
            },
            or(p.spring_stiffness),
        ]
    });
    let columns = head.map(str::to_owned).to_vec();
    TextTable { title: "Joints".into(), columns, rows: rows.collect(), note: "SI units, radians.".into() }
}

/// What closes the loops.
fn closures(model: &Model) -> TextTable {
    let name = |link: Option<LinkId>| link.map_or(model.ground_name(), |LinkId(i)| &model.link_names()[i]).to_owned();
    let rows = model.closures().iter().zip(model.closure_names()).zip(model.loops()).map(|((closure, own), around)| {
        let [a, b] = closure.links().map(name);
        let links = around.first.iter().rev().chain(&around.second).map(|&link| name(Some(link)));
        vec![own.clone(), closure.keyword().to_owned(), format!("{a} → {b}"), links.collect::<Vec<_>>().join(", ")]
    });
    TextTable {
        title: "Loops".into(),
        columns: ["closed by", "kind", "between", "moving links around"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
        note: "Joints that close loops have no coordinates of their own: they follow from the others.".into(),
    }
}

/// What the mechanism can do, in words, at the start.
fn mobility(model: &Model, results: &Table) -> Option<TextTable> {
    let entries = Entries::new(model, Quantity::Q);
    let first = |i: usize| results.column(&entries.column(i)).and_then(|c| c.values.first().copied());
    let q: Option<Vec<f64>> = (0..entries.len()).map(first).collect();
    let found = denoc_sim::mobility::Mobility::analyse(model, &q?).ok()?;
    let rows = found.to_string().lines().map(|line| vec![line.trim().to_owned()]).collect();
    Some(TextTable { title: "Mobility".into(), columns: vec!["at the start".into()], rows, note: String::new() })
}

fn events(events: &[(f64, String)]) -> TextTable {
    const MOST: usize = 50;
    let rows = events.iter().take(MOST).map(|(t, words)| vec![format!("{t:.6}"), words.clone()]).collect();
    let note =
        if events.len() > MOST { format!("and {} more, in run.json", events.len() - MOST) } else { String::new() };
    TextTable { title: "Events".into(), columns: vec!["t [s]".into(), "event".into()], rows, note }
}

/// A number in a table: six significant digits, no zeros at the end.
fn number(x: f64) -> String {
    match x.abs() {
        0.0 => "0".into(),
        1e-4..1e6 => {
            let digits = (5 - x.abs().log10().floor() as i32).clamp(0, 9) as usize;
            let text = format!("{x:.digits$}");
            if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
        }
        _ => format!("{x:.4e}"),
    }
}
