//! What every command says when all is well. Oracle of numbers: the library, called directly; the shared reference A1.

mod common;

use common::{Folder, data, denoc, denoc_in};
use denoc_dynamics::compiled::Compile;
use denoc_dynamics::{Dynamics, Workspace};
use denoc_formats::catalogue;
use denoc_run::{Base, load, load_on};
use denoc_testkit::reference;
use serde_json::Value;

fn vector(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().expect("a list").iter().map(vector).collect()
}

#[track_caller]
fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    let size = expected.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= 1e-12 * size, "{found:?} is not {expected:?}");
    }
}

#[test]
fn models_are_listed() {
    let text = denoc(&["models"]).ok();
    for entry in catalogue::ENTRIES {
        let catalogue::Summary { one_line: line, source } = entry.summary().unwrap();
        assert!(!line.is_empty() && !source.is_empty(), "{}", entry.name);
        assert!([entry.name, &line, &source].iter().all(|words| text.contains(words)), "{text}");
    }
    let list = denoc(&["models", "--json"]).json();
    assert_eq!(list.as_array().unwrap().len(), catalogue::ENTRIES.len());
}

#[test]
fn info_shows_table_units_notes_and_conventions() {
    let text = denoc(&["info", "pendulum.urdf", "--base", "floating"]).ok();
    let table = load_on(data().join("pendulum.urdf"), Base::Floating).unwrap().model.to_string();
    assert!(text.starts_with(&table), "{text}");
    for line in [
        "  [3]  floating_base.qx  1     [3]        floating_base.vx  m/s        N",
        "total mass of the moving links: 1 kg",
        "  quaternions          x, y, z, w; of unit length",
        "  gravity              0, 0, -9.81 m/s² in this model",
    ] {
        assert!(text.contains(line), "no \"{line}\" in\n{text}");
    }
    assert!(denoc(&["info", "kuka_kr5"]).ok().contains("warning: link \"link6\""));
    let info = denoc(&["info", "stanford", "--json"]).json();
    assert_eq!((info["nq"].as_u64(), info["nv"].as_u64()), (Some(6), Some(6)));
    assert_eq!(info["tau"][2], serde_json::json!({"name": "joint3", "unit": "N"}));
    assert_eq!(info["links"][2]["kind"], "prismatic");
}

#[test]
fn inverse_is_the_librarys() {
    let model = load("puma").unwrap().model;
    let (q, v, a) = ([0.1, -0.2, 0.3, 0.4, -0.5, 0.6], [1.0, 0.0, 0.0, -1.0, 0.0, 0.5], [0.0; 6]);
    let mut tau = [0.0; 6];
    model.compile().inverse_dynamics(&q, &v, &a, &mut tau).unwrap();
    let words = ["inverse", "puma", "--q", "0.1,-0.2,0.3,0.4,-0.5,0.6", "--v", "joint1=1,joint4=-1,v[5]=0.5"];
    let result = denoc(&[&words[..], &["--json"]].concat()).json();
    assert_eq!(vector(&result["tau"]), tau); // to the last bit
    assert_eq!(vector(&result["v"]), v);
    assert_eq!(result["units"][0], "N m");
    let faithful = denoc(&[&words[..], &["--json", "--algorithm", "recursive"]].concat()).json();
    close(&vector(&faithful["tau"]), &tau);
    let text = denoc(&words).ok();
    assert!(text.contains(&format!("{:.6} N m", tau[1])), "{text}");
}

