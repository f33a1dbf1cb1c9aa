//! `csp` (system C): all assignments of the fringe; cells equal in all of them are decided, else the fringe cell with
//! the highest share of zeros, or a cell off the fringe if that is safer.

use super::PlayerSpec;
use crate::answer::ratio_to_f64;
use crate::engine::{Classes, Control, Engine, Limits, Stop, Verdict, build};
use crate::play::analysis::sides;
use crate::play::certain::{self, system};
use crate::play::tracker::{CluePairs, Known, Tracker};
use crate::play::{Act, Impossible, Move, Player, PlayerSetup, Reason, View};
use crate::rng::Rng;
use crate::spec::{OptionRow, OptionValues};
use crate::system::{Sum, System};

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "csp",
    summary: "all assignments of the fringe; guesses the fringe cell most often 0, or off the fringe where that is safer",
    options: &[
        OptionRow {
            name: "engine",
            values: OptionValues::Engine(cannot_guess),
            default: "frontier",
            help: "the engine that counts the assignments",
        },
        OptionRow::words("off", &["random", "corner", "edge", "interior", "near"], "the cell off the fringe"),
        OptionRow::words("weigh", &["alike", "total"], "assignments weigh alike, or by the ways for the rest"),
        OptionRow::on("local", "single clues decide cells before the engine does"),
        OptionRow::number("budget", "5000000", "most nodes of a question"),
        OptionRow::words("out", &["guess", "stop"], "out of budget: guesses, or gives up"),
    ],
    bounds: |_| false,
    build: |chosen| {
        let engine = chosen.word("engine").to_string();
        let off = chosen.word("off").to_string();
        let by_total = chosen.word("weigh") == "total";
        let local = chosen.is_on("local");
        let stops = chosen.word("out") == "stop";
        let budget = chosen.number("budget");
        Box::new(move |seat: PlayerSetup| {
            let engine = build(&engine).expect("checked by the option");
            let tracker = Tracker::new(seat.grid, seat.around, CluePairs::None);
            Box::new(Csp { tracker, rng: seat.rng, engine, off: off.clone(), by_total, local, budget, stops, nodes: 0 })
                as Box<dyn Player>
        })
    },
};

/// Why the player cannot guess with an engine: it does not count models with the mines of each cell, or cannot run.
fn cannot_guess(engine: &str) -> Option<String> {
    let two = System { cells: 2, sums: vec![Sum::new(vec![0, 1], 1)], total: None };
    match build(engine).map(|engine| engine.count(&two, &mut Control::default())) {
        Ok(Ok(_)) => None,
        Ok(Err(stop)) => Some(format!("it cannot guess: {stop}")),
        Err(unknown) => Some(unknown.to_string()),
    }
}

struct Csp {
    tracker: Tracker,
    rng: Rng,
    engine: Box<dyn Engine>,
    off: String,
    /// The weight of an assignment of the fringe is the number of ways for the rest under the total; else all weigh
    /// alike.
    by_total: bool,
    local: bool,
    /// Nodes per question.
    budget: u64,
    /// If they run out: gives the game up; else opens any cell.
    stops: bool,
    nodes: u64,
}

impl Csp {
    fn ask<T>(
        &mut self,
        system: &System,
        question: impl Fn(&dyn Engine, &System, &mut Control) -> Result<T, Stop>,
    ) -> Option<T> {
        let mut control = Control::new(Limits { nodes: Some(self.budget), ..Limits::default() });
        let answer = question(self.engine.as_ref(), system, &mut control).ok();
        self.nodes += control.nodes();
        answer
    }

    /// Any cell, for a reason of its own, or none.
    fn out_of_nodes(&mut self, moves: &mut Vec<Move>) {
        let all: Vec<u32> = self.tracker.unknown_cells().collect();
        if !self.stops && !all.is_empty() {
            let cell = all[self.rng.index(all.len())];
            moves.push(Move { cell, act: Act::Open, reason: Reason::Unsolved });
        }
    }

    /// The cell off the fringe that the rule prefers.
    fn off_fringe(&mut self, cells: &[u32]) -> u32 {
        let tracker = &self.tracker;
        let on_fringe = |&n: &u32| {
            tracker.known(n) == Known::Nothing
                && tracker.around.of(n).iter().any(|&clue| tracker.open_clue(clue).is_some())
        };
        let near = |cell: u32| tracker.around.of(cell).iter().any(on_fringe);
        let fits = |&&cell: &&u32| match self.off.as_str() {
            "corner" => sides(tracker, cell) == 2,
            "edge" => sides(tracker, cell) == 1,
            "interior" => sides(tracker, cell) == 0,
            "near" => near(cell),
            _ => true,
        };
        let wanted: Vec<u32> = cells.iter().filter(fits).copied().collect();
        let pool = if wanted.is_empty() { cells } else { &wanted };
        pool[self.rng.index(pool.len())]
    }
}

