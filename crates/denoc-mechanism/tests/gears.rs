//! Gears by their teeth: the equations of Newton and Euler of all bodies (`denoc_testkit::newton_euler`), Willis' formula, tooth forces
//! by hand.

use denoc_dynamics::Workspace;
use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::Mechanism;
use denoc_mechanism::closed::ClosedSpace;
use denoc_mechanism::evaluate::{Algorithm, Ask, Evaluation, JointReaction, States, Task};
use denoc_mechanism::mobility::Mobility;
use denoc_model::{ConstraintKind, Description, GearSpec, Joint, LinkId, MassProperties, Model};
use denoc_testkit::newton_euler::{Actions, NewtonEuler, Reaction};
use denoc_testkit::{Random, close_within, distance, in_model_order};

fn gear(wheels: [&str; 2], teeth: [f64; 2], module: f64, internal: bool) -> ConstraintKind {
    let [parent, child] = wheels.map(str::to_owned);
    ConstraintKind::Gear(GearSpec { parent, child, teeth, module, internal, pressure_angle: 20_f64.to_radians() })
}

/// A mechanism with the coordinates of its joints, in the order of the description.
struct Case {
    d: Description,
    q: Vec<Vec<f64>>,
}

/// Makes links with random masses and joints with random frames in both links.
struct Maker {
    d: Description,
    q: Vec<Vec<f64>>,
    random: Random,
}

impl Maker {
    /// A housing that turns about a random axis.
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let pose = |random: &mut Random| Pose::new(turned(random), random.point(0.3));
        let (axis, place) = (random.direction(), pose(&mut random));
        let mut made = Self { d: Description::new("gears"), q: Vec::new(), random };
        made.link("housing");
        made.d = made.d.joint("bearing", "ground", "housing", Joint::revolute(axis), place);
        made.q.push(vec![0.7]);
        made
    }

    fn link(&mut self, name: &str) {
        let random = &mut self.random;
        let size = Vec3::new(random.range(0.1, 0.3), random.range(0.1, 0.3), random.range(0.1, 0.3));
        let (mass, center) = (random.range(0.5, 2.0), random.point(0.1));
        let mass = MassProperties::cuboid(mass, size, center);
        let d = std::mem::replace(&mut self.d, Description::new(""));
        self.d = d.link(name, mass);
    }

    /// A wheel or carrier on a link, at a point of that link's own axes (`home`): both link frames are at the same place where all
    /// coordinates are zero. `flipped`: the joint is listed from child to parent.
    fn on(&mut self, joint: &str, parent: &str, child: &str, [axis, at]: [Vec3<f64>; 2], angle: f64, flipped: bool) {
        self.link(child);
        let frame = Pose::new(turned(&mut self.random), at);
        let inside = frame.rotation.apply_transpose(axis);
        let d = std::mem::replace(&mut self.d, Description::new(""));
        let [parent, child] = if flipped { [child, parent] } else { [parent, child] };
        self.d = d.joint(joint, parent, child, Joint::revolute(inside), frame).child_origin(frame);
        self.q.push(vec![if flipped { -angle } else { angle }]);
    }

    fn gear(&mut self, name: &str, kind: ConstraintKind) {
        let d = std::mem::replace(&mut self.d, Description::new(""));
        self.d = d.constraint(name, kind);
    }

    fn done(self) -> Case {
        Case { d: self.d, q: self.q }
    }
}

fn turned(random: &mut Random) -> Mat3<f64> {
    let (sin, cos) = random.signed(3.0).sin_cos();
    Mat3::rotation(random.direction(), sin, cos)
}

const Z: Vec3<f64> = Vec3 { x: 0.0, y: 0.0, z: 1.0 };

