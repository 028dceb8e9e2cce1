//! Assembly of two pieces: the outer one is attached to the outer handle of the inner one.
//!
//! With o the six channels of the inner piece's outer handle, the twist-rate of the common link follows from
//!
//! ```text
//! (1 + C_oo I_b) A_b = T_o A + C_oR f_R + b_o − C_oo (p_b − T_bᵀ f_b)
//! ```
//!
//! which is the assembly of two neighbours [MukAnd06 (10)-(30)] with the joint between them already eliminated on the side of the
//! outer piece. C_oo and I_b are positive semidefinite, so the matrix always has an inverse.

use denoc_math::{Real, Twist, Wrench};

use super::channels::{Hands, symmetric};
use super::close::{Closing, Conditions, Member};
use super::node::Node;

#[derive(Clone, Debug)]
pub(super) struct Join<T> {
    pub(super) inner: Node<T>,
    pub(super) outer: Node<T>,
    /// Slots of the channels of the outer piece, and of the conditions of the inner piece, in what they become.
    outer_slots: Vec<usize>,
    inner_slots: Vec<usize>,
    /// How A_b depends on A, on the forces of the inner conditions, on those of the outer piece, and its constant part.
    base: [[T; 6]; 6],
    by_inner: Vec<[T; 6]>,
    by_outer: Vec<[T; 6]>,
    constant: [T; 6],
    /// Constraints that are enforced here.
    pub(super) closing: Option<Closing<T>>,
    /// Forces by slot, of the inner and of the outer piece.
    forces: Vec<T>,
    inner_forces: Vec<T>,
    outer_forces: Vec<T>,
}

impl<T: Real> Join<T> {
    pub(super) fn new(
        inner: Node<T>,
        outer: Node<T>,
        inner_slots: Vec<usize>,
        outer_slots: Vec<usize>,
        slots: usize,
        closing: Option<Closing<T>>,
    ) -> Self {
        let zero = T::zero();
        Self {
            base: [[zero; 6]; 6],
            by_inner: vec![[zero; 6]; inner_slots.len()],
            by_outer: vec![[zero; 6]; outer_slots.len()],
            constant: [zero; 6],
            closing,
            forces: vec![zero; slots],
            inner_forces: vec![zero; inner.exports.len()],
            outer_forces: vec![zero; outer.exports.len()],
            inner,
            outer,
            outer_slots,
            inner_slots,
        }
    }

    /// Assembles the two pieces; `hands` receives the equations of the pair.
    #[inline(never)]
    pub(super) fn assemble(&mut self, given: &Conditions<'_, T>, hands: &mut Hands<T>) {
        let Self { inner, outer, base, by_inner, by_outer, constant, .. } = self;
        let (handle, conditions) = inner.exports.split_at(6);
        let (a, b) = (&inner.hands, &outer.hands);
        let (ca, cb) = (&a.channels, &b.channels);
        // C_oo w
        let yielding = |w: Wrench<T>| {
            let w = w.to_array();
            core::array::from_fn(|i| {
                let row = (0..6).map(|j| ca.c(handle[i].slot, handle[j].slot) * w[j]);
                row.fold(T::zero(), |sum, x| sum + x)
            })
        };
        let mut matrix = Matrix::new(|j| {
            let mut unit = [T::zero(); 6];
            unit[j] = T::one();
            let mut column: [T; 6] = yielding(b.seat.inertia.apply(Twist::from_array(unit)));
            column[j] += T::one();
            column
        });
        matrix.factor();
        let t: [[T; 6]; 6] = core::array::from_fn(|i| ca.rows[handle[i].slot].to_array());
        for (j, column) in base.iter_mut().enumerate() {
            *column = core::array::from_fn(|i| t[i][j]);
            matrix.solve(column);
        }
        for (column, member) in by_inner.iter_mut().zip(conditions) {
            *column = core::array::from_fn(|i| ca.c(handle[i].slot, member.slot));
            matrix.solve(column);
        }
        for (column, member) in by_outer.iter_mut().zip(&outer.exports) {
            *column = yielding(cb.rows[member.slot]);
            matrix.solve(column);
        }
        let held = yielding(b.seat.wrench);
        *constant = core::array::from_fn(|i| ca.b[handle[i].slot] - held[i]);
        matrix.solve(constant);

        for slot in 0..self.forces.len() {
            hands.channels.start(slot);
        }
        // the wrench of the outer piece at its base: per column of A, per inner constraint, per outer channel, constant
        let needs = |x: &[T; 6]| b.seat.inertia.apply(Twist::from_array(*x));
        let by_base = base.map(|column| needs(&column));
        let weight = needs(constant) + b.seat.wrench;
        // I = I_a + T_oᵀ I_b X
        let mut inertia = a.seat.inertia.to_matrix();
        let mut wrench = a.seat.wrench;
        for (i, t) in t.iter().enumerate() {
            for (j, need) in by_base.iter().enumerate() {
                let need = need.to_array()[i];
                for (row, &t) in inertia.iter_mut().zip(t) {
                    row[j] = t.mul_add(need, row[j]);
                }
            }
            wrench = Wrench::from_array(*t).mul_add(weight.to_array()[i], wrench);
        }
        hands.seat.inertia = symmetric(&inertia);
        hands.seat.wrench = wrench;
        // magnitudes decay along the chain as in UDUᵀ; those of the inner piece were judged already
        hands.seat.size = a.seat.size;

        let channels = &mut hands.channels;
        // accelerations along the channels of the outer piece: T_b A_b + C_b f_b + b_b
        for (i, (member, &slot)) in outer.exports.iter().zip(&self.outer_slots).enumerate() {
            let row = cb.rows[member.slot];
            let along = |x: &[T; 6]| Twist::from_array(*x).dot(row);
            channels.rows[slot] += Wrench::from_array(core::array::from_fn(|j| along(&base[j])));
            channels.b[slot] += cb.b[member.slot] + along(constant);
            let most = row.to_array().into_iter().zip(by_outer[i]).map(|(a, b)| (a * b).value().abs());
            channels.scale[slot] += cb.scale[member.slot] + most.sum::<f64>();
            for (j, (other, &with)) in outer.exports.iter().zip(&self.outer_slots).enumerate().take(i + 1) {
                let c = cb.c(member.slot, other.slot) + along(&by_outer[j]);
                *channels.c_mut(slot, with) += c;
                if j < i {
                    *channels.c_mut(with, slot) += c;
                }
            }
            for (x, &with) in by_inner.iter().zip(&self.inner_slots) {
                let c = along(x);
                *channels.c_mut(slot, with) += c;
                *channels.c_mut(with, slot) += c;
            }
        }
        // along those of the inner piece: T_a A − C_Ro (I_b A_b + p_b − T_bᵀ f_b) + C_RR f_R + b_a
        for (i, (member, &slot)) in conditions.iter().zip(&self.inner_slots).enumerate() {
            let pull: [T; 6] = core::array::from_fn(|k| ca.c(member.slot, handle[k].slot));
            let less = |need: Wrench<T>| -Twist::from_array(pull).dot(need);
            channels.rows[slot] += ca.rows[member.slot];
            channels.rows[slot] += Wrench::from_array(core::array::from_fn(|j| less(by_base[j])));
            channels.b[slot] += ca.b[member.slot] + less(weight);
            channels.scale[slot] += ca.scale[member.slot];
            for (j, (other, &with)) in conditions.iter().zip(&self.inner_slots).enumerate().take(i + 1) {
                let c = ca.c(member.slot, other.slot) + less(needs(&by_inner[j]));
                *channels.c_mut(slot, with) += c;
                if j < i {
                    *channels.c_mut(with, slot) += c;
                }
            }
        }
        if let Some(closing) = &mut self.closing {
            closing.close(&mut hands.seat, channels, given);
        }
    }

