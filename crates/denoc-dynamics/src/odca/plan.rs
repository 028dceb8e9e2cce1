//! Nodes with buffers from the partition: where channels start, meet and are closed.

use std::collections::{HashMap, HashSet};

use denoc_math::Real;
use denoc_model::Model;

use super::close::{Channel, Closing, Member};
use super::join::Join;
use super::node::{Kind, Node};
use super::piece::{Attachment, BASE, Event, Piece, Place, Run};
use super::sketch::{PieceSketch, Sketch, sketch};
use crate::loops::Loops;

/// The tree of assemblies of a model.
pub(super) fn plan<T: Real>(model: &Model<T>, loops: Option<&Loops<T>>, grain: usize) -> Node<T> {
    let planner = Planner::new(model, loops);
    planner.piece(sketch(model, grain)).node
}

/// One end of a condition.
#[derive(Copy, Clone)]
enum End {
    /// A wrench on the link.
    Wrench(usize),
    /// A speed of the link's joint.
    Speed(usize),
}

/// A constraint.
#[derive(Copy, Clone)]
struct Condition {
    /// Number of its ends on moving links.
    ends: usize,
    /// Whether one end is on the ground.
    grounded: bool,
    cluster: usize,
}

struct Planner<'a, T> {
    model: &'a Model<T>,
    /// The ends at each link.
    ends: HashMap<usize, Vec<End>>,
    conditions: Vec<Condition>,
    /// Number of conditions of each cluster.
    counts: Vec<usize>,
}

/// A channel on its way inward.
#[derive(Copy, Clone, PartialEq)]
struct Strand {
    slot: usize,
    channel: Channel,
    local: usize,
    /// Number of ends of the constraint that it has collected.
    ends: usize,
}

impl Strand {
    fn member(self) -> Member {
        Member { slot: self.slot, channel: self.channel, local: self.local }
    }
}

/// A node, and how many ends its exported conditions have collected.
struct Planned<T> {
    node: Node<T>,
    ends: Vec<usize>,
}

impl<'a, T: Real> Planner<'a, T> {
    fn new(model: &'a Model<T>, loops: Option<&Loops<T>>) -> Self {
        let mut ends: HashMap<usize, Vec<End>> = HashMap::new();
        let mut conditions = Vec::new();
        let mut cluster_of = vec![0; model.closures().len()];
        for (i, cluster) in model.clusters().iter().enumerate() {
            cluster.closures.iter().for_each(|closure| cluster_of[closure.0] = i);
        }
        let mut counts = vec![0; model.clusters().len()];
        for (i, row) in loops.map_or(&[][..], |loops| loops.rows()).iter().enumerate() {
            let closure = &model.closures()[row.closure.0];
            let [a, b] = closure.links();
            let mut condition =
                Condition { ends: 0, grounded: a.is_none() || b.is_none(), cluster: cluster_of[row.closure.0] };
            counts[condition.cluster] += 1;
            // a closure within one link has no effect
            if a != b {
                let speed = closure.bound_joints().is_some();
                for link in [a, b].into_iter().flatten() {
                    let end = if speed { End::Speed(i) } else { End::Wrench(i) };
                    ends.entry(link.0).or_default().push(end);
                    condition.ends += 1;
                }
            }
            conditions.push(condition);
        }
        Self { model, ends, conditions, counts }
    }

    fn node(&self, sketch: Sketch) -> Planned<T> {
        match sketch {
            Sketch::Piece(piece) => self.piece(piece),
            Sketch::Join(pair) => {
                let on_ground = pair[0].on_ground();
                let [inner, outer] = *pair;
                self.join(self.node(inner), self.node(outer), on_ground)
            }
        }
    }

    /// Whether all ends of a constraint are inside.
    fn complete(&self, channel: Channel, ends: usize, on_ground: bool) -> bool {
        let Channel::Row(row) = channel else { return false };
        let condition = self.conditions[row];
        ends == condition.ends && (on_ground || !condition.grounded)
    }

