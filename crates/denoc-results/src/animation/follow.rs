//! What the camera follows in a scene.

use denoc_math::{Pose, Vec3};

use super::options::Follow;
use crate::{ResultsError, Scene};

/// The bodies whose mean position the camera follows; none if it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Followed(Vec<usize>);

impl Followed {
    pub(super) fn find(scene: &Scene, follow: &Follow) -> Result<Self, ResultsError> {
        let moving = || (0..scene.bodies.len()).filter(|&i| scene.bodies[i].poses.len() > 1);
        Ok(Self(match follow {
            Follow::Nothing => Vec::new(),
            Follow::Middle => moving().collect(),
            Follow::Body(name) => {
                let found = scene.bodies.iter().position(|body| body.name == *name);
                vec![found.ok_or_else(|| unknown(scene, name))?]
            }
        }))
    }

    /// Whether the camera stands.
    pub(super) fn nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// Where it is.
    pub(super) fn position(&self, poses: &[Pose<f64>]) -> Vec3<f64> {
        let sum = self.0.iter().fold(Vec3::zero(), |sum, &i| sum + poses[i].position);
        sum.scale(1.0 / self.0.len().max(1) as f64)
    }
}

fn unknown(scene: &Scene, name: &str) -> ResultsError {
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).take(20).collect();
    ResultsError::Scene {
        part: "follow".into(),
        problem: format!("there is no body \"{name}\"; the bodies are {}", names.join(", ")),
        remedy: "name one of them, or none to follow the middle of all",
    }
}
