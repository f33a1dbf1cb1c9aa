//! Certificates: why a cell is safe or a mine, or why there is no model, in a form that is checked without any engine.
//! Nothing here solves anything: engines propose, [`Verifier`] decides.
//!
//! A reason is of one of two kinds. A [`CertificateTree`] adds up sums with integer multipliers, perhaps after case splits
//! (Farkas' lemma, branch and bound, deduction rules). A [`Refutation`] is a clausal proof in the steps of the LRAT
//! format. Certificates come in an order: each may use the cells that earlier ones settled.

mod clauses;
mod file;
mod lrat;
mod tree;

use serde::{Deserialize, Serialize};

use crate::system::System;

pub use clauses::ClauseSet;
#[cfg(feature = "schema")]
pub use file::line_schema;
pub use file::{NamedCertificate, read_entry};
pub use lrat::{LratStep, check as check_lrat, propagate, trim, write as write_lrat, write_drat};
pub use tree::{CertificateNode, CertificateTree, TreeTerm};

/// A refutation of the clauses of some sums together with "one of the claims is wrong".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// Indices of the sums used, ascending.
    pub sums: Vec<u32>,
    /// Whether the total is used too.
    pub total: bool,
    /// Steps behind the clauses of [`ClauseSet::new`], which are numbered from 1.
    pub proof: Vec<LratStep>,
}

/// The reason of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Justification {
    /// Sums with multipliers, perhaps after case splits, that refute the opposite of each claim.
    Tree(CertificateTree),
    /// A clausal proof from the sums and the clause "some claim is wrong".
    Clauses(Refutation),
}

/// Some claims with one reason for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// (cell, is a mine): holds in every model. Empty: there is no model.
    pub claims: Vec<(u32, bool)>,
    /// Proves all claims; it may use the cells that earlier certificates proved.
    pub reason: Justification,
}

/// Why a certificate was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Rejected(pub String);

impl Rejected {
    fn because(why: impl Into<String>) -> Rejected {
        Rejected(why.into())
    }
}

/// Checks certificates one after the other and keeps what they proved.
pub struct Verifier<'a> {
    system: &'a System,
    known: Vec<Option<bool>>,
    inconsistent: bool,
}

impl<'a> Verifier<'a> {
    /// A verifier that has proved nothing yet.
    pub fn new(system: &'a System) -> Self {
        Verifier { system, known: vec![None; system.cells], inconsistent: false }
    }

    /// The cells proved so far.
    pub fn known(&self) -> &[Option<bool>] {
        &self.known
    }

    /// True after a proof that there is no model.
    pub fn is_inconsistent(&self) -> bool {
        self.inconsistent
    }

    /// Checks a certificate and adds its claims to what is proved.
    ///
    /// # Errors
    /// It does not prove its claims; none of them is added.
    pub fn add(&mut self, certificate: &Certificate) -> Result<(), Rejected> {
        let Certificate { claims, reason } = certificate;
        if let Some((cell, _)) = claims.iter().find(|(cell, _)| *cell as usize >= self.system.cells) {
            return Err(Rejected(format!("there is no cell {cell}")));
        }
        let mut cells: Vec<u32> = claims.iter().map(|claim| claim.0).collect();
        cells.sort_unstable();
        if let Some((cell, _)) = cells.iter().zip(cells.iter().skip(1)).find(|(one, next)| one == next) {
            return Err(Rejected(format!("cell {cell} is claimed twice")));
        }
        match reason {
            Justification::Tree(tree) if claims.is_empty() => tree.refutes(self.system, &self.known, None)?,
            Justification::Tree(tree) => {
                for &(cell, mine) in claims {
                    tree.refutes(self.system, &self.known, Some((cell, !mine)))?;
                }
            }
            Justification::Clauses(Refutation { sums, total, proof }) => {
                let formula = ClauseSet::new(self.system, &self.known, sums, *total, claims)?;
                check_lrat(&formula.clauses, proof)?;
            }
        }
        self.inconsistent |= claims.is_empty();
        claims.iter().for_each(|&(cell, mine)| self.known[cell as usize] = Some(mine));
        Ok(())
    }
}