    /// The cluster whose conditions these are, if they are all of them.
    fn cluster(&self, close: &[Member]) -> Option<usize> {
        let cluster = |member: &Member| match member.channel {
            Channel::Row(row) => Some(self.conditions[row].cluster),
            Channel::Outer(_) => None,
        };
        let first = cluster(close.first()?)?;
        (close.iter().all(|x| cluster(x) == Some(first)) && close.len() == self.counts[first]).then_some(first)
    }

    #[inline(never)]
    fn join(&self, inner: Planned<T>, outer: Planned<T>, on_ground: bool) -> Planned<T> {
        let weight = inner.node.weight + outer.node.weight;
        let mut strands: Vec<Strand> = Vec::new();
        let mut take = |channel: Channel, ends: usize| {
            let known = strands.iter().position(|x| x.channel == channel);
            let slot = known.unwrap_or(strands.len());
            match known {
                Some(i) => strands[i].ends += ends,
                None => strands.push(Strand { slot, channel, local: slot, ends }),
            }
            slot
        };
        let outer_slots = outer.node.exports.iter().zip(&outer.ends).map(|(x, &ends)| take(x.channel, ends)).collect();
        let conditions = inner.node.exports.iter().zip(&inner.ends).skip(6);
        let inner_slots = conditions.map(|(x, &ends)| take(x.channel, ends)).collect();
        let slots = strands.len();
        let (close, keep): (Vec<Strand>, Vec<Strand>) =
            strands.into_iter().partition(|x| self.complete(x.channel, x.ends, on_ground));
        let exports: Vec<Member> = keep.iter().map(|x| x.member()).collect();
        let closing = (!close.is_empty()).then(|| self.closing(&close, exports.clone()));
        let join = Join::new(inner.node, outer.node, inner_slots, outer_slots, slots, closing);
        let ends = keep.iter().map(|x| x.ends).collect();
        Planned { node: Node::new(Kind::Join(Box::new(join)), weight, slots, exports), ends }
    }

    fn closing(&self, close: &[Strand], keep: Vec<Member>) -> Closing<T> {
        let close: Vec<Member> = close.iter().map(|x| x.member()).collect();
        let cluster = self.cluster(&close);
        Closing::new(close, keep, cluster)
    }

    #[inline(never)]
    fn piece(&self, sketch: PieceSketch) -> Planned<T> {
        Script::new(self, &sketch).run(sketch)
    }
}

/// The path of the channels through one piece.
struct Script<'a, 'm, T> {
    planner: &'a Planner<'m, T>,
    piece: Piece<T>,
    on_ground: bool,
    /// The strands at each link, those at the base last.
    live: Vec<Vec<Strand>>,
    free: Vec<usize>,
    slots: usize,
    /// Local numbers of conditions.
    locals: HashMap<usize, usize>,
    first_row: usize,
    /// Ends on links that have acted already.
    taken: HashSet<(usize, usize)>,
    reach: usize,
}

impl<'a, 'm, T: Real> Script<'a, 'm, T> {
    fn new(planner: &'a Planner<'m, T>, sketch: &PieceSketch) -> Self {
        Self {
            planner,
            piece: Piece::new(),
            on_ground: sketch.on_ground,
            live: vec![Vec::new(); sketch.links.len() + 1],
            free: Vec::new(),
            slots: 0,
            locals: HashMap::new(),
            first_row: if sketch.outer.is_some() { 6 } else { 0 },
            taken: HashSet::new(),
            reach: 0,
        }
    }

