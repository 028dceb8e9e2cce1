//! What another format cannot say, in words.

use denoc_model::Description;

/// Collects what is lost; of many things of the same kind the first is named and the others are counted.
#[derive(Default)]
pub(crate) struct Lost {
    list: Vec<(String, String, usize)>,
}

impl Lost {
    /// One more of a kind; `words` are about the first.
    pub(crate) fn say(&mut self, kind: &str, words: String) {
        match self.list.iter_mut().find(|(known, ..)| known == kind) {
            Some((_, _, count)) => *count += 1,
            None => self.list.push((kind.to_owned(), words, 1)),
        }
    }

    /// Rods, cams, rolling wheels, springs between points and of rotations, and drag, which only model files have.
    pub(crate) fn say_constraints(&mut self, d: &Description, format: &str) {
        for c in &d.constraints {
            let kind = c.kind.keyword();
            self.say(kind, format!("{kind} \"{}\" is not part of {format}: motion will differ", c.name));
        }
        for s in &d.springs {
            let what = format!("spring \"{}\" between two points", s.name);
            self.say("point spring", format!("{what} is not part of {format}: motion will differ"));
        }
        for j in d.joints.iter().filter(|j| j.properties.rotation_spring.is_some()) {
            let what = format!("the rotation spring of joint \"{}\"", j.name);
            self.say("rotation spring", format!("{what} is not part of {format}: motion will differ"));
        }
        for l in d.links.iter().filter(|l| l.drag.is_some()) {
            self.say("drag", format!("the drag of link \"{}\" is not part of {format}: motion will differ", l.name));
        }
    }

    pub(crate) fn finish(self) -> Vec<String> {
        let more = |count: usize| if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
        self.list.into_iter().map(|(_, words, count)| words + &more(count)).collect()
    }
}
