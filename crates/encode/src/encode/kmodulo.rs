//! k-modulo totalizer (Morgado, Ignatiev & Marques-Silva, "MSCG: robust core-guided MaxSAT solving", JSAT 2014): the
//! modulo totalizer with a modulus near the root of the bound instead of the root of n, and quotients counted only up
//! to the bound.

use super::modulo::Modulo;
use super::{Counts, EncodingMethod, Propagation};

/// Row in the table of encodings.
pub const METHOD: EncodingMethod = EncodingMethod {
    name: "kmodulo",
    summary: "k-modulo totalizer: modulus the root of the bound, quotients only up to the bound",
    source: "Ogawa et al. 2013; Morgado et al. 2014",
    formula: "O(n m^0.5) clauses per level of the tree",
    counts: Counts::Always,
    propagation: Propagation::None,
    encoding: &Modulo { capped: true },
};
