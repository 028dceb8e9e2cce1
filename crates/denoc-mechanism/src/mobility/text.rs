//! A mobility report as text.

use core::fmt;

use super::{Balance, FourBar, Grashof, IdleFreedom, Mobility, Release, Released};

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.motion {
            Released::Rotation(axis) => write!(f, "release rotation about {axis} of joint {}", self.joint),
            Released::Translation(axis) => write!(f, "release translation along {axis} of joint {}", self.joint),
            Released::Condition(number) => write!(f, "leave out condition {number} of {}", self.joint),
        }
    }
}

impl fmt::Display for Grashof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::CrankRocker => "crank-rocker",
            Self::DoubleCrank => "double-crank",
            Self::DoubleRocker => "double-rocker",
            Self::TripleRocker => "triple-rocker",
            Self::ChangePoint => "change-point",
        })
    }
}

impl fmt::Display for FourBar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [side, coupler, other, frame] = &self.links;
        let (class, shortest) = (self.class, &self.shortest);
        write!(
            f,
            "four-bar linkage {frame} - {side} - {coupler} - {other}: {class}, the shortest link is {shortest}; "
        )?;
        match self.class {
            Grashof::CrankRocker => {
                let rocker = if shortest == side { other } else { side };
                write!(f, "{shortest} makes full turns, {rocker} swings")
            }
            Grashof::DoubleCrank => write!(f, "{side} and {other} make full turns"),
            Grashof::DoubleRocker => write!(f, "{side} and {other} swing, {coupler} makes full turns"),
            Grashof::TripleRocker => write!(f, "no link makes full turns"),
            Grashof::ChangePoint => write!(f, "all links can lie in one line, where branches meet"),
        }
    }
}

/// "1 constraint", "2 constraints".
fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {}", plural(what)) }
}

fn plural(what: &str) -> String {
    match what.split_once(" of ") {
        Some((head, tail)) => format!("{head}s of {tail}"),
        None => format!("{what}s"),
    }
}

impl fmt::Display for Mobility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let d = self.degrees_of_freedom;
        writeln!(f, "{}: {}", self.model, count(d, "degree of freedom"))?;
        if self.reachable_coordinates != d {
            let reached = count(self.reachable_coordinates, "independent coordinate");
            writeln!(f, "  wheels roll: {} of speeds, but motions reach {reached}", count(d, "freedom"))?;
        }
        self.idle(f)?;
        if self.shaky > 0 {
            writeln!(f, "  shaky: {} of speeds that lead to no motion", count(self.shaky, "more freedom"))?;
        }
        write!(f, "  counted by Grübler and Kutzbach: {} in space", self.grubler_spatial)?;
        match self.grubler_planar {
            Some(planar) => writeln!(f, ", {planar} in the plane")?,
            None => writeln!(f)?,
        }
        if self.coupled > 0 {
            writeln!(f, "  {} coupled: they follow others", count(self.coupled, "joint"))?;
        }
        if self.conditions > self.coupled {
            let (all, rank) = (count(self.conditions, "condition"), self.rank);
            writeln!(f, "  {all} of the loops, {rank} independent, {} redundant", self.redundant)?;
        }
        self.reactions(f)?;
        self.motors(f)?;
        self.pose(f)?;
        self.four_bars.iter().try_for_each(|four_bar| writeln!(f, "  {four_bar}"))
    }
}

/// More links than this that spin alone are summarised in one line.
const MOST_IDLE: usize = 3;

impl Mobility {
    fn idle(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (alone, mut listed): (Vec<&IdleFreedom>, Vec<&IdleFreedom>) =
            self.idle.iter().partition(|idle| idle.links.len() == 1 && idle.carried.is_empty());
        let mut names: Vec<&str> = alone.iter().flat_map(|idle| &idle.links).map(String::as_str).collect();
        names.dedup();
        match names[..] {
            [first, .., last] if names.len() > MOST_IDLE => {
                let (all, links) = (alone.len(), names.len());
                let links = format!("each of the {links} links {first} … {last}");
                writeln!(f, "  {all} of them are idle: {links} can spin about its axis while all other links rest")?;
            }
            _ => listed = self.idle.iter().collect(),
        }
        listed.iter().try_for_each(|idle| {
            let (links, joints) = (idle.links.join(" and "), idle.joints.join(", "));
            let carrying = match &idle.carried[..] {
                [] => String::new(),
                carried => format!(", carrying {},", carried.join(", ")),
            };
            writeln!(
                f,
                "  one of them is idle: {links} can turn{carrying} while all other links rest (joints {joints})"
            )
        })
    }

    fn reactions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, reaction) in self.indeterminate.iter().enumerate() {
            let mut parts = Vec::new();
            for (what, axes) in [("force", &reaction.forces), ("moment", &reaction.moments)] {
                if !axes.is_empty() {
                    parts.push(format!("{what} {}", axes.join(", ")));
                }
            }
            let axes = if i == 0 { ", in the axes of the joint" } else { "" };
            writeln!(f, "  the reaction at {} is indeterminate{axes}: {}", reaction.joint, parts.join("; "))?;
        }
        if !self.releases.is_empty() {
            writeln!(f, "  determinate, and as mobile as before, with these releases:")?;
        }
        self.releases.iter().try_for_each(|release| writeln!(f, "    {release}"))
    }

    fn motors(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(a) = &self.actuation else {
            return writeln!(f, "  no motors are listed");
        };
        let what = match a.balance {
            Balance::Exact => "as many as needed".to_owned(),
            Balance::Under => format!("under-actuated: {} without control", count(a.uncontrolled, "freedom")),
            Balance::Over => format!("over-actuated: {} more than needed", a.surplus),
            Balance::Both => {
                format!("{} without control, yet {} in excess", count(a.uncontrolled, "freedom"), a.surplus)
            }
        };
        writeln!(f, "  {} ({}): {what}", count(a.motors, "motor"), a.joints.join(", "))?;
        a.powerless
            .iter()
            .try_for_each(|joint| writeln!(f, "  the motor at {joint} moves nothing: its joint is locked"))
    }

    fn pose(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = &self.singularities;
        if s.constraint > 0 {
            let more = count(s.constraint, "more freedom");
            writeln!(f, "  this configuration is singular: {more} for a moment (branches may meet here)")?;
        }
        if s.actuation > 0 {
            writeln!(
                f,
                "  this configuration is singular for the motors: locked, they do not hold {}",
                s.loose.join(", ")
            )?;
        }
        for joint in &s.dead_points {
            writeln!(f, "  dead point: the motor at {joint} cannot start the motion from here")?;
        }
        if !s.at_rest.is_empty() {
            writeln!(f, "  at the end of the stroke: {}", s.at_rest.join(", "))?;
        }
        let numbers = [("conditions", s.smallest_constraint), ("motors", s.smallest_actuation)];
        for (what, value) in numbers {
            if let Some(value) = value {
                writeln!(f, "  smallest singular value of the {what} at this configuration: {value:.3e}")?;
            }
        }
        Ok(())
    }
}
