//! Keys of `[controller]`.

use super::{Form, Section, Setting, choices};

pub(super) const SECTION: Section = Section {
    path: "controller",
    repeated: false,
    help: "Controller of a simulation",
    settings: &[
        Setting::new("law", Form::Keyword(choices::laws), "Control law").required(),
        Setting::new("kp", Form::Gains, "Proportional gain, N m/rad (N/m); 1/s² for computed-torque"),
        Setting::new("ki", Form::Gains, "Integral gain, N m/(rad s)"),
        Setting::new("kd", Form::Gains, "Derivative gain, N m s/rad; 1/s for computed-torque"),
        Setting::new("tau", Form::JointValues, "Joint forces of `constant`, amplitudes of `sinusoid`, N m (N)"),
        Setting::new(
            "frequency",
            Form::Quantity,
            "Frequency of `sinusoid`: a number in Hz, or text such as \"50 Hz\" or \"90 rpm\"",
        )
        .unit("Hz"),
        Setting::new(
            "phase",
            Form::JointValues,
            "Phases of `sinusoid` at t = 0, the start of the run, rad or \"90 deg\"",
        )
        .described("0"),
        Setting::new("file", Form::Text, "CSV or npz file of `table`, with columns t, tau[…]"),
        Setting::new("interpolation", Form::Keyword(choices::interpolations), "Interpolation between rows of `table`")
            .described("linear"),
        Setting::new("hold", Form::JointValues, "Set point, if there is no `[motion]`")
            .described("the initial configuration"),
    ],
};