#[test]
fn states_come_from_json_and_from_standard_input() {
    let folder = Folder::new("json");
    folder.file("one.json", r#"{"q": {"joint2": 0.5}, "v": [1, 2, 3], "tau": {"joint1": 4.0}}"#);
    let one = folder.run(&["forward", "planar_3r", "--state", "one.json", "--json"]).json();
    let model = load("planar_3r").unwrap().model;
    let mut a = [0.0; 3];
    model.compile().forward_dynamics(&[0.0, 0.5, 0.0], &[1.0, 2.0, 3.0], &[4.0, 0.0, 0.0], &mut a).unwrap();
    assert_eq!(vector(&one["a"]), a);
    let list = r#"[{"q": {"joint2": 0.5}}, {"v": [1, 2, 3]}]"#;
    let many = denoc_in(&folder.0, &["forward", "planar_3r", "--state", "-", "--tau", "4,0,0", "--json"], list).json();
    assert_eq!(rows(&many["tau"]), [[4.0, 0.0, 0.0]; 2]);
    assert_eq!(rows(&many["v"])[1], [1.0, 2.0, 3.0]);
    assert_eq!(rows(&many["a"]).len(), 2);
}

#[test]
fn floating_bases_have_named_components() {
    let words = ["forward", "floater.urdf", "--base", "floating", "--q", "floating_base.z=1.5,pivot=0.3", "--json"];
    let result = denoc(&words).json();
    assert_eq!(vector(&result["q"]), [0.0, 0.0, 1.5, 0.0, 0.0, 0.0, 1.0, 0.3]);
    let a = vector(&result["a"]); // it falls as a whole
    close(&a, &[0.0, 0.0, 0.0, 0.0, 0.0, -9.81, 0.0]);
    assert_eq!(result["joints"][5], "floating_base.vz");
}

// oracle: differences of the mass centre that fk prints
#[test]
fn matrices_of_the_mass_centre_on_request() {
    let matrices =
        denoc(&["matrices", "puma", "--q", "joint2=-0.5", "--only", "com-jacobian,centroidal-momentum", "--json"])
            .json();
    assert!(matrices.get("gim").is_none());
    let (jacobian, momentum) = (rows(&matrices["com_jacobian"]), rows(&matrices["centroidal_momentum"]));
    let center = |q: &str| denoc(&["fk", "puma", "--q", q, "--json"]).json()["center_of_mass"].clone();
    let (ahead, behind) = (center("joint2=-0.499"), center("joint2=-0.501"));
    for k in 0..3 {
        let [ahead, behind] = [&ahead, &behind].map(|center| center[k].as_f64().unwrap());
        assert!((jacobian[k][1] - (ahead - behind) / 2e-3).abs() < 1e-6, "{k}");
        // the mass is the same in every direction
        assert!((momentum[3 + k][1] * jacobian[0][1] - momentum[3][1] * jacobian[k][1]).abs() < 1e-12, "{k}");
    }
    let text = denoc(&["matrices", "puma", "--only", "centroidal-momentum"]);
    assert!(text.out.contains("angular x") && !text.out.contains("GIM"), "{}", text.out);
}

#[test]
fn the_inertia_matrix_and_its_factors() {
    let model = load("planar_3r").unwrap().model;
    let q = [0.1, 0.2, 0.3];
    let mut gim = [0.0; 9];
    model.compile().gim(&q, &mut gim).unwrap();
    let mut ws = Workspace::new(&model);
    let mut position = ws.position(&model, &q).unwrap();
    let udut = position.udut().unwrap();
    let words = ["matrices", "planar_3r", "--q", "0.1,0.2,0.3"];
    let result = denoc(&[&words[..], &["--json"]].concat()).json();
    assert_eq!(rows(&result["gim"]).concat(), gim);
    assert_eq!(vector(&result["d"]), udut.d());
    assert_eq!(result["determinant"].as_f64(), Some(udut.determinant()));
    assert_eq!(rows(&result["u"])[0][2], udut.u(0, 2));
    let text = denoc(&words).ok();
    assert!(text.contains(&format!("{:.6}", gim[1])) && text.contains("determinant"), "{text}");
    let faithful = denoc(&["matrices", "planar_3r", "--q", "0.1,0.2,0.3", "--algorithm", "recursive", "--json"]).json();
    close(&rows(&faithful["gim"]).concat(), &gim);
    // forward dynamics of this arm is singular, its inertia matrix is not refused
    assert_eq!(rows(&denoc(&["matrices", "kuka_kr5", "--json"]).json()["gim"]).len(), 6);
}

// oracle: A1, the book's example computed by another library
#[test]
fn a_motion_gives_the_torques_of_the_book_and_its_file_can_be_read_back() {
    let folder = Folder::new("torques");
    let text = "model = \"planar_3r\"\n[motion]\nprofile = \"cycloidal\"\nduration = 10\nsamples = 101\nto = [\"180 deg\", \
                \"180 deg\", \"180 deg\"]\n";
    folder.file("book.toml", text).run(&["run", "book.toml", "--out", "book"]).ok();
    let csv = std::fs::read_to_string(folder.0.join("book/results.csv")).unwrap();
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!([header[0], header[7], header[10]], ["t [s]", "a[joint1] [rad/s^2]", "tau[joint1] [N m]"]);
    let table: Vec<Vec<f64>> = lines.map(|l| l.split(',').map(|x| x.parse().unwrap()).collect()).collect();
    let reference = reference::table("A1_planar3R_id_table");
    assert_eq!(table.len(), reference.rows.len());
    for ((row, t), tau) in table.iter().zip(reference.column("t")).zip(reference.numbered("tau")) {
        assert!((row[0] - t).abs() < 1e-12);
        for (x, y) in row[10..13].iter().zip(&tau) {
            assert!((x - y).abs() < 1e-9 * 4.4, "t = {t}: {x} is not {y}");
        }
    }

    // the other way round
    let back = folder.run(&["forward", "planar_3r", "--state", "book/results.csv", "--json"]).json();
    for (a, row) in rows(&back["a"]).iter().zip(&table) {
        assert!(a.iter().zip(&row[7..10]).all(|(x, y)| (x - y).abs() < 1e-10));
    }
    assert_eq!(vector(&back["t"])[3], 0.3);
}

// oracle: one state at a time, by both layers
#[test]
fn many_states_give_a_row_each() {
    let folder = Folder::new("csv");
    let text = "t [s], joint2, v[0], a[joint6]\n0,0.1,1,2\n# a comment\n0.5,0.2,3,4\n\n1,0.3,5,6\n";
    folder.file("states.csv", text);
    let said = folder.run(&["inverse", "puma", "--state", "states.csv", "--csv", "out.csv"]);
    assert!(said.err.contains("wrote out.csv"), "{}", said.err);
    let table = said.ok();
    assert!(table.contains("tau of 3 states") && table.contains("joint1 [N m]"), "{table}");
    assert_eq!(folder.files(), ["out.csv", "states.csv"]);
    let many = folder.run(&["inverse", "puma", "--state", "out.csv", "--json"]).json();
    let model = load("puma").unwrap().model;
    let mut ws = Workspace::new(&model);
    for (k, tau) in rows(&many["tau"]).iter().enumerate() {
        let k = k as f64;
        let q = [0.0, 0.1 + 0.1 * k, 0.0, 0.0, 0.0, 0.0];
        let v = [1.0 + 2.0 * k, 0.0, 0.0, 0.0, 0.0, 0.0];
        let a = [0.0, 0.0, 0.0, 0.0, 0.0, 2.0 + 2.0 * k];
        let mut expected = [0.0; 6];
        model.inverse_dynamics(&mut ws, &q, &v, &a, &mut expected).unwrap();
        close(tau, &expected);
    }
    let faithful = folder.run(&["inverse", "puma", "--state", "out.csv", "--json", "--algorithm", "recursive"]).json();
    close(&rows(&faithful["tau"]).concat(), &rows(&many["tau"]).concat());
    let csv = folder.run(&["matrices", "puma", "--state", "states.csv", "--csv", "-"]).ok();
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.starts_with("t [s],q[joint1] [rad],"), "{csv}");
    assert!(csv.lines().next().unwrap().contains("\"gim[joint1,joint2]\""), "{csv}");
}

