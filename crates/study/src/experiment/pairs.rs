//! Players in pairs on the same boards.

use super::plan::PointGroup;
use super::row::PointRow;
use crate::play::statistics::mcnemar;
use crate::report::stats::holm;
use crate::report::table;

/// Up to this many players are compared each with each; of more, each with the next two of the plan, unless it names
/// one to compare all with.
const ALL_PAIRS_PLAYERS: usize = 4;

const HEAD: [&str; 8] = [
    "first",
    "second",
    "games of both",
    "first alone won",
    "second alone won",
    "first wins more, points",
    "95 % error bar",
    "McNemar p",
];

/// The table of a group, with its introduction; empty if no two rows are of the same boards.
pub fn lines(group: &PointGroup, rows: &[&PointRow]) -> String {
    let (mut body, p): (Vec<Vec<String>>, Vec<f64>) =
        chosen(group, rows).into_iter().filter_map(|(a, b)| line(a, b)).unzip();
    if body.is_empty() {
        return String::new();
    }
    let mut head: Vec<String> = std::iter::once(group.x.clone()).chain(HEAD.map(String::from)).collect();
    if group.holm {
        head.push("of all these, by Holm".into());
        body.iter_mut().zip(holm(&p)).for_each(|(line, p)| line.push(shown(p)));
    }
    format!("\nThe same boards, in pairs:\n\n{}", table(&head, body.into_iter()))
}

/// The pairs of rows to compare.
fn chosen<'a>(group: &PointGroup, rows: &[&'a PointRow]) -> Vec<(&'a PointRow, &'a PointRow)> {
    let is_beside = |a: &PointRow, b: &PointRow| b.settings.key() == a.settings.key() && a.player != b.player;
    let mut pairs = Vec::new();
    for (index, &first) in rows.iter().enumerate() {
        let beside = |r: &&PointRow| is_beside(first, r);
        match &group.against {
            Some(one) if first.player == *one.get_ref() => {}
            Some(one) => {
                let base = rows.iter().copied().filter(beside).find(|r| r.player == *one.get_ref());
                pairs.extend(base.map(|second| (first, second)));
            }
            None => {
                let most = if group.players.len() > ALL_PAIRS_PLAYERS { 2 } else { ALL_PAIRS_PLAYERS };
                pairs.extend(rows[index + 1..].iter().copied().filter(beside).take(most).map(|second| (first, second)));
            }
        }
    }
    pairs
}

fn shown(p: f64) -> String {
    if p < 1e-4 { "< 0.0001".into() } else { format!("{p:.4}") }
}

/// The line of a pair and its p-value.
fn line(first: &PointRow, second: &PointRow) -> Option<(Vec<String>, f64)> {
    let games = first.against(second)?;
    let p = mcnemar(games.first, games.second);
    let (more, error) = games.difference();
    let mut line = vec![first.settings.place(), first.player.clone(), second.player.clone()];
    line.extend([games.games, games.first, games.second].map(|n| n.to_string()));
    line.push(format!("{:+.3}", 100.0 * more));
    line.push(format!("+- {:.3}", 100.0 * error));
    line.push(shown(p));
    Some((line, p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::settings::GameSettings;
    use crate::play::statistics::NORMAL_95;

    fn rows(players: &[&str]) -> Vec<PointRow> {
        let row = |(x, player): (f64, &&str)| PointRow {
            player: player.to_string(),
            settings: GameSettings { x: Some(x), ..GameSettings::default() },
            games: 4,
            won: 2,
            wins: if *player == "a" { "c" } else { "8" }.into(),
            ..PointRow::default()
        };
        [1.0, 2.0].into_iter().flat_map(|x| players.iter().map(move |player| (x, player))).map(row).collect()
    }

    fn group(players: &[&str], against: &str) -> PointGroup {
        toml::from_str(&format!("name = \"g\"\nplayers = {players:?}\npoints = []\n{against}")).unwrap()
    }

    fn names(players: &[&str], against: &str) -> Vec<String> {
        let rows = rows(players);
        let chosen = chosen(&group(players, against), &rows.iter().collect::<Vec<_>>());
        assert!(chosen.iter().all(|(a, b)| a.settings.x == b.settings.x));
        let first = chosen.iter().filter(|(a, _)| a.settings.x == Some(1.0));
        let names: Vec<String> = first.map(|(a, b)| format!("{} {}", a.player, b.player)).collect();
        assert_eq!(2 * names.len(), chosen.len());
        names
    }

    #[test]
    fn a_plan_names_who_is_compared() {
        assert_eq!(names(&["a", "b", "c"], ""), ["a b", "a c", "b c"]);
        let many = ["a", "b", "c", "d", "e"];
        assert_eq!(names(&many, ""), ["a b", "a c", "b c", "b d", "c d", "c e", "d e"]);
        assert_eq!(names(&many, "against = \"c\""), ["a c", "b c", "d c", "e c"]);
    }

    /// Of four games `a` wins two and `b` one of them; with half a game more of each outcome 1.5 and 0.5 of six.
    #[test]
    fn differences_have_error_bars() {
        let rows = rows(&["a", "b"]);
        let line = line(&rows[0], &rows[1]).unwrap().0;
        let error = 100.0 * NORMAL_95 * ((2.0f64 / 6.0 - 1.0 / 36.0) / 6.0).sqrt();
        assert_eq!(line[3..], ["4", "1", "0", "+25.000", &format!("+- {error:.3}"), "1.0000"]);
        // Equal results of all games do not show that further games would be equal.
        let error = 100.0 * NORMAL_95 / 6.0;
        assert_eq!(super::line(&rows[0], &rows[0]).unwrap().0[6..], ["+0.000", &format!("+- {error:.3}"), "1.0000"]);
    }
}
