//! Formulas and circuits in every form; the first letter chooses it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minesat::compile::problem::{Format, Problem};

fuzz_target!(|input: &str| {
    let mut letters = input.chars();
    let format = match letters.next() {
        Some('c') => Format::Cnf,
        Some('i') => Format::Bench,
        Some('b') => Format::Blif,
        Some('a') => Format::Aag,
        Some('n') => Format::Aig,
        Some('e') => Format::Expr,
        _ => return,
    };
    match Problem::parse(letters.as_str(), "t", format) {
        Err(error) => assert!(!error.render().is_empty()),
        Ok(problem) if problem.variables() <= 16 => {
            let _ = problem.formula();
            for values in [vec![false; problem.variables()], vec![true; problem.variables()]] {
                problem.holds(&values);
            }
        }
        Ok(_) => {}
    }
});
