//! Twists, twist-rates, masses, and the effect of every column on the links outward of it.

use denoc_math::{Mat3, Pose, Real, RigidMass, Twist, Vec3};
use denoc_model::joints::{ColumnChange, JointState, Slopes};
use denoc_model::{Joint, LinkId, Model};

use super::buffers::{Body, Column};
use super::{DerivativesBuffers, carried};
use crate::State;
use crate::kinematics::{KinematicsBuffers, MAX_COLUMNS, bracket};

pub(super) fn outward<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    State { q, v }: State<'_, T>,
    a: &[T],
    b: &mut DerivativesBuffers<T>,
) {
    // near the mechanism, even if a floating base is far from the world origin
    let Some(origin) = k.world.first().map(|pose| pose.position) else { return };
    let ground = Twist::new(Vec3::zero(), -model.gravity());
    let mut used = 0;
    for (i, link) in model.links().iter().enumerate() {
        let pose = Pose::new(k.world[i].rotation, k.world[i].position - origin);
        let (carrier, base, mut last) = match link.parent {
            Some(LinkId(j)) => (b.bodies[j].twist, b.bodies[j].rate, b.bodies[j].last),
            None => (Twist::zero(), ground, None),
        };
        let speeds = link.v..link.v + link.nv;
        let (mut joint, mut rate) = (Twist::zero(), base);
        for s in speeds.clone() {
            let motion = moved(pose, k.columns[s]);
            joint = motion.mul_add(v[s], joint);
            let seen = bracket(carrier, motion);
            rate = motion.mul_add(a[s], seen.mul_add(v[s], rate));
            b.columns[s] = Column {
                motion,
                along: seen,
                by_coordinate: bracket(base, motion) + bracket(carrier, seen),
                by_speed: seen + seen, // and (V − V_p) × J, when V is known
                before: last,
            };
            last = Some(s);
        }
        let twist = carrier + joint;
        if link.nv > 1 {
            for column in &mut b.columns[speeds.clone()] {
                column.by_speed += bracket(joint, column.motion);
            }
        }
        let mut slopes = None;
        if link.joint.column_change() != ColumnChange::Constant {
            slopes = Some(used);
            let end = used + link.nv * MAX_COLUMNS;
            if end > b.slopes.len() {
                // the buffers were allocated for a model of the same size with other joints
                b.slopes.resize(end, Twist::zero());
            }
            let (q, v, a) = (&q[link.q..link.q + link.nq], &v[speeds.clone()], &a[speeds.clone()]);
            rate += moved(pose, link.joint.bias(q, v));
            let moves = Moves { pose, both: carrier + twist, q, v, a };
            vary(&link.joint, &k.columns[speeds.clone()], &moves, &mut b.slopes[used..end], &mut b.columns[speeds]);
            used = end;
        }
        let mass = link.mass.to_parent(pose);
        let momentum = mass.apply(twist);
        b.bodies[i] = Body {
            pose,
            twist,
            rate,
            mass,
            turning: turning(mass, twist),
            momentum: momentum.force,
            wrench: mass.apply(rate) + carried(twist, momentum),
            slopes,
            last,
        };
    }
}

/// The motion of a joint whose columns change.
struct Moves<'a, T> {
    pose: Pose<T>,
    /// V_p + V.
    both: Twist<T>,
    q: &'a [T],
    v: &'a [T],
    a: &'a [T],
}

/// Adds b, c and e to its columns; `rows` receives ∂ₘP.
#[inline(never)]
fn vary<T: Real>(
    joint: &Joint<T>,
    in_link: &[Twist<T>],
    moves: &Moves<'_, T>,
    rows: &mut [Twist<T>],
    to: &mut [Column<T>],
) {
    let n = to.len();
    let mut bias = [Twist::zero(); MAX_COLUMNS];
    let at = JointState { q: moves.q, v: moves.v };
    joint.slopes(at, in_link, Slopes { columns: &mut *rows, bias: &mut bias });
    for row in rows.chunks_exact_mut(MAX_COLUMNS) {
        for slope in &mut row[..n] {
            *slope = moved(moves.pose, *slope);
        }
    }
    for (m, column) in to.iter_mut().enumerate() {
        let (mut along, mut change, mut convective) = (Twist::zero(), moved(moves.pose, bias[m]), Twist::zero());
        for l in 0..n {
            let (slope, other) = (rows[m * MAX_COLUMNS + l], rows[l * MAX_COLUMNS + m]);
            along = slope.mul_add(moves.v[l], along); // b
            change = slope.mul_add(moves.a[l], change); // c
            convective = other.mul_add(moves.v[l], convective);
        }
        column.along += along;
        column.by_coordinate += bracket(moves.both, along) + change;
        column.by_speed += along + convective; // e
    }
}

/// A twist of a link, in world axes.
#[inline(always)]
fn moved<T: Real>(pose: Pose<T>, t: Twist<T>) -> Twist<T> {
    let angular = pose.rotation.apply(t.angular);
    Twist::new(angular, pose.rotation.apply_add(t.linear, pose.position.cross(angular)))
}

/// E of a single link.
#[inline(always)]
fn turning<T: Real>(mass: RigidMass<T>, t: Twist<T>) -> Mat3<T> {
    let (w, i, d) = (t.angular, mass.inertia, mass.first_moment);
    let v = t.linear + t.linear;
    let along = d.dot(v);
    let column = |axis: Vec3<T>, d: T, unit: Vec3<T>| v.neg_mul_add(d, w.cross_add(axis, unit));
    let two = |x: T| x + x;
    let o = T::zero();
    Mat3::from_columns(
        column(Vec3::new(i.xx - i.yy - i.zz, two(i.xy), two(i.xz)), d.x, Vec3::new(along, o, o)),
        column(Vec3::new(two(i.xy), i.yy - i.xx - i.zz, two(i.yz)), d.y, Vec3::new(o, along, o)),
        column(Vec3::new(two(i.xz), two(i.yz), i.zz - i.xx - i.yy), d.z, Vec3::new(o, o, along)),
    )
}
