//! The quantities of a state: names and units of their entries.
//!
//! ```
//! use denoc_mechanism::quantity::{Entries, Quantity};
//! let arm = denoc_formats::catalogue::describe("stanford")?.build()?;
//! let tau = Entries::new(&arm, Quantity::Tau);
//! assert_eq!((tau.column(2).as_str(), tau.units[2]), ("tau[joint3]", "N")); // the third joint slides
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use denoc_model::joints::Unit;
use denoc_model::{Link, LinkId, Model, names};

/// What a vector of a state measures.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Coordinates.
    Q,
    /// Speeds.
    V,
    /// Accelerations.
    A,
    /// Joint forces and torques.
    Tau,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Q, Self::V, Self::A, Self::Tau];

    /// The letter for it in headers and files.
    pub fn symbol(self) -> &'static str {
        ["q", "v", "a", "tau"][self as usize]
    }

    /// The quantity of this symbol.
    pub fn of(symbol: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|x| x.symbol() == symbol)
    }

    fn units(self, link: &Link<f64>) -> &'static [Unit] {
        if self == Self::Q { link.joint.q_units() } else { link.joint.v_units() }
    }

    fn range(self, link: &Link<f64>) -> Range<usize> {
        if self == Self::Q { link.q..link.q + link.nq } else { link.v..link.v + link.nv }
    }

    /// The SI unit of an entry whose coordinate has this unit.
    pub fn unit(self, unit: Unit) -> &'static str {
        match (self, unit) {
            (Self::Q, Unit::Angle) => "rad",
            (Self::Q, Unit::Length) => "m",
            (Self::V, Unit::Angle) => "rad/s",
            (Self::V, Unit::Length) => "m/s",
            (Self::A, Unit::Angle) => "rad/s²",
            (Self::A, Unit::Length) => "m/s²",
            (Self::Tau, Unit::Angle) => "N m",
            (Self::Tau, Unit::Length) => "N",
            (_, Unit::Quaternion) => "1",
        }
    }
}

/// The entries of one quantity of a model.
#[derive(Debug)]
pub struct Entries {
    /// The quantity.
    pub quantity: Quantity,
    /// The joint's name, and the component where it has several (`floating_base.x`).
    pub labels: Vec<String>,
    /// SI units, in the order of the labels.
    pub units: Vec<&'static str>,
    /// Names and entries of the joints of the tree.
    joints: Vec<(String, Range<usize>)>,
    /// Names that select entries: labels, names of joints, and the index of the entry (`q[0]`); made when first needed.
    index: OnceLock<HashMap<String, Range<usize>>>,
    /// Joints where loops are cut.
    cut: Vec<String>,
}

impl Entries {
    /// The entries of a quantity of this model.
    pub fn new(model: &Model, quantity: Quantity) -> Self {
        let (mut labels, mut units, mut joints) = (Vec::new(), Vec::new(), Vec::with_capacity(model.links().len()));
        for (link, joint) in model.links().iter().zip(model.joint_names()) {
            let (range, unit_kinds) = (quantity.range(link), quantity.units(link));
            match range.len() {
                1 => labels.push(joint.clone()),
                _ => {
                    let components = components(link.joint.q_units(), unit_kinds).into_iter();
                    labels.extend(components.map(|component| format!("{joint}.{component}")));
                }
            }
            units.extend(unit_kinds.iter().map(|&unit| quantity.unit(unit)));
            joints.push((joint.clone(), range));
        }
        Self { quantity, labels, units, joints, index: OnceLock::new(), cut: model.closure_names().to_vec() }
    }

    fn make_index(&self) -> HashMap<String, Range<usize>> {
        let one = |i: usize| i..i + 1;
        let labels = self.labels.iter().enumerate().map(|(i, label)| (label.clone(), one(i)));
        let numbers = (0..self.labels.len()).map(|i| (format!("{}[{i}]", self.quantity.symbol()), one(i)));
        labels.chain(self.joints.iter().cloned()).chain(numbers).collect()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The entries of a label, a joint or a number in brackets.
    pub fn find(&self, name: &str) -> Option<Range<usize>> {
        self.index.get_or_init(|| self.make_index()).get(name).cloned()
    }

    /// The joints of the tree, by the links they move, with their entries.
    pub fn joints(&self) -> impl Iterator<Item = (LinkId, Range<usize>)> + '_ {
        self.joints.iter().enumerate().map(|(i, (_, range))| (LinkId(i), range.clone()))
    }

