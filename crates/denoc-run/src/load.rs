//! Loads a mechanism from a file or from the catalogue.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use denoc_base::number::six;
use denoc_formats::mesh::UpAxis;
use denoc_formats::{Format, Note, NoteKind, build_with_excerpt, catalogue};
use denoc_mechanism::Mechanism;
use denoc_model::{Description, Model, ModelError, Place, names};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::error::{Kind, scenario_error};

/// How the base link of a mechanism is supported.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Base {
    /// Fixed to the world.
    #[default]
    Fixed,
    /// Free to move, with six coordinates of its own ([`Description::floating`]). No motor acts on it.
    Floating,
    /// Moved along a prescribed motion: the coordinates of a floating base, and accelerations that are given (zero by default).
    /// The wrench that this motion requires is computed.
    Prescribed,
}

impl Base {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Fixed, Self::Floating, Self::Prescribed];

    /// Its keyword in files and options.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Floating => "floating",
            Self::Prescribed => "prescribed",
        }
    }

    /// The kind with this keyword.
    ///
    /// ```
    /// assert_eq!(denoc_run::Base::from_keyword("floating")?, denoc_run::Base::Floating);
    /// let error = denoc_run::Base::from_keyword("free").unwrap_err();
    /// assert_eq!(error.to_string(), "base: \"free\" is not known; choose one of fixed, floating, prescribed");
    /// # Ok::<(), denoc_run::Error>(())
    /// ```
    pub fn from_keyword(keyword: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|base| base.keyword() == keyword);
        found.ok_or_else(|| {
            let remedy = denoc_model::names::choose(keyword, &Self::ALL.map(Self::keyword));
            scenario_error("base", format!("\"{keyword}\" is not known"), remedy)
        })
    }

    /// Whether the base link has coordinates of its own.
    pub fn moves(self) -> bool {
        self != Self::Fixed
    }
}

/// Whether joints that follow others are held to that: those with `<mimic>` in URDF, with `<joint>` in `<equality>` of MJCF, and with
/// `[[coupling]]` in model files.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mimic {
    /// As the file says: joints follow, unless it says that a coupling is not enforced.
    #[default]
    Enforced,
    /// All joints move independently.
    Free,
}

impl Mimic {
    /// Every choice.
    pub const ALL: [Self; 2] = [Self::Enforced, Self::Free];

    /// Its keyword in files and options.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Free => "free",
        }
    }

    /// The choice with this keyword.
    ///
    /// ```
    /// assert_eq!(denoc_run::Mimic::from_keyword("free")?, denoc_run::Mimic::Free);
    /// let error = denoc_run::Mimic::from_keyword("couple").unwrap_err();
    /// assert_eq!(error.to_string(), "mimic: \"couple\" is not known; choose one of enforced, free");
    /// # Ok::<(), denoc_run::Error>(())
    /// ```
    pub fn from_keyword(keyword: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|mimic| mimic.keyword() == keyword);
        found.ok_or_else(|| {
            let remedy = denoc_model::names::choose(keyword, &Self::ALL.map(Self::keyword));
            scenario_error("mimic", format!("\"{keyword}\" is not known"), remedy)
        })
    }

    /// Applies to a description; the remarks of its reader on couplings change with them.
    fn apply(self, description: &mut Description, notes: &mut Vec<Note>) {
        if self == Self::Enforced {
            return;
        }
        notes.retain(|note| note.kind != NoteKind::Mimic);
        description.couplings.iter_mut().for_each(|coupling| coupling.enforced = false);
        let Some(c) = description.couplings.first() else { return };
        let Some(place) = c.place.clone() else { return };
        let numbers = format!("factor {}, offset {}", six(c.ratio), six(c.offset));
        let message = format!(
            "joint \"{}\" follows \"{}\" ({numbers}): not enforced (mimic = \"free\"), it moves independently",
            c.joint, c.follows
        );
        notes.push(Note { kind: NoteKind::Mimic, message, count: description.couplings.len(), place });
    }
}

/// How a mechanism is loaded.
///
/// ```
/// use denoc_run::{LoadOptions, Mimic, load_text};
///
/// let gripper = r#"<robot name="gripper">
///   <link name="hand"/>
///   <link name="left"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" iyz="0" ixz="0"/></inertial></link>
///   <link name="right"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" iyz="0" ixz="0"/></inertial></link>
///   <joint name="j" type="prismatic"><parent link="hand"/><child link="left"/><limit effort="9" velocity="1"/></joint>
///   <joint name="k" type="prismatic"><parent link="hand"/><child link="right"/><limit effort="9" velocity="1"/>
///     <mimic joint="j" multiplier="-1"/></joint>
/// </robot>"#;
/// let held = load_text(gripper.to_owned(), "gripper.urdf", LoadOptions::default())?.model;
/// assert!(held.is_coupled_tree());
/// let options = LoadOptions { mimic: Mimic::Free, ..LoadOptions::default() };
/// let free = load_text(gripper.to_owned(), "gripper.urdf", options)?.model;
/// assert!(free.closures().is_empty() && free.nv() == held.nv());
/// # Ok::<(), denoc_run::Error>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// How the base link is supported.
    pub base: Base,
    /// Whether joints follow others as the file says.
    pub mimic: Mimic,
}

