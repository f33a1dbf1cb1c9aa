//! Where the engines of a comparison stand: those that answered one query about the same boards.

use std::collections::BTreeSet;

use super::compare::{SEED, ratio, scores, test};
use super::names;
use super::noise::Noise;
use crate::bench::plan::unlabelled;
use crate::report::Data;
use crate::report::data::Fate;
use crate::report::format::many;
use crate::report::stats::{Estimate, bootstrap, holm, marginal, mean_ranks, virtual_best};

/// Level of significance, after Holm's correction within a comparison.
pub const LEVEL: f64 = 0.01;

/// Fewest boards of a comparison with intervals and tests.
const FEWEST: usize = 5;

/// Most families of boards that are named.
const NAMED: usize = 4;

/// Fewest engines of a family that is compared by itself.
const FEWEST_OF_FAMILY: usize = 3;

/// A comparison.
pub struct Standing {
    /// Index of the query.
    pub query: usize,
    /// Indices of the boards, which all engines were given.
    pub boards: Vec<usize>,
    /// Those on which the times of all complete engines count.
    pub timed: Vec<usize>,
    /// The complete engines by PAR-2, the best first; then the incomplete ones.
    pub rows: Vec<EngineRow>,
    /// The noise of the comparison.
    pub noise: Noise,
    /// PAR-2 of the fastest engine on every board, seconds.
    pub virtual_best: Option<f64>,
}

/// One engine of a comparison.
pub struct EngineRow {
    /// Index of the engine.
    pub engine: usize,
    /// What tells it from the others.
    pub name: String,
    /// It never answers `unknown`.
    pub complete: bool,
    /// The plan names it a second time to measure the noise: it takes part in nothing else.
    pub repeats: bool,
    /// Boards answered completely.
    pub solved: usize,
    /// Boards whose times count.
    pub timed: usize,
    /// PAR-2 in seconds over the boards whose times count; None for incomplete engines.
    pub par2: Option<Estimate>,
    /// Against the best complete engine; None for the best itself.
    pub against_best: Option<Difference>,
    /// Share by which the virtual best gets worse without it.
    pub contribution: f64,
    /// Mean rank by time, 1 = fastest.
    pub rank: f64,
    /// Share of the certain cells that it found, where complete engines proved them.
    pub certain: Option<f64>,
}

/// The times of an engine against those of another.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// Geometric mean of the time ratios on the boards that both solved; above 1 is slower.
    pub ratio: Option<Estimate>,
    /// Ratio of the PAR-2 of both; above 1 is worse.
    pub par2: Option<Estimate>,
    /// Wilcoxon's signed-rank test of the PAR-2 scores of all boards, after Holm's correction.
    pub p: f64,
    /// It is more than noise: the typical board differs (test and ratio), or the mean over all boards does.
    pub is_real: bool,
}

impl Difference {
    /// The engine is slower beyond noise than the one with the lowest PAR-2: in the mean, or on the typical board.
    pub fn is_slower(&self, floor: f64) -> bool {
        let in_mean = self.par2.is_some_and(|ratio| ratio.low > floor);
        in_mean || self.p < LEVEL && self.ratio.is_some_and(|ratio| ratio.low > 1.0)
    }

    /// The engine is faster on the typical board than the one with the lowest PAR-2, which wins by the hard boards.
    pub fn is_often_faster(&self, floor: f64) -> bool {
        self.is_real && self.p < LEVEL && self.ratio.is_some_and(|ratio| ratio.high * floor < 1.0)
    }
}

