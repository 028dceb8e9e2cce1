//! What another format cannot say, in words.

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

    pub(crate) fn finish(self) -> Vec<String> {
        let more = |count: usize| if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
        self.list.into_iter().map(|(_, words, count)| words + &more(count)).collect()
    }
}
