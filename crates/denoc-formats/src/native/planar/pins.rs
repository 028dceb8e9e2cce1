//! Pins: where several bodies share a point, each of the others is pinned to the first.

use super::super::section::Section;
use super::Connection;
use super::bodies::Bodies;
use super::points::Points;

/// The pins, in the order of the points. A pin has the name of its point; where several bodies are pinned to the first, that
/// of the point and of the pinned body.
pub(super) fn find(section: &Section, points: &Points, bodies: &Bodies) -> Vec<Connection> {
    let mut pins = Vec::new();
    for (i, point) in points.list.iter().enumerate() {
        let here: Vec<usize> = bodies.with(i).collect();
        let Some((&parent, others)) = here.split_first() else { continue };
        for &child in others {
            let body = &bodies.list[child].name;
            let name = if others.len() == 1 { point.name.clone() } else { format!("{}_{body}", point.name) };
            let place = section.source.place(point.offset);
            pins.push(Connection { name, parent, child, at: point.at, along: None, place });
        }
    }
    pins
}
