//! What the records answer, in sentences whose numbers come from them.

use super::standing::{Difference, EngineRow, Standing, place, within_family};
use super::wins;
use crate::report::data::{Data, Fate};
use crate::report::format;
use crate::report::format::many;
use crate::report::stats::Estimate;

/// Most sentences of an answer.
pub const MOST: usize = 7;

/// Most engines beside the best that are named with their times.
const LINED_UP: usize = 6;

/// Comparisons that get every sentence; the others get one on who is best.
const WHOLE: usize = 2;

/// The sentences: what the leading `highlights` found, then on every comparison, then the other highlights, and at last
/// whether all answers agree. Of each highlight: whether it leads, and its finding.
pub fn answer(data: &Data, standings: &[Standing], highlights: &[(bool, String)]) -> Vec<String> {
    let found = |leads: bool| highlights.iter().filter(move |h| h.0 == leads).map(|h| h.1.clone());
    let mut lines: Vec<String> = found(true).collect();
    let several = standings.len() > 1;
    for (at, standing) in standings.iter().enumerate() {
        let place = if several { place(data, standing) } else { String::new() };
        let whole = standings.len() <= WHOLE || at == 0;
        // One engine alone answers something only where none is compared.
        let is_compared = |other: &Standing| other.query == standing.query && other.complete().count() > 1;
        if standing.complete().count() > 1 || !standings.iter().any(is_compared) {
            lines.extend(of_comparison(data, standing, &place, whole));
        }
    }
    lines.extend(found(false));
    lines.truncate(MOST - 1);
    lines.push(agreement(data));
    lines
}

fn of_comparison(data: &Data, standing: &Standing, place: &str, whole: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let head = if place.is_empty() { String::new() } else { format!("{place}: ") };
    let complete: Vec<&EngineRow> = standing.complete().collect();
    let boards = standing.boards.len();
    if let [best, others @ ..] = complete.as_slice() {
        lines.push(head.clone() + &first(best, others, boards, standing.noise.floor));
        let family = within_family(data, standing).filter(|_| whole);
        let mut named = 0;
        if let Some((family, own)) = &family {
            let complete: Vec<&EngineRow> = own.complete().collect();
            if let [best, others @ ..] = complete.as_slice() {
                let time = best.par2.map_or(String::new(), |p| format!(" takes {}", interval(p)));
                let rest = match line_up(others) {
                    rest if rest.is_empty() => rest,
                    rest => format!("; the others in multiples of that: {rest}"),
                };
                lines.push(format!("{head}Of the {family} engines alone {}{time}{rest}.", best.name));
                named = complete.len();
            }
        }
        lines.extend(often_faster(best, others, standing.noise.floor).map(|line| head.clone() + &line));
        match others {
            // All but one are named already.
            _ if named >= others.len() => {}
            [_, _, ..] if whole && others.len() <= LINED_UP => {
                lines.push(format!("{head}PAR-2 in multiples of that of {}: {}.", best.name, line_up(others)));
            }
            [_, .., last] if whole => lines.extend(slowest(last, best).map(|line| head.clone() + &line)),
            _ => {}
        }
        if let Some(line) = virtual_best(standing, &complete).filter(|_| whole && others.len() > 1) {
            lines.push(head.clone() + &line);
        }
        lines.extend(wins::sentence(data, standing).filter(|_| whole).map(|line| head.clone() + &line));
    }
    lines
}

/// Who is best, and whether that is more than noise.
fn first(best: &EngineRow, others: &[&EngineRow], boards: usize, floor: f64) -> String {
    let par2 = best.par2.map_or(String::new(), |p| format!(", PAR-2 {}", interval(p)));
    let solved = format!("it solves {}{par2}", of(best.solved, boards));
    let Some(rest) = others.first() else {
        return format!("{} solves {}{par2}.", best.name, of(best.solved, boards));
    };
    let all = others.iter().chain([&best]).filter(|row| row.solved == boards).count();
    let who = match all {
        0 => "none of them solves every board".to_string(),
        1 => "one of them solves every board".to_string(),
        all if all == others.len() + 1 => "all of them solve every board".to_string(),
        all => format!("{all} of them solve every board"),
    };
    let tied: Vec<&str> =
        others.iter().filter(|row| row.against_best.is_some_and(|d| !d.is_real)).map(|row| row.name.as_str()).collect();
    let against = match (tied.as_slice(), rest.against_best) {
        ([], Some(Difference { par2: Some(par2), ratio, .. })) => {
            // One that is faster on most boards loses by the mean alone.
            let beats = match others.iter().all(|row| row.against_best.is_some_and(|d| d.is_slower(floor))) {
                true => "it beats every other beyond noise, and ",
                false => "",
            };
            // The statistic that shows the difference.
            match ratio.filter(|ratio| par2.low <= floor && ratio.low > floor) {
                Some(ratio) => {
                    format!("{beats}the next, {}, takes {} its time on the typical board", rest.name, times(ratio))
                }
                None => {
                    let verdict = if par2.low > floor { "" } else { " (no difference of the means beyond noise)" };
                    format!("{beats}the next, {}, has {} its PAR-2{verdict}", rest.name, times(par2))
                }
            }
        }
        ([], _) => format!("next is {}", rest.name),
        (tied, _) if tied.len() <= 4 => format!("no difference beyond noise from {}", tied.join(", ")),
        (tied, _) => format!("no difference beyond noise from {} others", tied.len()),
    };
    format!("{} is the best of {}: {solved}; {against}; {who}.", best.name, many(others.len() + 1, "complete engine"))
}

