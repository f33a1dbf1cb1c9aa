//! Provenance of the rows of a report: revision and machine, possibly several.

use std::collections::BTreeMap;

use super::plan::ExperimentPlan;
use super::row::PointRow;
use super::store::ExperimentStore;

/// One line of Markdown if all rows are of one revision and machine, else a list with the players of each, group by
/// group.
pub fn lines(plan: &ExperimentPlan, store: &ExperimentStore) -> String {
    let mut made: BTreeMap<(&str, &str), Vec<&PointRow>> = BTreeMap::new();
    for row in store.played.iter().map(|p| &p.row) {
        made.entry((&row.git, &row.cpu)).or_default().push(row);
    }
    let only = made.len() == 1;
    let line = |((git, cpu), rows): ((&str, &str), Vec<&PointRow>)| match only {
        true => format!("All rows are of revision {git} on {cpu}.\n"),
        false => format!("- revision {git} on {cpu}: {}\n", places(plan, &rows).join("; ")),
    };
    let lines: String = made.into_iter().map(line).collect();
    if only {
        lines
    } else {
        format!("Rows by revision and machine; speeds of different machines do not compare:\n\n{lines}")
    }
}

/// Groups in the order of the plan, each with its players, and with their points if the group has other rows too.
fn places(plan: &ExperimentPlan, rows: &[&PointRow]) -> Vec<String> {
    let mut places = Vec::new();
    for group in &plan.groups {
        let here: Vec<&PointRow> = rows.iter().copied().filter(|r| r.group == group.name()).collect();
        let all = group.players.len() * group.points.len();
        if here.is_empty() {
            continue;
        }
        if here.len() == all {
            places.push(format!("{:?}", group.name()));
            continue;
        }
        let of = |player: &str| {
            let points: Vec<String> = here.iter().filter(|r| r.player == player).map(|r| r.settings.place()).collect();
            match points.len() {
                0 => None,
                n if n == group.points.len() => Some(format!("`{player}`")),
                _ => Some(format!("`{player}` ({})", points.join(", "))),
            }
        };
        let players: Vec<String> = group.players.iter().filter_map(|p| of(p.get_ref().name())).collect();
        places.push(format!("{:?} {}", group.name(), players.join(", ")));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::run::PlayedPoint;
    use crate::experiment::settings::GameSettings;

    #[test]
    fn rows_of_several_revisions_are_told_apart() {
        let text = "title = \"t\"\ntext = \"\"\n\
                    [[group]]\nname = \"g\"\nplayers = [\"sps\", \"ees\"]\npoints = [{ x = 1 }, { x = 2 }]\n\
                    [[group]]\nname = \"h\"\nplayers = [\"sps\"]\npoints = [{ x = 1 }]\n";
        let plan: ExperimentPlan = toml::from_str(text).unwrap();
        let played = |group: &str, player: &str, x: f64, git: &str| {
            let settings = GameSettings { x: Some(x), ..GameSettings::default() };
            let (group, player, git, cpu) = (group.into(), player.into(), git.into(), "c".into());
            PlayedPoint {
                row: PointRow { group, player, settings, git, cpu, ..PointRow::default() },
                games: Vec::new(),
                turns: Vec::new(),
            }
        };
        let mut all = vec![
            played("g", "sps", 1.0, "r1"),
            played("g", "ees", 1.0, "r1"),
            played("g", "sps", 2.0, "r1"),
            played("g", "ees", 2.0, "r1"),
            played("h", "sps", 1.0, "r1"),
        ];
        let made = |all: &[PlayedPoint]| lines(&plan, &ExperimentStore { played: all.to_vec() });
        assert_eq!(made(&all), "All rows are of revision r1 on c.\n");
        all[3].row.git = "r2".into();
        let made = made(&all);
        assert!(made.contains("- revision r1 on c: \"g\" `sps`, `ees` (1); \"h\"\n"), "{made}");
        assert!(made.contains("- revision r2 on c: \"g\" `ees` (2)\n"), "{made}");
    }
}