/// Sun, planets on an arm and a ring that moves as well, all on the housing.
fn planetary(seed: u64, planets: usize) -> Case {
    let mut m = Maker::new(seed);
    let (module, [s, p, r]) = (0.01, [24.0, 18.0, 60.0]);
    let (sun, arm) = (m.random.signed(300.0), m.random.signed(300.0));
    // relative to the arm, external gears turn in opposite directions, a wheel and its ring in the same
    let planet = -s / p * (sun - arm);
    let ring = arm + p / r * planet;
    let center = Vec3::zero();
    m.on("input", "housing", "sun", [Z, center], sun, false);
    m.on("output", "housing", "arm", [-Z, center + Z.scale(0.05)], -arm, true);
    m.on("brake", "housing", "ring", [Z, center], ring, true);
    for i in 0..planets {
        let name = format!("planet{i}");
        let (sin, cos) = (std::f64::consts::TAU * i as f64 / planets as f64).sin_cos();
        let at = Vec3::new(cos, sin, 0.0).scale(0.5 * module * (s + p));
        let (axis, angle) = if i == 1 { (-Z, -planet) } else { (Z, planet) };
        m.on(&format!("pin{i}"), "arm", &name, [axis, at], angle, i == 2);
        m.gear(&format!("sun{i}"), gear(["sun", &name], [s, p], module, false));
        let around = if i == 1 { (["ring", name.as_str()], [r, p]) } else { ([name.as_str(), "ring"], [p, r]) };
        m.gear(&format!("ring{i}"), gear(around.0, around.1, module, true));
    }
    m.done()
}

/// A bevel differential: two side gears and a pinion on a case.
fn differential(seed: u64) -> Case {
    let mut m = Maker::new(seed);
    let (x, y) = (Vec3::unit(0), Vec3::unit(1));
    let (case, apart) = (m.random.signed(50.0), m.random.signed(50.0));
    m.on("crown", "housing", "case", [x, x.scale(0.2)], case, false);
    m.on("left", "housing", "left_gear", [x, x.scale(-0.04)], case + apart, false);
    m.on("right", "housing", "right_gear", [-x, x.scale(0.04)], apart - case, true);
    // the velocity of the left gear at the pitch point is that of the pinion
    m.on("cross", "case", "pinion", [y, y.scale(0.07)], 16.0 / 10.0 * apart, false);
    m.gear("left mesh", gear(["left_gear", "pinion"], [16.0, 10.0], 0.006, false));
    m.gear("right mesh", gear(["pinion", "right_gear"], [10.0, 16.0], 0.006, false));
    m.done()
}

/// The sun and planet gear of a beam engine: the planet is part of the rod of a four-bar, the sun turns about the pivot of the crank.
fn beam_engine(seed: u64) -> Case {
    let mut m = Maker::new(seed);
    let (module, [sun, planet]) = (0.02, [20.0, 20.0]);
    let at = |x: f64, y: f64| Vec3::new(x, y, 0.0);
    m.on("shaft", "housing", "flywheel", [Z, Vec3::zero()], 0.0, false);
    m.on("crank", "housing", "arm", [Z, Vec3::zero()], 0.0, false);
    m.on("beam", "housing", "lever", [Z, at(-1.0, 1.5)], 0.0, false);
    m.on("pin", "arm", "rod", [Z, at(0.4, 0.0)], 0.0, false);
    let end = Pose::translation(at(0.5, 1.5));
    m.d = m.d.joint("knee", "rod", "lever", Joint::revolute(Z), end).child_origin(end).cut();
    m.q.push(vec![0.0]);
    m.gear("mesh", gear(["flywheel", "rod"], [sun, planet], module, false));
    m.done()
}

fn evaluate(mechanism: &Mechanism, [q, v]: [&[f64]; 2], task: Task<'_>, algorithm: Option<Algorithm>) -> Evaluation {
    let ask = Ask { algorithm, reactions: true, ..Ask::new(task) };
    mechanism.evaluate(States { q, v }, &ask).expect("a solution")
}

fn named(model: &Model, reaction: &JointReaction) -> Reaction {
    let name = |link: Option<LinkId>| link.map_or(model.ground_name(), |l| &model.link_names()[l.0]).to_owned();
    let ([x, y, z], [fx, fy, fz]) = (reaction.moment, reaction.force);
    Reaction {
        name: reaction.joint.clone(),
        from: name(reaction.from),
        on: name(reaction.on),
        origin: reaction.origin,
        wrench: [x, y, z, fx, fy, fz],
    }
}

