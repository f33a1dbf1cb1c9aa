//! Plans of experiments, read from TOML.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::row::MEASURES;
use super::settings::Settings;
use crate::input_error::InputError;
use crate::play::players::{maker, reads};

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
    pub name: Spanned<String>,
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

impl Group {
    /// Its name.
    pub fn name(&self) -> &str {
        self.name.get_ref()
    }
}

/// A player by its specification, or with a shorter name.
#[derive(Deserialize, Debug, Clone)]
#[serde(untagged, expecting = "a player is its specification, or a table of `name` and `spec`")]
pub enum PlayerName {
    Spec(String),
    Named(Named),
}

/// A player with a shorter name.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: String,
    spec: String,
}

impl PlayerName {
    /// What reports call it.
    pub fn name(&self) -> &str {
        match self {
            PlayerName::Spec(name) | PlayerName::Named(Named { name, .. }) => name,
        }
    }

    /// What makes it.
    pub fn spec(&self) -> &str {
        match self {
            PlayerName::Spec(spec) | PlayerName::Named(Named { spec, .. }) => spec,
        }
    }
}

/// Figures of somebody else.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Reported {
    pub name: String,
    /// Player of ours that it stands beside.
    pub player: Spanned<String>,
    /// Groups that it is shown in; all if none is named.
    #[serde(default)]
    pub groups: Vec<Spanned<String>>,
    #[serde(default = "won")]
    pub measure: Spanned<String>,
    /// x and value, shares as percent.
    pub points: Vec<Spanned<(f64, f64)>>,
    /// Games behind each point, where it is known.
    pub games: Option<u64>,
    /// Whether other players' games won are corrected by how far this player's are from the figure.
    #[serde(default)]
    pub control: bool,
}

fn won() -> Spanned<String> {
    Spanned::new(0..0, "won".into())
}

/// One chart.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct ChartPlan {
    pub title: String,
    /// A measure, or `cumulative` (games finished within a time) or `turns` (time of every turn).
    #[serde(default = "won")]
    pub measure: Spanned<String>,
    /// All if none is named.
    #[serde(default)]
    pub groups: Vec<Spanned<String>>,
    #[serde(default)]
    pub players: Vec<Spanned<String>>,
    /// Logarithmic y axis.
    #[serde(default)]
    pub log: bool,
    /// For `cumulative`: points that it looks at, all if none is named.
    #[serde(default)]
    pub at: Vec<Spanned<f64>>,
}

impl Plan {
    /// What stands at a point of a group.
    pub fn settings(&self, group: &Group, point: &Settings) -> Settings {
        point.or(&group.rules).or(&self.rules)
    }

    fn check(&self) -> Result<(), (Range<usize>, String)> {
        if self.groups.is_empty() {
            return Err((0..0, "a plan has at least one [[group]]".into()));
        }
        if let Some(group) = twice(&self.groups, Group::name) {
            return Err((group.name.span(), format!("a second group of the name {:?}", group.name())));
        }
        self.groups.iter().try_for_each(|group| self.check_group(group))?;
        let groups = self.reported.iter().flat_map(|r| &r.groups).chain(self.charts.iter().flat_map(|c| &c.groups));
        known(groups, "group", self.groups.iter().map(Group::name))?;
        let players = self.reported.iter().map(|r| &r.player).chain(self.charts.iter().flat_map(|c| &c.players));
        known(players, "player", self.groups.iter().flat_map(|g| &g.players).map(|p| p.get_ref().name()))?;
        let mut points = self.reported.iter().flat_map(|r| &r.points);
        if let Some(point) = points.find(|p| !(p.get_ref().0.is_finite() && p.get_ref().1.is_finite())) {
            return Err((point.span(), "a reported figure is finite, and so is its x".into()));
        }
        for reported in &self.reported {
            let of = |group: &&Group| {
                (reported.groups.is_empty() || reported.groups.iter().any(|g| g.get_ref() == group.name()))
                    && group.players.iter().any(|p| p.get_ref().name() == reported.player.get_ref().as_str())
            };
            let there: Vec<f64> =
                self.groups.iter().filter(of).flat_map(|g| &g.points).filter_map(|p| p.get_ref().x).collect();
            if let Some(point) = reported.points.iter().find(|p| !there.contains(&p.get_ref().0)) {
                let (x, player) = (point.get_ref().0, reported.player.get_ref());
                return Err((point.span(), format!("a reported figure at {x}, where {player:?} has no point")));
            }
        }
        self.reported.iter().filter(|r| r.control).try_for_each(|r| self.check_control(r))?;
        if let Some(at) = self.charts.iter().flat_map(|c| &c.at).find(|at| !at.get_ref().is_finite()) {
            return Err((at.span(), "points have a finite x".into()));
        }
        let measures = || MEASURES.iter().map(|m| m.0);
        known(self.reported.iter().map(|r| &r.measure), "measure", measures())?;
        known(self.charts.iter().map(|c| &c.measure), "measure", measures().chain(["cumulative", "turns"]))
    }

    /// A control is a figure of games won, of so many games, in groups that have no board in common.
    fn check_control(&self, reported: &Reported) -> Result<(), (Range<usize>, String)> {
        let span = || reported.player.span();
        if *reported.measure.get_ref() != "won" || reported.games.is_none() {
            return Err((span(), "a control is a figure of games won, with the number of `games` behind it".into()));
        }
        if reported.groups.is_empty() {
            return Err((span(), "a control names its `groups`".into()));
        }
        let boards = |name: &Spanned<String>| -> Vec<Settings> {
            let groups = self.groups.iter().filter(|g| g.name() == name.get_ref());
            let all = groups.flat_map(|g| g.points.iter().map(|p| self.settings(g, p.get_ref())));
            all.map(|s| Settings { games: None, label: None, seed: Some(s.seed()), ..s }).collect()
        };
        for (i, group) in reported.groups.iter().enumerate() {
            let before = reported.groups[..i].iter().flat_map(boards).collect::<Vec<_>>();
            if boards(group).iter().any(|one| before.contains(one)) {
                return Err((group.span(), "a control's groups have no boards in common: give them seeds".into()));
            }
        }
        Ok(())
    }

