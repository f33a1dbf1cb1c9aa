//! Plans of experiments, read from TOML.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::row::MEASURES;
use crate::board::Grid;
use crate::input_error::InputError;
use crate::play::game::{Clues, OnMine, Rules, Start, Until};
use crate::play::players::maker;

/// A whole experiment.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub title: String,
    /// What is asked; Markdown.
    pub text: String,
    /// What came out; Markdown, after the figures.
    #[serde(default)]
    pub findings: String,
    /// Settings of all points unless a group or a point says otherwise.
    #[serde(default)]
    pub rules: Settings,
    #[serde(rename = "group")]
    pub groups: Vec<Group>,
    #[serde(default)]
    pub reported: Vec<Reported>,
    #[serde(default, rename = "chart")]
    pub charts: Vec<ChartPlan>,
}

/// Points on one axis, played by the same players.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub name: String,
    /// What x is, for the axis and the table.
    #[serde(default)]
    pub x: String,
    #[serde(default)]
    pub rules: Settings,
    pub players: Vec<Spanned<PlayerName>>,
    pub points: Vec<Spanned<Settings>>,
    /// Keeps a row a game as well, with its time.
    #[serde(default)]
    pub keep_games: bool,
    /// Keeps a row a turn.
    #[serde(default)]
    pub keep_turns: bool,
    /// Keeps the first game of every row move by move.
    #[serde(default)]
    pub keep_trace: bool,
    /// False: no table of pairs.
    #[serde(default = "yes")]
    pub pairs: bool,
}

fn yes() -> bool {
    true
}

/// A player by its specification, or with a shorter name.
#[derive(Deserialize, Debug, Clone)]
#[serde(untagged)]
pub enum PlayerName {
    Spec(String),
    Named { name: String, spec: String },
}

impl PlayerName {
    /// What reports call it.
    pub fn name(&self) -> &str {
        match self {
            PlayerName::Spec(name) | PlayerName::Named { name, .. } => name,
        }
    }

    /// What makes it.
    pub fn spec(&self) -> &str {
        match self {
            PlayerName::Spec(spec) | PlayerName::Named { spec, .. } => spec,
        }
    }
}

/// The rules of the games at a point, each from the point, its group or the plan.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where the point stands on the axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// A word instead of the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub rows: Option<usize>,
    pub cols: Option<usize>,
    pub mines: Option<usize>,
    /// `safe`, `zero` or `none`.
    pub start: Option<String>,
    /// First cell (row, column).
    pub at: Option<[usize; 2]>,
    /// `end` or `continue`.
    pub on_mine: Option<String>,
    /// `safe-open` or `all-decided`.
    pub until: Option<String>,
    /// `known` or `unknown`.
    pub total: Option<String>,
    /// As `minesat play --clues`.
    pub clues: Option<String>,
    pub seed: Option<u64>,
    pub games: Option<u64>,
    /// A file of boards instead of random ones; size, mines and start come from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<PathBuf>,
    /// One board of that file, from 0, played in all games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<usize>,
}

macro_rules! first_given {
    ($($field:ident)*) => {
        /// These settings, and the others' where these have none.
        pub fn or(&self, others: &Settings) -> Settings {
            Settings { $($field: self.$field.clone().or_else(|| others.$field.clone()),)* }
        }
    };
}

impl Settings {
    first_given!(x label rows cols mines start at on_mine until total clues seed games boards board);

    /// The rules of a game; those of a file of boards are put in by [`super::run`].
    ///
    /// # Errors
    /// A word that is none, or a size that is not given.
    pub fn rules(&self) -> Result<Rules, String> {
        let size = |value: Option<usize>, name: &str| match (value, &self.boards) {
            (Some(value), _) => Ok(value),
            (None, Some(_)) => Ok(1),
            (None, None) => Err(format!("a point needs {name}")),
        };
        let grid = Grid { rows: size(self.rows, "rows")?, cols: size(self.cols, "cols")? };
        let cells = grid.rows.checked_mul(grid.cols).filter(|&n| n > 0 && n <= 1 << 24);
        let cells = cells.ok_or("a board has 1 to 2^24 cells")?;
        let mines = if self.boards.is_some() { 0 } else { size(self.mines, "mines")? };
        let [row, col] = self.at.unwrap_or_default();
        if row >= grid.rows || col >= grid.cols || mines > cells {
            return Err("the first cell and the mines must fit on the board".into());
        }
        let first = grid.at(row, col);
        let word = |value: &Option<String>, words: [&str; 3]| {
            let value = value.as_deref().unwrap_or(words[0]);
            let found = words.iter().position(|w| *w == value && !w.is_empty());
            found.ok_or_else(|| format!("{value:?} is none of {}", words.join(" ").trim_end()))
        };
        let start = [Start::Safe(first), Start::Zero(first), Start::None][word(&self.start, ["safe", "zero", "none"])?];
        let kept = start.keep_free(grid).len();
        if mines + kept > cells {
            return Err(format!("{mines} mines do not fit on {cells} cells of which {kept} are kept free"));
        }
        Ok(Rules {
            grid,
            mines,
            start,
            on_mine: [OnMine::End, OnMine::Continue][word(&self.on_mine, ["end", "continue", ""])?],
            until: [Until::SafeOpen, Until::AllDecided][word(&self.until, ["safe-open", "all-decided", ""])?],
            total_known: word(&self.total, ["known", "unknown", ""])? == 0,
            clues: self.clues.as_deref().map_or(Ok(Clues::Exact), str::parse)?,
        })
    }
}

