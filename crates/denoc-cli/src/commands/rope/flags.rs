//! Are the numbers of `denoc rope new` possible? Said by flag: there is no file yet that could be cited.

use super::new::{Args, Kind};
use super::taut;
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
            return Err(bad(flag, value, "it must be a finite number above 0"));
        }
    }
    let of_cables = [
        ("--bending-stiffness", args.bending_stiffness),
        ("--torsional-stiffness", args.torsional_stiffness),
        ("--damping", args.damping),
    ];
    for (flag, value) in of_cables.into_iter().chain([("--drag", args.drag), ("--end-mass", args.end_mass)]) {
        if let Some(value) = value.filter(|value| !(*value >= 0.0 && value.is_finite())) {
            return Err(bad(flag, value, "it must be a finite number of at least 0"));
        }
    }
    if args.name.trim().is_empty() {
        return Err(Failure::new("--name: a rope needs a name, such as rope").with_code(Code::BadInput));
    }
    kind(args, &of_cables)?;
    ends(args)
}

/// Only cables resist bending.
fn kind(args: &Args, of_cables: &[(&str, Option<f64>)]) -> Result<(), Failure> {
    let refuse = |words: &str| Err(Failure::new(words).with_code(Code::BadInput));
    if args.kind == Kind::Cable {
        return match args.bending_stiffness {
            Some(value) if value > 0.0 => Ok(()),
            Some(value) => {
                Err(bad("--bending-stiffness", value, "a cable needs a value above 0; a rope has no bending stiffness"))
            }
            None => refuse("--kind cable: a cable resists bending: add --bending-stiffness, such as 0.05 (N m²)"),
        };
    }
    let needless = of_cables.iter().find_map(|(flag, value)| Some((*flag, value.filter(|value| *value != 0.0)?)));
    if let Some((flag, value)) = needless {
        return Err(bad(flag, value, "only a cable has it: add --kind cable, or leave it out"));
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
        let said = point.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
        if point.len() != 3 {
            let rule = format!("{} numbers, but there are three axes: write x,y,z", point.len());
            return Err(bad(flag, said, &rule));
        }
        if point.iter().any(|x| !x.is_finite()) {
            return Err(bad(flag, said, "all three must be finite numbers"));
        }
        if flag == "--direction" && point.iter().all(|x| *x == 0.0) {
            return Err(bad(flag, said, "a direction is not zero: give one such as 0,0,-1"));
        }
    }
    let Some(to) = &args.to else { return Ok(()) };
    let (length, distance) = (args.length, to.iter().fold(0.0_f64, |sum, x| sum.hypot(*x)));
    if distance > length && !taut(length, distance) {
        let rule =
            format!("the rope is {length} m long, but its ends are {distance} m apart: make it longer, or move --to");
        return Err(bad("--length", length, &rule));
    }
    if taut(length, distance) {
        let rule = format!(
            "the rope is taut, its ends are {distance} m apart: rigid links cannot move then, and the tension has no bound; make it \
             longer"
        );
        return Err(bad("--length", length, &rule));
    }
    Ok(())
}

fn bad(flag: &str, value: impl std::fmt::Display, rule: &str) -> Failure {
    Failure::new(format!("{flag} {value}: {rule}")).with_code(Code::BadInput)
}
