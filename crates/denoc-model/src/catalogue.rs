//! The arms of the book's examples, from their printed tables [SahaIR tables 9.2-9.5].
//!
//! Frames follow the book (see [`Description::from_dh`]): frame 1 is fixed to the ground, frame i+1 to link i. The tables
//! give r_i, the vector **from the mass centre C_i to the origin of frame i+1**, in axes of frame i+1 [SahaIR (9.4b)]; the
//! mass centre is therefore at −r_i. Inertia tensors refer to the mass centre and the axes of frame i+1.
//!
//! ```
//! let puma = denoc_model::catalogue::puma().build()?;
//! assert_eq!(puma.nv(), 6);
//! # Ok::<(), denoc_model::ModelError>(())
//! ```

use std::f64::consts::{FRAC_PI_2, PI};

use denoc_math::{Sym3, Vec3};

use crate::{Description, DhRow, MassProperties};

/// An arm of the catalogue.
#[derive(Copy, Clone, Debug)]
pub struct Entry {
    /// The word for it.
    pub name: &'static str,
    /// Where its numbers come from.
    pub source: &'static str,
    /// Its description.
    pub describe: fn() -> Description,
}

/// Every arm of the catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry { name: "planar_3r", source: "[SahaIR table 9.2]", describe: planar_3r },
    Entry { name: "planar_3r_rods", source: "[SahaIR table 9.2], inertias m a²/12", describe: planar_3r_rods },
    Entry { name: "puma", source: "[SahaIR table 9.3]", describe: puma },
    Entry { name: "stanford", source: "[SahaIR table 9.4]", describe: stanford },
    Entry { name: "kuka_kr5", source: "[SahaIR table 9.5]", describe: kuka_kr5 },
];

/// The planar arm of three rods with the inertias as printed (0.00208 for link 2); gravity along −Y [SahaIR table 9.2].
pub fn planar_3r() -> Description {
    planar("planar_3r", [0.00375, 0.00208, 0.00121])
}

/// The planar arm with the exact inertias of slender rods, m a²/12, which [SahaIR (9.42)] describes.
pub fn planar_3r_rods() -> Description {
    planar("planar_3r_rods", [0.5 * 0.3 * 0.3, 0.4 * 0.25 * 0.25, 0.3 * 0.22 * 0.22].map(|x: f64| x / 12.0))
}

fn planar(name: &str, moments: [f64; 3]) -> Description {
    let [i1, i2, i3] = moments;
    let rows = [
        (DhRow::revolute(0.0, 0.0, 0.3, 0.0), mass(0.5, [0.15, 0.0, 0.0], [0.0, 0.0, 0.0, i1, 0.0, i1])),
        (DhRow::revolute(0.0, 0.0, 0.25, 0.0), mass(0.4, [0.125, 0.0, 0.0], [0.0, 0.0, 0.0, i2, 0.0, i2])),
        (DhRow::revolute(0.0, 0.0, 0.22, 0.0), mass(0.3, [0.11, 0.0, 0.0], [0.0, 0.0, 0.0, i3, 0.0, i3])),
    ];
    Description::from_dh(name, &rows).gravity(Vec3::new(0.0, -9.81, 0.0))
}

/// The arm of PUMA architecture; gravity along −Z of frame 1 [SahaIR table 9.3].
#[rustfmt::skip]
pub fn puma() -> Description {
    Description::from_dh("puma", &[
        (DhRow::revolute(0.0, 0.0, 0.0, -FRAC_PI_2), mass(10.521, [0.0, 0.0, 0.054], [1.612, 0.0, 0.0, 1.612, 0.0, 0.5091])),
        (DhRow::revolute(0.149, 0.0, 0.432, 0.0), mass(15.761, [0.292, 0.0, 0.0], [0.4898, 0.0, 0.0, 8.0783, 0.0, 8.2672])),
        (DhRow::revolute(0.0, 0.0, 0.02, -FRAC_PI_2), mass(8.767, [0.02, 0.0, -0.197], [3.3768, 0.0, 0.0, 3.3768, 0.0, 0.3009])),
        (DhRow::revolute(0.432, 0.0, 0.0, -FRAC_PI_2), mass(1.052, [0.0, -0.057, 0.0], [0.181, 0.0, 0.0, 0.1273, 0.0, 0.181])),
        (DhRow::revolute(0.0, 0.0, 0.0, -FRAC_PI_2), mass(1.052, [0.0, 0.0, -0.007], [0.0735, 0.0, 0.0, 0.1273, 0.0, 0.0735])),
        (DhRow::revolute(0.05, 0.0, 0.0, 0.0), mass(0.351, [0.0, 0.0, 0.019], [0.0071, 0.0, 0.0, 0.0071, 0.0, 0.0141])),
    ])
}

