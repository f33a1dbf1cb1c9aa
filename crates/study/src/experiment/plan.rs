//! Plans of experiments, read from TOML.

mod check;

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::settings::GameSettings;
use crate::compression;
use crate::input_error::InputError;

/// A whole experiment.
#[derive(Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExperimentPlan {
    /// Heading of the report.
    pub title: String,
    /// What is asked, in one sentence.
    #[serde(default)]
    pub question: String,
    /// What the figures say to it, in a few sentences; Markdown, after the figures.
    #[serde(default)]
    pub answer: Vec<String>,
    /// What is played and how; Markdown.
    pub text: String,
    /// What else the figures say; Markdown, after the figures.
    #[serde(default)]
    pub findings: String,
    /// Settings of all points, overridden by groups and points.
    #[serde(default = "no_rules")]
    #[cfg_attr(feature = "schema", schemars(with = "GameSettings"))]
    pub rules: Spanned<GameSettings>,
    /// At least one, in the order of the report.
    #[serde(rename = "group")]
    pub groups: Vec<PointGroup>,
    /// Figures of other authors, to compare with.
    #[serde(default)]
    pub reported: Vec<PublishedFigures>,
    /// In the order of the report.
    #[serde(default, rename = "chart")]
    pub charts: Vec<ChartPlan>,
    /// Groups on the same boards that are compared player by player.
    #[serde(default, rename = "contrast")]
    pub contrasts: Vec<ContrastPlan>,
    /// What the rows answer by themselves, on top of the report.
    #[serde(default, rename = "derived")]
    pub answers: Vec<AnswerPlan>,
    /// Its file, and the text there.
    #[serde(skip)]
    source: (String, String),
}

fn no_rules() -> Spanned<GameSettings> {
    Spanned::new(0..0, GameSettings::default())
}

/// Points on one axis, played by the same players.
#[derive(Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointGroup {
    /// Unique in the plan.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Spanned<String>,
    /// The meaning of x, for the axis and the table.
    #[serde(default)]
    pub x: String,
    /// Settings of its points, overridden by each point.
    #[serde(default = "no_rules")]
    #[cfg_attr(feature = "schema", schemars(with = "GameSettings"))]
    pub rules: Spanned<GameSettings>,
    /// At least one; each plays at every point. `{x}` in a specification stands for the point's `x`.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<PlayerName>"))]
    pub players: Vec<Spanned<PlayerName>>,
    /// At least one; no two of the same `x` or `label`.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<GameSettings>"))]
    pub points: Vec<Spanned<GameSettings>>,
    /// Keeps one row per game as well, with its time.
    #[serde(default)]
    pub keep_games: bool,
    /// Keeps one row per turn.
    #[serde(default)]
    pub keep_turns: bool,
    /// Keeps the first game of every row move by move.
    #[serde(default)]
    pub keep_trace: bool,
    /// False: no table of pairs.
    #[serde(default = "yes")]
    pub pairs: bool,
    /// True: the table of pairs also has p-values for all its tests together, by Holm.
    #[serde(default)]
    pub holm: bool,
    /// Player that the table of pairs compares all others with.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub against: Option<Spanned<String>>,
}

fn yes() -> bool {
    true
}

impl PointGroup {
    /// Its name.
    pub fn name(&self) -> &str {
        self.name.get_ref()
    }
}

/// A player by its specification, or with a shorter name.
#[derive(Deserialize, Debug, Clone)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a player is its specification, or a table of `name` and `spec`")]
pub enum PlayerName {
    /// Its specification, which is also its name.
    Spec(String),
    /// A shorter name and the specification.
    Named(Named),
}

/// A player with a shorter name.
#[derive(Deserialize, Debug, Clone)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: String,
    spec: String,
}

impl PlayerName {
    /// Its name in reports.
    pub fn name(&self) -> &str {
        match self {
            PlayerName::Spec(name) | PlayerName::Named(Named { name, .. }) => name,
        }
    }

    /// Its specification at a point: `{x}` in it stands for the point's `x`.
    pub fn spec_at(&self, point: &GameSettings) -> String {
        let (PlayerName::Spec(spec) | PlayerName::Named(Named { spec, .. })) = self;
        point.x.map_or(spec.clone(), |x| spec.replace("{x}", &x.to_string()))
    }
}

/// Figures of another author.
#[derive(Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PublishedFigures {
    /// Its name in reports, such as the author.
    pub name: String,
    /// Our player beside it.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub player: Spanned<String>,
    /// Groups that show it; all if none is named.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub groups: Vec<Spanned<String>>,
    /// One of [`MEASURES`](super::row::MEASURES), default `won`.
    #[serde(default = "won")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub measure: Spanned<String>,
    /// x and value, shares as percent.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<(f64, f64)>"))]
    pub points: Vec<Spanned<(f64, f64)>>,
    /// Games behind each point, where it is known.
    pub games: Option<u64>,
    /// Whether the games won of other players are corrected by the deviation of this player's from the figure.
    #[serde(default)]
    pub control: bool,
}

fn won() -> Spanned<String> {
    Spanned::new(0..0, "won".into())
}

