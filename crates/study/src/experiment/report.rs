//! The report of an experiment in Markdown, made from its plan and its rows alone.

use super::answers;
use super::charts;
use super::contrast;
use super::control;
use super::made;
use super::pairs;
use super::plan::{ExperimentPlan, PointGroup, PublishedFigures};
use super::row::{Interval, PointRow};
use super::store::ExperimentStore;
use super::timed::Turn;
use crate::report::{Document, NODES_RANK, table};

/// `report.md` and the charts as SVG files: name and text. `made_by` is the text for the command that makes them.
pub fn files(plan: &ExperimentPlan, store: &ExperimentStore, made_by: &str) -> Vec<(String, String)> {
    document(plan, store, made_by).files(None)
}

fn document(plan: &ExperimentPlan, store: &ExperimentStore, made_by: &str) -> Document {
    let mut out = Document::new(&plan.title);
    out.question(&plan.question);
    plan.answer.iter().for_each(|sentence| out.answer(sentence));
    let derived = answers::derived(plan, store);
    let compared: Vec<_> = plan.contrasts.iter().map(|one| contrast::make(plan, one, store)).collect();
    derived.iter().for_each(|derived| derived.sentences.iter().for_each(|sentence| out.answer(sentence)));
    compared.iter().for_each(|derived| derived.sentences.iter().for_each(|sentence| out.answer(sentence)));
    out.text(plan.text.trim());
    if !plan.findings.trim().is_empty() {
        out.section("Findings");
        out.text(plan.findings.trim());
    }
    for chart in charts::draw(plan, store) {
        out.chart(&chart.name, &chart.title, chart.svg);
    }
    for derived in compared.into_iter().chain(derived) {
        out.section(&derived.title);
        if let Some((name, svg)) = derived.chart {
            out.chart(&name, &derived.title, svg);
        }
        out.text(&derived.text);
        out.table(&derived.head, derived.body);
    }
    for group in &plan.groups {
        let rows: Vec<&PointRow> = rows_of(group, store);
        if rows.is_empty() {
            continue;
        }
        out.section(group.name());
        out.text(figures(group, &rows));
        out.text(beside(plan, group, &rows));
        if group.keep_turns {
            out.text(turns(group, store));
        }
        if group.pairs {
            out.text(pairs::lines(group, &rows));
        }
        for played in store.played.iter().filter(|p| p.row.group == group.name()) {
            if let Some(trace) = &played.row.trace {
                out.text(format!("The first game of `{}`, move by move:", played.row.player));
                out.text(format!("```text\n{}\n```", trace.trim_end()));
            }
        }
    }
    out.text(without_luck(plan, store));
    let games: u64 = store.played.iter().map(|p| p.row.games).sum();
    let errors: u64 = store.played.iter().map(|p| p.row.errors).sum();
    out.text(format!(
        "In {errors} of {games} games a player found its board impossible or a move that it called certain opened a mine."
    ));
    if store.played.iter().any(|p| p.row.boards_sha256.is_some()) {
        out.text(
            "Games on boards of a file apply to those boards alone; where one is played again each game counts, though a \
             player without randomness plays it the same way.",
        );
    }
    out.text(format!(
        "`%` and `finished %` have Wilson's 95 % interval, means 1.96 standard errors to each side; times are of the \
         processor. {NODES_RANK}"
    ));
    out.text(format!("Made by {made_by}. The records ({}) keep which games were won.", super::store::FILE));
    out.text(made::lines(plan, store));
    out
}

/// The rows of a group in the order of its points and players.
fn rows_of<'a>(group: &PointGroup, store: &'a ExperimentStore) -> Vec<&'a PointRow> {
    let mut rows = Vec::new();
    for point in &group.points {
        for player in &group.players {
            let is_it = |row: &&PointRow| {
                row.group == group.name() && row.player == player.get_ref().name() && is_at(row, point.get_ref())
            };
            rows.extend(store.played.iter().map(|p| &p.row).find(is_it));
        }
    }
    rows
}

