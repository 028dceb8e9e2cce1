//! Pictures and films of scenes, read by other programs' readers: the decoder of the crate `gif`, the crate `gltf`, our own eyes' arithmetic.

use denoc_results::*;

const RED: [f32; 3] = [0.9, 0.1, 0.1];
const BLUE: [f32; 3] = [0.1, 0.2, 0.9];

fn ball(name: &str, color: [f32; 3], positions: &[[f64; 3]]) -> Body {
    let kind = ShapeKind::Sphere { radius: 0.1 };
    let shape = SceneShape { kind, pose: ScenePose::IDENTITY, color: Some(color) };
    Body::new(name, vec![shape], positions.iter().map(|p| ScenePose::at(*p)).collect())
}

/// A red ball that moves 2 m along x in 1 s; a blue one that stands in the middle, 1 m behind; nothing else.
fn scene() -> Scene {
    let bodies = vec![ball("red", RED, &[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]), ball("blue", BLUE, &[[0.0, 1.0, 0.0]])];
    Scene { bodies, times: vec![0.0, 1.0], ground: Ground::Hidden, ..Scene::default() }
}

fn front(size: [u32; 2]) -> RenderOptions {
    RenderOptions { view: View::Front, size, ..RenderOptions::default() }
}

/// A frame of a GIF as it is shown: its delay in hundredths of a second, and red, green, blue of the pixels.
type Shown = (u16, Vec<[u8; 3]>);

/// The width of a GIF, and its frames.
fn frames(bytes: &[u8]) -> (usize, Vec<Shown>) {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let palette: Vec<[u8; 3]> = decoder.global_palette().unwrap().chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
    let mut screen = vec![[0; 3]; width * height];
    let mut shown = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (i, number) in frame.buffer.iter().enumerate().filter(|(_, n)| Some(**n) != frame.transparent) {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            screen[(y + usize::from(frame.top)) * width + x + usize::from(frame.left)] = palette[usize::from(*number)];
        }
        shown.push((frame.delay, screen.clone()));
    }
    (width, shown)
}

/// Mean position and number of pixels that satisfy a condition.
fn middle(pixels: &[[u8; 3]], width: usize, is: impl Fn([u8; 3]) -> bool) -> ([f64; 2], usize) {
    let found: Vec<usize> = (0..pixels.len()).filter(|&i| is(pixels[i])).collect();
    let mean = |part: &dyn Fn(usize) -> usize| {
        found.iter().map(|&i| part(i) as f64 + 0.5).sum::<f64>() / found.len().max(1) as f64
    };
    ([mean(&|i| i % width), mean(&|i| i / width)], found.len())
}

fn is_red([r, g, b]: [u8; 3]) -> bool {
    r > 90 && g < 60 && b < 60
}

fn is_blue([r, g, b]: [u8; 3]) -> bool {
    b > 90 && r < 60 && g < 90
}

// oracle: perspective by hand. The camera has a vertical angle of 32° and 200 × 100 pixels: its focal length is 50 / tan 16°. The
// boxes around the balls extend over x = ±1.1 m, y = -0.1 … 1.1 m, z = ±0.1 m; seen along y, the front edges at y = -0.1 m fill 0.9 of the width:
// their distance is 1.1 m focal / 90 pixels. The centre of the red ball is 0.1 m farther away, that of the blue one 1.1 m
#[test]
fn frames_show_bodies_where_perspective_puts_them() {
    let film = scene().to_gif(&front([200, 100]), Pace { fps: 4.0, speed: 1.0 }).unwrap();
    assert_eq!((film.frames, film.duration), (5, 1.25));
    let (width, frames) = frames(&film.bytes);
    assert_eq!(frames.len(), 5);
    let focal = 50.0 / 16.0_f64.to_radians().tan();
    let distance = 1.1 * focal / 90.0;
    for (k, (delay, pixels)) in frames.iter().enumerate() {
        assert_eq!(*delay, 25);
        let ([x, y], red) = middle(pixels, width, is_red);
        let meters = -1.0 + 0.5 * k as f64;
        let expected = 100.0 + focal * meters / (distance + 0.1);
        assert!((x - expected).abs() < 0.7 && (y - 50.0).abs() < 0.7, "frame {k}: {x} {y}, expected {expected}");
        // a disc of the radius 0.1 m, a little more in perspective; highlights and edges are missing
        let disc = std::f64::consts::PI * (0.1 * focal / (distance + 0.1)).powi(2);
        assert!((0.6..1.1).contains(&(red as f64 / disc)), "frame {k}: {red} of {disc} pixels");
        let ([x, y], blue) = middle(pixels, width, is_blue);
        if k == 2 {
            // hidden behind the red ball
            assert!(blue < 8, "{blue}");
        } else if k % 4 == 0 {
            assert!((x - 100.0).abs() < 0.7 && (y - 50.0).abs() < 0.7, "frame {k}: {x} {y}");
            let disc = std::f64::consts::PI * (0.1 * focal / (distance + 1.1)).powi(2);
            assert!((0.6..1.1).contains(&(blue as f64 / disc)), "{blue} of {disc}");
        }
    }
}

