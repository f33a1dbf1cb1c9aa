//! A bench plan written in code, run, and reported: records, tables and plots in a folder.
//! `cargo run --release --example plan-in-code -- [FOLDER]`

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use minesat::answer::Query;
use minesat::bench::plan::BenchPlan;
use minesat::bench::record::{ClassStore, read_records};
use minesat::bench::{OnExisting, RunOptions, Unwatched, run};
use minesat::board::Grid;
use minesat::field::Field;
use minesat::instance::{Instance, InstanceWriter};
use minesat::report;
use minesat::rng::Rng;

/// Twenty boards of 9 x 9 cells with 10 mines, opened from the corner.
fn boards(path: &Path) -> std::io::Result<()> {
    let mut file = InstanceWriter::create(path)?;
    let grid = Grid { rows: 9, cols: 9 };
    for index in 0..20 {
        let field = Field::random(grid, 10, &[0, 1, 9, 10], &mut Rng::stream(1, index));
        let mut open = vec![false; grid.len()];
        field.open_from(0, &mut open);
        file.write(&Instance::bare(&format!("corner-{index}"), field.board(&open, Some(10))))?;
    }
    file.finish()
}

fn measure(folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(folder)?;
    let instances = folder.join("boards.jsonl");
    boards(&instances)?;

    let mut plan = BenchPlan::new("Three ways to classify");
    let group = &mut plan.groups[0];
    group.instances = vec![instances.display().to_string()];
    group.engines = ["frontier", "backtrack:best", "sat:local=sequential"].map(String::from).into();
    group.queries = vec![Query::Classify];
    group.timeout = Duration::from_secs(2);

    let records = folder.join("records.jsonl");
    let command = vec!["plan-in-code".to_string()];
    let options = RunOptions {
        records: records.clone(),
        start: OnExisting::Restart,
        jobs: 1,
        oversubscribe: false,
        seed: 1,
        shard: None,
        command,
    };
    let summary = run(&plan, &options, &Unwatched)?;
    println!("{} measurements, {} disagreements", summary.made, summary.disagreements.len());

    let records = records.display().to_string();
    let page = report::make(&[read_records(&records)?], ClassStore::nowhere(), &report::ReportOptions::default());
    report::write(&page, folder)?;
    println!("{}", folder.join("report.html").display());
    Ok(())
}

fn main() -> ExitCode {
    // Every measurement is a process of its own: this program again, called as `minesat measure`.
    if std::env::args().nth(1).as_deref() == Some("measure") {
        return minesat_cli::main("unknown");
    }
    let folder = std::env::args().nth(1).map_or_else(|| std::env::temp_dir().join("plan-in-code"), PathBuf::from);
    match measure(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
