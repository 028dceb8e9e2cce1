//! Shapes of bodies as meshes with materials.

use denoc_math::Vec3;
use serde_json::{Value, json};

use super::buffer::Buffer;
use crate::animation::colors::body_colors;
use crate::animation::moment::matrix;
use crate::animation::solid::Solid;
use crate::{Body, Scene, SceneShape};

/// The meshes of a scene; bodies with equal shapes and colours share one.
pub(super) struct Meshes<'s> {
    pub(super) meshes: Vec<Value>,
    pub(super) materials: Vec<Value>,
    /// Colours of shapes without one, for each body.
    colors: Vec<[f32; 3]>,
    /// Shapes, and the colour of those without one, of each mesh.
    known: Vec<(&'s [SceneShape], [f32; 3])>,
    /// Colour and sides of each material.
    painted: Vec<([f32; 3], bool)>,
}

impl<'s> Meshes<'s> {
    pub(super) fn new(scene: &Scene) -> Self {
        let colors = body_colors(scene);
        Self { meshes: Vec::new(), materials: Vec::new(), colors, known: Vec::new(), painted: Vec::new() }
    }

    /// The mesh of body `i`; `None` if it has no shapes.
    pub(super) fn of(&mut self, i: usize, body: &'s Body, buffer: &mut Buffer) -> Option<usize> {
        let color = self.colors[i];
        let colored = body.shapes.iter().all(|shape| shape.color.is_some());
        let same = |(shapes, with): &(&[SceneShape], [f32; 3])| *shapes == body.shapes && (colored || *with == color);
        if let Some(found) = self.known.iter().position(same) {
            return Some(found);
        }
        // shapes of one colour together
        let mut parts: Vec<([f32; 3], Solid)> = Vec::new();
        for shape in &body.shapes {
            let (paint, solid) = (shape.color.unwrap_or(color), placed(shape));
            match parts.iter_mut().find(|(known, part)| *known == paint && part.closed == solid.closed) {
                Some((_, part)) => join(part, solid),
                None => parts.push((paint, solid)),
            }
        }
        parts.retain(|(_, solid)| !solid.triangles.is_empty());
        if parts.is_empty() {
            return None;
        }
        let primitives: Vec<Value> = parts.into_iter().map(|(paint, solid)| {
            let (position, normal) = (buffer.vertices(&solid.positions), buffer.vertices(&solid.normals));
            let indices = buffer.triangles(&solid.triangles);
            let material = self.material(paint, !solid.closed);
            json!({ "attributes": { "POSITION": position, "NORMAL": normal }, "indices": indices, "material": material })
        }).collect();
        self.meshes.push(json!({ "name": body.name, "primitives": primitives }));
        self.known.push((&body.shapes, color));
        Some(self.meshes.len() - 1)
    }

    fn material(&mut self, color: [f32; 3], both_sides: bool) -> usize {
        if let Some(found) = self.painted.iter().position(|known| *known == (color, both_sides)) {
            return found;
        }
        let [r, g, b] = color.map(linear);
        self.materials.push(json!({
            "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.08, "roughnessFactor": 0.5 },
            "doubleSided": both_sides,
        }));
        self.painted.push((color, both_sides));
        self.painted.len() - 1
    }
}

/// The surface of a shape in the axes of its body.
fn placed(shape: &SceneShape) -> Solid {
    let (mut solid, pose) = (Solid::of(&shape.kind), matrix(&shape.pose));
    for position in &mut solid.positions {
        *position = pose.point(Vec3::from(position.map(f64::from))).to_array().map(|x| x as f32);
    }
    for normal in &mut solid.normals {
        *normal = pose.rotation.apply(Vec3::from(normal.map(f64::from))).normalized().to_array().map(|x| x as f32);
    }
    solid
}

fn join(solid: &mut Solid, other: Solid) {
    let first = solid.positions.len() as u32;
    solid.positions.extend(other.positions);
    solid.normals.extend(other.normals);
    solid.triangles.extend(other.triangles.into_iter().map(|triangle| triangle.map(|vertex| first + vertex)));
}

/// A channel of a colour, which is in sRGB in scenes and linear in glTF.
fn linear(x: f32) -> f32 {
    if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
}