/// The Stanford arm, whose third joint slides (its coordinate is b₃ itself); gravity along −Z of frame 1
/// [SahaIR table 9.4].
#[rustfmt::skip]
pub fn stanford() -> Description {
    Description::from_dh("stanford", &[
        (DhRow::revolute(0.762, 0.0, 0.0, -FRAC_PI_2), mass(9.0, [0.0, -0.1, 0.0], [0.01, 0.0, 0.0, 0.02, 0.0, 0.01])),
        (DhRow::revolute(0.393, 0.0, 0.0, FRAC_PI_2), mass(6.0, [0.0, 0.0, 0.0], [0.05, 0.0, 0.0, 0.06, 0.0, 0.01])),
        (DhRow::prismatic(0.0, 0.0, 0.0, 0.0), mass(4.0, [0.0, 0.0, 0.0], [0.4, 0.0, 0.0, 0.4, 0.0, 0.01])),
        (DhRow::revolute(0.227, 0.0, 0.0, -FRAC_PI_2), mass(1.0, [0.0, -0.1, 0.0], [0.001, 0.0, 0.0, 0.001, 0.0, 0.0005])),
        (DhRow::revolute(0.0, 0.0, 0.0, -FRAC_PI_2), mass(0.6, [0.0, 0.0, -0.06], [0.0005, 0.0, 0.0, 0.0005, 0.0, 0.0002])),
        (DhRow::revolute(0.432, 0.0, 0.0, 0.0), mass(0.5, [0.0, 0.0, -0.2], [0.003, 0.0, 0.0, 0.001, 0.0, 0.002])),
    ])
}

/// The KUKA KR5; gravity along −Z of frame 1 [SahaIR table 9.5]. Link 6 has no inertia and its mass centre on its own axis:
/// the generalised inertia matrix is singular, so that forward dynamics needs rotor inertia at `joint6`.
#[rustfmt::skip]
pub fn kuka_kr5() -> Description {
    Description::from_dh("kuka_kr5", &[
        (DhRow::revolute(0.4, 0.0, 0.18, FRAC_PI_2), mass(26.98, [0.091, 0.067, 0.006], [0.322, -0.018, -0.145, 0.467, -0.014, 0.478])),
        (DhRow::revolute(0.135, 0.0, 0.6, PI), mass(15.92, [0.333, 0.002, 0.039], [0.541, 0.000435, -0.005, 0.552, 0.017, 0.044])),
        (DhRow::revolute(0.135, 0.0, 0.12, -FRAC_PI_2), mass(25.852, [0.032, -0.008, -0.034], [0.775, -0.009, 0.025, 0.75, 0.007, 0.208])),
        (DhRow::revolute(0.62, 0.0, 0.0, FRAC_PI_2), mass(4.008, [0.0, 0.109, -0.008], [0.01, 0.002, 0.0, 0.02, 0.0, 0.024])),
        (DhRow::revolute(0.0, 0.0, 0.0, -FRAC_PI_2), mass(1.615, [0.0, -0.01, -0.033], [0.002, 0.0, 0.0, 0.004, 0.0, 0.004])),
        (DhRow::revolute(0.115, 0.0, 0.0, 0.0), mass(0.016, [0.0, 0.0, -0.111], [0.0; 6])),
    ])
}

/// A row of a table's part (b): mass, r, and the entries xx, xy, xz, yy, yz, zz of the inertia tensor.
fn mass(mass: f64, r: [f64; 3], inertia: [f64; 6]) -> MassProperties {
    let [xx, xy, xz, yy, yz, zz] = inertia;
    MassProperties { mass, center: Vec3::from(r.map(|x| 0.0 - x)), inertia: Sym3 { xx, xy, xz, yy, yz, zz } }
}
