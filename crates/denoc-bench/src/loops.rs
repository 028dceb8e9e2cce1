//! Chains of four-bar linkages, each on the coupler of the previous one: forward dynamics by every algorithm for loops, from
//! coordinates, speeds and joint forces to accelerations.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use comfy_table::{CellAlignment, Table, presets};
use denoc_dynamics::loops::{LoopForward, LoopMethod};
use denoc_dynamics::{DynamicsError, Loads, Workspace};
use denoc_model::Model;
use denoc_testkit::{State, distance, four_bars, four_bars_state};
use serde_json::json;

use crate::cases::{Case, cycled};
use crate::check::Check;
use crate::models::Subject;
use crate::options::Options;
use crate::pinocchio::{self, Pinocchio};
use crate::rounds;
use crate::{callgrind, mujoco};

const SIZES: [usize; 4] = [1, 10, 100, 1000];
/// The other methods cost the cube of the number of loops.
const LARGEST_DENSE: usize = 100;

/// Names of the peers, of their algorithms, and their settings (damping, accuracy, iterations).
const PEERS: [(&str, &str, &str); 2] =
    [("pinocchio", "loops", "1e-10 1e-10 10"), ("pinocchio-lcaba", "loops-linear", "1e-4 1e-12 50")];

struct Line {
    k: usize,
    library: &'static str,
    ns: f64,
    median: f64,
    /// Largest difference of the accelerations from those by multipliers, relative.
    difference: Option<f64>,
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    if options.callgrind {
        return count(options);
    }
    let (mut lines, mut check): (Vec<Line>, _) = (Vec::new(), Check::default());
    for k in SIZES.into_iter().filter(|k| *k <= options.most_loops()) {
        eprintln!("{k} four-bars");
        let new = time(k, options)?;
        if options.json {
            new.iter().for_each(|line| println!("{}", line.json()));
        }
        for line in &new {
            let what = format!("{} four-bars: difference of {} from multipliers", line.k, line.library);
            line.difference.into_iter().for_each(|x| check.add(what.clone(), x, bound(line.library)));
        }
        lines.extend(new);
    }
    let text = text(&lines);
    if options.json {
        eprintln!("{text}")
    } else {
        println!("{text}")
    }
    check.end(options)
}

/// The largest difference with `--check`.
fn bound(library: &str) -> f64 {
    match library {
        // it solves a damped problem
        "pinocchio-lcaba" => 1e-8,
        // its constraints are soft
        "mujoco" => 1e-2,
        _ => 1e-10,
    }
}

fn time(k: usize, options: &Options) -> Result<Vec<Line>, String> {
    let model = four_bars(k);
    let states: Vec<State> = (0..if k < 1000 { 64 } else { 8 }).map(|seed| four_bars_state(k, seed)).collect();
    let subject = Subject { name: format!("four-bars{k}"), model, states };
    let methods = || LoopMethod::ALL.iter().copied().filter(|&m| k <= LARGEST_DENSE || m == LoopMethod::Modular);
    let trusted = if k <= LARGEST_DENSE { Some(evaluate(&subject, LoopMethod::Multipliers)?) } else { None };
    let off = |a: &[f64]| trusted.as_ref().map(|trusted| distance(a, trusted));

    let (mut cases, mut differences) = (Vec::new(), Vec::new());
    for method in methods() {
        differences.push((method.info().keyword, off(&evaluate(&subject, method)?)));
        cases.push(ours(&subject, method));
    }
    if let (Some(program), true) = (&options.peer, k <= LARGEST_DENSE) {
        for (library, algorithm, settings) in PEERS {
            let mut peer = Pinocchio::start(program)?;
            peer.load(&subject)?;
            peer.request(&format!("proximal {settings}"))?;
            differences.push((library, off(&peer.evaluate(&subject.model, algorithm, 0)?)));
            cases.push(pinocchio::case(&Rc::new(RefCell::new(peer)), "forward", library, algorithm));
        }
    }
    rounds::run(&mut cases, options, &subject);
    let line = |case: &Case| {
        let difference = differences.iter().find(|d| d.0 == case.library).and_then(|d| d.1);
        Line { k, library: case.library, ns: case.minimum(), median: case.median(), difference }
    };
    let mut lines: Vec<Line> = cases.iter().map(line).collect();
    if let Some(python) = &options.mujoco {
        match mujoco::time(python, &subject) {
            Ok((ns, a)) => lines.push(Line { k, library: "mujoco", ns, median: ns, difference: off(&a) }),
            Err(reason) => eprintln!("  mujoco skipped: {reason}"),
        }
    }
    Ok(lines)
}

