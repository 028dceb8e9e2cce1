//! Closure equations with all joints of the loops.

use denoc_math::{Real, Twist, Vec3, Wrench};
use denoc_model::joints::Unit;
use denoc_model::{Closure, ClosureId, LinkId, Model};

use super::super::{Loops, Row};
use super::eliminate::Elimination;
use crate::kinematics::MAX_COLUMNS;
use crate::stages::Velocity;

/// Unknown rates and units of the equations, independent of the configuration.
#[derive(Clone, Debug)]
pub(super) struct Layout<T> {
    /// The unit of every equation and of every rate: rates of the tree, then those of cut joints.
    pub(super) equation_units: Vec<T>,
    pub(super) rate_units: Vec<T>,
    /// Which rates motors drive; none if the model does not list motors.
    pub(super) driven: Vec<bool>,
    /// Number of rates of cut joints.
    pub(super) cut: usize,
}

impl<T: Real> Layout<T> {
    pub(super) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let size = T::lift(super::super::size(model));
        let unit = |of: Unit| if of == Unit::Length { size } else { T::one() };
        let lists = model.lists_motors();
        let (mut equation_units, mut rate_units, mut driven) = (Vec::new(), Vec::new(), Vec::new());
        for (i, link) in model.links().iter().enumerate() {
            rate_units.extend(link.joint.v_units().iter().map(|&of| unit(of)));
            driven.resize(rate_units.len(), lists && model.is_actuated(LinkId(i)));
        }
        for (i, closure) in model.closures().iter().enumerate() {
            if let Some(joint) = closure.cut_joint() {
                equation_units.extend([T::one(), T::one(), T::one(), size, size, size]);
                rate_units.extend(joint.v_units().iter().map(|&of| unit(of)));
                driven.resize(rate_units.len(), lists && model.is_closure_actuated(ClosureId(i)));
            } else {
                equation_units.extend_from_slice(&loops.units[loops.rows_of(ClosureId(i))]);
            }
        }
        let cut = rate_units.len() - model.nv();
        Self { equation_units, rate_units, driven, cut }
    }

    /// Writes columns and right side of Σ pⱼ ẍⱼ = b. `rates` holds J̇ v.
    pub(super) fn write(
        &self,
        stage: &Velocity<'_, T>,
        loops: &Loops<T>,
        target: &[T],
        rates: &[T],
        out: &mut Elimination<T>,
    ) {
        let (model, k) = (stage.model, &stage.ws.kinematics);
        let (m, mut equation, mut rate) = (self.equation_units.len(), 0, model.nv());
        out.screws.fill(T::zero());
        for (i, closure) in model.closures().iter().enumerate() {
            let (id, range) = (ClosureId(i), loops.rows_of(ClosureId(i)));
            let mut enter = |equation: usize, row: &Row<T>| {
                loops.rows.sweep(model, k, row, |s, x| out.screws[s * m + equation] += x);
            };
            let (Closure::Joint(joint), Some(cut)) = (closure, loops.rows.cut(id)) else {
                for i in range {
                    enter(equation, &loops.rows.rows[i]);
                    out.right[equation] = target[i] - rates[i];
                    equation += 1;
                }
                continue;
            };
            // all six components of the relative twist
            for (component, direction) in unit_wrenches().into_iter().enumerate() {
                let (wrenches, speeds) = (cut.wrenches(joint, direction), [None, None]);
                let row = Row { closure: id, unit: Unit::Angle, holonomic: true, wrenches, speeds };
                enter(equation + component, &row);
            }
            // minus the contribution of the joint itself
            let count = joint.joint.v_units().len();
            let mut columns = [Twist::zero(); MAX_COLUMNS];
            cut.columns(&joint.joint, &mut columns[..count]);
            for column in &columns[..count] {
                for (component, x) in column.to_array().into_iter().enumerate() {
                    out.screws[rate * m + equation + component] = -x;
                }
                rate += 1;
            }
            let required =
                cut.directions().iter().zip(&target[range]).fold(Wrench::zero(), |sum, (d, &x)| d.mul_add(x, sum));
            let bias = cut.relative_rate(k, &loops.rates, joint);
            for (component, (required, bias)) in required.to_array().into_iter().zip(bias.to_array()).enumerate() {
                out.right[equation + component] = required - bias;
            }
            equation += 6;
        }
        for (column, &unit) in out.screws.chunks_exact_mut(m.max(1)).zip(&self.rate_units) {
            for (x, &equation) in column.iter_mut().zip(&self.equation_units) {
                *x = *x * unit * equation.recip();
            }
        }
        for (x, &equation) in out.right.iter_mut().zip(&self.equation_units) {
            *x = *x * equation.recip();
        }
    }
}

/// The wrenches that measure the six components of a twist, angular first.
fn unit_wrenches<T: Real>() -> [Wrench<T>; 6] {
    core::array::from_fn(|i| match i {
        0..3 => Wrench::new(Vec3::unit(i), Vec3::zero()),
        _ => Wrench::new(Vec3::zero(), Vec3::unit(i - 3)),
    })
}
