//! One full exact count: everything from the system to per-cell counts.

mod positions;

use criterion::{Criterion, criterion_group, criterion_main};
use minesat::engine::{Control, build};
use minesat::system::System;

fn sweeps(c: &mut Criterion) {
    let boards =
        [("stuck expert", positions::stuck(16, 30, 99, 3)), ("scatter 24x24", positions::scatter(24, 24, 0.2, 0.3, 1))];
    for (name, board) in boards {
        let (system, _) = System::from_board(&board);
        for spec in ["frontier", "frontier:cells"] {
            if name.starts_with("scatter") && spec != "frontier" {
                continue;
            }
            let engine = build(spec).expect("an engine");
            c.bench_function(&format!("{name}, {spec}"), |b| b.iter(|| engine.count(&system, &mut Control::default())));
        }
    }
}

criterion_group!(benches, sweeps);
criterion_main!(benches);