    fn run(mut self, sketch: PieceSketch) -> Planned<T> {
        let mut weight = sketch.links.len();
        let mut attachments: Vec<(u32, Planned<T>)> =
            sketch.attachments.into_iter().map(|(site, sketch)| (site, self.planner.node(sketch))).collect();
        // outermost first, those of the base last
        attachments.sort_by_key(|(site, _)| core::cmp::Reverse(site.wrapping_add(1)));
        weight += attachments.iter().map(|(_, x)| x.node.weight).sum::<usize>();
        let mut speeds = 0;
        for &(link, parent) in &sketch.links {
            let none = (0, 0);
            let place = Place { link, parent, speed: speeds, reach: 0, live: none, before: none, after: none };
            self.piece.places.push(place);
            let link = &self.planner.model.links()[link as usize];
            self.run_on(speeds as usize, link.v, link.nv);
            speeds += link.nv as u32;
        }
        self.piece.outer = sketch.outer;
        let mut attachments = attachments.into_iter().peekable();
        for at in (0..sketch.links.len()).rev() {
            while let Some((site, planned)) = attachments.next_if(|x| x.0 == at as u32) {
                self.attach(site, planned);
            }
            self.begin(at);
            self.record(at);
            self.arrive(at);
        }
        for (site, planned) in attachments {
            self.attach(site, planned);
        }
        let mut left = self.live.pop().unwrap_or_default();
        left.sort_by_key(|x| match x.channel {
            Channel::Outer(axis) => (0, axis),
            Channel::Row(row) => (1, row),
        });
        let exports = left.iter().map(|x| x.member()).collect();
        let ends = left.iter().map(|x| x.ends).collect();
        self.piece.allocate(speeds as usize, self.reach, self.first_row + self.locals.len());
        Planned { node: Node::new(Kind::Piece(Box::new(self.piece)), weight, self.slots, exports), ends }
    }

    /// Speeds are added to the run that they continue, or begin one.
    fn run_on(&mut self, here: usize, there: usize, count: usize) {
        match self.piece.runs.last_mut() {
            Some(run) if run.there + run.count == there => run.count += count,
            _ => self.piece.runs.push(Run { here, there, count }),
        }
    }

    fn site(&self, site: u32) -> usize {
        if site == BASE { self.live.len() - 1 } else { site as usize }
    }

    fn events(&self) -> u32 {
        self.piece.events.len() as u32
    }

