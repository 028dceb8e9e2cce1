//! The catalogue: mechanisms with loops close at `start` and have the degrees of freedom stated in their files.

use std::collections::HashMap;

use denoc_formats::catalogue::{ENTRIES, describe};
use denoc_math::{Pose, Twist, Vec3};
use denoc_model::{CamSpec, ConstraintKind, Description, DistanceSpec, JointSpec};

/// Name, closures, degrees of freedom (as many motors), redundant conditions (bodies move in space: a planar
/// loop has three), and invariants of the motion, for tests of motion.
#[rustfmt::skip]
const TABLE: &[(&str, usize, usize, usize, &str)] = &[
    ("fourbar", 1, 1, 3, "reference solutions; the crank turns all the way round"),
    ("odca_fourbar", 1, 1, 3, "reference solution"),
    ("odca_toggle", 1, 1, 3, "reference solution; energy"),
    ("odca_parallelogram", 1, 1, 3, "q'' = -(2 g/3.5) sin q on the way of the parallelogram"),
    ("sevenbar", 2, 2, 6, "energy"),
    ("nfourbar_2", 2, 1, 6, "I th'' = K sin th; B0 = (sin th, cos th)"),
    ("andrews_squeezer", 3, 1, 9, "reference solution; energy less work of the motor"),
    ("slider_crank", 1, 1, 3, "reference solution; energy 43.1244 J from 150 rad/s"),
    ("quick_return", 2, 1, 6, "ends of the stroke of 0.12 m at crank -30° and 210°"),
    ("hoeken", 1, 1, 3, "pen: 0.16 <= y <= 0.1604 for crank 90° to 270°"),
    ("watt_straight_line", 1, 1, 3, "pen: |x - 0.2| < 0.00062 with the left rocker within 20°"),
    ("peaucellier", 3, 1, 9, "pen: x = 0.288"),
    ("watt_sixbar", 2, 1, 6, "the crank turns all the way round"),
    ("stephenson_sixbar", 2, 1, 6, "the crank turns all the way round"),
    ("carpet_scraper", 3, 1, 9, "scraper - pivot = 2 (tracer - pivot); scraper: -0.27 <= y <= -0.2688 for crank 90° to 270°"),
    ("gripper_loop", 3, 1, 6, "left_jaw_pin = -left_driver; right_driver = -left_driver"),
    ("multiloop_leg", 3, 1, 9, "toe: -0.459170 <= y <= -0.346884 in a turn"),
    ("robot_3rrr", 2, 3, 6, ""),
    ("delta", 5, 3, 0, "the platform keeps its direction"),
    ("delta_rods", 6, 3, 0, "the platform is where that of delta is at the same angles"),
    ("stewart", 5, 6, 0, "legs are as long as their coordinates say"),
    ("spatial_fourbar", 1, 1, 0, "|rocker_tip - crank_end| = 0.32; the crank turns all the way round"),
    ("car_steering", 2, 1, 0, "rack 0.05: king pins at -18.4712° and -21.8643°; mirror image"),
    ("bennett", 1, 1, 3, "joint3 = -joint1; tan(joint1/2) tan(joint2/2) = -√3"),
    ("bricard", 1, 1, 1, "cos p + cos r + cos p cos r = 0, p and r in turn"),
    ("sarrus", 1, 1, 1, "platform at (0, 0, 0.4 cos x_lower), direction unchanged"),
    ("gear_train", 5, 1, 0, "carrier = -2/21 pinion"),
    ("cam_pump", 1, 1, 0, "lift 3 mm at 60°, 6 mm from 120° to 180°, 0 from 300°"),
    ("wheeled_robot", 2, 2, 1, "rate of heading = 0.05 (r - l)/0.24"),
];

/// The same for chains and cables between two points, which have no motors.
const HUNG: &[(&str, usize, usize, usize)] = &[("chain_between", 1, 2 * 20 - 3, 0), ("cable", 1, 3 * 12 - 3, 0)];

/// The coordinates that `start` lists for a joint.
fn coordinates<'a>(d: &'a Description, joint: &str) -> &'a [f64] {
    let start = d.configurations.iter().find(|c| c.name == "start").unwrap();
    &start.joints.iter().find(|(name, _)| name == joint).unwrap_or_else(|| panic!("{}: no {joint}", d.name)).1
}

/// The pose of the child in that of the parent.
fn step(d: &Description, joint: &JointSpec) -> Pose<f64> {
    joint.origin * joint.joint.pose(coordinates(d, &joint.name)) * joint.child_origin.inverse()
}

