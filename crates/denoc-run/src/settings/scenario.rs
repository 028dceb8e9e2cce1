//! Keys at the top of a scenario file.

use super::{Form, Section, Setting, choices};

pub(super) const SECTION: Section = Section {
    path: "",
    repeated: false,
    help: "A computation: one mechanism, and a simulation or inverse dynamics along a trajectory",
    settings: &[
        Setting::new("title", Form::Text, "Title of the report").described("the name of the model").replaces(&["name"]),
        Setting::new("model", Form::Text, "A name of the catalogue, or a file relative to the scenario file")
            .required(),
        Setting::new("base", Form::Keyword(choices::bases), "How the base link is supported")
            .value("\"fixed\"")
            .replaces(&["floating"]),
        Setting::new("mimic", Form::Keyword(choices::mimics), "Whether joints that follow others (mimic joints) do so")
            .value("\"enforced\""),
        Setting::new("gravity", Form::Vector(3), "Acceleration of gravity").unit("m/s²").described("that of the model"),
        Setting::new("rotor_inertia", Form::NumbersByJoint, "Rotor inertia at joints, kg m² (kg for sliding joints)")
            .described("that of the model"),
        Setting::new("trace", Form::Text, "The frame whose path is drawn")
            .described("a tool frame, or that of the last link"),
        Setting::new("large_output", Form::Switch, "Compute results of more than 4 GB, in memory or on disk")
            .value("false"),
        Setting::new("report", Form::Switch, "Draw plots and write `report.html`; tables and audit are written anyway")
            .value("true"),
        Setting::new("start", Form::Table, "Initial state").described("the neutral configuration at rest"),
        Setting::new("simulate", Form::Table, "A simulation; without it, inverse dynamics along `[motion]`"),
        Setting::new("motion", Form::Table, "Prescribed trajectory"),
        Setting::new("controller", Form::Table, "Controller of a simulation").described("the joints move freely"),
        Setting::new("load", Form::Table, "External force"),
        Setting::new("event", Form::Table, "Event to detect"),
        Setting::new("sweep", Form::Table, "Parameter sweep, for `denoc sweep`"),
    ],
};
