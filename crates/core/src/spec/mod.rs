//! Specifications: how engines and players are chosen by text, `name`, `name:preset` or `name:option=value,...`. What
//! a table has to choose from stands in its rows.

mod chosen;
mod error;
mod near;
mod options;

use std::collections::BTreeMap;

pub use chosen::Chosen;
pub use error::SpecError;
use near::nearest;
pub use options::{OptionRow, OptionValues, Preset, WhyNot};

/// A row of a table whose rows are chosen by specifications.
pub trait SpecRow: 'static {
    /// What the table has, for messages: `engine`.
    const NOUN: &'static str;

    /// First word of a specification, before any colon.
    fn name(&self) -> &'static str;

    /// The options, in the order of lists.
    fn options(&self) -> &'static [OptionRow];

    /// The presets; may be empty.
    fn presets(&self) -> &'static [Preset] {
        &[]
    }
}

/// A row of a table with values for its options.
#[derive(Debug)]
pub struct Spec<R: 'static> {
    /// The row.
    pub row: &'static R,
    /// The values.
    pub chosen: Chosen,
}

/// The name in a specification.
pub fn name_in(text: &str) -> &str {
    text.split(':').next().unwrap_or(text)
}

/// A specification with one more option.
pub fn with_option(text: &str, option: &str, value: &str) -> String {
    let mark = if text.contains(':') { ',' } else { ':' };
    format!("{text}{mark}{option}={value}")
}

impl<R: SpecRow> Spec<R> {
    /// Reads a specification. A preset sets its options, and an option overrides the presets before it.
    ///
    /// # Errors
    /// The mistake and the possible choices.
    pub fn parse(rows: impl Iterator<Item = &'static R> + Clone, text: &str) -> Result<Self, SpecError> {
        let (name, words) = match text.split_once(':') {
            Some((name, words)) => (name, Some(words)),
            None => (text, None),
        };
        let Some(row) = rows.clone().find(|row| row.name() == name) else {
            let names: Vec<&'static str> = rows.map(R::name).collect();
            let near = nearest(name, names.iter().copied());
            return Err(SpecError::Name { noun: R::NOUN, name: name.into(), near, names });
        };
        let values: BTreeMap<_, _> = row.options().iter().map(|o| (o.name, o.default.to_string())).collect();
        let mut spec = Spec { row, chosen: Chosen { values, given: Vec::new() } };
        match words {
            Some("") => return Err(SpecError::Bare { spec: text.into(), name: row.name() }),
            Some(words) => spec.choose(words)?,
            None => {}
        }
        Ok(spec)
    }

    fn choose(&mut self, words: &str) -> Result<(), SpecError> {
        let (row, Chosen { values, given }) = (self.row, &mut self.chosen);
        let name = row.name();
        let set = |part: &str| {
            let (name, value) = part.split_once('=')?;
            Some((row.options().iter().find(|o| o.name == name)?, value.to_string()))
        };
        let mut last: Option<&OptionRow> = None;
        for part in words.split(',') {
            let preset = row.presets().iter().find(|p| p.name == part);
            match (set(part), preset, last) {
                (Some((option, _)), ..) if given.contains(&option.name) => {
                    return Err(SpecError::Twice { name, option: option.name });
                }
                (Some((option, value)), ..) => {
                    given.push(option.name);
                    values.insert(option.name, value);
                    last = Some(option);
                }
                (None, Some(preset), _) => {
                    for part in preset.options.split(',') {
                        let (option, value) = set(part).ok_or_else(|| lacks(row, part))?;
                        if given.contains(&option.name) {
                            return Err(SpecError::Undone { name, preset: preset.name, option: option.name });
                        }
                        values.insert(option.name, value);
                    }
                }
                (None, None, Some(OptionRow { name, values: OptionValues::Engine(_), .. })) => {
                    *values.entry(name).or_default() += &format!(",{part}");
                }
                _ => return Err(lacks(row, part)),
            }
        }
        row.options().iter().try_for_each(|option| self.check(option))
    }

    /// Checks the value of an option.
    fn check(&self, option: &OptionRow) -> Result<(), SpecError> {
        let (name, value) = (self.row.name(), self.chosen.word(option.name));
        if value == option.default {
            return Ok(());
        }
        let (option, values, value) = (option.name, option.values, value.to_string());
        match values {
            OptionValues::Words(_) | OptionValues::Switch => match values.words() {
                Some(words) if !words.contains(&value.as_str()) => Err(SpecError::Word { name, option, value, words }),
                _ => Ok(()),
            },
            OptionValues::Number if value.parse::<u64>().is_err() => Err(SpecError::Number { name, option, value }),
            OptionValues::Number | OptionValues::Text => Ok(()),
            OptionValues::Checked(check) | OptionValues::Engine(check) => match check(&value) {
                Some(why) => Err(SpecError::Refused { name, option, value, why }),
                None => Ok(()),
            },
        }
    }
}

