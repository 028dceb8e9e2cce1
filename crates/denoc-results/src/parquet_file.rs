//! Tables as Parquet (feature `parquet`): doubles without compression, units and descriptions as key-value metadata.

use crate::npz::assemble;
use crate::{Column, ResultsError, Table, write_atomically};
use parquet::basic::Type as Physical;
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::RowAccessor;
use parquet::schema::types::Type;
use std::path::Path;
use std::sync::Arc;

impl Table {
    /// Writes the table as a Parquet file, completely or not at all. The unit of `NAME` has the metadata key
    /// `unit:NAME`, its description `description:NAME`.
    pub fn write_parquet(&self, path: impl AsRef<Path>) -> Result<(), ResultsError> {
        let path = path.as_ref();
        let bytes = self.to_parquet().map_err(|error| broken(path, error))?;
        write_atomically(path, &bytes)
    }

    fn to_parquet(&self) -> Result<Vec<u8>, ParquetError> {
        let field = |column: &Column| {
            let kind = Type::primitive_type_builder(&column.name, Physical::DOUBLE);
            kind.with_repetition(parquet::basic::Repetition::REQUIRED).build().map(Arc::new)
        };
        let fields = self.columns().iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let schema = Arc::new(Type::group_type_builder("table").with_fields(fields).build()?);
        let notes = self.columns().iter().flat_map(|column| {
            let note = |key: &str, text: &str| KeyValue::new(format!("{key}:{}", column.name), text.to_string());
            [note("unit", &column.unit), note("description", &column.description)]
        });
        let properties = WriterProperties::builder().set_key_value_metadata(Some(notes.collect())).build();
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
        let mut group = writer.next_row_group()?;
        for column in self.columns() {
            if let Some(mut place) = group.next_column()? {
                place.typed::<DoubleType>().write_batch(&column.values, None, None)?;
                place.close()?;
            }
        }
        group.close()?;
        writer.into_inner()
    }

    /// Reads an uncompressed Parquet file whose columns are doubles, floats or integers.
    pub fn read_parquet(path: impl AsRef<Path>) -> Result<Table, ResultsError> {
        let path = path.as_ref();
        let file = denoc_base::input::open(path).map_err(ResultsError::file("read", path))?;
        let reader = SerializedFileReader::new(file).map_err(|error| broken(path, error))?;
        let metadata = reader.metadata().file_metadata();
        let notes = metadata.key_value_metadata();
        let note = |key: &str| {
            let found = notes.and_then(|notes| notes.iter().find(|note| note.key == key));
            found.and_then(|note| note.value.clone()).unwrap_or_default()
        };
        let names = metadata.schema_descr().columns().iter().map(|column| column.path().string());
        let mut columns: Vec<Column> = names
            .map(|name| {
                let column = Column::new(&name, note(&format!("unit:{name}")), Vec::new());
                column.describe(note(&format!("description:{name}")))
            })
            .collect();
        for row in reader.get_row_iter(None).map_err(|error| broken(path, error))? {
            let row = row.map_err(|error| broken(path, error))?;
            for (place, column) in columns.iter_mut().enumerate() {
                let value = row.get_double(place).or_else(|_| row.get_float(place).map(f64::from));
                let value = value.or_else(|_| row.get_int(place).map(f64::from));
                let value = value.or_else(|_| row.get_long(place).map(|value| value as f64));
                column.values.push(value.map_err(|_| ResultsError::Array {
                    path: path.into(),
                    array: column.name.clone(),
                    problem: "the column contains values that are not numbers".into(),
                    remedy: "store doubles, floats or integers, without nulls",
                })?);
            }
        }
        assemble(path, columns)
    }
}

fn broken(path: &Path, error: ParquetError) -> ResultsError {
    ResultsError::Array {
        path: path.into(),
        array: "(file)".into(),
        problem: format!("the file cannot be read as Parquet ({error})"),
        remedy: "write the file again without compression",
    }
}
