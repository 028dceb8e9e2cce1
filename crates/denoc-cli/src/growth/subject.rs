//! Mechanisms of the study.

use std::f64::consts::{FRAC_PI_2, PI};

use denoc::Loaded;
use denoc::model::Model;

use crate::output::{Code, Failure};

/// A mechanism with a start.
#[derive(Debug)]
pub(crate) struct Subject {
    /// A word for files.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) arm: Loaded,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    /// How long it runs if nothing is said, s.
    pub(crate) time: f64,
    /// Whether the paper says something about its errors: its mechanisms from its starts.
    pub(crate) printed: bool,
}

/// Joints with numbers.
type Values = &'static [(&'static str, f64)];

/// A mechanism of the paper: title, model, coordinates and speeds of a start other than the configuration `start` at
/// rest, time.
struct Printed {
    title: &'static str,
    model: &'static str,
    start: Option<(Values, Values)>,
    time: f64,
}

/// In the singular pose with a speed along the branch of the parallelogram; and where output link and coupler are in line,
/// where the coupler turns against the link.
const PRINTED: &[Printed] = &[
    Printed { title: "single loop (Fig. 3)", model: "odca_fourbar", start: None, time: 10.0 },
    Printed { title: "coupled loops (Fig. 4)", model: "sevenbar", start: None, time: 10.0 },
    Printed { title: "parallelogram (Fig. 5a)", model: "odca_parallelogram", start: None, time: 20.0 },
    Printed { title: "toggle linkage (Fig. 5b)", model: "odca_toggle", start: None, time: 20.0 },
    Printed {
        title: "parallelogram, started in its singular pose",
        model: "odca_parallelogram",
        start: Some((&[], &[("pivot_a", 1.5), ("pivot_b", 1.5), ("pin_ac", -1.5)])),
        time: 20.0,
    },
    Printed {
        title: "toggle linkage, started in its toggle position",
        model: "odca_toggle",
        start: Some((
            &[("crank_pivot", PI), ("output_pivot", -FRAC_PI_2)],
            &[("output_pivot", 1.0), ("output_pin", -2.0)],
        )),
        time: 20.0,
    },
];

impl Subject {
    /// The mechanisms of the paper.
    pub(crate) fn printed() -> Result<Vec<Self>, Failure> {
        PRINTED.iter().map(Self::of_paper).collect()
    }

    fn of_paper(printed: &Printed) -> Result<Self, Failure> {
        let arm = denoc::load(printed.model)?;
        let model = &arm.model;
        let (q, v) = match printed.start {
            None => (model.configuration("start")?.to_vec(), vec![0.0; model.nv()]),
            Some((coordinates, speeds)) => {
                let (mut q, mut v) = (model.neutral(), vec![0.0; model.nv()]);
                for (joint, value) in coordinates {
                    q[model.links()[model.joint(joint)?.0].q] = *value;
                }
                for (joint, value) in speeds {
                    v[model.links()[model.joint(joint)?.0].v] = *value;
                }
                (q, v)
            }
        };
        // the starts of our own are singular poses
        let more = if printed.start.is_some() { "_singular" } else { "" };
        let (name, title, time) = (format!("{}{more}", printed.model), printed.title.to_owned(), printed.time);
        Ok(Self { name, title, q, v, time, printed: printed.start.is_none(), arm })
    }

    /// A model by file or name, at rest in its configuration `start`, or where its coordinates are zero.
    pub(crate) fn of_model(word: &str) -> Result<Self, Failure> {
        if let Some(printed) = PRINTED.iter().find(|printed| printed.model == word && printed.start.is_none()) {
            return Self::of_paper(printed);
        }
        let arm = denoc::load(word)?;
        let model: &Model = &arm.model;
        if model.closures().is_empty() {
            let words = format!(
                "{word}: \"{}\" has no loops, so that nothing can open; give mechanisms with loops, such as fourbar or sevenbar",
                model.name()
            );
            return Err(Failure::new(words).with_code(Code::BadInput));
        }
        let q = model.configuration("start").map_or_else(|_| model.neutral(), <[f64]>::to_vec);
        let (title, v) = (model.name().to_owned(), vec![0.0; model.nv()]);
        let name = title.chars().map(|c| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
        Ok(Self { title, name, q, v, time: 10.0, printed: false, arm })
    }
}