fn check(case: &Case, seed: u64) {
    let Case { d, q } = case;
    let model = d.build().expect("wheels that mesh");
    let (equations, mut random) = (NewtonEuler::new(d), Random::stream(seed, 7));
    let rest = equations.at_rest(q);
    let wanted: Vec<Vec<f64>> = q.iter().map(|_| vec![random.signed(3.0)]).collect();
    let bodies = equations.with_speeds(&rest, &wanted);
    let motors: Vec<Vec<f64>> =
        d.joints.iter().map(|j| vec![if model.joint(&j.name).is_ok() { random.signed(5.0) } else { 0.0 }]).collect();
    let actions = Actions { motors: motors.clone(), ..Actions::default() };
    let order = |by_joint: &[Vec<f64>]| in_model_order(d, &model, by_joint);
    let (q, v, tau) = (order(q), order(&equations.speeds(&bodies)), order(&motors));
    let expected = equations.forward(&bodies, &actions);
    let a = order(&equations.joint_accelerations(&expected));
    let mechanism = Mechanism::new(model.clone());
    for algorithm in Algorithm::all().filter(|algorithm| algorithm.suits(&model, true)) {
        let task = Task::Forward { tau: &tau, prescribed: None };
        let found = evaluate(&mechanism, [&q, &v], task, Some(algorithm));
        assert!(distance(&found.a, &a) < 1e-10, "{seed} {}: {:?} {a:?}", algorithm.keyword(), found.a);
        let wrenches: Vec<Reaction> = found.reactions[0].iter().map(|reaction| named(&model, reaction)).collect();
        let (off, link) = equations.imbalance(&bodies, &expected, &actions, &wrenches);
        assert!(off < 1e-10, "{seed} {}: balance of {link}: {off:e}", algorithm.keyword());
        for (reaction, right) in tooth_forces(&wrenches, &equations.reactions(&bodies, &expected), d) {
            close_within(reaction, right, 1e-9);
        }
    }
}

/// The forces of all gears, and those of the oracle with tan 20° of their size along the line that pushes the wheels apart; only if
/// there is one planet: several share the load.
fn tooth_forces(found: &[Reaction], oracle: &[Reaction], d: &Description) -> Vec<([f64; 3], [f64; 3])> {
    let gears = || d.constraints.iter().map(|gear| found.iter().find(|r| r.name == gear.name).expect("a reaction"));
    if gears().count() > 2 {
        return Vec::new();
    }
    let pair = |r: &Reaction| {
        let right = oracle.iter().find(|right| right.name == r.name).expect("a reaction").at(r.origin, &r.on);
        assert!(r.wrench[..3].iter().chain(&right[..3]).all(|m| m.abs() < 1e-9), "{r:?} {right:?}");
        let [_, _, _, x, y, z] = r.wrench;
        let (force, tangential) = (Vec3::new(x, y, z), Vec3::new(right[3], right[4], right[5]));
        let apart = force - tangential;
        assert!((apart.norm() - 20_f64.to_radians().tan() * tangential.norm()).abs() < 1e-9, "{r:?}");
        assert!(apart.dot(tangential).abs() < 1e-9);
        ((force - apart).to_array(), tangential.to_array())
    };
    gears().map(pair).collect()
}

// oracle: Newton and Euler; the coordinates by Willis' formula
#[test]
fn planetary_gears_with_one_or_more_planets() {
    for seed in 0..12 {
        check(&planetary(seed, 1 + seed as usize % 3), seed);
    }
}

// oracle: Newton and Euler; the coordinates from velocities at the pitch points by hand
#[test]
fn bevel_differentials() {
    for seed in 0..6 {
        check(&differential(seed), seed);
    }
}

// oracle: Newton and Euler
#[test]
fn a_planet_that_is_part_of_a_rod() {
    for seed in 0..6 {
        check(&beam_engine(seed), seed);
    }
}

