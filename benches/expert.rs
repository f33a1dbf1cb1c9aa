//! A thousand stuck Expert positions (30x16, 99 mines), each from the board to all exact
//! probabilities: criterion's mean over all, then the median and the 99th percentile of a position.
//!
//! A position: a game opened at a 0 and played by single-clue rules; where they are stuck before
//! the given share of the safe cells is open, a random safe cell is opened as by a lucky guess.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use minesat::board::Board;
use minesat::engine::{Control, Engine, build};
use minesat::generate::{Params, instance};
use minesat::system::{System, ratio_to_f64};

const POSITIONS: u64 = 1000;
/// Shares of the safe cells open: just begun, middle, late.
const OPEN: [&str; 3] = ["0", "0.3", "0.5"];
/// Times a position is measured; the fastest counts, so that other work on the machine does not.
const REPEATS: usize = 5;

/// The positions of one share, from their seeds.
fn positions(open: &str) -> Vec<Board> {
    let settings = [("rows", "16"), ("cols", "30"), ("mines", "99"), ("open", open)];
    let params = Params::with("uniform", &settings).expect("parameters");
    (0..POSITIONS).map(|index| instance(&params, 1, index).expect("a position").board).collect()
}

/// All that `minesat count` would say of the cells.
fn probabilities(engine: &dyn Engine, board: &Board) -> Vec<f64> {
    let (system, _) = System::from_board(board);
    let count = engine.count(&system, &mut Control::default()).expect("no limits");
    count.cells.values.iter().map(|mined| ratio_to_f64(mined, &count.models)).collect()
}

fn expert(c: &mut Criterion) {
    let engine = build("frontier").expect("an engine");
    for open in OPEN {
        let boards = positions(open);
        let mut next = boards.iter().cycle();
        c.bench_function(&format!("stuck expert, open {open}"), |b| {
            b.iter(|| probabilities(engine.as_ref(), next.next().expect("endless")));
        });
        let fastest = |board: &Board| {
            let time = || {
                let start = Instant::now();
                black_box(probabilities(engine.as_ref(), board));
                start.elapsed()
            };
            (0..REPEATS).map(|_| time()).min().expect("repeats")
        };
        let mut times: Vec<Duration> = boards.iter().map(fastest).collect();
        times.sort_unstable();
        let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize];
        println!("    median {:?}, 99th percentile {:?}, largest {:?}", at(0.5), at(0.99), at(1.0));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(2)).sample_size(20);
    targets = expert
}
criterion_main!(benches);
