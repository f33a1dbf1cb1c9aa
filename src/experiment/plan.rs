//! Plans of experiments, read from TOML.

use std::fs;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::row::MEASURES;
use super::settings::Settings;
use crate::input_error::InputError;
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
            // Rows are told apart by these.
            let names = |player: &Spanned<PlayerName>| player.get_ref().name().to_string();
            if let Some(player) = twice(&group.players, names) {
                return Err((player.span(), format!("a second player of the name {:?}", player.get_ref().name())));
            }
            if let Some(point) = twice(&group.points, |p| Settings { games: None, ..p.get_ref().clone() }) {
                return Err((point.span(), "the same point again".into()));
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

/// The first that has the key of one before it.
fn twice<T, K: PartialEq>(all: &[T], key: impl Fn(&T) -> K) -> Option<&T> {
    let keys: Vec<K> = all.iter().map(key).collect();
    (1..all.len()).find(|&i| keys[..i].contains(&keys[i])).map(|i| &all[i])
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
    use crate::board::Grid;
    use crate::play::game::Rules;

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
        assert_eq!(line("name = \"far\"", "name = \"sps\""), (8, "a second player of the name \"sps\"".into()));
        assert_eq!(line("x = 4, mines = 4, rows = 7", "mines = 3, x = 3, games = 9").0, 9);
        let chart = format!("{GOOD}[[chart]]\ntitle = \"c\"\nmeasure = \"luck\"\n");
        assert!(parse(&chart).unwrap_err().1.contains("luck"));
    }
}
