//! `denoc info`.

use denoc_base::number::six;
use denoc_model::{LinkId, Model};
use denoc_run::CONVENTIONS;
use denoc_run::Loaded;
use serde_json::{Map, Value, json};

use super::info_loops;
use crate::args::{ModelArgs, resistance};
use crate::output::{Failure, Output};
use crate::table::{Side, Table, plural, short};
use denoc_mechanism::quantity::{Entries, Quantity};

/// Describe a model: links, joints, loops, coordinates with units, masses, warnings, conventions
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc info puma
  denoc info fourbar                   spanning tree and cut joints
  denoc info robot.urdf --base floating
  denoc info robot.urdf --strict       treat implausible mass properties as errors";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    Ok(Output::text(if args.json { format!("{}\n", object(&loaded)) } else { text(&loaded) }))
}

fn text(loaded: &Loaded) -> String {
    let model = &loaded.model;
    let mut text = format!("{model}\ncoordinates q, speeds v, joint forces tau\n{}", coordinates(model));
    text += &format!("\ntotal mass of the moving links: {} kg\n", short(model.total_mass()));
    if let Some(remark) = resistance(model) {
        text += &format!("{remark}\n");
    }
    text += &of_ropes(model);
    text += &named(loaded);
    text += &info_loops::text(loaded);
    let n = model.modules().len();
    text += &format!("{n} module{} (serial chain{} of links)\n", plural(n), plural(n));
    if n > 1 {
        text += &modules(model);
    }
    if !loaded.notes.is_empty() {
        text += "\nnotes of the reader\n";
        text.extend(loaded.notes.iter().map(|note| format!("  {note}\n")));
    }
    text += "\nconventions\n";
    let width = CONVENTIONS.iter().map(|(title, _)| title.chars().count()).max().unwrap_or(0);
    text.extend(CONVENTIONS.iter().map(|(title, rule)| format!("  {title:<width$}  {rule}\n")));
    text +=
        &format!("  {:<width$}  {} m/s² in this model\n", "gravity", gravity(model).map(|x| short(x + 0.0)).join(", "));
    text
}

/// Names other than those of links and joints.
fn named(loaded: &Loaded) -> String {
    let (d, model) = (&loaded.description, &loaded.model);
    let free = d.couplings.iter().filter(|c| !c.enforced);
    let lists: [(&str, Vec<String>); 5] = [
        ("frames", d.frames.iter().map(|f| format!("{} (on {})", f.name, f.link)).collect()),
        ("configurations", model.configurations().iter().map(|(name, _)| name.clone()).collect()),
        ("motors", d.actuators.iter().map(|a| format!("{} (at {})", a.name, a.joint)).collect()),
        (
            "couplings (not enforced: the joints move independently)",
            free.map(|c| format!("{} = {} · {} + {}", c.joint, six(c.ratio), c.follows, six(c.offset))).collect(),
        ),
        ("contact points", d.contacts.iter().map(|c| format!("{} (on {})", c.name, c.link)).collect()),
    ];
    lists
        .iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(title, list)| format!("{title}: {}\n", list.join(", ")))
        .collect()
}

/// A row for each entry of q or v.
fn coordinates(model: &Model) -> String {
    let [q, v, tau] = [Quantity::Q, Quantity::V, Quantity::Tau].map(|quantity| Entries::new(model, quantity));
    let limited = (0..model.links().len()).any(|i| model.properties(LinkId(i)).limits.is_some());
    let left = |text: &'static str| (text, Side::Left);
    let header = ["q", "name", "unit", "v, a, tau", "name", "unit of v", "unit of tau"].map(left).into_iter();
    let mut table = Table::new(header.chain(limited.then_some(left("limits of q"))));
    for (i, link) in model.links().iter().enumerate() {
        for k in 0..link.nq.max(link.nv) {
            let mut cells = vec![String::new(); 7];
            if k < link.nq {
                cells[0] = format!("[{}]", link.q + k);
                cells[1] = q.labels[link.q + k].clone();
                cells[2] = q.units[link.q + k].into();
            }
            if k < link.nv {
                cells[3] = format!("[{}]", link.v + k);
                cells[4] = v.labels[link.v + k].clone();
                cells[5] = v.units[link.v + k].into();
                cells[6] = tau.units[link.v + k].into();
            }
            if limited {
                let limits = model.properties(LinkId(i)).limits.filter(|_| k < link.nq);
                cells.push(limits.map_or(String::new(), |[low, high]| format!("{} … {}", short(low), short(high))));
            }
            table.row(cells);
        }
    }
    table.text()
}

