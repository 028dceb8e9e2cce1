//! The report page of a run.

use denoc_base::number::{Digits, brief, six};
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};
use denoc_results::{AuditRow, Download, Plot, PlotGroup, Report, Scene, Table, TextTable};
use denoc_sim::Verification;

use super::freedom::Freedom;
use super::plots::RunPlot;
use crate::load::Loaded;
use crate::scenario::Scenario;

/// What a run of inverse dynamics calls itself.
pub(crate) const INVERSE: &str = "inverse dynamics";
/// Longer texts of the scenario, such as the coordinates of a rope, are cut.
const MOST_SIGNS: usize = 1_000;
/// More links of a loop than this are not all named.
const MOST_NAMES: usize = 16;

/// What a page is made of.
pub(super) struct Contents<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) scenario: &'a Scenario,
    pub(super) kind: &'a str,
    pub(super) subtitle: String,
    pub(super) results: &'a Table,
    pub(super) plots: Vec<RunPlot>,
    /// How the mechanism can move where the results begin.
    pub(super) start: &'a Freedom,
    pub(super) scene: Scene,
    pub(super) audit: Vec<AuditRow>,
    pub(super) events: Vec<(f64, String)>,
    pub(super) verification: Option<&'a Verification>,
    pub(super) notes: Vec<String>,
    pub(super) command: String,
    /// Whether the files of a run folder are beside it.
    pub(super) files: bool,
}

pub(super) fn report(contents: Contents<'_>) -> Report {
    let provenance = provenance(&contents);
    let model = &contents.loaded.model;
    let groups = contents
        .plots
        .into_iter()
        .map(|RunPlot { plot, short, note, tables, .. }| PlotGroup {
            title: plot.title.clone(),
            short: short.to_owned(),
            text: note,
            plots: vec![Plot { title: String::new(), ..plot }],
            tables,
        })
        .collect();
    let mut tables = vec![links(model), joints(model)];
    if !model.closures().is_empty() {
        tables.push(closures(model));
        tables.extend(mobility(model, contents.start));
    }
    if let Some(found) = contents.verification {
        tables.insert(0, verification(found));
    }
    if !contents.events.is_empty() {
        tables.insert(0, events(&contents.events));
    }
    let title = contents.scenario.title.clone().unwrap_or_else(|| model.name().to_owned());
    let warnings = model.warning_lines();
    let mut notes: Vec<String> = contents.loaded.notes.iter().map(ToString::to_string).collect();
    notes.extend(contents.notes);
    let pairs =
        |list: &[(&str, &str)]| list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>();
    let mut conventions = pairs(crate::CONVENTIONS);
    let gravity = model.gravity().to_array().map(|x| six(x + 0.0)).join(", ");
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
            .chain((contents.kind == INVERSE).then_some("reactions.csv"))
            .filter(|_| contents.files)
            .map(|file| Download { label: file.into(), file: file.into() })
            .collect(),
        sections: Vec::new(),
    }
}

/// The program and the settings of the scenario.
fn provenance(contents: &Contents<'_>) -> Vec<(String, String)> {
    let mut pairs = vec![("program".to_owned(), format!("denoc {}", env!("CARGO_PKG_VERSION")))];
    if let serde_json::Value::Object(settings) = serde_json::json!(contents.scenario) {
        for (key, value) in settings {
            let text = match &value {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Object(table) if table.is_empty() => continue,
                other => other.to_string(),
            };
            let text = match text.char_indices().nth(MOST_SIGNS) {
                Some((end, _)) => format!("{} …", &text[..end]),
                None => text,
            };
            pairs.push((key, text));
        }
    }
    pairs.push(("rows of results".into(), contents.results.rows().to_string()));
    pairs
}

