//! Keys that the chosen kind of motion or controller does not use: ignored input would be a wrong answer.

use super::{Controller, Motion, Scenario};
use crate::Error;
use crate::error::Kind;

impl Scenario {
    /// Refuses keys that would have no effect; `driven` says whether the caller drives the joints.
    pub(crate) fn check_keys(&self, driven: bool) -> Result<(), Error> {
        let saturate = self.simulate.as_ref().is_some_and(|s| s.saturate);
        if saturate && self.controller.is_none() && !driven {
            return refuse("simulate: saturate needs a controller: nothing drives the joints");
        }
        if self.sweep.is_some() {
            return refuse("the scenario has a [sweep]: run it with `denoc sweep`, or remove that section");
        }
        if let Some(motion) = &self.motion {
            motion.check_keys(self.simulate.is_some())?;
        }
        if let (Some(controller), Some(_)) = (&self.controller, &self.simulate) {
            controller.check_keys(self.motion.is_some())?;
        }
        for load in &self.loads {
            if load.force == [0.0; 3] && load.moment == [0.0; 3] {
                return refuse(&format!("a load on \"{}\" has neither force nor moment: give one", load.link));
            }
        }
        Ok(())
    }
}

impl Motion {
    fn check_keys(&self, simulated: bool) -> Result<(), Error> {
        let path = ["line", "arc"].contains(&self.profile.as_str());
        let trapezoidal = self.profile == "trapezoidal" || self.law.as_deref() == Some("trapezoidal");
        let goes = !path && !["table", "constant"].contains(&self.profile.as_str());
        let given = [
            ("samples", self.samples.is_some(), !simulated),
            ("duration", self.duration.is_some(), self.profile != "table" && self.times.is_none()),
            ("to", self.to.is_some(), goes),
            ("to_configuration", self.to_configuration.is_some(), goes),
            ("via", !self.via.is_empty(), self.profile == "spline"),
            ("times", self.times.is_some(), self.profile == "spline"),
            ("blend", self.blend.is_some(), trapezoidal),
            ("file", self.file.is_some(), self.profile == "table"),
            ("frame", self.frame.is_some(), path),
            ("point", self.point.is_some(), path),
            ("through", self.through.is_some(), self.profile == "arc"),
            ("orientation", self.orientation.is_some(), path),
            ("quaternion", self.quaternion.is_some(), path),
            ("law", self.law.is_some(), path),
        ];
        match given.iter().find(|(_, given, used)| *given && !used) {
            None => Ok(()),
            Some(("duration", ..)) if self.times.is_some() => {
                refuse("motion has \"duration\" and \"times\", which say the same thing: keep one of them")
            }
            Some((key, ..)) => refuse(&format!(
                "motion: \"{key}\" has no meaning for the profile \"{}\" here: remove it",
                self.profile
            )),
        }
    }
}

impl Controller {
    fn check_keys(&self, motion: bool) -> Result<(), Error> {
        let law = self.law.as_str();
        let gains = ["pd", "pid", "gravity", "computed-torque"].contains(&law);
        let leads = gains && !(law == "gravity" && self.kp.is_none() && self.kd.is_none());
        let given = [
            ("kp", self.kp.is_some(), gains),
            ("kd", self.kd.is_some(), gains),
            ("ki", self.ki.is_some(), law == "pid"),
            ("tau", self.tau.is_some(), law == "constant"),
            ("file", self.file.is_some(), law == "table"),
            ("interpolation", self.interpolation.is_some(), law == "table"),
            ("hold", self.hold.is_some(), leads),
        ];
        if let Some((key, ..)) = given.iter().find(|(_, given, used)| *given && !used) {
            return refuse(&format!("controller: \"{key}\" has no meaning for the law \"{law}\": remove it"));
        }
        if motion && !leads {
            return refuse(&format!(
                "the controller \"{law}\" follows no motion{}: remove the motion, or use pd, pid or computed-torque",
                if law == "gravity" { " without gains kp and kd" } else { "" }
            ));
        }
        Ok(())
    }
}

fn refuse(words: &str) -> Result<(), Error> {
    Err(Kind::Scenario(words.to_owned()).into())
}