// oracle: by hand: the camera moves with the red ball, which stays in the middle, and the blue one moves the other way
#[test]
fn the_camera_follows_a_body() {
    let options = RenderOptions { follow: Follow::Body("red".into()), ..front([160, 120]) };
    let film = scene().to_gif(&options, Pace { fps: 4.0, speed: 1.0 }).unwrap();
    let (width, frames) = frames(&film.bytes);
    for (k, (_, pixels)) in frames.iter().enumerate() {
        let ([x, y], _) = middle(pixels, width, is_red);
        assert!((x - 80.0).abs() < 1.5 && (y - 60.0).abs() < 1.5, "frame {k}: {x} {y}");
    }
    let error = scene().to_gif(&RenderOptions { follow: Follow::Body("rod".into()), ..options }, Pace::default());
    let message = error.unwrap_err().to_string();
    assert!(message.contains("there is no body \"rod\"; the bodies are red, blue"), "{message}");
}

// oracle: the first frame of the film is the picture at its time, up to the colours of the palette
#[test]
fn a_film_begins_with_its_picture() {
    let options = RenderOptions { background: Background::White, ..front([120, 80]) };
    let film = Scene { ground: Ground::At(-0.2), ..scene() }.to_gif(&options, Pace::default()).unwrap();
    let picture = Scene { ground: Ground::At(-0.2), ..scene() }.to_png(&options, 0.0).unwrap();
    let picture = tiny_skia::Pixmap::decode_png(&picture).unwrap();
    let (_, frames) = frames(&film.bytes);
    for (a, b) in frames[0].1.iter().zip(picture.pixels()) {
        let b = [b.red(), b.green(), b.blue()];
        assert!((0..3).all(|k| a[k].abs_diff(b[k]) <= 12), "{a:?} {b:?}");
    }
}

// oracle: the same picture with all its colours
#[test]
fn a_picture_with_few_colors_is_small_and_looks_the_same() {
    let options = front([120, 80]);
    let scene = Scene { ground: Ground::At(-0.2), ..scene() };
    let [all, few] =
        [false, true].map(|few_colors| scene.to_png(&RenderOptions { few_colors, ..options.clone() }, 0.5).unwrap());
    assert!(3 * few.len() < 2 * all.len(), "{} {}", few.len(), all.len());
    let [all, few] = [all, few].map(|picture| tiny_skia::Pixmap::decode_png(&picture).unwrap());
    for (a, b) in all.pixels().iter().zip(few.pixels()) {
        let near = [(a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue())].map(|(a, b)| a.abs_diff(b) <= 12);
        assert!(near == [true; 3], "{a:?} {b:?}");
    }
}

// oracle: geometry: a scene whose upward direction is y looks as the same scene turned by hand to z
#[test]
fn up_is_up() {
    let turned = |up: [f64; 3], of: fn(f64, f64) -> [f64; 3]| {
        let bodies = vec![ball("red", RED, &[of(0.0, 0.5)]), ball("blue", BLUE, &[of(0.3, 0.0)])];
        let scene = Scene { bodies, times: vec![0.0], up, ..Scene::default() };
        let picture = scene.to_png(&RenderOptions { size: [80, 60], ..RenderOptions::default() }, 0.0).unwrap();
        let picture = tiny_skia::Pixmap::decode_png(&picture).unwrap();
        picture.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]).collect::<Vec<_>>()
    };
    let (a, b) = (turned([0.0, 1.0, 0.0], |x, z| [x, z, 0.0]), turned([0.0, 0.0, 1.0], |x, z| [x, 0.0, z]));
    // the balls consist of facets, which are turned
    let differ = a.iter().zip(&b).filter(|(a, b)| (0..3).any(|k| a[k].abs_diff(b[k]) > 40)).count();
    assert!(differ < 12, "{differ} pixels");
    for is in [is_red, is_blue] {
        let [(a, n), (b, m)] = [&a, &b].map(|pixels| middle(pixels, 80, is));
        assert!((a[0] - b[0]).abs() < 0.5 && (a[1] - b[1]).abs() < 0.5 && n > 20 && m > 20, "{a:?} {b:?} {n} {m}");
    }
}

