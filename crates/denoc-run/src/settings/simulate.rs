//! Keys of `[simulate]`.

use super::{Form, Section, Setting, choices};

pub(super) const SECTION: Section = Section {
    path: "simulate",
    repeated: false,
    help: "A forward-dynamics simulation",
    settings: &[
        Setting::new("duration", Form::Quantity, "Duration of the simulation").unit("s").required(),
        Setting::new("output_step", Form::Quantity, "Time between two rows of the results")
            .unit("s")
            .described("automatic"),
        Setting::new("integrator", Form::Keyword(choices::integrators), "Integrator")
            .described("auto")
            .replaces(&["method"]),
        Setting::new("tolerance", Form::Number, "Relative and absolute tolerance of a step").described("1e-10"),
        Setting::new("step", Form::Quantity, "Step of integrators with a fixed step, initial step of the others")
            .unit("s")
            .described("automatic"),
        Setting::new("joint_forces", Form::Switch, "Include joint friction and springs").value("true"),
        Setting::new("dry_friction", Form::Keyword(choices::dry_friction), "Law of dry friction in joints")
            .value("\"exact\""),
        Setting::new("limits", Form::Keyword(choices::limits), "What happens at limits of coordinates and speeds of joints").value("\"act\""),
        Setting::new("saturate", Form::Switch, "Clip motor forces to the effort limits of the joints").value("false"),
        Setting::new(
            "closure",
            Form::KeywordOrTable { keywords: choices::closures, tables: &["{ baumgarte = 20 }"] },
            "How loops are kept closed",
        )
        .described("auto"),
        Setting::new("algorithm", Form::Keyword(choices::algorithms), "Algorithm of forward dynamics")
            .described(
                "compiled for trees; recursive with loops, in the plane if the mechanism stays in one; multipliers if a loop has more than \
                 50 speeds beyond its constraints",
            )
            .replaces(&["loop_method"]),
        Setting::new("singular", Form::Keyword(choices::singular), "What happens at singular configurations of loops")
            .value("\"record\""),
        Setting::new(
            "verify",
            Form::Switch,
            "Run again at a tenth of the tolerance (half of a fixed step) and report the difference: the estimated global error",
        )
        .value("false"),
    ],
};
