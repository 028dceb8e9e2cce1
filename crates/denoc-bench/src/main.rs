//! Times every algorithm of denoc, alone and against other libraries.
//!
//! One run times all libraries in alternating slices, so that disturbances of the machine affect all of them, and reports the
//! smallest time of each. A model is timed only if the libraries agree on its results. Timings of a user's own model are
//! `denoc bench`; this program is for comparisons by developers. See `--help`:
//!
//! ```text
//! cargo xtask bench            # all algorithms of denoc
//! cargo xtask bench --peers    # beside Pinocchio and dynibo
//! cargo xtask bench --check    # run once and compare results
//! ```

mod agreement;
mod bodies;
mod callgrind;
mod cases;
mod check;
mod dynibo_peer;
mod loops;
mod models;
mod mujoco;
mod options;
mod pinocchio;
mod report;
mod ropes;
mod rounds;
mod simulate;
mod states;
mod synthetic;

use std::cell::RefCell;
use std::process::ExitCode;
use std::rc::Rc;

use clap::Parser;

use agreement::Agreement;
use cases::Case;
use check::Check;
use models::Subject;
use options::{Options, What};
use pinocchio::Pinocchio;
use report::Report;

fn main() -> ExitCode {
    match run(&Options::parse().shortened()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("denoc-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    if let Some(task) = &options.count {
        return callgrind::evaluate(task, options);
    }
    if options.what == What::Loops {
        return loops::run(options);
    }
    if options.what == What::Ropes {
        return ropes::run(options);
    }
    if options.what == What::Simulate {
        return simulate::run(options);
    }
    let names = models::chosen(options)?;
    if options.callgrind {
        return callgrind::count(&names, options);
    }
    let mut report = Report::new(options)?;
    let mut check = Check::default();
    for name in names {
        let subject = models::subject(name, options)?;
        eprintln!("{}: {} degrees of freedom", subject.name, subject.model.nv());
        time(&subject, options, &mut report)?.judge(&subject.name, &mut check);
        if options.json {
            report.print_new_json();
        }
    }
    report.print_table(options.json);
    check.end(options)
}

/// Checks agreement on one model, then times everything on it.
fn time(subject: &Subject, options: &Options, report: &mut Report) -> Result<Agreement, String> {
    let mut cases: Vec<Case> = cases::ours(subject, options.batch());
    let mut agreement = Agreement::default();

    if let Some(program) = &options.peer {
        let peer = Rc::new(RefCell::new(Pinocchio::start(program)?));
        let loaded = peer.borrow_mut().load(subject);
        match loaded {
            Ok(()) => {
                agreement.with_pinocchio(subject, &mut peer.borrow_mut());
                cases.extend(pinocchio::cases(&peer));
            }
            Err(reason) => eprintln!("  pinocchio skipped: {reason}"),
        }
    }
    match dynibo_peer::load(subject) {
        Ok(peer) => {
            agreement.with_dynibo(subject, &peer);
            cases.extend(dynibo_peer::cases(&peer));
        }
        Err(reason) => eprintln!("  dynibo skipped: {reason}"),
    }
    agreement.print();

    rounds::run(&mut cases, options, subject);
    report.add(subject, &cases, &agreement);
    Ok(agreement)
}
