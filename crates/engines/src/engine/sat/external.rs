//! Any SAT solver that reads a DIMACS file and ends with exit code 10 (satisfiable) or 20 (unsatisfiable), as in the
//! SAT competitions. It is not incremental: every call writes everything again, assumptions as units, and starts a
//! process, which is killed at the time limit. Its effort is what its statistics say (`statistics.rs`), added up over calls.
//!
//! The model is read from `v` lines on its standard output; a program whose name begins with
//! `minisat` or `glucose` gets the name of a result file as a second argument instead.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use super::backend::{Backend, Solver, SolverEffort};
use super::program::{Program, Scratch, failed};
use super::statistics;
use crate::encode::{Cnf, Lit, Sink, dimacs, literals};
use crate::engine::{Control, Stop};

/// Row in the table of solvers.
pub const SOLVER: Solver = Solver {
    name: "external",
    starts_program: true,
    interruptible: true,
    effort: || None,
    start: |command| Ok(Box::new(Process::new(command)?)),
};

/// Exit codes of the SAT competitions.
const SATISFIABLE: i32 = 10;
const UNSATISFIABLE: i32 = 20;

struct Process {
    program: Program,
    has_result_file: bool,
    /// Words before the formula that make the program print its statistics.
    verbose: &'static [&'static str],
    formula: Vec<Lit>,
    ends: Vec<usize>,
    variables: usize,
    model: Vec<bool>,
    effort: SolverEffort,
}

impl Process {
    fn new(command: &str) -> Result<Process, Stop> {
        let Some(program) = Program::new(command) else {
            return Err(Stop::unsupported("solver=external needs command=... (or --solver-command)"));
        };
        let name = program.file_name();
        Ok(Process {
            has_result_file: ["minisat", "glucose"].iter().any(|known| name.starts_with(known)),
            verbose: if name.starts_with("picosat") { &["-v"] } else { &[] },
            program,
            formula: Vec::new(),
            ends: Vec::new(),
            variables: 0,
            model: Vec::new(),
            effort: SolverEffort::default(),
        })
    }

    fn write(&self, path: &Path, assumptions: &[Lit]) -> std::io::Result<()> {
        let mut cnf = Cnf::new(assumptions.iter().map(|l| l.variable()).max().unwrap_or(0).max(self.variables));
        let mut start = 0;
        for &end in &self.ends {
            cnf.clause(&self.formula[start..end]);
            start = end;
        }
        assumptions.iter().for_each(|&lit| cnf.clause(&[lit]));
        let mut out = BufWriter::new(File::create(path)?);
        dimacs::write(&mut out, &cnf, &dimacs::Notes::default())?;
        out.flush()
    }
}

impl Backend for Process {
    fn clause(&mut self, lits: &[Lit]) {
        self.variables = lits.iter().map(|l| l.variable()).max().unwrap_or(0).max(self.variables);
        self.formula.extend_from_slice(lits);
        self.ends.push(self.formula.len());
    }

    fn solve(&mut self, assumptions: &[Lit], control: &Control) -> Result<bool, Stop> {
        let (problem, result) = (Scratch::new("cnf"), Scratch::new("out"));
        self.write(&problem.0, assumptions).map_err(|e| failed(&problem.0.display().to_string(), e))?;
        let mut arguments: Vec<&Path> = self.verbose.iter().map(Path::new).collect();
        arguments.push(&problem.0);
        arguments.extend(self.has_result_file.then_some(result.0.as_path()));
        let (code, printed) = self.program.run(&arguments, &[SATISFIABLE, UNSATISFIABLE], control)?;
        statistics::add(&mut self.effort, &String::from_utf8_lossy(&printed));
        match code {
            UNSATISFIABLE => Ok(false),
            _ => {
                let printed = if self.has_result_file { fs::read(&result.0) } else { Ok(printed) };
                let printed = printed.map_err(|e| failed(&result.0.display().to_string(), e))?;
                let output = literals::read(&String::from_utf8_lossy(&printed));
                let output =
                    output.map_err(|e| failed(&self.program.name, format!("line {}: {}", e.line, e.message)))?;
                self.model.clear();
                self.model.resize(self.variables, false);
                for lit in output.literals {
                    if let Some(value) = self.model.get_mut(lit.variable() - 1) {
                        *value = lit.is_positive();
                    }
                }
                // Variables that occur in assumptions alone have no clause here, and none elsewhere.
                for lit in assumptions.iter().filter(|l| l.variable() > self.model.len()).copied().collect::<Vec<_>>() {
                    self.model.resize(lit.variable().max(self.model.len()), false);
                    self.model[lit.variable() - 1] = lit.is_positive();
                }
                Ok(true)
            }
        }
    }

    fn model(&self, values: &mut [bool]) {
        for (i, value) in values.iter_mut().enumerate() {
            *value = self.model.get(i).copied().unwrap_or(false);
        }
    }

    fn effort(&self) -> SolverEffort {
        self.effort
    }
}

/// The solvers of distributions that are installed here, for tests.
#[cfg(test)]
pub fn installed() -> Vec<&'static str> {
    let all = ["minisat", "cadical", "kissat", "glucose", "picosat"];
    let found = |name: &&str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
    };
    all.into_iter().filter(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_do_not_answer_are_failures() {
        assert!(matches!(Process::new("  "), Err(Stop::Unsupported(_))));
        for command in ["no-such-solver-here", "true", "cat", "false"] {
            let mut backend = Process::new(command).unwrap();
            let answer = backend.solve(&[], &Control::default());
            assert!(matches!(answer, Err(Stop::Failed(_))), "{command}: {answer:?}");
        }
    }
}
