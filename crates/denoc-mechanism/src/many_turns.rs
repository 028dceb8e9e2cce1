//! Angles in degrees where radians are required: they are many turns.

use std::f64::consts::TAU;

use denoc_base::number::six;

/// A note on plain numbers, given by hand for the angles of joints, that are more than a turn; `None` if there are none. `angles`
/// are labels with values in rad.
///
/// ```
/// use denoc_mechanism::many_turns;
///
/// assert_eq!(
///     many_turns([("joint1", 90.0), ("joint2", -1.5)]).as_deref(),
///     Some("joint1 = 90 rad is 14.3239 turns: did you mean \"90 deg\"?")
/// );
/// assert_eq!(many_turns([("joint1", std::f64::consts::TAU)]), None);
/// ```
pub fn many_turns<'a>(angles: impl IntoIterator<Item = (&'a str, f64)>) -> Option<String> {
    let mut beyond = angles.into_iter().filter(|(_, angle)| angle.abs() > TAU * (1.0 + 1e-9));
    let (label, angle) = beyond.next()?;
    let more = beyond.count();
    let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
    let (turns, angle) = (six(angle.abs() / TAU), six(angle));
    Some(format!("{label} = {angle} rad is {turns} turns: did you mean \"{angle} deg\"?{more}"))
}
