//! A cluster as a tree: its columns, inertia matrix and bias, in the axes of its parent link and about the origin of its first
//! joint. With one frame for all, nothing has to be transformed from link to link.

use denoc_math::{ArticulatedMass, Pose, Real, Twist, Vec3};
use denoc_model::Model;

use super::Buffers;
use super::buffers::Scratch;
use crate::kinematics::KinematicsBuffers;

/// The twist of a frame, seen from its parent frame: the inverse of [`Pose::propagate`].
#[inline(always)]
fn outside<T: Real>(pose: &Pose<T>, t: Twist<T>) -> Twist<T> {
    let angular = pose.rotation.apply(t.angular);
    Twist::new(angular, pose.rotation.apply_add(t.linear, pose.position.cross(angular)))
}

#[inline(always)]
pub(super) fn square<T: Real>(x: Vec3<T>) -> T {
    x.dot(x)
}

impl<T: Real> Buffers<T> {
    /// The origin of a cluster's frame, in its parent.
    pub(super) fn origin(&self, k: &KinematicsBuffers<T>, at: usize) -> Vec3<T> {
        k.relative[self.plan.members[self.plan.parts[at].members.start].link].position
    }

    /// Fills the speeds, the inertia matrix, and the composites of a closed cluster.
    pub(super) fn gather(&mut self, model: &Model<T>, k: &KinematicsBuffers<T>, at: usize) {
        let origin = self.origin(k, at);
        let part = &self.plan.parts[at];
        let members = &self.plan.members[part.members.clone()];
        let poses = &mut self.poses[part.members.clone()];
        let speeds = &mut self.speeds[part.speeds.clone()];
        let n = speeds.len();
        let Scratch { composites, etas, sizes, .. } = &mut self.scratch;
        for (here, member) in members.iter().enumerate() {
            let (i, link) = (member.link, &model.links()[member.link]);
            let relative = k.relative[i];
            let pose = match member.parent {
                Some(parent) => poses[parent] * relative,
                None => Pose::new(relative.rotation, relative.position - origin),
            };
            poses[here] = pose;
            for (state, &p) in speeds[member.speed..].iter_mut().zip(&k.columns[link.v..link.v + member.nv]) {
                state.column = outside(&pose, p);
            }
            let state = &self.links[i];
            composites[here] = match member.carries {
                true => state.mass.to_parent(pose),
                false => ArticulatedMass::from(link.mass.to_parent(pose)),
            };
            etas[here] = pose.propagate_back(state.eta);
            let [angular, linear] = state.size;
            sizes[here] = [square(pose.position).mul_add(linear, angular), linear];
        }
        // entries of speeds that are not coupled stay zero
        let mass = &mut self.masses[part.mass..part.mass + n * n];
        for (here, member) in members.iter().enumerate().rev() {
            let rotor = model.links()[member.link].rotor_inertia;
            let (composite, eta, size) = (composites[here], etas[here], sizes[here]);
            for s in member.speed..member.speed + member.nv {
                let p = speeds[s].column;
                let wrench = composite.apply(p);
                speeds[s].wrench = wrench;
                speeds[s].force = p.dot(eta);
                speeds[s].size = square(p.angular).mul_add(size[0], square(p.linear) * size[1]);
                for t in member.speed..s {
                    (mass[s * n + t], mass[t * n + s]) = twice(speeds[t].column.dot(wrench));
                }
                mass[s * n + s] = p.dot(wrench) + rotor;
                let mut inward = member.parent;
                while let Some(place) = inward {
                    let other = &members[place];
                    for t in other.speed..other.speed + other.nv {
                        (mass[s * n + t], mass[t * n + s]) = twice(speeds[t].column.dot(wrench));
                    }
                    inward = other.parent;
                }
            }
            if let Some(parent) = member.parent {
                composites[parent] += composite;
                etas[parent] += eta;
                sizes[parent][0] += size[0];
                sizes[parent][1] += size[1];
            }
        }
    }
}

fn twice<T: Copy>(x: T) -> (T, T) {
    (x, x)
}