fn links(model: &Model) -> TextTable {
    let drags = (0..model.links().len()).any(|i| model.drag(LinkId(i)).is_some());
    let mut columns =
        ["link", "mass [kg]", "mass centre [m]", "principal moments about it [kg m²]"].map(str::to_owned).to_vec();
    columns.extend(drags.then(|| "drag: linear [N s/m], angular [N m s/rad]".to_owned()));
    let drag = |i: usize| {
        let text = model.drag(LinkId(i)).map(|drag| format!("{}, {}", number(drag.linear), number(drag.angular)));
        drags.then(|| text.unwrap_or("–".into()))
    };
    let rows = model.links().iter().enumerate().map(|(i, link)| {
        let m = link.mass.mass;
        if m <= 0.0 {
            let blank = vec![model.link_names()[i].clone(), "0".into(), String::new(), String::new()];
            return blank.into_iter().chain(drag(i)).collect();
        }
        // in the link frame of the file
        let to_link_frame = model.frames()[i].pose.inverse();
        let mass = link.mass.to_parent(to_link_frame);
        let center = mass.first_moment.scale(1.0 / m);
        let shift = denoc_math::Sym3::parallel_axis(center).scale(m);
        let moments = denoc_model::checks::principal_moments(mass.inertia - shift);
        let list = |x: [f64; 3]| x.map(number).join(", ");
        let row = vec![model.link_names()[i].clone(), number(m), list(center.to_array()), list(moments)];
        row.into_iter().chain(drag(i)).collect()
    });
    TextTable {
        title: "Links".into(),
        columns,
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
        let turns = !link.joint.v_units().is_empty() && link.joint.v_units().iter().all(|unit| *unit == Unit::Angle);
        let angle = |x: f64, per: &str| if turns { format!("{}°{per}", brief(x.to_degrees())) } else { number(x) };
        let or = |x: f64| if x == 0.0 { "–".to_owned() } else { number(x) };
        vec![
            model.joint_names()[i].clone(),
            link.joint.keyword().to_owned(),
            format!("{parent} → {}", model.link_names()[i]),
            p.limits.map_or("–".into(), |[low, high]| format!("{} … {}", angle(low, ""), angle(high, ""))),
            match (p.velocity_limit, model.effort_limit(LinkId(i))) {
                (None, None) => "–".into(),
                (speed, effort) => {
                    let speed = speed.map_or("–".into(), |x| angle(x, "/s"));
                    format!("{speed}, {}", effort.map_or("–".into(), number))
                }
            },
            or(p.reflected_inertia()),
            match (p.viscous_friction, p.dry_friction, p.rotation_spring) {
                (0.0, 0.0, Some(s)) if s.bend_damping != 0.0 || s.twist_damping != 0.0 => {
                    bend_and_twist(s.bend_damping, s.twist_damping)
                }
                (0.0, 0.0, _) => "–".into(),
                (viscous, dry, _) => format!("{}, {}", number(viscous), number(dry)),
            },
            match p.rotation_spring {
                Some(s) => bend_and_twist(s.bend_stiffness, s.twist_stiffness),
                None => or(p.spring_stiffness),
            },
        ]
    });
    let columns = head.map(str::to_owned).to_vec();
    let mut note = "SI units; limits of angles and of their speeds in degrees.".to_owned();
    if (0..model.links().len()).any(|i| model.properties(LinkId(i)).rotation_spring.is_some()) {
        note += " A spring in a ball joint: against bending and twist, N m/rad; its damping, N m s/rad, is with the friction.";
    }
    TextTable { title: "Joints".into(), columns, rows: rows.collect(), note }
}

/// Of a spring that holds a ball joint, or of its damper.
fn bend_and_twist(bend: f64, twist: f64) -> String {
    format!("bend {}, twist {}", number(bend), number(twist))
}

