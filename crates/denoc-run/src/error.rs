//! One error for the whole library.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use denoc_dynamics::DynamicsError;
use denoc_formats::{FormatError, LoadError};
use denoc_machines::MachineError;
use denoc_mechanism::MechanismError;
use denoc_model::{ModelError, StateError};
use denoc_sim::SimError;

/// Anything that can go wrong. Its message names the part, the value, the rule and a remedy; [`Error::code`] and the
/// predicates are for programs.
///
/// ```
/// use denoc_dynamics::compiled::Compile;
/// use denoc_run::Error;
///
/// let kuka = denoc_run::load("kuka_kr5")?.model;
/// let mut a = [0.0; 6];
/// let error: Error = kuka.compile().forward_dynamics(&[0.0; 6], &[0.0; 6], &[0.0; 6], &mut a).unwrap_err().into();
/// assert!(error.is_singular());
/// assert_eq!(error.code(), "dynamics.singular");
/// assert!(error.to_string().starts_with("joint \"joint6\""));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<Kind>);

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Kind {
    #[error(transparent)]
    Model(ModelError),
    /// With an excerpt of the file.
    #[error("{0}{1}")]
    ModelInFile(ModelError, String),
    #[error(transparent)]
    State(StateError),
    #[error(transparent)]
    Dynamics(DynamicsError),
    #[error(transparent)]
    Format(FormatError),
    #[error(
        "there is no model called \"{name}\" in the catalogue{}\nthe catalogue has {known}; a file needs its ending (.toml, .urdf, .sdf, \
         .xml, .csv)",
        .nearest.as_ref().map_or(String::new(), |n| format!("; did you mean \"{n}\"?"))
    )]
    UnknownModel { name: String, nearest: Option<String>, known: String },
    /// A simulation that ended early; the folder holds what came before.
    #[error("{0}\nwhat was computed up to there is in {1}")]
    SimulationEnded(SimError, String),
    /// A simulation whose files could not be written; the folder holds what came before.
    #[error("{0}\nthe run can be resumed as soon as files can be written: denoc simulate --resume {1}")]
    RunStopped(Error, String),
    #[error(transparent)]
    Mechanism(MechanismError),
    #[error(transparent)]
    Simulation(SimError),
    #[error(transparent)]
    Machine(MachineError),
    /// A setting of a scenario or a sweep; `key` is where it stands (`motion.samples`), empty if it is about several keys.
    #[error("{}", sentence(.key, .rule, .remedy))]
    Scenario { key: String, rule: String, remedy: String },
    #[error("{path}: {rule}")]
    Parameter { path: String, rule: String },
    /// A run or sweep folder, or one of its files.
    #[error("{}", sentence(&.path.display().to_string(), .rule, .remedy))]
    Folder { path: PathBuf, rule: String, remedy: String },
    #[error(transparent)]
    Results(SharedResultsError),
    /// One state of a batch, in the words of the error about one state in [`DynamicsError::InBatch`].
    #[error("state {index} of the batch: {error}")]
    InState { index: usize, error: Error },
}

/// `WHERE: RULE; REMEDY`, without the parts that are empty. After a rule of several lines the remedy is on a line of its own.
fn sentence(place: &str, rule: &str, remedy: &str) -> String {
    let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
    let separator = if remedy.is_empty() || rule.ends_with('\n') { "" } else { "; " };
    format!("{place}{rule}{separator}{remedy}")
}

/// An error of a results file, compared by its message.
#[derive(Clone, Debug, thiserror::Error)]
#[error(transparent)]
pub(crate) struct SharedResultsError(Arc<denoc_results::ResultsError>);

