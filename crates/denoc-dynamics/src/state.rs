//! Coordinates and speeds, of one state or of many.

/// Coordinates and speeds of one state.
#[derive(Copy, Clone, Debug)]
pub struct State<'a, T = f64> {
    /// Coordinates, nq: rad, m, unit quaternions `[x, y, z, w]`.
    pub q: &'a [T],
    /// Speeds, nv: rad/s, m/s.
    pub v: &'a [T],
}

/// Coordinates and speeds of N states, state after state unless a [`Layout`](crate::compiled::Layout) says otherwise.
///
/// ```
/// use denoc_dynamics::States;
/// use denoc_dynamics::compiled::{Compile, Layout, Threads};
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// let model = Description::new("pendulum")
///     .link("rod", MassProperties::rod(3.0, 1.0, Vec3::unit(0)))
///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::unit(2)), Pose::identity())
///     .build()?;
/// let (states, mut a) = (States { q: &[0.0, 0.5], v: &[0.0, 0.0] }, [0.0; 2]); // two states
/// model.compile().forward_dynamics_batch(states, &[1.0, 2.0], &mut a, Layout::Rows, Threads::One)?;
/// assert!((a[0] - 1.0).abs() < 1e-15 && (a[1] - 2.0).abs() < 1e-15); // an inertia of 1 kg m²
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug)]
pub struct States<'a, T = f64> {
    /// Coordinates, N × nq: rad, m, unit quaternions `[x, y, z, w]`.
    pub q: &'a [T],
    /// Speeds, N × nv: rad/s, m/s.
    pub v: &'a [T],
}
