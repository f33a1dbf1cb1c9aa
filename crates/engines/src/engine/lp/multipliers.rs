//! Farkas multipliers: proposed in floating point, decided in integers.
//!
//! By Farkas' lemma a relaxation is infeasible if and only if its rows, times some multipliers y and added up,
//! contradict the bounds. Finding y is a linear program of its own, with |y| <= 1 because multipliers may be scaled;
//! its floating solution is rounded to multiples of 1/D for growing D until [`Program::is_refuted_by`] confirms it.
//! Multipliers are scale-free, so D is dropped.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
use rustc_hash::FxHashMap;

use super::program::Program;
use super::simplex::{Answer, solve};
use super::windows::Rings;
use crate::engine::{Control, Counter, Stop};

/// Common denominators to try: small ones make readable proofs, the large ones are precise.
const DENOMINATORS: [i64; 24] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 24, 60, 120, 840, 2520, 1 << 16, 1 << 26, 1 << 36];

/// Least violation of a proposal; smaller ones are noise.
const GAP: f64 = 1e-7;

/// Looks for multipliers that refute a program that is infeasible in floating point. Near `seed` first, where the
/// reason mostly is: a subset of the rows refutes as well as all of them. Returns multipliers per row without common
/// factors.
///
/// # Errors
/// A limit ran out.
pub(super) fn refute(
    program: &Program,
    seed: Option<usize>,
    control: &mut Control,
) -> Result<Option<Vec<(u32, i64)>>, Stop> {
    let everything: Vec<u32> = (0..program.rows.len() as u32).collect();
    if let Some(seed) = seed {
        let mut rings = Rings::around(program, seed);
        while rings.rows().len() * 2 < everything.len() {
            if let Some(found) = propose(program, rings.rows(), control)? {
                return Ok(Some(found));
            }
            if !rings.double(program) {
                break;
            }
        }
    }
    let found = propose(program, &everything, control)?;
    if found.is_none() {
        control.stats.add(Counter::Uncertified, 1);
    }
    Ok(found)
}

/// Multipliers for the given rows alone, checked.
fn propose(program: &Program, rows: &[u32], control: &mut Control) -> Result<Option<Vec<(u32, i64)>>, Stop> {
    // Maximise min over x of (a x) - y b, where a = sum of y_j row_j. With x = lower + x' and
    // 0 <= x' <= width, the minimum of a x' is -sum of width * v, v >= -a, v >= 0.
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let mut columns: FxHashMap<u32, usize> = FxHashMap::default();
    let mut of_var: Vec<(u32, Vec<(Variable, f64)>)> = Vec::new();
    let mut multipliers = Vec::with_capacity(rows.len());
    for &index in rows {
        let row = &program.rows[index as usize];
        let at_lower: i64 = row.vars.iter().map(|&v| program.lower[v as usize]).sum();
        let y = problem.add_var((at_lower - row.count) as f64, (-1.0, 1.0));
        multipliers.push(y);
        for &var in row.vars.iter().filter(|&&v| program.lower[v as usize] < program.upper[v as usize]) {
            let column = *columns.entry(var).or_insert_with(|| {
                of_var.push((var, Vec::new()));
                of_var.len() - 1
            });
            of_var[column].1.push((y, 1.0));
        }
    }
    for (var, mut terms) in of_var {
        let width = program.upper[var as usize] - program.lower[var as usize];
        terms.push((problem.add_var(-(width as f64), (0.0, f64::INFINITY)), 1.0));
        problem.add_constraint(&terms[..], ComparisonOp::Ge, 0.0);
    }
    let Answer::Optimal(solution) = solve(problem, control)? else { return Ok(None) };
    if solution.objective() < GAP {
        return Ok(None);
    }
    let proposed: Vec<f64> = multipliers.iter().map(|&y| solution.var_value_raw(y)).collect();
    let found = DENOMINATORS.iter().find_map(|&denominator| {
        let whole = proposed.iter().map(|y| (y * denominator as f64).round() as i64);
        let rounded: Vec<(u32, i64)> = rows.iter().copied().zip(whole).filter(|r| r.1 != 0).collect();
        program.is_refuted_by(&rounded).then_some(rounded)
    });
    if found.is_some() {
        control.stats.add(Counter::Certified, 1);
    }
    Ok(found.map(reduced))
}

/// Divides by the common factor.
fn reduced(mut multipliers: Vec<(u32, i64)>) -> Vec<(u32, i64)> {
    let common = multipliers.iter().fold(0, |gcd, m| num_integer::gcd(gcd, m.1));
    if common > 1 {
        multipliers.iter_mut().for_each(|m| m.1 /= common);
    }
    multipliers
}
