//! Reports of the measurements: tables and JSON.

use comfy_table::{CellAlignment, Table, presets};
use denoc_dynamics::compiled::Compile;
use serde_json::{Value, json};

use crate::agreement::Agreement;
use crate::cases::Case;
use crate::models::Subject;
use crate::options::Options;
use crate::pinocchio::Pinocchio;
use crate::synthetic;

/// The compiler of this program.
pub(crate) const RUSTC: &str = env!("DENOC_BENCH_RUSTC");

/// A timed case.
struct Row {
    model: String,
    algorithm: &'static str,
    mode: &'static str,
    threads: usize,
    library: &'static str,
    states: usize,
    ns: f64,
    median: f64,
    /// Whether the algorithm of a peer agrees with ours.
    agrees: bool,
}

/// All rows so far.
pub(crate) struct Report {
    rows: Vec<Row>,
    printed: usize,
    header: String,
    peer_compiler: String,
}

impl Report {
    pub(crate) fn new(options: &Options) -> Result<Self, String> {
        let mut peer_compiler = String::new();
        let mut header = format!(
            "CPU: {}; instruction set of denoc: {}; {RUSTC}, {} build; ",
            cpu(),
            synthetic::chain(1).build().map_err(|error| error.to_string())?.compile().isa(),
            if cfg!(target_feature = "avx2") { "native" } else { "baseline" },
        );
        if let Some(program) = &options.peer {
            let version = Pinocchio::start(program)?.request("compiler")?;
            peer_compiler = format!("{version} {}", options.peer_flags).trim().to_owned();
            header += &format!("Pinocchio: {peer_compiler}; ");
        }
        header += &format!(
            "times are nanoseconds per state, minima of {} interleaved rounds (spread: median/minimum of denoc and Pinocchio)",
            options.number_of_rounds()
        );
        Ok(Self { rows: Vec::new(), printed: 0, header, peer_compiler })
    }

    /// Adds the measurements of a model.
    pub(crate) fn add(&mut self, subject: &Subject, cases: &[Case], agreement: &Agreement) {
        for case in cases {
            let mut row = Row {
                model: subject.name.clone(),
                algorithm: case.algorithm,
                mode: case.mode,
                threads: case.threads,
                library: case.library,
                states: case.states,
                ns: case.minimum(),
                median: case.median(),
                agrees: agreement.with(case.library, case.algorithm),
            };
            // of two variants of a peer the better one counts
            let same = |r: &&mut Row| r.library == row.library && r.key() == row.key();
            match self.rows.iter_mut().find(same) {
                Some(known) if known.ns <= row.ns => {}
                Some(known) => std::mem::swap(known, &mut row),
                None => self.rows.push(row),
            }
        }
    }

    fn find(&self, row: &Row, library: &str) -> Option<&Row> {
        self.rows.iter().find(|r| r.library == library && r.key() == row.key())
    }

    /// A peer's row for the same model and algorithm, if the peer agrees.
    fn anchor(&self, row: &Row, library: &str) -> Option<&Row> {
        let same = |r: &&Row| r.library == library && (&r.model, r.algorithm) == (&row.model, row.algorithm);
        self.rows.iter().find(same).filter(|r| r.agrees)
    }

    fn ratio(&self, row: &Row, library: &str) -> Option<f64> {
        if !row.is_ours() {
            return None;
        }
        self.anchor(row, library).map(|peer| peer.ns / row.ns)
    }

    /// One object per line, for the rows that were not printed yet.
    pub(crate) fn print_new_json(&mut self) {
        for row in &self.rows[self.printed..] {
            println!("{}", self.json(row));
        }
        self.printed = self.rows.len();
    }

    fn json(&self, row: &Row) -> Value {
        let rounded = |x: f64, digits: i32| (x * 10f64.powi(digits)).round() / 10f64.powi(digits);
        let ratio = |library| self.ratio(row, library).map(|x| rounded(x, 3));
        json!({
            "model": row.model, "algorithm": row.algorithm, "mode": row.mode, "threads": row.threads,
            "library": row.library, "compiler": if row.library == "pinocchio" { &self.peer_compiler } else { RUSTC },
            "ns": rounded(row.ns, 2), "ratio": ratio("pinocchio"),
            "ratio_dynibo": ratio("dynibo"), "median_ns": rounded(row.median, 2), "states": row.states,
        })
    }

    /// The table; to standard error if standard output carries JSON.
    pub(crate) fn print_table(&self, to_stderr: bool) {
        let mut table = Table::new();
        table.load_preset(presets::ASCII_MARKDOWN).set_header([
            "model",
            "algorithm",
            "mode",
            "threads",
            "denoc",
            "faithful",
            "pinocchio",
            "ratio",
            "dynibo",
            "ratio",
            "spread",
        ]);
        for row in self.rows.iter().filter(|row| self.leads(row)) {
            table.add_row(self.line(row));
        }
        for column in table.column_iter_mut().skip(3) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let text = format!("{}\n\n{table}", self.header);
        if to_stderr { eprintln!("{text}") } else { println!("{text}") }
    }

    /// Whether a row has a separate line in the table: rows of the faithful layer and of peers are columns of the compiled
    /// layer's row, if there is one.
    fn leads(&self, row: &Row) -> bool {
        match row.library {
            "denoc-faithful" => self.find(row, "denoc").is_none(),
            _ => row.is_ours(),
        }
    }

    fn line(&self, row: &Row) -> Vec<String> {
        let mode = match row.library {
            "denoc-rows" => "batch rows",
            "denoc-f32" => "batch f32",
            _ => row.mode,
        };
        let fast = (row.library != "denoc-faithful").then_some(row);
        let faithful = if fast.is_none() { Some(row) } else { self.find(row, "denoc-faithful") };
        let faithful = faithful.filter(|_| row.mode == "single");
        let single = |library| self.find(row, library).filter(|_| row.mode == "single");
        let ns = |row: Option<&Row>| row.map_or(String::new(), |r| significant(r.ns));
        let ratio = |library| self.ratio(row, library).map_or(String::new(), |x| format!("{x:.2}"));
        let mut spread = format!("{:.2}", row.median / row.ns);
        if let Some(peer) = single("pinocchio") {
            spread += &format!(" {:.2}", peer.median / peer.ns);
        }
        vec![
            row.model.clone(),
            row.algorithm.into(),
            mode.into(),
            row.threads.to_string(),
            ns(fast),
            ns(faithful),
            ns(single("pinocchio")),
            ratio("pinocchio"),
            ns(single("dynibo")),
            ratio("dynibo"),
            spread,
        ]
    }
}

impl Row {
    fn key(&self) -> (&str, &str, &str, usize) {
        (&self.model, self.algorithm, self.mode, self.threads)
    }

    fn is_ours(&self) -> bool {
        self.library.starts_with("denoc")
    }
}

fn significant(ns: f64) -> String {
    if ns < 100.0 { format!("{ns:.1}") } else { format!("{ns:.0}") }
}

/// The name of the processor, if the system provides it.
pub(crate) fn cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    match (field("model name"), field("cpu family"), field("model\t")) {
        (Some(name), Some(family), Some(model)) => format!("{name} (family {family}, model {model})"),
        (Some(name), ..) => name,
        _ => std::env::consts::ARCH.to_owned(),
    }
}
