//! The values of all options of a row.

use std::collections::BTreeMap;

/// Checked values: every option of the row has one, given or its default.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub(super) values: BTreeMap<&'static str, String>,
    /// Options that the specification names itself, not through a preset.
    pub(super) given: Vec<&'static str>,
}

impl Chosen {
    /// The value of an option.
    ///
    /// # Panics
    /// If the row has no such option: a bug in it.
    pub fn word(&self, name: &str) -> &str {
        &self.values[name]
    }

    /// The value of a switch.
    ///
    /// # Panics
    /// As [`Chosen::word`].
    pub fn is_on(&self, name: &str) -> bool {
        self.word(name) == "on"
    }

    /// The value of a number; at a default that is none, such as `auto`, this one.
    ///
    /// # Panics
    /// As [`Chosen::word`].
    pub fn number_or(&self, name: &str, default: u64) -> u64 {
        self.word(name).parse().unwrap_or(default)
    }

    /// The value of a number whose default is one.
    ///
    /// # Panics
    /// As [`Chosen::word`], or if the default is no number.
    pub fn number(&self, name: &str) -> u64 {
        self.word(name).parse().expect("a number, as the row has it")
    }

    /// Every option with its value, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> + '_ {
        self.values.iter().map(|(&name, value)| (name, value.as_str()))
    }

    /// Whether the specification names this option itself.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.contains(&name)
    }
}
