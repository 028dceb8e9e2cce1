//! How many operations the steps take, counted by running them with counting numbers.

use denoc_math::{Count, Operations, RigidMass, Sym3, Vec3, Wrench, count_operations};
use denoc_model::{Description, DhRow, MassProperties};

use super::printed::assemble_as_printed;
use super::{HandleJoint, TwoHandle, TwoHandleError, assemble};
use denoc_dynamics::{Loads, Workspace};

/// What a joint between two pieces in space takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct JointCounts {
    /// What kind of joint.
    pub joint: &'static str,
    /// Degrees of freedom.
    pub dof: usize,
    /// Assembly by full matrices, in the order of the printed formulas [MukAnd06 (16)-(30)].
    pub as_printed: Operations,
    /// [`assemble`].
    pub assemble: Operations,
    /// [`super::Assembly::disassemble`].
    pub disassemble: Operations,
}

/// What the steps take in space. Columns and complements of joints, which depend on their kinds, are not counted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TwoHandleCounts {
    /// [`TwoHandle::rigid`].
    pub body: Operations,
    /// By kinds of joints, with drives.
    pub joints: [JointCounts; 4],
    /// For comparison: what [`denoc_dynamics::Velocity::forward`] takes for each link with one degree of freedom.
    pub recursion: Operations,
}

/// Counts the operations of the two-handle form.
///
/// ```
/// let counts = denoc_validate::two_handle::count_steps();
/// let pin = counts.joints[0];
/// assert!(2 * pin.assemble.multiplications < pin.as_printed.multiplications);
/// ```
pub fn count_steps() -> TwoHandleCounts {
    let (body, joints) = handles().expect("proper bodies and joints");
    TwoHandleCounts { body, joints, recursion: recursion().expect("a proper chain") }
}

fn handles() -> Result<(Operations, [JointCounts; 4]), TwoHandleError<6>> {
    let (inner, body) = count_operations(|| rigid(0.0));
    let (inner, outer) = (inner?, rigid(0.4)?);
    // columns in which nothing is zero
    let columns: [[Count; 6]; 6] =
        std::array::from_fn(|i| std::array::from_fn(|j| Count((0.37 * ((1 + i) * (2 + 3 * j)) as f64).sin())));
    let turns: [[Count; 6]; 3] =
        std::array::from_fn(|i| std::array::from_fn(|j| if j < 3 { columns[i][j] } else { Count(0.0) }));
    let joint = |name, joint: HandleJoint<Count, 6>| {
        let joint = joint.with_drive(&[Count(0.3); 6]).with_bias([Count(0.2); 6]);
        let (assembly, assemble) = count_operations(|| assemble(&inner, &outer, &joint));
        let (_, as_printed) = count_operations(|| assemble_as_printed(&inner, &outer, &joint));
        let (assembly, force) = (assembly?, [Count(0.7); 6]);
        let (_, disassemble) = count_operations(|| assembly.disassemble(&inner, &outer, &force, &force));
        Ok(JointCounts { joint: name, dof: joint.dof(), as_printed, assemble, disassemble })
    };
    let joints = [
        joint("one degree of freedom", HandleJoint::new(&columns[..1])?)?,
        joint("universal", HandleJoint::new(&columns[..2])?)?,
        joint("spherical", HandleJoint::spherical(&turns)?)?,
        joint("free", HandleJoint::new(&columns)?)?,
    ];
    Ok((body, joints))
}

/// What one more link adds to forward dynamics of a chain.
fn recursion() -> Result<Operations, Box<dyn std::error::Error>> {
    let count = |n: usize| -> Result<Operations, Box<dyn std::error::Error>> {
        let mass = MassProperties::cuboid(1.0, Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.1, 0.05, -0.07));
        let rows = vec![(DhRow::revolute(0.1, 0.2, 0.3, 0.7), mass); n];
        let model = Description::from_modified_dh("chain", &rows).build()?.cast::<Count>();
        let (state, mut a) = (vec![Count(0.3); n], vec![Count(0.0); n]);
        let mut ws = Workspace::new(&model);
        let mut stage = ws.position(&model, &state)?.velocity(&state)?;
        let (done, operations) = count_operations(|| stage.forward(&state, Loads::NONE, &mut a));
        done?;
        Ok(operations)
    };
    let (more, less) = (count(9)?, count(8)?);
    Ok(Operations {
        multiplications: more.multiplications - less.multiplications,
        additions: more.additions - less.additions,
        divisions: more.divisions - less.divisions,
        sin_cos: more.sin_cos - less.sin_cos,
        negations: more.negations - less.negations,
    })
}

/// A body in which nothing is zero.
fn rigid(shift: f64) -> Result<TwoHandle<Count, 6>, TwoHandleError<6>> {
    let inertia = Sym3 { xx: 0.4 + shift, xy: 0.03, xz: -0.05, yy: 0.5, yz: 0.02, zz: 0.6 };
    let mass = RigidMass::from_center(2.5, Vec3::new(0.1, -0.3, 0.2 + shift), inertia).map(Count);
    let vector = |x: f64, y: f64, z: f64| Vec3::new(Count(x), Count(y), Count(z));
    let load = Wrench::new(vector(0.4, 0.2, -0.1), vector(1.0, -2.0, 3.0));
    TwoHandle::rigid(mass, vector(0.5, 0.1, -0.2), vector(1.0, 0.3, -0.7), load)
}
