//! Records sorted for reports: one result for every query, instance and engine, repetitions merged.

use std::collections::BTreeMap;

use serde_json::Value;

use super::score::median;
use crate::bench::record::{
    Book, Category, Claim, ClassStore, Disagreement, EXPECTED, EncodingRow, Record, RecordFile, family_of,
};

/// The data of all sections.
pub struct Data {
    /// In the order of the plans.
    pub engines: Vec<String>,
    /// From the easiest to the hardest, unknown ones last.
    pub queries: Vec<String>,
    /// Sorted by family, size and name.
    pub instances: Vec<ReportedBoard>,
    /// By index of query, instance and engine.
    pub results: BTreeMap<(usize, usize, usize), MergedResult>,
    /// Contradictions between answers or to expected ones, sorted, each once.
    pub disagreements: Vec<Disagreement>,
    /// Number of answers compared.
    pub answers: usize,
    /// Number of records by index of the engine and status.
    pub statuses: BTreeMap<(usize, String), u64>,
    /// Number of records by index of the engine and category.
    pub categories: BTreeMap<(usize, Category), u64>,
    /// Meanings of counters, from the headers.
    pub counters: BTreeMap<String, String>,
    /// Encodings, from the headers.
    pub encodings: Vec<EncodingRow>,
}

/// A board as described by the records.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReportedBoard {
    pub family: String,
    /// Number of cells, covered or not.
    pub cells: usize,
    pub rows: usize,
    pub cols: usize,
    pub mines: Option<u32>,
    pub name: String,
    pub board: String,
    pub tier: String,
}

impl ReportedBoard {
    /// The name without seed and number: boards of one series share it.
    pub fn series(&self) -> &str {
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let mut cut = self.name.rsplitn(3, '-');
        match (cut.next(), cut.next(), cut.next()) {
            (Some(index), Some(seed), Some(series)) if number(index) && seed.strip_prefix('s').is_some_and(number) => {
                series
            }
            _ if self.family.is_empty() => &self.name,
            _ => &self.family,
        }
    }

    /// A parameter in the name: `mark('d')` of `scatter-16x16-d20-r30-s1-0` is 20.
    pub fn mark(&self, letter: char) -> Option<f64> {
        self.series().split('-').find_map(|part| part.strip_prefix(letter)?.parse().ok())
    }

    /// `rows x cols`.
    pub fn size(&self) -> String {
        format!("{}x{}", self.rows, self.cols)
    }
}

/// How a measurement ended, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// A complete answer in time that nothing more trusted contradicts.
    Solved,
    /// Answered, with some cells unknown.
    Partial,
    /// Out of time or memory.
    Limit,
    Unsupported,
    Error,
    Wrong,
}

/// Result of an engine on an instance for a query: repetitions merged.
#[derive(Clone, Debug)]
pub struct MergedResult {
    pub fate: Fate,
    /// Median over the repetitions, if all of them solved it.
    pub seconds: Option<f64>,
    pub limit: f64,
    /// No repetition has times that count: the machine was busy. There is no `seconds` then.
    pub starved: bool,
    /// Largest resident set over the repetitions, KiB.
    pub max_rss_kib: u64,
    /// Effort and its unit, also of a run that was stopped.
    pub effort: Option<(u64, String)>,
    /// Also of a run that was stopped: the nodes until then.
    pub nodes: Option<u64>,
    /// Median over the repetitions that answered, perhaps partially.
    pub answered: Option<f64>,
    /// Cells found safe or mined.
    pub certain: Option<u64>,
    /// Whether there is a model, if the answer decides it.
    pub consistent: Option<bool>,
    /// The verdicts of small boards.
    pub classes: Option<Vec<String>>,
    pub complete: bool,
    pub counters: BTreeMap<String, u64>,
}

