//! Gears, racks and cylinders: their sizes against the data of the joints.

use denoc_math::{Mat3, Pose, Vec3, quaternion_rotation};
use denoc_results::{SceneShape, ShapeKind};

use super::Skeletons;
use crate::{Base, Loaded, load, load_text};

fn loaded(text: &str) -> Loaded {
    load_text(text.to_owned(), "test.toml", Base::Fixed).unwrap()
}

/// Wheels at x = 0 and x = 0.3 on the ground.
fn wheels(coupling: &str) -> Loaded {
    let link = |name: &str| {
        format!("[[link]]\nname = \"{name}\"\nmass = 1\ninertia = {{ xx = 1e-3, yy = 1e-3, zz = 1e-3 }}\n")
    };
    let joint = |name: &str, x: f64| {
        format!(
            "[[joint]]\nname = \"{name}\"\ntype = \"revolute\"\nparent = \"ground\"\nchild = \"{name}\"\naxis = [0, 0, 1]\n\
             origin = {{ xyz = [{x}, 0, 0] }}\n"
        )
    };
    let both = ["a", "b"].map(link).concat() + &joint("a", 0.0) + &joint("b", 0.3);
    loaded(&format!("[model]\nname = \"pair\"\n{both}[[coupling]]\njoint = \"b\"\nfollows = \"a\"\n{coupling}\n"))
}

/// The mesh with the most triangles, its smallest and largest distance from its axis.
fn toothed(shapes: &[SceneShape]) -> [f64; 2] {
    let radii = |shape: &SceneShape| match &shape.kind {
        ShapeKind::Mesh { positions, .. } => {
            positions.iter().map(|p| f64::from(p[0]).hypot(f64::from(p[1]))).filter(|r| *r > 1e-6).collect()
        }
        _ => Vec::new(),
    };
    let all: Vec<Vec<f64>> = shapes.iter().map(radii).collect();
    let most = all.into_iter().max_by_key(Vec::len).unwrap();
    [most.iter().copied().fold(f64::MAX, f64::min), most.iter().copied().fold(0.0, f64::max)]
}

// oracle: pitch circles that touch, with radii as the numbers of teeth; teeth reach one and a bit modules beyond them
#[test]
fn gears_touch_at_their_pitch_circles() {
    let pair = wheels("teeth = [20, 40]");
    let skeletons = Skeletons::new(&pair.model, &[]).unwrap();
    // b has 20 of 60 teeth on 0.3 m: 0.1 m and 0.2 m; 16 and 32 teeth are drawn, module 12.5 mm
    let [a, b] = ["a", "b"].map(|name| toothed(&skeletons.of(pair.model.link(name).unwrap())));
    for ([root, tip], pitch) in [(a, 0.2), (b, 0.1)] {
        assert!(root < pitch && pitch < tip && tip - root < 0.03, "{root} {tip} {pitch}");
        assert!((tip - pitch - 0.95 * 0.0125).abs() < 1e-6, "{tip}");
    }
    // inside a ring: the distance is the difference of the radii
    let pair = wheels("teeth = [60, 20]\ninternal = true");
    let skeletons = Skeletons::new(&pair.model, &[]).unwrap();
    let [pinion, ring] = ["a", "b"].map(|name| toothed(&skeletons.of(pair.model.link(name).unwrap())));
    let module = 2.0 * 0.15 / 16.0;
    assert!((pinion[1] - (0.15 + 0.95 * module)).abs() < 1e-6, "{pinion:?}");
    assert!((ring[0] - (0.45 - 0.95 * module)).abs() < 1e-3 && ring[1] > 0.45, "{ring:?}");
}

