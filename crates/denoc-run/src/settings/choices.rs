//! Keywords of settings, from the registries of integrators, control laws, trajectories and algorithms where these exist.

use denoc_mechanism::evaluate::Algorithm;
use denoc_sim::controllers::{CONTROLLERS, ControllerInfo};
use denoc_sim::motion::{KINDS, LAWS, MotionKind};
use denoc_sim::{DryFriction, Integrator, Limits};

use crate::load::{Base, Mimic};

/// A keyword and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The keyword.
    pub keyword: &'static str,
    /// One line of help; empty if the keyword says it all.
    pub summary: String,
}

fn choice(keyword: &'static str, summary: impl Into<String>) -> Choice {
    Choice { keyword, summary: summary.into() }
}

pub(super) fn bases() -> Vec<Choice> {
    let summary = |base| match base {
        Base::Fixed => "the base link is fixed to the world",
        Base::Floating => "the base link moves freely",
        Base::Prescribed => "the motion of the base link is given, and the wrench that it requires is computed",
    };
    Base::ALL.map(|base| choice(base.keyword(), summary(base))).to_vec()
}

pub(super) fn mimics() -> Vec<Choice> {
    let summary = |mimic| match mimic {
        Mimic::Enforced => "joints follow others as the model says",
        Mimic::Free => "all joints move independently",
    };
    Mimic::ALL.map(|mimic| choice(mimic.keyword(), summary(mimic))).to_vec()
}

pub(super) fn integrators() -> Vec<Choice> {
    Integrator::ALL.iter().map(|one| choice(one.info().keyword, one.info().summary)).collect()
}

pub(super) fn algorithms() -> Vec<Choice> {
    Algorithm::all().map(|algorithm| choice(algorithm.keyword(), algorithm.summary())).collect()
}

pub(super) fn laws() -> Vec<Choice> {
    let summary = |law: &ControllerInfo| {
        let keys: Vec<&str> = law.settings.iter().map(|setting| setting.key()).collect();
        if keys.is_empty() { law.summary.to_owned() } else { format!("{} (keys: {})", law.summary, keys.join(", ")) }
    };
    CONTROLLERS.iter().map(|law| choice(law.keyword, summary(law))).collect()
}

fn of_motion(kind: &MotionKind) -> Choice {
    choice(kind.keyword, kind.summary)
}

pub(crate) fn profiles() -> Vec<Choice> {
    // sequences exist in Rust only
    KINDS.iter().filter(|kind| kind.keyword != "sequence").map(of_motion).collect()
}

pub(super) fn time_laws() -> Vec<Choice> {
    LAWS.iter().map(of_motion).collect()
}

pub(super) fn dry_friction() -> Vec<Choice> {
    DryFriction::ALL.map(|law| choice(law.keyword(), law.summary())).to_vec()
}

pub(super) fn limits() -> Vec<Choice> {
    Limits::ALL.map(|limits| choice(limits.keyword(), limits.summary())).to_vec()
}

pub(super) fn singular() -> Vec<Choice> {
    vec![choice("record", "record the event and continue"), choice("stop", "end the simulation")]
}

pub(super) fn closures() -> Vec<Choice> {
    vec![
        choice("auto", "corrected; projected near singular configurations, which it passes on the same branch"),
        choice("projected", "every stage satisfies closure"),
        choice("corrected", "the end of every step satisfies closure"),
        choice("speeds", "speeds satisfy closure; position errors grow with t"),
        choice("accelerations", "accelerations satisfy closure; position errors grow with t²"),
    ]
}

pub(super) fn orientations() -> Vec<Choice> {
    vec![choice("keep", "constant"), choice("free", "unconstrained")]
}

pub(super) fn interpolations() -> Vec<Choice> {
    vec![
        choice("linear", "straight lines"),
        choice("cubic", "cubic spline, one polynomial in the first and in the last two intervals (not-a-knot)"),
        choice("natural", "cubic spline without curvature at its ends"),
    ]
}

pub(super) fn axes() -> Vec<Choice> {
    vec![choice("world", "fixed in the world"), choice("link", "fixed to the link")]
}

pub(super) fn load_profiles() -> Vec<Choice> {
    vec![choice("constant", "factor 1")]
}

pub(super) fn directions() -> Vec<Choice> {
    vec![choice("rising", ""), choice("falling", ""), choice("both", "")]
}

pub(super) fn samplings() -> Vec<Choice> {
    use crate::sweep::Sampling;
    let summary = |sampling| match sampling {
        Sampling::Grid => "all combinations; the last parameter varies fastest",
        Sampling::List => {
            "the first values of all parameters, then the second values, …; all lists have the same length"
        }
        Sampling::LatinHypercube => "random, one point in each of `samples` strata of every parameter",
        Sampling::Sobol => {
            "Sobol sequence (direction numbers of Joe and Kuo, Gray-code order), up to 21 parameters; a power of two as \
             `samples` gives the most even coverage"
        }
    };
    Sampling::ALL.map(|sampling| choice(sampling.keyword(), summary(sampling))).to_vec()
}

pub(super) fn spacings() -> Vec<Choice> {
    vec![choice("linear", "constant difference"), choice("log", "constant ratio")]
}