impl Standing {
    /// All comparisons of the data: per query, engines that were given the same boards, and complete ones that were given
    /// these and others. The comparison of most engines comes first.
    pub fn all(data: &Data) -> Vec<Standing> {
        let mut found = Vec::new();
        for query in 0..data.queries.len() {
            let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
            for engine in data.engines_for(query) {
                let boards: Vec<usize> = data.of(query, engine).map(|(board, _)| board).collect();
                match groups.iter_mut().find(|(known, _)| *known == boards) {
                    Some((_, engines)) => engines.push(engine),
                    None => groups.push((boards, vec![engine])),
                }
            }
            // Of engines that are there for the noise alone nothing is compared.
            let is_again = |&engine: &usize| {
                let plain = unlabelled(&data.engines[engine]);
                plain != data.engines[engine] && data.engines.iter().any(|other| other == plain)
            };
            groups.retain(|(_, engines)| !engines.iter().all(is_again));
            add_those_with_more_boards(data, query, &mut groups);
            groups.sort_by_key(|(boards, engines)| std::cmp::Reverse((engines.len(), boards.len())));
            found.extend(groups.into_iter().map(|(boards, engines)| Standing::new(data, query, boards, &engines)));
        }
        found
    }

    fn new(data: &Data, query: usize, boards: Vec<usize>, engines: &[usize]) -> Standing {
        let specs: Vec<&str> = engines.iter().map(|&e| data.engines[e].as_str()).collect();
        let names = names::short(&specs, &data.engines);
        // The same engine again may have been given other boards, and so stand in another comparison.
        let is_same = |a: usize, b: usize| unlabelled(&data.engines[a]) == unlabelled(&data.engines[b]);
        let related: Vec<usize> =
            data.engines_for(query).into_iter().filter(|&e| engines.iter().any(|&own| is_same(e, own))).collect();
        let noise = Noise::of(data, query, &related);
        let complete: Vec<usize> = engines.iter().copied().filter(|&e| is_complete(data, query, e)).collect();
        let counts = |&board: &usize| complete.iter().all(|&e| data.get(query, board, e).is_some_and(|o| !o.starved));
        let timed: Vec<usize> = boards.iter().copied().filter(counts).collect();
        let repeats = |engine: usize| {
            let is_plain = |e: usize| unlabelled(&data.engines[e]) == data.engines[e];
            let mut others = engines.iter().filter(|&&e| e != engine && is_same(e, engine));
            !is_plain(engine) && others.any(|&e| is_plain(e) || e < engine)
        };
        let distinct: Vec<usize> = complete.iter().copied().filter(|&e| !repeats(e)).collect();
        let all: Vec<Vec<f64>> = distinct.iter().map(|&engine| scores(data, query, engine, &timed)).collect();
        let (contributions, ranks) = (marginal(&all), mean_ranks(&all));
        let mut rows: Vec<EngineRow> = (engines.iter().zip(names))
            .map(|(&engine, name)| {
                let place = distinct.iter().position(|&e| e == engine);
                let is_complete = complete.contains(&engine);
                let is_solved =
                    |&&board: &&usize| data.get(query, board, engine).is_some_and(|o| o.fate == Fate::Solved);
                let own = boards.iter().filter(is_solved).count();
                EngineRow {
                    engine,
                    name,
                    complete: is_complete,
                    repeats: repeats(engine),
                    solved: own,
                    timed: timed.len(),
                    par2: is_complete
                        .then(|| bootstrap::mean_interval(&scores(data, query, engine, &timed), SEED))
                        .flatten(),
                    against_best: None,
                    contribution: place.map_or(0.0, |at| contributions[at]),
                    rank: place.map_or(f64::INFINITY, |at| ranks[at]),
                    certain: data.certain_share(query, engine),
                }
            })
            .collect();
        let key = |row: &EngineRow| row.par2.map_or(f64::INFINITY, |p| p.estimate);
        rows.sort_by(|a, b| key(a).total_cmp(&key(b)));
        let best = rows.iter().find(|row| row.par2.is_some() && !row.repeats).map(|row| row.engine);
        if let Some(best) = best.filter(|_| timed.len() >= FEWEST) {
            let is_other = |row: &usize| rows[*row].par2.is_some() && rows[*row].engine != best;
            let others: Vec<usize> = (0..rows.len()).filter(is_other).collect();
            let p: Vec<f64> =
                others.iter().map(|&row| test(data, query, rows[row].engine, best, &timed).unwrap_or(1.0)).collect();
            for (&row, p) in others.iter().zip(holm(&p)) {
                let ratio = ratio(data, query, rows[row].engine, best, &timed);
                let par2 = par2_ratio(data, query, rows[row].engine, best, &timed);
                let typical = ratio.is_none_or(|r| r.estimate.ln().abs() > noise.floor.ln());
                let mean = par2.is_some_and(|r| r.low > noise.floor);
                rows[row].against_best = Some(Difference { ratio, par2, p, is_real: p < LEVEL && typical || mean });
            }
        }
        Standing { query, boards, timed, rows, noise, virtual_best: virtual_best(&all) }
    }

