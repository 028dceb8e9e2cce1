//! External reference data (`data/`, see its README): loading, and conversion to our conventions.

use std::path::PathBuf;

use denoc_math::{Mat3, Pose, Vec3};
use nalgebra::DMatrix;
use serde_json::Value;

mod motion;
mod robot;
pub use motion::{Motion, intermediate_axis, space_robot, space_robot_forces};
pub use robot::{Robot, RobotState, robot};

/// Samples with named columns.
#[derive(Clone, Debug)]
pub struct Table {
    /// Contents of the JSON file.
    pub parameters: Value,
    /// Names of the columns.
    pub header: Vec<String>,
    /// The samples.
    pub rows: Vec<Vec<f64>>,
}

impl Table {
    /// The column of this name.
    pub fn column(&self, name: &str) -> Vec<f64> {
        let k = self.index(name).unwrap_or_else(|| panic!("no column {name} among {:?}", self.header));
        self.rows.iter().map(|row| row[k]).collect()
    }

    /// For every sample, the entries of columns `name1`, `name2`, …
    pub fn numbered(&self, name: &str) -> Vec<Vec<f64>> {
        let columns: Vec<usize> = (1..).map_while(|i| self.index(&format!("{name}{i}"))).collect();
        assert!(!columns.is_empty(), "no column {name}1 among {:?}", self.header);
        self.rows.iter().map(|row| columns.iter().map(|&k| row[k]).collect()).collect()
    }

    /// For every sample, the entries of these columns.
    pub fn columns(&self, names: &[&str]) -> Vec<Vec<f64>> {
        let columns: Vec<Vec<f64>> = names.iter().map(|name| self.column(name)).collect();
        (0..self.rows.len()).map(|i| columns.iter().map(|c| c[i]).collect()).collect()
    }

    /// A list of numbers among the parameters, such as `"s0"`.
    pub fn parameter(&self, name: &str) -> Vec<f64> {
        numbers(&self.parameters[name])
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|h| h == name)
    }
}

/// The table of this name, such as `"A2_puma_id_R"`.
pub fn table(case: &str) -> Table {
    let text = read(&format!("{case}.csv"));
    let mut lines = text.lines();
    let header = lines.next().expect("a header").split(',').map(str::to_owned).collect();
    let number = |cell: &str| cell.parse().unwrap_or_else(|_| panic!("{case}: {cell} is not a number"));
    let rows = lines.map(|line| line.split(',').map(number).collect()).collect();
    Table { parameters: json(case), header, rows }
}

/// One state of an arm of the catalogue.
#[derive(Clone, Debug)]
pub struct ArmState {
    /// Coordinates.
    pub q: Vec<f64>,
    /// Speeds.
    pub v: Vec<f64>,
    /// Accelerations.
    pub a: Vec<f64>,
    /// Joint forces of inverse dynamics for (q, v, a).
    pub tau_inverse: Vec<f64>,
    /// Generalised inertia matrix.
    pub gim: DMatrix<f64>,
    /// Joint forces for (q, v, 0): convective and gravity terms.
    pub bias: Vec<f64>,
    /// Joint forces given to forward dynamics.
    pub tau_forward: Vec<f64>,
    /// Its accelerations.
    pub a_forward: Vec<f64>,
    /// Pose of the last link's frame.
    pub frame: Pose<f64>,
    /// Jacobian of that frame's origin, world axes, **angular rows first**.
    pub jacobian: DMatrix<f64>,
    /// Kinetic energy.
    pub kinetic: f64,
    /// Potential energy.
    pub potential: f64,
}

/// The states of this case, such as `"A0_states_puma_R"`.
pub fn states(case: &str) -> Vec<ArmState> {
    let all = json(case);
    let states = all["states"].as_array().expect("states");
    states
        .iter()
        .map(|s| ArmState {
            q: numbers(&s["q"]),
            v: numbers(&s["qd"]),
            a: numbers(&s["qdd"]),
            tau_inverse: numbers(&s["tau_inverse"]),
            gim: matrix(&s["M"]),
            bias: numbers(&s["bias_coriolis_gravity"]),
            tau_forward: numbers(&s["tau_forward"]),
            a_forward: numbers(&s["qdd_forward"]),
            frame: pose(&s["frame_position"], &s["frame_rotation"]),
            jacobian: angular_first(matrix(&s["jacobian_linear_then_angular"])),
            kinetic: number(&s["kinetic"]),
            potential: number(&s["potential"]),
        })
        .collect()
}

/// Contents of the JSON file of a case.
pub fn json(case: &str) -> Value {
    serde_json::from_str(&read(&format!("{case}.json"))).unwrap_or_else(|e| panic!("{case}: {e}"))
}

fn read(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap_or_else(|| panic!("{value} is not a list")).iter().map(number).collect()
}

fn matrix(value: &Value) -> DMatrix<f64> {
    let rows: Vec<Vec<f64>> = value.as_array().expect("a matrix").iter().map(numbers).collect();
    DMatrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
}

/// Six rows, linear first, exchanged.
fn angular_first(m: DMatrix<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(6, m.ncols(), |i, j| m[((i + 3) % 6, j)])
}

fn pose(position: &Value, rotation: &Value) -> Pose<f64> {
    let (p, r) = (numbers(position), matrix(rotation));
    let rotation = Mat3::from_rows(std::array::from_fn(|i| std::array::from_fn(|j| r[(i, j)])));
    Pose { rotation, position: Vec3::new(p[0], p[1], p[2]) }
}

#[cfg(test)]
mod tests;
