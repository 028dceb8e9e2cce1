//! From the name of a file or of a mechanism of the catalogue to a model.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use denoc_formats::{Note, build_with_excerpt, catalogue};
use denoc_mechanism::Mechanism;
use denoc_model::{Description, Model, ModelError, names};

use crate::Error;
use crate::error::Kind;

/// A mechanism that was loaded: as described, as numbered, and what the reader has to say.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// Links and joints as plain data.
    pub description: Description,
    /// The numbered model, with [`Model::warnings`].
    pub model: Arc<Model>,
    /// What was read but not used, or simplified. Empty for the catalogue.
    pub notes: Vec<Note>,
    /// The folder of its file, where meshes are looked for.
    pub folder: PathBuf,
}

impl Loaded {
    /// Builds the model of a description.
    pub fn new(description: Description, notes: Vec<Note>) -> Result<Self, Error> {
        let model = Arc::new(description.build()?);
        Ok(Self { description, model, notes, folder: PathBuf::new() })
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
        Mechanism::new(Arc::clone(&self.model))
    }

    /// Lets the link that does not move float freely ([`Description::floating`]).
    ///
    /// ```
    /// let arm = denoc_run::load("puma")?.floating()?.model;
    /// assert_eq!((arm.nq(), arm.nv()), (13, 12));
    /// # Ok::<(), denoc_run::Error>(())
    /// ```
    pub fn floating(mut self) -> Result<Self, Error> {
        self.description = self.description.floating();
        self.rebuild()
    }

    /// Sets rotor inertias at joints, kg m² (kg where they slide), as felt at the joint (gear ratio 1).
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
    /// let error = denoc_run::load("planar_3r")?.strict().unwrap_err();
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
    load_as(file_or_name.as_ref(), false)
}

/// As [`load`], but the root link floats freely ([`Description::floating`]); also for a single body without joints, which
/// [`load`] refuses.
///
/// ```
/// let arm = denoc_run::load_floating("puma")?.model;
/// assert_eq!((arm.nq(), arm.nv()), (13, 12));
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn load_floating(file_or_name: impl AsRef<OsStr>) -> Result<Loaded, Error> {
    load_as(file_or_name.as_ref(), true)
}

/// Lets the root float if that is asked for; refused where a free joint does already.
fn based(description: Description, floating: bool) -> Result<Description, Error> {
    if !floating {
        return Ok(description);
    }
    let mut roots = description.joints.iter().filter(|j| j.parent == description.ground).peekable();
    if roots.peek().is_some() && roots.all(|j| j.joint.is_free()) {
        let words =
            format!("{} floats already: free joints lead from its ground; load it with a fixed base", description.name);
        return Err(Kind::Scenario(words).into());
    }
    Ok(description.floating())
}

fn load_as(wanted: &OsStr, floating: bool) -> Result<Loaded, Error> {
    let text = wanted.to_string_lossy();
    if let Some(entry) = catalogue::entry(&text) {
        return Loaded::new(based(without_places(entry.describe()?), floating)?, Vec::new());
    }
    let path = Path::new(wanted);
    if path.components().count() > 1 || path.extension().is_some() || path.exists() {
        return file(path, floating);
    }
    Err(unknown(&text))
}

/// Places in a file that users do not see would only confuse them.
fn without_places(mut description: Description) -> Description {
    description.links.iter_mut().for_each(|link| link.place = None);
    description.joints.iter_mut().for_each(|joint| joint.place = None);
    description
}

fn file(path: &Path, floating: bool) -> Result<Loaded, Error> {
    built(denoc_formats::read(path)?, path, floating)
}

/// Loads the text of a robot file; the path says its format and where its meshes are, and need not exist.
///
/// ```
/// let text = "# convention: dh\njoint,a,mass\nj1,0.5,1\n".to_owned();
/// assert_eq!(denoc_run::load_text(text, "arm.csv", false)?.model.nv(), 1);
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn load_text(text: String, path: impl AsRef<Path>, floating: bool) -> Result<Loaded, Error> {
    let path = path.as_ref();
    built(denoc_formats::parse(text, path)?, path, floating)
}

fn built(read: denoc_formats::Read, path: &Path, floating: bool) -> Result<Loaded, Error> {
    let description = based(read.description, floating)?;
    let model = Arc::new(build_with_excerpt(&description, &path.display().to_string(), &read.text)?);
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    Ok(Loaded { description, model, notes: read.notes, folder })
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
