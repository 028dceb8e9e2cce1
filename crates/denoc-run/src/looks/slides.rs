//! Sliding joints: a rail on one link and a block on the other, or the tube and the rod of a cylinder between two pins.

use denoc_math::{Pose, Vec3};
use denoc_model::{Frame, LinkId, Model};
use denoc_results::SceneShape;

use super::connection::{Connection, Movement};
use super::shapes::{BRIGHT, DARK, axes, block, cylinder};
use super::skeleton::{Site, slot};
use super::stance::{Measure, Stance};

/// Sides of a block and of a rail, in radii of a bar.
const BLOCK: f64 = 3.6;
const BLOCK_LENGTH: f64 = 5.5;
const RAIL: f64 = 1.5;

/// A straight guide on a link; its z axis points along it.
#[derive(Clone, Debug)]
pub(super) struct Rail {
    pub(super) axes: Pose<f64>,
    from: f64,
    to: f64,
    /// Whether the other link can turn about it.
    round: bool,
}

impl Rail {
    fn point(&self, along: f64) -> Vec3<f64> {
        self.axes.point(Vec3::new(0.0, 0.0, along))
    }

    /// The point of it that is nearest to another.
    pub(super) fn nearest(&self, point: Vec3<f64>) -> Vec3<f64> {
        let along = self.axes.inverse().point(point).z;
        self.point(along.clamp(self.from, self.to))
    }
}

/// Tube or rod of a cylinder, in the axes of its link.
#[derive(Clone, Debug)]
struct Telescope {
    pin: Vec3<f64>,
    end: Vec3<f64>,
    tube: bool,
}

/// What the ground and the links have of sliding joints.
#[derive(Default)]
pub(super) struct Slides {
    pub(super) rails: Vec<Vec<Rail>>,
    /// Where blocks are, with z along the slide.
    pub(super) blocks: Vec<Vec<Pose<f64>>>,
    telescopes: Vec<Vec<Telescope>>,
}

impl Slides {
    pub(super) fn is_cylinder(&self, slot: usize) -> bool {
        !self.telescopes[slot].is_empty()
    }

    /// The shapes of a link, or of the ground.
    pub(super) fn shapes(&self, slot: usize, bar: f64) -> Vec<SceneShape> {
        let telescopes = self.telescopes[slot].iter().map(|part| match part.tube {
            true => cylinder(part.pin, part.end, 1.5 * bar, None),
            false => cylinder(part.pin, part.end, 0.75 * bar, Some(BRIGHT)),
        });
        let rails = self.rails[slot].iter().map(|rail| match rail.round {
            true => cylinder(rail.point(rail.from), rail.point(rail.to), 0.7 * bar, None),
            false => {
                let middle = Pose::new(rail.axes.rotation, rail.point(0.5 * (rail.from + rail.to)));
                block(middle, [RAIL * bar, RAIL * bar, rail.to - rail.from], None)
            }
        });
        let sides = [BLOCK * bar, BLOCK * bar, BLOCK_LENGTH * bar];
        let blocks = self.blocks[slot].iter().map(|at| block(*at, sides, Some(DARK)));
        telescopes.chain(rails).chain(blocks).collect()
    }
}

