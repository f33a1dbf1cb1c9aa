//! Boards to begin with. An example is one row in [`EXAMPLES`].

use std::io::Cursor;

use crate::generate::{self, Params};
use crate::instance::{Instance, InstanceReader};

/// Where the board of an example is from.
enum Origin {
    /// The instance of a name in a file of the program.
    File(&'static str, &'static str),
    /// A family, its settings and a seed.
    Drawn(&'static str, &'static [(&'static str, &'static str)], u64),
}

/// A board to begin with.
pub struct Example {
    /// What it is an example of.
    pub group: &'static str,
    /// Its name in the list.
    pub name: &'static str,
    /// What to look at, in one sentence.
    pub about: &'static str,
    origin: Origin,
}

/// `crates/serve/builtin` links to the files in `instances`.
const PATTERNS: &str = include_str!("../../builtin/patterns.jsonl");
const SOURCES: &str = include_str!("../../builtin/sources.jsonl");
const COMPILED: &str = include_str!("../../builtin/compiled.jsonl");

const fn row(group: &'static str, name: &'static str, about: &'static str, origin: Origin) -> Example {
    Example { group, name, about, origin }
}

const fn pattern(name: &'static str, about: &'static str) -> Example {
    row("Patterns", name, about, Origin::File(PATTERNS, name))
}

const fn compiled(name: &'static str, about: &'static str) -> Example {
    row("Formulas and circuits as boards", name, about, Origin::File(COMPILED, name))
}

/// Every example, in the order of the list.
pub const EXAMPLES: &[Example] = &[
    pattern("1-2-1", "The mines are beside the 1s, the cell above the 2 is safe."),
    pattern("1-2-2-1", "The mines are above the 2s."),
    pattern("1-2C classic", "A 1 and a 2 at neighbouring cells decide the outer ones."),
    pattern("triangle 1-1 (diagonal neighbours)", "Two clues that touch at a corner."),
    pattern("50/50 in a corner", "No clue can decide it: a guess."),
    pattern("2x2 corner, total 2: the counter decides", "Only the total of mines decides these cells."),
    pattern("closed chain of eight", "Each clue links two cells, all the way round."),
    pattern("four-number squeeze (impossible)", "Clues that contradict each other; the panel Cell says which."),
    row(
        "From papers",
        "An assignment on constraints",
        "10 x 10 with 20 mines, five safe cells and three mines.",
        Origin::File(SOURCES, "csp-assignment"),
    ),
    row(
        "From papers",
        "Kaye's wire",
        "A signal that runs through a board: all cells of a phase are equal.",
        Origin::File(PATTERNS, "Kaye wire, ASE2003 p.33"),
    ),
    row(
        "From papers",
        "Kaye's splitter",
        "One signal in, three out.",
        Origin::File(PATTERNS, "Kaye splitter, ASE2003 p.35"),
    ),
    compiled("half-adder", "A circuit: its inputs are free, the sum and the carry follow."),
    compiled("exclusive-or", "1 differs from 2 and 2 from 3; so 1 equals 3, and then 4 holds."),
    compiled("parity", "1 + 2 + 3 is even and odd at once, unless 4 holds."),
    compiled("pigeons", "Two pigeons in one hole, unless 3 holds."),
    row(
        "Positions of games",
        "Intermediate, 16 x 16",
        "Opened until single clues say no more.",
        Origin::Drawn("uniform", &[("rows", "16"), ("cols", "16"), ("mines", "40")], 3),
    ),
    row(
        "Positions of games",
        "Expert, 16 x 30",
        "Opened until single clues say no more.",
        Origin::Drawn("uniform", &[("rows", "16"), ("cols", "30"), ("mines", "99"), ("open", "0.4")], 5),
    ),
    row(
        "Large",
        "60 x 100",
        "6,000 cells, half of the safe ones open.",
        Origin::Drawn("uniform", &[("rows", "60"), ("cols", "100"), ("density", "0.2"), ("open", "0.5")], 1),
    ),
    row(
        "Large",
        "150 x 300",
        "45,000 cells with 9,000 mines, half of the safe ones open.",
        Origin::Drawn("uniform", &[("rows", "150"), ("cols", "300"), ("mines", "9000"), ("open", "0.5")], 1),
    ),
];

impl Example {
    /// Its board.
    ///
    /// # Errors
    /// The row names no instance, or settings that do not fit together.
    pub fn instance(&self) -> Result<Instance, String> {
        match self.origin {
            Origin::File(file, name) => {
                let reader = InstanceReader::new("builtin", Box::new(Cursor::new(file))).map_err(|e| e.to_string())?;
                let found = reader.flatten().find(|instance| instance.name == name);
                found.ok_or_else(|| format!("the program holds no instance {name:?}"))
            }
            Origin::Drawn(family, settings, seed) => {
                let params = Params::with(family, settings).map_err(|e| e.to_string())?;
                generate::instance(&params, seed, 0).map_err(|e| e.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_board_and_names_differ() {
        let mut names = std::collections::BTreeSet::new();
        for example in EXAMPLES {
            let found = example.instance().unwrap_or_else(|e| panic!("{}: {e}", example.name));
            assert!(found.board.row_strings().concat().contains('#'), "{}", example.name);
            assert!(names.insert(example.name), "{}", example.name);
        }
    }
}
