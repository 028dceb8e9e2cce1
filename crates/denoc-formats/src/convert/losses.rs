//! Parts of a mechanism that a format cannot represent.

use denoc_model::{Description, RotationSpring};

/// Collects messages about losses; of several losses of the same kind, the first is described and the others are counted.
#[derive(Default)]
pub(crate) struct Losses {
    list: Vec<Loss>,
}

struct Loss {
    kind: String,
    /// Message about the first one.
    message: String,
    count: usize,
}

impl Losses {
    /// Adds a loss; the message of the first one of a kind is kept.
    pub(crate) fn add(&mut self, kind: &str, message: String) {
        match self.list.iter_mut().find(|loss| loss.kind == kind) {
            Some(loss) => loss.count += 1,
            None => self.list.push(Loss { kind: kind.to_owned(), message, count: 1 }),
        }
    }

    /// Adds rods, cams, rolling wheels, springs between points and drag, which only model files support.
    pub(crate) fn add_constraints(&mut self, d: &Description, format: &str) {
        for c in &d.constraints {
            let kind = c.kind.keyword();
            self.add(kind, format!("{kind} \"{}\" cannot be written as {format}: the motion will differ", c.name));
        }
        for s in &d.springs {
            let what = format!("spring \"{}\" between two points", s.name);
            self.add("point spring", format!("{what} cannot be written as {format}: the motion will differ"));
        }
        for l in d.links.iter().filter(|l| l.drag.is_some()) {
            self.add(
                "drag",
                format!("the drag of link \"{}\" cannot be written as {format}: the motion will differ", l.name),
            );
        }
    }

    /// Adds the rotation springs that a format cannot represent.
    pub(crate) fn add_rotation_springs(
        &mut self,
        d: &Description,
        format: &str,
        lost: impl Fn(&RotationSpring) -> bool,
    ) {
        for j in d.joints.iter().filter(|j| j.properties.rotation_spring.as_ref().is_some_and(&lost)) {
            let what = format!("the rotation spring of joint \"{}\"", j.name);
            self.add("rotation spring", format!("{what} cannot be written as {format}: the motion will differ"));
        }
    }

    pub(crate) fn finish(self) -> Vec<String> {
        let text = |Loss { message, count, .. }| match count {
            1 => message,
            _ => format!("{message} (and {} more)", count - 1),
        };
        self.list.into_iter().map(text).collect()
    }
}