// oracle: statics by hand: F = T/r along the tangent, |F| tan 20° apart, whatever the sense of the torque
#[test]
fn bearings_carry_the_tooth_force() {
    let body = MassProperties::cylinder(1.0, 0.05, 0.02);
    let d = Description::new("pair")
        .gravity(Vec3::zero())
        .link("a", body)
        .link("b", body)
        .joint("first", "ground", "a", Joint::revolute(Z), Pose::identity())
        .joint("second", "ground", "b", Joint::revolute(Z), Pose::translation(Vec3::new(0.1, 0.0, 0.0)))
        .constraint("mesh", gear(["a", "b"], [20.0, 30.0], 0.004, false));
    let model = d.build().unwrap();
    let mechanism = Mechanism::new(model);
    for torque in [2.0, -2.0] {
        let tau = [torque, 1.5 * torque];
        let found = evaluate(&mechanism, [&[0.0; 2], &[0.0; 2]], Task::Forward { tau: &tau, prescribed: None }, None);
        close_within(&found.a, [0.0; 2], 1e-12);
        let force: f64 = torque / 0.04;
        let apart = force.abs() * 20_f64.to_radians().tan();
        let by_name = |name: &str| found.reactions[0].iter().find(|r| r.joint == name).unwrap().force;
        close_within(by_name("mesh"), [apart, force, 0.0], 1e-12);
        close_within(by_name("first"), [apart, force, 0.0], 1e-12);
        close_within(by_name("second"), [-apart, -force, 0.0], 1e-12);
    }
}

// oracle: Willis' formula
#[test]
fn ratios_of_planetary_gears() {
    let body = MassProperties::cylinder(1.0, 0.05, 0.02);
    let ring = |fixed: bool| {
        let mut d = Description::new("planetary").link("sun", body).link("arm", body).link("planet", body);
        d = d
            .joint("input", "ground", "sun", Joint::revolute(Z), Pose::identity())
            .joint("output", "ground", "arm", Joint::revolute(Z), Pose::identity())
            .joint("pin", "arm", "planet", Joint::revolute(Z), Pose::translation(Vec3::new(0.042, 0.0, 0.0)));
        let ring = if fixed { "ground" } else { "ring" };
        if !fixed {
            d = d.link("ring", body).joint("brake", "ground", "ring", Joint::revolute(Z), Pose::identity());
        }
        d = d.constraint("inner", gear(["sun", "planet"], [24.0, 18.0], 0.002, false));
        d.constraint("outer", gear([ring, "planet"], [60.0, 18.0], 0.002, true)).build().unwrap()
    };
    let model = ring(true);
    let m = Mobility::analyse(&model, &[0.0; 3]).unwrap();
    assert_eq!((m.degrees_of_freedom, m.conditions, m.redundant), (1, 2, 0));
    let speed = |model: &Model, name: &str| model.links()[model.joint(name).unwrap().0].v;
    let [sun, arm] = ["input", "output"].map(|name| speed(&model, name));
    let mut v = vec![0.0; 3];
    v[sun] = 7.0;
    let driven = Some(vec![model.joint("input").unwrap()]);
    let draft = denoc_mechanism::Draft { q: vec![0.0; 3], held: Vec::new(), v, driven };
    let closed = draft.close(&model).unwrap();
    assert!((closed.v[sun] / closed.v[arm] - (1.0 + 60.0 / 24.0)).abs() < 1e-12, "{:?}", closed.v);
    let m = Mobility::analyse(&ring(false), &[0.0; 4]).unwrap();
    assert_eq!((m.degrees_of_freedom, m.conditions, m.redundant), (2, 2, 0));
}

// oracle: statics by hand: the wheel touches its ring on the side away from the centre of the ring, and pushes it outwards
#[test]
fn a_wheel_pushes_its_ring_outwards() {
    let body = MassProperties::cylinder(1.0, 0.05, 0.02);
    let d = Description::new("ring")
        .gravity(Vec3::zero())
        .link("wheel", body)
        .link("ring", body)
        .joint("first", "ground", "wheel", Joint::revolute(Z), Pose::identity())
        .joint("second", "ground", "ring", Joint::revolute(Z), Pose::translation(Vec3::new(0.08, 0.0, 0.0)))
        .constraint("mesh", gear(["wheel", "ring"], [20.0, 60.0], 0.004, true));
    let mechanism = Mechanism::new(d.build().unwrap());
    for torque in [2.0, -2.0] {
        let task = Task::Forward { tau: &[torque, -3.0 * torque], prescribed: None };
        let found = evaluate(&mechanism, [&[0.0; 2], &[0.0; 2]], task, None);
        close_within(&found.a, [0.0; 2], 1e-12);
        let force: f64 = torque / 0.04;
        let apart = force.abs() * 20_f64.to_radians().tan();
        let by_name = |name: &str| found.reactions[0].iter().find(|r| r.joint == name).unwrap().force;
        close_within(by_name("mesh"), [-apart, -force, 0.0], 1e-12);
        close_within(by_name("first"), [-apart, -force, 0.0], 1e-12);
        close_within(by_name("second"), [apart, force, 0.0], 1e-12);
    }
}

