//! The search as a list of its assignments, for drawings of its tree.

use super::problem::Problem;
use super::search::{Search, TriedAssignment};
use super::{Backtrack, Plan};
use crate::engine::{Control, Stop};
use crate::spec::{Spec, SpecError};
use crate::system::System;

/// Why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTriedTree {
    /// No such engine in this family.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A limit ran out.
    #[error("{0}")]
    Stopped(Stop),
}

/// All assignments of `backtrack` with the options of `spec` for the question that classifies a system, in their order, part
/// after part.
///
/// # Errors
/// Another engine, or a limit ran out.
pub fn tried(spec: &str, system: &System, control: &mut Control) -> Result<Vec<TriedAssignment>, NoTriedTree> {
    // No engine of another family: it has no such tree.
    let Spec { chosen, .. } = Spec::parse(std::iter::once(&super::FAMILY), spec)?;
    let engine = Backtrack::of(&chosen);
    let Some(plan) = Plan::new(system, true, engine.root, engine.split, control) else { return Ok(Vec::new()) };
    let bounds = plan.bounds();
    let mut all = Vec::new();
    for (index, part) in plan.parts.iter().enumerate() {
        let problem = Problem::new(&part.system);
        let search = Search::new(&problem, bounds.of(index), (engine.check, engine.pass), engine.order);
        let tried = search.tried(control).map_err(NoTriedTree::Stopped)?;
        all.extend(tried.into_iter().map(|one| TriedAssignment { cell: part.cells[one.cell as usize], ..one }));
    }
    Ok(all)
}
