//! Links with their shapes.

use denoc_math::{Sym3, Vec3};
use denoc_model::{Geometry, LinkSpec, MassProperties, Purpose, Shape};

use super::super::color;
use super::text::{Text, array, number, string};

pub(super) fn write(out: &mut Text, link: &LinkSpec) {
    out.header("[[link]]");
    out.line("name", string(&link.name));
    let MassProperties { mass, center, inertia } = link.mass;
    if link.mass != MassProperties::none() {
        out.line("mass", number(mass));
        out.unless(center == Vec3::zero(), "center", || array(center.to_array()));
        out.unless(inertia == Sym3::zero(), "inertia", || tensor(inertia));
    }
    if let Some(drag) = link.drag {
        let mut entries = format!("linear = {}, angular = {}", number(drag.linear), number(drag.angular));
        for (key, vector) in [("center", drag.center), ("axis", drag.axis)] {
            entries.extend(vector.map(|vector| format!(", {key} = {}", array(vector.to_array()))));
        }
        out.line("drag", format!("{{ {entries} }}"));
    }
    for one in &link.shapes {
        shape(out, one);
    }
}

fn tensor(i: Sym3<f64>) -> String {
    let entries = [("xx", i.xx), ("yy", i.yy), ("zz", i.zz), ("xy", i.xy), ("xz", i.xz), ("yz", i.yz)];
    let shown = entries.iter().enumerate().filter(|(k, (_, x))| *k < 3 || *x != 0.0);
    let shown: Vec<String> = shown.map(|(_, (name, x))| format!("{name} = {}", number(*x))).collect();
    format!("{{ {} }}", shown.join(", "))
}

fn shape(out: &mut Text, shape: &Shape) {
    out.inner_header("[[link.shape]]");
    let kind = |out: &mut Text, keyword| out.line("type", string(keyword));
    match &shape.geometry {
        Geometry::Box { sides } => {
            kind(out, "box");
            out.line("sides", array(sides.to_array()));
        }
        Geometry::Cylinder { radius, length } | Geometry::Capsule { radius, length } => {
            kind(out, if matches!(shape.geometry, Geometry::Capsule { .. }) { "capsule" } else { "cylinder" });
            out.line("radius", number(*radius));
            out.line("length", number(*length));
        }
        Geometry::Sphere { radius } => {
            kind(out, "sphere");
            out.line("radius", number(*radius));
        }
        Geometry::Mesh { file, scale } => {
            kind(out, "mesh");
            out.line("file", string(file));
            let [x, y, z] = scale.to_array();
            let uniform = x == y && y == z;
            out.unless(uniform && x == 1.0, "scale", || if uniform { number(x) } else { array([x, y, z]) });
        }
    }
    out.pose("origin", shape.pose);
    if let Some(color) = shape.color {
        out.line("color", color::write(color).map_or_else(|| array(color), |text| string(&text)));
    }
    match shape.purpose {
        Purpose::Both => {}
        Purpose::Visual => out.line("purpose", string("visual")),
        Purpose::Collision => out.line("purpose", string("collision")),
    }
}
