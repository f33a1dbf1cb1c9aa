//! Circuits as boards: every form, every library, every layout; solutions counted against the truth table.

use minesat::board::Board;
use minesat::compile::circuit::{Circuit, Edge, expression};
use minesat::compile::layout::Layout;
use minesat::compile::library::{LIBRARIES, Library};
use minesat::compile::problem::{BoardQuestion, CompileOptions, CompiledBoard, Problem, ProblemFormat, Via};
use minesat::engine::{Control, build};
use minesat::rng::Rng;
use minesat::system::{CellMap, Count, System};

const LAYOUTS: [Layout; 3] = [Layout::Plain, Layout::Packed, Layout::Ordered];
const VIAS: [Via; 2] = [Via::Gates, Via::Clauses];

fn count(board: &Board) -> (Count, CellMap) {
    let (system, map) = System::from_board(board);
    (build("frontier").unwrap().count(&system, &mut Control::default()).unwrap(), map)
}

fn read(file: &str) -> Circuit {
    let path = format!("{}/instances/formulas/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    match Problem::parse(&text, file, ProblemFormat::of(file).unwrap()).unwrap() {
        Problem::Circuit(circuit) => circuit,
        Problem::Clauses(_) => panic!("{file} is no circuit"),
    }
}

fn satisfying(circuit: &Circuit) -> Vec<Vec<bool>> {
    let n = circuit.inputs.len();
    let bits = |k: u32| (0..n).map(|i| k >> i & 1 == 1).collect::<Vec<_>>();
    (0..1u32 << n).map(bits).filter(|values| circuit.holds(values)).collect()
}

/// The board has a solution for each satisfying input, of the predicted number of mines, with every named
/// value in its cell.
fn check(circuit: &Circuit, library: &Library, options: CompileOptions) -> CompiledBoard {
    let compiled = Problem::Circuit(circuit.clone()).compile(library, &options).unwrap();
    let expected = satisfying(circuit);
    let what = format!("{} {options:?} {circuit:?}", library.name);
    let (with_total, map) = count(&compiled.board);
    let (free, _) = count(&compiled.board.clone().with_mines(None));
    assert_eq!(free.models, expected.len().into(), "{what}");
    assert_eq!(with_total.models, expected.len().into(), "{what}");
    let grid = compiled.board.grid();
    let variable =
        |place: (usize, usize)| map.cells.iter().position(|&c| c as usize == grid.at(place.0, place.1)).unwrap();
    let true_in = |read: &dyn Fn(&[bool]) -> bool| expected.iter().filter(|values| read(values)).count();
    let mined = |place| with_total.cells.mined(variable(place)).clone();
    for (index, &place) in compiled.variables.iter().enumerate().filter(|_| !expected.is_empty()) {
        assert_eq!(mined(place), true_in(&|values| values[index]).into(), "input {index} of {what}");
    }
    for ((name, place), (_, edge)) in compiled.outputs.iter().zip(&circuit.outputs).filter(|_| !expected.is_empty()) {
        let value = |values: &[bool]| circuit.values(values)[edge.node()] ^ edge.is_complemented();
        assert_eq!(mined(*place), true_in(&value).into(), "output {name} of {what}");
    }
    compiled
}

fn check_everywhere(circuit: &Circuit) {
    for library in LIBRARIES {
        let library = Library::named(library).unwrap();
        for (layout, via) in LAYOUTS.into_iter().flat_map(|l| VIAS.map(|v| (l, v))) {
            check(circuit, &library, CompileOptions { layout, via, ..CompileOptions::default() });
        }
    }
}

#[test]
fn files_of_every_form() {
    for file in ["full-adder.bench", "multiplier-2x2.blif", "half-adder.aag", "example.expr"] {
        check_everywhere(&read(file));
    }
    let adder = read("full-adder.bench");
    for values in satisfying(&adder) {
        let sum: u32 = values.iter().map(|&v| u32::from(v)).sum();
        let at = |i: usize| {
            let edge: Edge = adder.outputs[i].1;
            adder.values(&values)[edge.node()] ^ edge.is_complemented()
        };
        assert_eq!((at(0), at(1)), (sum % 2 == 1, sum >= 2));
    }
}

#[test]
fn the_multiplier_factors() {
    for (product, solutions) in [(6, 2), (9, 1), (5, 0), (4, 1), (0, 7)] {
        let mut circuit = read("multiplier-2x2.blif");
        circuit.fix("p", &product.to_string()).unwrap();
        assert_eq!(satisfying(&circuit).len(), solutions, "{product}");
        check_everywhere(&circuit);
    }
}

