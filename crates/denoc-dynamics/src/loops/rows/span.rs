//! The directions that a joint does not allow: the orthogonal complement of its columns.

use denoc_math::{Real, Twist, Vec3, Wrench};

use crate::kinematics::MAX_COLUMNS;

/// Wrenches, of unit length with one metre as the unit, that have no power in the motions given: an orthonormal basis. Axes
/// along which nothing moves stay as they are.
pub(super) fn complement<T: Real>(columns: &[Twist<T>], out: &mut [Wrench<T>]) {
    let mut basis = [Wrench::zero(); MAX_COLUMNS];
    let mut known = 0;
    let dot = |a: Wrench<T>, b: Wrench<T>| a.moment.dot(b.moment) + a.force.dot(b.force);
    // what is left of a wrench beside those known, twice for the sake of rounding
    let rest = |basis: &[Wrench<T>], w: Wrench<T>| {
        let once = basis.iter().fold(w, |w, &b| b.neg_mul_add(dot(b, w), w));
        basis.iter().fold(once, |w, &b| b.neg_mul_add(dot(b, w), w))
    };
    for column in columns {
        let left = rest(&basis[..known], Wrench::new(column.angular, column.linear));
        let size = dot(left, left);
        if size.value() > 1e-18 {
            basis[known] = left.scale(size.sqrt().recip());
            known += 1;
        }
    }
    // forces before moments, in the order x, y, z; of the axes left take the one that is farthest from the span each time
    let axes = [Vec3::unit(0), Vec3::unit(1), Vec3::unit(2)];
    let forces = axes.map(|axis| Wrench::new(Vec3::zero(), axis));
    let moments = axes.map(|axis| Wrench::new(axis, Vec3::zero()));
    let mut taken = [false; 6];
    for slot in out.iter_mut() {
        let candidates = forces.into_iter().chain(moments).enumerate().filter(|(i, _)| !taken[*i]);
        let sized = candidates.map(|(i, axis)| {
            let left = rest(&basis[..known], axis);
            (i, left, dot(left, left))
        });
        // the first of those that are as good as the best
        let best = sized.fold(None, |best: Option<(usize, Wrench<T>, T)>, new| match best {
            Some(old) if old.2.value() >= new.2.value() - 1e-6 => Some(old),
            _ => Some(new),
        });
        if let Some((i, left, size)) = best {
            taken[i] = true;
            *slot = left.scale(size.sqrt().recip());
            if known < MAX_COLUMNS {
                basis[known] = *slot;
                known += 1;
            }
        }
    }
}

/// The speeds whose motion Σ pₖ vₖ is nearest to a twist, with one metre as the unit of length.
pub(super) fn speeds<T: Real>(columns: &[Twist<T>], t: Twist<T>) -> [T; MAX_COLUMNS] {
    let dot = |a: Twist<T>, b: Twist<T>| a.angular.dot(b.angular) + a.linear.dot(b.linear);
    let (mut basis, mut upper) = ([Twist::zero(); MAX_COLUMNS], [[T::zero(); MAX_COLUMNS]; MAX_COLUMNS]);
    let mut v = [T::zero(); MAX_COLUMNS];
    for (k, &column) in columns.iter().enumerate() {
        let mut left = column;
        for _ in 0..2 {
            for j in 0..k {
                let along = dot(basis[j], left);
                upper[j][k] += along;
                left = basis[j].neg_mul_add(along, left);
            }
        }
        let size = dot(left, left).sqrt();
        // a column within the span of the others (gimbal lock) moves nothing
        if size.value() > 1e-9 {
            basis[k] = left.scale(size.recip());
            upper[k][k] = size;
            v[k] = dot(basis[k], t);
        }
    }
    for k in (0..columns.len()).rev() {
        if upper[k][k].value() > 0.0 {
            for j in k + 1..columns.len() {
                v[k] = upper[k][j].neg_mul_add(v[j], v[k]);
            }
            v[k] = v[k] * upper[k][k].recip();
        }
    }
    v
}
