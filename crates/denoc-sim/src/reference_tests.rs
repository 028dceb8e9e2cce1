//! The tables of integrators and control laws in docs/scenario-file.md come from the registries.
//!
//! `DENOC_WRITE_REFERENCE=1 cargo test -p denoc-sim --lib reference_tests -- --test-threads=1` writes them.

use denoc_testkit::check_generated_part;

use crate::Integrator;
use crate::controllers::{CONTROLLERS, ControllerInfo};

const PAGE: &str = "docs/scenario-file.md";

// oracle: the registry of integrators
#[test]
fn the_page_has_the_integrators_of_the_registry() {
    let row = |integrator: &Integrator| {
        let info = integrator.info();
        let step = if integrator.adapts() { "adaptive" } else { "fixed" };
        let default = if *integrator == Integrator::default() { " (default)" } else { "" };
        let stiff = if info.stiff { "yes" } else { "" };
        format!("| `{}`{default} | {} | {} | {step} | {stiff} |\n", info.keyword, info.summary, info.order)
    };
    let rows: String = Integrator::ALL.iter().map(row).collect();
    let head = "| Keyword | Method | Order | Step | For stiff systems |\n|---|---|---|---|---|\n";
    check_generated_part(PAGE, "integrators", &format!("{head}{rows}"));
}

// oracle: the registry of controllers
#[test]
fn the_page_has_the_controllers_of_the_registry() {
    let row = |info: &ControllerInfo| {
        let keys: Vec<String> = info.settings.iter().map(|setting| format!("`{}`", setting.key())).collect();
        let keys = if keys.is_empty() { "—".to_owned() } else { keys.join(", ") };
        format!("| `{}` | {} | {keys} |\n", info.keyword, info.summary)
    };
    let rows: String = CONTROLLERS.iter().map(row).collect();
    check_generated_part(PAGE, "controllers", &format!("| Keyword | Law | Keys |\n|---|---|---|\n{rows}"));
}

// oracle: the names that files are read by
#[test]
fn keywords_of_integrators_are_the_names_of_the_variants() {
    for integrator in Integrator::ALL {
        assert_eq!(format!("{integrator:?}").to_lowercase(), integrator.info().keyword);
    }
}
