//! Inspection of one module.

use denoc_math::{ArticulatedMass, Mat3, Pose, Real, Twist, Vec3, Wrench};
use denoc_model::{LinkId, Model};

use super::blocks::{self, Blocks};
use super::{ModuleId, ModuleInfo};
use crate::{DynamicsError, Loads, Matrix, Position, State, Udut, Workspace};

/// All quantities of one module in one state [Saha13 section 3], for inspection: plain data, allocated.
///
/// World axes. Twists, wrenches and masses of a link are taken at the origin of its joint, those of the module at the origin of
/// its first joint; six-vectors have the angular part first. η is the number of its links, n that of its speeds, β its parent
/// module. Units are SI.
///
/// ```
/// use denoc_dynamics::modules::{ModuleId, ModuleView};
/// use denoc_dynamics::{Loads, State, Workspace};
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// let rod = MassProperties::rod(1.0, 0.5, Vec3::new(0.0, 0.0, -1.0));
/// let hinge = || Joint::revolute(Vec3::new(0.0, 1.0, 0.0));
/// let fork = Description::new("hanging").link("bar", rod).link("left", rod).link("right", rod)
///     .joint("a", "ground", "bar", hinge(), Pose::identity())
///     .joint("b", "bar", "left", hinge(), Pose::translation(Vec3::new(0.0, 0.0, -0.5)))
///     .joint("c", "bar", "right", hinge(), Pose::translation(Vec3::new(0.0, 0.0, -0.5))).build()?;
/// let mut ws = Workspace::new(&fork);
/// let rest = [0.0; 3];
/// let view = ModuleView::new(&mut ws, &fork, State { q: &rest, v: &rest }, &rest, Loads::NONE, ModuleId(1))?;
/// assert_eq!(view.info.parent, Some(ModuleId(0)));
/// assert!((view.wrench.force.z - 9.81).abs() < 1e-12); // the bar carries its weight
/// assert!((view.gim.get(0, 0) - 0.25 / 3.0).abs() < 1e-12); // m l²/3
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModuleView<T> {
    /// Its links and speeds, and its position in the tree of modules.
    pub info: ModuleInfo,
    /// Twist of the link it is attached to, at the first joint of the module, rad/s and m/s. Zero on the ground.
    pub base_twist: Twist<T>,
    /// t̄: the twists of its links [Saha13 (38)], rad/s and m/s.
    pub twists: Vec<Twist<T>>,
    /// Ā_iβ, 6η×6η_β, the module-twist propagation [Saha13 (41a)]; without columns on the ground.
    pub twist_propagation: Matrix<T>,
    /// N̄, 6η×n, the module-joint-motion propagation [Saha13 (41b)].
    pub joint_motion: Matrix<T>,
    /// M, 6×6 for every link: the blocks of its mass matrix [Saha13 (47b)].
    pub masses: Vec<[[T; 6]; 6]>,
    /// M̃ of the module and everything outward of it, as one rigid body.
    pub composite: [[T; 6]; 6],
    /// The articulated masses; an error if a pivot vanishes.
    pub articulated: Result<Articulated<T>, DynamicsError>,
    /// Ī_ii, n×n: its block of the generalised inertia matrix, motors included.
    pub gim: Matrix<T>,
    /// Ī_ij, n×n_j, for every other module j that has one: those on its path to the ground and those outward of it.
    pub coupling: Vec<(ModuleId, Matrix<T>)>,
    /// Wrench that its parent exerts on the module for this motion, N m and N.
    pub wrench: Wrench<T>,
    /// Wrenches w̃ through all of its joints, N m and N; the first is [`ModuleView::wrench`].
    pub joint_wrenches: Vec<Wrench<T>>,
    /// Its joint forces, N m or N.
    pub tau: Vec<T>,
}

/// Articulated masses of a module, at the origin of its first joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Articulated<T> {
    /// M̂ of its first link: all outward joints free, its own held.
    pub first_link: [[T; 6]; 6],
    /// M̄: its first joint free too, as felt by its parent.
    pub felt_by_parent: [[T; 6]; 6],
}

