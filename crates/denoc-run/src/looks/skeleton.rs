//! Simple shapes for links that have none: one body that reaches everything attached to the link.

use denoc_math::Vec3;
use denoc_model::{Frame, LinkId, Model};
use denoc_results::SceneShape;

use super::bodies::{dog_leg, mean, several};
use super::cams::cams;
use super::connection::{Connection, Movement, connections};
use super::gears::gears;
use super::lone::lone;
use super::shapes::{DARK, ball, disc};
use super::slides::{Slides, slides};
use super::stance::{Measure, Stance};
use super::toothed::toothed;
use crate::Error;

/// Frames that are the working end of a link.
const TOOLS: [&str; 12] =
    ["tool", "tool0", "tcp", "tip", "hand", "end", "ee", "end_effector", "flange", "foot", "gripper", "wheel_centre"];

/// A place on a link to which something is attached.
#[derive(Copy, Clone, Debug)]
pub(super) struct Site {
    /// In the link frame of the model.
    pub(super) at: Vec3<f64>,
    /// The axis of a pin, in link axes.
    pub(super) axis: Option<Vec3<f64>>,
    /// Whether the pin or ball is drawn with this link; it is drawn once for every joint.
    pub(super) shown: bool,
    /// Whether something is attached there; otherwise it is a frame.
    pub(super) attached: bool,
}

/// What the simple shapes of a model are made from.
pub(crate) struct Skeletons<'m> {
    model: &'m Model,
    pub(super) connections: Vec<Connection<'m>>,
    pub(crate) stance: Stance,
    pub(crate) measure: Measure,
    /// Of the ground, then of the links.
    sites: Vec<Vec<Site>>,
    slides: Slides,
    /// Gears and cams.
    gears: Vec<Vec<SceneShape>>,
}

/// Position in lists that begin with the ground.
pub(crate) fn slot(link: Option<LinkId>) -> usize {
    link.map_or(0, |LinkId(i)| i + 1)
}

impl<'m> Skeletons<'m> {
    /// For the configurations `q`, one after the other.
    pub(crate) fn new(model: &'m Model, q: &[f64]) -> Result<Self, Error> {
        let connections = connections(model);
        let stance = Stance::new(model, q)?;
        let measure = Measure::new(model, &connections, &stance);
        let mut sites = sites(model, &connections);
        add_frames(model, &mut sites, measure);
        let slides = slides(model, &connections, &sites, &stance, measure);
        for (slot, block) in slides.blocks.iter().enumerate().flat_map(|(i, all)| all.iter().map(move |b| (i, b))) {
            sites[slot].push(Site { at: block.position, axis: None, shown: false, attached: true });
        }
        let mut gears = gears(model, &connections, &stance, measure, &slides);
        for (link, shape) in cams(model, &connections, &stance, measure) {
            gears[slot(Some(link))].push(shape);
        }
        for (link, shape) in toothed(model, measure) {
            gears[slot(link)].push(shape);
        }
        Ok(Self { model, connections, stance, measure, sites, slides, gears })
    }

