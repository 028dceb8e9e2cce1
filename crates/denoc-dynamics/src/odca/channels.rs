//! The equations of motion of a piece of the tree, as seen from its handles.

use denoc_math::{ArticulatedMass, Mat3, Real, Sym3, Wrench};

/// The equations of a piece as seen from the rest of the mechanism, half inverted. With A the twist-rate of its base link and f the
/// forces in its channels,
///
/// ```text
/// F = I A + p − Tᵀ f      the wrench it requires at its base
/// y = T A + C f + b       the accelerations along its channels
/// ```
///
/// A channel is a unit wrench and the acceleration along it: six of them make an outer handle, one stands for each condition of
/// a closure that is still open, which is a measure number of the constraint force in the complement D [MukAnd06 (39)]. Solved
/// for the accelerations of both handles these are the two-handle equations [MukAnd06 (24)-(25)], with ζ₁₁ = I⁻¹ and
/// ζ₂₂ = C + T I⁻¹ Tᵀ; in this form no mass needs an inverse.
#[derive(Clone, Debug)]
pub(super) struct Hands<T> {
    pub(super) seat: Seat<T>,
    pub(super) channels: Channels<T>,
}

impl<T: Real> Hands<T> {
    pub(super) fn new(slots: usize) -> Self {
        Self { seat: Seat::empty(), channels: Channels::new(slots) }
    }
}

/// I and p: inertia and wrench at a link.
#[derive(Copy, Clone, Debug)]
pub(super) struct Seat<T> {
    pub(super) inertia: ArticulatedMass<T>,
    pub(super) wrench: Wrench<T>,
    /// The size of the masses that rounding errors of the inertia come from, as in UDUᵀ.
    pub(super) size: [T; 2],
}

impl<T: Real> Seat<T> {
    pub(super) fn empty() -> Self {
        Self { inertia: ArticulatedMass::zero(), wrench: Wrench::zero(), size: [T::zero(); 2] }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.inertia += other.inertia;
        self.wrench += other.wrench;
        self.size = [self.size[0] + other.size[0], self.size[1] + other.size[1]];
    }
}

/// T, C and b, by slots; a slot is used by one channel after another.
#[derive(Clone, Debug)]
pub(super) struct Channels<T> {
    slots: usize,
    pub(super) rows: Vec<Wrench<T>>,
    pub(super) b: Vec<T>,
    c: Vec<T>,
    /// The diagonal of C without cancellation, to which its rounding errors are relative. Only for constraints.
    pub(super) scale: Vec<f64>,
}

impl<T: Real> Channels<T> {
    pub(super) fn new(slots: usize) -> Self {
        let zero = T::zero();
        let (rows, b, c) = (vec![Wrench::zero(); slots], vec![zero; slots], vec![zero; slots * slots]);
        Self { slots, rows, b, c, scale: vec![0.0; slots] }
    }

    #[inline]
    pub(super) fn c(&self, i: usize, j: usize) -> T {
        self.c[i * self.slots + j]
    }

    #[inline]
    pub(super) fn c_mut(&mut self, i: usize, j: usize) -> &mut T {
        &mut self.c[i * self.slots + j]
    }

    /// A new channel in a slot.
    pub(super) fn start(&mut self, slot: usize) {
        self.rows[slot] = Wrench::zero();
        self.b[slot] = T::zero();
        self.scale[slot] = 0.0;
        for i in 0..self.slots {
            *self.c_mut(slot, i) = T::zero();
            *self.c_mut(i, slot) = T::zero();
        }
    }

    /// Merges the two ends of one channel: their accelerations add, one force acts on both.
    pub(super) fn merge(&mut self, from: usize, into: usize) {
        let (row, b) = (self.rows[from], self.b[from]);
        self.rows[into] += row;
        self.b[into] += b;
        self.scale[into] += self.scale[from];
        for i in 0..self.slots {
            let c = self.c(from, i);
            *self.c_mut(into, i) += c;
        }
        for i in 0..self.slots {
            let c = self.c(i, from);
            *self.c_mut(i, into) += c;
        }
    }
}

/// A symmetric matrix from a full one that is symmetric up to rounding.
pub(super) fn symmetric<T: Real>(m: &[[T; 6]; 6]) -> ArticulatedMass<T> {
    let half = T::lift(0.5);
    let at = |i: usize, j: usize| half * (m[i][j] + m[j][i]);
    let block = |o: usize| Sym3 {
        xx: m[o][o],
        xy: at(o, o + 1),
        xz: at(o, o + 2),
        yy: m[o + 1][o + 1],
        yz: at(o + 1, o + 2),
        zz: m[o + 2][o + 2],
    };
    let coupling = Mat3::from_rows([0, 1, 2].map(|i| [3, 4, 5].map(|j| at(i, j))));
    ArticulatedMass { angular: block(0), coupling, linear: block(3) }
}
