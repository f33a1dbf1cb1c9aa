//! Whole Expert games (30x16, 99 mines, first cell (0,0) safe) on one thread: games a second of each
//! fast player, the same boards for all. Then exactly optimal play of covered boards by the tree of all games.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use minesat::board::{Board, Grid};
use minesat::play::players::maker;
use minesat::play::rules::{Clues, OnMine, Rules, Start, Until};
use minesat::play::series::{BoardSource, Series};
use minesat::play::tree::{GameTree, table};

/// As in the program.
/// Games of one iteration: so many that lucky and unlucky boards even out.
const GAMES: u64 = 200;

fn play(c: &mut Criterion) {
    minesat_allocator::for_games();
    let rules = Rules {
        grid: Grid { rows: 16, cols: 30 },
        mines: 99,
        start: Start::Safe(0),
        on_mine: OnMine::End,
        until: Until::SafeOpen,
        total_known: true,
        clues: Clues::Exact,
    };
    let series = Series::new(rules, BoardSource::Seed(1));
    let mut group = c.benchmark_group("expert games");
    group.throughput(Throughput::Elements(GAMES));
    for name in ["sps", "advanced", "frontier", "pseq", "lookahead"] {
        let maker = maker(name).expect("a player");
        group.bench_function(name, |b| {
            b.iter(|| {
                (0..GAMES).for_each(|index| {
                    black_box(series.game(name, &maker, index, None).expect("rules that fit"));
                });
            });
        });
    }
}

fn tree(c: &mut Criterion) {
    let mut group = c.benchmark_group("tree of all games");
    for (rows, mines) in [(3, 5), (4, 3), (4, 4)] {
        let board = Board::covered(Grid { rows, cols: 4 }, Some(mines));
        let (table, _) = table(&board, 10_000).expect("a small board");
        group.bench_function(format!("{rows}x4, {mines} mines, {} models", table.models()), |b| {
            b.iter(|| black_box(GameTree::new(&table, u64::MAX).all()));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(5)).sample_size(10);
    targets = play, tree
}
criterion_main!(benches);