impl Data {
    /// Sorts the records of all files.
    pub fn new(files: &[RecordFile], store: ClassStore) -> Self {
        let records = || files.iter().flat_map(|f| &f.records);
        let mut book = Book::new(store);
        records().for_each(|r| book.add(r));
        let engines = engines(files);
        let queries = queries(files);
        let mut instances: Vec<ReportedBoard> = records().map(instance).collect();
        instances.sort();
        instances.dedup();

        let mut groups: BTreeMap<_, Vec<(&Record, Category)>> = BTreeMap::new();
        let (mut statuses, mut categories) = (BTreeMap::new(), BTreeMap::new());
        for record in records() {
            let place = |list: &[String], word: &str| list.iter().position(|w| w == word).unwrap_or(0);
            let engine = place(&engines, &record.engine);
            let at = instances.binary_search(&instance(record)).unwrap_or(0);
            let category = judge(&book, record);
            *statuses.entry((engine, record.status.clone())).or_insert(0) += 1;
            *categories.entry((engine, category)).or_insert(0) += 1;
            groups.entry((place(&queries, &record.query), at, engine)).or_default().push((record, category));
        }
        let results = groups.into_iter().map(|(key, group)| (key, merge(&group))).collect();
        let counters = files.iter().flat_map(|f| &f.header.counters);
        let mut encodings: Vec<EncodingRow> = Vec::new();
        for row in files.iter().flat_map(|f| &f.header.encodings) {
            if !encodings.contains(row) {
                encodings.push(row.clone());
            }
        }
        Data {
            encodings,
            results,
            disagreements: disagreements(&book, records()),
            answers: records().filter(|r| r.is_answered()).count(),
            statuses,
            categories,
            counters: counters.map(|(name, text)| (name.clone(), text.as_str().unwrap_or("").to_string())).collect(),
            engines,
            queries,
            instances,
        }
    }

    /// Results of an engine for a query, with their instances.
    pub fn of(&self, query: usize, engine: usize) -> impl Iterator<Item = (usize, &MergedResult)> {
        let of_query = self.results.range((query, 0, 0)..(query + 1, 0, 0));
        of_query.filter(move |((_, _, e), _)| *e == engine).map(|((_, instance, _), outcome)| (*instance, outcome))
    }

    /// The result of an engine on an instance.
    pub fn get(&self, query: usize, instance: usize, engine: usize) -> Option<&MergedResult> {
        self.results.get(&(query, instance, engine))
    }

    /// Engines that were asked a query and support it.
    pub fn engines_for(&self, query: usize) -> Vec<usize> {
        let supports = |e: usize| self.of(query, e).any(|(_, o)| o.fate != Fate::Unsupported);
        (0..self.engines.len()).filter(|&e| supports(e)).collect()
    }

    /// Number of certain cells of an instance, as a complete engine proved it.
    pub fn proved(&self, query: usize, instance: usize) -> Option<u64> {
        let of = |e| self.get(query, instance, e).filter(|o| o.complete && o.fate == Fate::Solved);
        (0..self.engines.len()).filter_map(of).find_map(|o| o.certain)
    }

    /// Share of the certain cells that an engine found, over the instances that it answered and whose certain cells a
    /// complete engine has proved.
    pub fn certain_share(&self, query: usize, engine: usize) -> Option<f64> {
        let (mut found, mut all) = (0, 0);
        let answered = |o: &MergedResult| matches!(o.fate, Fate::Solved | Fate::Partial);
        for (board, outcome) in self.of(query, engine).filter(|(_, o)| answered(o)) {
            if let (Some(own), Some(reference)) = (outcome.certain, self.proved(query, board)) {
                found += own;
                all += reference;
            }
        }
        (all > 0).then(|| found as f64 / all as f64)
    }

    /// The shortest time on an instance, the limit if nobody solved it; None if nobody tried.
    pub fn virtual_best(&self, query: usize, instance: usize) -> Option<(Option<f64>, f64)> {
        let all = self.results.range((query, instance, 0)..(query, instance + 1, 0)).map(|(_, o)| o);
        all.fold(None, |best: Option<(Option<f64>, f64)>, outcome| {
            let Some((time, limit)) = best else { return Some((outcome.seconds, outcome.limit)) };
            let shorter = match (time, outcome.seconds) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            Some((shorter, limit.max(outcome.limit)))
        })
    }
}

fn instance(record: &Record) -> ReportedBoard {
    ReportedBoard {
        family: record.family.clone(),
        cells: record.rows * record.cols,
        rows: record.rows,
        cols: record.cols,
        mines: record.mines,
        name: record.instance.clone(),
        board: record.board_sha256.clone(),
        tier: record.tier.clone(),
    }
}

