use super::Case;

pub(crate) const CASES: &[Case] = &[];
