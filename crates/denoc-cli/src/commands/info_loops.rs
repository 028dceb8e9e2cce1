//! The loops of a mechanism, for `denoc info`: spanning tree, closures, clusters, springs between points, freedoms.

use denoc_dynamics::loops::Loops;
use denoc_mechanism::mobility::Mobility;
use denoc_model::{Closure, ClosureId, SpringSpec};
use denoc_model::{LinkId, Model};
use denoc_run::Loaded;
use denoc_run::scenario::usual_start;
use serde_json::{Map, Value, json};

use crate::table::{Side, Table, plural, short};

/// The section of the text; nothing for a tree without springs between points.
pub(crate) fn text(loaded: &Loaded) -> String {
    let (model, springs) = (&loaded.model, &loaded.description.springs);
    let mut text = String::new();
    if model.is_coupled_tree() {
        text += &couplings(model);
    } else if !model.closures().is_empty() {
        text += &format!("\nloops: {}\n", freedoms(model));
        text += &format!("joints of the spanning tree: {}\n", model.joint_names().join(", "));
        text += &closures(model);
        text += &clusters(model);
    }
    if !springs.is_empty() {
        let one = |s: &SpringSpec| {
            let damping = if s.damping == 0.0 { String::new() } else { format!(", {} N s/m", short(s.damping)) };
            let (from, to) = (&s.from.link, &s.to.link);
            format!(
                "{} ({from} - {to}, {} N/m{damping}, {} m at rest)",
                s.name,
                short(s.stiffness),
                short(s.rest_length)
            )
        };
        text += &format!("springs between points: {}\n", springs.iter().map(one).collect::<Vec<_>>().join(", "));
    }
    text
}

/// Trees in which joints follow others.
fn couplings(model: &Model) -> String {
    let (nv, n) = (model.nv(), model.closures().len());
    let mut table = Table::new([("coupling (enforced)", Side::Left)]);
    model.closures().iter().for_each(|closure| table.row([closure.between(model)]));
    let (freedoms, verb) = (nv - n, if n == 1 { "follows another" } else { "follow others" });
    format!(
        "\ncouplings: {n} joint{} {verb}; {freedoms} degree{} of freedom of {nv} speeds\n{}",
        plural(n),
        plural(freedoms),
        table.text()
    )
}

fn freedoms(model: &Model) -> String {
    let (nv, n) = (model.nv(), model.closures().len());
    match Mobility::analyse(model, &usual_start(model)) {
        Ok(m) => format!(
            "{} degree{} of freedom: {nv} speeds of the spanning tree, {} condition{} of {n} closure{}, {} of them independent \
             (details: denoc mobility)",
            m.degrees_of_freedom,
            plural(m.degrees_of_freedom),
            m.conditions,
            plural(m.conditions),
            plural(n),
            m.rank
        ),
        Err(error) => format!("{nv} speeds of the spanning tree, {n} closure{}; {error}", plural(n)),
    }
}

fn name(model: &Model, link: Option<LinkId>) -> &str {
    link.map_or(model.ground_name(), |LinkId(i)| &model.link_names()[i])
}

/// The links around a loop, from where its two paths meet.
fn around(model: &Model, closure: usize) -> Vec<&str> {
    let l = &model.loops()[closure];
    let path = l.first.iter().rev().chain(&l.second).map(|&link| name(model, Some(link)));
    core::iter::once(name(model, l.root)).chain(path).collect()
}

fn closures(model: &Model) -> String {
    let loops = Loops::new(model);
    let heads = [("closure", Side::Left), ("kind", Side::Left), ("between", Side::Left)];
    let mut table = Table::new(heads.into_iter().chain([("conditions", Side::Right), ("loop", Side::Left)]));
    for (i, closure) in model.closures().iter().enumerate() {
        let cut = if closure.cut_joint().is_some() { " (cut)" } else { "" };
        let kind = format!("{}{cut}", closure.keyword());
        let motor = if model.is_closure_actuated(ClosureId(i)) { ", with a motor" } else { "" };
        let conditions = loops.rows_of(ClosureId(i)).len().to_string();
        let around = around(model, i).join(" - ");
        table.row([model.closure_names()[i].clone(), kind, closure.between(model) + motor, conditions, around]);
    }
    table.text()
}

fn clusters(model: &Model) -> String {
    let mut text = String::from("clusters of links connected by loops\n");
    for cluster in model.clusters().iter().filter(|cluster| !cluster.closures.is_empty()) {
        let links: Vec<&str> = cluster.links.iter().map(|&link| name(model, Some(link))).collect();
        let n = cluster.closures.len();
        let parent = name(model, cluster.parent);
        text += &format!("  {} (on {parent}, {n} closure{})\n", links.join(", "), plural(n));
    }
    text
}

/// The same for JSON.
pub(crate) fn members(loaded: &Loaded, object: &mut Map<String, Value>) {
    let (model, loops) = (&loaded.model, Loops::new(&loaded.model));
    let mobility = Mobility::analyse(model, &usual_start(model)).ok();
    let freedoms = if model.closures().is_empty() { Some(model.nv()) } else { mobility.map(|m| m.degrees_of_freedom) };
    let closure = |(i, closure): (usize, &Closure<f64>)| {
        json!({
            "name": model.closure_names()[i], "kind": closure.keyword(), "cut": closure.cut_joint().is_some(),
            "between": closure.between(model), "links": closure.links().map(|link| name(model, link)),
            "conditions": loops.rows_of(ClosureId(i)).len(), "loop": around(model, i),
            "motor": model.is_closure_actuated(ClosureId(i)),
        })
    };
    let cluster = |c: &denoc_model::Cluster| {
        json!({
            "links": c.links.iter().map(|&link| name(model, Some(link))).collect::<Vec<_>>(),
            "closures": c.closures.iter().map(|id| &model.closure_names()[id.0]).collect::<Vec<_>>(),
            "parent": name(model, c.parent),
        })
    };
    let spring = |s: &SpringSpec| {
        json!({
            "name": s.name, "from": s.from.link, "to": s.to.link, "stiffness": s.stiffness, "rest_length": s.rest_length,
            "damping": s.damping,
        })
    };
    object.insert("freedoms".into(), json!(freedoms));
    object.insert("closures".into(), model.closures().iter().enumerate().map(closure).collect());
    let tied = model.clusters().iter().filter(|c| !c.closures.is_empty());
    object.insert("clusters".into(), tied.map(cluster).collect());
    object.insert("springs".into(), loaded.description.springs.iter().map(spring).collect());
}
