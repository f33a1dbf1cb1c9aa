//! Relaxations: build and solve once, all bounds, one certificate; and the 0/1 program.

use criterion::{Criterion, criterion_group, criterion_main};
use minesat::board::Grid;
use minesat::engine::lp::certify;
use minesat::engine::{Control, Verdict, build};
use minesat::field::Field;
use minesat::rng::Rng;
use minesat::system::System;

/// A random position of density 0.2 with 30 % of the safe cells open.
fn scatter(size: usize) -> System {
    let mut rng = Rng::new(5);
    let grid = Grid { rows: size, cols: size };
    let field = Field::random(grid, size * size / 5, &[], &mut rng);
    let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(0.3)).collect();
    System::from_board(&field.board(&open, None)).0
}

fn benches(c: &mut Criterion) {
    let system = scatter(40);
    let engine = |spec: &str| build(spec).unwrap_or_else(|e| panic!("{e}"));
    let mut group = c.benchmark_group("lp 40x40");
    group.sample_size(10);
    for (name, spec) in [("reduced", "lp"), ("raw", "lp:reduce=off")] {
        let lp = engine(spec);
        group.bench_function(format!("build and solve, {name}"), |b| {
            b.iter(|| lp.decide(&system, &mut Control::default()));
        });
        group.bench_function(format!("all bounds, {name}"), |b| {
            b.iter(|| lp.classify(&system, &mut Control::default()));
        });
    }
    let ilp = engine("ilp");
    group.bench_function("0/1 program, all cells", |b| {
        b.iter(|| ilp.classify(&system, &mut Control::default()));
    });
    if let Ok(minesat::engine::Classes::Cells(cells)) = ilp.classify(&system, &mut Control::default())
        && let Some(cell) = cells.iter().position(|v| *v == Verdict::Safe)
    {
        group.bench_function("certificate of one cell", |b| {
            b.iter(|| certify(&system, Some((cell as u32, true)), &mut Control::default()));
        });
    }
    group.finish();
}

criterion_group!(lp, benches);
criterion_main!(lp);