/// A word that is neither a preset nor an option of the row.
fn lacks<R: SpecRow>(row: &R, part: &str) -> SpecError {
    let presets = row.presets().iter().map(|p| p.name.to_string());
    let takes: Vec<String> = presets.chain(row.options().iter().map(|o| format!("{}=", o.name))).collect();
    let (what, word) = match part.split_once('=') {
        None if !row.presets().is_empty() => ("preset", part),
        None => ("option", part),
        Some((option, _)) => ("option", option),
    };
    let near = nearest(word, takes.iter().map(|take| take.trim_end_matches('='))).map(String::from);
    let takes = if takes.is_empty() { "none".into() } else { takes.join(", ") };
    SpecError::Option { noun: R::NOUN, name: row.name(), what, word: word.into(), near, takes }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Row(&'static str, &'static [OptionRow], &'static [Preset]);

    impl SpecRow for Row {
        const NOUN: &'static str = "tool";

        fn name(&self) -> &'static str {
            self.0
        }

        fn options(&self) -> &'static [OptionRow] {
            self.1
        }

        fn presets(&self) -> &'static [Preset] {
            self.2
        }
    }

    fn no_b(text: &str) -> Option<String> {
        text.contains('b').then(|| "b is in it".into())
    }

    const ROWS: &[Row] = &[
        Row("bare", &[], &[]),
        Row(
            "full",
            &[
                OptionRow::words("order", &["up", "down"], ""),
                OptionRow::on("cache", ""),
                OptionRow::number("size", "auto", ""),
                OptionRow { name: "with", values: OptionValues::Engine(no_b), default: "", help: "" },
            ],
            &[Preset { name: "plain", options: "order=down,cache=off", help: "" }],
        ),
    ];

    fn all(text: &str) -> Result<[String; 4], SpecError> {
        let Chosen { values, .. } = Spec::parse(ROWS.iter(), text)?.chosen;
        Ok(["order", "cache", "size", "with"].map(|name| values[name].clone()))
    }

    #[test]
    fn options_override_presets_and_defaults() {
        assert_eq!(all("full").unwrap(), ["up", "on", "auto", ""]);
        assert_eq!(all("full:plain,cache=on,size=7").unwrap(), ["down", "on", "7", ""]);
        assert_eq!(all("full:with=x:y=1,z,cache=off").unwrap(), ["up", "off", "auto", "x:y=1,z"]);
        let spec = Spec::parse(ROWS.iter(), &with_option("full:plain", "size", "3")).unwrap();
        assert!(spec.chosen.is_given("size") && !spec.chosen.is_given("order"));
        assert_eq!((spec.chosen.number("size"), name_in("full:plain")), (3, "full"));
    }

    #[test]
    fn mistakes_have_the_choices() {
        for (text, message) in [
            ("none:x", "no tool named \"none\"; there are bare, full"),
            ("ful", "no tool named \"ful\" (did you mean \"full\"?); there are bare, full"),
            (
                "full:sise=1",
                "tool full has no option \"sise\" (did you mean \"size\"?); it takes plain, order=, cache=, size=, with=",
            ),
            ("full:", "\"full:\" has nothing after its colon; without options it is \"full\""),
            ("bare:x", "tool bare has no option \"x\"; it takes none"),
            ("full:x", "tool full has no preset \"x\"; it takes plain, order=, cache=, size=, with="),
            ("full:x=1", "tool full has no option \"x\"; it takes plain, order=, cache=, size=, with="),
            ("full:order=left", "full:order is one of up, down, not \"left\""),
            ("full:cache=1", "full:cache is one of on, off, not \"1\""),
            ("full:size=-1", "full:size is a whole number, not \"-1\""),
            ("full:with=a,b", "full:with=a,b: b is in it"),
            ("full:size=1,size=2", "full:size is given twice"),
            ("full:cache=on,plain", "full:plain would undo cache= before it: name the preset first"),
        ] {
            assert_eq!(Spec::parse(ROWS.iter(), text).err().unwrap().to_string(), message);
        }
    }
}
