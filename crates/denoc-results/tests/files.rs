//! Tables in files.

use denoc_results::{Column, ResultsError, StreamExtent, StreamWriter, Table, write_atomically};
use std::fs;
use std::path::PathBuf;

/// A temporary folder, removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("denoc-results-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// The message of an error, without the folder.
    fn message(&self, error: ResultsError) -> String {
        error.to_string().replace(&format!("{}/", self.0.display()), "")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn hard_numbers() -> Vec<f64> {
    vec![0.0, -0.0, 1.0, 0.1, -1.0 / 3.0, 5e-324, f64::MAX, f64::MIN_POSITIVE, 1e22, 123_456_789.125, f64::INFINITY]
}

fn table() -> Table {
    let numbers = hard_numbers();
    let reversed: Vec<f64> = numbers.iter().rev().copied().collect();
    Table::from_columns([
        Column::new("time", "s", numbers.clone()),
        Column::new("q[0]", "", reversed.clone()).describe("no unit, with brackets"),
        Column::new("f [0]", "", numbers.clone()),
        Column::new("a, \"b\"", "N m", reversed).describe("signs that must be quoted"),
        Column::new("τ.elbow", "N·m/rad", numbers),
    ])
    .unwrap()
}

fn bits(table: &Table) -> Vec<Vec<u64>> {
    table.columns().iter().map(|column| column.values.iter().map(|value| value.to_bits()).collect()).collect()
}

fn heads(table: &Table) -> Vec<(String, String)> {
    table.columns().iter().map(|column| (column.name.clone(), column.unit.clone())).collect()
}

// oracle: the table that was written, bit by bit
#[test]
fn csv_reads_back_exactly() {
    let folder = Folder::new("csv");
    let path = folder.0.join("t.csv");
    table().write_csv(&path).unwrap();
    let back = Table::read_csv(&path).unwrap();
    assert_eq!(bits(&back), bits(&table()));
    assert_eq!(heads(&back), heads(&table()));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left aside");
}

// oracle: the table that was written, bit by bit; and the bytes of NumPy's format
#[test]
fn npz_reads_back_exactly() {
    let folder = Folder::new("npz");
    let path = folder.0.join("t.npz");
    let mut nan = table();
    nan.add(Column::new("gap", "", vec![f64::NAN; nan.rows()])).unwrap();
    nan.write_npz(&path).unwrap();
    let back = Table::read_npz(&path).unwrap();
    assert_eq!(bits(&back), bits(&nan));
    assert_eq!(back.columns()[3].description, "signs that must be quoted");
    assert_eq!(heads(&back), heads(&nan));
    let again = folder.0.join("again.npz");
    nan.write_npz(&again).unwrap();
    assert_eq!(fs::read(&path).unwrap(), fs::read(&again).unwrap(), "the same table gives the same bytes");
}

#[cfg(feature = "parquet")]
// oracle: the table that was written, bit by bit
#[test]
fn parquet_reads_back_exactly() {
    let folder = Folder::new("parquet");
    let path = folder.0.join("t.parquet");
    table().write_parquet(&path).unwrap();
    assert_eq!(Table::read_parquet(&path).unwrap(), table());
    let path = folder.file("broken.parquet", "PAR1 and no more");
    assert!(
        folder
            .message(Table::read_parquet(path).unwrap_err())
            .starts_with("broken.parquet, array (file): the file cannot be read")
    );
}

// oracle: NumPy, where there is one
#[test]
fn numpy_reads_npz_and_we_read_numpy() {
    let folder = Folder::new("numpy");
    table().write_npz(folder.0.join("ours.npz")).unwrap();
    let script = "import numpy as n, json\n\
        r = n.load('ours.npz')\n\
        assert r['time'].dtype == '<f8' and r['time'][4] == -1/3, r['time']\n\
        assert json.loads(r['units.json'])[0] == {'name': 'time', 'unit': 's', 'description': ''}\n\
        m = n.arange(6).reshape(3, 2)\n\
        n.savez_compressed('theirs.npz', f4=n.float32([0.5, 1, 2]), c=m, f=n.asfortranarray(m * 1.5), b=n.array([True, False, True]))\n";
    let python = std::process::Command::new("python3").arg("-c").arg(script).current_dir(&folder.0).output();
    let Ok(python) = python else { return eprintln!("SKIPPED: no python3") };
    let message = String::from_utf8_lossy(&python.stderr).into_owned();
    if message.contains("No module named 'numpy'") {
        return eprintln!("SKIPPED: no numpy");
    }
    assert!(python.status.success(), "{message}");
    let theirs = Table::read_npz(folder.0.join("theirs.npz")).unwrap();
    let column = |name: &str| theirs.column(name).unwrap().values.clone();
    assert_eq!(column("f4"), [0.5, 1.0, 2.0]);
    assert_eq!(column("c[1]"), [1.0, 3.0, 5.0]);
    assert_eq!(column("f[1]"), [1.5, 4.5, 7.5]);
    assert_eq!(column("b"), [1.0, 0.0, 1.0]);
}

// oracle: the message a user of the file needs
#[test]
fn broken_csv_files_are_explained() {
    let folder = Folder::new("broken-csv");
    let cases: [(&str, &[u8], &str); 10] = [
        (
            "number",
            b"t [s],q [rad]\n0,1\n1,2x\n",
            "line 3, column 2: \"2x\" in q [rad] is not a number; write a number such as 0.25, -1e-3 or NaN",
        ),
        ("empty", b"", "line 1, column 1: the file has no header; begin with a line such as time [s],q.elbow [rad]"),
        (
            "short",
            b"t,q\n0,1\n\n1\n",
            "line 4, column 2: the row has 1 cell, but the header has 2; write one number per column, and NaN for missing values",
        ),
        (
            "hole",
            b"t,q\n0,\n",
            "line 2, column 2: \"\" in q is not a number; write a number such as 0.25, -1e-3 or NaN",
        ),
        (
            "twice",
            b"t,t\n0,1\n",
            "line 1, column 2: another column is already named \"t\"; give each column a unique name",
        ),
        (
            "semicolon",
            b"t;q\n0,5;1\n",
            "line 1, column 1: the columns are separated by semicolons or tabs; separate them by commas, and use a decimal point",
        ),
        (
            "headless",
            b"0,1\n2,3\n",
            "line 1, column 1: the first line contains numbers (0 …) instead of column names; begin with a line such as time [s],q.elbow [rad]",
        ),
        ("quote", b"t,\"q\n0,1\n", "line 1, column 2: a quote is not closed; close it on the same line"),
        (
            "latin",
            b"t,q\n0,\xff\n",
            "line 2, column 2: the bytes are not UTF-8 text; save the file as UTF-8 text, not as a spreadsheet",
        ),
        (
            "unit",
            b"t [s[],q\n0,1\n",
            "line 1, column 1: column \"t\": the unit contains brackets or has surrounding blanks; write a unit such as N m or rad/s; correct the first line of the file",
        ),
    ];
    for (name, text, message) in cases {
        let path = folder.file(name, text);
        assert_eq!(folder.message(Table::read_csv(path).unwrap_err()), format!("{name}, {message}"));
    }
    let missing = folder.message(Table::read_csv(folder.0.join("none.csv")).unwrap_err());
    assert!(missing.starts_with("cannot read none.csv: "), "{missing}");
}

// oracle: the same table written plainly
#[test]
fn csv_of_spreadsheets_and_editors_is_read() {
    let plain = Table::parse_csv("t [s],\"a, \"\"b\"\"\"\n0,1\n2,-3\n", "plain.csv").unwrap();
    assert_eq!(plain.columns()[1].name, "a, \"b\"");
    let folder = Folder::new("foreign-csv");
    let bytes = "\u{feff}# a comment\r\n\r\n t [s] , \"a, \"\"b\"\"\" \r\n0,\"1\"\r\n  # another\r\n 2 , -3";
    assert_eq!(Table::read_csv(folder.file("foreign.csv", bytes)).unwrap(), plain);
}

// oracle: the message a user of the file needs; no file may cause a panic
#[test]
fn broken_npz_files_are_explained() {
    let folder = Folder::new("broken-npz");
    let path = folder.file("text.npz", "not a zip");
    assert!(
        folder
            .message(Table::read_npz(path).unwrap_err())
            .starts_with("text.npz, array (archive): the file cannot be read as npz")
    );
    let whole = folder.0.join("whole.npz");
    table().write_npz(&whole).unwrap();
    let bytes = fs::read(&whole).unwrap();
    for place in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x55;
        let _ = Table::read_npz(folder.file("damaged.npz", &damaged));
        let _ = Table::read_npz(folder.file("cut.npz", &bytes[..place]));
    }
}

