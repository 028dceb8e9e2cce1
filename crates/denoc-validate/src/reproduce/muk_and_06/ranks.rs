//! Section 3.3: ranks of the matrix that closes a loop, in general and in a singular pose.

use denoc_dynamics::Loads;
use denoc_dynamics::Workspace;
use denoc_dynamics::loops::{LoopForward, LoopMethod};
use denoc_math::Vec3;
use denoc_model::{Joint, JointSpec, Model};
use denoc_results::TextTable;
use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::finding::Oracle;
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case = Case {
    id: "MukAnd06 section 3.3, (42)",
    title: "parallelogram: ranks of the closure in general and in the singular pose",
    work: Work::Arm("odca_parallelogram", run),
};

/// What the chain of bars A, C, B is before the loop is closed.
#[derive(Copy, Clone)]
enum Chain {
    /// As the model is: fixed to the ground at A, closed by one joint.
    Cut,
    /// Free in the plane, closed by both pivots.
    Planar,
    /// Free in space, closed by both pivots, as in the paper.
    Spatial,
}

/// Chain, conditions that are not empty, rank in general, rank in the singular pose.
const EXPECTED: [(&str, Chain, usize, [usize; 2]); 3] = [
    ("one cut joint", Chain::Cut, 2, [2, 1]),
    ("both pivots, bars in the plane", Chain::Planar, 4, [4, 3]),
    ("both pivots, bars in space", Chain::Spatial, 10, [7, 6]),
];

/// The matrix of the paper's closure is Dᵀ ζ D of both pivots of the free chain [MukAnd06 (42)]: it is J I⁻¹ Jᵀ.
fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "The paper joins the three bars to one chain, free in space, and finds the forces of both pivots at once from \
         a matrix that it calls positive definite, in singular poses too. It is J I⁻¹ Jᵀ of the two pivots. Its rank \
         at 45°, and with all bars in line:",
    );
    let mut rows = Vec::new();
    let mut definite = true;
    for (name, chain, conditions, expected) in EXPECTED {
        let model = build(arm, chain)?;
        let found = [std::f64::consts::FRAC_PI_4, 0.0].map(|angle| rank(&model, chain, angle));
        // none if the loop is open
        let [(count, general), (_, singular)] = found.map(Result::unwrap_or_default);
        let wrong = general.abs_diff(expected[0]) + singular.abs_diff(expected[1]) + count.abs_diff(conditions);
        let what = format!("{name}: {} and {} of {conditions}", expected[0], expected[1]);
        finding.check(&what, Oracle::Law, wrong as f64, 0.0, "");
        if matches!(chain, Chain::Planar | Chain::Spatial) {
            definite &= singular == count;
        }
        rows.push(vec![name.to_owned(), count.to_string(), general.to_string(), singular.to_string()]);
    }
    finding.sentence("\"all matrices to be inverted remaining positive definite\"", definite, false);
    finding.remark(
        "Erratum E53. In the plane the matrix has full rank in general and loses one where the bars are in line. In \
         space it is never regular: with parallel axes three of ten conditions are redundant. The equations stay \
         consistent for speeds along a branch of motion; they are solved with a decomposition that reveals the rank, and \
         multipliers of least norm.",
    );
    finding.tables.push(TextTable {
        title: "Ranks".into(),
        columns: ["closed by", "conditions", "rank at 45°", "rank in line"].map(str::to_owned).to_vec(),
        rows,
        note: "Conditions are those that some motion of the chain can break.".into(),
    });
    Ok(finding)
}

/// The chain with its closures.
fn build(arm: &Loaded, chain: Chain) -> Result<Model, ValidationError> {
    let mut description = arm.description.clone();
    let base = match chain {
        Chain::Cut => return Ok((*arm.model).clone()),
        Chain::Planar => Joint::planar(Vec3::new(0.0, 0.0, 1.0)),
        Chain::Spatial => Joint::free(),
    };
    description.actuators.clear();
    description.configurations.clear();
    let mut first = None;
    for joint in &mut description.joints {
        joint.cut = joint.name.starts_with("pivot");
        if joint.name == "pivot_a" {
            first = Some(JointSpec { name: "base".into(), joint: base.clone(), cut: false, ..joint.clone() });
        }
    }
    description.joints.extend(first);
    Ok(description.build()?)
}

/// How many conditions there are that motion of the chain could break, and how many of them are independent, at an angle
/// of A and B.
fn rank(model: &Model, chain: Chain, angle: f64) -> Result<(usize, usize), ValidationError> {
    let mut q = model.neutral();
    let place = |joint: &str| Ok::<_, ValidationError>(model.links()[model.joint(joint)?.0].q);
    q[place("pin_ac")?] = -angle;
    match chain {
        Chain::Cut => {
            q[place("pivot_a")?] = angle;
            q[place("pivot_b")?] = angle;
        }
        Chain::Planar => {
            q[place("base")? + 2] = angle;
            q[place("pin_bc")?] = angle;
        }
        Chain::Spatial => {
            let base = place("base")?;
            (q[base + 5], q[base + 6]) = (0.5 * angle).sin_cos();
            q[place("pin_bc")?] = angle;
        }
    }
    let mut ws = Workspace::new(model);
    let mut forward = LoopForward::new(model, LoopMethod::Multipliers);
    let zero = vec![0.0; model.nv()];
    let mut stage = ws.position(model, &q)?.velocity(&zero)?;
    let rank = forward.forward(&mut stage, &zero, Loads::NONE, &mut zero.clone())?.rank;
    let loops = forward.loops();
    let mut residuals = vec![0.0; loops.count()];
    loops.residuals(&stage, &mut residuals)?;
    if crate::reproduce::linkage::largest(&residuals) > 1e-14 {
        return Err(ValidationError::case("the loop is open"));
    }
    let breakable = |row: &usize| {
        let mut size = 0.0_f64;
        loops.jacobian_row(&stage, *row, |_, x| size = size.max(x.abs()));
        size > 1e-14
    };
    Ok(((0..loops.count()).filter(breakable).count(), rank))
}