    /// The joint of the tree that an entry belongs to.
    pub fn owner(&self, model: &Model, entry: usize) -> Option<LinkId> {
        model.links().iter().position(|link| self.quantity.range(link).contains(&entry)).map(LinkId)
    }

    /// Whether a joint of this name is where a loop is cut: it has no entries of its own.
    pub fn is_cut(&self, name: &str) -> bool {
        self.cut.iter().any(|cut| cut == name)
    }

    /// The most similar name.
    pub fn nearest(&self, name: &str) -> Option<String> {
        // z of a speed is vz rather than wz
        let speed = name.rsplit_once('.').map(|(joint, component)| format!("{joint}.v{component}"));
        match speed.filter(|word| self.labels.contains(word)) {
            Some(word) => Some(word),
            None => names::nearest(name, self.labels.iter().map(String::as_str)),
        }
    }

    /// The label in a header: `tau[joint1]`.
    pub fn column(&self, i: usize) -> String {
        format!("{}[{}]", self.quantity.symbol(), self.labels[i])
    }

    /// The labels in order, the first ones of many.
    pub fn in_order(&self) -> String {
        const MOST: usize = 12;
        let more = if self.labels.len() > MOST { ", …" } else { "" };
        self.labels.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ") + more
    }
}

/// Labels for the entries of a joint, from what they measure.
fn components(coordinates: &[Unit], units: &[Unit]) -> Vec<String> {
    let count = |unit| units.iter().filter(|&&u| u == unit).count();
    let (angles, lengths) = (count(Unit::Angle), count(Unit::Length));
    let turning = coordinates.contains(&Unit::Quaternion);
    let mut seen = [0; 3];
    let word = |&unit: &Unit| {
        let k = seen[unit as usize];
        seen[unit as usize] += 1;
        match unit {
            Unit::Quaternion => ["qx", "qy", "qz", "qw"][k % 4].into(),
            Unit::Angle if turning => ["wx", "wy", "wz"][k % 3].into(),
            Unit::Angle if angles == 1 => "angle".into(),
            Unit::Angle => format!("angle{}", k + 1),
            Unit::Length if turning && units.len() != coordinates.len() => ["vx", "vy", "vz"][k % 3].into(),
            Unit::Length if lengths == 1 => "length".into(),
            Unit::Length if lengths <= 3 => ["x", "y", "z"][k % 3].into(),
            Unit::Length => format!("length{}", k + 1),
        }
    };
    units.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_can_be_called_by_label_joint_and_number() {
        let model = denoc_formats::catalogue::describe("puma").unwrap().floating().build().unwrap();
        let q = Entries::new(&model, Quantity::Q);
        assert_eq!(q.labels[..8].join(" "), {
            let base = ["x", "y", "z", "qx", "qy", "qz", "qw"].map(|c| format!("floating_base.{c}"));
            format!("{} joint1", base.join(" "))
        });
        for (name, range) in [("floating_base", 0..7), ("floating_base.qw", 6..7), ("q[6]", 6..7), ("q[7]", 7..8)] {
            assert_eq!(q.find(name), Some(range));
        }
        for name in ["joint7", "7", "floating_base.6", "v[0]"] {
            assert_eq!(q.find(name), None);
        }
        let v = Entries::new(&model, Quantity::V);
        assert_eq!(v.nearest("floating_base.z").as_deref(), Some("floating_base.vz"));
        assert_eq!(Entries::new(&model, Quantity::Tau).units[2..4], ["N m", "N"]);
        assert_eq!(Entries::new(&model, Quantity::V).labels[3], "floating_base.vx");
    }

    #[test]
    fn components_have_words() {
        use Unit::{Angle, Length};
        assert_eq!(components(&[Angle, Length], &[Angle, Length]), ["angle", "length"]);
        assert_eq!(components(&[Length, Length, Angle], &[Length, Length, Angle]), ["x", "y", "angle"]);
        assert_eq!(components(&[Angle; 3], &[Angle; 3]), ["angle1", "angle2", "angle3"]);
    }
}
