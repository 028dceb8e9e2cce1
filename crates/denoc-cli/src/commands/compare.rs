//! `denoc compare`.

mod judge;

use std::time::{Duration, Instant};

use denoc::dynamics::loops::{LoopForward, LoopMethod};
use denoc::math::random::Random;
use denoc::mechanism::MechanismError;
use denoc::mechanism::assembly::{AssemblyOptions, Metric, assemble, project_velocity};
use denoc::mechanism::mobility::Mobility;
use denoc::model::Model;
use denoc::prelude::*;
use serde_json::{Value, json};

use self::judge::{Equations, difference};
use super::check::not_analysed;
use super::drawing::{DrawingArgs, need_loops};
use crate::args::{ModelArgs, remarks};
use crate::output::{Code, Failure, Output};
use crate::table::{Side, Table, plural};

/// Forward dynamics of a mechanism with loops by all methods, side by side: they must agree
///
/// States are random: a motion along the degrees of freedom from the start, speeds that the loops allow, forces of the motors.
/// Poses that are singular, or nearly so, are left out of the judgement. Loops of more than 50 speeds are compared without the
/// analysis of their mobility, those of more than 600 not at all: some methods take dense matrices.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    drawing: DrawingArgs,

    /// How many states
    #[arg(long, value_name = "COUNT", default_value_t = 20, allow_negative_numbers = true)]
    states: i64,

    /// Seed of the random numbers: equal seeds give equal states
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc compare fourbar
  denoc compare stewart --states 200 --seed 7
Exit code 3 if methods differ: if the equations of motion change by more than 1e-9 of their parts from one to the other.";

/// The largest change of an equation of motion that rounding explains, relative to its parts.
const ALIKE: f64 = 1e-9;
/// Poses with smaller pivots lose more digits than that.
const SINGULAR: f64 = 1e-6;
/// Loops with more speeds are not compared.
const LONGEST: usize = 600;
/// How long each method is measured in each state.
const PATIENCE: Duration = Duration::from_micros(200);

/// A state with forces.
struct State {
    q: Vec<f64>,
    v: Vec<f64>,
    tau: Vec<f64>,
}

/// One method over all states.
struct Record {
    method: LoopMethod,
    /// Largest differences from the first method.
    accelerations: f64,
    forces: f64,
    /// The largest change of an equation of motion, which is judged.
    equations: f64,
    rank: [usize; 2],
    smallest_pivot: f64,
    nanoseconds: f64,
    error: Option<String>,
}

