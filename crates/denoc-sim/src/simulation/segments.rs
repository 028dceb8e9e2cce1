//! Times between which all forces are smooth.

/// The times where steps must end, the end of the run included, in order.
#[derive(Clone, Debug)]
pub(super) struct Segments {
    ends: Vec<f64>,
}

impl Segments {
    pub(super) fn new(mut times: Vec<f64>, end: f64) -> Self {
        // closer times are the same within rounding
        let close = 1e-13 * end;
        times.retain(|t| *t > close && *t < end - close);
        times.sort_by(f64::total_cmp);
        times.dedup_by(|later, earlier| *later - *earlier <= close);
        times.push(end);
        Self { ends: times }
    }

    /// The end of the segment that starts at or contains `t`.
    pub(super) fn end_after(&self, t: f64) -> f64 {
        let next = self.ends.partition_point(|&end| end <= t);
        self.ends.get(next).or(self.ends.last()).copied().unwrap_or(t)
    }

    /// Whether a segment starts at `t`, so that forces may have jumped there.
    pub(super) fn start_at(&self, t: f64) -> bool {
        self.ends.binary_search_by(|end| end.total_cmp(&t)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Segments;

    // oracle: by hand
    #[test]
    fn segments_are_sorted_without_doubles() {
        let s = Segments::new(vec![2.0, 0.0, f64::NEG_INFINITY, 1.0, 1.0 + 1e-15, 7.0, f64::INFINITY, f64::NAN], 3.0);
        assert_eq!(s.ends, [1.0, 2.0, 3.0]);
        assert_eq!([0.0, 0.9, 1.0, 2.5, 3.0].map(|t| s.end_after(t)), [1.0, 1.0, 2.0, 3.0, 3.0]);
        assert_eq!([0.0, 0.9, 1.0, 2.0].map(|t| s.start_at(t)), [false, false, true, true]);
    }
}
