//! Refuses keys that the chosen trajectory or control law does not use: ignoring them would give wrong results.

use denoc_sim::controllers::{CONTROLLERS, ControllerInfo, Setting};

use super::{ControllerSpec, MotionSpec, Scenario};
use crate::Error;
use crate::error::scenario_error;

impl Scenario {
    /// Refuses keys that would have no effect; `driven`: the caller provides a controller.
    pub(crate) fn check_keys(&self, driven: bool) -> Result<(), Error> {
        let saturate = self.simulate.as_ref().is_some_and(|s| s.saturate);
        if saturate && self.controller.is_none() && !driven {
            return Err(scenario_error("simulate.saturate", "there is no controller to saturate", "add [controller]"));
        }
        if self.sweep.is_some() {
            return Err(scenario_error(
                "sweep",
                "this is the scenario of a sweep",
                "run it with `denoc sweep`, or remove this section",
            ));
        }
        if let Some(motion) = &self.motion {
            motion.check_keys(self.simulate.is_some())?;
        }
        if let (Some(controller), Some(_)) = (&self.controller, &self.simulate) {
            controller.check_keys(self.motion.is_some())?;
        }
        for load in &self.loads {
            if load.force == [0.0; 3] && load.moment == [0.0; 3] {
                let rule = format!("the load on \"{}\" has neither force nor moment", load.link);
                return Err(scenario_error("load", rule, "give one of them"));
            }
        }
        Ok(())
    }
}

impl MotionSpec {
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
                Err(scenario_error("motion.duration", "\"times\" gives the duration already", "keep one of them"))
            }
            Some(("samples", ..)) if simulated => Err(scenario_error(
                "motion.samples",
                "a simulation does not use this key",
                "set simulate.output_step instead",
            )),
            Some((key, ..)) => Err(scenario_error(
                &format!("motion.{key}"),
                format!("the profile \"{}\" does not use this key", self.profile),
                "remove it",
            )),
        }
    }
}

impl ControllerSpec {
    fn check_keys(&self, motion: bool) -> Result<(), Error> {
        let (law, info) = (self.law.as_str(), ControllerInfo::find(&self.law)?);
        let settings = [
            (Setting::Kp, self.kp.is_some()),
            (Setting::Kd, self.kd.is_some()),
            (Setting::Ki, self.ki.is_some()),
            (Setting::Tau, self.tau.is_some()),
            (Setting::File, self.file.is_some()),
            (Setting::Interpolation, self.interpolation.is_some()),
            (Setting::Hold, self.hold.is_some()),
            (Setting::Frequency, self.frequency.is_some()),
            (Setting::Phase, self.phase.is_some()),
        ];
        let given: Vec<Setting> =
            settings.into_iter().filter(|(_, given)| *given).map(|(setting, _)| setting).collect();
        let follows = (info.follows)(&given);
        let used = |setting: &Setting| info.settings.contains(setting) && (follows || *setting != Setting::Hold);
        if let Some(setting) = given.iter().find(|setting| !used(setting)) {
            let key = format!("controller.{}", setting.key());
            return Err(scenario_error(&key, format!("the law \"{law}\" does not use this key"), "remove it"));
        }
        if motion && !follows {
            let others: Vec<&str> = CONTROLLERS.iter().filter(|c| (c.follows)(&[])).map(|c| c.keyword).collect();
            let without = if (info.follows)(info.settings) { " without gains kp and kd" } else { "" };
            return Err(scenario_error(
                "controller.law",
                format!("the law \"{law}\"{without} tracks no trajectory"),
                format!("remove [motion], or use one of {}", others.join(", ")),
            ));
        }
        Ok(())
    }
}
