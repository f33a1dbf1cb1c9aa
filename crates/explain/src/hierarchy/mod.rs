//! The hierarchy of deduction: incomplete methods, which of them contains which, and the smallest boards on which each
//! misses a cell.

mod boards;
mod check;
mod search;
mod shrink;

pub use boards::{Covering, SmallPosition, WrittenPosition, shapes};
pub use check::Checker;
pub use search::{Gap, exhaust, reduce, sample};
pub use shrink::{missed, shrink};

/// A method as an engine of the table.
#[derive(Debug)]
pub struct DeductionMethod {
    /// Unique; `contains` of other methods refers to it.
    pub name: &'static str,
    /// Specification of the engine.
    pub engine: &'static str,
    /// Methods whose every deduction this one makes too, if the total is unknown, without those that they contain in
    /// turn.
    pub contains: &'static [&'static str],
}

/// All methods, each after those that it contains. Why a method contains another:
///
/// - the levels of `rules` are cumulative;
/// - one assumption under propagation of single sums includes what single sums force;
/// - whatever single sums, differences and subsets force is an equation that the relaxation has too, and an assumption
///   on which propagation fails is one on which the relaxation has no solution;
/// - elimination and assumptions continue from decided cells whose relaxation may be a fraction: only once that is
///   rounded does the relaxation contain them.
pub const METHODS: &[DeductionMethod] = &[
    DeductionMethod { name: "single-point", engine: "rules:single-point", contains: &[] },
    DeductionMethod { name: "adjacent-pair", engine: "rules:adjacent-pair", contains: &["single-point"] },
    DeductionMethod { name: "subset-closure", engine: "rules:subset-closure", contains: &["adjacent-pair"] },
    DeductionMethod { name: "gauss-jordan", engine: "rules:gauss-jordan", contains: &["subset-closure"] },
    DeductionMethod { name: "singleton", engine: "singleton", contains: &["single-point"] },
    DeductionMethod { name: "lp", engine: "lp", contains: &["subset-closure"] },
    DeductionMethod { name: "lp-fixpoint", engine: "lp:fixpoint", contains: &["lp", "gauss-jordan", "singleton"] },
    DeductionMethod { name: "lp-cuts", engine: "lp:cuts", contains: &["lp-fixpoint"] },
];

/// The complete method with which all are compared.
pub const COMPLETE: &str = "frontier";

/// Places in [`METHODS`] of the methods that a method contains, directly.
pub fn contained(method: &DeductionMethod) -> impl Iterator<Item = usize> {
    METHODS.iter().enumerate().filter(|(_, m)| method.contains.contains(&m.name)).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_stands_after_those_it_contains() {
        for (place, method) in METHODS.iter().enumerate() {
            assert_eq!(contained(method).count(), method.contains.len(), "{}", method.name);
            assert!(contained(method).all(|below| below < place), "{}", method.name);
            assert!(crate::engine::build(method.engine).is_ok_and(|e| !e.is_complete()), "{}", method.name);
        }
    }
}
