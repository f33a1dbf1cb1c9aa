//! Any SAT solver that reads a DIMACS file and ends with exit code 10 (satisfiable) or 20
//! (unsatisfiable), as in the SAT competitions. It is not incremental: every call writes everything
//! again, assumptions as units, and starts a process, which is killed when the time is over. Effort
//! is what the process does, which is not seen.
//!
//! The model is read from `v` lines on its standard output; a program whose name begins with
//! `minisat` or `glucose` gets the name of a result file as a second argument instead.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::backend::{Backend, Effort, Solver};
use crate::encode::{Cnf, Lit, Sink, dimacs, literals};
use crate::engine::{Control, Stop};

/// Row in the table of solvers.
pub const SOLVER: Solver = Solver { name: "external", start: |command| Ok(Box::new(Process::new(command)?)) };

/// Exit codes of the SAT competitions.
const SATISFIABLE: i32 = 10;
const UNSATISFIABLE: i32 = 20;

/// How often a running solver is looked at: first soon, then less often.
const LOOK: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(20)];

/// Numbers the files of this process.
static FILES: AtomicU64 = AtomicU64::new(0);

struct Process {
    program: String,
    arguments: Vec<String>,
    has_result_file: bool,
    formula: Vec<Lit>,
    ends: Vec<usize>,
    variables: usize,
    model: Vec<bool>,
}

/// A file that is gone with its owner.
struct Scratch(PathBuf);

impl Scratch {
    fn new(ending: &str) -> Scratch {
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        Scratch(std::env::temp_dir().join(format!("minesat-{}-{number}.{ending}", process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn failed(what: &str, error: impl std::fmt::Display) -> Stop {
    Stop::Failed(format!("{what}: {error}"))
}

impl Process {
    fn new(command: &str) -> Result<Process, Stop> {
        let mut words = command.split_whitespace().map(str::to_string);
        let Some(program) = words.next() else {
            return Err(Stop::unsupported("solver=external needs command=... (or --solver-command)"));
        };
        let name = Path::new(&program).file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Process {
            has_result_file: ["minisat", "glucose"].iter().any(|known| name.starts_with(known)),
            program,
            arguments: words.collect(),
            formula: Vec::new(),
            ends: Vec::new(),
            variables: 0,
            model: Vec::new(),
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

    /// Runs the program: its exit code and what it printed. Kills it if `control` says stop.
    fn run(&self, arguments: &[&Path], control: &Control) -> Result<(i32, Vec<u8>), Stop> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).args(arguments).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| failed(&self.program, e))?;
        let output = child.stdout.take();
        let reader = thread::spawn(move || {
            let mut bytes = Vec::new();
            output.map(|mut pipe| pipe.read_to_end(&mut bytes));
            bytes
        });
        let mut pause = LOOK[0];
        let status = loop {
            if let Some(status) = child.try_wait().map_err(|e| failed(&self.program, e))? {
                break status;
            }
            if let Err(stop) = control.check() {
                // The whole group: the command may be a script around the solver.
                // SAFETY: a plain system call; the child has not been waited for, so its id is its own.
                unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
                let _ = child.wait();
                return Err(stop);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LOOK[1]);
        };
        let bytes = reader.join().unwrap_or_default();
        let code = status.code().ok_or_else(|| failed(&self.program, status))?;
        Ok((code, bytes))
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
        let mut arguments = vec![problem.0.as_path()];
        arguments.extend(self.has_result_file.then_some(result.0.as_path()));
        let (code, printed) = self.run(&arguments, control)?;
        match code {
            UNSATISFIABLE => Ok(false),
            SATISFIABLE => {
                let printed = if self.has_result_file { fs::read(&result.0) } else { Ok(printed) };
                let printed = printed.map_err(|e| failed(&result.0.display().to_string(), e))?;
                let output = literals::read(&String::from_utf8_lossy(&printed));
                let output = output.map_err(|e| failed(&self.program, format!("line {}: {}", e.line, e.message)))?;
                self.model.clear();
                self.model.resize(self.variables, false);
                for lit in output.literals {
                    if let Some(value) = self.model.get_mut(lit.variable() - 1) {
                        *value = lit.is_positive();
                    }
                }
                // Variables that stand in assumptions alone have no clause here, and none elsewhere.
                for lit in assumptions.iter().filter(|l| l.variable() > self.model.len()).copied().collect::<Vec<_>>() {
                    self.model.resize(lit.variable().max(self.model.len()), false);
                    self.model[lit.variable() - 1] = lit.is_positive();
                }
                Ok(true)
            }
            code => Err(failed(&self.program, format!("exit code {code} instead of 10 or 20"))),
        }
    }

    fn model(&self, values: &mut [bool]) {
        for (i, value) in values.iter_mut().enumerate() {
            *value = self.model.get(i).copied().unwrap_or(false);
        }
    }

    fn effort(&self) -> Effort {
        Effort::default()
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
