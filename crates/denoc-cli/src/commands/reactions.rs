//! The wrench in every joint, of the tree and where loops are cut: for `denoc inverse` and `denoc forward`.

use denoc::dynamics::loops::{Axes, Loops, Reaction, Reactions, self_stresses};
use denoc::dynamics::{DynamicsError, Velocity};
use denoc::evaluate::open_components;
use denoc::model::{Closure, ClosureId};
use denoc::prelude::*;
use serde_json::{Value, json};

use crate::record::Record;
use crate::table::{Side, Table, number, without_noise};

/// What one joint transmits: in world axes, the moment about the joint's origin.
pub(crate) struct JointReaction {
    joint: String,
    from: String,
    on: String,
    cut: bool,
    origin: [f64; 3],
    /// Forces, then moments.
    numbers: [f64; 6],
    /// Which of them motion does not tell.
    unknown: [bool; 6],
}

/// Those of one state, from what the library computed.
pub(crate) fn of(stage: &Velocity<'_, f64>, loops: &mut Loops<f64>, found: &Reactions<f64>) -> Vec<JointReaction> {
    let model = stage.model();
    let stresses = self_stresses(loops, stage);
    let mut all = Vec::new();
    for (i, joint) in model.joint_names().iter().enumerate() {
        let own = stresses.joints.iter().map(|wrenches| wrenches[i]);
        all.push(one((model, loops), joint, found.joint(LinkId(i)), own, false));
    }
    for (i, joint) in model.closure_names().iter().enumerate() {
        let own = stresses.closures.iter().map(|wrenches| wrenches[i]);
        all.extend(found.closure(ClosureId(i)).map(|reaction| one((model, loops), joint, reaction, own, true)));
    }
    all
}

fn one(
    (model, loops): (&Model, &Loops<f64>),
    joint: &str,
    reaction: Reaction<f64>,
    stresses: impl Iterator<Item = Wrench<f64>>,
    cut: bool,
) -> JointReaction {
    let name = |link: Option<LinkId>| link.map_or(model.ground_name(), |LinkId(i)| &model.link_names()[i]).to_owned();
    let six = |w: Wrench<f64>| [w.force.to_array(), w.moment.to_array()].concat();
    let [mx, my, mz, fx, fy, fz] = open_components(loops, &reaction, stresses);
    let unknown = [fx, fy, fz, mx, my, mz];
    let mut numbers = [0.0; 6];
    numbers.copy_from_slice(&six(reaction.along(Axes::World)));
    JointReaction {
        joint: joint.to_owned(),
        from: name(reaction.from),
        on: name(reaction.on),
        cut,
        origin: reaction.pose.position.to_array(),
        numbers,
        unknown,
    }
}

/// Reactions of a tree for a motion: there are no closures to know about.
pub(crate) fn of_tree(
    stage: &mut Velocity<'_, f64>,
    a: &[f64],
    loads: Loads<'_, f64>,
) -> Result<Vec<JointReaction>, DynamicsError> {
    let mut loops = Loops::new(stage.model());
    let mut found = Reactions::new(stage.model());
    found.compute(stage, (&loops, &[]), a, loads)?;
    Ok(of(stage, &mut loops, &found))
}

pub(crate) fn text(model: &Model, all: &[JointReaction]) -> String {
    let left = ["joint", "from", "on"].map(|head| (head, Side::Left));
    let right = ["fx [N]", "fy [N]", "fz [N]", "mx [N m]", "my [N m]", "mz [N m]"].map(|head| (head, Side::Right));
    let mut table = Table::new(left.into_iter().chain(right));
    // forces beside forces, moments beside moments
    let clean =
        |k: usize| without_noise(&all.iter().flat_map(|r| r.numbers[3 * k..][..3].to_vec()).collect::<Vec<_>>());
    let (forces, mut moments) = (clean(0), clean(1));
    let largest = forces.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    // what forces leave over by rounding is no moment
    moments.iter_mut().filter(|x| x.abs() < 1e-13 * largest).for_each(|x| *x = 0.0);
    for (i, r) in all.iter().enumerate() {
        let cut = if r.cut { " (cut)" } else { "" };
        let numbers = forces[3 * i..][..3].iter().chain(&moments[3 * i..][..3]);
        let cells =
            numbers.zip(r.unknown).map(|(&x, unknown)| format!("{}{}", if unknown { "~" } else { "" }, number(x)));
        table.row([format!("{}{cut}", r.joint), r.from.clone(), r.on.clone()].into_iter().chain(cells));
    }
    let mut text = format!(
        "\nreactions: what the link \"from\" exerts on the link \"on\", driving force included; world axes, moments about the \
         joint's origin\n{}",
        table.text()
    );
    if all.iter().any(|r| r.unknown.contains(&true)) {
        text += "~ cannot be known from the motion: conditions are redundant, so that the mechanism can be under stress \
                 without load;\n  these numbers belong to the least multipliers, see denoc mobility for releases that make \
                 them known\n";
    }
    if model.closures().iter().any(|c| matches!(c, Closure::Coupling { .. } | Closure::Cam { .. })) {
        text += "forces of gears, racks, screws and cams act in the joints themselves: loads that teeth or rollers put on \
                 bearings are not part of the model\n";
    }
    text
}

pub(crate) fn object(all: &[JointReaction]) -> Value {
    let one = |r: &JointReaction| {
        json!({
            "joint": r.joint, "from": r.from, "on": r.on, "cut": r.cut, "origin": r.origin, "force": r.numbers[..3],
            "moment": r.numbers[3..],
            "indeterminate": {"force": r.unknown[..3], "moment": r.unknown[3..]},
        })
    };
    Value::Array(all.iter().map(one).collect())
}

/// Columns fx[joint] … mz[joint]; one row for each state.
pub(crate) fn columns(states: &[Vec<JointReaction>], record: &mut Record) {
    for (i, r) in states.first().map_or(&[][..], Vec::as_slice).iter().enumerate() {
        for (k, component) in ["fx", "fy", "fz", "mx", "my", "mz"].iter().enumerate() {
            let unit = if k < 3 { "N" } else { "N m" };
            record.column(
                format!("{component}[{}]", r.joint),
                unit,
                states.iter().map(|all| all[i].numbers[k]).collect(),
            );
        }
    }
}
