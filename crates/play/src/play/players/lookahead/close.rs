//! Close calls: between cells of nearly the best fitted value a second fit decides, which knows of the click after the
//! next as well.

use super::Choice;
use super::budget::{Budget, Work};
use super::click_after::ClickAfter;
use super::figures::{self, NAMES};
use super::fitted::Fit;
use super::next_click::{Click, Number};
use crate::play::analysis::Ahead;

/// From this many models on, as a natural logarithm, the first fit decides alone: there the click after the next does
/// not rank the clicks of a position better, and half of all guesses are there.
pub const OPENING: f64 = 226.0;

/// Cells whose fitted value is lower than the best by more than this are skipped, as are further cells beyond this
/// number.
pub const CLOSE: f64 = 0.010;
const MOST: usize = 3;

/// The choices whose values are within this distance of the best, the best ones first and three at most.
pub fn close_calls(mut choices: Vec<Choice>, near: f64) -> Vec<Choice> {
    choices.sort_by(|a, b| b.value.total_cmp(&a.value));
    let most = choices.first().map_or(0.0, |c| c.value);
    choices.retain(|c| c.value > most - near);
    choices.truncate(MOST);
    choices
}

/// Choices with all figures, without values; the clicks are those of the position. None if the budget does not suffice.
pub fn with_after(
    choices: &[Choice],
    clicks: &[Click],
    mut ahead: Ahead,
    budget: &mut Budget,
) -> Option<Vec<Choice<{ NAMES.len() }>>> {
    let mut after = |number: &Number| {
        if budget.left(Work::Number) == 0 {
            return None;
        }
        let is_over = number.outlook.safest >= 1.0 || number.next.models < 2.0;
        let before = ahead.work;
        let after = if is_over { ClickAfter::CERTAIN } else { ClickAfter::new(&number.next, &mut ahead) };
        budget.spend(1, Work::Number);
        budget.spend(ahead.work - before, Work::Step);
        Some(after)
    };
    let mut closer = |&Choice { cell, score, ref numbers, .. }: &Choice| {
        let click = clicks.iter().find(|c| c.cell == cell).expect("each choice is of a click");
        let shown = click.numbers.iter().zip(numbers);
        let numbers = shown
            .map(|(number, (share, figures))| Some((*share, figures::with_after(figures, after(number)?))))
            .collect::<Option<_>>()?;
        Some(Choice { cell, score, value: 0.0, numbers })
    };
    choices.iter().map(&mut closer).collect()
}

/// Gives the choices of nearly the best value the values of the second fit, if the budget suffices.
pub fn decide(choices: &mut [Choice], clicks: &[Click], ahead: Ahead, budget: &mut Budget) {
    let close = close_calls(choices.to_vec(), CLOSE);
    if close.len() < 2 {
        return;
    }
    let Some(mut closer) = with_after(&close, clicks, ahead, budget) else { return };
    Fit::close().value(&mut closer);
    // Both are up to a constant: the sum over these cells stays.
    let apart = close.iter().zip(&closer).map(|(c, d)| c.value - d.value).sum::<f64>() / close.len() as f64;
    for found in closer {
        let choice = choices.iter_mut().find(|c| c.cell == found.cell).expect("it is one of them");
        choice.value = found.value + apart;
    }
}