impl From<Base> for LoadOptions {
    fn from(base: Base) -> Self {
        Self { base, ..Self::default() }
    }
}

/// A loaded mechanism: its description, the numbered model, and remarks of the reader.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// Links and joints as plain data.
    pub description: Description,
    /// The numbered model, with [`Model::warnings`].
    pub model: Arc<Model>,
    /// What the reader ignored or simplified. Empty for the catalogue.
    pub notes: Vec<Note>,
    /// The folder of its file, where meshes are looked for.
    pub folder: PathBuf,
    /// Whether the up axis of COLLADA meshes counts, which depends on the format of its file.
    pub mesh_up: UpAxis,
    /// How its base link is supported.
    pub base: Base,
}

impl Loaded {
    /// Builds the model of a description.
    pub fn new(description: Description, notes: Vec<Note>) -> Result<Self, Error> {
        let model = Arc::new(description.build()?);
        Ok(Self { description, model, notes, folder: PathBuf::new(), mesh_up: UpAxis::default(), base: Base::Fixed })
    }

    /// Builds the model anew, after a change of the description.
    pub fn rebuild(mut self) -> Result<Self, Error> {
        self.model = Arc::new(self.description.build()?);
        Ok(self)
    }

    /// The mechanism, ready to be evaluated.
    ///
    /// ```
    /// use denoc_mechanism::evaluate::{Ask, States};
    ///
    /// let linkage = denoc_run::load("fourbar")?.mechanism();
    /// let start = denoc_mechanism::Draft::usual(linkage.model()).close(linkage.model())?;
    /// let rest = vec![0.0; linkage.model().nv()];
    /// let held = linkage.evaluate(States { q: &start.q, v: &rest }, &Ask::inverse(&rest))?;
    /// assert_eq!(held.motors.unwrap_or_default().speeds, [0]); // the crank holds it
    /// # Ok::<(), denoc_run::Error>(())
    /// ```
    pub fn mechanism(&self) -> Mechanism {
        let model = Arc::clone(&self.model);
        if self.base == Base::Prescribed { Mechanism::with_driven_base(model) } else { Mechanism::new(model) }
    }

    /// Prescribed accelerations of a [`Base::Prescribed`], for [`Task::Forward`](denoc_mechanism::evaluate::Task::Forward): one
    /// entry for each speed, zero for those of the base link, `None` for all others.
    ///
    /// ```
    /// use denoc_mechanism::evaluate::{Ask, States, Task};
    /// use denoc_run::{Base, load_on};
    ///
    /// // the base is held still: the wrench on it is that of a fixed one
    /// let arm = load_on("puma", Base::Prescribed)?;
    /// let (q, rest) = (arm.model.neutral(), vec![0.0; 12]);
    /// let prescribed = arm.prescribed_accelerations();
    /// let task = Task::Forward { tau: &rest, prescribed: Some(&prescribed) };
    /// let found = arm.mechanism().evaluate(States { q: &q, v: &rest }, &Ask::new(task))?;
    /// assert!(found.a[..6].iter().all(|a| a.abs() < 1e-9) && found.tau[5] > 1.0);
    /// # Ok::<(), denoc_run::Error>(())
    /// ```
    pub fn prescribed_accelerations(&self) -> Vec<Option<f64>> {
        let of_base = match (self.base, self.model.links().first()) {
            (Base::Prescribed, Some(link)) => link.v..link.v + link.nv,
            _ => 0..0,
        };
        (0..self.model.nv()).map(|i| of_base.contains(&i).then_some(0.0)).collect()
    }

    /// Sets rotor inertias at joints, kg m² (kg for sliding joints), reflected to the joint (gear ratio 1).
    ///
    /// ```
    /// let kuka = denoc_run::load("kuka_kr5")?.rotor_inertia([("joint6", 1e-6)])?.model;
    /// assert_eq!(kuka.links()[5].rotor_inertia, 1e-6);
    /// # Ok::<(), denoc_run::Error>(())
    /// ```
    pub fn rotor_inertia<'a>(mut self, joints: impl IntoIterator<Item = (&'a str, f64)>) -> Result<Self, Error> {
        let all = &mut self.description.joints;
        for (name, inertia) in joints {
            let nearest = names::nearest(name, all.iter().map(|j| j.name.as_str()));
            let unknown = || ModelError::UnknownName { what: "joint", name: name.to_owned(), nearest };
            let joint = all.iter_mut().find(|j| j.name == name).ok_or_else(unknown)?;
            joint.properties.rotor_inertia = inertia;
            joint.properties.gear_ratio = 1.0;
        }
        self.rebuild()
    }

    /// Refuses what would only be a warning.
    ///
    /// ```
    /// let error = denoc_run::load("kuka_kr5")?.strict().unwrap_err();
    /// assert_eq!(error.code(), "model.doubtful");
    /// # Ok::<(), denoc_run::Error>(())
    /// ```
    pub fn strict(self) -> Result<Self, Error> {
        match self.model.warnings().first() {
            None => Ok(self),
            Some(warning) => Err(ModelError::Doubtful(warning.clone()).into()),
        }
    }
}

