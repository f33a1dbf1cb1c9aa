//! Engines by name: `family`, `family:preset`, `family:option=value,...`.
//!
//! Adding an engine family is one folder and one row in [`FAMILIES`].

use std::collections::BTreeMap;

use super::{Engine, backtrack, brute, frontier, lp, rules, sat, search, singleton};

/// The values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionValues {
    /// One of these words.
    Words(&'static [&'static str]),
    /// `on` or `off`.
    Switch,
    /// Anything without a comma.
    Text,
}

/// One option of a family.
#[derive(Debug)]
pub struct EngineOption {
    pub name: &'static str,
    pub values: OptionValues,
    pub default: &'static str,
    pub help: &'static str,
}

/// A named combination of options.
#[derive(Debug)]
pub struct Preset {
    pub name: &'static str,
    /// `option=value,...`
    pub options: &'static str,
    pub help: &'static str,
}

/// One row of the table of engines.
pub struct Family {
    pub name: &'static str,
    pub summary: &'static str,
    pub options: &'static [EngineOption],
    pub presets: &'static [Preset],
    pub build: fn(&Chosen) -> Box<dyn Engine>,
}

/// Option values of one engine; every option of the family has one.
#[derive(Clone, Debug)]
pub struct Chosen(BTreeMap<&'static str, String>);

impl Chosen {
    /// The value of an option.
    ///
    /// # Panics
    /// If the family has no such option: a mistake in its table row.
    pub fn word(&self, name: &str) -> &str {
        &self.0[name]
    }

    /// The value of a switch.
    pub fn is_on(&self, name: &str) -> bool {
        self.word(name) == "on"
    }
}

/// All engine families.
pub const FAMILIES: &[&Family] = &[
    &brute::FAMILY,
    &backtrack::FAMILY,
    &frontier::FAMILY,
    &search::FAMILY,
    &sat::FAMILY,
    &lp::LP,
    &lp::ILP,
    &rules::FAMILY,
    &singleton::FAMILY,
];

/// Builds the engine that a specification names.
///
/// # Errors
/// A message that names what is wrong and what is there to choose from.
pub fn build(spec: &str) -> Result<Box<dyn Engine>, String> {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let Some(family) = FAMILIES.iter().find(|f| f.name == name) else {
        let names: Vec<&str> = FAMILIES.iter().map(|f| f.name).collect();
        return Err(format!("no engine named {name:?}; there are {}", names.join(", ")));
    };
    let mut chosen = Chosen(family.options.iter().map(|o| (o.name, o.default.to_string())).collect());
    for part in rest.split(',').filter(|p| !p.is_empty()) {
        match family.presets.iter().find(|p| p.name == part) {
            Some(preset) => preset.options.split(',').try_for_each(|o| choose(family, &mut chosen, o))?,
            None => choose(family, &mut chosen, part)?,
        }
    }
    Ok((family.build)(&chosen))
}

fn choose(family: &Family, chosen: &mut Chosen, part: &str) -> Result<(), String> {
    let known = || {
        let presets = family.presets.iter().map(|p| p.name.to_string());
        let options = family.options.iter().map(|o| format!("{}=", o.name));
        presets.chain(options).collect::<Vec<_>>().join(", ")
    };
    let Some((name, value)) = part.split_once('=') else {
        return Err(format!("engine {} has no preset {part:?}; it takes {}", family.name, known()));
    };
    let Some(option) = family.options.iter().find(|o| o.name == name) else {
        return Err(format!("engine {} has no option {name:?}; it takes {}", family.name, known()));
    };
    let words = match option.values {
        OptionValues::Words(words) => words,
        OptionValues::Switch => &["on", "off"],
        OptionValues::Text => &[value],
    };
    if !words.contains(&value) {
        return Err(format!("{}:{name} is one of {}, not {value:?}", family.name, words.join(", ")));
    }
    chosen.0.insert(option.name, value.to_string());
    Ok(())
}
