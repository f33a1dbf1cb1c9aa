//! Propagation: nodes per second of forward checking and of arc consistency on one board.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use minesat::board::Grid;
use minesat::engine::{Control, Engine, build};
use minesat::field::Field;
use minesat::rng::Rng;
use minesat::system::System;

/// 12 x 12 with 25 mines and a third of the safe cells open: a wide two-dimensional frontier.
fn system() -> System {
    let mut rng = Rng::new(5);
    let grid = Grid { rows: 12, cols: 12 };
    let field = Field::random(grid, 25, &[], &mut rng);
    let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(0.33)).collect();
    System::from_board(&field.board(&open, Some(25))).0
}

fn nodes(engine: &dyn Engine, system: &System) -> u64 {
    let mut control = Control::default();
    engine.classify(system, &mut control).expect("no limit is set");
    control.nodes()
}

fn propagation(criterion: &mut Criterion) {
    let system = system();
    let mut group = criterion.benchmark_group("propagation");
    for check in ["forward", "arc"] {
        let engine = build(&format!("backtrack:check={check}")).expect("a known combination");
        group.throughput(Throughput::Elements(nodes(engine.as_ref(), &system)));
        group.bench_function(check, |bencher| bencher.iter(|| nodes(engine.as_ref(), &system)));
    }
    group.finish();
}

criterion_group!(benches, propagation);
criterion_main!(benches);
