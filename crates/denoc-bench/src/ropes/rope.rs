//! The ropes.

use denoc_math::Vec3;
use denoc_model::{Description, Model, PointSpec, Rope, RopeMass};

/// A rope and where it starts from rest.
pub(super) struct Subject {
    pub(super) kind: &'static str,
    pub(super) rope: Rope,
    pub(super) model: Model,
    pub(super) start: Vec<f64>,
}

/// Two metres of 8 mm rope, 100 g/m.
fn two_metres(links: usize) -> Rope {
    Rope::new("rope", links, 2.0, RopeMass::PerLength(0.1), 0.008)
}

/// Held at one end, released from the horizontal.
pub(super) fn falling(links: usize) -> Result<Subject, String> {
    let rope = Rope { direction: Some(Vec3::unit(0)), ..two_metres(links) };
    subject("falling", rope, "straight")
}

/// A cable between two points of the same height 1.5 m apart, released from an arc; it resists bending and twisting alike, as the
/// ball joints of MuJoCo do.
pub(super) fn tied(links: usize) -> Result<Subject, String> {
    let to = PointSpec { link: "ground".into(), position: Vec3::new(1.5, 0.0, 0.0) };
    let (stiffness, damping) = (1e-3, 1e-5);
    let cable = two_metres(links).cable(stiffness, stiffness);
    let rope = Rope { to: Some(to), bending_damping: damping, torsional_damping: damping, ..cable };
    subject("tied", rope, "start")
}

fn subject(kind: &'static str, rope: Rope, start: &str) -> Result<Subject, String> {
    let description = Description::new(kind).rope(&rope).map_err(|error| error.to_string())?;
    let model = description.build().map_err(|error| error.to_string())?;
    let start = model.configuration(start).map_err(|error| error.to_string())?.to_vec();
    Ok(Subject { kind, rope, model, start })
}
