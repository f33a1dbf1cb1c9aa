//! Engines by name: `family`, `family:preset`, `family:option=value,...`.
//!
//! Adding an engine family is one folder and one row in [`FAMILIES`].

#[cfg(feature = "lp")]
use super::lp;
#[cfg(feature = "sat")]
use super::sat;
use super::{Engine, EngineFamily, backtrack, brute, frontier, incremental, likelihood, rules, search, singleton};
use crate::spec::{Spec, SpecError};

/// The engine families of this build.
pub const FAMILIES: &[&EngineFamily] = &[
    &brute::FAMILY,
    &backtrack::FAMILY,
    &frontier::FAMILY,
    &search::FAMILY,
    &incremental::FAMILY,
    &likelihood::FAMILY,
    #[cfg(feature = "sat")]
    &sat::FAMILY,
    #[cfg(feature = "lp")]
    &lp::LP,
    #[cfg(feature = "lp")]
    &lp::ILP,
    &rules::FAMILY,
    &singleton::FAMILY,
];

/// The row and the options that a specification names.
///
/// # Errors
/// The mistake and the possible choices.
pub fn parse(spec: &str) -> Result<Spec<EngineFamily>, SpecError> {
    Spec::parse(FAMILIES.iter().copied(), spec)
}

/// Builds the engine that a specification names.
///
/// # Errors
/// As [`parse`].
pub fn build(spec: &str) -> Result<Box<dyn Engine>, SpecError> {
    let Spec { row, chosen } = parse(spec)?;
    Ok((row.build)(&chosen))
}