fn modules(model: &Model) -> String {
    let mut table = Table::new(["#", "parent", "links"].map(|h| (h, Side::Left)));
    for (k, module) in model.modules().iter().enumerate() {
        let names = &model.link_names()[module.first..module.end];
        let links = match names {
            [] => String::new(),
            [one] => one.clone(),
            [first, .., last] => format!("{first} … {last} ({})", names.len()),
        };
        let on = module.parent.map_or(model.ground_name().to_owned(), |p| p.to_string());
        table.row([k.to_string(), on, links]);
    }
    table.text()
}

fn gravity(model: &Model) -> [f64; 3] {
    model.gravity().to_array()
}

fn object(loaded: &Loaded) -> Value {
    let model = &loaded.model;
    let entries = |quantity| {
        let entries = Entries::new(model, quantity);
        let one = |(label, unit): (&String, &&str)| json!({"name": label, "unit": unit});
        entries.labels.iter().zip(&entries.units).map(one).collect::<Vec<_>>()
    };
    let links: Vec<Value> = model.links().iter().enumerate().map(|(i, _)| link(model, i)).collect();
    let modules = model.modules().iter().map(|m| json!({"first": m.first, "end": m.end, "parent": m.parent}));
    let conventions: Map<String, Value> =
        CONVENTIONS.iter().map(|(title, rule)| ((*title).to_owned(), json!(rule))).collect();
    let mut object = json!({
        "model": model.name(),
        "ground": model.ground_name(),
        "nq": model.nq(),
        "nv": model.nv(),
        "mass": model.total_mass(),
        "gravity": gravity(model),
        "links": links,
        "q": entries(Quantity::Q),
        "v": entries(Quantity::V),
        "tau": entries(Quantity::Tau),
        "frames": model.frame_names(),
        "configurations": model.configurations().iter().map(|(name, q)| json!({"name": name, "q": q})).collect::<Vec<_>>(),
        "modules": modules.collect::<Vec<_>>(),
        "warnings": model.warning_lines(),
        "notes": loaded.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "conventions": conventions,
    });
    if let Value::Object(members) = &mut object {
        info_loops::members(loaded, members);
    }
    object
}

/// Springs of ball joints and drag: a line for each run of links with equal values.
fn of_ropes(model: &Model) -> String {
    let describe = |i: usize| {
        let spring = model.properties(LinkId(i)).rotation_spring.map(|s| {
            let [bend, twist, damp_bend, damp_twist] =
                [s.bend_stiffness, s.twist_stiffness, s.bend_damping, s.twist_damping].map(short);
            format!("spring {bend} N m/rad bending, {twist} twisting; damping {damp_bend}, {damp_twist} N m s/rad")
        });
        let drag =
            model.drag(LinkId(i)).map(|d| format!("drag {} N s/m, {} N m s/rad", short(d.linear), short(d.angular)));
        [spring, drag].into_iter().flatten().collect::<Vec<_>>().join("; ")
    };
    let all: Vec<String> = (0..model.links().len()).map(describe).collect();
    let mut text = String::new();
    let mut first = 0;
    for run in all.chunk_by(|a, b| a == b) {
        let names = &model.joint_names()[first..first + run.len()];
        first += run.len();
        match (names, run[0].is_empty()) {
            (_, true) | ([], _) => {}
            ([one], _) => text += &format!("{one}: {}\n", run[0]),
            ([from, .., to], _) => text += &format!("{from} … {to}: {}\n", run[0]),
        }
    }
    text
}

fn link(model: &Model, i: usize) -> Value {
    let (link, p) = (&model.links()[i], model.properties(LinkId(i)));
    json!({
        "link": model.link_names()[i],
        "parent": link.parent.map_or(model.ground_name(), |LinkId(p)| &model.link_names()[p]),
        "joint": model.joint_names()[i],
        "kind": link.joint.keyword(),
        "q": link.q,
        "nq": link.nq,
        "v": link.v,
        "nv": link.nv,
        "mass": link.mass.mass,
        "rotor_inertia": link.rotor_inertia,
        "viscous_friction": p.viscous_friction,
        "dry_friction": p.dry_friction,
        "spring_stiffness": p.spring_stiffness,
        "rotation_spring": p.rotation_spring.map(|s| json!({
            "axis": s.axis.to_array(), "bend_stiffness": s.bend_stiffness, "twist_stiffness": s.twist_stiffness,
            "bend_damping": s.bend_damping, "twist_damping": s.twist_damping,
        })),
        "drag": model.drag(LinkId(i)).map(|drag| json!({ "linear": drag.linear, "angular": drag.angular })),
        "limits": p.limits,
    })
}
