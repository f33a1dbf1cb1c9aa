//! Expert games that the studies of `lookahead` have in common.

use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use minesat::bench::this_machine;
use minesat::play::Rules;
use minesat::play::rules::Start;
use minesat::play::tracker::Neighbours;
use rayon::prelude::*;

/// The revision that this program was built from.
const REVISION: &str =
    git_version::git_version!(args = ["--always", "--abbrev=12", "--dirty=-modified"], fallback = "unknown");

/// Games of Expert from one first cell.
pub struct Games {
    pub rules: Rules,
    /// The first cell in words.
    pub first: &'static str,
    pub around: Arc<Neighbours>,
    pub seed: u64,
}

impl Games {
    /// `safe`, which nothing said is as well, or `zero`.
    pub fn new(start: Option<&str>, seed: u64) -> Option<Games> {
        let (start, first) = match start {
            None | Some("safe") => (Start::Safe(0), "(0,0), safe"),
            Some("zero") => (Start::Zero(93), "(3,3), a 0"),
            Some(_) => return None,
        };
        let rules = Rules::expert(start);
        Some(Games { rules, first, around: Arc::new(Neighbours::new(rules.grid)), seed })
    }
}

/// What is found in each of the first `games` games, in their order; on all threads, with a progress bar.
pub fn of_all<T: Send>(games: u64, find: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left").expect("a template");
    let bar = ProgressBar::new(games).with_style(style);
    let each = |index: u64| {
        let found = find(index);
        bar.inc(1);
        found
    };
    let all = (0..games).into_par_iter().map(each).collect();
    bar.finish_and_clear();
    all
}

/// The last line of a report.
pub fn made_by(name: &str, words: &[String]) -> String {
    let (words, cpu) = (words.join(" "), this_machine().cpu);
    format!("Made by `scripts/play-experiments.sh {name}` (`{name} {words}`), revision {REVISION} on {cpu}.")
}
