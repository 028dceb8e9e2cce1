//! Random mechanisms of every kind against the equations of Newton and Euler of their bodies, which share no code with the engine
//! (`denoc_testkit::newton_euler`): accelerations by every algorithm, with and without prescribed ones, motor forces, reactions.

use std::sync::Mutex;

use denoc_mechanism::Mechanism;
use denoc_mechanism::evaluate::{
    Algorithm, Ask, Evaluation, ExternalWrench, ExternalWrenches, JointForces, JointReaction, States, Task,
};
use denoc_model::LinkId;
use denoc_testkit::newton_euler::{Actions, BodiesState, NewtonEuler, Reaction, Solution};
use denoc_testkit::{Closed, Random, distance, in_model_order, in_parallel, largest, random_closed};

/// The largest difference relative to the largest entry of a vector.
const TOLERANCE: f64 = 1e-10;
/// Where the condition number of the equations times this is larger, it is the tolerance: a few units of the last place of their
/// numbers.
const ROUNDING: f64 = 1e-15;

/// A mechanism with its oracle and what acts on it.
struct Case {
    closed: Closed,
    equations: NewtonEuler,
    bodies: BodiesState,
    mechanism: Mechanism,
    external: Vec<ExternalWrench>,
    actions: Actions,
    /// Wrenches without load, if constraints are redundant.
    stresses: Vec<Vec<Reaction>>,
    /// Motor forces in the order of the model.
    tau: Vec<f64>,
    random: Random,
}

/// What was compared, how far apart it was, and what the condition of the equations allowed beyond the tolerance.
struct Difference {
    what: String,
    size: f64,
    allowed: f64,
}

/// The right solution, what acts, and what its condition allows.
struct Oracle<'a> {
    solution: &'a Solution,
    actions: &'a Actions,
    allowed: f64,
}

impl Case {
    fn new(seed: u64) -> Self {
        let closed = random_closed(seed);
        let (equations, bodies) = closed.bodies();
        let mut random = Random::stream(seed, 1);
        let (d, model) = (&closed.description, &closed.model);
        let motors: Vec<Vec<f64>> = (0..d.joints.len())
            .map(|joint| {
                let in_tree = model.joint(&d.joints[joint].name).is_ok();
                let force = |random: &mut Random| if in_tree { random.signed(10.0) } else { 0.0 };
                (0..equations.freedoms(joint)).map(|_| force(&mut random)).collect()
            })
            .collect();
        let wrenches: Vec<[f64; 6]> =
            d.links.iter().map(|_| std::array::from_fn(|i| random.signed(if i < 3 { 3.0 } else { 10.0 }))).collect();
        let external = d.links.iter().zip(&wrenches);
        let external = external
            .map(|(link, &wrench)| ExternalWrench { frame: model.frame(&link.name).expect("a link"), wrench })
            .collect();
        Self {
            tau: in_model_order(d, model, &motors),
            mechanism: Mechanism::new(model.clone()),
            stresses: equations.self_stresses(&bodies),
            external,
            actions: Actions { motors, external: wrenches, passive: true, prescribed: Vec::new() },
            closed,
            equations,
            bodies,
            random,
        }
    }

    fn ask<'a>(&'a self, task: Task<'a>, algorithm: Option<Algorithm>) -> Ask<'a> {
        Ask {
            task,
            algorithm,
            external: ExternalWrenches::Same(&self.external),
            joint_forces: JointForces::Smooth,
            reactions: true,
        }
    }

    fn evaluate(&self, ask: &Ask<'_>) -> Result<Evaluation, String> {
        let states = States { q: &self.closed.state.q, v: &self.closed.state.v };
        self.mechanism.evaluate(states, ask).map_err(|error| error.to_string())
    }

    fn in_model_order(&self, by_joint: &[Vec<f64>]) -> Vec<f64> {
        in_model_order(&self.closed.description, &self.closed.model, by_joint)
    }

    /// A speed of the model as joint of the description and number within the joint.
    fn speed(&self, index: usize) -> (usize, usize) {
        let model = &self.closed.model;
        let LinkId(link) = model.joint_of_speed(index);
        (self.equations.joint(&model.joint_names()[link]), index - model.links()[link].v)
    }

