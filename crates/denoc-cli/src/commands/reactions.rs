//! The wrench in every joint, of the tree and where loops are cut: for `denoc inverse` and `denoc forward`.

use denoc_mechanism::evaluate::{JointReaction, reaction_columns};
use denoc_model::{LinkId, Model};
use denoc_run::Record;
use serde_json::{Value, json};

use crate::table::{Side, Table, number, without_noise};

fn link_name(model: &Model, link: Option<LinkId>) -> &str {
    link.map_or(model.ground_name(), |LinkId(i)| &model.link_names()[i])
}

pub(crate) fn text(model: &Model, all: &[JointReaction]) -> String {
    let left = ["joint", "from", "on"].map(|head| (head, Side::Left));
    let right = ["fx [N]", "fy [N]", "fz [N]", "mx [N m]", "my [N m]", "mz [N m]"].map(|head| (head, Side::Right));
    let mut table = Table::new(left.into_iter().chain(right));
    // forces are compared with forces, moments with moments
    let forces = without_noise(&all.iter().flat_map(|r| r.force).collect::<Vec<_>>());
    let mut moments = without_noise(&all.iter().flat_map(|r| r.moment).collect::<Vec<_>>());
    let largest = forces.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    // moments that are rounding errors of forces are zero
    moments.iter_mut().filter(|x| x.abs() < 1e-13 * largest).for_each(|x| *x = 0.0);
    for (i, r) in all.iter().enumerate() {
        let cut = if r.cut { " (cut)" } else { "" };
        let numbers = forces[3 * i..][..3].iter().chain(&moments[3 * i..][..3]);
        let open = r.indeterminate_force.into_iter().chain(r.indeterminate_moment);
        let cells = numbers.zip(open).map(|(&x, open)| format!("{}{}", if open { "~" } else { "" }, number(x)));
        let names = [format!("{}{cut}", r.joint), link_name(model, r.from).into(), link_name(model, r.on).into()];
        table.row(names.into_iter().chain(cells));
    }
    let mut text = format!(
        "\nreactions: wrench exerted by link \"from\" on link \"on\", including driving force, spring and friction; world axes, moments \
         about the joint origin\n{}",
        table.text()
    );
    if all.iter().any(|r| r.indeterminate_force.contains(&true) || r.indeterminate_moment.contains(&true)) {
        text += "~ indeterminate: redundant constraints allow internal stress without load; the values shown are those of minimum\n  \
                 multiplier norm; denoc mobility lists releases that make them determinate\n";
    }
    if model.closures().iter().any(|c| c.bound_joints().is_some()) {
        text += "forces of gears, racks, screws and cams act at the joints they couple: bearing loads due to teeth or rollers \
                 are not modelled\n";
    }
    text
}

pub(crate) fn object(model: &Model, all: &[JointReaction]) -> Value {
    let one = |r: &JointReaction| {
        json!({
            "joint": r.joint, "from": link_name(model, r.from), "on": link_name(model, r.on), "cut": r.cut,
            "axes": "world", "about": "origin", "origin": r.origin, "force": r.force, "moment": r.moment,
            "indeterminate": {"force": r.indeterminate_force, "moment": r.indeterminate_moment},
        })
    };
    Value::Array(all.iter().map(one).collect())
}

/// Columns of moments and forces; one row for each state.
pub(crate) fn columns(model: &Model, states: &[Vec<JointReaction>], record: &mut Record) {
    if states.is_empty() {
        return;
    }
    for (i, (name, unit)) in reaction_columns(model).into_iter().enumerate() {
        let value = |r: &JointReaction| if i % 6 < 3 { r.moment[i % 3] } else { r.force[i % 3] };
        record.column(name, unit, states.iter().map(|all| value(&all[i / 6])).collect());
    }
}
