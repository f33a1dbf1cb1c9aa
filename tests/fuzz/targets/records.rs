//! Record files, plain and compressed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minesat::bench::record::parse_records;

fuzz_target!(|bytes: &[u8]| {
    match parse_records("t", None, bytes) {
        Err(error) => assert!(!error.render().is_empty()),
        Ok(file) => assert!(file.records.iter().all(|r| serde_json::to_string(r).is_ok())),
    }
});
