//! Names of engines and players as values of options: any specification is read, and completions know the names.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::engine::FAMILIES;
#[cfg(feature = "extras")]
use crate::play::PLAYERS;

/// A name and what it is.
type Row = (&'static str, &'static str);

/// Reads a specification as it is; the table of engines or players says what is wrong with one.
#[derive(Clone)]
pub struct NamesParser(fn() -> Vec<Row>);

impl TypedValueParser for NamesParser {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(|(name, help)| PossibleValue::new(name).help(help))))
    }
}

/// Specifications of engines.
pub fn engines() -> NamesParser {
    NamesParser(|| FAMILIES.iter().map(|family| (family.name, family.summary)).collect())
}

/// Specifications of players.
#[cfg(feature = "extras")]
pub fn players() -> NamesParser {
    NamesParser(|| PLAYERS.iter().map(|player| (player.name, player.summary)).collect())
}
