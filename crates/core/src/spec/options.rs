//! Options and presets of a row, as data.

/// Why an option does not take a value; None if it takes it.
pub type WhyNot = fn(&str) -> Option<String>;

/// The values of an option. The default of the option is always one of them.
#[derive(Clone, Copy, Debug)]
pub enum OptionValues {
    /// One of these words.
    Words(&'static [&'static str]),
    /// `on` or `off`.
    Switch,
    /// A whole number.
    Number,
    /// Any text without a comma.
    Text,
    /// Text without a comma that the check takes.
    Checked(WhyNot),
    /// The specification of an engine that the check takes. Commas belong to it, up to the next option of the row.
    Engine(WhyNot),
}

impl OptionValues {
    /// The words to choose from; None where there is no list.
    pub fn words(self) -> Option<&'static [&'static str]> {
        match self {
            OptionValues::Words(words) => Some(words),
            OptionValues::Switch => Some(&["on", "off"]),
            OptionValues::Number | OptionValues::Text | OptionValues::Checked(_) | OptionValues::Engine(_) => None,
        }
    }
}

/// One option of an engine or a player.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// Word before `=` in a specification, such as `cache` in `search:cache=off`.
    pub name: &'static str,
    /// What may stand after `=`.
    pub values: OptionValues,
    /// Value where none is chosen, as typed.
    pub default: &'static str,
    /// Its effect, for lists of options.
    pub help: &'static str,
}

impl OptionRow {
    /// One of some words; the first is the default.
    pub const fn words(name: &'static str, words: &'static [&'static str], help: &'static str) -> Self {
        OptionRow { name, values: OptionValues::Words(words), default: words[0], help }
    }

    /// A switch that is on by default.
    pub const fn on(name: &'static str, help: &'static str) -> Self {
        OptionRow { name, values: OptionValues::Switch, default: "on", help }
    }

    /// A whole number, or the default as typed, such as `auto`.
    pub const fn number(name: &'static str, default: &'static str, help: &'static str) -> Self {
        OptionRow { name, values: OptionValues::Number, default, help }
    }
}

/// A named combination of options.
#[derive(Debug)]
pub struct Preset {
    /// Word that stands for the options in a specification, such as `plain` in `search:plain`.
    pub name: &'static str,
    /// `option=value,...`
    pub options: &'static str,
    /// What it is good for, for lists of presets.
    pub help: &'static str,
}