/// The number of four-bars in a model of this name.
pub(crate) fn size(name: &str) -> Option<usize> {
    name.strip_prefix("four-bars")?.parse().ok()
}

/// Instructions per evaluation.
fn count(options: &Options) -> Result<(), String> {
    callgrind::check_valgrind()?;
    println!("Instructions per evaluation of forward dynamics of chains of four-bars (callgrind)");
    for k in SIZES.into_iter().filter(|&k| k <= 10) {
        for method in LoopMethod::ALL {
            let keyword = method.info().keyword;
            println!("{k} {keyword} {}", callgrind::each(&format!("four-bars{k}"), keyword, options)?);
        }
    }
    Ok(())
}

/// Evaluates the states of a chain again and again.
pub(crate) fn repeat(k: usize, method: &str, count: usize) -> Result<(), String> {
    let method = LoopMethod::from_keyword(method).ok_or("no such method")?;
    let model = four_bars(k);
    let states: Vec<State> = (0..64).map(|seed| four_bars_state(k, seed)).collect();
    let mut solver = Solver::new(&model, method);
    for state in states.iter().cycle().take(count) {
        black_box(&mut solver).solve(&model, state).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Accelerations of the first state.
fn evaluate(subject: &Subject, method: LoopMethod) -> Result<Vec<f64>, String> {
    let mut solver = Solver::new(&subject.model, method);
    solver.solve(&subject.model, &subject.states[0]).map_err(|error| format!("{method:?}: {error}"))?;
    Ok(solver.a)
}

fn ours(subject: &Subject, method: LoopMethod) -> Case {
    let (model, mut solver) = (subject.model.clone(), Solver::new(&subject.model, method));
    let states: Rc<[State]> = subject.states.clone().into();
    let call = move |s: &State| {
        let done = black_box(&mut solver).solve(&model, s);
        black_box(&mut solver.a);
        done
    };
    Case::single("forward", method.info().keyword, Box::new(cycled(&states, call)))
}

struct Solver {
    ws: Workspace<f64>,
    forward: LoopForward<f64>,
    a: Vec<f64>,
}

impl Solver {
    fn new(model: &Model, method: LoopMethod) -> Self {
        Self { ws: Workspace::new(model), forward: LoopForward::new(model, method), a: vec![0.0; model.nv()] }
    }

    fn solve(&mut self, model: &Model, s: &State) -> Result<(), DynamicsError> {
        let mut stage = self.ws.position(model, &s.q)?.velocity(&s.v)?;
        self.forward.forward(&mut stage, &s.tau, Loads::NONE, &mut self.a)?;
        Ok(())
    }
}

impl Line {
    fn json(&self) -> serde_json::Value {
        json!({
            "model": "four-bars", "loops": self.k, "algorithm": "forward", "library": self.library, "ns": self.ns,
            "median_ns": self.median, "difference": self.difference,
        })
    }
}

fn text(lines: &[Line]) -> String {
    let modular = LoopMethod::Modular.info().keyword;
    let time = |k: usize, library: &str| lines.iter().find(|l| l.k == k && l.library == library).map(|l| l.ns);
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    table.set_header(["four-bars", "algorithm", "ns", "per four-bar", "ratio to recursive", "difference", "spread"]);
    for line in lines {
        let ratio = time(line.k, modular).map_or(String::new(), |ours| format!("{:.2}", line.ns / ours));
        table.add_row([
            line.k.to_string(),
            line.library.to_owned(),
            format!("{:.0}", line.ns),
            format!("{:.0}", line.ns / line.k as f64),
            ratio,
            line.difference.map_or(String::new(), |x| format!("{x:.0e}")),
            format!("{:.2}", line.median / line.ns),
        ]);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let exponent = |from: usize, to: usize| {
        let growth = time(to, modular).zip(time(from, modular)).map(|(to, from)| to / from);
        growth.map_or(f64::NAN, |growth| growth.ln() / (to as f64 / from as f64).ln())
    };
    let exponents: Vec<String> =
        SIZES.windows(2).map(|w| format!("{} to {}: {:.3}", w[0], w[1], exponent(w[0], w[1]))).collect();
    format!(
        "Forward dynamics of chains of four-bars, each on the coupler of the one before; nanoseconds per state, smallest of \
         interleaved rounds;\ndifference: of the accelerations from those by multipliers, relative\n\n{table}\n\n\
         time of {modular} grows with the exponent (loops) {}",
        exponents.join(", ")
    )
}
