//! What the rows of a plan answer by themselves: a sentence on top of the report and a table below.
//!
//! A kind of answer is a row of the table `ANSWERS`.

use toml::Spanned;

use super::plan::{AnswerPlan, ExperimentPlan, PointGroup};
use super::row::{Interval, MEASURES, PointRow};
use super::store::ExperimentStore;
use crate::report::stats::{Slope, slope};

/// An answer: the sentences, and what stands below the charts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DerivedAnswer {
    /// On top of the report.
    pub sentences: Vec<String>,
    /// Heading of the table.
    pub title: String,
    /// File name without ending, and SVG.
    pub chart: Option<(String, String)>,
    /// Above the table.
    pub text: String,
    /// Head of the table.
    pub head: Vec<String>,
    /// Its rows.
    pub body: Vec<Vec<String>>,
}

/// The players of a group with their points, sorted.
type Lines<'a> = Vec<(&'a str, Vec<(f64, &'a PointRow)>)>;

/// Makes an answer of a group; None if its rows give none.
type MakeAnswer = fn(&AnswerPlan, &PointGroup, &Lines) -> Option<DerivedAnswer>;

/// The kinds of answers, those of [`ANSWER_KINDS`](super::kinds::ANSWER_KINDS): name, function.
const ANSWERS: [(&str, MakeAnswer); 4] = [("half", half), ("exponent", exponent), ("ends", ends), ("each", each)];

/// All answers of a plan that its rows give.
pub fn derived(plan: &ExperimentPlan, store: &ExperimentStore) -> Vec<DerivedAnswer> {
    let of = |answer: &AnswerPlan| -> Vec<DerivedAnswer> {
        let is_in =
            |name: &str, names: &[Spanned<String>]| names.is_empty() || names.iter().any(|n| n.get_ref() == name);
        let make = ANSWERS.iter().find(|row| row.0 == answer.kind.get_ref()).map(|row| row.1);
        let groups = plan.groups.iter().filter(|group| is_in(group.name(), &answer.groups));
        let derived = |group: &PointGroup| {
            let players = group.players.iter().map(|player| player.get_ref().name());
            let lines: Lines = players
                .filter(|name| is_in(name, &answer.players))
                .map(|name| (name, points(group, name, store)))
                .filter(|line| !line.1.is_empty())
                .collect();
            make?(answer, group, &lines)
        };
        groups.filter_map(derived).collect()
    };
    plan.answers.iter().flat_map(of).collect()
}

/// The rows of a player in a group that have a number on the axis, ascending.
pub(super) fn points<'a>(group: &PointGroup, player: &str, store: &'a ExperimentStore) -> Vec<(f64, &'a PointRow)> {
    let rows = store.played.iter().map(|played| &played.row);
    let own = rows.filter(|row| row.group == group.name() && row.player == player);
    let mut points: Vec<(f64, &PointRow)> = own.filter_map(|row| Some((row.settings.x?, row))).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

/// A point before, a point after, and the place between them.
pub(super) type Crossing = ((f64, f64), (f64, f64), f64);

/// Where a falling curve of games won crosses one half: the last point above, the first one below, and the place between
/// them by interpolation. None if it does not fall from above to below within the points.
pub(super) fn crossing(points: &[(f64, f64)]) -> Option<Crossing> {
    let above = points.iter().rposition(|p| p.1 > 50.0)?;
    let (a, b) = (points[above], *points.get(above + 1)?);
    Some((a, b, a.0 + (b.0 - a.0) * (a.1 - 50.0) / (a.1 - b.1)))
}

/// Games won along the axis, in percent.
pub(super) fn won(points: &[(f64, &PointRow)]) -> Vec<(f64, f64)> {
    points.iter().filter_map(|(x, row)| Some((*x, row.estimate("won")?.value))).collect()
}

/// The largest x at which each player wins more than half of its games.
fn half(_: &AnswerPlan, group: &PointGroup, lines: &Lines) -> Option<DerivedAnswer> {
    let mut words = Vec::new();
    let mut body = Vec::new();
    for (name, points) in lines {
        let shares = won(points);
        let most = shares.iter().rev().find(|p| p.1 > 50.0);
        let is_whole_axis = most.is_some() && most == shares.last();
        words.push(match most {
            None => format!("`{name}` none"),
            Some((x, _)) if is_whole_axis => format!("`{name}` {x} or more"),
            Some((x, _)) => format!("`{name}` {x}"),
        });
        let at = |x: f64| points.iter().find(|p| p.0 == x).and_then(|p| p.1.estimate("won"));
        let shown =
            |e: Option<Interval>| e.map_or("-".into(), |e| format!("{:.1} ({:.1} to {:.1})", e.value, e.low, e.high));
        let (above, below, at_half) = match crossing(&shares) {
            Some((above, below, place)) => (Some(above.0), Some(below.0), format!("{place:.1}")),
            None => (most.map(|p| p.0), None, "-".into()),
        };
        let number = |x: Option<f64>| x.map_or("-".into(), |x| x.to_string());
        body.push(vec![
            name.to_string(),
            number(above),
            shown(above.and_then(at)),
            number(below),
            shown(below.and_then(at)),
            at_half,
        ]);
    }
    if body.is_empty() {
        return None;
    }
    let head = ["player", "most", "won there, %", "next", "won there, %", "half is won at"].map(String::from).to_vec();
    Some(DerivedAnswer {
        sentences: vec![format!(
            "{}: the largest `{}` at which more than half of the games are won: {}.",
            group.name(),
            group.x,
            words.join(", ")
        )],
        title: format!("Won more often than not: {}", group.name()),
        text: format!(
            "The largest {} at which more than half of the games are won, with the next point, and where the curve between \
             them crosses one half.",
            group.x
        ),
        head,
        body,
        ..DerivedAnswer::default()
    })
}

/// A player with a place and a value at either end.
type Ends<'a> = (&'a str, [Option<(String, Interval)>; 2]);

