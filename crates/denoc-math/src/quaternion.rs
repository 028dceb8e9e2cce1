//! Unit quaternions as `[x, y, z, w]`, mapping link axes to parent axes.

use crate::{Mat3, Real, Vec3};

/// The rotation matrix of a unit quaternion.
#[inline(always)]
pub fn rotation<T: Real>([x, y, z, w]: [T; 4]) -> Mat3<T> {
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x2 * x, y2 * y, z2 * z);
    let (xy, xz, yz) = (x2 * y, x2 * z, y2 * z);
    let (wx, wy, wz) = (x2 * w, y2 * w, z2 * w);
    let one = T::one();
    Mat3::from_columns(
        Vec3::new(one - (yy + zz), xy + wz, xz - wy),
        Vec3::new(xy - wz, one - (xx + zz), yz + wx),
        Vec3::new(xz + wy, yz - wx, one - (xx + yy)),
    )
}

/// The product `a b` (first b, then a).
#[inline(always)]
pub fn multiply<T: Real>(a: [T; 4], b: [T; 4]) -> [T; 4] {
    let (u, v) = (Vec3::new(a[0], a[1], a[2]), Vec3::new(b[0], b[1], b[2]));
    let vector = u.cross(v) + u.scale(b[3]) + v.scale(a[3]);
    [vector.x, vector.y, vector.z, a[3] * b[3] - u.dot(v)]
}

/// The quaternion of a rotation matrix, with w ≥ 0.
pub fn from_rotation(r: Mat3<f64>) -> [f64; 4] {
    let [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = r.to_rows();
    let trace = xx + yy + zz;
    // divide by the largest of the four candidates: never by a small number
    let q = if trace >= xx.max(yy).max(zz) {
        [zy - yz, xz - zx, yx - xy, 1.0 + trace]
    } else if xx >= yy && xx >= zz {
        [1.0 + xx - yy - zz, xy + yx, xz + zx, zy - yz]
    } else if yy >= zz {
        [xy + yx, 1.0 + yy - xx - zz, yz + zy, xz - zx]
    } else {
        [xz + zx, yz + zy, 1.0 + zz - xx - yy, yx - xy]
    };
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let sign = if q[3] < 0.0 { -1.0 } else { 1.0 };
    q.map(|x| x * sign / norm)
}

#[cfg(test)]
mod tests {
    use super::{from_rotation, multiply, rotation};

    // oracles: round trip; the product of matrices
    #[test]
    fn quaternions_and_matrices_agree() {
        let unit = |a: [f64; 4]| {
            let n = a.iter().map(|x| x * x).sum::<f64>().sqrt();
            a.map(|x| x / n)
        };
        let some = [
            [0.1, -0.2, 0.3, 0.9],
            [0.9, 0.1, 0.2, 0.01],
            [-0.1, 0.8, 0.3, 0.0],
            [0.2, -0.3, 0.9, -0.1],
            [0.0, 0.0, 0.0, 1.0],
        ]
        .map(unit);
        for a in some {
            let back = from_rotation(rotation(a));
            let sign = if a[3] < 0.0 { -1.0 } else { 1.0 };
            for i in 0..4 {
                assert!((back[i] - sign * a[i]).abs() < 1e-14 || a[3].abs() < 1e-14);
            }
            for b in some {
                let (left, right) = (rotation(multiply(a, b)), rotation(a) * rotation(b));
                for (l, r) in left.to_rows().as_flattened().iter().zip(right.to_rows().as_flattened()) {
                    assert!((l - r).abs() < 1e-14);
                }
            }
        }
    }
}
