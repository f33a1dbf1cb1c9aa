//! The report on guesses: sentences, tables by cause and phase, and pictures.

use super::cause::CAUSES;
use super::{GuessedBatch, PHASES, picture};
use crate::play::statistics::wilson;
use crate::report::Document;

/// The place of the largest number, the first of equal ones.
fn largest(numbers: impl Iterator<Item = u64>) -> usize {
    numbers.enumerate().fold((0, 0), |best, (at, n)| if n > best.1 { (at, n) } else { best }).0
}

/// Guesses with a tree below which a rate says little.
const FEW: u64 = 30;

/// The sentences on top.
pub(super) fn answers(out: &mut Document, all: &[GuessedBatch]) {
    for player in all {
        let cause = largest((0..CAUSES.len()).map(|cause| player.of_cause(cause).fatal));
        let phase = largest((0..PHASES.len()).map(|phase| player.of_phase(phase).fatal));
        let (seen, other, _) = player.trees;
        let rate = match seen {
            0 => "no guess had an exact tree".into(),
            1..FEW => format!("only {seen} guesses had an exact tree"),
            _ => format!(
                "{:.0} % of {seen} guesses with an exact tree are not the best cell",
                100.0 * other as f64 / seen as f64
            ),
        };
        out.answer(format!(
            "`{}` wins {:.1} % and loses most to *{}* ({:.1} of 100 games) and in the {} of the board ({:.1}); {rate}.",
            player.player,
            player.of_games(player.won),
            CAUSES[cause].name,
            player.of_games(player.of_cause(cause).fatal),
            PHASES[phase].0,
            player.of_games(player.of_phase(phase).fatal),
        ));
    }
}

/// Games lost by cause.
pub(super) fn causes(out: &mut Document, all: &[GuessedBatch]) {
    out.section("By cause");
    out.text("Games lost of 100, by the cause of the guess that lost them; in brackets guesses a game and their mean risk in percent.");
    let head: Vec<&str> =
        ["player", "won, % (95 % interval)"].into_iter().chain(CAUSES.map(|cause| cause.name)).collect();
    let row = |player: &GuessedBatch| {
        let (low, high) = wilson(player.won, player.games);
        let games = player.games.max(1) as f64;
        let won = format!("{:.2} ({:.1} to {:.1})", 100.0 * player.won as f64 / games, 100.0 * low, 100.0 * high);
        let mut line = vec![player.player.clone(), won];
        for cause in 0..CAUSES.len() {
            let own = player.of_cause(cause);
            let risk = if own.known == 0 { "-".into() } else { format!("{:.0}", 100.0 * own.risk / own.known as f64) };
            line.push(format!("{:.2} ({:.2}, {risk})", player.of_games(own.fatal), own.all as f64 / games));
        }
        line
    };
    out.table(&head, all.iter().map(row));
    let stuck: Vec<String> = all
        .iter()
        .filter(|player| player.stuck > 0)
        .map(|player| format!("`{}` {}", player.player, player.stuck))
        .collect();
    if !stuck.is_empty() {
        out.text(format!("Games without an end, stuck or with a wrong flag: {}.", stuck.join(", ")));
    }
}

/// Games lost by phase.
pub(super) fn phases(out: &mut Document, all: &[GuessedBatch]) {
    out.section("By phase");
    out.text("Games lost of 100 by the share of safe cells that were open at the guess that lost them; in brackets guesses a game.");
    let head: Vec<&str> = std::iter::once("player").chain(PHASES.iter().map(|phase| phase.0)).collect();
    let row = |player: &GuessedBatch| {
        let cell = |phase: usize| {
            let own = player.of_phase(phase);
            format!("{:.2} ({:.2})", player.of_games(own.fatal), own.all as f64 / player.games.max(1) as f64)
        };
        std::iter::once(player.player.clone()).chain((0..PHASES.len()).map(cell)).collect()
    };
    out.table(&head, all.iter().map(row));
}

/// Guesses that exact play would not make.
pub(super) fn disagreements(out: &mut Document, all: &[GuessedBatch]) {
    out.section("Where one disagrees");
    out.text(
        "Guesses whose position has a tree: how many are not the best cell, what they lose in the mean, in percent of the \
         models, and what that is of 100 games: best play from there on in both cases.",
    );
    let head = [
        "player",
        "with a tree",
        "another cell is better",
        "%",
        "95 % interval",
        "a wrong one loses, %",
        "games of 100",
    ];
    let row = |player: &GuessedBatch| {
        let (seen, other, lost) = player.trees;
        let mut line = vec![player.player.clone(), seen.to_string(), other.to_string()];
        match (seen, other) {
            (0, _) => line.extend(["-", "-", "-"].map(String::from)),
            _ => {
                let (low, high) = wilson(other, seen);
                line.push(format!("{:.1}", 100.0 * other as f64 / seen as f64));
                line.push(format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high));
                line.push(if other == 0 { "-".into() } else { format!("{:.1}", 100.0 * lost / other as f64) });
            }
        }
        line.push(format!("{:.2}", 100.0 * lost / player.games.max(1) as f64));
        line
    };
    out.table(&head, all.iter().map(row));
}

/// The largest disagreements of a player as pictures.
pub(super) fn draw(out: &mut Document, player: &GuessedBatch) {
    out.section(&format!("The largest of {}", player.player));
    if player.examples.is_empty() {
        out.text("It opened the best cell wherever the tree could tell.");
    }
    for (at, example) in player.examples.iter().enumerate() {
        let Some(board) = example.board() else { continue };
        let title = format!(
            "{}, game {}: its cell wins {} of {}, the best {}",
            player.player, example.game, example.won[0], example.models, example.won[1]
        );
        let name = format!("{}-{}", crate::file_name::plain(&player.player), at + 1);
        out.chart(&name, &title, picture::draw(&board, example, &title));
    }
}
