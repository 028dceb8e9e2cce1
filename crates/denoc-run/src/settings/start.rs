//! Keys of `[start]`.

use super::{Form, Section, Setting};

pub(super) const SECTION: Section = Section {
    path: "start",
    repeated: false,
    help: "Initial state. With loops, named joints keep their values and the others follow from closure",
    settings: &[
        Setting::new("configuration", Form::Text, "A named configuration of the model").described(
            "the neutral one; that of the file for MJCF models; `start` for models with loops, if they have it",
        ),
        Setting::new("q", Form::JointValues, "Initial coordinates: all in order, or some by joint name"),
        Setting::new("v", Form::JointValues, "Initial speeds, like q").described("zero"),
    ],
};
