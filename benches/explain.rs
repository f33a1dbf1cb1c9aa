//! Why is this cell certain? Certain cells of Expert positions (30x16, 99 mines) at which single clues and pairs say
//! nothing more, each from the board to its explanation; the median and the 99th percentile of a cell.

mod positions;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use minesat::board::Board;
use minesat::engine::{Classes, Control, build};
use minesat::explain::{ExplainOptions, explain};
use minesat::system::System;

fn certain(board: &Board) -> Vec<(usize, usize)> {
    let (system, map) = System::from_board(board);
    let classes = build("frontier").expect("an engine").classify(&system, &mut Control::default()).expect("no limits");
    let Classes::Cells(cells) = classes else { panic!("a game has a solution") };
    (0..system.cells).filter(|&c| cells[c].is_certain()).map(|c| map.position(c)).collect()
}

fn bench(c: &mut Criterion) {
    let boards = (0..300).map(|seed| positions::stuck(16, 30, 99, seed));
    let cells: Vec<(Board, (usize, usize))> = boards
        .flat_map(|board| certain(&board).into_iter().map(|at| (board.clone(), at)).collect::<Vec<_>>())
        .collect();
    let answer = |(board, at): &(Board, (usize, usize))| {
        explain(board, *at, &ExplainOptions::default(), &mut Control::default()).expect("no limits")
    };
    let mut times: Vec<(Duration, usize)> = Vec::new();
    for cell in &cells {
        let begun = Instant::now();
        let found = black_box(answer(cell));
        times.push((begun.elapsed(), found.clues.len()));
    }
    for (least, name) in [(0, "all"), (2, "of more than one clue"), (3, "of more than two")] {
        let mut of: Vec<Duration> = times.iter().filter(|t| t.1 >= least).map(|t| t.0).collect();
        of.sort_unstable();
        let Some(last) = of.len().checked_sub(1) else { continue };
        let at = |share: f64| of[(share * last as f64) as usize];
        println!(
            "{name}: {} cells, median {:?}, 99th percentile {:?}, largest {:?}",
            of.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
    let mut next = cells.iter().cycle();
    c.bench_function("explain expert", |b| b.iter(|| answer(next.next().expect("endless"))));
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(2)).sample_size(10);
    targets = bench
}
criterion_main!(benches);
