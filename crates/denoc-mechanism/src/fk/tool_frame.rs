//! The frame that is meant if none is named.

use denoc_model::{FrameId, Model};

/// Names of frames at the end of an arm, the most definite first.
const TOOLS: [&str; 12] =
    ["tcp", "tool0", "tool", "ee", "ee_link", "end_effector", "tip", "flange", "hand", "gripper", "end", "foot"];

/// Parts of names of what holds things rather than positions them.
const FINGERS: [&str; 5] = ["finger", "thumb", "knuckle", "jaw", "camera"];

/// The frame that is meant if none is named: one that a joint moves and that is called tcp, tool0, tool, ee, ee_link, end_effector,
/// tip, flange, hand, gripper, end or foot (alone, else as the end of a name such as `panda_hand_tcp`, else as part of it); otherwise
/// the last frame, else the last link. Fingers and cameras come after everything else. `None` if no link moves.
///
/// ```
/// # use denoc_formats::catalogue;
/// use denoc_mechanism::fk::tool_frame;
///
/// let delta = catalogue::describe("delta")?.build()?;
/// assert_eq!(tool_frame(&delta), Some(delta.frame("tool")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tool_frame(model: &Model) -> Option<FrameId> {
    let links = model.links().len();
    // link frames come first, then the ground, then the frames of the description
    let named = (0..model.frames().len()).filter(|&i| model.frames()[i].link.is_some());
    let all: Vec<(usize, String)> = named.map(|i| (i, model.frame_names()[i].to_lowercase())).collect();
    let (fingers, tools): (Vec<_>, Vec<_>) =
        all.iter().partition(|(_, name)| FINGERS.iter().any(|finger| name.contains(finger)));
    let ways: [fn(&str, &str) -> bool; 3] = [
        |name, tool| name == tool,
        |name, tool| words(name).ends_with(&words(tool)),
        |name, tool| words(name).windows(words(tool).len()).any(|part| part == words(tool)),
    ];
    let called = |all: &[&(usize, String)]| {
        ways.iter().find_map(|matches| {
            TOOLS.iter().find_map(|tool| all.iter().find(|(_, name)| matches(name, tool)).map(|(i, _)| *i))
        })
    };
    let last = |all: &[&(usize, String)]| {
        let frames = all.iter().rev().find(|(i, _)| *i > links);
        frames.or(all.last()).map(|(i, _)| *i)
    };
    called(&tools).or(last(&tools)).or(called(&fingers)).or(last(&fingers)).map(FrameId)
}

fn words(name: &str) -> Vec<&str> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use denoc_math::{Pose, Vec3};
    use denoc_model::{Description, Joint, MassProperties};

    use super::*;

    /// The frame chosen among these, all in one moving link, and one in the ground.
    fn chosen(names: &[&str]) -> String {
        let mut d =
            Description::new("arm").link("last", MassProperties::none()).frame("tcp", "ground", Pose::identity());
        d = d.joint("turn", "ground", "last", Joint::revolute(Vec3::unit(2)), Pose::identity());
        for name in names {
            d = d.frame(*name, "last", Pose::identity());
        }
        let model = d.build().unwrap();
        model.frame_names()[tool_frame(&model).unwrap().0].clone()
    }

    // oracle: the rule, by hand
    #[test]
    fn tools_come_before_hands_and_hands_before_fingers() {
        for (names, expected) in [
            (&["panda_hand", "panda_leftfinger", "panda_hand_tcp"][..], "panda_hand_tcp"),
            (&["panda_leftfinger", "panda_hand", "panda_rightfinger"], "panda_hand"),
            (&["finger_tip", "camera_tool", "Tool0", "elbow"], "Tool0"),
            (&["wrist", "arm_tool_link", "marker"], "arm_tool_link"),
            (&["steering", "marker"], "marker"),
            (&["left_finger"], "last"),
            (&["sole"], "sole"),
            (&[], "last"),
        ] {
            assert_eq!(chosen(names), expected, "{names:?}");
        }
    }
}
