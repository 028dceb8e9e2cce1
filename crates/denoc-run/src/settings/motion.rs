//! Keys of `[motion]`.

use super::{Form, Section, Setting, choices};

pub(super) const SECTION: Section = Section {
    path: "motion",
    repeated: false,
    help: "A prescribed trajectory, from the initial configuration. A simulation needs a controller that tracks it",
    settings: &[
        Setting::new("profile", Form::Keyword(choices::profiles), "Kind of trajectory").required(),
        Setting::new("duration", Form::Quantity, "Duration of the trajectory")
            .unit("s")
            .described("that of `times` or of the file"),
        Setting::new(
            "to",
            Form::JointValues,
            "Goal; joints not named stay. With loops: the named joints drive, the others follow",
        ),
        Setting::new("to_configuration", Form::Text, "A named configuration as goal"),
        Setting::new("via", Form::JointValuesList, "Intermediate points of `spline`"),
        Setting::new("times", Form::Quantities, "Times of the points of `spline` after the start")
            .unit("s")
            .described("evenly spaced"),
        Setting::new("blend", Form::Number, "Fraction of the duration spent accelerating, for `trapezoidal`")
            .described("0.25"),
        Setting::new("file", Form::Text, "CSV or npz file of `table`, with columns t, q[…] and optionally v[…], a[…]"),
        Setting::new("frame", Form::Text, "The frame that moves along `line` or `arc`"),
        Setting::new("point", Form::Vector(3), "End of `line` or `arc`, in world axes").unit("m"),
        Setting::new("through", Form::Vector(3), "A point on the `arc`").unit("m"),
        Setting::new("orientation", Form::Keyword(choices::orientations), "Orientation along `line` and `arc`")
            .described("keep"),
        Setting::new("quaternion", Form::Vector(4), "Orientation at the end, `[x, y, z, w]`, instead of `orientation`"),
        Setting::new("law", Form::Keyword(choices::time_laws), "Time law along `line` and `arc`").described("quintic"),
        Setting::new("samples", Form::Count, "Number of time samples of inverse dynamics").described("1001"),
        Setting::new("joint_forces", Form::Switch, "Include joint friction and springs in inverse dynamics")
            .value("true"),
    ],
};