    pub(super) fn model(&self) -> &'m Model {
        self.model
    }

    /// Simple shapes of a link.
    pub(crate) fn of(&self, id: LinkId) -> Vec<SceneShape> {
        let slot = slot(Some(id));
        let (sites, bar) = (&self.sites[slot], self.measure.bar);
        let mut shapes = self.slides.shapes(slot, bar);
        shapes.extend(self.gears[slot].iter().cloned());
        if !self.slides.is_cylinder(slot) {
            // bodies first: the colour of the first shape is that of the link
            shapes.splice(0..0, self.body(id, !shapes.is_empty()));
        }
        for (i, site) in sites.iter().enumerate().filter(|(_, site)| site.shown) {
            let before = &sites[..i];
            if before.iter().any(|other| other.shown && self.measure.same(other.at, site.at)) {
                continue;
            }
            shapes.push(match site.axis {
                Some(axis) => disc(site.at, axis, 0.72 * bar, 3.2 * bar, Some(DARK)),
                None => ball(site.at, 1.35 * bar, Some(DARK)),
            });
        }
        if shapes.is_empty() {
            shapes.push(ball(Vec3::zero(), 1.6 * bar, None));
        }
        shapes
    }

    /// What connects the sites and rails of a link, which may have other shapes already.
    fn body(&self, id: LinkId, is_drawn: bool) -> Vec<SceneShape> {
        let slot = slot(Some(id));
        let sites = &self.sites[slot];
        let places = |attached: bool| sites.iter().filter(move |site| site.attached == attached).map(|site| site.at);
        let all = self.distinct(places(true).chain(places(false)));
        let middle = mean(&all).or_else(|| is_drawn.then(Vec3::zero));
        let rails = self.slides.rails[slot].iter().filter_map(|rail| Some(rail.nearest(middle?)));
        let attached = self.distinct(places(true).chain(rails));
        let ends = self.distinct(attached.iter().copied().chain(places(false)));
        match &ends[..] {
            [] | [_] if is_drawn => Vec::new(),
            // several joints in one place, as in wrists: their pins are the link
            [at] if places(true).count() > 1 => vec![ball(*at, 1.25 * self.measure.bar, None)],
            [] | [_] => lone(self.model, id, &ends, self.measure),
            [one, other] => dog_leg([*one, *other], &self.axes_at(sites, &[*one, *other]), self.measure, id),
            _ => several(&attached, &ends, self.measure, id),
        }
    }

    /// Simple shapes of the ground besides supports: rails and gears.
    pub(super) fn of_ground(&self) -> Vec<SceneShape> {
        let mut shapes = self.slides.shapes(0, self.measure.bar);
        shapes.extend(self.gears[0].iter().cloned());
        shapes
    }

    fn distinct(&self, points: impl IntoIterator<Item = Vec3<f64>>) -> Vec<Vec3<f64>> {
        let mut kept: Vec<Vec3<f64>> = Vec::new();
        for point in points {
            if !kept.iter().any(|other| self.measure.same(*other, point)) {
                kept.push(point);
            }
        }
        kept
    }

    /// The axes of the pins at points.
    fn axes_at(&self, sites: &[Site], points: &[Vec3<f64>]) -> Vec<Option<Vec3<f64>>> {
        let at = |point: &Vec3<f64>| {
            sites.iter().find(|site| site.axis.is_some() && self.measure.same(site.at, *point)).and_then(|s| s.axis)
        };
        points.iter().map(at).collect()
    }
}

/// What is attached to the ground and the links, except along slides.
fn sites(model: &Model, connections: &[Connection<'_>]) -> Vec<Vec<Site>> {
    let mut sites = vec![Vec::new(); model.links().len() + 1];
    for connection in connections {
        let movement = connection.movement();
        for (i, end) in connection.ends.iter().enumerate() {
            let axis = match movement {
                Movement::Turn(axis) => Some(end.pose.rotation.apply(axis)),
                Movement::Slide(_) | Movement::Loose => continue,
                Movement::Fixed | Movement::Ball => None,
            };
            let shown = i == 1 && movement != Movement::Fixed;
            sites[slot(end.link)].push(Site { at: end.pose.position, axis, shown, attached: true });
        }
    }
    let rods = model.closures().iter().filter(|closure| closure.length().is_some()).filter_map(|c| c.ends());
    let springs = model.point_springs().iter().map(|spring| [&spring.from, &spring.to]);
    for end in rods.chain(springs).flatten() {
        sites[slot(end.link)].push(Site { at: end.pose.position, axis: None, shown: true, attached: true });
    }
    sites
}

/// Adds the frames that belong to the body of a link: tools, any frame of a link that is attached in one place only, and all if the
/// description names its points, as planar ones do.
fn add_frames(model: &Model, sites: &mut [Vec<Site>], measure: Measure) {
    let links = model.links().len();
    let alone: Vec<bool> =
        sites.iter().map(|sites| sites.iter().all(|site| measure.same(site.at, sites[0].at))).collect();
    let named =
        || model.frames().iter().enumerate().skip(links + 1).filter_map(|(i, frame)| Some((i, frame, frame.link?)));
    let joint_at = |frame: &Frame<f64>, all: &[Vec<Site>]| {
        let place = frame.pose.position;
        all[slot(frame.link)].iter().any(|site| measure.same(site.at, place))
    };
    let at_joints = named().filter(|(_, frame, _)| joint_at(frame, sites)).count();
    let points = 2 * at_joints > named().count();
    for (i, frame) in model.frames().iter().enumerate() {
        let Some(LinkId(link)) = frame.link else { continue };
        let name = &model.frame_names()[i];
        // the frame of a link in the file is where a DH table ends; elsewhere it is at the joint, or says nothing
        let belongs = alone[link + 1] || (i > links && (points || TOOLS.contains(&name.as_str())));
        if belongs {
            let at = frame.pose.position;
            sites[link + 1].push(Site { at, axis: Some(frame.pose.rotation.z), shown: false, attached: false });
        }
    }
}
