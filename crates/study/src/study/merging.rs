//! Frontier dynamic programming in slow motion (system E): the partial arrangements of one board before and after each merge.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::Study;
use super::drawn_board::DrawnBoard;
use crate::engine::frontier::merge_layers;
use crate::engine::{Control, Limits, Stop};
use crate::report::Document;

/// Most frontier cells of a board that is drawn.
pub const MOST_CELLS: usize = 40;

/// Most arrangements that a row of the picture shows on each side.
const SHOWN: usize = 10;

/// Side of a cell of a small board, and the space around it.
const SIDE: usize = 11;
const GAP: usize = 10;

/// The study: one board.
#[derive(Clone, Debug)]
pub struct Merging {
    /// The board.
    pub board: DrawnBoard,
}

/// A step: the cell that is added, and the states before and after the merge.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergeStep {
    /// The cell (row, column).
    cell: (usize, usize),
    /// Cells that matter before the merge, and after it.
    cells: [Vec<(usize, usize)>; 2],
    /// Arrangements on them before, and states after: `1` mine, `0` safe, each with the arrangements that it stands for.
    states: [Vec<(String, u64)>; 2],
}

impl Study for Merging {
    /// The one board.
    type Point = ();
    type Row = Vec<MergeStep>;

    const ROWS: &'static str = "steps.jsonl";
    const AT_ONCE: bool = false;

    fn command(&self) -> String {
        format!("minesat study merging {}", self.board.options())
    }

    fn points(&self) -> Vec<()> {
        vec![()]
    }

    fn name(&self, (): &()) -> String {
        self.board.instance.name.clone()
    }

    fn measure(&self, (): &()) -> Result<Vec<MergeStep>, Stop> {
        let component = self.board.component();
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let layers = merge_layers(&component, &mut Control::new(limits))?;
        let place = |cell: &u32| self.board.map.position(component.cells[*cell as usize] as usize);
        let text = |states: &[(Vec<bool>, u64)]| -> Vec<(String, u64)> {
            let word = |state: &[bool]| state.iter().map(|&mine| if mine { '1' } else { '0' }).collect();
            states.iter().map(|(state, count)| (word(state), *count)).collect()
        };
        let step = |layer: &crate::engine::frontier::MergeLayer| MergeStep {
            cell: place(&layer.cell),
            cells: [&layer.before_cells, &layer.live].map(|cells| cells.iter().map(place).collect()),
            states: [text(&layer.before), text(&layer.after)],
        };
        Ok(layers.iter().map(step).collect())
    }

    fn report(&self, rows: &[Vec<MergeStep>]) -> Document {
        let mut out = Document::new("E: partial arrangements before and after each merge");
        out.question("What are the partial arrangements of a board before and after each merge?");
        let steps: &[MergeStep] = rows.first().map_or(&[], Vec::as_slice);
        let most = |of: fn(&MergeStep) -> usize| steps.iter().map(of).max().unwrap_or(0);
        let solutions: u64 = steps.last().map_or(1, |step| step.states[1].iter().map(|state| state.1).sum());
        out.answer(format!(
            "The {} cells of the largest component have {solutions} solutions; the sweep never holds more than {} arrangements before a merge and \
             {} after it, over at most {} cells (with the new one) and {}.",
            steps.len(),
            most(|step| step.states[0].len()),
            most(|step| step.states[1].len()),
            most(|step| step.cells[0].len()),
            most(|step| step.cells[1].len())
        ));
        out.text(self.board.text());
        out.text(
            "A step adds one cell, safe and as a mine, to every state; what a clue contradicts is left out. Then cells leave \
             that no clue shares with a cell still to come, and arrangements that agree on the others become one state with \
             the sum of their numbers. In the picture mines are dark, safe cells light, cells that have left are grey and \
             cells to come are dashed; the cell of the step has a frame.",
        );
        out.chart("steps", "Arrangements before and after each merge", picture(&self.board, steps));
        let head = [
            "step",
            "cell",
            "cells that matter",
            "arrangements before",
            "cells that stay",
            "states after",
            "they stand for",
        ];
        let line = |(at, step): (usize, &MergeStep)| {
            let places = |cells: &[(usize, usize)]| {
                cells.iter().map(|(row, col)| format!("({row},{col})")).collect::<Vec<_>>().join(" ")
            };
            let states = |states: &[(String, u64)]| -> String {
                let shown = states.iter().take(SHOWN).map(|(state, count)| match state.is_empty() {
                    true => format!("all x {count}"),
                    false => format!("{state} x {count}"),
                });
                let more = states.len().saturating_sub(SHOWN);
                let more = (more > 0).then(|| format!("and {more} more"));
                shown.chain(more).collect::<Vec<_>>().join(", ")
            };
            vec![
                (at + 1).to_string(),
                places(&[step.cell]),
                places(&step.cells[0]),
                states(&step.states[0]),
                places(&step.cells[1]),
                states(&step.states[1]),
                step.states[1].iter().map(|state| state.1).sum::<u64>().to_string(),
            ]
        };
        out.table(&head, steps.iter().enumerate().map(line));
        out
    }
}

