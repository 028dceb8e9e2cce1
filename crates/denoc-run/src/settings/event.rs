//! Keys of `[[event]]`.

use super::{Form, Section, Setting, choices};

pub(super) const SECTION: Section = Section {
    path: "event",
    repeated: true,
    help: "An event: a quantity crosses a value. Give exactly one of `joint`, `speed` and `height`",
    settings: &[
        Setting::new("name", Form::Text, "Name in reports"),
        Setting::new("joint", Form::Text, "The joint whose coordinate is monitored"),
        Setting::new("speed", Form::Text, "The joint whose speed is monitored"),
        Setting::new("height", Form::Text, "The frame whose height (z in the world) is monitored"),
        Setting::new("value", Form::Quantity, "The value to cross").required(),
        Setting::new("direction", Form::Keyword(choices::directions), "Which crossings count").value("\"both\""),
        Setting::new("stop", Form::Switch, "End the simulation at the event").value("false"),
    ],
};
