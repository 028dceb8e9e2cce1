//! Checks of the options of `denoc rope new`. Messages name the option: there is no file yet whose line could be named.

use denoc_base::number::{six, six_beside};
use denoc_machines::rope::is_taut;

use super::new::{Args, Kind};
use crate::output::{Code, Failure};

/// The largest number of links.
const MOST: i64 = 1_000_000;

pub(super) fn check(args: &Args) -> Result<(), Failure> {
    let least = if args.to.is_some() { 2 } else { 1 };
    if !(least..=MOST).contains(&args.links) {
        let between = if args.to.is_some() { " between two points" } else { "" };
        return Err(bad("--links", args.links, &format!("a rope{between} has from {least} to {MOST} links")));
    }
    for (flag, value) in
        [("--length", args.length), ("--mass-per-length", args.mass_per_length), ("--diameter", args.diameter)]
    {
        if !(value > 0.0 && value.is_finite()) {
            return Err(bad(flag, six(value), "it must be a finite number above 0"));
        }
    }
    let cable_options = [
        ("--bending-stiffness", args.bending_stiffness),
        ("--torsional-stiffness", args.torsional_stiffness),
        ("--damping", args.damping),
    ];
    for (flag, value) in cable_options.into_iter().chain([("--drag", args.drag), ("--end-mass", args.end_mass)]) {
        if let Some(value) = value.filter(|value| !(*value >= 0.0 && value.is_finite())) {
            return Err(bad(flag, six(value), "it must be a finite number of at least 0"));
        }
    }
    if args.name.trim().is_empty() {
        return Err(Failure::new("--name: a rope needs a name, such as rope").with_code(Code::BadInput));
    }
    kind(args, &cable_options)?;
    ends(args)
}

/// Only cables resist bending.
fn kind(args: &Args, cable_options: &[(&str, Option<f64>)]) -> Result<(), Failure> {
    let refuse = |message: &str| Err(Failure::new(message).with_code(Code::BadInput));
    if args.kind == Kind::Cable {
        return match args.bending_stiffness {
            Some(value) if value > 0.0 => Ok(()),
            Some(value) => Err(bad(
                "--bending-stiffness",
                six(value),
                "a cable needs a value above 0; a rope has no bending stiffness",
            )),
            None => refuse("--kind cable: a cable resists bending: add --bending-stiffness, such as 0.05 (N m²)"),
        };
    }
    let needless = cable_options.iter().find_map(|(flag, value)| Some((*flag, value.filter(|value| *value != 0.0)?)));
    if let Some((flag, value)) = needless {
        return Err(bad(flag, six(value), "only a cable has it: add --kind cable, or leave it out"));
    }
    if args.clamped {
        return refuse("--clamped: only a cable can be clamped: add --kind cable, or leave it out");
    }
    Ok(())
}

/// Where it ends, and whether it reaches there.
fn ends(args: &Args) -> Result<(), Failure> {
    for (flag, point) in [("--to", &args.to), ("--direction", &args.direction)] {
        let Some(point) = point else { continue };
        let text = point.iter().map(|x| six(*x)).collect::<Vec<_>>().join(",");
        if point.len() != 3 {
            let rule = format!("{} numbers, but there are three axes: write x,y,z", point.len());
            return Err(bad(flag, text, &rule));
        }
        if point.iter().any(|x| !x.is_finite()) {
            return Err(bad(flag, text, "all three must be finite numbers"));
        }
        if flag == "--direction" && point.iter().all(|x| *x == 0.0) {
            return Err(bad(flag, text, "a direction is not zero: give one such as 0,0,-1"));
        }
    }
    let Some(to) = &args.to else { return Ok(()) };
    let (length, distance) = (args.length, to.iter().fold(0.0_f64, |sum, x| sum.hypot(*x)));
    if distance > length && !is_taut(length, distance) {
        let rule = format!(
            "the rope is {} m long, but its ends are {} m apart: make it longer, or move --to",
            six_beside(length, distance),
            six_beside(distance, length)
        );
        return Err(bad("--length", length, &rule));
    }
    if is_taut(length, distance) {
        let rule = format!(
            "the rope is taut, its ends are {} m apart: rigid links cannot move, and the tension has no bound; make it longer",
            six(distance)
        );
        return Err(bad("--length", length, &rule));
    }
    Ok(())
}

fn bad(flag: &str, value: impl std::fmt::Display, rule: &str) -> Failure {
    Failure::new(format!("{flag} {value}: {rule}")).with_code(Code::BadInput)
}