fn is_at(row: &PointRow, point: &super::settings::GameSettings) -> bool {
    row.settings.key() == point.key()
}

fn range(e: Interval, digits: usize) -> String {
    format!("{:.digits$} to {:.digits$}", e.low, e.high)
}

/// A mean in about four digits.
fn mean(value: f64) -> String {
    match value.abs() {
        v if v >= 1000.0 => format!("{value:.0}"),
        v if v >= 100.0 => format!("{value:.1}"),
        v if v >= 0.1 || v == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.2e}"),
    }
}

/// A mean with its error bar in two digits and itself in as many decimals; without a bar if all games are equal.
fn with_bar(e: Interval) -> String {
    let bar = (e.high - e.low) / 2.0;
    // A spread of this size is a rounding error.
    if bar <= 1e-9 * e.value.abs() {
        return mean(e.value);
    }
    // Rounded first: 9.96 has two digits as 10.
    let exponent = format!("{bar:.1e}").split_once('e').and_then(|(_, e)| e.parse::<i32>().ok()).unwrap_or(0);
    let digits = usize::try_from(1 - exponent).unwrap_or(0);
    format!("{:.digits$} +- {bar:.digits$}", e.value)
}

/// All measures with content.
fn figures(group: &PointGroup, rows: &[&PointRow]) -> String {
    let means = [
        ("score", "score"),
        ("finished", "finished %"),
        ("guesses", "guesses"),
        ("unsolved", "unsolved"),
        ("single_point", "single"),
        ("pair", "pair"),
        ("other", "other"),
        ("nodes", "nodes"),
    ];
    let says = |measure: &str| match measure {
        "score" => rows.iter().any(|r| r.settings.on_mine.as_deref() == Some("continue")),
        "finished" => rows.iter().any(|r| r.stuck + r.errors > 0),
        _ => rows.iter().any(|r| r.estimate(measure).is_some_and(|e| e.value > 0.0)),
    };
    let shown: Vec<_> = means.into_iter().filter(|m| says(m.0)).collect();
    let mut head = vec![group.x.clone(), "player".into()];
    head.extend(["games", "won", "%", "95 % interval"].map(String::from));
    head.extend(shown.iter().map(|m| m.1.to_string()));
    head.push("games per CPU-second".into());
    let body = rows.iter().map(|row| {
        let won = row.estimate("won");
        let mut line = vec![row.settings.place(), row.player.clone(), row.games.to_string(), row.won.to_string()];
        line.push(won.map_or("-".into(), |e| format!("{:.3}", e.value)));
        line.push(won.map_or("-".into(), |e| range(e, 2)));
        line.extend(shown.iter().map(|m| match (m.0, row.estimate(m.0)) {
            // For shares: Wilson's interval is not symmetric.
            ("finished", Some(e)) => format!("{} ({})", mean(e.value), range(e, 1)),
            (_, estimate) => estimate.map_or("-".into(), with_bar),
        }));
        line.push(row.speed().map_or("-".into(), mean));
        line
    });
    table(&head, body)
}

/// The text in place of an error bar.
const NO_SPREAD: &str = "no spread";