// oracle: a pinion on its rack turns by the way over its radius
#[test]
fn a_rack_touches_its_pinion() {
    let text = "[model]\nname = \"steering\"\n\
        [[link]]\nname = \"pinion\"\nmass = 1\ninertia = { xx = 1e-3, yy = 1e-3, zz = 1e-3 }\n\
        [[link]]\nname = \"rack\"\nmass = 1\ninertia = { xx = 1e-3, yy = 1e-3, zz = 1e-3 }\n\
        [[joint]]\nname = \"turn\"\ntype = \"revolute\"\nparent = \"ground\"\nchild = \"pinion\"\naxis = [0, 0, 1]\n\
        [[joint]]\nname = \"slide\"\ntype = \"prismatic\"\nparent = \"ground\"\nchild = \"rack\"\naxis = [1, 0, 0]\n\
        origin = { xyz = [0, -0.3, 0] }\n\
        [[coupling]]\njoint = \"slide\"\nfollows = \"turn\"\nratio = 0.05\n";
    let steering = loaded(text);
    let skeletons = Skeletons::new(&steering.model, &[0.0, 0.0, 1.0, 0.05]).unwrap();
    let rack = steering.model.link("rack").unwrap();
    let [_, tip] = toothed(&skeletons.of(steering.model.link("pinion").unwrap()));
    assert!(tip > 0.05 && tip < 0.06, "{tip}");
    // increasing angles move the lowest point of the pinion towards +x: the rack is below
    let shape = |shape: &&SceneShape| matches!(shape.kind, ShapeKind::Mesh { .. });
    let shapes = skeletons.of(rack);
    let pose = shapes.iter().find(shape).unwrap().pose;
    // the link frame of the rack is 0.3 m below the pinion
    let pitch_line = Pose::new(quaternion_rotation(pose.rotation), Vec3::from(pose.position)).point(Vec3::zero());
    assert!((pitch_line.y - (0.3 - 0.05)).abs() < 1e-12, "{pitch_line:?}");
}

// oracle: the points of the file
#[test]
fn rods_stay_in_the_tubes_of_cylinders() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mechanisms/excavator.toml");
    let excavator = load(path).unwrap();
    let model = &*excavator.model;
    let mut q: Vec<f64> = Vec::new();
    for stroke in [-0.2, -0.1, 0.0, 0.1, 0.2] {
        let mut guess = model.neutral();
        guess[model.links()[model.joint("boom_cylinder").unwrap().0].q] = stroke;
        q.extend(guess);
    }
    let skeletons = Skeletons::new(model, &q).unwrap();
    let reach = |name: &str| {
        let cylinder = |shape: &&SceneShape| matches!(shape.kind, ShapeKind::Cylinder { length, .. } if length > 0.5);
        let shapes = skeletons.of(model.link(name).unwrap());
        let Some(ShapeKind::Cylinder { length, .. }) = shapes.iter().find(cylinder).map(|shape| shape.kind.clone())
        else {
            panic!("{name} is not a cylinder")
        };
        length
    };
    // E to F in the drawing, and the stroke
    let drawn = (1.4_f64).hypot(2.2);
    let [tube, rod] = ["boom_cylinder_barrel", "boom_cylinder_rod"].map(reach);
    assert!(tube < drawn - 0.2 && rod < drawn - 0.2 && tube + rod > drawn + 0.2, "{tube} {rod} {drawn}");
}

// oracle: the lift of the profile over a turn, 4 mm, as the difference of the radii; the outline of the drawn position touches the roller
// when the shaft turns
#[test]
fn a_cam_is_as_eccentric_as_its_profile() {
    let lift = |angle: f64| 0.002 * (1.0 - (angle - 0.7).cos());
    let point = |i: i32| format!("[\"{} deg\", {}]", 15 * i, lift(f64::from(15 * i).to_radians()));
    let points: Vec<String> = (0..=24).map(point).collect();
    let text = format!(
        "[model]\nname = \"pump\"\n\
         [[link]]\nname = \"shaft\"\nmass = 1\ninertia = {{ xx = 1e-5, yy = 1e-5, zz = 1e-5 }}\n\
         [[link]]\nname = \"plunger\"\nmass = 1\ninertia = {{ xx = 1e-5, yy = 1e-5, zz = 1e-5 }}\n\
         [[joint]]\nname = \"turn\"\ntype = \"revolute\"\nparent = \"ground\"\nchild = \"shaft\"\naxis = [0, 0, 1]\n\
         [[joint]]\nname = \"lift\"\ntype = \"prismatic\"\nparent = \"ground\"\nchild = \"plunger\"\naxis = [0, 1, 0]\n\
         origin = {{ xyz = [0, 0.03, 0] }}\n\
         [[cam]]\nname = \"cam\"\njoint = \"lift\"\nfollows = \"turn\"\nprofile = [{}]\nperiodic = true\n",
        points.join(", ")
    );
    let pump = loaded(&text);
    let skeletons = Skeletons::new(&pump.model, &[0.0, lift(0.0)]).unwrap();
    let shapes = skeletons.of(pump.model.link("shaft").unwrap());
    let [least, most] = toothed(&shapes);
    assert!((most - least - 0.004).abs() < 1e-5, "{least} {most}");
    let small = 1.6 * skeletons.measure.bar;
    for angle in [0.0_f64, 1.0, 4.0] {
        let turned = Pose::new(Mat3::rotation(Vec3::unit(2), angle.sin(), angle.cos()), Vec3::zero());
        let touches = shapes.iter().any(|shape| {
            let ShapeKind::Mesh { positions, .. } = &shape.kind else { return false };
            let pose = turned * Pose::new(quaternion_rotation(shape.pose.rotation), Vec3::from(shape.pose.position));
            let place = |p: &[f32; 3]| pose.point(Vec3::from(p.map(f64::from)));
            positions.iter().map(place).any(|p| p.x.abs() < 1e-3 && (p.y - (0.03 + lift(angle) - small)).abs() < 1e-4)
        });
        assert!(touches, "{angle}");
    }
}

