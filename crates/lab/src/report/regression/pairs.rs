//! The measurements that two runs have in common.

use std::collections::BTreeMap;

use crate::bench::record::{Record, RecordFile};
use crate::report::score::median;

/// One measurement in both runs, with its repetitions.
pub struct MeasuredPair<'a> {
    /// Of the earlier run, at least one.
    pub old: Vec<&'a Record>,
    /// Of the later run, at least one.
    pub new: Vec<&'a Record>,
}

/// All measurements of two runs.
pub struct Pairs<'a> {
    /// Those of both, by query, engine and board.
    pub both: Vec<MeasuredPair<'a>>,
    /// Number of those of the earlier run alone.
    pub old_alone: usize,
    /// Number of those of the later run alone.
    pub new_alone: usize,
}

/// What identifies a measurement whatever the file of its board: query, engine, instance, board.
type Place<'a> = (&'a str, &'a str, &'a str, &'a str);

fn by_place(file: &RecordFile) -> BTreeMap<Place<'_>, Vec<&Record>> {
    let mut places: BTreeMap<Place<'_>, Vec<&Record>> = BTreeMap::new();
    for record in &file.records {
        let place = (&*record.query, &*record.engine, &*record.instance, &*record.board_sha256);
        places.entry(place).or_default().push(record);
    }
    places
}

impl<'a> Pairs<'a> {
    /// Finds them.
    pub fn of(old: &'a RecordFile, new: &'a RecordFile) -> Pairs<'a> {
        let (old, mut new) = (by_place(old), by_place(new));
        let all = old.len();
        let both: Vec<MeasuredPair> = (old.into_iter())
            .filter_map(|(place, old)| new.remove(&place).map(|new| MeasuredPair { old, new }))
            .collect();
        Pairs { old_alone: all - both.len(), new_alone: new.len(), both }
    }
}

impl<'a> MeasuredPair<'a> {
    /// The first record, which names board, engine and query.
    pub fn first(&self) -> &'a Record {
        self.old[0]
    }

    /// Times of both that count, seconds: medians of the repetitions that solved the board.
    pub fn times(&self) -> Option<(f64, f64)> {
        let of = |records: &[&Record]| {
            let solved = records.iter().filter(|r| r.is_solved() && !r.starved);
            median(solved.filter_map(|r| r.time()).collect())
        };
        of(&self.old).zip(of(&self.new))
    }

    /// Efforts of both, in the same unit, where both answered.
    pub fn efforts(&self) -> Option<(f64, f64)> {
        let of = |records: &[&'a Record]| {
            records.iter().find(|r| r.is_answered()).and_then(|r| Some((r.effort?, r.effort_unit.as_deref()?)))
        };
        let ((old, unit), (new, other)) = of(&self.old).zip(of(&self.new))?;
        (unit == other).then_some((old as f64, new as f64))
    }
}
