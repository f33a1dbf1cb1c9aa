//! "Suppose it were": rules propagate the opposite until it contradicts the clues; where they are stuck, a cell is
//! supposed safe and then supposed a mine.

use super::rules::steps;
use super::{CaseLine, Decided, Derivation, Goal};
use crate::engine::rules::{Level, RuleSet, deduce};
use crate::engine::{Control, Stop};
use crate::explain::part::Part;
use crate::explain::position::CluePosition;
use crate::explain::text::{place, sentence};
use crate::system::{Sum, System};

/// Most lines of an argument.
const MOST_LINES: usize = 300;

/// The argument; None if it is too long.
///
/// # Errors
/// A limit ran out.
pub(super) fn derive(
    position: &CluePosition,
    part: &Part,
    goal: Goal,
    control: &mut Control,
) -> Result<Option<(Derivation, Vec<String>)>, Stop> {
    let mut lines: Vec<CaseLine> = Vec::new();
    // Suppositions whose second case is still to come carry true.
    let mut path: Vec<(u32, bool, bool)> = goal.iter().map(|&(cell, mine)| (cell, !mine, false)).collect();
    if let Some(&(cell, mine, _)) = path.first() {
        lines.push(suppose(position, part, 0, cell, mine, "suppose"));
    }
    loop {
        if lines.len() > MOST_LINES {
            return Ok(None);
        }
        let supposed: Vec<(u32, bool)> = path.iter().map(|p| (p.0, p.1)).collect();
        let mut system = part.system.clone();
        system.sums.extend(supposed.iter().map(|&(cell, mine)| Sum::new(vec![cell], i32::from(mine))));
        if let Some(found) = steps(position, part, &system, &supposed, None, Level::all(), control)? {
            // The supposition itself needs no line.
            let shown = found.into_iter().filter(|s| s.decides.is_empty() || s.terms.iter().any(|t| t.at.is_some()));
            let depth = path.len();
            lines.extend(shown.map(|step| CaseLine {
                depth,
                suppose: None,
                text: step.text.clone(),
                step: Some(step),
            }));
            while path.last().is_some_and(|p| !p.2) {
                path.pop();
            }
            let Some((cell, mine, _)) = path.pop() else { break };
            lines.push(suppose(position, part, path.len(), cell, !mine, "so"));
            path.push((cell, !mine, false));
            continue;
        }
        let Some(cell) = undecided(&system, control)? else { return Ok(None) };
        lines.push(suppose(position, part, path.len(), cell, true, "either"));
        path.push((cell, true, true));
    }
    let mut text: Vec<String> = lines.iter().map(|l| format!("{}{}", "  ".repeat(l.depth), l.text)).collect();
    let end = goal.map(|(cell, mine)| {
        format!("{} is {}", place(part.place(position, cell)), if mine { "a mine" } else { "safe" })
    });
    text.push(sentence(&end.map_or("there is no solution".into(), |end| format!("so {end}"))));
    Ok(Some((Derivation::Suppose { lines }, text)))
}

fn suppose(position: &CluePosition, part: &Part, depth: usize, cell: u32, mine: bool, word: &str) -> CaseLine {
    let at = part.place(position, cell);
    let what = if mine { "a mine" } else { "safe" };
    let text = match word {
        "suppose" => format!("suppose {} were {what}", place(at)),
        "either" => format!("either {} is {what}", place(at)),
        _ => format!("or {} is {what}", place(at)),
    };
    CaseLine { depth, suppose: Some(Decided { at, mine }), step: None, text: sentence(&text) }
}

/// The cell in the most sums among those that the rules leave open.
fn undecided(system: &System, control: &mut Control) -> Result<Option<u32>, Stop> {
    let found = deduce(system, RuleSet { level: Level::default(), total: true }, control)?;
    let incidence = system.incidence();
    let open = (0..system.cells as u32).filter(|&c| !found.is_decided(c) && !incidence.of(c as usize).is_empty());
    Ok(open.max_by_key(|&c| (incidence.of(c as usize).len(), std::cmp::Reverse(c))))
}