/// One chart.
#[derive(Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChartPlan {
    /// Heading of the chart.
    pub title: String,
    /// A measure, or `cumulative` (games finished within a time), `turns` (time of every turn) or `moves` (moves by reason as
    /// stacked bars).
    #[serde(default = "won")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub measure: Spanned<String>,
    /// All if none is named.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub groups: Vec<Spanned<String>>,
    /// Names of players; all if none is named.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub players: Vec<Spanned<String>>,
    /// Logarithmic y axis.
    #[serde(default)]
    pub log: bool,
    /// Logarithmic x axis.
    #[serde(default)]
    pub log_x: bool,
    /// For `cumulative`: points that it looks at, all if none is named.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<f64>"))]
    pub at: Vec<Spanned<f64>>,
}

/// Two groups of the same points and players, whose games differ in one rule.
#[derive(Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ContrastPlan {
    /// Heading of its table and chart.
    pub title: String,
    /// The group whose games count first.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub first: Spanned<String>,
    /// The group that they are compared with.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub second: Spanned<String>,
}

/// A sentence and a table that are made of the rows.
#[derive(Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerPlan {
    /// One of [`ANSWERS`](super::kinds::ANSWER_KINDS).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Spanned<String>,
    /// All if none is named.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub groups: Vec<Spanned<String>>,
    /// Names of players; all if none is named.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub players: Vec<Spanned<String>>,
    /// One of [`MEASURES`](super::row::MEASURES), default `won`.
    #[serde(default = "won")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub measure: Spanned<String>,
}

impl ExperimentPlan {
    /// A setting or a default at a point of a group.
    pub fn settings(&self, group: &PointGroup, point: &GameSettings) -> GameSettings {
        point.or(group.rules.get_ref()).or(self.rules.get_ref())
    }

    /// An error at a place of its text.
    pub fn error(&self, at: &Range<usize>, message: impl std::fmt::Display) -> InputError {
        InputError::within(&self.source.0, &self.source.1, at.start, message)
    }

    /// The part of the plan that decides the games, in TOML, without the text of its report.
    ///
    /// # Errors
    /// The text is not TOML; a plan from [`read_plan`] always is.
    pub fn what_is_played(&self) -> Result<String, toml::de::Error> {
        what_is_played(&self.source.1)
    }
}

/// Reads a plan.
///
/// # Errors
/// The file cannot be read, is not TOML, or names what does not exist, with line and column.
pub fn read_plan(path: &str) -> Result<ExperimentPlan, InputError> {
    let text = compression::text_of(Path::new(path))?;
    let plan = parse(&text).map_err(|(span, message)| InputError::within(path, &text, span.start, message))?;
    Ok(ExperimentPlan { source: (path.into(), text), ..plan })
}

/// The text of a report.
const REPORTED: [&str; 9] =
    ["title", "question", "answer", "text", "findings", "reported", "chart", "contrast", "derived"];

/// The same for a group.
const TOLD_OF_GROUP: [&str; 3] = ["pairs", "holm", "against"];

fn what_is_played(text: &str) -> Result<String, toml::de::Error> {
    let mut plan: toml::Table = text.parse()?;
    REPORTED.iter().for_each(|key| drop(plan.remove(*key)));
    let groups = plan.get_mut("group").and_then(toml::Value::as_array_mut).into_iter().flatten();
    for group in groups.filter_map(toml::Value::as_table_mut) {
        TOLD_OF_GROUP.iter().for_each(|key| drop(group.remove(*key)));
    }
    Ok(plan.to_string())
}

fn parse(text: &str) -> Result<ExperimentPlan, (Range<usize>, String)> {
    let plan: ExperimentPlan = toml::from_str(text).map_err(|e| (e.span().unwrap_or(0..0), e.message().to_string()))?;
    plan.check()?;
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::play::rules::Rules;

    pub(super) const GOOD: &str = "title = \"t\"\ntext = \"\"\n[rules]\nrows = 5\ncols = 6\n[[group]]\nname = \"g\"\n\
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
        assert_eq!(group.players[1].get_ref().spec_at(group.points[0].get_ref()), "csp:off=corner");
    }

    #[test]
    fn players_take_the_x_of_a_point() {
        let text = GOOD.replace("csp:off=corner", "csp:budget={x}").replace("x = 4,", "x = 300000000,");
        let plan = parse(&text).unwrap();
        let specs: Vec<String> =
            plan.groups[0].points.iter().map(|p| plan.groups[0].players[1].get_ref().spec_at(p.get_ref())).collect();
        assert_eq!(specs, ["csp:budget=3", "csp:budget=300000000"]);
        let (_, message) = parse(&text.replace("x = 300000000,", "label = \"none\",")).unwrap_err();
        assert!(message.contains("{x}"), "{message}");
    }

    #[test]
    fn what_is_played_does_not_depend_on_what_is_said_of_it() {
        let played = |text: &str| what_is_played(text).unwrap();
        let said = GOOD.replace("title = \"t\"", "title = \"other\"\nfindings = \"nothing\"");
        assert!(said != GOOD && played(&said) == played(GOOD));
        let compared = GOOD.replace("name = \"g\"", "name = \"g\"\npairs = true\nagainst = \"sps\"");
        assert!(compared != GOOD && played(&compared) == played(GOOD));
        assert_ne!(played(&GOOD.replace("cols = 6", "cols = 7")), played(GOOD));
    }
}