/// Accelerations and Jᵀ λ of one state.
struct Solved {
    a: Vec<f64>,
    forces: Vec<f64>,
    rank: usize,
    smallest_pivot: f64,
    nanoseconds: f64,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    if !(1..=1_000_000).contains(&args.states) {
        return Err(Failure::new(format!("--states {}: give a number from 1 to 1000000", args.states)));
    }
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let name = args.model.name();
    let instead = format!(
        "this command compares methods for loops; denoc forward {name} --method recursive (or odca, multipliers, compiled, faithful) \
         computes a tree by each method, and denoc bench {name} times it"
    );
    need_loops(model, &instead)?;
    let start = args.drawing.close(model, None)?.q;
    let (mobility, unknown) = match Mobility::analyse(model, &start) {
        Ok(mobility) => (Some(mobility), None),
        Err(MechanismError::LongLoop { closure, speeds, .. }) if speeds > LONGEST => {
            return Err(Failure::new(format!(
                "the loop that \"{closure}\" closes has {speeds} speeds: some methods take dense matrices, and loops of up to {LONGEST} \
                 are compared; look at one with fewer links"
            )));
        }
        Err(error) => (None, Some(not_analysed(&error).ok_or(error)?)),
    };
    let mobility = mobility.as_ref();
    let states = random_states(model, &start, mobility, args)?;
    let new = |&method: &LoopMethod| Record {
        method,
        accelerations: 0.0,
        forces: 0.0,
        equations: 0.0,
        rank: [usize::MAX, 0],
        smallest_pivot: f64::INFINITY,
        nanoseconds: f64::INFINITY,
        error: None,
    };
    let mut records: Vec<Record> = LoopMethod::ALL.iter().map(new).collect();
    let mut solvers: Vec<LoopForward<f64>> =
        LoopMethod::ALL.iter().map(|&method| LoopForward::new(model, method)).collect();
    if let Some(mobility) = mobility {
        solvers.iter_mut().for_each(|solver| solver.limit_ranks(&mobility.cluster_ranks));
    }
    let mut singular = 0;
    let mut rank = mobility.map(|m| m.rank);
    for state in &states {
        singular += usize::from(!compare(model, state, &mut rank, &mut solvers, &mut records));
    }
    let judged = states.len() - singular;
    let alike = records.iter().all(|r| r.error.is_some() || r.equations <= ALIKE);
    let mut output = Output::text(match args.json {
        true => format!("{}\n", object(model, mobility, &records, (states.len(), singular), alike)),
        false => text(model, mobility, &records, (states.len(), singular)),
    });
    for record in &records {
        if let Some(words) = &record.error {
            output.note(format!("note: method {} is left out: {words}", record.method.info().keyword));
        }
    }
    if let Some(words) = unknown {
        output.note(format!("note: {words}; ranks are compared with that of the first state"));
    }
    if judged == 0 {
        output.note("note: all states are singular or nearly so: nothing could be judged".into());
    }
    if !alike {
        output.note(format!("the methods differ: equations of motion change by more than {ALIKE:e} of their parts"));
        output.code = Some(Code::AuditMissed);
    }
    if cfg!(debug_assertions) {
        output.note("note: this is a debug build, many times slower than cargo build --release".into());
    }
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

/// Compares one state; false if it is singular and tells nothing.
fn compare(
    model: &Model,
    state: &State,
    rank: &mut Option<usize>,
    solvers: &mut [LoopForward<f64>],
    records: &mut [Record],
) -> bool {
    let mut all: Vec<Option<Solved>> = Vec::new();
    for (solver, record) in solvers.iter_mut().zip(records.iter_mut()) {
        if record.error.is_some() {
            all.push(None);
            continue;
        }
        match solve(model, state, solver) {
            Ok(solved) => all.push(Some(solved)),
            Err(error) => {
                record.error = Some(Failure::from(error).to_string());
                all.push(None);
            }
        }
    }
    let Some(first) = all.iter().flatten().next() else { return false };
    let regular = first.rank == *rank.get_or_insert(first.rank) && first.smallest_pivot > SINGULAR;
    let Ok(equations) = Equations::new(model, state, first) else { return false };
    for (solved, record) in all.iter().zip(records) {
        let Some(solved) = solved else { continue };
        record.nanoseconds = record.nanoseconds.min(solved.nanoseconds);
        record.rank = [record.rank[0].min(solved.rank), record.rank[1].max(solved.rank)];
        record.smallest_pivot = record.smallest_pivot.min(solved.smallest_pivot);
        if regular {
            record.accelerations = record.accelerations.max(difference(&solved.a, &first.a));
            record.forces = record.forces.max(difference(&solved.forces, &first.forces));
            record.equations = record.equations.max(equations.change(first, solved));
        }
    }
    regular
}

fn solve(
    model: &Model,
    state: &State,
    solver: &mut LoopForward<f64>,
) -> Result<Solved, denoc::dynamics::DynamicsError> {
    let mut ws = Workspace::new(model);
    let mut a = vec![0.0; model.nv()];
    let start = Instant::now();
    let (mut count, mut best) = (0, f64::INFINITY);
    let outcome = loop {
        let one = Instant::now();
        let mut stage = ws.position(model, &state.q)?.velocity(&state.v)?;
        let outcome = solver.forward(&mut stage, &state.tau, Loads::NONE, &mut a)?;
        best = best.min(one.elapsed().as_nanos() as f64);
        count += 1;
        if count >= 3 && start.elapsed() >= PATIENCE {
            break outcome;
        }
    };
    let position = ws.position(model, &state.q)?;
    let mut jacobian = vec![0.0; solver.loops().count() * model.nv()];
    solver.loops().jacobian(&position, &mut jacobian)?;
    let mut forces = vec![0.0; model.nv()];
    for (row, lambda) in jacobian.chunks_exact(model.nv().max(1)).zip(solver.lambda()) {
        forces.iter_mut().zip(row).for_each(|(sum, j)| *sum += j * lambda);
    }
    let (rank, smallest_pivot) = (outcome.rank, outcome.smallest_pivot);
    Ok(Solved { a, forces, rank, smallest_pivot, nanoseconds: best })
}

fn random_states(
    model: &Model,
    start: &[f64],
    mobility: Option<&Mobility>,
    args: &Args,
) -> Result<Vec<State>, Failure> {
    let mut random = Random::new(args.seed);
    let mut vector = |n: usize| random.vector(n, 1.0);
    let (nv, driven) = (model.nv(), driven(model));
    let (hold, holding) = (inputs(model, mobility), holding(model, start)?);
    let mut states = Vec::new();
    let mut q = start.to_vec();
    for _ in 0..args.states {
        let (way, speeds) = (vector(nv), vector(nv));
        // a step beyond the limits, or beyond where the loops can be closed, begins at the start again
        let next =
            moved(model, &q, &hold, (&way, &speeds)).or_else(|_| moved(model, start, &hold, (&vec![0.0; nv], &speeds)));
        let (pose, v) = next?;
        q = pose;
        let tau = vector(nv).iter().zip(&driven).map(|(x, &driven)| if driven { x * holding } else { 0.0 }).collect();
        states.push(State { q: q.clone(), v, tau });
    }
    Ok(states)
}

/// Joints that lead all others: those with motors, if they are as many as the degrees of freedom. With them held the loops can
/// be closed without doubt, also where the geometry is special.
fn inputs(model: &Model, mobility: Option<&Mobility>) -> Vec<LinkId> {
    let Some(mobility) = mobility else { return Vec::new() };
    let motors = (0..model.links().len()).map(LinkId).filter(|&link| model.lists_motors() && model.is_actuated(link));
    let motors: Vec<LinkId> = motors.collect();
    let count: usize = motors.iter().map(|link| model.links()[link.0].nv).sum();
    if count == mobility.degrees_of_freedom { motors } else { Vec::new() }
}

/// A closed pose some way along the freedoms, with speeds.
fn moved(
    model: &Model,
    from: &[f64],
    hold: &[LinkId],
    (way, speeds): (&[f64], &[f64]),
) -> Result<(Vec<f64>, Vec<f64>), denoc::Error> {
    let way = project_velocity(model, from, way, hold, Metric::Identity)?;
    let mut q = from.to_vec();
    model.integrate(from, &way.iter().map(|x| 0.3 * x).collect::<Vec<_>>(), &mut q)?;
    let q = assemble(model, &q, &AssemblyOptions { restarts: 0, ..AssemblyOptions::holding(hold) })?.q;
    let v = project_velocity(model, &q, speeds, hold, Metric::Identity)?;
    Ok((q, v))
}

/// Speeds with motors; all of them where the model lists none.
fn driven(model: &Model) -> Vec<bool> {
    let of = |i: usize| vec![!model.lists_motors() || model.is_actuated(LinkId(i)); model.links()[i].nv];
    (0..model.links().len()).flat_map(of).collect()
}

/// How large forces are in this mechanism: what holds the tree against gravity, at least 1.
fn holding(model: &Model, q: &[f64]) -> Result<f64, Failure> {
    let mut forces = vec![0.0; model.nv()];
    Workspace::new(model).position(model, q)?.gravity_forces(&mut forces)?;
    Ok(forces.iter().fold(1.0_f64, |most, x| most.max(x.abs())))
}

fn text(model: &Model, mobility: Option<&Mobility>, records: &[Record], (count, singular): (usize, usize)) -> String {
    let mut text = match mobility {
        Some(m) => format!(
            "{}: {} degree{} of freedom, {} conditions of rank {}",
            model.name(),
            m.degrees_of_freedom,
            plural(m.degrees_of_freedom),
            m.conditions,
            m.rank
        ),
        None => format!("{}: {} speeds of the spanning tree", model.name(), model.nv()),
    };
    text += &format!("; {count} random state{}", plural(count));
    if singular > 0 {
        text += &format!(", {singular} of them nearly singular and not judged");
    }
    let heads = [
        "method",
        "equations change by",
        "accelerations differ by",
        "Jᵀλ differs by",
        "rank",
        "smallest pivot",
        "time",
    ];
    let mut table =
        Table::new(heads.iter().enumerate().map(|(k, head)| (*head, if k == 0 { Side::Left } else { Side::Right })));
    let first = records.iter().position(|r| r.error.is_none());
    for (k, r) in records.iter().enumerate() {
        let word = r.method.info().keyword.to_owned();
        if r.error.is_some() {
            table.row(core::iter::once(word).chain((1..heads.len()).map(|_| "-".into())));
            continue;
        }
        let apart = |x: f64| if first == Some(k) { "(reference)".into() } else { format!("{x:.1e}") };
        let rank =
            if r.rank[0] == r.rank[1] { r.rank[1].to_string() } else { format!("{} … {}", r.rank[0], r.rank[1]) };
        let time = format!("{:.1} µs", r.nanoseconds * 1e-3);
        let [equations, accelerations, forces] = [r.equations, r.accelerations, r.forces].map(apart);
        table.row([word, equations, accelerations, forces, rank, format!("{:.1e}", r.smallest_pivot), time]);
    }
    text + "\n\n"
        + &table.text()
        + "\nJudged are the equations M a + h = τ + Jᵀλ, their change relative to their parts: accelerations of light links are known \
           to fewer digits.\nDifferences relative to the largest number; pivots relative to the largest; times are the best of many.\n"
}

fn object(
    model: &Model,
    mobility: Option<&Mobility>,
    records: &[Record],
    (count, singular): (usize, usize),
    alike: bool,
) -> Value {
    let one = |r: &Record| {
        json!({
            "method": r.method.info().keyword, "summary": r.method.info().summary, "error": r.error,
            "equations": r.equations, "accelerations": r.accelerations, "forces": r.forces, "rank": r.rank, "smallest_pivot": r.smallest_pivot,
            "ns": r.nanoseconds,
        })
    };
    json!({
        "model": model.name(), "freedoms": mobility.map(|m| m.degrees_of_freedom),
        "conditions": mobility.map(|m| m.conditions), "rank": mobility.map(|m| m.rank), "states": count, "singular": singular, "alike": alike, "tolerance": ALIKE,
        "methods": records.iter().map(one).collect::<Vec<_>>(),
    })
}
