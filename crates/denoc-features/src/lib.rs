//! Nothing but a list of dependencies with features (see `Cargo.toml`).
//!
//! Cargo compiles a crate once for each set of features that a build asks of it. The program and the Python package are built
//! apart and use the same crates below them; without this list a few of those would differ in features, and everything above
//! them would be compiled twice.
