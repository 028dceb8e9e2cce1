//! Reactions along a simulation, from its results: what the bearings carry.

use denoc_mechanism::evaluate::{Acting, Algorithm, JointForces, State, reaction_names};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_results::Table;

use super::driven::{reaction_table, reactions};
use crate::scenario::Scenario;
use crate::{Base, Loaded};

/// Mechanisms with more joints have reactions that nobody could read.
const MOST_JOINTS: usize = 64;
/// Computing more wrenches would take longer than the simulation of most.
const MOST_WRENCHES: usize = 200_000;
/// Relative difference of motor forces from which on something else than motors, springs and friction acted.
const SAME: f64 = 1e-6;

/// The reactions at the rows of a simulation, with the columns of `reactions.csv`. `None` if the results do not determine them: with
/// external loads or a prescribed base, and where the motor forces that the accelerations require are not those of the results, as with
/// joints that stick or are at their stops, or more motors than degrees of freedom.
pub(super) fn bearings(loaded: &Loaded, scenario: &Scenario, results: &Table) -> Option<Table> {
    let (model, settings) = (&*loaded.model, scenario.simulate.as_ref()?);
    let joints = reaction_names(model).len();
    let many = joints > MOST_JOINTS || joints * results.rows() > MOST_WRENCHES;
    if many || !scenario.loads.is_empty() || loaded.base == Base::Prescribed {
        return None;
    }
    let columns = |quantity| {
        let entries = Entries::new(model, quantity);
        let columns = (0..entries.len()).map(|i| Some(results.column(&entries.column(i))?.values.as_slice()));
        columns.collect::<Option<Vec<&[f64]>>>()
    };
    let (q, v, a, tau) = (columns(Quantity::Q)?, columns(Quantity::V)?, columns(Quantity::A)?, columns(Quantity::Tau)?);
    let times = &results.column("t")?.values;
    let mut evaluator = loaded.mechanism().evaluator(Algorithm::usual(model));
    let acting = Acting { external: &[], joint_forces: JointForces::included(settings.joint_forces) };
    let (mut required, mut rows) = (vec![0.0; model.nv()], Vec::with_capacity(times.len()));
    let (mut size, mut apart) = (0.0_f64, 0.0_f64);
    for k in 0..times.len() {
        let row = |columns: &[&[f64]]| columns.iter().map(|column| column[k]).collect::<Vec<f64>>();
        let (q, v, a, tau) = (row(&q), row(&v), row(&a), row(&tau));
        let state = State { q: &q, v: &v };
        evaluator.inverse_dynamics(state, &a, acting, &mut required).ok()?;
        let found = reactions(&mut evaluator, state, &a, settings.joint_forces).ok()?;
        size = tau.iter().chain(&found).fold(size, |most, x| most.max(x.abs()));
        apart = required.iter().zip(&tau).fold(apart, |most, (x, y)| most.max((x - y).abs()));
        rows.push(found);
    }
    if apart <= SAME * size { reaction_table(model, times, &rows).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Silent, simulate};

    /// A simulation of 0.3 s, and the reactions along it.
    fn simulated(model: &str, more: &str) -> (Loaded, Table, Option<Table>) {
        let text = format!("model = \"{model}\"\n[simulate]\nduration = 0.3\n{more}");
        let scenario = Scenario::parse(&text, "test.toml").unwrap();
        let loaded = crate::load(model).unwrap();
        let table = simulate(&loaded, &scenario, "", None, &mut Silent).unwrap().table;
        let found = bearings(&loaded, &scenario, &table);
        (loaded, table, found)
    }

    // oracle: Newton's law for the mass centre of a rod on a hinge, from its speed and acceleration
    #[test]
    fn a_pendulum_pulls_at_its_bearing() {
        let (loaded, results, found) = simulated("one_r", "[start]\nq = { joint1 = 1.2 }\nv = { joint1 = 3.0 }\n");
        let (model, reactions) = (&loaded.model, found.unwrap());
        let mass = model.links()[0].mass;
        let arm = mass.first_moment.norm() / mass.mass;
        let value = |table: &Table, name: &str, row: usize| {
            table.columns().iter().find(|column| column.name.starts_with(name)).unwrap().values[row]
        };
        for row in [0, reactions.rows() / 2, reactions.rows() - 1] {
            let (v, a) = (value(&results, "v[", row), value(&results, "a[", row));
            let weight = model.gravity().to_array().map(|g| mass.mass * g);
            let force = ["fx[", "fy[", "fz["].map(|name| value(&reactions, name, row));
            let net = [0, 1, 2].map(|i| force[i] + weight[i]).iter().map(|x| x * x).sum::<f64>().sqrt();
            let expected = mass.mass * arm * (v.powi(4) + a * a).sqrt();
            assert!((net - expected).abs() < 1e-9 * expected, "{row}: {net} {expected}");
        }
    }

    // oracle: what determines reactions, by hand
    #[test]
    fn reactions_that_the_results_do_not_determine_are_left_out() {
        let shown = |more: &str| simulated("fourbar", more).2.is_some();
        assert!(shown(""));
        assert!(shown("[controller]\nlaw = \"constant\"\ntau = { crank_pivot = 1.0 }\n"));
        assert!(!shown("[[load]]\nlink = \"coupler\"\nforce = [0, 0, 5]\n"));
        // something that the results do not contain acts on the crank
        let (loaded, results, _) = simulated("fourbar", "");
        let columns = results.columns().iter().cloned().map(|mut column| {
            if column.name == "tau[crank_pivot]" {
                column.values[7] += 0.01;
            }
            column
        });
        let mut scenario = Scenario::new("fourbar");
        scenario.simulate = Some(crate::scenario::Simulate::new(0.3));
        assert!(bearings(&loaded, &scenario, &results).is_some());
        assert!(bearings(&loaded, &scenario, &Table::from_columns(columns).unwrap()).is_none());
    }
}
