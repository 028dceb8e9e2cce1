/// The conventions of all numbers, as title and text. Results and `denoc info` print them.
pub const CONVENTIONS: &[(&str, &str)] = &[
    ("units", "SI: m, kg, s, N, N m; angles in radians"),
    ("world", "z up; gravity 9.81 m/s² along −z unless the model says otherwise"),
    ("quaternions", "x, y, z, w; of unit length"),
    ("twists and wrenches", "angular part first: [ω; v], [moment; force]"),
    ("floating base", "q: position x, y, z in the world, then quaternion; v: [ω; v] of the base link in its own axes"),
    (
        "floating base: a",
        "rate of the components of that twist (not the acceleration of the origin, which is a_linear + ω × v)",
    ),
    ("floating base: tau", "[moment; force] on the base about its origin, base axes"),
    ("rotations", "matrices map link axes to world axes"),
    ("energies", "potential energy is zero at the world origin"),
];
