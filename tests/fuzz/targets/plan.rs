//! Plans in TOML.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minesat::bench::plan::parse_plan;

fuzz_target!(|text: &str| {
    match parse_plan(text, "t.toml") {
        Err(error) => assert!(!error.render().is_empty()),
        Ok(plan) => assert!(plan.groups.iter().all(|g| g.check().is_ok())),
    }
});
