//! An engine family: its options and presets, and the values chosen.

use std::collections::BTreeMap;

use super::Engine;

/// The values of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionValues {
    /// One of these words.
    Words(&'static [&'static str]),
    /// `on` or `off`.
    Switch,
    /// Any text without a comma.
    Text,
}

/// One option of a family.
#[derive(Debug)]
pub struct EngineOption {
    /// Word before `=` in a specification, such as `cache` in `search:cache=off`.
    pub name: &'static str,
    /// What may stand after `=`.
    pub values: OptionValues,
    /// Value where none is chosen, as typed.
    pub default: &'static str,
    /// Its effect, for the list of engines.
    pub help: &'static str,
}

/// A named combination of options.
#[derive(Debug)]
pub struct Preset {
    /// Word that stands for the options in a specification, such as `plain` in `search:plain`.
    pub name: &'static str,
    /// `option=value,...`
    pub options: &'static str,
    /// What it is good for, for the list of engines.
    pub help: &'static str,
}

/// One row of the table of engines.
pub struct Family {
    /// First word of a specification, before `:`.
    pub name: &'static str,
    /// The method in one line, for the list of engines.
    pub summary: &'static str,
    /// In the order of the list of engines.
    pub options: &'static [EngineOption],
    /// May be empty: the defaults of all options need no preset.
    pub presets: &'static [Preset],
    /// Makes the engine from checked values; cannot fail.
    pub build: fn(&Chosen) -> Box<dyn Engine>,
}

/// Option values of one engine; every option of the family has one.
#[derive(Clone, Debug)]
pub struct Chosen(BTreeMap<&'static str, String>);

impl Chosen {
    /// The value of an option.
    ///
    /// # Panics
    /// If the family has no such option: a bug in its table row.
    pub fn word(&self, name: &str) -> &str {
        &self.0[name]
    }

    /// The value of a switch.
    pub fn is_on(&self, name: &str) -> bool {
        self.word(name) == "on"
    }
}

impl Family {
    /// The options that `preset,option=value,...` chooses, the others at their defaults. An option overrides an earlier
    /// preset.
    ///
    /// # Errors
    /// A message with the mistake and the possible choices.
    pub fn chosen(&self, words: &str) -> Result<Chosen, String> {
        let mut chosen = Chosen(self.options.iter().map(|o| (o.name, o.default.to_string())).collect());
        let mut given: Vec<&str> = Vec::new();
        for part in words.split(',').filter(|_| !words.is_empty()) {
            if let Some((name, _)) = part.split_once('=') {
                if given.contains(&name) {
                    return Err(format!("{}:{name} is given twice", self.name));
                }
                given.push(name);
            }
            match self.presets.iter().find(|p| p.name == part) {
                Some(preset) => {
                    let sets = |name: &str| preset.options.split(',').any(|o| o.split('=').next() == Some(name));
                    if let Some(name) = given.iter().find(|name| sets(name)) {
                        return Err(format!(
                            "{}:{part} would undo {name}= before it: name the preset first",
                            self.name
                        ));
                    }
                    preset.options.split(',').try_for_each(|o| self.choose(&mut chosen, o))?;
                }
                None => self.choose(&mut chosen, part)?,
            }
        }
        Ok(chosen)
    }

    fn choose(&self, chosen: &mut Chosen, part: &str) -> Result<(), String> {
        let known = || {
            let presets = self.presets.iter().map(|p| p.name.to_string());
            let options = self.options.iter().map(|o| format!("{}=", o.name));
            presets.chain(options).collect::<Vec<_>>().join(", ")
        };
        let Some((name, value)) = part.split_once('=') else {
            return Err(format!("engine {} has no preset {part:?}; it takes {}", self.name, known()));
        };
        let Some(option) = self.options.iter().find(|o| o.name == name) else {
            return Err(format!("engine {} has no option {name:?}; it takes {}", self.name, known()));
        };
        let words = match option.values {
            OptionValues::Words(words) => words,
            OptionValues::Switch => &["on", "off"],
            OptionValues::Text => &[value],
        };
        if !words.contains(&value) {
            return Err(format!("{}:{name} is one of {}, not {value:?}", self.name, words.join(", ")));
        }
        chosen.0.insert(option.name, value.to_string());
        Ok(())
    }
}
