//! Typed parameters of a generator, checked against its row in the table.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{GenerateError, Generator, Millionths, family};

/// The values that a parameter accepts.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// A whole number from the first to the second, both included.
    Whole(u64, u64),
    /// A number from 0 to 1 with at most six decimals.
    Share,
    /// One of these words.
    Words(&'static [&'static str]),
}

/// How a parameter appears in the name of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameMark {
    /// Not separately: it is part of `ROWSxCOLS`.
    Size,
    /// Always, after this prefix.
    Always(&'static str),
    /// After this prefix where it is not the default.
    Unusual(&'static str),
}

/// One parameter of a generator.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Word of its option, `--name` on the command line.
    pub name: &'static str,
    /// Values that it accepts.
    pub kind: ParamKind,
    /// As typed; empty if there is none.
    pub default: &'static str,
    /// Its part of instance names.
    pub mark: NameMark,
    /// Its meaning, for the help text.
    pub help: &'static str,
}

/// A checked value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Whole(u64),
    Share(Millionths),
    Word(&'static str),
}

impl Setting {
    fn text(self) -> String {
        match self {
            Setting::Whole(n) => n.to_string(),
            Setting::Share(share) => share.to_string(),
            Setting::Word(word) => word.to_string(),
        }
    }

    fn json(self) -> Value {
        match self {
            Setting::Whole(n) => Value::from(n),
            Setting::Share(share) => Value::from(share.to_f64()),
            Setting::Word(word) => Value::from(word),
        }
    }
}

impl Param {
    fn read(&self, text: &str) -> Result<Setting, GenerateError> {
        let name = self.name;
        match self.kind {
            ParamKind::Whole(least, most) => match text.parse() {
                Ok(n) if (least..=most).contains(&n) => Ok(Setting::Whole(n)),
                _ => Err(GenerateError::NotWhole { name, least, most, text: text.into() }),
            },
            ParamKind::Share => {
                text.parse().map(Setting::Share).map_err(|wrong| GenerateError::NotShare { name, wrong })
            }
            ParamKind::Words(words) => match words.iter().find(|w| **w == text) {
                Some(word) => Ok(Setting::Word(word)),
                None => Err(GenerateError::NotWord { name, words, text: text.into() }),
            },
        }
    }

    /// Checks a value without using it.
    ///
    /// # Errors
    /// The parameter does not accept it.
    pub fn check(&self, text: &str) -> Result<(), GenerateError> {
        self.read(text).map(drop)
    }
}

/// A generator with a value for each of its parameters.
#[derive(Clone)]
pub struct Params {
    generator: &'static Generator,
    values: BTreeMap<&'static str, Setting>,
    given: Vec<&'static str>,
}

impl Params {
    /// The defaults of a family.
    ///
    /// # Errors
    /// There is no family of that name.
    pub fn of(name: &str) -> Result<Self, GenerateError> {
        let generator = family(name)?;
        let mut params = Params { generator, values: BTreeMap::new(), given: Vec::new() };
        for param in generator.params.iter().filter(|p| !p.default.is_empty()) {
            params.values.insert(param.name, param.read(param.default)?);
        }
        Ok(params)
    }

    /// A family with some parameters set.
    ///
    /// # Errors
    /// As [`Params::of`] and [`Params::set`].
    pub fn with(name: &str, settings: &[(&str, &str)]) -> Result<Self, GenerateError> {
        let mut params = Params::of(name)?;
        settings.iter().try_for_each(|(name, text)| params.set(name, text))?;
        Ok(params)
    }

    /// Sets one parameter.
    ///
    /// # Errors
    /// The family has no such parameter, the value is not one it accepts, or it contradicts
    /// another (density and mines).
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), GenerateError> {
        let family = self.generator;
        let Some(param) = family.params.iter().find(|p| p.name == name) else {
            let known = family.params.iter().map(|p| p.name).collect();
            return Err(GenerateError::NoParameter { family: family.name, name: name.into(), known });
        };
        let value = param.read(text)?;
        // The number of mines has two spellings; the later must not silently win.
        let rival = match name {
            "density" => "mines",
            "mines" => "density",
            _ => "",
        };
        if self.given.contains(&rival) {
            return Err(GenerateError::TwoCounts);
        }
        self.values.remove(rival);
        self.values.insert(param.name, value);
        self.given.push(param.name);
        Ok(())
    }

    /// The family that these are for.
    pub fn generator(&self) -> &'static Generator {
        self.generator
    }

    /// A whole number, if the family has it and it has a value.
    pub fn number(&self, name: &str) -> Option<usize> {
        match self.values.get(name) {
            Some(Setting::Whole(n)) => Some(*n as usize),
            _ => None,
        }
    }

    /// A whole number that has a default.
    ///
    /// # Panics
    /// If the family's row has no such parameter with a default.
    pub fn whole(&self, name: &str) -> usize {
        self.number(name).unwrap_or_else(|| panic!("{} has no number {name}", self.generator.name))
    }

    /// A share that has a default.
    ///
    /// # Panics
    /// If the family's row has no such parameter with a default.
    pub fn share(&self, name: &str) -> Millionths {
        match self.values.get(name) {
            Some(Setting::Share(share)) => *share,
            _ => panic!("{} has no share {name}", self.generator.name),
        }
    }

    /// A word that has a default.
    ///
    /// # Panics
    /// If the family's row has no such parameter with a default.
    pub fn word(&self, name: &str) -> &'static str {
        match self.values.get(name) {
            Some(Setting::Word(word)) => word,
            _ => panic!("{} has no word {name}", self.generator.name),
        }
    }

    /// All values, in the order of the row, as an instance records them.
    pub fn record(&self) -> Map<String, Value> {
        let values = self.generator.params.iter().filter_map(|p| Some((p, self.values.get(p.name)?)));
        values.map(|(p, value)| (p.name.to_string(), value.json())).collect()
    }

    /// `--name value` for the size and for everything that is not the default.
    pub fn flags(&self) -> String {
        let shown = |p: &&Param| !matches!(p.mark, NameMark::Unusual(_)) || self.is_unusual(p);
        let flag = |p: &Param| self.values.get(p.name).map(|v| format!(" --{} {}", p.name, v.text()));
        self.generator.params.iter().filter(shown).filter_map(flag).collect()
    }

    /// The marks for the name of an instance: `-d20-r30`.
    pub fn marks(&self) -> String {
        let mark = |p: &Param| {
            let prefix = match p.mark {
                NameMark::Always(prefix) => prefix,
                NameMark::Unusual(prefix) if self.is_unusual(p) => prefix,
                _ => return None,
            };
            let text = match self.values.get(p.name)? {
                Setting::Share(share) => share.percent(),
                other => other.text(),
            };
            Some(format!("-{prefix}{text}"))
        };
        self.generator.params.iter().filter_map(mark).collect()
    }

    fn is_unusual(&self, param: &Param) -> bool {
        self.values.get(param.name).is_some_and(|v| v.text() != param.default)
    }
}
