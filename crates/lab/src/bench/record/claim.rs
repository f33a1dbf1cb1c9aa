//! The claims of an answer, in a form that can be compared.

use std::sync::Arc;

use super::{ClassStore, Record, family_of, sha256};

/// A number by its digits or, if it is long, by their hash.
#[derive(Clone, Debug)]
pub struct RecordedNumber {
    /// Decimal digits; None if only their hash is known.
    pub decimal: Option<String>,
    /// SHA-256 of the decimal digits.
    pub sha256: String,
}

impl RecordedNumber {
    /// From either form; None without both.
    pub fn from_parts(decimal: Option<&str>, hash: Option<&str>) -> Option<Self> {
        match (decimal, hash) {
            (Some(digits), _) => {
                Some(RecordedNumber { decimal: Some(digits.into()), sha256: sha256(digits.as_bytes()) })
            }
            (None, Some(hash)) => Some(RecordedNumber { decimal: None, sha256: hash.into() }),
            (None, None) => None,
        }
    }

    fn show(&self) -> String {
        match &self.decimal {
            Some(digits) if digits.len() <= super::MOST_DIGITS => digits.clone(),
            _ => format!("the number with SHA-256 {}...", self.sha256.get(..12).unwrap_or(&self.sha256)),
        }
    }
}

impl PartialEq for RecordedNumber {
    fn eq(&self, other: &Self) -> bool {
        self.sha256 == other.sha256
    }
}

/// Verdicts of all cells, possibly by their hash alone.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassRows {
    /// One string of `s`, `m`, `o`, `u`, `.` per board row; None if only their hash is known.
    pub rows: Option<Arc<Vec<String>>>,
    /// SHA-256 of the rows joined by newlines.
    pub sha256: String,
    /// True if some cell is `u`.
    pub partial: bool,
}

impl ClassRows {
    /// From rows.
    pub fn new(rows: Vec<String>) -> Self {
        let partial = rows.iter().any(|row| row.contains('u'));
        ClassRows { sha256: sha256(rows.join("\n").as_bytes()), partial, rows: Some(Arc::new(rows)) }
    }

    fn load(&self, store: &ClassStore) -> Option<Arc<Vec<String>>> {
        self.rows.clone().or_else(|| store.get(&self.sha256).map(Arc::new))
    }

    /// The first cell on which two sets of rows contradict each other; None also if the rows of one of them are not
    /// available and the hashes do not decide.
    fn conflict(&self, other: &ClassRows, store: &ClassStore) -> Option<String> {
        if self.sha256 == other.sha256 {
            return None;
        }
        let (Some(a), Some(b)) = (self.load(store), other.load(store)) else {
            return (!self.partial && !other.partial).then(|| "different classes (by their hashes)".into());
        };
        if a.len() != b.len() {
            return Some(format!("{} against {} rows of classes", a.len(), b.len()));
        }
        for (r, (x, y)) in a.iter().zip(b.iter()).enumerate() {
            let differs = |(p, q): (char, char)| p != q && p != 'u' && q != 'u';
            if let Some(c) = x.chars().zip(y.chars()).position(differs) {
                let word = |row: &str| row.chars().nth(c).map_or("nothing", verdict_word);
                return Some(format!("cell ({r},{c}) {} against {}", word(x), word(y)));
            }
            if x.chars().count() != y.chars().count() {
                return Some(format!("row {r} of classes has another length"));
            }
        }
        None
    }
}

fn verdict_word(letter: char) -> &'static str {
    match letter {
        's' => "safe",
        'm' => "mine",
        'o' => "open",
        'u' => "unknown",
        '.' => "not covered",
        _ => "no verdict",
    }
}

/// The claims of one answer, or of the expected answer of an instance, about a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Engine, or `expected`.
    pub source: String,
    /// `decide`, `classify`, `models` or `count`; `expected` for the expected answer.
    pub query: String,
    /// From a complete method.
    pub complete: bool,
    /// Whether there is a model; None if the answer leaves it open.
    pub consistent: Option<bool>,
    /// Verdicts of the cells; None if the answer has none.
    pub classes: Option<ClassRows>,
    /// Number of models; None if the answer has none.
    pub models: Option<RecordedNumber>,
    /// Number of solutions of the sums alone over the frontier cells; None if the answer has none.
    pub frontier_models: Option<RecordedNumber>,
}

impl Claim {
    /// The claim of a record; None without an answer.
    pub fn of(record: &Record) -> Option<Claim> {
        if !record.is_answered() {
            return None;
        }
        let consistent = match (record.status.as_str(), record.decision.as_deref()) {
            ("inconsistent", _) => Some(false),
            (_, Some("consistent")) => Some(true),
            (_, Some(_)) => None,
            // Verdicts of an incomplete method mean only that it found no contradiction.
            _ => record.complete.then_some(true),
        };
        let classes = record.classes_sha256.as_ref().map(|hash| ClassRows {
            rows: record.classes.clone().map(Arc::new),
            sha256: hash.clone(),
            partial: record.unknown_cells.unwrap_or(0) > 0,
        });
        let number = |digits: &Option<String>, hash: &Option<String>| {
            RecordedNumber::from_parts(digits.as_deref(), hash.as_deref())
        };
        Some(Claim {
            source: record.engine.clone(),
            query: record.query.clone(),
            complete: record.complete,
            consistent,
            classes,
            models: number(&record.models, &record.models_sha256),
            frontier_models: number(&record.frontier_models, &record.frontier_models_sha256),
        })
    }

