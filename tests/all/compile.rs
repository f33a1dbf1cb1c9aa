//! Compiled boards: golden boards, and solutions counted against models.

use minesat::board::Board;
use minesat::compile::assemble::ShownMines;
use minesat::compile::cnf::Formula;
use minesat::compile::layout::{Layout, compile};
use minesat::compile::library::{LIBRARIES, Library};
use minesat::engine::{Control, Decision, Limits, build};
use minesat::rng::Rng;
use minesat::system::{Count, System};

fn count(board: &Board) -> Count {
    let (system, _) = System::from_board(board);
    build("frontier").unwrap().count(&system, &mut Control::new(Limits::default())).unwrap()
}

/// `search` counts as `frontier` did, the number of models alone as well, and its model is one.
fn by_search(board: &Board, right: &Count) {
    let (system, _) = System::from_board(board);
    for spec in ["search", "search:order=dissection,twins=off", "search:collapse=off"] {
        let engine = build(spec).unwrap();
        let got = engine.count(&system, &mut Control::default()).unwrap();
        assert_eq!((&got.models, &got.tally), (&right.models, &right.tally), "{spec}");
        let differs = (0..system.cells).find(|&c| got.cells.mined(c) != right.cells.mined(c));
        assert_eq!(differs, None, "{spec}");
        assert_eq!(engine.models(&system, &mut Control::default()).as_ref(), Ok(&right.models), "{spec}");
        match engine.decide(&system, &mut Control::default()).unwrap() {
            Decision::Model(model) => assert!(system.is_model(&model), "{spec}"),
            other => assert_eq!((other, right.models.bits()), (Decision::Inconsistent, 0), "{spec}"),
        }
    }
}

fn models(formula: &Formula) -> u64 {
    let values = |bits: u64| (0..formula.variables).map(|v| bits >> v & 1 == 1).collect::<Vec<_>>();
    (0..1u64 << formula.variables).filter(|&bits| formula.holds(&values(bits))).count() as u64
}

#[test]
fn golden_boards() {
    let file: serde_json::Value = serde_json::from_str(include_str!("data/compiled.json")).unwrap();
    for vector in file.as_array().unwrap() {
        let clauses = serde_json::from_value(vector["clauses"].clone()).unwrap();
        let formula = Formula::new(vector["nvars"].as_u64().unwrap() as usize, clauses);
        let library = if vector["library"] == "P67" { "6x7" } else { "6x9" };
        let got = compile(&formula, &Library::named(library).unwrap(), Layout::Packed, ShownMines::Given).unwrap();
        let rows: Vec<String> = serde_json::from_value(vector["board"].clone()).unwrap();
        let rows: Vec<String> = rows.iter().map(|r| r.replace('*', "F")).collect();
        assert_eq!(got.board.row_strings(), rows, "{} {library}", vector["name"]);
        assert_eq!(u64::from(got.board.mines().unwrap()), vector["total_mines"].as_u64().unwrap());
        for (v, cell) in got.variables.iter().enumerate() {
            assert_eq!(serde_json::json!([cell.0, cell.1]), vector["var_cells"][(v + 1).to_string()]);
        }
    }
}

#[test]
fn solutions_are_models_and_the_total_adds_nothing() {
    let mut satisfiable = 0;
    for index in 0..500 {
        let mut rng = Rng::stream(0xc0f, index);
        let variables = rng.index(7);
        let mut clauses = Vec::new();
        for _ in 0..rng.index(9) {
            let len = if variables == 0 || rng.index(40) == 0 { 0 } else { 1 + rng.index(4) };
            let literal = |_| (1 + rng.index(variables) as i32) * if rng.chance(0.5) { 1 } else { -1 };
            clauses.push((0..len).map(literal).collect());
        }
        let formula = Formula::new(variables, clauses);
        let library = Library::named(LIBRARIES[index as usize % 3]).unwrap();
        let layout = [Layout::Plain, Layout::Packed, Layout::Ordered][index as usize / 3 % 3];
        let shown = if index % 5 == 0 { ShownMines::Hidden } else { ShownMines::Given };
        let board = compile(&formula, &library, layout, shown).unwrap().board;
        let expected = models(&formula);
        satisfiable += u32::from(expected > 0);
        let free = count(&board.clone().with_mines(None));
        assert_eq!(free.models, expected.into(), "{formula:?}");
        assert_eq!(count(&board).models, expected.into(), "{formula:?} with the total");
        // The engine that sees wires as one variable, and what the rest of a crossing follows from.
        if index % 4 == 0 {
            for board in [board.clone().with_mines(None), board] {
                by_search(&board, &count(&board));
            }
        }
    }
    assert!((100..450).contains(&satisfiable), "{satisfiable}");
}
