//! Two groups on the same boards, player by player: what one rule is worth, such as knowing the total.

use super::answers::{DerivedAnswer, crossing, points, won};
use super::plan::{ContrastPlan, ExperimentPlan, PointGroup};
use super::store::ExperimentStore;
use crate::file_name;
use crate::play::statistics::mcnemar;
use crate::report::plots::{Axis, Chart, PointMark};

/// A player at a point of both groups.
struct Compared {
    x: f64,
    place: String,
    /// Games, won in the first group alone, in the second alone.
    games: (u64, u64, u64),
    won: (f64, f64),
    /// Share more, and its 95 % error bar.
    more: (f64, f64),
}

impl Compared {
    fn line(&self, player: &str) -> Vec<String> {
        let (games, first, second) = self.games;
        let p = mcnemar(first, second);
        let mut line = vec![self.place.clone(), player.into(), games.to_string()];
        line.extend([self.won.0, self.won.1].map(|share| format!("{share:.2}")));
        line.push(format!("{first} against {second}"));
        line.push(format!("{:+.2} +- {:.2}", 100.0 * self.more.0, 100.0 * self.more.1));
        line.push(if p < 1e-4 { "< 0.0001".into() } else { format!("{p:.4}") });
        line
    }
}

/// The points that a player has in both groups.
fn compared(groups: (&PointGroup, &PointGroup), player: &str, store: &ExperimentStore) -> Vec<Compared> {
    let (first, second) = (points(groups.0, player, store), points(groups.1, player, store));
    let both = first.iter().filter_map(|(x, a)| Some((*x, *a, second.iter().find(|p| p.0 == *x)?.1)));
    let make = |(x, a, b): (f64, &super::row::PointRow, &super::row::PointRow)| {
        let pairs = a.against_known(b)?;
        let won = (a.estimate("won")?.value, b.estimate("won")?.value);
        let games = (pairs.games, pairs.first, pairs.second);
        Some(Compared { x, place: a.settings.place(), games, won, more: pairs.difference() })
    };
    both.filter_map(make).collect()
}

