//! The printed results of games: a row per player, and the players compared in pairs.

use std::io::{Write, stdout};

use crate::cli::CliError;
use crate::play::record::GameRecord;
use crate::play::statistics::{mcnemar, wilson};
use crate::report::table;

pub(super) fn print(results: &[(String, Vec<GameRecord>, f64)]) -> Result<(), CliError> {
    let head = [
        "player",
        "games",
        "won",
        "%",
        "95 % interval",
        "score",
        "guesses",
        "single",
        "pair",
        "other",
        "nodes",
        "CPU seconds",
        "games per CPU second",
    ];
    let row = |(name, records, _): &(String, Vec<GameRecord>, f64)| {
        let n = records.len() as u64;
        let won = records.iter().filter(|r| r.won()).count() as u64;
        let (low, high) = wilson(won, n);
        let mean = |of: &dyn Fn(&GameRecord) -> f64| records.iter().map(of).sum::<f64>() / n.max(1) as f64;
        let moves =
            |record: &GameRecord, names: &[&str]| names.iter().filter_map(|n| record.moves.get(*n)).sum::<u64>() as f64;
        let seconds: f64 = records.iter().map(|r| r.seconds).sum();
        vec![
            name.clone(),
            n.to_string(),
            won.to_string(),
            format!("{:.3}", won as f64 / n.max(1) as f64 * 100.0),
            format!("{:.3} to {:.3}", low * 100.0, high * 100.0),
            format!("{:.2}", mean(&|r| r.score)),
            format!("{:.2}", mean(&|r| r.guesses as f64)),
            format!("{:.1}", mean(&|r| moves(r, &["single_point"]))),
            format!("{:.1}", mean(&|r| moves(r, &["pair"]))),
            format!("{:.1}", mean(&|r| moves(r, &["rules", "models", "total"]))),
            if records.iter().any(|r| r.nodes.is_some()) {
                format!("{:.0}", mean(&|r| r.nodes.unwrap_or(0) as f64))
            } else {
                "-".into()
            },
            format!("{seconds:.2}"),
            format!("{:.0}", n as f64 / seconds.max(1e-9)),
        ]
    };
    write!(stdout(), "{}", table(&head.map(String::from), results.iter().map(row)))?;
    for (i, (a, first, _)) in results.iter().enumerate() {
        for (b, second, _) in &results[i + 1..] {
            let only = |x: &[GameRecord], y: &[GameRecord]| {
                x.iter().zip(y).filter(|(p, q)| p.won() && !q.won()).count() as u64
            };
            let (left, right) = (only(first, second), only(second, first));
            let p = mcnemar(left, right);
            let p = if p < 1e-4 { "< 0.0001".into() } else { format!("= {p:.4}") };
            writeln!(stdout(), "{a} alone won {left}, {b} alone won {right}: McNemar p {p}")?;
        }
    }
    Ok(())
}
