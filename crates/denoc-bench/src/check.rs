//! `--check`: compares the results of all libraries.

use crate::options::Options;

/// The comparisons made, and those that exceed their bounds.
#[derive(Default)]
pub(crate) struct Check {
    compared: usize,
    missed: Vec<String>,
}

impl Check {
    /// Adds a number that must not exceed a bound; NaN does.
    pub(crate) fn add(&mut self, what: String, value: f64, bound: f64) {
        self.compared += 1;
        if value.is_nan() || value > bound {
            self.missed.push(format!("{what} is {value:.1e}, the bound is {bound:.0e}"));
        }
    }

    /// The result: with `--check`, an error if a comparison exceeds its bound or nothing was compared.
    pub(crate) fn end(self, options: &Options) -> Result<(), String> {
        if !options.check {
            return Ok(());
        }
        match (self.compared, &self.missed[..]) {
            (0, _) => Err("nothing was compared".into()),
            (n, []) => {
                eprintln!("checked: {n} comparisons within their bounds");
                Ok(())
            }
            (_, missed) => Err(format!("libraries differ:\n  {}", missed.join("\n  "))),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    // oracle: the bounds
    #[test]
    fn what_misses_its_bound_is_an_error() {
        let verdict = |values: &[f64], arguments: &[&str]| {
            let mut check = Check::default();
            values.iter().for_each(|x| check.add("x".into(), *x, 1e-9));
            check.end(&Options::parse_from([&["denoc-bench"], arguments].concat()))
        };
        assert_eq!(verdict(&[1e-10, 0.0], &["--check"]), Ok(()));
        assert_eq!(
            verdict(&[1e-8, 0.0], &["--check"]),
            Err("libraries differ:\n  x is 1.0e-8, the bound is 1e-9".into())
        );
        assert!(verdict(&[f64::NAN], &["--check"]).is_err());
        assert_eq!(verdict(&[], &["--check"]), Err("nothing was compared".into()));
        // benchmarks print differences and go on
        assert_eq!(verdict(&[1.0], &[]), Ok(()));
    }
}