/// Engines that win most boards and lose the mean.
fn often_faster(best: &EngineRow, others: &[&EngineRow], floor: f64) -> Option<String> {
    let row = others.iter().find(|row| row.against_best.is_some_and(|d| d.is_often_faster(floor)))?;
    let ratio = row.against_best?.ratio?;
    let cost = match row.timed.saturating_sub(row.solved) {
        0 => "its mean time is higher".to_string(),
        n => format!("it leaves {n} unsolved, {} {}", best.name, best.timed.saturating_sub(best.solved)),
    };
    Some(format!(
        "On the typical board that both solve, {} takes only {} the time of {}, but {cost}.",
        row.name,
        times(ratio),
        best.name
    ))
}

/// `b 1.5 [1.1, 2.0] (leaves 2 unsolved), c ...`: engines with their PAR-2 in multiples of the best's.
fn line_up(others: &[&EngineRow]) -> String {
    let of_one = |row: &&EngineRow| {
        let found = row.against_best?.par2?;
        let [estimate, low, high] = [found.estimate, found.low, found.high].map(format::digits);
        let left = match row.timed.saturating_sub(row.solved) {
            0 => String::new(),
            n => format!(" (leaves {n} unsolved)"),
        };
        Some(format!("{} {estimate} [{low}, {high}]{left}", row.name))
    };
    others.iter().filter_map(of_one).collect::<Vec<_>>().join(", ")
}

fn slowest(last: &EngineRow, best: &EngineRow) -> Option<String> {
    let difference = last.against_best.filter(|d| d.is_real)?;
    let unsolved = last.timed.saturating_sub(last.solved);
    let unsolved = if unsolved > 0 { format!(" and leaves {unsolved} unsolved") } else { String::new() };
    Some(format!("The slowest, {}, has {} the PAR-2 of {}{unsolved}.", last.name, times(difference.par2?), best.name))
}

/// What a choice per board would gain.
fn virtual_best(standing: &Standing, complete: &[&EngineRow]) -> Option<String> {
    let (best, all) = (complete.first()?.par2?.estimate, standing.virtual_best?);
    let most = complete.iter().max_by(|a, b| a.contribution.total_cmp(&b.contribution))?;
    let gain = best / all;
    (gain.is_finite() && gain > standing.noise.floor).then(|| {
        format!(
            "Choosing the fastest per board (virtual best) would take {}, {} times less than {}; without {} it would take \
             {} more.",
            format::seconds(all),
            format::digits(gain),
            complete[0].name,
            most.name,
            percent(most.contribution)
        )
    })
}

/// Whether the answers agree.
fn agreement(data: &Data) -> String {
    let failed = data.results.values().filter(|o| o.fate == Fate::Error).count();
    let failed = if failed > 0 { format!(" {} failed.", many(failed, "measurement")) } else { String::new() };
    match data.disagreements.len() {
        0 => format!("{} compared across engines and queries: no disagreement.{failed}", many(data.answers, "answer")),
        n => format!("{} compared: {}.{failed}", many(data.answers, "answer"), many(n, "disagreement")),
    }
}

/// `1.2 ms [1.1 ms, 1.3 ms]`.
pub fn interval(found: Estimate) -> String {
    format!("{} [{}, {}]", format::seconds(found.estimate), format::seconds(found.low), format::seconds(found.high))
}

/// `1.20 times [1.10, 1.30]`.
pub fn times(found: Estimate) -> String {
    let [estimate, low, high] = [found.estimate, found.low, found.high].map(format::digits);
    format!("{estimate} times [{low}, {high}]")
}

/// `p = 0.03`.
pub fn probability(p: f64) -> String {
    if p < 1e-4 { "p < 0.0001".into() } else { format!("p = {}", format::digits(p)) }
}

/// A share in percent; only all is 100 %.
pub fn percent(share: f64) -> String {
    let percent = if share < 1.0 { (100.0 * share).min(99.99) } else { 100.0 * share };
    format!("{} %", format::digits(percent))
}

fn of(n: usize, all: usize) -> String {
    if n == all { format!("all {all}") } else { format!("{n} of {all}") }
}
