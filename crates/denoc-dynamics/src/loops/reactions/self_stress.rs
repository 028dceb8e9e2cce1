//! Self-stresses: constraint forces without load, up to which reactions are indeterminate.

use denoc_math::dense::Qr;
use denoc_math::{Real, Wrench};
use denoc_model::{ClosureId, LinkId};

use super::{closure_wrench, idle, on_links};
use crate::loops::scaled_row::scaled_row;
use crate::loops::{Loops, RANK_TOLERANCE, size};
use crate::stages::Position;

/// Components smaller than this, relative to the largest, count as zero.
const FLAG_TOLERANCE: f64 = 1e-8;

/// The self-stresses of a mechanism in a configuration: multipliers with Jᵀ λ = 0. They cause no motion, so reactions are
/// indeterminate up to a combination of them. There are as many as redundant constraints. Computed by [`self_stresses`].
#[derive(Clone, Debug)]
pub struct SelfStresses<T> {
    /// Number of independent self-stresses.
    pub count: usize,
    /// Their multipliers, one per row each: an orthonormal basis if each multiplier is taken times the unit of its row.
    pub lambda: Vec<Vec<T>>,
    /// The wrench of each in every joint of the tree: from the parent on the link, in link axes, about the joint's origin.
    pub joints: Vec<Vec<Wrench<T>>>,
    /// The wrench of each in every closure: on its second link, in the axes and about the origin of its moving frame (see
    /// [`super::Reaction`]); zero for couplings and cams.
    pub closures: Vec<Vec<Wrench<T>>>,
    size: f64,
}

impl<T: Real> SelfStresses<T> {
    /// Which components of the reaction in a tree joint are indeterminate: moments, then forces, in link axes.
    pub fn in_joint(&self, link: LinkId) -> [bool; 6] {
        self.flags(self.joints.iter().map(|wrenches| wrenches[link.0]))
    }

    /// The same in a closure, in the axes of its moving frame.
    pub fn in_closure(&self, closure: ClosureId) -> [bool; 6] {
        self.flags(self.closures.iter().map(|wrenches| wrenches[closure.0]))
    }

    fn flags(&self, wrenches: impl Iterator<Item = Wrench<T>> + Clone) -> [bool; 6] {
        // the basis has unit length, with forces multiplied by the size of the mechanism
        let lever = |i: usize| if i < 3 { 1.0 } else { self.size };
        core::array::from_fn(|i| wrenches.clone().any(|w| w.to_array()[i].value().abs() * lever(i) > FLAG_TOLERANCE))
    }
}

/// The self-stresses in a configuration.
///
/// ```
/// use denoc_dynamics::Workspace;
/// use denoc_dynamics::loops::{Loops, self_stresses};
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, LinkId, MassProperties};
///
/// // a door with two hinges on one axis: five redundant constraints
/// let z = Vec3::new(0.0, 0.0, 1.0);
/// let door = MassProperties::cuboid(20.0, Vec3::new(0.9, 0.04, 2.0), Vec3::new(0.45, 0.0, 1.0));
/// let up = Pose::translation(z.scale(1.8));
/// let model = Description::new("door")
///     .link("leaf", door)
///     .joint("lower", "ground", "leaf", Joint::revolute(z), Pose::identity())
///     .joint("upper", "ground", "leaf", Joint::revolute(z), up)
///     .child_origin(up)
///     .build()?;
/// let (mut ws, mut loops) = (Workspace::new(&model), Loops::new(&model));
/// let stresses = self_stresses(&mut loops, &ws.position(&model, &[0.3])?);
/// assert_eq!(stresses.count, 5);
/// assert_eq!(stresses.in_joint(LinkId(0)), [true, true, false, true, true, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn self_stresses<T: Real>(loops: &mut Loops<T>, position: &Position<'_, T>) -> SelfStresses<T> {
    let model = position.model;
    loops.place(position);
    let m = loops.count();
    // the complement of the columns of J, rows divided by their units
    let mut qr = Qr::new();
    qr.start(m, model.nv());
    let mut row = vec![T::zero(); model.nv()];
    for j in 0..m {
        scaled_row(model, &position.ws.kinematics, loops, j, &mut row);
        row.iter().enumerate().for_each(|(s, &x)| qr.set(j, s, x));
    }
    qr.factor(RANK_TOLERANCE, usize::MAX);
    let basis = |k: usize| {
        let mut x = vec![T::zero(); m];
        x[k] = T::one();
        qr.apply(&mut x);
        x.iter().zip(&loops.units).map(|(&x, &unit)| x * unit.recip()).collect::<Vec<T>>()
    };
    let lambda: Vec<Vec<T>> = (qr.rank()..m).map(basis).collect();
    let closures = |lambda: &Vec<T>| {
        let of = |id| {
            let wrench = closure_wrench(loops, position, id, lambda).unwrap_or(Wrench::zero());
            idle(loops, model, id, lambda).map_or(wrench, |idle| wrench + idle)
        };
        (0..model.closures().len()).map(ClosureId).map(of).collect()
    };
    SelfStresses {
        count: lambda.len(),
        joints: lambda.iter().map(|lambda| in_tree(loops, position, lambda)).collect(),
        closures: lambda.iter().map(closures).collect(),
        lambda,
        size: size(model),
    }
}

/// The wrenches in the tree joints if the closures exert λ on links at rest.
fn in_tree<T: Real>(loops: &Loops<T>, position: &Position<'_, T>, lambda: &[T]) -> Vec<Wrench<T>> {
    let model = position.model;
    let mut wrenches = vec![Wrench::zero(); model.links().len()];
    loops.add_forces(lambda, &mut wrenches, &mut vec![T::zero(); model.nv()]);
    for id in (0..model.closures().len()).map(ClosureId) {
        let pushing = idle(loops, model, id, lambda).map(|wrench| on_links(position, id, wrench));
        pushing.into_iter().flatten().flatten().for_each(|(link, wrench)| wrenches[link.0] += wrench);
    }
    for (i, link) in model.links().iter().enumerate().rev() {
        // the joint balances the wrench on the link
        if let Some(LinkId(p)) = link.parent {
            let moved = position.relative_pose(LinkId(i)).propagate_back(wrenches[i]);
            wrenches[p] += moved;
        }
        wrenches[i] = -wrenches[i];
    }
    wrenches
}
