//! One-shot 0/1 programs through good_lp with microlp's branch and bound.

use good_lp::{Expression, ProblemVariables, ResolutionError, Solution, SolverModel, WithTimeLimit, microlp, variable};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::branch::{Found, search};
use super::multipliers::refute;
use super::program::Program;
use crate::engine::{Control, Counter, Stop};
use crate::system::System;

/// The model to find: any, or one with the fewest or most mines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Any,
    Fewest,
    Most,
}

/// One call. The solution is checked in integers; "infeasible" is not proved here.
fn one_shot(program: &Program, aim: Aim, control: &mut Control) -> Result<Option<Vec<i64>>, Stop> {
    control.check()?;
    if program.lower.iter().zip(&program.upper).any(|(low, high)| low > high) {
        return Ok(None);
    }
    let mut variables = ProblemVariables::new();
    let bounds = program.lower.iter().zip(&program.upper);
    let vars: Vec<good_lp::Variable> =
        bounds.map(|(&l, &u)| variables.add(variable().integer().min(l as f64).max(u as f64))).collect();
    let mines: Expression = vars[..program.blocks].iter().sum();
    let problem = match aim {
        Aim::Any => variables.minimise(Expression::from(0.0)),
        Aim::Fewest => variables.minimise(mines),
        Aim::Most => variables.maximise(mines),
    };
    let mut model = problem.using(microlp);
    for row in &program.rows {
        let sum: Expression = row.vars.iter().map(|&v| vars[v as usize]).sum();
        model.add_constraint(sum.eq(row.count as f64));
    }
    if let Some(left) = control.wall_left() {
        model = model.with_time_limit(left.as_secs_f64());
    }
    control.stats.add(Counter::LpSolves, 1);
    // Errors and panics of the solver count as no result.
    let solved: Result<Vec<f64>, ResolutionError> = catch_unwind(AssertUnwindSafe(|| {
        model.solve().map(|solution| vars.iter().map(|&v| solution.value(v)).collect())
    }))
    .unwrap_or(Err(ResolutionError::Other("panicked")));
    control.check()?;
    Ok(solved.ok().and_then(|values| program.rounded(&values)))
}

/// Searches for a solution with one program; infeasibility counts only if the relaxation is refuted in integers. One
/// node per call.
///
/// # Errors
/// A limit ran out.
pub(super) fn search_once(program: &Program, seed: Option<usize>, control: &mut Control) -> Result<Found, Stop> {
    control.node()?;
    if let Some(values) = one_shot(program, Aim::Any, control)? {
        return Ok(Found::Solution(values));
    }
    Ok(match refute(program, seed, control)? {
        Some(_) => Found::Nothing,
        None => Found::Unsure,
    })
}

/// A model with the fewest or most mines on the frontier cells (those in at least one sum).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// True = mine, one entry per cell.
    pub model: Vec<bool>,
    /// Mines on the frontier cells.
    pub mines: i64,
}

/// A model with the fewest mines on the frontier cells, or None if there is no model. Exact: a branch and bound that
/// finds nothing better confirms the optimum that good_lp proposes.
///
/// # Errors
/// A limit ran out.
pub fn min_mines(system: &System, control: &mut Control) -> Result<Option<Extreme>, Stop> {
    extreme(system, Aim::Fewest, control)
}

/// A model with the most mines on the frontier cells, or None if there is no model; see
/// [`min_mines`].
///
/// # Errors
/// A limit ran out.
pub fn max_mines(system: &System, control: &mut Control) -> Result<Option<Extreme>, Stop> {
    extreme(system, Aim::Most, control)
}

fn extreme(system: &System, aim: Aim, control: &mut Control) -> Result<Option<Extreme>, Stop> {
    let (sums, blocks) = Program::of(system);
    let all: i64 = sums.upper.iter().sum();
    let floating = system.floating() as i64;
    // The total leaves a range to the frontier cells.
    let (mut from, mut to) = match system.total {
        Some(total) => (total.saturating_sub(floating).max(0), total.min(all)),
        None => (0, all),
    };
    let range = |from: i64, to: i64| match (from, to) == (0, all) {
        true => sums.clone(),
        false => sums.with_mines(from, to),
    };
    if from > to {
        return Ok(None);
    }
    let mut best = match one_shot(&range(from, to), aim, control)? {
        Some(values) => values,
        None => match search(&range(from, to), None, control)? {
            Found::Solution(values) => values,
            _ => return Ok(None),
        },
    };
    loop {
        let mines = sums.mines(&best);
        match aim {
            Aim::Most => from = mines + 1,
            _ => to = mines - 1,
        }
        let better = if from > to { Found::Nothing } else { search(&range(from, to), None, control)? };
        match better {
            Found::Solution(values) => best = values,
            _ => break,
        }
    }
    let mut model = vec![false; system.cells];
    let mut place = |cells: &mut dyn Iterator<Item = u32>, count: i64| {
        cells.take(usize::try_from(count).unwrap_or(0)).for_each(|cell| model[cell as usize] = true);
    };
    for (cells, &count) in blocks.iter().zip(&best) {
        place(&mut cells.iter().copied(), count);
    }
    let mines = sums.mines(&best);
    let frontier = system.is_frontier();
    let mut free = (0..system.cells as u32).filter(|&cell| !frontier[cell as usize]);
    place(&mut free, system.total.map_or(0, |total| total - mines));
    Ok(Some(Extreme { model, mines }))
}
