//! The inertia and the forces of a cluster in its independent directions.

use denoc_math::Real;
use denoc_math::dense::add_multiple;

use super::Buffers;
use super::buffers::Scratch;

/// A number of independent speeds that is not known when the program is compiled.
pub(super) const ANY: usize = usize::MAX;

impl<T: Real> Buffers<T> {
    /// φ = Gᵀ (τ − h − M g), M_u = Gᵀ M G (its upper triangle), and the sizes of the terms of its diagonal, of a cluster with `COUNT`
    /// independent speeds.
    #[inline(never)]
    pub(super) fn reduce<const COUNT: usize>(&mut self, at: usize, tau: &[T]) {
        let part = &self.plan.parts[at];
        let (speeds, states) = (&self.plan.speeds[part.speeds.clone()], &self.speeds[part.speeds.clone()]);
        let n = speeds.len();
        let nd = if COUNT == ANY { n - self.ranks[at] } else { COUNT };
        let Scratch { relations, constants, products, forces, scales, .. } = &mut self.scratch;
        let (product, forces, scales) = (&mut products[..nd], &mut forces[..nd], &mut scales[..nd]);
        let (mass, reduced) = self.masses[part.mass..part.mass + 2 * n * n].split_at_mut(n * n);
        let reduced = &mut reduced[..nd * nd];
        forces.fill(T::zero());
        scales.fill(T::zero());
        reduced.fill(T::zero());
        for (s, (speed, state)) in speeds.iter().zip(states).enumerate() {
            let (row, relation) = (&mass[s * n..][..n], &relations[s * nd..][..nd]);
            let mut bias = state.force;
            product.fill(T::zero());
            for &t in self.plan.coupled(part.speeds.start + s) {
                let m = row[t];
                bias = m.mul_add(constants[t], bias);
                add_multiple(product, m, &relations[t * nd..][..nd]);
            }
            add_multiple(forces, tau[speed.v] - bias, relation);
            for i in 0..nd {
                add_multiple(&mut reduced[i * nd..][i..nd], relation[i], &product[i..]);
                scales[i] = relation[i].square().mul_add(state.size, scales[i]);
            }
        }
    }
}
