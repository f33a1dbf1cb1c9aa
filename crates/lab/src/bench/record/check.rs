//! Compares every answer with the expected one and with all other answers for the same board, across engines, queries
//! and runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Claim, ClassStore, Record};

/// The category of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// A complete answer, confirmed by the expected one or by an engine of another family.
    Correct,
    /// Contradicts the expected answer, or more engine families than agree with it.
    Wrong,
    /// No answer within the limits, a partial one, or one that nothing confirms or refutes.
    #[default]
    Unknown,
    /// The engine failed or its process crashed.
    Error,
}

/// Two contradictory answers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Disagreement {
    /// Name of the instance.
    pub instance: String,
    /// `engine query` or `expected`.
    pub one: String,
    /// As `one`; the expected answer, if it takes part, is always here.
    pub other: String,
    /// Their statements, `one` first.
    pub what: String,
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} and {} disagree: {}", self.instance, self.one, self.other, self.what)
    }
}

/// Source of the claim in the instance file.
pub const EXPECTED: &str = "expected";

/// The answers seen so far, by board.
pub struct Book {
    boards: BTreeMap<String, Vec<Claim>>,
    store: ClassStore,
    /// In the order in which they were found, at most one for each answer added.
    pub disagreements: Vec<Disagreement>,
}

impl Book {
    /// An empty book; `store` has the verdicts of boards too large for their records.
    pub fn new(store: ClassStore) -> Self {
        Book { boards: BTreeMap::new(), store, disagreements: Vec::new() }
    }

    /// Adds the claim of the instance file, once.
    pub fn expect(&mut self, board_sha256: &str, instance: &str, claim: Claim) {
        if !self.boards.get(board_sha256).is_some_and(|claims| claims.contains(&claim)) {
            self.add_claim(board_sha256, instance, claim);
        }
    }

    /// Adds the answer of a record, if it has one; its first contradiction to earlier answers becomes a disagreement.
    pub fn add(&mut self, record: &Record) {
        if let Some(claim) = Claim::of(record) {
            self.add_claim(&record.board_sha256, &record.instance, claim);
        }
    }

    fn add_claim(&mut self, board: &str, instance: &str, claim: Claim) {
        let claims = self.boards.entry(board.to_string()).or_default();
        let name = |c: &Claim| match c.source == EXPECTED {
            true => EXPECTED.to_string(),
            false => format!("{} {}", c.source, c.query),
        };
        // The expected answer is `other`, in either order.
        let ordered = |c| if claim.source == EXPECTED { (c, &claim) } else { (&claim, c) };
        let mut pairs = claims.iter().map(ordered);
        let found = pairs.find_map(|(one, other)| Some((one, other, one.conflict(other, &self.store)?)));
        if let Some((one, other, what)) = found {
            let (instance, one, other) = (instance.to_string(), name(one), name(other));
            self.disagreements.push(Disagreement { instance, one, other, what });
        }
        let same =
            |c: &Claim| c.source == claim.source && c.query == claim.query && c.conflict(&claim, &self.store).is_none();
        if claim.source == EXPECTED || !claims.iter().any(same) {
            claims.push(claim);
        }
    }

    /// How a record contradicts the expected answer; None if it does not or there is none.
    pub fn against_expected(&self, record: &Record) -> Option<String> {
        let claim = Claim::of(record)?;
        let mut expected = self.boards.get(&record.board_sha256)?.iter().filter(|c| c.source == EXPECTED);
        expected.find_map(|expected| claim.conflict(expected, &self.store))
    }

    /// Judges a record by everything in the book.
    pub fn judge(&self, record: &Record) -> Category {
        if record.status == "error" {
            return Category::Error;
        }
        if record.conflict.is_some() {
            return Category::Wrong;
        }
        let Some(claim) = Claim::of(record) else { return Category::Unknown };
        let nothing = Vec::new();
        let others = self.boards.get(&record.board_sha256).unwrap_or(&nothing);
        let (mut against, mut beside, mut confirmed) = (Vec::new(), vec![claim.family()], false);
        for other in others {
            if claim.conflict(other, &self.store).is_some() {
                if other.source == EXPECTED {
                    return Category::Wrong;
                }
                against.push(other.family());
            } else if other.family() != claim.family() && claim.is_confirmed_by(other) {
                confirmed = true;
                beside.push(other.family());
            }
        }
        let distinct = |mut families: Vec<&str>| {
            families.sort_unstable();
            families.dedup();
            families.len()
        };
        let expected_confirms = others.iter().any(|o| o.source == EXPECTED && claim.is_confirmed_by(o));
        let (against, beside) = (distinct(against), distinct(beside));
        match () {
            () if expected_confirms => Category::Correct,
            () if against > beside => Category::Wrong,
            () if confirmed && beside > against && !record.is_partial() => Category::Correct,
            () => Category::Unknown,
        }
    }

