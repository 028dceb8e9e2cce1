//! The commands, one file each.

pub(crate) mod assemble;
pub(crate) mod balance;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod cycle;
pub(crate) mod demo;
pub(crate) mod fk;
pub(crate) mod forward;
pub(crate) mod growth;
pub(crate) mod ik;
pub(crate) mod info;
pub(crate) mod inverse;
pub(crate) mod matrices;
pub(crate) mod mobility;
pub(crate) mod models;
pub(crate) mod modules;
pub(crate) mod opcount;
pub(crate) mod reproduce;
pub(crate) mod rope;
pub(crate) mod run;
pub(crate) mod simulate;
pub(crate) mod sweep;

mod cycle_args;
mod drawing;
mod info_loops;
mod latex;
mod module_view;
mod motion;
mod outcome;
mod outcomes;
mod reactions;
mod unknown;
pub(crate) mod values;
