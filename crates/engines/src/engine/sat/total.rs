//! What a total leaves of the models and values that the sums alone allow. The cheapest means come first: bounds, numbers
//! of mines component by component, moves that compensate each other, and the total as clauses over the whole board.

use super::counts::ByComponent;
use super::explore::{Explored, explore_all};
use super::options::{Binding, SatOptions};
use super::parts::Parts;
use super::rebalance::Compensation;
use super::seen::SeenValues;
use super::{checked, joint, windows};
use crate::engine::{Control, Stop};
use crate::mines::{MineBudget, Restriction};

/// Most further rounds of looking for moves to meet a total. Each round costs only windows around the cells left over;
/// two rounds leave almost no possible values.
const MORE_MOVES: usize = 2;

/// A model that meets the total, given one solution of every component that together do not.
///
/// # Errors
/// The formula is too large, a limit ran out, or the solver failed.
pub fn model(
    parts: &Parts,
    budget: MineBudget,
    solutions: Vec<bool>,
    options: &SatOptions,
    control: &mut Control,
) -> Result<Option<Vec<bool>>, Stop> {
    if let Some(largest) = options.binding.largest() {
        let ranges = parts.ranges();
        match budget.restriction(&ranges) {
            Restriction::Impossible => return Ok(None),
            Restriction::Windows(windows) if parts.largest_open(&ranges) <= largest.at_once => {
                let known = Explored { base: solutions, moves: Vec::new() };
                return ByComponent::new(parts, budget, ranges, windows, &known).model(options, control);
            }
            Restriction::Windows(_) | Restriction::Loose => {}
        }
    }
    match joint::model(parts.system, options, control) {
        // The total takes too many clauses: moves from a model of the sums may meet it without.
        Err(Stop::Unsupported(why)) => {
            let Some(explored) = explore_all(parts, options, control)? else { return Ok(None) };
            let mut compensation = Compensation::new(parts.system, explored, budget);
            let mut model = compensation.settle().then(|| compensation.model()).ok_or(Stop::Unsupported(why))?;
            parts.fill(&mut model);
            Ok(Some(model))
        }
        answer => answer,
    }
}

/// The values that cells take in models that meet the total; None if there is none. `allowed` are those that the sums
/// alone allow, which `explored` reaches.
///
/// # Errors
/// The formula is too large, a limit ran out, or the solver failed.
pub fn values(
    parts: &Parts,
    budget: MineBudget,
    explored: Explored,
    allowed: SeenValues,
    options: &SatOptions,
    control: &mut Control,
) -> Result<Option<SeenValues>, Stop> {
    let mut counted = None;
    if let Some(largest) = options.binding.largest() {
        let ranges = parts.ranges();
        let open = parts.largest_open(&ranges);
        match budget.restriction(&ranges) {
            Restriction::Impossible => return Ok(None),
            Restriction::Loose => return Ok(Some(allowed)),
            Restriction::Windows(windows) if open <= largest.after_moves => {
                let mut by_component = ByComponent::new(parts, budget, ranges, windows, &explored);
                if open <= largest.at_once {
                    return by_component.values(&allowed, options, control);
                }
                counted = Some(by_component);
            }
            Restriction::Windows(_) => {}
        }
    }
    let mut seen = SeenValues::new(parts.system);
    if options.binding != Binding::Clauses {
        let compensation = Compensation::new(parts.system, explored, budget);
        compensate(parts, budget, compensation, &allowed, &mut seen, options, control)?;
        if seen.pending(&allowed) == 0 {
            return Ok(Some(seen));
        }
    }
    if let Some(mut by_component) = counted {
        return by_component.values(&allowed, options, control);
    }
    let consistent = joint::complete(parts.system, |b, v| allowed.has(b, v), &mut seen, options, control)?;
    Ok(consistent.then_some(seen))
}

/// Marks in `seen` the values that compensating moves reach within the total; if some of the `allowed` ones are left,
/// with more moves around those cells.
fn compensate(
    parts: &Parts,
    budget: MineBudget,
    mut compensation: Compensation,
    allowed: &SeenValues,
    seen: &mut SeenValues,
    options: &SatOptions,
    control: &mut Control,
) -> Result<(), Stop> {
    for round in 0..=MORE_MOVES {
        if !compensation.settle() {
            return Ok(());
        }
        let model = compensation.model();
        let mut filled = model.clone();
        parts.fill(&mut filled);
        seen.mark_model(&checked(parts.system, filled)?);
        for index in 0..compensation.len() {
            control.tick()?;
            if let Some(mines) = compensation.with(index, |cell, mine| seen.mark(cell, mine)) {
                parts.mark_floating(budget.floating_can((mines, mines)), seen);
            }
        }
        if seen.pending(allowed) == 0 || round == MORE_MOVES {
            break;
        }
        let mut asked = SeenValues::new(parts.system);
        let forced = (0..asked.blocks()).map(|b| !(allowed.has(b, true) && allowed.has(b, false))).collect();
        let floating = parts.floating_cell().map(|c| seen.block(c));
        for block in (0..asked.blocks()).filter(|&b| !seen.lacks(b, allowed) || Some(b) == floating) {
            asked.mark_both(asked.cell(block));
        }
        let more = windows::moves(parts.system, &model, asked, forced, options, control)?;
        compensation = compensation.rebased(parts.system, more);
    }
    Ok(())
}