/// Sun, three planets and a ring that is the ground, with a rack on the arm and a coupled shaft.
fn geared_drive() -> Model {
    let body = MassProperties::cylinder(1.0, 0.02, 0.02);
    let mut d = Description::new("drive").link("sun", body).link("arm", body).link("rack", body).link("shaft", body);
    d = d
        .joint("input", "ground", "sun", Joint::revolute(Z), Pose::identity())
        .joint("output", "ground", "arm", Joint::revolute(Z), Pose::identity())
        .joint("slide", "ground", "rack", Joint::prismatic(Z), Pose::identity())
        .joint("side", "ground", "shaft", Joint::revolute(Z), Pose::translation(Vec3::new(0.2, 0.0, 0.0)))
        .coupling("slide", "input", 0.013, 0.0)
        .coupling("side", "input", -0.37, 0.1);
    for i in 0..3 {
        let planet = format!("planet{i}");
        let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / 3.0).sin_cos();
        let at = Pose::translation(Vec3::new(cos, sin, 0.0).scale(0.036));
        d = d.link(&planet, body).joint(format!("pin{i}"), "arm", &planet, Joint::revolute(Z), at);
        d = d.constraint(format!("sun{i}"), gear(["sun", &planet], [20.0, 16.0], 0.002, false));
        d = d.constraint(format!("ring{i}"), gear(["ground", &planet], [52.0, 16.0], 0.002, true));
    }
    d.build().unwrap()
}

// oracle: Willis' formula and the ratios of the description; coordinates have the rounding of their size, not that of a turn
#[test]
fn gears_and_couplings_stay_closed_after_thousands_of_turns() {
    let model = geared_drive();
    let mut ws = Workspace::new(&model);
    let at = |name: &str| model.links()[model.joint(name).unwrap().0].q;
    let posed = |sun: f64| {
        let mut q = vec![0.0; model.nq()];
        let arm = sun * 20.0 / 72.0;
        (q[at("input")], q[at("output")]) = (sun, arm);
        (q[at("slide")], q[at("side")]) = (0.013 * sun, 0.1 - 0.37 * sun);
        (0..3).for_each(|i| q[at(&format!("pin{i}"))] = -20.0 / 16.0 * (sun - arm));
        q
    };
    let mut random = Random::new(5);
    let (mut q, mut v) = (posed(0.0), vec![0.0; model.nv()]);
    let mut space = ClosedSpace::without_bases(&model, &mut ws, &mut q, &mut v).unwrap();
    for turned in [1.0, 70.0, 1e3, 1e4, 1e5] {
        for _ in 0..200 {
            let right = posed(random.signed(turned));
            let mut q: Vec<f64> = right.iter().map(|x| x + random.signed(1e-7)).collect();
            let mut v = random.vector(model.nv(), 1.0);
            space.correct(&mut ws, &mut q, &mut v).unwrap_or_else(|e| panic!("{turned}: {e}"));
            // on the loop, whose place the disturbance has moved
            let near = posed(q[at("input")]);
            let off = q.iter().zip(&near).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-13 + 1e-14 * turned, "{turned}: {off:e}");
        }
        let (mut q, mut v) = (posed(turned), vec![0.0; model.nv()]);
        ClosedSpace::new(&model, &mut ws, &mut q, &mut v).unwrap_or_else(|e| panic!("{turned}: {e}"));
    }
}
