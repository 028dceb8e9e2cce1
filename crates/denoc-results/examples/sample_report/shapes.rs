//! Every kind of shape on a carousel, y up.

use denoc_results::*;
use std::f64::consts::TAU;

pub(crate) fn report() -> Report {
    let times: Vec<f64> = (0..=120).map(|i| 0.05 * f64::from(i)).collect();
    let mut bodies = vec![Body::new(
        "table",
        // The axis of a cylinder is z; rotated about x, it is y.
        vec![SceneShape::new(ShapeKind::Cylinder { radius: 1.3, length: 0.06 }, standing([0.0, -0.03, 0.0]))],
        vec![ScenePose::IDENTITY],
    )];
    for (number, (name, kind)) in kinds().into_iter().enumerate() {
        let poses = times.iter().map(|t| carousel(*t, number)).collect();
        bodies.push(Body::new(name, vec![SceneShape::new(kind, ScenePose::IDENTITY)], poses));
    }
    if let Some(shape) = bodies.last_mut().and_then(|body| body.shapes.first_mut()) {
        shape.color = Some([0.85, 0.2, 0.45]);
    }
    // a spring on the axis of the carousel, as long as the box is high
    let lengths: Vec<f64> = times.iter().map(|t| 0.3 + carousel(*t, 0).position[1]).collect();
    bodies.push(Body {
        stretch: lengths.iter().map(|length| length / 0.6).collect(),
        ..Body::new(
            "spring",
            vec![SceneShape::new(solids::coil(0.09, 0.02, 6, 0.6, 1), ScenePose::IDENTITY)],
            vec![upwards(); times.len()],
        )
    });
    let markers = vec![
        Marker { name: "axle".into(), body: 0, pose: upwards(), kind: MarkerKind::Joint { axis: true } },
        Marker { name: "box".into(), body: 1, pose: ScenePose::IDENTITY, kind: MarkerKind::Frame },
        Marker { name: "centre of the box".into(), body: 1, pose: ScenePose::IDENTITY, kind: MarkerKind::Frame },
    ];
    let arrow = |name: &str, kind, moment, body, vectors| Arrow {
        name: name.into(),
        kind,
        moment,
        body,
        point: [0.0; 3],
        vectors,
    };
    let swell = |t: &f64| [0.0, 12.0 * t.sin(), 0.0];
    let arrows = vec![
        arrow("push", ArrowKind::Load, false, 1, times.iter().map(swell).collect()),
        arrow("twist", ArrowKind::Load, true, 2, vec![[0.0, 3.0, 0.0]]),
        arrow("cylinder", ArrowKind::Weight, false, 2, vec![[0.0, -9.81, 0.0]]),
    ];
    let follow = Followed { name: "box".into(), points: times.iter().map(|t| carousel(*t, 0).position).collect() };
    Report {
        title: "All shapes <b>& signs</b>".into(),
        subtitle: "Box, cylinder, sphere, capsule, mesh, plate and gear on a table around a spring; y is up".into(),
        kind: "test".into(),
        scene: Some(Scene {
            bodies,
            times,
            up: [0.0, 1.0, 0.0],
            gravity: Some([0.0, -9.81, 0.0]),
            frames: true,
            ground: Ground::At(-0.06),
            trails: vec![Trail { name: "corner of the box".into(), body: 1, point: [0.2, 0.2, 0.2] }],
            markers,
            arrows,
            follow: Some(follow),
        }),
        audit: vec![AuditRow {
            name: "closure".into(),
            value: 2.5e-3,
            unit: "m".into(),
            tolerance: Some(1e-6),
            verdict: Verdict::Missed,
            meaning: "Distance between the ends of the loop; 2,500 times the tolerance.".into(),
        }],
        ..Report::default()
    }
}

fn kinds() -> [(&'static str, ShapeKind); 7] {
    let positions = vec![[0.25, -0.2, 0.0], [-0.15, -0.2, 0.22], [-0.15, -0.2, -0.22], [0.0, 0.3, 0.0]];
    let indices = vec![[0, 3, 1], [1, 3, 2], [2, 3, 0], [0, 1, 2]];
    [
        ("box", ShapeKind::Box { size: [0.4, 0.4, 0.4] }),
        ("cylinder", ShapeKind::Cylinder { radius: 0.15, length: 0.4 }),
        ("sphere", ShapeKind::Sphere { radius: 0.2 }),
        ("capsule", ShapeKind::Capsule { radius: 0.12, length: 0.25 }),
        ("mesh", ShapeKind::Mesh { positions, indices }),
        ("plate", solids::plate(&[[-0.15, -0.1], [0.15, -0.1], [0.0, 0.15]], 0.05, 0.04)),
        ("gear", solids::gear(18, 0.18, 0.05, 0.08)),
    ]
}

/// At the origin, with z up.
fn upwards() -> ScenePose {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    ScenePose { position: [0.0; 3], rotation: [-half, 0.0, 0.0, half] }
}

fn standing(position: [f64; 3]) -> ScenePose {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    ScenePose { position, rotation: [half, 0.0, 0.0, half] }
}

fn carousel(t: f64, number: usize) -> ScenePose {
    let angle = TAU * (t / 6.0 + number as f64 / 7.0);
    let height = 0.3 + 0.08 * (2.0 * TAU * t / 6.0 + number as f64).sin();
    let position = [0.9 * angle.cos(), height, -0.9 * angle.sin()];
    ScenePose { position, rotation: [0.0, (angle / 2.0).sin(), 0.0, (angle / 2.0).cos()] }
}
