//! Mass of meshes as MuJoCo computes it.

use denoc_base::number::six_beside;
use denoc_math::{Sym3, Vec3};
use denoc_model::MassProperties;

use crate::FormatError;
use crate::mesh::{Mesh, outer, uniform};

/// What of a mesh has mass: attribute `inertia`.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Fill {
    /// The pyramids between a point inside and each triangle, all with positive volume: exact for convex meshes, too much for
    /// others. MuJoCo's default.
    Legacy,
    /// The enclosed solid.
    Exact,
    /// The surface.
    Shell,
}

/// How what has mass differs from the enclosed solid: a keyword and a message.
type Difference = (&'static str, String);

/// Mass properties of a mesh with unit density, and how it differs from the enclosed solid where that is not asked for.
pub(super) fn body(mesh: &Mesh, fill: Fill) -> Result<(MassProperties, Option<Difference>), FormatError> {
    let (body, difference) = match fill {
        Fill::Exact => return Ok((uniform(mesh, 1.0)?, None)),
        Fill::Shell => (shell(mesh), None),
        Fill::Legacy => {
            let body = legacy(mesh);
            let difference = match uniform(mesh, 1.0) {
                Ok(exact) => Some(body.mass / exact.mass).filter(|times| (times - 1.0).abs() > 1e-6).map(|times| {
                    let numbers = format!("{} times its volume", six_beside(times, 1.0));
                    let remedy = "for the true volume write inertia=\"exact\"";
                    ("not convex", format!("is not convex: as in MuJoCo it counts {numbers}; {remedy}"))
                }),
                Err(FormatError::NotSolid { reason }) => {
                    let counts = "as in MuJoCo it counts the pyramids between a point inside and its triangles";
                    Some(("not solid", format!("is not a solid ({reason}): {counts}")))
                }
                Err(other) => return Err(other),
            };
            (body, difference)
        }
    };
    // the volume below a flat mesh is a rounding error
    let least = if fill == Fill::Legacy { 1e-12 * shell(mesh).mass.powf(1.5) } else { 0.0 };
    match body.mass > least {
        true => Ok((body, difference)),
        false => Err(FormatError::NotSolid { reason: "the mesh does not enclose a volume".into() }),
    }
}

fn triangles(mesh: &Mesh) -> impl Iterator<Item = [Vec3<f64>; 3]> {
    mesh.triangles.iter().map(|t| t.map(|i| mesh.positions.get(i as usize).map_or(Vec3::zero(), |p| Vec3::from(*p))))
}

fn shell(mesh: &Mesh) -> MassProperties {
    let (mut area, mut first) = (0.0, Vec3::zero());
    for [a, b, c] in triangles(mesh) {
        let size = 0.5 * (b - a).cross(c - a).norm();
        area += size;
        first += (a + b + c).scale(size / 3.0);
    }
    let center = first.scale(1.0 / area);
    let mut second = Sym3::zero();
    for triangle in triangles(mesh) {
        let [a, b, c] = triangle.map(|p| p - center);
        let size = 0.5 * (b - a).cross(c - a).norm();
        second += squares([a, b, c]).scale(size / 12.0);
    }
    MassProperties { mass: area, center, inertia: moments(second) }
}

fn legacy(mesh: &Mesh) -> MassProperties {
    // the first pass uses pyramids with their apex at the centroid of the surface, the second at the resulting mass centre
    let apex = shell(mesh).center;
    let (mut volume, mut first) = (0.0, Vec3::zero());
    for triangle in triangles(mesh) {
        let [a, b, c] = triangle.map(|p| p - apex);
        let size = (a.dot(b.cross(c)) / 6.0).abs();
        volume += size;
        first += (a + b + c).scale(size / 4.0);
    }
    let center = apex + first.scale(1.0 / volume);
    let (mut volume, mut second) = (0.0, Sym3::zero());
    for triangle in triangles(mesh) {
        let [a, b, c] = triangle.map(|p| p - center);
        let size = (a.dot(b.cross(c)) / 6.0).abs();
        volume += size;
        second += squares([a, b, c]).scale(size / 20.0);
    }
    MassProperties { mass: volume, center, inertia: moments(second) }
}

/// Σ p pᵀ over the corners and their sum: 12/area of the integral of x xᵀ over a triangle, 20/volume of that over its pyramid.
fn squares([a, b, c]: [Vec3<f64>; 3]) -> Sym3<f64> {
    [a, b, c, a + b + c].into_iter().fold(Sym3::zero(), |sum, p| sum + outer(p))
}

fn moments(second: Sym3<f64>) -> Sym3<f64> {
    let trace = second.trace();
    Sym3::diagonal(trace, trace, trace) - second
}
