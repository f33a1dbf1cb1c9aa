//! What is lost late in Expert games by cells that are not the best: exact, no games played on.
//!
//! Games in which every guess is survived, each position counting by the probability to get there. Where few enough
//! models are left the tree of all games tells what each cell wins and what the best one does; the games themselves go on
//! by the values that `lookahead` uses where the tree is too large.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::Study;
use super::expert::{Collected, ExpertGames, mean_and_error, points};
use crate::engine::Stop;
use crate::play::View;
use crate::play::analysis::Position;
use crate::play::players::lookahead::{LookaheadSettings, RECOMMENDED, chooser};
use crate::play::rollout::by_best_play;
use crate::play::tracker::Tracker;
use crate::play::tree::GameTree;
use crate::report::Document;

/// Borders of the rows by the number of models.
const MODELS: [f64; 10] = [60.0, 150.0, 300.0, 600.0, 1_250.0, 2_500.0, 5_000.0, 10_000.0, 20_000.0, 40_000.0];

/// Nodes of a tree.
const NODES: u64 = 10_000_000;

/// Who chooses: by a sample of the models beside the fitted values, by these, by the score alone, the safest cell.
const CHOOSERS: [&str; 4] = ["sampled", "fitted", "score", "safest"];

/// Who goes on with the games.
const FITTED: usize = 1;

/// The study.
#[derive(Clone)]
pub struct Endgames {
    /// The games.
    pub games: ExpertGames,
}

/// A position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seen {
    models: f64,
    /// Probability that a game gets here.
    weight: f64,
    /// Of every chooser the share of the models that its cell wins less than the best. None where the nodes ran out.
    lost: Option<[f64; CHOOSERS.len()]>,
    nodes: u64,
    seconds: f64,
}

/// What the cells lose.
fn look(position: &Position, tracker: &Tracker, cells: [u32; CHOOSERS.len()], weight: f64) -> Option<Seen> {
    let start = Instant::now();
    let models = position.all_models(tracker, MODELS[MODELS.len() - 1] as usize)?;
    let mut tree = GameTree::new(&models.table, NODES);
    let best = tree.best();
    let (nodes, seconds) = (tree.nodes, start.elapsed().as_secs_f64());
    let mut lost = |cell: u32, most: u32| {
        let at = models.cells.iter().position(|&c| c == cell).expect("a cell to open is covered");
        let won: u32 = tree.numbers(at).ok()?.iter().map(|number| number.won).sum();
        Some(f64::from(most - won) / models.table.models() as f64)
    };
    let lost = best.ok().flatten().and_then(|(_, most)| {
        let [a, b, c, d] = cells.map(|cell| lost(cell, most));
        Some([a?, b?, c?, d?])
    });
    Some(Seen { models: position.models(), weight, lost, nodes, seconds })
}

impl Study for Endgames {
    /// Number of the game.
    type Point = u64;
    /// The positions of a game.
    type Row = Vec<Seen>;

    const ROWS: &'static str = "positions.jsonl.zst";
    const AT_ONCE: bool = true;

    fn command(&self) -> String {
        format!("minesat study endgames {}", self.games.options())
    }

    fn points(&self) -> Vec<u64> {
        self.games.all()
    }

    fn name(&self, game: &u64) -> String {
        format!("game {game}")
    }

    fn measure(&self, &index: &u64) -> Result<Vec<Seen>, Stop> {
        let (found, into) = Collected::<Vec<Seen>>::new();
        let without_tree = LookaheadSettings { models: 0, ..RECOMMENDED };
        let without_sample = LookaheadSettings { sample: 0, ..without_tree };
        let [sampled, fitted, score] =
            [without_tree, without_sample, LookaheadSettings { fit: false, ..without_sample }].map(chooser);
        let choose = move |p: &Position, t: &Tracker, v: &View, work: &mut u64, weight: f64| {
            let own = fitted(p, t, v, work)?;
            if p.enumerated && (MODELS[0]..=MODELS[MODELS.len() - 1]).contains(&p.models()) {
                let safest = p.risks.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(own, |r| r.0);
                let cells = [sampled(p, t, v, work)?, own, score(p, t, v, work)?, safest];
                into.borrow_mut().extend(look(p, t, cells, weight));
            }
            Some(own)
        };
        self.games.survive(index, choose, &by_best_play(MODELS[0] as usize));
        Ok(found.take())
    }

    fn report(&self, rows: &[Vec<Seen>]) -> Document {
        let mut out = Document::new("What is lost late in the game");
        out.text(format!(
            "Expert, first cell {}; positions without a certainly safe cell in {}, every guess survived, each counting by \
             the probability that a game gets there. The tree of all games tells what the best cell wins and what others do. \
             Lost: the share of the models, in points, that is won less by the cell of the highest value by a sample of the \
             models and the fit (`lookahead:models=0`), by the fit alone (`sample=0` too), of the highest score (`fit=off` \
             too) and by the safest cell, best play going on; a decision, and a game with its standard error.",
            self.games.first,
            self.games.words()
        ));
        let mut head =
            ["models", "seen", "a game", "another cell is better than the fitted one"].map(String::from).to_vec();
        head.extend(CHOOSERS.iter().flat_map(|name| [format!("{name}: lost a decision"), "a game".into()]));
        head.extend(["nodes", "ms a tree", "out of nodes"].map(String::from));
        let ranges = MODELS.windows(2).map(|pair| (pair[0], pair[1])).chain([(MODELS[0], MODELS[MODELS.len() - 1])]);
        out.table(&head, ranges.map(|range| row(rows, range, head.len())));
        out
    }
}

/// A row of the table: positions with more than `low` and at most `high` models.
fn row(games: &[Vec<Seen>], (low, high): (f64, f64), columns: usize) -> Vec<String> {
    let here: Vec<Vec<&Seen>> =
        games.iter().map(|game| game.iter().filter(|s| s.models > low && s.models <= high).collect()).collect();
    let all: Vec<&Seen> = here.iter().flatten().copied().collect();
    let mut line = vec![format!("{low} to {high}"), all.len().to_string()];
    if all.is_empty() {
        line.resize(columns, "-".into());
        return line;
    }
    let a_game = |of: &dyn Fn(&Seen) -> f64| -> (f64, f64) {
        let of_game = |game: &Vec<&Seen>| game.iter().fold(0.0, |sum, seen| sum + seen.weight * of(seen));
        mean_and_error(&here.iter().map(of_game).collect::<Vec<f64>>())
    };
    let one = |is: bool| f64::from(u8::from(is));
    let (often, _) = a_game(&|_| 1.0);
    let (solved, _) = a_game(&|seen| one(seen.lost.is_some()));
    let (other, _) = a_game(&|seen| one(seen.lost.is_some_and(|lost| lost[FITTED] > 0.0)));
    line.extend([format!("{often:.4}"), format!("{:.0} %", 100.0 * other / solved)]);
    for chooser in 0..CHOOSERS.len() {
        let lost = a_game(&|seen| seen.lost.map_or(0.0, |lost| lost[chooser]));
        line.extend([format!("{:.2}", 100.0 * lost.0 / solved), points(lost, 4)]);
    }
    let mean = |of: &dyn Fn(&Seen) -> f64| all.iter().map(|&seen| of(seen)).sum::<f64>() / all.len() as f64;
    let (nodes, seconds) = (mean(&|seen| seen.nodes as f64), mean(&|seen| seen.seconds));
    let out_of_nodes = all.iter().filter(|s| s.lost.is_none()).count().to_string();
    line.extend([format!("{nodes:.0}"), format!("{:.1}", 1000.0 * seconds), out_of_nodes]);
    line
}