    /// The rows of complete engines, each engine once.
    pub fn complete(&self) -> impl Iterator<Item = &EngineRow> {
        self.rows.iter().filter(|row| row.par2.is_some() && !row.repeats)
    }
}

/// Adds to each group of engines those complete ones that were given all its boards, and more.
fn add_those_with_more_boards(data: &Data, query: usize, groups: &mut [(Vec<usize>, Vec<usize>)]) {
    let before: Vec<(Vec<usize>, Vec<usize>)> = groups.to_vec();
    for (boards, engines) in groups {
        for (more, others) in &before {
            let has_all = more.len() > boards.len() && boards.iter().all(|board| more.binary_search(board).is_ok());
            let takes_part =
                |&&e: &&usize| unlabelled(&data.engines[e]) == data.engines[e] && is_complete(data, query, e);
            if has_all {
                engines.extend(others.iter().filter(takes_part));
            }
        }
        engines.sort_unstable();
    }
}

/// Which comparison this is, where there are several.
pub fn place(data: &Data, standing: &Standing) -> String {
    let boards = many(standing.boards.len(), "board");
    let set =
        if standing.boards.len() < data.instances.len() { families(data, &standing.boards) } else { String::new() };
    format!("{}, {boards}{set}", data.queries[standing.query])
}

/// ` of corridor and scatter`: where the boards come from.
fn families(data: &Data, boards: &[usize]) -> String {
    let names: BTreeSet<&str> = boards.iter().map(|&board| data.instances[board].family.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => format!(" of {one}"),
        [rest @ .., last] if names.len() <= NAMED => format!(" of {} and {last}", rest.join(", ")),
        _ => format!(" of {} families", names.len()),
    }
}

/// The name of the largest family of the complete engines and the comparison of its engines alone, where the best engine is
/// of another family, so that comparing with the best says little of the options of this one.
pub fn within_family<'a>(data: &'a Data, standing: &Standing) -> Option<(&'a str, Standing)> {
    let family = |engine: usize| {
        let spec = unlabelled(&data.engines[engine]);
        spec.split_once(':').map_or(spec, |(family, _)| family)
    };
    let size = |name: &str| standing.complete().filter(|row| family(row.engine) == name).count();
    let largest = standing.complete().map(|row| family(row.engine)).max_by_key(|name| size(name))?;
    if size(largest) < FEWEST_OF_FAMILY || family(standing.complete().next()?.engine) == largest {
        return None;
    }
    let rows = standing.rows.iter().filter(|row| row.complete && family(row.engine) == largest);
    let mut engines: Vec<usize> = rows.map(|row| row.engine).collect();
    engines.sort_unstable();
    Some((largest, Standing::new(data, standing.query, standing.boards.clone(), &engines)))
}

fn is_complete(data: &Data, query: usize, engine: usize) -> bool {
    data.of(query, engine).any(|(_, o)| o.complete && o.fate != Fate::Unsupported)
}

/// The ratio of the PAR-2 of two engines.
fn par2_ratio(data: &Data, query: usize, a: usize, b: usize, boards: &[usize]) -> Option<Estimate> {
    let (a, b) = (scores(data, query, a, boards), scores(data, query, b, boards));
    let pairs: Vec<(f64, f64)> = a.into_iter().zip(b).collect();
    bootstrap::ratio_of_means(&pairs, SEED)
}