// oracle: −b v − c sign(v) by hand; nothing else resists a wheel that turns evenly
#[test]
fn friction_is_ignored_unless_requested() {
    let tau = |more: &[&str]| {
        let said = denoc(&[&["inverse", "wheel.urdf", "--v", "axle=1", "--json"], more].concat());
        let ignored = said.err.contains("note: friction and springs of 1 joint are ignored by inverse and forward");
        (vector(&said.json()["tau"]), ignored)
    };
    assert_eq!(tau(&[]), (vec![0.0], true));
    assert_eq!(tau(&["--joint-forces"]), (vec![12.0], false));
    assert_eq!(tau(&["--joint-forces=true"]), (vec![12.0], false));
    assert_eq!(tau(&["--joint-forces=false"]), (vec![0.0], true));
    assert_eq!(tau(&["--joint-forces", "--algorithm", "recursive"]), (vec![12.0], false));
    let forward = ["forward", "wheel.urdf", "--v", "axle=1", "--tau", "axle=10", "--json"];
    assert_eq!(vector(&denoc(&forward).json()["a"]), [5.0]); // izz = 2
    assert_eq!(vector(&denoc(&[&forward[..], &["--joint-forces"]].concat()).json()["a"]), [-1.0]);
    assert!(denoc(&["info", "wheel.urdf"]).ok().contains("friction and springs of 1 joint are ignored"));
}