/// A measure of every player at the first and at the last point.
fn ends(answer: &AnswerPlan, group: &PointGroup, lines: &Lines) -> Option<DerivedAnswer> {
    let measure = answer.measure.get_ref();
    let shown = |e: Interval| {
        let digits = if e.value.abs() < 10.0 { 2 } else { 1 };
        format!("{:.digits$} ({:.digits$} to {:.digits$})", e.value, e.low, e.high)
    };
    let at =
        |row: Option<&(f64, &PointRow)>| row.and_then(|(_, row)| Some((row.settings.place(), row.estimate(measure)?)));
    let both: Vec<Ends> = lines.iter().map(|(name, points)| (*name, [at(points.first()), at(points.last())])).collect();
    let side = |which: usize| {
        let own = both.iter().filter_map(|(name, ends)| Some((name, ends[which].as_ref()?)));
        let words: Vec<String> = own.map(|(name, (_, e))| format!("`{name}` {}", shown(*e))).collect();
        let place = both.iter().find_map(|(_, ends)| Some(ends[which].as_ref()?.0.clone()))?;
        Some(format!("at {place}: {}", words.join(", ")))
    };
    let (first, last) = (side(0)?, side(1)?);
    let words = if first == last { first } else { format!("{first}; {last}") };
    let meaning = MEASURES.iter().find(|row| row.0 == measure).map_or("", |row| row.1);
    let body = both.iter().map(|(name, ends)| {
        let cell = |end: &Option<(String, Interval)>| end.as_ref().map_or("-".into(), |(_, e)| shown(*e));
        vec![name.to_string(), cell(&ends[0]), cell(&ends[1])]
    });
    Some(DerivedAnswer {
        sentences: vec![format!("{}: {meaning}, {words}.", group.name())],
        title: format!("First and last point: {}", group.name()),
        text: format!("{meaning}; 95 % intervals."),
        head: ["player", "first point", "last point"].map(String::from).to_vec(),
        body: body.collect(),
        ..DerivedAnswer::default()
    })
}

