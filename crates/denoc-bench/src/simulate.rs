//! Work-precision study of simulations: CPU time for final errors of 1e-3, 1e-6 and 1e-9, by denoc and by other libraries.
//!
//! Every library simulates the same machines (`simulate/export.rs` hands them over; accelerations at the start are compared). Each
//! tries its settings from coarse to fine; the cheapest one for each error is then timed again, all libraries in turn.

mod document;
mod export;
mod ladder;
mod library;
mod machine;
mod ours;
mod peer;
mod rows;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::check::Check;
use crate::options::Options;
use ladder::{TARGETS, best};
use library::Library;
use machine::Machine;
use ours::Ours;
use peer::{PEERS, Peer};
use rows::{Curve, Study};

/// Shorter runs are repeated until they take this long, s.
const SLICE: f64 = 0.02;
/// Runs that take longer than this, s, are not repeated: they vary little.
const LONG: f64 = 0.5;
/// Time for the rounds of a machine.
const ROUNDS: Duration = Duration::from_secs(30);
/// Largest difference of accelerations at the start of a tree, relative to the largest one.
const SAME_TREE: f64 = 1e-9;
/// The same with loops, whose closures some libraries soften or damp.
const SAME_LOOPS: f64 = 1e-6;
/// Largest difference of our reference solution from that of Pinocchio with SciPy.
const SAME_END: f64 = 2e-10;

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let mut peers = start(options)?;
    let (mut study, mut check) = (Study::default(), Check::default());
    for machine in machine::all(&options.models)? {
        let mut ours = Ours::new(&machine);
        let reference = ours.reference().map_err(|error| format!("{}: {error}", machine.name))?;
        let loops = if machine.has_loops() { ", loops" } else { "" };
        let moved = reference.iter().zip(&machine.q).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        let (speeds, duration) = (machine.model.nv(), machine.duration);
        eprintln!("{}: {speeds} speeds{loops}, coordinates change by up to {moved:.1} in {duration} s", machine.name);
        let mut libraries: Vec<&mut dyn Library> = vec![&mut ours];
        for peer in load(&machine, &mut peers, &mut check)? {
            libraries.push(peer);
        }
        if let Some(peer) = libraries.get_mut(1).filter(|peer| peer.name() == PEERS[0].0) {
            cross_check(&machine, *peer, &reference, &mut check);
        }
        if options.check {
            check_once(&machine, &mut libraries, &reference, &mut check);
            continue;
        }
        let first = study.curves.len();
        study.curves.extend(compare(&machine, &mut libraries, &reference, options));
        study.curves[first].setup = Some(ours.setup()?);
        if options.json {
            study.json(first).iter().for_each(|row| println!("{row}"));
        }
    }
    if !options.check {
        let versions: Vec<&str> = peers.iter().map(|peer| peer.version.as_str()).collect();
        document::print(&study, &versions, options)?;
    }
    check.end(options)
}

/// All peers whose packages are installed.
fn start(options: &Options) -> Result<Vec<Peer>, String> {
    let Some(python) = &options.python else {
        eprintln!("denoc alone: other libraries need a Python that has them (`cargo xtask bench simulate --peers`)");
        return Ok(Vec::new());
    };
    PEERS.into_iter().map(|peer| Peer::start(python, peer)).collect()
}

/// Hands the machine to all peers and compares accelerations at the start. Returns the peers that can simulate it.
fn load<'p>(machine: &Machine, peers: &'p mut [Peer], check: &mut Check) -> Result<Vec<&'p mut Peer>, String> {
    let (exported, ours) = (export::export(machine)?, ours::accelerations(machine)?);
    let size = ours.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
    let bound = if machine.has_loops() { SAME_LOOPS } else { SAME_TREE };
    let mut able = Vec::new();
    for peer in peers {
        let theirs = match peer.load(&exported) {
            Ok(theirs) if theirs.len() == ours.len() => theirs,
            Ok(theirs) => return Err(format!("{} accelerations instead of {}", theirs.len(), ours.len())),
            Err(reason) => {
                eprintln!("  {} skipped: {reason}", peer.name());
                check.add(format!("{} by {}: {reason}; it", machine.name, peer.name()), f64::NAN, bound);
                continue;
            }
        };
        // NaN: a joint whose speeds are not the rates of its coordinates, so that conventions differ
        let pairs = || ours.iter().zip(&theirs).filter(|(_, b)| !b.is_nan());
        let (compared, bound) = (pairs().count(), peer.bound(bound));
        let largest = pairs().fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / size;
        let difference = if compared == 0 { f64::NAN } else { largest };
        eprintln!("  {}: {compared} accelerations at the start agree to {difference:.0e}", peer.name());
        check.add(format!("{} by {}: difference of accelerations", machine.name, peer.name()), difference, bound);
        if difference <= bound {
            able.push(peer);
        } else {
            eprintln!("!!! {} skipped: accelerations differ by more than {bound:.0e}", peer.name());
        }
    }
    Ok(able)
}

