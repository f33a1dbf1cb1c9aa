//! Games won, with the luck of the boards removed by a control variate: the deviation of a control player from its well
//! known rate measures how favourable the plan's boards are.

use super::plan::PublishedFigures;
use super::row::PointRow;
use super::store::ExperimentStore;
use crate::play::statistics::{PairedGames, controlled, wilson};

/// Heads of the columns.
pub const HEAD: [&str; 11] = [
    "",
    "player",
    "games",
    "won %",
    "95 % interval",
    "control",
    "it won %",
    "reported",
    "slope",
    "won % without luck",
    "95 % error bar",
];

/// One line per point and player, in the columns of [`HEAD`].
pub fn lines(reported: &PublishedFigures, store: &ExperimentStore) -> Vec<Vec<String>> {
    let mut body = Vec::new();
    for (x, theirs) in reported.points.iter().map(|p| *p.get_ref()) {
        for (row, pairs) in beside(reported, x, store) {
            let Some(found) = reported.games.and_then(|games| controlled(pairs, theirs / 100.0, games)) else {
                continue;
            };
            let percent = |won: u64| 100.0 * won as f64 / pairs.games as f64;
            let (low, high) = wilson(pairs.both + pairs.first, pairs.games);
            body.push(vec![
                row.settings.place(),
                row.player.clone(),
                pairs.games.to_string(),
                format!("{:.3}", percent(pairs.both + pairs.first)),
                format!("{:.2} to {:.2}", 100.0 * low, 100.0 * high),
                reported.player.get_ref().clone(),
                format!("{:.3}", percent(pairs.both + pairs.second)),
                format!("{} {theirs}", reported.name),
                format!("{:.2}", found.slope),
                format!("{:.3}", 100.0 * found.share),
                format!("+- {:.3}", 100.0 * found.error),
            ]);
        }
    }
    body
}

/// The other players at a point, each with its games beside the control in all groups of the figure.
fn beside<'a>(reported: &PublishedFigures, x: f64, store: &'a ExperimentStore) -> Vec<(&'a PointRow, PairedGames)> {
    let mut found: Vec<(&PointRow, PairedGames)> = Vec::new();
    for group in &reported.groups {
        let here = |row: &&PointRow| row.group == *group.get_ref() && row.settings.x == Some(x);
        let (controls, others): (Vec<&PointRow>, Vec<&PointRow>) =
            store.played.iter().map(|p| &p.row).filter(here).partition(|row| row.player == *reported.player.get_ref());
        for (row, pairs) in controls.iter().flat_map(|c| others.iter().filter_map(|row| Some((*row, row.against(c)?))))
        {
            match found.iter_mut().find(|(other, _)| other.player == row.player) {
                Some((_, sum)) => *sum += pairs,
                None => found.push((row, pairs)),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::run::PlayedPoint;
    use crate::experiment::settings::GameSettings;

    fn played(group: &str, player: &str, x: f64, seed: u64, wins: &str) -> PlayedPoint {
        let settings = GameSettings { x: Some(x), seed: Some(seed), ..GameSettings::default() };
        let won = wins.chars().map(|c| c.to_digit(16).map_or(0, u32::count_ones)).sum::<u32>();
        let row = PointRow {
            group: group.into(),
            player: player.into(),
            settings,
            games: 4 * wins.len() as u64,
            won: won.into(),
            wins: wins.into(),
            ..PointRow::default()
        };
        PlayedPoint { row, games: Vec::new(), turns: Vec::new() }
    }

    /// Games are added up over the groups; a player missing in one has those of the other.
    #[test]
    fn groups_are_added_up_player_by_player() {
        let text = "name = \"r\"\nplayer = \"p\"\ngroups = [\"a\", \"b\"]\ngames = 1000000\npoints = [[1, 50]]\ncontrol = true\n";
        let reported: PublishedFigures = toml::from_str(text).unwrap();
        let all = [
            played("a", "p", 1.0, 1, "f0"),
            played("a", "q", 1.0, 1, "e1"),
            played("a", "q", 2.0, 1, "ff"),
            played("b", "q", 1.0, 2, "c"),
            played("b", "p", 1.0, 2, "a"),
            played("b", "r", 1.0, 2, "1"),
            // Not on the same boards as the control.
            played("b", "s", 1.0, 3, "1"),
            played("c", "q", 1.0, 4, "f"),
        ];
        let store = ExperimentStore { played: all.into() };
        let found = beside(&reported, 1.0, &store);
        let found: Vec<(&str, PairedGames)> = found.iter().map(|(row, pairs)| (row.player.as_str(), *pairs)).collect();
        let q = PairedGames { games: 12, both: 4, first: 2, second: 2 };
        assert_eq!(found, [("q", q), ("r", PairedGames { games: 4, both: 0, first: 1, second: 2 })]);
        let lines = lines(&reported, &store);
        let share = controlled(q, 0.5, 1_000_000).unwrap().share;
        assert_eq!((&lines[0][3][..], &lines[0][6][..]), ("50.000", "50.000"));
        assert_eq!(lines[0][9], format!("{:.3}", 100.0 * share));
        assert_eq!(lines.len(), 2);
    }
}
