//! One question to one engine, in this process or in a child.

use crate::answer::{Answer, Detail, Query, ask_system};
use crate::board::Board;
use crate::engine::{Control, Engine, Limits, Stop, build};
use crate::system::System;

/// Families whose solvers cannot be interrupted in the middle of a call.
const IN_A_CHILD: [&str; 3] = ["sat", "lp", "ilp"];

/// Boards of more cells are answered in a child process: a step on them may be long, and their tables large.
const LARGE: usize = 1_000;

/// A question.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Specification of the engine.
    pub engine: String,
    /// What is asked about the board.
    pub query: Query,
    /// Probabilities as fractions.
    pub exact: bool,
    /// Limits of the engine; a child process gets the memory limit of the service instead of this one.
    pub limits: Limits,
}

impl Ask {
    /// The engine, if the name exists and it starts no program.
    ///
    /// # Errors
    /// A message with what is wrong in the specification.
    pub fn build(&self) -> Result<Box<dyn Engine>, String> {
        starts_no_program(&self.engine)?;
        build(&self.engine)
    }

    /// True if the answer should be found in a child process, which can be killed at any time.
    pub fn needs_child(&self, board: &Board) -> bool {
        let family = self.engine.split(':').next().unwrap_or("");
        board.grid().len() > LARGE || IN_A_CHILD.contains(&family)
    }

    /// The answer as one JSON object.
    pub fn answer(&self, engine: &dyn Engine, board: &Board, control: Control) -> String {
        let (system, map) = System::from_board(board);
        let detail = Detail { exact: self.exact, ..Detail::default() };
        ask_system(engine, &system, map, self.query, detail, control).to_json("board", &self.engine, self.exact)
    }

    /// An answer with a status alone, in the same form.
    pub fn stopped(&self, board: &Board, stop: Stop) -> String {
        let seconds = self.limits.time.map_or(0.0, |t| t.as_secs_f64());
        Answer::stopped(board, self.query, stop, seconds).to_json("board", &self.engine, self.exact)
    }
}

/// Refuses engines that start programs: clients of the service must not start any.
///
/// # Errors
/// The specification starts a program.
pub fn starts_no_program(engine: &str) -> Result<(), String> {
    let starts = |p: &str| ["command=", "counter="].iter().any(|option| p.starts_with(option));
    let part = |p: &str| p.trim() == "solver=external" || starts(p.trim_start());
    match engine.split([':', ',']).any(part) {
        true => Err("this service starts no programs; use the command line".into()),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_specification_starts_a_program() {
        for engine in [
            "sat:solver=external",
            "sat:command=touch x",
            "sat:counter=touch x",
            "sat:collapse=off,solver=external,command=sh",
        ] {
            let ask = Ask { engine: engine.into(), query: Query::Decide, exact: false, limits: Limits::default() };
            assert!(ask.build().is_err(), "{engine}");
        }
        for family in crate::engine::FAMILIES {
            // A preset must not bring it in indirectly.
            for preset in family.presets {
                assert_eq!(starts_no_program(&format!(":{}", preset.options)), Ok(()), "{}", preset.name);
            }
        }
    }
}
