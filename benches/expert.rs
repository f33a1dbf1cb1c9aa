//! A thousand stuck Expert positions (30x16, 99 mines), each from the board to all exact
//! probabilities: criterion's mean over all, then the median and the 99th percentile of a position.
//!
//! Stuck means that no covered cell is certainly safe, the total included (`play::stuck`): all that
//! is certain is opened, and of guesses those that come off. Position i is the first of its game
//! with at least (i mod 10) / 10 of the safe cells open, so the positions are spread over whole
//! games; the stages are told apart as well: begun (under 0.3), middle, late (from 0.7).

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use minesat::board::{Board, Grid};
use minesat::engine::{Control, Engine, build};
use minesat::play::stuck::Games;
use minesat::system::{System, ratio_to_f64};

const POSITIONS: usize = 1000;
/// Rounds over all positions; of each position the fastest time counts, so that other work on the
/// machine does not. In rounds, because a position repeated at once would find caches and branch
/// predictors trained on itself.
const ROUNDS: usize = 7;

/// The positions by tenths of the safe cells open.
fn positions() -> Vec<(usize, Board)> {
    let games = |tenth| Games { grid: Grid { rows: 16, cols: 30 }, mines: 99, seed: 1 + tenth as u64 };
    let of = |tenth: usize| {
        let stuck = games(tenth).all_stuck(tenth as f64 / 10.0).take(POSITIONS / 10);
        stuck.map(move |found| (tenth, found.expect("a game of Expert").1))
    };
    (0..10).flat_map(of).collect()
}

/// All that `minesat count` would say of the cells.
fn probabilities(engine: &dyn Engine, board: &Board) -> Vec<f64> {
    let (system, _) = System::from_board(board);
    let count = engine.count(&system, &mut Control::default()).expect("no limits");
    count.cells.values.iter().map(|mined| ratio_to_f64(mined, &count.models)).collect()
}

fn expert(c: &mut Criterion) {
    let engine = build("frontier").expect("an engine");
    let boards = positions();
    let mut times: Vec<(usize, Duration)> = boards.iter().map(|(tenth, _)| (*tenth, Duration::MAX)).collect();
    for _ in 0..ROUNDS {
        for ((_, board), (_, fastest)) in boards.iter().zip(&mut times) {
            let start = Instant::now();
            black_box(probabilities(engine.as_ref(), board));
            *fastest = start.elapsed().min(*fastest);
        }
    }
    for (stage, tenths) in [("all", 0..10), ("begun", 0..3), ("middle", 3..7), ("late", 7..10)] {
        let mut times: Vec<Duration> = times.iter().filter(|t| tenths.contains(&t.0)).map(|t| t.1).collect();
        times.sort_unstable();
        let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize];
        let (n, median, high, most) = (times.len(), at(0.5), at(0.99), at(1.0));
        println!("{stage}: {n} positions, median {median:?}, 99th percentile {high:?}, largest {most:?}");
    }
    let mut next = boards.iter().cycle();
    c.bench_function("stuck expert", |b| {
        b.iter(|| probabilities(engine.as_ref(), &next.next().expect("endless").1));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(2)).sample_size(20);
    targets = expert
}
criterion_main!(benches);
