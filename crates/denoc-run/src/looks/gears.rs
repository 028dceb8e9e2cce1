//! Coupled joints as gears: wheels whose pitch circles touch, racks with pinions.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::closures::{Closure, Constraint, LinearCoupling};
use denoc_model::{LinkId, Model};
use denoc_results::{SceneShape, solids};

use super::connection::{Connection, Movement};
use super::shapes::{axes, bar, solid};
use super::skeleton::slot;
use super::slides::Slides;
use super::stance::{Measure, Stance};

/// Numbers of teeth of the smaller gear, in the order of preference.
const TEETH: std::ops::RangeInclusive<usize> = 16..=40;

/// An axis in world axes, in the first configuration.
#[derive(Copy, Clone)]
struct Axle {
    at: Vec3<f64>,
    along: Vec3<f64>,
    link: Option<LinkId>,
}

/// The gears on the ground and on the links.
pub(super) fn gears(
    model: &Model,
    connections: &[Connection<'_>],
    stance: &Stance,
    measure: Measure,
    slides: &Slides,
) -> Vec<Vec<SceneShape>> {
    let mut all = vec![Vec::new(); model.links().len() + 1];
    for closure in model.closures() {
        let Closure::Constraint(Constraint::LinearCoupling(coupling)) = closure else { continue };
        let pair = Pair { model, connections, stance, measure };
        let found = pair.wheels(coupling).or_else(|| pair.rack(coupling, slides));
        for (link, shape) in found.into_iter().flatten() {
            all[slot(link)].push(shape);
        }
    }
    all
}

type Placed = Vec<(Option<LinkId>, SceneShape)>;

struct Pair<'a> {
    model: &'a Model,
    connections: &'a [Connection<'a>],
    stance: &'a Stance,
    measure: Measure,
}