/// With `--check`: one run of the first method.
fn check_once(machine: &Machine, libraries: &mut [&mut dyn Library], reference: &[f64], check: &mut Check) {
    for library in libraries {
        let Some(method) = library.methods().first().cloned() else { continue };
        let end = library.run(&method.name, method.check, 1);
        let error = end.map_or_else(
            |reason| {
                eprintln!("  {} failed: {reason}", library.name());
                f64::NAN
            },
            |end| machine.error(&end.q, reference),
        );
        eprintln!("  {} ({}, {} {:.0e}): error {error:.0e}", library.name(), method.name, method.kind, method.check);
        let bound = if machine.has_loops() { 2e-2 } else { 1e-4 };
        check.add(format!("{} by {}: final error", machine.name, library.name()), error, bound);
    }
}

/// Tries all settings, then times the chosen ones again, in turn.
fn compare(machine: &Machine, libraries: &mut [&mut dyn Library], reference: &[f64], options: &Options) -> Vec<Curve> {
    let mut curves = Vec::new();
    for library in libraries.iter_mut() {
        let start = Instant::now();
        let points = ladder::climb(*library, |q| machine.error(q, reference));
        let found = best(&points).map_or(f64::NAN, |point| point.error);
        let took = start.elapsed().as_secs_f64();
        eprintln!("  {}: {} settings in {took:.1} s, smallest error {found:.0e}", library.name(), points.len());
        curves.push(Curve { model: machine.name, library: library.name().to_owned(), points, setup: None });
    }
    let chosen: Vec<BTreeSet<usize>> =
        curves.iter().map(|c| TARGETS.iter().filter_map(|&t| ladder::cheapest(&c.points, t)).collect()).collect();
    let start = Instant::now();
    for round in 0..options.rounds.unwrap_or(if options.quick { 2 } else { 7 }).max(1) {
        if round > 0 && start.elapsed() > ROUNDS {
            eprintln!("  stopped after {round} rounds");
            break;
        }
        for ((library, curve), chosen) in libraries.iter_mut().zip(&mut curves).zip(&chosen) {
            for &i in chosen {
                let point = &mut curve.points[i];
                if point.cpu > LONG {
                    continue;
                }
                let repeat = (SLICE / point.cpu).ceil().clamp(1.0, 200.0) as usize;
                if let Ok(run) = library.run(&point.method, point.setting, repeat) {
                    point.cpu = point.cpu.min(run.cpu);
                }
            }
        }
    }
    curves
}

/// Compares our reference solution with that of the first peer at its finest setting.
fn cross_check(machine: &Machine, peer: &mut dyn Library, reference: &[f64], check: &mut Check) {
    let Some(method) = peer.methods().first().cloned() else { return };
    let finest = method.settings.last().copied().unwrap_or(method.check);
    let end = peer.run(&method.name, finest, 1);
    let difference = end.map_or(f64::NAN, |end| machine.error(&end.q, reference));
    let (name, what) = (peer.name(), format!("{} {finest:.0e}", method.name));
    eprintln!("  reference: {difference:.0e} from {name} ({what})");
    if difference.is_nan() || difference > SAME_END {
        eprintln!("!!! {}: THE REFERENCE SOLUTION IS NOT CONFIRMED", machine.name);
    }
    check.add(format!("{} by {name}: difference of the reference solution", machine.name), difference, SAME_END);
}
