//! Coordinates and speeds, of one state or of many.

/// Coordinates and speeds of one state.
#[derive(Copy, Clone, Debug)]
pub struct State<'a, T = f64> {
    /// Coordinates, nq: rad, m, unit quaternions `[x, y, z, w]`.
    pub q: &'a [T],
    /// Speeds, nv: rad/s, m/s.
    pub v: &'a [T],
}

/// Coordinates and speeds of N states; state after state unless a [`Layout`](crate::compiled::Layout) says otherwise.
#[derive(Copy, Clone, Debug)]
pub struct States<'a, T = f64> {
    /// Coordinates, N × nq: rad, m, unit quaternions `[x, y, z, w]`.
    pub q: &'a [T],
    /// Speeds, N × nv: rad/s, m/s.
    pub v: &'a [T],
}
