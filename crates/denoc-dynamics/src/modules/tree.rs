//! The tree of modules.

use core::ops::Range;

use denoc_math::Real;
use denoc_model::{Model, Module};

/// The number of a module: its index in [`Model::modules`](denoc_model::Model::modules).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub usize);

/// A module and its place in the tree of modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleInfo {
    /// Its number.
    pub id: ModuleId,
    /// Numbers of its links.
    pub links: Range<usize>,
    /// Numbers of its speeds.
    pub speeds: Range<usize>,
    /// Parent module; `None` is the ground.
    pub parent: Option<ModuleId>,
    /// The modules attached to it.
    pub children: Vec<ModuleId>,
    /// Number of other modules attached to the same link.
    pub siblings: usize,
    /// Number of modules between it and the ground.
    pub depth: usize,
}

impl ModuleInfo {
    /// All modules of a model, in the order of their numbers.
    ///
    /// ```
    /// use denoc_dynamics::modules::{ModuleId, ModuleInfo};
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    ///
    /// let x = Vec3::new(1.0, 0.0, 0.0);
    /// let rod = MassProperties::rod(1.0, 0.5, x);
    /// let hinge = || Joint::revolute(Vec3::new(0.0, 1.0, 0.0));
    /// let end = Pose::translation(Vec3::new(0.5, 0.0, 0.0));
    /// let fork = Description::new("fork").link("handle", rod).link("left", rod).link("right", rod)
    ///     .joint("a", "ground", "handle", hinge(), Pose::identity())
    ///     .joint("b", "handle", "left", hinge(), end)
    ///     .joint("c", "handle", "right", hinge(), end).build()?;
    /// let modules = ModuleInfo::all(&fork);
    /// assert_eq!(modules.len(), 3);
    /// assert_eq!(modules[0].children, [ModuleId(1), ModuleId(2)]);
    /// assert_eq!((modules[2].depth, modules[2].siblings), (1, 1));
    /// # Ok::<(), denoc_model::ModelError>(())
    /// ```
    pub fn all<T: Real>(model: &Model<T>) -> Vec<Self> {
        let modules = model.modules();
        let mut all: Vec<Self> = Vec::with_capacity(modules.len());
        for (i, module) in modules.iter().enumerate() {
            let parent = module.parent.map(ModuleId);
            let depth = parent.map_or(0, |ModuleId(p)| all[p].depth + 1);
            if let Some(ModuleId(p)) = parent {
                all[p].children.push(ModuleId(i));
            }
            let (links, speeds) = (module.first..module.end, speeds(model, module));
            all.push(Self { id: ModuleId(i), links, speeds, parent, children: Vec::new(), siblings: 0, depth });
        }
        let on_ground = modules.iter().filter(|module| module.parent.is_none()).count();
        for i in 0..all.len() {
            all[i].siblings = all[i].parent.map_or(on_ground, |ModuleId(p)| all[p].children.len()) - 1;
        }
        all
    }
}

/// The speeds of a module: its links carry consecutive numbers.
pub(super) fn speeds<T: Real>(model: &Model<T>, module: &Module) -> Range<usize> {
    speeds_of(model, module.first..module.end)
}

/// The speeds of consecutive links.
pub(super) fn speeds_of<T: Real>(model: &Model<T>, links: Range<usize>) -> Range<usize> {
    match &model.links()[links] {
        [first, .., last] => first.v..last.v + last.nv,
        [only] => only.v..only.v + only.nv,
        [] => 0..0,
    }
}
