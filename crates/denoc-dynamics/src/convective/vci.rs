use denoc_math::{Real, Vec3};
use denoc_model::Model;

use crate::workspace::Workspace;
use crate::{Loads, State, inverse};

/// h = C v by the recursion [SahaIR (9.18)-(9.19)].
pub(crate) fn vci<T: Real>(model: &Model<T>, ws: &mut Workspace<T>, state: State<'_, T>, out: &mut [T]) {
    inverse::rates(model, &ws.kinematics, state, None, Vec3::zero(), &mut ws.inverse.rates);
    inverse::gather(model, &ws.kinematics, true, Loads::NONE, &mut ws.inverse);
    inverse::project(model, &ws.kinematics.columns, &ws.inverse, None, out);
}