/// Loads a robot file ([`denoc_formats::read`] lists the formats) or a mechanism of the catalogue
/// ([`denoc_formats::catalogue`]). What looks like a path, or exists as a file, is taken as a file.
///
/// ```
/// assert_eq!(denoc_run::load("puma")?.model.nv(), 6);
///
/// let error = denoc_run::load("pumma").unwrap_err();
/// assert!(error.is_not_found());
/// assert!(error.to_string().starts_with("there is no model called \"pumma\" in the catalogue; did you mean \"puma\"?"));
///
/// let error = denoc_run::load("robots/arm.urdf").unwrap_err();
/// assert_eq!(error.to_string(), "robots/arm.urdf: there is no such file; check the path");
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn load(file_or_name: impl AsRef<OsStr>) -> Result<Loaded, Error> {
    load_on(file_or_name, Base::Fixed)
}

/// As [`load`], with a support of the base link or other options. A single body without joints is free on a floating base, and does
/// not move on a fixed one.
///
/// ```
/// use denoc_run::{Base, load_on};
///
/// let arm = load_on("puma", Base::Floating)?.model;
/// assert_eq!((arm.nq(), arm.nv()), (13, 12));
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn load_on(file_or_name: impl AsRef<OsStr>, options: impl Into<LoadOptions>) -> Result<Loaded, Error> {
    let (name, options) = (file_or_name.as_ref(), options.into());
    let text = name.to_string_lossy();
    if let Some(entry) = catalogue::entry(&text) {
        let base = options.base;
        let mut description = with_base(without_places(entry.describe()?), base)?;
        options.mimic.apply(&mut description, &mut Vec::new());
        return Ok(Loaded { base, ..Loaded::new(description, Vec::new())? });
    }
    let path = Path::new(name);
    if path.components().count() > 1 || path.extension().is_some() || path.exists() {
        return build(denoc_formats::read(path)?, path, options);
    }
    Err(unknown(&text))
}

/// Loads the text of a robot file; the path determines its format and where its meshes are, and need not exist.
///
/// ```
/// let text = "# convention: dh\njoint,a,mass\nj1,0.5,1\n".to_owned();
/// assert_eq!(denoc_run::load_text(text, "arm.csv", denoc_run::Base::Fixed)?.model.nv(), 1);
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn load_text(text: String, path: impl AsRef<Path>, options: impl Into<LoadOptions>) -> Result<Loaded, Error> {
    let path = path.as_ref();
    build(denoc_formats::parse(text, path)?, path, options.into())
}

/// Adds the coordinates of a base link that moves; refused where free joints provide them already.
fn with_base(description: Description, base: Base) -> Result<Description, Error> {
    if !base.moves() {
        return Ok(description);
    }
    let mut roots = description.joints.iter().filter(|j| j.parent == description.ground).peekable();
    if roots.peek().is_some() && roots.all(|j| j.joint.is_free()) {
        let rule = format!("{} floats already, on the free joints that lead from its ground", description.name);
        let remedy = match base {
            Base::Prescribed => "prescribe the accelerations of these joints (denoc forward --given)",
            _ => "load it with base \"fixed\"",
        };
        return Err(scenario_error("base", rule, remedy));
    }
    Ok(description.floating())
}

/// Removes places in files of the catalogue, which users do not see.
fn without_places(mut description: Description) -> Description {
    description.links.iter_mut().for_each(|link| link.place = None);
    description.joints.iter_mut().for_each(|joint| joint.place = None);
    description
}

fn build(mut read: denoc_formats::Read, path: &Path, options: LoadOptions) -> Result<Loaded, Error> {
    let base = options.base;
    options.mimic.apply(&mut read.description, &mut read.notes);
    let (mut notes, mesh_up) = (read.notes, UpAxis::of(read.format));
    let single = read.format != Format::Mjcf && read.description.joints.is_empty();
    let description = match &read.description.links[..] {
        // in MJCF the only link is the world
        [link] if single && !base.moves() => {
            notes.extend(link.place.clone().map(|place| single_body(&link.name, place)));
            read.description.held()
        }
        _ => with_base(read.description, base)?,
    };
    let model = Arc::new(build_with_excerpt(&description, &path.display().to_string(), &read.text)?);
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    Ok(Loaded { description, model, notes, folder, mesh_up, base })
}

/// Says that a single body stands still.
fn single_body(name: &str, place: Place) -> Note {
    let message = format!("no joint moves link \"{name}\": it is fixed to the world; with a floating base it is free");
    Note { kind: NoteKind::FreeBody, message, count: 1, place }
}

fn unknown(name: &str) -> Error {
    let known = catalogue::ENTRIES.iter().map(|entry| entry.name);
    Kind::UnknownModel {
        name: name.to_owned(),
        nearest: names::nearest(name, known.clone()),
        known: known.collect::<Vec<_>>().join(", "),
    }
    .into()
}