    /// All joints of a tree; the motors that a mechanism with loops lists, otherwise those that are chosen for it.
    fn motors(&self) -> Result<Vec<(usize, usize)>, String> {
        let (d, model) = (&self.closed.description, &self.closed.model);
        if !self.mechanism.has_loops() {
            return Ok((0..model.nv()).map(|i| self.speed(i)).collect());
        }
        let listed = d.actuators.iter().map(|motor| self.equations.joint(&motor.joint));
        let listed: Vec<_> = listed.flat_map(|j| (0..self.equations.freedoms(j)).map(move |k| (j, k))).collect();
        if !d.actuators.is_empty() {
            return Ok(listed);
        }
        let speeds = self.mechanism.actuated_speeds().map_err(|error| error.to_string())?;
        Ok(speeds.into_iter().map(|i| self.speed(i)).collect())
    }

    fn is_closed(&self) -> Vec<Difference> {
        let zero = |what: &str, size: f64| Difference { what: what.into(), size, allowed: 0.0 };
        vec![
            zero("gap of the loops", self.equations.gap(&self.bodies)),
            zero("speeds across constraints", self.equations.violation(&self.bodies)),
        ]
    }

    /// Forward dynamics by every algorithm that takes the mechanism.
    fn forward(&self) -> Vec<Difference> {
        let expected = self.equations.forward(&self.bodies, &self.actions);
        let a = self.in_model_order(&self.equations.joint_accelerations(&expected));
        let allowed = ROUNDING * self.equations.condition(&self.bodies, &self.actions);
        let mut all = Vec::new();
        for algorithm in Algorithm::all().filter(|algorithm| algorithm.suits(&self.closed.model, true)) {
            let task = Task::Forward { tau: &self.tau, prescribed: None };
            let found = match self.evaluate(&self.ask(task, Some(algorithm))) {
                Ok(found) => found,
                Err(error) => {
                    all.push(failed(format!("forward, {}: {error}", algorithm.keyword())));
                    continue;
                }
            };
            let what = |what: &str| format!("{what}, forward by {}", algorithm.keyword());
            all.extend(self.rank(&found, &what));
            all.push(Difference { what: what("accelerations"), size: distance(&found.a, &a), allowed });
            let oracle = Oracle { solution: &expected, actions: &self.actions, allowed };
            all.extend(self.reactions(&found.reactions[0], oracle, &what));
        }
        all
    }

    /// Trees by the compiled layer, which takes no loads on links.
    fn compiled(&self) -> Vec<Difference> {
        if self.mechanism.has_loops() {
            return Vec::new();
        }
        let actions = Actions { external: Vec::new(), passive: false, ..self.actions.clone() };
        let expected = self.equations.forward(&self.bodies, &actions);
        let a = self.in_model_order(&self.equations.joint_accelerations(&expected));
        let allowed = ROUNDING * self.equations.condition(&self.bodies, &actions);
        let ask = |task| Ask { algorithm: Some(Algorithm::Compiled), ..Ask::new(task) };
        let forward = self.evaluate(&ask(Task::Forward { tau: &self.tau, prescribed: None }));
        let inverse = self.evaluate(&ask(Task::Inverse { a: &a }));
        let compare = |what: &str, found: Result<Vec<f64>, String>, right: &[f64]| match found {
            Ok(found) => Difference { what: format!("{what}, compiled"), size: distance(&found, right), allowed },
            Err(error) => failed(format!("{what}, compiled: {error}")),
        };
        vec![
            compare("accelerations", forward.map(|found| found.a), &a),
            compare("forces", inverse.map(|found| found.tau), &self.tau),
        ]
    }

    /// The number of independent constraints.
    fn rank(&self, found: &Evaluation, what: &dyn Fn(&str) -> String) -> Option<Difference> {
        let expected = self.closed.model.nv() - self.equations.allowed(&self.bodies).freedoms;
        let rank = found.diagnostics.first().map_or(0, |diagnostics| diagnostics.rank);
        let usual = found.usual_rank.unwrap_or(0);
        let wrong = rank != expected || usual != expected;
        wrong.then(|| failed(what(&format!("rank {rank}, usually {usual}, instead of {expected}"))))
    }

