//! What a search for hard boards came to, for people and as JSON.

use std::io::{self, Write, stdout};
use std::path::Path;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde_json::json;

use crate::cli::shared::draw;
use crate::cli::write_line;
use crate::hardest::{ArchivedBoard, BoardEvolution, FinishedEvolution, NoEffort, instances, wanted};
use crate::lines::visible;

/// A number of a board: whole, or with three digits.
pub fn number(value: f64) -> String {
    match value {
        _ if value.fract() == 0.0 => format!("{value:.0}"),
        _ if value >= 100.0 => format!("{value:.0}"),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Columns of the widest board that is shown.
const MOST_COLUMNS: usize = 80;

fn several(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The summary, the tables and the best board.
pub fn text(finished: &FinishedEvolution, file: &Path) -> io::Result<()> {
    let evolution = &finished.evolution;
    let boards = wanted(evolution);
    let mut out = anstream::AutoStream::auto(stdout());
    for line in summary(finished, boards.first().copied()) {
        writeln!(out, "{}", visible(&line))?;
    }
    writeln!(out, "\n{}\n\n{}", course(evolution), archive(finished, &boards))?;
    let drawn = boards.first().map(|best| best.board.board()).filter(|board| board.grid().cols <= MOST_COLUMNS);
    if let Some(board) = drawn {
        let total = board.mines().map_or("total unknown".into(), |mines| format!("{mines} mines"));
        write!(out, "\nthe best board, {total}:\n{}", draw::board(&board))?;
    }
    writeln!(out, "\n{}: {}", several(boards.len(), "board"), file.display())
}

/// The answer in sentences.
fn summary(finished: &FinishedEvolution, best: Option<&ArchivedBoard>) -> Vec<String> {
    let evolution = &finished.evolution;
    let plan = evolution.plan();
    let mut lines = Vec::new();
    let Some((best, start)) = best.zip(evolution.course().first()) else { return lines };
    let engine = &plan.engine;
    let effort = |spec: &str, effort: u64, unit: &str| format!("{spec} {effort} ({unit})");
    let mut efforts = effort(engine, best.effort.engine, finished.units[0]);
    if let Some(other) = best.effort.other {
        let spec = plan.against.as_deref().unwrap_or_default();
        efforts += &format!(", {}", effort(spec, other, finished.units[1]));
    }
    let median = number(start.median());
    let ratio = number(plan.terms.ratio(&best.effort).unwrap_or(0.0));
    lines.push(match (plan.terms.factor, plan.objective.name) {
        (Some(_), _) if plan.terms.reached(&best.effort) => {
            format!("The smallest board has {} covered cells: {efforts}, ratio {ratio}.", best.board.covered())
        }
        (Some(factor), _) => format!("No board reached the factor {factor}. The largest ratio is {ratio}: {efforts}."),
        (None, "ratio") => {
            format!("The best board has ratio {ratio}: {efforts}. The median of the starts is {median}.")
        }
        (None, "tree-width") => {
            let width = best.effort.width.unwrap_or(0);
            format!("The best board has tree width {width}: {efforts}. The median of the starts is {median}.")
        }
        (None, _) => format!("The best board: {efforts}. The median of the starts is {median}."),
    });
    let candidates = several(evolution.step() as usize, "candidate");
    lines.push(format!("{candidates} after {}.", several(start.now.len(), "start")));
    if !evolution.void_text().is_empty() {
        lines.push(format!("Left out: {}.", evolution.void_text()));
    }
    if evolution.void(NoEffort::Limit) > 0 {
        lines.push(format!(
            "Boards above {} are out of reach of this search: --nodes sets the limit.",
            plan.limits.effort
        ));
    }
    if evolution.void(NoEffort::Time) + evolution.void(NoEffort::Memory) > 0 {
        lines.push("Time or memory stopped some: another machine may find other boards.".into());
    }
    lines
}

fn table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(heads.iter().map(|head| visible(head)));
    table.add_rows(rows);
    table.column_iter_mut().for_each(|column| {
        column.set_cell_alignment(CellAlignment::Right);
    });
    table
}

/// Where the evolving boards stood.
fn course(evolution: &BoardEvolution) -> Table {
    let value = evolution.plan().objective.value;
    let heads = ["step", "worst", "median", "best", "best so far"];
    let heads: Vec<String> = heads
        .iter()
        .enumerate()
        .map(|(at, head)| if at == 1 { format!("{value}: {head}") } else { (*head).into() })
        .collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let rows = evolution.course().iter().map(|row| {
        let [first, last] = [row.now.first(), row.now.last()].map(|value| number(value.copied().unwrap_or(0.0)));
        vec![row.step.to_string(), first, number(row.median()), last, number(row.best)]
    });
    table(&heads, rows)
}

/// The boards.
fn archive(finished: &FinishedEvolution, boards: &[&ArchivedBoard]) -> Table {
    let plan = finished.evolution.plan();
    let mut heads = vec![format!("{} ({})", plan.engine, finished.units[0])];
    if let Some(other) = &plan.against {
        heads.extend([format!("{other} ({})", finished.units[1]), "ratio".into()]);
    }
    heads.extend(["covered", "clues", "step"].map(String::from));
    if plan.objective.needs_width {
        heads.insert(0, "tree width".into());
    }
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let rows = boards.iter().map(|found| {
        let effort = &found.effort;
        let numbers = [effort.width.filter(|_| plan.objective.needs_width), Some(effort.engine), effort.other];
        let mut row: Vec<String> = numbers.iter().flatten().map(u64::to_string).collect();
        row.extend(plan.terms.ratio(effort).map(number));
        let covered = found.board.covered();
        let clues = found.board.open.len() as u64 - covered;
        row.extend([covered, clues, found.step].map(|n| n.to_string()));
        row
    });
    table(&heads, rows)
}

/// All of it in one line.
pub fn json(finished: &FinishedEvolution, file: &Path) -> io::Result<()> {
    let evolution = &finished.evolution;
    let plan = evolution.plan();
    let void: serde_json::Map<String, serde_json::Value> = NoEffort::ALL
        .iter()
        .filter_map(|(why, _)| Some((serde_json::to_value(why).ok()?.as_str()?.into(), evolution.void(*why).into())))
        .collect();
    let course = evolution.course().iter();
    let course: Vec<serde_json::Value> =
        course.map(|row| json!({"step": row.step, "now": row.now, "median": row.median(), "best": row.best})).collect();
    let boards: Vec<serde_json::Value> = instances(evolution).iter().map(crate::instance::Instance::to_json).collect();
    let line = json!({
        "command": plan.command(),
        "objective": plan.objective.name,
        "engine": plan.engine,
        "against": plan.against,
        "units": finished.units,
        "steps": evolution.step(),
        "drawn": evolution.drawn(),
        "void": void,
        "course": course,
        "file": crate::file_name::text(file),
        "boards": boards,
    });
    write_line(line.to_string())
}

/// The schema of that line.
#[cfg(feature = "schema")]
pub fn line_schema() -> crate::schema::Schema {
    // The boards are a format of their own, here inside of another.
    let mut board = crate::hardest::line_schema();
    board.remove("$schema");
    let definitions = board.remove("$defs");
    let number = || json!({ "type": "integer", "minimum": 0 });
    let course = json!({
        "type": "object",
        "properties": {
            "step": number(),
            "now": { "type": "array", "items": { "type": "number" } },
            "median": { "type": "number" },
            "best": { "type": "number" },
        },
        "required": ["step", "now", "median", "best"],
        "additionalProperties": false,
    });
    let mut schema = crate::schema::object(
        json!({
            "command": { "type": "string" },
            "objective": { "type": "string" },
            "engine": { "type": "string" },
            "against": { "type": ["string", "null"] },
            "units": { "type": "array", "items": { "type": "string" }, "description": "What the effort of each engine counts." },
            "steps": number(),
            "drawn": number(),
            "void": { "type": "object", "additionalProperties": number(), "description": "Candidates without numbers." },
            "course": { "type": "array", "items": course },
            "file": { "type": "string" },
            "boards": { "type": "array", "items": board },
        }),
        &["command", "objective", "engine", "against", "units", "steps", "drawn", "void", "course", "file", "boards"],
    );
    if let Some(definitions) = definitions {
        schema.insert("$defs".into(), definitions);
    }
    schema
}
