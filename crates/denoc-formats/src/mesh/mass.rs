//! Mass properties of the solid bounded by a closed mesh.

use denoc_math::{Sym3, Vec3};
use denoc_model::MassProperties;

use super::{Mesh, solid};
use crate::FormatError;

/// Mass properties of the homogeneous solid inside a closed mesh, in the axes of the mesh; `density` in kg/m³. Computed as the
/// signed sum over the tetrahedra between a common point and each triangle. A mesh that is inside out gives the same result. A mesh
/// with holes, with reversed or duplicate faces, or without volume gives [`FormatError::NotSolid`]. Coincident vertices are merged.
///
/// ```
/// use denoc_formats::mesh::{Mesh, uniform};
/// let mut corner = Mesh {
///     positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
///     triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
/// };
/// assert!((uniform(&corner, 6.0)?.mass - 1.0).abs() < 1e-15);
/// corner.triangles.pop();
/// let error = uniform(&corner, 6.0).unwrap_err().to_string();
/// assert!(error.starts_with("the mesh is not closed (3 open edges): "));
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
pub fn uniform(mesh: &Mesh, density: f64) -> Result<MassProperties, FormatError> {
    solid::check(mesh)?;
    let at = |i: u32| mesh.positions.get(i as usize).map(|p| Vec3::from(*p)).unwrap_or(Vec3::zero());
    // a common point near the mesh reduces rounding errors
    let middle = mesh.positions.iter().fold(Vec3::zero(), |sum, p| sum + Vec3::from(*p));
    let middle = middle.scale(1.0 / mesh.positions.len().max(1) as f64);
    let (mut volume, mut size, mut first) = (0.0, 0.0, Vec3::zero());
    // ∫ x xᵀ dV over the solid
    let mut second = Sym3::zero();
    for &[a, b, c] in &mesh.triangles {
        let [a, b, c] = [a, b, c].map(|i| at(i) - middle);
        let v = a.dot(b.cross(c)) / 6.0;
        let sum = a + b + c;
        volume += v;
        size += v.abs();
        first += sum.scale(v / 4.0);
        for p in [a, b, c, sum] {
            second += outer(p).scale(v / 20.0);
        }
    }
    // the volume of a two-sided sheet is a rounding error
    if volume.abs() <= 1e-12 * size {
        return Err(FormatError::NotSolid { reason: "the mesh does not enclose a volume".into() });
    }
    let center = first.scale(1.0 / volume);
    let about_center = second - outer(center).scale(volume);
    let trace = about_center.trace();
    let inertia = (Sym3::diagonal(trace, trace, trace) - about_center).scale(density * volume.signum());
    Ok(MassProperties { mass: density * volume.abs(), center: center + middle, inertia })
}

/// p pᵀ.
pub(crate) fn outer(p: Vec3<f64>) -> Sym3<f64> {
    Sym3 { xx: p.x * p.x, xy: p.x * p.y, xz: p.x * p.z, yy: p.y * p.y, yz: p.y * p.z, zz: p.z * p.z }
}
