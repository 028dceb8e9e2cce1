//! Names and units of the columns of `results.csv`.

use denoc_model::{FrameId, Model};

use denoc_mechanism::quantity::{Entries, Quantity};

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