    /// Prescribed accelerations of the carrier, or of one joint.
    fn prescribed(&mut self) -> Vec<Difference> {
        let model = &self.closed.model;
        let moving: Vec<usize> = (0..model.links().len()).filter(|&i| model.links()[i].nv > 0).collect();
        let chosen = match &self.closed.carrier {
            Some(carrier) => model.joint(carrier).expect("the carrier is in the tree").0,
            None => moving[self.random.below(moving.len())],
        };
        let link = &model.links()[chosen];
        let mut values = vec![None; model.nv()];
        (link.v..link.v + link.nv).for_each(|i| values[i] = Some(self.random.signed(5.0)));
        let speeds = values.iter().enumerate().filter_map(|(i, value)| value.map(|value| (i, value)));
        let prescribed: Vec<_> = speeds.map(|(i, value)| (self.speed(i).0, self.speed(i).1, value)).collect();
        let actions = Actions { prescribed, ..self.actions.clone() };
        let expected = self.equations.forward(&self.bodies, &actions);
        let condition = self.equations.condition(&self.bodies, &actions);
        if expected.contradiction > 1e-9 || condition > 1e11 {
            return Vec::new(); // the loops do not allow it
        }
        let task = Task::Forward { tau: &self.tau, prescribed: Some(&values) };
        let found = match self.evaluate(&self.ask(task, None)) {
            Ok(found) => found,
            Err(error) => return vec![failed(format!("prescribed: {error}"))],
        };
        let a = self.in_model_order(&self.equations.joint_accelerations(&expected));
        let tau = self.in_model_order(&expected.motors);
        let allowed = ROUNDING * condition;
        let what = |what: &str| format!("{what}, prescribed accelerations");
        let mut all = vec![
            Difference { what: what("accelerations"), size: distance(&found.a, &a), allowed },
            Difference { what: what("forces"), size: distance(&found.tau, &tau), allowed },
        ];
        let oracle = Oracle { solution: &expected, actions: &actions, allowed };
        all.extend(self.reactions(&found.reactions[0], oracle, &what));
        all
    }

    /// Inverse dynamics with the motors that the mechanism lists or that are chosen for it.
    fn inverse(&mut self) -> Vec<Difference> {
        let target: Vec<Vec<f64>> =
            self.closed.v.iter().map(|v| v.iter().map(|_| self.random.signed(5.0)).collect()).collect();
        let x = self.equations.accelerations(&self.bodies, &target);
        let a = self.in_model_order(&self.equations.by_joint(&x));
        let actions = Actions { motors: Vec::new(), ..self.actions.clone() };
        let model = &self.closed.model;
        let motors = match self.motors() {
            Ok(motors) => motors,
            Err(error) => return vec![failed(format!("motors: {error}"))],
        };
        let expected = self.equations.inverse(&self.bodies, &x, &motors, &actions);
        let found = self.evaluate(&self.ask(Task::Inverse { a: &a }, None));
        let allowed = ROUNDING * expected.pivots;
        let what = |what: &str| format!("{what}, inverse");
        if expected.unmet > 1e-7 {
            let refused = matches!(&found, Err(error) if error.contains("no motor supplies the force"));
            return if refused { Vec::new() } else { vec![failed(format!("inverse with too few motors: {found:?}"))] };
        }
        let found = match found {
            Ok(found) => found,
            Err(error) => return vec![failed(format!("inverse: {error}"))],
        };
        let mut all: Vec<Difference> = self.rank(&found, &what).into_iter().collect();
        let mut tau = found.tau.clone();
        let mut needed = self.in_model_order(&expected.motors);
        tau.extend(&found.cut_forces);
        needed.extend(
            found
                .motors
                .iter()
                .flat_map(|motors| &motors.cuts)
                .map(|(closure, k)| expected.motors[self.equations.joint(&model.closure_names()[closure.0])][*k]),
        );
        all.push(Difference { what: what("forces"), size: distance(&tau, &needed), allowed });
        let oracle = Oracle { solution: &expected, actions: &actions, allowed };
        all.extend(self.reactions(&found.reactions[0], oracle, &what));
        all
    }

