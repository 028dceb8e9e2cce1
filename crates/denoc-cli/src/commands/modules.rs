//! `denoc modules`.

use denoc_dynamics::modules::{ModuleId, ModuleInfo, ModuleView};
use denoc_dynamics::{Loads, State, Workspace};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;
use serde_json::{Value, json};

use super::module_view;
use super::unknown::unknown;
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output};
use crate::state::{self, FILES, StateArgs};
use crate::table::{Side, Table, plural};

/// List the kinematic modules of a tree (serial chains of links: legs, fingers, branches), or analyse one of them
///
/// Without --module: the links and the parent of each module. With --module, at a state: twists, their propagation Ā from the parent
/// and N̄ from the joints, link masses, blocks of the generalised inertia matrix, the articulated mass felt by the parent, joint
/// wrenches and joint forces. For mechanisms with loops, the modules are those of the spanning tree, at the closed state.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\n{FILES}"))]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// Module to analyse: its number, or the name of one of its links
    #[arg(long, value_name = "MODULE", allow_negative_numbers = true)]
    module: Option<String>,

    #[command(flatten)]
    state: StateArgs,

    /// Speeds, as --q [default: zero]
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    v: Option<String>,

    /// Accelerations, as --q [default: zero]
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    a: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc modules quadruped                             trunk and legs
  denoc modules quadruped --module 2                  one leg at rest
  denoc modules biped --module 1 --v v[7]=1 --json
World axes; six-vectors have the angular part first and refer to the joint origin of the link.";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let modules = ModuleInfo::all(model);
    let mut states = state::read(
        model,
        args.state.state.as_deref(),
        &[(Quantity::Q, args.state.q.as_deref()), (Quantity::V, args.v.as_deref()), (Quantity::A, args.a.as_deref())],
    )?;
    if states.many {
        return Err(Failure::new("modules analyses one state: give a file with one state, or --q, --v and --a"));
    }
    let mut output = match &args.module {
        None => Output::text(if args.json {
            format!("{}\n", json!({"model": model.name(), "modules": list(model, &modules)}))
        } else {
            table(model, &modules)
        }),
        Some(selector) => {
            let ModuleId(number) = find(model, &modules, selector)?;
            states.close(model)?;
            let (q, v, a) = (states.of(Quantity::Q), states.of(Quantity::V), states.of(Quantity::A));
            let mut ws = Workspace::new(model);
            let view = ModuleView::new(&mut ws, model, State { q, v }, a, Loads::NONE, ModuleId(number));
            let view = view.map_err(|e| states.explain(e))?;
            let mut output = Output::text(if args.json {
                let mut object = module_view::object(model, &view);
                object.insert("place".into(), entry(model, &Entries::new(model, Quantity::V), &modules[number]));
                object.extend([("q", q), ("v", v), ("a", a)].map(|(key, x)| (key.to_owned(), json!(x))));
                format!("{}\n", Value::Object(object))
            } else {
                module_view::text(model, &modules, &view)
            });
            if let Err(error) = &view.articulated {
                output.note(format!("note: no articulated masses at this state: {error}"));
            }
            output
        }
    };
    if !model.closures().is_empty() {
        output.note("note: these are the modules of the spanning tree; closures are ignored".into());
    }
    remarks(&loaded, args.model.name(), &mut output);
    states.remarks(model, &mut output);
    Ok(output)
}

/// A module by its number or by one of its links.
fn find(model: &Model, modules: &[ModuleInfo], selector: &str) -> Result<ModuleId, Failure> {
    if let Some(link) = model.link_names().iter().position(|name| name == selector) {
        let of_link = modules.iter().find(|module| module.links.contains(&link));
        return of_link
            .map(|module| module.id)
            .ok_or_else(|| Failure::new(format!("--module: no module contains \"{selector}\"")));
    }
    match selector.parse::<i64>() {
        Ok(number) if (0..modules.len() as i64).contains(&number) => Ok(ModuleId(number as usize)),
        Ok(number) => Err(Failure::new(format!(
            "--module: there is no module {number}; \"{}\" has {} (0 to {}); see denoc modules",
            model.name(),
            modules.len(),
            modules.len().saturating_sub(1)
        ))),
        Err(_) => Err(unknown("--module", "link", selector, model.link_names().iter().map(String::as_str))),
    }
}

/// Its first and last link.
pub(super) fn name(model: &Model, module: &ModuleInfo) -> String {
    match &model.link_names()[module.links.clone()] {
        [first, .., last] => format!("{first} … {last}"),
        [only] => only.clone(),
        [] => String::new(),
    }
}

fn table(model: &Model, modules: &[ModuleInfo]) -> String {
    let n = modules.len();
    let mut text = format!("{}: {n} module{} (serial chain{} of links)\n\n", model.name(), plural(n), plural(n));
    let heads = ["#", "module", "links", "dof", "parent", "depth", "siblings"];
    let side = |i: usize| if i == 1 || i == 4 { Side::Left } else { Side::Right };
    let mut table = Table::new(heads.iter().enumerate().map(|(i, head)| (*head, side(i))));
    for module in modules {
        let on = module.parent.map_or(model.ground_name().to_owned(), |ModuleId(p)| {
            format!("{p} ({})", model.link_names()[modules[p].links.end - 1])
        });
        table.row([
            module.id.0.to_string(),
            name(model, module),
            module.links.len().to_string(),
            module.speeds.len().to_string(),
            on,
            module.depth.to_string(),
            module.siblings.to_string(),
        ]);
    }
    text += &table.text();
    text
}

fn list(model: &Model, modules: &[ModuleInfo]) -> Vec<Value> {
    let joints = Entries::new(model, Quantity::V);
    modules.iter().map(|module| entry(model, &joints, module)).collect()
}

fn entry(model: &Model, joints: &Entries, module: &ModuleInfo) -> Value {
    json!({
        "number": module.id.0,
        "name": name(model, module),
        "links": model.link_names()[module.links.clone()],
        "joints": joints.labels[module.speeds.clone()],
        "dof": module.speeds.len(),
        "first_link": module.links.start,
        "first_speed": module.speeds.start,
        "parent": module.parent.map(|ModuleId(p)| p),
        "children": module.children.iter().map(|ModuleId(c)| *c).collect::<Vec<_>>(),
        "siblings": module.siblings,
        "depth": module.depth,
    })
}
