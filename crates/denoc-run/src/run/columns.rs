//! Names and units of the columns of `results.csv`.

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{ClosureId, FrameId, JointProperties, LinkId, Model};
use denoc_sim::Limits;

/// Energies and works that a simulation records after q, v, a and tau.
pub(crate) const LEDGER: [(&str, &str); 8] = [
    ("kinetic energy", "J"),
    ("gravity energy", "J"),
    ("spring energy", "J"),
    ("total energy", "J"),
    ("work of actuators", "J"),
    ("work of friction", "J"),
    ("external work", "J"),
    ("unexplained energy", "J"),
];

/// The work of stops at joint limits, where they act.
pub(crate) const STOPS: (&str, &str) = ("work of stops", "J");

/// Whether stops act at limits of joints of a model.
pub(crate) fn stops_act(model: &Model, limits: Limits) -> bool {
    let limited = |p: &JointProperties| p.limits.is_some();
    let tree = (0..model.links().len()).any(|i| limited(model.properties(LinkId(i))));
    let cut = || (0..model.closures().len()).any(|i| model.closure_properties(ClosureId(i)).is_some_and(limited));
    limits == Limits::Act && (tree || cut())
}

/// t, q, v, a and tau of all joints.
pub(crate) fn state(model: &Model) -> Vec<(String, String)> {
    let mut columns = vec![("t".to_owned(), "s".to_owned())];
    for quantity in Quantity::ALL {
        let entries = Entries::new(model, quantity);
        columns.extend((0..entries.len()).map(|i| (entries.column(i), ascii(entries.units[i]))));
    }
    columns
}

/// The coordinates of the trajectory that a controller tracks.
pub(crate) fn reference(model: &Model) -> Vec<(String, String)> {
    let entries = Entries::new(model, Quantity::Q);
    (0..entries.len()).map(|i| (format!("reference {}", entries.column(i)), ascii(entries.units[i]))).collect()
}

/// The position of a frame.
pub(crate) fn position(model: &Model, frame: FrameId) -> Vec<(String, String)> {
    let name = &model.frame_names()[frame.0];
    ["x", "y", "z"].map(|axis| (format!("{axis}[{name}]"), "m".to_owned())).to_vec()
}

/// Units in ASCII: not every program reads a header as UTF-8.
fn ascii(unit: &str) -> String {
    unit.replace('²', "^2")
}
