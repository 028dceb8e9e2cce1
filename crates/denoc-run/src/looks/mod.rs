//! What a mechanism looks like: the shapes of its description, and simple ones for links that have none.

mod bodies;
mod cams;
mod connection;
mod gears;
mod ground;
mod lone;
#[cfg(test)]
mod machine_tests;
#[cfg(test)]
mod reach_tests;
mod shapes;
mod skeleton;
mod slides;
mod stance;
mod toothed;

use std::collections::HashMap;

use denoc_math::Vec3;
use denoc_model::{Description, Geometry, LinkId, Model, Purpose, Shape};
use denoc_results::SceneShape;

pub(crate) use connection::{Connection, Movement, connections};
use ground::supports;
pub(crate) use shapes::{axes, scene_pose};
pub(crate) use skeleton::{Skeletons, slot};
pub(crate) use stance::Measure;

use crate::Error;

/// A body to draw; its shapes are in the axes of the model's link frame (the world for the ground).
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Name of the link.
    pub name: String,
    /// The link; `None` is the ground.
    pub link: Option<LinkId>,
    /// Shapes of the description.
    pub shapes: Vec<Shape>,
    /// Simple shapes, if it has none but meshes, whose files may be unreadable.
    pub skeleton: Vec<SceneShape>,
}

/// Colours that are distinguishable with any colour vision, for links without a colour.
const COLORS: [[f64; 4]; 8] = [
    [0.306, 0.475, 0.655, 1.0],
    [0.949, 0.557, 0.169, 1.0],
    [0.463, 0.718, 0.698, 1.0],
    [0.882, 0.341, 0.349, 1.0],
    [0.349, 0.631, 0.310, 1.0],
    [0.929, 0.788, 0.282, 1.0],
    [0.690, 0.478, 0.631, 1.0],
    [0.612, 0.459, 0.373, 1.0],
];
const GREY: [f64; 4] = [0.55, 0.57, 0.60, 1.0];

/// One look for the ground, then one for each link. Shapes of the description are drawn as they are. A link without shapes gets simple
/// ones that reach everything attached to it; how far sliders move follows from the configurations `q`, one after the other.
///
/// ```
/// let arm = denoc_run::load("planar_3r")?;
/// let looks = denoc_run::looks::looks(&arm.description, &arm.model, &[0.0, 0.5, 0.0])?;
/// assert_eq!(looks.len(), 4);
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn looks(description: &Description, model: &Model, q: &[f64]) -> Result<Vec<Look>, Error> {
    Ok(of(description, &Skeletons::new(model, q)?))
}

pub(crate) fn of(description: &Description, skeletons: &Skeletons<'_>) -> Vec<Look> {
    let model = skeletons.model();
    let described: HashMap<&str, &[Shape]> = description.links.iter().map(|l| (&*l.name, &*l.shapes)).collect();
    let visible = |name: &str| {
        let all = described.get(name).copied().unwrap_or(&[]);
        all.iter().filter(|s| s.purpose != Purpose::Collision).cloned().collect::<Vec<Shape>>()
    };
    let paint = |shapes: &mut [Shape], drawn: &mut [SceneShape], color: [f64; 4]| {
        shapes.iter_mut().for_each(|shape| _ = shape.color.get_or_insert(color));
        drawn
            .iter_mut()
            .for_each(|shape| _ = shape.color.get_or_insert([color[0], color[1], color[2]].map(|c| c as f32)));
    };
    let mut looks = Vec::with_capacity(model.links().len() + 1);

    let mut shapes = visible(model.ground_name());
    let mut skeleton = Vec::new();
    if shapes.is_empty() {
        skeleton = supports(description, skeletons, up(model));
        skeleton.extend(skeletons.of_ground());
    }
    paint(&mut shapes, &mut skeleton, GREY);
    looks.push(Look { name: model.ground_name().to_owned(), link: None, shapes, skeleton });

    for (i, name) in model.link_names().iter().enumerate() {
        // frame i is the user's link frame, in which shapes are described
        let frame = model.frames()[i].pose;
        let mut shapes = visible(name);
        shapes.iter_mut().for_each(|shape| shape.pose = frame * shape.pose);
        // files of meshes may be unreadable
        let certain = shapes.iter().any(|shape| !matches!(shape.geometry, Geometry::Mesh { .. }));
        let mut skeleton = if certain { Vec::new() } else { skeletons.of(LinkId(i)) };
        paint(&mut shapes, &mut skeleton, COLORS[i % COLORS.len()]);
        looks.push(Look { name: name.clone(), link: Some(LinkId(i)), shapes, skeleton });
    }
    looks
}

/// Against gravity, or z.
pub(crate) fn up(model: &Model) -> Vec3<f64> {
    let gravity = model.gravity();
    if gravity.norm() > 0.0 { gravity.scale(-1.0 / gravity.norm()) } else { Vec3::unit(2) }
}

#[cfg(test)]
mod tests {
    use denoc_results::ShapeKind;

    use super::*;

    // oracle: the two points of the file that the cable hangs between; a block wider than the cable, no longer than its first link
    #[test]
    fn both_ends_of_a_cable_are_held() {
        let cable = crate::load("cable").unwrap();
        let ground = looks(&cable.description, &cable.model, &[]).unwrap().remove(0);
        let ends: Vec<[f64; 3]> = ground.skeleton.iter().map(|s| s.pose.position).collect();
        assert_eq!(ends, [[0.0; 3], [1.0, 0.0, 0.1]]);
        for shape in &ground.skeleton {
            let ShapeKind::Box { size } = shape.kind else { panic!("{shape:?}") };
            assert!(size.iter().all(|side| (0.01..0.1).contains(side)), "{size:?}");
        }
        // both pivots of a linkage, also the one where its loop is cut
        let mut four_bar = crate::load("fourbar").unwrap();
        four_bar.description.links.iter_mut().for_each(|link| link.shapes.clear());
        // a bracket and its base at each
        let ground = looks(&four_bar.description, &four_bar.model, &[]).unwrap().remove(0);
        assert_eq!(ground.skeleton.len(), 4);
    }
}
