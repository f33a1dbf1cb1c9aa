//! The one board that a study draws: the first instance of a file, or the one of a name.

use crate::input_error::InputError;
use crate::instance::{Instance, InstanceReader};
use crate::system::{CellMap, Component, System, split};

/// Why there is no board to draw.
#[derive(Debug, thiserror::Error)]
pub enum NoDrawnBoard {
    /// The file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// No instance of this name, or none at all.
    #[error("{0}: no instance{1}")]
    None(String, String),
    /// No clue leaves anything to search.
    #[error("{0}: no covered cell is next to a clue")]
    NoFrontier(String),
    /// More cells than a picture shows.
    #[error("{name}: {cells} cells next to clues, a drawing shows at most {most}")]
    TooLarge {
        /// Name of the instance.
        name: String,
        /// Its frontier cells.
        cells: usize,
        /// Most that are drawn.
        most: usize,
    },
}

/// A board with its system.
#[derive(Clone, Debug)]
pub struct DrawnBoard {
    /// The file, and the instance in it if it was named.
    pub file: (String, Option<String>),
    /// The instance.
    pub instance: Instance,
    /// Its system and the place of every variable.
    pub system: System,
    /// See `system`.
    pub map: CellMap,
}

impl DrawnBoard {
    /// Reads it; a frontier has at most `most` cells.
    ///
    /// # Errors
    /// The file cannot be read, or has no such board.
    pub fn read(file: String, only: Option<String>, most: usize) -> Result<DrawnBoard, NoDrawnBoard> {
        for instance in InstanceReader::open(&file)? {
            let instance = instance?;
            if only.as_ref().is_some_and(|name| *name != instance.name) {
                continue;
            }
            let (system, map) = System::from_board(&instance.board);
            let cells = system.is_frontier().into_iter().filter(|on| *on).count();
            return match cells {
                0 => Err(NoDrawnBoard::NoFrontier(instance.name)),
                _ if cells > most => Err(NoDrawnBoard::TooLarge { name: instance.name, cells, most }),
                _ => Ok(DrawnBoard { file: (file, only), instance, system, map }),
            };
        }
        Err(NoDrawnBoard::None(file, only.map_or(String::new(), |name| format!(" named {name:?}"))))
    }

    /// The options that name it.
    pub fn options(&self) -> String {
        let mut text = format!("--board {}", crate::report::shell(std::slice::from_ref(&self.file.0)));
        if let Some(name) = &self.file.1 {
            text += &format!(" --only {}", crate::report::shell(std::slice::from_ref(name)));
        }
        text
    }

    /// The largest component.
    pub fn component(&self) -> Component {
        let all = split(&self.system).components;
        all.into_iter().max_by_key(|component| component.cells.len()).expect("a board with a frontier")
    }

    /// The name of a variable by its place: (row,column).
    pub fn place(&self, variable: u32) -> String {
        let (row, col) = self.map.position(variable as usize);
        format!("({row},{col})")
    }

    /// The rows of the board as a block of text.
    pub fn text(&self) -> String {
        format!("```text\n{}\n```", self.instance.board.row_strings().join("\n"))
    }
}
