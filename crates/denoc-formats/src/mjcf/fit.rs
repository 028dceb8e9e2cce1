//! Primitive geoms fitted to a mesh.

use denoc_math::{Mat3, Pose};
use denoc_model::MassProperties;
use denoc_model::checks::principal_axes;

use super::compiler::Compiler;
use super::setting::Setting;
use crate::FormatError;

/// Sizes of the geom whose box has the inertia of the mesh, and its pose in the frame of the mesh; `body` is the mesh with unit density.
pub(super) fn sizes(
    kind: &str,
    setting: &Setting,
    body: &MassProperties,
    compiler: &Compiler,
) -> Result<([f64; 3], Pose<f64>), FormatError> {
    let unsupported = |what: String| FormatError::Unsupported {
        what,
        remedy: "write the size of the geom, or use type=\"mesh\"".into(),
        at: setting.spot("mesh"),
    };
    if compiler.fit_boxes {
        return Err(unsupported(format!("a {kind} fitted to the bounding box of a mesh")));
    }
    let ([least, middle, most], axes) = principal_axes(body.inertia);
    let round = matches!(kind, "capsule" | "cylinder");
    if round && middle - least <= 1e-9 * most {
        return Err(unsupported(format!("a {kind} fitted to a mesh that has no longest axis")));
    }
    // half sizes of the box, x shortest: the moments of the box descend from x to z
    let half = |sum: f64| 0.5 * (6.0 * sum / body.mass).max(0.0).sqrt();
    let [x, y, z] = [middle + least - most, most + least - middle, most + middle - least].map(half);
    let turned = Mat3::from_columns(axes.z, -axes.y, axes.x);
    let sizes = match kind {
        "sphere" => [(x + y + z) / 3.0, 0.0, 0.0],
        "cylinder" => [0.5 * (x + y), z, 0.0],
        "capsule" => [0.5 * (x + y), (z - 0.25 * (x + y)).max(0.0), 0.0],
        _ => [x, y, z],
    };
    Ok((sizes, Pose::new(turned, body.center)))
}
