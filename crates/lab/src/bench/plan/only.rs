//! Selects instances of a file.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::PlanError;
use crate::bench::subject::covered;
use crate::instance::Instance;

/// Which instances of the files are taken; empty fields restrict nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Only {
    /// Families of the generator, each perhaps with a `*` at its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub family: Vec<String>,
    /// Tiers (`smoke`, `easy`, `medium`, `hard`, `large`), each perhaps with a `*` at its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tier: Vec<String>,
    /// Names, each perhaps with a `*` at its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub name: Vec<String>,
    /// Splits of a suite, `tuning` or `evaluation`: the feature `split`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub split: Vec<String>,
    /// Bands of a suite, powers of ten of the effort: the feature `band`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub band: Vec<u32>,
    /// Least effort of every SAT backend, conflicts or clauses learned: the feature `sat_effort`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_sat: Option<u64>,
    /// Most covered cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_covered: Option<usize>,
    /// Most instances per file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// Further restrictions, all of which apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub and: Option<Box<Only>>,
}

impl Only {
    /// Adds one restriction as written on the command line, `key=value`.
    ///
    /// # Errors
    /// Unknown key, or an invalid value.
    pub fn add(&mut self, text: &str) -> Result<(), PlanError> {
        let wrong = || PlanError::Only(text.into());
        let (key, value) = text.split_once('=').ok_or_else(wrong)?;
        let number = || value.parse::<usize>().map_err(|_| PlanError::OnlyNumber(key.into(), value.into()));
        match key {
            "family" => self.family.push(value.into()),
            "tier" => self.tier.push(value.into()),
            "name" => self.name.push(value.into()),
            "split" => self.split.push(value.into()),
            "band" => self.band.push(number()? as u32),
            "least_sat" => self.least_sat = Some(number()? as u64),
            "most_covered" => self.most_covered = Some(number()?),
            "first" => self.first = Some(number()?),
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// True if the instance is taken; `taken` counts those taken before it from its file.
    pub fn takes(&self, instance: &Instance, taken: usize) -> bool {
        let among = |words: &[String], word: &str| words.is_empty() || words.iter().any(|w| matches(w, word));
        let feature = |name: &str| instance.features.get(name);
        let number = |name: &str| feature(name).and_then(Value::as_u64);
        self.first.is_none_or(|most| taken < most)
            && among(&self.family, &instance.family)
            && among(&self.tier, &instance.tier)
            && among(&self.name, &instance.name)
            && (self.split.is_empty()
                || among(&self.split, feature("split").and_then(Value::as_str).unwrap_or_default()))
            && (self.band.is_empty()
                || number("band").is_some_and(|band| self.band.iter().any(|&b| u64::from(b) == band)))
            && self.least_sat.is_none_or(|least| number("sat_effort").is_some_and(|effort| effort >= least))
            && self.most_covered.is_none_or(|most| covered(instance) <= most)
            && self.and.as_ref().is_none_or(|and| and.takes(instance, taken))
    }

    /// Narrows this to what another takes too.
    pub fn narrow(&mut self, other: &Only) {
        if *self == Only::default() {
            self.clone_from(other);
        } else if *other != Only::default() {
            self.and.get_or_insert_default().narrow(other);
        }
    }
}

fn matches(pattern: &str, word: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => word.starts_with(start),
        None => pattern == word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn restrictions_add_up() {
        let mut instance = Instance::bare("abc-1", Board::parse("1 3 1\n#1#\n", "t").unwrap());
        instance.family = "f".into();
        let takes = |words: &[&str]| {
            let mut only = Only::default();
            words.iter().for_each(|w| only.add(w).unwrap());
            only.takes(&instance, 1)
        };
        assert!(takes(&[]) && takes(&["family=f", "name=abc*"]) && takes(&["family=g", "family=f"]));
        assert!(!takes(&["family=g"]) && !takes(&["name=abc"]) && !takes(&["tier=easy"]));
        assert!(takes(&["most_covered=2"]) && !takes(&["most_covered=1"]));
        assert!(takes(&["first=2"]) && !takes(&["first=1"]));
        for none in ["split=tuning", "band=4", "least_sat=0"] {
            assert!(!takes(&[none]), "an instance without features");
        }
        let mut graded = instance.clone();
        for (name, value) in [("split", Value::from("tuning")), ("band", 4.into()), ("sat_effort", 1000.into())] {
            graded.features.insert(name.into(), value);
        }
        for (word, wanted) in [
            ("split=tuning", true),
            ("split=evaluation", false),
            ("band=4", true),
            ("band=5", false),
            ("least_sat=1000", true),
            ("least_sat=1001", false),
        ] {
            let mut only = Only::default();
            only.add(word).unwrap();
            assert_eq!(only.takes(&graded, 0), wanted, "{word}");
        }
        let mut only = Only { name: vec!["abc*".into()], ..Only::default() };
        only.narrow(&Only { name: vec!["x".into(), "ab*".into()], first: Some(2), ..Only::default() });
        assert!(only.takes(&instance, 1) && !only.takes(&instance, 2));
        only.narrow(&Only { tier: vec![String::new()], ..Only::default() });
        assert!(only.takes(&instance, 1) && !only.takes(&instance, 2), "earlier restrictions stay");
        only.narrow(&Only { name: vec!["x".into()], ..Only::default() });
        assert!(!only.takes(&instance, 0));
        assert!(Only::default().add("x=1").is_err() && Only::default().add("first=x").is_err());
    }
}
