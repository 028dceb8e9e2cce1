//! What the cases of the four-bar of section 4.1 share.

use std::f64::consts::PI;

use denoc_model::Link;
use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::linkage::Bar;
use crate::reproduce::reference;

/// Crank, coupler, output link, m.
pub(super) const LENGTHS: [f64; 3] = [0.038, 0.1152, 0.1152];

/// Crank, coupler, output link; the last from pin to pivot, as the references have it.
pub(super) const BARS: [Bar; 3] =
    [(&["crank_pivot"], 0.0), (&["crank_pivot", "coupler_pin"], 0.0), (&["output_pivot"], -PI)];

/// The joints of the tree.
const JOINTS: [&str; 3] = ["crank_pivot", "coupler_pin", "output_pivot"];

fn places(arm: &Loaded, of: impl Fn(&Link<f64>) -> usize) -> Result<[usize; 3], ValidationError> {
    let mut places = [0; 3];
    for (place, joint) in places.iter_mut().zip(JOINTS) {
        *place = of(&arm.model.links()[arm.model.joint(joint)?.0]);
    }
    Ok(places)
}

/// Numbers of the coordinates of crank, coupler and output link.
pub(super) fn coordinate_places(arm: &Loaded) -> Result<[usize; 3], ValidationError> {
    places(arm, |link| link.q)
}

/// Numbers of the speeds of crank, coupler and output link.
pub(super) fn speeds(arm: &Loaded) -> Result<[usize; 3], ValidationError> {
    places(arm, |link| link.v)
}

/// Coordinates of the tree from the angles of the bars.
pub(super) fn coordinates(arm: &Loaded, bars: &[f64]) -> Result<Vec<f64>, ValidationError> {
    let mut q = vec![0.0; arm.model.nq()];
    let [crank, coupler, output] = coordinate_places(arm)?;
    (q[crank], q[coupler], q[output]) = (bars[0], bars[1] - bars[0], bars[2] + PI);
    Ok(q)
}

/// Angles and speeds of the bars at the instants of a file.
pub(super) fn reference_motion(file: &str) -> Result<Vec<[Vec<f64>; 2]>, ValidationError> {
    let columns = |name: &str| reference::named(file, &[1, 2, 3].map(|i| format!("{name}{i}")));
    Ok(columns("phi")?.rows.into_iter().zip(columns("w")?.rows).map(|(phi, w)| [phi, w]).collect())
}