impl Player for Csp {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        self.tracker.see(view)?;
        if self.local && certain::easy(&mut self.tracker, &View { fresh: &[], ..*view }, moves)? {
            return Ok(());
        }
        self.tracker.total(moves)?;
        if certain::opens(moves) || self.tracker.unknown_left == 0 {
            return Ok(());
        }
        let (mut system, cells, clues) = system(&self.tracker);
        match self.ask(&system, |e, s, c| e.classify(s, c)) {
            Some(Classes::Inconsistent) => return Err(Impossible { clues, total: system.total.is_some() }),
            Some(Classes::Cells(verdicts)) => {
                for (variable, verdict) in verdicts.into_iter().enumerate() {
                    if let Verdict::Safe | Verdict::Mine = verdict {
                        let mine = verdict == Verdict::Mine;
                        self.tracker.conclude(cells[variable], mine, Reason::Models, moves);
                    }
                }
            }
            None => {
                self.out_of_nodes(moves);
                return Ok(());
            }
        }
        if certain::opens(moves) {
            return Ok(());
        }
        let fringe = system.is_frontier();
        let left = if self.by_total { system.total } else { system.total.take() };
        let risks: Option<Vec<f64>> = self
            .ask(&system, |e, s, c| e.count(s, c))
            .map(|count| (0..system.cells).map(|v| ratio_to_f64(count.cells.mined(v), &count.models)).collect());
        let unknown = |v: &usize| self.tracker.known(cells[*v]) == Known::Nothing;
        let off: Vec<u32> = (0..system.cells).filter(unknown).filter(|&v| !fringe[v]).map(|v| cells[v]).collect();
        let on: Vec<usize> = (0..system.cells).filter(unknown).filter(|&v| fringe[v]).collect();
        let expected: f64 = risks.iter().flatten().zip(&fringe).filter(|(_, f)| **f).map(|(r, _)| r).sum();
        let off_risk = match (left, off.len()) {
            (_, 0) => 2.0,
            // All cells off the fringe are alike, and the count of one has no rounding error, unlike the difference
            // below.
            (Some(_), _) if self.by_total => {
                let some = (0..system.cells).find(|&v| unknown(&v) && !fringe[v]);
                risks.as_ref().zip(some).map_or(2.0, |(risks, v)| risks[v])
            }
            (Some(left), n) => ((left as f64 - expected) / n as f64).clamp(0.0, 1.0),
            (None, _) => 0.5,
        };
        let Some(risks) = risks else {
            self.out_of_nodes(moves);
            return Ok(());
        };
        let best = on.iter().copied().min_by(|&a, &b| risks[a].total_cmp(&risks[b]));
        let cell = match best {
            Some(best) if risks[best] <= off_risk => cells[best],
            _ if !off.is_empty() => self.off_fringe(&off),
            Some(best) => cells[best],
            None => return Ok(()),
        };
        certain::guess(&self.tracker, cell, moves);
        Ok(())
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::tests::first_turn;
    use crate::board::Board;

    /// The cells that are guessed over many seeds.
    fn guessed(options: &str, text: &str) -> BTreeSet<u32> {
        let board = Board::parse(text, "t").unwrap();
        let moves = (0..200).flat_map(|seed| first_turn(&format!("csp:{options}"), &board, seed));
        let cells: BTreeSet<u32> =
            moves.inspect(|step| assert_eq!(step.reason.name(), "guess")).map(|m| m.cell).collect();
        assert!(!cells.is_empty());
        cells
    }

    /// 9 x 9 with a clue in the middle.
    fn middle(clue: u8, mines: &str) -> String {
        let row = "#########\n";
        format!("9 9 {mines}\n{}####{clue}####\n{}", row.repeat(4), row.repeat(4))
    }

    /// Cells of 9 x 9 so far from the middle.
    fn ring(far: usize) -> BTreeSet<u32> {
        (0..81u32).filter(|c| (c / 9).abs_diff(4).max((c % 9).abs_diff(4)) == far as u32).collect()
    }

    #[test]
    fn off_the_fringe_the_kind_of_cell_is_chosen() {
        // Half of the eight cells around the 4 are mines, one of the 72 others is.
        let board = middle(4, "5");
        let corners = BTreeSet::from([0, 8, 72, 80]);
        assert_eq!(guessed("off=corner", &board), corners);
        assert!(guessed("off=edge", &board).is_subset(&(&ring(4) - &corners)));
        assert!(guessed("off=interior", &board).is_subset(&(&ring(2) | &ring(3))));
        assert!(guessed("off=near", &board).is_subset(&ring(2)));
        let anywhere = guessed("off=random", &board);
        assert!(anywhere.is_disjoint(&ring(1)) && (2..=4).all(|far| !anywhere.is_disjoint(&ring(far))), "{anywhere:?}");
    }

    #[test]
    fn the_fringe_is_left_where_it_is_riskier() {
        // 1 of 8 around the clue, 40 of 72 elsewhere; with 5 in all 4 of 72 elsewhere.
        assert!(guessed("off=corner", &middle(1, "41")).is_subset(&ring(1)));
        assert!(guessed("off=corner", &middle(1, "5")).is_disjoint(&ring(1)));
        // Without a total a cell off the fringe is a mine with probability 1/2.
        assert!(guessed("off=corner", &middle(3, "?")).is_subset(&ring(1)));
        assert!(guessed("off=corner", &middle(5, "?")).is_disjoint(&ring(1)));
    }

    /// With a mine between the two 2s there are four assignments of three mines, without one of four. With equal
    /// weights it is a mine in 4 of 5 and (0,0) in 3 of 5; the total of 7 leaves one way and four for the rest: 4 of 8
    /// and 6 of 8.
    #[test]
    fn assignments_count_alike_or_by_the_total() {
        let board = "2 7 7\n#2#2###\n#___###\n";
        assert_eq!(guessed("weigh=alike", board), [0].into());
        assert_eq!(guessed("weigh=total", board), [2].into());
    }
}
