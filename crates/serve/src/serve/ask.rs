//! One question to one engine, in this process or in a child.

use crate::answer::{Answer, Detail, Query, ask_system};
use crate::board::Board;
use crate::engine::{Control, Engine, Limits, Stop, parse};
use crate::spec::{Spec, SpecError};
use crate::system::System;

/// Boards of more cells are answered in a child process: a step on them may be long, and their tables large.
const LARGE: usize = 1_000;

/// A question.
#[derive(Clone, Debug)]
pub struct EngineRequest {
    /// Specification of the engine.
    pub engine: String,
    /// What is asked about the board.
    pub query: Query,
    /// Probabilities as fractions.
    pub exact: bool,
    /// Limits of the engine; a child process gets the memory limit of the service instead of this one.
    pub limits: Limits,
}

/// Why the service does not use an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoEngine {
    /// There is none.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Clients of the service must not start programs.
    #[error("this service starts no programs; use the command line")]
    Program,
}

impl EngineRequest {
    /// The engine.
    ///
    /// # Errors
    /// There is none, or it starts a program.
    pub fn build(&self) -> Result<Box<dyn Engine>, NoEngine> {
        let Spec { row, chosen } = parse(&self.engine)?;
        if (row.starts_program)(&chosen) {
            return Err(NoEngine::Program);
        }
        Ok((row.build)(&chosen))
    }

    /// True if the answer should be found in a child process, which can be killed at any time.
    pub fn needs_child(engine: &dyn Engine, board: &Board) -> bool {
        board.grid().len() > LARGE || !engine.family().interruptible
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
            "sat:textbook,counter=touch x",
        ] {
            let ask =
                EngineRequest { engine: engine.into(), query: Query::Decide, exact: false, limits: Limits::default() };
            assert_eq!(ask.build().err(), Some(NoEngine::Program), "{engine}");
        }
        for family in crate::engine::FAMILIES {
            // A preset must not bring it in indirectly.
            for preset in family.presets {
                let Spec { row, chosen } = parse(&format!("{}:{}", family.name, preset.name)).unwrap();
                assert!(!(row.starts_program)(&chosen), "{}", preset.name);
            }
        }
    }

    #[test]
    fn what_cannot_be_interrupted_needs_a_child() {
        let board = Board::parse("1 2 1\n#1", "board").unwrap();
        for (engine, needs) in [("frontier", false), ("sat", true), ("lp", true), ("ilp", true), ("search", false)] {
            let ask =
                EngineRequest { engine: engine.into(), query: Query::Decide, exact: false, limits: Limits::default() };
            assert_eq!(EngineRequest::needs_child(ask.build().unwrap().as_ref(), &board), needs, "{engine}");
        }
    }
}