    /// Every body is balanced, and what is determined is the same as in the oracle.
    fn reactions(
        &self,
        found: &[JointReaction],
        Oracle { solution: expected, actions, allowed }: Oracle<'_>,
        what: &dyn Fn(&str) -> String,
    ) -> Vec<Difference> {
        let wrenches: Vec<Reaction> = found.iter().map(|reaction| self.named(reaction)).collect();
        let (size, link) = self.equations.imbalance(&self.bodies, expected, actions, &wrenches);
        let mut all = vec![Difference { what: what(&format!("balance of {link}")), size, allowed }];
        let oracle = self.equations.reactions(&self.bodies, expected);
        let scale = largest(oracle.iter().flat_map(|r| r.wrench).collect::<Vec<_>>()).max(f64::MIN_POSITIVE);
        for (reaction, wrench) in found.iter().zip(&wrenches) {
            let Some(right) = oracle.iter().find(|right| right.name == reaction.joint) else {
                all.push(failed(what(&format!("reaction of {} is unknown", reaction.joint))));
                continue;
            };
            let right = right.at(wrench.origin, &wrench.on);
            let open = reaction.indeterminate_moment.into_iter().chain(reaction.indeterminate_force);
            let open: Vec<bool> = open.collect();
            if !self.are_open(wrench, &open) {
                all.push(failed(what(&format!("indeterminate components of {}: {open:?}", reaction.joint))));
            }
            let apart = wrench.wrench.iter().zip(right).zip(open).filter(|(_, open)| !open);
            let size = largest(apart.map(|((x, y), _)| x - y).collect::<Vec<_>>()) / scale;
            all.push(Difference { what: what(&format!("reaction of {}", reaction.joint)), size, allowed });
        }
        if found.len() != oracle.len() {
            all.push(failed(what(&format!("{} reactions instead of {}", found.len(), oracle.len()))));
        }
        all
    }

    /// Whether these components are those that stresses without load change, where that is clear.
    fn are_open(&self, at: &Reaction, open: &[bool]) -> bool {
        let mut most = [0.0_f64; 6];
        for stress in &self.stresses {
            let largest = stress.iter().flat_map(|r| r.wrench).fold(0.0_f64, |most, x| most.max(x.abs()));
            for reaction in stress.iter().filter(|reaction| reaction.name == at.name) {
                let wrench = reaction.at(at.origin, &at.on);
                most.iter_mut().zip(wrench).for_each(|(most, x)| *most = most.max(x.abs() / largest));
            }
        }
        most.iter().zip(open).all(|(&most, &open)| if open { most > 1e-12 } else { most < 1e-4 })
    }

    fn named(&self, reaction: &JointReaction) -> Reaction {
        let model = &self.closed.model;
        let name =
            |link: Option<LinkId>| link.map_or(model.ground_name(), |link| &model.link_names()[link.0]).to_owned();
        let ([x, y, z], [fx, fy, fz]) = (reaction.moment, reaction.force);
        Reaction {
            name: reaction.joint.clone(),
            from: name(reaction.from),
            on: name(reaction.on),
            origin: reaction.origin,
            wrench: [x, y, z, fx, fy, fz],
        }
    }
}

fn failed(what: String) -> Difference {
    Difference { what, size: f64::INFINITY, allowed: 0.0 }
}

/// Everything of one mechanism.
fn differences(seed: u64) -> Vec<Difference> {
    let mut case = Case::new(seed);
    [case.is_closed(), case.forward(), case.compiled(), case.prescribed(), case.inverse()]
        .into_iter()
        .flatten()
        .collect()
}

/// Checks mechanisms and prints how many comparisons needed the condition number.
fn check(seeds: std::ops::Range<u64>) {
    let wrong: Mutex<Vec<String>> = Mutex::default();
    let counts = Mutex::new((0, 0, 0.0_f64));
    in_parallel(seeds.clone(), |seed| {
        for Difference { what, size, allowed } in differences(seed) {
            let mut counts = counts.lock().expect("no panic");
            counts.0 += 1;
            if size > TOLERANCE && size <= allowed {
                counts.1 += 1;
            } else if size <= TOLERANCE {
                counts.2 = counts.2.max(size);
            } else {
                wrong.lock().expect("no panic").push(format!("{seed}: {what}: {size:.1e}, allowed {allowed:.1e}"));
            }
        }
    });
    let (all, conditioned, largest) = counts.into_inner().expect("no panic");
    let mut wrong = wrong.into_inner().expect("no panic");
    wrong.sort();
    eprintln!(
        "{} mechanisms, {all} comparisons; within 1e-10: largest {largest:.1e}; {conditioned} needed the condition number; \
         {} wrong",
        seeds.end - seeds.start,
        wrong.len()
    );
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

// oracle: Newton and Euler
#[test]
fn random_mechanisms() {
    check(0..60);
}

/// Takes minutes: `cargo test --release -p denoc-mechanism --test newton_euler -- --ignored --nocapture`
// oracle: Newton and Euler
#[test]
#[ignore = "takes minutes"]
fn two_thousand_random_mechanisms() {
    check(0..2000);
}
