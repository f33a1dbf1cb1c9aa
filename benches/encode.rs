//! Writing a system as a formula with each encoding, and one classification by the SAT engine.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use minesat::board::Grid;
use minesat::encode::{ENCODINGS, EncodePlan, Floating, encode, find};
use minesat::engine::{Control, build};
use minesat::field::Field;
use minesat::rng::Rng;
use minesat::system::System;

/// A field of density 0.2 with a share of its safe cells open.
fn scattered(side: usize, share: f64) -> System {
    let mut rng = Rng::new(1);
    let grid = Grid { rows: side, cols: side };
    let field = Field::random(grid, grid.len() / 5, &[], &mut rng);
    let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(share)).collect();
    System::from_board(&field.board(&open, Some(field.count() as u32))).0
}

fn encodings(criterion: &mut Criterion) {
    let system = scattered(60, 0.3);
    let small = scattered(16, 0.3);
    let mut group = criterion.benchmark_group("encode");
    for method in ENCODINGS {
        let local =
            EncodePlan { local: method.encoding, total: None, floating: Floating::Slack, most_clauses: u64::MAX };
        group.bench_function(BenchmarkId::new("sums-60x60", method.name), |b| b.iter(|| encode(&system, &local)));
        let total = EncodePlan {
            local: find("binomial").expect("a row of the table").encoding,
            total: Some(method.encoding),
            floating: Floating::All,
            most_clauses: 1_000_000,
        };
        if encode(&small, &total).is_ok() {
            group.bench_function(BenchmarkId::new("total-16x16", method.name), |b| b.iter(|| encode(&small, &total)));
        }
    }
    group.finish();
}

fn classify(criterion: &mut Criterion) {
    let system = scattered(60, 0.3);
    let mut group = criterion.benchmark_group("sat");
    group.sample_size(10);
    for spec in ["sat", "sat:backbone=windows"] {
        let engine = build(spec).expect("a specification of the table");
        group.bench_function(BenchmarkId::new("classify-60x60", spec), |b| {
            b.iter(|| engine.classify(&system, &mut Control::default()));
        });
    }
    group.finish();
}

criterion_group!(benches, encodings, classify);
criterion_main!(benches);
