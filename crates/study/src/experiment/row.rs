//! The data kept of the games of one player at one point.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::BadRow;
use super::settings::GameSettings;
use crate::play::record::GameRecord;
use crate::play::statistics::{NORMAL_95, PairedGames, wilson};

/// The values of a row that can be shown: name, meaning, and the text of an axis.
pub const MEASURES: &[(&str, &str)] = &[
    ("won", "games won, %"),
    ("finished", "games played to the end, %"),
    ("score", "score, (mines - exploded) / mines x 100"),
    ("guesses", "guesses per game"),
    ("unsolved", "questions that ran out of nodes, per game"),
    ("clicks", "clicks per game"),
    ("exploded", "mines opened per game"),
    ("opened", "safe cells opened per game"),
    ("single_point", "single point moves per game"),
    ("pair", "pair moves per game"),
    ("other", "other certain moves per game"),
    ("nodes", "nodes per game"),
    ("seconds", "processor seconds per game"),
];

/// Sum and sum of squares of a measure over the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moments(pub f64, pub f64);

/// The games of one player at one point of a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointRow {
    /// Name of the group.
    pub group: String,
    /// Name of the player in reports.
    pub player: String,
    /// Specification of the player.
    pub spec: String,
    /// The point.
    pub settings: GameSettings,
    /// The range of the boards of its file that it plays, if it has one ([`super::boards`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards_sha256: Option<String>,
    /// All games, however they ended.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games that ended without a verdict: the player gave up.
    pub stuck: u64,
    /// Games in which the player found the board inconsistent or a certain move opened a mine.
    pub errors: u64,
    /// Game i was won: bit i mod 4 (from the left) of hexadecimal digit i / 4.
    pub wins: String,
    /// By name of the measure; the shares `won` and `finished` have none.
    pub sums: BTreeMap<String, Moments>,
    /// The first game move by move, if the plan keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
    /// Revision of the program.
    pub git: String,
    /// Model name of the processor; empty if unknown.
    pub cpu: String,
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate itself; shares in percent.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl PointRow {
    /// Adds up records in the order of their games.
    pub fn add(&mut self, records: &[GameRecord]) {
        for record in records {
            self.count(record.won());
            self.won += u64::from(record.won());
            self.stuck += u64::from(record.result == "stuck");
            self.errors += u64::from(record.result == "error");
            let reason = |name: &str| record.moves.get(name).copied().unwrap_or(0) as f64;
            let values = [
                ("score", Some(record.score)),
                ("guesses", Some(record.guesses as f64)),
                ("unsolved", Some(reason("unsolved"))),
                ("clicks", Some(record.clicks as f64)),
                ("exploded", Some(record.exploded as f64)),
                ("opened", Some(record.opened as f64)),
                ("single_point", Some(reason("single_point"))),
                ("pair", Some(reason("pair"))),
                ("other", Some(reason("rules") + reason("models") + reason("total"))),
                ("nodes", record.nodes.map(|n| n as f64)),
                ("seconds", Some(record.seconds)),
            ];
            for (name, value) in values.into_iter().filter_map(|(n, v)| Some((n, v?))) {
                let sum = self.sums.entry(name.to_string()).or_default();
                sum.0 += value;
                sum.1 += value * value;
            }
        }
    }

    /// Checks that the numbers are consistent, so that reports show no impossible ones.
    ///
    /// # Errors
    /// What is inconsistent.
    pub fn check(&self) -> Result<(), BadRow> {
        let PointRow { games, won, stuck, errors, wins, .. } = self;
        let ended = won.checked_add(*stuck).and_then(|n| n.checked_add(*errors));
        if ended.is_none_or(|ended| ended > *games) {
            return Err(BadRow::Ends { games: *games, won: *won, stuck: *stuck, errors: *errors });
        }
        let digits: Option<Vec<u32>> = wins.chars().map(|digit| digit.to_digit(16)).collect();
        let fits = digits.filter(|digits| digits.len() as u64 == games.div_ceil(4)).is_some_and(|digits| {
            let beyond = digits.last().is_some_and(|last| last << (games % 4) & 15 != 0 && games % 4 > 0);
            !beyond && digits.iter().map(|digit| u64::from(digit.count_ones())).sum::<u64>() == *won
        });
        if !fits {
            return Err(BadRow::Wins(*won, *games));
        }
        match self.sums.iter().find(|(_, sum)| !sum.0.is_finite() || !sum.1.is_finite()) {
            Some((name, _)) => Err(BadRow::Sum(name.clone())),
            None => Ok(()),
        }
    }

    /// Adds the row of the next games.
    pub fn join(&mut self, next: &PointRow) {
        (0..next.games).for_each(|index| self.count(next.is_won(index)));
        self.won += next.won;
        self.stuck += next.stuck;
        self.errors += next.errors;
        for (name, sum) in &next.sums {
            let own = self.sums.entry(name.clone()).or_default();
            *own = Moments(own.0 + sum.0, own.1 + sum.1);
        }
    }

    /// One game more, won or not.
    fn count(&mut self, won: bool) {
        let bit = u32::from(won) << (3 - self.games % 4);
        if self.games.is_multiple_of(4) {
            self.wins.push('0');
        }
        let digit = self.wins.pop().and_then(|d| d.to_digit(16)).unwrap_or(0) | bit;
        self.wins.extend(char::from_digit(digit, 16));
        self.games += 1;
    }

    /// A measure with its error bar: Wilson's interval for shares (as percent), else mean plus and minus 1.96 standard
    /// errors. None if nothing was counted.
    pub fn estimate(&self, measure: &str) -> Option<Interval> {
        let share = |n: u64| {
            let (low, high) = wilson(n, self.games);
            let percent = |x: f64| x * 100.0;
            Interval { value: percent(n as f64 / self.games as f64), low: percent(low), high: percent(high) }
        };
        if self.games == 0 {
            return None;
        }
        match measure {
            "won" => return Some(share(self.won)),
            "finished" => return Some(share(self.games - self.stuck - self.errors)),
            _ => {}
        }
        let &Moments(sum, squares) = self.sums.get(measure)?;
        let n = self.games as f64;
        let mean = sum / n;
        let variance = if n > 1.0 { ((squares - n * mean * mean) / (n - 1.0)).max(0.0) } else { 0.0 };
        let half = NORMAL_95 * (variance / n).sqrt();
        Some(Interval { value: mean, low: mean - half, high: mean + half })
    }

    /// True for a row of the same player at the same point, with any number of games.
    pub fn same_place(&self, other: &PointRow) -> bool {
        let boards = |row: &PointRow| GameSettings { games: None, ..row.settings.clone() };
        self.group == other.group && self.player == other.player && boards(self) == boards(other)
    }

    /// Games per second of one processor.
    pub fn speed(&self) -> Option<f64> {
        self.sums.get("seconds").filter(|s| s.0 > 0.0).map(|s| self.games as f64 / s.0)
    }

    /// True if game `index` was won.
    pub fn is_won(&self, index: u64) -> bool {
        let digit = self.wins.as_bytes().get(index as usize / 4).and_then(|&d| char::from(d).to_digit(16));
        digit.is_some_and(|d| d >> (3 - index % 4) & 1 == 1)
    }

    /// The games that both played; None if they did not play the same boards.
    pub fn against(&self, other: &PointRow) -> Option<PairedGames> {
        let boards = |row: &PointRow| GameSettings { games: None, ..row.settings.clone() };
        if boards(self) != boards(other) || self.boards_sha256 != other.boards_sha256 {
            return None;
        }
        Some(self.games_of_both(other))
    }

    /// The same where one of them knows the total and the other does not; the boards are the same.
    pub fn against_known(&self, other: &PointRow) -> Option<PairedGames> {
        let same = self.settings.boards_of() == other.settings.boards_of() && self.boards_sha256 == other.boards_sha256;
        same.then(|| self.games_of_both(other))
    }

    fn games_of_both(&self, other: &PointRow) -> PairedGames {
        let mut pairs = PairedGames { games: self.games.min(other.games), ..PairedGames::default() };
        for index in 0..pairs.games {
            match (self.is_won(index), other.is_won(index)) {
                (true, true) => pairs.both += 1,
                (true, false) => pairs.first += 1,
                (false, true) => pairs.second += 1,
                (false, false) => {}
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(won: &[bool]) -> PointRow {
        let mut row = PointRow { group: "g".into(), player: "p".into(), spec: "p".into(), ..PointRow::default() };
        for (i, &won) in won.iter().enumerate() {
            let record = GameRecord {
                player: "p".into(),
                game: i as u64,
                seed: None,
                rows: 1,
                cols: 1,
                mines: 0,
                result: if won { "won" } else { "lost" }.into(),
                clicks: i as u64,
                guesses: 0,
                exploded: 0,
                opened: 0,
                score: 100.0,
                moves: BTreeMap::new(),
                bv3: 0,
                nodes: None,
                seconds: 0.5,
                message: None,
            };
            row.add(&[record]);
        }
        row
    }

    #[test]
    fn wins_are_kept_game_by_game() {
        let pattern = [true, false, false, true, false, true];
        let row = row(&pattern);
        assert_eq!(row.wins, "94");
        assert!((0..6).all(|i| row.is_won(i) == pattern[i as usize]));
        assert!(!row.is_won(6) && !row.is_won(1000));
        assert_eq!((row.games, row.won, row.speed()), (6, 3, Some(2.0)));
    }

    #[test]
    fn rows_that_no_games_can_be_are_refused() {
        let row = |games, won, stuck, errors, wins: &str| {
            let wins = wins.to_string();
            PointRow { games, won, stuck, errors, wins, ..PointRow::default() }.check().is_ok()
        };
        assert!(row(0, 0, 0, 0, "") && row(4, 2, 1, 1, "a") && row(5, 3, 2, 0, "e0") && row(7, 1, 0, 0, "02"));
        assert!(!row(4, 2, 2, 1, "a") && !row(4, 2, 0, 0, "b") && !row(4, 2, 0, 0, "a0") && !row(5, 2, 0, 0, "a"));
        assert!(!row(7, 1, 0, 0, "01") && !row(4, 1, 0, 0, "x"));
        assert!(!row(7, 0, u64::MAX, 1, "00") && !row(u64::MAX, 0, 0, 0, "0") && !row(7, 0, i64::MAX as u64, 0, "00"));
    }

    #[test]
    fn joined_rows_are_the_row_of_all_games() {
        let pattern = [true, false, false, true, false, true, true];
        for cut in 0..=pattern.len() {
            let mut joined = row(&pattern[..cut]);
            joined.join(&row(&pattern[cut..]));
            let mut whole = row(&pattern);
            // Clicks are numbered from 0 in both parts.
            joined.sums.remove("clicks");
            whole.sums.remove("clicks");
            assert_eq!(joined, whole, "{cut}");
        }
    }

    #[test]
    fn pairs_and_estimates() {
        let (a, b) = (row(&[true, true, false, false, true]), row(&[true, false, true, false]));
        assert_eq!(a.against(&b), Some(PairedGames { games: 4, both: 1, first: 1, second: 1 }));
        let mut elsewhere = b;
        elsewhere.settings.seed = Some(2);
        assert_eq!(a.against(&elsewhere), None);
        elsewhere.settings = GameSettings { total: Some("unknown".into()), ..GameSettings::default() };
        assert_eq!(a.against(&elsewhere), None);
        assert_eq!(a.against_known(&elsewhere).map(|pairs| (pairs.first, pairs.second)), Some((1, 1)));
        elsewhere.settings = GameSettings { total: None, seed: None, ..GameSettings::default() };
        elsewhere.boards_sha256 = Some("of other boards".into());
        assert_eq!(a.against(&elsewhere), None);
        // Clicks 0 to 4: mean 2, variance 2.5.
        let clicks = a.estimate("clicks").unwrap();
        assert!((clicks.value - 2.0).abs() < 1e-12 && (clicks.high - 2.0 - 1.96 * 0.5f64.sqrt()).abs() < 1e-4);
        assert_eq!(a.estimate("nodes"), None);
        assert!((a.estimate("won").unwrap().value - 60.0).abs() < 1e-12);
    }
}