/// A measure of every player at each point.
fn each(answer: &AnswerPlan, group: &PointGroup, lines: &Lines) -> Option<DerivedAnswer> {
    let measure = answer.measure.get_ref();
    let line = |(name, points): &(&str, Vec<(f64, &PointRow)>)| -> Option<(String, Vec<(String, f64)>)> {
        let values: Vec<(String, f64)> =
            points.iter().filter_map(|(_, row)| Some((row.settings.place(), row.estimate(measure)?.value))).collect();
        (!values.is_empty()).then(|| (name.to_string(), values))
    };
    let lines: Vec<(String, Vec<(String, f64)>)> = lines.iter().filter_map(line).collect();
    let shown =
        |value: f64| if value == 0.0 || value.abs() >= 10.0 { format!("{value:.1}") } else { format!("{value:.3}") };
    let meaning = MEASURES.iter().find(|row| row.0 == measure).map_or("", |row| row.1);
    let words = |(name, values): &(String, Vec<(String, f64)>)| {
        let values: Vec<String> = values.iter().map(|(place, value)| format!("{place}: {}", shown(*value))).collect();
        format!("`{name}` {}", values.join(", "))
    };
    let body = lines.iter().flat_map(|(name, values)| {
        values.iter().map(move |(place, value)| vec![name.clone(), place.clone(), shown(*value)])
    });
    (!lines.is_empty()).then(|| DerivedAnswer {
        sentences: vec![format!(
            "{}: {meaning}, by {}: {}.",
            group.name(),
            group.x,
            lines.iter().map(words).collect::<Vec<_>>().join("; ")
        )],
        title: format!("Each point: {}", group.name()),
        text: format!("{meaning}."),
        head: ["player".to_string(), group.x.clone(), "value".into()].to_vec(),
        body: body.collect(),
        ..DerivedAnswer::default()
    })
}

