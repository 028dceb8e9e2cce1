//! One module as tables and as JSON.

use denoc_dynamics::Matrix;
use denoc_dynamics::modules::{ModuleId, ModuleInfo, ModuleView};
use denoc_math::{Twist, Wrench};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;
use serde_json::{Map, Value, json};

use super::modules::name;
use crate::table::{Side, Table, number, with_units, without_noise};

/// Largest number of coupling blocks that are printed.
const MOST: usize = 4;

const TWIST: [&str; 6] = ["ωx", "ωy", "ωz", "vx", "vy", "vz"];
const WRENCH: [&str; 6] = ["nx", "ny", "nz", "fx", "fy", "fz"];

pub(super) fn text(model: &Model, modules: &[ModuleInfo], view: &ModuleView<f64>) -> String {
    let info = &view.info;
    let joints = Entries::new(model, Quantity::V);
    let labels = &joints.labels[info.speeds.clone()];
    let links = &model.link_names()[info.links.clone()];
    let on = info.parent.map_or(model.ground_name().to_owned(), |ModuleId(p)| format!("module {p}"));
    let mut text = format!("{}, module {}: {}, on {on}\n", model.name(), info.id.0, name(model, info));
    text += "world axes; six-vectors have the angular part first and refer to the joint origin of the link, or of the first link of the module\n";

    text += "\ntwists, in rad/s and m/s (base: twist of the parent link at the first joint)\n";
    let base = [("(base)".to_owned(), view.base_twist)].into_iter();
    text += &six(
        &TWIST,
        base.chain(links.iter().cloned().zip(view.twists.iter().copied())).map(|(l, t)| (l, t.to_array())),
    );

    let rows: Vec<String> = links.iter().flat_map(|link| TWIST.map(|part| format!("{link} {part}"))).collect();
    // without columns on the ground; of the others only the last six are not zero
    if let Some(others) = view.twist_propagation.columns.checked_sub(TWIST.len()) {
        let last: Vec<f64> =
            self::rows(&view.twist_propagation).iter().flat_map(|row| row[others..].to_vec()).collect();
        text += "\nĀ: twist propagation, twist of each link per unit twist of the last link of the parent module\n";
        text += &grid(&rows, &TWIST.map(str::to_owned), &last);
    }

    text += "\nN̄: joint-motion propagation, twist of each link per unit speed\n";
    text += &matrix(&rows, labels, &view.joint_motion);

    for (link, link_mass) in links.iter().zip(&view.masses) {
        text += &format!("\nmass of {link} (kg m², kg m, kg)\n");
        text += &mass(link_mass);
    }

    text += "\nblock of the GIM, in kg m², kg m and kg\n";
    text += &matrix(labels, labels, &view.gim);
    let coupled = |(id, _): &&(ModuleId, Matrix<f64>)| !modules[id.0].speeds.is_empty() && !labels.is_empty();
    for (id, block) in view.coupling.iter().filter(coupled).take(MOST) {
        text += &format!("\ncoupling block with module {} ({})\n", id.0, name(model, &modules[id.0]));
        text += &matrix(labels, &joints.labels[modules[id.0].speeds.clone()], block);
    }
    let more = view.coupling.iter().filter(coupled).count().saturating_sub(MOST);
    if more > 0 {
        text += &format!("\n… and {more} more coupling blocks: see --json\n");
    }

    text += "\ncomposite mass: the module and all links outward of it as one rigid body (kg m², kg m, kg)\n";
    text += &mass(&view.composite);
    if let Ok(articulated) = &view.articulated {
        text += "\narticulated mass of the first link: joints outward of it are free\n";
        text += &mass(&articulated.first_link);
        text += "\narticulated mass felt by the parent: the first joint is free as well\n";
        text += &mass(&articulated.felt_by_parent);
    }

    text += "\nwrenches transmitted by the joints, in N m and N (the first one acts on the base)\n";
    let names = model.joint_names()[info.links.clone()].iter().cloned();
    text += &six(&WRENCH, names.zip(view.joint_wrenches.iter().map(|w| w.to_array())));
    if !labels.is_empty() {
        text += "\njoint forces\n";
        let units = Entries::new(model, Quantity::Tau).units[info.speeds.clone()].to_vec();
        let mut table = Table::new([("joint", Side::Left), ("tau", Side::Right)]);
        for (label, cell) in labels.iter().zip(with_units(&without_noise(&view.tau), &units)) {
            table.row([label.clone(), cell]);
        }
        text += &table.text();
    }
    text
}

/// Rows of six numbers.
fn six(heads: &[&str; 6], rows: impl Iterator<Item = (String, [f64; 6])>) -> String {
    let (labels, numbers): (Vec<String>, Vec<[f64; 6]>) = rows.unzip();
    let heads: Vec<String> = heads.iter().map(|head| (*head).to_owned()).collect();
    grid(&labels, &heads, numbers.as_flattened())
}

fn mass(m: &[[f64; 6]; 6]) -> String {
    let [rows, columns] = [WRENCH, TWIST].map(|components| components.map(str::to_owned));
    let columns = columns.map(|component| component.replace('ω', "ω̇").replace('v', "v̇"));
    grid(&rows, &columns, m.as_flattened())
}

fn matrix(rows: &[String], columns: &[String], m: &Matrix<f64>) -> String {
    if columns.is_empty() {
        return "  (no degrees of freedom)\n".into();
    }
    grid(rows, columns, &m.data)
}

fn grid(rows: &[String], columns: &[String], entries: &[f64]) -> String {
    let header = columns.iter().map(|label| (label.as_str(), Side::Right));
    let mut table = Table::new([("", Side::Left)].into_iter().chain(header));
    for (label, row) in rows.iter().zip(without_noise(entries).chunks_exact(columns.len().max(1))) {
        table.row([label.clone()].into_iter().chain(row.iter().map(|&x| number(x))));
    }
    table.text()
}

fn rows(m: &Matrix<f64>) -> Vec<&[f64]> {
    (0..m.rows).map(|i| &m.data[i * m.columns..(i + 1) * m.columns]).collect()
}

pub(super) fn object(model: &Model, view: &ModuleView<f64>) -> Map<String, Value> {
    let twist = |t: &Twist<f64>| t.to_array();
    let wrench = |w: &Wrench<f64>| w.to_array();
    let coupling = view.coupling.iter().map(|(id, block)| json!({"module": id.0, "block": rows(block)}));
    let articulated = view.articulated.as_ref().ok();
    let value = json!({
        "model": model.name(),
        "module": view.info.id.0,
        "base_twist": twist(&view.base_twist),
        "twists": view.twists.iter().map(twist).collect::<Vec<_>>(),
        "twist_propagation": rows(&view.twist_propagation),
        "joint_motion": rows(&view.joint_motion),
        "masses": view.masses,
        "composite": view.composite,
        "articulated": articulated.map(|m| m.first_link),
        "felt_by_parent": articulated.map(|m| m.felt_by_parent),
        "gim": rows(&view.gim),
        "coupling": coupling.collect::<Vec<_>>(),
        "wrench": wrench(&view.wrench),
        "joint_wrenches": view.joint_wrenches.iter().map(wrench).collect::<Vec<_>>(),
        "tau": view.tau,
        "conventions": "SI units, radians; world axes; six-vectors angular part first, at the joint origin of the link or of the \
                        first link of the module; matrices by rows",
    });
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}