    /// The engine's family.
    pub fn family(&self) -> &str {
        family_of(&self.source)
    }

    /// How two claims contradict each other, if they do. Two incomplete methods may differ on a board without models if
    /// neither found the contradiction: that is not an error.
    pub fn conflict(&self, other: &Claim, store: &ClassStore) -> Option<String> {
        if !self.complete && !other.complete {
            return None;
        }
        let word = |c: bool| if c { "consistent" } else { "inconsistent" };
        if let (Some(a), Some(b)) = (self.consistent, other.consistent)
            && a != b
        {
            return Some(format!("{} against {}", word(a), word(b)));
        }
        for (what, a, b) in [
            ("models", &self.models, &other.models),
            ("frontier models", &self.frontier_models, &other.frontier_models),
        ] {
            if let (Some(a), Some(b)) = (a, b)
                && a != b
            {
                return Some(format!("{what} {} against {}", a.show(), b.show()));
            }
        }
        match (&self.classes, &other.classes) {
            (Some(a), Some(b)) => a.conflict(b, store),
            _ => None,
        }
    }

    /// True if `other`, which does not contradict this answer, confirms it for its query.
    pub fn is_confirmed_by(&self, other: &Claim) -> bool {
        if self.consistent == Some(false) || self.query == "decide" {
            return self.consistent.is_some() && self.consistent == other.consistent;
        }
        let same_classes = || match (&self.classes, &other.classes) {
            (Some(a), Some(b)) => !a.partial && a.sha256 == b.sha256,
            _ => false,
        };
        match self.query.as_str() {
            "models" | "count" => self.models.is_some() && self.models == other.models,
            _ => same_classes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(source: &str, query: &str) -> Claim {
        Claim {
            source: source.into(),
            query: query.into(),
            complete: true,
            consistent: Some(true),
            classes: None,
            models: None,
            frontier_models: None,
        }
    }

    fn classes(rows: &[&str]) -> Option<ClassRows> {
        Some(ClassRows::new(rows.iter().map(|r| (*r).to_string()).collect()))
    }

    #[test]
    fn every_facet_is_compared() {
        let store = ClassStore::nowhere();
        let base = Claim {
            classes: classes(&["so", ".m"]),
            models: RecordedNumber::from_parts(Some("12"), None),
            ..claim("a", "count")
        };
        let conflict = |other: &Claim| base.conflict(other, &store);
        assert_eq!(conflict(&base), None);
        assert!(conflict(&Claim { consistent: Some(false), ..claim("b", "decide") }).unwrap().contains("inconsistent"));
        let models = Claim { models: RecordedNumber::from_parts(Some("13"), None), ..claim("b", "count") };
        assert_eq!(conflict(&models).unwrap(), "models 12 against 13");
        let cells = Claim { classes: classes(&["so", ".s"]), ..claim("b", "classify") };
        assert_eq!(conflict(&cells).unwrap(), "cell (1,1) mine against safe");
        let partial = Claim { classes: classes(&["uo", ".u"]), complete: false, ..claim("b", "classify") };
        assert_eq!(conflict(&partial), None);
    }

    #[test]
    fn numbers_meet_in_their_hashes() {
        let long = "9".repeat(100);
        let (a, b) = (
            RecordedNumber::from_parts(Some(&long), None),
            RecordedNumber::from_parts(None, Some(&sha256(long.as_bytes()))),
        );
        assert_eq!(a, b);
        assert_ne!(a, RecordedNumber::from_parts(Some("9"), None));
    }

    #[test]
    fn rows_known_by_hash_alone_are_compared_by_it() {
        let store = ClassStore::nowhere();
        let bare = |text: &str, partial| Claim {
            classes: Some(ClassRows { rows: None, sha256: text.into(), partial }),
            ..claim("a", "classify")
        };
        assert!(bare("x", false).conflict(&bare("y", false), &store).is_some());
        assert_eq!(bare("x", false).conflict(&bare("y", true), &store), None);
        assert_eq!(bare("x", false).conflict(&bare("x", false), &store), None);
    }

    #[test]
    fn two_incomplete_methods_may_differ() {
        let store = ClassStore::nowhere();
        let one = |row| Claim { complete: false, classes: classes(&[row]), consistent: None, ..claim("a", "classify") };
        assert_eq!(one("s").conflict(&one("m"), &store), None);
        let complete = Claim { complete: true, ..one("s") };
        assert!(complete.conflict(&one("m"), &store).is_some());
    }
}
