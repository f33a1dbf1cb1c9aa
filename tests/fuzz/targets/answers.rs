//! What solvers print.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minesat::encode::literals;

fuzz_target!(|text: &str| {
    if let Err(misread) = literals::read(text) {
        assert!((1..=text.lines().count()).contains(&misread.line));
    }
});
