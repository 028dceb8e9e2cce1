//! Keys of `[sweep]` and `[[sweep.parameter]]`.

use super::{Form, Section, Setting, choices};

pub(super) const SECTION: Section = Section {
    path: "sweep",
    repeated: false,
    help: "A parameter sweep",
    settings: &[
        Setting::new("sampling", Form::Keyword(choices::samplings), "How points are chosen")
            .required()
            .replaces(&["method"]),
        Setting::new("samples", Form::Count, "Number of points of latin-hypercube and sobol"),
        Setting::new("seed", Form::Count, "Seed of latin-hypercube").described("1"),
        Setting::new("parameter", Form::Table, "A parameter and its values"),
        Setting::new("metrics", Form::TextsByName, "Metrics of each run: NAME = \"REDUCER COLUMN\""),
    ],
};

pub(super) const PARAMETER: Section = Section {
    path: "sweep.parameter",
    repeated: true,
    help: "A parameter and its values: `from`, `to` and `count`, or `values`",
    settings: &[
        Setting::new("path", Form::Text, "Path of the parameter in the model or in the scenario").required(),
        Setting::new("from", Form::Quantity, "First value"),
        Setting::new("to", Form::Quantity, "Last value"),
        Setting::new("count", Form::Count, "Number of values of grid and list"),
        Setting::new("values", Form::Quantities, "The values one by one, for grid and list"),
        Setting::new("spacing", Form::Keyword(choices::spacings), "Spacing of values between `from` and `to`")
            .value("\"linear\""),
    ],
};
