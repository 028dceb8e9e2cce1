//! Motion over time: what happens to a [`Model`](denoc_model::Model) when time passes, and how to lead it where it shall go.
//!
//! Conventions: SI units and radians; quaternions `[x, y, z, w]`; six-vectors angular part first.

#![forbid(unsafe_code)]
