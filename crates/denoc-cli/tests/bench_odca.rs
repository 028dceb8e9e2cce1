//! `denoc bench odca`. Oracle: the recursion with one step of refinement, inside the command; counts by hand.

mod common;

use common::denoc;
use serde_json::Value;

#[test]
fn chains_are_timed_and_compared() {
    let lines = denoc(&["bench", "odca", "--largest", "1500", "--seconds", "0", "--json"]).ok();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| line["links"].as_u64().unwrap()).collect::<Vec<_>>(), [1000, 1500]);
    for line in &lines {
        for way in ["recursion", "compiled", "odca", "odca_threads", "odca_wrenches"] {
            assert!(line["ns"][way].as_f64().unwrap() > 0.0, "{line}");
            // chains lose digits with their length
            assert!(line["difference"][way].as_f64().unwrap() < 1e-8, "{line}");
        }
        assert_eq!(line["same_bits"], true);
        // 64 links are a piece
        let links = line["links"].as_u64().unwrap();
        let (pieces, depth) = (line["pieces"].as_u64().unwrap(), line["depth"].as_u64().unwrap());
        assert!(pieces >= links / 64 && pieces <= links / 16 && depth <= 8, "{line}");
    }
    assert!(lines[0]["exponent"]["odca"].is_null() && lines[1]["exponent"]["odca"].is_f64());
}

// oracle: the words
#[test]
fn the_table_and_what_is_refused() {
    let text = denoc(&["bench", "odca", "--largest", "100", "--seconds", "0"]).ok();
    for word in ["compiled", "odca, 1 thread", "exponent", "speed-up", "same bits", "yes"] {
        assert!(text.contains(word), "{text}");
    }
    for (words, rule) in [
        (
            &["bench", "odca", "--largest", "1"][..],
            "--largest: 1 links cannot be timed; choose a number of links from 2 to",
        ),
        (&["bench", "odca", "--largest", "2000000"], "choose a number of links from 2 to 1000000"),
        (&["bench", "puma", "--seconds", "-1"], "--seconds -1: choose a positive measuring time, such as 2"),
        (&["bench", "puma", "--largest", "10"], "--largest applies to denoc bench odca only"),
    ] {
        let said = denoc(words).refused();
        assert!(said.contains(rule), "{said}");
    }
}