/// All steps as rows of small boards.
fn picture(board: &DrawnBoard, steps: &[MergeStep]) -> String {
    let cells: Vec<(usize, usize)> = steps.iter().map(|step| step.cell).collect();
    let span = |of: fn(&(usize, usize)) -> usize| {
        let all = || cells.iter().map(of);
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let ((top, bottom), (left, right)) = (span(|cell| cell.0), span(|cell| cell.1));
    let (width, height) = ((right - left + 1) * SIDE + GAP, (bottom - top + 1) * SIDE + GAP + 12);
    let columns = |side: usize| steps.iter().map(|step| step.states[side].len().min(SHOWN)).max().unwrap_or(0);
    let (first, second) = (columns(0), columns(1));
    let label = 130;
    let total = (label + (first + second) * width + 90, steps.len() * height + 30);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" font-family=\"sans-serif\" \
         font-size=\"11\"><title>{2}: arrangements before and after each merge</title>\
         <rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/><text x=\"{label}\" y=\"16\">before the merge</text>\
         <text x=\"{3}\" y=\"16\">after it</text>",
        total.0,
        total.1,
        crate::report::plots::escape(&board.instance.name),
        label + first * width + 40,
    );
    for (at, step) in steps.iter().enumerate() {
        let y = 30 + at * height;
        let _ =
            write!(text, "<text x=\"4\" y=\"{}\">{}: add ({},{})</text>", y + SIDE, at + 1, step.cell.0, step.cell.1);
        for side in 0..2 {
            let x = label + side * (first * width + 40);
            let states = &step.states[side];
            for (column, (state, count)) in states.iter().take(SHOWN).enumerate() {
                let corner = (x + column * width, y);
                for (order, cell) in cells.iter().enumerate() {
                    let value = step.cells[side].iter().position(|live| live == cell).map(|at| &state[at..=at]);
                    let (fill, edge) = match value {
                        Some("1") => ("#222", "stroke=\"#222\""),
                        Some(_) => ("#f4f8ff", "stroke=\"#222\""),
                        None if order <= at => ("#d8d8d8", "stroke=\"#b0b0b0\""),
                        None => ("#fff", "stroke=\"#b0b0b0\" stroke-dasharray=\"2 2\""),
                    };
                    let frame =
                        if side == 0 && *cell == step.cell { "stroke=\"#d00000\" stroke-width=\"2\"" } else { edge };
                    let _ = write!(
                        text,
                        "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" {frame}/>",
                        corner.0 + (cell.1 - left) * SIDE,
                        corner.1 + (cell.0 - top) * SIDE,
                    );
                }
                let _ = write!(text, "<text x=\"{}\" y=\"{}\">x {count}</text>", corner.0, corner.1 + height - GAP + 2);
            }
            if states.len() > SHOWN {
                let _ = write!(
                    text,
                    "<text x=\"{}\" y=\"{}\">and {} more</text>",
                    x + SHOWN * width - GAP,
                    y + SIDE,
                    states.len() - SHOWN
                );
            }
        }
        let _ = write!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"16\">\u{2192}</text>",
            label + first * width + 12,
            y + SIDE
        );
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_merged_step_by_step() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.mine");
        std::fs::write(&path, "2 7 ?\n#######\n_1_1_1_\n").unwrap();
        let board = DrawnBoard::read(path.to_str().unwrap().into(), None, MOST_CELLS).unwrap();
        let study = Merging { board };
        let steps = study.measure(&()).unwrap();
        assert_eq!(steps.len(), 7);
        // Solutions: both shared cells safe: 2 x 1 x 2; the first a mine: 1 x 1 x 2, the second: 2 x 1 x 1; not both.
        assert_eq!(steps[6].states[1], [(String::new(), 8)]);
        let text = study.report(&[steps]).markdown(None);
        assert!(text.contains("The 7 cells of the largest component have 8 solutions"), "{text}");
        assert!(DrawnBoard::read(path.to_str().unwrap().into(), Some("no".into()), MOST_CELLS).is_err());
        assert!(DrawnBoard::read(path.to_str().unwrap().into(), None, 3).is_err());
    }
}