// oracle: the rules in the documentation of Table
#[test]
fn tables_refuse_what_files_cannot_carry() {
    let mut table = Table::from_columns([Column::new("t", "s", vec![0.0, 1.0])]).unwrap();
    let mut refused = |column: Column| table.add(column).unwrap_err().to_string();
    let message = refused(Column::new("q", "rad", vec![0.0]));
    assert_eq!(message, "column \"q\": the column has 1 rows, but the table has 2; fill missing rows with NaN");
    assert!(refused(Column::new("t", "", vec![0.0, 0.0])).contains("give each column a unique name"));
    assert!(refused(Column::new("", "", vec![0.0, 0.0])).contains("empty"));
    assert!(refused(Column::new("a\nb", "", vec![0.0, 0.0])).contains("control character"));
}

// oracle: the partial file as it is after the process was killed
#[test]
fn a_killed_stream_can_be_resumed() {
    let folder = Folder::new("stream");
    let path = folder.0.join("run.csv");
    let mut writer = StreamWriter::create(&path, &[("time", "s"), ("q", "rad")]).unwrap();
    for i in 0..10 {
        writer.append(&[f64::from(i), 0.5]).unwrap();
    }
    writer.flush().unwrap();
    writer.append(&[10.0, 0.5]).unwrap();
    std::mem::forget(writer); // as if the process were killed: nothing more is written
    let partial = StreamWriter::partial_path(&path);
    assert_eq!(partial.file_name().unwrap(), "run.partial.csv");
    assert_eq!(Table::read_csv(&partial).unwrap().rows(), 10);

    // A power failure can leave half a line.
    let mut text = fs::read_to_string(&partial).unwrap();
    text.push_str("10,0.");
    fs::write(&partial, &text).unwrap();
    let message = folder.message(StreamWriter::resume(&path, 11).unwrap_err());
    assert_eq!(
        message,
        "run.partial.csv: the file has 10 complete rows, but 11 are to be kept; resume from an earlier checkpoint or start a new run"
    );
    let mut writer = StreamWriter::resume(&path, 8).unwrap();
    assert_eq!(writer.rows(), 8);
    let message = folder.message(writer.append(&[1.0]).unwrap_err());
    assert_eq!(
        message,
        "run.partial.csv: the row has 1 numbers, but the table has 2 columns; pass one number per column"
    );
    writer.append(&[8.0, 0.25]).unwrap();
    writer.finish().unwrap();
    let table = Table::read_csv(&path).unwrap();
    assert_eq!(table.column("time").unwrap().values, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    assert_eq!(table.column("q").unwrap().unit, "rad");
    assert!(!partial.exists());
    assert!(folder.message(StreamWriter::resume(&path, 3).unwrap_err()).contains("the run has finished"));
}

// oracle: the error of the operating system
#[test]
fn files_that_cannot_be_written_leave_nothing_behind() {
    let folder = Folder::new("atomic");
    let taken = folder.0.join("taken");
    fs::create_dir(&taken).unwrap();
    fs::write(taken.join("inside"), "").unwrap();
    let message = folder.message(write_atomically(&taken, b"text").unwrap_err());
    assert!(message.starts_with("cannot write taken: "), "{message}");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    assert!(write_atomically(folder.0.join("no/such/folder.txt"), b"").is_err());
}

// oracle: FIPS 180-2 for the checksum of nothing; rows altered by hand
#[test]
fn altered_rows_are_not_continued() {
    let folder = Folder::new("altered");
    let path = folder.0.join("run.csv");
    let mut writer = StreamWriter::create(&path, &[("time", "s")]).unwrap();
    writer.append(&[0.5]).unwrap();
    let one = writer.sync().unwrap();
    writer.append(&[1.5]).unwrap();
    let two = writer.sync().unwrap();
    drop(writer);
    assert_eq!((one.rows, one.bytes, two.bytes), (1, 13, 17));
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(StreamExtent::of(0, b"").sha256, empty);
    assert_eq!(StreamExtent::of(2, b"time [s]\n0.5\n1.5\n"), two);
    let partial = StreamWriter::partial_path(&path);
    let text = fs::read_to_string(&partial).unwrap();
    fs::write(&partial, text.replace("1.5", "1.6")).unwrap();
    let message = folder.message(StreamWriter::resume_at(&path, &two).unwrap_err());
    assert_eq!(
        message,
        "run.partial.csv: the rows have been altered since they were written (their checksum differs); restore the file, or run the \
         scenario again in another folder"
    );
    assert_eq!(fs::metadata(&partial).unwrap().len(), 17, "a refusal changes nothing");
    let mut writer = StreamWriter::resume_at(&path, &one).unwrap();
    writer.append(&[1.5]).unwrap();
    assert_eq!(writer.finish().unwrap(), two);
}
