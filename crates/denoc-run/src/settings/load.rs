//! Keys of `[[load]]`.

use super::{Form, Section, Setting, choices};

pub(super) const SECTION: Section = Section {
    path: "load",
    repeated: true,
    help: "An external force and moment on a link",
    settings: &[
        Setting::new("link", Form::Text, "The link").required(),
        Setting::new("point", Form::Vector(3), "Point of application in the link frame")
            .unit("m")
            .value("[0.0,0.0,0.0]"),
        Setting::new("force", Form::Vector(3), "Force").unit("N").value("[0.0,0.0,0.0]"),
        Setting::new("moment", Form::Vector(3), "Moment").unit("N m").value("[0.0,0.0,0.0]"),
        Setting::new("axes", Form::Keyword(choices::axes), "Axes of force and moment").value("\"world\""),
        Setting::new("from", Form::Number, "Start time").unit("s").described("0"),
        Setting::new("until", Form::Number, "End time").unit("s").described("the end of the simulation"),
        Setting::new(
            "profile",
            Form::KeywordOrTable {
                keywords: choices::load_profiles,
                tables: &["{ sinusoid = { frequency = 2, phase = 0 } }", "{ table = { times = […], factors = […] } }"],
            },
            "Factor over time, t = 0 at the start of the run: 1; sin(2π · frequency · t + phase), Hz and rad; or linear between points",
        )
        .value("\"constant\""),
    ],
};
