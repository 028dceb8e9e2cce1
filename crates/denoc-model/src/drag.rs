//! Drag of a still medium on a link.

use denoc_math::{Pose, Vec3};

/// Linear drag on the absolute motion of a link: the force −linear · v at a point of the link and the moment −angular · ω, or
/// −angular · (1 − a aᵀ) ω if rotation about an axis a is not damped. Like joint springs and friction, drag is not part of
/// inverse and forward dynamics; simulations add it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Drag {
    /// Force per velocity of the point where it acts, N s/m.
    pub linear: f64,
    /// Moment per angular velocity, N m s/rad.
    pub angular: f64,
    /// Point of action in the link frame, m; `None`: the mass centre.
    pub center: Option<Vec3<f64>>,
    /// Axis in the link frame about which rotation is not damped, of any length but zero; `None`: all rotation is damped.
    pub axis: Option<Vec3<f64>>,
}

impl Drag {
    /// Isotropic drag at the mass centre.
    pub const fn new(linear: f64, angular: f64) -> Self {
        Self { linear, angular, center: None, axis: None }
    }

    /// Drag of a straight thin line between two distinct points, each element ds of which feels the force −`per_length` ds v.
    ///
    /// ```
    /// use denoc_math::Vec3;
    /// use denoc_model::Drag;
    ///
    /// let rod = Drag::of_line(0.5, [Vec3::zero(), Vec3::new(6.0, 0.0, 0.0)]);
    /// assert_eq!((rod.linear, rod.angular), (3.0, 9.0));
    /// assert_eq!(rod.center, Some(Vec3::new(3.0, 0.0, 0.0)));
    /// ```
    pub fn of_line(per_length: f64, [start, end]: [Vec3<f64>; 2]) -> Self {
        let along = end - start;
        let length = along.norm();
        Self {
            linear: per_length * length,
            angular: per_length * length * length * length / 12.0,
            center: Some((start + end).scale(0.5)),
            axis: Some(along.map(|x| x / length)),
        }
    }

    /// The drag in the parent of the link frame, with a unit axis.
    pub(crate) fn to_parent(self, pose: Pose<f64>) -> Self {
        // squares of very long or short ones overflow or vanish
        let unit = |axis: Vec3<f64>| axis.map(|x| x / largest(axis)).normalized();
        Self {
            center: self.center.map(|center| pose.point(center)),
            axis: self.axis.map(|axis| pose.rotation.apply(unit(axis))),
            ..self
        }
    }

    /// The first invalid number: its name, its value, the rule.
    pub(crate) fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        for (what, value) in [("linear drag", self.linear), ("angular drag", self.angular)] {
            if !(value >= 0.0 && value.is_finite()) {
                return Some((what, value, "it must be a finite number of at least 0"));
            }
        }
        let entries = |vector: Option<Vec3<f64>>| vector.into_iter().flat_map(Vec3::to_array);
        for (what, vector) in
            [("a coordinate of the centre of drag", self.center), ("an entry of the axis of drag", self.axis)]
        {
            if let Some(value) = entries(vector).find(|x| !x.is_finite()) {
                return Some((what, value, "it must be a finite number"));
            }
        }
        let empty = self.axis.map(largest).filter(|&size| size == 0.0);
        empty.map(|size| ("the length of the axis of drag", size, "give a direction, or no axis"))
    }
}

fn largest(vector: Vec3<f64>) -> f64 {
    vector.to_array().iter().fold(0.0, |most, x| most.max(x.abs()))
}

#[cfg(test)]
mod tests {
    use denoc_math::Mat3;

    use super::*;
    use crate::{Description, Joint, LinkId, MassProperties};

    /// A bar whose joint frame is displaced from its link frame and rotated by 90° about z.
    fn bar(drag: Drag) -> Description {
        let at = Pose::new(Mat3::rotation(Vec3::unit(2), 1.0, 0.0), Vec3::new(1.0, 2.0, 3.0));
        let bar = Description::new("bar").link("bar", MassProperties::sphere(1.0, 0.1)).drag(drag);
        bar.joint("joint", "ground", "bar", Joint::spherical(), Pose::identity()).child_origin(at)
    }

    // oracle: by hand: from (1, 2, 3), with x along y of the link and y along −x
    #[test]
    fn a_model_has_it_in_the_frame_at_the_joint() {
        let drag = Drag {
            center: Some(Vec3::new(1.5, 2.0, 3.0)),
            axis: Some(Vec3::new(0.0, 3e200, 4e200)),
            ..Drag::new(1.0, 2.0)
        };
        let found = bar(drag).build().unwrap().drag(LinkId(0)).unwrap();
        assert!((found.center.unwrap() - Vec3::new(0.0, -0.5, 0.0)).norm() < 1e-15);
        assert!((found.axis.unwrap() - Vec3::new(0.6, 0.0, 0.8)).norm() < 1e-15);
        let plain = Drag::new(1.0, 2.0);
        assert_eq!(bar(plain).build().unwrap().drag(LinkId(0)), Some(plain));
    }

    // oracle: the message text
    #[test]
    fn bad_numbers_are_refused() {
        let message = |drag: Drag| bar(drag).build().unwrap_err().to_string();
        let good = Drag::new(1.0, 2.0);
        let center = Drag { center: Some(Vec3::new(0.0, f64::NAN, 0.0)), ..good };
        assert_eq!(
            message(center),
            "link \"bar\": a coordinate of the centre of drag is NaN; it must be a finite number"
        );
        let axis = |axis: Vec3<f64>| Drag { axis: Some(axis), ..good };
        let endless = message(axis(Vec3::new(0.0, 0.0, f64::INFINITY)));
        assert_eq!(endless, "link \"bar\": an entry of the axis of drag is inf; it must be a finite number");
        let empty = message(axis(Vec3::zero()));
        assert_eq!(empty, "link \"bar\": the length of the axis of drag is 0; give a direction, or no axis");
    }
}