// oracle: module and teeth; at the pitch point a tooth of one wheel, beyond its pitch circle, is in a gap of the other one
#[test]
fn gears_by_their_teeth_are_drawn_in_mesh() {
    let text = "[model]\nname = \"planetary\"\n[planar]\nplane = \"xy\"\nunit = \"mm\"\nground = [\"O\"]\n\
        points = { O = [0, 0], P = [36, 0] }\nbars = { arm = [\"O\", \"P\"] }\n\
        wheels = { sun = \"O\", planet = { point = \"P\", mass = 1, radius = \"16 mm\" } }\n\
        [[gear]]\nname = \"a\"\nparent = \"sun\"\nteeth = 20\nchild = \"planet\"\nchild_teeth = 16\nmodule = \"2 mm\"\n\
        [[gear]]\nname = \"b\"\nparent = \"ground\"\nteeth = 52\nchild = \"planet\"\nchild_teeth = 16\nmodule = \"2 mm\"\n\
        internal = true\n";
    let gear = loaded(text);
    let looks = super::looks(&gear.description, &gear.model, &[]).unwrap();
    let reach = |link: &str, towards: [f64; 2], from: [f64; 2]| {
        let look = looks.iter().find(|look| look.name == link).unwrap();
        let frame = look.link.map_or(Vec3::zero(), |_| Vec3::new(from[0], from[1], 0.0));
        let mut radii: Vec<f64> = Vec::new();
        for shape in &look.skeleton {
            let ShapeKind::Mesh { positions, .. } = &shape.kind else { continue };
            let pose = Pose::new(quaternion_rotation(shape.pose.rotation), Vec3::from(shape.pose.position));
            for p in positions {
                let p = pose.point(Vec3::from(p.map(f64::from))) + frame - Vec3::new(from[0], from[1], 0.0);
                let angle = (towards[0] * p.y - towards[1] * p.x).atan2(towards[0] * p.x + towards[1] * p.y);
                if angle.abs() < 0.05 && p.norm() > 0.01 {
                    radii.push(p.norm());
                }
            }
        }
        radii
    };
    let [o, p] = [[0.0; 2], [0.036, 0.0]];
    let most = |radii: &[f64]| radii.iter().copied().fold(0.0, f64::max);
    // the first wheel has a tooth there, its tip a module beyond the pitch circle; its mate a gap
    assert!((most(&reach("sun", [1.0, 0.0], o)) - 0.0219).abs() < 1e-4);
    assert!(most(&reach("planet", [-1.0, 0.0], p)) < 0.016);
    // 16 teeth: also a gap on the other side, where the ring has a tooth that reaches inwards
    assert!(most(&reach("planet", [1.0, 0.0], p)) < 0.016);
    let ring = reach("ground", [1.0, 0.0], o);
    assert!((ring.iter().copied().fold(f64::MAX, f64::min) - 0.0501).abs() < 2e-4, "{ring:?}");
    // no disk of the given radius besides
    assert!(looks.iter().all(|look| look.shapes.is_empty()));
}