fn random_circuit(rng: &mut Rng) -> Circuit {
    let mut circuit = Circuit::default();
    let mut edges = vec![Edge::FALSE];
    (0..=rng.index(5)).for_each(|i| edges.push(circuit.input(&format!("x{i}"))));
    for _ in 0..rng.index(12) {
        let mut pick = || edges[rng.index(edges.len())].complemented(rng.chance(0.5));
        let (a, b) = (pick(), pick());
        edges.push(if rng.chance(0.3) { circuit.xor(a, b) } else { circuit.and(a, b) });
    }
    for name in ["y", "z"] {
        circuit.outputs.push((name.into(), edges[rng.index(edges.len())].complemented(rng.chance(0.5))));
    }
    for _ in 0..rng.index(3) {
        circuit.demands.push(edges[rng.index(edges.len())].complemented(rng.chance(0.5)));
    }
    circuit
}

#[test]
fn random_circuits() {
    let libraries = LIBRARIES.map(|name| Library::named(name).unwrap());
    let mut consistent = 0;
    for index in 0..300usize {
        let circuit = random_circuit(&mut Rng::stream(0xc1c, index as u64));
        let (layout, via) = (LAYOUTS[index % 3], VIAS[index / 3 % 2]);
        consistent += usize::from(!satisfying(&circuit).is_empty());
        check(&circuit, &libraries[index / 6 % 3], CompileOptions { layout, via, ..CompileOptions::default() });
    }
    assert!((100..290).contains(&consistent), "{consistent}");
}

#[test]
fn sizes_follow_their_formulas() {
    for index in 0..60 {
        let circuit = random_circuit(&mut Rng::stream(0x51e, index)).simplified(false);
        let named = circuit.outputs.iter().map(|o| o.1).chain(circuit.demands.iter().copied());
        let constant = usize::from(named.clone().any(|e| e.node() == 0));
        let contradiction = circuit.demands.iter().any(|&e| circuit.demands.contains(&!e));
        for library in LIBRARIES {
            let library = Library::named(library).unwrap();
            let size = |layout| {
                let options = CompileOptions { layout, via: Via::Gates, ..CompileOptions::default() };
                Problem::Circuit(circuit.clone()).compile(&library, &options).unwrap().board.grid()
            };
            let plain = size(Layout::Plain);
            if constant == 0 && !contradiction {
                assert_eq!(plain.rows, library.frame.0 * (circuit.inputs.len() + circuit.gates()));
                assert_eq!(plain.cols, library.frame.1 * (circuit.gates() + 2));
            }
            assert!(size(Layout::Packed).len() <= plain.len());
            assert!(size(Layout::Ordered).len() <= size(Layout::Packed).len());
        }
    }
}

/// The cell is a mine in as many solutions as the formula has models: safe if and only if there are none.
#[test]
fn inference_boards_ask_about_one_cell() {
    let library = Library::named("6x7").unwrap();
    let mut unsatisfiable = 0;
    for index in 0..80 {
        let mut rng = Rng::stream(0x1f, index);
        let circuit = random_circuit(&mut rng);
        let circuits = VIAS.map(|via| (Problem::Circuit(circuit.clone()), via));
        let clauses = circuit.clone().simplified(true);
        let formula = Problem::Circuit(clauses).formula();
        let by_clauses = (formula.variables < 9).then_some((Problem::Clauses(formula), Via::Auto));
        unsatisfiable += usize::from(satisfying(&circuit).is_empty());
        for (problem, via) in circuits.into_iter().chain(by_clauses) {
            let options = CompileOptions { via, ask: BoardQuestion::Inference, ..CompileOptions::default() };
            let compiled = problem.compile(&library, &options).unwrap();
            let (found, map) = count(&compiled.board);
            let (row, col) = compiled.question.unwrap();
            let cell = compiled.board.grid().at(row, col);
            let variable = map.cells.iter().position(|&c| c as usize == cell).unwrap();
            let models = satisfying(&circuit).len();
            assert_eq!(*found.cells.mined(variable), models.into(), "{problem:?} via {via:?}");
            let all = 1usize << problem.variables();
            let free = if matches!(problem, Problem::Clauses(_)) { all + models } else { all };
            assert_eq!(found.models, free.into(), "{problem:?} via {via:?}");
        }
    }
    assert!(unsatisfiable > 5);
}

#[test]
fn nothing_and_contradictions() {
    for (text, solutions) in
        [("", 1u32), ("0", 0), ("1", 1), ("a; !a", 0), ("inputs a b", 4), ("s = 1", 1), ("a | !a", 2)]
    {
        let circuit = expression::parse(text, "t").unwrap();
        assert_eq!(satisfying(&circuit).len() as u32, solutions, "{text}");
        check_everywhere(&circuit);
    }
}