impl Pair<'_> {
    /// The axis of a hinge, with one of its two links.
    fn axle(&self, joint: LinkId, child: bool) -> Option<Axle> {
        let connection = &self.connections[joint.0];
        let Movement::Turn(axis) = connection.movement() else { return None };
        let end = &connection.ends[usize::from(child)];
        let pose = self.stance.place(end);
        Some(Axle { at: pose.position, along: pose.rotation.apply(axis).normalized(), link: end.link })
    }

    /// Two gears on parallel axes, both on one carrier.
    fn wheels(&self, coupling: &LinearCoupling<f64>) -> Option<Placed> {
        let parent = |joint: LinkId| self.model.links()[joint.0].parent;
        let (a, b) = (coupling.joint, coupling.follows);
        // the carrier is a parent or a child of each joint; a gear that is the parent turns the other way
        let (first, second, sense) = match () {
            _ if parent(a) == parent(b) => (self.axle(a, true)?, self.axle(b, true)?, 1.0),
            _ if parent(a) == Some(b) => (self.axle(a, true)?, self.axle(b, false)?, -1.0),
            _ if parent(b) == Some(a) => (self.axle(a, false)?, self.axle(b, true)?, -1.0),
            _ => return None,
        };
        let parallel = first.along.dot(second.along);
        let between = second.at - first.at;
        let between = between - first.along.scale(first.along.dot(between));
        let distance = between.norm();
        if parallel.abs() < 1.0 - 1e-6 || distance < 4.0 * self.measure.bar {
            return None;
        }
        let ratio = coupling.ratio * sense * parallel.signum();
        if ratio == 0.0 || (ratio - 1.0).abs() < 0.05 || ratio.abs() > 20.0 || ratio.abs() < 0.05 {
            return None;
        }
        // equal speeds where the pitch circles touch
        let [r1, r2] = match ratio < 0.0 {
            true => [distance / (1.0 - ratio), -distance * ratio / (1.0 - ratio)],
            false => [distance / (1.0 - ratio).abs(), distance * ratio / (1.0 - ratio).abs()],
        };
        let [n1, n2] = teeth(ratio.abs());
        let towards = between.normalized();
        let wheel = |axle: Axle, contact: Vec3<f64>, teeth: usize, radius: f64, ring: bool, gap: bool| {
            let along = first.along;
            let width = (0.12 * r1.min(r2)).max(1.6 * self.measure.bar);
            let turn = if gap { core::f64::consts::PI / teeth as f64 } else { 0.0 };
            let x = contact.scale(turn.cos()) + along.cross(contact).scale(turn.sin());
            // both gears in the plane of the first
            let at = axle.at - along.scale(along.dot(axle.at - first.at));
            let pose = self.stance.first(axle.link).inverse() * axes(at, along, x);
            let kind = match ring {
                true => solids::ring_gear(teeth, radius, 1.14 * radius, width),
                false => solids::gear(teeth, radius, 0.0, width),
            };
            (axle.link, solid(kind, pose, None))
        };
        Some(match ratio < 0.0 {
            true => vec![wheel(first, towards, n1, r1, false, false), wheel(second, -towards, n2, r2, false, true)],
            // the smaller one is inside; a ring has a gap on its x axis
            false if r1 < r2 => {
                vec![wheel(first, -towards, n1, r1, false, false), wheel(second, -towards, n2, r2, true, false)]
            }
            false => vec![wheel(first, towards, n1, r1, true, false), wheel(second, towards, n2, r2, false, false)],
        })
    }

    /// A rack on a link that slides, and the pinion that drives it.
    fn rack(&self, coupling: &LinearCoupling<f64>, slides: &Slides) -> Option<Placed> {
        let slide = |joint: LinkId| match self.connections[joint.0].movement() {
            Movement::Slide(axis) => Some(axis),
            _ => None,
        };
        // metres per radian
        let (slider, axis, wheel, rate) = match (slide(coupling.joint), slide(coupling.follows)) {
            (Some(axis), None) => (coupling.joint, axis, coupling.follows, coupling.ratio),
            (None, Some(axis)) => (coupling.follows, axis, coupling.joint, 1.0 / coupling.ratio),
            _ => return None,
        };
        let pinion = self.axle(wheel, true)?;
        let [fixed, moving] = &self.connections[slider.0].ends;
        let along = self.stance.place(fixed).rotation.apply(axis).normalized();
        let radius = rate.abs();
        // a screw has its axis along the slide
        if along.dot(pinion.along).abs() > 1e-3 || !(0.5 * self.measure.bar..self.measure.size).contains(&radius) {
            return None;
        }
        let out = along.cross(pinion.along).scale(rate.signum());
        let touch = pinion.at + out.scale(radius);
        let width = 2.0 * self.measure.bar;
        let count = (2.0 * radius / self.measure.bar).clamp(14.0, 40.0).round() as usize;
        let pitch = core::f64::consts::TAU * radius / count as f64;
        let inverse = |link| self.stance.first(link).inverse();
        let wheel_pose = inverse(pinion.link) * axes(pinion.at, pinion.along, out);
        let gear = solid(solids::gear(count, radius, 0.0, width), wheel_pose, None);
        let [least, most] = self.stance.travel(&[fixed.clone(), moving.clone()], axis);
        let now = self.stance.place(moving).position;
        let here = along.dot(now - self.stance.place(fixed).position);
        // what passes the pinion, with some teeth beyond; a gap is at the tooth of the pinion
        let half = |length: f64| ((length + radius) / pitch).ceil() * pitch + 0.5 * pitch;
        let (from, to) = (-half(most - here), half(here - least));
        let place = Pose::new(Mat3::from_columns(along, -out, along.cross(-out)), touch);
        let rack =
            solid(solids::rack(from, to, pitch, 1.5 * self.measure.bar, width), inverse(moving.link) * place, None);
        // from the block of the slide to the back of the rack
        let back = touch + out.scale(self.measure.bar) + along.scale(along.dot(now - touch).clamp(from, to));
        let mut all = vec![(pinion.link, gear), (moving.link, rack)];
        if (back - now).norm() > 2.0 * self.measure.bar && !slides.blocks[slot(moving.link)].is_empty() {
            let [a, b] = [now, back].map(|point| inverse(moving.link).point(point));
            all.push((moving.link, bar(a, b, self.measure.bar)));
        }
        Some(all)
    }
}

/// Numbers of teeth with a ratio: of the first and of the second gear, the second being `ratio` times as large.
fn teeth(ratio: f64) -> [usize; 2] {
    let large = ratio.max(1.0 / ratio);
    let exact = |small: &usize| {
        let other = *small as f64 * large;
        (other - other.round()).abs() < 1e-6 * other
    };
    let small = TEETH.clone().find(exact).unwrap_or(20);
    let pair = [small, (small as f64 * large).round() as usize];
    if ratio >= 1.0 { pair } else { [pair[1], pair[0]] }
}