impl PartialEq for SharedResultsError {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

/// A setting of a scenario that cannot be used: its key (may be empty), the rule it breaks, what to do (may be empty).
pub(crate) fn scenario_error(key: &str, rule: impl Into<String>, remedy: impl Into<String>) -> Error {
    Kind::Scenario { key: key.to_owned(), rule: rule.into(), remedy: remedy.into() }.into()
}

/// A folder or file that cannot be used: the rule it breaks, what to do (may be empty).
pub(crate) fn folder_error(path: &Path, rule: impl Into<String>, remedy: impl Into<String>) -> Error {
    Kind::Folder { path: path.to_owned(), rule: rule.into(), remedy: remedy.into() }.into()
}

impl From<Kind> for Error {
    fn from(kind: Kind) -> Self {
        Self(Box::new(kind))
    }
}

impl From<ModelError> for Error {
    fn from(error: ModelError) -> Self {
        Kind::Model(error).into()
    }
}

impl From<StateError> for Error {
    fn from(error: StateError) -> Self {
        Kind::State(error).into()
    }
}

impl From<DynamicsError> for Error {
    fn from(error: DynamicsError) -> Self {
        match error {
            DynamicsError::State(error) => Kind::State(error).into(),
            error => Kind::Dynamics(error).into(),
        }
    }
}

impl From<MechanismError> for Error {
    fn from(error: MechanismError) -> Self {
        match error {
            MechanismError::Dynamics(error) => error.into(),
            MechanismError::State(error) => error.into(),
            MechanismError::Model(error) => (*error).into(),
            error => Kind::Mechanism(error).into(),
        }
    }
}

impl From<SimError> for Error {
    fn from(error: SimError) -> Self {
        match error {
            SimError::Mechanism(error) => error.into(),
            error => Kind::Simulation(error).into(),
        }
    }
}

impl From<MachineError> for Error {
    fn from(error: MachineError) -> Self {
        match error {
            MachineError::Mechanism(error) => error.into(),
            MachineError::Simulation(error) => error.into(),
            error => Kind::Machine(error).into(),
        }
    }
}

impl From<denoc_results::ResultsError> for Error {
    fn from(error: denoc_results::ResultsError) -> Self {
        Kind::Results(SharedResultsError(Arc::new(error))).into()
    }
}

impl From<FormatError> for Error {
    fn from(error: FormatError) -> Self {
        Kind::Format(error).into()
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Format(error) => error.into(),
            LoadError::Model { error, excerpt } => Kind::ModelInFile(*error, excerpt).into(),
            // variants to come: keep the message
            other => Kind::Format(FormatError::Unreadable { file: String::new(), reason: other.to_string() }).into(),
        }
    }
}

impl Error {
    /// The same error about the setting at `key`.
    pub(crate) fn at_key(self, key: &str) -> Self {
        match *self.0 {
            Kind::Scenario { key: within, rule, remedy } => {
                let key = if within.is_empty() { key.to_owned() } else { format!("{key}.{within}") };
                Kind::Scenario { key, rule, remedy }.into()
            }
            other => scenario_error(key, other.to_string(), ""),
        }
    }

    /// The setting of a scenario that the error is about, such as `motion.samples`.
    pub fn key(&self) -> Option<&str> {
        match &*self.0 {
            Kind::Scenario { key, .. } if !key.is_empty() => Some(key),
            _ => None,
        }
    }

    /// The generalised inertia matrix is singular: forward dynamics has no solution there.
    pub fn is_singular(&self) -> bool {
        let simulated = matches!(
            &*self.0,
            Kind::Simulation(SimError::Singular { .. }) | Kind::SimulationEnded(SimError::Singular { .. }, _)
        );
        let in_batch = matches!(&*self.0, Kind::InState { error, .. } if error.is_singular());
        simulated || in_batch || matches!(self.about_one_state(), Some(DynamicsError::Singular { .. }))
    }

    /// Arguments that do not fit the model: wrong lengths, numbers that are not finite, quaternions not of unit length,
    /// unknown names.
    pub fn is_bad_input(&self) -> bool {
        match &*self.0 {
            Kind::InState { error, .. } => error.is_bad_input(),
            Kind::State(_) | Kind::Model(ModelError::UnknownName { .. } | ModelError::UnknownConfiguration { .. }) => {
                true
            }
            Kind::Dynamics(_) => !self.is_singular(),
            Kind::Scenario { .. } | Kind::Parameter { .. } => true,
            Kind::Simulation(SimError::Keyword { .. } | SimError::NoLoops { .. })
            | Kind::Mechanism(
                MechanismError::Setting { .. }
                | MechanismError::Count { .. }
                | MechanismError::Target { .. }
                | MechanismError::Task { .. },
            ) => true,
            _ => false,
        }
    }

    /// A description that cannot become a model, or is doubtful in strict mode.
    pub fn is_bad_model(&self) -> bool {
        match &*self.0 {
            Kind::Model(error) => {
                !matches!(error, ModelError::UnknownName { .. } | ModelError::UnknownConfiguration { .. })
            }
            Kind::ModelInFile(..) => true,
            _ => false,
        }
    }

    /// A file that is not there or cannot be read as a robot.
    pub fn is_bad_file(&self) -> bool {
        matches!(&*self.0, Kind::Format(_))
    }

    /// A file or a model of the catalogue that does not exist.
    pub fn is_not_found(&self) -> bool {
        matches!(&*self.0, Kind::UnknownModel { .. } | Kind::Format(FormatError::NotFound { .. }))
    }

