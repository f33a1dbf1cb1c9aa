//! Engines by name: `family`, `family:preset`, `family:option=value,...`.
//!
//! Adding an engine family is one folder and one row in [`FAMILIES`].

use super::family::Family;
#[cfg(feature = "lp")]
use super::lp;
#[cfg(feature = "sat")]
use super::sat;
use super::{Engine, backtrack, brute, frontier, incremental, likelihood, rules, search, singleton};

/// The engine families of this build.
pub const FAMILIES: &[&Family] = &[
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

/// Builds the engine that a specification names.
///
/// # Errors
/// A message with the mistake and the possible choices.
pub fn build(spec: &str) -> Result<Box<dyn Engine>, String> {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let Some(family) = FAMILIES.iter().find(|f| f.name == name) else {
        let names: Vec<&str> = FAMILIES.iter().map(|f| f.name).collect();
        return Err(format!("no engine named {name:?}; there are {}", names.join(", ")));
    };
    if rest.is_empty() && spec.contains(':') {
        return Err(format!("{spec:?} has nothing after its colon; without options it is {name:?}"));
    }
    Ok((family.build)(&family.chosen(rest)?))
}
