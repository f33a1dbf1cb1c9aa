//! The number of models from an external program: a model counter that reads DIMACS, as in the Model Counting
//! Competitions.
//!
//! It gets one formula over the whole board, total included; without a total equal and complementary cells share a
//! variable, as for the solvers (`collapse`), and variables defined by others are left out. Where equivalences in
//! windows and elimination leave a small part of the formula, as on boards compiled from formulas, that part is given to the
//! program: about the formula that the board was made from. A plain count is correct:
//! in every encoding the cells define the auxiliary variables of "exactly m", and a bound of a total is left out only
//! if the sums imply it.

use std::fs::File;
use std::io::{BufWriter, Write};

use num_bigint::BigUint;

use super::program::{Program, Scratch, failed};
use super::session::MOST_CLAUSES;
use super::setup::{Setup, SimplifyChoice};
use super::variables::Variables;
use super::window_equivalences;
use crate::encode::{EncodePlan, Floating, dimacs, encode};
use crate::engine::{Control, Counter, Stop};
use crate::system::System;
use crate::system::eliminate_defined::Keep;

/// Exit codes of counters: the usual one, and those of the SAT competitions.
const ANSWERED: [i32; 3] = [0, 10, 20];

/// Most variables of a formula that is simplified without being asked to: a window takes some ten microseconds.
const MOST_SWEPT: usize = 100_000;
/// How many times fewer variables are then worth another formula.
const WORTH_SIMPLIFYING: usize = 4;

/// Counts the models of a system with the program that the option `counter` names.
///
/// # Errors
/// The formula is too large, a limit ran out, or the program failed or printed no number.
pub fn models(program: &Program, system: &System, setup: &Setup, control: &mut Control) -> Result<BigUint, Stop> {
    let plan = EncodePlan {
        local: setup.local,
        total: Some(setup.total),
        floating: Floating::All,
        most_clauses: MOST_CLAUSES,
    };
    let encoded = match setup.collapse && system.total.is_none() {
        true => Variables::collapsed(system, &plan, Some(Keep::Count)),
        false => encode(system, &plan).map(|cnf| (Variables::plain(system), cnf)),
    };
    let (mut variables, cnf) = encoded.map_err(|e| Stop::unsupported(e.to_string()))?;
    let cnf = match setup.simplify {
        SimplifyChoice::Off => cnf,
        SimplifyChoice::Auto if cnf.variables() > MOST_SWEPT => cnf,
        choice => {
            let merged = window_equivalences::merged(&cnf, control)?;
            let left = variables.simplify(merged, Keep::Count, (SimplifyChoice::On, system.cells), control)?;
            // Counters simplify formulas too, in their own way.
            if choice == SimplifyChoice::On || WORTH_SIMPLIFYING * left.variables() <= cnf.variables() {
                left
            } else {
                cnf
            }
        }
    };
    control.stats.add(Counter::SatCalls, 1);
    control.stats.set(Counter::Variables, cnf.variables() as u64);
    control.stats.set(Counter::Clauses, cnf.len() as u64);
    control.memory(cnf.bytes())?;
    if cnf.variables() == 0 {
        // Some programs do not accept a formula without variables; a contradiction has none either.
        return Ok(BigUint::from(u32::from(cnf.is_empty())));
    }
    let file = Scratch::new("cnf");
    let written = File::create(&file.0).and_then(|created| {
        let mut out = BufWriter::new(created);
        dimacs::write(&mut out, &cnf, &dimacs::Notes::default())?;
        out.flush()
    });
    written.map_err(|e| failed(&file.0.display().to_string(), e))?;
    let (_, printed) = program.run(&[&file.0], &ANSWERED, control)?;
    let printed = String::from_utf8_lossy(&printed);
    number(&printed).ok_or_else(|| failed(&program.name, "it printed no number of models"))
}

/// The number that a model counter prints: `c s exact arb int N` or `s mc N` (competitions), `s N` (d4), a line `#
/// solutions` before it (sharpSAT), or a line of its own; `s UNSATISFIABLE` alone is 0. The caller is responsible for
/// choosing an exact counter.
fn number(printed: &str) -> Option<BigUint> {
    let lines = || printed.lines().map(str::trim);
    let whole = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let after = |prefix: &str| lines().find_map(|l| whole(l.strip_prefix(prefix)?.trim()));
    let marked = ["c s exact arb int ", "s mc ", "s pmc ", "s "].into_iter().find_map(after);
    let titled = || whole(lines().skip_while(|l| *l != "# solutions").nth(1)?);
    let alone = || lines().find_map(whole);
    let none = || lines().any(|l| l == "s UNSATISFIABLE").then_some(BigUint::ZERO);
    marked.or_else(titled).or_else(alone).or_else(none)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counters_print() {
        let big = "9".repeat(60);
        for (printed, expected) in [
            (format!("c o x 7\ns SATISFIABLE\nc s type mc\nc s log10-estimate 59.9\nc s exact arb int {big}\n"), &*big),
            ("c s exact arb int 0\ns UNSATISFIABLE\n".into(), "0"),
            ("s mc 12\n".into(), "12"),
            ("c 3 4\ns 5\n".into(), "5"),
            ("variables 7\n# solutions \n8\n# END\n".into(), "8"),
            ("8\n".into(), "8"),
            ("c nothing\ns UNSATISFIABLE\n".into(), "0"),
        ] {
            assert_eq!(number(&printed), expected.parse().ok(), "{printed}");
        }
        for printed in
            ["", "s SATISFIABLE", "# solutions", "c s exact arb frac 1/2", "c s exact arb int -3", "1_000", "s +5"]
        {
            assert_eq!(number(printed), None, "{printed}");
        }
    }
}