    fn check_group(&self, group: &Group) -> Result<(), (Range<usize>, String)> {
        if group.players.is_empty() || group.points.is_empty() {
            return Err((group.name.span(), "a group has at least one player and one point".into()));
        }
        for player in &group.players {
            maker(player.get_ref().spec()).map(drop).map_err(|m| (player.span(), m))?;
        }
        for point in &group.points {
            if point.get_ref().x.is_some_and(|x| !x.is_finite()) {
                return Err((point.span(), "the `x` of a point is a finite number".into()));
            }
            let rules = self.settings(group, point.get_ref()).rules().map_err(|m| (point.span(), m))?;
            let fits = |player: &Spanned<PlayerName>| reads(player.get_ref().spec(), rules.clues);
            group.players.iter().try_for_each(fits).map_err(|m| (point.span(), m))?;
        }
        // Rows are told apart by these.
        if let Some(player) = twice(&group.players, |p| p.get_ref().name()) {
            return Err((player.span(), format!("a second player of the name {:?}", player.get_ref().name())));
        }
        if let Some(point) = twice(&group.points, |p| (p.get_ref().x, &p.get_ref().label)) {
            return Err((point.span(), "a second point of the same `x` and `label`, which tell points apart".into()));
        }
        Ok(())
    }
}

/// Refuses a name that is none of those there are.
fn known<'a>(
    names: impl IntoIterator<Item = &'a Spanned<String>>,
    what: &str,
    there: impl Iterator<Item = &'a str>,
) -> Result<(), (Range<usize>, String)> {
    let there: BTreeSet<&str> = there.collect();
    let unknown = names.into_iter().find(|name| !there.contains(name.get_ref().as_str()));
    let Some(name) = unknown else { return Ok(()) };
    let there: Vec<&str> = there.into_iter().collect();
    Err((name.span(), format!("there is no {what} {:?}; there are {}", name.get_ref(), there.join(", "))))
}

/// The first that has the key of one before it.
fn twice<'a, T, K: PartialEq>(all: &'a [T], key: impl Fn(&'a T) -> K) -> Option<&'a T> {
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
        assert_eq!(line("x = 4, mines = 4, rows = 7", "mines = 4, x = 3").0, 9);
        assert_eq!(line("spec = \"csp:off=corner\"", "spec = \"csp\", sepc = \"csp\"").0, 8);
        assert_eq!(line("x = 4, mines = 4", "x = 4, board = 1, mines = 4").0, 9);
        assert_eq!(line("x = 4, mines = 4", "x = 4, games = 0, mines = 4").0, 9);
        assert_eq!(line("x = 4, mines = 4", "x = 4, clues = \"at-most\", mines = 4").0, 9);
        assert_eq!(line("x = 4, mines = 4", "x = inf, mines = 4").0, 9);
        assert_eq!(line("[\"sps\", { name = \"far\", spec = \"csp:off=corner\" }]", "[]").0, 7);
        let chart = |more: &str| {
            let text = format!("{GOOD}[[chart]]\ntitle = \"c\"\n{more}\n");
            let (span, message) = parse(&text).unwrap_err();
            (InputError::within("p", &text, span.start, "").line, message)
        };
        let (at, message) = chart("measure = \"luck\"");
        assert!(at == 12 && message.contains("luck"), "{at} {message}");
        assert_eq!(chart("groups = [\"g\", \"nope\"]"), (12, "there is no group \"nope\"; there are g".into()));
        assert_eq!(chart("players = [\"csp\"]").0, 12);
        let reported =
            |points: &str| format!("{GOOD}[[reported]]\nname = \"r\"\nplayer = \"sps\"\npoints = {points}\n");
        assert!(parse(&reported("[[3, 50], [4, 40]]")).is_ok());
        let (_, message) = parse(&reported("[[3, 50], [5, 40]]")).unwrap_err();
        assert_eq!(message, "a reported figure at 5, where \"sps\" has no point");
        let control = |more: &str| {
            let text =
                reported("[[3, 50]]").replace("player = \"sps\"", &format!("player = \"sps\"\ncontrol = true\n{more}"));
            parse(&text)
                .map(drop)
                .map_err(|(span, message)| (InputError::within("p", &text, span.start, "").line, message))
        };
        assert_eq!(control("games = 5\ngroups = [\"g\"]"), Ok(()));
        for (more, line, about) in [
            ("groups = [\"g\"]", 12, "`games`"),
            ("games = 5\ngroups = [\"g\"]\nmeasure = \"guesses\"", 12, "games won"),
            ("games = 5", 12, "`groups`"),
            ("games = 5\ngroups = [\"g\", \"g\"]", 15, "boards in common"),
        ] {
            let (at, message) = control(more).unwrap_err();
            assert!(at == line && message.contains(about), "{more}: {at} {message}");
        }
        let again = format!("{GOOD}{}", &GOOD[GOOD.find("[[group]]").unwrap()..]);
        let (span, message) = parse(&again).unwrap_err();
        assert_eq!(
            (InputError::within("p", &again, span.start, "").line, message.contains("second group")),
            (11, true)
        );
    }
}
