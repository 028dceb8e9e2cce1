//! Mechanisms to study, with their initial states.

use std::f64::consts::{FRAC_PI_2, PI};

use denoc_run::Loaded;

use crate::ValidationError;

/// A mechanism with loops and its initial state.
#[derive(Debug)]
pub struct Specimen {
    /// A name for files.
    pub name: String,
    /// A name for tables and plots.
    pub title: String,
    /// The mechanism.
    pub mechanism: Loaded,
    /// Initial generalised coordinates; the loops are closed.
    pub q: Vec<f64>,
    /// Initial generalised speeds.
    pub v: Vec<f64>,
    /// Simulated time unless the settings say otherwise, s.
    pub duration: f64,
    /// Whether the paper reports the closure errors of this mechanism from this state.
    pub printed: bool,
}

/// Joints with numbers.
type Values = &'static [(&'static str, f64)];

/// A mechanism of the paper.
struct Printed {
    title: &'static str,
    model: &'static str,
    /// The initial state, unless it is the configuration `start` at rest.
    start: Option<Start>,
    duration: f64,
}

/// An initial state; coordinates and speeds that are not listed are zero.
struct Start {
    coordinates: Values,
    speeds: Values,
}

/// In the singular pose with a speed along the branch of the parallelogram; and where output link and coupler are in line,
/// where the coupler turns against the link.
const PRINTED: &[Printed] = &[
    Printed { title: "single loop (Fig. 3)", model: "odca_fourbar", start: None, duration: 10.0 },
    Printed { title: "coupled loops (Fig. 4)", model: "sevenbar", start: None, duration: 10.0 },
    Printed { title: "parallelogram (Fig. 5a)", model: "odca_parallelogram", start: None, duration: 20.0 },
    Printed { title: "toggle linkage (Fig. 5b)", model: "odca_toggle", start: None, duration: 20.0 },
    Printed {
        title: "parallelogram, started in its singular pose",
        model: "odca_parallelogram",
        start: Some(Start { coordinates: &[], speeds: &[("pivot_a", 1.5), ("pivot_b", 1.5), ("pin_ac", -1.5)] }),
        duration: 20.0,
    },
    Printed {
        title: "toggle linkage, started in its toggle position",
        model: "odca_toggle",
        start: Some(Start {
            coordinates: &[("crank_pivot", PI), ("output_pivot", -FRAC_PI_2)],
            speeds: &[("output_pivot", 1.0), ("output_pin", -2.0)],
        }),
        duration: 20.0,
    },
];

impl Specimen {
    /// The mechanisms of the paper, and two of them started in a singular pose.
    pub fn of_paper() -> Result<Vec<Self>, ValidationError> {
        PRINTED.iter().map(Self::printed).collect()
    }

    fn printed(printed: &Printed) -> Result<Self, ValidationError> {
        let mechanism = denoc_run::load(printed.model)?;
        let model = &mechanism.model;
        let (q, v) = match &printed.start {
            None => (model.configuration("start")?.to_vec(), vec![0.0; model.nv()]),
            Some(Start { coordinates, speeds }) => {
                let (mut q, mut v) = (model.neutral(), vec![0.0; model.nv()]);
                for (joint, value) in *coordinates {
                    q[model.links()[model.joint(joint)?.0].q] = *value;
                }
                for (joint, value) in *speeds {
                    v[model.links()[model.joint(joint)?.0].v] = *value;
                }
                (q, v)
            }
        };
        // the states that are listed here are singular poses
        let suffix = if printed.start.is_some() { "_singular" } else { "" };
        Ok(Self {
            name: format!("{}{suffix}", printed.model),
            title: printed.title.to_owned(),
            q,
            v,
            duration: printed.duration,
            printed: printed.start.is_none(),
            mechanism,
        })
    }

    /// A model file or a model of the catalogue, at rest in its configuration `start`, or with all coordinates zero.
    pub fn load(model: &str) -> Result<Self, ValidationError> {
        if let Some(printed) = PRINTED.iter().find(|printed| printed.model == model && printed.start.is_none()) {
            return Self::printed(printed);
        }
        Self::new(denoc_run::load(model)?)
    }

    /// A mechanism at rest in its configuration `start`, or with all coordinates zero.
    pub fn new(mechanism: Loaded) -> Result<Self, ValidationError> {
        let model = &mechanism.model;
        if model.closures().is_empty() {
            return Err(ValidationError::NoLoops { model: model.name().to_owned() });
        }
        let q = model.configuration("start").map_or_else(|_| model.neutral(), <[f64]>::to_vec);
        let (title, v) = (model.name().to_owned(), vec![0.0; model.nv()]);
        let name = title.chars().map(|c| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
        Ok(Self { title, name, q, v, duration: 10.0, printed: false, mechanism })
    }
}