// oracle: Newton in the world: the origin, which is the centre of mass, accelerates by g = a_linear + ω × v
#[test]
fn a_single_body_floats_or_stands_still() {
    let base = ["forward", "body.urdf", "--base", "floating", "--json"];
    let result = denoc(&[&base[..], &["--v", "floating_base.wz=1,floating_base.vx=1"]].concat()).json();
    close(&vector(&result["a"]), &[0.0, 0.0, 0.0, 0.0, -1.0, -9.81]);
    // oracle: moment / inertia, force / mass
    let tau = "floating_base.wx=2,floating_base.vz=39.24";
    close(&vector(&denoc(&[&base[..], &["--tau", tau]].concat()).json()["a"]), &[20.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(load(data().join("body.urdf")).unwrap().model.nv(), 0);
    let info = denoc(&["info", "body.urdf"]).ok();
    assert!(info.contains("no joint moves link \"body\": it is fixed to the world"), "{info}");
}

#[test]
fn tables_are_short_and_without_noise() {
    let text = denoc(&["inverse", "puma", "--q", "joint2=-0.5,joint3=1.2"]).ok();
    assert!(!text.contains("e-"), "{text}");
    let json = denoc(&["inverse", "puma", "--q", "joint2=-0.5,joint3=1.2", "--json"]).json();
    assert_ne!(vector(&json["tau"])[0], 0.0); // as computed
    let folder = Folder::new("short");
    let states: String = (0..25).map(|i| format!("{i}\n")).collect();
    folder.file("many.csv", &format!("joint1\n{states}"));
    for command in ["inverse", "matrices"] {
        let words = [command, "planar_3r", "--state", "many.csv"];
        let text = folder.run(&[&words[..], &["--csv", "out.csv"]].concat()).ok();
        assert!(text.ends_with("  … 15 more rows in out.csv\n"), "{text}");
        assert_eq!(std::fs::read_to_string(folder.0.join("out.csv")).unwrap().lines().count(), 26);
        assert!(!folder.run(&words).ok().contains('…'));
    }
}

#[test]
fn coordinates_outside_their_limits_are_noted() {
    let said = denoc(&["inverse", "wheel.urdf", "--q", "axle=100"]);
    let note = "note: axle = 100 rad is outside its limits -3.14 … 3.14; angles are in radians\n";
    assert!(said.err.contains(note), "{}", said.err);
    assert!(!denoc(&["inverse", "wheel.urdf", "--q", "axle=3"]).err.contains("outside"));
}

#[test]
fn commas_at_the_end_of_lines_do_no_harm() {
    let folder = Folder::new("commas");
    folder.file("s.csv", "joint1,joint2,\n1,2,\n3,4,\n");
    let result = folder.run(&["inverse", "planar_3r", "--state", "s.csv", "--json"]).json();
    assert_eq!(rows(&result["q"]), [[1.0, 2.0, 0.0], [3.0, 4.0, 0.0]]);
}

#[test]
fn the_version_has_the_programs_name() {
    assert_eq!(denoc(&["--version"]).ok(), concat!("denoc ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn rotor_inertia_makes_the_kuka_regular() {
    let result = denoc(&["forward", "kuka_kr5", "--rotor-inertia", "joint6=1e-6", "--json"]).json();
    let mut description = catalogue::describe("kuka_kr5").unwrap();
    description.joints[5].properties.rotor_inertia = 1e-6;
    let mut a = [0.0; 6];
    description.build().unwrap().compile().forward_dynamics(&[0.0; 6], &[0.0; 6], &[0.0; 6], &mut a).unwrap();
    assert_eq!(vector(&result["a"]), a);
}

// oracle: the recursion in the other layer
#[test]
fn forward_dynamics_by_every_method() {
    let words =
        ["forward", "puma", "--q", "joint2=-0.5", "--v", "joint1=1", "--tau", "joint3=2", "--json", "--algorithm"];
    let by = |model: &str, method: &str| {
        let words: Vec<&str> = words.iter().map(|&word| if word == "puma" { model } else { word }).collect();
        vector(&denoc(&[&words[..], &[method]].concat()).json()["a"])
    };
    let expected = by("puma", "compiled");
    for method in ["recursive", "odca", "multipliers"] {
        denoc_testkit::close(by("puma", method), &expected, 1e-12);
    }
    let fourbar = |method: &str| {
        let words = ["forward", "fourbar", "--v", "crank_pivot=6", "--json", "--algorithm", method];
        vector(&denoc(&words).json()["a"])
    };
    for method in ["odca", "multipliers"] {
        denoc_testkit::close(fourbar(method), fourbar("recursive"), 1e-10);
    }
    let refused = denoc(&["inverse", "puma", "--algorithm", "odca"]).refused();
    assert_eq!(
        refused,
        "algorithm odca cannot be used for model \"puma\": inverse dynamics does not use it; choose compiled, recursive"
    );
    let renamed = denoc(&["forward", "puma", "--method", "odca"]).refused();
    assert!(renamed.contains("this option is now called --algorithm"), "{renamed}");
    let renamed = denoc(&["forward", "puma", "--algorithm", "faithful"]).refused();
    assert!(renamed.contains("\"faithful\" is now called recursive"), "{renamed}");
    for (earlier, present) in [("--time", "--duration"), ("--methods", "--schemes")] {
        let renamed = denoc(&["growth", "fourbar", earlier, "1"]).refused();
        assert!(renamed.contains(&format!("this option is now called {present}")), "{renamed}");
    }
}

// oracle: inverse dynamics of the motion that comes out; Newton's law for the base
#[test]
fn accelerations_that_are_given() {
    let words = ["puma", "--q", "joint2=-0.5,joint3=0.4", "--v", "joint1=1,joint3=-2", "--json"];
    let given = ["--tau", "joint2=3", "--given", "joint1=2,joint3=-1"];
    let json = denoc(&[&["forward"], &words[..], &given].concat()).json();
    let (a, tau) = (vector(&json["a"]), vector(&json["tau"]));
    assert_eq!((a[0], a[2], tau[1], tau[3]), (2.0, -1.0, 3.0, 0.0));
    assert_eq!(json["given"], serde_json::json!(["joint1", "joint3"]));
    let all = a.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    denoc_testkit::close(
        &tau,
        vector(&denoc(&[&["inverse"], &words[..], &["--a", &all]].concat()).json()["tau"]),
        1e-9,
    );
    // a base that is lifted
    let lift =
        ["forward", "puma", "--base", "floating", "--given", "floating_base=0 0 0 0 0 2", "--json", "--reactions"];
    let json = denoc(&lift).json();
    assert_eq!(vector(&json["a"])[..6], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0]);
    denoc_testkit::close([json["reactions"][0]["force"][2].as_f64().unwrap()], [vector(&json["tau"])[5]], 1e-9);
    // the same with the base prescribed, whose accelerations are zero unless given
    let prescribed = ["forward", "puma", "--base", "prescribed", "--json", "--reactions"];
    let lifted = denoc(&[&prescribed[..], &["--given", "floating_base=0 0 0 0 0 2"]].concat()).json();
    assert_eq!((&lifted["a"], &lifted["tau"]), (&json["a"], &json["tau"]));
    let held = denoc(&prescribed).json();
    assert_eq!(vector(&held["a"])[..6], [0.0; 6]);
    denoc_testkit::close(&vector(&held["a"])[6..], vector(&denoc(&["forward", "puma", "--json"]).json()["a"]), 1e-9);
    let all = vector(&held["a"]).iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let wrench = denoc(&["inverse", "puma", "--base", "prescribed", "--a", &all, "--json"]).json();
    denoc_testkit::close(&vector(&wrench["tau"])[..6], &vector(&held["tau"])[..6], 1e-9);
    // the crank of a four-bar is driven
    let crank = ["forward", "fourbar", "--v", "crank_pivot=6", "--given", "crank_pivot=10", "--json"];
    let json = denoc(&crank).json();
    let motion = ["inverse", "fourbar", "--v", "crank_pivot=6", "--a", "crank_pivot=10", "--json"];
    let expected = denoc(&motion).json();
    denoc_testkit::close(vector(&json["a"]), vector(&expected["a"]), 1e-9);
    denoc_testkit::close([vector(&json["tau"])[0]], [vector(&expected["tau"])[0]], 1e-9);
    // refused
    for (words, said) in [
        (&["--given", "joint9=1"][..], "joint9"),
        (&["--given", "joint1=nan"], "joint1"),
        (&["--given", "joint1=1", "--algorithm", "recursive"], "--given requires --algorithm odca"),
        (&["--base", "prescribed", "--algorithm", "compiled"], "--base prescribed requires --algorithm odca"),
        (&["--base", "free"], "choose one of fixed, floating, prescribed"),
    ] {
        let refused = denoc(&[&["forward", "puma"], words].concat()).refused();
        assert!(refused.contains(said), "{refused}");
    }
    let both = denoc(&["forward", "fourbar", "--given", "crank_pivot=0,coupler_pin=1"]);
    assert!(both.err.contains("the loops do not allow the prescribed accelerations"), "{}", both.err);
}

#[test]
fn operation_counts_are_the_librarys() {
    let counts = denoc_dynamics::compiled::operation_counts();
    let json = denoc(&["opcount", "--json"]).json();
    let ints = |key: &str, kind: &str| vector(&json[key][kind]);
    for (key, count) in [
        ("inverse", counts.inverse),
        ("forward_without_bias", counts.forward_without_bias),
        ("forward", counts.forward),
    ] {
        assert_eq!(ints(key, "M"), count.multiplications.map(|x| x as f64), "{key}");
        assert_eq!(ints(key, "A"), count.additions.map(|x| x as f64), "{key}");
    }
    assert_eq!(ints("gim", "M"), counts.gim.multiplications);
    assert_eq!(
        json.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["inverse", "forward_without_bias", "forward", "gim", "odca"]
    );
    assert_eq!(vector(&json["odca"]["inner_link"]), denoc_dynamics::odca::piece_counts().inner);
    let text = denoc(&["opcount"]).ok();
    let [n, constant] = counts.inverse.multiplications;
    assert!(text.lines().any(|l| l.starts_with("  denoc ") && l.contains(&format!("{n}n − {}", -constant))), "{text}");
    assert!(text.contains("ReDySim (Shah et al., 2013)") && text.contains("n³/6 + 23n²/2 + 115n/3 − 47"), "{text}");
}

#[test]
fn bench_times_every_algorithm() {
    let text = denoc(&["bench", "planar_3r", "--seconds", "0"]).ok();
    for word in ["inverse", "forward", "gim", "cargo xtask bench --peers compares libraries"] {
        assert!(text.contains(word), "{text}");
    }
    let said = denoc(&["bench", "kuka_kr5", "--seconds", "0", "--json"]);
    assert!(said.err.contains("forward is omitted: ") && said.err.contains("joint6"), "{}", said.err);
    let lines = said.ok();
    let lines: Vec<Value> = lines.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 8);
    assert!(lines.iter().all(|l| l["ns"].as_f64().unwrap() > 0.0));
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in ["demo", "models", "info", "inverse", "forward", "matrices", "bench", "opcount"] {
        let text = denoc(&[command, "--help"]).ok();
        assert!(text.contains("Examples:\n  denoc "), "{text}");
    }
}

// oracle: the registries
#[test]
fn help_lists_what_is_registered() {
    let simulate = denoc(&["simulate", "--help"]).ok();
    for integrator in denoc_sim::Integrator::ALL {
        assert!(simulate.contains(integrator.info().keyword), "{integrator:?}: {simulate}");
    }
    for controller in denoc_sim::controllers::CONTROLLERS {
        assert!(simulate.contains(controller.keyword), "{controller:?}: {simulate}");
    }
    let check = denoc(&["check", "--help"]).ok();
    let listed = |keyword: &str| check.lines().any(|line| line.trim_start().starts_with(&format!("{keyword} ")));
    for kind in denoc_model::joints::KINDS.iter().filter(|kind| kind.in_files) {
        assert!(listed(kind.keyword), "{}: {check}", kind.keyword);
    }
    for kind in denoc_model::closures::CONSTRAINTS {
        assert!(listed(kind.keyword), "{}: {check}", kind.keyword);
    }
}