    /// Whether files or folders could not be read or written: the same may succeed later.
    pub(crate) fn is_of_file_system(&self) -> bool {
        match &*self.0 {
            Kind::Folder { .. } => true,
            Kind::Results(error) => matches!(&*error.0, denoc_results::ResultsError::File { .. }),
            _ => false,
        }
    }

    /// Whether a simulation had begun: what was computed until then is kept.
    pub fn is_after_start(&self) -> bool {
        matches!(&*self.0, Kind::SimulationEnded(..) | Kind::RunStopped(..))
    }

    /// If the error is about one state of a batch: its number, from zero, and the error that it alone would give.
    pub fn in_batch(&self) -> Option<(usize, Error)> {
        match &*self.0 {
            Kind::Dynamics(DynamicsError::InBatch { index, error }) => Some((*index, (**error).clone().into())),
            Kind::InState { index, error } => Some((*index, error.clone())),
            _ => None,
        }
    }

    /// The same error, saying which state of a batch it is about.
    pub fn in_state(self, index: usize) -> Self {
        let of = |error| Kind::Dynamics(DynamicsError::InBatch { index, error: Box::new(error) }).into();
        match *self.0 {
            Kind::Dynamics(error) => of(error),
            Kind::State(error) => of(error.into()),
            other => Kind::InState { index, error: other.into() }.into(),
        }
    }

    /// The joint in question, where the error is about one.
    pub fn joint(&self) -> Option<&str> {
        match (&*self.0, self.about_one_state()) {
            (Kind::InState { error, .. }, _) => error.joint(),
            (_, Some(DynamicsError::Singular { joint, .. } | DynamicsError::NotFinite { joint, .. }))
            | (
                _,
                Some(DynamicsError::State(StateError::NotFinite { joint, .. } | StateError::Quaternion { joint, .. })),
            )
            | (Kind::State(StateError::NotFinite { joint, .. } | StateError::Quaternion { joint, .. }), _)
            | (Kind::Simulation(SimError::Singular { joint, .. }), _)
            | (Kind::SimulationEnded(SimError::Singular { joint, .. }, _), _) => Some(joint),
            _ => None,
        }
    }

    fn about_one_state(&self) -> Option<&DynamicsError> {
        match &*self.0 {
            Kind::Dynamics(DynamicsError::InBatch { error, .. }) => Some(error),
            Kind::Dynamics(error) => Some(error),
            _ => None,
        }
    }

    /// A short word for the kind of error that does not change from version to version, such as `"state.length"`. An error
    /// about one state of a batch has the code of that state's error.
    pub fn code(&self) -> &'static str {
        match &*self.0 {
            Kind::Model(error) | Kind::ModelInFile(error, _) => model(error),
            Kind::State(error) => state(error),
            Kind::Dynamics(error) => dynamics(error),
            Kind::Format(error) => format(error),
            Kind::UnknownModel { .. } => "load.unknown-model",
            Kind::Mechanism(error) => mechanism(error),
            Kind::Simulation(error) | Kind::SimulationEnded(error, _) => simulation(error),
            Kind::RunStopped(error, _) => error.code(),
            Kind::Machine(error) => machine(error),
            Kind::Scenario { .. } => "scenario",
            Kind::Parameter { .. } => "parameter",
            Kind::Folder { .. } => "folder",
            Kind::Results(_) => "results",
            Kind::InState { error, .. } => error.code(),
        }
    }
}

fn model(error: &ModelError) -> &'static str {
    match error {
        ModelError::DuplicateName { .. } => "model.duplicate-name",
        ModelError::InvisibleCharacter { .. } => "model.invisible-character",
        ModelError::UnknownLink { .. } => "model.unknown-link",
        ModelError::UnknownName { .. } | ModelError::UnknownConfiguration { .. } => "model.unknown-name",
        ModelError::UnknownJoint { .. } => "model.unknown-joint",
        ModelError::CoordinateCount { .. } => "model.coordinate-count",
        ModelError::SelfCoupling { .. } => "model.self-coupling",
        ModelError::Measure { .. } => "model.measure",
        ModelError::Mesh { .. } => "model.mesh",
        ModelError::CircularCoupling { .. } => "model.circular-coupling",
        ModelError::WithinLink { .. } => "model.within-link",
        ModelError::CutAway { .. } => "model.cut-away",
        ModelError::CutNeeded { .. } => "model.cut-needed",
        ModelError::LockedApart { .. } => "model.locked-apart",
        ModelError::LockedCam { .. } => "model.locked-cam",
        ModelError::FixedToGround { .. } => "model.fixed-to-ground",
        ModelError::Disconnected { .. } => "model.disconnected",
        ModelError::SelfJoint { .. } => "model.self-joint",
        ModelError::Empty { .. } => "model.empty",
        ModelError::NotFinite { .. } => "model.not-finite",
        ModelError::NegativeMass { .. } => "model.negative-mass",
        ModelError::NegativeMoment { .. } => "model.negative-moment",
        ModelError::Doubtful(_) => "model.doubtful",
        ModelError::ZeroAxis { .. } => "model.zero-axis",
        ModelError::ParallelAxes { .. } => "model.parallel-axes",
        ModelError::NotRotation { .. } => "model.not-rotation",
        ModelError::Property { .. } => "model.property",
        ModelError::LimitsReversed { .. } => "model.limits-reversed",
        _ => "model",
    }
}