impl<T: Real> ModuleView<T> {
    /// Computes the view of a module at a state with accelerations `a`. O(n) besides the coupling.
    ///
    /// # Panics
    /// If the model has no such module.
    pub fn new(
        ws: &mut Workspace<T>,
        model: &Model<T>,
        State { q, v }: State<'_, T>,
        a: &[T],
        loads: Loads<'_, T>,
        module: ModuleId,
    ) -> Result<Self, DynamicsError> {
        let info = ModuleInfo::all(model).swap_remove(module.0);
        let first = LinkId(info.links.start);
        let mut state = ws.position(model, q)?.velocity(v)?;
        let rotation = state.link_pose(first).rotation;
        let articulated = state.udut().map(|udut| articulated(model, &udut, first, rotation));
        let Blocks { composite, gim, coupling } = blocks::blocks(&state, &info);
        let world = |link: usize| state.link_pose(LinkId(link)).rotation;
        let twists = info.links.clone().map(|i| state.link_twist(LinkId(i)).rotate(world(i))).collect();
        let base_twist = model.links()[first.0]
            .parent
            .map_or(Twist::zero(), |on| state.relative_pose(first).propagate(state.link_twist(on)).rotate(rotation));
        let masses = info.links.clone().map(|i| turned(model.links()[i].mass.into(), world(i))).collect();
        let (twist_propagation, joint_motion) = (twist_propagation(&state, &info), joint_motion(&state, &info));
        let composite = turned(composite.into(), rotation);
        let state = state.acceleration(a, loads)?;
        let mut tau = vec![T::zero(); model.nv()];
        state.tau(&mut tau)?;
        let joint_wrenches: Vec<_> = info.links.clone().map(|i| state.reaction_world(LinkId(i))).collect();
        Ok(Self {
            base_twist,
            twists,
            twist_propagation,
            joint_motion,
            masses,
            composite,
            articulated,
            gim,
            coupling,
            wrench: state.reaction_world(first),
            joint_wrenches,
            tau: tau[info.speeds.clone()].to_vec(),
            info,
        })
    }
}

fn articulated<T: Real>(model: &Model<T>, udut: &Udut<'_, T>, first: LinkId, rotation: Mat3<T>) -> Articulated<T> {
    let link = &model.links()[first.0];
    let held = udut.mass_articulated(first);
    let freed = (link.v..link.v + link.nv).rev().fold(held, |mass, s| mass.deflate(udut.psi_hat(s), udut.psi(s)));
    Articulated { first_link: turned(held, rotation), felt_by_parent: turned(freed, rotation) }
}

/// A mass in world axes, still at its own origin.
fn turned<T: Real>(mass: ArticulatedMass<T>, rotation: Mat3<T>) -> [[T; 6]; 6] {
    mass.to_parent(Pose::new(rotation, Vec3::zero())).to_matrix()
}

/// A twist of a body at `from`, seen at another of its points.
fn carry<T: Real>(t: Twist<T>, from: Vec3<T>, to: Vec3<T>) -> Twist<T> {
    Twist::new(t.angular, t.angular.cross_add(to - from, t.linear))
}

/// Ā_iβ [Saha13 (41a)]: only the last link of the parent passes its twist on.
fn twist_propagation<T: Real>(state: &Position<'_, T>, info: &ModuleInfo) -> Matrix<T> {
    let Some(ModuleId(parent)) = info.parent else { return Matrix::zero(6 * info.links.len(), 0) };
    let parent = &state.model().modules()[parent];
    let from = state.link_pose(LinkId(parent.end - 1)).position;
    let mut matrix = Matrix::zero(6 * info.links.len(), 6 * (parent.end - parent.first));
    let last = matrix.columns - 6;
    for (k, link) in info.links.clone().enumerate() {
        for axis in 0..6 {
            let mut unit = [T::zero(); 6];
            unit[axis] = T::one();
            let there = carry(Twist::from_array(unit), from, state.link_pose(LinkId(link)).position);
            matrix.set_column(6 * k, last + axis, there);
        }
    }
    matrix
}

/// N̄ [Saha13 (41b)].
fn joint_motion<T: Real>(state: &Position<'_, T>, info: &ModuleInfo) -> Matrix<T> {
    let mut matrix = Matrix::zero(6 * info.links.len(), info.speeds.len());
    for moved in info.links.clone() {
        let pose = state.link_pose(LinkId(moved));
        let link = &state.model().links()[moved];
        for s in link.v..link.v + link.nv {
            let column = state.ws.kinematics.columns[s].rotate(pose.rotation);
            for k in moved..info.links.end {
                let there = carry(column, pose.position, state.link_pose(LinkId(k)).position);
                matrix.set_column(6 * (k - info.links.start), s - info.speeds.start, there);
            }
        }
    }
    matrix
}
