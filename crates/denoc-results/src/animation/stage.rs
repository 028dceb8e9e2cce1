//! A scene that is ready to be drawn: its surfaces, its camera and what is behind it.

use denoc_math::{Mat3, Pose, Vec3};

use super::camera::{Camera, Seen};
use super::canvas::{Canvas, Corner};
use super::colors::{Theme, body_colors, lit, mixed, to_light};
use super::follow::Followed;
use super::ground::Floor;
use super::moment::{matrix, poses, stretched, stretches, upright};
use super::options::RenderOptions;
use super::paths::{Path, paths};
use super::solid::Solid;
use super::survey::{Survey, corners};
use crate::{Ground, ResultsError, Scene};

/// Pictures are drawn with this many pixels along each side of a pixel.
const FINE: u32 = 2;

/// A part of a body in one colour.
struct Part {
    solid: Solid,
    /// In the axes of the body.
    pose: Pose<f64>,
    color: [f32; 3],
}

/// A scene and how it is drawn.
pub(super) struct Stage<'s> {
    scene: &'s Scene,
    upright: Mat3<f64>,
    /// The parts of each body.
    bodies: Vec<Vec<Part>>,
    followed: Followed,
    camera: Camera,
    floor: Option<Floor>,
    theme: Theme,
    paths: Vec<Path>,
    canvas: Canvas,
    /// What is behind the bodies.
    backdrop: Canvas,
}

impl<'s> Stage<'s> {
    pub(super) fn new(scene: &'s Scene, options: &RenderOptions) -> Result<Self, ResultsError> {
        scene.check()?;
        options.check()?;
        let followed = Followed::find(scene, &options.follow)?;
        let upright = upright(scene.up);
        let bodies = parts(scene);
        let around: Vec<Vec<Vec3<f64>>> =
            bodies.iter().map(|parts| corners(parts.iter().map(|part| (&part.solid, part.pose)))).collect();
        let survey = Survey::new(scene, upright, &around, &followed);
        let height = match scene.ground {
            Ground::Hidden => None,
            Ground::At(height) => Some(height),
            Ground::Below => Some((survey.lowest - 0.02 * survey.reach).min(0.0)),
        };
        let theme = Theme::of(options.background);
        let size = options.size.map(|side| side * FINE);
        let camera = Camera::new(options.view.angles(), options.size).fit(&survey.points).enlarged(f64::from(FINE));
        let canvas = Canvas::new(size, theme.paper);
        let mut stage = Self {
            scene,
            upright,
            bodies,
            followed,
            camera,
            floor: height.map(|height| Floor::new(height, survey.middle, survey.reach)),
            theme,
            paths: if options.trails { paths(scene, upright) } else { Vec::new() },
            backdrop: canvas.clone(),
            canvas,
        };
        stage.draw_backdrop(Vec3::zero());
        Ok(stage)
    }

    /// The picture at a time: its pixels row by row.
    pub(super) fn draw(&mut self, time: f64) -> Vec<[u8; 3]> {
        let poses = poses(self.scene, self.upright, time);
        let mut camera = self.camera;
        if !self.followed.nothing() {
            let shift = self.followed.position(&poses);
            camera = camera.moved(shift);
            self.draw_backdrop(shift);
        }
        self.canvas.reset(&self.backdrop);
        let stretches = stretches(self.scene, time);
        self.draw_shadows(&camera, &poses, &stretches);
        for path in &self.paths {
            path.draw(&mut self.canvas, &camera, self.theme, &poses, time, f64::from(FINE) * 1.2);
        }
        for ((parts, pose), stretch) in self.bodies.iter().zip(&poses).zip(stretches) {
            for part in parts {
                draw_part(&mut self.canvas, &camera, part, (*pose, stretch));
            }
        }
        self.canvas.halved()
    }

    /// The colour of the background.
    pub(super) fn paper(&self) -> [u8; 3] {
        self.theme.paper
    }

    fn draw_backdrop(&mut self, shift: Vec3<f64>) {
        let Some(floor) = self.floor else { return };
        let floor = if self.followed.nothing() { floor } else { floor.around(shift) };
        self.backdrop.pixels.fill(self.theme.paper);
        floor.draw(&mut self.backdrop, &self.camera.moved(shift), self.theme, f64::from(FINE));
    }

    /// Darkens the ground where the bodies keep the light away from it.
    fn draw_shadows(&mut self, camera: &Camera, poses: &[Pose<f64>], stretches: &[f64]) {
        let Some(floor) = self.floor.filter(|_| camera.away.z > 0.02) else { return };
        let light = to_light();
        let mut marks = vec![false; self.canvas.pixels.len()];
        for ((parts, pose), stretch) in self.bodies.iter().zip(poses).zip(stretches) {
            for part in parts {
                let shadow = |position: &[f32; 3]| {
                    let point = part.pose.point(Vec3::from(position.map(f64::from)));
                    let point = pose.point(stretched(point, *stretch));
                    let way = (point.z - floor.height).max(0.0) / light.z;
                    camera.see(point - light.scale(way))
                };
                let seen: Vec<Option<Seen>> = part.solid.positions.iter().map(shadow).collect();
                for triangle in &part.solid.triangles {
                    if let [Some(a), Some(b), Some(c)] = triangle.map(|vertex| seen[vertex as usize]) {
                        self.canvas.mark([a, b, c], &mut marks);
                    }
                }
            }
        }
        for (pixel, _) in self.canvas.pixels.iter_mut().zip(marks).filter(|(_, marked)| *marked) {
            *pixel = mixed(*pixel, [0; 3], self.theme.shadow);
        }
    }
}

fn parts(scene: &Scene) -> Vec<Vec<Part>> {
    let of = |(body, color): (&crate::Body, [f32; 3])| {
        let part = |shape: &crate::SceneShape| Part {
            solid: Solid::of(&shape.kind),
            pose: matrix(&shape.pose),
            color: shape.color.unwrap_or(color),
        };
        body.shapes.iter().map(part).collect()
    };
    scene.bodies.iter().zip(body_colors(scene)).map(of).collect()
}

/// Draws a part of a body with this pose, which is stretched along its z axis.
fn draw_part(canvas: &mut Canvas, camera: &Camera, part: &Part, (pose, stretch): (Pose<f64>, f64)) {
    let Solid { positions, normals, triangles, closed } = &part.solid;
    // a closed surface hides its inside; of others both sides are seen
    let corner = |position: &[f32; 3], normal: &[f32; 3]| {
        let point = pose.point(stretched(part.pose.point(Vec3::from(position.map(f64::from))), stretch));
        let normal = part.pose.rotation.apply(Vec3::from(normal.map(f64::from)));
        let normal = pose.rotation.apply(stretched(normal, 1.0 / stretch).normalized());
        let view = camera.towards(point).normalized();
        let back = if *closed { [0.0; 3] } else { lit(part.color, -normal, view) };
        camera.see(point).map(|at| (at, lit(part.color, normal, view), back))
    };
    let seen: Vec<_> = positions.iter().zip(normals).map(|(position, normal)| corner(position, normal)).collect();
    for triangle in triangles {
        let [Some(a), Some(b), Some(c)] = triangle.map(|vertex| seen[vertex as usize]) else { continue };
        // y points down: counter-clockwise triangles have a negative area
        let front = (b.0.x - a.0.x) * (c.0.y - a.0.y) - (c.0.x - a.0.x) * (b.0.y - a.0.y) < 0.0;
        if front || !closed {
            canvas.triangle([a, b, c].map(|(at, face, back)| Corner { at, color: if front { face } else { back } }));
        }
    }
}