fn state(error: &StateError) -> &'static str {
    match error {
        StateError::Length { .. } => "state.length",
        StateError::NotFinite { .. } => "state.not-finite",
        StateError::Quaternion { .. } => "state.quaternion",
        _ => "state",
    }
}

fn dynamics(error: &DynamicsError) -> &'static str {
    match error {
        DynamicsError::State(error) => state(error),
        DynamicsError::Workspace { .. } => "dynamics.workspace",
        DynamicsError::Singular { .. } => "dynamics.singular",
        DynamicsError::Blocks { .. } => "dynamics.blocks",
        DynamicsError::InBatch { error, .. } => dynamics(error),
        DynamicsError::Unresolved { .. } => "dynamics.unresolved",
        DynamicsError::NotFinite { .. } => "dynamics.not-finite",
        DynamicsError::NotClosed { .. } => "dynamics.not-closed",
        DynamicsError::HasLoops { .. } => "dynamics.has-loops",
        _ => "dynamics",
    }
}

fn mechanism(error: &MechanismError) -> &'static str {
    match error {
        MechanismError::Dynamics(error) => dynamics(error),
        MechanismError::State(error) => state(error),
        MechanismError::Model(error) => model(error),
        MechanismError::Setting { .. } => "simulation.setting",
        MechanismError::NoFreedom { .. } => "simulation.no-freedom",
        MechanismError::OpenLoop { .. } => "simulation.open-loop",
        MechanismError::OpeningSpeeds { .. } => "simulation.opening-speeds",
        MechanismError::NoBranch { .. } => "simulation.no-branch",
        MechanismError::RestsSingular { .. } => "simulation.rests-singular",
        MechanismError::StaysSingular { .. } => "simulation.stays-singular",
        MechanismError::LostClosure { .. } => "simulation.lost-closure",
        MechanismError::LongLoop { .. } => "loops.long",
        MechanismError::HeldAccelerations { .. } => "simulation.held-accelerations",
        MechanismError::NotClosed { .. } => "simulation.not-closed",
        MechanismError::HeldSpeeds { .. } => "simulation.held-speeds",
        MechanismError::LoopMoves { .. } => "simulation.loop-moves",
        _ => "simulation",
    }
}

fn simulation(error: &SimError) -> &'static str {
    match error {
        SimError::Mechanism(error) => mechanism(error),
        SimError::Singular { .. } => "simulation.singular",
        SimError::SingularClosure { .. } => "simulation.singular-closure",
        SimError::GimbalLock { .. } => "simulation.gimbal-lock",
        SimError::SpringTurns { .. } => "simulation.spring-turns",
        SimError::NotFinite { .. } => "simulation.not-finite",
        SimError::StepTooSmall { .. } => "simulation.step-too-small",
        SimError::TooManySteps { .. } => "simulation.too-many-steps",
        SimError::Controller { .. } => "simulation.controller",
        SimError::CutMotor { .. } => "simulation.cut-motor",
        SimError::NoLoops { .. } => "loops.none",
        _ => "simulation",
    }
}

fn machine(error: &MachineError) -> &'static str {
    match error {
        MachineError::Mechanism(error) => mechanism(error),
        MachineError::Simulation(error) => simulation(error),
        MachineError::NotARope { .. } => "rope.none",
        MachineError::TautRope { .. } => "rope.taut",
        _ => "simulation",
    }
}

