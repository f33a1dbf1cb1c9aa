//! What a run found, in a few sentences.

use super::data::{Data, Fate};
use super::format;
use super::format::many;

/// A sentence per query on who answered and who was fastest, and one on the agreement of all answers.
///
/// An engine counts where it was asked about every board of the query. The fastest has the least mean time among the
/// engines that answered all of them.
pub fn findings(data: &Data) -> Vec<String> {
    let mut lines: Vec<String> = (0..data.queries.len()).map(|query| of_query(data, query)).collect();
    lines.push(match data.disagreements.len() {
        0 => format!("{} compared: no disagreement.", many(data.answers, "answer")),
        n => format!("{} compared: {}.", many(data.answers, "answer"), many(n, "disagreement")),
    });
    lines
}

fn of_query(data: &Data, query: usize) -> String {
    let asked = |engine: usize| data.of(query, engine).count();
    let boards = (0..data.engines.len()).map(asked).max().unwrap_or(0);
    let solved = |engine: usize| data.of(query, engine).filter(|(_, o)| o.fate == Fate::Solved).count();
    let engines: Vec<usize> = (0..data.engines.len()).filter(|&engine| asked(engine) == boards).collect();
    let mut complete: Vec<(f64, &str)> = Vec::new();
    for &engine in engines.iter().filter(|&&engine| solved(engine) == boards) {
        let seconds: f64 = data.of(query, engine).filter_map(|(_, o)| o.seconds).sum();
        complete.push((seconds / boards.max(1) as f64, &data.engines[engine]));
    }
    complete.sort_by(|a, b| a.0.total_cmp(&b.0));
    let name = &data.queries[query];
    let all = if boards == 1 { "the one board".into() } else { format!("all {boards} boards") };
    match complete.first() {
        Some((seconds, fastest)) => {
            let times = if boards == 1 {
                format::seconds(*seconds)
            } else {
                format!("{} on average", format::seconds(*seconds))
            };
            let of = many(engines.len(), "engine");
            format!("{name}: {} of {of} answered {all}; fastest: {fastest} ({times}).", complete.len())
        }
        None => {
            let most =
                engines.iter().map(|&engine| (solved(engine), engine)).max_by_key(|(n, e)| (*n, std::cmp::Reverse(*e)));
            let most = most.filter(|(n, _)| *n > 0);
            let most =
                most.map_or(String::new(), |(n, engine)| format!("; {} answered most, {n}", data.engines[engine]));
            format!("{name}: no engine answered {all}{most}.")
        }
    }
}