/// The sentences, the chart and the table of a contrast.
pub fn make(plan: &ExperimentPlan, contrast: &ContrastPlan, store: &ExperimentStore) -> DerivedAnswer {
    let (first, second) = (contrast.first.get_ref(), contrast.second.get_ref());
    let mut derived = DerivedAnswer { title: contrast.title.clone(), ..DerivedAnswer::default() };
    let find = |name: &str| plan.groups.iter().find(|group| group.name() == name);
    let (Some(a), Some(b)) = (find(first), find(second)) else { return derived };
    let has_words = a.points.iter().any(|p| p.get_ref().label.is_some());
    let x = if has_words { Axis::words() } else { Axis::linear_count(&a.x) };
    let mut chart = Chart::new(&contrast.title, x, Axis::linear_count(&format!("points more won: {first}")));
    let (mut most, mut shifts, mut same) = (Vec::new(), Vec::new(), Vec::new());
    let (mut lowest, mut highest) = (0.0f64, 1.0f64);
    for (style, player) in a.players.iter().map(|player| player.get_ref().name()).enumerate() {
        let all = compared((a, b), player, store);
        let Some(best) = all.iter().max_by(|a, b| a.more.0.total_cmp(&b.more.0)) else { continue };
        if all.iter().all(|one| (one.games.1, one.games.2) == (0, 0)) {
            same.push(format!("`{player}`"));
            continue;
        }
        derived.body.extend(all.iter().map(|one| one.line(player)));
        most.push(format!(
            "`{player}` {:+.1} +- {:.1} points at {}",
            100.0 * best.more.0,
            100.0 * best.more.1,
            best.place
        ));
        let half = |group: &PointGroup| crossing(&won(&points(group, player, store))).map(|crossing| crossing.2);
        if let (Some(with), Some(without), false) = (half(a), half(b), has_words) {
            shifts.push(format!("`{player}` {:+.1} ({with:.1} and {without:.1})", with - without));
        }
        all.iter().filter(|_| has_words && style == 0).for_each(|one| chart.x.tick(one.x, &one.place));
        let mark = if has_words { PointMark::Dots } else { PointMark::Line { dots: true } };
        // Side by side on an axis of words, so that error bars stay apart.
        let shift = if has_words { 0.06 * (style as f64 - 0.5 * (a.players.len() as f64 - 1.0)) } else { 0.0 };
        chart.add(player, style, mark, all.iter().map(|one| (one.x + shift, 100.0 * one.more.0)).collect());
        let ends =
            |one: &Compared| (one.x + shift, 100.0 * (one.more.0 - one.more.1), 100.0 * (one.more.0 + one.more.1));
        let bars: Vec<(f64, f64, f64)> = all.iter().map(ends).collect();
        lowest = bars.iter().fold(lowest, |low, bar| low.min(bar.1));
        highest = bars.iter().fold(highest, |high, bar| high.max(bar.2));
        chart.intervals(bars);
    }
    if derived.body.is_empty() {
        return derived;
    }
    // An axis of counts would begin at 0, and less may be won as well.
    chart.y.range = Some((lowest - 0.05 * (highest - lowest), highest + 0.05 * (highest - lowest)));
    if has_words {
        let all = || a.points.iter().filter_map(|point| point.get_ref().x);
        let (low, high) = all().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        chart.x.range = Some((low - 0.5, high + 0.5));
    }
    derived.chart = Some((format!("contrast-{}", file_name::plain(&contrast.title)), chart.svg()));
    if !most.is_empty() {
        derived.sentences.push(format!("{}: most at one point: {}.", contrast.title, most.join(", ")));
    }
    if !same.is_empty() {
        derived.sentences.push(format!("{}: both ways the same games are won by {}.", contrast.title, same.join(", ")));
    }
    if !shifts.is_empty() {
        derived.sentences.push(format!(
            "In `{}` up to which half of the games are won, {first} against {second}: {}.",
            a.x,
            shifts.join(", ")
        ));
    }
    derived.text = format!("The same boards in both groups. More: what is won more in {first:?} than in {second:?}.");
    derived.head = [a.x.as_str(), "player", "games"].map(String::from).to_vec();
    derived.head.extend([first, second].map(|group| format!("won, %, {group}")));
    derived.head.extend(["alone won", "points more", "McNemar p"].map(String::from));
    derived
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::row::PointRow;
    use crate::experiment::run::PlayedPoint;
    use crate::experiment::settings::GameSettings;

    #[test]
    fn groups_are_compared_game_by_game() {
        let text = "title = \"t\"\ntext = \"\"\n[rules]\nrows = 5\ncols = 5\n\
                    [[group]]\nname = \"known\"\nx = \"mines\"\nplayers = [\"sps\"]\npoints = [{ x = 3, mines = 3 }]\n\
                    [[group]]\nname = \"unknown total\"\nrules = { total = \"unknown\" }\nplayers = [\"sps\"]\n\
                    points = [{ x = 3, mines = 3 }]\n\
                    [[contrast]]\ntitle = \"the total\"\nfirst = \"known\"\nsecond = \"unknown total\"\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        let plan = crate::experiment::read_plan(path.to_str().unwrap()).unwrap();
        let played = |(group, wins): (usize, &str)| {
            let group = &plan.groups[group];
            let settings: GameSettings = plan.settings(group, group.points[0].get_ref());
            let won = wins.chars().map(|digit| digit.to_digit(16).unwrap().count_ones()).sum::<u32>().into();
            let (group, player) = (group.name().to_string(), "sps".to_string());
            let row = PointRow { group, player, settings, games: 8, won, wins: wins.into(), ..PointRow::default() };
            PlayedPoint { row, games: Vec::new(), turns: Vec::new() }
        };
        let store = ExperimentStore { played: [(0, "fe"), (1, "c1")].map(played).into() };
        let derived = make(&plan, &plan.contrasts[0], &store);
        assert_eq!(derived.body[0][..6], ["3", "sps", "8", "87.50", "37.50", "5 against 1"].map(String::from));
        assert!(derived.sentences[0].starts_with("the total: most at one point: `sps` +"), "{:?}", derived.sentences);
        assert_eq!(derived.chart.as_ref().map(|chart| chart.0.as_str()), Some("contrast-the-total"));
    }
}
