//! Results for people and programs: tables with units, files, plots, the report page. Knows nothing of mechanisms.

#![forbid(unsafe_code)]
