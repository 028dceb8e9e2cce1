//! Pages of the documentation whose Rust code runs as tests.

/// README.md.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Ropes, chains and cables.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/ropes.md")]
struct Ropes;

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use crate::prelude::*;

    // oracle: the names above
    #[test]
    fn every_page_with_rust_is_tested() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files: Vec<PathBuf> = vec![root.join("README.md")];
        for folder in ["docs", "docs/adr", "docs/theory"] {
            files.extend(std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()));
        }
        for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "md")) {
            let page = std::fs::read_to_string(file).unwrap();
            let name = file.file_name().unwrap().to_str().unwrap();
            let tested = include_str!("pages.rs").contains(&format!("/{name}\")]"));
            assert!(tested || !page.contains("```rust"), "{name} has Rust code: add it to pages.rs");
        }
    }

    // oracle: the comment in the example, whose code is this
    #[test]
    fn the_numbers_of_the_readme_are_right() {
        let (y, rod) = (Vec3::new(0.0, 1.0, 0.0), MassProperties::rod(1.0, 0.5, Vec3::new(1.0, 0.0, 0.0)));
        let arm = Description::new("two rods")
            .link("upper", rod)
            .link("lower", rod)
            .joint("shoulder", "ground", "upper", Joint::revolute(y), Pose::identity())
            .joint("elbow", "upper", "lower", Joint::revolute(y), Pose::translation(Vec3::new(0.5, 0.0, 0.0)))
            .build()
            .unwrap();
        let (q, v, mut tau) = ([0.3, -0.5], [1.0, 2.0], [0.0; 2]);
        arm.compile().inverse_dynamics(&q, &v, &[0.0, 0.0], &mut tau).unwrap();
        let mut ws = Workspace::new(&arm);
        let state = ws.position(&arm, &q).unwrap().velocity(&v).unwrap();
        let energy = state.kinetic_energy() + state.potential_energy();
        let comment = format!("// torques {tau:.3?} N m, energy {energy:.3} J\n");
        assert!(include_str!("../../../README.md").contains(&comment), "{comment}");
    }
}