/// Engines in the order of the plans, then any others in order of appearance.
fn engines(files: &[RecordFile]) -> Vec<String> {
    let groups = files.iter().filter_map(|f| f.header.plan.get("groups")).filter_map(Value::as_array).flatten();
    let planned = groups.filter_map(|g| g.get("engines")).filter_map(Value::as_array).flatten();
    let planned: Vec<&str> = planned.filter_map(Value::as_str).collect();
    let seen: Vec<&str> = files.iter().flat_map(|f| &f.records).map(|r| r.engine.as_str()).collect();
    let mut engines: Vec<String> = Vec::new();
    let known: std::collections::BTreeSet<&str> = seen.iter().copied().collect();
    for engine in planned.into_iter().filter(|e| known.contains(e)).chain(known.iter().copied()) {
        if !engines.iter().any(|e| e == engine) {
            engines.push(engine.to_string());
        }
    }
    engines
}

/// Queries from the easiest to the hardest, unknown ones last.
fn queries(files: &[RecordFile]) -> Vec<String> {
    let mut queries: Vec<String> = files.iter().flat_map(|f| &f.records).map(|r| r.query.clone()).collect();
    let rank = |q: &str| ["decide", "classify", "models", "count"].iter().position(|known| *known == q).unwrap_or(4);
    queries.sort_by(|a, b| (rank(a), a).cmp(&(rank(b), b)));
    queries.dedup();
    queries
}

/// The category in the light of all records, except the expected answer: an answer that it confirmed stays confirmed.
fn judge(book: &Book, record: &Record) -> Category {
    match book.judge(record) {
        Category::Unknown if record.category == Category::Correct => Category::Correct,
        judged => judged,
    }
}

fn disagreements<'a>(book: &Book, records: impl Iterator<Item = &'a Record>) -> Vec<Disagreement> {
    let mut all = book.disagreements.clone();
    all.extend(records.filter_map(|r| {
        Some(Disagreement {
            instance: r.instance.clone(),
            one: format!("{} {}", r.engine, r.query),
            other: EXPECTED.into(),
            what: r.conflict.clone()?,
        })
    }));
    all.sort();
    all.dedup();
    all
}

fn fate(record: &Record, category: Category) -> Fate {
    match record.status.as_str() {
        _ if category == Category::Wrong => Fate::Wrong,
        "unsupported" => Fate::Unsupported,
        "error" => Fate::Error,
        _ if record.is_partial() => Fate::Partial,
        _ if record.is_solved() => Fate::Solved,
        _ => Fate::Limit,
    }
}

/// One outcome from repetitions; the worst fate counts.
fn merge(group: &[(&Record, Category)]) -> MergedResult {
    let worst = group.iter().max_by_key(|(r, c)| fate(r, *c)).expect("a group has a record");
    let fate = fate(worst.0, worst.1);
    let times: Vec<f64> = group.iter().filter(|(r, _)| !r.starved).filter_map(|(r, _)| r.time()).collect();
    let answered = group.iter().filter(|(r, _)| r.is_answered() && !r.starved).filter_map(|(r, _)| r.time()).collect();
    let record = worst.0;
    let counters = record.counters.keys().filter_map(|k| Some((k.clone(), record.counter(k)?)));
    MergedResult {
        fate,
        seconds: median(times).filter(|_| fate == Fate::Solved),
        answered: median(answered),
        limit: record.timeout_seconds,
        starved: group.iter().all(|(r, _)| r.starved),
        max_rss_kib: group.iter().map(|(r, _)| r.max_rss_kib).max().unwrap_or(0),
        effort: record.effort.zip(record.effort_unit.clone()).or(record.nodes().map(|n| (n, "nodes".into()))),
        nodes: record.nodes(),
        certain: record.safe_cells.zip(record.mine_cells).map(|(s, m)| s + m),
        consistent: Claim::of(record).and_then(|claim| claim.consistent),
        classes: record.classes.clone().filter(|_| record.status == "ok"),
        complete: record.complete,
        counters: counters.collect(),
    }
}

/// True if two engines are of different families.
pub fn different_families(a: &str, b: &str) -> bool {
    family_of(a) != family_of(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_series_and_marks() {
        let named = |name: &str| {
            let record = Record { instance: name.into(), family: "family".into(), ..Record::default() };
            instance(&record)
        };
        let one = named("scatter-16x16-d12.5-r30-s1-0");
        assert_eq!((one.series(), one.mark('d'), one.mark('r')), ("scatter-16x16-d12.5-r30", Some(12.5), Some(30.0)));
        assert_eq!((one.mark('x'), named("gap-lp").series(), named("a-b-c").series()), (None, "family", "family"));
    }
}