/// What closes the loops.
fn closures(model: &Model) -> TextTable {
    let name = |link: Option<LinkId>| link.map_or(model.ground_name(), |LinkId(i)| &model.link_names()[i]).to_owned();
    let rows =
        model.closures().iter().zip(model.closure_names()).zip(model.loops()).map(|((closure, joint), around)| {
            let [a, b] = closure.links().map(name);
            let links: Vec<String> =
                around.first.iter().rev().chain(&around.second).map(|&link| name(Some(link))).collect();
            let links = match &links[..] {
                [first, second, .., last] if links.len() > MOST_NAMES => {
                    format!("{first}, {second}, …, {last} ({} links)", links.len())
                }
                all => all.join(", "),
            };
            vec![joint.clone(), closure.keyword().to_owned(), format!("{a} → {b}"), links]
        });
    TextTable {
        title: "Loops".into(),
        columns: ["closed by", "kind", "between", "moving links around"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
        note: "Joints that close loops have no coordinates: they follow from the others.".into(),
    }
}

/// The mobility in the initial configuration.
fn mobility(model: &Model, start: &Freedom) -> Option<TextTable> {
    let found = start.mobility(model).ok()?;
    let rows = found.to_string().lines().map(|line| vec![line.trim().to_owned()]).collect();
    Some(TextTable { title: "Mobility".into(), columns: vec!["at the start".into()], rows, note: String::new() })
}

fn events(events: &[(f64, String)]) -> TextTable {
    const MOST: usize = 50;
    let rows = events.iter().take(MOST).map(|(t, name)| vec![format!("{t:.6}"), name.clone()]).collect();
    let note =
        if events.len() > MOST { format!("and {} more, in run.json", events.len() - MOST) } else { String::new() };
    TextTable { title: "Events".into(), columns: vec!["t [s]".into(), "event".into()], rows, note }
}

/// The estimated global error of every coordinate and speed, the largest first.
fn verification(found: &Verification) -> TextTable {
    const MOST: usize = 50;
    let mut all: Vec<_> = found.differences.iter().collect();
    all.sort_by(|a, b| b.relative.total_cmp(&a.relative));
    let rows = all.iter().take(MOST).map(|d| {
        vec![d.name.clone(), format!("{} {}", brief(d.largest), d.unit), brief(d.relative), format!("{:.6}", d.t)]
    });
    let parted = found.parted.map_or(String::new(), |t| format!(" The runs part at t = {} s.", six(t)));
    let incomplete = found.incomplete.as_ref();
    let incomplete =
        incomplete.map_or(String::new(), |why| format!(" Only up to t = {} s: {why}.", brief(found.until)));
    let more = match all.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" And {more} smaller ones, in run.json."),
    };
    TextTable {
        title: "Estimated global error".into(),
        columns: ["quantity", "largest difference", "relative to the motion", "at t [s]"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
        note: format!("Compared with a second run, with {}.{parted}{incomplete}{more}", found.second_run),
    }
}

fn number(x: f64) -> String {
    Digits::TABLE.text(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the numbers of the file of the cable, for links of 0.1 m: E I / 0.1 m, G J / 0.1 m, damping alike, drag times 0.1 m;
    // half a link bends at the clamp
    #[test]
    fn tables_show_springs_and_drag_of_a_cable() {
        let model = crate::load("cable").unwrap().model;
        let table = joints(&model);
        let cells = |row: usize| [&table.rows[row][6][..], &table.rows[row][7]];
        assert_eq!(cells(0), ["bend 0.002, twist 2.0000e-5", "bend 0.4, twist 0.3"]);
        assert_eq!(cells(5), ["bend 0.001, twist 1.0000e-5", "bend 0.2, twist 0.15"]);
        assert!(table.note.contains("N m/rad"));
        let table = links(&model);
        assert_eq!(table.columns.len(), 5);
        assert_eq!(table.rows[3][4], "0.002, 1.6667e-6");
        // most mechanisms have neither
        let arm = crate::load("puma").unwrap().model;
        assert_eq!(
            (links(&arm).columns.len(), joints(&arm).note.as_str()),
            (4, "SI units; limits of angles and of their speeds in degrees.")
        );
    }
}
