//! Whether an integrator and a control law, each one file and one line of a registry, are there everywhere; and a kind of
//! constraint in runs.

use denoc_run::run::{Silent, simulate};
use denoc_run::scenario::Scenario;
use denoc_run::{Base, Loaded, load_text, parameters};
use denoc_sim::Integrator;
use denoc_sim::controllers::ControllerInfo;

const MODEL: &str = r#"
[model]
name = "slider"
gravity = [0, 0, 0]
[[link]]
name = "mass"
mass = 2
[[joint]]
name = "rail"
type = "prismatic"
parent = "ground"
child = "mass"
axis = [1, 0, 0]
"#;

fn load(text: &str) -> Loaded {
    load_text(text.to_owned(), "slider.toml", Base::Fixed).unwrap()
}

/// The last speed of a run of one second.
fn last_speed(loaded: &Loaded, scenario: &str) -> f64 {
    let text = format!("model = \"slider.toml\"\nstart = {{ v = {{ rail = 1.0 }} }}\n{scenario}");
    let scenario = Scenario::parse(&text, "scenario.toml").unwrap();
    let result = simulate(loaded, &scenario, "", None, &mut Silent).unwrap();
    *result.table.column("v[rail]").unwrap().values.last().unwrap()
}

// oracle: exp(−kd t/m), and what Heun's method makes of it: (1 − z + z²/2)ⁿ with z = kd h/m
#[test]
fn scenarios_have_integrator_and_controller() {
    let law = "[controller]\nlaw = \"damping\"\nkd = 3\n";
    let loaded = load(MODEL);
    let exact = last_speed(&loaded, &format!("[simulate]\nduration = 1\ntolerance = 1e-12\n{law}"));
    assert!((exact - (-1.5_f64).exp()).abs() < 1e-10, "{exact}");
    let heun = last_speed(&loaded, &format!("[simulate]\nduration = 1\nintegrator = \"heun\"\nstep = 0.125\n{law}"));
    let z = 1.5 * 0.125;
    assert!((heun - (1.0_f64 - z + 0.5 * z * z).powi(8)).abs() < 1e-12, "{heun}");
}

#[test]
fn messages_have_integrator_and_controller() {
    let message = Integrator::from_keyword("none").unwrap_err().to_string();
    assert!(message.contains("heun"), "{message}");
    let message = ControllerInfo::find("none").unwrap_err().to_string();
    assert!(message.contains("damping"), "{message}");
    let law = "model = \"slider.toml\"\n[simulate]\nduration = 1\n[controller]\nlaw = \"damping\"\nkp = 3\n";
    let scenario = Scenario::parse(law, "scenario.toml");
    let message = scenario.and_then(|s| simulate(&load(MODEL), &s, "", None, &mut Silent)).unwrap_err();
    assert!(message.to_string().contains("controller.kp: the law \"damping\" does not use this key"), "{message}");
}

#[test]
fn the_page_has_integrator_and_controller() {
    let page = include_str!("../../../docs/scenario-file.md");
    assert!(page.contains("* `heun`: Heun's method, order 2, fixed step\n"));
    assert!(page.contains("* `damping`: forces against the speeds (keys: kd)\n"));
}

#[test]
fn parameters_have_the_constraint() {
    let text = format!("{MODEL}\n[[on_plane]]\nname = \"flat\"\nlink = \"mass\"\nheight = 0\n");
    let loaded = load(&text);
    let found: Vec<_> =
        parameters::parameters(&loaded).into_iter().filter(|p| p.path.starts_with("on_planes.")).collect();
    let paths: Vec<&str> = found.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(
        paths,
        ["on_planes.flat.point.x", "on_planes.flat.point.y", "on_planes.flat.point.z", "on_planes.flat.height"]
    );
    let raised = parameters::with_parameters(&loaded, &[("on_planes.flat.height".to_owned(), 0.25)]).unwrap();
    assert_eq!(raised.description.constraints[0].kind.values().number("height"), Some(0.25));
    assert_eq!(raised.model.closures()[0].between(&raised.model), "ground - mass");
}