    /// Computes the forces of both pieces from the twist-rate of the base and the forces of the exported channels. Returns A_b.
    pub(super) fn disassemble(&mut self, exports: &[Member], a: Twist<T>, f: &[T]) -> Twist<T> {
        for (export, &f) in exports.iter().zip(f) {
            self.forces[export.slot] = f;
        }
        if let Some(closing) = &mut self.closing {
            closing.open(a, &mut self.forces);
        }
        let a = a.to_array();
        let mut common = self.constant;
        let mut add = |x: &[T; 6], f: T| common.iter_mut().zip(x).for_each(|(sum, &x)| *sum = x.mul_add(f, *sum));
        self.base.iter().zip(&a).for_each(|(x, &a)| add(x, a));
        for (i, (x, &slot)) in self.by_inner.iter().zip(&self.inner_slots).enumerate() {
            self.inner_forces[6 + i] = self.forces[slot];
            add(x, self.forces[slot]);
        }
        for (i, (x, &slot)) in self.by_outer.iter().zip(&self.outer_slots).enumerate() {
            self.outer_forces[i] = self.forces[slot];
            add(x, self.forces[slot]);
        }
        let common = Twist::from_array(common);
        let load = self.outer.base_wrench(common, &self.outer_forces);
        for (f, x) in self.inner_forces.iter_mut().zip((-load).to_array()) {
            *f = x;
        }
        common
    }

    /// Both pieces with the forces of their channels.
    pub(super) fn parts(&mut self) -> (&mut Node<T>, &[T], &mut Node<T>, &[T]) {
        (&mut self.inner, &self.inner_forces, &mut self.outer, &self.outer_forces)
    }
}

/// A 6×6 matrix by columns, and its LU decomposition with row pivoting.
struct Matrix<T> {
    columns: [[T; 6]; 6],
    order: [usize; 6],
}

impl<T: Real> Matrix<T> {
    fn new(column: impl FnMut(usize) -> [T; 6]) -> Self {
        Self { columns: core::array::from_fn(column), order: [0; 6] }
    }

    #[expect(clippy::needless_range_loop, reason = "reads like the algebra")]
    fn factor(&mut self) {
        let c = &mut self.columns;
        for p in 0..6 {
            let size = |i: usize| c[p][i].value().abs();
            let best = (p + 1..6).fold(p, |best, i| if size(i) > size(best) { i } else { best });
            self.order[p] = best;
            for column in c.iter_mut() {
                column.swap(p, best);
            }
            let inverse = c[p][p].recip();
            for i in p + 1..6 {
                c[p][i] = c[p][i] * inverse;
            }
            for j in p + 1..6 {
                for i in p + 1..6 {
                    c[j][i] = c[p][i].neg_mul_add(c[j][p], c[j][i]);
                }
            }
        }
    }

    fn solve(&self, x: &mut [T; 6]) {
        let c = &self.columns;
        for p in 0..6 {
            x.swap(p, self.order[p]);
        }
        for p in 0..6 {
            for i in p + 1..6 {
                x[i] = c[p][i].neg_mul_add(x[p], x[i]);
            }
        }
        for p in (0..6).rev() {
            x[p] = x[p] * c[p][p].recip();
            for i in 0..p {
                x[i] = c[p][i].neg_mul_add(x[p], x[i]);
            }
        }
    }
}
