//! The noise of a comparison, from an engine that the plan names twice (A/A).

use super::compare::{ratio, test};
use crate::bench::plan::unlabelled;
use crate::report::Data;

/// Differences up to this factor count as noise where no engine is named twice.
const UNMEASURED: f64 = 1.05;

/// Least factor: clocks and caches of a quiet machine differ by as much from one hour to the next.
const LEAST: f64 = 1.01;

/// What counts as noise.
pub struct Noise {
    /// Ratios of mean times up to this one are no difference.
    pub floor: f64,
    /// The pairs that it was measured on.
    pub twins: Vec<Twins>,
}

/// The same engine twice.
pub struct Twins {
    /// Names of both.
    pub names: (String, String),
    /// Ratio of their times: the ends of its 95 % interval.
    pub interval: (f64, f64),
    /// Wilcoxon's test.
    pub p: f64,
    /// Boards with times of both.
    pub boards: usize,
}

impl Noise {
    /// The noise of some engines for a query: the interval of the time ratio of every pair that is one engine, at its
    /// farthest from 1.
    pub fn of(data: &Data, query: usize, engines: &[usize]) -> Noise {
        let mut twins = Vec::new();
        for (at, &a) in engines.iter().enumerate() {
            for &b in &engines[at + 1..] {
                if unlabelled(&data.engines[a]) == unlabelled(&data.engines[b]) {
                    twins.extend(pair(data, query, a, b));
                }
            }
        }
        let widest = twins.iter().flat_map(|t| [t.interval.0.ln().abs(), t.interval.1.ln().abs()]).fold(0.0, f64::max);
        Noise { floor: if twins.is_empty() { UNMEASURED } else { widest.exp().max(LEAST) }, twins }
    }
}

fn pair(data: &Data, query: usize, a: usize, b: usize) -> Option<Twins> {
    let of_both =
        |board: &usize| [a, b].iter().all(|&e| data.get(query, *board, e).is_some_and(|o| o.seconds.is_some()));
    let boards: Vec<usize> = data.of(query, a).map(|(board, _)| board).filter(of_both).collect();
    let found = ratio(data, query, a, b, &boards)?;
    Some(Twins {
        names: (data.engines[a].clone(), data.engines[b].clone()),
        interval: (found.low, found.high),
        p: test(data, query, a, b, &boards).unwrap_or(1.0),
        boards: boards.len(),
    })
}