fn format(error: &FormatError) -> &'static str {
    match error {
        FormatError::NotFound { .. } => "format.not-found",
        FormatError::Unreadable { .. } => "format.unreadable",
        FormatError::NotUtf8 { .. } => "format.not-utf8",
        FormatError::Xml { .. } => "format.xml",
        FormatError::NotRobot { .. } => "format.not-robot",
        FormatError::Xacro { .. } => "format.xacro",
        FormatError::MissingAttribute { .. } => "format.missing-attribute",
        FormatError::EmptyName { .. } => "format.empty-name",
        FormatError::NotANumber { .. } => "format.not-a-number",
        FormatError::NotFinite { .. } => "format.not-finite",
        FormatError::WrongCount { .. } => "format.wrong-count",
        FormatError::UnknownJointType { .. } => "format.unknown-joint-type",
        FormatError::Duplicate { .. } => "format.duplicate",
        FormatError::MissingElement { .. } => "format.missing-element",
        FormatError::MissingText { .. } => "format.missing-text",
        FormatError::Repeated { .. } => "format.repeated",
        FormatError::Ambiguous { .. } => "format.ambiguous",
        FormatError::ZeroLength { .. } => "format.zero-length",
        FormatError::Negative { .. } => "format.negative",
        FormatError::LimitsReversed { .. } => "format.limits-reversed",
        FormatError::NoLinks { .. } => "format.no-links",
        FormatError::UnknownLink { .. } => "format.unknown-link",
        FormatError::SelfJoint { .. } => "format.self-joint",
        FormatError::TwoParents { .. } => "format.two-parents",
        FormatError::SeveralRoots { .. } => "format.several-roots",
        FormatError::Loop { .. } => "format.loop",
        FormatError::Toml { .. } => "format.toml",
        FormatError::UnknownKey { .. } => "format.unknown-key",
        FormatError::MissingKey { .. } => "format.missing-key",
        FormatError::WrongType { .. } => "format.wrong-type",
        FormatError::WrongLength { .. } => "format.wrong-length",
        FormatError::BadValue { .. } => "format.bad-value",
        FormatError::UnknownKeyword { .. } => "format.unknown-word",
        FormatError::UnknownReference { .. } => "format.unknown-reference",
        FormatError::Conflict { .. } => "format.conflict",
        FormatError::MeshNotFound { .. } => "format.mesh-not-found",
        FormatError::Mesh { .. } => "format.mesh",
        FormatError::Unsupported { .. } => "format.unsupported",
        FormatError::Unwritable { .. } => "format.unwritable",
        FormatError::UnknownFormat { .. } => "format.unknown-format",
        _ => "format",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length() -> StateError {
        StateError::Length { what: "q", model: "arm".into(), expected: 3, found: 2 }
    }

    // oracle: the message of the wrapped error
    #[test]
    fn wrapping_keeps_message_and_code() {
        for error in [Error::from(length()), Error::from(DynamicsError::State(length()))] {
            assert_eq!(error.to_string(), length().to_string());
            assert_eq!(error.code(), "state.length");
            assert!(error.is_bad_input() && !error.is_singular() && !error.is_bad_file());
        }
    }

    #[test]
    fn errors_of_a_batch_name_the_state() {
        let inner = DynamicsError::State(length());
        let error = Error::from(DynamicsError::InBatch { index: 7, error: Box::new(inner) });
        assert_eq!(error.code(), "state.length");
        let (index, alone) = error.in_batch().expect("one state");
        assert_eq!((index, alone), (7, Error::from(length())));
    }

    // oracle: the error of the state alone
    #[test]
    fn errors_of_every_kind_name_their_state() {
        let turn = SimError::TurnTooLarge { time: 0.0, joint: "base".into(), angle: 4.0 };
        for alone in [Error::from(length()), Error::from(turn)] {
            let error = alone.clone().in_state(3);
            assert_eq!(error.to_string(), format!("state 3 of the batch: {alone}"));
            assert_eq!((error.code(), error.is_bad_input()), (alone.code(), alone.is_bad_input()));
            assert_eq!(error.in_batch(), Some((3, alone)));
        }
    }

    #[test]
    fn files_that_cannot_be_models_show_the_line() {
        let model = ModelError::NegativeMass { link: "rod".into(), mass: -1.0, place: None };
        let excerpt = "\n    6 | <mass value=\"-1\"/>".to_owned();
        let error = Error::from(LoadError::Model { error: Box::new(model.clone()), excerpt: excerpt.clone() });
        assert_eq!(error.to_string(), format!("{model}{excerpt}"));
        assert_eq!(error.code(), "model.negative-mass");
        assert!(error.is_bad_model() && !error.is_bad_file());
    }
}