/// Ours beside the reported figures, with the difference and whether the error bars explain it.
fn beside(plan: &ExperimentPlan, group: &PointGroup, rows: &[&PointRow]) -> String {
    let mut body = Vec::new();
    let is_here = |r: &&PublishedFigures| r.groups.is_empty() || r.groups.iter().any(|g| g.get_ref() == group.name());
    for reported in plan.reported.iter().filter(is_here) {
        for (x, theirs) in reported.points.iter().map(|p| *p.get_ref()) {
            let is_it = |r: &&&PointRow| r.player == *reported.player.get_ref() && r.settings.x == Some(x);
            let Some((row, ours)) =
                rows.iter().find(is_it).and_then(|r| Some((r, r.estimate(reported.measure.get_ref())?)))
            else {
                continue;
            };
            let apart = theirs - ours.value;
            let own = if apart > 0.0 { ours.high - ours.value } else { ours.value - ours.low };
            // The error bar of as many games as theirs, by the spread of ours.
            let other = reported.games.map(|n| own * (row.games as f64 / n as f64).sqrt());
            let is_beyond = apart.abs() > own.hypot(other.unwrap_or_default());
            let digits = if ["won", "score"].contains(&reported.measure.get_ref().as_str()) { 2 } else { 3 };
            body.push(vec![
                row.settings.place(),
                row.player.clone(),
                format!("{:.digits$}", ours.value),
                range(ours, digits),
                format!("{} {theirs}", reported.name),
                other.map_or("not reported".into(), |o| format!("+- {o:.digits$}")),
                format!("{:+.digits$}", -apart),
                // On one board all games may be equal, and others would be too.
                match (is_beyond, own > 0.0 || row.settings.board.is_some()) {
                    (true, false) => NO_SPREAD,
                    (true, true) => "**beyond**",
                    (false, _) => "within",
                }
                .into(),
            ]);
        }
    }
    if body.is_empty() {
        return String::new();
    }
    let head = ["ours", "95 % interval", "reported", "its error bar", "difference", "error bars"].map(String::from);
    let head: Vec<String> = [group.x.clone(), "player".into()].into_iter().chain(head).collect();
    let note = match body.iter().any(|row| row[7] == NO_SPREAD) {
        true => "\nNo spread: all games gave the same value, so there is no estimate of the spread of others.\n",
        false => "",
    };
    format!("\nBeside the reported figures:\n\n{}{note}", table(&head, body.into_iter()))
}

/// Games won by the controls of the plan.
fn without_luck(plan: &ExperimentPlan, store: &ExperimentStore) -> String {
    let controls = || plan.reported.iter().filter(|r| r.control);
    let body: Vec<Vec<String>> = controls().flat_map(|reported| control::lines(reported, store)).collect();
    if body.is_empty() {
        return String::new();
    }
    let mut groups: Vec<&str> = controls().flat_map(|r| &r.groups).map(|g| g.get_ref().as_str()).collect();
    groups.dedup();
    format!(
        "\n## The luck of the boards taken out\n\n\
         All games of {}, by the control as a control variate: the points by which it won more than its reported figure, \
         times the slope (what a player wins more where the control wins a point more), are taken from what a player won. This \
         supposes that the control plays as well as the reported program.\n\n{}",
        groups.join(" and of "),
        table(&control::HEAD.map(String::from), body.into_iter())
    )
}

/// Times of turns.
fn turns(group: &PointGroup, store: &ExperimentStore) -> String {
    let head = ["", "player", "turns", "median", "99 %", "longest", "of them with a guess"].map(String::from);
    let mut body = Vec::new();
    for played in store.played.iter().filter(|p| p.row.group == group.name()) {
        let mut times: Vec<&Turn> = played.turns.iter().map(|t| &t.turn).collect();
        times.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let Some(last) = times.len().checked_sub(1) else { continue };
        let at = |share: f64| format!("{:.3} ms", times[(share * last as f64) as usize].seconds * 1e3);
        let guesses = times.iter().filter(|t| t.guess).count();
        body.push(vec![
            played.row.settings.place(),
            played.row.player.clone(),
            times.len().to_string(),
            at(0.5),
            at(0.99),
            at(1.0),
            guesses.to_string(),
        ]);
    }
    format!("\nProcessor time of a turn, from seeing the board to the moves:\n\n{}", table(&head, body.into_iter()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_the_decimals_of_their_error_bars() {
        let text = |value: f64, bar: f64| with_bar(Interval { value, low: value - bar, high: value + bar });
        assert_eq!(text(0.461_23, 0.0048), "0.4612 +- 0.0048");
        assert_eq!(text(8.6, 9.96), "9 +- 10");
        assert_eq!(text(22_306.4, 21_064.8), "22306 +- 21065");
        assert_eq!(text(0.0038, 0.002), "0.0038 +- 0.0020");
        assert_eq!((text(34.5, 0.0), text(0.1, 1e-15)), ("34.50".into(), "0.10".into()));
    }
}
