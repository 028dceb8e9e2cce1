//! Dense equations of serial arms.
