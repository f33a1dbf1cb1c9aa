//! Parametrized families of formulas, with the answer known by construction where possible.
//!
//! Adding a family is one file and one row in [`FAMILIES`].

mod adders;
mod dominoes;
mod factoring;
mod multipliers;
mod parity;
mod pigeonhole;
mod queens;
mod random;
mod reconvergent;
mod tseitin;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_traits::Zero;
use thiserror::Error;

use super::problem::Problem;
use crate::rng::Rng;

/// One row of the table.
pub struct FormulaFamily {
    /// Word of the command line, and the first part of instance names.
    pub name: &'static str,
    /// The formulas in one line, for help.
    pub summary: &'static str,
    /// Name, default, least and most value, and meaning.
    pub params: &'static [(&'static str, u64, u64, u64, &'static str)],
    /// True if it depends on the seed.
    pub random: bool,
    build: fn(&FamilySettings, &mut Rng) -> Result<FamilyMember, FamilyError>,
}

/// Why a family has no such formula.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// No family of this name.
    #[error("no family {name:?}; there are {}", NAMES.join(", "))]
    NoFamily {
        /// The name asked for.
        name: String,
    },
    /// A setting that is not `NAME=VALUE`.
    #[error("{setting}: NAME=VALUE is expected")]
    Setting {
        /// As given.
        setting: String,
    },
    /// A parameter that the family does not have.
    #[error("{family} has no parameter {name:?}; it takes {}", known.join(", "))]
    NoParameter {
        /// Name of the family.
        family: &'static str,
        /// The parameter asked for.
        name: String,
        /// Those that the family has.
        known: Vec<&'static str>,
    },
    /// A parameter that is set twice.
    #[error("{name} is set twice")]
    SetTwice {
        /// Name of the parameter.
        name: &'static str,
    },
    /// A value that is not a number, or out of range.
    #[error("{name} is a number from {least} to {most}, not {value:?}")]
    OutOfRange {
        /// Name of the parameter.
        name: &'static str,
        /// Least value.
        least: u64,
        /// Greatest value.
        most: u64,
        /// As given.
        value: String,
    },
    /// Clauses longer than the number of variables.
    #[error("clauses of {length} different variables need more than {variables}")]
    LongClauses {
        /// Literals per clause.
        length: usize,
        /// Variables of the formula.
        variables: usize,
    },
    /// No regular graph of that size, or none found.
    #[error(
        "no graph of {vertices} vertices with {degree} edges at each: fewer edges than vertices, of an even product"
    )]
    NoGraph {
        /// Vertices of the graph.
        vertices: usize,
        /// Edges at every vertex.
        degree: usize,
    },
}

/// All families.
pub const FAMILIES: &[FormulaFamily] = &[
    pigeonhole::FAMILY,
    parity::FAMILY,
    tseitin::FAMILY,
    random::FAMILY,
    factoring::FAMILY,
    multipliers::FAMILY,
    adders::FAMILY,
    reconvergent::FAMILY,
    queens::FAMILY,
    dominoes::FAMILY,
];

/// Their names, in the order of the table.
pub const NAMES: [&str; FAMILIES.len()] = {
    let mut names = [""; FAMILIES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = FAMILIES[i].name;
        i += 1;
    }
    names
};

/// The answer known by construction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownAnswer {
    /// None: not known by construction.
    pub satisfiable: Option<bool>,
    /// Number of models, of a circuit over its inputs; None: not known by construction.
    pub models: Option<BigUint>,
}

impl KnownAnswer {
    fn models(models: BigUint) -> KnownAnswer {
        KnownAnswer { satisfiable: Some(!models.is_zero()), models: Some(models) }
    }
}

/// A formula of a family.
#[derive(Clone, Debug)]
pub struct FamilyMember {
    /// Clauses or a circuit, as the family defines it.
    pub problem: Problem,
    /// The part of its answer that the construction gives.
    pub known: KnownAnswer,
}

/// The values of a family's parameters.
#[derive(Clone, Debug)]
pub struct FamilySettings {
    values: BTreeMap<&'static str, u64>,
}

impl FamilySettings {
    fn number(&self, name: &str) -> usize {
        self.values[name] as usize
    }
}

