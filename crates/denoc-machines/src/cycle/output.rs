//! Names and units of outputs.

use denoc_base::number::six;
use denoc_model::Model;
use denoc_model::joints::Unit;

use super::Output;

impl Output {
    /// Its name: that of the joint, or the frame with its direction, such as `tip:x`.
    ///
    /// ```
    /// use denoc_machines::cycle::Output;
    ///
    /// let lift = Output::Frame { frame: "tip".into(), direction: [0.0, 0.0, 1.0] };
    /// assert_eq!(lift.label(), "tip:z");
    /// ```
    pub fn label(&self) -> String {
        match self {
            Self::Joint(name) => name.clone(),
            Self::Frame { frame, direction: [_, 0.0, 0.0] } => format!("{frame}:x"),
            Self::Frame { frame, direction: [0.0, _, 0.0] } => format!("{frame}:y"),
            Self::Frame { frame, direction: [0.0, 0.0, _] } => format!("{frame}:z"),
            Self::Frame { frame, direction } => format!("{frame}:({})", direction.map(six).join(", ")),
        }
    }

    /// The unit of its coordinate: m for frames and sliding joints, rad for others.
    pub fn unit(&self, model: &Model) -> &'static str {
        let Self::Joint(name) = self else { return "m" };
        let joint = match model.closure(name) {
            Ok(closure) => model.closures()[closure.0].cut_joint(),
            Err(_) => model.joint(name).ok().map(|link| &model.links()[link.0].joint),
        };
        match joint.and_then(|joint| joint.q_units().first()) {
            Some(Unit::Length) => "m",
            _ => "rad",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_units() {
        let engine = denoc_formats::catalogue::describe("slider_crank").unwrap().build().unwrap();
        let oblique = Output::Frame { frame: "tip".into(), direction: [1.0, 1.0, 0.0] };
        assert_eq!((oblique.label().as_str(), oblique.unit(&engine)), ("tip:(1, 1, 0)", "m"));
        assert_eq!(Output::Joint("crank_pivot".into()).unit(&engine), "rad");
    }
}
