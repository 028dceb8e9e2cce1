//! The timed models: real robots if their files are given, look-alikes otherwise, an iiwa-like arm, and chains.

use std::path::Path;

use denoc_formats::read_urdf;
use denoc_model::{Description, Model};
use denoc_testkit::{State, random_state};

use crate::options::Options;
use crate::synthetic;

/// A model with its states.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) model: Model,
    pub(crate) states: Vec<State>,
}

/// A robot with its file in `example-robot-data` and its synthetic replacement.
struct Robot {
    name: &'static str,
    file: &'static str,
    floating: bool,
    /// Joints that are locked in the comparison.
    locked: &'static [&'static str],
    like: fn() -> Description,
}

const ROBOTS: [Robot; 5] = [
    Robot {
        name: "ur5",
        file: "ur_description/urdf/ur5_robot.urdf",
        floating: false,
        locked: &[],
        like: synthetic::ur5,
    },
    Robot {
        name: "panda",
        file: "panda_description/urdf/panda.urdf",
        floating: false,
        locked: &["panda_finger_joint1", "panda_finger_joint2"],
        like: synthetic::panda,
    },
    Robot {
        name: "solo12",
        file: "solo_description/robots/solo12.urdf",
        floating: true,
        locked: &[],
        like: synthetic::quadruped,
    },
    Robot {
        name: "anymal",
        file: "anymal_b_simple_description/robots/anymal.urdf",
        floating: true,
        locked: &[],
        like: synthetic::quadruped,
    },
    Robot {
        name: "talos",
        file: "talos_data/robots/talos_reduced.urdf",
        floating: true,
        locked: &[],
        like: synthetic::humanoid,
    },
];

const CHAINS: [usize; 5] = [10, 100, 200, 1000, 100_000];

/// All names in the order of the table.
fn names() -> Vec<String> {
    let robots = ROBOTS.iter().map(|robot| robot.name.to_owned());
    let mut names: Vec<String> = robots.collect();
    names.insert(2, "iiwa".into());
    names.extend(CHAINS.iter().map(|n| format!("chain{n}")));
    names
}

/// The names selected by the options.
pub(crate) fn chosen(options: &Options) -> Result<Vec<String>, String> {
    let known = names();
    let plain: Vec<String> = options.models.iter().map(|m| m.trim_end_matches("-like").to_owned()).collect();
    match plain.iter().find(|name| !known.contains(name)) {
        Some(unknown) => Err(format!("there is no model \"{unknown}\"; there are {}", known.join(", "))),
        None if plain.is_empty() => Ok(known.into_iter().filter(|name| fits(name, options)).collect()),
        None => Ok(plain),
    }
}

fn fits(name: &str, options: &Options) -> bool {
    name.strip_prefix("chain").and_then(|n| n.parse::<usize>().ok()).is_none_or(|n| n <= options.longest_chain())
}

/// The robots among `names`, for instruction counts.
pub(crate) fn is_robot(name: &str) -> bool {
    !name.starts_with("chain")
}

/// The model of this name and its states.
pub(crate) fn subject(name: String, options: &Options) -> Result<Subject, String> {
    let (name, description) = describe(name, options.robots.as_deref())?;
    let model = description.build().map_err(|error| format!("{name}: {error}"))?;
    let states = match model.nv() {
        0..1000 => 64,
        1000..100_000 => 8,
        _ => 1,
    };
    let states = (0..states).map(|seed| random_state(&model, seed)).collect();
    Ok(Subject { name, model, states })
}

fn describe(name: String, robots: Option<&Path>) -> Result<(String, Description), String> {
    if let Some(n) = name.strip_prefix("chain").and_then(|n| n.parse().ok()) {
        return Ok((name, synthetic::chain(n)));
    }
    let Some(robot) = ROBOTS.iter().find(|robot| robot.name == name) else {
        return Ok((name, synthetic::iiwa()));
    };
    let Some(folder) = robots else { return Ok((format!("{name}-like"), (robot.like)())) };
    let urdf = read_urdf(folder.join(robot.file)).map_err(|error| error.to_string())?;
    let mut description = urdf.description;
    for joint in robot.locked {
        description.couplings.retain(|coupling| coupling.joint != *joint && coupling.follows != *joint);
        description = description.lock(joint, &[0.0]).map_err(|error| error.to_string())?;
    }
    Ok((name, if robot.floating { description.floating() } else { description }))
}