    fn take_slot(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.slots += 1;
            self.slots - 1
        })
    }

    fn local(&mut self, row: usize) -> usize {
        let next = self.first_row + self.locals.len();
        *self.locals.entry(row).or_insert(next)
    }

    /// The strand of a condition at a place, new if there is none.
    fn strand(&mut self, row: usize, at: usize) -> usize {
        let channel = Channel::Row(row);
        if let Some(i) = self.live[at].iter().position(|x| x.channel == channel) {
            return i;
        }
        let (slot, local) = (self.take_slot(), self.local(row));
        self.piece.events.push(Event::Start(slot));
        self.live[at].push(Strand { slot, channel, local, ends: 0 });
        self.live[at].len() - 1
    }

    /// A part that was assembled by itself is added to a link.
    fn attach(&mut self, site: u32, planned: Planned<T>) {
        let at = self.site(site);
        let Planned { node, ends } = planned;
        let mut attachment = Attachment::new(site, node);
        for (export, ends) in attachment.node.exports.iter().zip(ends) {
            let known = self.live[at].iter_mut().find(|x| x.channel == export.channel);
            let (slot, local, new) = match known {
                Some(strand) => {
                    strand.ends += ends;
                    (strand.slot, strand.local, false)
                }
                None => {
                    let row = if let Channel::Row(row) = export.channel { row } else { usize::MAX };
                    let (slot, local) = (self.take_slot(), self.local(row));
                    self.live[at].push(Strand { slot, channel: export.channel, local, ends });
                    (slot, local, true)
                }
            };
            attachment.slots.push((slot, local, new));
        }
        let first = self.events();
        self.settle(at);
        attachment.after = (first, self.events());
        self.piece.attachments.push(attachment);
    }

    /// Channels that start at a link.
    fn begin(&mut self, at: usize) {
        let first = self.events();
        let link = self.piece.places[at].link as usize;
        if self.piece.outer == Some(at as u32) {
            for axis in 0..6 {
                let slot = self.take_slot();
                self.piece.events.extend([Event::Start(slot), Event::Unit(slot, axis)]);
                self.live[at].push(Strand { slot, channel: Channel::Outer(axis), local: axis, ends: 0 });
            }
        }
        let planner = self.planner;
        for &end in planner.ends.get(&link).into_iter().flatten() {
            match end {
                End::Wrench(row) => {
                    if self.taken.insert((row, link)) {
                        let i = self.strand(row, at);
                        self.live[at][i].ends += 1;
                        self.piece.events.push(Event::Wrench { slot: self.live[at][i].slot, row, link });
                    }
                }
                End::Speed(row) => {
                    let i = self.strand(row, at);
                    self.live[at][i].ends += 1;
                    let speed = planner.model.links()[link].v;
                    self.piece.events.push(Event::Speed { slot: self.live[at][i].slot, row, speed, local: 0 });
                }
            }
        }
        self.piece.places[at].before = (first, self.events());
    }

    /// Which channels pass the joint of a link.
    fn record(&mut self, at: usize) {
        let lists = &mut self.piece.lists;
        let live = &self.live[at];
        let start = lists.len().saturating_sub(live.len());
        let same = lists.len() >= live.len()
            && lists[start..].iter().zip(live).all(|(a, b)| (a.slot, a.local) == (b.slot, b.local));
        if !same {
            lists.extend(live.iter().map(|x| x.member()));
        }
        let end = lists.len();
        let place = &mut self.piece.places[at];
        place.live = ((end - live.len()) as u32, end as u32);
        place.reach = self.reach as u32;
        self.reach += live.len() * self.planner.model.links()[place.link as usize].nv;
    }

    /// The channels of a link go to its parent.
    fn arrive(&mut self, at: usize) {
        let first = self.events();
        let parent = self.site(self.piece.places[at].parent);
        let arriving = core::mem::take(&mut self.live[at]);
        if self.live[parent].is_empty() {
            self.live[parent] = arriving;
        } else {
            for strand in arriving {
                match self.live[parent].iter_mut().find(|x| x.channel == strand.channel) {
                    Some(other) => {
                        other.ends += strand.ends;
                        self.piece.events.push(Event::Merge { from: strand.slot, into: other.slot });
                        self.free.push(strand.slot);
                    }
                    None => self.live[parent].push(strand),
                }
            }
        }
        self.settle(parent);
        self.piece.places[at].after = (first, self.events());
    }

    /// Conditions whose last end is at this place are met there.
    fn settle(&mut self, at: usize) {
        let planner = self.planner;
        if planner.conditions.is_empty() || self.live[at].is_empty() {
            return;
        }
        let base = at + 1 == self.live.len();
        if !base {
            let link = self.piece.places[at].link as usize;
            for &end in planner.ends.get(&link).into_iter().flatten() {
                if let End::Wrench(row) = end
                    && let Some(i) = self.live[at].iter().position(|x| x.channel == Channel::Row(row))
                    && self.taken.insert((row, link))
                {
                    self.live[at][i].ends += 1;
                    self.piece.events.push(Event::Wrench { slot: self.live[at][i].slot, row, link });
                }
            }
        }
        let on_ground = base && self.on_ground;
        let complete = |x: &Strand| planner.complete(x.channel, x.ends, on_ground);
        if !self.live[at].iter().any(complete) {
            return;
        }
        let (close, keep): (Vec<Strand>, Vec<Strand>) =
            core::mem::take(&mut self.live[at]).into_iter().partition(complete);
        let members = keep.iter().map(|x| x.member()).collect();
        self.piece.closings.push(planner.closing(&close, members));
        self.piece.events.push(Event::Close(self.piece.closings.len() - 1));
        self.free.extend(close.iter().map(|x| x.slot));
        self.live[at] = keep;
    }
}