/// The poses of all links, joint by joint from the ground.
fn poses(d: &Description) -> HashMap<&str, Pose<f64>> {
    let mut placed = HashMap::from([(d.ground.as_str(), Pose::identity())]);
    for _ in &d.joints {
        for joint in &d.joints {
            let (parent, child) =
                (placed.get(joint.parent.as_str()).copied(), placed.get(joint.child.as_str()).copied());
            match (parent, child) {
                (Some(parent), None) => placed.insert(&joint.child, parent * step(d, joint)),
                (None, Some(child)) => placed.insert(&joint.parent, child * step(d, joint).inverse()),
                _ => None,
            };
        }
    }
    placed
}

fn error(a: Pose<f64>, b: Pose<f64>) -> f64 {
    let columns = |p: Pose<f64>| [p.position, p.rotation.x, p.rotation.y, p.rotation.z];
    columns(a).into_iter().zip(columns(b)).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

// oracle: products of the poses of the joints; definitions of the other constraints
#[test]
fn loops_close_at_the_start() {
    for name in TABLE.iter().map(|row| row.0).chain(HUNG.iter().map(|row| row.0)) {
        let d = describe(name).unwrap();
        let placed = poses(&d);
        // the ground need not be listed
        let moving = d.links.iter().filter(|link| link.name != d.ground).count();
        assert_eq!(placed.len(), moving + 1, "{name}");
        for joint in &d.joints {
            let error = error(placed[joint.parent.as_str()] * step(&d, joint), placed[joint.child.as_str()]);
            assert!(error < 1e-10, "{name}: {} is open by {error}", joint.name);
        }
        let q = |joint: &str| coordinates(&d, joint)[0];
        for c in &d.couplings {
            assert!((q(&c.joint) - c.ratio * q(&c.follows) - c.offset).abs() < 1e-12, "{name}: {}", c.joint);
        }
        for c in &d.constraints {
            let error = match &c.kind {
                ConstraintKind::Distance(DistanceSpec { from, to, length }) => {
                    let ends = [from, to].map(|p| placed[p.link.as_str()].point(p.position));
                    (ends[1] - ends[0]).norm() - length
                }
                ConstraintKind::Cam(CamSpec { joint, follows, profile }) => q(joint) - profile.at(q(follows))[0],
                ConstraintKind::Rolling(r) => {
                    let above = placed[r.link.as_str()].point(r.center) - r.plane_point;
                    above.dot(r.plane_normal.normalized()) - r.radius
                }
                ConstraintKind::Gear(_) => unreachable!("wheels of the catalogue are coupled by ratios"),
            };
            assert!(error.abs() < 1e-12, "{name}: {} is off by {error}", c.name);
        }
    }
}

// oracle: the point of a planet that touches the ring, which is fixed to the ground, is at rest
#[test]
fn the_planets_of_the_gear_train_roll_in_the_ring() {
    let (carrier, planet, ring) = (0.084, 0.036, 0.12);
    let d = describe("gear_train").unwrap();
    let ratios: Vec<f64> = d.couplings.iter().filter(|c| c.joint.starts_with("planet")).map(|c| c.ratio).collect();
    assert_eq!((ratios.len(), carrier + planet), (3, ring));
    for ratio in ratios {
        let speed = carrier + (1.0 + ratio) * planet;
        assert!(speed.abs() < 1e-15, "{ratio}: {speed}");
    }
}

/// Conditions on the twists of all links (six each, at the origin of the ground) and the speeds of all joints.
struct Conditions {
    columns: usize,
    rows: Vec<Vec<f64>>,
}

impl Conditions {
    fn push(&mut self, entries: impl IntoIterator<Item = (usize, f64)>) {
        let mut row = vec![0.0; self.columns];
        entries.into_iter().for_each(|(column, value)| row[column] += value);
        self.rows.push(row);
    }

    /// The number of independent conditions: Gaussian elimination with the largest pivot.
    fn rank(mut self) -> usize {
        for rank in 0..self.rows.len() {
            let entries = self.rows.iter().enumerate().skip(rank);
            let all = entries.flat_map(|(i, row)| row.iter().enumerate().map(move |(j, x)| (x.abs(), i, j)));
            let (size, i, j) = all.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            if size < 1e-8 {
                return rank;
            }
            self.rows.swap(rank, i);
            let (done, rest) = self.rows.split_at_mut(rank + 1);
            let pivot = &done[rank];
            for row in rest {
                let factor = row[j] / pivot[j];
                row.iter_mut().zip(pivot).for_each(|(x, p)| *x -= factor * p);
            }
        }
        self.rows.len()
    }
}

/// The conditions of a mechanism at `start`, with lengths relative to its size, so that all are of similar magnitude.
fn conditions(d: &Description) -> Conditions {
    let placed = poses(d);
    let moving: Vec<&str> = d.links.iter().map(|l| l.name.as_str()).filter(|name| *name != d.ground).collect();
    let twist = |link: &str| moving.iter().position(|name| *name == link).map(|i| 6 * i);
    let mut columns = 6 * moving.len();
    let speeds: Vec<usize> = d
        .joints
        .iter()
        .map(|j| {
            columns += j.joint.v_units().len();
            columns - j.joint.v_units().len()
        })
        .collect();
    let speed = |joint: &str| speeds[d.joints.iter().position(|j| j.name == joint).unwrap()];
    let size = d.joints.iter().map(|j| placed[j.parent.as_str()].point(j.origin.position).norm()).fold(1e-3, f64::max);
    let mut conditions = Conditions { columns, rows: Vec::new() };
    for (joint, &at) in d.joints.iter().zip(&speeds) {
        let frame = placed[joint.child.as_str()] * joint.child_origin;
        let mut columns = vec![Twist::zero(); joint.joint.v_units().len()];
        joint.joint.columns(coordinates(d, &joint.name), &mut columns);
        let columns: Vec<[f64; 6]> = columns
            .into_iter()
            .map(|t| t.rotate(frame.rotation))
            .map(|t| Twist::new(t.angular, (t.linear + frame.position.cross(t.angular)).scale(1.0 / size)).to_array())
            .collect();
        for k in 0..6 {
            let links = [(&joint.child, 1.0), (&joint.parent, -1.0)];
            let links = links.into_iter().filter_map(|(link, sign)| Some((twist(link)? + k, sign)));
            conditions.push(links.chain(columns.iter().enumerate().map(|(i, t)| (at + i, -t[k]))));
        }
    }
    for c in &d.couplings {
        conditions.push([(speed(&c.joint), 1.0), (speed(&c.follows), -c.ratio)]);
    }
    for c in &d.constraints {
        match &c.kind {
            ConstraintKind::Distance(DistanceSpec { from, to, .. }) => {
                let [a, b] = [from, to].map(|p| placed[p.link.as_str()].point(p.position));
                let along = (b - a).normalized();
                let ends = [(from, a, -1.0), (to, b, 1.0)];
                conditions.push(ends.into_iter().flat_map(|(p, at, sign)| {
                    let row = [at.cross(along).scale(1.0 / size), along].map(Vec3::to_array).concat();
                    row.into_iter().enumerate().filter_map(move |(k, x)| Some((twist(&p.link)? + k, sign * x)))
                }));
            }
            ConstraintKind::Cam(CamSpec { joint, follows, profile }) => {
                let slope = profile.at(coordinates(d, follows)[0])[1];
                conditions.push([(speed(joint), 1.0), (speed(follows), -slope)]);
            }
            ConstraintKind::Rolling(r) => {
                // the wheels of the catalogue are upright: the point of contact is straight below the centre
                let normal = r.plane_normal.normalized();
                let contact = placed[r.link.as_str()].point(r.center) - normal.scale(r.radius);
                let side = placed[r.link.as_str()].rotation.apply(r.axis).normalized();
                let mut directions = vec![side, side.cross(normal)];
                directions.extend(r.keep_height.then_some(normal));
                for along in directions {
                    let row = [contact.cross(along).scale(1.0 / size), along].map(Vec3::to_array).concat();
                    let at = twist(&r.link).unwrap();
                    conditions.push(row.into_iter().enumerate().map(|(k, x)| (at + k, x)));
                }
            }
            ConstraintKind::Gear(_) => unreachable!("wheels of the catalogue are coupled by ratios"),
        }
    }
    conditions
}

// oracle: the rank of the conditions on the twists of all links, and the comments of the files
#[test]
fn degrees_of_freedom_are_as_stated() {
    let driven =
        TABLE.iter().map(|&(name, closures, freedoms, redundant, _)| (name, closures, freedoms, redundant, freedoms));
    let hung = HUNG.iter().map(|&(name, closures, freedoms, redundant)| (name, closures, freedoms, redundant, 0));
    for (name, closures, freedoms, redundant, motors) in driven.chain(hung) {
        let d = describe(name).unwrap();
        assert_eq!(d.build().unwrap().closures().len(), closures, "{name}");
        assert_eq!(d.actuators.len(), motors, "{name}");
        let conditions = conditions(&d);
        let (unknowns, rows, rank) = (conditions.columns, conditions.rows.len(), conditions.rank());
        assert_eq!((unknowns - rank, rows - rank), (freedoms, redundant), "{name}");
    }
}

// oracle: the folder
#[test]
fn every_mechanism_with_loops_is_in_the_table() {
    let closed = ENTRIES.iter().filter(|e| !e.describe().unwrap().build().unwrap().closures().is_empty());
    let listed = TABLE.iter().map(|row| row.0).chain(HUNG.iter().map(|row| row.0));
    assert_eq!(closed.map(|e| e.name).collect::<Vec<_>>(), listed.collect::<Vec<_>>());
}