    /// The store of verdicts.
    pub fn store(&self) -> &ClassStore {
        &self.store
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::record::RecordedNumber;

    fn counted(engine: &str, models: &str) -> Record {
        Record {
            instance: "i".into(),
            board_sha256: "b".into(),
            engine: engine.into(),
            complete: true,
            query: "count".into(),
            status: "ok".into(),
            models: Some(models.into()),
            ..Record::default()
        }
    }

    fn expected(models: &str) -> Claim {
        Claim {
            source: EXPECTED.into(),
            query: EXPECTED.into(),
            complete: true,
            consistent: Some(true),
            classes: None,
            models: RecordedNumber::from_parts(Some(models), None),
            frontier_models: None,
        }
    }

    fn book(records: &[&Record]) -> Book {
        let mut book = Book::new(ClassStore::nowhere());
        records.iter().for_each(|r| book.add(r));
        book
    }

    #[test]
    fn a_wrong_engine_is_found_and_named() {
        let (a, b, bad) = (counted("a", "5"), counted("b:x", "5"), counted("c", "6"));
        let book = book(&[&a, &b, &bad]);
        assert_eq!(book.disagreements.len(), 1);
        assert_eq!(book.disagreements[0].to_string(), "i: c count and a count disagree: models 6 against 5");
        assert_eq!([&a, &b, &bad].map(|r| book.judge(r)), [Category::Correct, Category::Correct, Category::Wrong]);
    }

    #[test]
    fn presets_of_one_family_confirm_nothing() {
        let (a, b) = (counted("a:x", "5"), counted("a:y", "5"));
        assert_eq!(book(&[&a, &b]).judge(&a), Category::Unknown);
    }

    #[test]
    fn two_against_each_other_are_both_unknown() {
        let (a, b) = (counted("a", "5"), counted("b", "6"));
        let book = book(&[&a, &b]);
        assert_eq!([book.judge(&a), book.judge(&b)], [Category::Unknown; 2]);
        assert_eq!(book.disagreements.len(), 1);
    }

    #[test]
    fn the_expected_answer_decides() {
        let (good, bad) = (counted("a", "5"), counted("b", "6"));
        let mut book = Book::new(ClassStore::nowhere());
        book.expect("b", "i", expected("5"));
        book.add(&good);
        book.add(&bad);
        assert_eq!([book.judge(&good), book.judge(&bad)], [Category::Correct, Category::Wrong]);
        assert_eq!(book.against_expected(&good), None);
        assert_eq!(book.against_expected(&bad).unwrap(), "models 6 against 5");
        assert_eq!(book.disagreements.len(), 1);
    }

    #[test]
    fn queries_are_held_against_each_other() {
        let rows = |row: &str| (Some(vec![row.to_string()]), Some(crate::bench::record::sha256(row.as_bytes())));
        let mut count = counted("a", "5");
        (count.classes, count.classes_sha256) = rows("so");
        let mut classify = Record { query: "classify".into(), models: None, ..counted("a", "") };
        (classify.classes, classify.classes_sha256) = rows("oo");
        assert_eq!(book(&[&count, &classify]).disagreements[0].what, "cell (0,0) open against safe");
        let decide = Record {
            query: "decide".into(),
            status: "inconsistent".into(),
            decision: Some("inconsistent".into()),
            models: None,
            ..counted("b", "")
        };
        assert_eq!(book(&[&count, &decide]).disagreements.len(), 1);
    }

    #[test]
    fn limits_and_crashes_are_told_apart() {
        let of = |status: &str| Record { status: status.into(), ..counted("a", "5") };
        let book = book(&[]);
        assert_eq!(book.judge(&of("timeout")), Category::Unknown);
        assert_eq!(book.judge(&of("error")), Category::Error);
    }
}
