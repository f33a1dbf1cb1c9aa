//! The games of one player in parts. Each part is kept when it ends, so that a kill loses seconds of work.

use std::ops::Range;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::CliError;
use crate::play::PlayerFactory;
use crate::play::record::GameRecord;
use crate::play::series::Series;
use crate::study::UnderWay;

/// Most games of a part.
const MOST_PART_GAMES: u64 = 256;

/// After a part that takes longer the next is smaller; after one that takes less than half of it, larger.
const LONG: Duration = Duration::from_secs(2);

/// Plays the games that `run` does not have yet; returns all records in the order of the games.
pub fn play(
    series: &Series,
    name: &str,
    maker: &PlayerFactory,
    games: Range<u64>,
    mut run: Option<&mut UnderWay<Vec<GameRecord>>>,
) -> Result<Vec<GameRecord>, CliError> {
    let bar = ProgressBar::new(games.end.saturating_sub(games.start));
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {elapsed} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(name.to_string());
    bar.enable_steady_tick(Duration::from_millis(500));
    let least = (rayon::current_num_threads() as u64).min(MOST_PART_GAMES);
    let (mut all, mut won, mut size) = (Vec::new(), 0, least);
    let mut start = games.start;
    while start < games.end {
        let began = Instant::now();
        let next = start..games.end.min(start.saturating_add(size));
        let play = || series.games(name, maker, next.clone(), &|| bar.inc(1)).map_err(CliError::usage);
        let part = run.as_deref_mut().map_or_else(|| Ok(play()), |run| run.next(play))??;
        won += part.iter().filter(|r| r.won()).count();
        start += part.len() as u64;
        all.extend(part);
        bar.set_position(all.len() as u64);
        bar.set_message(format!("{name} {:.2} %", won as f64 / all.len() as f64 * 100.0));
        size = match began.elapsed() {
            took if took > LONG => (size / 2).max(least),
            took if took < LONG / 2 => (size * 2).min(MOST_PART_GAMES),
            _ => size,
        };
    }
    bar.finish_and_clear();
    Ok(all)
}