/// The exponent with which a measure grows along the axis.
fn exponent(answer: &AnswerPlan, group: &PointGroup, lines: &Lines) -> Option<DerivedAnswer> {
    let measure = answer.measure.get_ref();
    let means = |points: &[(f64, &PointRow)]| -> Vec<(f64, f64)> {
        let values = points.iter().filter_map(|(x, row)| Some((*x, row.estimate(measure)?.value)));
        values.filter(|(x, y)| *x > 0.0 && *y > 0.0).map(|(x, y)| (x.ln(), y.ln())).collect()
    };
    let fitted: Vec<(&str, usize, Slope)> = (lines.iter())
        .filter_map(|(name, points)| {
            let means = means(points);
            Some((*name, means.len(), slope(&means)?))
        })
        .collect();
    let words: Vec<String> = fitted.iter().map(|(name, _, fit)| format!("`{name}` {:.2}", fit.slope)).collect();
    let meaning = MEASURES.iter().find(|row| row.0 == measure).map_or("", |row| row.1);
    let row = |(name, points, fit): &(&str, usize, Slope)| {
        vec![
            name.to_string(),
            points.to_string(),
            format!("{:.2}", fit.slope),
            fit.error.map_or("-".into(), |e| format!("+- {e:.2}")),
        ]
    };
    (!fitted.is_empty()).then(|| DerivedAnswer {
        sentences: vec![format!(
            "{}: {meaning}, grow with `{}` to the power of: {}.",
            group.name(),
            group.x,
            words.join(", ")
        )],
        title: format!("Exponents: {}", group.name()),
        text: format!(
            "Least squares through the logarithms of {meaning} and of {}; standard error of the slope.",
            group.x
        ),
        head: ["player", "points", "exponent", "error"].map(String::from).to_vec(),
        body: fitted.iter().map(row).collect(),
        ..DerivedAnswer::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::row::Moments;
    use crate::experiment::run::PlayedPoint;
    use crate::experiment::settings::GameSettings;

    fn store(rows: &[(f64, u64, f64)]) -> ExperimentStore {
        let row = |&(x, won, seconds): &(f64, u64, f64)| PointRow {
            group: "g".into(),
            player: "sps".into(),
            settings: GameSettings { x: Some(x), ..GameSettings::default() },
            games: 100,
            won,
            sums: [("seconds".to_string(), Moments(100.0 * seconds, 0.0))].into(),
            ..PointRow::default()
        };
        let played = |row: PointRow| PlayedPoint { row, games: Vec::new(), turns: Vec::new() };
        ExperimentStore { played: rows.iter().map(row).map(played).collect() }
    }

    fn answer(kind: &str) -> AnswerPlan {
        toml::from_str(&format!("kind = \"{kind}\"\nmeasure = \"seconds\"")).unwrap()
    }

    fn group() -> PointGroup {
        toml::from_str("name = \"g\"\nx = \"mines\"\nplayers = [\"sps\"]\npoints = []\n").unwrap()
    }

    #[test]
    fn the_last_point_above_one_half_counts() {
        // Not the first fall, at 3: the curve is above again at 4.
        let store = store(&[(5.0, 45, 1.0), (2.0, 80, 1.0), (3.0, 50, 1.0), (4.0, 55, 1.0)]);
        let lines = vec![("sps", points(&group(), "sps", &store))];
        let derived = half(&answer("half"), &group(), &lines).unwrap();
        assert!(
            derived.sentences[0].ends_with("more than half of the games are won: `sps` 4."),
            "{:?}",
            derived.sentences
        );
        assert_eq!(
            (derived.body[0][1].as_str(), derived.body[0][3].as_str(), derived.body[0][5].as_str()),
            ("4", "5", "4.5")
        );
        assert_eq!(crossing(&[(1.0, 40.0), (2.0, 30.0)]), None);
        assert_eq!(crossing(&[(1.0, 90.0), (2.0, 60.0)]), None, "it is above to the end");
    }

    #[test]
    fn ends_are_given_with_their_intervals() {
        let store = store(&[(1.0, 0, 2.0), (5.0, 0, 40.0), (3.0, 0, 3.0)]);
        let lines = vec![("sps", points(&group(), "sps", &store))];
        let derived = ends(&answer("ends"), &group(), &lines).unwrap();
        assert!(derived.sentences[0].contains("at 1: `sps` 2.00 ("), "{:?}", derived.sentences);
        assert!(derived.sentences[0].contains("; at 5: `sps` 40.0 ("), "{:?}", derived.sentences);
        assert_eq!(ends(&answer("ends"), &group(), &Vec::new()), None);
    }

    #[test]
    fn plans_know_the_kinds() {
        assert_eq!(ANSWERS.map(|row| row.0), super::super::kinds::ANSWER_KINDS);
    }

    #[test]
    fn each_point_is_given() {
        let store = store(&[(1.0, 0, 2.0), (5.0, 3, 40.0)]);
        let lines = vec![("sps", points(&group(), "sps", &store))];
        let of_wins: AnswerPlan = toml::from_str("kind = \"each\"").unwrap();
        let derived = each(&of_wins, &group(), &lines).unwrap();
        assert_eq!(derived.sentences, ["g: games won, %, by mines: `sps` 1: 0.0, 5: 3.000."]);
    }

    #[test]
    fn exponents_are_slopes_of_logarithms() {
        let cubes: Vec<(f64, u64, f64)> = [2.0, 4.0, 8.0].map(|x: f64| (x, 0, 0.1 * x.powi(3))).into();
        let store = store(&cubes);
        let lines = vec![("sps", points(&group(), "sps", &store))];
        let derived = exponent(&answer("exponent"), &group(), &lines).unwrap();
        assert_eq!(derived.body[0], ["sps", "3", "3.00", "+- 0.00"]);
        assert_eq!(exponent(&answer("exponent"), &group(), &vec![("sps", Vec::new())]), None);
    }
}
