//! The commands, one file each.

pub(crate) mod bench;
pub(crate) mod demo;
pub(crate) mod forward;
pub(crate) mod gim;
pub(crate) mod info;
pub(crate) mod inverse;
pub(crate) mod models;
pub(crate) mod opcount;

mod motion;
mod plot;
