use crate::ResultsError;
use std::collections::HashMap;

/// A named column of numbers with a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Name, unique in its table: `tau.joint2`.
    pub name: String,
    /// Unit, empty for pure numbers: `N m`.
    pub unit: String,
    /// A short description of the numbers. CSV files do not store it.
    pub description: String,
    /// One number per row.
    pub values: Vec<f64>,
}

impl Column {
    /// A column without description.
    pub fn new(name: impl Into<String>, unit: impl Into<String>, values: Vec<f64>) -> Self {
        Column { name: name.into(), unit: unit.into(), description: String::new(), values }
    }

    /// Adds a description.
    pub fn describe(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// A column without rows, with the name and unit of a heading in a CSV file.
    ///
    /// ```
    /// let column = denoc_results::Column::from_heading("v[elbow] [rad/s]");
    /// assert_eq!((column.name.as_str(), column.unit.as_str()), ("v[elbow]", "rad/s"));
    /// ```
    pub fn from_heading(heading: &str) -> Self {
        let (name, unit) = split_heading(heading);
        Column::new(name, unit, Vec::new())
    }

    /// The heading of the column in a CSV file: `name [unit]`.
    pub fn heading(&self) -> String {
        heading(&self.name, &self.unit)
    }
}

/// A table of numbers: named columns of equal length, with units.
///
/// ```
/// use denoc_results::{Column, Table};
/// let table = Table::from_columns([
///     Column::new("time", "s", vec![0.0, 0.1]),
///     Column::new("q.elbow", "rad", vec![0.5, 0.6]).describe("angle of the elbow"),
/// ])?;
/// assert_eq!(table.to_csv(), "time [s],q.elbow [rad]\n0,0.5\n0.1,0.6\n");
/// assert_eq!(table.column("q.elbow").unwrap().values[1], 0.6);
/// # Ok::<(), denoc_results::ResultsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    columns: Vec<Column>,
    /// Index of each name: the table of a rope with a thousand links has ten thousand columns.
    places: HashMap<String, usize>,
}

impl Table {
    /// A table without columns.
    pub fn new() -> Self {
        Table::default()
    }

    /// A table of these columns.
    pub fn from_columns(columns: impl IntoIterator<Item = Column>) -> Result<Self, ResultsError> {
        let columns = columns.into_iter();
        let (count, _) = columns.size_hint();
        let mut table = Table { columns: Vec::with_capacity(count), places: HashMap::with_capacity(count) };
        for column in columns {
            table.add(column)?;
        }
        Ok(table)
    }

    /// Adds a column. Its name must be new, and it must have as many rows as the other columns.
    pub fn add(&mut self, column: Column) -> Result<(), ResultsError> {
        check_heading(&column.name, &column.unit)?;
        let refuse = |problem, remedy| ResultsError::Column { column: column.name.clone(), problem, remedy };
        if self.column(&column.name).is_some() {
            return Err(refuse("the table already has a column of this name".into(), "give each column a unique name"));
        }
        match self.columns.first() {
            Some(first) if first.values.len() != column.values.len() => Err(refuse(
                format!("the column has {} rows, but the table has {}", column.values.len(), first.values.len()),
                "fill missing rows with NaN",
            )),
            _ => {
                self.places.insert(column.name.clone(), self.columns.len());
                self.columns.push(column);
                Ok(())
            }
        }
    }

    /// All columns in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The column with this name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.places.get(name).map(|&place| &self.columns[place])
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }
}

/// Checks that a heading `name [unit]` can represent the name and the unit.
pub(crate) fn check_heading(name: &str, unit: &str) -> Result<(), ResultsError> {
    let refuse =
        |problem: &str, remedy| Err(ResultsError::Column { column: name.into(), problem: problem.into(), remedy });
    if name.is_empty() || name != name.trim() || name.starts_with('#') {
        return refuse("the name is empty, has surrounding blanks or begins with #", "use a name such as tau.joint2");
    }
    if name.chars().chain(unit.chars()).any(char::is_control) {
        return refuse("the name or unit contains a control character", "use printable characters on one line");
    }
    if unit.contains(['[', ']']) || unit != unit.trim() {
        return refuse("the unit contains brackets or has surrounding blanks", "write a unit such as N m or rad/s");
    }
    Ok(())
}

/// `name [unit]`, or `name` where that is unambiguous.
pub(crate) fn heading(name: &str, unit: &str) -> String {
    let plain = unit.is_empty() && !(name.ends_with(']') && name.contains(" ["));
    if plain { name.to_string() } else { format!("{name} [{unit}]") }
}

/// Name and unit of a heading.
pub(crate) fn split_heading(heading: &str) -> (String, String) {
    let heading = heading.trim();
    let parts = heading.strip_suffix(']').and_then(|rest| rest.rsplit_once(" ["));
    let (name, unit) = parts.unwrap_or((heading, ""));
    (name.trim().to_string(), unit.trim().to_string())
}