pub(super) fn slides(
    model: &Model,
    connections: &[Connection<'_>],
    sites: &[Vec<Site>],
    stance: &Stance,
    measure: Measure,
) -> Slides {
    let count = sites.len();
    let mut all =
        Slides { rails: vec![Vec::new(); count], blocks: vec![Vec::new(); count], telescopes: vec![Vec::new(); count] };
    let described = connections.iter().enumerate().filter_map(|(i, connection)| match connection.movement() {
        Movement::Slide(axis) => Some((i, connection, axis)),
        _ => None,
    });
    for (i, connection, axis) in described {
        let slide = Slide {
            ends: &connection.ends,
            axis,
            // joints of the tree come first, by the number of their link
            travel: reach(stance.travel(&connection.ends, axis), limits(model, i), measure),
            round: connection.joint.innermost().slide_axis().is_none(),
        };
        let parts = slide.telescope(sites, measure);
        match parts {
            Some(parts) => {
                for (end, part) in connection.ends.iter().zip(parts) {
                    all.telescopes[slot(end.link)].push(part);
                }
            }
            None => slide.rail(sites, measure, &mut all),
        }
    }
    all
}

/// The limits of a joint of the tree.
fn limits(model: &Model, joint: usize) -> Option<[f64; 2]> {
    (joint < model.links().len()).then(|| model.properties(LinkId(joint)).limits)?
}

/// The travel with that up to limits, if they are not far away.
fn reach([least, most]: [f64; 2], limits: Option<[f64; 2]>, measure: Measure) -> [f64; 2] {
    let near = |[low, high]: &[f64; 2]| high - low < measure.size && low.is_finite() && high.is_finite();
    match limits.filter(near) {
        Some([low, high]) => [least.min(low), most.max(high)],
        None => [least, most],
    }
}

struct Slide<'c> {
    ends: &'c [Frame<f64>; 2],
    /// In both frames.
    axis: Vec3<f64>,
    /// Displacements of the moving frame during the motion.
    travel: [f64; 2],
    round: bool,
}

impl Slide<'_> {
    /// The only place where a link is attached besides this slide, if it lies on its axis: the coordinate along it from the frame.
    fn pin(&self, end: usize, sites: &[Vec<Site>], measure: Measure) -> Option<f64> {
        let frame = &self.ends[end];
        let others = &sites[slot(frame.link)];
        let first = others.first()?;
        let local = frame.pose.inverse().point(first.at);
        let along = self.axis.dot(local);
        let single = others.iter().all(|site| measure.same(site.at, first.at));
        let centered = (local - self.axis.scale(along)).norm() < 0.5 * measure.bar;
        (frame.link.is_some() && single && centered).then_some(along)
    }

    /// The tube on the fixed and the rod on the moving end, if the joint is between two pins on its axis.
    fn telescope(&self, sites: &[Vec<Site>], measure: Measure) -> Option<[Telescope; 2]> {
        let [near, far] = [self.pin(0, sites, measure)?, self.pin(1, sites, measure)?];
        let lengths = self.travel.map(|s| s + far - near);
        let way = lengths[0].signum();
        let (least, most) = (lengths[0].abs().min(lengths[1].abs()), lengths[0].abs().max(lengths[1].abs()));
        if lengths[0] * lengths[1] <= 0.0 || least < 4.0 * measure.bar {
            return None;
        }
        let tube = (0.62 * most).min(0.93 * least);
        // its end stays in the tube when the cylinder is longest
        let rod = (most - 0.85 * tube).max(0.4 * least);
        let point = |end: usize, along: f64| self.ends[end].pose.point(self.axis.scale(along));
        Some([
            Telescope { pin: point(0, near), end: point(0, near + way * tube), tube: true },
            Telescope { pin: point(1, far), end: point(1, far - way * rod), tube: false },
        ])
    }

    /// Adds a rail to one end and a block to the other.
    fn rail(&self, sites: &[Vec<Site>], measure: Measure, all: &mut Slides) {
        let extends = |end: usize| {
            let at = self.ends[end].pose.position;
            sites[slot(self.ends[end].link)].iter().any(|site| !measure.same(site.at, at))
        };
        // a block that is pinned to something slides along the longer link
        let swapped = self.ends[0].link.is_some() && !extends(0) && extends(1);
        let (rail, block) = if swapped { (1, 0) } else { (0, 1) };
        let [least, most] = if swapped { [-self.travel[1], -self.travel[0]] } else { self.travel };
        let beyond = (0.5 * BLOCK_LENGTH + 1.0) * measure.bar;
        let place = |end: usize| {
            let pose = self.ends[end].pose;
            axes(pose.position, pose.rotation.apply(self.axis), pose.rotation.x)
        };
        let rails = &mut all.rails[slot(self.ends[rail].link)];
        rails.push(Rail { axes: place(rail), from: least - beyond, to: most + beyond, round: self.round });
        all.blocks[slot(self.ends[block].link)].push(place(block));
    }
}
