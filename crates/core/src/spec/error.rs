//! What is wrong with a specification.

use super::near::hint;

/// A specification that names no engine or player. Every message has the possible choices, if they are a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No row of the table has this name.
    #[error("no {noun} named {name:?}{}; there are {}", hint(*near), names.join(", "))]
    Name {
        /// `engine` or `player`.
        noun: &'static str,
        /// The name in the specification.
        name: String,
        /// The name that was perhaps meant.
        near: Option<&'static str>,
        /// All names of the table.
        names: Vec<&'static str>,
    },
    /// A colon without options.
    #[error("{spec:?} has nothing after its colon; without options it is {name:?}")]
    Bare {
        /// The specification.
        spec: String,
        /// The name in it.
        name: &'static str,
    },
    /// A word that is no preset, or an option that the row does not have.
    #[error("{noun} {name} has no {what} {word:?}{}; it takes {takes}", hint(near.as_deref()))]
    Option {
        /// `engine` or `player`.
        noun: &'static str,
        /// The name in the specification.
        name: &'static str,
        /// `preset` or `option`.
        what: &'static str,
        /// The word.
        word: String,
        /// The word that was perhaps meant.
        near: Option<String>,
        /// All presets and options of the row.
        takes: String,
    },
    /// A word that is not in the list of the option.
    #[error("{name}:{option} is one of {}, not {value:?}", words.join(", "))]
    Word {
        /// The name in the specification.
        name: &'static str,
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The list.
        words: &'static [&'static str],
    },
    /// A value that is not a number.
    #[error("{name}:{option} is a whole number, not {value:?}")]
    Number {
        /// The name in the specification.
        name: &'static str,
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
    },
    /// A value that the check of the option refuses.
    #[error("{name}:{option}={value}: {why}")]
    Refused {
        /// The name in the specification.
        name: &'static str,
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The reason.
        why: String,
    },
    /// An option that is given twice.
    #[error("{name}:{option} is given twice")]
    Twice {
        /// The name in the specification.
        name: &'static str,
        /// The option.
        option: &'static str,
    },
    /// A preset behind an option that it sets.
    #[error("{name}:{preset} would undo {option}= before it: name the preset first")]
    Undone {
        /// The name in the specification.
        name: &'static str,
        /// The preset.
        preset: &'static str,
        /// The option.
        option: &'static str,
    },
}

impl From<SpecError> for String {
    /// The message, for errors that are text.
    fn from(error: SpecError) -> Self {
        error.to_string()
    }
}
