//! Families of instances, drawn from a seed: the same bytes on every machine.
//!
//! Adding a family is one file and one row in [`GENERATORS`]; the command line and the tests iterate over the table.

pub mod fixed;

mod corridor;
mod error;
mod ground;
mod lattice;
mod near_miss;
mod params;
mod random_clues;
mod rings;
mod scatter;
mod share;
pub mod single_point;
mod uniform;

use serde_json::Value;

use crate::board::Board;
use crate::field::Field;
use crate::instance::Instance;
use crate::rng::Rng;

pub use error::{DrawError, GenerateError};
pub use params::{NameMark, Param, ParamKind, Params};
pub use share::{Millionths, ShareError};

/// One row of the table of families.
pub struct Generator {
    /// Word of the command line, and the first part of instance names.
    pub name: &'static str,
    /// The family in one line, for help.
    pub summary: &'static str,
    /// In the order of help and of instance names.
    pub params: &'static [Param],
    /// The field of a board is one of its solutions; false where the family changes or draws clues.
    pub keeps_field: bool,
    /// Draws a board with its true total; whether the instance gives the total is decided later.
    pub build: fn(&Params, &mut Rng) -> Result<Planted, DrawError>,
}

/// A board and the field from which it was made: a solution of the board, unless the family changes clues.
#[derive(Clone, Debug, PartialEq)]
pub struct Planted {
    /// With its true total, even where instances leave it out.
    pub board: Board,
    /// Where the mines are; of the size of the board.
    pub field: Field,
}

/// All families.
pub const GENERATORS: &[Generator] = &[
    uniform::GENERATOR,
    scatter::GENERATOR,
    lattice::GENERATOR,
    corridor::GENERATOR,
    rings::GENERATOR,
    near_miss::GENERATOR,
    random_clues::GENERATOR,
];

/// The family of a name.
///
/// # Errors
/// No family has this name; the message lists those that exist.
pub fn family(name: &str) -> Result<&'static Generator, GenerateError> {
    let found = GENERATORS.iter().find(|g| g.name == name);
    found.ok_or_else(|| GenerateError::NoFamily { name: name.into() })
}

/// Instance `index` of the series that `params` and `seed` define, independent of the others.
///
/// # Errors
/// Parameters that do not fit together, such as more mines than cells.
pub fn instance(params: &Params, seed: u64, index: u64) -> Result<Instance, GenerateError> {
    planted(params, seed, index).map(|(instance, _)| instance)
}

/// [`instance`] with the field it was made from.
///
/// # Errors
/// As [`instance`].
pub fn planted(params: &Params, seed: u64, index: u64) -> Result<(Instance, Field), GenerateError> {
    let family = params.generator();
    let mut rng = Rng::stream(seed, index);
    let drawn = (family.build)(params, &mut rng);
    let Planted { mut board, field } = drawn.map_err(|why| GenerateError::Draw { family: family.name, why })?;
    if params.word("total") == "unknown" {
        board = board.with_mines(None);
    }
    let grid = board.grid();
    let name = format!("{}-{}x{}{}-s{seed}-{index}", family.name, grid.rows, grid.cols, params.marks());
    let mut instance = Instance::bare(&name, board);
    instance.family = family.name.to_string();
    instance.seed = Some(seed);
    instance.params = params.record();
    instance.params.insert("index".into(), Value::from(index));
    let first = if index == 0 { String::new() } else { format!(" --index {index}") };
    instance.origin = format!("minesat generate {}{} --seed {seed}{first} --count 1", family.name, params.flags());
    Ok((instance, field))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;

    /// A builder that asks for a parameter that its row does not have panics.
    #[test]
    fn rows_have_what_their_builders_read() {
        for generator in GENERATORS {
            let (instance, field) = planted(&Params::of(generator.name).unwrap(), 1, 0).unwrap();
            let open: Vec<bool> = instance.board.cells().iter().map(|&cell| cell != Cell::Covered).collect();
            let shows_field = field.board(&open, None).cells() == instance.board.cells();
            assert_eq!(shows_field, generator.keeps_field, "{}", generator.name);
            for param in generator.params {
                let ParamKind::Words(words) = param.kind else { continue };
                for word in words {
                    let params = Params::with(generator.name, &[(param.name, word)]).unwrap();
                    // Words may contradict each other.
                    let drawn = planted(&params, 1, 0);
                    assert!(drawn.is_ok() || *word != param.default, "{} {}={word}", generator.name, param.name);
                }
            }
        }
    }
}