// oracle: the crate gltf, which checks the file against the specification and reads positions, poses and times
#[test]
fn another_reader_finds_bodies_and_motion_in_gltf() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let mut scene = scene();
    // a quarter turn about z, by the quaternion that would lead there the long way round
    scene.bodies[0].poses[1].rotation = [0.0, 0.0, -half, -half];
    let film = scene.to_glb(0.5).unwrap();
    assert_eq!((film.frames, film.duration), (2, 2.0));
    let file = gltf::Gltf::from_slice(&film.bytes).unwrap();
    let blob = file.blob.clone().unwrap();
    let root = file.default_scene().unwrap().nodes().next().unwrap();
    let names: Vec<&str> = root.children().map(|node| node.name().unwrap().to_owned().leak() as &str).collect();
    assert_eq!(names, ["red", "blue"]);
    // z of the scene is y of the file
    let [x, y, z] = [0, 1, 2].map(|k| root.transform().matrix()[2][k]);
    assert!((x.abs() < 1e-6) && (y - 1.0).abs() < 1e-6 && z.abs() < 1e-6);
    for node in root.children() {
        let primitive = node.mesh().unwrap().primitives().next().unwrap();
        let reader = primitive.reader(|_| Some(&blob));
        for (position, normal) in reader.read_positions().unwrap().zip(reader.read_normals().unwrap()) {
            let radius = position.iter().map(|x| x * x).sum::<f32>().sqrt();
            assert!((radius - 0.1).abs() < 1e-6 && (0..3).all(|k| (position[k] / radius - normal[k]).abs() < 1e-5));
        }
        let most = reader.read_indices().unwrap().into_u32().max().unwrap();
        assert_eq!(most as usize + 1, reader.read_positions().unwrap().count());
    }
    let color = root.children().next().unwrap().mesh().unwrap().primitives().next().unwrap();
    let color = color.material().pbr_metallic_roughness().base_color_factor();
    // sRGB 0.9 and 0.1 are linear 0.787412 and 0.010023
    assert!((color[0] - 0.787412).abs() < 1e-5 && (color[1] - 0.010023).abs() < 1e-5, "{color:?}");
    let animation = file.animations().next().unwrap();
    let channels: Vec<_> = animation.channels().collect();
    assert_eq!(channels.len(), 2, "the blue ball does not move");
    for channel in channels {
        let reader = channel.reader(|_| Some(&blob));
        assert_eq!(reader.read_inputs().unwrap().collect::<Vec<_>>(), [0.0, 2.0]);
        assert_eq!(channel.target().node().name(), Some("red"));
        match reader.read_outputs().unwrap() {
            gltf::animation::util::ReadOutputs::Translations(found) => {
                assert_eq!(found.collect::<Vec<_>>(), [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
            }
            gltf::animation::util::ReadOutputs::Rotations(found) => {
                let found: Vec<[f32; 4]> = found.into_f32().collect();
                assert!((found[1][2] - half as f32).abs() < 1e-6 && found[0] == [0.0, 0.0, 0.0, 1.0], "{found:?}");
            }
            _ => panic!("neither translations nor rotations"),
        }
    }
}

// oracle: none of these may panic; glTF without bodies or motion is valid, too
#[test]
fn odd_scenes_are_drawn_or_refused() {
    let empty = Scene { times: vec![0.0], ..Scene::default() };
    assert!(gltf::Gltf::from_slice(&empty.to_glb(1.0).unwrap().bytes).is_ok());
    assert!(empty.to_png(&front([16, 16]), 0.0).is_ok());
    let mut odd = scene();
    odd.bodies[0].shapes[0].kind =
        ShapeKind::Mesh { positions: vec![[f32::NAN; 3], [0.0; 3], [1e38; 3]], indices: vec![[0, 1, 2], [1, 1, 2]] };
    odd.bodies[1].shapes[0].kind = ShapeKind::Box { size: [0.0; 3] };
    assert!(odd.to_gif(&front([32, 32]), Pace { fps: 2.0, speed: 1.0 }).is_ok());
    assert!(odd.to_glb(1.0).is_ok());
    let refused = |scene: &Scene, options: &RenderOptions| scene.to_png(options, 0.0).unwrap_err().to_string();
    assert!(refused(&scene(), &front([8, 8])).contains("8 × 8 pixels"));
    let nothing = Scene::default();
    assert!(refused(&nothing, &front([32, 32])).contains("times"));
    let mut broken = scene();
    broken.bodies[0].poses[1].position[0] = f64::NAN;
    assert!(refused(&broken, &front([32, 32])).contains("not finite"));
    assert!(scene().to_glb(0.0).unwrap_err().to_string().contains("speed would be 0"));
}