/// Figures of somebody else.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Reported {
    pub name: String,
    /// Player of ours that it stands beside.
    pub player: String,
    /// Groups that it is shown in; all if none is named.
    #[serde(default)]
    pub groups: Vec<String>,
    #[serde(default = "won")]
    pub measure: String,
    /// x and value, shares as percent.
    pub points: Vec<(f64, f64)>,
    /// Games behind each point, where it is known.
    pub games: Option<u64>,
}

fn won() -> String {
    "won".into()
}

/// One chart.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct ChartPlan {
    pub title: String,
    /// A measure, or `cumulative` (games finished within a time) or `turns` (time of every turn).
    #[serde(default = "won")]
    pub measure: String,
    /// All if none is named.
    #[serde(default)]
    pub groups: Vec<String>,
    #[serde(default)]
    pub players: Vec<String>,
    /// Logarithmic y axis.
    #[serde(default)]
    pub log: bool,
    /// For `cumulative`: points that it looks at, all if none is named.
    #[serde(default)]
    pub at: Vec<f64>,
}

impl Plan {
    /// What stands at a point of a group.
    pub fn settings(&self, group: &Group, point: &Settings) -> Settings {
        point.or(&group.rules).or(&self.rules)
    }

    fn check(&self) -> Result<(), (Range<usize>, String)> {
        let whole = |message: String| (0..0, message);
        for group in &self.groups {
            for player in &group.players {
                maker(player.get_ref().spec()).map(drop).map_err(|m| (player.span(), m))?;
            }
            for point in &group.points {
                self.settings(group, point.get_ref()).rules().map_err(|m| (point.span(), m))?;
            }
        }
        let group = |name: &&String| !self.groups.iter().any(|g| g.name == **name);
        let named = self.reported.iter().flat_map(|r| &r.groups).chain(self.charts.iter().flat_map(|c| &c.groups));
        if let Some(name) = named.into_iter().find(group) {
            return Err(whole(format!("there is no group {name:?}")));
        }
        let players = || self.groups.iter().flat_map(|g| &g.players).map(|p| p.get_ref().name());
        let named = self.reported.iter().map(|r| &r.player).chain(self.charts.iter().flat_map(|c| &c.players));
        if let Some(name) = named.into_iter().find(|name| !players().any(|p| p == name.as_str())) {
            return Err(whole(format!("there is no player {name:?} in this plan")));
        }
        let special = ["cumulative", "turns"];
        let measures = self.reported.iter().map(|r| &r.measure).chain(self.charts.iter().map(|c| &c.measure));
        let known =
            |name: &&String| !MEASURES.iter().any(|m| m.0 == name.as_str()) && !special.contains(&name.as_str());
        if let Some(name) = measures.into_iter().find(known) {
            let names: Vec<&str> = MEASURES.iter().map(|m| m.0).chain(special).collect();
            return Err(whole(format!("there is no measure {name:?}; there are {}", names.join(", "))));
        }
        Ok(())
    }
}

/// Reads a plan.
///
/// # Errors
/// The file cannot be read, is no TOML, or names what does not exist, with line and column.
pub fn read_plan(path: &str) -> Result<Plan, InputError> {
    let text = fs::read_to_string(path).map_err(|e| InputError::whole(path, format!("cannot be read: {e}")))?;
    parse(&text).map_err(|(span, message)| InputError::within(path, &text, span.start, message))
}

fn parse(text: &str) -> Result<Plan, (Range<usize>, String)> {
    let plan: Plan = toml::from_str(text).map_err(|e| (e.span().unwrap_or(0..0), e.message().to_string()))?;
    plan.check()?;
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "title = \"t\"\ntext = \"\"\n[rules]\nrows = 5\ncols = 6\n[[group]]\nname = \"g\"\n\
                        players = [\"sps\", { name = \"far\", spec = \"csp:off=corner\" }]\n\
                        points = [{ x = 3, mines = 3 }, { x = 4, mines = 4, rows = 7 }]\n";

    #[test]
    fn points_take_what_they_lack_from_group_and_plan() {
        let plan = parse(GOOD).unwrap();
        let group = &plan.groups[0];
        let rules: Vec<Rules> =
            group.points.iter().map(|p| plan.settings(group, p.get_ref()).rules().unwrap()).collect();
        assert_eq!((rules[0].grid, rules[0].mines), (Grid { rows: 5, cols: 6 }, 3));
        assert_eq!((rules[1].grid, rules[1].mines), (Grid { rows: 7, cols: 6 }, 4));
        assert_eq!(group.players[1].get_ref().spec(), "csp:off=corner");
    }

    #[test]
    fn mistakes_have_a_place() {
        let line = |from: &str, to: &str| {
            let text = GOOD.replace(from, to);
            let (span, message) = parse(&text).unwrap_err();
            (InputError::within("p", &text, span.start, "").line, message)
        };
        assert_eq!(line("\"sps\"", "\"spss\"").0, 8);
        assert_eq!(line("mines = 3", "mines = 30").0, 9);
        assert_eq!(line("mines = 3", "mimes = 3").0, 9);
        assert_eq!(line("rows = 5", "rows = 5\nstart = \"corner\"").0, 10);
        let chart = format!("{GOOD}[[chart]]\ntitle = \"c\"\nmeasure = \"luck\"\n");
        assert!(parse(&chart).unwrap_err().1.contains("luck"));
    }
}
