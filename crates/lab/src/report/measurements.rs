//! The measurements themselves, for the table of the HTML report: every record, every instance with its board, every
//! set of verdicts once; compressed, since a report contains all of it.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use serde_json::{Value, json};

use super::Data;
use super::boards::BoardRows;
use crate::bench::record::{Category, Record, RecordFile};
use crate::compression::Compression;

/// Reports with more measurements leave them in the record files: a browser would be too slow.
const MOST_RECORDS: usize = 50_000;

/// Values numbered in order of appearance.
#[derive(Default)]
struct Index<'a> {
    places: BTreeMap<&'a str, usize>,
    all: Vec<&'a str>,
}

impl<'a> Index<'a> {
    fn of(&mut self, text: &'a str) -> usize {
        *self.places.entry(text).or_insert_with(|| {
            self.all.push(text);
            self.all.len() - 1
        })
    }
}

/// The data that the page decompresses. Columns of `records`: instance, engine, query, run, status, category, seconds,
/// wall seconds, peak KiB, models, verdicts, message, then the counters; indices into the lists, null = absent.
#[derive(Serialize)]
struct Packed<'a> {
    /// Name, family, tier, rows, columns, mines, covered cells, rows of the board.
    instances: Vec<Value>,
    engines: &'a [String],
    queries: &'a [String],
    words: Vec<&'a str>,
    classes: Vec<String>,
    counters: Vec<&'a str>,
    meanings: &'a BTreeMap<String, String>,
    records: Vec<Vec<Value>>,
    left_out: usize,
}

/// All records as gzip in Base64.
pub fn packed(files: &[RecordFile], data: &Data, boards: &BoardRows) -> String {
    let all = || files.iter().flat_map(|f| &f.records);
    let mut counters = Index::default();
    all().flat_map(|r| r.counters.iter()).filter(|(_, v)| v.is_u64()).for_each(|(name, _)| {
        counters.of(name);
    });
    let places: BTreeMap<(&str, &str), usize> =
        data.instances.iter().enumerate().map(|(i, x)| ((x.name.as_str(), x.board.as_str()), i)).collect();
    let mut covered = vec![None; data.instances.len()];
    let mut words = Index::default();
    let mut texts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut classes = Vec::new();
    let mut records = Vec::new();
    for record in all().take(MOST_RECORDS) {
        let at = places.get(&(record.instance.as_str(), record.board_sha256.as_str())).copied().unwrap_or(0);
        covered[at] = Some(record.covered);
        let verdicts = record.classes.as_ref().map(|rows| {
            let hash = record.classes_sha256.as_deref().unwrap_or("");
            *texts.entry(hash).or_insert_with(|| {
                classes.push(rows.join("\n"));
                classes.len() - 1
            })
        });
        let mut row = head(record, data, at, verdicts, &mut words);
        row.extend(counters.all.iter().map(|name| record.counters.get(*name).cloned().unwrap_or(Value::Null)));
        while row.last().is_some_and(Value::is_null) {
            row.pop();
        }
        records.push(row);
    }
    let instances = data.instances.iter().zip(covered).map(|(instance, covered)| {
        let board = boards.get(&instance.board);
        json!([
            instance.name,
            instance.family,
            instance.tier,
            instance.rows,
            instance.cols,
            instance.mines,
            covered,
            board
        ])
    });
    let packed = Packed {
        instances: instances.collect(),
        engines: &data.engines,
        queries: &data.queries,
        words: words.all,
        classes,
        counters: counters.all,
        meanings: &data.counters,
        left_out: all().count() - records.len(),
        records,
    };
    let text = serde_json::to_string(&packed).unwrap_or_default();
    let bytes = Compression::Gzip.pack(text.into_bytes());
    // Writing to memory does not fail.
    BASE64_STANDARD.encode(bytes.unwrap_or_default())
}

fn judged(category: Category) -> &'static str {
    match category {
        Category::Correct => "correct",
        Category::Wrong => "wrong",
        Category::Unknown => "unknown",
        Category::Error => "error",
    }
}

fn head<'a>(
    record: &'a Record,
    data: &Data,
    instance: usize,
    verdicts: Option<usize>,
    words: &mut Index<'a>,
) -> Vec<Value> {
    let place = |list: &[String], word: &str| list.iter().position(|w| w == word);
    let round = |seconds: f64| (seconds * 1e7).round() / 1e7;
    let models = record.models.clone().or_else(|| record.models_digits.map(|d| format!("{d} digits")));
    vec![
        json!(instance),
        json!(place(&data.engines, &record.engine)),
        json!(place(&data.queries, &record.query)),
        json!(record.run),
        json!(words.of(&record.status)),
        json!(words.of(judged(record.category))),
        json!(record.seconds.map(round)),
        json!(round(record.wall_seconds)),
        json!(record.max_rss_kib),
        json!(models),
        json!(verdicts),
        json!(record.conflict.as_ref().or(record.message.as_ref())),
    ]
}