impl FormulaFamily {
    /// The family of that name.
    ///
    /// # Errors
    /// Unknown family.
    pub fn named(name: &str) -> Result<&'static FormulaFamily, FamilyError> {
        let found = FAMILIES.iter().find(|f| f.name == name);
        found.ok_or_else(|| FamilyError::NoFamily { name: name.into() })
    }

    /// Its parameters, those of `given` (`name=value`) instead of the defaults.
    ///
    /// # Errors
    /// Unknown parameter, or a value out of range.
    pub fn settings(&self, given: &[String]) -> Result<FamilySettings, FamilyError> {
        let mut values: BTreeMap<&str, u64> = self.params.iter().map(|p| (p.0, p.1)).collect();
        let mut set = BTreeSet::new();
        for setting in given {
            let (name, value) =
                setting.split_once('=').ok_or_else(|| FamilyError::Setting { setting: setting.clone() })?;
            let Some(&(name, _, least, most, _)) = self.params.iter().find(|p| p.0 == name) else {
                let known = self.params.iter().map(|p| p.0).collect();
                return Err(FamilyError::NoParameter { family: self.name, name: name.into(), known });
            };
            let number = value.parse().ok().filter(|n| (least..=most).contains(n));
            if !set.insert(name) {
                return Err(FamilyError::SetTwice { name });
            }
            let wrong = || FamilyError::OutOfRange { name, least, most, value: value.into() };
            values.insert(name, number.ok_or_else(wrong)?);
        }
        Ok(FamilySettings { values })
    }

    /// Its formula of these parameters, number `index` of the series of `seed`.
    ///
    /// # Errors
    /// Parameters that do not fit together.
    pub fn draw(&self, settings: &FamilySettings, seed: u64, index: u64) -> Result<FamilyMember, FamilyError> {
        (self.build)(settings, &mut Rng::stream(seed, index))
    }

    /// The name of an instance.
    pub fn instance_name(&self, settings: &FamilySettings, seed: u64, index: u64) -> String {
        let marks: String = self.params.iter().map(|p| format!("-{}{}", p.0, settings.values[p.0])).collect();
        let series = if self.random { format!("-s{seed}-{index}") } else { String::new() };
        format!("{}{marks}{series}", self.name)
    }

    /// The options that name its parameters, ` --set name=value` each.
    pub fn flags(&self, settings: &FamilySettings) -> String {
        self.params.iter().map(|p| format!(" --set {}={}", p.0, settings.values[p.0])).collect()
    }
}

/// At least one and pairwise at most one of these variables.
fn exactly_one(variables: &[i32], clauses: &mut Vec<Vec<i32>>) {
    clauses.push(variables.to_vec());
    at_most_one(variables, clauses);
}

fn at_most_one(variables: &[i32], clauses: &mut Vec<Vec<i32>>) {
    for (i, &a) in variables.iter().enumerate() {
        clauses.extend(variables[..i].iter().map(|&b| vec![-b, -a]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn models(problem: &Problem) -> u64 {
        let n = problem.variables();
        let values = |bits: u64| (0..n).map(|v| bits >> v & 1 == 1).collect::<Vec<_>>();
        (0..1u64 << n).filter(|&bits| problem.holds(&values(bits))).count() as u64
    }

    /// The known answer equals that of brute force, for every family at small sizes.
    #[test]
    fn known_answers_are_right() {
        let rows: &[(&str, &[&str])] = &[
            ("pigeonhole", &["pigeons=4", "holes=3"]),
            ("pigeonhole", &["pigeons=3", "holes=4"]),
            ("parity", &["variables=7", "odd=1"]),
            ("parity", &["variables=7", "odd=0"]),
            ("random", &["variables=9", "clauses=20", "planted=1"]),
            ("random", &["variables=9", "clauses=40"]),
            ("factoring", &["product=35", "left=3", "right=3"]),
            ("factoring", &["product=36", "left=4", "right=4"]),
            ("factoring", &["product=37", "left=4", "right=4"]),
            ("tseitin", &["vertices=6", "odd=1"]),
            ("tseitin", &["vertices=6", "odd=0"]),
            ("tseitin", &["vertices=5", "degree=4", "odd=0"]),
            ("tseitin", &["vertices=6", "degree=1", "odd=0"]),
            ("multipliers", &["left=2", "right=3"]),
            ("adders", &["bits=5"]),
            ("reconvergent", &["inputs=6", "gates=20", "planted=1"]),
            ("reconvergent", &["inputs=6", "gates=20"]),
            ("queens", &["queens=4"]),
            ("queens", &["queens=3"]),
            ("dominoes", &["rows=2", "cols=4"]),
            ("dominoes", &["rows=4", "cols=4", "mutilated=1"]),
            ("dominoes", &["rows=3", "cols=3"]),
        ];
        for (name, given) in rows {
            let family = FormulaFamily::named(name).unwrap();
            let given: Vec<String> = given.iter().map(std::string::ToString::to_string).collect();
            let settings = family.settings(&given).unwrap();
            for index in 0..3 {
                let FamilyMember { problem, known } = family.draw(&settings, 1, index).unwrap();
                let expected = models(&problem);
                assert!(known.satisfiable.is_none_or(|s| s == (expected > 0)), "{name} {given:?}");
                assert!(known.models.is_none_or(|m| m == expected.into()), "{name} {given:?}: {expected}");
                assert!(known.satisfiable.is_some() || ["random", "reconvergent"].contains(name));
            }
        }
    }

    #[test]
    fn settings_are_checked() {
        let family = FormulaFamily::named("queens").unwrap();
        for bad in ["queens", "queens=x", "queens=0", "kings=3"] {
            assert!(family.settings(&[bad.into()]).is_err(), "{bad}");
        }
        assert!(
            family.settings(&["queens=4".into(), "queens=1".into()]).is_err_and(|e| e.to_string().contains("twice"))
        );
        assert!(FormulaFamily::named("kings").is_err_and(|e| e.to_string().contains("queens")));
    }
}
